"""The state of a game of WORT-Rummikub, and what each event changes in it (table games 9)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Self, assert_never

from msgspec.structs import replace

from mailref.games.by_turns import events
from mailref.games.by_turns import game as seated
from mailref.games.chance import Secret
from mailref.games.events import PlayerJoined
from mailref.games.game import plus
from mailref.games.rummikub import events as happened
from mailref.games.rummikub.switches import TableRules
from mailref.structs import PlayerName
from mailref.tiles.board import in_order, missing_from, without
from mailref.tiles.tile_set import BLANK

NO_WISH = Secret("")


class WordInDoubt(seated.OpenTurn, frozen=True, kw_only=True):
    """A word that may still be doubted, and how the table lay before it."""

    table_before: tuple[str, ...]
    laid_before: frozenset[str]
    need_before: int
    had_to_lay: bool = False


class TableGame(seated.SeatedGame, frozen=True, kw_only=True):
    """A game of WORT-Rummikub as it stands."""

    family: ClassVar[str] = "table"
    goes_back: ClassVar[tuple[str, ...]] = ("table", "laid", "stacks", "needs", "must_lay")
    rules: TableRules
    table: tuple[str, ...] = ()
    """The words that lie, in the order laid; what is left of one keeps its place."""
    laid: frozenset[str] = frozenset()
    """Every word that has lain in this game."""
    stacks: tuple[Secret[str], ...] = ()
    """Each from top to bottom."""
    needs: Mapping[PlayerName, int] = MappingProxyType({})
    """How many letters each player's next word has at least."""
    must_lay: frozenset[PlayerName] = frozenset()
    """Who has laid no word of his own yet, or none since his refill, and changes nothing till then."""
    wishes: Mapping[PlayerName, Secret[str]] = MappingProxyType({})
    open_play: WordInDoubt | None = None
    before_move: "TableGame | None" = None

    @property
    def tops(self) -> tuple[str, ...]:
        """Return the open tile of each stack; empty where none is left."""
        return tuple(stack.value[:1] for stack in self.stacks)

    @property
    def heights(self) -> tuple[int, ...]:
        """Return how many tiles each stack has."""
        return tuple(len(stack.value) for stack in self.stacks)

    @property
    def has_stacks(self) -> bool:
        """Tell whether a tile can be taken."""
        return any(self.heights)

    def with_tiles_put_away(self, player: str) -> Self:
        return seated.with_rack(self.with_under_stacks(self.hands[player].rack.value), player, "")

    def with_under_stacks(self, tiles: str) -> Self:
        """Return it with the tiles of who is out under stack 1, 2, 3, 4 in turn (table games 5).

        Of a rack that lies face down nobody knows which of them comes where, though some were seen.
        """
        stacks = [stack.value for stack in self.stacks]
        shown = BLANK * len(tiles) if BLANK in tiles else in_order(tiles)
        for at, tile in enumerate(shown):
            stacks[at % len(stacks)] += tile
        return replace(self, stacks=tuple(Secret(stack) for stack in stacks))


def at_table(game: seated.SeatedGame) -> TableGame:
    """Return *game* as the game of WORT-Rummikub that it is; TypeError if it is none."""
    if not isinstance(game, TableGame):
        raise TypeError(f"{game.id} is no game of WORT-Rummikub")
    return game


def open_table(event: happened.TableOpened) -> TableGame:
    """Return the game that *event* begins."""
    return seated.begun_at_table(
        TableGame,
        event,
        needs=MappingProxyType(dict.fromkeys(event.seats, event.rules.first)),
        must_lay=frozenset(event.seats),
    )


def apply_at_table(game: TableGame, event: happened.InTableGame) -> TableGame:
    """Return *game* after *event*; what every game knows of it has been applied before."""
    match event:
        case happened.FirstTilesDealt():
            game = replace(game, seats=event.order)
            for name, tile in event.tiles:
                game = seated.with_rack(game, name, tile)
            return game
        case happened.RackDealt():
            rack = game.hands[event.player].rack.value + event.letters.value
            return seated.with_rack(game, event.player, rack)
        case happened.StacksBuilt():
            return replace(game, stacks=event.stacks)
        case happened.TableWordLaid():
            return _lay(game, event)
        case happened.TileTaken() | happened.TileTurnedUp():
            return (
                _take(game, event)
                if isinstance(event, happened.TileTaken)
                else _turn_up(game, event)
            )
        case happened.WishSet():
            return replace(game, wishes=plus(game.wishes, event.player, event.letters))
        case events.PlayTakenBack():
            return _take_back(game)
        case PlayerJoined():
            needs = {event.name: game.rules.first, **game.needs}
            must_lay = game.must_lay | {event.name}
            return replace(
                seated.seat(game, event), needs=MappingProxyType(needs), must_lay=must_lay
            )
        case _:
            return seated.apply_seated(game, event)


