"""Names of games and players as people write them: read loosely, never guessed (contract 3).

Case, hyphens, spaces, umlauts as AE, OE, UE and a missing first part are read; a wrong letter is
answered with the names it resembles.
"""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations

from mailref.reading.entries import GameFace, UnknownHeading

_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_PART = re.compile(r"[^\W_]+")
_MOST_PARTS = 6
_ALIKE = 0.75

_SHAPE = re.compile(
    r"(?:(?:\d{1,2}|n|ein|zwei|drei|vier)[\s-]*zug|sb|simultan|mono|duplicate)[\s-]*scrabble"
    r"[\s-]+(?P<name>[^\W\d_][\w.'-]*(?:[ -](?-i:[A-ZÄÖÜ])[\w.'-]*)?)",
    re.IGNORECASE,
)
_NO_NAMES = re.compile(
    r"auswertung|runde|regeln|bericht|report|round|spiele?|ist|war|macht|und|oder|mit|game|von|"
    r"rules|zuege?|zug|spieler|spielstand|am|in|im|an|zum|der|die|das|geht|finde|fuer"
)
"""What follows "SB-Scrabble" in a sentence and is no game's name."""


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return *text* without case, accents of spelling (ä as ae), hyphens, spaces and stops."""
    text = unicodedata.normalize("NFC", text).casefold().translate(_SPELLED)
    return "".join(_PART.findall(text))


@lru_cache(maxsize=1024)
def _readings(name: str) -> frozenset[str]:
    """Return every way to write *name* whose last part stands: first parts may be missing."""
    parts = [folded(part) for part in _PART.findall(unicodedata.normalize("NFC", name))]
    if not parts:
        return frozenset()
    *first, last = parts
    if len(first) >= _MOST_PARTS:
        return frozenset("".join(parts[start:]) for start in range(len(parts)))
    return frozenset(
        "".join((*kept, last))
        for count in range(len(first) + 1)
        for kept in combinations(first, count)
        if len(last) > 1 or count
    )


def readings_of(game: GameFace) -> frozenset[str]:
    """Return the folded headings that name *game*: its title, its title's last parts, its id."""
    return _readings(game.title) | {folded(game.id)}


_PREPOSITION = re.compile(r"\s*(?:für|fuer|for|zu|zum|in|im|re)[\s:]\s*(?:das\s+)?", re.IGNORECASE)


def without_preposition(text: str) -> str:
    """Return what a heading names: `Loire` of `für Loire`."""
    found = _PREPOSITION.match(text)
    return text[found.end() :] if found else text


def find_game(text: str, games: Sequence[GameFace]) -> str | UnknownHeading | None:
    """Return the id of the game that *text* names; None if it is not shaped like a heading."""
    wanted = folded(text)
    if not wanted:
        return None
    exact = [game.id for game in games if wanted == folded(game.title)]
    found = exact or [game.id for game in games if wanted in readings_of(game)]
    if len(found) == 1:
        return found[0]
    if found:
        return UnknownHeading(text.strip(), tuple(found))
    if is_heading_shaped(text, games):
        return UnknownHeading(text.strip(), similar_games(text, games))
    return None


def is_heading_shaped(text: str, games: Sequence[GameFace]) -> bool:
    """Tell whether *text* as a whole looks like a title: `1-Zug-Scrabble Paris`."""
    shape = _SHAPE.fullmatch(text.strip())
    if shape is not None:
        return not _NO_NAMES.fullmatch(folded(shape["name"].split()[0]))
    wanted = folded(text)
    titles = (folded(game.title) for game in games)
    return any(
        len(wanted) > 8 and abs(len(title) - len(wanted)) < 4 and _likeness(wanted, title) >= 0.9
        for title in titles
    )


def similar_games(text: str, games: Sequence[GameFace]) -> tuple[str, ...]:
    """Return the ids of games whose title or name resembles *text*, the most alike first."""
    wanted = folded(text)
    last = folded((_PART.findall(text) or [""])[-1])
    rated = []
    for game in games:
        name = folded((_PART.findall(game.title) or [""])[-1])
        rate = max(_likeness(last, name), _likeness(wanted, name))
        if rate >= _ALIKE:
            rated.append((-rate, game.id))
    return tuple(each for _, each in sorted(rated))


def find_name(text: str, names: Sequence[str]) -> str | tuple[str, ...]:
    """Return the one of *names* that *text* stands for, else those it resembles (maybe none)."""
    wanted = folded(text)
    exact = [name for name in names if folded(name) == wanted]
    found = exact or [name for name in names if wanted in _readings(name)]
    if len(found) == 1:
        return found[0]
    return tuple(found) or similar_names(text, names)


def similar_names(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return those of *names* that resemble *text*, the most alike first."""
    wanted = folded(text)
    rated = [
        (-rate, name)
        for name in names
        if (rate := max([_likeness(wanted, way) for way in (folded(name), *_parts(name))]))
        >= _ALIKE
    ]
    return tuple(name for _, name in sorted(rated))


def _parts(name: str) -> list[str]:
    return [folded(part) for part in _PART.findall(name)]


def _likeness(one: str, two: str) -> float:
    return SequenceMatcher(None, one, two, autojunk=False).ratio()
