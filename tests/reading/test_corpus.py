"""Every mail of the corpus is read as the file beside it says; the table of traps names what is there."""

import ast
import re
from operator import attrgetter

import pytest

from tests.reading.mails import CORPUS, expected, names, read_mail, shown

TABLE = (CORPUS / "README.md").read_text(encoding="utf-8")
TESTS_NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", TABLE)))
MAILS_NAMED = sorted(set(re.findall(r"`corpus/([\w.-]+\.eml)`", TABLE)))


@pytest.mark.parametrize("name", names())
def test_mail_is_read_as_expected(name: str) -> None:
    """Each strange mail asserts what comes out, not just that nothing breaks."""
    wanted = expected(name)

    mail = read_mail((CORPUS / f"{name}.eml").read_bytes())

    found = {field: shown(attrgetter(field)(mail)) for field in wanted.fields}
    assert found == wanted.fields, wanted.why


@pytest.mark.parametrize("name", [name for name in names() if expected(name).places])
def test_characters_keep_their_place(name: str) -> None:
    """Contract 3: line and column in the decoded text before anything is cut, after NFC."""
    mail = read_mail((CORPUS / f"{name}.eml").read_bytes())
    lines = [line for block in (mail.lines, *mail.below) for line in block]

    for text, number, column in expected(name).places:
        line = next(line for line in lines if text in line.text)
        span = line.span(line.text.index(text), line.text.index(text) + len(text))
        assert (span.line, span.column, span.text) == (number, column, text)


def test_every_mail_has_an_expectation_and_a_reason() -> None:
    assert {path.stem for path in CORPUS.glob("*.json")} == set(names())
    assert all(expected(name).why and expected(name).fields for name in names())
    assert len(names()) >= 100


@pytest.mark.parametrize(("path", "name"), TESTS_NAMED, ids=lambda value: value.split("/")[-1])
def test_the_test_named_in_the_table_exists(path: str, name: str) -> None:
    tree = ast.parse((CORPUS.parent / path).read_text(encoding="utf-8"))

    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_mails_named_in_the_table_exist() -> None:
    assert [name for name in MAILS_NAMED if not (CORPUS / name).exists()] == []
    assert len(MAILS_NAMED) > 40
