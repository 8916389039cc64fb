"""Lines of a mail to the words of Scrabble-Bingo, and to a call of BINGO (other games 2).

Rule for editors: a way of writing stands in the tables below and nowhere else.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from msgspec import Struct, field

from mailref.games.bingo.as_meant import as_meant
from mailref.games.bingo.rules import WORD_LENGTH, WORDS, WrittenWords
from mailref.games.bingo.switches import BingoRules
from mailref.orders import commands
from mailref.orders.drawn_tables import without_bars
from mailref.orders.entries import Habits, Named, OrderRow, ProseRow, Row, SectionReader
from mailref.orders.free_words import leaves_as_said
from mailref.orders.named import holds, is_told_by_others, makes_move, masked
from mailref.orders.order_lines import clauses_of, hangs_on_something, pattern_of
from mailref.orders.order_words import forms
from mailref.orders.remarks import IS_PLAIN_TALK, IS_TALK_ALL_THE_SAME, PLAY, weight_of
from mailref.orders.roles import have_roles
from mailref.orders.sections import last_sentence, sentence_spans, sentences_of, unsays, withdraws
from mailref.orders.shapes import NAMES_OF_DAYS, NAMES_OF_MONTHS, bare_subject, is_barred, is_reply
from mailref.orders.table_forms import without_told_fields
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front
from mailref.tiles.board import Notation
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import TextSpan, worded
from mailref.tiles.tile_set import GERMAN, TileSet
from mailref.tiles.when_used import regex

_MY = r"(?:{here_are}\s+)?(?:(?:{my_words}|{the_words})\s+)?"
_BOTH = r"(?:{both_words}\s+)?"
_NAMED = r"(?:(?:bingo-?\s?)?{words_called}|bingo)"
_OURS = r"(?:{my_words}\s+|{the_words}\s+(?={both_of_them}\s))"
_LABEL = worded(
    rf"[\W_]*(?:{_MY}{_BOTH}{_NAMED}\s*[:=]|{{my_words}}\s+{{both_of_them}}\s*[:=]|{_OURS}{_BOTH}{_NAMED}\s+{{words_are}}\b:?)\s*"
)
"""`BINGO:`, `Meine Wörter:`, `My two words are`."""
_COUNTED_LABEL = worded(
    r"[\W_]*(?:{both_words}\s+{words_called}(?:\s*,\s*{of_seven_letters})?|{in_their_place})\s*[:=]\s*"
)
"""`Two words, seven letters each:`, `Neu:`: behind it stand the two words and nothing else."""
_PLAIN_LABEL = regex(r"\W*bingo\W+", re.IGNORECASE)
"""`BINGO STERNEN GARTENS`: without a colon only before two words."""
_NUMBERED = worded(
    r"\W*(?:{this_word}\s+)?(?:{word_called}\s*)?(?:nr\.?\s*)?[12]\s*[.):=/-]?\s*(?:{word_called}\b\s*)?[:=]?\s*"
    r"|\W*{word_called}\s+(?-i:[A-Z])\s*[:=]\s*"
    r"|\W*(?:{this_word}\s+)?(?:{nth_word}(?:\s+{word_called})?|{word_called}\s+{nth_as_number})\s*(?:[:=]|\s{word_is}\b)\s*"
    r"|\W*(?:{this_word}\s+)?{word_called}\s*(?:[:=]\s*|\s{word_is}\s+(?=(?-i:[A-ZÄÖÜ]{4})))"
)
_CALLED_WORD, _COUNTED = worded(r"\b{word_called}\b"), regex(r"\d")
"""What makes a label of `Das zweite ist`: without it only a word of seven letters is one."""
_CALL = worded(
    r"\W*(?:{calls}\s+)?(?:{a_bingo}\s+)?(?:b+[\s.-]?i+[\s.-]?n+[\s.-]?g+[\s.-]?o+\W{0,20}){1,5}"
)
_SAYS_CALL = worded(
    r"\W*(?:{surely}\W+){0,3}(?P<says>{have_bingo}\s+(?:{surely}\W+){0,3}(?:{a_bingo}\s+)?)?(?P<word>bingo)"
    r"(?:\W+{surely}){0,2}\W*"
)
"""A clause that calls: `ich habe jetzt BINGO`; without a verb only in capitals, or with `!`."""
_YOURS = worded(r"\b{yours}\b")
"""`BINGO! Your call counts`: said of another's."""
_NOT_YET = pattern_of(
    r"{begin}(?:(?!{surely}{end})[[not_now]]|[[negation]]|[[if]]|[[maybe_if]]|[[unless]]|[[you]]|{not_yet}){end}"
)
_BETWEEN = worded(r"(?:[\s,;/&+.:\"'„“”*_-]|\b{and_words}\b)+")
_WORD = regex(r"(?:[^\W\d_]|\[[^\W\d_]{2,3}\])+")
_CAPITALS = regex(rf"(?<![^\W\d_])[^\W\d_a-zäöüß]{{{WORD_LENGTH}}}(?![^\W\d_])")
_NTH = r"(?:{this_word}\s{1,3})?{nth_word}(?:\s{1,3}{word_called})?(?:\s{1,3}{word_is})?\s{0,3}:?\s{0,3}"
_NUMBERED_PAIR = worded(
    rf"\b{_NTH}{PLAY}\s{{0,3}}[,;]?\s{{1,3}}(?:{{and_words}}\s{{1,3}})?{_NTH}{PLAY}"
)
"""`Erstes Wort STERNEN, zweites Wort GARTENS`"""
_LAY = forms("lay")[0].lower()
_IN_A_ROW = worded(rf"{PLAY}(?:(?:[\s,;/&+]|\b{{and_words}}\b)+{PLAY})+")
_PART = regex(rf"(?<![\w-])[A-ZÄÖÜ]{{{WORD_LENGTH - 1},{WORD_LENGTH}}}(?![\w-])")
_OTHER_WORD = regex(r"(?<![^\W\d_])[^\W\d_a-zäöüß]{4,}(?![^\W\d_])")
_BEFORE_NAME = worded(
    rf"(?P<words>(?-i:[A-ZÄÖÜ]{{{WORD_LENGTH}}})\s{{0,3}}(?:[,/&+]|{{and_words}})\s{{0,3}}(?-i:[A-ZÄÖÜ]{{{WORD_LENGTH}}})),\s{{1,3}}"
    rf"(?:{{dear}}\s{{1,3}})?(?!\w{{{WORD_LENGTH}}}\W*$)(?-i:[A-ZÄÖÜ][a-zäöüéß]{{1,15}})\s{{0,3}}[.!]?\s*"
)
"""`STERNEN und GARTENS, liebe Ruth.`; as long as a word a name may be a third."""
_FOR_BINGO = worded(
    r"(?<!\w){on_behalf}s?\s{1,3}(?:[^\W\d_]{2,6}\s{1,3})?(?:scrabble-)?bingo(?!\w)(?:\s{0,3},)?"
)
"""`for the bingo`: says nothing of the words beside it."""
_ANY_CASE = rf"[^\W\d_]{{{WORD_LENGTH - 1},{WORD_LENGTH}}}"
_JOINS = r"\s{0,3}[,;/&+]\s{0,3}(?:{and_words}\s{1,3})?|\s{1,3}(?:{and_words}|[-–])\s{1,3}"
_PAIR = worded(
    rf"(?<![\w-])(?<!\w[,/&+])(?P<first>{_ANY_CASE})"
    rf"(?:{_JOINS}|[,;.]?\s{{1,3}}(?:{{and_words}}\s{{1,3}})?(?:{{this_word}}\s{{1,3}})?"
    r"(?:{nth_word}(?:\s{1,3}{word_called})?|{word_called}\s{1,3}{nth_as_number})(?:\s{0,3}[:=]|\s{1,3}{word_is})?\s{1,3})"
    rf"(?!{{nth_word}}\b)(?P<second>{_ANY_CASE})(?![\w-])(?!\s{{0,3}}(?:[,;/&+]\s{{0,3}}|{{and_words}}\s{{1,3}}){_ANY_CASE}(?!\w))"
    r"(?:\s{0,3}[,–-]\s{1,3}(?={beside_words}\s{1,3}{words_are}\s))?"
)
"""Two words side by side, in whatever letters: `Laterne und Kissens`, `Laterne, das zweite Kissens`; of three none."""
_REPLACES = pattern_of(
    r"{begin}{replaces}{end}(?=[^.!?\n]{0,40}?{begin}(?:{my}|{my_words}|[[i]]))[^.!?\n]{1,60}?{begin}{replaced_by}\s{1,3}$"
)
"""What is said to be exchanged for two words: `change my words to STERNEN and GARTENS`."""
_DAYS_AND_MONTHS = {*NAMES_OF_DAYS, *NAMES_OF_MONTHS}
_OF_LIST = worded(rf"{_ANY_CASE}\s{{0,3}}(?:[,;/&+]|\s{{and_words}})\s{{0,3}}$")
_LONGEST = 200
_LONGEST_TOLD = 400
"""Of a line in which words are named in a sentence."""
_SHORTEST = 4
"""A shorter word in capitals is no attempt at one of seven letters."""


