"""What the referee makes of a mail, entry by entry, before anything is answered (contract 3)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Protocol, TypeVar, cast

from msgspec import Struct, field

from mailref.games import events as happened
from mailref.games.found import Found
from mailref.orders.entries import Ambiguity, Entry
from mailref.orders.table import NOTHING_BEHIND, Behind, Command
from mailref.orders.written import Wish
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee.policy import Directory, House, RunningGame
from mailref.structs import Memo
from mailref.tiles.lexicon.verdicts import WordBook
from mailref.tiles.moves import Move, TextSpan
from mailref.tiles.scoring import Position


class Outcome(StrEnum):
    ACCEPTED = "accepted"
    PENDING = "pending"
    REJECTED = "rejected"
    IGNORED = "ignored"
    COMMAND = "command"


STORED = (Outcome.ACCEPTED, Outcome.PENDING)
"""What is recorded as it is, and confirmed."""


class Reason(StrEnum):
    """Why nothing counts; the first four and UNKNOWN_SENDER go with IGNORED."""

    OWN_MAIL = "own_mail"
    BOUNCE = "bounce"
    MAILING_LIST = "mailing_list"
    AUTO_REPLY = "auto_reply"
    UNKNOWN_SENDER = "unknown_sender"
    TOO_LARGE = "too_large"
    UNKNOWN_GAME = "unknown_game"
    NOT_A_PLAYER = "not_a_player"
    SENDER_MISMATCH = "sender_mismatch"
    LATE = "late"
    NO_MOVE = "no_move"
    AMBIGUOUS = "ambiguous"
    UNREADABLE = "unreadable"
    SET_ASIDE = "set_aside"
    """Nobody has read it: the program ended over it again and again."""
    NO_VALID_MOVE = "no_valid_move"
    ALREADY_MOVED = "already_moved"
    NO_CHALLENGE = "no_challenge"
    NOTHING_TO_CHALLENGE = "nothing_to_challenge"
    NOTHING_TO_ACCEPT = "nothing_to_accept"
    OWN_PLAY = "own_play"
    ALREADY_RULED = "already_ruled"
    ONLY_ACCEPT_OR_CHALLENGE = "only_accept_or_challenge"
    OLDER_MAIL = "older_mail"
    """A newer one has a move of his kept already."""


class NotDone(StrEnum):
    """Why a player's command cannot be carried out."""

    NOT_A_PLAYER = "not_a_player"
    WHICH_PLAYER = "which_player"
    NOT_HIS_NAME = "not_his_name"
    """`Spieler=` names somebody who does not play under the sender's address."""
    ALREADY_IN = "already_in"
    ALREADY_LEFT = "already_left"
    CLOSED = "closed"
    """Only the game master lets anybody in."""
    NAME_TAKEN = "name_taken"
    GAME_IS_OVER = "over"
    NOTHING_TO_WITHDRAW = "nothing_to_withdraw"
    TOO_LATE = "too_late"
    TOO_LATE_TO_OBJECT = "too_late_to_object"
    """The rules hold once somebody has moved."""
    NO_REMATCH = "no_rematch"
    """The game goes on, is agreed on once more, or is one of a tournament or in rounds."""
    NO_PRESS = "no_press"
    NOTE_TOO_LONG = "note_too_long"
    ONE_BAG = "one_bag"
    """Nobody says from which bag he draws where there are not two."""
    WISH_ALONE = "wish_alone"
    """Once the racks are drawn, ZIEHE stands beside a move."""
    NO_LOTS = "no_lots"
    """No words are mixed into the draws of this game."""
    TOO_LATE_FOR_WORDS = "too_late_for_words"
    """All words had to be there before, or the letters are drawn."""
    NO_ADDRESS_OF_HIS_OWN = "no_address_of_his_own"
    """A word for draws came from an address that is not the player's alone."""
    RESIGN_INSTEAD = "resign_instead"
    """Who plays in a game in turns resigns: AUFGABE."""
    WHICH_DAYS = "which_days"
    """An absence without first and last day."""
    FROM_TOMORROW = "from_tomorrow"
    """An absence that begins before tomorrow."""
    TOO_LONG_AWAY = "too_long_away"
    """More days than are left."""


class Records(Protocol):
    """What is recorded of games beside how they stand: read only where it is needed."""

    def seed(self, game: str) -> bytes:
        """Return the secret seed of a game."""

    def events(self, game: str) -> Iterable[happened.Event]:
        """Return all that has happened in a game, oldest first."""

    def handed_over(self, game: str, tag: str, addresses: Collection[str]) -> datetime | None:
        """Return when the first mail with a tag reached one of *addresses*; the far future: it waits."""


