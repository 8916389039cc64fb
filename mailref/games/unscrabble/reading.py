"""Lines of a mail to the orders of Un-Scrabble: tiles to be taken, by squares or by letters (other games 1)."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from functools import partial, reduce

from lark import Token, Tree, UnexpectedInput
from msgspec.structs import replace

from mailref.games.by_turns.reading import OneLineReader
from mailref.games.unscrabble.rules import SeenBoard, TilesOrder
from mailref.games.unscrabble.switches import UnscrabbleRules
from mailref.orders.as_laid import taken_as_laid
from mailref.orders.drawn_tables import without_bars
from mailref.orders.entries import Act, Habits, Named
from mailref.orders.fields import led_by
from mailref.orders.order_lines import LONGEST_ORDER, FoundOrder, OrderReader, pattern_of, tokens_of
from mailref.orders.order_words import ORDERS_IN_TURNS, forms
from mailref.orders.other_things import is_other_place, takes_other_thing
from mailref.orders.remarks import PLAY
from mailref.orders.sections import sentence_around, sentences_of
from mailref.orders.table_forms import (
    LETTERS_FIELD,
    SQUARES_FIELD,
    WORD_FIELD,
    is_in_others,
    joined_to,
    the_one,
    with_order,
)
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import join_lines, line_with, line_without, only
from mailref.tiles.board import Notation, Square
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import NOWHERE, TextSpan
from mailref.tiles.when_used import regex

_STARTS = ("take_squares", "take_letters", "squares")
TAKING = "unscrabble.lark", _STARTS
GRAMMARS = (TAKING,)


def habits(rules: UnscrabbleRules) -> Habits:
    """Return how the players of a game of Un-Scrabble write."""
    return Habits(rules.notation, are_numbered=False, reader=TakingReader)


# `K8 und K10` in `K8 und K10 kommen vom Brett`; `das S auf K8`; `H5 + H6 (R, E)`; `das S vom SEE`.
_JOINT = r"\s{0,3}(?:[,;+&–—]|-{1,2}|[[and]]{end}|[[to]]{end}|{and_words}{end})?\s{0,3}"
_LETTER = r"(?-i:(?!I\s[a-z])[A-ZÄÖÜ])(?!\w)"
_LISTED = (
    rf"{_LETTER}(?:(?:\s{{1,3}}(?-i:[a-zäöü]{{2,8}})){{0,3}}?\s{{0,3}},?\s{{1,3}}"
    rf"(?:[[and]]\s{{1,3}})?(?:[[the]]\s{{1,3}})?{_LETTER}){{0,5}}"
)
"""Letters one after another, in a word of each: `the R, the E next to it, and the G`."""
_SQUARES_NAMED = pattern_of(
    rf"(?:{{begin}}(?P<above>(?-i:[A-ZÄÖÜ]))\s{{1,3}}(?:[[at]]|[[from_the]])\s{{1,3}}|{{begin}}(?P<list>{_LISTED})\s{{0,3}}\("
    r"|{begin}(?P<one>(?-i:[A-ZÄÖÜ]{1,6}))\s{1,3}[[from_the]]\s{1,3}(?P<word>(?-i:[A-ZÄÖÜ]{2,15}))\s{0,3}(?:,\s{0,3}|\()(?:{that_is}\s{1,3})?)?"
    rf"{{begin}}(?P<squares>{{square}}{{end}}(?:{_JOINT}{{square}}{{end}}){{0,9}})"
    r"(?:\s{0,3}[,(–-]\s{0,3}(?:{thus}\s{1,3})?(?:[[the]]\s{1,3})?(?P<below>(?-i:[A-ZÄÖÜ])(?!\w)"
    r"(?:(?:[,\s]{1,3}|\s{1,3}[[and]]\s{1,3})(?:[[the]]\s{1,3})?(?-i:[A-ZÄÖÜ])(?!\w)){0,5})\)?)?"
)
_LETTERS_NAMED = pattern_of(
    r"{begin}(?P<letters>(?-i:[A-ZÄÖÜ]{1,6}))\s{1,3}[[from_the]]\s{1,3}(?P<word>(?-i:[A-ZÄÖÜ]{2,15})){end}"
)
_DENIED = pattern_of(r"{begin}[[negation]]\s{1,3}$")
_SQUARE = pattern_of(r"{begin}{square}{end}")
# `NIMM H5-`, `NIMM H5-H`, `TAKE H5 to`: the other end is missing.
_CUT_OFF = pattern_of(
    r"(?<![{letters}\d]){square}(?:[-–—]{1,2}>?|\s{1,3}[[to]])\s{0,3}(?-i:[A-Z])?\s*$"
)
_TAKE, _FROM = (forms(row)[0] for row in ("take", "from"))


# `NIMM H5-H8, bleibt NAME mit SEE stehen.`, `..., leaving NAME and SEE`, `K8 weg, dann steht noch NAME`
_REST = pattern_of(
    r"\s{0,3}[,;(–-]\s{0,3}(?:(?:(?:[[then]]|[[and]]|{conjunction}){end}\s{1,3}){0,2}(?:[[left]]|[[stands_still]]){end}"
    r"|[[so_that]]{end}(?=[^.!?;\n]{1,60}(?:[[left]]|[[stands_still]]){end}))"
    r"(?=[^.!?;\n]{1,60}(?-i:(?<!\w)[A-ZÄÖÜ]{2}))"
    r"(?:[\s,:]{1,3}(?:(?-i:[A-ZÄÖÜ]{2,15})|[[left]]|[[stands_still]]|[[with]]|[[from_the]]|[[and]]|[[articles]]|[[the_word]]|[[on_board]]|{too}){end}){1,8}\)?(?=\s{0,3}(?:[.!;]|$))"
)


_COUNTED = r"\d{1,2}(?:\s{0,3}(?:[,&+]|[[and]]{end})\s{0,3}\d{1,2}){0,5}(?![\w])"
_IN_ROW = pattern_of(
    rf"(?:[[at]]\s{{1,3}})?{{begin}}{{row_of_board}}\s{{1,3}}(?P<row>(?-i:[A-O]))\s{{0,3}}[,:]?\s{{1,3}}(?:[[at]]\s{{1,3}})?(?:[[the_tiles]]\s{{1,3}}(?:(?:{{article}}|[[from_the]]|[[from]])\s{{1,3}})?)?{{column_of_board}}{{letter}}{{0,2}}\s{{1,3}}(?P<columns>{_COUNTED})"
)


def _in_squares(line: Line) -> Line:
    """Return a line with its squares in place of a row and columns: `Row K, columns 8 and 10`."""
    for found in reversed([*_IN_ROW.finditer(line.text[:LONGEST_ORDER])]):
        squares = re.sub(r"\d+", lambda n: f"{found['row']}{n[0]}", found["columns"])  # noqa: B023  used at once
        line = line_with(line, *found.span(), squares)
    return line


# `Weg mit dem R von REGEN (H5)`, `Off with the S and the last E of SEE (K8, K10)`
_NTH = r"(?:(?P<first>{first})|{last}){end}\s{1,3}"
_OFF_WITH = pattern_of(
    r"(?:^|(?<=[.!?]\s))[\s*]{0,3}(?P<verb>[[off_board]]\s{1,3}[[with]])\s{1,3}"
    rf"(?=(?:(?:[[the_top]]|[[the]]|{{article}}){{end}}\s{{1,3}})?(?:{_NTH})?(?-i:[A-ZÄÖÜ])(?!\w))"
)
_NTH_LETTER = pattern_of(rf"{{begin}}(?P<nth>{_NTH})(?P<letter>(?-i:[A-ZÄÖÜ]))(?!\w)")
_WORD_AND_SQUARES = pattern_of(
    r"{begin}(?:[[from_the]]|[[from]])\s{1,3}(?:[[the_word]]\s{1,3})?(?P<word>(?-i:[A-ZÄÖÜ]{2,15}))\s{0,3}(?:,\s{0,3}|\()"
    rf"(?:{{that_is}}\s{{1,3}})?(?P<squares>{{square}}{{end}}(?:{_JOINT}{{square}}{{end}}){{0,9}})"
)


def _taken_off(line: Line) -> Line:
    """Return a line with a verb in place of `weg mit`, where a letter follows."""
    found = _OFF_WITH.search(line.text[:LONGEST_ORDER])
    return line if found is None else line_with(line, *found.span("verb"), _TAKE)


def _without_rest(line: Line) -> Line:
    """Return a line without the clause that says which words its squares leave."""
    found = _REST.search(line.text[:LONGEST_ORDER])
    if found is None or not any(
        each.search(line.text, 0, found.start()) for each in (_SQUARE, _LETTERS_NAMED)
    ):
        return line
    if any(map(_SQUARE.search, (found[0],))):
        return line
    return line_without(line, *found.span())


# `Der Rest bleibt stehen.`, `The others stay where they are.`
_REST_STAYS = pattern_of(
    r"(?:^|(?<=[.!?]\s))\W{0,3}[[other_tiles]]\s{1,3}(?:[[left]]|[[keeps]]|[[stands_still]]){end}"
    r"(?:\s{1,3}(?:[[stands_still]]|[[on_board]]|[[filler]]|{stays_so}){end}){0,3}\s{0,3}(?:[.!]|$)"
)


def _without_what_stays(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without a sentence that only says of what nobody takes that it stays, where squares are named."""
    if not any(_SQUARE.search(line.text[:LONGEST_ORDER]) for line in lines):
        return lines
    found = [(line, _REST_STAYS.search(line.text[:LONGEST_ORDER])) for line in lines]
    return [line if at is None else line_without(line, *at.span()) for line, at in found]


