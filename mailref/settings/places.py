"""Reading where things are: servers, the record, files, and secrets from where they are kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from mailref.rules.tables import Reader, WrongValueError, mapping, shown, text
from mailref.settings.model import Surroundings

_PORTS = {"imaps": 993, "imap": 143, "smtps": 465, "smtp": 587}


@dataclass(frozen=True, slots=True)
class Server:
    """Where a server is, and whether the connection begins with TLS (`imaps`, `smtps`)."""

    scheme: str
    host: str
    port: int

    @property
    def is_tls(self) -> bool:
        return self.scheme.endswith("s")

    @property
    def is_loopback(self) -> bool:
        """Whether the mail stays on this machine."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


def server(protocol: str) -> Reader[Server]:
    """Read `imaps://mail.example.org:993`; *protocol* is `imap` or `smtp`."""

    def read(value: object) -> Server:
        written = text(value)
        try:
            url = urlsplit(written)
            host, port = url.hostname, url.port
        except ValueError:
            host = None
        if not host or url.scheme not in {protocol, f"{protocol}s"}:
            raise WrongValueError(
                f'must be such as "{protocol}s://mail.example.org", not {shown(written)}'
            )
        if url.username is not None:
            raise WrongValueError("must not hold user and password; they have keys of their own")
        if url.path + url.query + url.fragment not in {"", "/"}:
            raise WrongValueError(f"must end after host and port, not {shown(written)}")
        return Server(url.scheme, host, port or _PORTS[url.scheme])

    return read


def secret(around: Surroundings) -> Reader[str]:
    """Read a password: bare, `{ env = "NAME" }` or `{ file = "PATH" }`."""

    def read(value: object) -> str:
        if isinstance(value, str):
            return value
        if not isinstance(value, Mapping) or set(value) not in ({"env"}, {"file"}):
            raise WrongValueError(
                f'must be {{ env = "NAME" }}, {{ file = "PATH" }} or a text, not {shown(value)}'
            )
        source = mapping(value)
        try:
            found = (
                _from_env(around, text(source["env"]))
                if "env" in source
                else _from_file(around, text(source["file"]))
            )
        except WrongValueError:
            if around.needs_secrets:
                raise
            return ""
        return found

    return read


def _from_env(around: Surroundings, name: str) -> str:
    found = around.environ.get(name, "")
    if not found:
        raise WrongValueError(
            f"is to come from the environment, but {name} is not set there;"
            ' { file = "password.txt" } takes it from a file'
        )
    return found


def _from_file(around: Surroundings, name: str) -> str:
    path = around.folder / Path(name).expanduser()
    try:
        found = path.read_text(encoding="utf-8").strip("\r\n")
    except (OSError, UnicodeDecodeError) as why:
        raise WrongValueError(
            f"is to come from {path}, which cannot be read: {reason(why)}"
        ) from why
    if not found:
        raise WrongValueError(f"is to come from {path}, which is empty")
    return found


def existing_file(around: Surroundings) -> Reader[str]:
    """Read the path of a file that is there, relative to the settings file."""

    def read(value: object) -> str:
        path = around.folder / Path(text(value)).expanduser()
        if not path.is_file():
            raise WrongValueError(f"must be a file, but there is none at {path}")
        return str(path)

    return read


def reason(why: Exception) -> str:
    """Return in a few words why a file could not be read."""
    if isinstance(why, OSError) and why.strerror:
        return why.strerror.lower()
    return "it is not UTF-8" if isinstance(why, UnicodeDecodeError) else str(why)


def database(around: Surroundings) -> Reader[str]:
    """Read `sqlite:///mailref.db`; the path is relative to the settings file."""

    def read(value: object) -> str:
        written = text(value)
        scheme, slashes, path = written.partition(":///")
        if scheme != "sqlite" or not slashes or not path or path == ":memory:" or "?" in path:
            raise WrongValueError(f'must be such as "sqlite:///mailref.db", not {shown(written)}')
        return f"sqlite:///{(around.folder / path).absolute()}"

    return read
