"""`tiles` and `layout` of a game: what is shipped, files and grids of one's own, and what is wrong with them."""

from pathlib import Path

import pytest

from mailref.games.family import begin
from mailref.games.kind import replay
from mailref.record.codec import read_event, write_event
from mailref.settings.games import other_sets
from mailref.tiles.board import Square
from mailref.tiles.tile_set import GERMAN
from tests.settings.written import PLAYER, file, lines, load, settings, warnings
from tests.tiles.builders import WordList

MINE = """
alphabet = "A B CH"
blanks = 1
vowels = "A"
[tiles]
"A" = [9, 1]
"B" = [9, 4]
"CH" = [9, 9]
"""
CLASSIC = 'variant = "classic"'
TWO = PLAYER + PLAYER.replace("Max Mustermann", "Eva").replace("max@", "eva@")


def of(keys: str, inner: str = TWO) -> str:
    """Return a file with a classic game that has *keys*."""
    text = file(game=keys, inner=inner)
    return text.replace('variant = "dottendorf-1zug"', CLASSIC).replace(
        "deadline = 2026-12-11T20:00:00\n", ""
    )


def test_a_game_without_a_word_about_it_has_german_tiles_on_the_standard_board() -> None:
    (game,) = settings(file()).games

    assert (game.tiles, game.layout.name) == (GERMAN, "standard")


def test_what_is_usual_is_not_recorded() -> None:
    (game,) = settings(of('tiles = "german"\nlayout = "standard"')).games

    written = [write_event(each).payload for each in begin(game, bytes(32), WordList())]

    later = ("tile_set", "premiums", "listed", "short_listed")
    assert not any(f'"{key}":' in each for each in written for key in later)


def test_what_is_not_usual_is_recorded_whole() -> None:
    (game,) = settings(of('tiles = "spanish"\nlayout = "super"')).games

    events = [read_event(write_event(each)) for each in begin(game, bytes(32), WordList())]

    begun = replay(events)
    assert (begun.tile_set, begun.layout) == (game.tiles, game.layout)
    assert begun.tile_set.shown(begun.tile_set.digraphs) == "[CH][LL][RR]"


@pytest.mark.parametrize("variant", ["classic-super", "duplicate-super"])
def test_super_is_a_variant(variant: str) -> None:
    (game,) = settings(
        file(inner=TWO)
        .replace("dottendorf-1zug", variant)
        .replace("deadline = 2026-12-11T20:00:00\n", "")
    ).games

    assert (game.layout.size, len(game.tiles.all_tiles)) == (21, 200)


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("classic", []),
        ("classic-super", ['"enable" has words of up to 15 letters; left out: 4,262']),
    ],
)
def test_on_a_wider_board_it_is_said_that_longer_words_are_not_shipped(
    variant: str, said: list[str]
) -> None:
    """4,262 words of 16 to 28 letters of ENABLE2K's 173,528; 169,266 are here."""
    found = load(
        file(game='tiles = "english"', inner=TWO)
        .replace("dottendorf-1zug", variant)
        .replace("deadline = 2026-12-11T20:00:00\n", "")
    )

    lines = [each.line for each in found.warnings if "enable" in each.line]
    assert len(lines) == len(said)
    assert all(part in line for part, line in zip(said, lines, strict=True))


def test_a_set_of_ones_own_is_a_file_beside_the_settings(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE, encoding="utf-8")

    loaded = load(of('tiles = { file = "mine.toml" }'), tmp_path)

    assert loaded.settings is not None
    assert loaded.settings.games[0].tiles.name == "mine"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(MINE.replace("9, 9", "9"), "must be [count, value]", id="pair"),
        pytest.param("tiles = 3", "needs a table [tiles]", id="no table"),
        pytest.param("[tiles", "Expected", id="no TOML"),
        pytest.param(None, "no such file", id="no file"),
    ],
)
def test_what_is_wrong_with_it_is_said(tmp_path: Path, text: str | None, said: str) -> None:
    if text is not None:
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")

    loaded = load(of('tiles = { file = "mine.toml" }'), tmp_path)

    assert [said in fault.line for fault in loaded.faults] == [True]


def test_an_unknown_set_is_a_fault_with_the_one_that_may_be_meant() -> None:
    (line,) = lines(of('tiles = "englisch"'))

    assert 'tiles: must be one of "catalan"' in line
    assert 'did you mean "english"?' in line


@pytest.mark.parametrize("name", ["italian", "finnish", "russian", "ukrainian"])
def test_a_set_whose_sources_differ_is_a_warning(name: str) -> None:
    (line,) = [each for each in warnings(of(f'tiles = "{name}"')) if "tiles" in each]

    assert f'"{name}": ' in line


