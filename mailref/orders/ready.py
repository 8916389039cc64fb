"""What takes long to work out of a grammar, as plain text that was made of it beforehand.

A reader is told what is ready by the key of what it was made from; what is not there is worked out
when it is first needed. Who makes it, and where it lies: `mailref/made_ready.py`.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

Ready = Callable[[str], bytes | None]
"""What is ready under a key; None where nothing is."""


def nothing(_key: str) -> None:
    """Have nothing ready."""


def key_of(*sources: str) -> str:
    """Return the key of what is made from *sources*, all of them."""
    return hashlib.sha256("\0".join(sources).encode()).hexdigest()


def grammar_key(grammar: str, starts: Sequence[str]) -> str:
    """Return the key of a grammar's tables: another version of Lark may write others."""
    return key_of(lark.__version__, grammar, *starts)


def parser_of(
    grammar: str, starts: Sequence[str], ready: Ready = nothing, transformer: Any = None
) -> Lark:
    """Return the parser of *grammar*, of texts that are one of *starts*."""
    tables = ready(grammar_key(grammar, starts))
    if tables is None:
        return Lark(grammar, parser="lalr", start=list(starts), transformer=transformer)
    whole = json.loads(tables)
    data, memo = whole["data"], _numbered(whole["memo"])
    table = data["parser"]["parser"]
    table["tokens"] = _numbered(table["tokens"])
    table["states"] = {int(key): _numbered(row) for key, row in table["states"].items()}
    # What Lark's own standalone parsers call: `Lark.load` takes no transformer.
    found: Lark = Lark._load_from_dict(data, memo, transformer=transformer)  # type: ignore[no-untyped-call]  # noqa: SLF001  lark says no type
    return found


def tables_of(grammar: str, starts: Sequence[str]) -> bytes:
    """Return what `parser_of` needs of a grammar not to work it out."""
    data, memo = parser_of(grammar, starts).memo_serialize([TerminalDef, Rule])
    whole = {"data": data, "memo": memo}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


def _numbered(row: dict[str, Any]) -> dict[int, Any]:
    """Return a row by the numbers that JSON has written as texts."""
    return {int(key): value for key, value in row.items()}
