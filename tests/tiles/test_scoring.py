"""Points, word by word (rules 3 and 8), computed by hand."""

import pytest

from mailref.games.rounds.switches import number_in
from mailref.tiles.board import TILES, BonusForAll, BonusTable, bonus_for
from tests.tiles.builders import board, judged
from tests.tiles.variants import ONE, SB, SEVEN_AND_EIGHT, SEVEN_OF_EIGHT, SIMULTAN, TWO, rules_of


def formula(text: str, *laid: str, rack: str = "", swaps: tuple[str, ...] = ()) -> str:
    """Score one play in a 1-Zug game; the rack holds just its letters."""
    letters = rack or text.split()[1].replace("*", "")
    return judged(text, on=board(*laid), rack=letters, swaps=swaps).formula


class TestPremiums:
    def test_the_centre_doubles_the_first_word(self) -> None:
        """Rules 3: the centre doubles the word."""
        assert formula("H8w ER") == "2*2=4"

    def test_letter_premiums_come_before_word_premiums(self) -> None:
        """Rules 3: H8 doubles the word, L8 the letter: E+N+T+E+N*2 = 6, times 2."""
        assert formula("H8w ENTEN") == "6*2=12"

    def test_a_triple_letter(self) -> None:
        """J6 triples the letter: Q 10*3."""
        assert formula("J6s QI", "I7w A") == "31+2=33"

    def test_two_double_words_count_four_times(self) -> None:
        """Rules 3: E5 and K5 double the word, G5 and I5 nothing: seven letters of 1."""
        assert formula("E5w NATRIEN", "H5s R", rack="NATIEN") == "7*4=28"

    def test_two_triple_words_count_nine_times(self) -> None:
        """Rules 3: A1 and H1; D1 doubles its letter: B3 A1 N1 D1*2 E1 N1 E1 R1 = 11.

        EN lies across; all letters offered are laid.
        """
        assert formula("A1w BANDENER", "E2s N", rack="BANDENER") == "11*9+2+50=151"

    def test_three_triple_words_count_27_times(self) -> None:
        """Rules 3: three triples; D1 and L1 double; fifteen letters of 1 make 17."""
        laid = "B1w EEEEEE", "I1w EEEEEE"
        found = judged("A1w EEEEEEEEEEEEEEE", on=board(*laid), rack="EEEEEEEE")

        assert found.formula == "15*27=405"

    def test_a_premium_counts_only_for_the_tile_that_covers_it_first(self) -> None:
        """Rules 3: premiums count once; H8 is covered."""
        assert formula("H8s ER", "H8w EN", rack="R") == "2=2"

    def test_a_premium_counts_in_both_words_that_cover_it_now(self) -> None:
        """Rules 2: premium squares in words formed sideways count: G7 doubles E in both."""
        assert formula("G7w ER", "G8w AN", rack="ER") == "3+3+2=8"

    def test_a_premium_used_by_the_first_play_counts_no_more_in_the_second(self) -> None:
        """Rules 3: also from Teilzug to Teilzug; H8 doubles the first word only."""
        found = judged("H8w ER", "H8s EN", rack="ERNXXXXX", rules=TWO)

        assert found.formula == "2*2=4; 2=2"

    def test_a_word_merely_crossed_scores_nothing(self) -> None:
        """Rules 3: G8 belongs to both; only DAN is scored, D7 and N9 doubled."""
        assert formula("G7s DAN", "F8w NASE", rack="DN") == "5=5"

    def test_a_word_extended_sideways_counts_whole(self) -> None:
        """Rules 3: NASE becomes NASEN, four letters that lie and the N."""
        assert formula("J8s NU", "F8w NASE", rack="NU") == "2+5=7"


class TestBlanks:
    def test_a_blank_scores_nothing_on_a_letter_premium(self) -> None:
        """Rules 3: a letter premium under a blank is lost."""
        assert formula("J6s *QI", "I7w A", rack="?I") == "1+2=3"

    def test_a_word_premium_under_a_blank_counts(self) -> None:
        """Rules 3: a word premium under a blank counts."""
        assert formula("H8w *ER", rack="?R") == "1*2=2"

    def test_a_blank_that_lies_scores_nothing_later(self) -> None:
        assert formula("H8s ERN", "H8w eR", rack="RN") == "2=2"

    def test_a_blank_taken_counts_its_letter_in_this_move(self) -> None:
        """Rules 8: the replacing letter counts in words formed by this move."""
        assert formula("H8s ERN", "H8w eR", rack="RNE", swaps=("H8",)) == "3=3"


