"""What the settings ask of a kind of game, with default answers: its part `settings` has one as `SETTINGS`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

from mailref.games.kind import kind_named
from mailref.games.kind import names as kind_names
from mailref.games.switches import NOTHING, Switches
from mailref.games.table_reader import Schema, TomlTable
from mailref.referee.policy import ConfiguredPlayer, GamePolicy
from mailref.settings.values import Findings, Surroundings

IN_ROUNDS = "games in rounds"
IN_TURNS = "games in turns"


class KindSettings:
    """How [[game]] of one kind is read, and what there is to say about it."""

    group: str
    """How games such as these are called where a key is theirs and not another game's."""
    called: str = ""
    """How they are called among their group."""
    leaves_board: ClassVar[bool] = True
    """Whether another game may begin with the board at its end."""
    switches: Switches[Any]
    """What [game.rules] can say."""
    has_tournaments: ClassVar[bool] = False
    """Whether there are tournaments of such games."""

    def read(
        self, table: TomlTable, label: str, around: Surroundings, findings: Findings
    ) -> GamePolicy:
        """Read the keys of a game; what is wrong goes to *findings*, and stand-ins go on."""
        raise NotImplementedError

    def read_rules(
        self,
        table: TomlTable,
        variant: Mapping[str, object],
        label: str,
        findings: Findings,
        *,
        given: Mapping[str, Any] = NOTHING,
        is_taken_over: bool = False,
    ) -> tuple[Any, bool]:
        """Return the rules of a game, and whether they are right; else stand-ins, with the faults noted.

        *given* and *is_taken_over* are those of `Switches.read`.
        """
        rules, faults = self.switches.read(
            variant,
            table.take("rules", self.switches.reader, NOTHING),
            foreign=self.elsewhere("rules"),
            given=given,
            is_taken_over=is_taken_over,
        )
        if not variant:  # that fault is noted; without a variant all switches are missing
            return rules, False
        findings.add(label, faults, section="[game.rules]")
        return rules, not faults

    def house_rules(
        self, rules: Any, variant: Mapping[str, object], *, is_taken_over: bool = False
    ) -> tuple[str, ...]:
        """Return the switches in which a game differs from its variant."""
        usual, _ = self.switches.read(variant, is_taken_over=is_taken_over)
        return self.switches.differing(rules, usual)

    def elsewhere(self, *path: str) -> Callable[[str], str]:
        """Return what tells of which games a key is that these have not; *path* is that of its table."""

        def owner(key: str) -> str:
            others = (settings_of(name) for name in kind_names())
            found = next((each for each in others if key in keys_in(schema_of(each), *path)), None)
            if found is None:
                return ""
            return found.called or found.group if found.group == self.group else found.group

        return owner

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


def schema_of(kind: KindSettings) -> Schema:
    """Return the keys of a game of a kind, each with what it can be: an empty table is read."""
    empty = TomlTable({})
    kind.read(empty, "", Surroundings(Path(), {}, {}, needs_secrets=False), Findings(""))
    return empty.schema


def keys_in(schema: Schema, *path: str) -> Mapping[str, Schema]:
    """Return the keys of a table, or of one within it; none where there is no such table."""
    for key in path:
        schema = keys_in(schema).get(key, {})
    return cast(Mapping[str, Schema], schema.get("properties", {}))
