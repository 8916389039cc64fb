"""The mails that the tests read: this project's corpus and the collections beside the checkout."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from mailref.reading.incoming_mail import IncomingMail, Line, ReadPolicy
from mailref.reading.read_mail import read
from tests.needs import SHARED

CORPUS = Path(__file__).resolve().parent.parent / "corpus"

POLICY = ReadPolicy(
    own_addresses=frozenset({"referee@example.org"}),
    loop_id="loop-7f3a",
    authserv_id="mx.example.org",
)

HEADER = (
    b"From: Max Mustermann <max@example.org>\nTo: Scrabble <referee@example.org>\n"
    b"Subject: Zug\nDate: Tue, 1 Dec 2026 11:58:31 +0100\nMessage-ID: <1@example.org>\n"
    b"MIME-Version: 1.0\n"
)


@dataclass(frozen=True, slots=True)
class Expected:
    """What must come out of one mail of the corpus."""

    why: str
    fields: dict[str, object]
    places: tuple[tuple[str, int, int], ...]


def mail_of(text: str, kind: str = "text/plain", fields: str = "") -> bytes:
    """Return a mail of Max's with this text."""
    return HEADER + f"{fields}Content-Type: {kind}; charset=utf-8\n\n{text}".encode()


def read_mail(data: bytes) -> IncomingMail:
    return read(data, POLICY)


def texts(lines: tuple[Line, ...]) -> list[str]:
    return [line.text for line in lines]


def names() -> list[str]:
    return sorted(path.stem for path in CORPUS.glob("*.eml"))


def expected(name: str) -> Expected:
    found = json.loads((CORPUS / f"{name}.json").read_text(encoding="utf-8"))
    places = tuple((text, line, column) for text, line, column in found.get("places", []))
    return Expected(found["why"], found["expect"], places)


def shown(value: object) -> object:
    """Return a field of a mail as the expectation files write it."""
    match value:
        case datetime():
            return value.isoformat()
        case Line():
            return value.text
        case tuple():
            return [shown(item) for item in value]
        case _:
            return value


def foreign_mails() -> list[bytes]:
    """Return every mail and text of ../shared, texts with a header before them."""
    texts_found = sorted((SHARED / "corpora").glob("*/emails/*"))
    examples = sorted((SHARED / "examples" / "judge" / "mails").glob("*.eml"))
    plain = HEADER + b"Content-Type: text/plain; charset=utf-8\n\n"
    return [plain + path.read_bytes() for path in texts_found] + [
        path.read_bytes() for path in examples
    ]
