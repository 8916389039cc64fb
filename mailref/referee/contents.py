"""What one mail tells its recipient, as values without a sentence: what all contents have, and those of any game.

What a kind of game tells lies in its folder (`contents`), and beside it who writes that (`mails`).

What a mail may have meant where its answer asks: as its own text, and as it should have been written.

What a question to the game master was about, by the cause of the step that asked it.

What the game master must know beside the games, and what players are told about a ZAT.

Each is a class, whose name is that of its template; `code` names the mail in its key: it never changes.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar, Literal, Self, cast

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games.game import Player
from mailref.games.in_hand import GameInHand
from mailref.orders.entries import NOTHING_MEANT, Meant, Perhaps
from mailref.orders.table import KEPT, Command, NotDone
from mailref.reading.incoming_mail import IncomingMail, Line
from mailref.referee.gm_orders import Doubt, Fate, TotalNow, UnknownPlayer
from mailref.referee.policy import (
    CommandsDone,
    Considered,
    GamePolicy,
    Reason,
    RunningGame,
    WhyNotIn,
)
from mailref.structs import Coded
from mailref.tiles.lexicon.evidence import Evidence
from mailref.tiles.lexicon.verdicts import Unknown
from mailref.tiles.moves import COMMENT_MARK
from mailref.tiles.when_used import regex


class Content(Struct, frozen=True):
    """What one mail tells; what the machine asks of any has its answer here, unless a content differs."""

    is_public: ClassVar[bool] = False
    """Whether anybody may see all of it. What says nothing of that is held back."""
    is_report: ClassVar[bool] = False
    """Whether it goes to everybody, as to a list."""
    begins_game: ClassVar[bool] = False
    """Whether it tells a player for the first time of a game."""
    is_reply: ClassVar[bool] = False
    """Whether it is sent because of a mail, also where it answers none."""

    is_limited: ClassVar[bool] = False
    """Whether it answers somebody: only so many leave in a day and an hour."""
    as_often: ClassVar[int] = 1
    """How many times as often as others such an answer may go to one address in a day."""
    says_in_vain: ClassVar[bool] = False
    """Whether it can say that nothing could be read, and how often before (`in_vain`)."""

    @property
    def is_in_vain(self) -> bool:
        """Whether it says no more than that nothing could be read: a program would answer it for ever."""
        return self.says_in_vain

    @property
    def must_leave(self) -> bool:
        """Tell whether it goes beyond the answers of a day, too: it says what is in force no longer."""
        return False

    @property
    def shows_press(self) -> bool:
        """Tell whether it shows what players have written."""
        return False

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


class EnteredByGameMaster:
    """What is known, or done, because the game master ordered it for its reader."""

    __slots__ = ()
    by_game_master: bool

    @property
    def was_entered_for_reader(self) -> bool:
        return self.by_game_master

    def entered_by_game_master(self) -> "Answer":
        return cast(Answer, replace(cast(Any, self), by_game_master=True))


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

    def let_count(self, address: str) -> "Answer":  # noqa: ARG002  a kind may say it
        """Return it as its player gets it where the game master lets a mail from elsewhere count as his."""
        return self.entered_by_game_master()

    def meaning(self) -> Meant | None:
        """Return what it asks about, where it is one thing."""
        return None

    @property
    def explains(self) -> tuple[str, ...]:
        """Return the words that wait for a ruling, which a mail without a move may explain."""
        return ()

    @property
    def may_explain(self) -> tuple[str, ...]:
        """Return the words of its move that wait for a ruling, about which the mail may say more."""
        return ()

    def with_explained(self, words: tuple[str, ...]) -> "Answer":  # noqa: ARG002  a kind may say it
        """Return the answer to a mail whose words about *words* have been passed on."""
        return self

    def with_perhaps(self, perhaps: Perhaps) -> "Answer":  # noqa: ARG002  that to an entry says it
        """Return the answer to a mail in which nothing was read, and which may have meant that."""
        return self

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
    perhaps: Perhaps = NOTHING_MEANT

    def with_perhaps(self, perhaps: Perhaps) -> Self:
        return replace(self, perhaps=perhaps)

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
    no_use: frozenset[Command] = frozenset()
    """Orders of which HILFE says nothing, since here they do nothing for who asks."""

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


class PublicReply(Content, frozen=True):
    """A reply that tells nothing secret."""

    is_limited: ClassVar[bool] = True
    is_public: ClassVar[bool] = True
    is_reply: ClassVar[bool] = True


class MailAnswer(PublicReply, frozen=True):
    """An answer to a mail about no single game, or without move and command."""

    says_in_vain: ClassVar[bool] = True
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


class PlayerMessage(Content, frozen=True, kw_only=True):
    """What another player, or the game master, has written to its reader; in all else it is another's text."""

    is_private = True
    policy: GamePolicy
    writer: str
    """Empty: the game master."""
    text: str
    is_to_all: bool = False
    may_answer: bool = False
    copied: tuple[str, ...] = ()
    """Who got it, in the copy of who moderates what players write."""


