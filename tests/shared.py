"""What all workers of one run need is made by the first of them that asks for it."""

import fcntl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Shared:
    """A folder of the run, none outside of pytest."""

    folder: Path | None = None

    def once(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Return what *make* returns, or has returned to another worker."""
        if self.folder is None:
            return make()
        with (self.folder / name).open("a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # whoever comes meanwhile waits
            file.seek(0)
            if not (found := file.read()):
                file.write(found := make())
        return found


SHARED = Shared()
