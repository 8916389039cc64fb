"""What a mail may have meant where its answer asks: as its own text, and as it should have been written."""

from collections.abc import Sequence

from msgspec.structs import replace

from mailref.orders.written import Meant
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee.contents import Answer, Content
from mailref.referee.findings import Considered, Reason


def meant_by(content: Content) -> Meant | None:
    """Return what an answer asks about, where it is one thing."""
    considered: Considered | None = getattr(content, "considered", None)
    if considered is None:
        return None
    return _name_meant(considered) or (content.meaning() if isinstance(content, Answer) else None)


def as_meant(mail: IncomingMail, every: Sequence[Meant]) -> IncomingMail:
    """Return the mail with what it means in the place of what it says."""
    for each in every:
        lines = tuple(
            replace(line, text=line.text.replace(each.written, each.meant)) for line in mail.lines
        )
        subject = mail.subject.replace(each.written, each.meant)
        mail = replace(mail, lines=lines, subject=subject)
    return mail


def _name_meant(entry: Considered) -> Meant | None:
    is_of_names = entry.reason in (Reason.SENDER_MISMATCH, Reason.UNKNOWN_GAME)
    if not is_of_names or not entry.named or len(entry.suggestions) != 1:
        return None
    return Meant(entry.named, entry.suggestions[0], is_name=True)
