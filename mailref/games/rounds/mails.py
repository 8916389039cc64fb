"""The mails of a game in rounds; here the answer to an entry or to commands, the reminder, notices of a ZAT.

An answer to an entry says what was understood, what it is worth, what stays in force.

What the mails of a game in rounds show: the board, a player's moves, and in words why nothing counts.

What the game master is shown: questions about words, and how his game stands.

The round report, and the opening of a game: board, table, letters, what comes next.

Closed rounds as the score sheet shows them: what the record says, put into rows.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from io import BytesIO
from itertools import accumulate, chain
from types import MappingProxyType
from typing import Any, assert_never
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.game import Press, is_in_time
from mailref.games.rounds import game as past_rounds
from mailref.games.rounds.contents import (
    CommandAnswer,
    DeadlineNotice,
    Desk,
    Digest,
    EntryAnswer,
    JudgedAnew,
    Opening,
    Reminder,
    Report,
    RoundsFace,
    RulingNotice,
    WordQuestions,
)
from mailref.games.rounds.game import (
    MOST_SCORED,
    Choice,
    ClosedRound,
    ClosedRow,
    EarlierRounds,
    FormerRow,
    RoundScore,
    ScoredRound,
    Share,
    SummedUp,
    choice_in,
)
from mailref.games.rounds.rules import EntryStatus, Laid
from mailref.games.rounds.switches import Rules
from mailref.games.statistics import MOST_FIGURES
from mailref.languages import DEFAULT
from mailref.orders.table import Command
from mailref.referee.contents import Content, ZatChange
from mailref.referee.mails import Owed
from mailref.referee.policy import STORED, Answered, Confirm, Considered, GamePolicy
from mailref.report import sheet as sheets
from mailref.report.chart import ChartData, draw_chart, leaders
from mailref.report.picture import BoardView
from mailref.tiles.board import Area, Board, square_name
from mailref.tiles.moves import Fault, play_name
from mailref.tiles.scoring import Judged, Position, Status, also_lacking
from mailref.tiles.top.found import Top
from mailref.writing import document
from mailref.writing.mail_bytes import Attached, file_stem, shared_base64
from mailref.writing.never_a_move import fenced, lines_of, name_seen, one_line, percent_encoded
from mailref.writing.scene import (
    NAME,
    MailScene,
    MoveSeen,
    ReplyMeans,
    Words,
    ZatSeen,
    as_asked,
    board_figure,
    calendar_entry,
    fault_seen,
    move_seen,
    page_format,
    quoted,
    tiles_figure,
    where_written,
)

_TENTH = Decimal("0.1")


class SheetColumns(Struct, frozen=True):
    """Which further columns a game shows, and what its solo bonus is."""

    wanted: tuple[str, ...] = ()
    solo_bonus: int = 0

    def solo_for(self, player: str, summed: SummedUp) -> int | None:
        """Return the solo bonus of a player so far; None where it is not shown."""
        return self.solo_bonus * summed.solos.get(player, 0) if "solo" in self.wanted else None


Note = Callable[[ClosedRow], str]
"""Says in words why nothing counts; sentences come from templates."""


def sheet_data(
    title: str,
    rounds: Sequence[ClosedRound],
    *,
    bag: str = "",
    note: Note = lambda _: "",
    columns: SheetColumns | None = None,
    late: Collection[str] = (),
    former: str = "",
    earlier: EarlierRounds | None = None,
    language: str = DEFAULT,
) -> sheets.SheetData:
    """Return the sheet of the last of *rounds*, with the points of the newest of them.

    *earlier* are those before them that are not whole any more. *late* names the late joiners: what they started
    with is shown (rules 8). *former* is the note of those who play no more. Places are written as in *language*.
    """
    columns = columns or SheetColumns()
    last = rounds[-1]
    earlier = earlier or EarlierRounds()
    scored = _scored(rounds, earlier)
    scores = {
        row.player: tuple(each.scores.get(row.player) for each in scored) for row in last.everybody
    }
    top = last.top.points if last.top is not None else 0
    summed = summed_up(rounds, earlier) if {"better", "solo"} & {*columns.wanted} else SummedUp()

    def row_of(row: ClosedRow | FormerRow) -> sheets.SheetRow:
        shown = _row(row, last.rules, scores[row.player], language)
        if isinstance(row, FormerRow):
            return replace(shown, note=former)
        return replace(
            shown,
            base=row.base if row.player in late else 0,
            percent=percent_of(Share(row.points, top)) if "percent" in columns.wanted else None,
            better=-summed.worse[row.player] if "better" in columns.wanted else None,
            solo=columns.solo_for(row.player, summed),
            note="" if row.counted else note(row),
        )

    return sheets.SheetData(
        title=title,
        round_number=last.number,
        rows=tuple(map(row_of, last.table)),
        rounds=tuple(each.number for each in scored),
        rounds_before=earlier.count + len(rounds) - len(scored),
        winners=frozenset(last.laid.players) if last.laid else frozenset(),
        top=_sheet_top(last, language),
        letters_left=sheets.letters_left(bag, last.rules.tiles),
    )


def _sheet_top(closed: ClosedRound, language: str) -> sheets.SheetTop | None:
    if closed.top is None:
        return None
    return sheets.SheetTop(closed.top.points, top_move_names(closed.top, closed.rules, language))


def _row(
    row: ClosedRow | FormerRow, rules: Rules, scores: tuple[RoundScore | None, ...], language: str
) -> sheets.SheetRow:
    shown = sheets.SheetRow(
        player=row.player,
        total=row.total,
        rank=row.rank,
        rank_before=row.rank_before,
        adjustments=tuple(each.points for each in row.corrections),
        rounds=scores,
    )
    if isinstance(row, FormerRow):
        return shown
    return replace(
        shown,
        status=row.status,
        plays=_plays(row, rules, language),
        formula=row.counted.formula if row.counted else "",
        points=row.points,
        deduction=row.deduction,
    )


def percent_of(share: Share) -> Decimal | None:
    """Return points by the top in percent, or the sums of both, one decimal, half up (rules 8)."""
    if share.tops <= 0:
        return None
    return (Decimal(100 * share.points) / share.tops).quantize(_TENTH, ROUND_HALF_UP)


def top_move_names(top: Top, rules: Rules, language: str) -> tuple[str, ...]:
    """Return each best move as players write it, the squares of its swaps first (`A12<>; M9s BEHAUE`)."""
    return tuple(
        "".join(f"{square_name(square, rules.axes)}<>; " for square in move.swaps)
        + past_rounds.plays_in_words(move.plays, rules, language)
        for move in top.moves
    )


def _plays(row: ClosedRow, rules: Rules, language: str) -> tuple[sheets.SheetPlay, ...]:
    if row.counted is None:
        return ()
    found = []
    for play in row.counted.plays:
        scored = play.scored
        whole = play_name(scored.square, scored.direction, scored.word, rules.axes, language)
        found.append(
            sheets.SheetPlay(
                square=square_name(scored.square, rules.axes),
                direction=scored.direction,
                place=whole.partition(" ")[0],
                word=scored.word,
            )
        )
    return tuple(found)


def _scored(rounds: Sequence[ClosedRound], earlier: EarlierRounds) -> tuple[ScoredRound, ...]:
    """Return the newest rounds by their scores: as many as a report shows."""
    own = tuple(each.scored for each in rounds[-MOST_SCORED:])
    return (*earlier.scored, *own)[-MOST_SCORED:]


def summed_up(rounds: Sequence[ClosedRound], earlier: EarlierRounds) -> SummedUp:
    """Return what adds up over all rounds of a game."""
    return sum((each.summed for each in rounds), earlier.summed)


def board_now(game: RoundsFace, words: Words) -> document.BoardFigure:
    """Return the board as it lies, the area of the first word on an empty one."""
    return board_figure(board_with(game, None, words), words, words.phrase("board_now"))


class Notes:
    """Says in words why nothing of a player counts."""

    def __init__(self, words: Words, rules: Rules, zone: ZoneInfo) -> None:
        self._words, self._rules, self._zone = words, rules, zone

    def note(self, row: past_rounds.ClosedRow) -> str:
        match row.status:
            case EntryStatus.MISSING:
                return self._words.phrase("note_missing")
            case EntryStatus.UNREAD:
                return self._words.phrase("note_unread")
            case EntryStatus.LATE:
                return self._words.phrase("note_late", row.received, self._zone)
            case _:
                reasons = tuple(self._reason(row))
                return self._words.phrase("note_invalid", reasons)

    def _reason(self, row: past_rounds.ClosedRow) -> Iterator[str]:
        """Yield the first thing that is wrong with each move."""
        for move in row.moves[:3]:
            wrong = next((fault for fault in move.faults if not fault.remarks), None)
            if wrong is None:
                continue
            seen = fault_seen(wrong, where_written(move), self._rules)
            why = self._words.brief(seen)
            laid = one_line(self._laid(move, wrong), 40)
            yield f"{laid} ({why})" if laid else why

    def _laid(self, move: Judged, wrong: Fault) -> str:
        """Return the play that is at fault, or what its whole move was to lay where none is alone.

        No word else of its mail is for all, and of an unread one none.
        """
        plays = move.written.move.plays if move.written.move is not None else ()
        own = [play for play in plays if play.span == wrong.span] or plays
        named = ((play.square, play.direction, play.word, ()) for play in own)
        return past_rounds.plays_in_words(named, self._rules, self._words.language)


def moves_seen(choice: Choice | None, rules: Rules) -> tuple[MoveSeen, ...]:
    """Return every move of an entry, in the order written."""
    if choice is None:
        return ()
    return tuple(
        move_seen(move, number, _state(move, number == choice.counts), rules)
        for number, move in enumerate(choice.moves)
    )


def _state(move: Judged, counts: bool) -> str:
    if counts:
        return "counts"
    return "unused" if move.status is Status.VALID else move.status.value


def board_with(game: RoundsFace, move: Judged | None, words: Words) -> BoardView:
    """Return the board with a player's own move drawn in."""
    if move is None:
        return _view(game.board, game.rules, words, start=_start(game))
    tiles = tuple(tile for play in move.plays for tile in play.scored.new_tiles)
    return _view(
        move.board,
        game.rules,
        words,
        proposal=tiles,
        swapped=frozenset(move.swaps),
        start=_start(game),
    )