class _Words(Struct, frozen=True):
    words: tuple[str, ...]
    span: TextSpan
    is_firm: bool = True
    """Whether its line says so, or is made of words of seven letters in capitals: no `sternen gartens`."""
    is_call: bool = False
    """Whether BINGO stands before them: once tiles are drawn, that is what is meant."""
    is_bare: bool = False
    """Whether nothing else stands on the line: below a greeting it is somebody's name."""


class _FoundWords(Struct):
    rows: list[_Words] = field(default_factory=list)
    call: TextSpan | None = None
    in_sentences: dict[str, TextSpan] = field(default_factory=dict)
    """Words of seven letters in capitals inside sentences, each with its line."""
    said: list[str] = field(default_factory=list)
    """The lines of prose above the greeting, with a sign for such words."""
    has_prose: bool = False
    unsaid: TextSpan | None = None
    """A line below words that takes them back or corrects them."""


def habits(rules: BingoRules) -> Habits:
    """Return how the players of a game of Scrabble-Bingo write."""
    return Habits(rules.notation, are_numbered=False, reader=BingoReader)


class BingoReader(SectionReader):
    """Reads the lines of mails in games of Scrabble-Bingo."""

    asks_for_words = True
    parts = WORDS

    def righted(self, lines: Sequence[Line]) -> Sequence[Line]:
        return as_meant(without_told_fields(without_bars(lines)))

    def recognises(self, line: Line, notation: Notation) -> bool:
        """Tell whether a line names words, or calls, beyond doubt."""
        found = _words_in(line, notation.tiles)
        is_firm = found is not None and found.is_firm
        return is_firm or is_call(line.text) or _calls_in_sentence(line)

    def written(self, lines: Sequence[Line], notation: Notation) -> WrittenWords | None:
        """Return the words that *lines* name, or the call; None where there is neither."""
        found = _FoundWords()
        is_closed = False
        for line in (part for each in lines for part in _apart(each, notation.tiles)):
            is_closed = is_closed or commands.is_closing(line.text)
            _note(line, found, notation.tiles, is_closed=is_closed)
        written = _written(found)
        if written is None or (written.unread_at is not None and not written.words):
            return self._two_listed(lines, notation.tiles) or written
        return written

    def _two_listed(self, lines: Sequence[Line], tiles: TileSet) -> WrittenWords | None:
        """Return the only two words of seven letters in a mail that a list knows, where nothing else is meant by them.

        They stand side by side in a clause that says nothing else, or each is counted: `als erstes ELEFANT, weil ...`
        """
        is_listed: IsListed | None = self._insight.of_kind
        if is_listed is None or tiles != GERMAN:
            return None
        above = [*takewhile(lambda line: not _ends_mail(line.text), lines)]
        listed = [[*_listed_in(line.text[:_LONGEST_TOLD], is_listed)] for line in above]
        named = _shown_among(listed)
        words = [*dict.fromkeys(x.named.order for row in named for x in row)]
        texts = [
            masked(line.text, (x.named for x in row))
            for line, row in zip(above, named, strict=True)
        ]
        said = [_IN_A_ROW.sub(PLAY, _without_asides(text)) for text in texts]
        are_shown = all(x.said.isupper() for row in named for x in row)
        is_meant = _are_apart(said) or _are_numbered(said)
        is_meant |= are_shown and (_are_his_own(said) or _are_counted(said))
        below = [line.text for line in lines[len(above) :] if line.text != commands.SIGNATURE]
        if len(words) != WORDS or any(map(_names_more, said)) or not is_meant:
            return None
        if not leaves_as_said([*said, *below]):
            return None
        at = next(line for line, row in zip(above, named, strict=True) if row)
        return WrittenWords(tuple(words), at.whole, is_call=False)

    def heading_alone(self, heading: TextSpan) -> WrittenWords | None:
        """Return the call that the heading `Bingo` is."""
        return WrittenWords((), heading, is_call=True) if is_call(heading.text) else None

    def may_head(self, title: str) -> bool:
        return not is_call(title)

    def named_in(self, text: str) -> Iterator[Named]:
        """Yield two words of seven letters that stand side by side, in whatever letters: `ich nehme Laterne, Kissens`.

        In small letters only where neither is a word of everyday, or all of the text is written so.
        """
        for pair in _PAIR.finditer(text[:_LONGEST]):
            words = pair.group("first", "second")
            spelled = [spell(word) for word in words]
            is_plain = any(map(str.islower, words)) and text.lower() != text
            if (
                all(len(word) == WORD_LENGTH for word in spelled)
                and not (is_plain and any(map(have_roles, words)))
                and not any(word.lower() in _DAYS_AND_MONTHS for word in words)
                and _OF_LIST.search(text[: pair.start()]) is None
            ):
                is_listed: IsListed | None = self._insight.of_kind
                is_possible = None if is_listed is None else all(map(is_listed, spelled))
                lead = _REPLACES.search(text[: pair.start()])
                start = pair.start() if lead is None else lead.start()
                yield Named(start, pair.end(), " ".join(spelled), is_possible=is_possible)

    def parts_in(self, text: str) -> Iterator[Named]:
        """Yield each word of seven letters in capitals, or in quotation marks, that a text names."""
        is_listed: IsListed | None = self._insight.of_kind
        for each in _PART.finditer(text[:_LONGEST_TOLD]):
            word = spell(each[0])
            if word.lower() not in _DAYS_AND_MONTHS:
                yield Named(*each.span(), word, is_possible=is_listed and is_listed(word))

    def in_subject(self, subject: str, rows: Sequence[Row]) -> WrittenWords | None:
        """Return the call of BINGO that a subject is, where the mail says nothing else.

        A reply repeats another mail's subject, and above a text it may be the name of the game.
        """
        said = [row.line.text for row in rows if isinstance(row, ProseRow | OrderRow)]
        called = bare_subject(subject)
        if is_reply(subject) or not is_call(called) or commands.is_prose(said):
            return None
        return WrittenWords((), TextSpan(0, 0, called), is_call=True)


