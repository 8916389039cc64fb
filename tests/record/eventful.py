"""Random games in which everything happens, with a ledger beside them that the naive referee keeps.

Players exchange blanks, write alternates and sets, send late mails, join, are excluded and come back;
the game master rules on words, corrects points, opens rounds again and has letters drawn anew. The
ledger knows the mails, the rulings and the corrections, and nothing of what the program makes of them.
"""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from mailref.games import events as happened
from mailref.games.chance import Chance, commitment
from mailref.games.kind import apply, replay
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closing import (
    Closing,
    Letters,
    go_on,
    late_joiner_base,
    open_round,
    result_of,
)
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import EntryStatus, Laid, RoundResult
from mailref.games.rounds.switches import LateJoiner, Rules
from mailref.tiles.board import TILES, Board
from tests.games.naive_games import Outcome, Plan, counting, evaluate, net
from tests.games.playing import Continuing, chosen_plan, replaces, spoiled, written
from tests.games.replayed import all_tiles, replay_rounds
from tests.tiles import naive
from tests.tiles.builders import START, WEEK, WordList
from tests.tiles.finder import lying_on, some_words
from tests.tiles.searching import MANY, best_moves
from tests.tiles.variants import ROUND_VARIANTS, rules_of

FIRST = ("Anna", "Bert", "Cora", "Dora")
LATER = ("Emil", "Fritz")
KNOWN = frozenset(some_words(MANY))
LEXICON = WordList(KNOWN, refuses_unknown=True)


def played(number: int, most_rounds: int) -> "Eventful":
    """Return a game of one of the variants, of so many rounds at most."""
    names = ROUND_VARIANTS
    variant = names[number % len(names)]
    rules = rules_of(variant, 'start = "F6-J10"' if variant == "sb" else "")
    game = Eventful(rules, number, most_rounds)
    game.play()
    return game


@dataclass(slots=True)
class Sheet:
    """A round as the naive referee sees it: what was offered, and what each player wrote in time."""

    number: int
    board: naive.Lying
    rack: str
    is_final: bool
    playing: tuple[str, ...]
    mails: list[tuple[str, tuple[Plan, ...]]] = field(default_factory=list)


@dataclass(slots=True)
class Ledger:
    """Totals by addition: what a player began with, his rounds, and every correction."""

    rules: Rules
    rulings: dict[str, bool] = field(default_factory=dict)
    bases: dict[str, int] = field(default_factory=dict)
    nets: dict[tuple[int, str], int] = field(default_factory=dict)
    corrected: dict[str, int] = field(default_factory=dict)

    @property
    def known(self) -> frozenset[str]:
        accepted = {word for word, is_valid in self.rulings.items() if is_valid}
        return (KNOWN | accepted) - (self.rulings.keys() - accepted)

    def judge(self, sheet: Sheet) -> dict[str, Outcome | None]:
        """Return what counts for each player, and enter it, in place of what was entered before."""
        counted: dict[str, Outcome | None] = dict.fromkeys(sheet.playing)
        for name, plans in sheet.mails:
            outcomes = [
                evaluate(sheet.board, sheet.rack, plan, self.rules, self.known) for plan in plans
            ]
            counts = counting(outcomes, self.rules, is_final=sheet.is_final)
            if counts is not None and replaces(counted[name], counts):
                counted[name] = counts
        for name, outcome in counted.items():
            self.nets[sheet.number, name] = net(outcome, sheet.rack, is_final=sheet.is_final)
        return counted

    @property
    def totals(self) -> dict[str, int]:
        totals = dict(self.bases)
        for (_, name), points in self.nets.items():
            totals[name] += points
        for name, points in self.corrected.items():
            totals[name] += points
        return totals


