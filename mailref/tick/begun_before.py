"""No game is begun anew because its record is gone: the mailbox shows that it has begun.

An empty or missing database, or the wrong one, must not mail new letters to everybody. What shows
it: answers to our mails (by their ids and by the tag in the subject) and, where the record holds no
game at all, mail of the game's players that a mailref has filed away.
"""

import re
from collections.abc import Collection

from mailref.errors import BegunBeforeError
from mailref.post.ports import KeptMail
from mailref.reading.headers import Header, cut_header, named_addresses
from mailref.reading.subject_line import tagged_game
from mailref.referee.policy import GamePolicy
from mailref.tick.machine import Machine

_MOST_HEADER = 100_000
_OWN_ID = r"<{game}\.[^.@<>\s]+\.[0-9a-f]{{24}}(?:\.[0-9a-f]{{16}})?@{domain}>"


def refuse_to_begin_anew(machine: Machine, new_games: Collection[str]) -> None:
    """Raise BegunBeforeError where a game would begin that has begun before; *new_games* may."""
    recorded = machine.journal.games.ids()
    beginning = [
        policy
        for policy in machine.settings.games
        if policy.id not in recorded and policy.id not in new_games
    ]
    if not beginning:
        return
    domain = machine.settings.mail.address.rpartition("@")[2]
    for mail in machine.mailbox.kept_mail():
        header, _ = cut_header(mail.header, 0, len(mail.header), _MOST_HEADER)
        for policy in beginning:
            is_by_player = not recorded and mail.is_filed and _is_by_player(header, policy)
            if is_by_player or _is_about(header, policy.id, domain):
                raise BegunBeforeError(_sentence(policy.id, mail))


def _sentence(game: str, mail: KeptMail) -> str:
    where = "mail filed away" if mail.is_filed else "a mail in the inbox"
    return (
        f"the game {game!r} has begun before, as {where} shows, but the database does not know it: "
        f"put the database back, or begin the game anew with --new-game {game}"
    )


def _is_about(header: Header, game: str, domain: str) -> bool:
    """Tell whether a mail answers one of ours about *game*, or is one itself."""
    if tagged_game(header.first("subject"), {game}) is not None:
        return True
    own_id = _OWN_ID.format(game=re.escape(game), domain=re.escape(domain))
    chain = [
        value
        for name in ("references", "in-reply-to", "message-id")
        for value in header.every(name)
    ]
    return re.search(own_id, " ".join(chain), re.IGNORECASE) is not None


def _is_by_player(header: Header, policy: GamePolicy) -> bool:
    senders = {each.address for each in named_addresses(header.first("from"))}
    return any(
        address.lower() in senders for player in policy.players for address in player.addresses
    )
