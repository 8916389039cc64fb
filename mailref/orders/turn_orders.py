"""Lines of a mail to the orders of a game in turns: moves, conditions, challenges (turns 3 to 6, 11).

Plays are read as in every game; what else a player may ask for has a grammar of its own.

Conditions of moves in advance: where one stands on a line, and what it says. One that names a play is read by
who reads plays; here it is told where in the line that play stands.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from mailref.orders.commands import is_closing
from mailref.orders.entries import Habits, PlayRow, Row, SectionReader
from mailref.orders.grammar import Grammars
from mailref.orders.move_lines import Budget, LineReader
from mailref.orders.order_lines import (
    LONGEST_ORDER,
    ORDERS,
    STARTS,
    TRIAL,
    FoundOrder,
    OrderLines,
    Said,
    command_among_orders,
    is_exchange,
    is_hedged,
    is_more_tiles,
    is_theme_line,
    may_be_meant,
    parted,
    pattern_of,
    replaces,
    said_in,
    theme_claims,
    without_comment,
)
from mailref.orders.sections import gathered, joined_fields, passed_over, unsaid, written_move
from mailref.orders.table import Command
from mailref.orders.written import (
    AcceptAct,
    AcceptsAllAct,
    Act,
    AnyOrder,
    ChallengeAct,
    Condition,
    ConditionUnread,
    ExchangeOrder,
    IfExchange,
    IfPass,
    IfPlay,
    IfTakenBack,
    OrdersIf,
    Otherwise,
    PlayOrder,
    ResignAct,
    TrialAct,
    Wish,
    WrittenOrders,
)
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Axes
from mailref.tiles.moves import Fault, MissingPlace, Play, Syntax, TextSpan, WrittenMove
from mailref.tiles.vocabulary import ALTERNATE_MARK
from mailref.tiles.when_used import regex

_LONGEST_CONDITION = 240
MOST_BREAKS = 8
"""So many places on a line are tried for the end of a condition, or for its beginning."""
_LEAD = r"\s*[*•–-]{0,3}\s{0,9}(?:\d{1,2}[.)]\s{1,9})?(?:[[before_if]]{end}\s{1,9}){0,2}"
_FIRM_IF = rf"{_LEAD}[[if]]{{end}}"
_MAYBE_IF = rf"{_LEAD}(?:[[if]]|[[maybe_if]]){{end}}[\s,]{{0,9}}"
_ANY_IF = rf"{_LEAD}(?:[[if]]|[[maybe_if]]|[[at_turn]]){{end}}[\s,]{{0,9}}"
_TAIL = r"[\s*]{0,9}(?:,?\s{0,9}[[then]]{end})?\s{0,9}[,;]?\s{0,9}(?P<colon>:)?[\s*]{0,9}"
_IF = pattern_of(rf"{_FIRM_IF}(?P<rest>.*?){_TAIL}")
_ANY = pattern_of(rf"{_ANY_IF}(?P<rest>.*?){_TAIL}")
_OF_PLAY = pattern_of(rf"{_MAYBE_IF}(?P<rest>.*?){_TAIL}")
_ELSE = pattern_of(rf"{_LEAD}[[else]]\s{{0,9}}:?[\s*]{{0,9}}")
_UNLESS = pattern_of(rf"{_LEAD}[[unless]]{{end}}.*")

# Who does it: `er`, `mein Gegner`, or a name, which the referee knows or not.
_WORD = r"(?![[negation]]{end})[^\W\d_](?:[^\W\d_]|[.'’-]){0,30}"
_NAME = rf"(?P<who>(?![[nobody]]{{end}}\s{{1,9}}[[passes]]){_WORD}(?:\s{_WORD}){{0,3}}?)"
_BY = rf"(?:[[someone]]|{_NAME}){{end}}\s{{1,9}}"
_AROUND = r"(?:[[this_time]]|[[around]]){end}"
_TILES = r"(?:(?:(?:\d{1,2}|[[some]]){end}\s{1,9})?[[tile_names]]|[[all_tiles]]){end}"
_PASSES = rf"(?:{_BY})??(?:{_AROUND}\s{{1,9}}){{0,3}}[[passes]]{{end}}(?:\s{{1,9}}{_AROUND}){{0,3}}"
_EXCHANGES = (
    rf"(?:{_BY})??(?:{_AROUND}\s{{1,9}}){{0,3}}(?:{_TILES}\s{{1,9}})?[[exchanges]]{{end}}"
    rf"(?:\s{{1,9}}{_TILES})?(?:\s{{1,9}}{_AROUND}){{0,3}}"
)
_GOES_BACK = (
    rf"(?:(?:[[what_goes_back]]|{_NAME}\s{{1,9}}[[a_play]]){{end}}\s{{1,9}})?[[goes_back]]{{end}}"
    r"|[[challenge_won]]{end}"
)
# `Passt Ben:`, `Geht der Zug zurück, dann ...`
_PASSES_FIRST = rf"[[passes_first]]{{end}}\s{{1,9}}(?:[[someone]]|{_NAME}){{end}}"
_EXCHANGES_FIRST = (
    rf"[[exchanges_first]]{{end}}\s{{1,9}}(?:[[someone]]|{_NAME}){{end}}(?:\s{{1,9}}{_TILES})?"
)
_GOES_BACK_FIRST = r"[[goes_first]]{end}\s{1,9}[[what_goes_back]]{end}\s{1,9}[[back]]{end}"

_MADE: tuple[tuple[str, str, Callable[[str], Condition]], ...] = (
    (_PASSES, _PASSES_FIRST, IfPass),
    (_EXCHANGES, _EXCHANGES_FIRST, IfExchange),
    (_GOES_BACK, _GOES_BACK_FIRST, IfTakenBack),
)
_PLAIN = tuple((pattern_of(said), make) for said, _, make in _MADE)
_VERB_FIRST = tuple(
    (pattern_of(rf"{_LEAD}{said}(?=\s{{0,9}}(?::|,?\s{{0,9}}[[then]]{{end}})){_TAIL}"), make)
    for _, said, make in _MADE
)
_NO_NEGATION = r"(?!\s{0,9}[[negation]]{end})"
_PREFIXES = tuple(pattern_of(rf"{_ANY_IF}(?:{said}){_NO_NEGATION}") for said, _, _ in _MADE)
_FIRST_PREFIXES = tuple(
    pattern_of(rf"{_LEAD}{first}\s{{0,9}}(?::|,?\s{{0,9}}[[then]]{{end}})") for _, first, _ in _MADE
)
_PLAYS = pattern_of(
    rf"(?:{_BY})??(?P<puts>[[lays]]{{end}}\s{{1,9}})?"
    r"(?P<play>{square}[a-z]?\s{0,9}[:,]?\s{0,9}(?!(?:[[lays]]|[[at]]){end})[{letters}*()\[\]]{2,20}"
    r"|(?-i:[A-ZÄÖÜ*()\[\]]{2,20})\s{1,9}(?:[[at]]{end}\s{1,9})?{square}[a-z]?)"
    rf"(?P<lays>\s{{1,9}}[[lays]]{{end}})?(?:\s{{1,9}}{_AROUND}){{0,3}}"
)

# What may stand on the line of a condition: `FALLS PASS: H6 NOVA`, `if he passes then H6 NOVA`.
_IF_AT = pattern_of(_FIRM_IF)
_MAYBE_AT = pattern_of(_MAYBE_IF)
_UNLESS_AT = pattern_of(rf"{_LEAD}[[unless]]{{end}}")
_ELSE_AT = pattern_of(rf"{_LEAD}[[else]]{{end}}")
_ELSE_IN = pattern_of(rf"(?<=\S)[\s,;.(]{{1,9}}(?={_LEAD}[[else]]{{end}})")
_IF_IN = pattern_of(
    rf"(?<=\S)[\s,;.(–-]{{1,9}}(?={_LEAD}(?:[[if]]|[[maybe_if]]|[[at_turn]]|[[unless]]){{end}})"
)
# `2. 8G WENN`: behind a square alone stands the word of the play.
_SQUARE = pattern_of(r"\s{0,9}(?:\d{1,3}\s?[.)]|/)?\s{0,9}{square}[a-z]?")
_HARMLESS = pattern_of(rf"{_LEAD}[[if]]{{end}}\s{{1,9}}[[harmless]]{{end}}")
_GAP = pattern_of(r"[\s*]{0,9}(?:-{1,2}>|[:,;=→-])?[\s*]{0,9}(?:[[then]]{end})?[\s:,*]{0,9}")
_BREAK = pattern_of(
    r"\s{0,9}(?:-{1,2}>|[:,;=→]|\s-\s|\s(?=[[then]]{end}))\s{0,9}(?:[[then]]{end})?[\s:,]{0,9}"
)
_MORE = pattern_of(r"(?<![{letters}])(?:[[or]]|[[and]]|[[negation]])(?![{letters}])")
_TURN_NAMED = pattern_of(
    r"(?<![{letters}])(?:[[passes]]|[[exchanges]]|[[goes_back]])(?![{letters}])"
)
_NAMES_TURN = pattern_of(
    r"(?<![{letters}])(?:[[passes]]|[[exchanges]]|[[goes_back]]|{square})(?![{letters}])"
)
# `Passt er, lege ich H6 NOVA`: without a colon a play may follow that hangs on nothing.
_PASSES_AT = pattern_of(
    r"\s*(?:[[passes_first]]|[[exchanges_first]]|[[lays_first]])\s{1,9}"
    r"(?:[[someone]]|(?-i:[A-ZÄÖÜ])[{letters}]+){end}[^,:]{0,60}[,:]"
)
# `H4 RUCKEN, sonst PASSE`, `K4 AST / PASSE`: another order for want of the one before it.
OR_ELSE = pattern_of(
    r"[\s,;.]{0,9}(?:(?<!/)/(?!/)|(?<![{letters}]){otherwise}(?![{letters}]))[\s:,]{0,9}"
)


def plain_condition(text: str) -> Condition | None:
    """Return the condition that a line consists of, unless it names a play; None if it is none."""
    if _ELSE.fullmatch(text):
        return Otherwise()
    if _names_alternate(text):
        return None
    for first, make in _VERB_FIRST:
        if said := first.fullmatch(text):
            return make(who_in(said))
    found = _ANY.fullmatch(text)
    if found is None:
        return None
    each = ((pattern.fullmatch(found["rest"].strip()), make) for pattern, make in _PLAIN)
    return next((make(who_in(said)) for said, make in each if said), None)


def who_in(said: re.Match[str]) -> str:
    """Return the name of who is said to do it; "" for `er`, `she` and the like."""
    return said.groupdict().get("who") or ""


def without_harmless(line: Line) -> Line:
    """Return a line with blanks for words that sound as a condition and are none: `H4 RUCKEN, wenn es passt`."""
    text = line.text
    for harmless in (_HARMLESS_BEHIND, _HARMLESS_FIRST):
        if len(text) <= _LONGEST_CONDITION and (found := harmless.search(text)):
            text = text[: found.start()] + " " * len(found[0]) + text[found.end() :]
    return line if text == line.text else replace(line, text=text.rstrip())


_HARMLESS_BEHIND = pattern_of(
    r"[\s,(]{1,3}(?<![{letters}])[[if]]{end}\s{1,3}[[harmless]][\s).!]{0,9}$"
)
_HARMLESS_FIRST = pattern_of(r"^\s{0,9}[[if]]{end}\s{1,3}[[harmless]]\s{0,3},")


def play_in(text: str) -> re.Match[str] | None:
    """Return where a condition names a play, as `play`, and by `who`: `Falls Ben H4 RUCKEN legt:`."""
    found = _OF_PLAY.fullmatch(text)
    if found is None or _names_alternate(text):
        return None
    return _PLAYS.fullmatch(text, found.start("rest"), found.end("rest"))


def ends_in_verb(named: re.Match[str]) -> bool:
    """Tell whether what stands as the word of a play may be what somebody does: `Sollte Ben H4 belegen`."""
    is_said_of_somebody = named.start("play") > named.start()
    is_laid = bool(named["puts"] or named["lays"])
    return is_said_of_somebody and not is_laid and _SMALL_AT_END.search(named["play"]) is not None


_SMALL_AT_END = regex(r"\d\s{0,3}[a-zäöüß]{2,20}$")


def rest_of(text: str) -> tuple[int, int] | None:
    """Return where what FALLS says begins and ends; None if the line does not begin as a condition."""
    found = _IF.fullmatch(text)
    return None if found is None or _names_alternate(text) else found.span("rest")


def says_more(text: str) -> bool:
    """Tell whether two things are named, or one is denied: `er H4 RUCKEN oder H5 RUCKEN legt`."""
    return _MORE.search(text) is not None


def ends_as_condition(text: str) -> bool:
    """Tell whether a line begins as a condition and ends with a colon."""
    found = _IF.fullmatch(text)
    return found is not None and found["colon"] is not None and not _names_alternate(text)


def is_exception(text: str) -> bool:
    """Tell whether a line says when something is *not* to be done: `Es sei denn, er passt:`."""
    found = _UNLESS.fullmatch(text)
    return found is not None and (text.rstrip().endswith(":") or bool(_TURN_NAMED.search(text)))


def ends_of_condition(text: str, *, may_be_else: bool) -> Iterator[tuple[int, int]]:
    """Yield where a condition may end on its line, and where what it is for begins."""
    text = without_comment(text)
    if len(text) > _LONGEST_CONDITION:
        return
    otherwise = _ELSE_AT.match(text) if may_be_else else None
    for plain in (otherwise,) if otherwise else _matches(_PREFIXES + _FIRST_PREFIXES, text):
        gap = _GAP.match(text, plain.end())
        if gap and gap.end() < len(text):
            yield plain.end(), gap.end()
    begins = _MAYBE_AT.match(text) or _UNLESS_AT.match(text)
    if otherwise is None and begins and not _names_alternate(text):
        for found in islice(_BREAK.finditer(text), MOST_BREAKS):
            if found.end() < len(text):
                yield found.span()


def _matches(patterns: Sequence[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    return (found for each in patterns if (found := each.match(text)))


def is_conditional(text: str) -> bool:
    """Tell whether a line begins as a condition does, so that SONST may follow."""
    if _ELSE_AT.match(text) or _names_alternate(text):
        return False
    return _IF_AT.match(text) is not None or any(_matches(_PREFIXES + _FIRST_PREFIXES, text))


def begins_with_if(text: str) -> bool:
    """Tell whether a line begins with FALLS or the like, whatever follows."""
    return _IF_AT.match(text) is not None


def elses_in(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield where what stands before SONST ends, where that word begins, and where it ends."""
    if len(text) > _LONGEST_CONDITION:
        return
    for gap in islice(_ELSE_IN.finditer(text), MOST_BREAKS):
        otherwise = _ELSE_AT.match(text, gap.end())
        if otherwise:
            yield gap.start(), gap.end(), otherwise.end()


