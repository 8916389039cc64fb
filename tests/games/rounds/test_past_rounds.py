"""A closed round as it stands now, told from its events alone (contract 4)."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from mailref.games import events as happened
from mailref.games.events import Event
from mailref.games.kind import apply
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.game import ClosedRound, RoundGame
from mailref.games.rounds.switches import Rules
from mailref.games.rounds.told import Reports
from tests.games.replayed import replay_rounds
from tests.record.by_hand import WEEK, ZAT, Told
from tests.record.odd import play_oddly
from tests.tiles.variants import ONE, SIMULTAN, TWO


def told_of(events: Sequence[Event]) -> tuple[ClosedRound, ...]:
    return Reports().after(events).rounds


def table(closed: ClosedRound) -> list[tuple[str, int, int, int | None, tuple[int, ...]]]:
    """Return player, total, rank, rank before and corrections of each row."""
    return [
        (
            row.player,
            row.total,
            row.rank,
            row.rank_before,
            tuple(each.points for each in row.corrections),
        )
        for row in closed.everybody
    ]


def two_rounds() -> Told:
    """Return a game in which Anna scores 6 in the first round, and Bert 4 in the second."""
    told = Told()
    told.join("Anna")
    told.join("Bert")
    told.open("BDHNRSU")
    told.send("Anna", "H8w UND")
    told.close()
    told.open("?AEO")
    told.send("Bert", "G8w RUND")
    told.close()
    return told


def test_a_round_is_told_as_it_was_closed() -> None:
    first, second = told_of(two_rounds().events)

    assert table(first) == [("Anna", 6, 1, None, ()), ("Bert", 0, 2, None, ())]
    assert table(second) == [("Anna", 6, 1, 1, ()), ("Bert", 4, 2, 2, ())]


def test_a_correction_stands_in_the_round_it_names_and_in_all_later_totals() -> None:
    told = two_rounds()
    told.happen(happened.ScoreCorrected("Bert", 1, 7, "verzählt"))

    first, second = told_of(told.events)

    assert table(first) == [("Bert", 7, 1, None, (7,)), ("Anna", 6, 2, None, ())]
    assert table(second) == [("Bert", 11, 1, 1, ()), ("Anna", 6, 2, 2, ())]
    (correction,) = first.rows[0].corrections
    assert (correction.number, correction.because) == (1, "verzählt")


def test_a_correction_of_the_last_round_leaves_the_ranks_before_it() -> None:
    told = two_rounds()
    told.happen(happened.ScoreCorrected("Bert", 2, 7, "verzählt"))

    first, second = told_of(told.events)

    assert table(first) == [("Anna", 6, 1, None, ()), ("Bert", 0, 2, None, ())]
    assert table(second) == [("Bert", 11, 1, 2, (7,)), ("Anna", 6, 2, 1, ())]


def test_corrections_that_cancel_each_other_leave_the_order_as_it_was() -> None:
    told = two_rounds()
    told.happen(happened.ScoreCorrected("Anna", 2, -2, "verzählt"))
    told.happen(happened.ScoreCorrected("Anna", 2, -1, "verzählt"))
    told.happen(happened.ScoreCorrected("Anna", 2, 1, "doch nicht"))

    _, second = told_of(told.events)

    assert table(second) == [("Anna", 4, 1, 1, (-2, -1, 1)), ("Bert", 4, 1, 2, ())]


def test_a_renamed_player_has_his_new_name_in_every_round() -> None:
    told = two_rounds()
    told.happen(happened.ScoreCorrected("Bert", 1, 1, "verzählt"))
    told.happen(happened.PlayerRenamed("Bert", "Bertram", "geheiratet"))

    first, second = told_of(told.events)

    assert table(first)[1] == ("Bertram", 1, 2, None, (1,))
    assert first.rows[1].corrections[0].player == "Bertram"
    assert table(second)[1] == ("Bertram", 5, 2, 2, ())
    assert second.laid is not None
    assert second.laid.players == ("Bertram",)


def test_who_left_keeps_a_total_and_a_rank() -> None:
    told = two_rounds()
    told.happen(happened.PlayerLeft("Anna", "asked"))
    told.open("A")
    told.close()
    told.happen(happened.ScoreCorrected("Anna", 3, -3, "verzählt"))

    *_, third = told_of(told.events)

    assert table(third) == [("Bert", 4, 1, 2, ()), ("Anna", 3, 2, 1, (-3,))]
    assert [row.player for row in third.rows] == ["Bert"]


def test_what_was_corrected_before_a_players_first_close_stands_in_his_first_round() -> None:
    told = two_rounds()
    told.join("Cora", base=4, is_late=True)
    told.happen(happened.ScoreCorrected("Cora", 2, 5, "Geschenk"))
    told.open("A")
    told.close()

    *_, second, third = told_of(told.events)

    assert [row[0] for row in table(second)] == ["Anna", "Bert"]
    assert table(third)[0] == ("Cora", 9, 1, None, (5,))


def test_a_reopened_round_is_gone_until_it_is_closed_again() -> None:
    told = two_rounds()
    told.happen(happened.ScoreCorrected("Anna", 1, 3, "verzählt"))
    told.happen(happened.ScoreCorrected("Anna", 2, 30, "verzählt"))
    told.happen(in_rounds.RoundReopened(2, ZAT + 3 * WEEK, "Panne"))
    (only,) = told_of(told.events)
    told.close()

    _, second = told_of(told.events)

    assert table(only) == [("Anna", 9, 1, None, (3,)), ("Bert", 0, 2, None, ())]
    assert table(second) == [("Anna", 9, 1, 1, ()), ("Bert", 4, 2, 2, ())]
    assert (only.reopened, second.reopened) == (0, 1)


@pytest.mark.each_once
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("rules", [ONE, TWO, SIMULTAN], ids=["one", "two", "simultan"])
def test_the_game_and_its_rounds_say_the_same_after_every_event(rules: Rules, number: int) -> None:
    """Whatever a game master does: the totals that the game goes on with are those that are told."""
    game: RoundGame | None = None
    told = Reports()
    for event in play_oddly(rules, number, 5).events:
        game = apply(game, event) if game else replay_rounds([event])
        told = told.after([event])

        assert told.last == game.last
        assert told.corrections == game.corrections
        totals = {name: player.total for name, player in game.players.items()}
        ranks = {name: player.rank for name, player in game.players.items() if player.rank}
        assert told.game is not None
        assert totals == {name: player.total for name, player in told.game.players.items()}
        assert ranks == (told.last.ranks if told.last else {})


@pytest.mark.parametrize("number", range(4))
def test_total_and_rank_before_a_round_are_those_after_the_round_before_it(number: int) -> None:
    rounds = told_of(play_oddly(ONE, number, 5).events)

    for before, after in pairwise(rounds):
        for row in after.everybody:
            if row.rank_before is not None:
                assert row.total_before == before.totals[row.player]
                assert row.rank_before == before.ranks[row.player]