IsListed = Callable[[str], bool]
"""Tells whether a word may be taken, as far as lists know."""


class _KnownWord(Struct, frozen=True):
    """A word that a list knows, as it is written, and where."""

    said: str
    named: Named


def _listed_in(text: str, is_listed: IsListed) -> Iterator[_KnownWord]:
    """Yield the words of seven letters in a text that a list knows, but for days and months."""
    for each in _WORD.finditer(text):
        word = spell(each[0])
        is_word = len(word) == WORD_LENGTH and word.lower() not in _DAYS_AND_MONTHS
        if is_word and is_listed(word):
            yield _KnownWord(each[0], Named(*each.span(), word))


def _shown_among(listed: Sequence[Sequence[_KnownWord]]) -> Sequence[Sequence[_KnownWord]]:
    """Return the words of lines in capitals; where there are none those that are no talk, with one of talk beside one.

    `zeitung, kamille`, and `Straßen und Termine`, but not `gestern, morgens`.
    """
    shown = [[x for x in row if x.said.isupper()] for row in listed]
    if any(shown):
        return shown
    plain = [[x for x in row if not have_roles(x.said)] for row in listed]
    count = len({x.named.order for row in plain for x in row})
    are_nouns = all(x.said[0].isupper() for row in listed for x in row)
    return listed if count == 1 or (count == 0 and are_nouns) else plain


