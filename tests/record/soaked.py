"""Games of each kind with second thoughts, at random: what is recorded at some moments, and what was mailed."""

import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mailref.games.classic.game import TurnGame
from mailref.games.events import Event
from mailref.games.solitaire.game import SoloGame
from mailref.orders.entries import WrittenOrders
from mailref.record.export import export_of
from mailref.referee import gm_orders as in_turns
from mailref.referee import gm_orders as orders
from mailref.referee.mails import Step
from mailref.tiles.board import in_order
from tests.games.bingo.rehearsal import WEEKLY, herbst, state, till_zat
from tests.games.bingo.test_random import SEVENS, two_words
from tests.games.by_turns.at_table import AtTable, at_table, kiel
from tests.games.classic import test_published as test_of_turns
from tests.games.classic.test_random import KNOWN, search
from tests.games.rounds.rethought import Rethought
from tests.games.rummikub.test_random import Table
from tests.games.solitaire.test_by_mail import ZAT
from tests.games.solitaire.test_random import SOLOISTS, Choosing, League
from tests.games.unscrabble import test_published as test_of_taking
from tests.games.unscrabble.test_random import SEED as TAKING_SEED
from tests.record.eventful import played as eventful
from tests.record.second_thoughts import SecondThoughts
from tests.tiles.builders import WordList

Moment = tuple[tuple[Event, ...], frozenset[str]]
"""What is recorded at a moment of a game, and the hashes of the reports mailed until then."""


@dataclass(frozen=True, slots=True)
class Soaked:
    """A game that was played, as it stood at some moments; the last one is its end, or where it was left."""

    name: str
    seed: bytes
    moments: Sequence[Moment]

    def some(self, most: int, rng: random.Random) -> Sequence[Moment]:
        """Return so many moments, the last one among them."""
        before = self.moments[:-1]
        return [*rng.sample(before, min(most - 1, len(before))), self.moments[-1]]


def _at(events: Sequence[Event], stages: Sequence[int]) -> list[Moment]:
    return [(tuple(events[:upto]), frozenset()) for upto in stages if upto]


@dataclass(slots=True)
class _Watched:
    """Keeps what is recorded of a game by mail after each thing that happens."""

    moments: list[Moment] = field(default_factory=list)

    def look(self, events: Sequence[Event], mailed: Sequence[str] = ()) -> None:
        if not self.moments or self.moments[-1][0] != tuple(events):
            self.moments.append((tuple(events), frozenset(mailed)))


class _Mailed(Rethought):
    """A game in rounds with second thoughts by mail; what stood in the record is kept."""

    def __init__(self, folder: Path, number: int) -> None:
        self.watched = _Watched()
        super().__init__(folder, number)

    def compare(self, when: str) -> None:
        super().compare(when)
        self.watched.look(self.events(), tuple(self.mailed))

    def look_at_the_export(self) -> None:
        """Nothing: that is done with every moment."""


def rounds(number: int) -> Soaked:
    """Two of three by mail with second thoughts; in the others everything happens, with other rules."""
    if number % 3 == 2:
        game = eventful(number, 8)
        stages = [at for at in range(8, len(game.events) + 1) if _is_between(game.events[at - 1])]
        return Soaked(
            f"rounds {number}", game.seed, [_with_hashes(game.events[:n]) for n in stages]
        )
    with tempfile.TemporaryDirectory() as folder:
        mailed = _Mailed(Path(folder), number)
        mailed.play(4)
        mailed.watched.look(mailed.events(), tuple(mailed.mailed))
        assert mailed.wrong == []
        return Soaked(f"rounds {number}", number.to_bytes(32), mailed.watched.moments)


def _with_hashes(events: Sequence[Event]) -> Moment:
    """Return a moment with the hashes that reports would carry."""
    reports: Any = export_of(events, UTC, reveals=True)["reports"]
    return tuple(events), frozenset(each["sha256"] for each in reports)


def _is_between(event: Event) -> bool:
    return type(event).__name__ in {"RoundOpened", "ScoreCorrected", "GameEnded"}


