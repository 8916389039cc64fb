"""What hatchling runs when it builds the wheel: grammars and templates are worked out for it."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MadeReady(BuildHookInterface[Any]):
    """Puts what `mailref.made_ready` makes beside the code, in a checkout, too."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  hatchling's
        sys.path.insert(0, self.root)
        from mailref.made_ready import write  # noqa: PLC0415  ours is found only now

        write(Path(self.root) / "mailref" / "data" / "ready")
        build_data["artifacts"].append("/mailref/data/ready/*")
