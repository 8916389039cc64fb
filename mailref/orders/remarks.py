"""How a sentence beside a play is weighed: as talk, or as one that may take the play away (rules 8).

What people say beside a play no list holds. So words, two and three of them in a row, and subjects have
weights; a word of the play's own clause has another than the same word beside it, since in `Schön ist es nicht,
aber ich lege §` it is not the play that is denied. They are learned from thousands of remarks and mails by
people who had not seen the program (`tests/remarks`, `make remarks`). They decide where a sentence is clearly
the one or the other; where it is neither, and in a language of which there are no remarks, the rules of
`beside` do.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import Struct
from msgspec.json import decode, encode

from mailref.languages import shipped_octets
from mailref.orders.roles import SMALL_TALK, SPELLED, tells_of, unknown_in
from mailref.tiles.board import Direction
from mailref.tiles.lexicon.packed import Octets
from mailref.tiles.moves import any_of, direction_forms, phrases_of, said_as, worded
from mailref.tiles.when_used import regex

TAKES_AWAY = 50
"""From this weight on a sentence leaves the play in doubt."""
IS_TALK = 0
"""Down from this weight a sentence is talk; between the two the rules tell."""
IS_TALK_ALL_THE_SAME = -100
"""The same of a sentence with a word of doubt in it."""
IS_PLAIN_TALK = -250
"""Down from this weight a word in capitals that it names is no second move."""
IS_MOVE = -50
"""Down from this weight the sentence of a play makes a move of it even with a word of doubt behind it."""
IS_LEAD = -150
"""The same where that stands before it, or in the sentence that leads to the play below: `Ein Scherz:`."""
IS_NO_MOVE = 75
"""From this weight on it leaves in doubt a play that no rule makes a move of."""
IS_MOVE_IN_WORDS = 30
"""Below this weight the sentence of a play in words of its own makes a move of it."""
PLAY = "§"
"""Stands in a sentence in place of the play."""
_TOKEN = regex(
    r"(?:[cdjlmnst]|(?:jus|lors|puis|quel)?qu)['’](?=[^\W\d_])|[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[?!§]|\.\.\.|…",
    re.IGNORECASE,
)
_CALLED = regex(r",\s{1,3}(?:[a-zèü]{4,6}\s{1,3})?[A-ZÄÖÜÉ][a-zäöüßéè]{2,14}(?=\s?[.!?]{1,3}\s*$)")
"""Who is called by name says nothing of the play: `Was meinst du, liebe Ruth?`"""
_CLAUSES = regex(r"[,;:()–—]|\s-\s")
_STEM = 5
_MOST = 3
"""So many words that no list knows are counted."""


class Weights(Struct, frozen=True):
    """What is learned, in hundredths of the natural logarithm of odds."""

    bias: int
    weights: dict[str, int]

    def as_shipped(self) -> str:
        """Return the weights as their file has them: JSON, those of features that begin alike together, in order."""
        parts = dict[str, dict[str, int]]()
        for feature, weight in self.weights.items():
            parts.setdefault(feature[:_START], {})[feature] = weight
        written = (
            f"{_written(start)}: {{\n"
            + ",\n".join(f"{_written(each)}: {weight}" for each, weight in part.items())
            + "\n}"
            for start, part in sorted(parts.items())
        )
        return f'{{"bias": {self.bias}, "weights": {{\n' + ",\n".join(written) + "\n}}\n"


def _written(text: str) -> str:
    return encode(text).decode()


_START = 3
"""So many signs say in which part a feature lies."""


class Learned:
    """What was learned, as its file lies there: a part of it is looked for and read when it is first asked for.

    A mail needs a fiftieth of all; to read all takes a third of what a mail takes from a start on.
    """

    def __init__(self, told: Octets) -> None:
        self._told = told
        self._begin = told.find(b"\n") + 1
        """Where the first part begins, behind the line of the bias."""
        self.bias: int = decode(told[: self._begin].rpartition(b", ")[0] + b"}", type=_Bias).bias
        self._read: dict[str, dict[str, int]] = {}

    def weight(self, feature: str) -> int | None:
        """Return the weight of a feature; None where it was not met."""
        start = feature[:_START]
        part = self._read.get(start)
        if part is None:
            part = self._part(start)
            if part is None:  # not kept: people write anything
                return None
            self._read[start] = part
        return part.get(feature)

    def _part(self, start: str) -> dict[str, int] | None:
        """Return the part of features that begin so; None where there is none."""
        low, high = self._begin, len(self._told)
        while (above := self._next(middle := low + (high - low) // 2)) < high:
            if self._start_at(above) <= start:
                low = above
            else:
                high = middle
        while (begins := self._start_at(low)) != start:
            low = self._next(low)
            if low >= len(self._told) or begins > start:
                return None
        begin = self._told.find(b"{", self._told.find(b": {\n", low))
        return decode(self._told[begin : self._told.find(b"\n}", begin) + 2], type=dict[str, int])

    def _next(self, at: int) -> int:
        """Return where the next part begins that does not begin before *at*; the end where none does."""
        found = self._told.find(_BETWEEN_PARTS, at)
        return found + len(_BETWEEN_PARTS) if found >= 0 else len(self._told)

    def _start_at(self, at: int) -> str:
        """Return how the features of the part begin that begins there."""
        return decode(self._told[at : self._told.find(b": {\n", at)], type=str)


class _Bias(Struct):
    bias: int


_BETWEEN_PARTS = b"\n},\n"


@cache
def learned(name: str) -> Learned:
    """Return what was learned, of a file that is shipped."""
    return Learned(shipped_octets(name))


def features_of(sentence: str) -> Iterator[str]:
    """Yield what a sentence is weighed by: words, two and three in a row, stems, subjects, its length."""
    sentence = _CALLED.sub("", sentence)
    tokens = tokens_in(sentence)
    stems = (_stem(each) for each in tokens if len(each) > _STEM)
    framed = ("^", *tokens, "$")
    pairs = (f"{one} {two}" for one, two in pairwise(framed))
    triples = [*zip(framed, framed[1:], framed[2:], strict=False)]
    in_a_row = (" ".join(each) for each in triples)
    around_one = (f"{one} * {three}" for one, _, three in triples)
    unknown = unknown_in(sentence)
    capital = sum(each[0].isupper() for each in unknown)
    yield from dict.fromkeys((*tokens, *pairs, *in_a_row, *around_one, *stems))
    yield from (f"#{row}" for row in SMALL_TALK if tells_of(sentence, row))
    yield f"#capital {min(capital, _MOST)}"
    yield f"#small {min(len(unknown) - capital, _MOST)}"
    yield f"#length {min(len(tokens) // 3, 5)}"
    yield from dict.fromkeys(
        _of_clauses(sentence) if PLAY in sentence else (f"-{each}" for each in tokens)
    )


def _of_clauses(sentence: str) -> Iterator[str]:
    """Yield the words of the play's own clause, with their side of it, and those of the clauses beside it."""
    for clause in _CLAUSES.split(sentence):
        tokens = tokens_in(clause)
        if PLAY not in tokens:
            yield from (f"~{each}" for each in tokens)
            continue
        at = tokens.index(PLAY)
        framed = ("^", *tokens, "$")
        yield from (f"={one} {two}" for one, two in pairwise(framed))
        for number, each in enumerate(tokens):
            if each != PLAY:
                yield f"={each}"
                yield f"{'<' if number < at else '>'}{each}"


