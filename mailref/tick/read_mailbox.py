"""Reading the mailbox: each mail is taken up, decided once, recorded, and only then filed away.

A mail that defeats us is tried again and then set aside. A game that has let in as many newcomers
as it may in a day is closed to the next: every newcomer is mailed an opening, an answer and from then
on every report, addresses can be forged, and nobody shall have us write to a thousand people who
never asked. Their moves and requests are put before the game master.

Mails in which nothing can be read: only what repeats the mail before, or our own words, or says the same
for the third time, is not answered again, and never where it may hold a square, a word or an order;
the game master hears of it once. Whoever says anything else is answered, however often.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Executable

from mailref.errors import (
    CONCERNS_ALL,
    JournalError,
    MailServerError,
    UnreachableError,
    WorkshopError,
    is_lack,
)
from mailref.journal.inbox import InboxMark, MailKey, MailState, Tries
from mailref.journal.senders import MailInVain, one_more, over
from mailref.office import entry_reader, read_policy
from mailref.post.ports import Baseline, Filing, IsKnown, RawMail
from mailref.reading.echoes import NewWords, new_words_in
from mailref.reading.incoming_mail import IncomingMail, Robot, Trouble
from mailref.reading.read_mail import read, read_header, text_sent
from mailref.referee import notices
from mailref.referee.answer import answer, hides_moves_of, put_before, unread_of
from mailref.referee.consider import consider
from mailref.referee.findings import Consideration, Considered, Office, Outcome, Reason
from mailref.referee.gm_order_lines import ORDER_VERBS
from mailref.referee.identity import is_registered, registered_name
from mailref.referee.mails import Decision, Owed, Step, owe_to_game_master
from mailref.referee.policy import Registration, RunningGame
from mailref.terminal import counted
from mailref.tick.answering import MailDecider, orders_in
from mailref.tick.health import note, tell
from mailref.tick.limits import is_asked_enough, is_crowded
from mailref.tick.machine import FILED, Alone, Box, Machine, record
from mailref.tick.pairing_up import take_challenges
from mailref.tick.send import consequences_of, receipt_of, send_owed
from mailref.tick.standing import PATIENCE

_MOST_OF_OURS = 5
"""What we sent him last is looked at, to know our own words again."""
_OFTEN = 2
_UNREADABLE = (Reason.NO_MOVE, Reason.UNREADABLE)


class Spared(Struct, frozen=True):
    """The decision with the answers that go out, and what is noted with it."""

    decision: Decision
    also: tuple[Executable, ...] = ()


def spare(
    machine: Machine, considered: Consideration, decision: Decision, office: Office
) -> Spared:
    """Leave out of *decision* what would only answer a program."""
    sender = considered.mail.sender
    if sender is None or considered.mail.robot is not None or considered.is_stranger:
        return Spared(decision)
    if not _is_in_vain(considered) or not _only_says_so(decision):
        return Spared(decision, (over(sender),))
    if not considered.from_game_master:
        events = (*decision.events, *unread_of(considered, office))
        decision = replace(decision, events=events)
    before = machine.journal.in_vain.of(sender)
    said = _said(machine, considered, sender)
    is_loop = bool(before) and not said.may_play and _is_said_again(said.gist, before)
    also = (one_more(MailInVain(sender, said.gist, is_answered=not is_loop)),)
    if not is_loop:
        told = tuple(_told_how_often(owed, len(before)) for owed in decision.mails)
        return Spared(replace(decision, mails=told), also)
    mails: tuple[Owed, ...] = ()
    if all(each.is_answered for each in before):
        mails = tuple(_notice(considered, sender, office))
    return Spared(replace(decision, mails=mails), also)


def _is_said_again(gist: str, before: Sequence[MailInVain]) -> bool:
    """Tell whether a mail says only what we said, what the last one did, or for the third time the same.

    A list in a ring brings the texts of two programs by turns.
    """
    said = [each.gist for each in before]
    return gist in ("", said[-1]) or said.count(gist) >= _OFTEN


def _said(machine: Machine, considered: Consideration, sender: str) -> NewWords:
    """Return what the mail says beside what we sent its writer."""
    kept = machine.journal.outgoing.last_bytes(sender, _MOST_OF_OURS)
    verbs = ORDER_VERBS if considered.from_game_master else frozenset[str]()
    return new_words_in(considered.mail, map(text_sent, kept), verbs)


def _is_in_vain(considered: Consideration) -> bool:
    """Tell whether nothing in the mail could be read: neither move nor command."""
    return not (considered.holds_move or considered.commands) and all(
        each.outcome is Outcome.REJECTED and each.reason in _UNREADABLE
        for each in considered.entries
    )


def _only_says_so(decision: Decision) -> bool:
    """Tell whether a decision does nothing but say so, to the sender and to the game master.

    An order, a yes or a question asked back is more than that.
    """
    if not decision.mails or decision.events or decision.question is not None:
        return False
    return all(
        owed.content.says_in_vain
        or (
            isinstance(owed.content, notices.Notice)
            and isinstance(owed.content.about, notices.PassedOn)
        )
        for owed in decision.mails
    )


def _told_how_often(owed: Owed, before: int) -> Owed:
    if owed.content.says_in_vain:
        return replace(owed, content=replace(cast(Any, owed.content), in_vain=before))
    return owed


def _notice(considered: Consideration, sender: str, office: Office) -> Iterator[Owed]:
    mail, receipt = considered.mail, considered.receipt
    about = notices.AnswersItself(sender, mail.sender_name, mail.subject)
    quoted = "\n".join(line.text for line in mail.lines)[:2000]
    key = f"{about.code}:{receipt.key}"
    return put_before(office, about, quoted, key, receipt.received)


log = logging.getLogger(__name__)
MOST_FAILURES = 3
"""So often a mail may defeat us before it is set aside."""
READ_ALONE = 2
"""So often a mail may be begun and not be finished, before it is read after all others, by itself."""
MOST_BEGUN = 6
"""So often it may be begun before it is set aside, whatever ended the process."""
_READ_ONLY = "the server lets no mail be moved or marked: the mailbox is read-only"
_NO_PROCESS = "no process could be started for a mail that is read by itself"
_ANSWERED_TOGETHER = 20
"""After so many mails what is owed is sent: the answers to the first wait for no thousandth."""
_PAGE = 1000
"""So many UIDs are asked for at once."""


def read_mailbox(machine: Machine, box: Box, baseline: Baseline, now: datetime) -> bool:
    """Deal with all new mail; tell whether every mail has been: only then may a round close."""
    is_known = _known_mail(machine, box)
    is_complete = is_sending = True
    suspects = []
    for number, raw in enumerate(box.mailbox.new_mail(baseline, is_known), start=1):
        machine.pulse()
        if _begun(machine, _key(box, raw)) >= READ_ALONE:
            suspects.append(raw)
        else:
            is_complete = take_in(machine, box, raw, now) and is_complete
        if number % _ANSWERED_TOGETHER == 0:
            is_sending = is_sending and send_meanwhile(machine, now)
    file_away(machine, box)
    if suspects:
        is_complete = _take_in_last(machine, box, suspects, now) and is_complete
    note(machine, notices.Hindrance.LACK, box=box.mail.box)
    return is_complete


def send_meanwhile(machine: Machine, now: datetime) -> bool:
    """Send what is owed by now; False where no server can be reached: the end of the tick tries again."""
    try:
        send_owed(machine, now)
    except MailServerError:
        return False
    return True


def _take_in_last(machine: Machine, box: Box, suspects: Sequence[RawMail], now: datetime) -> bool:
    """Deal with mails over which the process ended again and again; what is owed is sent before.

    Whatever ended it, the answers to all others must not wait for that.
    """
    send_meanwhile(machine, now)
    is_complete = True
    for raw in suspects:
        machine.pulse()
        is_complete = _take_in_alone(machine, box, raw, now) and is_complete
    file_away(machine, box)
    return is_complete


def take_in_filed(machine: Machine, box: Box, raw: RawMail, now: datetime) -> None:
    """Decide a mail that was filed before the database was put back, until it is dealt with or set aside."""
    for _ in range(MOST_BEGUN + 1):
        begun = _begun(machine, _key(box, raw, is_filed=True))
        take = take_in if begun < READ_ALONE else _take_in_alone
        if take(machine, box, raw, now, is_filed=True):
            return
    raise UnreachableError(f"mail {raw.uid}, which was filed, cannot be dealt with now")


def _take_in_alone(
    machine: Machine, box: Box, raw: RawMail, now: datetime, *, is_filed: bool = False
) -> bool:
    """Let a process of its own decide a mail over which ours has ended; in the end it is set aside."""
    key = _key(box, raw, is_filed=is_filed)
    if _begun(machine, key) >= MOST_BEGUN:
        log.warning("mail %s was begun %d times and is set aside", raw.uid, MOST_BEGUN)
        _set_aside(machine, box, raw, key, now)
        return True
    if machine.read_alone is None:
        return take_in(machine, box, raw, now, is_filed=is_filed)
    found = machine.read_alone(box, raw, now, is_filed=is_filed)
    machine.forget_office()
    log.warning("mail %s was given to a process of its own: %s", raw.uid, found.name.lower())
    if found is Alone.NOT_BEGUN:
        note(machine, notices.Hindrance.LACK, WorkshopError(_NO_PROCESS), box=box.mail.box)
    return machine.journal.inbox.is_known(key)


def _key(box: Box, raw: RawMail, *, is_filed: bool = False) -> MailKey:
    """Return how the record calls a mail, which lies in the inbox, or *is_filed*."""
    account = f"{box.account}{FILED}" if is_filed else box.account
    return MailKey(raw.uid_validity, raw.uid, account)


def _known_mail(machine: Machine, box: Box) -> IsKnown:
    """Return what asks the record for many UIDs at once, but never for all there ever were."""
    known: dict[tuple[int, int], frozenset[int]] = {}

    def is_known(uid_validity: int, uid: int) -> bool:
        first = uid - uid % _PAGE
        if (uid_validity, first) not in known:
            page = range(first, first + _PAGE)
            known[uid_validity, first] = machine.journal.inbox.known_uids(
                uid_validity, page, box.account
            )
        return uid in known[uid_validity, first]

    return is_known


def take_in(
    machine: Machine, box: Box, raw: RawMail, now: datetime, *, is_filed: bool = False
) -> bool:
    """Decide one mail; False if it has to be tried again. What defeats us three times is set aside.

    It lies in the inbox, or *is_filed*.
    """
    key = _key(box, raw, is_filed=is_filed)
    machine.forget_office()
    taken_up = machine.journal.inbox.begin(key, now)
    try:
        return _decide(machine, box, raw, key, now)
    except JournalError:  # our record fails us, not this mail
        _take_back(machine, key)
        raise
    except Exception as problem:
        log.exception("mail %s could not be dealt with", raw.uid)
        if is_lack(problem):
            _note_lack(machine, box, problem)
            if _is_machines(taken_up, now):
                _take_back(machine, key)
            return False
        tries = machine.journal.inbox.fail(key, type(problem).__name__)
        if tries.failed < MOST_FAILURES:
            return False
        _set_aside(machine, box, raw, key, now)
        return True


def _note_lack(machine: Machine, box: Box, problem: Exception) -> None:
    said = f"{type(problem).__name__} {problem}".strip()
    note(machine, notices.Hindrance.LACK, WorkshopError(said), box=box.mail.box)


def _is_machines(tries: Tries, now: datetime) -> bool:
    """Tell whether what was lacking leaves no trace on the mail that met it.

    Two tries are left standing: then it is read by itself, after all others. There it may lack
    something for an hour; what lasts longer, with this mail alone, is the mail's.
    """
    return tries.begun > READ_ALONE and now - tries.first_seen < PATIENCE


def _take_back(machine: Machine, key: MailKey) -> None:
    """Do not count a try that was not this mail's to finish; where that cannot be noted, keep it in mind."""
    try:
        machine.journal.inbox.take_back(key)
    except JournalError:
        machine.held_up[key] += 1


