"""What the settings file says, checked, and what is wrong with it; a reader for each kind of value.

A schedule is a list of dates, or is written in English or German:
`every 3 weeks on friday at 20:00`, `alle 3 Wochen freitags um 20 Uhr`, `jeden Freitag um 20:00`.

Each reader takes what TOML gave and returns ours, or raises WrongValueError saying what is right.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from email.utils import parseaddr
from enum import StrEnum
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from msgspec import Meta, Struct, field
from msgspec.structs import fields, replace

from mailref.errors import SettingsError
from mailref.games.club.club import Members, PlayedIn, WordJudge
from mailref.games.game import Dates, Schedule, Weekly, local_instant
from mailref.games.switches import NOTHING, reader_of
from mailref.games.table_reader import (
    TEXT,
    KeyFault,
    Reader,
    Schema,
    TomlTable,
    WrongValueError,
    list_of,
    must_be,
    reads,
    shown,
    suggestion,
    text,
)
from mailref.games.tournament.tournament import Tournament, TournamentPlan, begins, same_tiles_of
from mailref.languages import DEFAULT, FORMATS, lists
from mailref.orders.shapes import read_day, read_when
from mailref.post.ports import ImapAccount, SmtpAccount, Spool
from mailref.reading.mime import domain_of
from mailref.referee.policy import ConfiguredPlayer, GamePolicy, Ink, Paper
from mailref.settings.toml_text import Lines
from mailref.settings.toml_text import Path as TomlPath
from mailref.tiles.when_used import regex


def is_this_machine(host: str) -> bool:
    """Tell whether a name or an address is the loopback's."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class MailSettings(Struct, frozen=True):
    """[mail] or a [[mailbox]]: both servers, who we are there, and how much we answer."""

    inbox: ImapAccount | Spool
    smtp: SmtpAccount
    address: str
    display_name: str
    bounce: str
    """The envelope's sender."""
    poll: timedelta = timedelta(minutes=1)
    authserv_id: str | None = None
    per_address_day: Annotated[int, Meta(ge=1, le=100_000)] = 20
    per_hour: Annotated[int, Meta(ge=1, le=1_000_000)] = 200
    joins_per_day: Annotated[int, Meta(ge=1, le=100_000)] = 200
    weekly: bool = True
    """Whether who plays more than two games is sent a list of them on Mondays."""
    operator: str | None = None
    """Who hears of what keeps the machine from its work; None: the game master."""
    divert: str | None = None
    """Every outgoing mail goes there instead."""
    unsubscribe_url: str = ""
    """The operator's page that ends reports by one click (RFC 8058), with the place of its token."""
    box: str = ""
    """The id of a further mailbox; empty: that of [mail]."""

    @property
    def label(self) -> str:
        """Return the table of the file, as messages name it."""
        return f'[[mailbox]] "{self.box}"' if self.box else "[mail]"

    @property
    def place(self) -> str:
        """Return what no two mailboxes may share: account or folder; empty where it is not known."""
        if isinstance(self.inbox, Spool):
            return self.inbox.folder
        is_known = self.inbox.user and self.inbox.host
        host = self.inbox.host.lower().rstrip(".")
        here = "localhost" if is_this_machine(host) else host
        return f"{self.inbox.user.lower()}@{here}" if is_known else ""

    def named(self, problem: object) -> str:
        """Return what does not work with its servers, under the name of its table and no other."""
        return f"{self.label}: {str(problem).replace('[mail] ', '')}"


class GameMaster(Struct, frozen=True):
    """[gamemaster]: the human."""

    name: str
    address: str


class ReportSettings(Struct, frozen=True):
    """[report]: how score sheets are printed."""

    paper: Paper = Paper.A4
    theme: Ink = Ink.COLOUR


class DecidedBy(StrEnum):
    """What a meeting of several games is worth: each of them, or their sum."""

    GAMES = "games"
    SUM = "sum"


