"""A classic game for others: a line for each turn, its moves as GCG, the pages of its archive.

A game as a GCG file, for Quackle, macondo and their like (classic 14).

The format (poslfit.com/scrabble/gcg): pragmas, then an event a line, `>nick: RACK 8H W.RT +20 20`.
A number first means across, whatever the game's own notation; a tile that lies already is a dot, a
blank is `?` on the rack and a small letter in the word. It knows two players and one deduction that
is no rack: `(time)`.
"""

from collections.abc import Iterable, Iterator

from mailref.games.by_turns.history import ToldTurn, TurnHistory, TurnKind, steps_of
from mailref.games.by_turns.mails import turn_pages as pages  # noqa: F401  as at every table
from mailref.games.by_turns.mails import turns_csv
from mailref.games.by_turns.play import told_of
from mailref.games.classic.game import TurnGame, classic
from mailref.games.events import Event
from mailref.report.gcg import NotInGcgError, gcg_place, gcg_tiles
from mailref.tiles.board import Axes, in_order, place_name

_PLAYERS = 2


def gcg_of_turns(game: TurnGame, history: TurnHistory) -> str:
    """Return the game as a GCG file; NotInGcgError says what in it the format does not know."""
    for why in _turn_obstacles(game, history):
        raise NotInGcgError(why)
    nicks = {name: f"player{at}" for at, name in enumerate(game.seats, start=1)}
    title = _line(game.title)
    head = [
        "#character-encoding UTF-8",
        *(f"#{nicks[name]} {nicks[name]} {_line(name)}" for name in game.seats),
        f"#title {title}",
        f"#id mailref {game.id}",
        f"#lexicon {_line(game.lexicon)}",
    ]
    return "\n".join((*head, *_Lines(game, history, nicks).all())) + "\n"


def _line(text: str) -> str:
    return " ".join(text.split())


def _turn_obstacles(game: TurnGame, history: TurnHistory) -> Iterator[str]:
    players = len(game.seats)
    if not game.tells_all:
        yield "it goes on, or another with the same tiles does: racks and letters exchanged are secret until its end"
    if players != _PLAYERS:
        yield f"{players} play, and GCG knows two players"
    if game.rules.bags > 1:
        yield "it has two bags, which GCG does not know"
    if game.is_taken_over:
        yield "it was taken over in mid-course, which GCG has no way to state"
    for turn in history.turns:
        if turn.swaps:
            yield f"turn {turn.number}: GCG knows no exchange of a blank on the board"
    if history.corrections:
        yield "the game master corrected a total, which GCG does not know"


class _Lines:
    """The events of a game, each with the total after it."""

    def __init__(self, game: TurnGame, history: TurnHistory, nicks: dict[str, str]) -> None:
        self._game = game
        self._history = history
        self._nicks = nicks
        self._totals = dict.fromkeys(nicks, 0)

    def all(self) -> Iterator[str]:
        for turn in self._history.turns:
            yield from self._turn(turn)
        yield from self._costs()
        yield from self._rest()

    def _event(self, player: str, rack: str, event: str, points: int) -> str:
        self._totals[player] += points
        return f">{self._nicks[player]}: {rack} {event} {points:+d} {self._totals[player]}"

    def _turn(self, turn: ToldTurn) -> Iterator[str]:
        rack = turn.rack.value
        if turn.scored is not None:
            noted = turn.scored.points + turn.theme
            laid = f"{gcg_place(turn.scored)} {gcg_tiles(turn.scored)}"
            yield self._event(turn.player, rack, laid, noted)
            if turn.is_taken_back:
                yield self._event(turn.player, rack, "--", -noted)
        elif turn.kind is TurnKind.EXCHANGE:
            yield self._event(turn.player, rack, f"-{in_order(turn.letters.value)}", 0)
        else:
            yield self._event(turn.player, rack, "-", 0)

    def _costs(self) -> Iterator[str]:
        """Yield what challenges in vain have cost, for each player at once."""
        made = [each for turn in self._history.turns for each in turn.challenges]
        for name in self._nicks:
            cost = sum(each.cost for each in made if each.player == name)
            if cost:
                rack = self._game.hands[name].rack.value
                yield self._event(name, rack, "(time)", -cost)
                yield f"#note {cost} points for challenges in vain; GCG has no other name for them"

    def _rest(self) -> Iterator[str]:
        """Yield what the end takes for the tiles that are left, and gives."""
        if self._history.end is None:
            return
        end = self._history.end.value
        for name, points in end.deductions.items():
            left = "".join(rack for other, rack in end.racks.items() if other != name)
            own = end.racks[name]
            if points > 0:
                yield self._event(name, own, f"({left})", points)
            elif points < 0:
                yield self._event(name, own, f"({own})", points)


_KEYS = """
    turn=number player kind=recorded_kind word=scored.word square direction=scored.direction
    formula points total=noted count
"""


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each turn."""
    return turns_csv(log, _KEYS, _square, has_outs=True)


def _square(turn: ToldTurn, axes: Axes) -> dict[str, str]:
    laid = turn.scored
    return {"square": place_name(laid.square, laid.direction, axes) if laid else ""}


def gcg(log: Iterable[Event]) -> str:
    """Return the moves as GCG; NotInGcgError says why the format cannot hold the game."""
    steps = tuple(steps_of(log))
    return gcg_of_turns(classic(steps[-1][1]), told_of(steps))
