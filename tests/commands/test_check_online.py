"""`mailref check --online`: both servers, the clock, a test mail; and what the record says (contract 1, 2)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailref.games.events import DeadlineMoved, Event, SettingSpent, WordRuled
from mailref.games.rounds.events import GameOpened, RoundClosed
from mailref.journal.journal import Journal
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Baseline
from tests.commands.games import recorded
from tests.commands.invoke import Called, mailref
from tests.parsed import parsed
from tests.record.by_hand import yerres
from tests.servers.faulty import FaultyServer
from tests.settings.written import GAME, GAMEMASTER, PLAYER, file
from tests.tiles.builders import SEED

USER, PASSWORD = "referee@example.org", "geheim"
GAME_MASTER = "gm@example.org"


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with FaultyServer({USER: PASSWORD, GAME_MASTER: "x"}) as running:
        yield running


def configure(
    folder: Path, server: FaultyServer, *, password: str = PASSWORD, game: str = ""
) -> None:
    mail = f"""
[mail]
imap = "imap://127.0.0.1:{server.imap_port}"
smtp = "smtp://127.0.0.1:{server.smtp_port}"
user = "{USER}"
password = "{password}"
address = "Scrabble <{USER}>"
"""
    text = f"{mail}\n{GAMEMASTER}\n{GAME}{game}\n{PLAYER}"
    (folder / "config.toml").write_text(text, encoding="utf-8")


def lines(called: Called, server: FaultyServer) -> list[str]:
    """Return what was said, ports named."""
    ports = {str(server.imap_port): "IMAP", str(server.smtp_port): "SMTP"}
    text = called.out
    for port, name in ports.items():
        text = text.replace(port, name)
    return text.splitlines()


def test_each_result_is_a_line_and_the_game_master_gets_a_mail(
    here: Path, server: FaultyServer
) -> None:
    """Contract 1: `--online` also logs in to both servers."""
    configure(here, server)
    server.deliver(USER, b"Subject: old\r\n\r\nold\r\n")

    called = mailref("check", "--online")

    assert (called.code, called.err) == (0, "")
    assert lines(called, server) == [
        "config.toml: no fault; games: 1, players: 1",
        "imap://127.0.0.1:IMAP: logged in; 1 mail in the inbox, which the first run will leave untouched",
        "imap://127.0.0.1:IMAP: its clock agrees with ours",
        "smtp://127.0.0.1:SMTP: logged in",
        f"smtp://127.0.0.1:SMTP: took a test mail to {GAME_MASTER}",
    ]
    ((data, _),) = server.mails(GAME_MASTER)
    mail = parsed(data)
    assert mail["To"].addresses[0].addr_spec == GAME_MASTER
    assert mail["Subject"].startswith("[mailref]")
    assert mail["Auto-Submitted"] == "auto-generated"
    assert not (here / "mailref.db").exists()


def test_mail_before_the_baseline_is_counted(here: Path, server: FaultyServer) -> None:
    configure(here, server)
    recorded(here, "yerres", SEED, yerres()[:7])
    first = server.deliver(USER, b"Subject: old\r\n\r\nold\r\n")
    server.deliver(USER, b"Subject: new\r\n\r\nnew\r\n")
    with Journal.open(f"sqlite:///{here / 'mailref.db'}") as journal:
        journal.installation.secret_or(bytes(32))
        state = _state(server)
        baseline = Baseline(state, first + 1, datetime.now(UTC))
        journal.installation.set_baseline(baseline, f"{USER}@127.0.0.1")

    called = mailref("check", "--online")

    assert "2 mails in the inbox, 1 of them before the baseline" in called.out


def _state(server: FaultyServer) -> int:
    mailbox = ImapMailbox(server.imap(USER))
    try:
        return mailbox.snapshot().uid_validity
    finally:
        mailbox.close()


def test_a_clock_that_is_wrong_is_told(here: Path, server: FaultyServer) -> None:
    """Contract 5: the server's clock decides who is in time."""
    configure(here, server)
    server.set_clock(lambda: datetime.now(UTC) + timedelta(hours=1))

    called = mailref("check", "--online")

    assert called.code == 0
    assert "s ahead of ours; it decides who is in time, set one of them right" in called.out


def test_a_wrong_password_fails_on_both_servers(here: Path, server: FaultyServer) -> None:
    """Contract 1: `check --online` that fails exits 1."""
    configure(here, server, password="falsch")

    called = mailref("check", "--online")

    assert called.code == 1
    assert called.out == "config.toml: no fault; games: 1, players: 1\n"
    starts = [line.split(":")[1].strip() for line in called.err.splitlines()]
    assert starts == ["imap", "smtp"]


