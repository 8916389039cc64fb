"""Games with their settings, as the office keeps them; in which an address is known, and how they are called."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from mailref.reading.entries import GameFace
from mailref.reading.names import GameNames
from mailref.referee.policy import BingoPolicy, GamePolicy, RoundPolicy, SoloPolicy, TurnPolicy
from mailref.rules.bingo.bingo_game import BingoGame
from mailref.rules.game import Game, Player
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.turns.seated_game import SeatedGame
from mailref.rules.turns.solo_game import SoloGame


@dataclass(slots=True)
class AddressBook:
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


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game with its settings."""

    game: Game
    policy: GamePolicy
    book: AddressBook = field(default_factory=AddressBook, compare=False, repr=False)
    """Handed on as the game goes on."""


@dataclass(slots=True)
class Directory:
    """In which games an address is known, and how games are called, looked up once.

    The machine hands it on; of games in which nothing has happened nothing is looked up anew.
    """

    _games: Mapping[str, RunningGame] | None = None
    _seen: dict[str, RunningGame] = field(default_factory=dict)
    _places: dict[str, int] = field(default_factory=dict)
    _at: dict[str, set[str]] = field(default_factory=dict)
    """By address: the games."""
    _faced: dict[str, tuple[RunningGame, GameFace]] = field(default_factory=dict)
    _names: GameNames = field(default_factory=GameNames)
    _named: Mapping[str, RunningGame] | None = None

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
        found = {}
        for id_, running in games.items():
            known = self._faced.get(id_)
            is_known = known is not None and known[0] is running
            found[id_] = known if known is not None and is_known else (running, face_of(running))
        self._faced = found
        faces = tuple(face for _, face in found.values())
        if faces != self._names.faces:
            self._names = GameNames(faces)
        self._named = games
        return self._names

    def _look_through(self, games: Mapping[str, RunningGame]) -> None:
        for id_, running in games.items():
            known = self._seen.get(id_)
            if known is running:
                continue
            if known is None or not _same_people(known, running):
                self._leave(id_)
                for address in _addresses(running):
                    self._at.setdefault(address, set()).add(id_)
            self._seen[id_] = running
        for gone in self._seen.keys() - games.keys():
            self._leave(gone)
        if list(self._places) != list(games):
            self._places = {id_: place for place, id_ in enumerate(games)}
        self._games = games

    def _leave(self, game: str) -> None:
        running = self._seen.pop(game, None)
        for address in _addresses(running) if running is not None else ():
            self._at[address].discard(game)


def _same_people(one: RunningGame, other: RunningGame) -> bool:
    return one.game.players is other.game.players and one.policy is other.policy


def _addresses(running: RunningGame) -> set[str]:
    return {*running.book.all(running.game.players), *map(str.lower, running.policy.subscribers)}


@dataclass(frozen=True, slots=True)
class RunningRounds(RunningGame):
    """A game in rounds with its settings."""

    game: RoundGame
    policy: RoundPolicy


@dataclass(frozen=True, slots=True)
class RunningTurns(RunningGame):
    """A game in turns with its settings."""

    game: SeatedGame
    policy: TurnPolicy


@dataclass(frozen=True, slots=True)
class RunningBingo(RunningGame):
    """A game of Scrabble-Bingo with its settings."""

    game: BingoGame
    policy: BingoPolicy


@dataclass(frozen=True, slots=True)
class RunningSolo(RunningGame):
    """A league of soloists with its settings, and whose table is looked at."""

    game: SoloGame
    policy: SoloPolicy
    who: str = ""
