"""Letters of other alphabets that look like ours: named to the player, never taken for ours."""

import re
import unicodedata

_ALIKE = dict(
    zip(
        "АВЕЅІЈКМНОРСТУХаеорсухіјѕԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορυικ",
        "ABESIJKMHOPCTYXaeopcyxijsqwhABEZHIKMNOPTYXvopuik",
        strict=True,
    )
)
_FOREIGN = re.compile(r"[\u0370-\u03ff\u0400-\u052f\uff01-\uff5e]")


def confusable_in(text: str) -> int | None:
    """Return where the first letter of another alphabet stands."""
    found = _FOREIGN.search(text)
    return found.start() if found else None


def without_confusables(text: str) -> str:
    """Return *text* as it looks, character for character: Cyrillic А as A, full-width Ａ as A."""
    return _FOREIGN.sub(
        lambda found: _ALIKE.get(found[0]) or unicodedata.normalize("NFKC", found[0])[:1], text
    )
