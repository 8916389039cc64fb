"""One line by the grammar: what stands in it, with its places in the text; nothing is judged here.

How orders in games in turns are written stands in `templates/xx/turn_orders.toml` and nowhere else; what
reads orders is made from these tables (turns 11).

What takes long to work out of a grammar, as plain text that was made of it beforehand.

A reader is told what is ready by the key of what it was made from; what is not there is worked out
when it is first needed. Who makes it, and where it lies: `mailref/made_ready.py`.
"""

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, Literal, get_args

import lark
from lark import Lark, Token, Transformer, Tree, UnexpectedInput, UnexpectedToken
from lark.grammar import Rule
from lark.lexer import TerminalDef
from msgspec import Struct
from msgspec.structs import replace

from mailref import languages
from mailref.orders.order_words import filled_turns
from mailref.reading.incoming_mail import BOUNDLESS, Attention
from mailref.tiles.moves import filled
from mailref.tiles.ready_patterns import compiled
from mailref.tiles.remembered import remembered
from mailref.tiles.tile_set import GERMAN, TileSet
from mailref.tiles.when_used import wider

Ready = Callable[[str], bytes | None]
"""What is ready under a key; None where nothing is."""


def nothing(_key: str) -> None:
    """Have nothing ready."""


def key_of(*sources: str) -> str:
    """Return the key of what is made from *sources*, all of them."""
    return hashlib.sha256("\0".join(sources).encode()).hexdigest()


def grammar_key(grammar: str, starts: Sequence[str]) -> str:
    """Return the key of a grammar's tables: another version of Lark may write others."""
    return key_of(lark.__version__, grammar, *starts)


def parser_of(
    grammar: str, starts: Sequence[str], ready: Ready = nothing, transformer: Any = None
) -> Lark:
    """Return the parser of *grammar*, of texts that are one of *starts*."""
    tables = ready(grammar_key(grammar, starts))
    if tables is None:
        return Lark(grammar, parser="lalr", start=list(starts), transformer=transformer)
    whole = json.loads(tables)
    data, memo = whole["data"], _numbered(whole["memo"])
    table = data["parser"]["parser"]
    table["tokens"] = _numbered(table["tokens"])
    table["states"] = {int(key): _numbered(row) for key, row in table["states"].items()}
    # What Lark's own standalone parsers call: `Lark.load` takes no transformer.
    found: Lark = Lark._load_from_dict(data, memo, transformer=transformer)  # type: ignore[no-untyped-call]  # noqa: SLF001  lark says no type
    for lexer in _lexers_of(found):
        lexer.re = _RE
    return found


_RE = SimpleNamespace(
    **{**vars(re), "compile": lambda pattern, flags: compiled(pattern, flags, languages.ready)}
)
"""What Lark takes for `re`: what finds the pieces of a line is taken up where it was made ready."""


def _lexers_of(parser: Lark) -> Collection[Any]:
    """Return what finds the next piece of a line, each for some places where a parser may stand."""
    contextual: Any = parser.parser.lexer
    return {
        id(each): each for each in (contextual.root_lexer, *contextual.lexers.values())
    }.values()


def patterns_of(parser: Lark) -> Iterator[tuple[str, int]]:
    """Yield the patterns that find the pieces of a line, with their flags."""
    for lexer in _lexers_of(parser):
        for each in lexer.scanner._mres:  # noqa: SLF001  nothing else knows them
            yield each.pattern, lexer.g_regex_flags


def tables_of(grammar: str, starts: Sequence[str]) -> bytes:
    """Return what `parser_of` needs of a grammar not to work it out: of the same grammar the same bytes."""
    data, memo = parser_of(grammar, starts).memo_serialize([TerminalDef, Rule])
    data["parser"]["parser"] = _in_one_order(data["parser"]["parser"])
    whole = {"data": data, "memo": memo}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


def _in_one_order(table: dict[str, Any]) -> dict[str, Any]:
    """Return the parse table, its tokens and states numbered by their names and by how they are reached.

    Lark numbers them as they come out of sets, which is another order in each process: no two wheels were alike.
    """
    tokens = dict(enumerate(sorted(table["tokens"].values())))
    number_of = {name: number for number, name in tokens.items()}
    rows = {
        state: {number_of[table["tokens"][token]]: does for token, does in row.items()}
        for state, row in table["states"].items()
    }
    rows = {state: dict(sorted(row.items())) for state, row in rows.items()}
    reached = [state for _, state in sorted(table["start_states"].items())]
    for state in reached:  # it grows meanwhile
        following = (there for kind, there in rows[state].values() if kind == _SHIFTS)
        reached += [each for each in dict.fromkeys(following) if each not in reached]
    known = {state: number for number, state in enumerate(reached)}
    states = {
        known[state]: {
            token: (kind, known[there] if kind == _SHIFTS else there)
            for token, (kind, there) in rows[state].items()
        }
        for state in reached
    }
    ends = {
        each: {start: known[state] for start, state in sorted(table[each].items())}
        for each in ("start_states", "end_states")
    }
    return {**table, "tokens": tokens, "states": states, **ends}


