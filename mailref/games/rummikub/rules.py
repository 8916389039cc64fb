"""WORT-Rummikub: what a player may ask for, and one word on the table as it is (table games 2 to 5, 9).

A word is made of others, or what is wrong with it is said.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.rummikub.switches import Insert, Repeat, TableRules
from mailref.languages import DEFAULT
from mailref.orders.entries import AnyOrder
from mailref.orders.order_words import ORDERS_IN_TURNS
from mailref.structs import Alternative, OnRecord
from mailref.tiles.board import in_order, missing_from
from mailref.tiles.lexicon.verdicts import DIGRAPHS
from mailref.tiles.moves import NOWHERE, Fault, FaultAt, NotOnRack, TextSpan
from mailref.tiles.when_used import regex


class Robbed(OnRecord, frozen=True):
    """`L I aus LIEBEN`: letters of a word on the table, which is named by itself or by its number."""

    letters: str
    word: str


class WordOrder(Alternative, AnyOrder, frozen=True):
    """A word laid, made of another, or made with letters of others."""

    may_be_prose = is_move = True
    word: str
    span: TextSpan
    extends: str | None = None
    robbed: tuple[Robbed, ...] = ()
    left: tuple[str, ...] = ()
    """What the player says is left of the words robbed."""
    claimed: int | None = None
    """The points that he expects."""

    @property
    def asked(self) -> object:
        return self.word, self.extends, self.robbed


class TakeOrder(Alternative, AnyOrder, frozen=True):
    """`NIMM 3`, `NIMM E`, `NIMM E von Stapel 3`: the top of a stack, by its number or its letter."""

    lists = "places"
    what: str
    """"" where he says no more than that he takes one."""
    span: TextSpan
    shows: str = ""
    """The letter that he says lies on that stack; "" where he names one of the two."""

    @property
    def asked(self) -> object:
        return (self.what, self.shows) if self.shows else self.what


class MustLayFirst(FaultAt, frozen=True, kw_only=True):
    """He has laid no word of his own yet, or none since his refill."""

    least: int


class TooShort(FaultAt, frozen=True, kw_only=True):
    word: str
    least: int


class WordRepeated(FaultAt, frozen=True, kw_only=True):
    word: str


class NothingOfHisOwn(FaultAt, frozen=True, kw_only=True):
    """All letters of the word are robbed."""


class WordDissolved(FaultAt, frozen=True, kw_only=True):
    """Nothing would be left of a word."""

    word: str


class RestTooShort(FaultAt, frozen=True, kw_only=True):
    word: str
    left: str


class RobbedNotUsed(FaultAt, frozen=True, kw_only=True):
    """A letter was robbed that the new word does not need."""

    letters: str


class LetterNotThere(FaultAt, frozen=True, kw_only=True):
    letters: str
    word: str


class NoSuchWord(FaultAt, frozen=True, kw_only=True):
    word: str


class NotAnExtension(FaultAt, frozen=True, kw_only=True):
    """The word does not hold the other one whole and in order."""

    word: str
    extends: str


class WhichLetter(FaultAt, frozen=True, kw_only=True):
    """A letter occurs twice and the rests differ: the player says what is left."""

    word: str
    rests: tuple[str, ...]


class LeftDiffers(FaultAt, frozen=True, kw_only=True):
    """What the player says is left cannot be left."""

    left: str


class NoSuchTile(FaultAt, frozen=True, kw_only=True):
    """No stack shows the letter, or the stack is empty, or shows another."""

    what: str
    stack: str = ""
    """On which stack the letter was said to lie."""
    stacks: int = 0
    """How many there are, where a stack was named by its number."""
    tops: tuple[str, ...] = ()
    """What lies open then: `1 (E)`, `2 (N)`."""


class WhichStack(FaultAt, frozen=True, kw_only=True):
    """There are several stacks, and nothing says from which a tile is to be taken."""

    tops: tuple[str, ...]
    """What lies open: `1 (E)`, `2 (N)`."""


class StacksEmpty(FaultAt, frozen=True, kw_only=True):
    """No stack has a tile."""


class MustTake(FaultAt, frozen=True, kw_only=True):
    """While a stack has tiles nobody passes."""


class ChangedWord(OnRecord, frozen=True):
    """A word of the table that another one was made of: its place, and what is left of it."""

    place: int
    """From 0, in the order on the table."""
    word: str
    letters: str
    left: str
    """Nothing where the word was extended: it is the new one."""


class MadeWord(OnRecord, frozen=True):
    """A word that can be laid: the letters from the rack, and what changes on the table."""

    word: str
    own: str
    sources: tuple[ChangedWord, ...] = ()

    @property
    def points(self) -> int:
        """Return a point for each letter (seed 004, 5)."""
        return len(self.word)

    @property
    def words(self) -> tuple[str, ...]:
        """Return every word that the turn made, also those that are left."""
        return (self.word, *(each.left for each in self.sources if each.left))

    @property
    def way(self) -> str:
        """Return how it is made, as exports call it."""
        return "extend" if self.extends else "rob" if self.sources else "lay"

    @property
    def origins(self) -> tuple[int | None, ...]:
        """Return of each letter from which of the sources it came; None: from the rack."""
        if any(not each.left for each in self.sources):
            return self._extended(self.sources[0].word)
        left = [Counter(each.letters) for each in self.sources]
        found: list[int | None] = []
        for letter in self.word:
            source = next((at for at, letters in enumerate(left) if letters[letter]), None)
            if source is not None:
                left[source][letter] -= 1
            found.append(source)
        return tuple(found)

    def letters_from(self, source: int | None) -> str:
        """Return its letters from one of the sources, in their order; None: from the rack."""
        letters = zip(self.word, self.origins, strict=True)
        return "".join(letter for letter, origin in letters if origin == source)

    @property
    def extends(self) -> str:
        """Return the word that it extends; "" where it robs, or nothing is changed."""
        return next((each.word for each in self.sources if not each.left), "")

    def _extended(self, old: str) -> tuple[int | None, ...]:
        """Return which letters are those of the word extended: in one piece if they can be."""
        start = self.word.find(old)
        if start >= 0:
            return tuple(
                0 if start <= at < start + len(old) else None for at in range(len(self.word))
            )
        found: list[int | None] = []
        for letter in self.word:
            is_old = old.startswith(letter)
            old = old[1:] if is_old else old
            found.append(0 if is_old else None)
        return tuple(found)


class OnTheTable(Struct, frozen=True):
    """What a word is judged against."""

    words: tuple[str, ...]
    laid: frozenset[str]
    """Every word laid in this game."""
    rack: str
    need: int
    """Letters that the player's next word has at least."""
    rules: TableRules
    must_lay: bool
    """Whether the next word is one all of his own."""


