"""Deciding a mail: what it changes and owes, or who is asked first; and the answers to such questions.

What the game master orders by mail is carried out here, and strangers' mails that he adopts.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.family import family_of
from mailref.games.kind import kind_of
from mailref.journal.senders import AskedBack
from mailref.office import entry_reader, read_policy
from mailref.reading.incoming_mail import Proof
from mailref.reading.read_mail import read
from mailref.referee import asking, gm_orders, notices
from mailref.referee.answer import answer
from mailref.referee.consider import consider
from mailref.referee.contents import as_meant, meant_by
from mailref.referee.findings import Consideration, Office, Reason, Receipt
from mailref.referee.gm_order_lines import (
    Adopt,
    Ordered,
    OrderLine,
    follow_orders,
    game_of,
    read_orders,
)
from mailref.referee.identity import one_time_tokens_in
from mailref.referee.mails import Decision, after, answered, owe_to_game_master
from mailref.referee.new_addresses import answered_at_old_address
from mailref.tick.health import tell
from mailref.tick.limits import MOST_QUESTIONS, next_question
from mailref.tick.machine import Machine
from mailref.tick.send import receipt_of


class Adopted(Struct, frozen=True):
    """A stranger's mail that was taken over, and what it is worth."""

    decision: Decision
    too_late_for: int | None
    """The round that it came too late for, where it counts in none."""


def orders_in(considered: Consideration, office: Office) -> tuple[OrderLine, ...]:
    """Return what a mail of the game master orders; nothing where somebody else writes."""
    if not considered.from_game_master or considered.is_too_large:
        return ()
    game = game_of(considered, office)
    zone = office.games[game].policy.zone if game else ZoneInfo("UTC")
    asked = {word for running in office.games.values() for word in family_of(running).words_asked}
    blocks = (considered.mail.lines, *considered.mail.below)
    lines = [line.text for block in blocks for line in block]
    receipt = considered.receipt
    return read_orders(
        lines, asked, zone, question=receipt.words_asked, is_of_tie=receipt.asked_about_tie
    )


