"""Which letter of a word is a blank, said in plain words: `wobei das I ein Joker ist`, `small u is the blank`, `? = U`.

Each becomes one that the grammar reads, `Blanko = I`, before anything else is read.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from msgspec.structs import replace

from mailref.orders import sections, shapes
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import join_lines, line_with, line_without, only
from mailref.tiles.moves import said_as, worded
from mailref.tiles.when_used import regex

_LONGEST = 400
_MOST_LINES = 200
_SQUARE = worded(
    r"(?<![{letters}\d])(?:{square})(?![{letters}]{2})|{begin}(?:{row_of_board}|{column_of_board})\s{0,2}(?:\d|[A-Y](?![{letters}]))"
)
"""A square, or the row or column of one."""


def with_jokers_said(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with a letter of a word marked that they call a blank, the one of its kind in the one such word.

    What says so elsewhere is put as the grammar reads it: `wobei das I ein Joker ist`.
    """
    rows = lines[:_MOST_LINES]
    if not any(_SQUARE.search(line.text[:_LONGEST]) for line in rows):
        return lines
    if any(sections.denies_joker(line.text[:_LONGEST]) for line in rows):
        return lines  # which letter they call one all the same is asked about
    if any(_JOKER.search(line.text[:_LONGEST]) for line in lines[:_MOST_LINES]):
        lines = _with_clauses_said(_without_sign_said(lines))
    return _with_letter_marked(lines)


def _with_clauses_said(lines: Sequence[Line]) -> Sequence[Line]:
    texts = (line.text[:_LONGEST] for line in lines[:_MOST_LINES])
    small = [found[0] for text in texts for found in _ONE_SMALL.finditer(text)]
    said: list[Line] = []
    for each in lines:
        line = _with_small_said(each, small)
        said.append(_with_joker_said(line) if len(line.text) <= _LONGEST else line)
    return said


