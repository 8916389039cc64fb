"""Files put in the place of others, and those that a loss of power does not lose."""

import os
from pathlib import Path


def write_durably(file: Path, data: bytes) -> None:
    """Write a file for its owner only, in place of an old one, and wait until it lies on the disk."""
    with os.fdopen(_new(file, 0o600), "wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())


def put_in_place(file: Path, data: bytes, mode: int = 0o644) -> os.stat_result:
    """Write a file in place of an old one at once and whole; nothing waits for the disk.

    Everybody may read it where no other *mode* is said. Return what it is told by until somebody puts another there.
    """
    folder, name = os.path.split(file)
    part = os.path.join(folder, f".{name}.part")  # noqa: PTH118  a page takes a dozen of them
    opened = _new(part, mode)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(opened, left) :]
        written = os.fstat(opened)
    finally:
        os.close(opened)
    os.replace(part, file)  # noqa: PTH105  as above
    return written


def _new(file: Path | str, mode: int) -> int:
    """Open a file that is not there, whatever was: through no link, which could lead anywhere."""
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY
    try:
        return os.open(file, flags, mode)
    except FileExistsError:  # of who was broken off
        Path(file).unlink(missing_ok=True)
        return os.open(file, flags, mode)


def sync_folder(folder: Path) -> None:
    """Make a name in *folder* survive a loss of power."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
