"""Every sentence of the templates, with anything where something is filled in: laid out as our mails are."""

import random
import re
from collections.abc import Iterator, Sequence
from textwrap import wrap

from mailref import assets
from mailref.writing.document import Document, FigureHere, filled_in, read_document
from mailref.writing.rendering import plain_text

_TAG = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_MACRO = re.compile(r"\{% macro (\w+)[^%]*%\}(.*?)\{% endmacro %\}", re.DOTALL)
_OF_SHEETS = ("footer", "subtitle", "footer_turns", "subtitle_turns", "draws_head")
"""Printed on the score sheet or in an attachment, in no mail."""
_TOP = {"de": "Höchstzug", "en": "Best possible"}
"""Stands before the macro of that name."""
_BEGINS = ("if", "for")


def sources(language: str, begins: str = "") -> Iterator[str]:
    """Yield the source of each template that writes sentences, and of each macro of phrases.

    *begins* is how the names of the templates wanted begin.
    """
    for name, source in assets.mail_templates().items():
        if f"/{language}/{begins}" not in name or name.endswith("labels.j2"):
            continue
        macros = _MACRO.findall(source)
        bodies = [
            f"= {_TOP[language]} | {body}" if macro == "top" else body
            for macro, body in macros
            if macro not in _OF_SHEETS
        ]
        yield from bodies or [source]


# What counts, and what holds a word by itself; anything else may hold whatever a person wrote.
_NUMBER = re.compile(
    r"number|length|\.stack\b|receipt|nonce|\bleft\b|in_hand|\bcount\b|\bleast\b|draws\b|\bday\b|"
    r"round\b|percent|better|solo|base|deduction|formula|"
    r"rank|size|index|minutes|most|plural|points|tiles|total|zat\(|date|in_vain|own\("
)
_WORD = re.compile(
    r"fate\(|tie_rule\(|sha|word|place|letters?|drawn|square\b|area|whole|seed|commitment|way|example|"
    r"spaced|lies|wanted"
)


_ADDRESS = re.compile(r"sender\b|recipient|address")
_MOVE = re.compile(r"played\(|turned\(")
# Nobody, and no game, has a name that reads as a move.
_NAME = re.compile(
    r"player|author|finder|moved|before|leaders|\bname\b|\bold\b|gamemaster|suggestions|alike|whose|"
    r"\bwho\b|\bown\b|told"
)
_NAMES = ("Max Mustermann", "Otto", "EUBÖA", "Eva A. Muster-Öhler", "A12", "Nein")


# What macros and labels of games in turns make: never anybody's text.
_MADE = {
    "group.name": "Vokale",
    "standing(": "Max Mustermann 77, Otto 40",
    "racks(": "Max Mustermann 7, Otto 7",
    "whose_move(": "Otto, bis Freitag",
    "order(": "Otto",
    "condition(": "Wird davor gepasst, dann",
    "spot(": "senkrecht ab M10",
    "blank.letter": "U",
    "x.made(": "neu ist das Wort BAU",
    "fault.given": "E N",
    "c.times": "3",
    "blanks(": "; O",
    "formed(": "; BAU",
    "origin(": "Anna",
    "w.tile(": "E",
    "each.tile": "E",
}


def _value(gap: str, values: Sequence[str], rng: random.Random) -> str:
    made = next((text for part, text in _MADE.items() if part in gap), None)
    if made is not None:
        return made
    if "comma()" in gap:
        return ","
    if "title" in gap:
        return "1-Zug-Scrabble Yerres"
    if _MOVE.search(gap):
        return "EUBÖA (senkrecht ab M10)"
    if _ADDRESS.search(gap):
        return "max@example.org"
    if "tag" in gap:
        return "yerres R5"
    if _NUMBER.search(gap):
        return str(rng.randrange(1, 20))
    if _NAME.search(gap):
        return rng.choice(_NAMES)
    return "EUBÖA" if _WORD.search(gap) else rng.choice(values)


def rendered(source: str, values: Sequence[str], rng: random.Random) -> str:
    """Return the template with each gap filled from *values*, and one branch of each choice."""
    pieces: list[str] = []
    branches: list[list[list[str]]] = []
    at = 0
    for tag in _TAG.finditer(source):
        text = source[at : tag.start()]
        at = tag.end()
        if source[at - 2 : at] == "%}" and source[at : at + 1] == "\n" and "+%}" not in tag[0]:
            at += 1
        pieces.append(text)
        if tag[0].startswith("{{"):
            pieces.append(str(filled_in(_value(tag[0], values, rng))))
        elif tag[0].startswith("{%"):
            pieces = _choose(tag[0].strip("{}%+- \n").split()[0], pieces, branches, rng)
    return "".join([*pieces, source[at:]])


def _choose(
    name: str, pieces: list[str], branches: list[list[list[str]]], rng: random.Random
) -> list[str]:
    if name in _BEGINS:
        branches.append([pieces])
        return []
    if name in ("elif", "else"):
        branches[-1].append(pieces)
        return []
    if name.startswith("end") and name[3:] in _BEGINS:
        before, *choices = branches.pop()
        return [*before, *rng.choice([*choices, pieces])]
    return pieces


def text_of(source: str) -> str:
    """Return a rendered template as the text part of a mail has it, without figures and marker."""
    source = "\n".join(line for line in source.split("\n") if "@subject" not in line)
    document = read_document(f"@subject it\n{source}")
    blocks = tuple(block for block in document.blocks if not isinstance(block, FigureHere))
    _, _, text = plain_text(Document("it", blocks), {}, "marker").partition("\n\n")
    return text


def wrapped_again(text: str, width: int) -> list[str]:
    """Return the lines of a text as a program leaves them that wraps and loses the signs of quotes."""
    return [
        piece
        for line in text.split("\n")
        for piece in (wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""])
    ]
