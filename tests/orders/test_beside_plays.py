"""What is said beside a play counts alike in games in rounds and in turns."""

import pytest

from mailref.orders.entries import GameFace, PlayOrder, Reading, orders_in
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Laying
from tests.games.classic.examples import STANDARD as CLASSIC
from tests.reading.reading import read_lines
from tests.tiles.variants import SIMULTAN

RULES = pytest.mark.parametrize("rules", [SIMULTAN, CLASSIC], ids=["rounds", "turns"])


def words_booked(reading: Reading) -> list[str]:
    """Return the words of the plays that would count."""
    entries = [each for each in reading.entries if each.ambiguity is None]
    orders = [found for each in entries if (found := orders_in(each)) is not None]
    written = [move for each in entries for move in each.moves]
    written += [
        order.written
        for each in orders
        for group in each.groups
        for order in group.orders
        if isinstance(order, PlayOrder)
    ]
    return [play.word for each in written if each.move for play in each.move.plays]


def read(text: str, rules: Laying) -> list[str]:
    face = GameFace("yerres", "1-Zug-Scrabble Yerres", rules)
    lines = [Line(at, line) for at, line in enumerate(text.split("\n"), start=1)]
    return words_booked(read_lines(lines, "", (face,), face))


@RULES
@pytest.mark.parametrize(
    "text",
    [
        "H4 RUCKEN\nBitte nicht eintragen.",
        "H4 RUCKEN\nBitte noch nicht eintragen, ich überlege noch.",
        "H4 RUCKEN\nDas ist der Zug von Zacharias.",
        "Zacharias Ott bat mich, das weiterzugeben: H4 RUCKEN",
        "Die nächste Zeile ist überholt.\nH4 RUCKEN",
        "Ignore the line below, I will send a new one tonight.\nH4 RUCKEN",
    ],
)
def test_what_takes_a_play_away_is_asked_about(text: str, rules: Laying) -> None:
    assert read(text, rules) == []


@RULES
@pytest.mark.parametrize(
    "text",
    [
        "H4 RUCKEN, mit freundlichen Grüßen",
        "H4 RUCKEN mit lieben Grüßen, Max",
        "H4 RUCKEN, with kind regards",
        "H4 RUCKEN xx",
        "Heute habe ich nur das: H4 RUCKEN",
    ],
)
def test_what_closes_a_mail_behind_a_play_is_no_part_of_it(text: str, rules: Laying) -> None:
    assert read(text, rules) == ["RUCKEN"]
