"""Of which commit a version is: what git says in a checkout, and what was written down when it was built."""

import subprocess
from pathlib import Path

import pytest

from mailref.version import COMMIT, commit


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    done = subprocess.run([*command, *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a package whose build has written down a commit."""
    found = tmp_path / "checkout" / "mailref"
    (found / "data").mkdir(parents=True)
    (found / "data" / COMMIT).write_text("0123456789ab\n", encoding="ascii")
    (found / "cli.py").write_text("print(1)\n", encoding="ascii")
    return found


def test_what_is_built_tells_the_commit_that_was_written_down(package: Path) -> None:
    assert commit(package) == "0123456789ab"


def test_where_nobody_knows_there_is_none(package: Path) -> None:
    (package / "data" / COMMIT).unlink()

    assert not commit(package)


def test_a_checkout_tells_where_it_stands_and_that_it_was_changed(package: Path) -> None:
    checkout = package.parent
    git(checkout, "init", "--quiet")
    git(checkout, "add", "mailref/cli.py")
    git(checkout, "commit", "--quiet", "--message", "Begin")
    head = git(checkout, "rev-parse", "HEAD")

    assert commit(package) == head[:12]
    (package / "cli.py").write_text("print(2)\n", encoding="ascii")
    assert commit(package) == f"{head[:12]}+"


def test_a_checkout_that_git_cannot_read_tells_what_was_written_down(package: Path) -> None:
    (package.parent / ".git").write_text("gitdir: /nowhere\n", encoding="ascii")

    assert commit(package) == "0123456789ab"
