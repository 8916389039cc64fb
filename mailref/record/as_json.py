"""What all exports and `judge --json` say alike: plays, faults, how a game began (contract 3 and 4); and their hash."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, tzinfo
from enum import Enum
from functools import cache
from json.encoder import encode_basestring
from typing import Any, overload

import msgspec
import rfc8785
from msgspec import UNSET, Struct

from mailref.games import events as common
from mailref.games.chance import Secret
from mailref.games.events import Event, WordRuled
from mailref.games.game import Game
from mailref.games.kind import apply
from mailref.tiles.board import STANDARD, Axes, Board, Laying, Square, place_name, square_name
from mailref.tiles.moves import Fault
from mailref.tiles.scoring import Judged, JudgedPlay, Status
from mailref.tiles.tile_set import GERMAN, TileSet, letters_on, written_out

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
PLACE = "rank player points=total"
"""What is told of a place in the table."""


def move_to_json(judged: Judged, rules: Laying, *, is_unused: bool = False) -> dict[str, Json]:
    """Return one move; its points and formula are null where it is invalid."""
    is_invalid = judged.status is Status.INVALID
    move = judged.written.move
    return {
        "status": "unused" if is_unused else judged.status.value,
        "points": None if is_invalid else judged.points,
        "formula": None if is_invalid else judged.formula,
        "claimed": move.claimed if move else None,
        "swaps": _squares(judged.swaps, rules),
        "plays": [_play(play, rules) for play in judged.plays],
        "faults": [fault_to_json(fault) for fault in judged.faults],
    }


def _play(play: JudgedPlay, rules: Laying) -> Json:
    scored = play.scored
    return {
        "square": place_name(scored.square, scored.direction, rules.axes),
        "direction": scored.direction.value,
        "word": scored.word,
        "blanks": _squares(scored.blanks, rules),
        "points": scored.points,
        "words": [
            {"word": word.word, "points": word.points, "verdict": verdict.code}
            for word, verdict in zip(scored.words, play.verdicts, strict=True)
        ],
    }


def _squares(squares: Sequence[Square], rules: Laying) -> list[Json]:
    return [square_name(square, rules.axes) for square in squares]


def fault_to_json(fault: Fault) -> Json:
    """Return what is wrong, and where in the mail."""
    span = fault.span
    return {"code": fault.code, "line": span.line, "column": span.column, "text": span.text}


_OF_TILES = frozenset(
    {"letters", "drawn", "returned", "kept", "rack", "put_back", "unseen", "chosen", "rack_left"}
)
"""Keys of what is said of tiles one by one."""


def as_shown(told: Json, tiles: TileSet, key: str = "") -> Any:
    """Return what is told, its tiles as people write them: lists of them where one can show several letters."""
    if tiles.is_plain:
        return told
    match told:
        case Mapping():
            return {name: as_shown(each, tiles, name) for name, each in told.items()}
        case list() | tuple() if key == "board" and tiles.digraphs:
            return [list(tiles.named(row)) if isinstance(row, str) else row for row in told]
        case list() | tuple():
            return [as_shown(each, tiles, key) for each in told]
        case str() if key in _OF_TILES and tiles.digraphs:
            return list(tiles.named(told))
        case str() if key in _OF_TILES or key in ("board", "word"):
            return tiles.shown(told)
        case str():
            return written_out(told)
        case _:
            return told


def _sets_to_json(rules: Laying) -> dict[str, Json]:
    """Return tiles and board of a game, where they are not the German and the standard one."""
    found: dict[str, Json] = {}
    if rules.tiles != GERMAN:
        alphabet = [letters_on(letter) for letter in rules.tiles.alphabet]
        own = {"name": rules.tiles.name, "version": rules.tiles.version, "alphabet": alphabet}
        found["tile_set"] = plain(own)
    if rules.layout != STANDARD:
        layout = rules.layout
        start = square_name(layout.start, Axes.ROWS)
        rows = Board(layout.cells).rows
        told = {"name": layout.name, "version": layout.version, "grid": rows, "start": start}
        found["layout"] = plain(told)
    return found


def opened_to_json(opened: Struct) -> dict[str, Json]:
    """Return what was fixed in the first event of a game, of whatever kind."""
    fixed = {name: getattr(opened, name) for name in opened.__struct_fields__}
    rules = fixed.get("rules")
    tiles = rules.tiles if isinstance(rules, Laying) else GERMAN
    return {
        "game": fixed["id"],
        "title": fixed["title"],
        "variant": fixed["variant"],
        "tiles": {
            letters_on(letter): {"count": count, "value": tiles.value(letter)}
            for letter, count in tiles.counts.items()
        },
        **(_sets_to_json(rules) if isinstance(rules, Laying) else {}),
        "commitment": fixed["commitment"],
        "lexicon": {"name": fixed["lexicon"], "sha256": fixed["lexicon_sha256"]},
    }


def ruling_to_json(number: int, event: WordRuled) -> dict[str, Json]:
    """Return what the game master decided on a word, and in which round."""
    return {
        "word": event.word,
        "accepted": event.accepted,
        "round": number,
        "by": event.by,
        "because": event.because,
    }


def plain(table: Mapping[str, object]) -> Json:
    """Return a table of switches as JSON, without those unset; TypeError where one holds what it does not know."""
    said = {name: value for name, value in table.items() if value is not msgspec.UNSET}
    found: Json = msgspec.json.decode(msgspec.json.encode(said, enc_hook=dict))
    return found


JsonObject = dict[str, Any]
"""An object whose shape was looked at when it was read, or that was made here."""


class SealedReport(Struct, frozen=True):
    """What was known when a report was owed, as a hash."""

    round: int
    """The round closed last."""
    players: int
    """How many had come, in order."""
    rulings: int
    """How many had been made, in order."""
    corrections: int
    """How many had been made, in order."""
    sha256: str


def sha256_of(exported: Mapping[str, Json]) -> str:
    """Return the SHA-256 of the canonical JSON (RFC 8785) of *exported* without its `sha256`."""
    rest = {key: value for key, value in exported.items() if key != "sha256"}
    has_parts = any(
        isinstance(each, list) and WrittenObject in map(type, each) for each in rest.values()
    )
    return hashlib.sha256((_canonical_of_parts if has_parts else canonical)(rest)).hexdigest()


_NOT_PLAIN = re.compile(r"[,\[:](?<!\d:)-?\d+(?:[.eE]|(?<=\d{16}))")
"""A fraction, or a number that RFC 8785 may leave out because not every reader has it.

