"""What a sentence says that takes its mail from its writer, or its move from the mail, whatever the move is (rules 8).

Somebody else writes or signs it, others think or foretell it, it is for the bin, it was a joke, it is forged. None of
that need speak of the move: a sentence says it by how it is built, and as a whole. Nothing here reads a play.
"""

from collections.abc import Callable, Collection, Sequence
from functools import reduce

from mailref.orders.commands import is_greeting, without_greeting
from mailref.orders.remarks import PLAY, bare_of
from mailref.orders.roles import unknown_in
from mailref.orders.sections import OTHERWISE
from mailref.reading.incoming_mail import Line
from mailref.tiles.moves import TextSpan, worded
from mailref.tiles.when_used import regex

_STOP = regex(r"(?<=[.!?])\s{1,9}")


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text; behind a number and an abbreviation, too, for so little is looked for in each."""
    return _STOP.split(text[:_LONGEST])


IsWriter = Callable[[str], bool]
"""Tells whether a name, or a part of one, is that of who writes."""
_LONGEST = 400
_MOST = 80
_A_NAME = r"(?-i:[A-ZÄÖÜ])[\w'’-]{1,20}"
_OPENS = r"(?:^|[.!?,;:–-]\s{1,3})\W{0,4}"
_SET_OFF = r"(?=(?:\s{1,3}{is_here})?\W{0,9}(?:$|[.,!;:(–-]))"
_OF = rf"(?:\s{{1,3}}{{kin_of}}\s{{1,3}}(?P<of>{_A_NAME}))?"
_THEIR_KIN = (
    rf"(?:(?!{{a_thing}}\s)(?:{{article}}|{{their}}[emnr]{{0,2}}|{_A_NAME}['’]s|(?-i:[A-ZÄÖÜ])[\w-]{{1,18}}s)\s{{1,3}}"
    r"(?:{letter}{3,12}e[nrs]?\s{1,3})?(?:{kin}|{helps}){end})"
)
_WRITES = worded(
    rf"{_OPENS}{{here_writes}}\s{{1,3}}(?:(?P<who>{_A_NAME})(?:\s{_A_NAME}){{0,2}}\s?[,(–-]\s{{0,3}}(?:{{i_am}}\s{{1,3}})?)?{_THEIR_KIN}{_OF}{_SET_OFF}"
)
"""`Hier schreibt Jens, der Sohn`, `Ich bin die Tochter von Eva`, `This is her grandson`"""
_IS_HERE = worded(
    rf"{_OPENS}(?:{_THEIR_KIN}\s{{1,3}}{{is_here}}|(?P<who>{_A_NAME})\s{{1,3}}{{is_here}},\s{{1,3}}{_THEIR_KIN}{_OF}){_SET_OFF}"
)
"""`Her son here, mum's out`, `Kevin here, Eleanor's husband`"""
_SIGNS_AS_KIN = worded(
    rf"\W{{0,4}}(?:[^,()\n]{{2,25}},\s{{1,3}})?(?:{{signs_off}}\W{{1,3}}){{0,5}}(?P<who>{_A_NAME})(?:\s{_A_NAME}){{0,2}}\s?[,(–-]{{1,2}}\s{{0,3}}"
    rf"(?:(?:{{article}}|{{their}}|{_A_NAME}['’]s)\s{{1,3}})?(?:{{kin}}|{{helps}}){_OF}\W{{0,4}}"
)
"""`Jens (Sohn von Jonas)`, `Yours, Jim (her son)`"""
_SIGNS_FOR = worded(
    r"\W{0,4}{signs_in_place}\W{0,3}(?P<who>(?:(?-i:[A-ZÄÖÜ])\.?[\w'’-]{0,20}\s?){1,3})(?:,.*)?"
)
"""`gez. Bodo Franke, nach Diktat verreist`, `i. V. Kerstin`"""
_ACTS_FOR = worded(
    rf"(?:\W{{0,4}}|[^.!?\n]{{0,30}}?(?:[(,]\s?|(?-i:[a-zäöü]{{3}})\s)){{acts_for}}\s{{1,3}}(?P<whom>{_A_NAME})(?:\s{_A_NAME}){{0,2}}(?:\s?[:,]|\s{{1,3}}{{by_player}}|\s{{1,3}}by)?[^.!?\n]{{0,25}}"
)
"""`Janet (for Eleanor)`, `Für Jonas: Karin`"""
_KIN_OF = worded(
    rf"\W{{0,4}}(?P<whose>{_A_NAME}?)(?:['’]s?|s)\s{{1,3}}(?:{{kin}}|{{helps}})(?:\s{_A_NAME}){{0,2}}\W{{0,4}}"
)
"""`Jonas' Frau Karin`"""
_MOST_OF_SIGNATURE = 6
_FOR_HIM = worded(r"{begin}{writes_for_him}{end}")
_BY_KIN = worded(
    rf"\W{{0,9}}(?:{{letter}}{{2,10}}\s{{1,3}}){{0,2}}?{{made_by}}\s{{1,3}}{_THEIR_KIN}"
)
_FORGED = worded(r"{begin}(?:{forged}|{unsent}){end}")
_TITLE = regex(r"[^\W\d_][\w'’.-]*")


def is_written_by_another(sentence: str, is_writer: IsWriter) -> bool:
    """Tell whether a sentence says that somebody writes who is not the one whose mail it is.

    >>> said = ("Hier schreibt Jens, der Sohn.", "This is her grandson, gran's asleep", "Hier schreibt Eva, die Oma.")
    >>> [is_written_by_another(each, "Eva".__eq__) for each in (*said, "Mein Sohn schreibt ein Buch.")]
    [True, True, False, False]
    """
    for each in (_WRITES, _IS_HERE):
        found = each.search(sentence)
        if found is not None and not _is_his(found["who"], is_writer):
            of = found["of"]
            return of is None or is_writer(of.removesuffix("s")) or is_writer(of)
    return any(each.search(sentence) for each in (_FOR_HIM, _BY_KIN))


def is_signed_by_kin(line: str, is_writer: IsWriter) -> bool:
    """Tell whether a line below a move is signed by somebody's kin, or for somebody by who is not its writer.

    >>> said = ("Jens (Sohn von Eva)", "gez. Bodo Franke, nach Diktat verreist", "Janet (for Eva)", "Evas Mann Tom")
    >>> [is_signed_by_kin(each, "Eva".__eq__) for each in said]
    [True, True, True, True]
    >>> [is_signed_by_kin(each, "Eva".__eq__) for each in ("gez. Eva", "Danke, Kumpel", "Kuchen für Tom")]
    [False, False, False]
    """
    found = _SIGNS_AS_KIN.fullmatch(line)
    if found is not None and unknown_in(found["who"]) and not _is_his(found["who"], is_writer):
        return True
    found = _SIGNS_FOR.fullmatch(line)
    if found is not None:
        return not _is_his(found["who"], is_writer)  # as offices do: `i. A. Eva`
    found = _KIN_OF.fullmatch(line)
    if found is not None and any(map(is_writer, (found["whose"], f"{found['whose']}s"))):
        return True
    found = _ACTS_FOR.fullmatch(line) if len(line.split()) <= _MOST_OF_SIGNATURE else None
    return found is not None and is_writer(found["whom"])


def _is_his(name: str | None, is_writer: IsWriter) -> bool:
    """Tell whether a name, or one of its parts, is the writer's."""
    return name is not None and any(map(is_writer, (name.strip(), *_TITLE.findall(name))))


