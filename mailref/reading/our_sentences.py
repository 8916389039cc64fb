"""Our own sentences, known again by their words: what stands in one is no move (contract 5).

Mail programs wrap what they quote where they like and lose the signs of quotes; people paste single
lines. The words of our templates stay. A template is literal words with gaps between, where squares,
words and names are filled in; what stands in such a gap, the words before it or behind it being
ours, is ours. No mail need be kept for it: the templates are enough (`template_words`).
"""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import lru_cache, partial

from msgspec import Struct

from mailref.orders.shapes import is_barred
from mailref.orders.table import ORDER_START
from mailref.reading.attention import BOUNDLESS, Attention
from mailref.reading.incoming_mail import Line
from mailref.tiles.vocabulary import filled
from mailref.tiles.when_used import regex, when_used

EDGE = "\0edge"
"""In place of a word: where a paragraph, an item or a label begins or ends."""
FEW, MANY = 3, 5
"""So many words of ours tell of what stands right beside them, and of what stands further on."""
PAIR = 2
"""So many behind a gap do, where those before it begin a sentence of ours."""
LONGEST = 2 * MANY
"""A window: the words, and the signs between them."""
COLON, QUOTE, STOPS = ":", '"', ".!?"


class Whose(Enum):
    """Whose a play is, by the words around it."""

    THEIRS = auto()
    OURS = auto()
    UNSURE = auto()
    """It may stand in a sentence of ours, or right below one."""


# --- a text as words

_SYMBOL = regex(r"[^\W_]+|[:\"„“”«»]|[.!?](?=\s|$)")


