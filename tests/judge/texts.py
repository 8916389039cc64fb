"""Mails of which only the text matters, from the tables in `texts/` (see README.md)."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.header import Header
from email.utils import formataddr, parseaddr
from pathlib import Path
from typing import TypedDict

from tests.judge.agreement import Json

TEXTS = Path(__file__).parent / "texts"

# A field left out of a group means this.
SETTINGS = "games/spree.toml"
RECEIVED = "2026-12-01T12:00:00+01:00"
SENDER = "Paul Probst <paul@example.org>"
SUBJECT = "Zug"

HEAD = """\
Received: from mout.example.org (mout.example.org [192.0.2.17])
\tby mx.example.org with ESMTPS id 7Q00001
\tfor <referee@example.org>; Tue, 1 Dec 2026 11:58:31 +0100
From: {sender}
To: Scrabble <referee@example.org>
Subject: {subject}
Date: Tue, 1 Dec 2026 11:58:31 +0100
Message-ID: <zug.{name}@example.org>
{references}MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

"""
REFERENCES = """\
In-Reply-To: <outbox.12.9f1c@example.org>
References: <outbox.12.9f1c@example.org>
"""


@dataclass(frozen=True, slots=True)
class Case:
    """One mail, where and when it is judged, and what must come out."""

    name: str
    settings: str
    received: str
    data: bytes
    expect: list[Json]


Group = TypedDict(
    "Group",
    {
        "settings": str,
        "received": str,
        "from": str,
        "subject": str,
        "is_reply": bool,
        "expect": str,
        "above": str,
        "whole": dict[str, str],
        "below": dict[str, str],
    },
    total=False,
)


def typed() -> Iterator[Case]:
    """Yield the mails of every table, in the order of their files."""
    for path in sorted(TEXTS.glob("*.toml")):
        tables: Mapping[str, list[Group]] = tomllib.loads(path.read_text("utf-8"))
        for group in tables["group"]:
            yield from _of_group(group)


def _of_group(group: Group) -> Iterator[Case]:
    expect: list[Json] = json.loads(group["expect"])
    above = group.get("above", "")
    texts = group.get("whole", {}) | {
        name: above + text for name, text in group.get("below", {}).items()
    }
    for name, text in texts.items():
        head = HEAD.format(
            sender=_from(group.get("from", SENDER)),
            subject=_subject(group.get("subject", SUBJECT)),
            name=name,
            references=REFERENCES if group.get("is_reply") else "",
        )
        body = text if text.endswith("\n") else text + "\n"
        yield Case(
            name,
            group.get("settings", SETTINGS),
            group.get("received", RECEIVED),
            (head + body).encode(),
            expect,
        )


def _from(sender: str) -> str:
    return sender if sender.isascii() else formataddr(parseaddr(sender))


def _subject(subject: str) -> str:
    return subject if subject.isascii() else Header(subject, "utf-8").encode()
