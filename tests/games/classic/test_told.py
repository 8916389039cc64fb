"""Exports of games in turns: what they tell and when, and that every changed value is named (classic 12, 14)."""

import copy
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from mailref.games.by_turns import events as happened
from mailref.games.events import Event, ScoreCorrected
from mailref.record.as_json import sha256_of
from mailref.record.export import Difference, NotAnExportError
from mailref.record.verify import Verified, verify
from mailref.referee.gm_orders import RenamePlayer, RuleWord
from tests.effort import fewer
from tests.games.by_turns.at_table import DAY, AtTable, at_table, kiel
from tests.games.classic.test_random import Game
from tests.record.first_form import first_form
from tests.tiles.builders import WordList

Json = Any
SECRETS = ("drawn", "put_back", "rack", "nonce")
INPUTS = {
    "title", "variant", "name", "began", "received", "at", "ended_at", "because", "by", "claims",
    "bound_to", "finished", "undone",
}  # fmt: skip
"""What no rule says, as why a turn was undone; the hash holds it (docs/chance.md)."""


@cache
def events_of(variant: str, seed: int) -> tuple[Event, ...]:
    game = Game(variant, seed, goes_straight=True)
    while not game.game.is_over:
        game.play_on()
    return (game.opened, *game.course.events)


def export(variant: str, seed: int, upto: int | None = None) -> dict[str, Json]:
    found: dict[str, Json] = json.loads(
        json.dumps(first_form(events_of(variant, seed)[:upto], UTC))
    )
    return found


def half(variant: str, seed: int) -> int:
    """Return where in the events of a game a turn begins in its midst."""
    events = events_of(variant, seed)
    begun = [at for at, event in enumerate(events) if isinstance(event, happened.TurnBegan)]
    return begun[len(begun) // 2] + 1


def test_a_game_that_goes_on_tells_no_secret() -> None:
    told = export("classic", 0, half("classic", 0))

    assert (told["family"], told["finished"], told["seed"]) == ("turns", False, None)
    assert all(each[key] is None for each in told["drawings"] for key in SECRETS)
    assert all(row[key] is None for row in told["turns"] for key in ("rack", "put_back", "drawn"))
    assert set(told["racks"].values()) == {None}
    assert all(len(each["receipt"]) == 64 for each in told["drawings"])


def test_a_game_that_is_over_tells_all() -> None:
    told = export("classic", 0)

    assert told["seed"] == bytes(32).hex()
    assert all(len(each["nonce"]) == 32 for each in told["drawings"])
    assert [len(each["rack"]) for each in told["drawings"][:2]] == [7, 7]
    assert sum(each["points"] for each in told["standings"]) == sum(
        row["points"] for row in told["turns"] if row["undone"] is None
    ) + sum(told["deductions"].values()) - sum(
        made["cost"] for row in told["turns"] for made in row["challenges"]
    )


def leaves(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from leaves(each, (*path, at))
    else:
        yield path


def changed(told: dict[str, Json], path: tuple[Any, ...]) -> dict[str, Json] | None:
    """Return an export with one value changed and its hash made anew; None where nothing can be."""
    other = copy.deepcopy(told)
    inner = other
    for key in path[:-1]:
        inner = inner[key]
    value = inner[path[-1]]
    match value:
        case bool():
            inner[path[-1]] = not value
        case int():
            inner[path[-1]] = value + 1
        case str():
            inner[path[-1]] = _other_text(value)
        case _:
            inner[path[-1]] = "X"
    return {**other, "sha256": sha256_of(other)}


def _other_text(value: str) -> str:
    if not value:
        return "X"
    last = "B" if value[-1] != "B" else "C"
    return value[:-1] + (last if not value[-1].isdigit() else str((int(value[-1]) + 1) % 10))


def found_by(told: dict[str, Json]) -> Difference | NotAnExportError | Verified:
    try:
        return verify(told)
    except NotAnExportError as wrong:
        return wrong


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "seed", "is_over"),
    [("classic", 1, True), ("classic", 1, False), ("open", 1, True), ("booklet", 3, False)],
)
def test_every_changed_value_is_named(variant: str, seed: int, *, is_over: bool) -> None:
    """Whoever changes a value, and makes the hash anew, is found out by the rules or by a receipt."""
    told = export(variant, seed, None if is_over else half(variant, seed))
    paths = [path for path in leaves(told) if not INPUTS & set(path) and path != ("sha256",)]
    step = 1 + len(paths) // fewer(30, 12)
    wrong = []
    for path in paths[seed % step :: step]:
        other = changed(told, path)
        if other is not None and isinstance(found_by(other), Verified):
            wrong.append(path)

    assert len(paths) > 1000
    # Before the end a receipt binds what nobody may see yet; a switch may not have come to bear.
    ours = [p for p in wrong if is_over or "receipt" not in p]
    assert [p for p in ours if p[0] not in ("lexicon", "game", "commitment", "rules")] == []


def test_a_changed_value_that_no_rule_says_breaks_the_hash() -> None:
    told = export("classic", 1)
    told["turns"][3]["began"] = "2026-12-05T10:00:00+00:00"

    found = verify(told)

    assert isinstance(found, Difference)
    assert found.field == "sha256"