NO_VOWELS = MINE.replace('vowels = "A"\n', "")


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        pytest.param(NO_VOWELS, True, id="none said"),
        pytest.param(MINE, False, id="said"),
        pytest.param(MINE.replace('"A"\n[', '""\n['), False, id="there are none"),
    ],
)
def test_a_set_that_does_not_say_its_vowels_is_a_warning(
    tmp_path: Path, text: str, *, is_said: bool
) -> None:
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")

    loaded = load(of('tiles = { file = "mine.toml" }'), tmp_path)

    said = [each.line for each in loaded.warnings if "vowels" in each.line]
    assert [('"mine" does not say' in each, 'vowels = "AEIOU"' in each) for each in said] == [
        (True, True)
    ] * is_said
    assert loaded.faults == ()


ROUNDS = 'variant = "dottendorf-1zug"'


@pytest.mark.parametrize(
    ("variant", "rules", "said"),
    [
        pytest.param(ROUNDS, "min_vowels = 1", "there is no min_vowels;", id="least"),
        pytest.param(ROUNDS, "min_consonants = 1", "there is no min_consonants;", id="consonants"),
        pytest.param(ROUNDS, 'end = "exhausted"', 'there is no end = "exhausted";', id="end"),
        pytest.param(CLASSIC, "bags = 2", "bags: one of two bags holds the vowels", id="bags"),
        pytest.param(ROUNDS, 'min_vowels = 1\nvowels = "A"', "", id="named in the settings"),
        pytest.param(CLASSIC, "bags = 1", "", id="one bag"),
    ],
)
def test_where_the_rules_ask_for_vowels_it_is_a_fault(
    tmp_path: Path, variant: str, rules: str, said: str
) -> None:
    """A game in rounds was over after its first one: no vowels were left."""
    (tmp_path / "mine.toml").write_text(NO_VOWELS, encoding="utf-8")
    inner = f"{TWO}\n[game.rules]\n{rules}\n"
    text = file(game='tiles = { file = "mine.toml" }', inner=inner)
    if variant == CLASSIC:
        text = of('tiles = { file = "mine.toml" }', inner)

    faults = [each.line for each in load(text, tmp_path).faults]

    assert [said in each and "into the file of the tiles" in each for each in faults] == [
        True
    ] * bool(said)


def test_a_board_of_ones_own_is_a_grid() -> None:
    grid = "q....\n.D...\n..t..\n...d.\n....Q"

    (game,) = settings(of(f'layout = {{ grid = """\n{grid}\n""", start = "B2" }}')).games

    assert (game.layout.size, game.layout.start) == (5, Square(1, 1))
    assert game.layout.factors(Square(4, 4)) == (1, 4)


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        pytest.param('"supper"', 'did you mean "super"?', id="name"),
        pytest.param('"""\n....\n....\n....\n....\n"""', "5 to 25", id="too small"),
        pytest.param('"""\n.....\n.....\n.....\n.....\n....\n"""', "as many squares", id="ragged"),
        pytest.param('"""\nx....\n.....\n.....\n.....\n.....\n"""', "'x' is no premium", id="sign"),
    ],
)
def test_what_is_wrong_with_a_board_is_said(layout: str, said: str) -> None:
    (line,) = lines(of(f"layout = {layout}"))

    assert said in line


def test_rows_and_racks_may_be_lists_of_tiles() -> None:
    row = '["A", "CH", "rr", "", "", "", "", "", "", "", "", "", "", "", ""]'
    empty = '"..............."'
    board = f"[{', '.join([row, *[empty] * 14])}]"
    start = f'[game.start]\nturn = 3\nto_move = "Max Mustermann"\nboard = {board}\n'
    start += 'racks = { "Max Mustermann" = ["LL", "A", "?"] }\n'

    (game,) = settings(of('tiles = "spanish"', start + TWO)).games

    taken = game.taken_over  # type: ignore[attr-defined]  # a classic game's
    assert game.tiles.shown(taken.board.rows[0][:3]) == "A[CH][rr]"
    assert game.tiles.shown(taken.racks[0][1].value) == "A[LL]?"


def test_tiles_of_the_board_are_counted_by_the_set() -> None:
    board = "\n".join(["[CH][CH].............", *["..............."] * 14])
    start = f'[game.start]\nturn = 3\nto_move = "Max Mustermann"\nboard = """\n{board}\n"""\n'

    found = lines(of('tiles = "spanish"', start + TWO))

    assert any("lays more than the set holds: CH" in each for each in found)


def test_a_game_keeps_what_it_has_begun_with() -> None:
    (english,) = settings(of('tiles = "english"')).games
    (spanish,) = settings(of('tiles = "spanish"\nlayout = "super"')).games
    game = replay(begin(english, bytes(32), WordList()))

    assert [key for key, _ in other_sets(spanish, game)][:2] == ["tiles", "layout"]
    assert list(other_sets(english, game)) == []


@pytest.mark.parametrize("key", ['tiles = "english"', 'layout = "super"'])
def test_wort_rummikub_has_tiles_of_its_own(key: str) -> None:
    text = of(key).replace(CLASSIC, 'variant = "rummikub"')

    assert any("says nothing" in each for each in lines(text))
