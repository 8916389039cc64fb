"""Sets of plays (Teilzüge) and what players claim for them (rules 2, 4 and 8)."""

import pytest

from mailref.tiles.moves import ClaimDiffers, Move
from mailref.tiles.scoring import Judged, Status
from tests.tiles.builders import board, codes, judged, play, words
from tests.tiles.variants import SB, TWO

HAUS = board("F8w HAUS")


def facts(found: Judged) -> list[dict[str, object]]:
    return [fault.facts for fault in found.faults]


def test_a_claim_that_differs_is_a_remark() -> None:
    """Rules 4: a wrong claim is reported and costs nothing."""
    found = judged(play("H8s UND", claimed=99), on=HAUS, rack="NDXXXXXX")

    assert found.status is Status.VALID
    assert found.faults == (ClaimDiffers(span=found.faults[0].span, claimed=99, points=3),)


def test_a_right_claim_is_not_mentioned() -> None:
    found = judged(play("H8s UND", claimed=3), on=HAUS, rack="NDXXXXXX", total=3)

    assert found.faults == ()


def test_the_sum_of_a_set_is_checked_beside_each_play() -> None:
    """Rules 4: points and `Summe` are optional checks."""
    first, second = play("H8s UND", claimed=3), play("J8s ER", claimed=7, line=2)

    found = judged(first, second, on=HAUS, rack="NDERXXXXXXXXXXXX", rules=TWO, total=10)

    assert facts(found) == [{"claimed": 7, "points": 8}, {"claimed": 10, "points": 11}]


def test_an_invalid_move_has_no_points_to_compare_a_claim_with() -> None:
    """Contract 3: points is null for an invalid move."""
    found = judged(play("A1w UND", claimed=99), on=HAUS, rack="UNDXXXXX", total=98)

    assert codes(found) == ["not_connected"]


def test_a_pending_move_has_its_claim_checked() -> None:
    found = judged(play("H8s UND", claimed=99), on=HAUS, rack="NDXXXXXX", lexicon=words("HAUS"))

    assert codes(found) == ["word_unknown", "claim_differs"]
    assert found.status is Status.PENDING


def test_a_swap_without_a_play_is_no_move() -> None:
    """Rules 8: a swap without a play is no move, whatever it claims."""
    found = judged(on=board("F8w HAuS"), rack="UNDXXXXX", swaps=["H8"], total=5)

    assert found.status is Status.INVALID


class TestSeveralPlays:
    """Rules 2 and 8: Teilzüge in order; a set is valid only as a whole."""

    def test_the_second_play_is_judged_on_the_board_as_the_first_leaves_it(self) -> None:
        found = judged("H8s UND", "H10w DU", on=HAUS, rack="NDUXXXXX", rules=TWO)

        assert found.status is Status.VALID
        assert [play.scored.points for play in found.plays] == [3, 2]
        assert found.rack_left == "XXXXX"

    def test_a_letter_can_be_laid_once_in_a_set(self) -> None:
        found = judged("H8s UND", "J8s ND", on=HAUS, rack="NDXXXXXX", rules=TWO)

        assert facts(found) == [{"missing": "DN", "available": "XXXXXX"}]

    def test_fewer_plays_than_allowed_are_a_whole_set(self) -> None:
        """Rules 8: fewer than n are allowed."""
        assert judged("H8s UND", on=HAUS, rack="NDXX", rules=TWO).status is Status.VALID

    def test_a_fault_in_one_play_spoils_the_set(self) -> None:
        found = judged("H8s UND", "A1w ER", on=HAUS, rack="NDERXXXX", rules=TWO)

        assert found.status is Status.INVALID
        assert codes(found) == ["not_connected"]
        assert [play.scored.word for play in found.plays] == ["UND"]

    def test_a_play_after_a_refused_word_is_told_that_it_is_not_connected(self) -> None:
        """All faults at once: the refused word's tiles lie, so the second play must touch."""
        found = judged(
            "H8s UND", "A1w ER", on=HAUS, rack="NDERXXXX", rules=TWO, rulings={"UND": False}
        )

        assert codes(found) == ["word_refused", "not_connected"]

    def test_a_play_that_lies_with_a_letter_missing_excuses_no_later_one(self) -> None:
        found = judged("H8s UNX", "H10w XQ", on=HAUS, rack="NABCEFGI", rules=TWO)

        assert [fault.facts["missing"] for fault in found.faults] == ["X", "Q"]

    def test_a_play_built_on_one_that_could_not_be_laid_has_no_fault_of_its_own(self) -> None:
        """The first play misses the board's letter; the second would touch it."""
        found = judged("H8s OND", "H10w DU", on=HAUS, rack="ONDUXXXX", rules=TWO)

        assert codes(found) == ["occupied"]
        assert found.plays == ()

    def test_letters_that_the_first_play_would_lay_are_not_missing_to_the_second(self) -> None:
        found = judged("H8s OND", "H10w dU", on=HAUS, rack="ONUXXXXX", rules=TWO)

        assert codes(found) == ["occupied"]

    def test_a_play_elsewhere_is_judged_in_full_after_one_that_could_not_be_laid(self) -> None:
        found = judged("H8s OND", "A1w QI", on=HAUS, rack="ONDXXXXX", rules=TWO)

        assert codes(found) == ["occupied", "not_on_rack", "not_connected"]

    def test_an_empty_board_is_no_fault_of_the_second_play(self) -> None:
        """The first would have covered the centre."""
        found = judged("H12s UNTEN", "G12w RU", rack="UNTENRXX", rules=TWO)

        assert codes(found) == ["off_board"]

    def test_a_word_across_an_absent_play_is_not_asked_about(self) -> None:
        """What the second play forms with the first is another word than without it."""
        lying = board("F8w HAUS", "K10w T")
        known = words("HAUS", "NEUE", "RE")

        found = judged("H10w NEUE", "J9s RE", on=lying, rack="NEUERE", rules=TWO, lexicon=known)

        assert codes(found) == ["occupied"]


def test_moves_of_sb_are_judged_one_by_one() -> None:
    """Rules 2, SB: up to three equal moves, each on the common board."""
    first = judged("H8s UND", on=HAUS, rack="NDXXXXXX", rules=SB)
    second = judged("H8s UNS", on=HAUS, rack="NSXXXXXX", rules=SB)

    assert (first.status, second.status) == (Status.VALID, Status.VALID)


@pytest.mark.parametrize(
    ("claims", "total", "claimed"),
    [
        pytest.param((3, 8), None, 11, id="the sum of the plays"),
        pytest.param((3, 8), 12, 12, id="the Summe where written"),
        pytest.param((3, None), None, None, id="not each has one"),
        pytest.param((), None, None, id="no plays"),
    ],
)
def test_what_a_player_claims_for_a_move(
    claims: tuple[int | None, ...], total: int | None, claimed: int | None
) -> None:
    """Contract 3: the Summe where written, else the sum of the plays' claims if each has one."""
    plays = tuple(play("H8s UND", claimed=claim) for claim in claims)

    assert Move(plays, total_claimed=total).claimed == claimed
