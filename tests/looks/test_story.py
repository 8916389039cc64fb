"""The demo's index tells the game: each round with its report one click away, and all that can happen."""

import re
from pathlib import Path

import pytest

from tests.looks.played import ROUNDS, Played

pytestmark = pytest.mark.slow


def index(played: Played) -> str:
    return (played.folder / "index.html").read_text(encoding="utf-8")


def chapter(played: Played, name: str) -> str:
    """Return what stands under a heading of the index."""
    return index(played).partition(f'<h2 id="{name}">')[2].partition("<h2 ")[0]


def plain(page: Path) -> str:
    return page.read_text(encoding="utf-8").partition("<h2>As text</h2>")[2]


@pytest.mark.parametrize("number", range(1, ROUNDS + 1))
def test_a_report_is_one_click_from_its_board(played: Played, number: int) -> None:
    told = chapter(played, f"round-{number}")
    found = re.search(r'<a href="(mails/\d+\.html)"><img src="(archive/board-\d+\.png)"', told)
    assert found is not None

    report = (played.folder / found[1]).read_text(encoding="utf-8")

    assert f"Auswertung Runde {number}:" in report.partition("</title>")[0]
    assert found[2] == f"archive/board-{number}.png"
    assert (played.folder / found[2]).is_file()
    assert "<th" in told
    assert "Max Mustermann" in told


def test_every_link_of_the_index_leads_somewhere(played: Played) -> None:
    links = set(re.findall(r'(?:href|src)="([^"#]+)"', index(played)))

    assert {"archive/index.html"} <= links
    assert sum(link.endswith(".pdf") for link in links) >= ROUNDS
    assert [link for link in links if not (played.folder / link).is_file()] == []


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("The game master rules on a word", " nein: "),
        ("The game master corrects points", "KORREKTUR Max Mustermann +3"),
        ("What all get then: the corrected report", "Berichtigung"),
        ("The game master has seen the report and approves it", "FREIGEBEN"),
        ("A player writes for the next report", "PRESSE: "),
        ("An absence note of a mail program", "20. Dezember"),
        ("The game master ends the game", "SPIEL BEENDEN"),
    ],
)
def test_the_index_leads_to_all_that_can_happen(played: Played, what: str, said: str) -> None:
    found = re.findall(rf'<li>{what}[^<]*<a href="([^"]+)"', index(played))

    assert found
    assert all(said in plain(played.folder / each) for each in found)


def test_the_last_report_ends_the_game(played: Played) -> None:
    told = chapter(played, "end")
    found = re.search(r'<a href="(mails/\d+\.html)">The last report', told)

    assert found is not None
    assert "[demo Ende]" in (played.folder / found[1]).read_text(encoding="utf-8")
    assert played.record["finished"] is True


def test_the_bare_list_of_all_mails_stands_below(played: Played) -> None:
    listed = re.findall(r'<a href="(mails/\d+\.eml)"', chapter(played, "mails"))
    there = sorted(
        str(path.relative_to(played.folder)) for path in played.folder.glob("mails/*.eml")
    )

    assert listed == there
