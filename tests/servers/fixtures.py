"""The fixtures to import into a conftest:

    from tests.servers.fixtures import dovecot, smtp_sink

`dovecot` is one server for the whole run, so take a user name of your own for each test
(fixture `user`); `smtp_sink` is a new one for each test, as `dovecot.running(...)` and
`sink.running(...)` are for tests that want other settings.
"""

from collections.abc import Iterator
from itertools import count

import pytest

from tests.servers import dovecot as dovecot_server
from tests.servers import sink
from tests.servers.dovecot import Dovecot
from tests.servers.sink import SmtpSink

__all__ = ["dovecot", "smtp_sink", "user"]

_numbers = count(1)


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    with dovecot_server.running() as server:
        yield server


@pytest.fixture
def smtp_sink() -> Iterator[SmtpSink]:
    with sink.running() as server:
        yield server


@pytest.fixture
def user() -> str:
    """A user name that no other test has: an empty mailbox."""
    return f"bot{next(_numbers)}"
