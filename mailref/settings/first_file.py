"""A first settings file from a few answers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from jinja2 import Environment, StrictUndefined

from mailref.reading.names import folded

_FRIDAY = 4


@dataclass(frozen=True, slots=True)
class FirstSettings:
    """What a first settings file needs to know, each value as it was checked."""

    address: str
    imap: str
    smtp: str
    user: str
    gamemaster: str
    gamemaster_address: str
    title: str
    id: str
    variant: str
    zone: str
    deadline: datetime | None
    """By the clock on the wall; naive. None, as without a schedule, where a game in turns has none."""
    schedule: str | None
    min_round: str | None
    """The least time of a round, where the usual one does not fit the schedule."""
    start: str | None
    """The area of the first word, where the variant needs one."""
    players: tuple[tuple[str, tuple[str, ...]], ...]
    """Name and addresses of each."""
    password_file: str | None
    """Where the password is kept; None: it comes from the environment."""


@dataclass(frozen=True, slots=True)
class Provider:
    """Where a provider's servers are, and the domains of its addresses, as the beginnings of their names."""

    domains: tuple[str, ...]
    imap: str
    smtp: str


PROVIDERS: Mapping[str, Provider] = {
    "GMX": Provider(("gmx.",), "imaps://imap.gmx.net", "smtps://mail.gmx.net"),
    "web.de": Provider(("web.de",), "imaps://imap.web.de", "smtp://smtp.web.de"),
    "mailbox.org": Provider(
        ("mailbox.org",), "imaps://imap.mailbox.org", "smtps://smtp.mailbox.org"
    ),
    "Posteo": Provider(("posteo.",), "imaps://posteo.de", "smtps://posteo.de"),
    "T-Online": Provider(
        ("t-online.de", "magenta.de"),
        "imaps://secureimap.t-online.de",
        "smtps://securesmtp.t-online.de",
    ),
    "Gmail": Provider(
        ("gmail.com", "googlemail.com"), "imaps://imap.gmail.com", "smtps://smtp.gmail.com"
    ),
}
"""Their users log in by their whole address."""
ELSEWHERE = "other"


def provider_of(address: str) -> str:
    """Return the provider of an address, or that it is another one."""
    domain = address.rpartition("@")[2].lower()
    return next(
        (name for name, known in PROVIDERS.items() if domain.startswith(known.domains)), ELSEWHERE
    )


def write_toml(template: str, **values: object) -> str:
    """Return the text of a template with every value written as TOML."""
    environment = Environment(
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701  TOML, not HTML: `finalize` quotes every value
        finalize=as_toml,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.from_string(template).render(values)


@dataclass(frozen=True, slots=True)
class FileComment:
    """What is said to the reader of a file, each line of it a comment."""

    text: str


def write_first_settings(draft: FirstSettings, template: str, comments: Mapping[str, str]) -> str:
    """Return the text of the file; *comments* say what some of its keys mean."""
    return write_toml(
        template,
        said={key: FileComment(text) for key, text in comments.items()},
        imap=draft.imap,
        smtp=draft.smtp,
        user=draft.user,
        mailbox=draft.address,
        gamemaster=draft.gamemaster,
        gamemaster_address=draft.gamemaster_address,
        id=draft.id,
        title=draft.title,
        variant=draft.variant,
        zone=draft.zone,
        deadline=draft.deadline,
        schedule=draft.schedule,
        min_round=draft.min_round,
        start=draft.start,
        players=draft.players,
        password_file=draft.password_file,
    )


def as_toml(value: object) -> str:
    """Return a value as TOML writes it.

    >>> print(as_toml(("x", "y")))
    ["x", "y"]
    """
    match value:
        case str():
            # A JSON string is a TOML string, but for DEL, which JSON leaves as it is.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case datetime():
            return value.replace(microsecond=0).isoformat()
        case FileComment(text):
            return "\n".join(f"# {line}" for line in text.splitlines())
        case tuple():
            return f"[{', '.join(as_toml(each) for each in value)}]"
        case _:
            raise TypeError(f"{value!r} has no place in a first settings file")


def id_of(title: str) -> str:
    """Return an id for a game: the last word of its title, as `yerres` of `1-Zug-Scrabble Yerres`."""
    parts = [folded(part) for part in title.replace("-", " ").split()]
    ascii_parts = [part for part in parts if part.isascii() and part]
    return ascii_parts[-1][:40] if ascii_parts else "spiel"


def first_deadline(now: datetime) -> datetime:
    """Return the first Friday at 20:00 that is at least two weeks ahead."""
    day = now + timedelta(days=14)
    friday = day + timedelta(days=(_FRIDAY - day.weekday()) % 7)
    return friday.replace(hour=20, minute=0, second=0, microsecond=0, tzinfo=None)


def needs_area(switches: Mapping[str, object]) -> bool:
    """Tell whether games of a variant name the area of their first word (SB)."""
    return switches.get("start") == "named"
