"""Seeded random players who play a game to its end through the pure core, checked at every step.

They see the moves of one search a round, and write good moves, worse ones, wrong ones, alternates,
sets, exchanges, replacements, or nothing. What each must get is computed by the naive referee.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.chance import Chance, commitment
from mailref.games.game import ranking
from mailref.games.kind import apply, replay
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closing import Closing, Letters, go_on, open_round, result_of
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import EntryStatus, RoundResult
from mailref.games.rounds.switches import Rules
from mailref.tiles.board import TILES, Board, LaidTile, Square
from mailref.tiles.moves import Move, Swap, WrittenMove
from tests.games.naive_games import Outcome, Plan, counting, evaluate, net, words_on
from tests.games.replayed import all_tiles, replay_rounds
from tests.tiles import naive
from tests.tiles.builders import SPAN, START, WEEK, WordList
from tests.tiles.finder import as_play, lying_on

Search = Callable[[Board, str, Rules], Sequence[tuple[Plan, int]]]
"""Finds plans of one play, the best first, with the points that the search expects."""

NAMES = ("Anna", "Bert", "Cora")


@dataclass(slots=True)
class Playing:
    """One game as it is played; `events` is its record."""

    rules: Rules
    seed: int
    search: Search
    known: frozenset[str]
    most_rounds: int = 200
    events: list[happened.Event] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=lambda: dict.fromkeys(NAMES, 0))
    rounds: int = 0
    cleared: int = 0

    def play(self) -> RoundGame:
        """Play to the end, or as long as the players like where there is none."""
        secret = hashlib.sha256(f"game {self.seed}".encode()).digest()
        chance, rng = Chance(secret), random.Random(self.seed)
        game = self._begin(secret)
        while not game.is_over and self.rounds < self.most_rounds:
            game = self._go_on(game, chance)
            if not game.is_over:
                game = self._play_round(game, chance, rng)
        assert replay(self.events) == game, "play is replay"
        return game

    def _begin(self, secret: bytes) -> RoundGame:
        opened = in_rounds.GameOpened(
            id=str(self.seed),
            title="Random",
            variant="test",
            rules=self.rules,
            board=Board(),
            first_round=1,
            commitment=commitment(secret),
            lexicon="test",
            lexicon_sha256="0" * 64,
            is_taken_over=False,
        )
        self.events = [opened, *(happened.PlayerJoined(name, ()) for name in NAMES)]
        return replay_rounds(self.events)

    def _record(self, game: RoundGame, *events: happened.Event) -> RoundGame:
        for event in events:
            game = apply(game, event)
            if not isinstance(event, in_rounds.MoveEntered):
                assert all_tiles(game) == TILES.all_tiles, f"a tile is lost after {event}"
        self.events += events
        return game

    def _go_on(self, game: RoundGame, chance: Chance) -> RoundGame:
        now = START + game.next_round * WEEK
        events = go_on(game, Letters(), chance, now)
        self.cleared += any(isinstance(event, in_rounds.BoardCleared) for event in events)
        game = self._record(game, *events)
        if game.is_over:
            return game
        self._check_rack(game)
        return self._record(game, open_round(game, now + WEEK, now))

    def _check_rack(self, game: RoundGame) -> None:
        """The rack is full unless the bag is empty, or the letters stay after an empty round."""
        wanted = self.rules.letters_in(game.next_round)
        assert len(game.rack) == wanted or not game.bag or game.empty_rounds % 2

    def _play_round(self, game: RoundGame, chance: Chance, rng: random.Random) -> RoundGame:
        found = self.search(game.board, game.rack, self.rules)
        self._check_search(game, found)
        counted: dict[str, Outcome | None] = {}
        for name in NAMES:
            counted[name] = None
            for moment, plans in enumerate(self._entries(game, found, rng)):
                outcomes = [
                    evaluate(lying_on(game.board), game.rack, plan, self.rules, self.known)
                    for plan in plans
                ]
                game = self._record(game, self._entered(game, name, moment, plans))
                is_final = game.round is not None and game.round.is_final
                counts = counting(outcomes, self.rules, is_final=is_final)
                if counts is not None and replaces(counted[name], counts):
                    counted[name] = counts
        lexicon = WordList(self.known, refuses_unknown=True)
        closing = Closing(START, lexicon, chance, lambda _position, _rulings: None)
        result = result_of(game, closing)
        assert isinstance(result, RoundResult)
        self._check(game, result, counted)
        self.rounds += 1
        return self._record(game, in_rounds.RoundClosed(result))

    def _check_search(self, game: RoundGame, found: Sequence[tuple[Plan, int]]) -> None:
        for plan, points in found[:3]:
            outcome = evaluate(lying_on(game.board), game.rack, plan, self.rules, self.known)
            assert (outcome.is_whole, outcome.points) == (True, points), plan

    def _entered(
        self, game: RoundGame, name: str, moment: int, plans: Sequence[Plan]
    ) -> in_rounds.MoveEntered:
        assert game.round is not None
        received = game.round.opened + timedelta(minutes=moment)
        moves = tuple(written(plan) for plan in plans)
        return in_rounds.MoveEntered(name, game.round.number, received, f"{name}-{moment}", moves)

    def _entries(
        self, game: RoundGame, found: Sequence[tuple[Plan, int]], rng: random.Random
    ) -> Iterator[list[Plan]]:
        """Yield a player's mails of the round: mostly one, sometimes none, or a second."""
        assert game.round is not None
        for _ in range(rng.choice([0, 1, 1, 1, 1, 1, 2])):
            number = 1 if self.rules.moves == 1 else rng.choice([1, 1, 2, 3])
            plans = [
                spoiled(rng) if not found or rng.random() < 0.15 else chosen_plan(rng, found)
                for _ in range(number)
            ]
            most = 5 if game.round.is_final else self.rules.plays
            if most > 1:
                plans = [
                    Continuing(self.rules, self.search, self.known).plan(game, plan, most, rng)
                    for plan in plans
                ]
            yield plans

    def _check(
        self, game: RoundGame, result: RoundResult, counted: dict[str, Outcome | None]
    ) -> None:
        """Compare the referee's result with the naive one."""
        nets = {
            name: net(outcome, game.rack, is_final=result.is_final)
            for name, outcome in counted.items()
        }
        self.totals = {name: total + nets[name] for name, total in self.totals.items()}
        rows = {row.player: row for row in result.entries}
        assert {name: row.net for name, row in rows.items()} == nets
        assert {name: row.total for name, row in rows.items()} == self.totals
        assert {name: row.rank for name, row in rows.items()} == ranking(self.totals)
        assert all(a.rank <= b.rank for a, b in pairwise(result.entries))
        valid = {name for name, row in rows.items() if row.status is EntryStatus.VALID}
        assert valid == {name for name, outcome in counted.items() if outcome is not None}
        self._check_laid(game, result, counted, nets)

    def _check_laid(
        self,
        game: RoundGame,
        result: RoundResult,
        counted: dict[str, Outcome | None],
        nets: dict[str, int],
    ) -> None:
        if result.laid is None:
            assert not any(counted.values())
            assert (result.board, result.kept) == (game.board, game.rack)
            return
        best = max(nets[name] for name, outcome in counted.items() if outcome is not None)
        for name in result.laid.players:
            outcome = counted[name]
            assert outcome is not None
            assert nets[name] == best
            assert lying_on(result.board) == outcome.board
            assert Counter(result.kept) == Counter(outcome.left)
        assert words_on(lying_on(result.board)) <= self.known, "an illegal board"


