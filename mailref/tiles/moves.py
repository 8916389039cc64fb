"""What a player asks for: plays, swaps, moves, how they are written; and what may be wrong with them.

No score and no verdict stands here. Each fault has its facts, and `code` is the contract's name
(contract 3). A fault makes a move invalid, unless it is a question (`asks`: the move is pending) or a
remark (`remarks`: the move stays valid).

How a play is written: the words of each language, and the patterns that are made of them (rules 4).

Rule for editors: a way of writing stands in `templates/xx/vocabulary.toml`, or `directions.toml`, and
nowhere else. What reads plays, finds them in a text, keeps our own sentences from being read as plays, and
prints them is made from these tables, so a new form is one more word in one line there.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from itertools import zip_longest
from typing import ClassVar

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from mailref.languages import DEFAULT, code_of, lists, ready_name, ready_or_made, rows, words
from mailref.structs import Alternative, Coded, OnRecord
from mailref.tiles.board import Area, Axes, Direction, Square, place_name, square_name
from mailref.tiles.when_used import when_used


class DirectionWords(Struct, frozen=True, forbid_unknown_fields=True):
    """How the directions are said in one language; what each is, `templates/en/directions.toml` says."""

    words: Mapping[Direction, tuple[str, ...]]
    letters: Mapping[Direction, str]
    several_words: Mapping[Direction, tuple[str, ...]]


VOCABULARIES = rows("vocabulary.toml")
"""The words of each language; what each row is, `templates/en/vocabulary.toml` says."""
DIRECTIONS = words("directions.toml", DirectionWords)
OURS = VOCABULARIES[DEFAULT]
"""How plays are written where no language is asked for."""

# Signs that every language shares.
ALTERNATE_MARK = "/"
COMMENT_MARK = "//"
ANY_LETTERS = "…"
FURTHER_WORD_MARK = "+"
ROMAN = "(?:X{0,2}(?:IX|IV|V?I{2,3}|VI?)|X{1,2}I?)"
"""A number to 39 as Romans wrote it, but not `I`, which is a word."""
JOKER_MARK = "*"


def direction_forms(direction: Direction) -> tuple[str, ...]:
    """Return every way to write *direction*, in every language."""
    return tuple(form for each in DIRECTIONS.values() for form in each.words[direction])


def letter_forms(direction: Direction) -> tuple[str, ...]:
    """Return the letters for *direction* that are read right behind a square only."""
    return tuple(
        each.letters[direction] for each in DIRECTIONS.values() if direction in each.letters
    )


def phrases_of(direction: Direction) -> tuple[str, ...]:
    """Return the ways to say *direction* in several words, in every language."""
    return tuple(phrase for each in DIRECTIONS.values() for phrase in each.several_words[direction])


def said_as(row: str) -> tuple[str, ...]:
    """Return every way to say what stands under a name, in every language."""
    return tuple(form for each in VOCABULARIES.values() for form in each[row])


def direction_letter(direction: Direction, language: str = DEFAULT) -> str:
    """Return the letter that follows a square: `s` in `M10s`, in English `d`."""
    said = DIRECTIONS[language]
    letters = (form for form in said.words[direction] if len(form) == 1)
    return next(letters, "") or said.letters.get(direction) or direction_letter(direction)


def direction_word(direction: Direction, language: str) -> str:
    """Return the whole word that a person reads: `senkrecht`."""
    return next(form for form in DIRECTIONS[language].words[direction] if len(form) > 1)


def read_direction(text: str) -> Direction | None:
    """Return the direction of `s`, `/w`, `(senkr.)`, `across`.

    >>> read_direction("(senkr.)")
    <Direction.DOWN: 'down'>
    """
    word = text.strip(" \t-,:./()").casefold()
    return _bare_forms().get(word)


@cache
def _bare_forms() -> dict[str, Direction]:
    return {
        form.rstrip(".").casefold(): way
        for way in reversed(Direction)
        for form in (*direction_forms(way), *letter_forms(way))
    }


_LETTERS = "A-Za-zÄÖÜäöüßẞ"
_LETTER = r"[^\W\d_]"
"""A letter of any alphabet in what people say; the short way to write it is quicker to compile, too."""
_SPELLED = {
    ANY_LETTERS: f"{_LETTER}*",
    "ä": "(?:ä|ae?)",
    "ö": "(?:ö|oe?)",
    "ü": "(?:ü|ue?)",
    "Ü": "(?:ü|ue?)",
    "ß": "(?:ß|ss)",
    "œ": "(?:œ|oe)",
    "'": "['’]",
}
_LEAST_SPELLED = 4
"""A shorter word may be another one without its accents: `à`, `où`."""


def any_of(forms: Iterable[str]) -> str:
    r"""Return the pattern that finds one of *forms*, the longest first.

    >>> print(any_of(["für", "bis zu"]))
    (?:bis\s+zu|f(?:ü|ue?)r)
    """
    ordered = sorted(dict.fromkeys(forms), key=lambda form: (-len(form), form))
    if len(ordered) < _MANY or any(form.startswith(ANY_LETTERS) for form in ordered):
        return f"(?:{'|'.join(map(_spelled, ordered))})"
    # Of many most are passed over by their first letter.
    groups: dict[str, list[str]] = {}
    for form in ordered:
        groups.setdefault(_plain(form[0].casefold()), []).append(form)
    firsts = {key: {key, *(form[0] for form in group)} for key, group in groups.items()}
    found = (
        f"(?=[{re.escape(''.join(sorted(firsts[key])))}])(?:{'|'.join(map(_spelled, group))})"
        for key, group in groups.items()
    )
    return f"(?:{'|'.join(found)})"


_MANY = 40


def _plain(char: str) -> str:
    """Return a letter without its accent."""
    return unicodedata.normalize("NFD", char)[0]


def _spelled(form: str) -> str:
    """Return the pattern that finds *form* however its spaces and accents are written."""
    if form.isascii():
        return r"\s+".join(re.escape(word).replace("'", _SPELLED["'"]) for word in form.split())
    is_long = len(form) >= _LEAST_SPELLED
    return r"\s+".join("".join(_ways(word, is_long)) for word in form.split())


def _ways(word: str, is_long: bool) -> Iterator[str]:
    """Yield the pattern of each character of a word, with and without its accent.

    At its end an accent makes another word of it: who has `joué` does not `joue` now.
    """
    written = re.escape(word)
    for char, following in zip_longest(written, written[1:]):
        if char in _SPELLED:
            yield _SPELLED[char]
        elif is_long and following and _plain(char) != char:
            yield f"[{char}{_plain(char)}]"
        else:
            yield char


def _pieces() -> Iterable[tuple[str, str]]:
    """Yield the name and the pattern of everything that a pattern may be made of."""
    directions = [form for direction in Direction for form in direction_forms(direction)]
    letters = _LETTERS
    yield "letters", letters
    yield "letter", _LETTER
    yield "begin", f"(?<!{_LETTER})"
    yield "end", f"(?!{_LETTER})"
    yield "direction", any_of(directions)
    yield "direction_word", any_of(form for form in directions if len(form) > 1)
    short = "".join(sorted({form for form in directions if len(form) == 1}))
    yield "direction_letter", f"[{short}]"
    behind = "".join(form for direction in Direction for form in letter_forms(direction))
    yield "behind_square", f"[{behind}]"
    # Behind a letter for a direction no word goes on: "M10 D*ING", "M10 W(E)IN".
    star = re.escape(JOKER_MARK)
    no_word = rf"(?![{letters}\d]|{star}|[(\[][{letters}]{{1,3}}{star}?[)\]]{star}?[{letters}])"
    yield "no_word", no_word
    # "M10a", "M10 d", "M10/a": behind a digit or the letter of "8H", or they would be words.
    yield "letter_behind", rf"(?:(?<=\d)|(?<=\d[A-Y]))[\s,\/-]?[{behind}]{no_word}"
    # "M10", "M 10", and with the number first "10M", which a direction may follow at once; not "25 i think".
    yield (
        "square",
        rf"(?:[A-Z]\s{{0,2}}\d{{1,3}}(?!\d)|\d{{1,2}}(?!\s(?-i:i))\s?[A-Z](?=[{short}{behind}]?(?![{letters}\d])))",
    )
    # A square, a direction or none, and a word of which two letters in a row are capitals.
    spot = rf"(?:[A-Z]\s{{0,2}}\d{{1,2}}|\d{{1,2}}\s?[A-Z])(?:\s?{any_of(directions)}\.?(?!{_LETTER}))?"
    yield "play_ahead", rf"{spot}[\s:=]+\S{{0,4}}(?-i:[A-ZÄÖÜ]\S?[A-ZÄÖÜ])"
    yield "range_sign", r"(?:-+>?|\.{2,})"
    # A slash is escaped for Lark, between whose slashes a pattern stands.
    yield "alternate_mark", ALTERNATE_MARK.replace("/", r"\/")
    yield "comment_mark", COMMENT_MARK.replace("/", r"\/")
    yield "further_word_mark", re.escape(FURTHER_WORD_MARK)
    yield "joker_mark", re.escape(JOKER_MARK)
    # A joker in a word: "BE*HAUE", "BE(H)AUE", "BE[H]AUE"; a tile of several letters: "E[RR]ADIZO", "[CH]*".
    several = rf"{star}?\[[{letters}]{{2,3}}\]{star}?"
    yield (
        "tile",
        rf"(?:{star}?[{letters}]|\([{letters}]{star}?\)|\[[{letters}]{star}?\]|{several})",
    )
    yield "number_end", r"[.):]\)?(?!\d)"
    in_words = rf"{any_of(said_as('counts'))}|(?-i:{ROMAN})"
    yield "count", rf"(?:\d{{1,3}}|(?<!{_LETTER})(?:{in_words})(?!{_LETTER}))"
    ends = any_of(said_as("end_of_place_in_row"))
    yield "place_in_row", rf"(?:\d{{1,3}}{ends}|(?<!{_LETTER}){any_of(said_as('places_in_row'))})"
    yield from ((row, any_of(said_as(row))) for row in OURS)


_PIECE = re.compile(r"\{([a-z_]+)\}")
SAYINGS = lists("sayings.toml")
"""What people say around plays and orders, as regular expressions; `templates/en/sayings.toml` says where."""


def _with_sayings(pieces: Mapping[str, str]) -> dict[str, str]:
    said = {
        name: _PIECE.sub(lambda piece: pieces[piece[1]], one_of(forms))
        for name, forms in SAYINGS.items()
    }
    return {**pieces, **said}


def one_of(forms: Iterable[str]) -> str:
    r"""Return the regular expression that one of *forms*, each such an expression, is.

    >>> print(one_of(["so ist es", "ja{2,9}", "zu ?hause"]))
    (?:so\s+ist\s+es|ja{2,9}|zu\s*hause)
    """
    return f"(?:{'|'.join(forms)})".replace(" ?", r"\s*").replace(" ", r"\s+")


PIECES_NAME = ready_name(
    msgspec.json.encode((VOCABULARIES, DIRECTIONS, SAYINGS), enc_hook=dict) + code_of(__file__)
)
"""The name of the file in which the pieces were made ready: of these words, by this code."""


def pieces_as_json() -> Mapping[str, bytes]:
    """Return what patterns may be made of as JSON, by the name of its file."""
    return {PIECES_NAME: msgspec.json.encode(_all_pieces())}


def _all_pieces() -> dict[str, str]:
    return _with_sayings(dict(_pieces()))


_PIECES = ready_or_made(PIECES_NAME, dict[str, str], _all_pieces)


def filled(pattern: str, **more: str) -> str:
    r"""Return *pattern* with each `{name}` replaced by what the vocabulary has under that name.

    *more*: patterns under names of the caller's own.

    >>> print(filled(r"{back_again}\s{who}", who="[AB]"))
    (?:back)\s[AB]
    """
    pieces = {**_PIECES, **more} if more else _PIECES
    return _PIECE.sub(lambda piece: pieces[piece[1]], pattern)


def worded(pattern: str) -> re.Pattern[str]:
    """Return *pattern*, filled with the vocabulary, in any letters; it waits until it is used."""
    return when_used(filled, pattern)


class TextSpan(OnRecord, frozen=True):
    """Where something stands in the player's text: line and column from 1, and the text itself."""

    line: int
    column: int
    text: str


