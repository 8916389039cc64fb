"""A backup of commit 7e588e9f is restored and goes on, and the mails are the same (README.md)."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from email.utils import parseaddr
from html import unescape
from pathlib import Path

import pytest

from tests.commands.invoke import mailref
from tests.earlier.going_on import Mail, go_on
from tests.earlier.unpacked import RUNNING, record_in


def mended(mail: Mail) -> Mail:
    """Return an old mail as it is since no long field begins with two blanks, and an answer is marked (27ddbb1c).

    Nor has a subject two colons (2d42b9b2).
    """
    headers = [each.replace("List-Unsubscribe:  ", "List-Unsubscribe: ") for each in mail.headers]
    headers = [
        each.replace("Vorschau: ", "Vorschau – ") if each.startswith("Subject: ") else each
        for each in headers
    ]
    mail = mail._replace(headers=headers)
    if not any(each.startswith("In-Reply-To: ") for each in mail.headers):
        return mail
    headers = [each.replace("auto-generated", "auto-replied") for each in mail.headers]
    return mail._replace(headers=headers)


MISSING = re.compile(r"(?:.+\n)*Noch keine:  .+\n")
"""The facts that tell the game master whose words are not there yet; the longest label gives all their column."""


def renamed(mail: Mail) -> Mail:
    """Return an old mail with the labels that have other names since.

    What people quote of ours is told from plays, and who is missing is said in one way (d54d1869).
    """
    texts = [
        each.replace("Wörter da:   ", "Eingegangen: ").replace("Wörter da:", "Eingegangen:")
        for each in mail.texts
    ]
    return mail._replace(texts=[MISSING.sub(_with_longer_label, each) for each in texts])


def _with_longer_label(facts: re.Match[str]) -> str:
    old, new = "Noch keine:  ", "Es fehlt noch: "
    wider = " " * (len(new) - len(old))
    lines = [each[: len(old)] + wider + each[len(old) :] for each in facts[0].splitlines(True)]
    return "".join(lines).replace(old + wider, new)


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
"""So begins what the game master gets before the players."""
HIS_OWN = "Spielleitung bist du"
"""So ends what the game master gets. Neither offers him a way out of his own game any more (21c0dcba)."""
HIS_ORDERS = re.compile(
    r"(?<=Was du als Spielleitung anweisen kannst ).*?(?=(?:Einen Zug|Wörter) für jemanden )"
)
"""The list of his orders: it leaves out now what does nothing in his game (tests/tick/test_list_of_orders.py)."""
UNSUBSCRIBED = r"nur mit dem Wort ABMELDEN"
ADDED = (
    r"so ist Runde \d+ ausgegangen\.",  # the greeting to who only reads along
    r"URLAUB FÜR Max Mustermann 24\.12\.2026 - 2\.1\.2027",  # in Bingo, too, somebody may be away
    r"Dafür schreibst du ANFECHTEN und das Wort dahinter; mit ANNEHMEN",
    # the sentence on a time-out names twice whose it was
    r"(?<=ist abgelaufen; dafür bekommt )(?:Max Mustermann|Änne Großmann)(?= \S+ von Stapel \d)",
    r"\([A-ZÄÖÜ]+\)(?= steht fest)",  # the word of a play that stands from then on (72a11671)
    # with one opponent "the others" are one person, who is named (5e8d09da)
    r"(?<=\| )Jürgen Böttcher(?= (?:I{1,2} )?\| (?:Pkte|Jürgen))",  # it was cut after 14 letters
    r"(?<=\| )Jürgen Böttcher(?= II \| Pkte)",
    r"II(?= \| Pkte)",
    r"(?<=Der Zug ist noch offen: )(?:Max Mustermann|Änne Großmann)(?= kann \S+ anfechten\.)",
)
"""What new mails say beyond what the old ones did."""
NOT_YET = (
    r"Mit (?:ANFECHTEN|ANZWEIFELN) und (?:dem|einem) Wort dahinter.*?ohne selbst schon zu ziehe"
)
"""What old mails said of open plays, and new ones only where one is open."""
ROW = re.compile(r"\S {2,}\S|\||^Es fehlt noch: ")
"""A line of a board, of a table, or with a label, the longest of which has one blank behind it: it is not reworded."""
PROSE_ROW = ("| Zurück ", "Stapel: ", "Gewünscht: ")
"""But for those: sentences beside a label, or set off."""
FACT = re.compile(r"[0-9a-f]{32,64}|(?!\b[2-4][BW]\b)\b\w*\d[\w.,:]*\b|\b[A-ZÄÖÜ]{2,}\b")
"""A number, a time, a place on the board, a word in capitals, a checksum; not the premiums of the legend."""
FOR_PEOPLE = str.maketrans({"−": "-", "×": "*", "\N{NO-BREAK SPACE}": " "})
"""Signs of figures that programs write otherwise."""
SUM = re.compile(r"(?<=\d) ?([*+=]) ?(?=\d)")
IN_VAIN = re.compile(r" {2,}(\d+)=\1$", re.MULTILINE)
"""A sum that says no more than its result stands no more at the end of a row."""


def plain_figures(text: str) -> str:
    """Return a text with its sums as programs write them, as earlier mails did."""
    return IN_VAIN.sub("", SUM.sub(r"\1", text.translate(FOR_PEOPLE)))


CONTINUED = re.compile(r"\n {8,}(?!.*(?:\S {2,}\S|\|))")
"""Where a fact goes on below itself; it may do so at another word: its last line has three (a4589422)."""


NAMES = re.compile(r"\| +[^\d|]+(?:\| +[^\d|]+)*")


LAID_IN_VAIN = re.compile(r"(?<= {2})(?:ungültig: .+|[^|\n ][^|\n]*\(zu viele Züge\))")
"""What was not valid: the table of a round showed the line of the mail, and shows the play alone now."""


def with_cut_names(line: str) -> str:
    """Return the head of a score sheet with names as they were, cut after 14 letters."""
    if NAMES.fullmatch(line) is None:
        return line
    return "".join(f"| {name.strip()[:14].strip()} " for name in line.split("|")[1:]).rstrip()


def in_columns(line: str) -> str:
    """Return a row of a score sheet without how wide its columns are."""
    return re.sub(r" {2,}", "  ", line) if line.startswith("|") else line


def rows_of(text: str) -> list[str]:
    text = text.replace(
        ", abzüglich der Bank ", "; nach Abzug der Bank "
    )  # read as a sum still to do
    text = LAID_IN_VAIN.sub("ungültig:", CONTINUED.sub(" ", text))
    lines = map(with_cut_names, map(in_columns, text.splitlines()))
    rows = without_racks(lines)
    return [each for each in rows if ROW.search(each) and not each.startswith(PROSE_ROW)]


NOT_VALID = r"ungültig: .*?\(zu viele Züge\)"
"""The same, read aloud."""
OF_RACKS = r"\b(\d+) -?\d+ -?\d+ (-?\d+ \d+)\b"
"""A row of the table of a league, with what its player laid and had left between his rank and his total."""
LEAGUE = ["Spieler", "Rang", "Gesamt", "Züge"]
WITH_RACKS = ["Spieler", "Rang", "Pkte", "Bank", "Gesamt", "Züge"]


def without_racks(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines with the table of a league as it was before it showed what was left on the racks."""
    columns = 0
    for line in lines:
        cells = re.split(r" {2,}", line.strip())
        if cells in (LEAGUE, WITH_RACKS):
            columns = len(cells)
        if columns and len(cells) == columns:
            yield "  ".join(cells[:2] + cells[-2:])
        else:
            columns = 0
            yield line


