"""Games in turns whose turns are undone while somebody goes out: a turn's number comes more than once."""

import json
import random
from datetime import UTC, timedelta
from functools import cache
from typing import Any

import pytest

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.switches import Timeout
from mailref.games.events import Event, ScoreCorrected, WordRuled
from mailref.record.as_json import sha256_of
from mailref.record.export import Difference
from mailref.record.verify import Verified, verify
from mailref.referee import gm_orders as in_turns
from mailref.referee import gm_orders as orders
from tests.effort import sample
from tests.games.by_turns.at_table import at_table, kiel
from tests.games.classic.test_random import Game
from tests.record.first_form import first_form

Json = Any
ANNA_FIRST = '[game.rules]\nstarter = "Anna"'


class _Nobody:
    """Looks on where the naive referee would: he is told of no corrections, nor of who is put out by order."""

    def __init__(self, game: "Undoing") -> None:
        self._game = game

    @property
    def to_move(self) -> str:
        turn = self._game.game.turn
        return turn.player if turn is not None else ""

    @property
    def opening(self) -> int:
        opening = self._game.game.opening
        return opening.least if opening is not None else 0

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: None


class Undoing(Game):
    """A random game in which turns are undone, and players resign or are put out at any time."""

    def __init__(self, variant: str, seed: int, *, has_house_rules: bool) -> None:
        super().__init__(variant, seed, has_house_rules=has_house_rules)
        self.naive = _Nobody(self)  # type: ignore[assignment]  # looks on only
        self.chance = random.Random(f"undone {variant} {seed}")
        self.undone = 0

    def compare(self) -> None:
        self.drawn = []

    def _happens_beside(self) -> bool:
        return False

    def play_on(self) -> None:
        choice = self.chance.random()
        before = self.game.before_move
        if choice < 0.15 and before is not None and before.turn is not None:
            self.course.record(happened.TurnUndone(before.turn.number, "read wrongly"))
            self.course.begin_again()
            self.undone += 1
        elif choice < 0.19:
            self._resign()
        elif choice < 0.21:
            self.course.put_out(self.chance.choice(self.game.playing), "rude")
        elif choice < 0.26 and not self.game.is_held:
            self.course.time_out(Timeout.PASS, 1)
        elif choice < 0.3:
            points = self.chance.randint(-9, 9)
            name = self.chance.choice(self.seats)
            number = self.game.turn.number if self.game.turn is not None else 0
            self.course.record(ScoreCorrected(name, number, points, "miscounted"))
            self.course.record(WordRuled("XYLO", choice < 0.28, "gm", "so"))
        else:
            super().play_on()
        self.drawn = []


def _told(events: list[Event], *, reveals: bool = False) -> dict[str, Json]:
    found: dict[str, Json] = json.loads(json.dumps(first_form(events, UTC, reveals=reveals)))
    return found


@cache
def _by_mail() -> str:
    """Ben resigns in turn 2, and stays out as turn 1 is undone; Cleo's time-out in turn 2 is undone with its end."""
    table = at_table(kiel("timeouts = 1", ANNA_FIRST, players=("Anna", "Ben", "Cleo", "Dora")))
    table.receives("Anna", "PASSE")
    table.receives("Ben", "AUFGABE")
    table.orders(in_turns.UndoTurn(), "falsch gelesen")
    table.receives("Anna", "PASSE")
    table.waits(timedelta(days=8))
    table.orders(in_turns.UndoTurn(), "verschollen")
    table.receives("Cleo", "PASSE")
    table.receives("Dora", "PASSE")
    table.orders(in_turns.UndoTurn(), "zu früh")
    return json.dumps(_told(table.records.log["kiel"]))


def test_a_turn_that_comes_again_is_told_and_verified() -> None:
    told = json.loads(_by_mail())

    rows = [(row["number"], row["player"], row["kind"], row["undone"]) for row in told["turns"]]
    assert rows == [
        (1, "Anna", "pass", "falsch gelesen"),
        (2, "Ben", "out", "falsch gelesen"),
        (1, "Anna", "pass", None),
        (2, "Cleo", "pass", "verschollen"),
        (2, "Cleo", "pass", None),
        (3, "Dora", "pass", "zu früh"),
    ]
    assert told["out"] == [
        {"player": "Ben", "why": "resigned", "turn": 2, "undos": 0, "open": False},
        {"player": "Cleo", "why": "timeouts", "turn": 2, "undos": 1, "open": False},
    ]
    assert (told["to_move"]["number"], told["to_move"]["player"]) == (3, "Dora")
    assert isinstance(verify(told), Verified), verify(told)


@pytest.mark.parametrize(
    ("place", "key", "value"),
    [
        pytest.param(("out", 0), "undos", 1, id="gone out only after the turn was undone"),
        pytest.param(("out", 1), "undos", 0, id="gone out before it was undone"),
        pytest.param(("out", 1), "why", "resigned", id="said to have resigned, and plays on"),
        pytest.param(("turns", 1), "undone", None, id="said to have been in the turn all the same"),
        pytest.param(("turns", 3), "undone", None, id="said to be out all the time"),
        pytest.param(("turns", 4), "undone", "so", id="said to have come back again"),
        pytest.param(("turns", 5), "undone", None, id="said to stand"),
    ],
)
def test_what_is_changed_about_an_undone_turn_is_named(
    place: tuple[str, int], key: str, value: Json
) -> None:
    told = json.loads(_by_mail())
    told[place[0]][place[1]][key] = value
    del told["sha256"]

    found = verify({**told, "sha256": sha256_of(told)})

    assert isinstance(found, Difference), found


def test_points_corrected_in_a_turn_in_which_its_player_resigns_are_in_his_total() -> None:
    table = at_table(kiel("", ANNA_FIRST))
    table.orders(orders.CorrectScore("Anna", -4, None), "verzählt")
    table.receives("Anna", "AUFGABE")

    told = _told(table.records.log["kiel"])

    assert [(row["kind"], row["total"]) for row in told["turns"]] == [("out", -4)]
    assert isinstance(verify(told), Verified), verify(told)


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "booklet", "open"])
@pytest.mark.parametrize("has_house_rules", [False, True])
def test_random_games_with_turns_undone_verify_at_every_stage(
    variant: str, *, has_house_rules: bool
) -> None:
    undone = 0
    for seed in sample(range(1000), 3):
        game = Undoing(variant, seed, has_house_rules=has_house_rules)
        for _ in range(40):
            if game.game.is_over:
                break
            game.play_on()
        undone += game.undone
        events: list[Event] = [game.opened, *game.course.events]
        told, full = _told(events), _told(events, reveals=True)
        assert isinstance(verify(told), Verified), (seed, verify(told))
        found = verify(full, seed.to_bytes(32))
        assert isinstance(found, Verified), (seed, found)
    assert undone