def _lay(game: TableGame, event: happened.TableWordLaid) -> TableGame:
    made, player = event.made, event.player
    game = seated.before_the_move(game)
    rack = game.hands[player].rack
    open_word = WordInDoubt(
        number=event.number,
        player=player,
        words=made.words,
        points=made.points,
        rack_before=rack,
        laid_at=event.at or event.received,
        table_before=game.table,
        laid_before=game.laid,
        need_before=game.needs[player],
        had_to_lay=player in game.must_lay,
    )
    left = {each.place: each.left for each in made.sources}
    kept = (left.get(place, word) for place, word in enumerate(game.table))
    game = seated.turn_over(game, player, "play", seated.LastTurn("play"))
    game = seated.points_for(
        seated.with_rack(game, player, _left(rack.value, made.own)), player, made.points
    )
    return replace(
        game,
        table=(*(word for word in kept if word), made.word),
        laid=game.laid | set(made.words),
        needs=plus(game.needs, player, game.rules.least),
        must_lay=game.must_lay - {player},
        open_play=open_word,
        scoreless=0,
    )


def _left(rack: str, own: str) -> str:
    """Return what is left of a rack; of one that lies face down a letter that is not seen is one of its blanks."""
    hidden = missing_from(rack, own)
    return without(without(rack, without(own, hidden)), BLANK * len(hidden))


def _take(game: TableGame, event: happened.TileTaken) -> TableGame:
    player, at = event.player, event.stack - 1
    if event.is_turn:
        game = seated.before_the_move(game)
    stacks = list(game.stacks)
    stacks[at] = Secret(stacks[at].value[1:])
    timed_out = game.hands[player].timed_out + 1
    rack = game.hands[player].rack.value + event.tile
    game = seated.with_rack(replace(game, stacks=tuple(stacks)), player, rack)
    match event.why:
        case happened.TakenWhy.TURN:
            return replace(
                seated.turn_over(game, player, "take", seated.LastTurn("take")), scoreless=0
            )
        case happened.TakenWhy.TIMEOUT:
            game = seated.turn_over(game, player, "timeout", seated.LastTurn("take"))
            return seated.with_hand(replace(game, scoreless=0), player, timed_out=timed_out)
        case happened.TakenWhy.REFILL:
            needs = plus(game.needs, player, game.rules.after_refill)
            return replace(game, needs=needs, must_lay=game.must_lay | {player})
        case happened.TakenWhy.PENALTY:
            return game
        case _:
            assert_never(event.why)


def _turn_up(game: TableGame, event: happened.TileTurnedUp) -> TableGame:
    """Let all see a top that lay face down."""
    stacks = list(game.stacks)
    stacks[event.stack - 1] = Secret(event.tile + stacks[event.stack - 1].value[1:])
    return replace(game, stacks=tuple(stacks))


def _take_back(game: TableGame) -> TableGame:
    """Give the letters back to who laid them; if he is out since, they go the way of his other tiles."""
    open_word = game.open_play
    if open_word is None:
        raise ValueError(f"{game.id}: no word is open")
    name = open_word.player
    game = seated.taken_back(game, seated.LastTurn("taken_back", player=name))
    if game.hands[name].is_out:
        laid = without("".join(game.table), "".join(open_word.table_before))
        game = game.with_under_stacks(laid)
    else:
        game = seated.with_rack(game, name, open_word.rack_before.value)
    return replace(
        game,
        table=open_word.table_before,
        laid=open_word.laid_before,
        needs=plus(game.needs, name, open_word.need_before),
        must_lay=game.must_lay | {name} if open_word.had_to_lay else game.must_lay,
    )
