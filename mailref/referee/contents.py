"""What one mail tells its recipient, as values without a sentence: what all contents have, and those of any game.

What a kind of game tells lies in its folder (`contents`), and beside it who writes that (`mails`).

What a mail may have meant where its answer asks: as its own text, and as it should have been written.

What a question to the game master was about, by the cause of the step that asked it.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Self, cast

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games.game import Player
from mailref.games.in_hand import GameInHand
from mailref.orders.table import KEPT, Command
from mailref.orders.written import Meant
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee.findings import CommandsDone, Considered, NotDone, Reason
from mailref.referee.policy import GamePolicy, RunningGame


class Content(Struct, frozen=True):
    """What one mail tells; what the machine asks of any has its answer here, unless a content differs."""

    is_public: ClassVar[bool] = False
    """Whether anybody may see all of it. What says nothing of that is held back."""
    is_report: ClassVar[bool] = False
    """Whether it goes to everybody, as to a list."""
    is_reply: ClassVar[bool] = False
    """Whether it is sent because of a mail, also where it answers none."""

    is_limited: ClassVar[bool] = False
    """Whether it answers somebody: only so many leave in a day and an hour."""
    as_often: ClassVar[int] = 1
    """How many times as often as others such an answer may go to one address in a day."""
    says_in_vain: ClassVar[bool] = False
    """Whether it can say that nothing could be read, and how often before (`in_vain`)."""

    @property
    def joins(self) -> tuple[str, ...]:
        """Return the kinds of mail of which it follows the newest one, as what it is about."""
        return ()

    @property
    def withheld(self) -> tuple[str, str] | None:
        """Return what is said of it the next day where it was not sent: title of the game, and the move."""
        return None

    def kept_by(self, player: Player) -> tuple[tuple[str, str], ...]:
        """Return which texts of his own *player*, who reads it, is shown below: (order, text)."""
        return player.kept.value if self.is_report else ()

    @property
    def is_private(self) -> bool:
        """Tell whether it holds a rack, or a move that is not laid."""
        return False

    @property
    def for_whom(self) -> str | None:
        """Return whom the template to copy names; None: the reader."""
        return None

    @property
    def row_of(self) -> str | None:
        """Return whose row of the sheet is the reader's own."""
        return None

    def for_the_desk(self) -> Self:
        """Return it as the game master gets what all are told."""
        return self

    def without_recipient(self) -> Self:
        """Return what it tells all its recipients alike."""
        return self

    @property
    def was_entered_for_reader(self) -> bool:
        """Tell whether the game master has written for its reader what it answers, which is told first."""
        return False

    @property
    def says_again(self) -> bool:
        """Tell whether it holds nothing of its reader's but what he wrote in the mail that it answers."""
        return False

    def public_part(self) -> "Content | None":
        """Return it without what is its player's alone; None: nothing is left."""
        return self if self.is_public else None


class WithOwn:
    """What tells a reader what is his own, beside what all are told; no Struct itself, as with faults."""

    __slots__ = ()
    own: Any
    """What he alone may see; None: nothing of it is told."""

    @property
    def is_private(self) -> bool:
        return self.own is not None

    def public_part(self) -> Content | None:
        return cast(Content, replace(cast(Any, self), own=None))


class Answer(Content, frozen=True):
    """An answer to a mail about one game."""

    @property
    def tells_all(self) -> bool:
        """Tell whether it tells of what everybody else is told, too."""
        return False

    @property
    def shows_stand(self) -> bool:
        """Tell whether an answer about no game can show with it how this one stands."""
        return False

    def copy_for_game_master(self) -> "Answer":
        """Return the game master's copy: nothing in it that its player alone may see.

        That is: whether it was done, and nothing of rack, missing tiles, blanks, tiles not seen or what is
        kept.
        """
        raise NotImplementedError

    def without_moves(self) -> "Answer":
        """Return his copy where he must not see moves in this game."""
        return self

    def entered_by_game_master(self) -> "Answer":
        """Return it as its player gets it where the game master has written for him."""
        return self

    def meaning(self) -> Meant | None:
        """Return what it asks about, where it is one thing."""
        return None

    def with_text_hidden(self) -> "Answer":
        """Return the answer to a mail whose text the game master is not shown."""
        return self


