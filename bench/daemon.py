"""The daemon as it runs, on a real Dovecot: what it takes of a processor, whatever of it runs when.

Run by `python -m bench.daemon [single] [fifty] [boxes]`. `mailref run` and the yardstick `bench.fair` are
processes of their own; of each the processor time is read with that of its children, before a mail and once
it rests again: so what runs behind an answer counts. The mails are valid moves, each another. `boxes` has
one, ten and fifty mailboxes: an idle poll, and a mail into any of them. Exits 1 where an aim is missed.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench import baseline
from bench.house import REFEREE as OURS
from bench.house import machine_at, move_mail, write_settings
from bench.real import Ports, game_of, sink, valid_moves
from bench.tick import process
from mailref.service import tick
from tests.servers import dovecot

PLAYERS = 8
WARM = 8
MAILS = 40
TOGETHER = 50
_PATIENCE = 120.0
_BOX = """
[[mailbox]]
id = "box{number}"
imap = "imap://127.0.0.1:{imap}"
smtp = "smtp://127.0.0.1:{smtp}"
user = "box{number}@example.org"
password = "pw"
address = "box{number}@example.org"
poll = "{poll}s"
"""


def processor(pid: int) -> float:
    """Return the seconds of a processor that a process has taken, with its children."""
    total = time.clock_gettime(~pid << 3 | 2)  # that clock of the process, to the nanosecond
    ended = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    total += (int(ended[13]) + int(ended[14])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return total + sum(processor(int(child)) for child in children)


@dataclass(frozen=True, slots=True)
class Worked:
    """A process that answers mail, and whose mailbox it reads."""

    pid: int
    server: dovecot.Dovecot

    def rested(self, users: Sequence[str] = ()) -> float:
        """Return its processor time once the inboxes of *users* are empty and it does nothing."""
        until = time.monotonic() + _PATIENCE
        while any(self._waiting(user) for user in users):
            assert time.monotonic() < until, "a mail was not filed"
            time.sleep(0.05)
        before, quiet = -1.0, 0
        while quiet < 3:
            time.sleep(0.1)
            now = processor(self.pid)
            quiet = quiet + 1 if now - before < 0.0005 else 0
            before = now
        return before

    def _waiting(self, user: str) -> bool:
        inbox = self.server.maildir(user.partition("@")[0])
        return any(any((inbox / part).iterdir()) for part in ("new", "cur"))

    def seconds(self, mails: Sequence[tuple[str, bytes]]) -> float:
        """Return what it takes of a processor to answer mails that come together."""
        before = self.rested()
        user, at = mails[0][0], datetime.now(UTC).replace(microsecond=0)
        client = self.server.client(user)
        for _, data in mails:
            client.append("INBOX", data, (), at)
        client.logout()
        return self.rested([user]) - before


@dataclass(frozen=True, slots=True)
class Bench:
    """Referee and yardstick, and what players write."""

    ours: Worked
    theirs: Worked
    moves: Sequence[str]
    tag: bytes

    def mail(self, number: int) -> bytes:
        return move_mail(number % PLAYERS, number, self.moves).replace(b" R4]", self.tag)


@contextmanager
def running(boxes: int = 1, poll: int = 60) -> Iterator[Bench]:
    """Run both on servers of their own."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        more = "mail_max_userip_connections = 500"
        server = stack.enter_context(dovecot.running(dovecot.Setup(more=more)))
        smtp = stack.enter_context(sink())
        config = write_settings(folder, Ports(server.imap, smtp), PLAYERS)
        text = config.read_text().replace('poll = "60s"', f'poll = "{poll}s"', 1)
        further = (
            _BOX.format(number=number, imap=server.imap, smtp=smtp, poll=poll)
            for number in range(1, boxes)
        )
        config.write_text(text + "".join(further))
        with machine_at(config) as (machine, begin):
            tick(machine, begin, datetime.now(UTC))
            game = game_of(machine)
            assert game.round is not None
            moves, tag = valid_moves(game), f" R{game.round.number}]".encode()
            for box in machine.further:
                box.mailbox.close()
        run = (sys.executable, "-m", "mailref", "run", "-c", str(config))
        fair = (sys.executable, "-m", "bench.fair", str(server.imap), str(smtp), str(folder))
        ours = stack.enter_context(process(*run, folder=folder))
        theirs = stack.enter_context(process(*fair, folder=folder))
        time.sleep(5)
        yield Bench(Worked(ours.pid, server), Worked(theirs.pid, server), moves, tag)


def single() -> bool:
    """Print what one mail takes, by IDLE, and tell whether the mean is within the aim."""
    ours, theirs = [], []
    with running() as found:
        for number in range(WARM + MAILS):
            data = found.mail(number)
            theirs.append(found.theirs.seconds([(baseline.USER, data)]))
            ours.append(found.ours.seconds([(OURS, data)]))
    ours, theirs = ours[WARM:], theirs[WARM:]
    return shown("one mail by IDLE", ours, theirs, 1.5)


def fifty() -> bool:
    """Print what each of fifty mails takes that come together."""
    ours, theirs = [], []
    with running() as found:
        found.ours.seconds([(OURS, found.mail(9000 + each)) for each in range(WARM)])
        for run in range(5):
            mails = [found.mail(run * TOGETHER + each) for each in range(TOGETHER)]
            theirs.append(found.theirs.seconds([(baseline.USER, each) for each in mails]))
            ours.append(found.ours.seconds([(OURS, each) for each in mails]))
    each, fair = [one / TOGETHER for one in ours], [one / TOGETHER for one in theirs]
    return shown("each of fifty mails that come together", each, fair, 1 / 0.75)


def shown(what: str, ours: Sequence[float], theirs: Sequence[float], most: float) -> bool:
    mean = statistics.mean(ours) / statistics.mean(theirs)
    median = statistics.median(ours) / statistics.median(theirs)
    print(
        f"{what}: median {statistics.median(ours) * 1e3:.1f} ms, fair {statistics.median(theirs) * 1e3:.1f},"
        f" {median:.2f} times; mean {statistics.mean(ours) * 1e3:.1f} ms, fair"
        f" {statistics.mean(theirs) * 1e3:.1f}, {mean:.2f} times (at most {most:.2f})",
        flush=True,
    )
    return mean <= most


def boxes(counts: Sequence[int] = (1, 10, 50), poll: int = 3, mails: int = 20) -> bool:
    """Print what an idle poll and a mail take with so many mailboxes; the aims are for ten."""
    idle, mail = {}, {}
    for count in counts:
        with running(count, poll) as found:
            time.sleep(3 * poll)
            before = processor(found.ours.pid)
            time.sleep(8 * poll)
            idle[count] = (processor(found.ours.pid) - before) / 8
        with running(count, 600) as found:
            took = []
            for number in range(WARM + mails):
                at = number % count
                user = f"box{at}@example.org" if at else OURS
                took.append(found.ours.seconds([(user, found.mail(number))]))
            mail[count] = statistics.median(took[WARM:])
        print(
            f"{count} mailboxes: an idle poll {idle[count] * 1e3:.1f} ms, a mail {mail[count] * 1e3:.1f} ms,"
            f" {mail[count] / mail[counts[0]]:.2f} times that with one (at most 1.1)",
            flush=True,
        )
    return all(mail[count] <= 1.1 * mail[counts[0]] for count in counts if count <= 10)


WORK = {"single": single, "fifty": fifty, "boxes": boxes}


def main() -> int:
    kept = [WORK[name]() for name in sys.argv[1:] or WORK]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
