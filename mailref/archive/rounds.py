"""A closed round as the archive shows it: facts, table, board and chart."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mailref.archive.model import ArchiveMeans, Fact, Picture, RoundPage, Row
from mailref.mail.replies.clean import MOST_NAME, one_line
from mailref.mail.replies.notes import Notes
from mailref.mail.replies.scene import position_in_words
from mailref.mail.replies.seen import move_seen
from mailref.report.chart import HEIGHT, WIDTH, draw_chart, leaders
from mailref.report.labels import signed
from mailref.report.picture import SHOWN
from mailref.report.recorded import Closed
from mailref.report.sheet import SheetData, SheetRow
from mailref.report.sheetdata import sheet_data, top_move_names
from mailref.report.view import BoardView
from mailref.rules.game import ranking
from mailref.rules.results import RoundResult
from mailref.rules.tiles import BLANK, GERMAN
from mailref.rules.variant import Rules


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
