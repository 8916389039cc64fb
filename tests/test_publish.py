"""Pages that anybody may read: what stands in them, whose names, and that nothing else in the folder is touched."""

import json
import os
import random
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import dropwhile, pairwise
from pathlib import Path
from typing import NamedTuple
from unittest.mock import Mock, patch
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from mailref.durable import put_in_place
from mailref.errors import MailrefError
from mailref.games.by_turns.events import AwayEnded, AwaySet, RacksRevealed, TilesDrawn
from mailref.games.club.club import Member, OfferMade
from mailref.games.events import (
    AbsenceEnded,
    AbsenceNoted,
    DrawsMixed,
    Event,
    GameEnded,
    NameShown,
    PlayerJoined,
    PlayerRenamed,
    PressReceived,
    ScoreCorrected,
    WordRuled,
)
from mailref.games.kind import replay
from mailref.games.rounds.events import RoundClosed, RoundOpened
from mailref.games.rummikub.events import RackDealt
from mailref.games.solitaire.events import SoloPlayed
from mailref.journal.journal import Journal
from mailref.journal.recorded_club import happened_in_club
from mailref.publish import LIST, PagesFolder, publish, publish_at
from mailref.record.export import export_of
from mailref.record.renaming import Person
from mailref.record.script import Difference
from mailref.record.verify import Verified, verify
from mailref.referee.gm_orders import PauseGame
from mailref.report.picture import BoardPainter
from mailref.settings.load import load_settings
from mailref.settings.values import Settings
from mailref.tick.pages import as_sent, standing
from mailref.writing.archive import ArchiveMeans
from tests.commands.games import recorded
from tests.effort import sample
from tests.games.at_random import KINDS, Log
from tests.games.by_turns.at_table import SEED, at_table, kiel
from tests.published_secrets import MEMBER, PRESS, hidden_in, with_private_things
from tests.settings.written import file
from tests.tiles.builders import WordList

NOW = datetime(2026, 12, 12, 20, tzinfo=UTC)
SECRET = bytes(32)
STARTED = kiel(inner='[game.rules]\nstarter = "Anna"')
SITE = '[site]\nfolder = "public"\nurl = "https://club.example.org/"\ntitle = "Der Klub <b>"\n'


def site(folder: Path, events: Sequence[Event], seed: bytes, game: str = "yerres") -> Settings:
    """Write settings with pages and a record with one game; return the settings."""
    (folder / "config.toml").write_text(SITE + file(), encoding="utf-8")
    recorded(folder, game, seed, events)
    return load_settings(folder / "config.toml", {}, needs_secrets=False).faultless()


def published(settings: Settings, now: datetime = NOW) -> int:
    with Journal.open(settings.database) as journal:
        return publish(settings, journal, SECRET, now)


