"""A text part or HTML to rows: what a person sees of it, line by line, with how deep each line is quoted.

Flowed lines are joined (RFC 3676), a clear signature is unwrapped (RFC 4880).

Lexbor repairs the markup as browsers do. Nothing here recurses: the walk goes by parent and
sibling, so that 10,000 nested elements cost time but no stack. Like browsers, it takes the square of
the time for an element of 50,000 attributes, and makes millions of elements of 3,000 unclosed `<b>`
(browsers reopen them in every paragraph). What comes out of here holds only tags that say something
of lines, quotes or visibility.
"""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import chain

from msgspec import Struct, field
from selectolax.lexbor import LexborHTMLParser, LexborNode

from mailref.orders.shapes import begins_line, is_place_alone
from mailref.reading.incoming_mail import (
    MOST_HTML_BYTES,
    MOST_JOINED_CHARACTERS,
    MOST_LINES,
    MOST_STYLE_CHARACTERS,
    MOST_TAG_CHARACTERS,
    MOST_TAGS,
    Line,
    SourceLine,
)
from mailref.reading.mime import clean_line, compose, cut_front, join_lines, split_lines
from mailref.tiles.when_used import regex

PGP_MESSAGE = "-----BEGIN PGP MESSAGE-----"
_PGP_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_SIGNATURE = regex(r"-----(BEGIN|END) PGP SIGNATURE-----")

# A line this long with the next word would not have fit: only then a space at its end is the
# program's soft break. Shorter, it is a space the player typed, and the next line his next move.
_WRAPS_FROM = 60
# ... unless what stands on either side is no line by itself: `M9s `, `10*2+23=43`, `+verbüxendE`.
_GOES_ON = regex(r"\s*(?:[+=]|\(?\d{1,3}\s*[*x×+=])")


def lines_of_text(
    text: str, *, is_flowed: bool = False, del_sp: bool = False
) -> tuple[SourceLine, ...]:
    """Return the rows of a decoded text part."""
    raw = split_lines(compose(text))[:MOST_LINES]
    lines = [clean_line(number, line) for number, line in enumerate(raw, 1)]
    if is_flowed:
        lines = _joined(raw, lines, del_sp=del_sp)
    return tuple(SourceLine(line) for line in _unsigned(lines))


def _joined(raw: list[str], lines: list[Line], *, del_sp: bool) -> list[Line]:
    """Return the lines with soft breaks undone; quoted lines stay as they are."""
    joined: list[Line] = []
    open_end = ""
    for line, whole in zip(lines, raw, strict=True):
        if whole.startswith(">"):
            joined.append(line)
            open_end = ""
            continue
        unstuffed = cut_front(line, 1) if whole.startswith(" ") and line.text else line
        is_short = bool(joined) and len(joined[-1].text) < MOST_JOINED_CHARACTERS
        if open_end and is_short and _is_soft(open_end, unstuffed.text, del_sp=del_sp):
            joined[-1] = join_lines(joined[-1], unstuffed, "" if del_sp else " ")
        else:
            joined.append(unstuffed)
        open_end = whole if whole.endswith(" ") and whole != "-- " else ""
    return joined


def _is_soft(line: str, following: str, *, del_sp: bool) -> bool:
    """Tell whether the space at the end of *line* is a soft break before *following*.

    A program that states DelSp means the space it wrote, at any width; but a play, a name or an
    alternate begins a line of its own.
    """
    word = following.split(" ", 1)[0]
    if not following or len(line) + len(word) > _WRAPS_FROM:
        return bool(following)
    if del_sp:
        return not begins_line(following)
    return is_place_alone(line) or _GOES_ON.match(following) is not None


def _unsigned(lines: list[Line]) -> list[Line]:
    """Return the lines with the armour of a clear-signed message taken off."""
    at = next((index for index, line in enumerate(lines) if line.text == _PGP_SIGNED), None)
    if at is None:
        return lines
    out = lines[:at]
    body = at + 1
    while body < len(lines) and lines[body].text:  # Hash: SHA256
        body += 1
    is_signature = False
    for line in lines[body + 1 :]:
        if _PGP_SIGNATURE.fullmatch(line.text):
            is_signature = "BEGIN" in line.text
        elif not is_signature:
            out.append(cut_front(line, 2) if line.text.startswith("- ") else line)
    return out


