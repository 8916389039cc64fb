"""Players at a table who move one after another: what every such game has, and what its events change.

The classic game and WORT-Rummikub share seats, turns, plays that may be challenged, moves kept in
advance, and the end; board and bag, table and stacks are in their own rooms.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from types import MappingProxyType
from typing import ClassVar, Self, TypeVar, assert_never

from msgspec.structs import replace

from mailref.games import events as of_all
from mailref.games import game as games
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import KeptOrder, PassedWhy, SeatedEvent
from mailref.games.by_turns.switches import TurnRules
from mailref.games.chance import Secret
from mailref.games.events import CommonEvent
from mailref.orders.entries import Wish
from mailref.structs import OnRecord, PlayerName
from mailref.tiles.board import Layout
from mailref.tiles.scoring import ScoredPlay
from mailref.tiles.tile_set import TileSet

EMPTY = Secret("")
FEWEST = 2
"""So many players a game needs."""


Days = tuple[date, date]
"""First and last day of an absence."""


def together(away: Iterable[Days]) -> tuple[Days, ...]:
    """Return absences in order, those that overlap or adjoin as one: no day is counted twice."""
    found: list[Days] = []
    for first, last in sorted(away):
        if found and first <= found[-1][1] + timedelta(days=1):
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return tuple(found)


def seats_from(seats: Sequence[str], first: str) -> tuple[str, ...]:
    """Return seats in their order, beginning with that of *first*; as they are where he has none."""
    at = seats.index(first) if first in seats else 0
    return (*seats[at:], *seats[:at])


class Hand(OnRecord, frozen=True):
    """What a player has at the table, beside his total."""

    rack: Secret[str] = EMPTY
    timed_out: int = 0  # turns in a row whose time was up
    is_out: bool = False
    accepts_all: bool = False
    owes_turns: int = 0
    """Turns that he loses for challenges in vain (`challenge_forfeit`)."""
    recent: tuple[str, ...] = ()
    """How his last turns went, the newest last: `play`, `exchange`, `taken_back`, or why he passed."""
    bank_used: int = 0
    """Seconds of his time in hand that are gone."""
    away: tuple[Days, ...] = ()
    """As he noted them."""
    first_wish: Secret[Wish | None] = happened.NO_WISH
    """From which of two bags he wants his first rack (classic 8.4)."""

    @property
    def absences(self) -> tuple[Days, ...]:
        return together(self.away)


class Turn(OnRecord, frozen=True):
    """Whose turn it is."""

    number: int
    player: PlayerName
    began: datetime
    deadline: datetime | None


LONG_AGO = datetime.min.replace(tzinfo=UTC)
"""Before anything that is recorded."""


class OpenTurn(OnRecord, frozen=True, kw_only=True):
    """What a turn made and may still be challenged."""

    number: int
    player: PlayerName
    words: tuple[str, ...]
    points: int
    rack_before: Secret[str]
    laid_at: datetime
    shown_at: datetime | None = None
    """When the mail that shows it reached the last player; None: not known yet."""
    accepted_by: frozenset[PlayerName] = frozenset()
    decided: Mapping[str, bool] = MappingProxyType({})
    """The words that were looked at."""

    @property
    def open_from(self) -> datetime:
        """Return when the time begins in which all may challenge it (classic 5.3)."""
        return self.shown_at or self.laid_at


class OpenChallenge(OnRecord, frozen=True):
    """A challenge that waits for the game master."""

    player: PlayerName
    words: tuple[str, ...]
    received: datetime
    is_foreign: bool = False


class WaitingOrder(OnRecord, frozen=True):
    """A move that waits, unseen by others, for a ruling on its words."""

    player: PlayerName
    order: Secret[KeptOrder]


class LastTurn(OnRecord, frozen=True):
    """What the turn just before was: conditions of moves in advance ask for it (classic 6.3)."""

    kind: str
    """`play`, `exchange`, `pass`, `taken_back`; a time-out and a lost turn are no passes (classic 7.4)."""
    scored: ScoredPlay | None = None
    player: PlayerName = ""
    """Whose turn it was."""


class SeatedGame(games.Game, frozen=True, kw_only=True):
    """A game of players at a table as it stands; each kind extends it."""

    family: ClassVar[str] = "turns"
    letter: ClassVar[str] = "Z"
    goes_back: ClassVar[tuple[str, ...]] = ()
    """What only this kind of game has and an undone turn gives back, by its fields."""
    has_racks: ClassVar[bool] = True
    """Whether each has letters of his own."""
    rules: TurnRules
    seats: tuple[PlayerName, ...]
    """In order of play."""
    hands: Mapping[PlayerName, Hand] = MappingProxyType({})
    first_turn: int = 1
    """The number of the first turn that is played here."""
    same_tiles: games.SameTiles | None = None
    turn: Turn | None = None
    open_play: OpenTurn | None = None
    challenge: OpenChallenge | None = None
    challenges_held: tuple[happened.ChallengeHeld, ...] = ()
    """Those that are decided after it, the earliest first."""
    challenged_since: datetime | None = None
    """Since when the game waits for what is said of challenges, one after the other."""
    waiting: WaitingOrder | None = None
    kept: Mapping[PlayerName, Secret[KeptOrder]] = MappingProxyType({})
    scoreless: int = 0
    before: LastTurn | None = None
    final: Mapping[PlayerName, int] = MappingProxyType({})
    """The totals after the end, deductions included."""
    lot_words: Mapping[PlayerName, str] = MappingProxyType({})
    """What players gave to be mixed into the draws (`lots`)."""
    mixed: tuple[tuple[str, str], ...] | None = None
    """What was mixed into them, by the names of then, in order of seats; None: nothing was."""
    before_move: "SeatedGame | None" = None
    """The game just before the last turn's move, should that be undone."""

    @property
    def layout(self) -> Layout:
        """Return the board that it is played on."""
        return self.rules.layout

    @property
    def tile_set(self) -> TileSet:
        """Return the tiles that it is played with."""
        return self.rules.tiles

    @property
    def are_seats_taken(self) -> bool:
        return self.turn is not None

    @property
    def turn_before(self) -> tuple[int, str] | None:
        turn = self.before_move.turn if self.before_move is not None else None
        return None if turn is None else (turn.number, turn.player)

    @property
    def number_now(self) -> int:
        return self.turn.number if self.turn is not None else self.first_turn

    @property
    def tells_all(self) -> bool:
        """Tell whether seed and racks may be known: not while another game has the same tiles to come."""
        return self.is_over and (self.same_tiles is None or bool(self.seed))

    @property
    def has_result(self) -> bool:
        """Tell whether it is over, and somebody had moved."""
        return self.is_over and self.ended != of_all.UNPLAYED

    @property
    def stage(self) -> games.Stage:
        """Return what the game waits for."""
        if self.is_over:
            return games.Stage.OVER
        return games.Stage.PLAYING if self.turn is not None else games.Stage.GOING_ON

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

    def may_give_way(self, player: str) -> bool:
        """Tell whether a challenge waits that *player* has made, or of a play of his (classic 5.6)."""
        challenge, open_play = self.challenge, self.open_play
        if challenge is None or open_play is None:
            return False
        return player in (challenge.player, open_play.player) or self.holds_challenge(player)

    def holds_challenge(self, player: str) -> bool:
        """Tell whether a challenge of his waits until another is decided, which nobody else is told."""
        return any(each.player == player for each in self.challenges_held)

    @property
    def rests(self) -> games.Rest | None:
        """Return what all may know it waits for; of a move that waits unseen nobody is told (classic 10)."""
        is_asked = self.challenge is not None and not self.is_over
        return games.Rest.RULING if is_asked else super().rests

    @property
    def playing(self) -> tuple[str, ...]:
        """Return who still plays, in order of play."""
        return tuple(name for name in self.seats if not self.hands[name].is_out)

    def stands_from(self, grace: timedelta) -> datetime | None:
        """Return when all others have let the open play stand (classic 5.2); None: somebody has not.

        They have accepted it, or sent a move after it, which they may replace for a *grace*.
        """
        open_play = self.open_play
        if open_play is None:
            return None
        found = LONG_AGO
        for name in self.playing:
            if name in {open_play.player, *open_play.accepted_by} or self.hands[name].accepts_all:
                continue
            kept = self.kept.get(name)
            if kept is None or kept.value.has_seen != open_play.number:
                return None
            found = max(found, kept.value.received + grace)
        return found

    def with_tiles_put_away(self, player: str) -> Self:  # noqa: ARG002  as a rule he keeps them
        """Return it with the tiles of a player who has gone out where they go then."""
        return self

    def with_name(self, old: str, new: str) -> Self:  # noqa: ARG002  as a rule it does not
        """Return it with another name of a player where only this kind of game names him."""
        return self

    def seats_with(self, player: str) -> tuple[str, ...]:
        """Return the seats of who sits in that of *player*: one, if he has no two racks."""
        return (player,)

    def after(self, player: str) -> str:
        """Return who moves after *player*."""
        _, *others = seats_from(self.seats, player)
        return next(name for name in (*others, player) if not self.hands[name].is_out)

    def begins_again(self, player: str) -> str:
        """Return whose turn that of *player* is when it was undone: the next one's, if he is out."""
        return self.after(player) if self.hands[player].is_out else player

    def player_before(self, player: str) -> str:
        """Return who moves just before *player*."""
        _, *others = seats_from(self.seats, player)
        return next((name for name in reversed(others) if not self.hands[name].is_out), player)