def texts(folder: Path) -> dict[str, str]:
    """Return all that can be read in the pages."""
    return {
        str(each.relative_to(folder)): each.read_text(encoding="utf-8")
        for each in sorted(folder.rglob("*"))
        if each.is_file() and each.suffix != ".png"
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", sample(range(1, 43), 1))
def test_no_page_at_any_moment_tells_a_secret_or_a_name_that_is_not_to_be_shown(
    tmp_path: Path, kind: str, seed: int
) -> None:
    log = KINDS[kind](seed)
    events = with_private_things(log.events)
    chance = random.Random(seed)
    for count in (*sorted(chance.sample(range(len(events) // 3, len(events)), 2)), len(events)):
        now = events[:count]
        folder = tmp_path / str(count)
        folder.mkdir()
        settings = site(folder, now, log.seed)
        recorded(folder, "other", log.seed, [log.events[0], PlayerJoined(MEMBER, ())])

        published(settings)

        hidden = hidden_in(now, log.seed)
        mixed = {name for e in now if isinstance(e, DrawsMixed) for name, _ in e.words}
        names = {player.name for player in replay(now).players.values()} - mixed
        for where, text in texts(folder / "public").items():
            assert hidden.found_in(text) == [], where
            assert [each for each in names if re.search(rf"\b{re.escape(each)}\b", text)] == [], (
                where
            )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", sample(range(3, 20), 1))
def test_the_whole_game_is_verified_as_it_is_published(
    tmp_path: Path, kind: str, seed: int
) -> None:
    """Also where only one player is named, the others by initials, and some were called otherwise before."""
    log = KINDS[kind](seed)
    names = list(replay(log.events).players)
    shown = NameShown(names[0], is_shown=True)
    for at in (len(log.events) // 2, len(log.events)):
        begun = [*log.events[:at], shown]
        renamed = [
            PlayerRenamed(old, new, "")
            for old, new in ((names[-1], "Ute Um"), (names[0], "Xaver Neu"))
            if old in replay(begun).players
        ]
        for how in range(3):
            events = [*begun, *renamed[:how]]
            without = names if how == 2 else names[1:]
            folder = tmp_path / f"{at}-{how}"
            folder.mkdir()
            published(site(folder, events, log.seed))
            file = folder / "public" / "game-yerres" / "game.json"
            if not file.exists():  # a word that is mixed into draws keeps the name beside it
                continue
            exported = json.loads(file.read_bytes())
            if isinstance(verify(export_of(events, UTC)), Difference):
                continue  # in the midst of what happened at once

            found = verify(exported)
            assert isinstance(found, Verified), found
            assert not receipts_of(events, without) & {
                *re.findall("[0-9a-f]{64}", file.read_text())
            }


def receipts_of(events: Sequence[Event], names: Collection[str]) -> set[str]:
    """Return the receipts of the tiles that these have drawn: once a game is over they tell the name."""
    played = ((e.player, e.event) if isinstance(e, SoloPlayed) else ("", e) for e in events)
    return {
        each.receipt
        for soloist, each in played
        if isinstance(each, TilesDrawn | RackDealt) and (soloist or each.player) in names
    } - {""}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
def test_who_agreed_stands_there_by_name_and_has_a_page(tmp_path: Path, kind: str) -> None:
    log = KINDS[kind](3)
    name = next(iter(replay(log.events).players))
    settings = site(tmp_path, [*log.events[:-1], NameShown(name, is_shown=True)], log.seed)

    published(settings)

    found = texts(tmp_path / "public")
    (page,) = [each for each in found if each.startswith("player-")]
    assert name in found["index.html"]
    assert page in found["index.html"]
    assert f"<h1>{name}</h1>" in found[page]
    assert name.lower() not in page


def test_who_was_forgotten_has_no_page_and_no_rating_and_the_game_is_verified(
    tmp_path: Path,
) -> None:
    """He is called otherwise in each game, and somebody else may be called so in another."""
    log = KINDS["turns"](3)
    names = list(replay(log.events).players)
    shown = [NameShown(name, is_shown=True) for name in names]
    settings = site(tmp_path, [*log.events, *shown], log.seed)
    with Journal.open(settings.database) as journal:
        him = Person("yerres", 1, (names[0],), frozenset(), ("N.N. 1",))
        journal.forget((him,), set(), NOW)

    published(settings)

    found = texts(tmp_path / "public")
    assert len([each for each in found if each.startswith("player-")]) == len(names) - 1
    table = found["index.html"].partition("Elo")[2].partition("</table>")[0]
    assert names[1] in table
    assert "N.N." not in table
    assert '<th scope="row">N.N. 1' in found["game-yerres/index.html"]
    exported = json.loads(found["game-yerres/game.json"])
    assert isinstance(verify(exported), Verified)
    assert not receipts_of(log.events, names[:1]) & {
        *re.findall("[0-9a-f]{64}", found["game-yerres/game.json"])
    }


def test_who_agrees_no_more_leaves_all_pages(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    events = with_private_things(log.events)
    name = next(iter(replay(events).players))
    settings = site(tmp_path, [*events[:-1], NameShown(name, is_shown=True)], log.seed)
    published(settings)
    with Journal.open(settings.database) as journal:
        journal.record("page", at=NOW, game_events=[("yerres", NameShown(name, is_shown=False))])

    published(settings)

    found = texts(tmp_path / "public")
    assert not any(re.search(rf"\b{re.escape(name)}\b", text) for text in found.values())
    assert not any(each.startswith("player-") for each in found)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("is_shown", [True, False])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", sample(range(1, 20), 1))
def test_no_file_tells_how_a_player_was_called_before(
    tmp_path: Path, kind: str, seed: int, *, is_shown: bool
) -> None:
    """Nor does what others have written of him; he is called from the beginning what he is called now."""
    log = KINDS[kind](seed)
    third, half = len(log.events) // 3, len(log.events) // 2
    old, *_, other = replay(log.events[:third]).players
    said = [
        NameShown(old, is_shown=is_shown),
        PressReceived(other, f"Gruß an {old}!", "m", is_released=True),
    ]
    begun = [*log.events[:third], *said, *log.events[third:half]]
    first = PlayerRenamed(old, "Xaverine Umgetauft", f"{old} hat geheiratet")
    again = PlayerRenamed("Xaverine Umgetauft", "Yvonne Neunam", "Xaverine hat geheiratet")
    settings = site(tmp_path, begun, log.seed)
    published(settings)

    for renamed in (first, again):
        with Journal.open(settings.database) as journal:
            journal.record(renamed.name, at=NOW, game_events=[("yerres", renamed)])
        published(settings)

        gone = [old] if renamed is first else [old, first.new_name]
        files = [*filter(Path.is_file, (tmp_path / "public").rglob("*"))]
        wherever = rf"\b({'|'.join(gone)})\b"
        told = {str(each): each.read_bytes().decode(errors="ignore") for each in files}
        assert [where for where, text in told.items() if re.search(wherever, text)] == []
        assert any(renamed.new_name in text for text in told.values()) is is_shown
        assert not any(each.kind == "PlayerRenamed" for each in events_told(tmp_path))


class Told(NamedTuple):
    """An event in the JSON of a page."""

    kind: str
    event: dict[str, object]


def events_told(folder: Path, game: str = "yerres") -> list[Told]:
    """Return the events in the JSON of a game; none where it has none."""
    file = folder / "public" / f"game-{game}" / "game.json"
    written = json.loads(file.read_bytes())["events"] if file.exists() else []
    return [Told(each["kind"], each["event"]) for each in written]


def test_a_former_name_beside_a_word_for_the_draws_is_in_no_file(tmp_path: Path) -> None:
    """There it stays in the record, without it the draws could not be proved."""
    log = KINDS["rounds"](4)
    mixed = next(e for e in log.events if isinstance(e, DrawsMixed) and e.words)
    old = mixed.words[0][0]
    shown = [NameShown(name, is_shown=True) for name in replay(log.events).players]
    named, renamed = site_of_two(tmp_path, log, shown, PlayerRenamed(old, "Xaverine Neu", ""))

    published(named)
    published(renamed)

    told = texts(tmp_path / "renamed" / "public")
    assert "game-yerres/game.json" in texts(tmp_path / "named" / "public")
    assert [where for where, text in told.items() if re.search(rf"\b{old}\b", text)] == []


def site_of_two(
    folder: Path, log: Log, shown: Sequence[Event], renamed: Event
) -> tuple[Settings, Settings]:
    """Write a game twice, the second time with somebody renamed at its end."""
    for each in ("named", "renamed"):
        (folder / each).mkdir()
    events = [*log.events, *shown]
    return (
        site(folder / "named", events, log.seed),
        site(folder / "renamed", [*events, renamed], log.seed),
    )


def test_who_is_renamed_after_the_close_is_called_so_before_the_report(tmp_path: Path) -> None:
    """What came of the round waits for its report, the name does not."""
    log = KINDS["rounds"](7)
    closed = next(at for at, each in enumerate(log.events) if isinstance(each, RoundClosed))
    name = next(iter(replay(log.events[:closed]).players))
    shown = NameShown(name, is_shown=True)
    renamed = PlayerRenamed(name, "Xaverine Umgetauft", "")

    published(site(tmp_path, [*log.events[:closed], shown, log.events[closed], renamed], log.seed))

    told = texts(tmp_path / "public")
    assert [where for where, text in told.items() if re.search(rf"\b{name}\b", text)] == []
    assert "Xaverine Umgetauft" in told["game-yerres/index.html"]


@pytest.mark.parametrize("kind", ["rounds", "bingo", "turns"])
def test_no_file_tells_when_a_player_is_away(tmp_path: Path, kind: str) -> None:
    """Neither before nor after; an empty house is nobody's business. The game is verified without it."""
    log = KINDS[kind](3)
    third = len(log.events) // 3
    name = next(iter(replay(log.events[:third]).players))
    past, back, later = (datetime(2026, 3, 17 + day, 23, tzinfo=UTC) for day in range(3))
    ahead = datetime(2031, 3, 17, 23, tzinfo=UTC)
    away: list[Event] = (
        [AwaySet(name, past.date(), later.date()), AwayEnded(name, back.date())]
        if kind == "turns"
        else [
            AbsenceNoted(name, past, later),
            AbsenceEnded(name, back),
            AbsenceNoted(name, ahead, ahead + timedelta(days=9)),
        ]
    )
    events = [*log.events[:third], NameShown(name, is_shown=True), *away, *log.events[third:]]

    published(site(tmp_path, events, log.seed))

    told = texts(tmp_path / "public")
    days = "2026-03-(17|18|19)|2031-03|1[789]\\.3\\.|2031|absence|away|Urlaub"
    assert [where for where, text in told.items() if re.search(f"(?i){days}", text)] == []
    kinds = {each.kind for each in events_told(tmp_path)}
    assert kinds
    assert not kinds & {type(each).__name__ for each in away}
    assert isinstance(verify(json.loads(told["game-yerres/game.json"])), Verified)


def test_a_round_missed_while_away_does_not_count_against_who_was_away(tmp_path: Path) -> None:
    """As in his report; only when he was away is told nobody else."""
    log = KINDS["rounds"](7)
    missed, name = next(
        (at, row.player)
        for at, e in enumerate(log.events)
        if isinstance(e, RoundClosed)
        for row in e.result.entries
        if row.status.is_missing
    )
    begun = [*log.events[:missed], NameShown(name, is_shown=True)]
    begins = datetime(2020, 1, 1, tzinfo=UTC)
    away = AbsenceNoted(name, begins, begins + timedelta(days=9_999))
    punctual = []
    for how, events in enumerate((begun, [*begun, away])):
        folder = tmp_path / str(how)
        folder.mkdir()

        published(site(folder, [*events, *log.events[missed:]], log.seed))

        listed = json.loads((folder / "public" / "game-yerres" / LIST).read_text("utf-8"))
        (own,) = listed["game"]["shown"]["figures"]
        punctual.append((own.get("in_time", 0), own.get("due", 0)))
    (in_time, due), excused = punctual
    assert in_time < due
    assert excused == (in_time, in_time)


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events[:-3], log.seed)
    first = published(settings)

    again = published(settings, NOW + timedelta(days=1))

    assert first > 5
    assert again == 0


def test_a_folder_with_files_of_others_is_left_alone(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / "thesis.odt").write_text("ten years of work")

    with pytest.raises(MailrefError, match="none of ours"):
        published(settings)

    assert [each.name for each in (tmp_path / "public").iterdir()] == ["thesis.odt"]


def test_files_of_others_that_come_later_stay(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    published(settings)
    (tmp_path / "public" / "CNAME").write_text("club.example.org")

    published(settings)

    assert (tmp_path / "public" / "CNAME").read_text() == "club.example.org"


@pytest.mark.parametrize(
    ("of_game", "of_site", "shown"), [("", "", "de"), ("en", "", "en"), ("en", "de", "de")]
)
def test_the_front_page_speaks_as_the_games_do_where_it_is_not_said(
    of_game: str, of_site: str, shown: str, tmp_path: Path
) -> None:
    """Contract 2: [site] language."""
    log = KINDS["rounds"](3)
    site(tmp_path, log.events, log.seed)
    keys = file(game=f'language = "{of_game}"' if of_game else "")
    table = SITE + (f'language = "{of_site}"\n' if of_site else "")
    (tmp_path / "config.toml").write_text(table + keys, encoding="utf-8")

    published(load_settings(tmp_path / "config.toml", {}, needs_secrets=False).faultless())

    page = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert f'<html lang="{shown}"' in page


@pytest.mark.parametrize("kind", ["turns", "solo"])
def test_each_step_of_a_game_in_turns_shows_the_board(tmp_path: Path, kind: str) -> None:
    """One turn is shown at a time: after a pass or an exchange the board lies as before."""
    log = KINDS[kind](2)
    settings = site(tmp_path, log.events, log.seed)
    published(settings)

    page = (tmp_path / "public" / "game-yerres" / "index.html").read_text(encoding="utf-8")
    steps = re.findall(r'<div class="step" id="turn-(?:1-)?\d+">(.*?)</div>', page, re.DOTALL)
    begun = dropwhile(lambda step: "<img" not in step, steps)
    assert len(steps) > 5
    assert [step for step in begun if "<img" not in step] == []


def test_the_end_of_a_game_in_turns_says_who_won_and_who_gave_up(tmp_path: Path) -> None:
    """Ben gives up while the play of Anna could still be challenged: it stands, and the last step shows it."""
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))
    word = "".join(sorted(table.running().game.hands["Anna"].rack.value))[-5:]
    table.receives("Anna", f"H8 {word}")
    table.receives("Ben", "ICH GEBE AUF")
    settings = site(tmp_path, table.records.log["kiel"], SEED, "kiel")

    published(settings)

    page = (tmp_path / "public" / "game-kiel" / "index.html").read_text(encoding="utf-8")
    (turn, end) = re.findall(r'<div class="step" id="(?:turn-1|end)">(.*?)</div>', page, re.DOTALL)
    assert "offen" not in turn
    assert re.findall('src="(.*?)"', end) == re.findall('src="(.*?)"', turn) == ["turn-001.png"]
    assert "Die Partie ist zu Ende. Gewonnen hat A.</p>" in end
    assert re.search(r"A\. \d+, B\. \(aufgegeben\) 0\.", end)
    assert '<th scope="row">B. (aufgegeben)</th>' in page


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Am Ende abgerechnet: A. hat nichts übrig (+2); B. hat E N übrig (−2)."),
        ("en", "Counted at the end: A. has nothing left (+2); B. has E N left (−2)."),
        ("fr", "Compté à la fin : il reste à A. rien (+2) ; il reste à B. E N (−2)."),
    ],
)
def test_the_last_step_says_what_was_left_and_counted_at_the_end(
    tmp_path: Path, language: str, said: str
) -> None:
    """The totals after the last turn were 0, and the end said others, from nowhere."""
    table = at_table(STARTED)
    for who in ("Anna", "Ben") * 2:
        table.receives(who, "PASSE")
    racks, points = {"Anna": "", "Ben": "EN"}, {"Anna": 2, "Ben": -2}
    events = [
        replace(each, racks=racks, deductions=points) if isinstance(each, RacksRevealed) else each
        for each in table.records.log["kiel"]
    ]

    recorded(tmp_path, "kiel", SEED, events)
    shown = SITE + f'language = "{language}"\n'
    (tmp_path / "config.toml").write_text(shown + file(), encoding="utf-8")

    published(load_settings(tmp_path / "config.toml", {}, needs_secrets=False).faultless())

    page = texts(tmp_path / "public" / "game-kiel")["index.html"]
    (end,) = re.findall(r'<div class="step" id="end">(.*?)</div>', page, re.DOTALL)
    assert f"<p>{said}</p>" in end
    assert '<p class="laid">A. 2, B. −2.</p>' in end


def test_nothing_is_said_of_it_where_nothing_was_counted(tmp_path: Path) -> None:
    table = at_table(STARTED)
    table.receives("Ben", "ICH GEBE AUF")

    published(site(tmp_path, table.records.log["kiel"], SEED, "kiel"))

    assert "abgerechnet" not in texts(tmp_path / "public" / "game-kiel")["index.html"]


def test_the_last_step_of_a_soloist_says_it_too(tmp_path: Path) -> None:
    """Seed 4: 277 after the last turn of A., and 21 points on the rack."""
    log = KINDS["solo"](4)

    published(site(tmp_path, log.events, log.seed))

    page = texts(tmp_path / "public" / "game-yerres")["index.html"]
    (end,) = re.findall(r'<div class="step" id="end-1">(.*?)</div>', page, re.DOTALL)
    assert "<p>Am Ende abgerechnet: A. hat D D G H K Q U übrig (−21).</p>" in end
    assert '<p class="laid">A. 256.</p>' in end
    assert "Gesamt: 277." in page


def test_the_front_page_says_who_gave_up(tmp_path: Path) -> None:
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))
    table.receives("Anna", "H8 " + table.running().game.hands["Anna"].rack.value[:2])
    table.receives("Ben", "ICH GEBE AUF")

    published(site(tmp_path, table.records.log["kiel"], SEED, "kiel"))

    front = texts(tmp_path / "public")["index.html"]
    assert re.search(r"A\. \d+, B\. 0 \(aufgegeben\)</li>", front)


def test_a_game_that_waits_for_the_game_master_says_so(tmp_path: Path) -> None:
    """Its ZAT will move: none is told, neither on its page nor on the front page."""
    rack = "".join(sorted(at_table(STARTED).running().game.hands["Anna"].rack.value))
    word = rack[-2:]
    table = at_table(STARTED, words=WordList(frozenset({"RABE"})))
    table.receives("Anna", f"H8 {word}")
    table.receives("Ben", f"ANFECHTEN {word}")

    published(site(tmp_path, table.records.log["kiel"], SEED, "kiel"))

    told = texts(tmp_path / "public")
    waits = f"Das Spiel wartet auf die Spielleitung: Angefochten ist {word}, und so lange steht die Uhr."
    assert f"<p>{waits} Danach ist B. am Zug. Im Beutel" in told["game-kiel/index.html"]
    assert "ZAT" not in told["game-kiel/index.html"]
    assert '<span class="label">Das Spiel wartet auf die Spielleitung</span>' in told["index.html"]


def test_a_game_that_is_paused_says_so(tmp_path: Path) -> None:
    table = at_table(STARTED)
    table.orders(PauseGame())

    published(site(tmp_path, table.records.log["kiel"], SEED, "kiel"))

    told = texts(tmp_path / "public")
    waits = "<p>Das Spiel macht Pause, und die Uhr steht. Danach ist A. am Zug. Im Beutel"
    assert waits in told["game-kiel/index.html"]
    assert '<span class="label">Das Spiel macht Pause</span>' in told["index.html"]


def test_a_picture_that_lies_there_is_not_drawn_again(tmp_path: Path) -> None:
    """A report shows one new board; those of all turns before it take longer to draw than all else together."""
    log = KINDS["turns"](7)
    settings = site(tmp_path, log.events, log.seed)
    published(settings)
    name = next(iter(replay(log.events).players))
    with Journal.open(settings.database) as journal:
        journal.record("page", at=NOW, game_events=[("yerres", NameShown(name, is_shown=True))])

    with patch.object(BoardPainter, "draw", side_effect=AssertionError("drawn")):
        assert published(settings) > 1

    assert [*(tmp_path / "public" / "game-yerres").glob("turn-*.png")]
    (tmp_path / "public" / "game-yerres" / "turn-001.png").unlink()
    with patch("mailref.publish.written_by", return_value="0.3.0"):
        published(settings)
    assert (tmp_path / "public" / "game-yerres" / "turn-001.png").is_file()


def test_another_release_writes_every_page_anew_and_no_news(tmp_path: Path) -> None:
    log = KINDS["turns"](7)
    settings = site(tmp_path, log.events, log.seed)
    published(settings)
    before = json.loads((tmp_path / "public" / LIST).read_text("utf-8"))
    made: list[str] = []
    rendered = ArchiveMeans.rendered

    def noted(means: ArchiveMeans, name: str, **values: object) -> str:
        made.append(name)
        return rendered(means, name, **values)

    with (
        patch("mailref.publish.written_by", return_value="0.3.0"),
        patch.object(ArchiveMeans, "rendered", noted),
    ):
        published(settings, NOW + timedelta(days=1))

    after = json.loads((tmp_path / "public" / LIST).read_text("utf-8"))
    assert "turns" in made
    of_game = json.loads((tmp_path / "public" / "game-yerres" / LIST).read_text("utf-8"))
    assert of_game["game"]["by"] == "0.3.0"
    assert after["news"] == before["news"]


def test_a_report_waits_for_few_games_that_another_release_has_written(tmp_path: Path) -> None:
    """A thousand games take minutes: beside each report some are written anew."""
    log = KINDS["turns"](7)
    published(site(tmp_path, log.events, log.seed))
    folder = PagesFolder(tmp_path / "public", most_renewed=2)
    (game,) = folder.written.games.values()
    old = replace(game, by="0.2.0")

    renewed = [folder.renews(each) for each in (old, game, old, old, old)]

    assert renewed == [True, False, True, False, False]
    assert folder.to_renew == 2


def test_a_list_that_another_process_has_written_meanwhile_is_read_again(tmp_path: Path) -> None:
    ours = PagesFolder(tmp_path / "public")
    ours.write("", "index.html", b"ours")
    ours.close()
    assert PagesFolder(tmp_path / "public", ours).written is ours.written

    other = PagesFolder(tmp_path / "public")
    other.write("", "style.css", b"theirs")
    other.close()

    assert "style.css" in PagesFolder(tmp_path / "public", ours).written.folders[""]


def told_beside(events: Sequence[Event], folder: Path, seed: bytes) -> str:
    """Return what the page of a game tells beside its turns."""
    published(site(folder, events, seed))
    page = (folder / "public" / "game-yerres" / "index.html").read_text(encoding="utf-8")
    return (
        page.partition('<section aria-labelledby="rulings"')[2]
        or page.partition('<h2 id="press">')[2]
    )


@pytest.mark.parametrize("kind", ["turns", "rounds"])
def test_press_is_shown_once_a_report_has_printed_it(tmp_path: Path, kind: str) -> None:
    """By initials; a markup in it is text, and what waits for the game master stays with him."""
    log = KINDS[kind](7)
    name = next(iter(replay(log.events).players))
    said = [
        PressReceived(name, "Was für <b>Steine</b>!", "press-1", is_released=True),
        PressReceived(name, "Noch nicht freigegeben: Quastenflosser", "press-2", is_released=False),
    ]
    late = PressReceived(
        name, "Erst im nächsten Bericht: Obersthofmeister", "press-3", is_released=True
    )
    before = len(log.events) // 2

    told = told_beside(
        [*log.events[:before], *said, *log.events[before:], late], tmp_path, log.seed
    )

    assert 'class="press">Was für &lt;b&gt;Steine&lt;/b&gt;!</p>' in told
    assert f"<h3>{name[0]}.</h3>" in told
    assert "Noch nicht" not in told
    assert "Erst im" not in told
    files = [*filter(Path.is_file, (tmp_path / "public").rglob("*"))]
    assert any(each.name == "manifest.json" for each in files)
    for each in files:  # nor any word of it
        data = each.read_bytes()
        assert not any(word in data for word in (b"Quastenflosser", b"Obersthofmeister")), each


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(WordRuled("RABE", True, "gm", PRESS), id="ruling"),
        pytest.param(PressReceived("Anna", PRESS, "m", is_released=True), id="press"),
        pytest.param(ScoreCorrected("Anna", 1, 5, PRESS), id="correction"),
    ],
)
def test_no_text_names_a_member_or_holds_an_address(tmp_path: Path, event: Event) -> None:
    """Of a member who has agreed in a game of his own the name stays; who takes that back leaves the text, too."""
    log = KINDS["rounds"](3)
    opened = next(at for at, each in enumerate(log.events) if isinstance(each, RoundClosed))
    events = [*log.events[:opened], event, *log.events[opened:]]
    settings = site(tmp_path, events, log.seed)
    other = [log.events[0], PlayerJoined(MEMBER, ()), NameShown(MEMBER, is_shown=True)]
    recorded(tmp_path, "other", log.seed, other)

    published(settings)
    named = [each for each in texts(tmp_path / "public").values() if "Otilie Fremdling" in each]
    with Journal.open(settings.database) as journal:
        journal.record("no", at=NOW, game_events=[("other", NameShown(MEMBER, is_shown=False))])
    published(settings)

    found = texts(tmp_path / "public" / "game-yerres")
    assert named
    assert not [n for n, each in found.items() if re.search("(?i)fremd|wendelin|otilie", each)]
    assert any(
        "Gruß an alle! Schreibt an […], […], […] oder […]." in each for each in found.values()
    )


