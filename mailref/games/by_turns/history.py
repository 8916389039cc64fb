"""What is told of a game of players at a table: its turns one by one, what happened beside them, the score sheet.

Mails, archives, exports, CSV and GCG read the same. What is secret before the end is `Secret` here:
whoever tells it asks first whether the game is over.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, Generic, Literal, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import NO_WISH, AcceptedHow, PassedWhy
from mailref.games.by_turns.game import EMPTY, SeatedGame
from mailref.games.chance import Secret
from mailref.games.events import Event
from mailref.games.game import Game, unread_note
from mailref.games.kind import apply
from mailref.orders.entries import Wish
from mailref.structs import Memo
from mailref.tiles.board import Axes, Board, Square
from mailref.tiles.scoring import ScoredPlay

E = TypeVar("E")


class TurnKind(StrEnum):
    """What a turn was."""

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105  the name of a turn
    PASSED_ON = "passed_on"
    """Before the first word, where Jack opens."""
    TIMEOUT = "timeout"
    FORFEIT = "forfeit"
    """Lost for a challenge in vain."""
    TAKE = "take"
    """A tile, in place of a word."""
    OUT = "out"
    """Nothing: who is put out in his turn moves no more."""


def form_of(kind: TurnKind, scored: ScoredPlay | None) -> str:
    """Return by which name templates speak of a turn of that kind: of a play that lies on no board in general."""
    return "moved" if kind is TurnKind.PLAY and scored is None else kind.value


KINDS = {
    PassedWhy.PASSED: TurnKind.PASS,
    PassedWhy.PASSED_ON: TurnKind.PASSED_ON,
    PassedWhy.TIMEOUT: TurnKind.TIMEOUT,
    PassedWhy.FORFEIT: TurnKind.FORFEIT,
}


class Then(Struct, frozen=True):
    """When something happened beside the turns."""

    number: int
    """Of the current turn; after the end, of the last."""
    after: int
    """How many turns stood."""
    undos: int
    """How many had been undone: a number comes again after each."""
    is_open: bool
    """Whether a play lay open."""
    is_over: bool

    @property
    def turn(self) -> int | None:
        """Return the number of the current turn; after the end there is none."""
        return None if self.is_over else self.number


class Aside(Struct, Generic[E], frozen=True):
    """Something that happened beside the turns."""

    event: E
    player: str
    """As he is called now."""
    then: Then


class ToldChallenge(Struct, frozen=True):
    """A challenge of the play of a turn, and what came of it."""

    player: str
    words: tuple[str, ...]
    received: datetime
    verdicts: tuple[tuple[str, bool], ...] = ()
    stands: bool | None = None
    """None: it waits for the game master."""
    cost: int = 0


class ToldDraw(Struct, frozen=True):
    """A drawing: all are told how many tiles, and what binds them."""

    number: int
    player: str
    count: int
    receipt: str
    stack: int = 0
    """Which stack it binds, from 1; 0: a rack."""
    made: Event | None = None
    """As it is recorded; the receipt binds the name that the player had then."""
    rack: Secret[str] = EMPTY
    """The whole rack after it."""


class ToldTurn(Struct, frozen=True):
    """One turn as it stands now, or was undone; a play may still be challenged, accepted or taken back."""

    number: int
    player: str
    kind: TurnKind
    points: int = 0
    """Noted for it; 0 once it was taken back."""
    total: int = 0
    """The player's total after it, on the score sheet of now."""
    noted: int = 0
    """The player's total as it was just after it and what became of it."""
    why: str = ""
    """Why nothing was moved."""
    began: datetime | None = None
    received: datetime | None = None
    scored: ScoredPlay | None = None
    swaps: tuple[Square, ...] = ()
    """Where a real letter was put in the place of a blank (classic 8.1)."""
    theme: int = 0
    claims: tuple[str, ...] = ()
    """Words said to fit the theme, which its list does not hold (classic 8.2)."""
    themed: tuple[Aside[happened.ThemeRuled], ...] = ()
    """Those on which the game master has ruled; what they earned is in the points."""
    formula: str = ""
    board_before: Board | None = None
    board: Board | None = None
    count: int = 0
    """How many tiles were exchanged."""
    rack: Secret[str] = EMPTY
    """Before the move."""
    letters: Secret[str] = EMPTY
    """Those exchanged, as he wrote them."""
    wish: Secret[Wish | None] = NO_WISH
    accepted: AcceptedHow | None = None
    accepted_by: str = ""
    is_taken_back: bool = False
    challenges: tuple[ToldChallenge, ...] = ()
    draws: tuple[ToldDraw, ...] = ()
    bag: int = 0
    """How many tiles are left after it and what was drawn for it."""
    is_unread: bool = False
    """Whether mail of the player came for it and could not be read, until his time was over."""
    undone: str | None = None
    """Why the game master undid it; None: he did not."""
    is_of_end: bool = False
    """Whether the game ended while its play could still be challenged: it stands."""
    shows: tuple[str, ...] = ()
    """Words that it showed to all where they lie on no board."""

    @property
    def form(self) -> str:
        """Return by which name templates speak of it; of a move that nobody has named they do so in general."""
        return form_of(self.kind, self.scored)

    @property
    def word(self) -> str:
        """Return what it laid or took where that is no play on a board."""
        return ""

    def own(self, axes: Axes) -> Any:
        """Return what else templates of its kind are told of it, squares named."""

    @property
    def stands(self) -> bool:
        """Tell whether it was used, and not undone."""
        return self.undone is None and self.kind is not TurnKind.OUT

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words that it showed to all."""
        return tuple(word.word for word in self.scored.words) if self.scored else self.shows

    @property
    def recorded_kind(self) -> str:
        """Return how exports of classic games name what it was: whatever scored nothing is a pass."""
        return str(TurnKind.PASS if self.kind in KINDS.values() else self.kind)

    @property
    def unruled(self) -> tuple[str, ...]:
        """Return the words said to fit the theme on which the game master has yet to rule."""
        ruled = {each.event.word for each in self.themed}
        return tuple(word for word in self.claims if word not in ruled)

    @property
    def is_open(self) -> bool:
        """Tell whether its play may still be challenged: a word of it at least that no challenge has decided."""
        is_settled = self.accepted is not None or self.is_taken_back or self.is_of_end
        return self.kind is TurnKind.PLAY and not is_settled and not self._is_all_decided

    @property
    def _is_all_decided(self) -> bool:
        decided = {word for each in self.challenges for word, _ in each.verdicts}
        return bool(self.words) and decided.issuperset(self.words)


SheetWhy = Literal["turn", "cost", "corrected", "end"]
"""What a line of the score sheet is for: `cost` is of a challenge in vain, `end` of tiles left over, his or others'."""


