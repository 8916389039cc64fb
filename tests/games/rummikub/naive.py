"""An independent referee of WORT-Rummikub for tests: short, slow, written from docs/table-games.md alone.

It is told who does what, finds out by itself what that comes to, and says how things stand then.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

Robbed = Sequence[tuple[str, str]]
"""Letters, and the word that they are taken from."""
Result = tuple[list[str], Counter[str], list[str]]
"""The table afterwards, the letters from the rack, the words that were made."""


def rests(word: str, letters: str) -> set[str]:
    """Return all that may be left, by trying which places the letters may be taken from."""
    found = set()
    for places in combinations(range(len(word)), len(letters)):
        if sorted(word[at] for at in places) == sorted(letters):
            found.add("".join(word[at] for at in range(len(word)) if at not in places))
    return found


@dataclass(slots=True)
class Doubtful:
    """The last word, and how all was before it."""

    owner: str
    words: list[str]
    points: int
    table: list[str]
    rack: Counter[str]
    own: Counter[str]
    need: int
    laid: set[str]
    fresh: set[str]


@dataclass(slots=True)
class NaiveTable:
    """One game, by the seat."""

    seats: list[str]
    racks: dict[str, Counter[str]]
    stacks: list[str]
    """Each from top to bottom."""
    is_valid: Callable[[str], bool]
    goal: int
    first: int = 6
    least: int = 3
    after_refill: int = 4
    penalty: int = 1
    cost: int = 0
    table: list[str] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=dict)
    need: dict[str, int] = field(default_factory=dict)
    laid: set[str] = field(default_factory=set)
    wishes: dict[str, str] = field(default_factory=dict)
    fresh: set[str] = field(default_factory=set)
    """Who has to lay a word of his own next."""
    passed: set[str] = field(default_factory=set)
    """Who has passed since anybody did something else."""
    doubtful: Doubtful | None = None
    ended: str = ""

    def __post_init__(self) -> None:
        self.totals = dict.fromkeys(self.seats, 0)
        self.need = dict.fromkeys(self.seats, self.first)
        self.fresh = set(self.seats)

    def result(self, name: str, word: str, extends: str | None, robbed: Robbed) -> Result | None:
        """Return what a word would make of the table; None where it may not be laid."""
        if word in self.laid:
            return None
        if extends is None and not robbed:
            own, table = Counter(word), list(self.table)
            long_enough = len(word) >= self.need[name]
            left: list[str] = []
        else:
            long_enough = len(word) >= self.least and name not in self.fresh
            changed = self._extended(word, extends) if extends else self._robbed(word, robbed)
            if changed is None:
                return None
            table, own, left = changed
        if not long_enough or not own <= self.racks[name]:
            return None
        return [*table, word], own, [word, *left]

    def _extended(self, word: str, old: str) -> Result | None:
        if old not in self.table or len(word) <= len(old):
            return None
        if not any("".join(some) == old for some in combinations(word, len(old))):
            return None
        table = list(self.table)
        table.remove(old)
        return table, Counter(word) - Counter(old), []

    def _robbed(self, word: str, robbed: Robbed) -> Result | None:
        """Rob each word once; a word whose rest is not clear may not be robbed."""
        table, left = list(self.table), []
        taken = Counter("".join(letters for letters, _ in robbed))
        for letters, old in robbed:
            found = rests(old, letters) if old in self.table else set()
            if len(found) != 1 or len(rest := found.pop()) < 3:
                return None
            table[table.index(old)] = rest
            left.append(rest)
        own = Counter(word) - taken
        if not taken <= Counter(word) or not own:
            return None
        return table, own, left

    def lay(self, name: str, word: str, extends: str | None, robbed: Robbed) -> None:
        self.stand()
        result = self.result(name, word, extends, robbed)
        assert result is not None
        table, own, words = result
        before = (
            list(self.table),
            Counter(self.racks[name]),
            own,
            self.need[name],
            set(self.laid),
            self.fresh,
        )
        self.doubtful = Doubtful(name, words, len(word), *before)
        self.table = table
        self.racks[name] = self.racks[name] - own
        self.laid |= set(words)
        self.totals[name] += len(word)
        self.need[name] = self.least
        self.fresh = self.fresh - {name}
        self.passed = set()

    def take(self, name: str, stack: int) -> None:
        self.stand()
        self._move(name, stack - 1)
        self.passed = set()

    def time_out(self, name: str) -> None:
        self.stand()
        if not self.ended and not self._wished(name):
            self.pass_(name)
        elif not self.ended:
            self.passed = set()

    def pass_(self, name: str) -> None:
        self.stand()
        assert not any(self.stacks)
        self.passed.add(name)
        if {each for each in self.seats if self.racks[each]} <= self.passed and not self.doubtful:
            self.ended = self.ended or "passes"

    def doubt(self, name: str) -> bool:
        """Look the open words up; tell whether they were taken back."""
        lying = self.doubtful
        assert lying is not None
        if all(self.is_valid(word) for word in lying.words):
            self.totals[name] -= self.cost
            return False
        self.doubtful = None
        self.table, self.laid = lying.table, lying.laid
        self.need[lying.owner], self.fresh = lying.need, lying.fresh
        self.totals[lying.owner] -= lying.points
        if lying.owner not in self.seats:
            self._put_under(lying.own)
            return True
        self.racks[lying.owner] = lying.rack
        for _ in range(self.penalty):
            self._wished(lying.owner)
        return True

    def stand(self) -> None:
        """Let the open word stand: the goal, seven new tiles, or nothing left at all."""
        lying, self.doubtful = self.doubtful, None
        if lying is None:
            return
        if not self.racks[lying.owner] and lying.owner in self.seats:
            for _ in range(7):
                if self._wished(lying.owner):
                    self.need[lying.owner] = self.after_refill
                    self.fresh = self.fresh | {lying.owner}
        if self.totals[lying.owner] >= self.goal:
            self.ended = "goal"
        elif not any(self.stacks) and not any(self.racks.values()):
            self.ended = "all_laid"

    def _wished(self, name: str) -> bool:
        """Let a player take the first letter of his wish that lies open; tell whether there was one."""
        for letter in self.wishes.get(name, ""):
            for at, stack in enumerate(self.stacks):
                if stack[:1] == letter:
                    self._move(name, at)
                    return True
        for at, stack in enumerate(self.stacks):
            if stack:
                self._move(name, at)
                return True
        return False

    def leave(self, name: str) -> None:
        """Put the tiles of who is out under stack 1, 2, 3, 4 in turn; his open word stays to be doubted."""
        self._put_under(self.racks[name])
        self.racks[name] = Counter()
        self.seats.remove(name)
        if len(self.seats) == 1:
            self.ended = "resigned"

    def _put_under(self, tiles: Counter[str]) -> None:
        letters = "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ"
        for count, letter in enumerate(sorted(tiles.elements(), key=letters.index)):
            self.stacks[count % 4] += letter

    def rename(self, old: str, new: str) -> None:
        """Let somebody play under another name."""
        self.seats = [new if name == old else name for name in self.seats]
        self.racks[new], self.totals[new] = self.racks.pop(old), self.totals.pop(old)
        self.need[new], self.wishes[new] = self.need.pop(old), self.wishes.pop(old, "")
        self.passed = {new if name == old else name for name in self.passed}
        self.fresh = {new if name == old else name for name in self.fresh}
        if self.doubtful is not None and self.doubtful.owner == old:
            self.doubtful.owner = new

    def _move(self, name: str, at: int) -> None:
        self.racks[name][self.stacks[at][0]] += 1
        self.stacks[at] = self.stacks[at][1:]
