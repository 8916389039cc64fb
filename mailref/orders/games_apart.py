"""Which part of a sentence is for which game: `Für die Weser L4s GRAUE, für die Eifel O8s LAKONIEN` (contract 3)."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from mailref.orders import shapes
from mailref.orders.beside import is_courtesy
from mailref.orders.commands import is_greeting
from mailref.orders.decided import puts_off
from mailref.orders.sections import leaves_play, sentences_of
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_without
from mailref.tiles.moves import worded
from mailref.tiles.when_used import regex

_LONGEST = 400
_MOST_LINES = 200
_MOST_WORDS = 3
"""So many words a game is called by at most: `1-Zug-Scrabble Weser`."""
_BEGINS = worded(r"(?:^|(?<=[,;.!:])\s{1,3}|\s{1,3}(?={conjunction}\s))(?:{conjunction}\s{1,3})?")
_WORD = regex(r"[^\W_][\w-]{1,40}")
_BEHIND_NAME = regex(r"\s{0,2}[:,–-]?\s{1,3}")
_PLAY = regex(r"(?=[^\n]*\d)[^\n]*?(?<![^\W\d_])[A-ZÄÖÜ]{2,15}(?![^\W\d_])")
_ENDS_SENTENCE = regex(r"[.!]\s|[;,]\s(?=[a-zäöü])")
_BESIDE = 1
"""What is said beside a play must be clearly talk."""
_TWO = 2


class _Part(Struct, frozen=True):
    """What a line says of one game."""

    game: str
    start: int
    """Where its clause begins."""
    name: tuple[int, int]
    """Where the game is named."""
    end: int | None
    """Where the next one begins."""
    has_play: bool


def with_games_apart(lines: Sequence[Line], games: shapes.GameNames) -> Sequence[Line]:
    """Return *lines*, each clause that names a game before a play on a line of its own, below that game's name.

    Only where two games or more are named so in the mail, one before a play, the others before one or a colon
    (`Spree: kommt morgen`), and nothing else that the mail says may be about more than one of them.
    """
    if len(games) < _TWO or len(lines) > _MOST_LINES:
        return lines
    parts = [[*_parts_of(line.text[:_LONGEST], games)] for line in lines]
    named = [part.game for each in parts for part in each]
    is_each_once = len({*named}) == len(named) >= _TWO
    if not is_each_once or not any(part.has_play for each in parts for part in each):
        return lines
    others = (line.text for line, found in zip(lines, parts, strict=True) if not found)
    tails = (_tail(line.text, found[-1]) for line, found in zip(lines, parts, strict=True) if found)
    said = [each for text in (*others, *tails) for each in sentences_of(text)]
    if not all(leaves_play(each, _BESIDE) for each in said if any(map(str.isalpha, each))):
        return lines
    return [
        one for line, found in zip(lines, parts, strict=True) for one in _below_names(line, found)
    ]


def without_announced(
    lines: Sequence[Line], games: shapes.GameNames, default: str | None
) -> Sequence[Line]:
    """Return *lines* without sentences that say no more than that something comes later in another game than *default*.

    `Bonn kommt morgen, da grüble ich noch.` Not above all others, and only of a game that begins its sentence.
    """
    if default is None or len(games) < _TWO or len(lines) > _MOST_LINES:
        return lines
    parts = [(line, _without_announced(line, games, default)) for line in lines]
    first = next((rest for line, rest in parts if line.text.strip()), None)
    if first is None or not first.text.strip():
        return lines
    return [rest for line, rest in parts if rest.text.strip() or not line.text.strip()]


def _without_announced(line: Line, games: shapes.GameNames, default: str) -> Line:
    if len(line.text) > _LONGEST:
        return line
    for found in reversed([*_SENTENCE.finditer(line.text)]):
        if _is_announced(found[0], games, default):
            line = line_without(line, *found.span())
    return line


_SENTENCE = regex(r"[^.!?\n]+(?:[.!?]+\s*|$)")
"""A number ends one here: `L3s DAUERT 24. Eifel kommt später.`"""


def _is_announced(sentence: str, games: shapes.GameNames, default: str) -> bool:
    return _put_off_in(sentence, games) not in (None, default)


def puts_off_itself(text: str, games: shapes.GameNames, default: str) -> bool:
    """Tell whether a sentence says that the move of *default* comes later: `Weser kommt später.`"""
    if len(text) > _LONGEST:
        return False
    said = (found[0].rstrip() for found in _SENTENCE.finditer(text))
    return any(
        not each.endswith(":") and _LATER.search(each) and _put_off_in(each, games) == default
        for each in said
    )


_LATER = worded(r"{begin}{later}{end}")


def _put_off_in(sentence: str, games: shapes.GameNames) -> str | None:
    """Return the game of which a sentence says that something comes later, and no more; None of any other sentence."""
    text = sentence.lstrip()
    named = _named_at(text, 0, games)
    if named is None:
        return None
    rest = text[named[2][1] :]
    clause, *more = rest.split(",")
    if not puts_off(clause) or not all(map(_OF_THAT_GAME.match, more)):
        return None
    others = (games.called(shapes.folded(word[0])) for word in _WORD.finditer(rest))
    is_only = puts_off(rest) and not any(others) and not any(map(str.isdigit, rest))
    return named[0] if is_only else None


_OF_THAT_GAME = worded(r"\s{0,3}{in_that_one}{end}")
"""Behind a comma nothing else may be put off: `Bonn kommt morgen, dieser Zug auch`."""


def names_games_apart(lines: Sequence[Line], games: shapes.GameNames) -> bool:
    """Tell whether two games or more begin lines, as headings or before what is asked for in them."""
    if len(games) < _TWO:
        return False
    named = {
        found[0]
        for line in lines[:_MOST_LINES]
        for begin in _BEGINS.finditer(line.text[:_LONGEST])
        if (found := _named_at(f"{line.text[:_LONGEST]} ", begin.end(), games))
    }
    return len(named) >= _TWO


def _parts_of(text: str, games: shapes.GameNames) -> Iterator[_Part]:
    """Yield the parts of a line that name a game; none where one of them has neither a play nor a colon behind it."""
    found = [at for begin in _BEGINS.finditer(text) if (at := _named_at(text, begin.end(), games))]
    before = text[: found[0][1]].strip(" ,") if found else ""
    if not found or (before and not (is_greeting(before) or is_courtesy(before))):
        return
    parts = [
        _Part(game, start, name, end, has_play=_PLAY.match(text[name[1] : end]) is not None)
        for (game, start, name), end in zip(
            found, [*(at[1] for at in found[1:]), None], strict=True
        )
    ]
    if all(each.has_play or _is_put_off(text[each.name[1] : each.end]) for each in parts):
        yield from parts


def _is_put_off(rest: str) -> bool:
    """Tell whether what stands behind a game's name is a colon, and that its move comes later."""
    return rest.startswith(":") and puts_off(rest)


