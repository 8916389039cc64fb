"""What the person wrote: the lines above the quote, and blocks below or inside it.

How mail programs say "quoted" and "sent from" are patterns of single lines
(`mail_programs.toml` of each language): rules of Discourse's email_reply_trimmer for the languages of its
mails, and those of the programs that German players use. All are matched on cleaned lines: every dash is
`-`, every space plain.

Our own sentences, known again by their words: what stands in one is no move (contract 5).

Mail programs wrap what they quote where they like and lose the signs of quotes; people paste single
lines. The words of our templates stay. A template is literal words with gaps between, where squares,
words and names are filled in; what stands in such a gap, the words before it or behind it being
ours, is ours. No mail need be kept for it: the templates are enough (`template_words`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from functools import lru_cache

from msgspec import Struct

from mailref.orders.order_words import filled_turns
from mailref.orders.roles import small_talk
from mailref.orders.shapes import holds_play, is_barred, turn_alone
from mailref.orders.table import ORDER_START
from mailref.reading.incoming_mail import (
    BOUNDLESS,
    MOST_LINE_CHARACTERS,
    Attention,
    Line,
    SourceLine,
)
from mailref.reading.mail_programs import one_said
from mailref.reading.mime import SIGNATURE_MARK
from mailref.reading.our_runs import FILLED, are_ours, is_among_keys, joined
from mailref.tiles.moves import VOCABULARIES, filled, worded
from mailref.tiles.remembered import remembered
from mailref.tiles.when_used import regex, when_used

# mailref's own mails begin with this line; from it on nothing is the player's.
OUR_MARKER = regex(rf"^\W{{0,12}}-{{1,3}}\s*{one_said('our_marker')}", re.IGNORECASE)
# What help desks write over what they quote: `##- Please type your reply above this line -##`
DESK_MARKER = regex(rf"^\W{{2,20}}{one_said('desk_marker')}\W{{0,20}}$", re.IGNORECASE)

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
# "My move for round 2, since you said it never arrived:" tells what was said; its number is no date.
TELLS_WHAT = regex(
    rf"(?:^|\W){_WROTE}(?:\W[^\n]{{0,80}}?(?-i:(?<!\w)[^\W\dA-ZÄÖÜ_]{{2,20}})(?!\w)){{2}}",
    re.IGNORECASE,
)
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


FORWARD_SUBJECT = regex(rf"^\s*+{one_said('forward_mark')}\s*+:", re.IGNORECASE)
FORWARDED = regex(rf"^\W{{0,12}}{one_said('forwarded')}", re.IGNORECASE)


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
    attributed: str = ""
    """The attribution above all of it, where it is not marked as a quote: `Am 1.12. schrieb Jonas:`"""


def handed_on(subject: str, rows: tuple[SourceLine, ...], own: OwnWords) -> str:
    """Return the text that a mail hands on: what stands in a forwarded one beside its writer's words."""
    is_forward = FORWARD_SUBJECT.match(subject) or any(FORWARDED.match(each.text) for each in rows)
    if not is_forward:
        return ""
    lines = (*own.lines, *own.signed, *(line for block in own.below for line in block))
    numbers = {line.number for line in lines if line.text.strip()}
    return "\n".join(row.text for row in rows if row.line.number not in numbers).strip()


def without_own_header(
    rows: tuple[SourceLine, ...], names: Iterable[str]
) -> tuple[SourceLine, ...]:
    """Return *rows* without the header that some programs print above an answer: its sender bears one of *names*.

    A subject that is no answer's may say anything of the mail: then it stays what it is.
    """
    at = next((at for at, row in enumerate(rows) if row.text.strip()), len(rows))
    read = [HEADER_LINE.match(row.text) for row in rows[: at + _MOST_LINES_OF_HEADER]]
    texts = [row.text for row in rows]
    end = at + _header_length(texts, read, [LineKind.TEXT] * len(rows), at)
    fields = [field for field in read[at:end] if field]
    senders = [each.string.casefold() for each in fields if each["sender"]]
    is_own = any(name and name.casefold() in sender for sender in senders for name in names)
    subjects = [each for each in fields if each["subject"]]
    is_answer = any(_ANSWERS.match(each.string, each.end()) for each in subjects)
    return rows[end:] if is_own and is_answer else rows


