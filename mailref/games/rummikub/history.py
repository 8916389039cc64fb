"""What is told of a game of WORT-Rummikub: its turns, the table after each, what lies now (table games 9)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_turns.contents import Happening, Lies, ShownOrder, ToldByKind
from mailref.games.by_turns.events import OUT_OF_TIME, PlayerOut, PlayTakenBack, TurnUndone
from mailref.games.by_turns.history import Aside, E, Teller, Then, ToldDraw, ToldTurn, TurnKind
from mailref.games.rummikub import events as happened
from mailref.games.rummikub.events import TakenWhy
from mailref.games.rummikub.game import at_table
from mailref.games.rummikub.rules import ChangedWord, MadeWord


class TableWord(Struct, frozen=True):
    """A word on the table, and what the newest turn has to do with it."""

    word: str
    made: MadeWord | None = None
    """Where it is the newest word: of what it was made."""
    was: ChangedWord | None = None
    """Where it is what the newest turn left of another: of which, and without what."""


class OnTable(Lies, frozen=True):
    """What lies open in a game of WORT-Rummikub."""

    words: tuple[TableWord, ...]
    """In the order laid."""
    by: str
    """Who laid the newest word; "": none lies."""
    tops: tuple[str, ...]
    """The open tile of each stack; "" where none is left."""
    heights: tuple[int, ...]
    goal: int
    needs: tuple[tuple[str, int], ...]
    """How many letters the next word of a player has at least, for those who lay one of their own."""


class ToldTile(Struct, frozen=True):
    """A tile that a player took from a stack, before all eyes."""

    stack: int
    tile: str
    why: TakenWhy


class TookTile(ToldByKind, frozen=True):
    """A player took a tile from a stack beside his turn: for an empty rack, or for a word doubted off."""

    is_aside = True
    player: str
    tiles: tuple[ToldTile, ...]


class TableThen(Struct, frozen=True):
    """How the table lay after a turn of WORT-Rummikub: its words, the top and the height of each stack."""

    words: tuple[str, ...]
    tops: tuple[str, ...]
    heights: tuple[int, ...]


class LaysWord:
    """What lays a word on the table, or does something else; no Struct itself."""

    __slots__ = ()
    made: MadeWord | None
    """The word."""

    @property
    def form(self) -> str:
        return "word" if self.made is not None else super().form  # type: ignore[misc]  # of what it is mixed into

    @property
    def word(self) -> str:
        return self.made.word if self.made is not None else ""


class TableTurn(LaysWord, ToldTurn, frozen=True):
    """One turn of WORT-Rummikub."""

    made: MadeWord | None = None
    taken: tuple[ToldTile, ...] = ()
    """What was taken from the stacks in it, for its word, or for that going back."""
    table: TableThen | None = None

    @property
    def form(self) -> str:
        """Return by which name templates speak of it; the time that is up costs a tile."""
        is_costly = self.kind is TurnKind.TIMEOUT and bool(self.taken)
        return "timeout_with_tile" if is_costly else super().form

    @property
    def words(self) -> tuple[str, ...]:
        return (self.word,) if self.word else ()


class ShownAtTable(LaysWord, ShownOrder, frozen=True):
    """A move of WORT-Rummikub that was not carried out."""

    made: MadeWord | None = None
    tile: ToldTile | None = None
    """What it would take from a stack."""

    @property
    def is_play(self) -> bool:
        return self.made is not None


class TableTeller(Teller):
    """What is told of a game of WORT-Rummikub."""

    turn_told = TableTurn
    told_last: int | None = None
    """Of which turn it was told last how the table stood after it, if that was just now."""

    def tell(self, event: object) -> None:
        last, self.told_last = self.told_last, None
        match event:
            case happened.TileTurnedUp() if last is not None:
                self._table_after(last)
            case happened.FirstTilesDealt():
                self.begin((event.tiles,), event.order)
            case happened.RackDealt():
                count = len(event.letters.value) + 1
                name = self.called(event.player)
                draw = ToldDraw(event.number, name, count, event.receipt, made=event)
                self._deal(draw)
            case happened.StacksBuilt():
                first = len(self.beside.first_draws) + 1
                rows = zip(event.stacks, event.receipts, strict=True)
                self._deal(
                    *(
                        ToldDraw(first + at, "", len(stack.value), receipt, at + 1, made=event)
                        for at, (stack, receipt) in enumerate(rows)
                    )
                )
            case happened.TableWordLaid():
                self.made_by(event, TurnKind.PLAY, points=event.made.points)
            case happened.TileTaken():
                self._take(event)
            case PlayTakenBack():
                self._table_after(event.number)
            case PlayerOut() if self.playing.open_play is not None:
                self._table_after(self.playing.open_play.number)
            case _:
                pass

    def undo(self, event: TurnUndone) -> None:
        """Forget who ran out of time since the turn, too; what else happened stays, as if before it."""
        super().undo(event)
        now, then = self.beside, self.aside(event, "").then
        outs = (
            each
            for each in now.outs
            if each.then.after <= then.after or each.event.why != OUT_OF_TIME
        )
        self.beside = replace(
            now,
            outs=_by_then(outs, then),
            corrections=_by_then(now.corrections, then),
            rulings=_by_then(now.rulings, then),
        )

    def _table_after(self, number: int) -> None:
        """Tell how the table stands now as how it stood after a turn."""
        self.change(number, **self.as_it_lies())
        self.told_last = number

    def as_it_lies(self) -> Mapping[str, TableThen]:
        game = at_table(self.playing)
        return {"table": TableThen(game.table, game.tops, game.heights)}

    def _deal(self, *draws: ToldDraw) -> None:
        now = self.beside
        self.beside = replace(now, first_draws=(*now.first_draws, *draws))

    def _take(self, event: happened.TileTaken) -> None:
        """Note a tile: as a turn of its own, or beside its owner's last word."""
        tile = ToldTile(event.stack, event.tile, event.why)
        if event.is_turn:
            kind = TurnKind.TAKE if event.why is TakenWhy.TURN else TurnKind.TIMEOUT
            self.made_by(event, kind, taken=(tile,), why="")
            self.told_last = event.number
        elif isinstance(his := self.last_of(event.player), TableTurn):
            self.change(his.number, taken=(*his.taken, tile))
            self._table_after(his.number)


def _by_then(asides: Iterable[Aside[E]], then: Then) -> tuple[Aside[E], ...]:
    """Return what happened beside the turns, at the latest at one moment."""
    return tuple(e if e.then.after <= then.after else replace(e, then=then) for e in asides)


def table_words(table: Sequence[str], newest: ToldTurn | None) -> Iterator[TableWord]:
    """Yield the words on the table with what the newest turn made, and what it left of others."""
    made = newest.made if isinstance(newest, TableTurn) else None
    if made is None:
        yield from map(TableWord, table)
        return
    changed = {}
    for source in sorted(made.sources, key=lambda each: each.place):
        gone = sum(not each.left and each.place < source.place for each in made.sources)
        if source.left:
            changed[source.place - gone] = source
    for place, word in enumerate(table):
        is_new = place == len(table) - 1
        yield TableWord(word, made if is_new else None, None if is_new else changed.get(place))


def tiles_together(found: Sequence[Happening]) -> Iterator[Happening]:
    """Yield what happened, with the tiles that a player took one after another told at once."""
    for player, group in groupby(found, lambda e: e.player if isinstance(e, TookTile) else None):
        if player is None:
            yield from group
        else:
            took = (each.tiles for each in group if isinstance(each, TookTile))
            yield TookTile(player, tuple(chain.from_iterable(took)))
