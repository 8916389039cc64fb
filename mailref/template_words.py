"""The words of our templates, by Jinja's own parser: what stands before and behind each gap in them.

A template is literal words with gaps between, where squares, words and names are filled in. Every way
through it is read, and every string that an expression may put into a mail.
"""

from collections.abc import Iterable, Sequence
from sys import intern

from jinja2 import nodes
from msgspec import Struct, field

from mailref.orders.table import ORDER_START
from mailref.reading.our_runs import FILLED, RUN, SPLITS, as_keys, joined, runs_as_keys
from mailref.reading.quotes import (
    COLON,
    EDGE,
    FEW,
    LONGEST,
    MANY,
    PAIR,
    QUOTE,
    STOPS,
    OurSentences,
    around,
    is_ours,
    is_place,
    is_telling,
    is_word,
    symbols_of,
)
from mailref.tiles.moves import filled
from mailref.tiles.when_used import regex

_GAP = "\0gap"
"""In place of a word: what is filled in; behind it the words with which its sentence begins."""
_MARK = regex(r"(?:^|(?<=\n))[ \t]*(?:@figure[^\n]*|(?:@subject|!|##|-|=|~)[ ])|\n[ \t]*\n")
_FILLED_IN = regex(
    filled(r"[A-ZÄÖÜ*]{2}|[A-Z]?\d|(?i:{command_start}){end}", command_start=ORDER_START)
)
_HEAD = "table_"
_PLURAL = "plural"
"""The filter that puts one of its words behind a number."""
_ANYTHING = nodes.Const(None)
"""Behind a string that is handed on: it may stand before what is filled in."""

_Window = tuple[str, ...]


def sentences_of(templates: Iterable[nodes.Template]) -> OurSentences:
    """Return what *templates* say."""
    reader = _Reader()
    for template in templates:
        reader.read(template)
    return OurSentences(
        before=as_keys(map(joined, reader.before)),
        telling=as_keys(map(joined, reader.telling)),
        behind=as_keys(map(joined, reader.behind)),
        around=as_keys(around(lead, behind) for lead, behind in reader.around),
        ends=frozenset(window[-1] for window in reader.before | reader.telling),
        heads=frozenset(reader.heads),
        runs=runs_as_keys(reader.runs.found),
    )


def _tells(window: Sequence[str]) -> bool:
    """Tell whether a window has a word that tells of us, and is no place that a player writes as well."""
    return any(map(is_telling, window)) and not is_place(window)


class _Runs(Struct):
    """Collects runs of words, whatever signs are between them."""

    found: set[_Window] = field(default_factory=set)
    tails: set[_Window] = field(default_factory=lambda: {()})
    """The words before what is read next, in every way in which it may be come to."""

    def add(self, word: str) -> None:
        """Go on with a word, or with `FILLED`."""
        runs = {(*tail, word) for tail in self.tails if word != FILLED or tail[-1:] != (FILLED,)}
        self.found.update(filter(_is_run, (run[at:] for run in runs for at in range(len(run)))))
        self.tails = {run[-RUN:] for run in runs} | {
            tail for tail in self.tails if word == FILLED and tail[-1:] == (FILLED,)
        }


def _is_run(run: _Window) -> bool:
    """Tell whether it is as long as one, with one gap at most, and tells of us."""
    match run.count(FILLED):
        case 0:
            is_run = len(run) == RUN
        case 1:
            before = run.index(FILLED)
            is_run = (before, len(run) - before - 1) in SPLITS
        case _:
            is_run = False
    return is_run and _tells(run)


def _are_around(window: _Window) -> bool:
    """Tell whether the words at the ends of *window*, around what is filled in, are ours: `number 2 shows`."""
    ends = {window[0], window[-1]}
    return len(window) > PAIR and all(len(each) > 1 and is_ours(each) for each in ends)


