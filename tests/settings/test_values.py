"""Single values of the settings file: what is read, what is refused and with which words."""

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from mailref.games.table_reader import ValueReader, WrongValueError, duration
from mailref.settings.load import Server, database, secret, server
from mailref.settings.values import address, day, mailbox, moment, size, zone
from tests.settings.written import DATABASES, around

pytestmark = pytest.mark.each

BERLIN = ZoneInfo("Europe/Berlin")
wall = datetime.fromisoformat
HERE = around(Path("/srv/mailref"), PASSWORD="geheim", EMPTY="")

FROM_FILE = '{ file = "password.txt" } takes it from a file'


@pytest.mark.parametrize(
    ("read", "written", "expected"),
    [
        (duration(), "60s", timedelta(seconds=60)),
        (duration(), "5m", timedelta(minutes=5)),
        (duration(), " 12 h ", timedelta(hours=12)),
        (duration(), "7d", timedelta(days=7)),
        (duration(), "0s", timedelta(0)),
        (size, "1MB", 1_000_000),
        (size, "500 kB", 500_000),
        (size, "2gb", 2_000_000_000),
        (size, "1234B", 1234),
        (size, 1234, 1234),
        (address, "max@example.org", "max@example.org"),
        (address, " Max.M+x@Example.ORG ", "Max.M+x@example.org"),
        (address, "max@müller.example", "max@xn--mller-kva.example"),
        (address, "max@localhost", "max@localhost"),
        (mailbox, "referee@example.org", ("", "referee@example.org")),
        (mailbox, "Scrabble <referee@example.org>", ("Scrabble", "referee@example.org")),
        (mailbox, '"Scrabble, Post" <r@example.org>', ("Scrabble, Post", "r@example.org")),
        (zone, "Europe/Berlin", BERLIN),
        (day, date(2026, 12, 25), date(2026, 12, 25)),
        (day, "25.12.2026", date(2026, 12, 25)),
        (day, "2026-12-25", date(2026, 12, 25)),
        (server("imap"), "imaps://mail.example.org", Server("imaps", "mail.example.org", 993)),
        (server("imap"), "imap://127.0.0.1:11143", Server("imap", "127.0.0.1", 11143)),
        (server("imap"), "imap://localhost/", Server("imap", "localhost", 143)),
        (server("smtp"), "smtps://mail.example.org", Server("smtps", "mail.example.org", 465)),
        (server("smtp"), "smtp://[::1]", Server("smtp", "::1", 587)),
        (secret(HERE), "bare", "bare"),
        (secret(HERE), {"env": "PASSWORD"}, "geheim"),
        (database(HERE), "sqlite:///mailref.db", "sqlite:////srv/mailref/mailref.db"),
        (database(HERE), "sqlite:////var/lib/x.db", "sqlite:////var/lib/x.db"),
    ],
)
def test_what_is_read(read: ValueReader[object], written: object, expected: object) -> None:
    assert read(written) == expected


