"""What the game master orders by mail: carried out, and strangers' mails that he adopts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from mailref.office import entry_reader, read_policy
from mailref.reading.read_mail import read
from mailref.referee.answer import answer
from mailref.referee.consider import consider
from mailref.referee.family import family_of
from mailref.referee.findings import Consideration, Office, Reason, Receipt
from mailref.referee.gm_orders import AdoptedBefore, AdoptRefusal, Fate, NoSuchMail, WhichPlayer
from mailref.referee.gm_orders_by_mail import (
    Adopt,
    OrderLine,
    follow_orders,
    game_of,
    read_orders,
)
from mailref.referee.mails import Decision, after, answered, owe_to_game_master
from mailref.referee.notices import Notice, OrdersDone
from mailref.tick.machine import Machine


@dataclass(frozen=True, slots=True)
class Adopted:
    """A stranger's mail that was taken over, and what it is worth."""

    decision: Decision
    too_late_for: int | None
    """The round that it came too late for, where it counts in none."""


def adopt_mail(
    machine: Machine,
    id: int,  # noqa: A002  as in StoredMail
    player: str | None,
    office: Office,
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
    found = consider(
        replace(mail, sender=office.house.gamemaster_address, robot=None),
        Receipt(
            key=mail.fingerprint[:32],
            received=stored.received.astimezone(UTC),
            answers_game_master=True,
        ),
        office,
        entry_reader(),
        adopted_for=player,
        written_by=mail.sender_name or None,
    )
    if not any(entry.player for entry in found.entries):
        return WhichPlayer(mail.sender_name)
    late = next((each.round for each in found.entries if each.reason is Reason.LATE), None)
    return Adopted(replace(answer(found, office), adopted=(id,)), late)


def orders_in(considered: Consideration, office: Office) -> tuple[OrderLine, ...]:
    """Return what a mail of the game master orders; nothing where somebody else writes."""
    if not considered.from_game_master:
        return ()
    game = game_of(considered, office)
    zone = office.games[game].policy.zone if game else ZoneInfo("UTC")
    asked = {word for running in office.games.values() for word in family_of(running).words_asked}
    lines = [line.text for line in considered.mail.lines]
    for block in considered.mail.below:
        lines += [line.text for line in block]
    return read_orders(lines, asked, zone)


def follow(
    machine: Machine,
    considered: Consideration,
    orders: Sequence[OrderLine],
    office: Office,
    now: datetime,
) -> Decision:
    """Return what the game master's orders change, and the mails that he lets count."""
    followed = follow_orders(
        considered,
        orders,
        office,
        lambda each, game: machine.means(each, game, with_history=True),
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
    found = adopt_mail(machine, adopt.id, adopt.player, office)
    if not isinstance(found, Adopted):
        return _not_adopted(considered, adopt, office, now, found)
    return found.decision


def _not_adopted(
    considered: Consideration, adopt: Adopt, office: Office, now: datetime, why: AdoptRefusal
) -> Decision:
    mail = owe_to_game_master(
        office.house,
        Notice(OrdersDone((Fate(adopt.line, why),))),
        f"adopt:{considered.receipt.key}:{adopt.id}",
        now,
        answers=answered(considered.mail, considered.receipt),
    )
    return Decision((), (mail,))
