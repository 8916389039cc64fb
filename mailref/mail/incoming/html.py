"""HTML to rows: what a person sees of it, line by line, with how deep each line is quoted.

Lexbor repairs the markup as browsers do. Nothing here recurses: the walk goes by parent and
sibling, so that 10,000 nested elements cost time but no stack.
"""

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from mailref.mail.incoming.bounds import MOST_LINES, MOST_STYLE_CHARACTERS
from mailref.mail.incoming.clean import clean_line, compose
from mailref.mail.incoming.markup import BLOCKS, CELLS, UNSEEN, tame
from mailref.mail.incoming.page import Page
from mailref.mail.incoming.plain import Row

_HIDING = re.compile(
    r"display:none|visibility:hidden|font-size:0(?:\.0+)?(?:px|pt|em|%)?(?:;|!|$)|mso-hide:all"
    r"|opacity:0(?:\.0+)?(?:;|!|$)|text-decoration(?:-line)?:line-through"
)
_NO_HEIGHT = re.compile(r"(?:^|;)(?:max-)?height:0(?:px)?(?:;|!|$)")
_WHITE = r"(?:#fff(?:fff)?|white|rgb\(255,255,255\))"
_WHITE_TEXT = re.compile(rf"(?:^|;)color:{_WHITE}(?:;|!|$)")
_BACKGROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]+)")
_SPACES = re.compile(r"[ \t\n\r\f]+")
# What Gmail, Yahoo, Proton and Outlook put round or before the mail that is answered.
_QUOTING = re.compile(r"\b(?:yahoo_quoted|protonmail_quote|moz-cite-prefix)\b")
_BEGINS_QUOTE = {"divRplyFwdMsg", "appendonsend", "mail-editor-reference-message-container"}


@dataclass(frozen=True, slots=True)
class _Mode:
    """What an element hands on to those inside it."""

    depth: int = 0
    is_kept: bool = False
    """Whether blanks and line ends count, as in <pre>."""
    is_dark: bool = False
    """Whether a background that is not white is stated."""


def rows_of_html(source: str) -> tuple[tuple[Row, ...], bool]:
    """Return the rows a person sees, and whether the source was longer than is looked at."""
    tamed, is_cut = tame(source)
    parser = LexborHTMLParser(tamed)
    page = Page()
    if parser.root is not None:
        _walk(parser.root, page)
    if page.text:
        page.end_line()
    rows = tuple(
        Row(clean_line(number, compose(text)), depth, begins_quote)
        for number, (text, depth, begins_quote) in enumerate(page.lines[:MOST_LINES], 1)
    )
    return rows, is_cut or len(page.lines) > MOST_LINES


def _walk(root: LexborNode, page: Page) -> None:
    """Visit every element that is seen, in order, without recursion."""
    modes = [_Mode()]
    node: LexborNode | None = root
    while node is not None:
        inner = _enter(node, page, modes[-1])
        child = node.child if inner is not None else None
        if inner is not None and child is not None:
            modes.append(inner)
            node = child
            continue
        if inner is not None:
            _leave(node, page)
        node = _following(node, page, modes, root)


def _following(
    node: LexborNode, page: Page, modes: list[_Mode], root: LexborNode
) -> LexborNode | None:
    """Return the next element after *node* and all within it, closing what ends in between."""
    current: LexborNode | None = node
    while current is not None and len(modes) > 1:
        if current.next is not None:
            return current.next
        current = current.parent
        modes.pop()
        if current is not None:
            _leave(current, page)
    return None if current is root or current is None else current.next


def _enter(node: LexborNode, page: Page, mode: _Mode) -> _Mode | None:
    """Write what begins here; return the mode inside, or None if nothing inside is seen."""
    tag = node.tag
    if tag == "-text":
        _write_text(node.text_content or "", page, mode)
        return None
    if tag == "br":
        page.break_line()
        return None
    if tag is None or tag == UNSEEN:
        return None
    attributes = node.attributes
    style = _style(attributes.get("style")) if attributes else ""
    inner = _inner_mode(tag, attributes, style, mode)
    if inner is None:
        return None
    _break_before(node, tag, attributes, page, inner)
    return inner


