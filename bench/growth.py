"""What grows: each piece of work at three sizes, with the CPU it takes and the growth from the first.

Run by `python -m bench.growth [ROW...]`; exits 1 where a limit is not kept. CPU of this process
alone, in turns over the sizes, so that whatever else the machine does meets all of them: servers are
left out, mailbox and outbox are in memory, the record is a real one. `bench.idle` measures memory.
"""

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

from sqlalchemy import insert

from bench.house import AFTER_ZAT, BEFORE_ZAT, address_of, game_text, move_mail
from bench.rounds import record_round
from mailref import assets
from mailref.assembly import composer, painter
from mailref.daemon import give_back
from mailref.games.rounds.game import RoundGame
from mailref.journal import schema
from mailref.journal.journal import Journal
from mailref.journal.recorded_mails import MailState
from mailref.post.ports import Baseline
from mailref.report.pdf import MakerHere
from mailref.service import tick
from mailref.settings.load import SettingsWatch, load_settings
from mailref.tick.machine import Machine
from mailref.tops import find_top
from tests.fakes import FakeMailbox, FakeOutbox

Times = dict[int, float]
TURNS = 9
MANY = 400
HEAD = """
[mail]
imap = "imap://127.0.0.1"
smtp = "smtp://127.0.0.1"
user = "referee@example.org"
password = "pw"
address = "Scrabble <referee@example.org>"
per_address_day = 100000
per_hour = 1000000

[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"
"""


@dataclass(frozen=True, slots=True)
class World:
    """A machine without wires."""

    machine: Machine
    mailbox: FakeMailbox
    outbox: FakeOutbox
    baseline: Baseline

    def tick(self) -> None:
        tick(self.machine, self.baseline, BEFORE_ZAT)


def settings_text(games: int, players: int) -> str:
    """Return the file of so many games with so many players each; the first is `yerres`."""
    parts = [HEAD]
    for number in range(games):
        id_ = f"g{number}" if number else "yerres"
        title = f"1-Zug-Scrabble Nummer{number}" if number else "1-Zug-Scrabble Yerres"
        own = range(number * 100_000, number * 100_000 + players)
        parts.append(game_text(id_, title, own))
    return "\n".join(parts)


@contextmanager
def world(folder: Path, games: int = 1, players: int = 8) -> Iterator[World]:
    """Begin games in rounds; their openings are sent."""
    with begun(folder, settings_text(games, players)) as found:
        yield found


@contextmanager
def begun(folder: Path, settings: str) -> Iterator[World]:
    """Begin the games of *settings*; their openings are sent."""
    folder.mkdir()
    path = folder / "config.toml"
    path.write_text(settings, encoding="utf-8")
    mailbox, outbox = FakeMailbox(), FakeOutbox()
    with Journal.open(f"sqlite:///{folder / 'mailref.db'}") as journal:
        machine = Machine(
            watch=SettingsWatch.of(path, {}),
            journal=journal,
            mailbox=mailbox,
            outbox=outbox,
            compose=composer(assets.template_environment, painter(), MakerHere(painter())),
            find_top=find_top,
            connect=lambda _mail: (mailbox, outbox),
            secret=bytes(32),
        )
        found = World(machine, mailbox, outbox, mailbox.baseline(BEFORE_ZAT))
        for _ in range(3):
            while (done := tick(machine, found.baseline, BEFORE_ZAT)).sent or done.has_more:
                outbox.taken.clear()
        yield found


def seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def in_turns(works: Mapping[int, Callable[[], object]], turns: int = TURNS) -> Times:
    """Return the median of several turns at each size; the first turn warms up."""
    took: dict[int, list[float]] = {size: [] for size in works}
    for turn in range(turns + 1):
        for size, work in works.items():
            one = seconds(work)
            if turn:
                took[size].append(one)
    return {size: statistics.median(each) for size, each in took.items()}


