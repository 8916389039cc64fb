"""What a game master thinks better of in a game of players at a table, at random, on its course."""

import random
from collections.abc import Callable

from mailref.games.by_turns.course import Course
from mailref.games.by_turns.switches import Timeout
from mailref.games.events import (
    DeadlineMoved,
    Event,
    GamePaused,
    GameResumed,
    PlayerRenamed,
    ScoreCorrected,
    WordRuled,
)


def afterwards(*players: str) -> tuple[Event, ...]:
    """Return what a game master may still think better of when a game is over."""
    return (
        WordRuled("XYLO", accepted=True, by="command", because="looked up"),
        *(ScoreCorrected(name, 0, 7, "miscounted") for name in players),
    )


class SecondThoughts:
    """Turns undone, players excluded or renamed, points corrected, words ruled on, the clock stopped."""

    def __init__(self, course: Course, seed: int, *, words: tuple[str, ...] = ("XYLO",)) -> None:
        self.course = course
        self.rng = random.Random(f"second thoughts {seed}")
        self.words = words
        self.renamed = 0
        self.done: dict[str, int] = {}

    def happen(self, chance: float = 0.15) -> bool:
        """Let something be ordered now and then; tell whether it was."""
        if self.course.game.is_over or self.rng.random() > chance:
            return False
        orders: tuple[tuple[int, Callable[[], None]], ...] = (
            (9, self.undo), (5, self.correct), (2, self.rename), (5, self.rule),
            (1, self.exclude), (2, self.pause), (3, self.time_out), (1, self.end), (2, self.extend),
        )  # fmt: skip
        names = [order for weight, order in orders for _ in range(weight)]
        order = self.rng.choice(names)
        self.done[order.__name__] = self.done.get(order.__name__, 0) + 1
        order()
        return True

    def undo(self) -> None:
        self.course.undo("read wrongly")

    def correct(self) -> None:
        name = self.rng.choice(self.course.game.seats)
        points = self.rng.randint(1, 9)
        self.course.record(ScoreCorrected(name, self.course.number, points, "miscounted"))

    def rename(self) -> None:
        self.renamed += 1
        name = self.rng.choice(self.course.game.seats)
        self.course.record(PlayerRenamed(name, f"Zoe {self.renamed}", "as she wished"))

    def rule(self) -> None:
        game = self.course.game
        waits = game.challenge.words if game.challenge is not None else ()
        word = self.rng.choice((*waits, *self.words))
        is_valid = self.rng.random() < 0.6
        if word in waits:
            self.course.rule(WordRuled(word, is_valid, self.rng.choice(("mail", "policy")), ""))
        else:
            accepted = self.rng.choice((is_valid, is_valid, None))
            self.course.rule(WordRuled(word, accepted, "command", "looked up"), decides=False)

    def exclude(self) -> None:
        self.course.put_out(self.rng.choice(self.course.game.playing), "rude")

    def pause(self) -> None:
        self.course.record(GamePaused("ill"))
        self.course.record(GameResumed("well"))

    def extend(self) -> None:
        self.course.record(DeadlineMoved(self.course.number, self.course.at, "asked for"))

    def time_out(self) -> None:
        if not self.course.game.is_held:
            self.course.time_out(self.rng.choice((Timeout.PASS, Timeout.LOSE)), 0)

    def end(self) -> None:
        if self.rng.random() < 0.2:
            self.course.end_by_order()
