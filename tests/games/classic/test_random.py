"""Random games in turns: the naive referee agrees, tiles are conserved, replay equals play."""

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import islice

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.contents import TurnEffect
from mailref.games.by_turns.course import Course, FromMail, TurnAnswer
from mailref.games.by_turns.events import (
    OrderDropped,
    ThemeRuled,
    TilesDrawn,
    TurnsOpened,
    TurnUndone,
)
from mailref.games.by_turns.switches import (
    BlanksIn,
    Challenges,
    CostPer,
    LeftRack,
    Refill,
    ThemeClaim,
    ThemeWords,
    Timeout,
    TurnRules,
)
from mailref.games.chance import Secret, SeedDraws, commitment
from mailref.games.classic.book import ClassicBook, deal
from mailref.games.classic.game import TurnGame, classic, open_turns
from mailref.games.events import Event
from mailref.games.kind import replay
from mailref.orders.entries import (
    AcceptAct,
    AcceptsAllAct,
    ChallengeAct,
    Condition,
    ExchangeOrder,
    IfExchange,
    IfPass,
    IfTakenBack,
    Order,
    OrdersIf,
    Otherwise,
    PassOrder,
    PlayOrder,
    ResignAct,
    WrittenOrders,
)
from mailref.record.codec import read_event, read_game, write_event, write_game
from mailref.record.verify import Verified, verify
from mailref.referee.policy import Outcome
from mailref.tiles.board import TILES, Board, LaidTile, Laying, Square, in_order
from mailref.tiles.lexicon.verdicts import Refused, Rulings, Valid, Verdict, Why
from mailref.tiles.moves import Move, Play, Swap, TextSpan, WrittenMove
from mailref.tiles.tile_set import BLANK
from mailref.tiles.top.all_moves import FoundMove
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.words import TopTables
from tests.effort import Tried, fewer, sample
from tests.games.by_turns.naive import NaiveTurns
from tests.games.by_turns.naive import Order as Known
from tests.games.classic.examples import STANDARD
from tests.record.first_form import first_form
from tests.tiles.finder import some_words
from tests.tiles.naive import Tile

WORDS = some_words(8000)
KNOWN = frozenset(WORDS)
SPAN = TextSpan(1, 1, "")
START = datetime(2026, 12, 1, tzinfo=UTC)
NAMES = ("Anna", "Ben", "Cleo", "Dora")
CLASSIC = replace(STANDARD, challenge_time=timedelta(0))
VARIANTS = {
    "classic": CLASSIC,
    "booklet": replace(CLASSIC, challenge_cost=0, exchange_min=1),
    "open": replace(CLASSIC, challenge=Challenges.NONE),
}
CHUNK = fewer(5, 2)
MOST_DRAWINGS = 300
"""A game in which everybody exchanges for ever is left alone."""


class Listed:
    """A lexicon of a few thousand words."""

    name = "test"
    sha256 = ""

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:  # noqa: ARG002  whatever the rules
        return Valid() if word in KNOWN else Refused(Why.NAME)

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:  # noqa: ARG002  none for any
        return ()


@cache
def search() -> TopSearch:
    return TopSearch(TopTables.build(WORDS), STANDARD)


