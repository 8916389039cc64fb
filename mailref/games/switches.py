"""The switches of a game as a table: what a variant's file and `[game.rules]` say, and back.

A switch is a field of its kind's rules: the type says what it can be, within the range beside it.
Every fault is found at once; combinations that no game can follow are refused with the reason.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, UNSET, Meta, UnsetType
from msgspec.structs import FieldInfo, fields

from mailref.games.table_reader import (
    KeyFault,
    Reader,
    Schema,
    TomlTable,
    ValueReader,
    WrongValueError,
    as_toml,
    duration,
    flag,
    mapping,
    must_be,
    number,
    one_of,
    reads,
    shown,
    table_schema,
    text,
    word_or,
)
from mailref.languages import DEFAULT, FORMATS
from mailref.tiles import board
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.tile_set import BLANK, GERMAN, TileSet

R = TypeVar("R", bound=board.Laying)
MOST = 1000
"""No number in a switch is greater."""
CENTRE = "centre"
NAMED = "named"
"""A variant's `start` where each game must name the area of its first word."""
NOTHING: Mapping[str, Any] = MappingProxyType({})
FAMILY = "family"
"""The key of a variant that is no switch, and that no game can override."""
REGISTRATION = "registration"
"""The key of a variant that is no switch, but the default of a setting of its games."""
TITLE, TOLD = "title", "told"
"""The keys of a variant that say, in each language, what its games are called, and in a line what they are."""
TILES, LAYOUT = "tiles", "layout"
"""Keys of a variant that are no switches, either, but the tiles and the board of its games by default."""
_BESIDE_SWITCHES = frozenset({FAMILY, REGISTRATION, TITLE, TOLD, TILES, LAYOUT})
VOWELS = "vowels"
"""The switch whose value in a variant is that of the German tiles: other sets have their own."""


def family_named(variant: Mapping[str, object]) -> str:
    """Return the kind that *variant* names as its `family`; games in rounds where it names none."""
    return str(variant.get(FAMILY, "rounds"))


def said_of(variant: Mapping[str, object], key: str, language: str) -> str:
    """Return what a variant says of itself in *language*, else in one that most people read; "" for nothing."""
    said = variant.get(key)
    if not isinstance(said, Mapping):
        return ""
    others = (name for name, each in FORMATS.items() if each.is_international)
    return next((str(said[each]) for each in (language, *others, DEFAULT) if each in said), "")


