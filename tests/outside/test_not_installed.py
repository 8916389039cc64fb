"""A game whose package is gone is said to be so, and not to be of a later program."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from mailref.errors import JournalError
from mailref.games.events import BY_GAME_MASTER, Event, GameEnded, PlayerJoined
from mailref.journal.journal import Journal
from mailref.record.codec import WrittenEvent, read_event
from tests.databases import begun_in, url_of
from tests.journal.builders import NOON, SEED, begin
from tests.outside import packages


@pytest.mark.parametrize("has_ended", [False, True])
def test_a_game_of_a_package_that_is_gone_is_named_so(tmp_path: Path, *, has_ended: bool) -> None:
    folder = tmp_path / "packages"
    folder.mkdir()
    packages.write(folder, "fleeting")
    begun_in(tmp_path)
    with packages.installed(folder), Journal.open(url_of(tmp_path)) as journal:
        module: Any = import_module("fleeting.kind")
        texts = dict.fromkeys(("id", "title", "variant", "commitment", "lexicon"), "fleeting")
        opened = module.FleetingOpened(rules=module.FleetingRules(), lexicon_sha256="", **texts)
        ended = (GameEnded("", BY_GAME_MASTER, NOON),) if has_ended else ()
        events: tuple[Event, ...] = (opened, PlayerJoined("Anna", ()), *ended)
        told = [("fleeting", each) for each in events]
        assert journal.record("opens", at=NOON, game_events=told, seeds={"fleeting": SEED})
        begin(journal)

    said = "a game that began with 'FleetingOpened' is of a kind that is not installed"
    with Journal.open(url_of(tmp_path)) as journal:
        with pytest.raises(JournalError, match=said):
            journal.games.load("fleeting")
        with pytest.raises(JournalError, match=said):
            list(journal.games.events("fleeting"))
        assert journal.games.load("yerres") is not None


def test_what_a_later_program_recorded_is_said_to_be_so() -> None:
    with pytest.raises(JournalError, match="of a later mailref"):
        read_event(WrittenEvent("NobodyKnows", 2, "{}"))