class Game:
    """A game played at random by the program, and by the naive referee beside it."""

    def __init__(
        self, variant: str, seed: int, *, has_house_rules: bool = False, goes_straight: bool = False
    ) -> None:
        """Make a game; one that goes straight has nothing but turns and challenges."""
        self.seed = seed
        self.goes_straight = goes_straight
        self.has_house_rules = has_house_rules
        self.rng = random.Random(f"{variant} {seed}")
        self.seats = NAMES[: self.rng.choice((2, 2, 3, 4))]
        self.rules = replace(VARIANTS[variant], starter=self.seats[0])
        self.more = random.Random(f"{variant} {seed} more")
        grace = timedelta(0)
        if has_house_rules:
            self.rules = more_house_rules(house_rules(self.rules, self.rng), self.more)
            grace = self.more.choice((timedelta(0), timedelta(minutes=30)))
        opened = TurnsOpened(
            "kiel",
            "Kiel",
            variant,
            self.rules,
            self.seats,
            commitment(seed.to_bytes(32)),
            "",
            "",
            Board(),
            Secret(TILES.all_tiles),
        )
        self.opened = opened
        self.course = Course(
            open_turns(opened),
            ClassicBook(),
            Listed(),
            SeedDraws(seed.to_bytes(32)),
            START,
            lambda *_: None,
            seed.to_bytes(32).hex(),
            grace,
        )
        self.course.begin(deal(self.course))
        self.drawn: list[TilesDrawn] = []
        self.asides = random.Random(f"{variant} {seed} asides")
        self.naive = NaiveTurns(
            rules=self.rules,
            seats=list(self.seats),
            racks={name: Counter(self.game.hands[name].rack.value) for name in self.seats},
            bag=len(self.game.bag.value),
            deal=self._dealt,
            is_valid=KNOWN.__contains__,
            cost=self.rules.challenge_cost,
            open_dictionary=not self.rules.may_challenge,
            cost_for_each_word=self.rules.challenge_per is CostPer.WORD,
            loses_turn=self.rules.challenge_forfeit,
            fills_at_once=self.rules.refill is Refill.AT_ONCE,
            passes=self.rules.passes,
            most_scoreless=self.rules.scoreless,
            racks_go_back=self.rules.left_rack is LeftRack.BAG,
            theme=frozenset(self.rules.theme.words if self.rules.theme is not None else ()),
            opening=self.rules.opening if self.rules.opening > 2 else 0,
        )

    @property
    def game(self) -> TurnGame:
        return classic(self.course.game)

    def _dealt(self, name: str, count: int) -> str:
        """Give the naive referee what the program drew, if it drew as much for the same player."""
        event = self.drawn.pop(0)
        assert (event.player, event.count) == (name, count)
        return event.letters.value

    def do(self, player: str, written: WrittenOrders) -> TurnAnswer:
        before = len(self.course.events)
        self.course.at += timedelta(hours=1)
        answer = self.course.respond(FromMail(player, self.course.at, "mail"), written)
        self._let_time_pass(answer)
        new = self.course.events[before:]
        self.drawn = [event for event in new if isinstance(event, TilesDrawn)]
        return answer

    def _let_time_pass(self, answer: TurnAnswer) -> None:
        """Let the time end in which others may challenge, where a move or a lost turn waits for it."""
        is_kept = answer.effect is TurnEffect.KEPT
        while is_kept or (self._owes_turn() and self.course.is_window_open):
            self.course.at += timedelta(hours=25)
            self.course.settle()
            is_kept = False

    def _owes_turn(self) -> bool:
        turn = self.game.turn
        return turn is not None and self.game.hands[turn.player].owes_turns > 0

    def _accept(self) -> None:
        """Let all accept who may: while others may challenge, the next player alone does not do (classic 5.3)."""
        open_play = self.game.open_play
        assert open_play is not None
        others = [name for name in self.game.playing if name != open_play.player]
        names = others if self.course.is_window_open else [self.naive.to_move]
        drawn: list[TilesDrawn] = []
        for name in names:
            answer = self.do(name, WrittenOrders(acts=(AcceptAct(),)))
            assert answer.outcome is Outcome.ACCEPTED
            is_last, lies = name == names[-1], self.game.open_play is not None
            assert lies is not is_last or (is_last and names[-1] in self.naive.kept)
            drawn += self.drawn
        self.drawn = drawn
        self.naive.accept()

    def play_on(self) -> None:
        """Let somebody do something, and compare."""
        if self._happens_beside():
            self.compare()
            return
        player = self.naive.to_move
        choice = self.rng.random()
        open_play = self.game.open_play
        if self.has_house_rules and self.rng.random() < 0.01:
            self._resign()
            return
        if open_play is not None and choice < 0.25:
            self._challenge()
        elif open_play is not None and choice < 0.3:
            self._accept()
        elif self.game.is_going_out:
            assert self.do(player, ordered(PassOrder(SPAN))).reason == "only_accept_or_challenge"
            self._time_out()
        elif choice < 0.36:
            self._exchange(player)
        elif choice < 0.4:
            self.do(player, ordered(PassOrder(SPAN)))
            self.naive.pass_()
        elif choice < 0.43:
            self._time_out()
        else:
            self._play(player)
        self.compare()

    def _happens_beside(self) -> bool:
        """Let something happen that is no move of the player whose turn it is, now and then."""
        if self.goes_straight:
            return False
        choice, claims = self.asides.random(), self.game.claims
        others = [name for name in self.game.playing if name != self.naive.to_move]
        if choice < 0.03 and self.naive.before is not None and self.game.turn is not None:
            self._undo()
        elif choice < 0.12 and claims:
            self._rule_theme(self.asides.choice(claims))
        elif choice < 0.15:
            name, wanted = self.asides.choice(self.game.playing), self.asides.random() < 0.6
            if self.rules.open_for(len(self.seats)) or self.game.is_going_out:
                return False
            self.do(name, WrittenOrders(acts=(AcceptsAllAct(wanted),)))
            self.naive.accept_all(name, wanted=wanted)
        elif (
            choice < 0.35
            and not self.rules.open_for(len(self.seats))
            and not self.game.is_going_out
        ):
            self._keep(self.asides.choice(others))
        else:
            return False
        return True

    def _events_of(self, done: Callable[[], object]) -> None:
        before = len(self.course.events)
        done()
        self.drawn = [e for e in self.course.events[before:] if isinstance(e, TilesDrawn)]

    def _undo(self) -> None:
        was = self.game.before_move
        assert was is not None
        assert was.turn is not None
        number = was.turn.number
        for name in tuple(self.game.kept):
            self.course.record(OrderDropped(name, "over"))
        self.course.record(TurnUndone(number, "read wrongly"))
        self._events_of(self.course.begin_again)
        self.naive.undo()

    def _rule_theme(self, claim: ThemeClaim) -> None:
        points = self.asides.choice((0, 5)) * self.game.claims.count(claim)
        self.course.record(ThemeRuled(claim.number, claim.player, claim.word, points))
        self.naive.rule_theme((claim.number, claim.player, claim.word), points)

    def _keep(self, name: str) -> None:
        """Let somebody send a move in advance, with conditions."""
        conditions: dict[str, Condition | None] = {
            "": None, "pass": IfPass(), "exchange": IfExchange(), "taken_back": IfTakenBack(), "else": Otherwise(),
        }  # fmt: skip
        wanted = self.asides.choice(
            [("",), ("", "pass"), ("pass", "else"), ("exchange", "taken_back", "else")]
        )
        groups, told = [], []
        for condition in wanted:
            order, known = self._order_of(name, may_be_play=condition != "taken_back")
            groups.append(OrdersIf(conditions[condition], (order,)))
            told.append((condition, [known]))
        answer = self.do(name, WrittenOrders(tuple(groups)))
        if answer.outcome is Outcome.ACCEPTED:
            assert answer.effect is TurnEffect.KEPT
            self.naive.kept[name] = told

    def _order_of(self, name: str, *, may_be_play: bool) -> tuple[Order, Known]:
        rack, choice = self.game.hands[name].rack.value, self.asides.random()
        found = self._found(self.game.board, rack) if may_be_play and choice < 0.7 else None
        if found is not None:
            tiles = found.new_tiles(self.game.board)
            new: dict[tuple[int, int], Tile] = {t.square: (t.letter, t.is_blank) for t in tiles}
            across = found.direction.value == "across"
            words, points = self.naive.worth(new, across=across)
            is_legal = len(words[0]) >= self.naive.opening
            promised = words if is_legal else []
            whole = self._lying_under(found) | new
            order = self._play_order(found, tiles, ())
            return order, ("play", whole, across, "", promised, points)
        if rack and choice < 0.85:
            return ExchangeOrder(rack[0], SPAN), ("exchange", {}, True, rack[0], [], 0)
        return PassOrder(SPAN), ("pass", {}, True, "", [], 0)

    def _lying_under(self, found: FoundMove) -> dict[tuple[int, int], Tile]:
        """Return the tiles of a word that lie on the board already."""
        lying = [tile for tile in self.game.board.tiles if tile.square in found.squares]
        return {(t.square.row, t.square.column): (t.letter, False) for t in lying}

    def _resign(self) -> None:
        name = self.rng.choice(self.game.playing)
        assert self.do(name, WrittenOrders(acts=(ResignAct(),))).outcome is Outcome.ACCEPTED
        self.naive.resign(name)
        self.compare()

    def _time_out(self) -> None:
        before = len(self.course.events)
        self.course.time_out(Timeout.PASS, 0)
        self.drawn = [e for e in self.course.events[before:] if isinstance(e, TilesDrawn)]
        self.naive.pass_("timeout")

    def _challenge(self) -> None:
        open_play = self.game.open_play
        assert open_play is not None
        name = self.rng.choice([name for name in self.game.playing if name != open_play.player])
        words = self.rng.choice([(), (self.rng.choice(open_play.words),)])
        left = [word for word in words or open_play.words if word not in open_play.decided]
        answer = self.do(name, WrittenOrders(acts=(ChallengeAct(words, SPAN),)))
        if not left:
            assert answer.reason == "already_ruled"
            return
        self.naive.challenge(name, words)

    def _exchange(self, player: str) -> None:
        rack = self.game.hands[player].rack.value
        letters = "".join(self.rng.sample(rack, self.rng.randint(1, len(rack)))) if rack else "E"
        owed = self.game.tiles_owed
        left = len(self.game.bag.value) - owed
        answer = self.do(player, ordered(ExchangeOrder(letters, SPAN)))
        is_possible = (
            bool(rack)
            and not self.naive.opening
            and left >= max(self.rules.exchange_min, len(letters))
        )
        assert (answer.outcome is Outcome.ACCEPTED) is is_possible
        if is_possible:
            self.naive.exchange(letters)

    def _play(self, player: str) -> None:
        swaps = self._swaps(player)
        board, rack = self._after(swaps, player)
        found = self._found(board, rack)
        if found is None:
            self.do(player, ordered(PassOrder(SPAN)))
            self.naive.pass_()
            return
        tiles = found.new_tiles(board)
        if self.rng.random() < 0.3:
            tiles = self._shuffled(tiles)
        word = _word(board, found, tiles)
        order = self._play_order(found, tiles, swaps, board)
        said = self.asides.choice((None, None, (), (word,)))
        answer = self.do(player, ordered(replace(order, claims=said)))
        is_short = len(word) < self.naive.opening
        if answer.outcome is Outcome.REJECTED:
            codes = {fault.code for fault in answer.faults}
            assert is_short or not self.rules.may_challenge, answer
            assert codes <= {"word_refused", "opening_length"}
            assert ("opening_length" in codes) is is_short
            return
        assert not is_short
        new: dict[tuple[int, int], Tile] = {t.square: (t.letter, t.is_blank) for t in tiles}
        across = found.direction.value == "across"
        self.naive.play(new, across=across, swaps=swaps, said=said)

    def _play_order(
        self,
        found: FoundMove,
        tiles: Sequence[LaidTile],
        swaps: Sequence[Square],
        board: Board | None = None,
    ) -> PlayOrder:
        word = _word(board or self.game.board, found, tuple(tiles))
        starred = frozenset(
            at
            for at, s in enumerate(found.squares)
            if any(t.is_blank and t.square == s for t in tiles)
        )
        play = Play(found.square, found.direction, word, SPAN, starred=starred)
        asked = Move((play,), tuple(Swap(square, SPAN) for square in swaps))
        return PlayOrder(WrittenMove(asked, (), SPAN))

    def _swaps(self, player: str) -> list[Square]:
        """Choose a blank on the board for which the player has the letter, or none."""
        rack = self.game.hands[player].rack.value
        known = [t.square for t in self.game.board.tiles if t.is_blank and t.letter in rack]
        if not self.rules.swap or not known or self.more.random() < 0.5:
            return []
        return [self.more.choice(known)]

    def _after(self, swaps: Sequence[Square], player: str) -> tuple[Board, str]:
        """Return board and rack with blanks taken back for their letters."""
        rows = [list(row) for row in self.game.board.rows]
        rack = self.game.hands[player].rack.value
        for row, column in swaps:
            letter = rows[row][column].upper()
            rows[row][column] = letter
            rack = rack.replace(letter, BLANK, 1)
        return Board.from_rows(["".join(row) for row in rows]), rack

    def _found(self, board: Board, rack: str) -> FoundMove | None:
        if not rack:
            return None
        best = list(islice(search().all_moves(board, rack), 40))
        return self.rng.choice(best) if best else None

    def _shuffled(self, tiles: tuple[LaidTile, ...]) -> tuple[LaidTile, ...]:
        """Lay the same tiles in another order: hardly a word, but in place."""
        order = self.rng.sample(tiles, len(tiles))
        return tuple(
            LaidTile(here.square, tile.letter, tile.is_blank)
            for here, tile in zip(tiles, order, strict=True)
        )

    def compare(self) -> None:
        game, naive = self.game, self.naive
        assert not self.drawn
        everything = "".join(tile.tile for tile in game.board.tiles) + game.bag.value
        everything += "".join(hand.rack.value for hand in game.hands.values())
        assert in_order(everything) == TILES.all_tiles
        assert {name: player.total for name, player in game.players.items()} == naive.totals
        assert {name: Counter(game.hands[name].rack.value) for name in self.seats} == naive.racks
        assert len(game.bag.value) == naive.bag
        assert {tuple(t.square): (t.letter, t.is_blank) for t in game.board.tiles} == naive.board
        assert (game.ended, dict(game.final)) == (naive.ended, naive.final)
        told = [(each.number, each.player, each.word) for each in game.claims]
        assert told == naive.claimed
        assert set(game.kept) == set(naive.kept)
        assert (game.open_play is not None) == (naive.lying is not None and not naive.ended)
        assert (game.opening.least if game.opening is not None else 0) == naive.opening
        if game.turn is not None:
            assert (game.turn.number, game.turn.player) == (naive.number, naive.to_move)


