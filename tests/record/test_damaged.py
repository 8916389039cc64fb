"""A damaged export ends in one clear line, whatever stands in it."""

import copy
import random
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC

import pytest

from mailref.record.as_json import Json, sha256_of
from mailref.record.export import Difference, NotAnExportError
from mailref.record.verify import Verified, verify
from tests.effort import Effort, Tried, effort, fewer, sample
from tests.record.changes import Path, at, examples, resealed, shape
from tests.record.eventful import played
from tests.record.first_form import first_form
from tests.record.games import play
from tests.tiles.variants import ONE

VALUES: tuple[Json, ...] = (
    None, True, -1, 10**20, 1.5, "", "x", "?", "*A", "haus", "HAUS3", "H8", "A1w", "\ud800", "2026-01-01",
    "9999-12-31T23:59:59-14:00", [], ["X"], [None], {}, {"x": 1},
)  # fmt: skip

DAMAGES = fewer(100, 15)
"""How many files each of the games is damaged to."""


@pytest.fixture(scope="module")
def export() -> dict[str, Json]:
    """Return two rounds of a game, the first with the move laid as its top."""
    found = first_form(play(ONE, 3, most_rounds=2).events, UTC)
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
        "H8w AB;", "H8w AB; ", "H8w AB <> ", "H8w AB <> Z99", "H8w AB H8=", "H8w ?A",
    ],
)  # fmt: skip
def test_a_damaged_top_is_named(text: str, export: dict[str, Json]) -> None:
    said = answer(with_value(export, ("rounds", 0, "top", "moves", 0), text))

    assert said == "rounds[0].top.moves[0] must be a move such as M9s BEHAUE M11=?"


@pytest.mark.parametrize("text", ["H8w AB I10=?", "H8 DEM", "8Hs DEM", "O15w DEM", "H8s DEM H8=?"])
def test_another_top_is_named(text: str, export: dict[str, Json]) -> None:
    assert answer(with_value(export, ("rounds", 0, "top", "moves", 1), text)) == "top.moves[1]"


def test_a_word_that_no_tiles_can_spell_is_named(export: dict[str, Json]) -> None:
    path = ("rounds", 0, "entries", 0, "moves", 0, "plays", 0, "word")

    said = answer(with_value(export, path, "haus"))

    assert said == "rounds[0].entries[0].moves[0].plays[0].word must be letters of the game"


OF_EACH = len(VALUES) if effort() is Effort.SOAK else 1


def test_every_value_may_be_anything_and_nothing_breaks(export: dict[str, Json]) -> None:
    """What is no export says so, what is one shows a difference: never a traceback."""
    rng = random.Random(OF_EACH)
    every = [paths[0] for paths in examples(export, of_each=1).values()]
    answers = [
        answer(with_value(export, path, value))
        for path in sample(every, len(every) // fewer(1, 3))
        for value in rng.sample(VALUES, OF_EACH)
    ]

    assert answers.count(None) < len(answers) / 10  # titles and the like
    assert not [each for each in answers if each is not None and "\n" in each]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("players", 0, "adjustments"), [{"points": 5, "order": 1, "because": {}}],
         "players[0].adjustments[0].because must be a text"),
        (("rulings",), [{"word": "RUND", "accepted": True, "by": "mail", "round": [], "because": ""}],
         "rulings[0].round must be a whole number"),
        (("rounds", 0, "deadlines"), None, "reports[0].sha256"),
    ],
    ids=["a reason", "a ruling", "no ZATs"],
)  # fmt: skip
def test_what_only_hashes_cover_is_looked_at_before_it_is_hashed(
    path: tuple[str | int, ...], value: Json, said: str, export: dict[str, Json]
) -> None:
    assert answer(with_value(export, path, value)) == said


@pytest.mark.slow
@pytest.mark.parametrize("number", sample(range(400), fewer(2, 1)))
def test_a_file_damaged_anywhere_never_ends_in_a_traceback(number: int, tried: Tried) -> None:
    """Values, lists and objects alike are replaced, taken away, or doubled, one or two at a time."""
    game, rng = played(number, most_rounds=4), random.Random(number)
    whole = first_form(game.events, UTC)
    kinds = by_shape(whole)
    said = []
    for _ in range(DAMAGES):
        damaged = copy.deepcopy(whole)
        for _ in range(rng.choice((1, 1, 1, 2))):
            damage(damaged, rng.choice(rng.choice(kinds)), rng)
        seed = rng.choice((None, game.seed))
        said.append(answer(signed(damaged), seed))

    assert not [each for each in said if each is not None and "\n" in each]
    tried("damaged files verified", len(said))


def by_shape(export: dict[str, Json]) -> list[list[Path]]:
    """Return the ways to all values, lists and objects, those of one shape together."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in within(export):
        found[shape(path)].append(path)
    return list(found.values())


def within(value: Json, path: Path = ()) -> Iterator[Path]:
    """Yield the way to everything in *value*."""
    if path:
        yield path
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield from within(at(value, (key,)), (*path, key))


def damage(export: dict[str, Json], path: Path, rng: random.Random) -> None:
    """Replace, take away or double what stands at *path*, if an earlier damage has left it there."""
    try:
        inner = at(export, path[:-1])
        old = inner[path[-1]]  # type: ignore[index]  # the path leads through containers
    except (LookupError, TypeError):
        return
    match rng.randrange(4):
        case 0 if isinstance(inner, dict):
            del inner[str(path[-1])]
        case 1 if isinstance(old, list):
            old.extend(copy.deepcopy(old[-1:]))
        case 2 if isinstance(old, list):
            del old[-1:]
        case _:
            inner[path[-1]] = rng.choice(VALUES)  # type: ignore[index]  # as above


def answer(export: Json, seed: bytes | None = None) -> str | None:
    """Return what verify says: None where it finds nothing wrong."""
    try:
        found = verify(export, seed)
    except NotAnExportError as wrong:
        return str(wrong)
    return found.field if isinstance(found, Difference) else None
