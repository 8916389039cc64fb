"""What exports of format 1 tell of games of players at a table, read as rough events: causes, no rules."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from msgspec import Struct, field

from mailref.record.game_json import JsonObject
from mailref.record.read_export import NotAnExportError
from mailref.rules import events as common
from mailref.rules.events import Event
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.turn_events import AcceptedHow

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

    @staticmethod
    def of(raw: JsonObject) -> "Asides":
        """Return what an export tells beside its turns: who is out, rulings, corrections."""
        found = Asides()
        for row in sorted(raw["out"], key=lambda row: row["why"] != happened.OUT_OF_TIME):
            found.events[row["after"]].append(happened.PlayerOut(row["player"], row["why"]))
        for row in raw["rulings"]:
            ruled = common.WordRuled(row["word"], row["accepted"], row["by"], row["because"])
            found.rulings[row["round"]].append(ruled)
        for row in raw["adjustments"]:
            corrected = common.ScoreCorrected(row["player"], 0, row["points"], row["because"])
            found.events[row["after"]].append(corrected)
        return found

    def after(self, turns: int) -> Iterator[Event]:
        """Yield what happened after so many turns."""
        yield from self.rulings.pop(turns, ())
        yield from self.events.pop(turns, ())

    def became(self, turn: JsonObject, turns: int) -> Iterator[Event]:
        """Yield what became of the play of a turn, the last of so many; not what the next move says by itself."""
        rulings = self.rulings[turns]
        for each in turn["challenges"]:
            number, player, words = turn["number"], each["player"], tuple(each["words"])
            received = read_time(each["received"]) if each.get("received") else NO_TIME
            yield happened.PlayChallenged(number, player, words, received, "")
            waited = [ruled for ruled in rulings if ruled.word in words]
            yield from waited
            rulings[:] = [ruled for ruled in rulings if ruled not in waited]
            if each["stands"] is not None:
                found = tuple((row["word"], row["valid"]) for row in each["verdicts"])
                yield happened.ChallengeDecided(number, player, found, each["stands"], each["cost"])
        accepted = turn["accepted"]
        if accepted is not None and accepted["how"] not in (AcceptedHow.MOVE, AcceptedHow.AT_ONCE):
            how = AcceptedHow(accepted["how"])
            yield happened.PlayAccepted(turn["number"], turn["player"], accepted["by"], how)


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
    """Yield that the game ended, where it did."""
    if raw["finished"]:
        yield common.GameEnded(raw["seed"] or "", raw["ended"], read_time(raw["ended_at"]))
