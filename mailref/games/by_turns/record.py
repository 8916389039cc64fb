"""A whole game in turns as its export tells it: every drawing and every turn, also those undone.

What is secret before the end is `Secret` here; whoever tells it asks first whether the game is over.
"""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import NO_WISH, AcceptedHow
from mailref.games.by_turns.orders import Wish
from mailref.games.by_turns.rules import Secret
from mailref.games.classic.game import TurnGame
from mailref.games.events import Event
from mailref.games.replay import apply
from mailref.tiles.board import Board, Square, in_order
from mailref.tiles.scoring import ScoredPlay

NOTHING = Secret("")
PLAY, EXCHANGE, PASS, OUT = "play", "exchange", "pass", "out"
"""What a turn was; a pass has its reason beside it, and who is put out in his turn moves no more."""


class RecordedDrawing(Struct, frozen=True):
    """A drawing of tiles; the receipt binds the name that the player had then."""

    drawn: happened.TilesDrawn
    rack: Secret[str]
    """The whole rack after it."""
    player: str
    """As he is called now."""


class RecordedChallenge(Struct, frozen=True):
    """A challenge of a play, and what came of it; None while the game master is waited for."""

    player: str
    made: happened.PlayChallenged
    decided: happened.ChallengeDecided | None = None


class Then(Struct, frozen=True):
    """When something happened beside the turns."""

    turn: int | None
    """Whose number was the current one; None: after the end."""
    undos: int
    """How many turns had been undone: a number comes again after each."""
    is_open: bool
    """Whether a play lay open."""


class RecordedTheme(Struct, frozen=True):
    """A word claimed for the theme that was ruled on, with what it earned."""

    word: str
    points: int
    then: Then


class RecordedTurn(Struct, frozen=True):
    """One turn; a play also with what became of it."""

    number: int
    player: str
    kind: str
    began: datetime | None
    rack: Secret[str]
    """Before the move."""
    total: int
    """The player's, after the turn and what became of it."""
    bag: int
    """Tiles left after it and what was drawn for it."""
    board: Board
    why: str = ""
    """Why he passed, or is out."""
    received: datetime | None = None
    scored: ScoredPlay | None = None
    swaps: tuple[Square, ...] = ()
    theme: int = 0
    claims: tuple[str, ...] = ()
    themed: tuple["RecordedTheme", ...] = ()
    wish: Secret[Wish | None] = NO_WISH
    letters: Secret[str] = NOTHING
    """Those exchanged."""
    count: int = 0
    """How many tiles were exchanged."""
    draws: tuple[int, ...] = ()
    """The numbers of the drawings for it."""
    challenges: tuple[RecordedChallenge, ...] = ()
    accepted: AcceptedHow | None = None
    accepted_by: str = ""
    is_taken_back: bool = False
    undone: str | None = None
    """Why the game master undid it; None: it stands."""

    @property
    def formula(self) -> str:
        """Return `7+13+10=30`, the points of the theme last; "" for what is no play."""
        if self.scored is None:
            return ""
        theme = self.theme + sum(each.points for each in self.themed)
        if not theme:
            return self.scored.formula
        return f"{self.scored.formula.rpartition('=')[0]}+{theme}={self.scored.points + theme}"

    @property
    def points(self) -> int:
        """Return what is noted for it."""
        if self.scored is None or self.is_taken_back:
            return 0
        return self.scored.points + self.theme + sum(each.points for each in self.themed)


class RecordedOut(Struct, frozen=True):
    """Somebody plays no more."""

    player: str
    why: str
    then: Then


class RecordedCorrection(Struct, frozen=True):
    """Points that the game master added or took away."""

    player: str
    then: Then
    points: int
    because: str


class RecordedRuling(Struct, frozen=True):
    """What the game master decided on a word."""

    made: common.WordRuled
    turn: int
    """The one in which it was made; after the end, the last."""
    undos: int


class TurnsRecord(Struct, frozen=True):
    """All that is told of a game in turns."""

    opened: happened.TurnsOpened
    game: TurnGame
    joined: tuple[tuple[str, int], ...] = ()
    """Who plays, in the order in which they came, each with the total he began with."""
    lots: tuple[tuple[str, str], ...] | None = None
    seats: tuple[str, ...] | None = None
    """Drawn by lot."""
    starter: happened.StarterDrawn | None = None
    drawings: tuple[RecordedDrawing, ...] = ()
    turns: tuple[RecordedTurn, ...] = ()
    outs: tuple[RecordedOut, ...] = ()
    corrections: tuple[RecordedCorrection, ...] = ()
    rulings: tuple[RecordedRuling, ...] = ()
    end: happened.RacksRevealed | None = None
    ended: common.GameEnded | None = None

    @property
    def totals(self) -> dict[str, int]:
        """Return every total as it is, deductions of the end included."""
        now = {name: player.total for name, player in self.game.players.items()}
        return {**now, **self.game.final}

    def drawing(self, number: int) -> RecordedDrawing:
        """Return one drawing; KeyError if there is none."""
        for each in self.drawings:
            if each.drawn.number == number:
                return each
        raise KeyError(number)