class MailDecider(Struct, frozen=True):
    """Decides a mail, with what the referee sees as it is read."""

    machine: Machine
    office: Office
    now: datetime

    def _after(self, decision: Decision) -> "MailDecider":
        return replace(self, office=after(self.office, decision))

    def adopt(self, id: int, player: str | None) -> Adopted | gm_orders.AdoptRefusal:  # noqa: A002  as in StoredMail
        """Let a stored mail count as if the game master had sent it, or say why it cannot.

        He names the player, or the mail does, by `Spieler=` or its From name; both are told.
        """
        inbox, office = self.machine.journal.inbox, self.office
        raw, stored = inbox.raw(id), inbox.stored(id)
        if raw is None or stored is None or stored.received is None:
            return gm_orders.NoSuchMail()
        if stored.is_adopted:
            return gm_orders.AdoptedBefore()
        mail = read(raw, read_policy(self.machine.settings, self.machine.secret, office))
        if inbox.counts_elsewhere(mail.fingerprint, id):
            return gm_orders.AdoptedBefore()
        found = consider(
            replace(
                mail, sender=office.house.gamemaster_address, robot=None, proof=Proof.CONFIRMED
            ),
            Receipt(
                key=mail.fingerprint[:32],
                received=stored.received.astimezone(UTC),
                answers_game_master=True,
                read_at=self.now,
            ),
            office,
            entry_reader(),
            adopted_for=player,
            written_by=mail.sender_name or None,
        )
        if not any(entry.player for entry in found.entries):
            return gm_orders.WhichPlayer(mail.sender_name)
        late = next((each.round for each in found.entries if each.reason is Reason.LATE), None)
        decision = answer(found, office, is_adopted=True)
        return Adopted(replace(decision, adopted=((id, mail.fingerprint),)), late)

    def adopted(self, considered: Consideration, adopt: Adopt) -> Decision:
        """Let a mail that was set aside count, or tell the game master why it cannot."""
        found = self.adopt(adopt.id, adopt.player)
        if isinstance(found, Adopted):
            return found.decision
        mail = owe_to_game_master(
            self.office.house,
            notices.Notice(notices.OrdersDone((gm_orders.Fate(adopt.line, found),))),
            f"adopt:{considered.receipt.key}:{adopt.id}",
            self.now,
            answers=answered(considered.mail, considered.receipt),
        )
        return Decision((), (mail,))

    def follow(self, considered: Consideration, orders: Sequence[OrderLine]) -> Decision:
        """Return what the game master's orders change, and the mails that he lets count."""
        is_revoked = any(
            isinstance(each, Ordered) and isinstance(each.order, gm_orders.RevokeOrder)
            for each in orders
        )
        means_of = partial(self.machine.means, with_history=True, with_log=is_revoked)
        found = follow_orders(considered, orders, self.office, means_of, self.now)
        for order in orders:
            if isinstance(order, Adopt) and considered.receipt.answers_game_master:
                found = found.then(self._after(found).adopted(considered, order))
        return found

    def decide(self, considered: Consideration) -> Decision:
        """Return what a mail changes and owes; where its sender is in doubt, a question to him."""
        return asking.with_question(considered, self._decided(considered), self.office)

    def _decided(self, considered: Consideration) -> Decision:
        orders = orders_in(considered, self.office)
        if not orders:
            why = asking.why_sender_is_asked(considered, self.office)
            if why is None or self._was_asked_today(considered):
                return self._let_in(considered)
            return asking.ask_sender(considered, why, self.office, self.now)
        entered = answer(considered, self.office, orders=[each.line for each in orders])
        return entered.then(self._after(entered).ordered(considered, orders))

    def _was_asked_today(self, considered: Consideration) -> bool:
        """Tell whether a player whose mails bring no proof has been asked in the last day.

        Anybody can write such mails: he gets no question for each. Their moves are listed for the game master.
        """
        if not asking.lacks_demanded_proof(considered, self.office):
            return False
        sender = considered.mail.sender or ""
        last = self.machine.journal.questions.last_asked(notices.WhyAsked.NO_PROOF.value, sender)
        return last is not None and self.now - last < notices.VALID

    def _let_in(self, considered: Consideration) -> Decision:
        """Return what a mail changes and owes; who is unknown is asked before he is let in."""
        decision, now = answer(considered, self.office), self.now
        if not asking.lets_unknown_in(considered, decision):
            return decision
        if next_question(self.machine.journal, now) > now:
            cause = f"questions_wait:{now.date().isoformat()}"  # once a day
            tell(
                self.machine, notices.QuestionsWait(MOST_QUESTIONS), cause, now, office=self.office
            )
        return asking.ask_newcomer(considered, decision, self.office, now)

    def ordered(self, considered: Consideration, orders: tuple[OrderLine, ...]) -> Decision:
        """Carry out the game master's orders, or ask him first."""
        receipt = considered.receipt
        if considered.mail.proof is Proof.FAILED:
            return asking.refuse_orders(considered, self.office, self.now)
        if not receipt.answers_game_master and not receipt.to_game_master:
            return self.follow(considered, orders)  # says that it is no answer to ours
        why = asking.why_orders_wait(considered, orders, self.office, self.now)
        if why is None:
            return self.follow(considered, orders)
        if why in (notices.WhyAsked.WEIGHTY, notices.WhyAsked.ODD):
            tried = self.follow(considered, orders)
            if not tried.orders and not tried.adopted:
                return tried  # none of them can be carried out: there is nothing to ask
        return asking.ask_game_master(considered, why, orders, self.office, self.now)

    def answer_to_question(self, considered: Consideration) -> Decision | None:
        """Return what follows from a yes or no to a question of ours; None where a mail is neither."""
        mail, office = considered.mail, self.office
        tokens = one_time_tokens_in(mail.references)
        if mail.robot is not None or not tokens:
            return None
        reference, key = answered(mail, considered.receipt), considered.receipt.key
        settled = answered_at_old_address(mail, asking.said_yes(mail), office, reference, key)
        if settled is not None:
            return settled
        found = self.machine.journal.questions.find(tokens)
        asked = [each for each in found if each.sender == mail.sender]
        if not asked:
            return None
        question = asked[-1]
        if question.why == notices.WhyAsked.NEWCOMER:
            return self._newcomer_answers(considered, question)
        if question.why == notices.WhyAsked.PRESS:
            return self._press_ruled(considered, question)
        if question.why in (notices.WhyAsked.MEANT, notices.WhyAsked.VERDICT):
            return self._understood(considered, question)
        waiting = self.waiting(question)
        return None if waiting is None else self._agreed(considered, waiting, question)

    def _agreed(
        self, considered: Consideration, waiting: Consideration, question: AskedBack
    ) -> Decision | None:
        """Return what follows where somebody says whether what waits is his will; None: he does not."""
        mail, office = considered.mail, self.office
        is_yes, orders = asking.said_yes(mail), orders_in(considered, office)
        if orders and orders == orders_in(waiting, office):
            is_yes, orders = True, ()  # written once more instead of JA
        if is_yes is None or self._plays_too(considered):
            return None
        if considered.from_game_master and mail.proof is Proof.FAILED:
            return asking.refuse_orders(considered, office, self.now)
        followed = self._settled(considered, waiting, question, is_yes=is_yes)
        return self._and_ordered(followed, considered, orders)

    def _and_ordered(
        self, done: Decision, considered: Consideration, orders: tuple[OrderLine, ...]
    ) -> Decision:
        """Return what was done, and what the game master orders beside his yes or no."""
        if not orders:
            return done
        more = self._after(done).ordered(considered, orders)
        return done.then(asking.with_question(considered, more, self.office))

    def _press_ruled(self, considered: Consideration, question: AskedBack) -> Decision | None:
        """Release or drop the text of the one mail that was asked about; None: neither yes nor no is said."""
        is_yes, orders = asking.said_yes(considered.mail), orders_in(considered, self.office)
        if is_yes is None:
            return None
        if considered.mail.proof is Proof.FAILED:
            return asking.refuse_orders(considered, self.office, self.now)
        if question.settled_at is not None:
            return asking.say(considered, notices.AnsweredBefore(), self.office, self.now)
        said = Ordered(
            asking.line_said(considered.mail), gm_orders.RulePress(question.fingerprint, is_yes), ""
        )
        followed = asking.with_question(
            considered, self.follow(considered, [said, *orders]), self.office
        )
        return replace(followed, settled=question.token)

    def _understood(self, considered: Consideration, question: AskedBack) -> Decision | None:
        """Return what follows from the answer to what was meant; None: the mail is one of its own."""
        office, now, proof = self.office, self.now, considered.mail.proof
        waiting = self._agreed_so_far(question)
        if waiting is None:
            return None
        if considered.from_game_master and proof is Proof.FAILED:
            return asking.refuse_orders(considered, office, now)
        is_yes = asking.said_yes(considered.mail)
        if is_yes is None or self._plays_too(considered) or proof is Proof.FAILED:
            return None
        if question.settled_at is not None:
            return asking.say(considered, notices.AnsweredBefore(), office, now)
        # Its answers are mails of their own, beside those of the first time.
        waiting = replace(waiting, receipt=replace(waiting.receipt, key=considered.receipt.key))
        if self._why_again(considered, waiting, question) is not None:
            found = self.decide(waiting)
        elif question.why == notices.WhyAsked.VERDICT:
            receipt = replace(waiting.receipt, received=considered.receipt.received)
            said = replace(considered, receipt=receipt)
            found = self.ordered(said, orders_in(said, office))
        elif not is_yes:
            found = asking.say(considered, notices.Dropped(), office, now)
        else:
            found = self._as_meant(waiting, considered.receipt)
        orders = orders_in(considered, office) if question.why == notices.WhyAsked.MEANT else ()
        if orders:  # beside his yes
            found = self._and_ordered(found, considered, orders)
        else:
            found = asking.with_question(considered, found, office)
        return replace(found, settled=question.token)

    def _plays_too(self, considered: Consideration) -> bool:
        """Tell whether a mail holds a move beside its yes or no: it is a mail of its own."""
        mail = asking.beside_answer(considered.mail)
        return consider(mail, considered.receipt, self.office, entry_reader()).holds_move

    def _agreed_so_far(self, question: AskedBack) -> Consideration | None:
        """Return the mail that a question is about, with all that its sender has agreed to in it before.

        What asks once more after a yes is asked about that yes: by it what was meant first is found again.
        """
        waiting = self.waiting(question)
        if waiting is None or orders_in(waiting, self.office):
            return waiting
        tokens = one_time_tokens_in(waiting.mail.references)
        before = [
            each
            for each in self.machine.journal.questions.find(tokens)
            if each.sender == question.sender
            and each.why == notices.WhyAsked.MEANT
            and each.settled_at is not None
        ]
        if not before or not asking.said_yes(waiting.mail) or self._plays_too(waiting):
            return waiting
        first = self._agreed_so_far(before[-1])
        return None if first is None else self._mended(first, waiting.receipt)

    def _as_meant(self, waiting: Consideration, yes: Receipt) -> Decision:
        """Do what a mail asked for, with what it was asked about in it."""
        orders = orders_in(waiting, self.office)
        if not orders:
            return self._decided(self._mended(waiting, yes))
        tried = self.follow(waiting, orders)
        done = [o.content.about for o in tried.mails if isinstance(o.content, notices.Notice)]
        fates = [f for each in done if isinstance(each, notices.OrdersDone) for f in each.fates]
        meant = {f.line: f.refusal for f in fates if isinstance(f.refusal, gm_orders.UnknownPlayer)}
        mended = [
            replace(each, order=gm_orders.naming(each.order, meant[each.line].alike[0]))
            for each in orders
            if isinstance(each, Ordered) and each.line in meant and len(meant[each.line].alike) == 1
        ]
        # Beside them stand the orders of the very mail that says yes.
        receipt = replace(waiting.receipt, key=f"{waiting.receipt.key}:meant")
        return self.follow(replace(waiting, receipt=receipt), mended)

    def _mended(self, waiting: Consideration, yes: Receipt) -> Consideration:
        """Return a mail with what it was asked about in it.

        A move so written counts as his yes does: for the round or turn in which he was asked.
        """
        said = answer(waiting, self.office).mails
        asked = (meant_by(owed.content) for owed in said)  # copies ask the same
        every = [*dict.fromkeys(each for each in asked if each is not None)]
        receipt = waiting.receipt
        if not all(each.is_name for each in every):
            receipt = replace(receipt, received=yes.received, answers=yes.answers)
        return consider(as_meant(waiting.mail, every), receipt, self.office, entry_reader())

    def _newcomer_answers(self, considered: Consideration, question: AskedBack) -> Decision | None:
        """Return what follows from the answer of an unknown address; None where it is neither yes nor no.

        His first mail counts with the time at which it arrived, and what he has written beside his yes.
        """
        # Not one that is closed to strangers for today: he was asked.
        office = replace(self.machine.office(), house=self.office.house)
        is_yes, then = asking.said_yes(considered.mail), considered.receipt.received
        waiting = MailDecider(self.machine, office, then).waiting(question)
        if is_yes is None or waiting is None or question.settled_at is not None:
            return None
        if not is_yes:
            return Decision((), (), settled=question.token)
        followed = asking.with_question(waiting, answer(waiting, office), office)
        followed = replace(followed, settled=question.token)
        office = after(office, followed)
        mail = replace(asking.beside_answer(considered.mail), proof=Proof.CONFIRMED)
        written = consider(mail, considered.receipt, office, entry_reader())
        return followed.then(answer(written, office)) if written.holds_move else followed

    def _settled(
        self,
        considered: Consideration,
        waiting: Consideration,
        question: AskedBack,
        *,
        is_yes: bool,
    ) -> Decision:
        """Return what follows from the answer to a question: what waits is done, or dropped."""
        if question.settled_at is not None:
            return asking.say(considered, notices.AnsweredBefore(), self.office, self.now)
        if not is_yes:
            found = asking.say(considered, notices.Dropped(), self.office, self.now)
        elif (why := self._why_again(considered, waiting, question)) is not None:
            found = self._asked_again(waiting, question, why)
        else:
            found = asking.with_question(waiting, self._confirmed(waiting, question), self.office)
        return replace(found, settled=question.token)

    def _why_again(
        self, considered: Consideration, waiting: Consideration, question: AskedBack
    ) -> notices.WhyAsked | None:
        """Return why a yes is not enough: it came too late, or the game is no longer where it was.

        "RÜCKNAHME" was asked about with the turn that would go back; a later one is another.
        """
        if considered.receipt.received > question.asked_at + notices.VALID:
            return notices.WhyAsked(question.why)
        running = self.office.games.get(game_of(waiting, self.office) or "")
        asked_in = [
            sent.round
            for sent in considered.receipt.to_game_master
            if question.token in sent.message_id and running and sent.game == running.policy.id
        ]
        if running is None or not asked_in or asked_in[-1] in {None, family_of(running).number}:
            return None
        in_rounds = kind_of(running.game).scores_by_round
        lines = orders_in(waiting, self.office)
        orders = [each.order for each in lines if isinstance(each, Ordered)]
        leans = any(asking.is_of_the_moment(order, in_rounds=in_rounds) for order in orders)
        return notices.WhyAsked.WENT_ON if leans else None

    def waiting(self, question: AskedBack, *, confirmed: bool = True) -> Consideration | None:
        """Return the mail that waits, its sender confirmed, or as it came; None: it is no longer kept."""
        machine, office = self.machine, self.office
        kept = machine.journal.inbox.waiting(question.fingerprint)
        if kept is None:
            return None
        raw, received, account = kept
        box = machine.box_of(account)
        policy = read_policy(machine.settings, machine.secret, office, box.mail)
        mail = read(raw, replace(policy, dkim_verify=None))
        receipt = receipt_of(machine, office, mail, received, self.now)
        if confirmed:
            mail = replace(mail, proof=Proof.CONFIRMED)
            receipt = replace(receipt, answers_game_master=True, proven_games=None)
        return consider(mail, receipt, office, entry_reader())

    def _confirmed(self, waiting: Consideration, question: AskedBack) -> Decision:
        """Do what the mail asked for; what was entered beside orders was done then, if it was proven."""
        orders = orders_in(waiting, self.office)
        if not orders:
            return answer(waiting, self.office)
        came = self.waiting(question, confirmed=False)
        if came is None or not any(each.reason is Reason.UNKNOWN_SENDER for each in came.entries):
            return self.follow(waiting, orders)
        entered = answer(waiting, self.office, orders=[each.line for each in orders])
        return entered.then(self._after(entered).follow(waiting, orders))

    def _asked_again(
        self, waiting: Consideration, question: AskedBack, why: notices.WhyAsked
    ) -> Decision:
        """Ask once more, with another token: the answer came too late, or the game has gone on."""
        times = self.machine.journal.questions.times_asked(question.fingerprint)
        orders = orders_in(waiting, self.office)
        if orders:
            return asking.ask_game_master(waiting, why, orders, self.office, self.now, times=times)
        return asking.ask_sender(waiting, why, self.office, self.now, times=times)
