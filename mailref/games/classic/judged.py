"""An entry for a classic game as `judge --json` says it (classic 14)."""

from functools import partial

from mailref.games.by_turns.course import Illegal, move_of
from mailref.games.by_turns.proving import TriedOrder, done_to_json, entry_in_turns
from mailref.games.classic.book import LegalExchange, LegalPlay
from mailref.games.classic.game import classic
from mailref.orders.entries import AnyOrder, ExchangeOrder, PassOrder, PlayOrder
from mailref.record.as_json import Json, fault_to_json, move_to_json
from mailref.tiles.lexicon.verdicts import EveryWord, Lexicon
from mailref.tiles.scoring import Judge, Position


def show(it: TriedOrder) -> dict[str, Json]:
    """Return an order as it was tried."""
    found: dict[str, Json] = {"kind": _kind(it.order)}
    if it.group.condition is not None:
        found["condition"] = type(it.group.condition).__name__
    match it.order:
        case PlayOrder():
            return found | _play(it, it.order)
        case PassOrder():
            pass
        case ExchangeOrder(letters=str(letters)):
            game = classic(it.game)
            named = game.rules.tiles.taken(letters, game.hands[it.player].rack.value)
            found["letters"] = game.rules.tiles.in_order(named)
        case ExchangeOrder(kept=str(kept)) if kept and isinstance(it.tried, LegalExchange):
            found["letters"] = classic(it.game).rules.tiles.in_order(it.tried.letters)
        case _:
            found["letters"] = None
    return found | done_to_json(it.tried.faults if isinstance(it.tried, Illegal) else ())


as_object = partial(entry_in_turns, show=show)
"""Returns an entry as the object of contract 3."""


def _kind(order: AnyOrder) -> str:
    match order:
        case PlayOrder():
            return "play"
        case PassOrder():
            return "pass"
        case _:
            return "exchange"


def _play(it: TriedOrder, order: PlayOrder) -> dict[str, Json]:
    game, tried = classic(it.game), it.tried
    rules = game.rules
    words: Lexicon = EveryWord() if rules.may_challenge else it.lexicon
    position = Position(game.board, game.hands[it.player].rack.value, rules)
    judged = Judge(position, words, game.rulings).judge(order.written)
    found = move_to_json(judged, rules)
    if isinstance(tried, Illegal):
        shown = [fault_to_json(fault) for fault in tried.faults]
        return {**found, "status": "invalid", "points": None, "formula": None, "faults": shown}
    legal = move_of(tried)
    if isinstance(legal, LegalPlay) and legal.theme:
        found["theme"] = legal.theme
        found["points"] = legal.promise.points
        found["formula"] = legal.formula
    if rules.may_challenge:
        _as_open(found)
    return found


def _as_open(found: dict[str, Json]) -> None:
    """Say of each word that nobody has looked it up."""
    plays = found["plays"]
    for play in plays if isinstance(plays, list) else ():
        words = play["words"] if isinstance(play, dict) else ()
        for word in words if isinstance(words, list) else ():
            if isinstance(word, dict):
                word["verdict"] = "open"
