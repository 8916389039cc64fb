"""The sixty example mails of the contract (../shared/examples), in this process."""

import json

import pytest

from tests.judge.agreement import differences
from tests.judge.cases import answers
from tests.needs import SHARED

EXAMPLES = SHARED / "examples" / "judge"


def lines() -> list[str]:
    path = EXAMPLES / "expected.jsonl"
    return path.read_text("utf-8").splitlines() if path.exists() else []


@pytest.mark.parametrize("line", lines(), ids=lambda line: json.loads(line)["mail"])
def test_the_answer_is_what_the_contract_demands(line: str) -> None:
    """Contract 3; `tests/commands/test_judge_examples.py` asks the command itself."""
    row = json.loads(line)
    data = (EXAMPLES / "mails" / row["mail"]).read_bytes()

    got = answers(data, str(EXAMPLES / row["settings"]), row["received"])

    assert [
        line for pair in zip(row["expect"], got, strict=True) for line in differences(*pair)
    ] == []
