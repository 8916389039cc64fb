"""Tell whether somebody who is asked to play says that he does, in words of his own: `Klar, bin dabei!`"""

import re
from collections.abc import Collection, Sequence

from mailref.orders.commands import is_closing, is_greeting, without_greeting
from mailref.orders.disowned import is_disowned
from mailref.orders.kind_words import without_kind_words
from mailref.orders.order_words import filled_turns
from mailref.orders.roles import have_roles, unknown_in
from mailref.orders.yes_and_no import (
    Reply,
    begins_as_answer,
    in_sentences,
    leaves_open,
    said_with_words,
)
from mailref.tiles.moves import SAYINGS, worded
from mailref.tiles.when_used import regex, when_used

_PLAYS, _PLAYS_NOT, _BUT, _GENTLY, _REGRETS, _YES = (
    worded(f"{{begin}}(?:{each}){{end}}")
    for each in (
        "{plays_along}",
        "{declines_to_play}",
        "{but_gently}",
        "{plays_gently}",
        "{regrets}",
        "{yes}|{yes_at_length}",
    )
)
_BESIDE_NO = frozenset().union(*(SAYINGS[row] for row in ("no", "courtesy", "beside_declining")))
HANGS = when_used(
    filled_turns, r"\?|\d|{begin}(?:[[negation]]|[[if]]|[[unless]]|[[maybe_if]]){end}"
)
"""What leaves open whether something is meant: a question, a number, a no, a condition."""
_ON_CONDITION = when_used(filled_turns, "{begin}(?:[[if]]|[[unless]]|[[maybe_if]]){end}")
_AGAIN = worded(
    r"(?:[,;.!–-]\s{0,3})?{begin}(?:(?:{but_gently}|{conjunction})\s{1,3})?{another_time}{end}"
)
"""`Diesmal nicht, aber frag mich gern wieder!`"""
_CALLED = worded(
    r"(?P<lead>{begin}(?:{yes}|{no}|{yes_at_length}|{polite_words}|{is_sorry})\s{1,3}|^\W*|[,.;:!–-]\s{0,3})"
    r"(?:{dear}\s{1,3})?(?P<name>[^\W\d_]+(?:[ -][^\W\d_]+){0,2})(?=\s{0,3}(?:[,.;:!–]|$))"
)
_SECOND_THOUGHTS = worded("{begin}{second_thoughts}{end}")
_ASKS_HOW = worded(r"^\W{0,3}(?:{and_words}\s{1,3})?(?:{question_words}){end}.{1,80}\?\W*$")
_OF_A_THIRD = worded(r"\W{0,3}{of_a_third}{end}")
_MUST = worded("{begin}{must}{end}")
_CLAUSE_END = regex(r"[,.;!–]\s+")
_LONGEST = 160


def says_he_plays(text: str) -> bool:
    """Tell whether a sentence says that its writer plays, and nothing that takes some of it back.

    >>> [says_he_plays(each) for each in ("Na klar mach ich mit", "Yep, I'm in, but go easy on me!")]
    [True, True]
    >>> [says_he_plays(each) for each in ("I'm in Spain until Monday", "Bin dabei, wenn Anna mitspielt")]
    [False, False]
    """
    rest, count = _PLAYS.subn(" ", _plain(text))
    is_said = count > 0 and len(text) <= _LONGEST and _REGRETS.search(rest) is None
    return is_said and leaves_nothing_open(_YES.sub(" ", _gently(rest)))


def says_he_does_not(text: str) -> bool:
    """Tell whether a sentence says that its writer does not play, and offers nothing else.

    >>> [says_he_does_not(each) for each in ("Danke der Nachfrage, aber ich habe keine Zeit.", "I'm out, sorry")]
    [True, True]
    >>> [says_he_does_not(each) for each in ("I can't wait!", "Heute nicht, aber morgen gern")]
    [False, False]
    >>> says_he_does_not("Och nö, diesmal nicht, aber frag mich gern wieder!")
    True
    """
    plain = _plain(text)
    return _declines(plain) or _declines(_AGAIN.sub(" ", plain))


def _declines(text: str) -> bool:
    found = [*_PLAYS_NOT.finditer(text)]
    if not found or len(text) > _LONGEST or "?" in text or _ON_CONDITION.search(text):
        return False
    behind, rest = text[found[-1].end() :], _PLAYS_NOT.sub(" ", text)
    is_all = not any(each.search(behind) for each in (_PLAYS, _BUT, _YES))
    unknown = map(str.lower, unknown_in(without_kind_words(rest)))
    return is_all and _BESIDE_NO.issuperset(unknown)


def _plain(text: str) -> str:
    return without_greeting(text).replace("’", "'").strip()


def _gently(text: str) -> str:
    """Return a text without what it says of how its writer plays, which takes nothing back."""
    rest, count = _GENTLY.subn(" ", _BUT.sub(" ", text))
    return rest if count else text