def _begun(machine: Machine, key: MailKey) -> int:
    """Return how often the process may have ended over a mail."""
    return machine.journal.inbox.begun(key) - machine.held_up[key]


def _decide(machine: Machine, box: Box, raw: RawMail, key: MailKey, now: datetime) -> bool:
    mail = read(
        raw.data,
        read_policy(machine.settings, machine.secret, machine.office(), box.mail),
        is_truncated=raw.is_truncated,
    )
    if machine.journal.inbox.has_seen(mail.fingerprint):
        log.info("mail %s came before and was answered then", raw.uid)
        mark = InboxMark(key, MailState.DONE, "duplicate", None, mail.message_id)
        return machine.journal.record(
            f"duplicate:{key.account}:{raw.uid_validity}:{raw.uid}", at=now, inbox=mark
        )
    office = _office_for(machine, box, mail.sender or "", now)
    receipt = receipt_of(machine, office, mail, raw.received, now)
    challenged = take_challenges(machine, mail, receipt.received, office)
    mail = challenged.mail
    considered = consider(mail, receipt, office, entry_reader())
    decider = MailDecider(machine, office, now)
    decision = decider.answer_to_question(considered)
    if decision is None:
        says_more = considered.holds_move or considered.commands or orders_in(considered, office)
        asks = says_more or not challenged.has_any
        decision = decider.decide(considered) if asks else Decision((), ())
    decision = replace(decision, mails=(*decision.mails, *challenged.mails))
    mark = _mark(considered, raw, key, is_asked=decision.question is not None)
    spared = spare(machine, considered, decision, office)
    back = consequences_of(machine, mail, office, now)
    decision = replace(spared.decision, mails=(*spared.decision.mails, *back.mails))
    step = Step(f"mail:{mail.fingerprint}", decision)
    is_recorded = record(
        machine, step, office, now, inbox=mark, also=(*spared.also, *back.also, *challenged.also)
    )
    if is_recorded:
        _log_fate(raw.uid, considered, decision, office)
    if is_recorded or machine.journal.inbox.is_known(key):
        return True
    _take_back(
        machine, key
    )  # its game went on meanwhile, perhaps again and again: others read, too
    return False


