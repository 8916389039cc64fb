"""What the person wrote: the lines above the quote, and blocks below or inside it.

How mail programs say "quoted" and "sent from" are patterns of single lines
(`mail_programs.toml` of each language): rules of Discourse's email_reply_trimmer for the languages of its
mails, and those of the programs that German players use. All are matched on cleaned lines: every dash is
`-`, every space plain.
"""

import re
from collections.abc import Iterator
from enum import Enum, auto

from msgspec import Struct

from mailref.orders.shapes import holds_play
from mailref.reading.html_to_lines import SourceLine
from mailref.reading.incoming_mail import MOST_LINE_CHARACTERS, Line
from mailref.reading.mail_programs import one_said
from mailref.reading.mime import SIGNATURE_MARK
from mailref.tiles.when_used import regex

# mailref's own mails begin with this line; from it on nothing is the player's.
OUR_MARKER = regex(rf"^\W{{0,12}}-{{1,3}}\s*{one_said('our_marker')}", re.IGNORECASE)

# `> text`, `>> text`, and Supercite's `Richard> text`.
QUOTED = regex(r"^\s*(?:>|[A-Za-z]{1,15}>(?:\s|$))")
# Gnus and old Pine quote so; read as quotes only after a line that says who wrote.
BAR_QUOTED = regex(r"^\s*[|:](?:\s|$)")

_WROTE = one_said("wrote")
# How "Am 20.11.26 um 21:05 schrieb Scrabble:" ends, and, with address and date the other way
# round, Google's "Scrabble <...> schrieb am Fr., 20. Nov. 2026 um 21:05 Uhr:".
WROTE_COLON = regex(
    rf"(?:^|[^\w]){_WROTE}(?:\W.{{0,200}})?\s?[:：]\s*+[*_]*+$"
    rf"|(?<![a-zäöüß]){_WROTE}\s*+(?:[:：]\s*+)?-*+$",
    re.IGNORECASE,
)
# Without a stop at its end a line is taken for one only with a whole date, a time or an address:
# "Ich lege H8 waagerecht SCHRIEB" says who plays.
HAS_TIME_OR_ADDRESS = regex(r"\b\d{4}\b|\b\d{1,2}[:.]\d{2}\b|\S@\S")
HAS_DATE_OR_ADDRESS = regex(rf"\d|\S@\S|{one_said('you_wrote')}")
# Gmail of old: "2016-03-03 17:21 GMT+01:00 Some One <some@one.example>:", the verb left out.
DATE_AND_NAME = regex(
    r"^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[ T]\d{1,2}:\d{2})?.{0,12}"
    r"(?:\b(?:GMT|UTC)(?:[+-][\d:]+)?\s+\S.{0,80}|\s\S.{0,80}<\s*\S+@\S+>):?$"
)
# Tuta: "20. Nov. 2026, 21:05 von referee@example.org:", no verb either.
DATE_BY_ADDRESS = regex(
    rf"^\d{{1,2}}\. ?\w{{3,9}}\.? \d{{4}},? .{{0,20}}\b{one_said('by_address')} \S+@\S+:$",
    re.IGNORECASE,
)
# What the first of several lines of an attribution looks like.
MAY_ATTRIBUTE = regex(
    rf"^[-\s*_\"]*+(?:{one_said('date_leads')}\b.*\d|\d{{1,4}}[./-]?\s?\S*\s?\d"
    rf"|[^<]*+<[^@]*+@|.*{_WROTE})",
    re.IGNORECASE,
)

ORIGINAL = regex(
    rf"^[\s*_]{{0,12}}[-_]{{2,}}[\s*]{{0,4}}{one_said('original')}\b.{{0,80}}$"
    rf"|^\W{{0,12}}{one_said('begins_forward')}:\W*$",
    re.IGNORECASE,
)