_NAME = r"[a-zA-Z][^\s/>]*+"
# As the HTML standard reads attributes: a value in either quotes, or bare up to a space.
_ATTRIBUTE = (
    r"""=?([^\s/>=]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"'][^\s>]*+))?+)?+|[\s/]++|="""
)
_TAG = regex(rf"<(/?)({_NAME})((?:{_ATTRIBUTE})*+)>")
_ATTRIBUTES = regex(_ATTRIBUTE)
_KEPT_ATTRIBUTES = frozenset({
    "style", "class", "id", "type", "cite", "hidden", "bgcolor", "color", "start",
})  # fmt: skip

BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "center", "dd", "div", "dl", "dt", "fieldset",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "li", "main", "nav",
    "ol", "p", "pre", "section", "table", "tbody", "tfoot", "thead", "tr", "ul",
})  # fmt: skip
CELLS = frozenset({"td", "th"})
UNSEEN = "del"
"""What a person does not see, or sees struck out."""
_KEPT_TAGS = BLOCKS | CELLS | {"body", "br", "hr"}
_UNSEEN_TAGS = frozenset({
    "applet", "audio", "del", "math", "noscript", "object", "s", "select", "strike", "svg",
    "template", "textarea", "video",
})  # fmt: skip
_VOID = frozenset({
    "area", "base", "col", "embed", "head", "html", "img", "input", "link", "meta", "param",
    "source", "track", "wbr",
})  # fmt: skip
_RAW = {
    name: re.compile(rf"</{name}\b", re.IGNORECASE)
    for name in ("style", "script", "title", "xmp", "iframe", "noembed", "noframes")
}


def tame(source: str) -> tuple[str, bool]:
    """Return *source* as harmless HTML, and whether it was longer than is looked at."""
    kept = source[:MOST_HTML_BYTES]
    out: list[str] = []
    at = tags = 0
    while tags < MOST_TAGS:
        open_at = kept.find("<", at)
        if open_at < 0:
            out.append(kept[at:])
            return "".join(out), len(kept) < len(source)
        out.append(kept[at:open_at])
        at = _rewrite(kept, open_at, out)
        tags += 1
    return "".join(out), True


def _rewrite(source: str, at: int, out: list[str]) -> int:
    """Write what begins with the `<` at *at*; return where it ends."""
    if source.startswith("<!--", at):
        return _after(source, "-->", at + 4)
    if source.startswith(("<!", "<?"), at):
        return _after(source, ">", at + 2)
    found = _TAG.match(source, at, at + MOST_TAG_CHARACTERS)
    if found is None:
        return _rewrite_broken(source, at, out)
    name = found[2].lower()
    raw = _RAW.get(name)
    if raw is not None:
        # Up to its end tag, which is then read as a tag that says nothing.
        end = raw.search(source, found.end()) if not found[1] else None
        return found.end() if found[1] else (end.start() if end else len(source))
    out.append(_tag(name, found[3], is_end=bool(found[1])))
    return found.end()


def _rewrite_broken(source: str, at: int, out: list[str]) -> int:
    """Write a `<` that begins no tag; drop a tag too long, such as a picture inside its tag."""
    if re.match(r"</?[a-zA-Z]", source[at : at + 3]) and len(source) - at > MOST_TAG_CHARACTERS:
        return _after(source, ">", at)
    out.append("&lt;")
    return at + 1


def _after(source: str, mark: str, at: int) -> int:
    end = source.find(mark, at)
    return len(source) if end < 0 else end + len(mark)


def _tag(name: str, attributes: str, *, is_end: bool) -> str:
    if name in _VOID:
        return ""
    kept = name if name in _KEPT_TAGS else (UNSEEN if name in _UNSEEN_TAGS else "span")
    if is_end:
        return f"</{kept}>"
    return f"<{kept}{_attributes(name, attributes)}>" if attributes else f"<{kept}>"


