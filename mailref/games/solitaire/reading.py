"""Lines of a mail to the orders of who chooses his letters himself, a step at a time (other games 3).

Letters are chosen, plays laid, the last one taken back, all begun anew. Each is an order of its own, and
they are carried out in the order written; plays are read as in every game.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from lark import Token, Tree
from msgspec.structs import replace

from mailref.games.solitaire.rules import AnewOrder, ChooseOrder, StepBackOrder, WhichChosen
from mailref.games.solitaire.switches import SoloRules
from mailref.orders.entries import AnyOrder, Habits, OrdersIf, SwapRow, UnreadOrder, WrittenOrders
from mailref.orders.order_lines import (
    CHOOSING,
    LONGEST_ORDER,
    ORDERS,
    FoundOrder,
    OrderLines,
    OrderReader,
    bare_of,
    clauses_of,
    is_more_tiles,
    pattern_of,
    plain_of,
    replaces,
    tells_others,
    tile_of,
    without_comment,
    without_fillers,
)
from mailref.orders.table import Command
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Notation
from mailref.tiles.moves import SAYINGS, TextSpan
from mailref.tiles.when_used import regex

_NUMBER = regex(r"\s*\d{1,3}\s?[.)]\s+")
_LAST = r"[[last_move]]\s{1,9}"
_STEPS_BACK = (
    rf"(?:{_LAST})?[[step_back]]|[[step_back]]\s{{1,9}}[[last_move]]|"
    rf"(?:[[take]]|[[make]])\s{{1,9}}{_LAST}(?:[[back]]|{{back_again}})"
)
_STEP_BACK, _ANEW = (
    pattern_of(rf"(?:[[i]]\s{{1,9}})?(?:{words})") for words in (_STEPS_BACK, "[[anew]]")
)
_NOT_IN = "".join(rf"(?<!{each}\s)" for each in SAYINGS["in_last_move"])
_SPEAKS_BACK = tuple(
    pattern_of(rf"{{begin}}(?:{words}){{end}}")
    for words in (rf"{_NOT_IN}[[last_move]]", "[[step_back]]|[[back]]|{back_again}")
)
# `nein, doch zurück!`
_BACK_INSTEAD = pattern_of(r".{0,40}{begin}[[step_back]]\W{0,9}$")
_CHOOSES = pattern_of(r"\W*(?:[[i]]\s{1,9})?[[choose]]{end}")
# `WÄHLE __`: the template, not filled in.
_EMPTY = pattern_of(r"\W*[[choose]]\s{0,9}:?\s{0,9}_{2,9}\W*")
# `WÄHLE AEINRST, H4 STEIN`   `WÄHLE AEINRST und lege H4 STEIN`
_BETWEEN = pattern_of(
    r"[\s,;:/–-]{1,9}(?:(?:[[and]]|[[then]])\s{1,9})?(?:[[lay]]{end}\s{0,9}:?\s{0,9})?"
    r"(?:[[filler]]{end}\s{1,9})?"
)
_PLAY_FIRST = pattern_of(
    r"\W{0,9}(?:{square}|[{letters}*()]{2,20}\s{1,9}(?:[[at]]{end}\s{1,9})?{square})"
)

_RACK = 7
"""So many letters are chosen as a rule; a line that seems to name more is looked at for a play first."""


def habits(rules: SoloRules) -> Habits:
    """Return how soloists write: as in a classic game, unless they choose their letters."""
    reader = ChoiceReader if rules.chosen else OrderReader
    return Habits(rules.notation, are_numbered=False, reader=reader)


def _choose(tree: Tree[Token], span: TextSpan) -> ChooseOrder | UnreadOrder:
    letters = "".join(tile_of(each) for each in tree.find_data("pick"))
    return ChooseOrder(letters, span) if letters else UnreadOrder((WhichChosen(span=span),), span)


class ChoiceReader(OrderReader):
    """Reads the lines of mails of who chooses his letters himself; a step at a time."""

    commands_as_orders = (Command.OBJECT, Command.WITHDRAW)

    @cached_property
    def _steps(self) -> OrderLines:
        return OrderLines(self._grammars.of(*ORDERS), {CHOOSING: _choose}, self._grammars.tiles)

    def recognises(self, line: Line, notation: Notation) -> bool:
        """Tell whether a line asks for something by itself."""
        return self._step(line) is not None or super().recognises(line, notation)

    def read(self, lines: Sequence[Line], notation: Notation) -> WrittenOrders:
        """Return all that *lines* ask for, each step in a group of its own, in the order written."""
        groups: list[OrdersIf] = []
        found: list[WrittenOrders] = []
        chosen = 0
        for stretch in self._stretches(lines, notation):
            step = self._step(stretch[0])
            if step is not None:
                groups.append(OrdersIf(None, (step,)))
                chosen = stretch[0].number if isinstance(step, ChooseOrder) else 0
                continue
            read = super().read(stretch, notation)
            doubts: Iterator[TextSpan] = (line.whole for line in stretch if _is_doubtful(line))
            is_right_behind = stretch[0].number == chosen + 1
            if chosen and is_more_tiles(stretch[0].text, is_right_behind=is_right_behind):
                doubts = iter((stretch[0].whole,))
            doubt = next(doubts, None)
            groups += read.groups
            found.append(replace(read, unread_at=read.unread_at or doubt))
        return WrittenOrders(
            groups=tuple(groups),
            acts=tuple(act for each in found for act in each.acts),
            faults=tuple(fault for each in found for fault in each.faults),
            ambiguous_at=_first(each.ambiguous_at for each in found),
            unread_at=_first(each.unread_at for each in found),
        )

    def _stretches(self, lines: Sequence[Line], notation: Notation) -> Iterator[list[Line]]:
        """Yield the lines of each step; what stands beside a play is read with it."""
        stretch: list[Line] = []
        for line in self._pieces_of(lines, notation):
            if stretch and (self._step(line) is not None or self._begins(line, stretch, notation)):
                yield stretch
                stretch = []
            stretch.append(line)
            if self._step(line) is not None:
                yield stretch
                stretch = []
        if stretch:
            yield stretch

    def _begins(self, line: Line, before: Sequence[Line], notation: Notation) -> bool:
        """Tell whether another play begins with *line*, and no alternate of the one before."""
        if plain_of(line.text)[1]:
            return False
        is_swap = any(isinstance(row, SwapRow) for row in self._rows([line], notation))
        return (is_swap or self._is_order([line], notation)) and self._is_order(before, notation)

    def _pieces_of(self, lines: Sequence[Line], notation: Notation) -> Iterator[Line]:
        """Yield *lines*, cut where a play stands behind the letters chosen for it."""
        for line in lines:
            text = without_comment(line.text)
            if _EMPTY.fullmatch(text[:LONGEST_ORDER]):
                continue
            if len(text) > _LONGEST_SPOKEN:
                yield line
                continue
            whole = [line.cut(len(text) - len(_bare(text)))]
            sentences = whole + [sentence for sentence, _, _ in clauses_of(line)]
            is_choice = any(_CHOOSES.match(each.text) for each in sentences)
            if self._fits(line) or not (is_choice or _speaks_of_step(line)):
                yield line
                continue
            yield from self._cut_behind_step(line, notation) or self._sentences_of(line, notation)

    def _cut_behind_step(self, line: Line, notation: Notation) -> Sequence[Line]:
        """Return a step and the play behind it; nothing where a line is not made of the two."""
        for mark in reversed(list(_BETWEEN.finditer(without_comment(line.text)[:LONGEST_ORDER]))):
            first, rest = line.cut(0, mark.start()), line.cut(mark.end())
            is_step = isinstance(self._step(first), ChooseOrder | StepBackOrder)
            if (
                is_step
                and _PLAY_FIRST.match(rest.text.lstrip())
                and self._only_play(rest, notation)
            ):
                return (first, rest)
        return ()

    def _sentences_of(self, line: Line, notation: Notation) -> Sequence[Line]:
        """Return the sentences of a line where one of them is a step, else the line."""
        sentences = [sentence for sentence, _, _ in clauses_of(line)]
        pieces = [
            each for part in sentences for each in self._cut_behind_step(part, notation) or [part]
        ]
        return pieces if any(map(self._step, pieces)) else [line]

    def _fits(self, line: Line) -> bool:
        """Tell whether a line chooses no more than a rack holds, else 5E in `WÄHLE BDKLM, 5E RABE` is a square."""
        step = self._step(line)
        is_many = isinstance(step, ChooseOrder) and len(step.letters) > _RACK
        return step is not None and not is_many

    def _step(self, line: Line) -> AnyOrder | None:
        """Return what a line asks for that only this kind of game knows; None if it does not."""
        text = without_comment(line.text)
        if not text.strip() or len(text) > LONGEST_ORDER:
            return None
        self._grammars.attention.look(text)
        bare, _ = plain_of(_bare(text))
        said = (bare, without_fillers(bare_of(bare)[0]))
        if any(map(_STEP_BACK.fullmatch, said)):
            return StepBackOrder(line.whole)
        if any(map(_ANEW.fullmatch, said)):
            return AnewOrder(line.whole)
        found = self._steps.read(replace(line, text=_bare(text)), (CHOOSING,))
        if not isinstance(found, FoundOrder):
            return None
        order = found.order
        if isinstance(order, UnreadOrder) and bare.isalpha() and not bare.isupper():
            return None  # the verb alone, at the end of a sentence
        if isinstance(order, UnreadOrder):
            faults = tuple(fault.at(line.whole) for fault in order.faults)
            return UnreadOrder(faults, line.whole)
        return replace(order, span=line.whole) if isinstance(order, ChooseOrder) else None


def _bare(text: str) -> str:
    """Return a line without its number: `1. WÄHLE AEINRST`."""
    number = _NUMBER.match(text)
    return text if number is None else text[number.end() :]


def _is_doubtful(line: Line) -> bool:
    is_instead = replaces(line.text) and _BACK_INSTEAD.match(line.text) is not None
    return is_instead or _speaks_of_step(line)


def _speaks_of_step(line: Line) -> bool:
    """Tell whether a sentence that asks nothing speaks of taking back one's last move."""
    return len(line.text) <= _LONGEST_SPOKEN and any(
        all(each.search(sentence.text) for each in _SPEAKS_BACK)
        and not tells_others(sentence.text)
        and _IS_WHOLE.search(sentence.text)
        for sentence, _, _ in clauses_of(line)
    )


# In small letters it may be the rest of a line that a mail program has wrapped.
_IS_WHOLE = pattern_of(r"^\W*(?-i:[A-ZÄÖÜ\d])|{begin}(?:[[i]]|[[please]]|{my_own}){end}")


_LONGEST_SPOKEN = 240


def _first(spans: Iterator[TextSpan | None]) -> TextSpan | None:
    return next((span for span in spans if span is not None), None)
