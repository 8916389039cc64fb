"""Installations on real servers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.installation import Installation, installation
from tests.servers.dovecot import Dovecot
from tests.servers.fixtures import dovecot, smtp_sink, user
from tests.servers.sink import SmtpSink

__all__ = ["dovecot", "smtp_sink", "user"]


@pytest.fixture
def house(
    tmp_path: Path, dovecot: Dovecot, smtp_sink: SmtpSink, user: str
) -> Iterator[Installation]:
    """An installation that is configured by the test."""
    with installation(tmp_path, dovecot, smtp_sink, user) as made:
        yield made
