"""The record is tested on both kinds of database (tests/databases.py), and made as it is on any machine."""

import pytest

from mailref.journal import migrations
from tests.databases import MIGRATE, kind

__all__ = ["kind"]


@pytest.fixture(autouse=True)
def _made_by_all_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "migrate", MIGRATE)
