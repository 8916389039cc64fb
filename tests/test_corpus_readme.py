"""The table of traps names tests and mails that exist."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
TABLE = (TESTS / "corpus" / "README.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", TABLE)))
MAILS = sorted(set(re.findall(r"`corpus/([\w.-]+\.eml)`", TABLE)))


@pytest.mark.parametrize(("path", "name"), NAMED, ids=lambda value: value.split("/")[-1])
def test_the_test_named_in_the_table_exists(path: str, name: str) -> None:
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))

    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_mails_named_in_the_table_exist() -> None:
    assert [name for name in MAILS if not (TESTS / "corpus" / name).exists()] == []
    assert len(MAILS) > 40
