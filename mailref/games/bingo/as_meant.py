"""Words of Scrabble-Bingo as their writer means them, before they are looked for (other games 2).

`Z W I E B E L` is a word, `KOENIGIN` has seven letters, `STRUDL, äh, STRUDEL` is put right, and what goes out
(`raus mit BRUNNEN`, `statt WALNUSS`) is no word of his where two others are left.
"""

from collections.abc import Sequence

from mailref.games.bingo.rules import WORD_LENGTH, WORDS
from mailref.orders.free_words import leaves_as_said
from mailref.orders.order_lines import pattern_of
from mailref.orders.order_words import forms
from mailref.orders.remarks import PLAY
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, line_with, line_without, only
from mailref.tiles.lexicon.verdicts import DIGRAPHS
from mailref.tiles.when_used import regex

_LONGEST = 400
_WORD = rf"(?-i:[A-ZÄÖÜ]{{{WORD_LENGTH}}})(?!\w)"
_SPACED = regex(
    rf"(?<![\w.-])(?<![A-ZÄÖÜ]\s)[A-ZÄÖÜ](?:(?:\s|-|\.)[A-ZÄÖÜ]){{{WORD_LENGTH - 1}}}(?![\w-])(?!\s[A-ZÄÖÜ](?!\w))"
)
_CAPITALS = regex(rf"(?<!\w)[A-ZÄÖÜ]{{{WORD_LENGTH}}}(?!\w)")
_WRITTEN_OUT = regex(
    rf"(?<!\w)(?=[A-ZÄÖÜ]{{{WORD_LENGTH + 1}}}(?!\w))[A-ZÄÖÜ]*?(?<![AEIOUQ])(?P<umlaut>[AOU]E)[A-ZÄÖÜ]*"
)
_PUT_RIGHT = pattern_of(
    rf"(?<!\w)(?-i:[A-ZÄÖÜ]{{4,15}})\s?[,;.–-]{{1,3}}\s?(?:{{breaks_off}}|{{correction}}|{{is_sorry}}){{end}}[\s,;:.–-]{{1,4}}(?={_WORD})"
)
_WORDS = rf"{_WORD}(?:(?:\s{{0,3}}[,;/&+]\s{{0,3}}|\s{{1,3}}[[and]]\s{{1,3}}){_WORD})?"
_GOES_OUT = pattern_of(
    rf"{{begin}}(?:[[off_board]]\s{{1,3}}[[with]]|{{in_place_of}})\s{{1,3}}{_WORDS}\s{{0,3}}[,;:–-]?"
)
_COMES_IN = pattern_of(rf"{{begin}}{{comes_in}}\s{{1,3}}(?P<words>{_WORDS})[.!]?(?=\s|$)")
_LAY = forms("lay")[0].lower()


def as_meant(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with each word written as it is meant, and without those that only go out."""
    said = [_written_right(line) for line in lines]
    named = _named_in(said)
    if len(named) <= WORDS:
        return said
    left = [_without_out(line) for line in said]
    if len(_named_in(left)) != WORDS:
        return said
    return [part for was, it in zip(said, left, strict=True) for part in _come_in(was, it)]


def _come_in(was: Line, line: Line) -> Sequence[Line]:
    """Return the words that come in for those that went out of a line as one by itself: `..., rein mit ROSINEN`."""
    found = _COMES_IN.search(line.text[:_LONGEST]) if line != was else None
    if found is None or not leaves_as_said([f"{_LAY} {PLAY}{line.text[found.end() :]}"]):
        return [line]
    return [
        line.cut(0, found.start()),
        line.cut(*found.span("words")),
        cut_front(line, found.end()),
    ]


def _named_in(lines: Sequence[Line]) -> set[str]:
    return {word for line in lines for word in _CAPITALS.findall(line.text[:_LONGEST])}


def _written_right(line: Line) -> Line:
    for found in reversed([*_SPACED.finditer(line.text[:_LONGEST])]):
        gaps = {at for at in range(*found.span()) if not line.text[at].isalpha()}
        line = only(line, (at for at in range(len(line.text)) if at not in gaps))
    for found in reversed([*_WRITTEN_OUT.finditer(line.text[:_LONGEST])]):
        line = line_with(line, *found.span("umlaut"), DIGRAPHS[found["umlaut"]])
    for found in reversed([*_PUT_RIGHT.finditer(line.text[:_LONGEST])]):
        line = line_without(line, *found.span())
    return line


def _without_out(line: Line) -> Line:
    for found in reversed([*_GOES_OUT.finditer(line.text[:_LONGEST])]):
        line = line_without(line, *found.span())
    return line