S = TypeVar("S", bound=SeatedGame)
V = TypeVar("V")


def begun_at_table(game: type[S], opened: happened.BeginsAtTable, **beside: object) -> S:
    """Return the game of that class which *opened* begins, with those who sit down at once."""
    players = {name: games.Player(name=name, addresses=(), total=0) for name in opened.seats}
    hands = {name: Hand() for name in opened.seats}
    return games.begun(
        game, opened, players=MappingProxyType(players), hands=MappingProxyType(hands), **beside
    )


def seat(game: S, event: of_all.PlayerJoined) -> S:
    """Return *game* with a player at the table: in his seat, or in the next one."""
    seats = game.seats if event.name in game.seats else (*game.seats, event.name)
    hand = game.hands.get(event.name, Hand())
    return replace(
        games.joined(game, event), seats=seats, hands=games.plus(game.hands, event.name, hand)
    )


def apply_seated(game: S, event: CommonEvent | SeatedEvent) -> S:
    """Return *game* after an event that every game of players at a table knows."""
    match event:
        case happened.TurnBegan():
            return replace(game, turn=Turn(event.number, event.player, event.at, event.deadline))
        case happened.SeatsDrawn():
            return replace(game, seats=event.seats)
        case happened.OrderKept():
            return replace(game, kept=games.plus(game.kept, event.player, event.order))
        case happened.OrderDropped():
            return _drop(game, event.player)
        case happened.PlayWaits():
            return replace(game, waiting=WaitingOrder(event.player, event.order))
        case happened.TurnPassed():
            return _pass(game, event)
        case happened.TurnUndone():
            return _undo(game)
        case happened.RacksRevealed():
            return _reveal(game, event)
        case happened.SeedRevealed():
            return replace(game, seed=event.seed)
        case _:
            return _of_hand(game, event)


