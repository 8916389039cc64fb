"""Whether a mail says of the parts of its own play what that play does not have.

`L3s DAUERT` and `von links nach rechts`, `los geht es bei K3`, `das D auf L4`, `hinten ein S`,
`mit sieben Buchstaben`: one of both is wrong, and which only the writer knows. What agrees says nothing new.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from mailref.orders import shapes
from mailref.orders.free_words import is_placed_in_words
from mailref.orders.jokers_said import blank_said
from mailref.orders.remarks import PLAY
from mailref.orders.sections import denies_joker
from mailref.tiles.board import (
    Axes,
    Board,
    Direction,
    Notation,
    Square,
    neighbours,
    read_square,
    square_name,
)
from mailref.tiles.moves import (
    DIRECTIONS,
    BlankFor,
    Play,
    any_of,
    direction_forms,
    direction_letter,
    worded,
)
from mailref.tiles.when_used import regex

_LONGEST = 1000
_LETTER = r"(?P<letter>(?-i:[A-ZÄÖÜ]))(?![\w*'’])"
_IS_A = r"(?:\s{0,2}[:,=]\s{0,2}|\s{1,3}(?:(?:{stands_for}|{article}|{letter_article}|{letter_noun})\s{1,3}){0,4})"
_AT_ITS_ENDS = worded(
    rf"{{begin}}(?:(?P<front>{{first}}\s{{1,3}}{{letter_noun}}|{{at_its_front}})|(?:{{last}}\s{{1,3}}{{letter_noun}}|{{at_its_end}}))"
    rf"{_IS_A}{_LETTER}"
)
_HAS_AT_ITS_ENDS = worded(
    rf"{{begin}}{_LETTER}\s{{1,3}}(?:(?P<front>{{at_its_front}})|{{at_its_end}}){{end}}"
)
_LETTER_AT = worded(
    rf"{{begin}}{_LETTER}\s{{1,3}}(?:(?:{{lies_at}}|{{stands_for}})\s{{1,3}}){{0,2}}{{on_square}}\s{{1,3}}(?:{{place}}\s{{1,3}})?(?P<square>{{square}}){{end}}"
)
_LETTER_IN_LINE = worded(
    rf"{{begin}}{_LETTER}\s{{1,3}}(?:(?:{{lies_at}}|{{stands_for}})\s{{1,3}}){{0,2}}{{on_square}}\s{{1,3}}(?:{{article}}\s{{1,3}})?"
    rf"(?:{{row_of_board}}|{{column_of_board}})\s{{0,2}}(?P<line>(?-i:[A-Z])|\d{{1,2}})(?![{{letters}}\d])"
)
"""`das K kommt in Reihe B`"""
_NAMES_LINE = worded(r"{begin}(?:{row_of_board}|{column_of_board})\s{1,3}$")
"""`Spalte L auf den Zeilen 3 bis 8`: no letter L."""
_BEGINS_AT = worded(
    r"{begin}{starting}\s{1,3}(?:{letter}{1,10}\s{1,3}){0,2}?(?:{place_follows}|{on_square}|{place})\s{1,3}(?:{place}\s{1,3})?(?P<square>{square}){end}"
)
_REACHES = worded(
    r"(?P<first>{square})\s{0,3}(?:[-–]|(?:{up_to})\s)\s{0,3}(?:{place}\s{1,3})?(?P<square>{square}){end}"
)
_ENDS_AT = worded(
    r"{begin}{end_of_word}\s{0,3}:?\s{1,3}(?:{on_square}\s{1,3})?(?:{place}\s{1,3})?(?P<square>{square}){end}"
)
_CHANGED = worded(
    rf"{{begin}}{_LETTER}\s{{1,3}}{{rather}}\s{{1,3}}(?:{{letter_article}}\s{{1,3}})?(?-i:[A-ZÄÖÜ])(?![\w*'’])"
)
_DENIED = worded(
    rf"{{begin}}{{never}}\s{{1,3}}{{play}}{{end}}[^.!?{PLAY}]{{0,30}}[:–-]\s{{0,3}}{PLAY}"
)
_IN_CONDITION = worded(r"(?:^|[.!?;]\s)\W*{condition}{end}[^.!?:;]*$")
"""`If that's no word: 15G DOHLE` denies what stands above."""
_LAYS_TILES = worded(
    r"{begin}(?:(?:{lays}|{done})\s{1,3}(?:{myself}\s{1,3})?(?:{article}\s{1,3})?{named_tiles}|{tiles_used})\s{0,3}:?\s{0,3}"
    r"(?P<tiles>(?-i:[A-ZÄÖÜ])(?:(?:\s?,\s?|\s{1,3})(?:{conjunction}\s{1,3})?(?-i:[A-ZÄÖÜ])(?![\w*'’])){1,14})"
)
"""`Ich lege die Steine T, R und I.`, `Gelegte Steine: T, R, I`"""
_SO_MANY = worded(
    r"(?:{begin}{with_letters}\s{1,3}|,\s{1,3})(?P<count>{count})\s{1,3}{letter_noun}{end}(?!\s{1,3}{place_follows})"
)


def is_at_odds(text: str, plays: Sequence[Play], board: Board | None, axes: Axes) -> bool:
    """Tell whether words beside *plays* deny them, or name a direction, square, letter or length that is not theirs.

    *text* is what the mail says, `PLAY` in place of the plays themselves; *board* is what lies there, None where it is
    not known; *axes* say which of `K3` and `3K` the rows are.
    """
    text = text[:_LONGEST]
    if any(map(_is_denied, _DENIED.finditer(text))) or _CHANGED.search(text):
        return True
    if len(plays) == 1 and (
        _runs_elsewhere(text, plays[0])
        or _is_spelled_otherwise(text, plays[0], board)
        or _reaches_elsewhere(text, plays[0], axes)
        or _has_another_blank(text, plays[0])
        or _is_in_another_line(text, plays[0], board, axes)
    ):
        return True
    begun = {play.square for play in plays}
    return any(square not in begun for _, square in _squares(_BEGINS_AT, text, axes)) or any(
        not _lies(found["letter"], square, plays, board)
        for found, square in _squares(_LETTER_AT, text, axes)
    )


def _is_denied(found: re.Match[str]) -> bool:
    return _IN_CONDITION.search(found.string[: found.start()]) is None


def is_turned(written: str, direction: Direction) -> bool:
    """Tell whether a play is *written* with the letter of the way that it does not go: `G10a HELDEN, going down`."""
    found = _WITH_LETTER.search(written)
    way = "" if found is None else found["way"].casefold()
    own, other = (
        {direction_letter(each, language) for language in DIRECTIONS}
        for each in (direction, direction.other)
    )
    return way in other - own


_WITH_LETTER = worded(
    r"(?<![{letters}\d]){square}(?P<way>{direction_letter}|{behind_square})(?![{letters}\d])"
)


def _runs_elsewhere(text: str, play: Play) -> bool:
    """Tell whether a text denies the direction of a play, or names the other one, and denies that not."""
    own, other = play.direction, play.direction.other
    if any(each.search(text) for each in _BOTH_WAYS):
        return True
    if shapes.DENIED_WAY[own].search(f" {text}"):
        return True
    named = shapes.SURE_WAY[other].search(shapes.DENIED_WAY[other].sub(" ", f" {text}"))
    return named is not None and shapes.ANY_WAY[own].search(text) is None


_BOTH_WAYS = tuple(
    worded(
        rf"{{begin}}{any_of(each for each in direction_forms(way) if len(each) > 1)}\s{{0,2}}"
        rf"\(\s?{any_of(each for each in direction_forms(way.other) if len(each) == 1)}\s?\)"
    )
    for way in Direction
)
"""`waagerecht (s)`"""


def _reaches_elsewhere(text: str, play: Play, axes: Axes) -> bool:
    """Tell whether a text has a play reach from or to squares that are not its own: `L4s GURDE, also L3 bis L7`.

    What lies beside a play in another line of the board, or is a part of it, is spoken of for itself.
    """
    own = [*play.squares]
    if any(square != own[-1] for _, square in _squares(_ENDS_AT, text, axes)):
        return True
    for found, last in _squares(_REACHES, text, axes):
        with suppress(ValueError):
            named = {read_square(found["first"], axes), last}
            if len(named & {*own}) == 1 and _are_in_line({*own} | named):
                return True
    return False


def _is_in_another_line(text: str, play: Play, board: Board | None, axes: Axes) -> bool:
    """Tell whether a text has a letter of a play in a row or column where the play has none: `das K in Reihe B`."""
    at = [*zip(play.word, play.squares, strict=True)]
    if board is not None:  # what lies there may be meant, too
        at += [(tile.letter, tile.square) for tile in board.tiles if tile.letter not in play.word]
    named = {(letter, part) for letter, square in at for part in _names_of(square, axes)}
    told = (
        (found["letter"], found["line"])
        for found in _LETTER_IN_LINE.finditer(text)
        if _NAMES_LINE.search(text[: found.start("letter")]) is None
    )
    return any(each not in named for each in told)


def _names_of(square: Square, axes: Axes) -> tuple[str, str]:
    """Return the letter and the number by which a square is named."""
    name = square_name(square, axes)
    return name[0], name[1:]


def _are_in_line(squares: Collection[Square]) -> bool:
    return 1 in (len({each.row for each in squares}), len({each.column for each in squares}))


def _is_spelled_otherwise(text: str, play: Play, board: Board | None) -> bool:
    """Tell whether a text names another first or last letter than the word of a play has, or another length."""
    ends = (found for each in (_AT_ITS_ENDS, _HAS_AT_ITS_ENDS) for found in each.finditer(text))
    if any(found["letter"] != play.word[0 if found["front"] else -1] for found in ends):
        return True
    laid = (found["tiles"] for found in _LAYS_TILES.finditer(text))
    if any(Counter(_TILE.findall(each)) - Counter(play.word) for each in laid):
        return True
    lengths = {len(play.word)}
    if board is not None:
        lengths.add(sum(each.is_on(board.size) and board.is_free(each) for each in play.squares))
    return any(shapes.counted(found["count"]) not in lengths for found in _SO_MANY.finditer(text))


_TILE = regex(r"(?<!\w)[A-ZÄÖÜ](?!\w)")


def _has_another_blank(text: str, play: Play) -> bool:
    """Tell whether a clause names as the blank another letter than the play marks, denies it, or says there is none."""
    named = {each.letter for each in play.blanks if isinstance(each, BlankFor)}
    marked = {play.word[at] for at in play.starred} | named
    if marked and denies_joker(text):
        return True
    if not marked or len(marked) < len(play.starred) + len(play.blanks):
        return False
    for clause in _CLAUSES.split(text):
        plain, denials = _NOT.subn(" ", clause)
        letter = blank_said(plain)
        if letter is not None and (letter not in marked) is not bool(denials):
            return True
    return False


_CLAUSES = regex(r"[.,;:!?()\n–]|\s-\s")
_NOT = worded(r"{begin}(?:{not_so}|{never}){end}")


def is_told_otherwise(text: str, play: Play, board: Board, notation: Notation) -> bool:
    """Tell whether a text says of a play how many tiles it lays, which word it joins or where it lies, and is wrong.

    *text* is what the mail says, `PLAY` in place of the play.
    """
    parts = _PARTS.split(text[:_LONGEST])
    return any(
        _lays_other_count(each, play, board)
        or _comes_of_other_tiles(each, play, board)
        or any(_joins_elsewhere(part, play, board) for part in _BRACKETS.split(each))
        for each in _SENTENCES.split(text[:_LONGEST])
    ) or any(is_placed_in_words(each, play, notation) is False for each in parts)


_BRACKETS = regex(r"[()]")
"""`das H von LICHT (nicht das von MILCH)`: what is denied in brackets is for itself."""
_PARTS = regex(rf"[.;:!?()\n–{PLAY}]|\s-\s")
_SENTENCES = regex(r"(?<=[.!?;\n])\s")


def _lays_other_count(sentence: str, play: Play, board: Board) -> bool:
    """Tell whether a sentence says that all so many tiles went, or more than a play has: `alle sieben Steine raus`."""
    if _NOT_ALL.search(sentence):
        return False
    laid = sum(each.is_on(board.size) and board.is_free(each) for each in play.squares)
    most = max(laid, len(play.word))
    return (
        any(shapes.counted(found["count"]) != laid for found in _ALL_TILES.finditer(sentence))
        or any(shapes.counted(found["count"]) > most for found in _TILES_GONE.finditer(sentence))
        or any(
            shapes.counted(found["count"]) not in (laid, len(play.word))
            for found in _SO_MANY_TILES.finditer(sentence)
        )
    )


_NOT_ALL = worded(r"{begin}{not_quite_all}{end}")
_ALL_TILES = worded(
    r"{begin}(?P<used>{uses_tiles}\s{1,3})?{all_of}\s{1,3}(?:{my}{letter}{0,3}\s{1,3})?(?P<count>{count})"
    r"(?(used)(?:\s{1,3}{tiles_by_name})?|\s{1,3}(?:{tiles_by_name}|{gone_at_once})){end}"
)
_TILES_GONE = worded(r"{begin}(?P<count>{count})\s{1,3}{tiles_by_name}\s{1,3}{gone_at_once}{end}")
_SO_MANY_TILES = worded(
    rf"{PLAY}\s{{0,2}}[,:;(–-]\s{{0,2}}(?P<count>{{count}})\s{{1,3}}{{tiles_by_name}}(?=\s{{0,2}}(?:[,.!;)]|$)|\s{{1,3}}{{gone_at_once}}{{end}})"
)


def _comes_of_other_tiles(sentence: str, play: Play, board: Board) -> bool:
    """Tell whether a sentence tells a whole rack that lacks tiles of a play: `Ihr habt mir D G L M N O U geschickt`."""
    found = _RACK.search(sentence)
    if found is None or _NOT_ALL.search(sentence) or _TOLD_OF_PAST.search(sentence):
        return False
    squares = zip(play.word, play.squares, strict=True)
    laid = Counter(letter for letter, at in squares if at.is_on(board.size) and board.is_free(at))
    return (laid - Counter(_TILE.findall(found[0]))).total() > _MOST_BLANKS


_RACK = regex(
    r"(?P<told>[a-zäöüß]{2}[\s:]{1,3})?(?<!\w)[A-ZÄÖÜ](?:[\s,]{1,2}[A-ZÄÖÜ](?!\w)){5,8}(?(told)|(?=\s{1,3}[a-zäöüß]{2}))"
)
_TOLD_OF_PAST = worded(r"{begin}{past}{end}")
_MOST_BLANKS = 2
"""So many letters of a play may be blanks, which nobody names among tiles."""


def _joins_elsewhere(sentence: str, play: Play, board: Board) -> bool:
    """Tell whether a sentence says that a play joins a word that lies there, and it does not: `hinten an KOFFER`."""
    if _NOT_ALL.search(sentence):
        return False
    words = {found["word"] for found in _JOINS.finditer(sentence)} - {play.word}
    around = {*play.squares, *(near for each in play.squares for near in neighbours(each))}
    return any(around.isdisjoint(_squares_of(word, board)) for word in words & board.words)


def _squares_of(word: str, board: Board) -> set[Square]:
    """Return the squares on which a word lies, wherever it does."""
    runs = {board.run(tile.square, way) for tile in board.tiles for way in Direction}
    return {
        square
        for run in runs
        for square in run
        if "".join(board.letter(each) or "" for each in run) == word
    }


_JOINS = worded(r"{begin}{joins_word}\s{1,3}(?P<word>(?-i:[A-ZÄÖÜ]){2,15})(?![\w*])")


def _squares(
    pattern: re.Pattern[str], text: str, axes: Axes
) -> Iterator[tuple[re.Match[str], Square]]:
    """Yield what is found of a pattern that names a square, with that; without one off the board."""
    for found in pattern.finditer(text):
        with suppress(ValueError):
            yield found, read_square(found["square"], axes)


def _lies(letter: str, square: Square, plays: Sequence[Play], board: Board | None) -> bool:
    """Tell whether a letter is on a square once *plays* lie, or that cannot be known."""
    for play in plays:
        if square in play.squares:
            return play.word[play.squares.index(square)] == letter
    return board is None or (square.is_on(board.size) and board.letter(square) == letter)
