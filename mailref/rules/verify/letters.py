"""The letters drawn for a round: against the bag, and by the seed where it is known."""

from collections.abc import Generator, Iterator
from datetime import UTC, datetime

from mailref.rules.chance import Chance
from mailref.rules.draw import Draw, meets_minimum
from mailref.rules.events import BoardCleared, GameEnded, LettersDrawn, RulesChanged
from mailref.rules.game import Game
from mailref.rules.progress import Letters, go_on
from mailref.rules.replay import apply
from mailref.rules.tiles import GERMAN, in_order, missing_from, without
from mailref.rules.variant import Rules
from mailref.rules.verify.model import Drawn
from mailref.rules.verify.unlike import Unlike

AT = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands for times that no rule looks at."""
_ANY_CHANCE = Chance(bytes(32))
"""Stands for the unknown seed: how many letters are drawn does not depend on it."""


def next_letters(
    game: Game, drawn: Drawn, rules: Rules, chance: Chance | None
) -> Generator[Unlike, None, Game]:
    """Check the letters drawn for the next round, and return the game with them."""
    if game.next_rules != rules:
        game = apply(game, RulesChanged(rules))
    if drawn.round != game.next_round:
        yield Unlike("draw.round", game.next_round, drawn.round)
    if because := end_of_game(game, chance):
        yield Unlike("ended", because, None)
    game, expected = _expected(game, chance)
    yield from _against_the_bag(game, drawn)
    draw = _recorded(game, drawn)
    if not drawn.by_hand:
        yield from _by_rule(game, drawn, draw, expected)
        if chance is not None:
            yield from _by_seed(drawn, expected)
    return apply(game, LettersDrawn(game.next_round, draw, AT))


def end_of_game(game: Game, chance: Chance | None) -> str | None:
    """Return why the game is over now that its last round is closed."""
    events = go_on(game, Letters(), chance or _ANY_CHANCE, AT)
    return next((event.because for event in events if isinstance(event, GameEnded)), None)


def is_cleared(game: Game, rules: Rules) -> bool:
    """Tell whether the board is cleared before the letters of the next round are drawn."""
    game = apply(game, RulesChanged(rules))
    events = go_on(game, Letters(), _ANY_CHANCE, AT)
    return any(isinstance(event, BoardCleared) for event in events)


def _expected(game: Game, chance: Chance | None) -> tuple[Game, Draw]:
    """Return the game before the draw, its board cleared if need be, and the draw that follows."""
    for event in go_on(game, Letters(), chance or _ANY_CHANCE, AT):
        if isinstance(event, LettersDrawn):
            return game, event.draw
        game = apply(game, event)
    raise AssertionError("the game goes on, so letters are drawn")


def _against_the_bag(game: Game, drawn: Drawn) -> Iterator[Unlike]:
    """Yield tiles that were returned but not on the rack, or drawn but not in the bag."""
    for field, letters in (("draw.returned", drawn.returned), ("draw.drawn", drawn.drawn)):
        if set(letters) - set(GERMAN.counts):
            yield Unlike(field, "tiles of the game", letters)
    if missing_from(game.rack, drawn.returned):
        yield Unlike("draw.returned", f"letters of {game.rack}", drawn.returned)
    pool = in_order(game.bag + drawn.returned)
    if missing := missing_from(pool, drawn.drawn):
        yield Unlike("draw.drawn", f"tiles of the bag, which does not hold {missing}", drawn.drawn)


def _recorded(game: Game, drawn: Drawn) -> Draw:
    return Draw(
        drawn=in_order(drawn.drawn),
        returned=drawn.returned,
        rack=in_order(without(game.rack, drawn.returned) + drawn.drawn),
        bag=without(in_order(game.bag + drawn.returned), drawn.drawn),
        redraws=drawn.redraws,
        is_relaxed=drawn.relaxed,
        by_hand=drawn.by_hand,
    )


def _by_rule(game: Game, drawn: Drawn, draw: Draw, expected: Draw) -> Iterator[Unlike]:
    """Yield what no seed allows: another number of letters, a rack that fails the minimum."""
    if len(draw.rack) != len(expected.rack):
        yield Unlike("draw.drawn", f"{len(expected.rack)} letters on the rack", drawn.drawn)
    fails = not meets_minimum(game.next_rules, game.next_round, draw.rack)
    if expected.drawn and drawn.relaxed is not fails:
        yield Unlike("draw.relaxed", fails, drawn.relaxed)


def _by_seed(drawn: Drawn, expected: Draw) -> Iterator[Unlike]:
    pairs: tuple[tuple[str, object, object], ...] = (
        ("draw.drawn", expected.drawn, drawn.drawn),
        ("draw.returned", expected.returned, drawn.returned),
        ("draw.redraws", expected.redraws, drawn.redraws),
        ("draw.relaxed", expected.is_relaxed, drawn.relaxed),
    )
    for field, wanted, found in pairs:
        if wanted != found:
            yield Unlike(field, wanted, found)
