"""Tournaments: a Swiss table of eight computed by hand, and random ones against a second director."""

import random
from collections import Counter
from datetime import UTC, datetime
from itertools import combinations

import pytest

from mailref.games.tournament.pairing import (
    climbed,
    division_sizes,
    may_challenge,
    promoted,
    round_robin,
)
from mailref.games.tournament.standings import Final, FinalScores, TournamentPlace, ratings
from mailref.games.tournament.tournament import (
    OutcomeTaken,
    RoundPaired,
    System,
    Tournament,
    TournamentEnded,
    TournamentEvent,
    TournamentPlan,
    apply_tournament,
    begins,
    challenged,
    most_rounds,
    next_step,
    opened,
    usual_rounds,
    withdrew,
)
from tests.effort import Tried, sample
from tests.games.tournament.naive import next_pairs, table

AT = datetime(2026, 11, 20, 20, tzinfo=UTC)
SEED = b"eight at the table"
EIGHT = ("Anna", "Ben", "Cora", "Dirk", "Emil", "Fritz", "Gerda", "Hans")
# What each round of the tournament below came to: the games in the order of the tables.
RESULTS = (
    ("Ben 400 Hans 350", "Anna 300 Fritz 300", "Emil 280 Dirk 380", "Cora 410 Gerda 400"),
    ("Ben 300 Dirk 340", "Cora 350 Anna 340", "Gerda 390 Fritz 420", "Hans 500 Emil 200"),
    ("Dirk 300 Cora 320", "Ben 310 Fritz 310", "Anna 330! Hans 300", "Gerda 280 Emil 260"),
)


def outcome(written: str) -> FinalScores:
    """Read `Ben 400 Hans 350`; with an exclamation mark he went out of the game."""
    first, his, second, hers = written.split()
    return (
        Final(first, int(his.strip("!")), "!" in his),
        Final(second, int(hers.strip("!")), "!" in hers),
    )


def tournament(plan: TournamentPlan) -> Tournament:
    return apply_tournament(None, opened(plan, SEED, AT))


def after(now: Tournament, *events: TournamentEvent) -> Tournament:
    for event in events:
        now = apply_tournament(now, event)
    return now


def paired(now: Tournament) -> RoundPaired:
    step = next_step(now, SEED, AT)
    assert isinstance(step, RoundPaired)
    return step


def swiss_of_eight(rounds: int) -> Tournament:
    """Return the tournament with so many of the rounds above played."""
    now = tournament(TournamentPlan("club", "Vereinsturnier", System.SWISS, EIGHT, rounds=4))
    for results in RESULTS[:rounds]:
        step = paired(now)
        now = apply_tournament(now, step)
        for meeting, written in zip(step.meetings, results, strict=True):
            assert meeting.players == (written.split()[0], written.split()[2])
            now = apply_tournament(now, OutcomeTaken(meeting.games[0], outcome(written), AT))
    return now


def test_a_swiss_table_of_eight_is_what_it_is_by_hand() -> None:
    """Anna resigned while she led by 30 points: the game is lost, and the lead counts for nobody."""
    (standings,) = swiss_of_eight(3).tables

    assert standings == (
        #        place player points won drawn lost Buchholz difference
        TournamentPlace(1, "Cora", 6, 3, 0, 0, 2 + 1 + 4, 10 + 10 + 20),
        TournamentPlace(2, "Dirk", 4, 2, 0, 1, 0 + 3 + 6, 100 + 40 - 20),
        TournamentPlace(3, "Fritz", 4, 1, 2, 0, 1 + 2 + 3, 0 + 30 + 0),
        TournamentPlace(4, "Hans", 4, 2, 0, 1, 3 + 0 + 1, -50 + 300 + 0),
        TournamentPlace(5, "Ben", 3, 1, 1, 1, 4 + 4 + 4, 50 - 40 + 0),
        TournamentPlace(6, "Gerda", 2, 1, 0, 2, 6 + 4 + 0, -10 - 30 + 20),
        TournamentPlace(7, "Anna", 1, 0, 1, 2, 4 + 6 + 4, 0 - 10 + 0),
        TournamentPlace(8, "Emil", 0, 0, 0, 3, 4 + 4 + 2, -100 - 300 - 20),
    )


# Of seven, somebody has a bye in each round; Ben goes out of his first game while he leads by 110.
OF_SEVEN = (
    ("Gerda 400 Cora 380", "Ben 310! Dirk 200", "Emil 333 Fritz 333"),
    ("Gerda 300 Dirk 360", "Anna 400 Fritz 350", "Emil 300 Ben 320"),
    ("Dirk 300 Anna 300", "Gerda 390 Ben 400", "Cora 350 Fritz 340"),
)


