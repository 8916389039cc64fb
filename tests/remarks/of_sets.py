"""Mails of the sets in `bench/blind` as remarks to learn from: people wrote them who had not seen the program.

A sign stands in each for its play, put there as the program puts it. Mails for games at tables, of several moves, and
those that are asked about for another reason than what they say beside a play name none that is alone, and are left
out. Of those that name several plays it is learned which one they choose.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mailref.orders.chosen import said_of_plays
from mailref.orders.free_words import said_around
from mailref.orders.remarks import PLAY
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Direction, Square
from mailref.tiles.moves import Play, TextSpan

SETS = Path(__file__).parent.parent.parent / "bench" / "blind"
TO_MEASURE = frozenset({"f1", "f2", "g1", "g2", "i30", "i40", "i50", "j1", "j2", "j3", "k1"})
"""Never learned from: by these it is measured how mails are read that nobody has seen."""
_AT_TABLES = frozenset({"ulm", "bonn", "halle", "worms"})
_LONGEST = 1500
_SPOT = r"(?:[A-O]\s?\d{1,2}|\d{1,2}\s?[A-O])"
_WORD = r"(?P<{}>[A-ZÄÖÜ*]{{2,15}})\b"
_NAMES_PLAY = re.compile(
    rf"\b{_SPOT}[swdahv]?[,:\s]{{1,3}}(?:\w+[,:\s]{{1,3}}){{0,2}}?{_WORD.format('behind')}"
    rf"|\b{_WORD.format('before')}[,:\s(]{{1,3}}(?:\w+[,:\s]{{1,3}}){{0,4}}?{_SPOT}[swdahv]?\b"
)
_LEAST_PARTS = 2
"""A move that lays something has a place and a word."""


def mails_of_sets(kind: str) -> Iterator[str]:
    """Yield the mails of a *kind*, a line each: of `talk`, who reads them enters the play; of `against` he does not."""
    for case in _cases():
        text = "\n".join(x for x in case["text"].split("\n") if not x.startswith(">"))
        word = _word_of(case["cls"], case["move"], text, kind)
        masked = _masked(text, word) if word else None
        if masked is not None:
            yield masked


def choices_of_sets() -> Iterator[tuple[str, bool]]:
    """Yield what mails that name several plays say of each, as it is weighed, and whether that one is meant."""
    for case in _cases():
        if case["cls"] == "either" or len(case["move"]) >= _LEAST_PARTS:
            continue
        texts = enumerate(case["text"].split("\n"), start=1)
        lines = [Line(number, text) for number, text in texts if not text.startswith(">")]
        meant = _word_of(case["cls"], case["move"], "", "talk")
        said = said_of_plays(lines)
        if case["cls"] == "ask" or meant in said:
            yield from ((it, word == meant) for word, it in said.items())


def _cases() -> Iterator[dict[str, Any]]:
    for file in sorted(each for each in SETS.glob("*.jsonl") if each.stem not in TO_MEASURE):
        for line in file.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case["game"] not in _AT_TABLES and len(case["text"]) <= _LONGEST:
                yield case


def _word_of(cls: str, move: list[str], text: str, kind: str) -> str | None:
    """Return the word of the one play of a mail of that kind."""
    if kind == "talk":
        parts = move[0].replace("*", "").split() if cls == "read" and len(move) == 1 else []
        lays = len(parts) >= _LEAST_PARTS and parts[0] not in {"exchange", "pass"}
        return parts[1].upper() if lays else None
    found = _NAMES_PLAY.search(text) if cls == "ask" and not move else None
    return (found["behind"] or found["before"]).replace("*", "") if found is not None else None


def _masked(text: str, word: str) -> str | None:
    """Return a mail as a line, the sign in place of its play; None where that does not stand in one line of it."""
    play = Play(Square(0, 0), Direction.ACROSS, word, TextSpan(1, 1, word))
    names = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    lines = [line.strip().replace("|", "/") for line in text.split("\n") if line.strip()]
    at = next((at for at, line in enumerate(lines) if names.search(line)), None)
    if at is None:
        return None
    lines[at] = said_around(lines[at], play)
    return "|".join(lines) if PLAY in lines[at] else None
