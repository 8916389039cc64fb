"""What hatchling runs when it builds the wheel: grammars and templates are worked out for it."""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

READY = "MAILREF_READY"
"""A folder in which the same was made ready before: what the same code made of the same is taken over."""
LATER = "MAILREF_READY_LATER"
"""Set by whoever makes it ready himself once all is installed, as `make` does: so it can go beside something else."""


class MadeReady(BuildHookInterface[Any]):
    """Puts what `mailref.made_ready` makes beside the code, in a checkout, too; and of which commit it is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  hatchling's
        sys.path.insert(0, self.root)
        from mailref.version import COMMIT, commit  # noqa: PLC0415  ours is found only now

        package = Path(self.root) / "mailref"
        # A wheel is built from the source archive, which knows no git: there the file is what the archive brought.
        (package / "data" / COMMIT).write_text(f"{commit(package)}\n", encoding="ascii")
        build_data["artifacts"].append(f"/mailref/data/{COMMIT}")
        if self.target_name != "wheel" or LATER in os.environ:
            return
        from mailref.made_ready import known_in, write  # noqa: PLC0415  as above

        ready = [known_in(Path(os.environ[READY]))] if READY in os.environ else []
        write(package / "data" / "ready", *ready)
        build_data["artifacts"].append("/mailref/data/ready/*")
