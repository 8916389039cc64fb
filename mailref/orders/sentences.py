"""What the words around a play in a sentence make of it (rules 8).

Where it stands `found_plays` says. What the words mean stands in the vocabulary: a play counts only
where they say that it is meant.

Where a play stands in a line that is more than that: a place with its direction beside a word (rules 4, 8).

The grammar reads lines that are plays; this finds the plays in others. What the words around one make of
it says `sentences`.
"""

import re
from collections.abc import Container, Iterator, Sequence
from enum import Enum, auto

from msgspec import Struct

from mailref.orders import commands
from mailref.orders.shapes import DIGIT, holds_play, is_straight, is_written_as_move
from mailref.tiles.board import Axes, Direction
from mailref.tiles.vocabulary import (
    ALTERNATE_MARK,
    COMMENT_MARK,
    any_of,
    direction_forms,
    phrases_of,
    worded,
)
from mailref.tiles.when_used import regex

LONGEST_SENTENCE = 2_000  # what stands further in a line is not read; a play there is asked about
_MOST_PLAYS = 12


class FoundPlay(Struct, frozen=True):
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
        return KNOWN_WORD.fullmatch(self.word) is not None


_SPOT = worded(
    r"(?<![{letters}\d])(?:(?P<before>(?<!'){direction}[.,:;]?\s{1,3})(?:{starting}\s{1,3})?"
    r"(?:{place_follows}\s{1,3})?(?:{article}\s{1,3})?(?:{place}\s{1,3})?)?(?P<spot>{square})\s{0,3}"
    r"(?P<range>(?:{range_sign}|{up_to}{end})\s{0,3}(?:{square}|\d{1,2}(?!\d)))?\s{0,3}"
    r"(?P<after>[-,:./(]{0,2}\s{0,2}{direction}(?![{letters}{joker_mark}])\.?\)?|{letter_behind})?"
)
_WORD_BEHIND = worded(
    r"[\s:=,;(/>-]{0,16}(?P<gap>)(?P<word>{tile}+{joker_mark}?)(?![\w{joker_mark}]|-\w)"
    r"(?P<way>[\s,;(/-]{1,3}{direction}(?![{letters}]))?"
)
_WORD_FURTHER_ON = worded(
    r"[\s:=,;(/>-]{0,6}(?P<gap>(?:(?:{intent}|{opening}|{filler}|{article}|{field_word}){end}\s{1,3}){1,5})"
    r"(?P<word>{tile}+{joker_mark}?)(?![\w{joker_mark}]|-\w)"
)
_WORD_BEFORE = worded(
    r"(?<![\w{joker_mark}-])(?P<word>{tile}{1,30}{joker_mark}?)[\s:=,;(/-]{0,4}"
    r"(?:{laying}[\s:,-]{1,4})?(?:{starting}\s{1,3})?(?:{place_follows}\s{1,3})?(?:{article}\s{1,3})?(?:{place}\s{1,3})?$"
)
# "senkrecht beginnend bei Feld L4": what the grammar need not know.
_LEADS_TO_SQUARE = worded(
    r"(?P<way>{direction}[.,:;]?\s{1,3})(?:{starting}\s{1,3})?(?:{place_follows}\s{1,3})?"
    r"(?:{article}\s{1,3})?(?:{place}\s{1,3})?(?={square})"
    r"|(?<![{letters}]){starting}\s{1,3}(?=(?:{place_follows}\s{1,3})?{square})"
)
# "GEHEILTEN legen, senkrecht ab K3": the word may have its verb behind it.
_LAYING = worded(
    r"(?<=\s){laying}[\s:,-]{1,4}(?=(?:{direction}|{place_follows}|{starting}|{square}){end})"
)
_PARTED = {True: worded(r"\s*+(?:[,:;(/-]|{laying}[\s:,-])"), False: re.compile(r"\s*+[,;(]")}
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
    if word is None or not is_word(word["word"]):
        word = _WORD_FURTHER_ON.match(text, spot.end())
    if word is None or not (is_word(word["word"]) or _is_called_word(word, word["gap"])):
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
    if not (is_word(word["word"]) or _is_called_word(word, text[start : word.start()])):
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
    return is_named and KNOWN_WORD.fullmatch(found["word"]) is None


_CALLED_WORD = worded(r"(?<![{letters}]){field_word}\s{1,3}$")