class TournamentPolicy(Struct, frozen=True):
    """The settings of a tournament."""

    plan: TournamentPlan
    players: tuple[ConfiguredPlayer, ...]
    game: GamePolicy
    """What each of its games has; id, title and players are its own."""
    start: datetime | None
    """Not before then; None: at once."""

    def games(self, now: Tournament) -> Iterator[GamePolicy]:
        """Yield the settings of the games that have been paired: who begins stands first."""
        known = {player.name: player for player in self.players}
        for meeting in now.meetings:
            for game in meeting.games:
                players = tuple(
                    known.get(name, ConfiguredPlayer(name, ())) for name in begins(meeting, game)
                )
                again = meeting.games.index(game)
                # Read without punctuation, as a heading is, no two are alike: not R1T11 and R11T1.
                place = f"R{meeting.round}T{meeting.table}" + (f"G{again + 1}" if again else "")
                title = f"{now.plan.title} {place}"
                made = replace(self.game, id=game, title=title, players=players)
                same = same_tiles_of(now.plan, meeting, game)
                yield replace(made, same_tiles=same)


class SiteSettings(Struct, frozen=True):
    """Pages that anybody may read, written after each report and turn."""

    folder: str
    """Absolute; nothing else may lie in it."""
    url: str = ""
    """Where it is to be seen, with a slash at its end; empty: nobody is told of it by mail."""
    title: str = ""
    """Of the front page; empty: that of the club, else the name by which the referee writes."""
    language: str = ""
    """Of the front page; empty: that of `Settings.language`."""


LONGEST_TAG = 24
NO_TITLE = "Club"
"""How a club is called where the settings give neither it nor the referee's address a name."""


class ClubSettings(Struct, frozen=True):
    """[club]: who may begin games by mail, and which."""

    tag: str
    """Its games are called by it and a number."""
    title: str
    members: Members
    variants: tuple[str, ...]
    most: int
    """So many games that were begun by mail may be going on at once."""
    judge: WordJudge
    zone: ZoneInfo = ZoneInfo("UTC")
    language: str = DEFAULT
    keys: tuple[tuple[str, Mapping[str, object]], ...] = ()
    """What the settings say of each game of a variant, but who plays it."""
    folder: str = ""
    """Where files lie that they name."""
    played: tuple[tuple[str, PlayedIn], ...] = ()
    """With which tiles and words the games of each variant are played."""

    @property
    def name(self) -> str:
        """Return what stands in brackets before the subjects of its mails: the title, where that is short."""
        return self.title if len(self.title) <= LONGEST_TAG else self.tag


class Settings(Struct, frozen=True):
    """The whole file, without a fault."""

    mail: MailSettings
    database: str
    """The URL of the record, its path absolute."""
    keep: timedelta
    """So long a mail that is settled can be looked at as it came or went."""
    gamemaster: GameMaster
    games: tuple[GamePolicy, ...]
    """Those of the file; in a running machine also those that tournaments have made."""
    metrics: str | None
    """The file to which the machine writes how it does."""
    report: ReportSettings = field(default_factory=ReportSettings)
    tournaments: tuple[TournamentPolicy, ...] = ()
    further: tuple[MailSettings, ...] = ()
    """The mailboxes beside that of [mail]."""
    site: SiteSettings | None = None
    club: ClubSettings | None = None

    @property
    def language(self) -> str:
        """Return the language of what belongs to no game: that of most games, the first named of such."""
        spoken = [each.language for each in self.games]
        spoken += [each.game.language for each in self.tournaments]
        spoken += [self.club.language] if self.club is not None else []
        return Counter(spoken).most_common(1)[0][0] if spoken else DEFAULT

    @property
    def boxes(self) -> tuple[MailSettings, ...]:
        """Return all mailboxes, that of [mail] first."""
        return (self.mail, *self.further)

    def box(self, id: str) -> MailSettings:  # noqa: A002  the key of the file
        """Return a mailbox; for one that is gone that of [mail] stands in."""
        return next((each for each in self.further if each.box == id), self.mail)

    def is_at_rest(self, mailbox: str, *, is_trial: bool) -> bool:
        """Tell whether what began as a trial rests: its mail goes to its players now (docs/chance.md)."""
        return is_trial and not self.box(mailbox).divert


