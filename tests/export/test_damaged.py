"""A damaged export ends in one clear line, whatever stands in it."""

import copy
import random
from datetime import UTC

import pytest

from mailref.export.game_json import export_of
from mailref.export.read_export import Difference, NotAnExportError
from mailref.export.round_json import Json
from mailref.export.sealed_reports import sha256_of
from mailref.export.verify import Verified, verify
from tests.export.changes import at, examples, resealed
from tests.export.games import play
from tests.rules.variants import ONE

VALUES: tuple[Json, ...] = (
    None, True, -1, 10**20, 1.5, "", "x", "?", "*A", "haus", "HAUS3", "H8", "A1w", "\ud800", "2026-01-01",
    "9999-12-31T23:59:59-14:00", [], ["X"], [None], {}, {"x": 1},
)  # fmt: skip


@pytest.fixture(scope="module")
def export() -> dict[str, Json]:
    """Return two rounds of a game, the first with the move laid as its top."""
    found = export_of(play(ONE, 3, most_rounds=2).events, UTC)
    first = at(found, ("rounds", 0))
    assert isinstance(first, dict)
    first["top"] = {"points": 10, "exact": True, "moves": ["F8w DEM", "H8s DEM"]}
    return resealed(found)


def signed(export: dict[str, Json]) -> dict[str, Json]:
    """Return *export* with a hash that fits, where it can have one."""
    try:
        return {**export, "sha256": sha256_of(export)}
    except ValueError:
        return export


def with_value(export: dict[str, Json], path: tuple[str | int, ...], value: Json) -> Json:
    changed = copy.deepcopy(export)
    inner = at(changed, path[:-1])
    inner[path[-1]] = value  # type: ignore[index]  # the path leads through containers
    return signed(changed)


def test_a_top_that_the_moves_score_is_right(export: dict[str, Json]) -> None:
    assert isinstance(verify(export), Verified)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "M9s", "M9s ", "w X", "8 AB", "O99w AB", "M9s BEH4UE", "M9s behaue", "H8w *A",
        "H8w AB;", "H8w AB; ", "H8w AB <> ", "H8w AB <> Z99", "H8w AB H8=", "H8w AB I9=?", "H8w ?A",
    ],
)  # fmt: skip
def test_a_damaged_top_is_named(text: str, export: dict[str, Json]) -> None:
    found = verify(with_value(export, ("rounds", 0, "top", "moves", 0), text))

    assert found == Difference(1, None, "top.moves[0]", "a move such as M9s BEHAUE M11=?", text)


def test_a_word_that_no_tiles_can_spell_is_named(export: dict[str, Json]) -> None:
    path = ("rounds", 0, "entries", 0, "moves", 0, "plays", 0, "word")

    found = verify(with_value(export, path, "haus"))

    assert isinstance(found, Difference)
    assert (found.round, found.field) == (1, "moves[0].plays[0].word")
    assert (found.expected, found.found) == ("letters of the game", "haus")


@pytest.mark.parametrize("of_each", [2, pytest.param(len(VALUES), marks=pytest.mark.slow)])
def test_every_value_may_be_anything_and_nothing_breaks(
    of_each: int, export: dict[str, Json]
) -> None:
    """What is no export says so, what is one shows a difference: never a traceback."""
    rng = random.Random(of_each)
    answers = [
        answer(with_value(export, paths[0], value))
        for paths in examples(export, of_each=1).values()
        for value in rng.sample(VALUES, of_each)
    ]

    assert answers.count(None) < len(answers) / 10  # titles and the like
    assert not [each for each in answers if each is not None and "\n" in each]


def answer(export: Json) -> str | None:
    """Return what verify says: None where it finds nothing wrong."""
    try:
        found = verify(export)
    except NotAnExportError as wrong:
        return str(wrong)
    return found.field if isinstance(found, Difference) else None
