"""Commands on a record that PostgreSQL keeps: what is SQLite's own says what takes its place."""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from mailref.journal.installation import Offer, RestorationState
from mailref.journal.journal import Journal
from mailref.tick.machine import OTHERWISE
from tests.commands.invoke import mailref
from tests.journal.builders import NOON, begin, mail
from tests.servers.postgres import Postgres, postgres
from tests.settings.written import file


@pytest.fixture
def server() -> Postgres:
    return postgres()


@pytest.fixture
def url(server: Postgres) -> Iterator[str]:
    made = server.begun()
    yield made
    server.drop(made)


@pytest.fixture
def config(tmp_path: Path, url: str) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(f'{file()}\n[storage]\nurl = "{url}"\n', encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_copy_is_made_by_pg_dump(config: Path, tmp_path: Path) -> None:
    called = mailref("backup", str(tmp_path / "copy"), "-c", str(config))

    assert (called.code, called.out) == (1, "")
    assert "pg_dump" in called.err


@pytest.mark.slow
def test_its_pages_are_its_own_affair(config: Path) -> None:
    called = mailref("check", "--database", "-c", str(config), "--now", "2026-12-10T12:00")

    assert called.code == 0
    assert "pg_amcheck" in called.out


@pytest.mark.slow
def test_games_are_shown_from_it(config: Path, url: str) -> None:
    with Journal.open(url) as journal:
        begin(journal)
        journal.installation.secret_or(bytes(32))

    called = mailref("status", "-c", str(config))

    assert called.code == 0
    assert "yerres" in called.out


@pytest.mark.slow
def test_the_service_may_write_to_no_folder_for_it(config: Path, tmp_path: Path) -> None:
    called = mailref("service", "install", "--print", "-c", str(config))

    assert called.code == 0
    assert f'"{tmp_path}"' not in called.out


def test_what_pg_restore_put_back_is_taken_up(config: Path, url: str) -> None:
    """What it owed has most likely been sent; the mailbox could not be reached here."""
    with Journal.open(url) as journal:
        journal.installation.secret_or(bytes(32))
        journal.record("x", at=NOON, mails=[mail(1), mail(2)])
    settings = config.read_text(encoding="utf-8").replace(
        "imaps://mail.example.org", "imap://127.0.0.1:1"
    )
    config.write_text(settings, encoding="utf-8")

    with_file = mailref("restore", "copy", "-c", str(config))
    called = mailref("restore", "-c", str(config))

    assert with_file.code == 2
    assert "2 mails that it owed are perhaps sent" in called.out
    assert "the next 'mailref run' takes up the rest" in called.err
    with Journal.open(url) as journal:
        assert list(journal.outgoing.unsent(NOON)) == []
        last = journal.restorations.last()
        assert last is not None
        assert last.state is RestorationState.TAKING_UP


def test_once_beside_a_worker_is_one_worker_more(config: Path, url: str) -> None:
    """Contract 1: on SQLite it exits 1 there."""
    text = config.read_text(encoding="utf-8").replace(
        'imap = "imaps://mail.example.org"', 'spool = "mail"'
    )
    config.write_text(text, encoding="utf-8")
    with Journal.open(url) as journal:
        journal.lease.hold(NOON)
        before = mailref("once", "-c", str(config))
        offer = Offer(None, sha256(config.read_bytes()).hexdigest())
        journal.offers.make(offer, NOON)
        beside = mailref("once", "-c", str(config))
        same = mailref("status", "--check", "-c", str(config))
        journal.troubles.note("mailbox", "imap does not answer", NOON, is_urgent=False)
        silent = mailref("once", "-c", str(config))
        journal.troubles.end("mailbox")
        config.write_text(f"{text}\n# not the same\n", encoding="utf-8")
        otherwise = mailref("once", "-c", str(config))
        warned = mailref("status", "--check", "-c", str(config))

        assert journal.games.ids() == ()

    assert (before.code, before.out) == (0, "0 mails sent\n")
    assert (beside.code, beside.out) == (0, "0 mails sent\n")
    assert otherwise.code == 1
    assert OTHERWISE in otherwise.err
    assert OTHERWISE in warned.out
    assert silent.code == 1
    assert "imap does not answer" in silent.err
    assert OTHERWISE not in same.out


def test_nothing_is_taken_up_beside_a_worker(config: Path, url: str) -> None:
    with Journal.open(url) as journal:
        journal.installation.secret_or(bytes(32))
        journal.lease.work(NOON)

        called = mailref("restore", "-c", str(config))

    assert called.code == 1
    assert "end it first" in called.err


def test_who_only_looks_makes_no_tables(server: Postgres, config: Path) -> None:
    """Where there are some pg_restore puts nothing back."""
    empty = server.blank()
    settings = config.read_text(encoding="utf-8")
    config.write_text(re.sub(r'url = ".*"', f'url = "{empty}"', settings), encoding="utf-8")
    said = {
        " ".join(words): mailref(*words, "-c", str(config))
        for words in (
            ("check",), ("check", "--database"), ("status",), ("status", "--check"),
            ("export", "yerres"), ("verify", "yerres"), ("resend",),
            ("forget", "Anna", "--yes"), ("restore",),
        )
    }  # fmt: skip
    engine = create_engine(empty)
    tables = inspect(engine).get_table_names()
    engine.dispose()
    server.drop(empty)

    assert tables == []
    assert {words for words, called in said.items() if called.code == 0} == {
        "check",
        "check --database",
    }
    told = [called.out + called.err for words, called in said.items() if words != "check"]
    assert all("empty" in each for each in told), told
