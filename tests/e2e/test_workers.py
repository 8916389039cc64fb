"""Several workers share one record on PostgreSQL: nothing is lost, nothing done twice (house 3, mail 3)."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from mailref.journal.journal import Journal
from mailref.post import spool
from mailref.post.ports import Spool
from tests.e2e.daemons import run_daemon
from tests.e2e.installation import player_mail
from tests.e2e.working import (
    EXPECTED,
    GAMES,
    PLAYERS,
    Death,
    House,
    address_of,
    let_lapse,
    mails_of,
    moved_in,
    prepare,
    write_settings,
)
from tests.effort import PATIENCE, Effort, Tried, effort, seed
from tests.forked import Forked
from tests.parsed import parsed
from tests.servers import sink as sinks
from tests.servers.postgres import Postgres, postgres
from tests.servers.sink import SmtpSink


@dataclass(frozen=True)
class Prepared:
    folder: Path
    url: str
    server: Postgres
    sink: SmtpSink


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prepared]:
    """Games that were opened once, for all tests."""
    server = postgres()
    folder = tmp_path_factory.mktemp("prepared")
    with sinks.running() as sink:
        yield Prepared(folder, prepare(folder, server, sink), server, sink)


@pytest.fixture
def house(prepared: Prepared, tmp_path: Path) -> Iterator[House]:
    made = moved_in(prepared.folder, prepared.url, tmp_path, prepared.server, prepared.sink)
    yield made
    for worker in made.workers:
        worker.kill()
    prepared.server.drop(made.url)


@pytest.fixture(scope="module")
def by_one(
    prepared: Prepared, tmp_path_factory: pytest.TempPathFactory
) -> dict[tuple[str, str], set[bytes]]:
    """What one worker sends that nobody disturbs."""
    folder = tmp_path_factory.mktemp("one")
    made = moved_in(prepared.folder, prepared.url, folder, prepared.server, prepared.sink)
    made.work(None)
    made.end()
    prepared.server.drop(made.url)
    return mails_of(prepared.sink.taken)


@pytest.mark.slow
def test_four_workers_do_what_one_does_and_nothing_twice(
    house: House, by_one: dict[tuple[str, str], set[bytes]]
) -> None:
    house.work(None, None, None, None)
    house.end()

    assert house.happened() == EXPECTED
    # An answer to each of two moves, a report to each player, and one of each game to the game master.
    assert len(by_one) == len(GAMES) * (2 + 2 + 1)
    assert mails_of(house.sink.taken) == by_one
    assert len(house.sink.taken) == len(by_one)


_TRIALS = {Effort.DESK: 1, Effort.CI: 1, Effort.SOAK: 300}


@pytest.mark.slow
@pytest.mark.parametrize("trial", range(_TRIALS[effort()]))
def test_a_worker_may_die_at_any_statement(
    house: House, by_one: dict[tuple[str, str], set[bytes]], trial: int, tried: Tried
) -> None:
    """What was under way at SMTP may be sent once more, with the same bytes and Message-ID."""
    rng = random.Random(f"{seed()} {trial}")
    deaths = [Death(rng.randint(1, most), rng.random() < 0.5) for most in (250, 120)]

    house.work(*deaths, None)
    house.end()

    assert house.happened() == EXPECTED
    assert mails_of(house.sink.taken) == by_one
    assert len(house.sink.taken) <= len(by_one) + house.deaths
    tried("workers killed beside others", house.deaths)


@pytest.mark.slow
def test_of_four_daemons_one_reads_and_the_next_takes_over(tmp_path: Path) -> None:
    """They begin at the same moment on an empty database; the one that reads is killed."""
    server = postgres()
    with sinks.running() as sink:
        url = server.blank()
        write_settings(tmp_path, url, sink)
        daemons = [Forked(run_daemon, tmp_path) for _ in range(4)]
        try:
            deliver_move(tmp_path, 1)
            wait_until(lambda: len(answers(sink)) == 1, tmp_path)
            reader = next(each for each in daemons if each.process.pid == holder(url))
            reader.kill()
            daemons.remove(reader)
            engine = create_engine(url)
            let_lapse(engine, reader)
            engine.dispose()
            deliver_move(tmp_path, 2)
            wait_until(lambda: len(answers(sink)) == 2, tmp_path)
            assert [each.terminate() for each in daemons] == [0, 0, 0]
        finally:
            for each in daemons:
                each.kill()
        server.drop(url)

    assert len(mails_of(sink.taken)) == len(sink.taken)
    # The opening; Max moved twice in the first game.
    expected = {address_of(player, game): 1 for game in GAMES for player in PLAYERS}
    expected[address_of(PLAYERS[0], GAMES[0])] += 2
    to_players = Counter(mail.recipient for mail in sink.taken if mail.recipient in expected)
    assert to_players == expected


def deliver_move(folder: Path, number: int) -> None:
    address = address_of(PLAYERS[0], GAMES[0])
    text = f"1-Zug-Scrabble {GAMES[0]}\nH8w BEINE\n"
    mail = player_mail(PLAYERS[0], address, text, Message_ID=f"<{number}.{address}>")
    now = datetime.now(UTC)
    spool.put(Spool(str(folder / "mail")), mail.as_bytes(), now, now)


def answers(sink: SmtpSink) -> list[str]:
    """Return the Message-IDs of the answers that left, one for each copy."""
    mails = [parsed(mail.data) for mail in sink.taken]
    return [str(mail["Message-ID"]) for mail in mails if mail["Auto-Submitted"] == "auto-replied"]


def holder(url: str) -> int:
    with Journal.open(url) as journal:
        found = journal.lease.holder()
    assert found is not None
    return found.pid


def wait_until(wanted: Callable[[], bool], folder: Path) -> None:
    until = time.monotonic() + PATIENCE
    while not wanted():
        log = (
            (folder / "daemon.log").read_text(encoding="utf-8") if time.monotonic() > until else ""
        )
        assert not log, log[-3000:]
        time.sleep(0.05)
