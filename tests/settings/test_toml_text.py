"""Dates as people write them, and the line on which each key stands."""

from datetime import date
from pathlib import Path

import pytest

from mailref.games.game import Dates
from mailref.games.rounds.policy import RoundPolicy
from mailref.games.table_reader import WrongValueError
from mailref.settings.load import secret
from mailref.settings.toml_text import TomlTextError, parse
from tests.settings.written import GAME, GAMEMASTER, MAIL, PLAYER, around, file, load, settings


def game(text: str) -> RoundPolicy:
    (found,) = settings(text).games
    assert isinstance(found, RoundPolicy)
    return found


@pytest.mark.parametrize(
    "written",
    [
        "11.12.2026 20:00",
        "11.12.2026, 20:00 Uhr",
        "11. 12. 2026 um 20 Uhr   # ein Freitag, nicht der 10.12.2026",
        '"11.12.2026 20:00"',
        '"Freitag, 11. Dezember 2026, 20:00 Uhr"',
        '"11 December 2026 8:00 pm"',
        "2026-12-11 20:00",
        "2026-12-11T20:00",
        "2026-12-11 20:00:00",
        "2026-12-11T19:00:00Z",
        '"2026-12-11T20:00+01:00"',
    ],
)
def test_a_deadline_is_read_as_people_write_it(written: str) -> None:
    found = game(file().replace("2026-12-11T20:00:00", written)).deadline

    assert found is not None
    assert found.isoformat() == "2026-12-11T20:00:00+01:00"


def test_lists_of_dates_are_read_as_people_write_them() -> None:
    found = game(
        file(
            game="schedule = [18.12.2026 20:00,\n  08.01.2027 20:00, 2027-01-22T20:00:00]\n"
            "skip = [25.12.2026, 10.12.2027, 2027-01-01]"
        )
    )

    assert isinstance(found.schedule, Dates)
    assert [f"{each:%d.%m.%Y %H:%M}" for each in found.schedule.moments] == [
        "18.12.2026 20:00",
        "08.01.2027 20:00",
        "22.01.2027 20:00",
    ]
    assert found.skip == (date(2026, 12, 25), date(2027, 12, 10), date(2027, 1, 1))


def test_what_stands_in_quotes_stays_as_it_is() -> None:
    comment = "Nächster Treff = 24.12.2026 20:00"
    text = file(game=f'skip = [24.12.2026]\ncomment = """\n{comment}\n"""')

    assert game(text).comment == comment


def test_no_date_is_made_of_what_is_wrong_otherwise() -> None:
    with pytest.raises(TomlTextError, match=r"^line 2, column \d: "):
        parse("a = 1\nb = 1.2.3.4")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        pytest.param('zone = "Europe/Berlin"', "zone = 3", 17, id="a value"),
        pytest.param('id = "yerres"\n', "", 13, id="what is missing: its table"),
        pytest.param("[gamemaster]", "[gamemster]", 9, id="a table nobody knows"),
        pytest.param("[[game]]", "[[gmae]]", 13, id="tables nobody knows"),
        pytest.param("imaps://mail.example.org", "", 3, id="an empty value"),
        pytest.param(
            'name = "Erika Musterfrau"\n',
            "name = '''\nErika\n'''\nx = 1\n",
            13,
            id="below many lines",
        ),
        pytest.param("[mail]\n", "[mail]\npoll = 'x'\r\n", 3, id="a line ended as Windows does"),
    ],
)
def test_a_fault_names_its_line(old: str, new: str, line: int) -> None:
    text = f"{MAIL}{GAMEMASTER}{GAME}{PLAYER}"
    assert text.count(old) == 1

    faults = load(text.replace(old, new)).faults

    assert line in [fault.number for fault in faults]
    assert all(fault.line.endswith(f" (line {fault.number})") for fault in faults if fault.number)


def test_the_tables_within_a_game_have_lines_of_their_own() -> None:
    """Of two games: rules, a player, rulings and start of the second one."""
    second = (
        GAME.replace("yerres", "zwei").replace("Yerres", "Zwei")
        + "[game.rules]\nplays = 0\n[game.words]\naccept = ['ä ö']\n[game.start]\nround = 'x'\n"
        + PLAYER
        + PLAYER.replace("Max", "Erna").replace("max@", "@")
    )
    text = f"{MAIL}{GAMEMASTER}{GAME}{PLAYER}{second}"
    lines = text.split("\n")

    found = {fault.key: lines[(fault.number or 0) - 1] for fault in load(text).faults}

    assert found == {
        "[game.rules] plays": "plays = 0",
        "[game.words] accept": "accept = ['ä ö']",
        "[game.start] round": "round = 'x'",
        '[[game.player]] "Erna Mustermann" addresses': 'addresses = ["@example.org"]',
    }


def test_one_address_for_two_players_is_told() -> None:
    text = file(inner=PLAYER + PLAYER.replace("Max", "Erna").replace("max@", "MAX@"))

    (warning,) = load(text).warnings

    assert warning.message == (
        'MAX@example.org is also that of "Max Mustermann": mails from there must say Spieler='
    )
    assert text.split("\n")[(warning.number or 0) - 1] == 'addresses = ["MAX@example.org"]'


def test_a_password_is_what_its_file_holds_as_editors_save_it(tmp_path: Path) -> None:
    (tmp_path / "password.txt").write_bytes("\ufeffgeheim und lang \r\n\r\n".encode())

    assert secret(around(tmp_path))({"file": "password.txt"}) == "geheim und lang"


def test_a_password_of_several_lines_is_refused(tmp_path: Path) -> None:
    (tmp_path / "password.txt").write_text("Passwort:\ngeheim\n", encoding="utf-8")

    with pytest.raises(WrongValueError) as refused:
        secret(around(tmp_path))({"file": "password.txt"})

    assert str(refused.value) == (
        f"is to come from {tmp_path / 'password.txt'}, which holds 2 lines;"
        " write the password alone there"
    )
