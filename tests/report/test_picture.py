"""The picture of the board: what it shows, how large it is, and that it is always the same."""

from zlib import decompress

import pytest
from msgspec.structs import replace
from PIL import Image

from mailref.report.picture import (
    PIXELS,
    RIM,
    SQUARE,
    TIGHT,
    BoardPainter,
    BoardView,
    Fonts,
    Theme,
    TileFace,
    TileState,
    drawn,
)
from mailref.tiles.board import Axes, Board, Premium, Square, read_area
from mailref.tiles.tile_set import FREE
from tests.report.golden import check_picture, difference, opened
from tests.report.views import LABELS, proposed, yerres

BARE = BoardView(Board(), Axes.COLUMNS, LABELS)
FULL = Board("ÄÖÜQWMXYZabcdef" * 15)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(
    ("view", "name"),
    [
        pytest.param(yerres(), "report", id="the-move-just-laid"),
        pytest.param(proposed(), "confirmation", id="a-proposal-and-a-swap"),
        pytest.param(
            replace(BARE, axes=Axes.ROWS, start=read_area("F6-J10", Axes.ROWS)),
            "opening",
            id="letters-at-the-sides-and-a-start-area",
        ),
    ],
)
def test_boards_look_as_they_did(
    view: BoardView, name: str, theme: Theme, painter: BoardPainter, update: bool
) -> None:
    """Golden files of the boards in both themes."""
    data = painter.draw(replace(view, theme=theme))

    check_picture(data, f"{name}-{theme}.png", update=update)


def test_the_same_view_gives_the_same_bytes(fonts: Fonts, painter: BoardPainter) -> None:
    """Deterministic pixels, also from a painter that has drawn other boards before."""
    painter.draw(proposed())

    assert painter.draw(yerres()) == BoardPainter(fonts).draw(yerres())


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(
    "view", [yerres(), BARE, replace(BARE, start=read_area("F6-J10", Axes.ROWS))]
)
def test_a_board_for_many_shows_the_same_as_one_for_a_single_reader(
    view: BoardView, theme: Theme, fonts: Fonts
) -> None:
    """A report's picture is packed tighter: each dot is the same."""
    view = replace(view, theme=theme)
    painter = BoardPainter(fonts)

    packed, quick = painter.draw(view, TIGHT), painter.draw(view)

    assert opened(packed).tobytes() == opened(quick).tobytes()
    assert len(packed) < len(quick)
    assert decompress(data_of(quick)) == decompress(data_of(packed))  # its checksum, too


def data_of(png: bytes) -> bytes:
    """Return what the one chunk of dots holds."""
    start = png.index(b"IDAT")
    return png[start + 4 :][: int.from_bytes(png[start - 4 : start])]


def test_boards_that_no_longer_fit_in_what_is_kept_are_the_same(fonts: Fonts) -> None:
    """Rows of squares are packed one by one and kept, five hundred of a look; other boards have others."""
    pairs = (f"{first}{second}" for first in "ABCDEF" for second in "ABCDEF")
    cells = (f"{pair}{FREE}".ljust(15, FREE) * 15 for pair in pairs)
    looks = (replace(LABELS, double_letter=f"{number}B") for number in range(17))
    views = [
        *(replace(BARE, board=Board(each)) for each in cells),
        *(replace(yerres(), labels=labels) for labels in looks),
    ]
    painter = BoardPainter(fonts)

    at_first = [painter.draw(each) for each in views]
    again = [painter.draw(each) for each in views]

    assert at_first == again == [BoardPainter(fonts).draw(each) for each in views]


@pytest.mark.parametrize("theme", Theme)
def test_even_a_full_board_is_under_50_kilobytes(theme: Theme, painter: BoardPainter) -> None:
    """Under 50 kB; every square covered, all in frames, is more than a game can show."""
    everywhere = frozenset(Square(*divmod(index, 15)) for index in range(225))

    data = painter.draw(replace(BARE, board=FULL, theme=theme, marked=everywhere))

    assert len(data) < 50_000


def test_the_picture_is_twice_as_large_as_shown_and_has_a_palette(painter: BoardPainter) -> None:
    """Crisp at twice its shown size; sixteen colours are quick and small."""
    data = painter.draw(BARE)

    assert opened(data).size == (960, 960)
    assert data[24:26] == bytes((4, 3))  # PNG header: 4 bits, palette


def test_letters_stand_above_in_dottendorf_and_at_the_sides_in_simultan(
    painter: BoardPainter,
) -> None:
    """Rules 4: the convention belongs to the game; seed 002 has letters as rows."""
    columns = opened(painter.draw(BARE))
    rows = opened(painter.draw(replace(BARE, axes=Axes.ROWS)))
    above = (RIM, 0, PIXELS - RIM, RIM - 2)
    beside = (0, RIM, RIM - 2, PIXELS - RIM)

    assert difference(columns.crop(above), rows.crop(above)) > 3
    assert difference(columns.crop(beside), rows.crop(beside)) > 3


def test_coordinates_stand_on_all_four_sides(painter: BoardPainter) -> None:
    picture = opened(painter.draw(BARE))
    far = PIXELS - RIM

    top = picture.crop((RIM, 0, far, RIM - 2))
    bottom = picture.crop((RIM, far + 2, far, PIXELS))
    left = picture.crop((0, RIM, RIM - 2, far))
    right = picture.crop((far + 2, RIM, PIXELS, far))

    for edge in (top, bottom, left, right):
        assert ink_of(edge) > 0.05


