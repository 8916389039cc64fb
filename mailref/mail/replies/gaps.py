"""A text written once for many readers, with gaps for what is each reader's own."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from mailref.mail.replies.letters import Shared, Written, shared_text
from mailref.mail.replies.plaintext import SHEET
from mailref.mail.replies.scene import NAME

GREETING = "\ue015"
OWN = "\ue016"
OWN_HISTORY = "\ue017"
GAPS = (SHEET, GREETING, OWN, OWN_HISTORY, NAME)
_TAGS = re.compile(r"<[^>]*>")
_WORTH_SHARING = 400
"""Shorter stretches are kept with the mail."""


@dataclass(frozen=True, slots=True)
class Gapped:
    """A text in stretches of whole lines; those with a gap are written for each reader."""

    subtype: str
    stretches: tuple[str | Shared, ...]

    @classmethod
    def of(cls, text: str, subtype: str) -> "Gapped":
        """Cut *text* at the lines that hold a gap."""
        found: list[str | Shared] = []
        common: list[str] = []
        for line in text.splitlines(keepends=True):
            if any(gap in line for gap in GAPS):
                # The blank line above goes with a paragraph that may have nothing to say.
                is_lone = line.strip() in (OWN, OWN_HISTORY)
                blank = common.pop() if is_lone and common and common[-1] == "\n" else ""
                found += [*_shared(common), blank + line]
                common = []
            else:
                common.append(line)
        return cls(subtype, (*found, *_shared(common)))

    def filled(self, values: Mapping[str, str | Shared]) -> Written:
        """Return the text for one reader; what all readers share fills a gap line by itself."""
        pieces = (
            stretch if isinstance(stretch, Shared) else _filled(stretch, values)
            for stretch in self.stretches
        )
        return Written(self.subtype, tuple(pieces))


def _filled(text: str, values: Mapping[str, str | Shared]) -> str | Shared:
    for gap, value in values.items():
        if value == "" and _TAGS.sub("", text).strip() == gap:
            return ""
        if isinstance(value, str):
            text = text.replace(gap, value)
        elif text.strip() == gap:
            return value
    return text


def _shared(lines: list[str]) -> list[str | Shared]:
    text = "".join(lines)
    if not text:
        return []
    return [shared_text(text)] if len(text) >= _WORTH_SHARING else [text]
