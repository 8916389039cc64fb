"""What a mail explains of the letters of a play: that one lies on the board already, and of which parts (rules 8).

`LOSHAK[T]EN, das T liegt schon`, `HEILE (das E ist der Joker von LAMPE)`, `AUSKOFFERTEN (AUS + KOFFER + TEN)`: it
changes nothing of the play, and is left out before anything is read. What could say which letter of a word of
this mail is a blank stays.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from msgspec.structs import replace

from mailref.orders import sections, shapes
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import join_lines, line_with, line_without, only
from mailref.tiles.board import Direction
from mailref.tiles.moves import any_of, direction_forms, phrases_of, worded
from mailref.tiles.when_used import regex

_LONGEST = 400
_MOST_LINES = 200
_WORD = r"(?-i:(?=[^\W\d_]{0,14}[A-ZÄÖÜ]{2})[^\W\d_]{2,15})(?![\w*])"
_LETTER = (
    r"(?:(?:{article}\s{1,3}|{further_word_mark})?(?:(?:{first}|{second}|{third}|{last}|{in_brackets}|{small_of_letter})\s{1,3}){0,2}"
    r"[\"'(\[]?(?P<letter>[^\W\d_])[\"')\]]?(?![{letters}\d*]))"
)
_IS_JOKER = r"(?:\s{1,3}{stands_for}(?:\s{1,3}{article})?(?:\s{1,3}{joker})?(?:\s{1,3}{article})?)?"
_OF_WORD = (
    rf"{_IS_JOKER}(?:\s{{1,3}}{{the_one}})?(?:\s{{1,3}}(?:{{at_its_end}}|{{at_its_front}}))?\s{{1,3}}(?:(?:{{by_way_of}}|{{place_follows}}|{{of_another}}|{{letter_article}})\s{{1,3}}"
    rf"(?:{{article}}\s{{1,3}})?|{{article}}\s{{1,3}})(?:{{field_word}}\s{{1,3}})?(?P<word>{_WORD})"
)
_NOT_MINE = r"(?:\s{1,3}{stands_for}|{is_short})?\s{1,3}{not_mine}{end}\s?[,;:–-]?(?:\s{1,3}{letter}{2,4}(?=\s|['’]))?"
_THERE = (
    rf"(?:(?:{_NOT_MINE})?(?:[\s,;:=–-]{{1,4}}|{{is_short}}\s{{1,3}})(?:{{article}}\s{{1,3}})?"
    rf"(?:{{lies_there}}{{end}}|{{lies_in_brackets}}(?=\s{{0,60}}(?:[),;.!]|$)))"
    rf"(?:\s{{1,3}}\({_WORD}\))?)"
)
_WAY = rf"(?:{any_of(each for way in Direction for each in phrases_of(way))}|{{direction_word}}){{end}}"
_IN_ROW = (
    r"(?:(?:{place_follows}|{by_way_of}|{article}|{direction_word})\s{1,3}){0,2}"
    r"(?:{row_of_board}|{column_of_board})\s{0,2}(?:[A-Z]|\d{1,2})(?![{letters}\d])"
)
_SAYS_WHICH = rf"(?:[\s,]{{1,3}}(?:{_WAY}|{{lies_there}}{{end}}|{_IN_ROW}))"
_OF_LYING_WORD = (
    rf"(?:\s{{1,3}}(?:{{is_letter_of}}|{{stands_for}}))?(?:\s{{1,3}}{{the_one}})?\s{{1,3}}(?:(?:{{by_way_of}}|{{of_another}}|{{place_follows}})\s{{1,3}})?(?:{{article}}\s{{1,3}})?"
    rf"(?:(?:{{of_lying_word}}\s{{1,3}}){{1,2}}{{field_word}}{{end}}{_SAYS_WHICH}{{0,3}}|{{field_word}}{{end}}{_SAYS_WHICH}{{1,3}})"
    r"(?=\s{0,60}(?:[),;.!]|$))"
)
"""`belongs to the long word down column H`, `aus dem Wort in Reihe H`"""
_LIES = worded(
    rf"(?:(?<=[,;.:!?(–{shapes.PICTURES}-])|^)\s{{0,3}}(?:(?:{{conjunction}}|{{whereby}}|{{only}})\s{{1,3}})?{_LETTER}"
    rf"(?:\s?\({{square}}\))?(?:{_OF_WORD}{_THERE}?|{_THERE}|{_OF_LYING_WORD})"
    r"(?!\s{1,3}(?:{not_so}|{never}){end})"
)
"""`das zweite L liegt schon`, `letztes E von BRUDER`, `das e ist der Joker aus TANTe, der liegt ja schon da`.

