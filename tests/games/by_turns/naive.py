"""An independent referee of games in turns for tests: short, slow, written from docs/classic.md alone.

It is told who does what and which tiles were drawn, and says how things stand then.
"""

import copy
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mailref.tiles.board import Laying
from tests.tiles.naive import POINTS, At, Tile, score, spelled
from tests.tiles.naive import formed as words_formed

Deal = Callable[[str, int], str]
"""Which tiles a player drew, so many of them."""


Order = tuple[str, dict[At, Tile], bool, str, list[str], int]
"""`play`, `exchange` or `pass`; every square of the word, across or not; letters; words and points promised."""
Kept = list[tuple[str, list[Order]]]
"""Moves in advance under `pass`, `exchange`, `taken_back`, `else` or, above all conditions, under nothing."""


@dataclass(slots=True)
class Lying:
    """A play that may still be challenged."""

    number: int
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
    claimed: list[tuple[int, str, str]] = field(default_factory=list)
    """Turn, player and word that is said to fit the theme."""
    kept: dict[str, Kept] = field(default_factory=dict)
    accepts_all: set[str] = field(default_factory=set)
    just_before: str = ""
    """How the turn just before went."""
    before: "NaiveTurns | None" = None
    """All as it was before the last move."""

    def __post_init__(self) -> None:
        self.totals = dict.fromkeys(self.seats, 0)
        self.turns = {name: [] for name in self.seats}

    @property
    def to_move(self) -> str:
        return self.seats[self.at]

    def play(
        self,
        new: dict[At, Tile],
        *,
        across: bool,
        swaps: Sequence[At] = (),
        said: Sequence[str] | None = None,
    ) -> None:
        """Lay tiles; words *said* to fit the theme, or all where none of those was formed, are claimed."""
        self._begin_move()
        if self.ended:
            return
        name = self.to_move
        rack_before, board_before = Counter(self.racks[name]), dict(self.board)
        for at in swaps:
            letter = self.board[at][0]
            self.board[at] = (letter, False)
            self.racks[name] = self.racks[name] - Counter(letter) + Counter("?")
        words, points = self.worth(new, across=across)
        lying = {**self.board, **new}
        if said is not None and self.theme:
            named = [word for word in words if word in said] or words
            self.claimed += [(self.number, name, word) for word in named if word not in self.theme]
        opening, self.opening = self.opening, 0
        self.lying = Lying(
            self.number, name, words, points, board_before, rack_before, opening, len(new)
        )
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

    def worth(self, new: dict[At, Tile], *, across: bool) -> tuple[list[str], int]:
        """Return the words that tiles would form, and their points."""
        points, _ = score(self.board, new, across=across, rules=self.rules, offered=7)
        lying = {**self.board, **new}
        formed = words_formed(self.board, new, across=across)
        words = [spelled(lying, squares) for squares in formed]
        return words, points + 5 * sum(word in self.theme for word in words)

    def _begin_move(self) -> None:
        """Let the play before stand, forget a move in advance, and keep in mind how all was."""
        self._stand()
        self.kept.pop(self.to_move, None)
        self._remember()

    def _remember(self) -> None:
        self.before = None
        self.before = self._twin()

    def _twin(self) -> "NaiveTurns":
        twin = copy.copy(self)
        for name in (
            "racks",
            "totals",
            "board",
            "turns",
            "owes",
            "out",
            "passed_on",
            "claimed",
            "lying",
        ):
            setattr(twin, name, copy.deepcopy(getattr(self, name)))
        return twin

    def undo(self) -> None:
        """Take the last move back; who went out since stays out, and what is accepted unseen stays so."""
        was, gone = self.before, set(self.out)
        assert was is not None
        for name in (
            "racks", "bag", "totals", "board", "turns", "at", "number", "lying", "scoreless", "owes",
            "out", "passed_on", "claimed", "opening", "just_before",
        ):  # fmt: skip
            setattr(self, name, getattr(was, name))
        self.before, self.kept = None, {}
        for name in gone - self.out:
            self._put_out(name)
        while self.to_move in self.out:
            self.at = (self.at + 1) % len(self.seats)
        self.settle()

    def rule_theme(self, claim: tuple[int, str, str], points: int) -> None:
        """Let a word fit the theme, or not; that stays when a later move is undone."""
        number, owner, _ = claim
        self.claimed = [each for each in self.claimed if each != claim]
        if self.lying is not None and self.lying.number == number:
            self.lying.points += points
        if self.ended:
            self.final[owner] += points
        else:
            self.totals[owner] += points
        if self.before is not None and claim in self.before.claimed:
            self.before.rule_theme(claim, points)

    def accept_all(self, name: str, *, wanted: bool) -> None:
        self.accepts_all = self.accepts_all | {name} if wanted else self.accepts_all - {name}
        self.settle()

    def settle(self) -> None:
        """Do what follows by itself: a lost turn, a play accepted unseen, a move in advance."""
        if self.ended:
            return
        if self.owes[self.to_move]:
            self._lose_turns()
            return
        if self.lying is not None and self.to_move in self.accepts_all:
            self._stand()
        self._carry_out_kept()

    def _carry_out_kept(self) -> None:
        """Carry out the first move that still holds, of those whose condition is met (classic 6.1, 6.3)."""
        if self.ended or self.lying is not None or self.to_move not in self.kept:
            return
        is_met = False
        for condition, orders in self.kept.pop(self.to_move):
            if condition and (is_met or condition not in ("else", self.just_before)):
                continue
            is_met = is_met or bool(condition)
            for kind, word, across, letters, words, points in orders:
                new = {at: tile for at, tile in word.items() if at not in self.board}
                if kind == "pass":
                    self.pass_()
                elif kind == "exchange" and self.may_exchange(letters):
                    self.exchange(letters)
                elif kind == "play" and self._holds(word, across, words, points):
                    self.play(new, across=across)
                else:
                    continue
                return

    def may_exchange(self, letters: str) -> bool:
        has = not Counter(letters) - self.racks[self.to_move]
        least = max(getattr(self.rules, "exchange_min", 0), len(letters))
        return has and bool(letters) and not self.opening and self.bag >= least

    def _holds(self, word: dict[At, Tile], across: bool, words: list[str], points: int) -> bool:
        """Tell whether a word can be laid where it was, forms the same words and scores no less.

        Tiles that have left the board since come from the rack, and others need not be laid again.
        """
        new = {at: tile for at, tile in word.items() if at not in self.board}
        needed = Counter("?" if is_blank else letter for letter, is_blank in new.values())
        if not new or needed - self.racks[self.to_move]:
            return False
        if any(self.board[at][0] != letter for at, (letter, _) in word.items() if at in self.board):
            return False
        formed, now = self.worth(new, across=across)
        if not self.board and ((7, 7) not in new or len(new) < 2):
            return False
        beside = {(r + y, c + x) for r, c in new for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        if self.board and not beside & set(self.board):
            return False
        return formed == words and now >= points and len(formed[0]) >= self.opening

    def exchange(self, letters: str) -> None:
        self._begin_move()
        name = self.to_move
        drawn = self.deal(name, len(letters))
        self.racks[name] = self.racks[name] - Counter(letters) + Counter(drawn)
        self._turn_over("exchange")

    def pass_(self, why: str = "pass") -> None:
        number = self.number
        self._stand()
        if why == "timeout" and not self.ended and self.to_move in self.kept:
            self.settle()  # he has moved in time (classic 6.2)
            if self.number != number:
                return
        if self.ended:
            return
        self._begin_move()
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
        self._put_out(name)
        if len(self.playing) == 1:
            self.ended, self.kept, self.final = "resigned", {}, dict(self.totals)
        elif is_his_turn:
            self._next()

    def _put_out(self, name: str) -> None:
        self.out.add(name)
        self.kept.pop(name, None)
        if self.racks_go_back and len(self.playing) > 1:
            self.bag += self.racks[name].total()
            self.racks[name] = Counter()

    def challenge(self, name: str, words: Sequence[str]) -> None:
        lying = self.lying
        assert lying is not None
        asked = [word for word in dict.fromkeys(words or lying.words) if word not in lying.settled]
        if all(map(self.is_valid, asked)):
            self.totals[name] -= self.cost * (len(asked) if self.cost_for_each_word else 1)
            lying.settled |= set(asked)
            self.owes[name] += self.loses_turn
            self.settle()
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
        self.claimed = [each for each in self.claimed if each[0] != lying.number]
        self.just_before = "taken_back"
        self._pass_on(owner)
        self.settle()

    def accept(self) -> None:
        self._stand()
        self.settle()

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
        self.just_before = "pass" if kind == "passed_on" else kind
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
            self.settle()

    def _lose_turns(self) -> None:
        """Whoever challenged in vain loses his turn (`challenge_forfeit`)."""
        if self.owes[self.to_move] and not self.ended:
            self._stand()
            if not self.ended:
                self._remember()
                self.owes[self.to_move] -= 1
                self._turn_over("forfeit")

    def _end(self, why: str, winner: str | None) -> None:
        self.ended, self.kept = why, {}
        left = {
            name: sum(POINTS[tile] for tile in self.racks[name].elements()) for name in self.playing
        }
        if winner is not None:
            left[winner] = 0
        self.final = {name: self.totals[name] - left.get(name, 0) for name in self.seats}
        if winner is not None:
            self.final[winner] += sum(left.values())
