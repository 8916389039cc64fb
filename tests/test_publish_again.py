"""What a workshop remembers of a game, or finds as pieces, is never seen: its pages are those of one with nothing."""

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.events import PlayAccepted, PlayLaid, TilesDrawn, TurnBegan
from mailref.games.events import DrawsMixed, Event, NameShown, PlayerRenamed
from mailref.games.kind import replay
from mailref.journal.journal import Journal
from mailref.pieces_on_disk import PiecesOnDisk
from mailref.publish import LIST, PagesFolder, _kept, publish, publish_at
from mailref.record.codec import read_event
from mailref.record.renaming import people_of
from mailref.report.picture import BoardView
from mailref.report.sheet import csv_lines
from mailref.settings.values import Settings
from mailref.tick.machine import GameStanding
from mailref.tick.pages import as_sent, standing
from mailref.writing.archive import ArchiveMeans, Drawing
from tests.effort import sample
from tests.games.at_random import KINDS
from tests.published_secrets import with_private_things
from tests.test_publish import NOW, SECRET, site, texts

A_NEW_ONE = 0.4
"""How often a workshop has ended since the last report."""
STEPS = 6
"""So often more of a game happens."""
GAME = "yerres"


def files(folder: Path) -> dict[str, bytes]:
    """Return all files but those that say when something was news."""
    return {
        str(each.relative_to(folder)): each.read_bytes()
        for each in sorted(folder.rglob("*"))
        if each.is_file() and each.name not in {LIST, "feed.xml"}
    }


def versions(
    folder: Path,
    settings: Settings,
    journal: Journal,
    more: Sequence[Sequence[Event]],
    chance: random.Random,
) -> Iterator[dict[str, bytes]]:
    """Yield the pages as workshops write them after each lot of events, as they are written anew each time.

    Some lots are the first that a workshop sees: it remembers nothing, and finds the pieces of others.
    """
    how: GameStanding | None = None
    so_far = 0
    for at, events in enumerate((*more, ())):
        if events:
            happened = [(GAME, each) for each in events]
            journal.record(f"more:{at}", at=NOW, game_events=happened)
        else:
            forgotten(journal)
        game = journal.games.load(GAME)
        assert game is not None
        if chance.random() < A_NEW_ONE:
            begin_again()
        before, now = how, NOW + timedelta(hours=at)
        how = standing(game)
        publish_at(str(folder / "config.toml"), now, as_sent({GAME: how}))
        number, so_far = so_far, game.number_now
        if how == before or so_far < number:
            continue  # in the middle of what happens at once; of turns taken back the news stays
        kept = files(folder / "public")
        assert settings.site is not None
        elsewhere = replace(settings.site, folder=str(folder / f"anew-{at}"))
        secret = journal.installation.secret() or b""

        publish(replace(settings, site=elsewhere), journal, secret, now)

        assert files(Path(elsewhere.folder)) == kept, at
        yield kept


def begin_again() -> None:
    """Forget what a workshop keeps in mind."""
    _kept.cache_clear()


def forgotten(journal: Journal) -> None:
    """Take the first player out of the record, whose events are written anew."""
    person, *_ = people_of(GAME, journal.games.events(GAME))
    journal.forget((person,), person.addresses, NOW)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", sample(range(1, 43), 1))
def test_pages_are_those_of_a_workshop_that_remembers_nothing(
    tmp_path: Path, kind: str, seed: int
) -> None:
    """Whatever happens, when names are shown and taken back, after a rename, when a person was forgotten."""
    log, chance = KINDS[kind](seed), random.Random(seed)
    events = with_private_things(log.events)
    first, *ends = sorted({*chance.choices(range(2, len(events)), k=STEPS), len(events)})
    settings = site(tmp_path, events[:first], log.seed)
    one = next(iter(replay(events).players))
    with Journal.open(settings.database) as journal:
        journal.installation.secret_or(SECRET)
        parts = [events[before:end] for before, end in zip((first, *ends), ends, strict=False)]
        shown = [[NameShown(one, is_shown=how)] for how in (True, False, True)]
        renamed = [PlayerRenamed(one, "Wanda Neuner", "")]
        for so_far in versions(tmp_path, settings, journal, [*parts, *shown, renamed], chance):
            written = b"\n".join(data for name, data in so_far.items() if not name.endswith("png"))

        assert one.encode() not in written or any(isinstance(each, DrawsMixed) for each in events)


