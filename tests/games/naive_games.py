"""The naive referee for whole moves and rounds: sets of plays, exchanges, who scores what."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mailref.games.rounds.switches import Counts, Rules
from tests.tiles import naive


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player asks for: exchanges of blanks, then plays."""

    plays: tuple[naive.Asked, ...]
    swaps: tuple[naive.At, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a plan: the plays up to the first that does not fit."""

    is_whole: bool
    plays: int
    points: int
    board: dict[naive.At, naive.Tile]
    left: str

    @property
    def left_values(self) -> int:
        return sum(naive.POINTS[letter] for letter in self.left)


def evaluate(
    board: naive.Lying, rack: str, plan: Plan, rules: Rules, known: Collection[str]
) -> Outcome:
    """Follow a plan step by step on a copy of the board."""
    lying, left = dict(board), Counter(rack)
    for at in plan.swaps:
        letter = lying[at][0] if at in lying and lying[at][1] else None
        if letter is None or not left[letter] or not rules.swap:
            return Outcome(is_whole=False, plays=0, points=0, board=dict(board), left=rack)
        lying[at] = (letter, False)
        left[letter] -= 1
        left["?"] += 1
    points = done = 0
    for asked in plan.plays:
        tiles = "".join(left.elements())
        if naive.problems(lying, tiles, asked, rules, known):
            break
        placed, _ = naive.with_blanks(lying, tiles, asked)
        new = placed.new(lying)
        scored, _ = naive.score(lying, new, across=asked.across, rules=rules, offered=len(rack))
        points += scored
        done += 1
        lying.update(new)
        left -= Counter("?" if is_blank else letter for letter, is_blank in new.values())
    return Outcome(
        is_whole=bool(plan.plays) and done == len(plan.plays),
        plays=done,
        points=points,
        board=lying,
        left="".join(left.elements()),
    )


def counting(outcomes: Sequence[Outcome], rules: Rules, *, is_final: bool) -> Outcome | None:
    """Return the outcome that counts for a player, None if nothing does (rules 2 and 8)."""
    whole = [outcome for outcome in outcomes if outcome.is_whole]
    if whole:
        best = max(outcome.points for outcome in whole)
        by_points = [outcome for outcome in whole if outcome.points == best]
        return by_points[0] if rules.counts is Counts.BEST else whole[0]
    return outcomes[0] if is_final and outcomes and outcomes[0].plays else None


def net(outcome: Outcome | None, rack: str, *, is_final: bool) -> int:
    """Return what a player gets in the round."""
    if outcome is None:
        return -sum(naive.POINTS[letter] for letter in rack) if is_final else 0
    return outcome.points - (outcome.left_values if is_final else 0)


def words_on(board: naive.Lying) -> set[str]:
    """Return every word that can be read on the board."""
    runs = (
        naive.word_through(board, at, across=across) for at in board for across in (True, False)
    )
    return {naive.spelled(board, run) for run in runs if len(run) > 1}
