"""The state of a game: a value that holds the open round and the totals, not the history.

It changes only by events, in `rules/replay.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from mailref.rules.board import Board
from mailref.rules.events import LettersDrawn
from mailref.rules.faults import WrittenMove
from mailref.rules.placing import Position
from mailref.rules.rounds.closed_round import ClosedRound, Correction
from mailref.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class Player:
    """A player with what he has so far."""

    name: str
    addresses: tuple[str, ...]
    total: int
    base: int
    """What he started with."""
    missed: int
    """Rounds without a move in time."""
    missed_in_a_row: int = 0
    is_late_joiner: bool = False
    joined_in: int = 1
    """The round that was open when he joined."""
    has_left: bool = False
    is_leaving: bool = False
    """Whether he leaves when the open round is closed; his move of that round still counts."""
    left_because: str = ""
    former_names: tuple[str, ...] = ()
    from_settings: tuple[str, ...] = ()
    """The addresses that the settings gave last; a command may have changed them since."""
    rank: int | None = None
    wants_reminder: bool = True
    is_configured: bool = True


@dataclass(frozen=True, slots=True)
class ReceivedEntry:
    """An entry of the open round as it came in."""

    received: datetime
    mail: str
    moves: tuple[WrittenMove, ...]
    order: int = 0
    """By which entries of equal seconds follow each other (rules 8: in order of UID)."""

    @property
    def arrival(self) -> tuple[datetime, int]:
        return self.received, self.order


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The round that is being played."""

    number: int
    deadline: datetime | None
    is_final: bool
    opened: datetime
    entries: Mapping[str, tuple[ReceivedEntry, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """By player, in the order they came; the newest that holds something valid is in force."""
    late: Mapping[str, datetime] = field(default_factory=lambda: MappingProxyType({}))
    """Players whose only entry came after the ZAT, and when."""
    tie_choice: str | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """A text for the next report."""

    player: str
    text: str
    mail: str
    is_released: bool


@dataclass(frozen=True, slots=True)
class RoundPosition(Position):
    """The position of an open round: the letters are everybody's, and a move may have several plays."""

    rules: Rules
    is_final: bool = False
    """Whether this is Dottendorf's final round: any number of plays, unused letters deducted."""

    @property
    def most_plays(self) -> int | None:
        """Return how many plays a move may have; None: any number."""
        return None if self.is_final else self.rules.plays


@dataclass(frozen=True, slots=True)
class RoundGame:
    """A game as it stands."""

    id: str
    title: str
    variant: str
    rules: Rules
    """In force for the open round."""
    next_rules: Rules
    """In force from the next round on."""
    board: Board
    rack: str
    bag: str
    commitment: str
    lexicon: str
    lexicon_sha256: str
    first_round: int
    is_taken_over: bool
    players: Mapping[str, Player] = field(default_factory=lambda: MappingProxyType({}))
    round: OpenRound | None = None
    """None before the first round opens, between close and draw by hand, and after the end."""
    next_round: int = 1
    """The number of the round to open next, where none is open."""
    rulings: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    settings_rulings: frozenset[str] = frozenset()
    """Words whose ruling comes from the settings file, which wins over others."""
    asked: frozenset[str] = frozenset()
    """Words that were put before the game master."""
    press: tuple[Press, ...] = ()
    last: ClosedRound | None = None
    """The round closed last."""
    last_draw: LettersDrawn | None = None
    before_close: "RoundGame | None" = None
    """The state in which the last round was closed, so that it can be reopened."""
    corrections: tuple[Correction, ...] = ()
    """All that were made, in order."""
    empty_rounds: int = 0
    """Rounds in a row in which nobody had a valid move."""
    reopened: int = 0
    """How often a round of this game was reopened."""
    is_paused: bool = False
    spent: frozenset[tuple[int, str, str]] = frozenset()
    noted: frozenset[str] = frozenset()
    left_subscribers: frozenset[str] = frozenset()
    is_over: bool = False
    seed: str | None = None
    """Revealed when the game is over."""

    @property
    def position(self) -> RoundPosition:
        """Return what the moves of the open round are judged in."""
        is_final = self.round is not None and self.round.is_final
        return RoundPosition(self.board, self.rack, self.rules, is_final=is_final)

    @property
    def active(self) -> tuple[Player, ...]:
        """Return the players who take part, in the order they joined."""
        return tuple(player for player in self.players.values() if not player.has_left)

    @property
    def round_number(self) -> int:
        """Return the open round's number, or that of the next to open."""
        return self.round.number if self.round else self.next_round

    @property
    def has_started(self) -> bool:
        """Whether a round has ever been closed in this record, or the game was taken over."""
        return self.last is not None or (self.is_taken_over and self.first_round > 1)