class _ByMail:
    """A game by mail in which players and game master do at random whatever they may."""

    def __init__(self, table: AtTable, id_: str, rng: random.Random) -> None:
        self.table, self.id, self.rng = table, id_, rng
        self.watched = _Watched()
        self.count = 0
        self.look()

    @property
    def log(self) -> Sequence[Event]:
        return self.table.records.log[self.id]

    @property
    def names(self) -> Sequence[str]:
        return tuple(self.table.office.games[self.id].game.players)

    def look(self) -> None:
        self.watched.look(self.log)

    def think_again(self, *, is_ended: bool) -> None:
        """Let the game master order something; what he may not do now changes nothing."""
        rng, name = self.rng, self.rng.choice(self.names)
        self.count += 1
        choices: tuple[orders.GmOrder, ...] = (
            orders.CorrectScore(name, rng.choice((-7, 5)), None),
            orders.RenamePlayer(name, f"{name.partition(' ')[0]} Neu{self.count}"),
            orders.RuleWord(rng.choice(("XYLO", *SEVENS[:5])), rng.choice((True, False, None))),
            orders.ExcludePlayer(name), orders.AdmitPlayer(name),
            orders.PauseGame(), orders.ResumeGame(None),
            orders.ExtendDeadline(self.table.now + timedelta(days=rng.randint(1, 9))),
            in_turns.UndoTurn(), in_turns.PassForPlayer(name),
            *((orders.EndGame(),) if is_ended else ()),
        )  # fmt: skip
        step = self.table.refuses(rng.choice(choices), "so", self.id)
        if isinstance(step, Step):
            self.table.take(step)
        self.look()

    def joins(self, name: str) -> None:
        self.table.receives(name, "ANMELDEN")
        self.look()


def bingo(number: int) -> Soaked:
    """Return one with joiners, players who leave, are excluded, let in and renamed."""
    rng = random.Random(f"bingo {number}")
    seed = rng.randbytes(32)
    calls = '\ncall = "player"' if rng.random() < 0.5 else ""
    inner = f"[game.rules]\nper_round = {rng.choice((5, 10, 17))}{calls}"
    names = ("Anna", "Ben", "Cleo", "Dora")
    game = herbst('registration = "open"', inner, names, zats=WEEKLY)
    table = at_table(game, words=WordList(frozenset(SEVENS)), seed=seed)
    mailed = _ByMail(table, "herbst", rng)
    mailed.joins("Emil")
    for name in (*names, "Emil"):
        one, two = two_words(rng)
        table.receives(name, f"1. {one}\n2. {two}")
        mailed.look()
    while not state(table).is_over and len(mailed.watched.moments) < 80:
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            mailed.think_again(is_ended=rng.random() < 0.05)
        if state(table).is_over:
            break
        if rng.random() < 0.3:
            table.receives(rng.choice(names), rng.choice(("BINGO", "ABMELDEN", "BINGO")))
        if state(table).due is None or state(table).is_paused:
            table.take(_done(table.refuses(orders.ResumeGame(None), "so", "herbst")))
        if state(table).due is not None:
            table.waits(max(till_zat(table), timedelta(0)), "herbst")
        mailed.look()
    return Soaked(f"bingo {number}", seed, mailed.watched.moments)


def _done(found: object) -> Step | None:
    return found if isinstance(found, Step) else None


def solo(number: int) -> Soaked:
    """Every other league with letters from a common order, else with letters chosen and second thoughts."""
    if number % 2:
        league = League(number)
        stages = []
        for _ in range(14):
            name = league.rng.choice(SOLOISTS)
            if not league.table(name).is_over:
                league.move(name)
                stages.append(len(league.events))
        league.end()
        return Soaked(
            f"solo {number}", league.seed, _at(league.events, [*stages, len(league.events)])
        )
    choosing = Choosing(number)
    rng = random.Random(f"solo {number}")
    mailed = _ByMail(choosing.table, "kiel", rng)
    for _ in range(10):
        game = choosing.table.office.games["kiel"].game
        assert isinstance(game, SoloGame)
        if all(name in game.tables for name in SOLOISTS):
            choosing.mail(rng.choice(SOLOISTS))
        mailed.look()
        if rng.random() < 0.4:
            mailed.think_again(is_ended=False)
    choosing.table.waits(max(ZAT + timedelta(days=99) - choosing.table.now, timedelta(0)))
    mailed.look()
    return Soaked(f"solo {number}", choosing.table.records.seeds["kiel"], mailed.watched.moments)


