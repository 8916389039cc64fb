"""What a mail says around an order at a table and nothing of it, left out before it is read (table games 7).

When it is to be carried out (`sobald ich dran bin`: a move in advance is kept until then anyway), what a bracket
behind it tells (`(rude, I know)`), and a try that its writer breaks off (`NIMM H7 ... Quatsch. Neuer Versuch: ...`).
"""

from collections.abc import Callable, Iterable, Sequence

from mailref.orders import sections
from mailref.orders.beside import remark_takes_away
from mailref.orders.entries import Named
from mailref.orders.fields import led_by
from mailref.orders.free_words import leaves_as_said
from mailref.orders.named import holds, makes_move, masked, may_hold
from mailref.orders.order_lines import pattern_of
from mailref.orders.order_words import forms
from mailref.orders.remarks import IS_MOVE, IS_TALK, PLAY, weight_of
from mailref.orders.roles import have_roles
from mailref.orders.written_for import begins_for_somebody
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, line_with, line_without
from mailref.tiles.moves import ALTERNATE_MARK, worded
from mailref.tiles.when_used import regex

_LONGEST = 400
_MOST_LINES, _LONGEST_MAIL = 60, 2000
NamedIn = Callable[[str], Iterable[Named]]

_GOES_ON = r"(?!\s{1,3}(?:[[and]]|[[or]]){end}|\s{0,3},\s{0,3}(?:[[and]]|[[or]]|[[unless]]|{condition}){end})"
_OWN_TURN = pattern_of(
    rf"[,;(]?\s{{0,3}}(?<!\w){{own_turn}}{{end}}{_GOES_ON}\)?(?P<leads>\s{{0,3}}:)?(?:\s{{0,3}},(?=\s))?"
)
_OTHERS_DONE = pattern_of(
    rf"[,;(]?\s{{0,3}}(?<!\w){{others_are_done}}{{end}}{_GOES_ON}(?=\s{{0,3}}(?:$|[.,;:!)–-]|{{keeps_for_later}}{{end}}))\)?(?P<leads>\s{{0,3}}:)?(?:\s{{0,3}},(?=\s))?"
)
_NOT_MY_TURN = pattern_of(
    r"[,;(]?\s{0,3}(?<!\w){not_my_turn}{end}\)?(?:\s{0,3}[,:](?=\s)|\s{0,3}[.!](?=\s|$))?"
)
_ONLY_KEEPS = pattern_of(
    r"\W*(?:(?:{keeps_it}|{keeps_for_later}|[[please]]|[[filler]]|[[i]]|{article}|{conjunction}|{it}){end}\W{0,3}){1,8}"
)
_KEEPS = pattern_of(r"{begin}(?:{keeps_it}|{keeps_for_later}){end}")
_ONLY_ASKS_TO_KEEP = pattern_of(
    r"\W*(?:(?:[[and]]|[[please]]|{please}|[[i]]|{it}){end}\W{1,3}){0,4}{keeps_it}{end}(?:\W{1,3}(?:[[please]]|{please}){end})?\W*"
)
_CLAUSE = regex(r"(?:^|[,;(–.!]\s?|\s-\s)[^.!?;:,()\n–]{4,60}\)?(?=\s{0,3}(?:[.!;]|$))")
_IN_ADVANCE = forms("advance")[0]


def without_own_turn(line: Line, *, is_to_move: bool = True) -> Line:
    """Return a line without what says that its order waits for its player's turn, and without a sentence of that alone.

    `Leg das bitte, sobald ich dran bin`, `Bitte aufheben bis zu meinem Zug.` Of who is not *is_to_move*, as he says, no
    more is told by that: `Not my turn yet, I know.`, `Bitte vormerken, bis Nils fertig ist.`
    """
    said = None if is_to_move or "?" in line.text else _NOT_MY_TURN.search(line.text[:_LONGEST])
    if said is not None:
        plain = line_without(line, *said.span())
        is_sigh = plain.text.strip(" .!").isalpha() and have_roles(plain.text)
        line = line if is_sigh else plain  # `Ich bin noch nicht dran. SCHADE.`
    waits = line
    for start, end in reversed([*sections.sentence_spans(line.text[:_LONGEST])]):
        if "?" not in (sentence := line.text[start:end]):
            line = _without_waiting(line, start, sentence, is_to_move=is_to_move)
    return line if is_to_move and line == waits else _without_wish_to_keep(line, waits)