def is_forged(sentence: str) -> bool:
    """Tell whether a sentence, as one in a signature, says that its mail is not its owner's, or was not to be sent.

    >>> [is_forged(each) for each in ("Alle Züge in meinem Namen sind gefälscht.", "Alle Angaben ohne Gewähr.")]
    [True, False]
    >>> [is_forged(each) for each in ("Draft saved at 23:14", "You have not released this message yet.")]
    [True, True]
    """
    return _FORGED.search(sentence) is not None


_BESIDE_BIN = r"(?:\W|(?:{beside_bin}){end}){0,24}"
_THROWN_OUT = worded(
    rf"{_BESIDE_BIN}{{begin}}(?:{{into_bin}}){{end}}{_BESIDE_BIN}(?:,\s{{1,3}}{{dear_reader}}\W{{0,3}})?"
)
_IS_WASTE = worded(r"\W*(?:p\W?s\W{1,3})?(?:{beside_waste}\s{1,3}){0,3}{waste}\W*")
_ON_ICE = worded(
    r"\W*(?:{kept_on}\s{1,3}){0,4}(?:{till_when}\s[^.!?,\n]{2,25}?\s)?{on_ice}(?:\s{1,3}{till_when}\s[^.!?,\n]{2,25})?\W*"
)
_JOKE_OVER = worded(
    rf"\W*(?:{{beside_joke}}[\s,!]{{1,4}}){{0,3}}{{joke_over}}(?:,\s{{1,3}}(?:{{dear_reader}}|{_A_NAME}))?\W*"
)
_UNLESS = worded(r"\W*{unless_so}{end},?\s(?![^.!?\n]*{begin}{may_err}{end})[^,;:.!?\n]{3,80}\W*")