def tokens_in(text: str) -> list[str]:
    """Return the words and signs of a text as they are weighed."""
    return [_plain(found[0]) for found in _TOKEN.finditer(text)]


def _stem(word: str) -> str:
    return f"{word[:_STEM]}…"


def _plain(word: str) -> str:
    if word.isdigit():
        return "0"
    plain = word.lower().translate(SPELLED)  # `fällt` and `faellt` weigh the same
    return "..." if plain == "…" else _WRITTEN_OUT.get(plain, plain)


_WRITTEN_OUT = {
    each.replace("'", ""): each
    for each in (form.translate(SPELLED) for form in said_as("apostrophe_left_out"))
} | dict(form.translate(SPELLED).split() for form in said_as("spoken_as"))
"""Words as they are written, by what is left where an apostrophe is left out, `thats`, or as they are spoken: `nich`"""


IS_UNKNOWN = IS_TALK + 1
"""So much weighs what nothing is known of: the rules tell."""


_MOST_WEIGHED = 1000
"""Characters: of a longer sentence its beginning and its end are weighed, as nobody writes one."""


def weight_of(sentence: str) -> int:
    """Return how much speaks for a sentence beside a play being said against it.

    Of one in words that mostly stand in no remark, or hardly in any, the rules tell.
    """
    if _ASKS_TO_ENTER.fullmatch(sentence):
        return IS_PLAIN_TALK
    if len(sentence) > _MOST_WEIGHED:
        half = _MOST_WEIGHED // 2
        sentence = f"{sentence[:half]} {sentence[-half:]}"
    weight = _weight_of(sentence)
    bare = bare_of(sentence)
    return weight if bare == sentence else max(weight, _weight_of(bare))