class Switches(Generic[R]):
    """The switches of one kind of game: fields of its rules, read from tables and written as tables."""

    rules: type[R]
    keys: Sequence[str]
    """Those that a game can say, in the order in which a table shows them."""
    fields: ClassVar[Mapping[str, str]] = {}
    """The fields of switches that a table calls otherwise, by their keys."""
    own: ClassVar[Mapping[str, Reader[Any]]] = {}
    """What reads a switch of which its type does not say enough, by its key."""

    def made(self, said: Mapping[str, Any]) -> R:
        """Return the rules that say so; *said* are fields, those that nobody names left out."""
        return self.rules(**said)

    def impossible(self, _rules: R, _overrides: Mapping[str, object]) -> Iterator[KeyFault]:
        """Yield what cannot be played of switches that are right each by itself."""
        return iter(())

    def silent(self, _rules: R) -> Collection[str]:
        """Return the switches that say nothing by these rules, and stand in no table of them."""
        return ()

    def read(
        self,
        variant: Mapping[str, object],
        overrides: Mapping[str, object] = NOTHING,
        *,
        foreign: Callable[[str], str] | None = None,
        is_taken_over: bool = False,
        given: Mapping[str, Any] = NOTHING,
    ) -> tuple[R, tuple[KeyFault, ...]]:
        """Return the rules of *variant* with *overrides*, and every fault; stand-ins go on for those.

        *foreign* tells of what games a key is that these have not. A game that is taken over has a board,
        so that the area of the first word need not be named. *given* are fields that are no switches.
        """
        switches = {key: value for key, value in variant.items() if key not in _BESIDE_SWITCHES}
        said: dict[str, Any] = dict(given)
        tiles, layout = said.get("tile_set", UNSET), said.get("premiums", UNSET)
        if VOWELS in switches and tiles is not UNSET:
            switches[VOWELS] = tiles.vowels
        table = TomlTable({**switches, **overrides}, foreign=foreign)
        size = board.SIZE if layout is UNSET else layout.size
        for key in sorted(self.keys, key="start".__eq__):  # where the axes are known
            switch = self._switches[key]
            read: ValueReader[Any] = self._readers[key]
            if key == "start":
                axes = said.get("axes", self._switches["axes"].default)
                read = start_on(axes, is_taken_over, size)
            value = _taken(table, key, read, switch)
            if switch.default is UNSET and not value:
                value = NODEFAULT  # not recorded: so those before there was such a switch
            if value is not NODEFAULT:
                said[switch.name] = value
        rules = self.made(said)
        table.refuse_unknown()
        return rules, tuple(table.faults or self.impossible(rules, overrides))

    def table(self, rules: R) -> dict[str, object]:
        """Return *rules* as a plain table, which `read` turns into the same rules."""
        silent = self.silent(rules)
        told: dict[str, object] = {}
        for key in self.keys:
            value = getattr(rules, self._switches[key].name)
            if key == "start":
                told[key] = CENTRE if value is None else board.area_name(value, rules.axes)
            elif key not in silent:
                told[key] = self._readers[key].tell(False if value is UNSET else value)
        return told

    def differing(self, rules: R, usual: R) -> tuple[str, ...]:
        """Return the switches in which *rules* are not as *usual*."""
        names = self.rules.__struct_fields__
        keys = sorted(self.keys, key=lambda key: names.index(self._switches[key].name))
        told, before = self.table(rules), self.table(usual)
        return tuple(key for key in keys if told.get(key) != before.get(key))

    @property
    def schema(self) -> Schema:
        """Return of which kind each switch is."""
        return table_schema({key: self._readers[key].schema() for key in self.keys})

    @property
    def reader(self) -> Reader[Mapping[str, object]]:
        """Return what reads the table of them, as it stands."""
        return Reader(mapping.read, lambda: self.schema)

    @cached_property
    def _switches(self) -> Mapping[str, FieldInfo]:
        there = {each.name: each for each in fields(self.rules)}
        return {key: there[self.fields.get(key, key)] for key in self.keys}

    @cached_property
    def _readers(self) -> Mapping[str, Reader[Any]]:
        return {
            key: self.own[key] if key in self.own else reader_of(switch.type)
            for key, switch in self._switches.items()
        }


def _taken(table: TomlTable, key: str, read: ValueReader[Any], switch: FieldInfo) -> Any:
    """Return what a table says of a switch; one without a default must be there."""
    is_needed = switch.default is NODEFAULT and switch.default_factory is NODEFAULT
    value = table.take(key, read, NODEFAULT)
    if value is not NODEFAULT or not is_needed:
        return value
    (example,) = next(note.examples for note in get_args(switch.type)[1:] if note.examples)
    stand_in = _stand_in(read, example)
    if key in table.values:  # that fault is noted
        return stand_in
    return table.need(key, read, stand_in, as_toml(example))


def _stand_in(read: ValueReader[Any], example: object) -> Any:
    """Return what goes on for a faulty value; None where the example is no value here: an area off a small board."""
    try:
        return read(example)
    except ValueError:
        return None


def reader_of(kind: Any) -> Reader[Any]:
    """Return what reads the values of a type, within the range that stands beside it."""
    plain, *notes = get_args(kind) if get_origin(kind) is Annotated else (kind,)
    if plain == bool | UnsetType:
        return flag
    metas = [note for note in notes if isinstance(note, Meta)]
    word = next((meta.extra["none"] for meta in metas if meta.extra), None)
    if word is not None:
        (inner,) = (each for each in get_args(plain) if each is not type(None))
        read = reader_of(inner)
        return word_or(word, read, "a number" if read.schema()["type"] == "integer" else "")
    found = {key: value for meta in metas for key, value in _range_of(meta)}
    if plain is int and len(found) == len(("minimum", "maximum")):
        return number(found["minimum"], found["maximum"])
    if plain == board.Bonus:
        return bonus
    if plain == board.Area | None:
        return START
    if isinstance(plain, type) and issubclass(plain, StrEnum):
        return one_of(plain)
    usual: Mapping[Any, Reader[Any]] = {bool: flag, str: text, timedelta: duration()}
    return usual[plain] if plain in usual else _converted(kind)