def is_thrown_out(sentence: str) -> bool:
    """Tell whether a sentence beside a move is all about the bin for it, or calls it waste paper.

    >>> said = ("Dies bitte in die Tonne.", "Makulatur.", "Bin the above, love.", "Die Tonne muss noch raus.")
    >>> [is_thrown_out(each) for each in said]
    [True, True, True, False]
    """
    return any(each.fullmatch(sentence) for each in (_THROWN_OUT, _IS_WASTE))


def takes_joke_back(sentence: str) -> bool:
    """Tell whether a sentence is nothing but the laugh at who believed what stands above it.

    >>> [takes_joke_back(each) for each in ("Von wegen!", "Fooled you!", "Von wegen Frühling!")]
    [True, True, False]
    """
    return _JOKE_OVER.fullmatch(sentence) is not None


def leaves_hanging(sentence: str) -> bool:
    """Tell whether a sentence is a condition or a delay and no more, which hangs on what stands above it.

    >>> said = ("Es sei denn, morgen regnet es.", "bis Freitag auf Eis", "Unless it rains, we sail.")
    >>> [leaves_hanging(each) for each in said]
    [True, True, False]
    """
    return any(each.fullmatch(sentence) for each in (_UNLESS, _ON_ICE))


_NEW_MOVE = worded(
    r"\W{0,4}(?:{my}{letter}{0,2}\s{1,3})?(?:(?:{renewed}\s{1,3}{play}|{play}(?:\s{1,3}{round}\s{0,2}\d{1,3})?\s{0,3}\(?{renewed}\)?)"
    r"\s{0,3}[:=]\s{0,3}(?!{in_subject})|(?:{renewed}|{edited})\s{0,3}[:=]\s{0,3}(?={as_agreed}))\w.*"
)


def renews_move(below: str) -> bool:
    """Tell whether a line below the last move of a mail puts in its place what stands elsewhere.

    >>> said = ("Zug Runde 11 neu: wie am Telefon besprochen", "Revised move: as agreed", "Neu: wie besprochen")
    >>> [renews_move(each) for each in (*said, "New address: 12 Mill Lane", "Neuer Zug: siehe oben")]
    [True, True, True, False, False]
    """
    return _NEW_MOVE.fullmatch(below) is not None


_SAYS_BELOW = worded(
    rf"\W{{0,3}}(?:(?-i:(?=[a-zäöü])){{says_below}}\s{{0,3}}(?={_A_NAME}|{{article}}{{end}}|{{others_do}}{{end}})|{{says_below}}\s{{1,3}}{{my}}{{letter}}{{0,2}}\s{{1,3}}{{kin}}{{end}}"
    rf"|{_A_NAME}\s{{1,3}}(?:{{letter}}{{3,10}}\s{{1,3}})?{{says_alone}}\W*$)"
)


def is_what_others_say(below: str) -> bool:
    """Tell whether the line right below an order goes on as one that says whose words they are.

    >>> [is_what_others_say(each) for each in ("sagt Oda immer.", "Oda always says", "Sagt Bescheid!")]
    [True, True, False]
    """
    return _SAYS_BELOW.match(below) is not None


_A_MOVE = r"(?=[^.!?\n]{0,80}?(?-i:(?<!\w)(?:[A-ZÄÖÜ*]{3,15}|[A-O]\d{1,2}|\d{1,2}[A-O])))"
_INVERTED = worded(
    rf"\W{{0,4}}{{clause_verb}}\s{{1,3}}{{i_who_lay}}{{end}}{_A_MOVE}[^.!?\n]*?,\s{{1,3}}(?![^.!?,\n]*\d)(?:{{so_then}}\s{{1,3}})?{{main_verb}}"
)
_WERE_I = worded(rf"\W{{0,4}}{{were}}\s{{1,3}}{{i_who_lay}}{{end}}{_A_MOVE}[^?:\n]*$")
_TOLD_OF_ME = worded(
    rf"{{begin}}{{others_think}}{{end}}(?![^,.!?;:\n]*{{begin}}(?:{{it_perhaps}}|{{unsure}}){{end}})(?:(?!(?-i:[A-ZÄÖÜ]{{3}}))[^,.!?;:\n]){{0,40}}?{{thinks_that}}{_A_MOVE}"
)
_WHAT_FORETELLS = r"(?:(?:{article}|{noun_follows}|{subject_follows})\s{1,3})?{oracle}{end}"
_FORETOLD = worded(
    rf"(?:^|[.!?,]\s{{1,3}})\W{{0,4}}(?:{{according}}\s{{1,3}}{_WHAT_FORETELLS}"
    rf"|{_WHAT_FORETELLS}(?:\s{{0,3}}:|\s{{1,3}}(?:{{letter}}{{2,10}}\s{{1,3}})?{{says_so}}{{end}})){_A_MOVE}"
)