# `Von: ...`, `*From:* ...`, `> An: ...`
HEADER_LINE = regex(
    rf"^[\s*_>|]*(?:(?P<sender>{one_said('from')})|(?P<sent>{one_said('sent')})|(?P<to>{one_said('to')})"
    rf"|(?P<subject>{one_said('subject')})|(?P<other>{one_said('other_field')}))[*_]*\s?:[*_]*(?:\s|$)",
    re.IGNORECASE,
)

# The separator of RFC 3676 with and without its space; a line of one dash comes of an em dash.
SIGNATURE = regex(r"^\s*-{1,2}\s*$")
RULE = regex(r"^\s*(?:[-_=~*#+]\s?){3,}$")
BARE_SIGN = regex(r"^\s*\u1427\s*$")

MOBILE = regex(
    rf"^\W*+{one_said('mobile')}\W*+(?:https?:\S*+\W*+)?(?:for [\w ]++)?\W*+$", re.IGNORECASE
)
LINK = regex(r"[<(\[]{0,3}https?://[^\s>)\]]*+[>)\]]*+")

FOOTER = regex(rf"^\W*{one_said('footer')}", re.IGNORECASE)


class LineKind(Enum):
    """What a line is."""

    EMPTY = auto()
    TEXT = auto()
    QUOTED = auto()
    ATTRIBUTION = auto()
    """Says who wrote what follows."""
    HEADER = auto()
    """A line of an Outlook header block, or the rule over it."""
    ORIGINAL = auto()
    """-----Ursprüngliche Nachricht----- and its like, or what HTML says of it."""
    OURS = auto()
    """The line over which mailref asks to answer."""
    SIGNATURE = auto()
    """The separator of a signature."""
    RULE = auto()
    MOBILE = auto()
    FOOTER = auto()


OPENS_QUOTE = frozenset({LineKind.ATTRIBUTION, LineKind.HEADER, LineKind.ORIGINAL, LineKind.OURS})
# A mail that begins with "Am ... schrieb ...:" and holds so few unquoted lines after it is an
# answer written under the line the program left there, not a report.
_FEW_LINES = 6


class OwnWords(Struct, frozen=True):
    """The person's part of a text."""

    lines: tuple[Line, ...]
    below: tuple[tuple[Line, ...], ...]
    signed: tuple[Line, ...] = ()
    """What stands under the marks of signatures."""


def own_words(rows: tuple[SourceLine, ...]) -> OwnWords:
    """Return what of *rows* the person wrote."""
    kinds = kinds_of(rows)
    signed: list[Line] = []
    blocks = list(_blocks(rows, kinds, signed))
    above = blocks[0][1] if blocks and not blocks[0][0] else ()
    below = tuple(block for is_below, block in blocks if is_below)
    below = below or _answer_under_attribution(rows, kinds, above)
    return OwnWords(above, below, tuple(signed))


def _blocks(
    rows: tuple[SourceLine, ...], kinds: list[LineKind], signed: list[Line]
) -> Iterator[tuple[bool, tuple[Line, ...]]]:
    """Yield each block that says anything, with whether a quote stands before it.

    What stands under a signature's mark goes to *signed*.
    """
    end = _opaque_from(rows, kinds)
    is_below = False
    block: list[Line] = []
    at = 0
    while at < end:
        kind = kinds[at]
        if block and kind is LineKind.QUOTED and _TO_FILL_IN.fullmatch(rows[at].text):
            pass  # what stands below it fills it in, as what stands above filled in the one before
        elif kind is LineKind.QUOTED or kind in OPENS_QUOTE:
            yield from _closed(block, is_below=is_below)
            block, is_below = [], True
        elif kind is LineKind.SIGNATURE and not _goes_on(rows, kinds, at):
            start, at = at + 1, _end_of_signature(kinds, at, end)
            signed += (row.line for row in rows[start:at])
            continue
        elif kind is LineKind.FOOTER:
            at = _end_of_footer(rows, kinds, at, end)
            continue
        elif kind is not LineKind.MOBILE:
            block.append(rows[at].line)
        at += 1
    yield from _closed(block, is_below=is_below)


