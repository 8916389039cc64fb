"""The archive of a game told round by round: pages, pictures, style; nothing from elsewhere.

A game in rounds has an index and a page for each round, Scrabble-Bingo one page (other games 2).
"""

from collections.abc import Collection, Iterator, Sequence
from zoneinfo import ZoneInfo

from jinja2 import Environment
from msgspec import Struct
from msgspec.structs import replace

from mailref.games.bingo.course import BingoRecord, completed_at, left_after
from mailref.games.bingo.rules import Crossed, crossed_out
from mailref.games.rounds.closed_round import ClosedRound
from mailref.games.rounds.record import GameRecord
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rounds.views import Notes
from mailref.report.attachments import SheetFact
from mailref.report.board_view import BoardView
from mailref.report.chart import SHOWN_HEIGHT, SHOWN_WIDTH, draw_chart, leaders
from mailref.report.picture import SHOWN, BoardPainter
from mailref.report.sheet import SheetData, SheetRow, sheet_data, signed, top_move_names
from mailref.tiles.board import BLANK, TILES
from mailref.writing.never_a_move import MOST_NAME, one_line
from mailref.writing.scene import Words, position_in_words
from mailref.writing.views import move_seen

_WORDS = "archive/words.j2"


File = tuple[str, bytes]
"""A name within the folder, and what is in it."""


class ArchiveMeans(Struct, frozen=True):
    """What the pages are made with."""

    words: Words
    """The language of the game."""
    pages: Environment
    """The templates of HTML."""
    painter: BoardPainter
    language: str
    zone: ZoneInfo

    def say(self, name: str, *args: object) -> str:
        """Return a sentence of the archive's own as plain text."""
        macro: object = getattr(self.words.environment.get_template(_WORDS).module, name)
        if not callable(macro):
            raise TypeError(f"{_WORDS} has no macro {name}")
        return one_line(str(macro(*args)))

    def page(self, name: str, **values: object) -> bytes:
        """Return a page of an archive, made of *values* by the template of that name."""
        template = self.pages.get_template(f"archive/{name}.html.j2")
        return template.render(
            values, say=self.say, words=self.words, language=self.language, page_of=page_of
        ).encode()

    def style(self) -> File:
        """Return what all pages of an archive look like."""
        return "style.css", self.pages.get_template("archive/style.css").render().encode()


class Picture(Struct, frozen=True):
    """A picture beside the page, with what it says in words."""

    file: str
    alt: str
    width: int
    height: int


class ArchiveRow(Struct, frozen=True):
    """A player in a round's table."""

    rank: int
    climbed: str
    """`+2`, `-1`, or nothing."""
    player: str
    move: str
    formula: str
    points: int
    extras: tuple[str, ...]
    """What the total holds beside the points: base, deduction, corrections."""
    total: int
    note: str
    is_winner: bool


class RoundPage(Struct, frozen=True):
    """One closed round."""

    number: int
    file: str
    laid: str
    """What was laid, in a sentence."""
    letters: str
    tiles: tuple[tuple[str, int], ...]
    facts: tuple[SheetFact, ...]
    rows: tuple[ArchiveRow, ...]
    board: Picture
    chart: Picture | None


class OpenRoundSeen(Struct, frozen=True):
    """The round that is being played: its letters and its ZAT."""

    number: int
    tiles: tuple[tuple[str, int], ...]
    zat: str


class RoundFiles(Struct, frozen=True):
    """A round's page and the pictures that belong to it."""

    page: RoundPage
    pictures: tuple[tuple[str, bytes], ...]


def archive_files(record: GameRecord, means: ArchiveMeans) -> Iterator[File]:
    """Yield every file of the archive, round by round, the index last."""
    title = one_line(record.opened.title, MOST_NAME)
    late = {name for name, player in record.game.players.items() if player.is_late_joiner}
    numbers = tuple(closed.number for closed in record.rounds)
    pages: list[RoundPage] = []
    for place in range(1, len(record.rounds) + 1):
        made = round_files(record.rounds[:place], title, means, late)
        pages.append(made.page)
        yield from made.pictures
        yield made.page.file, means.page("round", title=title, page=made.page, numbers=numbers)
    yield means.style()
    yield (
        "index.html",
        means.page(
            "index",
            title=title,
            pages=tuple(reversed(pages)),
            numbers=numbers,
            places=tuple(
                replace(each, player=one_line(each.player, MOST_NAME)) for each in record.places
            ),
            going_on=_going_on(record.game, means),
            game=record.game,
        ),
    )


