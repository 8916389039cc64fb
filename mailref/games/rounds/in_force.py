"""What is in force in an open round: which entry of each player, and which of its moves counts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import assert_never

from msgspec import Struct, field

from mailref.games.found import Found
from mailref.games.rounds.game import ReceivedEntry, RoundGame, RoundPosition
from mailref.games.rounds.rules import Counts, Rules
from mailref.referee.findings import Office
from mailref.structs import Memo
from mailref.tiles.board import square_name
from mailref.tiles.legality import Judge, up_to_first_fault
from mailref.tiles.lexicon.verdicts import Lexicon
from mailref.tiles.moves import WrittenMove, play_name
from mailref.tiles.scoring import Judged, Status


class RoundJudge(Judge, frozen=True):
    """Judges the moves of an open round."""

    position: RoundPosition


def judge_of(game: RoundGame, lexicon: Lexicon) -> RoundJudge:
    """Return the judge of the game's open round."""
    return RoundJudge(game.position, lexicon, game.rulings)


class Choice(Struct, Found, frozen=True):
    """Which of an entry's moves counts, and what still has to be decided."""

    stays_when_asked = True

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


def choice_in(found: Found | None) -> Choice | None:
    """Return what an entry of a game in rounds was found to be worth; None of any other."""
    return found if isinstance(found, Choice) else None


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


class InForce(Struct, frozen=True):
    """A player's entry that is in force, with what its moves are worth."""

    entry: ReceivedEntry
    choice: Choice


JudgeEntry = Callable[[ReceivedEntry], tuple[Judged, ...]]


def in_force(
    entries: Sequence[ReceivedEntry], judge: RoundJudge, judge_entry: JudgeEntry
) -> InForce | None:
    """Return the newest entry that holds a valid or pending move; else the newest, all invalid.

    Rules 8: a rejected entry leaves the confirmed move in force, and if every move of a pending
    replacement is refused, the earlier one counts: so every entry is looked at anew each time, by
    *judge_entry*, which may remember what it was worth.
    """
    newest_first: list[InForce] = []
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


def in_force_now(office: Office, game: RoundGame) -> Mapping[str, InForce]:
    """Return the same as the office remembers it, which judges only what is new."""
    return office.memories.of(Memory).moves_in_force(game, office.lexicon)


def judged_now(office: Office, game: RoundGame, moves: Iterable[WrittenMove]) -> tuple[Judged, ...]:
    """Judge moves of an open round, which may be recorded next."""
    return office.memories.of(Memory).judged(game, office.lexicon, moves)


def undecided_words(game: RoundGame, moves: Mapping[str, InForce]) -> tuple[str, ...]:
    """Return the words over which a round with these *moves* in force cannot be closed, each once."""
    waiting = [(name, each.choice.undecided) for name, each in moves.items()]
    words = (word for name, words in waiting if words and game.has_active(name) for word in words)
    return tuple(dict.fromkeys(words))


_MOST_JUDGES = 4
"""So many judges are remembered for each game: as it is, and as it was before a ruling."""


_MOST_MOVES = 5000
"""So many judged moves are remembered for each judge."""


class Memory(Memo):
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


class _Remembered(Struct):
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
