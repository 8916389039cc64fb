"""Letters, each read as a careful secretary would (letters.txt)."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from mailref.orders.entries import Entry, GameFace, UnknownHeading
from mailref.tiles.board import Direction, place_name
from mailref.tiles.moves import BlankFor, BlankOn, Play
from tests.reading.mails import mail_of, read_mail
from tests.reading.reading import GAMES, READER

MARK = "\n=== "


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail, and what it may come to."""

    name: str
    game: str
    """The game whose players wrote it: what stands without a heading is for it."""
    wanted: tuple[str, ...]
    text: str


def letters() -> list[Letter]:
    found: list[Letter] = []
    whole = (Path(__file__).parent / "letters.txt").read_text(encoding="utf-8")
    for part in whole.split(MARK)[1:]:
        head, _, text = part.partition("\n")
        name, game, *wanted = (each.strip() for each in head.split("|"))
        found.append(Letter(name, game, tuple(wanted), text))
    return found


LETTERS = letters()
BY_ID = {face.id: face for face in GAMES}
ASKED = "?"
LETTER_OF = {Direction.ACROSS: "w", Direction.DOWN: "s"}


def notation(play: Play, face: GameFace) -> str:
    """Return a play in notation, its jokers in small letters; `?` where it is not certain which."""
    is_noun = len(play.small) == len(play.word) - 1 and 0 not in play.small
    jokers = set(play.starred if is_noun else play.small | play.starred)
    for blank in play.blanks:
        match blank:
            case BlankOn(square):
                jokers.add(play.squares.index(square))
            case BlankFor(letter) if play.word.count(letter) == 1:
                jokers.add(play.word.index(letter))
            case BlankFor():
                return ASKED
    place = place_name(play.square, play.direction, face.rules.axes)
    word = "".join(
        char.lower() if index in jokers else char for index, char in enumerate(play.word)
    )
    return f"{place}{LETTER_OF[play.direction]} {word}"


def shown(entry: Entry, default: str) -> str:
    """Return what an entry books, in notation; `?` where it is asked back."""
    if isinstance(entry.game, UnknownHeading) or entry.ambiguity or entry.named:
        return ASKED
    face = BY_ID[entry.game or default]
    moves: list[str] = []
    for written in entry.moves:
        if written.faults or written.move is None:
            return ASKED
        moves.append(" + ".join(notation(play, face) for play in written.move.plays))
    booked = " / ".join(moves) or ASKED
    return ASKED if ASKED in booked else booked


def read_letter(letter: Letter) -> str:
    """Return what the referee books of a letter: above the quote, else below it."""
    kind = "text/html" if letter.text.startswith("<") else "text/plain"
    mail = read_mail(mail_of(letter.text, kind))
    assert mail.robot is None
    entries = READER.read_mail(mail, GAMES, BY_ID[letter.game]).entries
    if len(entries) > 1:
        return "; ".join(f"{each.game}: {shown(each, letter.game)}" for each in entries)
    return shown(entries[0], letter.game) if entries else ASKED


@pytest.mark.sampled(60)
@pytest.mark.parametrize("letter", LETTERS, ids=lambda letter: letter.name)
def test_a_letter_is_read_or_asked_back_as_a_secretary_would(letter: Letter) -> None:
    assert read_letter(letter) in letter.wanted