class _Reader(Struct):
    """Collects the windows of templates: what may stand right before a gap, and right behind."""

    before: set[_Window] = field(default_factory=set)
    telling: set[_Window] = field(default_factory=set)
    behind: set[_Window] = field(default_factory=set)
    around: set[tuple[_Window, _Window]] = field(default_factory=set)
    heads: set[str] = field(default_factory=set)
    runs: _Runs = field(default_factory=_Runs)
    _tails: set[_Window] = field(default_factory=lambda: {(EDGE,)})
    """The ways in which what was read so far may end."""
    _is_below: bool = False
    """Whether a line has just ended: where another does, so does the paragraph."""
    _is_marked: bool = False
    """Whether the line is one that a mark begins."""

    def read(self, template: nodes.Template) -> None:
        self._edge()
        self._all(template.body)
        self._edge()

    def _label(self, name: str, text: str) -> None:
        """Add what stands alone, or before a colon."""
        words = tuple(symbol for symbol, _ in symbols_of(text) if is_word(symbol))
        if name.startswith(_HEAD):
            self.heads.update(words[:1])
        elif _tells(words):
            self._remember_before((EDGE, *words, COLON))

    # --- the parts of a template

    def _all(self, parts: Iterable[nodes.Node]) -> None:
        for part in parts:
            self._part(part)

    def _part(self, part: nodes.Node) -> None:
        """Read a statement, or an expression that is printed."""
        match part:
            case nodes.Output():
                self._all(part.nodes)
            case nodes.If():
                self._either(part.body, *(each.body for each in part.elif_), part.else_)
            case nodes.For():
                self._either(part.body, part.else_)
            case nodes.Assign(target=nodes.Name(name=name), node=nodes.Const(value=str(text))):
                self._label(name, text)
            case nodes.Assign(node=value):
                self._apart([value, _ANYTHING])
            case nodes.CallBlock(call=call, body=body):
                self._printed(call)
                self._apart(body)
            case nodes.Macro(body=body) | nodes.AssignBlock(body=body):
                self._apart(body, may_lead=True)
            case nodes.Include():
                self._edge()
            case nodes.Expr():
                self._printed(part)

    def _printed(self, value: nodes.Expr) -> None:
        match value:
            case nodes.TemplateData(data=text):
                self._text(text)
            case nodes.Const(value=str(text)):
                self._literal(text)
            case nodes.Concat():
                self._all(value.nodes)
            case nodes.CondExpr(expr1=one, expr2=other):
                self._either([one], [other] if other else [])
            case nodes.Filter(name=name, args=words) if name == _PLURAL:
                self._gap()
                self._either(*([word] for word in words))
            case nodes.Filter(node=inner) if inner:
                self._strings([inner])
                self._gap()
            case _:
                self._strings([value])
                self._gap()

    def _either(self, *ways: Sequence[nodes.Node]) -> None:
        """Read the ways in which a template may go on."""
        begins, ends = self._tails, set[_Window]()
        runs_begin, runs_end = self.runs.tails, set[_Window]()
        before, below, marked = (self._is_below, self._is_marked), False, False
        for way in ways:
            self._tails, (self._is_below, self._is_marked) = set(begins), before
            self.runs.tails = runs_begin
            self._all(way)
            ends |= self._tails
            runs_end |= self.runs.tails
            below |= self._is_below
            marked |= self._is_marked
        self._tails, self._is_below, self._is_marked = ends, below, marked
        self.runs.tails = runs_end

    def _strings(self, parts: Iterable[nodes.Node]) -> None:
        """Read what is handed on to be printed: not what is compared, or stands for a missing name."""
        for part in parts:
            match part:
                case nodes.Const(value=str()) | nodes.Concat() | nodes.CondExpr() | nodes.Filter():
                    self._apart([part, _ANYTHING])
                case nodes.Node() if not isinstance(part, (nodes.Compare, nodes.Or)):
                    self._strings(part.iter_child_nodes())

    def _apart(self, parts: Sequence[nodes.Node], *, may_lead: bool = False) -> None:
        """Read what is printed elsewhere, beside what is not known here; it may stand before a colon."""
        kept, self._tails = self._tails, {(EDGE,), (_GAP,)}
        runs_kept, self.runs.tails = self.runs.tails, {(), (FILLED,)}
        self._all(parts)
        for tail in self._tails if may_lead else ():
            is_long = sum(map(is_word, tail)) >= FEW
            if tail[0] == EDGE and is_word(tail[-1]) and is_long and _tells(tail[1:]):
                # Whole alone: `Coup d'avance :` is a player's, though we write `Ton coup d'avance :`.
                self.before.add((*tail, COLON))
                self.telling.add((*tail, COLON))
        self._edge()
        self._tails, self.runs.tails = kept, runs_kept

    # --- its words

    def _text(self, text: str) -> None:
        at = 0
        text = "\n" + text if self._is_below else text
        for mark in _MARK.finditer(text):
            self._lines(text[at : mark.start()])
            self._edge()
            self._is_marked = bool(mark[0].strip())
            at = mark.end()
        self._lines(text[at:])
        self._is_below = text.rstrip(" \t").endswith("\n")

    def _lines(self, text: str) -> None:
        """Add words; a line with a mark, such as a headline, is a paragraph."""
        marked, end, rest = text.partition("\n") if self._is_marked else ("", "", text)
        self._literal(marked)
        if end:
            self._edge()
            self._is_marked = False
        self._literal(rest)

    def _literal(self, text: str) -> None:
        """Add words; what is written as a play or a command stands like what is filled in."""
        text = text.replace(" | ", ": ")
        run: list[str] = []
        for symbol, at in symbols_of(text):
            if _FILLED_IN.match(text, at) or text.startswith("=", at + len(symbol)):
                self._add(run)
                tails, run = self._tails, []
                self._gap()
                self._tails |= {(*tail, symbol) for tail in tails}
                continue
            if is_word(symbol):
                self.runs.add(intern(symbol))
            if symbol in STOPS:
                self._add([*run, symbol])
                self._tails.add((EDGE,))
                run = []
            else:
                run.append(intern(symbol))  # most words stand in many templates
        self._add(run)

    def _add(self, run: Sequence[str]) -> None:
        tails = {(*tail, *run) for tail in self._tails}
        for tail in tails:
            if tail[0].startswith(_GAP):
                self._remember_behind(tail)
        self._tails = {tail if len(tail) <= LONGEST else tail[-LONGEST:] for tail in tails}

    def _gap(self) -> None:
        self._is_below = False
        between = {run[-PAIR - 1 :] for run in self.runs.tails if run[-PAIR:-1] == (FILLED,)}
        self.before.update(filter(_are_around, between))
        self.runs.add(FILLED)
        for tail in self._tails:
            self._remember_before(tail)
        self._tails = {(_GAP + _lead(tail),) for tail in self._tails}

    def _edge(self) -> None:
        for tail in self._tails:
            if tail[0].startswith(_GAP):
                self._remember_behind((*tail, EDGE))
        self._tails = {(EDGE,)}
        self.runs.tails = {()}

    def _remember_before(self, tail: _Window) -> None:
        words = [at for at, symbol in enumerate(tail) if is_word(symbol)]
        is_label = tail[0] == EDGE and tail[-1] in (COLON, QUOTE)
        ends = [tail[at:] for at in reversed(words)]
        self.before.update(filter(_tells, ends[FEW - 1 :]))
        self.telling.update(filter(_tells, ends[MANY - 1 :]))
        if tail[0] == EDGE and (len(words) > 1 or (words and is_label)) and _tells(tail):
            self.before.add(tail)
            if len(words) >= FEW or is_label:
                self.telling.add(tail)

    def _remember_behind(self, tail: _Window) -> None:
        words = [at for at, symbol in enumerate(tail) if is_word(symbol)]
        if len(words) >= FEW and any(map(is_ours, window := tail[words[0] : words[FEW - 1] + 1])):
            self.behind.add(window)
        lead = tuple(tail[0].removeprefix(_GAP).split())
        if lead and len(words) >= PAIR:
            self.around.add((lead, tail[words[0] : words[PAIR - 1] + 1]))
        elif lead and words and (tail[-1] == EDGE or tail[-1] in STOPS):
            self.around.add((lead, (*tail[words[0] : words[0] + 1], tail[-1])))
        elif len(lead) >= PAIR and words and is_telling(tail[words[0]]):
            self.around.add((lead, (tail[words[0]],)))


def _lead(tail: _Window) -> str:
    """Return the few words with which a sentence begins before its first gap; else nothing."""
    return " ".join(tail[1:]) if tail[0] == EDGE and len(tail) <= FEW + 1 else ""
