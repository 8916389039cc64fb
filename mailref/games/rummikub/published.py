"""A game of WORT-Rummikub: what all may know of it, what an export tells, how it is decided again (table games 9).

Before the end racks and stacks lie face down, but for what was seen: the top of each stack, and what was
taken from it.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Any

from msgspec.structs import replace

from mailref.games.by_turns import events as of_turns
from mailref.games.by_turns.course import TableTold
from mailref.games.by_turns.history import ToldDraw, ToldTurn
from mailref.games.by_turns.proving import PASSED, Deciding, OldTable, decide_as, opened, read_time
from mailref.games.by_turns.proving import public as public_seated
from mailref.games.chance import Secret
from mailref.games.events import Event
from mailref.games.kind import apply
from mailref.games.rummikub import events as happened
from mailref.games.rummikub import rules, switches
from mailref.games.rummikub.book import ALL_TILES, STACKS, deal, stack_receipts
from mailref.games.rummikub.events import TakenWhy
from mailref.games.rummikub.game import at_table
from mailref.games.rummikub.history import TableThen, TableTurn
from mailref.orders.entries import PassOrder
from mailref.record.as_json import Json, JsonObject, plain
from mailref.record.export import checked
from mailref.record.script import Script
from mailref.tiles.board import in_order
from mailref.tiles.moves import NOWHERE
from mailref.tiles.tile_set import BLANK

__all__ = ["as_seen", "decide", "first", "public", "told", "word_to_json", "words_laid"]


def public(event: Event, *, is_open: bool) -> Event | None:
    """Return what all may know of an event of its own; None: nothing."""
    if isinstance(event, happened.WishSet) and not is_open:
        return None
    if isinstance(event, happened.StacksBuilt) and not is_open:
        return replace(event, stacks=tuple(_seen(each, 1) for each in event.stacks))
    return public_seated(event, is_open=is_open)


def _seen(stack: Secret[str], count: int) -> Secret[str]:
    """Return a stack with so many tiles turned up."""
    return Secret(stack.value[:count] + BLANK * len(stack.value[count:]))


def words_laid(event: Event) -> tuple[str, ...]:
    """Return which words an event shows to all."""
    return (event.made.word,) if isinstance(event, happened.TableWordLaid) else ()


def as_seen(public: Sequence[Event], events: Sequence[Event], *, is_open: bool) -> Sequence[Event]:
    """Return the *public* record of *events* with those tiles turned up that have been tops of stacks."""
    return public if is_open else list(_with_tops(_with_stacks(public, events), events))


def _with_stacks(public: Sequence[Event], events: Sequence[Event]) -> Sequence[Event]:
    """Return the *public* record of *events* with those tiles turned up that the stacks were built of."""
    built: happened.StacksBuilt | None = None
    seen, taken, before = [1] * STACKS, [0] * STACKS, [0] * STACKS
    for event in events:
        match event:
            case happened.StacksBuilt():
                built = event
            case happened.TileTaken(stack=stack, why=why):
                if why in (TakenWhy.TURN, TakenWhy.TIMEOUT):
                    before = list(taken)
                taken[stack - 1] += 1
                seen = [max(a, b + 1) for a, b in zip(seen, taken, strict=True)]
            case happened.TableWordLaid() | of_turns.TurnPassed():
                before = list(taken)
            case of_turns.TurnUndone():
                taken = list(before)
            case _:
                pass
    if built is None or built in public:
        return public
    shown = tuple(_seen(each, count) for each, count in zip(built.stacks, seen, strict=True))
    return [
        replace(each, stacks=shown) if isinstance(each, happened.StacksBuilt) else each
        for each in public
    ]


def _with_tops(public: Sequence[Event], events: Sequence[Event]) -> Iterator[Event]:
    """Yield the *public* record of *events* with the tops that a player who is out had put under the stacks."""
    left = deque(public)
    game: Any = None
    shown: Any = None
    for event in events:
        game = apply(game, event)
        if not left or type(left[0]) is not type(event):
            continue
        each = left.popleft()
        yield each
        shown = apply(shown, each)
        seen = zip(at_table(game).tops, at_table(shown).tops, strict=True)
        for stack, (tile, top) in enumerate(seen, start=1):
            if tile != top:
                turned = happened.TileTurnedUp(stack, tile)
                yield turned
                shown = apply(shown, turned)


# What an export tells.


_TOLD = """
    family game title variant tiles commitment lexicon rules same_tiles players lots lot_of_seats
    first_tiles racks stacks turns to_move out undone rulings adjustments
    finished ended ended_at seed racks_left stacks_left standings
