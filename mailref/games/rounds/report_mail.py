"""The round report, and the opening of a game: board, table, letters, what comes next."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import accumulate
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.game import Press
from mailref.games.rounds.closed_round import MOST_ROWS_TOLD, ClosedRound, ClosedRow
from mailref.games.rounds.contents import NextRound, Opening, Report
from mailref.games.rounds.past_scores import Share
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rounds.sheet import (
    SheetColumns,
    game_percent,
    sheet_data,
    summed_up,
    top_move_names,
)
from mailref.games.rounds.views import Notes, board_now, copy_figure, late_joiners
from mailref.referee.contents import Content
from mailref.referee.gm_results import waiting_authors
from mailref.referee.mails import Owed
from mailref.referee.policy import GamePolicy
from mailref.report.attachments import PageFormat, PdfLabels, SheetFact
from mailref.report.board_view import BoardView, Fonts
from mailref.report.chart import draw_chart, leaders
from mailref.report.sheet import (
    WHOLE_TABLE,
    SheetData,
    first_rows,
    history_lines,
    sheet_csv,
    shown_name,
)
from mailref.writing.document import ChartFigure, Figure, ListFigure, Quotation, SheetFigure
from mailref.writing.mail_bytes import Attached, shared_base64
from mailref.writing.never_a_move import MOST_NAME, fenced, lines_of, one_line
from mailref.writing.scene import (
    MailScene,
    ReplyMeans,
    Words,
    ZatSeen,
    board_figure,
    calendar_entry,
    page_format,
    quoted,
    tiles_figure,
)
from mailref.writing.views import move_seen

_MOST_CHOICES = 8
_MOST_TOPS = 6
_MOST_PRESS = 12_000
"""Characters of press that a mail prints: clients cut HTML beyond 90 kB."""
_MOST_WITH_HISTORY = 30
"""Up to so many players the points of the last rounds are told of all."""
_MOST_PLAIN = 4_000
"""Octets of a CSV up to which it is not packed: longer ones are a quarter as long then."""


class TieSeen(Struct, frozen=True):
    rules: tuple[str, ...]
    choices: tuple[str, ...]
    chosen: str


class TopSeen(Struct, frozen=True):
    points: int
    moves: tuple[str, ...]
    is_exact: bool
    more: int
    """Best moves that are not listed."""


def report_scene(content: Report, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what makes a report."""
    closed, game, policy = content.round, content.game, content.policy
    sheet = _sheet(content, words)
    view = view_after(closed, words)
    has_chart = len(sheet.rounds) > 1
    figures: dict[str, Figure] = {
        "board": board_figure(view, words, words.phrase("board_after", closed.number)),
        "sheet": SheetFigure(),
    }
    press = quoted(content.press[: _printed(content.press)], figures)
    if content.comment.strip():
        figures["comment"] = Quotation(lines_of(content.comment))
    if has_chart:
        figures["chart"] = _chart(sheet, words, means)
    if content.next_round is not None:
        figures["rack"] = tiles_figure(content.next_round.letters, words)
        figures["copy"] = copy_figure(
            policy.title, game.rules, words, is_final=content.next_round.is_final
        )
    if content.ended is not None:
        figures["standings"] = _standings(content, words)
    laid = closed.laid
    values = {
        "c": content,
        "laid": move_seen(laid.judged, 0, "counts", closed.rules) if laid else None,
        "finders": tuple(one_line(name, MOST_NAME) for name in laid.players) if laid else (),
        "tie": _tie(closed),
        "top": _top(closed),
        "leaders": tuple(row.player for row in closed.everybody if row.rank == 1),
        "press": press,
        "press_attached": len(content.press) - len(press),
        "press_waiting": tuple(one_line(each, MOST_NAME) for each in waiting_authors(game)),
        "has_chart": has_chart,
        "is_long": len(sheet.rows) > WHOLE_TABLE,
        "players": len(sheet.rows),
    }
    attachments = report_attachments(content, owed, sheet, view, words=words, means=means)
    if len(press) < len(content.press):
        attachments = (*attachments, press_attachment(content, words))
    rows: dict[str | None, ClosedRow] = {row.player: row for row in closed.rows}

    def own(one: Content) -> str:
        row = rows.get(one.row_of)
        return "" if row is None else words.phrase("own", row)

    again = "rounds/erratum.j2" if content.erratum else "rounds/report.j2"
    template = "rounds/preview.j2" if content.is_preview else again
    return MailScene(template, values, figures, attachments, sheet, own=own)


def _tie(closed: ClosedRound) -> TieSeen | None:
    laid = closed.laid
    if laid is None or not laid.tie:
        return None
    if laid.lot is None:
        return TieSeen(laid.tie, (), "")
    choices = laid.lot.choices
    shown = choices if len(choices) <= _MOST_CHOICES else (*choices[:_MOST_CHOICES], "…")
    return TieSeen(laid.tie, shown, choices[laid.lot.chosen])


