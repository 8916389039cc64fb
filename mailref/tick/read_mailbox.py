"""Reading the mailbox: each mail is taken up, decided once, recorded, and only then filed away.

A mail that defeats us is tried again and then set aside. A game that has let in as many newcomers
as it may in a day is closed to the next: every newcomer is mailed an opening, an answer and from then
on every report, addresses can be forged, and nobody shall have us write to a thousand people who
never asked. Their moves and requests are put before the game master.

Mails in which nothing can be read: only what repeats the mail before, or our own words, or says the same
for the third time, is not answered again, and never where it may hold a square, a word or an order;
the game master hears of it once. Whoever says anything else is answered, however often.

A record that was put back, or is somebody else's: nothing goes on as if nothing had been.

After the database was put back from a copy, what lies filed away was decided and answered; it is
decided again, at the time it came, and what is owed for it counts as sent. So does what time brought
about before the next mail that was filed away: somebody was there to close the round, to ask about
words, to remind. What is uncertain, the game master decides before anything is sent: his word from
the shell is in no mailbox, so a round may have ended otherwise than it does now. That a game went on
otherwise is seen where a mail answers one of ours that was not come to again.

Several mailboxes: which of them a worker reads, up to when all were read, the wait for new mail.

Mail about any game may come to any of them: a round closes only after readings of all of them that
are complete and began after its ZAT (rules 8). Where several workers share the work each reads some;
who leads goes by what the others note.

Deciding a mail: what it changes and owes, or who is asked first; and the answers to such questions.

What the game master orders by mail is carried out here, and strangers' mails that he adopts.
"""

import heapq
import logging
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import takewhile
from types import MappingProxyType
from typing import Any, TypeVar, assert_never, cast
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from mailref.errors import (
    CONCERNS_ALL,
    JournalError,
    MailServerError,
    OtherInstallationError,
    UnreachableError,
    WorkshopError,
    is_lack,
)
from mailref.games.club.contents import ClubMail
from mailref.games.family import family_of
from mailref.games.kind import kind_of
from mailref.journal.installation import HowFar, RestorationState
from mailref.journal.prepared import Statement
from mailref.journal.recorded_mails import (
    AskedBack,
    InboxMark,
    MailInVain,
    MailKey,
    MailState,
    Tries,
    one_more,
    over,
)
from mailref.office import entry_reader, read_policy
from mailref.orders.club_lines import ClubAsk, as_written
from mailref.orders.commands import is_greeting
from mailref.orders.entries import AwayAct, ResignAct
from mailref.orders.entries import orders_in as orders_of
from mailref.orders.kind_words import is_only_kind
from mailref.orders.order_words import forms
from mailref.orders.shapes import folded
from mailref.orders.table import Command
from mailref.orders.yes_and_no import begins_as_answer
from mailref.post.ports import Baseline, Filing, IsKnown, Listening, RawMail
from mailref.reading.incoming_mail import IncomingMail, Proof, Robot, Trouble
from mailref.reading.mime import cut_header
from mailref.reading.read_mail import read, read_header, text_sent, without_others_words
from mailref.reading.robots import Manner, NewWords, is_note, new_words_in
from mailref.referee import asking, contents, gm_orders, identity
from mailref.referee.asking import answer, hides_moves_of, put_before, unread_of
from mailref.referee.consider import consider
from mailref.referee.contents import DatabaseRestored, Hindrance, as_meant, meant_by
from mailref.referee.gm_order_lines import (
    Adopt,
    Ordered,
    OrderLine,
    follow_orders,
    game_of,
    read_orders,
    words_ruled_on,
)
from mailref.referee.identity import (
    answered_at_old_address,
    is_registered,
    one_time_tokens_in,
    registered_name,
)
from mailref.referee.mails import Decision, Owed, Step, after, owe_to_game_master
from mailref.referee.policy import (
    Consideration,
    Considered,
    Office,
    Outcome,
    Reason,
    Receipt,
    Registration,
    RunningGame,
)
from mailref.referee.ruling_sentences import speaks_of_ruling
from mailref.structs import counted
from mailref.tick.begun_before import domains_of, own_ids
from mailref.tick.club import (
    OF_CLUB,
    Clubbed,
    has_no_member_yet,
    invitation_open_to,
    take_club_orders,
    with_club,
    with_joins,
)
from mailref.tick.deadlines import act_when_due, go_on, remind, take_challenges
from mailref.tick.holding import hold_mailbox
from mailref.tick.machine import (
    FILED,
    MOST_APART,
    PATIENCE,
    WAITS,
    Alone,
    Box,
    Machine,
    Silent,
    asked_lately,
    is_asked_enough,
    is_crowded,
    note,
    note_all_read,
    record,
    tell,
    tell_if_questions_wait,
)
from mailref.tick.send import consequences_of, receipt_of, send_owed


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
    waits = office.games[game].game.waiting_to_join if game else ()
    blocks = (considered.mail.lines, *considered.mail.below)
    lines = [line.text for block in blocks for line in block]
    if game is not None:
        asked |= words_ruled_on(lines, family_of(office.games[game]), office)
    receipt = considered.receipt
    return read_orders(
        lines,
        asked,
        zone,
        question=receipt.words_asked,
        is_of_tie=receipt.asked_about_tie,
        wants_in=next((each.address for each in waits if each.address == receipt.wrote), ""),
        since=receipt.received,
    )


def _may_be_played_by(name: str, office: Office) -> Iterator[str]:
    """Yield the games that go on in which somebody is called so, or has a first name in common."""
    first = folded(name).split()[:1]
    for id_, running in office.games.items():
        names = (folded(each).split()[:1] for each in running.game.players)
        if first and not running.game.is_over and first in names:
            yield id_


