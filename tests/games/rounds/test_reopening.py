"""A closed round is reopened and everything after it recomputed (rules 8)."""

import pytest

from mailref.games import events as happened
from mailref.games.chance import Chance
from mailref.games.kind import follow
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closing import Letters, go_on
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import EntryStatus
from tests.games.test_replay import closed_once, game_of, next_round
from tests.tiles.builders import (
    SEED,
    START,
    after,
    board,
    closed,
    joined,
    offered,
    opened,
    result,
    sends,
)
from tests.tiles.variants import MONO, ONE

HAUS = board("F8w HAUS")


def reopened(game: RoundGame, number: int = 2) -> RoundGame:
    return after(game, in_rounds.RoundReopened(number, START, "late mail"))


def test_board_letters_totals_ranks_and_moves_are_back() -> None:
    before = sends(game_of(), "Anna", "H8s UND")

    game = reopened(next_round(closed(before)))

    assert (game.board, game.rack, game.bag) == (before.board, before.rack, before.bag)
    assert game.players == before.players
    assert game.round is not None
    assert before.round is not None
    assert game.round.entries == before.round.entries
    assert (game.round.number, game.round.deadline) == (2, START)
    assert game.round_number == 2


def test_closed_again_it_comes_out_as_before() -> None:
    once = closed(sends(game_of(), "Anna", "H8s UND"))

    twice = closed(reopened(once))

    assert twice.players == once.players
    assert (twice.board, twice.rack) == (once.board, once.rack)


def test_a_mail_seen_too_late_counts_after_all() -> None:
    """Rules 8: a mail in time seen only after the close; the game master may reopen."""
    game = reopened(next_round(closed(sends(game_of(), "Anna", "H8s UND"))))

    found = result(sends(game, "Bert", "H8s UNDER", minute=3))

    assert [(r.player, r.total) for r in found.entries] == [("Bert", 6), ("Anna", 3)]


def test_absences_are_counted_once() -> None:
    once = closed(sends(game_of(), "Anna", "H8s UND"))

    game = closed(reopened(once))

    assert (game.players["Bert"].missed, game.players["Bert"].missed_in_a_row) == (1, 1)


def test_rulings_since_stay() -> None:
    game = closed(sends(game_of(), "Anna", "H8s UND"))
    game = after(game, happened.WordRuled("UND", accepted=False, by="command", because=""))

    found = result(reopened(game))

    assert {row.player: row.status for row in found.entries} == {
        "Anna": EntryStatus.INVALID,
        "Bert": EntryStatus.MISSING,
    }


def test_a_player_renamed_since_keeps_his_move_and_total() -> None:
    game = closed(sends(game_of(), "Anna", "H8s UND"))
    game = reopened(after(game, happened.PlayerRenamed("Anna", "Änne", "asked")))
    before = {name: player.total for name, player in game.players.items()}

    game = closed(game)

    assert before == {"Änne": 0, "Bert": 0}
    assert {name: player.total for name, player in game.players.items()} == {"Änne": 3, "Bert": 0}


def test_a_correction_of_an_earlier_round_stays() -> None:
    game = closed(closed_once())
    game = after(game, happened.ScoreCorrected("Anna", 2, 10, "overlooked"))

    assert reopened(game, 3).players["Anna"].total == 13


def test_a_correction_of_the_round_itself_is_undone() -> None:
    """The round is judged anew."""
    game = closed(closed_once())
    game = after(game, happened.ScoreCorrected("Anna", 3, 10, "overlooked"))

    assert reopened(game, 3).players["Anna"].total == 3


def test_who_joined_since_stays() -> None:
    game = closed(sends(game_of(), "Anna", "H8s UND"))
    game = after(game, happened.PlayerJoined("Cora", (), total=3, is_late=True))

    game = reopened(game)

    assert (game.players["Cora"].total, game.players["Cora"].rank) == (3, None)


def test_press_is_neither_lost_nor_doubled() -> None:
    game = after(
        game_of(),
        happened.PressReceived("Anna", "Hallo", "mail-1", is_released=True),
        happened.PressReceived("Bert", "Grüße", "mail-2", is_released=False),
    )
    game = after(closed(game), happened.PressRuled("mail-2", is_released=True))

    assert [(item.mail, item.is_released) for item in reopened(game).press] == [
        ("mail-1", True),
        ("mail-2", True),
    ]


def test_the_round_before_is_still_known() -> None:
    """Its report may be asked for, and its deadline counts."""
    game = reopened(closed(closed_once()), 3)

    assert game.last is not None
    assert game.last.number == 2
    assert game.has_started


def test_empty_rounds_are_counted_as_before() -> None:
    game = closed(next_round(closed(game_of())))
    assert game.empty_rounds == 2

    assert reopened(game, 3).empty_rounds == 1


def test_a_game_that_has_ended_goes_on() -> None:
    game = offered(joined(opened(ONE, HAUS, first_round=9), "Anna"), "ND", is_final=True, bag="")
    game = closed(game)
    game = follow(game, go_on(game, Letters(), Chance(SEED), START))
    assert game.is_over

    game = reopened(game, 9)

    assert not game.is_over
    assert game.seed is None


def test_a_cleared_board_is_back() -> None:
    game = offered(joined(opened(MONO, HAUS, first_round=9), "Anna"), "NDEE", bag="A")
    before = sends(game, "Anna", "H8s UND")

    game = reopened(next_round(closed(before)), 9)

    assert (game.board, game.rack, game.bag) == (HAUS, before.rack, before.bag)


@pytest.mark.parametrize("number", [1, 3])
def test_only_the_last_closed_round_can_be_reopened(number: int) -> None:
    with pytest.raises(ValueError, match=f"round {number} cannot be reopened"):
        reopened(next_round(closed(game_of())), number)


def test_a_round_that_was_never_closed_cannot_be_reopened() -> None:
    with pytest.raises(ValueError, match="cannot be reopened"):
        reopened(game_of())
