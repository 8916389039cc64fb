"""How often one sender may occupy the game master: some mails at once, the rest in a daily list.

What players and strangers write is put before the game master, and nothing keeps anybody from a
thousand mails. Beyond `per_address_day` mails a day about one sender, all strangers being one, the
rest is listed in one mail on the next day. The mails themselves lie in the mailbox all the same.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import assert_never

from mailref.journal.journal import Journal
from mailref.referee.findings import Office
from mailref.referee.identity import is_registered
from mailref.referee.mails import Decision, Owed, Step, owe_to_game_master
from mailref.referee.notices import (
    AboutAMail,
    HeldBack,
    JoinRequest,
    LateButInTime,
    MoreMail,
    Notice,
    OrdersUnproven,
    PassedOn,
    PressToRelease,
)

_KEPT = "notices:"
_MOST_LISTED = 50
"""Of one sender; the others are counted."""
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class _Told:
    """What the game master was told about one sender, and what he is yet to be told."""

    day: str = ""
    sent: int = 0
    """Mails of that day."""
    since: str = ""
    """The day of the first mail held back."""
    held: int = 0
    rows: list[str] = field(default_factory=list)
    """How the first of those held back begin."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The mails that go on, and what is noted of them and of those held back."""

    mails: tuple[Owed, ...]
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Listed:
    """The step that lists what was held back, and what is noted once it is recorded."""

    step: Step
    facts: Mapping[str, str]


def hold_back(
    mails: Sequence[Owed], office: Office, journal: Journal, most: int, now: datetime
) -> Kept:
    """Hold back what tells the game master of a sender's mails beyond *most* a day."""
    told: dict[str, _Told] = {}
    going: list[Owed] = []
    today = now.date().isoformat()
    for mail in mails:
        notice = mail.content
        if not isinstance(notice, Notice) or not isinstance(notice.about, AboutAMail):
            going.append(mail)
            continue
        name = _KEPT + _sender(notice.about, office)
        so_far = told.get(name) or _read(journal.fact(name))
        if so_far.day != today:
            so_far = replace(so_far, day=today, sent=0)
        if so_far.sent < most:
            going.append(mail)
            told[name] = replace(so_far, sent=so_far.sent + 1)
        else:
            told[name] = _held(so_far, _beginning(notice.about, notice.quoted), today)
    return Kept(tuple(going), {name: _written(each) for name, each in told.items()})


def _sender(about: AboutAMail, office: Office) -> str:
    """Return whom a notice is about: a registered address; "" for any stranger's."""
    if isinstance(about, OrdersUnproven):
        return office.house.gamemaster_address
    return about.sender if is_registered(office, about.sender) else ""


def _held(so_far: _Told, beginning: str, today: str) -> _Told:
    rows = so_far.rows
    if len(rows) < _MOST_LISTED:
        rows = [*rows, beginning]
    since = so_far.since or today
    return replace(so_far, since=since, held=so_far.held + 1, rows=rows)


def _beginning(about: AboutAMail, quoted: str) -> str:
    """Return a line by which the game master knows the mail again."""
    parts = [part for part in (*_words(about), quoted.strip()) if part]
    return " ".join(" ".join(parts).split())[:_LONGEST]


def _words(about: AboutAMail) -> tuple[str, ...]:
    match about:
        case PassedOn(sender, name, subject):
            return sender, name, subject
        case JoinRequest(sender, name) | PressToRelease(sender, name):
            return sender, name
        case LateButInTime(sender, player):
            return sender, player
        case OrdersUnproven():
            return ()
        case _:
            assert_never(about)


def _written(told: _Told) -> str:
    return json.dumps(asdict(told))


def _read(kept: str | None) -> _Told:
    return _Told(**json.loads(kept)) if kept else _Told()


def list_of_held_back(
    office: Callable[[], Office], journal: Journal, now: datetime
) -> Listed | None:
    """Return what lists the mails held back on days before, None where there are none."""
    today = now.date().isoformat()
    waiting = {name: _read(kept) for name, kept in journal.facts(_KEPT).items()}
    due = {name: each for name, each in waiting.items() if each.held and each.since < today}
    if not due:
        return None
    senders = tuple(HeldBack(name.removeprefix(_KEPT), each.held) for name, each in due.items())
    quoted = "\n".join(row for each in due.values() for row in each.rows)
    cause = f"more_mail:{today}"
    notice = Notice(MoreMail(senders), quoted=quoted)
    mail = owe_to_game_master(office().house, notice, cause, now)
    emptied = {
        name: _written(replace(each, since="", held=0, rows=[])) for name, each in due.items()
    }
    return Listed(Step(cause, Decision((), (mail,))), emptied)