def _log_fate(uid: int, considered: Consideration, decision: Decision, office: Office) -> None:
    """Write to the log what became of a mail: its orders, each of them, or its entries."""
    if decision.question is not None:
        log.info("mail %s was taken: its sender is asked back", uid)
    elif considered.from_game_master and (decision.orders or decision.adopted):
        log.info("mail %s was taken: orders of the game master", uid)
        for game, event in decision.events:
            log.info("mail %s: carried out in %s: %s", uid, game, type(event).__name__)
        for number, _ in decision.adopted:
            log.info("mail %s: carried out: U%s counts", uid, number)
    else:
        found = "; ".join(_fate(entry, office) for entry in considered.entries)
        log.info("mail %s was taken: %s", uid, found)


def _fate(entry: Considered, office: Office) -> str:
    """Return `accepted (yerres R4)`, `rejected: late (yerres R4)`."""
    reason = f": {entry.reason.value}" if entry.reason else ""
    running = office.games.get(entry.game) if entry.game else None
    place = ""
    if running is not None and entry.round:
        place = f" ({entry.game} {running.game.letter}{entry.round})"
    return f"{entry.outcome.value}{reason}{place}"


def _mark(considered: Consideration, raw: RawMail, key: MailKey, *, is_asked: bool) -> InboxMark:
    """Say what became of a mail; one with a readable move from a stranger is kept for adoption.

    One whose sender is asked back is kept for his yes.
    """
    mail = considered.mail
    reason = considered.entries[0].reason
    is_ignored = considered.is_stranger and reason is Reason.SENDER_MISMATCH
    is_ignored |= all(entry.outcome is Outcome.IGNORED for entry in considered.entries)
    is_adoptable = is_ignored and considered.holds_move and mail.robot is None and not is_asked
    is_kept = is_adoptable or is_asked or mail.robot is Robot.BOUNCE
    return InboxMark(
        key=key,
        state=MailState.IGNORED if is_ignored else MailState.DONE,
        reason="asked" if is_asked else reason.value if reason else None,
        fingerprint=mail.fingerprint,
        message_id=mail.message_id,
        sender=mail.sender,
        received=raw.received,
        has_move=is_adoptable,
        raw=raw.data if is_kept else None,
    )


