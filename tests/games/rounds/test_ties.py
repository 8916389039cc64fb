"""Which of several equal best moves is laid (rules 2 and 8)."""

import pytest
from msgspec.structs import replace

from mailref.games.chance import Chance
from mailref.games.rounds.closing import result_of
from mailref.games.rounds.events import TieRuled
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import AskGameMaster, Laid, Lot
from mailref.games.rounds.switches import Tie
from mailref.tiles.board import Board
from mailref.tiles.moves import WrittenMove
from tests.tiles.builders import (
    SEED,
    WordList,
    after,
    board,
    closing,
    joined,
    move,
    offered,
    opened,
    result,
    sends,
    with_rules,
)
from tests.tiles.variants import MONO, ONE

HAUS = board("F8w HAUS")


def game_of(*ties: Tie, lying: Board = HAUS, rack: str = "NDSREEB?") -> RoundGame:
    rules = replace(ONE, ties=ties)
    return offered(joined(opened(rules, lying, first_round=4), "Anna", "Bert", "Cora"), rack)


def laid(game: RoundGame) -> Laid:
    found = result(game).laid
    assert found is not None
    return found


def word_of(found: Laid) -> str:
    return found.judged.plays[0].scored.word


# Three points each; the last lays three tiles, one of them a blank.
UND, UNS = "H8s UND", "H8s UNS"
THREE_TILES = "H8s U*NDE"


def test_a_lot_falls_between_different_moves() -> None:
    """Rules 2, SB: by lot; the report tells the choices and which one it fell on."""
    game = sends(sends(game_of(Tie.LOT), "Anna", UND), "Bert", UNS)

    found = laid(game)

    assert found.tie == ("lot",)
    assert found.lot == Lot("lot 4", ("H8 down UND", "H8 down UNS"), chosen=1)
    assert (word_of(found), found.players) == ("UNS", ("Bert",))


def test_the_lot_is_between_moves_not_players() -> None:
    """Rules 8: not between players; all who found the winning move are named."""
    game = sends(sends(sends(game_of(Tie.LOT), "Anna", UNS), "Bert", UND), "Cora", UNS)

    found = laid(game)

    assert found.lot == Lot("lot 4", ("H8 down UND", "H8 down UNS"), chosen=1)
    assert found.players == ("Anna", "Cora")


def test_the_order_of_arrival_does_not_change_a_lot() -> None:
    there = sends(sends(game_of(Tie.LOT), "Anna", UND), "Bert", UNS)
    back = sends(sends(game_of(Tie.LOT), "Bert", UNS), "Anna", UND)

    assert laid(there).lot == laid(back).lot


@pytest.mark.parametrize(
    ("one", "other", "names"),
    [
        pytest.param(
            move("H8s U*NS"), move("H8s UN*S"), ("H8 down UNS H9=?", "H8 down UNS H10=?"),
            id="joker squares",
        ),
        pytest.param(
            move("H8s UNS"), move("H8s UNS", swaps=["G8"]), ("H8 down UNS", "G8<>; H8 down UNS"),
            id="swaps",
        ),
    ],
)  # fmt: skip
def test_what_tells_moves_apart(
    one: WrittenMove, other: WrittenMove, names: tuple[str, str]
) -> None:
    """Rules 8: square, direction, word, joker squares; and what was exchanged."""
    game = game_of(Tie.LOT, lying=board("F8w HaUS"), rack="NSADDEE?")
    game = sends(sends(game, "Anna", one), "Bert", other)

    lot = laid(game).lot

    assert lot is not None
    assert lot.choices == names


def test_more_tiles_win() -> None:
    """Rules 2: ties broken by more tiles laid."""
    game = sends(sends(game_of(Tie.MORE_TILES), "Anna", UND), "Bert", THREE_TILES)

    found = laid(game)

    assert (word_of(found), found.tie, found.lot) == ("UNDE", ("more_tiles",), None)


def test_fewer_blanks_win() -> None:
    """Rules 2: ties broken by fewer blanks used."""
    game = sends(sends(game_of(Tie.FEWER_BLANKS), "Anna", THREE_TILES), "Bert", UND)

    found = laid(game)

    assert (word_of(found), found.tie) == ("UND", ("fewer_blanks",))