def _style(value: str | None) -> str:
    return _SPACES.sub("", value[:MOST_STYLE_CHARACTERS].lower()) if value else ""


def _is_hidden(attributes: dict[str, str | None], style: str) -> bool:
    if "hidden" in attributes or (style and _HIDING.search(style)):
        return True
    return "overflow:hidden" in style and bool(_NO_HEIGHT.search(style))


def _inner_mode(
    tag: str, attributes: dict[str, str | None], style: str, mode: _Mode
) -> _Mode | None:
    if not attributes and tag not in {"blockquote", "pre"}:
        return mode
    if _is_hidden(attributes, style):
        return None
    background = _BACKGROUND.search(style)
    stated = background[1] if background else (attributes.get("bgcolor") or "").lower()
    is_dark = mode.is_dark if not stated else not re.match(_WHITE + "$|transparent|none", stated)
    is_white = _WHITE_TEXT.search(style) or re.fullmatch(
        _WHITE, (attributes.get("color") or "").lower()
    )
    if is_white and not is_dark:
        return None
    is_kept = mode.is_kept or tag == "pre" or "white-space:pre" in style
    depth = mode.depth + _is_quote(tag, attributes, style)
    return _Mode(depth, is_kept, is_dark)


def _is_quote(tag: str, attributes: dict[str, str | None], style: str) -> bool:
    """Say whether the element quotes; a blockquote without border is how Gmail indents."""
    marks = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    if _QUOTING.search(marks):
        return True
    return tag == "blockquote" and ("cite" in attributes or "border:none" not in style)


def _break_before(
    node: LexborNode, tag: str, attributes: dict[str, str | None], page: Page, inner: _Mode
) -> None:
    if attributes and attributes.get("id") in _BEGINS_QUOTE:
        if page.text:
            page.end_line()
        page.begins_quote = True
    if tag in CELLS:
        page.wants_gap = True
        page.is_fresh_cell = True
    elif tag in BLOCKS and not page.is_fresh_cell:
        page.wants_line = True
    elif tag == "hr":
        page.wants_line = True
        page.write("________", inner.depth)
        page.wants_line = True
    number = _list_number(node, page) if tag == "li" else ""
    if number:
        page.write(number, inner.depth)
    if tag == "p":
        page.paragraph_at = len(page.lines) + bool(page.text)


def _list_number(node: LexborNode, page: Page) -> str:
    """Return the `1. ` that Outlook and Gmail made a list of; a bullet is nothing a player typed."""
    parent = node.parent
    if parent is None or parent.tag != "ol":
        return ""
    key = parent.mem_id
    if key not in page.list_numbers:
        start = parent.attributes.get("start") or ""
        page.list_numbers[key] = int(start) - 1 if re.fullmatch(r"[0-9]{1,3}", start) else 0
    page.list_numbers[key] += 1
    return f"{page.list_numbers[key]}. "


def _leave(node: LexborNode, page: Page) -> None:
    tag = node.tag
    if tag in CELLS:
        page.wants_line = False
        page.wants_gap = True
        page.is_fresh_cell = False
    elif tag in BLOCKS:
        page.wants_line = True
    if tag == "p" and len(page.lines) > page.paragraph_at:
        page.wants_blank_line = True


def _write_text(text: str, page: Page, mode: _Mode) -> None:
    if mode.is_kept:
        _write_kept(text, page, mode)
        return
    flat = _SPACES.sub(" ", text)
    at_start = page.wants_line or not page.text
    if flat == " " or not flat:
        page.wants_gap = page.wants_gap or (bool(flat) and not at_start)
        return
    page.write(flat.lstrip(" ") if at_start else flat, mode.depth)


def _write_kept(text: str, page: Page, mode: _Mode) -> None:
    lines = text.replace("\r\n", "\n").split("\n")
    for index, line in enumerate(lines):
        if index:
            page.break_line()
        if line:
            page.write(line, mode.depth)
