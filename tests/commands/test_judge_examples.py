"""`judge --json` over the sixty example mails of the contract (../shared/examples)."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import fewer
from tests.needs import need_shared


@pytest.mark.slow
def test_judge_agrees_with_every_example() -> None:
    """Contract 3: each expectation holds only what the rules and the contract insist on.

    By `make test` the program is asked about some: all are read by `tests/judge/test_examples.py`.
    """
    script = need_shared("examples", "judge", "run.py")
    program = Path(sys.executable).with_name("mailref")

    some = fewer((), ("--tag", "client", "--tag", "encoding"))

    done = subprocess.run(
        [sys.executable, str(script), str(program), *some],
        capture_output=True,
        text=True,
        check=False,
    )

    wanted = f"judge: {fewer(60, 9)} of {fewer(60, 9)} mails agree"
    assert done.stdout.splitlines()[-1] == wanted, done.stdout
