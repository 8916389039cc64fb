"""A classic game: what all may know of it, what an export tells, and how it is decided again (classic 12, 14).

Before the end racks and bag lie face down: as many blanks as there are tiles.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from itertools import chain
from math import inf
from typing import Any

from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns import switches
from mailref.games.by_turns.course import RULING, TableTold, verdicts
from mailref.games.by_turns.events import PassedWhy
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.history import ToldChallenge, ToldTurn, TurnKind
from mailref.games.by_turns.proving import (
    Deciding,
    accepted,
    before_the_deal,
    challenged,
    decide_as,
    joined,
    laid,
    opened,
    over,
    read_time,
    ruled,
    under,
)
from mailref.games.by_turns.proving import public as public_seated
from mailref.games.chance import Draws, Secret, SeedDraws, common_order
from mailref.games.classic.book import deal_taken_over, theme_ruled
from mailref.games.classic.game import classic
from mailref.games.classic.switches import SWITCHES
from mailref.games.events import Event
from mailref.games.game import has_come
from mailref.games.switches import told_rules
from mailref.games.table_reader import TomlTable
from mailref.orders.entries import ExchangeOrder, PassOrder, PlayOrder, Wish
from mailref.record.as_json import Json, JsonObject, plain
from mailref.record.export import NotAnExportError, checked, face_down
from mailref.record.script import Script, UnlikeError, unlike_event
from mailref.tiles.board import Board, in_order, place_name
from mailref.tiles.moves import NOWHERE, Move, Play, Swap, WrittenMove
from mailref.tiles.tile_set import BLANK

__all__ = ["decide", "first", "public", "told"]


def public(event: Event, *, is_open: bool) -> Event | None:
    """Return what all may know of an event of its own; None: nothing."""
    if isinstance(event, happened.TilesExchanged):
        letters = Secret(in_order(event.letters.value))  # in which order he wrote them is his
        event = replace(event, letters=letters)
    return public_seated(event, is_open=is_open)


def words_laid(event: Event) -> tuple[str, ...]:
    """Return which words an event shows to all."""
    if isinstance(event, happened.PlayLaid):
        return tuple(word.word for word in event.scored.words)
    return ()


# What an export tells.


_TOLD = """
    family game title variant tiles tile_set layout commitment lexicon start rules theme same_tiles
    finished ended ended_at seed players lots lot_of_seats starter seats drawings turns to_move
    out rulings adjustments racks deductions standings
"""
_DRAWING = """
    number player bound_to=made.player at=made.at count drawn=made.letters put_back=made.put_back
    rack receipt nonce=made.nonce by_hand=made.by_hand wish=made.wish
"""
_TURN = """
    number player kind=recorded_kind why began received square direction=scored.direction
    word=scored.word blanks words formula points theme claims themed swaps wish challenges accepted
    taken_back count rack put_back drawings drawn receipt bag total=noted board undone
