"""Kinds of game from packages that are no part of mailref, installed as any other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mailref import assets, office
from mailref.games import kind
from mailref.games.by_rounds.tasks import reading
from mailref.writing import scene
from tests.e2e.worlds import World, on_embedded
from tests.servers.faulty import FaultyServer

INSTALLED = Path(__file__).parent / "installed"
"""A folder as pip leaves it: packages, and beside each what tells of its entry points."""
_LOOKED_UP = (
    kind.kind_named,
    kind.brought,
    kind.kind_begun_by,
    kind.kind_kept_as,
    kind.event_named,
    kind.part,
    reading.reader_of,
    assets.variants,
    assets.template_environment,
    scene.with_filters,
    office.entry_reader,
)
"""What is looked up once a process, before and after something is installed."""


def _forget() -> None:
    for each in _LOOKED_UP:
        each.cache_clear()


@pytest.fixture(scope="module")
def _installed() -> Iterator[None]:
    """The toys, as long as their tests take: what is looked up once a process is looked up once.

    Their modules stay loaded: records know classes by name, and would find those of before.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(INSTALLED))
        _forget()
        yield
    _forget()


@pytest.fixture
def world(tmp_path: Path, _installed: None) -> Iterator[World]:
    """An installation with the toys, on an embedded server."""
    with FaultyServer({"referee@example.org": "pw"}) as server:
        yield on_embedded(tmp_path, server)
