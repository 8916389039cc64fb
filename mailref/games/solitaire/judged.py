"""An entry for a league of soloists as `judge --json` says it (other games 3)."""

from typing import Any

from msgspec.structs import replace

from mailref.games.by_turns.proving import done_to_json, entry_in_turns, tried_orders, with_moves
from mailref.games.classic.judged import show
from mailref.games.solitaire import rules
from mailref.games.solitaire.family import TriedStep, seen_at, tried_steps
from mailref.games.solitaire.policy import RunningSolo
from mailref.orders.entries import UnreadOrder, WrittenOrders, orders_in
from mailref.record.as_json import Json, fault_to_json
from mailref.referee.identity import may_ask
from mailref.referee.policy import STORED, Considered, Office
from mailref.tiles.lexicon.verdicts import Lexicon


def as_object(entry: Considered, running: RunningSolo, office: Office) -> dict[str, Json]:
    """Return an entry as the object of contract 3."""
    seen = seen_at(running, entry.player, office)
    if seen is None:
        nothing: dict[str, Json] = {"effect": None, "moves": [], "counts": None, "points": None}
        return {**nothing, "actions": []}
    if running.game.rules.chosen:
        return _in_steps(entry, office, running)
    return entry_in_turns(replace(entry, player=seen.seat), seen.running, seen.office, show)


def _in_steps(entry: Considered, office: Office, running: RunningSolo) -> dict[str, Json]:
    """Return an entry of who chooses his letters; of its moves the last play laid counts."""
    written = orders_in(entry.entry)
    moves: list[Any] = []
    counts: int | None = None
    steps = tried_steps(running, office, entry.player or "", written or WrittenOrders())
    for step in steps:
        shown = step_to_json(step, office.lexicon, asks=may_ask(running, office))
        laid = (
            at
            for at, each in enumerate(shown, start=len(moves))
            if each["kind"] == "play" and each["status"] == "valid"
        )
        if not step.faults and entry.outcome in STORED:
            counts = next(laid, counts)
        moves += shown
    return with_moves(entry, moves, counts)


def step_to_json(tried: TriedStep, lexicon: Lexicon, *, asks: bool) -> list[Any]:
    """Return one move of who chooses his letters, with its alternates."""
    order, faults = tried.group.orders[0], tried.faults
    match order:
        case rules.ChooseOrder(letters=letters):
            step: dict[str, Json] = {
                "kind": "choose",
                "letters": tried.at.running.game.rules.tiles.in_order(letters),
            }
        case UnreadOrder() if any(isinstance(each, rules.WhichChosen) for each in faults):
            step = {"kind": "choose", "letters": None}
        case rules.StepBackOrder():
            step = {"kind": "back"}
        case rules.AnewOrder():
            step = {"kind": "anew"}
        case _:
            game, written = tried.at.running.game, WrittenOrders((tried.group,))
            orders = tried_orders(game, tried.at.seat, written, lexicon, asks=asks)
            found: list[Json] = [show(each) for each in orders]
            not_reached = [each for each in faults if isinstance(each, rules.NotReached)]
            if not not_reached:
                return found
            shown = [fault_to_json(fault) for fault in not_reached]
            told = {"status": "invalid", "points": None, "faults": shown}
            return [{**each, **told} for each in found if isinstance(each, dict)]
    return [{**step, **done_to_json(faults)}]
