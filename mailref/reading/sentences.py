"""A play inside a sentence: where it stands, and what the words around it make of it (rules 8).

The grammar reads lines that are plays; this finds the plays in lines that are more than that. What
the words mean stands in the vocabulary: a play counts only where they say that it is meant.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from mailref.reading.commands import (
    command_in,
    is_closing,
    is_shouted_greeting,
    lot_word_in,
    press_in,
    without_greeting,
)
from mailref.reading.shapes import holds_play, is_straight, is_written_as_move
from mailref.rules.board import Axes
from mailref.rules.vocabulary import filled
from mailref.rules.when_used import when_used
from mailref.value_classes import dataclass

LONGEST_SENTENCE = 2_000  # what stands further in a line is not read; a play there is asked about
_MOST_PLAYS = 12


class Sense(Enum):
    """What the words around a play make of it."""

    MEANT = auto()
    ALTERNATE = auto()
    INSTEAD = auto()
    """It replaces the play before."""
    PAST = auto()
    """It tells of another round."""
    UNSURE = auto()
    """It is talk, withdrawn or asked about, or nothing says that it is meant."""


@dataclass(frozen=True, slots=True)
class FoundPlay:
    """Where a place and its word stand in a line."""

    start: int
    end: int
    is_word_first: bool
    gap: tuple[int, int] = (0, 0)
    """Words between the place and its word: `L4 senkrecht bilde ich MENÜS`."""
    says_way: bool = True
    """Whether it names its direction; where letters are rows a square alone may do."""
    word: str = ""
    between: str = ""
    """What stands between the word and the square."""

    @property
    def is_parted(self) -> bool:
        """Tell whether a sign keeps the word from the square: `ab D8, GERN geschehen`, `Max: D8`."""
        return _PARTED[self.is_word_first].match(self.between) is not None

    @property
    def is_known(self) -> bool:
        """Tell whether the word is one of those that lead to a play or follow one: `LEGE`, `UND`."""
        return _KNOWN_WORD.fullmatch(self.word) is not None


def _pattern(pattern: str) -> re.Pattern[str]:
    return when_used(filled, pattern)


_SPOT = _pattern(
    r"(?<![{letters}\d])(?:(?P<before>(?<!'){direction}[.,:;]?\s{1,3})(?:{starting}\s{1,3})?"
    r"(?:{place_follows}\s{1,3})?(?:{article}\s{1,3})?(?:{place}\s{1,3})?)?(?P<spot>{square})\s{0,3}"
    r"(?P<range>(?:{range_sign}|{up_to}{end})\s{0,3}(?:{square}|\d{1,2}(?!\d)))?\s{0,3}"
    r"(?P<after>[-,:./(]{0,2}\s{0,2}{direction}(?![{letters}{joker_mark}])\.?\)?|{letter_behind})?"
)
_WORD_BEHIND = _pattern(
    r"[\s:=,;(/>-]{0,16}(?P<gap>)(?P<word>{tile}+{joker_mark}?)(?![\w{joker_mark}]|-\w)"
    r"(?P<way>[\s,;(/-]{1,3}{direction}(?![{letters}]))?"
)
_WORD_FURTHER_ON = _pattern(
    r"[\s:=,;(/>-]{0,6}(?P<gap>(?:(?:{intent}|{opening}|{filler}|{article}|{field_word}){end}\s{1,3}){1,5})"
    r"(?P<word>{tile}+{joker_mark}?)(?![\w{joker_mark}]|-\w)"
)
_WORD_BEFORE = _pattern(
    r"(?<![\w{joker_mark}-])(?P<word>{tile}{1,30}{joker_mark}?)[\s:=,;(/-]{0,4}"
    r"(?:{laying}[\s:,-]{1,4})?(?:{starting}\s{1,3})?(?:{place_follows}\s{1,3})?(?:{article}\s{1,3})?(?:{place}\s{1,3})?$"
)
# "senkrecht beginnend bei Feld L4": what the grammar need not know.
_LEADS_TO_SQUARE = _pattern(
    r"(?P<way>{direction}[.,:;]?\s{1,3})(?:{starting}\s{1,3})?(?:{place_follows}\s{1,3})?"
    r"(?:{article}\s{1,3})?(?:{place}\s{1,3})?(?={square})"
    r"|(?<![{letters}]){starting}\s{1,3}(?=(?:{place_follows}\s{1,3})?{square})"
)
# "GEHEILTEN legen, senkrecht ab K3": the word may have its verb behind it.
_LAYING = _pattern(
    r"(?<=\s){laying}[\s:,-]{1,4}(?=(?:{direction}|{place_follows}|{starting}|{square}){end})"
)
_SIGNS = " .,:;!?()-"
_PARTED = {
    True: _pattern(r"\s*+(?:[,:;(/-]|{laying}[\s:,-])"),
    False: re.compile(r"\s*+[,;(]"),
}
"""What keeps a word before a square from it, and one behind it: `Max: D8`, but `D8: RABEN`."""
_LONGEST_WORD_BEFORE = 60


def plays_in(text: str, axes: Axes) -> list[FoundPlay] | None:
    """Return where *text* holds a place with its direction, or a range, beside a word.

    All of a line are written the same way round; a word in small letters is one only where nothing
    else of the line can be. None: a word stands on either side of a place, and nothing tells which is
    meant.
    """
    text = text[:LONGEST_SENTENCE]
    spots = list(_spots(text, axes))[:_MOST_PLAYS]
    if not spots:
        return []
    behind = [_behind(text, spot) for spot in spots]
    before = [_before(text, spot) for spot in spots]
    is_word_first = _is_word_first(before, behind)
    if is_word_first is None:
        return None
    found = [
        each
        for first, second in zip(
            *((before, behind) if is_word_first else (behind, before)), strict=True
        )
        if (each := first or second)
    ]
    return _apart(found)


def _is_word_first(
    before: Sequence[FoundPlay | None], behind: Sequence[FoundPlay | None]
) -> bool | None:
    """Tell whether the words of a line stand before their places; None: there is no telling.

    Where words stand on both sides, a sign or a word that is none of the game's keeps one of them
    away: `GERMANIT ab D8, GERN geschehen`, `LEGE D8 GERMANIT`.
    """
    first, last = before[0], behind[-1]
    if first is None or last is None:
        return first is not None
    if any(each is None or each.is_parted or each.is_known for each in before):
        return False
    if last.is_known:
        return True
    if not last.is_parted:
        return False
    is_led = len(before) > 1 or any(map(str.isalpha, first.between))
    return True if is_led else None


def _apart(found: list[FoundPlay]) -> list[FoundPlay]:
    """Drop a play that shares its word with the one before."""
    apart: list[FoundPlay] = []
    for each in found:
        if not apart or each.start >= apart[-1].end:
            apart.append(each)
    return apart


def _spots(text: str, axes: Axes) -> Iterator[re.Match[str]]:
    for spot in _SPOT.finditer(text):
        if spot["before"] or spot["after"] or axes is Axes.ROWS:
            yield spot
            continue
        if spot["range"] and is_straight(spot):
            yield spot
            continue
        word = _WORD_BEHIND.match(text, spot.end())
        if word is not None and word["way"] and is_written_as_move(word["word"]):
            yield spot


def _behind(text: str, spot: re.Match[str]) -> FoundPlay | None:
    word = _WORD_BEHIND.match(text, spot.end())
    if word is None or not _is_word(word["word"]):
        word = _WORD_FURTHER_ON.match(text, spot.end())
    if word is None or not (_is_word(word["word"]) or _is_called_word(word, word["gap"])):
        return None
    return FoundPlay(
        spot.start(), word.end(), is_word_first=False, gap=word.span("gap"),
        word=word["word"], between=text[spot.end() : word.start("word")],
    )  # fmt: skip


def _before(text: str, spot: re.Match[str]) -> FoundPlay | None:
    start = max(0, spot.start() - _LONGEST_WORD_BEFORE)
    word = _WORD_BEFORE.search(text, start, spot.start())
    if word is None:
        return None
    if not (_is_word(word["word"]) or _is_called_word(word, text[start : word.start()])):
        return None
    between = text[word.end("word") : spot.start("spot")]
    says_way = bool(spot["after"] or spot["range"]) or any(map(str.isalpha, between))
    return FoundPlay(
        word.start(), spot.end(), is_word_first=True, says_way=says_way,
        word=word["word"], between=between,
    )  # fmt: skip


def _is_called_word(found: re.Match[str], before: str) -> bool:
    """Tell whether a word of any writing is named as one: `das Wort Menüs`."""
    is_named = _CALLED_WORD.search(before) is not None and len(found["word"]) > 1
    return is_named and _KNOWN_WORD.fullmatch(found["word"]) is None


_CALLED_WORD = _pattern(r"(?<![{letters}]){field_word}\s{1,3}$")


def _is_word(word: str) -> bool:
    return is_written_as_move(word) and not is_shouted_greeting(word.strip("*"))


def small_play_in(text: str) -> FoundPlay | None:
    """Return the one play of a line whose word is in small letters: `ich lege l4s menüs`."""
    spots = list(_spots(text[:LONGEST_SENTENCE], Axes.COLUMNS))
    if len(spots) != 1:
        return None
    word = _WORD_BEHIND.match(text, spots[0].end())
    if word is None or len(word["word"]) < 2 or _KNOWN_WORD.fullmatch(word["word"]):
        return None
    if not (_AFTER_SMALL.match(text, word.end()) or is_closing(text[word.end() :])):
        return None
    return FoundPlay(spots[0].start(), word.end(), is_word_first=False)


def could_be_play(text: str, axes: Axes) -> bool:
    """Tell whether a line holds a place with its direction and, anywhere, a word written as one."""
    spots = list(_spots(text, Axes.COLUMNS)) or (
        list(_SPOT.finditer(text)) if axes is Axes.ROWS else []
    )
    if not spots:
        return False
    outside = _SPOT.sub(" ", text)
    return any(_is_word(word[0]) for word in _WRITTEN.finditer(outside))


def without_leading_words(text: str) -> str:
    """Return *text* without the words that lead to a square, character for character in place."""
    plain = _LAYING.sub(lambda found: " " * len(found[0]), text)
    return _LEADS_TO_SQUARE.sub(lambda found: (found["way"] or "").ljust(len(found[0])), plain)


def is_plain_name(text: str) -> bool:
    """Tell whether nothing in the name of a person or a game reads as a move, or as a command.

    Our mails show names anywhere, and people quote those mails anywhere: a name `M10s EUBÖA` would
    be somebody's move.
    """
    says_command = any(each(text) is not None for each in (command_in, press_in, lot_word_in))
    holds_place = any(_spots(text, Axes.COLUMNS)) or could_be_play(text, Axes.ROWS)
    return not (says_command or holds_place or holds_play(text))


_SQUARE = _pattern(r"(?<![{letters}\d])(?P<square>{square})[{letters}]?(?![{letters}])")
_FIELD = _pattern(r"(?<![{letters}])(?:{field_word}|{place}|{play}){end}")
_POSTSCRIPT = re.compile(r"^\W*(?:P\.? ?S\b\.?|Nachtrag)[:.,]?", re.IGNORECASE)
_WRITTEN = _pattern(r"(?<![{letters}{joker_mark}\d])(?:{tile})+(?![{letters}\d])")


def _cue(row: str) -> re.Pattern[str]:
    return _pattern(rf"(?<![{{letters}}]){{{row}}}(?![{{letters}}])")


_INSTEAD = _pattern(r"(?<![{letters}])(?:{instead}|{correction})(?![{letters}])")
_OTHERWISE, _CORRECTION, _UNSURE, _PAST, _WITHDRAWN, _OF_OTHERS, _INTENT = map(
    _cue, ("otherwise", "correction", "unsure", "past", "withdrawn", "of_others", "intent")
)
_KNOWN_WORD = _pattern(
    r"(?:{opening}|{intent}|{filler}|{conjunction}|{points}|{place_follows}|{play}|{round}|{place}|"
    r"{article}|{joker}|{stands_for}|{unsure}|{past}|{withdrawn}|{of_others}|{instead}|{correction})\.?"
)
_OPENING = _pattern(
    r"(?:(?:{opening}|{filler}|{conjunction}|{play}|{round}|{place}|{place_follows}|{my}|{points})"
    r"(?![{letters}])|\d{1,3}|[\s.,:;!()=/-])*+"
)
_GOES_ON = _pattern(
    r"[\s\d.,:;!()=\"'-]*+(?!(?:von|from) (?:mir|me)\b|im Voraus{end}|in advance{end})"
    r"(?:{conjunction}|{filler}|{place_follows}|by|zu[rm]?|to|in|im|then)(?![{letters}])"
    r"(?!\s{1,3}{round}\s{0,2}\d)"
)
_AFTER_SMALL = _pattern(r"\s{0,3}(?:$|[.,!;:(=+-]|\d)")
# "ohne Joker", "kein Ersatz", "no blank": these say nothing against the play.
_WITHOUT = _pattern(
    r"(?:{without}[{letters}]*|kein[{letters}]*)\s{1,3}(?:{joker}|{points}|{otherwise}|{total})(?![{letters}])"
    r"|(?:{joker}|{points})\s{1,3}kein[{letters}]*|(?<![{letters}]){polite}{end}"
)
_SENTENCE_END = re.compile(r"(?<=[a-zäöüß!?)])[.!?]+(?=\s)|[!?](?=\s)|\n")


def sense_of(before: str, after: str, *, is_first: bool) -> Sense:
    """Return what the words *before* a play in its line, and those *after* it, make of it.

    *is_first*: neither play nor number stands before it; a line that begins with `und` is then the
    rest of a sentence that nobody has seen.
    """
    if (named := _FOR_A_WORD.search(before)) is not None:
        rest = f"{before[: named.start()]} {before[named.end() :]}"
        sense = sense_of(rest, after, is_first=is_first)
        return Sense.INSTEAD if sense is Sense.MEANT else sense
    lead = _sense_of_lead(before)
    if lead in (Sense.PAST, Sense.UNSURE) or not is_clear_after(after):
        return Sense.PAST if lead is Sense.PAST else Sense.UNSURE
    if lead is not None:
        return lead
    if _stands_alone(before, after):
        return Sense.MEANT
    sentence = without_greeting(_last_sentence(_WITHOUT.sub(" ", before)))
    if _is_anothers(sentence):
        return Sense.UNSURE
    if _INTENT.search(sentence) or _announces(sentence):
        return Sense.MEANT
    if (_OPENING.fullmatch(sentence) or not sentence.strip(_SIGNS)) and not (
        is_first and (_GOES_ON.match(sentence) or _is_rest(sentence))
    ):
        return Sense.MEANT
    return Sense.UNSURE


def _announces(sentence: str) -> bool:
    """Tell whether a sentence of the writer's own ends with a colon: `Heute habe ich nur das: `."""
    return sentence.rstrip().endswith(":") and _I_MYSELF.search(sentence) is not None


