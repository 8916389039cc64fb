"""Calling the command line as a process would, but in this one."""

import contextlib
import io
import sys
from dataclasses import dataclass

import pytest

from mailref.cli import run


@dataclass(frozen=True, slots=True)
class Called:
    code: int
    out: str
    err: str


class Terminal(io.StringIO):
    """Where somebody watches."""

    def isatty(self) -> bool:
        return True


def mailref(*arguments: str, stdin: str = "", is_watched: bool = False) -> Called:
    """Run `mailref ARGUMENTS` and return what it printed and its exit code."""
    out, err = io.StringIO(), Terminal() if is_watched else io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        code = run(list(arguments))
    return Called(code, out.getvalue(), err.getvalue())
