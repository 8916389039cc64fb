"""Filling the rack: how many, from where, with how many vowels and consonants (rules 2 and 8)."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mailref.games.chance import Chance
from mailref.games.rounds.rules import draw_by_hand, fill, lacks_a_kind, meets_minimum
from mailref.games.rounds.switches import Rules
from mailref.tiles.board import TILES, in_order
from tests.tiles.builders import SEED
from tests.tiles.variants import ONE, SIMULTAN, TWO, rules_of

CHANCE = Chance(SEED)


def test_the_rack_is_filled_up() -> None:
    """Rules 1: the remaining letters are filled up; seven in round 1, then eight."""
    first = fill(ONE, 1, "", TILES.all_tiles, CHANCE)
    second = fill(ONE, 2, "XYZ", first.bag, CHANCE)

    assert (len(first.rack), len(first.drawn), len(first.bag)) == (7, 7, 95)
    assert (len(second.rack), len(second.drawn)) == (8, 5)
    assert in_order("XYZ" + second.drawn) == second.rack


def test_two_play_games_offer_16_from_round_1() -> None:
    """Rules 2: n x 8 from round 1; the 2-Zug example takes 16."""
    assert len(fill(TWO, 1, "", TILES.all_tiles, CHANCE).rack) == 16


def test_a_short_bag_makes_a_short_rack() -> None:
    draw = fill(ONE, 9, "AB", "CDE", CHANCE)

    assert (draw.rack, draw.drawn, draw.bag) == ("ABCDE", "CDE", "")


def test_a_full_rack_draws_nothing() -> None:
    draw = fill(ONE, 9, "ABCDEFGH", "XYZ", CHANCE)

    assert (draw.rack, draw.drawn, draw.bag) == ("ABCDEFGH", "", "XYZ")


@pytest.mark.parametrize(
    ("round_number", "rack", "meets"),
    [
        pytest.param(1, "AEBC", True, id="two and two"),
        pytest.param(15, "ABCDEFG", True, id="A and E, up to round 15"),
        pytest.param(15, "ABCDFGH", False, id="one vowel is too few"),
        pytest.param(16, "ABCDFGH", True, id="from round 16 one of each"),
        pytest.param(16, "BCDFGHK", False, id="no vowel"),
        pytest.param(16, "AEIOUÄÖ", False, id="no consonant"),
        pytest.param(1, "ÄÜBCDFG", True, id="umlauts are vowels"),
        pytest.param(1, "AYBCDFG", False, id="Y is a consonant"),
        pytest.param(1, "A?BCDFG", True, id="a blank counts as a vowel"),
        pytest.param(1, "AEIOUB?", True, id="a blank counts as a consonant"),
        pytest.param(1, "??BCDFG", True, id="two blanks are two vowels"),
        pytest.param(1, "A?B", False, id="a blank counts as one of both, not as both"),
        pytest.param(1, "??B", False, id="two blanks are not three"),
    ],
)
def test_at_least_two_vowels_and_consonants_then_one(
    round_number: int, rack: str, meets: bool
) -> None:
    """Rules 2, Simultan, and 8: vowels are A E I O U Ä Ö Ü; a blank counts as either."""
    assert meets_minimum(SIMULTAN, round_number, rack) is meets


@pytest.mark.parametrize(
    ("round_number", "rack", "both", "either"),
    [
        pytest.param(16, "BCDFGHK", False, True, id="no vowel"),
        pytest.param(16, "AEIOUÄÖ", False, True, id="no consonant"),
        pytest.param(16, "AB", True, True, id="one of each"),
        pytest.param(15, "ABCDFGH", False, False, id="two of each are still asked for before"),
    ],
)
def test_from_round_16_one_of_both_or_one_of_either(
    round_number: int, rack: str, *, both: bool, either: bool
) -> None:
    """Rules 8: seed 002, "ein Vokal oder ein Konsonant"."""
    loose = rules_of("simultan", 'late_vowel = "either"')

    assert meets_minimum(SIMULTAN, round_number, rack) is both
    assert meets_minimum(loose, round_number, rack) is either


def failing_chance(rules: Rules, number: int, kept: str, bag: str) -> Chance:
    """Return documented chance (SHA-256 of 0, 1 ...) under which the first draw fails."""
    for n in range(200):
        chance = Chance(hashlib.sha256(str(n).encode()).digest())
        if fill(rules, number, kept, bag, chance).redraws:
            return chance
    raise AssertionError("no draw failed")


def test_a_rack_that_fails_goes_back_whole() -> None:
    """Rules 2: a rack that fails goes back whole, the letters kept included."""
    kept, bag = "BCDFG", "AEIOUHKLMN"
    chance = failing_chance(SIMULTAN, 3, kept, bag)

    draw = fill(SIMULTAN, 3, kept, bag, chance)

    assert draw.returned == kept
    assert draw.drawn == draw.rack
    assert len(draw.rack) == 7
    assert in_order(draw.rack + draw.bag) == in_order(kept + bag)
    assert meets_minimum(SIMULTAN, 3, draw.rack)
    assert not draw.is_relaxed


def test_redraws_use_numbers_of_their_own_from_the_whole_bag() -> None:
    """docs/chance.md: `draw R K` for the K-th time a rack went back."""
    kept, bag = "BCDFG", "AEIOUHKLMN"
    chance = failing_chance(SIMULTAN, 3, kept, bag)

    draw = fill(SIMULTAN, 3, kept, bag, chance)

    assert draw.rack == chance.draw(f"draw 3 {draw.redraws}", kept + bag, 7)


@pytest.mark.parametrize(
    ("kept", "bag"),
    [
        pytest.param("BCDFG", "HKLMN", id="no vowel anywhere"),
        pytest.param("BCDFG", "AHKLM", id="one vowel only"),
        pytest.param("", "AEB", id="three tiles cannot be two and two"),
    ],
)
def test_a_minimum_that_cannot_be_met_is_relaxed_at_once(kept: str, bag: str) -> None:
    """Rules 8: relaxed when the bag cannot satisfy it."""
    draw = fill(SIMULTAN, 3, kept, bag, CHANCE)

    assert (draw.redraws, draw.returned, draw.is_relaxed) == (0, "", True)
    assert in_order(draw.rack + draw.bag) == in_order(kept + bag)


def test_a_rack_too_small_for_the_minimum_relaxes_it() -> None:
    """Two vowels and two consonants do not go into three tiles, whatever the bag holds."""
    draw = fill(replace(SIMULTAN, letters=3), 3, "", TILES.all_tiles, CHANCE)

    assert (draw.redraws, draw.is_relaxed) == (0, True)


def test_blanks_make_a_minimum_possible() -> None:
    draw = fill(SIMULTAN, 3, "BCDFGHK", "?A", CHANCE)

    assert meets_minimum(SIMULTAN, 3, draw.rack)
    assert {"?", "A"} < set(draw.rack)


def test_after_a_thousand_redraws_the_minimum_is_relaxed() -> None:
    """Rules 8: at most 1,000 redraws. Seven vowels of 102 tiles all but never come together."""
    rules = replace(SIMULTAN, min_vowels=((1, 7),), min_consonants=(), vowels="ÄÖÜQXYVJ")

    draw = fill(rules, 1, "", TILES.all_tiles, CHANCE)

    assert (draw.redraws, draw.is_relaxed) == (1000, True)
    assert len(draw.rack) == 7


@given(
    seed=st.binary(min_size=1, max_size=8),
    number=st.integers(1, 30),
    tiles=st.permutations(TILES.all_tiles),
    kept=st.integers(0, 7),
    left=st.integers(0, 95),
)
def test_no_tile_is_lost_and_the_minimum_is_met_or_relaxed(
    seed: bytes, number: int, tiles: list[str], kept: int, left: int
) -> None:
    rack, bag = in_order(tiles[:kept]), in_order(tiles[kept : kept + left])

    draw = fill(SIMULTAN, number, rack, bag, Chance(seed))

    assert in_order(draw.rack + draw.bag) == in_order(rack + bag)
    assert len(draw.rack) == min(7, kept + left)
    assert meets_minimum(SIMULTAN, number, draw.rack) is not draw.is_relaxed


def test_a_draw_by_hand_is_taken_from_the_bag() -> None:
    draw = draw_by_hand("XY", "AABC", "BA")

    assert (draw.rack, draw.bag, draw.drawn, draw.by_hand) == ("ABXY", "AC", "AB", True)


def test_a_draw_by_hand_of_what_the_bag_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="'Q' is not in 'AABC'"):
        draw_by_hand("XY", "AABC", "QA")


@pytest.mark.parametrize(
    ("letters", "lacks"),
    [("AB", False), ("AEI", True), ("BCY", True), ("A?", False), ("?", True), ("??", False)],
)
def test_no_vowels_or_no_consonants_are_left(letters: str, lacks: bool) -> None:
    """Rules 8: Simultan ends when bag and leftovers together lack vowels or consonants."""
    assert lacks_a_kind(SIMULTAN, letters) is lacks