def _ends_mail(text: str) -> bool:
    return text == commands.SIGNATURE or commands.is_closing(text)


_INITIALS = regex(r"\W*(?:[A-ZÄÖÜ]\.\s?){2,3}\W*")
"""With what somebody signs who gives no name: `B. O.`"""


def _are_apart(texts: Sequence[str]) -> bool:
    """Tell whether two words side by side stand in a clause that says nothing else, and all beside them is talk."""
    unsigned = [text for text in texts if _INITIALS.fullmatch(text) is None]
    said = [each for text in unsigned for each in sentences_of(text)]
    named = [each for each in said if PLAY in each]
    if len(named) != 1 or named[0].count(PLAY) != 1:
        return False
    lead, behind = named[0].split(PLAY)
    is_apart = _ENDS_CLAUSE.search(lead) is not None and _BEGINS_CLAUSE.match(behind) is not None
    is_of_them = (
        _OF_WORDS.search(named[0]) or is_told_by_others(behind) or _POINTS_BACK.match(behind)
    )
    return is_apart and not is_of_them and all(weight_of(each) <= IS_PLAIN_TALK for each in said)


def _are_his_own(texts: Sequence[str]) -> bool:
    """Tell whether two words side by side stand in a sentence of what their writer does: `Let me have § then.`"""
    said = [each for text in texts for each in sentences_of(text)]
    named = [each for each in said if PLAY in each]
    return (
        len(named) == 1
        and named[0].count(PLAY) == 1
        and _OF_MYSELF.search(named[0]) is not None
        and weight_of(named[0]) <= _IS_OWN
        and not _is_open(named[0])
    )


