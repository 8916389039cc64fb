"""Lines of a mail to the orders of WORT-Rummikub: words laid, extended, robbed for; tiles (table games 7)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from lark import Token, Tree, UnexpectedInput
from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games.by_turns.reading import OneLineReader
from mailref.games.rummikub.rules import Robbed, SeenAtTable, TakeOrder, WordOrder, holds
from mailref.games.rummikub.switches import TableRules
from mailref.orders.as_laid import taken_as_laid
from mailref.orders.commands import is_closing, is_greeting
from mailref.orders.entries import Act, AnyOrder, Habits, Named, WishAct
from mailref.orders.grammar import CountedLark
from mailref.orders.kind_words import is_only_kind
from mailref.orders.named import masked
from mailref.orders.order_lines import (
    LONGEST_ORDER,
    Doubtful,
    FoundOrder,
    Item,
    Said,
    Sayable,
    Sure,
    extends,
    in_capitals,
    is_firm,
    pattern_of,
    robs,
    tokens_of,
    without_comment,
)
from mailref.orders.order_words import ORDERS_IN_TURNS, forms
from mailref.orders.other_things import counts_other_thing, lays_otherwise, takes_other_thing
from mailref.orders.remarks import PLAY
from mailref.orders.roles import have_roles
from mailref.orders.sections import sentence_spans
from mailref.orders.table_forms import (
    NUMBER_FIELD,
    POINTS_FIELD,
    WORD_FIELD,
    is_in_others,
    joined_to,
    the_one,
    value_of,
    with_order,
)
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, join_lines, line_without
from mailref.tiles.board import Notation
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import TextSpan, worded
from mailref.tiles.when_used import regex


def wish_of(tree: Tree[Token]) -> WishAct | None:
    """Read `WUNSCH: E N R` or `wunsch enr`; `wish you luck` is prose."""
    words = tokens_of(tree, "WORD")
    is_prose = len(words) > 1 and any(len(word) > 1 and not word.isupper() for word in words)
    return None if is_prose else WishAct("".join(map(spell, words)))


def claimed_in(tree: Tree[Token]) -> int | None:
    """Return the points in `HUNDERT (7)`; numbers of words stand deeper in the tree."""
    numbers = [c for c in tree.children if isinstance(c, Token) and c.type == "PLACE"]
    return _number(numbers[-1]) if numbers else None


def _number(token: str) -> int:
    """Return the number in `3`, `3.` or `2nd`."""
    return int(re.sub(r"\D", "", token))


def _words(tree: Tree[Token]) -> list[str]:
    return [spell(token) for token in tokens_of(tree, "WORD")]


def _lay(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `HUNDERT`, `LEGE HUNDERT`, `Bitte HUNDERT legen`; `Eier legen` is prose, `Leg das bitte` names no word."""
    if not _are_capitals(tree) and _POINTS_BACK.fullmatch(tokens_of(tree, "WORD")[0]):
        return None
    word = _words(tree)[0]
    if tokens_of(tree, "COMMA") and not (_are_capitals(tree) and claimed_in(tree) == len(word)):
        return None  # `nein, 4` below a stack
    kinds = [token.type for token in tokens_of(tree, "LAY", "WORD")]
    if kinds[-1] == "LAY" and not _are_capitals(tree):
        return None
    return WordOrder(word, span)


