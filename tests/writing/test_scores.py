"""The score sheet of a game in turns, as text."""

import pytest

from mailref.writing.document import WIDTH, ScoresFigure


@pytest.mark.parametrize(
    "players",
    [
        ("Gillian Thwaite", "Jürgen Mößner"),
        ("Gillian Thwaite",) * 4,
        ("Maximilian von Mustermann", "Ben"),
    ],
)
def test_names_are_whole_where_there_is_room(players: tuple[str, ...]) -> None:
    row = tuple(("24-5+10", "349") for _ in players)

    lines = ScoresFigure(players, "Pts", "Total", (row,)).in_text()

    assert all(name in lines[0] for name in players)
    assert max(map(len, lines)) <= WIDTH
    bars = [[at for at, sign in enumerate(line) if sign == "|"] for line in lines]
    assert bars == [bars[0]] * len(lines)
