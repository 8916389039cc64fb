"""What the mails of a game tell of which each round sets a task, as values without a sentence.

Each has a public part, the same for all, and, for a player, his own answer, which he alone may see.
"""

from datetime import datetime
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_rounds.tasks.course import JudgedAnswer, answers_in_force
from mailref.games.by_rounds.tasks.game import ClosedTask, TaskGame, ranked
from mailref.games.by_rounds.tasks.policy import RunningTask, TaskPolicy
from mailref.games.game import Press, unread_note
from mailref.games.secret import Secret
from mailref.referee.contents import Answer, AnswerToCommands, AnswerToEntry, Content
from mailref.referee.findings import Office, Unread
from mailref.referee.identity import unread_in
from mailref.referee.notices import ZatChange


class TableRow(Struct, frozen=True):
    """Where a player stands."""

    rank: int
    player: str
    total: int
    has_left: bool


class TaskFace(Struct, frozen=True):
    """How a game stands, as everybody may see it."""

    kind: str
    title: str
    rules: Any
    number: int
    """Of the round that is open, or comes next."""
    task: str | None
    """None where no round is open."""
    opened: datetime | None
    deadline: datetime | None
    is_paused: bool
    last: ClosedTask | None
    unread: tuple[str, ...]
    """Of whom a mail could not be read in the last round."""
    table: tuple[TableRow, ...]
    commitment: str
    lexicon: str
    ended: str
    seed: str | None


def face_of(game: TaskGame) -> TaskFace:
    """Return how a game stands: nothing of the answers to the open task."""
    playing, last = game.round, game.last
    silent = [row.player for row in last.rows if row.answer is None] if last is not None else []
    return TaskFace(
        kind=game.family,
        title=game.title,
        rules=game.rules,
        number=game.round_number,
        task=playing.task if playing is not None else None,
        opened=playing.opened if playing is not None else None,
        deadline=playing.deadline if playing is not None else None,
        is_paused=game.is_paused,
        last=last,
        unread=tuple(
            name
            for name in silent
            if last is not None and unread_note(game, last.number, name) in game.noted
        ),
        table=tuple(
            TableRow(rank, player.name, player.total, player.has_left)
            for rank, player in ranked(game)
        ),
        commitment=game.commitment,
        lexicon=game.lexicon,
        ended=game.ended,
        seed=game.seed,
    )


def own_answer(
    running: RunningTask, player: str | None, office: Office
) -> Secret[JudgedAnswer] | None:
    """Return a player's answer that is in force; None where there is none."""
    found = answers_in_force(running.game, office.lexicon).get(player or "")
    return None if found is None else Secret(found.judged)


class TaskDesk(Struct, frozen=True):
    """What the game master is told beside what all see: who has answered, never what."""

    sent: tuple[str, ...]
    missing: tuple[str, ...]
    undecided: int
    """How many words wait for his ruling."""
    press: int
    """Texts that wait for their release."""
    unread: tuple[Unread, ...]
    """Mails that were set aside unread and may hold answers."""


def desk_of(running: RunningTask, office: Office) -> TaskDesk:
    """Return who has answered, and what waits for the game master."""
    game = running.game
    found = answers_in_force(game, office.lexicon)
    names = [player.name for player in game.active] if game.round is not None else []
    words = {each.judged.word for each in found.values() if each.judged.is_pending}
    return TaskDesk(
        sent=tuple(found),
        missing=tuple(name for name in names if name not in found),
        undecided=len(words),
        press=sum(not item.is_released for item in game.press),
        unread=unread_in(office, game.id, game.round.opened) if game.round is not None else (),
    )


class OfTask(Content, frozen=True, kw_only=True):
    """What all these mails tell: how the game stands, and what of it is its reader's own."""

    face: TaskFace
    own: Secret[JudgedAnswer] | None = None
    policy: TaskPolicy

    @property
    def is_private(self) -> bool:
        return self.own is not None

    def public_part(self) -> Content | None:
        return replace(self, own=None)