@pytest.mark.parametrize(
    ("premium", "square"),
    [
        pytest.param(Premium.TRIPLE_WORD, Square(0, 0), id="A1"),
        pytest.param(Premium.DOUBLE_LETTER, Square(0, 3), id="D1"),
        pytest.param(Premium.DOUBLE_WORD, Square(1, 1), id="B2"),
        pytest.param(Premium.TRIPLE_LETTER, Square(5, 1), id="B6"),
    ],
)
def test_premium_squares_have_the_colours_of_the_german_board(
    premium: Premium, square: Square, painter: BoardPainter
) -> None:
    """Seed 002: light blue, dark blue, light red, dark red."""
    expected = {
        Premium.DOUBLE_LETTER: (170, 214, 242),
        Premium.TRIPLE_LETTER: (26, 86, 160),
        Premium.DOUBLE_WORD: (247, 184, 180),
        Premium.TRIPLE_WORD: (184, 22, 34),
    }

    picture = opened(painter.draw(BARE))

    corner = (RIM + square.column * SQUARE + 4, RIM + square.row * SQUARE + 4)
    assert picture.getpixel(corner) == expected[premium]


@pytest.mark.parametrize("theme", Theme)
def test_premiums_differ_without_colour(theme: Theme, painter: BoardPainter) -> None:
    """Colour-blind eyes and grey printers lose nothing."""
    picture = opened(painter.draw(replace(BARE, theme=theme))).convert("L").convert("RGB")
    faces = [cut(picture, Square(*place)) for place in ((0, 0), (0, 3), (1, 1), (5, 1), (0, 1))]

    for index, face in enumerate(faces):
        for other in faces[index + 1 :]:
            assert difference(face, other) > 8


def test_the_print_theme_is_black_and_white(painter: BoardPainter) -> None:
    """Zines are copied; nothing but grey at soft edges."""
    picture = opened(painter.draw(replace(proposed(), theme=Theme.PRINT)))

    colours = picture.getcolors(maxcolors=300) or []

    assert colours
    assert all(isinstance(rgb, tuple) and len(set(rgb)) == 1 for _, rgb in colours)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("size", [58, 29, 20], ids=["full", "half", "telephone"])
@pytest.mark.parametrize("pair", ["AÄ", "OÖ", "UÜ"])
def test_an_umlaut_cannot_be_taken_for_its_vowel(
    pair: str, size: int, theme: Theme, fonts: Fonts
) -> None:
    """At any size; a plain vowel has ground where the dots are, in every row of them."""
    plain, dotted = (tile(letter, theme, fonts, size=size) for letter in pair)
    dots = (size * 10 // 58, size * 8 // 58, size * 48 // 58, size * 15 // 58)

    assert difference(plain, dotted) > 12
    assert ink_of(dotted.crop(dots)) > 0.3


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("size", [58, 29, 20], ids=["full", "half", "telephone"])
@pytest.mark.parametrize("letter", "EÄIOQ")
def test_a_blank_is_unmistakable(letter: str, size: int, theme: Theme, fonts: Fonts) -> None:
    """A blank is a dark tile with a light letter and no value."""
    usual = tile(letter, theme, fonts, size=size)
    blank = tile(letter, theme, fonts, size=size, is_blank=True)

    assert difference(usual, blank) > 100


def test_blanks_show_which_letter_they_stand_for(fonts: Fonts) -> None:
    blanks = [tile(letter, Theme.PRINT, fonts, size=29, is_blank=True) for letter in "EFIÄAN"]

    for index, one in enumerate(blanks):
        for other in blanks[index + 1 :]:
            assert difference(one, other) > 5


@pytest.mark.parametrize("is_blank", [False, True], ids=["letter", "blank"])
@pytest.mark.parametrize("theme", Theme)
def test_laid_proposed_and_lying_tiles_differ(theme: Theme, is_blank: bool, fonts: Fonts) -> None:
    """The move just laid is marked; a player's own move shows as a proposal."""
    states = [
        tile("N", theme, fonts, size=29, is_blank=is_blank, state=state) for state in TileState
    ]

    for index, one in enumerate(states):
        for other in states[index + 1 :]:
            assert difference(one, other) > 4


def test_a_proposal_covers_what_lies_there(painter: BoardPainter) -> None:
    """A player's own move is drawn over a board that never has it."""
    lying = opened(painter.draw(replace(proposed(), proposal=())))
    drawn = opened(painter.draw(proposed()))

    assert difference(cut(lying, Square(9, 12)), cut(drawn, Square(9, 12))) > 20
    assert difference(cut(lying, Square(9, 11)), cut(drawn, Square(9, 11))) == 0


def test_long_labels_stay_inside_their_square(painter: BoardPainter) -> None:
    """Labels come from templates: a long one is made smaller."""
    long = replace(LABELS, triple_word="dreifach")
    picture = opened(painter.draw(replace(BARE, labels=long)))
    left = picture.crop((RIM + 1, RIM + 1, RIM + 4, RIM + SQUARE - 1))

    assert left.getcolors() == [(3 * (SQUARE - 2), (184, 22, 34))]


def tile(
    letter: str,
    theme: Theme,
    fonts: Fonts,
    *,
    size: int,
    is_blank: bool = False,
    state: TileState = TileState.LYING,
) -> Image.Image:
    face = TileFace(letter, value=0 if is_blank else 6, is_blank=is_blank, state=state)
    return drawn(face, theme, fonts).resize((size, size), Image.Resampling.BOX)


def cut(picture: Image.Image, square: Square) -> Image.Image:
    left, top = RIM + square.column * SQUARE, RIM + square.row * SQUARE
    return picture.crop((left, top, left + SQUARE, top + SQUARE))


def ink_of(picture: Image.Image) -> float:
    """Return which part of a picture is dark."""
    histogram = picture.convert("L").histogram()
    return sum(histogram[:128]) / sum(histogram)