_I_MYSELF = _pattern(r"(?<![{letters}]){myself}{end}")


_FOR_A_WORD = _pattern(
    r"(?<![{letters}]){in_place_of}\s{1,3}(?:(?:{article}|{play}|{my}[{letters}]*)\s{1,3}){0,2}"
    r"(?-i:[A-ZÄÖÜ]{2,15})(?![{letters}\d])"
)
"""`statt AMINE`: a word without its place that a play stands for."""


def _stands_alone(before: str, after: str) -> bool:
    """Tell whether a play is a sentence of its own: `Sorry for the delay. L4d MENÜS. Best, Karin`."""
    text = _WITHOUT.sub(" ", before)
    return (
        _ENDED.search(before) is not None
        and _ENDS.match(after) is not None
        and not any(cue.search(text) for cue in (_UNSURE, _PAST, _WITHDRAWN, _OF_OTHERS))
    )


_ENDED = re.compile(r"(?<=[a-zäöüß)])[.!]+\s{1,3}$")
_ENDS = re.compile(r"\s{0,3}(?:$|[.!;,\n])")


def gives_way(before: str, after: str) -> bool:
    """Tell whether a play among several of its line is the one that another stands for: `statt L4s AMINE`."""
    cue = _IN_PLACE_OF.search(before)
    return cue is not None and sense_of(before[: cue.start()], after, is_first=False) in (
        Sense.MEANT,
        Sense.INSTEAD,
    )


