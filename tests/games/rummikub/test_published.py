"""Games of WORT-Rummikub decided again from what all may know of them; what is forged is found (table games 9)."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from mailref.games.by_turns.events import AcceptanceGiven, OrderKept
from mailref.games.events import Event
from mailref.games.kind import replay
from mailref.games.rummikub import published as of_table
from mailref.games.rummikub.events import (
    RackDealt,
    StacksBuilt,
    TableWordLaid,
    TileTaken,
    TileTurnedUp,
    WishSet,
)
from mailref.games.rummikub.game import TableGame
from mailref.record.script import Difference
from mailref.tiles.tile_set import BLANK
from tests.effort import Tried, fewer, sample
from tests.games.rummikub.test_random import Table
from tests.record.deciding import (
    decided,
    forgeries,
    is_undetermined,
    public_events,
    told_of,
    unlike_first,
)
from tests.record.second_thoughts import afterwards
from tests.record.soaked import KINDS

GAMES = 300
OWN = {
    "TableOpened.id", "TableOpened.title", "TableOpened.variant", "TableOpened.rules",
    "TableOpened.lexicon", "TableOpened.lexicon_sha256", "TableWordLaid.received",
    "TableWordLaid.at", "TileTaken.why", "TurnPassed.why", "WishSet.letters", "WishSet.player",
}  # fmt: skip
"""What no rule determines, of this kind of game alone; wishes are his who has them, as far as nothing follows."""


@cache
def played(number: int) -> tuple[tuple[Event, ...], tuple[int, ...]]:
    """Return all that is recorded of a random game, and after how many events somebody had done something.

    In it turns are undone, players go out and are renamed, totals corrected.
    """
    game = Table(number)
    stages: list[int] = []
    while not game.game.is_over and len(stages) < 120:
        game.play_on()
        stages.append(1 + len(game.course.events))
    return (game.opened, *game.course.events), tuple(stages)


def test_random_games_are_decided_again_at_any_stage(tried: Tried) -> None:
    """Face down while they go on, with all racks and the seed in the end; as format 1 told it, too."""
    games = sample(range(GAMES), fewer(3, 1))
    for number in games:
        events, stages = played(number)
        seed = number.to_bytes(32)
        for upto in (*stages[2:-1:15], stages[-1]):
            for is_open in (False, True):
                part = events[:upto]
                public = public_events(part, is_open=is_open)
                known = seed if is_open else None
                assert decided(of_table, public, known) == public, (number, upto, is_open)
                assert decided(of_table, public) == public, (number, upto, is_open)
                told = told_of(of_table, part, is_open=is_open)
                assert told_of(of_table, public, is_open=is_open) == told
                found = unlike_first(of_table, told, known, is_open=is_open)
                assert found == [], (number, upto, is_open)
        more = told_of(of_table, (*events, *afterwards(*replay(events).players)))
        assert unlike_first(of_table, more, seed) == [], number
    tried("games of WORT-Rummikub decided again", len(games))


def test_what_is_forged_is_found_or_no_rule_determines_it(tried: Tried) -> None:
    unseen, count = Counter[str](), 0
    for number in sample(range(GAMES), 1):
        events, stages = played(number)
        public = public_events(events[: stages[40]])
        for name, forged in forgeries(public):
            count += 1
            if isinstance(decided(of_table, forged, number.to_bytes(32)), list):
                unseen[name] += 1

    wishes = {name for name in unseen if "WishSet" in name}
    assert {name for name in unseen if not is_undetermined(name, OWN)} - wishes == set()
    tried("forged records of WORT-Rummikub", count)


def test_another_stack_than_the_seed_built_is_named() -> None:
    public = public_events(played(0)[0])
    at = next(at for at, each in enumerate(public) if isinstance(each, StacksBuilt))
    built = public[at]
    assert isinstance(built, StacksBuilt)
    public[at] = replace(built, stacks=(built.stacks[1], built.stacks[0], *built.stacks[2:]))

    found = decided(of_table, public, (0).to_bytes(32))

    assert isinstance(found, Difference)
    assert found.field.startswith("StacksBuilt.stacks[0]")


def test_of_stacks_nothing_is_public_but_what_was_a_top() -> None:
    events, stages = played(1)
    part = events[: stages[len(stages) // 2]]
    public = public_events(part, is_open=False)

    built = next(each for each in public if isinstance(each, StacksBuilt))
    taken = Counter(each.stack for each in part if isinstance(each, TileTaken))
    for number, stack in enumerate(built.stacks, start=1):
        assert len(stack.value.rstrip(BLANK)) <= taken[number] + 1
    dealt = [each for each in public if isinstance(each, RackDealt)]
    assert {each.letters.value for each in dealt} == {BLANK * 13}
    assert {each.nonce.value for each in dealt} == {""}
    assert {each.mail for each in public if isinstance(each, TableWordLaid)} <= {""}
    assert not [e for e in public if isinstance(e, OrderKept | AcceptanceGiven | WishSet)]


def tops_of(events: Sequence[Event]) -> tuple[str, ...]:
    game = replay(events)
    assert isinstance(game, TableGame)
    return game.tops


def test_a_tile_put_under_a_stack_by_who_went_out_is_seen_when_it_lies_open() -> None:
    """While his rack lies face down nobody knows in which order his tiles lie there, of none of them."""
    turned = 0
    for number in sample((6, 25), fewer(2, 1)):
        for events, _ in KINDS["table"](number).moments:
            public = public_events(events, is_open=False)
            assert decided(of_table, public) == public
            assert tops_of(public) == tops_of(events)
            assert public_events(public, is_open=False) == public
            told = told_of(of_table, events, is_open=False)
            assert unlike_first(of_table, told, is_open=False) == []
            turned += any(isinstance(each, TileTurnedUp) for each in public)
    assert turned