class MailDecider(Struct, frozen=True):
    """Decides a mail, with what the referee sees as it is read."""

    machine: Machine
    office: Office
    now: datetime

    def _after(self, decision: Decision) -> "MailDecider":
        return replace(self, office=after(self.office, decision))

    def adopt(
        self,
        id: int,  # noqa: A002  as in StoredMail
        player: str | None,
        game: str | None = None,
    ) -> Adopted | gm_orders.AdoptRefusal:
        """Let a stored mail count as if the game master had sent it, or say why it cannot.

        He names the player, or the mail does, by `Spieler=` or its From name; both are told. The game
        is the one that he or the mail names, or the only one in which that player plays.
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
        found = self._as_if_his(mail, stored.received, player, game)
        if all(entry.game is None for entry in found.entries):
            each_game = [
                self._as_if_his(mail, stored.received, player, game)
                for game in _may_be_played_by(player or mail.sender_name, office)
            ]
            of_his = [each for each in each_game if any(it.player for it in each.entries)]
            if len(of_his) > 1:
                games = tuple(each.entries[0].game or "" for each in of_his)
                return gm_orders.WhichGameOfMail(games)
            found = of_his[0] if of_his else found
        if not any(entry.player for entry in found.entries):
            return gm_orders.WhichPlayer(mail.sender_name)
        late = next((each.round for each in found.entries if each.reason is Reason.LATE), None)
        decision = answer(found, office, is_adopted=True, wrote_from=mail.sender or "")
        return Adopted(replace(decision, adopted=((id, mail.fingerprint),)), late)

    def _as_if_his(
        self, mail: IncomingMail, received: datetime, player: str | None, game: str | None
    ) -> Consideration:
        """Consider a stranger's mail as one that the game master has sent."""
        return consider(
            replace(
                mail, sender=self.office.house.gamemaster_address, robot=None, proof=Proof.CONFIRMED
            ),
            Receipt(
                key=mail.fingerprint[:32],
                received=received.astimezone(UTC),
                answers_game_master=True,
                read_at=self.now,
            ),
            self.office,
            entry_reader(),
            adopted_for=player,
            written_by=registered_name(self.office, mail.sender or "") or mail.sender_name or None,
            in_game=game,
        )

    def adopted(self, considered: Consideration, adopt: Adopt) -> Decision:
        """Let a mail that was set aside count, or tell the game master why it cannot."""
        found = self.adopt(adopt.id, adopt.player, adopt.game)
        if isinstance(found, Adopted):
            return found.decision
        mail = owe_to_game_master(
            self.office.house,
            contents.Notice(contents.OrdersDone((gm_orders.Fate(adopt.line, found),))),
            f"adopt:{considered.receipt.key}:{adopt.id}",
            self.now,
            answers=considered.reference,
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
        return asking.with_question(considered, self.decided(considered), self.office)

    def decided(self, considered: Consideration) -> Decision:
        orders = orders_in(considered, self.office)
        if not orders:
            why = asking.why_sender_is_asked(considered, self.office)
            if why is None or self._was_asked_enough(considered):
                return self._let_in(considered)
            return asking.ask_sender(considered, why, self.office, self.now)
        entered = answer(considered, self.office, orders=[each.line for each in orders])
        return entered.then(self._after(entered).ordered(considered, orders))

    def is_proved(self, considered: Consideration) -> bool:
        """Tell whether a mail proves its sender: by what it brings, or since it answers one that only he got."""
        mail, receipt, house = considered.mail, considered.receipt, self.office.house
        if mail.proof is Proof.FAILED or mail.robot is not None:
            return False
        tokens = identity.one_time_tokens_in(mail.references)
        asked = self.machine.journal.questions.find(tokens) if tokens else ()
        his = [self.office.games[id_] for id_ in self.office.games_at(mail.sender or "")]
        return (
            any(each.sender == mail.sender for each in asked)
            or (considered.from_game_master and receipt.answers_game_master)
            or identity.proves_sender(mail, his, house, receipt.received)
        )

    def _was_asked_enough(self, considered: Consideration) -> bool:
        """Tell whether a player whose mails bring no proof has a question unanswered, or got three in a day.

        Anybody can write such mails: he gets no question for each. Their moves are listed for the game master.
        """
        if not asking.lacks_demanded_proof(considered, self.office):
            return False
        sender, since = considered.mail.sender or "", self.now - contents.VALID
        why, asked = contents.WhyAsked.NO_PROOF.value, self.machine.journal.questions
        return (
            asked.waiting_since(since, why=why, sender=sender) > 0
            or asked.times_asked_since(since, why=why, sender=sender) >= _MOST_ASKED
        )

    def _let_in(self, considered: Consideration) -> Decision:
        """Return what a mail changes and owes; who is unknown is asked before he is let in.

        A member of the club is not: it knows his address as a game does that of its player.
        """
        decision, now = answer(considered, self.office), self.now
        if not asking.lets_unknown_in(considered, decision):
            return decision
        is_member = self.machine.club().member_at(considered.mail.sender or "") is not None
        if is_member and considered.mail.proof is not Proof.FAILED:
            return decision
        if self._waits_for_club(considered.mail.sender or ""):
            games = {id_: _closed_to_strangers(each) for id_, each in self.office.games.items()}
            return answer(considered, replace(self.office, games=MappingProxyType(games)))
        tell_if_questions_wait(self.machine, now, self.office)
        return asking.ask_newcomer(considered, decision, self.office, now)

    def _waits_for_club(self, sender: str) -> bool:
        """Tell whether an unknown address has a question in a club that nobody has answered: it gets no other one."""
        is_club = self.machine.settings.club is not None
        return is_club and is_asked_enough(sender, self.machine.journal, self.now, most=1)

    def has_asked_the_same(self, mail: IncomingMail) -> bool:
        """Tell whether a stranger was just asked about a mail with the same text: his yes to that does all of it."""
        asked = asked_lately(mail.sender, self.machine.journal, self.now)
        before = (self.waiting(each, confirmed=False) for each in asked)
        text = _written_in(mail)
        return any(each is not None and _written_in(each.mail) == text for each in before)

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
        tried = self._tried(considered, orders)
        is_read = any(isinstance(each, Ordered | Adopt) for each in orders)
        if not is_read or (
            why in (contents.WhyAsked.WEIGHTY, contents.WhyAsked.ODD)
            and not tried.orders
            and not tried.adopted
        ):
            return tried  # none of them can be carried out: there is nothing to ask
        return asking.ask_game_master(considered, why, orders, self.office, self.now, tried=tried)

    def _tried(self, considered: Consideration, orders: Sequence[OrderLine]) -> Decision:
        """Return what orders would lead to if their mail proved the game master."""
        receipt = replace(considered.receipt, answers_game_master=True, proven_games=None)
        return self.follow(replace(considered, receipt=receipt), orders)

    def answer_to_question(self, considered: Consideration) -> Decision | None:
        """Return what follows from a yes or no to a question of ours; None where a mail is neither."""
        mail, office = considered.mail, self.office
        tokens = one_time_tokens_in(mail.references)
        if mail.robot is not None or not tokens:
            return None
        reference, key = considered.reference, considered.receipt.key
        settled = answered_at_old_address(mail, asking.said_yes(mail), office, reference, key)
        if settled is not None:
            return settled
        question = self._question_to(mail)
        if question is None:
            return None
        if question.why == contents.WhyAsked.NEWCOMER:
            return self._newcomer_answers(considered, question)
        if question.why == contents.WhyAsked.PRESS:
            return self._press_ruled(considered, question)
        if question.why in (contents.WhyAsked.MEANT, contents.WhyAsked.VERDICT):
            return self._understood(considered, question)
        if question.why in OF_CLUB:
            return None  # what is no plain answer to it says nothing that a game knows
        waiting = self.waiting(question)
        return None if waiting is None else self._agreed(considered, waiting, question)

    def _question_to(self, mail: IncomingMail) -> AskedBack | None:
        """Return the question of ours to its sender which a mail answers, the last if there are several."""
        tokens = one_time_tokens_in(mail.references)
        found = self.machine.journal.questions.find(tokens) if tokens else ()
        asked = [each for each in found if each.sender == mail.sender]
        return asked[-1] if asked and mail.robot is None else None

    def answer_to_none(self, considered: Consideration) -> Decision | None:
        """Return what is said of a yes or no alone under none of the questions that are open to its sender.

        Which one it answers nobody can know, nor that it is his: only who has our question proves that.
        """
        mail = considered.mail
        is_answer = asking.said_yes(mail) is not None or asking.says_he_plays_on(mail)
        if mail.robot is not None or considered.is_stranger or not is_answer:
            return None
        open_now = self.machine.journal.questions.waiting(self.now - contents.VALID)
        asked = [each for each in open_now if each.sender == mail.sender]
        resigns = any(each.why == contents.WhyAsked.RESIGNS for each in asked)
        is_yes = asking.said_yes(mail, resigns=resigns)
        if is_yes is None:
            return None
        if is_yes and (agreed := asking.plays_again(considered, self.office)) is not None:
            return agreed
        about = [waiting.mail for each in asked if (waiting := self.waiting(each)) is not None]
        if not about:
            is_alone = is_yes and 0 < len(asking.line_said(mail).split()) <= _MOST_OF_A_YES
            waits = any(self._is_open(each) for each in asked)
            if not is_alone or waits or considered.from_game_master:
                return None
            if asking.is_kindness(considered, self.office):
                return None
            return asking.say(considered, contents.YesToNone(), self.office, self.now)
        if is_yes is False:
            return asking.say(considered, contents.NoToNone(), self.office, self.now)
        begins = map(_beginning_of, about)
        said = tuple(dict.fromkeys(" ".join(each.split())[:_LONGEST_BEGINNING] for each in begins))
        return asking.say(considered, contents.WhichQuestion(said), self.office, self.now)

    def _is_open(self, question: AskedBack) -> bool:
        """Tell whether a question still waits; one about an offer does as long as that is open."""
        if question.why != contents.WhyAsked.OFFER:
            return True
        offer = self.machine.club().offers.get(question.offer)
        return offer is not None and offer.is_open(self.now)

    def _agreed(
        self, considered: Consideration, waiting: Consideration, question: AskedBack
    ) -> Decision | None:
        """Return what follows where somebody says whether what waits is his will; None: he does not."""
        mail, office = considered.mail, self.office
        said, orders = (
            self._said(
                considered,
                _words_given_up(waiting),
                resigns=question.why == contents.WhyAsked.RESIGNS,
            ),
            orders_in(considered, office),
        )
        is_yes = said.is_yes
        if orders and orders == orders_in(waiting, office):
            is_yes, orders = True, ()  # written once more instead of JA
        if is_yes is None and self._leaves_open(said, considered, waiting, question):
            found = self._asked_again(waiting, question, contents.WhyAsked(question.why))
            return self._and_beside(asking.once_more(found, question.token), said.beside)
        if is_yes is None or self._plays_too(said, waiting):
            return None
        if considered.from_game_master and mail.proof is Proof.FAILED:
            return asking.refuse_orders(considered, office, self.now)
        followed = self._settled(considered, waiting, question, is_yes=is_yes)
        if orders:
            return self._and_ordered(followed, considered, orders)
        return self._and_beside(followed, said.beside)

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
            return asking.say(considered, contents.AnsweredBefore(), self.office, self.now)
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
        # Its answers are mails of their own, beside those of the first time.
        waiting = replace(waiting, receipt=replace(waiting.receipt, key=considered.receipt.key))
        if question.why == contents.WhyAsked.VERDICT:
            return self._ruled_after_all(considered, waiting, question)
        said = self._said(considered, self._words_meant(waiting))
        if said.is_yes is None and self._leaves_open(said, considered, waiting, question):
            found = asking.once_more(self.decide(waiting), question.token)
            return self._and_beside(found, said.beside)
        if said.is_yes is None or self._plays_too(said, waiting) or proof is Proof.FAILED:
            return None
        if question.settled_at is not None:
            return asking.say(considered, contents.AnsweredBefore(), office, now)
        if self._why_again(considered, waiting, question) is not None:
            found = self.decide(waiting)
        elif not said.is_yes:
            found = asking.say(considered, contents.Dropped(), office, now)
        else:
            found = self._as_meant(waiting, considered.receipt)
        if orders := orders_in(considered, office):  # beside his yes
            found = self._and_ordered(found, considered, orders)
        else:
            found = self._and_beside(asking.with_question(considered, found, office), said.beside)
        return replace(found, settled=question.token)

    def _ruled_after_all(
        self, considered: Consideration, waiting: Consideration, question: AskedBack
    ) -> Decision | None:
        """Rule on the word of a question as the answer to our second one says; None: it rules on nothing."""
        receipt = replace(waiting.receipt, received=considered.receipt.received)
        said = replace(considered, receipt=receipt)
        orders = orders_in(said, self.office)
        said_beside = self._said(considered)
        if not any(map(asking.is_about_a_word, orders)) or said_beside.beside.holds_move:
            return None
        if question.settled_at is not None:
            return asking.say(considered, contents.AnsweredBefore(), self.office, self.now)
        if self._why_again(considered, waiting, question) is not None:
            found = self.decide(waiting)
        else:
            found = self.ordered(said, orders)
        found = asking.with_question(considered, found, self.office)
        return replace(found, settled=question.token)

    def _words_meant(self, waiting: Consideration) -> frozenset[str]:
        """Return the words that a mail was asked about, and how the game master is called, in small letters.

        Who says yes may say them.
        """
        asked = (meant_by(owed.content) for owed in answer(waiting, self.office).mails)
        words = " ".join(each.meant for each in asked if each is not None).split()
        called = self.office.house.gamemaster_name.split()
        return frozenset(each.lower() for each in (*words, *called) if each.isalpha())

    def _said(
        self, considered: Consideration, meant: Collection[str] = (), *, resigns: bool = False
    ) -> "SaidToUs":
        """Return what a mail says to a question of ours, and what it asks for beside that.

        `Ja, und ich bin vom 5. bis 9.12. in Urlaub.` says yes where what follows is asked for by itself.
        """
        is_yes = asking.said_yes(considered.mail, meant, resigns=resigns)
        beside = self._beside(considered, asking.beside_answer(considered.mail, meant))
        joined = None if is_yes is not None else asking.answer_joined(considered.mail)
        if joined is not None:
            answer_said, rest = joined
            more = self._beside(considered, rest)
            if _is_asked_for(more) and not any(map(_is_in_doubt, more.entries)):
                return SaidToUs(answer_said.is_yes if answer_said.is_plain else None, more)
        return SaidToUs(is_yes, beside)

    def _beside(self, considered: Consideration, mail: IncomingMail) -> Consideration:
        """Consider what stands beside an answer; its own answers are mails of their own."""
        receipt = considered.receipt
        receipt = replace(receipt, key=f"{receipt.key}:beside")
        return consider(mail, receipt, self.office, entry_reader())

    def _and_beside(self, done: Decision, beside: Consideration) -> Decision:
        """Return what was done after an answer to a question, and what its mail asks for beside the yes or no."""
        if beside.mail.robot is not None or beside.mail.proof is Proof.FAILED:
            return done
        after_it = self._after(done)
        if not _is_asked_for(beside):
            return asking.with_asked_beside(done, beside, after_it.office)
        beside = consider(beside.mail, beside.receipt, after_it.office, entry_reader())
        more = after_it.decided(beside)
        if done.question is None:
            more = asking.with_question(beside, more, after_it.office)
        return done.then(more)

    def _plays_too(self, said: "SaidToUs", waiting: Consideration) -> bool:
        """Tell whether a mail holds a move beside its yes or no in the game that it was asked about.

        It is a mail of its own then.
        """
        if not said.beside.holds_move:
            return False
        asked_in = {entry.game for entry in waiting.entries}
        return any(each.game in asked_in for each in said.beside.entries)

    def _leaves_open(
        self,
        said: "SaidToUs",
        considered: Consideration,
        waiting: Consideration,
        question: AskedBack,
    ) -> bool:
        """Tell whether a mail begins with yes or no, and goes on with what may take some of that back.

        The question is put once more then: a yes with a condition carries nothing out. What is asked for beside
        it is done.
        """
        is_open = asking.said_more(considered.mail) and question.settled_at is None
        if not is_open or self._plays_too(said, waiting) or considered.mail.proof is Proof.FAILED:
            return False
        return not (
            orders_in(considered, self.office) or self.decide(considered).question is not None
        )

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
            and each.why == contents.WhyAsked.MEANT
            and each.settled_at is not None
        ]
        said = self._said(waiting)
        if not before or not said.is_yes or _is_asked_for(said.beside):
            return waiting
        first = self._agreed_so_far(before[-1])
        return None if first is None else self._mended(first, waiting.receipt)

    def _as_meant(self, waiting: Consideration, yes: Receipt) -> Decision:
        """Do what a mail asked for, with what it was asked about in it."""
        orders = orders_in(waiting, self.office)
        if not orders:
            return self.decided(self._mended(waiting, yes))
        tried = self.follow(waiting, orders)
        done = [o.content.about for o in tried.mails if isinstance(o.content, contents.Notice)]
        fates = [f for each in done if isinstance(each, contents.OrdersDone) for f in each.fates]
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
        mended = consider(as_meant(waiting.mail, every), receipt, self.office, entry_reader())
        return asking.without_done(mended, waiting)

    def _newcomer_answers(self, considered: Consideration, question: AskedBack) -> Decision | None:
        """Return what follows from the answer of an unknown address; None where it is neither yes nor no.

        His first mail counts with the time at which it arrived, and what he has written beside his yes.
        """
        # Not one that is closed to strangers for today: he was asked.
        office = replace(self.machine.office(), house=self.office.house)
        is_yes, then = asking.says_he_wrote(considered.mail), considered.receipt.received
        waiting = MailDecider(self.machine, office, then).waiting(question)
        if is_yes is None or waiting is None or question.settled_at is not None:
            return None
        if not is_yes:
            return Decision((), (), settled=question.token)
        followed = asking.with_question(waiting, answer(waiting, office), office)
        if followed == Decision((), ()):
            return None  # no game asked him that
        followed = replace(followed, settled=question.token)
        office = after(office, followed)
        mail = replace(asking.beside_answer(considered.mail), proof=Proof.CONFIRMED)
        written = consider(mail, considered.receipt, office, entry_reader())
        return followed.then(answer(written, office)) if _is_asked_for(written) else followed

    def newcomer_says_neither(self, considered: Consideration) -> Decision | None:
        """Put what is neither a yes nor a no of somebody unknown before the game master, once for each question.

        He gets no other mail than the question, and no program's note is passed on. None: the mail answers
        no such question, or asks for something itself.
        """
        mail = considered.mail
        question = self._question_to(mail)
        if question is None or question.why != contents.WhyAsked.NEWCOMER:
            return None
        if question.settled_at is not None or is_registered(self.office, question.sender):
            return None
        if considered.holds_move or considered.commands or mail.proof is Proof.FAILED:
            return None
        if _says_something_himself(mail):
            about = contents.AnswerUnclear(mail.sender or "", mail.sender_name)
            asked_about = self.waiting(question, confirmed=False)
            is_of_club = asked_about is not None and self._is_from_outside(asked_about)
            self._put_before_once(considered, about, question.token, plays_nowhere=is_of_club)
        return Decision((), ())

    def hear_unknown(self, considered: Consideration, *, is_of_invited: bool = False) -> None:
        """Put before the game master what somebody unknown writes to a club, where nobody else hears him.

        Who is invited got the one question that an unknown address gets, so that he is answered by a person,
        once for each question. Where only an invitation lets in, and nobody is there who could give it, that is
        he, too. *is_of_invited*: he asks the club to come in, whatever word he has for that.
        """
        mail = considered.mail
        is_move = considered.holds_move or Command.JOIN in considered.commands
        is_heard = is_move and not is_of_invited
        is_his = considered.is_stranger and mail.robot is None and mail.proof is not Proof.FAILED
        if is_heard or not is_his or not _says_something_himself(mail):
            return
        if is_only_kind([line.text for line in mail.lines], (mail.sender_name,)):
            return
        said = (mail.sender or "", mail.sender_name, mail.subject)
        plays_nowhere = self._is_from_outside(considered)
        if (question := invitation_open_to(self.machine, mail.sender, self.now)) is not None:
            about = contents.InvitedWrote(*said)
            self._put_before_once(considered, about, question.token, plays_nowhere=plays_nowhere)
        elif has_no_member_yet(self.machine, self.office):
            stranger, key = contents.StrangerWrote(*said), considered.receipt.key
            self._put_before_once(considered, stranger, key, plays_nowhere=plays_nowhere)

    def hear_invited(self, mail: IncomingMail, receipt: Receipt, clubbed: Clubbed) -> None:
        """Put before the game master what a club does not answer, since its sender was invited and has his question."""
        if clubbed.is_of_invited:
            considered = consider(mail, receipt, self.office, entry_reader())
            self.hear_unknown(considered, is_of_invited=True)

    def _is_from_outside(self, considered: Consideration) -> bool:
        """Tell whether a mail from an unknown address is about no game, and of nobody called as who plays one."""
        names = (each for it in self.office.games.values() for each in it.game.players)
        is_players = folded(considered.mail.sender_name) in map(folded, names)
        is_of_game = considered.holds_move or Command.JOIN in considered.commands
        return not (is_players or is_of_game)

    def _put_before_once(
        self,
        considered: Consideration,
        about: contents.AnswerUnclear | contents.WrittenFromOutside,
        which: str,
        *,
        plays_nowhere: bool,
    ) -> None:
        """Put a mail before the game master, unless he has heard of the same."""
        cause = f"{about.code}:{which}"
        if self.machine.journal.is_decided(cause):
            return
        quoted, received = considered.reference.quoted, considered.receipt.received
        owed = put_before(self.office, about, quoted, cause, received, plays_nowhere=plays_nowhere)
        record(self.machine, Step(cause, Decision((), tuple(owed))), self.office, self.now)

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
            return asking.say(considered, contents.AnsweredBefore(), self.office, self.now)
        if not is_yes:
            found = asking.say(considered, contents.Dropped(), self.office, self.now)
        elif (why := self._why_again(considered, waiting, question)) is not None:
            found = self._asked_again(waiting, question, why)
        else:
            found = asking.with_question(waiting, self._confirmed(waiting, question), self.office)
        return replace(found, settled=question.token)

    def _why_again(
        self, considered: Consideration, waiting: Consideration, question: AskedBack
    ) -> contents.WhyAsked | None:
        """Return why a yes is not enough: it came too late, or the game is no longer where it was.

        "RÜCKNAHME" was asked about with the turn that would go back; a later one is another.
        """
        if considered.receipt.received > question.asked_at + contents.VALID:
            return contents.WhyAsked(question.why)
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
        return contents.WhyAsked.WENT_ON if leans else None

    def waiting(self, question: AskedBack, *, confirmed: bool = True) -> Consideration | None:
        """Return the mail that waits, its sender confirmed, or as it came; None: it is no longer kept."""
        machine, office = self.machine, self.office
        kept = machine.journal.inbox.waiting(question.fingerprint)
        if kept is None:
            return None
        raw, received, account = kept
        box = machine.box_of(account)
        policy = read_policy(machine.settings, machine.secret, office, box.mail)
        mail = with_joins(machine, read(raw, replace(policy, dkim_verify=None)), office)
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
        self, waiting: Consideration, question: AskedBack, why: contents.WhyAsked
    ) -> Decision:
        """Ask once more, with another token: the answer came too late, or the game has gone on."""
        times = self.machine.journal.questions.times_asked(question.fingerprint)
        orders = orders_in(waiting, self.office)
        if orders:
            tried = self._tried(waiting, orders)
            return asking.ask_game_master(
                waiting, why, orders, self.office, self.now, tried=tried, times=times
            )
        return asking.ask_sender(waiting, why, self.office, self.now, times=times)


