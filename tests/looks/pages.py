"""Mails as pages that a browser can open: the HTML part, its inline pictures filled in."""

import re
from base64 import b64encode
from email.message import EmailMessage
from functools import cache
from pathlib import Path

from mailref.referee.mails import Owed
from mailref.writing.compose import compose_all
from tests.writing.builders import DEADLINE, means, playing, policy
from tests.writing.composed import body, message, read_back
from tests.writing.rounds import entered, reported
from tests.writing.samples import THREE_WEEKS

FIRST = ("Änne", "Bernd", "Claudia", "Dörte", "Erwin", "Frauke", "Günther", "Heide", "Ilse", "Jörg")
LAST = (
    "Abel", "Böttcher", "Carstensen", "Dölling", "Eisenschmidt-Westerhoff", "Fuchs", "Großmann",
    "Hölzl", "Ihle", "Jäger",
)  # fmt: skip
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


def page_of(mail: EmailMessage) -> str:
    """Return the HTML part with each picture in the place of its Content-ID."""
    html = body(mail, "html")
    for part in mail.walk():
        cid = str(part["Content-ID"] or "").strip("<>")
        if cid:
            data = part.get_payload(decode=True)
            assert isinstance(data, bytes)
            picture = f"data:{part.get_content_type()};base64,{b64encode(data).decode()}"
            html = html.replace(f"cid:{cid}", picture)
    return html


def without_styles(page: str) -> str:
    """Return the page as clients show it that know inline styles only."""
    assert STYLE.search(page)
    return STYLE.sub("", page)


@cache
def reports_to_hundred(language: str) -> tuple[Owed, ...]:
    """Return the report of a round with a hundred players, one mail to each."""
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    game = playing(players=names)
    for at, name in enumerate(names[:90]):
        first = ("M9s BEHAUEN",) if at % 3 == 0 else ()
        game = entered(game, name, *first, "M10s EUBÖA", minutes=-at)
    return reported(game, policy(language=language, deadline=DEADLINE + THREE_WEEKS))


@cache
def report_to_hundred(language: str) -> EmailMessage:
    """Return the mail to a player in the middle of the table."""
    (mail,) = compose_all((reports_to_hundred(language)[55],), means())
    return read_back(mail.data)


def page_named(name: str, language: str) -> str:
    """Return the page of a sample, or of the report to a hundred."""
    found = report_to_hundred(language) if name == "hundred" else message(name, language)
    return page_of(found)


def written_to(folder: Path, name: str, page: str) -> Path:
    path = folder / f"{name}.html"
    path.write_text(page, encoding="utf-8")
    return path