def is_supposed(sentence: str) -> bool:
    """Tell whether the sentence of a move, as it is written, only supposes it, or has it from others.

    >>> said = ("Lege ich L4s GRAUE, verliere ich.", "Were I to play A12a HODE, Dave would win.")
    >>> [is_supposed(each) for each in (*said, "Lege ich L4s GRAUE, 24 Punkte.")]
    [True, True, False]
    >>> [is_supposed(each) for each in ("Ihr denkt, ich lege L4s GRAUE.", "Ich denke, ich lege L4s GRAUE.")]
    [True, False]
    """
    text = without_greeting(sentence[:_LONGEST])
    is_inverted = any(each.match(text) for each in (_INVERTED, _WERE_I))
    return is_inverted or any(each.search(text) for each in (_TOLD_OF_ME, _FORETOLD))


_LAYS_IT = (
    r"(?:(?:{lays}|{intent}|{will_do})\s{1,3}{i_who_lay}"
    r"|{i_who_lay}(?:['’]\w{1,2}|\s{1,3}{letter}{2,5})?\s{1,3}(?:{lays}|{intent})){end}"
)
_IF = r"(?:{condition}|{provided}){end}(?!\s{1,3}{only_of_us}{end})"
_LAID_IF = worded(
    rf"\W{{0,9}}(?:{{conjunction}}\s{{1,3}})?(?P<what>(?:{_IF}|{{opens_condition}})[^.!?;:,{PLAY}]{{3,120}}?),?\s{{1,3}}"
    rf"(?:{{so_then}}\s{{1,3}}(?={PLAY})|(?:{{so_then}}\s{{1,3}})?{_LAYS_IT}[^.!?;:,{PLAY}]{{0,40}}?){PLAY}"
)
_DEPENDS = worded(
    rf"\W{{0,9}}(?P<what>{{hangs_by}}{{end}}[^.!?;{PLAY}]{{0,60}}?)[:,]?\s{{1,3}}(?:{_LAYS_IT}\s{{1,3}})?{PLAY}"
)
"""`Weather permitting, §`, `Je nach Wetter: §`"""
_IF_BEHIND = worded(
    rf"{PLAY},?\s{{1,3}}\(?(?:{{only}}\s{{1,3}})?(?P<what>(?:{_IF}|{{hangs_by}}{{end}})[^.!?;:,{PLAY}]{{0,80}})\W*$"
)
_SETTLED = worded(r"{begin}(?:{settles_itself}|{mere_phrase}|{may_err}|{otherwise}){end}")
"""What is laid for want of another move hangs on what the referee tells."""


def is_laid_if(sentence: str) -> bool:
    """Tell whether a sentence, with a sign in place of its move, lays that on a condition that nobody here can look up.

    >>> said = ("Regnet es morgen, so lege ich §.", "If it snows, I play §", "I'll play § if Leeds win.")
    >>> [is_laid_if(each) for each in said]
    [True, True, True]
    >>> said = ("Wenn ich richtig zähle, lege ich §.", "Geht nicht anders, nehme ich §", "§, if you please.")
    >>> [is_laid_if(each) for each in said]
    [False, False, False]
    """
    text = bare_of(without_greeting(sentence[:_LONGEST]))
    found = _LAID_IF.match(text) or _DEPENDS.match(text) or _IF_BEHIND.search(text)
    if found is None or _SETTLED.search(found["what"]) is not None:
        return False
    start = found.start("what")
    # `If the referee says no, then §` is an alternate.
    return not any(it.start() <= start < it.end() for it in OTHERWISE.finditer(text))


