"""The state of a game in rounds, and what is in force in its open round.

One board and rack for all, the open round, the totals; which entry of each player is in force, and which
of its moves counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import assert_never

from mailref.rules.board import Board, square_name
from mailref.rules.chance import Chance
from mailref.rules.events import DrawnAnew, DrawsMixed, LettersDrawn
from mailref.rules.game import Game, Player, Stage
from mailref.rules.legality import Judge, up_to_first_fault
from mailref.rules.lexicon.verdicts import Lexicon
from mailref.rules.moves import WrittenMove, play_name
from mailref.rules.rounds.closed_round import ClosedRound
from mailref.rules.rounds.past_scores import Correction
from mailref.rules.scoring import Judged, Position, Status
from mailref.rules.variant import Counts, Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlayer(Player):
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
    late_entries: Mapping[str, tuple[ReceivedEntry, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """Those entries by player: they count if the round is still open when they come after all."""
    tie_choice: str | None = None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundGame(Game):
    """A game in rounds as it stands."""

    rules: Rules
    """In force for the open round."""
    next_rules: Rules
    """In force from the next round on."""
    board: Board
    rack: str
    bag: str
    first_round: int
    is_taken_over: bool
    players: Mapping[str, RoundPlayer] = field(default_factory=lambda: MappingProxyType({}))
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
    lot_words: Mapping[str, tuple[tuple[int, str], ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """By player: his words for draws and lots, each with the round from which it is mixed in."""
    mixes: tuple[DrawsMixed, ...] = ()
    """What was mixed into the draws of rounds; none where the seed alone decides."""

    @property
    def stage(self) -> Stage:
        """Return what the game waits for."""
        if self.is_over:
            return Stage.OVER
        if self.round is not None:
            return Stage.PLAYING
        return Stage.RESTING if self.is_paused else Stage.GOING_ON

    @property
    def due(self) -> datetime | None:
        """Return the ZAT of the open round; in a pause nothing is due."""
        return self.round.deadline if self.round is not None and not self.is_paused else None

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


@dataclass(frozen=True, slots=True)
class RoundJudge(Judge):
    """Judges the moves of an open round."""

    position: RoundPosition

    def judge_entry(self, entry: ReceivedEntry) -> tuple[Judged, ...]:
        """Judge each move of *entry*."""
        return tuple(self.judge(written) for written in entry.moves)


def judge_of(game: RoundGame, lexicon: Lexicon) -> RoundJudge:
    """Return the judge of the game's open round."""
    return RoundJudge(game.position, lexicon, game.rulings)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which of an entry's moves counts, and what still has to be decided."""

    moves: tuple[Judged, ...]
    counts: int | None
    """Index of the move that counts as far as is known; None if none does yet."""
    undecided: tuple[str, ...]
    """Words whose ruling could change which move counts, or whether one does."""

    @property
    def counted(self) -> Judged | None:
        return None if self.counts is None else self.moves[self.counts]

    @property
    def holds_something(self) -> bool:
        """Tell whether the entry has a move that counts, or that may count after a ruling."""
        return self.counts is not None or bool(self.undecided)


def choose_move(moves: Sequence[Judged], rules: Rules) -> Choice:
    """Choose by the game's switch: the first that is valid, or the valid one with most points.

    Rules 8: an undecided word matters in Dottendorf if a pending move stands before the first
    valid one, in SB if a pending one has more points than the best valid one.
    """
    match rules.counts:
        case Counts.FIRST:
            return _first(tuple(moves))
        case Counts.BEST:
            return _best(tuple(moves))
        case _:
            assert_never(rules.counts)


def _first(moves: tuple[Judged, ...]) -> Choice:
    undecided: list[str] = []
    for index, move in enumerate(moves):
        match move.status:
            case Status.VALID:
                return Choice(moves, None if undecided else index, tuple(dict.fromkeys(undecided)))
            case Status.PENDING:
                undecided += move.undecided
            case Status.INVALID:
                continue
    return Choice(moves, None, tuple(dict.fromkeys(undecided)))


def _best(moves: tuple[Judged, ...]) -> Choice:
    valid = [i for i, move in enumerate(moves) if move.status is Status.VALID]
    best = max(valid, key=lambda i: moves[i].points, default=None)
    floor = -1 if best is None else moves[best].points
    words = (
        word
        for move in moves
        if move.status is Status.PENDING and move.points > floor
        for word in move.undecided
    )
    return Choice(moves, best, tuple(dict.fromkeys(words)))


@dataclass(frozen=True, slots=True)
class InForce:
    """A player's entry that is in force, with what its moves are worth."""

    entry: ReceivedEntry
    choice: Choice


JudgeEntry = Callable[[ReceivedEntry], tuple[Judged, ...]]


def in_force(
    entries: Sequence[ReceivedEntry], judge: RoundJudge, judge_entry: JudgeEntry | None = None
) -> InForce | None:
    """Return the newest entry that holds a valid or pending move; else the newest, all invalid.

    Rules 8: a rejected entry leaves the confirmed move in force, and if every move of a pending
    replacement is refused, the earlier one counts: so every entry is judged anew each time, or
    remembered by *judge_entry*.
    """
    newest_first: list[InForce] = []
    judge_entry = judge_entry or judge.judge_entry
    for entry in reversed(entries):
        found = InForce(entry, choose_move(judge_entry(entry), judge.position.rules))
        if found.choice.holds_something:
            return found
        newest_first.append(found)
    if judge.position.is_final:
        newest_first = [_with_remainder(found, judge) for found in newest_first]
    held = (found for found in newest_first if found.choice.holds_something)
    return next(held, newest_first[0] if newest_first else None)


