"""Whether a sentence takes something else than tiles, or numbers something else than a square or a stack.

`Ich nehme 3 Tabletten`, `nimm einen Schirm mit`, `Take exit K10`: what a verb takes is the noun behind it, and what is
named by a number or a square the noun beside that. A noun is other where it is none of the game's.
"""

import re

from mailref.orders.order_lines import pattern_of
from mailref.orders.roles import have_roles
from mailref.tiles.moves import worded
from mailref.tiles.when_used import regex

_SMALL = (
    r"(?:[[please]]|[[filler]]|{filler}|[[and]]|[[or]]|[[from]]|[[from_the]]|[[at]]|[[stack]]|[[i]]|[[then]]|[[this_time]]|[[no]]"
    r"|[[rather]]|[[off_board]]|[[because]]|[[connective]]|[[if]]|[[new_ones_end]]|[[out]]|[[with]]|[[the]]|[[articles]]|[[negation]]"
    r"|{thanking}|{closing}|{signs_off}|{contrast}|{conjunction}|{points}|{in_my_name}|{myself}|{polite}|{instead}|{says_little})"
)
_COUNTED = pattern_of(
    rf"\s{{1,3}}(?!(?:{_SMALL}|{{things_of_game}}){{end}})(?=[^\W\d_]*(?-i:[a-zäöüß]))(?P<noun>[^\W\d_]{{2,30}})|\s?(?:%|€|\$|°)"
)
_OBJECT = pattern_of(
    r"{begin}[[take]]{end}(?:\s{1,3}(?:[[i]]|{myself}|[[you]]|[[filler]]|{filler}|[[please]]|[[then]]){end}){0,4}"
    r"(?:\s{1,3}(?:(?P<a>{a_thing})|{article}|{my}{letter}{0,2}|\d{1,2}|[[numbers]]){end})?"
    r"(?:\s{1,3}(?-i:[a-zäöüß]{3,14})e[nrsm]?(?=\s{1,3}(?-i:[A-ZÄÖÜ])))?"
    r"\s{1,3}(?!(?:{things_of_game}|[[stack]]|[[from_the]]|[[from]]|[[tile_names]]){end})"
    r"(?:(?P<noun>(?-i:(?:[A-ZÄÖÜ]-)?[A-ZÄÖÜ][a-zäöüßé]{2,30}))|(?(a)(?P<any>(?-i:[a-zäöüß]{3,30}))|(?!))){end}"
)
_TAKES = pattern_of(r"{begin}(?:[[take]]|[[remove]]|[[off_board]]){end}")
_NOUN_BEFORE = worded(
    r"(?:(?P<begins>^|[.!?:]\s{1,3})\W{0,3})?(?P<noun>(?P<places>{numbered_places}{end})|[^\W\d_]{3,30})\s{1,3}$"
)
_IS_THING = worded(r"{things_of_game}")
_ORDERS = pattern_of(
    rf"(?:{_SMALL}|[[take]]|[[remove]]|[[makes_move]]|[[beside_move]]|[[openings]]|{{play}}|{{field_word}})"
)
_NOUN_BEHIND = worded(
    r"-[^\W\d_]{2}|\s{1,3}(?P<noun>(?P<places>{numbered_places}{end})|(?-i:[a-zäöüß]{3,30}))"
)
_ARTICLE = worded(r"{begin}(?:{article}|{a_thing}|{my}{letter}{0,2})\s{1,3}$")


def counts_other_thing(text: str, end: int) -> bool:
    """Tell whether a noun that is no tile's and no stack's stands behind the number that ends there.

    >>> said = ("Ich nehme 3 Tabletten am Tag.", "I'll take 3 weeks off.", "Ich nehme 3 bitte.", "I take 3 tiles")
    >>> [counts_other_thing(each, each.index("3") + 1) for each in said]
    [True, True, False, False]
    """
    found = _COUNTED.match(text, end)
    if found is None:
        return False
    noun = found["noun"] or ""
    is_adverb = noun.islower() and not text.islower() and not noun.endswith("s")
    return not (is_adverb and have_roles(noun))  # `I'll take 3 again.`


def takes_other_thing(sentence: str) -> bool:
    """Tell whether all that a sentence takes are things that are none of the game's.

    >>> said = ("..., nimm einen Schirm mit.", "Ich nehme ein Bad im SEE.", "Dann nimm die Abfahrt K10.")
    >>> [takes_other_thing(each) for each in said]
    [True, True, True]
    >>> [takes_other_thing(each) for each in ("Ich nehme den Stein auf K8.", "Ich nehme K8.", "nehme ein R von REGEN")]
    [False, False, False]
    """
    objects = [each for each in _OBJECT.finditer(sentence) if _is_object(each)]
    starts = {each.start() for each in objects}
    taken = [each for each in _TAKES.finditer(sentence) if each.start() not in starts]
    ends = {each.end() for each in objects}
    return bool(objects) and not any(
        not any(start <= each.start() < max(ends) for start in starts) for each in taken
    )