_WORD_LIES_THERE = pattern_of(
    rf"{{begin}}(?P<squares>{{square}}{{end}}(?:{_JOINT}{{square}}{{end}}){{1,9}})\s?\((?:(?!(?:[[negation]]|[[or]]){{end}})"
    r"(?-i:[a-zäöü]{2,8})\s{1,3}){0,3}(?P<word>(?-i:[A-ZÄÖÜ]{2,15}))\)"
)
_LIES_THERE = pattern_of(
    r"{begin}(?P<square>{square})\s?\((?:[[the]]\s{1,3})?(?P<letter>(?-i:[A-ZÄÖÜ]))\)(?!\w)"
)


class TakingReader(OneLineReader):
    """Reads the lines of mails in games of Un-Scrabble."""

    lays_plays = False

    def righted(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return *lines* without what is said to be left of a word, and each slip of the keys as it is meant."""
        said = (self._without_what_lies(line) for line in without_bars(lines))
        plain = (self._without_places(_taken_off(_in_squares(line))) for line in said)
        return super().righted([*map(_without_rest, _without_what_stays([*plain]))])

    def _without_what_lies(self, line: Line) -> Line:
        """Return a line without a letter, or word, in brackets behind the squares where it lies: `H5 (R), H6 (E)`."""
        at: SeenBoard | None = self._insight.of_kind
        if at is None:
            return line
        for each in reversed([*_LIES_THERE.finditer(line.text[:LONGEST_ORDER])]):
            if self._squares_of(at, f"{each['letter']} ({each['square']})"):
                line = line_without(line, each.end("square"), each.end())
        for each in reversed([*_WORD_LIES_THERE.finditer(line.text[:LONGEST_ORDER])]):
            word = self._squares_of(at, f"{each['word']} {_FROM} {each['word']}")
            if word and word == self._squares_of(at, each["squares"]):
                line = line_without(line, each.end("squares"), each.end())
        return line

    def _squares_of(self, at: SeenBoard, what: str) -> set[Square]:
        return {*at.squares(self._order_of(f"{_TAKE} {what}"))}

    def _without_places(self, line: Line) -> Line:
        """Return a line without `erstes` before a letter of a word whose squares are named, too, where it is that."""
        at: SeenBoard | None = self._insight.of_kind
        text = line.text[:LONGEST_ORDER]
        named = None if at is None else _WORD_AND_SQUARES.search(text)
        if at is None or named is None:
            return line
        squares = {*at.squares(self._order_of(f"{_TAKE} {named['squares']}"))}
        for each in reversed([*_NTH_LETTER.finditer(text, 0, named.start())]):
            ends = (each["first"] is not None, each["first"] is None)
            meant = at.ends_of(named["word"], each["letter"], ends, 1)
            if meant and squares.issuperset(meant):
                line = line_without(line, *each.span("nth"))
        return line

    def from_form(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return *lines*, the field `Steine: H5, H6` as the order to take them, out of the word of `Wort: REGEN`."""
        lines = _listed_in_one(lines)
        squares, letters = the_one(lines, SQUARES_FIELD), the_one(lines, LETTERS_FIELD)
        at, field = (squares, SQUARES_FIELD) if squares is not None else (letters, LETTERS_FIELD)
        word = the_one(lines, WORD_FIELD)
        is_whole = squares is not None or word is not None
        if at is None or not is_whole or is_in_others(lines, [at], _SQUARE):
            return lines
        taken = with_order(lines, at, "take", field)
        return taken if word is None else joined_to(taken, at, word, WORD_FIELD, f" {_FROM} ")

    def leaves_wish(self, lines: Sequence[Line], notation: Notation) -> bool:
        return OrderReader(self._grammars).leaves_wish(lines, notation)

    def named_in(self, text: str) -> Iterator[Named]:
        """Yield the squares that a text names; where it names none, the letters and their word.

        Where the board is known, by squares alone, so that the same tiles are one order however they are named.
        """
        at: SeenBoard | None = self._insight.of_kind
        if at is None:
            yield from self._named_in(text)
            return
        last: tuple[Named, set[Square]] | None = None
        for each in self._named_in(text):
            named, squares = each, {*at.squares(self._order_of(each.order))}
            is_more = last is not None and last[1] and squares
            if last and is_more and _AND_TILES.fullmatch(text, last[0].end, each.start):
                named, squares = replace(each, start=last[0].start), squares | last[1]
            elif last is not None:
                yield last[0]
            order = f"{_TAKE} {at.named([*squares])}" if squares else named.order
            last = replace(named, order=order, is_possible=bool(squares)), squares
        if last is not None:
            yield last[0]

    def _order_of(self, written: str) -> TilesOrder:
        asked = self._one(Line(0, written))
        order = asked.order if isinstance(asked, FoundOrder) else None
        return order if isinstance(order, TilesOrder) else TilesOrder(NOWHERE)

    def _named_in(self, text: str) -> Iterator[Named]:
        if _CUT_OFF.search(text):
            return
        squares = [x for x in _SQUARES_NAMED.finditer(text) if not _is_of_other(x)]
        squares = [x for x in squares if x is squares[0] or not _DENIED.search(text[: x.start()])]
        for each in squares:
            letters = each["above"] or each["one"] or _only_letters(each["below"] or each["list"])
            lead = None if letters else _LETTER_ON.search(text[: each.start("squares")])
            letters = lead["tile"] if lead is not None else letters
            what = f"{letters} ({each['squares']})" if letters else each["squares"]
            if each["word"]:
                what = f"{letters} {_FROM} {each['word']} ({each['squares']})"
            start = each.start("squares" if each["above"] or each["below"] or not letters else 0)
            start = start if lead is None else lead.start()
            yield Named(start, _end_of(each), f"{_TAKE} {what}")
        if not squares and self._insight.of_kind is not None:
            for named in _letters_of_words(text, self._insight.of_kind):
                if not takes_other_thing(sentence_around(text[: named.start], text[named.start :])):
                    yield named
            return
        for each in () if squares else _LETTERS_NAMED.finditer(text):
            yield Named(*each.span(), f"{_TAKE} {each['letters']} {_FROM} {each['word']}")

    def as_laid(self, text: str) -> str:
        return taken_as_laid(text)

    def without_told(self, text: str, order: str) -> str:
        """Return a text without what it tells of words that lie when the tiles of an order are gone: `GEN bleibt.`"""
        at: SeenBoard | None = self._insight.of_kind
        if at is None or not (squares := at.squares(self._order_of(order))):
            return text
        words, rest = at.words_without(squares), at.rest_of_word(squares)
        return "".join(_untold(each, words, rest) for each in sentences_of(text))

    def parsed(self, plain: str, line: Line) -> FoundOrder | Act | None:
        for start in _STARTS:
            try:
                tree = self._grammars.of(*TAKING).parse(plain, start=start)
            except UnexpectedInput:
                continue
            order = (
                _by_letters(tree, plain, line.whole)
                if start == "take_letters"
                else _by_squares(tree, line.whole)
            )
            if order is None:
                return None
            return FoundOrder(order, is_alternate=False)
        return None


def _is_of_other(named: re.Match[str]) -> bool:
    """Tell whether squares are the numbers of something else, or stand where something else is taken."""
    text, (start, end) = named.string, named.span("squares")
    return is_other_place(text, start, end) or takes_other_thing(
        sentence_around(text[:start], text[start:])
    )


_THE_TILE = r"(?:[[the]]\s{1,3}(?:(?![[negation]]{end})(?-i:[a-zäöü]{3,9})\s{1,3})?)?(?P<tile>(?-i:[A-ZÄÖÜ]))\s{1,3}"
# `S auf K8 weg, das hintere E auf K10`; `the S (K8) and the E right of the middle (K10)`
_AND_TILES = pattern_of(
    r"(?:\s{1,3}[[off_board]]{end})?\s{0,3}(?:[,&+]|[[and]]{end})\s{1,3}(?:[[and]]\s{1,3})?"
    rf"(?:{_THE_TILE}"
    r"(?:(?:[[at]]|[[from_the]])\s{1,3}|(?:(?![[negation]]{end})(?-i:[a-zäöü]{2,9})\s{1,3}){0,5}\())?"
)
# `das S auf K8`
_LETTER_ON = pattern_of(rf"(?<!\w){_THE_TILE}(?:[[at]]|[[from_the]])\s{{1,3}}$")
# `das R vorne am REGEN`; `Von NAME das M`; `Ich nehme REGE`
_TILES = (
    r"(?P<letters>(?-i:[A-ZÄÖÜ](?:(?:\s{0,3},\s{0,3}|\s{1,3})(?:[[and]]\s{1,3})?"
    r"(?:[[the]]\s{1,3})?[A-ZÄÖÜ](?!\w)){0,5}|[A-ZÄÖÜ]{2,6}))(?!\w)"
)
_LYING = r"(?P<word>(?-i:[A-ZÄÖÜ]{2,15}))(?!\w)"
_FROM_LYING = rf"(?:[[from_the]]|[[from]])\s{{1,3}}(?:[[the_word]]\s{{1,3}})?{_LYING}"
_OF_LYING = (
    pattern_of(
        rf"{{begin}}(?:[[the]]\s{{1,3}})?{_TILES}(?:\s{{1,3}}{{where_in_word}}{{end}}){{0,2}}\s{{1,3}}{_FROM_LYING}"
    ),
    pattern_of(rf"{{begin}}{_FROM_LYING}\s{{1,3}}[[the]]\s{{1,3}}{_TILES}"),
)
# `die ersten zwei Buchstaben von REGEN`, `the first and the last tile of SEE`; `das hintere E vom SEE`
_WHICH = (
    r"{begin}(?=(?:[[the]]\s{1,3})?(?:{first}|{last}){end})(?:[[the]]\s{1,3})?(?P<first>{first}\s{1,3})?(?:(?:[[and]]\s{1,3})?(?:[[the]]\s{1,3})?(?P<last>{last})\s{1,3})?"
    r"(?:(?P<count>[[numbers]])\s{1,3})?(?:(?P<letter>(?-i:[A-ZÄÖÜ]))(?!\w)|{letter}{4,10})"
)
# `das R und das erste E von REGEN`
_LETTER_AND = r"(?:[[the]]\s{1,3})?(?<!\w)(?P<tile>(?-i:[A-ZÄÖÜ]))\s{1,3}[[and]]{end}"
_BY_PLACE = (
    pattern_of(rf"(?P<tiles>{_WHICH}\s{{1,3}}{_FROM_LYING})"),
    pattern_of(
        rf"{{begin}}{_FROM_LYING}(?:\s{{1,3}}(?!(?:[[negation]]|[[or]]){{end}})(?-i:[a-zäöü]{{2,9}}|I)){{0,3}}?(?:\s{{1,3}}{_LETTER_AND})?\s{{1,3}}(?P<tiles>{_WHICH})"
    ),
)
_LETTER_BEFORE = pattern_of(rf"{_LETTER_AND}\s{{1,3}}$")
_NUMBERS = {
    n: at for each in ORDERS_IN_TURNS.values() for at, n in enumerate(each["numbers"], start=2)
}


def _tiles_by_place(text: str, at: SeenBoard) -> Iterator[Named]:
    """Yield tiles of a word that lies, named by where they are in it: the first, the last, so many of them, or both."""
    for found in (each for pattern in _BY_PLACE for each in pattern.finditer(text)):
        count = _NUMBERS.get((found["count"] or "").lower(), 1)
        ends = (bool(found["first"]), bool(found["last"]))
        squares = at.ends_of(found["word"], found["letter"] or "", ends, count) if any(ends) else ()
        start, end = found.span("tiles")
        if (lead := _LETTER_BEFORE.search(text, 0, start)) is not None:
            one = at.squares(TilesOrder(NOWHERE, letters=lead["tile"], word=found["word"]))
            squares, start = (*squares, *one) if squares and one else (), lead.start()
        if squares:
            yield Named(start, end, f"{_TAKE} {at.named(squares)}", is_possible=True)


_SMALL = regex(r"(?<=\s)[a-zäöü]{1,15}(?!\w)")
_SIGN = regex(r"[.!?,;:()]\s|\s[–-]\s|\n")
_PART = regex(r"(?<!\w)[A-ZÄÖÜ]{2,6}(?!\w)")
_OUT_OF = pattern_of(r"{begin}[[from_the]]\s{1,3}(?:[[the]]\s{1,3})?$")
"""`drei Steine aus REGEN`"""
_TAKES = pattern_of(r"{begin}(?:[[take]]|[[remove]]|[[off_board]]){end}")
_LEAVES = pattern_of(r"{begin}(?:[[left]]|[[stands_still]]|[[keeps]]){end}")


def _letters_of_words(text: str, at: SeenBoard) -> Iterator[Named]:
    """Yield letters of words that lie, named before or behind them in more words, or as a part of one alone."""
    if text.islower():
        words = at.words_without(())
        text = _SMALL.sub(
            lambda x: x[0].upper() if len(x[0]) == 1 or x[0].upper() in words else x[0], text
        )
    if placed := [*_tiles_by_place(text, at)]:
        yield from placed[:1]
        return
    found = [each for pattern in _OF_LYING for each in pattern.finditer(text)]
    for each in found:
        letters = "".join(re.findall("[A-ZÄÖÜ]", each["letters"]))
        if each["word"] in at.words_without(()):
            yield Named(*each.span(), f"{_TAKE} {letters} {_FROM} {each['word']}")
    for part in () if found else _PART.finditer(text):
        clause = _clause_around(text, part)
        is_whole = part[0] in at.words_without(()) and not _OUT_OF.search(text, 0, part.start())
        whole = f" {_FROM} {part[0]}" if is_whole else ""
        is_lying = whole or at.is_part(part[0])
        if is_lying and _TAKES.search(clause) and not _LEAVES.search(clause):
            yield Named(*part.span(), f"{_TAKE} {part[0]}{whole}")


def _clause_around(text: str, part: re.Match[str]) -> str:
    """Return the clause of a text in which a part of it stands."""
    lead, behind = text[: part.start()], text[part.end() :]
    return f"{_SIGN.split(lead)[-1]}{part[0]}{_SIGN.split(behind)[0]}"


_CLAUSES = regex(r"(?=\s{0,3}[,;–]\s|\s-\s|\()|(?<=\))")
_IN_BRACKETS = regex(r"\([^()\n]{0,80}\)")
_IN_CAPITALS = regex(r"(?<!\w)[A-ZÄÖÜ]{2,15}(?!\w)")
_SAYS_MORE = pattern_of(
    r"{begin}(?:[[take]]|[[remove]]|[[off_board]]|[[makes_move]]|[[please]]|[[rather]]|[[or]]|[[if]]|[[maybe_if]]|[[unless]]|[[negation]]|{condition}){end}|\?"
)
# `alles bis auf das N`, `everything of REGEN except the N`
_ALL_BUT = pattern_of(
    r"{begin}[[all_but]]{end}\s{1,3}(?:[[the]]\s{1,3})?(?P<letters>(?-i:[A-ZÄÖÜ]{1,3}))(?!\w)"
)


def _untold(sentence: str, words: Container[str], rest: str) -> str:
    """Return a sentence without what it tells of *words* that lie, and of the *rest* of the one that is taken from."""
    if PLAY not in sentence:
        return "" if _tells_of(_IN_BRACKETS.sub("", sentence), words) else sentence
    said = sentence.rstrip(".!? ")
    told = (
        x
        for x in _CLAUSES.split(said)
        if PLAY in x or not (_tells_of(x, words) or _names_rest(x, rest))
    )
    return "".join(told) + sentence[len(said) :]


def _tells_of(clause: str, words: Container[str]) -> bool:
    """Tell whether a clause names nothing but *words* that lie, and takes none of them."""
    named = _IN_CAPITALS.findall(clause)
    is_other = PLAY in clause or _SQUARE.search(clause) or _SAYS_MORE.search(clause)
    return bool(named) and not is_other and all(each in words for each in named)


def _names_rest(clause: str, rest: str) -> bool:
    """Tell whether a clause says that all is meant but the *rest* of a word."""
    found = _ALL_BUT.search(clause)
    return found is not None and found["letters"] == rest


def _listed_in_one(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines*, squares that stand in a list with numbers, one a line, as one order: `1) H9`, `2) I9`."""
    if any("?" in line.text for line in lines):
        return lines
    at = [n for n, line in enumerate(lines) if _LISTED_SQUARE.fullmatch(line.text)]
    is_list = len(at) > 1 and at == [*range(at[0], at[-1] + 1)]
    numbers = [_LISTED_SQUARE.fullmatch(lines[n].text) for n in at]
    if not is_list or [int(each["number"]) for each in numbers if each] != [*range(1, len(at) + 1)]:
        return lines
    squares = [
        only(lines[n], range(*each.span("square")))
        for n, each in zip(at, numbers, strict=True)
        if each
    ]
    whole = reduce(partial(join_lines, between=" "), squares)
    return [*lines[: at[0]], led_by(f"{_TAKE} ", whole), *lines[at[-1] + 1 :]]


_LISTED_SQUARE = pattern_of(r"\s{0,9}(?P<number>\d)[.)]\s{1,3}(?P<square>{square})\s*")


def _only_letters(listed: str | None) -> str:
    return "".join(re.findall(r"(?<!\w)[A-ZÄÖÜ](?!\w)", listed or ""))


def _end_of(named: re.Match[str]) -> int:
    """Return where named squares end, with the bracket that letters before them have opened."""
    end = named.end("squares")
    is_open = "(" in named[0][: named.start("squares") - named.start()]
    return end + 1 if is_open and named.string[end : end + 1] == ")" else end


def _by_squares(tree: Tree[Token], span: TextSpan) -> TilesOrder | None:
    """Read squares, with the letters that lie there; `Take it easy on H8` is prose."""
    named = [each for row in tree.find_data("letters") for each in tokens_of(row, "WORD")]
    are_letters = all(len(each) == 1 or each.isupper() for each in named)
    return TilesOrder(span, _places(tree), _letters(tree), _word(tree)) if are_letters else None


def _places(tree: Tree[Token]) -> tuple[tuple[str, str], ...]:
    stretches = (tokens_of(each, "SQUARE") for each in tree.find_data("stretch"))
    return tuple((str(found[0]).upper(), str(found[-1]).upper()) for found in stretches)


def _letters(tree: Tree[Token]) -> str:
    named = (tokens_of(row, "WORD") for row in tree.find_data("letters"))
    return "".join(spell(token) for tokens in named for token in tokens)


def _word(tree: Tree[Token]) -> str:
    """Return the word of which tiles are taken."""
    named = (tokens_of(row, "WORD") for row in tree.find_data("from_word"))
    return "".join(spell(token) for tokens in named for token in tokens)


def _by_letters(tree: Tree[Token], plain: str, span: TextSpan) -> TilesOrder | None:
    """Read letters of a word; what cannot be in it, in small letters, is prose: `nimm etwas von allem`."""
    word = _word(tree)
    letters = word if tokens_of(tree, "ALL") else _letters(tree)
    written = "".join(
        token for row in tree.find_data("letters") for token in tokens_of(row, "WORD")
    )
    is_part = bool(word) and Counter(letters) <= Counter(word)
    if not written.isupper() and not plain.isupper() and not is_part:
        return None
    return TilesOrder(span, letters=letters, word=word)
