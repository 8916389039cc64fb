"""The whole archive of a game: index, a page for each round, pictures, style; nothing from elsewhere."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from jinja2 import Environment

from mailref.report.board_view import BoardView
from mailref.report.chart import HEIGHT, WIDTH, draw_chart, leaders
from mailref.report.labels import signed
from mailref.report.picture import SHOWN, BoardPainter
from mailref.report.sheet import SheetData, SheetRow, sheet_data, top_move_names
from mailref.rules.game import RoundGame, ranking
from mailref.rules.rounds.record import Closed, GameRecord
from mailref.rules.rounds.results import RoundResult
from mailref.rules.tiles import BLANK, GERMAN
from mailref.rules.variant import Rules
from mailref.writing.never_a_move import MOST_NAME, one_line
from mailref.writing.scene import Notes, Words, position_in_words
from mailref.writing.views import move_seen

_WORDS = "archive/words.j2"


@dataclass(frozen=True, slots=True)
class ArchiveMeans:
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


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture beside the page, with what it says in words."""

    file: str
    alt: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Row:
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


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One closed round."""

    number: int
    file: str
    laid: str
    """What was laid, in a sentence."""
    letters: str
    tiles: tuple[tuple[str, int], ...]
    facts: tuple[Fact, ...]
    rows: tuple[Row, ...]
    board: Picture
    chart: Picture | None


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the final or present table."""

    rank: int
    player: str
    total: int


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The round that is being played: its letters and its ZAT."""

    number: int
    tiles: tuple[tuple[str, int], ...]
    zat: str


@dataclass(frozen=True, slots=True)
class RoundFiles:
    """A round's page and the pictures that belong to it."""

    page: RoundPage
    pictures: tuple[tuple[str, bytes], ...]