NOWHERE = TextSpan(0, 0, "")
"""The place of what stands in nobody\'s mail."""


class BlankFor(Alternative, frozen=True):
    """`Joker = T`: a blank stands for a letter that occurs once in the word."""

    letter: str


class BlankOn(Alternative, frozen=True):
    """`A4 = Blanko`: the letter on that square is a blank."""

    square: Square


class Play(OnRecord, frozen=True):
    """One play (Teilzug) as written: where the word begins, which way it runs, the whole word.

    `word` is in capitals with ß as SS, one character a square; `small` and `starred` are indices
    into it: letters written small in a word of mixed case, and letters marked `*` as blanks.
    `eszett` holds the indices of the SS that were typed as ß.
    """

    square: Square
    direction: Direction
    word: str
    span: TextSpan
    small: frozenset[int] = frozenset()
    starred: frozenset[int] = frozenset()
    eszett: frozenset[int] = frozenset()
    blanks: tuple[BlankFor | BlankOn, ...] = ()
    last: Square | None = None
    """The end of the range, where one was written (`M10-M14`)."""
    also: tuple[str, ...] = ()
    """Further words the player says are formed (`+verbüxendE`), as written."""
    claimed: int | None = None
    comment: str | None = None
    otherwise: "tuple[Play, ...] | UnsetType" = UNSET
    """The same with its word cut into other tiles, where the letters of one can be laid one by one, too."""

    @property
    def squares(self) -> tuple[Square, ...]:
        """Return the squares of the word, possibly off the board."""
        return tuple(self.square.along(self.direction, step) for step in range(len(self.word)))

    @property
    def asked(self) -> object:
        """Return what is to be laid, wherever and however it is written: equal for two that ask for the same.

        Small letters say which are blanks, but where the word is written as a name is.
        """
        is_as_name = self.small == frozenset(range(1, len(self.word)))
        small = frozenset() if is_as_name else self.small
        return self.square, self.direction, self.word, self.starred | small, self.blanks


