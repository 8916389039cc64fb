"""A pass, or an exchange and its tiles, in the fields of a form (rules 8)."""

import pytest

from mailref.orders.order_lines import with_exchanges_in_fields
from tests.reading.reading import lines_of


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("Tausch\nBuchstaben: A, E", "Tausch A, E"),
        ("Aktion: Tausch\nBuchstaben: A, E\nPunkte: 0", "Tausch A, E\nPunkte: 0"),
        ("Action: EXCHANGE\nTiles: A E", "EXCHANGE A E"),
        ("Type : échange\nLettres : A E", "échange A E"),
        ("Zug: Tausch\nSteine: AE?", "Zug: Tausch AE?"),
        ("Zug 4: Tausch\nBuchstaben: A, E", "Zug 4: Tausch A, E"),
        ("Turn 12: exchange\nTiles: A E", "Turn 12: exchange A E"),
        ("Zug 4: kein Tausch\nBuchstaben: A, E", "Zug 4: kein Tausch\nBuchstaben: A, E"),
        ("TAUSCH\nA E N", "TAUSCH A E N"),
        ("Aktion: Passe", "Passe"),
        ("Action: PASS.", "PASS"),
        ("TAUSCH\nILSE", "TAUSCH\nILSE"),
        ("Tausch\nI. B.", "Tausch\nI. B."),
        ("Tausch\nA E", "Tausch\nA E"),
        ("Buchstaben: A E", "Buchstaben: A E"),
        ("H4s RUCKEN\nBuchstaben: A E", "H4s RUCKEN\nBuchstaben: A E"),
        ("Aktion: keine", "Aktion: keine"),
    ],
)
def test_an_exchange_in_fields_is_one_line(text: str, joined: str) -> None:
    assert "\n".join(line.text for line in with_exchanges_in_fields(lines_of(text))) == joined
