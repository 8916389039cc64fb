"""Mails in which nothing can be read: how often they are answered, so that no two programs talk on.

What repeats the mail before, but for dates and numbers, is not answered again; what comes within two
minutes of our answer is answered once. The game master hears of it once. A person who tries again is
answered as anybody is.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import Executable

from mailref.journal.in_vain import MailInVain, one_more, over
from mailref.reading.gist import gist_of
from mailref.referee.findings import Consideration, Office, Outcome, Reason
from mailref.referee.mails import Decision, EntryAnswer, MailAnswer, Owed, owe_to_game_master
from mailref.referee.notices import AnswersItself, Notice, PassedOn
from mailref.tick.machine import Machine

_ANSWERS = ("EntryAnswer", "MailAnswer", "CommandAnswer")
_QUICK = timedelta(minutes=2)
_SKEW = timedelta(seconds=5)
"""A mail server writes whole seconds, and its clock may be a little behind ours."""
_UNREADABLE = (Reason.NO_MOVE, Reason.UNREADABLE)


@dataclass(frozen=True, slots=True)
class Spared:
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
    before = machine.journal.in_vain.of(sender)
    gist = gist_of(considered.mail)
    is_quick = _is_quick(machine, considered, sender)
    repeats = bool(before) and before[-1].gist == gist
    is_answered = not repeats and not (is_quick and any(each.is_quick for each in before))
    also = (one_more(MailInVain(sender, gist, is_quick, is_answered)),)
    if is_answered:
        told = tuple(_told_how_often(owed, len(before)) for owed in decision.mails)
        return Spared(replace(decision, mails=told), also)
    mails: tuple[Owed, ...] = ()
    if all(each.is_answered for each in before):
        mails = (_notice(considered, sender, office),)
    return Spared(replace(decision, mails=mails), also)


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
        isinstance(owed.content, EntryAnswer | MailAnswer)
        or (isinstance(owed.content, Notice) and isinstance(owed.content.about, PassedOn))
        for owed in decision.mails
    )


def _is_quick(machine: Machine, considered: Consideration, sender: str) -> bool:
    answered = machine.journal.outgoing.last_sent(sender, kinds=_ANSWERS)
    if answered is None:
        return False
    return -_SKEW <= considered.receipt.received - answered <= _QUICK


def _told_how_often(owed: Owed, before: int) -> Owed:
    if isinstance(owed.content, EntryAnswer | MailAnswer):
        return replace(owed, content=replace(owed.content, in_vain=before))
    return owed


def _notice(considered: Consideration, sender: str, office: Office) -> Owed:
    mail, receipt = considered.mail, considered.receipt
    about = AnswersItself(sender, mail.sender_name, mail.subject)
    quoted = "\n".join(line.text for line in mail.lines)[:2000]
    key = f"{about.code}:{receipt.key}"
    return owe_to_game_master(office.house, Notice(about, quoted=quoted), key, receipt.received)
