"""A real PostgreSQL for the tests: a cluster of their own, which waits for no disk.

Made once for a process, at the first test that wants it, and thrown away at its end.
"""

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Engine, create_engine, text

from mailref.journal.journal import Journal
from tests.needs import absent

PACKAGE = "postgresql"
_PLACES = Path("/usr/lib/postgresql")
_EMPTY = "mailref_empty"
_numbers = count(1)
# Nothing of it outlives the tests; many databases are made and dropped.
_PASSING = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "shared_buffers": "32MB",
}
_SETTINGS = {
    "max_wal_size": "4GB",
    "checkpoint_timeout": "1d",
    "max_connections": "200",
    "listen_addresses": "",
}


@dataclass(frozen=True)
class Postgres:
    """A running cluster, reached by a socket in its folder."""

    folder: Path
    server: Engine
    """Where databases are made and dropped."""

    def url(self, name: str, *, user: str = "postgres") -> str:
        return f"postgresql+psycopg://{user}@/{name}?host={quote(str(self.folder), safe='')}"

    def blank(self) -> str:
        """Return the url of a database without any table."""
        return self._made("template0")

    def begun(self) -> str:
        """Return the url of an empty record of today's schema."""
        self._empty()
        return self._made(_EMPTY)

    def copy(self, url: str) -> str:
        """Return the url of a copy of a database on which nobody works."""
        return self._made(_name(url))

    def drop(self, url: str) -> None:
        name = _name(url)
        with self.server.connect() as connection:
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))

    @cache  # noqa: B019  one for each cluster, of which there is one
    def _empty(self) -> None:
        """Make the record that others are copied from: migrating each would take longer."""
        self._create(_EMPTY, "template0")
        Journal.open(self.url(_EMPTY)).close()

    def _made(self, template: str) -> str:
        name = f"t{next(_numbers)}"
        self._create(name, template)
        return self.url(name)

    def _create(self, name: str, template: str) -> None:
        with self.server.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))


def _name(url: str) -> str:
    return url.partition("@/")[2].partition("?")[0]


@cache
def postgres(*, is_durable: bool = False) -> Postgres:
    """Return this process's cluster; skip where PostgreSQL is not installed.

    One that is durable waits for the disk, as for a bench.
    """
    found = programs()
    if find_spec("psycopg") is None:
        absent("psycopg is not installed (it is in the extra dev)")
    folder = Path(tempfile.mkdtemp(prefix="mailref-pg-"))
    owner = _owner()
    if owner is not None:
        shutil.chown(folder, owner)
    data = folder / "data"
    _run(owner, found / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
         "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=de-DE", "--no-sync")  # fmt: skip
    settings = _SETTINGS if is_durable else _SETTINGS | _PASSING
    given = " ".join(f"-c {key}={value or chr(39) * 2}" for key, value in settings.items())
    _run(owner, found / "pg_ctl", "-D", data, "-w", "-s", "-l", folder / "log",
         "-o", f"{given} -k {folder}", "start")  # fmt: skip
    server = create_engine(
        f"postgresql+psycopg://postgres@/postgres?host={folder}", isolation_level="AUTOCOMMIT"
    )

    def end() -> None:
        server.dispose()
        _run(owner, found / "pg_ctl", "-D", data, "-s", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return Postgres(folder, server)


def programs() -> Path:
    """Return the folder of the newest version's programs, which Debian keeps off PATH."""
    found = sorted(_PLACES.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path is None:
        absent(f"initdb is not installed (Debian package {PACKAGE})")
    return Path(on_path).parent


def _owner() -> str | None:
    """Return as whom the server runs: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    name = "postgres"
    try:
        pwd.getpwnam(name)
    except KeyError:
        absent(f"there is no user {name} to run as (Debian package {PACKAGE})")
    return name


def _run(owner: str | None, *words: object) -> None:
    """Run a program of PostgreSQL's; what it says is shown where it fails."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        user=owner,
        group=owner,
        extra_groups=None if owner is None else [],
    )
    assert done.returncode == 0, done.stdout.decode()
