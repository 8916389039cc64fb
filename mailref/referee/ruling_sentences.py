"""Read what the game master says of a word in a sentence of his own: `Das lasse ich nicht gelten`.

Every word has a part: in what rules, in what says where the word stands, or beside them. A word that has none
may change the sense of all others, so that the ruling is put to him first. What speaks for both,
asks, or depends on something rules on nothing.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from mailref.orders.commands import is_closing, is_greeting, without_greeting
from mailref.tiles.moves import SAYINGS, one_of, worded
from mailref.tiles.when_used import regex


class RulingSaid(Struct, frozen=True):
    """What a sentence says of a word."""

    accepted: bool
    text: str
    """What of the mail is that sentence."""
    because: str
    """Where the word stands, or that it stands nowhere; "" where nothing of it is said."""
    is_doubtful: bool


class _PartSaid(Struct, frozen=True):
    """What a part of a sentence says for and against the word."""

    text: str
    rules: frozenset[bool]
    is_bare: bool
    """Whether no more than a yes or a no rules in it."""
    grounds: frozenset[bool]
    is_known: bool
    """Whether each of its words has a part."""
    is_denied: bool
    """Whether a denial is left that belongs to nothing of it."""


_LONGEST = 300
_THE_WORD = "_"
"""Stands for the word that is ruled on."""
_BESIDE = frozenset(SAYINGS["beside_ruling"]) | {_THE_WORD}
_HEDGES = frozenset(SAYINGS["hedges"])
_GAP = rf"(?:(?:{'|'.join(map(re.escape, sorted(_BESIDE | _HEDGES)))})\s+){{0,5}}"


def _phrases(row: str) -> re.Pattern[str]:
    r"""Return what finds a phrase of *row*, whose `…` is a gap of words that say nothing."""
    return regex(rf"(?<![\w'-]){one_of(SAYINGS[row]).replace('…', _GAP)}(?![\w-])")


_REFUSES, _ACCEPTS = _phrases("says_no_to_word"), _phrases("says_yes_to_word")
_NO_ALONE, _YES_ALONE = _phrases("no_beside_ruling"), _phrases("yes_beside_ruling")
_IS_NOT_THERE, _IS_THERE = worded(r"\b{not_listed}"), worded(r"\b{is_listed}")
_DENIES = worded(r"(?:\b{denies}\b|n't\b)")
_GOES_BACK = worded(r"(?:^|[,.;:!–-]\s*|\s)(?:{leaves_ruling_open}|{more_than_not})\b")
_SORRY_BUT = worded(r"{is_sorry}\W+{but_words}\b")
_FOR, _AGAINST = worded(r"\b{grounds_for}\b"), worded(r"\b{grounds_against}\b")
_ENDS = worded(r"[,.;:!]+|\s[–-]+\s|\s{and_words}\s|(?:^|(?<=\s)){so_words}\s")
_TO_SOMEBODY = worded(r",\s*(?:{dear}\s+)?(?-i:[A-ZÄÖÜ][^\W\d_A-ZÄÖÜ]+)(?=\s*[.!,]|\s*$)")
"""`, liebe Lea`: whoever is spoken to."""
_NAME = regex(r"[^\W\d_a-zäöüß][^\W\d_A-ZÄÖÜ]+(?:[ -][^\W\d_a-zäöüß][^\W\d_A-ZÄÖÜ]+){0,2}")
"""A line that is nothing but a name: `Heinz`, `Heinz Krüger`."""
_ON_BUTTONS = worded(r"(?<!\w){on_buttons}(?!\w)")
_SENTENCE = regex(r"[^.!]+[.!]*")
_ON_CONDITION = worded(r"\b{condition}\b")
_ASKED = regex(r"^\W*_\W*\?")
_WORD = regex(r"[^\W_]+(?:['-][^\W_]+)*|_")


def ruling_in(lines: Sequence[str], word: str) -> RulingSaid | None:
    """Return what *lines* say of *word*; None: nothing that is clear enough even to ask about.

    >>> ruling_in(["Das lasse ich nicht gelten."], "EUBÖA")
    RulingSaid(accepted=False, text='Das lasse ich nicht gelten.', because='', is_doubtful=False)
    >>> ruling_in(["EUBÖA gibt es nicht,", "also nein."], "EUBÖA").because
    'EUBÖA gibt es nicht'
    >>> ruling_in(["My wife says it's valid"], "EUBÖA").is_doubtful, ruling_in(["Gilt das?"], "EUBÖA")
    (True, None)
    """
    named = re.compile(rf"[\"'„“«»]?\s*\b{re.escape(word)}\b\s*[\"'“”«»]?", re.IGNORECASE)
    written = _ON_BUTTONS.sub(" ", without_greeting(" ".join(_said(lines)).strip())).strip()
    plain = named.sub(f" {_THE_WORD} ", written.replace("’", "'"))
    text = _ASKED.sub("", _SORRY_BUT.sub(" ", _TO_SOMEBODY.sub("", plain)))
    if "?" in text or len(text) > _LONGEST:
        return None
    if _GOES_BACK.search(text.lower()):
        return _by_last_sentence(written, text, word)
    clauses = [_part_said(each) for each in _ENDS.split(text) if each and each.strip()]
    rules = frozenset(each for clause in clauses for each in clause.rules)
    grounds = frozenset(each for clause in clauses for each in clause.grounds)
    if len(rules | grounds) != 1 or any(each.is_denied for each in clauses):
        return None
    (accepted,) = rules | grounds
    if any(_speaks_against(each, accepted=accepted) for each in clauses):
        return None
    is_sure = all(each.is_known or (each.grounds and not each.rules) for each in clauses)
    if not is_sure and all(each.is_bare or not each.rules for each in clauses) and not grounds:
        return None
    because = next((each.text for each in clauses if each.grounds and not each.rules), "")
    because = " ".join(because.replace(_THE_WORD, word).split())
    return RulingSaid(accepted, written, because, is_doubtful=not (is_sure and rules))


def _by_last_sentence(written: str, text: str, word: str) -> RulingSaid | None:
    """Return what the last sentence rules, where those before it only say why.

    `Der Querder ist ein Fisch, QUERDE aber ist keine Form davon. Ich lasse das Wort nicht zu.`
    """
    *before, last = [each for each in _SENTENCE.findall(text) if each.strip()] or [""]
    why = " ".join(" ".join(before).replace(_THE_WORD, word).split())
    said = ruling_in([last.replace(_THE_WORD, word)], word) if before else None
    if said is None or said.is_doubtful or _ON_CONDITION.search(why):
        return None
    if any(not _part_said(each).rules <= {said.accepted} for each in _clauses(before)):
        return None
    return RulingSaid(said.accepted, written, why, is_doubtful=False)


def _clauses(sentences: Sequence[str]) -> Iterator[str]:
    for each in sentences:
        yield from (clause for clause in _ENDS.split(each) if clause and clause.strip())


def speaks_of_ruling(text: str) -> bool:
    """Tell whether a line holds anything that may rule on a word, whatever else it says.

    >>> speaks_of_ruling("I don't think so, no."), speaks_of_ruling("Bin gleich zurück")
    (True, False)
    >>> speaks_of_ruling("Send “YES”")
    False
    """
    plain = _ON_BUTTONS.sub(" ", without_greeting(text)).replace("’", "'").lower()
    return any(it.search(plain) for it in (_REFUSES, _ACCEPTS, _NO_ALONE, _YES_ALONE))


def _said(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines without greetings, up to the one that closes the mail, and without a name below it."""
    while lines and (not lines[-1].strip() or _NAME.fullmatch(lines[-1].strip())):
        lines = lines[:-1]
    for line in lines:
        if is_closing(line):
            return
        if not is_greeting(line) or any(it.search(line.lower()) for it in (_REFUSES, _ACCEPTS)):
            yield line