@pytest.mark.parametrize(("most", "again"), [(1, 0), (0, 1)], ids=["of few", "not of many"])
def test_of_what_happened_before_nothing_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, again: int
) -> None:
    """Where many games are written at once, what was made of them is not remembered."""
    monkeypatch.setattr("mailref.publish.MOST_RENEWED", most)
    log = KINDS["turns"](6)
    settings = site(tmp_path, log.events[:-9], log.seed)
    config, found = str(tmp_path / "config.toml"), []
    with Journal.open(settings.database) as journal:
        for more in ((), log.events[-9:]):
            if more:
                journal.record("more", at=NOW, game_events=[(GAME, each) for each in more])
            game = journal.games.load(GAME)
            assert game is not None
            with patch("mailref.publish.read_event", side_effect=read_event) as reading:
                publish_at(config, NOW, as_sent({GAME: standing(game)}))
            found.append(reading.call_count)

    before = len(log.events) - 9
    assert found == [before, again * before + 9]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which parts of pages are made."""
    names: list[str] = []
    rendered = ArchiveMeans.rendered

    def noted(means: ArchiveMeans, name: str, **values: object) -> str:
        names.append(name)
        return rendered(means, name, **values)

    monkeypatch.setattr(ArchiveMeans, "rendered", noted)
    return names


def reported(folder: Path, journal: Journal, more: Sequence[Event]) -> None:
    """Have the pages written after more has happened, by a workshop that remembers nothing."""
    begin_again()
    if more:
        journal.record(f"more:{len(more)}", at=NOW, game_events=[(GAME, each) for each in more])
    game = journal.games.load(GAME)
    assert game is not None
    publish_at(str(folder / "config.toml"), NOW, as_sent({GAME: standing(game)}))


def test_of_the_turns_before_nothing_is_made_again_in_another_process(
    tmp_path: Path, made: list[str]
) -> None:
    log = KINDS["turns"](6)
    begins = [at for at, event in enumerate(log.events) if isinstance(event, TurnBegan)]
    until, then = begins[-4] + 1, begins[-3] + 1
    settings = site(tmp_path, log.events[:until], log.seed)
    with Journal.open(settings.database) as journal:
        journal.installation.secret_or(SECRET)
        reported(tmp_path, journal, ())
        first = made.count("step")

        reported(tmp_path, journal, log.events[until:then])

    assert first > 5
    assert made.count("step") - first in {1, 2}  # the turn before could still be challenged


def test_of_the_turns_before_no_line_for_a_spreadsheet_is_written_again_in_another_process(
    tmp_path: Path,
) -> None:
    log = KINDS["turns"](6)
    begins = [at for at, event in enumerate(log.events) if isinstance(event, TurnBegan)]
    until, then = begins[-4] + 1, begins[-3] + 1
    settings = site(tmp_path, log.events[:until], log.seed)
    with (
        Journal.open(settings.database) as journal,
        patch("mailref.games.by_turns.mails.csv_lines", side_effect=csv_lines) as writing,
    ):
        journal.installation.secret_or(SECRET)
        reported(tmp_path, journal, ())
        first = writing.call_count

        reported(tmp_path, journal, log.events[until:then])

    assert first > 6
    # The head, the turn that was played, the one whose play was challenged, and what that has cost.
    assert writing.call_count - first == 4


def test_what_the_settings_say_of_all_games_is_looked_for_once(tmp_path: Path) -> None:
    settings = site(tmp_path, KINDS["turns"](6).events[:9], bytes(32))
    folder = PagesFolder(tmp_path / "public")
    before = folder.as_set(settings)
    again = PagesFolder(tmp_path / "public", folder)

    assert again.as_set(settings) is before
    assert again.as_set(replace(settings, games=())).policies == {}


A_PLAY_MORE = [PlayAccepted, TilesDrawn, PlayLaid, TurnBegan]


def test_what_became_of_a_play_changes_nothing_of_the_board_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards: list[BoardView] = []
    board = ArchiveMeans.board

    def noted(means: ArchiveMeans, view: BoardView) -> Drawing:
        boards.append(view)
        return board(means, view)

    monkeypatch.setattr(ArchiveMeans, "board", noted)
    log = KINDS["turns"](6)
    happened = [type(event) for event in log.events]
    until = max(
        at for at in range(len(happened)) if happened[at : at + len(A_PLAY_MORE)] == A_PLAY_MORE
    )
    settings = site(tmp_path, log.events[:until], log.seed)
    with Journal.open(settings.database) as journal:
        journal.installation.secret_or(SECRET)
        reported(tmp_path, journal, ())
        first = len(boards)

        reported(tmp_path, journal, log.events[until : until + len(A_PLAY_MORE)])

    assert first > 5
    assert len(boards) == first + 1  # that after the new play


@pytest.mark.sampled(2)
@pytest.mark.parametrize("how", ["changed", "cut", "of another installation", "a link", "gone"])
def test_pieces_that_are_not_ours_are_not_believed(
    tmp_path: Path, how: str, made: list[str]
) -> None:
    log = KINDS["turns"](6)
    settings = site(tmp_path, log.events[:-9], log.seed)
    with Journal.open(settings.database) as journal:
        journal.installation.secret_or(SECRET)
        reported(tmp_path, journal, ())
        file = tmp_path / "mailref.db.pieces" / f"{GAME}.pieces"
        whole = file.read_bytes()
        match how:
            case "changed":
                at = whole.index(b"<h3>") + 4
                file.write_bytes(whole[:at] + b"X" + whole[at + 1 :])
            case "cut":
                file.write_bytes(whole[: len(whole) // 2])
            case "of another installation":
                PiecesOnDisk(settings.database, bytes([1]) * 32).keep(GAME, {b"key": b"piece"})
            case "a link":
                file.rename(tmp_path / "elsewhere")
                file.symlink_to(tmp_path / "elsewhere")
            case _:
                file.unlink()
        first = made.count("step")

        reported(tmp_path, journal, log.events[-9:-6])

        assert made.count("step") >= 2 * first
        assert settings.site is not None
        anew = replace(settings.site, folder=str(tmp_path / "anew"))
        publish(replace(settings, site=anew), journal, SECRET, NOW)
    found = texts(tmp_path / "public")["game-yerres/index.html"]
    assert found == texts(tmp_path / "anew")["game-yerres/index.html"]


def test_fewer_pieces_leave_nothing_of_more_that_lay_there(tmp_path: Path) -> None:
    pieces = PiecesOnDisk(f"sqlite:///{tmp_path / 'mailref.db'}", SECRET)
    pieces.keep(GAME, {b"one": bytes(1000), b"other": bytes(1000)})

    pieces.keep(GAME, {b"other": b"anew"})

    assert pieces.of(GAME) == {b"other": b"anew"}
    assert (tmp_path / "mailref.db.pieces" / f"{GAME}.pieces").stat().st_size < 100


def test_of_a_game_that_is_over_or_gone_no_pieces_stay(tmp_path: Path) -> None:
    log = KINDS["turns"](7)
    settings = site(tmp_path, log.events[:-9], log.seed)
    pieces = tmp_path / "mailref.db.pieces"
    with Journal.open(settings.database) as journal:
        journal.installation.secret_or(SECRET)
        reported(tmp_path, journal, ())
        (pieces / "another.pieces").write_bytes(b"of a game that is gone")
        assert pieces.stat().st_mode & 0o777 == 0o700
        assert (pieces / f"{GAME}.pieces").stat().st_mode & 0o777 == 0o600

        reported(tmp_path, journal, log.events[-9:])
        reported(tmp_path, journal, ())

    assert [*pieces.iterdir()] == []
