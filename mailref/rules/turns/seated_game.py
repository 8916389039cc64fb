"""Players at a table who move one after another: what every such game has, and what its events change.

The classic game and WORT-Rummikub share seats, turns, plays that may be challenged, moves kept in
advance, and the end; board and bag, table and stacks are in their own rooms.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar, assert_never

from mailref.rules.board import in_order
from mailref.rules.game import Game, Stage, plus, with_player
from mailref.rules.scoring import ScoredPlay
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.turn_events import KeptOrder, PassedWhy, SeatedEvent
from mailref.rules.turns.turn_rules import Secret, TurnRules

EMPTY = Secret("")


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player has at the table, beside his total."""

    rack: Secret[str] = EMPTY
    timed_out: int = 0
    """Turns in a row whose time was up."""
    is_out: bool = False
    accepts_all: bool = False
    owes_turns: int = 0
    """Turns that he loses for challenges in vain (`challenge_forfeit`)."""
    recent: tuple[str, ...] = ()
    """How his last turns went, the newest last: `play`, `exchange`, `taken_back`, or why he passed."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is."""

    number: int
    player: str
    began: datetime
    deadline: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTurn:
    """What a turn made and may still be challenged."""

    number: int
    player: str
    words: tuple[str, ...]
    points: int
    rack_before: Secret[str]
    laid_at: datetime
    accepted_by: frozenset[str] = frozenset()
    decided: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    """The words that were looked at."""


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """A challenge that waits for the game master."""

    player: str
    words: tuple[str, ...]
    received: datetime
    is_foreign: bool = False


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """A move that waits, unseen by others, for a ruling on its words."""

    player: str
    order: Secret[KeptOrder]


@dataclass(frozen=True, slots=True)
class LastTurn:
    """What the turn just before was: conditions of moves in advance ask for it (classic 6.3)."""

    kind: str
    """`play`, `exchange`, `pass`, `taken_back`."""
    scored: ScoredPlay | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedGame(Game):
    """A game of players at a table as it stands; each kind extends it."""

    rules: TurnRules
    seats: tuple[str, ...]
    """In order of play."""
    hands: Mapping[str, Hand] = field(default_factory=lambda: MappingProxyType({}))
    turn: Turn | None = None
    open_play: OpenTurn | None = None
    challenge: OpenChallenge | None = None
    waiting: WaitingOrder | None = None
    kept: Mapping[str, Secret[KeptOrder]] = field(default_factory=lambda: MappingProxyType({}))
    scoreless: int = 0
    before: LastTurn | None = None
    final: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """The totals after the end, deductions included."""

    @property
    def stage(self) -> Stage:
        """Return what the game waits for."""
        if self.is_over:
            return Stage.OVER
        return Stage.PLAYING if self.turn is not None else Stage.GOING_ON

    @property
    def due(self) -> datetime | None:
        """Return when the turn's time is up; nothing is due while somebody else is waited for."""
        if self.turn is None or self.is_paused or self.is_held:
            return None
        return self.turn.deadline

    @property
    def is_held(self) -> bool:
        """Tell whether the game waits for a ruling: no clock runs."""
        return self.challenge is not None or self.waiting is not None

    @property
    def playing(self) -> tuple[str, ...]:
        """Return who still plays, in order of play."""
        return tuple(name for name in self.seats if not self.hands[name].is_out)

    def after(self, player: str) -> str:
        """Return who moves after *player*."""
        at = self.seats.index(player)
        order = (*self.seats[at + 1 :], *self.seats[: at + 1])
        return next(name for name in order if not self.hands[name].is_out)


S = TypeVar("S", bound=SeatedGame)


