"""The templates of a language as Jinja's own parser reads them: parsed once in a run, for all tests of templates."""

import pickle
from collections.abc import Mapping
from functools import cache

from jinja2 import nodes

from mailref import assets
from mailref.writing.scene import with_filters
from tests.shared import SHARED


@cache
def trees(language: str) -> Mapping[str, nodes.Template]:
    """Return the templates of a language by their names."""
    environment = with_filters(assets.template_environment(language), language)

    def parsed() -> bytes:
        sources = assets.template_sources(language)
        found = {name: environment.parse(source) for name, source in sources.items()}
        for tree in found.values():
            tree.set_environment(None)  # type: ignore[arg-type]  # it cannot be pickled
        return pickle.dumps(found)

    found: Mapping[str, nodes.Template] = pickle.loads(SHARED.once(f"trees.{language}", parsed))  # noqa: S301  of this run
    for tree in found.values():
        tree.set_environment(environment)
    return found