class SeenAtTable(Struct, frozen=True):
    """What a player sees: what his word is judged against, and what lies open on the stacks."""

    at: OnTheTable
    tops: tuple[str, ...]
    is_listed: Callable[[str], bool]

    def can_lay(self, word: str) -> bool | None:
        """Tell whether he can lay a word now, by itself or by a change of the table; None where no list knows it."""
        order = as_spelled(WordOrder(word, NOWHERE), self.at)
        if not _is_made(order, self.at) and meant_change(order, self.at) is None:
            return False
        return True if self.is_listed(order.word) else None

    def can_take(self, what: str, shows: str = "") -> bool:
        """Tell whether a stack, or a letter, lies open, and shows what is said of it."""
        if not what.isdigit():
            return what in self.tops
        top = self.tops[int(what) - 1] if 0 < int(what) <= len(self.tops) else ""
        return bool(top) and shows in ("", top)


def make(order: WordOrder, at: OnTheTable) -> MadeWord | tuple[Fault, ...]:
    """Return the word that *order* makes, or everything that is wrong with it."""
    faults = list(_of_word(order, at))
    if order.extends is not None:
        made, more = _extend(order, order.extends, at)
    elif order.robbed:
        made, more = _rob(order, at)
    else:
        made, more = MadeWord(order.word, in_order(order.word)), []
    faults += more
    if missing := missing_from(at.rack, made.own):
        faults.append(NotOnRack(span=order.span, missing=missing, available=at.rack))
    return tuple(faults) if faults else made


def as_spelled(order: WordOrder, at: OnTheTable) -> WordOrder:
    """Return the order of a word typed without umlauts, `ROESTER`, with those that alone can be laid of its rack."""
    parts = [each for each in _DIGRAPHS.split(order.word) if each]
    digraphs = [each for each in parts if each in DIGRAPHS]
    is_plain = order.extends is None and not order.robbed
    if not (is_plain and 0 < len(digraphs) <= _MOST_DIGRAPHS) or _is_made(order, at):
        return order
    choices = [(part, DIGRAPHS[part]) if part in DIGRAPHS else (part,) for part in parts]
    words = (replace(order, word="".join(each)) for each in product(*choices))
    found = [each for each in words if _is_made(each, at)]
    return found[0] if len(found) == 1 else order


_DIGRAPHS = regex(f"({'|'.join(DIGRAPHS)})")
_MOST_DIGRAPHS = 4


def _is_made(order: WordOrder, at: OnTheTable) -> bool:
    return isinstance(make(order, at), MadeWord)


