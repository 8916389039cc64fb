"""Conditions of moves in advance: where one stands on a line, and what it says (turns 6.3, 11).

One that names a play is read by who reads plays; here it is told where in the line that play stands.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from mailref.orders.order_lines import pattern_of, without_comment
from mailref.orders.written import Condition, IfExchange, IfPass, IfTakenBack, Otherwise
from mailref.reading.incoming_mail import Line
from mailref.tiles.when_used import regex

_LONGEST_CONDITION = 240
MOST_BREAKS = 8
"""So many places on a line are tried for the end of a condition, or for its beginning."""
_LEAD = r"\s*[*•–-]{0,3}\s{0,9}(?:\d{1,2}[.)]\s{1,9})?(?:[[before_if]]{end}\s{1,9}){0,2}"
_FIRM_IF = rf"{_LEAD}[[if]]{{end}}"
_MAYBE_IF = rf"{_LEAD}(?:[[if]]|[[maybe_if]]){{end}}[\s,]{{0,9}}"
_ANY_IF = rf"{_LEAD}(?:[[if]]|[[maybe_if]]|[[at_turn]]){{end}}[\s,]{{0,9}}"
_TAIL = r"[\s*]{0,9}(?:,?\s{0,9}[[then]]{end})?\s{0,9}[,;]?\s{0,9}(?P<colon>:)?[\s*]{0,9}"
_IF = pattern_of(rf"{_FIRM_IF}(?P<rest>.*?){_TAIL}")
_ANY = pattern_of(rf"{_ANY_IF}(?P<rest>.*?){_TAIL}")
_OF_PLAY = pattern_of(rf"{_MAYBE_IF}(?P<rest>.*?){_TAIL}")
_ELSE = pattern_of(rf"{_LEAD}[[else]]\s{{0,9}}:?[\s*]{{0,9}}")
_UNLESS = pattern_of(rf"{_LEAD}[[unless]]{{end}}.*")

# Who does it: `er`, `mein Gegner`, or a name, which the referee knows or not.
_WORD = r"(?![[negation]]{end})[^\W\d_](?:[^\W\d_]|[.'’-]){0,30}"
_NAME = rf"(?P<who>(?![[nobody]]{{end}}\s{{1,9}}[[passes]]){_WORD}(?:\s{_WORD}){{0,3}}?)"
_BY = rf"(?:[[someone]]|{_NAME}){{end}}\s{{1,9}}"
_AROUND = r"(?:[[this_time]]|[[around]]){end}"
_TILES = r"(?:(?:(?:\d{1,2}|[[some]]){end}\s{1,9})?[[tile_names]]|[[all_tiles]]){end}"
_PASSES = rf"(?:{_BY})??(?:{_AROUND}\s{{1,9}}){{0,3}}[[passes]]{{end}}(?:\s{{1,9}}{_AROUND}){{0,3}}"
_EXCHANGES = (
    rf"(?:{_BY})??(?:{_AROUND}\s{{1,9}}){{0,3}}(?:{_TILES}\s{{1,9}})?[[exchanges]]{{end}}"
    rf"(?:\s{{1,9}}{_TILES})?(?:\s{{1,9}}{_AROUND}){{0,3}}"
)
_GOES_BACK = (
    rf"(?:(?:[[what_goes_back]]|{_NAME}\s{{1,9}}[[a_play]]){{end}}\s{{1,9}})?[[goes_back]]{{end}}"
    r"|[[challenge_won]]{end}"
)
# `Passt Ben:`, `Geht der Zug zurück, dann ...`
_PASSES_FIRST = rf"[[passes_first]]{{end}}\s{{1,9}}(?:[[someone]]|{_NAME}){{end}}"
_EXCHANGES_FIRST = (
    rf"[[exchanges_first]]{{end}}\s{{1,9}}(?:[[someone]]|{_NAME}){{end}}(?:\s{{1,9}}{_TILES})?"
)
_GOES_BACK_FIRST = r"[[goes_first]]{end}\s{1,9}[[what_goes_back]]{end}\s{1,9}[[back]]{end}"

_MADE: tuple[tuple[str, str, Callable[[str], Condition]], ...] = (
    (_PASSES, _PASSES_FIRST, IfPass),
    (_EXCHANGES, _EXCHANGES_FIRST, IfExchange),
    (_GOES_BACK, _GOES_BACK_FIRST, IfTakenBack),
)
_PLAIN = tuple((pattern_of(said), make) for said, _, make in _MADE)
_VERB_FIRST = tuple(
    (pattern_of(rf"{_LEAD}{said}(?=\s{{0,9}}(?::|,?\s{{0,9}}[[then]]{{end}})){_TAIL}"), make)
    for _, said, make in _MADE
)
_NO_NEGATION = r"(?!\s{0,9}[[negation]]{end})"
_PREFIXES = tuple(pattern_of(rf"{_ANY_IF}(?:{said}){_NO_NEGATION}") for said, _, _ in _MADE)
_FIRST_PREFIXES = tuple(
    pattern_of(rf"{_LEAD}{first}\s{{0,9}}(?::|,?\s{{0,9}}[[then]]{{end}})") for _, first, _ in _MADE
)
_PLAYS = pattern_of(
    rf"(?:{_BY})??(?P<puts>[[lays]]{{end}}\s{{1,9}})?"
    r"(?P<play>{square}[a-z]?\s{0,9}[:,]?\s{0,9}(?!(?:[[lays]]|[[at]]){end})[{letters}*()\[\]]{2,20}"
    r"|(?-i:[A-ZÄÖÜ*()\[\]]{2,20})\s{1,9}(?:[[at]]{end}\s{1,9})?{square}[a-z]?)"
    rf"(?P<lays>\s{{1,9}}[[lays]]{{end}})?(?:\s{{1,9}}{_AROUND}){{0,3}}"
)

# What may stand on the line of a condition: `FALLS PASS: H6 NOVA`, `if he passes then H6 NOVA`.
_IF_AT = pattern_of(_FIRM_IF)
_MAYBE_AT = pattern_of(_MAYBE_IF)
_UNLESS_AT = pattern_of(rf"{_LEAD}[[unless]]{{end}}")
_ELSE_AT = pattern_of(rf"{_LEAD}[[else]]{{end}}")
_ELSE_IN = pattern_of(rf"(?<=\S)[\s,;.(]{{1,9}}(?={_LEAD}[[else]]{{end}})")
_IF_IN = pattern_of(
    rf"(?<=\S)[\s,;.(–-]{{1,9}}(?={_LEAD}(?:[[if]]|[[maybe_if]]|[[at_turn]]|[[unless]]){{end}})"
)
# `2. 8G WENN`: behind a square alone stands the word of the play.
_SQUARE = pattern_of(r"\s{0,9}(?:\d{1,3}\s?[.)]|/)?\s{0,9}{square}[a-z]?")
_HARMLESS = pattern_of(rf"{_LEAD}[[if]]{{end}}\s{{1,9}}[[harmless]]{{end}}")
_GAP = pattern_of(r"[\s*]{0,9}(?:-{1,2}>|[:,;=→-])?[\s*]{0,9}(?:[[then]]{end})?[\s:,*]{0,9}")
_BREAK = pattern_of(
    r"\s{0,9}(?:-{1,2}>|[:,;=→]|\s-\s|\s(?=[[then]]{end}))\s{0,9}(?:[[then]]{end})?[\s:,]{0,9}"
)
_MORE = pattern_of(r"(?<![{letters}])(?:[[or]]|[[and]]|[[negation]])(?![{letters}])")
_TURN_NAMED = pattern_of(
    r"(?<![{letters}])(?:[[passes]]|[[exchanges]]|[[goes_back]])(?![{letters}])"
)
_NAMES_TURN = pattern_of(
    r"(?<![{letters}])(?:[[passes]]|[[exchanges]]|[[goes_back]]|{square})(?![{letters}])"
)
# `Passt er, lege ich H6 NOVA`: without a colon a play may follow that hangs on nothing.
_PASSES_AT = pattern_of(
    r"\s*(?:[[passes_first]]|[[exchanges_first]]|[[lays_first]])\s{1,9}"
    r"(?:[[someone]]|(?-i:[A-ZÄÖÜ])[{letters}]+){end}[^,:]{0,60}[,:]"
)
# `H4 RUCKEN, sonst PASSE`, `K4 AST / PASSE`: another order for want of the one before it.
OR_ELSE = pattern_of(
    r"[\s,;.]{0,9}(?:(?<!/)/(?!/)|(?<![{letters}]){otherwise}(?![{letters}]))[\s:,]{0,9}"
)


def plain_condition(text: str) -> Condition | None:
    """Return the condition that a line consists of, unless it names a play; None if it is none."""
    if _ELSE.fullmatch(text):
        return Otherwise()
    if _names_alternate(text):
        return None
    for first, make in _VERB_FIRST:
        if said := first.fullmatch(text):
            return make(who_in(said))
    found = _ANY.fullmatch(text)
    if found is None:
        return None
    each = ((pattern.fullmatch(found["rest"].strip()), make) for pattern, make in _PLAIN)
    return next((make(who_in(said)) for said, make in each if said), None)


def who_in(said: re.Match[str]) -> str:
    """Return the name of who is said to do it; "" for `er`, `she` and the like."""
    return said.groupdict().get("who") or ""


def without_harmless(line: Line) -> Line:
    """Return a line with blanks for words that sound as a condition and are none: `H4 RUCKEN, wenn es passt`."""
    text = line.text
    for harmless in (_HARMLESS_BEHIND, _HARMLESS_FIRST):
        if len(text) <= _LONGEST_CONDITION and (found := harmless.search(text)):
            text = text[: found.start()] + " " * len(found[0]) + text[found.end() :]
    return line if text == line.text else replace(line, text=text.rstrip())


_HARMLESS_BEHIND = pattern_of(
    r"[\s,(]{1,3}(?<![{letters}])[[if]]{end}\s{1,3}[[harmless]][\s).!]{0,9}$"
)
_HARMLESS_FIRST = pattern_of(r"^\s{0,9}[[if]]{end}\s{1,3}[[harmless]]\s{0,3},")


def play_in(text: str) -> re.Match[str] | None:
    """Return where a condition names a play, as `play`, and by `who`: `Falls Ben H4 RUCKEN legt:`."""
    found = _OF_PLAY.fullmatch(text)
    if found is None or _names_alternate(text):
        return None
    return _PLAYS.fullmatch(text, found.start("rest"), found.end("rest"))


def ends_in_verb(named: re.Match[str]) -> bool:
    """Tell whether what stands as the word of a play may be what somebody does: `Sollte Ben H4 belegen`."""
    is_said_of_somebody = named.start("play") > named.start()
    is_laid = bool(named["puts"] or named["lays"])
    return is_said_of_somebody and not is_laid and _SMALL_AT_END.search(named["play"]) is not None


_SMALL_AT_END = regex(r"\d\s{0,3}[a-zäöüß]{2,20}$")


def rest_of(text: str) -> tuple[int, int] | None:
    """Return where what FALLS says begins and ends; None if the line does not begin as a condition."""
    found = _IF.fullmatch(text)
    return None if found is None or _names_alternate(text) else found.span("rest")


def says_more(text: str) -> bool:
    """Tell whether two things are named, or one is denied: `er H4 RUCKEN oder H5 RUCKEN legt`."""
    return _MORE.search(text) is not None


def ends_as_condition(text: str) -> bool:
    """Tell whether a line begins as a condition and ends with a colon."""
    found = _IF.fullmatch(text)
    return found is not None and found["colon"] is not None and not _names_alternate(text)


def is_exception(text: str) -> bool:
    """Tell whether a line says when something is *not* to be done: `Es sei denn, er passt:`."""
    found = _UNLESS.fullmatch(text)
    return found is not None and (text.rstrip().endswith(":") or bool(_TURN_NAMED.search(text)))


def ends_of_condition(text: str, *, may_be_else: bool) -> Iterator[tuple[int, int]]:
    """Yield where a condition may end on its line, and where what it is for begins."""
    text = without_comment(text)
    if len(text) > _LONGEST_CONDITION:
        return
    otherwise = _ELSE_AT.match(text) if may_be_else else None
    for plain in (otherwise,) if otherwise else _matches(_PREFIXES + _FIRST_PREFIXES, text):
        gap = _GAP.match(text, plain.end())
        if gap and gap.end() < len(text):
            yield plain.end(), gap.end()
    begins = _MAYBE_AT.match(text) or _UNLESS_AT.match(text)
    if otherwise is None and begins and not _names_alternate(text):
        for found in islice(_BREAK.finditer(text), MOST_BREAKS):
            if found.end() < len(text):
                yield found.span()


def _matches(patterns: Sequence[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    return (found for each in patterns if (found := each.match(text)))


def is_conditional(text: str) -> bool:
    """Tell whether a line begins as a condition does, so that SONST may follow."""
    if _ELSE_AT.match(text) or _names_alternate(text):
        return False
    return _IF_AT.match(text) is not None or any(_matches(_PREFIXES + _FIRST_PREFIXES, text))


def begins_with_if(text: str) -> bool:
    """Tell whether a line begins with FALLS or the like, whatever follows."""
    return _IF_AT.match(text) is not None


def elses_in(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield where what stands before SONST ends, where that word begins, and where it ends."""
    if len(text) > _LONGEST_CONDITION:
        return
    for gap in islice(_ELSE_IN.finditer(text), MOST_BREAKS):
        otherwise = _ELSE_AT.match(text, gap.end())
        if otherwise:
            yield gap.start(), gap.end(), otherwise.end()