class MessageNotSent(PublicReply, frozen=True, kw_only=True):
    """The answer to a reply to a message, which asks for nothing: it reaches nobody."""

    says_in_vain: ClassVar[bool] = True
    policy: GamePolicy
    in_vain: int = 0


class Waiting(Struct, frozen=True):
    """A game that waits for a move of its reader."""

    policy: GamePolicy
    until: datetime | None


class KindWords(PublicReply, frozen=True, kw_only=True):
    """The answer to a mail of thanks, praise or wishes alone, where a game waits for a move of its writer."""

    waiting: tuple[Waiting, ...]


class Summary(PublicReply, frozen=True):
    """The one answer to the moves beyond `per_address_day`: they count, this says which."""

    rows: tuple[tuple[str, str, str], ...]
    """Game title, tag of the round (`R4`), the move as understood; the newest last."""
    more: int = 0
    """How many came before these."""


class AskedWord(Struct, frozen=True):
    """A word the game master must rule on."""

    word: str
    unknown: Unknown
    evidence: Evidence
    challenger: str | None = None
    """Who challenges it; None: it stands in a move that nobody may see."""
    player: str | None = None
    """Whose open play formed it."""
    claims_theme: bool = False
    """Whether it lies, and only the theme is in doubt."""


Doubted = Literal["theme", "open", "at_zat", "hidden"]
"""What the game master is asked about; its template is named so."""


class RulingAsked(Content, frozen=True, kw_only=True):
    """Words put before the game master, or his deputy: of a move that nobody has seen they stand alone."""

    words: tuple[AskedWord, ...]
    policy: GamePolicy
    is_reminder: bool = False
    others: tuple[str, ...] = ()
    """Further words that wait, asked about before."""
    for_deputy: bool = False
    is_at_zat: bool = False
    """Whether they were sent for a ZAT; whose they are, nobody is told."""

    @property
    def joins(self) -> tuple[str, ...]:
        return ("RulingAsked", "RulingAskedAtTable") if self.is_reminder else OF_A_ROUND

    @property
    def challenged(self) -> tuple[str, ...]:
        """Return all words of the challenge that it is about."""
        return ()

    @property
    def face(self) -> Any:
        """Return how the table stands on which they lie; None where they lie on none."""
        return None

    @property
    def doubted(self) -> Doubted:
        """Return what it asks about."""
        return "at_zat" if self.is_at_zat else "hidden"


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
    AWAY = "away"


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
    days: tuple[tuple[date, date], ...] = ()
    """On which he is away, where that was noted for him."""

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


class LooksForGame(Struct, frozen=True):
    """Somebody in a club plays with the next who takes his offer."""

    number: int
    title: str
    by: str


