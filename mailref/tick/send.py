"""Sending what is owed, and forgetting the bytes of mails that were settled long ago; what comes back of it.

What the record knows of the mails that a mail answers is its receipt. Only a mail that says which of ours it
answers, by a Message-ID that nobody else knows, is believed.
"""

import logging
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import SMTP
from email.utils import getaddresses

from msgspec import Struct
from msgspec.structs import replace

from mailref.errors import MailServerError, NoRoomError
from mailref.games.family import family_of
from mailref.games.tournament.tournament import TOLD_BY, is_game_of
from mailref.journal.prepared import Statement
from mailref.journal.recorded_games import OwedMail
from mailref.journal.recorded_mails import (
    MOST_BOUNCES,
    Leaving,
    Returned,
    SentMail,
    SentTag,
    forgiven,
    given_up,
    noted,
    owed_again,
)
from mailref.languages import DEFAULT, FORMATS
from mailref.post.ports import Deferred, Delivery, Letter, RefusedForGood, Sent
from mailref.post.smtp import RETRIES, next_try
from mailref.reading.incoming_mail import Bounce, IncomingMail
from mailref.reading.robots import is_address_gone
from mailref.referee import contents
from mailref.referee.asking import id_holds
from mailref.referee.contents import asks_about_tie, words_of_question
from mailref.referee.identity import is_registered, players_at
from mailref.referee.mails import Decision, Owed, Step, owe_to_game_master
from mailref.referee.policy import MailToGameMaster, Office, Receipt
from mailref.structs import counted
from mailref.tick.machine import STRANGERS_KEPT, Box, Machine, Silent, note, record, tell

log = logging.getLogger(__name__)
"""How the subject of a diverted mail begins; the subject is all that can be read before it is opened."""
_REPLACED = re.compile(
    rb"^(?:To|Cc|Subject):[^\r\n]*\r\n(?:[ \t][^\r\n]*\r\n)*", re.IGNORECASE | re.MULTILINE
)


def send_owed(machine: Machine, now: datetime, *, cause: str = "") -> None:
    """Try every mail that is due once, and count those that a server took over.

    Only of decisions whose cause begins with *cause*.
    """
    _note_handed_over(machine, now)
    problems: list[MailServerError] = []
    worker = machine.journal.lease.claiming(now)
    further = tuple(box.mail.box for box in machine.further)
    for box in _to_send_from(machine, now, cause):
        if box.unsent is not None and box.unsent.rests(now):
            problems.append(box.unsent.problem)
            continue
        leaving = Leaving(box.mail.box, further) if further else None
        due = machine.journal.outgoing.unsent(now, cause=cause, worker=worker, leaving=leaving)
        try:
            _send_from(machine, box, due, now, worker)
        except MailServerError as problem:
            problems.append(_silent(machine, box, problem, now))
            machine.journal.outgoing.let_go(worker)
    if problems:
        raise MailServerError("; ".join(map(str, problems)))


def _to_send_from(machine: Machine, now: datetime, cause: str) -> list[Box]:
    """Return the mailboxes from which something is due, those last whose servers were out of reach."""
    boxes = sorted(machine.boxes, key=lambda each: each.unsent is not None)
    if not machine.further:
        return boxes
    known = {box.mail.box for box in machine.further}
    due = {box if box in known else "" for box in machine.journal.outgoing.due_from(now, cause)}
    return [box for box in boxes if box.mail.box in due or box.unsent is not None]


def _silent(machine: Machine, box: Box, problem: MailServerError, now: datetime) -> MailServerError:
    """Note that nothing can be handed over there; where there are other servers they do not wait for it."""
    if machine.further:
        problem = type(problem)(box.mail.named(problem))
        box.unsent = Silent.after(box.unsent, problem, now)
    note(machine, contents.Hindrance.SENDING, problem, box=box.mail.box)
    return problem