_ANSWERS = worded(r"\s*{reply_mark}\s?:")


def own_words(rows: tuple[SourceLine, ...]) -> OwnWords:
    """Return what of *rows* the person wrote."""
    kinds = kinds_of(rows)
    signed: list[Line] = []
    blocks = list(_blocks(rows, kinds, signed))
    above = blocks[0][1] if blocks and not blocks[0][0] else ()
    below = tuple(block for is_below, block in blocks if is_below)
    attributed = ""
    if not below and (below := _answer_under_attribution(rows, kinds, above)):
        named = (
            row.text for row, kind in zip(rows, kinds, strict=True) if kind is LineKind.ATTRIBUTION
        )
        attributed = " ".join(named)[:_MOST_CHARACTERS_OF_ATTRIBUTION]
    return OwnWords(above, below, tuple(signed), attributed)


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
    _mark_answers_below(texts, kinds)
    _mark_attributions(texts, kinds)
    _mark_indented_quotes(texts, kinds)
    _mark_headers(texts, kinds)
    _mark_bar_quotes(texts, kinds)
    _mark_wrapped_quotes(texts, kinds)
    _mark_mail_of_ours(texts, kinds)
    return kinds


# How each mail of ours ends, behind the game master's address, wherever a program wraps it.
_OUR_FOOT = regex(rf"(?<!\w){one_said('our_foot')}", re.IGNORECASE)
_FILLED_IN = worded(r"[\s/]{0,4}(?:{square}\S*\s+\S+|\S+\s+{square}\S*)(?:\s+\S+){0,2}\s*")
"""A line of our template in which a move stands: longer sentences of ours about one go on."""
_LONGEST_ABOVE = 40
"""What is longer may go on in the next line."""
_GREETS_AS_WE_DO = worded(r"[\s|]{0,4}{hello}(?:\s{1,3}[^\s,]+){0,5},\s*")
_ABOVE_FILLED_IN = 3
"""So many lines stand above it there: the game, the player."""


def _mark_mail_of_ours(texts: list[str], kinds: list[LineKind]) -> None:
    """Mark a whole mail of ours that stands there without a sign of quoting and without its marker line.

    It goes from the headline above its greeting to its last sentence. What somebody has filled in there is his.
    """
    own = [at for at, kind in enumerate(kinds) if kind not in {LineKind.QUOTED, LineKind.EMPTY}]
    foot = _foot_of_ours(texts, own)
    if foot is None:
        return
    above = (at for at in reversed(own) if at < foot[0])
    greets = [at for at in above if _GREETS_AS_WE_DO.fullmatch(texts[at])]
    # Behind a bar stands how somebody greets whose words we pass on, unless all of our mail does.
    has_bar = is_barred(texts[foot[0]])
    if not greets:
        return
    greeting = next((at for at in greets if is_barred(texts[at]) == has_bar), greets[0])
    kept = _filled_in(texts, range(greeting, foot[0]))
    for at in range(_headline(texts, kinds, greeting), foot[1] + 1):
        if kinds[at] is not LineKind.EMPTY and at not in kept:
            kinds[at] = LineKind.QUOTED


def _foot_of_ours(texts: list[str], own: Sequence[int]) -> tuple[int, int] | None:
    """Return in which line the last sentences of ours begin, and in which they end; None: they stand in none."""
    found = _OUR_FOOT.search(" ".join(" ".join([texts[at] for at in own]).split()))
    if found is None:
        return None
    lines = [at for at in own for _ in texts[at].split()]
    first = found.string.count(" ", 0, found.start())
    last = found.string.count(" ", 0, found.end())
    return lines[first], lines[last]


def _headline(texts: list[str], kinds: list[LineKind], greeting: int) -> int:
    """Return where the paragraph begins that stands above our greeting, unless a move is in it."""
    at = greeting
    while at and kinds[at - 1] is LineKind.EMPTY:
        at -= 1
    end = at
    while at and kinds[at - 1] is LineKind.TEXT:
        at -= 1
    return greeting if any(map(holds_play, texts[at:end])) else at