def test_a_game_in_turns_that_is_over_has_a_chart_of_its_totals(tmp_path: Path) -> None:
    log = KINDS["turns"](7)
    published(site(tmp_path, log.events, log.seed))

    page = (tmp_path / "public" / "game-yerres" / "index.html").read_text(encoding="utf-8")

    alt = "Verlauf der Gesamtpunkte: [AB]\\. \\d+ und [AB]\\. \\d+"
    assert re.search(
        rf'<div class="wide"[^>]*>\s<img class="chart" src="totals.png" [^>]*alt="{alt}', page
    )
    assert (tmp_path / "public" / "game-yerres" / "totals.png").is_file()


def test_rulings_are_shown(tmp_path: Path) -> None:
    log = KINDS["rounds"](7)
    ruled = [
        WordRuled("ZEBU", accepted=True, by="mail", because=""),
        WordRuled("QUASI", accepted=False, by="mail", because=""),
        WordRuled("ZEBU", accepted=False, by="mail", because=""),
    ]

    told = told_beside(
        [*log.events, *ruled, GameEnded(log.seed.hex(), "game_master", NOW)], tmp_path, log.seed
    )

    assert "<li>QUASI gilt nicht</li>" in told
    assert "<li>ZEBU gilt nicht</li>" in told
    assert "ZEBU gilt</li>" not in told


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
def test_no_file_names_a_ruling_on_a_word_that_nobody_has_seen(tmp_path: Path, kind: str) -> None:
    """Before the ZAT, or before it is laid, it may tell what somebody has sent."""
    log = KINDS[kind](7)
    until = next(
        count for count in range(len(log.events), 0, -1) if not replay(log.events[:count]).is_over
    )
    ruled = WordRuled("ZEBUAUGE", accepted=True, by="mail", because="")

    published(site(tmp_path, [*log.events[:until], ruled], log.seed))

    found = texts(tmp_path / "public")
    assert [where for where, text in found.items() if "ZEBUAUGE" in text] == []
    assert "game-yerres/game.json" in found


