"""`make remarks`, too: learns which of several plays a mail chooses, and writes `mailref/data/chosen.json`."""

import re
from collections.abc import Iterator

from msgspec import Struct

from mailref.orders.chosen import OTHER, about_plays, as_weighed, choice_features
from mailref.orders.remarks import PLAY
from mailref.orders.sections import sentences_of
from tests.remarks.learn import HERE, LINE, learn_sentences, remarks, write
from tests.remarks.of_sets import choices_of_sets

WRITTEN = HERE.parent.parent / "mailref" / "data" / "chosen.json"
_PLAYS = re.compile(r"\{([A-C])\}", re.IGNORECASE)


class MailOfPlays(Struct, frozen=True):
    """A mail that names several plays, `{A}` and `{B}`, and whether it is the first that it clearly chooses.

    `{a}` is its word alone: `{B}, äh {a} natürlich`.
    """

    text: str
    chooses: bool

    def for_play(self, play: str) -> str:
        """Return what it says of its plays as it is weighed for one of them."""
        marked = _PLAYS.sub(lambda found: PLAY if found[1].upper() == play else OTHER, self.text)
        said = [
            each.strip()
            for line in marked.split(LINE)
            for each in sentences_of(line)
            if any(map(str.isalnum, each)) or PLAY in each
        ]
        about = about_plays(said, [PLAY in each or OTHER in each for each in said])
        return as_weighed((said[at] for at in about), is_placed=f"{{{play}}}" in self.text)

    @property
    def plays(self) -> list[str]:
        return sorted({found.upper() for found in _PLAYS.findall(self.text)})


def mails_of_plays(name: str) -> Iterator[MailOfPlays]:
    """Yield the mails of a list."""
    for line in remarks(name):
        sign, text = line.split("\t")
        yield MailOfPlays(text, sign == "A")


def samples() -> tuple[list[list[str]], list[list[str]]]:
    """Return what mails say of the plays that they choose, and of all others."""
    chosen, other = list[list[str]](), list[list[str]]()
    for mail in (*mails_of_plays("chosen.txt"), *[*mails_of_plays("quoted_chosen.txt")] * _SETTLED):
        for play in mail.plays:
            (chosen if mail.chooses and play == "A" else other).append([mail.for_play(play)])
    for said, is_meant in choices_of_sets():
        (chosen if is_meant else other).extend([[said]] * _OFTEN)
    return chosen, other


_SETTLED = 8
"""So often from what tests quote."""
_OFTEN = 3
"""So often is learned from mails of the sets: of whole mailboxes, where the list holds what is hard to tell."""


if __name__ == "__main__":
    write(learn_sentences(*samples(), choice_features), WRITTEN)