def _part_said(text: str) -> _PartSaid:
    plain = " ".join(text.lower().split())
    rest, refusals = _REFUSES.subn(" ", plain)
    rest, acceptances = _ACCEPTS.subn(" ", rest)
    grounds: set[bool] = set()
    if not refusals + acceptances:
        grounds |= {False} if _IS_NOT_THERE.search(plain) else set()
        grounds |= {True} if not grounds and _IS_THERE.search(plain) else set()
    is_bare = not (refusals or acceptances or grounds)
    if refusals and not acceptances:
        rest = _NO_ALONE.sub(" ", rest)
    elif acceptances and not refusals:
        rest = _YES_ALONE.sub(" ", rest)
    if is_bare:
        rest, refusals = _NO_ALONE.subn(" ", rest)
        rest, acceptances = _YES_ALONE.subn(" ", rest)
    rules = {verdict for verdict, count in ((False, refusals), (True, acceptances)) if count}
    is_known = _BESIDE.issuperset(_WORD.findall(rest)) and _HEDGES.isdisjoint(_WORD.findall(plain))
    if is_bare and not is_known:
        rules = set()
    is_denied = bool(rules) and _DENIES.search(rest) is not None
    return _PartSaid(text, frozenset(rules), is_bare, frozenset(grounds), is_known, is_denied)


def _speaks_against(clause: _PartSaid, *, accepted: bool) -> bool:
    """Tell whether a clause that rules on nothing holds a reason for the other verdict."""
    if clause.rules or clause.grounds or clause.is_known:
        return False
    return (_AGAINST if accepted else _FOR).search(clause.text) is not None
