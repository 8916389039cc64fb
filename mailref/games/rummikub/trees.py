"""What a line means that `rummikub.lark` has read: words laid, extended, robbed for; tiles (table games 7)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from lark import Token, Tree
from msgspec import Struct, field

from mailref.games.rummikub.forming import holds
from mailref.games.rummikub.orders import Robbed, TakeOrder, WordOrder
from mailref.orders.order_lines import ORDERS_IN_TURNS, tokens_of
from mailref.orders.written import AnyOrder, WishAct
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import TextSpan


def wish_of(tree: Tree[Token]) -> WishAct | None:
    """Read `WUNSCH: E N R` or `wunsch enr`; `wish you luck` is prose."""
    words = tokens_of(tree, "WORD")
    is_prose = len(words) > 1 and any(len(word) > 1 and not word.isupper() for word in words)
    return None if is_prose else WishAct("".join(map(spell, words)))


def claimed_in(tree: Tree[Token]) -> int | None:
    """Return the points in `HUNDERT (7)`; numbers of words stand deeper in the tree."""
    numbers = [c for c in tree.children if isinstance(c, Token) and c.type == "PLACE"]
    return _number(numbers[-1]) if numbers else None


def _number(token: str) -> int:
    """Return the number in `3`, `3.` or `2nd`."""
    return int(re.sub(r"\D", "", token))


def _words(tree: Tree[Token]) -> list[str]:
    return [spell(token) for token in tokens_of(tree, "WORD")]


def _lay(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `HUNDERT`, `LEGE HUNDERT`, `Bitte HUNDERT legen`; `Eier legen` is prose."""
    kinds = [token.type for token in tokens_of(tree, "LAY", "WORD")]
    if kinds[-1] == "LAY" and not _are_capitals(tree):
        return None
    return WordOrder(_words(tree)[0], span)


def _extend(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `VERLIEBEN aus LIEBEN`; `Ich mache Musik aus Spaß` is prose."""
    word, *named = _words(tree)
    numbers = [
        str(_number(token))
        for each in tree.find_data("numbered")
        for token in tokens_of(each, "PLACE")
    ]
    old = (named or numbers)[0]
    is_said = not tokens_of(tree, "EXTEND") or tokens_of(tree, "COLON") or tokens_of(tree, "INTO")
    is_meant = is_said or is_longer(word, old) or _are_capitals(tree)
    return WordOrder(word, span, extends=old) if is_meant else None


def _are_capitals(tree: Tree[Token]) -> bool:
    return all(map(str.isupper, tokens_of(tree, "WORD")))


def _becomes(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `LIEBEN wird zu VERLIEBEN`; what is no longer word for word is prose, such as `How to move`."""
    old, word = _words(tree)
    is_said = tokens_of(tree, "ARROW") or all(map(str.isupper, tokens_of(tree, "WORD")))
    is_meant = (
        is_longer(word, old) or span.text.isupper() or (is_said and not tokens_of(tree, "INTO"))
    )
    return WordOrder(word, span, extends=old) if is_meant else None


def _longer(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `Ich verlängere LIEBEN um VER zu VERLIEBEN`; the letters must be what is added."""
    old, *added, word = _words(tree)
    is_sum = Counter(old + "".join(added)) == Counter(word)
    return WordOrder(word, span, extends=old) if is_sum and is_longer(word, old) else None


def is_longer(word: str, old: str) -> bool:
    """Tell whether a word holds another in its order, or one that is named by its number."""
    return old.isdigit() or holds(word, old)


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
    if not tokens_of(tree, "COLON", "WITH", "OPEN") and not _is_robbery(tree, said, word):
        return None
    return WordOrder(word, span, robbed=tuple(said.robbed), left=left)


def _robbing(tree: Tree[Token], span: TextSpan) -> WordOrder | None:
    """Read `Klau das L und I aus LIEBEN und lege LIST`; `Ich nehme Urlaub und lege Karten` is prose."""
    said = _Said()
    (new,) = tree.find_data("new")
    (word,) = _words(new)
    for part in _parts(tree):
        said.note(part)
    if not said.robbed or (said.pending and not said.is_left):
        return None
    left = (*said.left, *said.pending)
    is_meant = _is_robbery(tree, said, word)
    return WordOrder(word, span, robbed=tuple(said.robbed), left=left) if is_meant else None


def _is_robbery(tree: Tree[Token], said: "_Said", word: str) -> bool:
    """Tell whether a verb and letters speak of a robbery: all in capitals, or letters that the word has."""
    robbed = Counter("".join(each.letters for each in said.robbed))
    written = [each for each in tokens_of(tree, "WORD") if len(each) > 1]
    return not robbed - Counter(word) or all(map(str.isupper, written))


def _parts(tree: Tree[Token]) -> Iterator[Token]:
    """Yield the words of a robbery in their order, and what stands between them that says something."""
    for child in tree.children:
        if not isinstance(child, Token):
            if child.data != "new":
                yield from tokens_of(child, "FROM", "WORD", "PLACE")
        elif child.type in ("WORD", "LEFT", "OWN"):
            yield child


class _Said(Struct):
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
                word = str(_number(part)) if part.type == "PLACE" else spell(part)
                self.robbed.append(Robbed("".join(self._letters()), word))
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
    """Read which stack is meant, or which letter, or which letter on which stack."""
    tiles = [spell(each) for row in tree.find_data("tile") for each in tokens_of(row, "WORD")]
    last = tokens_of(tree, "PLACE", "WORD", "NTH", "ORDINAL")[-1]
    named = spell(last) if last.type == "WORD" else str(_stack(last))
    if any(len(each) > 1 for each in (*tiles, *([named] if last.type == "WORD" else ()))):
        return None
    if not tokens_of(tree, "TAKE") and named.isdigit() and int(named) > _STACKS:
        return None  # `STAPEL 6` is a word with its points
    return TakeOrder(named, span, shows=tiles[0] if tiles and named.isdigit() else "")


def _stack(token: Token) -> int:
    """Return the number in `3.`, `drei` or `dritten`."""
    if token.type == "PLACE":
        return _number(token)
    rows = [row for each in ORDERS_IN_TURNS.values() for row in (each["nth"], each["ordinals"])]
    at = (row.index(word) for row in rows for word in row if token.casefold().startswith(word))
    return next(at) + 1


READ: Mapping[str, Callable[[Tree[Token], TextSpan], AnyOrder | None]] = {
    "lay": _lay,
    "extend": _extend,
    "becomes": _becomes,
    "longer": _longer,
    "rob": _rob,
    "robbing": _robbing,
    "unsourced": _unsourced,
    "take": _take,
}