class GamesInHand(Content, frozen=True):
    """STAND over several games: those in which the asker is to move come first, by time left."""

    is_limited: ClassVar[bool] = True
    is_reply: ClassVar[bool] = True
    is_public: ClassVar[bool] = True
    player: str
    games: tuple[GameInHand, ...]
    looking: tuple[LooksForGame, ...] = ()
    """Who looks for a game in the club."""


class WeeklyGames(Content, frozen=True):
    """The same list, unasked for on Mondays, for who plays more than two."""

    is_public: ClassVar[bool] = True
    player: str
    games: tuple[GameInHand, ...]
    looking: tuple[LooksForGame, ...] = ()
    """Who looks for a game in the club."""


def meant_by(content: Content) -> Meant | None:
    """Return what an answer asks about, where it is one thing."""
    considered: Considered | None = getattr(content, "considered", None)
    if considered is None:
        return None
    return _name_meant(considered) or (content.meaning() if isinstance(content, Answer) else None)


def as_meant(mail: IncomingMail, every: Sequence[Meant]) -> IncomingMail:
    """Return the mail with what it means in the place of what it says."""
    for each in every:
        if each.under:
            text = (each.under, *_commented(each.meant.splitlines(), mail))
            lines = tuple(Line(at, line) for at, line in enumerate(text, start=1))
            # What stood beside it made it doubtful, a subject that somebody forwards, say: the yes settles that.
            around = (*mail.lines, *(line for block in mail.below for line in block))
            return replace(
                mail, lines=lines, around=around, subject="", below=(), signed=(), attributed=""
            )
        lines = tuple(
            replace(line, text=line.text.replace(each.written, each.meant)) for line in mail.lines
        )
        subject = mail.subject.replace(each.written, each.meant)
        mail = replace(mail, lines=lines, subject=subject)
    return mail


def _commented(lines: Sequence[str], mail: IncomingMail) -> Sequence[str]:
    """Return the one line meant with the comments of the mail, which explain its word; several as they are."""
    said = (_COMMENT.split(line.text, maxsplit=1) for line in mail.lines)
    comments = [parts[1].strip() for parts in said if len(parts) > 1 and parts[1].strip()]
    if len(lines) != 1 or not comments:
        return lines
    return (f"{lines[0]} {COMMENT_MARK} {'; '.join(comments)}",)


_COMMENT = regex(rf"(?<!:){COMMENT_MARK}")


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


OF_A_ROUND = (
    "Report", "Opening", "ReportByRounds", "OpeningByRounds", "TurnReport", "TurnsOpening", "LeagueNews",
)  # fmt: skip
"""Kinds of mail that open a round or a turn: what is asked in it stands in one thread with them."""


class Matter(Struct, Coded, frozen=True):
    """What a notice is about."""


class AboutAMail(Matter, frozen=True):
    """What a single mail of somebody sets off; so many a day are told one by one."""


class AboutSender(AboutAMail, frozen=True):
    """What a mail sets off that need not be the game master's."""

    sender: str


class PassedOn(AboutSender, frozen=True):
    """A mail without a readable move or command."""

    name: str
    subject: str
    words: tuple[str, ...] = ()
    """Words of its writer that wait for a ruling: it may explain them."""
    is_too_large: bool = False
    """Whether it was not read, being larger than any that is."""
    is_question: bool = False
    """Whether a question is passed on that stood beside a move."""
    is_request: bool = False
    """Whether something else is that a person is asked for beside a move."""


class WrittenToUs(AboutSender, frozen=True):
    """The game master has answered us where he meant the person whose mail we had put before him."""

    name: str


class AnswerUnclear(AboutSender, frozen=True):
    """Somebody unknown has answered whether he wrote and wants in, and says neither yes nor no to it."""

    name: str


class WrittenFromOutside(AboutSender, frozen=True):
    """Somebody unknown has written to a club, and nobody else hears or answers him."""

    name: str
    subject: str


class InvitedWrote(WrittenFromOutside, frozen=True):
    """A question whether he wants in waits for him, and this does not answer it."""


