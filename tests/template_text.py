"""What a template says, the lists of orders that it includes put in."""

import re
from pathlib import Path

_INCLUDED = re.compile(r'\{% include "((?:\w+/)?(?:press_orders|orders_of_game)\.j2)" %\}')


def with_included_orders(folder: Path, name: str) -> str:
    """Return the text of a template of a language's *folder*, with what it includes of the game master's orders."""
    text = (folder / name).read_text(encoding="utf-8")
    return _INCLUDED.sub(lambda named: (folder / named[1]).read_text(encoding="utf-8"), text)