class AnswerToEntry(Answer, frozen=True, kw_only=True):
    """Confirmation, question or rejection of what a mail enters in a game: to its sender alone."""

    is_limited: ClassVar[bool] = True
    says_in_vain: ClassVar[bool] = True
    is_reply: ClassVar[bool] = True
    considered: Considered
    replaces: bool = False
    """Whether something else of the sender's was in force before."""
    for_game_master: bool = False
    """Whether this is the game master's copy of what he entered for a player."""
    text_hidden: bool = False
    """Whether the game master is not shown the text of a mail in which nothing could be read."""
    in_vain: int = 0
    """How many mails of the sender before this one held nothing readable, in a row."""

    def with_text_hidden(self) -> Self:
        return replace(self, text_hidden=True)


class Mainly(StrEnum):
    """What the answer to commands is mainly about: how it begins."""

    HELP = "help"
    RULES = "rules"
    STATUS = "status"
    WITHDRAWN = "withdrawn"
    JOINED = "joined"
    LEFT = "left"
    SEVERAL = "several"


class AnswerToCommands(Answer, frozen=True, kw_only=True):
    """The answer to commands: about no game, or what those about one have in common."""

    is_limited: ClassVar[bool] = True
    is_reply: ClassVar[bool] = True
    commands: tuple[Command, ...]
    player: str | None = None
    withdrawn: bool = False
    done: CommandsDone = field(default_factory=CommandsDone)
    refused: tuple[NotDone, ...] = ()
    games: tuple[GamePolicy, ...] = ()

    @property
    def asks_state(self) -> bool:
        """Tell whether it was asked how the game stands: STAND, BERICHT."""
        return Command.STATUS in self.commands or Command.REPORT in self.commands

    @property
    def mainly(self) -> Mainly:
        """Return what it is mainly about."""
        if self.commands in ((Command.HELP,), (Command.RULES,), (Command.STATUS,)):
            return Mainly(self.commands[0])
        if self.withdrawn:
            return Mainly.WITHDRAWN
        if self.done.joined:
            return Mainly.JOINED
        return Mainly.LEFT if self.done.left else Mainly.SEVERAL

    def kept_by(self, player: Player) -> tuple[tuple[str, str], ...]:
        if player.name != self.player:
            return ()
        texts = dict(player.kept.value)
        asked = [command for command in self.commands if command in KEPT]
        shown = [*texts] if self.asks_state else []
        return tuple((order, texts.get(order, "")) for order in dict.fromkeys((*shown, *asked)))

    @property
    def concerns_player(self) -> bool:
        """Tell whether a player hears of what the game master asked for him: of what was done."""
        return self.withdrawn or self.done.left or self.done.joined

    def with_desk(self, desk: Struct) -> "AnswerToCommands":  # noqa: ARG002  where one is shown
        """Return it with how the game stands for the game master, as its kind says that."""
        return self


class MailAnswer(Content, frozen=True):
    """An answer to a mail about no single game, or without move and command."""

    is_limited: ClassVar[bool] = True
    says_in_vain: ClassVar[bool] = True
    is_public: ClassVar[bool] = True
    is_reply: ClassVar[bool] = True
    considered: Considered
    games: tuple[GamePolicy, ...]
    """The games of the sender; all, for the game master."""
    passed_on: bool
    """Whether the mail was passed on to the game master."""
    in_vain: int = 0
    """How many mails of the sender before this one held nothing readable, in a row."""
    stands: tuple[Answer, ...] = ()
    """How the games stand in which the sender plays, and what of his is in force."""
    text_hidden: bool = False
    """Whether the game master is told who wrote, and not what."""


class Summary(Content, frozen=True):
    """The one answer to the moves beyond `per_address_day`: they count, this says which."""

    is_limited: ClassVar[bool] = True
    is_public: ClassVar[bool] = True
    is_reply: ClassVar[bool] = True
    rows: tuple[tuple[str, str, str], ...]
    """Game title, tag of the round (`R4`), the move as understood; the newest last."""
    more: int = 0
    """How many came before these."""