def _attributes(name: str, source: str) -> str:
    kept: dict[str, str] = {}
    for found in _ATTRIBUTES.finditer(source):
        key = (found[1] or "").lower()
        if key in _KEPT_ATTRIBUTES:
            kept.setdefault(key, found[2] or found[3] or found[4] or "")
    # `color` is an attribute of <font> only; `start` says something in <ol> only.
    if name != "font":
        kept.pop("color", None)
    return "".join(f' {key}="{value.replace(chr(34), "&quot;")}"' for key, value in kept.items())


class Page(Struct):
    """The lines so far, and the break that the next text will be preceded by."""

    lines: list[tuple[str, int, bool]] = field(default_factory=list)
    text: str = ""
    depth: int = 0
    begins_quote: bool = False
    wants_line: bool = True
    """Whether the next text begins a line."""
    wants_gap: bool = False
    wants_blank_line: bool = False
    is_fresh_cell: bool = False
    list_numbers: dict[int, int] = field(default_factory=dict)
    """The last number given in each numbered list."""
    hidden: AbstractSet[str] = frozenset()
    """Classes and ids that a sheet in the page hides."""
    paragraph_at: int = 0
    """The line with which the paragraph began: one of several lines stands apart from the next."""

    def end_line(self) -> None:
        self.lines.append((self.text, self.depth, self.begins_quote))
        self.text, self.begins_quote = "", False
        self.wants_line, self.wants_gap = True, False

    def write(self, text: str, depth: int) -> None:
        """Write a piece of a line, after the break that is due."""
        if self.text and (self.wants_line or depth != self.depth):
            self.end_line()
        if not self.text and self.wants_blank_line and self.lines and self.lines[-1][0]:
            self.lines.append(("", depth, False))
        if self.wants_gap and self.text and not self.text.endswith(" "):
            self.text += " "
        self.wants_line = self.wants_gap = self.wants_blank_line = False
        self.is_fresh_cell = False
        self.depth = depth
        self.text += text

    def break_line(self) -> None:
        """Write a <br>: the line ends, also an empty one."""
        if self.wants_line and self.text:
            self.end_line()
        self.end_line()


_HIDING = regex(
    r"display:none|visibility:hidden|font-size:0(?:\.0+)?(?:px|pt|em|%)?(?:;|!|$)|mso-hide:all"
    r"|opacity:0(?:\.0+)?(?:;|!|$)|text-decoration(?:-line)?:line-through"
    r"|font-size:[01](?:\.\d+)?px|text-indent:-\d{3}|position:(?:absolute|fixed)(?=.*?(?:left|top|right|bottom):-\d{3})"
    r"|(?:^|;)(?:left|top|right|bottom):-\d{3}(?=.*?position:(?:absolute|fixed))"
)
MOST_OF_SHEETS = 100_000
"""So many characters of a page are searched for sheets."""
_STYLE_TAG = regex(r"<(/?)style[^>]{0,200}>", re.IGNORECASE)
_BRACE = regex(r"[{}]")
_ONE_NAME = regex(r"\s*[a-z0-9]{0,12}([.#][\w-]{1,60})\s*", re.IGNORECASE)
_NO_HEIGHT = regex(r"(?:^|;)(?:max-)?height:0(?:px)?(?:;|!|$)")
_WHITE = r"(?:#fff|#(?:f[c-f]){3}|white|rgb\(255,255,255\))"
_WHITE_TEXT = regex(rf"(?:^|;)color:{_WHITE}(?:;|!|$)")
_BACKGROUND = regex(r"(?:^|;)background(?:-color)?:([^;!]+)")
_SPACES = regex(r"[ \t\n\r\f]+")
# What Gmail, Yahoo, Proton and Outlook put round or before the mail that is answered.
_QUOTING = regex(r"\b(?:yahoo_quoted|protonmail_quote|moz-cite-prefix)\b")
_BEGINS_QUOTE = {"divRplyFwdMsg", "appendonsend", "mail-editor-reference-message-container"}


class _Mode(Struct, frozen=True):
    """What an element hands on to those inside it."""

    depth: int = 0
    is_kept: bool = False
    """Whether spaces and line ends count, as in <pre>."""
    is_dark: bool = False
    """Whether a background that is not white is stated."""