def meant_change(order: WordOrder, at: OnTheTable) -> MadeWord | None:
    """Return the one change of the table that makes the word of an order that cannot be laid so.

    None where none or several do. An extension is thought of first, then letters of a single word.
    """
    if isinstance(make(order, at), MadeWord):
        return None
    places = [str(number) for number in range(1, len(at.words) + 1)]
    missing = "".join(missing_from(at.rack, order.word))
    extended = [replace(order, extends=place, robbed=(), left=()) for place in places]
    robbing = [
        replace(order, extends=None, robbed=(Robbed(missing, place),), left=()) for place in places
    ]
    for orders in (extended, robbing if missing else ()):
        found = [made for each in orders if isinstance(made := make(each, at), MadeWord)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _of_word(order: WordOrder, at: OnTheTable) -> Iterator[Fault]:
    changes = order.extends is not None or bool(order.robbed)
    if changes and at.must_lay:
        yield MustLayFirst(span=order.span, least=at.need)
    least = at.rules.least if changes else at.need
    if len(order.word) < least:
        yield TooShort(span=order.span, word=order.word, least=least)
    known: Collection[str] = at.laid if at.rules.repeat is Repeat.EVER else at.words
    if order.word in known:
        yield WordRepeated(span=order.span, word=order.word)


def _place_of(name: str, words: Sequence[str]) -> int | None:
    """Return where a word lies, by itself or by its number on the table."""
    if name.isdigit():
        return int(name) - 1 if 0 < int(name) <= len(words) else None
    return words.index(name) if name in words else None


def _extend(order: WordOrder, name: str, at: OnTheTable) -> tuple[MadeWord, list[Fault]]:
    place = _place_of(name, at.words)
    if place is None:
        return MadeWord(order.word, ""), [NoSuchWord(span=order.span, word=name)]
    old = at.words[place]
    is_kept = _holds(order.word, old, at.rules.insert) and len(order.word) > len(old)
    source = ChangedWord(place, old, in_order(old), "")
    own = in_order((Counter(order.word) - Counter(old)).elements())
    fault = NotAnExtension(span=order.span, word=order.word, extends=old)
    return MadeWord(order.word, own, (source,)), [] if is_kept else [fault]


def _holds(word: str, old: str, insert: Insert) -> bool:
    """Tell whether an extension may make *word* of *old*."""
    return old in word if insert is Insert.ENDS else holds(word, old)


def holds(word: str, old: str) -> bool:
    """Tell whether the letters of *old* stand in *word* in their order, with others between them."""
    letters = iter(word)
    return all(letter in letters for letter in old)


def _rob(order: WordOrder, at: OnTheTable) -> tuple[MadeWord, list[Fault]]:
    faults: list[Fault] = []
    sources: list[ChangedWord] = []
    taken: dict[int, str] = {}
    for each in order.robbed:
        place = _place_of(each.word, at.words)
        if place is None:
            faults.append(NoSuchWord(span=order.span, word=each.word))
        else:
            taken[place] = taken.get(place, "") + each.letters
    stated = list(order.left)
    for place, letters in taken.items():
        word = at.words[place]
        rests = rests_of(word, letters)
        left, wrong = _rest(order, word, letters, rests, stated)
        faults += wrong
        sources.append(ChangedWord(place, word, in_order(letters), left))
    faults += [LeftDiffers(span=order.span, left=left) for left in stated]
    robbed = Counter("".join(each.letters for each in order.robbed))
    if unused := robbed - Counter(order.word):
        faults.append(RobbedNotUsed(span=order.span, letters=in_order(unused.elements())))
    own = in_order((Counter(order.word) - robbed).elements())
    if not own:
        faults.append(NothingOfHisOwn(span=order.span))
    return MadeWord(order.word, own, tuple(sources)), faults


def _rest(
    order: WordOrder, word: str, letters: str, rests: Sequence[str], stated: list[str]
) -> tuple[str, list[Fault]]:
    """Return what is left of a word; what the player says of it is taken out of *stated*."""
    span = order.span
    if not rests:
        return "", [LetterNotThere(span=span, letters=letters, word=word)]
    said = next((each for each in stated if each in rests), None)
    if said is not None:
        stated.remove(said)
        rests = (said,)
    if len(rests) > 1:
        return rests[0], [WhichLetter(span=span, word=word, rests=tuple(rests))]
    left = rests[0]
    if not left:
        return left, [WordDissolved(span=span, word=word)]
    if len(left) < 3:
        return left, [RestTooShort(span=span, word=word, left=left)]
    return left, []


def rests_of(word: str, letters: str) -> tuple[str, ...]:
    """Return everything that may be left of *word* without *letters*, each once; empty: they are not there.

    >>> rests_of("LIEBEN", "E")
    ('LIBEN', 'LIEBN')
    """
    wanted = Counter(letters)
    states: set[tuple[str, tuple[tuple[str, int], ...]]] = {("", tuple(sorted(wanted.items())))}
    for letter in word:
        states = {
            state for left, wants in states for state in _with_or_without(left, dict(wants), letter)
        }
    return tuple(sorted({left for left, wants in states if not any(n for _, n in wants)}))


def _with_or_without(
    left: str, wants: dict[str, int], letter: str
) -> Iterator[tuple[str, tuple[tuple[str, int], ...]]]:
    yield left + letter, tuple(sorted(wants.items()))
    if wants.get(letter, 0):
        yield left, tuple(sorted({**wants, letter: wants[letter] - 1}.items()))


def change_written(made: MadeWord) -> str:
    """Return a word made of another as a player writes it: `LIST: IL aus LIEBEN`."""
    source = made.sources[0]
    taken = f": {source.letters}" if source.left else ""
    return f"{made.word}{taken} {ORDERS_IN_TURNS[DEFAULT]['from'][0]} {source.word}"
