"""Whatever stands in a mail, reading it ends with a value."""

from hypothesis import given
from hypothesis import strategies as some

from tests.reading.reading import GAMES, LEIPZIG, read

PIECES = some.sampled_from([
    "M10s EUBÖA", "H4-H8", ": ", "/", "1. ", "BE*HAUE", "+*verbüxendE", "14*2+23=51", "// ", "BEINE",
    "Jokertausch=A12", "A4 = Blanko", "(Joker = T)", "Summe: 152", "Spieler=Max", "STAND", "PRESSE: ",
    "1-Zug-Scrabble Yerres", "SB-Scrabble Lepzig", "Yeres", "senkrecht ", "__ ", "Hallo ", "\n", "\n\n",
    " ", "ß", "*", "A", "9", "ВESEN", "𝔸", "\u200b",
])  # fmt: skip


@given(text=some.text() | some.lists(PIECES, max_size=25).map("".join), has_default=some.booleans())
def test_any_text_is_read_without_complaint(text: str, *, has_default: bool) -> None:
    """Style 25: what a player writes wrong is a value, never an exception."""
    reading = read(text, subject=text[:80], games=GAMES, default=LEIPZIG if has_default else None)

    for entry in reading.entries:
        assert entry.game is not None or entry.moves
        for written in entry.moves:
            assert written.move is not None or written.faults
            assert all(fault.span.line >= 1 for fault in written.faults)
