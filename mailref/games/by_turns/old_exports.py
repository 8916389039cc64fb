"""What exports of format 1 tell of games of players at a table, read as rough events: causes, no rules."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import filterfalse
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import AcceptedHow, PassedWhy
from mailref.games.events import Event
from mailref.games.game import SameTiles
from mailref.games.secret import Secret
from mailref.record.as_json import JsonObject
from mailref.record.read_export import Beginning, NotAnExportError, Ruling, read_as
from mailref.record.script import NO_TIME
from mailref.tiles.board import Axes, Board, Direction, LaidTile, read_square
from mailref.tiles.scoring import FormedWord, ScoredPlay

PASSED = MappingProxyType(
    {"pass": PassedWhy.PASSED, "timeout": PassedWhy.TIMEOUT, "forfeit": PassedWhy.FORFEIT}
)
"""Why a turn brought nothing, by its kind."""


def read_time(written: str | None) -> datetime:
    """Read a time with its zone."""
    if written is None:
        return NO_TIME
    found = datetime.fromisoformat(written)
    if found.tzinfo is None:
        raise NotAnExportError(f"{written!r} has no zone")
    return found.astimezone(UTC)


def opened(raw: JsonObject) -> dict[str, Any]:
    """Return what the first event of each kind of game at a table holds, but for its own."""
    same = raw.get("same_tiles")
    told = {"same_tiles": SameTiles(str(same["game"]), bool(same["second"]))} if same else {}
    return {**read_as(Beginning, raw).opened, "seats": (), **told}


def ruled(raw: JsonObject) -> common.WordRuled:
    """Return a ruling."""
    return read_as(Ruling, raw).made


def laid(row: JsonObject, player: str, place: str, axes: Axes, **more: Any) -> happened.PlayLaid:
    """Return a play with what was asked for, small letters as blanks, too; what it is worth follows."""
    square, direction, word = read_square(place, axes), Direction(row["direction"]), row["word"]
    blanks = [
        *(read_square(each, axes) for each in row.get("blanks", ())),
        *(square.along(direction, at) for at, letter in enumerate(word) if letter.islower()),
    ]
    tiles = tuple(LaidTile(each, "", is_blank=True) for each in blanks)
    formed = FormedWord(word.upper(), (), 0, 0)
    return happened.PlayLaid(
        number=row["number"],
        player=player,
        received=read_time(row["received"]),
        mail="",
        scored=ScoredPlay(square, direction, (formed,), tiles, 0),
        swaps=tuple(read_square(each, axes) for each in row["swaps"]),
        board=Board(),
        rack_left=Secret(""),
        theme=0,
        **{"wish": happened.NO_WISH, **more},
    )


def challenged(number: int, player: str, shown: JsonObject, beside: list[Event]) -> Iterator[Event]:
    """Yield a challenge and what came of it; the rulings that it waited for are taken out of *beside*."""
    words = tuple(shown["words"])
    yield happened.PlayChallenged(number, player, words, read_time(shown.get("received")), "")
    waited = [e for e in beside if isinstance(e, common.WordRuled) and e.word in words]
    yield from waited
    beside[:] = [each for each in beside if each not in waited]
    if shown["stands"] is not None:
        found = tuple((each["word"], each["valid"]) for each in shown["verdicts"])
        yield happened.ChallengeDecided(number, player, found, shown["stands"], shown["cost"])


def accepted(row: JsonObject, player: str, by: str) -> Iterator[Event]:
    """Yield that a play was accepted, where that was not at once."""
    how = AcceptedHow(row["accepted"]["how"])
    if how is not AcceptedHow.AT_ONCE:
        yield happened.PlayAccepted(row["number"], player, by, how)


class Asides(Struct):
    """What happened beside the turns, by how many there had been."""

    events: dict[int, list[Event]] = field(default_factory=lambda: defaultdict(list))
    """Rulings first."""
    outs: dict[tuple[int, bool], list[Event]] = field(default_factory=lambda: defaultdict(list))
    """Who is out, also by whether a play lay open."""
    names: Mapping[str, str] = MappingProxyType({})
    """How who has one name now was called then."""

    @staticmethod
    def of(raw: JsonObject, names: Mapping[str, str] = MappingProxyType({})) -> "Asides":
        """Return what an export tells beside its turns: who is out, rulings, corrections."""
        found = Asides(names=names)
        for row in raw["out"]:
            out = happened.PlayerOut(found.called(row["player"]), row["why"])
            found.outs[row["after"], row.get("open", False)].append(out)
        for row in raw["rulings"]:
            found.events[row["round"]].append(ruled(row))
        for row in raw["adjustments"]:
            name = found.called(row["player"])
            corrected = common.ScoreCorrected(name, 0, row["points"], row["because"])
            found.events[row["after"]].append(corrected)
        return found

    def called(self, name: str) -> str:
        return self.names.get(name, name)

    def after(self, turns: int) -> Iterator[Event]:
        """Yield what happened after so many turns: first who ran out of time in the last one."""
        yield from filterfalse(_is_other_reason, self.outs[turns, False])
        yield from self.events.pop(turns, ())

    def out(self, turns: int) -> Iterator[Event]:
        """Yield who else went out then, with no play open."""
        return filter(_is_other_reason, self.outs.pop((turns, False), ()))

    def became(self, turn: JsonObject, turns: int) -> Iterator[Event]:
        """Yield what became of the play of a turn, the last of so many.

        First challenges in vain: who made them may be out since.
        """
        left = list(turn["challenges"])
        while left and left[0]["stands"]:
            yield from self._challenged(turn, left.pop(0), turns)
        yield from self.outs.pop((turns, True), ())
        for each in left:
            yield from self._challenged(turn, each, turns)
        if turn["accepted"] is not None:
            by = self.called(turn["accepted"]["by"])
            yield from accepted(turn, self.called(turn["player"]), by)

    def _challenged(self, turn: JsonObject, shown: JsonObject, turns: int) -> Iterator[Event]:
        beside = self.events[turns]
        yield from challenged(turn["number"], self.called(shown["player"]), shown, beside)


def _is_other_reason(event: Event) -> bool:
    return isinstance(event, happened.PlayerOut) and event.why != happened.OUT_OF_TIME


def before_the_deal(raw: JsonObject, seats: Sequence[str] | None) -> Iterator[Event]:
    """Yield the words that were mixed into the draws, and who sat where, where that was drawn."""
    if raw["lots"] is not None:
        words = tuple((each["player"], each["word"]) for each in raw["lots"])
        yield common.DrawsMixed(1, words)
    if seats is not None:
        yield happened.SeatsDrawn(tuple(seats))


def joined(
    players: Iterable[JsonObject], names: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Event]:
    """Yield who joined, with what."""
    for each in players:
        name = each["player"]
        yield common.PlayerJoined(names.get(name, name), (), each["base"])


def over(raw: JsonObject) -> Iterator[Event]:
    """Yield that the game ended, where it did, and its seed, where that was told later."""
    if raw["finished"]:
        at = read_time(raw["ended_at"])
        yield common.GameEnded(raw["seed"] or "", raw["ended"], at)
        same = raw.get("same_tiles")
        if same is not None and not same["second"] and raw["seed"] is not None:
            yield happened.SeedRevealed(raw["seed"], at)
