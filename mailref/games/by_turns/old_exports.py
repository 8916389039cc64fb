"""What exports of format 1 tell of games of players at a table, read as rough events: causes, no rules."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import filterfalse
from types import MappingProxyType

from msgspec import Struct, field

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import AcceptedHow
from mailref.games.events import Event
from mailref.record.game_json import JsonObject
from mailref.record.read_export import NotAnExportError

NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""Where an export tells no time."""


def read_time(written: str) -> datetime:
    """Read a time with its zone."""
    found = datetime.fromisoformat(written)
    if found.tzinfo is None:
        raise NotAnExportError(f"{written!r} has no zone")
    return found.astimezone(UTC)


class Asides(Struct):
    """What happened beside the turns, by how many there had been."""

    events: dict[int, list[Event]] = field(default_factory=lambda: defaultdict(list))
    rulings: dict[int, list[common.WordRuled]] = field(default_factory=lambda: defaultdict(list))
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
            ruled = common.WordRuled(row["word"], row["accepted"], row["by"], row["because"])
            found.rulings[row["round"]].append(ruled)
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
        yield from self.rulings.pop(turns, ())
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
            yield from self._challenge(turn, left.pop(0), turns)
        yield from self.outs.pop((turns, True), ())
        for each in left:
            yield from self._challenge(turn, each, turns)
        accepted = turn["accepted"]
        if accepted is not None and accepted["how"] != AcceptedHow.AT_ONCE:
            player, by = self.called(turn["player"]), self.called(accepted["by"])
            yield happened.PlayAccepted(turn["number"], player, by, AcceptedHow(accepted["how"]))

    def _challenge(self, turn: JsonObject, shown: JsonObject, turns: int) -> Iterator[Event]:
        number, player, words = turn["number"], self.called(shown["player"]), tuple(shown["words"])
        yield happened.PlayChallenged(number, player, words, NO_TIME, "")
        rulings = self.rulings[turns]
        waited = [ruled for ruled in rulings if ruled.word in words]
        yield from waited
        rulings[:] = [ruled for ruled in rulings if ruled not in waited]
        if shown["stands"] is not None:
            found = tuple((row["word"], row["valid"]) for row in shown["verdicts"])
            stands, cost = shown["stands"], shown["cost"]
            yield happened.ChallengeDecided(number, player, found, stands, cost)


def _is_other_reason(event: Event) -> bool:
    return isinstance(event, happened.PlayerOut) and event.why != happened.OUT_OF_TIME


def lots(raw: JsonObject) -> Iterator[Event]:
    """Yield the words that were mixed into the draws."""
    if raw["lots"] is not None:
        words = tuple((each["player"], each["word"]) for each in raw["lots"])
        yield common.DrawsMixed(1, words)


def lot_of_seats(seats: Sequence[str] | None) -> Iterator[Event]:
    """Yield who sat where, where that was drawn."""
    if seats is not None:
        yield happened.SeatsDrawn(tuple(seats))


def over(raw: JsonObject) -> Iterator[Event]:
    """Yield that the game ended, where it did, and its seed, where that was told later."""
    if raw["finished"]:
        at = read_time(raw["ended_at"])
        yield common.GameEnded(raw["seed"] or "", raw["ended"], at)
        same = raw.get("same_tiles")
        if same is not None and not same["second"] and raw["seed"] is not None:
            yield happened.SeedRevealed(raw["seed"], at)
