"""What every file in GCG has, the common format of games of Scrabble: squares and tiles as it writes them.

The format (poslfit.com/scrabble/gcg): pragmas, then an event a line, `>nick: RACK 8H W.RT +20 20`.
A number first means across, whatever the game's own notation; a tile that lies already is a dot, a
blank is `?` on the rack and a small letter in the word.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from mailref.tiles.board import STANDARD, Axes, Direction, Laying, square_name
from mailref.tiles.scoring import ScoredPlay
from mailref.tiles.tile_set import GERMAN, TileSet, blank_of, written_out


class NotInGcgError(ValueError):
    """The format cannot hold this game; the message says why."""


GcgLine = tuple[str, str, str, int] | str
"""Whose it is, by his nick, his rack, what he did, and for how many points; or a note."""


def gcg_file(pragmas: Iterable[str], course: Iterable[GcgLine]) -> str:
    """Return a file: what it says of the game, then its course, each event with the total after it."""
    lines = ["#character-encoding UTF-8", *pragmas]
    totals = Counter[str]()
    for each in course:
        if isinstance(each, str):
            lines.append(each)
            continue
        nick, rack, event, points = each
        totals[nick] += points
        lines.append(written_out(f">{nick}: {rack} {event} {points:+d} {totals[nick]}"))
    return "\n".join(lines) + "\n"


_LAYOUTS = {"super": "SuperCrosswordGame"}
"""How other programs call boards of ours."""


def gcg_sets(rules: Laying) -> Iterator[str]:
    """Yield the pragmas of tiles and board, where they are not the German and the standard one."""
    if rules.tiles != GERMAN:
        yield f"#tile-distribution {gcg_text(rules.tiles.name)}"
    if rules.layout != STANDARD:
        name = rules.layout.name
        yield f"#board-layout {gcg_text(_LAYOUTS.get(name, name))}"


def gcg_text(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


def gcg_place(play: ScoredPlay) -> str:
    """Return `8H` for across, `H8` for down."""
    name = square_name(play.square, Axes.COLUMNS)
    return name[1:] + name[0] if play.direction is Direction.ACROSS else name


def gcg_tiles(play: ScoredPlay, tiles: TileSet) -> str:
    """Return the word with a dot for each tile that lies already, a blank in small letters."""
    new = {tile.square: tile for tile in play.new_tiles}
    letters = []
    for square in play.words[0].squares:
        tile = new.get(square)
        if tile is None:
            letters.append(".")
        else:
            letters.append(blank_of(tile.letter) if tile.is_blank else tile.letter)
    return "".join(each if each == "." else tiles.shown(each) for each in letters)
