"""One Chromium for all tests of looks, and where the screenshots go."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.looks.chromium import Browser, running
from tests.looks.played import Played, played_in
from tests.needs import need_program


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = need_program("chromium", "chromium")
    with running(program, tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture(scope="session")
def shots(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for screenshots: the one named by `--shots`, for people to look at."""
    named = request.config.getoption("--shots")
    folder = Path(named) if named else tmp_path_factory.mktemp("shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="package")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return played_in(tmp_path_factory.mktemp("played"))