def conditions_behind(text: str) -> Iterator[tuple[int, int]]:
    """Yield where an order may end, and where a condition behind it begins: `H6 NOVA, falls er passt`."""
    text = without_comment(text)
    if len(text) > _LONGEST_CONDITION:
        return
    for gap in islice(_IF_IN.finditer(text), MOST_BREAKS):
        is_word = _SQUARE.fullmatch(text, 0, gap.start()) is not None
        if not (is_word or _names_alternate(text[gap.end() :]) or _HARMLESS.match(text, gap.end())):
            yield gap.span()


def is_firm_behind(text: str) -> bool:
    """Tell whether what stands behind an order is a condition, read or not."""
    return bool(_IF_AT.match(text) or _UNLESS_AT.match(text)) or hangs_on_turn(text)


def hangs_on_turn(text: str) -> bool:
    """Tell whether a line speaks of somebody's turn as a condition would: `Sobald er 4A GRÄTE legt`."""
    said = _BREAK.split(text, maxsplit=1)[0]
    is_condition = _MAYBE_AT.match(said) is not None and not _names_alternate(text)
    return (is_condition and bool(_NAMES_TURN.search(said))) or bool(_PASSES_AT.match(text))


def ends_of_denial(text: str) -> Iterator[int]:
    """Yield where what sounds as an alternate may end as a condition: `Falls nicht H4 RUCKEN:`."""
    if _IF_AT.match(text) and len(text) <= _LONGEST_CONDITION:
        yield from (found.start() for found in islice(re.finditer(":", text), MOST_BREAKS))


def is_alternate_if(text: str) -> bool:
    """Tell whether a line begins as `Falls das nicht geht`: without a move above, nobody knows of what."""
    return _MAYBE_AT.match(text) is not None and _names_alternate(text)


def _names_alternate(text: str) -> bool:
    """Tell whether what sounds like a condition asks for an alternate: `Falls ungültig: PASSE`."""
    mark = OR_ELSE.match(text)
    end = _BREAK.search(text, mark.end()) if mark is not None else None
    return mark is not None and not _TURN_NAMED.search(text[: end.end() if end else len(text)])
