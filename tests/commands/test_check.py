"""`mailref check`: all faults at once, on stderr, in the contract's form."""

import shutil
from pathlib import Path

import pytest

from mailref import languages
from mailref.games.by_turns.events import TurnsOpened
from mailref.games.chance import Secret
from mailref.languages import DEFAULT
from mailref.tiles.board import TILES, Board
from tests.commands.games import recorded
from tests.commands.invoke import mailref
from tests.games.by_turns.test_settings import file as file_of_turns
from tests.games.classic.examples import STANDARD
from tests.settings.written import file
from tests.tiles.builders import SEED

NOW = ("--now", "2026-12-05T12:00:00Z")


def test_a_good_file_is_called_good(here: Path) -> None:
    (here / "config.toml").write_text(file(), encoding="utf-8")

    called = mailref("check", *NOW)

    assert (called.code, called.err) == (0, "")
    assert called.out == "config.toml: no fault; games: 1, players: 1\n"


def test_every_fault_is_a_line_on_stderr(here: Path) -> None:
    """Contract 1: `check` with faults exits 2."""
    text = file(mail='poll = "often"', game='language = "nl"')
    (here / "other.toml").write_text(text, encoding="utf-8")

    called = mailref("check", "-c", "other.toml")

    assert (called.code, called.out) == (2, "")
    assert called.err.splitlines() == [
        'other.toml: [mail]: poll: must be a duration such as "60s", "5m", "12h", "7d", not "often" (line 8)',
        'other.toml: [[game]] "yerres": language: must be "de" or "en" or "fr", not "nl" (line 21)',
    ]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A language `xx` beside the default one, whole so far."""
    templates = tmp_path / "templates"
    for name in (DEFAULT, "xx"):
        shutil.copytree(languages.TEMPLATES / DEFAULT, templates / name)
    monkeypatch.setattr(languages, "TEMPLATES", templates)
    return templates / "xx"


def test_a_macro_that_a_language_lacks_is_named_with_its_file(
    here: Path, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stopped the first mail that needed it."""
    monkeypatch.setattr(languages, "LANGUAGES", (DEFAULT, "xx"))
    (here / "config.toml").write_text(file(), encoding="utf-8")
    for name, begins in (("phrases.j2", "{% macro zat("), ("labels.j2", "{% set table_total =")):
        lines = (copied / name).read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [each for each in lines if not each.startswith(begins)]
        (copied / name).write_text("".join(kept), encoding="utf-8")

    called = mailref("check", *NOW)

    assert (called.code, called.out) == (2, "")
    assert called.err.splitlines() == [
        "templates/xx/labels.j2: lacks `table_total`, which templates/de/labels.j2 has",
        "templates/xx/phrases.j2: lacks `zat`, which templates/de/phrases.j2 has",
    ]


def test_of_a_folder_that_is_no_language_yet_it_is_said_what_it_lacks(
    here: Path, copied: Path
) -> None:
    (here / "config.toml").write_text(file(game='language = "xx"'), encoding="utf-8")
    said = 'config.toml: [[game]] "yerres": language: must be "de" or "en" or "fr", not "xx"'

    (copied / "turns" / "open.j2").unlink()
    assert mailref("check", *NOW).err == f"{said}; templates/xx lacks turns/open.j2 (line 21)\n"

    (copied / "yes.j2").unlink()
    lacks = "templates/xx lacks turns/open.j2 and 1 other file"
    assert mailref("check", *NOW).err == f"{said}; {lacks} (line 21)\n"


def test_a_warning_is_told_and_no_fault(here: Path) -> None:
    (here / "config.toml").write_text(file(mail="insecure = true"), encoding="utf-8")

    called = mailref("check", *NOW)

    assert called.code == 0
    assert called.err == (
        "warning: config.toml: [mail]: insecure: passwords and mail travel unprotected (line 8)\n"
    )


def test_a_file_that_is_not_there_leads_to_init(here: Path) -> None:
    called = mailref("check")

    assert here.exists()
    assert called.code == 2
    assert called.err == ("config.toml: there is no such file; `mailref init` writes a first one\n")


def test_a_first_zat_in_the_past_is_told(here: Path) -> None:
    (here / "config.toml").write_text(file(), encoding="utf-8")

    called = mailref("check", "--now", "12.12.2026 12:00")

    assert (called.code, called.err) == (
        0,
        (
            'warning: config.toml: [[game]] "yerres": deadline: 2026-12-11 20:00 has passed;'
            " the first round needs one ahead (line 20)\n"
        ),
    )


def test_a_list_of_dates_that_have_all_passed_is_told(here: Path) -> None:
    text = file().replace("deadline = 2026-12-11T20:00:00", "schedule = [11.12.2026 20:00]")
    (here / "config.toml").write_text(text, encoding="utf-8")

    called = mailref("check", "--now", "12.12.2026 12:00")

    assert called.err == (
        'warning: config.toml: [[game]] "yerres": schedule: none of its dates lies ahead (line 20)\n'
    )


def test_blanks_around_a_password_are_told(here: Path) -> None:
    text = file().replace('"geheim"', '{ file = "password.txt" }')
    (here / "config.toml").write_text(text, encoding="utf-8")
    (here / "password.txt").write_text("geheim \n", encoding="utf-8")

    called = mailref("check", *NOW)

    assert called.err == (
        f"warning: config.toml: [mail]: password: blanks before or after it in {here / 'password.txt'}"
        " are left out (line 6)\n"
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, None),
        ({"variant": "classic-open"}, 'variant: must stay "classic", with which the game began'),
        ({"variant": "dottendorf-1zug"}, 'variant: must stay "classic", with which the game began'),
        (
            {"inner": "[game.rules]\nchallenge_cost = 3"},
            "[game.rules]: cannot change: the game has begun with other ones",
        ),
        (
            {"game": 'lexicon = "none"'},
            "lexicon: cannot change: the game has begun without that list",
        ),
        ({"game": 'layout = "wwf"'}, 'layout: cannot change: the game has begun on "standard"'),
    ],
)
def test_what_must_stay_of_a_game_in_turns_that_has_begun(
    here: Path, changed: dict[str, str], said: str | None
) -> None:
    """Contract 2: its players have agreed to variant and rules by sitting down."""
    bag = Secret("".join(TILES.all_tiles))
    opened = TurnsOpened(
        "kiel", "Kiel", "classic", STANDARD, ("Anna", "Ben"), "", "", "", Board(), bag
    )  # fmt: skip
    recorded(here, "kiel", SEED, [opened])
    (here / "config.toml").write_text(file_of_turns(**changed), encoding="utf-8")

    called = mailref("check", *NOW)

    assert called.code == (0 if said is None else 2)
    assert said is None or said in called.err
    faults = [line for line in called.err.splitlines() if not line.startswith("warning: ")]
    assert len(faults) == (said is not None)