def _is_open(text: str) -> bool:
    is_asked = "?" in text or hangs_on_something(text)
    return is_asked or _TAKES_AWAY.search(text) is not None


def _are_numbered(texts: Sequence[str]) -> bool:
    """Tell whether two words that say nothing else have numbers: `1: Sternen 2: Gartens`"""
    text = " ".join(texts)
    found = _NUMBERED_BOTH.search(text)
    if found is None or text.count(PLAY) != WORDS:
        return False
    lead, behind = commands.without_greeting(text[: found.start()]), text[found.end() :]
    is_of_them = _LEADS_TO_WORDS.fullmatch(lead) is not None
    return is_of_them and all(map(_is_clear_talk, sentences_of(behind)))


def _are_counted(texts: Sequence[str]) -> bool:
    """Tell whether its writer counts two words, and leaves nothing open: `als erstes ..., als zweites ...`"""
    text = " ".join(texts)
    found = _EACH_COUNTED.search(text)
    return (
        found is not None
        and text.count(PLAY) == WORDS
        and have_roles(commands.without_greeting(last_sentence(text[: found.start()])))
        and not _is_open(text)
    )


_ENDS_CLAUSE = regex(r"(?:^|[,;.!])\s*$")
_BEGINS_CLAUSE = regex(r"\s*(?:$|[,;.!])")
_POINTS_BACK = worded(r"\W*{points_at_it}\b")
_FIRST_OF_TWO, _SECOND_OF_TWO = (
    rf"(?<!\w)\(?[{each}]\s?[.):=]{{1,2}}\s{{0,3}}{PLAY}" for each in ("1aA", "2bB")
)
_NUMBERED_BOTH = worded(
    rf"{_FIRST_OF_TWO}[\s,;.]{{1,4}}(?:{{and_words}}\s{{1,3}})?{_SECOND_OF_TWO}(?:[.!]{{1,3}}|,?\s{{1,3}}{{please}}[.!]?)?(?=,?\s|$)"
)
_LEADS_TO_WORDS = worded(
    r"(?:\W|(?<!\w)(?:{here_are}|{my_words}|{the_words}|{both_words}|{both_of_them}|{words_called}|{words_are}|{names_words}|bingo)(?!\w))*"
)
_COUNTS = r"(?<!\w)(?:{number_field}\s{1,3})?(?:{nth_word}|{nth_as_number})(?!\w)"
_NTH_WORD = rf"{_COUNTS}[^{PLAY}.!?\n]{{0,40}}{PLAY}"
_EACH_COUNTED = worded(rf"{_NTH_WORD}[^{PLAY}]{{0,120}}{_NTH_WORD}")
_OF_MYSELF = pattern_of(r"{begin}(?!je{end})(?:[[i]]|{my}{letter}{0,2}|{in_my_name}|{myself}){end}")
_IS_OWN = -180
"""Down from this weight the sentence of two words that speaks of its writer makes them his."""
_TAKES_AWAY = worded(r"(?<!\w)(?:{contrast}|{only_considered})(?!\w)")


def is_call(text: str) -> bool:
    """Tell whether a line calls: `BINGO!`."""
    return len(text) <= _LONGEST and _CALL.fullmatch(text) is not None


def _calls_in_sentence(line: Line) -> bool:
    """Tell whether a sentence calls, asks nothing, and speaks of now: `Ich glaube, ich habe BINGO!`."""
    if len(line.text) > _LONGEST:
        return False
    for sentence, stop, clauses in clauses_of(line):
        if _NOT_YET.search(sentence.text):
            continue
        for said in (_SAYS_CALL.fullmatch(each.text) for each in clauses):
            is_bare = said is not None and not said["says"] and not _YOURS.search(line.text)
            if said and (said["says"] or (is_bare and (said["word"].isupper() or "!" in stop))):
                return True
    return False


