"""Mail that comes back: who gets no more, what is tried again, and what the game master hears of it.

Only a mail that says which of ours it answers, by a Message-ID that nobody else knows, is believed.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Executable

from mailref.journal.came_back import MOST_BOUNCES, Returned, forgiven, noted
from mailref.journal.outgoing import owed_again
from mailref.journal.records import SentMail
from mailref.reading.incoming_mail import IncomingMail, Robot
from mailref.referee.findings import Office
from mailref.referee.identity import players_at
from mailref.referee.mails import Owed, owe_to_game_master
from mailref.referee.notices import MailStopped, MailWaits, Notice, Undeliverable
from mailref.tick.machine import Machine

_FIRST_PAUSE = timedelta(hours=12)
_MOST_DOUBLINGS = 4
"""A mail that comes back for now is sent again after half a day, at last once in eight days."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """What follows from a mail that came back."""

    mails: tuple[Owed, ...] = ()
    also: tuple[Executable, ...] = ()


def consequences_of(
    machine: Machine, mail: IncomingMail, office: Office, now: datetime
) -> Consequences:
    """Return what follows from *mail* for the mails we send.

    Of a bounce, nothing where it only delays, or answers no mail of ours; what a person writes shows
    that his address is right.
    """
    if mail.robot is None and mail.sender is not None:
        return Consequences((), (forgiven(mail.sender),))
    if mail.robot is not Robot.BOUNCE:
        return Consequences()
    sent = _answered(machine, mail)
    if sent is None or not mail.has_failed:
        return Consequences()
    returned = Returned(
        sent.recipient.lower(), sent.message_id, mail.is_address_gone, mail.bounce_says
    )
    if returned.is_gone:
        return after_refusal(machine, returned, office, now)
    also: list[Executable] = [owed_again(sent.id, now + _pause(sent.attempts), returned.why)]
    if machine.journal.bounces.count(returned.address, is_gone=False):
        return Consequences((), tuple(also))
    also.append(noted(returned, now))
    return Consequences(
        _told(MailWaits(sent.recipient, returned.why), returned, office, now), tuple(also)
    )


def after_refusal(
    machine: Machine, returned: Returned, office: Office, now: datetime
) -> Consequences:
    """Return what follows where there is no such address; the third time, no more mail goes there."""
    bounces = machine.journal.bounces
    if bounces.has(returned.address, returned.message_id, is_gone=True):
        return Consequences()
    also = (noted(returned, now),)
    if returned.address == office.house.gamemaster_address.lower():
        return Consequences()
    count = bounces.count(returned.address, is_gone=True) + 1
    if count < MOST_BOUNCES:
        return Consequences(
            _told(Undeliverable(returned.address, returned.why), returned, office, now), also
        )
    if count > MOST_BOUNCES:
        return Consequences((), also)
    about = MailStopped(returned.address, _names(office, returned.address), returned.why)
    return Consequences(_told(about, returned, office, now), also)


def _answered(machine: Machine, mail: IncomingMail) -> SentMail | None:
    """Return the mail of ours that came back: by its id, and by its recipient where several bear it."""
    found = machine.journal.outgoing.find_returned(mail.references)
    named = [each for each in found if each.recipient.lower() == mail.final_recipient]
    return next(iter(named or found), None)


def _pause(attempts: int) -> timedelta:
    return _FIRST_PAUSE * (1 << min(attempts, _MOST_DOUBLINGS))


def _names(office: Office, address: str) -> tuple[str, ...]:
    players = (p.name for running in office.games.values() for p in players_at(running, address))
    return tuple(dict.fromkeys(players))


def _told(
    about: MailStopped | MailWaits | Undeliverable,
    returned: Returned,
    office: Office,
    now: datetime,
) -> tuple[Owed, ...]:
    key = f"{about.code}:{returned.message_id}:{now.date().isoformat()}"
    return (owe_to_game_master(office.house, Notice(about), key, now),)
