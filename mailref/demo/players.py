"""Simulated players: each finds moves by the search and writes them in a way and with habits of his own."""

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from random import Random

from mailref.demo.clients import CLIENTS, Client, Writer
from mailref.reading.entries import Entry, GameFace
from mailref.reading.printing import BlankStyle, ClaimStyle, PlaceStyle, Style, print_entry
from mailref.rules.board import SIZE, Direction, Square
from mailref.rules.faults import WrittenMove
from mailref.rules.moves import Move, Play, TextSpan
from mailref.rules.top.all_moves import FoundMove

NAMES = (
    "Max Mustermann", "Änne Großmann", "Jürgen Böttcher", "Petra Schönfeld", "Sören Lütke",
    "Birgit Kruse", "Holger Kruse", "Ulla Brandt", "Günther Hölzl", "Ines Kühn",
    "Kai Übelacker", "Claudia Wißmann", "Michael Adler", "Jörg Weiß", "Rosa Zacharias",
    "Theo Quandt",
)  # fmt: skip
MOST_PLAYERS = len(NAMES)
_NOWHERE = TextSpan(1, 1, "")


class Habit(StrEnum):
    """What a player does in a round beside sending a good move."""

    GOOD = "good"
    ALTERNATE = "alternate"
    """The first move holds a word that does not exist; an alternate follows."""
    WRONG = "wrong"
    """The only move does not fit the board."""
    LATE = "late"
    REPLACES = "replaces"
    """A second mail with a better move."""
    DUPLICATE = "duplicate"
    """The same mail is delivered twice."""
    MISSING = "missing"
    MISCOUNTS = "miscounts"
    STATUS = "status"
    """Asks how things stand, then moves."""


@dataclass(frozen=True, slots=True)
class SimulatedPlayer:
    """A player: name and address, client, style, skill, habits in turn."""

    writer: Writer
    client: Client
    style: Style
    reach: int
    """How far down the ranked list of moves he looks: 1 always finds the best."""
    habits: tuple[Habit, ...]
    answers_report: bool

    def habit(self, round_number: int) -> Habit:
        return self.habits[(round_number - 1) % len(self.habits)]


_HABITS: tuple[tuple[Habit, ...], ...] = (
    (Habit.GOOD,),
    (Habit.GOOD, Habit.ALTERNATE, Habit.GOOD),
    (Habit.REPLACES, Habit.GOOD, Habit.MISCOUNTS),
    (Habit.GOOD, Habit.DUPLICATE, Habit.LATE),
    (Habit.WRONG, Habit.GOOD, Habit.STATUS),
    (Habit.GOOD, Habit.MISSING, Habit.ALTERNATE, Habit.LATE),
)
_STYLES = (
    Style(PlaceStyle.SHORT, ClaimStyle.PLAIN, BlankStyle.EQUALS),
    Style(PlaceStyle.LONG, ClaimStyle.POINTS, BlankStyle.JOKER),
    Style(PlaceStyle.RANGE, ClaimStyle.EQUALS, BlankStyle.BRACKETS, has_colon=True),
    Style(PlaceStyle.SPACED, ClaimStyle.BRACKETS, BlankStyle.EQUALS, is_small=True),
    Style(PlaceStyle.WIDE_RANGE, ClaimStyle.PLAIN, BlankStyle.JOKER, has_colon=True),
    Style(PlaceStyle.ABBREVIATED, ClaimStyle.SUM, BlankStyle.BRACKETS),
)
_REACH = (1, 4, 12, 30, 60, 100)


def cast(number: int) -> tuple[SimulatedPlayer, ...]:
    """Return *number* players, no two of whom write alike."""
    return tuple(_player(index) for index in range(number))


def _player(index: int) -> SimulatedPlayer:
    name = NAMES[index]
    local = name.lower().replace(" ", ".")
    for umlaut, spelled in {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}.items():
        local = local.replace(umlaut, spelled)
    return SimulatedPlayer(
        writer=Writer(name, f"{local}@players.example"),
        client=CLIENTS[index % len(CLIENTS)],
        style=_STYLES[index % len(_STYLES)],
        reach=_REACH[index % len(_REACH)],
        habits=_HABITS[index % len(_HABITS)],
        answers_report=index % 3 != 2,
    )


def choose_moves(player: SimulatedPlayer, ranked: tuple[FoundMove, ...], rng: Random) -> list[Move]:
    """Return the moves a player finds: one of the best he sees, and weaker ones as alternates."""
    if not ranked:
        return []
    seen = ranked[: player.reach]
    first = rng.randrange(len(seen))
    chosen = [seen[first], *islice(ranked[first + 1 :], 2)]
    return [_claimed(found) for found in chosen]


def _claimed(found: FoundMove) -> Move:
    move = found.as_move()
    plays = tuple(replace(play, claimed=found.points) for play in move.plays)
    return replace(move, plays=plays)


def misspelt(move: Move) -> Move:
    """Return the move with its word turned round: it fits, but no such word exists."""
    play = move.plays[0]
    turned = replace(play, word=play.word[::-1], starred=frozenset(), claimed=None)
    return replace(move, plays=(turned, *move.plays[1:]))


def misplaced(move: Move) -> Move:
    """Return the move laid elsewhere on the board, by mistake."""
    play = move.plays[0]
    most = SIZE - len(play.word)
    row, column = SIZE - 1 - play.square.row, SIZE - 1 - play.square.column
    if play.direction is Direction.ACROSS:
        square = Square(row, min(column, most))
    else:
        square = Square(min(row, most), column)
    return replace(move, plays=(replace(play, square=square, claimed=None),))


def miscounted(move: Move) -> Move:
    """Return the move with ten points too many claimed."""
    play: Play = move.plays[0]
    return replace(move, plays=(replace(play, claimed=(play.claimed or 0) + 10),))


def entry_text(player: SimulatedPlayer, face: GameFace, moves: list[Move]) -> str:
    """Return the entry as the player types it."""
    written = tuple(WrittenMove(move, (), _NOWHERE) for move in moves)
    name = TextSpan(1, 1, player.writer.name)
    entry = Entry(game=face.id, heading=None, player=name, moves=written)
    return print_entry(entry, face, player.style)