PlayFinder = Callable[[Position, Mapping[str, bool]], Sequence[tuple[int, Move]]]
"""Finds possible plays of a position under rulings: points and play, the best first."""


def find_no_play(_position: Position, _rulings: Mapping[str, bool]) -> tuple[()]:
    """Find nothing: where no game comes to its end."""
    return ()


class NoRecords:
    """Where nothing is recorded: judging alone draws nothing that counts."""

    def seed(self, game: str) -> bytes:  # noqa: ARG002  the same for all
        """Return a seed that is no secret."""
        return bytes(32)

    def events(self, game: str) -> Iterable[happened.Event]:  # noqa: ARG002  of no game
        """Return nothing."""
        return ()

    def handed_over(self, game: str, tag: str, addresses: Collection[str]) -> datetime | None:  # noqa: ARG002  nothing was sent
        """Return nothing: no mail is known."""
        return None


class Unread(Struct, frozen=True):
    """A mail that was set aside because the program failed over it: it may hold a move."""

    number: str
    """By which it is adopted: `U17`."""
    sender: str
    received: datetime | None


def none_unread() -> tuple[Unread, ...]:
    """Return nothing: what is asked where there is no record."""
    return ()


M = TypeVar("M", bound=Memo)


class Memories(Memo):
    """What kinds of game remember, each in a memo of its own: it could be found anew, so nobody can tell."""

    _kept: dict[type[Memo], Memo] = field(default_factory=dict)

    def of(self, kind: type[M]) -> M:
        """Return the memo of that kind."""
        return cast(M, self._kept.setdefault(kind, kind()))


class Office(Struct, frozen=True):
    """All that the referee looks at when a mail comes in."""

    games: Mapping[str, RunningGame]
    """By the game's id, in the order of the settings."""
    house: House
    lexicon: WordBook
    memories: Memories = field(default_factory=Memories)
    """What kinds of game remember of what was last looked at; the machine hands it on."""
    directory: Directory = field(default_factory=Directory)
    records: Records = field(default_factory=NoRecords)
    since: Mapping[str, tuple[happened.Event, ...]] = MappingProxyType({})
    """What was decided of each game and is not recorded yet."""
    find_plays: PlayFinder = find_no_play
    unread: Callable[[], tuple[Unread, ...]] = none_unread
    """Asks the record what lies unread."""

    def log(self, game: str) -> tuple[happened.Event, ...]:
        """Return all that has happened in a game, what was just decided included."""
        return (*self.records.events(game), *self.since.get(game, ()))

    def games_at(self, address: str) -> tuple[str, ...]:
        """Return the games in which a player or subscriber has *address*, in the settings' order."""
        return self.directory.games_at(self.games, address)


class MailToGameMaster(Struct, frozen=True):
    """A mail of ours to the game master, which one of his answers."""

    message_id: str
    game: str | None
    """None: about no single game."""
    round: int | None
    """The round for which a reply would be a move; None: after the end, or no game."""
    sent: datetime
    words: tuple[str, ...] = ()
    """The words that it asks about."""
    is_of_tie: bool = False
    """Whether it asks which of equal moves is laid."""


class Receipt(Struct, frozen=True):
    """How a mail was received: what the shell knows of it beside its text."""

    key: str
    """The journal's name of the mail."""
    received: datetime
    """The server's arrival time, aware."""
    answers: tuple[tuple[str, int | None], ...] = ()
    """(game, round) of our mails that it answers, by References; None: after the end."""
    handed_over: Mapping[tuple[str, str], datetime] = MappingProxyType({})
    """When the newest report of a game was handed over for an address: (game, address) to time."""
    answers_game_master: bool = False
    """Whether it answers a mail of ours to the game master, whose id, while it holds, is a proof."""
    read_at: datetime | None = None
    """When we have read it, which may be long after; None: as it came."""
    proven_games: frozenset[str] | None = None
    """The games for which it is one; None: all."""
    to_game_master: tuple[MailToGameMaster, ...] = ()
    """Every mail of ours to the game master that it answers, the oldest first, whether it holds."""
    done_before: frozenset[str] = frozenset()
    """The digests of orders that were carried out in answer to the newest of them."""

    @property
    def words_asked(self) -> tuple[str, ...]:
        """Return the words that the newest mail of ours to the game master asks about."""
        return self.to_game_master[-1].words if self.to_game_master else ()

    @property
    def asked_about_tie(self) -> bool:
        """Tell whether the newest mail of ours to the game master asks which move is laid."""
        return bool(self.to_game_master) and self.to_game_master[-1].is_of_tie

    def proves_game_master(self, game: str | None) -> bool:
        """Tell whether it proves the game master for orders about *game*."""
        is_for_it = self.proven_games is None or game is None or game in self.proven_games
        return self.answers_game_master and is_for_it