def conditions_behind(text: str) -> Iterator[tuple[int, int]]:
    """Yield where an order may end, and where a condition behind it begins: `H6 NOVA, falls er passt`."""
    text = without_comment(text)
    if len(text) > _LONGEST_CONDITION:
        return
    for gap in islice(_IF_IN.finditer(text), MOST_BREAKS):
        is_word = _SQUARE.fullmatch(text, 0, gap.start()) is not None
        if not (is_word or _names_alternate(text[gap.end() :]) or _HARMLESS.match(text, gap.end())):
            yield gap.span()


def is_firm_behind(text: str) -> bool:
    """Tell whether what stands behind an order is a condition, read or not."""
    return bool(_IF_AT.match(text) or _UNLESS_AT.match(text)) or hangs_on_turn(text)


def hangs_on_turn(text: str) -> bool:
    """Tell whether a line speaks of somebody's turn as a condition would: `Sobald er 4A GRÄTE legt`."""
    said = _BREAK.split(text, maxsplit=1)[0]
    is_condition = _MAYBE_AT.match(said) is not None and not _names_alternate(text)
    return (is_condition and bool(_NAMES_TURN.search(said))) or bool(_PASSES_AT.match(text))


def ends_of_denial(text: str) -> Iterator[int]:
    """Yield where what sounds as an alternate may end as a condition: `Falls nicht H4 RUCKEN:`."""
    if _IF_AT.match(text) and len(text) <= _LONGEST_CONDITION:
        yield from (found.start() for found in islice(re.finditer(":", text), MOST_BREAKS))


