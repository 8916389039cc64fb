"""The state of a game in turns, and what each event changes in it (classic 13)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import assert_never

from mailref.rules.board import BLANK, GERMAN, Board, Square, in_order, without
from mailref.rules.game import Game, Player, Stage, plus, with_player
from mailref.rules.scoring import ScoredPlay
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.orders import Wish
from mailref.rules.turns.secret import Secret
from mailref.rules.turns.turn_events import NO_BLANKS, KeptOrder, PassedWhy, TurnEvent
from mailref.rules.turns.turn_rules import BlanksIn, LeftRack, TurnRules

EMPTY = Secret("")


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player has at the table, beside his total."""

    rack: Secret[str] = EMPTY
    timed_out: int = 0
    """Turns in a row whose time was up."""
    is_out: bool = False
    accepts_all: bool = False
    owes_turns: int = 0
    """Turns that he loses for challenges in vain (`challenge_forfeit`)."""
    recent: tuple[str, ...] = ()
    """How his last turns went, the newest last: `play`, `exchange`, `taken_back`, or why he passed."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is."""

    number: int
    player: str
    began: datetime
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class OpeningWord:
    """Jack opens: how long the first word must be, and who has passed on since (classic 8.3)."""

    least: int
    passed: frozenset[str] = frozenset()

    def passed_on(self, player: str, players: frozenset[str]) -> "OpeningWord | None":
        """Return what is asked for next; None: the usual rules hold."""
        passed = self.passed | {player}
        if not players <= passed:
            return replace(self, passed=passed)
        return OpeningWord(self.least - 1) if self.least > 2 else None


@dataclass(frozen=True, slots=True)
class OpenPlay:
    """A play that may still be challenged, and what lay before it."""

    number: int
    player: str
    scored: ScoredPlay
    points: int
    wish: Secret[Wish | None]
    board_before: Board
    rack_before: Secret[str]
    opening_before: OpeningWord | None
    laid_at: datetime
    accepted_by: frozenset[str] = frozenset()
    decided: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    """The words that were looked at."""
    blanks_before: Secret[int] = NO_BLANKS
    drawn: Secret[str] = EMPTY
    """What was drawn for it already (`refill = "at_once"`): it goes back with the play."""

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word.word for word in self.scored.words)


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """A challenge that waits for the game master."""

    player: str
    words: tuple[str, ...]
    received: datetime


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """A move that waits, unseen by others, for a ruling on its words."""

    player: str
    order: Secret[KeptOrder]


@dataclass(frozen=True, slots=True)
class LastTurn:
    """What the turn just before was: conditions of moves in advance ask for it (classic 6.3)."""

    kind: str
    """`play`, `exchange`, `pass`, `taken_back`."""
    scored: ScoredPlay | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnGame(Game):
    """A game in turns as it stands."""

    rules: TurnRules
    board: Board
    seats: tuple[str, ...]
    """In order of play."""
    bag: Secret[str]
    blanks_with_vowels: Secret[int] = NO_BLANKS
    """With two bags: how many blanks are in that of the vowels."""
    hands: Mapping[str, Hand] = field(default_factory=lambda: MappingProxyType({}))
    turn: Turn | None = None
    open_play: OpenPlay | None = None
    challenge: OpenChallenge | None = None
    waiting: WaitingOrder | None = None
    kept: Mapping[str, Secret[KeptOrder]] = field(default_factory=lambda: MappingProxyType({}))
    opening: OpeningWord | None = None
    drawings: int = 0
    scoreless: int = 0
    before: LastTurn | None = None
    final: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """The totals after the end, deductions included."""

    @property
    def stage(self) -> Stage:
        """Return what the game waits for."""
        if self.is_over:
            return Stage.OVER
        return Stage.PLAYING if self.turn is not None else Stage.GOING_ON

    @property
    def due(self) -> datetime | None:
        """Return when the turn's time is up; nothing is due while somebody else is waited for."""
        if self.turn is None or self.is_paused or self.is_held:
            return None
        return self.turn.deadline

    @property
    def is_held(self) -> bool:
        """Tell whether the game waits for a ruling: no clock runs."""
        return self.challenge is not None or self.waiting is not None

    @property
    def playing(self) -> tuple[str, ...]:
        """Return who still plays, in order of play."""
        return tuple(name for name in self.seats if not self.hands[name].is_out)

    def after(self, player: str) -> str:
        """Return who moves after *player*."""
        at = self.seats.index(player)
        order = (*self.seats[at + 1 :], *self.seats[: at + 1])
        return next(name for name in order if not self.hands[name].is_out)

    @property
    def tiles_owed(self) -> int:
        """Return how many tiles the open play is still to be given."""
        open_play = self.open_play
        if open_play is None or self.hands[open_play.player].is_out:
            return 0
        rack = self.hands[open_play.player].rack.value
        return min(self.rules.rack - len(rack), len(self.bag.value))

    @property
    def is_going_out(self) -> bool:
        """Tell whether the open play ends the game once it stands (classic 9.1)."""
        open_play = self.open_play
        return (
            open_play is not None
            and not self.hands[open_play.player].rack.value
            and not self.bag.value
        )