_HEADS_NONE = worded(r"\W*(?:{beside_none}\s{1,3}){0,2}{heads_none}[^\w?]*")


def heads_none(title: str) -> bool:
    """Tell whether a subject, or a line over a move, calls it none, and says no more: `Practice`, `Never mind`.

    >>> [heads_none(each) for each in ("Nur ein Test", "Never mind", "Makulatur", "Neuer Versuch")]
    [True, True, True, False]
    """
    is_none = _HEADS_NONE.fullmatch(title) is not None
    return is_none or is_thrown_out(title) or takes_joke_back(title)


_PLACE_LABEL = worded(
    r"\W{0,4}(?:{my}{letter}{0,2}\s{1,3})?(?:(?:{for_title}|{place_follows}|{a_match}|{round}|{play})\s{1,3}){0,2}(?:{article_of_title}\s{1,3})?(?-i:(?=[A-ZÄÖÜ]))(?P<name>{a_place}){end}"
    r"(?:[\s-](?:{a_match}|{play}){end})?(?:[\s,]{1,3}{round}\s{0,2}\d{1,3})?\s{0,3}(?:[:,–-]\s{0,3})?"
)
"""`Elbe: `, `Partie Husum: `, `Harrogate game: `"""
_PLAYS_THERE = worded(
    r"\W{0,4}(?:{for_title}|{place_follows}|{on_square})\s{1,3}(?:(?:{article_of_title}\s{1,3})?(?-i:(?=[A-ZÄÖÜ]))(?P<name>{a_place}){end}),?\s{1,3}"
    r"(?:(?:{lays}|{intent})\s{1,3}{myself}|{i_who_lay}(?:['’]\w{1,2})?\s{1,3}(?:{lays}|{intent})){end}.*"
)
"""`In Elbe spiele ich `, `In Harrogate I play `"""
_PLACE_BEHIND = worded(
    r"\s{0,3}(?:[(–-]\s{0,3}|{for_title}\s{1,3}(?:{article_of_title}\s{1,3})?)(?-i:(?=[A-ZÄÖÜ]))(?P<name>{a_place}){end}\)?[\s.!]*"
)
"""` (Harrogate)`, ` für Elbe`"""


def place_named(before: str, after: str) -> str | None:
    """Return the river or town that stands beside a move where a game's name does; None without one.

    >>> said = (("Elbe: ", ""), ("In Harrogate I play ", ""), ("", " (Husum)"), ("In Hamburg regnet es. ", ""))
    >>> [place_named(*each) for each in said]
    ['Elbe', 'Harrogate', 'Husum', None]
    """
    lead = without_greeting(before)
    ways = (_PLACE_LABEL.fullmatch(lead), _PLAYS_THERE.fullmatch(lead))
    found = next(filter(None, (*ways, _PLACE_BEHIND.fullmatch(after))), None)
    return None if found is None else found["name"]


def disowned_at(
    lines: Sequence[Line], signed: Sequence[Line], moves: Collection[TextSpan], is_writer: IsWriter
) -> TextSpan | None:
    """Return the first line of a mail by which it is not its writer's, or its *moves* are not meant; None without one.

    *signed* stands under the mark of a signature.
    """
    lines = lines[:_MOST]
    numbers = {each.line for each in moves}
    last = max(numbers, default=0)
    for line in lines:
        for said in _sentences(line.text):
            if is_written_by_another(said, is_writer) or is_forged(said):
                return line.whole
            if line.number in numbers and is_supposed(said):
                return line.whole
        said_of_it = _around(line, lines, moves) if line.number in numbers else ()
        if any(is_laid_if(each) for text in said_of_it for each in _sentences(text)):
            return line.whole
    over = [line for line in lines if line.number < min(numbers, default=0) and line.text.strip()]
    if over and heads_none(over[-1].text.rstrip(" :")):
        return over[-1].whole
    below = [line for line in lines if line.number > last]
    behind = _behind(lines, [each for each in moves if each.line == last])
    signs = [line for line in (*below, *signed[:_MOST]) if line.text.strip()]
    for line in signed[:_MOST]:
        if is_forged(line.text) or is_written_by_another(line.text[:_LONGEST], is_writer):
            return line.whole
    if (at := _signed_by_kin(signs, is_writer)) is not None:
        return at.whole
    return _taken_away(behind, below)