def _send_from(
    machine: Machine, box: Box, due: Iterator[OwedMail], now: datetime, worker: str
) -> None:
    """Try the mails that leave from a mailbox, and note of each what became of it."""
    owed: dict[int, OwedMail] = {}
    for delivery in box.outbox.send(_letters(machine, box, owed, due, now, worker)):
        note(machine, contents.Hindrance.SENDING, box=box.mail.box)
        mail = owed.pop(delivery.letter.id)
        machine.counted.sent += isinstance(delivery.outcome, Sent)
        _note(machine, mail, delivery, now)
        machine.pulse()
        box.unsent = None


def _note_handed_over(machine: Machine, now: datetime) -> None:
    """Note what was sent and could not be noted then, before anything else is sent."""
    for id_ in tuple(machine.unnoted):
        machine.journal.outgoing.mark_sent(id_, now)
        machine.unnoted.discard(id_)


def _mark_sent(machine: Machine, mail: OwedMail, now: datetime) -> None:
    """Note that a mail was sent, by the room kept for that if need be; nobody gets a second copy."""
    machine.unnoted.add(mail.id)
    try:
        machine.journal.outgoing.mark_sent(mail.id, now, is_followed=mail.is_followed)
    except NoRoomError:
        machine.journal.reserve.spend()
        _note_handed_over(machine, now)
        raise
    machine.unnoted.discard(mail.id)


def _letters(  # noqa: PLR0917  as many as there are things to say of a mail
    machine: Machine,
    box: Box,
    owed: dict[int, OwedMail],
    due: Iterator[OwedMail],
    now: datetime,
    worker: str,
) -> Iterator[Letter]:
    settings = box.mail
    stopped = {each.address: each.why for each in machine.journal.bounces.stopped()}
    lease = machine.journal.lease
    for mail in due:
        if worker and lease.has_lapsed(worker):
            log.warning("asleep for too long: what was to be sent is left to others")
            return
        if mail.recipient.lower() in stopped:
            machine.journal.outgoing.mark_dead(mail.id, stopped[mail.recipient.lower()], now)
            continue
        if _is_of_resting_trial(machine, mail):
            machine.journal.outgoing.mark_dead(
                mail.id, "of a trial, which went to one address", now
            )
            continue
        to = settings.divert or mail.recipient
        is_trial = to.lower() != mail.recipient.lower()
        data = diverted(mail.data, to) if is_trial else mail.data
        dotted = None if is_trial else mail.dotted
        letter = Letter(mail.id, settings.bounce, to, data, dotted=dotted)
        fault = letter.fault()
        if fault is not None:  # no server will ever take it
            _give_up(machine, mail, fault, now)
            continue
        owed[mail.id] = mail
        yield replace(letter, is_sound=True)


def _is_of_resting_trial(machine: Machine, mail: OwedMail) -> bool:
    """Tell whether a mail tells of a game or tournament that was a trial, to whom shall not see it."""
    if mail.game is not None:
        return machine.is_resting_trial(mail.game)
    resting = machine.resting_tournaments() if mail.kind in TOLD_BY else frozenset()
    if not resting:
        return False
    what, _, which = mail.cause.partition(":")
    if what == "outcome":
        return any(is_game_of(each, which) for each in resting)
    if which.partition(":")[0] in {policy.plan.id for policy in machine.settings.tournaments}:
        return which.partition(":")[0] in resting
    return all(policy.plan.id in resting for policy in machine.settings.tournaments)


