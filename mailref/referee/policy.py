"""What the referee knows of a game beside its state: the settings that concern decisions; and games with them.

The shell makes these values from the settings file; the referee never sees the file. The office keeps
games with their settings, in which an address is known, and how they are called.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from itertools import compress
from operator import is_not
from typing import TypeVar
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from mailref.games.bingo.game import BingoGame
from mailref.games.bingo.rules import BingoRules
from mailref.games.by_turns.rules import SameTiles, Secret, SoloRules, Timeout, TurnRules
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.game import Game, Player
from mailref.games.rounds.round_game import RoundGame
from mailref.games.schedule import Schedule
from mailref.games.solitaire.game import SoloGame
from mailref.orders.entries import GameFace
from mailref.orders.names import GameNames
from mailref.structs import Memo, shown_without
from mailref.tiles.board import Board
from mailref.tiles.variant import Rules

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


class Publish(StrEnum):
    """Whether the report goes out by itself or waits for the game master's release."""

    AUTO = "auto"
    APPROVE = "approve"


class DrawBy(StrEnum):
    """Who draws the letters."""

    REFEREE = "referee"
    HAND = "hand"


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


class TakenOver(Struct, frozen=True):
    """A game already under way, as `[game.start]` gives it."""

    round: int
    board: Board
    scores: tuple[tuple[str, int], ...]
    missed: tuple[tuple[str, int], ...]


class GamePolicy(Struct, frozen=True, kw_only=True):
    """The settings that every game has; each family extends them."""

    id: str
    title: str
    variant: str
    zone: ZoneInfo
    language: str
    dictionary: str
    comment: str
    registration: Registration
    subscribers: tuple[str, ...]
    subscriber_languages: tuple[tuple[str, str], ...]
    """Of those who read another language than that of the game, with their addresses."""
    reminder: timedelta
    ruling_grace: timedelta
    undecided: Undecided
    close_delay: timedelta
    skip: tuple[date, ...]
    confirm: Confirm
    press: PressPolicy
    trust: Trust
    top: bool
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


class RoundPolicy(GamePolicy, frozen=True, kw_only=True):
    """The settings of a game in rounds."""

    rules: Rules
    deadline: datetime | None
    """As in the file, aware in the game's zone."""
    schedule: Schedule | None
    letters: str | None
    min_round: timedelta
    publish: Publish
    draw: DrawBy
    columns: tuple[str, ...]
    solo_bonus: int
    taken_over: TakenOver | None
    announce: timedelta = timedelta(0)
    """How long before the first letters the commitment is mailed."""
    lots: bool = False
    """Whether words of the players are mixed into draws and lots."""
    lots_until: timedelta = timedelta(hours=1)
    """So long before the ZAT a word must be there for the next draw."""
    house_rules: tuple[str, ...] = ()
    """The switches, by their keys, in which the game differs from its variant."""


class BingoPolicy(GamePolicy, frozen=True, kw_only=True):
    """The settings of a game of Scrabble-Bingo (other games 2)."""

    rules: BingoRules
    deadline: datetime | None
    """As in the file, aware in the game's zone."""
    schedule: Schedule | None
    min_round: timedelta = timedelta(days=1)
    """Nobody has to think between two ZATs."""
    house_rules: tuple[str, ...] = ()
    """The switches, by their keys, in which the game differs from its variant."""


class TurnsTakenOver(Struct, frozen=True):
    """A game in turns already under way, as `[game.start]` gives it."""

    turn: int
    to_move: str
    board: Board
    scores: tuple[tuple[str, int], ...]
    racks: tuple[tuple[str, Secret[str]], ...]
    """Of those whose rack is given; the others draw."""


class FullBoard(Struct, frozen=True):
    """From which board a game of Un-Scrabble starts."""

    board: Board | None
    """None: the last one of another game, which is not known yet."""
    of_game: str = ""
    """The id of that game."""


class ReadersGet(StrEnum):
    """When those are mailed to who only read: after each turn, or at the end."""

    TURN = "turn"
    END = "end"


class TurnPolicy(GamePolicy, frozen=True, kw_only=True):
    """The settings of a game in turns (classic 14)."""

    rules: TurnRules
    move_time: timedelta = timedelta(days=5)
    """The least time for a turn; its ZAT is the next `until` hour."""
    until: time = time(20)
    """By the clock on the wall; naive."""
    grace: timedelta = timedelta(0)
    """So long a move is held back, for a better one."""
    bank: timedelta = timedelta(0)
    """Time in hand for the whole game, once the ZAT of a turn has passed."""
    timeout: Timeout = Timeout.PASS
    timeouts: int = 3
    """After so many in a row a player is out; 0: never."""
    vacation: timedelta = timedelta(days=21)
    """So long a player may be away in all."""
    readers_get: ReadersGet = ReadersGet.TURN
    history: int = 12
    """So many turns of the score sheet stand in a mail."""
    announce: timedelta = timedelta(0)
    """How long before the first letters the commitment is mailed."""
    lots: bool = False
    """Whether words of the players are mixed into the draws."""
    lots_until: timedelta = timedelta(hours=1)
    """So long before the first letters a word must be there, where they are announced."""
    places: int = 2
    """How many play; with open registration the game begins when all places are taken."""
    taken_over: TurnsTakenOver | None = None
    same_tiles: SameTiles | None = None
    """Where it is one of a double game with the same tiles."""
    full: FullBoard | None = None
    """Of Un-Scrabble: from which board it starts."""
    zat: datetime | None = None
    """Of the table of a soloist: the ZAT of the whole league, in place of one for each turn."""
    has_rematch: bool = True
    """Whether players may agree on a rematch; a tournament says itself who meets whom."""
    follows: str = ""
    """The first game, which stands in the file, of one that its players agreed on."""


class SoloPolicy(GamePolicy, frozen=True, kw_only=True):
    """The settings of a league of soloists (other games 3)."""

    rules: SoloRules
    deadline: datetime
    history: int = 12
    """So many turns of the score sheet stand in a mail."""
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


class RunningRounds(RunningGame, frozen=True):
    """A game in rounds with its settings."""

    game: RoundGame
    policy: RoundPolicy


class RunningTurns(RunningGame, frozen=True):
    """A game in turns with its settings."""

    game: SeatedGame
    policy: TurnPolicy


class RunningBingo(RunningGame, frozen=True):
    """A game of Scrabble-Bingo with its settings."""

    game: BingoGame
    policy: BingoPolicy


class RunningSolo(RunningGame, frozen=True):
    """A league of soloists with its settings, and whose table is looked at."""

    game: SoloGame
    policy: SoloPolicy
    who: str = ""
