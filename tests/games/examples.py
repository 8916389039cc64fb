"""Play examples through the program's own core: `python -m tests.games.examples FILE...`.

The form of the files is that of `examples/README.md`: cases with what must come out. What the core
does not agree with is printed, with what it says instead; at the end `N of M agree`.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.games import form_examples, other_examples
from tests.games.classic import examples as classic_examples
from tests.games.rummikub import examples as table_examples

Case = Mapping[str, Any]
KINDS: Mapping[str, Callable[[Case], Iterator[str]]] = {
    "starter": classic_examples.starter,
    "play": classic_examples.play,
    "classic": classic_examples.game,
    "rummikub": table_examples.table_game,
    "unscrabble": other_examples.unscrabble,
    "bingo": other_examples.bingo,
    "form": form_examples.form,
}


def differences(case: Case) -> list[str]:
    """Return where the program does not agree with a case."""
    check = KINDS.get(case["kind"])
    if check is None:
        return [f"no such game: {case['kind']}"]
    return list(check(case))


def run(paths: Sequence[str]) -> int:
    """Print every difference and how many cases agree; 0 where all do."""
    cases = [case for path in paths for case in json.loads(Path(path).read_text("utf-8"))["cases"]]
    agree = 0
    for case in cases:
        found = differences(case)
        agree += not found
        for line in found:
            sys.stdout.write(f"{case['name']}: {line}\n")
    sys.stdout.write(f"{agree} of {len(cases)} agree\n")
    return 0 if agree == len(cases) else 1


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