def _filled_in(texts: list[str], lines: range) -> set[int]:
    """Return the lines of our template that somebody has filled in, each with what stands right above it there."""
    kept: set[int] = set()
    for at in lines:
        is_whole = _FILLED_IN.fullmatch(texts[at]) and len(texts[at - 1].strip()) <= _LONGEST_ABOVE
        if not (is_whole and holds_play(texts[at])):
            continue
        first = at
        while first > lines.start and texts[first - 1].strip() and at - first < _ABOVE_FILLED_IN:
            first -= 1
        kept.update(range(first, at + 1))
    return kept


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
    (LineKind.OURS, DESK_MARKER),
    (LineKind.SIGNATURE, SIGNATURE),
    (LineKind.RULE, RULE),
)
"""What begins with a sign, in the order in which they are tried."""


def _mark_answers_below(texts: list[str], kinds: list[LineKind]) -> None:
    """Take a line of a help desk above which nobody has answered for what a program adds: no quote begins there."""
    for at, kind in enumerate(kinds):
        if kind is LineKind.OURS and DESK_MARKER.match(texts[at]):
            kinds[at] = LineKind.MOBILE
        elif kind is not LineKind.EMPTY:
            return


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
    is_told = TELLS_WHAT.search(joined) is not None and not HAS_TIME_OR_ADDRESS.search(joined)
    if HAS_DATE_OR_ADDRESS.search(joined) and not is_told:
        return True
    # "Scrabble schrieb:" says it only where a quote follows.
    following = next(
        (at for at in range(after, min(after + 3, len(texts))) if texts[at].strip()), -1
    )
    return following >= 0 and kinds[following] is LineKind.QUOTED


def _mark_headers(texts: list[str], kinds: list[LineKind]) -> None:
    """Mark blocks of Von, Gesendet, An, Betreff in any order and language, with the rule above."""
    fields = [HEADER_LINE.match(text) for text in texts]
    at = 0
    while at < len(texts):
        if kinds[at] in {LineKind.TEXT, LineKind.FOOTER} and fields[at]:
            count = _header_length(texts, fields, kinds, at)
            if count:
                start = _rule_above(kinds, at)
                kinds[start : at + count] = [LineKind.HEADER] * (at + count - start)
                at += count
        at += 1


def _header_length(
    texts: list[str], fields: Sequence[re.Match[str] | None], kinds: list[LineKind], at: int
) -> int:
    """Return how many lines from *at* on are the header of a mail, or 0."""
    found: set[str] = set()
    count = strangers = 0
    end = at + _MOST_LINES_OF_HEADER
    for index, (text, line) in enumerate(zip(texts[at:end], fields[at:end], strict=True), 1):
        if not text.strip():
            break
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


EDGE = "\0edge"
"""In place of a word: where a paragraph, an item or a label begins or ends."""
FEW, MANY = 3, 5
"""So many words of ours tell of what stands right beside them, and of what stands further on."""
PAIR = 2
"""So many behind a gap do, where those before it begin a sentence of ours."""
LONGEST = 2 * MANY
"""A window: the words, and the signs between them."""
COLON, QUOTE, STOPS = ":", '"', ".!?"


class Whose(Enum):
    """Whose a play is, by the words around it."""

    THEIRS = auto()
    OURS = auto()
    UNSURE = auto()
    """It may stand in a sentence of ours, or right below one."""


# --- a text as words

_SIGNS = {"|": COLON, **{each: each for each in (COLON, *STOPS)}}
"""The bar behind a label is a colon in another form; what is not here is a quotation mark."""
_SYMBOL = regex(r"[^\W_]+|[:\"„“”«»]|[.!?](?=\s|$)|(?<=\w )\|(?= |$)")


@remembered
def symbols_of(text: str) -> Sequence[tuple[str, int]]:
    """Return the words of *text* in small letters and the signs that count, each with its place."""
    return tuple(
        (symbol.lower() if symbol[0].isalnum() else _SIGNS.get(symbol, QUOTE), found.start())
        for found in _SYMBOL.finditer(text)
        for symbol in (found[0],)
    )


def is_word(symbol: str) -> bool:
    """Tell whether *symbol* is a word, and no sign or edge."""
    return symbol[0].isalnum()


# --- words that tell of us