It may also be found within a text: then the slower way is taken, which is right for all.
"""


class WrittenObject(Struct, frozen=True):
    """An object of a list of an export, as it is written there: of a game most stand in the one before, too."""

    canonical: str
    in_lines: str


def written_object(value: JsonObject) -> WrittenObject:
    """Return how an object is written that stands in a list of an export."""
    return WrittenObject(canonical(value).decode(), in_lines(value, _LEVELS - 2, "\n  "))


def canonical(value: Json) -> bytes:
    """Return the canonical JSON (RFC 8785) of *value*.

    The standard library writes the same, several times as fast, where there is no fraction and the
    order of the keys is that of their characters.
    """
    with suppress(ValueError):  # infinite, or half a character
        written = _PLAIN.encode(value)
        if isinstance(value, dict) and _NOT_PLAIN.search(written) is None and _is_ordered(written):
            return written.encode()
    return rfc8785.dumps(value)


def _canonical_of_parts(value: Mapping[str, Any]) -> bytes:
    """Return the same of an object some of whose lists hold what is written already."""
    keys = sorted(value, key=lambda key: key.encode("utf-16-be"))  # RFC 8785, 3.2.3
    return b"{%b}" % b",".join([_canonical_pair(key, value[key]) for key in keys])


def _canonical_pair(key: str, value: Any) -> bytes:
    if isinstance(value, list) and value and isinstance(value[0], WrittenObject):
        rows = ",".join([each.canonical for each in value]).encode()
        return b"%b%b]" % (canonical({key: []})[1:-2], rows)
    return canonical({key: value})[1:-1]


_LEVELS = 4
"""The game, its rounds, a round, its entries; an entry is one line."""


_ON_A_LINE = json.JSONEncoder(ensure_ascii=False, check_circular=False)  # JSON is no circle


def in_lines(value: Any, levels: int = _LEVELS, margin: str = "\n") -> str:
    """Return JSON for a file: the upper *levels* with a line for each value, what is in them on one.

    The standard library indents in Python alone, ten times as slowly as it writes a line. What is written
    already stands in it as it is.
    """
    if type(value) is str:
        return encode_basestring(value)
    if value is None:
        return "null"
    if not levels or not value or not isinstance(value, dict | list):
        return str(value) if type(value) is int else _ON_A_LINE.encode(value)
    inner = f"{margin} "
    if isinstance(value, dict):
        parts = [
            f"{encode_basestring(key)}: {in_lines(each, levels - 1, inner)}"
            for key, each in value.items()
        ]
        return f"{{{inner}{f',{inner}'.join(parts)}{margin}}}"
    parts = [
        each.in_lines if isinstance(each, WrittenObject) else in_lines(each, levels - 1, inner)
        for each in value
    ]
    return f"[{inner}{f',{inner}'.join(parts)}{margin}]"


_PLAIN = json.JSONEncoder(
    ensure_ascii=False,
    sort_keys=True,
    separators=(",", ":"),
    allow_nan=False,
    check_circular=False,  # JSON is no circle
)


def _is_ordered(written: str) -> bool:
    """Tell whether no character takes two units of UTF-16, by which the keys are ordered."""
    return written.isascii() or len(written.encode("utf-16-le")) == 2 * len(written)


class Telling(Struct, frozen=True, kw_only=True):
    """How the values of one game are told."""

    zone: tzinfo
    is_open: bool
    """Whether nothing of it is secret any more."""
    axes: Axes = Axes.COLUMNS
    """By which its squares are named."""

    @overload
    def row(self, found: Struct, keys: str, **told: Any) -> dict[str, Any]: ...
    @overload
    def row(self, found: None, keys: str, **told: Any) -> None: ...
    def row(self, found: Struct | None, keys: str, **told: Any) -> dict[str, Any] | None:
        """Return an object with *keys* in their order: what is *told* under each, or what *found* has.

        `player why=event.why` are a player and the `why` of its event; what is `UNSET` is left out.
        Of nothing there is none.
        """
        if found is None:
            return None
        shown = (
            (key, self.value(told[key] if key in told else _within(found, path)))
            for key, path in _places(keys)
        )
        return {key: value for key, value in shown if value is not UNSET}

    def rows(self, found: Iterable[Any], keys: str) -> list[Any]:
        """Return a list of such objects."""
        return [self.row(each, keys) for each in found]

    def value(self, found: Any) -> Any:
        """Return a value as JSON: times in the zone, squares by their names, no secret before its time."""
        match found:
            case datetime():
                return found.astimezone(self.zone).isoformat()
            case Secret():
                return self.value(found.value) if self.is_open else None
            case Enum():
                return found.value
            case Square():
                return square_name(found, self.axes)
            case Struct():
                return self.row(found, " ".join(found.__struct_fields__))
            case tuple():
                return [self.value(each) for each in found]
            case Mapping():
                return {str(key): self.value(each) for key, each in found.items()}
            case frozenset():
                return sorted(self.value(each) for each in found)
            case _:
                return found

    def of_all(self, game: Game, opened: Struct, ended: common.GameEnded | None) -> dict[str, Any]:
        """Return what is told of every game: how it began, whether it is over, why and since when."""
        return {
            **dict.fromkeys(("tile_set", "layout"), UNSET),
            **opened_to_json(opened),
            "family": game.family,
            "finished": game.is_over,
            "ended": game.ended or None,
            "ended_at": self.value(ended.at if ended else None),
            "seed": game.seed if game.tells_all else None,
        }

    def of_log(self, log: Sequence[Event]) -> dict[str, Any]:
        """Return the same of a game whose players move at once, and every ruling with its round."""
        game: Any = None
        rulings: list[Json] = []
        for event in log:
            if isinstance(event, WordRuled):
                rulings.append(ruling_to_json(game.number_now, event))
            game = apply(game, event)
        ended = (each for each in log if isinstance(each, common.GameEnded))
        return {**self.of_all(game, log[0], next(ended, None)), "rulings": rulings}


@cache
def _places(keys: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each key with where its value stands."""
    found = (each.partition("=") for each in keys.split())
    return tuple((key, tuple((path or key).split("."))) for key, _, path in found)


def _within(found: Any, path: tuple[str, ...]) -> Any:
    """Return what stands there in a value; nothing where one on the way is nothing."""
    for name in path:
        found = None if found is None else getattr(found, name)
    return found