def trades_for_other_thing(text: str) -> bool:
    """Tell whether words beside an exchange give its tiles for what is in no bag: `gegen ein Bier und eine Brezel`.

    >>> said = (", und zwar gegen ein Bier und eine Brezel. Haha.", "Gegen drei Wünsche!", "For a pint and a pie.")
    >>> [trades_for_other_thing(each) for each in said]
    [True, True, True]
    >>> said = ("Gegen zwei neue Steine.", "Gegen ein Bier hätte ich nichts.", "For a change.", "For 3 vowels")
    >>> [trades_for_other_thing(each) for each in said]
    [False, False, False, False]
    """
    return any(not _IS_TRADED.search(found["what"]) for found in _TRADES.finditer(text))


_TRADES = pattern_of(
    r"(?:^|[,.;:!?(–-]\s{0,3})(?:(?:[[namely]]|[[filler]]|{filler}|{conjunction}|{contrast}){end}\s{1,3}){0,2}{traded_for}\s{1,3}(?P<what>{one_or_more}\s{1,3}[^\W\d_][^.!?;:()\n]{1,50})(?=[.!;)]|\s*$)"
)
_IS_TRADED = worded(r"{begin}(?:{things_of_game}|{not_traded}){end}")
"""What the bag may give, or what is traded with nobody."""


def lays_otherwise(text: str, start: int, end: int) -> bool:
    """Tell whether the verb in the clause of a word lays something else: `Ich lege mich ... hin`, `... auf.`

    >>> said = ("Ich lege mich BESSER mal hin.", "Ich lege jetzt BESSER auf, der Akku ist leer.", "I'd BETTER lay off.")
    >>> [lays_otherwise(each, at := each.index("BE"), at + 6) for each in said]
    [True, True, True]
    >>> said = ("Ich lege BESSER auf den Tisch.", "Ich lege mich auf BESSER fest.", "Ich lege mir BESSER.")
    >>> [lays_otherwise(each, at := each.index("BE"), at + 6) for each in said]
    [False, False, False]
    """
    first = max((each.end() for each in _CLAUSE.finditer(text, 0, start)), default=0)
    found = _CLAUSE.search(text, end)
    clause = text[first : len(text) if found is None else found.start()]
    return _LAYS_OTHERWISE.search(clause) is not None


_CLAUSE = regex(r"[.!?,;:]\s|\s[–-]\s")
_LAYS_OTHERWISE = pattern_of(
    r"(?!.*{begin}{settles_on}{end}){begin}(?:[[lay]]|{lays}){end}(?:\s{1,3}(?:{myself}){end})?(?:\s{1,3}{oneself}{end}|(?:\s{1,3}[^\s]{1,20}){0,6}?\s{1,3}{lays_away}\W*$)"
)


def _is_object(found: re.Match[str]) -> bool:
    return found["noun"] is not None or not have_roles(found["any"]) or found["a"] is not None


def is_other_place(text: str, start: int, end: int) -> bool:
    """Tell whether what reads as a square numbers a door, a road or the like, by the noun beside it.

    >>> said = ("Treffpunkt Tor K8", "Wir sitzen in Raum H5.", "Take exit K10", "I'll take the K10 bus.", "Nimm K10")
    >>> ends = [(max(each.find(it) for it in ("K8", "H5", "K10")), each) for each in said]
    >>> [is_other_place(each, at, at + 2 + ("K10" in each)) for at, each in ends]
    [True, True, True, True, False]
    """
    before = _NOUN_BEFORE.search(text, max(0, start - _NEAR), start)
    if before is not None and _is_other(before):
        return True
    behind = _NOUN_BEHIND.match(text, end)
    if behind is None:
        return False
    if behind.groupdict()["noun"] is None:
        return True  # `die K10-Abfahrt`
    has_article = _ARTICLE.search(text, max(0, start - _NEAR), start) is not None
    is_known = behind["places"] is None and (
        have_roles(behind["noun"]) or _IS_THING.fullmatch(behind["noun"]) is not None
    )
    return has_article and not is_known


def _is_other(before: re.Match[str]) -> bool:
    noun = before["noun"]
    if before["places"] is not None:
        return True
    if noun.isupper() or _IS_THING.fullmatch(noun) or _ORDERS.fullmatch(noun):
        return False
    return before["begins"] is None and noun.istitle()


_NEAR = 40
