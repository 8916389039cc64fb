"""Every sentence of the templates, with anything where something is filled in: laid out as our mails are.

Read by Jinja's own parser, as a mail is written: text, one branch of each choice, and what our own macros say.
"""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from textwrap import wrap

from jinja2 import nodes
from msgspec import Struct

from mailref import assets
from mailref.writing.compose import plain_text
from mailref.writing.document import Document, FigureHere, filled_in, read_document
from tests.template_trees import trees

_OF_SHEETS = ("footer", "subtitle", "footer_turns", "subtitle_turns", "draws_head")
"""Printed on the score sheet or in an attachment, in no mail."""
_DEEPEST = 4
"""So many macros of ours say what is in another."""


class Source(Struct, frozen=True):
    """What writes sentences: a template, or a macro of one."""

    language: str
    name: str
    body: tuple[nodes.Node, ...]


@cache
def parsed(language: str) -> Mapping[str, nodes.Template]:
    """Return the templates of mails in a language by their names."""
    of_mails = assets.mail_templates()  # read from files each time
    return {
        name: tree for name, tree in trees(language).items() if f"{language}/{name}" in of_mails
    }


@cache
def macros_of(tree: nodes.Template) -> tuple[nodes.Macro, ...]:
    return tuple(tree.find_all(nodes.Macro))


def sources(language: str, begins: str = "") -> Iterator[Source]:
    """Yield each template that writes sentences, and each macro of phrases.

    *begins* is how the names of the templates wanted begin.
    """
    for name, tree in parsed(language).items():
        if not name.startswith(begins) or name.endswith(("labels.j2", "/page.j2")):
            continue
        macros = macros_of(tree)
        for macro in macros:
            if macro.name not in _OF_SHEETS:
                lead = _before_top(language) if macro.name == "top" else ()
                yield Source(language, f"{name}:{macro.name}", (*lead, *macro.body))
        if not macros:
            yield Source(language, name, tuple(tree.body))


def _before_top(language: str) -> tuple[nodes.TemplateData, ...]:
    """Return what stands before the macro of that name: the label of the report."""
    said = parsed(language)["rounds/report/laid_said.j2"]
    best = next(macro for macro in said.find_all(nodes.Macro) if macro.name == "best")
    label = next(best.find_all(nodes.TemplateData))
    return (nodes.TemplateData("= "), label)


# What counts, and what holds a word by itself; anything else may hold whatever a person wrote.
_NUMBER = re.compile(
    r"number|length|\.stack\b|receipt|nonce|\bleft\b|\bn\.of\b|in_hand|\bcount\b|\bleast\b|draws\b|\bday\b|"
    r"rounds?\b|results|percent|decimal|f\.refused|\ballowed\b|better|solo|base|deduction|formula|"
    r"rank|size|index|minutes|most|plural|points|tiles|total|zat\(|date|in_vain|own\("
)
_WORD = re.compile(
    r"challenged|fate\(|settled_by\[|ties\[|no_swap\[|sha|asked\b|word|place|letters?|drawn|square\b|"
    r"area|whole|seed|commitment|way|example|spaced|lies|wanted"
)


_ADDRESS = re.compile(r"sender\b|recipient|address")
_MOVE = re.compile(r"played\(|turned\(")
# Nobody, and no game, has a name that reads as a move.
_NAME = re.compile(
    r"player|author|finder|moved|before|leaders|\bname\b|\bold\b|gamemaster|suggestions|alike|whose|"
    r"\bwho\b|\bown\b|told|\bwon\b|\bo\.by\b|\bo\.names\b|meeting\.(?:first|second)"
)
_NAMES = ("Max Mustermann", "Otto", "EUBÖA", "Eva A. Muster-Öhler", "A12", "Nein")


# What macros and labels of games in turns make: never anybody's text.
_MADE = {
    "group.name": "Vokale",
    "standing(": "Max Mustermann 77, Otto 40",
    "racks(": "Max Mustermann 7, Otto 7",
    "whose_move(": "Otto, bis Freitag",
    "order(": "Otto",
    "condition(": "Wird davor gepasst, dann",
    "spot(": "senkrecht ab M10",
    "blank.letter": "U",
    "x.made(": "neu ist das Wort BAU",
    "fault.given": "E N",
    "c.times": "3",
    "blanks(": "; O",
    "formed(": "; BAU",
    "origin(": "Anna",
    "move_of(": "Dein Zug",
    "brief(": "liegt nicht an",
    "fault(": "Das Wort ist zu kurz.",
    "w.tile(": "E",
    "each.tile": "E",
    "holds": "gilt nicht",
}