def is_word(word: str) -> bool:
    """Tell whether *word* is written as one in a move, and is no greeting in capitals."""
    return is_written_as_move(word) and not commands.is_shouted_greeting(word.strip("*"))


def small_play_in(text: str) -> FoundPlay | None:
    """Return the one play of a line whose word is in small letters: `ich lege l4s menüs`."""
    spots = list(_spots(text[:LONGEST_SENTENCE], Axes.COLUMNS))
    if len(spots) != 1:
        return None
    word = _WORD_BEHIND.match(text, spots[0].end())
    if word is None or len(word["word"]) < 2 or KNOWN_WORD.fullmatch(word["word"]):
        return None
    if not (_AFTER_SMALL.match(text, word.end()) or commands.is_closing(text[word.end() :])):
        return None
    return FoundPlay(spots[0].start(), word.end(), is_word_first=False)


def could_be_play(text: str, axes: Axes) -> bool:
    """Tell whether a line holds a place with its direction and, anywhere, a word written as one."""
    if not DIGIT.search(text):
        return False
    spots = list(_spots(text, Axes.COLUMNS)) or (
        list(_SPOT.finditer(text)) if axes is Axes.ROWS else []
    )
    if not spots:
        return False
    outside = _SPOT.sub(" ", text)
    return any(is_word(word[0]) for word in WRITTEN.finditer(outside))


def without_leading_words(text: str) -> str:
    """Return *text* without the words that lead to a square, character for character in place."""
    plain = _LAYING.sub(lambda found: " " * len(found[0]), text)
    return _LEADS_TO_SQUARE.sub(lambda found: (found["way"] or "").ljust(len(found[0])), plain)


def is_plain_name(text: str) -> bool:
    """Tell whether nothing in the name of a person or a game reads as a move, or as a command.

    Our mails show names anywhere, and people quote those mails anywhere: a name `M10s EUBÖA` would
    be somebody's move.
    """
    says_command = any(
        each(text) is not None for each in (commands.command_in, commands.order_with_value)
    )
    if says_command or holds_play(text):
        return False
    has_digit = DIGIT.search(text) is not None
    return not (has_digit and (any(_spots(text, Axes.COLUMNS)) or could_be_play(text, Axes.ROWS)))


WRITTEN = worded(r"(?<![{letters}{joker_mark}\d])(?:{tile})+(?![{letters}\d])")
KNOWN_WORD = worded(
    r"(?:{opening}|{intent}|{filler}|{conjunction}|{points}|{place_follows}|{play}|{round}|{place}|"
    r"{article}|{joker}|{stands_for}|{unsure}|{past}|{withdrawn}|{of_others}|{instead}|{correction})\.?"
)
_AFTER_SMALL = worded(r"\s{0,3}(?:$|[.,!;:(=+-]|\d)")


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


_SQUARE = worded(r"(?<![{letters}\d])(?P<square>{square})[{letters}]?(?![{letters}])")
_FIELD = worded(r"(?<![{letters}])(?:{field_word}|{place}|{play}){end}")
_POSTSCRIPT = worded(r"^\W*{postscript}[:.,]?")
_SIGNS = " .,:;!?()-"
_CAPITALS = worded(r"(?<![{letters}\d*])(?-i:[A-ZÄÖÜ]{4,15})(?![{letters}\d*])")


def _cue(row: str) -> re.Pattern[str]:
    return worded(rf"(?<![{{letters}}]){{{row}}}(?![{{letters}}])")