def _set_aside(machine: Machine, box: Box, raw: RawMail, key: MailKey, now: datetime) -> None:
    """Quarantine a mail unread; its sender, if he is known, and the game master are told.

    Looked at is its header alone, and that not where it was begun once more: it may have ended us there.
    """
    tries = machine.journal.inbox.begin(key, now)
    if tries.begun <= MOST_BEGUN + 1:
        try:
            policy = read_policy(machine.settings, machine.secret, machine.office_at(box), box.mail)
            mail = replace(read_header(raw.data, policy), trouble=Trouble.SET_ASIDE)
            _quarantine(machine, box, raw, key, now, mail)
        except CONCERNS_ALL:
            raise
        except Exception:
            log.exception("mail %s: nothing could be learnt of its sender", raw.uid)
        else:
            return
    _quarantine(machine, box, raw, key, now)


def _quarantine(  # noqa: PLR0917  the mail as it lies there, and what its header says
    machine: Machine,
    box: Box,
    raw: RawMail,
    key: MailKey,
    now: datetime,
    mail: IncomingMail | None = None,
) -> None:
    """Quarantine a mail; without *mail*, nobody knows who wrote it."""
    office = machine.office_at(box)
    told = notices.Quarantined(raw.uid, raw.size, f"U{machine.journal.inbox.number(key)}")
    mark = InboxMark(key, MailState.QUARANTINED, "quarantined", received=raw.received, raw=raw.data)
    decision = Decision((), ())
    if mail is not None:
        sender, decision = mail.sender or "", _answered_unread(machine, raw, now, office, mail)
        told = replace(
            told,
            sender=sender,
            name=registered_name(office, sender) or mail.sender_name,
            subject="" if hides_moves_of(sender, office) else mail.subject,
            is_sender_told=any(owed.recipient.lower() == sender for owed in decision.mails),
        )
        mark = replace(mark, sender=sender or None, message_id=mail.message_id)
    cause = f"quarantine:{key.account}:{key.uid_validity}:{key.uid}"
    notice = owe_to_game_master(office.house, notices.Notice(told), cause, now)
    step = Step(cause, decision.then(Decision((), (notice,))))
    record(machine, step, office, now, inbox=mark)


