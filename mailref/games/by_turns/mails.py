"""The mails of a game in turns: report, opening, answers, reminder, questions (classic 10)."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from mailref.games.by_turns.contents import (
    NobodyMoves,
    OrderAnswer,
    RematchWanted,
    RulingAsked,
    TimedOutAgain,
    TurnCommandAnswer,
    TurnOverdue,
    TurnReminder,
    TurnReport,
    TurnsOpening,
)
from mailref.games.by_turns.faces import (
    BestOfTurn,
    ClockChanged,
    Drew,
    Finished,
    LeftOnBoard,
    OnTable,
    OwnFace,
    PlayStands,
    ShownPlay,
    TookTile,
    TurnFace,
)
from mailref.games.by_turns.files import (
    game_files,
    letters_not_laid,
    turn_appointment,
    turns_pdf,
)
from mailref.games.by_turns.history import TurnKind
from mailref.games.by_turns.policy import TurnPolicy
from mailref.games.by_turns.rules import SoloRules
from mailref.games.by_turns.views import (
    GroupSeen,
    HappeningSeen,
    OrderSeen,
    OwnSeen,
    faults_told,
    groups_seen,
    happenings_seen,
    ledger_lines,
    lying_figure,
    orders_seen,
    own_seen,
    proposal_figure,
    scores_figure,
)
from mailref.games.rummikub.forming import MadeWord
from mailref.games.rummikub.views import rack_figure
from mailref.orders.order_sentences import without_slip
from mailref.referee.contents import Content
from mailref.referee.findings import Outcome
from mailref.referee.mails import Answered, Owed
from mailref.report.sheet_text import shown_name
from mailref.tiles.board import in_order
from mailref.writing.document import CopyFigure, Figure, LinkFigure, ListFigure, Quotation
from mailref.writing.never_a_move import MOST_NAME, lines_of, one_line, percent_encoded
from mailref.writing.scene import NAME, MailScene, PressSeen, ReplyMeans, Words, tiles_figure
from mailref.writing.views import FaultSeen, SpotSeen, scored_seen


class TableSeen(Struct, frozen=True):
    """What the templates of every mail of a game in turns are told."""

    zone: ZoneInfo
    own: OwnSeen | None
    plays: bool
    """Whether the reader has a place at the table and may still move."""
    is_mine: bool
    """Whether it is the reader's turn."""
    held: bool
    """Whether nobody can move now: a ruling or a pause is waited for."""
    open: ShownPlay | None
    is_his_open: bool
    may_challenge: bool
    ends_game: bool
    window: timedelta | None
    unseen: tuple[GroupSeen, ...]
    unseen_count: int
    at_table: bool
    """Whether words lie on a table and tiles on stacks: WORT-Rummikub."""
    solo: bool
    """Whether the reader plays for himself: Solitaire."""
    chosen: bool
    """Whether he chooses his letters himself there."""
    takes: bool
    """Whether tiles are taken from a full board: Un-Scrabble."""
    need: int
    """How many letters the reader's next word has at least, there; 0: he has none to lay."""


def table_seen(
    face: TurnFace, own: OwnFace | None, zone: ZoneInfo, words: Words, reader: str | None = None
) -> TableSeen:
    """Return how the table stands for a reader; *own* is his, or nothing."""
    rules = face.rules
    name = own.player if own is not None else reader
    seat = face.seat(name)
    plays = seat is not None and not seat.is_out and not face.ended
    open_play = face.open_play
    time = rules.open_for(len(face.seats)) if rules.may_challenge else timedelta(0)
    unseen = letters_not_laid(face)
    is_his = open_play is not None and open_play.player == name
    may = plays and not is_his and face.challenge is None
    return TableSeen(
        zone=zone,
        own=own_seen(own, rules, words.letters),
        plays=plays,
        is_mine=plays and face.turn is not None and face.turn.player == name,
        held=face.is_paused or (face.turn is not None and face.turn.waits),
        open=open_play,
        is_his_open=is_his,
        may_challenge=may and open_play is not None and bool(open_play.words),
        ends_game=open_play is not None and open_play.ends_game,
        window=time or None,
        unseen=groups_seen(unseen, words.letters),
        unseen_count=len(unseen),
        solo=isinstance(rules, SoloRules),
        chosen=isinstance(rules, SoloRules) and rules.chosen,
        at_table=isinstance(face.lies, OnTable),
        takes=isinstance(face.lies, LeftOnBoard),
        need=dict(face.lies.needs).get(name or "", 0) if isinstance(face.lies, OnTable) else 0,
    )


