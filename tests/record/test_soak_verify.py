"""Games with second thoughts: no honest export is refused; lies pass only where no rule determines anything."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from mailref.games.rounds.events import RoundClosed
from mailref.games.tournament.published import (
    VerifiedTournament,
    tournament_export,
    verify_tournament,
)
from mailref.games.tournament.standings import Final
from mailref.games.tournament.tournament import (
    OutcomeTaken,
    System,
    TournamentEvent,
    TournamentPlan,
    apply_tournament,
    challenged,
    next_step,
    opened,
    withdrew,
)
from mailref.record.export import NotAnExportError
from mailref.record.verify import Verified, verify
from tests.effort import Tried, fewer, sample
from tests.games.tournament.test_tournament import AT, SEED
from tests.record.changes import leaves, with_other
from tests.record.forgers import Forged, honest
from tests.record.publicly import covering_what_is_kept_back
from tests.record.soaked import KINDS
from tests.record.undetermined import is_undetermined, rows_of_page

GAMES = 300
LIES = fewer(20, 4)
"""So many of each game are tried at random, beside those with an aim."""
MOMENTS = fewer(4, 2)
PAGE = Path(__file__).parents[2] / "docs" / "chance.md"


def _games(most: int) -> list[tuple[str, int]]:
    """Return some games of each kind, by kind and number."""
    return [(kind, number) for kind in KINDS for number in sample(range(GAMES), most)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("kind", "number"), _games(1))
def test_an_honest_export_is_verified_at_any_moment(kind: str, number: int, tried: Tried) -> None:
    """Public while the game runs, with all secrets and the seed, and in the end; every hash mailed is known."""
    game, rng = KINDS[kind](number), random.Random(number)

    for events, mailed in game.some(MOMENTS, rng):
        for reveals in (False, True):
            export = honest(events, reveals=reveals)
            found = verify(export, game.seed if reveals else None)
            assert isinstance(found, Verified), (game.name, len(events), reveals, found)
            later = frozenset() if reveals else covering_what_is_kept_back(events)
            known = {each.sha256 for each in found.reports}
            assert mailed <= known | later, (game.name, len(events))
            tried(f"honest exports verified: {kind}", 1)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kind", "number"), _games(1))
def test_a_lie_is_found_or_no_rule_determines_it(kind: str, number: int, tried: Tried) -> None:
    """The forger makes everything anew from his events: what they tell, all sums, each hash."""
    game, rng = KINDS[kind](number), random.Random(number)

    for (events, mailed), reveals in ((game.moments[-1], True), (rng.choice(game.moments), False)):
        lies = Forged(events, game.seed, reveals=reveals)
        lies.try_all(rng, LIES, mailed)
        unlisted = {
            name for name in lies.unseen if not is_undetermined(name, kind, is_running=not reveals)
        }
        assert unlisted == set(), (game.name, len(events), reveals)
        tried(f"lies: {kind}", lies.tried)
        tried(f"lies that no rule shows, all on the list: {kind}", len(lies.unseen))
        if kind == "rounds":
            tried("of these in rounds a mailed hash shows not either", len(lies.unmailed))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("kind", "number"), _games(1))
def test_no_value_that_is_told_passes_if_it_alone_is_changed(
    kind: str, number: int, tried: Tried
) -> None:
    """The events of the export tell it otherwise; its hash is made to fit."""
    game, rng = KINDS[kind](number), random.Random(number)
    export = honest(game.moments[-1][0], reveals=True)
    told = [
        path for path in leaves(export) if path[0] not in ("events", "format", "sha256", "seed")
    ]
    is_over = bool(export["finished"])

    for path in rng.sample(told, min(5, len(told))):
        changed = with_other(export, path, is_signed=True)
        try:
            found = verify(changed, None if is_over else game.seed)
        except NotAnExportError:
            continue
        assert not isinstance(found, Verified), (game.name, path)
        tried("told values changed", 1)


def test_an_invented_correction_is_found_by_the_hash_that_was_mailed() -> None:
    """No rule says whether somebody was given points: all totals, ranks and hashes after it are adjusted."""
    aim = "ScoreCorrected invented, all totals and ranks adjusted"
    told = 0
    for number in sample((1, 4), 1):
        game = KINDS["rounds"](number)
        events, mailed = game.moments[-1]
        lies = Forged(events, game.seed, reveals=True)
        for lie, found in lies.tell(random.Random(number), aim, fewer(5, 2)):
            pairs = enumerate(zip(lie, lies.public, strict=False))
            at = next((at for at, (one, old) in pairs if one != old), len(lie) - 1)
            is_reported = any(isinstance(each, RoundClosed) for each in lie[at:])
            if is_reported:
                told += 1
                assert not mailed <= {each.sha256 for each in found.reports}, number
    assert told


# Tournaments.


def _tournament(number: int) -> list[TournamentEvent]:
    """Return one of any system, in which somebody may withdraw, or challenge."""
    rng = random.Random(f"tournament {number}")
    system = list(System)[number % len(list(System))]
    players = tuple(f"P{at}" for at in range(rng.randint(4, 9)))
    plan = TournamentPlan("t", "T", system, players, rng.randint(1, 3))
    found: list[TournamentEvent] = [opened(plan, SEED, AT)]
    now = apply_tournament(None, found[0])
    for _ in range(60):
        step: TournamentEvent | None = None
        if now.waits_for:
            game = rng.choice(now.waits_for)
            meeting = next(each for each in now.meetings if game in each.games)
            finals = tuple(Final(name, rng.randint(0, 400)) for name in meeting.players)
            step = OutcomeTaken(game, finals, AT)
            if rng.random() < 0.05:
                step = withdrew(now, rng.choice(players), AT) or step
        elif system is System.LADDER:
            lower, higher = rng.sample(players, 2)
            step = challenged(now, lower, higher, SEED, AT)
        else:
            step = next_step(now, SEED, AT)
        if step is not None:
            found.append(step)
            now = apply_tournament(now, step)
        if now.seed:
            break
    return found


UNDETERMINED_OF_TOURNAMENTS = (
    "title",
    "id",
    "finals",
    "withdrew",
    "same_tiles",
    "rounds",
    "games_each",
    "decided_by",
)
"""What no rule determines: plan and results, who withdrew or challenged."""


@pytest.mark.parametrize("number", sample(range(GAMES), fewer(4, 2)))
def test_tournaments_are_paired_again_at_any_moment(number: int, tried: Tried) -> None:
    events, rng = _tournament(number), random.Random(number)
    for upto in sorted({*rng.sample(range(1, len(events) + 1), min(4, len(events))), len(events)}):
        export = tournament_export(events[:upto])
        assert isinstance(verify_tournament(export, None), VerifiedTournament)
        assert isinstance(verify_tournament(export, SEED), VerifiedTournament)
        tried("honest exports verified: tournaments", 2)
    export = tournament_export(events)
    for path in rng.sample(list(leaves(export)), min(LIES, len(list(leaves(export))))):
        try:
            found = verify_tournament(with_other(export, path, is_signed=False), SEED)
        except NotAnExportError:
            continue
        is_free = {*map(str, path)} & {*UNDETERMINED_OF_TOURNAMENTS}
        assert is_free or not isinstance(found, VerifiedTournament), path
        tried("lies: tournaments", 1)


# The page.


def test_the_page_prints_what_no_rule_determines() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    first = lines.index(rows_of_page()[0])

    assert lines[first : first + len(rows_of_page())] == rows_of_page()
    assert all(one != other for one, other in pairwise(rows_of_page()))
