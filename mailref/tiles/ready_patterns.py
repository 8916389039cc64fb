"""Regular expressions made ready: what `re` has worked out of each, as it gives it to its engine.

To compile all that a mail may need takes two seconds, to take up what was compiled a fiftieth of it. It is
found by the pattern, the flags, and the engine that it was made for; `re` compiles whatever is not there.

Rule for editors: this module alone knows what lies behind `re.compile`; nothing may depend on it but the time.
"""

import hashlib
import re
import sys
import zlib
from array import array
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, AnyStr, cast

from msgspec import Struct, msgpack

_ENGINE = cast(Any, import_module("_sre"))
_FORM = f"{sys.implementation.cache_tag} {_ENGINE.MAGIC} {_ENGINE.CODESIZE} {sys.byteorder}"
"""For which engine of which Python it was compiled, as with Python's own code."""
_CODES = {2: "H", 4: "I"}
"""How a number of so many bytes is called in arrays."""
_CODE = _CODES[_ENGINE.CODESIZE]


class _Compiled(Struct, array_like=True, frozen=True):
    """All that the engine is told of a pattern beside the pattern itself."""

    flags: int
    groups: int
    names: Mapping[str, int]
    code: bytes


def compiled(
    pattern: AnyStr, flags: int, find: Callable[[str], bytes | None]
) -> re.Pattern[AnyStr]:
    """Return what `re.compile` gives; *find* returns what was made ready under a name."""
    made = find(name_of(pattern, flags))
    return re.compile(pattern, flags) if made is None else _taken_up(pattern, made)


def name_of(pattern: str | bytes, flags: int) -> str:
    """Return the name of the file of a pattern that was made ready."""
    kind, text = ("s", pattern.encode()) if isinstance(pattern, str) else ("b", pattern)
    whole = f"{_FORM} {int(flags)} {kind} ".encode() + text
    return f"{hashlib.sha256(whole).hexdigest()[:32]}.pattern"


def _taken_up(pattern: AnyStr, made: bytes) -> re.Pattern[AnyStr]:
    told = msgpack.decode(zlib.decompress(made), type=_Compiled)
    names: list[str | None] = [None] * (told.groups + 1)
    for name, number in told.names.items():
        names[number] = name
    code = array(_CODE, told.code).tolist()
    taken = _ENGINE.compile(pattern, told.flags, code, told.groups, told.names, tuple(names))
    return cast("re.Pattern[AnyStr]", taken)


def ready_pattern(pattern: str | bytes, flags: int) -> bytes:
    """Return what `compiled` takes up: the steps of `re` up to its engine, which is not asked."""
    compiler, parser = (import_module(f"re.{each}") for each in ("_compiler", "_parser"))
    # As `re.compile` does: a RegexFlag is asked at each step, and takes as long as the rest.
    flags = int(flags)
    parsed = parser.parse(pattern, flags)
    code = array(_CODE, compiler._code(parsed, flags))  # noqa: SLF001  as the rule above says
    state = parsed.state
    told = _Compiled(state.flags | flags, state.groups - 1, state.groupdict, code.tobytes())
    return zlib.compress(msgpack.encode(told))
