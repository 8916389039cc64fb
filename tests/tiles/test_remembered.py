"""What is told of short texts is worked out once, and nothing long is kept."""

from mailref.tiles.remembered import LONGEST, remembered


def asked_twice(text: str) -> list[str]:
    """Return what a function was asked that is wanted twice for *text*."""
    asked: list[str] = []

    @remembered
    def length(said: str) -> int:
        asked.append(said)
        return len(said)

    assert [length(text), length(text)] == [len(text)] * 2
    return asked


def test_a_line_is_told_once() -> None:
    assert asked_twice("Viele Grüße") == ["Viele Grüße"]


def test_of_a_long_text_nothing_is_kept() -> None:
    assert len(asked_twice("x" * LONGEST)) == 1
    assert len(asked_twice("x" * (LONGEST + 1))) == 2