def _extend(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `VERLIEBEN aus LIEBEN`; `Ich mache Musik aus Spaß` is prose."""
    word, *named = _words(tree)
    numbers = [
        str(_number(token))
        for each in tree.find_data("numbered")
        for token in tokens_of(each, "PLACE")
    ]
    old = (named or numbers)[0]
    is_said = not tokens_of(tree, "EXTEND") or tokens_of(tree, "COLON") or tokens_of(tree, "INTO")
    is_meant = is_said or is_longer(word, old) or _are_capitals(tree)
    # `STREBE von mir`, but not `STREBE from me? No, from Nils.`
    is_his_own = not _are_capitals(tree) and _MYSELF.fullmatch(old) and "?" not in span.text
    return WordOrder(word, span, extends=old) if is_meant and not is_his_own else None


def _are_capitals(tree: Tree[Token]) -> bool:
    return all(map(str.isupper, tokens_of(tree, "WORD")))


def _becomes(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `LIEBEN wird zu VERLIEBEN`; what is no longer word for word is prose, such as `How to move`."""
    old, word = _words(tree)
    is_said = tokens_of(tree, "ARROW") or _are_capitals(tree)
    is_meant = (
        is_longer(word, old) or span.text.isupper() or (is_said and not tokens_of(tree, "INTO"))
    )
    return WordOrder(word, span, extends=old) if is_meant else None


def _longer(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `Ich verlängere LIEBEN um VER zu VERLIEBEN`; the letters must be what is added."""
    old, *added, word = _words(tree)
    is_sum = Counter(old + "".join(added)) == Counter(word)
    return WordOrder(word, span, extends=old) if is_sum and is_longer(word, old) else None


def is_longer(word: str, old: str) -> bool:
    """Tell whether a word holds another in its order, or one that is named by its number."""
    return old.isdigit() or holds(word, old)


def _rob(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    named, *parts = _parts(tree)
    word, said = spell(named), _said_of(parts)
    if said is None:
        return None
    own = Counter("".join(said.own))
    robbed = sum((Counter(each.letters) for each in said.robbed), Counter())
    is_odd = own and own + robbed != Counter(word)
    if not said.robbed or robbed.total() > len(word) + _MORE_ROBBED or is_odd:
        return None
    if not tokens_of(tree, "COLON", "WITH", "OPEN") and not _is_robbery(tree, said, word):
        return None
    return WordOrder(word, span, robbed=tuple(said.robbed), left=tuple(said.left))


def _robbing(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `Klau das L und I aus LIEBEN und lege LIST`; `Ich nehme Urlaub und lege Karten` is prose."""
    (new,) = tree.find_data("new")
    (word,) = _words(new)
    said = _said_of(_parts(tree))
    if said is None or not said.robbed or not _is_robbery(tree, said, word):
        return None
    return WordOrder(word, span, robbed=tuple(said.robbed), left=tuple(said.left))


def _is_robbery(tree: Tree[Token], said: "_Said", word: str) -> bool:
    """Tell whether a verb and letters speak of a robbery: all in capitals, or letters that the word has."""
    robbed = Counter("".join(each.letters for each in said.robbed))
    written = [each for each in tokens_of(tree, "WORD") if len(each) > 1]
    return not robbed - Counter(word) or all(map(str.isupper, written))


def _parts(tree: Tree[Token]) -> Iterator[Token]:
    """Yield the words of a robbery in their order, and what stands between them that says something."""
    for child in tree.children:
        if not isinstance(child, Token):
            if child.data != "new":
                yield from tokens_of(child, "FROM", "WORD", "PLACE")
        elif child.type in ("WORD", "LEFT", "OWN"):
            yield child


class _Said(Struct):
    """What a line says of the letters of a word, part by part."""

    robbed: list[Robbed] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    """Words of which the next part says what they are."""
    is_left: bool = False
    """Whether they are what is left of a word."""
    is_source: bool = False

    def note(self, part: Token) -> None:
        match part.type:
            case "FROM":
                self.is_source = True
            case "OWN":
                self.own += self._letters()
            case "LEFT":
                self.left += self.pending if self.is_left else ()
                self.pending, self.is_left = ([] if self.is_left else self.pending), True
            case _ if self.is_source:
                word = str(_number(part)) if part.type == "PLACE" else spell(part)
                self.robbed.append(Robbed("".join(self._letters()), word))
                self.is_source = False
            case _:
                self.pending.append(spell(part))

    def _letters(self) -> list[str]:
        """Return the letters before a source; words before them may be what is left of the last."""
        pending, self.pending = self.pending, []
        if not self.is_left:
            return pending
        at = len(pending) - 1
        while len(pending[at]) == 1 and at > 1 and len(pending[at - 1]) == 1:
            at -= 1
        self.left += pending[:at]
        self.is_left = False
        return pending[at:]


def _said_of(parts: Iterable[Token]) -> _Said | None:
    """Return what the parts of a line say of letters; None where nothing says what the last of them are."""
    said = _Said()
    for part in parts:
        said.note(part)
    if said.pending and not said.is_left:
        return None
    said.left += said.pending
    return said


def _unsourced(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `LIST: L I`, which does not say from where; what is not all in capitals is prose."""
    (letters,) = tree.find_data("letters")
    tokens = tokens_of(tree, "WORD")
    word, robbed = spell(tokens[0]), "".join(map(spell, tokens_of(letters, "WORD")))
    is_part = len(robbed) < len(word) and not Counter(robbed) - Counter(word)
    if not is_part or len(word) < _SHORTEST_ROBBING or not all(map(str.isupper, tokens)):
        return None
    return WordOrder(word, span, robbed=(Robbed(robbed, ""),))


_SHORTEST_ROBBING = 3
_MORE_ROBBED = 3
"""So many letters more than the word has may be robbed by mistake; beyond that a line is prose."""


_STACKS = 4


def _take(tree: Tree[Token], span: TextSpan) -> TakeOrder | None:
    """Read which stack is meant, or which letter, or which letter on which stack."""
    tiles = [spell(each) for row in tree.find_data("tile") for each in tokens_of(row, "WORD")]
    if any(tree.find_data("any_stack")):
        return TakeOrder("", span)
    numbers = tokens_of(tree, "PLACE", "NTH", "ORDINAL")
    last = (
        numbers[-1] if tiles and numbers else tokens_of(tree, "PLACE", "WORD", "NTH", "ORDINAL")[-1]
    )
    named = spell(last) if last.type == "WORD" else str(_stack(last))
    if any(len(each) > 1 for each in (*tiles, *([named] if last.type == "WORD" else ()))):
        return None
    if not tokens_of(tree, "TAKE") and named.isdigit() and int(named) > _STACKS:
        called = "".join(map(spell, tokens_of(tree, "STACK")))
        if span.text.isupper() or int(named) == len(called):
            return None  # `STAPEL 6` is a word with its points
    return TakeOrder(named, span, shows=tiles[0] if tiles and named.isdigit() else "")


def _stack(token: Token) -> int:
    return _number(token) if token.type == "PLACE" else _stack_called(token)


def _stack_called(said: str) -> int:
    """Return the number in `3.`, `drei` or `dritten`."""
    if said[0].isdigit():
        return _number(said)
    rows = [row for each in ORDERS_IN_TURNS.values() for row in (each["nth"], each["ordinals"])]
    at = (row.index(word) for row in rows for word in row if said.casefold().startswith(word))
    return next(at) + 1


READ: Mapping[str, Callable[[Tree[Token], TextSpan], AnyOrder | None]] = {
    "lay": _lay,
    "extend": _extend,
    "becomes": _becomes,
    "longer": _longer,
    "rob": _rob,
    "robbing": _robbing,
    "unsourced": _unsourced,
    "take": _take,
}


_VERB_FIRST = ("robbing", "longer")
"""Kinds of line whose words mean something else in others: they have a parser of their own."""
_STARTS = ("wish", "take", "rob", "extend", "becomes", "lay", "unsourced")
AT_TABLE = ("rummikub.lark", _VERB_FIRST), ("rummikub.lark", _STARTS)
GRAMMARS = AT_TABLE


def habits(rules: TableRules) -> Habits:
    """Return how the players of a game of WORT-Rummikub write."""
    return Habits(rules.notation, are_numbered=False, reader=TableReader)


_QUICK = 0.5
"""Of a look: most of the lines that are tried as each kind of order end at their second word."""


def _is_plain_word(found: Sayable) -> bool:
    order = found.order if isinstance(found, FoundOrder) else None
    return isinstance(order, WordOrder) and not (order.extends or order.robbed)


def _is_take(found: Sayable) -> bool:
    return isinstance(found, FoundOrder) and isinstance(found.order, TakeOrder)


def _may_sign(order: AnyOrder, lines: Sequence[Line]) -> bool:
    """Tell whether a word alone ends a mail that otherwise thanks, asks or wishes well: it may be its writer's name."""
    if not isinstance(order, WordOrder) or not order.span.text.strip(" .!").isalpha():
        return False
    told = [line for line in lines if line.text.strip()]
    if not told or told[-1].number != order.span.line:
        return False
    above = [each.text for each in told[:-1] if is_closing(each.text) or not is_greeting(each.text)]
    return bool(above) and all(
        is_closing(each) or each.rstrip().endswith("?") or is_only_kind([each], ())
        for each in above
    )


# The end of a line that says half a change of the table, and how the other half may begin.
_GOES_ON = pattern_of(r"(?:[,;:+(]|[\s,](?:[[from]]|[[and]]|[[with]]|[[left]]))\s*$")
_IS_PART = pattern_of(
    r"\W*(?:(?:[[and]]\s+)?(?:{letter}[\s,+]+){0,6}(?:{letter}+\s+)?[[from]]|[[left]]){end}"
)


def _is_part(second: WordOrder | None, whole: WordOrder) -> bool:
    """Tell whether a line is no order by itself: `A aus AHORN` is no extension below `MAUS: M aus MAST`."""
    if second is None:
        return bool(whole.robbed) or is_longer(whole.word, whole.extends or "")
    is_shorter = second.extends is not None and not len(second.word) > len(second.extends)
    is_robbed = bool(whole.robbed) and not Counter(second.word) - Counter(whole.word)
    is_number = (second.extends or "").isdigit() and len(second.word) < len(whole.word)
    return is_robbed and (is_shorter or is_number)


# `STREBE` in `mein Wort heißt STREBE`, `S-T-R-E-B-E`; `vom zweiten Stapel`, `stack two`; `den Stein mit dem N`.
_WORD_NAMED = regex(r"(?<![\w-])(?:[A-ZÄÖÜ]{3,}|[A-ZÄÖÜ](?:-[A-ZÄÖÜ]){2,})(?![\w-])")
_SPACED = regex(
    r"(?<![\w.-])(?:[A-ZÄÖÜ](?:[ .][A-ZÄÖÜ]){3,13}|[a-zäöü](?:[ .][a-zäöü]){3,13})(?![\w-])"
)
_SMALL_WORD = regex(r"(?<![\w-])[^\W\d_]{3,15}(?![\w-])")
_STACK_NAMED = pattern_of(
    r"{begin}(?:[[stack]]\W{0,3}(?P<behind>\d|[[nth]])|(?P<before>\d\.|[[ordinals]][nmrs]?)\s{1,3}[[stack]]|[[take]]\s{1,3}(?P<number>\d)(?!\s?{points})){end}"
)
_TILE_NAMED = pattern_of(
    r"{begin}(?:[[the_top]]|[[with]])(?:\s{1,3}[[the_top]])?\s{1,3}(?P<tile>(?-i:[A-ZÄÖÜ])){end}"
)
_ASKS_FOR_TILE = pattern_of(r"{begin}(?:[[take]]|[[please]]){end}")
_WANTS_TILE = pattern_of(r"{begin}(?:[[take]]|[[please]]|[[makes_move]]|[[wants_new]]){end}")
# `das N von Stapel 2` is one tile.
_ON_STACK = pattern_of(r"\s{1,3}(?:(?:[[from_the]]|[[from]]|[[at]]|[[articles]]){end}\s{1,3}){0,3}")
# `Nee, 4.`, `äh 4`, `lieber doch die 4`, `sorry, ich meinte Stapel 4`
_OTHER_STACK = pattern_of(
    r"(?:^|[,;.:!?(–-]|\s)\s{0,3}(?:(?:{breaks_off}|{instead}|{correction}|{is_sorry}|{exclaims}|[[no]]|[[rather]]|[[or]])"
    r"{end}[\s,.:!–-]{1,4}){1,4}(?:(?:[[i]]|[[filler]]|[[articles]]|[[stack]]|{correction}){end}\s{1,3}){0,3}"
    r"(?P<other>[1-4]\.?|[[nth]]{end})\s{0,3}(?:{conjunction}|[[please]])?(?=\s{0,3}(?:$|[.,;!?)]))"
)
# `Dann eben das N`, `Ich will das N haben`, `Das N auch`, but not `Das N will Oda`
_IS_ALL_HE_WANTS = pattern_of(
    r"\W*(?:(?:[[i]]|[[wants_new]]|[[choose]]|{in_my_name}|{turns_to_another}|[[filler]])\W{1,3}){1,4}"
    rf"{PLAY}(?:\s{{1,3}}[[new_ones_end]])?\W*|\W*{PLAY}\s{{1,3}}{{in_my_name}}\W*"
    rf"|\W*(?:{{joins_parts}}\s{{1,3}})?{PLAY}(?:\W{{1,3}}{{also}})?\W*"
)
# `Ich brauche einen neuen RÖSTER`: a thing, and no word to be laid.
_ONE_OF_THEM = pattern_of(r"{begin}{a_thing}\s{1,3}(?:[[new_ones]]\s{1,3})?$")
_POINTS_BACK = worded(r"{points_at_it}")
# `Mit DEN Buchstaben geht nichts`
_STRESSED = worded(r"{article}|{points_at_it}|{my}")
_MYSELF = worded(r"{myself}")
_ORDERS = pattern_of(r"[[lay]]|[[take]]|[[wish]]|[[pass]]|[[challenge]]|[[stack]]|[[accept]]|[[i]]")
_LAY, _TAKE, _FROM, _STACK = (forms(row)[0] for row in ("lay", "take", "from", "stack"))


# `NIMM 3, ich finde kein Wort`, `I take the E, no word yet.`; `..., wenn ich kein Wort finde` is a condition.
_NO_WORD = pattern_of(
    r"\s{0,3}[,;(–-]\s{0,3}(?:(?!(?:[[if]]|[[unless]]|[[maybe_if]]|[[or]]){end})[^\W\d_]{1,12}\s{1,3}){0,4}?[[no_word]]{end}"
    r"(?:\s{1,3}(?!(?:[[if]]|[[unless]]|[[maybe_if]]|[[or]]){end})[^\W\d_]{1,9}){0,2}\)?(?=\s{0,3}(?:[.!]|$))"
)
# `Passt nix, her mit dem N.`, `Nothing fits. I'll have the E.`
_NO_WORD_FIRST = pattern_of(
    r"\W*(?:(?:[[i]]|[[filler]]|[[before_order]]|[[then]]){end}\W{1,3}){0,3}[[no_word]]{end}"
    r"(?:\s{1,3}(?:[[filler]]|[[this_time]]){end}){0,2}\s{0,3}[,;.!–-]\s{1,3}(?=[^.!?\n]{0,60}?{begin}[[take]]{end})"
)
_TAKES = pattern_of(r"{begin}(?:[[take]]|[[stack]]){end}")


def _without_no_word(line: Line) -> Line:
    """Return a line that takes a tile without the clause that says that its player has no word."""
    lead = None if "?" in line.text else _NO_WORD_FIRST.match(line.text[:LONGEST_ORDER])
    if lead is not None:
        line = line_without(line, *lead.span())
    found = _NO_WORD.search(line.text[:LONGEST_ORDER])
    if found is None or _TAKES.search(line.text, 0, found.start()) is None:
        return line
    return line_without(line, *found.span())


def _words_named(text: str, seen: SeenAtTable | None) -> Iterator[Named]:
    """Yield the words in capitals that a text names; one that is spelled out where the tiles for it are there."""
    found = [*_WORD_NAMED.finditer(text), *_SPACED.finditer(text)]
    for each in found:
        word = spell("".join(filter(str.isalpha, each[0])))
        is_possible = None if seen is None else seen.can_lay(word)
        is_spaced = " " in each[0] or "." in each[0]
        is_order = _ORDERS.fullmatch(word) is not None
        is_thing = _ONE_OF_THEM.search(text[: each.start()]) or lays_otherwise(text, *each.span())
        is_stressed = not is_possible and _STRESSED.fullmatch(word) is not None
        if not (is_order or is_thing or is_stressed) and (is_possible or not is_spaced):
            yield Named(*each.span(), f"{_LAY} {word}", is_possible=is_possible)


def _takes_named(text: str, seen: SeenAtTable | None) -> Iterator[Named]:
    """Yield the tile that a sentence asks for, by its letter, its stack, or both: `top tile of stack two for me`."""
    stacks = [
        each
        for each in _STACK_NAMED.finditer(text)
        if not (each["number"] and counts_other_thing(text, each.end("number")))
    ]
    tiles = [*_TILE_NAMED.finditer(text)]
    numbers = {_stack_called(each["behind"] or each["before"] or each["number"]) for each in stacks}
    letters = {each["tile"] for each in tiles}
    if takes_other_thing(text) or not (stacks or tiles) or len(numbers) > 1 or len(letters) > 1:
        return
    stack, tile = next(iter(numbers), 0), next(iter(letters), "")
    what = f"{tile} {_FROM} {_STACK} {stack}" if stack and tile else tile or stack
    is_possible = None if seen is None else seen.can_take(str(stack or tile), tile)
    spans = [
        *(each.span("number") if each["number"] else each.span() for each in stacks),
        *(each.span() for each in tiles),
    ]
    for start, end in _joined(sorted(spans), text):
        yield Named(start, end, f"{_TAKE} {what}", is_possible=is_possible)


def _joined(spans: Iterable[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """Return stretches of a text, two as one where nothing but `von` stands between them."""
    found: list[tuple[int, int]] = []
    for start, end in spans:
        is_one = bool(found) and _ON_STACK.fullmatch(text, found[-1][1], start) is not None
        found.append((found.pop()[0] if is_one else start, end))
    return found


class TableReader(OneLineReader):
    """Reads the lines of mails in games of WORT-Rummikub."""

    wishes = False
    on_table = pattern_of(
        rf"{PLAY}\s{{1,3}}(?:{{comes}}\s{{1,3}})(?:(?:[[filler]]|[[this_time]])\s{{1,3}})?[[onto_table]]{{end}}"
        rf"|{{begin}}{{comes}}\s{{1,3}}{PLAY}\s{{1,3}}[[onto_table]]{{end}}"
    )

    @cached_property
    def _words(self) -> Mapping[str, CountedLark]:
        return {start: self._grammars.of(*each) for each in AT_TABLE for start in each[1]}

    def righted(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return *lines* without what says beside a tile that there is no word, and each slip of the keys as meant."""
        return super().righted([*map(_without_no_word, lines)])

    def from_form(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return *lines*, the one field `Wort: STREBE` as the order to lay it, with the points of `Punkte: 7`."""
        at = the_one(lines, WORD_FIELD)
        if at is None or is_in_others(lines, [at], _WORD_NAMED):
            return lines
        if any(map(self._is_no_word, (lines[at], value_of(lines[at], WORD_FIELD)))):
            return lines  # `Zug: PASSE`
        points = the_one(lines, POINTS_FIELD)
        laid = with_order(lines, at, "lay", WORD_FIELD)
        return laid if points is None else joined_to(laid, at, points, POINTS_FIELD, " ")

    def asked_beyond_doubt(self, line: Line) -> object:
        """Return what a line asks for beyond doubt; not the word of `NIMN 3`, whose points would be other than 3."""
        asked = super().asked_beyond_doubt(line)
        order = self._order_of(line)
        is_odd = order is not None and order.claimed in range(1, _STACKS + 1)
        return None if is_odd and order and order.claimed != len(order.word) else asked

    def _is_no_word(self, line: Line) -> bool:
        """Tell whether a line asks for something else than a word to be laid."""
        return self._one(line) is not None and self._order_of(line) is None

    def in_one(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Put a change of the table that goes over several lines on one.

        `MAUS: M aus MAST,` with `A aus AHORN` below it: half of it would be another move.
        """
        found: list[Line] = []
        last = 0
        for line in lines:
            is_below = bool(found) and line.number == last + 1
            whole = self._joined(found[-1], line) if is_below else None
            if whole is None:
                found.append(line)
            else:
                found[-1] = whole
            last = line.number
        return super().in_one(found)

    def _joined(self, above: Line, below: Line) -> Line | None:
        """Return two lines as one where together they say one change of the table; None if they do not."""
        first = self._order_of(above)
        is_open = first is None and _GOES_ON.search(above.text) is not None
        if not is_open and (first is None or not _IS_PART.match(below.text)):
            return None
        is_word = first is not None and first.extends is None and not first.robbed
        second = self._order_of(below)
        start = len(below.text) - len(below.text.lstrip())
        for between in (" ", ", ", *([": "] if is_word else [])):
            whole = join_lines(above, cut_front(below, start), between)
            order = self._order_of(whole)
            is_change = order is not None and (order.extends is not None or order.robbed)
            if order is not None and is_change and (is_open or _is_part(second, order)):
                return whole
        return None

    def _order_of(self, line: Line) -> WordOrder | None:
        asked = self._one(line)
        order = asked.order if isinstance(asked, FoundOrder) and is_firm(asked) else None
        return order if isinstance(order, WordOrder) else None

    def _items(self, lines: Sequence[Line], notation: Notation) -> Iterator[Item]:
        for each in super()._items(lines, notation):
            yield each
            if isinstance(each, FoundOrder) and _may_sign(each.order, lines):
                yield Doubtful(each.order.span)

    def _beside(
        self, line: Line, above: FoundOrder | None, *, is_right_below: bool
    ) -> Iterator[Doubtful]:
        yield from super()._beside(line, above, is_right_below=is_right_below)
        if above is not None and _is_take(above) and _OTHER_STACK.search(line.text):
            yield Doubtful(line.whole)

    def is_half(self, said: Said, text: str) -> bool:
        """Tell whether a word was found alone in a line that speaks of a robbery, or a stack beside another."""
        if any(map(_is_take, said.found)) and _OTHER_STACK.search(text):
            return True
        return any(map(_is_plain_word, said.found)) and robs(text)

    def is_prose(self, order: AnyOrder, text: str) -> bool:
        """Tell whether a word is none that is laid: `Ich lege los`."""
        return isinstance(order, WordOrder) and not in_capitals(text)

    def with_claim(self, order: AnyOrder, claimed: int | None) -> AnyOrder:
        if not isinstance(order, WordOrder) or order.claimed is not None:
            return order
        return replace(order, claimed=claimed)

    def named_in(self, text: str) -> Iterator[Named]:
        """Yield the word that a text names, and the tile; none where it speaks of changing the table."""
        if robs(text) or extends(text):
            return
        words = [*_words_named(text, self._insight.of_kind)]
        yield from words
        for each in _OTHER_STACK.finditer(text):
            yield Named(*each.span("other"), f"{_TAKE} {_stack_called(each['other'])}")
        for start, end in sentence_spans(text):
            named = [*_takes_named(text[start:end], self._insight.of_kind)]
            has_word = any(start <= each.start < end for each in words)
            asks = _ASKS_FOR_TILE if has_word else _WANTS_TILE
            if asks.search(text, start, end) or _IS_ALL_HE_WANTS.fullmatch(
                masked(text[start:end], named)
            ):
                yield from (
                    replace(each, start=each.start + start, end=each.end + start) for each in named
                )

    def as_laid(self, text: str) -> str:
        return taken_as_laid(self.on_table.sub(PLAY, text))

    def hinted_in(self, text: str) -> Iterator[Named]:
        """Yield the words that a text names in whatever letters, no words of talk, that the tiles are there for."""
        seen: SeenAtTable | None = self._insight.of_kind
        if seen is None or robs(text) or extends(text):
            return
        for word in _SMALL_WORD.finditer(text):
            if (
                word[0].isupper()
                or have_roles(word[0])
                or _ONE_OF_THEM.search(text[: word.start()])
            ):
                continue
            if seen.can_lay(spell(word[0])) is True:
                yield Named(*word.span(), f"{_LAY} {spell(word[0])}", is_possible=True)

    def parsed(self, plain: str, line: Line) -> FoundOrder | Act | None:
        """Return what a text asks for that holds nothing else."""
        if NUMBER_FIELD.fullmatch(plain):
            return None
        for start, parser in self._words.items():
            if not parser.may_begin(plain, start):
                continue
            try:
                tree = parser.parse(plain, start, _QUICK)
            except UnexpectedInput:
                continue
            if start == "wish":
                return wish_of(tree)
            order = READ[start](tree, line.whole)
            if order is None:
                continue
            if isinstance(order, WordOrder):
                order = replace(order, claimed=claimed_in(tree))
            is_ended = without_comment(line.text).rstrip().endswith((".", ":"))
            is_from = bool(tokens_of(tree, "FROM", "FROM_THE", "THE_TOP"))
            if (
                start == "take"
                and is_from
                and is_ended
                and not tokens_of(tree, "TAKE", "LEAD", "I")
            ):
                return None  # the end of a sentence: `from stack 1.`
            sure = Sure.FIRM
            is_small = not plain.isupper() or len(plain) == 1
            if start == "lay" and plain.isalpha() and is_small:
                if len(plain) == 1 or is_ended:
                    return None
                sure = Sure.CAPITALISED if plain == plain.capitalize() else Sure.SMALL
            elif start == "lay" and not tokens_of(tree, "LAY", "LEAD", "PLACE") and is_small:
                return None  # `I wait`
            return FoundOrder(order, is_alternate=False, sure=sure)
        return None
