"""Plays with other tiles, boards and lists as people write them; what they come to was worked out by hand.

On the standard board a word from H8 on has its first letter on the star (word x2), and its fifth on a letter x2.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from mailref.commands.judge import as_object, judge_mail
from mailref.commands.sources import office_without_effect
from tests.judge.test_set_of_tiles import PLAYERS, RECEIVED
from tests.settings.written import GAMEMASTER, MAIL, load

Cells = list[list[str]]
Row = tuple[str, str, str, int | str]
UNKNOWN = ["word_unknown"]


def judged(
    folder: Path, row: tuple[str, str, str], keys: str = "", rules: str = "", board: Any = None
) -> tuple[str, int | None, list[str]]:
    """Return status, points and faults of a move in a round of Simultan."""
    tiles, rack, text = row
    lying = json.dumps(board or _empty(15), ensure_ascii=False)
    settings = f"""{MAIL}{GAMEMASTER}
[[game]]
id = "kiel"
title = "Kiel"
variant = "simultan"
zone = "Europe/Berlin"
tiles = "{tiles}"
deadline = 2026-12-11T20:00:00
letters = {json.dumps(rack.split(), ensure_ascii=False)}
{keys}
[game.rules]
min_vowels = 0
min_consonants = 0
{rules}
[game.start]
round = 4
scores = {{ "Max" = 0 }}
board = {lying}
{PLAYERS}"""
    loaded = load(settings, folder)
    assert loaded.settings is not None, [fault.line for fault in loaded.faults]
    office = office_without_effect(loaded.settings, RECEIVED)
    mail = (
        "From: max@example.org\r\nTo: referee@example.org\r\nSubject: [kiel]\r\n"
        "Message-ID: <1@example.org>\r\nDate: Mon, 30 Nov 2026 12:00:00 +0000\r\n"
        "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        f"{text}\r\n"
    ).encode()
    found = judge_mail(mail, loaded.settings, office, RECEIVED, RECEIVED)
    (entry,) = found.entries
    told: Any = as_object("x.eml", found, entry, office)
    (move,) = told["moves"]
    return move["status"], move["points"], [fault["code"] for fault in move["faults"]]


def _empty(size: int) -> Cells:
    return [["."] * size for _ in range(size)]


def with_tiles(size: int, *placed: tuple[int, int, str]) -> Cells:
    """Return a board with tiles, each by its row and column from 1 on."""
    rows = _empty(size)
    for row, column, tile in placed:
        rows[row - 1][column - 1] = tile
    return rows


ONE_WORD: list[Row] = [
    ("spanish", "CH RR O O A S E", "H8 CHORRO", 30),
    ("spanish", "CH RR O O A S E", "H8 [CH]O[RR]O", 30),
    ("spanish", "CH RR O O A S E", "h8 chorro", 30),
    ("spanish", "? RR O O A S E", "H7 [ch]O[RR]O", 20),
    ("spanish", "? RR O O A S E", "H8 chORRO", 20),
    ("spanish", "? RR O O A S E", "H8 [CH]*ORRO", 20),
    ("spanish", "C H RR O O A S", "H8 CHORRO", "not_on_rack"),
    ("spanish", "LL A M A S E O", "H8 LLAMA", 26),
    ("spanish", "N I Ñ O A S T", "h8 niño", 22),
    ("spanish", "C A M I O N S", "H8 CAMIÓN", 22),
    ("spanish", "C A S ? E E E", "H8 CAS(A)", 10),
    ("spanish", "C A S ? E E E", "H8 CAS[A]", 10),
    ("spanish", "C A S ? E E E", "H8 CAS*A", 10),
    ("spanish", "CH C ? O E E E", "H8 [CH](I)CO", 18),
    ("hungarian", "E G É SZ S É G", "H8 EGÉSZSÉG", 82),
    ("hungarian", "E G É S ZS É G", "H8 EGÉSZSÉG", 106),
    ("hungarian", "E G É S ZS É G", "H8 EGÉS[ZS]ÉG", 106),
    ("hungarian", "E G É S ZS SZ É G", "H8 EGÉSZSÉG", "tiles_unclear"),
    ("hungarian", "E G É S Z S É", "H8 ESZ", 12),
    ("hungarian", "GY Í K A A A A", "h8 gyík", 20),
    ("hungarian", "GY Ő R A A A A", "H8 GYO\u030bR", 24),
    ("catalan", "C E L·L A A A A", "H8 cel·la", 28),
    ("catalan", "C E L·L A A A A", "H8 CEL•LA", 28),
    ("catalan", "C E L·L A A A A", "H8 CEĿLA", 28),
    ("catalan", "C E L·L A A A A", "H8 CE[L·L]A", 28),
    ("catalan", "C E L L A A A", "H8 CELLA", 14),
    ("catalan", "C E ? A A A A", "H8 CE[l·l]A", 8),
    ("catalan", "C E ? A A A A", "H8 CE[L·L]*A", 8),
    ("catalan", "QU I E T A A A", "H8 quiet", 22),
    ("catalan", "C A NY A A A A", "H8 CANYA", 28),
    ("turkish", "I S I A A A A", "H8 ısı", 12),
    ("turkish", "İ Ş A A A A A", "H8 iş", 10),
    ("turkish", "K ? T A P E E", "H8 KiTAP", 26),
    ("turkish", "K ? L I Ç E E", "H8 KıLIÇ", 24),
    ("turkish", "I Ş A A A A A", "H8 İŞ", "not_on_rack"),
    ("polish", "Ż Ó Ł W A A A", "H8 żółw", 28),
    ("polish", "Ż Ó Ł W A A A", "H8 Z\u0307O\u0301ŁW", 28),
    ("polish", "Ż ? Ł W A A A", "H8 ŻóŁW", 18),
    ("greek", "Λ Ο Γ Ο Σ Α Α", "H8 λόγος", 22),
    ("greek", "Κ Α Ι Κ Ι Α Α", "H8 καΐκι", 16),
    ("greek", "Λ Ο Γ Ο ? Α Α", "H8 ΛΟΓΟς", 18),
    ("czech", "C H L E B A A", "H8 CHLEB", 24),
    ("czech", "C H L É B A A", "H8 chléb", 28),
    ("russian", "Ё Л К А О О О", "H8 ёлка", 16),
    ("russian", "Ё Л К А О О О", "H8 елка", "not_on_rack"),
    ("ukrainian", "М ' Я Т А О О", "H8 М'ЯТА", 38),
    ("ukrainian", "М ' Я Т А О О", "H8 м’ята", 38),
    ("ukrainian", "М ' Я Т А О О", "H8 мʼята", 38),
    ("ukrainian", "М ? Я Т А О О", "H8 М(')ЯТА", 18),
    ("ukrainian", "М ? Я Т А О О", "H8 М*'ЯТА", 18),
    ("dutch", "I J S A A A A", "H8 ijs", 14),
    ("dutch", "I J S A A A A", "H8 ĳs", 14),
    ("norwegian", "B L Å B Æ R A", "H8 blåbær", 52),
    ("romanian", "T A R A I I I", "H8 țară", 8),
    ("portuguese", "A Ç A O I I I", "H8 AÇÃO", 12),
    ("french", "C O E U R A A", "H8 cœur", 16),
]


@pytest.mark.sampled(25)
@pytest.mark.parametrize("row", ONE_WORD, ids=lambda row: f"{row[0]} {row[2]}")
def test_a_word_is_laid_as_its_language_writes_it(row: Row, tmp_path: Path) -> None:
    """Where no list is there every word is asked about."""
    status, points, faults = judged(tmp_path, row[:3])

    if isinstance(row[3], str):
        assert (status, points, faults) == ("invalid", None, [row[3], *UNKNOWN])
    else:
        assert (status, points, faults) == ("pending", row[3], UNKNOWN)


def test_a_german_eszett_is_two_tiles(tmp_path: Path) -> None:
    row = ("german", "S T R A S S E", "H8 straße")
    assert judged(tmp_path, row) == ("valid", 66, [])


CROSSED = ("spanish", "A O E E E E E", "8G ACHO")


@pytest.mark.parametrize(
    ("tile", "points", "as_text"),
    [("CH", 7, False), ("CH", 7, True), ("ch", 2, False), ("ch", 2, True)],
)
def test_a_tile_of_several_letters_lies_on_a_board(
    tile: str, points: int, as_text: bool, tmp_path: Path
) -> None:
    board: Any = with_tiles(15, (8, 8, tile))
    if as_text:
        board = ["".join(each if len(each) == 1 else f"[{each}]" for each in row) for row in board]

    assert judged(tmp_path, CROSSED, board=board) == ("pending", points, UNKNOWN)


@pytest.mark.parametrize(
    ("blank", "text", "rack"), [("ı", "8H ISI", "S I A"), ("i", "8H İŞ", "Ş A A")]
)
def test_turkish_blanks_lie_on_a_board(blank: str, text: str, rack: str, tmp_path: Path) -> None:
    board = with_tiles(15, (8, 8, blank))
    row = ("turkish", rack, text)
    assert judged(tmp_path, row, rules="letters = 3\nbonus = {}", board=board)[1:] == (4, UNKNOWN)


FIVE = "D...D\n.....\n..T..\n.....\nD...D"
BOARDS = [
    pytest.param("C2 CAT", f'"""\n{FIVE}\n"""', 5, ("valid", 15, []), id="the middle"),
    pytest.param("C4 CAT", f'"""\n{FIVE}\n"""', 5, ("invalid", None, ["off_board"]), id="too far"),
    pytest.param("F1 CAT", f'"""\n{FIVE}\n"""', 5, ("invalid", None, ["off_board"]), id="no row"),
    pytest.param(
        "A1 CAT",
        f'{{ grid = """\n{FIVE}\n""", start = "A1" }}',
        5,
        ("valid", 10, []),
        id="a corner",
    ),
    pytest.param(
        "C2 CAT",
        f'{{ grid = """\n{FIVE}\n""", start = "A1" }}',
        5,
        ("invalid", None, ["start_area"]),
        id="not there",
    ),
    pytest.param(
        "M13 CAT", '"""\n' + ("." * 25 + "\n") * 25 + '"""', 25, ("valid", 5, []), id="25"
    ),
    pytest.param("H8 CAT", '"wwf"', 15, ("valid", 5, []), id="wwf"),
    pytest.param("H8 CAT", '"lexulous"', 15, ("valid", 5, []), id="lexulous"),
]


@pytest.mark.parametrize(("text", "layout", "size", "expected"), BOARDS)
def test_boards_of_any_width(
    text: str, layout: str, size: int, expected: object, tmp_path: Path
) -> None:
    row = ("english", "C A T E E E E", text)
    assert judged(tmp_path, row, f"layout = {layout}", board=_empty(size)) == expected


def test_the_last_square_of_the_widest_board(tmp_path: Path) -> None:
    board = with_tiles(25, (25, 22, "C"), (25, 23, "A"), (25, 24, "R"))
    grid = 'layout = """\n' + ("." * 25 + "\n") * 25 + '"""'
    row = ("english", "E E E E E E E", "Y22 CARE")
    assert judged(tmp_path, row, grid, board=board) == ("valid", 6, [])


@pytest.mark.parametrize(
    ("text", "placed", "points"),
    [
        ("A1 QUAD", [(1, 4, "D"), (2, 4, "O"), (3, 4, "G")], 56),
        ("U18 OXEN", [(21, 18, "O"), (21, 19, "X"), (21, 20, "E")], 44),
    ],
)
def test_corners_of_the_super_board_count_four_times(
    text: str, placed: list[tuple[int, int, str]], points: int, tmp_path: Path
) -> None:
    row = ("english-super", "Q U A N E E E", text)
    board = with_tiles(21, *placed)
    assert judged(tmp_path, row, 'layout = "super"', board=board) == ("valid", points, [])


LISTS = {
    "cat.txt": b"cat\nzo\nact\nza\nantidisestablishmentarianism\n",
    "short.txt": b"qi\nza\n",
    "latin.txt": "pâté\nété\nParis\n".encode("latin-1"),
    "polish.txt": "żółw\n".encode("iso-8859-2"),
    "russian.txt": "ёлка\n".encode("utf-16"),
    "dos.txt": b"\xef\xbb\xbfcat\r\nzoo\r\n",
    "spaces.txt": b"\tcat \n zoo\t\n",
    "capitals.txt": b"CAT\nZOO\n",
    "spanish.txt": "chorro\n".encode("latin-1"),
    "hungarian.txt": "egészség\n".encode("iso-8859-2"),
    "turkish.txt": "ısı\n".encode("iso-8859-9"),
    "ukrainian.txt": "м'ята\n".encode(),
    "catalan.txt": "cel·la\n".encode(),
    "greek.txt": "λόγος\n".encode("iso-8859-7"),
    "composed.txt": "cafe\u0301\n".encode(),
    "koi8.txt": "ёлка\n".encode("koi8-r"),
    "little.txt": "cat\n".encode("utf-16-le"),
}
CAT = 'lexicon = { file = "cat.txt" }'
SHORT = f'{CAT}\nshort_words = {{ file = "short.txt" }}'
BY_LISTS = [
    ("english", "Q I Z O C A T", "H8 QI", SHORT, "", ("valid", 22, [])),
    ("english", "Q I Z O C A T", "H8 ZO", SHORT, "", ("invalid", None, ["word_refused"])),
    ("english", "Q I Z O C A T", "H8 CAT", SHORT, "", ("valid", 10, [])),
    ("english", "Q I Z O C A T", "H8 TCA", CAT, "anagrams = true", ("valid", 10, [])),
    ("english", "Q I Z O C A T", "H8 TCA", CAT, "", ("pending", 10, UNKNOWN)),
    ("english", "Q I Z O C A T", "H8 CAT", 'lexicon = "none"', "", ("pending", 10, UNKNOWN)),
    (
        "french", "P A T E I S R", "H8 pâté",
        'lexicon = { file = "latin.txt", encoding = "latin-1" }', "", ("valid", 12, []),
    ),
    (
        "french", "P A T E I S R", "H8 PARIS",
        'lexicon = { file = "latin.txt", encoding = "latin-1" }', "", ("pending", 16, UNKNOWN),
    ),
    (
        "french", "P A T E I S R", "H8 PARIS",
        'lexicon = { file = "latin.txt", encoding = "iso-8859-1", capitalised = true }', "",
        ("valid", 16, []),
    ),
    (
        "polish", "Ż Ó Ł W A A A", "H8 żółw",
        'lexicon = { file = "polish.txt", encoding = "iso-8859-2" }', "", ("valid", 28, []),
    ),
    (
        "russian", "Ё Л К А О О О", "H8 ёлка",
        'lexicon = { file = "russian.txt", encoding = "utf-16" }', "", ("valid", 16, []),
    ),
    ("english", "Z O O C A T E", "H8 ZOO", 'lexicon = { file = "dos.txt" }', "", ("valid", 24, [])),
    ("english", "Z O O C A T E", "H8 ZOO", 'lexicon = { file = "spaces.txt" }', "", ("valid", 24, [])),
    ("english", "Z O O C A T E", "H8 CAT", 'lexicon = { file = "spaces.txt" }', "", ("valid", 10, [])),
    ("english", "Z O O C A T E", "H8 CAT", 'lexicon = { file = "capitals.txt" }', "", ("valid", 10, [])),
    (
        "english", "Z O O C A T E", "H8 CAT",
        'lexicon = { file = "little.txt", encoding = "utf-16-le" }', "", ("valid", 10, []),
    ),
    (
        "spanish", "CH RR O O A S E", "H8 CHORRO",
        'lexicon = { file = "spanish.txt", encoding = "latin-1" }', "", ("valid", 30, []),
    ),
    (
        "spanish", "CH RR O O A S E", "H8 [RR]O[CH]O",
        'lexicon = { file = "spanish.txt", encoding = "latin-1" }', "anagrams = true", ("valid", 30, []),
    ),
    (
        "hungarian", "E G É S ZS É G", "H8 EGÉSZSÉG",
        'lexicon = { file = "hungarian.txt", encoding = "iso-8859-2" }', "", ("valid", 106, []),
    ),
    (
        "turkish", "I S I A A A A", "H8 ISI",
        'lexicon = { file = "turkish.txt", encoding = "iso-8859-9" }', "", ("valid", 12, []),
    ),
    ("ukrainian", "М ' Я Т А О О", "H8 м’ята", 'lexicon = { file = "ukrainian.txt" }', "", ("valid", 38, [])),
    ("catalan", "C E L·L A A A A", "H8 cel•la", 'lexicon = { file = "catalan.txt" }', "", ("valid", 28, [])),
    (
        "greek", "Λ Ο Γ Ο Σ Α Α", "H8 ΛΟΓΟΣ",
        'lexicon = { file = "greek.txt", encoding = "iso-8859-7" }', "", ("valid", 22, []),
    ),
    ("french", "C A F E E E E", "H8 CAFÉ", 'lexicon = { file = "composed.txt" }', "", ("valid", 18, [])),
    (
        "russian", "Ё Л К А О О О", "H8 ёлка",
        'lexicon = { file = "koi8.txt", encoding = "koi8-r" }', "", ("valid", 16, []),
    ),
]  # fmt: skip


@pytest.mark.sampled(12)
@pytest.mark.parametrize("row", BY_LISTS, ids=lambda row: f"{row[0]} {row[2]} {row[5][0]}")
def test_words_of_lists_in_any_encoding(row: Any, tmp_path: Path) -> None:
    for name, data in LISTS.items():
        (tmp_path / name).write_bytes(data)
    tiles, rack, text, keys, rules, expected = row

    assert judged(tmp_path, (tiles, rack, text), keys, rules) == expected
