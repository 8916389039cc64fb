"""The mails of a game of which each round sets a task: what their templates are given.

The engine's templates lie in `tasks/`; what a kind says itself they include from its own folder.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from zoneinfo import ZoneInfo

from msgspec import Struct

from mailref.games.by_rounds.tasks.contents import (
    OfTask,
    TaskAnswer,
    TaskCommandAnswer,
    TaskCorrected,
    TaskDesk,
    TaskDigest,
    TaskNotice,
    TaskOpening,
    TaskReminder,
    TaskReport,
    TaskRuled,
)
from mailref.games.by_rounds.tasks.course import JudgedAnswer
from mailref.games.game import Press
from mailref.referee.contents import Content
from mailref.referee.findings import Outcome
from mailref.referee.mails import Owed
from mailref.report.attachments import Appointment
from mailref.report.sheet_text import shown_name
from mailref.writing.document import (
    CopyFigure,
    Figure,
    ListFigure,
    MarkedLine,
    Quotation,
    TilesFigure,
)
from mailref.writing.mail_bytes import Attached
from mailref.writing.never_a_move import MOST_NAME, lines_of, one_line
from mailref.writing.scene import (
    MINUTE,
    NAME,
    MailScene,
    PressSeen,
    ReplyMeans,
    Words,
    calendar_file,
)

_MOST_ROWS = 50
"""So many players a mail shows; the reader's own row always."""
_TEMPLATES: Mapping[type[Content], str] = MappingProxyType(
    {
        TaskOpening: "opening",
        TaskReport: "report",
        TaskAnswer: "answer",
        TaskRuled: "ruled",
        TaskNotice: "notice",
        TaskCorrected: "corrected",
        TaskReminder: "reminder",
        TaskDigest: "digest",
        TaskCommandAnswer: "command",
    }
)
_WITH_ZAT = (TaskOpening, TaskReport, TaskNotice)
"""Those that bring the ZAT as a calendar entry."""


class TaskSeen(Struct, frozen=True, kw_only=True):
    """What the templates of every such mail are told."""

    zone: ZoneInfo
    own: JudgedAnswer | None
    judged: JudgedAnswer | None
    """What the mail that is answered has sent."""
    state: str
    """Of an answer: what was done, or why nothing was."""
    player: str
    """Whom an answer is about."""
    rows: int
    """Players that the table shows."""
    more: int
    """Players that it does not show."""
    winners: tuple[str, ...]
    silent: tuple[str, ...]
    """Who sent nothing for the round that is reported."""
    unread: tuple[str, ...]
    press: tuple[PressSeen, ...]
    comment: bool
    asked: tuple[str, ...]
    shows_state: bool
    desk: TaskDesk | None
    for_game_master: bool
    has_ambiguous_line: bool


