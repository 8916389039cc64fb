"""A settings file to Settings, or to every fault in it (contract 2); read again when it has changed.

A running machine keeps what it has while the file is faulty. Secrets that everybody on the machine
can read are named by `mailref check`.
"""

import hashlib
import os
import stat
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlsplit

from msgspec import Struct
from msgspec.structs import replace

from mailref import assets
from mailref.games.switches import family_named
from mailref.games.table_reader import (
    Reader,
    Schema,
    TomlTable,
    WrongValueError,
    duration,
    mapping,
    plain_tables,
    reads,
    shown,
    suggestion,
    text,
)
from mailref.orders.names import folded
from mailref.referee.policy import GamePolicy
from mailref.settings.games import (
    FoundGame,
    each_of,
    game_tables,
    read_game,
    read_tournament,
    refuse_twin_tournaments,
    settings_of,
    tournament_tables,
    warn_of_others,
    warn_of_playing_master,
    with_double_games,
)
from mailref.settings.places import (
    box_label,
    boxes_of,
    read_boxes,
    read_mail,
    reason,
    secret,
    without_password,
)
from mailref.settings.toml_text import TomlTextError, parse
from mailref.settings.values import (
    Findings,
    GameMaster,
    Loaded,
    ReportSettings,
    Settings,
    SettingsFault,
    Surroundings,
    address,
    said_of,
)


@cache
def variants() -> Mapping[str, Mapping[str, object]]:
    """Return the switches of every shipped variant."""
    return {name: tomllib.loads(assets.variant_text(name)) for name in assets.variant_names()}


def families() -> Mapping[str, str]:
    """Return of which kind each variant is."""
    return {name: family_named(switches) for name, switches in sorted(variants().items())}


def load_settings(path: Path, environ: Mapping[str, str], *, needs_secrets: bool = True) -> Loaded:
    """Read the file at *path*; what never logs in can do without passwords."""
    around = Surroundings(path.absolute().parent, environ, variants(), needs_secrets)
    findings = Findings(str(path), around)
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
    parsed = each_of("game", top.take("game", game_tables(around), ()), findings)
    games = with_double_games([(read_game(values, own), own) for values, own in parsed])
    parsed = each_of("tournament", top.take("tournament", tournament_tables(around), ()), findings)
    tournaments = [(read_tournament(values, own), own) for values, own in parsed]
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
    )
    refuse_twin_tournaments(tournaments, games)
    _refuse_twins(games)
    warn_of_others(games)
    playing = [(game, game.players, own) for game, own in games]
    playing += [(each.game, each.players, own) for each, own in tournaments]
    for game, players, own in playing:
        warn_of_playing_master(game, players, gamemaster.address, own)
    _refuse_own_address(settings, games, findings)
    _refuse_unknown_boxes(settings, [(game, own) for game, _, own in playing])
    if not playing:
        findings.warn("[[game]]", "there is none")
    return settings


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
            raise WrongValueError(
                f"must be such as {_SUCH_AS}, not {shown(without_password(written))}"
            )
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
        raise WrongValueError(f"must be such as {_SUCH_AS}, not {shown(without_password(written))}")
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


def _refuse_unknown_boxes(settings: Settings, games: Iterable[FoundGame]) -> None:
    """A game's mails leave from a mailbox that the file describes."""
    known = [each.box for each in settings.further]
    if "" in known:  # which is missing nobody can tell before that fault is mended
        return
    there = ", ".join(map(shown, known)) or "none beside that of [mail]"
    for box, findings in ((game.mailbox, findings) for game, findings in games):
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
