"""Blanks: marked, found by the referee, or asked about (rules 4 and 8)."""

import pytest
from msgspec.structs import replace

from mailref.tiles.board import Square
from mailref.tiles.moves import BlankFor, BlankLetter, BlankOn, BlankUnmarked, NotOnRack, StarOnTile
from mailref.tiles.scoring import Judged, Status
from tests.tiles.builders import board, codes, judged, play, square
from tests.tiles.variants import ONE

EIS = board("F8w EIS")


def blanks(found: Judged) -> tuple[Square, ...]:
    assert found.status is Status.VALID, found.faults
    return found.plays[0].scored.blanks


class TestMarked:
    def test_a_star_makes_the_following_letter_a_blank(self) -> None:
        """Rules 4: `*` marks the FOLLOWING letter as a joker."""
        found = judged("G8s I*GEL", on=EIS, rack="GEL?XXXX")

        assert blanks(found) == (square("G9"),)
        assert found.rack_left == "GXXXX"

    def test_a_marked_letter_is_a_blank_though_the_real_one_is_offered(self) -> None:
        """Rules 4: the player's mark decides; the real letter stays on the rack."""
        found = judged("G8s IG*EL", on=EIS, rack="GEL?XXXX")

        assert blanks(found) == (square("G10"),)
        assert found.rack_left == "EXXXX"

    def test_a_star_on_a_blank_of_the_board_is_not_mentioned(self) -> None:
        """Rules 4: `*` also marks a joker lying on the board."""
        found = judged("G8s *IGEL", on=board("F8w EiS"), rack="GELXXXXX")

        assert found.faults == ()

    def test_a_star_on_a_natural_tile_of_the_board_is_a_remark(self) -> None:
        """Rules 8: `*` on a natural tile of the board is a remark, never a fault."""
        found = judged("G8s *IGEL", on=EIS, rack="GELXXXXX")

        assert found.status is Status.VALID
        assert found.faults == (StarOnTile(span=found.faults[0].span, square=square("G8")),)

    def test_a_star_without_a_blank_to_lay_is_a_missing_tile(self) -> None:
        """Contract 3: `not_on_rack`; what wants is the blank."""
        found = judged("G8s I*GEL", on=EIS, rack="GELXXXXX")

        assert found.faults == (
            NotOnRack(span=found.faults[0].span, missing="?", available="EGLXXXXX"),
        )

    def test_more_stars_than_blanks_want_the_rest(self) -> None:
        found = judged("G8s I*G*EL", on=EIS, rack="GEL?XXXX")

        assert [fault.facts["missing"] for fault in found.faults] == ["?"]

    def test_a_blank_named_on_a_square(self) -> None:
        """Rules 4, SB: `A4 = Blanko`."""
        asked = replace(play("G8s IGEL"), blanks=(BlankOn(square("G11")),))

        assert blanks(judged(asked, on=EIS, rack="GEL?XXXX")) == (square("G11"),)

    def test_a_blank_named_on_a_square_outside_the_word(self) -> None:
        """Contract 3: `blank_letter`, `A4 = Blanko` on a square outside the word."""
        asked = replace(play("G8s IGEL"), blanks=(BlankOn(square("H11")),))

        found = judged(asked, on=EIS, rack="GEL?XXXX")

        assert found.faults == (BlankLetter(span=asked.span, named="IGEL", square=square("H11")),)

    def test_a_blank_named_by_its_letter(self) -> None:
        """Rules 4: `Joker = T` where the letter stands once in the word, in any game."""
        asked = replace(play("G8s IGEL"), blanks=(BlankFor("L"),))

        assert blanks(judged(asked, on=EIS, rack="GEL?XXXX")) == (square("G11"),)

    def test_a_blank_for_a_letter_that_is_not_in_the_word(self) -> None:
        asked = replace(play("G8s IGEL"), blanks=(BlankFor("T"),))

        found = judged(asked, on=EIS, rack="GEL?XXXX")

        assert found.faults == (BlankLetter(span=asked.span, named="T", square=None),)

    def test_a_blank_named_for_a_letter_laid_twice_is_not_clear(self) -> None:
        """Rules 4: the letter must stand once in the word."""
        asked = replace(play("G8s IDEE"), blanks=(BlankFor("E"),))

        found = judged(asked, on=EIS, rack="DEE?XXXX")

        assert found.faults == (
            BlankUnmarked(span=asked.span, letter="E", squares=(square("G10"), square("G11"))),
        )

    def test_a_blank_that_is_marked_may_be_named_beside_it(self) -> None:
        """`ID*EE, das E ist der Joker`: the star shows which."""
        asked = replace(play("G8s IDEE"), starred=frozenset({3}), blanks=(BlankFor("E"),))

        assert blanks(judged(asked, on=EIS, rack="DE?XXXXX")) == (square("G11"),)

    def test_two_blanks_named_for_a_letter_laid_twice_are_clear(self) -> None:
        asked = replace(play("G8s IDEE"), blanks=(BlankFor("E"), BlankFor("E")))

        found = judged(asked, on=EIS, rack="D??XXXXX")

        assert blanks(found) == (square("G10"), square("G11"))

    def test_a_letter_that_stands_once_beside_a_natural_tile_is_clear(self) -> None:
        """The tile that lies is no blank, so the one that is laid must be meant."""
        asked = replace(play("F8s ENGE"), blanks=(BlankFor("E"),))

        found = judged(asked, on=EIS, rack="NGE?XXXX")

        assert blanks(found) == (square("F11"),)
        assert found.faults == ()

    def test_a_letter_that_may_be_the_blank_on_the_board_is_not_clear(self) -> None:
        asked = replace(play("F8s ENGE"), blanks=(BlankFor("E"),))

        found = judged(asked, on=board("F8w eIS"), rack="NGE?XXXX")

        assert codes(found) == ["blank_unmarked"]

    def test_both_blanks_named_one_of_which_lies_already(self) -> None:
        asked = replace(play("F8s ENGE"), blanks=(BlankFor("E"), BlankFor("E")))

        found = judged(asked, on=board("F8w eIS"), rack="NG?XXXXX")

        assert blanks(found) == (square("F11"),)

    def test_a_blank_named_for_a_natural_tile_is_a_remark(self) -> None:
        asked = replace(play("G8s IGEL"), blanks=(BlankFor("I"),))

        found = judged(asked, on=EIS, rack="GELXXXXX")

        assert codes(found) == ["star_on_tile"]
        assert found.status is Status.VALID

    @pytest.mark.parametrize("named", [BlankFor("G"), BlankOn(square("G9"))])
    def test_a_small_letter_named_as_a_blank_is_no_gap(self, named: BlankFor | BlankOn) -> None:
        """Contract 3: a gap is a small letter that is not offered; here the blank is."""
        asked = replace(play("G8s IgEL"), blanks=(named,))

        assert blanks(judged(asked, on=EIS, rack="EL?XXXXX")) == (square("G9"),)

    def test_a_starred_small_letter_is_no_gap(self) -> None:
        assert blanks(judged("G8s I*gEL", on=EIS, rack="EL?XXXXX")) == (square("G9"),)


