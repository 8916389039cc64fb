"""`mailref print`: a closed round on paper, for the zine (contract 1)."""

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from mailref.games import events as happened
from tests.commands.games import recorded
from tests.commands.invoke import mailref
from tests.needs import need_program
from tests.record.by_hand import ZAT, Told
from tests.settings.written import file
from tests.tiles.builders import SEED

A4, A5 = "595.276 x 841.89", "419.528 x 595.276"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where a game lies of which two rounds are closed, with a text for the first report."""
    monkeypatch.chdir(tmp_path)
    told = Told()
    told.join("Max Mustermann")
    told.open("BDHNRSU")
    told.happen(happened.SettingSpent(1, "comment", "Willkommen!"))
    told.send("Max Mustermann", "H8w HUND")
    told.happen(
        happened.PressReceived(
            "Max Mustermann", "Ein Hund!\nWas denn sonst?", "m1", is_released=True
        )
    )
    told.close()
    told.open("AEE")
    told.happen(happened.SettingSpent(2, "comment", "Wuff."))
    told.send("Max Mustermann", "A1w BAR")
    told.happen(happened.ScoreCorrected("Max Mustermann", 1, 5, "verzählt"))
    told.close()
    game = 'schedule = "every week on friday at 20:00"\ncomment = "Zum dritten Mal."'
    (tmp_path / "config.toml").write_text(file(game=game), encoding="utf-8")
    recorded(tmp_path, "yerres", SEED, told.events)
    return tmp_path


def facts(path: Path) -> str:
    program = need_program("pdfinfo", "poppler-utils")
    return subprocess.run([program, path], capture_output=True, check=True, text=True).stdout


def text(path: Path) -> str:
    program = need_program("pdftotext", "poppler-utils")
    done = subprocess.run([program, "-layout", path, "-"], capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


def sides(path: Path, page: int) -> dict[str, tuple[float, float]]:
    """Return where each word of a page begins and ends, from its left, in points."""
    program = need_program("pdftotext", "poppler-utils")
    command = [program, "-bbox", "-f", str(page), "-l", str(page), str(path), "-"]
    said = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    found = re.findall(r'<word xMin="([\d.]+)" [^>]*xMax="([\d.]+)"[^>]*>([^<]+)<', said)
    return {word: (float(left), float(right)) for left, right, word in found}


def test_the_round_closed_last_is_printed(here: Path) -> None:
    called = mailref("print", "yerres")

    assert (called.code, called.err) == (0, "")
    assert called.out == "yerres-R2-a4.pdf: the report of round 2\n"
    assert f"Page size:       {A4}" in facts(here / "yerres-R2-a4.pdf")
    printed = text(here / "yerres-R2-a4.pdf")
    assert "Runde 2" in printed
    assert "Ein Hund!" not in printed  # that was for the report before
    assert "Zum dritten Mal." in printed


def test_an_earlier_round_is_printed_as_it_went_out_with_its_press(here: Path) -> None:
    """Comment, press and the letters that came then; the correction since is told."""
    mailref("print", "yerres", "1")

    printed = text(here / "yerres-R1-a4.pdf")
    assert "Presse Max Mustermann Ein Hund! Was denn sonst?" in printed
    assert "Wuff." in printed
    assert "Zum dritten Mal." not in printed
    assert re.search("Neue Buchstaben A ?B ?E ?E ?R ?S ", printed)
    assert "Berichtigung +5" in printed


def test_each_size_has_a_file_of_its_own(here: Path) -> None:
    mailref("print", "yerres", "1", "--paper", "a4")
    mailref("print", "yerres", "1", "--paper", "a5")
    mailref("sheet", "--blank", "--paper", "a5")

    assert f"Page size:       {A4}" in facts(here / "yerres-R1-a4.pdf")
    assert f"Page size:       {A5}" in facts(here / "yerres-R1-a5.pdf")
    assert f"Page size:       {A5}" in facts(here / "sheet-a5.pdf")


def test_paper_and_theme_are_those_asked_for(here: Path) -> None:
    """In black and white nothing has a colour."""
    mailref("print", "yerres", "1", "--paper", "a5", "--theme", "print", "--out", "bw.pdf")
    mailref("print", "yerres", "1", "--paper", "a5", "--out", "colour.pdf")

    assert f"Page size:       {A5}" in facts(here / "bw.pdf")
    assert not has_colour(here / "bw.pdf")
    assert has_colour(here / "colour.pdf")


def has_colour(path: Path) -> bool:
    """Tell whether anything on the first page is drawn in a colour."""
    program = need_program("pdftoppm", "poppler-utils")
    command = [program, "-r", "40", "-png", "-singlefile", path.name, path.stem]
    subprocess.run(command, cwd=path.parent, check=True)
    red, green, blue = Image.open(path.with_suffix(".png")).convert("RGB").split()
    pairs = ((red, green), (green, blue))
    return any(ImageChops.difference(one, other).getbbox() for one, other in pairs)


@pytest.mark.slow
def test_the_settings_say_what_is_not_asked_for(here: Path) -> None:
    config = here / "config.toml"
    config.write_text(
        config.read_text(encoding="utf-8") + '[report]\npaper = "a5"\ntheme = "print"\n',
        encoding="utf-8",
    )

    mailref("print", "yerres", "--out", "a.pdf")
    mailref("preview", "yerres", "--now", "2026-12-26T12:00+01:00", "--out", "next")

    for path in (here / "a.pdf", here / "next" / "sheet.pdf"):
        assert f"Page size:       {A5}" in facts(path)
        assert not has_colour(path)


def test_a_round_that_is_not_closed_cannot_be_printed(here: Path) -> None:
    called = mailref("print", "yerres", "3")

    assert (called.code, called.out) == (1, "")
    assert called.err == "mailref: yerres: round 3 is not closed; closed are 1 to 2\n"
    assert list(here.glob("*.pdf")) == []


def test_before_the_first_close_there_is_nothing_to_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = Told()
    told.join("Max Mustermann")
    told.open("BDHNRSU")
    recorded(tmp_path, "yerres", SEED, told.events)

    called = mailref("print", "yerres")

    assert called.code == 1
    assert called.err == (
        "mailref: yerres: no round has been closed yet: there is nothing to print\n"
    )
    assert told.game is not None
    assert told.game.round is not None
    assert told.game.round.deadline == ZAT


def test_empty_forms_are_printed_without_any_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The booklet's pages (seed 002): four players, and each of the 102 tiles in its group."""
    monkeypatch.chdir(tmp_path)

    called = mailref("sheet", "--blank")

    assert (called.code, called.out) == (0, "sheet-a4.pdf: score sheet and list of letters\n")
    assert A4 in facts(Path("sheet-a4.pdf"))
    said = text(Path("sheet-a4.pdf"))
    assert "Spieler 1 Spieler 2 Spieler 3 Spieler 4" in said
    assert "Punkte Gesamt Punkte Gesamt Punkte Gesamt Punkte Gesamt" in said
    assert "Wertungsblatt" in said
    assert "Buchstabenliste" in said
    tiles = said.partition("Buchstabenliste")[2]
    boxes = re.findall(r"(?<!\S)([A-ZÄÖÜ?]) ?\d+(?!\S)", tiles)  # `E1`, or `I 1` where it is narrow
    assert Counter(boxes)["E"] == 15
    assert len(boxes) == 102
    assert "Konsonanten mit 4 oder mehr Punkten (9)" in tiles


