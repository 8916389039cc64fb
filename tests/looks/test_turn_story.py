"""A game in turns that the demo played by mail: all that can happen in it, and the index that tells it."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from mailref.cli import run
from tests.looks.chromium import Browser
from tests.looks.findings import findings, screens
from tests.needs import need_program

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play twelve turns and return the demo's folder."""
    out = tmp_path_factory.mktemp("turns") / "demo"
    assert run(["demo", "--variant", "classic", "--rounds", "12", "--out", str(out)]) == 0
    return out


def exported(folder: Path) -> dict[str, Any]:
    """Return the game for machines, as the archive has it."""
    found: dict[str, Any] = json.loads((folder / "archive/game.json").read_text(encoding="utf-8"))
    return found


def told(folder: Path, number: int | str) -> str:
    """Return what the index tells of a turn, or of the end."""
    index = (folder / "index.html").read_text(encoding="utf-8")
    if number == "end":
        return index.partition('<h2 id="end">')[2].partition("<h2 ")[0]
    return index.partition(f'id="turn-{number}"')[2].partition("</details>")[0]


def test_all_that_can_happen_in_a_game_in_turns_happens(folder: Path) -> None:
    turns = exported(folder)["turns"]

    assert [turn["kind"] for turn in turns] == [
        *("play", "exchange", "play", "play", "play", "play"),
        *("exchange", "pass", "play", "play", "pass", "play"),
    ]
    assert {turn["number"]: turn["why"] for turn in turns if turn["kind"] == "pass"} == {
        8: "passed",
        11: "timeout",
    }
    challenges = {turn["number"]: turn["challenges"] for turn in turns if turn["challenges"]}
    assert {at: [each["stands"] for each in made] for at, made in challenges.items()} == {
        3: [False],
        5: [True],
    }
    assert turns[2]["points"] == 0
    assert challenges[5][0]["cost"] == 5


def test_what_was_played_can_be_verified(folder: Path) -> None:
    assert run(["verify", "--file", str(folder / "archive/game.json")]) == 0


@pytest.mark.parametrize(
    ("number", "what", "said"),
    [
        (2, "A player exchanges tiles", "TAUSCHE "),
        (4, "A player challenges the word before", "ANFECHTEN "),
        (4, "The game master rules on a word", " nein: "),
        (6, "A player challenges the word before", "ANFECHTEN "),
        (8, "A player sends in advance", "FALLS PASS:"),
        (8, "A player passes", "PASSE"),
        ("end", "The game master ends the game", "SPIEL BEENDEN"),
    ],
)
def test_the_index_leads_to_the_mails_of_each_turn(
    folder: Path, number: int | str, what: str, said: str
) -> None:
    found = re.findall(rf'<li>{what}[^<]*<a href="([^"]+)"', told(folder, number))

    assert found
    page = (folder / found[0]).read_text(encoding="utf-8")
    assert page.partition("<h2>As text</h2>")[2].lstrip().startswith("<pre>")
    assert said in page.partition("<h2>As text</h2>")[2]


def test_a_turn_shows_its_board_and_the_report_of_it(folder: Path) -> None:
    word = exported(folder)["turns"][0]["word"]

    assert 'src="archive/turn-001.png"' in told(folder, 1)
    assert f"<strong>{word}" in told(folder, 1)
    assert f"Max Mustermann legt {word}" in told(folder, 1)


def test_turns_are_folded_but_for_the_first_and_the_last(folder: Path) -> None:
    """The page of a long game would be fifty screens high."""
    index = (folder / "index.html").read_text(encoding="utf-8")
    turns = re.findall(r'<details class="folded" id="turn-(\d+)"( open)?>', index)

    assert [int(number) for number, _ in turns] == [*range(1, 13)]
    assert [int(number) for number, is_open in turns if is_open] == [1, 12]


def test_every_link_of_the_index_leads_somewhere(folder: Path) -> None:
    index = (folder / "index.html").read_text(encoding="utf-8")
    links = set(re.findall(r'(?:href|src)="([^"#]+)"', index))

    assert "archive/index.html" in links
    assert [link for link in links if not (folder / link).is_file()] == []


def test_the_index_is_valid_html(folder: Path) -> None:
    tidy = need_program("tidy", "tidy")

    done = subprocess.run(
        [tidy, "-errors", "-quiet", "-utf8", folder / "index.html"],
        capture_output=True,
        check=False,
    )

    assert done.stderr.decode() == ""


@pytest.mark.chromium
def test_the_index_is_readable_on_every_screen(browser: Browser, folder: Path) -> None:
    page = folder / "index.html"
    found = {
        (width, scheme): findings(browser, page, width, scheme) for width, scheme in screens(0)
    }

    assert {at: wrong for at, wrong in found.items() if wrong} == {}
