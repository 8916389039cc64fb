"""The mails of Scrabble-Bingo: its figures, and what its templates are told (other games 2)."""

from collections.abc import Iterator, Sequence

from mailref.games.bingo.course import BingoRow, judged_in
from mailref.games.bingo.family import BingoFace, BingoOwn
from mailref.games.bingo.game import CalledTiles
from mailref.games.by_rounds.contents import AnswerByRounds, ReportByRounds
from mailref.games.by_rounds.mails import MOST_ROWS, Told, found_in, names_seen, shown_rows
from mailref.report.sheet import shown_name
from mailref.tiles.tile_set import BLANK, TileSet
from mailref.writing.document import CrossedFigure, CrossedRow, Figure, ListFigure, TilesFigure
from mailref.writing.never_a_move import name_seen
from mailref.writing.scene import Words, fault_seen, spots_of

FOLDER = "bingo"


def seen(
    content: Told, words: Words, reader: str | None, figures: dict[str, Figure]
) -> dict[str, object]:
    """Return what the templates are told; add words, tiles, and how far everybody is."""
    face, own = content.face, content.own
    crossed = own.crossed.value if own is not None else None
    figures |= _figures(content, words, reader)
    drawn = ""
    if isinstance(content, ReportByRounds) and content.closed is not None:
        drawn = content.closed.tiles
        figures["drawn"] = tiles_called(drawn, words.of("bingo/page", "drawn"), words)
    judged = judged_in(found_in(content))
    faults = judged.faults if judged is not None else ()
    spots = spots_of(
        [fault_seen(each, (each.span,), face.rules) for each in faults if not each.asks]
    )
    figures |= {spot.figure: spot.at for spot in spots}
    won = face.outcome.players if face.outcome is not None else ()
    blanks = sum(each.tiles.count(BLANK) for each in face.draws)
    return {
        "more": max(0, len(face.rows) - MOST_ROWS),
        "silent": names_seen(face.silent),
        "winners": names_seen(won),
        "is_winner": reader in won,
        "more_revealed": max(0, len(face.revealed) - MOST_ROWS),
        "last_tile": _last_tile(face, words),
        "jokers": blanks if face.rules.blanks else 0,  # those drawn that cross something out
        "drawn": len(drawn),
        "own": own,
        "left": crossed.left if crossed is not None else 0,  # letters that the reader still wants
        "covered": crossed.jokers if crossed is not None else 0,  # so many blanks stand for
        "undecided": judged.undecided if judged is not None else (),
        "spots": spots,
    }


def _figures(content: Told, words: Words, reader: str | None) -> dict[str, Figure]:
    """Return words, tiles, and how far everybody is."""
    face, figures = content.face, dict[str, Figure]()
    if content.own is not None:
        figures["own"] = _own_words(content.own, words, face.rules.tiles)
    nearest = sorted(face.rows, key=lambda row: (row.has_left, row.left))
    figures["left"] = ListFigure(
        (words.table.player, words.of("bingo/page", "left")),
        tuple(_left_row(row) for row in shown_rows(nearest, reader)),
    )
    figures["called"] = called_figure(face.draws, words)
    if face.revealed:
        figures["revealed"] = CrossedFigure(
            tuple(_revealed_rows(face.revealed[:MOST_ROWS], words)),
            *_crossed(face.rules.tiles, words),
        )
    return figures


def _crossed(tiles: TileSet, words: Words) -> tuple[str, str]:
    """Return what marks letters crossed out, in words and as it stands: brackets are around some tiles."""
    if tiles.digraphs:
        return words.of("bingo/page", "crossed_several"), "-{}-"
    return words.of("bingo/page", "crossed"), "[{}]"


def _own_words(own: BingoOwn, words: Words, tiles: TileSet) -> CrossedFigure:
    crossed = own.crossed.value
    labels = (words.of("bingo/page", "first_word"), words.of("bingo/page", "second_word"))
    rows = zip(labels, crossed.words, strict=True)
    is_begun = crossed.wanted < sum(map(len, crossed.words))
    legend, mark = _crossed(tiles, words)
    return CrossedFigure(
        tuple(CrossedRow(label + words.before_colon, (word,)) for label, word in rows),
        legend if is_begun else "",
        mark,
    )


def _last_tile(face: BingoFace, words: Words) -> str:
    """Return which tile decided, and where it stands among those of its round; "" where none did."""
    if face.outcome is None or face.outcome.tile is None:
        return ""
    tile = face.outcome.tile
    for each in face.draws:
        if tile <= len(each.tiles):
            letter = _letter(each.tiles[tile - 1], words)
            return words.of("bingo/phrases", "last_tile", letter, tile, each.number)
        tile -= len(each.tiles)
    return ""


def tiles_called(tiles: str, label: str, words: Words) -> TilesFigure:
    """Return tiles in the order drawn; what a letter is worth means nothing here."""
    return TilesFigure(
        label + words.before_colon, tuple((_letter(each, words), None) for each in tiles)
    )


def called_figure(draws: Sequence[CalledTiles], words: Words) -> CrossedFigure:
    """Return the tiles of all rounds, the newest first."""
    rows = (
        CrossedRow(
            words.of("bingo/phrases", "round_drawn", each.number) + words.before_colon,
            (tuple((_letter(tile, words), False) for tile in each.tiles),),
        )
        for each in reversed(draws)
    )
    return CrossedFigure(tuple(rows), "")


def _letter(tile: str, words: Words) -> str:
    return words.label("blank") if tile == BLANK else tile


def _left_row(row: BingoRow) -> tuple[str, str]:
    name = shown_name(name_seen(row.player))
    return name, "–" if row.has_left else str(row.left)


def _revealed_rows(rows: Sequence[BingoRow], words: Words) -> Iterator[CrossedRow]:
    for each in rows:
        name = name_seen(each.player)
        label = words.of("bingo/phrases", "winner", name, each.tile) if each.is_winner else name
        yield CrossedRow(
            shown_name(label) + words.before_colon, each.crossed.words if each.crossed else ()
        )


def template(content: Told) -> str:
    """Return which template writes a mail: of a report what it tells names that; a call is no words."""
    if isinstance(content, ReportByRounds):
        return f"report/{_reported(content)}"
    is_accepted = content.template == "answer/accepted"
    if isinstance(content, AnswerByRounds) and is_accepted and content.considered.found is None:
        return "answer/called"
    return content.template


def _reported(content: ReportByRounds) -> str:
    if content.face.outcome is not None:
        return "won"
    if content.face.ended:
        return "ended"
    return "nothing_drawn" if content.closed is None else "drawn"


def to_copy(words: Words) -> tuple[str, ...]:  # noqa: ARG001  a number is one in every language
    """Return the lines in which a player sends his words."""
    return ("1. __", "2. __")


def event(content: Told, words: Words, address: str) -> str:
    """Return what a calendar says of the ZAT."""
    if content.face.takes_words:
        return words.of("bingo/phrases", "event_bingo", address)
    return words.of("bingo/phrases", "event_draw")