FIGURES = re.compile(
    r"([^-.:\s][^-.:]*): im Schnitt ([\d,]+) je (?:gewertetem )?Zug, am besten (\w+) mit (\d+) Punkten\."
)
"""What a league has come to for one of its players, told at its end (024d850f)."""


def without_figures(text: str) -> tuple[str, list[tuple[str, ...]]]:
    """Return a part of a mail, read aloud, without what the league has come to; and that."""
    before, heading, after = text.partition("In Zahlen ")
    if not heading:
        return text, []
    return before + FIGURES.sub("", after), FIGURES.findall(after)


def figures_in(exported: str) -> list[tuple[str, ...]]:
    """Return what a league has come to by its record; who has most points in his plays is first.

    Of several tries the best counts.
    """
    found = []
    for table in json.loads(exported)["tables"]:
        counting = max(table.get("tries", [table]), key=lambda each: each["result"])
        plays = [each for each in counting["turns"] if each["kind"] == "play"]
        best = max(plays, key=lambda each: each["points"])
        points = sum(each["points"] for each in plays)
        average = f"{points / len(plays):.1f}".replace(".", ",")
        figures = (table["player"], average, best["word"].upper(), str(best["points"]))
        found.append((points, figures))
    return [figures for _, figures in sorted(found, reverse=True)]


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
    before, (now, _) = (
        read_aloud(plain_figures(old)),
        without_figures(read_aloud(plain_figures(new))),
    )
    heads, league, rows = now.partition(" ".join(WITH_RACKS))
    now = heads + re.sub(OF_RACKS, r"\1 \2", rows) if league else now
    if PREVIEW in now or HIS_OWN in now:
        before = re.sub(UNSUBSCRIBED, "", before)
    before = before if re.search(NOT_YET, now) else re.sub(NOT_YET, "", before)
    for added in ADDED:
        now = now if re.search(added, before) else re.sub(added, "", now)
    for text in (before, now):
        said = re.sub(NOT_VALID, "", HIS_ORDERS.sub("", text)).replace(CHECKSUM, "")
        facts = FACT.findall(said)
        for name in names:
            facts += [name] * said.count(name)
        yield Counter(set(facts) if "<html" in old else facts)


AT_HIS_OWN_TABLE = "hier sitzt jeder an seinem eigenen Tisch"
"""So STAND began for the game master of a league, and named orders that there are not: it tells who plays, and ZAT."""


def without_sums(text: str) -> str:
    """Return a table for spreadsheets without what each began with: that was said of late joiners alone."""
    head, *rows = csv.reader(io.StringIO(text))
    kept = [at for at, name in enumerate(head) if name != "base"]
    if len(kept) == len(head):
        return text
    return "\r\n".join(",".join(row[at] for at in kept if at < len(row)) for row in (head, *rows))


@pytest.mark.sampled(1)
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
        for before, text in zip(
            map(without_sums, old.texts), map(without_sums, new.texts), strict=True
        ):
            if AT_HIS_OWN_TABLE in before:
                continue
            if "<html" not in before:
                assert rows_of(plain_figures(text)) == rows_of(plain_figures(before))
            then, today = facts_of(before, text, names)
            assert today == then
    config = ("demo", "-c", str(tmp_path / "config.toml"))
    figures = [without_figures(read_aloud(text))[1] for each in now for text in each.texts]
    if name.startswith("solitaire"):
        told_at_end = figures_in(mailref("export", *config).out)
        assert [each for each in figures if each] == [told_at_end] * 2 * len(names)
    else:
        assert not any(figures)
    called = mailref("verify", *config)
    assert (called.code, called.err) == (0, "")