_TO_FILL_IN = regex(r"[>|\s]{0,9}/?\s{0,3}\d{1,2}[.)]\s{0,3}__[_\s]{0,99}")
"""A line of our empty template, quoted: `> 2. __ __`."""


def _closed(block: list[Line], *, is_below: bool) -> Iterator[tuple[bool, tuple[Line, ...]]]:
    written = [at for at, line in enumerate(block) if line.text.strip()]
    if written:
        yield is_below, tuple(block[written[0] : written[-1] + 1])


def _opaque_from(rows: tuple[SourceLine, ...], kinds: list[LineKind]) -> int:
    """Return where a quote begins that nothing marks line by line: to the end all is quoted."""
    for at, kind in enumerate(kinds):
        if kind not in OPENS_QUOTE:
            continue
        if kind is LineKind.OURS:
            return at
        following = next(
            (
                index
                for index in range(at + 1, len(kinds))
                if kinds[index] not in OPENS_QUOTE and kinds[index] is not LineKind.EMPTY
            ),
            len(rows),
        )
        if following == len(rows) or kinds[following] is not LineKind.QUOTED:
            return at
    return len(rows)


def _goes_on(rows: tuple[SourceLine, ...], kinds: list[LineKind], at: int) -> bool:
    """Tell whether a play follows a line of dashes: then it parts two games, and signs nothing.

    With the space of RFC 3676 it is what programs write over a signature, and always ends the text.
    """
    if rows[at].text == SIGNATURE_MARK:
        return False
    for index in range(at + 1, len(rows)):
        if kinds[index] is LineKind.QUOTED or kinds[index] in OPENS_QUOTE:
            return False
        if kinds[index] is LineKind.TEXT and holds_play(rows[index].text):
            return True
    return False


def _end_of_signature(kinds: list[LineKind], at: int, end: int) -> int:
    while at < end and kinds[at] is not LineKind.QUOTED and kinds[at] not in OPENS_QUOTE:
        at += 1
    return at


def _end_of_footer(rows: tuple[SourceLine, ...], kinds: list[LineKind], at: int, end: int) -> int:
    """Return where the footer's paragraph ends; a play is never part of one."""
    while (
        at < end and kinds[at] in {LineKind.FOOTER, LineKind.TEXT} and not holds_play(rows[at].text)
    ):
        at += 1
    return at


def _answer_under_attribution(
    rows: tuple[SourceLine, ...], kinds: list[LineKind], above: tuple[Line, ...]
) -> tuple[tuple[Line, ...], ...]:
    """Return the few unquoted lines under an attribution that nothing stands above."""
    if above or LineKind.OURS in kinds or LineKind.ATTRIBUTION not in kinds:
        return ()
    first = next(at for at, kind in enumerate(kinds) if kind is not LineKind.EMPTY)
    if kinds[first] is not LineKind.ATTRIBUTION or OPENS_QUOTE & set(kinds) != {
        LineKind.ATTRIBUTION
    }:
        return ()
    rest = [(row.line, kind) for row, kind in zip(rows, kinds, strict=True)]
    after = [
        line
        for line, kind in rest[first:]
        if kind in {LineKind.TEXT, LineKind.EMPTY, LineKind.RULE}
    ]
    if sum(bool(line.text.strip()) for line in after) > _FEW_LINES:
        return ()
    return tuple(block for _, block in _closed(after, is_below=True))


_MOST_LINES_OF_ATTRIBUTION = 4
_MOST_CHARACTERS_OF_ATTRIBUTION = 400
_MOST_LINES_OF_HEADER = 14
_COLONS = (":", "：")
_ENDS_OF_ATTRIBUTION = (*_COLONS, "-", "*", "_")
_LEADING_QUOTE = regex(r"^[>\s]+")


def kinds_of(rows: tuple[SourceLine, ...]) -> list[LineKind]:
    """Return the kind of every row."""
    kinds = [_kind(row) for row in rows]
    texts = [row.text[:MOST_LINE_CHARACTERS] for row in rows]
    _mark_attributions(texts, kinds)
    _mark_indented_quotes(texts, kinds)
    _mark_headers(texts, kinds)
    _mark_bar_quotes(texts, kinds)
    _mark_wrapped_quotes(texts, kinds)
    return kinds