_INSTEAD = worded(r"(?<![{letters}])(?:{instead}|{correction})(?![{letters}])")
_OTHERWISE, _CORRECTION, _UNSURE, _PAST, _OF_OTHERS, _INTENT = map(
    _cue, ("otherwise", "correction", "unsure", "past", "of_others", "intent")
)
_HANGING = r"(?<![{letters}]){hangs}{end}(?![^.!\n]{0,200}\?)"
_HANGS = worded(_HANGING)
_WITHDRAWN = worded(rf"(?<![{{letters}}]){{withdrawn}}{{end}}|{_HANGING}")
_FORMED_TOO = worded(r"(?<![{letters}]){formed_too}\s{1,3}$")
_CORRECTED = worded(r"(?<![{letters}]){correction}{end}(?!\W{0,4}(?-i:[A-ZÄÖÜ]{4}))")
_NEXT_ROUND = _cue("next_round")
_FOR_LATER = worded(
    r"(?:(?<![{letters}]){meant_for}\s{1,3}|\(\s{0,2}|^\W{0,4})(?:{article}\s{1,3})?{next_round}{end}"
)
_OPENING = worded(
    r"(?:(?:{opening}|{filler}|{conjunction}|{play}|{round}|{place}|{place_follows}|{my}|{points})"
    r"(?![{letters}])|\d{1,3}|[\s.,:;!()=/-])*+"
)
_GOES_ON = worded(
    r"[\s\d.,:;!()=\"'-]*+(?!{from_me})"
    r"(?:{conjunction}|{filler}|{place_follows}|{goes_on})(?![{letters}])"
    r"(?!\s{1,3}{round}\s{0,2}\d)"
)
# "ohne Joker", "kein Ersatz", "no blank": these say nothing against the play.
_WITHOUT = worded(
    r"(?:{without}|{without_any})[{letters}]*\s{1,3}(?:{joker}|{points}|{otherwise}|{total})(?![{letters}])"
    r"|(?:{joker}|{points})\s{1,3}{without_any}[{letters}]*|(?<![{letters}]){polite}{end}"
)
_SENTENCE_END = regex(r"(?<=[a-zäöüß!?)])[.!?]+(?=\s)|[!?](?=\s)|\n")


def sense_of(before: str, after: str, *, is_first: bool) -> Sense:
    """Return what the words *before* a play in its line, and those *after* it, make of it.

    *is_first*: neither play nor number stands before it; a line that begins with `und` is then the
    rest of a sentence that nobody has seen.
    """
    if (named := _FOR_A_WORD.search(before)) is not None:
        rest = f"{before[: named.start()]} {before[named.end() :]}"
        sense = sense_of(rest, after, is_first=is_first)
        return Sense.INSTEAD if sense is Sense.MEANT else sense
    is_alone = _stands_alone(before, after)
    lead = None if is_alone else _sense_of_lead(before)
    if lead in (Sense.PAST, Sense.UNSURE) or not is_clear_after(after):
        return Sense.PAST if lead is Sense.PAST else Sense.UNSURE
    if lead is not None:
        said = _last_sentence(before)
        is_free = _CONDITION_FIRST.match(said) is None
        is_said = lead is Sense.ALTERNATE or (is_free and _accounts_for(said))
        return lead if is_said else Sense.UNSURE
    if is_alone:
        return Sense.MEANT
    sentence = commands.without_greeting(_last_sentence(_WITHOUT.sub(" ", before)))
    if _is_anothers(sentence) or _NEXT_ROUND.search(sentence) or _LIKENED.search(sentence):
        return Sense.UNSURE
    if _CONDITION_FIRST.match(sentence) or _FOR_A_TURN.search(sentence):
        return Sense.UNSURE
    if _announces(sentence):
        return Sense.MEANT
    if _INTENT.search(sentence):
        return Sense.MEANT if _accounts_for(sentence) else Sense.UNSURE
    if (_OPENING.fullmatch(sentence) or not sentence.strip(_SIGNS)) and not (
        is_first and (_GOES_ON.match(sentence) or _is_rest(sentence))
    ):
        return Sense.MEANT
    return Sense.UNSURE


def _accounts_for(sentence: str) -> bool:
    """Tell whether every word has a role in the clause that leads to a play: `so, heute lege ich`.

    One that no list knows may be what makes it somebody else's, a wager or a figure of speech.
    """
    clause = _CLAUSE_END.split(sentence)[-1]
    return _ROLES.fullmatch(clause) is not None or _SCORES_WITH.search(clause) is not None


_SCORES_WITH = worded(r"\d\s{0,3}{points}\s{1,3}{filler}\W{0,3}$")


_CLAUSE_END = worded(r"[,;:(–]|\s-\s|(?<![{letters}])(?:{conjunction}|{contrast}){end}")
_ROLES = worded(
    r"(?:\W|\d+|(?:{intent}|{opening}|{says_little}|{filler}|{article}|{my}[{letters}]{0,2}|{play}|{place}|{points}|{round}|{laying}"
    r"|{lays}|{polite}|{reckons}|{myself}|{also}|{starting}|{place_follows}|{field_word}|{up_to}|{total}|{reckoned}"
    r"|{right}|{direction_word}|{idle}|{instead}|{otherwise}|{correction}){end})*+"
)


