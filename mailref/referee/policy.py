"""What the referee knows of a game beside its state: the settings that concern decisions; and games with them.

The shell makes these values from the settings file; the referee never sees the file. The office keeps
games with their settings, in which an address is known, and how they are called.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import compress
from operator import is_not
from typing import TypeVar
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from mailref.games.game import Game, Player, SameTiles
from mailref.games.schedule import Schedule
from mailref.orders.entries import GameFace
from mailref.orders.names import GameNames
from mailref.structs import Memo, shown_without

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
    TOKEN = "token"  # noqa: S105  the name of a policy


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

    @property
    def family(self) -> str:
        """Return of which kind the game is, by its name."""
        raise NotImplementedError

    @property
    def least_time(self) -> timedelta | None:
        """Return how long who is to move has at least; None: nobody waits for one alone."""
        return None


class ZatPolicy(GamePolicy, frozen=True, kw_only=True):
    """The settings of a game whose rounds end at a ZAT that is the same for all."""

    deadline: datetime | None
    """As in the file, aware in the game's zone."""
    schedule: Schedule | None
    min_round: timedelta = timedelta(days=7)
    """So long a round lasts at least, where a schedule says when it ends."""
    house_rules: tuple[str, ...] = ()
    """The switches, by their keys, in which the game differs from its variant."""


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
    paper: Paper = Paper.A4
    ink: Ink = Ink.COLOUR
    """How the score sheets are printed that reports carry."""
    operator_address: str = ""
    """Who runs the machine, where it is not the game master."""
    box: str = ""
    """The id of the mailbox; empty: that of [mail]."""
    other_addresses: frozenset[str] = frozenset()
    """The referee's own addresses at his other mailboxes."""

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
    _named: Mapping[str, RunningGame] = field(default_factory=dict)
    _faces: dict[str, GameFace] = field(default_factory=dict)
    _names: GameNames = field(default_factory=GameNames)

    def games_at(self, games: Mapping[str, RunningGame], address: str) -> tuple[str, ...]:
        """Return those of *games* in which a player or subscriber has *address*, in their order."""
        if self._games is not games:
            self._look_through(games)
        return tuple(sorted(self._at.get(address, ()), key=self._places.__getitem__))

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
            for address in _addresses(running):
                self._at.setdefault(address, set()).add(id_)
        self._games = games

    def _leave(self, game: str, running: RunningGame) -> None:
        for address in _addresses(running):
            self._at[address].discard(game)


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
