"""The buttons of a mail, pressed as mail programs do it: a new mail to whom the link says."""

from email.message import EmailMessage
from html.parser import HTMLParser
from urllib.parse import parse_qs, unquote, urlsplit

from msgspec import Struct


class Pressed(Struct, frozen=True):
    """What a mail program makes of a button before its user sends it."""

    to: str
    subject: str
    body: str


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href") or ""
        if tag == "a" and href.startswith("mailto:"):
            self.found.append(href)


def links(html: str) -> list[str]:
    """Return where the buttons of a page lead."""
    reader = _Links()
    reader.feed(html)
    return reader.found


def pressed(link: str) -> Pressed:
    """Return what opens (RFC 6068)."""
    parts = urlsplit(link)
    assert parts.scheme == "mailto"
    said = dict(field.split("=", 1) for field in parts.query.split("&"))
    # Web pages that read it as a form, where a plus is a blank, see the same.
    assert {name: [unquote(value)] for name, value in said.items()} == parse_qs(parts.query)
    return Pressed(unquote(parts.path), unquote(said["subject"]), unquote(said["body"]))


def buttons(mail: EmailMessage) -> list[Pressed]:
    """Return the buttons of a mail that answer it, in the order in which they stand there."""
    part = mail.get_body(("html",))
    assert part is not None
    text = part.get_content()
    assert isinstance(text, str)
    return [pressed(each) for each in links(text) if "&body=" in each]