def _going_on(game: RoundGame, means: ArchiveMeans) -> OpenRoundSeen | None:
    if game.round is None:
        return None
    zat = means.words.phrase("zat", game.round.deadline, means.zone)
    return OpenRoundSeen(game.round.number, tiles(game.rack, means), zat)


def round_files(
    rounds: Sequence[ClosedRound], title: str, means: ArchiveMeans, late: Collection[str]
) -> RoundFiles:
    """Return the page of the last of *rounds*, with the course of all of them."""
    closed, words = rounds[-1], means.words
    notes = Notes(words, closed.rules, means.zone)
    former = words.phrase("note_former")
    sheet = sheet_data(title, rounds, note=notes.note, late=late, former=former)
    view = _view(closed, means)
    board = Picture(
        f"board-{closed.number}.png",
        f"{words.phrase('board_after', closed.number)} {position_in_words(view, words)}",
        SHOWN,
        SHOWN,
    )
    pictures = [(board.file, means.painter.draw(view))]
    chart = None
    if len(sheet.rounds) > 1:
        chart, png = _chart(sheet, means)
        pictures.append((chart.file, png))
    page = RoundPage(
        number=closed.number,
        file=page_of(closed.number),
        laid=_laid(closed, means),
        letters=closed.letters,
        tiles=tiles(closed.letters, means),
        facts=tuple(_facts(closed, means)),
        rows=_rows(sheet, means),
        board=board,
        chart=chart,
    )
    return RoundFiles(page, tuple(pictures))


def page_of(number: int) -> str:
    """Return the name of a round's page."""
    return f"round-{number}.html"


def tiles(letters: str, means: ArchiveMeans) -> tuple[tuple[str, int], ...]:
    """Return letters with their values, a blank as the language writes it."""
    blank = means.words.label("blank")
    return tuple((blank if each == BLANK else each, TILES.value(each)) for each in letters)


def _view(closed: ClosedRound, means: ArchiveMeans) -> BoardView:
    judged = closed.laid.judged if closed.laid else None
    plays = judged.plays if judged else ()
    return BoardView(
        closed.board,
        closed.rules.axes,
        means.words.premiums,
        marked=frozenset(tile.square for play in plays for tile in play.scored.new_tiles),
        swapped=frozenset(judged.swaps if judged else ()),
    )


def _chart(sheet: SheetData, means: ArchiveMeans) -> tuple[Picture, bytes]:
    words = means.words
    data = leaders(sheet, words.label("chart_rounds"), words.label("chart_points"))
    names = tuple(f"{one_line(line.name, MOST_NAME)} {line.totals[-1]}" for line in data.lines)
    alt = words.phrase("chart_alt", names)
    picture = Picture(f"chart-{sheet.round_number}.png", alt, SHOWN_WIDTH, SHOWN_HEIGHT)
    return picture, draw_chart(data, means.painter.fonts)


def _laid(closed: ClosedRound, means: ArchiveMeans) -> str:
    laid = closed.laid
    if laid is None:
        return means.words.phrase("nothing_laid")
    move = move_seen(laid.judged, 0, "counts", closed.rules)
    return means.words.phrase("laid", move, laid.players)