def _answered_unread(
    machine: Machine, raw: RawMail, now: datetime, office: Office, mail: IncomingMail
) -> Decision:
    """Return what is said, and noted, of a mail that nobody has read, where its sender is known."""
    if mail.robot is not None or not is_registered(office, mail.sender or ""):
        return Decision((), ())
    receipt = receipt_of(machine, office, mail, raw.received, now)
    considered = consider(mail, receipt, office, entry_reader())
    return Decision(unread_of(considered, office), answer(considered, office).mails)


def file_away(machine: Machine, box: Box) -> None:
    """File what was decided: after the commit, and again where an earlier tick was cut short.

    What the server refuses stays in the inbox and is tried again: it has been read and recorded.
    """
    waiting = machine.journal.inbox.to_file(box.account)
    by_place: dict[tuple[int, bool], list[MailKey]] = {}
    for key, state in waiting:
        is_quarantined = state is MailState.QUARANTINED
        by_place.setdefault((key.uid_validity, is_quarantined), []).append(key)
    for (uid_validity, is_quarantined), keys in by_place.items():
        put = box.mailbox.quarantine if is_quarantined else box.mailbox.file_away
        try:
            done = put(uid_validity, [key.uid for key in keys])
        except MailServerError as problem:
            log.warning("%s could not be filed away: %s", counted(len(keys), "mail"), problem)
            note(machine, notices.Hindrance.FILING, problem, box=box.mail.box)
            return
        if done is Filing.LEFT:
            note(machine, notices.Hindrance.FILING, MailServerError(_READ_ONLY), box=box.mail.box)
            return
        if done is not Filing.STALE:
            log.info("%s filed: %s", counted(len(keys), "mail"), done.value)
            box.unwritable = None
        machine.journal.inbox.mark_filed(keys)
    note(machine, notices.Hindrance.FILING, box.unwritable, box=box.mail.box)


def _office_for(machine: Machine, box: Box, sender: str, now: datetime) -> Office:
    """Return what the referee sees; for a stranger, crowded games are closed.

    All are to one who was asked often enough and has not answered: he need not have written.
    """
    office = machine.office_at(box)
    if not sender or is_registered(office, sender):
        return office
    if is_asked_enough(sender, machine.journal, now):
        games = {id_: _closed_to_strangers(each) for id_, each in office.games.items()}
        return replace(office, games=MappingProxyType(games))
    running_games = {
        id_: _closed(machine, office, running, now)
        if is_crowded(running, machine.journal, machine.settings, now)
        else running
        for id_, running in office.games.items()
    }
    return replace(office, games=MappingProxyType(running_games))


def _closed(machine: Machine, office: Office, running: RunningGame, now: datetime) -> RunningGame:
    """Close a game to strangers for now, and tell the game master so, once a day."""
    cause = f"joins_stopped:{running.game.id}:{now.date().isoformat()}"
    about = notices.JoinsStopped(machine.settings.mail.joins_per_day)
    tell(machine, about, cause, now, running, office=office)
    return _closed_to_strangers(running)


def _closed_to_strangers(running: RunningGame) -> RunningGame:
    return replace(running, policy=replace(running.policy, registration=Registration.CLOSED))