def test_one_server_that_is_away_does_not_hide_the_other(here: Path, server: FaultyServer) -> None:
    configure(here, server)
    text = (here / "config.toml").read_text(encoding="utf-8")
    text = text.replace(f":{server.imap_port}", ":1")
    (here / "config.toml").write_text(text, encoding="utf-8")

    called = mailref("check", "--online")

    assert called.code == 1
    assert called.err.startswith("mailref: imap://127.0.0.1:1: ")
    assert "took a test mail" in called.out


NOW = ("--now", "2026-12-05T12:00:00Z")
"""Before the first ZAT."""


class TestRecord:
    """What the record makes of a file that is right in itself (contract 2)."""

    def check(self, folder: Path, game: str, *events: Event, inner: str = "") -> Called:
        text = file(game=game, inner=inner + PLAYER)
        (folder / "config.toml").write_text(text, encoding="utf-8")
        recorded(folder, "yerres", SEED, [*yerres()[:9], *events])
        return mailref("check", *NOW)

    def test_a_deadline_before_the_last_close_is_ignored_with_a_warning(self, here: Path) -> None:
        """Contract 2: a deadline not after the last close is ignored and `check` says so."""
        assert any(isinstance(event, RoundClosed) for event in yerres()[:11])
        (here / "config.toml").write_text("", encoding="utf-8")

        called = self.check(here, "", *yerres()[9:11])

        assert called.code == 0
        assert called.err == (
            'warning: config.toml: [[game]] "yerres": deadline: is not after the last close '
            "(2026-12-11T20:03:00+01:00) and is ignored (line 20)\n"
        )

    def test_a_deadline_of_an_earlier_round_is_spent(self, here: Path) -> None:
        events = list(yerres()[9:13])
        spent = SettingSpent(1, "deadline", "2026-12-11T20:00:00+01:00")

        called = self.check(here, "", spent, *events)

        assert called.err == (
            'warning: config.toml: [[game]] "yerres": deadline: was that of round 1 and is ignored (line 20)\n'
        )

    def test_a_ruling_by_command_against_the_file_is_told(self, here: Path) -> None:
        """Contract 2: where the file and `mailref rule` disagree the file wins and `check` warns."""
        words = '[game.words]\naccept = ["NUD"]\nrefuse = ["UND"]\n'
        ruled = (
            WordRuled("NUD", False, "command", ""),
            WordRuled("UND", True, "mail", ""),
            WordRuled("HUND", True, "command", ""),
        )

        called = self.check(here, "", *ruled, inner=words)

        assert called.code == 0
        start = 'warning: config.toml: [[game]] "yerres": [game.words]'
        assert called.err.splitlines() == [
            f"{start} accept: NUD was refused by command; the file wins (line 23)",
            f"{start} refuse: UND was accepted by mail; the file wins (line 24)",
        ]

    def test_a_zat_that_has_passed_over_an_open_round_is_told(self, here: Path) -> None:
        self.check(here, "")

        called = mailref("check", "--now", "2026-12-12T12:00:00Z")

        assert (called.code, called.err) == (
            0,
            (
                'warning: config.toml: [[game]] "yerres": deadline: the deadline of round 1'
                " (2026-12-11 20:00) has passed and it is still open (line 20)\n"
            ),
        )

    def test_a_round_without_a_zat_is_told(self, here: Path) -> None:
        moved = DeadlineMoved(1, None, "")

        called = self.check(here, "", moved)

        assert "deadline: round 1 is open and has no deadline" in called.err

    def test_a_game_that_goes_on_and_is_named_no_more_is_told(self, here: Path) -> None:
        self.check(here, "")
        text = file().replace("yerres", "anders").replace("Yerres", "Anders")
        (here / "config.toml").write_text(text, encoding="utf-8")

        called = mailref("check", *NOW)

        assert called.err == (
            'warning: config.toml: [[game]] "yerres": has begun and is not over, but the file'
            " does not name it: it rests\n"
        )

    def test_another_variant_or_other_letters_are_faults(self, here: Path) -> None:
        """Contract 2: `variant` after the first event, letters once mailed."""
        called = self.check(here, 'letters = "ABCDEFG"')
        opened = yerres()[0]
        assert isinstance(opened, GameOpened)
        text = (here / "config.toml").read_text(encoding="utf-8")
        other = text.replace('"dottendorf-1zug"', '"mono"')
        (here / "config.toml").write_text(other, encoding="utf-8")
        again = mailref("check", *NOW)

        assert (called.code, called.out) == (2, "")
        assert called.err == (
            'config.toml: [[game]] "yerres": letters: BDHNRSU have been mailed for round 1 (line 21)\n'
        )
        assert again.code == 2
        assert (
            'config.toml: [[game]] "yerres": variant: must stay "dottendorf-1zug", '
            "with which the game began (line 18)\n" in again.err
        )
