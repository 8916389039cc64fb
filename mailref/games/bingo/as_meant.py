"""Words of Scrabble-Bingo as their writer means them, before they are looked for (other games 2).

`Z W I E B E L` is a word, `KOENIGIN` has seven letters, `STRUDL, äh, STRUDEL` is put right, and what goes out
(`raus mit BRUNNEN`, `statt WALNUSS`) is no word of his where two others are left.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from mailref.games.bingo.rules import WORD_LENGTH, WORDS
from mailref.orders.free_words import leaves_as_said
from mailref.orders.order_lines import pattern_of
from mailref.orders.order_words import forms
from mailref.orders.remarks import PLAY
from mailref.orders.sections import sentence_around
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, join_lines, line_with, line_without, only
from mailref.tiles.lexicon.verdicts import DIGRAPHS
from mailref.tiles.moves import worded
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
_HEADING = worded(r"\W*bingo(?:-?\s?{words_called})?\s{0,3}[:=]\W*")
_ONLY_WORDS = pattern_of(rf"\W*{_WORDS}\W*")
# `das mit GITARRE und KLAVIER von gestern ersetze ich`, `Ich ersetze GITARRE und KLAVIER durch ZEITUNG und KAPITEL`
_PAIR = rf"{_WORD}\s{{0,3}}(?:[,;/&+]|[[and]]{{end}})\s{{0,3}}{_WORD}"
_REPLACED_BY = pattern_of(
    rf"(?P<verb>{{begin}}{{replaces}}{{end}}[^.!?,\n]{{0,40}}?\s{_PAIR}\s{{1,3}}(?:[^.!?,\n]{{1,20}}\s)??{{replaced_by}})\s{{1,3}}{_PAIR}"
)
_REPLACED = pattern_of(
    rf"(?:^|(?<=[.!?:,]\s))[^.!?,\n]{{0,60}}?{_PAIR}[^.!?,\n]{{0,60}}(?:[.!]|,|$)"
)
_REPLACES = pattern_of(r"{begin}(?:{replaces}|{replaced}|[[step_back]]){end}")
_LABEL_OF_NEW = pattern_of(
    rf"(?<=[.!]\s){{in_their_place}}{{end}}(?:\s{{1,3}}[[and]]\s{{1,3}}(?-i:[a-zäöü]{{3,12}}))?\s?:\s{{1,3}}(?={_PAIR})"
)
_HIS = pattern_of(r"{begin}(?:[[i]]|[[please]]|{my_words}|{my}{letter}{0,2}){end}")
_LEFT_OPEN = pattern_of(
    r"\?|{begin}(?:[[negation]]|[[or]]|[[if]]|[[maybe_if]]|[[unless]]|[[keeps]]|{unsure}|{later}|{next_round}|{not_yet}|{by_hearsay}){end}"
)


def as_meant(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with each word written as it is meant, and without those that only go out."""
    said = _below_heading([_written_right(line) for line in lines])
    named = _named_in(said)
    if len(named) <= WORDS:
        return said
    left = [_without_out(line) for line in said]
    if len(_named_in(left)) != WORDS:
        return said
    return [part for was, it in zip(said, left, strict=True) for part in _come_in(was, it)]


def _below_heading(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines*, the first word below a heading that may name the game behind it: `BINGO:` above `LATERNE`."""
    told = [n for n, line in enumerate(lines) if line.text.strip()]
    for at, below in pairwise(told):
        is_heading = _HEADING.fullmatch(lines[at].text[:_LONGEST]) is not None
        if is_heading and _ONLY_WORDS.fullmatch(lines[below].text[:_LONGEST]):
            whole = join_lines(lines[at], lines[below], " ")
            return [*lines[:at], whole, *lines[at + 1 : below], *lines[below + 1 :]]
    return lines


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


def _without_replaced(line: Line) -> Line:
    """Return a line without two words that their player replaces by others; left where he may not, or another does."""
    text = line.text[:_LONGEST]
    found = _REPLACED_BY.search(text)
    if found is not None and not _LEFT_OPEN.search(sentence := _around(text, found)):
        return line_with(line, *found.span("verb"), _LAY) if _HIS.search(sentence) else line
    label = _LABEL_OF_NEW.search(text)
    for each in reversed([*_REPLACED.finditer(text)]):
        is_replaced = _REPLACES.search(each[0]) and _HIS.search(each[0])
        if is_replaced and not _LEFT_OPEN.search(each[0]):
            if label is not None and label.start() >= each.end() - 1:
                line = line_without(line, *label.span())
                label = None
            line = line_without(line, *each.span())
    return line


def _around(text: str, found: re.Match[str]) -> str:
    return sentence_around(text[: found.start()], text[found.start() :])


def _without_out(line: Line) -> Line:
    line = _without_replaced(line)
    for found in reversed([*_GOES_OUT.finditer(line.text[:_LONGEST])]):
        line = line_without(line, *found.span())
    return line
