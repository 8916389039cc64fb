"""What a mail asks for in a game in turns, as the JSON of `judge --json` (classic 14)."""

from collections.abc import Iterator, Sequence

from mailref.games.by_turns.course import Book, Illegal, LegalMove, Tried, WordsWait, try_order
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.classic.book import ClassicBook, LegalPlay, TrustingLexicon, classic
from mailref.games.classic.game import TurnGame
from mailref.games.rummikub.book import LegalTake, LegalWord, TableBook
from mailref.games.rummikub.game import TableGame
from mailref.games.rummikub.orders import TakeOrder, WordOrder
from mailref.games.rummikub.published import word_to_json
from mailref.games.solitaire.game import SoloTable
from mailref.games.solitaire.rules import (
    AnewOrder,
    ChoiceBook,
    ChooseOrder,
    NotReached,
    SoloBook,
    StepBackOrder,
    WhichChosen,
)
from mailref.games.unscrabble.book import LegalTaking, UnscrabbleBook
from mailref.games.unscrabble.game import UnscrabbleGame
from mailref.games.unscrabble.published import taking_to_json
from mailref.orders.written import (
    AcceptAct,
    AcceptsAllAct,
    Act,
    AnyOrder,
    AwayAct,
    ChallengeAct,
    ExchangeOrder,
    HistoryAct,
    OrdersIf,
    PassOrder,
    PlayOrder,
    ResignAct,
    TilesAct,
    TrialAct,
    UnreadOrder,
    WrittenOrders,
)
from mailref.record.round_json import Json, fault_to_json, move_to_json
from mailref.tiles.board import Axes, in_order
from mailref.tiles.legality import Judge
from mailref.tiles.lexicon.verdicts import Lexicon
from mailref.tiles.moves import Fault
from mailref.tiles.scoring import Position


def orders_to_json(
    game: SeatedGame,
    player: str,
    written: WrittenOrders,
    lexicon: Lexicon,
    legal: LegalMove | None,
    *,
    asks: bool = True,
) -> tuple[list[Json], int | None]:
    """Return the moves in the order written, and the index of the one that was taken.

    Where nobody *asks* about words that no list knows, those are refused.
    """
    book = _book_of(game)
    moves: list[Json] = []
    counts: int | None = None
    for group in written.groups:
        position = book.as_if(game, group.condition)
        for order in group.orders:
            tried = try_order(book, position, player, order, lexicon, asks=asks)
            if counts is None and legal is not None and _move(tried) == legal:
                counts = len(moves)
            match position:
                case TableGame():
                    moves.append(_at_table(order, tried))
                case UnscrabbleGame():
                    moves.append(_taking(order, tried, position.rules.axes))
                case _:
                    found: dict[str, Json] = {}
                    if group.condition is not None:
                        found["condition"] = type(group.condition).__name__
                    found |= _laying(classic(position), player, order, lexicon, tried)
                    moves.append({"kind": _kind(order), **found})
    return moves, counts


def step_to_json(
    game: SeatedGame,
    player: str,
    group: OrdersIf,
    lexicon: Lexicon,
    faults: Sequence[Fault],
    *,
    asks: bool = True,
) -> list[Json]:
    """Return one move of who chooses his letters, with its alternates; *faults* are what is wrong with it."""
    order = group.orders[0]
    unread = faults if isinstance(order, UnreadOrder) else ()
    match order:
        case ChooseOrder(letters=letters):
            step: dict[str, Json] = {"kind": "choose", "letters": in_order(letters)}
        case UnreadOrder() if any(isinstance(each, WhichChosen) for each in unread):
            step = {"kind": "choose", "letters": None}
        case StepBackOrder():
            step = {"kind": "back"}
        case AnewOrder():
            step = {"kind": "anew"}
        case _:
            written = WrittenOrders((group,))
            found, _ = orders_to_json(game, player, written, lexicon, None, asks=asks)
            not_reached = [each for each in faults if isinstance(each, NotReached)]
            return [_unreached(each, not_reached) if not_reached else each for each in found]
    return [{**step, **_done(faults)}]


def _unreached(move: Json, faults: Sequence[Fault]) -> Json:
    shown: list[Json] = [fault_to_json(fault) for fault in faults]
    if not isinstance(move, dict):
        return move
    return {**move, "status": "invalid", "points": None, "faults": shown}


def _book_of(game: SeatedGame) -> Book:
    match game:
        case SoloTable():
            return ChoiceBook() if game.rules.chosen else SoloBook()
        case TableGame():
            return TableBook()
        case UnscrabbleGame():
            return UnscrabbleBook()
        case _:
            return ClassicBook()


def _move(tried: Tried) -> LegalMove | Illegal:
    return tried.play if isinstance(tried, WordsWait) else tried


# The classic game.


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
    return _done(tried.faults if isinstance(tried, Illegal) else ())


def _done(faults: Sequence[Fault]) -> dict[str, Json]:
    shown: list[Json] = [fault_to_json(fault) for fault in faults]
    return {"status": "invalid" if faults else "valid", "points": 0, "faults": shown}


def _kind(order: AnyOrder) -> str:
    match order:
        case PlayOrder():
            return "play"
        case PassOrder():
            return "pass"
        case _:
            return "exchange"


def _play(
    game: TurnGame,
    player: str,
    order: PlayOrder,
    lexicon: Lexicon,
    tried: Tried,
) -> dict[str, Json]:
    rules = game.rules
    words: Lexicon = TrustingLexicon(lexicon) if rules.may_challenge else lexicon
    position = Position(game.board, game.hands[player].rack.value, rules)
    judged = Judge(position, words, game.rulings).judge(order.written)
    found = move_to_json(judged, rules)
    if isinstance(tried, Illegal):
        shown = [fault_to_json(fault) for fault in tried.faults]
        return {**found, "status": "invalid", "points": None, "formula": None, "faults": shown}
    legal = _move(tried)
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


# WORT-Rummikub, and Un-Scrabble: a word is judged, or somebody must say whether it is one.


def _judged(kind: str, tried: Tried, points: int | None) -> dict[str, Json]:
    faults = tried.faults if isinstance(tried, Illegal) else ()
    return {
        "kind": kind,
        "status": "invalid" if faults else "undecided" if isinstance(tried, WordsWait) else "valid",
        "points": None if faults else points,
        "faults": [fault_to_json(fault) for fault in faults],
    }


def _at_table(order: AnyOrder, tried: Tried) -> dict[str, Json]:
    found = _judged(_kind_at_table(order), tried, 0)
    match _move(tried):
        case LegalWord(made):
            return found | {**word_to_json(made), "points": made.points}
        case LegalTake(stack, tile):
            return found | {"stack": stack, "tile": tile}
        case _ if isinstance(order, WordOrder):
            return found | {"word": order.word}
        case _:
            return found


def _kind_at_table(order: AnyOrder) -> str:
    match order:
        case WordOrder(extends=str()):
            return "extend"
        case WordOrder(robbed=robbed):
            return "rob" if robbed else "lay"
        case TakeOrder():
            return "take"
        case _:
            return "pass"


def _taking(order: AnyOrder, tried: Tried, axes: Axes) -> dict[str, Json]:
    found = _judged("pass" if isinstance(order, PassOrder) else "take", tried, None)
    move = _move(tried)
    if isinstance(move, LegalTaking):
        found |= {**taking_to_json(move.tiles, move.words, axes), "points": move.points}
    return found


# Beside moves.


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
