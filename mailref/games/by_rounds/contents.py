"""What mails tell where all write until a ZAT that is the same for all, as values without a sentence.

Each has a public part, the same for all, and, for a player, what is his own, which he alone may see. A kind
says what that is: its face, a `FaceByRounds`, and of whatever type it likes what is a player's own.

What the game master must know of a round: that it has no ZAT, or that equal best moves wait for his choice.
"""

from datetime import datetime
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_rounds.absences import AwaySeen
from mailref.games.by_rounds.policy import PolicyByRounds
from mailref.games.game import Press
from mailref.games.statistics import PlayerFigures
from mailref.referee import contents
from mailref.referee.policy import Outcome, Reason, Unread


class FaceByRounds(Struct, frozen=True, kw_only=True):
    """How a game stands, as everybody may see it."""

    rules: Any
    number: int
    """Of the round that is open, or comes next."""
    opened: datetime | None
    """When the open round began; None: none is open."""
    deadline: datetime | None
    is_paused: bool
    away: tuple[AwaySeen, ...]
    unread: tuple[str, ...]
    """Who sent nothing in time of whom a mail could not be read."""
    commitment: str
    lexicon: str
    ended: str
    seed: str | None


class DeskByRounds(Struct, frozen=True):
    """What the game master is told beside what all see: who has sent something, never what."""

    sent: tuple[str, ...]
    missing: tuple[str, ...]
    undecided: int
    """How many words wait for his ruling."""
    press: int
    """Texts that wait for their release."""
    unread: tuple[Unread, ...]
    """Mails that were set aside unread and may hold what players send."""


class OfRound(contents.WithOwn, contents.Content, frozen=True, kw_only=True):
    """What all these mails tell: how the game stands, and what of it is its reader's own."""

    template: ClassVar[str]
    """What writes it, in the folder of its kind."""
    face: Any
    own: Any = None
    policy: PolicyByRounds


class OpeningByRounds(OfRound, frozen=True, kw_only=True):
    """The first mail of a game, and what each new player gets."""

    template = "opening"
    is_report: ClassVar[bool] = True
    begins_game: ClassVar[bool] = True
    comment: str = ""
    for_game_master: bool = False
    is_trial: bool = False

    def for_the_desk(self) -> Self:
        return replace(self, for_game_master=True)


class ReportByRounds(OfRound, frozen=True, kw_only=True):
    """What everybody is told after a ZAT, or at the end."""

    template = "report"
    is_report: ClassVar[bool] = True
    closed: Any
    """What the ZAT brought; None where it brought the end alone, or the game master ended the game."""
    press: tuple[Press, ...] = ()
    comment: str = ""
    because: str = ""
    """The game master's reason, where he ended the game or closed the round early."""
    is_preview: bool = False
    statistics: tuple[PlayerFigures, ...] = ()
    """What the game has come to for each player, at its end."""


_EARLIER = ("BingoReport", "BingoOpening")
"""What reports and openings were called by earlier versions, whose mails are followed still."""


class BetweenReports(OfRound, frozen=True, kw_only=True):
    """What is told between two reports."""

    joins = ("ReportByRounds", "OpeningByRounds", *_EARLIER)


class NoticeByRounds(BetweenReports, frozen=True, kw_only=True):
    """The ZAT was moved, the game paused or resumed, a round opened again, or nobody had sent anything."""

    change: contents.ZatChange
    before: datetime | None
    """The ZAT until then."""
    because: str
    nobody: bool = False
    """Whether it was moved because nobody had sent anything."""

    @property
    def template(self) -> str:  # type: ignore[override]  # what has become of the ZAT names it
        return f"notice/{'nobody' if self.nobody else self.change}"


class CorrectedByRounds(BetweenReports, frozen=True, kw_only=True):
    """The game master has corrected somebody's points; all are told."""

    template = "corrected"
    player: str
    points: int
    because: str


class ReminderByRounds(BetweenReports, frozen=True, kw_only=True):
    """The ZAT is near, and something is still wanted of this player."""

    template = "reminder"

    def public_part(self) -> contents.Content | None:
        return None


class RuledByRounds(OfRound, frozen=True, kw_only=True):
    """A ruling changed what of a player is in force, or whether it waits."""

    template = "ruled"
    is_private = True
    joins = ("AnswerByRounds",)
    word: str
    accepted: bool | None
    because: str
    before: bool | None = None
    """What was ruled until then; None: nothing."""

    def public_part(self) -> contents.Content | None:
        return None


class DigestByRounds(OfRound, frozen=True, kw_only=True):
    """How a game stands before its ZAT, for the game master."""

    template = "digest"
    desk: DeskByRounds

    def public_part(self) -> contents.Content | None:
        return None


class AnswerByRounds(
    contents.EnteredByGameMaster, contents.AnswerToEntry, frozen=True, kw_only=True
):
    """Confirmation, question or rejection of what a player has sent."""

    is_private = True
    face: Any
    own: Any = None
    """What is in force after it; None where the game master wrote for a player, in his copy."""
    policy: PolicyByRounds
    is_registered_now: bool = False
    by_game_master: bool = False
    """Whether the game master has entered for the recipient what this answers."""
    was_in_time: bool = False
    """Whether it came before its ZAT, and surfaced when that was over."""

    @property
    def template(self) -> str:
        """Return what writes it: what has become of the entry names that, or why nothing has."""
        considered = self.considered
        if considered.outcome is Outcome.REJECTED and considered.reason is not None:
            return f"answer/{considered.reason}"
        return f"answer/{considered.outcome}"

    @property
    def is_in_vain(self) -> bool:
        """Tell whether nothing was found that a player of the game has sent."""
        return self.considered.reason in {Reason.NOT_A_PLAYER, Reason.NO_MOVE}

    @property
    def is_of_stranger(self) -> bool:
        """Tell whether who wrote it does not play in the game, and cannot come in by it."""
        return self.considered.reason is Reason.NOT_A_PLAYER

    @property
    def withheld(self) -> tuple[str, str]:
        entry = self.considered.entry
        written = entry.written if entry is not None else None
        return self.policy.title, "" if written is None else written.said

    def copy_for_game_master(self) -> contents.Answer:
        unsaid = replace(self.considered, entry=None, found=None)
        return replace(self, own=None, considered=unsaid, for_game_master=True)


class CommandAnswerByRounds(contents.WithOwn, contents.AnswerToCommands, frozen=True, kw_only=True):
    """The answer to commands about one such game."""

    template = "command"
    face: Any
    own: Any
    policy: PolicyByRounds
    desk: DeskByRounds | None = None
    """For STAND of the game master."""

    def copy_for_game_master(self) -> contents.Answer:
        return replace(self, own=None)

    def entered_by_game_master(self) -> contents.Answer:
        return replace(self, desk=None)

    def with_desk(self, desk: Struct) -> contents.AnswerToCommands:
        assert isinstance(desk, DeskByRounds)  # noqa: S101  states the promise to mypy
        return replace(self, desk=desk, own=None)


class NoDeadline(contents.Matter, frozen=True):
    """The open round has no ZAT yet."""

    code: ClassVar[str] = "no_deadline_reminder"
    round: int


class TieToDecide(contents.Matter, frozen=True):
    """The game master chooses among equal best moves."""

    code: ClassVar[str] = "tie"
    choices: tuple[str, ...]
