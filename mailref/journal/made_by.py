"""By which code a snapshot was made: what other code made is not used, but made anew from the events."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable


@cache
def snapshot_code() -> str:
    """Return what a snapshot depends on beside the events: a hash of the code of the rules.

    A snapshot that other code made is not used; the game is replayed instead.
    """
    digest = sha256((resources.files("mailref.record") / "codec.py").read_bytes())
    for source in _sources(resources.files("mailref.games")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


@cache
def reports_code() -> str:
    """Return what kept reports depend on: a snapshot's code, and how they are sealed."""
    digest = sha256(snapshot_code().encode())
    for source in _sources(resources.files("mailref.record")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _sources(each)
        elif each.name.endswith(".py"):
            yield each
