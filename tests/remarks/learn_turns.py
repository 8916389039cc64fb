"""`make remarks`, too: learns how sentences that give a turn up are weighed, and writes `mailref/data/turns.json`."""

from collections.abc import Iterator

from msgspec import Struct

from mailref.orders.remarks import PLAY
from mailref.orders.turn_said import (
    TurnSaid,
    masked,
    said_in_mail,
    sentences_in,
    turn_features,
    turn_said,
)
from tests.remarks.learn import HERE, LINE, learn_sentences, remarks, write

_PENALTY = 4
WRITTEN = HERE.parent.parent / "mailref" / "data" / "turns.json"


class TurnMail(Struct, frozen=True):
    """A mail and what it asks for; nothing where it must be asked about."""

    rack: str
    asked: str
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.split(LINE)

    def is_asked_for(self, turn: TurnSaid) -> bool:
        """Tell whether *turn* is what the mail asks for."""
        return bool(self.asked) and self.asked == asked_for(turn, self.rack)


def asked_for(turn: TurnSaid, rack: str) -> str:
    """Return a turn as the lists of mails name it."""
    if turn.is_pass:
        return "pass"
    if turn.is_all and not turn.kept:
        return "exchange all"
    left = [*rack]
    for each in turn.kept:
        if each in left:
            left.remove(each)
    letters = "".join(sorted(left if turn.is_all else turn.letters))
    return f"exchange {letters}" if len(letters) < len(rack) else "exchange all"


def turn_mails(name: str) -> Iterator[TurnMail]:
    """Yield the mails of a list."""
    for line in remarks(name):
        yield TurnMail(*line.split("\t"))


def samples() -> tuple[list[list[str]], list[list[str]]]:
    """Return the sentences of mails that give a turn up, and of those that do not, or of which it is not sure."""
    plain, other = list[list[str]](), list[list[str]]()
    for mail in turn_mails("turns.txt"):
        said = said_in_mail(mail.lines, len(mail.rack))
        if said is None:
            (plain if mail.asked else other).append(sentences_in(mail.lines))
        elif mail.is_asked_for(said.turn):
            plain.append([*said.sentences])
        elif mail.asked:  # what was found is not what is asked for
            other.extend([said.sentences[number]] for number in said.said_in)
        else:
            other.append([*said.sentences])
    said_plainly = {each for mail in plain for each in mail}
    other = [
        [each for each in mail if len(mail) == 1 or each not in said_plainly] for mail in other
    ]
    for name in ("talk.txt", "mails_talk.txt", "quoted_talk.txt", "against.txt"):
        for remark in remarks(name):
            for each in sentences_in(remark.split(LINE)):
                if PLAY not in each and turn_said(each, 7) is not None:
                    other.append([masked(each)])
    return plain, [each for each in other if each]


if __name__ == "__main__":
    write(learn_sentences(*samples(), turn_features, _PENALTY), WRITTEN)
