"""The commands where there are several mailboxes: each is tried, named, and can be chosen."""

from pathlib import Path

import pytest

from mailref.commands import deliver
from mailref.commands.forget import _say_what_stays
from mailref.journal.forgetting import Traces
from tests.commands.games import recorded
from tests.commands.invoke import mailref
from tests.parsed import parsed
from tests.record.by_hand import yerres
from tests.servers.faulty import FaultyServer
from tests.settings.written import GAME, GAMEMASTER, PLAYER, settings
from tests.tiles.builders import SEED

TWO = """
[mail]
imap = "imap://127.0.0.1:{imap}"
smtp = "smtp://127.0.0.1:{smtp}"
user = "referee@example.org"
password = "pw"
address = "Scrabble <referee@example.org>"

[[mailbox]]
id = "north"
imap = "imap://127.0.0.1:{imap}"
smtp = "smtp://127.0.0.1:{smtp}"
user = "north@example.org"
password = "{password}"
address = "Scrabble Nord <north@example.org>"
"""
SPOOLS = """
[mail]
spool = "mail"
smtp = "smtp://localhost"
address = "referee@example.org"

[[mailbox]]
id = "north"
spool = "elsewhere/north"
smtp = "smtp://localhost"
address = "north@example.org"
"""


def written(mail: str, game: str = "") -> str:
    return f"{mail}\n{GAMEMASTER}\n{GAME}{game}\n{PLAYER}"


@pytest.mark.slow
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("password", ["pw", "wrong"])
def test_check_tries_the_servers_of_each(password: str) -> None:
    accounts = dict.fromkeys(("referee@example.org", "north@example.org", "gm@example.org"), "pw")
    with FaultyServer(accounts) as server:
        mail = TWO.format(imap=server.imap_port, smtp=server.smtp_port, password=password)
        Path("config.toml").write_text(written(mail), encoding="utf-8")

        called = mailref("check", "--online")

        sent = [parsed(each.data)["From"] for each in server.parcels]
    took = f"smtp://127.0.0.1:{server.smtp_port}: took a test mail to gm@example.org"
    assert "config.toml: no fault; games: 1, mailboxes: 2, players: 1" in called.out.splitlines()
    assert took in called.out.splitlines()
    if password == "pw":
        assert f'[[mailbox]] "north": {took}' in called.out.splitlines()
        assert [str(each) for each in sent] == [
            "Scrabble <referee@example.org>",
            "Scrabble Nord <north@example.org>",
        ]
    else:
        assert called.code == 1
        assert '[[mailbox]] "north": imap://' in called.err


def test_mail_is_brought_to_the_folder_that_is_named(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("config.toml").write_text(written(SPOOLS), encoding="utf-8")
    monkeypatch.setattr(deliver, "_mail", lambda: b"Subject: x\r\n\r\nx\r\n")

    boxes = ((), ("--mailbox", "north"), ("--mailbox", "nord"))
    found = [mailref("deliver", *box) for box in boxes]

    assert [called.code for called in found] == [0, 0, 75]
    assert "no [[mailbox]] 'nord'; there is north" in found[2].err
    assert len(list((here / "mail/new").iterdir())) == 1
    assert len(list((here / "elsewhere/north/new").iterdir())) == 1


def test_the_service_may_write_into_each_folder(here: Path) -> None:
    Path("config.toml").write_text(written(SPOOLS), encoding="utf-8")

    called = mailref("service", "install", "--print")

    assert f'"{here}/mail" "{here}/elsewhere/north"' in called.out


@pytest.mark.usefixtures("here")
def test_login_names_the_mailbox_that_wants_none() -> None:
    Path("config.toml").write_text(written(SPOOLS), encoding="utf-8")

    called = mailref("login", "--mailbox", "north")

    assert called.code == 1
    assert '[[mailbox]] "north" auth: is not "oauth2"' in called.err


def test_forget_says_where_mails_of_his_lie(capsys: pytest.CaptureFixture[str]) -> None:
    found = settings(written(TWO.format(imap=1, smtp=2, password="pw")))

    _say_what_stays(Traces(sent=0, waiting=0, mixed=()), found)

    said = capsys.readouterr().out
    assert "INBOX, Processed and Quarantine of the mailbox" in said
    assert 'INBOX, Processed and Quarantine of [[mailbox]] "north"' in said


def test_a_preview_is_written_as_from_the_mailbox_of_the_game(here: Path) -> None:
    text = written(TWO.format(imap=1, smtp=2, password="pw"), 'mailbox = "north"\n')
    Path("config.toml").write_text(text, encoding="utf-8")
    recorded(here, "yerres", SEED, yerres()[:7])

    called = mailref("preview", "yerres")

    assert called.code == 0, called.err
    mail = parsed((here / "preview-yerres/report.eml").read_bytes())
    assert str(mail["From"]) == "Scrabble Nord <north@example.org>"