_SHIFTS = 0
"""How Lark writes that a token leads to another state; any other kind ends a rule."""


def _numbered(row: dict[str, Any]) -> dict[int, Any]:
    """Return a row by the numbers that JSON has written as texts."""
    return {int(key): value for key, value in row.items()}


Start = Literal["player", "heading", "play", "word_first", "bare", "swaps", "jokers", "total"]
STARTS = get_args(Start)
Naming = Literal["player", "heading"]


_TARGETS = frozenset({"TARGET", "TARGETED", "SQUARE"})
"""What a joker or a swap names: `Joker = T, E`, `A4 = Blanko`, `Jokertausch=A12, B3`."""

_LETTERS = "abcd"
"""`a)` and `b)` number plays as `1)` and `2)` do."""

_Failure = tuple[str, str | None]
"""Where the parser stood, and the token that stopped it; None stands for any."""

LinePiece = Token | Tree[Token]


def _is_target(piece: object) -> bool:
    return isinstance(piece, Token) and piece.type in _TARGETS


class LineAsWritten(Struct, frozen=True):
    """What one line says, in the order written."""

    pieces: tuple[LinePiece, ...]

    def tokens(self, *types: str) -> tuple[Token, ...]:
        return tuple(p for p in self.pieces if isinstance(p, Token) and p.type in types)

    def token(self, *types: str) -> Token | None:
        found = self.tokens(*types)
        return found[0] if found else None

    def targets(self, rule: str) -> Iterator[Token]:
        """Yield the letters and squares named by the pieces that are a `joker` or a `swap`."""
        for piece in self.pieces:
            if isinstance(piece, Tree) and piece.data == rule:
                yield from piece.scan_values(_is_target)

    @property
    def is_alternate(self) -> bool:
        return self.token("SLASH", "ALTERNATE") is not None

    @property
    def number(self) -> int | None:
        """Return the Teilzug's number: 2 for `/2.`."""
        token = self.token("NUMBER")
        return None if token is None else number_of(token)


def number_of(mark: str) -> int:
    """Return which Teilzug `2.`, `Teilzug 2:` or `b)` numbers."""
    digits = "".join(char for char in mark if char.isdigit())
    return int(digits) if digits else _LETTERS.index(mark.strip()[0].lower()) + 1


class _Builder(Transformer[Token, "LineAsWritten | LinePiece"]):
    """Turns each kind of line into its value while it is parsed."""

    def _line(self, children: list[LinePiece]) -> LineAsWritten:
        return LineAsWritten(tuple(children))

    play = word_first = bare = swaps = jokers = total = player = heading = _line


class Unreadable(Exception):  # noqa: N818  not an error of ours: a line that is no play
    """The line does not follow the grammar: where, and which labelled example it resembles."""

    def __init__(self, at: int, cause: UnexpectedInput) -> None:
        super().__init__(at)
        self.at = at
        self.cause = cause