@dataclass(frozen=True, slots=True)
class Continuing:
    """How a player makes a move of several plays out of one of one play."""

    rules: Rules
    search: Search
    known: frozenset[str]

    def plan(self, game: RoundGame, plan: Plan, most: int, rng: random.Random) -> Plan:
        """Add further plays that fit on the board as it is then, and now and then a wrong one."""
        for _ in range(rng.randrange(most)):
            after = evaluate(lying_on(game.board), game.rack, plan, self.rules, self.known)
            if not after.is_whole or not after.left:
                break
            board = Board().lay(tiles_of(after.board))
            further = self.search(board, after.left, replace(self.rules, swap=False))
            if not further:
                break
            plan = Plan((*plan.plays, *chosen_plan(rng, further).plays), plan.swaps)
        wrong = rng.random() < 0.15 and len(plan.plays) < most
        return Plan((*plan.plays, *spoiled(rng).plays), plan.swaps) if wrong else plan


def replaces(before: Outcome | None, new: Outcome) -> bool:
    """Rules 8: the newest entry that holds a valid move; a part of a set replaces no whole one."""
    return before is None or new.is_whole or not before.is_whole


def chosen_plan(rng: random.Random, found: Sequence[tuple[Plan, int]]) -> Plan:
    """Return a move, the better ones more often."""
    return found[min(rng.randrange(len(found)) for _ in range(3))][0]


def spoiled(rng: random.Random) -> Plan:
    """Return a word that lies nowhere near."""
    at = (rng.randrange(15), rng.randrange(15))
    tiles = (("Q", False), ("X", False), ("Y", False))
    return Plan((naive.Asked(at, rng.random() < 0.5, tiles),))


def written(plan: Plan) -> WrittenMove:
    plays = tuple(
        replace(as_play(asked), span=replace(SPAN, line=line))
        for line, asked in enumerate(plan.plays, start=1)
    )
    return WrittenMove(Move(plays, tuple(Swap(Square(*at), SPAN) for at in plan.swaps)), (), SPAN)


def tiles_of(lying: naive.Lying) -> Iterator[LaidTile]:
    return (LaidTile(Square(*at), letter, blank) for at, (letter, blank) in lying.items())
