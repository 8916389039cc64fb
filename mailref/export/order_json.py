"""What a mail asks for in a game in turns, as the JSON of `judge --json` (classic 14)."""

from collections.abc import Iterator

from mailref.export.round_json import Json, fault_to_json, move_to_json
from mailref.rules.board import in_order
from mailref.rules.legality import Judge
from mailref.rules.lexicon.verdicts import Lexicon
from mailref.rules.placing import Position
from mailref.rules.turns.classic_book import ClassicBook, LegalPlay, TrustingLexicon
from mailref.rules.turns.course import Illegal, LegalMove, WordsWait
from mailref.rules.turns.orders import (
    AcceptAct,
    AcceptsAllAct,
    Act,
    AnyOrder,
    AwayAct,
    ChallengeAct,
    ExchangeOrder,
    HistoryAct,
    PassOrder,
    PlayOrder,
    ResignAct,
    TilesAct,
    TrialAct,
    WrittenOrders,
)
from mailref.rules.turns.turn_game import TurnGame


def orders_to_json(
    game: TurnGame, player: str, written: WrittenOrders, lexicon: Lexicon, legal: LegalMove | None
) -> tuple[list[Json], int | None]:
    """Return the moves in the order written, and the index of the one that was taken."""
    moves: list[Json] = []
    counts: int | None = None
    for group in written.groups:
        position = ClassicBook().as_if(game, group.condition)
        for order in group.orders:
            tried = ClassicBook().try_order(position, player, order, lexicon)
            move = tried.play if isinstance(tried, WordsWait) else tried
            if counts is None and legal is not None and move == legal:
                counts = len(moves)
            kind, more = _kind(order)
            found: dict[str, Json] = {"kind": kind}
            if group.condition is not None:
                found["condition"] = type(group.condition).__name__
            if isinstance(order, PlayOrder):
                more = _play(position, player, order, lexicon, tried)
            else:
                more |= _without_play(tried)
            moves.append(found | more)
    return moves, counts


def _without_play(tried: LegalMove | Illegal | WordsWait) -> dict[str, Json]:
    faults = tried.faults if isinstance(tried, Illegal) else ()
    shown: list[Json] = [fault_to_json(fault) for fault in faults]
    return {"status": "invalid" if faults else "valid", "points": 0, "faults": shown}


def _kind(order: AnyOrder) -> tuple[str, dict[str, Json]]:
    match order:
        case PlayOrder():
            return "play", {}
        case PassOrder():
            return "pass", {}
        case ExchangeOrder(letters=letters):
            return "exchange", {"letters": None if letters is None else in_order(letters)}
        case _:
            return "exchange", {"letters": None}


def _play(
    game: TurnGame,
    player: str,
    order: PlayOrder,
    lexicon: Lexicon,
    tried: LegalMove | Illegal | WordsWait,
) -> dict[str, Json]:
    rules = game.rules
    words: Lexicon = TrustingLexicon(lexicon) if rules.may_challenge else lexicon
    position = Position(game.board, game.hands[player].rack.value, rules)
    judged = Judge(position, words, game.rulings).judge(order.written)
    found = move_to_json(judged, rules)
    if isinstance(tried, Illegal):
        shown = [fault_to_json(fault) for fault in tried.faults]
        return {**found, "status": "invalid", "points": None, "formula": None, "faults": shown}
    legal = tried.play if isinstance(tried, WordsWait) else tried
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


def actions_to_json(written: WrittenOrders) -> list[Json]:
    """Return what a mail asks for beside moves."""
    return [each for act in written.acts for each in _action(act)]


def _action(act: Act) -> Iterator[Json]:
    match act:
        case ChallengeAct():
            yield {"action": "challenge", "words": [*act.words]}
        case AcceptAct():
            yield {"action": "accept"}
        case AcceptsAllAct(wanted=wanted):
            yield {"action": "accept_on" if wanted else "accept_off"}
        case ResignAct():
            yield {"action": "resign"}
        case TrialAct():
            yield {"action": "trial"}
        case HistoryAct():
            yield {"action": "history"}
        case TilesAct():
            yield {"action": "tiles"}
        case AwayAct():
            yield {"action": "away", "days": act.text}
        case _:
            return
