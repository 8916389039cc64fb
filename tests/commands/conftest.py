"""What the tests of commands share."""

from pathlib import Path

import pytest


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, in which the commands are called."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