def is_alternate_if(text: str) -> bool:
    """Tell whether a line begins as `Falls das nicht geht`: without a move above, nobody knows of what."""
    return _MAYBE_AT.match(text) is not None and _names_alternate(text)


def _names_alternate(text: str) -> bool:
    """Tell whether what sounds like a condition asks for an alternate: `Falls ungültig: PASSE`."""
    mark = OR_ELSE.match(text)
    end = _BREAK.search(text, mark.end()) if mark is not None else None
    return mark is not None and not _TURN_NAMED.search(text[: end.end() if end else len(text)])


_CONDITION = 26
"""So many looks the words of a condition are worth."""


class Under(Struct):
    """A condition, and the orders under it; the first of a mail is none, for what stands above all."""

    condition: Condition | None = None
    span: TextSpan | None = None
    is_behind: bool = False
    """Whether it stands behind its move: `H6 NOVA, falls er passt`."""
    orders: list[FoundOrder] = []


class _Doubtful(Struct, frozen=True):
    """What could be a play, and is none, or not certainly; or what takes back an order above it."""

    span: TextSpan
    unsays: bool = False
    is_alone: bool = False
    """Whether it is asked about where nothing else stands in the mail, too."""


_Item = FoundOrder | Act | Wish | Under | ConditionUnread | _Doubtful
NEVER_KEPT = (ChallengeAct, AcceptAct, AcceptsAllAct, ResignAct)
"""What is done at once, and can hang on no condition."""