def test_a_swiss_table_of_seven_with_byes_is_what_it_is_by_hand() -> None:
    """A bye is a win, adds nothing to Buchholz, and is the last one's who has had none."""
    plan = TournamentPlan("club", "Vereinsturnier", System.SWISS, EIGHT[:7], rounds=3)
    now, byes = tournament(plan), []
    for results in OF_SEVEN:
        step = paired(now)
        byes += [each.player for each in step.byes]
        now = apply_tournament(now, step)
        by_pair = {frozenset(each.split()[::2]): each for each in results}
        for meeting in step.meetings:
            final = outcome(by_pair[frozenset(meeting.players)])
            now = apply_tournament(now, OutcomeTaken(meeting.games[0], final, AT))

    assert byes == ["Anna", "Cora", "Emil"]
    assert now.tables[0] == (
        #        place player points won drawn lost Buchholz difference
        TournamentPlace(1, "Dirk", 5, 2, 1, 0, 4 + 2 + 5, 0 + 60 + 0),
        TournamentPlace(2, "Anna", 5, 2, 1, 0, 1 + 5, 50 + 0),
        TournamentPlace(3, "Ben", 4, 2, 0, 1, 5 + 3 + 2, 0 + 20 + 10),
        TournamentPlace(4, "Cora", 4, 2, 0, 1, 2 + 1, -20 + 10),
        TournamentPlace(5, "Emil", 3, 1, 1, 1, 1 + 4, 0 - 20),
        TournamentPlace(6, "Gerda", 2, 1, 0, 2, 4 + 5 + 4, 20 - 60 - 10),
        TournamentPlace(7, "Fritz", 1, 0, 1, 2, 3 + 5 + 4, 0 - 50 - 10),
    )


def withdrawn(now: Tournament, player: str) -> Tournament:
    event = withdrew(now, player, AT)
    assert event is not None
    return apply_tournament(now, event)


def test_who_withdraws_from_a_swiss_tournament_of_eight_is_paired_no_more() -> None:
    """After two of the rounds above Dirk goes: seven are left, and the last without a bye has one."""
    now = withdrawn(swiss_of_eight(2), "Dirk")

    step = paired(now)

    # Points after two rounds: Cora, Dirk 4; Fritz 3; Hans, Ben 2; Anna 1; Gerda, Emil 0.
    assert [set(each.players) for each in step.meetings] == [
        {"Cora", "Fritz"},
        {"Ben", "Anna"},
        {"Hans", "Gerda"},
    ]
    assert [(bye.player, bye.is_win) for bye in step.byes] == [("Emil", True)]
    (table_now,) = now.tables
    assert next(line.points for line in table_now if line.player == "Dirk") == 4
    assert withdrew(now, "Dirk", AT) is None
    assert withdrew(now, "Xaver", AT) is None


def test_in_a_round_robin_who_would_have_met_him_rests() -> None:
    plan = TournamentPlan("club", "Club", System.ROUND_ROBIN, EIGHT[:4], rounds=3)
    now = withdrawn(tournament(plan), "Ben")
    met = []
    for _ in range(3):
        step = paired(now)
        (meeting,) = step.meetings
        (bye,) = step.byes
        met.append(frozenset((*meeting.players, bye.player)))
        assert not bye.is_win
        result = tuple(Final(name, 300) for name in meeting.players)
        now = after(now, step, OutcomeTaken(meeting.games[0], result, AT))

    assert set(met) == {frozenset(("Anna", "Cora", "Dirk"))}
    assert next_step(now, SEED, AT) == TournamentEnded(SEED.hex(), AT)


def test_with_one_left_a_tournament_ends() -> None:
    plan = TournamentPlan("club", "Club", System.SWISS, EIGHT[:2], rounds=1)
    now = withdrawn(tournament(plan), "Ben")

    assert next_step(now, SEED, AT) == TournamentEnded(SEED.hex(), AT)


def test_who_withdraws_from_a_ladder_leaves_his_place() -> None:
    plan = TournamentPlan("club", "Club", System.LADDER, EIGHT[:4], rounds=9)
    now = withdrawn(tournament(plan), "Ben")

    assert now.order == ("Anna", "Cora", "Dirk")
    assert challenged(now, "Cora", "Ben", SEED, AT) is None


