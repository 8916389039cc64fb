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
    opening_before: int
    laid: int
    """How many tiles."""
    drawn: int = 0
    """How many were drawn for it already."""
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
    cost_for_each_word: bool = False
    loses_turn: bool = False
    fills_at_once: bool = False
    passes: int = 2
    most_scoreless: int = 0
    racks_go_back: bool = True
    theme: frozenset[str] = frozenset()
    opening: int = 0
    """Jack opens: the least letters of the first word; 0: the usual rules."""
    totals: dict[str, int] = field(default_factory=dict)
    board: dict[At, Tile] = field(default_factory=dict)
    turns: dict[str, list[str]] = field(default_factory=dict)
    at: int = 0
    number: int = 1
    lying: Lying | None = None
    ended: str = ""
    final: dict[str, int] = field(default_factory=dict)
    scoreless: int = 0
    owes: Counter[str] = field(default_factory=Counter)
    out: set[str] = field(default_factory=set)
    passed_on: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.totals = dict.fromkeys(self.seats, 0)
        self.turns = {name: [] for name in self.seats}

    @property
    def to_move(self) -> str:
        return self.seats[self.at]

    def play(self, new: dict[At, Tile], *, across: bool, swaps: Sequence[At] = ()) -> None:
        self._stand()
        name = self.to_move
        rack_before, board_before = Counter(self.racks[name]), dict(self.board)
        for at in swaps:
            letter = self.board[at][0]
            self.board[at] = (letter, False)
            self.racks[name] = self.racks[name] - Counter(letter) + Counter("?")
        points, _ = score(self.board, new, across=across, rules=self.rules, offered=7)
        lying = {**self.board, **new}
        words = [
            spelled(lying, squares) for squares in words_formed(self.board, new, across=across)
        ]
        points += 5 * sum(word in self.theme for word in words)
        opening, self.opening = self.opening, 0
        self.lying = Lying(name, words, points, board_before, rack_before, opening, len(new))
        self.racks[name] = self.racks[name] - Counter(
            "?" if b else letter for letter, b in new.values()
        )
        self.board = lying
        self.totals[name] += points
        self.scoreless = -1 if points else self.scoreless
        if self.open_dictionary:
            self._stand()
        elif self.fills_at_once:
            self.lying.drawn = self._fill(name)
        if not self.ended:
            self._turn_over("play")

    def exchange(self, letters: str) -> None:
        self._stand()
        name = self.to_move
        drawn = self.deal(name, len(letters))
        self.racks[name] = self.racks[name] - Counter(letters) + Counter(drawn)
        self._turn_over("exchange")

    def pass_(self, why: str = "pass") -> None:
        self._stand()
        if self.ended:
            return
        if why == "pass" and self.opening:
            self._pass_on(self.to_move)
            why = "passed_on"
        self._turn_over(why)

    def _pass_on(self, name: str) -> None:
        """When all have passed on, one letter less will do (classic 8.3)."""
        if not self.opening:
            return
        self.passed_on.add(name)
        if set(self.playing) <= self.passed_on:
            self.passed_on = set()
            self.opening = self.opening - 1 if self.opening > 2 else 0

    @property
    def playing(self) -> list[str]:
        return [name for name in self.seats if name not in self.out]

    def resign(self, name: str) -> None:
        is_his_turn = name == self.to_move
        self.out.add(name)
        if self.racks_go_back and len(self.playing) > 1:
            self.bag += self.racks[name].total()
            self.racks[name] = Counter()
        if len(self.playing) == 1:
            self.ended, self.final = "resigned", dict(self.totals)
        elif is_his_turn:
            self._next()

    def challenge(self, name: str, words: Sequence[str]) -> None:
        lying = self.lying
        assert lying is not None
        asked = [word for word in dict.fromkeys(words or lying.words) if word not in lying.settled]
        if all(map(self.is_valid, asked)):
            self.totals[name] -= self.cost * (len(asked) if self.cost_for_each_word else 1)
            lying.settled |= set(asked)
            self.owes[name] += self.loses_turn
            self._lose_turns()
            return
        owner = lying.owner
        self.board = lying.board_before
        if owner in self.out and self.racks_go_back:
            self.bag += lying.laid
        else:
            self.racks[owner] = lying.rack_before
            self.bag += lying.drawn
        self.totals[owner] -= lying.points
        self.turns[owner][-1] = "back"
        self.scoreless += 1
        self.lying = None
        self.opening = lying.opening_before
        self._pass_on(owner)

    def accept(self) -> None:
        self._stand()

    def _stand(self) -> None:
        lying, self.lying = self.lying, None
        if lying is None:
            return
        rack = self.racks[lying.owner]
        is_last = not rack and not self.bag
        if lying.owner not in self.out:
            self._fill(lying.owner)
        if is_last:
            self._end("out", lying.owner)

    def _fill(self, name: str) -> int:
        wanted = min(7 - self.racks[name].total(), self.bag)
        if wanted:
            self.racks[name] += Counter(self.deal(name, wanted))
            self.bag -= wanted
        return wanted

    def _turn_over(self, kind: str) -> None:
        self.turns[self.to_move].append(kind)
        self.scoreless += 1
        self._next()

    def _next(self) -> None:
        last = [self.turns[name][-self.passes :] for name in self.playing]
        if all(each == ["pass"] * self.passes for each in last):
            self._end("passes", None)
        elif 0 < self.most_scoreless <= self.scoreless and self.lying is None:
            self._end("scoreless", None)
        else:
            self.number += 1
            self.at = (self.at + 1) % len(self.seats)
            while self.to_move in self.out:
                self.at = (self.at + 1) % len(self.seats)
            self._lose_turns()

    def _lose_turns(self) -> None:
        """Whoever challenged in vain loses his turn (`challenge_forfeit`)."""
        if self.owes[self.to_move] and not self.ended:
            self.owes[self.to_move] -= 1
            self._stand()
            if not self.ended:
                self._turn_over("forfeit")

    def _end(self, why: str, winner: str | None) -> None:
        self.ended = why
        left = {
            name: sum(POINTS[tile] for tile in self.racks[name].elements()) for name in self.playing
        }
        if winner is not None:
            left[winner] = 0
        self.final = {name: self.totals[name] - left.get(name, 0) for name in self.seats}
        if winner is not None:
            self.final[winner] += sum(left.values())
