"""Whole games verify clean, and single lies are named (contract 1)."""

import copy
from collections.abc import Sequence
from datetime import UTC
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from mailref.games.events import Event, ScoreCorrected, WordRuled
from mailref.games.rounds import published
from mailref.games.rounds.events import RoundClosed, RoundOpened
from mailref.games.rounds.switches import Rules
from mailref.record.as_json import Json, sha256_of
from mailref.record.export import Difference, NotAnExportError, export_of
from mailref.record.verify import Verified, verify
from tests.effort import Tried, sample
from tests.record.changes import at
from tests.record.first_form import first_form
from tests.record.games import play
from tests.record.publicly import covering_what_is_kept_back, public_of
from tests.tiles import variants

SB = variants.rules_of("sb", 'start = "F6-J10"')
GAMES = {
    "one": variants.ONE,
    "two": variants.TWO,
    "sb": SB,
    "simultan": variants.SIMULTAN,
    "mono": variants.MONO,
    "7of8": variants.SEVEN_OF_EIGHT,
    "7and8": variants.SEVEN_AND_EIGHT,
}


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())
@pytest.mark.slow
def test_the_first_rounds_of_a_random_game_verify_clean(rules: Rules) -> None:
    """Contract 1: while a game runs its seed is secret; `verify GAME` takes it from the record."""
    table = play(rules, 3, most_rounds=4)
    export = first_form(table.events, UTC)

    without, by_seed = verify(export), verify(export, table.seed)

    assert isinstance(without, Verified)
    assert (without.rounds, without.with_chance) == (4, False)
    assert isinstance(by_seed, Verified)
    assert (by_seed.rounds, by_seed.with_chance) == (4, True)


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize("number", sample(range(20), 1))
@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())
def test_whole_random_games_verify_clean(rules: Rules, number: int, tried: Tried) -> None:
    """For each variant a whole game to its final table."""
    table = play(rules, number)
    export = first_form(table.events, UTC)

    found = verify(export, table.seed)

    assert isinstance(found, Verified)
    assert found.with_chance
    tried("whole games verified", 1)


@pytest.fixture(scope="module")
def export() -> dict[str, Json]:
    return first_form(play(variants.ONE, 3, most_rounds=4).events, UTC)


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        pytest.param(bytes([3]) * 32, None, id="the right seed"),
        pytest.param(bytes([4]) * 32, "commitment", id="another seed"),
        pytest.param(None, None, id="not known yet"),
    ],
)
def test_the_seed_must_be_the_one_that_was_promised(
    export: dict[str, Json], seed: bytes | None, said: str | None
) -> None:
    """The SHA-256 of the seed is published before the first draw."""
    found = verify(export, seed)

    assert (found.field if isinstance(found, Difference) else None) == said


def test_other_letters_of_the_bag_show_only_by_the_seed(export: dict[str, Json]) -> None:
    """Contract 1: without the seed draws cannot be checked, with it the first wrong one is named."""
    lie = copy.deepcopy(export)
    first = lie["first_draw"]
    assert isinstance(first, dict)
    assert isinstance(verify(lie, bytes([3]) * 32), Verified)
    first["drawn"] = "ENRSTUQ" if first["drawn"] != "ENRSTUQ" else "ENRSTUX"
    lie["sha256"] = sha256_of(lie)

    found = verify(lie, bytes([3]) * 32)

    assert isinstance(found, Difference)
    assert (found.field, found.found) == ("first_draw.drawn", first["drawn"])


def test_points_that_are_one_too_many_are_named_with_round_and_player(
    export: dict[str, Json],
) -> None:
    lie = copy.deepcopy(export)
    row = at(lie, ("rounds", 1, "entries", 0))
    assert isinstance(row, dict)
    right = row["points"]
    assert isinstance(right, int)
    row["points"] = right + 1
    lie["sha256"] = sha256_of(lie)

    assert verify(lie) == Difference(2, str(row["player"]), "points", right, right + 1)


def test_only_the_hash_tells_of_a_changed_title(export: dict[str, Json]) -> None:
    lie = {**export, "title": "Something else"}

    found = verify(lie)

    assert isinstance(found, Difference)
    assert (found.round, found.player, found.field) == (None, None, "sha256")
    assert found.found == export["sha256"]