def _apart(line: Line, tiles: TileSet) -> Sequence[Line]:
    """Return both words and the sentences behind them as two lines: `FENSTER, LEITERN. WOHNUNG hatte ich auch.`"""
    lead = _amid_talk(line)
    if lead is not None:
        return [line.cut(0, lead), *_apart(cut_front(line, lead), tiles)]
    label = _LABEL.match(line.text[:_LONGEST]) or _COUNTED_LABEL.match(line.text[:_LONGEST])
    behind = _WORDS_ALONE.match(line.text[:_LONGEST], 0 if label is None else label.end())
    if behind is None:
        return [line]
    rest = line.text[behind.end() :]
    if _OTHER_WORD.search(rest) and _ONLY_CONSIDERED.search(rest) is None:
        return [line]
    is_talk = all(map(_is_clear_talk, sentences_of(rest))) and not _HEARSAY.search(rest)
    if label is not None and not is_talk:
        return [line]
    first = _words_in(line.cut(0, behind.end("words")), tiles)
    is_whole = first is not None and len(first.words) == WORDS
    return [line.cut(0, behind.end("words")), line.cut(behind.end())] if is_whole else [line]


def _amid_talk(line: Line) -> int | None:
    """Return where words with their label begin behind sentences that are clear talk: `... BINGO: LATERNE, KINDERN.`"""
    for begin, _ in [*sentence_spans(line.text[:_LONGEST_TOLD])][1:]:
        at = begin + len(line.text[begin:]) - len(line.text[begin:].lstrip())
        label = _LABEL.match(line.text, at)
        if label is not None and _WORDS_ALONE.match(f"{line.text[label.end() :]} .") is not None:
            above = line.text[:at]
            is_talk = all(map(_is_clear_talk, sentences_of(commands.without_greeting(above))))
            return at if is_talk and not _HEARSAY.search(above) else None
    return None


def _offers_third(text: str, rows: Sequence[_Words]) -> bool:
    """Tell whether a line below words names another that may be meant as well: `Oder doch lieber WOHNUNG`.

    So does each sentence that does not say that it was only thought of: `WOHNUNG gefällt mir besser`.
    """
    if _ONLY_OR.fullmatch(text):
        return True  # `STERNEN`, `oder`, `GARTENS`, each on a line
    is_said = _OR_RATHER.search(text) or sum(map(str.islower, text.split())) >= _SAID
    if not is_said or _ONLY_CONSIDERED.search(text):
        return False
    others = [each for each in _CAPITALS.findall(text) if each.lower() not in _DAYS_AND_MONTHS]
    return any(spell(each) not in row.words for each in others for row in rows)


def _stand_alone(texts: Sequence[str]) -> bool:
    """Tell whether each word, or both, stand in a clause that says nothing else, and all beside it is talk."""
    clauses = [each for text in texts for each in _APART.split(text) if each.strip()]
    named = [each for each in clauses if PLAY in each]
    return (
        leaves_as_said(texts)
        and all(_BOTH_ALONE.fullmatch(each) for each in named)
        and all(_is_clear_talk(each) for each in clauses if each not in named)
    )


def _is_clear_talk(text: str) -> bool:
    if text.rstrip().endswith(":"):
        return not _OF_WORDS.search(text) and weight_of(f"{text} {PLAY}") <= IS_PLAIN_TALK
    is_open = "?" in text or is_told_by_others(text)
    return commands.is_polite(text) or (not is_open and weight_of(text) <= IS_TALK_ALL_THE_SAME)


def _without_asides(text: str) -> str:
    """Return a text without what it says of its words in brackets, and that one of them stays."""
    plain = _ASIDE.sub(lambda aside: " " if _is_clear_talk(aside[1]) else aside[0], text)
    return _STAYS.sub(PLAY, plain)


_HEARSAY = worded(r"{begin}{by_hearsay}{end}")
_OF_WORDS = worded(r"\b(?:{words_called}|{word_called}|{names_words})\b")
_APART = regex(r"(?<=[.!?;:])\s+|\s+[-–]\s+")
_ASIDE = regex(rf"\s\(([^(){PLAY}\n]{{1,60}})\)")
_STAYS = pattern_of(rf"{PLAY}\s{{1,3}}[[keeps]](?=\s{{0,3}}(?:[.,;!]|$))")
_BOTH_ALONE = regex(rf"\W*{PLAY}\W*")
_BOTH_SAID = worded(rf"\b{{my_words}}\s+{_BOTH}{{words_called}}\b")
_SAID = 2
_ONLY_OR = pattern_of(r"\W*[[or]]\W*")
_OR_RATHER = pattern_of(r"^\W*[[or]]{end}|{begin}[[rather]]{end}")
_ONLY_CONSIDERED = worded(r"\b{only_considered}\b")
_WORDS_ALONE = regex(
    rf"\W*(?P<words>[^\W\d_a-zäöüß]{{{WORD_LENGTH}}}(?:\W{{1,4}}|\s\w{{1,4}}\s)[^\W\d_a-zäöüß]{{{WORD_LENGTH}}}[.!])\s+(?=\S)"
)