def test_a_round_and_its_rulings_are_told_with_its_report(tmp_path: Path) -> None:
    """Between the ZAT and that the game master may look at it, and open the round again."""
    log = KINDS["rounds"](7)
    rounds = [
        at for at, each in enumerate(log.events) if isinstance(each, RoundClosed | RoundOpened)
    ]
    closed, opened = next(
        (before, after)
        for before, after in pairwise(rounds)
        if isinstance(log.events[before], RoundClosed) and before > rounds[2]
    )
    name = next(iter(replay(log.events[:closed]).players))
    ruled = WordRuled("ZEBUAUGE", accepted=True, by="mail", because="")
    shown = NameShown(name, is_shown=True)
    events = [*log.events[:closed], ruled, *log.events[closed:opened], shown, *log.events[opened:]]
    found = []
    for until in (closed + 2, opened + 2, opened + 3):
        folder = tmp_path / str(until)
        folder.mkdir()

        published(site(folder, events[:until], log.seed))

        told = texts(folder / "public")
        assert any(name in text for text in told.values()) is (until > closed + 2)
        found.append((
            [where for where, text in told.items() if "ZEBUAUGE" in text],
            [
                each["number"]
                for each in json.loads(told["game-yerres/game.json"])["rounds"]
                if each["closed"]
            ],
            re.findall("<entry.*?<title>(.*?)</title>", told["feed.xml"]),
        ))  # fmt: skip
    both = ["game-yerres/game.json", "game-yerres/index.html"]
    assert found == [
        ([], [1], ["Eventful: Runde 1"]),
        ([], [1], ["Eventful: Runde 1"]),
        (both, [1, 2], ["Eventful: Runde 2"]),
    ]