def _tail(text: str, part: _Part) -> str:
    """Return what a line says behind the sentence of its last game."""
    rest = text[part.name[1] :]
    end = _ENDS_SENTENCE.search(rest)
    return rest[end.end() :] if part.has_play and end is not None else ""


def _named_at(
    text: str, start: int, games: shapes.GameNames
) -> tuple[str, int, tuple[int, int]] | None:
    """Return the game named at some place of a text, as `für die Weser`, that place, and where the name stands."""
    rest = text[start:]
    at = len(rest) - len(shapes.without_preposition(rest))
    ends: list[int] = []
    for word in _WORD.finditer(rest, at):
        if len(ends) == _MOST_WORDS or word.start() > (ends[-1] + 1 if ends else at):
            break
        ends.append(word.end())
    for end in reversed(ends):
        called = games.called(shapes.folded(rest[at:end]))
        if len(called) == 1 and _BEHIND_NAME.match(rest, end):
            return called[0], start, (start + at, start + end)
    return None


def _below_names(line: Line, parts: Sequence[_Part]) -> Iterator[Line]:
    """Yield a line in its parts: what stands before, and each game's name above what is said behind it."""
    if not parts:
        yield line
        return
    if line.text[: parts[0].start].strip():
        yield line.cut(0, parts[0].start)
    for part in parts:
        yield line.cut(*part.name)
        gap = _BEHIND_NAME.match(line.text, part.name[1])
        yield line.cut(gap.end() if gap else part.name[1], part.end)
