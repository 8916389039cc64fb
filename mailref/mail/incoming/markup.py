"""HTML rewritten so that no parser can be hurt by it: few tags, few attributes, all well-formed.

Lexbor, like browsers, takes the square of the time for an element of 50,000 attributes, and makes
millions of elements of 3,000 unclosed `<b>` (browsers reopen them in every paragraph). What comes
out of here holds only tags that say something of lines, quotes or visibility.
"""

import re

from mailref.mail.incoming.bounds import MOST_HTML_BYTES, MOST_TAG_CHARACTERS, MOST_TAGS

_NAME = r"[a-zA-Z][^\s/>]*+"
# As the HTML standard reads attributes: a value in either quotes, or bare up to a blank.
_ATTRIBUTE = (
    r"""=?([^\s/>=]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"'][^\s>]*+))?+)?+|[\s/]++|="""
)
_TAG = re.compile(rf"<(/?)({_NAME})((?:{_ATTRIBUTE})*+)>")
_ATTRIBUTES = re.compile(_ATTRIBUTE)
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
