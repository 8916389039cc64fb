"""Tournaments in the record: replayed as they were written, and people taken out of them."""

from datetime import UTC, datetime

import pytest

from mailref.games.tournament.standings import Final
from mailref.games.tournament.tournament import (
    OutcomeTaken,
    RoundPaired,
    System,
    TournamentEnded,
    TournamentEvent,
    TournamentPlan,
    apply_tournament,
    next_step,
    opened,
)
from mailref.journal.journal import Journal
from mailref.journal.recorded_tournaments import begun, forget_in_tournaments, happened

pytestmark = pytest.mark.usefixtures("kind")

AT = datetime(2026, 12, 1, 20, tzinfo=UTC)
SEED = bytes(32)
PLAN = TournamentPlan("club", "Vereinsturnier", System.ROUND_ROBIN, ("Anna", "Ben", "Cora"), 3)


def played() -> list[TournamentEvent]:
    """Return all events of a tournament of three, in which who is named first wins by a point."""
    events: list[TournamentEvent] = [opened(PLAN, SEED, AT)]
    now = apply_tournament(None, events[0])
    while isinstance(step := next_step(now, SEED, AT), RoundPaired):
        first, second = step.meetings[0].players
        won = OutcomeTaken(step.meetings[0].games[0], (Final(first, 2), Final(second, 1)), AT)
        events += [step, won]
        now = apply_tournament(apply_tournament(now, step), won)
    return [*events, TournamentEnded(SEED.hex(), AT)]


def recorded(journal: Journal, events: list[TournamentEvent]) -> None:
    for number, event in enumerate(events):
        cause = f"cause {number}"
        also = [begun("club", SEED, AT)] if not number else []
        journal.record(cause, at=AT, also=[*also, happened("club", event, cause, AT)])


@pytest.mark.slow
def test_a_tournament_is_replayed_as_it_was_recorded() -> None:
    events = played()
    with Journal.open("sqlite://") as journal:
        recorded(journal, events)

        assert list(journal.tournaments.events("club")) == events
        assert journal.tournaments.seed("club") == SEED
        (now,) = journal.tournaments.load_all().values()
    assert len(events) == 1 + 3 + 3 + 1
    assert now.is_over
    assert now.plan == PLAN


def test_a_person_is_taken_out_of_the_tournament_and_results_stay() -> None:
    with Journal.open("sqlite://") as journal:
        recorded(journal, played())
        (before,) = journal.tournaments.load_all()["club"].tables

        with journal._database.writing() as connection:
            forget_in_tournaments(connection, [("club-r1-t1", ("Ben",)), ("yerres", ("Anna",))])

        (after,) = journal.tournaments.load_all()["club"].tables
    assert {line.player for line in after} == {"Anna", "N.N. 2", "Cora"}
    assert [line.points for line in after] == [line.points for line in before]
