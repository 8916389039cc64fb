"""The headers of our mails: who, about what, answering what; ids that prove the player."""

import hmac
import re
from collections.abc import Iterator
from email.headerregistry import Address
from email.policy import EmailPolicy
from email.utils import format_datetime

from mailref.referee.identity import ONE_TIME_ID, loop_id, token_of
from mailref.referee.mails import (
    Answered,
    CommandAnswer,
    EntryAnswer,
    MailAnswer,
    Opening,
    Owed,
    Report,
    Summary,
)
from mailref.referee.policy import House
from mailref.writing.never_a_move import MOST_NAME, MOST_SUBJECT, one_line

_IDS = frozenset({"message-id", "in-reply-to", "references"})
_LONGEST = 996  # RFC 5322 2.1.1: 998 characters a line, less the blank that folds and one to spare
_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]+>", re.ASCII)


def message_ids(text: str) -> tuple[str, ...]:
    """Return the message ids in *text* that can be written as they stand, in order.

    >>> message_ids("<a@x> junk <b@y>")
    ('<a@x>', '<b@y>')
    """
    return tuple(found for found in _ID.findall(text) if len(found) <= _LONGEST)


class LetterPolicy(EmailPolicy):
    """The policy of every mail sent.

    Python encodes an id that is longer than a line as if it were prose (python/cpython#100991),
    and Outlook, whose ids have 80 characters and more, then loses the thread (mail 0.4). Here
    ids stand one a line, as they came; what is no id is left out, so that nothing of a foreign
    mail can begin a line of ours.
    """

    def fold(self, name: str, value: str) -> str:
        if name.lower() not in _IDS:
            prose: str = super().fold(name, value)
            return prose
        ids = message_ids(value)
        if not ids:
            return self._without_ids(name, value)
        return f"{name}: {f'{self.linesep} '.join(ids)}{self.linesep}"

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in _IDS:
            return self.fold(name, value).encode("ascii")
        return super().fold_binary(name, value)

    @staticmethod
    def _without_ids(name: str, value: str) -> str:
        if name.lower() == "message-id":
            raise ValueError(f"not a message id: {value!r}")
        return ""  # an empty References is no header at all


LETTER = LetterPolicy(linesep="\r\n", cte_type="7bit", max_line_length=78)


Header = tuple[str, str]
_MOST_REFERENCES = 20
"""At either end of a long chain (mail 3)."""
_LEAVE = "ABMELDEN"


def domain_of(house: House) -> str:
    return house.address.rpartition("@")[2]


def digest_of(house: House, what: str) -> str:
    """Return a name for *what* that nobody can guess; it stays the same within an installation."""
    return hmac.digest(house.secret, what.encode(), "sha256").hex()[:24]


def message_id_of(owed: Owed, house: House) -> str:
    """Return the id, fixed by the key: the game, the round, and a token that proves the player."""
    game = owed.game or "mailref"
    parts = [game, round_tag(owed) or "0", digest_of(house, f"mail\0{owed.key}")]
    if owed.game is not None and owed.player is not None:
        parts.append(token_of(house, owed.game, owed.player, round_tag(owed)))
    if owed.one_time is not None:
        parts.append(f"once{owed.one_time}")
    return f"<{'.'.join(parts)}@{domain_of(house)}>"


def round_tag(owed: Owed) -> str | None:
    """Return the tag as the record keeps it: `4` or `Ende`."""
    if owed.tag is None:
        return None
    return owed.tag.removeprefix("R") if owed.tag[1:].isdigit() else owed.tag


def subject_of(owed: Owed, subject: str) -> str:
    """Return `[yerres R4] ...`, or `[mailref] ...` where no single game is meant."""
    tag = f"[{owed.game} {owed.tag}]" if owed.game and owed.tag else "[mailref]"
    return one_line(f"{tag} {subject}", MOST_SUBJECT)


def own_headers(owed: Owed, house: House) -> Iterator[Header]:
    """Yield what differs from one recipient of a mail to the next."""
    yield "To", str(mailbox(owed.name, owed.recipient))
    yield "Message-ID", message_id_of(owed, house)
    if owed.answers is not None:
        yield from _thread(owed.answers)


def common_headers(owed: Owed, house: House, subject: str) -> Iterator[Header]:
    """Yield what all mails of one content have in common."""
    yield "From", str(mailbox(house.display_name, house.address))
    yield "Subject", subject_of(owed, subject)
    yield "Date", format_datetime(owed.at)
    if isinstance(owed.content, Report | Opening):
        yield from _of_a_report(owed, house)
    answers = isinstance(owed.content, EntryAnswer | MailAnswer | CommandAnswer | Summary)
    yield "Auto-Submitted", "auto-replied" if answers else "auto-generated"
    yield "X-Auto-Response-Suppress", "All"
    yield "X-Mailref-Loop", loop_id(house.secret)
    yield "Content-Language", owed.language


def mailbox(name: str, address: str) -> Address:
    """Return a mailbox with a display name made safe."""
    local, _, domain = address.rpartition("@")
    return Address(one_line(name, MOST_NAME), username=local, domain=domain)


def _of_a_report(owed: Owed, house: House) -> Iterator[Header]:
    yield "Reply-To", str(mailbox(house.display_name, house.address))
    if owed.game is not None and owed.tag is not None:
        yield "List-Id", f"<{owed.game}.{domain_of(house)}>"
        tag = f"%5B{owed.game}%20{owed.tag}%5D"
        yield "List-Unsubscribe", f"<mailto:{house.address}?subject={tag}%20{_LEAVE}>"


def _thread(answers: Answered) -> Iterator[Header]:
    """Yield In-Reply-To and References: the old chain and the id, its first and its last ones."""
    ids = message_ids(answers.message_id or "")[:1]
    # A one-time token is in the one mail alone that asks back.
    chain = tuple(
        each
        for each in dict.fromkeys((*message_ids(" ".join(answers.references)), *ids))
        if not ONE_TIME_ID.search(each)
    )
    if len(chain) > 2 * _MOST_REFERENCES:
        chain = (*chain[:_MOST_REFERENCES], *chain[-_MOST_REFERENCES:])
    if ids:
        yield "In-Reply-To", ids[0]
    if chain:
        yield "References", " ".join(chain)