def _without_waiting(line: Line, start: int, sentence: str, *, is_to_move: bool) -> Line:
    """Return a line, its *sentence* from *start* on without the turn for which it waits; without one of that alone."""
    found = _OWN_TURN.search(sentence)
    if found is None and not is_to_move:
        found = _OTHERS_DONE.search(sentence)
    if found is None:
        return line
    lead, behind = sentence[: found.start()], sentence[found.end() :]
    if _KEEPS.search(left := f"{lead} {behind}") and _ONLY_KEEPS.fullmatch(left):
        return line_without(line, start, start + len(sentence))
    if found["leads"]:
        is_said = lead.strip() and not _ONLY_KEEPS.fullmatch(lead)
        at = found.start() if is_said else 0
        return line_with(
            line, start + at, start + found.end(), ":" if is_said else f" {_IN_ADVANCE}:"
        )
    return line_without(line, start + found.start(), start + found.end())


def _without_wish_to_keep(line: Line, waits: Line) -> Line:
    """Return a line without the clauses that only ask to keep its order, whether or not *waits* said until when."""
    for clause in reversed([*_CLAUSE.finditer(line.text[:_LONGEST])]):
        said = clause[0].lstrip(",;(–.!- ")
        is_wish = _ONLY_ASKS_TO_KEEP.fullmatch(said) is not None
        if is_wish or (line != waits and _KEEPS.search(said) and _ONLY_KEEPS.fullmatch(said)):
            is_sentence = clause[0][0] in ".!"
            start, end = clause.start() + is_sentence, clause.end() + is_sentence
            line = line_without(line, start, min(end, len(line.text)))
    return line


_LEAD = r"(?P<before>(?:^|,)\W{0,3})"
_DOES = r"(?=[^.!?\n]{0,80}{begin}(?:[[lay]]|[[take]]|[[remove]]|{laying}|{lays}){end})"
_ASKS_KINDLY = pattern_of(
    rf"{_LEAD}(?P<lead>{{kindly_asks}}|{{request}}(?=[^.!?\n]{{0,80}}{{begin}}(?:{{in_my_name}}|{{asked_for_by}}){{end}})){{end}},?\s{{1,3}}{_DOES}"
)
_ASKS_TO_HAVE = pattern_of(
    rf"{_LEAD}(?P<lead>{{asks_to_have}}){{end}}\s{{1,3}}(?P<what>(?=[^.!?\n]{{0,80}}{{begin}}{{asked_for_by}}{{end}})[^.!?\n]{{1,80}}?)"
    r"(?:\s{1,3}(?:[[new_ones_end]]|{asked_for_by}){end})?(?P<stop>[.!?])"
)
_NOT_SO = pattern_of(
    r"{begin}(?:{unsure}|{in_place_of}|{condition}|{later}|{back_again}|[[back]]|[[if]]|[[or]]|[[not_now]]|[[other_turn]]|[[negation]]){end}"
)
_PLEASE, _TAKE = (forms(row)[0] for row in ("please", "take"))


def asked_as_order(line: Line, named_in: NamedIn) -> Line:
    """Return a line with the order that a sentence of it asks for kindly: `Would you be so kind as to lay STREBE?`

    `Could I have the one from pile two, please?` asks for that, and without `please` whether he may. Not where more is
    asked: `Could you lay STREBE, or is it too late?`
    """
    for start, end in reversed([*sections.sentence_spans(line.text[:_LONGEST])]):
        sentence = line.text[start:end].rstrip()
        found = _ASKS_KINDLY.search(sentence) or _ASKS_TO_HAVE.search(sentence)
        if found is None or _NOT_SO.search(sentence, found.end("lead")):
            continue
        what = found.groupdict().get("what")
        order = (
            f"{_TAKE} {what}." if what else f"{_PLEASE} {sentence[found.end() :].rstrip('?.! ')}."
        )
        if any(named_in(order)) and sentence.rstrip(" )").endswith(("?", ".", "!")):
            line = line_with(line, start + found.end("before"), start + len(sentence), order)
    return line


_ASIDE = regex(r"\s?\((?P<said>[^()\n]{3,90})\)")
_DENIED = pattern_of(r"{begin}[[negation]]\s{1,3}(?-i:[A-ZÄÖÜ]{3,}|[A-O]\d{1,2})(?!\w)")
_NAMES = regex(
    r"(?<!\w)(?!I(?!\w))[A-ZÄÖÜ](?!\w)|(?<!\w)(?:[A-ZÄÖÜ]{3,}|[A-O]\d{1,2}|\d{1,2}[A-O])(?!\w)"
)


def without_asides(line: Line, named_in: NamedIn) -> Line:
    """Return a line with an order without what a bracket behind it tells, where that is talk and names nothing."""
    text = line.text[:_LONGEST]
    for aside in reversed([*_ASIDE.finditer(text)]):
        said = aside["said"]
        lead = sections.last_sentence(text[: aside.start()])
        is_talk = (
            "?" not in said
            and not _NAMES.search(_DENIED.sub("", said))
            and weight_of(said) < IS_TALK
        )
        plain = masked(lead, named_in(lead)).strip()
        is_talk = is_talk and (
            not remark_takes_away(aside[0].strip()) or weight_of(plain + aside[0]) < IS_MOVE
        )
        is_talk = is_talk and not begins_for_somebody(aside[0])
        if is_talk and plain != PLAY and makes_move([plain]):
            line = line_without(line, *aside.span())
    return line