def apply_seated(game: S, event: SeatedEvent) -> S:
    """Return *game* after an event that every game of players at a table knows."""
    match event:
        case happened.TurnBegan():
            return replace(game, turn=Turn(event.number, event.player, event.at, event.deadline))
        case happened.OrderKept():
            return replace(game, kept=plus(game.kept, event.player, event.order))
        case happened.OrderDropped():
            return _drop(game, event.player)
        case happened.PlayWaits():
            return replace(game, waiting=WaitingOrder(event.player, event.order))
        case happened.TurnPassed():
            return _pass(game, event)
        case happened.PlayerOut():
            return with_hand(_drop(game, event.player), event.player, is_out=True)
        case happened.AcceptsAllSet():
            return with_hand(game, event.player, accepts_all=event.wanted)
        case happened.RacksRevealed():
            return _reveal(game, event)
        case _:
            return _of_open_play(game, event)


def _of_open_play(
    game: S,
    event: happened.AcceptanceGiven
    | happened.PlayAccepted
    | happened.PlayChallenged
    | happened.ChallengeDecided,
) -> S:
    match event:
        case happened.AcceptanceGiven():
            open_play = still_open(game)
            accepted = open_play.accepted_by | {event.player}
            return replace(game, open_play=replace(open_play, accepted_by=accepted))
        case happened.PlayAccepted():
            return replace(game, open_play=None)
        case happened.PlayChallenged():
            made = OpenChallenge(event.player, event.words, event.received, event.is_foreign)
            return replace(game, challenge=made)
        case happened.ChallengeDecided():
            return _decide(game, event)
        case _:
            assert_never(event)


def still_open(game: SeatedGame) -> OpenTurn:
    """Return the open play; ValueError if none is."""
    if game.open_play is None:
        raise ValueError(f"{game.id}: no play is open")
    return game.open_play


def with_hand(game: S, name: str, **changes: object) -> S:
    """Return *game* with *changes* of what one player has."""
    hand = replace(game.hands[name], **changes)  # type: ignore[arg-type]  # names of the hand's fields
    return replace(game, hands=plus(game.hands, name, hand))


def with_rack(game: S, name: str, rack: str) -> S:
    """Return *game* with another rack for one player."""
    return with_hand(game, name, rack=Secret(in_order(rack)))


def turn_over(game: S, player: str, kind: str, last: LastTurn) -> S:
    """Note how a player's turn went; it brought no points so far."""
    recent = (*game.hands[player].recent, kind)[-game.rules.passes :]
    game = with_hand(game, player, recent=recent, timed_out=0)
    return replace(game, scoreless=game.scoreless + 1, before=last)


def points_for(game: S, player: str, points: int) -> S:
    """Return *game* with *points* more for a player."""
    return with_player(game, player, total=game.players[player].total + points)


def _drop(game: S, player: str) -> S:
    kept = {name: order for name, order in game.kept.items() if name != player}
    waiting = game.waiting
    if waiting is not None and waiting.player == player:
        waiting = None
    return replace(game, kept=MappingProxyType(kept), waiting=waiting)


def _pass(game: S, event: happened.TurnPassed) -> S:
    hand = game.hands[event.player]
    game = turn_over(game, event.player, event.why.value, LastTurn("pass"))
    match event.why:
        case PassedWhy.TIMEOUT:
            return with_hand(game, event.player, timed_out=hand.timed_out + 1)
        case PassedWhy.FORFEIT:
            return with_hand(game, event.player, owes_turns=max(0, hand.owes_turns - 1))
        case PassedWhy.PASSED | PassedWhy.PASSED_ON:
            return game
        case _:
            assert_never(event.why)


def _decide(game: S, event: happened.ChallengeDecided) -> S:
    open_play = still_open(game)
    decided = MappingProxyType({**open_play.decided, **dict(event.verdicts)})
    game = points_for(game, event.player, -event.cost)
    if event.stands and game.rules.challenge_forfeit:
        owes = game.hands[event.player].owes_turns + 1
        game = with_hand(game, event.player, owes_turns=owes)
    return replace(game, open_play=replace(open_play, decided=decided), challenge=None)


def _reveal(game: S, event: happened.RacksRevealed) -> S:
    final = {
        name: player.total + event.deductions.get(name, 0) for name, player in game.players.items()
    }
    return replace(
        game,
        final=MappingProxyType(final),
        turn=None,
        open_play=None,
        kept=MappingProxyType({}),
        waiting=None,
    )
