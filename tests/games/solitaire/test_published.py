"""Leagues of soloists decided again from what all may know of them; what is forged is found (other games 3)."""

from collections import Counter
from functools import cache

from mailref.games.events import Event
from mailref.games.solitaire import published as of_solo
from mailref.games.solitaire.events import MoveTakenBack, SoloDealt, SoloPlayed
from tests.effort import Tried, fewer, sample
from tests.games.solitaire.test_random import MAILS, SOLOISTS, Choosing, League
from tests.record.deciding import (
    decided,
    forgeries,
    is_undetermined,
    public_events,
    told_of,
    unlike_first,
)

GAMES = 300
OWN = {
    "SoloOpened.id", "SoloOpened.title", "SoloOpened.variant", "SoloOpened.rules",
    "SoloOpened.lexicon", "SoloOpened.lexicon_sha256", "SoloOpened.deadline",
    "DeadlineMoved.deadline",
}  # fmt: skip
"""What no rule determines, of this kind of game alone."""


@cache
def drawn(number: int) -> tuple[tuple[Event, ...], tuple[Event, ...], bytes]:
    """Return a random league before its end and after it, with its seed."""
    league = League(number)
    for _ in range(14):
        name = league.rng.choice(SOLOISTS)
        if not league.table(name).is_over:
            league.move(name)
    running = tuple(league.events)
    league.end()
    return running, tuple(league.events), league.seed


@cache
def chosen(number: int) -> tuple[tuple[Event, ...], tuple[Event, ...], bytes]:
    """Return a random league with chosen letters, moves taken back and new tries."""
    choosing = Choosing(number)
    for _ in range(MAILS):
        choosing.mail(choosing.rng.choice(SOLOISTS))
    running = tuple(choosing.log)
    choosing.over()
    return running, tuple(choosing.log), choosing.table.records.seeds["kiel"]


def leagues(number: int) -> list[tuple[tuple[Event, ...], tuple[Event, ...], bytes]]:
    seeds = sample(range(GAMES), number)
    return [*map(drawn, seeds), *map(chosen, seeds)]


def test_random_leagues_are_decided_again(tried: Tried) -> None:
    """Before the end nothing of a table is public, but where all is told for the check by the seed."""
    played = leagues(fewer(4, 1))
    for running, over, seed in played:
        for events, is_open in ((running, False), (running, True), (over, True)):
            public = public_events(events, is_open=is_open)
            known = seed if is_open else None
            assert decided(of_solo, public, known) == public
            assert decided(of_solo, public) == public
            told = told_of(of_solo, events, is_open=is_open)
            assert told_of(of_solo, public, is_open=is_open) == told
            assert unlike_first(of_solo, told, known, is_open=is_open) == []
    tried("leagues of soloists decided again", len(played))


def test_before_the_end_no_table_is_public_and_never_what_was_taken_back() -> None:
    is_taken_back = False
    for running, over, _ in leagues(4):
        closed = public_events(running, is_open=False)
        assert not [each for each in closed if isinstance(each, SoloDealt | SoloPlayed)]
        backs = [
            e for e in over if isinstance(e, SoloPlayed) and isinstance(e.event, MoveTakenBack)
        ]
        public = public_events(over)
        moves = [each.event for each in public if isinstance(each, SoloPlayed)]
        assert not [move for move in moves if isinstance(move, MoveTakenBack)]
        is_taken_back = is_taken_back or bool(backs)
    assert is_taken_back


def test_what_is_forged_is_found_or_no_rule_determines_it(tried: Tried) -> None:
    unseen, count = Counter[str](), 0
    for _, over, seed in leagues(1):
        for name, forged in forgeries(public_events(over)):
            count += 1
            if isinstance(decided(of_solo, forged, seed), list):
                unseen[name] += 1

    # The last letters chosen lead to nothing; players join in any order, moves at two tables come in any.
    free = {
        name for name in unseen if name.startswith(("SoloPlayed dropped", "SoloPlayed swapped"))
    }
    free.add("PlayerJoined swapped with PlayerJoined")
    assert {name for name in unseen if not is_undetermined(name, OWN)} - free == set()
    tried("forged records of soloists", count)