def symbols_of(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words of *text* in small letters and the signs that count, each with its place."""
    for found in _SYMBOL.finditer(text):
        symbol = found[0]
        if symbol[0].isalnum():
            yield symbol.lower(), found.start()
        else:
            yield symbol if symbol == COLON or symbol in STOPS else QUOTE, found.start()


def is_word(symbol: str) -> bool:
    """Tell whether *symbol* is a word, and no sign or edge."""
    return symbol[0].isalnum()


# --- words that tell of us

# What players write before their own plays is no sign of ours: "Mein Zug:", "Ersatz für Runde".
_PLAYERS_OWN = when_used(
    partial(filled, command_start=ORDER_START),
    r"(?:{opening}|{intent}|{otherwise}|{filler}|{conjunction}|{play}|{place}|{my}|{alternate}|"
    r"{round}|{field_word}|{field_direction}|{article}|{joker}|{player}|{heading}|{place_follows}|"
    r"{points}|{total}|{stands_for}|{base_form}|{command_start}|{correction}|"
    r"{this}|\d.*|..)",
)


@lru_cache(maxsize=4096)
def is_telling(word: str) -> bool:
    """Tell whether no player writes *word* before or behind a play of his own."""
    return is_word(word) and _PLAYERS_OWN.fullmatch(word) is None


_RULE = regex(r"[\W_]*")
_FIGURE = regex(r"[+-]?\d{1,4}")
_COLUMNS = 3


# --- the value

_LOOKS = 5
"""What it costs to compare the words around one line with ours."""
_FARTHEST = 40
"""So many words filled in are looked through for the words of ours before them, and so many lines."""
_NEAR = 6
"""So many words may stand between a play and the words of ours behind it: points, a claim."""
_WIDE = 60
"""No program wraps at less; shorter lines end where a person ended them, or on a screen."""


_AROUND = "|"
joined = " ".join
"""Makes one text of a window's words and signs."""


def around(lead: Sequence[str], behind: Sequence[str]) -> str:
    """Return two windows, before a gap and behind it, as one text."""
    return f"{joined(lead)}{_AROUND}{joined(behind)}"


class OurSentences(Struct, frozen=True):
    """The words of our templates beside their gaps; several are written with a space between."""

    before: frozenset[str] = frozenset()
    """What stands right before a gap."""
    telling: frozenset[str] = frozenset()
    """So many of those words that the gap may be long."""
    behind: frozenset[str] = frozenset()
    around: frozenset[str] = frozenset()
    """The few words with which a sentence begins before a gap, `_AROUND`, and those behind it."""
    ends: frozenset[str] = frozenset()
    """With what any of those before a gap ends: most lines are asked no further."""
    heads: frozenset[str] = frozenset()
    """The words that stand over the columns of our tables."""

    def among(self, lines: Sequence[Line], attention: Attention = BOUNDLESS) -> "WordsAround":
        """Return what tells whose a play in *lines* is."""
        return WordsAround(self, lines, attention)


class _Symbol(Struct, frozen=True):
    """A word or sign of a mail, and where it stands."""

    text: str
    line: int
    is_first: bool
    """Whether it begins its line or a sentence."""


def _place(written: str, text: str) -> tuple[int, int]:
    """Return from where to where *written* stands in a line; quotes in it may have been taken out.

    >>> _place("EUBÖA M10s .", "start EUBÖA M10s”. If it")
    (6, 16)
    """
    start = text.find(written)
    if start >= 0:
        return start, start + len(written)
    words = "".join(char if char.isalnum() else " " for char in written).split()
    start = at = max(0, text.find(words[0]) if words else 0)
    for word in words:
        at = max(at, text.find(word, at) + len(word))
    return start, at


class WordsAround:
    """The lines of one mail, to tell whose a play in them is by the words around it."""

    def __init__(
        self, ours: OurSentences, lines: Sequence[Line], attention: Attention = BOUNDLESS
    ) -> None:
        self._ours = ours
        self._attention = attention
        self._lines = lines
        self._under_head: dict[int, bool] = {}
        self._widths: dict[int, int] = {}
        self._symbols: dict[int, list[_Symbol]] = {}
        self._begins: set[int] = set()

    def entry_begins(self, at: int) -> None:
        """Take line *at* for a heading or a player's name: above it stands nothing of the entry."""
        self._begins.add(at)

    def whose(self, at: int, written: str) -> Whose:
        """Tell whose it is what stands *written* in line *at*, by itself the whole line."""
        text = self._lines[at].text
        self._attention.look(text, _LOOKS)
        start, end = _place(written, text)
        if self._is_in_table(at):
            return Whose.OURS
        if self._is_behind_columns(at, start):
            return Whose.UNSURE
        left = self._left(at, end)
        count = sum(1 for _ in symbols_of(text[start:end]))
        found = self._by_words_before(left, max(0, len(left) - count), at)
        if found is Whose.THEIRS and len(left) > count:
            right = self._right(at, end)
            if self._is_between(left[:-count] if count else left, right):
                return Whose.OURS
            if self._is_before_ours(right) or self._is_behind_bar(at):
                return Whose.UNSURE
        return found

    def _is_behind_columns(self, at: int, start: int) -> bool:
        """Tell whether rank, points and total stand right before, as in a row wherever it is wrapped."""
        words = self._lines[at].text[:start].split()
        while at and len(words) < _COLUMNS and self._goes_up(at):
            at -= 1
            words = self._lines[at].text.split() + words
        return len(words) >= _COLUMNS and all(map(_FIGURE.fullmatch, words[-_COLUMNS:]))

    def _right(self, at: int, end: int) -> list[str]:
        """Return the first symbols of the paragraph from character *end* of line *at* on."""
        found = [symbol for symbol, _ in symbols_of(self._lines[at].text[end:])]
        while len(found) < _NEAR + LONGEST and at + 1 < len(self._lines):
            at += 1
            if not self._lines[at].text.strip():
                break
            found += [symbol for symbol, _ in symbols_of(self._lines[at].text)]
        return [*found, EDGE]

    def _is_between(self, left: Sequence[_Symbol], right: Sequence[str]) -> bool:
        """Tell whether the words right before and close behind are those of one sentence of ours."""
        behind = [
            right[start : start + length]
            for start in range(min(_NEAR, len(right)))
            for length in range(1, PAIR + 3)
        ]
        for length in range(1, min(FEW, len(left)) + 1):
            if not left[-length].is_first:
                continue
            lead = [symbol.text for symbol in left[-length:]]
            if any(around(lead, window) in self._ours.around for window in behind):
                return True
        return False

    def _is_behind_bar(self, at: int) -> bool:
        """Tell whether line *at* may be the rest of one that bears the bar of our mails."""
        last = max(0, at - _FARTHEST)
        # How lines flow takes long to tell, and hardly ever is there a bar.
        if not any(is_barred(line.text) for line in self._lines[last:at]):
            return False
        while at > last and self._goes_up(at) and self._flows_on(at - 1):
            at -= 1
            if is_barred(self._lines[at].text):
                return True
        return False

    def _left(self, at: int, end: int) -> list[_Symbol]:
        """Return the last symbols of the paragraph up to character *end* of line *at*."""
        found = self._of_line(at, self._lines[at].text[:end])
        while at and len(found) < _FARTHEST and self._goes_up(at):
            at -= 1
            if at not in self._symbols:
                self._symbols[at] = self._of_line(at, self._lines[at].text)
            found = self._symbols[at] + found
        return found

    def _goes_up(self, at: int) -> bool:
        """Tell whether line *at* and the one above it are of one paragraph."""
        return bool(self._lines[at - 1].text.strip()) and not self._begins & {at - 1, at}

    @staticmethod
    def _of_line(at: int, text: str) -> list[_Symbol]:
        found: list[_Symbol] = []
        is_first = True
        for symbol, _ in symbols_of(text):
            found.append(_Symbol(symbol, at, is_first))
            is_first = symbol in STOPS
        return found

    def _by_words_before(self, left: Sequence[_Symbol], count: int, at: int) -> Whose:
        """Tell whose the play is that begins as symbol *count* of *left*, in line *at*.

        Words of ours may also stand in what was taken for the play as a whole.
        """
        found = Whose.THEIRS
        texts = tuple(symbol.text for symbol in left)
        for end in range(len(left), max(0, len(left) - _FARTHEST), -1):
            if texts[end - 1] not in self._ours.ends:
                continue
            length = self._window_before(left, texts, end, is_near=end >= count)
            if not length:
                continue
            match self._of_gap(left[end - 1], left[end:count], at, is_label=length < 0):
                case Whose.OURS:
                    return Whose.OURS
                case Whose.UNSURE:
                    found = Whose.UNSURE
                case Whose.THEIRS:
                    pass
        return found

    def _window_before(
        self, left: Sequence[_Symbol], texts: tuple[str, ...], end: int, *, is_near: bool
    ) -> int:
        """Return how long the window is that ends before symbol *end*; negative for a label's."""
        ours = self._ours
        for length in range(1, min(LONGEST, end) + 1):
            window = joined(texts[end - length : end])
            if window in ours.telling or (is_near and window in ours.before):
                return length
            if left[end - length].is_first:
                window = f"{EDGE} {window}"
                if window in ours.telling or (is_near and window in ours.before):
                    return -length
        return 0

    def _of_gap(
        self, last: _Symbol, filled_in: Sequence[_Symbol], at: int, *, is_label: bool
    ) -> Whose:
        """Tell whose a play is behind words of ours that end with *last*."""
        if last.text == QUOTE and any(symbol.text == QUOTE for symbol in filled_in):
            return Whose.THEIRS
        is_flowing = all(self._flows_on(line) for line in range(last.line, at))
        if not filled_in and (is_flowing or not is_label):
            return Whose.OURS
        if last.text != QUOTE and any(symbol.text in STOPS for symbol in filled_in):
            return Whose.UNSURE if is_flowing else Whose.THEIRS
        is_wide = last.line == at or self._width(at) >= _WIDE
        return Whose.OURS if is_flowing and is_wide else Whose.UNSURE

    def _flows_on(self, at: int) -> bool:
        """Tell whether a program may have ended line *at*, since no further word had room."""
        following = self._lines[at + 1].text.split(maxsplit=1)[0]
        return len(self._lines[at].text) + 1 + len(following) > self._width(at)

    def _width(self, at: int) -> int:
        if at not in self._widths:
            texts = (self._lines[line].text for line in self._paragraph(at))
            wide = (len(text) for text in texts if not _RULE.fullmatch(text))
            self._widths[at] = max(wide, default=0)
        return self._widths[at]

    def _paragraph(self, at: int) -> range:
        first = last = at
        while first and at - first < _FARTHEST and self._goes_up(first):
            first -= 1
        while last + 1 < len(self._lines) and last - at < _FARTHEST:
            if not self._lines[last + 1].text.strip():
                break
            last += 1
        return range(first, last + 1)

    def _is_before_ours(self, right: Sequence[str]) -> bool:
        """Tell whether words of ours stand close behind a play."""
        for start in range(min(_NEAR, len(right))):
            if right[start] in STOPS:
                return False
            for length in range(FEW, LONGEST + 1):
                if joined(right[start : start + length]) in self._ours.behind:
                    return True
        return False

    def _is_in_table(self, at: int) -> bool:
        """Tell whether the head of a table of ours stands above line *at*, no empty line between."""
        first = at
        while first not in self._under_head and self._lines[first].text.strip():
            if self._is_head(first) or not first or not self._goes_up(first):
                break
            first -= 1
        if first not in self._under_head:
            text = self._lines[first].text
            self._under_head[first] = bool(text.strip()) and self._is_head(first)
        for line in range(first + 1, at + 1):
            self._under_head[line] = self._under_head[line - 1]
        return self._under_head[at]

    def _is_head(self, at: int) -> bool:
        text = self._lines[at].text.lower()
        if self._ours.heads.isdisjoint(text.split()):
            return False
        words = (symbol for symbol, _ in symbols_of(text) if is_word(symbol))
        run = 0
        for word in words:
            run = run + 1 if word in self._ours.heads else 0
            if run == FEW:
                return True
        return False