def mail_of(found: World) -> Callable[[], None]:
    """Return what takes in one mail, another one each time."""
    numbers = iter(range(10_000))

    def one() -> None:
        number = next(numbers)
        found.mailbox.deliver(move_mail(number % 8, number * 6), BEFORE_ZAT)
        found.tick()
        assert found.outbox.taken
        found.outbox.taken.clear()

    return one


def idle_games(folder: Path, sizes: Sequence[int]) -> Times:
    with ExitStack() as stack:
        worlds = {n: stack.enter_context(world(folder / f"{n}", n)) for n in sizes}
        return in_turns({n: each.tick for n, each in worlds.items()})


def idle_handled(folder: Path, sizes: Sequence[int]) -> Times:
    with ExitStack() as stack:
        worlds = {n: stack.enter_context(world(folder / f"{n}")) for n in sizes}
        for number, each in worlds.items():
            handle(each, number)
        return in_turns({n: each.tick for n, each in worlds.items()})


def mail_handled(folder: Path, sizes: Sequence[int]) -> Times:
    with ExitStack() as stack:
        worlds = {n: stack.enter_context(world(folder / f"{n}")) for n in sizes}
        for number, each in worlds.items():
            handle(each, number)
        return in_turns({n: mail_of(each) for n, each in worlds.items()})


def handle(found: World, mails: int) -> None:
    """Record mails that came, were answered and filed away today."""
    at = BEFORE_ZAT - timedelta(hours=3)
    database = found.machine.journal._database  # noqa: SLF001  a bench may
    with database.writing() as connection:
        cause = {"cause": "bench", "recorded_at": at}
        connection.execute(insert(schema.causes), cause)
        for start in range(0, mails, 5000):
            numbers = range(start, min(start + 5000, mails))
            connection.execute(
                insert(schema.inbox),
                [
                    {
                        "account": found.machine.first.account, "uid_validity": 6, "uid": number + 1,
                        "state": MailState.DONE.value, "first_seen": at, "begun": 1, "failed": 0,
                        "is_filed": True, "has_move": False, "is_adopted": False,
                        "fingerprint": f"{number}", "settled_at": at,
                    }
                    for number in numbers
                ],
            )  # fmt: skip
            connection.execute(
                insert(schema.outbox),
                [
                    {
                        "recipient": address_of(number % 1000 + 10), "message_id": f"<b{number}@x>",
                        "kind": "EntryAnswer", "game": "yerres", "round_tag": "4", "cause": "bench",
                        "recorded_at": at, "state": "sent", "due": at, "attempts": 0,
                        "settled_at": at,
                    }
                    for number in numbers
                ],
            )  # fmt: skip


def mail_games(folder: Path, sizes: Sequence[int]) -> Times:
    with ExitStack() as stack:
        worlds = {n: stack.enter_context(world(folder / f"{n}", n)) for n in sizes}
        return in_turns({n: mail_of(each) for n, each in worlds.items()})


def mail_players(folder: Path, sizes: Sequence[int]) -> Times:
    with ExitStack() as stack:
        worlds = {n: stack.enter_context(world(folder / f"{n}", 1, n)) for n in sizes}
        return in_turns({n: mail_of(each) for n, each in worlds.items()})


def close_games(folder: Path, sizes: Sequence[int]) -> Times:
    """Return the seconds of each game, where all close at one ZAT."""
    found = {}
    for number in sizes:
        with world(folder / f"{number}", number) as each:
            took = seconds(partial(closed, each))
            assert len(each.outbox.taken) >= 9 * number, len(each.outbox.taken)
            found[number] = took / number
    return found


def closed(found: World, at: datetime = AFTER_ZAT) -> None:
    tick(found.machine, found.baseline, at)
    while tick(found.machine, found.baseline, at).sent:
        pass


