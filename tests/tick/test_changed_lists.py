"""A list of words that is a file, under a running machine: a game goes on with the one that it began with."""

from pathlib import Path

import pytest

from mailref import assets, word_lists
from mailref.referee.contents import SettingsFaulty
from tests.commands.invoke import mailref
from tests.referee.rehearsal import MINUTE, MONDAY, game
from tests.tick.machines import Post, begun, post

KEYS = 'lexicon = { file = "words.txt", name = "our list" }'
SAID = 'lexicon: the file of "our list" has changed: the game has begun with SHA-256'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setattr(assets, "cache_folder", lambda: folder)
    monkeypatch.setenv("CACHE_DIRECTORY", str(folder))
    word_lists.forget()
    return folder


def told(machine: Post) -> list[str]:
    found = machine.matters
    return [fault for each in found if isinstance(each, SettingsFaulty) for fault in each.faults]


def words(folder: Path, *listed: str) -> None:
    (folder / "words.txt").write_text("\n".join(listed), encoding="utf-8")


def started_again(machine: Post, folder: Path) -> Post:
    """Return the machine as it is after a restart."""
    machine.machine.journal.close()
    word_lists.forget()
    return post(folder, game(keys=KEYS))


def test_a_changed_list_is_told_once_and_the_game_keeps_its_own(tmp_path: Path) -> None:
    """Never silently another referee: FABEL is in the new list alone."""
    words(tmp_path, "raben", "rabe")
    machine = begun(tmp_path, game(keys=KEYS))
    words(tmp_path, "raben", "rabe", "fabel")

    machine = started_again(machine, tmp_path)
    machine.tick(MONDAY + MINUTE)
    machine.tick(MONDAY + 2 * MINUTE)

    (said,) = told(machine)
    assert SAID in said
    assert said.endswith("goes on with it")
    rules = machine.game().rules
    assert word_lists.lexicon_for(rules).verdict("RABE", rules, {}).code == "valid"
    assert word_lists.lexicon_for(rules).verdict("FABEL", rules, {}).code == "unknown"
    assert machine.game().next_rules == rules


def test_status_and_check_say_it_too(tmp_path: Path) -> None:
    words(tmp_path, "raben", "rabe")
    machine = begun(tmp_path, game(keys=KEYS))
    now = (MONDAY + MINUTE).isoformat()
    assert mailref("check", "--now", now, "-c", str(machine.path)).code == 0

    words(tmp_path, "raben")
    word_lists.forget()

    checked = mailref("check", "--now", now, "-c", str(machine.path))
    monitored = mailref("status", "--check", "--now", now, "-c", str(machine.path))
    shown = mailref("status", "--now", now, "-c", str(machine.path))
    assert (checked.code, SAID in checked.err) == (2, True)
    assert monitored.code == 1
    assert monitored.out.startswith(f"WARNING: yerres: {SAID}")
    assert f"yerres: {SAID}" in shown.out


def test_where_the_list_is_kept_no_more_every_word_is_asked_about(
    tmp_path: Path, cache: Path
) -> None:
    words(tmp_path, "raben", "rabe")
    machine = begun(tmp_path, game(keys=KEYS))
    words(tmp_path, "raben")
    for kept in cache.iterdir():
        kept.unlink()

    machine = started_again(machine, tmp_path)
    machine.tick(MONDAY + MINUTE)

    (said,) = told(machine)
    assert said.endswith("it is kept no more: every word is asked about")
    rules = machine.game().rules
    assert word_lists.lexicon_for(rules).verdict("RABEN", rules, {}).code == "unknown"
