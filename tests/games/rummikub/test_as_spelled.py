"""Words of WORT-Rummikub that were typed on a keyboard without umlauts (table games 7)."""

import pytest

from mailref.games.rummikub.rules import OnTheTable, WordOrder, as_spelled
from mailref.games.rummikub.switches import SWITCHES
from tests.games.classic.test_random import SPAN

RULES = SWITCHES.read({}, {})[0]


def spelled(word: str, rack: str) -> str:
    """Return the word that an order comes to on a rack."""
    at = OnTheTable(words=(), laid=frozenset(), rack=rack, need=6, rules=RULES, must_lay=True)
    return as_spelled(WordOrder(word, SPAN), at).word


@pytest.mark.parametrize(
    ("word", "rack", "meant"),
    [
        ("ROESTER", "ABEEEEFJÖRRSST", "RÖSTER"),
        ("UEBERGAENGE", "ÜBERGÄNGE", "ÜBERGÄNGE"),
        ("ROESTER", "ROESTERÖ", "ROESTER"),
        ("ROESTER", "ABEEEEFJRRSST", "ROESTER"),
        ("STEUER", "STEUERÜ", "STEUER"),
        ("RASTER", "RASTERÖ", "RASTER"),
    ],
)
def test_a_word_is_that_which_its_rack_can_lay(word: str, rack: str, meant: str) -> None:
    assert spelled(word, rack) == meant
