"""A game that the mailbox shows to have begun, though the record does not know it: it waits, no other does.

An empty or missing database, or the wrong one, must not mail new letters to everybody. What shows
it: answers to our mails (by their ids and by the tag in the subject) and, where the record holds
nothing at all, mail of the game's players that a mailref has filed away. A record that knows a club is not
empty: its members have written long before a game of theirs begins, and answered our questions.

Anybody can write a subject. So the game that is in doubt waits, the operator is told which mail it is,
and all others go on; where the record knows none at all, it may be the wrong one, and nothing begins.
"""

import hashlib
import logging
import re
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from mailref.errors import BegunBeforeError, MailServerError
from mailref.games.tournament.tournament import game_ids
from mailref.journal.installation import in_doubt_of
from mailref.office import read_policy
from mailref.orders.shapes import tagged_game
from mailref.post.ports import KeptMail
from mailref.reading.mime import Header, clean_phrase, cut_header, decode_words, named_addresses
from mailref.reading.read_mail import cited_in, read
from mailref.referee.contents import InDoubt
from mailref.referee.policy import GamePolicy
from mailref.settings.values import Settings
from mailref.tick.machine import Box, Doubts, Machine, tell

log = logging.getLogger(__name__)
_AGAIN = timedelta(hours=1)
"""So often it is looked whether the mail is still there by which a game waits."""
_MOST_HEADER = 100_000
_OWN_ID = r"<{game}\.[^.@<>\s]+\.[0-9a-f]{{24}}(?:\.[0-9a-f]{{16}})?@{domain}>"


class _KnownByMail(Struct, frozen=True):
    """A game that would begin, and the mail that shows that it has."""

    name: str
    """The id of the game, or of the tournament it is of."""
    title: str
    box: Box
    mail: KeptMail


def refuse_to_begin_anew(machine: Machine, new_games: Collection[str]) -> None:
    """Keep in mind that *new_games* may begin anew; BegunBeforeError where the record knows no game, and one has."""
    machine.anew = frozenset(new_games)
    if _knows_anything(machine):
        return
    for shown in _shown(machine):
        raise BegunBeforeError(_sentence(shown))


def _knows_anything(machine: Machine) -> bool:
    """Tell whether the record holds a game, or what has happened in a club: it is not an empty one then."""
    return bool(machine.journal.games.ids()) or machine.club().count > 0


def in_doubt(machine: Machine, now: datetime) -> Collection[str]:
    """Return the games and tournaments that are not begun now, and tell once of each why.

    It is looked for when the settings are taken up, and again while a game waits.
    """
    known = machine.doubts
    if known is None or known.settings != machine.watch.sha256 or known.are_old(now, _AGAIN):
        try:
            known = _looked(machine, now)
        except MailServerError as problem:
            log.info("no new game begins before the mailbox can be looked at: %s", problem)
            known = Doubts("", now, frozenset(name for name, _ in _beginning(machine)))
        machine.doubts = known
    machine.failing |= known.games
    return known.games


def _looked(machine: Machine, now: datetime) -> Doubts:
    found = {each.name: each for each in _shown(machine)}
    for shown in found.values():
        _tell(machine, shown, now)
    return Doubts(machine.watch.sha256, now, frozenset(found))


def _tell(machine: Machine, shown: _KnownByMail, now: datetime) -> None:
    """Tell who runs the machine and the game master at once, each once about a mail."""
    mail = read(shown.mail.header, read_policy(machine.settings, machine.secret))
    about = InDoubt(
        shown.name,
        shown.title,
        mail.sender or mail.sender_name,
        mail.subject,
        is_filed=shown.mail.is_filed,
        mailbox=shown.box.mail.address if machine.further else "",
    )
    why = f"{mail.subject!r} from {about.sender} ({_where(shown)}) shows that it has begun before"
    remedy = f"take that mail away, or begin it with --new-game {shown.name}"
    machine.journal.troubles.note(in_doubt_of(shown.name), f"{why}: {remedy}", now, is_urgent=True)
    cause = f"in_doubt:{shown.name}:{hashlib.sha256(shown.mail.header).hexdigest()[:24]}"
    if tell(machine, about, cause, now, is_for_both=True):
        log.warning(
            "the game %s waits: %s shows that it has begun before", shown.name, _where(shown)
        )


