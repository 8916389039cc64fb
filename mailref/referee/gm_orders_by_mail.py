"""Carry out the game master's orders by mail together: one decision, one answer that says the results."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from mailref.games.family import family_of
from mailref.orders.names import tagged_game
from mailref.referee import gm_orders as orders
from mailref.referee.findings import Consideration, Office
from mailref.referee.gm_order_lines import Adopt, Ordered, OrderLine, Unclear
from mailref.referee.gm_orders import (
    DoneBefore,
    GivenBy,
    GivenOrder,
    GmOrder,
    Incomplete,
    WhichGame,
)
from mailref.referee.gm_results import Fate
from mailref.referee.mails import Decision, Owed, Step, after, answered, owe_to_game_master
from mailref.referee.notices import Notice, OrdersDone, OrdersUnproven
from mailref.referee.reports import Means

MeansOf = Callable[[Office, str], Means]


def game_of(considered: Consideration, office: Office) -> str | None:
    """Return the game that a mail of the game master is about: by tag, References, or the only one."""
    if tagged := tagged_game(considered.mail.subject, office.games):
        return tagged
    for game, _ in reversed(considered.receipt.answers):
        if game in office.games:
            return game
    going_on = [id_ for id_, running in office.games.items() if not running.game.is_over]
    return going_on[0] if len(going_on) == 1 else None


def follow_orders(
    considered: Consideration,
    lines: Sequence[OrderLine],
    office: Office,
    means_of: MeansOf,
    now: datetime,
) -> Decision:
    """Return what the orders of a mail change, and the answer that says so, line by line.

    Only a mail that answers one of ours to the game master is obeyed: his address alone proves
    nothing.
    """
    game = game_of(considered, office)
    if not considered.receipt.proves_game_master(game):
        return Decision((), (_answer(considered, office, None, OrdersUnproven(), now),))
    so_far = _Following(considered, office, game, means_of, now)
    fates = tuple(
        so_far.fate_of(number, line)
        for number, line in enumerate(lines)
        if not isinstance(line, Adopt)  # carried out by whoever has the stored mail
    )
    told = (_answer(considered, office, game, OrdersDone(fates), now),) if fates else ()
    under = tuple(each.message_id for each in considered.receipt.to_game_master)
    return so_far.decision.then(Decision((), told, under=under))


class _Following(Struct):
    """The orders of a mail as they are carried out; later ones see what earlier ones changed."""

    considered: Consideration
    office: Office
    game: str | None
    """None: it is about no single game."""
    means_of: MeansOf
    now: datetime
    decision: Decision = Decision((), ())

    def fate_of(self, number: int, line: Ordered | Unclear) -> Fate:
        """Carry out the order of a line, or say why not; the same order under the same mail only once."""
        written, game, receipt = line.line, self.game, self.considered.receipt
        if isinstance(line, Unclear):
            return Fate(written, Incomplete(line.lack))
        if game is None:
            return Fate(written, WhichGame(tuple(self.office.games)))
        digest = digest_of(game, line.order)
        if digest in receipt.done_before or digest in self.decision.orders:
            return Fate(written, DoneBefore())
        given = GivenOrder(line.order, line.because, GivenBy.MAIL, f"{receipt.key}:{number}")
        before = (each for name, each in self.decision.events if name == game)
        means = self.means_of(self.office, game).after(before)
        step = family_of(self.office.games[game]).carry_out(given, means, self.now)
        if not isinstance(step, Step):
            return Fate(written, step)
        done = Decision(step.decision.events, step.decision.mails, orders=(digest,))
        self.decision, self.office = self.decision.then(done), after(self.office, done)
        family = family_of(self.office.games[game])
        result = family.result(step.instead or line.order, step)
        is_of_word = orders.RuleWord in (type(line.order), type(step.instead))
        # Not whose word it was, where that is hidden.
        told = () if is_of_word and family.hides_moves(self.office) else done.mails
        players = tuple(dict.fromkeys(mail.player for mail in told if mail.player))
        return Fate(written, remarks=step.remarks, result=result, told=players)


def digest_of(game: str, order: GmOrder) -> str:
    """Return a name for an order, the same for the same order."""
    return hashlib.sha256(f"{game}\0{order!r}".casefold().encode()).hexdigest()


def _answer(
    considered: Consideration,
    office: Office,
    game: str | None,
    about: OrdersDone | OrdersUnproven,
    now: datetime,
) -> Owed:
    """Return the mail that says what became of the orders, for the round in which they came."""
    running = office.games.get(game or "")
    return owe_to_game_master(
        office.house,
        Notice(about, running.policy if running else None),
        f"{about.code}:{considered.receipt.key}",
        now,
        running=running,
        answers=answered(considered.mail, considered.receipt),
    )
