"""An entry for a classic game as `judge --json` says it (classic 14)."""

from functools import partial

from mailref.games.by_turns.course import Illegal, Tried, move_of
from mailref.games.by_turns.judged import done_to_json, entry_in_turns
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.classic.book import LegalPlay
from mailref.games.classic.game import TurnGame, classic
from mailref.orders.written import AnyOrder, ExchangeOrder, OrdersIf, PassOrder, PlayOrder
from mailref.record.as_json import Json, fault_to_json, move_to_json
from mailref.tiles.board import in_order
from mailref.tiles.legality import Judge
from mailref.tiles.lexicon.verdicts import EveryWord, Lexicon
from mailref.tiles.scoring import Position


def show(  # noqa: PLR0917  an order in its place
    position: SeatedGame,
    player: str,
    group: OrdersIf,
    order: AnyOrder,
    lexicon: Lexicon,
    tried: Tried,
) -> dict[str, Json]:
    """Return an order as it was tried in a *position*."""
    found: dict[str, Json] = {"kind": _kind(order)}
    if group.condition is not None:
        found["condition"] = type(group.condition).__name__
    return found | _laying(classic(position), player, order, lexicon, tried)


as_object = partial(entry_in_turns, show=show)
"""Returns an entry as the object of contract 3."""


def _laying(
    game: TurnGame, player: str, order: AnyOrder, lexicon: Lexicon, tried: Tried
) -> dict[str, Json]:
    match order:
        case PlayOrder():
            return _play(game, player, order, lexicon, tried)
        case PassOrder():
            return _without_play(tried)
        case ExchangeOrder(letters=letters):
            put_back = None if letters is None else in_order(letters)
            return {"letters": put_back, **_without_play(tried)}
        case _:
            return {"letters": None, **_without_play(tried)}


def _without_play(tried: Tried) -> dict[str, Json]:
    return done_to_json(tried.faults if isinstance(tried, Illegal) else ())


def _kind(order: AnyOrder) -> str:
    match order:
        case PlayOrder():
            return "play"
        case PassOrder():
            return "pass"
        case _:
            return "exchange"


def _play(
    game: TurnGame, player: str, order: PlayOrder, lexicon: Lexicon, tried: Tried
) -> dict[str, Json]:
    rules = game.rules
    words: Lexicon = EveryWord() if rules.may_challenge else lexicon
    position = Position(game.board, game.hands[player].rack.value, rules)
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