_IN_PLACE_OF = _pattern(
    r"(?<![{letters}]){in_place_of}(?:\s{1,3}(?:{article}|{play}|{my}))?\s{0,3}:?\s{0,3}$"
)


def _is_rest(sentence: str) -> bool:
    """Tell whether a line begins in the middle of a sentence, as one that a program has wrapped."""
    return sentence.lstrip()[:1].islower()


def _sense_of_lead(before: str) -> Sense | None:
    """Return what the last telling words before a play say; None if none is there."""
    text = _WITHOUT.sub(" ", before)
    otherwise = _last(_OTHERWISE, text)
    plain = _OTHERWISE.sub(lambda found: " " * len(found[0]), text)
    sentence = without_greeting(_last_sentence(plain))
    offset = len(plain) - len(sentence)
    instead = _last(_INSTEAD, plain)
    past = _last(_PAST, sentence, offset)
    against = max(
        past,
        _last(_UNSURE, sentence, offset),
        _last(_OF_OTHERS, sentence, offset),
        _last(_WITHDRAWN, plain),
    )
    if otherwise > max(against, instead) and _OF_OTHERS.search(sentence):
        return Sense.UNSURE
    if max(instead, otherwise) > against:
        return Sense.INSTEAD if instead > otherwise else Sense.ALTERNATE
    if against < 0:
        return None
    return Sense.PAST if past >= 0 else Sense.UNSURE


