"""How far long work is, is shown where somebody watches, and nothing of it is left."""

import io
import re
import sys

import pytest

from mailref.commands.sources import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def work() -> None:
    with progress() as shown:
        task = shown.add_task("replaying kiel", total=3)
        for _ in range(3):
            shown.advance(task)


def fail() -> None:
    with progress() as shown:
        shown.add_task("reading kiel", total=None)
        raise ValueError("damaged")


def seen(written: str) -> str:
    """Return what stays on a terminal: all behind the last time the line was wiped out."""
    return re.split(r"\r\x1b\[2K", written)[-1]


def test_of_a_progress_bar_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")

    work()

    assert "replaying kiel" in terminal.getvalue()
    assert "\n" not in terminal.getvalue()
    assert seen(terminal.getvalue()) == ""
    assert capsys.readouterr().out == ""


def test_nothing_is_left_where_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")

    with pytest.raises(ValueError, match="damaged"):
        fail()

    assert seen(terminal.getvalue()) == ""


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_cannot_wipe_a_line_shows_none(
    monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    if term:
        monkeypatch.setenv("TERM", term)
    else:
        monkeypatch.delenv("TERM", raising=False)

    work()

    assert terminal.getvalue() == ""


def test_what_is_written_for_others_goes_where_it_always_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The display before took stdout over while it was shown: a file got nothing."""
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("TERM", "xterm")

    with progress() as shown:
        shown.add_task("asking the servers", total=None)
        print("a line")  # noqa: T201  as a command does

    assert out.getvalue() == "a line\n"
