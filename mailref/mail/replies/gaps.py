"""A text written once for many readers, with gaps for what is each reader's own."""

from collections.abc import Mapping
from dataclasses import dataclass

from mailref.mail.replies.letters import Shared, Written, shared_text
from mailref.mail.replies.plaintext import SHEET
from mailref.mail.replies.scene import NAME

GREETING = "\ue015"
OWN = "\ue016"
GAPS = (SHEET, GREETING, OWN, NAME)
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
                found += [*_shared(common), line]
                common = []
            else:
                common.append(line)
        return cls(subtype, (*found, *_shared(common)))

    def filled(self, values: Mapping[str, str]) -> Written:
        """Return the text for one reader."""
        pieces: list[str | Shared] = []
        for stretch in self.stretches:
            if isinstance(stretch, str):
                text = stretch
                for gap, value in values.items():
                    text = text.replace(gap, value)
                pieces.append(text)
            else:
                pieces.append(stretch)
        return Written(self.subtype, tuple(pieces))


def _shared(lines: list[str]) -> list[str | Shared]:
    text = "".join(lines)
    if not text:
        return []
    return [shared_text(text)] if len(text) >= _WORTH_SHARING else [text]
