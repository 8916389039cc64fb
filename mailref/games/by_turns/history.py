"""What may be told of a game in turns at any time: its turns one by one, and the score sheet (classic 10).

Nothing here holds what only one player may see: what is not there cannot be told by mistake.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import AcceptedHow, PassedWhy
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.classic.game import TurnGame
from mailref.games.events import Event, PlayerRenamed, ScoreCorrected
from mailref.games.game import unread_note
from mailref.games.replay import apply
from mailref.games.rummikub.events import TakenWhy
from mailref.games.rummikub.forming import MadeWord
from mailref.structs import Memo
from mailref.tiles.board import Board, LaidTile, Square
from mailref.tiles.scoring import ScoredPlay


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
    """A tile of a stack, in place of a word (WORT-Rummikub)."""


KINDS = {
    PassedWhy.PASSED: TurnKind.PASS,
    PassedWhy.PASSED_ON: TurnKind.PASSED_ON,
    PassedWhy.TIMEOUT: TurnKind.TIMEOUT,
    PassedWhy.FORFEIT: TurnKind.FORFEIT,
}


class ToldChallenge(Struct, frozen=True):
    """A challenge of the play of a turn, and what came of it."""

    player: str
    words: tuple[str, ...]
    verdicts: tuple[tuple[str, bool], ...] = ()
    stands: bool | None = None
    """None: it waits for the game master."""
    cost: int = 0


class ToldDraw(Struct, frozen=True):
    """A drawing, as all are told of it: how many tiles, and what binds them."""

    number: int
    player: str
    count: int
    receipt: str
    stack: int = 0
    """Which stack it binds (WORT-Rummikub), from 1; 0: a rack."""


class ToldTile(Struct, frozen=True):
    """A tile that a player took from a stack, before all eyes."""

    stack: int
    tile: str
    why: TakenWhy


class ToldTaking(Struct, frozen=True):
    """What a turn of Un-Scrabble took from the board, and the words that came into being by it."""

    tiles: tuple[LaidTile, ...]
    words: tuple[str, ...]

    @property
    def letters(self) -> str:
        return "".join(tile.letter for tile in self.tiles)


class TableThen(Struct, frozen=True):
    """How the table lay after a turn of WORT-Rummikub: its words, the top and the height of each stack."""

    words: tuple[str, ...]
    tops: tuple[str, ...]
    heights: tuple[int, ...]


class ToldTurn(Struct, frozen=True):
    """One turn as it stands now; a play may still be challenged, accepted or taken back."""

    number: int
    player: str
    kind: TurnKind
    points: int = 0
    """Noted for it; 0 once it was taken back."""
    total: int = 0
    """The player's total after it."""
    received: datetime | None = None
    scored: ScoredPlay | None = None
    swaps: tuple[Square, ...] = ()
    """Where a real letter was put in the place of a blank (classic 8.1)."""
    theme: int = 0
    claims: tuple[str, ...] = ()
    """Words said to fit the theme, on which the game master has yet to rule (classic 8.2)."""
    formula: str = ""
    board_before: Board | None = None
    board: Board | None = None
    count: int = 0
    """How many tiles were exchanged."""
    accepted: AcceptedHow | None = None
    accepted_by: str = ""
    is_taken_back: bool = False
    challenges: tuple[ToldChallenge, ...] = ()
    draws: tuple[ToldDraw, ...] = ()
    bag: int = 0
    """How many tiles are left after it and what was drawn for it."""
    made: MadeWord | None = None
    """The word laid in WORT-Rummikub."""
    taken: tuple[ToldTile, ...] = ()
    """What was taken from the stacks in it, for its word, or for that going back."""
    table: TableThen | None = None
    off: ToldTaking | None = None
    """What it took from the board in Un-Scrabble."""
    is_unread: bool = False
    """Whether mail of the player came for it and could not be read, until his time was over."""

    @property
    def is_open(self) -> bool:
        """Tell whether its play may still be challenged."""
        return self.kind is TurnKind.PLAY and self.accepted is None and not self.is_taken_back


class SheetWhy(StrEnum):
    """What a line of the score sheet is for."""

    TURN = "turn"
    COST = "cost"
    """A challenge in vain."""
    CORRECTED = "corrected"
    END = "end"
    """Tiles left over, of his own or of the others."""


class SheetLine(Struct, frozen=True):
    """One line of the score sheet: points and total of one player (seed 002)."""

    player: str
    why: SheetWhy
    number: int
    """Of the turn in which it was noted."""
    points: int
    total: int


class TurnHistory(Struct, frozen=True):
    """All that has been told of a game so far."""

    start: tuple[tuple[tuple[str, str], ...], ...] = ()
    """The drawings for the start: who drew which tile."""
    first_draws: tuple[ToldDraw, ...] = ()
    """The racks drawn before the first turn."""
    turns: tuple[ToldTurn, ...] = ()
    sheet: tuple[SheetLine, ...] = ()

    def turn(self, number: int) -> ToldTurn | None:
        """Return one turn."""
        return next((each for each in reversed(self.turns) if each.number == number), None)