def ordered(order: Order) -> WrittenOrders:
    return WrittenOrders((OrdersIf(None, (order,)),))


def _word(board: Board, found: FoundMove, tiles: tuple[LaidTile, ...]) -> str:
    letters = {tile.square: tile.letter for tile in tiles}
    return "".join(letters.get(square) or board.letter(square) or "" for square in found.squares)


def house_rules(rules: TurnRules, rng: random.Random) -> TurnRules:
    """Return rules with every switch that the naive referee knows set at random."""
    theme = ThemeWords("anything", 5, tuple(sorted(rng.sample(WORDS, 3000))))
    changed = replace(
        rules,
        challenge_per=rng.choice(list(CostPer)),
        challenge_forfeit=rng.random() < 0.3,
        refill=rng.choice(list(Refill)) if rules.may_challenge else rules.refill,
        exchange_min=rng.choice((0, 1, 7, 20)),
        passes=rng.choice((1, 2, 3)),
        scoreless=rng.choice((0, 0, 4, 6)),
        left_rack=rng.choice(list(LeftRack)),
        opening=rng.choice((2, 2, 5)),
        theme=rng.choice((None, theme)),
        bags=rng.choice((1, 2)),
        blanks_in=rng.choice(list(BlanksIn)),
    )
    return changed if rules.may_challenge else replace(changed, challenge_forfeit=False)


