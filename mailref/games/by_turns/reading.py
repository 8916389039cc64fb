"""How the lines of games in turns are read: as orders, of which plays are one; or each on a line of its own.

What stands around an order, in doubt or under a condition, is read alike whatever it asks for (classic 11).
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_turns.switches import TurnRules
from mailref.orders.commands import is_greeting, is_prose
from mailref.orders.entries import (
    Act,
    AnyOrder,
    AwayAct,
    ChallengeAct,
    ConditionUnread,
    Habits,
    HistoryAct,
    Otherwise,
    PassOrder,
    ProseRow,
    TilesAct,
    TrialAct,
    Wish,
)
from mailref.orders.grammar import Grammars
from mailref.orders.order_lines import (
    OR_ELSE,
    TRIAL,
    Doubtful,
    FoundOrder,
    Item,
    OrderReader,
    Said,
    Sayable,
    Sure,
    Under,
    asks_for_more,
    asks_referee,
    at_slashes,
    bare_of,
    command_among_orders,
    conditions_behind,
    ends_as_condition,
    ends_of_condition,
    extends,
    is_conditional,
    is_exception,
    is_firm_behind,
    is_move,
    leaves_doubt,
    names_parts,
    pattern_of,
    plain_condition,
    plain_of,
    robs,
    said_in,
    says_i,
    tells_others,
    wishes,
    without_claim,
    without_comment,
    without_fillers,
    without_harmless,
)
from mailref.orders.sections import begins_postscript, closes, is_rule, speaks_against_it, unsays
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front
from mailref.tiles.board import Notation
from mailref.tiles.moves import ALTERNATE_MARK
from mailref.tiles.when_used import regex


def habits(rules: TurnRules) -> Habits:
    """Return how the players of such a game write."""
    return Habits(rules.notation, are_numbered=False, reader=OrderReader)


_FOREIGN = pattern_of(r"[\s,;(][[foreign]]{end}")
_LONGEST_LINE = 200
_SHARED = ("accepts_all", "challenge", "accept", "resign", "passing")
"""Kinds of line that are read alike in every game in turns."""


def is_firm(asked: Sayable | None) -> bool:
    """Tell whether a line asks for something beyond doubt."""
    return asked is not None and (not isinstance(asked, FoundOrder) or asked.sure is Sure.FIRM)


_ENDS = regex(r"(?<=[^\W\d_])[.!?]+\s+|\s-\s+")
"""Where a sentence ends, or a remark is set off."""


class _Above(Struct):
    """What stands above a line."""

    is_conditional: bool = False
    order: AnyOrder | None = None
    last: int = 0
    """The line of the last order; 0: there is none."""
    is_move: bool = False
    is_near: bool = False
    """Whether no more than a paragraph stands between, and no greeting that ends the mail."""
    has_talk: bool = False
    line: int = 0

    def finds(self, order: AnyOrder, *, is_move: bool) -> None:
        """Take in an order."""
        self.order, self.is_move, self.is_near, self.has_talk = order, is_move, is_move, False

    def goes_to(self, line: Line) -> None:
        """Take in that a line stands below."""
        is_apart = line.number > self.line + 1
        is_below = is_apart and self.has_talk
        self.is_near &= not (is_below or closes(line.text) or is_rule(line.text))
        self.is_near |= self.is_move and begins_postscript(line.text)
        self.has_talk = not is_greeting(line.text)
        self.line = line.number


def _meant(items: Sequence[Item | ProseRow]) -> Iterator[Item]:
    """Yield *items* but for prose, and for words that are no orders beside what else stands there."""
    orders = [each for each in items if isinstance(each, FoundOrder)]
    meant = [each for each in orders if is_firm(each)]
    if not any(isinstance(each, ProseRow) for each in items):
        has_act = any(isinstance(each, Act) for each in items)
        small = [each for each in orders if each.sure is Sure.SMALL]
        meant = meant or small or ([] if has_act or len(orders) > 1 else orders)
    for each in items:
        if not isinstance(each, ProseRow) and (not isinstance(each, FoundOrder) or each in meant):
            yield each


# `oder HUND` below HUNDERT: another move, and no alternate.
_OTHER = pattern_of(r"\W*[[or]]{end}\s.*(?:\d|(?-i:[A-ZÄÖÜ]{2}))")


def _is_other(text: str) -> bool:
    return _OTHER.match(text[:_LONGEST_LINE]) is not None and "?" not in text


def _beside(line: Line, above: AnyOrder | None, *, is_below: bool) -> Iterator[Doubtful | ProseRow]:
    """Yield what a line that asks for nothing makes of the order *above* it."""
    if is_prose([line.text]):
        yield ProseRow(line)
    text = without_comment(line.text)
    is_more = above is not None and asks_for_more(above, text, is_right_behind=is_below)
    if is_more or wishes(text) or leaves_doubt(text) or _is_other(text) or robs(text):
        yield Doubtful(line.whole, is_alone=is_more or wishes(text))


class OneLineReader(OrderReader):
    """Reads the lines of mails in which each order stands on a line, or in a sentence, of its own."""

    def __init__(self, grammars: Grammars) -> None:
        super().__init__(grammars)
        self._known: dict[Line, FoundOrder | Act | None] = {}
        """What lines of the mail ask for: each is asked about again and again."""

    def recognises(self, line: Line, notation: Notation) -> bool:  # noqa: ARG002  there are no squares
        """Tell whether a line asks for something by itself; a word alone may be anything."""
        if self._at_condition(line, _Above())[1] is not line or self._said_in(line) != Said():
            return True
        if len(tuple(at_slashes([line], self._is_firm_order))) > 1:
            return True
        found = self._one(line)
        return found is not None and not (
            isinstance(found, FoundOrder) and found.order.span.text.strip(" /").isalpha()
        )

    def _items(self, lines: Sequence[Line], notation: Notation) -> Iterable[Item]:  # noqa: ARG002  there are no squares
        plain = [without_harmless(line) for line in lines]
        if not any(is_conditional(line.text) for line in plain):
            plain = [self._with_slashes(line) for line in plain]
        return _meant(list(self._each_item(plain)))

    def _each_item(self, lines: Sequence[Line]) -> Iterator[Item | ProseRow]:
        """Yield what each line says; whether it is meant what stands beside it tells."""
        above = _Above()
        lines = [part for line in self.in_one(lines) for part in self._by_itself(line)]
        for line in at_slashes(lines, self._is_firm_order):
            above.goes_to(line)
            condition, rest = self._at_condition(line, above)
            if condition is not None:
                above.is_conditional = True
                yield condition
            for item in self._asked_in(rest, above) if rest is not None else ():
                yield item
                if isinstance(item, FoundOrder):
                    above.finds(item.order, is_move=is_move(item))
                if isinstance(item, FoundOrder | Act | ConditionUnread):
                    above.last = line.number

    def _by_itself(self, line: Line) -> Sequence[Line]:
        """Return an order that stands beside other sentences of its line by itself: `So late again. NIMM H4-H8`.

        What is said beside it is then looked at as above and below an order; not where it speaks against it.
        """
        text = without_comment(line.text)
        if len(text) > _LONGEST_LINE or self._one(line) is not None or is_conditional(text):
            return [line]
        ends = [(0, 0), *(each.span() for each in _ENDS.finditer(text)), (len(text), len(text))]
        for (_, begins), (end, after) in pairwise(ends):
            order, beside = line.cut(begins, end), (line.cut(0, begins), cut_front(line, after))
            if not self._is_firm_order(order) or order.text.strip(" /").isalpha():
                continue
            is_talk = not any(
                self._said_in(each) != Said() or speaks_against_it(each.text, is_strict=True)
                for each in beside
            )
            parts = (beside[0], order, beside[1])
            return [each for each in parts if each.text.strip()] if is_talk else [line]
        return [line]

    def _with_slashes(self, line: Line) -> Line:
        """Return `HUNDERT, sonst HUND` as `HUNDERT / HUND`, where each is an order."""
        text = OR_ELSE.sub(lambda mark: f"{ALTERNATE_MARK:>{len(mark[0]) - 1}} ", line.text)
        cut_up = replace(line, text=text)
        return cut_up if len(tuple(at_slashes([cut_up], self._is_firm_order))) > 1 else line

    def moves(self, line: Line, notation: Notation) -> bool:  # noqa: ARG002  there are no squares
        asked = self._one(line)
        return is_move(asked) and is_firm(asked)

    def _is_firm_order(self, line: Line) -> bool:
        asked = self._one(line)
        return isinstance(asked, FoundOrder) and is_firm(asked)

    def _at_condition(
        self, line: Line, above: _Above
    ) -> tuple[Under | ConditionUnread | None, Line | None]:
        """Return the condition on a line, and what is to be done under it."""
        text = without_comment(line.text)
        unread = ConditionUnread(span=line.whole)
        condition = plain_condition(text)
        if condition is not None and (above.is_conditional or not isinstance(condition, Otherwise)):
            return Under(condition, line.whole), None
        for end, begins in ends_of_condition(text, may_be_else=above.is_conditional):
            rest, condition = line.cut(begins), plain_condition(text[:end])
            if is_firm(self._one(rest)):
                under = Under(condition, line.whole)
                return (unread, None) if condition is None else (under, rest)
        if ends_as_condition(text) or is_exception(text):
            return unread, None
        for end, begins in conditions_behind(line.text):
            behind = line.text[begins:].rstrip(" ).!;")
            condition = plain_condition(behind)
            is_meant = condition is not None or is_firm_behind(behind)
            if is_meant and is_firm(self._one(line.cut(0, end))):
                under = Under(condition, line.whole, is_behind=True)
                return unread if condition is None else under, line.cut(0, end)
        return None, line

    def _asked_in(self, line: Line, above: _Above) -> Iterator[Item | ProseRow]:
        """Yield what a line asks for, or what it puts in doubt."""
        asked = self._one(line)
        is_below = line.number - above.last in (0, 1)
        is_near = above.is_near
        if (
            above.last
            and not is_firm(asked)
            and unsays(
                line.text,
                is_right_below=is_below,
                is_near=is_near,
                is_strict=is_near and not begins_postscript(line.text),
            )
        ):
            yield Doubtful(line.whole, unsays=True)
            return
        said = self._said_in(line) if asked is None else Said((asked,))
        if said.is_doubtful:
            yield Doubtful(line.whole, is_alone=True, lacks_word=said.lacks_word)
        for each in said.found:
            if above.is_conditional and isinstance(each, Act) and each.is_at_once:
                yield ConditionUnread(span=line.whole)
            elif not isinstance(each, Wish):
                yield each
        if said == Said():
            yield from _beside(line, above.order, is_below=is_below)

    def _said_in(self, line: Line) -> Said:
        """Return what the sentences of a line ask for, unless it begins as a condition."""
        text = without_comment(line.text)
        if is_conditional(text):
            return Said()
        to_others = tells_others(text)
        said = said_in(line, lambda each: self._clause(each, to_others=to_others), names_parts)
        return replace(said, is_doubtful=True) if self.is_half(said, text) else said

    def _clause(self, line: Line, *, to_others: bool) -> Sayable | None:
        """Return what a clause asks for; a word alone in it is no order, nor is advice to others."""
        match self._one(line):
            case FoundOrder(order, sure=Sure.FIRM) as found:
                is_asked = asks_referee(line.text) and not to_others
                is_meant = is_asked or says_i(line.text)
                return found if is_meant and not self.is_prose(order, line.text) else None
            case FoundOrder() | TilesAct() | HistoryAct() | AwayAct() | TrialAct() | None:
                return None
            case act:
                return act

    def _one(self, line: Line) -> FoundOrder | Act | None:
        if line not in self._known:
            self._known[line] = self._found_in(line)
        return self._known[line]

    def _found_in(self, line: Line) -> FoundOrder | Act | None:
        text = without_comment(line.text)
        if not text.strip() or len(text) > _LONGEST_LINE:
            return None
        if is_greeting(text) and not robs(text) and not extends(text):
            return None
        if (command := command_among_orders(text)) is not None:
            return command
        if trial := TRIAL.match(text):
            tried = self.read_move(line.cut(trial.end()), text[trial.end() :])
            return TrialAct(tried.order) if isinstance(tried, FoundOrder) else None
        foreign = _FOREIGN.search(text)
        plain = (
            line if foreign is None else Line(line.number, text[: foreign.start()].rstrip(" ,;("))
        )
        match self._orders.read(plain, _SHARED):
            case FoundOrder(PassOrder() as order, is_alternate):
                return FoundOrder(order, is_alternate)
            case ChallengeAct(words, span):
                return ChallengeAct(words, span, foreign is not None)
            case None | FoundOrder():
                return self.read_move(line, text)
            case Wish():
                return None
            case act:
                return act

    def read_move(self, line: Line, text: str) -> FoundOrder | Act | None:
        """Return what a line asks for that only this kind of game knows; None if it does not."""
        plain, is_alternate = plain_of(text)
        bare, is_instead = bare_of(plain)
        unclaimed, claimed = without_claim(bare)
        tried = dict.fromkeys((plain, bare, unclaimed, without_fillers(unclaimed)))
        for each in tried:
            found = self.parsed(each, line)
            if not isinstance(found, FoundOrder):
                if found is not None:
                    return found
                continue
            if found.sure is not Sure.FIRM and not plain.startswith(each):
                return None  # `✓ Vorgemerkt`
            return replace(
                found,
                order=found.order if each == bare else self.with_claim(found.order, claimed),
                is_alternate=is_alternate,
                is_instead=is_instead and each != plain,
            )
        return None

    # What each kind of game says.

    @abstractmethod
    def parsed(self, plain: str, line: Line) -> FoundOrder | Act | None:
        """Return what a text asks for that holds nothing else."""

    def in_one(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Put an order that goes over several lines on one."""
        return lines

    def is_half(self, said: Said, text: str) -> bool:  # noqa: ARG002  as a rule it is whole
        """Tell whether sentences say less than the line of which they are."""
        return False

    def is_prose(self, order: AnyOrder, text: str) -> bool:  # noqa: ARG002  as a rule it is meant
        """Tell whether a sentence that could be an order is none."""
        return False

    def with_claim(self, order: AnyOrder, claimed: int | None) -> AnyOrder:  # noqa: ARG002  nobody sums up
        """Return an order with the points that its player expects."""
        return order