class OrderReader(SectionReader):
    """Reads the lines of mails in games in which plays are laid in turn."""

    commands_as_orders: ClassVar[tuple[Command, ...]] = (Command.OBJECT,)
    wishes = True

    def __init__(self, grammars: Grammars) -> None:
        super().__init__(grammars)
        self._plays = grammars.plays

    @cached_property
    def _orders(self) -> OrderLines:
        return OrderLines(self._grammars.of(*ORDERS))

    def read(self, lines: Sequence[Line], axes: Axes) -> WrittenOrders:
        """Return all that *lines* ask for in a game whose squares are named by *axes*."""
        items = list(self._items(list(joined_fields(lines)), axes))
        return _put_together(items)

    def written(self, lines: Sequence[Line], axes: Axes) -> WrittenOrders | None:
        found = self.read(lines, axes)
        return None if found.is_empty else found

    def leaves_wish(self, lines: Sequence[Line], axes: Axes) -> bool:
        return OrderReader.read(self, lines, axes).wish is not None

    def recognises(self, line: Line, axes: Axes) -> bool:
        """Tell whether a line asks for something by itself, as an order or a condition."""
        is_order = self._is_order((line,), axes) or bool(self._said(line, axes))
        return is_order or self._condition(line, (), axes) is not None

    def _items(self, lines: Sequence[Line], axes: Axes) -> Iterator[_Item]:
        pending: list[Line] = []
        has_condition = has_order = False
        above: int | None = None
        pieces = list(self._pieces(lines, axes))
        exchanged = 0
        for at, (line, is_behind) in enumerate(pieces):
            below = [each for each, _ in pieces[at + 1 : at + 2]]
            found = self._condition(line, below, axes) or self._act_or_order(line, axes)
            if is_behind and not isinstance(found, Under):
                found = ConditionUnread(span=line.whole)
            has_order = has_order or isinstance(found, FoundOrder)
            if found is None:
                if is_alternate_if(line.text) and not (has_order or self._is_order(pending, axes)):
                    yield ConditionUnread(span=line.whole)
                said = self._said(line, axes)
                is_below = line.number == exchanged + 1
                if exchanged and is_more_tiles(line.text, is_right_behind=is_below):
                    yield _Doubtful(line.whole)
                exchanged = line.number if any(map(is_exchange, said)) else exchanged
                if not any(isinstance(each, FoundOrder) for each in said):
                    pending.append(line)
                if is_hedged(line, partial(self._orders.read, starts=("exchange", "passing"))):
                    yield _Doubtful(line.whole)
                yield from said
                continue
            yield from self._plays_of(pending, axes, above)
            pending = []
            if isinstance(found, (FoundOrder, *NEVER_KEPT)):
                above = line.number
            exchanged = line.number if is_exchange(found) else exchanged
            if isinstance(found, Under):
                has_condition, found = True, replace(found, is_behind=is_behind)
            if has_condition and isinstance(found, NEVER_KEPT):
                found = ConditionUnread(span=line.whole)
            yield found
        yield from self._plays_of(pending, axes, above)

    def _said(self, line: Line, axes: Axes) -> Sequence[_Item]:
        """Return what the sentences of a line ask for; beside a play on it, no other move."""
        is_condition = is_conditional(line.text) or begins_with_if(line.text)
        said = Said() if is_condition else said_in(line, partial(self._orders.read, starts=STARTS))
        if said.is_doubtful or (said.has_move and self._moves([line], axes)):
            return (_Doubtful(line.whole, is_alone=True),)
        return said.found

    def _pieces(self, lines: Sequence[Line], axes: Axes) -> Iterator[tuple[Line, bool]]:
        """Yield *lines* cut at conditions and alternates, each with whether it stood behind its move."""
        has_condition = False
        read = partial(self._orders.read, starts=STARTS)
        whole = (
            part
            for line in map(without_harmless, lines)
            for part in parted(line, read, partial(self._is_move, axes=axes))
        )
        for line in whole:
            behind = self._behind(line, axes)
            has_condition |= is_conditional(line.text) or behind is not None
            if behind is None:
                pieces = self._cut_conditions(line, axes, may_be_else=has_condition)
            else:
                condition, first, rest = behind
                yield condition, True
                pieces = (
                    each for part in (first, rest) if part for each in self._cut_else(part, axes)
                )
            yield from ((piece, False) for piece in pieces)

    def _behind(self, line: Line, axes: Axes) -> tuple[Line, Line, Line | None] | None:
        """Return the condition behind an order, the order, and what follows: `H6 NOVA, falls er passt`.

        One that cannot be read takes the place of a condition all the same, and is asked about.
        """
        if begins_with_if(line.text):
            return None
        for end, begins in conditions_behind(line.text):
            first = line.cut(0, end)
            if not self._orders_something(first, axes):
                continue
            others = (each for each in elses_in(line.text) if each[0] > begins)
            more = next(others, (len(line.text),) * 3)
            condition = line.cut(begins, more[0])
            condition = replace(condition, text=condition.text.rstrip(" ).!;"))
            rest = line.cut(more[1]) if more[1] < len(line.text) else None
            if self._readable(condition, axes) or is_firm_behind(line.text[begins:]):
                return condition, first, rest
        return None

    def _cut_conditions(self, line: Line, axes: Axes, *, may_be_else: bool) -> Iterator[Line]:
        for end, begins in ends_of_condition(line.text, may_be_else=may_be_else):
            condition, rest = line.cut(0, end), line.cut(begins)
            if self._readable(condition, axes) and self._orders_something(rest, axes):
                yield condition
                yield from self._cut_else(rest, axes)
                return
        yield from self._cut_alternates(line)

    def _cut_else(self, line: Line, axes: Axes) -> Iterator[Line]:
        """Cut what stands behind a condition where the next begins: `FALLS PASS: K4 AST, sonst H6 NOVA`."""
        others = [(end, begins) for end, begins, _ in elses_in(line.text)]
        for end, begins in sorted([*others, *conditions_behind(line.text)]):
            rest = line.cut(begins)
            if self._is_conditional_order(rest, axes):
                yield from self._cut_alternates(line.cut(0, end))
                yield from self._cut_conditions(rest, axes, may_be_else=True)
                return
        yield from self._cut_conditions(line, axes, may_be_else=True)

    def _is_conditional_order(self, line: Line, axes: Axes) -> bool:
        """Tell whether a line is a condition with what it is for behind it."""
        return any(
            self._readable(line.cut(0, end), axes) and self._orders_something(line.cut(to), axes)
            for end, to in ends_of_condition(line.text, may_be_else=True)
        )

    def _cut_alternates(self, line: Line) -> list[Line]:
        """Cut a line where an exchange or a pass is an alternate; plays do so by themselves."""
        text = without_comment(line.text)
        if len(text) > LONGEST_ORDER:
            return [line]
        for mark in OR_ELSE.finditer(text):
            rest = line.cut(mark.end())
            if self._orders.read(rest, ("exchange", "passing")) is None:
                continue
            slash = f"{ALTERNATE_MARK:>{mark.end()}}"
            alternate = replace(rest, text=slash + rest.text[mark.end() :])
            first = line.cut(0, mark.start())
            return [*self._cut_alternates(first), alternate] if first.text.strip() else [alternate]
        return [line]

    def _orders_something(self, line: Line, axes: Axes) -> bool:
        """Tell whether what stands behind a condition asks for something, beyond doubt."""
        behind = next(conditions_behind(line.text), None)
        if behind is not None and self._orders_something(line.cut(0, behind[0]), axes):
            return True
        return any(
            begins_with_if(piece.text)
            or self._act_or_order(piece, axes) is not None
            or any(move.is_likely for move in self._moves([piece], axes))
            for piece in self._cut_alternates(line)
        )

    def _act_or_order(self, line: Line, axes: Axes) -> _Item | None:
        text = without_comment(line.text)
        if len(text) > LONGEST_ORDER or not text.strip():
            return None
        if (command := command_among_orders(text)) is not None:
            return command
        if trial := TRIAL.match(text):
            return self._trial(line, trial.end(), axes)
        return self._orders.read(line, STARTS)

    def _trial(self, line: Line, start: int, axes: Axes) -> TrialAct | None:
        plays = self._moves([line.cut(start)], axes)
        return TrialAct(PlayOrder(_written(plays[0]))) if len(plays) == 1 else None

    def _condition(
        self, line: Line, below: Sequence[Line], axes: Axes
    ) -> Under | ConditionUnread | None:
        span = line.whole
        readable = self._readable(line, axes)
        if readable is not None:
            return Under(readable, span)
        if rest_of(line.text) is None and not is_exception(line.text):
            hangs = self._denies_play(line, axes) or hangs_on_turn(line.text)
            return ConditionUnread(span=span) if hangs else None
        is_meant = (
            ends_as_condition(line.text)
            or is_exception(line.text)
            or self._is_order(below[:1], axes)
            or self._may_be_condition(line, axes)
        )
        return ConditionUnread(span=span) if is_meant else None

    def _denies_play(self, line: Line, axes: Axes) -> bool:
        """Tell whether a line sounds as an alternate does and is none: `Falls nicht H4 RUCKEN:`."""
        ends = ends_of_denial(line.text)
        return any(self._only_play(line.cut(0, end), axes) is not None for end in ends)

    def _readable(self, line: Line, axes: Axes) -> Condition | None:
        """Return the condition that a line consists of; None if it cannot be read as one."""
        plain = plain_condition(line.text)
        if plain is not None:
            return plain
        named = play_in(line.text)
        if named is not None and ends_in_verb(named):
            return None
        self._grammars.attention.look(line.text, _CONDITION if begins_with_if(line.text) else 1)
        at = named.span("play") if named is not None else rest_of(line.text)
        if named is None and at is not None and says_more(line.text[slice(*at)]):
            return None
        play = self._only_play(line.cut(*at), axes) if at is not None else None
        who = who_in(named) if named is not None else ""
        return None if play is None else IfPlay(play.square, play.direction, play.word, who)

    def _may_be_condition(self, line: Line, axes: Axes) -> bool:
        """Tell whether a line orders something, or is a condition as far as a colon."""
        return any(
            self._orders_something(line.cut(begins), axes)
            or (":" in line.text[end:begins] and self._readable(line.cut(0, end), axes) is not None)
            for end, begins in ends_of_condition(line.text, may_be_else=False)
        )

    def _is_order(self, lines: Sequence[Line], axes: Axes) -> bool:
        return any(self._act_or_order(line, axes) for line in lines) or bool(
            self._moves(lines, axes)
        )

    def _is_move(self, line: Line, axes: Axes) -> bool:
        found = self._act_or_order(line, axes)
        return isinstance(found, FoundOrder) or self._only_play(line, axes) is not None

    def _only_play(self, line: Line, axes: Axes) -> Play | None:
        moves = self._moves([line], axes)
        return moves[0].play if len(moves) == 1 and not moves[0].faults else None

    def _plays_of(self, lines: Sequence[Line], axes: Axes, above: int | None) -> Iterator[_Item]:
        claims = {
            line.number: found for line in lines if (found := theme_claims(line.text)) is not None
        }
        plays = [
            line for line in lines if line.number not in claims or not is_theme_line(line.text)
        ]
        rows = self._rows(plays, axes)
        moves = _moves_of(rows)
        for at, each in enumerate(moves):
            first = each.span.line if at else 0
            last = moves[at + 1].span.line if at + 1 < len(moves) else math.inf
            said = [found for number, found in claims.items() if first <= number < last]
            claimed = tuple(word for found in said for word in found) if said else None
            own = (line for line in plays if line.number == each.span.line)
            is_instead = each.is_instead and any(replaces(line.text) for line in own)
            order = PlayOrder(_written(each), claims=claimed, named=each.named)
            yield FoundOrder(order, each.is_alternate, is_instead)
        read = {each.span for each in moves}
        yield from (
            _Doubtful(span, is_alone=may_be_meant(span.text)) for span in passed_over(rows, read)
        )
        yield from (_Doubtful(span, unsays=True) for span in unsaid(rows, above))

    def _rows(self, lines: Sequence[Line], axes: Axes) -> list[Row]:
        reader = LineReader(self._plays, (), Budget(attention=self._grammars.attention))
        rows: list[Row] = []
        is_closed = False
        for line in lines:
            is_closed = is_closed or is_closing(line.text)
            found = reader.read(line, axes, is_closed=is_closed)
            is_closed = is_closed and not any(isinstance(row, PlayRow) for row in found)
            rows += found
        return rows

    def _moves(self, lines: Sequence[Line], axes: Axes) -> list[PlayRow]:
        return _moves_of(self._rows(lines, axes))


