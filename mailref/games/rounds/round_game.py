"""The state of a game in rounds: one board and rack for all, the open round, the totals."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import ClassVar

from mailref.games.by_rounds.state import GameByRounds
from mailref.games.chance import Chance
from mailref.games.events import DrawsMixed
from mailref.games.game import Player
from mailref.games.rounds.closed_round import ClosedRound
from mailref.games.rounds.events import DrawnAnew, LettersDrawn
from mailref.games.rounds.past_scores import Correction
from mailref.games.rounds.rules import Rules
from mailref.structs import OnRecord
from mailref.tiles.board import Board
from mailref.tiles.moves import WrittenMove
from mailref.tiles.top.found import SetPosition


class RoundPlayer(Player, frozen=True, kw_only=True):
    """A player of a game in rounds: he may join late, and miss rounds."""

    base: int
    """What he started with."""
    missed: int
    """Rounds without a move in time."""
    missed_in_a_row: int = 0
    is_late_joiner: bool = False
    joined_in: int = 1
    """The round that was open when he joined."""
    back_in: int = 0
    """The round in which he came back, where he had left."""
    leaves_after: int | None = None
    """The last round in which he takes part, where it is known: also if an earlier one is redone."""

    def is_active_in(self, number: int) -> bool:
        """Tell whether he takes part in this round, the open one."""
        return not self.has_left and self.joined_in <= number and self.back_in <= number

    def leaves_by(self, number: int) -> bool:
        """Tell whether he leaves with this round, or with one before it."""
        return self.is_leaving and (self.leaves_after or number) <= number


class ReceivedEntry(OnRecord, frozen=True):
    """An entry of the open round as it came in."""

    received: datetime
    mail: str
    moves: tuple[WrittenMove, ...]
    order: int = 0
    """By which entries of equal seconds follow each other (rules 8: in order of UID)."""

    @property
    def arrival(self) -> tuple[datetime, int]:
        return self.received, self.order


class OpenRound(OnRecord, frozen=True):
    """The round that is being played."""

    number: int
    deadline: datetime | None
    is_final: bool
    opened: datetime
    entries: Mapping[str, tuple[ReceivedEntry, ...]] = MappingProxyType({})
    """By player, in the order they came; the newest that holds something valid is in force."""
    late: Mapping[str, datetime] = MappingProxyType({})
    """Players whose only entry came after the ZAT, and when."""
    late_entries: Mapping[str, tuple[ReceivedEntry, ...]] = MappingProxyType({})
    """Those entries by player: they count if the round is still open when they come after all."""
    tie_choice: str | None = None


class RoundPosition(SetPosition, frozen=True):
    """The position of an open round: the letters are everybody's, and a move may have several plays."""

    rules: Rules

    @property
    def most_plays(self) -> int | None:
        """Return how many plays a move may have; None: any number."""
        return None if self.is_final else self.rules.plays


class RoundGame(GameByRounds, frozen=True, kw_only=True):
    """A game in rounds as it stands."""

    family: ClassVar[str] = "rounds"
    rules: Rules
    """In force for the open round."""
    next_rules: Rules
    """In force from the next round on."""
    board: Board
    rack: str
    bag: str
    first_round: int
    is_taken_over: bool
    players: Mapping[str, RoundPlayer] = MappingProxyType({})
    round: OpenRound | None = None
    """None before the first round opens, between close and draw by hand, and after the end."""
    next_round: int = 1
    """The number of the round to open next, where none is open."""
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
    drawn_anew: tuple[DrawnAnew, ...] = ()
    """Each time that the game master had letters drawn anew, in order."""
    ahead: "RoundGame | None" = None
    """The state in which a round was opened again: what was sent for the next one is kept in it."""
    lot_words: Mapping[str, tuple[tuple[int, str], ...]] = MappingProxyType({})
    """By player: his words for draws and lots, each with the round from which it is mixed in."""
    mixes: tuple[DrawsMixed, ...] = ()
    """What was mixed into the draws of rounds; none where the seed alone decides."""

    @property
    def position(self) -> RoundPosition:
        """Return what the moves of the open round are judged in."""
        is_final = self.round is not None and self.round.is_final
        return RoundPosition(self.board, self.rack, self.rules, is_final=is_final)

    @property
    def active(self) -> tuple[RoundPlayer, ...]:
        """Return the players who take part, in the order they joined.

        Nobody takes part in a round that had been closed before he joined (rules 8).
        """
        number = self.round_number
        return tuple(player for player in self.players.values() if player.is_active_in(number))

    @property
    def staying(self) -> tuple[RoundPlayer, ...]:
        """Return those of the active who do not leave with the open round, or the one to open next."""
        number = self.round_number
        return tuple(player for player in self.active if not player.leaves_by(number))

    def has_active(self, name: str) -> bool:
        """Tell whether the player of this name takes part."""
        return name in self.players and self.players[name].is_active_in(self.round_number)

    @property
    def round_number(self) -> int:
        """Return the open round's number, or that of the next to open."""
        return self.round.number if self.round else self.next_round

    @property
    def is_drawn(self) -> bool:
        """Tell whether the letters of the round to open next are drawn."""
        return self.last_draw is not None and self.last_draw.number == self.next_round

    def reasons_anew(self, number: int) -> tuple[str, ...]:
        """Return why the letters of a round are drawn anew, once for each time."""
        return tuple(each.because for each in self.drawn_anew if each.number == number)

    @property
    def mix_of_next(self) -> DrawsMixed:
        """Return what is mixed into the draws of the round to open next, once and for all."""
        known = self.mix_of(self.next_round)
        return known or DrawsMixed(self.next_round, tuple(self._words(self.next_round)))

    @property
    def mix_of_earlier(self) -> DrawsMixed:
        """Return what is mixed in where no word counts that came during the round closed last."""
        known = self.mix_of(self.next_round)
        return known or DrawsMixed(self.next_round, tuple(self._words(self.next_round - 1)))

    @property
    def first_mixed(self) -> int:
        """Return the first round into whose draws a word is mixed that comes now (docs/chance.md)."""
        if self.round is not None:
            return self.round.number + 1
        return self.next_round + 1 if self.last is not None else self.next_round

    def mix_of(self, number: int) -> DrawsMixed | None:
        """Return what was mixed into the draws of a round; None where nothing was."""
        return next((each for each in self.mixes if each.number == number), None)

    def chance_of(self, chance: Chance, number: int) -> Chance:
        """Return *chance* with what was mixed into the draws and lots of a round."""
        mix = self.mix_of(number)
        return chance if mix is None else chance.mixed(number, mix.words)

    def _words(self, number: int) -> Iterator[tuple[str, str]]:
        for name in self.players:
            words = [word for first, word in self.lot_words.get(name, ()) if first <= number]
            if words:
                yield name, words[-1]

    @property
    def has_started(self) -> bool:
        """Tell whether a round has ever been closed in this record, or the game was taken over."""
        return self.last is not None or (self.is_taken_over and self.first_round > 1)