def _view(board: Board, rules: Rules, words: Words, **marks: Any) -> BoardView:
    """Return a board of a game with *rules*, and what is to be seen on it."""
    return BoardView(
        board, rules.axes, words.premiums, layout=rules.layout, tiles=rules.tiles, **marks
    )


def _start(game: RoundsFace) -> Area | None:
    return game.rules.start if game.board.is_empty else None


def copy_figure(
    title: str, rules: Rules, words: Words, *, is_final: bool = False
) -> document.CopyFigure:
    """Return the template to copy, in the game's own notation, `__` for square and word."""
    spot = "__ __"
    lines = [title, f"{words.label('player_key')}={NAME}"]
    if not rules.numbered_plays:
        lines.append(spot)
    elif rules.plays == 1 and not is_final:
        lines += [f" {spot}", f"/{spot}"][: 1 if rules.moves == 1 else 2]
    else:
        count = max(2, min(rules.plays, 4))
        lines += [f" {number}. {spot}" for number in range(1, count + 1)]
        if rules.moves != 1:
            lines += [f"/{number}. {spot}" for number in range(1, count + 1)]
    return document.CopyFigure(tuple(lines))


_MOST_BOARDS = 4
"""So many moves are drawn; a phone need not load twenty boards."""
_MOST_QUOTED = 6
"""So many lines of a text that waits are shown; it came in a mail of its own."""