def _moves_of(rows: Sequence[Row]) -> list[PlayRow]:
    """Return the plays of *rows*, each with what stands alone beside it."""
    plays = gathered(rows)
    moves = [replace(row, faults=tuple(map(_as_turn_fault, row.faults))) for row in plays]
    return [each for each in moves if each.is_likely] or moves


def _written(row: PlayRow) -> WrittenMove:
    return written_move([row], 0, Habits(are_numbered=False))


def _as_turn_fault(fault: Fault) -> Fault:
    """Say of a play without its direction what is wrong with the line: `H4s` is wanted (turns 15)."""
    if isinstance(fault, MissingPlace) and fault.lacks == "direction":
        return Syntax(span=fault.span, hint="direction")
    return fault


def _put_together(items: Sequence[_Item]) -> WrittenOrders:
    """Put orders under their conditions; a second one without a slash is asked back (turns 3.3)."""
    groups = [Under()]
    acts: list[Act] = []
    faults: list[Fault] = []
    wish: Wish | None = None
    doubts: list[_Doubtful] = []
    for item in items:
        match item:
            case FoundOrder(is_instead=True) if len(groups[-1].orders) == 1:
                groups[-1].orders[:] = [item]
            case FoundOrder():
                groups[-1].orders.append(item)
            case Under():
                groups.append(item)
            case ConditionUnread():
                faults.append(item)
            case _Doubtful():
                doubts.append(item)
            case Wish():
                wish = item
            case _:
                acts.append(item)
    is_asked = any(each.orders for each in groups)
    if groups[
        0
    ].orders:  # what is to be done whatever happens, and a condition behind something else
        faults += [
            ConditionUnread(span=each.span) for each in groups if each.span and each.is_behind
        ]
    unread_at = _unread(doubts, is_asked=is_asked, acts=bool(acts))
    return asked_under(groups, acts, faults, unread_at, wish)


