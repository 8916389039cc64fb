"""`judge --json` over the sixty example mails of the contract (../shared/examples)."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import need_shared


@pytest.mark.slow
def test_judge_agrees_with_every_example() -> None:
    """Contract 3: each expectation holds only what the rules and the contract insist on."""
    script = need_shared("examples", "judge", "run.py")
    program = Path(sys.executable).with_name("mailref")

    done = subprocess.run(
        [sys.executable, str(script), str(program)], capture_output=True, text=True, check=False
    )

    assert done.stdout.splitlines()[-1] == "judge: 60 of 60 mails agree", done.stdout