@pytest.mark.parametrize(
    ("read", "written", "message"),
    [
        (duration(), 60, 'must be a duration such as "60s", "5m", "12h", "7d", not 60'),
        (duration(), "1 week", 'must be a duration such as "60s", "5m", "12h", "7d", not "1 week"'),
        (duration(), "-5m", 'must be a duration such as "60s", "5m", "12h", "7d", not "-5m"'),
        (duration(least=timedelta(seconds=1)), "0s", 'must be at least "1s", not "0s"'),
        (size, "much", 'must be a size such as "1MB" or "500kB", not "much"'),
        (size, "0MB", 'must be a size such as "1MB" or "500kB", not "0MB"'),
        (size, True, 'must be a size such as "1MB" or "500kB", not true'),
        (address, "max", 'must be an address such as "max@example.org", not "max"'),
        (address, "@example.org", 'must be an address such as "max@example.org", not "@example.org"'),
        (address, "a b@example.org", 'must be an address such as "max@example.org", not "a b@example.org"'),
        (address, "max@-x.org", 'must be an address such as "max@example.org", not "max@-x.org"'),
        (address, "a..b@example.org", 'must be an address such as "max@example.org", not "a..b@example.org"'),
        (address, "jörg@example.org", 'must be an address such as "max@example.org", not "jörg@example.org"'),
        (address, "Max <max@example.org>",
         'must be an address such as "max@example.org", not "Max <max@example.org>"'),
        (address, "a@example.org\nBcc: b@example.org",
         "must be one line without control characters, not 'a@example.org\\nBcc: b@example.org'"),
        (address, "", "must not be empty"),
        (mailbox, "Scrabble <>", 'must be such as "Scrabble <referee@example.org>", not "Scrabble <>"'),
        (zone, "Europe/Berln",
         'must be a time zone such as "Europe/Berlin", not "Europe/Berln"; did you mean "Europe/Berlin"?'),
        (zone, "europe/berlin",
         'must be a time zone such as "Europe/Berlin", not "europe/berlin"; did you mean "Europe/Berlin"?'),
        (zone, "posixrules", 'must be a time zone such as "Europe/Berlin", not "posixrules"'),
        (zone, 1, "must be a text in quotes, not 1"),
        (zone, "../etc/passwd", 'must be a time zone such as "Europe/Berlin", not "../etc/passwd"'),
        (day, "Weihnachten", 'must be a date such as 25.12.2026 or 2026-12-25, not "Weihnachten"'),
        (day, "31.2.2026", 'must be a date such as 25.12.2026 or 2026-12-25, not "31.2.2026"'),
        (day, datetime(2026, 12, 25, tzinfo=UTC),
         "must be a date such as 25.12.2026 or 2026-12-25, not 2026-12-25 00:00:00+00:00"),
        (server("imap"), "mail.example.org", 'must be such as "imaps://mail.example.org", not "mail.example.org"'),
        (server("imap"), "smtps://mail.example.org",
         'must be such as "imaps://mail.example.org", not "smtps://mail.example.org"'),
        (server("smtp"), "smtps://h:99999", 'must be such as "smtps://mail.example.org", not "smtps://h:99999"'),
        (server("imap"), "imaps://", 'must be such as "imaps://mail.example.org", not "imaps://"'),
        (server("imap"), "imaps://me:pw@h", "must not hold user and password; they have keys of their own"),
        (server("imap"), "imaps://h/INBOX", 'must end after host and port, not "imaps://h/INBOX"'),
        (secret(HERE), {"env": "NOTHING"},
         f"is to come from the environment, but NOTHING is not set there; {FROM_FILE}"),
        (secret(HERE), {"env": "EMPTY"}, f"is to come from the environment, but EMPTY is not set there; {FROM_FILE}"),
        (secret(HERE), {"file": "absent"},
         "is to come from /srv/mailref/absent, which cannot be read: no such file or directory"),
        (secret(HERE), {"envv": "X"}, 'must be { env = "NAME" }, { file = "PATH" } or a text, not a table'),
        (secret(HERE), 7, 'must be { env = "NAME" }, { file = "PATH" } or a text, not 7'),
        (database(HERE), "postgresql://x/y", f'must be such as {DATABASES}, not "postgresql://x/y"'),
        (database(HERE), "sqlite://", f'must be such as {DATABASES}, not "sqlite://"'),
        (database(HERE), "sqlite:///:memory:", f'must be such as {DATABASES}, not "sqlite:///:memory:"'),
        (database(HERE), "postgresql+psycopg://ref:s3cret@db",
         f'must be such as {DATABASES}, not "postgresql+psycopg://***@db"'),
        (database(HERE), "postgresql+psycopg://ref:s3cret@db:x/y",
         f'must be such as {DATABASES}, not "postgresql+psycopg://***@db:x/y"'),
        (database(HERE), "postgresql+psycopg://ref@db/y?password=s3cret",
         'must hold no password after the "?": password = { file = "PATH" }'),
    ],
)  # fmt: skip
def test_what_is_refused_and_what_would_be_right(
    read: ValueReader[object], written: object, message: str
) -> None:
    """Contract 2: a fault says what would be right."""
    with pytest.raises(WrongValueError) as refused:
        read(written)

    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (wall("2026-12-11T20:00"), "2026-12-11T20:00:00+01:00"),
        (wall("2026-07-11T20:00"), "2026-07-11T20:00:00+02:00"),
        (wall("2026-03-29T02:30"), "2026-03-29T03:30:00+02:00"),
        (wall("2026-10-25T02:30"), "2026-10-25T02:30:00+02:00"),
        (datetime(2026, 12, 11, 20, tzinfo=UTC), "2026-12-11T21:00:00+01:00"),
        (datetime(2026, 12, 11, 20, tzinfo=timezone(timedelta(hours=-5))), "2026-12-12T02:00:00+01:00"),
    ],
)  # fmt: skip
def test_a_date_without_offset_is_by_the_clocks_of_the_game(
    written: datetime, expected: str
) -> None:
    assert moment(BERLIN)(written).isoformat() == expected


@pytest.mark.parametrize(
    "written", [date(2026, 12, 11), "11.12.2026", "bald", wall("9999-01-01T00:00")]
)
def test_a_deadline_needs_date_and_hour_of_our_time(written: object) -> None:
    with pytest.raises(WrongValueError):
        moment(BERLIN)(written)


def test_a_secret_in_a_file_is_read_without_its_line_end(tmp_path: Path) -> None:
    (tmp_path / "password.txt").write_text("geheim und lang\n", encoding="utf-8")
    (tmp_path / "empty.txt").write_text("\n", encoding="utf-8")

    assert secret(around(tmp_path))({"file": "password.txt"}) == "geheim und lang"
    with pytest.raises(WrongValueError, match=r"empty\.txt, which is empty"):
        secret(around(tmp_path))({"file": "empty.txt"})


def test_a_command_that_never_logs_in_needs_no_secret(tmp_path: Path) -> None:
    read = secret(around(tmp_path, needs_secrets=False))

    assert read({"env": "NOTHING"}) == ""
    with pytest.raises(WrongValueError):
        read({"wrong": "NOTHING"})


@pytest.mark.parametrize(
    ("host", "is_loopback"),
    [("localhost", True), ("127.0.0.1", True), ("127.1.2.3", True), ("::1", True),
     ("mail.example.org", False), ("192.168.0.1", False), ("localhost.example.org", False)],
)  # fmt: skip
def test_loopback_is_this_machine_only(host: str, is_loopback: bool) -> None:
    assert Server("imap", host, 143).is_loopback is is_loopback
