"""What follows a close: letters, the next round, the end (rules 2 and 8)."""

import pytest

from mailref.games.chance import Chance
from mailref.games.events import Event, GameEnded
from mailref.games.kind import follow
from mailref.games.rounds.closing import Letters, end_of, go_on, open_round, tiles_to_draw
from mailref.games.rounds.events import BoardCleared, LettersDrawn, RulesChanged
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import Draw
from mailref.games.rounds.switches import Rules
from mailref.referee.gm_orders import WrongLettersError
from mailref.tiles.board import TILES, Board, in_order
from tests.games.replayed import all_tiles
from tests.tiles.builders import SEED, START, after, board, closed, joined, offered, opened, sends
from tests.tiles.variants import MONO, ONE, SB, SIMULTAN, rules_of

HAUS = board("F8w HAUS")
CHANCE = Chance(SEED)
REFEREE = Letters()
HAND = Letters(by_hand=True)


def game_of(rules: Rules = ONE, rack: str = "UNDSERXQ", bag: str | None = None) -> RoundGame:
    game = joined(opened(rules, HAUS, first_round=2), "Anna")
    return offered(game, rack, bag=bag)


def goes_on(game: RoundGame, letters: Letters = REFEREE) -> tuple[Event, ...]:
    return go_on(game, letters, CHANCE, START)


def drawn(game: RoundGame, letters: Letters = REFEREE) -> Draw:
    event = goes_on(game, letters)[-1]
    assert isinstance(event, LettersDrawn)
    return event.draw


def again(game: RoundGame, letters: Letters = REFEREE) -> RoundGame:
    """Go on and open the next round."""
    game = follow(game, goes_on(game, letters))
    return after(game, open_round(game, None, START))


def empty(game: RoundGame) -> RoundGame:
    """Close the open round without any move."""
    return closed(game)


class TestLetters:
    def test_the_first_rack_is_drawn_whole(self) -> None:
        game = opened(ONE)

        assert tiles_to_draw(game) == 7
        assert drawn(game).rack == CHANCE.draw("draw 1 0", TILES.all_tiles, 7)

    def test_a_game_taken_over_draws_from_what_is_not_on_the_board(self) -> None:
        """Contract 2: the bag is the tile set less board and letters."""
        game = opened(ONE, HAUS, first_round=4)

        assert len(game.bag) == 98
        assert drawn(game).rack == CHANCE.draw("draw 4 0", game.bag, 8)

    def test_what_the_laid_move_left_is_filled_up(self) -> None:
        game = closed(sends(game_of(), "Anna", "H8s UND"))

        assert game.rack == "EQRSUX"
        assert tiles_to_draw(game) == 2
        draw = drawn(game)
        assert draw.drawn == CHANCE.draw("draw 3 0", game.bag, 2)
        assert draw.rack == in_order("EQRSUX" + draw.drawn)

    def test_switches_changed_in_between_hold_for_the_draw_too(self) -> None:
        """Contract 2: `[game.rules]` from the next round."""
        game = closed(sends(game_of(), "Anna", "H8s UND"))
        game = after(game, RulesChanged(rules_of("dottendorf-1zug", "letters = 10")))

        assert tiles_to_draw(game) == 4
        assert len(drawn(game).rack) == 10


