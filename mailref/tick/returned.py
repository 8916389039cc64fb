"""What the record knows of the mails that a mail answers: its receipt; and mail that comes back.

Only a mail that says which of ours it answers, by a Message-ID that nobody else knows, is believed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import Executable

from mailref.journal.outgoing import given_up, owed_again
from mailref.journal.recorded_games import SentMail, SentTag
from mailref.journal.senders import MOST_BOUNCES, Returned, forgiven, noted
from mailref.reading.incoming_mail import IncomingMail, Robot
from mailref.referee.asking import id_holds
from mailref.referee.family import family_of
from mailref.referee.findings import MailToGameMaster, Office, Receipt
from mailref.referee.identity import players_at
from mailref.referee.mails import Owed, owe_to_game_master
from mailref.referee.notices import MailStopped, MailWaits, Notice, Undeliverable
from mailref.referee.reminders import words_of_question
from mailref.tick.machine import Machine


def receipt_of(
    machine: Machine, office: Office, mail: IncomingMail, received: datetime, now: datetime
) -> Receipt:
    """Return what the record knows of a mail that arrived at *received* and is read now."""
    sent_before = machine.journal.outgoing.find_sent(mail.references)
    answers = tuple(
        (sent.game, _round_of(sent.round_tag)) for sent in sent_before if sent.game is not None
    )
    to_game_master = _to_game_master(sent_before, office.house.gamemaster_address)
    holding = [sent for sent in to_game_master if id_holds(sent, office)]
    games = frozenset(sent.game for sent in holding if sent.game is not None)
    newest = to_game_master[-1].message_id if to_game_master else ""
    return Receipt(
        key=mail.fingerprint[:32],
        received=received.astimezone(UTC),
        answers=answers,
        handed_over=_handed_over(machine, office, mail.sender or ""),
        answers_game_master=bool(holding),
        proven_games=None if any(sent.game is None for sent in holding) else games,
        to_game_master=to_game_master,
        read_at=now,
        done_before=machine.journal.questions.orders_under(newest) if newest else frozenset(),
    )


def _to_game_master(sent_before: Sequence[SentTag], address: str) -> tuple[MailToGameMaster, ...]:
    found = [
        MailToGameMaster(
            sent.message_id,
            sent.game,
            _round_of(sent.round_tag),
            sent.recorded_at,
            words_of_question(sent.cause) if sent.kind in _QUESTIONS else (),
        )
        for sent in sent_before
        if sent.recipient == address and sent.recorded_at is not None
    ]
    return tuple(sorted(found, key=lambda sent: sent.sent))


def _round_of(tag: str | None) -> int | None:
    return int(tag) if tag is not None and tag.isdigit() else None


def _handed_over(machine: Machine, office: Office, sender: str) -> dict[tuple[str, str], datetime]:
    """Return when the sender got the newest report of each of his games; the far future: not yet.

    A report that went to an address he has changed since, or that was given up, parts no rounds.
    """
    found: dict[tuple[str, str], datetime] = {}
    for id_ in office.games_at(sender):
        running = office.games[id_]
        number = family_of(running).opened_by_report
        if number is None:
            continue
        for player in players_at(running, sender):
            moment = machine.journal.outgoing.handed_over(
                id_, str(number), kinds=_REPORTS, recipients=player.addresses
            )
            if moment is not None:
                found[id_, sender] = moment
    return found


_QUESTIONS = ("WordQuestions", "RulingAsked")
_REPORTS = ("Report", "Opening", "TurnReport", "TurnsOpening")
"""Kinds of mail that open a round or a turn for its recipient."""
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
        back = after_refusal(machine, returned, office, now)
        return replace(back, also=(*back.also, given_up(sent.id, returned.why)))
    if not machine.journal.outgoing.is_kept(sent.id):
        about = Undeliverable(sent.recipient, returned.why)
        return Consequences(_told(about, returned, office, now))
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
    games = (office.games[id_] for id_ in office.games_at(address))
    players = (p.name for running in games for p in players_at(running, address))
    return tuple(dict.fromkeys(players))


def _told(
    about: MailStopped | MailWaits | Undeliverable,
    returned: Returned,
    office: Office,
    now: datetime,
) -> tuple[Owed, ...]:
    key = f"{about.code}:{returned.message_id}:{now.date().isoformat()}"
    return (owe_to_game_master(office.house, Notice(about), key, now),)
