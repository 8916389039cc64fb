"""What all workers of one run need is made by the first of them that asks for it."""

import os
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
        path = self.folder / name
        if not path.exists():
            part = path.with_suffix(f".{os.getpid()}")
            part.write_bytes(make())
            part.replace(path)
        return path.read_bytes()


SHARED = Shared()
