"""A missing program skips the tests that need it, by its name; in CI it fails them."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.needs import need_program
from tests.servers import dovecot, postgres

MAIL = b"From: max@example.org\r\n\r\n\r\n"


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder of PATH; nothing lies in it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(postgres, "_PLACES", folder)  # Debian keeps it off PATH
    monkeypatch.delenv("MAILREF_FULL", raising=False)
    return folder


def start_dovecot() -> None:
    with dovecot.running():
        pass


ASKED: list[tuple[Callable[[], object], str]] = [
    (start_dovecot, "dovecot is not installed (Debian package dovecot-imapd)"),
    (
        lambda: need_program("chromium", "chromium"),
        "chromium is not installed (Debian package chromium)",
    ),
    (lambda: need_program("tidy", "tidy"), "tidy is not installed (Debian package tidy)"),
    (
        lambda: need_program("pdftotext", "poppler-utils"),
        "pdftotext is not installed (Debian package poppler-utils)",
    ),
    (postgres.programs, "initdb is not installed (Debian package postgresql)"),
]


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(("asked", "said"), ASKED, ids=[said.split()[0] for _, said in ASKED])
def test_a_missing_program_skips_with_its_name(asked: Callable[[], object], said: str) -> None:
    with pytest.raises(pytest.skip.Exception) as skipped:
        asked()

    assert skipped.value.msg == said


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(("asked", "said"), ASKED, ids=[said.split()[0] for _, said in ASKED])
def test_where_the_full_suite_is_wanted_it_fails(
    asked: Callable[[], object], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAILREF_FULL", "1")

    with pytest.raises(pytest.fail.Exception) as failed:
        asked()

    assert failed.value.msg == said


@pytest.mark.slow
def test_a_dovecot_without_its_lmtp_part_runs_and_skips_what_needs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian ships it as a package of its own."""
    need_program("dovecot", "dovecot-imapd")
    elsewhere = tmp_path / "doveconf"
    elsewhere.write_text(f"#!/bin/sh\necho {tmp_path}\n", encoding="utf-8")
    elsewhere.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("MAILREF_FULL", raising=False)

    with dovecot.running() as server:
        server.deliver("max", MAIL)
        with pytest.raises(pytest.skip.Exception, match="dovecot-lmtpd"):
            server.deliver_lmtp("max", MAIL)
        monkeypatch.setenv("MAILREF_FULL", "1")
        with pytest.raises(pytest.fail.Exception, match="dovecot-lmtpd"):
            server.deliver_lmtp("max", MAIL)

        assert len(server.mails("max")) == 1
    assert shutil.which("doveconf") == str(elsewhere)
