"""What the settings ask of a kind of game, with default answers: its part `settings` has one as `SETTINGS`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, cast

from mailref.games.kind import kind_named
from mailref.games.table_reader import TomlTable
from mailref.referee.policy import ConfiguredPlayer, GamePolicy
from mailref.settings.schema import Schema
from mailref.settings.values import Findings, Surroundings


class KindSettings:
    """How [[game]] of one kind is read, and what there is to say about it."""

    keys: ClassVar[Mapping[str, Schema]]
    """Its keys beside those of every game, as editors are told; with `schedule` there are ZATs for all."""
    needed: ClassVar[tuple[str, ...]] = ()
    """Those of them that must be there."""
    lacks: ClassVar[tuple[str, ...]] = ()
    """What every other game has."""
    foreign: ClassVar[Mapping[str, str]] = {}
    """Keys that only other games have, and how those are called."""
    leaves_board: ClassVar[bool] = True
    """Whether another game may begin with the board at its end."""
    of_tournament: ClassVar[Mapping[str, Schema] | None] = None
    """The keys of a [[tournament]] of such games, beside its own; None: there is none."""

    def read(
        self, table: TomlTable, label: str, around: Surroundings, findings: Findings
    ) -> GamePolicy:
        """Read the keys of a game; what is wrong goes to *findings*, and stand-ins go on."""
        raise NotImplementedError

    def warn(self, game: Any, label: str, findings: Findings) -> None:
        """Note what can be meant but seldom is."""

    def with_others(
        self, _game: Any, _label: str, _named: Mapping[str, GamePolicy], _findings: Findings
    ) -> Mapping[str, GamePolicy]:
        """Return those of the file's games, by their ids, of which this one says something."""
        return {}

    def warn_of_others(
        self, game: Any, label: str, named: Mapping[str, GamePolicy], findings: Findings
    ) -> None:
        """Note what is wrong or odd with what a game says of others."""

    def warn_of_master(
        self, _game: Any, _players: Sequence[ConfiguredPlayer], _gamemaster: str
    ) -> str:
        """Return what is odd about `deputy` where the game master, with that address, plays; "": nothing."""
        return ""

    def start(self, _game: Any) -> object:
        """Return how a game starts, which cannot change once it has begun."""
        return None

    def agreed(self, game: Any) -> object:
        """Return the rules that players have agreed to by sitting down: they cannot change either."""
        return game.rules

    def unlike(self, policy: Any, game: Any) -> Iterator[tuple[str, str]]:
        """Yield the keys that cannot be as they are since *game* has begun with others, and why."""
        if policy.variant == game.variant and self.agreed(policy) != game.rules:
            yield "[game.rules]", OTHER_RULES

    def for_tournament(
        self, _game: Any, _start: Sequence[str], _label: str, _findings: Findings
    ) -> GamePolicy | None:
        """Return the settings of each game of a tournament; None where there are no such tournaments.

        *start* are the keys that say how each of them starts.
        """
        return None

    def no_double_games(self, _game: Any) -> Iterator[str]:
        """Yield why such games cannot be played twice with the same tiles."""
        return iter(())


OTHER_RULES = "cannot change: the game has begun with other ones"


def settings_of(family: str) -> KindSettings:
    """Return how games of that kind are read."""
    return cast(KindSettings, kind_named(family).settings())
