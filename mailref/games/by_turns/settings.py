"""[[game]] of a game in turns: its clock, seats and house rules, and how it starts (classic 14)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import time, timedelta
from functools import partial
from typing import Any, ClassVar

from msgspec.structs import fields as struct_fields
from msgspec.structs import replace

from mailref.games.by_turns.kind import InTurns
from mailref.games.by_turns.policy import TurnPolicy
from mailref.games.by_turns.switches import (
    DRAWN,
    LISTED,
    Challenges,
    SeatOrder,
    SwitchesOfTurns,
    ThemeWords,
    TurnRules,
    Unlisted,
    theme_in,
)
from mailref.games.game import SameTiles
from mailref.games.table_reader import (
    Reader,
    TomlTable,
    ValueReader,
    duration,
    mapping,
    must_be,
    number,
    reads,
    shown,
    suggestion,
    table_of,
    text_or_nothing,
)
from mailref.referee.policy import ConfiguredPlayer, GamePolicy, Registration
from mailref.settings.games import IN_TURNS, KindSettings, fields_of, read_common, read_lots
from mailref.settings.values import Findings, said_of

_FEWEST, _MOST = 2, 4


class SettingsInTurns(KindSettings):
    """How a game in turns is read; each kind says what its rules are and how it starts."""

    group = IN_TURNS
    says_nothing: ClassVar[Mapping[str, str]] = {}
    """Tables of a game in turns that say nothing in this kind, and why, after a colon."""
    double_game: ClassVar[str] = ""
    """Why no game of this kind is played twice with the same tiles; empty: it can be."""

    def start_in(self, table: TomlTable, common: GamePolicy) -> Any:
        """Read [game.start], which this kind has, in a game with *common*."""
        raise NotImplementedError

    def read_start(
        self,
        table: TomlTable | None,  # noqa: ARG002  some kinds have none
        common: GamePolicy,  # noqa: ARG002  some kinds have none
        rules: Any,  # noqa: ARG002  some kinds have none
        findings: Findings,  # noqa: ARG002  some kinds have none
    ) -> Mapping[str, Any]:
        """Return what [game.start] says, by the names of a policy's fields; None: it is not there."""
        return {}

    def read(self, table: TomlTable, findings: Findings) -> TurnPolicy:
        common = read_common(table, findings, messages=False)  # racks are private
        starts: ValueReader[Mapping[str, object]] = table_of(partial(self.start_in, common=common))
        values = table.take("start", mapping.read if "start" in self.says_nothing else starts, None)
        rules = self._read_rules(table, common, findings)
        for key in self.says_nothing:
            if key in table.values:
                said = f'says nothing in variant = "{common.variant}"{self.says_nothing[key]}'
                is_plain = key in ("tiles", "layout")
                findings.fault(key if is_plain else f"[game.{key}]", said)
        began = None if values is None else TomlTable(values, foreign=self.elsewhere("start"))
        start = self.read_start(began, common, rules, findings)
        # Where players join one by one, words come with that; only then is nothing announced.
        lots = read_lots(table, is_listed=common.registration is Registration.CLOSED)
        policy = TurnPolicy(
            **{**fields_of(common), **lots},
            rules=rules,
            **said_of(table, TurnPolicy, _SAID, _READERS),
            places=_places(table, common),
            **start,
        )
        _check_starter(policy, findings)
        _check_lots(policy, findings)
        _check_time(policy, table, findings)
        first = table.take("same_tiles", text_or_nothing, "")
        return replace(policy, same_tiles=SameTiles(first, is_second=True)) if first else policy

    def _read_rules(self, table: TomlTable, common: GamePolicy, findings: Findings) -> TurnRules:
        given: dict[str, ThemeWords] = {}
        themes: ValueReader[Mapping[str, object]] = table_of(theme_in)
        values = table.take("theme", mapping.read if "theme" in self.says_nothing else themes, None)
        if values is not None and "theme" not in self.says_nothing:
            theme = TomlTable(values)
            given["theme"] = theme_in(theme)
            theme.refuse_unknown()
            findings.add(theme.faults, section="[game.theme]")
        rules: TurnRules
        rules, _ = self.read_rules(table, common, findings, given=given)
        return rules

    def with_others(
        self, game: TurnPolicy, named: Mapping[str, GamePolicy], findings: Findings
    ) -> Mapping[str, GamePolicy]:
        """Return the first one of a double game with what it knows of the second one (other games 4)."""
        if game.same_tiles is None:
            return {}
        first = named.get(game.same_tiles.other)
        if why := _why_not_of_two(first, game, self.double_game):
            findings.fault("same_tiles", why)
        elif isinstance(first, TurnPolicy):
            return {first.id: replace(first, same_tiles=SameTiles(game.id, is_second=False))}
        return {}

    def warn_of_master(
        self, game: TurnPolicy, players: Sequence[ConfiguredPlayer], gamemaster: str
    ) -> str:
        """Say that nobody can tell whether a word counts that lies nowhere yet (classic 10)."""
        rules = game.rules
        if game.deputy is not None or rules.may_challenge or rules.unlisted is Unlisted.REFUSE:
            return ""
        plays = gamemaster.lower() in {each.lower() for one in players for each in one.addresses}
        said = "is missing, and the game master plays: words that no list knows are refused"
        return said if plays else ""

    def start(self, game: TurnPolicy) -> object:
        return game.full or game.taken_over

    def for_tournament(
        self, game: TurnPolicy, start: Sequence[str], findings: Findings
    ) -> TurnPolicy | None:
        """Return the settings of a meeting of two: who sits first begins."""
        if start and game.full is None:
            findings.fault(start[0], f"says nothing in variant = {shown(game.variant)}")
        rules = replace(game.rules, seats=SeatOrder.LISTED, starter=LISTED)
        return replace(
            game, rules=rules, registration=Registration.CLOSED, places=2, has_rematch=False
        )

    def no_double_games(self, game: TurnPolicy) -> Iterator[str]:
        if self.double_game:
            yield self.double_game
        elif game.rules.bags > 1:
            yield "is for games with one bag"
        if game.lots:
            yield "is for games without lots: words mixed in would change the order"