def close_rounds(folder: Path, sizes: Sequence[int]) -> Times:
    """Return the median of a few closes after so many rounds.

    The rounds are recorded without the machine, so they are read again in idle ticks, as after an update; the
    first close after these is printed, too.
    """
    found = {}
    for number in sizes:
        with world(folder / f"{number}") as each:
            told(each, number)
            first = seconds(partial(closed, each))
            found[number] = statistics.median(close_once(each) for _ in range(5))
            print(
                f"    {number} rounds: a report mail of {largest(each) / 1000:.0f} kB;"
                f" the first close after an update {first * 1e3:.0f} ms"
            )
    return found


def close_once(found: World) -> float:
    """Return the seconds from the ZAT of the open round until all reports are handed over."""
    game = found.machine.journal.games.load("yerres")
    assert isinstance(game, RoundGame)
    assert game.round is not None
    assert game.round.deadline is not None
    at = game.round.deadline + timedelta(minutes=5)
    # Once a day the database is looked through for damage: that is no part of a close.
    tick(found.machine, found.baseline, at - timedelta(minutes=10))
    found.outbox.taken.clear()
    give_back()  # as the daemon does before it waits
    took = seconds(partial(closed, found, at))
    assert len(found.outbox.taken) >= 9
    return took


def largest(found: World) -> int:
    return max(len(mail.data) for mail in found.outbox.taken)


def told(found: World, rounds: int, players: int = 8) -> None:
    for number in range(rounds):
        record_round(found.machine.journal, found.machine.first.account, number, players)
    found.machine._not_ready = None  # noqa: SLF001  as in a process that has just been started
    idle = idle_until_ready(found)
    print(
        f"    {rounds} rounds: an idle tick of {len(idle)} reads some of them again in {max(idle) * 1e3:.0f} ms at most"
    )
    tick(found.machine, found.baseline, AFTER_ZAT - timedelta(hours=2))  # tidies up, once a day
    found.outbox.taken.clear()
    give_back()  # as the daemon does before it waits


def idle_until_ready(found: World) -> list[float]:
    """Return what each idle tick takes until no rounds are left to be read again."""
    took = [seconds(found.tick)]
    while found.machine._not_ready:  # noqa: SLF001  nothing else tells when it is done
        took.append(seconds(found.tick))
    return took


def close_players(folder: Path, sizes: Sequence[int]) -> Times:
    """Return the seconds of each report, where so many play."""
    found = {}
    for number in sizes:
        with world(folder / f"{number}", 1, number) as each:
            found[number] = seconds(partial(closed, each)) / number
            report = each.outbox.taken[0].data
            print(f"    {number} players: a report mail of {len(report) / 1000:.0f} kB")
    return found


def close_many_rounds(folder: Path, sizes: Sequence[int]) -> Times:
    """Return what a close of a game of 400 takes after so many rounds, the reports handed over."""
    found = {}
    for number in sizes:
        with world(folder / f"{number}", 1, MANY) as each:
            told(each, number, MANY)
            first = seconds(partial(closed, each))
            found[number] = statistics.median(close_once(each) for _ in range(5))
            print(f"    {number} rounds: the first close after an update {first:.2f} s", flush=True)
    return found


def export_rounds(folder: Path, sizes: Sequence[int]) -> Times:
    """Return the seconds that both commands take together, a process each, of a game truly played."""
    played = import_module("bench.played")  # 40 MB that would be in the way of the other rows
    began = command_seconds("--version")
    print(f"    to start with: {began:.2f} s")
    found = {}
    for number in sizes:
        place = folder / f"{number}"
        place.mkdir()
        settings = HEAD + game_text(played.GAME, "Mono", range(8))
        (place / "config.toml").write_text(settings, encoding="utf-8")
        with Journal.open(f"sqlite:///{place / 'mailref.db'}") as journal:
            played.put_down(journal, played.rounds_played(number))
        at = ("-c", str(place / "config.toml"))
        out = place / "game.json"
        exported = command_seconds("export", played.GAME, "--out", str(out), *at)
        verified = command_seconds("verify", played.GAME, *at)
        megabytes = out.stat().st_size / 1e6
        print(
            f"    {number} rounds, {megabytes:.1f} MB:"
            f" export {exported:.2f} s, verify {verified:.2f} s"
        )
        found[number] = exported + verified - 2 * began
    return found


