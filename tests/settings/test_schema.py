"""`mailref check --schema`: what editors are told of the settings is what is read."""

import json
import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from mailref import assets
from mailref.settings.load import FOR_ALL
from tests.commands.invoke import mailref
from tests.settings.test_example import EXAMPLE, every_key

DOCS = Path(__file__).parents[2] / "docs"
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


def game_schema(schema: object, values: object) -> object:
    """Return what the schema says of games of the family that *values* is of."""
    if not isinstance(schema, dict) or "oneOf" not in (inner := schema.get("items", {})):
        return schema
    assert isinstance(values, dict)
    (found,) = (
        each
        for each in inner["oneOf"]
        if values["variant"] in each["properties"]["variant"]["enum"]
    )
    return found


def tables(values: object, schema: object, path: str) -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield each table of the example with its keys, and the keys that the schema knows there."""
    if isinstance(values, list):
        for each in values:
            yield from tables(each, game_schema(schema, each), path)
        return
    assert isinstance(values, dict)
    known = properties(schema)
    yield path, set(values), set(known)
    for key in (
        "mail",
        "storage",
        "gamemaster",
        "report",
        "metrics",
        "game",
        "rules",
        "start",
        "theme",
    ):
        if isinstance(values.get(key), dict | list):
            yield from tables(values[key], known[key], f"{path}.{key}")


def test_the_schema_knows_every_key_and_no_other(schema: Json) -> None:
    """The example shows every key that is read, as tests/settings/test_example.py proves."""
    example = tomllib.loads(every_key(EXAMPLE.read_text(encoding="utf-8")))

    found = list(tables(example, schema, ""))

    assert len(found) == 13
    # Two ways to the mailbox are shown as examples only: a folder in place of a server, OAuth 2.
    # What every game has is shown in the first.
    first = next(there for path, there, _ in found if path == ".game")
    shown = [
        (path, there | (first & known) if path == ".game" else there, known)
        for path, there, known in found
    ]
    odd = {path: there ^ known for path, there, known in shown if there != known}
    assert odd.pop("") == {"mailbox"}
    assert odd.pop(".game") == {"mailbox", "short_words"}
    assert odd == {".mail": {"spool", "oauth2"}, ".storage": {"password"}}
    in_box, in_mail = (set(properties(properties(schema)[key])) for key in ("mailbox", "mail"))
    assert (in_box - in_mail, in_mail - in_box) == ({"id"}, set(FOR_ALL))


def test_every_variant_and_every_choice_is_offered(schema: Json) -> None:
    games = properties(schema)["game"]
    game = properties(game_schema(games, {"variant": "sb"}))
    in_turns = properties(game_schema(games, {"variant": "classic"}))

    at_table = properties(game_schema(games, {"variant": "rummikub"}))

    taken_down = properties(game_schema(games, {"variant": "unscrabble"}))

    assert taken_down["variant"] == {"enum": ["unscrabble"]}
    assert set(properties(taken_down["start"])) == {"from", "board"}
    assert at_table["variant"] == {"enum": ["rummikub"]}
    assert in_turns["variant"] == {
        "enum": ["classic", "classic-booklet", "classic-open", "classic-super", "classic-wordsmog"]
    }
    offered = [each["properties"]["variant"]["enum"] for each in games["items"]["oneOf"]]  # type: ignore[index]  # a schema
    assert sorted(chain.from_iterable(offered)) == sorted(assets.variant_names())
    assert game["publish"] == {"enum": ["auto", "approve"]}
    assert properties(schema)["report"] == {
        "type": "object",
        "properties": {"paper": {"enum": ["a4", "a5"]}, "theme": {"enum": ["colour", "print"]}},
        "additionalProperties": False,
    }


def named(schema: object) -> Iterator[str]:
    """Yield every key that a schema has, and every word that a key can say."""
    if isinstance(schema, list):
        for each in schema:
            yield from named(each)
        return
    if not isinstance(schema, dict):
        return
    yield from schema.get("enum", ())
    if isinstance(word := schema.get("const"), str):
        yield word
    keys = schema.get("properties", {})
    yield from keys
    yield from named([*keys.values(), schema.get("items"), schema.get("oneOf", [])])


def test_the_pages_name_every_key_and_all_that_it_can_say(schema: Json) -> None:
    """Contract 2, with the pages on the kinds of game: nothing that can be set is left untold."""
    pages = ("contract", "classic", "table-games", "rules")
    told = " ".join((DOCS / f"{page}.md").read_text(encoding="utf-8") for page in pages)
    words = set(re.findall(r"[A-Za-z0-9_-]+", told))

    assert {*named(schema)} - words == set()
