"""What exports of format 1 tell of a classic game, read as rough events: causes, times and tiles, no rules.

Receipts are bound to the names that players had then, all else is told under those of now: so they
are called as they were bound, and renamed when that changes.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import AcceptedHow, PassedWhy
from mailref.games.by_turns.old_exports import lots, over, read_time
from mailref.games.by_turns.orders import Wish
from mailref.games.by_turns.rules import Refill, SameTiles, Secret, TurnRules
from mailref.games.by_turns.switches import read_theme, turn_rules_and_faults
from mailref.games.events import Event
from mailref.record.game_json import JsonObject
from mailref.record.read_export import NotAnExportError
from mailref.tiles.board import BLANK, TILES, Axes, Board, Direction, LaidTile, read_square, without
from mailref.tiles.scoring import FormedWord, ScoredPlay

_OUT = "out"


def first_of_turns(raw: JsonObject) -> list[Event]:
    """Return what happened by an export of format 1, as far as that tells it."""
    return list(_First(raw).events())


class _Aside(Struct, frozen=True):
    """When something happened beside the turns."""

    undos: int
    """How many turns had been undone: the number of a turn comes again after each."""
    turn: int | None
    """Whose number was the current one; None: after the end."""
    is_open: bool
    """Whether a play lay open."""


class _First(Struct):
    """An export while it is gone through."""

    raw: JsonObject
    asides: dict[_Aside, list[Event]] = field(default_factory=dict)
    called: dict[str, str] = field(default_factory=dict)
    """How who has one name now was called then."""
    undos: int = 0
    number: int = 0
    """Of the turn that was told last."""
    pending: JsonObject | None = None
    """The turn whose play lies open."""
    challenged: int = 0
    """How many challenges of it have been told."""

    def __post_init__(self) -> None:
        self.asides = _asides_of(self.raw)
        bound: dict[str, str] = {}
        for each in self.raw["drawings"]:
            bound.setdefault(each["player"], each["bound_to"])
        self.called = {each["player"]: each["player"] for each in self.raw["players"]} | bound

    def events(self) -> Iterator[Event]:
        """Yield what happened, under the names of then."""
        causes: list[list[Event]] = []
        for event in (*self._before(), *self._turns(), *self._end()):
            if isinstance(event, happened.TilesDrawn) and not event.put_back.value and causes:
                causes[-1].append(event)  # it follows from what is told before it
            else:
                causes.append([event])
        for group in causes:
            for event in group:
                if isinstance(event, happened.TilesDrawn):
                    shown = self.raw["drawings"][event.number - 1]
                    yield from self._renamed(shown["player"], shown["bound_to"])
            yield from (_under(self.called, event) for event in group)
        for name in tuple(self.called):
            yield from self._renamed(name, name)

    def _renamed(self, player: str, name: str) -> Iterator[Event]:
        if self.called[player] != name:
            yield common.PlayerRenamed(self.called[player], name, "")
            self.called[player] = name

    def _before(self) -> Iterator[Event]:
        """Yield what happened before the first turn."""
        raw = self.raw
        yield self._opened()
        for each in raw["players"]:
            yield common.PlayerJoined(each["player"], (), each["base"])
        yield from self._beside(0)
        of_turns = {number for row in raw["turns"] for number in row["drawings"]}
        racks = []
        for shown in raw["drawings"]:
            if shown["number"] in of_turns:
                break
            racks.append(shown)
        for shown in racks:
            if shown["wish"] is not None:
                yield happened.FirstRackWished(shown["player"], Secret(_wish(shown["wish"])))
        yield from lots(raw)
        if raw["lot_of_seats"] is not None:
            yield happened.SeatsDrawn(tuple(raw["lot_of_seats"]))
        if raw["starter"] is not None:
            rows = tuple(_pairs(row, "tile") for row in raw["starter"]["drawings"])
            yield happened.StarterDrawn(rows, tuple(raw["starter"]["order"]))
        yield from map(_drawing, racks)

    def _opened(self) -> Event:
        raw, start = self.raw, self.raw["start"]
        board = Board.from_rows(start["board"]) if start else Board()
        is_open = any(each["drawn"] is not None for each in raw["drawings"])
        bag = without(TILES.all_tiles, [tile.tile for tile in board.tiles])
        same = raw.get("same_tiles")
        return happened.TurnsOpened(
            id=raw["game"],
            title=raw["title"],
            variant=raw["variant"],
            rules=_rules(raw),
            seats=(),
            commitment=raw["commitment"],
            lexicon=raw["lexicon"]["name"],
            lexicon_sha256=raw["lexicon"]["sha256"],
            board=board,
            bag=Secret(bag if is_open else BLANK * len(bag)),
            first_turn=start["turn"] if start else 1,
            is_taken_over=start is not None,
            same_tiles=SameTiles(str(same["game"]), bool(same["second"])) if same else None,
        )

    def _turns(self) -> Iterator[Event]:
        undone: str | None = None
        for row in self.raw["turns"]:
            if undone is not None and (row["kind"] != _OUT or row["undone"] is None):
                yield from self._undo(undone)
                undone = None
            self.number = row["number"]
            yield happened.TurnBegan(self.number, row["player"], None, read_time(row["began"]))
            put_out = self._put_out_after(row)
            yield from self._beside(self.number, row)
            if row["kind"] != _OUT:
                yield from self._move(row)
                yield from put_out
            undone = row["undone"] if row["undone"] is not None else undone
        if undone is not None:
            yield from self._undo(undone)

    def _undo(self, because: str) -> Iterator[Event]:
        """Yield that the last turn was undone, after what happened beside the next one."""
        yield from self._beside(self.number + 1)
        yield happened.TurnUndone(self.number, because)
        self.undos += 1
        self.pending = None

    def _put_out_after(self, row: JsonObject) -> list[Event]:
        """Take out of what happened beside a turn that its player was put out by its time-out."""
        found: list[Event] = []
        for key, events in self.asides.items():
            is_then = (key.turn, key.undos) == (row["number"], self.undos)
            if not is_then or row["kind"] == _OUT:
                continue
            his = [e for e in events if isinstance(e, happened.PlayerOut)]
            found += (event for event in his if event.player == row["player"])
            events[:] = [event for event in events if event not in found]
        return found

    def _beside(self, number: int | None, row: JsonObject | None = None) -> Iterator[Event]:
        """Yield what happened beside a turn, and what became of the play that lay open meanwhile."""
        then = _Aside(self.undos, number, True)
        yield from self._challenges(then, in_vain=True)
        others = self.asides.pop(then, [])
        yield from others
        if (
            row is not None
            and row["kind"] == _OUT
            and happened.PlayerOut(row["player"], row["why"]) in others
        ):
            return
        yield from self._challenges(then, in_vain=False)
        yield from self._accepted()
        yield from self.asides.pop(_Aside(self.undos, number, False), ())

    def _challenges(self, then: _Aside, *, in_vain: bool) -> Iterator[Event]:
        """Yield the challenges of the open play: first those in vain, for who made them may be out since."""
        row = self.pending
        for each in row["challenges"][self.challenged :] if row is not None else ():
            verdicts = each["verdicts"]
            if in_vain and (verdicts is None or not all(v["valid"] for v in verdicts)):
                return
            yield from self._challenge(then, each)
            self.challenged += 1

    def _challenge(self, then: _Aside, shown: JsonObject) -> Iterator[Event]:
        number = self.pending["number"] if self.pending is not None else 0
        player, words = shown["player"], tuple(shown["words"])
        yield happened.PlayChallenged(number, player, words, read_time(shown["received"]), "")
        beside = self.asides.get(then, [])
        waited = [e for e in beside if isinstance(e, common.WordRuled) and e.word in words]
        yield from waited
        beside[:] = [event for event in beside if event not in waited]
        if shown["verdicts"] is not None:
            found = tuple((each["word"], each["valid"]) for each in shown["verdicts"])
            cost = shown["cost"]
            yield happened.ChallengeDecided(number, player, found, shown["stands"], cost)

    def _accepted(self) -> Iterator[Event]:
        row = self.pending
        if row is None or row["accepted"] is None:
            return
        how = AcceptedHow(row["accepted"]["how"])
        if how is not AcceptedHow.AT_ONCE:
            yield happened.PlayAccepted(row["number"], row["player"], row["accepted"]["by"], how)
            if not self.is_filled_at_once:
                yield from self._drawings(row)
        self.pending = None

    @property
    def is_filled_at_once(self) -> bool:
        rules = _rules(self.raw)
        return rules.refill is Refill.AT_ONCE or not rules.may_challenge

    def _drawings(self, row: JsonObject) -> Iterator[happened.TilesDrawn]:
        return (_drawing(self.raw["drawings"][number - 1]) for number in row["drawings"])

    def _move(self, row: JsonObject) -> Iterator[Event]:
        number, player = row["number"], row["player"]
        match row["kind"]:
            case "play":
                yield _laid(row, Axes(self.raw["rules"]["axes"]))
                if self.is_filled_at_once:
                    yield from self._drawings(row)
                self.pending, self.challenged = row, 0
            case "exchange":
                letters = row["put_back"]
                given = letters if letters is not None else BLANK * row["count"]
                drawn = self._drawings(row)
                yield from (replace(each, put_back=Secret(given)) for each in drawn)
                yield happened.TilesExchanged(number, player, row["count"], Secret(given))
            case "pass":
                yield happened.TurnPassed(number, player, PassedWhy(row["why"]))
            case kind:
                raise NotAnExportError(f"turns: {kind!r} is no kind of turn")

    def _end(self) -> Iterator[Event]:
        """Yield the turn that is open, or the end of the game."""
        raw, turn = self.raw, self.raw["to_move"]
        if turn is not None:
            began = read_time(turn["began"])
            yield happened.TurnBegan(turn["number"], turn["player"], None, began)
        later = sorted(
            (each for each in self.asides if each.turn is not None),
            key=lambda each: (each.undos, each.turn),
        )
        then = later[0] if later else _Aside(self.undos, None, True)
        yield from self._challenges(replace(then, is_open=True), in_vain=True)
        for each in [each for each in later if each.is_open]:
            yield from self.asides.pop(each)
        yield from self._challenges(replace(then, is_open=True), in_vain=False)
        yield from self._accepted()
        for each in later:
            yield from self.asides.pop(each, ())
        yield from over(raw)
        yield from self.asides.pop(_Aside(self.undos, None, False), ())


def _asides_of(raw: JsonObject) -> dict[_Aside, list[Event]]:
    """Return what happened beside the turns, by when it did; rulings come first in their turn."""
    found: dict[_Aside, list[Event]] = defaultdict(list)
    for each in raw["rulings"]:
        made = common.WordRuled(each["word"], each["accepted"], each["by"], each["because"])
        found[_Aside(each["undos"], each["round"], True)].append(made)
    for row in raw["turns"]:
        for each in row["themed"]:
            word, points = each["word"], each["points"]
            ruled = happened.ThemeRuled(row["number"], row["player"], word, points)
            found[_aside(each)].append(ruled)
    for each in raw["adjustments"]:
        points, because = each["points"], each["because"]
        corrected = common.ScoreCorrected(each["player"], each["turn"] or 0, points, because)
        found[_aside(each)].append(corrected)
    # Last: who goes out in his turn ends it, and with it the total that is told of it.
    for each in raw["out"]:
        found[_aside(each)].append(happened.PlayerOut(each["player"], each["why"]))
    return dict(found)


def _aside(shown: JsonObject) -> _Aside:
    return _Aside(shown["undos"], shown["turn"], shown["open"])


def _rules(raw: JsonObject) -> TurnRules:
    """Read the switches of a game; NotAnExportError names one that is wrong."""
    theme = None
    if raw["theme"] is not None:
        theme, wrong = read_theme(raw["theme"])
        if wrong:
            raise NotAnExportError(f"theme.{wrong[0].key}: {wrong[0].message}")
    rules, faults = turn_rules_and_faults({}, raw["rules"], theme)
    if faults:
        raise NotAnExportError(f"rules.{faults[0].key}: {faults[0].message}")
    return rules


def _wish(shown: Any) -> Wish | None:
    return None if shown is None else Wish(shown["vowels"], shown["consonants"])


def _pairs(rows: Any, of: str) -> tuple[tuple[str, str], ...]:
    return tuple((each["player"], each[of]) for each in rows)


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


def _laid(row: JsonObject, axes: Axes) -> happened.PlayLaid:
    """Return a play with what was asked for; what it is worth follows."""
    direction, square = Direction(row["direction"]), read_square(row["square"], axes)
    blanks = (LaidTile(read_square(each, axes), "A", is_blank=True) for each in row["blanks"])
    word = FormedWord(row["word"], (), 0, 0)
    return happened.PlayLaid(
        number=row["number"],
        player=row["player"],
        received=read_time(row["received"]),
        mail="",
        scored=ScoredPlay(square, direction, (word,), tuple(blanks), 0),
        swaps=tuple(read_square(each, axes) for each in row["swaps"]),
        board=Board(),
        rack_left=Secret(""),
        theme=0,
        wish=Secret(_wish(row["wish"])),
        claims=tuple(row["claims"]),
    )


def _under(called: Mapping[str, str], event: Event) -> Event:
    """Return an event under the names of then."""
    if isinstance(event, common.DrawsMixed):
        return event  # it is told under them
    changes: dict[str, Any] = {}
    for name in ("player", "name", "by"):
        value = getattr(event, name, None)
        if isinstance(value, str) and value in called and not isinstance(event, common.WordRuled):
            changes[name] = called[value]
    match event:
        case happened.SeatsDrawn(seats=seats):
            changes["seats"] = tuple(called[each] for each in seats)
        case happened.StarterDrawn(drawings=rows, order=order):
            drawn = (tuple((called[who], tile) for who, tile in row) for row in rows)
            changes = {"drawings": tuple(drawn), "order": tuple(called[each] for each in order)}
        case _:
            pass
    return replace(event, **changes)