def _range_of(meta: Meta) -> Iterator[tuple[str, int]]:
    limits = {"minimum": meta.ge, "maximum": meta.le, **(meta.extra_json_schema or {})}
    for name, limit in limits.items():
        if limit is not None:
            yield name, int(limit)


def _converted(kind: Any) -> Reader[Any]:
    """Return what reads a type of a kind from another package, as msgspec does."""

    def read(value: object) -> object:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as wrong:
            raise WrongValueError(f"cannot be {shown(value)}: {wrong}") from None

    return Reader(read, lambda: msgspec.json.schema(kind), msgspec.to_builtins)


def start_on(
    axes: board.Axes, is_taken_over: bool, size: int = board.SIZE
) -> ValueReader[board.Area | None]:
    """Read the area in which the first word must lie, `F6-J10`, or `centre`: over the centre."""

    def read(value: object) -> board.Area | None:
        written = text(value)
        if written == CENTRE or (written == NAMED and is_taken_over):
            return None
        if written == NAMED:
            raise WrongValueError(
                'must name the area of the first word, such as start = "F6-J10", or "centre"; '
                "only a game taken over with a board needs none"
            )
        area = board.read_area(written, axes, size)
        if area.first == area.last:
            raise WrongValueError(f"{shown(written)} is a single square; no word fits into it")
        return area

    return read


START = Reader(start_on(board.Axes.ROWS, False), text.schema)


def _told_bonus(bonus: board.Bonus) -> dict[str, int]:
    match bonus:
        case board.BonusForAll(points):
            return {"all": points}
        case board.BonusTable(entries):
            return {str(tiles): points for tiles, points in entries}


@reads({"type": "object", "additionalProperties": {"type": "integer"}}, _told_bonus)
def bonus(value: object) -> board.Bonus:
    """Read `{ 8 = 50 }`, by number of new tiles, or `{ all = 50 }`."""
    table = mapping(value)
    points = {key: number(0, MOST)(each) for key, each in table.items()}
    if set(points) == {"all"}:
        return board.BonusForAll(points["all"])
    return board.BonusTable(by_number(points, 'a number of tiles, or "all" alone'))


def word_of(tiles: TileSet) -> Reader[str]:
    """Read a word as the lists spell it, cut into tiles of a set."""
    most = board.SIZE if tiles == GERMAN else board.MOST

    @reads(text.schema())
    def read(value: object) -> str:
        written = text(value)
        with suppress(ValueError):
            spelled = tiles.cut(spell(written) if tiles == GERMAN else written)
            if BLANK not in spelled and len(spelled) <= most:
                return spelled
        raise must_be(f"one word of at most {most} letters", written)

    return read


word = word_of(GERMAN)


def by_number(table: Mapping[str, int], what: str) -> tuple[tuple[int, int], ...]:
    """Return a table by numbers; WrongValueError names *what* a key must be."""
    for key in table:
        if not (key.isascii() and key.isdigit() and 1 <= int(key.lstrip("0")[:6] or "0") <= MOST):
            raise WrongValueError(f"{shown(key)} is not {what}")
    return tuple(sorted((int(key), each) for key, each in table.items()))


LATER_SWITCHES: Mapping[str, object] = {
    "base_form": "optional",
    "late_vowel": "both",
    "anagrams": False,
    "only_listed": False,
}
"""Switches that came after the first exports, each with the value that a game without it has."""


def told_rules(table: Mapping[str, object]) -> dict[str, object]:
    """Return a table of rules as an export tells it: a later switch only where it is set."""
    return {
        key: value
        for key, value in table.items()
        if key not in LATER_SWITCHES or value != LATER_SWITCHES[key]
    }
