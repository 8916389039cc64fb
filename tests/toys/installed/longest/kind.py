"""Everybody finds the longest word in the letters of a round: a point for each letter, more for all."""

from collections import Counter
from typing import Annotated, ClassVar

from msgspec import Meta

from mailref.games.by_rounds.tasks.events import TasksOpened
from mailref.games.by_rounds.tasks.game import TaskGame
from mailref.games.by_rounds.tasks.kind import TaskKind, TaskRules
from mailref.games.chance import Chance
from mailref.tiles.board import TILES
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.tile_set import BLANK

_VOWELS = "AEIOU"


class LongestRules(TaskRules, frozen=True, kw_only=True):
    """Its switches."""

    family: ClassVar[str] = "longest"
    letters: Annotated[int, Meta(ge=5, le=12)] = 8
    """So many stand in a round."""
    rounds: Annotated[int, Meta(ge=1, le=50)] = 5
    """After so many the game is over."""
    all_letters: Annotated[int, Meta(ge=0, le=100)] = 5
    """Points for who uses every letter."""


class LongestOpened(TasksOpened, frozen=True, kw_only=True):
    rules: LongestRules


class LongestGame(TaskGame, frozen=True, kw_only=True):
    family: ClassVar[str] = "longest"
    rules: LongestRules


class Longest(TaskKind[LongestGame]):
    """The longest word."""

    name = "longest"
    opened = LongestOpened
    game = LongestGame
    rules = LongestRules
    looks_up_words = True

    def task(self, rules: LongestRules, number: int, chance: Chance) -> str | None:
        if number > rules.rounds:
            return None
        tiles = [each for each in TILES.all_tiles if each != BLANK]
        vowels = "".join(each for each in tiles if each in _VOWELS)
        others = "".join(each for each in tiles if each not in _VOWELS)
        few = rules.letters * 3 // 8
        return chance.draw(f"vowels {number}", vowels, few) + chance.draw(
            f"others {number}", others, rules.letters - few
        )

    def answer_in(self, line: str) -> str | None:
        word = line.strip(" .!*")
        return spell(word) if word.isalpha() and len(word) > 1 else None

    def fault(self, answer: str, task: str, rules: LongestRules) -> str:
        return "" if not Counter(answer) - Counter(task) else "letters"

    def points(self, answer: str, task: str, rules: LongestRules) -> int:
        return len(answer) + (rules.all_letters if len(answer) == len(task) else 0)


KIND = Longest()
