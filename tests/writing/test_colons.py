"""Between a label and its colon stands what its language puts there: nothing, in French a space that does not break."""

from pathlib import Path

import pytest

from mailref.languages import FORMATS
from mailref.writing.document import FactRows, read_document

GOLDEN = Path(__file__).parent / "golden"
ROWS = "@subject it\n= Points | 30\n= Reste | 4\n"


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("de", ["Points: 30", "Reste:  4"]),
        ("en", ["Points: 30", "Reste:  4"]),
        ("fr", ["Points\u00a0: 30", "Reste\u00a0:  4"]),
    ],
)
def test_labels_of_facts(language: str, shown: list[str]) -> None:
    document = read_document(ROWS, FORMATS[language].before_colon)

    (rows,) = document.blocks
    assert isinstance(rows, FactRows)
    assert rows.in_text({}) == shown


def test_a_subject_has_one_colon_at_most() -> None:
    """What stands before a second one is no longer told from what it leads to."""
    mails = (each.read_text("utf-8") for each in GOLDEN.glob("*.txt"))
    subjects = [text.partition("\n")[0] for text in mails if text.startswith("[")]

    assert len(subjects) > 100
    assert [each for each in subjects if each.count(": ") > 1] == []
