"""The defaults that the contract names are those with which the program reads (contract 2)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.by_turns.at_table import kiel
from tests.settings.written import GAMEMASTER, MAIL, file, settings

pytestmark = pytest.mark.each

CONTRACT = Path(__file__).parents[2] / "docs" / "contract.md"
EXAMPLES = {"operator", "divert", "lookup", "same_tiles", "unsubscribe_url"}
"""What is shown with a value that is none by default."""
DEFAULT = re.compile(r'\b([a-z_]+) = ("[^"]*"|\d+|true|false|\[\])')
ASIDE = re.compile(r"\([^()]*\)")
BEGIN = {
    "mail": "# also: insecure",
    "rounds": "# also (the value named first is the default)",
    "turns": "# move_time",
}
"""How the comment begins that names the defaults of a table."""


def defaults() -> Iterator[tuple[str, str, str]]:
    """Yield the table, the key and its value of each default that a comment names."""
    lines = CONTRACT.read_text(encoding="utf-8").splitlines()
    for table, begin in BEGIN.items():
        first = next(at for at, line in enumerate(lines) if line.startswith(begin))
        last = next(at for at in range(first, len(lines)) if not lines[at].startswith("# "))
        for key, value in DEFAULT.findall(ASIDE.sub("", " ".join(lines[first:last]))):
            if key not in EXAMPLES:
                yield table, key, value


def with_keys(table: str, keys: str) -> str:
    if table == "turns":
        return f"{MAIL}{GAMEMASTER}{kiel(keys)}"
    return file(mail=keys) if table == "mail" else file(game=keys)


@pytest.mark.parametrize(("table", "key", "value"), [*defaults()])
def test_a_default_named_in_the_contract_is_one(table: str, key: str, value: str) -> None:
    assert settings(with_keys(table, f"{key} = {value}")) == settings(with_keys(table, ""))


def test_the_defaults_of_each_table_are_found() -> None:
    tables = [table for table, _, _ in defaults()]

    assert {name: tables.count(name) for name in BEGIN} == {"mail": 7, "rounds": 20, "turns": 14}
