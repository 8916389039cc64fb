"""What the referee knows of a game beside its state: the settings that concern decisions; and games with them.

The shell makes these values from the settings file; the referee never sees the file. The office keeps
games with their settings, in which an address is known, and how they are called.

The file wins over commands (contract 2): what it says of words is compared with the game's record, and events
make them agree.

What the referee makes of a mail, entry by entry, before anything is answered (contract 3).

What is due when, and too late, the engines say: `GameByRounds` and `RefereeByRounds` of a ZAT for all. A time
is compared with it by one function for all kinds, `is_in_time` of `games/game.py`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import compress
from operator import is_not
from types import MappingProxyType
from typing import Any, Protocol, TypeVar, cast
from zoneinfo import ZoneInfo

from msgspec import UNSET, Struct, UnsetType, field

from mailref.games import events as happened
from mailref.games.game import Game, Player, SameTiles, has_come
from mailref.games.worth import Found
from mailref.languages import DEFAULT
from mailref.orders.commands import People
from mailref.orders.entries import NOTHING_MEANT, Ambiguity, Entry, GameFace, Perhaps, Wish
from mailref.orders.shapes import GameNames, subject_tag, tagged_game
from mailref.orders.table import NOTHING_BEHIND, Behind, Command, NotDone
from mailref.reading.incoming_mail import IncomingMail
from mailref.structs import Memo, shown_without
from mailref.tiles.board import STANDARD, Layout, ListUsed
from mailref.tiles.lexicon.verdicts import WordBook
from mailref.tiles.moves import Move, TextSpan
from mailref.tiles.scoring import Position
from mailref.tiles.tile_set import GERMAN, TileSet
from mailref.tiles.when_used import regex

Value = TypeVar("Value")


class Registration(StrEnum):
    """Whether strangers may join by mail."""

    CLOSED = "closed"
    OPEN = "open"


class WhyNotIn(StrEnum):
    """Why somebody who asks to play is not let in without the game master."""

    CLOSED = "closed"
    WHICH_GAME = "which_game"
    """Several games are going on, and not all of them are closed."""
    HAS_LEFT = "has_left"
    """He has played before."""
    BEGUN = "begun"
    """All places are taken, or it goes on without him."""
    NAME = "name"
    """Somebody has it, or one that looks like it; or it is none that a table can print."""


class Undecided(StrEnum):
    """What happens to undecided words after `ruling_grace`."""

    WAIT = "wait"
    REFUSE = "refuse"
    ACCEPT = "accept"


class Confirm(StrEnum):
    """How much a confirmation says: everything, no word verdicts beyond the score, or syntax only."""

    FULL = "full"
    SCORE = "score"
    SYNTAX = "syntax"


class PressPolicy(StrEnum):
    """Whether players' press is printed at once or after the game master released it."""

    OPEN = "open"
    MODERATED = "moderated"


class Trust(StrEnum):
    """What proof of the sender a move needs."""

    ADDRESS = "address"
    AUTHENTICATED = "authenticated"
    """Our own server, or a DKIM signature, vouches for the sender."""
    TOKEN = "token"  # noqa: S105  the name of a policy
    """The mail answers one of ours that only he got."""
    AUTHENTICATED_OR_TOKEN = "authenticated_or_token"  # noqa: S105  as above
    """Either of the two."""

    @property
    def believes_servers(self) -> bool:
        """Tell whether a server that vouches for a sender is proof enough, and none is too little."""
        return self in {Trust.AUTHENTICATED, Trust.AUTHENTICATED_OR_TOKEN}


class Paper(StrEnum):
    """The size of the pages on which reports are printed."""

    A4 = "a4"
    A5 = "a5"


class Ink(StrEnum):
    """Whether reports are printed in colour, or in black and white as zines are copied."""

    COLOUR = "colour"
    PRINT = "print"


class ConfiguredPlayer(Struct, frozen=True):
    """A player as the settings name him."""

    name: str
    addresses: tuple[str, ...]
    language: str = ""
    """Of mails to him; empty: that of the game."""


