"""How the lists spell a word: composed, in capitals, ß as SS, without accents."""

import unicodedata

from mailref.rules.tiles import ALPHABET

LETTERS = frozenset(ALPHABET)


def spell(word: str) -> str:
    """Return *word* as the lists spell it: composed, in capitals, ß as SS."""
    return unicodedata.normalize("NFC", word).replace("ẞ", "ß").upper()


def fold_accents(word: str) -> str:
    """Return *word* as the lists spell it, without accents but with its umlauts: `Abbé` is ABBE."""
    letters = spell(word)
    return "".join(
        letter if letter in LETTERS else unicodedata.normalize("NFD", letter)[0]
        for letter in letters
    )