class SaidToUs(Struct, frozen=True):
    """What a mail says to a question of ours."""

    is_yes: bool | None
    """None: neither yes nor no, or more than that."""
    beside: Consideration
    """What it asks for beside that."""


def _says_something_himself(mail: IncomingMail) -> bool:
    """Tell whether a mail says anything but what a program writes by itself."""
    said = [line.text for line in mail.lines]
    is_programs = is_note(said) and not any(map(begins_as_answer, said))
    return not is_programs and any(map(str.strip, said))


def _is_asked_for(mail: Consideration) -> bool:
    """Tell whether a mail asks for anything that we understand, or ask about."""
    understood = (entry.reason is not Reason.NO_MOVE for entry in mail.entries)
    is_ignored = all(entry.outcome is Outcome.IGNORED for entry in mail.entries)
    return bool(mail.commands) or (any(understood) and not is_ignored)


def _words_given_up(waiting: Consideration) -> frozenset[str]:
    """Return the words for giving a seat up, where a mail does that: `Ja, ich gebe auf.` says yes to it."""
    written = (orders_of(each.entry) for each in waiting.entries)
    gives_up = any(it.act(ResignAct) is not None for it in written if it is not None)
    return frozenset(" ".join(forms("resign")).lower().split()) if gives_up else frozenset()