def _announces(sentence: str) -> bool:
    """Tell whether a sentence ends with a colon, and is its writer's own: `Heute habe ich nur das: `.

    Or the clause right before the colon says more than `so`, and each word of it has a role: `Empfang
    mies, darum kurz: `.
    """
    said = sentence.rstrip()
    if not said.endswith(":"):
        return False
    clause = _CLAUSE_END.split(said.rstrip(" :"))[-1]
    is_accounted_for = len(clause.split()) > 1 and _ROLES.fullmatch(clause) is not None
    return is_accounted_for or _I_MYSELF.search(said) is not None


_LIKENED = worded(r"(?<![{letters}]){likened}\W{0,4}$")
_FOR_A_TURN = worded(
    r"(?:(?<![{letters}]){meant_for}\s{1,3}(?:{article}\s{1,3})?(?:{turn}|{play})|^\W{0,4}{turn})\s{0,2}\d"
)
_CONDITION_FIRST = worded(r"\W{0,4}{condition}{end}")


_I_MYSELF = worded(r"(?<![{letters}]){myself}{end}")


_FOR_A_WORD = worded(
    r"(?<![{letters}]){in_place_of}\s{1,3}(?:(?:{article}|{play}|{my}[{letters}]*)\s{1,3}){0,2}"
    r"(?-i:[A-ZÄÖÜ]{2,15})(?![{letters}\d])"
)
"""`statt AMINE`: a word without its place that a play stands for."""


def _stands_alone(before: str, after: str) -> bool:
    """Tell whether a play is a sentence of its own: `Sorry for the delay. L4d MENÜS. Best, Karin`.

    A question before it, `Was sonst?`, leaves nothing in doubt.
    """
    text = _WITHOUT.sub(" ", before)
    against = (_PAST, _WITHDRAWN, _OF_OTHERS, _NEXT_ROUND)
    doubts = () if before.rstrip().endswith("?") and len(before.split()) > _FEW else (_UNSURE,)
    return (
        _ENDED.search(before) is not None
        and _ENDS.match(_WITHOUT.sub(" ", after)) is not None
        and not any(cue.search(text) for cue in (*against, *doubts))
    )


_FEW = 3
"""So few words may be a question about the play itself: `Oder doch so?`."""


_ENDED = regex(r"(?<=[a-zäöüß)])[.!?]+\s{1,3}$")
_ENDS = regex(r"\s{0,3}(?:$|[.!;,\n])")


def clause_before(before: str) -> str:
    """Return the words before a play that say whose it is: its sentence, or the clause that says `ich`."""
    sentence = commands.without_greeting(_last_sentence(before))
    clause = re.split("[,;]", sentence)[-1]
    says_own = _INTENT.search(clause) is not None and _I_MYSELF.search(clause) is not None
    return clause if says_own else sentence


def gives_way(before: str, after: str) -> bool:
    """Tell whether a play among several of its line is the one that another stands for: `statt L4s AMINE`."""
    cue = _IN_PLACE_OF.search(before)
    return cue is not None and sense_of(before[: cue.start()], after, is_first=False) in (
        Sense.MEANT,
        Sense.INSTEAD,
    )


