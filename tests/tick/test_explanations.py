"""What a player writes about a word that waits for the game master."""

from pathlib import Path

import pytest

from mailref.games.rounds.contents import EntryAnswer
from mailref.referee.contents import Notice, PassedOn
from tests.referee.rehearsal import ERIKA, MINUTE, MONDAY, game
from tests.tick.machines import Post, begun

EXPLAINS = "Das ist schwäbisch und heißt kleiner Kahn."


def explained(folder: Path, keys: str = "") -> Post:
    machine = begun(folder, game(keys=keys))
    machine.arrives("H8w NERABT")
    machine.tick()
    machine.letters.owed.clear()
    machine.arrives(EXPLAINS, at=MONDAY + MINUTE)
    machine.tick(MONDAY + MINUTE)
    return machine


def test_it_is_passed_on_with_the_word_and_its_writer_is_told_so(tmp_path: Path) -> None:
    machine = explained(tmp_path)

    (notice,) = [o.content for o in machine.letters.owed if isinstance(o.content, Notice)]
    assert isinstance(notice.about, PassedOn)
    assert (notice.about.words, notice.quoted) == (("NERABT",), EXPLAINS)
    assert machine.answer().explains == ("NERABT",)


def test_the_game_master_decides_in_reply_to_it(tmp_path: Path) -> None:
    machine = explained(tmp_path)

    id_ = machine.ids("Notice", "gm@example.org")
    machine.arrives("NERABT ja", ERIKA, MONDAY + 2 * MINUTE, header=f"In-Reply-To: {id_}\n")
    machine.tick(MONDAY + 2 * MINUTE)

    assert machine.game().rulings == {"NERABT": True}


def test_where_no_word_waits_a_mail_without_a_move_is_just_that(tmp_path: Path) -> None:
    machine = begun(tmp_path, game())
    machine.arrives("H8w RABEN")
    machine.arrives(EXPLAINS, at=MONDAY + MINUTE)
    machine.tick(MONDAY + MINUTE)

    answers = [o.content for o in machine.letters.owed if isinstance(o.content, EntryAnswer)]
    assert [each.explains for each in answers] == [(), ()]


@pytest.mark.parametrize(
    "text",
    [
        "H8w NERABT\n\nNERABT sagt man bei uns in der Pfalz.",
        "Hallo Erika,\nH8w NERABT\nDas Wort ist schwäbisch und heißt kleiner Kahn.",
    ],
)
def test_what_stands_beside_the_move_itself_is_passed_on_too(tmp_path: Path, text: str) -> None:
    machine = begun(tmp_path, game())

    machine.arrives(text)
    machine.tick()

    (notice,) = [o.content for o in machine.letters.owed if isinstance(o.content, Notice)]
    assert isinstance(notice.about, PassedOn)
    assert notice.about.words == ("NERABT",)
    assert machine.answer().explained == ("NERABT",)


@pytest.mark.parametrize(
    ("text", "players"),
    [
        (
            "H8w NERABT\n\nWie geht es dir? Bei uns schneit es.",
            {"Max Mustermann": "max@example.org"},
        ),
        (
            "H8w NERABT\n\nNERABT sagt man bei uns in der Pfalz.",
            {"Erika Musterfrau": "gm@example.org", "Max Mustermann": "max@example.org"},
        ),
    ],
    ids=["about the weather", "where the game master plays"],
)
def test_nothing_else_beside_a_move_is_passed_on(
    tmp_path: Path, text: str, players: dict[str, str]
) -> None:
    machine = begun(tmp_path, game(players=players))

    machine.arrives(text)
    machine.tick()

    assert not [about for about in machine.matters if isinstance(about, PassedOn)]
    assert machine.answer().explained == ()
