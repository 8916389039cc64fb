"""The table of WORT-Rummikub as templates and figures see it: words, what they were made of, tiles taken."""

from collections import Counter
from collections.abc import Sequence

from mailref.games.by_turns.contents import OnTable, TableWord
from mailref.games.rummikub.forming import holds
from mailref.games.rummikub.picture import SourceView, TableView, WordLine, WordView, table_lines
from mailref.report.picture import TileState
from mailref.writing.document import WIDTH, TableFigure, TilesFigure
from mailref.writing.never_a_move import MOST_NAME, one_line
from mailref.writing.scene import Words

_MOST_SAID = 1500


def table_figure(lies: OnTable, number: int, words: Words, *, is_open: bool) -> TableFigure:
    """Return the table after a turn; a word that may still be doubted is drawn otherwise."""
    by = one_line(lies.by, MOST_NAME)
    changed = any(each.made is not None and each.made.sources for each in lies.words)
    said = tuple(
        WordLine(each.word, words.of("rummikub/phrases", "beside", each, by)) for each in lies.words
    )
    caption = words.of("rummikub/phrases", "caption", number, len(lies.words))
    listed = [f"{each.word} {each.said}".rstrip() for each in said]
    return TableFigure(
        view=table_of(lies, is_open=is_open),
        alt=one_line(f"{caption} {'; '.join(listed)}", _MOST_SAID),
        caption=caption,
        legend=words.of("rummikub/phrases", "legend") if changed else "",
        lines=tuple(table_lines(said, WIDTH)),
    )


def table_of(lies: OnTable, *, is_open: bool) -> TableView:
    """Return the table for the picture: own letters and robbed ones in two shades."""
    return words_of(lies.words, is_open=is_open)


def words_of(words: Sequence[TableWord], *, is_open: bool) -> TableView:
    """Return words on the table for the picture."""
    own = TileState.OPEN if is_open else TileState.MARKED
    return TableView(tuple(_word_view(each, own) for each in words))


def _word_view(each: TableWord, own: TileState) -> WordView:
    made = each.made
    if made is None:
        return WordView(each.word, (TileState.LYING,) * len(each.word))
    states = tuple(own if source is None else TileState.ROBBED for source in made.origins)
    sources = tuple(
        SourceView(source.word, taken_places(source.word, source.left)) for source in made.sources
    )
    return WordView(each.word, states, sources)


def taken_places(word: str, left: str) -> frozenset[int]:
    """Return where the letters stood that are gone from *word*: what is left keeps its order.

    >>> sorted(taken_places("LIEBEN", "EBEN"))
    [0, 1]
    """
    gone = Counter(word) - Counter(left)
    found: set[int] = set()
    rest = left
    for at, letter in enumerate(word):
        if gone[letter] and holds(word[at + 1 :], rest):
            gone[letter] -= 1
            found.add(at)
        else:
            rest = rest[1:]
    return frozenset(found)


def rack_figure(rack: str, words: Words) -> TilesFigure:
    """Return a rack: its tiles have no values."""
    return TilesFigure(words.label("your_letters"), tuple((letter, None) for letter in rack))