class TestFound:
    """Rules 8: real letters are used first; the referee places jokers where no choice is left."""

    def test_the_only_square_of_a_missing_letter_gets_the_blank(self) -> None:
        assert blanks(judged("G8s IGEL", on=EIS, rack="EL?XXXXX")) == (square("G9"),)

    def test_no_blank_is_laid_while_real_letters_suffice(self) -> None:
        found = judged("G8s IGEL", on=EIS, rack="GEL?XXXX")

        assert blanks(found) == ()
        assert found.rack_left == "XXXX?"

    def test_every_square_of_a_missing_letter_gets_a_blank(self) -> None:
        found = judged("G8s IDEE", on=EIS, rack="D??XXXXX")

        assert blanks(found) == (square("G10"), square("G11"))

    def test_two_missing_letters_get_both_blanks(self) -> None:
        found = judged("G8s IGEL", on=EIS, rack="E??XXXXX")

        assert blanks(found) == (square("G9"), square("G11"))

    def test_with_a_choice_left_the_player_is_asked(self) -> None:
        """Contract 3: `blank_unmarked` (a joker is needed and its place is not clear)."""
        found = judged("G8s IDEE", on=EIS, rack="DE?XXXXX")

        assert found.status is Status.INVALID
        assert found.faults == (
            BlankUnmarked(
                span=found.faults[0].span, letter="E", squares=(square("G10"), square("G11"))
            ),
        )

    def test_one_mark_makes_the_other_square_clear(self) -> None:
        found = judged("G8s ID*EE", on=EIS, rack="DE?XXXXX")

        assert blanks(found) == (square("G10"),)

    def test_one_mark_of_two_needed_leaves_no_choice(self) -> None:
        found = judged("G8s ID*EE", on=EIS, rack="D??XXXXX")

        assert blanks(found) == (square("G10"), square("G11"))

    def test_a_letter_on_the_board_needs_no_blank(self) -> None:
        """Rules 8: squares that are laid count; the E that lies does not."""
        found = judged("F8s ENGE", on=EIS, rack="NG?XXXXX")

        assert blanks(found) == (square("F11"),)

    def test_blanks_that_do_not_suffice_leave_tiles_missing(self) -> None:
        found = judged("G8s IGEL", on=EIS, rack="E?XXXXXX")

        assert found.faults == (
            NotOnRack(span=found.faults[0].span, missing="GL", available="EXXXXXX?"),
        )

    def test_a_blank_that_is_marked_stands_for_no_other_letter(self) -> None:
        found = judged("G8s I*GEL", on=EIS, rack="E?XXXXXX")

        assert [fault.facts["missing"] for fault in found.faults] == ["L"]

    def test_two_letters_may_be_unclear_at_once(self) -> None:
        found = judged("H8w ANNA", rack="AN??XXXX", rules=ONE)

        assert codes(found) == ["blank_unmarked", "blank_unmarked"]


