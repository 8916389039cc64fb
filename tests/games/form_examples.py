"""Lines as people write them in games in turns, and what is read from them."""

from collections.abc import Iterator, Mapping
from typing import Any

from mailref.games.rummikub.rules import TakeOrder, WordOrder
from mailref.orders.entries import (
    AcceptAct,
    AcceptsAllAct,
    Act,
    AnyOrder,
    AwayAct,
    ChallengeAct,
    Condition,
    ExchangeOrder,
    HistoryAct,
    IfExchange,
    IfPass,
    IfPlay,
    IfTakenBack,
    PassOrder,
    PlayOrder,
    ResignAct,
    TilesAct,
    TrialAct,
    UnreadOrder,
    WishAct,
    WrittenOrders,
)
from mailref.tiles.board import Axes, Direction, Notation, in_order, place_name, square_name
from mailref.tiles.moves import BlankFor, Play
from tests.games.classic.examples import READER, lines_of
from tests.games.rummikub import examples as table_examples

Case = Mapping[str, Any]


def form(case: Case) -> Iterator[str]:
    """Yield where lines are read as something else."""
    lines = lines_of(case["lines"])
    if case["game"] == "rummikub":
        found = _read(table_examples.READER.read(lines, Notation(Axes.ROWS)))
        found |= {"order": "doubt"} if found.get("act") == "challenge" else {}
    else:
        found = _read(READER.read(lines, Notation(Axes(case.get("axes", "rows")))))
    wanted = case["expect"]
    if {key: found.get(key) for key in wanted} != wanted:
        yield f"{case['lines']} is {found}, not {wanted}"


def _read(written: WrittenOrders) -> dict[str, Any]:
    found: dict[str, Any] = {}
    faults = [fault.code for fault in written.faults]
    if written.ambiguous_at is not None:
        found["fault"] = "ambiguous"
    conditions = [_condition(g.condition) for g in written.groups if g.condition is not None]
    if conditions:
        found["conditions"] = conditions
    for act in written.acts:
        found |= _act(act)
    for group in written.groups:
        for order in group.orders:
            more, wrong = _order(order)
            found |= {key: value for key, value in more.items() if key not in found}
            faults += wrong
    if faults and "fault" not in found:
        found["fault"] = faults[0]
    return found


def _act(act: Act) -> dict[str, Any]:
    match act:
        case ChallengeAct(words):
            return {"act": "challenge", "words": list(words)}
        case AcceptsAllAct(wanted):
            return {"act": "accept_on" if wanted else "accept_off"}
        case TrialAct(PlayOrder(written)):
            return {"act": "trial"} | _play(written.move.plays[0] if written.move else None)
        case WishAct(letters):
            return {"wish": list(letters)}
        case AwayAct(text):
            return {"act": "away", "text": text}
        case _:
            return {"act": _PLAIN_ACTS[type(act)]}


_PLAIN_ACTS: Mapping[type[Act], str] = {
    AcceptAct: "accept",
    ResignAct: "resign",
    HistoryAct: "history",
    TilesAct: "tiles",
}


def _order(order: AnyOrder) -> tuple[dict[str, Any], list[str]]:
    match order:
        case PlayOrder(written, wish):
            found: dict[str, Any] = {"order": "play"}
            move = written.move
            found |= _play(move.plays[0] if move else None)
            if move is not None and move.swaps:
                found["swaps"] = [square_name(swap.square, Axes.ROWS) for swap in move.swaps]
            if wish is not None:
                found["wish"] = [wish.vowels, wish.consonants]
            return found, [fault.code for fault in written.faults]
        case ExchangeOrder(letters):
            return {"order": "exchange", "letters": letters and in_order(letters)}, []
        case PassOrder():
            return {"order": "pass"}, []
        case WordOrder(word, _, extends, robbed, left):
            found = {"order": "word", "word": word, "from": [[r.letters, r.word] for r in robbed]}
            found |= {"extends": extends} if extends else {}
            return found | ({"left": list(left)} if left else {}), []
        case TakeOrder(what, _):
            return {"order": "take", "what": what}, []
        case UnreadOrder(faults):
            return {}, [fault.code for fault in faults]
        case _:
            raise TypeError(type(order).__name__)


def _play(play: Play | None) -> dict[str, Any]:
    if play is None:
        return {}
    named = {play.word.index(b.letter) for b in play.blanks if isinstance(b, BlankFor)}
    starred = play.starred | named
    word = "".join("*" * (at in starred) + letter for at, letter in enumerate(play.word))
    return {"where": place_name(play.square, play.direction, Axes.ROWS), "word": word}


def _condition(condition: Condition | None) -> list[str]:
    match condition:
        case IfPlay(square, direction, word):
            return ["play", place_name(square, Direction(direction), Axes.ROWS), word]
        case IfPass():
            return ["pass"]
        case IfExchange():
            return ["exchange"]
        case IfTakenBack():
            return ["taken_back"]
        case _:
            return ["else"]
