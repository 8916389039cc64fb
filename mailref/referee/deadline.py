"""To which round an entry belongs, and whether it comes in time (rules 8, deadline and belonging)."""

from datetime import datetime

from mailref.reading.incoming_mail import IncomingMail
from mailref.reading.names import subject_tag, tagged_game
from mailref.referee.findings import Considered, Delivery, Reason, RunningGame
from mailref.rules.game import RoundGame


def round_meant(mail: IncomingMail, delivery: Delivery, running: RunningGame) -> tuple[int, bool]:
    """Return the round an entry is for, and whether it comes too late for it."""
    game, received = running.game, delivery.received
    number = game.round_number
    named = _round_named(mail, delivery, running.policy.id)
    if game.round is None:
        # Between two rounds and after the end: at best it was meant for the one closed last.
        closed = game.last.number if game.last else number
        return (closed if named is None else min(named, closed)), True
    if named is not None and named < number:
        return named, True
    handed_over = delivery.handed_over.get((running.policy.id, mail.sender or ""))
    # A server dates mail to the second: within the same one the player is given the benefit.
    if named is None and handed_over is not None and received < handed_over.replace(microsecond=0):
        return number - 1, True
    if game.is_paused:
        # The clock stands still: play goes on only with a ZAT that is still to come.
        return number, False
    return number, not is_in_time(received, game.round.deadline)


def is_in_time(received: datetime, deadline: datetime | None) -> bool:
    """Tell whether a mail arrived at or before the ZAT, to the second (rules 8)."""
    return deadline is None or received.replace(microsecond=0) <= deadline


def was_in_time(entry: Considered, game: RoundGame, received: datetime) -> bool:
    """Tell whether a late entry had arrived before its round was closed: it was only seen too late."""
    last = game.last
    is_of_last = last is not None and entry.round == last.number != game.round_number
    if entry.reason is not Reason.LATE or last is None or not is_of_last:
        return False
    return is_in_time(received, last.closed if last.is_early else last.deadline)


def game_of_round(game: RoundGame, number: int) -> RoundGame:
    """Return the state in which the entry would have counted, where that is still known."""
    before = game.before_close
    if before is not None and before.round is not None and before.round.number == number:
        return before
    return game


def _round_named(mail: IncomingMail, delivery: Delivery, game: str) -> int | None:
    """Return the round of the mail that this one answers, by References, else by subject tag."""
    for answered, number in reversed(delivery.answers):
        if answered == game and number is not None:
            return number
    tag = subject_tag(mail.subject)
    return tag[1] if tag is not None and tagged_game(mail.subject, (game,)) else None
