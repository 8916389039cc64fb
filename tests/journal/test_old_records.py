"""What an earlier version recorded replays byte for byte (tests/journal/old/README.md)."""

import json
import lzma
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from mailref.games.events import Event
from mailref.games.kind import replay
from mailref.games.rounds.game import RoundGame
from mailref.journal import schema
from mailref.journal.journal import Journal
from mailref.journal.schema import Database
from mailref.record.codec import WrittenEvent, read_event, write_event
from tests.commands.invoke import mailref

OLD = Path(__file__).parent / "old"
RECORDS = ("ended", "orders")


@pytest.fixture(params=RECORDS)
def record(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def here(record: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with settings and the old record beside them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_bytes((OLD / f"{record}.toml").read_bytes())
    packed = (OLD / f"{record}.db.xz").read_bytes()
    (tmp_path / "mailref.db").write_bytes(lzma.decompress(packed))
    return tmp_path


@pytest.fixture
def journal(here: Path) -> Iterator[Journal]:
    with Journal.open(f"sqlite:///{here / 'mailref.db'}") as opened:
        yield opened


def rows(here: Path) -> list[WrittenEvent]:
    """Return the events as they stand in the table, oldest first."""
    table = schema.events
    columns = (table.c.kind, table.c.version, table.c.payload)
    database = Database(f"sqlite:///{here / 'mailref.db'}")
    with database.reading() as connection:
        found = connection.execute(select(*columns).order_by(table.c.number)).all()
    return [WrittenEvent(*row) for row in found]


def test_every_event_is_the_same_in_the_form_of_today(here: Path, record: str) -> None:
    read = [read_event(each) for each in rows(here)]

    assert len(read) == {"ended": 64, "orders": 93}[record]
    assert [read_event(write_event(each)) for each in read] == read


def test_the_game_is_what_its_events_make_of_it(journal: Journal) -> None:
    events: list[Event] = list(journal.games.events("demo"))

    assert journal.games.load("demo") == replay(events)


def test_the_game_stands_where_it_stood(journal: Journal, record: str) -> None:
    game = journal.games.load("demo")

    assert isinstance(game, RoundGame)
    totals = {player.name: player.total for player in game.players.values()}
    if record == "ended":
        assert totals == {"Max Mustermann": 1791, "Änne Großmann": 1783, "Jürgen Böttcher": 1695}
        assert (game.is_over, game.round, journal.games.deadlines()) == (True, None, {})
    else:
        assert totals == {
            "Max Mustermann": 277,
            "Änne Großmann": 281,
            "Jürgen Böttcher": 168,
            "Petra Neumann": 141,
            "Sören Lütke": 69,
            "Birgit Kruse": 101,
            "Karl Neu": 168,
        }
        assert journal.games.deadlines() == {"demo": datetime(2027, 1, 8, 19, 0, tzinfo=UTC)}


WHOLE = {"sha256", "format", "events"}


def known_then(exported: object) -> object:
    """Return an export without the keys that version 0.2.0 did not have, and without its hash."""
    if isinstance(exported, list):
        return [known_then(each) for each in exported]
    if not isinstance(exported, dict):
        return exported
    is_whole = "rounds" in exported
    new = {"deadlines", "paused", "reports"} | (WHOLE if is_whole else set())
    return {key: known_then(value) for key, value in exported.items() if key not in new}


def before_its_report(exported: dict[str, object]) -> dict[str, object]:
    """Return an export of version 0.2.0 without the rulings on words of a round that is open.

    Everybody has its letters, so that such a word is a move: exports tell it with the report of its round.
    """
    rounds, rulings = exported["rounds"], exported["rulings"]
    assert isinstance(rounds, list)
    assert isinstance(rulings, list)
    is_open = "closed" not in rounds[-1] or rounds[-1]["closed"] is None
    told = [each for each in rulings if not (is_open and each["round"] == len(rounds))]
    numbered = [{**each, "rulings": min(each["rulings"], len(told))} for each in rounds]
    return {**exported, "rulings": told, "rounds": numbered}


def test_the_export_says_what_it_said(here: Path, record: str) -> None:
    called = mailref("export", "demo", "--out", "now.json")

    assert (called.code, called.err) == (0, "")
    now = json.loads((here / "now.json").read_bytes())
    before = json.loads((OLD / f"{record}.json").read_bytes())
    assert known_then(now) == known_then(before_its_report(before))
    assert len(now["reports"]) >= {"ended": 8, "orders": 5}[record]


@pytest.mark.parametrize(
    "of", [pytest.param(("demo",), id="record"), pytest.param(("--file", "old.json"), id="export")]
)
def test_verify_finds_no_difference(here: Path, record: str, of: tuple[str, ...]) -> None:
    (here / "old.json").write_bytes((OLD / f"{record}.json").read_bytes())

    called = mailref("verify", *of)

    assert (called.code, called.err) == (0, "")
    rounds = {"ended": 8, "orders": 5}[record]
    assert f": {rounds} rounds replayed, no difference: scores, ranks" in called.out
