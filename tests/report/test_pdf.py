"""The score sheet on paper: every row, one page for 20 players, booklets, black and white."""

import re
import subprocess
from pathlib import Path
from zlib import decompress

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter, ImageStat

from mailref.games.rounds.rules import EntryStatus
from mailref.games.rummikub.figures import TableView
from mailref.games.rummikub.history import TableWord
from mailref.games.rummikub.rules import ChangedWord, MadeWord
from mailref.report.pdf import sheet_pdf, text_width, wrapped
from mailref.report.picture import BoardPainter, BoardView, Theme, draw_pieces
from mailref.report.sheet import A4, A5, PageFormat, ScoreColumns, SheetFact, TurnSheet
from mailref.tiles.board import Axes, Board, Square, read_area
from tests.needs import need_program
from tests.report.golden import opened
from tests.report.sheets import large_sheet, pdf_labels, yerres_sheet
from tests.report.views import LABELS, proposed, yerres

PRINT = replace(A4, theme=Theme.PRINT)
COLOURED = rb"(?m)^[\d. ]+ (rg|RG|k|K)\b"


def text_of(data: bytes, path: Path) -> str:
    """Return what Debian's pdftotext reads, with the columns kept."""
    program = need_program("pdftotext", "poppler-utils")
    path.write_bytes(data)
    done = subprocess.run([program, "-layout", path, "-"], capture_output=True, check=True)
    return done.stdout.decode()


def pages(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", data))


def drawn(data: bytes) -> bytes:
    """Return what is drawn on the pages: text, lines and the ink they are in."""
    numbers = re.findall(rb"/Contents (\d+) 0 R", data)
    return b"".join(decompress(stream_of(number, data)) for number in numbers)


def stream_of(number: bytes, data: bytes) -> bytes:
    head = rb"\n%s 0 obj\s<<.*?/Length (\d+)\s>>\sstream\r?\n" % number
    found = re.search(head, data, re.DOTALL)
    assert found is not None
    return data[found.end() : found.end() + int(found[1])]


def test_the_pdf_holds_every_row(painter: BoardPainter, tmp_path: Path) -> None:
    """What pdftotext makes of the PDF holds every row."""
    data = sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter)

    text = text_of(data, tmp_path / "a.pdf")

    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "1 +2 Max Mustermann M10s EUBÖA 14×2+23=51 51 363 85,0" in lines
    assert "2 −1 Erika Müller-Lüdenscheidt Berichtigung +5 0 340" in lines
    assert "Berichtigung −3" in lines
    assert "3 Jörg Startpunkte 212 kein Zug 0 212" in lines
    assert "M9s BEHAUE: Es fehlt ein H." in text


def test_the_pdf_holds_what_stands_beside_the_table(painter: BoardPainter, tmp_path: Path) -> None:
    """Board, table, letters left in the booklet's groups; ties and the top."""
    text = text_of(sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter), tmp_path / "a.pdf")

    for expected in (
        "1-Zug-Scrabble Yerres",
        "Wertungsblatt, Runde 4",
        "Gleichstand",
        "M9s QUABBE, 60 Punkte",
        "Hochwertige Steine (2)",
        "Konsonanten mit 4 oder mehr",
        "Nächster ZAT",
        "Seite 1",
        "120/120",
    ):
        assert expected in text


def test_twenty_players_fit_on_one_page(painter: BoardPainter) -> None:
    """One page for 20 players."""
    data = sheet_pdf(large_sheet(20, 12), yerres(), pdf_labels(), painter)

    assert pages(data) == 1


def test_twenty_players_of_two_plays_with_rejections_fit_on_one_page(
    painter: BoardPainter, tmp_path: Path
) -> None:
    """Longer rows make the letters smaller, not the sheet longer."""
    sheet = large_sheet(20, 12)
    two = tuple(
        replace(row, plays=row.plays * 2, formula="13*2=26; 14*9=126") for row in sheet.rows[:15]
    )
    rejected = tuple(
        replace(
            row,
            plays=(),
            formula="",
            status=EntryStatus.INVALID,
            note="M9s BEHAUE: Es fehlt ein H. Buchstaben dieser Runde: A B E E Q U X ?",
        )
        for row in sheet.rows[15:]
    )

    data = sheet_pdf(replace(sheet, rows=two + rejected), yerres(), pdf_labels(), painter)

    assert pages(data) == 1
    assert text_of(data, tmp_path / "a.pdf").count("Es fehlt ein H.") == 5