class StrangerWrote(WrittenFromOutside, frozen=True):
    """Only an invitation lets somebody in, and nobody is a member yet who could give it."""


class LinesNotUsed(Matter, frozen=True):
    """Lines of the game master's mail that read as a play; what else he asked for in it is answered elsewhere."""

    lines: tuple[str, ...]


class JoinRequest(AboutSender, frozen=True):
    """Somebody wants to play where the game master decides about it."""

    name: str
    why: WhyNotIn = WhyNotIn.CLOSED
    is_full: bool = False
    """Whether no order of the game master lets him in: all places are taken, or it is a table."""


class SignedOff(AboutSender, frozen=True):
    """A player takes part no longer, by his own wish."""

    name: str


class PressToRelease(AboutSender, frozen=True):
    """A player's text waits for its release."""

    name: str


class Objection(AboutSender, frozen=True):
    """A player is against the rules of a game in which nothing has been played (other games, 6)."""

    name: str
    is_at_own_table: bool = False
    """Whether each plays alone, so that only his own play counts."""


class LateButInTime(AboutSender, frozen=True):
    """What came before the ZAT and surfaced after it (rules 8)."""

    player: str
    round: int
    received: datetime


class LateMove(LateButInTime, frozen=True):
    """A move surfaced after its round was closed."""

    code: ClassVar[str] = LateButInTime.code


class LateTurn(LateButInTime, frozen=True):
    """A move in turns surfaced after its time-out."""

    code: ClassVar[str] = LateButInTime.code


class LateWords(LateButInTime, frozen=True):
    """A player's words surfaced after the tiles were drawn."""

    code: ClassVar[str] = LateButInTime.code


class MailAdopted(Matter, frozen=True):
    """A stranger's mail that he let count (a move of it *is taken*, or waits), told without its move."""

    player: str
    is_taken: bool


class TakenForRobot(AboutSender, frozen=True):
    """A mail of a player that looks like a program's answer, and is not answered (contract 3)."""

    name: str
    subject: str


class OrdersUnproven(AboutAMail, frozen=True):
    """Orders in a mail that answers none of ours: the address alone proves nothing."""

    code: ClassVar[str] = "desk_unproven"


VALID = timedelta(days=1)
"""So long a one-time token holds."""


class WhyAsked(StrEnum):
    """Why a sender is asked whether what his mail asks for is his will."""

    WEIGHTY = "weighty"
    """An order that is asked about once, whoever gives it."""
    OLD_MAIL = "old_mail"
    """The mail answers one of ours whose id or token no longer holds."""
    NO_PROOF = "no_proof"
    """Our server vouches for senders, and does not for this one."""
    WHO_WROTE = "who_wrote"
    """A place is given up, or a name is to be shown, and nothing proves who wrote."""
    FAILED_PROOF = "failed_proof"
    """Our server says that the sender is not who he says he is."""
    ODD = "odd"
    """An order that is probably a slip: a ZAT far ahead, a word that nobody used."""
    WENT_ON = "went_on"  # since he was asked: his order would mean another round or turn
    RESIGNS = "resigns"
    """A seat is given up for good, among other words, and the mail answers none of ours."""
    NEWCOMER = "newcomer"
    """The address is unknown, and anybody can write it into a mail."""
    MEANT = "meant"
    """A name resembles one that there is: a yes puts that one in its place."""
    VERDICT = "verdict"
    """What was said of a word could not be read: yes or no is said of that word."""
    PRESS = "press"
    """A player's text waits for its release by the game master."""
    CLUB = "club"
    """What a member of a club orders waits for his yes."""
    OFFER = "offer"
    """A member is asked whether he plays with others."""
    INVITED = "invited"
    """Somebody was named by a member, and is asked whether he wants in."""