def questions_scene(content: WordQuestions, words: Words, now: datetime) -> MailScene:
    """Return the words that the game master must rule on, as he is asked *now*."""
    figures = texts_waiting(content.desk)
    for number, each in enumerate(content.questions):
        if each.moves and number < _MOST_BOARDS:
            view = board_with(content.game, each.moves[0].judged, words)
            caption = words.phrase("board_proposed", None)
            figures[f"board.{number}"] = board_figure(view, words, caption)
        if content.policy.lookup:
            url = content.policy.lookup.replace("{word}", percent_encoded(each.word))
            figures[f"link.{number}"] = document.LinkFigure(words.label("lookup"), url)
    zat = content.game.round.deadline if content.game.round is not None else None
    is_past = content.is_reminder or (zat is not None and not is_in_time(now, zat))
    values = {"c": content, "most_boards": _MOST_BOARDS, "is_past": is_past}
    return MailScene("rounds/word_questions.j2", values, figures)


def texts_waiting(desk: Desk | None) -> dict[str, document.Figure]:
    """Return the beginning of each text that waits for its release."""
    texts = desk.press if desk else ()
    return {
        f"press.{number}": document.Quotation(lines_of(each.text, _MOST_QUOTED))
        for number, each in enumerate(texts)
    }


def digest_scene(content: Digest, words: Words) -> MailScene:
    """Return how a game stands before its ZAT."""
    figures = {
        "rack": tiles_figure(content.game.rack, words, content.game.rules.tiles),
        "board": board_now(content.game, words),
        **texts_waiting(content.desk),
    }
    return MailScene("rounds/digest.j2", {"c": content}, figures)


