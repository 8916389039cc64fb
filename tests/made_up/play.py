"""Two games by mail in the language that nobody speaks: run with a program that has its folder.

What was said goes to standard output as JSON: each mail by its subject, what pictures show, and refusals.
"""

import json
import re
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import ImageDraw
from reportlab.pdfgen.textobject import PDFTextObject
from selectolax.lexbor import LexborHTMLParser

from mailref import assets
from mailref.assembly import composer, painter
from mailref.report.pdf import MakerHere
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.games.by_turns.test_in_a_tick import ANNA, BEN, STARTER, state
from tests.made_up.turning import LANGUAGE, sentence
from tests.referee.rehearsal import ERIKA, EVA, MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun

IN_IT = f'language = "{LANGUAGE}"'
PEOPLE = (
    "max@example.org",
    "eva@example.org",
    "gm@example.org",
    "anna@example.org",
    "ben@example.org",
)


AS_THEY_ARE = frozenset({
    "Max", "Mustermann", "Eva", "Muster", "Meier", "Fred", "Anna", "Ben",
    "RABEN", "TRABEN", "RABTEN", "NABEL", "XQ",
})  # fmt: skip
"""Names, and words that are laid."""


class Listening:
    """Keeps what is written into pictures and onto paper."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def to(self, owner: type[Any], name: str, at: int) -> None:
        """Listen to a method whose argument *at* is a text."""
        written = getattr(owner, name)

        def heard(*args: Any, **more: Any) -> Any:
            self.shown.append(str(args[at]))
            return written(*args, **more)

        setattr(owner, name, heard)


class Table:
    """A machine to which people write in that language, and all that it answers."""

    def __init__(self, folder: Path, *games: str) -> None:
        # Not by `lettered` of tests/tick, which loads all samples of mails: seconds, where nothing is ready.
        self.post: Post = begun(folder, *games)
        means = (painter(), MakerHere(painter()))
        self.post.machine.compose = composer(assets.template_environment, *means)
        self.now: datetime = MONDAY
        self.mails: list[str] = []
        self.understood: dict[str, bool] = {}
        """What should have been done, and whether it was."""
        self.laid: set[str] = set()
        self.last: dict[str, EmailMessage] = {}

    def says(self, who: str, text: str, *, under: bool = False) -> str:
        """Let somebody write, under our last mail to him or of his own accord; return what he gets."""
        self.now += MINUTE
        address = who.partition("<")[2].rstrip(">")
        to = self.last.get(address) if under else None
        head = f"In-Reply-To: {to['Message-ID']}\n" if to is not None else ""
        subject = f"Re: {to['Subject']}" if to is not None else sentence("Hello")
        self.post.arrives(_said(text), who, self.now, subject, head)
        return self.waits(self.now, address)

    def waits(self, until: datetime, reader: str = "") -> str:
        """Let time pass; return the last mail that *reader* gets."""
        self.now = until
        self.post.tick(until)
        found = ""
        for letter in self.post.outbox.taken:
            mail = message_from_bytes(letter.data, policy=default)
            self.last[letter.recipient] = mail
            self.mails.append("\n".join(_texts(mail)))
            found = self.mails[-1] if letter.recipient == reader else found
        self.post.outbox.taken.clear()
        return found


def _texts(mail: EmailMessage) -> Iterator[str]:
    yield str(mail["Subject"])
    for part in mail.walk():
        if part.get_content_type() == "text/html":
            page = LexborHTMLParser(part.get_content())
            page.strip_tags(["style", "head"])
            yield page.body.text(separator=" ") if page.body else ""
            yield from (str(each.attributes.get("alt") or "") for each in page.css("img"))
        elif part.get_content_type() == "text/plain":
            yield part.get_content()
        if name := part.get_filename():
            yield name.rpartition(".")[0]


def _rounds(folder: Path) -> Table:
    table = Table(folder, game(keys=IN_IT))
    for text in (
        "H8 across RABEN", "H8 down TRABEN", "STATUS", "HELP", "RULES", "REPORT", "NOTE: my own plan", "WITHDRAW",
        "I play H8 across TRABEN", "H8 across RABTEN", "H8 across TRABEN\n\n/H8 across RABEN",
        "PRESS: what a game", "LOTWORD plum", "REMINDER OFF", "LANGUAGE EN", "H8 across TRABENXXX",
        "my move is not ready yet", "Hello,\n\nthank you",
    ):  # fmt: skip
        table.says(MAX, text)
        if text.startswith("NOTE"):
            table.understood["note"] = bool(table.post.game().players["Max Mustermann"].kept.value)
        if text == "H8 across RABTEN":
            table.understood["move"] = bool(table.post.entries().get("Max Mustermann"))
    table.says(EVA, "H8 across NABEL")
    for text in (
        "PAUSE", "RESUME", "EXTEND 2026-12-12 20:00", "REVOKE", "EXCLUDE Fred",
        "RULE RABTEN yes: it is in the dictionary", "RENAME Eva Muster = Eva Meier", "ADDRESS Eva = eva@example.com",
        "TIE 1", "CLOSE EARLY", "CORRECT Max Mustermann +5: miscounted", "REOPEN 2026-12-18 20:00", "HELP",
    ):  # fmt: skip
        before = table.post.game().players["Max Mustermann"].total
        _orders(table, text)
        game_now = table.post.game()
        if text == "PAUSE":
            table.understood["pause"] = game_now.is_paused
        elif text.startswith("RULE"):
            table.understood["ruling"] = game_now.rulings.get("RABTEN") is True
        elif text.startswith("CORRECT"):
            table.understood["correction"] = game_now.players["Max Mustermann"].total == before + 5
        elif text.startswith("CLOSE"):
            table.understood["closed"] = game_now.round is None or game_now.round.number == 2
    table.understood["rename"] = "Eva Meier" in table.post.game().players
    table.waits(ZAT + 5 * MINUTE)
    table.waits(ZAT + timedelta(days=5))
    return table


def _orders(table: Table, text: str) -> None:
    """Let the game master order something, and say yes where he is asked back."""
    said = table.says(ERIKA, text, under=True)
    if sentence("this mail with YES") in " ".join(said.split()):
        table.says(ERIKA, "yes", under=True)


def _said(text: str) -> str:
    """Return what somebody writes in that language; a word behind its square is laid."""
    known = AS_THEY_ARE.union(re.findall(r"8H (\w+)", text))
    return "".join(
        each if each in known else sentence(each) for each in re.split(r"([\s:,=/+]+)", text)
    )


def _number(table: Table) -> int:
    turn = state(table.post).turn
    return turn.number if turn is not None else 0


def _classic(folder: Path) -> Table:
    table = Table(folder, kiel(IN_IT, STARTER))
    valid = set(assets.word_list().decode().split())

    def laid(name: str) -> str:
        rack = state(table.post).hands[name].rack.value
        return next(
            word
            for size in (2, 3, 4)
            for word in map("".join, permutations(rack, size))
            if word in valid
        )

    says = table.says
    first = laid("Anna")
    table.laid = {first}
    for text in (
        "STATUS",
        "HELP",
        "RULES",
        "TILES",
        "NOTE: my own plan",
        f"TRIAL 8H {first}",
        f"8H {first}",
    ):
        says(ANNA, text)
    table.understood["play"] = bool(state(table.post).board.tiles)
    for text in ("STATUS", "CHALLENGE", "PASS"):
        says(BEN, text)
    table.understood["pass"] = _number(table) == 3
    says(ANNA, f"EXCHANGE {state(table.post).hands['Anna'].rack.value[0]}")
    table.understood["exchange"] = _number(table) == 4
    for text in ("IF PASS:\nPASS", "HISTORY"):
        says(BEN, text)
    says(ANNA, "AWAY 2026-12-24 - 2026-12-27")
    for text in (
        "PAUSE", "RESUME", "PASS FOR Ben", "UNDO", "CORRECT Anna +5: miscounted", "RULE XQ no", "HELP",
    ):  # fmt: skip
        _orders(table, text)
    for _ in range(2):
        table.waits(table.now + timedelta(days=6))
    says(ANNA, "RESIGN")
    table.waits(table.now + timedelta(days=1))
    return table


def _refusals(path: Path, game_id: str) -> Iterator[str]:
    """Yield what the shell says of orders that cannot be carried out."""
    for call in (
        ("extend", game_id, "2026-01-01 20:00"), ("rename", game_id, "Fred", "Anna"),
        ("exclude", game_id, "Fred"), ("correct", game_id, "Fred", "5"),
    ):  # fmt: skip
        called = mailref(call[0], "-c", str(path), *call[1:])
        yield f"{called.out}{called.err}"


def main() -> None:
    """Play, and say what was said."""
    heard = Listening()
    heard.to(ImageDraw.ImageDraw, "text", 2)
    for name in ("_textOut", "textOut"):
        if hasattr(PDFTextObject, name):
            heard.to(PDFTextObject, name, 1)
    told: dict[str, list[str]] = {"not understood": []}
    for name, play, game_id in (("rounds", _rounds, "yerres"), ("classic", _classic, "kiel")):
        with TemporaryDirectory() as folder:
            table = play(Path(folder))
            told[name] = table.mails
            told["laid"] = sorted(table.laid)
            told["not understood"] += [each for each, done in table.understood.items() if not done]
            told[f"{name} refused"] = [*_refusals(table.post.path, game_id)]
    told["pictures"] = sorted(set(heard.shown))
    json.dump(told, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    main()
