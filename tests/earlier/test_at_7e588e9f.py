"""What commit 7e588e9f recorded is the same game today, told, verified and mailed in the same words (README.md)."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from mailref.game_files import json_of
from mailref.games.kind import replay
from mailref.journal import schema
from mailref.journal.journal import Journal
from mailref.journal.schema import Database
from mailref.record.codec import WrittenEvent, read_event, write_event
from tests.commands.games import recorded
from tests.commands.invoke import Called, mailref
from tests.earlier.unpacked import GAMES, RECORDS, old_game, record_in

NO_TOURNAMENTS = [name for name in GAMES if not name.startswith("tournament-")]
# Tests of that commit composed these event by event, as no version of the program ever recorded a game
# (looked up in its history up to that commit). They are read and told as they were; by the rules they are no games.
NOT_DRAWN = ("turns-",)
"""The opening names who sits there, and nobody draws for the start; the program seats who joins, and draws."""
LEFT_OPEN = ("solitaire-1",)
"""A league is over while tables are open: the program ends each of them before."""
SEATED_TWICE = ("table-",)
"""Who is named in the opening joins once more; the program opens with nobody."""
MIXED_TWICE = ("rounds-7", "rounds-mono", "rounds-sb", "rounds-simultan")
"""Words are mixed in with every drawing for a round: the program does so once a round."""
AFTER_THE_END = ("solitaire-2-r", "unscrabble-2-r", "unscrabble-3-r", "unscrabble-4-r")
"""A soloist is renamed, for which there is no command; a correction is of turn 1, for which the program writes 0."""
SEED_UNKNOWN = "solitaire-choice-1"
"""The only one, named, so that nothing is unpacked before a test needs it."""
COMPOSED = (*NOT_DRAWN, *LEFT_OPEN, *SEATED_TWICE, *MIXED_TWICE, *AFTER_THE_END)
CUT_IN_A_DECISION = ("bingo-1.cut0.json", "table-4.cut0.json")
"""Exports that end after tiles were taken, before the next turn or round begins: the program records both at once."""
REWORDED = (
    (r"SHA-256 des Schlüssels", "SHA-256-Prüfsumme des Startwerts"),
    (r"Der Schlüssel(?= selbst|, nach dem)", "Der Startwert"),
    (r"\(weg von (?=[A-Z])", "(von "),
    (r"Ein Stern: hat aufgegeben oder ist", "Ein Stern heißt: aufgegeben oder"),
    (
        r"Vor dem ersten ZAT zeigt niemand seine Wörter\.",
        "Bis zum ersten ZAT bleiben alle Wörter verdeckt.",
    ),
    (
        r"\. Vergeblich, das kostet (\d+) Punkte\.",
        r". Der Zug bleibt; die Anfechtung kostet \1 Punkte.",
    ),
    (r"\. Vergeblich\.", ". Der Zug bleibt."),
    (  # axe wants no two regions of one name: the section around the table has it, too (d54d1869)
        r'<div class="wide" role="region" aria-labelledby="(standings|table-\d+)" tabindex="0">',
        r'<div class="wide" role="group" aria-labelledby="\1" tabindex="0">',
    ),
    (r'<img src="(?=chart-)', '<img class="chart" src="'),
    (
        r'<img class="chart" [^>]*>',
        '<div class="wide" role="group" aria-labelledby="chart" tabindex="0">\n\\g<0>\n</div>',
    ),
    (r"Am Zug ist ([^<]*?)\. ZAT:", r"\1 ist am Zug. ZAT:"),
    (r": (\d+)=\1(?=\. Gesamt)", r": \1 Punkte"),  # a sum that says no more than its result
)
"""What the pages say otherwise since: what stood there, and what stands there now."""


FIGURES = (
    ("\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}", "*"), (" +\N{NO-BREAK SPACE}", "+"),
    ("\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}", "="), ("×", "*"), ("−", "-"),
)  # fmt: skip
"""How people write what stood there as programs do: `14 × 2 + 23 = 51`, `−5`."""


def reworded(page: str) -> str:
    for before, now in REWORDED:
        page = re.sub(before, now, page)
    return as_programs_write(page)


SAID_SINCE = (
    (r"(?<=ist zu Ende\.) Gewonnen ha(?:t|ben) [^<]*?(?=</p>)", ""),
    (r"<p>Dabei auch gebildet: [^<]*</p>\n", ""),
    (r"<p>Am Ende abgerechnet: [^<]*</p>\n", ""),
    (r"Die Partie(?= ist zu Ende\.</p>)", "Das Spiel"),
    (r"(?<=\b1 Punkt)(?=\. Gesamt: )", "e"),
    (
        r"<section aria-labelledby=\"counted\">[\s\S]*?</section>\n",
        "",
    ),  # how a game is counted that ends (08c0ebb5)
)
"""What the pages say besides, or a kind of game by its own word."""


def as_programs_write(page: str) -> str:
    for now, before in SAID_SINCE:
        page = re.sub(now, before, page)
    for people, programs in FIGURES:
        page = page.replace(people, programs)
    return page


def told_in_gcg(text: str) -> tuple[list[str], dict[str, str], Counter[str]]:
    """Return what a file tells but for where costs of challenges stand, the totals at its end, and the costs.

    They stood at the end, and stand where they were noted: totals between are others. In CSV they have rows (badc458b).
    """
    if "#player1" not in text:
        rows = [x for x in text.splitlines(keepends=True) if x.split(",")[2:3] != ["challenge"]]
        return rows, {}, Counter()
    lines = [line for line in text.splitlines() if not line.startswith("#note")]
    events = [line.rpartition(" ") for line in lines if line.startswith(">")]
    last = {event.split(":")[0]: total for event, _, total in events}
    costs = [event for event, _, _ in events if "(time)" in event]
    paid = Counter[str]()
    for event in costs:
        paid[event.split(":")[0]] += int(event.split()[-1])
    told = [event for event, _, _ in events if event not in costs]
    return [*(line for line in lines if not line.startswith(">")), *told], last, paid


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def id_of(record: str) -> str:
    return "club" if record.startswith("club.") else "demo"


def untold(before: object, now: object, at: str = "") -> Iterator[str]:
    """Yield what an export said and says no more, or otherwise; it may say more (contract 4)."""
    if isinstance(before, dict) and isinstance(now, dict):
        yield from (f"{at}.{key} is gone" for key in before.keys() - now.keys())
        keeps_back = keeps_rulings_back(before, now)
        for key in before.keys() & now.keys():
            if key in keeps_back:
                continue
            if key == "reports" and isinstance(
                now[key], list
            ):  # contract 4: those that may have been mailed, too
                yield from (f"{each} is gone" for each in before[key] if each not in now[key])
            else:
                yield from untold(before[key], now[key], f"{at}.{key}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (each, other) in enumerate(zip(before, now, strict=True)):
            yield from untold(each, other, f"{at}[{number}]")
    elif before != now:
        yield f"{at}: {before!r} became {now!r}"


def keeps_rulings_back(before: dict[str, Any], now: dict[str, Any]) -> frozenset[str]:
    """Return the keys that tell less by now: a running game names no ruling on a word that nobody has seen."""
    if "letters" in before:  # a round, which counts the rulings made by then
        return frozenset({"rulings"} if before.get("rulings", 0) > now.get("rulings", 0) else ())
    if before.get("finished", True) or len(now["rulings"]) >= len(before["rulings"]):
        return frozenset()
    assert [each for each in now["rulings"] if each not in before["rulings"]] == []
    return frozenset({"rulings", "reports"})


def known_then(exported: str) -> dict[str, object]:
    """Return what an export says, without the hash of all that it says."""
    told = json.loads(exported)
    assert isinstance(told, dict)
    return {key: value for key, value in told.items() if key != "sha256"}


def exported(*words: str) -> Called:
    called = mailref("export", *words)
    assert called.err == "" or called.code == 1
    return called


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_read_as_the_same_game(here: Path, name: str) -> None:
    record_in(here, name)
    table = schema.events
    query = select(table.c.kind, table.c.version, table.c.payload, table.c.game)
    with Database(f"sqlite:///{here / 'mailref.db'}").reading() as connection:
        rows = connection.execute(query.order_by(table.c.game, table.c.number)).all()
    read = [(row.game, read_event(WrittenEvent(*row[:3]))) for row in rows]

    with Journal.open(f"sqlite:///{here / 'mailref.db'}") as journal:
        for game in {game for game, _ in read}:
            events = [event for of, event in read if of == game]
            assert list(journal.games.events(game)) == events
            assert [read_event(write_event(each)) for each in events] == events
            assert journal.games.load(game) == replay(events)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_told_in_the_same_words(here: Path, name: str) -> None:
    """JSON, CSV, GCG, the pages and `verify`."""
    told = record_in(here, name)
    wanted = (told / "game.json").read_text(encoding="utf-8")

    assert list(untold(known_then(wanted), known_then(exported(id_of(name)).out))) == []
    for form in ("csv", "gcg"):
        if (told / f"game.{form}").exists():
            called = exported(id_of(name), "--format", form)
            before = (told / f"game.{form}").read_bytes().decode()
            assert told_in_gcg(called.out or called.err) == told_in_gcg(before)
    exported(id_of(name), "--format", "html", "--out", "archive")
    page = (here / "archive" / "index.html").read_bytes().decode()
    assert as_programs_write(page) == reworded((told / "archive.html").read_bytes().decode())
    names = sorted(each.name for each in (here / "archive").iterdir())
    assert names == (told / "archive.txt").read_text(encoding="utf-8").split()
    assert mailref("verify", id_of(name)) == Called(0, read(told / "verify.txt"), "")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", RECORDS)
def test_an_export_of_a_record_is_verified_still(here: Path, name: str) -> None:
    told = record_in(here, name)
    (here / "game.json").write_bytes((told / "game.json").read_bytes())

    called = mailref("verify", "--file", "game.json")

    assert called == Called(0, read(told / "verify-file.txt"), "")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", NO_TOURNAMENTS)
def test_a_game_with_second_thoughts_is_told_as_it_was(name: str) -> None:
    game = old_game(name)
    events = [read_event(each) for each in game.written]

    assert [read_event(write_event(each)) for each in events] == events
    for path, count in game.exports.items():
        now = json_of(events[:count], ZoneInfo(game.zone))
        wanted = {**known_then(read(path)), **game.mended.get(path.name, {})}
        assert list(untold(wanted, known_then(now))) == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "name", [each for each in GAMES if not each.startswith((*NOT_DRAWN, *LEFT_OPEN))]
)
def test_its_exports_are_verified_still(name: str) -> None:
    for path in old_game(name).exports:
        if path.name in CUT_IN_A_DECISION:
            continue
        called = mailref("verify", "--file", str(path))

        assert (called.code, called.err) == (0, ""), path.name
        assert "no difference" in called.out


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name",
    [each for each in NO_TOURNAMENTS if each != SEED_UNKNOWN and not each.startswith(COMPOSED)],
)
def test_it_is_verified_by_its_seed(here: Path, name: str) -> None:
    game = old_game(name)
    assert game.seed
    events = [read_event(each) for each in game.written]
    recorded(here, "of-old", game.seed, events)

    called = mailref("verify", "of-old")

    assert (called.code, called.err) == (0, "")
    assert "no difference" in called.out
