"""An order inside a sentence: `Ich passe, das wird nichts mehr` (classic 11).

A sentence asks for something where one of its clauses does as a line would. What stands around that
clause may put it in doubt (a condition, `oder`, words that take it back, another order): then the line
is asked about, and so is a line that speaks of an order in words that are not read.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from mailref.reading.afterthoughts import unsays
from mailref.reading.commands import without_greeting
from mailref.reading.incoming_mail import Line
from mailref.reading.order_lines import (
    LONGEST_ORDER,
    FoundOrder,
    cut,
    is_hurry,
    leaves_doubt,
    pattern_of,
    without_comment,
)
from mailref.rules.lexicon.verdicts import spell
from mailref.rules.turns.orders import (
    AcceptAct,
    Act,
    ChallengeAct,
    ExchangeOrder,
    PassOrder,
    ResignAct,
    UnreadOrder,
    Wish,
)

_LONGEST = 400
MOST_BREAKS = 12
"""So many places on a line are tried as the ends of a clause."""


Sayable = FoundOrder | Act | Wish
Read = Callable[[Line], Sayable | None]


@dataclass(frozen=True, slots=True)
class Said:
    """What a line of prose asks for, and whether that is in doubt."""

    found: tuple[Sayable, ...] = ()
    is_doubtful: bool = False

    @property
    def has_move(self) -> bool:
        return any(isinstance(each, FoundOrder) for each in self.found)


@dataclass(frozen=True, slots=True)
class _Clause:
    """A stretch of a sentence, and how the sentence stands around it."""

    line: Line
    is_first: bool
    is_last: bool
    is_exclaimed: bool
    is_set_off: bool
    """Whether a stop of the same sentence stands behind it: `Pass - nothing fits`."""

    @property
    def says_i(self) -> bool:
        """Tell whether it says of its writer what he does, and is no piece of an explanation."""
        return says_i(self.line.text)


def said_in(line: Line, read: Read) -> Said:
    """Return what the clauses of *line* ask for; *read* reads one as a whole line."""
    text = without_comment(line.text)
    if not text.strip() or len(text) > _LONGEST:
        return Said()
    found: list[Sayable] = []
    is_doubtful = False
    for sentence, stop in _sentences(line, text):
        said = _said_in_sentence(sentence, stop, read)
        if found and not said.found and unsays(sentence.text.strip(), is_right_below=True):
            is_doubtful = True
        found += said.found
        is_doubtful |= said.is_doubtful
    orders = [each for each in found if isinstance(each, FoundOrder)]
    is_doubtful |= len(orders) > 1 or (not found and speaks_of_order(text))
    named = [_with_words(each, text) for each in found]
    is_doubtful |= any(isinstance(each, ChallengeAct) and not each.words for each in named)
    return Said(tuple(named), is_doubtful)


_SENTENCE_END = re.compile(r"[.!?…]{1,9}(?=[\s\"')]|$)|;\s|\s:?-?[()]{1,9}(?=\s|$)")
_BREAK = pattern_of(
    r",\s{0,3}|\s-{1,2}\s|[:(]\s{0,3}|\.{2,9}\s{0,3}|\s(?=(?:[[connective]]|[[because]]|[[or]]){end})"
)
_STOPS = frozenset(",:(.-…")
_CONNECTIVE = pattern_of(r"[\s,;.:(\"'-]{0,9}(?:[[connective]]){end}\s{0,3}")
_IN_DOUBT = pattern_of(
    r"(?<![{letters}])(?:[[if]]|[[maybe_if]]|[[unless]]|[[or]]|[[else]]|[[not_now]]){end}"
)
_NUMBERS = re.compile(r"(?:^|\W)\d{1,2}$")


def is_hedged(line: Line, read: Read) -> bool:
    """Tell whether an order is asked for beside `oder`, or with a condition behind it; or a line leaves doubt."""
    text = without_comment(line.text)
    if len(text) > LONGEST_ORDER:
        return False
    parts = (
        part
        for found in _HEDGE.finditer(text)
        for part in (cut(line, 0, found.start()), cut(line, found.end()))
    )
    return any(map(read, parts)) or leaves_doubt(text)


# `oder PASSE`, `TAUSCHE A, falls er passt`: no order, though one is in it.
_HEDGE = pattern_of(
    r"[\s,;.]{0,9}(?<![{letters}])(?:[[if]]|[[or]])(?![{letters}])[\s,:]{0,9}|\s{0,9}:\s{0,9}"
)


def _sentences(line: Line, text: str) -> Iterator[tuple[Line, str]]:
    """Yield the sentences of a line that ask no question, without a greeting in front, and their stops."""
    start = len(text) - len(without_greeting(text))
    for end in _SENTENCE_END.finditer(text):
        if end.start() < start or _NUMBERS.search(text[start : end.start()][-3:]):
            continue
        if "?" not in end[0]:
            yield cut(line, start, end.start()), end[0]
        start = end.end()
    if text[start:].strip():
        yield cut(line, start, len(text)), ""


def _said_in_sentence(sentence: Line, stop: str, read: Read) -> Said:
    """Return what the clauses of a sentence ask for, the longest first from each beginning."""
    found: list[Sayable] = []
    rest: list[str] = []
    done = 0
    breaks = _breaks(sentence.text)
    for at, (start, _) in enumerate(breaks):
        if start < done:
            continue
        ends = [end for _, end in breaks[at:]]
        for end in reversed(ends):
            clause = _Clause(
                cut(sentence, start, end),
                is_first=not at,
                is_last=end == ends[-1],
                is_exclaimed="!" in stop,
                is_set_off=sentence.text[end : end + 2].strip()[:1] in _STOPS,
            )
            if (each := _meant(clause, read)) is not None:
                found.append(each)
                done = end
                break
        else:
            rest.append(sentence.text[start : ends[0]])
    hedges = any(_IN_DOUBT.search(each) for each in rest)
    if hedges and not says_i(sentence.text):
        return Said()
    is_doubtful = hedges or any(isinstance(each, ResignAct) for each in found)
    is_doubtful |= any(_is_exchange(each) for each in found) and any(map(_NAMES_TILES.search, rest))
    return Said(tuple(found), bool(found) and is_doubtful)


def _breaks(text: str) -> list[tuple[int, int]]:
    """Return where each clause begins that a sentence may be cut into, and where it ends."""
    first = len(text) - len(text.lstrip())
    breaks = list(islice(_BREAK.finditer(text, first), MOST_BREAKS))
    starts = [first, *(each.end() for each in breaks)]
    ends = [*(each.start() for each in breaks), len(text)]
    leads = [_CONNECTIVE.match(text, start) for start in starts]
    begins = [lead.end() if lead else start for lead, start in zip(leads, starts, strict=True)]
    return [each for each in zip(begins, ends, strict=True) if each[0] < each[1]]


def _is_exchange(found: Sayable) -> bool:
    return isinstance(found, FoundOrder) and isinstance(found.order, ExchangeOrder)


def _meant(clause: _Clause, read: Read) -> Sayable | None:
    """Return what a clause asks for where that is meant: `Angenommen, ...` supposes, `Pass` is a paper."""
    found = read(clause.line)
    is_firm = clause.says_i or clause.is_exclaimed
    match found:
        case AcceptAct():
            accepts = clause.is_first or _ACCEPTS.search(clause.line.text) is not None
            is_meant = is_firm and clause.is_last and accepts
        case FoundOrder(UnreadOrder()) | ResignAct():
            is_meant = clause.says_i
        case ChallengeAct():
            is_meant = is_firm
        case FoundOrder(PassOrder()):
            is_noun = clause.is_first and (clause.is_set_off or clause.is_exclaimed)
            is_meant = clause.says_i or (is_noun and not is_hurry(clause.line.text))
        case _:
            is_meant = True
    return found if is_meant else None


def says_i(text: str) -> bool:
    """Tell whether a text says of its writer what he does."""
    return bool(_SAYS_I.search(text) or _BEGINS_WITH_VERB.match(text.lstrip()))


_SAYS_I = pattern_of(r"(?<![{letters}])(?:[[i]]|[[inner]]){end}")
_BEGINS_WITH_VERB = pattern_of(r"\W{0,9}(?:[[filler]]\s{1,3}){0,3}[[verb]]{end}")
_ACCEPTS = pattern_of(r"(?<![{letters}])[[accept]]{end}")


def _with_words(found: Sayable, text: str) -> Sayable:
    """Return a challenge with the words in capitals beside it: `Das fechte ich an: GÖTZE`."""
    if not isinstance(found, ChallengeAct) or found.words or text.isupper():
        return found
    return replace(found, words=tuple(map(spell, dict.fromkeys(_CAPITALS.findall(text)))))


_CAPITALS = re.compile(r"(?<![^\W\d_])[A-ZÄÖÜ]{2,15}(?![^\W\d_])")


def speaks_of_order(text: str) -> bool:
    """Tell whether words that are not read can only mean an exchange: `I swap my Q and both Us`."""
    return any(
        says_i(each)
        and _SPEAKS.match(each)
        and not _EXPLAINS.search(each)
        and _NAMES_TILES.search(each) is not None
        for each in _SENTENCE_END.split(text)
    )


_SPEAKS = pattern_of(r"\W*(?:[[i]]\s{1,3})?(?:[[filler]]\s{1,3})?(?:[[exchange]]){end}")
_EXPLAINS = pattern_of(r"(?<![{letters}])(?:[[you]]){end}")
_NAMES_TILES = pattern_of(
    r"(?<![{letters}])(?:(?-i:(?!I\s[a-z])[A-ZÄÖÜ]s?)|[[tile_names]]|[[blank]]s?){end}"
)