def _last(cue: re.Pattern[str], text: str, offset: int = 0) -> int:
    return max((found.end() + offset for found in cue.finditer(text)), default=-1)


def _last_sentence(text: str) -> str:
    """Return the end of *text* from where its last sentence begins that says anything."""
    start = 0
    for end in _SENTENCE_END.finditer(text):
        if text[end.end() :].strip():
            start = end.end()
    return text[start:]


def is_clear_after(after: str) -> bool:
    """Tell whether nothing behind a play in its line speaks against it."""
    text = _FOR_A_WORD.sub(" ", _OTHERWISE.sub(" ", _WITHOUT.sub(" ", after)))
    sentence = _SENTENCE_END.split(text, maxsplit=1)[0]
    is_against = any(cue.search(text) for cue in (_WITHDRAWN, _SQUARE_INSTEAD)) or any(
        cue.search(sentence) for cue in (_UNSURE, _PAST)
    )
    return not is_against and "?" not in text[: len(sentence) + 1]


_SQUARE_INSTEAD = _pattern(r"(?<![{letters}])(?:{instead}|{correction}){end}\W{0,3}{square}")


def sense_of_line(text: str) -> Sense | None:
    """Return what a line without a play says of the play in the line below; None if nothing."""
    plain = _WITHOUT.sub(" ", text)
    if _WITHDRAWN.search(plain) or _ASKS_WHY.search(plain):
        return Sense.UNSURE
    if not text.rstrip().endswith((":", "...", "-")) and len(plain.split()) > 3:
        return None
    lead = _sense_of_lead(plain)
    is_open = lead is Sense.UNSURE and not text.rstrip().endswith(":")
    is_settled = lead in (Sense.UNSURE, Sense.PAST) and _ends_with_intent(plain)
    return None if is_open or is_settled else lead