class TaskOpening(OfTask, frozen=True, kw_only=True):
    """The first mail of a game, and what each new player gets."""

    is_report: ClassVar[bool] = True
    comment: str = ""
    for_game_master: bool = False
    is_trial: bool = False

    def for_the_desk(self) -> Self:
        return replace(self, for_game_master=True)


class OfOpenTask(OfTask, frozen=True, kw_only=True):
    """What is told between two reports."""

    @property
    def joins(self) -> tuple[str, ...]:
        return ("TaskReport", "TaskOpening")


class TaskReport(OfTask, frozen=True, kw_only=True):
    """What everybody is told after a ZAT, or at the end."""

    is_report: ClassVar[bool] = True
    closed: ClosedTask | None
    """The round that is over; None where the game master ended the game."""
    press: tuple[Press, ...] = ()
    comment: str = ""
    because: str = ""
    """The game master's reason, where he ended the game or closed the round early."""
    is_preview: bool = False
    corrected: tuple[tuple[str, int, str], ...] = ()
    """Whose points were corrected since the last report: by how much, and why."""


class TaskAnswer(AnswerToEntry, frozen=True, kw_only=True):
    """Confirmation, question or rejection of an answer."""

    judged: Secret[JudgedAnswer] | None
    """What was sent; None where nothing could be read, or it is not told."""
    face: TaskFace
    own: Secret[JudgedAnswer] | None = None
    """What is in force after it."""
    policy: TaskPolicy
    is_registered_now: bool = False
    by_game_master: bool = False
    """Whether the game master has entered for the recipient what this answers."""

    @property
    def is_private(self) -> bool:
        return True

    @property
    def withheld(self) -> tuple[str, str]:
        return self.policy.title, "" if self.judged is None else self.judged.value.answer

    def copy_for_game_master(self) -> Answer:
        unsaid = replace(self.considered, entry=None)
        return replace(self, own=None, judged=None, considered=unsaid, for_game_master=True)

    def entered_by_game_master(self) -> Answer:
        return replace(self, by_game_master=True)


class TaskRuled(OfTask, frozen=True, kw_only=True):
    """A ruling changed which answer of a player is in force, or whether it waits."""

    word: str
    accepted: bool | None
    because: str

    @property
    def joins(self) -> tuple[str, ...]:
        return ("TaskAnswer",)

    def public_part(self) -> Content | None:
        return None


class TaskNotice(OfOpenTask, frozen=True, kw_only=True):
    """The ZAT was moved, the game paused or resumed, or a round opened again."""

    change: ZatChange
    before: datetime | None
    """The ZAT until then."""
    because: str


class TaskCorrected(OfOpenTask, frozen=True, kw_only=True):
    """The game master has corrected somebody's points; all are told."""

    player: str
    points: int
    because: str


class TaskReminder(OfOpenTask, frozen=True, kw_only=True):
    """The ZAT is near and no answer of this player is in force."""


class TaskDigest(OfTask, frozen=True, kw_only=True):
    """How a game stands before its ZAT, for the game master."""

    desk: TaskDesk


class TaskCommandAnswer(AnswerToCommands, frozen=True, kw_only=True):
    """The answer to commands about one such game."""

    face: TaskFace
    own: Secret[JudgedAnswer] | None
    policy: TaskPolicy
    desk: TaskDesk | None = None
    """For STAND of the game master."""

    @property
    def is_private(self) -> bool:
        return self.own is not None

    def public_part(self) -> Content | None:
        return replace(self, own=None)

    def copy_for_game_master(self) -> Answer:
        return replace(self, own=None)

    def entered_by_game_master(self) -> Answer:
        return replace(self, desk=None)

    def with_desk(self, desk: Struct) -> AnswerToCommands:
        assert isinstance(desk, TaskDesk)  # noqa: S101  states the promise to mypy
        return replace(self, desk=desk, own=None)