class Announcement(Content, frozen=True):
    """The commitment, mailed before the first letters are drawn."""

    is_public: ClassVar[bool] = True
    commitment: str
    policy: GamePolicy
    opens: datetime
    """When letters are drawn."""
    words_until: datetime
    """Until when words count for that, where any are mixed in."""


class PlayerChange(StrEnum):
    """What became of a player, without his doing."""

    EXCLUDED = "excluded"
    READMITTED = "readmitted"
    RENAMED = "renamed"
    REPLACED = "replaced"


class PlayerNotice(Content, frozen=True):
    """A player was excluded, let in again or renamed, or his place is another's."""

    is_public: ClassVar[bool] = True
    change: PlayerChange
    policy: GamePolicy
    name: str
    before: str
    """The name until then."""
    because: str
    number: int
    """Of the round or turn that is open after that, or comes next."""
    is_open: bool
    """Whether a round is."""
    takes_words: bool | None
    """Whether words can be sent; None: there are none in this game."""

    @classmethod
    def of(
        cls, change: PlayerChange, running: RunningGame, name: str, before: str, because: str
    ) -> "PlayerNotice":
        """Return it with what all may know of the game as it stands after that."""
        game, policy = running.game, running.policy
        is_open = getattr(game, "round", None) is not None
        takes_words = getattr(game, "takes_words", None)
        return cls(change, policy, name, before, because, game.number_now, is_open, takes_words)


class ShownLater(Content, frozen=True):
    """In place of what a new address of a player is not shown yet."""

    is_limited: ClassVar[bool] = True
    policy: GamePolicy
    until: datetime


def limited() -> tuple[str, ...]:
    """Return the names of the contents that answer somebody, of any game and of the kinds that are played."""
    return tuple(dict.fromkeys(each.__name__ for each in _kinds_of(Content) if each.is_limited))


def _kinds_of(content: type[Content]) -> Iterator[type[Content]]:
    for each in content.__subclasses__():
        yield each
        yield from _kinds_of(each)


class GamesInHand(Content, frozen=True):
    """STAND over several games: those in which the asker is to move come first, by time left."""

    is_limited: ClassVar[bool] = True
    is_reply: ClassVar[bool] = True
    is_public: ClassVar[bool] = True
    player: str
    games: tuple[GameInHand, ...]


class WeeklyGames(Content, frozen=True):
    """The same list, unasked for on Mondays, for who plays more than two."""

    is_public: ClassVar[bool] = True
    player: str
    games: tuple[GameInHand, ...]


def meant_by(content: Content) -> Meant | None:
    """Return what an answer asks about, where it is one thing."""
    considered: Considered | None = getattr(content, "considered", None)
    if considered is None:
        return None
    return _name_meant(considered) or (content.meaning() if isinstance(content, Answer) else None)


def as_meant(mail: IncomingMail, every: Sequence[Meant]) -> IncomingMail:
    """Return the mail with what it means in the place of what it says."""
    for each in every:
        lines = tuple(
            replace(line, text=line.text.replace(each.written, each.meant)) for line in mail.lines
        )
        subject = mail.subject.replace(each.written, each.meant)
        mail = replace(mail, lines=lines, subject=subject)
    return mail


def _name_meant(entry: Considered) -> Meant | None:
    is_of_names = entry.reason in (Reason.SENDER_MISMATCH, Reason.UNKNOWN_GAME)
    if not is_of_names or not entry.named or len(entry.suggestions) != 1:
        return None
    return Meant(entry.named, entry.suggestions[0], is_name=True)


HELD = "held:"
"""How the cause of a step begins that a round which is due waits for him."""


def words_of_question(cause: str) -> tuple[str, ...]:
    """Return the words about which the mail of a step with this cause asks.

    >>> words_of_question("ask:yerres:4:EUBÖA,XQ")
    ('EUBÖA', 'XQ')
    """
    return tuple(cause.rpartition(":")[2].split(","))


def asks_about_tie(cause: str) -> bool:
    """Tell whether a notice from a step with this cause asks which of equal moves is laid.

    >>> asks_about_tie("held:4:0:1:yerres"), asks_about_tie("close:yerres:4")
    (True, False)
    """
    return cause.startswith(HELD)
