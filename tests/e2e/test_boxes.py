"""Two mailboxes in one installation, on real servers; two workers, of whom each reads another."""

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select

from mailref.journal import schema
from mailref.post import spool
from mailref.post.ports import Spool
from tests.commands.invoke import Called, mailref
from tests.e2e.daemons import run_daemon
from tests.e2e.installation import player_mail
from tests.e2e.working import let_lapse
from tests.effort import PATIENCE, Effort, Tried, effort, seed
from tests.forked import Forked
from tests.referee.rehearsal import game
from tests.servers import sink as sinks
from tests.servers.dovecot import PASSWORD
from tests.servers.faulty import FaultyServer
from tests.servers.inbox import Inbox
from tests.servers.postgres import postgres
from tests.servers.sink import SmtpSink, parsed

MAX = "max@example.org"
PLAYERS = {"Max Mustermann": MAX, "Eva Muster": "eva@example.org", "Fritz Fisch": "f@example.org"}
ZAT = "2036-12-05T20:00:00"
SERVER = """
imap = "imap://127.0.0.1:{imap}"
smtp = "smtp://127.0.0.1:{smtp}"
user = "{user}"
password = "{password}"
smtp_user = ""
address = "{address}"
"""
GAMEMASTER = """
[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"
"""
GAMES = "\n".join(
    [
        game("yerres", PLAYERS, deadline=ZAT),
        game("emden", PLAYERS, title="Nordspiel", keys='mailbox = "north"', deadline=ZAT),
    ]
)
OPEN = game("ulm", title="Südspiel", keys='mailbox = "south"\nregistration = "open"', deadline=ZAT)
OUR_ADDRESSES = {
    "": "referee@example.org",
    "north": "north@example.org",
    "south": "south@example.org",
}


@dataclass(frozen=True)
class House:
    """A folder with settings, two mailboxes, and what was handed over."""

    folder: Path
    deliver: Callable[[str, bytes], object]
    """Lets a mail arrive in the mailbox of [mail], or in that named "north"."""
    taken: Callable[[], list[tuple[str, bytes]]]

    def call(self, *words: str) -> Called:
        return mailref(*words, "-c", str(self.folder / "config.toml"))

    def cannot_read(self, address: str) -> None:
        """Let nobody listen any more where the mailbox of that address is read."""
        config = self.folder / "config.toml"
        *others, own = config.read_text(encoding="utf-8").split("imap = ")
        assert address in own
        down = 'imap = "imap://127.0.0.1:1"\n' + own.partition("\n")[2]
        config.write_text("imap = ".join(others) + down, encoding="utf-8")

    def arrives(self, box: str, subject: str, text: str, name: str, address: str) -> None:
        mail = player_mail(name, address, text, Message_ID=f"<{box}.{address}>")
        del mail["Subject"]
        mail["Subject"] = subject
        self.deliver(box, mail.as_bytes(policy=mail.policy.clone(linesep="\r\n")))

    def mails_to(self, address: str) -> list[EmailMessage]:
        return [parsed(data) for recipient, data in self.taken() if recipient == address]

    def answers(self) -> list[tuple[str, str]]:
        """Return from where each answer came, and the game in its subject."""
        mails = [parsed(data) for _, data in self.taken()]
        return sorted(
            (mail["From"].addresses[0].addr_spec, str(mail["Subject"]).partition(" ")[0])
            for mail in mails
            if mail["Auto-Submitted"] == "auto-replied"
        )


def configured(folder: Path, imap: int, smtp: int, users: dict[str, str], password: str) -> None:
    written = [
        (f'[[mailbox]]\nid = "{box}"' if box else "[mail]")
        + SERVER.format(
            imap=imap, smtp=smtp, user=user, password=password, address=OUR_ADDRESSES[box]
        )
        for box, user in users.items()
    ]
    text = "\n".join([*written, GAMEMASTER, GAMES, OPEN])
    (folder / "config.toml").write_text(text, encoding="utf-8")


@pytest.fixture(
    params=["embedded", pytest.param("dovecot", marks=[pytest.mark.dovecot, pytest.mark.slow])]
)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    if request.param == "embedded":
        users = OUR_ADDRESSES
        with FaultyServer(dict.fromkeys(users.values(), "pw")) as server:
            configured(tmp_path, server.imap_port, server.smtp_port, users, "pw")
            yield House(
                tmp_path,
                lambda box, data: server.deliver(users[box], data),
                lambda: [(parcel.recipient, parcel.data) for parcel in server.parcels],
            )
        return
    dovecot, user = (request.getfixturevalue(name) for name in ("dovecot", "user"))
    sink: SmtpSink = request.getfixturevalue("smtp_sink")
    users = {box: f"{user}{box}" for box in OUR_ADDRESSES}
    configured(tmp_path, dovecot.imap, sink.port, users, PASSWORD)
    yield House(
        tmp_path,
        lambda box, data: Inbox(dovecot.account(users[box]), lambda: None, lambda: None).deliver(
            data
        ),
        lambda: [(taken.recipient, taken.data) for taken in list(sink.taken)],
    )