def steps_of(events: Iterable[Event]) -> Iterator[tuple[Event, SeatedGame]]:
    """Yield every event of a game with the game after it."""
    game = None
    for event in events:
        game = apply(game, event)
        if isinstance(game, SeatedGame):
            yield event, game


def history_of(steps: Iterable[tuple[object, TurnGame]]) -> TurnHistory:
    """Return what is told of a classic game: *steps* are its events, each with the game after it."""
    teller = _BoardTeller()
    for event, game in steps:
        teller.note(event, game)
    return teller.told()


class Teller(Struct):
    """What is told, while the events of a game are gone through; each kind of game adds its own."""

    start: tuple[tuple[tuple[str, str], ...], ...] = ()
    first_draws: list[ToldDraw] = field(default_factory=list)
    turns: list[ToldTurn] = field(default_factory=list)
    sheet: list[SheetLine] = field(default_factory=list)
    game: SeatedGame | None = None

    def note(self, event: object, game: SeatedGame) -> None:
        """Note what *event* told; it has made *game* what it is."""
        self.game = game
        match event:
            case happened.PlayAccepted():
                self.change(event.number, accepted=event.how, accepted_by=event.by)
            case happened.PlayTakenBack():
                self._take_back(event)
            case happened.PlayChallenged():
                made = ToldChallenge(event.player, event.words)
                self.change(event.number, challenges=(*self._challenges(event.number), made))
            case happened.ChallengeDecided():
                self._decide(event)
            case ScoreCorrected():
                self._points(event.player, SheetWhy.CORRECTED, event.points)
            case happened.RacksRevealed():
                for name, points in event.deductions.items():
                    self._points(name, SheetWhy.END, points)
            case happened.TurnUndone():
                self._undo(event.number)
            case PlayerRenamed():
                self._rename(event.name, event.new_name)
            case _:
                pass
        self.tell(event)

    @abstractmethod
    def tell(self, event: object) -> None:
        """Note what only this kind of game tells of *event*."""

    def told(self) -> TurnHistory:
        """Return what was noted, each line with the total after it."""
        totals = self._starts()
        lines: list[SheetLine] = []
        of_turns: dict[int, int] = {}
        for line in self.sheet:
            totals[line.player] = totals.get(line.player, 0) + line.points
            lines.append(replace(line, total=totals[line.player]))
            if line.why is SheetWhy.TURN:
                of_turns[line.number] = totals[line.player]
        turns = tuple(replace(each, total=of_turns[each.number]) for each in self.turns)
        return TurnHistory(self.start, tuple(self.first_draws), turns, tuple(lines))

    def _starts(self) -> dict[str, int]:
        """Return with which totals the players began: not 0 in a game taken over."""
        players = self.game.players.items() if self.game is not None else ()
        noted: Counter[str] = Counter()
        for line in self.sheet:
            if line.why is not SheetWhy.END:  # an end leaves the totals, and says what they come to
                noted[line.player] += line.points
        return {name: player.total - noted[name] for name, player in players}

    def _challenges(self, number: int) -> tuple[ToldChallenge, ...]:
        return next(each.challenges for each in self.turns if each.number == number)

    def change(self, number: int, **changes: object) -> None:
        """Tell something else of a turn."""
        self.turns = [
            replace(each, **changes) if each.number == number else each  # type: ignore[arg-type]  # names of its fields
            for each in self.turns
        ]

    def move(self, turn: ToldTurn) -> None:
        """Tell a new turn, with its line on the score sheet."""
        if turn.kind is TurnKind.TIMEOUT and self.game is not None:
            note = unread_note(self.game, turn.number, turn.player)
            turn = replace(turn, is_unread=note in self.game.noted)
        self.turns.append(turn)
        self.sheet.append(SheetLine(turn.player, SheetWhy.TURN, turn.number, turn.points, 0))

    def _take_back(self, event: happened.PlayTakenBack) -> None:
        self.change(event.number, is_taken_back=True, points=0)
        self.sheet = [
            replace(each, points=0)
            if (each.number, each.player, each.why) == (event.number, event.player, SheetWhy.TURN)
            else each
            for each in self.sheet
        ]

    def _decide(self, event: happened.ChallengeDecided) -> None:
        *others, last = self._challenges(event.number)
        made = replace(last, verdicts=event.verdicts, stands=event.stands, cost=event.cost)
        self.change(event.number, challenges=(*others, made))
        self._points(event.player, SheetWhy.COST, -event.cost)

    def _points(self, player: str, why: SheetWhy, points: int) -> None:
        if points:
            number = self.turns[-1].number if self.turns else 0
            self.sheet.append(SheetLine(player, why, number, points, 0))

    def _undo(self, number: int) -> None:
        """Forget a turn that did not happen, and what was paid since; corrections stay."""
        self.turns = [each for each in self.turns if each.number < number]
        self.sheet = [
            each for each in self.sheet if each.number < number or each.why is SheetWhy.CORRECTED
        ]

    def _rename(self, old: str, new: str) -> None:
        def name(each: str) -> str:
            return new if each == old else each

        self.start = tuple(tuple((name(who), tile) for who, tile in row) for row in self.start)
        self.first_draws = [replace(each, player=name(each.player)) for each in self.first_draws]
        self.turns = [_renamed(each, name) for each in self.turns]
        self.sheet = [replace(each, player=name(each.player)) for each in self.sheet]


