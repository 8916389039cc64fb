"""Lines of a mail to the orders of a game in turns: moves, conditions, challenges (classic 3 to 6, 11).

Plays are read as in every game; what else a player may ask for has a grammar of its own.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mailref.reading.entries import CommentRow, Habits, JokerRow, PlayRow, SwapRow, TotalRow
from mailref.reading.fields import joined_fields
from mailref.reading.grammar import Grammar
from mailref.reading.incoming_mail import Line
from mailref.reading.move_lines import Budget, LineReader
from mailref.reading.order_lines import (
    LONGEST_ORDER,
    STARTS,
    FoundOrder,
    OrderLines,
    cut,
    pattern_of,
    span_of_line,
    without_comment,
)
from mailref.reading.sections import read_moves
from mailref.rules.board import Axes
from mailref.rules.faults import Fault, MissingPlace, Syntax, WrittenMove
from mailref.rules.lexicon.verdicts import spell
from mailref.rules.moves import Play, TextSpan
from mailref.rules.turns.orders import (
    Act,
    AwayAct,
    Condition,
    ConditionUnread,
    ExchangeOrder,
    HistoryAct,
    IfExchange,
    IfPass,
    IfPlay,
    IfTakenBack,
    Order,
    OrdersIf,
    Otherwise,
    PlayOrder,
    TilesAct,
    TrialAct,
    Wish,
    WrittenOrders,
    asked_by,
)
from mailref.rules.vocabulary import COMMENT_MARK

MOST_ORDER_LINES = 200
"""So many lines of a mail are looked at."""
_LONGEST_LINE = 500
_IF = pattern_of(r"\s*[[if]]{end}(?P<rest>.*?)\s*(?P<colon>:)?\s*")
_ELSE = pattern_of(r"\s*[[else]]\s*:?\s*")
_IF_PASS, _IF_EXCHANGE, _IF_TAKEN_BACK = map(
    pattern_of, (r"\s*[[if_pass]]\s*", r"\s*[[if_exchange]]\s*", r"\s*[[if_taken_back]]\s*")
)
_TRIAL = pattern_of(r"\s{0,9}(?:{my}\s{1,9})?[[trial]]{end}\s{0,9}:?")
_AWAY = pattern_of(r"\s{0,9}(?:[[i]]\s{1,9})?[[away]]{end}\s{0,9}:?")
_HISTORY, _TILES = map(pattern_of, (r"[\s.!]*[[history]][\s.!]*", r"[\s.!]*[[tiles]][\s.!]*"))
_THEME = re.compile(
    rf"(?:^|{COMMENT_MARK})\s{{0,9}}(?:Thema|Theme)(?:\s{{0,9}}[:=](?P<said>.*)|\s{{0,9}}[.!]?\s*$)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"[^\W\d_]+")


_Item = FoundOrder | Act | Wish | Condition | ConditionUnread


class OrderReader:
    """Reads the lines of mails in games in turns; the grammars are compiled once."""

    def __init__(self, grammar: Mapping[str, str]) -> None:
        self._plays = Grammar(grammar["rounds.lark"], grammar["wrong_plays.txt"])
        self._orders = OrderLines(grammar)

    def read(self, lines: Sequence[Line], axes: Axes) -> WrittenOrders:
        """Return all that *lines* ask for in a game whose squares are named by *axes*."""
        items = list(self._items(list(joined_fields(lines[:MOST_ORDER_LINES])), axes))
        return _put_together(items)

    def recognises(self, line: Line, axes: Axes) -> bool:
        """Tell whether a line asks for something by itself, as an order or a condition."""
        return self._condition(line, (), axes) is not None or self._is_order((line,), axes)

    def _items(self, lines: Sequence[Line], axes: Axes) -> Iterator[_Item]:
        pending: list[Line] = []
        for at, line in enumerate(lines):
            found = self._condition(line, lines[at + 1 :], axes) or self._act_or_order(line, axes)
            if found is None:
                pending.append(line)
                continue
            yield from self._plays_of(pending, axes)
            pending = []
            yield found
        yield from self._plays_of(pending, axes)

    def _act_or_order(self, line: Line, axes: Axes) -> _Item | None:
        text = without_comment(line.text)
        if len(text) > LONGEST_ORDER or not text.strip():
            return None
        if _HISTORY.fullmatch(text):
            return HistoryAct()
        if _TILES.fullmatch(text):
            return TilesAct()
        away = _AWAY.match(text)
        if away and any(char.isdigit() for char in text[away.end() :]):
            return AwayAct(text[away.end() :].strip(" \t.!"))
        if trial := _TRIAL.match(text):
            return self._trial(line, trial.end(), axes)
        return self._orders.read(line, STARTS)

    def _trial(self, line: Line, start: int, axes: Axes) -> TrialAct | None:
        plays = self._moves([cut(line, start)], axes)
        return TrialAct(plays[0].written) if len(plays) == 1 else None

    def _condition(
        self, line: Line, below: Sequence[Line], axes: Axes
    ) -> Condition | ConditionUnread | None:
        text = line.text
        if _ELSE.fullmatch(text):
            return Otherwise()
        found = _IF.fullmatch(text)
        if found is None:
            return None
        rest = found["rest"]
        if _IF_PASS.fullmatch(rest):
            return IfPass()
        if _IF_EXCHANGE.fullmatch(rest):
            return IfExchange()
        if _IF_TAKEN_BACK.fullmatch(rest):
            return IfTakenBack()
        play = self._only_play(cut(line, found.start("rest"), found.end("rest")), axes)
        if play is not None:
            return IfPlay(play.square, play.direction, play.word)
        is_meant = found["colon"] is not None or self._is_order(below[:1], axes)
        return ConditionUnread(span=span_of_line(line)) if is_meant else None

    def _is_order(self, lines: Sequence[Line], axes: Axes) -> bool:
        return any(self._act_or_order(line, axes) for line in lines) or bool(
            self._moves(lines, axes)
        )

    def _only_play(self, line: Line, axes: Axes) -> Play | None:
        moves = self._moves([line], axes)
        move = moves[0].written.move if len(moves) == 1 and not moves[0].written.faults else None
        return move.plays[0] if move is not None else None

    def _plays_of(self, lines: Sequence[Line], axes: Axes) -> Iterator[_Item]:
        claims = {line.number: found for line in lines if (found := _claims_of(line)) is not None}
        plays = [
            line for line in lines if line.number not in claims or _THEME.match(line.text) is None
        ]
        moves = self._moves(plays, axes)
        for at, each in enumerate(moves):
            first = each.written.span.line if at else 0
            last = moves[at + 1].written.span.line if at + 1 < len(moves) else math.inf
            said = [found for number, found in claims.items() if first <= number < last]
            claimed = tuple(word for found in said for word in found) if said else None
            yield FoundOrder(PlayOrder(each.written, claims=claimed), each.is_alternate)

    def _moves(self, lines: Sequence[Line], axes: Axes) -> list["_Move"]:
        """Read the plays of *lines*, each with what stands alone beside it."""
        reader = LineReader(self._plays, (), Budget())
        rows = [row for line in lines for row in reader.read(line, axes)]
        chunks: list[list[PlayRow | SwapRow | JokerRow | TotalRow | CommentRow]] = []
        before: list[SwapRow] = []
        for row in rows:
            match row:
                case SwapRow():
                    before.append(row)
                case PlayRow():
                    chunks.append([*before, row])
                    before = []
                case JokerRow() | TotalRow() | CommentRow() if chunks:
                    chunks[-1].append(row)
                case _:
                    pass
        moves = [_move_of(chunk, axes) for chunk in chunks]
        firm = [each for each in moves if each.is_firm]
        return firm or moves


@dataclass(frozen=True, slots=True)
class _Move:
    written: WrittenMove
    is_alternate: bool
    is_firm: bool


def _move_of(
    chunk: Sequence[PlayRow | SwapRow | JokerRow | TotalRow | CommentRow], axes: Axes
) -> _Move:
    row = next(each for each in chunk if isinstance(each, PlayRow))
    plain = [
        replace(each, is_alternate=False, number=None)
        if isinstance(each, PlayRow)
        else replace(each, is_alternate=False)
        if isinstance(each, SwapRow)
        else each
        for each in chunk
    ]
    written = read_moves(plain, Habits(axes)).moves[0]
    faults = tuple(_as_turn_fault(fault) for fault in written.faults)
    is_firm = row.is_firm or (row.play is not None and not row.faults)
    return _Move(replace(written, faults=faults), row.is_alternate, is_firm)


def _as_turn_fault(fault: Fault) -> Fault:
    """Say of a play without its direction what is wrong with the line: `H4s` is wanted (classic 15)."""
    if isinstance(fault, MissingPlace) and fault.lacks == "direction":
        return Syntax(span=fault.span, hint="direction")
    return fault


def _claims_of(line: Line) -> tuple[str, ...] | None:
    """Return what `// Thema: ...` says beside a play or below it; None where nothing is claimed."""
    found = _THEME.search(line.text[:_LONGEST_LINE])
    return None if found is None else tuple(map(spell, _NAMED.findall(found["said"] or "")))


def _put_together(items: Sequence[_Item]) -> WrittenOrders:
    """Put orders under their conditions; a second one without a slash is asked back (classic 3.3)."""
    groups: list[tuple[Condition | None, list[FoundOrder]]] = [(None, [])]
    acts: list[Act] = []
    faults: list[Fault] = []
    wish: Wish | None = None
    for item in items:
        match item:
            case FoundOrder():
                groups[-1][1].append(item)
            case IfPlay() | IfPass() | IfExchange() | IfTakenBack() | Otherwise():
                groups.append((item, []))
            case ConditionUnread():
                faults.append(item)
            case Wish():
                wish = item
            case _:
                acts.append(item)
    found = tuple(
        OrdersIf(condition, tuple(_with_wish(each.order, wish) for each in row))
        for condition, row in groups
        if row
    )
    return WrittenOrders(found, tuple(acts), tuple(faults), _second([row for _, row in groups]))


def _second(rows: Sequence[Sequence[FoundOrder]]) -> TextSpan | None:
    """Return a second move without a slash under one condition."""
    for row in rows:
        plain = [each for each in row if not each.is_alternate]
        if len({asked_by(each.order) for each in plain}) > 1:
            return plain[1].order.span
    return None


def _with_wish(order: Order, wish: Wish | None) -> Order:
    if isinstance(order, PlayOrder | ExchangeOrder) and wish is not None:
        return replace(order, wish=wish)
    return order