def leaves_nothing_open(text: str) -> bool:
    """Tell whether words beside a yes or an order leave nothing open, each of them known."""
    return not HANGS.search(text) and not leaves_open(text) and have_roles(without_kind_words(text))


def said_of_playing(text: str) -> bool | None:
    """Return what a sentence says to whether one plays: yes, or no; None: neither."""
    answer = said_with_words(text)
    if answer is None and says_he_plays(text):
        return True
    return False if answer is None and says_he_does_not(text) else answer


def without_names_called(text: str, names: Collection[str]) -> str:
    """Return a text without *names*, in small letters, by which it calls somebody who reads it.

    >>> without_names_called("Och nö, Anke, diesmal ohne mich.", {"anke"})
    'Och nö, diesmal ohne mich.'
    >>> without_names_called("Ja Anke, aber nicht mit Anke", {"anke"})
    'Ja, aber nicht mit Anke'
    """

    def left(found: re.Match[str]) -> str:
        is_name = {*found["name"].casefold().replace("-", " ").split()}.issubset(names)
        return found["lead"].rstrip(" ,") if is_name else found[0]

    return _CALLED.sub(left, text).lstrip(" ,")


def reply_whether_to_play(texts: Sequence[str]) -> Reply | None:
    """Return what the lines of a mail say to whether one plays; None: they neither begin with yes or no nor say it.

    >>> reply_whether_to_play(["Hi Sam,", "sure, happy to play!", "LG Anna"])
    <Reply.YES: 'yes'>
    >>> reply_whether_to_play(["klar, bin dabei. aber langsam bitte"])
    <Reply.YES: 'yes'>
    >>> reply_whether_to_play(["Ja klar, ich bin dabei!", "Aber erst nach Ostern."])
    <Reply.OPEN: 'open'>
    """
    parts = [
        part
        for text in filter(None, map(_without_talk_of_others, texts))
        for part in ([text] if said_of_playing(text) is not None else in_sentences(text))
    ]
    said_by = [said_of_playing(part) for part in parts]
    others = [part for part, answer in zip(parts, said_by, strict=True) if answer is None]
    found = {*said_by} - {None}
    if found == {False}:
        return Reply.NO
    last = max((at for at, answer in enumerate(said_by) if answer), default=0)
    is_disowned_too = is_disowned(parts, parts[last + 1 :], ())
    if found == {True} and not (is_disowned_too or any(map(_takes_back, others))):
        return Reply.YES
    first = next((each for each in parts if each.strip() and not is_greeting(each)), "")
    return Reply.OPEN if found or begins_as_answer(first.replace("?", ".")) else None


def _without_talk_of_others(text: str) -> str:
    """Return a text without the clauses behind a yes that speak of a third alone, and ask nothing of anybody.

    >>> _without_talk_of_others("Klar mach ich mit, der Toni gibt ja sonst keine Ruhe :-)")
    'Klar mach ich mit'
    >>> _without_talk_of_others("Klar mach ich mit, der Toni muss aber langsam spielen")
    'Klar mach ich mit, der Toni muss aber langsam spielen'
    """
    first, *others = _CLAUSE_END.split(text) if len(text) <= _LONGEST else (text,)
    if said_of_playing(first) is not True or not all(map(_is_talk_of_others, others)):
        return text
    return first


def _is_talk_of_others(clause: str) -> bool:
    is_more = any(each.search(clause) for each in (_ON_CONDITION, _SECOND_THOUGHTS, _BUT, _MUST))
    return not clause.strip() or (
        _OF_A_THIRD.match(clause) is not None and "?" not in clause and not is_more
    )


def agrees_to_play(texts: Sequence[str]) -> bool:
    """Tell whether lines say of their writer that he plays, as no program does, and take nothing of that back.

    >>> agrees_to_play(["Jo, bin dabei."]), agrees_to_play(["Sure, count me in! Never done it before."])
    (True, True)
    >>> agrees_to_play(["Ja klar! Bin aber noch Anfänger."])
    True
    >>> agrees_to_play(["OK"]), agrees_to_play(["Count me in. If it is free."])
    (False, False)
    """
    parts = [part for text in texts for part in in_sentences(text)]
    others = [each for each in parts if not says_he_plays(each)]
    stated = [each for each in others if not each.rstrip().endswith("?")]
    answers = {said_of_playing(each) for each in stated}
    speaks_of_it = any(_gently(each) != each for each in stated)
    is_said = len(others) < len(parts) or (True in answers and speaks_of_it)
    return is_said and False not in answers and not any(map(_SECOND_THOUGHTS.search, stated))


def _takes_back(text: str) -> bool:
    """Tell whether a sentence beside a yes may take some of it back; who asks how to begin does not."""
    rest = _gently(_plain(text))
    is_asked = "?" in rest and _ASKS_HOW.search(rest) is None
    takes_back = any(each.search(rest) for each in (_REGRETS, _SECOND_THOUGHTS))
    is_open = (leaves_open(rest) or takes_back) and "?" not in rest
    return not is_closing(text) and (is_open or is_asked)
