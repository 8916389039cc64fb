"""What axe-core finds in a page: the rules of WCAG as Deque's engine checks them in the browser.

`MAILREF_AXE` may name another `axe.min.js` than the one that is installed.
"""

import json
import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from tests.looks.chromium import Browser
from tests.needs import absent

_RUN = """axe.run(document, {iframes: false, resultTypes: ["violations"]}).then(found => JSON.stringify(
  found.violations.map(each => each.id + ": " + each.nodes.map(node => node.html.slice(0, 120)).join(" | "))
))"""


@cache
def engine() -> str:
    """Return the script; skip, or fail where the full suite is wanted, if there is none."""
    named = os.environ.get("MAILREF_AXE")
    if named:
        return Path(named).read_text(encoding="utf-8")
    found = find_spec("axe_core_python")
    if found is None or found.origin is None:
        absent("axe-core is not installed (axe-core-python)")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def violations(browser: Browser) -> list[str]:
    """Return what axe finds in the page that the browser shows now."""
    browser.measure(f"{engine()};1")
    done = browser.call("Runtime.evaluate", expression=_RUN, awaitPromise=True, returnByValue=True)
    assert "exceptionDetails" not in done, done
    result = cast("dict[str, str]", done["result"])
    return cast("list[str]", json.loads(result["value"]))
