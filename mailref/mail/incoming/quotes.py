"""Which lines of a mail quote, sign or say who wrote: the kind of every row, from rules."""

import re
from enum import Enum, auto

from mailref.mail.incoming.bounds import MOST_LINE_CHARACTERS
from mailref.mail.incoming.phrases import (
    BAR_QUOTED,
    BARE_SIGN,
    DATE_AND_NAME,
    DATE_BY_ADDRESS,
    FOOTER,
    HAS_DATE_OR_ADDRESS,
    HEADER_LINE,
    LINK,
    MAY_ATTRIBUTE,
    MOBILE,
    ORIGINAL,
    OUR_MARKER,
    QUOTED,
    RULE,
    SIGNATURE,
    WROTE_COLON,
)
from mailref.mail.incoming.plain import Row

_MOST_LINES_OF_ATTRIBUTION = 4
_MOST_CHARACTERS_OF_ATTRIBUTION = 400
_MOST_LINES_OF_HEADER = 14
_ENDS_OF_ATTRIBUTION = (":", "：", "-", "*", "_")
_LEADING_QUOTE = re.compile(r"^[>\s]+")


class Kind(Enum):
    """What a line is."""

    BLANK = auto()
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


OPENS_QUOTE = frozenset({Kind.ATTRIBUTION, Kind.HEADER, Kind.ORIGINAL, Kind.OURS})


def kinds_of(rows: tuple[Row, ...]) -> list[Kind]:
    """Return the kind of every row."""
    kinds = [_kind(row) for row in rows]
    texts = [row.text[:MOST_LINE_CHARACTERS] for row in rows]
    _mark_attributions(texts, kinds)
    _mark_headers(texts, kinds)
    _mark_bar_quotes(texts, kinds)
    _mark_wrapped_quotes(texts, kinds)
    return kinds


def _kind(row: Row) -> Kind:
    text = row.text[:MOST_LINE_CHARACTERS]
    if row.begins_quote:
        return Kind.ORIGINAL
    if not text or text.isspace():
        return Kind.BLANK
    if row.depth or QUOTED.match(text):
        return Kind.QUOTED
    return _kind_of_sign(text) if not text[:1].isalnum() else _kind_of_words(text)


def _kind_of_sign(text: str) -> Kind:
    stripped = text.strip()
    if OUR_MARKER.match(text):
        return Kind.OURS
    if SIGNATURE.match(stripped):
        return Kind.SIGNATURE
    if RULE.match(text):
        return Kind.RULE
    return _kind_of_words(text)


def _kind_of_words(text: str) -> Kind:
    if BARE_SIGN.match(text):
        return Kind.MOBILE
    if len(text) <= 200 and MOBILE.match(LINK.sub("", text) if "http" in text else text):
        return Kind.MOBILE
    if ORIGINAL.match(text):
        return Kind.ORIGINAL
    return Kind.FOOTER if FOOTER.match(text) else Kind.TEXT


def _mark_attributions(texts: list[str], kinds: list[Kind]) -> None:
    """Mark lines such as `Am ... schrieb ...:`, also where they are wrapped."""
    at = 0
    while at < len(texts):
        if kinds[at] is Kind.TEXT and MAY_ATTRIBUTE.match(texts[at]):
            count = _attribution_length(texts, kinds, at)
            kinds[at : at + count] = [Kind.ATTRIBUTION] * count
            at += count
        at += 1


def _attribution_length(texts: list[str], kinds: list[Kind], at: int) -> int:
    """Return how many lines from *at* on say who wrote, or 0."""
    joined, used = "", 0
    for count, text in enumerate(texts[at : at + 2 * _MOST_LINES_OF_ATTRIBUTION], 1):
        piece = text.strip()
        if not piece and not _goes_on_after_blank(texts, at + count):
            return 0
        # Wrapped inside <...>, the second line may begin with the bracket: "> wrote:".
        if (
            count > 1
            and (kinds[at + count - 1] is Kind.QUOTED)
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


def _goes_on_after_blank(texts: list[str], at: int) -> bool:
    """Say whether a bracket opens after the blank line: some programs set the address apart."""
    following = next((text.strip() for text in texts[at : at + 2] if text.strip()), "")
    return following.startswith("<")


def _attributes(joined: str, texts: list[str], kinds: list[Kind], after: int) -> bool:
    if DATE_AND_NAME.match(joined) or DATE_BY_ADDRESS.match(joined):
        return True
    if not WROTE_COLON.search(joined):
        return False
    if HAS_DATE_OR_ADDRESS.search(joined):
        return True
    # "Scrabble schrieb:" says it only where a quote follows.
    following = next(
        (at for at in range(after, min(after + 3, len(texts))) if texts[at].strip()), -1
    )
    return following >= 0 and kinds[following] is Kind.QUOTED


def _mark_headers(texts: list[str], kinds: list[Kind]) -> None:
    """Mark blocks of Von, Gesendet, An, Betreff in any order and language, with the rule above."""
    at = 0
    while at < len(texts):
        if kinds[at] in {Kind.TEXT, Kind.FOOTER} and HEADER_LINE.match(texts[at]):
            count = _header_length(texts, kinds, at)
            if count:
                start = _rule_above(kinds, at)
                kinds[start : at + count] = [Kind.HEADER] * (at + count - start)
                at += count
        at += 1


def _header_length(texts: list[str], kinds: list[Kind], at: int) -> int:
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
    has_mark = above < at or (above > 0 and kinds[above - 1] is Kind.ORIGINAL)
    needed = 2 if has_mark else 3
    is_mail = bool(found & {"sender", "subject"}) and len(found - {"other"}) >= 2
    return count if is_mail and len(found) >= needed else 0


def _rule_above(kinds: list[Kind], at: int) -> int:
    """Return where the rule over a header block begins; *at* if there is none."""
    above = at
    while above > 0 and kinds[above - 1] is Kind.BLANK and at - above < 2:
        above -= 1
    return above - 1 if above > 0 and kinds[above - 1] is Kind.RULE else at


def _mark_bar_quotes(texts: list[str], kinds: list[Kind]) -> None:
    """Mark `| text` and `: text` as quoted where they follow an attribution."""
    is_after = False
    for at, kind in enumerate(kinds):
        if kind is Kind.TEXT and is_after and BAR_QUOTED.match(texts[at]):
            kinds[at] = Kind.QUOTED
        elif kind is not Kind.BLANK:
            is_after = kind is Kind.ATTRIBUTION


def _mark_wrapped_quotes(texts: list[str], kinds: list[Kind]) -> None:
    """Mark the rest of a long quoted line that a program wrapped without its sign."""
    for at in range(1, len(kinds) - 1):
        is_between = kinds[at - 1] is Kind.QUOTED and kinds[at + 1] is Kind.QUOTED
        if kinds[at] is not Kind.TEXT or not is_between:
            continue
        is_quoted_by_sign = texts[at - 1].lstrip().startswith(">")
        word = len(texts[at].split(" ", 1)[0])
        if is_quoted_by_sign and len(_LEADING_QUOTE.sub("", texts[at - 1])) + word > 66:
            kinds[at] = Kind.QUOTED
