"""Closing a round: statuses, points, totals, ranks, what is laid (rules 2 and 8)."""

import pytest

from mailref.games.events import PlayerJoined, PlayerLeft, ScoreCorrected
from mailref.games.game import ranking
from mailref.games.rounds.closing import late_joiner_base, result_of
from mailref.games.rounds.events import MoveWasLate, RoundClosed
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import EntryStatus, RoundResult
from tests.tiles.builders import (
    START,
    WEEK,
    after,
    board,
    closed,
    closing,
    joined,
    offered,
    opened,
    result,
    sends,
    words,
)
from tests.tiles.variants import ONE

HAUS = board("F8w HAUS")


def game_of(*players: str) -> RoundGame:
    game = joined(opened(ONE, HAUS, first_round=2), *(players or ("Anna", "Bert", "Cora")))
    return offered(game, "UNDSERXQ")


def table(found: RoundResult) -> list[tuple[str, str, int, int, int]]:
    return [(r.player, r.status.value, r.points, r.total, r.rank) for r in found.entries]


def test_every_valid_move_scores_for_its_player_and_the_best_is_laid() -> None:
    """Rules 1: every valid move scores; only the best one is laid on the common board."""
    game = sends(game_of(), "Anna", "H8s UND")
    game = sends(game, "Bert", "H8s UNDER")
    game = sends(game, "Cora", "H8s UNS")

    found = result(game)

    assert found.laid is not None
    assert found.laid.players == ("Bert",)
    assert found.board == board("F8w HAUS", "H8s UNDER")
    assert found.kept == "QSUX"
    assert table(found) == [
        ("Bert", "valid", 6, 6, 1),
        ("Anna", "valid", 3, 3, 2),
        ("Cora", "valid", 3, 3, 2),
    ]


def test_all_who_found_the_winning_move_are_named() -> None:
    """Rules 8: all who found the winning move are named; there is no tie to decide."""
    game = sends(sends(game_of(), "Cora", "H8s UND"), "Anna", "H8s uND", minute=5)

    found = result(game)

    assert found.laid is not None
    assert found.laid.players == ("Anna", "Cora")
    assert (found.laid.tie, found.laid.lot) == ((), None)


def test_missing_invalid_late_and_pending_moves_score_nothing() -> None:
    """Rules 2: a missing or invalid move scores 0."""
    game = sends(game_of("Anna", "Bert", "Cora", "Dora"), "Anna", "A1w UND")
    game = sends(game, "Bert", "H8s UNDER")
    assert game.round is not None
    game = after(game, MoveWasLate("Cora", 2, game.round.opened + 2 * WEEK, ()))

    found = result(game, words("UND"))

    assert {r.player: (r.status.value, r.points) for r in found.entries} == {
        "Anna": ("invalid", 0),
        "Bert": ("pending", 0),
        "Cora": ("late", 0),
        "Dora": ("missing", 0),
    }
    assert found.laid is None
    assert found.board == HAUS
    assert found.kept == "DENQRSUX"


def test_a_late_mail_changes_nothing_for_who_moved_in_time() -> None:
    """Rules 8: a late move is never applied."""
    game = sends(game_of(), "Anna", "H8s UND")
    assert game.round is not None
    game = after(game, MoveWasLate("Anna", 2, game.round.opened + 2 * WEEK, ()))

    assert result(game).entries[0].status is EntryStatus.VALID


def test_a_late_mail_of_an_earlier_round_leaves_no_mark_in_the_open_one() -> None:
    game = game_of()
    game = after(game, MoveWasLate("Anna", 1, START, ()))

    assert {row.status for row in result(game).entries} == {EntryStatus.MISSING}


def test_a_late_mail_between_two_rounds_is_no_fault() -> None:
    game = closed(game_of())

    assert after(game, MoveWasLate("Anna", 2, START, ())) == game


def test_absences_are_counted_and_invalid_moves_are_none() -> None:
    """Rules 8: an invalid word is no absence; late is one."""
    game = sends(game_of("Anna", "Bert", "Cora", "Dora"), "Anna", "H8s UND")
    game = sends(game, "Bert", "A1w UND")
    assert game.round is not None
    game = after(game, MoveWasLate("Cora", 2, game.round.opened, ()))

    game = closed(game)

    assert {n: p.missed for n, p in game.players.items()} == {
        "Anna": 0, "Bert": 0, "Cora": 1, "Dora": 1,
    }  # fmt: skip


