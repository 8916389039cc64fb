"""Deciding a mail: what it changes and owes, or who is asked first; and the answers to such questions.

What the game master orders by mail is carried out here, and strangers' mails that he adopts.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.family import family_of
from mailref.games.kind import kind_of
from mailref.journal.senders import AskedBack
from mailref.office import entry_reader, read_policy
from mailref.reading.incoming_mail import Proof
from mailref.reading.read_mail import read
from mailref.referee.answer import answer
from mailref.referee.asking import (
    ask_game_master,
    ask_newcomer,
    ask_sender,
    beside_answer,
    is_of_the_moment,
    lacks_demanded_proof,
    lets_unknown_in,
    line_said,
    refuse_orders,
    said_yes,
    say,
    why_orders_wait,
    why_sender_is_asked,
    with_question,
)
from mailref.referee.consider import consider
from mailref.referee.contents import as_meant, meant_by
from mailref.referee.findings import Consideration, Office, Reason, Receipt
from mailref.referee.gm_order_lines import Adopt, Ordered, OrderLine, read_orders
from mailref.referee.gm_orders import RevokeOrder, RulePress, UnknownPlayer, naming
from mailref.referee.gm_orders_by_mail import follow_orders, game_of
from mailref.referee.gm_results import AdoptedBefore, AdoptRefusal, Fate, NoSuchMail, WhichPlayer
from mailref.referee.identity import one_time_tokens_in
from mailref.referee.mails import Decision, after, answered, owe_to_game_master
from mailref.referee.new_addresses import answered_at_old_address
from mailref.referee.notices import (
    VALID,
    AnsweredBefore,
    Dropped,
    Notice,
    OrdersDone,
    QuestionsWait,
    WhyAsked,
)
from mailref.tick.health import tell
from mailref.tick.limits import MOST_QUESTIONS, next_question
from mailref.tick.machine import Machine
from mailref.tick.send import receipt_of


class Adopted(Struct, frozen=True):
    """A stranger's mail that was taken over, and what it is worth."""

    decision: Decision
    too_late_for: int | None
    """The round that it came too late for, where it counts in none."""


def adopt_mail(
    machine: Machine,
    id: int,  # noqa: A002  as in StoredMail
    player: str | None,
    office: Office,
    now: datetime,
) -> Adopted | AdoptRefusal:
    """Let a stored mail count as if the game master had sent it, or say why it cannot.

    He names the player, or the mail does, by `Spieler=` or its From name; both are told.
    """
    raw = machine.journal.inbox.raw(id)
    stored = machine.journal.inbox.stored(id)
    if raw is None or stored is None or stored.received is None:
        return NoSuchMail()
    if stored.is_adopted:
        return AdoptedBefore()
    mail = read(raw, read_policy(machine.settings, machine.secret, office))
    if machine.journal.inbox.counts_elsewhere(mail.fingerprint, id):
        return AdoptedBefore()
    found = consider(
        replace(mail, sender=office.house.gamemaster_address, robot=None, proof=Proof.CONFIRMED),
        Receipt(
            key=mail.fingerprint[:32],
            received=stored.received.astimezone(UTC),
            answers_game_master=True,
            read_at=now,
        ),
        office,
        entry_reader(),
        adopted_for=player,
        written_by=mail.sender_name or None,
    )
    if not any(entry.player for entry in found.entries):
        return WhichPlayer(mail.sender_name)
    late = next((each.round for each in found.entries if each.reason is Reason.LATE), None)
    decision = answer(found, office, is_adopted=True)
    return Adopted(replace(decision, adopted=((id, mail.fingerprint),)), late)


def orders_in(considered: Consideration, office: Office) -> tuple[OrderLine, ...]:
    """Return what a mail of the game master orders; nothing where somebody else writes."""
    if not considered.from_game_master or considered.is_too_large:
        return ()
    game = game_of(considered, office)
    zone = office.games[game].policy.zone if game else ZoneInfo("UTC")
    asked = {word for running in office.games.values() for word in family_of(running).words_asked}
    lines = [line.text for line in considered.mail.lines]
    for block in considered.mail.below:
        lines += [line.text for line in block]
    receipt = considered.receipt
    return read_orders(
        lines, asked, zone, question=receipt.words_asked, is_of_tie=receipt.asked_about_tie
    )


def follow(
    machine: Machine,
    considered: Consideration,
    orders: Sequence[OrderLine],
    office: Office,
    now: datetime,
) -> Decision:
    """Return what the game master's orders change, and the mails that he lets count."""
    is_revoked = any(
        isinstance(each, Ordered) and isinstance(each.order, RevokeOrder) for each in orders
    )
    followed = follow_orders(
        considered,
        orders,
        office,
        lambda each, game: machine.means(each, game, with_history=True, with_log=is_revoked),
        now,
    )
    parts = [followed]
    office = after(office, followed)
    for order in orders:
        if isinstance(order, Adopt) and considered.receipt.answers_game_master:
            part = _adopt(machine, considered, order, office, now)
            parts.append(part)
            office = after(office, part)
    return joined(parts)