class GamePolicy(Struct, frozen=True, kw_only=True):
    """The settings that every game has; each kind extends them."""

    id: str
    title: str
    variant: str
    zone: ZoneInfo
    language: str
    dictionary: str = ""
    comment: str = ""
    registration: Registration = Registration.CLOSED
    subscribers: tuple[str, ...]
    subscriber_languages: tuple[tuple[str, str], ...]
    """Of those who read another language than that of the game, with their addresses."""
    reminder: timedelta = timedelta(hours=24)
    ruling_grace: timedelta = timedelta(days=7)
    undecided: Undecided = Undecided.WAIT
    close_delay: timedelta = timedelta(minutes=2)
    skip: tuple[date, ...] = ()
    confirm: Confirm = Confirm.FULL
    press: PressPolicy = PressPolicy.OPEN
    messages: bool = True
    """Whether players can write to each other through the referee."""
    trust: Trust = Trust.ADDRESS
    top: bool = True
    players: tuple[ConfiguredPlayer, ...]
    accept: tuple[str, ...]
    refuse: tuple[str, ...]
    digest: timedelta = timedelta(hours=24)
    """How long before a ZAT the game master is told how his game stands; none: never."""
    lookup: str = ""
    """Where a word can be looked up, with `{word}` in it; "": nowhere."""
    deputy: str | None = None
    """Who is shown in full what a game master who plays must not see."""
    mailbox: str = ""
    """From which mailbox its mails leave, by its id; empty: that of [mail]."""
    announce: timedelta = timedelta(0)
    """How long before the first letters the commitment is mailed."""
    lots: bool = False
    """Whether words of the players are mixed into draws and lots."""
    lots_until: timedelta = timedelta(hours=1)
    """So long before letters are drawn a word must be there."""
    same_tiles: SameTiles | None = None
    """Where it is one of a double game with the same tiles."""
    tiles: TileSet = GERMAN
    layout: Layout = STANDARD
    listed: ListUsed | UnsetType = UNSET
    """Its word list; not set for the one that comes with the German tiles."""
    short_listed: ListUsed | UnsetType = UNSET
    """Its own list of short words, if it has one."""

    @property
    def family(self) -> str:
        """Return of which kind the game is, by its name."""
        raise NotImplementedError

    @property
    def least_time(self) -> timedelta | None:
        """Return how long who is to move has at least; None: nobody waits for one alone."""
        return None


class House(Struct, frozen=True):
    """Who runs the games and how the referee is reached: at one of its mailboxes, one game master."""

    gamemaster_name: str
    gamemaster_address: str
    address: str
    """The referee's own address, without display name."""
    display_name: str
    secret: bytes
    """The installation's secret, never revealed: tokens and message ids come from it."""
    asks_for_proof: bool = False
    """Whether our own server says what a mail proves: then the game master's orders must prove it."""
    asks_who_wrote: bool = False
    """Whether players must prove who gives up a place or lets his name be shown: so it is there, and in a club."""
    paper: Paper = Paper.A4
    ink: Ink = Ink.COLOUR
    """How the score sheets are printed that reports carry."""
    operator_address: str = ""
    """Who runs the machine, where it is not the game master."""
    box: str = ""
    """The id of the mailbox; empty: that of [mail]."""
    other_addresses: frozenset[str] = frozenset()
    """The referee's own addresses at his other mailboxes."""
    site_url: str = ""
    """Where the pages that anybody may read are to be seen, with a slash at its end; empty: nowhere."""
    unsubscribe_url: str = ""
    """The page that ends reports by one click, with `{token}` in it; empty: there is none."""
    language: str = DEFAULT
    """Of mails to the game master that are about no game."""
    name: str = "mailref"
    """What stands in brackets before the subject of mails about no single game: in a club how that is called."""

    __repr__ = shown_without("secret")

    def own_among(self, addresses: Iterable[str]) -> str | None:
        """Return one of *addresses*, in small letters, that is the referee's own; None: none is."""
        return next(
            (each for each in addresses if each == self.address or each in self.other_addresses),
            None,
        )


