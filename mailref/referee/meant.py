"""What a mail may have meant where its answer asks: as its own text, and as it should have been written."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.bingo.contents import BingoAnswer
from mailref.games.by_turns.contents import OrderAnswer
from mailref.games.rounds.contents import EntryAnswer
from mailref.games.rummikub.forming import MadeWord
from mailref.games.rummikub.orders import WordOrder
from mailref.orders.order_sentences import without_slip
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee.contents import Content, MailAnswer
from mailref.referee.findings import Considered, Reason
from mailref.tiles.board import Axes, Direction, place_name
from mailref.tiles.moves import Play


class Meant(Struct, frozen=True):
    """A piece of a mail, and what is to stand there instead once its sender says yes."""

    written: str
    meant: str
    is_name: bool = False
    """Whether it says who or which game; what a move says counts from the yes on."""


def meant_by(content: Content) -> Meant | None:
    """Return what an answer asks about, where it is one thing."""
    if not isinstance(content, EntryAnswer | MailAnswer | OrderAnswer | BingoAnswer):
        return None
    considered = content.considered
    found = _name_meant(considered)
    if found is None and isinstance(content, EntryAnswer):
        found = _play_meant(content)
    if found is None and isinstance(content, OrderAnswer):
        found = _order_meant(content)
    return found


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


def _play_meant(content: EntryAnswer) -> Meant | None:
    plays = [play for play in content.meant if play is not None]
    if len(plays) != 1:
        return None
    return Meant(plays[0].span.text, play_written(plays[0], content.game.rules.axes))


def _order_meant(content: OrderAnswer) -> Meant | None:
    entry, made = content.considered.entry, content.hints.meant
    orders = entry.orders if entry is not None else None
    if entry is None or orders is None:
        return None
    if (line := entry.ambiguous_line) is not None:
        right = without_slip(line)
        return Meant(line, right) if right != line else None
    if made is None:
        return None
    every = (order for group in orders.groups for order in group.orders)
    words = (order for order in every if isinstance(order, WordOrder))
    wanted = next((order for order in words if order.word == made.value.word), None)
    return Meant(wanted.span.text, change_written(made.value)) if wanted is not None else None


def play_written(play: Play, axes: Axes) -> str:
    """Return a play as a player writes it: `H8w RAB*EN`."""
    ways = {Direction.ACROSS: "w", Direction.DOWN: "s"} if axes is Axes.COLUMNS else {}
    letters = (
        f"*{letter}" if at in play.starred else letter.lower() if at in play.small else letter
        for at, letter in enumerate(play.word)
    )
    place = place_name(play.square, play.direction, axes)
    return f"{place}{ways.get(play.direction, '')} {''.join(letters)}"


def change_written(made: MadeWord) -> str:
    """Return a word made of another as a player writes it: `LIST: IL aus LIEBEN`."""
    source = made.sources[0]
    taken = f": {source.letters}" if source.left else ""
    return f"{made.word}{taken} aus {source.word}"
