"""What stands below an order or a command at a table, and how a tile is asked for (table games 7)."""

import pytest

from mailref.orders.entries import GameFace
from mailref.orders.table import Command
from mailref.reading.incoming_mail import Attention
from tests.orders.test_insight import ABBAU, PEOPLE, TISCH, asked
from tests.reading.reading import READER
from tests.writing.builders import mail


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("STAND\nAnna", Command.STATUS),
        ("REGELN\n\nAnna Wirth", Command.RULES),
        ("PRESSE: Hallo zusammen\n\nAnna", Command.PRESS),
    ],
)
def test_the_name_of_who_writes_below_a_command_is_no_word(text: str, command: Command) -> None:
    reading = READER.read_mail(mail(text), (TISCH,), TISCH, Attention(), people=PEOPLE)

    assert command in reading.commands
    assert not any(each.holds_move or each.ambiguity for each in reading.entries)


def test_the_name_of_another_below_a_command_may_be_a_word() -> None:
    (entry,) = READER.read_mail(
        mail("STAND\nRose"), (TISCH,), TISCH, Attention(), people=PEOPLE
    ).entries

    assert entry.holds_move


@pytest.mark.parametrize(
    ("text", "order", "face"),
    [
        ("BESSER\nAnna", "BESSER", TISCH),
        ("Ich nehme das offene E.", "E", TISCH),
        ("Bitte das offene E für mich.", "E", TISCH),
        ("Der Buchstabe auf K8 soll weg.", "K8", ABBAU),
    ],
)
def test_a_tile_is_asked_for_as_people_say_it(text: str, order: str, face: GameFace) -> None:
    assert asked(text, face) == [order]