@pytest.mark.slow  # three ticks on servers
def test_each_game_answers_from_its_own_mailbox_and_one_that_is_down_holds_up_nothing(
    house: House,
) -> None:
    """Two players in three games: mail to the wrong mailbox, the tag of another's game, a newcomer."""
    began = house.call("once")
    house.cannot_read("south@example.org")
    house.arrives("north", "Zug", "1-Zug-Scrabble Yerres\nH8w RABEN\n", "Max Mustermann", MAX)
    house.arrives("", "Zug", "Nordspiel\nH8w RABEN\n", "Max Mustermann", MAX)
    house.arrives("", "Re: [emden R1] Zug", "H8w RABEN\n", "Eva Muster", "eva@example.org")
    house.arrives("north", "Südspiel", "Südspiel\nH8w RABEN\n", "Neu Ling", "neu@example.org")
    called = [house.call("once"), house.call("once")]

    assert house.answers() == [
        ("north@example.org", "[emden"),
        ("north@example.org", "[emden"),
        ("referee@example.org", "[yerres"),
        ("south@example.org", "[ulm"),
    ]
    (asked,) = house.mails_to("neu@example.org")
    assert (asked["From"].addresses[0].addr_spec, str(asked["Subject"])[:5]) == (
        "south@example.org",
        "[ulm ",
    )
    assert {each["From"].addresses[0].addr_spec for each in house.mails_to(MAX)} == set(
        OUR_ADDRESSES.values()
    )
    assert [each.code for each in (began, *called)] == [0, 1, 1]
    assert called[0].err.startswith(
        'mailref: [[mailbox]] "south": imap://127.0.0.1:1: nothing listens'
    )
    assert "[mail]" not in called[0].err
    checked = house.call("status", "--check")
    assert checked.code == 1
    assert checked.out.startswith('WARNING: mailbox: [[mailbox]] "south": imap://127.0.0.1:1: ')


@pytest.mark.slow  # five ticks on a server
@pytest.mark.parametrize("house", ["embedded"], indirect=True)
def test_a_backup_put_back_finds_what_came_to_any_mailbox_and_a_strangers_mail_is_adopted(
    house: House, tmp_path: Path
) -> None:
    """`once`, `backup`, `restore` and `adopt`: moves that crossed over, one from an unknown address."""
    work = "max@work.example"
    assert [house.call("once").code for _ in range(2)] == [0, 0]
    saved = str(tmp_path / "saved.db")
    assert house.call("backup", saved).code == 0
    house.arrives("north", "Zug", "1-Zug-Scrabble Yerres\nH8w RABEN\n", "Max Mustermann", MAX)
    house.arrives("", "Zug", "Nordspiel\nH8w RABEN\n", "Eva Muster", "eva@example.org")
    house.arrives("north", "Zug", "Nordspiel\nSpieler=Max Mustermann\nH8w RABEN\n", "M", work)
    assert house.call("once").code == 0
    before, sent = house.call("export", "emden").out, house.answers()

    restored = house.call("restore", saved)
    again = house.call("once")

    assert (restored.code, again.code, house.answers()) == (0, 0, sent)
    assert house.call("export", "emden").out == before
    assert sent[:2] == [("north@example.org", "[emden"), ("referee@example.org", "[yerres")]
    (number,) = re.findall(r"\bU\d+\b", house.call("status").out)
    assert [house.call(*words).code for words in (("adopt", number), ("once",))] == [0, 0]
    newest = house.mails_to(MAX)[-1]
    assert newest["From"].addresses[0].addr_spec == "north@example.org"
    assert str(newest["Subject"]).startswith("[emden")


SPOOLS = """
[mail]
spool = "mail"
smtp = "smtp://127.0.0.1:{port}"
address = "Scrabble <referee@example.org>"
poll = "1s"
per_hour = 10000

[[mailbox]]
id = "north"
spool = "north"
smtp = "smtp://127.0.0.1:{port}"
address = "Nord <north@example.org>"

[storage]
url = "{url}"
"""