def _is_in_doubt(entry: Considered) -> bool:
    return entry.outcome is Outcome.REJECTED


def _written_in(mail: IncomingMail) -> list[str]:
    return [text for line in mail.lines if (text := line.text.strip())]


def _beginning_of(mail: IncomingMail) -> str:
    """Return the first line of a mail that is no greeting."""
    said = [line.text for line in mail.lines if line.text.strip()]
    return next((text for text in said if not is_greeting(text)), "\n".join(said[:1]))


_MOST_ASKED = 3
"""So often in a day a player whose mails bring no proof is asked whether one is his, when he has answered."""
_MOST_OF_A_YES = 5
"""So many words a line has that only says yes."""
_LONGEST_BEGINNING = 80
"""So much of a mail tells its writer which one it was."""
_MOST_OF_OURS = 5
"""What we sent him last is looked at, to know our own words again."""
_OFTEN = 2
"""So often the same is answered that a person or a program may have written."""
_MOST_IN_A_ROW = 6
"""So often in a row what reads as a person's: who writes that once more is none, or has long called somebody."""
_KIND = ""
"""The gist of what only thanks: it is nothing that nobody could read, and is not counted as that."""
_ORDER = "order:"
"""Before the gist of a mail whose orders are read and cannot be carried out."""
_UNREADABLE = (Reason.NO_MOVE, Reason.UNREADABLE)


class Spared(Struct, frozen=True):
    """The decision with the answers that go out, and what is noted with it."""

    decision: Decision
    also: tuple[Statement, ...] = ()