def test_the_end_of_a_game_in_rounds_says_who_won_and_who_plays_no_more(tmp_path: Path) -> None:
    """Totals of seed 7: 0, 11, 45, 39; the second has left."""
    log = KINDS["rounds"](7)
    events = (*log.events, GameEnded(log.seed.hex(), "game_master", NOW))
    published(site(tmp_path, events, log.seed))

    found = texts(tmp_path / "public" / "game-yerres")
    _, _, end = found["replay.html"].partition('<div class="step" id="end">')
    won = "Die Partie ist zu Ende. Gewonnen hat C.</p>"
    assert won in found["index.html"]
    assert won in end
    assert "C. 45, D. 39, B. (spielt nicht mehr mit) 11, A. 0." in end
    front = texts(tmp_path / "public")["index.html"]
    assert "C. 45, D. 39, A. 0, B. 11 (spielt nicht mehr mit)" in front
    assert "<img" in end


def test_what_another_process_has_begun_or_a_kill_left_is_ours(tmp_path: Path) -> None:
    """`mailref site` beside a daemon: neither takes the other's pages for a stranger's."""
    ours = PagesFolder(tmp_path / "public")
    ours.write("", "index.html", b"begun")

    other = PagesFolder(tmp_path / "public")
    other.write("", "index.html", b"whole")
    other.close()

    assert (tmp_path / "public" / "index.html").read_bytes() == b"whole"


@pytest.mark.parametrize("name", ["../outside/index.html", "/etc/passwd", "a/../../b", ""])
def test_a_list_that_names_files_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "index.html").write_text("not ours")
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / LIST).write_text(json.dumps({"form": 2, "files": {name: "0"}}))

    with pytest.raises(MailrefError, match="is no file of this folder"):
        published(settings)

    assert (tmp_path / "outside" / "index.html").read_text() == "not ours"


