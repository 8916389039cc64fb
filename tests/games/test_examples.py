"""The examples of the specifications, computed by hand and by a program that shares no code with this one."""

import json
from pathlib import Path

import pytest

from tests.games.examples import Case, differences, run

OURS = 237 + 116
"""Cases of our own in the same form, written by hand from docs/classic.md and docs/table-games.md."""
HERE = Path(__file__).parent / "cases"
CASES = [
    pytest.param(case, id=case["name"])
    for file in sorted(HERE.glob("*.json"))
    for case in json.loads(file.read_text("utf-8"))["cases"]
]


def test_there_are_as_many_as_the_specification_says() -> None:
    assert len(CASES) == 134 + 143 + 37 + 58 + 10 + OURS


@pytest.mark.parametrize("case", CASES)
def test_what_must_come_out_does(case: Case) -> None:
    assert differences(case) == []


def test_a_case_that_says_something_else_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = json.loads((HERE / "classic.json").read_text("utf-8"))["cases"]
    case = next(each for each in cases if each["name"] == "open-with-rucken")
    case["steps"][0]["expect"]["points"] = 27
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps({"cases": [case]}), "utf-8")

    code = run([str(file)])

    assert code == 1
    assert capsys.readouterr().out == (
        "open-with-rucken: step 1: points is 26, not 27\n0 of 1 agree\n"
    )
