"""What the settings file says, checked; and what is wrong with it, line by line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from mailref.post.ports import ImapAccount, SmtpAccount
from mailref.referee.policy import GamePolicy
from mailref.rules.table_reader import KeyFault


@dataclass(frozen=True, slots=True)
class MailSettings:
    """[mail]: both servers, who we are there, and how much we answer."""

    imap: ImapAccount
    smtp: SmtpAccount
    address: str
    display_name: str
    bounce: str
    """The envelope's sender."""
    poll: timedelta
    authserv_id: str | None
    per_address_day: int
    per_hour: int
    joins_per_day: int
    divert: str | None
    """Every outgoing mail goes there instead."""


@dataclass(frozen=True, slots=True)
class GameMaster:
    """[gamemaster]: the human."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole file, without a fault."""

    mail: MailSettings
    database: str
    """The URL of the record, its path absolute."""
    gamemaster: GameMaster
    games: tuple[GamePolicy, ...]


@dataclass(frozen=True, slots=True)
class SettingsFault:
    """One thing that is wrong: file, table, key, and what would be right."""

    path: str
    table: str
    """As written in the file, with the game's id: `[[game]] "yerres"`; empty: the whole file."""
    key: str
    message: str

    @property
    def line(self) -> str:
        """Return the fault as one line for a person."""
        return ": ".join(part for part in (self.path, self.table, self.key, self.message) if part)


@dataclass(slots=True)
class Findings:
    """What is wrong (faults) and what is odd (warnings) while a file is read."""

    path: str
    faults: list[SettingsFault] = field(default_factory=list)
    warnings: list[SettingsFault] = field(default_factory=list)

    def fault(self, table: str, key: str, message: str) -> None:
        self.faults.append(SettingsFault(self.path, table, key, message))

    def warn(self, table: str, key: str, message: str) -> None:
        self.warnings.append(SettingsFault(self.path, table, key, message))

    def add(self, table: str, found: Iterable[KeyFault], *, section: str = "") -> None:
        """Note the faults of a table; *section* names a part of it, such as `[game.rules]`."""
        for fault in found:
            self.fault(table, f"{section} {fault.key}".strip(), fault.message)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What became of reading a file: the settings, or the faults that prevent them."""

    settings: Settings | None
    faults: tuple[SettingsFault, ...]
    warnings: tuple[SettingsFault, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a settings file refers to: the folder it lies in, the environment, the variants."""

    folder: Path
    environ: Mapping[str, str]
    variants: Mapping[str, Mapping[str, object]]
    """The switches of each variant, by name."""
    needs_secrets: bool = True
    """Whether a password must be there now; what never logs in can do without."""