def _of_hand(game: S, event: CommonEvent | SeatedEvent) -> S:
    """Return *game* with what an event changes in what one player has, or in the open play, or beside."""
    match event:
        case happened.PlayerOut():
            return _out(game, event)
        case happened.AcceptsAllSet():
            return with_hand(game, event.player, accepts_all=event.wanted)
        case happened.BankUsed():
            used = game.hands[event.player].bank_used + event.seconds
            return with_hand(game, event.player, bank_used=used)
        case happened.FirstRackWished(wish=wish):
            return with_hand(game, event.player, first_wish=wish)
        case happened.AwaySet():
            away = (*game.hands[event.player].away, (event.first, event.last))
            return with_hand(game, event.player, away=away)
        case happened.AwayEnded(last=end):
            days = game.hands[event.player].away
            left = tuple((first, min(last, end)) for first, last in days if first <= end)
            return with_hand(game, event.player, away=left)
        case _:
            return of_open_play(game, event)


def _beside(game: S, event: CommonEvent | SeatedEvent) -> S:
    """Return *game* with what an event that every game knows changes at a table beside the rest."""
    match event:
        case of_all.PlayerJoined():
            return seat(game, event)
        case of_all.PlayerLeft() if game.turn is None and not game.is_over:
            seats = tuple(name for name in game.seats if name != event.name)
            return replace(game, seats=seats)
        case of_all.PlayerReturned() if event.name not in game.seats:
            return replace(game, seats=(*game.seats, event.name))
        case of_all.DeadlineMoved() if game.turn is not None:
            return replace(game, turn=replace(game.turn, deadline=event.deadline))
        case of_all.LotWordGiven():
            return replace(game, lot_words=games.plus(game.lot_words, event.player, event.word))
        case of_all.DrawsMixed():
            return replace(game, mixed=event.words)
        case of_all.ScoreCorrected() if game.is_over:
            final = game.final.get(event.player, 0) + event.points
            return replace(game, final=games.plus(game.final, event.player, final))
        case of_all.ScoreCorrected() if game.before_move is not None:
            before = points_for(game.before_move, event.player, event.points)
            return replace(game, before_move=before)
        case _:
            return game


