"""A game as a GCG file: the moves laid, as one player named after the game.

The format (poslfit.com/scrabble/gcg): pragmas, then an event a line, `>nick: RACK 8H W.RT +20 20`.
A number first means across, whatever the game's own notation; a tile that lies already is a dot, a
blank is `?` on the rack and a small letter in the word.
"""

from collections.abc import Iterator

from mailref.rules.board import GERMAN, Axes, Direction, square_name
from mailref.rules.rounds.closed_round import ClosedRound
from mailref.rules.rounds.record import GameRecord
from mailref.rules.scoring import ScoredPlay


class NotInGcgError(ValueError):
    """The format cannot hold this game; the message says why."""


def gcg_of(record: GameRecord) -> str:
    """Return the game as a GCG file; NotInGcgError says what in it the format does not know."""
    for why in _obstacles(record):
        raise NotInGcgError(why)
    opened = record.opened
    title = " ".join(opened.title.split())
    lines = [
        "#character-encoding UTF-8",
        f"#player1 {opened.id} {title}",
        f"#title {title}",
        f"#lexicon {opened.lexicon}",
    ]
    if not record.game.is_over:
        lines.append("#incomplete")
    total = 0
    for closed in record.rounds:
        for rack, event, points in _events(closed):
            total += points
            lines.append(f">{opened.id}: {rack} {event} {points:+d} {total}")
    return "\n".join(lines) + "\n"


def _obstacles(record: GameRecord) -> Iterator[str]:
    if not record.opened.board.is_empty:
        yield "it was taken over with tiles on the board, which GCG has no way to state"
    for closed in record.rounds:
        laid = closed.laid
        if laid and len(laid.judged.plays) > 1:
            yield f"round {closed.number}: a move of several plays is no single GCG move"
        if laid and laid.judged.swaps:
            yield f"round {closed.number}: GCG knows no exchange of a blank on the board"
        if closed.is_cleared:
            yield f"round {closed.number}: the board was cleared, which GCG does not know"


def _events(closed: ClosedRound) -> Iterator[tuple[str, str, int]]:
    """Yield rack, event and points: the move laid, or a pass, or an exchange of the whole rack."""
    if closed.laid is None:
        returned = closed.drawn.draw.returned if closed.drawn else ""
        yield closed.letters, f"-{returned}", 0
        return
    (play,) = closed.laid.judged.plays
    yield closed.letters, f"{gcg_place(play.scored)} {gcg_tiles(play.scored)}", play.scored.points
    if closed.is_final and closed.kept:
        yield _rest(closed)


def _rest(closed: ClosedRound) -> tuple[str, str, int]:
    """Return the deduction for what is left on the rack at the end."""
    return closed.kept, f"({closed.kept})", -GERMAN.sum_of(closed.kept)


def gcg_place(play: ScoredPlay) -> str:
    """Return `8H` for across, `H8` for down."""
    name = square_name(play.square, Axes.COLUMNS)
    return name[1:] + name[0] if play.direction is Direction.ACROSS else name


def gcg_tiles(play: ScoredPlay) -> str:
    """Return the word with a dot for each tile that lies already, a blank in small letters."""
    new = {tile.square: tile for tile in play.new_tiles}
    letters = []
    for square in play.words[0].squares:
        tile = new.get(square)
        if tile is None:
            letters.append(".")
        else:
            letters.append(tile.letter.lower() if tile.is_blank else tile.letter)
    return "".join(letters)