@pytest.mark.parametrize(
    "name", ["index.html", "style.css", "game-yerres/index.html", "game-yerres/turn-001.png"]
)
def test_what_others_delete_or_change_is_brought_back(tmp_path: Path, name: str) -> None:
    settings = site(tmp_path, KINDS["turns"](7).events, KINDS["turns"](7).seed)
    published(settings)
    file = tmp_path / "public" / name
    data = file.read_bytes()
    assert published(settings) == 0

    file.unlink()
    assert published(settings) > 0
    assert file.read_bytes() == data

    if file.suffix != ".png":
        file.write_bytes(b"by hand")
        assert published(settings) > 0
        assert file.read_bytes() == data


def test_nothing_is_deleted_through_a_link(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "index.html").write_text("not ours")
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / "old").symlink_to(tmp_path / "outside")
    listed = {"form": 2, "files": {"old/index.html": "0"}}
    (tmp_path / "public" / LIST).write_text(json.dumps(listed))

    with pytest.raises(MailrefError, match="is a link"):
        published(settings)

    assert (tmp_path / "outside" / "index.html").read_text() == "not ours"


def test_a_game_that_stands_as_its_mark_says_is_not_loaded(tmp_path: Path) -> None:
    """The machine knows how its games stand: of a thousand, the process beside loads the one that changed."""
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    published(settings)
    before = texts(tmp_path / "public")
    with Journal.open(settings.database) as journal:
        game = journal.games.load("yerres")
        assert game is not None
        other = replace(standing(game), mark="another")
        loaded = AssertionError("loaded")
        with patch.multiple(
            journal.games, load=Mock(side_effect=loaded), as_recorded=Mock(side_effect=loaded)
        ):
            assert publish(settings, journal, SECRET, NOW, {"yerres": standing(game)}) == 0
            with pytest.raises(AssertionError, match="loaded"):
                publish(settings, journal, SECRET, NOW, {"yerres": other})

    assert texts(tmp_path / "public") == before