def diverted(data: bytes, address: str) -> bytes:
    """Return a mail as it goes to *address* in a trial: nothing in it leads a reply to its recipient.

    Its subject says for whom it is. Done on the way out, so that what waits follows the settings.
    """
    head, gap, body = data.partition(b"\r\n\r\n")
    was = BytesHeaderParser(policy=SMTP).parsebytes(head)
    named = [each for _, each in getaddresses([str(was["To"])])]
    names = [name for name, _ in getaddresses([str(was["To"])]) if name]
    whose = ", ".join(names or named)
    trial = FORMATS.get(str(was["Content-Language"]), FORMATS[DEFAULT]).trial_for
    now = EmailMessage(policy=SMTP)
    now["To"] = address
    now["Subject"] = f"[{trial} {whose}] {was['Subject']}"
    kept = _REPLACED.sub(b"", head + b"\r\n")
    return now.as_bytes().removesuffix(b"\r\n") + kept.removesuffix(b"\r\n") + gap + body


def _note(machine: Machine, mail: OwedMail, delivery: Delivery, now: datetime) -> None:
    match delivery.outcome:
        case Sent():
            _mark_sent(machine, mail, now)
            log.info("outgoing mail %d was sent: %s%s", mail.id, mail.kind, _place(machine, mail))
        case Deferred(code, text):
            pause = next_try(mail.attempts + 1)
            if pause is None:
                _give_up(machine, mail, f"{code} {text}", now)
            else:
                machine.journal.outgoing.mark_deferred(mail.id, now + pause, f"{code} {text}")
                log.info("outgoing mail %d was put off for %s", mail.id, pause)
        case RefusedForGood(code, text):
            _refused(machine, mail, code, f"{code} {text}", now)


def _is_unknown(machine: Machine, office: Office, address: str) -> bool:
    """Tell whether nobody plays, reads along or has come in at an address, nor runs anything here."""
    is_here = is_registered(office, address) or machine.club().member_at(address) is not None
    return not is_here and address != office.house.operator_address.lower()


def _place(machine: Machine, mail: OwedMail) -> str:
    if mail.game is None or mail.round_tag is None:
        return ""
    running = machine.office().games.get(mail.game)
    letter = running.game.letter if running is not None and mail.round_tag.isdecimal() else ""
    return f" ({mail.game} {letter}{mail.round_tag})"


_NO_ADDRESS = 501
"""RFC 5321 4.2.3: what stands behind RCPT TO is no address, so that no later try can go better."""


def _refused(machine: Machine, mail: OwedMail, code: int, why: str, now: datetime) -> None:
    """Give up a mail to an address that is gone, or is none; any other refusal passes: wait, and tell of it once.

    To a player that is tried without end, since a provider's limit refuses everybody for a while; to an
    unknown address, which a member has named in an invitation, as long as to a server that answers later.
    """
    office = machine.office()
    if code == _NO_ADDRESS or is_address_gone(why):
        machine.journal.outgoing.mark_dead(mail.id, why, now)
        log.warning("outgoing mail %d was given up: %s", mail.id, why)
        returned = Returned(mail.recipient.lower(), mail.message_id, is_gone=True, why=why)
        back = after_refusal(machine, returned, office, now)
        step = Step(f"refused:{mail.id}", Decision((), back.mails))
        record(machine, step, office, now, also=back.also)
        return
    pause = next_try(mail.attempts + 1)
    if pause is None and _is_unknown(machine, office, mail.recipient.lower()):
        _give_up(machine, mail, why, now)
        return
    is_known = machine.journal.outgoing.is_refused_for_now()
    pause = pause or RETRIES[-1]
    machine.journal.outgoing.mark_deferred(mail.id, now + pause, why)
    log.warning("outgoing mail %d was refused and waits for %s: %s", mail.id, pause, why)
    if is_known:
        return
    cause, about = f"waits:{mail.id}:{mail.attempts}", contents.MailWaits(mail.recipient, why)
    tell(machine, about, cause, now, is_for_both=True, but=mail.recipient)


def _give_up(machine: Machine, mail: OwedMail, why: str, now: datetime) -> None:
    """Put a mail that nobody takes before the game master and who runs the machine."""
    machine.journal.outgoing.mark_dead(mail.id, why, now)
    log.warning("outgoing mail %d was given up: %s", mail.id, why)
    cause, about = f"refused:{mail.id}", contents.Undeliverable(mail.recipient, why)
    running = machine.office().games.get(mail.game or "")
    tell(machine, about, cause, now, running, is_for_both=True, but=mail.recipient)


