"""Owed mails to the bytes that the record keeps: the core composes, here the types meet."""

from collections.abc import Callable, Sequence

from jinja2 import Environment

from mailref.journal.model import Blob, OutgoingMail, Segment
from mailref.mail.replies.compose import Composed, compose_all
from mailref.mail.replies.headers import round_tag
from mailref.mail.replies.letters import Shared
from mailref.mail.replies.means import ReplyMeans, reply_means
from mailref.referee.owed import Owed
from mailref.referee.policy import House
from mailref.report.picture import BoardPainter


def composer(
    environment: Callable[[str], Environment], painter: BoardPainter
) -> Callable[[Sequence[Owed], House], Sequence[OutgoingMail]]:
    """Return what makes the bytes of owed mails; templates and tiles are kept ready for the next.

    *environment* gives the templates of a folder: `assets.template_environment`.
    """
    known: dict[House, ReplyMeans] = {}

    def compose(owed: Sequence[Owed], house: House) -> Sequence[OutgoingMail]:
        if not owed:
            return ()
        if house not in known:
            known.clear()
            known[house] = reply_means(environment, painter, house)
        return tuple(_outgoing(mail) for mail in compose_all(owed, known[house]))

    return compose


def _outgoing(mail: Composed) -> OutgoingMail:
    return OutgoingMail(
        recipient=mail.recipient,
        message_id=mail.message_id,
        kind=mail.kind,
        game=mail.owed.game,
        round_tag=round_tag(mail.owed),
        segments=tuple(_segment(each) for each in mail.segments),
    )


def _segment(segment: bytes | Shared) -> Segment:
    return Blob(segment.data) if isinstance(segment, Shared) else segment