class AddressBook(Memo):
    """The players of a game by their addresses, until others play."""

    agreed: Mapping[str, Player] | None = None
    """The players as they were when last the settings named the same."""
    _people: People = field(default_factory=People)
    _people_of: Mapping[str, Player] | None = None
    _players: Mapping[str, Player] | None = None
    _found: dict[str, tuple[Player, ...]] = field(default_factory=dict)

    def at(self, players: Mapping[str, Player], address: str) -> tuple[Player, ...]:
        """Return those of *players* who use *address*, in small letters."""
        if self._players is not players:
            found: dict[str, list[Player]] = {}
            for player in players.values():
                for each in dict.fromkeys(map(str.lower, player.addresses)):
                    found.setdefault(each, []).append(player)
            self._found = {each: tuple(there) for each, there in found.items()}
            self._players = players
        return self._found.get(address, ())

    def people(self, players: Mapping[str, Player]) -> People:
        """Return the names of *players*, as somebody signs with one."""
        if self._people_of is not players:
            self._people, self._people_of = People(players), players
        return self._people

    def all(self, players: Mapping[str, Player]) -> Iterable[str]:
        """Return every address that one of *players* uses."""
        self.at(players, "")
        return self._found


class RunningGame(Struct, frozen=True):
    """A game with its settings."""

    game: Game
    policy: GamePolicy
    book: AddressBook = field(default_factory=AddressBook)
    """Handed on as the game goes on."""


class Directory(Memo):
    """In which games an address is known, and how games are called, looked up once.

    The machine hands it on; of games in which nothing has happened nothing is looked up anew.
    """

    _games: Mapping[str, RunningGame] = field(default_factory=dict)
    _places: dict[str, int] = field(default_factory=dict)
    _at: dict[str, set[str]] = field(default_factory=dict)
    """By address: the games."""
    _people: frozenset[str] | None = None
    """What players are called, whatever they play: their names, and each part of them."""
    _named: Mapping[str, RunningGame] = field(default_factory=dict)
    _faces: dict[str, GameFace] = field(default_factory=dict)
    _names: GameNames = field(default_factory=GameNames)

    def games_at(self, games: Mapping[str, RunningGame], address: str) -> tuple[str, ...]:
        """Return those of *games* in which a player or subscriber has *address*, in their order."""
        if self._games is not games:
            self._look_through(games)
        return tuple(sorted(self._at.get(address, ()), key=self._places.__getitem__))

    def people(self, games: Mapping[str, RunningGame]) -> frozenset[str]:
        """Return what the players of *games* are called: their names, and each part of them."""
        if self._games is not games:
            self._look_through(games)
        if self._people is None:
            names = (name for running in games.values() for name in running.game.players)
            self._people = frozenset(parts_of_names(names))
        return self._people

    def names(
        self, games: Mapping[str, RunningGame], face_of: Callable[[RunningGame], GameFace]
    ) -> GameNames:
        """Return how *games* are called, as *face_of* each shows it."""
        if self._named is games:
            return self._names
        touched = changed_in(games, self._named)
        faces = dict(self._faces) if touched is not None else {}
        for id_ in games if touched is None else touched:
            is_known = self._named.get(id_) is games[id_]
            faces[id_] = self._faces[id_] if is_known else face_of(games[id_])
        if faces != self._faces or touched is None:
            self._names = GameNames(faces.values())
        self._faces, self._named = faces, games
        return self._names

    def _look_through(self, games: Mapping[str, RunningGame]) -> None:
        before, touched = self._games, changed_in(games, self._games)
        if touched is None:
            self._places = {id_: place for place, id_ in enumerate(games)}
            for gone in before.keys() - games.keys():
                self._leave(gone, before[gone])
        for id_ in games if touched is None else touched:
            known, running = before.get(id_), games[id_]
            if known is not None and _same_people(known, running):
                continue
            if known is not None:
                self._leave(id_, known)
            self._people = None
            for address in _addresses(running):
                self._at.setdefault(address, set()).add(id_)
        self._games = games

    def _leave(self, game: str, running: RunningGame) -> None:
        for address in _addresses(running):
            self._at[address].discard(game)