PICTURES_KEPT = timedelta(days=1)
"""So long the picture in an answer to one reader is kept: most of its bytes, and he has it."""
PRIVATE_KEPT = timedelta(days=7)
"""So long at most a mail with a rack is kept: servers try for five days before it comes back."""


def forget_old_mail(machine: Machine, now: datetime) -> None:
    """Drop, once a day, the bytes of mails settled longer ago than `keep`, and so old a backlog.

    Private ones go sooner, so that racks do not lie about.
    """
    if machine.tidied == now.date():
        return
    machine.tidied = now.date()
    _look_for_damage(machine, now)
    machine.journal.outgoing.begin_month(now)
    before = now - machine.settings.keep
    private_before = max(before, now - PRIVATE_KEPT)
    forgotten = machine.journal.outgoing.forget_bytes(before, private_before=private_before)
    machine.journal.outgoing.thin_out(now - PICTURES_KEPT)
    forgotten += machine.journal.inbox.forget_bytes(before)
    newcomer, long_ago = contents.WhyAsked.NEWCOMER.value, now - STRANGERS_KEPT
    forgotten += machine.journal.inbox.forget_strangers(long_ago, why=newcomer)
    machine.journal.questions.forget(long_ago, why=newcomer)
    for box in machine.boxes:
        forgotten += box.mailbox.drop_filed(before)
    machine.journal.backlog.forget(before.date())
    machine.journal.give_back()
    if forgotten:
        log.info("the bytes of %s dropped", counted(forgotten, "old mail"))


def _look_for_damage(machine: Machine, now: datetime) -> None:
    """Look through the pages of the database, and tell the game master once a day what is wrong."""
    damage = machine.journal.damage()
    if damage is None:
        return
    log.error("the database is damaged: %s", damage)
    cause = f"damaged:{now.date().isoformat()}"
    tell(machine, contents.DatabaseDamaged(damage), cause, now, is_for_both=True)


def receipt_of(
    machine: Machine, office: Office, mail: IncomingMail, received: datetime, now: datetime
) -> Receipt:
    """Return what the record knows of a mail that arrived at *received* and is read now."""
    sent_before = machine.journal.outgoing.find_sent(mail.references)
    answers = tuple(
        (sent.game, _round_of(sent.round_tag)) for sent in sent_before if sent.game is not None
    )
    game_master = office.house.gamemaster_address
    writer_of = machine.journal.inbox.writer_of
    to_game_master = _to_game_master(sent_before, game_master, writer_of)
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
        message_in=_message_in(
            [each for each in sent_before if writer_of(each.cause) != game_master],
            mail.sender or "",
        ),
        done_before=machine.journal.questions.orders_under(newest) if newest else frozenset(),
    )


def _message_in(sent_before: Sequence[SentTag], sender: str) -> str | None:
    """Return in which game the sender got the message that he answers; None where he answers none.

    *sent_before* is without what the game master wrote: what answers that is for him, as any other text.
    """
    kind = contents.PlayerMessage.__name__
    games = (s.game for s in sent_before if s.kind == kind and s.recipient.lower() == sender)
    return next((game for game in games if game is not None), None)


