"""How the lines of games in turns are read: as orders, of which plays are one; or each on a line of its own.

What stands around an order, in doubt or under a condition, is read alike whatever it asks for (classic 11).
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar

from msgspec.structs import replace

from mailref.games.by_turns.kind import InTurns
from mailref.games.by_turns.switches import TurnRules
from mailref.games.kind import kind_named
from mailref.orders.commands import is_greeting, is_prose
from mailref.orders.drawn_tables import without_bars
from mailref.orders.entries import (
    NO_INSIGHT,
    Act,
    AnyOrder,
    AwayAct,
    ChallengeAct,
    Habits,
    HistoryAct,
    Insight,
    PassOrder,
    ProseRow,
    Row,
    SectionReader,
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
    asks_referee,
    at_slashes,
    bare_of,
    command_among_orders,
    extends,
    is_conditional,
    is_firm,
    is_move,
    names_parts,
    pattern_of,
    plain_of,
    robs,
    said_in,
    says_i,
    tells_others,
    wishes,
    without_claim,
    without_comment,
    without_fillers,
)
from mailref.orders.sections import speaks_against_it
from mailref.orders.set_aside import (
    asked_as_order,
    without_asides,
    without_broken_off,
    without_confirmed,
    without_own_turn,
)
from mailref.orders.slips import without_slips
from mailref.orders.table_forms import without_told_fields
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front
from mailref.tiles.board import Notation
from mailref.tiles.moves import ALTERNATE_MARK
from mailref.tiles.when_used import regex


def habits(rules: TurnRules) -> Habits:
    """Return how the players of such a game write: plays on a board, where their kind has no order of its own."""
    kind = kind_named(rules.family)
    has_own = isinstance(kind, InTurns) and type(kind).order_in is not InTurns.order_in
    reader = reader_of(rules.family) if has_own else OrderReader
    return Habits(rules.notation, are_numbered=False, reader=reader)


@cache
def reader_of(family: str) -> type[SectionReader]:
    """Return the reader of games of a kind that says which orders its lines give."""
    return type("KindReader", (_KindReader,), {"kind": kind_named(family)})


_FOREIGN = pattern_of(r"[\s,;(][[foreign]]{end}")
_LONGEST_LINE = 200
_SHARED = ("accepts_all", "challenge", "accept", "resign", "passing")
"""Kinds of line that are read alike in every game in turns."""


_ENDS = regex(r"(?<=[^\W\d_])[.!?]+\s+|\s-\s+")
"""Where a sentence ends, or a remark is set off."""


def _meant(items: Sequence[Item], *, has_prose: bool) -> Iterator[Item]:
    """Yield *items* but for words that are no orders beside prose, or what else stands there."""
    orders = [each for each in items if isinstance(each, FoundOrder)]
    meant = [each for each in orders if is_firm(each)]
    if not has_prose:
        has_act = any(isinstance(each, Act) for each in items)
        small = [each for each in orders if each.sure is Sure.SMALL]
        meant = meant or small or ([] if has_act or len(orders) > 1 else orders)
    return (each for each in items if not isinstance(each, FoundOrder) or each in meant)


# `oder HUND` below HUNDERT: another move, and no alternate.
_OTHER = pattern_of(r"\W*[[or]]{end}\s.*(?:\d|(?-i:[A-ZÄÖÜ]{2}))")


def _is_other(text: str) -> bool:
    return _OTHER.match(text[:_LONGEST_LINE]) is not None and "?" not in text


class OneLineReader(OrderReader):
    """Reads the lines of mails in which each order stands on a line, or in a sentence, of its own."""

    may_lead_to_order = False

    def __init__(self, grammars: Grammars, insight: Insight = NO_INSIGHT) -> None:
        super().__init__(grammars, insight)
        self._known: dict[Line, FoundOrder | Act | None] = {}
        """What lines of the mail ask for: each is asked about again and again."""

    def righted(self, lines: Sequence[Line]) -> Sequence[Line]:
        form = without_told_fields(without_bars(lines))
        right = without_slips(form, self.asked_beyond_doubt)
        is_to_move = self._insight.is_to_move
        plain = [
            without_asides(without_own_turn(line, is_to_move=is_to_move), self.named_in)
            for line in (asked_as_order(each, self.named_in) for each in right)
        ]
        return without_confirmed(without_broken_off(plain, self.named_in), self.named_in)

    def asked_beyond_doubt(self, line: Line) -> object:
        """Return what a line asks for beyond doubt, wherever it stands; None where it is nothing."""
        asked = self._one(line)
        if not isinstance(asked, FoundOrder):
            return asked
        return asked.order.asked if is_firm(asked) else None

    def recognises(self, line: Line, notation: Notation) -> bool:
        """Tell whether a line asks for something by itself; a word alone may be anything."""
        is_word = line.text.strip(" /").isalpha() and isinstance(self._one(line), FoundOrder)
        parts = [*self._pieces([line], notation)]
        return not is_word and (len(parts) > 1 or super().recognises(line, notation))

    def _items(self, lines: Sequence[Line], notation: Notation) -> Iterator[Item]:
        left = (x for x in lines if self._one(x) is None and not self.recognises(x, notation))
        has_prose = any(is_prose([line.text]) for line in left)
        return _meant([*super()._items(lines, notation)], has_prose=has_prose)

    def _beside(
        self, line: Line, above: FoundOrder | None, *, is_right_below: bool
    ) -> Iterator[Doubtful]:
        yield from super()._beside(line, above, is_right_below=is_right_below)
        if wishes(line.text) or _is_other(line.text) or robs(line.text):
            yield Doubtful(line.whole, is_alone=wishes(line.text))

    def _rows(self, lines: Sequence[Line], notation: Notation) -> list[Row]:  # noqa: ARG002  there are no squares
        return [ProseRow(line) for line in lines]

    def _by_itself(self, line: Line, notation: Notation) -> Sequence[Line]:  # noqa: ARG002  there are no squares
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

    def _cut_alternates(self, line: Line) -> list[Line]:
        """Return `HUNDERT, sonst HUND` as two lines, where each is an order."""
        text = OR_ELSE.sub(lambda mark: f"{ALTERNATE_MARK:>{len(mark[0]) - 1}} ", line.text)
        cut_up = replace(line, text=text.rstrip(f" {ALTERNATE_MARK}"))
        parts = [*at_slashes([cut_up], self._is_firm_order)]
        return parts if len(parts) > 1 else [line]

    def moves(self, line: Line, notation: Notation) -> bool:  # noqa: ARG002  there are no squares
        asked = self._one(line)
        return is_move(asked) and is_firm(asked)

    def _is_firm_order(self, line: Line) -> bool:
        asked = self._one(line)
        return isinstance(asked, FoundOrder) and is_firm(asked)

    def _act_or_order(self, line: Line, notation: Notation) -> FoundOrder | Act | None:  # noqa: ARG002  there are no squares
        return self._one(line)

    def _said_in(self, line: Line) -> Said:
        """Return what the sentences of a line ask for."""
        text = without_comment(line.text)
        to_others = tells_others(text)
        said = said_in(line, lambda each: self._clause(each, to_others=to_others), names_parts)
        return replace(said, is_doubtful=True) if self.is_half(said, text) else said

    def _clause(self, line: Line, *, to_others: bool) -> Sayable | None:
        """Return what a clause asks for; a word alone in it is no order, nor is advice to others."""
        match self._one(line):
            case FoundOrder(order, sure=Sure.FIRM) as found:
                said = (line.text, bare_of(line.text.strip())[0])  # `dann nimm 3`
                is_asked = any(map(asks_referee, said)) and not to_others
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
            case ChallengeAct() as challenge:
                return replace(challenge, is_foreign=foreign is not None)
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
        return [*at_slashes(lines, self._is_firm_order)]

    def is_half(self, said: Said, text: str) -> bool:  # noqa: ARG002  as a rule it is whole
        """Tell whether sentences say less than the line of which they are."""
        return False

    def is_prose(self, order: AnyOrder, text: str) -> bool:  # noqa: ARG002  as a rule it is meant
        """Tell whether a sentence that could be an order is none."""
        return False

    def with_claim(self, order: AnyOrder, claimed: int | None) -> AnyOrder:  # noqa: ARG002  nobody sums up
        """Return an order with the points that its player expects."""
        return order


class _KindReader(OneLineReader):
    """Reads the lines of mails in games of one kind, which says what order a text gives."""

    kind: ClassVar[InTurns[Any]]

    def parsed(self, plain: str, line: Line) -> FoundOrder | Act | None:
        text = plain.strip().rstrip(".!")
        order = self.kind.order_in(text, line.whole) if text else None
        if order is None:
            return None
        return FoundOrder(order, is_alternate=False, sure=_how_sure(text))


def _how_sure(text: str) -> Sure:
    """Tell how sure it is that a text is meant as an order: a word alone may be a name, or our own."""
    if not text.isalpha() or text.isupper():
        return Sure.FIRM
    return Sure.SMALL if text.islower() else Sure.CAPITALISED