_IN_PLACE_OF = worded(
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
    sentence = commands.without_greeting(_last_sentence(plain))
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


_RECKONED = worded(
    r"^(?=[^.!?\n]{0,60}\d)(?:\W|(?:{reckons}|{reckoned}|{right}|{filler}|{points}|{total}){end}|\d{1,3}(?!\d))*+(?=$|\n)"
)
"""What is said of a play's points to the end of the line, and nothing else."""


def is_clear_after(after: str) -> bool:
    """Tell whether nothing behind a play in its line speaks against it."""
    text = _RECKONED.sub(" ", _WITHOUT.sub(" ", after), count=1)
    text = _FOR_A_WORD.sub(" ", _OTHERWISE.sub(" ", text))
    sentence = _SENTENCE_END.split(text, maxsplit=1)[0]
    is_against = any(cue.search(text) for cue in (_WITHDRAWN, _SQUARE_INSTEAD)) or any(
        cue.search(sentence) for cue in (_UNSURE, _PAST, _CORRECTED, _FOR_LATER)
    )
    if is_against or "?" in text[: len(sentence) + 1] or breaks_off(text[len(sentence) + 1 :]):
        return False
    if speaks_against_it(text):
        return False
    return _is_accounted_for(text)


def _is_accounted_for(after: str) -> bool:
    """Tell whether every word has a role that stands behind a play in its own clause.

    What is set off from it, `L3s KOHLEN, schönes Wochenende`, is a remark.
    """
    sentence = _SENTENCE_END.split(_CONJUNCTION.sub(",", after), maxsplit=1)[0]
    clauses = _CLAUSE_END.split(sentence)
    said = clauses if _QUOTED.match(sentence) else clauses[:1]
    return all(
        _ROLES.fullmatch(_OF_JOKERS.sub(" ", each)) is not None
        or commands.is_greeting(each.strip())
        for each in said
    )


_CONJUNCTION = _cue("conjunction")
_OF_JOKERS = worded(
    r"(?<![{letters}\d])(?:{joker}|{swap}|{square}|{stands_for}|{joker_for}|{without}|(?-i:[A-ZÄÖÜ]{1,15})){end}"
)


QUOTE = r"[\"”“»«'’]"
_QUOTED = regex(rf"{QUOTE}\s{{0,2}},?\s{{0,2}}[^\W\d_]")
"""What goes on behind a play in quotation marks, which may be what somebody else said."""


def breaks_off(text: str) -> bool:
    """Tell whether a sentence begins as one does by which somebody stops himself: `Nein, ...`."""
    return _BREAKS_OFF.match(text) is not None


_BREAKS_OFF = worded(r"\W{0,9}{breaks_off}(?:\W{0,3}$|\s{0,2}[,.!:;…-]|\s{1,3}(?-i:[A-ZÄÖÜ]))")


def speaks_of_it(text: str) -> bool:
    """Tell whether a sentence beside a play speaks of the play: `Das ist für Runde 7.`"""
    return _SPEAKS_OF_IT.search(text) is not None


def speaks_against_it(text: str) -> bool:
    """Tell whether a sentence beside a play says that it is not to count, or not now: `Den lege ich nicht.`

    It speaks of the play (`das`), or begins as one that leaves that out: `Bitte nicht eintragen`. What is said
    of its worth, `Das bringt nicht viel`, is nothing against it.
    """
    return any(map(_is_against_it, _SENTENCE_END.split(_WITHOUT.sub(" ", text))))


def _is_against_it(sentence: str) -> bool:
    if not speaks_of_it(sentence) and _BEGINS_AGAINST.match(sentence) is None:
        return False
    if any(cue.search(sentence) for cue in (_WITHDRAWN, _NEXT_ROUND, _OF_LAST_ROUND)):
        return True
    return _DOES.search(sentence) is not None and _UNSURE.search(sentence) is not None


# Not `das Wetter`, `den ganzen Tag`: in German a noun follows an article.
_SPEAKS_OF_IT = worded(
    r"(?<![{letters}]){it}{end}(?!\s{1,3}(?:[{letters}]{1,20}e[nrsm]?\s{1,3})?(?-i:[A-ZÄÖÜ]))"
)
_BEGINS_AGAINST = worded(r"\W{0,9}(?:{polite}\s{1,3})?{unsure}{end}")
_OF_LAST_ROUND = worded(r"(?<![{letters}]){past}\s{1,3}{round}")
_DOES = _cue("does")


def says_other_way(after: str, direction: Direction) -> bool:
    """Tell whether the sentence behind a play names the way that it does not go: `G8s LERNT (waagerecht)`."""
    sentence = _SENTENCE_END.split(after, maxsplit=1)[0]
    return _WAY[direction.other].search(sentence) is not None


def _ways(direction: Direction) -> Iterator[str]:
    """Yield the names of a direction that nobody takes for anything else."""
    yield from (form for form in direction_forms(direction) if len(form) >= _UNMISTAKABLE)
    yield from (phrase for phrase in phrases_of(direction) if " " in phrase)


_UNMISTAKABLE = 6
_WAY = {each: worded(rf"(?<![{{letters}}]){any_of(_ways(each))}{{end}}") for each in Direction}


_SQUARE_INSTEAD = worded(r"(?<![{letters}])(?:{instead}|{correction}){end}\W{0,3}{square}")


def sense_of_line(text: str) -> Sense | None:
    """Return what a line without a play says of the play in the line below; None if nothing."""
    plain = _WITHOUT.sub(" ", text)
    if _WITHDRAWN.search(plain) or _ASKS_WHY.search(plain):
        return Sense.UNSURE
    if not text.rstrip().endswith((":", "...", "-")) and len(plain.split()) > 3:
        return None
    if _NEXT_ROUND.search(plain):
        return Sense.UNSURE
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
        and not is_on_condition(text)
        and _I_MYSELF.search(clause) is not None
        and _INTENT.search(clause) is not None
        and not any(cue.search(clause) for cue in against)
    )