def spare(
    machine: Machine,
    considered: Consideration,
    decision: Decision,
    office: Office,
    ordered: Sequence[ClubAsk] = (),
) -> Spared:
    """Leave out of *decision* what would only answer a program.

    *ordered*: what the mail orders beside what is considered, in the club.
    """
    sender = considered.mail.sender
    if sender is None or considered.mail.robot is not None:
        return Spared(decision)
    if considered.is_stranger and not _only_says_so(decision):
        # Of a club's members who play in no game: what is answered or done begins their count anew, too.
        is_answered = any(each.recipient.lower() == sender for each in decision.mails)
        return Spared(decision, (over(sender),) if is_answered else ())
    is_unsent = any(isinstance(each.content, contents.MessageNotSent) for each in decision.mails)
    if _is_in_vain(considered) and asking.is_kindness(considered, office) and not is_unsent:
        return _kindly(machine, sender, decision)
    is_vain = considered.is_stranger or _is_in_vain(considered)
    is_unread = is_vain and _only_says_so(decision)
    if not is_unread and not _says_again_he_is_away(considered, decision):
        also = _note_again(machine, considered, sender) if decision.events else ()
        return Spared(decision, (over(sender), *also))
    is_of_club = any(isinstance(each.content, ClubMail) for each in decision.mails)
    if is_unread and not considered.from_game_master and not is_of_club:
        events = (*decision.events, *unread_of(considered, office))
        decision = replace(decision, events=events)
    before = machine.journal.in_vain.of(sender)
    if ordered:
        return _sparing_orders(considered, decision, office, ordered, before)
    before = tuple(each for each in before if not each.gist.startswith(_ORDER))
    said = _said(machine, considered, sender)
    is_loop = bool(before) and _is_said_too_often(said, before)
    also = (one_more(MailInVain(sender, said.gist, is_answered=not is_loop)),)
    if not is_loop:
        times = sum(1 for each in before if each.gist != _KIND)
        told = tuple(_told_how_often(owed, times) for owed in decision.mails)
        return Spared(replace(decision, mails=told), also)
    mails: tuple[Owed, ...] = ()
    if all(each.is_answered for each in before):
        mails = tuple(_notice(considered, sender, office))
    return Spared(replace(decision, mails=mails), also)


def _sparing_orders(
    considered: Consideration,
    decision: Decision,
    office: Office,
    ordered: Sequence[ClubAsk],
    before: Sequence[MailInVain],
) -> Spared:
    """Answer orders by which nothing is done; not for ever where they are the same, in a row or by turns.

    What they order is all that they say, numbers too: they are no mail in which nothing could be read.
    """
    sender = considered.mail.sender or ""
    said = "\n".join(as_written(each, office.house.language) for each in ordered)
    gist = f"{_ORDER}{sha256(said.encode()).hexdigest()}"
    same = [each for each in before if each.gist == gist]
    is_loop = len(same) >= _MOST_IN_A_ROW
    also = (one_more(MailInVain(sender, gist, is_answered=not is_loop)),)
    if not is_loop:
        return Spared(decision, also)
    is_told = not all(each.is_answered for each in same)
    notices = () if is_told else _notice(considered, sender, office, said)
    return Spared(replace(decision, mails=tuple(notices)), also)


def _note_again(machine: Machine, considered: Consideration, sender: str) -> tuple[Statement, ...]:
    """Note, with what is done for a mail that only tells of an absence as programs do, what would be said again."""
    if not _only_tells_of_absence(considered) or considered.holds_move:
        return ()
    said = _said(machine, considered, sender)
    is_note = said.manner is Manner.NOTE
    return (one_more(MailInVain(sender, said.gist, is_answered=True)),) if is_note else ()


def _kindly(machine: Machine, sender: str, decision: Decision) -> Spared:
    """Answer thanks and wishes once, until something comes that can be read: a program thanks for ever."""
    if any(each.gist == _KIND for each in machine.journal.in_vain.of(sender)):
        return Spared(replace(decision, mails=()))
    return Spared(decision, (one_more(MailInVain(sender, _KIND, is_answered=True)),))


def _is_said_too_often(said: NewWords, before: Sequence[MailInVain]) -> bool:
    """Tell whether a mail says again what only a program would go on saying.

    What reads as a note that a program writes by itself is such from its second time in a row on, as is a
    mail that says nothing of its own. A list in a ring brings the texts of two programs by turns. A
    person says the same again where it was not understood: that is answered for as long as
    anybody would go on.
    """
    gists = [each.gist for each in before]
    match said.manner:
        case Manner.PLAY:
            return False
        case Manner.ANSWER:
            in_a_row = sum(1 for _ in takewhile(lambda it: it == said.gist, reversed(gists)))
            return in_a_row >= _MOST_IN_A_ROW
        case Manner.TALK:
            return gists.count(said.gist) >= _OFTEN
        case Manner.NOTE:
            return said.gist in ("", gists[-1]) or gists.count(said.gist) >= _OFTEN
        case _:
            assert_never(said.manner)


def _said(machine: Machine, considered: Consideration, sender: str) -> NewWords:
    """Return what the mail says beside what we sent its writer.

    Our answers quote him. Who says the same again in a mail of his own says it himself.
    """
    kept = machine.journal.outgoing.last_bytes(sender, _MOST_OF_OURS)
    ours = [text_sent(each) for each in kept]
    if not considered.mail.references:
        anew = _new_words_in(considered, map(without_others_words, ours))
        if anew.is_whole:
            return anew
    return _new_words_in(considered, ours)


def _new_words_in(considered: Consideration, ours: Iterable[str]) -> NewWords:
    if not considered.from_game_master:
        return new_words_in(considered.mail, ours)
    return new_words_in(
        considered.mail,
        ours,
        gm_orders.ORDER_VERBS,
        lambda text: begins_as_answer(text) or speaks_of_ruling(text),
    )


def _says_again_he_is_away(considered: Consideration, decision: Decision) -> bool:
    """Tell whether a mail does nothing but name days of absence that are noted: as programs do for weeks."""
    says_so = _only_tells_of_absence(considered)
    return says_so and not (considered.holds_move or decision.events or decision.question)


def _only_tells_of_absence(considered: Consideration) -> bool:
    written = (orders_of(each.entry) for each in considered.entries)
    acts = [act for orders in written if orders is not None for act in orders.acts]
    is_away = {*considered.commands} <= {Command.AWAY} and all(
        isinstance(act, AwayAct) for act in acts
    )
    return is_away and bool(considered.commands or acts)


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
        owed.content.is_in_vain
        or (
            isinstance(owed.content, contents.Notice)
            and isinstance(
                owed.content.about,
                contents.PassedOn
                | contents.WrittenToUs
                | contents.YesToNone
                | contents.NoToNone
                | contents.WhichQuestion,
            )
            and not (isinstance(owed.content.about, contents.PassedOn) and owed.content.about.words)
        )
        for owed in decision.mails
    )


def _told_how_often(owed: Owed, before: int) -> Owed:
    if owed.content.says_in_vain:
        return replace(owed, content=replace(cast(Any, owed.content), in_vain=before))
    return owed


def _notice(
    considered: Consideration, sender: str, office: Office, ordered: str = ""
) -> Iterator[Owed]:
    mail, receipt = considered.mail, considered.receipt
    is_order = ordered != ""
    about = contents.AnswersItself(sender, mail.sender_name, mail.subject, is_order=is_order)
    quoted = (ordered or "\n".join(line.text for line in mail.lines))[:2000]
    key = f"{about.code}:{receipt.key}"
    return put_before(office, about, quoted, key, receipt.received)


T = TypeVar("T")
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
    note(machine, contents.Hindrance.LACK, box=box.mail.box)
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
    raise UnreachableError(
        f"mail {raw.uid} of those filed, which came on {raw.received:%Y-%m-%d at %H:%M %Z},"
        " cannot be dealt with now (the log says why)"
    )


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
        note(machine, contents.Hindrance.LACK, WorkshopError(_NO_PROCESS), box=box.mail.box)
    return machine.journal.inbox.is_known(key)


def _key(box: Box, raw: RawMail, *, is_filed: bool = False) -> MailKey:
    """Return how the record calls a mail, which lies in the inbox, or *is_filed*."""
    account = f"{box.account}{FILED}" if is_filed else box.account
    return MailKey(raw.uid_validity, raw.uid, account)