def _renamed(turn: ToldTurn, name: Callable[[str], str]) -> ToldTurn:
    return replace(
        turn,
        player=name(turn.player),
        accepted_by=name(turn.accepted_by),
        challenges=tuple(replace(each, player=name(each.player)) for each in turn.challenges),
        draws=tuple(replace(each, player=name(each.player)) for each in turn.draws),
    )


class _BoardTeller(Teller):
    """What is told of a classic game."""

    drawn: list[ToldDraw] = field(default_factory=list)
    """For the exchange that is about to be noted."""

    def tell(self, event: object) -> None:
        game = self.game
        if not isinstance(game, TurnGame):
            raise TypeError("no classic game")
        bag = len(game.bag.value)
        match event:
            case happened.StarterDrawn():
                self.start = event.drawings
            case happened.TilesDrawn():
                self._draw(event, bag)
            case happened.PlayLaid() | happened.TilesExchanged() | happened.TurnPassed():
                self._of_turn(_turn_of(event, game))
            case happened.PlayTakenBack():
                self.change(event.number, bag=bag)
            case happened.ThemeRuled():
                self._rule_theme(event)
            case _:
                pass

    def _of_turn(self, turn: ToldTurn) -> None:
        if turn.kind is TurnKind.EXCHANGE:
            turn = replace(turn, draws=tuple(self.drawn))
            self.drawn.clear()
        self.move(turn)

    def _draw(self, event: happened.TilesDrawn, bag: int) -> None:
        """Note a drawing: for an exchange that follows, for the player's last play, or before all."""
        draw = ToldDraw(event.number, event.player, event.count, event.receipt)
        his = next((each for each in reversed(self.turns) if each.player == event.player), None)
        if event.put_back.value:
            self.drawn.append(draw)
        elif his is None:
            self.first_draws.append(draw)
        else:
            self.change(his.number, draws=(*his.draws, draw), bag=bag)

    def _rule_theme(self, event: happened.ThemeRuled) -> None:
        """Add what a word claimed for the theme has earned to its turn: the points follow (classic 8.2)."""
        turn = next(each for each in self.turns if each.number == event.number)
        theme, points = turn.theme + event.points, turn.points + event.points
        plain = turn.scored.formula.rpartition("=")[0] if turn.scored is not None else ""
        formula = f"{plain}+{theme}={points}" if theme else turn.formula
        claims = tuple(word for word in turn.claims if word != event.word)
        self.change(event.number, theme=theme, points=points, formula=formula, claims=claims)
        self.sheet = [
            replace(each, points=points)
            if (each.number, each.why) == (event.number, SheetWhy.TURN)
            else each
            for each in self.sheet
        ]


def _turn_of(
    event: happened.PlayLaid | happened.TilesExchanged | happened.TurnPassed, game: TurnGame
) -> ToldTurn:
    bag = len(game.bag.value)
    match event:
        case happened.PlayLaid():
            before = game.open_play.board_before if game.open_play is not None else None
            return ToldTurn(
                number=event.number,
                player=event.player,
                kind=TurnKind.PLAY,
                points=event.points,
                received=event.received,
                scored=event.scored,
                swaps=event.swaps,
                theme=event.theme,
                claims=event.claims,
                formula=event.formula,
                board_before=before,
                board=event.board,
                bag=bag,
            )
        case happened.TilesExchanged():
            return ToldTurn(
                event.number, event.player, TurnKind.EXCHANGE, count=event.count, bag=bag
            )
        case happened.TurnPassed():
            return ToldTurn(event.number, event.player, KINDS[event.why], bag=bag)


_MOST_KEPT = 32
"""A few hundred turns: what is asked for again is asked for soon."""


class Past(Memo):
    """What was told of games in turns last, so that what has not changed is not gone through again.

    What is remembered is what would be told anew, so nobody can tell.
    """

    _kept: dict[str, tuple[tuple[Event, ...], TurnHistory]] = field(default_factory=dict)

    def told(
        self,
        game: str,
        log: tuple[Event, ...],
        tell: Callable[[tuple[Event, ...]], TurnHistory],
    ) -> TurnHistory:
        """Return what *tell* makes of the events of a game."""
        kept = self._kept.pop(game, None)
        if kept is None or kept[0] != log:
            kept = log, tell(log)
        self._kept[game] = kept
        if len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return kept[1]
