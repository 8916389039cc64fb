"""What a sentence says of words that everybody sees: those on the board, and those of its game's title (rules 8).

`14H ERLAHMT, durch das H von TISCH`, `in Fulda lege ich ...`: they name no other play and no other game. Where
a mail is not understood as it stands it is read once more without them.
"""

import re
from collections.abc import Callable, Collection, Iterator

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


def without_title(line: Line, names: Callable[[str], bool]) -> Line:
    """Return a line without the game it *names* inside a sentence: `in Fulda lege ich` is `lege ich`.

    One that ends with it, or with a colon behind it, is a heading.
    """
    for found in _OF_GAME.finditer(line.text):
        behind = line.text[found.end() :].lstrip()
        if names(folded(found["name"])) and behind[:1].isalpha():
            return without_title(_without(line, found.start(), found.end()), names)
    return line


def without_board_words(line: Line, laid: Collection[str], played: Collection[str]) -> Line:
    """Return a line without the words *laid* on the board, by whose letters a play goes, nor those made of them.

    A letter of one goes with it: `durch das H von TISCH`. What is *played* stays as it is.
    """
    named = [
        each
        for each in _IN_CAPITALS.finditer(line.text)
        if each[0] in laid and each[0] not in played
    ]
    if not named:
        return line
    text = line.text
    for each in _made_of(text, {each[0] for each in named}, played):
        text = text[: each.start()] + each[0].lower() + text[each.end() :]
    line = replace(line, text=text)
    for each in reversed(named):
        lead = _LETTER_OF.search(text, max(0, each.start() - _NEAR), each.start())
        if lead is not None:
            line = _without(line, lead.start(), each.end())
        else:
            word = each[0].lower()
            line = replace(line, text=line.text[: each.start()] + word + line.text[each.end() :])
    return line


def _made_of(text: str, laid: Collection[str], played: Collection[str]) -> Iterator[re.Match[str]]:
    """Yield the words that are one of those *laid* with a letter or more at an end: `der KORB wird zum KORBE`."""
    for found in _IN_CAPITALS.finditer(text) if played else ():
        word = found[0]
        is_longer = any(
            0 < len(word) - len(each) <= _LONGEST_ENDING
            and (word.startswith(each) or word.endswith(each))
            for each in laid
        )
        if is_longer and word not in played:
            yield found


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
