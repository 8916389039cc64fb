"""Mails that were set aside, adopted by the game master: they count with the time they arrived."""

from dataclasses import replace
from datetime import UTC

from mailref.desks import entry_reader, read_policy
from mailref.journal.journal import Journal
from mailref.mail.incoming.reader import read
from mailref.referee.answer import answer
from mailref.referee.consider import consider
from mailref.referee.model import Delivery, Desk
from mailref.referee.owed import Decision
from mailref.turn.machine import Machine

ADOPTED = "adopted"


def is_adopted(journal: Journal, id: int) -> bool:  # noqa: A002  as in StoredMail
    """Tell whether a mail that was set aside has been adopted: that is done once."""
    return journal.fact(f"{ADOPTED}:{id}") is not None


def adopt_mail(
    machine: Machine,
    id: int,  # noqa: A002  as in StoredMail
    player: str | None,
    desk: Desk,
) -> Decision | str:
    """Let a stored mail count as if the game master had sent it; a str says why it cannot be.

    He names the player, or the mail does, by `Spieler=` or its From name; both are told.
    """
    raw = machine.journal.raw_mail(id)
    stored = next((each for each in machine.journal.set_aside() if each.id == id), None)
    if raw is None or stored is None or stored.received is None:
        return "no_such_mail"
    if is_adopted(machine.journal, id):
        return "adopted_before"
    mail = read(raw, read_policy(machine.settings, machine.secret))
    found = consider(
        replace(mail, sender=desk.house.gamemaster_address, robot=None),
        Delivery(
            key=mail.fingerprint[:32],
            received=stored.received.astimezone(UTC),
            answers_game_master=True,
        ),
        desk,
        entry_reader(),
        adopted_for=player,
        written_by=mail.sender_name or None,
    )
    if not any(entry.player for entry in found.entries):
        return f"which_player {mail.sender_name}"
    return replace(answer(found, desk), facts=((f"{ADOPTED}:{id}", mail.fingerprint),))