def _known_mail(machine: Machine, box: Box) -> IsKnown:
    """Return what asks the record for many UIDs at once, but for none below the first that is asked about."""
    known: dict[tuple[int, int], tuple[int, frozenset[int]]] = {}

    def is_known(uid_validity: int, uid: int) -> bool:
        page = uid_validity, uid // _PAGE
        if page not in known or uid < known[page][0]:
            asked = range(uid, uid - uid % _PAGE + _PAGE)
            found = machine.journal.inbox.known_uids(uid_validity, asked, box.account)
            known[page] = uid, found
        return uid in known[page][1]

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
    note(machine, contents.Hindrance.LACK, WorkshopError(said), box=box.mail.box)


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
        _note_duplicate(machine, mail, raw, key, now)
        return True  # also where it is recorded already: what is filed is looked through each time
    office = _office_for(machine, box, mail, now)
    receipt = receipt_of(machine, office, mail, raw.received, now)
    decider = MailDecider(machine, office, now)
    clubbed = take_club_orders(machine, mail, receipt, office, decider.waiting)
    decider.hear_invited(mail, receipt, clubbed)
    challenged = take_challenges(machine, clubbed.mail, receipt.received, office)
    mail = challenged.mail
    considered = consider(mail, receipt, office, entry_reader())
    decision = decider.answer_to_question(considered)
    if decision is None and not clubbed.has_any:
        decision = decider.newcomer_says_neither(considered)
    if decision is None:
        orders = orders_in(considered, office)
        says_more = bool(considered.holds_move or considered.commands or orders)
        clubbed = clubbed.beside(mail, says_more=says_more, holds_move=considered.holds_move)
        says_more = says_more and not clubbed.is_mere_word
        asks = says_more or not (challenged.has_any or clubbed.has_any)
        stray = None if says_more or not asks else decider.answer_to_none(considered)
        decision = stray or (decider.decide(considered) if asks else Decision((), ()))
        clubbed = clubbed.unless_answered(decision)
        if asks and decision == Decision((), ()) and not clubbed.mails:
            decider.hear_unknown(considered)
    has_any = (clubbed.has_any and not clubbed.is_at_loss) or bool(considered.commands)
    decision = with_club(machine, mail, decision, office, receipt, now=now, has_any=has_any)
    decision = replace(decision, mails=(*decision.mails, *challenged.mails, *clubbed.mails))
    is_asked = decision.question is not None or clubbed.is_asked
    mark = _mark(considered, raw, key, is_asked=is_asked)
    spared = spare(machine, considered, decision, office, clubbed.orders)
    back = consequences_of(machine, mail, office, now)
    decision = replace(spared.decision, mails=(*spared.decision.mails, *back.mails))
    step = Step(f"mail:{mail.fingerprint}", decision)
    also = (*spared.also, *back.also, *challenged.also, *clubbed.also)
    is_proved = decider.is_proved(considered)
    is_recorded = record(machine, step, office, now, inbox=mark, also=also, is_proved=is_proved)
    if is_recorded:
        _log_fate(raw.uid, considered, decision, office, clubbed)
    if is_recorded or machine.journal.inbox.is_known(key):
        return True
    # Its game went on meanwhile, perhaps again and again: others read, too.
    _take_back(machine, key)
    return False


def _note_duplicate(
    machine: Machine, mail: IncomingMail, raw: RawMail, key: MailKey, now: datetime
) -> None:
    log.info("mail %s (%s) came before and was answered then", raw.uid, mail.message_id)
    mark = InboxMark(key, MailState.DONE, "duplicate", None, mail.message_id)
    cause = f"duplicate:{key.account}:{raw.uid_validity}:{raw.uid}"
    machine.journal.record(cause, at=now, inbox=mark)


def _log_fate(
    uid: int, considered: Consideration, decision: Decision, office: Office, clubbed: Clubbed
) -> None:
    """Write to the log what became of a mail: its orders, each of them, or its entries."""
    is_for_club = clubbed.has_any and not clubbed.is_at_loss and not considered.holds_move
    if decision.question is not None or (is_for_club and clubbed.is_asked):
        log.info("mail %s was taken: its sender is asked back", uid)
    elif considered.from_game_master and (decision.orders or decision.adopted):
        log.info("mail %s was taken: orders of the game master", uid)
        for game, event in decision.events:
            log.info("mail %s: carried out in %s: %s", uid, game, type(event).__name__)
        for number, _ in decision.adopted:
            log.info("mail %s: carried out: U%s counts", uid, number)
    elif is_for_club and not considered.commands:
        codes = ", ".join(each.order.value for each in clubbed.orders)
        log.info("mail %s was taken: %s", uid, f"command: {codes}" if codes else "for the club")
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
    """Say what became of a mail; one with a readable move from a stranger, or in a list's dress, is kept for adoption.

    One whose sender is asked back is kept for his yes.
    """
    mail = considered.mail
    reason = considered.entries[0].reason
    is_ignored = considered.is_stranger and reason is Reason.SENDER_MISMATCH
    is_ignored |= all(entry.outcome is Outcome.IGNORED for entry in considered.entries)
    is_read = mail.robot is None or considered.may_be_lost
    is_adoptable = is_ignored and considered.holds_move and is_read and not is_asked
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
    told = contents.Quarantined(raw.uid, raw.size, f"U{machine.journal.inbox.number(key)}")
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
    notice = owe_to_game_master(office.house, contents.Notice(told), cause, now)
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
            note(machine, contents.Hindrance.FILING, problem, box=box.mail.box)
            return
        if done is Filing.LEFT:
            note(machine, contents.Hindrance.FILING, MailServerError(_READ_ONLY), box=box.mail.box)
            return
        if done is not Filing.STALE:
            log.info("%s filed: %s", counted(len(keys), "mail"), done.value)
            box.unwritable = None
        machine.journal.inbox.mark_filed(keys)
    note(machine, contents.Hindrance.FILING, box.unwritable, box=box.mail.box)


def _office_for(machine: Machine, box: Box, mail: IncomingMail, now: datetime) -> Office:
    """Return what the referee sees; for a stranger, crowded games are closed.

    All are to one who was asked often enough, or about the same, and has not answered: he need not have written.
    """
    office, sender = machine.office_at(box), mail.sender or ""
    if not sender or is_registered(office, sender):
        return office
    is_enough = is_asked_enough(sender, machine.journal, now)
    if is_enough or MailDecider(machine, office, now).has_asked_the_same(mail):
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
    about = contents.JoinsStopped(machine.settings.mail.joins_per_day)
    tell(machine, about, cause, now, running, office=office)
    return _closed_to_strangers(running)


def _closed_to_strangers(running: RunningGame) -> RunningGame:
    return replace(running, policy=replace(running.policy, registration=Registration.CLOSED))


_MOST_HEADER = 100_000
_NAMED = 5
"""So many games are named that are another installation's."""


def refuse_anothers(machine: Machine) -> None:
    """Raise OtherInstallationError where the record is of other games that run, read from other mailboxes.

    A mailbox may move, and games may follow others; where both are unknown, and the record's own are
    not over, the settings name somebody else's database.
    """
    installation, recorded = machine.journal.installation, machine.journal.games.ids()
    named = {policy.id for policy in machine.settings.games}
    if named.intersection(recorded) or not recorded:
        return
    if any(installation.baseline(box.account) is not None for box in machine.boxes):
        return
    running = [
        id_ for id_, game in machine.journal.games.load_all(recorded).items() if not game.is_over
    ]
    if running:
        raise OtherInstallationError(
            f"the database holds other games ({', '.join(running[:_NAMED])}), and none of these mailboxes "
            "was read with it: it is another installation's; name a database of its own in "
            "[storage] url, or begin in this one with --new-game ID"
        )


_EARLIER = timedelta(days=7)
"""So long before the last that the copy knows a mail may have come that was filed after it."""

_CLOCKS = timedelta(minutes=10)
"""So far the clocks of the server and of ours may be apart when the baseline is set."""


def take_up(machine: Machine, now: datetime) -> int:
    """Record what was done since the copy, if the database was put back; nothing is sent.

    Return how many mails were booked that the copy did not know.
    """
    _tell_a_copy(machine, now)
    restoration = machine.journal.restorations.last()
    if restoration is not None and restoration.state is RestorationState.WAITING:
        log.warning("%s", WAITS)
    if restoration is None or restoration.state is not RestorationState.TAKING_UP:
        return 0
    before = _closed_rounds(machine)
    ahead: set[str] = set()
    known, taken = machine.journal.inbox.count_decided(), 0
    for box, raw in _filed_since(machine, restoration.copied_at - _EARLIER):
        machine.pulse()
        if raw.received > restoration.copied_at:
            _go_on_silently(machine, raw.received)
            ahead |= _games_ahead(machine, raw)
        take_in_filed(machine, box, raw, raw.received)
        go_on(machine, raw.received)  # before it was filed or soon after: a turn's time begins here
        machine.journal.outgoing.mark_all_sent(raw.received)
        taken += 1
    log.info("the database was put back; looked through what was filed: %s", counted(taken, "mail"))
    closed = [game for game, number in _closed_rounds(machine).items() if number != before[game]]
    uncertain = sorted({*closed, *ahead, *_due_games(machine, now)})
    if uncertain:
        _ask_game_master(machine, uncertain, restoration.copied_at, now)
    state = RestorationState.WAITING if uncertain else RestorationState.DONE
    machine.journal.restorations.advance(state)
    return machine.journal.inbox.count_decided() - known