class TestFurtherWords:
    def test_plain_leaves_out_premiums_in_further_words(self) -> None:
        """Rules 2, SB note: every further word counts with plain letter values."""
        found = judged("G7w ER", on=board("G8w AN"), rack="ER", rules=SB)

        assert found.formula == "3+2+2=7"

    def test_plain_scores_the_named_word_with_all_premiums_also_if_it_lengthens_one(self) -> None:
        """Rules 2, SB note: ENTE becomes ENTEN; L8 doubles its N."""
        found = judged("H8w ENTEN", on=board("H8w ENTE"), rack="N", rules=SB)

        assert found.formula == "6=6"

    def test_plain_reads_one_tile_two_ways(self) -> None:
        """Rules 8: with plain scoring the two readings of one laid tile are two moves."""
        lying = board("G8w AN", "H7w I")
        across = judged("G7w EI", on=lying, rack="E", rules=SB)
        down = judged("G7s EA", on=lying, rack="E", rules=SB)

        assert (across.formula, down.formula) == ("3+2=5", "3+2=5")
        assert across.key != down.key


class TestBonus:
    def test_the_bonus_is_added_last_and_never_multiplied(self) -> None:
        """Rules 3: R on H4 doubled, 14 in all, the centre doubles the word, then 50."""
        found = judged("H4 RUCKENS", rack="RUCKENS", rules=SIMULTAN)

        assert found.formula == "14*2+50=78"

    @pytest.mark.parametrize(
        ("new", "offered", "points"),
        [(8, 8, 50), (7, 7, 50), (7, 8, 0), (6, 6, 0), (5, 5, 0), (9, 9, 50)],
    )
    def test_all_means_every_letter_offered_and_at_least_seven(
        self, new: int, offered: int, points: int
    ) -> None:
        """Rules 8: with fewer than 7 offered there is no bonus."""
        assert ONE.bonus == BonusForAll(50)
        assert bonus_for(ONE, new, offered) == points

    @pytest.mark.parametrize(("new", "points"), [(6, 0), (7, 50), (8, 75), (9, 75)])
    def test_the_greatest_entry_not_above_the_new_tiles_counts(self, new: int, points: int) -> None:
        """Rules 8 and 2: 7-and-8."""
        assert SEVEN_AND_EIGHT.bonus == BonusTable(((7, 50), (8, 75)))
        assert bonus_for(SEVEN_AND_EIGHT, new, 8) == points

    def test_seven_of_eight_earn_the_bonus(self) -> None:
        assert bonus_for(SEVEN_OF_EIGHT, 7, 8) == 50

    def test_a_table_asks_not_how_many_were_offered(self) -> None:
        rules = rules_of("sb", "bonus = { 3 = 5 }")

        assert (bonus_for(rules, 3, 8), bonus_for(rules, 2, 2)) == (5, 0)

    def test_each_play_of_a_set_has_its_own_bonus(self) -> None:
        """Rules 2, n-Zug: 50 for 8 new tiles in one Teilzug."""
        found = judged("D8w ABCDEFGH", "H4s IJKLEMNOP", rack="ABCDEFGHIJKLMNOP", rules=TWO)

        assert [play.scored.bonus for play in found.plays] == [50, 50]


@pytest.mark.parametrize(
    ("word", "value"),
    [("AEINRSTUD", 9), ("GHLO", 8), ("BMWZ", 12), ("CFKP", 16), ("ÄJÜV", 24), ("ÖX", 16), ("QY", 20),
     ("?", 0)],
)  # fmt: skip
def test_values_of_the_tiles(word: str, value: int) -> None:
    """Rules 3, counts x value."""
    assert TILES.sum_of(word) == value


def test_there_are_102_tiles() -> None:
    """Rules 3: 102 tiles, 2 of them blanks, 15 E."""
    tiles = TILES.all_tiles

    assert (len(tiles), tiles.count("?"), tiles.count("E"), tiles.count("Ö")) == (102, 2, 15, 1)


@pytest.mark.parametrize(("number", "least"), [(1, 2), (15, 2), (16, 1), (40, 1)])
def test_a_switch_may_change_from_a_round_on(number: int, least: int) -> None:
    """Rules 2, Simultan: at least 2 up to round 15, from round 16 one of each."""
    assert number_in(SIMULTAN.min_vowels, number) == least
    assert number_in(SIMULTAN.min_consonants, number) == least