# What players write before their own plays is no sign of ours: "Mein Zug:", "Ersatz für Runde".
_PLAYERS_OWN = when_used(
    lambda pattern: filled_turns(
        pattern.replace("{command_start}", ORDER_START).replace("{in_a_phrase}", _in_phrases())
    ),
    r"(?:{opening}|{intent}|{otherwise}|{filler}|{conjunction}|{play}|{place}|{my}|{alternate}|"
    r"{round}|{field_word}|{field_direction}|{article}|{joker}|{player}|{heading}|{place_follows}|"
    r"{points}|{total}|{stands_for}|{base_form}|{command_start}|{correction}|{direction}|"
    r"{first}|{second}|{third}|{this}|{possible}|[[negation]]|[[advance]]|[[trial]]|[[choose]]|[[stack]]|{in_a_phrase}|\d.*|.{1,2})",
)


def _in_phrases() -> str:
    """Return what finds each word of the phrases that lead to a place: `partir`, of `à partir de`."""
    phrases = (each for said in VOCABULARIES.values() for each in said["place_follows"])
    words = {word for phrase in phrases if " " in phrase for word in phrase.split()}
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)) or r"(?!)"


@lru_cache(maxsize=4096)
def is_telling(word: str) -> bool:
    """Tell whether no player writes *word* before or behind a play of his own."""
    is_players = _PLAYERS_OWN.fullmatch(word) is not None and _OUR_LABEL.fullmatch(word) is None
    return is_word(word) and not is_players


_OUR_LABEL = when_used(filled, r"{our_label}")
_PLACE = when_used(filled, r"(?i:{square}|{direction})")


def is_place(window: Iterable[str]) -> bool:
    """Tell whether words are a square and a direction, no more: so begins a player's play, and an example of ours."""
    return all(_PLACE.fullmatch(word) for word in window if is_word(word))


_AND = when_used(filled, r"{before_last}")
_ANYBODYS = when_used(
    filled,
    r"{idle}|{says_little}|{it}|{it_perhaps}|{later}|{others_do}|{condition}|{unsure}|{myself}",
)


def is_ours(word: str) -> bool:
    """Tell whether *word* is one that not everybody writes: `if you have a` begins many a sentence."""
    return is_telling(word) and _ANYBODYS.fullmatch(word) is None and word not in small_talk()


_RULE = regex(r"[\W_]*")
_FIGURE = regex(r"[+-]?(?:0|[1-9]\d{0,3})")
_COLUMNS = 3


# --- the value

_LOOKS = 5
"""What it costs to compare the words around one line with ours."""
_FARTHEST = 40
"""So many words filled in are looked through for the words of ours before them, and so many lines."""
_NEAR = 6
"""So many words may stand between a play and the words of ours behind it: points, a claim."""
_WIDE = 60
"""No program wraps at less; shorter lines end where a person ended them, or on a screen."""


_AROUND = "|"


def around(lead: Sequence[str], behind: Sequence[str]) -> str:
    """Return two windows, before a gap and behind it, as one text."""
    return f"{joined(lead)}{_AROUND}{joined(behind)}"


class OurSentences(Struct, frozen=True):
    """The words of our templates beside their gaps, several with a space between: many as keys (`our_runs`)."""

    before: bytes = b""
    """What stands right before a gap; also two words of ours with another gap, `FILLED`, between them."""
    telling: bytes = b""
    """So many of those words that the gap may be long."""
    behind: bytes = b""
    around: bytes = b""
    """The few words with which a sentence begins before a gap, `_AROUND`, and those behind it."""
    ends: frozenset[str] = frozenset()
    """With what any of those before a gap ends: most lines are asked no further."""
    heads: frozenset[str] = frozenset()
    """The words that stand over the columns of our tables."""
    runs: bytes = b""
    """So many words in a row that nobody else writes them (`our_runs`)."""

    def among(self, lines: Sequence[Line], attention: Attention = BOUNDLESS) -> "WordsAround":
        """Return what tells whose a play in *lines* is."""
        return WordsAround(self, lines, attention)


class _Symbol(Struct, frozen=True):
    """A word or sign of a mail, and where it stands."""

    text: str
    line: int
    is_first: bool
    """Whether it begins its line or a sentence."""