def _with_remainder(found: InForce, judge: RoundJudge) -> InForce:
    """Rules 8: in the final round, if no set is wholly valid, the first counts up to its fault.

    A word in what is left that nobody ruled on holds the round up like any other.
    """
    first = found.entry.moves[0] if found.entry.moves else None
    if first is None or first.move is None:
        return found
    most = min(len(first.move.plays), len(judge.position.rack))  # each play lays a tile
    for number in range(most, 0, -1):
        shorter = judge.judge(up_to_first_fault(first, number))
        if shorter.status is not Status.INVALID:
            counts = 0 if shorter.status is Status.VALID else None
            moves = (shorter, *found.choice.moves[1:])
            return InForce(found.entry, Choice(moves, counts, shorter.undecided))
    return found


def moves_in_force(game: RoundGame, lexicon: Lexicon) -> Mapping[str, InForce]:
    """Return, for each player who sent something readable, what is in force now."""
    return Memory().moves_in_force(game, lexicon)


def undecided_words(game: RoundGame, moves: Mapping[str, InForce]) -> tuple[str, ...]:
    """Return the words over which a round with these *moves* in force cannot be closed, each once."""
    waiting = [(name, each.choice.undecided) for name, each in moves.items()]
    words = (word for name, words in waiting if words and game.has_active(name) for word in words)
    return tuple(dict.fromkeys(words))


_MOST_JUDGES = 4
"""So many judges are remembered for each game: as it is, and as it was before a ruling."""
_MOST_MOVES = 5000
"""So many judged moves are remembered for each judge."""


@dataclass(slots=True)
class Memory:
    """What was in force in open rounds, so that only the entries that are new since are judged.

    A game of 400 is looked at after each mail, and each mail changes what one player has in force.
    The machine keeps it; what is remembered is what would be judged anew, so nobody can tell.
    """

    _rounds: dict[str, "list[_Remembered]"] = field(default_factory=dict)
    """By game; the judge asked last comes first."""

    def moves_in_force(self, game: RoundGame, lexicon: Lexicon) -> Mapping[str, InForce]:
        """Return, for each player who sent something readable, what is in force now."""
        if game.round is None:
            self._rounds.pop(game.id, None)
            return {}
        return self._remembered(game.id, judge_of(game, lexicon)).look_at(game.round.entries)

    def judged(
        self, game: RoundGame, lexicon: Lexicon, moves: Iterable[WrittenMove]
    ) -> tuple[Judged, ...]:
        """Judge moves of the open round that may be recorded next: then they are not judged again."""
        judge = judge_of(game, lexicon)
        if game.round is None:
            return tuple(map(judge.judge, moves))
        return tuple(map(self._remembered(game.id, judge).judged, moves))

    def _remembered(self, game: str, judge: RoundJudge) -> "_Remembered":
        known = self._rounds.setdefault(game, [])
        at = next((at for at, each in enumerate(known) if each.judge == judge), None)
        known.insert(0, _Remembered(judge) if at is None else known.pop(at))
        del known[_MOST_JUDGES:]
        return known[0]


@dataclass(slots=True)
class _Remembered:
    """A round as one judge saw it."""

    judge: RoundJudge
    """With another board, rack, ruling or switch nothing remembered holds."""
    _entries: Mapping[str, tuple[ReceivedEntry, ...]] = field(default_factory=dict)
    _found: dict[str, InForce] = field(default_factory=dict)
    _judged: dict[WrittenMove, Judged] = field(default_factory=dict)

    def look_at(self, entries: Mapping[str, tuple[ReceivedEntry, ...]]) -> Mapping[str, InForce]:
        found: dict[str, InForce] = {}
        for name, own in entries.items():
            # The same object: nothing has come from this player since.
            is_new = self._entries.get(name) is not own
            each = in_force(own, self.judge, self._judge_entry) if is_new else self._found.get(name)
            if each is not None:
                found[name] = each
        self._entries, self._found = entries, found
        return found

    def _judge_entry(self, entry: ReceivedEntry) -> tuple[Judged, ...]:
        return tuple(map(self.judged, entry.moves))

    def judged(self, written: WrittenMove) -> Judged:
        """Judge a move once: whoever sends a thousand would have half a million judged."""
        known = self._judged.get(written)
        if known is None:
            if len(self._judged) >= _MOST_MOVES:
                self._judged.clear()
            known = self._judged[written] = self.judge.judge(written)
        return known


def judged_in_words(judged: Judged, rules: Rules) -> str:
    """Return a judged move as players write it."""
    plays = []
    for play in judged.plays:
        scored = play.scored
        blanks = "".join(f", {square_name(square, rules.axes)} = ?" for square in scored.blanks)
        plays.append(play_name(scored.square, scored.direction, scored.word, rules.axes) + blanks)
    return "; ".join(plays)


def move_in_words(choice: Choice | None, rules: Rules) -> str:
    """Return the move of a choice that counts, else its first one; "" where there is none."""
    if choice is None or not choice.moves:
        return ""
    return judged_in_words(choice.counted or choice.moves[0], rules)
