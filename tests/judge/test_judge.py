"""`judge --json` over the mails of this folder, one call a settings file and time (contract 3)."""

import re

import pytest

from tests.judge.agreement import Json, differences
from tests.judge.cases import HERE, cases, judged
from tests.judge.scorer import game
from tests.judge.texts import Case


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_answer_is_what_the_documents_demand(case: Case) -> None:
    """Rules 4 and 8, contract 3: each expectation holds only what they insist on."""
    got = judged(case)

    assert len(got) == len(case.expect), got
    assert [
        line for pair in zip(case.expect, got, strict=True) for line in differences(*pair)
    ] == []


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_expected_points_are_those_of_the_second_scorer(case: Case) -> None:
    """Rules 3: no expectation was copied from the program that it judges."""
    for entry in case.expect:
        assert isinstance(entry, dict)
        for move in _objects(entry.get("moves")):
            plays = _objects(move.get("plays"))
            if not plays:
                continue
            written = [f"swap {square}" for square in _list(move.get("swaps"))]
            name = case.settings.removeprefix("games/").removesuffix(".toml")
            rules = game(name, str(entry["game"]))
            is_rows = rules.variant == "simultan"
            written += [_as_written(play, is_rows=is_rows) for play in plays]

            scored = rules.points(written)

            assert [play["points"] for play in plays] == [each.points for each in scored]


def test_every_mail_has_an_expectation() -> None:
    names = [case.name for case in cases()]

    assert {path.stem for path in (HERE / "mails").iterdir()} <= set(names)
    assert len(set(names)) == len(names) >= 600


def test_a_difference_is_seen() -> None:
    want: Json = {"points": 43, "moves": [{"status": "valid", "faults": ["gap"]}], "moves_len": 1}
    good: Json = {"points": 43, "moves": [{"status": "valid", "faults": [{"code": "gap"}]}]}
    bad: Json = {"points": 42, "moves": [{"status": "unused", "faults": []}, {}]}

    assert list(differences(want, good)) == []
    assert len(list(differences(want, bad))) == 4


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _objects(value: Json) -> list[dict[str, Json]]:
    return [each for each in _list(value) if isinstance(each, dict)]


def _as_written(play: dict[str, Json], *, is_rows: bool) -> str:
    """Return `M9s BE*HAUE` for a play of an expectation; in Simultan letters are rows (`12I`)."""
    square, word, is_down = str(play["square"]), str(play["word"]), play["direction"] == "down"
    turned = re.fullmatch(r"(\d+)([A-O])", square)
    letter, number = (turned[2], int(turned[1])) if turned else (square[0], int(square[1:]))
    named = [
        f"{chr(ord(letter) + index)}{number}" if is_down == is_rows else f"{letter}{number + index}"
        for index in range(len(word))
    ]
    blanks = _list(play["blanks"])
    marked = [
        ("*" if name in blanks else "") + each for name, each in zip(named, word, strict=True)
    ]
    return f"{letter}{number}{'s' if is_down else 'w'} {''.join(marked)}"