def _place(written: str, text: str) -> tuple[int, int]:
    """Return from where to where *written* stands in a line; quotes in it may have been taken out.

    >>> _place("EUBÖA M10s .", "start EUBÖA M10s”. If it")
    (6, 16)
    """
    start = text.find(written)
    if start >= 0:
        return start, start + len(written)
    words = "".join(char if char.isalnum() else " " for char in written).split()
    start = at = max(0, text.find(words[0]) if words else 0)
    for word in words:
        at = max(at, text.find(word, at) + len(word))
    return start, at


def _is_row(text: str, written: str) -> bool:
    """Tell whether a line, as a whole, is a name, at least three figures and a play, as in a table of ours."""
    words = text.split() if written == text.strip() else []
    for at in range(_COLUMNS + 1, len(words)):
        if all(map(_FIGURE.fullmatch, words[at - _COLUMNS : at])):
            return holds_play(" ".join(words[at:]))
    return False


class WordsAround:
    """The lines of one mail, to tell whose a play in them is by the words around it."""

    def __init__(
        self, ours: OurSentences, lines: Sequence[Line], attention: Attention = BOUNDLESS
    ) -> None:
        self._ours = ours
        self._attention = attention
        self._lines = lines
        self._under_head: dict[int, bool] = {}
        self._widths: dict[int, int] = {}
        self._symbols: dict[int, list[_Symbol]] = {}
        self._windows: dict[tuple[bool, tuple[str, ...], tuple[bool, ...]], int] = {}
        """How long windows of ours are, by the symbols up to their ends: each is asked about from several lines."""
        self._begins: set[int] = set()

    def entry_begins(self, at: int) -> None:
        """Take line *at* for a heading or a player's name: above it stands nothing of the entry."""
        self._begins.add(at)

    def whose(
        self, at: int, written: str, *, is_talk: bool = False, is_move: bool = False
    ) -> Whose:
        """Tell whose it is what stands *written* in line *at*, by itself the whole line.

        *is_talk*: it asks for nothing; a few words that we write, too, do not make it ours. *is_move*: a move; where
        it is the whole line, words of ours above make it doubtful at most, since a player may write them, too.
        """
        text = self._lines[at].text
        self._attention.look(text, _LOOKS)
        start, end = _place(written, text)
        if self._is_in_table(at) or _is_row(text, written):
            return Whose.OURS
        if self._is_behind_columns(at, start):
            return Whose.UNSURE
        found = self._by_words(at, start, end, is_talk=is_talk)
        is_alone = is_move and not text[:start].strip() and not text[end:].strip()
        return Whose.UNSURE if is_alone and found is Whose.OURS else found

    def is_in_row(self, at: int, written: str) -> bool:
        """Tell whether *written* in line *at* stands behind the figures of a row of our tables."""
        return self._is_behind_columns(at, _place(written, self._lines[at].text)[0])

    def _by_words(self, at: int, start: int, end: int, *, is_talk: bool) -> Whose:
        """Tell whose it is what stands from character *start* to *end* of line *at*, by the words around it."""
        text = self._lines[at].text
        left = self._left(at, end)
        count = len(symbols_of(text[start:end]))
        begins = len(left) if is_talk else max(0, len(left) - count)
        found = self._by_words_before(left, begins, at)
        if found is Whose.THEIRS and len(left) > count:
            right = self._right(at, end)
            if self._is_between(left[:-count] if count else left, right):
                return Whose.OURS
            if self._is_before_ours(right) or self._is_behind_bar(at):
                found = Whose.UNSURE
        if found is not Whose.OURS and self._is_run(at, start, end):
            return Whose.OURS
        return found

    def _is_run(self, at: int, start: int, end: int) -> bool:
        """Tell whether each word from character *start* to *end* of line *at* stands in a run of ours."""
        text = self._lines[at].text
        before = [each.text for each in self._left(at, start) if is_word(each.text)]
        inside = [symbol for symbol, _ in symbols_of(text[start:end]) if is_word(symbol)]
        behind = filter(is_word, self._right(at, end)[:-1])
        return are_ours(
            [*before, *inside, *behind], len(before), len(before) + len(inside), self._ours.runs
        )

    def _is_behind_columns(self, at: int, start: int) -> bool:
        """Tell whether rank, points and total stand right before, as in a row wherever it is wrapped."""
        words = self._lines[at].text[:start].split()
        while at and len(words) < _COLUMNS and self._goes_up(at):
            at -= 1
            words = self._lines[at].text.split() + words
        is_row = len(words) >= _COLUMNS and "/" not in words  # `Tel. 0421 / 33 44 55`
        return is_row and all(map(_FIGURE.fullmatch, words[-_COLUMNS:]))

    def _right(self, at: int, end: int) -> list[str]:
        """Return the first symbols of the paragraph from character *end* of line *at* on."""
        found = [symbol for symbol, _ in symbols_of(self._lines[at].text[end:])]
        while len(found) < _NEAR + LONGEST and at + 1 < len(self._lines):
            at += 1
            if not self._lines[at].text.strip():
                break
            found += [symbol for symbol, _ in symbols_of(self._lines[at].text)]
        return [*found, EDGE]

    def _is_between(self, left: Sequence[_Symbol], right: Sequence[str]) -> bool:
        """Tell whether the words right before and close behind are those of one sentence of ours."""
        behind = [
            right[start : start + length]
            for start in range(min(_NEAR, len(right)))
            for length in range(1, PAIR + 3)
        ]
        for length in range(1, min(FEW, len(left)) + 1):
            if not left[-length].is_first:
                continue
            lead = [symbol.text for symbol in left[-length:]]
            if any(is_among_keys(self._ours.around, around(lead, window)) for window in behind):
                return True
        return False

    def _is_behind_bar(self, at: int) -> bool:
        """Tell whether line *at* may be the rest of one that bears the bar of our mails."""
        last = max(0, at - _FARTHEST)
        # How lines flow takes long to tell, and hardly ever is there a bar.
        if not any(is_barred(line.text) for line in self._lines[last:at]):
            return False
        while at > last and self._goes_up(at) and self._flows_on(at - 1):
            at -= 1
            if is_barred(self._lines[at].text):
                return True
        return False

    def _left(self, at: int, end: int) -> list[_Symbol]:
        """Return the last symbols of the paragraph up to character *end* of line *at*."""
        found = self._of_line(at, self._lines[at].text[:end])
        while at and len(found) < _FARTHEST and self._goes_up(at):
            at -= 1
            if at not in self._symbols:
                self._symbols[at] = self._of_line(at, self._lines[at].text)
            found = self._symbols[at] + found
        return found

    def _goes_up(self, at: int) -> bool:
        """Tell whether line *at* and the one above it are of one paragraph."""
        return bool(self._lines[at - 1].text.strip()) and not self._begins & {at - 1, at}

    @staticmethod
    def _of_line(at: int, text: str) -> list[_Symbol]:
        found: list[_Symbol] = []
        is_first = True
        for symbol, _ in symbols_of(text):
            found.append(_Symbol(symbol, at, is_first))
            is_first = symbol in STOPS or symbol == QUOTE
        return found

    def _by_words_before(self, left: Sequence[_Symbol], count: int, at: int) -> Whose:
        """Tell whose the play is that begins as symbol *count* of *left*, in line *at*.

        Words of ours may also stand in what was taken for the play as a whole.
        """
        found = Whose.THEIRS
        texts, firsts = tuple(each.text for each in left), tuple(each.is_first for each in left)
        for end in range(len(left), max(0, len(left) - _FARTHEST), -1):
            if texts[end - 1] not in self._ours.ends:
                continue
            length = self._window_before(texts, firsts, end, is_near=end >= count)
            is_short = -PAIR <= length <= PAIR and texts[end - 1] != COLON
            if not length or (is_short and any(each.text == COLON for each in left[end:])):
                continue  # `Exchange of letters: A, E` goes on as nothing does that is filled in
            match self._of_gap(left[end - 1], left[end:count], at, is_label=length < 0):
                case Whose.OURS:
                    return Whose.OURS
                case Whose.UNSURE:
                    found = Whose.UNSURE
                case Whose.THEIRS:
                    pass
        return found

    def _window_before(
        self, texts: tuple[str, ...], firsts: tuple[bool, ...], end: int, *, is_near: bool
    ) -> int:
        """Return how long the window is that ends before symbol *end*; negative for a label's."""
        begin = max(0, end - LONGEST)
        symbols, begins = texts[begin:end], firsts[begin:end]
        key = (is_near, symbols, begins)
        if (known := self._windows.get(key)) is None:
            known = self._windows[key] = self._window_in(symbols, begins, is_near=is_near)
        return known

    def _window_in(self, texts: tuple[str, ...], firsts: tuple[bool, ...], *, is_near: bool) -> int:
        ours, end = self._ours, len(texts)
        if is_near and any(
            is_among_keys(ours.before, joined((texts[end - length], FILLED, texts[end - 1])))
            for length in range(PAIR + 1, min(PAIR + FEW, end) + 1)
        ):
            return PAIR
        tell = (ours.telling, ours.before) if is_near else (ours.telling,)
        for length in range(1, end + 1):
            window = joined(texts[end - length :])
            if any(is_among_keys(each, window) for each in tell):
                return length
            if firsts[end - length]:
                window = f"{EDGE} {window}"
                if any(is_among_keys(each, window) for each in tell):
                    return -length
        return 0

    def _of_gap(
        self, last: _Symbol, filled_in: Sequence[_Symbol], at: int, *, is_label: bool
    ) -> Whose:
        """Tell whose a play is behind words of ours that end with *last*."""
        if last.text == QUOTE and any(symbol.text == QUOTE for symbol in filled_in):
            return Whose.THEIRS
        if last.text in STOPS and last.line != at and self._width(at) < _WIDE:
            return Whose.UNSURE  # a sentence of ours is over, and no program has ended its line
        if is_label and last.line != at and turn_alone(self._lines[last.line].text) is not None:
            return Whose.THEIRS  # it names the turn: nothing more is to be filled in
        is_flowing = all(self._flows_on(line) for line in range(last.line, at))
        if not filled_in and (is_flowing or not is_label):
            return Whose.OURS
        if last.text != QUOTE and any(symbol.text in STOPS for symbol in filled_in):
            return Whose.UNSURE if is_flowing else Whose.THEIRS
        is_wide = last.line == at or self._width(at) >= _WIDE
        goes_on = is_wide or any(_AND.fullmatch(each.text) for each in filled_in[-1:])
        return Whose.OURS if is_flowing and goes_on else Whose.UNSURE

    def _flows_on(self, at: int) -> bool:
        """Tell whether a program may have ended line *at*, since no further word had room."""
        following = self._lines[at + 1].text.split(maxsplit=1)[0]
        return len(self._lines[at].text) + 1 + len(following) > self._width(at)

    def _width(self, at: int) -> int:
        if at not in self._widths:
            texts = (self._lines[line].text for line in self._paragraph(at))
            wide = (len(text) for text in texts if not _RULE.fullmatch(text))
            self._widths[at] = max(wide, default=0)
        return self._widths[at]

    def _paragraph(self, at: int) -> range:
        first = last = at
        while first and at - first < _FARTHEST and self._goes_up(first):
            first -= 1
        while last + 1 < len(self._lines) and last - at < _FARTHEST:
            if not self._lines[last + 1].text.strip():
                break
            last += 1
        return range(first, last + 1)

    def _is_before_ours(self, right: Sequence[str]) -> bool:
        """Tell whether words of ours stand close behind a play."""
        for start in range(min(_NEAR, len(right))):
            if right[start] in STOPS:
                return False
            for length in range(FEW, LONGEST + 1):
                if is_among_keys(self._ours.behind, joined(right[start : start + length])):
                    return True
        return False

    def _is_in_table(self, at: int) -> bool:
        """Tell whether the head of a table of ours stands above line *at*, no empty line between."""
        first = at
        while first not in self._under_head and self._lines[first].text.strip():
            if self._is_head(first) or not first or not self._goes_up(first):
                break
            first -= 1
        if first not in self._under_head:
            text = self._lines[first].text
            self._under_head[first] = bool(text.strip()) and self._is_head(first)
        for line in range(first + 1, at + 1):
            self._under_head[line] = self._under_head[line - 1]
        return self._under_head[at]

    def _is_head(self, at: int) -> bool:
        text = self._lines[at].text.lower()
        if self._ours.heads.isdisjoint(text.split()):
            return False
        words = (symbol for symbol, _ in symbols_of(text) if is_word(symbol))
        run = 0
        for word in words:
            run = run + 1 if word in self._ours.heads else 0
            if run == FEW:
                return True
        return False
