"""What a server or a player wrote is shown, and neither obeyed nor read as markup."""

import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailref import terminal
from mailref.post.ports import Deferred
from tests.commands.invoke import mailref
from tests.referee.rehearsal import MAX, MONDAY
from tests.settings.written import file
from tests.tick.machines import begun


def test_a_servers_words_break_no_status_and_move_no_cursor(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.outbox.answers["max@example.org"] = Deferred(554, "[/b] \x1b[2J\x9b31m no")
    machine.arrives("STAND", MAX)
    machine.tick(MONDAY)

    called = mailref("status", "-c", str(machine.path))

    assert called.code == 0, called.err
    assert r"[/b] \u001b[2J\u009b31m no" in called.out


def test_an_undecided_word_in_brackets_is_no_markup() -> None:
    assert terminal.visible("[/b]") == "[/b]"


def test_a_log_line_stays_one_line() -> None:
    record = logging.LogRecord("x", logging.WARNING, "", 1, "%s", ("450 a\nfake\x1b[1m",), None)

    assert terminal.LogFormatter("%(message)s").format(record) == r"450 a\nfake\u001b[1m"


@pytest.mark.parametrize(
    "written",
    [
        '[storage]\nurl = "postgresql://ref:s3cret@db/mailref"',
        '[storage]\nurl = "postgresql://db/mailref?password=s3cret"',
        '[storage]\nurl = "postgresql+psycopg://db/mailref?password=s3cret"',
    ],
)
def test_no_message_holds_a_password_of_the_database(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("config.toml").write_text(f"{file()}\n{written}\n", encoding="utf-8")

    called = mailref("check")

    assert called.code == 2
    assert "[storage]: url: must " in called.err
    assert "s3cret" not in called.err


@pytest.mark.parametrize(
    "written", ['imap = "imap2://u:s3cret@mail.example.org"', 'smtp = "http://a:s3cret@b"']
)
def test_no_message_holds_a_password_of_the_mailbox(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    key = written.split(maxsplit=1)[0]
    lines = [line for line in file().splitlines() if not line.startswith(f"{key} =")]
    lines.insert(lines.index("[mail]") + 1, written)
    Path("config.toml").write_text("\n".join(lines), encoding="utf-8")

    called = mailref("check")

    assert called.code == 2
    assert f"[mail]: {key}: must be" in called.err
    assert "s3cret" not in called.err


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Give a folder that everybody may enter, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.parametrize(("mode", "warnings"), [(0o644, 1), (0o600, 0), (0o640, 0)])
def test_a_password_that_others_can_read_is_said(
    mode: int, warnings: int, open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(open_folder)
    lines = [line for line in file().splitlines() if not line.startswith("password =")]
    lines.insert(lines.index("[mail]") + 1, 'password = "geheim"')
    Path("config.toml").write_text("\n".join(lines), encoding="utf-8")
    Path("config.toml").chmod(mode)

    called = mailref("check")

    assert called.code == 0
    assert called.err.count("everybody on this machine can read config.toml") == warnings
    assert "geheim" not in called.err
