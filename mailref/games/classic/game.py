"""The state of a game in turns, what each event changes in it, and its start (classic 3, 12, 13).

Who begins, what is drawn from the bag, and the receipts that bind every rack.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Self, assert_never

from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns import game as seated
from mailref.games.by_turns.events import NO_BLANKS, InTurnGame, PassedWhy, StarterDrawn, TilesDrawn
from mailref.games.by_turns.switches import BlanksIn, LeftRack, ThemeClaim, TurnRules
from mailref.games.chance import Draws, Secret, receipt_of
from mailref.games.game import plus
from mailref.orders.entries import Wish
from mailref.structs import OnRecord, PlayerName
from mailref.tiles.board import Board
from mailref.tiles.scoring import ScoredPlay
from mailref.tiles.tile_set import BLANK, GERMAN, TileSet


class OpeningWord(OnRecord, frozen=True):
    """Jack opens: how long the first word must be, and who has passed on since (classic 8.3)."""

    least: int
    passed: frozenset[PlayerName] = frozenset()

    def passed_on(self, player: str, players: frozenset[str]) -> "OpeningWord | None":
        """Return what is asked for next; None: the usual rules hold."""
        passed = self.passed | {player}
        if not players <= passed:
            return replace(self, passed=passed)
        return OpeningWord(self.least - 1) if self.least > 2 else None


class OpenPlay(seated.OpenTurn, frozen=True, kw_only=True):
    """A play that may still be challenged, and what lay before it."""

    scored: ScoredPlay
    wish: Secret[Wish | None]
    board_before: Board
    opening_before: OpeningWord | None
    blanks_before: Secret[int] = NO_BLANKS
    drawn: Secret[str] = seated.EMPTY
    """What was drawn for it already (`refill = "at_once"`): it goes back with the play."""


class TurnGame(seated.SeatedGame, frozen=True, kw_only=True):
    """A classic game as it stands."""

    goes_back: ClassVar[tuple[str, ...]] = ("board", "bag", "blanks_with_vowels", "opening")
    """Drawings go on counting, for theirs have been seen."""
    board: Board
    bag: Secret[str]
    blanks_with_vowels: Secret[int] = NO_BLANKS
    """With two bags: how many blanks are in that of the vowels."""
    open_play: OpenPlay | None = None
    opening: OpeningWord | None = None
    drawings: int = 0
    is_taken_over: bool = False
    claims: tuple[ThemeClaim, ...] = ()
    """Words said to fit the theme, which the game master has yet to rule on."""
    before_move: "TurnGame | None" = None

    @property
    def board_left(self) -> Board:
        return self.board

    @property
    def tiles_owed(self) -> int:
        """Return how many tiles the open play is still to be given."""
        open_play = self.open_play
        if open_play is None or self.hands[open_play.player].is_out:
            return 0
        rack = self.hands[open_play.player].rack.value
        return min(self.rules.rack - len(rack), len(self.bag.value))

    def with_tiles_put_away(self, player: str) -> Self:
        """Return it with the rack of a player who is out in the bag, unless the game is over with him."""
        if self.rules.left_rack is not LeftRack.BAG or len(self.playing) <= 1:
            return self
        rack = self.hands[player].rack.value
        after = self.rules.tiles.bag_after
        bag = after(self.bag.value, "", rack, keeps_order=bool(self.same_tiles))
        return seated.with_rack(replace(self, bag=Secret(bag)), player, "")

    @property
    def is_going_out(self) -> bool:
        """Tell whether the open play ends the game once it stands (classic 9.1)."""
        open_play = self.open_play
        return (
            open_play is not None
            and not self.hands[open_play.player].rack.value
            and not self.bag.value
        )


def classic(game: seated.SeatedGame) -> TurnGame:
    """Return *game* as the classic game that it is; TypeError if it is none."""
    if not isinstance(game, TurnGame):
        raise TypeError(f"{game.id} is no classic game")
    return game


def open_turns(event: happened.TurnsOpened) -> TurnGame:
    """Return the game that *event* begins."""
    rules = event.rules
    is_jack = rules.opening > 2 and event.board.is_empty
    return seated.begun_at_table(
        TurnGame,
        event,
        blanks_with_vowels=Secret(blanks_at_first(rules) if rules.bags > 1 else 0),
        opening=OpeningWord(rules.opening) if is_jack else None,
    )


def blanks_at_first(rules: TurnRules) -> int:
    """Return how many blanks begin in the bag of the vowels (classic 8.4)."""
    blanks = rules.tiles.blanks
    match rules.blanks_in:
        case BlanksIn.EACH:
            return blanks // 2
        case BlanksIn.VOWELS:
            return blanks
        case BlanksIn.CONSONANTS:
            return 0
        case _:
            assert_never(rules.blanks_in)


def apply_in_turns(game: TurnGame, event: InTurnGame) -> TurnGame:
    """Return *game* after *event*; what every game knows of it has been applied before."""
    match (
        event
    ):  # what happens most first: of each class here it takes long to ask whether it is that
        case happened.TurnBegan():
            return seated.apply_seated(game, event)
        case happened.TilesDrawn():
            return _draw(game, event)
        case happened.PlayLaid():
            return _lay(game, event)
        case happened.PlayAccepted():
            return seated.of_open_play(game, event)
        case happened.StarterDrawn():
            return replace(game, seats=event.order)
        case happened.PlayTakenBack():
            return _take_back(game)
        case happened.TilesExchanged():
            return seated.turn_over(game, event.player, "exchange", seated.LastTurn("exchange"))
        case happened.ThemeRuled():
            return _rule_theme(game, event)
        case happened.TurnPassed(why=PassedWhy.PASSED_ON):
            return _pass_on(seated.apply_seated(game, event), event.player)
        case happened.TurnUndone():
            return _undo(game, seated.apply_seated(game, event))
        case _:
            return seated.apply_seated(game, event)


def _undo(game: TurnGame, undone: TurnGame) -> TurnGame:
    """Let what is said to fit the theme count no more where its play is undone."""
    before = game.before_move.claims if game.before_move is not None else ()
    return replace(undone, claims=tuple(claim for claim in game.claims if claim in before))


def _rule_theme(game: TurnGame, event: happened.ThemeRuled) -> TurnGame:
    """Note what a claim came to; the points go back with the play, while that is open.

    They stay when a later turn is undone.
    """
    ruled = ThemeClaim(event.number, event.player, event.word)
    before = game.before_move
    if before is not None and ruled in before.claims:
        before = _rule_theme(before, event)
    open_play = game.open_play
    if open_play is not None and open_play.number == event.number:
        open_play = replace(open_play, points=open_play.points + event.points)
    claims = tuple(claim for claim in game.claims if claim != ruled)
    game = replace(game, claims=claims, open_play=open_play, before_move=before)
    if game.is_over:
        final = game.final.get(event.player, 0) + event.points
        return replace(game, final=plus(game.final, event.player, final))
    return seated.points_for(game, event.player, event.points)


def _draw(game: TurnGame, event: happened.TilesDrawn) -> TurnGame:
    """Take the new tiles first, then put the old ones back (classic 4.1)."""
    drawn, back = event.letters.value, event.put_back.value
    if back:
        game = seated.before_the_move(game)
    rack = game.hands[event.player].rack.value
    if back:
        rack = game.rules.tiles.without(rack, back)
    bag = game.rules.tiles.bag_after(game.bag.value, drawn, back, keeps_order=bool(game.same_tiles))
    open_play = game.open_play
    if open_play is not None and open_play.player == event.player:
        open_play = replace(open_play, drawn=event.letters)
    game = replace(
        game,
        bag=Secret(bag),
        drawings=event.number,
        open_play=open_play,
        blanks_with_vowels=event.blanks_with_vowels,
    )
    return seated.with_rack(game, event.player, rack + drawn)


def _pass_on(game: TurnGame, player: str) -> TurnGame:
    if game.opening is None:
        return game
    return replace(game, opening=game.opening.passed_on(player, frozenset(game.playing)))


def _lay(game: TurnGame, event: happened.PlayLaid) -> TurnGame:
    points = event.points  # counted once: that takes as long as the rest
    open_play = OpenPlay(
        number=event.number,
        player=event.player,
        scored=event.scored,
        words=tuple(word.word for word in event.scored.words),
        points=points,
        wish=event.wish,
        board_before=game.board,
        rack_before=game.hands[event.player].rack,
        opening_before=game.opening,
        laid_at=event.at or event.received,
        blanks_before=game.blanks_with_vowels,
    )
    game = seated.turn_over(
        seated.before_the_move(game), event.player, "play", seated.LastTurn("play", event.scored)
    )
    game = seated.with_rack(game, event.player, event.rack_left.value)
    game = seated.points_for(game, event.player, points)
    claims = (ThemeClaim(event.number, event.player, word) for word in event.claims)
    return replace(
        game,
        board=event.board,
        open_play=open_play,
        opening=None,
        scoreless=0 if points else game.scoreless,
        claims=(*game.claims, *claims),
    )


def _take_back(game: TurnGame) -> TurnGame:
    """Give the tiles back: the turn is used, and brought nothing (classic 5.4)."""
    open_play = game.open_play
    if open_play is None:
        raise ValueError("no play is open")
    name = open_play.player
    game = seated.taken_back(
        _tiles_back(game, open_play), seated.LastTurn("taken_back", open_play.scored, name)
    )
    game = replace(
        game,
        board=open_play.board_before,
        blanks_with_vowels=open_play.blanks_before
        if open_play.drawn.value
        else game.blanks_with_vowels,
        opening=open_play.opening_before,
        scoreless=game.scoreless + 1,
        claims=tuple(claim for claim in game.claims if claim.number != open_play.number),
    )
    return _pass_on(game, name)


def _tiles_back(game: TurnGame, open_play: OpenPlay) -> TurnGame:
    """Give the tiles of a play back to its owner; to the bag, where the rest of his rack is already."""
    name, bag = open_play.player, game.bag.value
    tiles = game.rules.tiles
    if game.hands[name].is_out and game.rules.left_rack is LeftRack.BAG:
        lying, lay = (
            [tile.tile for tile in board.tiles] for board in (game.board, open_play.board_before)
        )
        bag = tiles.bag_after(bag + "".join(lying), "".join(lay), keeps_order=bool(game.same_tiles))
        return replace(game, bag=Secret(bag))
    bag = tiles.bag_after(bag, "", open_play.drawn.value, keeps_order=bool(game.same_tiles))
    game = replace(game, bag=Secret(bag))
    return seated.with_rack(game, name, open_play.rack_before.value)


_ENOUGH_VOWELS = 3
"""Without a wish vowels are drawn up to so many on the rack (classic 8.4)."""


def starter_among(
    players: Sequence[str], drawing: Sequence[tuple[str, str]], tile_set: TileSet = GERMAN
) -> tuple[str, ...]:
    """Return who is in front after one drawing: a blank comes before A (seed 000, 3)."""
    tiles = dict(drawing)
    first = min(_rank(tiles[name], tile_set) for name in players if name in tiles)
    return tuple(
        name for name in players if name in tiles and _rank(tiles[name], tile_set) == first
    )


def _rank(tile: str, tiles: TileSet) -> tuple[int, ...]:
    return (-1,) if tile == BLANK else tiles.alphabetical(tile)


def draw_starter(players: Sequence[str], draws: Draws, tile_set: TileSet = GERMAN) -> StarterDrawn:
    """Draw a tile for each player, again for those tied in front, from what is left (classic 3.1)."""
    bag = tile_set.all_tiles
    drawings: list[tuple[tuple[str, str], ...]] = []
    front = tuple(players)
    while len(front) > 1:
        tiles = draws.tiles(f"start {len(drawings) + 1}", bag, len(front))
        drawing = tuple(zip(front, tiles, strict=True))
        drawings.append(drawing)
        bag = tile_set.without(bag, tiles)
        front = starter_among(front, drawing, tile_set)
    return StarterDrawn(tuple(drawings), seated.seats_from(players, front[0]))


def drawn_for(
    game: TurnGame,
    player: str,
    count: int,
    draws: Draws,
    *,
    at: datetime,
    put_back: str = "",
    wish: Wish | None = None,
) -> TilesDrawn:
    """Draw tiles for a player; the new ones are drawn before the old ones go back (classic 4.1)."""
    number = game.drawings + 1
    rack = game.rules.tiles.without(game.hands[player].rack.value, put_back)
    blanks = 0
    if game.rules.bags == 1:
        tiles = draws.tiles(f"rack {number}", game.bag.value, count)
    else:
        vowels, consonants = two_bags(game)
        in_bags = len(vowels), len(consonants)
        first = vowels_to_draw(game, rack, count, wish, in_bags=in_bags)
        drawn = draws.tiles(f"rack {number} V", vowels, first) if first else ""
        rest = count - first
        tiles = drawn + (draws.tiles(f"rack {number} K", consonants, rest) if rest else "")
        blanks = game.blanks_with_vowels.value - drawn.count(BLANK)
        # Of the blanks that go back as many belong with the vowels as began there.
        blanks += max(0, min(put_back.count(BLANK), blanks_at_first(game.rules) - blanks))
    nonce = draws.nonce(number)
    return TilesDrawn(
        number=number,
        player=player,
        count=count,
        letters=Secret(game.rules.tiles.in_order(tiles)),
        put_back=Secret(game.rules.tiles.in_order(put_back)),
        receipt=receipt_of(game.id, number, player, rack + tiles, nonce, tiles=game.rules.tiles),
        nonce=Secret(nonce),
        at=at,
        blanks_with_vowels=Secret(blanks),
        wish=Secret(wish),
    )


def two_bags(game: TurnGame) -> tuple[str, str]:
    """Return the bag of the vowels and that of all other letters."""
    bag = game.bag.value
    vowels = "".join(tile for tile in bag if tile in game.rules.vowels)
    others = "".join(tile for tile in bag if tile not in game.rules.vowels and tile != BLANK)
    with_vowels = min(game.blanks_with_vowels.value, bag.count(BLANK))
    others_blanks = bag.count(BLANK) - with_vowels
    return vowels + BLANK * with_vowels, others + BLANK * others_blanks


def vowels_to_draw(
    game: TurnGame, rack: str, count: int, wish: Wish | None, *, in_bags: tuple[int, int]
) -> int:
    """Return how many of *count* tiles come from the vowels' bag (classic 8.4).

    A wish is cut at the number needed, what it leaves open comes from the fuller bag; an empty bag is
    replaced by the other.
    """
    vowels, consonants = in_bags
    if wish is None:
        held = sum(tile in game.rules.vowels for tile in rack)
        wanted = min(count, max(0, _ENOUGH_VOWELS - held))
    else:
        wanted = min(wish.vowels, count)
        others = min(wish.consonants, count - wanted)
        for _ in range(count - wanted - others):
            is_fuller = vowels - wanted > consonants - others
            wanted, others = (wanted + 1, others) if is_fuller else (wanted, others + 1)
    wanted = min(wanted, vowels)
    return max(wanted, count - consonants)