def test_what_is_kept_from_one_report_to_the_next_changes_no_file(tmp_path: Path) -> None:
    """Each report looks at what is new alone; whoever begins without that memory writes the same."""
    logs = {f"game-{number}": KINDS["turns"](number) for number in (3, 6, 7)}
    name = next(iter(replay(logs["game-6"].events).players))
    begun = {id_: len(log.events) // 2 for id_, log in logs.items()}
    later: list[tuple[str, Sequence[Event]]] = [
        ("game-3", logs["game-3"].events[begun["game-3"] :]),
        ("game-6", [NameShown(name, is_shown=True)]),
        ("game-7", logs["game-7"].events[begun["game-7"] :]),
        ("game-6", [NameShown(name, is_shown=False)]),
    ]
    for id_, log in logs.items():
        settings = site(tmp_path, log.events[: begun[id_]], log.seed, id_)
    config = str(tmp_path / "config.toml")
    told = []
    with Journal.open(settings.database) as journal:
        for at, (id_, events) in enumerate([("", []), *later, ("", [])]):
            if id_:
                journal.record(f"more:{at}", at=NOW, game_events=[(id_, each) for each in events])
            games = journal.games.load_all(list(logs))
            now = NOW + timedelta(hours=at)
            standings = {each: standing(game) for each, game in games.items()}
            publish_at(config, now, as_sent(standings))
            kept = texts(tmp_path / "public")
            publish(settings, journal, journal.installation.secret() or b"", now)
            told.append(kept["index.html"])

            assert texts(tmp_path / "public") == kept

    assert [before != after for before, after in pairwise(told)] == [True] * len(later) + [False]


def test_the_list_names_folders_in_the_order_in_which_they_were_written(tmp_path: Path) -> None:
    """As sets order them, the list was another in each process, without anything that changed."""
    folder = PagesFolder(tmp_path / "public")
    names = [f"game-{number}" for number in range(12)]
    for name in names:
        folder.write(name, "index.html", b"all that happened")

    folder.close()

    listed = json.loads((tmp_path / "public" / LIST).read_text(encoding="utf-8"))
    assert list(listed["folders"]) == names


def test_a_list_in_an_older_form_says_which_files_are_ours(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / "gone.html").write_text("of an older version")
    old = {"form": 1, "files": {"gone.html": "0"}, "games": {"yerres": "0"}, "news": [["y", 1]]}
    (tmp_path / "public" / LIST).write_text(json.dumps(old))

    published(settings)

    assert "gone.html" not in texts(tmp_path / "public")
    assert "index.html" in texts(tmp_path / "public")


def as_one_list(public: Path) -> None:
    """Write the list of a folder as it was before it had parts: all in one."""
    whole = json.loads((public / LIST).read_text("utf-8"))
    parts = {
        each: json.loads((public / each / LIST).read_text("utf-8")) for each in whole["folders"]
    }
    folders = {"": whole["files"], **{each: part["files"] for each, part in parts.items()}}
    games = {part["game"]["shown"]["id"]: part["game"] for part in parts.values()}
    rest = {"news": whole["news"], "made": whole["made"]}
    (public / LIST).write_text(json.dumps({"form": 4, "folders": folders, "games": games, **rest}))
    for each in parts:
        (public / each / LIST).unlink()


def test_a_list_that_was_written_all_in_one_is_taken_over(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    published(settings)
    before = texts(tmp_path / "public")
    as_one_list(tmp_path / "public")

    assert published(settings) == 0

    assert texts(tmp_path / "public") == before


def test_a_report_writes_the_list_of_its_game_and_of_no_other(tmp_path: Path) -> None:
    logs = {f"game-{number}": KINDS["turns"](number) for number in (3, 6)}
    for id_, log in logs.items():
        settings = site(tmp_path, log.events[:-3], log.seed, id_)
    published(settings)
    lists = {each: tmp_path / "public" / f"game-{each}" / LIST for each in logs}
    before = {each: list_.stat().st_ino for each, list_ in lists.items()}
    with Journal.open(settings.database) as journal:
        more = [("game-6", each) for each in logs["game-6"].events[-3:]]
        journal.record("more", at=NOW, game_events=more)

    published(settings)

    after = {each: list_.stat().st_ino for each, list_ in lists.items()}
    assert [each for each in logs if after[each] != before[each]] == ["game-6"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("written", range(0, 60, 3))
def test_who_is_killed_between_any_two_files_leaves_a_folder_that_the_next_run_completes(
    tmp_path: Path, written: int
) -> None:
    """The news too: what was told of them before the kill is told once."""
    log = KINDS["turns"](3)
    half = len(log.events) // 2
    settings = site(tmp_path, log.events[:half], log.seed)
    published(settings)
    more = [("yerres", each) for each in log.events[half:]]
    with Journal.open(settings.database) as journal:
        journal.record("more", at=NOW, game_events=more)
    left = written

    def put(file: Path, data: bytes) -> os.stat_result:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return put_in_place(file, data)

    with patch("mailref.publish.put_in_place", put), suppress(KeyboardInterrupt):
        published(settings)
    published(settings)

    assert settings.site is not None
    elsewhere = replace(settings, site=replace(settings.site, folder=str(tmp_path / "anew")))
    published(elsewhere)
    found, anew = texts(tmp_path / "public"), texts(tmp_path / "anew")
    told = [re.findall(r"<id>(.*?)</id>", each.pop("feed.xml")) for each in (found, anew)]
    news = [json.loads(each.pop(LIST))["news"] for each in (found, anew)]
    assert found == anew
    assert [each["number"] for each in news[0]][:1] == [each["number"] for each in news[1]]
    assert len(told[0]) == len(set(told[0]))


def test_of_a_part_that_cannot_be_read_all_is_written_again(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    published(settings)
    before = texts(tmp_path / "public")
    (tmp_path / "public" / "game-yerres" / LIST).write_bytes(b"")
    (tmp_path / "public" / "game-yerres" / "index.html").write_text("who knows what")

    published(settings)

    assert texts(tmp_path / "public") == before


@pytest.mark.parametrize("name", ["../outside/index.html", "/etc/passwd", "..", ""])
def test_a_part_that_names_files_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    published(settings)
    part = tmp_path / "public" / "game-yerres" / LIST
    listed = json.loads(part.read_text("utf-8"))
    listed["files"][name] = "0"
    part.write_text(json.dumps(listed))

    with pytest.raises(MailrefError, match="is no file of this folder"):
        published(settings)


def test_no_part_is_read_through_a_link_or_believed_of_another_game(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    published(settings)
    public, outside = tmp_path / "public", tmp_path / "outside"
    (public / "game-yerres").rename(outside)
    (public / "game-yerres").symlink_to(outside)
    before = texts(outside)

    with pytest.raises(MailrefError, match="is a link"):
        published(settings)

    assert texts(outside) == before
    (public / "game-yerres").unlink()
    outside.rename(public / "game-other")
    whole = json.loads((public / LIST).read_text("utf-8"))
    (public / LIST).write_text(json.dumps({**whole, "folders": ["game-other"]}))
    assert PagesFolder(public).written.games == {}


@pytest.mark.parametrize("name", ["game-yerres", "index.html"])
def test_nothing_is_written_through_a_link(tmp_path: Path, name: str) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "index.html").write_text("not ours")
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / LIST).write_text('{"form": 2, "files": {}, "games": {}, "news": []}')
    target = outside if name == "game-yerres" else outside / "index.html"
    (tmp_path / "public" / name).symlink_to(target)

    with pytest.raises(MailrefError, match="is a link"):
        published(settings)

    assert (outside / "index.html").read_text() == "not ours"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
def test_every_link_leads_to_a_file_and_nothing_comes_from_elsewhere(
    tmp_path: Path, kind: str
) -> None:
    log = KINDS[kind](4)
    settings = site(tmp_path, log.events, log.seed)

    published(settings)

    folder = tmp_path / "public"
    for name, text in texts(folder).items():
        if not name.endswith(".html"):
            continue
        assert "script-src 'self'" in text
        assert not re.search(r"<script>|\son\w+=|\sstyle=|<style", text), name
        for link in re.findall(r'(?:href|src)="([^"#]+)', text):
            assert not link.startswith(("http", "//")), link
            assert ((folder / name).parent / link).is_file(), f"{name}: {link}"


@pytest.mark.parametrize(
    ("kind", "seed", "is_there"), [("turns", 7, True), ("turns", 4, False), ("rounds", 3, True)]
)
def test_the_page_of_a_game_leads_to_its_moves_for_other_programs(
    tmp_path: Path, kind: str, seed: int, *, is_there: bool
) -> None:
    """Racks stand in those of games in turns: there are none before the end."""
    log = KINDS[kind](seed)

    published(site(tmp_path, log.events, log.seed))

    folder = tmp_path / "public" / "game-yerres"
    assert (folder / "game.gcg").is_file() is is_there
    assert ('href="game.gcg"' in (folder / "index.html").read_text("utf-8")) is is_there


def test_titles_are_escaped_and_the_feed_is_well_formed(tmp_path: Path) -> None:
    log = KINDS["turns"](3)
    settings = site(tmp_path, log.events, log.seed)

    published(settings)

    found = texts(tmp_path / "public")
    assert "<h1>Der Klub &lt;b&gt;</h1>" in found["index.html"]
    feed = ET.fromstring(found["feed.xml"])  # noqa: S314  our own
    assert len(feed.findall("{http://www.w3.org/2005/Atom}entry")) == 1
    assert found["calendar.ics"].startswith("BEGIN:VCALENDAR")


def test_there_is_no_feed_before_anything_is_new(tmp_path: Path) -> None:
    published(site(tmp_path, (), KINDS["turns"](3).seed))

    found = texts(tmp_path / "public")
    assert "feed.xml" not in found
    assert "feed.xml" not in found["index.html"]


@pytest.mark.parametrize(("kind", "count"), [("turns", 5), ("rounds", 5)])
def test_a_feed_tells_once_that_a_game_begins(tmp_path: Path, kind: str, count: int) -> None:
    """Whoever followed a club had an address where nothing was, until the first turn of its first game."""
    log = KINDS[kind](3)
    settings = site(tmp_path, log.events[:count], log.seed)
    for _ in range(2):
        published(settings)

    found = texts(tmp_path / "public")
    (headline,) = re.findall("<entry.*?<title>(.*?)</title>", found["feed.xml"])
    assert headline == {"turns": "Kiel: beginnt", "rounds": "Eventful: beginnt"}[kind]
    assert "feed.xml" in found["index.html"]


def test_a_feed_says_what_a_number_counts(tmp_path: Path) -> None:
    table = at_table(STARTED)
    table.receives("Anna", "PASSE")
    published(site(tmp_path, table.records.log["kiel"], SEED, "kiel"))

    assert "Zug 1</title>" in (tmp_path / "public" / "feed.xml").read_text("utf-8")


def test_a_game_that_was_over_before_any_turn_says_so(tmp_path: Path) -> None:
    table = at_table(STARTED)
    pages = []
    for name in ("begun", "over"):
        (tmp_path / name).mkdir()
        published(site(tmp_path / name, table.records.log["kiel"], SEED, "kiel"))
        pages.append(texts(tmp_path / name / "public")["game-kiel/index.html"])
        table.receives("Ben", "ICH GEBE AUF")

    begun, over = pages
    assert "Noch ist kein Zug gemacht." in begun
    assert "Die Partie ist zu Ende." in over
    assert "Noch ist kein Zug gemacht." not in over
    assert "In dieser Partie wurde kein Zug gemacht." in over


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('[site]\nurl = "https://a.example"\n', "folder: is missing"),
        ('[site]\nfolder = "p"\nurl = "ftp://a.example"\n', "url: must be such as"),
        ('[site]\nfolder = "p"\nlanguage = "xx"\n', "language: must be"),
    ],
)
def test_what_is_wrong_with_the_settings_is_said(tmp_path: Path, written: str, said: str) -> None:
    (tmp_path / "config.toml").write_text(written + file(), encoding="utf-8")

    faults = load_settings(tmp_path / "config.toml", {}, needs_secrets=False).faults

    assert any(said in fault.line for fault in faults)


@pytest.mark.parametrize(
    ("members", "joins"),
    [
        ("registered", "Neu hier? Bitte jemanden, der schon mitspielt, dich einzuladen"),
        ("confirmed", "SPIELE, wenn du noch kein Spiel beginnen willst: Du wirst einmal gefragt"),
        ("open", "wenn du noch kein Spiel beginnen willst; höchstens einmal"),
    ],
)
def test_the_front_page_shows_offers_to_anyone_by_initials_and_how_a_game_begins(
    tmp_path: Path, members: str, joins: str
) -> None:
    """What is offered to named people is nobody else's to know."""
    club = f'[club]\nvariants = ["classic"]\nzone = "Europe/Berlin"\nmembers = "{members}"\n'
    (tmp_path / "config.toml").write_text(SITE + file() + club, encoding="utf-8")
    settings = load_settings(tmp_path / "config.toml", {}, needs_secrets=False).faultless()
    mia, max_ = (
        Member("Mia <b>Maier", ("mia@example.org",)),
        Member("Max Huber", ("m@example.org",)),
    )
    events = [OfferMade(1, "classic", mia, (), NOW), OfferMade(2, "classic", mia, (max_,), NOW)]
    with Journal.open(settings.database) as journal:
        also = happened_in_club(events, 0, "mail:1", NOW)
        journal.record("mail:1", at=NOW, also=[*also])
    published(settings)
    page = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert "Angebot 1: Klassisches Scrabble, von M. " in page
    assert "Angebot 2" not in page
    assert joins in page
    assert "HILFE allein bleibt bis dahin ohne Antwort" in page
    assert "<code>NEUES SPIEL Klassisches Scrabble mit Anna und Ben</code>" in page
    for order in ("ANGEBOT 7 ABLEHNEN", "ANGEBOT 7 ZURÜCK", "SPIELE"):
        assert f"<code>{order}</code>" in page
    assert "die Anfangsbuchstaben auf dieser Seite genügen nicht" in page
    assert "mailto:referee@example.org" in page
    assert not {each for each in ("Maier", "Huber", "mia@", "m@example") if each in page}

    published(settings, NOW + timedelta(days=14))
    assert "Angebot 1:" not in (tmp_path / "public" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("site_title", "club_title", "heading"),
    [
        ("", 'title = "Kieler Runde"\n', "Kieler Runde"),
        ('title = "Scrabble in Kiel"\n', 'title = "Kieler Runde"\n', "Scrabble in Kiel"),
        ("", "", "Scrabble"),
    ],
)
def test_the_front_page_is_called_as_the_club_is(
    tmp_path: Path, site_title: str, club_title: str, heading: str
) -> None:
    club = f'[club]\nvariants = ["classic"]\nzone = "Europe/Berlin"\n{club_title}'
    shown = f'[site]\nfolder = "public"\n{site_title}'
    (tmp_path / "config.toml").write_text(shown + file() + club, encoding="utf-8")

    published(load_settings(tmp_path / "config.toml", {}, needs_secrets=False).faultless())

    assert f"<h1>{heading}</h1>" in (tmp_path / "public" / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("language", "of_turns", "of_rounds"),
    [
        pytest.param(
            "de",
            "NEUES SPIEL Klassisches Scrabble gegen jeden",
            "NEUE RUNDE 1-Zug-Scrabble, ZAT jeden Freitag 20 Uhr",
            id="German",
        ),
        pytest.param(
            "en",
            "NEW GAME Classic Scrabble against anyone",
            "NEW ROUND One-move Scrabble, deadline every Friday at 20:00",
            id="English",
        ),
        pytest.param(
            "fr",
            "NOUVELLE PARTIE Scrabble classique contre n&#39;importe qui",
            "NOUVELLE RONDE Scrabble en un coup, échéance chaque vendredi à 20 h",
            id="French",
        ),
    ],
)
def test_the_front_page_says_how_each_way_to_play_begins(
    tmp_path: Path, language: str, of_turns: str, of_rounds: str
) -> None:
    shown = SITE + f'language = "{language}"\n'
    for variants in (["dottendorf-1zug", "classic"], ["classic"], ["dottendorf-1zug"]):
        club = f'[club]\nvariants = {json.dumps(variants)}\nzone = "Europe/Berlin"\nlanguage = "{language}"\n'
        (tmp_path / "config.toml").write_text(shown + file() + club, encoding="utf-8")

        published(load_settings(tmp_path / "config.toml", {}, needs_secrets=False).faultless())

        page = (tmp_path / "public" / "index.html").read_text("utf-8")
        found = [f"<code>{each}</code>" in page for each in (of_turns, of_rounds)]
        assert found == ["classic" in variants, "dottendorf-1zug" in variants]


@pytest.mark.parametrize(
    ("language", "rounds", "to_all"),
    [
        ("de", "In Runden", "offen für alle"),
        ("en", "In rounds", "open to all"),
        ("fr", "Par tours", "ouverte à tous"),
    ],
)
def test_rounds_of_a_club_for_its_members_are_not_called_open_to_all(
    tmp_path: Path, language: str, rounds: str, to_all: str
) -> None:
    """Above that it said that only who plays there already joins a round."""
    club = (
        f'[club]\nvariants = ["dottendorf-1zug"]\nzone = "Europe/Berlin"\nlanguage = "{language}"\n'
    )
    shown = SITE + f'language = "{language}"\n'
    (tmp_path / "config.toml").write_text(shown + file() + club, encoding="utf-8")

    published(load_settings(tmp_path / "config.toml", {}, needs_secrets=False).faultless())

    page = (tmp_path / "public" / "index.html").read_text("utf-8")
    assert f"<dt>{rounds}</dt>" in page
    assert to_all not in page


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", "alle legen mit denselben Buchstaben; der beste Zug der Runde kommt aufs Brett"),
        ("en", "all play with the same letters; the best move of the round goes on the board"),
        ("fr", "tous jouent avec le même tirage"),
    ],
)
def test_the_front_page_says_what_each_kind_of_game_is(
    tmp_path: Path, language: str, told: str
) -> None:
    shown = SITE + f'language = "{language}"\n'
    club = (
        f'[club]\nvariants = ["dottendorf-1zug"]\nzone = "Europe/Berlin"\nlanguage = "{language}"\n'
    )
    (tmp_path / "config.toml").write_text(shown + file() + club, encoding="utf-8")

    published(load_settings(tmp_path / "config.toml", {}, needs_secrets=False).faultless())

    assert told in (tmp_path / "public" / "index.html").read_text("utf-8")
