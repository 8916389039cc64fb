"""The shipped font, opened once."""

import pytest

from mailref.report.board_view import Fonts
from mailref.report.picture import BoardPainter
from tests.report.views import shipped_fonts


@pytest.fixture(scope="session")
def fonts() -> Fonts:
    return shipped_fonts()


@pytest.fixture(scope="session")
def painter(fonts: Fonts) -> BoardPainter:
    return BoardPainter(fonts)