class Grammar:
    """The compiled grammar and its labelled wrong examples."""

    def __init__(
        self, grammar: str, wrong_plays: str, ready: Ready = nothing, *, is_wide: bool = False
    ) -> None:
        """*is_wide*: words are of letters of any language, and not of German ones alone."""
        self.attention: Attention = BOUNDLESS
        plain = filled(grammar)
        self._lark = parser_of(wider(plain) if is_wide else plain, STARTS, ready, _Builder())
        self._is_wide = is_wide
        self._wide = cache(partial(Grammar, grammar, wrong_plays, ready, is_wide=True))
        self._wrong_plays = wrong_plays
        self._named = {each: remembered(partial(self._name_in, each)) for each in get_args(Naming)}
        """What heads moves comes again in mail after mail."""
        self._labels: dict[_Failure, str] = {}
        """Found when a line that cannot be read first asks; for all mails."""

    def for_tiles(self, tiles: TileSet) -> "Grammar":
        """Return the grammar of games with these tiles: a letter that is no German one is none in German games."""
        return self if tiles == GERMAN else self._wide().within(self.attention)

    def within(self, attention: Attention) -> "Grammar":
        """Return the same grammar for the lines of one mail."""
        found = copy(self)
        found.attention = attention
        return found

    def read(self, text: str, start: Start) -> LineAsWritten:
        """Read one whole line; Unreadable says where it cannot be read."""
        try:
            return self._parse(text, start)
        except UnexpectedInput as stop:
            raise Unreadable(_stop_at(stop, text), stop) from stop

    def read_if(self, text: str, start: Start) -> LineAsWritten | None:
        """Return one whole line; None if it cannot be read."""
        try:
            return self._parse(text, start)
        except UnexpectedInput:
            return None

    def named_in(self, text: str, start: Naming) -> Token | None:
        """Return the name in `Spieler=NAME`, or the title in a heading; None if none is there."""
        self.attention.look(text)
        return self._named[start](text)

    def _name_in(self, start: str, text: str) -> Token | None:
        try:
            return self._parsed(text, start).token("NAME", "TITLE")
        except UnexpectedInput:
            return None

    def hint(self, stop: Unreadable) -> str:
        """Return the label of the wrong example that fails in the same way; `play` if none does.

        As Lark's `match_examples`, but by the parser's position alone: that one also counts its
        stack, and a slash before the line would hide what is wrong behind it.
        """
        if not self._labels:
            self._labels.update(self._labels_of(read_examples(self._wrong_plays)))
        position, token = _failure(stop.cause)
        exact = self._labels.get((position, token))
        return exact or self._labels.get((position, None)) or "play"

    def _labels_of(self, examples: Mapping[str, Sequence[str]]) -> dict[_Failure, str]:
        labels: dict[_Failure, str] = {}
        rows = [(label, text) for label, texts in examples.items() for text in texts]
        for label, text in [*rows, *((label, f"/{text}") for label, text in rows)]:
            failed = self._failure_of(text)
            if failed is None:
                continue
            position, token = failed
            labels.setdefault((position, token), label)
            labels.setdefault((position, None), label)
        return labels

    def _failure_of(self, example: str) -> _Failure | None:
        try:
            self._lark.parse(example, start="play")
        except UnexpectedInput as stop:
            return _failure(stop)
        if self._is_wide:  # in other languages a letter with an accent may be a tile
            return None
        raise ValueError(f"wrong_plays.txt: {example!r} can be read")

    def _parse(self, text: str, start: str) -> LineAsWritten:
        self.attention.look(text)
        return self._parsed(text, start)

    def _parsed(self, text: str, start: str) -> LineAsWritten:
        result: object = self._lark.parse(text, start=start)
        if not isinstance(result, LineAsWritten):
            raise TypeError(f"the grammar's {start!r} gave {result!r}")
        return result


def _failure(stop: UnexpectedInput) -> _Failure:
    """Return the parser's position and the kind of token it could not take."""
    if not isinstance(stop, UnexpectedToken):
        return repr(stop.state), None
    return repr(stop.state.position), stop.token.type


def _stop_at(stop: UnexpectedInput, text: str) -> int:
    """Return where reading stopped: at the end if the line breaks off."""
    if isinstance(stop, UnexpectedToken) and stop.token.type == "$END":
        return len(text)
    at: int | None = stop.pos_in_stream
    return len(text) if at is None else at


def read_examples(text: str) -> Mapping[str, Sequence[str]]:
    """Read labelled examples: `label: example`, one a line, `#` before a comment."""
    examples: dict[str, list[str]] = {}
    for row in text.splitlines():
        label, colon, example = row.partition(": ")
        if colon and not row.startswith("#"):
            examples.setdefault(label.strip(), []).append(example)
    return examples


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

        def made(name: str, starts: tuple[str, ...], is_wide: bool) -> CountedLark:
            plain = filled_turns(texts[name])
            return CountedLark(parser_of(wider(plain) if is_wide else plain, starts, ready))

        self._made = cache(made)
        self.tiles = GERMAN
        self._plays = cache(lambda: Grammar(texts["rounds.lark"], texts["wrong_plays.txt"], ready))
        self.attention: Attention = BOUNDLESS

    def for_tiles(self, tiles: TileSet) -> "Grammars":
        """Return the grammars of games with these tiles."""
        found = copy(self)
        found.tiles = tiles
        return found

    def within(self, attention: Attention) -> "Grammars":
        """Return the same grammars for the lines of one mail."""
        found = copy(self)
        found.attention = attention
        return found

    @property
    def plays(self) -> Grammar:
        return self._plays().within(self.attention).for_tiles(self.tiles)

    def of(self, name: str, starts: Sequence[str]) -> CountedLark:
        """Return the grammar in the file *name*, of lines that are one of *starts*."""
        return replace(
            self._made(name, tuple(starts), self.tiles != GERMAN), attention=self.attention
        )
