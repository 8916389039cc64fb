"""Options of the whole suite."""

import os

import pytest
from hypothesis import settings

# No test judges time: the machine may be busy. In CI the examples are the same in every run.
settings.register_profile("anywhere", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "anywhere")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Golden files change by this flag only (style 42)."""
    parser.addoption(
        "--update", action="store_true", help="write golden files instead of comparing with them"
    )
    parser.addoption("--shots", metavar="DIR", help="keep the screenshots of tests/looks in DIR")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Tell whether golden files are to be written."""
    return bool(request.config.getoption("--update"))
