"""Options of the whole suite."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Golden files change by this flag only (STYLE 42)."""
    parser.addoption(
        "--update", action="store_true", help="write golden files instead of comparing with them"
    )
    parser.addoption("--shots", metavar="DIR", help="keep the screenshots of tests/looks in DIR")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Tell whether golden files are to be written."""
    return bool(request.config.getoption("--update"))