def _note(line: Line, found: _FoundWords, tiles: TileSet, *, is_closed: bool) -> None:
    if line.text == commands.SIGNATURE:
        return
    if is_call(line.text):
        found.call = found.call or line.whole
        return
    row = _words_in(line, tiles)
    if row is not None and not (row.is_bare and is_closed):
        found.rows.append(row)
        if line.text.rstrip().endswith("?"):
            found.unsaid = found.unsaid or line.whole
        return
    if not is_closed and _calls_in_sentence(line):
        found.call = found.call or line.whole
    elif (
        found.rows
        and not is_closed
        and (
            unsays(line.text, is_right_below=True)
            or _offers_third(line.text, found.rows)
            or (
                is_told_by_others(line.text) and _ONLY_CONSIDERED.search(line.text) is None
            )  # `... hatte ich auch überlegt, aber das nimmt bestimmt jeder`
        )
    ):
        found.unsaid = found.unsaid or line.whole
    bare = _FOR_BINGO.sub("", line.text)
    if not (is_closed or is_barred(line.text)):
        for word in _CAPITALS.findall(line.text[:_LONGEST_TOLD]):
            found.in_sentences.setdefault(word if tiles == GERMAN else tiles.word(word), line.whole)
        plain = _without_asides(_CAPITALS.sub(PLAY, bare))
        said = _NUMBERED_PAIR.sub(f"{_LAY} {PLAY}", plain)
        found.said.append(_IN_A_ROW.sub(PLAY, said).strip())
    if (label := _LABEL.match(bare)) is not None and label.end() == len(bare):
        return  # its words stand below
    found.has_prose = found.has_prose or (not is_closed and commands.is_prose([line.text, ""]))


def _words_in(line: Line, tiles: TileSet) -> _Words | None:
    """Return the words of a line that is made of nothing else, labels aside."""
    text = line.text
    if not text.strip() or len(text) > _LONGEST or commands.is_greeting(text) or is_barred(text):
        return None
    if (named := _BEFORE_NAME.fullmatch(text)) is not None:
        line = line.cut(0, named.end("words"))
        text = line.text
    for label in (_LABEL, _NUMBERED):
        if (at := label.match(text)) is not None:
            words = _words_behind(text[at.end() :], tiles)
            is_polite = commands.is_greeting(text[at.end() :])
            is_called = _CALLED_WORD.search(at[0]) is not None
            shortest = _SHORTEST if is_called or _COUNTED.search(at[0]) else WORD_LENGTH
            is_attempt = words and len(words) <= WORDS and min(map(len, words)) >= shortest
            if words and (label is _LABEL or (is_attempt and not is_polite)):
                return _Words(words, line.whole, is_call="bingo" in at[0].lower())
    for label in (_PLAIN_LABEL, _COUNTED_LABEL):
        words = _only_words(text[at.end() :], tiles) if (at := label.match(text)) else None
        is_shown = label is _PLAIN_LABEL or len(_CAPITALS.findall(text)) == WORDS
        if words is not None and len(words) == WORDS and is_shown:
            return _Words(words, line.whole, is_call=label is _PLAIN_LABEL)
    return _bare(line, tiles)


def _words_behind(text: str, tiles: TileSet) -> tuple[str, ...] | None:
    """Return the words behind a label: the two in capitals where they stand among others, and nothing is left open.

    `Meine Wörter: das erste ist KATZENS, das zweite HUNDERT.`
    """
    text = next((text[:end] for end in commands.closings(text)), text)
    words = _only_words(text, tiles)
    capitals = tuple(_CAPITALS.findall(text))
    is_talk = text.upper() != text and len(capitals) == WORDS == len(_OTHER_WORD.findall(text))
    if not is_talk or (words is not None and len(words) == WORDS):
        return words
    is_open = "?" in text or _NOT_YET.search(text) is not None or withdraws(text)
    is_open = is_open or unsays(text, is_right_below=True)
    return words if is_open else tuple(w if tiles == GERMAN else tiles.word(w) for w in capitals)


