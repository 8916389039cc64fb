"""The library of faults, built once."""

from pathlib import Path

import pytest

from tests.crash.preloaded import built


@pytest.fixture(scope="session")
def faults(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("faults"))