def round_files(
    closed: Closed,
    history: Sequence[RoundResult],
    title: str,
    means: ArchiveMeans,
    *,
    late: Collection[str],
    totals: Mapping[str, int],
) -> RoundFiles:
    """Return the page of the last round of *history*; *totals* are those of all, former players too."""
    result, rules, words = history[-1], closed.rules, means.words
    notes = Notes(words, rules, means.zone)
    sheet = sheet_data(title, rules, history, note=notes.note, late=late)
    view = _view(result, rules, means)
    board = Picture(
        f"board-{result.number}.png",
        f"{words.phrase('board_after', result.number)} {position_in_words(view, words)}",
        SHOWN,
        SHOWN,
    )
    pictures = [(board.file, means.painter.draw(view))]
    chart = None
    if len(sheet.rounds) > 1:
        chart, png = _chart(sheet, means)
        pictures.append((chart.file, png))
    page = RoundPage(
        number=result.number,
        file=page_of(result.number),
        laid=_laid(result, rules, means),
        letters=result.letters,
        tiles=tiles(result.letters, means),
        facts=tuple(_facts(closed, result, means)),
        rows=_rows(closed, sheet, totals, means),
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
    return tuple((blank if each == BLANK else each, GERMAN.value(each)) for each in letters)


def _view(result: RoundResult, rules: Rules, means: ArchiveMeans) -> BoardView:
    judged = result.laid.judged if result.laid else None
    plays = judged.plays if judged else ()
    return BoardView(
        result.board,
        rules.axes,
        means.words.premiums,
        marked=frozenset(tile.square for play in plays for tile in play.scored.new_tiles),
        swapped=frozenset(judged.swaps if judged else ()),
    )


def _chart(sheet: SheetData, means: ArchiveMeans) -> tuple[Picture, bytes]:
    words = means.words
    data = leaders(sheet, words.label("chart_rounds"), words.label("chart_points"))
    names = tuple(f"{one_line(line.name, MOST_NAME)} {line.totals[-1]}" for line in data.lines)
    alt = words.phrase("chart_alt", names)
    picture = Picture(f"chart-{sheet.round_number}.png", alt, WIDTH // 2, HEIGHT // 2)
    return picture, draw_chart(data, means.painter.fonts)


def _laid(result: RoundResult, rules: Rules, means: ArchiveMeans) -> str:
    laid = result.laid
    if laid is None:
        return means.words.phrase("nothing_laid")
    return means.words.phrase("laid", move_seen(laid.judged, 0, "counts", rules), laid.players)


def _facts(closed: Closed, result: RoundResult, means: ArchiveMeans) -> Iterator[Fact]:
    words, laid, top = means.words, result.laid, result.top
    yield Fact(means.say("zat"), words.phrase("zat", result.deadline, means.zone))
    yield Fact(means.say("closed"), words.phrase("when", result.closed, means.zone))
    if laid and laid.tie:
        choices = laid.lot.choices if laid.lot else ()
        chosen = laid.lot.choices[laid.lot.chosen] if laid.lot else ""
        yield Fact(words.label("fact_tie"), words.phrase("tie", laid.tie, choices, chosen))
    if top:
        names = top_move_names(top, closed.rules)[:6]
        said = words.phrase("top", top.points, names, top.is_exact)
        yield Fact(words.label("fact_top"), said)
    if closed.drawn is not None:
        drawn = closed.drawn.draw
        yield Fact(means.say("drawn"), means.say("drawn_letters", drawn.drawn, drawn.by_hand))
        yield Fact(means.say("bag"), words.phrase("tiles", len(drawn.bag)))
    if result.undecided:
        policy = result.undecided_policy == "accept"
        yield Fact(means.say("undecided"), means.say("settled", result.undecided, policy))


def _rows(
    closed: Closed, sheet: SheetData, totals: Mapping[str, int], means: ArchiveMeans
) -> tuple[Row, ...]:
    """Return all players by rank; who plays no more keeps his row (contract 2)."""
    ranks = ranking(totals)
    rows = [_row(row, sheet, means) for row in sheet.rows]
    rows += [
        Row(
            rank=ranks[name],
            climbed="",
            player=one_line(name, MOST_NAME),
            move="",
            formula="",
            points=0,
            extras=(),
            total=totals[name],
            note=means.say("former"),
            is_winner=False,
        )
        for name, _ in closed.former
    ]
    return tuple(sorted(rows, key=lambda row: row.rank))


def _row(row: SheetRow, sheet: SheetData, means: ArchiveMeans) -> Row:
    table = means.words.table
    extras = [f"{table.base} {row.base}"] if row.base else []
    extras += [f"{table.deduction} {row.deduction}"] if row.deduction else []
    extras += [f"{table.adjustment} {signed(points)}" for points in row.adjustments]
    return Row(
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


File = tuple[str, bytes]
"""A name within the folder, and what is in it."""


def archive_files(record: GameRecord, means: ArchiveMeans) -> Iterator[File]:
    """Yield every file of the archive, round by round, the index last."""
    title = one_line(record.opened.title, MOST_NAME)
    late = {name for name, player in record.game.players.items() if player.is_late_joiner}
    results = record.results()
    numbers = tuple(result.number for result in results)
    pages: list[RoundPage] = []
    for place, closed in enumerate(record.closed):
        history, totals = results[: place + 1], record.totals(place)
        made = round_files(closed, history, title, means, late=late, totals=totals)
        pages.append(made.page)
        yield from made.pictures
        yield made.page.file, _page("round", means, title=title, page=made.page, numbers=numbers)
    yield "style.css", means.pages.get_template("archive/style.css").render().encode()
    yield (
        "index.html",
        _page(
            "index",
            means,
            title=title,
            pages=tuple(reversed(pages)),
            numbers=numbers,
            places=tuple(_places(record.game)),
            going_on=_going_on(record.game, means),
            game=record.game,
            lexicon=one_line(record.opened.lexicon),
        ),
    )


def _page(name: str, means: ArchiveMeans, **values: object) -> bytes:
    template = means.pages.get_template(f"archive/{name}.html.j2")
    return template.render(
        values, say=means.say, words=means.words, language=means.language, page_of=page_of
    ).encode()


def _places(game: RoundGame) -> Iterator[Place]:
    totals = {name: player.total for name, player in game.players.items()}
    ranks = ranking(totals)
    for name in sorted(totals, key=lambda name: (ranks[name], name)):
        yield Place(ranks[name], one_line(name, MOST_NAME), totals[name])


def _going_on(game: RoundGame, means: ArchiveMeans) -> OpenRound | None:
    if game.round is None:
        return None
    zat = means.words.phrase("zat", game.round.deadline, means.zone)
    return OpenRound(game.round.number, tiles(game.rack, means), zat)