def _shown(machine: Machine) -> Iterator[_KnownByMail]:
    """Yield each game that would begin and that a mail in a mailbox shows to have begun."""
    waiting = list(_beginning(machine))
    if not waiting:
        return
    is_empty = not _knows_anything(machine)
    domains = domains_of(machine)
    for box in machine.boxes:
        for mail in box.mailbox.kept_mail():
            header, _ = cut_header(mail.header, 0, len(mail.header), _MOST_HEADER)
            found = set()
            for name, policy in waiting:
                is_by_player = is_empty and mail.is_filed and _is_by_player(header, policy)
                if is_by_player or _is_about(header, policy.id, domains):
                    found.add(name)
                    yield _KnownByMail(name, policy.title, box, mail)
            waiting = [each for each in waiting if each[0] not in found]


def _beginning(machine: Machine) -> list[tuple[str, GamePolicy]]:
    """Return the games that the record does not know, each with the name by which it begins."""
    recorded = machine.journal.games.ids()
    return [
        (name, policy)
        for name, policy in _named(machine.settings, machine.tournaments())
        if policy.id not in recorded and name not in machine.anew
    ]


def domains_of(machine: Machine) -> frozenset[str]:
    """Return what our Message-IDs may end in."""
    return frozenset(box.mail.address.rpartition("@")[2] for box in machine.boxes)


def _named(settings: Settings, tournaments: Collection[str]) -> Iterator[tuple[str, GamePolicy]]:
    """Yield the games of the settings, and of tournaments that would begin the first round's."""
    for policy in settings.games:
        yield policy.id, policy
    for tournament in settings.tournaments:
        if tournament.plan.id in tournaments:
            continue
        for table in range(1, len(tournament.players) + 1):
            (first, *_) = game_ids(tournament.plan, 1, table)
            yield tournament.plan.id, replace(tournament.game, id=first, players=tournament.players)


def _sentence(shown: _KnownByMail) -> str:
    return (
        f"the game {shown.name!r} has begun before, as {_where(shown)} shows, but the database does not know "
        f"it: put the database back with 'mailref restore FILE', or begin the game anew with --new-game {shown.name}"
    )


def _where(shown: _KnownByMail) -> str:
    return "mail filed away" if shown.mail.is_filed else "a mail in the inbox"


def _is_about(header: Header, game: str, domains: Collection[str]) -> bool:
    """Tell whether a mail answers one of ours about *game*, or is one itself."""
    if tagged_game(header.first("subject"), {game}) is not None:
        return True
    named = ("references", "in-reply-to", "message-id")
    return next(own_ids(header, named, {game}, domains), None) is not None


def own_ids(
    header: Header, names: Iterable[str], games: Collection[str], domains: Collection[str]
) -> Iterator[re.Match[str]]:
    """Yield the ids of mails of ours about *games* in these fields, each with its `game`."""
    either = "|".join(map(re.escape, games))
    ours = "|".join(map(re.escape, domains))
    own_id = _OWN_ID.format(game=f"(?P<game>{either})", domain=f"(?:{ours})")
    subject = clean_phrase(decode_words(header.first("subject")))
    fields = [value for name in names for value in header.every(name)]
    named = " ".join((*fields, *cited_in(subject)))
    return re.finditer(own_id, named, re.IGNORECASE)


def _is_by_player(header: Header, policy: GamePolicy) -> bool:
    senders = {each.address for each in named_addresses(header.first("from"))}
    return any(
        address.lower() in senders for player in policy.players for address in player.addresses
    )
