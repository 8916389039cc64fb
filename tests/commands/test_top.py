"""`mailref top`: positions of a file, the open round of a game, and what is wrong with a file."""

import json
import re
from pathlib import Path

import pytest

from tests.commands.invoke import mailref
from tests.needs import need_shared
from tests.settings.written import file as settings

SIGNS = "15 lines of 15: '.' free, capital a tile, small letter a joker"
EMPTY = ["." * 15] * 15
HAUS = [*EMPTY[:7], "......HAuS.....", *EMPTY[8:]]
"""HAUS from G8 to J8, its U a blank."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def file_of(*positions: object) -> str:
    Path("positions.json").write_text(json.dumps(positions), encoding="utf-8")
    return "positions.json"


def test_each_position_is_a_line_with_its_best_moves() -> None:
    """G9w ES: E2*2+S1=3, HE 2+2=4, AS 1+1=2, and 50 for two new tiles."""
    file = file_of(
        {"name": "one", "board": HAUS, "letters": "ES", "bonus": {"2": 50}},
        {"name": "two", "board": HAUS, "letters": "QX", "bonus": {}},
    )

    called = mailref("top", "--positions", file)

    assert (called.code, called.err) == (0, "")
    assert called.out == "one: G9w ES 59\ntwo: no move\n"


def test_count_asks_for_so_many_of_all_moves() -> None:
    """K7s ES: E1 S1, and HAUSS is no word but HAUSE 2+1+0+1+1=5; G8w hausES: 2+1+0+1+1+1=6, no bonus."""
    file = file_of({"name": "one", "board": HAUS, "letters": "ES", "bonus": {"2": 50}})

    called = mailref("top", "--positions", file, "--count", "3")

    assert called.out == "one: G9w ES 59; K7s ES 57; G8w hausES 57\n"


def test_json_holds_square_direction_word_blanks_and_swaps() -> None:
    """Contract 1. HAUSE down is not open to one tile; K8 E makes HAUSE: 2+1+0+1, a blank E 0, and 50."""
    file = file_of({"name": "one", "board": HAUS, "letters": "?", "bonus": {"1": 50}})

    called = mailref("top", "--positions", file, "--json")

    found = json.loads(called.out)
    assert found.pop("ms") > 0
    assert {key: found[key] for key in ("name", "points")} == {"name": "one", "points": 54}
    assert {
        "square": "G8",
        "direction": "across",
        "word": "HAUSE",
        "blanks": ["K8"],
        "swaps": [],
        "points": 54,
    } in found["moves"]
    assert {move["word"] for move in found["moves"]} >= {"HAUSE", "HAUST"}


def test_the_open_round_of_a_game_is_searched_under_its_rules_and_rulings() -> None:
    """Contract 1; letters given by hand, and a word that only the game master accepts."""
    text = settings(game='letters = "AEXÖQZR?"\n[game.words]\naccept = ["XÖQZREA"]')
    Path("config.toml").write_text(text, encoding="utf-8")

    called = mailref("top", "yerres", "--json")

    found = json.loads(called.out)
    assert (called.code, called.err, found["name"]) == (0, "", "yerres")
    assert {move["word"] for move in found["moves"]} == {"XÖQZREA"}


def test_a_game_of_several_plays_gets_its_best_first_play_and_the_best_set_found() -> None:
    """The exact best first play; the set is named as best found, with its bound."""
    text = settings(game='letters = "ABDEEEIKNNORSTUU"').replace("-1zug", "-2zug")
    Path("config.toml").write_text(text, encoding="utf-8")

    called = mailref("top", "yerres", "--json")
    in_words = mailref("top", "yerres")

    found = json.loads(called.out)
    best = found["best_found"]
    assert found["points"] == found["moves"][0]["points"] > 0
    assert best["points"] == sum(play["points"] for play in best["plays"]) >= found["points"]
    assert len(best["plays"]) == 2
    assert best["bound"] == 40
    assert in_words.out.splitlines()[1].startswith("yerres: best found, following 40 sets: 1. ")


def test_moves_are_written_in_the_language_of_the_game() -> None:
    text = settings(
        game='letters = "ABEENRT"\nlanguage = "en"\nlexicon = "enable"\ntiles = "english"'
    )
    Path("config.toml").write_text(text, encoding="utf-8")

    called = mailref("top", "yerres")

    assert called.code == 0
    moves = re.findall(r"[A-O]\d+([a-z]) [A-Z*]+ \d+", called.out)
    assert set(moves) == {"a", "d"}  # across, down; in German w and s


def test_an_unknown_game_exits_1() -> None:
    Path("config.toml").write_text(settings(), encoding="utf-8")

    called = mailref("top", "ägypten")

    assert (called.code, called.err) == (1, "mailref: config.toml names no game 'ägypten'\n")


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        pytest.param(
            {"name": "p004", "board": [*EMPTY[:4], "." * 14, *EMPTY[5:]], "letters": "E"},
            "position 1 \"p004\": board row 5 has 14 squares instead of 15: '..............'; "
            + SIGNS,
            id="row",
        ),
        pytest.param(
            {"name": "p", "board": EMPTY[1:], "letters": "E"},
            'position 1 "p": board a board has 15 rows, not 14; ' + SIGNS,
            id="rows",
        ),
        pytest.param(
            {"board": EMPTY, "letters": "E1"}, "position 1: letters '1' is not a tile", id="letters"
        ),
        pytest.param(
            {"board": EMPTY, "letters": "???"},
            "position 1: letters are more than 102, or 2 blanks",
            id="blanks",
        ),
        pytest.param(
            {"board": EMPTY, "letters": "E", "bonus": {"x": 50}},
            'position 1: bonus "x" is not a number of tiles, or "all" alone',
            id="bonus-tiles",
        ),
        pytest.param(
            {"board": EMPTY, "letters": "E", "bonus": {"8": "50"}},
            'position 1: bonus must be a whole number, not "50"',
            id="bonus-points",
        ),
        pytest.param(
            {"board": "x", "letters": "E"},
            "position 1: board a board has 15 rows, not 1; " + SIGNS,
            id="board",
        ),
        pytest.param(
            7, "position 1: must be an object with board, letters and bonus", id="no-object"
        ),
    ],
)
def test_a_faulty_position_is_named_on_one_line(entry: object, fault: str) -> None:
    """Contract 1: wrong input exits 2 with one line on stderr."""
    called = mailref("top", "--positions", file_of(entry))

    assert (called.code, called.out) == (2, "")
    assert called.err == f"positions.json: {fault}\n"


def test_every_faulty_position_is_told() -> None:
    called = mailref("top", "--positions", file_of(1, {"board": EMPTY, "letters": "E"}, 2))

    assert [line.split(":")[1] for line in called.err.splitlines()] == [
        " position 1",
        " position 3",
    ]


def test_a_file_that_is_missing_or_no_json_exits_2() -> None:
    Path("broken.json").write_text("[{", encoding="utf-8")
    Path("object.json").write_text("{}", encoding="utf-8")

    missing = mailref("top", "--positions", "absent.json")
    broken = mailref("top", "--positions", "broken.json")
    no_list = mailref("top", "--positions", "object.json")

    assert (missing.code, missing.err) == (2, "absent.json: No such file or directory\n")
    assert broken.code == 2
    assert broken.err.startswith("broken.json: is no JSON: ")
    assert broken.err.count("\n") == 1
    assert (no_list.code, no_list.err) == (2, "object.json: must be a list of positions\n")


def test_a_game_or_a_file_must_be_named() -> None:
    neither = mailref("top")
    both = mailref("top", "yerres", "--positions", "x")

    assert (neither.code, both.code) == (2, 2)
    assert neither.err == "mailref top: name a game, or a file with --positions\n"


@pytest.mark.slow
def test_the_shipped_list_finds_all_known_tops_as_json() -> None:
    """300 of 300 points right."""
    path = need_shared("positions", "tops.json")
    known = {each["name"]: each["top"] for each in json.loads(path.read_text(encoding="utf-8"))}

    called = mailref("top", "--positions", str(path), "--json")

    found = [json.loads(line) for line in called.out.splitlines()]
    assert len(found) == 300
    assert {each["name"]: each["points"] for each in found} == known


EMPTY_SUPER = ["." * 21] * 21


def test_positions_have_tiles_board_and_list_of_their_own() -> None:
    """H4 QUIZZES on an empty board of 21: 10+1+1+10+10+1+1, the first over the star, which doubles, and D factors."""
    Path("words.txt").write_text("quiz\n", encoding="utf-8")
    file = file_of(
        {
            "name": "super",
            "tiles": "english-super",
            "layout": "super",
            "lexicon": {"file": "words.txt"},
            "board": EMPTY_SUPER,
            "letters": "QUIZ",
            "bonus": {},
        }
    )

    called = mailref("top", "--positions", file, "--count", "100", "--json")

    assert (called.code, called.err) == (0, "")
    found = json.loads(called.out)["moves"]
    # Each of the four places over K11 both ways; the star doubles, and no other premium is near.
    assert {(move["square"], move["direction"]) for move in found} == {
        *((f"{column}11", "across") for column in "HIJK"),
        *((f"K{row}", "down") for row in range(8, 12)),
    }
    assert {move["points"] for move in found} >= {2 * (10 + 1 + 1 + 10)}


def test_tiles_of_two_letters_are_told_as_lists() -> None:
    """[CS] 7 and Ó 2 over the star, doubled; blanks small, each tile a text of its own."""
    Path("words.txt").write_text("csó\n", encoding="utf-8")
    file = file_of(
        {
            "name": "hu",
            "tiles": "hungarian",
            "lexicon": {"file": "words.txt"},
            "board": [["."] * 15, *EMPTY[1:]],
            "letters": ["CS", "Ó", "A"],
        }
    )

    as_json, as_text = (mailref("top", "--positions", file, *more) for more in (("--json",), ()))

    found = json.loads(as_json.out)
    assert found["points"] == 2 * (7 + 2)
    assert {tuple(move["word"]) for move in found["moves"]} == {("CS", "Ó")}
    assert "H8w [CS]Ó 18" in as_text.out


def test_letters_in_any_order_have_a_top() -> None:
    Path("words.txt").write_text("at\n", encoding="utf-8")
    file = file_of(
        {
            "name": "smog",
            "tiles": "english",
            "lexicon": {"file": "words.txt"},
            "anagrams": True,
            "board": [*EMPTY[:7], ".......T.......", *EMPTY[8:]],
            "letters": "A",
            "bonus": {},
        }
    )

    found = mailref("top", "--positions", file)

    assert found.out == "smog: H7s At 2; G8w At 2; H8w tA 2; H8s tA 2\n"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        pytest.param({"tiles": "klingon"}, "tiles must be one of", id="tiles"),
        pytest.param({"layout": "round"}, "layout must be one of", id="board"),
        pytest.param({"lexicon": {"file": "absent.txt"}}, "cannot be read", id="list"),
        pytest.param({"layout": "super"}, "a board has 21 rows, not 15", id="rows"),
        pytest.param({"letters": ["A", 1]}, "letters entry 2 must be a text", id="letters"),
    ],
)
def test_what_a_position_cannot_have_is_a_fault(more: dict[str, object], said: str) -> None:
    file = file_of({"name": "one", "board": EMPTY, "letters": "A", "bonus": {}, **more})

    called = mailref("top", "--positions", file)

    assert called.code == 2
    assert said in called.err