def joined(parts: Sequence[Decision]) -> Decision:
    """Return several decisions about one mail as one."""
    return Decision(
        tuple(event for part in parts for event in part.events),
        tuple(mail for part in parts for mail in part.mails),
        tuple(number for part in parts for number in part.adopted),
        question=next((part.question for part in parts if part.question is not None), None),
        settled=next((part.settled for part in parts if part.settled is not None), None),
        orders=tuple(digest for part in parts for digest in part.orders),
        under=tuple(dict.fromkeys(each for part in parts for each in part.under)),
    )


def _adopt(
    machine: Machine, considered: Consideration, adopt: Adopt, office: Office, now: datetime
) -> Decision:
    """Let a mail that was set aside count, or tell the game master why it cannot."""
    found = adopt_mail(machine, adopt.id, adopt.player, office, now)
    if isinstance(found, Adopted):
        return found.decision
    mail = owe_to_game_master(
        office.house,
        Notice(OrdersDone((Fate(adopt.line, found),))),
        f"adopt:{considered.receipt.key}:{adopt.id}",
        now,
        answers=answered(considered.mail, considered.receipt),
    )
    return Decision((), (mail,))


def decide(machine: Machine, considered: Consideration, office: Office, now: datetime) -> Decision:
    """Return what a mail changes and owes; where its sender is in doubt, a question to him."""
    return with_question(considered, _decided(machine, considered, office, now), office)


def _decided(
    machine: Machine, considered: Consideration, office: Office, now: datetime
) -> Decision:
    orders = orders_in(considered, office)
    if not orders:
        why = why_sender_is_asked(considered, office)
        if why is None or _was_asked_today(machine, considered, office, now):
            return _let_in(machine, considered, office, now)
        return ask_sender(considered, why, office, now)
    entered = answer(considered, office, orders=[each.line for each in orders])
    return joined([entered, _ordered(machine, considered, orders, after(office, entered), now)])


def _was_asked_today(
    machine: Machine, considered: Consideration, office: Office, now: datetime
) -> bool:
    """Tell whether a player whose mails bring no proof has been asked in the last day.

    Anybody can write such mails: he gets no question for each. Their moves are listed for the game master.
    """
    if not lacks_demanded_proof(considered, office):
        return False
    sender = considered.mail.sender or ""
    last = machine.journal.questions.last_asked(WhyAsked.NO_PROOF.value, sender)
    return last is not None and now - last < VALID


def _let_in(machine: Machine, considered: Consideration, office: Office, now: datetime) -> Decision:
    """Return what a mail changes and owes; who is unknown is asked before he is let in."""
    decision = answer(considered, office)
    if not lets_unknown_in(considered, decision):
        return decision
    if next_question(machine.journal, now) > now:
        cause = f"questions_wait:{now.date().isoformat()}"  # once a day
        tell(machine, QuestionsWait(MOST_QUESTIONS), cause, now, office=office)
    return ask_newcomer(considered, decision, office, now)


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
    why = why_orders_wait(considered, orders, office, now)
    if why is None:
        return follow(machine, considered, orders, office, now)
    if why in (WhyAsked.WEIGHTY, WhyAsked.ODD):
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
    reference, key = answered(mail, considered.receipt), considered.receipt.key
    settled = answered_at_old_address(mail, said_yes(mail), office, reference, key)
    if settled is not None:
        return settled
    asked = [each for each in machine.journal.questions.find(tokens) if each.sender == mail.sender]
    if not asked:
        return None
    question = asked[-1]
    if question.why == WhyAsked.NEWCOMER:
        return _newcomer_answers(machine, considered, question, office)
    if question.why == WhyAsked.PRESS:
        return _press_ruled(machine, considered, question, office, now)
    if question.why in (WhyAsked.MEANT, WhyAsked.VERDICT):
        return _understood(machine, considered, question, office, now)
    waiting = _waiting(machine, question, office, now)
    if waiting is None:
        return None
    is_yes, orders = said_yes(mail), orders_in(considered, office)
    if orders and orders == orders_in(waiting, office):
        is_yes, orders = True, ()  # written once more instead of JA
    if is_yes is None:
        return None
    beside = consider(beside_answer(mail), considered.receipt, office, entry_reader())
    if beside.holds_move:
        return None  # it is a mail of its own
    if considered.from_game_master and mail.proof is Proof.FAILED:
        return refuse_orders(considered, office, now)
    followed = _settled(machine, considered, waiting, question, office, now, is_yes=is_yes)
    if not orders:
        return followed
    beside_yes = _ordered(machine, considered, orders, after(office, followed), now)
    return joined([followed, with_question(considered, beside_yes, office)])