class SettingsFault(Struct, frozen=True):
    """One thing that is wrong: file, table, key, and what would be right."""

    path: str
    table: str
    """As written in the file, with the game's id: `[[game]] "yerres"`; empty: the whole file."""
    key: str
    message: str
    place: TomlPath = ()
    lines: Lines = Lines()

    @property
    def number(self) -> int | None:
        """Return the line of the file on which it stands, or its table does."""
        return self.lines.of(self.place)

    @property
    def line(self) -> str:
        """Return the fault as one line for a person."""
        said = ": ".join(part for part in (self.path, self.table, self.key, self.message) if part)
        number = self.number
        return said if number is None else f"{said} (line {number})"


_SECTION = re.compile(r"\[game\.(\w+)\]")


class Surroundings(Struct, frozen=True):
    """What a settings file refers to: the folder it lies in, the environment, the variants."""

    folder: Path
    environ: Mapping[str, str]
    variants: Mapping[str, Mapping[str, object]]
    """The switches of each variant, by name."""
    needs_secrets: bool = True
    """Whether a password must be there now; what never logs in can do without."""


class Findings(Struct):
    """What is wrong (faults) and what is odd (warnings) while a file is read, or a table of it."""

    path: str
    around: Surroundings = Surroundings(Path(), {}, {}, needs_secrets=False)
    label: str = ""
    """The table that is read, as messages name it; empty: the whole file."""
    faults: list[SettingsFault] = field(default_factory=list)
    warnings: list[SettingsFault] = field(default_factory=list)
    lines: Lines = field(default_factory=Lines)
    tables: dict[str, TomlPath] = field(default_factory=dict)
    """Where the tables stand that messages name by more than their own names: games, players."""

    def at(self, label: str) -> "Findings":
        """Return the same for a table: what is found in it is found in the file."""
        return replace(self, label=label)

    def switches_of(self, variant: str) -> Mapping[str, object]:
        """Return the switches of a variant; none where there is no such one."""
        return self.around.variants.get(variant, NOTHING)

    def fault(self, key: str, message: str) -> None:
        self.faults.append(self.about(key, message))

    def warn(self, key: str, message: str) -> None:
        self.warnings.append(self.about(key, message))

    def add(self, found: Iterable[KeyFault], section: str = "") -> None:
        """Note the faults of a table; *section* names a part of it, such as `[game.rules]`."""
        for fault in found:
            self.fault(f"{section} {fault.key}".strip(), fault.message)

    def end(self, table: TomlTable) -> None:
        """Note what was wrong with a table that has been read, and each key that nobody asked for."""
        table.refuse_unknown()
        self.add(table.faults)

    def about(self, key: str, message: str) -> SettingsFault:
        """Return something to say about a key, and where it stands in the file."""
        return SettingsFault(self.path, self.label, key, message, self._path(key), self.lines)

    def _path(self, key: str) -> TomlPath:
        """Return where a key stands, by the words of a message: `[game.rules] letters`."""
        own = self.tables.get(self.label, (self.label.strip("[]"),) if self.label else ())
        section, _, name = key.rpartition(" ")
        if place := self.tables.get(f"{self.label} {section}"):
            return (*place, name)
        inner = _SECTION.fullmatch(section or key)
        if inner is not None:
            return (*own, inner[1], name) if section else (*own, inner[1])
        return (*own, key)


class Loaded(Struct, frozen=True):
    """What became of reading a file: the settings, or the faults that prevent them."""

    settings: Settings | None
    findings: Findings
    """For what else there is to say about the file's keys, too."""

    @property
    def faults(self) -> tuple[SettingsFault, ...]:
        return tuple(self.findings.faults)

    @property
    def warnings(self) -> tuple[SettingsFault, ...]:
        return tuple(self.findings.warnings)

    def faultless(self) -> Settings:
        """Return the settings; SettingsError names every fault, a line each."""
        if self.settings is None:
            raise SettingsError("\n".join(fault.line for fault in self.faults))
        return self.settings


