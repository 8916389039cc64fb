"""How the mails we write become bytes: 7-bit, CRLF, and message ids never encoded or cut."""

import re
from email.policy import EmailPolicy

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
    and Outlook, whose ids have 80 characters and more, then loses the thread (MAIL.md 0.4). Here
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