def _bare(line: Line, tiles: TileSet) -> _Words | None:
    words = _only_words(line.text, tiles)
    if words is None or not 1 <= len(words) <= WORDS:
        return None
    said = [part for part in _BETWEEN.split(line.text) if part]
    is_shouted = all(part.upper() == part for part in said)
    if any(commands.is_shouted_greeting(word) for word in words):
        return None
    if all(len(word) == WORD_LENGTH for word in words):
        return _Words(words, line.whole, is_firm=is_shouted, is_bare=True)
    if is_shouted and len(words) == WORDS and all(len(word) >= _SHORTEST for word in words):
        return _Words(words, line.whole, is_firm=False, is_bare=True)
    return None


def _only_words(text: str, tiles: TileSet) -> tuple[str, ...] | None:
    """Return the words of a text that holds nothing but words; None if it holds more."""
    parts = [part for part in _BETWEEN.split(text.strip(" \t.!?()")) if part]
    if not parts or any(_WORD.fullmatch(part) is None for part in parts):
        return None
    if len(parts) > WORDS and commands.is_shouted_greeting(parts[-1].upper()):
        parts.pop()  # `STERNEN, GARTENS, danke!`
    return tuple(spell(part) if tiles == GERMAN else tiles.word(part) for part in parts)


def _written(found: _FoundWords) -> WrittenWords | None:
    found_rows = _unsigned(found)
    firm = [row for row in found_rows if row.is_firm]
    likely = [] if found.has_prose or firm else found_rows
    rows = firm or (likely if sum(len(row.words) for row in likely) == WORDS else [])
    words = _once(tuple(word for row in rows for word in row.words))
    if words:
        is_called = found.call is not None or any(row.is_call for row in rows)
        dates = rows[0].span if all(map(_are_days, rows)) else None
        return WrittenWords(words, rows[0].span, is_call=is_called, unread_at=found.unsaid or dates)
    is_named = len(found.in_sentences) == WORDS
    if found.call is not None:  # once words are fixed it is the call that is meant
        named = tuple(found.in_sentences) if is_named else ()
        return WrittenWords(named, found.call, is_call=True)
    if not is_named:
        return None
    at = next(iter(found.in_sentences.values()))
    are_days = all(word.lower() in _DAYS_AND_MONTHS for word in found.in_sentences)
    is_made = makes_move(found.said) or _says_both(found.said) or _stand_alone(found.said)
    if is_made and not are_days and not any(map(_names_more, found.said)):
        return WrittenWords(tuple(found.in_sentences), at, is_call=False)
    return WrittenWords((), at, is_call=False, unread_at=at)


def _are_days(row: _Words) -> bool:
    """Tell whether a row that says nothing else names days or months: `FREITAG, SAMSTAG` may be a date."""
    return row.is_bare and all(word.lower() in _DAYS_AND_MONTHS for word in row.words)


def _unsigned(found: _FoundWords) -> list[_Words]:
    """Return the rows without those that sign: one word a line, below talk, or below both words apart or as a name."""
    rows = list(found.rows)
    while rows and rows[-1].is_bare and len(rows[-1].words) == 1:
        above = rows[:-1]
        count = sum(len(row.words) for row in above)
        is_apart = count >= WORDS and (
            rows[-1].span.line > above[-1].span.line + 1
            or (len(above[-1].words) == WORDS and not rows[-1].is_firm)
        )
        if not (is_apart or (found.has_prose and (not above or len(found.in_sentences) == WORDS))):
            break
        rows = above
    return rows


def _names_more(text: str) -> bool:
    """Tell whether a text beside the two words names one in capitals of another length: a slip, or a third.

    Not one that was only thought of: `Erst wollte ich TROMPETE, das hat aber acht.`
    """
    return any(
        _OTHER_WORD.search(each) and not (_ONLY_CONSIDERED.search(each) and PLAY not in each)
        for each in sentences_of(text)
    )


def _says_both(texts: Sequence[str]) -> bool:
    """Tell whether a sentence says of two words above it that they are taken: `Das wären meine beiden Wörter.`"""
    said = [each for text in texts for each in sentences_of(text)]
    return leaves_as_said(texts) and any(
        PLAY not in each
        and (_BOTH_SAID.search(each) or holds(each))
        and not _NOT_YET.search(each)
        and weight_of(each) <= IS_TALK_ALL_THE_SAME
        for each in said
    )


def _once(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return words that are all said again, however often, only once."""
    first = words[:WORDS]
    return first if words == first * (len(words) // WORDS) else words
