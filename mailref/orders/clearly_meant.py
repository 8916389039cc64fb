"""The one play of a mail that it clearly means, though a rule would ask about it (rules 8).

Rules look at words and know few of them. Here each sentence of the mail is weighed as a whole (`remarks`): where all
are said as people say them beside a move that they make, the play is meant. It is not where its own sentence hangs on
something, asks, or names another player, nor where another play is named.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from mailref.orders.beside import solves_puzzle
from mailref.orders.commands import People, is_salutation
from mailref.orders.free_words import WITH_POINTS
from mailref.orders.order_lines import hangs_on_something
from mailref.orders.remarks import PLAY, weight_of
from mailref.orders.roles import have_roles, words_of
from mailref.orders.sections import goes_on, leaves_play, sentences_of
from mailref.orders.whole_mail import squares_in
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Axes
from mailref.tiles.moves import Play
from mailref.tiles.when_used import regex

IS_CLEAR = -100
"""Down from this weight a sentence is clearly said of, or beside, a move that is made."""


def names_nothing_else(
    play: Play, own: Sequence[Line], unknown: Iterable[Line], axes: Axes
) -> bool:
    """Tell whether a mail's *own* lines, above the greeting, name no word or square that is not of its *play*.

    *unknown* are the same without names, and words that lie on the board or are formed there.
    """
    words = (found[0] for line in unknown for found in _WORD.finditer(line.text))
    squares = (at for line in own for at in squares_in(WITH_POINTS.sub(" ", line.text), axes))
    beside = (_MARKS.sub("", line.text) for line in own if line.number == play.span.line)
    is_odd = any(map(_ODD.search, beside))
    is_other = any(word not in play.word and not have_roles(word) for word in words)
    is_other |= names_other_start(play, own, axes)
    return not (is_odd or is_other) and {*squares} <= {*play.squares}


def names_other_start(play: Play, lines: Iterable[Line], axes: Axes) -> bool:
    """Tell whether a sentence ends with another square than that of a *play*: `14J TRINE. Ab K natürlich: 14K.`"""
    last = (found[0] for line in lines for found in _LAST_SQUARE.finditer(line.text))
    return any({*squares_in(each, axes)} - {play.square} for each in last)


def is_clearly_meant(
    above: Sequence[str],
    below: Iterable[str],
    people: People,
    *,
    down_from: int = IS_CLEAR,
    surely_from: int | None = None,
) -> bool:
    """Tell whether all lines of a mail are said as beside a move that is made: a sign stands for it in those *above*.

    *below* the greeting stand names and addresses, too: there nothing may take it away. *down_from* a weight each
    sentence is clear, *surely_from* another in spite of the rules, but of one that names another player.

    >>> grumbled = "Hab nachts drei Stunden gegrübelt, jetzt reicht's: § und gut is!"
    >>> [is_clearly_meant([grumbled, each], [], People()) for each in ("Schönes Wochenende!", "Oder doch nicht?")]
    [True, False]
    """
    said = [*sentences_said(above)]
    surely = [each for each in said if surely_from is not None and weight_of(each) <= surely_from]
    ruled = [each for each in said if each not in surely]
    return (
        any(PLAY in each for each in said)
        and all(weight_of(each) <= down_from and not hangs_on_something(each) for each in ruled)
        and not any(_leaves_open(each, people) for each in ruled if PLAY in each or _is_lead(each))
        and not any(_names_others(each, people) for each in surely if PLAY in each)
        and all(leaves_play(each, 1 if _is_short(each) else 2) for each in sentences_said(below))
    )


def _leaves_open(sentence: str, people: People) -> bool:
    """Tell whether the sentence of a play asks, or may be of another player or another blank; or one beside it does.

    In so few words, and of what leads to it, weights tell little.
    """
    return (
        not leaves_play(sentence, 0 if PLAY in sentence else 1)
        or solves_puzzle(sentence)
        or sentence.endswith("?")
        or _names_others(sentence, people)
    )


def _names_others(sentence: str, people: People) -> bool:
    return any(map(people.has_others, words_of(sentence)))


def _is_lead(sentence: str) -> bool:
    return (_is_short(sentence) and not is_salutation(sentence)) or sentence.endswith(":")


def _is_short(sentence: str) -> bool:
    return len(sentence.split()) <= _FEW


_MARKS = regex(r"^\s*[*•]\s+|\*(?=[^\W\d_])|\||[-=]>|→")
"""Before a field in a list, and before a letter that is a blank; between the cells of a table; an arrow to the play."""
_LAST_SQUARE = regex(r"(?<=[:,]\s)(?:[A-Z]\d{1,2}|\d{1,2}[A-Z])(?=[\s.!]*$)")
_FEW = 3
_WORD = regex(r"(?<![^\W\d_])[A-ZÄÖÜ]{4,15}(?![^\W\d_])")
"""A second word in capitals that could be laid; shorter ones are often none: `PS`, `HSV`."""
_DENIES = "❌❎✖✗✘⛔❓❔❗\U0001f6ab\U0001f5d1\U0001f44e\U0001f914"
_ODD = regex(
    rf"[^\w\s.,;:!?()'’\"„“”–…=+{PLAY}\u2600-\u27bf\ufe0f\U0001f000-\U0001faff-]|[{_DENIES}]"
)
"""What nobody writes beside a move that he makes: `~~§~~`"""


def sentences_said(lines: Iterable[str]) -> Iterator[str]:
    """Yield the sentences of lines, as they are weighed: one may go on in the next line, or lead to a play there."""
    joined = list[str]()
    for line in lines:
        if joined and goes_on(joined[-1], line):
            joined[-1] += f" {line}"
        elif line.strip():
            joined.append(line)
    for line in joined:
        yield from (
            each.strip()
            for each in sentences_of(line)
            if any(map(str.isalnum, each)) or PLAY in each
        )
    for over, under in pairwise(joined):
        *_, lead = sentences_of(over)
        leads = over.rstrip().endswith(":") or (_is_short(over) and not is_salutation(over))
        if leads and under.lstrip().startswith(PLAY):
            yield f"{lead.strip()} {PLAY}"  # as it is weighed above a play
