"""Compile all files of tests as pytest loads them, and what they load, so that not each worker does.

To collect them does the same and takes twice as long. By names that pytest keeps to itself: where they have
changed each worker compiles for itself, and that is told.
"""

import compileall
import pkgutil
from importlib import import_module
from pathlib import Path

from _pytest.assertion import AssertionState, rewrite
from _pytest.config import _prepareconfig

import mailref

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


def compile_what_they_load() -> None:
    """Load the whole program with its libraries, and those of the tests: what is installed is not compiled."""
    for module in pkgutil.walk_packages(mailref.__path__, "mailref."):
        if not module.name.endswith(("__main__", ".env")):  # they run where they are loaded
            import_module(module.name)
    for name in ("hypothesis.strategies", "xdist.plugin", "xdist.remote", "trustme"):
        import_module(name)


if __name__ == "__main__":
    compile_tests()
    compile_what_they_load()