@pytest.mark.parametrize(
    ("asked", "tiles", "highest"),
    [(["--language", "en"], 100, "Q"), (["--language", "en", "--tiles", "german"], 102, "Y")],
)
def test_the_tiles_of_an_empty_form_are_those_of_its_language_or_those_asked_for(
    asked: list[str], tiles: int, highest: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The English set has 100 tiles, Q worth 10; of the German ones 102 Q and Y are worth it."""
    monkeypatch.chdir(tmp_path)

    mailref("sheet", "--blank", *asked)

    said = text(Path("sheet-a4.pdf")).partition("Letter list")[2]
    boxes = re.findall(r"(?<!\S)([A-ZÄÖÜ?]) ?(\d+)(?!\S)", said)
    assert len(boxes) == tiles
    assert max(letter for letter, value in boxes if value == "10" and letter in "QY") == highest
    assert ("Ä" in said) is (tiles == 102)


def test_the_title_of_a_form_leaves_room_for_game_and_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The longest title on the smallest page: they lay upon each other."""
    monkeypatch.chdir(tmp_path)

    mailref("sheet", "--blank", "--paper", "a5")

    on = sides(Path("sheet-a5.pdf"), 2)
    assert on["Buchstabenliste"][1] + 5 < on["Spiel"][0]
    assert on["Spiel"][1] + 40 < on["Datum"][0]


def test_empty_forms_in_english_on_a_booklets_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    mailref("sheet", "--blank", "--language", "en", "--paper", "a5", "--out", "a5.pdf")
    called = mailref("sheet")

    assert A5 in facts(Path("a5.pdf"))
    assert "Player 4" in text(Path("a5.pdf"))
    assert (called.code, called.err) == (2, "mailref sheet: Missing option '--blank'.\n")