def said_of(
    table: TomlTable,
    policy: type[Struct],
    names: str,
    readers: Mapping[str, Reader[Any]] = NOTHING,
    **defaults: object,
) -> dict[str, Any]:
    """Return what a table says of fields of a value, *names*, each as its type reads it, or one of *readers*.

    Where it says nothing it is the default of the field, or one of *defaults*.
    """
    there = _described(policy, names)
    return {
        name: table.take(name, readers.get(name, read), defaults.get(name, default))
        for name, (read, default) in there.items()
    }


@cache
def _described(policy: type[Struct], names: str) -> Mapping[str, tuple[Reader[Any], Any]]:
    there = {each.name: each for each in fields(policy)}
    return {name: (reader_of(there[name].type), there[name].default) for name in names.split()}


_SIZE = re.compile(r"(\d{1,9})\s*([kmg]?)b", re.ASCII | re.IGNORECASE)
_SIZES = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_LOCAL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}")
_DOMAIN = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9-]{1,63}")
_LAST_YEAR = 2199


@reads({"type": ["string", "integer"], "description": "1MB, 500kB, or bytes"})
def size(value: object) -> int:
    """Read `1MB`, `500kB` or a number of bytes."""
    if type(value) is int and value > 0:
        return value
    found = _SIZE.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None or int(found[1]) == 0:
        raise must_be('a size such as "1MB" or "500kB"', value)
    return int(found[1]) * _SIZES[found[2].lower()]


@reads(TEXT)
def identifier(value: object) -> str:
    """Read what can stand in a subject's tag and in a file's name."""
    written = text(value)
    if not is_identifier(written):
        raise must_be("at most 40 letters, digits, '-', '_' or '.'", written)
    return written


def is_identifier(written: object) -> bool:
    return isinstance(written, str) and _ID.fullmatch(written) is not None


@reads(TEXT)
def address(value: object) -> str:
    """Read a bare mail address; a domain with umlauts is taken by its ASCII name."""
    written = text(value)
    local, at, domain = written.rpartition("@")
    ascii_domain = domain_of(domain)
    is_local = _LOCAL.fullmatch(local) and not (
        local.startswith(".") or local.endswith(".") or ".." in local
    )
    if not at or not is_local or not _DOMAIN.fullmatch(ascii_domain):
        raise must_be('an address such as "max@example.org"', written)
    return f"{local}@{ascii_domain}"


@reads(TEXT)
def mailbox(value: object) -> tuple[str, str]:
    """Read `Scrabble <referee@example.org>` or a bare address; return name and address."""
    written = text(value)
    if "<" not in written:
        return "", address(written)
    name, found = parseaddr(written)
    if not found:
        raise must_be('such as "Scrabble <referee@example.org>"', written)
    return name, address(found)


@cache
def _zone_names() -> frozenset[str]:
    return frozenset(available_timezones())


_TWICE = ("posix", "right/")
"""So begin the names under which systems keep zones once more, in other ways."""


