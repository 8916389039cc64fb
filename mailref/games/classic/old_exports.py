"""What exports of format 1 tell of a classic game, read as rough events: causes, times and tiles, no rules.

Receipts are bound to the names that players had then, all else is told under those of now: so they
are called as they were bound, and renamed when that changes.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain
from math import inf
from typing import Any

from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import PassedWhy
from mailref.games.by_turns.old_exports import (
    accepted,
    before_the_deal,
    challenged,
    joined,
    laid,
    opened,
    over,
    read_time,
    ruled,
)
from mailref.games.by_turns.rules import SWITCHES, Refill, TurnRules, theme_in
from mailref.games.events import Event
from mailref.games.secret import Secret
from mailref.games.table_reader import TomlTable
from mailref.orders.written import Wish
from mailref.record.as_json import JsonObject
from mailref.record.read_export import NotAnExportError, checked
from mailref.tiles.board import BLANK, TILES, Board, without

_OUT = "out"
_When = tuple[float, float, bool]
"""How many turns had been undone, for the number of a turn comes again after each; the number of the current
turn; and whether no play lay open. After the end, all of that."""


def first_of_turns(raw: JsonObject) -> list[Event]:
    """Return what happened by an export of format 1, as far as that tells it."""
    return list(_First(raw).events())


class _First:
    """An export while it is gone through."""

    def __init__(self, raw: JsonObject) -> None:
        self.raw = raw
        self.rules = _rules(raw)
        self.asides = _asides_of(raw)
        bound = {each["player"]: each["bound_to"] for each in reversed(raw["drawings"])}
        self.called = {each["player"]: each["player"] for each in raw["players"]} | bound
        """How who has one name now was called then."""
        self.undos = 0
        self.pending: JsonObject | None = None
        """The turn whose play lies open."""
        self.challenges: list[JsonObject] = []
        """Those of it that have not been told."""

    def events(self) -> Iterator[Event]:
        """Yield what happened, under the names of then."""
        for event in chain(self._before(), self._turns(), self._end()):
            yield _under(self.called, event)
        yield from self._renamed({name: name for name in self.called})

    def _renamed(self, names: Mapping[str, str]) -> Iterator[Event]:
        for player, name in names.items():
            if self.called[player] != name:
                yield common.PlayerRenamed(self.called[player], name, "")
                self.called[player] = name

    def _bound(self, row: JsonObject) -> Iterator[Event]:
        """Yield that players are called as what is drawn in a turn was bound: that follows from what comes next."""
        shown = [self.raw["drawings"][number - 1] for number in row["drawings"]]
        return self._renamed({each["player"]: each["bound_to"] for each in shown})

    def _before(self) -> Iterator[Event]:
        """Yield what happened before the first turn."""
        raw, start = self.raw, self.raw["start"]
        board = Board.from_rows(start["board"]) if start else Board()
        is_open = any(each["drawn"] is not None for each in raw["drawings"])
        bag = without(TILES.all_tiles, [tile.tile for tile in board.tiles])
        yield happened.TurnsOpened(
            **opened(raw),
            rules=self.rules,
            board=board,
            bag=Secret(bag if is_open else BLANK * len(bag)),
            first_turn=start["turn"] if start else 1,
            is_taken_over=start is not None,
        )
        yield from joined(raw["players"])
        yield from self._beside(0)
        first = min((at for row in raw["turns"] for at in row["drawings"]), default=inf)
        racks = [each for each in raw["drawings"] if each["number"] < first]
        for shown in racks:
            if shown["wish"] is not None:
                yield happened.FirstRackWished(shown["player"], Secret(_wish(shown["wish"])))
        yield from before_the_deal(raw, raw["lot_of_seats"])
        if raw["starter"] is not None:
            rows = tuple(
                tuple((each["player"], each["tile"]) for each in row)
                for row in raw["starter"]["drawings"]
            )
            yield happened.StarterDrawn(rows, tuple(raw["starter"]["order"]))
        yield from map(_drawing, racks)

    def _turns(self) -> Iterator[Event]:
        number, undone = 0, None
        for row in (*self.raw["turns"], None):
            if undone is not None and (row is None or row["kind"] != _OUT or row["undone"] is None):
                yield from self._beside(number + 1)
                yield happened.TurnUndone(number, undone)
                self.undos, self.pending, self.challenges, undone = self.undos + 1, None, [], None
            if row is None:
                return
            number = row["number"]
            yield happened.TurnBegan(number, row["player"], None, read_time(row["began"]))
            put_out = [] if row["kind"] == _OUT else self._put_out_after(row)
            yield from self._beside(number, row)
            if row["kind"] != _OUT:
                yield from self._move(row)
                yield from put_out
            undone = row["undone"] if row["undone"] is not None else undone

    def _put_out_after(self, row: JsonObject) -> list[Event]:
        """Take out of what happened beside a turn that its player was put out by its time-out."""
        found: list[Event] = []
        for (undos, number, _), events in self.asides.items():
            if (undos, number) == (self.undos, row["number"]):
                his = [each for each in events if _is_out(each, row["player"])]
                events[:] = [each for each in events if each not in his]
                found += his
        return found

    def _beside(self, number: float, row: JsonObject | None = None) -> Iterator[Event]:
        """Yield what happened up to a turn beside those before it, and what became of the play that lay open."""
        keys = [each for each in sorted(self.asides) if each[:2] <= (self.undos, number)]
        others = [event for each in keys if not each[2] for event in self.asides.pop(each)]
        while self.challenges and self.challenges[0]["stands"]:  # who made them may be out since
            yield from self._challenged(others)
        yield from others
        if (
            row is not None
            and row["kind"] == _OUT
            and any(_is_out(e, row["player"]) for e in others)
        ):
            return
        while self.challenges:
            yield from self._challenged([])
        yield from self._accepted()
        for each in keys:
            yield from self.asides.pop(each, ())

    def _challenged(self, beside: list[Event]) -> Iterator[Event]:
        shown, number = self.challenges.pop(0), self.pending["number"] if self.pending else 0
        return challenged(number, shown["player"], shown, beside)

    def _accepted(self) -> Iterator[Event]:
        row = self.pending
        if row is None or row["accepted"] is None:
            return
        self.pending = None
        later = tuple(accepted(row, row["player"], row["accepted"]["by"]))
        if later and not self.is_filled_at_once:
            yield from (*self._bound(row), *later, *self._drawings(row))
        else:
            yield from later

    @property
    def is_filled_at_once(self) -> bool:
        return self.rules.refill is Refill.AT_ONCE or not self.rules.may_challenge

    def _drawings(self, row: JsonObject) -> Iterator[happened.TilesDrawn]:
        return (_drawing(self.raw["drawings"][number - 1]) for number in row["drawings"])

    def _move(self, row: JsonObject) -> Iterator[Event]:
        number, player = row["number"], row["player"]
        match row["kind"]:
            case "play":
                wish, claims = Secret(_wish(row["wish"])), tuple(row["claims"])
                axes = self.rules.axes
                if self.is_filled_at_once:
                    yield from self._bound(row)
                yield laid(row, player, row["square"], axes, wish=wish, claims=claims)
                if self.is_filled_at_once:
                    yield from self._drawings(row)
                self.pending, self.challenges = row, list(row["challenges"])
            case "exchange":
                letters = row["put_back"]
                yield from self._bound(row)
                given = Secret(letters if letters is not None else BLANK * row["count"])
                yield from (replace(each, put_back=given) for each in self._drawings(row))
                yield happened.TilesExchanged(number, player, row["count"], given)
            case "pass":
                yield happened.TurnPassed(number, player, PassedWhy(row["why"]))
            case kind:
                raise NotAnExportError(f"turns: {kind!r} is no kind of turn")

    def _end(self) -> Iterator[Event]:
        """Yield the turn that is open, or the end of the game."""
        turn = self.raw["to_move"]
        if turn is not None:
            began = read_time(turn["began"])
            yield happened.TurnBegan(turn["number"], turn["player"], None, began)
        yield from self._beside(inf)
        yield from over(self.raw)
        for events in self.asides.values():
            yield from events


def _asides_of(raw: JsonObject) -> dict[_When, list[Event]]:
    """Return what happened beside the turns, by when it did; rulings come first in their turn."""
    found: dict[_When, list[Event]] = defaultdict(list)
    for each in raw["rulings"]:
        found[each["undos"], each["round"], False].append(ruled(each))
    for row in raw["turns"]:
        for each in row["themed"]:
            made = happened.ThemeRuled(row["number"], row["player"], each["word"], each["points"])
            found[_when(each)].append(made)
    for each in raw["adjustments"]:
        points, because = each["points"], each["because"]
        corrected = common.ScoreCorrected(each["player"], each["turn"] or 0, points, because)
        found[_when(each)].append(corrected)
    # Last: who goes out in his turn ends it, and with it the total that is told of it.
    for each in raw["out"]:
        found[_when(each)].append(happened.PlayerOut(each["player"], each["why"]))
    return dict(found)


def _when(shown: JsonObject) -> _When:
    if shown["turn"] is None:
        return inf, inf, True
    return shown["undos"], shown["turn"], not shown["open"]


def _is_out(event: Event, player: str) -> bool:
    return isinstance(event, happened.PlayerOut) and event.player == player


def _rules(raw: JsonObject) -> TurnRules:
    """Read the switches of a game."""
    theme = None
    if raw["theme"] is not None:
        table = TomlTable(raw["theme"])
        theme = theme_in(table)
        table.refuse_unknown()
        checked(theme, tuple(table.faults), "theme")
    return checked(*SWITCHES.read({}, raw["rules"], given={"theme": theme}))


def _wish(shown: Any) -> Wish | None:
    return None if shown is None else Wish(shown["vowels"], shown["consonants"])


def _drawing(shown: JsonObject) -> happened.TilesDrawn:
    """Return a drawing as told: face down where it is secret."""
    back, count = shown["put_back"], shown["count"]
    drawn = shown["drawn"] if shown["drawn"] is not None else BLANK * count
    return happened.TilesDrawn(
        number=shown["number"],
        player=shown["player"],
        count=count,
        letters=Secret(drawn),
        put_back=Secret(back or ""),
        receipt=shown["receipt"],
        nonce=Secret(shown["nonce"] or ""),
        at=read_time(shown["at"]),
        by_hand=shown["by_hand"],
        wish=Secret(_wish(shown["wish"])),
    )


def _under(called: Mapping[str, str], event: Event) -> Event:
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