def play_on(
    square: Square, direction: Direction, word: str, blanks: Container[Square], span: TextSpan
) -> Play:
    """Return a play in which blanks are laid on those of its squares that are among *blanks*."""
    bare = Play(square, direction, word, span)
    starred = frozenset(at for at, each in enumerate(bare.squares) if each in blanks)
    return replace(bare, starred=starred)


class Swap(OnRecord, frozen=True):
    """A Jokertausch: the blank on this square is taken for the letter it stands for."""

    square: Square
    span: TextSpan


class Move(OnRecord, frozen=True):
    """What a player asks for at once: swaps, then plays in order (rules 2)."""

    plays: tuple[Play, ...]
    swaps: tuple[Swap, ...] = ()
    total_claimed: int | None = None
    """The `Summe:` where one is written."""

    @property
    def claimed(self) -> int | None:
        """Return the Summe, else the sum of the plays' claims if each has one, else None."""
        if self.total_claimed is not None:
            return self.total_claimed
        claims = [play.claimed for play in self.plays]
        if not claims or any(claim is None for claim in claims):
            return None
        return sum(claim for claim in claims if claim is not None)


def play_name(
    square: Square, direction: Direction, word: str, axes: Axes, language: str = DEFAULT
) -> str:
    """Return a play as players write it: `M9s BEHAUE`, or `8H BEHAUE` where letters are rows."""
    place = place_name(square, direction, axes)
    if axes is Axes.COLUMNS:
        place += direction_letter(direction, language)
    return f"{place} {word}"