class Prospect(Struct, frozen=True):
    """What happens if orders that wait are carried out; nothing of it may be a secret if they are not."""

    number: int
    """Of the round or turn in which it would happen."""
    is_turn: bool
    missing: tuple[str, ...]
    """Who has yet to move in it."""
    totals: tuple[TotalNow, ...]
    told: tuple[str, ...]


class OrdersAsked(AboutAMail, frozen=True):
    """Orders that wait until the game master says yes to this mail."""

    code: ClassVar[str] = "desk_asked"
    why: WhyAsked
    lines: tuple[str, ...]
    doubts: tuple[Doubt, ...] = ()
    prospect: Prospect | None = None
    """None: they are about no single game, or none of them could be carried out."""


class OrdersRefused(AboutAMail, frozen=True):
    """Orders in a mail that is not the game master's, as our server says."""

    code: ClassVar[str] = "desk_refused"


class SenderAsked(AboutSender, frozen=True):
    """What a player's mail asks for waits until he says yes to this one."""

    why: WhyAsked
    is_alone: bool = False
    """Of no other mail of his he is asked the same until he has answered."""


class AsksStranger(Matter, frozen=True):
    """Goes to an address that has not said yet that it wrote, or wants to be written to: then it is short."""


class NewcomerAsked(AsksStranger, frozen=True):
    """An unknown address asks to play: whoever reads mail there says first that he wrote."""

    commitment: str


class KindTold(Struct, frozen=True):
    """A kind of game that can be played, as who is no player yet is told of it."""

    title: str
    told: str = ""
    """What it is, in a line; empty: nothing is said."""
    language: str = ""
    """That of its tiles, by its code."""
    words: str = ""
    """What its word list is called; empty: there is none."""
    time: timedelta | None = None
    """How long at least who is to move has; None: nobody waits for one alone."""


class ClubAsked(AsksStranger, frozen=True):
    """An unknown address orders or asks something in a club: whoever reads mail there says first that he wrote."""

    club: str
    kinds: tuple[KindTold, ...]
    """What can be played."""


class InvitedAsked(AsksStranger, frozen=True):
    """A member wants somebody to be asked whether he wants in."""

    club: str
    by: str
    """Who; empty: his name is not shown to strangers."""
    kinds: tuple[KindTold, ...] = ()
    page: str = ""
    """Where the front page of the club is to be seen; empty: nowhere that is known."""


class ClubConfirm(Matter, frozen=True):
    """What a member orders waits until he says yes: nothing proves that it was he."""

    club: str
    is_unsure: bool = False
    """Whether he said it in words that may mean something else."""


class AddressAsked(Matter, frozen=True):
    """A player has been given another address: he is asked at the one that was his."""

    player: str
    until: datetime
    """When the new one is shown everything unless he answers."""
    successor: str = ""
    """Who has his place now, where it was given to somebody else."""
    because: str = ""


class AddressIsNew(Matter, frozen=True):
    """The reader's address is a player's from now on, and is shown everything later."""

    player: str
    until: datetime


class AddressOfAnother(Matter, frozen=True):
    """Another player has been given another address, which is not named."""

    player: str
    until: datetime


class AddressAgreed(Matter, frozen=True):
    """Who reads a player's old address agrees: the new one is shown everything from now on."""

    player: str


class AddressRefused(Matter, frozen=True):
    """Who reads a player's old address refuses: it is his again, and the new one is not."""

    player: str


class AddressWaits(Matter, frozen=True):
    """What a mail would say is not shown to a new address yet."""

    until: datetime


class Dropped(Matter, frozen=True):
    """What waited for a yes was dropped: he said no."""


class AnsweredBefore(Matter, frozen=True):
    """A second answer to one question: its one-time token is spent."""


class WhichQuestion(Matter, frozen=True):
    """A yes or no under no question of ours, while some to its sender are open."""

    about: tuple[str, ...]
    """How each mail begins that he was asked about."""


class NoToNone(Matter, frozen=True):
    """A no under no question of ours, while some to its sender are open: whichever he means, nothing is done."""


