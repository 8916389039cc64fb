"""Files that a loss of power does not lose."""

import os
from pathlib import Path


def write_durably(file: Path, data: bytes) -> None:
    """Write a file for its owner only, in place of an old one, and wait until it lies on the disk."""
    file.unlink(missing_ok=True)
    handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())


def sync_folder(folder: Path) -> None:
    """Make a name in *folder* survive a loss of power."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