def test_nobody_meets_the_same_player_twice_in_a_swiss_tournament() -> None:
    """Cora has met Dirk, who is next below her: she meets Fritz."""
    step = paired(swiss_of_eight(3))

    assert [set(each.players) for each in step.meetings] == [
        {"Cora", "Fritz"},
        {"Dirk", "Hans"},
        {"Ben", "Gerda"},
        {"Anna", "Emil"},
    ]
    assert next(each.games for each in step.meetings) == ("club-r4-t1",)


def test_the_lots_of_a_round_follow_from_the_seed_that_is_revealed() -> None:
    """Of `pair 4` the first four numbers are odd, odd, even, odd: 1 turns a pair round."""
    now = swiss_of_eight(3)
    step = paired(now)

    assert [each.players for each in step.meetings] == [
        ("Fritz", "Cora"),
        ("Hans", "Dirk"),
        ("Ben", "Gerda"),
        ("Emil", "Anna"),
    ]
    now = apply_tournament(now, step)
    assert next_step(now, SEED, AT) is None  # the round is played
    games = [
        OutcomeTaken(each.games[0], tuple(Final(name, 300) for name in each.players), AT)
        for each in step.meetings
    ]
    end = next_step(after(now, *games), SEED, AT)
    assert end == TournamentEnded(SEED.hex(), AT)
    assert after(now, *games, TournamentEnded(SEED.hex(), AT)).is_over


def test_a_double_game_is_decided_by_the_sum_and_each_begins_once() -> None:
    """A loses the first game by 50 and wins the second by 51: one meeting, won."""
    plan = TournamentPlan(
        "duo", "Doppel", System.ROUND_ROBIN, ("A", "B"), 1, games_each=2, is_sum=True
    )
    now = tournament(plan)
    step = paired(now)
    (meeting,) = step.meetings
    assert meeting.games == ("duo-r1-t1", "duo-r1-t1-2")
    assert begins(meeting, "duo-r1-t1") == tuple(reversed(begins(meeting, "duo-r1-t1-2")))
    lost = OutcomeTaken("duo-r1-t1", (Final("A", 300), Final("B", 350)), AT)
    won = OutcomeTaken("duo-r1-t1-2", (Final("B", 300), Final("A", 351)), AT)

    halfway = after(now, step, lost).tables[0]
    (first, second) = after(now, step, lost, won).tables[0]

    assert [line.points for line in halfway] == [0, 0]  # nothing counts before both are over
    assert (first.player, first.points, first.difference) == ("A", 2, 1)
    assert (second.player, second.points, second.losses) == ("B", 0, 1)


@pytest.mark.parametrize(
    ("second", "points"),
    [((), [0, 0]), ((Final("B", 300), Final("A", 351)), [2, 0])],
    ids=["neither", "the other decides"],
)
def test_a_game_ended_before_anybody_moved_counts_nothing(
    second: FinalScores, points: list[int]
) -> None:
    plan = TournamentPlan(
        "duo", "Doppel", System.ROUND_ROBIN, ("A", "B"), 1, games_each=2, is_sum=True
    )
    now = tournament(plan)
    games = ("duo-r1-t1", ()), ("duo-r1-t1-2", second)
    ended = after(now, paired(now), *(OutcomeTaken(game, each, AT) for game, each in games))

    assert [line.points for line in ended.tables[0]] == points
    assert sum(line.draws for line in ended.tables[0]) == 0
    assert ended.played.opponents("A") == (("B",) if second else ())
    assert isinstance(next_step(ended, SEED, AT), TournamentEnded)


def test_on_a_ladder_a_game_without_a_result_moves_nobody() -> None:
    now = tournament(TournamentPlan("club", "Leiter", System.LADDER, ("A", "B", "C"), 9))
    step = challenged(now, "C", "A", SEED, AT)
    assert step is not None

    ended = after(now, step, OutcomeTaken(step.meetings[0].games[0], (), AT))

    assert ended.order == ("A", "B", "C")
    assert not ended.in_challenge


def test_games_without_common_tiles_count_one_by_one() -> None:
    plan = TournamentPlan("duo", "Doppel", System.ROUND_ROBIN, ("A", "B"), 1, games_each=2)
    now = tournament(plan)
    lost = OutcomeTaken("duo-r1-t1", (Final("A", 300), Final("B", 350)), AT)
    won = OutcomeTaken("duo-r1-t1-2", (Final("B", 300), Final("A", 351)), AT)

    (first, second) = after(now, paired(now), lost, won).tables[0]

    assert (first.player, first.points, second.points) == ("A", 2, 2)
    assert (first.place, second.place) == (1, 2)  # by one point of difference