class YesToNone(Matter, frozen=True):
    """A yes alone, while no question of ours to its sender is open."""


class StillOpen(Struct, frozen=True):
    """Words of a game that wait for a ruling."""

    title: str
    words: tuple[str, ...]


class OrdersDone(Matter, frozen=True):
    """What became of the orders of a mail, line by line."""

    code: ClassVar[str] = "desk_done"
    fates: tuple[Fate, ...]
    still_open: tuple[StillOpen, ...] = ()
    """Where a word was ruled on: what waits for a ruling all the same, game by game."""

    @property
    def is_all_done(self) -> bool:
        return all(fate.refusal is None for fate in self.fates)

    @property
    def is_none_done(self) -> bool:
        return not any(fate.refusal is None for fate in self.fates)

    @property
    def asks_who(self) -> bool:
        """Tell whether it asks if the one player is meant whose name is like the one written."""
        refusals = (fate.refusal for fate in self.fates)
        return any(isinstance(each, UnknownPlayer) and len(each.alike) == 1 for each in refusals)


class MissedThree(Matter, frozen=True):
    """Players who have missed three rounds in a row."""

    players: tuple[str, ...]


class ManyAway(Matter, frozen=True):
    """More than a third of the players have said that they are away at the next ZAT."""

    players: tuple[str, ...]
    of: int
    """How many take part."""
    zat: datetime
    later: datetime
    """A day to which it could be moved."""


class NobodyLeft(Matter, frozen=True):
    """Nobody plays any more: the game rests."""


class JoinsStopped(Matter, frozen=True):
    """So many strangers have joined in a day that no more are let in by themselves."""

    most: int


class QuestionsWait(Matter, frozen=True):
    """So many unknown addresses are asked whether they want in that the questions leave one after another."""

    most: int
    """So many an hour."""


class AnswersWait(Matter, frozen=True):
    """A player has had as many answers as somebody gets in a day; his mails count, and a list follows."""

    sender: str
    player: str
    most: int


class SettingsFaulty(Matter, frozen=True):
    """The changed settings file has faults, or says what a game that has begun cannot follow."""

    code: ClassVar[str] = "settings_fault"
    faults: tuple[str, ...]


class InDoubt(Matter, frozen=True):
    """A game waits: a mail shows that it has begun, and the record does not know it."""

    id: str
    """By which the operator lets it begin: of the game, or of the tournament."""
    title: str
    sender: str
    subject: str
    is_filed: bool
    mailbox: str
    """Its address, where there are several."""


class GameStuck(Matter, frozen=True):
    """A fault of the program holds a game up."""

    code: ClassVar[str] = "failing_game"


class ClockAhead(Matter, frozen=True):
    """Our clock is ahead of the mailbox server's: a round that seems due is not closed."""

    minutes: int


class ClockUnknown(Matter, frozen=True):
    """The server's clock could not be compared; the round was closed by ours."""


class Hindrance(StrEnum):
    """What keeps the machine from its work."""

    MAILBOX = "mailbox"
    """The mailbox cannot be read."""
    SENDING = "sending"
    """No mail can be handed over."""
    FILING = "filing"
    """Mail that is done with stays in the inbox."""
    DATABASE = "database"
    """Nothing can be recorded."""
    LACK = "lack"
    """A mail cannot be read for lack of memory, file handles or room."""
    CLOCK = "clock"
    """Our clock was set to another time."""
    PAGES = "pages"
    """The pages that anybody may read cannot be written."""


class RoundWaits(Struct, frozen=True):
    """A round that cannot be closed."""

    title: str
    deadline: datetime


class Hindered(Matter, frozen=True):
    """The machine cannot do part of its work, or could not until a moment ago."""

    what: Hindrance
    why: str
    since: datetime
    until: datetime | None = None
    """When it was over; None: it lasts."""
    rounds: tuple[RoundWaits, ...] = ()
    mails: int = 0
    """That are to be sent or to be filed, since the oldest of them."""
    oldest: datetime | None = None
    mailbox: str = ""  # which of several it is about


