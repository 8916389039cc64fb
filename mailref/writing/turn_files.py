"""What is attached to the mails of a game in turns: the printed sheet, the ZAT, the game once it is over.

Before the end it is what all may know: the same bytes go to every reader of a language.
"""

from datetime import timedelta
from typing import assert_never

from mailref.referee.mails import Owed
from mailref.referee.policy import GamePolicy
from mailref.referee.turn_contents import TurnReport, TurnsOpening
from mailref.referee.turn_faces import LeftOnBoard, OnBoard, OnTable, TurnFace
from mailref.report.board_view import BoardView
from mailref.report.calendar import Appointment
from mailref.report.pdf import LedgerRow, ScoreColumns, turn_sheet_pdf
from mailref.report.pdf_page import PdfLabels, SheetFact
from mailref.report.sheet import letters_left
from mailref.report.table_picture import TableView
from mailref.rules.board import GERMAN, without
from mailref.writing.mail_bytes import Attached, shared_base64
from mailref.writing.report_mail import calendar_file, page_format
from mailref.writing.scene import ReplyMeans, Words
from mailref.writing.table_views import table_of
from mailref.writing.turn_views import ledger_lines, scores_figure, table_view, turn_seen


def turns_pdf(face: TurnFace, policy: GamePolicy, words: Words, means: ReplyMeans) -> Attached:
    """Return the sheet of all turns as an attachment."""
    number = face.history.turns[-1].number if face.history.turns else 0
    page = page_format(means.house.paper, means.house.ink)
    data = means.printed.of(
        (face, policy.language, words.label("file_sheet"), page),
        lambda: turn_sheet_pdf(
            _columns(face, words),
            _ledger(face, words),
            _view(face, words),
            _labels(face, policy, words, means),
            means.painter,
            page=page,
            letters=letters_left(_letters_listed(face), GERMAN),
        ),
    )
    name = f"{policy.id}-{words.label('file_sheet')}-{words.label('turn_sign')}{number}.pdf"
    return Attached("application/pdf", shared_base64(data), name)


def _view(face: TurnFace, words: Words) -> BoardView | TableView:
    """Return what lies, for the picture."""
    if isinstance(face.lies, OnTable):
        return table_of(face.lies, is_open=face.open_play is not None)
    return table_view(face, words)


def letters_not_laid(face: TurnFace) -> str:
    """Return the tiles that do not lie on the board; nothing where there are stacks to be counted."""
    if not isinstance(face.lies, OnBoard):
        return ""
    return without(GERMAN.all_tiles, [tile.tile for tile in face.lies.board.tiles])


def _letters_listed(face: TurnFace) -> str:
    """Return the tiles that the sheet counts: those not laid, in Un-Scrabble those that lie still."""
    if isinstance(face.lies, LeftOnBoard):
        return face.lies.tiles
    return letters_not_laid(face)


def _columns(face: TurnFace, words: Words) -> ScoreColumns:
    figure = scores_figure(face.history, face.seats, words)
    return ScoreColumns(figure.players, figure.points, figure.total, figure.rows)


def _ledger(face: TurnFace, words: Words) -> tuple[LedgerRow, ...]:
    return tuple(
        LedgerRow(
            str(line.number),
            line.player,
            line.said,
            line.formula,
            str(line.points),
            str(line.total),
        )
        for line in ledger_lines(face.history, face.rules, words)
    )


def _labels(face: TurnFace, policy: GamePolicy, words: Words, means: ReplyMeans) -> PdfLabels:
    turns = face.history.turns
    facts = [SheetFact(words.label("fact_table"), words.of_turns("standing", face.seats))]
    if turns:
        last = words.of_turns("in_a_line", turn_seen(turns[-1], face.rules))
        facts.insert(0, SheetFact(words.label("fact_last_turn"), f"{turns[-1].player}: {last}"))
    if face.turn is not None:
        zat = words.phrase("zat", face.turn.deadline, policy.zone)
        facts.append(SheetFact(words.label("fact_to_move"), f"{face.turn.player}, {zat}"))
    match face.lies:
        case OnBoard(bag=bag):
            facts.append(SheetFact(words.label("fact_bag"), words.phrase("tiles", bag)))
        case LeftOnBoard() as lies:
            left = words.phrase("tiles", len(lies.tiles))
            facts.append(SheetFact(words.label("fact_left"), left))
        case OnTable() as lies:
            facts.append(SheetFact(words.label("fact_stacks"), words.of_table("stacks", lies)))
        case _:
            assert_never(face.lies)
    return PdfLabels(
        title=policy.title,
        subtitle=words.phrase("subtitle_turns", turns[-1].number if turns else 0),
        facts=tuple(facts),
        letters_heading=words.phrase(
            "letters_lying" if isinstance(face.lies, LeftOnBoard) else "letters_not_laid",
            len(_letters_listed(face)),
        ),
        history_heading=words.label("ledger_heading"),
        footer=words.phrase("footer_turns", policy, means.house),
        page=words.label("page"),
        table=words.table,
        letters=words.letters,
        language=policy.language,
    )


def game_files(content: TurnReport, words: Words) -> tuple[Attached, ...]:
    """Return, after the end, every drawing with the number that opens its receipt, and the game as GCG."""
    end = content.finished
    if end is None or not end.draws:
        return ()
    lines = [
        f"| {each.draw.number} | {each.draw.player} | {' '.join(each.letters)} | {each.nonce} | {each.draw.receipt}"
        for each in end.draws
    ]
    data = shared_base64("\r\n".join((words.phrase("draws_head"), "", *lines, "")).encode())
    name = f"{content.policy.id}-{words.label('file_draws')}.txt"
    opened = Attached("text/plain", data, name, parameters=(("charset", "utf-8"),))
    if not content.gcg:
        return (opened,)
    game = shared_base64(content.gcg.encode())
    utf8 = (("charset", "utf-8"),)
    return (opened, Attached("text/plain", game, f"{content.policy.id}.gcg", parameters=utf8))


_MINUTE = timedelta(minutes=1)


def turn_appointment(
    content: TurnReport | TurnsOpening, owed: Owed, words: Words, means: ReplyMeans
) -> tuple[Attached, ...]:
    """Return the ZAT of the turn for the calendar of who is to move; none where no clock runs."""
    policy, turn = content.policy, content.face.turn
    is_mine = turn is not None and content.own is not None and content.own.player == turn.player
    is_held = content.face.is_paused or content.face.challenge is not None
    if turn is None or turn.deadline is None or is_held or not is_mine:
        return ()
    entry = Appointment(
        game=policy.id,
        round_number=turn.number,
        deadline=turn.deadline,
        zone=policy.zone.key,
        changes=max(0, int((owed.at - turn.began) / _MINUTE)),
        summary=words.phrase("event_turn", policy.title),
        description=words.phrase("event_turn_text", means.house.address),
        organizer_name=means.house.gamemaster_name,
        organizer_address=means.house.address,
    )
    return (calendar_file(entry, owed.at, f"{policy.id}-Z{turn.number}.ics"),)
