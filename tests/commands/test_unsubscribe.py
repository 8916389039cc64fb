"""Reports that end with one click: what they say, and what the operator's page does (RFC 8058)."""

from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.assembly import machine_at
from mailref.referee.identity import unsubscribe_token
from mailref.referee.mails import Owed
from mailref.writing.compose import compose_all
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY, game
from tests.settings.written import MAIL
from tests.tick.machines import Post, post, settings_text
from tests.writing.builders import means
from tests.writing.composed import read_back

PAGE = 'unsubscribe_url = "https://scrabble.example.org/leave/{token}?from=mail"'


def begun(folder: Path, *games: str) -> Post:
    machine = post(folder, *games, mail=f"{MAIL}\n{PAGE}")
    machine.tick(MONDAY)
    return machine


def opening_to(machine: Post, address: str) -> tuple[Owed, EmailMessage]:
    house = machine.machine.office().house
    found = [o for o in machine.letters.ever if o.recipient == address and o.content.is_report]
    (composed,) = compose_all((found[-1],), replace(means(), house=house))
    return found[-1], read_back(composed.data)


def pages(mail: EmailMessage) -> list[str]:
    """Return the addresses of List-Unsubscribe."""
    return [each.strip().strip("<>") for each in str(mail["List-Unsubscribe"]).split(",")]


def token_to(machine: Post, address: str) -> str:
    _, mail = opening_to(machine, address)
    _, page = pages(mail)
    start, end = "https://scrabble.example.org/leave/", "?from=mail"
    assert page.startswith(start)
    assert page.endswith(end)
    return page.removeprefix(start).removesuffix(end)


def known(machine: Post, address: str, game: str = "yerres") -> str:
    """Return the token of the installation, whose secret the machine of these tests does not have."""
    with machine_at(str(machine.path)) as installed:
        return unsubscribe_token(installed.office().house, game, address)


def unsubscribe(machine: Post, token: str, now: str = "2026-12-07T13:05+01:00") -> tuple[int, str]:
    called = mailref("unsubscribe", token, "--now", now, "-c", str(machine.path))
    return called.code, called.out + called.err


def test_a_report_names_the_page_and_says_that_one_click_is_enough(tmp_path: Path) -> None:
    machine = begun(tmp_path)

    owed, mail = opening_to(machine, "max@example.org")

    by_mail, page = pages(mail)
    assert by_mail == "mailto:referee@example.org?subject=%5Byerres%20R1%5D%20ABMELDEN"
    assert page.startswith("https://scrabble.example.org/leave/yerres.")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert owed.game == "yerres"


def test_each_reader_has_a_token_of_his_own_that_holds_in_each_round(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    first = token_to(machine, "max@example.org")
    house = machine.machine.office().house
    assert first == unsubscribe_token(house, "yerres", "MAX@example.org")

    assert first != token_to(machine, "eva@example.org")
    machine.tick(MONDAY + 5 * 24 * 60 * MINUTE)
    assert machine.game().round_number == 2
    assert first == token_to(machine, "max@example.org")


def test_the_game_master_has_no_click_and_without_a_page_nobody_has(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    _, his = opening_to(machine, "gm@example.org")
    assert [each.partition(":")[0] for each in pages(his)] == ["mailto"]
    assert his["List-Unsubscribe-Post"] is None
    machine.path.write_text(settings_text(), encoding="utf-8")
    machine.tick(MONDAY + MINUTE)

    _, mail = opening_to(machine, "max@example.org")

    assert [each.partition(":")[0] for each in pages(mail)] == ["mailto"]
    assert mail["List-Unsubscribe-Post"] is None


def test_a_click_is_the_same_as_abmelden_and_is_told_once(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    token = known(machine, "max@example.org")
    machine.left()

    assert unsubscribe(machine, token) == (0, "yerres: unsubscribed\n")
    assert unsubscribe(machine, token) == (0, "yerres: unsubscribed\n")
    machine.tick(MONDAY + 10 * MINUTE)

    assert machine.game().players["Max Mustermann"].is_leaving
    assert not machine.game().players["Eva Muster"].is_leaving
    subjects = {each.recipient: read_back(each.data)["Subject"] for each in machine.outbox.taken}
    assert set(subjects) == {"max@example.org", "gm@example.org"}
    assert "Max Mustermann hat sich abgemeldet" in subjects["gm@example.org"]


def test_a_reader_who_does_not_play_gets_no_more_reports(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='subscribers = ["fred@example.net"]'))

    assert unsubscribe(machine, known(machine, "fred@example.net"))[0] == 0

    assert "fred@example.net" in machine.game().left_subscribers


def test_who_plays_in_turns_is_told_to_resign_instead(tmp_path: Path) -> None:
    machine = begun(tmp_path, kiel(inner='[game.rules]\nstarter = "Anna"'))
    token = known(machine, "anna@example.org", "kiel")

    for _ in range(2):
        assert unsubscribe(machine, token)[0] == 0

    found = machine.machine.journal.games.load("kiel")
    assert found is not None
    assert not found.players["Anna"].has_left


@pytest.mark.parametrize(
    "token", ["yerres.0123456789abcdef0123456789abcdef", "", "ulm.0", "yerres", "ä.ö", "..."]
)
def test_a_token_that_is_none_of_ours_changes_nothing(token: str, tmp_path: Path) -> None:
    machine = begun(tmp_path)
    before = machine.game()

    code, said = unsubscribe(machine, token)

    assert code == 1
    assert "no such token" in said
    assert machine.game() == before


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/{token}",
        "https://example.org/leave",
        "https://example.org/{token}/{token}",
        "https://example.org/<{token}>",
        "https://example.org/a b/{token}",
        "https://exämple.org/{token}",
    ],
)
def test_a_page_must_be_https_and_have_one_place_for_the_token(url: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(settings_text(mail=f'{MAIL}\nunsubscribe_url = "{url}"'), encoding="utf-8")

    called = mailref("check", "-c", str(path))

    assert called.code == 2
    assert "unsubscribe_url: must be such as" in called.out + called.err
