"""What a sentence says of words that everybody sees: those on the board, and those of its game's title (rules 8).

`14H ERLAHMT, durch das H von TISCH`, `in Fulda lege ich ...`: they name no other play and no other game. Where
a mail is not understood as it stands it is read once more without them.
"""

from collections.abc import Collection

from msgspec.structs import replace

from mailref.orders.shapes import folded
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, join_lines
from mailref.tiles.moves import worded
from mailref.tiles.when_used import regex

_IN_CAPITALS = regex(r"(?<![\w*])[^\W\d_a-zäöüß]{2,25}(?![\w*])")
_LETTER_OF = worded(
    r"{begin}(?:{by_way_of}\s{1,3})?(?:{article}\s{1,3})?(?-i:[A-ZÄÖÜ])"
    r"\s{1,3}(?:{of_another}|{of_round}|{place_follows}|{by_way_of})\s{1,3}(?:{article}\s{1,3})?$"
)
"""What leads to a word that lies there: `through the C of`."""
_NEAR = 60
_OF_GAME = worded(
    r"{begin}(?:{for_title}|{by_way_of}|{place_follows})\s{1,3}(?P<name>(?-i:[A-ZÄÖÜÉ])[\w-]{2,30}){end}"
)
_LONGEST_ENDING = 3


def without_title(line: Line, titles: Collection[str]) -> Line:
    """Return a line without its game, named inside a sentence by one of its folded *titles*: `in Fulda lege ich`.

    One that ends with it, or with a colon behind it, is a heading.
    """
    named = [
        each
        for each in _OF_GAME.finditer(line.text)
        if folded(each["name"]) in titles and line.text[each.end() :].lstrip()[:1].isalpha()
    ]
    for found in reversed(named):
        line = _without(line, found.start(), found.end())
    return line


def without_board_words(line: Line, laid: Collection[str], played: Collection[str]) -> Line:
    """Return a line without the words *laid* on the board, by whose letters a play goes, nor those made of them.

    A letter of one goes with it: `durch das H von TISCH`. What is *played* stays as it is.
    """
    others = [each for each in _IN_CAPITALS.finditer(line.text) if each[0] not in played]
    named = {each[0] for each in others if each[0] in laid}
    for found in reversed(others) if named else ():
        at, end = found.span()
        lead = _LETTER_OF.search(line.text, max(0, at - _NEAR), at) if found[0] in named else None
        if lead is not None:
            line = _without(line, lead.start(), end)
        elif found[0] in named or (played and _is_made_of(found[0], named)):
            line = replace(line, text=line.text[:at] + found[0].lower() + line.text[end:])
    return line


def _is_made_of(word: str, laid: Collection[str]) -> bool:
    """Tell whether a word is one of those *laid* with a letter or more at an end: `der KORB wird zum KORBE`."""
    return any(
        0 < len(word) - len(each) <= _LONGEST_ENDING
        and (word.startswith(each) or word.endswith(each))
        for each in laid
    )


def _without(line: Line, start: int, end: int) -> Line:
    """Return a line without some of its characters; each of the others remembers where it stood."""
    before = line.text[:start].rstrip()
    first = Line(line.number, before, line.places[: len(before)])
    behind = cut_front(line, end)
    if not before:
        return cut_front(behind, len(behind.text) - len(behind.text.lstrip()))
    return (
        join_lines(first, behind)
        if behind.text[:1] in ",.;:!? "
        else join_lines(first, behind, " ")
    )
