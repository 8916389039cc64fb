"""A game of every kind as its own tests play it at random, to its end or until enough has happened: its events."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from mailref.games.events import Event, GameEnded
from tests.games.bingo.test_random import Played
from tests.games.classic.test_random import Game
from tests.games.classic.test_undone import Undoing
from tests.games.rummikub.test_random import Table
from tests.games.solitaire.test_random import MAILS, SOLOISTS, Choosing, League
from tests.games.unscrabble.test_random import SEED, Taking
from tests.record.eventful import Eventful
from tests.tiles import variants


class Log(NamedTuple):
    """What happened, and by which seed."""

    events: list[Event]
    seed: bytes


RULES = (
    variants.ONE, variants.TWO, variants.rules_of("sb", 'start = "F6-J10"'), variants.SIMULTAN,
    variants.MONO, variants.SEVEN_OF_EIGHT, variants.SEVEN_AND_EIGHT,
)  # fmt: skip
ROUNDS = 3
TURNS = 40
"""So many of them are played at most; games of these kinds may be longer."""


def rounds(seed: int) -> Log:
    """Play a few rounds with corrections, rounds opened again, people who come and go, and words for the draws."""
    game = Eventful(RULES[seed % len(RULES)], seed, ROUNDS)
    game.play()
    return Log(game.events, game.seed)


def turns(seed: int) -> Log:
    """Play by one of three sets of rules, every other game with house rules, with moves in advance and undone turns."""
    variant = ("classic", "booklet", "open")[seed % 3]
    kind = Undoing if seed % 4 == 3 else Game
    game = kind(variant, seed, has_house_rules=seed % 2 == 1)
    for _ in range(TURNS):
        if not game.game.is_over:
            game.play_on()
    return Log([game.opened, *game.course.events], seed.to_bytes(32))


def table(seed: int) -> Log:
    """Play WORT-Rummikub with wishes, doubts, corrections and undone turns."""
    game = Table(seed)
    for _ in range(TURNS):
        if not game.game.is_over:
            game.happens_beside()
        if not game.game.is_over:
            game.play_on()
    return Log([game.opened, *game.course.events], game.seed)


def unscrabble(seed: int) -> Log:
    game = Taking(seed)
    for _ in range(TURNS):
        if not game.ended:
            game.play_on()
    return Log([*game.first, *game.course.events], SEED)


def bingo(seed: int) -> Log:
    game = Played(seed)
    game.play()
    return Log(game.table.records.log["herbst"], game.seed)


def solo(seed: int) -> Log:
    """Play a league of soloists to its ZAT."""
    game = League(seed)
    for _ in range(TURNS):
        name = game.rng.choice(SOLOISTS)
        if not game.table(name).is_over:
            game.move(name)
    game.end()
    return Log(game.events, game.seed)


def choosing(seed: int) -> Log:
    """Play a league of soloists who choose their letters, to its ZAT."""
    game = Choosing(seed)
    for _ in range(MAILS):
        game.mail(game.rng.choice(SOLOISTS))
    game.over()
    ended = game.log[-1]
    assert isinstance(ended, GameEnded)
    return Log(game.log, bytes.fromhex(ended.seed))


KINDS: Mapping[str, Callable[[int], Log]] = MappingProxyType(
    {each.__name__: each for each in (rounds, turns, table, unscrabble, bingo, solo, choosing)}
)