def _tell_a_copy(machine: Machine, now: datetime) -> None:
    """Find out whether a record that was carried over was an older copy: mail was filed that it lacks.

    Then it counts as put back; else all goes on, what it owes is sent.
    """
    restoration = machine.journal.restorations.last()
    if restoration is None or restoration.state is not RestorationState.CARRIED:
        return
    since = restoration.copied_at - _CLOCKS
    if any(_is_new(machine, box, raw, since) for box, raw in _filed_since(machine, since)):
        log.warning("the record that was carried over is an older copy: it counts as put back")
        machine.journal.restorations.was_a_copy(now)
    else:
        machine.journal.restorations.was_current()


def _is_new(machine: Machine, box: Box, raw: RawMail, since: datetime) -> bool:
    """Tell whether the record knows nothing of a mail that came after *since* and was filed."""
    if raw.received < since:
        return False
    policy = read_policy(machine.settings, machine.secret, machine.office(), box.mail)
    mail = read(raw.data, policy, is_truncated=raw.is_truncated)
    return not machine.journal.inbox.has_seen(mail.fingerprint)


def _filed_since(machine: Machine, since: datetime) -> Iterator[tuple[Box, RawMail]]:
    """Yield what this installation filed away, of all mailboxes, in order of arrival."""
    found = (_filed_in(machine, box, since) for box in machine.boxes)
    return heapq.merge(*found, key=lambda each: each[1].received)


def _filed_in(machine: Machine, box: Box, since: datetime) -> Iterator[tuple[Box, RawMail]]:
    baseline = machine.journal.installation.baseline(box.account)
    for raw in box.mailbox.filed_mail(since):
        if baseline is not None and raw.received < _first_moment(baseline):
            continue  # filed by an earlier installation
        yield box, raw


def _games_ahead(machine: Machine, raw: RawMail) -> set[str]:
    """Return the games of which a mail answers one of ours that the record has not come to again."""
    games = {id_.lower(): id_ for id_ in machine.office().games}
    if not games:
        return set()
    header, _ = cut_header(raw.data, 0, len(raw.data), _MOST_HEADER)
    domains = domains_of(machine)
    answered = {
        found[0]: games[found["game"].lower()]
        for found in own_ids(header, ("references", "in-reply-to"), games, domains)
    }
    there = {each.message_id for each in machine.journal.outgoing.find_sent(list(answered))}
    return {game for id_, game in answered.items() if id_ not in there}


def _first_moment(baseline: Baseline) -> datetime:
    return min(baseline.moment - _CLOCKS, baseline.since or baseline.moment)


def is_waiting(machine: Machine) -> bool:
    """Tell whether the game master has yet to decide how it goes on after a restoration."""
    restoration = machine.journal.restorations.last()
    return restoration is not None and restoration.state is not RestorationState.DONE


def proceed(machine: Machine, sent: Collection[str], now: datetime) -> None:
    """Let all go on; the reports that are due in the games *sent* have gone out already."""
    if sent:
        owed = machine.journal.outgoing.last_number()
        act_when_due(machine, now, sent)
        go_on(machine, now, sent)
        machine.journal.outgoing.mark_all_sent(now, after=owed)
    machine.journal.restorations.advance(RestorationState.DONE)


def _go_on_silently(machine: Machine, now: datetime) -> None:
    """Do what a tick did before it filed the mail that came at *now*; all of it counts as sent."""
    machine.forget_office()
    act_when_due(machine, now)
    go_on(machine, now)
    remind(machine, now, is_complete=True)
    machine.journal.outgoing.mark_all_sent(now)


def _closed_rounds(machine: Machine) -> dict[str, int]:
    """Return how many events each game has that end a round, however it was opened again since."""
    machine.forget_office()
    ids = machine.office().games
    return {id_: machine.journal.games.count_closed(id_) for id_ in ids}


def _due_games(machine: Machine, now: datetime) -> list[str]:
    games = machine.office().games
    return [id_ for id_, running in games.items() if family_of(running).is_due(now)]


def _ask_game_master(
    machine: Machine, games: Collection[str], copied_at: datetime, now: datetime
) -> None:
    office = machine.office()
    what = f"restored:{now.isoformat()}"
    titles = tuple(office.games[game].policy.title for game in games)
    zone = office.games[next(iter(games))].policy.zone
    about = DatabaseRestored(titles, tuple(games), copied_at.astimezone(zone))
    tell(machine, about, what, now)


_COMPARED = timedelta(minutes=5)
"""So often our clock is compared with that of a mailbox's server while a round is to be closed."""
_NOTED = timedelta(seconds=30)
"""So old what is noted of a reading may be while nothing waits for it."""
_NOTED_AT_ZAT = timedelta(seconds=5)
"""So old while a round is to be closed."""
_LONG = timedelta(minutes=5)
"""Servers and NATs drop a longer IDLE (mail 3)."""


class AllRead(Struct, frozen=True):
    """What became of reading all mailboxes."""

    read_to: datetime | None
    """Up to when all mail was dealt with, in all of them; None: in one of them some is left."""
    problems: tuple[MailServerError, ...]
    """Servers that could not be reached."""


def begun_at(
    machine: Machine, box: Box, now: datetime, since: datetime | None
) -> tuple[Baseline, int]:
    """Return from which mail on a mailbox is read, and how many mails the first tick leaves untouched.

    It is set by the first reading; *since* takes what lies before, too. The number is 0 where
    nothing was set now.
    """
    known = machine.journal.installation.baseline(box.account)
    if known is not None and since is None:
        return known, 0
    if known is None:
        baseline = box.mailbox.baseline(now, since)
    else:
        baseline = Baseline(known.uid_validity, known.uid_next, known.moment, since)
    machine.journal.installation.set_baseline(baseline, box.account)
    return baseline, box.mailbox.count_before(baseline)


def read_all(
    machine: Machine, baseline: Baseline, now: datetime, *, is_shared: bool = True
) -> AllRead:
    """Read the mailbox of [mail] and those that fall to this worker, who leads; ask how far others are.

    One that can be read is, whatever the others' servers do. Where it is not shared, all are read.
    """
    machine.reads = _ours(machine, now, leads=True) if is_shared else machine.further
    machine.first.baseline = baseline
    read_to, problems = _read(machine, (machine.first, *machine.reads), now)
    others = tuple(_read_by_others(machine))
    found = [each for each in (*read_to, *others) if each is not None]
    if not problems and None not in others:
        note_all_read(machine, min((now, *found)))
    is_read = not problems and len(found) == len(machine.boxes)
    return AllRead(min(found) if is_read else None, problems)


def read_share(machine: Machine, now: datetime) -> tuple[MailServerError, ...]:
    """Read, beside the worker that leads, the mailboxes that fall to this one; note how far.

    Return what keeps it from reading some of them.
    """
    machine.reads = _ours(machine, now, leads=False)
    _, problems = _read(machine, machine.reads, now, lambda box, far: _note_far(machine, box, far))
    return problems


def _read(
    machine: Machine,
    boxes: Sequence[Box],
    now: datetime,
    tell: Callable[[Box, HowFar], None] = lambda _box, _far: None,
) -> tuple[list[datetime | None], tuple[MailServerError, ...]]:
    """Read *boxes*, and *tell* how far each was read; return up to when, and what kept us from some.

    Those that could not be reached come last, and what is owed is sent before: a server that does not
    answer takes a minute to say so.
    """
    read_to: list[datetime | None] = []
    problems: list[MailServerError] = []
    quiet = _quiet(machine, boxes, now)
    for box in sorted(boxes, key=lambda each: each.unread is not None):
        if box.account in quiet:
            read_to.append(box.read_to)
            continue
        box.read_to = None
        try:
            box.read_to = _read_if_reached(machine, box, now)
            read_to.append(box.read_to)
            note(machine, Hindrance.MAILBOX, box=box.mail.box)
            tell(box, HowFar(now, box.read_to, None))
        except MailServerError as problem:
            problems.append(problem)
            note(machine, Hindrance.MAILBOX, problem, box=box.mail.box)
            tell(box, HowFar(now, None, str(problem)))
    return read_to, tuple(problems)