def classic(number: int) -> Soaked:
    """Two of three with second thoughts on their course; the others by mail, with joiners."""
    if number % 3 == 2:
        return _classic_by_mail(number)
    events, stages = test_of_turns.played(number)
    return Soaked(f"classic {number}", number.to_bytes(32), _at(events, stages))


def _classic_by_mail(number: int) -> Soaked:
    rng = random.Random(f"classic {number}")
    keys = rng.choice(("", "lots = true", 'registration = "open"\nplaces = 3'))
    inner = rng.choice(("", 'seats = "lot"\n')) + rng.choice(("", 'challenge = "none"\n'))
    inner += rng.choice(("", "bags = 2\n"))
    names = ("Anna", "Ben") if "open" in keys else ("Anna", "Ben", "Cleo")
    seed = rng.randbytes(32)
    game = kiel(keys, f'[game.rules]\n{inner}starter = "draw"\n', players=names)
    table = at_table(game, words=WordList(KNOWN), seed=seed)
    mailed = _ByMail(table, "kiel", rng)
    mailed.joins("Dora")
    for _ in range(25):
        playing = table.office.games["kiel"].game
        assert isinstance(playing, TurnGame)
        if playing.is_over:
            break
        _moves(mailed, playing)
        if rng.random() < 0.35:
            mailed.think_again(is_ended=rng.random() < 0.1)
    table.take(_done(table.refuses(orders.EndGame(), "so")))
    mailed.look()
    return Soaked(f"classic by mail {number}", seed, mailed.watched.moments)


def _moves(mailed: _ByMail, game: TurnGame) -> None:
    """Let whose turn it is lay, exchange or pass, or somebody challenge, accept, resign, or be late."""
    rng, table, turn = mailed.rng, mailed.table, game.turn
    if turn is None or rng.random() < 0.1:
        table.waits(timedelta(days=rng.choice((1, 9))))
    else:
        who = turn.player.partition(" ")[0]
        rack = game.hands[turn.player].rack.value
        best = [
            m
            for _, m in zip(range(20), search().all_moves(game.board, in_order(rack)), strict=False)
        ]
        plain = [move for move in best if not move.blanks and not move.swaps]
        choice = rng.random()
        if plain and choice < 0.6:
            found = rng.choice(plain)
            word = found.word
            square = found.square
            place = f"{chr(65 + square.column)}{square.row + 1}"
            table.receives(
                who,
                f"{place} {'waagerecht' if found.direction.value == 'across' else 'senkrecht'} {word}",
            )
        elif choice < 0.75:
            table.receives(who, f"TAUSCHE {rack[0]}".replace("?", "JOKER"))
        elif choice < 0.85:
            table.receives(who, "PASSE")
        else:
            others = [name.partition(" ")[0] for name in game.playing]
            table.receives(
                rng.choice(others), rng.choice(("EINSPRUCH", "ANNAHME", "ANNAHME", "AUFGABE"))
            )
    mailed.look()


class _TableRethought(Table):
    """A game of WORT-Rummikub in which the game master thinks better of much; no naive referee follows."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.thoughts = SecondThoughts(self.course, number)

    def follow(self) -> None:
        self.seats = self.game.seats

    def _may_be_laid(self, player: str, written: WrittenOrders) -> bool | None:  # noqa: ARG002  looks on
        return None

    def play_on(self) -> None:
        if self.thoughts.happen(0.12):
            self.follow()
        else:
            super().play_on()


def table(number: int) -> Soaked:
    """Return one with turns undone, players put out and renamed, totals corrected, words ruled on."""
    game = _TableRethought(number)
    stages: list[int] = []
    while not game.game.is_over and len(stages) < 80:
        game.play_on()
        stages.append(1 + len(game.course.events))
    return Soaked(f"table {number}", game.seed, _at((game.opened, *game.course.events), stages))


def unscrabble(number: int) -> Soaked:
    at = number
    while not test_of_taking.events_of(at):
        at += 1000
    events, stages = test_of_taking.played(at)
    return Soaked(f"unscrabble {at}", TAKING_SEED, _at(events, stages))


KINDS: Mapping[str, Callable[[int], Soaked]] = MappingProxyType(
    {
        "rounds": rounds,
        "turns": classic,
        "table": table,
        "unscrabble": unscrabble,
        "bingo": bingo,
        "solo": solo,
    }
)