def more_house_rules(rules: TurnRules, rng: random.Random) -> TurnRules:
    """Return rules with Jokertausch and time to challenge set at random, too."""
    time = timedelta(hours=rng.choice((0, 24))) if rules.may_challenge else timedelta(0)
    return replace(rules, swap=rng.random() < 0.4, challenge_time=time)


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "first", "has_house_rules"),
    [
        (variant, first, has_house_rules)
        for variant in VARIANTS
        for has_house_rules in (False, True)
        for first in sample(range(0, 1000, CHUNK), 1)
    ],
)
def test_a_thousand_random_games_of_each_variant(
    variant: str, first: int, tried: Tried, *, has_house_rules: bool
) -> None:
    """Whatever is done in whatever order, by whatever house rules, the naive referee says the same."""
    for seed in range(first, first + CHUNK):
        _plays(variant, seed, has_house_rules=has_house_rules)
    tried("games in turns played to their end", CHUNK)


@pytest.mark.parametrize(
    ("variant", "seed"),
    [
        pytest.param("classic", 78, id="resigning out of turn where all others have passed twice"),
        pytest.param("booklet", 593, id="undoing the turn of one who resigned where they have"),
    ],
)
def test_a_random_game_once_taken_for_wrong_is_right(variant: str, seed: int) -> None:
    _plays(variant, seed, has_house_rules=True)


def _plays(variant: str, seed: int, *, has_house_rules: bool) -> None:
    whole = Game(variant, seed, has_house_rules=has_house_rules)
    while not whole.game.is_over and whole.game.drawings < MOST_DRAWINGS:
        whole.play_on()

    read_back = [read_event(write_event(e)) for e in (whole.opened, *whole.course.events)]
    assert read_back == [whole.opened, *whole.course.events]
    assert replay(read_back) == whole.game
    assert read_game(write_game(whole.game)) == whole.game
    _verifies(whole, read_back)


def _verifies(whole: Game, events: list[Event]) -> None:
    """Hold the export to the rules, as all are told it and as the seed alone can check it."""
    seed = whole.seed.to_bytes(32)
    told = json.loads(json.dumps(first_form(events, UTC)))
    full = json.loads(json.dumps(first_form(events, UTC, reveals=True)))

    assert isinstance(verify(told), Verified), verify(told)
    assert isinstance(verify(full, seed), Verified), verify(full, seed)