def _around(line: Line, lines: Sequence[Line], moves: Collection[TextSpan]) -> tuple[str, ...]:
    """Return a line, a sign in place of each of its *moves*, by itself and with what beside it is of its sentence.

    Of a line of which nothing is left, since its move was read elsewhere, it is nothing.
    """
    if not line.text.strip():
        return ()
    own = (each.text for each in moves if each.line == line.number)
    over = [it.text.strip() for it in lines if it.number < line.number and it.text.strip()][-1:]
    under = [it.text.strip() for it in lines if it.number > line.number and it.text.strip()][:1]
    text = reduce(lambda text, each: text.replace(each, PLAY, 1), own, line.text).strip()
    if under and (under[0][0] == "(" or under[0][0].islower()):
        text = f"{text} {under[0]}"
    is_open = bool(over) and not over[0].endswith((".", "!", "?", ":"))
    return (text, f"{over[0]} {text}") if is_open else (text,)


def _signed_by_kin(signs: Sequence[Line], is_writer: IsWriter) -> Line | None:
    under = [*(line.text for line in signs[1:]), ""]
    for line, next_ in zip(signs, under, strict=False):
        text = line.text[:_LONGEST]
        if is_signed_by_kin(text, is_writer):
            return line
        if _ONLY_FOR.fullmatch(text) and is_signed_by_kin(f"{text} {next_}", is_writer):
            return line
    return None


_ONLY_FOR = worded(r"\W{0,4}{signs_in_place}\W{0,4}")


def _behind(lines: Sequence[Line], moves: Sequence[TextSpan]) -> list[Line]:
    """Return the rest of the line of the last move, behind it, where it says anything."""
    for line in lines:
        ends = [
            line.text.rfind(each.text) + len(each.text) for each in moves if each.text in line.text
        ]
        if moves and line.number == moves[0].line and ends:
            rest = line.cut(max(ends))
            return [rest] if any(map(str.isalpha, rest.text)) else []
    return []


def _taken_away(behind: Sequence[Line], below: Sequence[Line]) -> TextSpan | None:
    """Return the line behind or below the last move that throws it out, or laughs at it, or makes it hang."""
    is_first, asked = True, ""
    for line in (*behind, *(each for each in below if each.text.strip())):
        if line in below and (
            renews_move(line.text) or (is_first and is_what_others_say(line.text))
        ):
            return line.whole
        for at, said in enumerate(_sentences(line.text)):
            text = said.strip(" ,;:–-")
            if not any(map(str.isalpha, text)):
                continue
            is_laugh = at == 0 and not asked.endswith("?") and takes_joke_back(text)
            if is_thrown_out(text) or is_laugh or (is_first and leaves_hanging(text)):
                return line.whole
            is_first = is_first and is_greeting(text)
            asked = text
    return None


def titled_otherwise(text: str, title: Collection[str]) -> str | None:
    """Return the one name in a line that has words of a game's *title*, and is none: `Klassisches Scrabble Husum`.

    >>> own = {"klassisches", "scrabble", "kiel"}
    >>> [titled_otherwise(f"{each}, Runde 4", own) for each in ("Klassisches Scrabble Husum", "Scrabble Kiel")]
    ['Husum', None]
    """
    words = _TITLE.findall(text[:_LONGEST])
    left = [each for each in words if each.casefold() not in title]
    names = [each for each in left if unknown_in(each) or _A_PLACE.fullmatch(each)]
    is_titled = len(left) < len(words) <= _MOST_OF_TITLE
    is_name = len(names) == 1 and names[0][0].isupper() and not any(map(str.islower, left))
    return names[0] if is_titled and is_name else None


_MOST_OF_TITLE = 6
_A_PLACE = worded("{a_place}")


def is_disowned(beside: Sequence[str], below: Sequence[str], names: Collection[str]) -> bool:
    """Tell the same of what stands *beside* a yes, or *below* it; *names*: parts of the writer's, in small letters.

    Without them it is not told who signs.

    >>> [is_disowned([], [each], {"eva"}) for each in ("Hier ist Jens, der Sohn.", "Makulatur.", "Bis Freitag!")]
    [True, True, False]
    """

    def is_writer(name: str) -> bool:
        return name.lower() in names

    under = [Line(number, text) for number, text in enumerate(below, start=1)]
    is_anothers = any(
        is_written_by_another(each, is_writer) or is_forged(each)
        for text in (*beside, *below)
        for each in _sentences(text)
    )
    if is_anothers or _taken_away((), under) is not None:
        return True
    return bool(names) and _signed_by_kin(under, is_writer) is not None
