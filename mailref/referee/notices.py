"""What the game master must know beside the games, and what players are told about a ZAT.

Each is a class, whose name is that of its template; `code` names the mail in its key: it never changes.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from mailref.referee.contents import Content
from mailref.referee.gm_orders import Doubt, Fate
from mailref.referee.policy import GamePolicy, WhyNotIn
from mailref.structs import Coded


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


class JoinRequest(AboutSender, frozen=True):
    """Somebody wants to play where the game master decides about it."""

    name: str
    why: WhyNotIn = WhyNotIn.CLOSED
    is_full: bool = False
    """Whether no order of the game master lets him in: all places are taken, or it is a table."""


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


class OrdersAsked(AboutAMail, frozen=True):
    """Orders that wait until the game master says yes to this mail."""

    code: ClassVar[str] = "desk_asked"
    why: WhyAsked
    lines: tuple[str, ...]
    doubts: tuple[Doubt, ...] = ()


class OrdersRefused(AboutAMail, frozen=True):
    """Orders in a mail that is not the game master's, as our server says."""

    code: ClassVar[str] = "desk_refused"


class SenderAsked(AboutSender, frozen=True):
    """What a player's mail asks for waits until he says yes to this one."""

    why: WhyAsked


class NewcomerAsked(Matter, frozen=True):
    """An unknown address asks to play: whoever reads mail there says first that he wrote."""

    commitment: str


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


class OrdersDone(Matter, frozen=True):
    """What became of the orders of a mail, line by line."""

    code: ClassVar[str] = "desk_done"
    fates: tuple[Fate, ...]

    @property
    def is_all_done(self) -> bool:
        return all(fate.refusal is None for fate in self.fates)


class MissedThree(Matter, frozen=True):
    """Players who have missed three rounds in a row."""

    players: tuple[str, ...]


class NobodyLeft(Matter, frozen=True):
    """Nobody plays any more: the game rests."""


class JoinsStopped(Matter, frozen=True):
    """So many strangers have joined in a day that no more are let in by themselves."""

    most: int


class QuestionsWait(Matter, frozen=True):
    """So many unknown addresses are asked whether they want in that the questions leave one after another."""

    most: int
    """So many an hour."""


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


class StrangersMoves(Matter, frozen=True):
    """Readable moves from unknown addresses."""

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


class ZatChange(StrEnum):
    """What became of the ZAT of a round, and with it of the round."""

    MOVED = "moved"
    PAUSED = "paused"
    RESUMED = "resumed"
    CLOSED_EARLY = "closed_early"
    REOPENED = "reopened"
    ENDED = "ended"