def _facts(closed: ClosedRound, means: ArchiveMeans) -> Iterator[SheetFact]:
    words, laid, top = means.words, closed.laid, closed.top
    yield SheetFact(means.say("zat"), words.phrase("zat", closed.deadline, means.zone))
    yield SheetFact(means.say("closed"), words.phrase("when", closed.closed, means.zone))
    if laid and laid.tie:
        choices = laid.lot.choices if laid.lot else ()
        chosen = laid.lot.choices[laid.lot.chosen] if laid.lot else ""
        yield SheetFact(words.label("fact_tie"), words.phrase("tie", laid.tie, choices, chosen))
    if top:
        names = top_move_names(top, closed.rules)
        said = words.phrase("top", top.points, names, top.is_exact)
        yield SheetFact(words.label("fact_top"), said)
    if closed.drawn is not None:
        drawn = closed.drawn.draw
        yield SheetFact(means.say("drawn"), means.say("drawn_letters", drawn.drawn, drawn.by_hand))
        yield SheetFact(means.say("bag"), words.phrase("tiles", len(drawn.bag)))
    if closed.undecided:
        policy = closed.undecided_policy == "accept"
        yield SheetFact(means.say("undecided"), means.say("settled", closed.undecided, policy))


def _rows(sheet: SheetData, means: ArchiveMeans) -> tuple[ArchiveRow, ...]:
    """Return all players by rank; who plays no more keeps his row (contract 2)."""
    return tuple(_row(row, sheet, means) for row in sheet.rows)


def _row(row: SheetRow, sheet: SheetData, means: ArchiveMeans) -> ArchiveRow:
    table = means.words.table
    extras = [f"{table.base} {row.base}"] if row.base else []
    extras += [f"{table.deduction} {row.deduction}"] if row.deduction else []
    extras += [_adjustment(points, means) for points in row.adjustments]
    return ArchiveRow(
        rank=row.rank,
        climbed=signed(row.climbed) if row.climbed else "",
        player=one_line(row.player, MOST_NAME),
        move="; ".join(f"{play.place} {play.word}" for play in row.plays),
        formula=row.formula,
        points=row.points,
        extras=tuple(extras),
        total=row.total,
        note=row.note,
        is_winner=row.player in sheet.winners,
    )


def _adjustment(points: int, means: ArchiveMeans) -> str:
    return f"{means.words.table.adjustment} {signed(points)}"


# Scrabble-Bingo.


class BingoPlace(Struct, frozen=True):
    """A player as the page tells him; his words after the end alone."""

    player: str
    left: int
    crossed: Crossed | None
    tile: int | None
    is_winner: bool


class BingoRound(Struct, frozen=True):
    """A ZAT: the tiles drawn at it, and how far everybody was then."""

    number: int
    tiles: tuple[str, ...]
    zat: str
    left: tuple[tuple[str, int], ...]


def bingo_archive_files(record: BingoRecord, means: ArchiveMeans) -> Iterator[File]:
    """Yield every file of the archive: the page, and its style."""
    game = record.game
    zat = game.round.deadline if game.round is not None else None
    won = game.outcome.players if game.outcome is not None else ()
    yield means.style()
    page = means.page(
        "bingo",
        title=one_line(game.title, MOST_NAME),
        game=game,
        winners=tuple(one_line(name, MOST_NAME) for name in won),
        places=tuple(sorted(_places(record, won), key=lambda each: (each.left, each.tile or 0))),
        rounds=tuple(_rounds(record, means)),
        zat=means.words.phrase("zat", zat, means.zone),
        number=game.round_number,
    )
    yield "index.html", page


def _places(record: BingoRecord, won: Sequence[str]) -> Iterator[BingoPlace]:
    game = record.game
    blanks = game.rules.blanks
    for name, words in game.words.value if game.words is not None else ():
        crossed = crossed_out(words, game.drawn, blanks=blanks)
        is_open = game.is_over
        yield BingoPlace(
            one_line(name, MOST_NAME),
            crossed.left,
            crossed if is_open else None,
            completed_at(game, name, game.drawn) if is_open else None,
            name in won,
        )


def _rounds(record: BingoRecord, means: ArchiveMeans) -> Iterator[BingoRound]:
    blank = means.words.label("blank")
    for zat in record.zats:
        yield BingoRound(
            zat.number,
            tuple(blank if tile == BLANK else tile for tile in zat.drawn),
            means.words.phrase("when", zat.closed, means.zone),
            tuple(
                (one_line(name, MOST_NAME), left) for name, left in left_after(record, zat.number)
            ),
        )