@dataclass
class Pair:
    """Two daemons on one record."""

    folder: Path
    url: str
    sink: SmtpSink
    daemons: list[Forked]

    def readers(self) -> dict[str, int]:
        """Return which process leads, and which reads the northern mailbox."""
        engine = create_engine(self.url)
        leases = schema.leases
        alive = select(leases.c.name, leases.c.pid).where(leases.c.until > datetime.now(UTC))
        with engine.connect() as connection:
            found = {row.name: row.pid for row in connection.execute(alive)}
        engine.dispose()
        return {name: pid for name, pid in found.items() if name in {"machine", "box:north"}}

    def are_apart(self) -> bool:
        found = self.readers()
        return len(found) == 2 and len(set(found.values())) == 2

    def arrives(self, folder: str, name: str, text: str, number: int) -> None:
        mail = player_mail(name, PLAYERS[name], text, Message_ID=f"<{number}@x>")
        now = datetime.now(UTC)
        spool.put(Spool(str(self.folder / folder)), mail.as_bytes(), now, now)

    def answers(self) -> dict[str, list[bytes]]:
        """Return what was handed over in answer to each mail."""
        found: dict[str, list[bytes]] = {}
        for taken in list(self.sink.taken):
            mail = parsed(taken.data)
            if mail["Auto-Submitted"] == "auto-replied":
                found.setdefault(str(mail["In-Reply-To"]), []).append(taken.data)
        return found

    def wait_until(self, wanted: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not wanted():
            log = self.folder / "daemon.log"
            assert time.monotonic() < until, log.read_text(encoding="utf-8")[-3000:]
            time.sleep(0.1)

    def kill(self, pid: int) -> Forked:
        """Kill a daemon, whose leases hold for twenty seconds more."""
        dead = next(each for each in self.daemons if each.process.pid == pid)
        dead.kill()
        self.daemons.remove(dead)
        return dead

    def kill_and_let_lapse(self, pid: int) -> None:
        """Kill a daemon, and let those twenty seconds pass."""
        dead = self.kill(pid)
        engine = create_engine(self.url)
        let_lapse(engine, dead)
        engine.dispose()


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    server = postgres()
    with ExitStack() as open_, sinks.running() as sink:
        url = server.begun()
        open_.callback(server.drop, url)
        text = SPOOLS.format(port=sink.port, url=url) + GAMEMASTER + GAMES
        (tmp_path / "config.toml").write_text(text, encoding="utf-8")
        made = Pair(tmp_path, url, sink, [Forked(run_daemon, tmp_path) for _ in range(2)])
        try:
            yield made
        finally:
            for each in made.daemons:
                each.kill()


_TRIALS = {Effort.DESK: 1, Effort.CI: 1, Effort.SOAK: 60}
_MAILS = 30


@pytest.mark.slow  # two daemons, of whom one is killed
@pytest.mark.parametrize("trial", range(_TRIALS[effort()]))
def test_each_worker_reads_another_and_the_one_that_is_left_reads_both(
    pair: Pair, trial: int, tried: Tried
) -> None:
    """Whichever is killed, whenever: each mail is answered once, at most one letter goes out again."""
    rng = random.Random(f"{seed()} {trial}")
    pair.wait_until(pair.are_apart)
    dies_at, dies = rng.randrange(_MAILS), rng.choice(["box:north", "machine"])

    for number in range(_MAILS):
        title, name = rng.choice(["1-Zug-Scrabble Yerres", "Nordspiel"]), rng.choice([*PLAYERS])
        pair.arrives(rng.choice(["mail", "north"]), name, f"{title}\nH8w RABEN\n", number)
        if number == dies_at:
            pair.wait_until(lambda: bool(pair.answers()))
            pair.kill_and_let_lapse(pair.readers()[dies])
    sent = {f"<{number}@x>" for number in range(_MAILS)}
    pair.wait_until(lambda: set(pair.answers()) == sent)

    assert {len(set(copies)) for copies in pair.answers().values()} == {1}
    assert sum(map(len, pair.answers().values())) <= _MAILS + 1
    assert [each.terminate() for each in pair.daemons] == [0]
    tried("workers killed beside one that reads another mailbox", 1)


@pytest.mark.slow
@pytest.mark.skipif(effort() is not Effort.SOAK, reason="waits for half a minute by the clock")
@pytest.mark.parametrize("dies", ["box:north", "machine"])
def test_by_the_clock_a_dead_workers_mailbox_is_read_within_half_a_minute(
    pair: Pair, dies: str
) -> None:
    """Docs/reliability 2: what arrives when it is killed is answered by the other."""
    pair.wait_until(pair.are_apart)

    pair.kill(pair.readers()[dies])
    killed = time.monotonic()
    for number, folder in enumerate(("mail", "north")):
        pair.arrives(folder, "Max Mustermann", "Nordspiel\nH8w RABEN\n", number)
    pair.wait_until(lambda: len(pair.answers()) == 2)

    assert time.monotonic() - killed < 30
