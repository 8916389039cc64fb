"""Compile all files of tests as pytest loads them, so that not each worker does.

To collect them does the same and takes twice as long. By names that pytest keeps to itself: where they have
changed each worker compiles for itself, and that is told.
"""

import compileall
from pathlib import Path

from _pytest.assertion import AssertionState, rewrite
from _pytest.config import _prepareconfig

TESTS = Path(__file__).resolve().parent.parent / "tests"


def compile_tests() -> None:
    config = _prepareconfig(["--noconftest", "-p", "no:hypothesispytest", "-p", "no:xdist"])
    state = AssertionState(config, "rewrite")
    for path in sorted(TESTS.rglob("*.py")):
        if not path.name.startswith(("test_", "conftest")):
            compileall.compile_file(path, quiet=1)
            continue
        folder = rewrite.get_cache_dir(path)
        folder.mkdir(exist_ok=True)
        compiled = folder / (path.stem + rewrite.PYC_TAIL)
        source, code = rewrite._rewrite_test(path, config)  # noqa: SLF001  see above
        rewrite._write_pyc(state, code, source, compiled)  # noqa: SLF001  see above


if __name__ == "__main__":
    compile_tests()