def swap_name(squares: Iterable[Square], axes: Axes, language: str = DEFAULT) -> str:
    """Return a Jokertausch as players write it: `Jokertausch=A12, B3`, in English `swap=A12, B3`."""
    names = ", ".join(square_name(square, axes) for square in squares)
    joker = OURS["joker"][1] if language == DEFAULT else ""
    return f"{joker}{VOCABULARIES[language]['swap'][0]}={names}"


class Fault(Coded):
    """What all faults have: where in the player's text it shows, and the facts a template names.

    No Struct itself: whoever reads a record learns from its name which one was written.
    """

    __slots__ = ()

    asks: ClassVar[bool] = False
    remarks: ClassVar[bool] = False

    @property
    def span(self) -> TextSpan:
        """Return where in the player's text it shows."""
        raise NotImplementedError

    @property
    def facts(self) -> dict[str, object]:
        """Return the fault's own fields, for a template."""
        raise NotImplementedError

    def at(self, span: TextSpan) -> "Fault":
        """Return the same fault, where in the player's text it shows given anew."""
        raise NotImplementedError


class FaultAt(Alternative, Fault, frozen=True, kw_only=True):
    """The base of all faults."""

    span: TextSpan

    @property
    def facts(self) -> dict[str, object]:
        return {name: each for name, each in asdict(self).items() if name != "span"}

    def at(self, span: TextSpan) -> "FaultAt":
        return replace(self, span=span)


class Syntax(FaultAt, frozen=True, kw_only=True):
    """A line that was meant as a play but cannot be read; `hint` names the labelled example."""

    hint: str


class MissingPlace(FaultAt, frozen=True, kw_only=True):
    """A word without its square, or without its direction."""

    word: str
    lacks: str
    """`square` or `direction`."""


class OffBoard(FaultAt, frozen=True, kw_only=True):
    square: Square | None
    """Where the word begins; None where the place itself (`P3`, `A16`) is on no board."""
    direction: Direction | None
    word: str
    overhang: int
    """How many letters stand beyond the edge."""


class Occupied(FaultAt, frozen=True, kw_only=True):
    """Another letter lies on a square of the word."""

    square: Square
    lies: str
    wanted: str


class NotNew(FaultAt, frozen=True, kw_only=True):
    """The word lies there already: no tile would be laid."""

    word: str