_ON_CONDITION = worded(r"(?<![{letters}]){condition}{end}")


def is_on_condition(text: str) -> bool:
    """Tell whether a condition stands in a text: `Falls Ben passt:`."""
    return _ON_CONDITION.search(text) is not None


_ASKS_WHY = worded(r"(?<![{letters}]){why}{end}[^?]{0,200}\?\W*$")


def makes_alternates(text: str) -> bool:
    """Tell whether a line without a play makes alternates of those below it: `Ersatzzüge:`."""
    return sense_of_line(text) is Sense.ALTERNATE


def speaks_against(beside: str) -> bool:
    """Tell whether what is written to a play speaks against it: `(waagerecht?)`, `(noch nicht endgültig)`."""
    text = _RECKONED.sub(" ", _WITHOUT.sub(" ", beside.partition(COMMENT_MARK)[0]), count=1)
    return withdraws(beside) or any(
        _UNSURE.search(_RIGHT.sub(" ", _OTHERWISE.sub(" ", said[1])))
        for said in _IN_BRACKETS.finditer(text)
        if _RECKONED.match(said[1]) is None
    )


_RIGHT = _cue("right")
_IN_BRACKETS = regex(r"\(([^()]*)\)")


def withdraws(text: str) -> bool:
    """Tell whether words take back the play above or before them: `Diesen Zug bitte streichen`, `(nein)`."""
    plain = _OTHERWISE.sub(" ", text)
    return _WITHDRAWN.search(plain) is not None or _NO.fullmatch(plain) is not None


_NO = worded(r"\W{0,9}{instead}\W{0,9}")


def hangs(text: str) -> bool:
    """Tell whether a sentence that asks nothing lets a move hang on something: `Gilt nur, wenn Ben passt.`"""
    return _HANGS.search(text) is not None


def begins_postscript(text: str) -> bool:
    """Tell whether a line begins with `PS`: what it adds may stand beside what was said, or for it."""
    return _POSTSCRIPT.match(text) is not None


_ANOTHERS = worded(
    r"(?<![{letters}])(?P<name>(?-i:[A-ZÄÖÜ])[{letters}]{2,30}?)(?:\s?s)\s{1,3}[{letters}]{0,20}{others_play}(?![{letters}])"
    r"|{others_plays}\s{1,3}{of_another}\s{1,3}(?!(?:{round}|{opening}|{article}|{by_myself}){end})"
    r"(?-i:[A-ZÄÖÜ])[{letters}]+"
)


def _is_anothers(sentence: str) -> bool:
    """Tell whether a sentence speaks of a move that somebody else made: `Der Zug von Gerda`, `Gerdas Zug`."""
    found = _ANOTHERS.search(sentence)
    return found is not None and KNOWN_WORD.fullmatch(f"{found['name'] or ''}s") is None


