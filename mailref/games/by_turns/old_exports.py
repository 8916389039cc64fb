"""What exports of format 1 tell of games of players at a table, read as rough events: causes, no rules."""

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import filterfalse
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

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


def challenged(number: int, shown: JsonObject, beside: list[Event]) -> Iterator[Event]:
    """Yield a challenge and what came of it; the rulings that it waited for are taken out of *beside*."""
    player, words = shown["player"], tuple(shown["words"])
    yield happened.PlayChallenged(number, player, words, read_time(shown.get("received")), "")
    waited = [e for e in beside if isinstance(e, common.WordRuled) and e.word in words]
    yield from waited
    beside[:] = [each for each in beside if each not in waited]
    if shown["stands"] is not None:
        found = tuple((each["word"], each["valid"]) for each in shown["verdicts"])
        yield happened.ChallengeDecided(number, player, found, shown["stands"], shown["cost"])


def accepted(row: JsonObject) -> Iterator[Event]:
    """Yield that a play was accepted, where that was not at once."""
    how = AcceptedHow(row["accepted"]["how"])
    if how is not AcceptedHow.AT_ONCE:
        yield happened.PlayAccepted(row["number"], row["player"], row["accepted"]["by"], how)


class OldTable:
    """A game at a table as an export of format 1 tells it, gone through; each kind says what is its own.

    What happened beside the turns stands there by how many turns there had been.
    """

    def __init__(self, raw: JsonObject, bound: Iterable[JsonObject] = ()) -> None:
        """Begin with an export; *bound* are receipts, each with the name that its player had then."""
        self.raw = raw
        then = {each["player"]: each["bound_to"] for each in bound}
        self.called = {each["player"]: each["player"] for each in raw["players"]} | then
        """How who has one name now was called then."""
        self.beside: dict[int, list[Event]] = defaultdict(list)
        """Rulings first."""
        self.outs: dict[tuple[int, bool], list[Event]] = defaultdict(list)
        """Who is out, also by whether a play lay open."""
        for row in raw["out"]:
            out = happened.PlayerOut(row["player"], row["why"])
            self.outs[row["after"], row.get("open", False)].append(out)
        for row in raw["rulings"]:
            self.beside[row["round"]].append(ruled(row))
        for row in raw["adjustments"]:
            corrected = common.ScoreCorrected(row["player"], 0, row["points"], row["because"])
            self.beside[row["after"]].append(corrected)

    def events(self) -> Iterator[Event]:
        """Yield what happened, under the names of then; last how players are called now."""
        for event in self._all():
            yield under(self.called, event)
        for new, old in self.called.items():
            if old != new:
                yield common.PlayerRenamed(old, new, "")

    def _all(self) -> Iterator[Event]:
        raw = self.raw
        yield self.opened()
        yield from joined(self.players)
        yield from self._after(0)
        yield from before_the_deal(raw, self.seats)
        yield from self.dealt()
        for at, row in enumerate((*raw["turns"], None)):
            yield from self.between(at, row)
            if row is not None:
                yield from self.turn(row, at + 1)
                yield from self._after(at + 1)
        yield from over(raw)

    # What each kind says.

    @abstractmethod
    def opened(self) -> Event:
        """Return how the game began."""

    @property
    def players(self) -> Iterable[JsonObject]:
        """Return who joined, in that order."""
        found: list[JsonObject] = self.raw["players"]
        return found

    @property
    def seats(self) -> Sequence[str] | None:
        """Return who sat where, where that was drawn."""
        found: list[str] | None = self.raw["lot_of_seats"]
        return found

    @abstractmethod
    def dealt(self) -> Iterator[Event]:
        """Yield what was drawn before the first turn."""

    @abstractmethod
    def turn(self, row: JsonObject, number: int) -> Iterator[Event]:
        """Yield what happened in a turn that stands, the *number*-th of those."""

    def between(self, turns: int, row: JsonObject | None) -> Iterator[Event]:  # noqa: ARG002  *row* comes next
        """Yield what happened after so many turns, with no play open."""
        return self.out(turns)

    # What is told of all.

    def _after(self, turns: int) -> Iterator[Event]:
        """Yield what happened after so many turns: first who ran out of time in the last one."""
        yield from filterfalse(_is_other_reason, self.outs[turns, False])
        yield from self.beside.pop(turns, ())

    def out(self, turns: int) -> Iterator[Event]:
        """Yield who else went out then, with no play open."""
        return filter(_is_other_reason, self.outs.pop((turns, False), ()))

    def became(self, turn: JsonObject, turns: int) -> Iterator[Event]:
        """Yield what became of the play of a turn, the last of so many.

        First challenges in vain: who made them may be out since.
        """
        left = list(turn["challenges"])
        while left and left[0]["stands"]:
            yield from challenged(turn["number"], left.pop(0), self.beside[turns])
        yield from self.outs.pop((turns, True), ())
        for each in left:
            yield from challenged(turn["number"], each, self.beside[turns])
        if turn["accepted"] is not None:
            yield from accepted(turn)


def _is_other_reason(event: Event) -> bool:
    return isinstance(event, happened.PlayerOut) and event.why != happened.OUT_OF_TIME


def before_the_deal(raw: JsonObject, seats: Sequence[str] | None) -> Iterator[Event]:
    """Yield the words that were mixed into the draws, and who sat where, where that was drawn."""
    if raw["lots"] is not None:
        words = tuple((each["player"], each["word"]) for each in raw["lots"])
        yield common.DrawsMixed(1, words)
    if seats is not None:
        yield happened.SeatsDrawn(tuple(seats))


def joined(players: Iterable[JsonObject]) -> Iterator[Event]:
    """Yield who joined, with what."""
    return (common.PlayerJoined(each["player"], (), each["base"]) for each in players)


def over(raw: JsonObject) -> Iterator[Event]:
    """Yield that the game ended, where it did, and its seed, where that was told later."""
    if raw["finished"]:
        at = read_time(raw["ended_at"])
        yield common.GameEnded(raw["seed"] or "", raw["ended"], at)
        same = raw.get("same_tiles")
        if same is not None and not same["second"] and raw["seed"] is not None:
            yield happened.SeedRevealed(raw["seed"], at)


def under(called: Mapping[str, str], event: Event) -> Event:
    """Return an event under the names of then."""
    changes: dict[str, Any] = {}
    match event:
        case common.DrawsMixed() | common.WordRuled() | common.PlayerRenamed():
            pass  # these are told under them, or name no player
        case happened.SeatsDrawn(seats=seats):
            changes = {"seats": tuple(called[each] for each in seats)}
        case happened.StarterDrawn(drawings=rows, order=order):
            drawn = (tuple((called[who], tile) for who, tile in row) for row in rows)
            changes = {"drawings": tuple(drawn), "order": tuple(called[each] for each in order)}
        case _:
            named = {name: getattr(event, name, "") for name in ("player", "name", "by")}
            changes = {name: called[each] for name, each in named.items() if each in called}
    return replace(event, **changes)
