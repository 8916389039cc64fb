"""The table as its players see it: a word that may still be doubted is drawn otherwise."""

import pytest

from mailref import assets
from mailref.games.by_turns.contents import TurnReport
from mailref.games.by_turns.figures import figures_of
from mailref.games.rummikub.figures import TableView
from mailref.report.picture import TileFace, TileState
from mailref.writing.document import TableFigure
from mailref.writing.scene import Words, with_filters
from tests.games.by_turns.at_table import of
from tests.writing.tables import MOVES, played


@pytest.mark.parametrize(
    ("inner", "state"),
    [
        pytest.param("", TileState.OPEN, id="while it may be doubted"),
        pytest.param('[game.rules]\nchallenge = "none"', TileState.MARKED, id="where none may be"),
    ],
)
def test_the_last_word_is_open_as_long_as_it_may_be_doubted(inner: str, state: TileState) -> None:
    owed = played(2, inner=inner).receives(*MOVES[2])
    words = Words(with_filters(assets.template_environment("de"), "de"))

    figure = figures_of(of(owed, "anna", TurnReport).face, words).figure()

    assert isinstance(figure, TableFigure)
    assert isinstance(figure.view, TableView)
    newest = [each.face for each in figure.view.pieces][-3:]
    assert [(f.letter, f.state) for f in newest if isinstance(f, TileFace)] == [
        (letter, state) for letter in "HIS"
    ]