def _ends_with_intent(text: str) -> bool:
    """Tell whether the last clause says what the writer does, whatever comes before: `..., aber ich nehme:`."""
    clause = re.split("[,;]", text)[-1]
    against = (_UNSURE, _PAST, _WITHDRAWN, _OF_OTHERS)
    return (
        text.rstrip().endswith(":")
        and not _ON_CONDITION.search(text)
        and _I_MYSELF.search(clause) is not None
        and _INTENT.search(clause) is not None
        and not any(cue.search(clause) for cue in against)
    )


_ON_CONDITION = _pattern(r"(?<![{letters}]){condition}{end}")


_ASKS_WHY = _pattern(r"(?<![{letters}]){why}{end}[^?]{0,200}\?\W*$")


def makes_alternates(text: str) -> bool:
    """Tell whether a line without a play makes alternates of those below it: `Ersatzzüge:`."""
    return sense_of_line(text) is Sense.ALTERNATE


def withdraws(text: str) -> bool:
    """Tell whether words take back the play above or before them: `Diesen Zug bitte streichen`, `(nein)`."""
    plain = _OTHERWISE.sub(" ", text)
    return _WITHDRAWN.search(plain) is not None or _NO.fullmatch(plain) is not None


_NO = _pattern(r"\W{0,9}{instead}\W{0,9}")


