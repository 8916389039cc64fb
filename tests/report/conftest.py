"""The shipped font, opened once."""

import pytest

from mailref.report.picture import BoardPainter, Fonts
from tests.report.views import shipped_fonts


@pytest.fixture(scope="session")
def fonts() -> Fonts:
    return shipped_fonts()


@pytest.fixture(scope="session")
def painter(fonts: Fonts) -> BoardPainter:
    return BoardPainter(fonts)
