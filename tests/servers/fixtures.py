"""The fixtures to import into a conftest:

    from tests.servers.fixtures import authority, dovecot, smtp_sink, user

dovecot     one real Dovecot for the whole run; take the fixture `user` for an empty mailbox
smtp_sink   a real aiosmtpd for each test, which keeps what it is given
authority   certificates for loopback, and who signed them
user        a user name that no other test has

`dovecot.running(Setup(...))` and `sink.running(...)` are for tests that want other settings;
`proxy.running(port)` stands between a client and a server and spoils the line.
"""

from collections.abc import Iterator
from itertools import count

import pytest

from tests.servers import dovecot as dovecot_server
from tests.servers import sink
from tests.servers.authority import Authority
from tests.servers.dovecot import Dovecot
from tests.servers.sink import SmtpSink

__all__ = ["authority", "dovecot", "smtp_sink", "user"]

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


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority.made(tmp_path_factory.mktemp("authority"))