def test_a_ruling_that_no_report_tells_of_is_named(export: dict[str, Json]) -> None:
    """A list that has grown leaves every hash as it was; the newest report says how long it is."""
    lie = copy.deepcopy(export)
    newest = at(lie, ("reports", -1))
    assert isinstance(newest, dict)
    rulings = lie["rulings"]
    assert isinstance(rulings, list)
    ruling: Json = {"word": "XQ", "accepted": True, "round": 1, "by": "mail", "because": ""}
    lie["rulings"] = [*rulings, ruling]
    lie["sha256"] = sha256_of(lie)

    found = verify(lie)

    assert isinstance(found, Difference)
    assert (found.round, found.field[-9:], found.found) == (4, "].rulings", newest["rulings"])


def test_an_export_that_told_a_ruling_for_the_open_round_is_verified_still() -> None:
    """Nothing new tells it before its report (contract 4); what had been told is no fault."""
    events = play(GAMES["one"], 3, most_rounds=2).events[:-1]
    until = max(at for at, each in enumerate(events) if isinstance(each, RoundOpened)) + 1
    ruled = WordRuled("ZEBU", accepted=True, by="mail", because="")
    log = [*events[:until], ruled]
    with patch.object(published, "_without_untold_rulings", lambda public: public):
        old: Any = export_of(log, UTC)

    assert [each["word"] for each in old["rulings"]] == ["ZEBU"]
    assert export_of(log, UTC)["rulings"] == []
    assert isinstance(verify(old), Verified)


def test_a_hash_mailed_while_a_ruling_is_kept_back_is_known_with_the_next_report() -> None:
    """Out of it the word could be guessed until then (docs/chance.md)."""
    events = play(GAMES["one"], 3, most_rounds=3).events
    opened = [at for at, each in enumerate(events) if isinstance(each, RoundOpened)][1] + 1
    ruled = WordRuled("ZEBUAUGE", accepted=True, by="mail", because="")
    points = [ScoreCorrected("Anna", 1, each, "so") for each in (5, -5)]
    log = [*events[:opened], ruled, *points]
    whole: Any = export_of(log, UTC, reveals=True)
    mailed = [each["sha256"] for each in whole["reports"]]

    def known(log: Sequence[Event]) -> list[bool]:
        found = verify(export_of(log, UTC))
        assert isinstance(found, Verified)
        return [each in {report.sha256 for report in found.reports} for each in mailed]

    assert covering_what_is_kept_back(log) == frozenset(mailed[1:])
    assert known(log) == [True, False, False, False]
    after = [*log, *events[opened:]]
    assert covering_what_is_kept_back(after) == frozenset()
    assert known(after) == [True] * 4


def test_a_ruling_on_a_word_of_a_closed_round_is_told_at_once_though_no_move_with_it_fitted() -> (
    None
):
    """All have seen the word: nothing in a hash that covers the ruling is secret."""
    events = play(GAMES["one"], 3, most_rounds=2).events
    at, closed = next((n, each) for n, each in enumerate(events) if isinstance(each, RoundClosed))
    row = next(each for each in closed.result.entries if each.moves)
    judged = row.moves[0]
    assert judged.written.move is not None
    (asked,) = judged.written.move.plays
    move = replace(judged.written.move, plays=(replace(asked, word="ZEBUAUGE"),))
    misfit = replace(judged, written=replace(judged.written, move=move), plays=())
    result = replace(closed.result, entries=(replace(row, moves=(misfit,)),))
    ruled = WordRuled("ZEBUAUGE", accepted=False, by="mail", because="")

    assert ruled in public_of(
        [*events[:at], RoundClosed(result), *events[at + 1 :], ruled], is_open=False
    )
    assert ruled not in public_of([*events, ruled], is_open=False)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "the file must be an object"),
        ([], "the file must be an object"),
        ({}, "game is missing"),
        ({"game": 3}, "game must be a text"),
    ],
)
def test_what_is_no_export_says_which_key_is_missing(value: Json, said: str) -> None:
    with pytest.raises(NotAnExportError) as raised:
        verify(value)

    assert str(raised.value) == said


def test_a_missing_key_far_inside_is_named_by_its_place(export: dict[str, Json]) -> None:
    broken = copy.deepcopy(export)
    entry = at(broken, ("rounds", 2, "entries", 1))
    assert isinstance(entry, dict)
    del entry["status"]

    with pytest.raises(NotAnExportError, match=r"rounds\[2\]\.entries\[1\]\.status is missing"):
        verify(broken)


def test_a_missing_value_that_follows_from_others_is_named_like_a_wrong_one(
    export: dict[str, Json],
) -> None:
    broken = copy.deepcopy(export)
    entry = at(broken, ("rounds", 2, "entries", 1))
    assert isinstance(entry, dict)
    total = entry.pop("total")

    assert verify(broken) == Difference(3, str(entry["player"]), "total", total, None)
