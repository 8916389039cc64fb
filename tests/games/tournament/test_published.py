"""A tournament exported is one that can be checked: every pairing, lot and table."""

import copy
import json
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from selectolax.lexbor import LexborHTMLParser

from mailref import assets
from mailref.assembly import painter
from mailref.games.chance import commitment
from mailref.games.tournament.club_page import club_files
from mailref.games.tournament.published import (
    VerifiedTournament,
    tournament_export,
    verify_tournament,
)
from mailref.games.tournament.standings import Final, ratings
from mailref.games.tournament.tournament import (
    OutcomeTaken,
    System,
    TournamentEvent,
    TournamentPlan,
    apply_tournament,
    challenged,
    next_step,
    opened,
)
from mailref.record.export import Difference, NotAnExportError
from mailref.writing.archive import ArchiveMeans
from mailref.writing.scene import Words, with_filters
from tests.games.tournament.test_tournament import AT, EIGHT, RESULTS, SEED, outcome


def events(rounds: int = 3, plan: TournamentPlan | None = None) -> list[TournamentEvent]:
    """Return so many rounds of the tournament of eight that was computed by hand."""
    plan = plan or TournamentPlan("club", "Vereinsturnier", System.SWISS, EIGHT, rounds=3)
    found: list[TournamentEvent] = [opened(plan, SEED, AT)]
    now = apply_tournament(None, found[0])
    for number, results in enumerate(RESULTS[:rounds], start=1):
        step = next_step(now, SEED, AT)
        assert step is not None
        taken = [
            OutcomeTaken(f"club-r{number}-t{table}", outcome(written), AT)
            for table, written in enumerate(results, start=1)
        ]
        for event in (step, *taken):
            found.append(event)
            now = apply_tournament(now, event)
    if rounds == plan.rounds:
        end = next_step(now, SEED, AT)
        assert end is not None
        found.append(end)
    return found


def exported(rounds: int = 3) -> Any:
    return json.loads(json.dumps(tournament_export(events(rounds))))


def test_an_export_of_a_finished_tournament_proves_itself() -> None:
    raw = exported()

    assert verify_tournament(raw, None) == VerifiedTournament(3, 12, commitment(SEED), True)
    assert raw["seed"] == SEED.hex()


def test_while_it_runs_the_lots_cannot_be_checked_without_the_seed() -> None:
    raw = exported(2)

    assert raw["seed"] is None
    assert verify_tournament(raw, None) == VerifiedTournament(2, 8, commitment(SEED), False)
    assert verify_tournament(raw, SEED) == VerifiedTournament(2, 8, commitment(SEED), True)


def swapped(values: list[Any]) -> None:
    values[0], values[1] = values[1], values[0]


@pytest.mark.parametrize(
    ("change", "round_number", "field"),
    [
        pytest.param(lambda raw: swapped(raw["order"]), None, "order", id="another order"),
        pytest.param(
            lambda raw: swapped(raw["events"][5]["meetings"][0]["players"]), 2, "meetings",
            id="another begins",
        ),
        pytest.param(
            lambda raw: raw["events"][5]["meetings"].reverse(), 2, "meetings",
            id="others meet",
        ),
        pytest.param(
            lambda raw: raw["events"][1]["finals"][0].update(points=1), 2, "order",
            id="another result",
        ),
        pytest.param(
            lambda raw: raw["tables"][0][0].update(points=8), None,
            "tables[0][0].points", id="another table"
        ),
        pytest.param(
            lambda raw: raw["events"][5].update(round=4), 4, "round", id="another number"
        ),
        pytest.param(
            lambda raw: raw.update(seed=bytes(32).hex()), None, "commitment", id="another seed"
        ),
        pytest.param(
            lambda raw: raw["events"][2].update(game="club-r9-t9"), 1, "game", id="another game"
        ),
    ],
)  # fmt: skip
def test_what_was_changed_is_named(
    change: Callable[[Any], None], round_number: int | None, field: str
) -> None:
    raw = copy.deepcopy(exported())
    change(raw)

    found = verify_tournament(raw, None)

    assert isinstance(found, Difference)
    assert (found.round, found.field) == (round_number, field)


def test_what_is_no_tournament_is_said() -> None:
    with pytest.raises(NotAnExportError):
        verify_tournament({"format": "mailref tournament 1", "id": "x"}, None)


def test_a_ladder_is_checked_by_who_challenged_whom() -> None:
    plan = TournamentPlan("leiter", "Leiter", System.LADDER, EIGHT, rounds=1)
    found: list[TournamentEvent] = [opened(plan, SEED, AT)]
    step = challenged(apply_tournament(None, found[0]), "Dirk", "Anna", SEED, AT)
    assert step is not None
    raw = tournament_export([*found, step])

    assert isinstance(verify_tournament(raw, SEED), VerifiedTournament)


@pytest.mark.parametrize(
    ("language", "caption", "line"), [("de", "Tabelle", "Freilos"), ("en", "Table", "bye")]
)
def test_the_page_of_a_tournament_shows_table_meetings_and_ratings(
    language: str, caption: str, line: str
) -> None:
    words = Words(with_filters(assets.template_environment(language), language))
    pages = assets.template_environment("html")
    means = ArchiveMeans(words, pages, painter(), language, ZoneInfo("Europe/Berlin"))
    now = None
    for event in events():
        now = apply_tournament(now, event)
    assert now is not None
    rated = ratings(outcome(each) for results in RESULTS for each in results)

    in_rounds = ratings([(Final("Zoe", 90), Final("Yan", 70), Final("Xia", 60, is_out=True))])
    files = dict(club_files(now, rated, in_rounds, means))

    page = LexborHTMLParser(files["index.html"].decode())
    rows = [" ".join(node.text(separator=" ").split()) for node in page.css("tr")]
    assert set(files) == {"index.html", "style.css"}
    assert "1 Cora 3/0/0 6 7 40" in rows
    assert "8 Emil 0/0/3 0 10 -420" in rows
    assert caption in [node.text() for node in page.css("h2")]
    meetings = [" ".join(node.text().split()) for node in page.css("li")]
    assert "Anna – Hans: 330* : 300" in meetings
    assert SEED.hex() in files["index.html"].decode()  # it is over
    assert not any(line in each for each in meetings)
    assert [row for row in rows if row.startswith(("Zoe", "Yan", "Xia"))] == [
        "Zoe 1520 1",
        "Yan 1500 1",
        "Xia 1480 1",
    ]
    assert [row for row in rows if row.startswith("Cora")] == [f"Cora {rated[0].shown} 3"]
