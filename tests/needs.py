"""What a test needs beyond Python: skipped where it is missing, a failure under MAILREF_FULL=1."""

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


def need_program(name: str, package: str) -> str:
    """Return the path of *name*; without it skip, or fail where the full suite is wanted."""
    found = shutil.which(name)
    if found is None:
        absent(f"{name} is not installed (Debian package {package})")
    return found


def need_shared(*parts: str) -> Path:
    """Return a path beside the checkout, in ../shared; skip where it is absent."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"../shared/{'/'.join(parts)} is not there")
    return path


def absent(why: str) -> NoReturn:
    """Skip the test, or fail it under MAILREF_FULL=1."""
    if os.environ.get("MAILREF_FULL") == "1":
        pytest.fail(why)
    pytest.skip(why)