def test_the_earliest_wins() -> None:
    """Rules 2: earliest arrival."""
    game = sends(game_of(Tie.EARLIEST), "Anna", UND, minute=9)
    game = sends(sends(game, "Bert", UNS, minute=5), "Cora", UND, minute=7)

    found = laid(game)

    assert (word_of(found), found.tie) == ("UNS", ("earliest",))


def test_the_first_of_those_who_found_a_move_counts_for_the_earliest() -> None:
    game = sends(game_of(Tie.EARLIEST), "Anna", UND, minute=9)
    game = sends(sends(game, "Bert", UNS, minute=5), "Cora", UND, minute=3)

    assert word_of(laid(game)) == "UND"


def test_equal_seconds_follow_the_order_in_which_the_mails_came() -> None:
    """Rules 8: equal seconds in order of UID; a replaced entry has no say."""
    game = sends(game_of(Tie.EARLIEST), "Anna", UNS)
    game = sends(game, "Bert", UND)
    game = sends(game, "Anna", UNS)

    found = laid(game)

    assert (word_of(found), found.tie) == ("UND", ("earliest",))


def test_the_alphabet_has_umlauts_after_their_vowel() -> None:
    """`alphabetical`: ÄU comes before ZU; both score 1 with a blank."""
    game = sends(sends(game_of(Tie.ALPHABETICAL), "Anna", "H7s *ZU"), "Bert", "H7s *ÄU")

    found = laid(game)

    assert (word_of(found), found.tie) == ("ÄU", ("alphabetical",))


def test_ties_are_applied_in_the_order_of_the_list() -> None:
    """An ordered list, always ending in a decision that the report explains."""
    game = game_of(Tie.MORE_TILES, Tie.FEWER_BLANKS, Tie.LOT)
    game = sends(sends(sends(game, "Anna", UND), "Bert", UNS), "Cora", "H8s U*ND")

    found = laid(game)

    assert found.tie == ("more_tiles", "fewer_blanks", "lot")
    assert found.lot is not None
    assert found.lot.choices == ("H8 down UND", "H8 down UNS")


def test_a_list_that_does_not_decide_ends_in_a_lot() -> None:
    game = sends(sends(game_of(Tie.MORE_TILES), "Anna", UND), "Bert", UNS)

    assert laid(game).tie == ("more_tiles", "lot")


def test_mono_looks_at_more_tiles_first() -> None:
    """Rules 8: mono, ties to more tiles then lot."""
    assert MONO.ties == (Tie.MORE_TILES, Tie.LOT)


def test_a_single_best_move_needs_no_rule() -> None:
    found = laid(sends(sends(game_of(Tie.LOT), "Anna", UND), "Bert", "H8s UNDER"))

    assert (found.tie, found.lot) == ((), None)


class TestGameMaster:
    """The game master may be asked to choose."""

    def test_the_round_waits_with_the_names_of_the_moves(self) -> None:
        game = sends(sends(game_of(Tie.GAME_MASTER), "Anna", UND), "Bert", UNS)

        found = result_of(game, closing(WordList()))

        assert found == AskGameMaster(("H8 down UND", "H8 down UNS"))

    def test_the_choice_is_laid(self) -> None:
        game = sends(sends(game_of(Tie.GAME_MASTER), "Anna", UND), "Bert", UNS)

        found = laid(after(game, TieRuled(4, "H8 down UND", "nicer")))

        assert (word_of(found), found.tie) == ("UND", ("game_master",))

    def test_a_choice_that_is_none_of_them_is_asked_about_again(self) -> None:
        game = sends(sends(game_of(Tie.GAME_MASTER), "Anna", UND), "Bert", UNS)
        game = after(game, TieRuled(4, "H8 down UNO", ""))

        assert isinstance(result_of(game, closing()), AskGameMaster)

    def test_only_what_earlier_rules_left_is_asked_about(self) -> None:
        game = game_of(Tie.MORE_TILES, Tie.GAME_MASTER)
        game = sends(sends(game, "Anna", UND), "Bert", THREE_TILES)

        assert word_of(laid(game)) == "UNDE"


def test_the_lot_comes_from_the_seed() -> None:
    """Every lot is derived from the game's seed: `pick("lot 4", 2)`."""
    assert Chance(SEED).pick("lot 4", 2) == 1


def test_points_decide_before_any_tie() -> None:
    game = with_rules(game_of(), ties=(Tie.FEWER_BLANKS,))
    game = sends(sends(game, "Anna", UND), "Bert", "H8s U*NDER")

    assert word_of(laid(game)) == "UNDER"
