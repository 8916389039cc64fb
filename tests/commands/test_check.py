"""`mailref check`: all faults at once, on stderr, in the contract's form."""

from pathlib import Path

import pytest

from tests.commands.invoke import mailref
from tests.settings.written import file


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_good_file_is_called_good(here: Path) -> None:
    (here / "config.toml").write_text(file(), encoding="utf-8")

    called = mailref("check")

    assert (called.code, called.err) == (0, "")
    assert called.out == "config.toml: no fault; games: 1, players: 1\n"


def test_every_fault_is_a_line_on_stderr(here: Path) -> None:
    """Contract 1: `check` with faults exits 2."""
    text = file(mail='poll = "often"', game='language = "fr"')
    (here / "other.toml").write_text(text, encoding="utf-8")

    called = mailref("check", "-c", "other.toml")

    assert (called.code, called.out) == (2, "")
    assert called.err.splitlines() == [
        'other.toml: [mail]: poll: must be a duration such as "60s", "5m", "12h", "7d", not "often"',
        'other.toml: [[game]] "yerres": language: must be "de" or "en", not "fr"',
    ]


def test_a_warning_is_told_and_no_fault(here: Path) -> None:
    (here / "config.toml").write_text(file(mail="insecure = true"), encoding="utf-8")

    called = mailref("check")

    assert called.code == 0
    assert called.err == (
        "warning: config.toml: [mail]: insecure: passwords and mail travel unprotected\n"
    )


def test_a_file_that_is_not_there_leads_to_init(here: Path) -> None:
    called = mailref("check")

    assert here.exists()
    assert called.code == 2
    assert called.err == ("config.toml: there is no such file; `mailref init` writes a first one\n")