class DatabaseDamaged(Matter, frozen=True):
    """Pages of the database cannot be right."""

    damage: str


class DatabaseRestored(Matter, frozen=True):
    """The database was put back, and rounds may have been closed since its copy was made."""

    titles: tuple[str, ...]
    games: tuple[str, ...]
    copied_at: datetime


class Quarantined(Matter, frozen=True):
    """A mail was set aside unread, after several tries."""

    code: ClassVar[str] = "quarantine"
    uid: int
    size: int
    number: str = ""
    """By which it is adopted: `U17`."""
    sender: str = ""
    """Empty: nobody knows."""
    name: str = ""
    subject: str = ""
    """Empty where the game master must not see moves, which may stand in it."""
    is_sender_told: bool = False


class StrangersMail(Struct, frozen=True):
    """A mail from an unknown address that may be adopted."""

    number: str
    """By which it is adopted: `U17`."""
    sender: str
    received: datetime | None
    player: str = ""
    """Whose address it is, where that is registered."""


class StrangersMoves(Matter, frozen=True):
    """Readable moves from unknown addresses, or in mails of players whose header looks like a list's."""

    code: ClassVar[str] = "foreign_moves"
    mails: tuple[StrangersMail, ...]


class HeldBack(Struct, frozen=True):
    """How many mails of one sender were not put before the game master one by one."""

    sender: str
    """"" for all strangers together."""
    mails: int


class WantsToJoin(Struct, frozen=True):
    """Somebody who asked to be let into a game and still waits."""

    title: str
    name: str
    sender: str


class MoreMail(Matter, frozen=True):
    """The mails beyond what is told one by one in a day, and who still waits to be let in."""

    senders: tuple[HeldBack, ...]
    waiting: tuple[WantsToJoin, ...] = ()
    hidden: int = 0
    """Of how many mails he is shown nothing, since they may hold a move."""

    @property
    def total(self) -> int:
        return sum(each.mails for each in self.senders)


class Undeliverable(Matter, frozen=True):
    """A mail of ours that a server refused for good."""

    code: ClassVar[str] = "refused_recipient"
    recipient: str
    why: str
    """In the server's words."""


class AnswersItself(Matter, frozen=True):
    """A player's program seems to answer our answers: it gets none any more."""

    sender: str
    name: str
    subject: str
    is_order: bool = False
    """Whether it orders the same each time, and nothing comes of that; otherwise nothing in its mails can be read."""


class MailStopped(Matter, frozen=True):
    """No more mail goes to an address from which three came back: it is gone."""

    recipient: str
    players: tuple[str, ...]
    why: str
    """In the server's words."""


class MailWaits(Matter, frozen=True):
    """A mail that a server refuses for now: it waits and is tried again, and is told of once."""

    recipient: str
    why: str
    """In the server's words."""


class PostWorks(Matter, frozen=True):
    """The mail by which `check --online` tries the servers it names."""

    code: ClassVar[str] = "test"
    imap: str
    smtp: str


class Notice(Content, frozen=True):
    """Something the game master or operator must know."""

    is_public: ClassVar[bool] = True
    about: Matter
    policy: GamePolicy | None = None
    quoted: str = ""
    is_hidden: bool = False
    for_deputy: bool = False
    """It says only who wrote, for the reader must not see what may be a move; or all, to his deputy."""

    @property
    def joins(self) -> tuple[str, ...]:
        return OF_A_ROUND if isinstance(self.about, PressToRelease | Objection) else ()


class ZatChange(StrEnum):
    """What became of the ZAT of a round, and with it of the round."""

    MOVED = "moved"
    PAUSED = "paused"
    RESUMED = "resumed"
    CLOSED_EARLY = "closed_early"
    REOPENED = "reopened"
    ENDED = "ended"