def test_rounds_missed_in_a_row_begin_anew_with_a_move() -> None:
    """Three rounds missed in a row are put before the game master."""
    game = closed(game_of())
    game = closed(offered(game, game.rack))
    assert game.players["Anna"].missed_in_a_row == 2

    game = closed(sends(offered(game, game.rack), "Anna", "H8s UND"))

    assert game.players["Anna"].missed_in_a_row == 0
    assert game.players["Anna"].missed == 2
    assert game.players["Bert"].missed_in_a_row == 3


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        pytest.param([9, 9, 5], [1, 1, 3], id="1 1 3"),
        pytest.param([1, 2, 2, 2, 3], [5, 2, 2, 2, 1], id="1 2 2 2 5"),
        pytest.param([-4, 0], [2, 1], id="negative"),
        pytest.param([], [], id="nobody"),
    ],
)
def test_equal_totals_share_the_better_rank(totals: list[int], ranks: list[int]) -> None:
    """Rules 8: ranks by total: 1 1 3."""
    named = {str(i): total for i, total in enumerate(totals)}

    assert list(ranking(named).values()) == ranks


def test_totals_go_on_from_round_to_round_and_rank_before_is_told() -> None:
    game = closed(sends(game_of("Anna", "Bert"), "Anna", "H8s UND"))
    game = offered(game, game.rack + "ABC")
    found = result(sends(game, "Bert", "H8s UNDRES"))

    assert [(r.player, r.total, r.rank, r.rank_before) for r in found.entries] == [
        ("Bert", 7, 1, 2),
        ("Anna", 3, 2, 1),
    ]


def test_who_leaves_in_mid_round_is_in_it_and_in_no_later_one() -> None:
    """Contract 2: a player taken out is excluded from the next round on."""
    game = after(sends(game_of("Anna", "Bert"), "Anna", "H8s UND"), PlayerLeft("Anna", "asked"))

    first = result(game)
    game = after(game, RoundClosed(first))

    assert [row.player for row in first.entries] == ["Anna", "Bert"]
    assert [player.name for player in game.active] == ["Bert"]


def test_who_left_has_no_row_but_keeps_his_rank() -> None:
    """Contract 2: a player taken out is excluded from the next round on, his row stays."""
    game = closed(sends(game_of("Anna", "Bert"), "Anna", "H8s UND"))
    game = after(game, PlayerLeft("Anna", "asked"))
    game = sends(offered(game, game.rack + "ABC"), "Bert", "H8s UNDRES")

    found = result(game)
    game = after(game, RoundClosed(found))

    assert [row.player for row in found.entries] == ["Bert"]
    assert {n: (p.total, p.rank) for n, p in game.players.items()} == {
        "Anna": (3, 2),
        "Bert": (7, 1),
    }


def test_a_correction_changes_total_and_ranks() -> None:
    """Correct a score."""
    game = closed(sends(game_of("Anna", "Bert"), "Anna", "H8s UND"))

    game = after(game, ScoreCorrected("Bert", 2, 5, "wrong word"))

    assert {n: (p.total, p.rank) for n, p in game.players.items()} == {
        "Anna": (3, 2),
        "Bert": (5, 1),
    }


def test_a_closed_round_cannot_be_closed_again() -> None:
    with pytest.raises(ValueError, match="no round is open"):
        result_of(closed(game_of()), closing())


class TestLateJoiners:
    """Rules 8: the lowest total of the players of round 1 who missed no round; fixed once."""

    def game_with(self, **players: tuple[int, int]) -> RoundGame:
        joining = (
            PlayerJoined(name, (), total=total, missed=missed)
            for name, (total, missed) in players.items()
        )
        return after(opened(ONE, HAUS, first_round=4), *joining)

    def test_lowest_of_those_who_never_missed(self) -> None:
        game = self.game_with(Anna=(90, 0), Bert=(70, 0), Cora=(10, 1))

        assert late_joiner_base(game) == 70

    def test_lowest_of_those_with_fewest_absences_where_all_missed(self) -> None:
        game = self.game_with(Anna=(90, 2), Bert=(70, 1), Cora=(80, 1), Dora=(5, 3))

        assert late_joiner_base(game) == 70

    def test_nobody_means_nothing(self) -> None:
        assert late_joiner_base(opened()) == 0

    def test_earlier_late_joiners_do_not_count(self) -> None:
        """Rules 8: of the players of round 1."""
        game = self.game_with(Anna=(90, 0))
        game = after(game, PlayerJoined("Eva", (), total=0, is_late=True))

        assert late_joiner_base(game) == 90

    def test_the_base_is_shown_and_part_of_the_total(self) -> None:
        game = self.game_with(Anna=(90, 0))
        game = after(game, PlayerJoined("Eva", (), total=90, is_late=True))

        found = result(sends(offered(game, "UNDSERXQ"), "Eva", "H8s UND"))

        assert [(r.player, r.base, r.points, r.total) for r in found.entries] == [
            ("Eva", 90, 3, 93),
            ("Anna", 90, 0, 90),
        ]