def test_of_two_who_meet_again_the_other_begins() -> None:
    now = tournament(TournamentPlan("duo", "Duo", System.ROUND_ROBIN, ("A", "B"), rounds=4))
    began = []
    for number in range(1, 5):
        step = paired(now)
        began.append(step.meetings[0].players[0])
        even = tuple(Final(name, 1) for name in "AB")
        now = after(now, step, OutcomeTaken(f"duo-r{number}-t1", even, AT))

    assert began in (["A", "B", "A", "B"], ["B", "A", "B", "A"])


@pytest.mark.parametrize("players", [2, 5, 8])
def test_in_a_round_robin_all_meet_all_once(players: int) -> None:
    names = [f"P{number}" for number in range(players)]
    rounds = players - 1 if players % 2 == 0 else players

    met = [frozenset(p) for r in range(1, rounds + 1) for p in round_robin(names, r)[0]]
    rests = [round_robin(names, number)[1] for number in range(1, rounds + 1)]

    assert Counter(met) == Counter(frozenset(pair) for pair in combinations(names, 2))
    assert sorted(filter(None, rests)) == (names if players % 2 else [])


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(4, ()), (5, (5,)), (8, (8,)), (9, ()), (10, (5, 5)), (17, (6, 6, 5)), (24, (8, 8, 8))],
)
def test_a_division_has_five_to_eight_players(players: int, sizes: tuple[int, ...]) -> None:
    assert division_sizes(players) == sizes


def test_the_first_of_a_division_goes_up_and_the_last_goes_down() -> None:
    assert promoted((("A", "B", "C"), ("D", "E", "F"), ("G", "H", "I"))) == (
        *("A", "B", "D"),
        *("C", "E", "G"),
        *("F", "H", "I"),
    )


def test_a_season_of_a_league_is_played_all_at_once_in_each_division() -> None:
    names = tuple(f"P{number:02}" for number in range(10))
    now = tournament(TournamentPlan("liga", "Liga", System.LEAGUE, names, rounds=2))
    step = paired(now)
    assert len(step.meetings) == 10 + 10

    for meeting in step.meetings:  # who stands lower in the settings wins
        better, worse = sorted(meeting.players)
        won = (Final(better, 100), Final(worse, 200))
        step_result = OutcomeTaken(meeting.games[0], won, AT)
        now = apply_tournament(now if meeting.table > 1 else after(now, step), step_result)

    assert [[line.player for line in table] for table in now.tables] == [
        ["P04", "P03", "P02", "P01", "P00"],
        ["P09", "P08", "P07", "P06", "P05"],
    ]
    second = paired(now)
    assert second.order == ("P04", "P03", "P02", "P01", "P09", "P00", "P08", "P07", "P06", "P05")


def test_on_a_ladder_who_wins_takes_the_place_of_whom_he_challenged() -> None:
    now = tournament(
        TournamentPlan("leiter", "Leiter", System.LADDER, ("A", "B", "C", "D", "E"), 9)
    )
    assert next_step(now, SEED, AT) is None  # somebody must challenge
    assert challenged(now, "E", "A", SEED, AT) is None  # four places
    assert challenged(now, "A", "B", SEED, AT) is None  # he stands lower
    step = challenged(now, "D", "A", SEED, AT)
    assert step is not None
    now = apply_tournament(now, step)
    assert challenged(now, "B", "A", SEED, AT) is None  # she has been challenged already

    won = OutcomeTaken("leiter-r1-t1", (Final("A", 300), Final("D", 301)), AT)

    assert apply_tournament(now, won).order == ("D", "A", "B", "C", "E")


def test_on_a_ladder_nobody_shares_a_place() -> None:
    """D has won once, and stands behind nobody; the others have no points, and places all the same."""
    now = tournament(TournamentPlan("leiter", "Leiter", System.LADDER, ("A", "B", "C", "D"), 9))
    step = challenged(now, "D", "B", SEED, AT)
    assert step is not None
    won = OutcomeTaken("leiter-r1-t1", (Final("B", 300), Final("D", 301)), AT)

    (table,) = apply_tournament(apply_tournament(now, step), won).tables

    assert [(each.place, each.player, each.wins) for each in table] == [
        (1, "A", 0),
        (2, "D", 1),
        (3, "B", 0),
        (4, "C", 0),
    ]