class TestByHand:
    """Contract 2: with `draw = "hand"` nothing is mailed until the game master gives the tiles."""

    def test_the_game_waits(self) -> None:
        game = closed(sends(game_of(), "Anna", "H8s UND"))

        assert goes_on(game, HAND) == ()

    def test_the_newly_drawn_tiles_are_taken(self) -> None:
        game = closed(sends(game_of(), "Anna", "H8s UND"))

        draw = drawn(game, Letters(by_hand=True, drawn="AB"))

        assert (draw.drawn, draw.rack, draw.by_hand) == ("AB", "ABEQRSUX", True)
        assert len(draw.bag) == len(game.bag) - 2

    @pytest.mark.parametrize(
        ("tiles", "why"),
        [
            ("A", "2 tiles are to be drawn, not 1"),
            ("ABC", "2 tiles are to be drawn, not 3"),
            ("AX", "does not hold 'X'"),
        ],
    )
    def test_tiles_that_cannot_be_are_refused(self, tiles: str, why: str) -> None:
        """Letters given by hand checked against the bag."""
        game = closed(sends(game_of(), "Anna", "H8s UND"))

        with pytest.raises(WrongLettersError, match=why):
            goes_on(game, Letters(by_hand=True, drawn=tiles))

    def test_a_whole_rack_holds_the_letters_that_were_left(self) -> None:
        game = closed(sends(game_of(), "Anna", "H8s UND"))

        assert drawn(game, Letters(rack="ABEQRSUX")).drawn == "AB"
        with pytest.raises(WrongLettersError, match="'Q' were left over"):
            goes_on(game, Letters(rack="ABERSUXX"))
        with pytest.raises(WrongLettersError, match="does not hold 'X'"):
            goes_on(game, Letters(rack="AEQRSUXX"))

    def test_an_empty_bag_needs_nobody(self) -> None:
        game = closed(sends(game_of(bag=""), "Anna", "H8s UND"))

        assert drawn(game, HAND).rack == "EQRSUX"


class TestEmptyRounds:
    """Rules 8: the same letters once more; after a second one the whole rack is drawn anew."""

    def test_after_the_first_the_same_letters_are_offered(self) -> None:
        game = empty(game_of())

        assert drawn(game) == Draw("", "", "DENQRSUX", game.bag)

    def test_after_the_second_in_a_row_the_whole_rack_goes_back(self) -> None:
        game = empty(again(empty(game_of())))

        draw = drawn(game)

        everything = in_order(game.rack + game.bag)
        assert draw.returned == "DENQRSUX"
        assert draw.rack == CHANCE.draw("draw 4 0", everything, 8)
        assert in_order(draw.rack + draw.bag) == everything

    def test_the_new_letters_have_two_rounds_again(self) -> None:
        game = empty(again(empty(again(empty(game_of())))))

        assert drawn(game).drawn == ""
        assert drawn(empty(again(game))).returned == game.rack

    def test_a_move_in_between_begins_the_count_anew(self) -> None:
        game = closed(sends(again(empty(game_of())), "Anna", "H8s UND"))
        game = empty(again(game))

        assert game.empty_rounds == 1
        assert drawn(game).drawn == ""

    def test_the_first_round_may_be_empty(self) -> None:
        """Rules 8: the first move included."""
        game = empty(again(joined(opened(ONE), "Anna")))

        assert drawn(game).rack == game.rack
        assert len(game.rack) == 7

    def test_a_bag_that_holds_fewer_ends_the_game(self) -> None:
        """Rules 8: drawn anew if the bag holds as many; else the game ends."""
        game = game_of(bag="ABCDEFG")

        assert end_of(empty(game)) is None
        assert end_of(empty(again(empty(game)))) == "nobody_moves"

    def test_a_bag_that_holds_just_as_many_goes_on(self) -> None:
        assert end_of(empty(again(empty(game_of(bag="ABCDEFGH"))))) is None

    def test_letters_drawn_by_hand_are_a_whole_rack_then(self) -> None:
        game = empty(again(empty(game_of())))

        assert tiles_to_draw(game) == 8
        assert goes_on(game, HAND) == ()
        draw = drawn(game, Letters(by_hand=True, drawn="ABCDEFGH"))
        assert (draw.rack, draw.returned) == ("ABCDEFGH", "DENQRSUX")
        assert len(draw.bag) == len(game.bag)

    def test_a_whole_rack_given_then_need_not_hold_the_old_letters(self) -> None:
        game = empty(again(empty(game_of())))

        assert drawn(game, Letters(rack="ABCDEFGH")).returned == "DENQRSUX"