def _top(closed: ClosedRound) -> TopSeen | None:
    top = closed.top
    if top is None:
        return None
    names = top_move_names(top, closed.rules)
    return TopSeen(top.points, names[:_MOST_TOPS], top.is_exact, max(0, len(names) - _MOST_TOPS))


def _printed(press: Sequence[Press]) -> int:
    """Return how many texts the mail itself prints; all of them are attached if that is fewer."""
    sums = accumulate(len(item.text) for item in press)
    return sum(each <= _MOST_PRESS for each in sums)


def view_after(closed: ClosedRound, words: Words) -> BoardView:
    """Return the board as the move laid left it, that move marked."""
    judged, rules = closed.laid.judged if closed.laid else None, closed.rules
    plays = judged.plays if judged else ()
    return BoardView(
        closed.board,
        rules.axes,
        words.premiums,
        marked=frozenset(tile.square for play in plays for tile in play.scored.new_tiles),
        swapped=frozenset(judged.swaps if judged else ()),
        start=rules.start if closed.board.is_empty else None,
    )


def _chart(sheet: SheetData, words: Words, means: ReplyMeans) -> ChartFigure:
    is_told = len(sheet.rows) <= _MOST_WITH_HISTORY
    lines = history_lines(sheet, words.table) if is_told else ()
    return ChartFigure(*chart_of(sheet, words, means.painter.fonts), lines)


def chart_of(sheet: SheetData, words: Words, fonts: Fonts) -> tuple[bytes, str]:
    """Return the chart of the totals as a picture, and as text."""
    data = leaders(sheet, words.label("chart_rounds"), words.label("chart_points"))
    names = tuple(f"{one_line(line.name, MOST_NAME)} {line.totals[-1]}" for line in data.lines)
    return draw_chart(data, fonts), words.phrase("chart_alt", names)


def _standings(content: Report, words: Words) -> ListFigure:
    labels = words.table
    rows = []
    shares = summed_up(content.rounds, content.earlier).shares
    for row in content.round.table[:20]:
        percent = game_percent(shares.get(row.player, Share()))
        shown = "" if percent is None else str(percent).replace(".", labels.decimal_mark) + " %"
        rows.append(
            (shown_name(one_line(row.player, MOST_NAME)), str(row.rank), str(row.total), shown)
        )
    heads = (labels.player, labels.rank, labels.total, labels.percent)
    has_percent = any(row[3] for row in rows)
    return ListFigure(
        heads if has_percent else heads[:3],
        tuple(row if has_percent else row[:3] for row in rows),
    )


