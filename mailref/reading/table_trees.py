"""What a line means that `table.lark` has read: words laid, extended, robbed for; tiles (table games 7)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from lark import Token, Tree

from mailref.reading.order_lines import tokens_of
from mailref.rules.lexicon.verdicts import spell
from mailref.rules.moves import TextSpan
from mailref.rules.table.table_orders import Robbed, TakeOrder, WordOrder
from mailref.rules.turns.orders import AnyOrder, WishAct
from mailref.rules.turns.turn_vocabulary import ENGLISH, GERMAN


def wish_of(tree: Tree[Token]) -> WishAct | None:
    """Read `WUNSCH: E N R` or `wunsch enr`; `wish you luck` is prose."""
    words = tokens_of(tree, "WORD")
    several = [word for word in words if len(word) > 1 and not word.isupper()]
    return WishAct("".join(map(spell, words))) if len(several) <= 1 else None


def claimed_in(tree: Tree[Token]) -> int | None:
    """Return the points in `HUNDERT (7)`; numbers of words stand deeper in the tree."""
    numbers = [c for c in tree.children if isinstance(c, Token) and c.type == "PLACE"]
    return int(numbers[-1].rstrip(".")) if numbers else None


def _words(tree: Tree[Token]) -> list[str]:
    return [spell(token) for token in tokens_of(tree, "WORD")]


def _lay(tree: Tree[Token], span: TextSpan) -> WordOrder:
    return WordOrder(_words(tree)[0], span)


def _extend(tree: Tree[Token], span: TextSpan) -> WordOrder:
    word, *named = _words(tree)
    numbers = [
        str(int(str(c).rstrip("."))) for each in tree.find_data("numbered") for c in each.children
    ]
    return WordOrder(word, span, extends=(named or numbers)[0])


def _becomes(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `LIEBEN wird zu VERLIEBEN`; what is no longer word for word is prose, such as `How to move`."""
    old, word = _words(tree)
    is_said = tokens_of(tree, "ARROW") or all(map(str.isupper, tokens_of(tree, "WORD")))
    is_meant = (
        is_longer(word, old) or span.text.isupper() or (is_said and not tokens_of(tree, "INTO"))
    )
    return WordOrder(word, span, extends=old) if is_meant else None


def is_longer(word: str, old: str) -> bool:
    """Tell whether a word holds another in its order, or one that is named by its number."""
    letters = iter(word)
    return old.isdigit() or all(letter in letters for letter in old)


def _rob(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    named, *parts = _parts(tree)
    word, said = spell(named), _Said()
    for part in parts:
        said.note(part)
    if said.pending and not said.is_left:
        return None
    left = (*said.left, *said.pending)
    own = Counter("".join(said.own))
    robbed = sum((Counter(each.letters) for each in said.robbed), Counter())
    is_odd = own and own + robbed != Counter(word)
    if not said.robbed or robbed.total() > len(word) + _MORE_ROBBED or is_odd:
        return None
    return WordOrder(word, span, robbed=tuple(said.robbed), left=left)


def _parts(tree: Tree[Token]) -> Iterator[Token]:
    """Yield the words of a robbery in their order, and what stands between them that says something."""
    for child in tree.children:
        if not isinstance(child, Token):
            yield from tokens_of(child, "FROM", "WORD", "PLACE")
        elif child.type in ("WORD", "LEFT", "OWN"):
            yield child


@dataclass(slots=True)
class _Said:
    """What a line says of the letters of a word, part by part."""

    robbed: list[Robbed] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    """Words of which the next part says what they are."""
    is_left: bool = False
    """Whether they are what is left of a word."""
    is_source: bool = False

    def note(self, part: Token) -> None:
        match part.type:
            case "FROM":
                self.is_source = True
            case "OWN":
                self.own += self._letters()
            case "LEFT":
                self.left += self.pending if self.is_left else ()
                self.pending, self.is_left = ([] if self.is_left else self.pending), True
            case _ if self.is_source:
                self.robbed.append(Robbed("".join(self._letters()), spell(part).rstrip(".")))
                self.is_source = False
            case _:
                self.pending.append(spell(part))

    def _letters(self) -> list[str]:
        """Return the letters before a source; words before them may be what is left of the last."""
        pending, self.pending = self.pending, []
        if not self.is_left:
            return pending
        at = len(pending) - 1
        while len(pending[at]) == 1 and at > 1 and len(pending[at - 1]) == 1:
            at -= 1
        self.left += pending[:at]
        self.is_left = False
        return pending[at:]


def _unsourced(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `LIST: L I`, which does not say from where; what is not all in capitals is prose."""
    (letters,) = tree.find_data("letters")
    tokens = tokens_of(tree, "WORD")
    word, robbed = spell(tokens[0]), "".join(map(spell, tokens_of(letters, "WORD")))
    is_part = len(robbed) < len(word) and not Counter(robbed) - Counter(word)
    if not is_part or len(word) < _SHORTEST_ROBBING or not all(map(str.isupper, tokens)):
        return None
    return WordOrder(word, span, robbed=(Robbed(robbed, ""),))


_SHORTEST_ROBBING = 3
_MORE_ROBBED = 3
"""So many letters more than the word has may be robbed by mistake; beyond that a line is prose."""


_STACKS = 4


def _take(tree: Tree[Token], span: TextSpan) -> TakeOrder | None:
    if said := tokens_of(tree, "NTH"):
        rows = (each.nth for each in (GERMAN, ENGLISH))
        place = next(row.index(said[0].casefold()) for row in rows if said[0].casefold() in row)
        return TakeOrder(str(place + 1), span)
    named = spell(tokens_of(tree, "PLACE", "WORD")[-1]).rstrip(".")
    if not tokens_of(tree, "TAKE") and int(named) > _STACKS:
        return None  # `STAPEL 6` is a word with its points
    return TakeOrder(named, span) if named.isdigit() or len(named) == 1 else None


READ: Mapping[str, Callable[[Tree[Token], TextSpan], AnyOrder | None]] = {
    "lay": _lay,
    "extend": _extend,
    "becomes": _becomes,
    "rob": _rob,
    "unsourced": _unsourced,
    "take": _take,
}
