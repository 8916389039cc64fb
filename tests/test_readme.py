"""README.md keeps its word: its exchange is real, its tables name every command and setting."""

import hashlib
import re
import smtplib
import tomllib
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from mailref.assembly import baseline_of, machine_of
from mailref.cli import COMMANDS
from mailref.games.game import next_deadline
from mailref.journal.journal import Journal
from mailref.orders.club_lines import club_ask
from mailref.service import tick
from mailref.settings.load import SettingsWatch
from mailref.settings.values import schedule
from tests.german import german_words
from tests.parsed import parsed
from tests.servers.faulty import FaultyServer
from tests.settings.written import file, load

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
BEGIN = "<!-- exchange: begin (made by tests/test_readme.py) -->\n"
END = "<!-- exchange: end -->"
REFEREE, GAME_MASTER, PLAYER = "referee@example.org", "gm@example.org", "max@example.org"
OPENED = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
WRITTEN = datetime(2026, 12, 9, 17, 42, 7, tzinfo=UTC)
SETTINGS = """
[mail]
imap = "imap://127.0.0.1:{imap}"
smtp = "smtp://127.0.0.1:{smtp}"
user = "referee@example.org"
password = "readme"
address = "Scrabble <referee@example.org>"

[gamemaster]
name = "Jane Sample"
address = "gm@example.org"

[[game]]
id = "yarrow"
title = "One-move Scrabble Yarrow"
variant = "dottendorf-1zug"
language = "en"
tiles = "english"
zone = "Europe/London"
dictionary = "Collins Scrabble Words"
deadline = 2026-12-11T20:00:00
letters = "AEGILNRT"

[game.start]
round = 4
scores = {{ "Max Miller" = 312 }}
board = '''
...............
...............
...............
...............
...............
...............
...............
.......QUEST...
.........A.i...
.........R.D...
.........T.E...
.........H.S...
...............
...............
...............
'''

[[game.player]]
name = "Max Miller"
addresses = ["max@example.org"]
"""
MOVE = """\
One-move Scrabble Yarrow
Player=Max Miller
 J8 down EARTHEN    7+1+1+3=12 // longer by EN
/     swap=L9
/L12 across SAGE    6 points   // if EARTHEN is none
"""


def written() -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = f"Max Miller <{PLAYER}>"
    mail["To"] = REFEREE
    mail["Subject"] = "My move"
    mail["Date"] = WRITTEN
    mail["Message-ID"] = "<move-17@example.org>"
    mail.set_content(MOVE)
    return mail


def answered(folder: Path) -> EmailMessage:
    """Let the mail arrive over SMTP, let the referee tick, and return what he sends."""
    accounts = dict.fromkeys((REFEREE, GAME_MASTER, PLAYER), "readme")
    with FaultyServer(accounts) as server:
        config = folder / "config.toml"
        text = SETTINGS.format(imap=server.imap_port, smtp=server.smtp_port)
        config.write_text(text, encoding="utf-8")
        watch = SettingsWatch.of(config, {})
        journal = Journal.open(watch.settings.database)
        journal.installation.secret_or(hashlib.sha256(b"README").digest())
        machine = machine_of(watch, journal)
        machine.new_seed = lambda: hashlib.sha256(b"a game").digest()
        try:
            baseline, _ = baseline_of(machine, OPENED, None)
            assert tick(machine, baseline, OPENED).troubles == ()
            server.set_clock(lambda: WRITTEN)
            with smtplib.SMTP("127.0.0.1", server.smtp_port) as smtp:
                smtp.send_message(written(), PLAYER, [REFEREE])
            assert tick(machine, baseline, WRITTEN + timedelta(seconds=20)).troubles == ()
        finally:
            machine.mailbox.close()
            journal.close()
        mails = [parsed(parcel.data) for parcel in server.parcels if parcel.recipient == PLAYER]
    (answer,) = (mail for mail in mails if mail["Auto-Submitted"] == "auto-replied")
    assert answer["In-Reply-To"] == "<move-17@example.org>"
    return answer


def exchange(answer: EmailMessage) -> str:
    """Return the block for the README: the mail as written, the answer's subject and text."""
    part = answer.get_body(("plain",))
    assert part is not None
    text = str(part.get_content()).replace("\r\n", "\n").replace("\xa0", " ").strip("\n")
    mail = written()
    head = "\n".join(f"{name}: {mail[name]}" for name in ("From", "To", "Subject"))
    return (
        f"A player sends a move and an alternate, in an English game:\n\n"
        f"```text\n{head}\n\n{MOVE}```\n\n"
        f"The answer, within a minute. This is its text part; the HTML part has the board as a "
        f"picture.\n\n"
        f"```text\nSubject: {answer['Subject']}\n\n{text}\n```\n"
    )