def before_the_move(game: S) -> S:
    """Return *game* with itself kept, for the move that follows may be undone."""
    return replace(game, before_move=replace(game, before_move=None))


def _out(game: S, event: happened.PlayerOut) -> S:
    """Return *game* without a player, who is out as well in the game before the last move.

    What he wrote of his seat is his, and no undo of a move takes it back; but that he is out of time
    goes back with the time-out.
    """
    player, before = event.player, game.before_move
    game = with_hand(_drop(game, player), player, is_out=True).with_tiles_put_away(player)
    if before is None or event.why == happened.OUT_OF_TIME:
        return game
    return replace(game, before_move=_out(before, event))


def _undo(game: S) -> S:
    """Return the game as it was before the last move; what was ruled, said and settled since stays."""
    before = game.before_move
    if before is None or game.is_over:
        raise ValueError(f"{game.id}: no move can be undone")
    hands = {
        name: replace(
            before.hands[name], accepts_all=h.accepts_all, bank_used=h.bank_used, away=h.away
        )
        for name, h in game.hands.items()
    }
    totals = {
        name: replace(player, total=before.players[name].total)
        for name, player in game.players.items()
    }
    return replace(
        game,
        hands=MappingProxyType(hands),
        players=MappingProxyType(totals),
        turn=before.turn,
        open_play=before.open_play,
        challenge=None,
        challenges_held=(),
        challenged_since=None,
        waiting=None,
        scoreless=before.scoreless,
        before=before.before,
        before_move=None,
        **{name: getattr(before, name) for name in game.goes_back},
    )


def taken_back(game: S, last: LastTurn) -> S:
    """Return *game* without the points of the open play, which is taken back; each kind takes its tiles back."""
    open_play = still_open(game)
    name = open_play.player
    recent = (*game.hands[name].recent[:-1], last.kind)
    game = with_hand(points_for(game, name, -open_play.points), name, recent=recent)
    return replace(game, open_play=None, challenge=None, before=last)


def of_open_play(game: S, event: CommonEvent | SeatedEvent) -> S:
    """Return *game* with what an event changes in the open play, or beside it."""
    match event:
        case happened.PlayAccepted():
            return replace(game, open_play=None, challenges_held=())
        case happened.AcceptanceGiven():
            open_play = still_open(game)
            accepted = open_play.accepted_by | {event.player}
            return replace(game, open_play=replace(open_play, accepted_by=accepted))
        case happened.PlayShown():
            return replace(game, open_play=replace(still_open(game), shown_at=event.at))
        case happened.PlayChallenged():
            made = OpenChallenge(event.player, event.words, event.received, event.is_foreign)
            held = tuple(each for each in game.challenges_held if each.mail != event.mail)
            since = game.challenged_since or event.received
            return replace(game, challenge=made, challenges_held=held, challenged_since=since)
        case happened.ChallengeHeld(words=()):
            left = tuple(each for each in game.challenges_held if each.player != event.player)
            return replace(game, challenges_held=left)
        case happened.ChallengeHeld():
            return replace(game, challenges_held=(*game.challenges_held, event))
        case happened.ChallengeDecided():
            return _decide(game, event)
        case _:
            return _beside(game, event)


