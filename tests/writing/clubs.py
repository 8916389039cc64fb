"""Mails about tournaments: played by hand, so that every number in them can be worked out."""

from datetime import UTC, datetime

from msgspec.structs import replace

from mailref.games.tournament.contents import ChallengeRefused, TournamentNews
from mailref.games.tournament.standings import Final
from mailref.games.tournament.tournament import (
    NotChallenged,
    OutcomeTaken,
    RoundPaired,
    System,
    Tournament,
    TournamentEvent,
    TournamentPlan,
    apply_tournament,
    challenged,
    next_step,
    opened,
    usual_rounds,
)
from mailref.referee.mails import Owed
from tests.writing.turns import owed

SEED = bytes(range(32))
AT = datetime(2026, 9, 1, 18, tzinfo=UTC)
POINTS = ((412, 367), (300, 300), (355, 289))


def begun(
    system: System, *names: str, rounds: int | None = None, is_double: bool = False
) -> Tournament:
    rounds = rounds or usual_rounds(system, len(names))
    each = 2 if is_double else 1
    plan = TournamentPlan(
        "club", "Vereinsturnier", system, names, rounds, each, is_double, is_double
    )
    return apply_tournament(None, opened(plan, SEED, AT))


def goes_on(now: Tournament) -> tuple[Tournament, TournamentEvent]:
    step = next_step(now, SEED, AT)
    assert step is not None
    return apply_tournament(now, step), step


def played(now: Tournament) -> Tournament:
    """Let every open game end: the first table 412:367, the second 300:300, then 355:289."""
    for each in now.meetings:
        for game in each.games:
            if game not in now.outcomes:
                points = zip(each.players, POINTS[(each.table - 1) % 3], strict=True)
                outcome = tuple(Final(name, made) for name, made in points)
                now = apply_tournament(now, OutcomeTaken(game, outcome, AT))
    return now


def news(
    system: System,
    number: int,
    *names: str,
    player: str | None,
    rounds: int | None = None,
    is_double: bool = False,
) -> Owed:
    """Return what *player* gets when round *number* is paired; beyond the last one, at the end."""
    before = begun(system, *names, rounds=rounds, is_double=is_double)
    now, event = goes_on(before)
    for _ in range(number - 1):
        before = played(now)
        now, event = goes_on(before)
    return told(before, event, player)


def told(before: Tournament, event: TournamentEvent, player: str | None) -> Owed:
    now = apply_tournament(before, event)
    content = TournamentNews(before, now, event, player)  # type: ignore[arg-type]  # nobody is told of a withdrawal
    return owed(content, player, game=None, tag=None)


def ladder(*, is_over: bool, player: str | None = "Cora") -> Owed:
    """Return what a challenge tells: Cora, the third, meets Anna, the first, and wins 412:367."""
    before = begun(System.LADDER, "Anna", "Ben", "Cora", "Dirk")
    paired = challenged(before, "Cora", "Anna", SEED, AT)
    assert isinstance(paired, RoundPaired)
    if not is_over:
        return told(before, paired, player)
    won = OutcomeTaken(paired.meetings[0].games[0], (Final("Cora", 412), Final("Anna", 367)), AT)
    return told(apply_tournament(before, paired), won, player)


def trial() -> Owed:
    """Return the first mail of a tournament that began while all mail went to one address."""
    before = replace(begun(System.SWISS, *FIVE[:4]), is_trial=True)
    _now, event = goes_on(before)
    return told(before, event, "Ben")


def ladder_begins() -> Owed:
    now = begun(System.LADDER, "Anna", "Ben", "Cora", "Dirk")
    event = opened(now.plan, SEED, AT)
    content = TournamentNews(now, now, event, "Cora")
    return owed(content, "Cora", game=None, tag=None)


def refused(named: str, why: str, *meant: str) -> Owed:
    """Return the answer to Emil, the last, while Cora meets Anna."""
    now = begun(System.LADDER, *FIVE)
    paired = challenged(now, "Cora", "Anna", SEED, AT)
    assert isinstance(paired, RoundPaired)
    content = ChallengeRefused(apply_tournament(now, paired), "Emil", named, why, meant)
    return owed(content, "Emil", game=None, tag=None)


FIVE = ("Anna", "Ben", "Cora", "Dirk", "Emil")
CLUBS = {
    "tournament_first": lambda: news(System.SWISS, 1, *FIVE[:4], player="Ben"),
    "tournament_trial": trial,
    "tournament_second": lambda: news(System.SWISS, 2, *FIVE, player="Ben"),
    "tournament_double": lambda: news(
        System.ROUND_ROBIN, 2, *FIVE[:4], player="Ben", is_double=True
    ),
    "tournament_bye": lambda: news(System.ROUND_ROBIN, 2, *FIVE, player="Anna"),
    "tournament_sits_out": lambda: news(System.ROUND_ROBIN, 2, *FIVE, player="Dirk"),
    "tournament_league": lambda: news(
        System.LEAGUE, 1, *(f"Nr{chr(65 + at)}" for at in range(10)), player=None
    ),
    "tournament_season": lambda: news(
        System.LEAGUE, 2, *(f"Nr{chr(65 + at)}" for at in range(10)), player="NrF", rounds=2
    ),
    "tournament_over": lambda: news(System.SWISS, 3, *FIVE, player=None),
    "tournament_challenge": lambda: ladder(is_over=False),
    "tournament_ladder": lambda: ladder(is_over=True),
    "tournament_ladder_begins": ladder_begins,
    "tournament_refused": lambda: refused("Anna", NotChallenged.TOO_FAR.value),
    "tournament_refused_busy": lambda: refused("Cora", NotChallenged.HAS_OPEN.value),
    "tournament_refused_name": lambda: refused("Anja", "unknown_name", "Anna"),
    "tournament_refused_proof": lambda: refused("Dirk", "unproven"),
    "tournament_refused_over": lambda: refused("Dirk", NotChallenged.NO_LADDER.value),
}