def _press_ruled(
    machine: Machine, considered: Consideration, question: AskedBack, office: Office, now: datetime
) -> Decision | None:
    """Release or drop the text of the one mail that was asked about; None: neither yes nor no is said."""
    is_yes, orders = said_yes(considered.mail), orders_in(considered, office)
    if is_yes is None:
        return None
    if considered.mail.proof is Proof.FAILED:
        return refuse_orders(considered, office, now)
    if question.settled_at is not None:
        return say(considered, AnsweredBefore(), office, now)
    said = Ordered(line_said(considered.mail), RulePress(question.fingerprint, is_yes), "")
    followed = follow(machine, considered, [said, *orders], office, now)
    return replace(with_question(considered, followed, office), settled=question.token)


def _understood(
    machine: Machine, considered: Consideration, question: AskedBack, office: Office, now: datetime
) -> Decision | None:
    """Return what follows from the answer to what was meant; None: the mail is one of its own."""
    waiting = _agreed_so_far(machine, question, office, now)
    if waiting is None:
        return None
    if considered.from_game_master and considered.mail.proof is Proof.FAILED:
        return refuse_orders(considered, office, now)
    is_yes = said_yes(considered.mail)
    if is_yes is None or _plays_too(considered, office) or considered.mail.proof is Proof.FAILED:
        return None
    if question.settled_at is not None:
        return say(considered, AnsweredBefore(), office, now)
    # Its answers are mails of their own, beside those of the first time.
    waiting = replace(waiting, receipt=replace(waiting.receipt, key=considered.receipt.key))
    if _why_again(considered, waiting, question, office) is not None:
        found = decide(machine, waiting, office, now)
    elif question.why == WhyAsked.VERDICT:
        receipt = replace(waiting.receipt, received=considered.receipt.received)
        said = replace(considered, receipt=receipt)
        found = _ordered(machine, said, orders_in(said, office), office, now)
    elif not is_yes:
        found = say(considered, Dropped(), office, now)
    else:
        found = _as_meant(machine, waiting, considered.receipt, office, now)
    orders = orders_in(considered, office) if question.why == WhyAsked.MEANT else ()
    if orders:  # beside his yes
        more = _ordered(machine, considered, orders, after(office, found), now)
        found = joined([found, with_question(considered, more, office)])
    else:
        found = with_question(considered, found, office)
    return replace(found, settled=question.token)


def _plays_too(considered: Consideration, office: Office) -> bool:
    """Tell whether a mail holds a move beside its yes or no."""
    mail = beside_answer(considered.mail)
    return consider(mail, considered.receipt, office, entry_reader()).holds_move


def _agreed_so_far(
    machine: Machine, question: AskedBack, office: Office, now: datetime
) -> Consideration | None:
    """Return the mail that a question is about, with all that its sender has agreed to in it before.

    What asks once more after a yes is asked about that yes: by it what was meant first is found again.
    """
    waiting = _waiting(machine, question, office, now)
    if waiting is None or orders_in(waiting, office):
        return waiting
    before = [
        each
        for each in machine.journal.questions.find(one_time_tokens_in(waiting.mail.references))
        if each.sender == question.sender
        and each.why == WhyAsked.MEANT
        and each.settled_at is not None
    ]
    if not before or not said_yes(waiting.mail) or _plays_too(waiting, office):
        return waiting
    first = _agreed_so_far(machine, before[-1], office, now)
    return None if first is None else _mended(first, waiting.receipt, office)


def _as_meant(
    machine: Machine, waiting: Consideration, yes: Receipt, office: Office, now: datetime
) -> Decision:
    """Do what a mail asked for, with what it was asked about in it."""
    orders = orders_in(waiting, office)
    if orders:
        tried = follow(machine, waiting, orders, office, now)
        done = [o.content.about for o in tried.mails if isinstance(o.content, Notice)]
        fates = [f for each in done if isinstance(each, OrdersDone) for f in each.fates]
        meant = {f.line: f.refusal for f in fates if isinstance(f.refusal, UnknownPlayer)}
        mended = [
            replace(each, order=naming(each.order, meant[each.line].alike[0]))
            for each in orders
            if isinstance(each, Ordered) and each.line in meant and len(meant[each.line].alike) == 1
        ]
        # Beside them stand the orders of the very mail that says yes.
        receipt = replace(waiting.receipt, key=f"{waiting.receipt.key}:meant")
        return follow(machine, replace(waiting, receipt=receipt), mended, office, now)
    return _decided(machine, _mended(waiting, yes, office), office, now)


