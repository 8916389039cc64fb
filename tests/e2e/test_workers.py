"""Several workers share one record on PostgreSQL: nothing is lost, nothing done twice (house 3, mail 3)."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.working import EXPECTED, GAMES, Death, House, mails_of, moved_in, prepare
from tests.effort import Effort, Tried, effort, seed
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


_TRIALS = {Effort.DESK: 2, Effort.CI: 6, Effort.SOAK: 300}


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