@dataclass(slots=True)
class Eventful:
    """One game as it is played; `events` is its record."""

    rules: Rules
    number: int
    most_rounds: int
    events: list[happened.Event] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    """How often each kind of event happened."""
    disagreements: list[str] = field(default_factory=list)

    @property
    def has_words(self) -> bool:
        """Tell whether players mix words into draws and lots: in every other game."""
        return self.number % 2 == 0

    @property
    def seed(self) -> bytes:
        return hashlib.sha256(f"eventful {self.number}".encode()).digest()

    def play(self) -> None:
        """Play to the end, or as many rounds as are wanted."""
        rng, ledger = random.Random(self.number), Ledger(self.rules)
        game = self._begin(ledger)
        while game.next_round <= self.most_rounds and not game.is_over:
            game = self._go_on(game)
            if game.is_over:
                break
            sheet = self._sheet(game)
            game = self._everybody(game, sheet, rng)
            game = self._rule(game, ledger, sheet, rng)
            game = self._close(game, ledger, sheet)
            game = self._second_thoughts(game, ledger, sheet, rng)
            game = self._between(game, ledger, rng)
        assert replay(self.events) == game, "play is replay"

    def _begin(self, ledger: Ledger) -> RoundGame:
        opened = in_rounds.GameOpened(
            id=str(self.number),
            title="Eventful",
            variant="test",
            rules=self.rules,
            board=Board(),
            first_round=1,
            commitment=commitment(self.seed),
            lexicon="test",
            lexicon_sha256="0" * 64,
            is_taken_over=False,
        )
        self.events = [opened, *(happened.PlayerJoined(name, ()) for name in FIRST)]
        ledger.bases.update(dict.fromkeys(FIRST, 0))
        return replay_rounds(self.events)

    def _record(self, game: RoundGame, *events: happened.Event) -> RoundGame:
        for event in events:
            game = apply(game, event)
            self._count(type(event).__name__)
            if all_tiles(game) != TILES.all_tiles:
                self.disagreements.append(f"a tile is lost after {event}")
        self.events += events
        return game

    def _count(self, kind: str) -> None:
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def _go_on(self, game: RoundGame) -> RoundGame:
        if self.has_words and game.mix_of(game.next_round) is None:
            game = self._record(game, game.mix_of_next)
        now = START + game.next_round * WEEK
        game = self._record(game, *go_on(game, Letters(), Chance(self.seed), now))
        return game if game.is_over else self._record(game, open_round(game, now + WEEK, now))

    def _sheet(self, game: RoundGame) -> Sheet:
        assert game.round is not None
        return Sheet(
            number=game.round.number,
            board=lying_on(game.board),
            rack=game.rack,
            is_final=game.round.is_final,
            playing=tuple(player.name for player in game.active),
        )

    def _everybody(self, game: RoundGame, sheet: Sheet, rng: random.Random) -> RoundGame:
        found = best_moves(game.board, game.rack, self.rules)
        for name in sheet.playing:
            if self.has_words and rng.random() < 0.3:
                word = f"Los-{rng.randrange(1000)}"
                game = self._record(game, happened.LotWordGiven(name, word, game.first_mixed))
            for moment in range(rng.choice((0, 1, 1, 1, 1, 2))):
                plans = self._plans(game, found, rng)
                is_late = rng.random() < 0.1
                game = self._mail(game, sheet, name, plans, moment, is_late=is_late)
        return game

    def _mail(
        self,
        game: RoundGame,
        sheet: Sheet,
        name: str,
        plans: Sequence[Plan],
        moment: int,
        *,
        is_late: bool,
    ) -> RoundGame:
        assert game.round is not None
        moves = tuple(written(plan) for plan in plans)
        if is_late:
            assert game.round.deadline is not None
            received = game.round.deadline + timedelta(minutes=1)
            return self._record(game, in_rounds.MoveWasLate(name, sheet.number, received, moves))
        received = game.round.opened + timedelta(minutes=moment)
        sheet.mails.append((name, tuple(plans)))
        return self._record(game, in_rounds.MoveEntered(name, sheet.number, received, "", moves))

    def _plans(
        self, game: RoundGame, found: Sequence[tuple[Plan, int]], rng: random.Random
    ) -> list[Plan]:
        assert game.round is not None
        number = 1 if self.rules.moves == 1 else rng.choice((1, 1, 2, 3))
        most = 5 if game.round.is_final else self.rules.plays
        plans = [
            spoiled(rng) if not found or rng.random() < 0.15 else chosen_plan(rng, found)
            for _ in range(number)
        ]
        if most == 1:
            return plans
        continuing = Continuing(self.rules, best_moves, KNOWN)
        return [continuing.plan(game, plan, most, rng) for plan in plans]

    def _rule(self, game: RoundGame, ledger: Ledger, sheet: Sheet, rng: random.Random) -> RoundGame:
        """Decide now and then on a word that somebody has laid, or take it back."""
        words = [asked.word for _, plans in sheet.mails for plan in plans for asked in plan.plays]
        if not words or rng.random() > 0.3:
            return game
        word, accepted = rng.choice(words), rng.choice((True, False))
        ledger.rulings[word] = accepted
        return self._record(game, happened.WordRuled(word, accepted, "mail", "checked"))

    def _close(self, game: RoundGame, ledger: Ledger, sheet: Sheet) -> RoundGame:
        assert game.round is not None
        assert game.round.deadline is not None
        at = game.round.deadline + timedelta(minutes=3)
        result = result_of(game, Closing(at, LEXICON, Chance(self.seed), lambda *_: None))
        assert isinstance(result, RoundResult)
        self._compare(result, ledger, sheet)
        return self._record(game, in_rounds.RoundClosed(result))

    def _compare(self, result: RoundResult, ledger: Ledger, sheet: Sheet) -> None:
        """Note where the referee's result is not the naive one."""
        counted = ledger.judge(sheet)
        rows = {row.player: row for row in result.entries}
        mine = {name: ledger.nets[sheet.number, name] for name in sheet.playing}
        expected: list[tuple[str, object, object]] = [
            ("nets", mine, {name: row.net for name, row in rows.items()}),
            (
                "totals",
                {name: ledger.totals[name] for name in sheet.playing},
                {name: row.total for name, row in rows.items()},
            ),
            (
                "valid",
                {name for name, outcome in counted.items() if outcome is not None},
                {name for name, row in rows.items() if row.status is EntryStatus.VALID},
            ),
            ("laid", None if any(counted.values()) else {}, None if result.laid else {}),
        ]
        if result.is_final:
            self._count("a final round")
        if result.laid is not None:
            self._count_of(result.laid)
            laid = [counted.get(name) for name in result.laid.players]
            best = max(mine[name] for name, outcome in counted.items() if outcome is not None)
            expected += [
                ("best", {best}, {mine[name] for name in result.laid.players}),
                (
                    "board",
                    [lying_on(result.board)] * len(laid),
                    [outcome.board for outcome in laid if outcome is not None],
                ),
            ]
        self.disagreements += [
            f"game {self.number}, round {sheet.number}, {what}: {right}, not {found}"
            for what, right, found in expected
            if right != found
        ]

    def _count_of(self, laid: Laid) -> None:
        if laid.judged.swaps:
            self._count("a blank exchanged")
        if laid.judged.new_blanks:
            self._count("a blank laid")
        if len(laid.judged.plays) > 1:
            self._count("a set laid")

    def _second_thoughts(
        self, game: RoundGame, ledger: Ledger, sheet: Sheet, rng: random.Random
    ) -> RoundGame:
        """Correct points; open the round again, at once or when the next one runs already."""
        if rng.random() < 0.3:
            name = rng.choice(tuple(game.players))
            points = rng.choice((-20, 7, 30))
            ledger.corrected[name] = ledger.corrected.get(name, 0) + points
            number = rng.randrange(1, sheet.number + 1)
            game = self._record(game, happened.ScoreCorrected(name, number, points, "miscounted"))
        if rng.random() > 0.2:
            return game
        if rng.random() < 0.5:
            game = self._go_on(game)
            if game.is_over:
                return game
        return self._reopened(game, ledger, sheet, rng)

    def _reopened(
        self, game: RoundGame, ledger: Ledger, sheet: Sheet, rng: random.Random
    ) -> RoundGame:
        last = game.last
        assert last is not None
        until = last.closed + timedelta(days=1)
        game = self._record(
            game, in_rounds.RoundReopened(sheet.number, until, "a mail came late", keeps=True)
        )
        if rng.random() < 0.3:
            game = self._record(game, in_rounds.DrawnAnew(game.next_round + 1, "they were known"))
        name = rng.choice(sheet.playing)
        plans = self._plans(game, best_moves(game.board, game.rack, self.rules), rng)
        game = self._mail(game, sheet, name, plans, 4000, is_late=False)
        game = self._rule(game, ledger, sheet, rng)
        return self._close(game, ledger, sheet)

    def _between(self, game: RoundGame, ledger: Ledger, rng: random.Random) -> RoundGame:
        """Let players come, go, come back and change their names."""
        absent = [player.name for player in game.players.values() if player.has_left]
        if absent and rng.random() < 0.5:
            game = self._record(game, happened.PlayerReturned(absent[0]))
        elif len(game.active) > 3 and rng.random() < 0.2:
            excluded = rng.choice(game.active).name
            game = self._record(game, happened.PlayerLeft(excluded, "excluded"))
        newcomer = next((name for name in LATER if name not in game.players), None)
        if newcomer is not None and rng.random() < 0.15:
            lowest = self.rules.late_joiner is LateJoiner.LOWEST
            base = late_joiner_base(game) if lowest else 0
            ledger.bases[newcomer] = base
            game = self._record(game, happened.PlayerJoined(newcomer, (), base, is_late=True))
        return game