def lines_of_html(source: str) -> tuple[tuple[SourceLine, ...], bool]:
    """Return the rows a person sees, and whether the source was longer than is looked at."""
    tamed, is_cut = tame(source)
    parser = LexborHTMLParser(tamed)
    page = Page(
        hidden=_hidden_by_sheets(source)
        if "<style" in source[:MOST_OF_SHEETS].lower()
        else frozenset()
    )
    if parser.root is not None:
        _walk(parser.root, page)
    if page.text:
        page.end_line()
    rows = tuple(
        SourceLine(clean_line(number, compose(text)), depth, begins_quote)
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
    if attributes and _is_named_hidden(attributes, page.hidden):
        return None
    style = _style(attributes.get("style")) if attributes else ""
    inner = _inner_mode(tag, attributes, style, mode)
    if inner is None:
        return None
    _break_before(node, tag, attributes, page, inner)
    return inner


def _style(value: str | None) -> str:
    return _SPACES.sub("", value[:MOST_STYLE_CHARACTERS].lower()) if value else ""


def _hidden_by_sheets(source: str) -> frozenset[str]:
    """Return the classes and ids, `.pre`, that a sheet in the page hides on every screen."""
    found = set[str]()
    for selectors, declarations in chain.from_iterable(map(_rules, _sheets(source))):
        if _HIDING.search(_style(declarations)):
            names = map(_ONE_NAME.fullmatch, selectors.split(","))
            found |= {each[1].lower() for each in names if each is not None}
    return frozenset(found)


def _sheets(source: str) -> Iterator[str]:
    """Yield the style sheets at the head of a page; one that nothing closes goes on to its end, as in browsers."""
    head, begins = source[:MOST_OF_SHEETS], -1
    for tag in _STYLE_TAG.finditer(head):
        if begins < 0 and not tag[1]:
            begins = tag.end()
        elif begins >= 0 and tag[1]:
            yield head[begins : tag.start()]
            begins = -1
    if begins >= 0:
        yield head[begins:]


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Yield the selectors and the declarations of each rule; not of those for some screens alone, as in `@media`.

    Each character is looked at once, whatever stands in it.
    """
    first, *others = sheet.split("/*")
    text = first + "".join(each.partition("*/")[2] for each in others)
    depth = begins = opened = 0
    for brace in _BRACE.finditer(text):
        if brace[0] == "{":
            depth += 1
            opened = brace.start() if depth == 1 else opened
        elif depth:
            depth -= 1
            if not depth:
                selectors = text[begins:opened].rpartition(";")[2].strip()
                if not selectors.startswith("@"):
                    yield selectors, text[opened + 1 : brace.start()]
                begins = brace.end()


def _is_named_hidden(attributes: dict[str, str | None], hidden: AbstractSet[str]) -> bool:
    if not hidden:
        return False
    classes = {f".{each}" for each in (attributes.get("class") or "").lower().split()}
    return not hidden.isdisjoint({*classes, f"#{(attributes.get('id') or '').lower()}"})


def _is_hidden(attributes: dict[str, str | None], style: str) -> bool:
    if "hidden" in attributes or (style and _HIDING.search(style)):
        return True
    return "overflow:hidden" in style and bool(_NO_HEIGHT.search(style))


def _inner_mode(
    tag: str, attributes: dict[str, str | None], style: str, mode: _Mode
) -> _Mode | None:
    if not attributes and tag != "blockquote":
        is_same = tag != "pre" or mode.is_kept
        return mode if is_same else _Mode(mode.depth, is_kept=True, is_dark=mode.is_dark)
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
    """Tell whether the element quotes; a blockquote without border is how Gmail indents."""
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
        page.wants_line = not page.text
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
    if flat == " " or not flat:
        page.wants_gap = page.wants_gap or (bool(flat) and not page.wants_line)
        return
    page.write(flat.lstrip(" ") if page.wants_line else flat, mode.depth)


def _write_kept(text: str, page: Page, mode: _Mode) -> None:
    lines = text.replace("\r\n", "\n").split("\n")
    for index, line in enumerate(lines):
        if index:
            page.break_line()
        if line:
            page.write(line, mode.depth)