class TestEszett:
    """Rules 3: ß does not exist: SS; a blank can be any letter but ß."""

    def test_eszett_is_laid_as_two_tiles(self) -> None:
        found = judged("H8s FUß", rack="FUSSXXX")

        assert found.plays[0].scored.word == "FUSS"
        assert found.rack_left == "XXX"

    @pytest.mark.parametrize("text", ["H8s FU*ß", "H8s Fu*ß"])
    def test_a_star_before_eszett_is_refused(self, text: str) -> None:
        found = judged(text, rack="FUSS?XX")

        assert found.faults[-1] == BlankLetter(span=found.faults[0].span, named="ß", square=None)
        assert found.status is Status.INVALID

    def test_a_blank_named_for_eszett_is_refused(self) -> None:
        asked = replace(play("H8s FUß"), blanks=(BlankFor("ß"),))

        found = judged(asked, rack="FUSS?XX")

        assert found.faults == (BlankLetter(span=asked.span, named="ß", square=None),)

    def test_a_blank_named_on_the_square_of_eszett_is_refused(self) -> None:
        asked = replace(play("H8s FUß"), blanks=(BlankOn(square("H10")),))

        assert codes(judged(asked, rack="FUSS?XX")) == ["blank_letter"]

    def test_a_blank_for_one_s_written_out_is_valid(self) -> None:
        assert blanks(judged("H8s FU*SS", rack="FUS?XXX")) == (square("H10"),)


@pytest.mark.parametrize("letter", "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ")
def test_a_blank_can_be_any_letter(letter: str) -> None:
    """Rules 3: a blank can be any letter but ß; it scores 0."""
    found = judged(f"H8s E*{letter}", rack="E?XXXXX")

    assert found.points == 2  # E doubled on the centre
    assert found.board.cell(square("H9")) == letter.lower()
