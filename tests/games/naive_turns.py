"""An independent referee of games in turns for tests: short, slow, written from docs/classic.md alone.

It is told who does what and which tiles were drawn, and says how things stand then. It knows no kept
moves: those are asked of it when they are carried out.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mailref.rules.variant import Laying
from tests.rules.naive import POINTS, At, Tile, score, spelled
from tests.rules.naive import formed as words_formed

Deal = Callable[[str, int], str]
"""Which tiles a player drew, so many of them."""


@dataclass(slots=True)
class Lying:
    """A play that may still be challenged."""

    owner: str
    words: list[str]
    points: int
    board_before: dict[At, Tile]
    rack_before: Counter[str]
    settled: set[str] = field(default_factory=set)


@dataclass(slots=True)
class NaiveTurns:
    """One game, by the seat."""

    rules: Laying
    seats: list[str]
    racks: dict[str, Counter[str]]
    bag: int
    deal: Deal
    is_valid: Callable[[str], bool]
    cost: int
    open_dictionary: bool
    totals: dict[str, int] = field(default_factory=dict)
    board: dict[At, Tile] = field(default_factory=dict)
    turns: dict[str, list[str]] = field(default_factory=dict)
    at: int = 0
    number: int = 1
    lying: Lying | None = None
    ended: str = ""
    final: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.totals = dict.fromkeys(self.seats, 0)
        self.turns = {name: [] for name in self.seats}

    @property
    def to_move(self) -> str:
        return self.seats[self.at]

    def play(self, new: dict[At, Tile], *, across: bool) -> None:
        self._stand()
        name = self.to_move
        points, _ = score(self.board, new, across=across, rules=self.rules, offered=7)
        lying = {**self.board, **new}
        words = [
            spelled(lying, squares) for squares in words_formed(self.board, new, across=across)
        ]
        before = Counter(self.racks[name])
        self.lying = Lying(name, words, points, dict(self.board), before)
        self.racks[name] = before - Counter("?" if b else letter for letter, b in new.values())
        self.board = lying
        self.totals[name] += points
        self._turn_over("play")
        if self.open_dictionary:
            self._stand()

    def exchange(self, letters: str) -> None:
        self._stand()
        name = self.to_move
        drawn = self.deal(name, len(letters))
        self.racks[name] = self.racks[name] - Counter(letters) + Counter(drawn)
        self._turn_over("exchange")

    def pass_(self, why: str = "pass") -> None:
        self._stand()
        if not self.ended:
            self._turn_over(why)

    def challenge(self, name: str, words: Sequence[str]) -> None:
        lying = self.lying
        assert lying is not None
        asked = [word for word in dict.fromkeys(words or lying.words) if word not in lying.settled]
        if all(map(self.is_valid, asked)):
            self.totals[name] -= self.cost
            lying.settled |= set(asked)
            return
        self.board = lying.board_before
        self.racks[lying.owner] = lying.rack_before
        self.totals[lying.owner] -= lying.points
        self.turns[lying.owner][-1] = "back"
        self.lying = None

    def accept(self) -> None:
        self._stand()

    def _stand(self) -> None:
        lying, self.lying = self.lying, None
        if lying is None:
            return
        rack = self.racks[lying.owner]
        is_last = not rack and not self.bag
        wanted = min(7 - rack.total(), self.bag)
        if wanted:
            self.racks[lying.owner] = rack + Counter(self.deal(lying.owner, wanted))
            self.bag -= wanted
        if is_last:
            self._end("out", lying.owner)

    def _turn_over(self, kind: str) -> None:
        self.turns[self.to_move].append(kind)
        if all(each[-2:] == ["pass", "pass"] for each in self.turns.values()):
            self._end("passes", None)
            return
        self.number += 1
        self.at = (self.at + 1) % len(self.seats)

    def _end(self, why: str, winner: str | None) -> None:
        self.ended = why
        left = {
            name: sum(POINTS[tile] for tile in rack.elements()) for name, rack in self.racks.items()
        }
        self.final = {name: self.totals[name] - left[name] for name in self.seats}
        if winner is not None:
            self.final[winner] += sum(left.values())
