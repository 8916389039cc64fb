"""Templates that were compiled when the wheel was built: to compile one takes longer than to write a mail.

Code is taken from the package alone, as Python's own is, and only where the same source, the same form
of documents, the same Jinja and the same Python made it; else a template is compiled when it is used.
"""

import hashlib
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

_Globals = MutableMapping[str, Any]


class Templates(Environment):
    """Templates whose globals are set before the first is loaded."""

    def make_globals(self, d: _Globals | None) -> _Globals:
        """Return the globals of one template, not as a ChainMap, which is searched key by key at each rendering."""
        return {**self.globals, **(d or {})}


class CompiledTemplates(BytecodeCache):
    """Finds a template's code by what it was made from."""

    def __init__(self, find: Callable[[str], bytes | None]) -> None:
        """*find* returns what was made ready under a key."""
        self._find = find

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill *bucket* with what was made ready; Jinja itself looks whether it may be used."""
        if (found := self._find(_key(bucket))) is not None:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write nothing: what the daemon's user could write is never run."""


def _key(bucket: Bucket) -> str:
    """Return the key of a template's code: its source, and whether what is filled in is fenced."""
    form = getattr(bucket.environment.finalize, "__name__", "")
    return hashlib.sha256(f"{form}\0{bucket.key}\0{bucket.checksum}".encode()).hexdigest()[:32]


def compiled(
    environment: Environment,
    sources: Mapping[str, str],
    known: Callable[[str], bytes | None] = lambda _: None,
) -> Mapping[str, bytes]:
    """Return the code of templates, by the names of its files; *sources* by the names of the templates.

    *known*: what was compiled before, by those names.
    """
    cache = CompiledTemplates(lambda _: None)
    found: dict[str, bytes] = {}
    for name, source in sources.items():
        bucket = cache.get_bucket(environment, name, None, source)
        file = f"{_key(bucket)}.code"
        code = known(file)
        if code is None:
            bucket.code = environment.compile(source, name, None)
            code = bucket.bytecode_to_string()
        found[file] = code
    return found