class SheetLine(Struct, frozen=True):
    """One line of the score sheet: points and total of one player (seed 002)."""

    player: str
    why: SheetWhy
    number: int
    """Of the turn in which it was noted."""
    points: int
    total: int


class TurnHistory(Struct, frozen=True):
    """All that is told of a game so far."""

    start: tuple[tuple[tuple[str, str], ...], ...] = ()
    """The drawings for the start: who drew which tile."""
    order: tuple[str, ...] = ()
    """In which they sit by that, or as the settings say who begins."""
    first_draws: tuple[ToldDraw, ...] = ()
    """The racks drawn before the first turn."""
    course: tuple[ToldTurn, ...] = ()
    """Every turn, also those undone, and those in which a player was put out."""
    sheet: tuple[SheetLine, ...] = ()
    players: tuple[tuple[str, int], ...] = ()
    """Who came, in that order, each with the total he began with."""
    among: tuple[str, ...] = ()
    """In which order they sat before the lot for the seats."""
    seats: tuple[str, ...] | None = None
    """Drawn by lot."""
    drawings: tuple[ToldDraw, ...] = ()
    """All from the bag, in the order drawn."""
    outs: tuple[Aside[happened.PlayerOut], ...] = ()
    corrections: tuple[Aside[common.ScoreCorrected], ...] = ()
    rulings: tuple[Aside[Secret[common.WordRuled]], ...] = ()
    """Also on words that stood in moves which nobody has seen."""
    end: Secret[happened.RacksRevealed] | None = None
    ended: common.GameEnded | None = None

    @property
    def turns(self) -> tuple[ToldTurn, ...]:
        """Return the turns that stand."""
        return tuple(each for each in self.course if each.stands)

    def why_out(self, player: str) -> str:
        """Return why somebody plays no more; "" where nothing was told of it."""
        out = (each.event.why for each in reversed(self.outs) if each.player == player)
        return next(out, "")

    @property
    def newest(self) -> ToldTurn | None:
        """Return the turn that made the newest play, if that still lies."""
        plays = (turn for turn in reversed(self.turns) if turn.kind is TurnKind.PLAY)
        newest = next(plays, None)
        return None if newest is None or newest.is_taken_back else newest

    def turn(self, number: int) -> ToldTurn | None:
        """Return one turn that stands."""
        found = (each for each in reversed(self.course) if each.number == number and each.stands)
        return next(found, None)


