"""Between a label and its colon stands what its language puts there: nothing, in French a space that does not break."""

import pytest

from mailref.languages import FORMATS
from mailref.writing.document import FactRows, read_document

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