def without_talk_between(line: Line) -> Line:
    """Return a line without brackets of talk between letters and what is done with them: `A, E, R (hurra) und lege`."""
    for aside in reversed([*_ASIDE_BEHIND_LETTERS.finditer(line.text[:_LONGEST])]):
        said = aside["said"]
        if "?" not in said and not _NAMES.search(said) and weight_of(said) < IS_TALK:
            line = line_without(line, *aside.span("aside"))
    return line


_ASIDE_BEHIND_LETTERS = regex(
    r"(?<![^\W\d_])[A-ZÄÖÜ]{1,15}(?P<aside>\s?\((?P<said>[^()\n]{3,90})\))(?=\s*[,;:–-]|\s+\w)"
)


def _sentence_spans(text: str, named_in: NamedIn) -> Iterable[tuple[int, int]]:
    """Return where the sentences of a text are; a square ends one as any word does: `NIMM H5. Das gilt.`"""
    for each in named_in(text):
        text = f"{text[: each.start]}{'x' * (each.end - each.start)}{text[each.end :]}"
    return sections.sentence_spans(text)


def without_confirmed(lines: Sequence[Line], named_in: NamedIn) -> Sequence[Line]:
    """Return *lines* without a sentence below an order that only says that it holds: `Das gilt.`"""
    left: list[Line] = []
    is_named = False
    for line in lines:
        text, plain = line.text[:_LONGEST], line
        spans = [*_sentence_spans(text, named_in)] if may_hold(text) else []
        for start, end in reversed(spans):
            if holds(text[start:end]) and (is_named or any(named_in(text[:start]))):
                plain = line_without(plain, start, end)
        is_named = is_named or any(named_in(text))
        left.append(plain)
    return left


_STARTS_OVER = pattern_of(
    r"(?:^|(?<=[.!?…\n])\s{0,3}|\s[–-]\s)\W{0,3}(?:{starts_over}{end}[\s,:.!…–-]{0,5}){1,3}"
)
_STOP = regex(r"[.!?](?=\s|$)|\n")


def without_broken_off(lines: Sequence[Line], named_in: NamedIn) -> Sequence[Line]:
    """Return *lines* without an order that its writer breaks off, where below that he names another.

    `K8. No wait, scratch that. K8 plus K10.`, `NIMM H7 ... Quatsch. Neuer Versuch: NIMM H5`
    """
    said = [*lines[:_MOST_LINES]]
    text = "\n".join(line.text for line in said)
    if len(text) > _LONGEST_MAIL or _STARTS_OVER.search(text) is None:
        return lines
    begin = _begin_of_what_is_meant(text, named_in)
    number = text.count("\n", 0, begin)
    column = begin - (text.rfind("\n", 0, begin) + 1)
    return [line_without(lines[number], 0, column), *lines[number + 1 :]] if begin else lines


def _begin_of_what_is_meant(text: str, named_in: NamedIn) -> int:
    """Return where in a text begins what stands below the last order that it breaks off; 0 where it breaks off none."""
    marks = [*_STARTS_OVER.finditer(text)]
    first = next((each for each in marks if any(named_in(text[: each.start()]))), None)
    if first is None or not leaves_as_said([masked(said := text[: first.start()], named_in(said))]):
        return 0
    for mark in reversed(marks[marks.index(first) :]):
        stop = _STOP.search(text, mark.end())
        end = len(text) if stop is None else stop.end()
        if any(named_in(text[mark.end() : end])):
            return mark.end()
        if any(named_in(text[end:])):
            return end
    return 0


_FOR_WANT_OF_IT = worded(rf"\W{{0,4}}{sections.FOR_WANT}[^.!?;:,\n]{{0,25}}[:,]\s{{1,3}}")


def with_alternates_led(
    lines: Sequence[Line], is_order: Callable[[Line], bool], named_in: NamedIn
) -> Sequence[Line]:
    """Return *lines*, behind a slash an order for want of the one above: `LEGE STREBE`, `falls ungültig: ERSTER`."""
    left: list[Line] = []
    is_below = False
    for line in lines:
        lead = _FOR_WANT_OF_IT.match(line.text[:_LONGEST]) if is_below else None
        rest = line if lead is None else cut_front(line, lead.end())
        named = () if lead is None else named_in(rest.text)
        is_named = masked(rest.text, named).strip(" .!") == PLAY
        is_alternate = lead is not None and (is_named or is_order(rest))
        left.append(led_by(f"{ALTERNATE_MARK} ", rest) if is_alternate else line)
        is_below = is_below or is_order(line)
    return left
