"""Every citation leads somewhere: "rules 8", "contract 3", "seed 002" to an anchor in docs/."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import need_program

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ("rules", "contract", "mail", "style", "house")
SUFFIXES = {".py", ".md", ".j2", ".lark", ".toml", ".txt", ".css"}
# Mails of players and what is answered to them: nobody cites anything there.
NOT_OURS = (
    "tests/judge/mails/", "tests/judge/texts/", "tests/corpus/", "tests/writing/golden/",
    "mailref/data/fonts/",
)  # fmt: skip

_NUMBER = r"\d+(?:\.\d+)*"
CITED = re.compile(  # "mail 44" is a mail that somebody counted
    rf"\b(?P<page>{'|'.join(DOCUMENTS)}) (?<!mail (?=\d\d))"
    rf"(?P<numbers>{_NUMBER}(?:(?:, {_NUMBER})* (?:and|to) {_NUMBER})?)\b",
    re.IGNORECASE,
)
SEED = re.compile(r"\bseeds? (\d{3})\b", re.IGNORECASE)
# What leads nowhere: tickets, pages that are not in this repository, shouted names.
ASTRAY = re.compile(
    r"\b(?i:issues?) #?\d|\b(?:RULES|CONTRACT|STYLE|MAIL|HOUSE) \d"
    r"|\b(?:RULES|CONTRACT|STYLE|MAIL|TOP|ARCHITECTURE|CLASSIC|OTHERS|RUMMIKUB)\.md\b"
    r"|\bARCHITECTURE\b|\b[Aa]rchitecture:"
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def is_ours(path: str) -> bool:
    if path == "tests/test_citations.py":
        return False
    if path.startswith(NOT_OURS) and not path.endswith("README.md"):
        return False
    return Path(path).suffix in SUFFIXES or path in {"Makefile", ".ci/run"}


def texts() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of every file that people write and read."""
    listed = subprocess.run(
        [need_program("git", "git"), "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode or not (ROOT / "mailref").is_dir():
        pytest.skip("this is no checkout")
    for name in listed.stdout.splitlines():
        if is_ours(name) and (ROOT / name).is_file():
            yield name, (ROOT / name).read_text(encoding="utf-8")


def joined(text: str) -> str:
    """Return *text* with what a line break of a comment parts put together again."""
    return re.sub(r"\s*\n\s*(?:#+:? |- )?", " ", text)


def anchors_of(text: str) -> set[str]:
    """Return what a link into a page may name: its anchors, and its headings as web pages make them."""
    headings = re.findall(r"^#{1,4} (.+)$", FENCED.sub("", text), re.MULTILINE)
    made = {re.sub(r"[^\w\- ]", "", each).lower().replace(" ", "-") for each in headings}
    return made | set(re.findall(r'<a id="([^"]+)"></a>', text))


def anchors() -> set[str]:
    pages = [*DOCUMENTS, "top", "chance", "reading", "daemon"]
    return set().union(
        *(anchors_of((ROOT / "docs" / f"{page}.md").read_text("utf-8")) for page in pages)
    )


def cited(text: str) -> Iterator[tuple[str, str]]:
    """Yield each citation as written, and the anchor that it means."""
    for found in CITED.finditer(joined(text)):
        for number in re.findall(_NUMBER, found["numbers"]):
            yield found[0], f"{found['page'].lower()}-{number}"
    for found in SEED.finditer(joined(text)):
        yield found[0], f"seed-{found[1]}"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("(rules 8, words)", ["rules-8"]),
        ("Rules 2 and 8", ["rules-2", "rules-8"]),
        ("mail 0, 0.1 and 0.12", ["mail-0", "mail-0.1", "mail-0.12"]),
        ("Rules 5, 14*9=126. And", ["rules-5"]),
        ("as seed\n    # 002 has it, style\n    # 25", ["style-25", "seed-002"]),
    ],
)
def test_a_citation_is_read_as_written(text: str, meant: list[str]) -> None:
    assert [anchor for _, anchor in cited(text)] == meant


@pytest.mark.slow
def test_every_citation_leads_to_an_anchor() -> None:
    """Style 53."""
    there = anchors()
    found = [(path, *each) for path, text in texts() for each in cited(text)]

    assert len(found) > 500
    assert [each for each in found if each[2] not in there] == []


def test_nothing_is_cited_that_is_not_in_this_repository() -> None:
    """Style 53: never an issue."""
    found = [
        (path, line.strip())
        for path, text in texts()
        for line in text.splitlines()
        if ASTRAY.search(line)
    ]

    assert found == []


def test_every_link_of_a_page_leads_somewhere() -> None:
    pages = {path: text for path, text in texts() if path.endswith(".md")}
    wrong = []
    count = 0
    for path, text in pages.items():
        for target in LINK.findall(FENCED.sub("", text)):
            if re.match(r"\w+:", target):
                continue
            count += 1
            name, _, anchor = target.partition("#")
            page = (ROOT / path).parent / name if name else ROOT / path
            if not page.exists() or (
                anchor and anchor not in anchors_of(page.read_text(encoding="utf-8"))
            ):
                wrong.append((path, target))

    assert count > 40
    assert wrong == []


def test_the_anchors_of_the_rules_have_not_moved() -> None:
    """Other people's pages and old commits cite these."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    kept = re.findall(r'<a id="([^"]+)"></a>', text)

    assert kept == [
        "rules-1", "rules-2", "rules-2-sb", "rules-3", "rules-4", "rules-5", "rules-6", "rules-7",
        "rules-8", "rules-8-deadline", "rules-8-moves", "rules-8-points", "rules-8-words",
        "rules-8-second-thoughts", "rules-8-custom",
        "sources", "seed-000", "seed-001", "seed-002", "seed-003", "seed-004",
    ]  # fmt: skip


TOP_LEVEL = {
    ".ci", ".dockerignore", ".gitignore", ".pre-commit-config.yaml", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE",
    "Makefile", "NOTICE", "README.md", "bench", "config.example.toml", "deploy", "docs", "grammar", "mailref",
    "pyproject.toml", "templates", "tests",
}  # fmt: skip


def test_nothing_but_the_project_lies_at_the_top() -> None:
    """Two wheels of other projects, 52 MB, once came along with a commit of everything that lay about."""
    listed = subprocess.run(
        [need_program("git", "git"), "ls-files", "--cached"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode or not listed.stdout:
        pytest.skip("this is no checkout")
    assert {name.split("/")[0] for name in listed.stdout.splitlines()} <= TOP_LEVEL