def asked_under(
    groups: Sequence[Under],
    acts: Sequence[Act],
    unread: Sequence[Fault],
    unread_at: TextSpan | None,
    wish: Wish | None = None,
) -> WrittenOrders:
    """Return what a mail asks for under its conditions; one with nothing under it is *unread*, too."""
    for_nothing = [
        ConditionUnread(span=each.span)
        for each in groups
        if each.span and not each.orders and not isinstance(each.condition, Otherwise)
    ]
    orders = [each.order for group in groups for each in group.orders]
    draws = any(isinstance(order, PlayOrder | ExchangeOrder) for order in orders)
    return WrittenOrders(
        tuple(
            OrdersIf(
                group.condition,
                tuple(_with_wish(each.order, wish) for each in group.orders),
                group.span,
            )
            for group in groups
            if group.orders
        ),
        tuple(acts),
        tuple(unread or for_nothing),
        _second([group.orders for group in groups]),
        wish=None if draws else wish,
        unread_at=unread_at,
    )


def _unread(doubts: Sequence[_Doubtful], *, is_asked: bool, acts: bool) -> TextSpan | None:
    """Return the first line in doubt, if any of them is in doubt beside what else stands there."""
    counts = is_asked or any(each.is_alone or (each.unsays and acts) for each in doubts)
    return doubts[0].span if doubts and counts else None


def _second(rows: Sequence[Sequence[FoundOrder]]) -> TextSpan | None:
    """Return a second move without a slash under one condition."""
    for row in rows:
        plain = {each.order.asked: each.order for each in row if not each.is_alternate}
        if len(plain) > 1:
            return list(plain.values())[1].span
    return None


def _with_wish(order: AnyOrder, wish: Wish | None) -> AnyOrder:
    if isinstance(order, PlayOrder | ExchangeOrder) and wish is not None:
        return replace(order, wish=wish)
    return order