def test_a_ladder_keeps_its_order_where_the_higher_wins() -> None:
    assert may_challenge("ABCDE", "D", "A")
    assert climbed("ABC", "A", "B") == ("A", "B", "C")


def test_elo_of_the_first_games() -> None:
    """40 · (1 - 0.5) = 20; then 40 · (1 - 1/(1 + 10^(-40/400))), which is 40 · 0.44269 = 17.7."""
    win = (Final("A", 2), Final("B", 1))

    assert [(each.player, each.shown, each.games) for each in ratings([win])] == [
        ("A", 1520, 1),
        ("B", 1480, 1),
    ]
    assert [each.shown for each in ratings([win, win])] == [1538, 1462]


def test_elo_of_a_game_of_three_shares_k_among_the_opponents() -> None:
    """A wins both, B one of two, C none: 40 / 2 · (2 - 1), 0, 40 / 2 · (0 - 1)."""
    three = (Final("A", 30), Final("B", 20), Final("C", 10))

    assert [each.shown for each in ratings([three])] == [1520, 1500, 1480]


def test_elo_changes_half_as_much_after_twenty_games() -> None:
    draw = (Final("A", 1), Final("B", 1))
    win = (Final("A", 2), Final("B", 1))

    assert [each.shown for each in ratings([*[draw] * 20, win])] == [1510, 1490]
    assert [each.shown for each in ratings([*[draw] * 19, win])] == [1520, 1480]


CHUNK = 25


def _random_swiss(seed: int) -> None:
    rng = random.Random(seed)
    players = tuple(f"P{number}" for number in range(rng.randint(2, 9)))
    rounds = rng.randint(1, most_rounds(System.SWISS, len(players)))
    now = tournament(TournamentPlan("t", "T", System.SWISS, players, rounds))
    games: list[tuple[str, str, int, int]] = []
    byes: list[str] = []
    while isinstance(step := next_step(now, SEED, AT), RoundPaired):
        lines = table(now.order, games, byes, by_buchholz=True)
        order = [name for name, *_ in lines]
        if len(order) % 2:
            rests = [name for name in order if name not in byes][-1]
            assert [bye.player for bye in step.byes] == [rests]
            order.remove(rests)
            byes.append(rests)
        met = {name: [o for g in games for o in g[:2] if name in g and o != name] for name in order}
        expected = next_pairs(order, met)
        assert [set(each.players) for each in step.meetings] == [set(pair) for pair in expected]
        now = apply_tournament(now, step)
        for meeting in rng.sample(step.meetings, len(step.meetings)):
            first, second = meeting.players
            his, hers = rng.randint(0, 3), rng.randint(0, 3)
            games.append((first, second, his, hers))
            taken = OutcomeTaken(meeting.games[0], (Final(first, his), Final(second, hers)), AT)
            now = apply_tournament(now, taken)
    (found,) = now.tables
    assert [(e.player, e.points, e.buchholz, e.difference) for e in found] == table(
        now.order, games, byes, by_buchholz=True
    )
    assert (
        len({frozenset(game[:2]) for game in games}) == len(games) == rounds * (len(players) // 2)
    )


@pytest.mark.parametrize("start", sample(range(0, 500, CHUNK), 2))
def test_a_second_director_pairs_and_counts_the_same(start: int, tried: Tried) -> None:
    for seed in range(start, start + CHUNK):
        _random_swiss(seed)
    tried("tournaments", CHUNK)


def test_a_large_swiss_tournament_is_paired_to_its_last_round() -> None:
    """The search for partners does not run away where most have met."""
    players = tuple(f"P{number}" for number in range(40))
    now = tournament(TournamentPlan("t", "T", System.SWISS, players, most_rounds(System.SWISS, 40)))
    rng = random.Random(1)
    while isinstance(step := next_step(now, SEED, AT), RoundPaired):
        now = apply_tournament(now, step)
        for meeting in step.meetings:
            drawn = tuple(Final(name, rng.randint(0, 9)) for name in meeting.players)
            now = apply_tournament(now, OutcomeTaken(meeting.games[0], drawn, AT))

    met = Counter(frozenset(each.players) for each in now.meetings)
    assert len(met) == 20 * 20
    assert set(met.values()) == {1}


def test_the_usual_number_of_rounds() -> None:
    assert [usual_rounds(system, 8) for system in System] == [7, 4, 100, 1]
    assert usual_rounds(System.SWISS, 20) == 5
