"""Builds the library of faults, and starts programs with it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.effort import PATIENCE
from tests.needs import absent, need_program

SOURCE = Path(__file__).with_name("faults.c")
PROGRAM = Path(sys.executable).with_name("mailref")


def built(folder: Path) -> Path:
    """Return the library, built in *folder*; skip where there is no C compiler for Linux."""
    if sys.platform != "linux":
        absent("system calls are injected on Linux only")
    compiler = shutil.which("cc") or need_program("gcc", "gcc")
    library = folder / "faults.so"
    call = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"]
    subprocess.run(call, check=True, capture_output=True, timeout=PATIENCE)
    return library


def environment(library: Path, folder: Path, capacity: Path | None = None) -> dict[str, str]:
    """Return the environment of a program whose files in *folder* find faults."""
    return {
        **os.environ,
        "LD_PRELOAD": str(library),
        "MAILREF_FAULT_FOLDER": str(folder),
        "MAILREF_FAULT_CAPACITY": str(capacity or ""),
    }