def begins_postscript(text: str) -> bool:
    """Tell whether a line begins with `PS`: what it adds may stand beside what was said, or for it."""
    return _POSTSCRIPT.match(text) is not None


_ANOTHERS = _pattern(
    r"(?<![{letters}])(?P<name>(?-i:[A-ZÄÖÜ])[{letters}]{2,30}?)(?:\s?s)\s{1,3}[{letters}]{0,20}(?:zug|move)(?![{letters}])"
    r"|(?:zug|wort|vorschlag|move|play)\s{1,3}(?:von|of|from|by)\s{1,3}(?!(?:{round}|{opening}|{article}|me|us){end})"
    r"(?-i:[A-ZÄÖÜ])[{letters}]+"
)


def _is_anothers(sentence: str) -> bool:
    """Tell whether a sentence speaks of a move that somebody else made: `Der Zug von Gerda`, `Gerdas Zug`."""
    found = _ANOTHERS.search(sentence)
    return found is not None and _KNOWN_WORD.fullmatch(f"{found['name'] or ''}s") is None


_FURTHER = _pattern(
    r"\s{0,3}(?:[,:;.+&-]|(?:{conjunction}|{filler}|{article}|{instead}|{correction}|{opening}){end}|\s){0,9}"
    r"(?P<word>{tile}+)(?![{letters}\d])"
)


def is_correction(text: str) -> bool:
    """Tell whether a line says that something was written wrong: `Korrektur`, `vertippt`."""
    return _CORRECTION.search(text) is not None


def speaks_of_part(text: str) -> bool:
    """Tell whether a line speaks of a word or a square of a move, or of another instead."""
    said = _POSTSCRIPT.sub("", text[:LONGEST_SENTENCE])
    return any(cue.search(said) for cue in (_FIELD, _INSTEAD, _RATHER))


_RATHER = _pattern(
    r"(?<![{letters}]){rather}{end}|(?<![{letters}])(?:nicht|not)\s{1,3}(?-i:[A-ZÄÖÜ]{2})"
)


def speaks_of_field(text: str) -> bool:
    """Tell whether a line speaks of a move, a word or a square."""
    return _FIELD.search(text) is not None


def parts_named(text: str) -> list[str]:
    """Return the squares, and the words written as one in a move, that a line names."""
    words = (found[0] for found in _WRITTEN.finditer(text) if _is_word(found[0]))
    squares = ("".join(found["square"].split()) for found in _SQUARE.finditer(text))
    return [each.upper() for each in (*words, *squares)]


def further_words(after: str) -> list[tuple[int, int]]:
    """Return where words in capitals stand right behind a play: `und HERBSTS`, greetings aside.

    None where all that follows is in capitals and says more.
    """
    found: list[tuple[int, int]] = []
    at = 0
    while (word := _FURTHER.match(after, at)) and _is_word(word["word"]):
        found.append(word.span("word"))
        at = word.end()
    is_shouted = not any(map(str.islower, after))
    return [] if is_shouted and any(map(str.isalpha, after[at:])) else found


_JOKER = _pattern(r"(?<![{letters}])(?:{joker}|{swap})(?![{letters}])")


_LETTER = _pattern(r"(?<![{letters}\d])(?:[A-ZÄÖÜ]|{square})(?![{letters}\d])")


def names_joker(after: str) -> bool:
    """Tell whether the words behind a play speak of a joker, in a way that was not read."""
    return _JOKER.search(_WITHOUT.sub(" ", after)) is not None


def names_letter(after: str) -> bool:
    """Tell whether the words behind a play name a letter or a square: what a joker is, or where."""
    return _LETTER.search(after) is not None


def speaks_of_move(text: str) -> bool:
    """Tell whether the words of a line say that a play is meant, replaced or taken back."""
    return any(cue.search(text) for cue in (_INTENT, _OTHERWISE, _INSTEAD, _WITHDRAWN))