"""


def told(events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:
    """Return the whole game; times in *zone*."""
    of = _TurnsTold.of(events, zone, is_open=is_open)
    game, history, opened = classic(of.game), of.history, of.opened
    start = {"turn": opened.first_turn, "board": list(opened.board.rows)}
    starter = {
        "drawings": [
            [{"player": name, "tile": tile} for name, tile in row] for row in history.start
        ],
        "order": list(history.order),
    }
    drawings = (e for e in history.drawings if isinstance(e.made, happened.TilesDrawn))
    return of.whole(
        _TOLD,
        start=start if opened.is_taken_over else None,
        rules=plain(told_rules(SWITCHES.table(opened.rules))),
        theme=plain(switches.theme_table(opened.rules.theme) or {}) or None,
        starter=starter if history.order else None,
        drawings=of.each("drawings", drawings, lambda each: of.row(each, _DRAWING)),
        turns=of.each("turns", history.course, of.turn),
        to_move=of.row(game.turn, "number player began"),
        racks={name: of.value(game.hands[name].rack) for name in game.seats},
        deductions=None if history.end is None else dict(history.end.value.deductions),
    )


class _TurnsTold(TableTold, frozen=True, kw_only=True):
    """What is told of one game."""

    opened: happened.TurnsOpened
    when = when_out = "turn=then.turn undos=then.undos open=then.is_open"
    ruling = RULING.replace("then.after", "then.number") + " undos=then.undos"

    def turn(self, turn: ToldTurn) -> Any:
        scored, made = turn.scored, (each.made for each in turn.draws)
        drawn = "".join(e.letters.value for e in made if isinstance(e, happened.TilesDrawn))
        is_exchange = turn.kind is TurnKind.EXCHANGE
        is_off = turn.is_taken_back and turn.board_before is not None
        board = turn.board_before if is_off else turn.board
        return self.turn_row(
            turn,
            _TURN,
            why=str(turn.why) or None,
            square=place_name(scored.square, scored.direction, self.axes) if scored else None,
            blanks=scored.blanks if scored else (),
            words=self.rows(scored.words if scored else (), "word points"),
            formula=turn.formula or None,
            theme=turn.theme - sum(each.event.points for each in turn.themed),
            themed=self.rows(turn.themed, f"word=event.word points=event.points {self.when}"),
            challenges=[self._challenge(each) for each in turn.challenges],
            put_back=Secret(self.opened.rules.tiles.in_order(turn.letters.value))
            if is_exchange
            else None,
            drawings=[each.number for each in turn.draws],
            drawn=Secret(drawn),
            receipt=turn.draws[-1].receipt if turn.draws else None,
            board=board.rows if board is not None else (),
        )

    def _challenge(self, each: ToldChallenge) -> Any:
        found = None if each.stands is None else verdicts(each.verdicts)
        return self.row(each, "player received words verdicts stands cost", verdicts=found)


# It is decided again.


class Seated(Deciding):
    """A recorded classic game while it is decided again."""

    @property
    def is_taken_over(self) -> bool:
        return classic(self.game).is_taken_over

    def deal(self) -> str:
        if not self.is_taken_over:
            return super().deal()
        given = [each for each in self.script.left if isinstance(each, happened.TilesDrawn)]
        racks = [(each.player, each.letters.value) for each in given if each.by_hand]
        began = (each.player for each in self.script.left if isinstance(each, happened.TurnBegan))
        return deal_taken_over(self, racks, next(began, self.game.seats[0]))

    def draws_with(self, game: SeatedGame) -> Draws:
        """Draw racks from the top of the bag where another game has the same tiles."""
        draws = super().draws_with(game)
        if isinstance(draws, SeedDraws) and game.same_tiles is not None:
            return replace(draws, from_top=True)
        return draws

    def is_too_early(self, at: datetime | None) -> bool:
        turn = self.game.turn
        if turn is None or turn.deadline is None or at is None:
            return False
        return not has_come(turn.deadline, at)

    def own(self, event: Event) -> None:
        match event:
            case happened.PlayLaid():
                self._lay(event)
            case happened.TilesDrawn() if event.put_back.value:
                letters, wish = event.put_back.value, event.wish.value
                order = ExchangeOrder(letters, NOWHERE, wish)
                self.make(event, order, event.at, self.game)
            case happened.TurnPassed():
                self.make(event, PassOrder(NOWHERE), self.at, self.game)
            case _:
                self.afterwards(event)

    def afterwards(self, event: Event) -> None:
        """Let a claim for the theme be ruled on, at any time."""
        if not isinstance(event, happened.ThemeRuled):
            raise self.follows(event)
        game = classic(self.game)
        claim = switches.ThemeClaim(event.number, event.player, event.word)
        if claim not in game.claims:
            raise self.refuse(event, "a word that is claimed")
        self.record(theme_ruled(game, claim, fits=event.points != 0))

    def _lay(self, event: happened.PlayLaid) -> None:
        scored, board = event.scored, classic(self.game).board
        squares = [scored.square.along(scored.direction, step) for step in range(len(scored.word))]
        starred = frozenset(at for at, each in enumerate(squares) if each in scored.blanks)
        play = Play(scored.square, scored.direction, scored.word, NOWHERE, starred=starred)
        swaps = tuple(Swap(each, NOWHERE) for each in event.swaps)
        written = WrittenMove(Move((play,), swaps), (), NOWHERE)
        order = PlayOrder(written, event.wish.value, event.claims or None)
        needed = _tiles_needed(board, play, swaps)
        self.make(event, order, event.received, self.with_tiles(needed))


def _tiles_needed(board: Board, play: Play, swaps: tuple[Swap, ...]) -> str:
    """Return the tiles that a play takes from the rack: those laid, and those swapped for blanks."""
    laid = [
        BLANK if at in play.starred else letter
        for at, (square, letter) in enumerate(zip(play.squares, play.word, strict=True))
        if square.is_on(board.size) and board.is_free(square)
    ]
    for swap in swaps:
        if BLANK in laid:
            laid.remove(BLANK)
        laid += board.letter(swap.square) or ""
    return "".join(laid)


def drawn_in_turns(purpose: str, bag: str, count: int, event: Event | None) -> str:
    """Return what was drawn where the seed is not known: who begins is shown, racks lie face down."""
    match event:
        case happened.StarterDrawn():
            row = event.drawings[int(purpose.split()[1]) - 1 :][:1]
            return "".join(tile for each in row for _, tile in each)
        case happened.TilesDrawn():  # of two bags from each what can be of it
            own = "".join(each for each in event.letters.value if each != BLANK and each in bag)
            return (own + BLANK * count)[:count]
        case _:
            return bag[:count]


def decide(script: Script, seed: bytes | None) -> None:
    """Decide a recorded game again; UnlikeError at the first difference."""
    opened = script.begun_by(happened.TurnsOpened)
    is_open = bool(set(opened.bag.value) - {BLANK})
    tiles, empty = opened.rules.tiles, Board.empty(opened.rules.layout.size)
    begun = opened if opened.is_taken_over else replace(opened, first_turn=1, board=empty)
    bag = tiles.without(tiles.all_tiles, [tile.tile for tile in begun.board.tiles])
    if opened.same_tiles is not None and is_open:
        bag = opened.bag.value if seed is None else common_order(seed, tiles)
    begun = replace(begun, bag=Secret(bag) if is_open else face_down(Secret(bag)))
    if script.is_whole and begun != opened:
        raise UnlikeError(unlike_event(begun, opened))
    decide_as(Seated, script, seed, begun, is_open=is_open, drawn=drawn_in_turns)


# What earlier versions exported.


_OUT = "out"
_When = tuple[float, float, bool]
"""How many turns had been undone, for the number of a turn comes again after each; the number of the current
turn; and whether no play lay open. After the end, all of that."""


def first(raw: JsonObject) -> Sequence[Event]:
    """Return what happened by an export of format 1, as far as that tells it.

    Receipts are bound to the names that players had then, all else is told under those of now: so they
    are called as they were bound, and renamed when that changes.
    """
    return tuple(_OldTurns(raw).events())


class _OldTurns:
    """Such an export while it is gone through."""

    def __init__(self, raw: JsonObject) -> None:
        self.raw = raw
        self.rules = _old_rules(raw)
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
            yield under(self.called, event)
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
        bag = self.rules.tiles.without(
            self.rules.tiles.all_tiles, [tile.tile for tile in board.tiles]
        )
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
        return challenged(number, shown, beside)

    def _accepted(self) -> Iterator[Event]:
        row = self.pending
        if row is None or row["accepted"] is None:
            return
        self.pending = None
        later = tuple(accepted(row))
        if later and not self.is_filled_at_once:
            yield from (*self._bound(row), *later, *self._drawings(row))
        else:
            yield from later

    @property
    def is_filled_at_once(self) -> bool:
        return self.rules.refill is switches.Refill.AT_ONCE or not self.rules.may_challenge

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


def _old_rules(raw: JsonObject) -> switches.TurnRules:
    """Read the switches of a game."""
    theme = None
    if raw["theme"] is not None:
        table = TomlTable(raw["theme"])
        theme = switches.theme_in(table)
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
