"""Whether a mail says that somebody else than its writer is to make the move in it, whatever the move is (rules 8).

He writes or enters it for another (`(schreibe ich für Oda, sie ist krank)`, `Please enter ... for Oda`), or tells
another what to do (`Oda, nimm doch ...!`). A name that is no player's is one only where somebody writes for it.
"""

import re
from collections.abc import Callable

from mailref.orders.beside import has_own_object
from mailref.orders.order_lines import pattern_of
from mailref.orders.roles import have_roles
from mailref.tiles.moves import worded
from mailref.tiles.when_used import regex

IsOther = Callable[[str], bool]
"""Tells whether a name, or a part of one, is that of somebody who plays, and not of who writes."""
_LONGEST = 400
_A_NAME = r"(?-i:[A-ZÄÖÜÉ])[\w'’-]{1,30}"
_WHOM = rf"{{for_whom}}\s{{1,3}}(?P<article>{{article}}\s{{1,3}})?(?P<name>{_A_NAME})"
_KIN = (
    r"{for_whom}\s{1,3}(?:(?:{article}|{my}{letter}{0,2})\s{1,3})?(?:{letter}{3,12}e[nrs]?\s{1,3})?"
    r"(?:{kin}|{relatives})(?:e?[ns])?{end}"
)
_FOR = worded(rf"{{begin}}{_WHOM}")
_IS_KIN = worded(rf"{{begin}}{_KIN}")
_WRITES = worded(r"{begin}{writes_it}{end}")
_ONLY_FOR = worded(
    rf"\W*(?:(?:{{that_is}}|{{conjunction}}|{{writes_it}}){{end}}\W{{1,3}}){{0,3}}(?:{_KIN}|{_WHOM}(?:\s{_A_NAME})?)\W*"
)
"""`(für Oda`, `und zwar für Oda`: the clause says no more."""
_STOP = regex(r"(?<=[.!?])\s{1,9}")
_CLAUSES = regex(r"[,;:(]\s{0,3}|\)|\s[–-]\s")
_CLAUSES_OF_PROSE = regex(r"[,;(]\s{0,3}|\)|\s[–-]\s")
"""Behind a colon stands what is said to somebody: `Für Sabine: Danke für das Rezept!`"""
_MOVES = regex(r"(?<!\w)(?:[A-ZÄÖÜ]{2,}|[A-Z]?\d{1,2}[A-Z]?)(?!\w)")
_LEAVES = pattern_of(r"{begin}(?:[[left]]|[[keeps]]|[[stands_still]]|{left_over_for}){end}")
_CALLED = r"(?P<name>[A-ZÄÖÜÉ][\w'’-]{1,30})"
_CALLS_FIRST = regex(rf"\W*{_CALLED}\s?[,!:]\s{{1,3}}(?P<said>.*)", re.DOTALL)
_CALLS_LAST = regex(rf"(?P<said>.*),\s{{1,3}}{_CALLED}\s{{0,3}}[.!]*\s*", re.DOTALL)
_URGES = pattern_of(
    r"\W*(?:(?:[[filler]]|[[please]]|[[then]]|{filler}){end}\s{1,3}){0,3}(?:[[take]]|[[lay]]|[[remove]]|[[choose]]|{urges_to_play}){end}"
)
_OWN = pattern_of(r"{begin}(?:[[i]]|{myself}|{my}{letter}{0,2}|{in_my_name}){end}")


def is_for_another(text: str, is_other: IsOther, *, holds_move: bool) -> bool:
    """Tell whether a line says that its writer writes, or enters, a move for somebody else.

    *holds_move*: it does itself; else it says so in whole, or as what it begins with.

    >>> said = ("(für Oda, sie ist krank)", "schreibe ich für Eva, die krank ist", "I'm writing this for my wife.")
    >>> [is_for_another(each, "Oda".__eq__, holds_move=False) for each in said]
    [True, True, True]
    >>> said = ("Schwer für Oda!", "für Weihnachten", "Für Oda: Danke!", "Ich schreibe für Oma eine Karte.")
    >>> [is_for_another(each, "Oda".__eq__, holds_move=False) for each in said]
    [False, False, False, False]
    >>> said = ("Enter FENSTER and WOHNUNG for Oda", "FENSTER, WOHNUNG (für Oda)", "BESSER, kein Spaß für Oda")
    >>> [is_for_another(each, "Oda".__eq__, holds_move=True) for each in said]
    [True, True, False]
    """
    clauses = _CLAUSES if holds_move else _CLAUSES_OF_PROSE
    for sentence in _STOP.split(text[:_LONGEST]):
        for clause in clauses.split(sentence):
            found = _FOR.search(clause)
            is_known = found is not None and is_other(found["name"].rstrip("'’"))
            is_kin = _IS_KIN.search(clause) is not None
            may_be = found is not None and not (found["article"] or have_roles(found["name"]))
            writes = _WRITES.search(clause) is not None and not has_own_object(clause)
            if (is_known or is_kin or may_be) and writes:
                return True
            if (is_known or is_kin) and _ONLY_FOR.fullmatch(clause):
                return True
            if is_known and holds_move and _MOVES.search(clause) and not _LEAVES.search(clause):
                return True
    return False


def begins_for_somebody(text: str) -> bool:
    """Tell whether the first clause of a remark says no more than for whom, whoever that is.

    >>> [begins_for_somebody(each) for each in ("(für Oda, sie ist krank)", "(für Oda zu schwer)")]
    [True, False]
    """
    return _ONLY_FOR.fullmatch(_CLAUSES.split(text.strip(" ()"))[0]) is not None


def urges_another(text: str, is_other: IsOther) -> bool:
    """Tell whether a sentence of a line calls somebody else who plays, and tells him what to do.

    >>> [urges_another(each, "Oda".__eq__) for each in ("Oda, nimm doch FENSTER!", "Take stack 2, Oda!")]
    [True, True]
    >>> said = ("Oda, ich nehme FENSTER.", "Ruth, nimm FENSTER.", "Oda, mach was draus!")
    >>> [urges_another(each, "Oda".__eq__) for each in said]
    [False, False, False]
    """
    for sentence in _STOP.split(text[:_LONGEST]):
        for calls in (_CALLS_FIRST, _CALLS_LAST):
            found = calls.fullmatch(sentence.strip())
            if found is None or not is_other(found["name"]) or _OWN.search(found["said"]):
                continue
            if _URGES.match(found["said"]) and _MOVES.search(found["said"]):
                return True  # not `Oda, zieh dich warm an!`
    return False
