"""What stands beside an exchange is exchanged too, or asked about: it cannot be taken back (classic 4, 11)."""

import pytest
from msgspec.structs import replace

from mailref.games.rummikub.reading import TableReader
from mailref.games.solitaire.reading import ChoiceReader
from mailref.games.unscrabble.reading import TakingReader
from mailref.office import entry_reader
from mailref.orders.entries import ExchangeOrder, PassOrder, UnreadOrder
from mailref.orders.order_lines import OrderReader
from mailref.tiles.board import Axes, Notation
from mailref.tiles.tile_set import GERMAN
from tests.reading.reading import lines_of

_GRAMMARS = entry_reader().grammars
ORDERS = OrderReader(_GRAMMARS)
TABLE = TableReader(_GRAMMARS)
CHOICE = ChoiceReader(_GRAMMARS)
TAKING = TakingReader(_GRAMMARS)


def read(text: str, reader: OrderReader = ORDERS) -> str:
    """Return the letters that *text* exchanges, or `asked`."""
    written = reader.read(lines_of(text), Notation(Axes.ROWS))
    orders = [each for group in written.groups for each in group.orders]
    asked = written.unread_at or written.ambiguous_at or written.faults
    if asked or not orders or isinstance(orders[0], UnreadOrder):
        return "asked"
    (order,) = orders
    assert isinstance(order, ExchangeOrder | PassOrder)
    return (order.letters or "all") if isinstance(order, ExchangeOrder) else "pass"


@pytest.mark.parametrize(
    "text",
    [
        "TAUSCHE Q *",
        "TAUSCHE A E *",
        "Tausche A und *",
        "TAUSCHE Q*",
        "TAUSCHE Q, *",
        "TAUSCHE Q **",
        "TAUSCHE * Q",
        "* A E tauschen",
        "*TAUSCHE Q *",
        "TAUSCHE A E (*)",
        "TAUSCHE A E, bitte *",
        "TAUSCHE Q * bitte",
        "TAUSCHE Q 🃏",
        "TAUSCHE A E ⭐",
        "TAUSCHE A E ☆!",
        "TAUSCHE Q, Stern",
        "TAUSCHE Q und einen Stern",
        "TAUSCHE Q und das leere Ding",
        "Ich tausche Q und noch den Stein ohne Wert",
        "TAUSCHE A. E. N. ?",
        "TAUSCHE A. E.",
        "TAUSCHE A E. Und N",
        "TAUSCHE A E ;D",
        "EXCHANGE Q *",
        "EXCHANGE Q and a star",
        "EXCHANGE Q and the wildcard",
        "Ich tausche A, E, N und zwei weitere.",
        "TAUSCHE A, E, G und drei mehr",
        "Ich tausche A, E und Ypsilon.",
        "Tausche L, N, T, Es und A.",
        "EXCHANGE A, E, I plus two consonants",
        "Ich tausche A, E usw.",
        "EXCHANGE A, E and some others",
        "EXCHANGE ALL SEVEN: A E G I N R",
        "TAUSCHE ALLE: A E G I N R",
        "EXCHANGE A, E and whichever vowel you like",
        "Ich tausche die beiden Steine A, E und N",
        "TAUSCHE A E\n*",
        "TAUSCHE A E\n?",
        "TAUSCHE A\nE\nN",
        "TAUSCHE A E\nund N",
        "TAUSCHE A E\n\nund N",
        "TAUSCHE A E\noder N",
        "TAUSCHE A E\n2 N",
        "TAUSCHE A E\nplus Joker",
        "TAUSCHE A E\n+ NRS",
        "TAUSCHE A E\nNRS",
        "TAUSCHE A E\n\n*",
        "Ich tausche A, weil nichts geht.\n+ E",
    ],
)
def test_a_sign_that_may_be_a_tile_is_asked_about(text: str) -> None:
    assert read(text) == "asked"


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("TAUSCHE Q ?", "Q?"),
        ("TAUSCHE A E + Joker", "AE?"),
        ("TAUSCHE Q und einen Blankostein", "Q?"),
        ("TAUSCHE Q, dazu e", "EQ"),
        ("Ich tausche die beiden Steine A und E.", "AE"),
        ("I exchange both tiles: A, E", "AE"),
        ("EXCHANGE A, E and good riddance", "AE"),
        ("*TAUSCHE A E*", "AE"),
        ("**TAUSCHE A E** bitte", "AE"),
        ("* TAUSCHE A E", "AE"),
        ("* Bitte TAUSCHE A E", "AE"),
        ("TAUSCHE A E 👍", "AE"),
        ("TAUSCHE 2* E, N", "EEN"),
        ("TAUSCHE A E, LG Anna", "AE"),
        ("TAUSCHE A E. LG", "AE"),
        ("TAUSCHE A E, schade eigentlich", "AE"),
        ("TAUSCHE A E und ein schönes Wochenende!", "AE"),
        ("Ich tausche A und E und hoffe auf Besseres.", "AE"),
        ("TAUSCHE A E\nLG", "AE"),
        ("TAUSCHE A E\nOK", "AE"),
        ("TAUSCHE A E\n\nAnna", "AE"),
        ("TAUSCHE A E\nAnna", "AE"),
        ("TAUSCHE A E\n\nB.", "AE"),
    ],
)
def test_what_says_nothing_of_tiles_stands_beside_an_exchange(text: str, letters: str) -> None:
    expected = "".join(sorted(letters))
    assert "".join(sorted(read(text))) == expected


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (CHOICE, "WÄHLE AEINRS\nT"),
        (CHOICE, "WÄHLE A E I\nN R S T"),
        (TAKING, "NIMM H4\nH5"),
        (TAKING, "NIMM H4\nund H5"),
        (TAKING, "NIMM H4. H5."),
        (TAKING, "NIMM H4 H5\nH6 H7"),
        (TABLE, "NIMM 3 und 4"),
        (TABLE, "NIMM 3, 4"),
        (TABLE, "NIMM 3. 4."),
        (TABLE, "NIMM 3\nE"),
        (TABLE, "NIMM E\n\nund N"),
    ],
)
def test_a_tile_left_over_beside_others_is_asked_about(
    reader: OrderReader | TableReader, text: str
) -> None:
    assert reader.read(lines_of(text), Notation(Axes.ROWS)).unread_at is not None


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (TAKING, "NIMM H4, und H5"),
        (TAKING, "NIMM H4 H5\n\nB."),
        (TABLE, "NIMM 3\nLG"),
        (TABLE, "NIMM E\n\nAnna"),
    ],
)
def test_a_name_below_what_is_taken_is_no_tile(reader: TableReader, text: str) -> None:
    assert reader.read(lines_of(text), Notation(Axes.ROWS)).unread_at is None


def test_all_tiles_are_as_many_as_the_set_puts_on_a_rack() -> None:
    eight = OrderReader(_GRAMMARS.for_tiles(replace(GERMAN, rack=8)))
    named = "TAUSCHE ALLE: A E G I N R S"

    assert read(named) == "AEGINRS"
    assert read(named, eight) == "asked"
    assert read(f"{named} T", eight) == "AEGINRST"