def _quiet(machine: Machine, boxes: Sequence[Box], now: datetime) -> frozenset[str]:
    """Return the mailboxes that need not be read now: mail came to another, and no ZAT waits for all.

    Each was read to its end not longer ago than its poll, and is read then whatever else comes.
    """
    heard, machine.heard = machine.heard, ()
    if not heard or machine.journal.games.deadlines(until=now, most=1):
        return frozenset()
    return frozenset(
        box.account
        for box in boxes
        if box.account not in heard
        and box.unread is None
        and box.read_to is not None
        and timedelta(0) <= now - box.read_to < min(box.mail.poll, _LONG)
    )


def _read_if_reached(machine: Machine, box: Box, now: datetime) -> datetime | None:
    """Read a mailbox; where there are others, one that cannot be reached is tried more and more seldom."""
    if not machine.further:
        return _read_box(machine, box, now)
    if box.unread is not None:
        if box.unread.rests(now):
            raise box.unread.problem.with_traceback(None)
        send_meanwhile(machine, now)
    try:
        read_to = _read_box(machine, box, now)
    except MailServerError as problem:
        named = type(problem)(box.mail.named(problem))
        box.unread = Silent.after(box.unread, named, now)
        raise named from problem
    box.unread = None
    return read_to


def _read_box(machine: Machine, box: Box, now: datetime) -> datetime | None:
    """Deal with the new mail of a mailbox; return up to when all was, None where some is left."""
    began = now
    if box.mail.box:
        hold_mailbox(machine, now, takes_over=machine.takes_over and box.looked_at is None, box=box)
        began -= _ahead(machine, box, now)
    if box.baseline is None:
        box.baseline, left = begun_at(machine, box, now, machine.since)
        if left:
            there = counted(left, "mail")
            log.info("%s: left untouched, since it was there before: %s", box.label, there)
    return began if read_mailbox(machine, box, box.baseline, now) else None


def leave_boxes(machine: Machine) -> None:
    """Read nothing beside the mailbox of [mail] any more: others may."""
    if machine.further:
        machine.journal.lease.share_nothing()
        _let_go(machine.reads)
        machine.reads = ()


def begin_beside(machine: Machine, problem: MailServerError, now: datetime) -> Baseline:
    """Return from where the mailbox of [mail] is read, once it can be reached again.

    Another mailbox with our mark shows that it is this installation that works; where none does, or
    what was filed after a copy is to be taken up, *problem* is raised: nothing goes on without.
    """
    restored = machine.journal.restorations.last()
    known = machine.journal.installation.baseline(machine.first.account)
    if known is None or (restored is not None and restored.state is not RestorationState.DONE):
        raise problem
    for box in machine.further:
        if machine.journal.installation.held(box.account) is None:
            continue
        with suppress(MailServerError):
            hold_mailbox(machine, now, box=box)
            return known
    raise problem


def retry_in(machine: Machine, now: datetime, *, leads: bool) -> timedelta | None:
    """Return when servers that cannot be reached are tried again, where the work goes on without them.

    None: there are none, or all that we read is out of reach.
    """
    read = (machine.first, *machine.reads) if leads else machine.reads
    if leads and all(box.unread is not None for box in read):
        return None
    silent = [*(box.unread for box in read), *(box.unsent for box in machine.boxes)]
    return min((each.rest(now) for each in silent if each is not None), default=None)


def _ours(machine: Machine, now: datetime, *, leads: bool) -> tuple[Box, ...]:
    if not machine.further:
        return ()
    named = [box.mail.box for box in machine.further]
    ours = machine.journal.lease.share(named, now, leads=leads)
    _let_go(tuple(box for box in machine.reads if box.mail.box not in ours))
    found = tuple(box for box in machine.further if box.mail.box in ours)
    if machine.journal.is_shared:
        before = {box.mail.box for box in machine.reads}
        for box in found:
            if box.mail.box not in before:
                log.info("%s is read by this worker from now on", box.label)
    return found


def _let_go(boxes: tuple[Box, ...]) -> None:
    """Leave the servers of mailboxes that another worker reads from now on."""
    for box in boxes:
        log.info("%s is read by another worker from now on", box.label)
        box.mailbox.hang_up()
        box.looked_at = box.baseline = box.far = box.read_to = None


def _ahead(machine: Machine, box: Box, now: datetime) -> timedelta:
    """Return how far our clock is ahead of the one by which mail to *box* is in time, if a ZAT waits for it."""
    if not machine.compares_clocks or not machine.journal.games.deadlines(until=now, most=1):
        return timedelta(0)
    if box.apart is None or not timedelta(0) <= now - box.apart[0] < _COMPARED:
        try:
            box.apart = now, now - box.mailbox.server_time()
        except MailServerError as problem:  # then rounds close by ours
            log.warning("%s: the server's clock could not be compared: %s", box.label, problem)
            box.apart = now, timedelta(0)
    ahead = box.apart[1]
    if ahead <= MOST_APART:
        return timedelta(0)
    log.warning("our clock is %s ahead of that of %s: rounds close later", ahead, box.label)
    return ahead


def _read_by_others(machine: Machine) -> Iterator[datetime | None]:
    """Yield up to when each mailbox was read that another worker reads; None: nobody knows."""
    ours = {box.mail.box for box in machine.reads}
    if len(ours) == len(machine.further):
        return
    known = machine.journal.readings.all()
    for box in machine.further:
        if box.mail.box in ours:
            continue
        far = known.get(box.account)
        if far is not None:
            problem = MailServerError(far.problem) if far.problem is not None else None
            note(machine, Hindrance.MAILBOX, problem, box=box.mail.box)
        yield far.read_to if far is not None else None


def _note_far(machine: Machine, box: Box, far: HowFar) -> None:
    """Note how far a mailbox was read, if who leads should know: a tick with nothing to do writes nothing."""
    known = box.far
    if known is not None and known.problem == far.problem:
        is_at_zat = bool(machine.journal.games.deadlines(until=far.noted_at, most=1))
        old = _NOTED_AT_ZAT if is_at_zat else _NOTED
        if timedelta(0) <= far.noted_at - known.noted_at < old:
            return
    machine.journal.readings.note(box.account, far)
    box.far = far


def wait_for_mail(machine: Machine, for_at_most: timedelta, *, leads: bool = True) -> None:
    """Wait for new mail in what we read, for a wake-up, or *for_at_most*; keep in mind where mail came.

    A server that is out of reach is not asked for any.
    """
    machine.heard = ()
    read = (machine.first, *machine.reads) if leads else machine.reads
    boxes = [box for box in read if box.unread is None]
    if machine.further:
        _attend(machine, boxes, for_at_most)
    elif boxes:
        machine.mailbox.wait(for_at_most)
    else:
        machine.mailbox.pause(for_at_most)


def _attend(machine: Machine, boxes: Sequence[Box], for_at_most: timedelta) -> None:
    """Let the servers of all *boxes* say when mail comes, and wait until one of them does."""
    end = time.monotonic() + for_at_most.total_seconds()
    while not machine.heard:
        listening = {box.account: _listening(machine, box) for box in boxes}
        machine.heard = tuple(account for account, each in listening.items() if each.has_news)
        left = timedelta(seconds=end - time.monotonic())
        if machine.heard or left <= timedelta(0):
            return
        lines = {each.line: account for account, each in listening.items() if each.line}
        rest = min((left, *(each.again for each in listening.values() if each.again)))
        ready = machine.mailbox.attend(rest, tuple(lines))
        if ready is None:  # whatever it is for, all are read
            return
        spoke = {lines[line] for line in ready}
        machine.heard = tuple(
            box.account for box in boxes if box.account in spoke and _has_news(machine, box)
        )


def _listening(machine: Machine, box: Box) -> Listening:
    """Let the server of a mailbox say when mail comes."""
    return _asked_of(machine, box, box.mailbox.listen, Listening(None))


def _has_news(machine: Machine, box: Box) -> bool:
    return _asked_of(machine, box, box.mailbox.heard, False)


def _asked_of(machine: Machine, box: Box, ask: Callable[[], T], otherwise: T) -> T:
    """Return what a mailbox answers; what keeps one from it, but that of [mail], its next reading says."""
    try:
        return ask()
    except MailServerError as problem:
        if box is machine.first:
            raise
        log.info("%s: %s", box.label, problem)
        return otherwise
