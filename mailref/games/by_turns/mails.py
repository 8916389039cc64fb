"""The mails of a game in turns: report, opening, answers, reminder, questions (classic 10)."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum
from functools import partial

from msgspec import Struct

from mailref.games.by_turns.contents import (
    AnswerSays,
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
from mailref.games.by_turns.events import PlayAccepted
from mailref.games.by_turns.faces import (
    BestOfTurn,
    ClockMoved,
    Drew,
    Happening,
    LeftOnBoard,
    OnTable,
    OwnFace,
    TookTile,
    TurnFace,
    TurnTaken,
)
from mailref.games.by_turns.files import game_files, letters_not_laid, turn_appointment, turns_pdf
from mailref.games.by_turns.history import TurnKind
from mailref.games.by_turns.policy import TurnPolicy
from mailref.games.by_turns.views import (
    GroupSeen,
    OwnSeen,
    faults_told,
    groups_seen,
    ledger_lines,
    lying_figure,
    orders_seen,
    own_seen,
    proposal_figure,
    scores_figure,
    turn_seen,
)
from mailref.games.events import GamePaused, GameResumed
from mailref.games.kind import folder_of
from mailref.games.rummikub.views import rack_figure
from mailref.orders.order_sentences import without_slip
from mailref.referee.contents import Content
from mailref.referee.findings import Reason
from mailref.referee.mails import Owed
from mailref.report.sheet import shown_name
from mailref.tiles.board import in_order
from mailref.writing.document import CopyFigure, Figure, LinkFigure, ListFigure, Quotation
from mailref.writing.never_a_move import MOST_NAME, lines_of, one_line, percent_encoded
from mailref.writing.scene import NAME, MailScene, ReplyMeans, Words, quoted, tiles_figure
from mailref.writing.views import scored_seen

AboutTable = (
    TurnReport
    | TurnsOpening
    | OrderAnswer
    | TurnCommandAnswer
    | TurnReminder
    | TimedOutAgain
    | NobodyMoves
    | TurnOverdue
)


class Can(StrEnum):
    """What the reader can write now; its template is named so."""

    NOTHING = "nothing"
    WAIT = "wait"
    """Places are free."""
    SAY = "say"
    """Whether the play stands that ends the game."""
    MOVE = "move"
    REPLACE = "replace"
    """His move, which waits for a ruling."""
    MOVE_AHEAD = "move_ahead"


class TableSeen(Struct, frozen=True):
    """How the table stands for the reader of a mail."""

    own: OwnSeen | None
    plays: bool
    """Whether the reader has a place at the table and may still move."""
    is_mine: bool
    """Whether it is the reader's turn."""
    held: bool
    """Whether nobody can move now: a ruling or a pause is waited for."""
    can: Can
    is_his_open: bool
    may_challenge: bool
    window: timedelta | None
    unseen: tuple[GroupSeen, ...]
    solo: bool
    """Whether the reader plays for himself: Solitaire."""
    need: int
    """How many letters the reader's next word has at least (WORT-Rummikub); 0: he has none to lay."""


def table_seen(
    face: TurnFace, own: OwnFace | None, words: Words, reader: str | None = None
) -> TableSeen:
    """Return how the table stands for a reader; *own* is his, or nothing."""
    rules = face.rules
    name = own.player if own is not None else reader
    seat = face.seat(name)
    plays = seat is not None and not seat.is_out and not face.ended
    open_play = face.open_play
    time = rules.open_for(len(face.seats)) if rules.may_challenge else timedelta(0)
    is_his = open_play is not None and open_play.player == name
    may = plays and not is_his and face.challenge is None
    is_mine = plays and face.turn is not None and face.turn.player == name
    held = face.is_paused or (face.turn is not None and face.turn.waits)
    return TableSeen(
        own=own_seen(own, rules, words.letters),
        plays=plays,
        is_mine=is_mine,
        held=held,
        can=_can(face, plays=plays, is_his_open=is_his, is_mine=is_mine, held=held),
        is_his_open=is_his,
        may_challenge=may and open_play is not None and bool(open_play.words),
        window=time or None,
        unseen=groups_seen(letters_not_laid(face), words.letters),
        solo=face.is_alone,
        need=dict(face.lies.needs).get(name or "", 0) if isinstance(face.lies, OnTable) else 0,
    )


def _can(face: TurnFace, *, plays: bool, is_his_open: bool, is_mine: bool, held: bool) -> Can:
    if not plays:
        return Can.NOTHING
    if face.turn is None and not face.is_alone:
        return Can.WAIT
    if face.open_play is not None and face.open_play.ends_game:
        return Can.NOTHING if is_his_open else Can.SAY
    if is_mine and not held:
        return Can.MOVE
    waits = face.turn is not None and face.turn.waits and face.challenge is None
    return Can.REPLACE if is_mine and waits else Can.MOVE_AHEAD


def table_figures(
    face: TurnFace, own: OwnSeen | None, policy: TurnPolicy, words: Words
) -> dict[str, Figure]:
    """Return board, score sheet, the reader's rack and the template to copy."""
    at_table = isinstance(face.lies, OnTable)
    blanks = ["__" if at_table else "__ __"]
    if isinstance(face.lies, LeftOnBoard):
        blanks = [f"{words.label('take')} __"]
    elif face.is_chosen:
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
            return _answer_scene(content, owed, words, means)
        case TurnCommandAnswer():
            return _command_scene(content, words)
        case RematchWanted():
            return MailScene("turns/rematch.j2", {"c": content, "policy": content.policy})
        case TurnReminder():
            return MailScene("turns/reminder.j2", *_told(content, words))
        case RulingAsked():
            return _asked_scene(content, words)
        case TimedOutAgain() | NobodyMoves() | TurnOverdue():
            return MailScene("turns/desk.j2", *_told(content, words))
        case _:
            raise TypeError(f"nobody writes {type(content).__name__}")


