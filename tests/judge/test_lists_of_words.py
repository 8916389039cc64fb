"""`judge` by lists of words that the settings name, in rounds and in turns, with no database (contract 2)."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from mailref.commands.judge import as_object, judge_mail
from mailref.commands.sources import office_without_effect
from tests.judge.test_set_of_tiles import IN_ROUNDS, IN_TURNS, PLAYERS
from tests.settings.written import GAMEMASTER, MAIL, load

RECEIVED = datetime(2026, 11, 30, 12, tzinfo=UTC)
ENABLE = 'tiles = "english"'
NO_LIST = 'tiles = "english"\nlexicon = "none"'
OWN = 'tiles = "english"\nlexicon = { file = "own.txt", name = "our list" }'
SHORT = 'tiles = "english"\nshort_words = { file = "short.txt" }'
SMOG = "anagrams = true"


def judged(folder: Path, variant: str, keys: str, rules: str, play: str) -> Any:
    (folder / "own.txt").write_text("qua\nquiza\n", encoding="utf-8")
    (folder / "short.txt").write_text("za\nqi\n", encoding="utf-8")
    start = (IN_ROUNDS if variant == "simultan" else IN_TURNS).format(rack='"QUIZAIN"')
    table, _, rest = start.partition("[game.start]")
    switches = "" if "[game.rules]" in table else "[game.rules]\n"
    text = (
        f'{MAIL}{GAMEMASTER}[[game]]\nid = "kiel"\ntitle = "Kiel"\nvariant = "{variant}"\n'
        f'zone = "Europe/Berlin"\n{keys}\n{table}{switches}{rules}\n[game.start]{rest}\n{PLAYERS}'
    )
    loaded = load(text, folder)
    assert loaded.settings is not None, [fault.line for fault in loaded.faults]
    office = office_without_effect(loaded.settings, RECEIVED)
    mail = (
        "From: max@example.org\nTo: referee@example.org\nSubject: [kiel]\nMessage-ID: <1@example.org>\n"
        f"Content-Type: text/plain; charset=utf-8\n\n{play}\n"
    ).encode()
    found = judge_mail(mail, loaded.settings, office, RECEIVED, RECEIVED)
    return as_object("x.eml", found, found.entries[0], office)


@pytest.mark.parametrize("variant", ["simultan", "classic-open"])
@pytest.mark.parametrize(
    ("game", "play", "expected"),
    [
        pytest.param((ENABLE, ""), "H8 QUIZ", ("valid", 44, "valid"), id="in ENABLE"),
        pytest.param((ENABLE, ""), "H8 QI", ("pending", 22, "unknown"), id="not in ENABLE"),
        pytest.param((NO_LIST, ""), "H8 QUIZ", ("pending", 44, "unknown"), id="without a list"),
        pytest.param((OWN, ""), "H8 QUA", ("valid", 24, "valid"), id="in a list of our own"),
        pytest.param((OWN, ""), "H8 QUIZ", ("pending", 44, "unknown"), id="in another list alone"),
        pytest.param((SHORT, ""), "H8 QI", ("valid", 22, "valid"), id="a short word of the club"),
        pytest.param((SHORT, ""), "H8 AN", ("invalid", None, "refused"), id="another short word"),
        pytest.param((SHORT, ""), "H8 QUIZ", ("valid", 44, "valid"), id="a longer word"),
        pytest.param((ENABLE, SMOG), "H8 ZIUQ", ("valid", 44, "valid"), id="WordSmog"),
        pytest.param(
            (ENABLE, SMOG), "H8 ZAUQ", ("pending", 44, "unknown"), id="letters of no word"
        ),
        pytest.param((ENABLE, ""), "H8 ZIUQ", ("pending", 44, "unknown"), id="in order, else"),
    ],
)
def test_a_word_is_judged_by_the_list_of_its_game(
    tmp_path: Path,
    variant: str,
    game: tuple[str, str],
    play: str,
    expected: tuple[str, int | None, str],
) -> None:
    """Q 10, U I A N 1, Z 10; the star doubles. *game*: its keys, and its rules."""
    status, points, said = expected
    (move,) = judged(tmp_path, variant, *game, play)["moves"]

    assert (move["status"], move["points"]) == (status, points)
    if status == "invalid":
        assert [fault["code"] for fault in move["faults"]] == ["word_refused"]
    else:
        assert [word["verdict"] for word in move["plays"][0]["words"]] == [said]