def command_seconds(*arguments: str) -> float:
    """Return the CPU that a command takes as a process of its own, its start included."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "mailref", *arguments], check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def settings_players(folder: Path, sizes: Sequence[int]) -> Times:
    paths = {}
    for number in sizes:
        paths[number] = folder / f"{number}.toml"
        paths[number].write_text(settings_text(1, number), encoding="utf-8")
    works = {n: partial(load_settings, path, {}) for n, path in paths.items()}
    return in_turns(works, 3)


def settings_games(folder: Path, sizes: Sequence[int]) -> Times:
    paths = {}
    for number in sizes:
        paths[number] = folder / f"{number}.toml"
        paths[number].write_text(settings_text(number, 8), encoding="utf-8")
    works = {n: partial(load_settings, path, {}) for n, path in paths.items()}
    return in_turns(works, 3)


@dataclass(frozen=True, slots=True)
class Row:
    """A piece of work, its sizes, and how far it may grow from the first to the last."""

    what: str
    measure: Callable[[Path, Sequence[int]], Times]
    sizes: tuple[int, ...]
    most: float
    """Times what the first size takes."""
    seconds: float = 0.0
    """Where this much is never passed, growth does not matter."""


ROWS = {
    "idle-games": Row("an idle tick, games", idle_games, (1, 100, 1000), 1.2, 0.005),
    "idle-handled": Row(
        "an idle tick, mails handled before", idle_handled, (10, 1000, 100_000), 1.2, 0.005
    ),
    "mail-handled": Row(
        "a mail, mails handled before", mail_handled, (10, 1000, 100_000), 1.2
    ),
    "mail-games": Row("a mail, games", mail_games, (1, 100, 1000), 1.2),
    "mail-players": Row("a mail, players", mail_players, (10, 1000, 10_000), 1.2),
    "close-games": Row("a close of each, games at one ZAT", close_games, (10, 100), 1.2, 0.040),
    "close-rounds": Row("a close, rounds before", close_rounds, (1, 100, 1000), 1.2),
    "close-many-rounds": Row(
        f"a close of {MANY}, rounds before", close_many_rounds, (1, 10, 30), 1.2
    ),
    "close-players": Row("a report of each, players", close_players, (8, 100, 1000), 1.2),
    "export-rounds": Row(
        "export and verify, rounds", export_rounds, (10, 100, 1000), 100, 10.0
    ),
    "settings-players": Row("settings, players", settings_players, (10, 1000, 10_000), 1000),
    "settings-games": Row("settings, games", settings_games, (1, 100, 1000), 1000),
}  # fmt: skip


def main() -> int:
    names = sys.argv[1:] or list(ROWS)
    if unknown := [name for name in names if name not in ROWS]:
        print(f"no such row: {', '.join(unknown)}; there are {', '.join(ROWS)}", file=sys.stderr)
        return 2
    missed = [name for name in names if not is_kept(ROWS[name])]
    return 1 if missed else 0


def is_kept(row: Row) -> bool:
    """Measure and print one row; tell whether its limit is kept."""
    with tempfile.TemporaryDirectory() as folder:
        took = row.measure(Path(folder), row.sizes)
    first, last = took[row.sizes[0]], took[row.sizes[-1]]
    times = " / ".join(f"{took[size] * 1e3:.1f}" for size in row.sizes)
    sizes = " / ".join(f"{size:,}" for size in row.sizes)
    kept = last / first <= row.most or last <= row.seconds
    print(
        f"{row.what} {sizes}: {times} ms, grows {last / first:.2f} times"
        f" (at most {row.most:g}{f', or {row.seconds * 1e3:g} ms' if row.seconds else ''})"
        f"{'' if kept else ' MISSED'}",
        flush=True,
    )
    return kept


if __name__ == "__main__":
    sys.exit(main())
