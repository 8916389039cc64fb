"""A game of WORT-Rummikub as JSON (table games 9); secrets are null until the end."""

from collections import Counter
from collections.abc import Iterable
from datetime import tzinfo
from typing import assert_never

from msgspec import Struct, field

from mailref.record.game_json import sha256_of
from mailref.record.round_json import Json, plain, ruling_to_json
from mailref.record.seated_told import (
    NotedInTurns,
    lots_to_json,
    open_play_to_json,
    same_tiles_to_json,
    standings_to_json,
)
from mailref.rules.events import Event
from mailref.rules.table import table_events as happened
from mailref.rules.table.forming import MadeWord
from mailref.rules.table.table_book import ALL_TILES, at_table, table_history_of
from mailref.rules.table.table_game import TableGame
from mailref.rules.table.table_orders import table_rules_table
from mailref.rules.turns import turn_events as of_turns
from mailref.rules.turns.turn_history import ToldTurn, TurnHistory, TurnKind, steps_of
from mailref.rules.turns.turn_rules import Secret
from mailref.rules.variant import FamilyName


class _Out(Struct, frozen=True):
    """Somebody plays no more: after how many turns, and whether a word lay open then."""

    player: str
    why: str
    after: int
    is_open: bool


class _TableNoted(NotedInTurns):
    """What an export tells beside the turns."""

    opened: happened.TableOpened
    first: happened.FirstTilesDealt | None = None
    racks: list[happened.RackDealt] = field(default_factory=list)
    stacks: happened.StacksBuilt | None = None
    outs: list[_Out] = field(default_factory=list)
    undone: list[tuple[of_turns.TurnUndone, str]] = field(default_factory=list)
    """With whose turns they were; what is told of a game is what stands."""
    laid: set[str] = field(default_factory=set)

    def note(self, event: Event, game: TableGame, turns: int) -> None:
        """Note what *event* has made of *game* after so many turns."""
        self.note_common(event, turns)
        match event:
            case happened.FirstTilesDealt() | happened.RackDealt() | happened.StacksBuilt():
                self._note_dealt(event)
            case of_turns.PlayerOut():
                is_open = game.open_play is not None
                self.outs.append(_Out(event.player, event.why, turns, is_open))
            case happened.TableWordLaid():
                self.laid.add(event.made.word)
            case of_turns.TurnUndone():
                self._undo(event, game, turns)
            case _:
                pass

    def _note_dealt(
        self, event: happened.FirstTilesDealt | happened.RackDealt | happened.StacksBuilt
    ) -> None:
        match event:
            case happened.FirstTilesDealt():
                self.first = event
            case happened.RackDealt():
                self.racks.append(event)
            case happened.StacksBuilt():
                self.stacks = event
            case _:
                assert_never(event)

    def _undo(self, event: of_turns.TurnUndone, game: TableGame, turns: int) -> None:
        """Forget who ran out of time since the turn; what else happened stays, as if before it."""
        player = game.turn.player if game.turn is not None else ""
        self.undone.append((event, player))
        is_open = game.open_play is not None
        self.outs = [
            each if each.after <= turns else _Out(each.player, each.why, turns, is_open)
            for each in self.outs
            if each.after <= turns or each.why != of_turns.OUT_OF_TIME
        ]
        self.corrections = [(min(after, turns), each) for after, each in self.corrections]
        self.rulings = [(min(after, turns), each) for after, each in self.rulings]


