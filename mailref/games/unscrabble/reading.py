"""Lines of a mail to the orders of Un-Scrabble: tiles to be taken, by squares or by letters (other games 1)."""

from collections import Counter
from collections.abc import Sequence

from lark import Token, Tree, UnexpectedInput

from mailref.games.by_turns.reading import OneLineReader
from mailref.games.unscrabble.rules import TilesOrder
from mailref.games.unscrabble.switches import UnscrabbleRules
from mailref.orders.entries import Act, Habits
from mailref.orders.order_lines import FoundOrder, OrderReader, tokens_of
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Notation
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import TextSpan

_STARTS = ("take_squares", "take_letters", "squares")
TAKING = "unscrabble.lark", _STARTS
GRAMMARS = (TAKING,)


def habits(rules: UnscrabbleRules) -> Habits:
    """Return how the players of a game of Un-Scrabble write."""
    return Habits(rules.notation, are_numbered=False, reader=TakingReader)


class TakingReader(OneLineReader):
    """Reads the lines of mails in games of Un-Scrabble."""

    def leaves_wish(self, lines: Sequence[Line], notation: Notation) -> bool:
        return OrderReader(self._grammars).leaves_wish(lines, notation)

    def parsed(self, plain: str, line: Line) -> FoundOrder | Act | None:
        for start in _STARTS:
            try:
                tree = self._grammars.of(*TAKING).parse(plain, start=start)
            except UnexpectedInput:
                continue
            order = (
                _by_letters(tree, plain, line.whole)
                if start == "take_letters"
                else _by_squares(tree, line.whole)
            )
            if order is None:
                return None
            return FoundOrder(order, is_alternate=False)
        return None


def _by_squares(tree: Tree[Token], span: TextSpan) -> TilesOrder | None:
    """Read squares, with the letters that lie there; `Take it easy on H8` is prose."""
    named = [each for row in tree.find_data("letters") for each in tokens_of(row, "WORD")]
    are_letters = all(len(each) == 1 or each.isupper() for each in named)
    return TilesOrder(span, _places(tree), letters=_letters(tree)) if are_letters else None


def _places(tree: Tree[Token]) -> tuple[tuple[str, str], ...]:
    stretches = (tokens_of(each, "SQUARE") for each in tree.find_data("stretch"))
    return tuple((str(found[0]).upper(), str(found[-1]).upper()) for found in stretches)


def _letters(tree: Tree[Token]) -> str:
    named = (tokens_of(row, "WORD") for row in tree.find_data("letters"))
    return "".join(spell(token) for tokens in named for token in tokens)


def _by_letters(tree: Tree[Token], plain: str, span: TextSpan) -> TilesOrder | None:
    """Read letters of a word; what cannot be in it, in small letters, is prose: `nimm etwas von allem`."""
    word = "".join(
        spell(each) for row in tree.find_data("from_word") for each in tokens_of(row, "WORD")
    )
    letters = word if tokens_of(tree, "ALL") else _letters(tree)
    written = "".join(
        token for row in tree.find_data("letters") for token in tokens_of(row, "WORD")
    )
    is_part = bool(word) and Counter(letters) <= Counter(word)
    if not written.isupper() and not plain.isupper() and not is_part:
        return None
    return TilesOrder(span, letters=letters, word=word)
