"""Two mailboxes in one installation, on real servers; two workers, of whom each reads another."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default as default_policy
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select

from mailref.demo.server.embedded import EmbeddedServer
from mailref.journal import schema
from mailref.post import spool
from mailref.post.ports import Spool
from tests.commands.invoke import mailref
from tests.e2e.daemons import run_daemon
from tests.e2e.installation import player_mail
from tests.e2e.working import let_lapse
from tests.effort import PATIENCE
from tests.forked import Forked
from tests.referee.rehearsal import game
from tests.servers import sink as sinks
from tests.servers.dovecot import PASSWORD
from tests.servers.inbox import Inbox
from tests.servers.postgres import postgres
from tests.servers.sink import SmtpSink

MAX = "max@example.org"
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
        game("yerres", deadline=ZAT),
        game("emden", title="Nordspiel", keys='mailbox = "north"', deadline=ZAT),
    ]
)


@dataclass(frozen=True)
class House:
    """A folder with settings, two mailboxes, and what was handed over."""

    folder: Path
    deliver: Callable[[str, bytes], object]
    """Lets a mail arrive in the mailbox of [mail], or in that named "north"."""
    taken: Callable[[], list[tuple[str, bytes]]]

    def once(self) -> None:
        done = mailref("once", "-c", str(self.folder / "config.toml"))
        assert done.code == 0, done.err

    def moves(self, box: str, title: str) -> None:
        text = f"{title}\nH8w RABEN\n"
        mail = player_mail("Max Mustermann", MAX, text, Message_ID=f"<{box}.{title[0]}@x>")
        self.deliver(box, mail.as_bytes(policy=mail.policy.clone(linesep="\r\n")))

    def answers(self) -> list[tuple[str, str]]:
        """Return from where each answer came, and the game in its subject."""
        mails = [message_from_bytes(data, policy=default_policy) for _, data in self.taken()]
        return sorted(
            (mail["From"].addresses[0].addr_spec, str(mail["Subject"]).partition(" ")[0])
            for mail in mails
            if mail["Auto-Submitted"] == "auto-replied"
        )


def configured(folder: Path, imap: int, smtp: int, users: dict[str, str], password: str) -> None:
    tables = {"": "[mail]", "north": '[[mailbox]]\nid = "north"'}
    written = [
        tables[box]
        + SERVER.format(imap=imap, smtp=smtp, user=user, password=password, address=address)
        for (box, user), address in zip(
            users.items(), ("referee@example.org", "north@example.org"), strict=True
        )
    ]
    text = "\n".join([*written, GAMEMASTER, GAMES])
    (folder / "config.toml").write_text(text, encoding="utf-8")


@pytest.fixture(
    params=["embedded", pytest.param("dovecot", marks=[pytest.mark.dovecot, pytest.mark.slow])]
)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    if request.param == "embedded":
        users = {"": "referee@example.org", "north": "north@example.org"}
        with EmbeddedServer(dict.fromkeys(users.values(), "pw")) as server:
            configured(tmp_path, server.imap_port, server.smtp_port, users, "pw")
            yield House(
                tmp_path,
                lambda box, data: server.deliver(users[box], data),
                lambda: [(parcel.recipient, parcel.data) for parcel in server.parcels],
            )
        return
    dovecot, user = (request.getfixturevalue(name) for name in ("dovecot", "user"))
    sink: SmtpSink = request.getfixturevalue("smtp_sink")
    users = {"": user, "north": f"{user}north"}
    configured(tmp_path, dovecot.imap, sink.port, users, PASSWORD)
    yield House(
        tmp_path,
        lambda box, data: Inbox(dovecot.account(users[box]), lambda: None, lambda: None).deliver(
            data
        ),
        lambda: [(taken.recipient, taken.data) for taken in list(sink.taken)],
    )


@pytest.mark.slow  # four ticks on servers
def test_both_are_read_and_each_game_answers_from_its_own(house: House) -> None:
    house.once()
    house.moves("north", "1-Zug-Scrabble Yerres")
    house.moves("", "Nordspiel")
    house.once()
    house.once()

    assert house.answers() == [
        ("north@example.org", "[emden"),
        ("referee@example.org", "[yerres"),
    ]
    opened = {
        message_from_bytes(data, policy=default_policy)["From"].addresses[0].addr_spec
        for recipient, data in house.taken()
        if recipient == MAX
    }
    assert opened == {"north@example.org", "referee@example.org"}


SPOOLS = """
[mail]
spool = "mail"
smtp = "smtp://127.0.0.1:{port}"
address = "Scrabble <referee@example.org>"
poll = "1s"

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

    def moves(self, folder: str, title: str, number: int) -> None:
        mail = player_mail(
            "Max Mustermann", MAX, f"{title}\nH8w RABEN\n", Message_ID=f"<{number}@x>"
        )
        now = datetime.now(UTC)
        spool.put(Spool(str(self.folder / folder)), mail.as_bytes(), now, now)

    def answers(self) -> list[str]:
        mails = [message_from_bytes(mail.data, policy=default_policy) for mail in self.sink.taken]
        return [
            str(mail["Message-ID"]) for mail in mails if mail["Auto-Submitted"] == "auto-replied"
        ]

    def wait_until(self, wanted: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not wanted():
            log = self.folder / "daemon.log"
            assert time.monotonic() < until, log.read_text(encoding="utf-8")[-3000:]
            time.sleep(0.1)

    def kill(self, pid: int) -> None:
        """Kill a daemon, and let the twenty seconds pass for which its leases hold."""
        dead = next(each for each in self.daemons if each.process.pid == pid)
        dead.kill()
        self.daemons.remove(dead)
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


@pytest.mark.slow
@pytest.mark.parametrize("dies", ["box:north", "machine"])
def test_each_worker_reads_another_and_the_one_that_is_left_reads_both(
    pair: Pair, dies: str
) -> None:
    pair.wait_until(pair.are_apart)
    pair.moves("mail", "1-Zug-Scrabble Yerres", 1)
    pair.moves("north", "1-Zug-Scrabble Yerres", 2)
    pair.wait_until(lambda: len(pair.answers()) == 2)

    pair.kill(pair.readers()[dies])
    pair.moves("mail", "Nordspiel", 3)
    pair.moves("north", "Nordspiel", 4)
    pair.wait_until(lambda: len(pair.answers()) == 4)

    assert len(set(pair.answers())) == 4
    assert [each.terminate() for each in pair.daemons] == [0]