def _without_sign_said(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with a star or a bracket in a word without what says that it means the blank: `(* = Joker)`."""
    for marked, sign in ((_STARRED, _SIGN), (_BRACKETED, _BRACKET)):
        texts = (line.text[:_LONGEST] for line in lines[:_MOST_LINES])
        letters = {each[each.lastindex or 0] for text in texts for each in marked.finditer(text)}
        if letters:
            lines = [_without_legend(line, sign, letters) for line in lines]
    return lines


def _without_legend(line: Line, sign: re.Pattern[str], letters: AbstractSet[str]) -> Line:
    """Return a line without the clauses that say what a sign means; not of another letter than it marks."""
    if len(line.text) > _LONGEST:
        return line
    for found in reversed([*_CLAUSE_OF_SIGN.finditer(line.text)]):
        said = found[0]
        is_legend = sign.search(said) and _JOKER.search(said) and not _SAYS_MORE.search(said)
        if is_legend and letters >= {*letters_alone(said)}:
            line = line_without(line, *found.span())
    return line


class _Named(NamedTuple):
    """A blank that a line names: its letter, which of its kind in the word, or which letter of the word."""

    plain: Line
    """The line without that."""
    letter: str = ""
    order: int | None = None
    """From 0; -1 is the last."""
    place: int | None = None
    """From 1; 0 is the last."""
    amid: tuple[str, str] = ("", "")
    """The letters right before it and right behind it."""

    def index_in(self, word: str) -> int | None:
        """Return which letter of a word that is; None where it cannot be told."""
        at = None if self.place is None else (self.place or len(word)) - 1
        before, behind = self.amid
        within = [
            index
            for index, each in enumerate(word)
            if (not self.letter or each == self.letter)
            and word[:index].endswith(before)
            and word[index + 1 :].startswith(behind)
        ]
        if at is not None:
            return at if at in within else None
        if self.order is None:
            return within[0] if len(within) == 1 else None
        return within[self.order] if within and self.order < len(within) else None


def _with_letter_marked(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with the blank that they name marked in its word: `SA?KE auf A8w, ?=C`, `TUNKE, Joker ist U`."""
    rows = lines[:_MOST_LINES]
    names = [(row, named) for row, line in enumerate(rows) for named in _named(line)]
    if len(names) != 1:
        return lines
    ((row_of_name, named),) = names
    texts = [line.text[:_LONGEST] for line in rows]
    texts[row_of_name] = named.plain.text[:_LONGEST]
    gaps = [(row, at) for row, text in enumerate(texts) for at in _GAP.finditer(text)]
    words = [(row, at) for row, text in enumerate(texts) for at in _SHOWN.finditer(text)]
    words = gaps or [each for each in words if named.letter in each[1][0]]
    if len(words) != 1:
        return lines
    ((row, word),) = words
    at = word.start("gap") - word.start() if gaps else named.index_in(word[0])
    if at is None or (gaps and not named.letter):
        return lines
    marked = [*lines]
    marked[row_of_name] = named.plain
    line, at = marked[row], word.start() + at
    front = join_lines(
        only(line, range(at)), Line(line.number, f"*{named.letter or line.text[at]}")
    )
    marked[row] = join_lines(front, only(line, range(at + 1, len(line.text))))
    return marked


def _named(line: Line) -> Iterator[_Named]:
    """Yield each blank that a line names."""
    text = line.text[:_LONGEST]
    if _SAYS_BLANK.search(text) is None:
        return  # as in most lines
    counted, jokers = sections.without_ordinals(line)
    if jokers:
        yield from (_Named(counted, each.letter, order=each.order) for each in jokers)
        return
    places = [*_AT_PLACE.finditer(text)]
    for found in places:
        said = found["number"] or found["place"] or found["nth"]
        letter = found["of"] or found["beside"] or ""
        yield _Named(_blanked(line, found), letter, place=shapes.counted(said) if said else 0)
    amid = [found for order in _AMID for found in order.finditer(text)]
    for found in amid:
        yield _Named(_blanked(line, found), found["of"], amid=(found["before"], found["behind"]))
    for found in () if places or amid else _NAMED.finditer(text):
        yield _Named(_blanked(line, found), found["letter"] or found["before"])


def _blanked(line: Line, found: re.Match[str]) -> Line:
    start, end = found.span("said")
    end -= found["said"].endswith(")") and "(" not in found["said"]  # it closes what is said before
    return replace(line, text=f"{line.text[:start]}{' ' * (end - start)}{line.text[end:]}")


def _with_small_said(line: Line, small: Sequence[str]) -> Line:
    """Return a line that says of a small letter what its letter alone says: `kleines u = Blanko`, `klein = Joker`."""
    found = _SMALL_LETTER.search(line.text[:_LONGEST])
    if found is not None:
        left_out = range(*found.span("small"))
        return only(line, (at for at in range(len(line.text)) if at not in left_out))
    found = _SMALL_ALONE.search(line.text[:_LONGEST])
    if found is None or len(small) != 1:
        return line
    (letter,) = filter(str.islower, small[0])
    return _in_place(line, found, f"{_JOKER_SAID} = {letter.upper()}")


def _with_joker_said(line: Line) -> Line:
    clauses = [*_CLAUSE.finditer(line.text)]
    real = [each for each in clauses if _IS_REAL.fullmatch(each[0])]
    named = " ".join(each[0] for each in clauses if each not in real)
    is_one = len(_ORDER_NAMED.findall(named)) == 1 and not _LEFT_OPEN.search(line.text)
    for found in reversed(clauses):
        if (said := (is_one and _counted_said(found[0])) or blank_said(found[0])) is not None:
            line = _in_place(line, found, f"{_JOKER_SAID} = {said}")
        elif is_one and found in real:
            line = _in_place(line, found, "")
    return line


def _counted_said(clause: str) -> str | None:
    """Return the letter that a clause calls the blank by its order: `für das zweite A muss der Joker herhalten`."""
    found = [*_COUNTED.finditer(clause)]
    if len(found) != 1:
        return None
    ((start, end),) = (each.span() for each in found)
    plain = f"{clause[:start]}{_ARTICLE} {found[0]['letter'].upper()}{clause[end:]}"
    letter = blank_said(plain)
    said = None if letter is None else f"{found[0]['order']} {letter}"
    return said if said is None or len(f"{_JOKER_SAID} = {said}") <= len(clause.strip()) else None


def blank_said(clause: str) -> str | None:
    """Return the letter that a clause says is the blank, and does no more; None where it says anything else.

    >>> [blank_said(each) for each in ("wobei das I ein Joker ist", "dein Joker auf dem E war fies")]
    ['I', None]
    """
    letters = letters_alone(clause)
    is_said = len(letters) == 1 and len(_JOKER.findall(clause)) == 1
    return letters[0] if is_said and _SAYS_JOKER.fullmatch(clause) else None


def letters_alone(text: str) -> list[str]:
    """Return the letters that words name by themselves, as capitals; small ones behind an article, or lying there.

    >>> letters_alone("das e von KORB, dazu N"), letters_alone("b liegt schon da"), letters_alone("I put it in")
    (['E', 'N'], ['B'], [])
    """
    return [(each[1] or each[2]).upper() for each in _LETTER_ALONE.finditer(text)]


def _in_place(line: Line, found: re.Match[str], text: str) -> Line:
    """Return a line with *text* in place of what is *found*, which is as long or longer."""
    start, end = found.span()
    lead = len(found[0]) - len(found[0].lstrip())
    said = f"{' ' * lead}{text}"[: end - start]
    return line_with(line, start, end, said)


_JOKER = worded(r"{begin}{joker}{end}")
_SAYS_BLANK = worded(r"{joker}|{question_mark}|[?_]")
_STARRED = regex(r"(?<![\w*])[^\W\d_]{0,14}\*([^\W\d_])[^\W\d_]{0,14}(?![\w*])")
_BRACKETED = regex(r"(?-i:[A-ZÄÖÜ]{1,14}\(([A-ZÄÖÜ])\)|(?<!\w)\(([A-ZÄÖÜ])\)(?=[A-ZÄÖÜ]))")
_SIGN = worded(r"(?<![\w*])\*(?![\w*])|{begin}{star_sign}{end}")
_BRACKET = worded(r"{begin}{bracket_sign}{end}")
_CLAUSE_OF_SIGN = regex(
    r"\([^()\n]{3,60}\)|(?:^|(?<=[,;:.!–—])|(?<=\s-\s))[^,;:.()!–?\n]{3,80}(?=$|[,;.!–(])"
)
_SAYS_MORE = worded(
    r"{begin}(?:{unsure}|{unsettles}|{correction}|{withdrawn}|{instead}|{never}){end}|\d|(?-i:[A-ZÄÖÜ]{3})"
)
_JOKER_SAID = said_as("joker")[0]
_ARTICLE = said_as("article")[0]
_CLAUSE = regex(
    rf"(?:^|(?<=[,;:.(!–{shapes.PICTURES}]))(?:[^,;:.()–!?={shapes.PICTURES}]|(?<=\s\d)\.(?=\s?[^\W\d_](?![^\W\d_]))){{5,90}}"
    rf"(?=$|[,;:.)!–({shapes.PICTURES}])"
)
"""`das 2. A ist der Joker` is one."""
_ORDER_NAMED = worded(
    rf"(?<!\w)(?:{sections.ORDINAL})(?!\w)(?!\s{{1,3}}(?!(?:{{letter_noun}}|{{joker}}){{end}})(?-i:[A-ZÄÖÜ][a-zäöüß]{{2,}}))"
)
"""Not of another thing than a letter: `einen gesegneten zweiten Advent`."""
_LEFT_OPEN = worded(r"\?|{begin}{or_instead}{end}")
"""`Für das erste A muss der Joker herhalten, oder?`"""
_COUNTED = worded(rf"(?<!\w){sections.LETTER_AS_WRITTEN}")
_IS_REAL = worded(
    rf"\W*(?:{{conjunction}}\s{{1,3}})?{{article}}\s{{1,3}}(?:{sections.ORDINAL}|{{other_one}})(?:\s{{1,3}}[A-ZÄÖÜ](?:[\s-]?{{letter_noun}})?)?(?:\s{{1,3}}{{stands_for}})?\s{{1,3}}{{real_tile}}\W*"
)
"""`das andere ist echt`"""
_LETTER_ALONE = worded(
    r"(?<![\w'’])(?:((?-i:[A-HJ-ZÄÖÜ])|[b-hj-zäöü](?=\s{1,3}{lies_there}))|{article}\s{1,3}([A-Za-zÄÖÜäöü]))(?![\w'’*])"
)
_JOKER_DOES = (
    r"{joker}\s{1,3}(?!(?:{keeps_joker}|{unsure}|{never}|{no}|{denies_it}|{conjunction}){end}){letter}{2,14}[ts]"
    r"(?=\s{1,3}(?:{article}\s{1,3})?(?-i:[A-ZÄÖÜ])(?![\w*]))"
)
"""`Der Joker mimt das U`: whatever a blank does to a letter, it stands for that."""
_SAYS_JOKER = worded(
    rf"(?=.*{{begin}}(?:{{says_joker}}|{{stands_for}}|{{joker_for}}|{{by_way_of}}|{_JOKER_DOES}){{end}})\W*(?:{{conjunction}}\s{{1,3}})?"
    rf"(?:(?:{_JOKER_DOES}|"
    r"{joker}|{says_joker}|{stands_for}|{joker_for}|{by_way_of}|{article}|{a_thing}|{letter_article}|{my}{letter}{0,2}|{myself}"
    r"|(?-i:[A-ZÄÖÜ]))(?:\W{1,3}|$))+"
)
"""Every word of it has to do with that: `Dein Joker auf dem E war fies` speaks of another."""

_ONE_SMALL = regex(
    r"(?<![\w*])(?-i:[A-ZÄÖÜ]{0,13}[a-zäöüß][A-ZÄÖÜ]{0,13})(?<=[^\W\d_]{3})(?![\w*])"
)
_SMALL_LETTER = worded(
    r"{begin}(?P<small>{small_of_letter}\s{1,3})[\"'„“]?[^\W\d_][\"'“”]?(?![\w*])(?=.{0,20}{begin}{joker}{end})"
)
"""Between an article and a letter that is said to be a blank."""
_SMALL_ALONE = worded(
    r"(?:{article}\s{1,3})?(?:{small_of_letter}(?:\s{1,3}{letter_named})?|{small_letter})\s{0,3}(?:[=:]|{stands_for}{end})\s{0,3}"
    r"(?:(?:{article}|{letter_article})\s{1,3})?{joker}{end}"
)
_SHOWN = regex(r"(?<![\w*])(?-i:[A-ZÄÖÜ]{2,15})(?![\w*])")
_GAP = regex(
    r"(?<![\w?*])(?-i:(?=[A-ZÄÖÜ?_]{3,15}(?![\w?*]))[A-ZÄÖÜ]{0,13}(?P<gap>[?_])[A-ZÄÖÜ]{1,13})(?![\w?*])"
)
_NAMED = worded(
    r"(?P<said>(?:^|[\s,;(–-]{1,4})(?:(?:{article}\s{1,3})?(?:{joker}|{question_mark}|[?_])\s{0,3}(?:=|:|{stands_for}{end})\s{0,3}"
    r"(?:(?:{article}|{letter_article})\s{1,3})?(?P<letter>(?-i:[A-ZÄÖÜ]))(?![\w*])(?:\s{1,3}{to_be}{end})?"
    r"|(?:{article}\s{1,3})?(?P<before>(?-i:[A-ZÄÖÜ]))\s{0,3}(?:=|{stands_for}{end}|(?=\(?{joker}{end}))\s{0,3}"
    r"\(?(?:(?:{article}|{my}{letter}{0,2})\s{1,3})?(?:{joker}{end}|{question_mark}{end}|[?_](?![\w?])))\)?)(?=\s{0,9}(?:$|[.,;!)–(]|\d|\s-))"
)
_A_LETTER = r"(?-i:[A-ZÄÖÜ])(?![\w*])"
_THE_BLANK = r"(?:(?:{article}|{my}{letter}{0,2}|{letter_article})\s{1,3})?(?:{joker}{end}|{question_mark}{end})"
_LETTER_AMID = (
    rf"(?:(?:{{article}}|{{letter_article}})\s{{1,3}})?(?P<of>{_A_LETTER})\s{{0,3}},?\(?(?:(?:{{article}}|{{letter_article}})\s{{1,3}})?"
    rf"{{between}}\s{{1,3}}(?:{{article}}\s{{1,3}})?(?P<before>{_A_LETTER})\s{{1,3}}{{conjunction}}\s{{1,3}}(?:{{article}}\s{{1,3}})?(?P<behind>{_A_LETTER})"
)
_AMID = tuple(
    worded(rf"(?P<said>(?:^|[\s,;(–-]{{1,4}}){first}{then}\)?)")
    for first, then in (
        (
            rf"{_THE_BLANK}\s{{0,3}}(?:[=:]|{{stands_for}}{{end}}|{{joker_for}}{{end}})?\s{{0,3}}",
            _LETTER_AMID,
        ),
        (_LETTER_AMID, rf"\)?\s{{0,3}}(?:[=:]|{{stands_for}}{{end}})\s{{0,3}}{_THE_BLANK}"),
    )
)
"""`Joker: E (das zwischen T und N)`, `the E between T and N is the blank`."""
_AT_PLACE = worded(
    r"(?P<said>(?:^|[\s,;(–-]{1,4})(?:(?:{article}\s{1,3})?{joker}\s{0,3}(?:[=:]|{stands_for}{end}|{joker_for}{end})?\s{0,3}"
    r"(?:(?:{article}|{letter_article})\s{1,3})?"
    r"(?:(?P<place>{place_in_row})\s{1,3}{letter_noun}{end}(?:\s?\([^()]{0,12}(?<!{letter})(?P<beside>(?-i:[A-ZÄÖÜ]))\))?"
    r"|(?P<of>(?-i:[A-ZÄÖÜ]))\s{1,3}\(?{at_place}\s{0,3}(?P<number>{count})(?!\w)\)?)"
    r"|(?:{article}\s{1,3})?(?:(?P<nth>{place_in_row})|{last})\s{1,3}{letter_noun}\s{0,3}(?:[=:]|{stands_for})?\s{0,3}"
    r"(?:(?:{article}|{my}{letter}{0,2})\s{1,3})?{joker}{end})\)?)"
)
"""`Joker: 4. Buchstabe (zweites A)`, `Joker: A an Stelle 4`, `der vierte Buchstabe ist mein Joker`; the last, too."""