def open_turns(event: happened.TurnsOpened) -> TurnGame:
    """Return the game that *event* begins."""
    rules = event.rules
    is_jack = rules.opening > 2 and event.board.is_empty
    return TurnGame(
        id=event.id,
        title=event.title,
        variant=event.variant,
        commitment=event.commitment,
        lexicon=event.lexicon,
        lexicon_sha256=event.lexicon_sha256,
        rules=rules,
        board=event.board,
        seats=event.seats,
        bag=event.bag,
        blanks_with_vowels=Secret(blanks_at_first(rules) if rules.bags > 1 else 0),
        players=MappingProxyType(
            {name: Player(name=name, addresses=(), total=0) for name in event.seats}
        ),
        hands=MappingProxyType({name: Hand() for name in event.seats}),
        opening=OpeningWord(rules.opening) if is_jack else None,
    )


def blanks_at_first(rules: TurnRules) -> int:
    """Return how many blanks begin in the bag of the vowels (classic 8.4)."""
    blanks = GERMAN.counts[BLANK]
    match rules.blanks_in:
        case BlanksIn.EACH:
            return blanks // 2
        case BlanksIn.VOWELS:
            return blanks
        case BlanksIn.CONSONANTS:
            return 0
        case _:
            assert_never(rules.blanks_in)


def apply_in_turns(game: TurnGame, event: TurnEvent) -> TurnGame:  # noqa: PLR0912  a branch an event
    """Return *game* after *event*."""
    match event:
        case happened.TurnsOpened():
            raise ValueError("a game is opened once")
        case happened.StarterDrawn():
            return replace(game, seats=event.order)
        case happened.TilesDrawn():
            return _draw(game, event)
        case happened.TurnBegan():
            turn = Turn(event.number, event.player, event.at, event.deadline)
            return replace(game, turn=turn)
        case happened.OrderKept():
            return replace(game, kept=plus(game.kept, event.player, event.order))
        case happened.OrderDropped():
            kept = {name: order for name, order in game.kept.items() if name != event.player}
            waiting = game.waiting
            if waiting is not None and waiting.player == event.player:
                waiting = None
            return replace(game, kept=MappingProxyType(kept), waiting=waiting)
        case happened.PlayWaits():
            return replace(game, waiting=WaitingOrder(event.player, event.order))
        case happened.TilesExchanged():
            return _turn_over(game, event.player, "exchange", LastTurn("exchange"))
        case happened.TurnPassed():
            return _pass(game, event)
        case happened.PlayerOut():
            return _put_out(game, event)
        case happened.AcceptsAllSet():
            return _with_hand(game, event.player, accepts_all=event.wanted)
        case happened.RacksRevealed():
            return _reveal(game, event)
        case _:
            return _of_open_play(game, event)


def _of_open_play(
    game: TurnGame,
    event: happened.PlayLaid
    | happened.AcceptanceGiven
    | happened.PlayAccepted
    | happened.PlayChallenged
    | happened.ChallengeDecided
    | happened.PlayTakenBack,
) -> TurnGame:
    match event:
        case happened.PlayLaid():
            return _lay(game, event)
        case happened.AcceptanceGiven():
            return _accepted_by(game, event.player)
        case happened.PlayAccepted():
            return replace(game, open_play=None)
        case happened.PlayChallenged():
            return replace(game, challenge=OpenChallenge(event.player, event.words, event.received))
        case happened.ChallengeDecided():
            return _decide(game, event)
        case happened.PlayTakenBack():
            return _take_back(game)
        case _:
            assert_never(event)


def _accepted_by(game: TurnGame, player: str) -> TurnGame:
    open_play = game.open_play
    if open_play is None:
        raise ValueError("no play is open")
    accepted = open_play.accepted_by | {player}
    return replace(game, open_play=replace(open_play, accepted_by=accepted))


def _with_hand(game: TurnGame, name: str, **changes: object) -> TurnGame:
    hand = replace(game.hands[name], **changes)  # type: ignore[arg-type]  # names of the hand's fields
    return replace(game, hands=plus(game.hands, name, hand))


def _rack(game: TurnGame, name: str, rack: str) -> TurnGame:
    return _with_hand(game, name, rack=Secret(in_order(rack)))


def _draw(game: TurnGame, event: happened.TilesDrawn) -> TurnGame:
    """Take the new tiles first, then put the old ones back (classic 4.1)."""
    drawn, back = event.letters.value, event.put_back.value
    rack = without(game.hands[event.player].rack.value, back) + drawn
    bag = in_order(without(game.bag.value, drawn) + back)
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
    return _rack(game, event.player, rack)


