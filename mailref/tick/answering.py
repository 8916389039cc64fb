"""Deciding a mail: what it changes and owes, or who is asked first; and the answers to such questions."""

from dataclasses import replace
from datetime import datetime

from mailref.journal.questions import AskedBack
from mailref.office import entry_reader, read_policy
from mailref.reading.incoming_mail import Proof
from mailref.reading.read_mail import read
from mailref.referee.answer import answer
from mailref.referee.asking import (
    VALID,
    ask_game_master,
    ask_sender,
    refuse_orders,
    said_yes,
    say,
    why_orders_wait,
    why_sender_is_asked,
)
from mailref.referee.consider import consider
from mailref.referee.findings import Consideration, Office
from mailref.referee.gm_orders_by_mail import OrderLine
from mailref.referee.identity import one_time_tokens_in
from mailref.referee.mails import Decision, after
from mailref.referee.notices import AnsweredBefore, Dropped, WhyAsked
from mailref.tick.adopting import follow, joined, orders_in
from mailref.tick.machine import Machine
from mailref.tick.receipts import receipt_of


def decide(machine: Machine, considered: Consideration, office: Office, now: datetime) -> Decision:
    """Return what a mail changes and owes; where its sender is in doubt, a question to him."""
    orders = orders_in(considered, office)
    if not orders:
        why = why_sender_is_asked(considered, office)
        return ask_sender(considered, why, office, now) if why else answer(considered, office)
    entered = answer(considered, office, orders=[each.line for each in orders])
    return joined([entered, _ordered(machine, considered, orders, after(office, entered), now)])


def _ordered(
    machine: Machine,
    considered: Consideration,
    orders: tuple[OrderLine, ...],
    office: Office,
    now: datetime,
) -> Decision:
    """Carry out the game master's orders, or ask him first."""
    receipt = considered.receipt
    if considered.mail.proof is Proof.FAILED:
        return refuse_orders(considered, office, now)
    if not receipt.answers_game_master and not receipt.to_game_master:
        return follow(machine, considered, orders, office, now)  # says that it is no answer to ours
    why = why_orders_wait(considered, orders, office)
    if why is None:
        return follow(machine, considered, orders, office, now)
    if why is WhyAsked.WEIGHTY:
        tried = follow(machine, considered, orders, office, now)
        if not tried.orders and not tried.adopted:
            return tried  # none of them can be carried out: there is nothing to ask
    return ask_game_master(considered, why, orders, office, now)


def answer_to_question(
    machine: Machine, considered: Consideration, office: Office, now: datetime
) -> Decision | None:
    """Return what follows from a yes or no to a question of ours; None where a mail is neither."""
    mail = considered.mail
    tokens = one_time_tokens_in(mail.references)
    if mail.robot is not None or not tokens:
        return None
    asked = [each for each in machine.journal.questions.find(tokens) if each.sender == mail.sender]
    if not asked:
        return None
    question = asked[-1]
    waiting = _waiting(machine, question, office)
    is_yes = said_yes(mail)
    orders = orders_in(considered, office)
    if waiting is None or considered.holds_move:
        return None  # with a move in it, it is a mail of its own
    if orders and orders == orders_in(waiting, office):
        is_yes, orders = True, ()  # written once more instead of JA
    if is_yes is None:
        return None
    if considered.from_game_master and mail.proof is Proof.FAILED:
        return refuse_orders(considered, office, now)
    followed = _settled(machine, considered, waiting, question, office, now, is_yes=is_yes)
    if not orders:
        return followed
    office = after(office, followed)
    return joined([followed, _ordered(machine, considered, orders, office, now)])


def _settled(  # noqa: PLR0917  the two mails, the question between them, and the world
    machine: Machine,
    considered: Consideration,
    waiting: Consideration,
    question: AskedBack,
    office: Office,
    now: datetime,
    *,
    is_yes: bool,
) -> Decision:
    """Return what follows from the answer to a question: what waits is done, or dropped."""
    if question.settled_at is not None:
        return say(considered, AnsweredBefore(), office, now)
    if not is_yes:
        return replace(say(considered, Dropped(), office, now), settled=question.token)
    if considered.receipt.received > question.asked_at + VALID:
        return replace(
            _asked_again(machine, waiting, question, office, now), settled=question.token
        )
    return replace(_confirmed(machine, waiting, office, now), settled=question.token)


def _waiting(machine: Machine, question: AskedBack, office: Office) -> Consideration | None:
    """Return the mail that waits, its sender confirmed; None where it is no longer kept."""
    kept = machine.journal.inbox.waiting(question.fingerprint)
    if kept is None:
        return None
    raw, received = kept
    policy = replace(read_policy(machine.settings, machine.secret, office), dkim_verify=None)
    mail = replace(read(raw, policy), proof=Proof.CONFIRMED)
    receipt = receipt_of(machine, office, mail, received)
    proven = replace(receipt, answers_game_master=True, proven_games=None)
    return consider(mail, proven, office, entry_reader())


def _confirmed(machine: Machine, waiting: Consideration, office: Office, now: datetime) -> Decision:
    """Do what the mail asked for; what the game master entered beside orders has been done."""
    orders = orders_in(waiting, office)
    if orders:
        return follow(machine, waiting, orders, office, now)
    return answer(waiting, office)


def _asked_again(
    machine: Machine, waiting: Consideration, question: AskedBack, office: Office, now: datetime
) -> Decision:
    """Ask once more, with another token: the answer came too late."""
    times = machine.journal.questions.times_asked(question.fingerprint)
    why = WhyAsked(question.why)
    orders = orders_in(waiting, office)
    if orders:
        return ask_game_master(waiting, why, orders, office, now, times=times)
    return ask_sender(waiting, why, office, now, times=times)