def export_of_table(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the whole game with the hash of its canonical JSON; times in *zone*.

    With *reveals* what is secret is told though the game goes on: for the check against the seed alone.
    """
    steps = [(event, at_table(game)) for event, game in steps_of(events)]
    history = table_history_of(steps)
    noted = _noted(steps)
    game = steps[-1][1]
    told = _TableTold(zone, noted, game, is_open=reveals or game.tells_all)
    exported = {**told.beginning(), **told.course(history), **told.end()}
    return {**exported, "sha256": sha256_of(exported)}


def _noted(steps: list[tuple[Event, TableGame]]) -> _TableNoted:
    opened = steps[0][0]
    if not isinstance(opened, happened.TableOpened):
        raise TypeError(f"no game of WORT-Rummikub begins with {type(opened).__name__}")
    noted = _TableNoted(opened)
    numbers: set[int] = set()
    for event, game in steps:
        match event:
            case happened.TableWordLaid() | of_turns.TurnPassed() | happened.TileTaken() if (
                _is_turn(event)
            ):
                numbers.add(event.number)
            case of_turns.TurnUndone():
                numbers = {number for number in numbers if number < event.number}
            case _:
                pass
        noted.note(event, game, len(numbers))
    return noted


def _is_turn(event: happened.TableWordLaid | of_turns.TurnPassed | happened.TileTaken) -> bool:
    if not isinstance(event, happened.TileTaken):
        return True
    return event.why in (happened.TakenWhy.TURN, happened.TakenWhy.TIMEOUT)


class _TableTold(Struct, frozen=True):
    """How the values of one game are told."""

    zone: tzinfo
    noted: _TableNoted
    game: TableGame
    is_open: bool

    def secret(self, held: Secret[str]) -> str | None:
        return held.value if self.is_open else None

    def beginning(self) -> dict[str, Json]:
        noted, opened = self.noted, self.noted.opened
        return {
            "family": str(FamilyName.TABLE),
            "game": opened.id,
            "title": opened.title,
            "variant": opened.variant,
            "rules": plain(table_rules_table(opened.rules)),
            **same_tiles_to_json(opened.same_tiles),
            "tiles": {tile: {"count": n, "value": 1} for tile, n in Counter(ALL_TILES).items()},
            "commitment": opened.commitment,
            "lexicon": {"name": opened.lexicon, "sha256": opened.lexicon_sha256},
            "players": [
                {"player": noted.called(n), "base": base} for n, base in noted.players.items()
            ],
            "lots": lots_to_json(noted.lots),
            "lot_of_seats": None if noted.seats is None else [noted.called(n) for n in noted.seats],
            "first_tiles": None if noted.first is None else self._first(noted.first),
            "racks": [self._rack(each) for each in noted.racks],
            "stacks": [] if noted.stacks is None else self._stacks(noted.stacks),
        }

    def _first(self, first: happened.FirstTilesDealt) -> Json:
        return {
            "tiles": [{"player": self.noted.called(n), "tile": tile} for n, tile in first.tiles],
            "order": [self.noted.called(n) for n in first.order],
        }

    def _rack(self, dealt: happened.RackDealt) -> Json:
        return {
            "number": dealt.number,
            "player": self.noted.called(dealt.player),
            "bound_to": dealt.player,
            "drawn": self.secret(dealt.letters),
            "receipt": dealt.receipt,
            "nonce": self.secret(dealt.nonce),
        }

    def _stacks(self, built: happened.StacksBuilt) -> list[Json]:
        first = len(self.noted.racks) + 1
        return [
            {
                "number": first + at,
                "stack": at + 1,
                "count": len(stack.value),
                "top": stack.value[:1],
                "tiles": self.secret(stack),
                "receipt": receipt,
                **({"binds_order": True} if built.binds_order else {}),
            }
            for at, (stack, receipt) in enumerate(zip(built.stacks, built.receipts, strict=True))
        ]

    def course(self, history: TurnHistory) -> dict[str, Json]:
        turn, noted = self.game.turn, self.noted
        return {
            "turns": [self._turn(each) for each in history.turns],
            "to_move": None if turn is None else {"number": turn.number, "player": turn.player},
            "out": [
                {
                    "player": noted.called(each.player),
                    "why": each.why,
                    "after": each.after,
                    "open": each.is_open,
                }
                for each in noted.outs
            ],
            "undone": [
                {
                    "number": event.number,
                    "player": noted.called(player),
                    "because": event.because,
                }
                for event, player in noted.undone
            ],
            "rulings": [
                ruling_to_json(number, event)
                for number, event in noted.rulings
                if self.is_open or event.word in noted.laid  # another was in a move unseen
            ],
            "adjustments": noted.adjustments_to_json(),
        }

    def _turn(self, turn: ToldTurn) -> Json:
        word: dict[str, Json] = {"word": None, "own": None, "sources": []}
        if turn.made is not None:
            word = word_to_json(turn.made)
        then = turn.table
        return {
            "number": turn.number,
            "player": turn.player,
            "kind": _told_kind(turn),
            "received": turn.received.astimezone(self.zone).isoformat() if turn.received else None,
            **word,
            "points": turn.points,
            **open_play_to_json(turn),
            "taken": [
                {"stack": each.stack, "tile": each.tile, "why": each.why.value}
                for each in turn.taken
            ],
            "tops": list(then.tops) if then is not None else [],
            "heights": list(then.heights) if then is not None else [],
            "table": list(then.words) if then is not None else [],
            "total": turn.total,
        }

    def end(self) -> dict[str, Json]:
        game, ended = self.game, self.noted.ended
        totals = {name: player.total for name, player in game.players.items()} | dict(game.final)
        outs = [name for name in game.seats if game.hands[name].is_out]
        return {
            "finished": game.is_over,
            "ended": game.ended or None,
            "ended_at": ended.at.astimezone(self.zone).isoformat() if ended else None,
            "seed": game.seed if game.tells_all else None,
            "racks_left": {name: self.secret(game.hands[name].rack) for name in game.seats},
            "stacks_left": [self.secret(stack) for stack in game.stacks],
            "standings": standings_to_json({name: totals[name] for name in game.seats}, outs),
        }


def word_to_json(made: MadeWord) -> dict[str, Json]:
    """Return a word that was made, or could be, with the words that it was made from."""
    return {
        "word": made.word,
        "own": made.own,
        "sources": [
            {
                "word": each.word,
                "letters": each.letters,
                "left": each.left or None,
                "place": each.place + 1,
            }
            for each in made.sources
        ],
    }


def _told_kind(turn: ToldTurn) -> str:
    made = turn.made
    match turn.kind:
        case TurnKind.PLAY if made is not None:
            is_extension = any(not each.left for each in made.sources)
            return "extend" if is_extension else "rob" if made.sources else "lay"
        case TurnKind.PASS | TurnKind.PASSED_ON | TurnKind.FORFEIT:
            return "pass" if turn.kind is not TurnKind.FORFEIT else "forfeit"
        case TurnKind.PLAY | TurnKind.TAKE | TurnKind.EXCHANGE | TurnKind.TIMEOUT:
            return turn.kind.value
        case _:
            assert_never(turn.kind)