_PART_OF_NAME = regex(r"[^\W\d_][\w'’-]*")
_SHORTEST_NAME = 3


def parts_of_names(people: Iterable[str]) -> set[str]:
    """Return what people are called: their names, and each part of them."""
    parts = (part for name in people for part in _PART_OF_NAME.findall(name))
    return {part for part in parts if len(part) >= _SHORTEST_NAME}


def changed_in(games: Mapping[str, Value], before: Mapping[str, Value]) -> Iterator[str] | None:
    """Yield the keys whose value is another object than *before*; None: they are not the same keys.

    Of thousands of games one has changed: the others are passed over without a step of ours for each.
    """
    if list(games) != list(before):
        return None
    return compress(games, map(is_not, games.values(), before.values()))


def _same_people(one: RunningGame, other: RunningGame) -> bool:
    return one.game.players is other.game.players and one.policy is other.policy


def _addresses(running: RunningGame) -> set[str]:
    return {*running.book.all(running.game.players), *map(str.lower, running.policy.subscribers)}


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
    PLAYED = "played"
    """He writes a play anew that lies on the board already, and nobody takes one back."""
    NO_CHALLENGE = "no_challenge"
    NOTHING_TO_CHALLENGE = "nothing_to_challenge"
    NOTHING_TO_ACCEPT = "nothing_to_accept"
    OWN_PLAY = "own_play"
    ALREADY_RULED = "already_ruled"
    ONLY_ACCEPT_OR_CHALLENGE = "only_accept_or_challenge"
    OLDER_MAIL = "older_mail"
    """A newer one has a move of his kept already."""


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


def _nobody_came_in() -> Mapping[str, str]:
    return MappingProxyType({})


def _none_begun() -> Collection[str]:
    return ()


class ClubDoor(Struct, frozen=True):
    """Who comes into a club, and what is called somehow there: nobody comes in under such a name."""

    titles: Callable[[], tuple[str, ...]]
    """Returns its own, and those of what is played in it."""
    is_shut: bool = False
    """Whether only who plays here, or was invited, joins what its members begin."""
    begun: Callable[[], Collection[str]] = _none_begun
    """Asks the record which games they have begun."""
    members: Callable[[], Mapping[str, str]] = _nobody_came_in
    """Asks the record who has come in: addresses, in small letters, with names."""


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
    club: ClubDoor | None = None
    """None: there is no club."""

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
    wrote: str = ""
    """The address of whoever wrote the mail that it puts before him."""


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
    message_in: str | None = None
    """The game in which a message that it answers was written to its sender; None: it answers none."""
    done_before: frozenset[str] = frozenset()
    """The digests of orders that were carried out in answer to the newest of them."""

    @property
    def words_asked(self) -> tuple[str, ...]:
        """Return the words that the newest mail of ours to the game master asks about."""
        return self.to_game_master[-1].words if self.to_game_master else ()

    @property
    def wrote(self) -> str:
        """Return the address of whoever wrote what the newest mail of ours to the game master is about."""
        return self.to_game_master[-1].wrote if self.to_game_master else ""

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
    another: str = ""
    """The player who is named, where he is not the sender: for him the sender can do nothing."""

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
    wrote: tuple[happened.MessageSent, ...] = ()
    muted: tuple[happened.PlayerMuted, ...] = ()

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
            wrote=tuple(each for each in events if isinstance(each, happened.MessageSent)),
            muted=tuple(each for each in events if isinstance(each, happened.PlayerMuted)),
        )


