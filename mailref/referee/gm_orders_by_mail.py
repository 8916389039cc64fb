"""Carry out the game master's orders by mail together: one decision, one answer that says the results."""

import hashlib
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import assert_never

from msgspec import Struct, field

from mailref.games.events import Event
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
from mailref.referee.policy import RunningGame
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
    if not considered.receipt.proves_game_master(game_of(considered, office)):
        return Decision((), (_answer(considered, office, None, OrdersUnproven(), now),))
    game = game_of(considered, office)
    so_far = _Followed(office)
    for number, line in enumerate(lines):
        match line:
            case Adopt():
                continue  # carried out by whoever has the stored mail
            case Unclear(text, lack):
                so_far.fates.append(Fate(text, Incomplete(lack)))
            case Ordered(text) if game is None:
                so_far.fates.append(Fate(text, WhichGame(tuple(office.games))))
            case Ordered(text, order, because):
                cause = f"{considered.receipt.key}:{number}"
                given = GivenOrder(order, because, GivenBy.MAIL, cause)
                fate = so_far.follow(
                    text, given, game, means_of, now, considered.receipt.done_before
                )
                so_far.fates.append(fate)
            case _:
                assert_never(line)
    if so_far.fates:
        done = OrdersDone(tuple(so_far.fates))
        so_far.mails.append(_answer(considered, office, game, done, now))
    under = tuple(each.message_id for each in considered.receipt.to_game_master)
    return Decision(
        tuple(so_far.events), tuple(so_far.mails), orders=tuple(so_far.digests), under=under
    )


class _Followed(Struct):
    """What the orders of a mail have come to, line by line; later ones see what earlier ones changed."""

    office: Office
    events: list[tuple[str, Event]] = field(default_factory=list)
    mails: list[Owed] = field(default_factory=list)
    fates: list[Fate] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)

    def follow(  # noqa: PLR0917  the line, its order, and what it is carried out with
        self,
        line: str,
        given: GivenOrder,
        game: str,
        means_of: MeansOf,
        now: datetime,
        done_before: Collection[str],
    ) -> Fate:
        """Carry out one order, or say why not; the same order under the same mail only once."""
        digest = digest_of(game, given.order)
        if digest in done_before or digest in self.digests:
            return Fate(line, DoneBefore())
        means = means_of(self.office, game).after(
            each for name, each in self.events if name == game
        )
        step = family_of(self.office.games[game]).carry_out(given, means, now)
        if not isinstance(step, Step):
            return Fate(line, step)
        self.digests.append(digest)
        self.events += step.decision.events
        self.mails += step.decision.mails
        self.office = after(self.office, step.decision)
        return Fate(
            line,
            remarks=step.remarks,
            result=family_of(self.office.games[game]).result(step.instead or given.order, step),
            told=_told(step, given.order, self.office.games[game], self.office),
        )


def _told(step: Step, order: GmOrder, running: RunningGame, office: Office) -> tuple[str, ...]:
    """Return the players who get mail about an order; not whose word it was, where that is hidden."""
    is_of_word = orders.RuleWord in (type(order), type(step.instead))
    if is_of_word and family_of(running).hides_moves(office):
        return ()
    return tuple(dict.fromkeys(mail.player for mail in step.decision.mails if mail.player))


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
    running = office.games.get(game) if game else None
    return owe_to_game_master(
        office.house,
        Notice(about, running.policy if running else None),
        f"{about.code}:{considered.receipt.key}",
        now,
        running=running,
        answers=answered(considered.mail, considered.receipt),
    )