class Newcomer(Struct, frozen=True):
    """A player whom an open game registers by this very mail."""

    game: str
    name: str
    address: str


class Considered(Struct, frozen=True):
    """What the referee makes of one entry of a mail."""

    outcome: Outcome
    reason: StrEnum | None = None
    """A `Reason`, or one that only its kind of game knows."""
    game: str | None = None
    round: int | None = None
    player: str | None = None
    found: Found | None = None
    """What it is worth in its game; None where there is nothing to judge."""
    entry: Entry | None = None
    newcomer: Newcomer | None = None
    suggestions: tuple[str, ...] = ()
    """Names that may have been meant: titles of games for unknown_game, players for a mismatch."""
    named: str | None = None
    """What was named and is not known: a heading or a player."""

    @property
    def found_when_asked(self) -> Found | None:
        """Return what is still told of it where it is asked back."""
        return self.found if self.found is not None and self.found.stays_when_asked else None


class CommandsDone(Struct, frozen=True):
    """What a player's commands did, in a game of any kind."""

    joined: bool = False
    left: bool = False
    lot_word: str = ""
    """The word for draws and lots that was taken."""
    mixed_from: int = 0
    """The first round into whose draws it is mixed."""
    first_rack: Wish | None = None
    """From which of two bags the first rack is drawn."""
    language: str = ""
    """In which mails come from now on, where that was asked for."""

    @classmethod
    def of(cls, events: Collection[happened.Event]) -> "CommandsDone":
        """Return what is done by what was recorded."""
        languages = [
            each.language
            for each in events
            if isinstance(each, happened.LanguageSet | happened.SubscriberLanguageSet)
        ]
        return cls(
            joined=any(
                isinstance(event, happened.PlayerJoined | happened.PlayerReturned)
                for event in events
            ),
            left=any(
                isinstance(event, happened.PlayerLeft | happened.SubscriberLeft) for event in events
            ),
            lot_word=next((e.word for e in events if isinstance(e, happened.LotWordGiven)), ""),
            mixed_from=next((e.number for e in events if isinstance(e, happened.LotWordGiven)), 0),
            language=languages[-1] if languages else "",
        )


class CommandsGiven(Struct, frozen=True):
    """Commands about one game, and what came of them."""

    commands: tuple[Command, ...]
    player: str | None
    events: Collection[happened.Event] = ()
    refused: tuple[NotDone, ...] = ()

    def told(self, office: Office) -> dict[str, Any]:
        """Return what the answer tells in every kind of game."""
        return {
            "commands": self.commands,
            "player": self.player,
            "done": CommandsDone.of(self.events),
            "refused": self.refused,
            "games": tuple(each.policy for each in office.games.values()),
        }


class Did(Struct, frozen=True):
    """What an entry did in its game."""

    before: RunningGame
    received: datetime
    events: tuple[happened.Event, ...] = ()
    had_move: bool = False
    """Whether something that the player had sent was in force before."""
    is_registered_now: bool = False
    """Whether it made its sender a player."""


class Judgement(Struct, frozen=True):
    """What an entry is worth in the game it is for, and what it comes to where nothing else is in the way."""

    number: int
    """The round or turn it is for."""
    found: Found | None = None
    outcome: Outcome = Outcome.REJECTED
    reason: StrEnum | None = Reason.NO_MOVE
    asked: tuple[Ambiguity, TextSpan] | None = None
    """Why it is asked back, and about what."""


class Request(Struct, frozen=True):
    """What a mail asks of one game beside moves."""

    game: str
    commands: tuple[Command, ...]
    named: str | None = None
    """The name in `Spieler=`."""
    said: Behind = NOTHING_BEHIND
    wish: Wish | None = None


class Consideration(Struct, frozen=True):
    """What the referee makes of a whole mail."""

    mail: IncomingMail
    receipt: Receipt
    entries: tuple[Considered, ...]
    """At least one."""
    commands: tuple[Command, ...] = ()
    from_game_master: bool = False
    is_stranger: bool = True
    """Whether nobody with this address is registered."""
    holds_move: bool = False
    """Whether a readable move stands in it, whoever wrote it."""
    named: str | None = None
    """The name in a `Spieler=` that stands in no entry."""
    requests: tuple[Request, ...] = ()
    """The commands, game by game; a command under a heading concerns that game only."""
    outside: Request | None = None
    """What is asked for outside all entries, of no game yet."""

    @property
    def is_too_large(self) -> bool:
        """Tell whether more stands in it than is looked at: nothing of it counts."""
        return any(each.reason is Reason.TOO_LARGE for each in self.entries)
