"""The mails of a game in rounds; here the answer to an entry or to commands, the reminder, notices of a ZAT.

An answer to an entry says what was understood, what it is worth, what stays in force.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import assert_never

from mailref.games.rounds.contents import (
    CommandAnswer,
    DeadlineNotice,
    Digest,
    EntryAnswer,
    JudgedAnew,
    Opening,
    Reminder,
    Report,
    RulingNotice,
    WordQuestions,
)
from mailref.games.rounds.desk_mails import digest_scene, questions_scene, texts_waiting
from mailref.games.rounds.in_force import choice_in
from mailref.games.rounds.report_mail import appointment, opening_scene, report_scene
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rounds.rules import Rules
from mailref.games.rounds.sheet import sheet_data
from mailref.games.rounds.views import (
    Notes,
    board_now,
    board_with,
    copy_figure,
    late_joiners,
    moves_seen,
)
from mailref.games.schedule import is_in_time
from mailref.orders.table import Command
from mailref.referee.contents import Content
from mailref.referee.findings import STORED, Considered
from mailref.referee.mails import Answered, Owed
from mailref.referee.notices import ZatChange
from mailref.referee.policy import Confirm, GamePolicy
from mailref.report.sheet import shown_name
from mailref.tiles.scoring import Judged, Status
from mailref.writing.document import Figure, ListFigure, SheetFigure
from mailref.writing.mail_bytes import Attached
from mailref.writing.never_a_move import MOST_NAME, one_line
from mailref.writing.scene import (
    MailScene,
    ReplyMeans,
    Words,
    board_figure,
    tiles_figure,
)
from mailref.writing.views import MoveSeen, move_seen

_MOST_STANDINGS = 20


def command_scene(content: CommandAnswer, words: Words) -> MailScene:
    """Return the answer to the commands of a mail about one game."""
    game, policy, last = content.game, content.policy, content.last
    figures = _to_move(game, policy, words)
    if not content.asks_state:
        del figures["board"]
    if last is not None:
        figures["standings"] = _standings(content, words)
    figures |= texts_waiting(content.desk)
    sheet = None
    if Command.REPORT in content.commands and last:
        notes = Notes(words, last.rules, policy.zone)
        sheet = sheet_data(
            policy.title,
            (last,),
            note=notes.note,
            late=late_joiners(game),
            former=words.phrase("note_former"),
        )
        figures["sheet"] = SheetFigure()
    values = {
        "c": content,
        "r": game.rules,
        "policy": policy,
        "game": game,
        "laid": _laid(content, words),
        "in_force": _in_words(content.own, game, policy, words),
    }
    return MailScene("rounds/command_answer.j2", values, figures, sheet=sheet)


def _laid(content: CommandAnswer, words: Words) -> str:
    last = content.last
    if last is None or last.laid is None:
        return ""
    move = move_seen(last.laid.judged, 0, "counts", last.rules)
    return words.phrase("laid", move, last.laid.players)


def _standings(content: CommandAnswer, words: Words) -> ListFigure:
    labels = words.table
    rows = content.last.table if content.last else ()
    shown = rows[:_MOST_STANDINGS]
    mine = tuple(row for row in rows[_MOST_STANDINGS:] if row.player == content.player)
    return ListFigure(
        (labels.player, labels.rank, labels.total),
        tuple(
            (shown_name(one_line(row.player, MOST_NAME)), str(row.rank), str(row.total))
            for row in (*shown, *mine)
        ),
    )


def entry_scene(
    content: EntryAnswer, words: Words, now: datetime | None, answers: Answered | None = None
) -> MailScene:
    """Return what confirms or rejects an entry; *now* is when it arrived, or when it was decided."""
    considered, policy, game = content.considered, content.policy, content.game
    moves = moves_seen(choice_in(considered.found), game.rules)
    shown = _shown(considered)
    earlier = content.still_in_force
    is_drawn = shown is not None and bool(shown.plays) and considered.outcome in STORED
    figures = _to_move(game, policy, words)
    if is_drawn:
        view = board_with(game, shown, words)
        figures["board"] = board_figure(view, words, words.phrase("board_proposed", None))
    figures |= {spot.figure: spot.at for each in moves for spot in each.spots}
    number = _number(considered, shown)
    values = {
        "c": content,
        "m": next((move for move in moves if move.number == number), None),
        "moves": moves,
        "earlier": _counted_of(earlier, game.rules) if earlier else None,
        "is_open": _may_still_change(content, now),
        "is_drawn": is_drawn,
        "shows_score": policy.confirm is not Confirm.SYNTAX,
        "with_copy": False,
        "answers": answers,
    }
    return MailScene("rounds/entry_answer.j2", values, figures)


def again_scene(content: RulingNotice | JudgedAnew, now: datetime, words: Words) -> MailScene:
    """Return what tells a player that his move is not worth what it was."""
    inner = entry_scene(content.answer, words, now)
    values = {**inner.values, "n": content}
    if isinstance(content, JudgedAnew):
        return MailScene("rounds/judged_anew.j2", values, inner.figures)
    values["with_copy"] = content.accepted is False
    return MailScene("rounds/ruling_notice.j2", values, inner.figures)


def _to_move(game: RoundGame, policy: GamePolicy, words: Words) -> dict[str, Figure]:
    """Return what a player looks at for a move, and how he writes it."""
    return {
        "rack": tiles_figure(game.rack, words),
        "board": board_now(game, words),
        "copy": copy_figure(policy.title, game.rules, words, is_final=game.position.is_final),
    }


def _may_still_change(content: EntryAnswer, now: datetime | None) -> bool:
    """Tell whether another mail could still change something: the ZAT of the open round is ahead."""
    playing = content.game.round
    if playing is None or content.game.is_over:
        return False
    return now is None or is_in_time(now, playing.deadline)


def _shown(considered: Considered) -> Judged | None:
    """Return the move that counts, else the first that waits, else the first that can be drawn."""
    choice = choice_in(considered.found)
    if choice is None or not choice.moves:
        return None
    if choice.counted is not None:
        return choice.counted
    waiting = (move for move in choice.moves if move.status is Status.PENDING)
    drawn = (move for move in choice.moves if move.plays)
    return next(waiting, None) or next(drawn, None) or choice.moves[0]


def _counted_of(considered: Considered, rules: Rules) -> MoveSeen | None:
    moves = moves_seen(choice_in(considered.found), rules)
    shown = _shown(considered)
    return next((move for move in moves if move.number == _number(considered, shown)), None)


def _number(considered: Considered, shown: Judged | None) -> int:
    moves = choice.moves if (choice := choice_in(considered.found)) else ()
    return next((at for at, move in enumerate(moves, start=1) if move is shown), 0)


def stand(content: Content, words: Words) -> tuple[str, Mapping[str, Figure]] | None:
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


def _in_words(own: Considered | None, game: RoundGame, policy: GamePolicy, words: Words) -> str:
    seen = _counted_of(own, game.rules) if own is not None else None
    shows_score = policy.confirm is not Confirm.SYNTAX
    return words.phrase("own_move", seen, shows_score, game.round is not None)


def scene(content: Content, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what the template of a mail is given."""
    match content:
        case EntryAnswer():
            answers = owed.answers
            return entry_scene(content, words, answers.received if answers else None, answers)
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
            return questions_scene(content, words)
        case Digest():
            return digest_scene(content, words)
        case _:
            raise TypeError(f"nobody writes {type(content).__name__}")