def scene(content: Content, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what the template of a mail is given."""
    assert isinstance(content, OfTask | TaskAnswer | TaskCommandAnswer)  # noqa: S101  states the promise to mypy
    face, policy = content.face, content.policy
    figures: dict[str, Figure] = {}
    comment, press = getattr(content, "comment", ""), getattr(content, "press", ())
    seen = TaskSeen(
        zone=policy.zone,
        own=content.own.value if content.own is not None else None,
        judged=content.judged.value
        if isinstance(content, TaskAnswer) and content.judged is not None
        else None,
        state=_state(content),
        player=_about(content),
        rows=len(face.table),
        more=max(0, len(face.table) - _MOST_ROWS),
        winners=tuple(one_line(row.player, MOST_NAME) for row in face.table if row.rank == 1),
        silent=_silent(content),
        unread=tuple(one_line(name, MOST_NAME) for name in face.unread),
        press=_quoted(comment, press, figures),
        comment=bool(comment.strip()),
        asked=_asked(content),
        shows_state=_shows_state(content),
        desk=getattr(content, "desk", None),
        for_game_master=_is_for_game_master(content),
        has_ambiguous_line=_mark_line(content, figures),
    )
    _add_figures(content, words, owed.player, figures)
    values = {
        "c": content,
        "s": seen,
        "f": face,
        "r": face.rules,
        "policy": policy,
        "answers": owed.answers,
        "kind": face.kind,
    }
    attached = _appointment(content, owed, words, means) if isinstance(content, _WITH_ZAT) else ()
    return MailScene(f"tasks/{_TEMPLATES[type(content)]}.j2", values, figures, attached)


def _state(content: Content) -> str:
    if not isinstance(content, TaskAnswer):
        return ""
    considered = content.considered
    if considered.outcome is Outcome.REJECTED and considered.reason is not None:
        return considered.reason.value
    return considered.outcome.value


def _about(content: Content) -> str:
    name = ""
    if isinstance(content, TaskAnswer):
        name = content.considered.player or ""
    elif isinstance(content, TaskCorrected):
        name = content.player
    return one_line(name, MOST_NAME)


def _silent(content: Content) -> tuple[str, ...]:
    if not isinstance(content, TaskReport) or content.closed is None:
        return ()
    rows = (row for row in content.closed.rows if row.answer is None)
    return tuple(one_line(row.player, MOST_NAME) for row in rows)


def _asked(content: Content) -> tuple[str, ...]:
    commands = content.commands if isinstance(content, TaskCommandAnswer) else ()
    return tuple(command.value for command in commands)


def _shows_state(content: Content) -> bool:
    if not isinstance(content, TaskCommandAnswer):
        return True
    return content.asks_state or content.withdrawn


def _is_for_game_master(content: Content) -> bool:
    if isinstance(content, TaskDigest):
        return True
    return bool(getattr(content, "for_game_master", False)) or (
        isinstance(content, TaskCommandAnswer) and content.desk is not None
    )


def _mark_line(content: Content, figures: dict[str, Figure]) -> bool:
    """Show the line that is asked back about; tell whether there is one."""
    entry = content.considered.entry if isinstance(content, TaskAnswer) else None
    line = entry.ambiguous_line if entry is not None else None
    if line is not None:
        figures["ambiguous"] = MarkedLine(line, 0, len(line))
    return line is not None


def _quoted(
    comment: str, press: Sequence[Press], figures: dict[str, Figure]
) -> tuple[PressSeen, ...]:
    """Print what the game master and players have written."""
    if comment.strip():
        figures["comment"] = Quotation(lines_of(comment))
    for number, item in enumerate(press):
        figures[f"press.{number}"] = Quotation(lines_of(item.text))
    return tuple(
        PressSeen(one_line(item.player, MOST_NAME), f"press.{number}")
        for number, item in enumerate(press)
    )


def _add_figures(
    content: OfTask | TaskAnswer | TaskCommandAnswer,
    words: Words,
    reader: str | None,
    figures: dict[str, Figure],
) -> None:
    face, labels = content.face, words.table
    if face.task is not None:
        figures["task"] = _tiles(face.task, words)
    shown = list(face.table[:_MOST_ROWS])
    shown += [row for row in face.table[_MOST_ROWS:] if row.player == reader]
    figures["table"] = ListFigure(
        (labels.player, labels.rank, labels.total),
        tuple(
            (shown_name(one_line(row.player, MOST_NAME)), str(row.rank), str(row.total))
            for row in shown
        ),
    )
    last = content.closed if isinstance(content, TaskReport) else face.last
    if last is not None:
        figures["last_task"] = _tiles(last.task, words)
        rows = sorted(last.rows, key=lambda row: -row.points)
        mine = [row for row in rows[_MOST_ROWS:] if row.player == reader]
        figures["answers"] = ListFigure(
            (labels.player, words.label("task_answer"), labels.points),
            tuple(
                (
                    shown_name(one_line(row.player, MOST_NAME)),
                    one_line(row.answer or "–", MOST_NAME),
                    str(row.points),
                )
                for row in (*rows[:_MOST_ROWS], *mine)
            ),
        )
    figures["copy"] = CopyFigure(
        (
            content.policy.title,
            f"{words.label('player_key')}={NAME}",
            f"{words.label('task_answer')}: __",
        )
    )


def _tiles(task: str, words: Words) -> TilesFigure:
    """Return a task as signs side by side, where it is no sentence."""
    return TilesFigure(words.label("task"), tuple((each, None) for each in task if each.strip()))


def _appointment(
    content: TaskOpening | TaskReport | TaskNotice, owed: Owed, words: Words, means: ReplyMeans
) -> tuple[Attached, ...]:
    """Return the ZAT of the open round as a calendar entry; none where none is set or no clock runs."""
    face, policy = content.face, content.policy
    if face.deadline is None or face.is_paused or face.opened is None:
        return ()
    entry = Appointment(
        game=policy.id,
        round_number=face.number,
        deadline=face.deadline,
        zone=policy.zone.key,
        changes=max(0, int((owed.at - face.opened) / MINUTE)),
        summary=words.phrase("event", policy.title, face.number),
        description=words.phrase("event_turn_text", means.house.address),
        organizer_name=means.house.gamemaster_name,
        organizer_address=means.house.address,
    )
    return (calendar_file(entry, owed.at, f"{policy.id}-R{face.number}.ics", means.maker),)