`The first E (H10) is already on the board`, `wobei das R bereits auf dem Brett liegt`
"""
_PARTS = regex(
    r"(?<![\w+])(?-i:[A-ZÄÖÜ]{1,14})(?:\s{0,2}[+-]\s{0,2}(?-i:[A-ZÄÖÜ]{1,14})){1,5}(?![\w+-])"
)
_HYPHENED = regex(r"(?<![\w*-])(?-i:[A-ZÄÖÜ]{1,13})(?:-(?-i:[A-ZÄÖÜ]{1,13})){1,5}(?![\w*-])")
_FAILS_NAMED = worded(
    r"{begin}{condition}\s{1,3}(?P<own>(?:{of_play_before}\s{1,3}){0,2}(?P<word>(?-i:[A-ZÄÖÜ]{2,15})))"
    r"(?=(?:\s{1,3}{letter}{1,15}){0,2}?\s{1,3}{fails}{end})"
)
"""`falls es LOSHAKEN nicht gibt`, of a word that the mail lays: `falls es nicht gibt`."""
_IT = "es"
_ALTERNATE = worded(
    r"\W{0,4}(?:\d\.?\s{1,3})?(?:{alternate}{letter}{0,12}|{otherwise}){end}[^:]{0,40}:|\s*{alternate_mark}"
)
_ONLY_IF = worded(
    r"[\s,(–-]{1,5}(?:{only_then}\s{1,3})?{condition}\s{1,3}(?:{of_play_before}\s{1,3}){1,4}{fails}(?:\s{1,3}{letter}{2,15}){0,2}[\s.)!]*$"
)
"""What an alternate says of when it holds: `Second choice: ... - only should the first not be allowed`."""
_OF_JOKER = worded(
    r"(?:(?<=[,;.!(–-])|^)\s?(?=[^,;:.!?()\n]{0,40}{begin}{joker}{end})[^,;:.!?()\n\d]{8,60}(?=$|[,;.!)])"
)
"""`A8w MASKE, der Joker bleibt auf der Hand`"""
_JOINED_PARTS = regex(
    r"(?:(?<=[,;.!–-])|^)\s?[^,;:.!?()\n\d]{6,60}(?=$|[,;.!()])|\([^,;:.!?()\n\d]{6,60}\)"
)
_SAID_OF_PARTS = worded(r"(?:\W|{begin}{beside_parts}{end})*+")
"""`WINTERTAGE (F8 waagerecht, TAGE an WINTER ran)`"""
_OF_REAL = worded(
    r"(?:(?<=[,;.!–-])|^)(?P<said>\s?[^,;:.!?()\n\d]{8,60})(?=$|[,;.!])|\((?P<aside>[^,;:.!?()\n\d]{8,60})\)"
)
"""`A8w MASKE mit Joker als A (das echte A hebe ich auf)`"""
_BLANK_NAMED = worded(
    r"{begin}{joker}\s{0,3}(?:=|:|{stands_for}{end})\s{0,3}(?:(?:{article}|{letter_article})\s{1,3})?(?P<letter>(?-i:[A-ZÄÖÜ]))(?![\w*])"
)
_LEGEND = worded(r"[\s,;–-]{1,4}\(?(?:\(\s?\)|\*)\s?=\s?(?:{article}\s{1,3})?{joker}{end}\)?")
"""How a blank is written: `M(O)KANTE, () = Joker`."""
_ASIDE = worded(
    r"(?<=(?-i:[A-ZÄÖÜ]{2}))\s?\((?P<said>(?![^()]{0,80}{begin}(?:{joker}|{denies_it}|{never}){end})(?:[^\W\d_]{2,20}[\s,.!–-]{0,3}){3,12})\)"
    r"(?=,?\s{1,3}(?:{place_follows}\s{1,3})?{square})"
)
"""What is said of a word between it and its place: `GRUDE (das ist Braunkohlenkoks), L4 senkrecht`."""
_PARTS_BEHIND = worded(
    r"(?<![\w*])(?P<word>(?-i:(?=[^\W\d_]{0,14}[A-ZÄÖÜ]{2})[^\W\d_]{4,15}))\s?\((?P<said>[^()\d]{3,80})\)"
)
"""`steinHARTE (STEIN liegt, HARTE kommt dazu)`, `WINTERTAGE (ab WINTER: T A G E)`"""
_LEFT_OPEN = worded(r"[?]|{begin}(?:{or_instead}|{never}|{no}|{denies_it}|{not_so}){end}")
_LETTER_SHOWN = regex(r"(?<![\w'’])(?-i:[A-ZÄÖÜ])(?![\w'’])")
_EMPTY = regex(r"\([\s,;]*\)")
_LABEL_ALONE = regex(r"\W{0,9}[^\W\d_]{3,20}\s{0,20}:[\W_]{0,90}")
"""What is left of `Bemerkung: das C liegt`."""
_ROW = worded(
    r"{begin}(?:{place_follows}\s{1,3}(?:{article}\s{1,3})?)?(?:{row_of_board}|{column_of_board})\s{0,2}(?P<name>[A-Z]|\d{1,2})(?![{letters}\d])[\s,:;]{0,3}"
)


_NO_SECOND = r"(?:{second}\s{1,3}|[2-4]\.?\s{1,3})"
_LEFT_EMPTY = worded(
    rf"\W*(?:{{joker}}|[2-4](?=[.):])|{_NO_SECOND}{{play}}|{{play}}\s{{1,3}}[2-4])\s{{0,3}}[:=.)]{{0,2}}\s{{0,9}}\(?(?:{{left_empty}}{{end}}(?:,\s[^\d\n]{{1,60}}{{left_empty}}{{end}})?|[-–—/0]|(?<=[.:)])$)\W*"
)
_ARTICLE = r"(?:{article}|{a_thing})\s{1,3}"
_ANOTHER = rf"(?:{_NO_SECOND}{{play}}|{{alternate}}{{letter}}{{0,5}})"
_THE_SECOND = rf"(?:(?:{_ARTICLE})?{_ANOTHER}|{{article}}\s{{1,3}}{{second}}){{end}}"
_EMPTY_BEHIND = worded(
    r"(?:^|(?<=[.!?,;(–-]))\s{0,3}(?:{conjunction}\s{1,3})?(?:"
    rf"(?:{{place_follows}}\s{{1,3}})?{_THE_SECOND}\s{{0,3}}[:=]?\s{{0,3}}{{left_empty}}"
    rf"|(?:{{without}}{{letter}}{{0,2}}|{{leaves_out}})\s{{1,3}}{_THE_SECOND}"
    r"){end}(?:\W*$|\s{0,3}[.,;!?)–-])"
)
_LONG_ENOUGH = 8
"""A direction of so many letters is no other word with one of them wrong: `vertikal`."""


def with_letters_named(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with letters alone where words spell them, and commas between three or more that slashes part.

    `Tausche A wie Anton und E wie Emil`, `Tausche A/E/H`; of `A/E` nobody knows whether it is a choice.
    """
    return [_with_letters_named(line) for line in lines]