"""
_RACK = "number player bound_to=made.player drawn=made.letters receipt nonce=made.nonce"
_TURN = """
    number player kind received word own sources points challenges accepted taken_back taken
    tops heights table total
"""


def told(events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:
    """Return the whole game; times in *zone*."""
    of = _TableTold.of(events, zone, is_open=is_open)
    game, history = at_table(of.game), of.history
    tiles = (each for row in history.start for each in row)
    first = {
        "tiles": [{"player": name, "tile": tile} for name, tile in tiles],
        "order": list(history.order),
    }
    racks = (each for each in history.first_draws if not each.stack)
    undone = (each for each in history.course if each.undone is not None)
    return of.whole(
        _TOLD,
        tiles={tile: {"count": n, "value": 1} for tile, n in Counter(ALL_TILES).items()},
        rules=plain(switches.SWITCHES.table(of.opened.rules)),
        first_tiles=first if history.order else None,
        racks=of.rows(racks, _RACK),
        stacks=[of.stack(each) for each in history.first_draws if each.stack],
        turns=of.each("turns", history.turns, of.turn),
        undone=of.rows(undone, "number player because=undone"),
        racks_left={name: of.value(game.hands[name].rack) for name in game.seats},
        stacks_left=game.stacks,
    )


class _TableTold(TableTold, frozen=True, kw_only=True):
    """What is told of one game."""

    opened: happened.TableOpened
    when_out = "after=then.after open=then.is_open"

    def stack(self, draw: ToldDraw) -> Any:
        made: Any = draw.made
        stack = made.stacks[draw.stack - 1]
        keys = "number stack count top tiles receipt" + (" binds_order" if made.binds_order else "")
        own = {"top": stack.value[:1], "tiles": stack, "binds_order": True}
        return self.row(draw, keys, **own)

    def turn(self, turn: ToldTurn) -> Any:
        assert isinstance(turn, TableTurn)  # noqa: S101  states the promise to mypy
        word: dict[str, Json] = {"word": None, "own": None, "sources": []}
        if turn.made is not None:
            word = word_to_json(turn.made)
        then = turn.table or TableThen((), (), ())
        return self.turn_row(
            turn,
            _TURN,
            kind=turn.made.way if turn.made is not None else turn.kind.value,
            **word,
            taken=turn.taken,
            tops=then.tops,
            heights=then.heights,
            table=then.words,
        )


def word_to_json(made: rules.MadeWord) -> dict[str, Json]:
    """Return a word that was made, or could be, with the words that it was made from."""
    return {
        "word": made.word,
        "own": made.own,
        "sources": [
            {
                "word": each.word,
                "letters": each.letters,
                "left": each.left or None,
                "place": each.place + 1,
            }
            for each in made.sources
        ],
    }


# It is decided again.


class _TableDeciding(Deciding):
    """A recorded game of WORT-Rummikub while it is decided again."""

    turned_up = (happened.TileTurnedUp,)

    def deal(self) -> str:
        dealt = next((e for e in self.script.left if isinstance(e, happened.FirstTilesDealt)), None)
        if self.is_open or dealt is None:
            deal(self)
        else:
            shown = "".join(tile for _, tile in dealt.tiles)
            deal(self, shown + BLANK * (len(ALL_TILES) - len(shown)))
        return self.game.seats[0]

    def as_found(self, event: Event, found: Event | None) -> Event:
        """Leave open also what nobody can know of stacks while they lie face down."""
        event = super().as_found(event, found)
        match event, found:
            case happened.StacksBuilt(), happened.StacksBuilt():
                return self._as_built(event, found)
            case happened.TileTaken(), happened.TileTaken():
                return self._as_taken(event, found)
            case _:
                return event

    def _as_built(
        self, event: happened.StacksBuilt, found: happened.StacksBuilt
    ) -> happened.StacksBuilt:
        if not self.is_open:
            return replace(
                event, stacks=found.stacks, receipts=found.receipts, binds_order=found.binds_order
            )
        if self.known is None:  # what binds a stack follows from the seed alone
            return replace(event, receipts=found.receipts, binds_order=found.binds_order)
        receipts = stack_receipts(self, event.stacks, binds_order=found.binds_order)
        return replace(event, receipts=receipts, binds_order=found.binds_order)

    def _as_taken(self, event: happened.TileTaken, found: happened.TileTaken) -> happened.TileTaken:
        """Take a tile from the stack that is recorded, where nobody knows for which one it was asked."""
        tops = at_table(self.game).tops
        is_secret = not self.is_open or not self.script.is_whole
        if (
            event.why is not TakenWhy.TURN
            and is_secret
            and tops[found.stack - 1 : found.stack] not in ((), ("",))
        ):
            event = replace(event, stack=found.stack, tile=tops[found.stack - 1])
        return replace(event, tile=found.tile) if event.tile == BLANK else event

    def happen(self, event: Event) -> None:
        """Let an event happen, and whatever tops all have seen since."""
        super().happen(event)
        while isinstance(seen := self.script.next, happened.TileTurnedUp):
            tops = at_table(self.game).tops
            top = tops[seen.stack - 1] if 0 < seen.stack <= len(tops) else ""
            if self.script.is_whole and (self.is_open or top != BLANK or seen.tile == BLANK):
                raise self.refuse(seen, "a tile that nobody has seen yet")
            super().happen(seen if top == BLANK else replace(seen, tile=top))

    def own(self, event: Event) -> None:
        match event:
            case happened.TableWordLaid():
                self._lay(event)
            case happened.TileTaken(why=TakenWhy.TURN):
                self.make(event, rules.TakeOrder(str(event.stack), NOWHERE), self.at, self.game)
            case of_turns.TurnPassed():
                self.make(event, PassOrder(NOWHERE), self.at, self.game)
            case happened.WishSet() if event.player in self.game.playing:
                self.happen(event)
            case _:
                raise self.follows(event)

    def _lay(self, event: happened.TableWordLaid) -> None:
        made = event.made
        extended = next((str(each.place + 1) for each in made.sources if not each.left), None)
        robbed = tuple(rules.Robbed(each.letters, str(each.place + 1)) for each in made.sources)
        left = tuple(each.left for each in made.sources)
        order = rules.WordOrder(made.word, NOWHERE, extended)
        if extended is None:
            order = rules.WordOrder(made.word, NOWHERE, None, robbed, left)
        self.make(event, order, event.received, self.with_tiles(made.own))


def _drawn(purpose: str, bag: str, count: int, event: Event | None) -> str:
    """Return what was drawn where the seed is not known."""
    match event:
        case happened.FirstTilesDealt():
            tiles = "".join(tile for _, tile in event.tiles)
            if purpose == "others":
                return tiles.replace("S", "", 1).replace("A", "", 1)
            return tiles if in_order(tiles) == bag else bag
        case happened.RackDealt() if len(event.letters.value) == count:
            return event.letters.value
        case happened.StacksBuilt():
            stacks = [each.value[::-1] for each in event.stacks]
            return "".join(stacks[at % STACKS][at // STACKS] for at in range(count))
        case _:
            return bag[:count]


def decide(script: Script, seed: bytes | None) -> None:
    """Decide a recorded game again; UnlikeError at the first difference."""
    dealt = (each.letters.value for each in script.left if isinstance(each, happened.RackDealt))
    is_open = BLANK not in next(dealt, "")
    decide_as(_TableDeciding, script, seed, script.next, is_open=is_open, drawn=_drawn)


# What earlier versions exported.


_DEALT = 13


def first(raw: JsonObject) -> Sequence[Event]:
    """Return what happened by an export of format 1, as far as that tells it.

    What was done in a turn that was undone no such export tells: a time-out stands in its place.
    """
    return tuple(_OldGame(raw, raw["racks"]).events())


class _OldGame(OldTable):
    """Such an export while it is gone through."""

    number = 0
    """Of the turn before."""

    def opened(self) -> Event:
        self.undone = list(self.raw["undone"])
        self.heights = sum(each["count"] for each in self.raw["stacks"])
        """How many tiles lie in the stacks."""
        rules = checked(*switches.SWITCHES.read({}, self.raw["rules"]))
        return happened.TableOpened(**opened(self.raw), rules=rules)

    def dealt(self) -> Iterator[Event]:
        raw, shown = self.raw, self.raw["first_tiles"]
        if shown is None:
            return
        tiles = tuple((self.called[each["player"]], each["tile"]) for each in shown["tiles"])
        order = tuple(self.called[each] for each in shown["order"])
        yield happened.FirstTilesDealt(tiles, order)
        for row in raw["racks"]:
            letters = row["drawn"] if row["drawn"] is not None else BLANK * _DEALT
            rack, nonce = Secret(letters), Secret(row["nonce"] or "")
            yield happened.RackDealt(row["number"], row["player"], rack, row["receipt"], nonce)
        stacks = tuple(Secret(_stack(raw, at)) for at in range(len(raw["stacks"])))
        receipts = tuple(row["receipt"] for row in raw["stacks"])
        binds_order = any(row.get("binds_order", False) for row in raw["stacks"])
        yield happened.StacksBuilt(stacks, receipts, binds_order)

    def between(self, turns: int, row: JsonObject | None) -> Iterator[Event]:
        """Yield who went out, and before or after that the turns that were undone."""
        outs = list(self.out(turns))
        while self.undone and (row is None or self.undone[0]["number"] <= row["number"]):
            each = self.undone.pop(0)
            yield _moved_again(each, self.heights)
            if each["number"] == self.number + 1:
                yield from outs
                outs = []
            yield of_turns.TurnUndone(each["number"], each["because"])
        yield from outs

    def turn(self, row: JsonObject, number: int) -> Iterator[Event]:
        yield from _moved(row)
        if row["word"] is None:
            yield from _tops(row)
        for each in self.became(row, number):
            yield each
            if isinstance(each, of_turns.PlayerOut):
                yield from _tops(row)
        if row["word"] is not None:
            yield from _tiles(row)
        if row["word"] and row["taken"]:
            yield from _tops(row)
        self.heights, self.number = sum(row["heights"]), row["number"]


def _stack(raw: JsonObject, at: int) -> str:
    """Return a stack as far as it was seen: what was taken from it, and the top that followed."""
    row = raw["stacks"][at]
    if row["tiles"] is not None:
        return str(row["tiles"])
    seen = row["top"]
    for turn in raw["turns"]:
        seen += "".join(BLANK for each in turn["taken"] if each["stack"] == at + 1)
        place = len(seen) - 1
        if turn["tops"][at] and seen[place:] == BLANK:
            seen = seen[:place] + turn["tops"][at]
    return str((seen + BLANK * row["count"])[: row["count"]])


def _moved_again(shown: JsonObject, heights: int) -> Event:
    """Return what stands in the place of a turn that was undone: a time-out."""
    number, player = shown["number"], shown["player"]
    if heights:
        return happened.TileTaken(number, player, 0, "", TakenWhy.TIMEOUT)
    return of_turns.TurnPassed(number, player, of_turns.PassedWhy.TIMEOUT)


def _moved(row: JsonObject) -> Iterator[Event]:
    number, player = row["number"], row["player"]
    if row["word"] is not None:
        sources = tuple(
            rules.ChangedWord(each["place"] - 1, each["word"], each["letters"], each["left"] or "")
            for each in row["sources"]
        )
        made = rules.MadeWord(row["word"], row["own"], sources)
        yield happened.TableWordLaid(number, player, read_time(row["received"]), "", made)
    elif not row["taken"]:
        yield of_turns.TurnPassed(number, player, PASSED[row["kind"]])
    else:
        yield from _tiles(row)


def _tops(row: JsonObject) -> Iterator[Event]:
    """Yield which tiles lay open after a turn: a player who was out may have put them under the stacks."""
    for at, tile in enumerate(row["tops"], start=1):
        if tile:
            yield happened.TileTurnedUp(at, tile)


def _tiles(row: JsonObject) -> Iterator[Event]:
    """Yield the tiles that were taken in a turn: for its word, or when that was taken back, too."""
    for each in row["taken"]:
        why = TakenWhy(each["why"])
        yield happened.TileTaken(row["number"], row["player"], each["stack"], each["tile"], why)