def turns_record_of(events: Iterable[Event]) -> TurnsRecord:
    """Return what *events* say of a game in turns; ValueError if they begin none."""
    recorder: _Recorder | None = None
    for event in events:
        if recorder is None:
            if not isinstance(event, happened.TurnsOpened):
                raise ValueError(f"no game in turns begins with {type(event).__name__}")
            recorder = _Recorder(event)
        recorder.note(event)
    if recorder is None:
        raise ValueError("no events, no game")
    return recorder.told()


class _Recorder(Struct):
    """What is told, while the events of a game are gone through."""

    opened: happened.TurnsOpened
    game: TurnGame | None = None
    joined: dict[str, int] = field(default_factory=dict)
    lots: tuple[tuple[str, str], ...] | None = None
    seats: tuple[str, ...] | None = None
    starter: happened.StarterDrawn | None = None
    drawings: list[RecordedDrawing] = field(default_factory=list)
    turns: list[RecordedTurn] = field(default_factory=list)
    outs: list[RecordedOut] = field(default_factory=list)
    corrections: list[RecordedCorrection] = field(default_factory=list)
    rulings: list[RecordedRuling] = field(default_factory=list)
    end: happened.RacksRevealed | None = None
    ended: common.GameEnded | None = None
    pending: list[int] = field(default_factory=list)
    """Drawings of an exchange that is about to be noted."""
    undos: int = 0

    def note(self, event: Event) -> None:
        """Note what *event* tells."""
        before = self.game
        now = apply(before, event) if before is not None else apply(None, event)
        if not isinstance(now, TurnGame):
            raise TypeError(f"{now.id} is no game in turns")
        self.game = now
        if before is None:
            self.joined = dict.fromkeys(self.opened.seats, 0)
            return
        match event:
            case common.PlayerJoined():
                self.joined[event.name] = event.total
            case common.PlayerRenamed():
                self._rename(event.name, event.new_name)
            case common.WordRuled():
                self.rulings.append(RecordedRuling(event, self._number, self.undos))
            case common.ScoreCorrected():
                made = RecordedCorrection(
                    event.player, self._then(before), event.points, event.because
                )
                self.corrections.append(made)
            case common.DrawsMixed():
                self.lots = event.words
            case common.GameEnded():
                self.ended = event
            case _:
                self._at_table(event, before, now)

    def told(self) -> TurnsRecord:
        if self.game is None:
            raise ValueError("no game")
        return TurnsRecord(
            opened=self.opened,
            game=self.game,
            joined=tuple(self.joined.items()),
            lots=self.lots,
            seats=self.seats,
            starter=self.starter,
            drawings=tuple(self.drawings),
            turns=tuple(self.turns),
            outs=tuple(self.outs),
            corrections=tuple(self.corrections),
            rulings=tuple(self.rulings),
            end=self.end,
            ended=self.ended,
        )

    @property
    def _number(self) -> int:
        turn = self.game.turn if self.game is not None else None
        return turn.number if turn is not None else self._last

    def _then(self, before: TurnGame) -> Then:
        number = None if before.is_over else self._number
        return Then(number, self.undos, before.open_play is not None)

    @property
    def _last(self) -> int:
        return self.turns[-1].number if self.turns else 0

    def _at_table(self, event: Event, before: TurnGame, now: TurnGame) -> None:
        match event:
            case happened.RacksRevealed():
                self.end = event
            case happened.SeatsDrawn():
                self.seats = event.seats
            case happened.StarterDrawn():
                self.starter = event
            case happened.PlayerOut():
                self._out(event, before)
            case _:
                self._of_turns(event, before, now)

    def _of_turns(self, event: Event, before: TurnGame, now: TurnGame) -> None:
        match event:
            case happened.TilesDrawn():
                self._draw(event, now)
            case happened.PlayLaid():
                self.turns.append(_laid(event, before, now))
            case happened.TilesExchanged():
                self._exchange(event, before, now)
            case happened.TurnPassed():
                turn = _turn(event.number, event.player, before, now)
                self.turns.append(replace(turn, kind=PASS, why=event.why))
            case happened.TurnUndone():
                self._undo(event)
            case _:
                self._of_plays(event, before, now)

    def _of_plays(self, event: Event, before: TurnGame, now: TurnGame) -> None:
        match event:
            case happened.PlayAccepted():
                self._change(event.number, accepted=event.how, accepted_by=event.by)
            case happened.PlayTakenBack():
                total = now.players[event.player].total
                bag, board = len(now.bag.value), now.board
                self._change(event.number, is_taken_back=True, total=total, bag=bag, board=board)
            case happened.PlayChallenged():
                made = RecordedChallenge(event.player, event)
                self._change(event.number, challenges=(*self._turn(event.number).challenges, made))
            case happened.ChallengeDecided():
                *others, last = self._turn(event.number).challenges
                decided = replace(last, decided=event)
                self._change(event.number, challenges=(*others, decided))
            case happened.ThemeRuled():
                turn = self._turn(event.number)
                ruled = RecordedTheme(event.word, event.points, self._then(before))
                themed = (*turn.themed, ruled)
                self._change(event.number, themed=themed, total=turn.total + event.points)
            case _:
                pass

    def _at(self, number: int) -> int:
        """Return where a turn stands, the newest of its number; KeyError if there is none."""
        found = [at for at, each in enumerate(self.turns) if each.number == number]
        if not found:
            raise KeyError(number)
        return found[-1]

    def _turn(self, number: int) -> RecordedTurn:
        return self.turns[self._at(number)]

    def _change(self, number: int, **changes: object) -> None:
        at = self._at(number)
        self.turns[at] = replace(self.turns[at], **changes)  # type: ignore[arg-type]  # names of its fields

    def _undo(self, event: happened.TurnUndone) -> None:
        """Note it of the turn, and of those after it in which somebody went out: he plays again."""
        at = self._at(event.number)
        undone = [replace(each, undone=event.because) for each in self.turns[at:]]
        self.turns[at:] = undone
        self.undos += 1

    def _exchange(self, event: happened.TilesExchanged, before: TurnGame, now: TurnGame) -> None:
        turn = _turn(event.number, event.player, before, now)
        was = before.before_move
        rack = was.hands[event.player].rack if was is not None else turn.rack
        draws = tuple(self.pending)
        self.pending.clear()
        letters = Secret(in_order(event.letters.value))
        exchanged = replace(turn, kind=EXCHANGE, letters=letters, count=event.count)
        self.turns.append(replace(exchanged, rack=rack, draws=draws))

    def _draw(self, event: happened.TilesDrawn, now: TurnGame) -> None:
        rack = now.hands[event.player].rack
        self.drawings.append(RecordedDrawing(event, rack, event.player))
        if event.put_back.value:
            self.pending.append(event.number)
            return
        his = [each for each in self.turns if each.player == event.player and each.kind == PLAY]
        if his:
            last = his[-1]
            self._change(last.number, draws=(*last.draws, event.number), bag=len(now.bag.value))

    def _out(self, event: happened.PlayerOut, before: TurnGame) -> None:
        self.outs.append(RecordedOut(event.player, event.why, self._then(before)))
        turn = before.turn
        is_his = turn is not None and turn.player == event.player
        if turn is not None and is_his and self.game is not None and not self._is_told(turn.number):
            out = _turn(turn.number, event.player, before, self.game)
            self.turns.append(replace(out, kind=OUT, why=event.why))

    def _is_told(self, number: int) -> bool:
        """Tell whether a turn of that number stands already."""
        return any(each.number == number and each.undone is None for each in self.turns)

    def _rename(self, old: str, new: str) -> None:
        def named(name: str) -> str:
            return new if name == old else name

        self.joined = {named(name): total for name, total in self.joined.items()}
        self.seats = self.seats and tuple(map(named, self.seats))
        if self.starter is not None:
            rows = tuple(
                tuple((named(name), tile) for name, tile in row) for row in self.starter.drawings
            )
            self.starter = happened.StarterDrawn(rows, tuple(map(named, self.starter.order)))
        if self.end is not None:
            self.end = replace(
                self.end,
                racks={named(name): rack for name, rack in self.end.racks.items()},
                deductions={named(name): lost for name, lost in self.end.deductions.items()},
            )
        self.drawings = [replace(each, player=named(each.player)) for each in self.drawings]
        self.outs = [replace(each, player=named(each.player)) for each in self.outs]
        self.corrections = [replace(each, player=named(each.player)) for each in self.corrections]
        self.turns = [
            replace(
                each,
                player=named(each.player),
                accepted_by=named(each.accepted_by),
                challenges=tuple(
                    replace(made, player=named(made.player)) for made in each.challenges
                ),
            )
            for each in self.turns
        ]


def _turn(number: int, player: str, before: TurnGame, now: TurnGame) -> RecordedTurn:
    return RecordedTurn(
        number=number,
        player=player,
        kind=PLAY,
        began=before.turn.began if before.turn is not None else None,
        rack=before.hands[player].rack,
        total=now.players[player].total,
        bag=len(now.bag.value),
        board=now.board,
    )


def _laid(event: happened.PlayLaid, before: TurnGame, now: TurnGame) -> RecordedTurn:
    return replace(
        _turn(event.number, event.player, before, now),
        received=event.received,
        scored=event.scored,
        swaps=event.swaps,
        theme=event.theme,
        claims=event.claims,
        wish=event.wish,
    )