def _to_game_master(
    sent_before: Sequence[SentTag], address: str, writer_of: Callable[[str], str]
) -> tuple[MailToGameMaster, ...]:
    found = [
        MailToGameMaster(
            sent.message_id,
            sent.game,
            _round_of(sent.round_tag),
            sent.recorded_at,
            words_of_question(sent.cause) if sent.kind in _QUESTIONS else (),
            is_of_tie=sent.kind == contents.Notice.__name__ and asks_about_tie(sent.cause),
            wrote=writer_of(sent.cause) if sent.kind == contents.Notice.__name__ else "",
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


_QUESTIONS = ("WordQuestions", "RulingAsked", "RulingAskedAtTable")
_REPORTS = ("Report", "Opening", "TurnReport", "TurnsOpening")
"""Kinds of mail that open a round or a turn for its recipient."""
_FIRST_PAUSE = timedelta(hours=12)
_MOST_DOUBLINGS = 4
"""A mail that comes back for now is sent again after half a day, at last once in eight days."""


class Consequences(Struct, frozen=True):
    """What follows from a mail that came back."""

    mails: tuple[Owed, ...] = ()
    also: tuple[Statement, ...] = ()


def consequences_of(
    machine: Machine, mail: IncomingMail, office: Office, now: datetime
) -> Consequences:
    """Return what follows from *mail* for the mails we send.

    Of a bounce, nothing where it only delays, or answers no mail of ours; what a person writes shows
    that his address is right.
    """
    if mail.robot is None and mail.sender is not None:
        return Consequences((), (forgiven(mail.sender),))
    if (bounce := mail.bounce) is None:
        return Consequences()
    sent = _answered(machine, mail, bounce)
    if sent is None or not bounce.has_failed:
        return Consequences()
    returned = Returned(sent.recipient.lower(), sent.message_id, bounce.is_address_gone, bounce.why)
    if returned.is_gone:
        back = after_refusal(machine, returned, office, now)
        return replace(back, also=(*back.also, given_up(sent.id, returned.why)))
    if not machine.journal.outgoing.is_kept(sent.id):
        return _told(contents.Undeliverable(sent.recipient, returned.why), returned, office, now)
    again = owed_again(sent.id, now + _pause(sent.attempts), returned.why)
    if machine.journal.bounces.count(returned.address, is_gone=False):
        return Consequences((), (again,))
    about = contents.MailWaits(sent.recipient, returned.why)
    return _told(about, returned, office, now, again, noted(returned, now))


def after_refusal(
    machine: Machine, returned: Returned, office: Office, now: datetime
) -> Consequences:
    """Return what follows where there is no such address; the third time, no more mail goes there."""
    bounces = machine.journal.bounces
    if bounces.has(returned.address, returned.message_id, is_gone=True):
        return Consequences()
    also = noted(returned, now)
    if returned.address == office.house.gamemaster_address.lower():
        return Consequences()
    count = bounces.count(returned.address, is_gone=True) + 1
    if count < MOST_BOUNCES:
        return _told(
            contents.Undeliverable(returned.address, returned.why), returned, office, now, also
        )
    if count > MOST_BOUNCES:
        return Consequences((), (also,))
    about = contents.MailStopped(returned.address, _names(office, returned.address), returned.why)
    return _told(about, returned, office, now, also)


def _answered(machine: Machine, mail: IncomingMail, bounce: Bounce) -> SentMail | None:
    """Return the mail of ours that came back: by its id, and by its recipient where several bear it."""
    found = machine.journal.outgoing.find_returned(mail.references)
    named = [each for each in found if each.recipient.lower() == bounce.final_recipient]
    return next(iter(named or found), None)


def _pause(attempts: int) -> timedelta:
    return _FIRST_PAUSE * (1 << min(attempts, _MOST_DOUBLINGS))


def _names(office: Office, address: str) -> tuple[str, ...]:
    games = (office.games[id_] for id_ in office.games_at(address))
    players = (p.name for running in games for p in players_at(running, address))
    return tuple(dict.fromkeys(players))


def _told(
    about: contents.Matter, returned: Returned, office: Office, now: datetime, *also: Statement
) -> Consequences:
    """Tell the game master of a mail that came back, and note it."""
    key = f"{about.code}:{returned.message_id}:{now.date().isoformat()}"
    return Consequences((owe_to_game_master(office.house, contents.Notice(about), key, now),), also)