class CommandsGiven(Struct, frozen=True):
    """Commands about one game, and what came of them."""

    commands: tuple[Command, ...]
    player: str | None
    events: Collection[happened.Event] = ()
    refused: tuple[NotDone, ...] = ()
    no_use: frozenset[Command] = frozenset()
    """Orders of which HILFE says nothing, since here they do nothing for who asks."""

    def told(self, office: Office) -> dict[str, Any]:
        """Return what the answer tells in every kind of game."""
        return {
            "commands": self.commands,
            "player": self.player,
            "done": CommandsDone.of(self.events),
            "refused": self.refused,
            "no_use": self.no_use,
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


class Answered(Struct, frozen=True):
    """The mail that a mail answers."""

    message_id: str | None
    references: tuple[str, ...]
    subject: str
    received: datetime
    quoted: str
    """The beginning of what the person wrote, for the game master and for `unreadable`."""
    read_at: datetime | None = None
    """When we have read it, which may be after a ZAT for which it was in time; None: as it came."""

    @property
    def answered_at(self) -> datetime:
        """Return by which time its writer is told what he may still do."""
        return max(self.received, self.read_at or self.received)


QUOTED_CHARACTERS = 2000


def answered(mail: IncomingMail, receipt: Receipt) -> Answered:
    """Return what an answer needs to know of the mail it answers."""
    text = "\n".join(line.text for line in mail.lines)
    return Answered(
        message_id=mail.message_id,
        references=mail.references,
        subject=mail.subject,
        received=receipt.received,
        read_at=receipt.read_at,
        quoted=text[:QUOTED_CHARACTERS],
    )


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
    perhaps: Perhaps = NOTHING_MEANT
    """What it may have meant where nothing was read of it."""
    may_be_lost: bool = False
    """Whether its header alone makes a robot of somebody registered, whose move or order would be lost in silence."""
    in_club: tuple[str, ...] = ()
    """The codes of what it orders in a club, where that is only shown: who carries it out has taken it out before."""
    about: tuple[str, ...] = ()
    """The games that its headings name; where none does, the one that it is about by all else."""

    @property
    def reference(self) -> Answered:
        return answered(self.mail, self.receipt)

    @property
    def is_too_large(self) -> bool:
        """Tell whether more stands in it than is looked at: nothing of it counts."""
        return any(each.reason is Reason.TOO_LARGE for each in self.entries)


_FAR_AHEAD = timedelta(days=60)


def closing_time(deadline: datetime, close_delay: timedelta) -> datetime:
    """Return when a round may be closed: so long after its ZAT that all mail has been seen."""
    return deadline + close_delay


def is_far_ahead(zat: datetime, now: datetime) -> bool:
    """Tell whether a new ZAT is more than two months away: probably a slip."""
    return zat - now > _FAR_AHEAD


def is_ahead(deadline: datetime | None, now: datetime) -> bool:
    """Tell whether *deadline* is a time in the future, as every new ZAT must be."""
    return deadline is not None and not has_come(deadline, now)


def round_named(mail: Consideration, game: str) -> int | None:
    """Return the round of the mail that this one answers, by References, else by subject tag."""
    for answered, number in reversed(mail.receipt.answers):
        if answered == game and number is not None:
            return number
    subject = mail.mail.subject
    tag = subject_tag(subject)
    return tag[1] if tag is not None and tagged_game(subject, (game,)) else None


def file_rulings(policy: GamePolicy, game: Game | None) -> Iterator[happened.WordRuled]:
    """Make the rulings agree with `[game.words]`, which wins over commands and replies."""
    wanted = dict.fromkeys(policy.accept, True) | dict.fromkeys(policy.refuse, False)
    known = game.rulings if game else {}
    for word, accepted in wanted.items():
        is_mine = game is not None and word in game.settings_rulings
        if known.get(word) is not accepted or not is_mine:
            yield happened.WordRuled(word, accepted, happened.FROM_SETTINGS, "")
    for word in sorted(game.settings_rulings - set(wanted)) if game else ():
        yield happened.WordRuled(word, None, happened.FROM_SETTINGS, "")