@pytest.mark.parametrize(
    "page", [A4, A5, replace(A4, inner=30, outer=20)], ids=["A4", "A5", "zine"]
)
def test_four_hundred_players_are_all_there(
    page: PageFormat, painter: BoardPainter, tmp_path: Path
) -> None:
    data = sheet_pdf(large_sheet(400, 30), yerres(), pdf_labels(), painter, page)

    found = re.findall(r"Nummer\s+(\d{3})", text_of(data, tmp_path / "a.pdf"))

    if page is A4:
        assert found == [f"{number:03}" for number in range(1, 401)]
    assert pages(data) > 5


def test_the_same_values_give_the_same_bytes(painter: BoardPainter) -> None:
    one = sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter)
    sheet_pdf(large_sheet(3, 3), yerres(), pdf_labels(), painter)

    assert sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter) == one


def test_the_page_has_the_size_that_was_asked_for(painter: BoardPainter) -> None:
    """Page size; 148 by 210 mm are 419.5 by 595.3 points."""
    data = sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter, A5)

    assert re.search(rb"/MediaBox \[ 0 0 419\.5\d+ 595\.2\d+ \]", data)


def test_a_footer_that_is_too_long_for_a_small_page_takes_two_lines(
    painter: BoardPainter, tmp_path: Path
) -> None:
    """Whoever reads the zine must find whom to write to."""
    dictionaries = "Duden, 28. Auflage · Wortliste german-wordlist (tanglet-data 1.6.10)"
    long = f"{dictionaries} · Spielleitung: Erika Musterfrau, gm@example.org"
    data = sheet_pdf(yerres_sheet(), yerres(), replace(pdf_labels(), footer=long), painter, A5)

    assert "gm@example.org" in text_of(data, tmp_path / "a.pdf")


def test_black_and_white_holds_no_colour(painter: BoardPainter) -> None:
    """Black and white on request; the board itself is drawn in grey."""
    colour = sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter)
    grey = sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter, PRINT)

    assert re.search(COLOURED, drawn(colour))
    assert not re.search(COLOURED, drawn(grey))
    assert re.search(rb"(?m)^0?\.376471 g$", drawn(grey))  # the lines between the squares


BARE = BoardView(Board(), Axes.ROWS, LABELS, start=read_area("F6-J10", Axes.ROWS))
ALL_KINDS = replace(
    proposed(),
    marked=frozenset(Square(9, column) for column in range(15)),
    still_open=frozenset(Square(6, column) for column in range(15)),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("view", "theme"),
    [
        pytest.param(ALL_KINDS, Theme.COLOUR, id="all-kinds-of-tiles-in-colour"),
        pytest.param(ALL_KINDS, Theme.PRINT, id="all-kinds-of-tiles-in-print"),
        pytest.param(BARE, Theme.PRINT, id="letters-at-the-sides-and-a-start-area"),
    ],
)
def test_the_board_on_paper_looks_like_its_picture(
    view: BoardView, theme: Theme, painter: BoardPainter, tmp_path: Path
) -> None:
    """Lines instead of dots: each dot of the picture is found again where the page is looked at."""
    data = sheet_pdf(yerres_sheet(), view, pdf_labels(), painter, replace(A4, theme=theme))

    on_paper = board_seen(data, tmp_path)

    check_alike(on_paper, opened(painter.draw(replace(view, theme=theme))))


def test_the_table_on_paper_looks_like_its_picture(painter: BoardPainter, tmp_path: Path) -> None:
    """The tiles of the words robbed are smaller, on paper as in the picture."""
    made = MadeWord("ÖBL", "B", (ChangedWord(1, "ÖLE", "LÖ", "E"),))
    view = TableView(words=(TableWord("QUIZ"), TableWord("ÖBL", made)), is_open=False)
    sheet = TurnSheet(ScoreColumns((), "", "", ()))

    data = sheet_pdf(sheet, view, pdf_labels(), painter)

    picture = opened(draw_pieces(view, painter.fonts))
    check_alike(board_seen(data, tmp_path, picture.height), picture)


def check_alike(on_paper: Image.Image, picture: Image.Image) -> None:
    for one, other in ((on_paper, picture), (picture, on_paper)):
        far = beyond(one, other).reduce(58)
        assert max(high for _, high in ImageStat.Stat(far).extrema) <= 3