class NotOnRack(FaultAt, frozen=True, kw_only=True):
    missing: str
    """The tiles that are wanting, in order; `?` for a blank."""
    available: str


class TooManyTiles(FaultAt, frozen=True, kw_only=True):
    """More new tiles than the game allows in one play (7-of-8)."""

    laid: int
    allowed: int


class Gap(FaultAt, frozen=True, kw_only=True):
    """A small letter stands on a free square and is not among the letters offered."""

    square: Square
    letter: str


class IncompleteWord(FaultAt, frozen=True, kw_only=True):
    """Letters touch the ends of the word: the whole word must be named."""

    word: str
    whole: str
    whole_square: Square


class NotConnected(FaultAt, frozen=True, kw_only=True):
    word: str


class StartArea(FaultAt, frozen=True, kw_only=True):
    """The first word misses the centre, or leaves the area the game master named."""

    area: Area | None
    """None: the centre square."""


class BlankUnmarked(FaultAt, frozen=True, kw_only=True):
    """A blank is needed and its place is not clear."""

    letter: str
    squares: tuple[Square, ...]


class BlankLetter(FaultAt, frozen=True, kw_only=True):
    """A blank for ß, or one named on a square or for a letter outside the word."""

    named: str
    """What was named: `ß`, a letter, or the word that has no such square."""
    square: Square | None = None
    """The square that was named and is none of the word's."""


class TilesUnclear(FaultAt, frozen=True, kw_only=True):
    """A word can be cut into tiles in more than one way that fits: `EGÉ[SZ]SÉG`, `EGÉS[ZS]ÉG`."""

    word: str
    ways: tuple[str, ...]


class SwapImpossible(FaultAt, frozen=True, kw_only=True):
    square: Square
    why: str
    """`not_allowed`, `no_blank` (none lies there), `no_letter` (not offered), `twice`."""
    letter: str | None = None


class TooManyPlays(FaultAt, frozen=True, kw_only=True):
    """More plays than the game allows in a move; the first ones stand. A remark."""

    remarks: ClassVar[bool] = True
    allowed: int
    has_alternates: bool = True
    """Whether the game knows alternates: one may have been meant."""


class TooManyMoves(FaultAt, frozen=True, kw_only=True):
    """More moves than the game allows; the first ones stand."""

    allowed: int


class RangeMismatch(FaultAt, frozen=True, kw_only=True):
    """Range and direction differ, or the range is not as long as the word."""

    word: str
    squares_named: int | None
    """How many squares the range holds; None where it is no straight line."""


class WordRefused(FaultAt, frozen=True, kw_only=True):
    """A word that is not valid; also a word of one letter."""

    word: str
    reason: str
    """Why, as in lexicon.Refused: `ruling`, `characters`, `umlaut`, `name`, `abbreviation`, `affix`, `base_form`,
    `accent`, `one_letter`; in games in turns `unlisted` as well, where no list has it and nobody is asked."""


class WordUnknown(FaultAt, frozen=True, kw_only=True):
    """A word the game master must rule on; the move is pending."""

    asks: ClassVar[bool] = True
    word: str


class ClaimDiffers(FaultAt, frozen=True, kw_only=True):
    """The player's sum is not the referee's. A remark: the move stays valid."""

    remarks: ClassVar[bool] = True
    claimed: int
    points: int


class Remark(FaultAt, frozen=True, kw_only=True):
    """Something odd that changes nothing; `code` tells what."""

    remarks: ClassVar[bool] = True
    square: Square


class StarOnTile(Remark, frozen=True, kw_only=True):
    """A `*` on a natural tile of the board."""


def is_valid(faults: tuple[Fault, ...]) -> bool:
    """Tell whether a move with these faults stands without a ruling."""
    return all(fault.remarks for fault in faults)


def is_pending(faults: tuple[Fault, ...]) -> bool:
    """Tell whether a move with these faults waits for a ruling and for nothing else."""
    return any(fault.asks for fault in faults) and all(f.asks or f.remarks for f in faults)


class WrittenMove(OnRecord, frozen=True):
    """One move as written, in the order written; alternates follow the first.

    `faults` are those of reading (syntax, missing_place, range_mismatch, off_board for a place that
    is on no board, too_many_plays, too_many_moves, blank_letter). `move` is None where nothing that
    could be judged is left.
    """

    move: Move | None
    faults: tuple[Fault, ...]
    span: TextSpan
    """The first line of the move."""


def alone(play: Play) -> WrittenMove:
    """Return a play by itself as a move."""
    return WrittenMove(Move((play,)), (), play.span)