def _kind(row: SourceLine) -> LineKind:
    text = row.text[:MOST_LINE_CHARACTERS]
    if row.begins_quote:
        return LineKind.ORIGINAL
    if not text or text.isspace():
        return LineKind.EMPTY
    if row.depth or QUOTED.match(text):
        return LineKind.QUOTED
    if not text[:1].isalnum():
        found = next((kind for kind, shape in _KINDS_OF_SIGN if shape.match(text)), None)
        if found is not None:
            return found
    is_short = len(text) <= 200
    if BARE_SIGN.match(text) or (
        is_short and MOBILE.match(LINK.sub("", text) if "http" in text else text)
    ):
        return LineKind.MOBILE
    if ORIGINAL.match(text):
        return LineKind.ORIGINAL
    return LineKind.FOOTER if FOOTER.match(text) else LineKind.TEXT


_KINDS_OF_SIGN = (
    (LineKind.OURS, OUR_MARKER),
    (LineKind.SIGNATURE, SIGNATURE),
    (LineKind.RULE, RULE),
)
"""What begins with a sign, in the order in which they are tried."""


def _mark_attributions(texts: list[str], kinds: list[LineKind]) -> None:
    """Mark lines such as `Am ... schrieb ...:`, also where they are wrapped."""
    at = 0
    plays: dict[int, bool] = {}
    while at < len(texts):
        if kinds[at] is LineKind.TEXT and MAY_ATTRIBUTE.match(texts[at]):
            count = _attribution_length(texts, kinds, at, plays)
            kinds[at : at + count] = [LineKind.ATTRIBUTION] * count
            at += count
        at += 1


def _attribution_length(
    texts: list[str], kinds: list[LineKind], at: int, plays: dict[int, bool]
) -> int:
    """Return how many lines from *at* on say who wrote, or 0.

    *plays* keeps which lines hold a play, so that none is asked about for each line above it.
    """
    joined, used = "", 0
    for count, text in enumerate(texts[at : at + 2 * _MOST_LINES_OF_ATTRIBUTION], 1):
        piece = text.strip()
        # A play is nobody's attribution, whatever its word: "H8w SCHRIEB".
        index = at + count - 1
        if index not in plays:
            plays[index] = holds_play(text)
        if plays[index] and not piece.endswith(_COLONS):
            return 0
        if not piece and not _goes_on_after_empty_line(texts, at + count):
            return 0
        # Wrapped inside <...>, the second line may begin with the bracket: "> wrote:".
        if (
            count > 1
            and (kinds[at + count - 1] is LineKind.QUOTED)
            and joined.count("<") <= joined.count(">")
        ):
            return 0
        joined = f"{joined} {piece}".strip()
        used += bool(piece)
        if used > _MOST_LINES_OF_ATTRIBUTION or len(joined) > _MOST_CHARACTERS_OF_ATTRIBUTION:
            return 0
        may_end = count == 1 or piece.endswith(_ENDS_OF_ATTRIBUTION)
        if may_end and _attributes(joined, texts, kinds, at + count):
            return count
    return 0


def _goes_on_after_empty_line(texts: list[str], at: int) -> bool:
    """Tell whether a bracket opens after the empty line: some programs set the address apart."""
    following = next((text.strip() for text in texts[at : at + 2] if text.strip()), "")
    return following.startswith("<")


def _attributes(joined: str, texts: list[str], kinds: list[LineKind], after: int) -> bool:
    if DATE_AND_NAME.match(joined) or DATE_BY_ADDRESS.match(joined):
        return True
    if not WROTE_COLON.search(joined):
        return False
    if not joined.endswith(_ENDS_OF_ATTRIBUTION) and not HAS_TIME_OR_ADDRESS.search(joined):
        return False
    if HAS_DATE_OR_ADDRESS.search(joined):
        return True
    # "Scrabble schrieb:" says it only where a quote follows.
    following = next(
        (at for at in range(after, min(after + 3, len(texts))) if texts[at].strip()), -1
    )
    return following >= 0 and kinds[following] is LineKind.QUOTED


