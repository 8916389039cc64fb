"""An entry for a game in turns as `judge --json` says it (contract 3, classic 14)."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from mailref.games.by_turns import course
from mailref.games.by_turns.contents import TurnEffect
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.orders.entries import orders_in
from mailref.orders.written import (
    AcceptAct,
    AcceptsAllAct,
    Act,
    AnyOrder,
    AwayAct,
    ChallengeAct,
    HistoryAct,
    OrdersIf,
    ResignAct,
    TilesAct,
    TrialAct,
    WrittenOrders,
)
from mailref.record.as_json import Json, fault_to_json
from mailref.referee.findings import STORED, Considered, Office
from mailref.referee.identity import may_ask
from mailref.tiles.lexicon.verdicts import Lexicon
from mailref.tiles.moves import Fault


class TriedOrder(Struct, frozen=True):
    """An order as it was tried."""

    game: SeatedGame
    """The position."""
    player: str
    group: OrdersIf
    """It with its alternates."""
    order: AnyOrder
    lexicon: Lexicon
    tried: course.Tried


ShowOrder = Callable[[TriedOrder], dict[str, Json]]
"""Says an order that was tried as one kind of game does."""


def entry_in_turns(
    entry: Considered, running: RunningTurns, office: Office, show: ShowOrder
) -> dict[str, Json]:
    """Return what an entry asks for, and which of its moves was taken."""
    written = orders_in(entry.entry)
    moves: list[Json] = []
    counts: int | None = None
    if written is not None and entry.player is not None and entry.player in running.game.hands:
        answer = course.answer_in(entry.found)
        taken = answer.legal if answer is not None and entry.outcome in STORED else None
        asks = may_ask(running, office)
        moves, counts = moves_in_order(
            running.game, entry.player, written, office.lexicon, taken, show, asks=asks
        )
    return with_moves(entry, moves, counts)


def with_moves(entry: Considered, moves: list[Json], counts: int | None) -> dict[str, Json]:
    """Return an entry with its *moves*, one of which may count, and what it asks for beside them."""
    written = orders_in(entry.entry)
    counted = moves[counts] if counts is not None else None
    answer = course.answer_in(entry.found)
    effect = answer.effect if answer is not None else None
    actions = actions_to_json(written) if written is not None else []
    asked = [each["action"] for each in actions if isinstance(each, dict)]
    return {
        "effect": _EFFECTS.get(effect, effect.value) if effect is not None else None,
        "moves": moves,
        "counts": counts,
        "points": counted["points"] if isinstance(counted, dict) else None,
        "actions": actions,
        "commands": [each for each in asked if each in _COMMANDS_AMONG_ORDERS],
    }


_COMMANDS_AMONG_ORDERS = ("history", "tiles", "accept_on", "accept_off", "away")
_EFFECTS: Mapping[TurnEffect, Json] = {
    TurnEffect.ACCEPTS_ALL: None,
    TurnEffect.ASKS: None,
    TurnEffect.WISHED: None,
}
"""What is no effect of contract 3: the commands say it."""


def moves_in_order(  # noqa: PLR0917  what is asked for, by whom, where, and how it is said
    game: SeatedGame,
    player: str,
    written: WrittenOrders,
    lexicon: Lexicon,
    legal: course.LegalMove | None,
    show: ShowOrder,
    *,
    asks: bool = True,
) -> tuple[list[Json], int | None]:
    """Return the moves in the order written, and the index of the one that was taken.

    Where nobody *asks* about words that no list knows, those are refused.
    """
    book = course.steward_of(game)
    moves: list[Json] = []
    counts: int | None = None
    for group in written.groups:
        position = book.as_if(game, group.condition)
        for order in group.orders:
            tried = course.try_order(book, position, player, order, lexicon, asks=asks)
            if counts is None and legal is not None and course.move_of(tried) == legal:
                counts = len(moves)
            moves.append(show(TriedOrder(position, player, group, order, lexicon, tried)))
    return moves, counts


def done_to_json(faults: Sequence[Fault]) -> dict[str, Json]:
    """Return whether something without points can be done."""
    shown: list[Json] = [fault_to_json(fault) for fault in faults]
    return {"status": "invalid" if faults else "valid", "points": 0, "faults": shown}


def tried_to_json(kind: str, tried: course.Tried, points: int | None) -> dict[str, Json]:
    """Return a move whose word is judged, or of which somebody must say whether it is one."""
    faults = tried.faults if isinstance(tried, course.Illegal) else ()
    return {
        "kind": kind,
        "status": "invalid"
        if faults
        else "undecided"
        if isinstance(tried, course.WordsWait)
        else "valid",
        "points": None if faults else points,
        "faults": [fault_to_json(fault) for fault in faults],
    }


def actions_to_json(written: WrittenOrders) -> list[Json]:
    """Return what a mail asks for beside moves."""
    named = ((_name_of(act), act) for act in written.acts)
    return [{"action": name, **_said_in(act)} for name, act in named if name is not None]


def _name_of(act: Act) -> str | None:
    if isinstance(act, AcceptsAllAct):
        return "accept_on" if act.wanted else "accept_off"
    return _ACTIONS.get(type(act))


def _said_in(act: Act) -> dict[str, Json]:
    match act:
        case ChallengeAct():
            return {"words": [*act.words]}
        case AwayAct():
            return {"days": act.text}
        case _:
            return {}


_ACTIONS: Mapping[type[Act], str] = {
    ChallengeAct: "challenge",
    AcceptAct: "accept",
    ResignAct: "resign",
    TrialAct: "trial",
    HistoryAct: "history",
    TilesAct: "tiles",
    AwayAct: "away",
}
