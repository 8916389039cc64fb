"""[mail] and [[mailbox]]: the servers, their secrets, and how much we answer."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.table_reader import (
    TEXT,
    Reader,
    Schema,
    TomlTable,
    WrongValueError,
    duration,
    flag,
    mapping,
    one_of,
    reads,
    shown,
    tables_of,
    text,
    text_or_nothing,
)
from mailref.post.ports import ImapAccount, OAuth, SmtpAccount, SmtpMode, Spool
from mailref.settings.values import (
    Findings,
    MailSettings,
    Surroundings,
    address,
    identifier,
    is_identifier,
    is_this_machine,
    mailbox,
    said_of,
    size,
)

_USER_INFO = re.compile(r"//.*@", re.DOTALL)
_QUERY = re.compile(r"\?.*", re.DOTALL)


class Server(Struct, frozen=True):
    """Where a server is, and whether the connection begins with TLS (`imaps`, `smtps`)."""

    scheme: str
    host: str
    port: int

    @property
    def is_tls(self) -> bool:
        return self.scheme.endswith("s")

    @property
    def is_loopback(self) -> bool:
        """Tell whether the mail stays on this machine."""
        return is_this_machine(self.host)


_PORTS = {"imaps": 993, "imap": 143, "smtps": 465, "smtp": 587}


_NOWHERE = Server("imaps", "", 0)


FOR_ALL = ("weekly", "per_address_day", "per_hour", "joins_per_day", "operator")
"""What [mail] says for all mailboxes."""


def read_boxes(
    parsed: Sequence[Mapping[str, object]], mail: MailSettings, findings: Findings
) -> tuple[MailSettings, ...]:
    """Read every [[mailbox]]; no two may be one, nor that of [mail]."""
    found: list[MailSettings] = []
    labels = {mail.place: "[mail]"}
    for position, values in enumerate(parsed, start=1):
        label = box_label(values, position)
        findings.tables[label] = ("mailbox", position - 1)
        own = findings.at(label)
        box = _read_box(values, mail, own)
        if box.box and box.box.lower() in {each.box.lower() for each in found}:
            own.fault("id", "is that of another mailbox")
        twin = next((each for each in (mail, *found) if _is_same(each.address, box.address)), None)
        place = box.place
        if place and place in labels:
            key = "spool" if isinstance(box.inbox, Spool) else "user"
            own.fault(key, f"is that of {labels[place]}: each mailbox is read once")
        elif twin is not None:
            own.fault("address", f"is that of {twin.label}: each mailbox has its own")
        labels.setdefault(place, label)
        found.append(box)
    return tuple(found)


def box_label(values: Mapping[str, object], position: int) -> str:
    """Return how messages name a [[mailbox]]: by its id, else by its place in the file."""
    written = values.get("id")
    return (
        f'[[mailbox]] "{written}"' if is_identifier(written) else f"[[mailbox]] number {position}"
    )


def _is_same(one: str, other: str) -> bool:
    return bool(one) and one.lower() == other.lower()


@reads(TEXT)
def _box_id(value: object) -> str:
    written = identifier(value)
    if written.lower() == "mail":
        raise WrongValueError('must not be "mail": that would be taken for [mail]')
    return written


def _read_box(values: Mapping[str, object], mail: MailSettings, findings: Findings) -> MailSettings:
    """Read one [[mailbox]]: the keys of [mail], but for what holds for all mailboxes."""
    for_all = {key: getattr(mail, key) for key in FOR_ALL}
    table = TomlTable({key: each for key, each in values.items() if key not in for_all})
    for key in for_all:
        if key in values:
            table.fault(key, "stands in [mail] alone: it holds for all mailboxes")
    read = _further_in(table, findings, **for_all)
    return replace(
        read,
        inbox=replace(read.inbox, box=read.box) if isinstance(read.inbox, Spool) else read.inbox,
        poll=read.poll if "poll" in values else mail.poll,
        divert=read.divert or mail.divert,
    )


def _further_in(table: TomlTable, findings: Findings, **for_all: Any) -> MailSettings:
    id_ = table.need("id", _box_id, "", '"north"')
    return _servers_in(table, findings, id_, **for_all)


def boxes_of(around: Surroundings) -> Reader[tuple[Mapping[str, object], ...]]:
    """Return what reads every [[mailbox]], of which `read_boxes` makes mailboxes."""
    return tables_of(lambda table: _further_in(table, Findings("", around)))


def read_mail(table: TomlTable, findings: Findings) -> MailSettings:
    """Read [mail]; what is wrong goes to *findings*."""
    for_all = said_of(table, MailSettings, " ".join(FOR_ALL), {"operator": address})
    return _servers_in(table, findings, "", **for_all)


def _servers_in(table: TomlTable, findings: Findings, box: str, **for_all: Any) -> MailSettings:
    """Read what each mailbox says for itself."""
    around = findings.around
    is_insecure = table.take("insecure", flag, default=False)
    ca_file = table.take("ca", existing_file(around), None)
    display_name, own_address = table.need(
        "address", mailbox, ("", ""), '"Scrabble <referee@example.org>"'
    )
    oauth = _oauth(table, around, f"token-{box}.json" if box else "token.json")
    inbox = _inbox(table, around, ca_file, is_insecure=is_insecure)
    smtp = _smtp(table, around, ca_file, is_insecure=is_insecure)
    mail = MailSettings(
        inbox=replace(inbox, oauth=oauth) if isinstance(inbox, ImapAccount) else inbox,
        smtp=replace(_introduced(smtp, own_address), oauth=oauth),
        address=own_address,
        display_name=display_name,
        box=box,
        **said_of(
            table, MailSettings, "bounce poll authserv_id divert", _READERS, bounce=own_address
        ),
        **for_all,
    )
    if is_insecure:
        findings.warn("insecure", "passwords and mail travel unprotected")
    findings.end(table)
    return mail


_READERS: Mapping[str, Reader[Any]] = {
    "bounce": address,
    "poll": duration(least=timedelta(seconds=1)),
    "authserv_id": text,
    "divert": address,
}


def _inbox(
    table: TomlTable, around: Surroundings, ca_file: str | None, *, is_insecure: bool
) -> ImapAccount | Spool:
    """Read where mail comes in: from a server, or by `mailref deliver` into a folder."""
    folder = table.take("spool", text, None)
    if folder is None:
        return _imap(table, around, ca_file, is_insecure=is_insecure)
    if "imap" in table.values:
        table.fault("spool", "must not stand beside imap: mail is read from one place")
    for key in ("imap", "user"):
        table.take(key, text, "")
    table.take("password", secret(around), "")
    path = around.folder / Path(folder).expanduser()
    return Spool(str(path), **said_of(table, Spool, "max_size", {"max_size": size}))


def _imap(
    table: TomlTable, around: Surroundings, ca_file: str | None, *, is_insecure: bool
) -> ImapAccount:
    where = table.need(
        "imap", server("imap"), _NOWHERE, '"imaps://mail.example.org"', is_always=False
    )
    if not (where.is_tls or where.is_loopback or is_insecure):
        table.fault("imap", f'must be "imaps://{where.host}": a password would travel unprotected')
    account = ImapAccount(
        host=where.host,
        port=where.port,
        tls=where.is_tls,
        user=table.need("user", text, "", '"referee@example.org"', is_always=False),
        password=_password(table, around),
        ca_file=ca_file,
        **said_of(table, ImapAccount, "done quarantine max_size", {"max_size": size}),
    )
    for key, folder in (("done", account.done), ("quarantine", account.quarantine)):
        if folder.upper() == "INBOX":
            table.fault(key, "must be a folder beside the inbox")
    if account.done == account.quarantine:
        table.fault("quarantine", "must be another folder than done")
    return account


def _password(table: TomlTable, around: Surroundings) -> str:
    if table.values.get("auth") == Auth.OAUTH2:
        return table.take("password", secret(around), "")
    return table.need(
        "password", secret(around), "", '{ env = "MAILREF_PASSWORD" }', is_always=False
    )


class Auth(StrEnum):
    """How to log in to both servers."""

    PASSWORD = "password"  # noqa: S105  the name of a way
    OAUTH2 = "oauth2"


_GOOGLE = {
    "token_url": "https://oauth2.googleapis.com/token",
    # Google gives no codes for devices to programs that read mail.
    "consent_url": "https://accounts.google.com/o/oauth2/v2/auth",
    "scope": "https://mail.google.com/",
}
_MICROSOFT = {
    "token_url": "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    "device_url": "https://login.microsoftonline.com/common/oauth2/v2.0/devicecode",
    "scope": "https://outlook.office.com/IMAP.AccessAsUser.All "
    "https://outlook.office.com/SMTP.Send offline_access",
}


_URLS = ("token_url", "device_url", "consent_url")


class Consenting(StrEnum):
    """Whose addresses need not be written out."""

    GOOGLE = "google"
    MICROSOFT = "microsoft"


_PROVIDERS = {Consenting.GOOGLE: _GOOGLE, Consenting.MICROSOFT: _MICROSOFT}


def _oauth(table: TomlTable, around: Surroundings, token: str) -> OAuth | None:
    """Read `auth` and [mail.oauth2], with the file of its token; None: by password."""
    auth = table.take("auth", one_of(Auth), Auth.PASSWORD)
    given = table.inner("oauth2")
    provider = given.take("provider", one_of(Consenting), None)
    known = _PROVIDERS[provider] if provider else {}
    readers = {"client_secret": secret(around), **dict.fromkeys(_URLS, web_address), "scope": text}
    oauth = OAuth(
        client_id=given.need("client_id", text, "", '"1234.apps.example.org"'),
        **{key: given.take(key, read, known.get(key, "")) for key, read in readers.items()},
        token_file=str(around.folder / given.take("token", text, token)),
    )
    if auth is Auth.PASSWORD:
        return None
    if not oauth.token_url or not (oauth.device_url or oauth.consent_url):
        given.fault(
            "provider", 'is missing; "google" or "microsoft", or else token_url and device_url'
        )
    given.refuse_unknown()
    for fault in given.faults:
        table.fault(f"oauth2.{fault.key}", fault.message)
    return oauth


@reads(TEXT)
def web_address(value: object) -> str:
    """Read where a provider is asked: by https, or on this machine."""
    written = text(value)
    url = urlsplit(written)
    is_here = url.scheme == "http" and url.hostname in {"127.0.0.1", "localhost"}
    if not url.hostname or not (url.scheme == "https" or is_here):
        raise WrongValueError(
            f'must be such as "https://login.example.org/token", not {shown(written)}'
        )
    return written


def _smtp(
    table: TomlTable, around: Surroundings, ca_file: str | None, *, is_insecure: bool
) -> SmtpAccount:
    where = table.need("smtp", server("smtp"), _NOWHERE, '"smtps://mail.example.org"')
    if where.is_tls:
        mode = SmtpMode.TLS
    elif where.is_loopback or is_insecure:
        mode = SmtpMode.PLAIN
    else:
        mode = SmtpMode.STARTTLS
    user = table.take("smtp_user", text_or_nothing, None)  # empty, nobody logs in
    password = table.take("smtp_password", secret(around), None)
    return SmtpAccount(
        host=where.host,
        port=where.port,
        mode=mode,
        user=_fallback(user, table, "user"),
        password=_fallback(password, table, "password", secret(around)),
        ca_file=ca_file,
    )


def _introduced(account: SmtpAccount, own_address: str) -> SmtpAccount:
    """Let us greet the server by the domain of our address: some refuse a bare IP address."""
    domain = own_address.rpartition("@")[2]
    return replace(account, hello=domain) if domain else account


def _fallback(found: str | None, table: TomlTable, key: str, read: Reader[str] = text) -> str:
    """Return *found*, else what [mail] says for the mailbox; its faults are noted there."""
    if found is not None:
        return found
    return TomlTable(table.values).take(key, read, "")


def server(protocol: str) -> Reader[Server]:
    """Read `imaps://mail.example.org:993`; *protocol* is `imap` or `smtp`."""

    @reads(TEXT)
    def read(value: object) -> Server:
        written = text(value)
        try:
            url = urlsplit(written)
            host, port = url.hostname, url.port
        except ValueError:
            host = None
        if not host or url.scheme not in {protocol, f"{protocol}s"}:
            raise WrongValueError(
                f'must be such as "{protocol}s://mail.example.org",'
                f" not {shown(without_password(written))}"
            )
        if url.username is not None:
            raise WrongValueError("must not hold user and password; they have keys of their own")
        if url.path + url.query + url.fragment not in {"", "/"}:
            raise WrongValueError(
                f"must end after host and port, not {shown(without_password(written))}"
            )
        return Server(url.scheme, host, port or _PORTS[url.scheme])

    return read


def without_password(url: str) -> str:
    """Return a url as messages show it.

    >>> without_password("postgresql://ref:s3cret@db/mailref?password=x")
    'postgresql://***@db/mailref?***'
    """
    return _QUERY.sub("?***", _USER_INFO.sub("//***@", url))


_SECRET: Schema = {
    "oneOf": [
        TEXT,
        {
            "type": "object",
            "properties": {"env": TEXT, "file": TEXT},
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        },
    ]
}


def secret(around: Surroundings) -> Reader[str]:
    """Read a password: bare, `{ env = "NAME" }` or `{ file = "PATH" }`."""

    @reads(_SECRET)
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
        # Windows editors begin a file with a byte order mark.
        written = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as why:
        raise WrongValueError(
            f"is to come from {path}, which cannot be read: {reason(why)}"
        ) from why
    found = [line.strip() for line in written.split("\n") if line.strip()]
    if not found:
        raise WrongValueError(f"is to come from {path}, which is empty")
    if len(found) > 1:
        raise WrongValueError(
            f"is to come from {path}, which holds {len(found)} lines; write the password alone there"
        )
    return found[0]


def existing_file(around: Surroundings) -> Reader[str]:
    """Read the path of a file that is there, relative to the settings file."""

    @reads(TEXT)
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
