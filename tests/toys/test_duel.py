"""A toy in turns with words that its players hide from each other: nobody is told one before its time."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.invoke import mailref
from tests.e2e.installation import text_of
from tests.e2e.worlds import World
from tests.servers.sink import parsed
from tests.toys.test_longest import ERIKA
from tests.toys.test_race import GAME, WHO, Race

HIDDEN = {"BIRNE": "Anna", "GABEL": "Ben", "QWURZ": "Ben"}


@pytest.fixture
def duel(world: World, tmp_path: Path) -> Iterator[Race]:
    """A game of Anna and Ben with pages for all, opened."""
    text = world.config.read_text(encoding="utf-8").partition("\n[[game]]")[0]
    text += f'\n[site]\nfolder = "{tmp_path / "site"}"\nurl = "https://example.org/"\n'
    game = GAME.replace('"race"', '"word-duel"').partition('\n[[game.player]]\nname = "Cleo"')[0]
    world.config.write_text(text + game, encoding="utf-8")
    played = Race(world)
    played.tick()
    yield played
    played.close()


def _told(duel: Race, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield all that was written, and for whom: to everybody where nobody is named."""
    for recipient, data in duel.world.taken():
        yield recipient, data.decode(errors="replace") + text_of(parsed(data))
    config = str(duel.world.config)
    assert mailref("preview", "wort", "--out", str(folder / "preview"), "-c", config).code == 0
    for order in (("export", "wort"), ("export", "wort", "--format", "csv"), ("status", "--json")):
        yield "", mailref(*order, "-c", config).out
    for file in folder.rglob("*"):
        if file.is_file():
            yield "", file.read_bytes().decode(errors="replace")


def test_what_is_hidden_reaches_nobody_else_before_the_end(duel: Race, tmp_path: Path) -> None:
    assert "QUEST" not in text_of(duel.mails(WHO["Ben"])[-1]), "nothing is laid on a board"
    duel.says("Ben", "HIDE QWURZ")
    duel.says("Anna", "VERSTECKE BIRNE")
    duel.says("Erika", "QWURZ nein")
    duel.says("Ben", "HIDE GABEL")
    assert "Nur zur Probe: B ginge" in text_of(duel.says("Anna", "PROBE RATE B"))
    duel.says("Anna", "RATE B")
    assert duel.says("Anna", "RATE A")["Subject"] == "[wort Z4] Vorgemerkt: A"
    duel.restart()
    duel.says("Ben", "GUESS E")

    masters = {"QWURZ"}  # he was asked about it
    for to, text in _told(duel, tmp_path / "site"):
        for word, owner in HIDDEN.items():
            if to != WHO[owner] and not (to == ERIKA and word in masters):
                assert word not in text.upper(), f"{word} was told {to or 'everybody'}"
    told = json.loads(duel.verified(tmp_path))
    assert told["hidden"] == {"Anna": None, "Ben": None}
    assert told["rulings"] == []
    for letter in "ABGELRIN":
        if not duel.game.is_over:
            duel.says("Anna", f"RATE {letter}")
            duel.says("Ben", f"GUESS {letter}")

    assert duel.game.ended == "solved"
    told = json.loads(duel.verified(tmp_path))
    assert told["hidden"] == {"Anna": "BIRNE", "Ben": "GABEL"}
    assert [each["word"] for each in told["rulings"]] == ["QWURZ"]


def test_what_a_lot_drew_is_proved_by_the_seed_at_the_end(duel: Race, tmp_path: Path) -> None:
    barred = duel.game.barred
    assert barred in "QXY"
    duel.says("Anna", "VERSTECKE BIRNE")
    duel.says("Ben", "HIDE GABEL")
    assert "Das geht jetzt nicht" in text_of(duel.says("Anna", f"RATE {barred}"))
    duel.says("Anna", "AUFGABE")
    told = duel.verified(tmp_path)

    forged = tmp_path / "forged.json"
    other = "Q" if barred != "Q" else "X"
    forged.write_text(told.replace(f'"drawn": "{barred}"', f'"drawn": "{other}"'), "utf-8")
    done = mailref("verify", "--file", str(forged))

    assert done.code == 1
    assert f"LetterBarred.drawn: expected '{barred}', found '{other}'" in done.err.replace('"', "'")


def test_undone_and_renamed_it_goes_on(duel: Race, tmp_path: Path) -> None:
    duel.says("Anna", "VERSTECKE BIRNE")
    duel.says("Ben", "HIDE QWURZ")
    assert duel.game.waiting is not None

    undone = mailref("undo", "wort", "-c", str(duel.world.config))
    assert undone.code == 0, undone.err
    duel.tick()

    assert "Your move in advance has been removed" in text_of(duel.mails(WHO["Ben"])[-1])
    assert not duel.game.hidden
    duel.says("Anna", "VERSTECKE GABEL")
    duel.says("Ben", "HIDE BIRNE")
    renamed = mailref("rename", "wort", "Anna", "Dora", "-c", str(duel.world.config))
    assert renamed.code == 0, renamed.err
    duel.says("Anna", "RATE B")
    assert duel.game.players["Dora"].total == 1
    duel.verified(tmp_path)


def test_orders_that_need_tiles_or_open_plays_are_told_so(duel: Race) -> None:
    assert "TILES" not in text_of(duel.says("Ben", "HELP"))
    assert "Nothing is left" in text_of(duel.says("Ben", "TILES"))
    assert "counts at once" in text_of(duel.says("Ben", "CHALLENGE BIRNE"))
    duel.says("Anna", "VERSTECKE BIRNE")
    assert "Only a trial" not in str(duel.says("Ben", "GUESS E")["Subject"])
    end = text_of(duel.says("Ben", "RESIGN"))
    assert "Everybody loses" not in end
    assert "draws are attached" not in end