def still_open(game: SeatedGame) -> OpenTurn:
    """Return the open play; ValueError if none is."""
    if game.open_play is None:
        raise ValueError(f"{game.id}: no play is open")
    return game.open_play


def with_hand(game: S, name: str, **changes: object) -> S:
    """Return *game* with *changes* of what one player has."""
    hand = replace(game.hands[name], **changes)  # type: ignore[arg-type]  # names of the hand's fields
    return replace(game, hands=games.plus(game.hands, name, hand))


def with_rack(game: S, name: str, rack: str) -> S:
    """Return *game* with another rack for one player."""
    return with_hand(game, name, rack=Secret(game.rules.tiles.in_order(rack)))


def turn_over(game: S, player: str, kind: str, last: LastTurn) -> S:
    """Note how a player's turn went; it brought no points so far."""
    recent = (*game.hands[player].recent, kind)[-game.rules.passes :]
    game = with_hand(game, player, recent=recent, timed_out=0)
    return replace(game, scoreless=game.scoreless + 1, before=replace(last, player=player))


def points_for(game: S, player: str, points: int) -> S:
    """Return *game* with *points* more for a player."""
    return games.with_player(game, player, total=game.players[player].total + points)


def _drop(game: S, player: str) -> S:
    kept = {name: order for name, order in game.kept.items() if name != player}
    waiting = game.waiting
    if waiting is not None and waiting.player == player:
        waiting = None
    return replace(game, kept=MappingProxyType(kept), waiting=waiting)


def _pass(game: S, event: happened.TurnPassed) -> S:
    hand = game.hands[event.player]
    game = before_the_move(game)
    is_declared = event.why in (PassedWhy.PASSED, PassedWhy.PASSED_ON)
    last = LastTurn("pass" if is_declared else event.why.value)
    game = turn_over(game, event.player, event.why.value, last)
    match event.why:
        case PassedWhy.TIMEOUT:
            return with_hand(game, event.player, timed_out=hand.timed_out + 1)
        case PassedWhy.FORFEIT:
            return with_hand(game, event.player, owes_turns=max(0, hand.owes_turns - 1))
        case PassedWhy.PASSED | PassedWhy.PASSED_ON:
            return game
        case _:
            assert_never(event.why)


def _decide(game: S, event: happened.ChallengeDecided) -> S:
    open_play = still_open(game)
    decided = MappingProxyType({**open_play.decided, **dict(event.verdicts)})
    game = points_for(game, event.player, -event.cost)
    if event.stands and event.verdicts and game.rules.challenge_forfeit:
        owes = game.hands[event.player].owes_turns + 1
        game = with_hand(game, event.player, owes_turns=owes)
    open_play = replace(open_play, decided=decided)
    held = _still_held(game, decided) if event.stands else ()
    since = game.challenged_since if held else None
    return replace(
        game, open_play=open_play, challenge=None, challenges_held=held, challenged_since=since
    )


def _still_held(
    game: SeatedGame, decided: Mapping[str, bool]
) -> tuple[happened.ChallengeHeld, ...]:
    """Return the challenges held, without the words that have been decided since."""
    left = (
        replace(each, words=tuple(word for word in each.words if word not in decided))
        for each in game.challenges_held
        if not game.hands[each.player].is_out
    )
    return tuple(each for each in left if each.words)


def _reveal(game: S, event: happened.RacksRevealed) -> S:
    final = {
        name: player.total + event.deductions.get(name, 0) for name, player in game.players.items()
    }
    return replace(
        game,
        final=MappingProxyType(final),
        turn=None,
        open_play=None,
        kept=MappingProxyType({}),
        waiting=None,
    )
