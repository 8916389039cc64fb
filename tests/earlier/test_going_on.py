"""A backup of commit 7e588e9f is restored and goes on, and the mails are the same (README.md)."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from email.utils import parseaddr
from html import unescape
from pathlib import Path

import pytest

from tests.commands.invoke import mailref
from tests.earlier.going_on import Mail, go_on
from tests.earlier.unpacked import RUNNING, record_in


def mended(mail: Mail) -> Mail:
    """Return an old mail as it is since no long field begins with two blanks, and an answer is marked (27ddbb1c)."""
    headers = [each.replace("List-Unsubscribe:  ", "List-Unsubscribe: ") for each in mail.headers]
    mail = mail._replace(headers=headers)
    if not any(each.startswith("In-Reply-To: ") for each in mail.headers):
        return mail
    headers = [each.replace("auto-generated", "auto-replied") for each in mail.headers]
    return mail._replace(headers=headers)


def renamed(mail: Mail) -> Mail:
    """Return an old mail with the label that has another name since what people quote of ours is told from plays."""
    texts = [
        each.replace("Wörter da:   ", "Eingegangen: ").replace("Wörter da:", "Eingegangen:")
        for each in mail.texts
    ]
    return mail._replace(texts=texts)


_OF_A_LIST = ("Reply-To: ", "List-Id: ", "List-Unsubscribe: ")


def listed(old: Mail, new: Mail) -> Mail:
    """Return an old mail as it is since reports of all kinds of game bear the fields of a list (efeccb02)."""
    fields = [each for each in new.headers if each.startswith(_OF_A_LIST)]
    if any(each.startswith(_OF_A_LIST) for each in old.headers):
        return old
    at = next(at for at, each in enumerate(old.headers, start=1) if each.startswith("Date: "))
    return old._replace(headers=[*old.headers[:at], *fields, *old.headers[at:]])


CHECKSUM = "SHA-256"
"""So some checksums were called that are only called checksums now."""
PREVIEW = "noch ist sie nicht verschickt"
"""So begins what the game master gets before the players; it says no more how to unsubscribe."""
UNSUBSCRIBED = r"nur mit dem Wort ABMELDEN"
ADDED = (
    r"so ist Runde \d+ ausgegangen\.",  # the greeting to who only reads along
    r"URLAUB FÜR Max Mustermann 24\.12\.2026 - 2\.1\.2027",  # in Bingo, too, somebody may be away
    r"bekommt Max Mustermann (?=E von Stapel)",
    # what a league comes to, at its end
    r"(?:Max Mustermann|Änne Großmann|Jürgen Böttcher): im Schnitt [\d,]+ je Zug, am besten \w+ mit \d+ Punkten\.",
    r"Dafür schreibst du ANFECHTEN und das Wort dahinter; mit ANNEHMEN",
)
"""What new mails say beyond what the old ones did."""
ROW = re.compile(r"\S {2,}\S|\|")
"""A line of a board, of a table, or with a label: it is not reworded."""
PROSE_ROW = (
    "| Zurück ",
    "Stapel: ",
    "Gewünscht: ",
    "ZAT Runde ",
    "Eingegangen:",
    "Noch keine",
    "Am Zug:",
)
"""But for those: sentences beside a label, or set off; how wide labels are and where they wrap."""
FACT = re.compile(r"[0-9a-f]{32,64}|\b\w*\d[\w.,:]*\b|\b[A-ZÄÖÜ]{2,}\b")
"""A number, a time, a place on the board, a word in capitals, a checksum."""


def rows_of(text: str) -> list[str]:
    lines = text.splitlines()
    return [each for each in lines if ROW.search(each) and not each.startswith(PROSE_ROW)]


def read_aloud(text: str) -> str:
    """Return a part of a mail without tags and line ends."""
    if "<html" in text:
        text = unescape(re.sub(r"<style.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL))
    return " ".join(text.split())


def facts_of(old: str, new: str, names: set[str]) -> Iterator[Counter[str]]:
    """Yield what the same part of an old mail and of a new one says, however it is worded.

    Most sentences have been worded otherwise since; `tests/writing/golden` holds how they read. In HTML a fact
    may be said more than once.
    """
    before, now = read_aloud(old), read_aloud(new)
    if PREVIEW in now or "ABMELDEN" not in now:  # nor do reports to the game master
        before = re.sub(UNSUBSCRIBED, "", before)
    for added in ADDED:
        now = now if re.search(added, before) else re.sub(added, "", now)
    for text in (before, now):
        said = text.replace(CHECKSUM, "")
        facts = FACT.findall(said)
        for name in names:
            facts += [name] * said.count(name)
        yield Counter(set(facts) if "<html" in old else facts)


@pytest.mark.sampled(5)
@pytest.mark.slow
@pytest.mark.parametrize("name", RUNNING)
def test_a_restored_game_goes_on_with_the_same_mails(tmp_path: Path, name: str) -> None:
    """Nobody gets another mail, and none tells anything else; only sentences may be worded otherwise."""
    told = record_in(tmp_path, name)
    raw = json.loads((told / "mails.json").read_text(encoding="utf-8"))
    wanted = [renamed(mended(Mail(*each))) for each in raw]

    now = list(go_on(tmp_path / "config.toml", told / "mailref.db", told / "now.txt"))

    if name.startswith(("bingo", "solitaire")):
        wanted = [listed(*both) for both in zip(wanted, now, strict=True)]
    assert [each.headers for each in now] == [each.headers for each in wanted]
    assert [each._replace(texts=[]) for each in now] == [each._replace(texts=[]) for each in wanted]
    names = {parseaddr(each.headers[0].removeprefix("To: "))[0] for each in wanted} - {""}
    for old, new in zip(wanted, now, strict=True):
        for before, text in zip(old.texts, new.texts, strict=True):
            if "<html" not in before:
                assert rows_of(text) == rows_of(before)
            then, today = facts_of(before, text, names)
            assert today == then
    called = mailref("verify", "demo", "-c", str(tmp_path / "config.toml"))
    assert (called.code, called.err) == (0, "")