def test_a_turn_is_named_by_its_number_and_player() -> None:
    told = export("classic", 1)
    row = next(row for row in told["turns"] if row["kind"] == "play")
    row["points"] += 1

    found = verify({**told, "sha256": sha256_of(told)})

    assert found == Difference(
        row["number"], row["player"], "points", row["points"] - 1, row["points"]
    )


def test_another_letter_drawn_is_named() -> None:
    told = export("classic", 1)
    shown = told["drawings"][5]
    letter = shown["drawn"][0]
    shown["drawn"] = ("E" if letter != "E" else "N") + shown["drawn"][1:]

    found = verify({**told, "sha256": sha256_of(told)})

    assert isinstance(found, Difference)
    assert found.field == "drawings[5].drawn"


def test_a_turn_undone_and_points_corrected_are_told_and_verified() -> None:
    events = list(events_of("classic", 0)[: half("classic", 0)])
    number = next(
        e.number
        for e in reversed(events)
        if isinstance(e, happened.PlayLaid | happened.TurnPassed | happened.TilesExchanged)
    )
    now = datetime(2026, 12, 9, tzinfo=UTC)
    last = next(e for e in reversed(events[:-1]) if isinstance(e, happened.TurnBegan))
    events += [
        ScoreCorrected("Anna", number, 7, "miscounted"),
        happened.TurnUndone(number, "read wrongly"),
        happened.TurnBegan(number, last.player, None, now),
    ]

    told = json.loads(json.dumps(first_form(events, UTC)))

    assert told["turns"][-1]["undone"] == "read wrongly"
    assert told["to_move"] == {
        "number": number,
        "player": last.player,
        "began": "2026-12-09T00:00:00+00:00",
    }
    assert (
        told["adjustments"]
        == [
            {
                "player": "Anna",
                "points": 7,
                "because": "miscounted",
                "turn": number + 1,
                "open": False,
            }
        ]
        or told["adjustments"][0]["open"]
    )
    assert isinstance(verify(told), Verified), verify(told)


@pytest.mark.parametrize(("is_valid", "told"), [(False, []), (True, ["EE"])])
def test_a_ruling_on_a_word_that_never_lay_is_told_at_the_end(
    told: list[str], *, is_valid: bool
) -> None:
    """It was in a move that nobody else may see (classic 10)."""
    start = '[game.start]\nturn = 1\nto_move = "Anna"\nracks = { "Anna" = "EEEEENN" }'
    table = at_table(kiel(inner=start, variant="classic-open"), words=WordList(frozenset({"RABE"})))
    table.receives("Anna", "H8 EE")
    table.orders(RuleWord("EE", accepted=is_valid))

    exported = shown(table)

    assert [each["word"] for each in exported["rulings"]] == told
    assert isinstance(verify(exported), Verified)
    table.receives("Ben", "AUFGABE")
    assert [each["word"] for each in shown(table)["rulings"]] == ["EE"]


def shown(table: AtTable) -> dict[str, Json]:
    found: dict[str, Json] = json.loads(json.dumps(first_form(table.records.log["kiel"], UTC)))
    return found


def test_who_is_renamed_after_the_end_keeps_what_it_took_from_him() -> None:
    """All pass twice with seven points on each rack; then Anna is called Eva."""
    start = (
        '[game.start]\nturn = 5\nto_move = "Anna"\nscores = { "Anna" = 50, "Ben" = 60 }\n'
        'racks = { "Anna" = "AEINRST", "Ben" = "EEEENNN" }'
    )
    table = at_table(kiel(inner=start))
    for name in ("Anna", "Ben", "Anna", "Ben"):
        table.receives(name, "PASSE")
    table.orders(RenamePlayer("Anna", "Eva"))

    told = shown(table)

    assert told["deductions"] == {"Eva": -7, "Ben": -7}
    assert {row["player"]: row["points"] for row in told["standings"]} == {"Eva": 43, "Ben": 53}
    assert isinstance(verify(told), Verified), verify(told)


@pytest.mark.parametrize("raw", [None, [], "x", {}, {"family": "turns"}, {"seed": None}])
def test_what_is_no_export_is_refused(raw: Json) -> None:
    with pytest.raises(NotAnExportError):
        verify(raw)


@pytest.mark.parametrize("players", [("Anna", "Ben"), ("Anna", "Ben", "Cleo")])
def test_a_game_in_which_time_outs_put_somebody_out_verifies(players: tuple[str, ...]) -> None:
    """He is out once his turn has scored nothing, not before."""
    inner = '[game.rules]\nstarter = "Anna"'
    table = at_table(kiel("timeouts = 1", inner, players=players))
    table.receives("Anna", "PASSE")
    table.waits(7 * DAY)
    if len(players) > 2:
        table.receives("Cleo", "PASSE")
    assert table.running().game.hands["Ben"].is_out

    told = json.loads(json.dumps(first_form(table.records.log["kiel"], UTC)))

    assert isinstance(verify(told), Verified), verify(told)
