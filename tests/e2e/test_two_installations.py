"""Two installations on one mailbox would answer twice: the second one, or the older one, stops."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.worlds import World
from tests.servers.postgres import postgres

pytestmark = [pytest.mark.slow, pytest.mark.sampled(1)]  # on one of the two kinds of servers


def another(world: World, folder: Path) -> World:
    """Return an installation of its own on the same mailbox, for another game."""
    folder.mkdir()
    text = world.config.read_text(encoding="utf-8")
    changed = text.replace("yerres", "halle").replace("1-Zug-Scrabble Yerres", "Halle")
    (folder / "config.toml").write_text(changed, encoding="utf-8")
    return replace(world, folder=folder)


def copied(world: World, folder: Path) -> World:
    shutil.copytree(world.folder, folder, ignore=shutil.ignore_patterns("elsewhere"))
    return replace(world, folder=folder)


def test_another_installation_does_not_begin_beside_the_first(world: World, tmp_path: Path) -> None:
    world.once()
    sent = len(world.taken())
    second = another(world, tmp_path / "elsewhere")

    done = second.call("once")

    assert done.code == 1
    assert "another installation of mailref works on this mailbox: end it first" in done.err
    assert len(world.taken()) == sent
    world.move()
    world.once()
    assert len(world.taken()) > sent


def test_processes_on_one_database_share_the_mailbox(world: World) -> None:
    world.once()
    world.once()
    world.move()
    sent = len(world.taken())

    world.once()

    assert len(world.taken()) == sent + 1


def test_of_two_copies_of_a_database_the_one_that_did_not_begin_last_stops(
    world: World, tmp_path: Path
) -> None:
    world.once()
    copy = copied(world, tmp_path / "elsewhere")
    copy.once()
    world.move()
    sent = len(world.taken())

    done = world.call("once")

    assert done.code == 1
    assert "another copy of this database has the mailbox" in done.err
    assert len(world.taken()) == sent
    copy.once()
    assert len(world.taken()) == sent + 1


def test_where_a_backup_was_put_back_elsewhere_the_old_one_stops(
    world: World, tmp_path: Path
) -> None:
    world.once()
    assert world.call("backup", str(tmp_path / "saved.db")).code == 0
    world.once()
    restored = replace(world, folder=tmp_path / "elsewhere")
    restored.folder.mkdir()
    shutil.copy(world.config, restored.config)
    done = restored.call("restore", str(tmp_path / "saved.db"))
    assert done.code == 0, done.err
    restored.once()

    stopped = world.call("once")

    assert stopped.code == 1
    assert "this database was put back elsewhere since" in stopped.err
    restored.once()


def test_games_go_over_to_a_server_and_the_old_file_stops(world: World, tmp_path: Path) -> None:
    """`carry`: what was read is not answered again, what comes is answered once, from the new database."""
    world.once()
    world.move()
    world.once()
    sent = len(world.taken())
    server = postgres()
    url = server.blank()
    moved = replace(world, folder=tmp_path / "elsewhere")
    moved.folder.mkdir()
    text = world.config.read_text(encoding="utf-8")
    moved.config.write_text(f'{text}\n[storage]\nurl = "{url}"\n', encoding="utf-8")

    carried = moved.call("carry", str(world.folder / "mailref.db"))
    moved.once()
    nothing_new = len(world.taken())
    world.move("H8w BEIN")
    stopped = world.call("once")
    moved.once()
    server.drop(url)

    assert carried.code == 0, carried.err
    assert nothing_new == sent
    assert stopped.code == 1
    assert "another copy of this database has the mailbox" in stopped.err
    assert len(world.taken()) == sent + 1
