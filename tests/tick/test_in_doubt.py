"""A mail shows that a game has begun which the record does not know: that game waits, no other does."""

from pathlib import Path

import pytest

from mailref.errors import BegunBeforeError
from mailref.post.ports import KeptMail
from mailref.referee.contents import InDoubt
from mailref.tick.begun_before import refuse_to_begin_anew
from tests.commands.invoke import mailref
from tests.referee.rehearsal import EVA, FRED, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun, post

HALLE = game("halle", title="1-Zug-Scrabble Halle")
LATER = MONDAY + MINUTE


def in_doubt(folder: Path) -> Post:
    """Return a machine whose game yerres runs; of halle, which is added, a stranger has written."""
    machine = begun(folder)
    machine.arrives("HALLO", FRED, subject="Re: [halle R1] Zug")
    machine.tick()
    machine.mailbox.kept += [KeptMail(_header("Re: [halle R1] Zug"), is_filed=True)]
    machine.left()
    machine.letters.owed.clear()
    machine.writes(game(), HALLE)
    return machine


def _header(subject: str) -> bytes:
    lines = ("From: Fred <fred@example.net>", f"Subject: {subject}", "Message-ID: <1@example.net>")
    return "\r\n".join([*lines, "Date: Mon, 7 Dec 2026 11:00:00 +0000", "", ""]).encode()


def test_only_the_game_in_doubt_waits_and_the_operator_is_told_which_mail_it_is(
    tmp_path: Path,
) -> None:
    """Settings that a running machine takes up."""
    machine = in_doubt(tmp_path)
    machine.arrives("H8w RABEN", EVA, LATER)

    machine.tick(LATER)
    machine.tick(LATER + MINUTE)

    (told,) = [each for each in machine.matters if isinstance(each, InDoubt)]
    assert (told.id, told.sender, told.subject) == (
        "halle", "fred@example.net", "Re: [halle R1] Zug",
    )  # fmt: skip
    assert told.is_filed
    assert machine.left() == ["gm Notice", "eva EntryAnswer"]
    assert machine.machine.journal.games.ids() == ("yerres",)


def test_the_round_of_another_game_closes_meanwhile(tmp_path: Path) -> None:
    machine = in_doubt(tmp_path)

    machine.tick(LATER)
    machine.tick(ZAT + 5 * MINUTE)

    assert machine.game().round_number == 2


def test_a_start_goes_on_without_the_game_in_doubt(tmp_path: Path) -> None:
    machine = in_doubt(tmp_path)

    refuse_to_begin_anew(machine.machine, ())
    machine.tick(LATER)

    assert machine.machine.journal.games.ids() == ("yerres",)


def test_where_the_record_knows_no_game_nothing_begins(tmp_path: Path) -> None:
    """It may be the wrong database, or an empty one."""
    machine = post(tmp_path, game(), HALLE)
    machine.mailbox.kept += [KeptMail(_header("Re: [halle R1] Zug"), is_filed=True)]

    with pytest.raises(BegunBeforeError, match="halle"):
        refuse_to_begin_anew(machine.machine, ())


def test_it_begins_where_the_operator_says_so(tmp_path: Path) -> None:
    machine = in_doubt(tmp_path)

    refuse_to_begin_anew(machine.machine, ("halle",))
    machine.tick(LATER)

    assert sorted(machine.machine.journal.games.ids()) == ["halle", "yerres"]


def test_it_begins_within_an_hour_after_the_mail_was_taken_away(tmp_path: Path) -> None:
    machine = in_doubt(tmp_path)
    machine.tick(LATER)
    machine.mailbox.kept.clear()

    machine.tick(LATER + 61 * MINUTE)

    assert sorted(machine.machine.journal.games.ids()) == ["halle", "yerres"]
    assert (
        mailref(
            "status", "--check", "--now", (LATER + 62 * MINUTE).isoformat(), "-c", str(machine.path)
        ).code
        == 0
    )


def test_status_names_the_game_that_waits_and_the_mail(tmp_path: Path) -> None:
    machine = in_doubt(tmp_path)
    machine.tick(LATER)

    shown = mailref("status", "-c", str(machine.path))
    check = mailref("status", "--check", "--now", LATER.isoformat(), "-c", str(machine.path))

    assert check.code == 2
    for said in (shown.out, check.out):
        assert "halle: waits since" in said
        assert "'Re: [halle R1] Zug' from fred@example.net" in said
        assert "--new-game halle" in said


def test_a_command_about_another_game_does_not_begin_it(tmp_path: Path) -> None:
    """Commands look into no mailbox: they begin nothing beside the game they name."""
    machine = in_doubt(tmp_path)

    done = mailref("pause", "yerres", "--now", LATER.isoformat(), "-c", str(machine.path))

    assert done.code == 0, done.err
    assert machine.machine.journal.games.ids() == ("yerres",)


def test_while_the_mailbox_cannot_be_looked_at_nothing_new_begins(tmp_path: Path) -> None:
    machine = in_doubt(tmp_path)
    machine.mailbox.is_down = True

    machine.tick(LATER)
    machine.mailbox.is_down = False
    machine.tick(LATER + MINUTE)

    assert machine.machine.journal.games.ids() == ("yerres",)
    assert [type(each) for each in machine.matters] == [InDoubt]


def test_an_added_game_of_which_nobody_wrote_begins_at_once(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.writes(game(), HALLE)

    machine.tick(LATER)

    assert sorted(machine.machine.journal.games.ids()) == ["halle", "yerres"]
    assert machine.machine.journal.troubles.all() == ()
