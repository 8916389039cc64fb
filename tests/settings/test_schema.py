"""`mailref check --schema`: what editors are told of the settings is what is read."""

import json
import tomllib
from collections.abc import Iterator

import pytest

from mailref import assets
from tests.commands.invoke import mailref
from tests.settings.test_example import EXAMPLE, every_key

Json = dict[str, object]


@pytest.fixture(scope="module")
def schema() -> Json:
    called = mailref("check", "--schema")
    assert (called.code, called.err) == (0, "")
    found: Json = json.loads(called.out)
    return found


def properties(schema: object) -> Json:
    """Return the keys of a table, or of each table of a list."""
    assert isinstance(schema, dict)
    inner = schema.get("items", schema)
    found: Json = inner["properties"]
    return found


def tables(values: object, schema: object, path: str) -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield each table of the example with its keys, and the keys that the schema knows there."""
    if isinstance(values, list):
        for each in values:
            yield from tables(each, schema, path)
        return
    assert isinstance(values, dict)
    known = properties(schema)
    yield path, set(values), set(known)
    for key in ("mail", "storage", "gamemaster", "report", "metrics", "game", "rules", "start"):
        if isinstance(values.get(key), dict | list):
            yield from tables(values[key], known[key], f"{path}.{key}")


def test_the_schema_knows_every_key_and_no_other(schema: Json) -> None:
    """The example shows every key that is read, as tests/settings/test_example.py proves."""
    example = tomllib.loads(every_key(EXAMPLE.read_text(encoding="utf-8")))

    found = list(tables(example, schema, ""))

    assert len(found) == 9
    # Two ways to the mailbox are shown as examples only: a folder in place of a server, OAuth 2.
    odd = {path: there ^ known for path, there, known in found if there != known}
    assert odd == {".mail": {"spool", "oauth2"}}


def test_every_variant_and_every_choice_is_offered(schema: Json) -> None:
    game = properties(properties(schema)["game"])

    assert game["variant"] == {"enum": sorted(assets.variant_names())}
    assert game["publish"] == {"enum": ["auto", "approve"]}
    assert properties(schema)["report"] == {
        "type": "object",
        "properties": {"paper": {"enum": ["a4", "a5"]}, "theme": {"enum": ["colour", "print"]}},
        "additionalProperties": False,
    }
