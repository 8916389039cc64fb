"""A play whose letters stand apart is the play that they make (rules 8)."""

import pytest

from mailref.orders.letter_by_letter import with_spelled
from mailref.orders.read_entries import OneMail
from mailref.reading.incoming_mail import Attention
from tests.orders.test_beside_plays import words_booked
from tests.orders.test_fields import ONE_GAME
from tests.reading.reading import READER, lines_of
from tests.writing.builders import mail


def booked(text: str) -> list[str]:
    reading = OneMail(READER, (ONE_GAME,), ONE_GAME, Attention()).read_mail(mail(text))
    return words_booked(reading)


@pytest.mark.parametrize(
    "text",
    [
        "K-A-H-L-E-S\nauf L3\nnach unten",
        "L3, K A H L E S, senkrecht",
        "K.A.H.L.E.S L3 senkrecht",
        "Endlich K A H L E S !\nL3, nach unten.",
        "L 3     K A H L E S",
        "L 3   s e n k r e c h t     K A H L E S     3 0",
        "L3s:\nK\nA\nH\nL\nE\nS\nLG",
        "L3 senkrecht\n\nK\n\nA\n\nH\n\nL\n\nE\n\nS\n\nEva",
    ],
)
def test_a_word_that_is_spelled_out_is_that_word(text: str) -> None:
    spelled = [line.text for line in with_spelled(lines_of(text))]

    assert any("KAHLES" in line for line in spelled)
    assert len(spelled) == len(text.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        "Meine Steine: A E H K L N\nL3s KAHLES",
        "14J senkrecht M E N U - S",
        "14J senkrecht M E N S und dann noch U R.",
        "14J senkrecht M-E-N-S-\nU-R",
        "tausche A E L N",
        "tausche   A E L N",
        "  A B C D E F G H I\n3 . . . . . . . . .\nL3, nach unten",
        "L3s KAHLES\nMeine Steine:\nA\nE\nH\nK",
        "A\nE\nH\nK",
        "L3, nach unten: e i n wort",
        "8 g\nMehl und Zucker",
    ],
)
def test_tiles_and_the_head_of_a_board_spell_no_word(text: str) -> None:
    assert [*with_spelled(lines_of(text))] == lines_of(text)


def test_a_letter_that_lies_there_may_be_small_in_a_word_that_is_spelled_out() -> None:
    (line,) = with_spelled(lines_of("4D   F E R N b I L D   78"))

    assert line.text.split() == ["4D", "FERNbILD", "78"]


def test_a_gap_in_a_square_over_its_word_is_closed() -> None:
    assert [line.text for line in with_spelled(lines_of("15 g\ndohle"))] == ["15g", "dohle"]


@pytest.mark.parametrize(
    "text",
    [
        "H 4     s     R U C K E N",
        "H4 senkrecht:\n  R U c K E N\nsmall c is the one lying there already. 13.\nTB",
        "H4 senkrecht\nR-U-c-K-E-N, das kleine c liegt schon",
        "H4 down\nR\nU\nC\nK\nE\nN\n\n(written top to bottom, as it lies)",
    ],
)
def test_what_is_written_with_gaps_is_booked(text: str) -> None:
    assert booked(text) == ["RUCKEN"]


@pytest.mark.parametrize(
    "text",
    ["H4 senkrecht: R U C K E N, doch nicht", "H4 s\nR\nU\nC\nK\nE\nN\noder doch lieber nicht?"],
)
def test_what_takes_it_away_does_so_all_the_same(text: str) -> None:
    assert booked(text) == []
