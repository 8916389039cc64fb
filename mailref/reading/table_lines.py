"""Lines of a mail to the orders of WORT-Rummikub: words laid, extended, robbed for; tiles (table games 7)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lark import Lark, Token, Tree, UnexpectedInput

from mailref.reading.commands import is_greeting
from mailref.reading.incoming_mail import Line
from mailref.reading.order_lines import (
    FoundOrder,
    OrderLines,
    plain_of,
    span_of_line,
    tokens_of,
    without_comment,
)
from mailref.reading.turn_orders import MOST_ORDER_LINES
from mailref.rules.lexicon.verdicts import spell
from mailref.rules.moves import TextSpan
from mailref.rules.table.table_orders import Robbed, TakeOrder, WordOrder
from mailref.rules.turns.orders import (
    Act,
    AnyOrder,
    ChallengeAct,
    OrdersIf,
    PassOrder,
    Wish,
    WishAct,
    WrittenOrders,
)
from mailref.rules.turns.turn_vocabulary import filled_turns

_SHARED = ("accepts_all", "challenge", "accept", "resign", "passing")
_STARTS = ["wish", "take", "rob", "extend", "becomes", "lay"]
_FOREIGN = re.compile(filled_turns(r"[\s,;(][[foreign]]{end}"), re.IGNORECASE)
_LONGEST_WORD_LINE = 200


@dataclass(frozen=True, slots=True)
class _Line:
    """An order of one line; a word alone in a mail may be a name."""

    order: AnyOrder
    is_alternate: bool
    is_firm: bool


class TableReader:
    """Reads the lines of mails in games of WORT-Rummikub; the grammars are compiled once."""

    def __init__(self, grammar: Mapping[str, str]) -> None:
        self._shared = OrderLines(grammar)
        self._words = Lark(filled_turns(grammar["table.lark"]), parser="lalr", start=_STARTS)

    def read(self, lines: Sequence[Line]) -> WrittenOrders:
        """Return all that *lines* ask for."""
        found: list[_Line] = []
        acts: list[Act] = []
        for line in lines[:MOST_ORDER_LINES]:
            match self._one(line):
                case _Line() as each:
                    found.append(each)
                case None:
                    pass
                case act:
                    acts.append(act)
        firm = [each for each in found if each.is_firm] or found
        plain = {_asked(each.order): each for each in firm if not each.is_alternate}
        second = list(plain.values())[1].order.span if len(plain) > 1 else None
        orders = tuple(each.order for each in firm)
        groups = (OrdersIf(None, orders),) if orders else ()
        return WrittenOrders(groups, tuple(acts), (), second)

    def _one(self, line: Line) -> _Line | Act | None:
        text = without_comment(line.text)
        if not text.strip() or len(text) > _LONGEST_WORD_LINE or is_greeting(text):
            return None
        foreign = _FOREIGN.search(text)
        plain = line if foreign is None else Line(line.number, text[: foreign.start()])
        match self._shared.read(plain, _SHARED):
            case FoundOrder(PassOrder() as order, is_alternate):
                return _Line(order, is_alternate, is_firm=True)
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
            order = _READ[start](tree, span_of_line(line))
            if order is None:
                continue
            is_firm = start != "lay" or plain != plain.capitalize()
            return _Line(order, is_alternate, is_firm)
        return None


def _words(tree: Tree[Token]) -> list[str]:
    return [spell(token) for token in tokens_of(tree, "WORD")]


def _lay(tree: Tree[Token], span: TextSpan) -> WordOrder:
    return WordOrder(_words(tree)[0], span)


def _extend(tree: Tree[Token], span: TextSpan) -> WordOrder:
    word, old = _words(tree)
    return WordOrder(word, span, extends=old)


def _becomes(tree: Tree[Token], span: TextSpan) -> WordOrder:
    old, word = _words(tree)
    return WordOrder(word, span, extends=old)


def _rob(tree: Tree[Token], span: TextSpan) -> WordOrder:
    robbed = tuple(_robbed(each) for each in tree.find_data("robbed"))
    left: list[str] = []
    is_left = False
    for child in tree.children:
        if isinstance(child, Token) and child.type == "LEFT":
            is_left = True
        elif isinstance(child, Token) and child.type == "WORD" and is_left:
            left.append(spell(child))
    return WordOrder(_words(tree)[0], span, robbed=robbed, left=tuple(left))


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


def _asked(order: AnyOrder) -> object:
    """Return what an order asks for, wherever it stands: the same twice is one."""
    match order:
        case WordOrder(word, _, extends, robbed, _):
            return word, extends, robbed
        case TakeOrder(what, _):
            return what
        case _:
            return "pass"