def _is_zone(name: str) -> bool:
    """Tell whether that is a time zone; to list all of them opens six hundred files."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return not name.startswith(_TWICE)


@reads(TEXT)
def zone(value: object) -> ZoneInfo:
    """Read the name of a time zone."""
    name = text(value)
    if not _is_zone(name):
        by_lower = {each.lower(): each for each in _zone_names()}
        guess = suggestion(name, by_lower)
        for lower, each in by_lower.items():
            guess = guess.replace(f'"{lower}"', f'"{each}"')
        raise WrongValueError(
            f'must be a time zone such as "Europe/Berlin", not {shown(name)}{guess}'
        )
    return ZoneInfo(name)


_WHEN: Schema = {
    "type": "string",
    "description": "11.12.2026 20:00 or 2026-12-11T20:00:00, by the game's zone",
}


_ONE_CLICK = re.compile(r"https://[!-;=?-z|~]++(?<!\{)\{token\}[!-;=?-z|~]*+", re.ASCII)


@reads(TEXT)
def one_click(value: object) -> str:
    """Read the address of a page with the place of a token in it."""
    written = str(value).strip()
    if not _ONE_CLICK.fullmatch(written) or len(written) > _LONGEST_URL:
        raise WrongValueError(
            'must be such as "https://scrabble.example.org/leave/{token}": https, and {token} once,'
            f" not {shown(value)}"
        )
    return written


_LONGEST_URL = 300


def moment(where: ZoneInfo) -> Reader[datetime]:
    """Read a date with an hour, also as people write it; without an offset it is by the clocks of *where*."""

    @reads(_WHEN)
    def read(given: object) -> datetime:
        value = given
        if isinstance(value, str):
            value = read_when(value, where)
        if not isinstance(value, datetime):
            raise must_be("a date and hour such as 11.12.2026 20:00 or 2026-12-11T20:00:00", given)
        if not 2000 <= value.year <= _LAST_YEAR:
            raise WrongValueError(f"must be of a year from 2000 to {_LAST_YEAR}, not {value.year}")
        if value.tzinfo is None or value.tzinfo is where:
            return local_instant(value.replace(tzinfo=None), where)
        return value.astimezone(UTC).astimezone(where)

    return read


@reads({"type": "string", "description": "25.12.2026 or 2026-12-25"})
def day(value: object) -> date:
    """Read a date."""
    found = read_day(value) if isinstance(value, str) else value
    if isinstance(found, datetime) or not isinstance(found, date):
        raise must_be("a date such as 25.12.2026 or 2026-12-25", value)
    return found


_WEEKDAYS = {
    name: number
    for each in reversed(tuple(FORMATS.values()))
    for number, names in enumerate(each.days)
    for name in names
}
"""Each day of the week in every language, from Monday on: the default language says what `di` is."""
_SAID = lists("schedules.toml")
_NUMBERS = {"": 1} | {
    said: number
    for number, row in enumerate(("one", "two", "three", "four"), start=1)
    for said in _SAID[row]
}
_MOST_WEEKS = 52


def _any_of(row: str) -> str:
    return f"(?:{'|'.join(_SAID[row]) or '(?!)'})"


_EVERY = _any_of("every")
_COUNTED = rf"{_EVERY}\s+(?:(?P<weeks>\w+)\.?\s+)?"
_DAY = rf"(?P<day>(?!{_any_of('at')}\b)[a-z]+)\.?,?\s"
_AT = (
    rf"(?:{_any_of('at')}\s+)?(?P<hour>\d{{1,2}})(?:[:.h](?P<minute>\d{{2}}))?(?:\s*{_any_of('o_clock')})?"
    rf"(?:\s*(?:(?P<early>{_any_of('before_noon')})|(?P<late>{_any_of('after_noon')})))?"
)
_READABLE = (
    # every 3 weeks on friday at 20:00; alle 3 Wochen freitags um 20 Uhr; jede Woche am Freitag ...
    regex(rf"{_COUNTED}{_any_of('weeks')}\s+(?:{_any_of('on_counted')}\s+)?{_DAY}+{_AT}"),
    # every friday at 20:00; every second friday at 20:00; jeden zweiten Freitag um 20:00
    regex(rf"{_COUNTED}{_DAY}+{_AT}"),
    # on friday at 20:00; freitags um 20:00
    regex(rf"(?:{_any_of('on')}\s+)?{_DAY}+{_AT}"),
)
_IN_DAYS = rf"\b{_any_of('every_days')}\s+%s\s+{_any_of('days')}\b|(?<!\w)%s\b"
_SAME_WORDS = tuple(  # alle 14 Tage; every fortnight; tous les quinze jours
    (regex(_IN_DAYS % (_any_of(f"days_{weeks}"), _any_of(f"weekly_{weeks}"))), said)
    for weeks, said in (
        (4, "every 4 weeks"), (3, "every 3 weeks"), (2, "every 2 weeks"), (1, "every week"),
    )
)  # fmt: skip
_PERHAPS_WITHOUT_DAY = regex(
    rf"(?:{_COUNTED}{_any_of('weeks')}\b)?,?\s*"
    rf"(?:(?:{_any_of('on_perhaps')}\s+)*{_DAY}*)?(?:{_AT})?"
)
_EXAMPLE = '"every 3 weeks on friday at 20:00" (or "alle 3 Wochen freitags um 20:00")'


def schedule(where: ZoneInfo) -> Reader[Schedule]:
    """Read a schedule in words, or a list of dates with hours by the clocks of *where*."""

    @reads({"oneOf": [TEXT, {"type": "array", "items": _WHEN}]})
    def read(value: object) -> Schedule:
        if isinstance(value, str):
            return _in_words(value)
        if not isinstance(value, list) or not value:
            raise must_be(f"such as {_EXAMPLE} or a list of dates with hours", value)
        return Dates(_walls([each.replace(tzinfo=None) for each in list_of(moment(where))(value)]))

    return read


LEAST_DAYS = 5
"""Of a round that a week has: with the usual week it would take two."""


def shortest_round(rhythm: Schedule) -> str | None:
    """Return the least time of a round where the usual one would make two weeks of every week."""
    return f"{LEAST_DAYS}d" if isinstance(rhythm, Weekly) and rhythm.weeks == 1 else None


def _walls(moments: list[datetime]) -> tuple[datetime, ...]:
    for earlier, later in zip(sorted(moments), sorted(moments)[1:], strict=False):
        if earlier == later:
            raise WrongValueError(f"names {later.isoformat()} twice")
    return tuple(sorted(moments))


def _in_words(written: str) -> Weekly:
    plain = _plain(written)
    found = next(filter(None, (pattern.fullmatch(plain) for pattern in _READABLE)), None)
    if found is None:
        raise must_be(f"such as {_EXAMPLE}", written)
    return Weekly(
        _weeks(found.groupdict().get("weeks") or ""),
        _weekday(found["day"]),
        _hour_of(found, written),
    )


def _hour_of(found: re.Match[str], written: str) -> time:
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if (found["early"] or found["late"]) and 1 <= hour <= _NOON:  # `12 am` is midnight
        hour = hour % _NOON + (_NOON if found["late"] else 0)
    if hour > 23 or minute > 59:
        raise WrongValueError(f"must name an hour from 00:00 to 23:59, not {shown(written)}")
    return time(hour, minute)


_NOON = 12


def _plain(written: str) -> str:
    """Return a schedule in small letters, in which what is said of days is said of weeks."""
    plain = " ".join(written.lower().split())
    for said, weeks in _SAME_WORDS:
        plain = said.sub(weeks, plain)
    return plain


def rhythm_from(first: datetime) -> Reader[Schedule]:
    """Read a schedule in words; what it leaves out, the day or the hour, is that of the *first* ZAT.

    >>> rhythm_from(datetime(2026, 12, 4, 20, 0))("alle 14 Tage")
    Weekly(weeks=2, weekday=4, at=datetime.time(20, 0))
    """

    @reads(TEXT)
    def read(value: object) -> Schedule:
        if not isinstance(value, str):
            return _in_words(str(value))
        found = _PERHAPS_WITHOUT_DAY.fullmatch(_plain(value))
        if found is None or not found[0]:
            return _in_words(value)
        day = _weekday(found["day"]) if found["day"] else first.weekday()
        hour = first.time() if not found["hour"] else _hour_of(found, value)
        return Weekly(_weeks(found["weeks"] or ""), day, hour)

    return read


def _weeks(written: str) -> int:
    word = written.lower()
    count = (
        int(word)
        if re.fullmatch(r"[0-9]{1,4}", word)
        else _NUMBERS.get(word.rstrip("nr"), _NUMBERS.get(word, 0))
    )
    if not 1 <= count <= _MOST_WEEKS:
        raise WrongValueError(f"must count from 1 to {_MOST_WEEKS} weeks, not {shown(written)}")
    return count


def _weekday(written: str) -> int:
    for name in (written, written.removesuffix("s")):
        if name in _WEEKDAYS:
            return _WEEKDAYS[name]
    raise WrongValueError(
        f'must name a day of the week such as "friday" or "Freitag", not {shown(written)}'
    )