def _report_scene(content: TurnReport, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    face, policy = content.face, content.policy
    told = faults_told(content.faults, face)
    big, small = _headlines(content.happened)
    values, figures = _told(
        content,
        words,
        told=told,
        draws=tuple(each.draw for each in content.happened if isinstance(each, Drew)),
        headline=next(iter((*reversed(big), *reversed(small))), None),
        reasoned=next(iter((*big, *reversed(small))), None),
        lost=_lost(content.best) if content.own is not None else (),
        in_order=in_order,
        seen=partial(turn_seen, rules=face.rules),
    )
    quoted(content.press, figures)
    if content.finished is not None:
        figures["standings"] = _standings(face, words)
    if content.best and content.own is not None:
        figures["best"] = _best(content, words)
    figures |= {spot.figure: spot.at for spot in told.spots}
    attachments = (
        turns_pdf(face, policy, words, means),
        *game_files(content, words),
        *turn_appointment(content, owed, words, means),
    )
    name = "turns/revealed.j2" if content.later else "turns/report.j2"
    return MailScene(name, values, figures, attachments)


def _told(
    content: AboutTable, words: Words, reader: str | None = None, **more: object
) -> tuple[dict[str, object], dict[str, Figure]]:
    """Return what every template about a table is told, with what only one is, and their figures."""
    face, own = content.face, getattr(content, "own", None)
    table = table_seen(face, own, words, reader)
    figures = table_figures(face, table.own, content.policy, words)
    if comment := getattr(content, "comment", "").strip():
        figures["comment"] = Quotation(lines_of(comment))
    values = {
        "c": content,
        "s": table,
        "f": face,
        "r": face.rules,
        "policy": content.policy,
        "kind": folder_of(face.rules.family),
        "differs": (),
        "draws": (),
        "comment": comment,
    }
    return {**values, **more}, figures


def _headlines(happened: Sequence[Happening]) -> tuple[list[Happening], list[Happening]]:
    """Return what makes a headline, and what does where nothing else happened; a drawing never does."""
    aside = (Drew, TookTile)
    small: list[Happening] = [
        each
        for each in happened
        if isinstance(each, PlayAccepted | ClockMoved | GamePaused | GameResumed)
        or (isinstance(each, TurnTaken) and each.turn.kind is TurnKind.FORFEIT)
    ]
    return [each for each in happened if not isinstance(each, aside) and each not in small], small


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
    return words.of("turns/phrases", "possible", scored_seen(each.best, 1, content.face.rules.axes))


def _lost(best: Sequence[BestOfTurn]) -> tuple[tuple[str, int], ...]:
    """Return what each player has left lying in all turns, in the order of their first ones."""
    lost: Counter[str] = Counter()
    for each in best:
        lost[one_line(each.player, MOST_NAME)] += each.best_points - each.points
    return tuple(lost.items())


def _opening_scene(content: TurnsOpening, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    draws = content.face.history.first_draws
    values, figures = _told(content, words, differs=content.differs, draws=draws, game=None)
    attached = turn_appointment(content, owed, words, means)
    name = "turns/gathering.j2" if content.gathers else "turns/opening.j2"
    return MailScene(name, values, figures, attached)


def _answer_scene(content: OrderAnswer, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    face, entry, meant = content.face, content.considered.entry, content.hints.meant
    told = faults_told(content.faults, face)
    orders = orders_seen(content.shown, face.rules, words.letters)
    drawn = next((order.it for order in orders if order.it.board is not None), None)
    line = entry.ambiguous_line if entry is not None else None
    values, figures = _told(
        content,
        words,
        content.reader,
        said=_said(content, owed, means),
        told=told,
        orders=orders,
        first=next((order for order in orders if order.it.goes), None),
        has_proposal=drawn is not None,
        answers=owed.answers,
        line=line,
        instead=without_slip(line or ""),
        meant=meant.value if meant is not None else None,
    )
    figures |= {spot.figure: spot.at for spot in told.spots}
    if drawn is not None:
        figures["proposal"] = proposal_figure(face, drawn, words)
    name = "turns/entered.j2" if content.is_copy else "turns/answer.j2"
    return MailScene(name, values, figures)


def _said(content: OrderAnswer, owed: Owed, means: ReplyMeans) -> StrEnum:
    """Return what an answer says; the game master is told how to give orders."""
    is_to_game_master = bool(owed.answers) and owed.recipient == means.house.gamemaster_address
    is_nothing = content.said in (Reason.NOT_A_PLAYER, Reason.NO_MOVE)
    return AnswerSays.NO_ORDER if is_to_game_master and is_nothing else content.said


def _command_scene(content: TurnCommandAnswer, words: Words) -> MailScene:
    values, figures = _told(content, words, content.reader, game=None)
    figures["ledger"] = _ledger(content.face, words)
    return MailScene("turns/command.j2", values, figures)


def _ledger(face: TurnFace, words: Words) -> ListFigure:
    labels = words.table
    return ListFigure(
        (labels.player, words.label("table_turn_number"), labels.points, labels.total, labels.move),
        tuple(
            (shown_name(line.player), line.number, line.points, line.total, line.said)
            for line in ledger_lines(face.history, face.rules, words)
        ),
    )


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
    values = {
        "c": content,
        "policy": policy,
        "asked": tuple(each.word for each in content.words),
        "links": tuple(links),
        "kind": folder_of(face.rules.family) if face is not None else "",
    }
    return MailScene("turns/asked.j2", values, figures)