def _why_not_of_two(first: GamePolicy | None, second: TurnPolicy, never: str) -> str:
    """Return why two games cannot be played with the same tiles; "" where they can.

    *never* says why no games of their kind can.
    """
    if first is None or first.id == second.id:
        return 'must be the id of another game of this file, such as "kiel"'
    if not isinstance(first, TurnPolicy) or first.variant != second.variant:
        return f"{shown(first.id)} must have the same variant"
    if never:
        return never
    if first.same_tiles is not None:
        return f"{shown(first.id)} is one of a double game already"
    if first.rules.bags > 1 or first.lots or second.lots or first.taken_over or second.taken_over:
        return "is for games with one bag, from their beginning, and without lots"
    names = [tuple(player.name for player in each.players) for each in (first, second)]
    if sorted(names[0]) != sorted(names[1]) or len(names[0]) != _FEWEST:
        return f"{shown(first.id)} must be played by the same two"
    begin = [_beginner(each) for each in (first, second)]
    if "" in begin or begin[0] == begin[1]:
        return 'needs [game.rules] starter = "listed", or a name, in both games: each begins once'
    return ""


def _beginner(policy: TurnPolicy) -> str:
    """Return who begins by the settings; "" where a lot says so."""
    names = [player.name for player in policy.players]
    starter = policy.rules.starter
    if starter in names:
        return starter
    return names[0] if starter == LISTED and policy.rules.seats is SeatOrder.LISTED else ""


@reads({"type": "string", "pattern": "^[0-9]{1,2}:[0-9]{2}$"})
def _hour(value: object) -> time:
    """Read `20:00`, or a TOML time."""
    if isinstance(value, str):
        with suppress(ValueError):
            value = time.fromisoformat(value.strip().zfill(5))
    if not isinstance(value, time) or value.tzinfo is not None:
        raise must_be('an hour such as "20:00"', value)
    return value


_SAID = "move_time until grace bank timeout timeouts vacation readers_get history"
_READERS: Mapping[str, Reader[Any]] = {
    "move_time": duration(least=timedelta(minutes=1)),
    "until": _hour,
}


def _places(table: TomlTable, common: GamePolicy) -> int:
    """Read how many play: those who are listed, unless others may join."""
    listed = len(common.players)
    if listed > _MOST:
        table.fault("player", f"there are {listed}; a game in turns has 2 to 4")
    places = table.take("places", number(_FEWEST, _MOST), max(_FEWEST, min(listed, _MOST)))
    if common.registration is Registration.CLOSED:
        if listed == 1:
            table.fault("player", "there is one; a game in turns has 2 to 4")
        elif listed and "places" in table.values and places != listed:
            table.fault("places", f'says {places}, but {listed} play and registration is "closed"')
    elif listed > places:
        table.fault("places", f"says {places}, but {listed} players are listed")
    return places


def _check_lots(policy: TurnPolicy, findings: Findings) -> None:
    """Refuse a game whose words could never be mixed in: all is drawn by one key, once."""
    is_open = policy.registration is Registration.OPEN
    if policy.lots and policy.announce <= policy.lots_until and (policy.announce or not is_open):
        said = "must be longer than lots_until, or no word could come before all is drawn"
        findings.fault("announce", said)


def _check_time(policy: TurnPolicy, table: TomlTable, findings: Findings) -> None:
    """Say of a short time that a turn has more, if the file sets it: its ZAT is an hour of the day."""
    if policy.move_time < timedelta(days=1) and "move_time" in table.values:
        until = policy.until.isoformat("minutes")
        said = f"is less than a day, and a turn lasts until the next {until} after it (until)"
        findings.warn("move_time", said)


def _check_starter(policy: TurnPolicy, findings: Findings) -> None:
    names = [player.name for player in policy.players]
    starter = policy.rules.starter
    if starter in (DRAWN, LISTED, *names) or policy.registration is Registration.OPEN:
        return
    findings.fault(
        "[game.rules] starter",
        f'must be "draw", "listed" or a player, not {shown(starter)}{suggestion(starter, names)}',
    )


class _OwnSwitches(SwitchesOfTurns[TurnRules]):
    """The switches of a kind that has no part `settings`: the fields of its rules, and some of all games in turns."""

    def __init__(self, kind: InTurns[Any]) -> None:
        self.rules = kind.rules
        of_all = {each.name for each in struct_fields(TurnRules)}
        self.keys = [
            name for name in kind.rules.__struct_fields__ if name not in of_all - {*kind.switches}
        ]

    def made(self, said: Mapping[str, Any]) -> TurnRules:
        """Return the rules; nothing is challenged where no switch says it is."""
        never = {} if "challenge" in self.keys else {"challenge": Challenges.NONE}
        return super().made({**never, **said})


class _OwnSettings(SettingsInTurns):
    """How games are read of a kind that has no part `settings`: they draw no tiles and start from no board."""

    says_nothing: ClassVar[Mapping[str, str]] = {"theme": "", "start": ""}
    double_game = "says nothing in games of this kind: no tiles are drawn"
    leaves_board = False

    def __init__(self, kind: InTurns[Any]) -> None:
        self.called = kind.name
        self.switches = _OwnSwitches(kind)


def settings(kind: InTurns[Any]) -> SettingsInTurns:
    """Return how a game of such a kind is read."""
    return _OwnSettings(kind)