def opening_scene(content: Opening, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what begins a game, or welcomes a new player."""
    game, policy = content.game, content.policy
    figures: dict[str, Figure] = {"board": board_now(game, words)}
    if content.comment:
        figures["comment"] = Quotation(lines_of(content.comment))
    if content.next_round is not None:
        figures["rack"] = tiles_figure(content.next_round.letters, words)
        figures["copy"] = copy_figure(policy.title, game.rules, words)
    values = {"c": content, "r": game.rules, "policy": policy, "game": game}
    template = "rounds/opening_to_run.j2" if content.for_game_master else "rounds/opening.j2"
    attached = appointment(content.game, policy, owed, words, means)
    return MailScene(template, values, figures, attached)


def report_attachments(
    content: Report,
    owed: Owed,
    sheet: SheetData,
    view: BoardView,
    *,
    words: Words,
    means: ReplyMeans,
) -> tuple[Attached, ...]:
    """Return PDF, CSV and, where a round follows, its ZAT."""
    page = page_format(means.house.paper, means.house.ink)
    pdf = means.maker.sheet(
        first_rows(sheet), view, pdf_labels(content, words, means, owed.language), page
    )
    stem = f"{content.policy.id}-{words.label('file_sheet')}-R{content.round.number}"
    return (
        Attached("application/pdf", shared_base64(pdf), f"{stem}.pdf"),
        _table(sheet_csv(_sheets(content, sheet)), f"{stem}.csv"),
        *appointment(content.game, content.policy, owed, words, means),
    )


def _table(data: bytes, name: str) -> Attached:
    """Return the table for a spreadsheet; packed where it is long, for it goes to everybody."""
    if len(data) <= _MOST_PLAIN:
        parameters = (("charset", "utf-8"), ("header", "present"))
        return Attached("text/csv", shared_base64(data), name, parameters=parameters)
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr(ZipInfo(name), data, ZIP_DEFLATED, 9)
    return Attached("application/zip", shared_base64(packed.getvalue()), f"{name}.zip")


def printed_report(content: Report, means: ReplyMeans, page: PageFormat) -> bytes:
    """Return the report as a PDF to be copied for a zine: the score sheet, and the press."""
    language = content.policy.language
    words = Words(means.templates[language])
    sheet, labels = _sheet(content, words), pdf_labels(content, words, means, language)
    press = tuple(
        SheetFact(one_line(item.player, MOST_NAME), "\n".join(lines_of(item.text)))
        for item in content.press
    )
    labels = replace(labels, press_heading=words.label("press_heading"), press=press)
    return means.maker.sheet(sheet, view_after(content.round, words), labels, page)


def _sheet(content: Report, words: Words) -> SheetData:
    closed, policy = content.round, content.policy
    return sheet_data(
        policy.title,
        content.rounds,
        bag=content.game.bag,
        note=Notes(words, closed.rules, policy.zone).note,
        columns=SheetColumns(policy.columns, policy.solo_bonus),
        late=late_joiners(content.game),
        former=words.phrase("note_former"),
        earlier=content.earlier,
    )


def _sheets(content: Report, sheet: SheetData) -> Iterator[SheetData]:
    """Yield the sheets of all rounds for the CSV, or of this one where they are too many."""
    if len(sheet.rows) * (content.earlier.count + len(content.rounds)) > MOST_ROWS_TOLD:
        yield sheet
        return
    late = late_joiners(content.game)
    for closed in content.rounds:
        yield sheet_data(content.policy.title, (closed,), late=late)


def press_attachment(content: Report, words: Words) -> Attached:
    """Return all texts of the press as a file, each line behind a bar."""
    lines: list[str] = []
    for item in content.press:
        lines += [one_line(item.player, MOST_NAME) + ":", *map(fenced, lines_of(item.text)), ""]
    name = f"{content.policy.id}-{words.label('file_press')}-R{content.round.number}.txt"
    data = shared_base64("\r\n".join(lines).encode())
    return Attached("text/plain", data, name, parameters=(("charset", "utf-8"),))


def pdf_labels(content: Report, words: Words, means: ReplyMeans, language: str) -> PdfLabels:
    """Return everything the printed sheet says beyond its numbers."""
    closed, policy, game = content.round, content.policy, content.game
    return PdfLabels(
        title=policy.title,
        subtitle=words.phrase("subtitle", closed.number, closed.closed, policy.zone),
        facts=tuple(_facts(content, words)),
        letters_heading=words.phrase("letters_heading", len(game.bag)),
        history_heading=words.label("history_heading"),
        footer=words.phrase("footer", policy, game, means.house),
        page=words.label("page"),
        table=words.table,
        letters=words.letters,
        language=language,
    )


def _facts(content: Report, words: Words) -> Iterator[SheetFact]:
    """Yield what stands beside the board on paper; tops and lots whole, of which the mail counts some."""
    yield SheetFact(words.label("fact_laid"), said_of_laid(content.round, words))
    yield from facts_of_laid(content.round, words)
    yield from _next_facts(content, content.next_round, words)
    if content.comment.strip():
        said = " ".join(lines_of(content.comment, 8))
        yield SheetFact(words.label("fact_comment"), said)


def said_of_laid(closed: ClosedRound, words: Words) -> str:
    """Return in a sentence what was laid."""
    laid = closed.laid
    if laid is None:
        return words.phrase("nothing_laid")
    move = move_seen(laid.judged, 0, "counts", closed.rules)
    return words.phrase("laid", move, laid.players)


def facts_of_laid(closed: ClosedRound, words: Words) -> Iterator[SheetFact]:
    """Yield how a tie was decided, and the top."""
    laid, top = closed.laid, closed.top
    if laid and laid.tie:
        choices = laid.lot.choices if laid.lot else ()
        chosen = laid.lot.choices[laid.lot.chosen] if laid.lot else ""
        yield SheetFact(words.label("fact_tie"), words.phrase("tie", laid.tie, choices, chosen))
    if top:
        names = top_move_names(top, closed.rules)
        said = words.phrase("top", top.points, names, top.is_exact)
        yield SheetFact(words.label("fact_top"), said)


def _next_facts(content: Report, following: NextRound | None, words: Words) -> list[SheetFact]:
    if following is None:
        return []
    zat = words.phrase("zat", following.deadline, content.policy.zone)
    return [
        SheetFact(words.label("fact_letters"), " ".join(following.letters)),
        SheetFact(words.label("fact_zat"), zat),
    ]


def appointment(
    game: RoundGame, policy: GamePolicy, owed: Owed, words: Words, means: ReplyMeans
) -> tuple[Attached, ...]:
    """Return the open round's ZAT as a calendar entry; none where no ZAT is set."""
    if game.round is None or game.round.deadline is None:
        return ()
    zat = ZatSeen(
        game.round.number,
        game.round.opened,
        game.round.deadline,
        words.phrase("event", policy.title, game.round.number),
        words.phrase("event_text", " ".join(game.rack), means.house.address),
    )
    return calendar_entry(zat, policy, owed, means)
