"""What a mail says of its own: by that a loop is told from a person (contract 5)."""

import pytest

from mailref.reading.robots import Manner, new_words_in
from tests.reading.mails import mail_of, read_mail

OURS = (
    "Ich habe deine Mail bekommen, aber nichts darin gefunden, was ich lesen kann. Runde 7 endet "
    "am Freitag, 11. Dezember 2026, um 20:00 Uhr."
)


def gist(text: str, *ours: str) -> str:
    return new_words_in(read_mail(mail_of(text)), ours).gist


def test_other_words_have_another_gist() -> None:
    said = ("wie geht es deinem Knie?", "wann ist der Termin?", "Ich verstehe das nicht")

    assert len({gist(text) for text in said}) == len(said)


@pytest.mark.parametrize(
    "again",
    [
        "Vorgang 4712 vom Sonntag, 6. Dezember 2026: Sie hören von uns",
        "vorgang vom Januar, sie HÖREN von uns",
        "Vorgang [Ticket#99-B7] vom Mo., 7.12.: Sie hören von uns (x7@example.net)",
    ],
)
def test_numbers_dates_and_ids_are_no_difference(again: str) -> None:
    assert gist(again) == gist("Vorgang 4711 vom Freitag, 4. Dezember 2026: Sie hören von uns")


def test_nothing_is_left_of_numbers_and_of_what_we_wrote() -> None:
    assert gist("11.12.2026 20:00 Uhr, 4711") == ""
    assert gist(OURS, OURS) == ""
    assert gist(OURS) != ""


def test_four_words_of_ours_in_a_row_are_ours_and_three_are_not() -> None:
    assert gist("Guten Tag, ich habe deine Mail", OURS) == gist("Guten Tag")
    assert gist("Guten Tag, ich habe deine", OURS) == gist("Guten Tag, ich habe deine")


@pytest.mark.parametrize(("number", "may_play"), [("7", False), ("H7", True)])
def test_a_square_among_words_of_ours_is_no_number_of_ours(number: str, *, may_play: bool) -> None:
    """`was ich lesen kann. Runde 7 endet` is ours; with a square that we did not write it may be a move."""
    text = OURS.replace("Runde 7", f"Runde {number}")

    assert (new_words_in(read_mail(mail_of(text)), [OURS]).manner is Manner.PLAY) is may_play