def _turn_over(game: TurnGame, player: str, kind: str, last: LastTurn) -> TurnGame:
    recent = (*game.hands[player].recent, kind)[-game.rules.passes :]
    game = _with_hand(game, player, recent=recent, timed_out=0)
    return replace(game, scoreless=game.scoreless + 1, before=last)


def _pass(game: TurnGame, event: happened.TurnPassed) -> TurnGame:
    timed_out = game.hands[event.player].timed_out + 1
    owes = game.hands[event.player].owes_turns
    game = _turn_over(game, event.player, event.why.value, LastTurn("pass"))
    match event.why:
        case PassedWhy.TIMEOUT:
            return _with_hand(game, event.player, timed_out=timed_out)
        case PassedWhy.FORFEIT:
            return _with_hand(game, event.player, owes_turns=max(0, owes - 1))
        case PassedWhy.PASSED_ON:
            return _pass_on(game, event.player)
        case PassedWhy.PASSED:
            return game
        case _:
            assert_never(event.why)


def _pass_on(game: TurnGame, player: str) -> TurnGame:
    if game.opening is None:
        return game
    return replace(game, opening=game.opening.passed_on(player, frozenset(game.playing)))


def _lay(game: TurnGame, event: happened.PlayLaid) -> TurnGame:
    open_play = OpenPlay(
        number=event.number,
        player=event.player,
        scored=event.scored,
        points=event.points,
        wish=event.wish,
        board_before=game.board,
        rack_before=game.hands[event.player].rack,
        opening_before=game.opening,
        laid_at=event.received,
        blanks_before=game.blanks_with_vowels,
    )
    game = _turn_over(game, event.player, "play", LastTurn("play", event.scored))
    game = _rack(game, event.player, event.rack_left.value)
    total = game.players[event.player].total + event.points
    game = with_player(game, event.player, total=total)
    scoreless = 0 if event.points else game.scoreless
    return replace(game, board=event.board, open_play=open_play, opening=None, scoreless=scoreless)


def _decide(game: TurnGame, event: happened.ChallengeDecided) -> TurnGame:
    open_play = game.open_play
    if open_play is None:
        raise ValueError("no play is open")
    decided = MappingProxyType({**open_play.decided, **dict(event.verdicts)})
    total = game.players[event.player].total - event.cost
    game = with_player(game, event.player, total=total)
    if event.stands and game.rules.challenge_forfeit:
        owes = game.hands[event.player].owes_turns + 1
        game = _with_hand(game, event.player, owes_turns=owes)
    return replace(game, open_play=replace(open_play, decided=decided), challenge=None)


def _take_back(game: TurnGame) -> TurnGame:
    """Give the tiles back: the turn is used, and brought nothing (classic 5.4)."""
    open_play = game.open_play
    if open_play is None:
        raise ValueError("no play is open")
    name = open_play.player
    game = _rack(game, name, open_play.rack_before.value)
    game = with_player(game, name, total=game.players[name].total - open_play.points)
    recent = (*game.hands[name].recent[:-1], "taken_back")
    game = _with_hand(game, name, recent=recent)
    game = replace(
        game,
        board=open_play.board_before,
        bag=Secret(in_order(game.bag.value + open_play.drawn.value)),
        blanks_with_vowels=open_play.blanks_before
        if open_play.drawn.value
        else game.blanks_with_vowels,
        open_play=None,
        challenge=None,
        before=LastTurn("taken_back", open_play.scored),
        opening=open_play.opening_before,
        scoreless=game.scoreless + 1,
    )
    return _pass_on(game, name)


def _put_out(game: TurnGame, event: happened.PlayerOut) -> TurnGame:
    rack = game.hands[event.player].rack.value
    kept = {name: order for name, order in game.kept.items() if name != event.player}
    game = replace(game, kept=MappingProxyType(kept))
    game = _with_hand(game, event.player, is_out=True)
    if game.rules.left_rack is LeftRack.BAG and len(game.playing) > 1:
        game = replace(game, bag=Secret(in_order(game.bag.value + rack)))
        return _rack(game, event.player, "")
    return game


def _reveal(game: TurnGame, event: happened.RacksRevealed) -> TurnGame:
    final = {
        name: player.total + event.deductions.get(name, 0) for name, player in game.players.items()
    }
    return replace(
        game, final=MappingProxyType(final), turn=None, open_play=None, kept=MappingProxyType({})
    )


def squares_of(game: TurnGame) -> frozenset[Square]:
    """Return the squares of the open play's new tiles: the picture marks them."""
    open_play = game.open_play
    if open_play is None:
        return frozenset()
    return frozenset(tile.square for tile in open_play.scored.new_tiles)
