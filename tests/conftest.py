"""Options of the whole suite."""

import gc
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from sqlalchemy import Engine, event

from mailref.journal import installation, migrations
from mailref.journal.schema import SYNC, Database
from tests.databases import UNSYNCED, let_go, migrated, opened, shared
from tests.effort import MOST_ROWS, Effort, Tried, effort, examples, runner, sample, seed
from tests.shared import SHARED
from tests.together import multiplied, run_together, together

# No test judges time: the machine may be busy. The examples are the same in every run, but in a soak.
settings.register_profile(
    "mailref",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=effort() is not Effort.SOAK,
    max_examples=examples(100),
)
settings.load_profile("mailref")

if effort() is not Effort.SOAK:
    # To find values worth a try hypothesis parses all modules there are: seconds in each process.
    providers._get_local_constants = lambda: providers._local_constants

SYNC.update(UNSYNCED)
event.listen(Engine, "engine_connect", shared)

# Thousands of records are begun: a megabyte of chance beside each takes longer than many a test.
installation.RESERVED = 10_000

# What machines of earlier tests keep open is closed.
Database.__init__ = opened  # type: ignore[method-assign,assignment]  # mypy takes it for bound

# Commands of hundreds of tests begin a database.
migrations.migrate = migrated

# Servers and browsers are waited for with select(), which knows no number from 1,024 on.
_MOST_OPENED = 200
_KEPT_OPEN = pytest.StashKey[int]()

# So many new objects before the collector looks at them, as in a daemon; thousands of tests are collected without it.
_YOUNG = 20_000
gc.disable()

# Begins the name of a property of a test, which xdist carries home.
_TRIED = "tried: "


def pytest_addoption(parser: pytest.Parser) -> None:
    """Golden files change by this flag only (style 42)."""
    parser.addoption(
        "--update", action="store_true", help="write golden files instead of comparing with them"
    )
    parser.addoption("--shots", metavar="DIR", help="keep the screenshots of tests/looks in DIR")


@pytest.hookimpl(trylast=True)  # once all rows are known; what is not made a test costs nothing
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Leave rows of long tables out of `make quick` and `make test`, the same ones in each worker.

    Each test draws its own: the kind of game that one leaves out another does not.
    """
    definition = metafunc.definition
    metafunc._calls = sample(metafunc._calls, _most_rows(definition), definition.nodeid)
    if runner() == "test" and not _are_named(metafunc.config):
        if effort() is not Effort.SOAK:
            metafunc._calls = multiplied(metafunc)
        metafunc._calls = together(metafunc)


def _are_named(config: pytest.Config) -> bool:
    """Tell whether tests are asked for by their names, which rows have alone."""
    return bool(config.option.keyword) or any("::" in each for each in config.args)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run every row of a test that has several."""
    return run_together(pyfuncitem) or None


def _most_rows(item: pytest.Item) -> int:
    """Return how many rows of the test of *item* this run tries."""
    match runner():
        case "quick" if not item.get_closest_marker("whole"):
            return MOST_ROWS
        case "test" if sampled := item.get_closest_marker("sampled"):
            return int(sampled.args[0])
        case _:
            return sys.maxsize


def pytest_collection_finish() -> None:
    """Spare the collector the tests themselves: thousands, that stay to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Let the collector look again, also where workers run the tests and none are collected."""
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let go of records of earlier tests, whose machines hold each other: the collector looks too seldom."""
    kept = item.config.stash.setdefault(_KEPT_OPEN, 0)
    if _opened() > kept + _MOST_OPENED:
        let_go()
        if _opened() > kept + _MOST_OPENED // 2:
            if kept > 2 * _MOST_OPENED:
                gc.unfreeze()
            gc.collect()
            gc.freeze()  # what is left stays: next time the collector looks at what has come since
            item.config.stash[_KEPT_OPEN] = _opened()


def _opened() -> int:
    """Return how many files this process has open, as far as they stand in a row: the number that the next one gets."""
    next_one = os.open(os.devnull, os.O_RDONLY)
    os.close(next_one)
    return next_one


@pytest.fixture(scope="session", autouse=True)
def _shared(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> None:
    """Give workers a folder that they share: the one in which each has its own."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if hasattr(request.config, "workerinput") else base) / "shared"
    folder.mkdir(exist_ok=True)
    SHARED.folder = folder


@pytest.fixture(scope="session", autouse=True)
def _collector_looks_at_no_tests() -> Iterator[None]:
    """A daemon that rests first has it look at all there is, which here are thousands of tests: a second."""
    with patch("mailref.daemon.give_back", lambda: None):
        yield


@pytest.fixture(scope="session")
def update(request: pytest.FixtureRequest) -> bool:
    """Tell whether golden files are to be written."""
    return bool(request.config.getoption("--update"))


def pytest_report_header() -> str:
    """Say how much is tried, and from which seed on: with both, a run can be made again."""
    return f"effort: {effort().value}; MAILREF_SEED={seed()}"


@pytest.fixture
def tried(record_property: Callable[[str, object], None]) -> Tried:
    """Return what notes how much a test tried."""
    return lambda what, count: record_property(_TRIED + what, count)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much was tried by the tests that took the fixture `tried`."""
    totals: Counter[str] = Counter()
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        if report.when == "call":
            for name, count in report.user_properties:
                if name.startswith(_TRIED):
                    totals[name.removeprefix(_TRIED)] += int(str(count))
    if totals:
        counts = ", ".join(f"{count} {what}" for what, count in sorted(totals.items()))
        terminalreporter.write_line(f"tried: {counts}; MAILREF_SEED={seed()}")
