"""Lines of a mail to the orders of WORT-Rummikub: words laid, extended, robbed for; tiles (table games 7)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from lark import Lark, Token, Tree, UnexpectedInput

from mailref.reading.commands import is_greeting, is_prose
from mailref.reading.incoming_mail import Line
from mailref.reading.order_lines import (
    TRIAL,
    FoundOrder,
    OrderLines,
    command_among_orders,
    cut,
    plain_of,
    tokens_of,
    without_comment,
)
from mailref.reading.turn_orders import MOST_ORDER_LINES
from mailref.rules.board import Axes
from mailref.rules.lexicon.verdicts import spell
from mailref.rules.moves import TextSpan
from mailref.rules.table.table_orders import Robbed, TakeOrder, WordOrder
from mailref.rules.turns.orders import (
    Act,
    AnyOrder,
    ChallengeAct,
    OrdersIf,
    PassOrder,
    TrialAct,
    Wish,
    WishAct,
    WrittenOrders,
)
from mailref.rules.turns.turn_vocabulary import filled_turns

_SHARED = ("accepts_all", "challenge", "accept", "resign", "passing")
_STARTS = ["wish", "take", "rob", "extend", "becomes", "lay"]
_FOREIGN = re.compile(filled_turns(r"[\s,;(][[foreign]]{end}"), re.IGNORECASE)
_LONGEST_WORD_LINE = 200


class _Sure(Enum):
    """How sure it is that a line is an order: our own words and names stand alone in lines, too."""

    FIRM = auto()
    """It says what is asked for, or is a word in capitals."""
    SMALL = auto()
    """`hundert`: an order where no prose stands beside it."""
    CAPITALISED = auto()
    """`Hundert`, or a name: an order where nothing else stands in the mail."""


@dataclass(frozen=True, slots=True)
class _Line:
    """An order of one line."""

    order: AnyOrder
    is_alternate: bool
    sure: _Sure = _Sure.FIRM


class TableReader:
    """Reads the lines of mails in games of WORT-Rummikub; the grammars are compiled once."""

    def __init__(self, grammar: Mapping[str, str]) -> None:
        self._shared = OrderLines(grammar)
        self._words = Lark(filled_turns(grammar["table.lark"]), parser="lalr", start=_STARTS)

    def recognises(self, line: Line, axes: Axes) -> bool:  # noqa: ARG002  there are no squares
        """Tell whether a line asks for something by itself; a word alone may be anything."""
        found = self._one(line)
        return found is not None and not (
            isinstance(found, _Line) and found.order.span.text.strip(" /").isalpha()
        )

    def read(self, lines: Sequence[Line], axes: Axes = Axes.ROWS) -> WrittenOrders:  # noqa: ARG002
        """Return all that *lines* ask for; there are no squares to be named by *axes*."""
        found: list[_Line] = []
        acts: list[Act] = []
        has_prose = False
        for line in lines[:MOST_ORDER_LINES]:
            match self._one(line):
                case _Line() as each:
                    found.append(each)
                case None:
                    has_prose = has_prose or is_prose([line.text])
                case act:
                    acts.append(act)
        firm = [each for each in found if each.sure is _Sure.FIRM]
        if not has_prose:
            firm = firm or [each for each in found if each.sure is _Sure.SMALL]
            firm = firm or ([] if acts or len(found) > 1 else found)
        plain = {each.order.asked: each for each in firm if not each.is_alternate}
        second = list(plain.values())[1].order.span if len(plain) > 1 else None
        orders = tuple(each.order for each in firm)
        groups = (OrdersIf(None, orders),) if orders else ()
        return WrittenOrders(groups, tuple(acts), (), second)

    def _one(self, line: Line) -> _Line | Act | None:
        text = without_comment(line.text)
        if not text.strip() or len(text) > _LONGEST_WORD_LINE or is_greeting(text):
            return None
        if (command := command_among_orders(text)) is not None:
            return command
        if trial := TRIAL.match(text):
            tried = self._word(cut(line, trial.end()), text[trial.end() :])
            return TrialAct(tried.order) if isinstance(tried, _Line) else None
        foreign = _FOREIGN.search(text)
        plain = (
            line if foreign is None else Line(line.number, text[: foreign.start()].rstrip(" ,;("))
        )
        match self._shared.read(plain, _SHARED):
            case FoundOrder(PassOrder() as order, is_alternate):
                return _Line(order, is_alternate)
            case ChallengeAct(words, span):
                return ChallengeAct(words, span, foreign is not None)
            case None | FoundOrder():
                return self._word(line, text)
            case Wish():
                return None
            case act:
                return act

    def _word(self, line: Line, text: str) -> _Line | Act | None:
        plain, is_alternate = plain_of(text)
        for start in _STARTS:
            try:
                tree = self._words.parse(plain, start=start)
            except UnexpectedInput:
                continue
            if start == "wish":
                return WishAct("".join(map(spell, tokens_of(tree, "WORD"))))
            order = _READ[start](tree, line.whole)
            if order is None:
                continue
            sure = _Sure.FIRM
            is_small = not plain.isupper() or len(plain) == 1
            if start == "lay" and plain.isalpha() and is_small:
                if len(plain) == 1 or text.rstrip().endswith((".", ":")):
                    return None
                is_name = plain == plain.capitalize()
                sure = _Sure.CAPITALISED if is_name else _Sure.SMALL
            return _Line(order, is_alternate, sure)
        return None


def _words(tree: Tree[Token]) -> list[str]:
    return [spell(token) for token in tokens_of(tree, "WORD")]


def _lay(tree: Tree[Token], span: TextSpan) -> WordOrder:
    return WordOrder(_words(tree)[0], span)


def _extend(tree: Tree[Token], span: TextSpan) -> WordOrder:
    word, old = _words(tree)
    return WordOrder(word, span, extends=old)


def _becomes(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `LIEBEN wird zu VERLIEBEN`; what is no longer word for word is prose, such as `How to move`."""
    old, word = _words(tree)
    letters = iter(word)
    is_longer = all(letter in letters for letter in old)
    is_meant = is_longer or span.text.isupper() or not tokens_of(tree, "INTO")
    return WordOrder(word, span, extends=old) if is_meant else None


def _rob(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    robbed = tuple(_robbed(each) for each in tree.find_data("robbed"))
    left: list[str] = []
    is_left = False
    for child in tree.children:
        if isinstance(child, Token) and child.type == "LEFT":
            is_left = True
        elif isinstance(child, Token) and child.type == "WORD" and is_left:
            left.append(spell(child))
    word = _words(tree)[0]
    letters = sum(len(each.letters) for each in robbed)
    if letters > len(word) + _MORE_ROBBED:
        return None
    return WordOrder(word, span, robbed=robbed, left=tuple(left))


_MORE_ROBBED = 3
"""So many letters more than the word has may be robbed by mistake; beyond that a line is prose."""


def _robbed(tree: Tree[Token]) -> Robbed:
    letters = "".join(
        spell(t) for each in tree.find_data("letters") for t in tokens_of(each, "WORD")
    )
    named = tokens_of(tree, "WORD", "PLACE")[-1]
    return Robbed(letters, spell(named))


def _take(tree: Tree[Token], span: TextSpan) -> TakeOrder | None:
    named = spell(tokens_of(tree, "PLACE", "WORD")[-1])
    return TakeOrder(named, span) if named.isdigit() or len(named) == 1 else None


_READ: Mapping[str, Callable[[Tree[Token], TextSpan], AnyOrder | None]] = {
    "lay": _lay,
    "extend": _extend,
    "becomes": _becomes,
    "rob": _rob,
    "take": _take,
}
