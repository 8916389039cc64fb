"""How a mail was received: what the record knows of the mails that it answers."""

from collections.abc import Sequence
from datetime import UTC, datetime

from mailref.journal.records import SentTag
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee.asking import id_holds
from mailref.referee.family import family_of
from mailref.referee.findings import MailToGameMaster, Office, Receipt
from mailref.referee.identity import players_at
from mailref.tick.machine import Machine


def receipt_of(machine: Machine, office: Office, mail: IncomingMail, received: datetime) -> Receipt:
    """Return what the record knows of a mail that arrived at *received*."""
    sent_before = machine.journal.outgoing.find_sent(mail.references)
    answers = tuple(
        (sent.game, _round_of(sent.round_tag)) for sent in sent_before if sent.game is not None
    )
    to_game_master = _to_game_master(sent_before, office.house.gamemaster_address)
    holding = [sent for sent in to_game_master if id_holds(sent, office)]
    games = frozenset(sent.game for sent in holding if sent.game is not None)
    newest = to_game_master[-1].message_id if to_game_master else ""
    return Receipt(
        key=mail.fingerprint[:32],
        received=received.astimezone(UTC),
        answers=answers,
        handed_over=_handed_over(machine, office, mail.sender or ""),
        answers_game_master=bool(holding),
        proven_games=None if any(sent.game is None for sent in holding) else games,
        to_game_master=to_game_master,
        done_before=machine.journal.questions.orders_under(newest) if newest else frozenset(),
    )


def _to_game_master(sent_before: Sequence[SentTag], address: str) -> tuple[MailToGameMaster, ...]:
    found = [
        MailToGameMaster(sent.message_id, sent.game, _round_of(sent.round_tag), sent.recorded_at)
        for sent in sent_before
        if sent.recipient == address and sent.recorded_at is not None
    ]
    return tuple(sorted(found, key=lambda sent: sent.sent))


def _round_of(tag: str | None) -> int | None:
    return int(tag) if tag is not None and tag.isdigit() else None


def _handed_over(machine: Machine, office: Office, sender: str) -> dict[tuple[str, str], datetime]:
    """Return when the sender got the newest report of each of his games; the far future: not yet.

    A report that went to an address he has changed since, or that was given up, parts no rounds.
    """
    found: dict[tuple[str, str], datetime] = {}
    for id_, running in office.games.items():
        number = family_of(running).opened_by_report
        if number is None:
            continue
        for player in players_at(running, sender):
            moment = _report_reached(machine, id_, str(number), player.addresses)
            if moment is not None:
                found[id_, sender] = moment
    return found


def _report_reached(
    machine: Machine, game: str, tag: str, addresses: Sequence[str]
) -> datetime | None:
    journal = machine.journal
    mails = [(kind, address) for kind in ("Report", "Opening") for address in addresses]
    times = [
        journal.outgoing.handed_over(game, tag, kind=kind, recipient=address)
        for kind, address in mails
    ]
    known = [time for time in times if time is not None]
    if known:
        return min(known)
    waits = any(
        journal.outgoing.is_waiting(game, tag, kind=kind, recipient=address)
        for kind, address in mails
    )
    return datetime.max.replace(tzinfo=UTC) if waits else None
