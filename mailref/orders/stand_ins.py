"""Orders at a table as plays of a round, so that their mails are read as those of rounds are (table games 7).

A play stands in for what a kind of game tells that a text may name, a word to be laid, a stack, squares: `I was going
to take K8, but no: H5` is `I was going to lay A1w AAAA, but no: C3w EEEE`. Which of them is meant, whose it is, whether
at all and for when, is told of these as of any play; what the order is, its kind of game knows.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from mailref.orders import sections
from mailref.orders.chosen import OTHER, play_chosen
from mailref.orders.clearly_meant import is_clearly_meant, sentences_said
from mailref.orders.commands import People
from mailref.orders.entries import Named, SectionReader
from mailref.orders.named import is_meant, masked, only_tells, replaced
from mailref.orders.remarks import IS_TALK, PLAY
from mailref.orders.sections import leaves_play
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_without
from mailref.tiles.moves import TextSpan
from mailref.tiles.when_used import regex

_PLAYS = ("A1w AAAA", "C3w EEEE", "E5w IIII", "G7w OOOO")
_MOST_LINES, _LONGEST = 60, 4000


class StandIns(Struct, frozen=True):
    """The lines of a mail with plays in place of the orders that they name."""

    lines: Sequence[Line]
    named: Sequence[tuple[Line, Sequence[Named]]]
    plays: Mapping[str, str]
    """The play that stands for each order."""
    parts: int = 1
    """So many of them are one order."""

    def order_of(self, words: Sequence[str]) -> str | None:
        """Return the order for which plays of *words* stand; None where that is not one, or cannot be done now."""
        order_by = {play.split()[1]: order for order, play in self.plays.items()}
        found = [order_by[word] for word in words if word in order_by]
        possible = {x.order for _, named in self.named for x in named if x.is_possible is not False}
        is_one = len(words) == len(found) == self.parts and possible.issuperset(found)
        return " ".join(found) if is_one else None

    def is_known(self, order: str) -> bool:
        """Tell whether an order, all its parts, is known to be one that can be carried out now."""
        return all(x.is_possible for _, named in self.named for x in named if x.order in order)

    def where(self, order: str) -> tuple[int, TextSpan]:
        """Return the line in which an order, or its first part, is named, and where."""
        return next(
            (line.number, line.span(each.start, each.end))
            for line, named in self.named
            for each in named
            if order.startswith(each.order)
        )

    def said_of(self, order: str) -> list[Line]:
        """Return the lines with a sign for an order, or its parts, and other signs for all others."""
        return [
            Line(
                line.number,
                replaced(line.text, ((x, PLAY if x.order in order else OTHER) for x in named)),
            )
            for line, named in self.named
        ]

    def clearly_meant(
        self, reader: SectionReader, above: Collection[int], people: People
    ) -> str | None:
        """Return the one order that the sentences of a mail mean by what they weigh, though a rule would ask.

        *above* are the numbers of the lines above its greeting. A rule that asks about a word that no list knows knows
        nothing of what its player can do now.
        """
        below = [line.text for line in self.lines if line.number not in above]
        if self.parts > 1 or not all(leaves_play(each, 2) for each in sentences_said(below)):
            return None
        if len(self.plays) > 1:
            chosen = play_chosen([line for line in self.lines if line.number in above])
            return None if chosen is None else self.order_of([chosen])
        ((order, play),) = self.plays.items()
        own = [line.text for line in self.said_of(order) if line.number in above]
        laid = [it.text.replace(play, PLAY) for it in self.lines if it.number in above]
        is_made = is_clearly_meant(laid, (), people, down_from=IS_TALK) or is_meant(
            own, order, reader.as_laid, is_known=self.is_known(order)
        )
        return self.order_of([play.split()[1]]) if is_made else None


def stand_ins(
    lines: Sequence[Line], reader: SectionReader, parts: int, *, only_possible: bool
) -> StandIns | None:
    """Return *lines* with plays for what they name; None where that is nothing, or too much.

    *parts*: so many things that they name are one order. *only_possible*: what cannot be done now is left as talk; None
    where that is nothing, since they were read so without it.
    """
    if len(lines) > _MOST_LINES or sum(len(line.text) for line in lines) > _LONGEST:
        return None
    named_in = reader.named_in if parts == 1 else reader.parts_in
    found = _found(lines, named_in) or _found(lines, named_in := reader.hinted_in)
    possible = {x.order for _, named in found for x in named if x.is_possible is not False}
    if only_possible:
        if all(x.order in possible for _, named in found for x in named):
            return None
        told = [_without_impossible(line, named, possible) for line, named in found]
        found = [(it, [x for x in named_in(it.text) if x.order in possible]) for it in told]
    every = dict.fromkeys(each.order for _, named in found for each in named)
    if not (possible and every and len(every) <= len(_PLAYS)):
        return None
    if len(possible) == parts == 1:
        (order,) = possible
        found = [_without_told(line, named, order, reader) for line, named in found]
    plays = dict(zip(every, _PLAYS, strict=False))
    laid = [_laid(line, named, plays, reader) for line, named in found]
    if None in laid:
        return None
    return StandIns([each for each in laid if each is not None], found, plays, parts)


def _found(
    lines: Sequence[Line], named_in: Callable[[str], Iterable[Named]]
) -> list[tuple[Line, Sequence[Named]]]:
    """Return lines, each with what it names; nothing where none names anything."""
    found: list[tuple[Line, Sequence[Named]]] = [(line, [*named_in(line.text)]) for line in lines]
    return found if any(named for _, named in found) else []


def _without_impossible(line: Line, named: Sequence[Named], possible: Collection[str]) -> Line:
    """Return a line without the clauses of a sentence that only tell of what cannot be done now, beside what can be.

    `I lay STREBE, though I had hoped for BERSTEN`
    """
    for start, end in reversed([*sections.sentence_spans(line.text)]):
        ends = [each.start() for each in _CLAUSE_ENDS.finditer(line.text, start, end - 1)]
        for begin, stop in reversed([*pairwise([start, *ends, end])]):
            within = [each for each in named if begin <= each.start < stop]
            beside = [each for each in named if start <= each.start < end and each not in within]
            is_aside = not any(each.order in possible for each in within)
            is_aside = is_aside and any(each.order in possible for each in beside)
            if within and is_aside and only_tells(masked(line.text[:stop], within)[begin:]):
                line = line_without(line, begin, stop)
    return line


_CLAUSE_ENDS = regex(r"[,;](?=\s)|\s[–-](?=\s)")


def _without_told(
    line: Line, named: Sequence[Named], order: str, reader: SectionReader
) -> tuple[Line, Sequence[Named]]:
    """Return a line, and what it names, without what it only tells of the game once an order is carried out."""
    plain = masked(line.text, named)
    told = reader.without_told(plain, order)
    if told == plain:
        return line, named
    signs = iter(sorted(named, key=lambda each: each.start))
    parts = told.split(PLAY)
    if len(parts) != len(named) + 1:
        return line, named
    text, left = parts[0], list[Named]()
    for part in parts[1:]:
        each = next(signs)
        said = line.text[each.start : each.end]
        left.append(replace(each, start=len(text), end=len(text) + len(said)))
        text += said + part
    return Line(line.number, text), left


def _laid(
    line: Line, named: Iterable[Named], plays: Mapping[str, str], reader: SectionReader
) -> Line | None:
    """Return a line with plays in it, told as of plays that are laid; None where that is not told one by one."""
    in_order = [plays[each.order] for each in sorted(named, key=lambda each: each.start)]
    text = reader.as_laid(masked(line.text, named))
    if text.count(PLAY) != len(in_order):
        return None
    left = iter(in_order)
    return Line(line.number, re.sub(PLAY, lambda _: next(left), text))