class TestEnds:
    def test_dottendorf_ends_after_the_final_round(self) -> None:
        """Rules 2: exactly one final round, whether anybody moved or not."""
        game = joined(opened(ONE, HAUS, first_round=9), "Anna")
        game = offered(game, "ND", is_final=True, bag="")

        assert end_of(empty(game)) == "final_round"
        assert end_of(closed(sends(game, "Anna", "H8s UND"))) == "final_round"

    def test_dottendorf_goes_on_to_the_final_round_with_an_empty_bag(self) -> None:
        game = closed(sends(game_of(bag="AB"), "Anna", "H8s UND"))

        game = again(game)

        assert game.round is not None
        assert game.round.is_final
        assert game.rack == "ABEQRSUX"

    @pytest.mark.parametrize(("bag", "why"), [("", "bag_empty"), ("A", None)])
    def test_sb_ends_when_letters_are_needed_and_the_bag_is_empty(
        self, bag: str, why: str | None
    ) -> None:
        """Rules 2, SB: nothing deducted."""
        game = closed(sends(game_of(SB, bag=bag), "Anna", "H8s UND"))

        assert end_of(game) == why

    def test_sb_goes_on_with_an_empty_bag_while_no_letters_are_needed(self) -> None:
        game = closed(sends(game_of(SB, bag=""), "Anna", "H8s UND"))
        game = after(game, RulesChanged(rules_of("sb", "letters = 6")))

        assert end_of(game) is None

    def test_sb_offers_a_short_rack_once_more_before_it_ends(self) -> None:
        game = again(closed(sends(game_of(SB, bag="A"), "Anna", "H8s UND")))

        assert game.rack == "AEQRSUX"
        assert game.round is not None
        assert not game.round.is_final
        assert end_of(closed(sends(game, "Anna", "F8s HEX"))) == "bag_empty"

    @pytest.mark.parametrize(
        ("rack", "bag", "why"),
        [
            pytest.param("ND", "", "all_played", id="all tiles played"),
            pytest.param("NDA", "EE", "no_vowels_or_consonants", id="no consonants left"),
            pytest.param("NDB", "CC", "no_vowels_or_consonants", id="no vowels left"),
            pytest.param("NDB", "CE", None, id="one of each left"),
            pytest.param("NDB", "C?", None, id="a blank is a vowel too"),
        ],
    )
    def test_simultan_ends(self, rack: str, bag: str, why: str | None) -> None:
        """Rules 2: all tiles played, or no vowels or no consonants left."""
        game = game_of(SIMULTAN, rack=rack, bag=bag)

        assert end_of(closed(sends(game, "Anna", "8H UND"))) == why

    def test_mono_clears_the_board_instead(self) -> None:
        """Rules 8: when fewer than 8 letters can be offered all 102 tiles go back; totals go on."""
        game = closed(sends(game_of(MONO, bag="A"), "Anna", "H8s UND"))

        events = goes_on(game)
        then = follow(game, events)

        assert [type(event) for event in events] == [BoardCleared, LettersDrawn]
        assert then.board == Board()
        assert all_tiles(then) == TILES.all_tiles
        assert then.rack == CHANCE.draw("draw 3 0", TILES.all_tiles, 8)
        assert then.players["Anna"].total == 3

    def test_mono_goes_on_while_eight_letters_can_be_offered(self) -> None:
        game = closed(sends(game_of(MONO, bag="AB"), "Anna", "H8s UND"))

        assert [type(event) for event in goes_on(game)] == [LettersDrawn]

    def test_the_tiles_to_draw_by_hand_after_a_cleared_board_are_a_whole_rack(self) -> None:
        game = closed(sends(game_of(MONO, bag="A"), "Anna", "H8s UND"))

        assert tiles_to_draw(game) == 8

    def test_a_running_game_has_no_end(self) -> None:
        assert end_of(opened()) is None
        assert end_of(closed(sends(game_of(), "Anna", "H8s UND"))) is None

    def test_the_seed_is_revealed_at_the_end(self) -> None:
        """The seed revealed at the end."""
        game = empty(again(empty(game_of(bag=""))))

        events = goes_on(game)

        assert events == (GameEnded(SEED.hex(), "final_round", START),)
        assert follow(game, events).seed == SEED.hex()
        assert follow(game, events).is_over
