"""What a mail orders in a club, as `judge` shows it: it is read as it is for the referee, and not carried out."""

from msgspec.structs import replace

from mailref.commands import sources
from mailref.games.club.desk import may_name
from mailref.office import entry_reader
from mailref.orders.club_lines import ClubLines, club_lines, plain_orders
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee.policy import Consideration, Considered, Outcome, Reason
from mailref.settings.begun import around
from mailref.settings.club import titles
from mailref.settings.values import Settings


def plainly_ordered(mail: IncomingMail, settings: Settings) -> ClubLines:
    """Return what a mail orders in the club of *settings* and leaves nothing open, and the mail without that."""
    club = settings.club
    if club is None or mail.robot is not None or not mail.sender:
        return ClubLines((), mail)
    names = dict(titles(club, around(settings)))
    found = club_lines(mail, lambda text: may_name(text, names), lambda: entry_reader().ours)
    plain = plain_orders(found.asks)
    return ClubLines(plain, found.mail) if plain else ClubLines((), mail)


def with_orders(considered: Consideration, ordered: ClubLines, settings: Settings) -> Consideration:
    """Return what was made of the rest of a mail, with what its sender, who is known, orders in the club.

    An entry in which nothing could be read is the order then: so is one of a member who plays in no game.
    """
    if not ordered.asks:
        return considered
    if not considered.is_stranger:
        taken = Reason.NO_MOVE
    elif _has_come_in(considered.mail.sender or "", settings):
        taken = Reason.UNKNOWN_SENDER
    else:
        return considered
    entries = tuple(
        Considered(Outcome.COMMAND, player=each.player) if each.reason is taken else each
        for each in considered.entries
    )
    codes = dict.fromkeys(each.order.value for each in ordered.asks)
    return replace(considered, entries=entries, in_club=(*codes,))


def _has_come_in(address: str, settings: Settings) -> bool:
    """Tell whether somebody is a member of the club, who plays in no game."""
    if not sources.has_record(settings):
        return False
    with sources.open_record(settings) as journal:
        return journal.club.load().member_at(address) is not None
