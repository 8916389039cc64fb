"""A kind may put a player out by an event of its own, before the engine does."""

from types import SimpleNamespace
from typing import Any

import pytest

from mailref.games.by_turns.course import Course


@pytest.mark.parametrize(
    ("playing", "comes"),
    [
        (("Anna", "Ben", "Cleo"), "next turn"),
        (("Anna", "Cleo"), "next turn"),
        (("Anna", "Ben"), "end"),
        (("Anna",), "end"),
    ],
)
def test_who_is_out_already_is_not_counted_among_those_who_play(
    playing: tuple[str, ...], comes: str
) -> None:
    came: list[str] = []
    course: Any = SimpleNamespace(
        game=SimpleNamespace(playing=playing, turn=object()),
        player="Ben",
        record=lambda _: None,
        end=lambda *_, **__: came.append("end"),
        next_turn=lambda: came.append("next turn"),
    )

    Course.put_out(course, "Ben", "timeouts")

    assert came == [comes]