def beyond(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return how far each dot of *one* is from all that *other* has within two dots of it."""
    above = ImageChops.subtract(one, other.filter(ImageFilter.MaxFilter(5)))
    below = ImageChops.subtract(other.filter(ImageFilter.MinFilter(5)), one)
    return ImageChops.add(above, below)


def board_seen(data: bytes, folder: Path, height: int = 960) -> Image.Image:
    """Return the board of the first A4 page as Debian's pdftoppm draws it, as large as the picture."""
    program = need_program("pdftoppm", "poppler-utils")
    (folder / "a.pdf").write_bytes(data)
    dots = 960 / (0.54 * 178)  # a millimetre
    left, top = round(20 * dots), round(22 * dots)
    cut = ["-x", f"{left}", "-y", f"{top}", "-W", "960", "-H", f"{height}"]
    size = ["-r", f"{dots * 25.4:.3f}"]
    subprocess.run(
        [program, *size, *cut, "-png", "-singlefile", "a.pdf", "a"], cwd=folder, check=True
    )
    return Image.open(folder / "a.png").convert("RGB")


def test_the_letters_of_the_squares_are_no_text_of_the_page(
    painter: BoardPainter, tmp_path: Path
) -> None:
    """Whoever copies the page gets what is said on it, not a heap of single letters."""
    text = text_of(sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter), tmp_path / "a.pdf")

    assert "3W" not in text
    assert "Gelegt" in text


def test_a_page_with_its_board_takes_24_kilobytes(painter: BoardPainter) -> None:
    """It goes to everybody, in every report."""
    assert len(sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter)) < 24_000


def test_the_font_is_embedded(painter: BoardPainter) -> None:
    """A sheet prints the same everywhere."""
    data = sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter)

    assert data.count(b"/FontFile2") >= 2


def test_the_points_of_all_rounds_need_no_further_page(
    painter: BoardPainter, tmp_path: Path
) -> None:
    data = sheet_pdf(large_sheet(20, 30), yerres(), pdf_labels(), painter)

    assert "480/14400" not in text_of(data, tmp_path / "a.pdf")
    assert pages(data) == 1


def test_a_long_comment_moves_the_rest_down_and_nothing_is_lost(
    painter: BoardPainter, tmp_path: Path
) -> None:
    comment = SheetFact("Kommentar", "Ein langer Satz des Spielleiters. " * 30)
    labels = replace(pdf_labels(), facts=(*pdf_labels().facts, comment))

    text = text_of(sheet_pdf(large_sheet(20, 4), yerres(), labels, painter), tmp_path / "a.pdf")

    assert len(re.findall(r"Nummer 0\d\d", text)) == 20
    assert "Noch im Vorrat" in text


def test_a_note_longer_than_a_page_goes_on_overleaf(painter: BoardPainter, tmp_path: Path) -> None:
    sheet = large_sheet(3, 1)
    note = " ".join(f"Satz-{number:03}" for number in range(600))
    first = replace(sheet.rows[0], plays=(), formula="", note=note)
    sheet = replace(sheet, rows=(first, *sheet.rows[1:]), rounds=())

    data = sheet_pdf(sheet, yerres(), pdf_labels(), painter)
    text = text_of(data, tmp_path / "a.pdf")

    assert len(set(re.findall(r"Satz-(\d{3})", text))) == 600
    assert len(re.findall(r"Nummer 00[123]", text)) == 3


def test_a_long_formula_is_broken_before_a_plus(painter: BoardPainter) -> None:
    sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter)  # makes the fonts known
    formula = "+".join(["14*2"] * 30)

    lines = wrapped(formula, 9, 60)

    assert "".join(lines) == formula
    assert all(text_width(line, 9) <= 60 for line in lines)
    assert all(line.startswith("+") for line in lines[1:])


@pytest.mark.sampled(8)
@pytest.mark.parametrize("players", range(1, 27))
def test_a_short_text_of_a_player_stands_on_one_page(
    players: int, painter: BoardPainter, tmp_path: Path
) -> None:
    """Wherever the table above it ends: on a booklet's page it was cut behind its first line."""
    lines = "\n".join(f"Zeile {each} der Presse" for each in range(1, 9))
    labels = replace(pdf_labels(), press_heading="Presse", press=(SheetFact("Max", lines),))

    data = sheet_pdf(large_sheet(players, 1), yerres(), labels, painter, A5)

    per_page = text_of(data, tmp_path / "a.pdf").split("\f")
    assert [page.count("der Presse") for page in per_page if "der Presse" in page] == [8]