_ASKS_TO_ENTER = worded(r"\W{0,4}{asks_to_enter}[\s.!:)]*")
"""`Bitte den Zug auf jeden Fall eintragen.`"""


def bare_of(sentence: str) -> str:
    """Return a sentence without what says nothing for the play in it: when it was written, where it lies, its points.

    >>> bare_of("Bitte § nach unten, 24 Punkte streichen."), bare_of("Test: ich lege §")
    ('Bitte § streichen.', 'Test: §')
    """
    sentence = _HOUR_LEADS.sub("", sentence)
    if PLAY not in sentence:
        return sentence
    sentence = _ROUND_LEADS.sub("", sentence)  # the referee tells which round is open
    return _SAID_SO.sub(PLAY, _PLACED.sub(PLAY, sentence))


_WAYS = any_of(form for way in Direction for form in (*direction_forms(way), *phrases_of(way)))
_PLACED = worded(
    rf"{PLAY}(?:[\s,;:=(–-]{{1,4}}(?:{_WAYS}{{end}}|(?:{{filler}}\s)?\d{{1,3}}(?!\d)(?:\s?{{points}}{{end}}\.?)?)\)?)+"
)
_ROUND_LEADS = worded(r"^\W{0,4}{round}\s{0,2}\d{1,3}\s{0,3}[:,–-]\s{1,3}")
_HOUR_LEADS = worded(r"^\W{0,3}\d{1,2}[.:]\d{2}(?:\s?{hour})?\s{0,2}[:,–-]\s{1,3}(?=[^\W\d])")
"""`20:15: das oben lasst mal.`"""
_SAID_SO = worded(rf"(?<=:\s){{i_lay}}\s{{1,3}}{PLAY}")


@lru_cache(maxsize=512)  # a mail is weighed at several places, and greetings come again
def _weight_of(sentence: str) -> int:
    weight = weighed(sentence, features_of(sentence), learned("remarks.json"))
    is_open = PLAY in sentence and _LEFT_OPEN.search(sentence) is not None
    return max(weight, IS_NO_MOVE) if is_open else weight


_LEFT_OPEN = worded(
    r"{begin}{perhaps}{end}[^.,;:!?()§]{0,30}§"
    r"|§\W{0,4}(?:{contrast}\s{1,3})?{asks_if_right}{end}\W*$"
    r"|§[^.;:!?()§]{0,30}{begin}{what_i_may_lay}{end}"
    r"|§[^.;:!?()§]{0,30}(?<!\w){somebody_will}(?!\w)"
)
"""`... und lege vielleicht §`, `§ aber stimmt denn das`: whatever else is said, that leaves it open."""


def weighed(sentence: str, features: Iterable[str], by: Learned) -> int:
    """Return what the *features* of a sentence weigh together, as `weight_of` does by what was learned of remarks."""
    weight = by.bias + sum(by.weight(each) or 0 for each in features)
    words = [found[0] for found in _TOKEN.finditer(sentence) if found[0][0].isalpha()]
    plain = [_plain(each) for each in words]
    known = sum(any(by.weight(form) is not None for form in (each, _stem(each))) for each in plain)
    if 2 * known >= len(words):
        return weight
    names = sum(each[0].isupper() for each in unknown_in(sentence))
    if known > 1 and 2 * known >= len(words) - names:
        return weight
    least = IS_MOVE_IN_WORDS if PLAY in sentence else IS_UNKNOWN
    return min(max(weight, least), TAKES_AWAY - 1)


def is_talk(sentence: str) -> bool:
    """Tell whether a sentence is clearly talk: nothing it says takes a play away."""
    return weight_of(sentence) <= IS_TALK_ALL_THE_SAME