def table_figures(
    face: TurnFace, own: OwnSeen | None, policy: TurnPolicy, words: Words
) -> dict[str, Figure]:
    """Return board, score sheet, the reader's rack and the template to copy."""
    at_table = isinstance(face.lies, OnTable)
    blanks = ["__" if at_table else "__ __"]
    if isinstance(face.lies, LeftOnBoard):
        blanks = [f"{words.label('take')} __"]
    elif isinstance(face.rules, SoloRules) and face.rules.chosen:
        blanks.insert(0, f"{words.label('choose')} __")
    figures: dict[str, Figure] = {
        "board": lying_figure(face, words),
        "scores": scores_figure(face.history, face.seats, words, last=policy.history),
        "copy": CopyFigure((policy.title, f"{words.label('player_key')}={NAME}", *blanks)),
    }
    if own is not None and own.rack:
        rack = in_order(own.rack)
        figures["rack"] = (
            rack_figure(rack, words) if at_table else tiles_figure(rack, words, "your_letters")
        )
    return figures


def scene(content: Content, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what the template of a mail of a game in turns is given."""
    match content:
        case TurnReport():
            return _report_scene(content, owed, words, means)
        case TurnsOpening():
            return _opening_scene(content, owed, words, means)
        case OrderAnswer():
            return _answer_scene(content, owed.answers, words)
        case TurnCommandAnswer():
            return _command_scene(content, words)
        case RematchWanted():
            return MailScene("turn_rematch.j2", {"c": content, "policy": content.policy})
        case TurnReminder():
            return _reminder_scene(content, words)
        case RulingAsked():
            return _asked_scene(content, words)
        case TimedOutAgain() | NobodyMoves() | TurnOverdue():
            return _desk_scene(content, words)
        case _:
            raise TypeError(f"nobody writes {type(content).__name__}")


class LeftSeen(Struct, frozen=True):
    """A rack at the end, and what it brought or cost."""

    player: str
    letters: str
    points: int


class ReportSeen(Struct, frozen=True):
    """What the report's template is told beside the table."""

    happened: tuple[HappeningSeen, ...]
    headline: HappeningSeen | None
    reasoned: HappeningSeen | None
    """What the game master's reason is about: what his order did first."""
    finished: Finished | None
    left: tuple[LeftSeen, ...]
    winners: tuple[str, ...]
    most_points: int
    press: tuple[PressSeen, ...]
    comment: bool
    lost: tuple[tuple[str, int], ...]
    """How many points of what was possible each player left, by seats; nothing where it is not told."""


def _report_scene(content: TurnReport, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    face, policy = content.face, content.policy
    table = table_seen(face, content.own, policy.zone, words)
    draws = tuple(each.draw for each in content.happened if isinstance(each, Drew))
    figures = table_figures(face, table.own, policy, words)
    for number, item in enumerate(content.press):
        figures[f"press.{number}"] = Quotation(lines_of(item.text))
    if content.comment.strip():
        figures["comment"] = Quotation(lines_of(content.comment))
    if content.finished is not None:
        figures["standings"] = _standings(face, words)
    if content.best and content.own is not None:
        figures["best"] = _best(content, words)
    told = faults_told(content.faults, face)
    figures |= {spot.figure: spot.at for spot in told.spots}
    seen = _report_seen(content)
    values = _values(content, table, face, n=seen, told=told, draws=draws)
    attachments = (
        turns_pdf(face, policy, words, means),
        *game_files(content, words),
        *turn_appointment(content, owed, words, means),
    )
    name = "turn_revealed.j2" if content.later else "turn_report.j2"
    return MailScene(name, values, figures, attachments)


def _values(
    content: Content, table: TableSeen, face: TurnFace | None, **more: object
) -> dict[str, object]:
    """Return what every template of a game in turns is told, and what only one is."""
    rules = face.rules if face is not None else None
    policy = getattr(content, "policy", None)
    base = {"c": content, "s": table, "f": face, "r": rules, "policy": policy}
    return {**base, "differs": (), "draws": (), **more}


def _is_by_the_way(happening: HappeningSeen) -> bool:
    """Tell whether it makes a headline only where nothing else happened; a drawing never does."""
    is_lost = happening.turn is not None and happening.turn.kind == TurnKind.FORFEIT.value
    return is_lost or isinstance(happening.it, PlayStands | ClockChanged)


def _report_seen(content: TurnReport) -> ReportSeen:
    face = content.face
    happened = happenings_seen(content.happened, face.rules)
    aside = (Drew, TookTile)
    big = [each for each in happened if not (_is_by_the_way(each) or isinstance(each.it, aside))]
    small = [each for each in happened if _is_by_the_way(each)]
    end = content.finished
    won = tuple(seat for seat in face.seats if seat.rank == 1)
    return ReportSeen(
        happened=happened,
        headline=next(iter((*reversed(big), *reversed(small))), None),
        reasoned=next(iter((*big, *reversed(small))), None),
        finished=end,
        left=tuple(
            LeftSeen(one_line(name, MOST_NAME), in_order(rack), end.deductions.get(name, 0))
            for name, rack in end.racks.items()
        )
        if end is not None
        else (),
        winners=tuple(seat.name for seat in won),
        most_points=max((seat.total for seat in won), default=0),
        press=tuple(
            PressSeen(one_line(item.player, MOST_NAME), f"press.{number}")
            for number, item in enumerate(content.press)
        ),
        comment=bool(content.comment.strip()),
        lost=_lost(content.best) if content.own is not None else (),
    )


def _standings(face: TurnFace, words: Words) -> ListFigure:
    labels = words.table
    seats = sorted(face.seats, key=lambda seat: seat.rank or 0)
    return ListFigure(
        (labels.player, labels.rank, labels.total),
        tuple(
            (shown_name(one_line(seat.name, MOST_NAME)), str(seat.rank or ""), str(seat.total))
            for seat in seats
        ),
    )


def _best(content: TurnReport, words: Words) -> ListFigure:
    """Return what was possible in each turn; the player first, so that no line begins as a move."""
    heads = map(words.label, ("table_turn_number", "table_possible", "table_best_play"))
    number, possible, best_play = heads
    return ListFigure(
        (words.table.player, number, words.table.points, possible, best_play),
        tuple(
            (
                shown_name(one_line(each.player, MOST_NAME)),
                str(each.number),
                str(each.points),
                str(each.best_points),
                f"{in_order(each.rack)}: {_possible(each, content, words)}",
            )
            for each in content.best
        ),
    )


def _possible(each: BestOfTurn, content: TurnReport, words: Words) -> str:
    if each.best is None:
        return "–"
    return words.of("turn", "possible", scored_seen(each.best, 1, content.face.rules.axes))


def _lost(best: Sequence[BestOfTurn]) -> tuple[tuple[str, int], ...]:
    """Return what each player has left lying in all turns, in the order of their first ones."""
    lost: Counter[str] = Counter()
    for each in best:
        lost[one_line(each.player, MOST_NAME)] += each.best_points - each.points
    return tuple(lost.items())


class OpeningSeen(Struct, frozen=True):
    comment: bool


def _opening_scene(content: TurnsOpening, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    face, policy = content.face, content.policy
    table = table_seen(face, content.own, policy.zone, words)
    figures = table_figures(face, table.own, policy, words)
    if content.comment.strip():
        figures["comment"] = Quotation(lines_of(content.comment))
    values = _values(
        content,
        table,
        face,
        n=OpeningSeen("comment" in figures),
        differs=content.differs,
        draws=face.history.first_draws,
        game=None,
    )
    attached = turn_appointment(content, owed, words, means)
    return MailScene("turn_opening.j2", values, figures, attached)


class AnswerSeen(Struct, frozen=True):
    """What the answer to an entry is told beside the table."""

    state: str
    ambiguous_line: str | None
    orders: tuple[OrderSeen, ...]
    spots: tuple[SpotSeen, ...]
    remarks: tuple[FaultSeen, ...]
    has_proposal: bool
    meant: MadeWord | None
    """What he may have meant by a word that cannot be laid as he wrote it."""


def _answer_scene(content: OrderAnswer, answers: Answered | None, words: Words) -> MailScene:
    face, policy = content.face, content.policy
    table = table_seen(face, content.own, policy.zone, words, content.reader)
    figures = table_figures(face, table.own, policy, words)
    told = faults_told(content.faults, face)
    figures |= {spot.figure: spot.at for spot in told.spots}
    shown = content.shown.value if content.shown is not None else ()
    drawn = next((order for order in shown if order.board is not None), None)
    if drawn is not None:
        figures["proposal"] = proposal_figure(face, drawn, words)
    seen = AnswerSeen(
        state=_state(content),
        ambiguous_line=entry.ambiguous_line if (entry := content.considered.entry) else None,
        orders=orders_seen(content.shown, face.rules, words.letters),
        spots=told.spots,
        remarks=told.remarks,
        has_proposal=drawn is not None,
        meant=content.hints.meant.value if content.hints.meant is not None else None,
    )
    right = without_slip(seen.ambiguous_line or "")
    values = _values(content, table, face, a=seen, answers=answers, instead=right)
    return MailScene("turn_entered.j2" if content.is_copy else "turn_answer.j2", values, figures)


def _state(content: OrderAnswer) -> str:
    """Return what the answer says: what was done, or why nothing was."""
    considered = content.considered
    if considered.outcome is Outcome.PENDING:
        return considered.outcome.value
    if considered.reason is not None:
        return considered.reason.value
    return content.effect.value if content.effect is not None else considered.outcome.value


class AskedSeen(Struct, frozen=True):
    """What the answer to commands is told beside the table."""

    asked: tuple[str, ...]
    has_turns: bool
    shows_state: bool
    is_elsewhere: bool
    """Whether he asks about tables at none of which he sits: those of soloists are hidden."""


def _command_scene(content: TurnCommandAnswer, words: Words) -> MailScene:
    face, policy = content.face, content.policy
    asked = tuple(command.value for command in content.commands)
    table = table_seen(face, content.own, policy.zone, words, content.reader)
    figures = table_figures(face, table.own, policy, words)
    figures["ledger"] = _ledger(face, words)
    asks_state = content.asks_state or content.withdrawn
    is_elsewhere = table.solo and not face.seats
    seen = AskedSeen(
        asked, bool(face.history.turns), asks_state and not is_elsewhere, is_elsewhere=is_elsewhere
    )
    values = _values(content, table, face, q=seen, game=None)
    return MailScene("turn_command.j2", values, figures)


def _ledger(face: TurnFace, words: Words) -> ListFigure:
    labels = words.table
    return ListFigure(
        (labels.player, words.label("table_turn_number"), labels.points, labels.total, labels.move),
        tuple(
            (
                shown_name(line.player),
                str(line.number),
                str(line.points),
                str(line.total),
                line.said,
            )
            for line in ledger_lines(face.history, face.rules, words)
        ),
    )


def _reminder_scene(content: TurnReminder, words: Words) -> MailScene:
    face, policy = content.face, content.policy
    table = table_seen(face, content.own, policy.zone, words)
    figures = table_figures(face, table.own, policy, words)
    return MailScene("turn_reminder.j2", _values(content, table, face), figures)


class QuestionsSeen(Struct, frozen=True):
    asked: tuple[str, ...]
    links: tuple[str, ...]
    """For each word the name of a link where it can be looked up; "" for none."""


def _asked_scene(content: RulingAsked, words: Words) -> MailScene:
    face, policy = content.face, content.policy
    figures: dict[str, Figure] = {}
    if face is not None:
        figures["board"] = lying_figure(face, words, words.phrase("board_now"))
    links: list[str] = []
    for number, each in enumerate(content.words):
        links.append(f"link.{number}" if policy.lookup else "")
        if policy.lookup:
            url = policy.lookup.replace("{word}", percent_encoded(each.word))
            figures[f"link.{number}"] = LinkFigure(words.label("lookup"), url)
    at_table = face is not None and isinstance(face.lies, OnTable)
    seen = QuestionsSeen(tuple(each.word for each in content.words), tuple(links))
    return MailScene(
        "turn_asked.j2", {"c": content, "q": seen, "policy": policy, "at_table": at_table}, figures
    )


def _desk_scene(content: TimedOutAgain | NobodyMoves | TurnOverdue, words: Words) -> MailScene:
    face, policy = content.face, content.policy
    table = table_seen(face, None, policy.zone, words)
    figures = table_figures(face, None, policy, words)
    values = _values(content, table, face, kind=type(content).__name__)
    return MailScene("turn_desk.j2", values, figures)