def _mark_headers(texts: list[str], kinds: list[LineKind]) -> None:
    """Mark blocks of Von, Gesendet, An, Betreff in any order and language, with the rule above."""
    at = 0
    while at < len(texts):
        if kinds[at] in {LineKind.TEXT, LineKind.FOOTER} and HEADER_LINE.match(texts[at]):
            count = _header_length(texts, kinds, at)
            if count:
                start = _rule_above(kinds, at)
                kinds[start : at + count] = [LineKind.HEADER] * (at + count - start)
                at += count
        at += 1


def _header_length(texts: list[str], kinds: list[LineKind], at: int) -> int:
    """Return how many lines from *at* on are the header of a mail, or 0."""
    found: set[str] = set()
    count = strangers = 0
    for index, text in enumerate(texts[at : at + _MOST_LINES_OF_HEADER], 1):
        if not text.strip():
            break
        line = HEADER_LINE.match(text)
        strangers = 0 if line else strangers + 1
        if strangers > 2:
            break
        if line:
            found.add(str(line.lastgroup))
            count = index
    above = _rule_above(kinds, at)
    has_mark = above < at or (above > 0 and kinds[above - 1] is LineKind.ORIGINAL)
    needed = 2 if has_mark else 3
    is_mail = bool(found & {"sender", "subject"}) and len(found - {"other"}) >= 2
    return count if is_mail and len(found) >= needed else 0


def _rule_above(kinds: list[LineKind], at: int) -> int:
    """Return where the rule over a header block begins; *at* if there is none."""
    above = at
    while above > 0 and kinds[above - 1] is LineKind.EMPTY and at - above < 2:
        above -= 1
    return above - 1 if above > 0 and kinds[above - 1] is LineKind.RULE else at


def _mark_bar_quotes(texts: list[str], kinds: list[LineKind]) -> None:
    """Mark `| text` and `: text` as quoted where they follow an attribution."""
    is_after = False
    for at, kind in enumerate(kinds):
        if kind is LineKind.TEXT and is_after and BAR_QUOTED.match(texts[at]):
            kinds[at] = LineKind.QUOTED
        elif kind is not LineKind.EMPTY:
            is_after = kind is LineKind.ATTRIBUTION


def _mark_indented_quotes(texts: list[str], kinds: list[LineKind]) -> None:
    """Mark what Yahoo quotes, each line with a space before it, so that an answer below ends it."""
    for at, kind in enumerate(kinds):
        if kind is not LineKind.ATTRIBUTION or kinds[at + 1 : at + 2] == [LineKind.ATTRIBUTION]:
            continue
        end = at + 1
        while end < len(kinds) and (kinds[end] is LineKind.EMPTY or texts[end].startswith(" ")):
            end += 1
        quoted = [row for row in range(at + 1, end) if kinds[row] is not LineKind.EMPTY]
        if len(quoted) > _FEW_LINES and end < len(kinds):
            for row in quoted:
                kinds[row] = LineKind.QUOTED
        return


def _mark_wrapped_quotes(texts: list[str], kinds: list[LineKind]) -> None:
    """Mark the rest of a long quoted line that a program wrapped without its sign."""
    for at in range(1, len(kinds) - 1):
        is_between = kinds[at - 1] is LineKind.QUOTED and kinds[at + 1] is LineKind.QUOTED
        if kinds[at] is not LineKind.TEXT or not is_between:
            continue
        is_quoted_by_sign = texts[at - 1].lstrip().startswith(">")
        word = len(texts[at].split(" ", 1)[0])
        if is_quoted_by_sign and len(_LEADING_QUOTE.sub("", texts[at - 1])) + word > 66:
            kinds[at] = LineKind.QUOTED
