"""A play whose place its mail tells by the words beside it: `DAUERT senkrecht, das T kommt an WINTER` (rules 8).

No square is named. The word is tried wherever it can be laid; it is said where exactly one place agrees with the
direction that is named, touches the word of the board that is named, and forms all other words that are named.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator

from mailref.orders import shapes
from mailref.orders.free_words import FreePlay
from mailref.orders.known_words import words_formed
from mailref.orders.whole_mail import squares_in
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Board, Direction, Notation, Square
from mailref.tiles.moves import Play, worded
from mailref.tiles.scoring import fits, new_in
from mailref.tiles.when_used import regex

_MOST_WORDS = 8
_LONGEST = 1000
_NAMED = regex(r"(?<![^\W_])[A-ZÄÖÜ]{3,15}(?![^\W_])")
"""Shorter ones in capitals are often none: `PS`."""
CanBeLaid = Callable[[Play], bool]


def play_beside(
    line: Line, notation: Notation, board: Board, can_be_laid: CanBeLaid
) -> FreePlay | None:
    """Return the one play of which a text names the word and the words beside it, but no square.

    *can_be_laid*: by its writer, now. None where the text leaves open which play is meant, or names no neighbour.
    """
    text = line.text
    if len(text) > _LONGEST or any(True for _ in squares_in(text, notation.axes)):
        return None
    named = {each[0]: each for each in _NAMED.finditer(text)}
    others = {word for word in named if word not in board.words}
    lying = named.keys() & board.words
    if not (lying and others) or len(named) > _MOST_WORDS:
        return None
    ways, through = ways_in(text), _letters_of_words(text)
    found = [
        (each, word)
        for word in sorted(others)
        for each in placed(word, line, notation, board, ways)
        if _agrees(each, lying, others - {word}, board)
        and (len(ways) == 1 or _tells_where(each, lying, others - {word}, text, board))
        and can_be_laid(each)
    ]
    if len(found) > 1:
        found = [each for each in found if through and through <= _crossed(each[0], board)]
    if len(found) != 1:
        return None
    ((play, word),) = found
    return FreePlay(play, named[word][0], *named[word].span(), is_sure=False)


def ways_in(text: str) -> tuple[Direction, ...]:
    """Return the directions that a play may have after what a text says."""
    for told in (shapes.SURE_WAY, shapes.ANY_WAY):
        if named := tuple(each for each in Direction if told[each].search(text)):
            return named
    return tuple(Direction)


def placed(
    word: str, line: Line, notation: Notation, board: Board, ways: Collection[Direction]
) -> Iterator[Play]:
    """Yield a word wherever it fits on the board."""
    written = shapes.read_word(word, notation.tiles)
    for way in ways:
        for row in range(board.size):
            for column in range(board.size):
                play = Play(Square(row, column), way, written.letters, line.whole)
                if fits(play, board) and new_in(play, board):
                    yield play


def words_touched(play: Play, board: Board) -> frozenset[str]:
    """Return the words that a play forms on a board, and those there by whose letters it goes."""
    formed = words_formed(board, [play]) - board.words
    return formed | {word for _, word in _crossed(play, board)}


def touches(play: Play, words: Iterable[str], board: Board) -> bool:
    """Tell whether a play touches each of some words, or forms one that it is a part of."""
    touched = words_touched(play, board)
    return all(any(word in each for each in touched) for word in words)


def _agrees(play: Play, lying: Collection[str], others: Collection[str], board: Board) -> bool:
    """Tell whether a play touches each word named of the board and forms the others, or is named by its new letters."""
    if not touches(play, lying, board):
        return False
    formed = words_formed(board, [play]) - board.words
    return all(word in formed or word == _new_letters(play, board) for word in others)


def _tells_where(
    play: Play, lying: Collection[str], others: Collection[str], text: str, board: Board
) -> bool:
    """Tell whether a text that names no direction says by another word that a play forms where it goes.

    Or by the letters with which it makes a word of the board longer: `An BUCH lege ich EL an: BUCHEL.`
    """
    new = _new_letters(play, board)
    is_longer = any(word in play.word for word in lying) and "?" not in text
    is_told = is_longer and re.search(rf"(?<!\w){re.escape(new)}(?!\w)", text) is not None
    return is_told or not words_formed(board, [play]).isdisjoint(others)


def _new_letters(play: Play, board: Board) -> str:
    return "".join(play.word[at] for at in new_in(play, board))


def _letters_of_words(text: str) -> frozenset[tuple[str, str]]:
    """Return the letters of which a text says of which word they are: `durch das O von VOGEL`."""
    found = ((each["letter"], each["word"]) for each in _LETTER_OF.finditer(text))
    return frozenset(each for each in found if each[0] in each[1])


_LETTER_OF = worded(
    r"(?<![^\W_])(?-i:(?P<letter>[A-ZÄÖÜ]))\s{1,3}(?:{of_another}|{by_way_of}|{place_follows})\s{1,3}"
    r"(?:{article}\s{1,3})?(?-i:(?P<word>[A-ZÄÖÜ]{2,15}))(?![^\W_])"
)


def _crossed(play: Play, board: Board) -> frozenset[tuple[str, str]]:
    """Return the letters of the board that a play uses, each with the word that it crosses there."""
    return frozenset(
        (
            letter,
            "".join(board.letter(each) or "" for each in board.run(square, play.direction.other)),
        )
        for square, letter in zip(play.squares, play.word, strict=True)
        if not board.is_free(square)
    )
