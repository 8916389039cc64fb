"""A settings file to Settings, or to every fault in it (contract 2); read again when it has changed.

First what is not about games: [mail] and [[mailbox]], with the servers, their secrets, and how much we answer.

A running machine keeps what it has while the file is faulty. Secrets that everybody on the machine
can read are named by `mailref check`.
"""

import hashlib
import os
import re
import stat
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from msgspec import Struct
from msgspec.structs import replace

from mailref import assets
from mailref.games.club.club import Members
from mailref.games.kind import brought
from mailref.games.switches import family_named
from mailref.games.table_reader import (
    TEXT,
    Reader,
    Schema,
    TomlTable,
    WrongValueError,
    duration,
    flag,
    mapping,
    must_be,
    one_of,
    plain_tables,
    reads,
    shown,
    suggestion,
    tables_of,
    text,
    text_or_nothing,
)
from mailref.orders.shapes import folded
from mailref.post.ports import ImapAccount, OAuth, SmtpAccount, SmtpMode, Spool
from mailref.referee.policy import GamePolicy, Trust
from mailref.settings.club import club_table, read_club
from mailref.settings.games import (
    FoundGame,
    each_of,
    game_tables,
    read_game,
    read_language,
    read_tournament,
    refuse_twin_tournaments,
    settings_of,
    tournament_tables,
    warn_of_others,
    warn_of_playing_master,
    with_double_games,
)
from mailref.settings.toml_text import TomlTextError, parse, providers
from mailref.settings.values import (
    NO_TITLE,
    Findings,
    GameMaster,
    Loaded,
    MailSettings,
    ReportSettings,
    Settings,
    SettingsFault,
    SiteSettings,
    Surroundings,
    address,
    identifier,
    is_identifier,
    is_this_machine,
    mailbox,
    one_click,
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
        unsubscribe_url=read.unsubscribe_url or mail.unsubscribe_url,
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
            table,
            MailSettings,
            "bounce poll authserv_id divert unsubscribe_url",
            _READERS,
            bounce=own_address,
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
    "unsubscribe_url": one_click,
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


_URLS = ("token_url", "device_url", "consent_url")


class Consenting(StrEnum):
    """Whose addresses need not be written out."""

    GOOGLE = "google"
    MICROSOFT = "microsoft"


def _oauth(table: TomlTable, around: Surroundings, token: str) -> OAuth | None:
    """Read `auth` and [mail.oauth2], with the file of its token; None: by password."""
    auth = table.take("auth", one_of(Auth), Auth.PASSWORD)
    given = table.inner("oauth2")
    provider = given.take("provider", one_of(Consenting), None)
    known = providers().consents[provider] if provider else {}
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
        raise must_be('such as "https://login.example.org/token"', written)
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
            example = f'such as "{protocol}s://mail.example.org"'
            raise must_be(example, without_password(written))
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
            raise must_be('{ env = "NAME" }, { file = "PATH" } or a text', value)
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


class _Variants(Mapping[str, Mapping[str, object]]):
    """The switches of every shipped variant, each read when it is asked for: a file names few of them."""

    def __getitem__(self, name: str) -> Mapping[str, object]:
        return _switches(name)

    def __iter__(self) -> Iterator[str]:
        return iter(assets.variant_names())

    def __len__(self) -> int:
        return len(assets.variant_names())


@cache
def _switches(name: str) -> Mapping[str, object]:
    return tomllib.loads(assets.variant_text(name))


def variants() -> Mapping[str, Mapping[str, object]]:
    """Return the switches of every shipped variant."""
    return _Variants()


def families() -> Mapping[str, str]:
    """Return of which kind each variant is."""
    return {name: family_named(switches) for name, switches in sorted(variants().items())}


def load_settings(path: Path, environ: Mapping[str, str], *, needs_secrets: bool = True) -> Loaded:
    """Read the file at *path*; what never logs in can do without passwords."""
    around = Surroundings(path.absolute().parent, environ, variants(), needs_secrets)
    findings = Findings(str(path), around)
    for why in brought().refused:
        findings.warn("", why)
    try:
        written = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        findings.fault("", "there is no such file; `mailref init` writes a first one")
    except (OSError, UnicodeDecodeError) as why:
        findings.fault("", f"cannot be read: {reason(why)}")
    else:
        return parse_settings(written, findings)
    return Loaded(None, findings)


def parse_settings(written: str, findings: Findings) -> Loaded:
    """Read the text of a settings file."""
    try:
        parsed, findings.lines = parse(written)
    except TomlTextError as why:
        findings.fault("", str(why))
        return Loaded(None, findings)
    settings = _read(TomlTable(parsed), findings)
    return Loaded(None if findings.faults else settings, findings)


def settings_schema() -> Schema:
    """Return a JSON schema of the file, for editors: an empty one is read.

    It helps while typing; whether a file is right, `mailref check` says.
    """
    empty = TomlTable({})
    _read(empty, Findings("", Surroundings(Path(), {}, variants(), needs_secrets=False)))
    head = {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Settings of mailref"}
    return {**head, **empty.schema}


def _read(top: TomlTable, findings: Findings) -> Settings:
    around = findings.around
    mail = read_mail(top.inner("mail", is_needed=True), findings.at("[mail]"))
    boxes = read_boxes(top.take("mailbox", boxes_of(around), ()), mail, findings)
    url, keep = _storage(top.inner("storage"), findings.at("[storage]"))
    gamemaster = _gamemaster(top.inner("gamemaster", is_needed=True), findings.at("[gamemaster]"))
    report = _report(top.inner("report"), findings.at("[report]"))
    metrics = _metrics(top.inner("metrics"), findings.at("[metrics]"))
    site = _site(top.inner("site"), findings.at("[site]"))
    parsed = each_of("game", top.take("game", game_tables(around), ()), findings)
    games = with_double_games([(read_game(values, own), own) for values, own in parsed])
    parsed = each_of("tournament", top.take("tournament", tournament_tables(around), ()), findings)
    tournaments = [(read_tournament(values, own), own) for values, own in parsed]
    said_of_club = top.take("club", club_table(around), None)
    club = read_club(said_of_club, findings.at("[club]")) if said_of_club is not None else None
    if club is not None and club.title == NO_TITLE and mail.display_name:
        club = replace(club, title=mail.display_name)
    findings.end(top)
    settings = Settings(
        mail,
        url,
        keep,
        gamemaster,
        tuple(game for game, _ in games),
        metrics,
        report,
        tuple(each for each, _ in tournaments),
        boxes,
        site,
        club,
    )
    refuse_twin_tournaments(tournaments, games)
    _refuse_twins(games)
    warn_of_others(games)
    playing = [(game, game.players, own) for game, own in games]
    playing += [(each.game, each.players, own) for each, own in tournaments]
    for game, players, own in playing:
        warn_of_playing_master(game, players, gamemaster.address, own)
    _refuse_own_address(settings, games, findings)
    boxes_named = [(game.mailbox, own) for game, _, own in playing]
    for _, keys in club.keys[:1] if club is not None else ():
        boxes_named.append((str(keys.get("mailbox", "")), findings.at("[club]")))
    _refuse_unknown_boxes(settings, boxes_named)
    _warn_of_servers_unheard(settings, findings)
    if not playing and club is None:
        findings.warn("[[game]]", "there is none")
    has_players = any(players for _, players, _ in playing)
    if club is not None and club.members is Members.REGISTERED and not has_players:
        findings.at("[club]").warn("members", _NOBODY_REGISTERED)
    return settings


def _warn_of_servers_unheard(settings: Settings, findings: Findings) -> None:
    """Say that a proof is wanted which only our own server could tell us of, and nothing says which that is."""
    wanting = [(each.trust.believes_servers, each.mailbox) for each in settings.games]
    for _, keys in settings.club.keys[:1] if settings.club is not None else ():
        believes = str(keys.get("trust", "")) in {
            each.value for each in Trust if each.believes_servers
        }
        wanting.append((believes, str(keys.get("mailbox", ""))))
    if any(wants and settings.box(box).authserv_id is None for wants, box in wanting):
        findings.at("[mail]").warn("authserv_id", _NO_SERVER_HEARD)


_NO_SERVER_HEARD = (
    "is missing, and trust wants a proof: without it only a DKIM signature that we check ourselves, or an answer to "
    "a mail of ours, is one; all else is asked about or listed"
)
_NOBODY_REGISTERED = (
    'is "registered", and no game here has players: only the game master, and whom he invites, '
    "can begin games"
)


_ON_A_SERVER = "postgresql+psycopg://"
_SUCH_AS = f'"sqlite:///mailref.db" or "{_ON_A_SERVER}mailref@db.example.org/mailref"'


def database(around: Surroundings) -> Reader[str]:
    """Read `sqlite:///mailref.db`, the path relative to the settings file, or where PostgreSQL is."""

    @reads(text.schema())
    def read(value: object) -> str:
        written = text(value)
        if written.startswith(_ON_A_SERVER):
            return _server_database(written)
        scheme, slashes, path = written.partition(":///")
        if scheme != "sqlite" or not slashes or not path or path == ":memory:" or "?" in path:
            raise must_be(f"such as {_SUCH_AS}", without_password(written))
        return f"sqlite:///{(around.folder / path).absolute()}"

    return read


def _server_database(written: str) -> str:
    """Read where a database is on a server; `?host=/run/postgresql` names a folder of sockets."""
    try:
        url = urlsplit(written)
        is_readable = url.port is None or url.port > 0
    except ValueError:
        is_readable = False
    if not is_readable or url.path in {"", "/"} or url.fragment:
        raise must_be(f"such as {_SUCH_AS}", without_password(written))
    if "password" in parse_qs(url.query):
        raise WrongValueError('must hold no password after the "?": password = { file = "PATH" }')
    return written


def _password_in(url: object) -> str | None:
    """Return the password that a url holds, if it does.

    >>> _password_in("postgresql+psycopg://ref:a%2Fb@db/mailref")
    'a/b'
    """
    try:
        found = urlsplit(url).password if isinstance(url, str) else None
    except ValueError:
        return None
    return unquote(found) if found else None


def _storage_url(table: TomlTable, around: Surroundings) -> str:
    """Read where the record is, and with which password; commands that send nothing need it, too."""
    before = len(table.faults)
    url = table.take("url", database(around), database(around)("sqlite:///mailref.db"))
    is_wrong = len(table.faults) > before
    password = table.take("password", secret(replace(around, needs_secrets=True)), None)
    if password is None or is_wrong:
        return url
    parts = urlsplit(url)
    if (_password_in(url) or password) != password:
        table.fault("password", "is not the one in url: leave one of them out")
    user, at, place = parts.netloc.rpartition("@")
    if not url.startswith(_ON_A_SERVER) or not at:
        table.fault("password", f"needs a url with a user, such as {_SUCH_AS}")
        return url
    name = user.partition(":")[0]
    return parts._replace(netloc=f"{name}:{quote(password, safe='')}@{place}").geturl()


def _storage(table: TomlTable, findings: Findings) -> tuple[str, timedelta]:
    url = _storage_url(table, findings.around)
    keep = table.take("keep", duration(least=timedelta(days=1)), timedelta(days=30))
    findings.end(table)
    return url, keep


def _gamemaster(table: TomlTable, findings: Findings) -> GameMaster:
    gamemaster = GameMaster(
        name=table.need("name", text, "", '"Erika Musterfrau"'),
        address=table.need("address", address, "", '"gm@example.org"'),
    )
    findings.end(table)
    return gamemaster


def _report(table: TomlTable, findings: Findings) -> ReportSettings:
    report = ReportSettings(**said_of(table, ReportSettings, "paper theme"))
    findings.end(table)
    return report


def _metrics(table: TomlTable, findings: Findings) -> str | None:
    written = table.take("file", text, None)
    findings.end(table)
    folder = findings.around.folder
    return None if written is None else str(folder / Path(written).expanduser())


def _site(table: TomlTable, findings: Findings) -> SiteSettings | None:
    """Read where pages for all are written, and how they are reached."""
    folder = table.take("folder", text, "")
    site = SiteSettings(
        folder=str((findings.around.folder / Path(folder).expanduser()).absolute()),
        url=table.take("url", site_address, ""),
        title=table.take("title", text, ""),
        language=str(table.take("language", read_language, "")),
    )
    findings.end(table)
    if folder and findings.around.folder.absolute().is_relative_to(Path(site.folder).resolve()):
        findings.warn("folder", "holds the settings: pages want a folder of their own")
    if not folder and site != SiteSettings(site.folder):
        findings.fault("folder", 'is missing: where the pages are written, such as "public"')
    return site if folder else None


@reads(text.schema())
def site_address(value: object) -> str:
    """Read `https://club.example.org/scrabble/`; the slash at the end may be left out."""
    written = text(value)
    parts = urlsplit(written)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise must_be('such as "https://club.example.org/scrabble/"', written)
    return f"{written.rstrip('/')}/"


def _refuse_twins(found: Sequence[FoundGame]) -> None:
    """Ids and titles name a game in subjects and headings: two may not be read as one."""
    called: dict[str, list[int]] = {}
    for place, (game, findings) in enumerate(found):
        id_, title = f"id {game.id.lower()}", f"title {folded(game.title)}"
        for earlier in sorted({*called.get(id_, ()), *called.get(title, ())}):
            other, noted = found[earlier]
            if game.id and game.id.lower() == other.id.lower():
                findings.fault("id", "is that of another game")
            if game.title and folded(game.title) == folded(other.title):
                findings.fault("title", f"reads like that of {noted.label}")
        for name in (id_, title):
            called.setdefault(name, []).append(place)


def _refuse_own_address(settings: Settings, games: Sequence[FoundGame], findings: Findings) -> None:
    """Mail from the referee's own address is never read (own_mail), mail to it would loop."""
    own = {each.address.lower() for each in settings.boxes} - {""}
    for table, key, written in _addresses(settings, games):
        if written.lower() in own:
            findings.at(table).fault(key, "must not be the referee's own address")


def _refuse_unknown_boxes(settings: Settings, named: Iterable[tuple[str, Findings]]) -> None:
    """A game's mails leave from a mailbox that the file describes."""
    known = [each.box for each in settings.further]
    if "" in known:  # which is missing nobody can tell before that fault is mended
        return
    there = ", ".join(map(shown, known)) or "none beside that of [mail]"
    for box, findings in named:
        if box and box not in known:
            said_right = f"must be the id of a [[mailbox]], not {shown(box)}; there is {there}"
            if box.lower() == "mail":
                said_right = "is left out where mails leave from [mail]"
            findings.fault("mailbox", f"{said_right}{suggestion(box, known)}")


def _addresses(settings: Settings, games: Sequence[FoundGame]) -> Iterator[tuple[str, str, str]]:
    yield "[gamemaster]", "address", settings.gamemaster.address
    yield "[mail]", "divert", settings.mail.divert or ""
    yield "[mail]", "operator", settings.mail.operator or ""
    for box in settings.further:
        if box.divert != settings.mail.divert:
            yield box.label, "divert", box.divert or ""
    for tournament in settings.tournaments:
        for player in tournament.players:
            for each in player.addresses:
                name = f'[[tournament]] "{tournament.plan.id}"'
                yield name, f'[[tournament.player]] "{player.name}" addresses', each
    for game, findings in games:
        for subscriber in game.subscribers:
            yield findings.label, "subscribers", subscriber
        for player in game.players:
            for each in player.addresses:
                yield findings.label, f'[[game.player]] "{player.name}" addresses', each


def hash_of(path: Path) -> str:
    """Return the SHA-256 of a settings file: workers that go by the same one share the work."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


class SettingsWatch(Struct):
    """The last good settings of a file."""

    path: Path
    environ: Mapping[str, str]
    settings: Settings
    faults: tuple[SettingsFault, ...] = ()
    """What is wrong with the file as it is now; empty: nothing."""
    sha256: str = ""
    """Of the file as it is now."""
    _read: tuple[tuple[int, ...], str] | None = None
    """The state in which the file was hashed last, and its hash."""

    @classmethod
    def of(cls, path: Path, environ: Mapping[str, str]) -> "SettingsWatch":
        """Return what watches a file that holds good settings; SettingsError says what is wrong."""
        watch = cls(path, environ, load_settings(path, environ).faultless())
        watch.sha256 = watch._hash()
        return watch

    def look(self) -> bool:
        """Read the file if it has changed; tell whether it had. Faults leave the settings as is."""
        now = self._hash()
        if now == self.sha256:
            return False
        self.sha256 = now
        loaded = load_settings(self.path, self.environ)
        self.faults = loaded.faults
        if loaded.settings is not None:
            self.faults = fixed_for_good(self.path, self.settings, loaded.settings)
        if loaded.settings is not None and not self.faults:
            self.settings = loaded.settings
        return True

    def _hash(self) -> str:
        """Return the file's hash; one that was not written since it was read is not read again."""
        try:
            found = self.path.stat()
            state = (
                found.st_dev,
                found.st_ino,
                found.st_size,
                found.st_mtime_ns,
                found.st_ctime_ns,
            )
            if self._read is not None and self._read[0] == state:
                return self._read[1]
            sha256 = hash_of(self.path)
        except OSError as problem:
            self._read = None
            return f"unreadable: {problem.errno}"
        # A file system may tell two writings within a second or two by the same time.
        is_settled = time.time_ns() - max(found.st_mtime_ns, found.st_ctime_ns) > _SETTLED
        self._read = (state, sha256) if is_settled else None
        return sha256


_SETTLED = 5_000_000_000
"""Nanoseconds after which a file that is written again bears another time."""


def fixed_for_good(path: Path, old: Settings, new: Settings) -> tuple[SettingsFault, ...]:
    """Return what a changed file says otherwise of a game that has begun (contract 2)."""
    before = {policy.id: policy for policy in old.games}
    found: list[SettingsFault] = []
    for policy in new.games:
        known = before.get(policy.id, policy)
        label = f'[[game]] "{policy.id}"'
        fixed = (
            ("variant", known.variant, policy.variant),
            ("zone", known.zone.key, policy.zone.key),
            ("[game.start]", _start(known), _start(policy)),
            ("[game.rules]", _agreed(known), _agreed(policy)),
        )
        found += [
            SettingsFault(str(path), label, key, "cannot change once the game has begun")
            for key, was, is_now in fixed
            if was != is_now
        ]
    begun = {each.plan.id: each for each in old.tournaments}
    for tournament in new.tournaments:
        plan, game = tournament.plan, tournament.game
        before_it = begun.get(plan.id, tournament)
        same_game = (game.variant, game.zone.key, _agreed(game))
        was_game = (before_it.game.variant, before_it.game.zone.key, _agreed(before_it.game))
        if plan != replace(before_it.plan, title=plan.title) or same_game != was_game:
            label = f'[[tournament]] "{plan.id}"'
            said = "players, plan and rules cannot change once the tournament has begun"
            found.append(SettingsFault(str(path), label, "", said))
    return tuple(found)


def _start(policy: GamePolicy) -> object:
    return settings_of(policy.family).start(policy)


def _agreed(policy: GamePolicy) -> object:
    return settings_of(policy.family).agreed(policy)


_OF_MAIL = ("password", "smtp_password")


def odd_secrets(settings_file: Path) -> Iterator[SettingsFault]:
    """Yield what is odd about where passwords are kept; the file must be one that loads."""
    parsed, lines = parse(settings_file.read_text(encoding="utf-8-sig"))
    findings = Findings(str(settings_file), lines=lines)
    for label, key, written_there in _secrets(parsed, findings):
        match written_there:
            case str():
                path = settings_file
            case {"file": str(name)}:
                path = settings_file.absolute().parent / Path(name).expanduser()
                written = path.read_text(encoding="utf-8-sig").strip("\r\n")
                if written != written.strip():
                    said = f"blanks before or after it in {path} are left out"
                    yield findings.at(label).about(key, said)
            case _:
                continue
        if _others_can_read(path):
            said = f"everybody on this machine can read {path}; use chmod 600"
            yield findings.at(label).about(key, said)


def _secrets(parsed: Mapping[str, object], findings: Findings) -> Iterator[tuple[str, str, object]]:
    """Yield table, key and value of each password that the file may hold."""
    for key in _OF_MAIL:
        yield "[mail]", key, mapping(parsed.get("mail", {})).get(key)
    storage = mapping(parsed.get("storage", {}))
    yield "[storage]", "password", storage.get("password")
    yield "[storage]", "url", _password_in(storage.get("url"))
    for position, values in enumerate(plain_tables(parsed.get("mailbox", ())), start=1):
        label = box_label(values, position)
        findings.tables[label] = ("mailbox", position - 1)
        for key in _OF_MAIL:
            yield label, key, values.get(key)


def _others_can_read(path: Path) -> bool:
    """Tell whether the file may be read, and every folder on the way to it entered."""
    if os.name != "posix":
        return False
    folders = path.resolve().parents
    is_readable = path.stat().st_mode & stat.S_IROTH
    return bool(is_readable) and all(each.stat().st_mode & stat.S_IXOTH for each in folders)
