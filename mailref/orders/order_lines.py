"""One line of a mail to what it asks for in a game at a table, but for a play (turns 11)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from unicodedata import category

from lark import Lark, Token, Tree, UnexpectedInput
from msgspec import Struct
from msgspec.structs import replace

from mailref.orders.grammar import Grammar
from mailref.orders.order_words import ORDERS_IN_TURNS, filled_turns
from mailref.orders.ready import Ready, nothing, parser_of
from mailref.orders.written import (
    AcceptAct,
    AcceptsAllAct,
    Act,
    AnyOrder,
    AwayAct,
    ChallengeAct,
    ExchangeOrder,
    HistoryAct,
    PassOrder,
    ResignAct,
    TilesAct,
    UnreadOrder,
    WhichLetters,
    Wish,
)
from mailref.reading.attention import BOUNDLESS, Attention
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import BLANK
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import TextSpan
from mailref.tiles.vocabulary import ALTERNATE_MARK, COMMENT_MARK, SAYINGS, filled, one_of
from mailref.tiles.when_used import regex, when_used

LONGEST_ORDER = 120
"""Characters of a line that can be an order."""
STARTS = ("exchange", "passing", "challenge", "accepts_all", "accept", "resign", "wish")
"""The kinds of line, in the order in which they are tried."""

CHOOSING = "choose"
"""The kind of line that only those know who choose their letters themselves."""
ORDERS = "turns.lark", (*STARTS, CHOOSING)
"""The grammar of orders, and the kinds of line that are read by it."""


def pattern_of(pattern: str) -> re.Pattern[str]:
    """Return the pattern made of the words of orders, in any letters."""
    return when_used(filled_turns, pattern)


# What an order could begin with: the grammar is asked about nothing else.
_MAY_BE_ORDER = pattern_of(
    r"\W*(?:(?:{my}\s+)?(?:{play}|[[advance]])\s*[:=]\s*)?(?:(?:[[i]]|[[what_stands]])\s+)?(?:[[choose]]|[[exchange]]|[[pass]]|[[set_out1]]"
    r"|[[challenge]]|[[challenge_parts1]]|[[accept]]|[[accept_parts1]]|[[accepts_all]]|[[resign]]|[[draw]]){end}"
    r"|.{1,60}(?<![{letters}])(?:[[exchange_last]]|[[challenge_last]]|[[draw]]){end}"
)
_SLASH = regex(r"\s*/(?!/)\s*")


TRIAL = pattern_of(r"\s*(?:{my}\s{1,9})?[[trial]]{end}\s{0,9}:?")
_AWAY = pattern_of(r"\s*(?:[[i]]\s{1,9})?[[away]]{end}\s{0,9}:?")
_HISTORY, _TILES = (
    pattern_of(rf"[\s.!]*(?:[[please]]\s{{1,3}})?{name}(?:[\s,]{{1,3}}[[please]])?[\s.!?*]*")
    for name in ("[[history]]", "[[tiles]]")
)


def command_among_orders(text: str) -> Act | None:
    """Return the command that a line is, as only games in turns know it."""
    if _HISTORY.fullmatch(text):
        return HistoryAct()
    if _TILES.fullmatch(text):
        return TilesAct()
    away = _AWAY.match(text)
    if away and any(char.isdigit() for char in text[away.end() :]):
        return AwayAct(text[away.end() :].strip(" \t.!"))
    return None


class FoundOrder(Struct, frozen=True):
    """An order of one line, and whether it is an alternate."""

    order: AnyOrder
    is_alternate: bool
    is_instead: bool = False
    """Whether it takes the place of the one above: `nein, doch lieber 4A GRÄTE`."""


class OrderLines:
    """Reads single lines that ask for something but a play."""

    def __init__(
        self, grammar: "CountedLark", more: "Mapping[str, ReadTree] | None" = None
    ) -> None:
        """Make a reader; *more*: what a kind of game makes of kinds of line that it alone knows."""
        self._grammar = grammar
        self._read = {**_READ, **(more or {})}

    def read(self, line: Line, starts: Sequence[str]) -> "FoundOrder | Act | Wish | None":
        """Return what a line asks for, as one of *starts*; None if it is no such line."""
        text = without_comment(line.text)
        if len(text) > LONGEST_ORDER:
            return None
        plain, is_alternate = plain_of(text)
        bare, is_instead = bare_of(plain)
        # "ANFECHTEN RUCKEN bitte" challenges one word.
        first = [each for each in starts if bare == plain or each != "challenge"]
        if (found := self._only(plain, first, line.whole)) is not None:
            is_instead = False
        elif bare != plain and not _HURRIES.fullmatch(bare):
            found = self._only(bare, [each for each in starts if each != "resign"], line.whole)
        if found is None:
            found = self._without_fillers(bare, starts, line.whole)
        if isinstance(found, AnyOrder) and found.which is not None and _loses_tile(text):
            found = UnreadOrder((found.which(span=line.whole),), line.whole)
        if isinstance(found, AnyOrder):
            return FoundOrder(found, is_alternate, is_instead)
        return None if is_instead else found

    def _without_fillers(self, bare: str, starts: Sequence[str], span: TextSpan) -> "_Line | None":
        """Return what a text asks for once the words that say nothing are left out of it."""
        filled = without_fillers(bare)
        if _HURRIES.fullmatch(filled) or (filled == bare and not bare.isupper()):
            return None
        if bare.isupper():  # a filler in capitals may be a word, or letters
            filled = without_fillers(bare.lower())
            return self._only(filled, [each for each in starts if each == "passing"], span)
        left_out = {"resign"} if ACCEPTS.search(filled) else {"resign", "accept"}
        return self._only(filled, [each for each in starts if each not in left_out], span)

    def _only(self, plain: str, starts: Sequence[str], span: TextSpan) -> "_Line | None":
        """Return what a text that holds nothing else asks for."""
        if not _MAY_BE_ORDER.match(plain):
            return None
        for start in starts:
            try:
                tree = self._grammar.parse(plain, start=start)
            except UnexpectedInput:
                continue
            found = self._read[start](tree, span)
            if found is not None:
                return found
        return None


class CountedLark(Struct, frozen=True):
    """A grammar for the lines of one mail."""

    lark: Lark
    attention: Attention = BOUNDLESS
    firsts: dict[str, re.Pattern[str]] = {}
    """By start, what such a text may begin with; found once for all mails."""

    def parse(self, text: str, start: str, times: float = 1) -> Tree[Token]:
        """Return the tree of a whole text, as the parser does; it costs so many looks."""
        self.attention.look(text, times)
        return self.lark.parse(text, start=start)

    def may_begin(self, text: str, start: str) -> bool:
        """Tell whether *text* begins as such a line may; where it does not, no parser is asked."""
        if start not in self.firsts:
            parser = self.lark.parse_interactive("", start=start)
            names = parser.accepts() - {"$END"}  # type: ignore[no-untyped-call]  # lark says no type
            each = (self.lark.get_terminal(name).pattern.to_regexp() for name in sorted(names))
            self.firsts[start] = re.compile(rf"\s*(?:{'|'.join(each)})")
        return self.firsts[start].match(text) is not None


class Grammars:
    """The grammars of all readers of lines, each made when it is first needed; what a mail may cost, too."""

    def __init__(self, texts: Mapping[str, str], ready: Ready = nothing) -> None:
        """*texts* are the files of the grammar; what is *ready* of them need not be compiled."""

        def made(name: str, starts: tuple[str, ...]) -> CountedLark:
            return CountedLark(parser_of(filled_turns(texts[name]), starts, ready))

        self._made = cache(made)
        self._plays = cache(lambda: Grammar(texts["rounds.lark"], texts["wrong_plays.txt"], ready))
        self.attention: Attention = BOUNDLESS

    def within(self, attention: Attention) -> "Grammars":
        """Return the same grammars for the lines of one mail."""
        found = copy(self)
        found.attention = attention
        return found

    @property
    def plays(self) -> Grammar:
        return self._plays().within(self.attention)

    @property
    def orders(self) -> OrderLines:
        return OrderLines(self.of(*ORDERS))

    def of(self, name: str, starts: Sequence[str]) -> CountedLark:
        """Return the grammar in the file *name*, of lines that are one of *starts*."""
        return replace(self._made(name, tuple(starts)), attention=self.attention)


def without_comment(text: str) -> str:
    """Return a line up to the comment on it."""
    return text.partition(COMMENT_MARK)[0]


def plain_of(text: str) -> tuple[str, bool]:
    """Return a line without what stands around an order, and whether the order is an alternate."""
    slash = _SLASH.match(text)
    return text[slash.end() if slash else 0 :].strip(" \t.!;*\"'"), slash is not None


def leaves_doubt(text: str) -> bool:
    """Tell whether a line that is no order challenges, or says when one holds: `Gilt nur, wenn Ben passt.`

    Beside a move it is asked about: the move would close the play to challenges, or hang on nothing.
    """
    if len(text) > _LONGEST_DOUBT:
        return False
    clauses = _CLAUSE_END.split(text)
    challenges = any(_CHALLENGES.search(each) and not _SAYS_NO.search(each) for each in clauses)
    return challenges or _CHALLENGES_AND.match(text) is not None or _HANGS.search(text) is not None


_LONGEST_DOUBT = 240
_CHALLENGES_AND = pattern_of(
    r"\W*(?:[[i]]\s+)?(?:[[challenge]]|[[challenge_parts1]]){end}.*(?<![{letters}\d]){square}(?![{letters}])"
)
_CHALLENGES = pattern_of(
    r"(?<![{letters}])(?:[[challenge]]|[[challenge_last]]|[[challenge_parts1]]{end}[^.!?]{0,60}\s[[challenge_parts2]])"
    r"{end}"
)
_CLAUSE_END = regex(r"[.,;:!?]")
_SAYS_NO = pattern_of(r"(?<![{letters}])(?:[[negation]]|[[no_doubt]]){end}")
_HANGS = pattern_of(
    r"(?<![{letters}])(?:[[if]]|[[maybe_if]]|[[unless]]){end}[\s,]{1,9}"
    r"(?:(?:[[someone]]|(?-i:[A-ZÄÖÜ])[{letters}]{1,30}){end}\s{1,9}(?:[[around]]{end}\s{1,9})?"
    r"(?:[[some]]{end}\s{1,9})?(?:[[tile_names]]{end}\s{1,9})?(?:[[passes]]|[[exchanges]])"
    r"|(?:[[what_goes_back]]{end}\s{1,9})?[[goes_back]]){end}"
)


_LONGEST_THEME = 500
_THEME = regex(
    rf"(?:^|{COMMENT_MARK})\s{{0,9}}{one_of(SAYINGS['theme_called'])}(?:\s{{0,9}}[:=](?P<said>.*)|\s{{0,9}}[.!]?\s*$)",
    re.IGNORECASE,
)
_NAMED = regex(r"[^\W\d_]+")


def theme_claims(text: str) -> tuple[str, ...] | None:
    """Return what `// Thema: ...` says beside a play or below it; None where nothing is claimed."""
    found = _THEME.search(text[:_LONGEST_THEME])
    return None if found is None else tuple(map(spell, _NAMED.findall(found["said"] or "")))


def is_theme_line(text: str) -> bool:
    """Tell whether a line claims a theme and holds nothing else."""
    return _THEME.match(text) is not None


def replaces(text: str) -> bool:
    """Tell whether a line begins as one that takes the place of what was asked for above."""
    return _INSTEAD.match(text) is not None


_LEADS = pattern_of(r"[\s,;.!:-]*(?:[[before_order]]|[[please]]){end}[\s,;.!:-]*")
_INSTEAD = pattern_of(r"\W*(?:[[no]]\s*[,;.!:–-][\s.!–-]*|[[rather]]{end}[\s,;.!:–-]*)")
_TRAILS = pattern_of(
    r"(?:[\s,;.!*-]{1,20}[[please]]|[\s,;:=(–-]{1,20}0\s{0,3}{points}\)?|\s{1,9}[:;]-?[()DP]|[\s.!;*\"']{1,30})$"
)
_MOST_AROUND = 6
"""So many words that say nothing are taken off an order, at each end."""
_HURRIES = when_used(filled, "{hurries}")
"""A pass alone in its line, and an exhortation beside any other word."""


def bare_of(text: str) -> tuple[str, bool]:
    """Return an order without what says nothing beside it, and whether it replaces another.

    `Ok, angenommen 👍`, `Bitte TAUSCHE A E N`, `PASSE (0 Punkte)`, `nein, doch lieber PASSE`.
    """
    is_instead = False
    for _ in range(_MOST_AROUND):
        rest = _without_signs(text)
        if trail := _TRAILS.search(rest):
            rest = rest[: trail.start()]
        if lead := _LEADS.match(rest):
            rest = rest[lead.end() :]
        elif lead := _INSTEAD.match(rest):
            is_instead, rest = True, rest[lead.end() :]
        if rest == text:
            break
        text = rest
    return text, is_instead


def without_fillers(text: str) -> str:
    """Return an order without the words in it that say nothing: `Ich muss leider passen`.

    What is left is for the grammar alone; its places are no longer those of the line.
    """
    plain = _FILLER.sub(" ", text)
    first, blank, rest = plain.strip(" ,").partition(" ")
    return " ".join(f"{first}{blank}{_INNER.sub(' ', rest)}".split())


_NO_WISH = "".join(rf"(?<!{each}\s)" for each in SAYINGS["wished"])
_NO_WORD = r"(?-i:(?![A-ZÄÖÜ]{{2}}))"
_FILLER = pattern_of(rf"{_NO_WISH}(?<![{{letters}}]){_NO_WORD}(?:[[filler]]){{end}}")
_INNER = pattern_of(r"(?<![{letters}])(?:[[inner]]){end}")
ACCEPTS = pattern_of(r"(?<![{letters}])[[accept]]{end}")
# `Ich nehme mal an` supposes; `Ich akzeptiere gern` accepts.


def is_hurry(text: str) -> bool:
    """Tell whether words exhort rather than pass: `Weiter so!`."""
    return _HURRIES.fullmatch(plain_of(text)[0]) is not None


def without_claim(text: str) -> tuple[str, int | None]:
    """Return an order without the points behind it, and those: `HUNDERT, 7 Punkte`, `NIMM H4 (4 P)`."""
    found = _CLAIM.search(text)
    return (text[: found.start()], int(found["points"])) if found else (text, None)


_CLAIM = pattern_of(
    r"(?<![\s,;.:=(–-])[\s,;.:=(–-]+(?:{filler}{end}\s{1,3})?(?P<points>\d{1,3})\s{0,3}{points}{end}[\s.!)]*$"
)


def _without_signs(text: str) -> str:
    """Return a text without the pictures at its ends."""
    return text.strip("".join(char for char in set(text) if category(char) in _PICTURES))


_PICTURES = frozenset({"So", "Sk", "Mn", "Cf"})


# What is left beside tiles that are asked for. Reading takes signs off the ends of a line, and leaves a clause out of a
# sentence; a tile among them would stay on the rack without a word, and an exchange cannot be taken back.

BLANK_SIGNS = "*＊∗⁎✱✲★☆⭐🌟✩✪✫✬✭✮✯🃏🂠🎴❓❔⬜⬛□■◻◼◽▢"
"""What a player may write for a blank, beside `?`."""
_EMPHASIS = regex(
    r"^[\s/]{0,9}(?:\*\*(?=[^\W\d_]{2})[^*]{1,120}(?<=[^\s*])\*\*|\*(?=[^\W\d_]{2})[^*]{1,120}(?<=[^\s*])\*)(?![\w*])"
)
_BULLET = pattern_of(
    r"^[\s/]*\*{1,3}\s*(?=(?:{my}\s|[[i]]|[[please]]|[[before_order]]|[[exchange]]|[[choose]]){end})"
)
_TIMES = regex(r"(?<=\d)\s?\*(?=\s?[^\W\d_])")
_WINKS_WITH_LETTER = regex(r"[^\s,;]\s+;-?[DP]\W*$")
"""`TAUSCHE A E ;D`: a smile, or one letter more."""


def _loses_tile(text: str) -> bool:
    """Tell whether a line of tiles holds a sign, emphasis aside, that may be one more: `TAUSCHE Q *`."""
    plain = _TIMES.sub(
        "", _BULLET.sub("", _EMPHASIS.sub(lambda found: found[0].replace("*", ""), text))
    )
    return has_blank_sign(plain) or _WINKS_WITH_LETTER.search(plain) is not None


def has_blank_sign(text: str) -> bool:
    return any(sign in text for sign in BLANK_SIGNS)


_BETWEEN = regex(r"(?<=[^\s/])\s*/(?!/)\s*(?=\S)")
_AT_END = regex(r"(?<!\s)\s*(?<!/)/\s*$")


def at_slashes(lines: Iterable[Line], is_order: Callable[[Line], bool]) -> Iterator[Line]:
    """Yield each order on a line of its own: in `HUND / UND`, and in `HUND /` above it, UND is an alternate.

    A line stays whole where some part of it is no order.
    """
    is_alternate = False
    for line in lines:
        text = without_comment(line.text)
        if text.strip() == ALTERNATE_MARK:
            is_alternate = True
            continue
        if is_alternate and text.strip():
            is_alternate = False
            if is_order(line) and not _SLASH.match(text):
                line = replace(line, text=f"/ {line.text}")  # noqa: PLW2901  its mark stood above it
        end = _AT_END.search(text)
        if end is not None and is_order(line.cut(0, end.start())):
            is_alternate = True
            line = line.cut(0, end.start())  # noqa: PLW2901  its mark is for the next one
        yield from _parts(line, is_order)


def _parts(line: Line, is_order: Callable[[Line], bool]) -> Sequence[Line]:
    marks = [mark.start() for mark in _BETWEEN.finditer(without_comment(line.text))]
    parts = [line.cut(at, end) for at, end in zip([0, *marks], [*marks, None], strict=True)]
    return parts if marks and all(map(is_order, parts)) else [line]


def tokens_of(tree: Tree[Token], *kinds: str) -> list[Token]:
    """Return the tokens of some kinds, in order."""
    return [each for each in tree.scan_values(lambda v: isinstance(v, Token)) if each.type in kinds]


def _exchange(tree: Tree[Token], span: TextSpan) -> ExchangeOrder | UnreadOrder | None:
    if tokens_of(tree, "ALL"):
        return ExchangeOrder(None, span)
    if tokens_of(tree, "LAST") and any(len(each) > 1 for each in tokens_of(tree, "LETTERS")):
        return None  # `WIR TAUSCHEN`
    letters = "".join(tile_of(each) for each in tree.find_data("tile"))
    counted = [_number(each) for each in tokens_of(tree, "COUNTED")]
    if not letters or (counted and counted != [len(letters)]):
        return UnreadOrder((WhichLetters(span=span),), span)
    return ExchangeOrder(letters, span)


def _number(counted: str) -> int | None:
    """Return how many tiles `3 Steine:` or `drei Buchstaben` counts."""
    if digits := re.match(r"\d+", counted):
        return int(digits[0])
    said = counted.split(maxsplit=1)[0].casefold()
    rows = (each["numbers"] for each in ORDERS_IN_TURNS.values())
    return next((row.index(said) + 2 for row in rows if said in row), None)


def tile_of(tree: Tree[Token]) -> str:
    """Return the tile that a piece of a line names, as often as it says."""
    times = tokens_of(tree, "TIMES")
    letters = "".join(
        BLANK if token.type == "BLANK" else token.upper()
        for token in tokens_of(tree, "LETTERS", "ONE", "CAPITALS", "BLANK")
    )
    return letters * (int(re.sub(r"\D", "", times[0])) if times else 1)


def _challenge(tree: Tree[Token], span: TextSpan) -> Act | None:
    written = tokens_of(tree, "WORD", "LETTERS")
    if len(written) > 1 and not tokens_of(tree, "AND", "COMMA") and any(map(str.islower, written)):
        return None  # `Ich zweifle an meinem Verstand`
    words = () if _WHAT.fullmatch(" ".join(written)) else tuple(map(spell, written))
    is_prose = bool(words and _ENDS_SENTENCE.match(span.text))
    return None if is_prose or any(map(_IS_NOT.fullmatch, words)) else ChallengeAct(words, span)


# `mehr anfechten`, wrapped away from what stands before it, names no word: words begin in capitals.
_ENDS_SENTENCE = pattern_of(r"\W*(?-i:[a-zäöüß])[{letters}]*\s+[[challenge_last]]{end}")


_IS_NOT = pattern_of("[[negation]]")
# `Ich fechte das mal an` challenges what lies, `DAS` in capitals that word.
_WHAT = pattern_of(r"(?!(?-i:[A-ZÄÖÜ ]+$))(?:(?:[[what_stands]]|[[this_time]]){end}\s?)+")


def _accepts_all(tree: Tree[Token], _: TextSpan) -> Act:
    return AcceptsAllAct(wanted=bool(tokens_of(tree, "ON")))


def _wish(tree: Tree[Token], _: TextSpan) -> Wish:
    kinds = "".join(tokens_of(tree, "KINDS")).upper()
    if kinds:
        return Wish(kinds.count("V"), len(kinds) - kinds.count("V"))
    vowels = consonants = 0
    for each in tree.find_data("number_of"):
        number = int(tokens_of(each, "NUMBER")[0])
        if tokens_of(each, "VOWELS"):
            vowels += number
        else:
            consonants += number
    return Wish(vowels, consonants)


_Line = AnyOrder | Act | Wish
ReadTree = Callable[[Tree[Token], TextSpan], _Line | None]
"""Makes of a line that the grammar has read what it asks for; None where that is nothing."""
_READ: Mapping[str, ReadTree] = {
    "exchange": _exchange,
    "passing": lambda _tree, span: PassOrder(span),
    "challenge": _challenge,
    "accept": lambda _tree, _span: AcceptAct(),
    "accepts_all": _accepts_all,
    "resign": lambda _tree, _span: ResignAct(),
    "wish": _wish,
}
