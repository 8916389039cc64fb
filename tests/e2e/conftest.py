"""Installations on real servers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.installation import Installation, installation
from tests.e2e.worlds import World, on_dovecot, on_embedded
from tests.servers.dovecot import Dovecot
from tests.servers.faulty import FaultyServer
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


@pytest.fixture(
    params=["embedded", pytest.param("dovecot", marks=[pytest.mark.dovecot, pytest.mark.slow])]
)
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    """An installation whose commands run in this process, on each kind of server in turn."""
    if request.param == "embedded":
        with FaultyServer({"referee@example.org": "pw"}) as server:
            yield on_embedded(tmp_path, server)
        return
    wanted = (request.getfixturevalue(name) for name in ("dovecot", "smtp_sink", "user"))
    yield on_dovecot(tmp_path, *wanted)
