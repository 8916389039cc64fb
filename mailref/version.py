"""Which version this is, and of which commit it was made."""

import subprocess
from contextlib import suppress
from pathlib import Path

from mailref import __version__

COMMIT = "commit.txt"
"""What is built keeps its commit in `mailref/data` in a file of this name (`.ci/made_ready.py` writes it)."""
_LENGTH = 12


def told() -> str:
    """Return version and commit, `0.2.0 (1a2b3c4d5e6f)`; the version alone where nobody knows the commit."""
    found = commit(Path(__file__).resolve().parent)
    return f"{__version__} ({found})" if found else __version__


def commit(package: Path) -> str:
    """Return of which commit *package* was made, `+` behind it where something was changed since; or nothing.

    In a checkout git knows; elsewhere what the build has written down.
    """
    checkout = package.parent
    if (checkout / ".git").exists():
        with suppress(OSError, subprocess.CalledProcessError):
            changed = "+" if _git(checkout, "status", "--porcelain", "--untracked-files=no") else ""
            return _git(checkout, "rev-parse", "HEAD")[:_LENGTH] + changed
    with suppress(OSError):
        return (package / "data" / COMMIT).read_text(encoding="ascii").strip()
    return ""


def _git(checkout: Path, *arguments: str) -> str:
    command = ["git", "-C", str(checkout), *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  as written here
    return done.stdout.strip()