def _value(gap: str, values: Sequence[str], rng: random.Random) -> str:
    made = next((text for part, text in _MADE.items() if part in gap), None)
    if made is not None:
        return made
    if "comma()" in gap:
        return ","
    if "title" in gap:
        return "1-Zug-Scrabble Yerres"
    if _MOVE.search(gap):
        return "EUBÖA (senkrecht ab M10)"
    if _ADDRESS.search(gap):
        return "max@example.org"
    if "tag" in gap:
        return "yerres R5"
    if _NUMBER.search(gap):
        return str(rng.randrange(1, 20))
    if _NAME.search(gap):
        return rng.choice(_NAMES)
    return "EUBÖA" if _WORD.search(gap) else rng.choice(values)


def rendered(source: Source, values: Sequence[str], rng: random.Random) -> str:
    """Return the template with each gap filled from *values*, and one branch of each choice."""
    return "".join(_Writer(source.language, source.name, values, rng).all(source.body))


class _Writer(Struct):
    """Writes a template, or a macro that one calls."""

    language: str
    name: str
    values: Sequence[str]
    rng: random.Random
    depth: int = 0

    def all(self, parts: Iterable[nodes.Node]) -> Iterator[str]:
        for part in parts:
            yield from self._part(part)

    def _part(self, part: nodes.Node) -> Iterator[str]:
        match part:
            case nodes.Output():
                yield from self.all(part.nodes)
            case nodes.If():
                ways = [part.body, *(each.body for each in part.elif_), part.else_]
                yield from self.all(self.rng.choice(ways))
            case nodes.For():
                yield from self.all(self.rng.choice([part.body, part.else_ or part.body]))
            case nodes.TemplateData(data=text):
                yield text
            case nodes.Const(value=str(text)):
                yield text
            case nodes.CondExpr(expr1=one, expr2=other):
                yield from self.all([self.rng.choice([one, *([other] if other else [])])])
            case nodes.Filter(name="plural", args=[one, many]):
                number = self.rng.randrange(1, 20)
                yield f"{number} "
                yield from self.all([one if number == 1 else many])
            case nodes.Expr():
                said = self._said(part)
                gap = filled_in(_value(_written(part), self.values, self.rng))
                yield str(gap) if said is None else said

    def _said(self, part: nodes.Expr) -> str | None:
        """Return what a macro of ours says that is called; None where it is none."""
        match part:
            case nodes.Filter(name="trim", node=nodes.Expr() as inner):
                return self._said(inner)
            case nodes.Call(node=nodes.Getattr(node=nodes.Name(name=alias), attr=macro)):
                name = self._imported().get(alias, "")
            case nodes.Call(node=nodes.Getitem(node=nodes.Name(name=alias), arg=chosen)):
                name = self._imported().get(alias, "")
                macro = f"{_begin_of(chosen)}*"  # what happened chooses it
            case nodes.Call(node=nodes.Name(name=macro)):
                name = self.name.partition(":")[0]
            case _:
                return None
        tree = parsed(self.language).get(name)
        macros = macros_of(tree) if tree else ()
        found = [each for each in macros if fnmatchcase(each.name, macro)]
        if not found or self.depth == _DEEPEST:
            return None
        inside = _Writer(self.language, name, self.values, self.rng, self.depth + 1)
        return "".join(inside.all(self.rng.choice(found).body)).strip()

    def _imported(self) -> Mapping[str, str]:
        """Return from which template each name here has its macros."""
        tree = parsed(self.language)[self.name.partition(":")[0]]
        return {"p": "phrases.j2"} | {
            each.target: each.template.value
            for each in tree.find_all(nodes.Import)
            if isinstance(each.template, nodes.Const)
        }


def _begin_of(name: nodes.Expr) -> str:
    """Return with what the name of a macro begins that a value chooses."""
    match name:
        case nodes.Concat(nodes=[nodes.Const(value=str(begin)), *_]):
            return begin
        case _:
            return ""


def _written(part: nodes.Node) -> str:
    """Return how an expression is written, as far as it tells what is filled in."""
    match part:
        case nodes.Name(name=name):
            return name
        case nodes.Const(value=value):
            return repr(value)
        case nodes.Getattr(node=node, attr=attr):
            return f"{_written(node)}.{attr}"
        case nodes.Call(node=node, args=args):
            return f"{_written(node)}({', '.join(map(_written, args))})"
        case nodes.Filter(node=node, name=name, args=args, kwargs=named):
            given = ", ".join(map(_written, (*args, *(each.value for each in named))))
            return f"{_written(node) if node else ''}|{name}({given})"
        case _:
            return " ".join(map(_written, part.iter_child_nodes()))


def text_of(source: str) -> str:
    """Return a rendered template as the text part of a mail has it, without figures and marker."""
    source = "\n".join(line for line in source.split("\n") if "@subject" not in line)
    document = read_document(f"@subject it\n{source}")
    blocks = tuple(block for block in document.blocks if not isinstance(block, FigureHere))
    _, _, text = plain_text(Document("it", blocks), {}, "marker").partition("\n\n")
    return text


def wrapped_again(text: str, width: int) -> list[str]:
    """Return the lines of a text as a program leaves them that wraps and loses the signs of quotes."""
    return [
        piece
        for line in text.split("\n")
        for piece in (wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""])
    ]