@pytest.mark.slow
def test_the_exchange_in_the_readme_is_what_the_referee_answers(
    tmp_path: Path, update: bool
) -> None:
    """Style 47: README shows one exchange of mails, produced by the tests."""
    readme = README.read_text(encoding="utf-8")
    before, _, rest = readme.partition(BEGIN)
    shown, _, after = rest.partition(END)

    made = exchange(answered(tmp_path))

    if update:
        README.write_text(f"{before}{BEGIN}{made}{END}{after}", encoding="utf-8")
        shown = made
    assert after
    assert shown == made
    assert "[yarrow R4]" in made
    assert german_words(made) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_table_of_commands(command: str) -> None:
    """Style 47: each command is proven documented."""
    assert re.search(rf"^\|[^|]*`{command}`[^|]*\|", section("Commands"), re.MULTILINE)


def test_no_command_is_named_that_does_not_exist() -> None:
    rows = re.findall(r"^\| (`[^|]*) \|", section("Commands"), re.MULTILINE)

    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]

    assert sorted(named) == sorted(COMMANDS)


def test_every_table_of_the_settings_is_in_the_readme() -> None:
    """`config.example.toml` shows every setting; the README says what each table holds."""
    example = (ROOT / "config.example.toml").read_text(encoding="utf-8")
    tables = dict.fromkeys(re.findall(r"^(\[+[a-z.]+\]+)", example, re.MULTILINE))

    named = re.findall(r"^\| `(\[[^`]+)` \|", section("Settings at a glance"), re.MULTILINE)

    assert tomllib.loads(example)
    assert named == list(tables)


def section(title: str) -> str:
    """Return a section of the README, by its heading."""
    readme = README.read_text(encoding="utf-8")
    _, found, after = readme.partition(f"\n## {title}\n")
    assert found, f"README has no section {title!r}"
    return after.partition("\n## ")[0]


@pytest.mark.parametrize("name", ["confirmation", "report"])
def test_the_pictures_are_there_and_small(name: str) -> None:
    """`make pictures` makes them from mails that the program writes."""
    (shown,) = re.findall(rf"!\[([^]]+)\]\(docs/pictures/{name}\.png\)", README.read_text("utf-8"))

    picture = (ROOT / "docs" / "pictures" / f"{name}.png").read_bytes()

    assert shown
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 200_000
    assert int.from_bytes(picture[16:20]) == 680  # the width, as PNG says it


def in_toml() -> list[str]:
    """Return the settings that are shown: of a second game, of other languages, of a club."""
    return re.findall(r"```toml\n(.*?)```", section("A second game"), re.DOTALL)


def test_the_second_game_of_the_readme_is_a_right_one() -> None:
    written_out, *_ = in_toml()

    found = load(f"{file()}{written_out}")

    assert [fault.line for fault in found.faults] == []
    assert found.settings is not None
    (_, big) = found.settings.games
    assert (big.layout.name, big.tiles.name, len(big.players)) == ("super", "english-super", 2)


def test_the_readme_says_how_a_game_of_another_language_is_written(tmp_path: Path) -> None:
    _, keys, _ = in_toml()
    for name in re.findall(r'file = "([^"]+)"', keys):
        (tmp_path / name).write_text("casa\nsi\n", encoding="utf-8")

    found = load(file(game=keys), tmp_path)

    assert [fault.line for fault in found.faults] == []
    assert found.settings is not None
    (game,) = found.settings.games
    assert (game.tiles.name, game.layout.name, game.language) == ("spanish", "wwf", "en")


def test_the_club_of_the_readme_is_a_right_one_and_its_orders_are_read() -> None:
    *_, club = in_toml()
    orders = re.findall(r"`([A-Z ]{4,}[^`]*)`", section("A second game").partition("### A club")[2])

    found = load(f"{file()}{club}")

    assert [fault.line for fault in found.faults] == []
    assert found.settings is not None
    assert found.settings.club is not None
    assert len(orders) == 9
    assert [each for each in orders if club_ask(each, lambda _: True) is None] == []


def test_schedules_of_the_readme_are_read_and_lead_where_it_says() -> None:
    said = section("A second game")
    said = said.partition("### Deadlines")[2].partition("###")[0]
    words = re.findall(r"\"((?:every|weekly) [^\"]+ at 20:00)\"", " ".join(said.split()))
    zone = ZoneInfo("Europe/Berlin")
    first = datetime(2026, 11, 25, 20, tzinfo=zone)

    schedules = [schedule(zone)(each) for each in words]

    assert len(schedules) == 4
    following = next_deadline(
        schedules[0], previous=first, zone=zone, not_before=first + timedelta(days=7)
    )
    assert following == datetime(2026, 12, 11, 20, tzinfo=zone)