def steps_of(
    events: Iterable[Event], game: SeatedGame | None = None
) -> Iterator[tuple[Event, SeatedGame]]:
    """Yield every event of a game with the game after it; *game* is how it was before them."""
    now: Game | None = game
    for event in events:
        now = apply(now, event)
        if isinstance(now, SeatedGame):
            yield event, now


@cache
def _called_alike(happened: type[Event], told: type[ToldTurn]) -> tuple[str, ...]:
    """Return what both call by one name."""
    return tuple(name for name in told.__struct_fields__ if hasattr(happened, name))


class Teller(Struct):
    """What is told, while the events of a game are gone through; each kind of game adds its own."""

    turn_told: ClassVar[type[ToldTurn]] = ToldTurn
    course: list[ToldTurn] = field(default_factory=list)
    sheet: list[SheetLine] = field(default_factory=list)
    beside: TurnHistory = field(default_factory=TurnHistory)
    """All else."""
    before: SeatedGame | None = None
    game: SeatedGame | None = None
    names: tuple[str, ...] = ()
    """Of all players, as they are called now."""
    undos: int = 0

    def all_of(self, steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
        """Return what is told of a game: *steps* are its events, each with the game after it."""
        found = tuple(steps)
        self.names = tuple(found[-1][1].players) if found else ()
        return self.go_on(found)

    def go_on(self, steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
        """Return the same after more *steps*, since which nobody is called otherwise."""
        for event, game in steps:
            self.before, self.game = self.game, game
            if self.before is None:
                players = tuple((self.called(name), 0) for name in game.players)
                self.beside = replace(self.beside, players=players)
            self._note(event, game)
            self.tell(event)
        return self._told()

    def called(self, name: str) -> str:
        """Return how a player is called now: by his seat, for he may be renamed."""
        players = self.playing.players
        return self.names[tuple(players).index(name)] if name in players else name

    def _note(self, event: object, game: SeatedGame) -> None:
        """Note what *event* told; it has made *game* what it is."""
        match event:  # what happens most first
            case happened.TurnBegan() | happened.TilesDrawn() | happened.PlayLaid():
                pass
            case happened.PlayAccepted():
                by = self.called(event.by)
                self.change(event.number, accepted=event.how, accepted_by=by)
            case happened.PlayTakenBack():
                self._take_back(event)
            case happened.PlayChallenged():
                made = ToldChallenge(self.called(event.player), event.words, event.received)
                self.change(event.number, challenges=(*self.turn(event.number).challenges, made))
            case happened.ChallengeDecided():
                self._decide(event)
            case happened.TurnUndone():
                self.undo(event)
            case happened.TurnPassed():
                self.made_by(event, KINDS[event.why])
            case _:
                self._note_beside(event, game)

    def tell(self, event: object) -> None:
        """Note what only this kind of game tells of *event*: mostly what each turn was."""
        is_own = type(event).__module__ != happened.__name__
        if is_own and isinstance(event, happened.OfTurn) and event.is_turn:
            is_open = self.playing.open_play is not None
            accepted = None if is_open else AcceptedHow.AT_ONCE
            self.made_by(event, TurnKind.PLAY, accepted=accepted)

    def as_it_lies(self) -> Mapping[str, Any]:
        """Return how all lies now, as a turn tells it."""
        return {}

    def made_by(self, event: happened.OfTurn, kind: TurnKind, **own: Any) -> None:
        """Tell a new turn by what happened in it: what both call alike, beside what is its *own*."""
        same = {name: getattr(event, name) for name in _called_alike(type(event), self.turn_told)}
        self.move(self.turn_told(**{**same, "kind": kind, **own}))

    def _note_beside(self, event: object, game: SeatedGame) -> None:
        now = self.beside
        match event:
            case common.PlayerJoined():
                joined = {**dict(now.players), self.called(event.name): event.total}
                among = tuple(map(self.called, game.seats))
                self.beside = replace(now, players=tuple(joined.items()), among=among)
            case common.PlayerLeft() | common.PlayerReturned() if now.seats is None:
                self.beside = replace(now, among=tuple(map(self.called, game.seats)))
            case happened.SeatsDrawn():
                self.beside = replace(now, seats=tuple(map(self.called, event.seats)))
            case happened.PlayerOut():
                self.beside = replace(now, outs=(*now.outs, self.aside(event, event.player)))
            case common.WordRuled():
                self.beside = replace(now, rulings=(*now.rulings, self.aside(Secret(event), "")))
            case common.ScoreCorrected():
                self._points(event.player, "corrected", event.points)
                made = self.aside(event, event.player)
                self.beside = replace(now, corrections=(*now.corrections, made))
            case happened.RacksRevealed():
                for name, points in event.deductions.items():
                    self._points(name, "end", points)
                end = replace(
                    event,
                    racks={self.called(name): rack for name, rack in event.racks.items()},
                    deductions={self.called(n): points for n, points in event.deductions.items()},
                )
                self.beside = replace(now, end=Secret(end))
            case common.GameEnded():
                self.beside = replace(now, ended=event)
            case _:
                pass

    def _told(self) -> TurnHistory:
        """Return what was noted, each line with the total after it."""
        points = {each.number: each.points for each in self.course if each.stands}
        sheet = [
            replace(line, points=points[line.number]) if line.why == "turn" else line
            for line in self.sheet
        ]
        totals, lines, of_turns = self._starts(sheet), list[SheetLine](), dict[int, int]()
        for line in sheet:
            totals[line.player] = totals.get(line.player, 0) + line.points
            lines.append(replace(line, total=totals[line.player]))
            if line.why == "turn":
                of_turns[line.number] = totals[line.player]
        course = (
            replace(each, total=of_turns[each.number], is_of_end=self.beside.ended is not None)
            if each.stands
            else each
            for each in self.course
        )
        return replace(self.beside, course=tuple(course), sheet=tuple(lines))

    def _starts(self, sheet: Iterable[SheetLine]) -> dict[str, int]:
        """Return with which totals the players began: not 0 in a game taken over."""
        players = self.game.players.items() if self.game is not None else ()
        noted: Counter[str] = Counter()
        for line in sheet:
            if line.why != "end":  # an end leaves the totals, and says what they come to
                noted[line.player] += line.points
        return {name: player.total - noted[name] for name, player in players}

    def aside(self, event: E, player: str) -> Aside[E]:
        """Return what happens now beside the turns, with when that is."""
        game = self.playing
        last = self.course[-1].number if self.course else 0
        then = Then(
            number=game.turn.number if game.turn is not None else last,
            after=sum(each.stands for each in self.course),
            undos=self.undos,
            is_open=game.open_play is not None,
            is_over=game.is_over,
        )
        return Aside(event, self.called(player), then)

    def begin(
        self, drawings: Iterable[tuple[tuple[str, str], ...]], order: tuple[str, ...]
    ) -> None:
        """Tell who drew which tile for the start, and how they sit by that."""
        start = tuple(tuple((self.called(name), tile) for name, tile in row) for row in drawings)
        self.beside = replace(self.beside, start=start, order=tuple(map(self.called, order)))

    @property
    def playing(self) -> SeatedGame:
        """Return the game as it is; ValueError before all events."""
        if self.game is None:
            raise ValueError("nothing has begun")
        return self.game

    def _at(self, number: int) -> int:
        """Return where a turn is told, the newest of its number."""
        return max(at for at, each in enumerate(self.course) if each.number == number)

    def turn(self, number: int) -> ToldTurn:
        """Return a turn, the newest of its number."""
        return self.course[self._at(number)]

    def last_of(self, player: str) -> ToldTurn | None:
        """Return the last turn that stands of a player."""
        name = self.called(player)
        his = (each for each in reversed(self.course) if each.stands and each.player == name)
        return next(his, None)

    def change(self, number: int, **changes: object) -> None:
        """Tell something else of a turn."""
        at = self._at(number)
        self.course[at] = replace(self.course[at], **changes)  # type: ignore[arg-type]  # names of its fields

    def move(self, turn: ToldTurn) -> None:
        """Tell a new turn, with its line on the score sheet."""
        game, player = self.playing, turn.player
        before = game.before_move
        turn = replace(
            turn,
            player=self.called(player),
            began=game.turn.began if game.turn is not None else None,
            noted=game.players[player].total,
            rack=before.hands[player].rack if before is not None else EMPTY,
            is_unread=turn.kind is TurnKind.TIMEOUT
            and unread_note(game, turn.number, player) in game.noted,
            **self.as_it_lies(),
        )
        self.course.append(turn)
        self.sheet.append(SheetLine(turn.player, "turn", turn.number, 0, 0))

    def _take_back(self, event: happened.PlayTakenBack) -> None:
        total = self.playing.players[event.player].total
        self.change(event.number, is_taken_back=True, noted=total, points=0)

    def _decide(self, event: happened.ChallengeDecided) -> None:
        *others, last = self.turn(event.number).challenges
        made = replace(last, verdicts=event.verdicts, stands=event.stands, cost=event.cost)
        self.change(event.number, challenges=(*others, made))
        self._points(event.player, "cost", -event.cost)

    def _points(self, player: str, why: SheetWhy, points: int) -> None:
        if points:
            number = next((each.number for each in reversed(self.course) if each.stands), 0)
            self.sheet.append(SheetLine(self.called(player), why, number, points, 0))

    def undo(self, event: happened.TurnUndone) -> None:
        """Note that a turn did not happen, nor what was paid since; corrections stay.

        Who was put out in a turn after it plays again.
        """
        at = self._at(event.number)
        self.course[at:] = [replace(each, undone=event.because) for each in self.course[at:]]
        self.undos += 1
        self.sheet = [
            each for each in self.sheet if each.number < event.number or each.why == "corrected"
        ]


_MOST_KEPT = 32
"""A few hundred turns: what is asked for again is asked for soon."""


class Past(Memo):
    """What was told of games in turns last, so that what has not changed is not gone through again.

    What is remembered is what would be told anew, so nobody can tell.
    """

    _kept: dict[str, tuple[tuple[Event, ...], TurnHistory]] = field(default_factory=dict)

    def told(
        self, game: str, log: tuple[Event, ...], tell: Callable[[tuple[Event, ...]], TurnHistory]
    ) -> TurnHistory:
        """Return what *tell* makes of the events of a game."""
        kept = self._kept.pop(game, None)
        if kept is None or kept[0] != log:
            kept = log, tell(log)
        self._kept[game] = kept
        if len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return kept[1]