_MOST_STANDINGS = 20
_NO_SHARES: Mapping[str, past_rounds.Share] = MappingProxyType({})
_MOST_CHOICES = 8
_MOST_TOPS = 6
_MOST_PRESS = 12_000
"""Characters of press that a mail prints: clients cut HTML beyond 90 kB."""
_MOST_WITH_HISTORY = 30
"""Up to so many players the points of the last rounds are told of all."""
_MOST_PLAIN = 4_000
"""Octets of a CSV up to which it is not packed: longer ones are a quarter as long then."""


def report_scene(content: Report, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what makes a report."""
    closed, game = content.round, content.game
    sheet = _sheet(content, words)
    view = view_after(closed, words)
    has_chart = len(sheet.rounds) > 1
    figures: dict[str, document.Figure] = {
        "board": board_figure(view, words, words.phrase("board_after", closed.number)),
        "sheet": document.SheetFigure(),
    }
    press = quoted(content.press[: _printed(content.press)], figures)
    if content.comment.strip():
        figures["comment"] = document.Quotation(lines_of(content.comment))
    if has_chart:
        figures["chart"] = _chart(sheet, words, means)
    figures |= _what_follows(content, words)
    laid = closed.laid
    values = {
        "c": content,
        "laid": move_seen(laid.judged, 0, "counts", closed.rules) if laid else None,
        "finders": tuple(name_seen(name) for name in laid.players) if laid else (),
        "tie": _tie(laid, _MOST_CHOICES),
        "top": closed.top,
        "tops": top_move_names(closed.top, closed.rules, words.language) if closed.top else (),
        "most_tops": _MOST_TOPS,
        "leaders": tuple(row.player for row in closed.everybody if row.rank == 1),
        "press": press,
        "press_attached": len(content.press) - len(press),
        "press_waiting": tuple(name_seen(each) for each in game.press_waiting),
        "has_chart": has_chart,
        "figures": content.statistics[:MOST_FIGURES],
        "is_long": len(sheet.rows) > sheets.WHOLE_TABLE,
        "players": len(sheet.rows),
    }
    attachments = report_attachments(content, owed, sheet, view, words=words, means=means)
    if len(press) < len(content.press):
        attachments = (*attachments, press_attachment(content, words))
    rows: dict[str | None, past_rounds.ClosedRow] = {row.player: row for row in closed.rows}

    def own(one: Content) -> str:
        row = rows.get(one.row_of)
        if content.erratum is not None and isinstance(one, Report):
            return _corrected_for(one, row, words)
        return words.phrase("own", row) if row else words.phrase("own_none", closed.number)

    again = "rounds/erratum.j2" if content.erratum else "rounds/report.j2"
    template = "rounds/preview.j2" if content.is_preview else again
    return MailScene(template, values, figures, attachments, sheet, own=own)


def _corrected_for(report: Report, row: past_rounds.ClosedRow | None, words: Words) -> str:
    """Return what a correction changes for its reader, and his move in the open round."""
    number = report.erratum.number if report.erratum is not None else report.round.number
    if report.change is not None:
        said = words.of("rounds/corrected_for", "changed", report.change)
    elif row is not None:
        said = words.of("rounds/corrected_for", "unchanged", row)
    else:
        said = words.of("rounds/corrected_for", "others", number)
    own = choice_in(report.own.found) if report.own is not None else None
    move = _counted_of(own, report.game.rules)
    if move is None:
        return said
    shows_score = report.policy.confirm is not Confirm.SYNTAX
    round_now = report.game.round_number
    return f"{said} {words.of('rounds/corrected_for', 'in_force', move, round_now, shows_score)}"


def _what_follows(content: Report, words: Words) -> dict[str, document.Figure]:
    """Return the figures of the next round, or of the end."""
    game, found = content.game, dict[str, document.Figure]()
    if game.round is not None:
        title, is_final = content.policy.title, game.round.is_final
        found["rack"] = tiles_figure(game.rack, words, game.rules.tiles)
        found["copy"] = copy_figure(title, game.rules, words, is_final=is_final)
    if content.ended is not None:
        shares = summed_up(content.rounds, content.earlier).shares
        found["standings"] = _standings(content.round.table[:_MOST_STANDINGS], words, shares)
    return found


def _tie(laid: Laid | None, most: int | None = None) -> tuple[Sequence[str], Sequence[str], str]:
    """Return the rules that decided a tie, the first moves that the lot was drawn between, and that drawn."""
    if laid is None or laid.lot is None:
        return laid.tie if laid is not None else (), (), ""
    choices = laid.lot.choices
    shown = choices if most is None or len(choices) <= most else (*choices[:most], "…")
    return laid.tie, shown, choices[laid.lot.chosen]


def _printed(press: Sequence[Press]) -> int:
    """Return how many texts the mail itself prints; all of them are attached if that is fewer."""
    sums = accumulate(len(item.text) for item in press)
    return sum(each <= _MOST_PRESS for each in sums)


def view_after(closed: past_rounds.ClosedRound, words: Words) -> BoardView:
    """Return the board as the move laid left it, that move marked."""
    judged, rules = closed.laid.judged if closed.laid else None, closed.rules
    plays = judged.plays if judged else ()
    return _view(
        closed.board,
        rules,
        words,
        marked=frozenset(tile.square for play in plays for tile in play.scored.new_tiles),
        swapped=frozenset(judged.swaps if judged else ()),
        start=rules.start if closed.board.is_empty else None,
    )


def _chart(sheet: sheets.SheetData, words: Words, means: ReplyMeans) -> document.ChartFigure:
    is_told = len(sheet.rows) <= _MOST_WITH_HISTORY
    lines = sheets.history_lines(sheet, words.table) if is_told else ()
    data, said = chart_of(sheet, words)
    return document.ChartFigure(draw_chart(data, means.painter.fonts), said, lines)


def chart_of(sheet: sheets.SheetData, words: Words) -> tuple[ChartData, str]:
    """Return the chart of the totals, and what it says in words."""
    data = leaders(sheet, words.label("chart_rounds"), words.label("chart_points"))
    names = tuple(f"{name_seen(line.name)} {line.totals[-1]}" for line in data.lines)
    return data, words.phrase("chart_alt", names)


def _standings(
    rows: Iterable[past_rounds.ClosedRow | past_rounds.FormerRow],
    words: Words,
    shares: Mapping[str, past_rounds.Share] = _NO_SHARES,
) -> document.ListFigure:
    """Return the table; with *shares*, and what each has of the best possible, where that is known."""
    labels = words.table
    told = []
    for row in rows:
        percent = percent_of(shares.get(row.player, past_rounds.Share()))
        shown = (
            "" if percent is None else str(percent).replace(".", labels.decimal_mark) + "\u00a0%"
        )
        name = sheets.shown_name(name_seen(row.player))
        told.append((name, str(row.rank), sheets.figure(row.total), shown))
    heads = (labels.player, labels.rank, labels.total, labels.percent)
    width = 4 if any(row[3] for row in told) else 3
    return document.ListFigure(heads[:width], tuple(row[:width] for row in told))


def opening_scene(content: Opening, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what begins a game, or welcomes a new player."""
    game, policy = content.game, content.policy
    figures: dict[str, document.Figure] = {"board": board_now(game, words)}
    if content.comment:
        figures["comment"] = document.Quotation(lines_of(content.comment))
    if game.round is not None:
        figures["rack"] = tiles_figure(game.rack, words, game.rules.tiles)
        figures["copy"] = copy_figure(policy.title, game.rules, words)
    values = {
        "c": content,
        "r": game.rules,
        "policy": policy,
        "game": game,
        "addresses": content.addresses.value if content.for_game_master else {},
    }
    again = "rounds/opening_again.j2" if content.is_again else "rounds/opening.j2"
    template = "rounds/opening_to_run.j2" if content.for_game_master else again
    attached = appointment(content.game, policy, owed, words, means)
    return MailScene(template, values, figures, attached)


def report_attachments(
    content: Report,
    owed: Owed,
    sheet: sheets.SheetData,
    view: BoardView,
    *,
    words: Words,
    means: ReplyMeans,
) -> tuple[Attached, ...]:
    """Return PDF, CSV and, where a round follows, its ZAT."""
    page = page_format(means.house.paper, means.house.ink)
    pdf = means.maker.sheet(
        sheets.first_rows(sheet), view, pdf_labels(content, words, means, owed.language), page
    )
    stem = f"{content.policy.id}-{words.label('file_sheet')}"
    stem = file_stem(stem, f"R{content.round.number}", words.language)
    return (
        Attached("application/pdf", shared_base64(pdf), f"{stem}.pdf"),
        _table(_table_of(content, sheet), f"{stem}.csv"),
        *(
            ()
            if content.has_left
            else appointment(content.game, content.policy, owed, words, means)
        ),
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


def printed_report(content: Report, means: ReplyMeans, page: sheets.PageFormat) -> bytes:
    """Return the report as a PDF to be copied for a zine: the score sheet, and the press."""
    language = content.policy.language
    words = Words.of_mails(means.templates[language])
    sheet, labels = _sheet(content, words), pdf_labels(content, words, means, language)
    press = tuple(
        sheets.SheetFact(name_seen(item.player), "\n".join(lines_of(item.text)))
        for item in content.press
    )
    labels = replace(labels, press_heading=words.label("press_heading"), press=press)
    return means.maker.sheet(sheet, view_after(content.round, words), labels, page)


def _sheet(content: Report, words: Words) -> sheets.SheetData:
    closed, policy = content.round, content.policy
    return sheet_data(
        policy.title,
        content.rounds,
        bag=content.game.bag,
        note=Notes(words, closed.rules, policy.zone).note,
        columns=SheetColumns(policy.columns, policy.solo_bonus),
        late=content.game.late,
        former=words.phrase("note_former"),
        earlier=content.earlier,
        language=words.language,
    )


def _table_of(content: Report, sheet: sheets.SheetData) -> bytes:
    """Return the table of all rounds, or of this one where they are too many."""
    count = content.earlier.count + len(content.rounds)
    tells_all = len(sheet.rows) * count <= past_rounds.MOST_ROWS_TOLD
    return csv_of_rounds(content.policy.title, content.rounds if tells_all else (content.round,))


def csv_of_rounds(title: str, rounds: Iterable[ClosedRound]) -> bytes:
    """Return a line for each player of each round; in all, what he started with, so that it adds up."""
    return sheets.sheet_csv(
        sheet_data(title, (each,), late={row.player for row in each.rows}) for each in rounds
    )


def press_attachment(content: Report, words: Words) -> Attached:
    """Return all texts of the press as a file, each line behind a bar."""
    lines: list[str] = []
    for item in content.press:
        lines += [name_seen(item.player) + ":", *map(fenced, lines_of(item.text)), ""]
    stem = f"{content.policy.id}-{words.label('file_press')}"
    name = f"{file_stem(stem, f'R{content.round.number}', words.language)}.txt"
    data = shared_base64("\r\n".join(lines).encode())
    return Attached("text/plain", data, name, parameters=(("charset", "utf-8"),))


def pdf_labels(content: Report, words: Words, means: ReplyMeans, language: str) -> sheets.PdfLabels:
    """Return everything the printed sheet says beyond its numbers."""
    closed, policy, game = content.round, content.policy, content.game
    return sheets.PdfLabels(
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


def _facts(content: Report, words: Words) -> Iterator[sheets.SheetFact]:
    """Yield what stands beside the board on paper; tops and lots whole, of which the mail counts some."""
    yield sheets.SheetFact(words.label("fact_laid"), said_of_laid(content.round, words))
    yield from facts_of_laid(content.round, words)
    yield from _next_facts(content, words)
    if content.comment.strip():
        said = " ".join(lines_of(content.comment, 8))
        yield sheets.SheetFact(words.label("fact_comment"), said)


def said_of_laid(closed: past_rounds.ClosedRound, words: Words) -> str:
    """Return in a sentence what was laid."""
    laid = closed.laid
    if laid is None:
        return words.phrase("nothing_laid")
    move = move_seen(laid.judged, 0, "counts", closed.rules)
    return words.phrase("laid", move, laid.players)


def facts_of_laid(closed: past_rounds.ClosedRound, words: Words) -> Iterator[sheets.SheetFact]:
    """Yield how a tie was decided, and the top."""
    laid, top = closed.laid, closed.top
    if laid and laid.tie:
        yield sheets.SheetFact(words.label("fact_tie"), words.phrase("tie", *_tie(laid)))
    if top:
        names = top_move_names(top, closed.rules, words.language)
        said = words.phrase("top", top.points, names, top.is_exact)
        yield sheets.SheetFact(words.label("fact_top"), said)


def _next_facts(content: Report, words: Words) -> list[sheets.SheetFact]:
    game = content.game
    if game.round is None:
        return []
    zat = words.phrase("zat", game.round.deadline, content.policy.zone)
    return [
        sheets.SheetFact(words.label("fact_letters"), " ".join(game.rack)),
        sheets.SheetFact(words.label("fact_zat"), zat),
    ]


def appointment(
    game: RoundsFace, policy: GamePolicy, owed: Owed, words: Words, means: ReplyMeans
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


def command_scene(content: CommandAnswer, words: Words) -> MailScene:
    """Return the answer to the commands of a mail about one game."""
    game, policy, last = content.game, content.policy, content.last
    figures = _to_move(game, policy, words)
    if not content.asks_state:
        del figures["board"]
    if last is not None:
        mine = (row for row in last.table[_MOST_STANDINGS:] if row.player == content.player)
        rows = (*last.table[:_MOST_STANDINGS], *mine)
        figures["standings"] = _standings(rows, words)
    figures |= texts_waiting(content.desk)
    sheet = None
    if Command.REPORT in content.commands and last:
        notes = Notes(words, last.rules, policy.zone)
        sheet = sheet_data(
            policy.title,
            (last,),
            note=notes.note,
            late=game.late,
            former=words.phrase("note_former"),
            language=words.language,
        )
        figures["sheet"] = document.SheetFigure()
    values = {
        "c": content,
        "r": game.rules,
        "policy": policy,
        "game": game,
        "laid": said_of_laid(last, words) if last is not None and last.laid else "",
        "in_force": _in_words(content.own, game, policy, words),
    }
    return MailScene("rounds/command_answer.j2", values, figures, sheet=sheet)


def _with_all_faults(choice: Choice | None, content: EntryAnswer) -> Choice | None:
    """Return the moves of an entry, each that does not fit the board with the letters that it lacks, too."""
    game = content.game
    if choice is None or content.considered.round != game.round_number:
        return choice
    position = Position(game.board, game.rack, game.rules)
    moves = (
        replace(each, faults=(*each.faults, *also_lacking(each.written, each.faults, position)))
        for each in choice.moves
    )
    return replace(choice, moves=tuple(moves))


def entry_scene(
    content: EntryAnswer, words: Words, now: datetime | None, answers: Answered | None = None
) -> MailScene:
    """Return what confirms or rejects an entry; *now* is when that is told."""
    considered, policy, game = content.considered, content.policy, content.game
    choice = choice_in(considered.found)
    entry, at = considered.entry, _shown_at(choice)
    passage = entry.ambiguous_line if entry is not None else None
    moves = tuple(
        replace(each, faults=as_asked(each.faults, passage, words.language))
        for each in moves_seen(_with_all_faults(choice, content), game.rules)
    )
    shown = None if choice is None or at is None else choice.moves[at]
    earlier = content.still_in_force
    is_drawn = shown is not None and bool(shown.plays) and considered.outcome in STORED
    board = None
    if is_drawn:
        view = board_with(game, shown, words)
        board = board_figure(view, words, words.phrase("board_proposed", None))
    figures = _to_move(game, policy, words, board)
    figures |= {spot.figure: spot.at for each in moves for spot in each.spots}
    values = {
        "c": content,
        "m": None if at is None else moves[at],
        "moves": moves,
        "earlier": _counted_of(choice_in(earlier.found), game.rules) if earlier else None,
        "replaced": _counted_of(content.replaced, game.rules),
        "is_open": _may_still_change(content, now),
        "is_drawn": is_drawn,
        "shows_score": policy.confirm is not Confirm.SYNTAX,
        "with_copy": False,
        "has_parts": _has_parts(game),
        "answers": answers,
    }
    return MailScene("rounds/entry_answer.j2", values, figures)


def _has_parts(game: RoundsFace) -> bool:
    """Tell whether numbered plays may be one move: where a move has several, and in a final round (rules 8)."""
    is_final = game.round is not None and game.round.is_final
    return game.rules.numbered_plays and (game.rules.plays != 1 or is_final)


def again_scene(content: RulingNotice | JudgedAnew, now: datetime, words: Words) -> MailScene:
    """Return what tells a player that his move is not worth what it was."""
    inner = entry_scene(content.answer, words, now)
    values = {**inner.values, "n": content}
    if isinstance(content, JudgedAnew):
        return MailScene("rounds/judged_anew.j2", values, inner.figures)
    values["with_copy"] = content.accepted is False
    return MailScene("rounds/ruling_notice.j2", values, inner.figures)


def _to_move(
    game: RoundsFace, policy: GamePolicy, words: Words, board: document.BoardFigure | None = None
) -> dict[str, document.Figure]:
    """Return what a player looks at for a move, and how he writes it; *board* instead of the one that lies."""
    is_final = game.round is not None and game.round.is_final
    return {
        "rack": tiles_figure(game.rack, words, game.rules.tiles),
        "board": board or board_now(game, words),
        "copy": copy_figure(policy.title, game.rules, words, is_final=is_final),
    }


def _may_still_change(content: EntryAnswer, now: datetime | None) -> bool:
    """Tell whether another mail could still change something: the ZAT of the open round is ahead."""
    playing = content.game.round
    if playing is None or content.game.is_over:
        return False
    return now is None or is_in_time(now, playing.deadline)


def _shown_at(choice: Choice | None) -> int | None:
    """Return which move counts, else the first that waits, else the first that can be drawn."""
    if choice is None or not choice.moves:
        return None
    if choice.counts is not None:
        return choice.counts
    waiting = (at for at, move in enumerate(choice.moves) if move.status is Status.PENDING)
    drawn = (at for at, move in enumerate(choice.moves) if move.plays)
    return next(chain(waiting, drawn), 0)


def _counted_of(choice: Choice | None, rules: Rules) -> MoveSeen | None:
    at = _shown_at(choice)
    return None if at is None else moves_seen(choice, rules)[at]


def stand(content: Content, words: Words) -> tuple[str, Mapping[str, document.Figure]] | None:
    """Return what is in force for the reader, in an answer about no game; None where no round is open."""
    assert isinstance(content, EntryAnswer)  # noqa: S101  no other shows it
    game, policy = content.game, content.policy
    if game.round is None:
        return None
    said = _in_words(content.still_in_force, game, policy, words)
    return said, _to_move(game, policy, words)


def deadline_scene(
    content: DeadlineNotice, owed: Owed, words: Words, means: ReplyMeans
) -> MailScene:
    """Return what tells that a ZAT was moved, or a game paused, resumed, closed early, reopened."""
    attached: tuple[Attached, ...] = ()
    match content.change:
        case ZatChange.MOVED | ZatChange.RESUMED | ZatChange.REOPENED:
            attached = appointment(content.game, content.policy, owed, words, means)
        case ZatChange.PAUSED | ZatChange.CLOSED_EARLY | ZatChange.ENDED:
            pass
        case _:
            assert_never(content.change)
    game = content.game
    figures = {} if game.round is None else _to_move(game, content.policy, words)
    own = partial(_own_move, words=words)
    return MailScene("rounds/deadline_notice.j2", {"c": content}, figures, attached, own=own)


def _own_move(content: Content, words: Words) -> str:
    """Return what is in force for the reader of a notice about a ZAT."""
    if not isinstance(content, DeadlineNotice) or not content.shows_own:
        return ""
    return _in_words(content.own, content.game, content.policy, words)


def _in_words(own: Considered | None, game: RoundsFace, policy: GamePolicy, words: Words) -> str:
    seen = _counted_of(choice_in(own.found), game.rules) if own is not None else None
    shows_score = policy.confirm is not Confirm.SYNTAX
    return words.phrase("own_move", seen, shows_score, game.round is not None)


def scene(content: Content, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what the template of a mail is given."""
    match content:
        case EntryAnswer():
            answers = owed.answers
            return entry_scene(content, words, answers.answered_at if answers else None, answers)
        case CommandAnswer():
            return command_scene(content, words)
        case Report():
            return report_scene(content, owed, words, means)
        case Opening():
            return opening_scene(content, owed, words, means)
        case Reminder():
            figures = _to_move(content.game, content.policy, words)
            return MailScene("rounds/reminder.j2", {"c": content}, figures)
        case DeadlineNotice():
            return deadline_scene(content, owed, words, means)
        case RulingNotice() | JudgedAnew():
            return again_scene(content, owed.at, words)
        case WordQuestions():
            return questions_scene(content, words, owed.at)
        case Digest():
            return digest_scene(content, words)
        case _:
            raise TypeError(f"nobody writes {type(content).__name__}")
