"""Where the processor time of the tests goes, by file: `pytest -p bench.suite`.

Each part of a test counts what its process, and children that have ended, took since the part before, with
what pytest does around it. What each process takes to collect is told where there is only one.
"""

from collections import defaultdict
from collections.abc import Generator
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import pytest

MOST_SHOWN = 40
_CPU = "processor time"
_last = 0.0
_by_file: defaultdict[str, float] = defaultdict(float)


def _since_last() -> float:
    """Return the seconds that this process and its children took since this was asked before."""
    global _last  # noqa: PLW0603  a plugin is one for its process
    before = _last
    _last = sum(u.ru_utime + u.ru_stime for u in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))
    return _last - before


def pytest_collection_finish() -> None:
    _by_file["(collecting)"] += _since_last()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note the time in the report, which a worker sends home."""
    report = yield
    report.user_properties.append((_CPU, _since_last()))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    seconds = sum(float(str(value)) for name, value in report.user_properties if name == _CPU)
    _by_file[report.nodeid.partition("::")[0]] += seconds


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.section(_CPU)
    terminalreporter.write_line(f"{sum(_by_file.values()):8.1f} s in all")
    for file, seconds in sorted(_by_file.items(), key=lambda row: -row[1])[:MOST_SHOWN]:
        terminalreporter.write_line(f"{seconds:8.1f} s {file}")