def _mended(waiting: Consideration, yes: Receipt, office: Office) -> Consideration:
    """Return a mail with what it was asked about in it.

    A move so written counts as his yes does: for the round or turn in which he was asked.
    """
    said = answer(waiting, office).mails
    asked = (meant_by(owed.content) for owed in said)  # copies ask the same
    every = [*dict.fromkeys(each for each in asked if each is not None)]
    receipt = waiting.receipt
    if not all(each.is_name for each in every):
        receipt = replace(receipt, received=yes.received, answers=yes.answers)
    return consider(as_meant(waiting.mail, every), receipt, office, entry_reader())


def _newcomer_answers(
    machine: Machine, considered: Consideration, question: AskedBack, office: Office
) -> Decision | None:
    """Return what follows from the answer of an unknown address; None where it is neither yes nor no.

    His first mail counts with the time at which it arrived, and what he has written beside his yes.
    """
    # Not one that is closed to strangers for today: he was asked.
    office = replace(machine.office(), house=office.house)
    is_yes, then = said_yes(considered.mail), considered.receipt.received
    waiting = _waiting(machine, question, office, then)
    if is_yes is None or waiting is None or question.settled_at is not None:
        return None
    if not is_yes:
        return Decision((), (), settled=question.token)
    followed = with_question(waiting, answer(waiting, office), office)
    followed = replace(followed, settled=question.token)
    office = after(office, followed)
    mail = replace(beside_answer(considered.mail), proof=Proof.CONFIRMED)
    written = consider(mail, considered.receipt, office, entry_reader())
    return joined([followed, answer(written, office)]) if written.holds_move else followed


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
    why = _why_again(considered, waiting, question, office)
    if why is not None:
        asked = _asked_again(machine, waiting, question, why, office, now)
        return replace(asked, settled=question.token)
    found = with_question(waiting, _confirmed(machine, waiting, question, office, now), office)
    return replace(found, settled=question.token)


def _why_again(
    considered: Consideration, waiting: Consideration, question: AskedBack, office: Office
) -> WhyAsked | None:
    """Return why a yes is not enough: it came too late, or the game is no longer where it was.

    "RÜCKNAHME" was asked about with the turn that would go back; a later one is another.
    """
    if considered.receipt.received > question.asked_at + VALID:
        return WhyAsked(question.why)
    running = office.games.get(game_of(waiting, office) or "")
    asked_in = [
        sent.round
        for sent in considered.receipt.to_game_master
        if question.token in sent.message_id and running and sent.game == running.policy.id
    ]
    if running is None or not asked_in or asked_in[-1] in {None, family_of(running).number}:
        return None
    in_rounds = kind_of(running.game).scores_by_round
    orders = [each.order for each in orders_in(waiting, office) if isinstance(each, Ordered)]
    leans = any(is_of_the_moment(order, in_rounds=in_rounds) for order in orders)
    return WhyAsked.WENT_ON if leans else None


def _waiting(
    machine: Machine, question: AskedBack, office: Office, now: datetime, *, confirmed: bool = True
) -> Consideration | None:
    """Return the mail that waits, its sender confirmed, or as it came; None: it is no longer kept."""
    kept = machine.journal.inbox.waiting(question.fingerprint)
    if kept is None:
        return None
    raw, received, account = kept
    box = machine.box_of(account)
    policy = replace(
        read_policy(machine.settings, machine.secret, office, box.mail), dkim_verify=None
    )
    mail = read(raw, policy)
    receipt = receipt_of(machine, office, mail, received, now)
    if confirmed:
        mail = replace(mail, proof=Proof.CONFIRMED)
        receipt = replace(receipt, answers_game_master=True, proven_games=None)
    return consider(mail, receipt, office, entry_reader())


def _confirmed(
    machine: Machine, waiting: Consideration, question: AskedBack, office: Office, now: datetime
) -> Decision:
    """Do what the mail asked for; what was entered beside orders was done then, if it was proven."""
    orders = orders_in(waiting, office)
    if not orders:
        return answer(waiting, office)
    came = _waiting(machine, question, office, now, confirmed=False)
    if came is None or not any(each.reason is Reason.UNKNOWN_SENDER for each in came.entries):
        return follow(machine, waiting, orders, office, now)
    entered = answer(waiting, office, orders=[each.line for each in orders])
    followed = follow(machine, waiting, orders, after(office, entered), now)
    return joined([entered, followed])


def _asked_again(  # noqa: PLR0917  what waits, the question, why it is put again, and the world
    machine: Machine,
    waiting: Consideration,
    question: AskedBack,
    why: WhyAsked,
    office: Office,
    now: datetime,
) -> Decision:
    """Ask once more, with another token: the answer came too late, or the game has gone on."""
    times = machine.journal.questions.times_asked(question.fingerprint)
    orders = orders_in(waiting, office)
    if orders:
        return ask_game_master(waiting, why, orders, office, now, times=times)
    return ask_sender(waiting, why, office, now, times=times)
