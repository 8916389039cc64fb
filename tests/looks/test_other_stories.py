"""Un-Scrabble, Scrabble-Bingo and Solitaire that the demo played by mail, and the index that tells each."""

import json
import re
from pathlib import Path

import pytest

from mailref.cli import run
from tests.effort import fewer, sample
from tests.looks.chromium import Browser
from tests.looks.findings import findings, screens

pytestmark = pytest.mark.slow  # whole games over real IMAP and SMTP


@pytest.fixture(scope="module")
def taken_down(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play seven turns of Un-Scrabble and return the demo's folder."""
    out = tmp_path_factory.mktemp("taken") / "demo"
    assert run(["demo", "--variant", "unscrabble", "--rounds", "7", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def bingo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a game of Scrabble-Bingo to its end and return the demo's folder."""
    out = tmp_path_factory.mktemp("bingo") / "demo"
    assert run(["demo", "--variant", "bingo", "--players", "5", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module", params=sample(["solitaire-two", "solitaire-choice"], fewer(2, 1)))
def league(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let three soloists make four moves each and return the demo's folder."""
    out = tmp_path_factory.mktemp("league") / "demo"
    assert run(["demo", "--variant", request.param, "--rounds", "4", "--out", str(out)]) == 0
    return out


def subjects(folder: Path) -> str:
    index = (folder / "index.html").read_text(encoding="utf-8")
    return "\n".join(re.findall(r'<a href="mails/[^"]+">([^<]+)</a>', index))


def lost_links(folder: Path) -> list[str]:
    index = (folder / "index.html").read_text(encoding="utf-8")
    links = set(re.findall(r'(?:href|src)="([^"#]+)"', index))
    assert "archive/index.html" in links
    return [link for link in links if not (folder / link).is_file()]


def test_what_can_happen_in_un_scrabble_happens(taken_down: Path) -> None:
    game = json.loads((taken_down / "archive/game.json").read_text(encoding="utf-8"))

    assert [turn["kind"] for turn in game["turns"]] == [*["take"] * 5, "timeout", "take"]
    told = subjects(taken_down)
    assert "So geht es nicht" in told  # who can move must
    assert "Das Spiel Un-Scrabble Demo ist zu Ende" in told
    assert run(["verify", "--file", str(taken_down / "archive/game.json")]) == 0


def test_no_page_of_un_scrabble_speaks_of_racks(taken_down: Path) -> None:
    """Nobody has one, and nothing is drawn after the board was laid."""
    index = (taken_down / "index.html").read_text(encoding="utf-8")
    archive = (taken_down / "archive/index.html").read_text(encoding="utf-8")

    assert "The last report</a>" in index
    assert not re.findall(
        r"(?i)\bracks?\b", re.sub(r"<style>.*?</style>", "", index, flags=re.DOTALL)
    )
    assert not re.findall(r"(?i)\b(?:racks?|bank|bänkchen|bänken?)\b", archive)


def test_what_can_happen_in_bingo_happens(bingo: Path) -> None:
    game = json.loads((bingo / "archive/game.json").read_text(encoding="utf-8"))

    assert game["seed"] is not None
    told = subjects(bingo)
    for said in (
        "Bitte entscheiden: ",
        "So gehen die Wörter nicht",
        "Alle Wörter sind da",
        "Die Wörter stehen schon fest",
        "BINGO! Gewonnen ha",
    ):
        assert said in told
    assert run(["verify", "--file", str(bingo / "archive/game.json")]) == 0


def test_what_can_happen_in_a_league_happens(league: Path) -> None:
    game = json.loads((league / "archive/game.json").read_text(encoding="utf-8"))

    assert len(game["tables"]) == 3
    told = subjects(league)
    assert "So geht es nicht" in told
    listed, in_chapters = 4, 3  # the list has the game master's, too
    assert told.count("Demo: die Tabelle") == listed + in_chapters
    if game["rules"]["chosen"]:
        assert "zurückgenommen" in told
        assert "Versuch 2 beginnt" in told
    else:
        assert "Nur zur Probe" in told
        assert "tauscht 3 Steine" in told
    assert lost_links(league) == []
    assert run(["verify", "--file", str(league / "archive/game.json")]) == 0


def test_every_link_of_the_indexes_leads_somewhere(taken_down: Path, bingo: Path) -> None:
    assert (lost_links(taken_down), lost_links(bingo)) == ([], [])


@pytest.mark.chromium
def test_the_indexes_are_readable_on_every_screen(
    browser: Browser, taken_down: Path, bingo: Path, league: Path
) -> None:
    pages = (taken_down / "index.html", bingo / "index.html", league / "index.html")
    found = {
        (page.parent.parent.name, width, scheme): findings(browser, page, width, scheme)
        for number, page in enumerate(pages)
        for width, scheme in screens(number)
    }

    assert {at: wrong for at, wrong in found.items() if wrong} == {}


def test_the_index_of_bingo_shows_who_wanted_how_many_letters_after_each_round(bingo: Path) -> None:
    game = json.loads((bingo / "archive/game.json").read_text(encoding="utf-8"))
    index = (bingo / "index.html").read_text(encoding="utf-8")

    table = index.partition("Letters still wanted after each round")[2].partition("</table>")[0]
    rounds = re.findall(r'<th scope="col" class="number">(\d+)</th>', table)
    assert [int(each) for each in rounds] == [each["number"] for each in game["rounds"]]
    assert len(re.findall('<th scope="row">', table)) == 5
    assert index.count("<caption>The words of all;") == 1
    assert "<s>" in index
    assert "The 0 mails" not in index


def test_the_index_of_a_league_shows_the_board_of_each_player(league: Path) -> None:
    game = json.loads((league / "archive/game.json").read_text(encoding="utf-8"))
    index = (league / "index.html").read_text(encoding="utf-8")

    for number, table in enumerate(game["tables"], start=1):
        told = index.partition(f'id="player-{number}"')[2].partition("<h2 ")[0]
        boards = re.findall(rf'<img src="archive/turn-{number}-\d+\.png"', told)
        assert len(boards) >= 2, table["player"]  # the last one large, then each
        assert "The board after each move" in told
