"""A second implementation, written from docs/chance.md alone, agrees with every draw and lot.

Whole games in which everything happens go through it in test_eventful.
"""

import copy
import json
from collections import Counter
from datetime import UTC
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from mailref.games.rounds.switches import Rules
from tests.effort import Tried, sample
from tests.record.first_form import first_form
from tests.record.games import Table, play
from tests.record.odd import play_oddly
from tests.record.outsider import Outsider, as_text, below, drawn, key_of, numbers
from tests.tiles.builders import board
from tests.tiles.variants import MONO, ONE, SEVEN_AND_EIGHT, SEVEN_OF_EIGHT, SIMULTAN, TWO

VARIANTS = (ONE, SIMULTAN, MONO, SEVEN_OF_EIGHT, TWO, SEVEN_AND_EIGHT)
PAGE = (Path(__file__).parents[2] / "docs" / "chance.md").read_text(encoding="utf-8")
SEED = bytes(range(32))
WORDS = ({"player": "Anna", "word": "Pflaume"}, {"player": "Bert", "word": "x-7"})


def outsider_of(table: Table) -> Outsider:
    return Outsider(as_exported(table), table.seed)


def as_exported(table: Table) -> dict[str, Any]:
    exported: dict[str, Any] = json.loads(json.dumps(first_form(table.events, UTC)))
    return exported


@pytest.mark.parametrize("has_words", [False, True], ids=["seed alone", "with words"])
@pytest.mark.parametrize("rules", [ONE, SIMULTAN], ids=["one", "simultan"])
def test_every_draw_and_lot_can_be_recomputed_from_the_export_and_the_seed(
    rules: Rules, *, has_words: bool
) -> None:
    outsider = outsider_of(play(rules, 3, most_rounds=6, has_words=has_words))

    assert outsider.wrong() == []
    assert outsider.draws == 6
    assert outsider.lots > 0 or has_words


@pytest.mark.slow
@pytest.mark.parametrize("number", sample(range(300), 3))
def test_every_draw_and_lot_of_three_hundred_games(number: int, tried: Tried) -> None:
    """Letters drawn by hand or replaced, other switches from some round on, games taken over."""
    over = board("F8w HAUS") if number % 3 == 0 else None
    outsider = outsider_of(play_oddly(VARIANTS[number % 6], number, 8, over=over))

    assert outsider.wrong() == []
    tried("games whose draws and lots were recomputed", 1)


def test_another_letter_place_or_word_is_noticed() -> None:
    """The outsider can say no."""
    export = as_exported(table := play(SIMULTAN, 3, most_rounds=6, has_words=True))
    lies = [copy.deepcopy(export) for _ in range(3)]
    lies[0]["rounds"][1]["draw"]["drawn"] = "QQ"
    lies[1]["rounds"][2]["draw"]["redraws"] += 1
    lies[2]["rounds"][3]["draw"]["mix"].append({"player": "Zoe", "word": "Z"})

    wrong = [Outsider(lie, table.seed).wrong() for lie in lies]

    assert [each[0].split(":")[0] for each in wrong] == ["round 3", "round 4", "round 5"]


def full_bag() -> Counter[str]:
    export = as_exported(play(ONE, 3, most_rounds=1))
    return Counter({letter: tile["count"] for letter, tile in export["tiles"].items()})


@pytest.mark.parametrize(
    ("words", "purpose", "rack"),
    [
        (None, "draw 1 0", "AIKNTTX"),
        (None, "draw 2 0", "HJKKNST"),
        (None, "draw 2 1", "ACLNOTÜ"),
        (None, "draw 2 0 1", "EEFJLOZ"),
        (WORDS, "draw 1 0", "DEEIJRS"),
        (WORDS, "draw 1 1", "EGHRTUY"),
    ],
)
def test_the_racks_of_the_worked_example_are_right(
    words: tuple[dict[str, str], ...] | None, purpose: str, rack: str
) -> None:
    found = as_text(drawn(key_of(SEED, 1, words), purpose, full_bag(), 7))

    assert found == rack
    assert f"`{purpose}`" in PAGE
    assert f"`{rack}`" in PAGE


def test_key_and_lots_of_the_worked_example_are_right() -> None:
    key = key_of(SEED, 1, WORDS)
    first, second = (list(islice(numbers(*each), 1)) for each in ((SEED, "lot 4"), (key, "lot 1")))

    assert key.hex() == "383ac96cbf06fac3a86a379aef12f0a33908fce7e225df93469e5259e9a9526f"
    assert (first, second) == ([3549810507], [4142748698])
    assert below(2, iter(first)) == 1
    assert below(3, iter(second)) == 2
    assert all(each in PAGE for each in (key.hex(), "3549810507", "4142748698"))