_FURTHER = worded(
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


_RATHER = worded(r"(?<![{letters}]){rather}{end}|(?<![{letters}]){not_but}\s{1,3}(?-i:[A-ZÄÖÜ]{2})")


def speaks_of_field(text: str) -> bool:
    """Tell whether a line speaks of a move, a word or a square."""
    return _FIELD.search(text) is not None


def parts_named(text: str) -> list[str]:
    """Return the squares, and the words written as one in a move, that a line names."""
    words = (found[0] for found in WRITTEN.finditer(text) if is_word(found[0]))
    squares = ("".join(found["square"].split()) for found in _SQUARE.finditer(text))
    return [each.upper() for each in (*words, *squares)]


def further_words(after: str) -> list[tuple[int, int]]:
    """Return where words in capitals stand right behind a play: `und HERBSTS`, greetings aside.

    None where all that follows is in capitals and says more.
    """
    found: list[tuple[int, int]] = []
    at = 0
    while (word := _FURTHER.match(after, at)) and is_word(word["word"]):
        found.append(word.span("word"))
        at = word.end()
    is_shouted = not any(map(str.islower, after))
    return [] if is_shouted and any(map(str.isalpha, after[at:])) else found


def words_in_capitals(after: str) -> list[tuple[int, int]]:
    """Return where words of four letters and more stand in capitals in the sentence behind a play.

    `L3s KOHLEN, vielmehr KAHNES`: what could be laid, too, must be what the play forms. None where all
    that follows is in capitals.
    """
    sentence = _SENTENCE_END.split(
        after.partition(COMMENT_MARK)[0].partition(ALTERNATE_MARK)[0], maxsplit=1
    )[0]
    if not any(map(str.islower, sentence)):
        return []
    return [
        found.span()
        for found in _CAPITALS.finditer(sentence)
        if KNOWN_WORD.fullmatch(found[0]) is None
        and not commands.is_shouted_greeting(found[0])
        and _FORMED_TOO.search(sentence[: found.start()]) is None
    ]


_JOKER = worded(r"(?<![{letters}])(?:{joker}|{swap})(?![{letters}])")


_LETTER = worded(r"(?<![{letters}\d])(?:[A-ZÄÖÜ]|{square})(?![{letters}\d])")


def has_second_idea(text: str, played: Container[str]) -> bool:
    """Tell whether a sentence offers or asks about what is not *played*: `Oder geht auch BESEN auf M9?`.

    A word or a square alone is offered by how its sentence begins, `oder DEVIER`, or by what it says,
    `BESEN ginge wohl auch`; both by a question, too.
    """
    for sentence in _SENTENCE.findall(text[:LONGEST_SENTENCE]):
        word, place = _names_other_word(sentence, played), _names_other_square(sentence, played)
        if _OFFERS.match(sentence) and (word or place):
            return True
        if _PAST.search(sentence) or _is_anothers(sentence):
            continue
        is_named = word or (place and _other_word_left(sentence, played))
        if is_named and _POSSIBLE.search(sentence) and _ALSO.search(sentence):
            return True
        if sentence.endswith("?") and word and place:
            return True
    return False


def may_have_second_idea(text: str, played: Container[str]) -> bool:
    """Tell whether a sentence may offer a word in small letters, as any word may be: `oder geht auch devier?`."""
    sentences = _SENTENCE.findall(text[:LONGEST_SENTENCE])
    begun = ((each, _OFFERS.match(each)) for each in sentences)
    return any(
        _other_word_left(each[found.end() :], played) for each, found in begun if found is not None
    )


def _other_word_left(sentence: str, played: Container[str]) -> bool:
    """Tell whether one word is left of an offer that is neither one of its own nor *played*."""
    rest = _BESIDE_OFFER.sub(" ", sentence)
    other = [found[0] for found in WRITTEN.finditer(rest) if not KNOWN_WORD.fullmatch(found[0])]
    return len(other) == 1 and len(other[0]) >= _SHORTEST and other[0].upper() not in played


_SHORTEST = 3


def _names_other_word(sentence: str, played: Container[str]) -> bool:
    rest = _SQUARE.sub(" ", sentence)
    words = (found[0] for found in WRITTEN.finditer(rest) if is_word(found[0]))
    other = (word for word in words if len(word) > 1 and word.upper() not in played)
    return any(KNOWN_WORD.fullmatch(word) is None for word in other)


def _names_other_square(sentence: str, played: Container[str]) -> bool:
    squares = ("".join(found["square"].split()) for found in _SQUARE.finditer(sentence))
    return any(square.upper() not in played for square in squares)


_SENTENCE = regex(r"[^.!?\n]+[.!?]*")
_OFFERS = worded(
    r"\W{0,9}(?:{conjunction}\s{1,3})?(?:{or_instead}{end}|{alternate}[{letters}]{0,12})"
)


_POSSIBLE, _ALSO = _cue("possible"), _cue("also")
_BESIDE_OFFER = worded(
    r"(?<![{letters}\d])(?:{possible}|{also}|{idle}|{opening}|{filler}|{conjunction}|{article}|{instead}|{unsure}"
    r"|{right}|{play}|{field_word}|{place_follows}|{square}|{direction_word}|{points}){end}"
)


def names_joker(after: str) -> bool:
    """Tell whether the words behind a play speak of a joker, in a way that was not read."""
    return _JOKER.search(_WITHOUT.sub(" ", after)) is not None


def names_letter(after: str) -> bool:
    """Tell whether the words behind a play name a letter or a square: what a joker is, or where."""
    return _LETTER.search(after) is not None


def speaks_of_move(text: str) -> bool:
    """Tell whether the words of a line say that a play is meant, replaced or taken back."""
    return any(cue.search(text) for cue in (_INTENT, _OTHERWISE, _INSTEAD, _WITHDRAWN))