def with_and(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with a sign for an `and` in short between two letters, whose point ends no sentence: `G u. H`."""
    return [_with_and(line) for line in lines]


def without_usual(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without what they compare with: `Etwas früher als sonst:` leads to no alternate."""
    return [_without_each(line, _USUAL) for line in lines]


def without_concessions(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without clauses that grant something and change nothing: `13G TISCH, auch wenn Bodo schimpft.`

    One stays where it doubts, takes back, or names another round, a number or a word in capitals.
    """
    return [_without_concessions(line) for line in lines]


def _without_concessions(line: Line) -> Line:
    for found in reversed([*_CONCEDES.finditer(line.text[:_LONGEST])]):
        said = found["said"]
        is_open = any(each.search(said) for each in (_CONCEDES_MORE, sections.NEXT_ROUND))
        is_open |= sections.says_who(said) and _CONCEDES_DOUBT.search(said) is not None
        if not (is_open or sections.withdraws(said)):
            line = line_without(line, *found.span("out"))
    return line


_CONCEDES = worded(
    r"(?<=[^\s,.;:!?–-])(?P<out>\s?[,–-]?\s{1,3}{even}\s{1,3}{condition}(?P<said>\s[^.,!?;:()\n]{3,100}))(?=[.,!?;:()]|$)"
)
_CONCEDES_MORE = worded(r"[\d?]|(?-i:[A-ZÄÖÜ]{2})|{begin}{later}{end}")
_CONCEDES_DOUBT = worded(r"{begin}(?:{unsure}|{unsettles}){end}")


def with_squares_whole(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with squares without a sign in them: `M-6 senkrecht SEMANTIK`, `L/3 s DAUERT`."""
    return [_without_each(line, _HYPHENED_SQUARE, "hyphen") for line in lines]


def _without_each(line: Line, what: re.Pattern[str], group: str | int = 0) -> Line:
    """Return a line without each place, or its *group*, where a pattern is found."""
    for found in reversed([*what.finditer(line.text[:_LONGEST])]):
        line = line_without(line, *found.span(group))
    return line


_HYPHENED_SQUARE = worded(
    r"(?<![\w*-])(?-i:[A-O](?P<hyphen>[-/.:])[1-9]\d?)"
    r"(?=(?:-?{direction_letter})?[\s,:]{1,3}(?:{direction_word}{end}|(?-i:\*?[A-ZÄÖÜ]{2})))"
)


_USUAL = worded(r"(?:^|\s){begin}{than_usual}{end}")


def _with_and(line: Line) -> Line:
    for found in reversed([*_AND_IN_SHORT.finditer(line.text[:_LONGEST])]):
        line = line_with(line, *found.span(), "&")
    return line


def _with_letters_named(line: Line) -> Line:
    for found in reversed([*_NAMED_BY_WORD.finditer(line.text[:_LONGEST])]):
        line = line_without(line, found.end("letter"), found.end())
    text = _BY_SLASHES.sub(lambda found: found[0].replace("/", ","), line.text[:_LONGEST])
    return replace(line, text=text + line.text[_LONGEST:]) if text != line.text else line


_NAMED_BY_WORD = worded(
    r"(?<![\w'’])(?P<letter>(?-i:[A-ZÄÖÜ]))\s{1,2}{as_in}\s{1,2}(?=(?P=letter))[^\W\d_]{3,15}(?!\w)"
)
_AND_IN_SHORT = worded(
    r"(?<=(?<![\w'’.])(?-i:[A-ZÄÖÜ])\s){and_in_short}(?=\s(?:{article}\s)?(?-i:[A-ZÄÖÜ])(?![\w'’]))"
)
_BY_SLASHES = regex(r"(?<![\w/])[A-ZÄÖÜ](?:/[A-ZÄÖÜ]){2,6}(?![\w/])")


def without_label_of_matter(
    lines: Sequence[Line], is_title: Callable[[str], bool]
) -> Sequence[Line]:
    """Return *lines* without `Betr.:` before the title of a game that *is_title* knows, and its turn."""
    left = [*lines]
    for at, line in enumerate(lines[:_MOST_LINES]):
        found = _MATTER.match(line.text)
        if found is not None and is_title(found["title"]):
            left[at] = line.cut(found.start("title"))
    return left


_MATTER = worded(
    r"\W{0,3}{as_to_matter}\s?[:.]{1,2}\s{0,3}(?P<title>(?-i:[A-ZÄÖÜ])[\w-]{1,24})(?=\W|$)"
)


def with_word_at_its_place(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without the comma between a word and its place, where another word in brackets follows that.

    `Hallo, KANTONIER, senkrecht ab O7 (LAMPEN)`: what the play forms is not its word.
    """
    left = [*lines]
    for at, line in enumerate(lines[:_MOST_LINES]):
        for found in reversed([*_WORD_THEN_FORMED.finditer(line.text[:_LONGEST])]):
            left[at] = line_without(left[at], *found.span())
    return left


_WORD_THEN_FORMED = worded(
    r"(?<=(?-i:[A-ZÄÖÜ]{2})),(?=\s{1,3}(?:{direction_word}\s{1,3})?(?:{place_follows}\s{1,3})?{square}"
    r"(?:\s{1,3}{direction_word})?,?\s{0,2}\((?-i:[A-ZÄÖÜ]{2}))"
)


def with_claims_plain(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with points that a play should bring, said as those that it brings: it hangs on nothing.

    `TIGER ab A12, sollte 20 geben`, `That should be 19 points.`, but not `Sollten es 20 sein, ...`
    """
    left = [*lines]
    for at, line in enumerate(lines[:_MOST_LINES]):
        for found in reversed([*_SHOULD_BRING.finditer(line.text[:_LONGEST])]):
            number = found["points"] or found["first"]
            left[at] = line_with(left[at], *found.span(), f" = {number}")
    return left


_SHOULD_BRING = worded(
    r"(?<=\w)[,)]?\s{1,3}{should}\s{1,3}(?:{makes_points}\s{1,3}(?:(?!\d)\w{2,9}\s{1,3}){0,2}?(?P<points>{count})"
    r"|(?:(?!\d)\w{2,9}\s{1,3}){0,2}?(?P<first>{count})(?:\s{1,3}{points})?\s{1,3}{makes_points})(?!\w)"
)


def with_word_apart(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with a word in capitals that stands alone, amid its sentence, in one with what is around it.

    `Ich möchte das Wort` / `GARDE` / `ab L4 senkrecht legen.`
    """
    written = [at for at, line in enumerate(lines[:_MOST_LINES]) if line.text.strip()]
    left = [*lines]
    for above, at, below in zip(written, written[1:], written[2:], strict=False):
        over, under = lines[above].text.rstrip(), lines[below].text
        is_amid = (
            _WORD_ALONE.fullmatch(lines[at].text) is not None
            and not over.endswith(_SENTENCE_ENDS)
            and _IN_CAPITALS.search(over) is None
            and _PLACE_BELOW.match(under) is not None
        )
        if is_amid:
            left[above] = join_lines(join_lines(lines[above], lines[at], " "), lines[below], " ")
            left[at], left[below] = (
                replace(left[each], text="", places=()) for each in (at, below)
            )
    return left


_WORD_ALONE = regex(r"\W*[A-ZÄÖÜ]{2,15}\W*")
_PLACE_BELOW = worded(
    r"\s*(?=(?-i:[a-zäöü]))(?:{letter}{2,10}\s{1,3}){1,3}?{square}(?![{letters}\d])"
)
_SENTENCE_ENDS = (".", "!", "?", ",", ";")


def with_dictated(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with the squares and the stops that a telephone took down as words.

    `Mein Zug ist L drei senkrecht Dauert Punkt`, `vierzehn K Trieb`. Squares where no line has a figure, stops beside
    such a square, or beside another in a line that has none of its own: `L4 nach unten Gerat Punkt`.
    """
    has_figures = any(map(shapes.DIGIT.search, (line.text for line in lines)))
    if not has_figures:
        lines = [*map(_with_spelled, lines)]
    return [_with_dictated(line, has_figures=has_figures) for line in lines]


def _with_spelled(line: Line) -> Line:
    """Return a line with letters for the words by which they are spelled: `Ludwig vier senkrecht`, `Reihe Ida`.

    Three and more of them in a row spell a word; where that stands beside them, they only explain it.
    """
    for found in reversed([*_SPELLED_OUT.finditer(line.text[:_LONGEST])]):
        word = "".join(each[0] for each in re.findall(r"[^\W\d_][\w-]*", found["names"])).upper()
        rest = f"{line.text[: found.start()]} {line.text[found.end() :]}"
        if re.search(rf"(?<!\w){word}(?!\w)", rest, re.IGNORECASE):
            line = line_without(line, *found.span())
        else:
            line = line_with(line, *found.span("names"), word)
    for found in reversed([*_SPELLED_SQUARE.finditer(line.text[:_LONGEST])]):
        group = next(name for name, each in found.groupdict().items() if each)
        line = line_with(line, *found.span(group), found[group][0].upper())
    for found in reversed([*_COORDINATE_SAID.finditer(line.text[:_LONGEST])]):
        line = line_with(line, *found.span("count"), f"{shapes.counted(found['count'])}")
    return line


_SPELLED_OUT = worded(
    r"(?:[,:]?\s{1,3}(?:{filler}|{opens_talk}|{says_little})\s{1,3})?(?<!\w)(?P<names>{spelling}(?:[\s,-]{1,3}{spelling}){2,14})(?!\w),?"
)
_SPELLED_SQUARE = worded(
    rf"(?<![\w'’])(?:(?P<first>{{spelling}})(?=\s{{1,2}}{{count}}[\s,]{{1,3}}(?:{{letter}}{{2,5}}\s{{1,3}})?{_WAY})"
    rf"|{{count}}\s{{1,2}}(?P<behind>{{spelling}})(?=[\s,]{{1,3}}(?:{{letter}}{{2,5}}\s{{1,3}})?{_WAY})"
    r"|(?:{row_of_board}|{column_of_board})\s{1,2}(?P<named>{spelling})(?!\w))"
)
_COORDINATE_SAID = worded(
    r"(?<![\w'’])(?:{row_of_board}|{column_of_board})\s{1,2}(?P<count>{count})(?!\w)"
)


def _with_dictated(line: Line, *, has_figures: bool) -> Line:
    squares = [] if has_figures else [*_DICTATED.finditer(line.text[:_LONGEST])]
    is_placed = has_figures and shapes.SQUARE_ALONE.search(line.text[:_LONGEST]) is not None
    if not squares and (not is_placed or _HAS_STOP.search(line.text.rstrip(" .!"))):
        return line
    for found in reversed(squares):
        group = "behind" if found["behind"] else "before"
        number = shapes.counted(found[group])
        line = line_with(line, *found.span(group), f"{number}")
    for found in reversed([*_STOP_SAID.finditer(line.text[:_LONGEST])]):
        if _NO_STOP.search(line.text, 0, found.start()):
            continue
        line = line_with(line, *found.span(), "," if found["comma"] else ".")
    return line


_DICTATED = worded(
    rf"(?<![\w'’])(?:(?-i:[A-O])\s{{1,2}}(?P<behind>{{count}})(?=\s{{1,3}}(?:{_WAY}|{{direction}}{{end}}))"
    rf"|(?P<before>{{count}})\s{{1,2}}(?-i:[A-O])(?=\s{{1,3}}(?:(?-i:[A-ZÄÖÜ])|{_WAY})))"
)
_HAS_STOP = regex(r"[.,;:!?]")
_NO_STOP = worded(r"(?:\d|{begin}(?:{count}|{article}|{a_thing}))$")
"""`einen Punkt mehr`"""
_STOP_SAID = worded(r"\s{1,2}(?:(?P<comma>{comma_said})|{stop_said}){end}(?=\s|$)")


def without_rejected(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without the words without a place that their writer asks himself about and rejects at once.

    `HARSTE? Nein. ERSAHT? Auch nein. 15G IAHEST`; not where the word stands in them once more.
    """
    text = "\n".join(line.text for line in lines[:_MOST_LINES])
    left = []
    for each in lines:
        line = each
        for found in reversed([*_REJECTED.finditer(each.text[:_LONGEST])]):
            if len(re.findall(rf"(?<!\w){found['word']}(?!\w)", text)) == 1:
                line = line_without(line, *found.span())
        left.append(line)
    return left


_REJECTED = worded(
    r"(?:^|(?<=[.!?]\s))\s{0,3}(?P<word>(?-i:[A-ZÄÖÜ]{2,15}))\?\s{1,3}(?:{also}\s{1,3})?{no}(?:,?\s{1,3}{also})?[.!](?=\s|$)"
)


def without_asides(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without sentences that say nothing of a play, though their words might.

    Who is told by name to stop moaning (`Stop moaning, Tom.`), or is thanked; who hopes for a joker, or a letter; that
    the mail may come twice, or that an earlier one was lost; that its writer could not look his word up, which the
    referee does, or how he likes it (`Wenn das nichts ist!`); what is so if somebody doubts a word or something is
    missing, where nothing else is ordered for that case: `Sollte jemand meckern, zeige ich ihm den Duden.`
    """
    left = []
    shown = [it for each in lines for it in _IN_CAPITALS.findall(each.text[:_LONGEST])]
    for each in lines:
        text, line = each.text[:_LONGEST], each
        said = (
            found.span()
            for found in _ASIDE_SAID.finditer(text)
            if found["main"] is None or _ORDERS_OTHER.search(found["main"]) is None
        )
        lost = (
            found.span()
            for found in _MAIL_LOST.finditer(text)
            if found["own"] is None or shown.count(found["own"]) > 1
        )
        unseen = (
            found.span()
            for each in (_WORD_UNSEEN, _EXCLAIMS, _LETTER_HOPED_FOR)
            for found in each.finditer(text)
        )
        spans: list[tuple[int, int]] = []
        for start, end in sorted((*said, *lost, *unseen)):
            if not spans or start >= spans[-1][1]:
                spans.append((start, end))
        for start, end in reversed(spans):
            line = line_without(line, start, end)
        left.append(line)
    return left


_LETTER_HOPED_FOR = worded(
    r"(?:(?<=\w)(?:\s?[,;–-])?\s{1,3}|(?<=[.!])\s{1,3}|^\s{0,3})(?:(?:{conjunction}|{contrast})\s{1,3})?"
    r"{hopes_for_letter}\s{1,3}(?-i:[A-ZÄÖÜ])(?=\s*(?:[.!,;)]|$))"
)
"""`..., and hope for an N`"""
_EXCLAIMS = worded(
    r"(?:^|(?<=[.!?;(])\s{0,3})(?:(?:{exclaims}|{contrast}|{conjunction}),?\s{1,3})?{exclaims_if}(?:[.!]+|(?=\)|\s*$))"
)
_IS_LISTED = r"[^.!?,;:()\n]{1,50}?{begin}{stands_listed}{end}"
_WORD_UNSEEN = worded(
    r"(?:^|(?<=[.!?;(])\s{0,3})(?:(?:{contrast}|{conjunction}),?\s{1,3})?"
    rf"(?:{{whether}}{{end}}{_IS_LISTED},?\s{{1,3}}(?:{{could_not_look}}|{{does_not_know}})"
    rf"|{{could_not_look}}(?:,?\s{{1,3}}{{whether}}{{end}}{_IS_LISTED})?"
    rf"|{{does_not_know}},?\s{{1,3}}{{whether}}{{end}}{_IS_LISTED})(?:[.!]+|(?=\)|\s*$))"
)
"""`Ob das im Duden steht, kann ich hier nicht nachsehen.`, `(no idea whether it's in the list)`"""


def without_roads(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without the numbers of roads in clauses about traffic: `A7 mal wieder dicht`, `stuck on the A1`.

    They read as squares. One stays where nothing else of the mail has a figure, as do those beside a word in capitals
    or a direction.
    """
    roads = [(at, span) for at, line in enumerate(lines[:_MOST_LINES]) for span in _roads_in(line)]
    left = [*lines]
    for at, span in reversed(roads):
        left[at] = line_without(left[at], *span)
    is_placed = bool(roads) and any(shapes.DIGIT.search(line.text) for line in left)
    return left if is_placed else lines


def _roads_in(line: Line) -> Iterator[tuple[int, int]]:
    for clause in _CLAUSE.finditer(line.text[:_LONGEST]) if _ROAD.search(line.text) else ():
        if _TRAFFIC.search(clause[0]) and not _NO_TRAFFIC.search(clause[0]):
            yield from (road.span() for road in _ROAD.finditer(line.text, *clause.span()))


_ROAD = regex(r"(?<!\w)[ABM]\d{1,3}(?!\w)")
_CLAUSE = regex(r"[^,;:.!?()–\n]+")
_TRAFFIC = worded(r"{begin}{traffic}{end}")
_NO_TRAFFIC = worded(r"(?-i:[A-ZÄÖÜ]{2})|{begin}{direction_word}{end}")


def without_slips_told(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without sentences that own up to a slip in an earlier mail, above what says which move counts.

    `Kommando zurück, ich habe mich eben vertan. Bitte nur diesen Zug nehmen: ...`; not where nothing says so.
    """
    spans = [
        (at, start, end)
        for at, line in enumerate(lines[:_MOST_LINES])
        for start, end in sections.sentence_spans(line.text[:_LONGEST])
    ]
    said = [lines[at].text[start:end] for at, start, end in spans]
    settled = [number for number, each in enumerate(said) if _SETTLES_WHICH.search(each)]
    if not settled:
        return lines
    left = [*lines]
    shown = (number for number, each in enumerate(said) if _IN_CAPITALS.search(each))
    for number in reversed(range(min(settled[-1], next(shown, 0)))):  # not of a play above it
        if _SLIP_TOLD.fullmatch(said[number]):
            at, start, end = spans[number]
            left[at] = line_without(left[at], start, end)
    return left


def without_open_matters(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without what their writer does not know of the matter told right before it, above all moves.

    `Ich soll einen Kuchen backen. Wie das gehen soll, weiß ich noch nicht.`: `das` is the cake. Not where the sentence
    before it, or its own, is about the game.
    """
    left = [*lines]
    for at, line in enumerate(lines[:_MOST_LINES]):
        text = line.text[:_LONGEST]
        play = _IN_CAPITALS.search(text) or shapes.SQUARE_ALONE.search(text)
        above = text if play is None else text[: play.start()]
        spans = [each for each in sections.sentence_spans(text) if each[1] <= len(above)]
        for (first, last), (start, end) in reversed([*pairwise(spans)]):
            told, open_ = text[first:last], text[start:end]
            is_said = _MATTER_OPEN.fullmatch(open_) is not None
            if is_said and sections.is_all_talk(told) and not _OF_GAME.search(told + open_):
                left[at] = line_without(left[at], start, end)
        if play is not None:
            return left
    return lines


_MATTER_OPEN = worded(
    r"\W*(?:(?:{contrast}|{conjunction}){end},?\s{1,3})?(?:{open_how}{end}[^.!?,]{2,60},?\s{1,3}{open_still}"
    r"|{open_still},?\s{1,3}{open_how}{end}[^.!?,]{2,60})[\s.!]*"
)
_OF_GAME = worded(
    r"{begin}(?:{of_play}|{play}|{field_word}|{points}|{turn}|{round}|{does}|{done}|{lays}|{laying}|{enters}|{of_words}|{joker}){end}"
)
_SLIP_TOLD = worded(
    r"(?=.*{begin}{slipped}{end})(?:[\s,;.!–-]|{begin}(?:{slipped}|{around_slip}){end})++"
)
_SETTLES_WHICH = worded(r"{begin}{only_this_counts}{end}")
_IN_CAPITALS = regex(r"(?<![^\W\d_])[A-ZÄÖÜ]{2,15}(?![\w*])")
_BANTER = r"(?-i:[A-ZÄÖÜ][a-zäöüß]{1,14}),\s{1,3}{stop_moaning}|{stop_moaning},\s{1,3}(?-i:[A-ZÄÖÜ][a-zäöüß]{1,14})"
_THANKED = (
    r"(?:(?!{unsure}{end}){letter}{5,10}\s{1,3})?{thanking},?\s{1,3}(?-i:[A-ZÄÖÜ][a-zäöüß]{1,14})"
)
_JOKER_HOPED_FOR = (
    r"(?=[^.!?\n]{0,60}{begin}{still_to_come}{end})(?![^.!?\n]{0,80}(?<!\w)(?-i:[A-ZÄÖÜ]{1,15})(?!\w))"
    r"[^.!?\n\d:=*]{2,60}{begin}{one_more}\s{1,3}{joker}{end}[^.!?\n\d:=*]{0,30}(?=[.!?])\??"
)
_TWICE_SENT = (
    r"(?=[^.!?\n]{0,120}{begin}{twice}{end})(?=[^.!?\n]{0,120}{begin}{mails_it}{end})"
    r"(?:(?:{twice}|{mails_it}|{around_mail}){end}[\s,;:–-]{0,4}){3,30}"
)
_IF_DOUBTED = (
    r"(?:{condition}|{given_that}){end},?(?=[^.!?:;\d]{0,80}{begin}(?:{is_doubted}|{amiss}){end})[^.!?:;,\d]{3,80}(?:,[^.!?:;,\d]{3,60})?[,:]\s"
    r"(?P<main>[^.!?:;\d]{3,120})"
)
_TELLS_IF = (
    r"(?:{please}\s{1,3})?{lets_know}{end}[^.!?:;\d]{0,20}[\s,]{1,3}(?:{condition}|{given_that}){end}"
    r"(?=[^.!?:;\d]{0,60}{begin}(?:{amiss}|{has_arrived}){end})[^.!?:;,\d]{3,60}"
)
# `Falls die erste Mail nicht ankam: L3s DAUERT`; it may name the word that stands in this one, too.
_MAIL_LOST = worded(
    r"[\s,(]{0,3}{begin}{lost_if}{end}(?=[^.!?\n:;,]{0,100}{begin}{not_come}{end})"
    r"(?=[^.!?\n:;,]{0,100}{begin}{has_gone}{end})"
    r"(?:\s{1,3}(?:{mails_it}|{around_mail}|{not_come}|{the_one_before}){end}"
    r"|\s{1,3}(?:(?:{with_letters}|{of_another})\s{1,3}(?:(?!{others_do}{end}){letter}{2,12}\s{1,3}){0,3}?)?(?P<own>(?-i:[A-ZÄÖÜ]{2,15}))(?![\w*])){2,14}+\)?(?:,(?=\s)|(?=\s{0,3}(?:[:.!–-]|$)))"
)
_ASIDE_SAID = worded(
    rf"(?:^|(?<=[.!?]\s))\s{{0,3}}\(?(?:{_BANTER}|{_THANKED}|{_JOKER_HOPED_FOR}|{_TWICE_SENT}|{_IF_DOUBTED}|{_TELLS_IF})\s{{0,3}}\)?(?:[.!]{{1,3}}\)?(?=\s|$)|$)"
    r"|,\s{1,3}(?:{condition}|{given_that})\s{1,3}{somebody}{end}[^.!?,;:\d]{0,40}{begin}(?:{is_doubted}|{amiss}){end}(?:\s{1,3}{letter}{2,9}){0,2}(?=\s{0,3}(?:[.!]|$))"
)
_ORDERS_OTHER = worded(r"{begin}{orders_other}{end}|(?-i:[A-ZÄÖÜ]{2})")


def with_ways(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with a direction written right in which a finger slipped: `halos ab l4 senkrehct`.

    Capitals are a word that is laid.
    """
    return [_with_way(line) if _LONG_WORD.search(line.text[:_LONGEST]) else line for line in lines]


def without_put_down(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without a `down` that is of a verb, beside a square, and says no direction.

    `I'll put down J6 HORDE`, `Put J6 HORDE down for me`, but not `I lay HORDE down from J6`.
    """
    texts = (line.text[:_LONGEST] for line in lines)
    puts = [_PUT_DOWN.search(text) and shapes.SQUARE_ALONE.search(text) for text in texts]
    plain = [
        _without_each(line, _PUT_DOWN, "down") if put else line
        for line, put in zip(lines, puts, strict=True)
    ]
    says_more = any(puts) and any(_SAYS_DOWN.search(line.text[:_LONGEST]) for line in plain)
    return lines if says_more else plain  # `Put down J6 HORDE` / `Direction: down`


_PUT_DOWN = worded(
    r"{begin}{puts}(?:\s{1,3}(?:{letter}{2,4}\s{1,3})?"
    r"|{end}[^.!?\n]{1,40}\s(?={put_where}\s{1,3}(?!{please}{end}){in_my_name}{end}))(?P<down>{put_where}){end}(?!\s{1,3}(?:{place_follows}|{starting}){end})"
)

_SAYS_DOWN = worded(r"{begin}{put_where}{end}")


def _with_way(line: Line) -> Line:
    for word in reversed([*_LONG_WORD.finditer(line.text[:_LONGEST])]):
        said = word[0].lower()
        alike = (way for way in _LONG_WAYS if way[-1] == said[-1])  # `die Senkrechte`
        meant = next((way for way in alike if shapes.is_slip_of(said, way)), None)
        if meant is not None and said not in _LONG_WAYS:
            line = line_with(line, *word.span(), meant)
    return line


_LONG_WAYS = tuple(
    form.lower() for way in Direction for form in direction_forms(way) if len(form) >= _LONG_ENOUGH
)
_LONG_WORD = regex(rf"(?<![^\W\d_])[^\W\d_][a-zäöü]{{{_LONG_ENOUGH - 2},14}}(?![^\W\d_])")


def _is_shown(word: str) -> bool:
    return shapes.capitals(word) > 1


def without_explanations(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* without what they say of letters that lie there, and of parts of words; all else in its place."""
    if len(lines) > _MOST_LINES or not any(
        shapes.SQUARE_ALONE.search(it.text[:_LONGEST]) for it in lines
    ):
        return list(lines)  # `JEEP: P aus PHIS` is a play where there is no board
    lines = [without_empty(line) for line in lines]
    shown = [word for line in lines for word in shapes.WORD_WRITTEN.findall(line.text[:_LONGEST])]
    words = [word.casefold() for word in shown]
    small = {each for word in shown if _is_shown(word) for each in word if each.islower()}
    return [_without(line, words, small) if _may_explain(line.text) else line for line in lines]


def without_made_longer(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without what they say of a word made longer, where another stands before that, to be laid.

    `Ich lege DAUERT. Es fängt bei L3 an, sodass aus WINTER WINTERT wird.` Where more squares are named than
    other words, one of them may be its own.
    """
    texts = [line.text[:_LONGEST] for line in lines[:_MOST_LINES]]
    cues = (_MADE_LONGER, _TURNS_LONGER, _BECOMES_LONGER)
    if not any(each.search(text) for text in texts for each in cues):
        return lines
    squares = sum(1 for text in texts for _ in shapes.SQUARE_ALONE.finditer(text))
    left: list[Line] = []
    shown: set[str] = set()
    for line in lines:
        plain = _without_pair(line, shown, max(squares, 1))
        # Where no square is named, at a table, `LIEBEN wird VERLIEBEN` is the order itself.
        left.append(_without_shorter(plain) if squares else plain)
        shown |= _words_shown(line.text[:_LONGEST])
    return left


def _words_shown(text: str) -> set[str]:
    """Return the words in capitals of a text that may be laid."""
    found = shapes.WORD_WRITTEN.findall(_NOT_LAID.sub(" ", text))
    return {word.casefold() for word in found if _is_shown(word)}


def _without_pair(line: Line, above: AbstractSet[str], squares: int) -> Line:
    text = line.text[:_LONGEST]
    pairs = [*_MADE_LONGER.finditer(text)] or [*_TURNS_LONGER.finditer(text)]
    for found in reversed(pairs):
        pair = found["short"].casefold(), found["long"].casefold()
        words = above | _words_shown(line.text[: found.start()])
        is_longer = pair[0] in pair[1] and pair[0] != pair[1]
        if is_longer and len(words - {*pair}) >= squares:
            line = line_without(line, *found.span())
    return line


def _without_shorter(line: Line) -> Line:
    """Return a line without the word from which the one laid is made: `F8w: WINTER wird WINTERTAGE`."""
    for found in reversed([*_BECOMES_LONGER.finditer(line.text[:_LONGEST])]):
        is_longer = found["short"] != found["long"] and found["short"] in found["long"]
        if is_longer and not _MADE_OF.search(line.text, 0, found.start()):
            line = line_without(line, *found.span("out"))
    return line


_MADE_OF = worded(r"{begin}{made_from}\s{1,3}(?:{article}\s{1,3})?$")
_BECOMES_LONGER = worded(
    r"(?<![\w*])(?P<out>(?P<short>(?-i:[A-ZÄÖÜ]{2,15}))\s{1,3}{becomes}\s{1,3})"
    r"(?P<long>(?-i:[A-ZÄÖÜ]{3,15}))(?![\w*])"
)


_NOT_LAID = worded(
    r"{begin}(?:{in_place_of}|{not_so})\s{1,3}(?:{article}\s{1,3})?(?-i:[A-ZÄÖÜ]{2,15}){end}"
)
_MADE_LONGER = worded(
    r"[\s,;–-]{0,4}(?:{so_that}\s{1,3})?{begin}{made_from}\s{1,3}(?:{article}\s{1,3})?(?P<short>(?-i:[A-ZÄÖÜ]{2,15}))\s{1,3}"
    r"(?:{becomes}\s{1,3}(?:{letter}{1,8}\s{1,3})?)?(?P<long>(?-i:[A-ZÄÖÜ]{2,15}))(?![\w*])(?:\s{1,3}{becomes}{end})?"
)


_TURNS_LONGER = worded(
    r"[\s,;(–-]{0,4}(?:{so_that}\s{1,3})?(?:(?<![^\W\d_]){article}\s{1,3})?(?<![\w*])(?P<short>(?-i:[A-ZÄÖÜ]{2,15}))\s{1,3}"
    r"{becomes}\s{1,3}(?:{letter}{1,8}\s{1,3}){0,2}?(?P<long>(?-i:[A-ZÄÖÜ]{2,15}))(?![\w*])"
)
"""`VOGEL wird zu VOGELS`"""


def without_first_letter(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* without what they say of the first letter between a word and its square: `ET mit dem E auf J5`.

    Another letter than the first leaves it as it is: nobody knows then where the word begins.
    """
    return [
        _without_first_letter(line) if shapes.DIGIT.search(line.text) else line for line in lines
    ]


def _without_first_letter(line: Line) -> Line:
    found = _FIRST_LETTER.search(line.text) if len(line.text) <= _LONGEST else None
    is_first = found is not None and found["word"].startswith(found["first_letter"])
    return line_without(line, *found.span("out")) if found is not None and is_first else line


_FIRST_LETTER = worded(
    r"(?<![\w*])(?P<word>(?-i:[A-ZÄÖÜ]{2,15}))(?P<out>[\s,;:(–-]{1,4}(?:(?:{by_way_of}|{whereby})\s{1,3})?(?:{article}\s{1,3})?"
    r"(?:{first}\s{1,3})?(?P<first_letter>(?-i:[A-ZÄÖÜ])))(?=\s{1,3}(?:(?:{starting}|{place_follows})\s{1,3}){1,2}(?:{place}\s{1,3})?{square})"
)


def without_reckoned(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* without what they say of whether points are right: `18, sofern ich recht zähle`.

    It stands behind them, or before the sentence; behind a word or a square it may be said of those.
    """
    return [_without_reckoned(line) if shapes.DIGIT.search(line.text) else line for line in lines]


def _without_reckoned(line: Line) -> Line:
    found = _RECKONED.search(line.text) if len(line.text) <= _LONGEST else None
    if found is None:
        return line
    return line_without(line, *found.span(found.lastgroup or "out"))


_RECKONED = worded(
    r"(?:(?<![\w/])(?<![^\W\d_]\s)|(?<!\w)(?:{reckons}|{reckoned})\s{1,3})\d{1,3}(?:\s{0,2}{points}{end}\.?)?"
    r"(?P<out>[\s,;(–-]{1,5}{adds_up_right}(?:\?|{end})\)?)(?=[\s.,;!)]|$)"
    r"|(?:(?:^\W*+|[.!:]\s{1,3})(?P<first>{adds_up_right}\s{0,2},\s)(?=.*\d)|,\s(?P<amid>(?:{conjunction}\s)?{adds_up_right},\s)(?=[^.!?\d]{1,30}\d))"
)


def is_left_empty(text: str) -> bool:
    """Tell whether a line is a field with nothing in it: `Joker: nein`, `2. entfällt`."""
    return _LEFT_EMPTY.fullmatch(text) is not None


def without_empty(line: Line) -> Line:
    """Return a line without what says that there is none: `Joker: nein`, `2. entfällt`, `..., Ersatzzug entfällt.`

    A sentence of its own may say it, too: `Kein zweiter Zug.`
    """
    if is_left_empty(line.text):
        return replace(line, text="")
    found = _EMPTY_BEHIND.search(line.text) if len(line.text) <= _LONGEST else None
    return line if found is None else line_without(line, *found.span())


def _may_explain(text: str) -> bool:
    return len(text) <= _LONGEST and any(map(str.isalpha, text))


def _without(line: Line, words: Sequence[str], small: AbstractSet[str]) -> Line:
    text = line.text

    def blank_unless_played(found: re.Match[str]) -> str:
        word = found["word"]
        is_played = word is not None and _is_laid_elsewhere(word, words)
        return found[0] if is_played or not _is_one_letter(found, small) else " " * len(found[0])

    def blank_if_whole(found: re.Match[str]) -> str:
        whole = "".join(char for char in found[0] if char.isalpha()).casefold()
        return " " * len(found[0]) if whole in words else found[0]

    def blank_if_kept(found: re.Match[str]) -> str:
        return " " * len(found[0]) if sections.lays_no_joker(found[0]) else found[0]

    def blank_if_joined(found: re.Match[str]) -> str:
        return " " * len(found[0]) if _joins_parts(found[0], words) else found[0]

    def blank_if_real(found: re.Match[str]) -> str:
        letter = sections.keeps_real_tile(found["said"] or found["aside"])
        is_blank = letter is not None and _is_blank(letter, text.replace(found[0], " ", 1))
        return " " * len(found[0]) if is_blank else found[0]

    def blank_if_talk(found: re.Match[str]) -> str:
        return found[0] if sections.is_against(found["said"]) else " " * len(found[0])

    def blank_if_parts(found: re.Match[str]) -> str:
        is_of_parts = _names_parts(found["said"], found["word"])
        return (
            found["word"] + " " * (len(found[0]) - len(found["word"])) if is_of_parts else found[0]
        )

    text = _LIES.sub(blank_unless_played, _PARTS_BEHIND.sub(blank_if_parts, text))
    text = _LEGEND.sub(lambda found: " " * len(found[0]), _ASIDE.sub(blank_if_talk, text))
    text = _JOINED_PARTS.sub(blank_if_joined, text)
    text = _PARTS.sub(blank_if_whole, text)
    text = _OF_REAL.sub(blank_if_real, _OF_JOKER.sub(blank_if_kept, text))
    if _ALTERNATE.match(text):
        text = _ONLY_IF.sub(lambda found: " " * len(found[0]), text)
    text = _without_row(text)
    if text != line.text:
        text = _EMPTY.sub(lambda found: " " * len(found[0]), text)
        text = "" if _LABEL_ALONE.fullmatch(text) else text
    return _unhyphened(_of_own_word(replace(line, text=text) if text != line.text else line, words))


def _joins_parts(said: str, words: Sequence[str]) -> bool:
    """Tell whether a clause names the two parts of one of the *words* of its mail, and says no more than that.

    >>> said = ("TAGE an WINTER ran", "adding TAGE to WINTER", "TAGE an WINTER geht nicht")
    >>> [_joins_parts(each, ["wintertage"]) for each in said]
    [True, True, False]
    """
    parts = [each for each in shapes.WORD_WRITTEN.findall(said) if _is_shown(each)]
    if (
        len(parts) != _TWO
        or _SAID_OF_PARTS.fullmatch(said.replace(parts[0], " ").replace(parts[1], " ")) is None
    ):
        return False
    first, second = map(str.casefold, parts)
    return first + second in words or second + first in words


_TWO = 2


def _is_blank(letter: str, text: str) -> bool:
    """Tell whether a text has a letter as a blank: `M*ASKE`, `MASKE, Joker = A`."""
    return f"*{letter}" in text or any(
        found["letter"] == letter for found in _BLANK_NAMED.finditer(text)
    )


def _names_parts(said: str, word: str) -> bool:
    """Tell whether what stands in brackets behind a word names parts of it, and no other word or letter.

    >>> [_names_parts(each, "steinHARTE") for each in ("STEIN liegt, HARTE kommt dazu", "oder HARTES")]
    [True, False]
    """
    shown = [each for each in shapes.WORD_WRITTEN.findall(said) if _is_shown(each)]
    parts = [each.casefold() for each in (*shown, *_LETTER_SHOWN.findall(said))]
    is_part = all(each in word.casefold() and len(each) < len(word) for each in parts)
    return bool(shown) and is_part and not (sections.is_against(said) or _LEFT_OPEN.search(said))


def _of_own_word(line: Line, words: Sequence[str]) -> Line:
    """Return a condition that names the word of a play of the mail with `es` in its place."""
    found = _FAILS_NAMED.search(line.text)
    if found is None or not _is_laid_elsewhere(found["word"], words):
        return line
    return line_with(line, *found.span("own"), _IT)


def _is_laid_elsewhere(word: str, words: Sequence[str]) -> bool:
    """Tell whether a word that stands here stands somewhere else in the mail, too: it may be that of a play."""
    return words.count(word.casefold()) > 1


def _is_one_letter(found: re.Match[str], small: AbstractSet[str]) -> bool:
    """Tell whether a letter is meant, and no short word: in small letters, and as I, it has an article before it.

    So `I am NOT playing ...` speaks of no letter. One that a word of the mail has as a *small* one among capitals needs
    none: `TRAUrIG (r aus RAD)`.
    """
    is_word = found["letter"].islower() or found["letter"] == "I"
    is_led = bool(found[0][: found.start("letter") - found.start()].strip(" ,;:.!?(–-"))
    return not is_word or is_led or found["letter"] in small


def _without_row(text: str) -> str:
    """Return a text without the row or column of its squares, where it names both: `quer in Reihe 13, F13 bis J13`."""
    found = _ROW.search(text)
    if found is None:
        return text
    rest = text[: found.start()] + " " * len(found[0]) + text[found.end() :]
    squares = [re.findall(r"[A-Z]|\d+", each.upper()) for each in shapes.SQUARE_ALONE.findall(rest)]
    is_named = bool(squares) and all(found["name"].upper() in each for each in squares)
    return rest if is_named else text


def _unhyphened(line: Line) -> Line:
    """Return a line that names a square, with the word that is written in parts as one: `AN-DACH-T from 12F down`."""
    found = [*_HYPHENED.finditer(line.text)]
    if len(found) != 1:
        return line
    words = [each for each in shapes.WORD_WRITTEN.findall(line.text) if shapes.capitals(each) > 1]
    if (
        any(each not in found[0][0] for each in words)
        or shapes.DIGIT.search(line.text) is None
        or not shapes.SQUARE_ALONE.search(line.text)
    ):
        return line
    hyphens = _hyphens_of(found[0])
    return only(line, (at for at in range(len(line.text)) if at not in hyphens))


def _hyphens_of(found: re.Match[str]) -> set[int]:
    return {found.start() + at for at, char in enumerate(found[0]) if char == "-"}
