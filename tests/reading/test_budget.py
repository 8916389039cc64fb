"""Reading one mail costs no more than a budget; what is beyond it ends in a question back."""

import pytest

from mailref.reading.entries import Reading
from mailref.reading.move_lines import MOST_CHARACTERS
from tests.reading.mails import mail_of, read_mail
from tests.reading.reading import GAMES, READER, YERRES, shown

PROSE = "Liebe Leute, es war wieder schön mit euch und ich freue mich schon auf die Runde danach\n"


def read_text(text: str) -> Reading:
    return READER.read_mail(read_mail(mail_of(text)), GAMES, YERRES)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("H8w RABEN\n" * 201, id="plays"),
        pytest.param("Runde 5\n" * 300 + "Ich lege H8w RABEN", id="numbers before a sentence"),
        pytest.param("1-Zug-Scrabble Yerres\n" * 201, id="headings"),
        pytest.param(("AB" + "-" * 298 + "\n") * 300 + "H8w RABEN", id="capitals"),
        pytest.param(PROSE * 800 + "H8w RABEN", id="prose before a play"),
        pytest.param("a\n" * 2_001 + "H8w RABEN", id="lines before a play"),
        pytest.param("> x\n" + "H8w RABEN\n> x\n" * 201, id="blocks in a quote"),
    ],
)
def test_beyond_the_budget_nothing_counts_and_the_player_is_asked(text: str) -> None:
    assert read_text(text).is_over_budget


def test_a_long_mail_of_words_alone_is_read() -> None:
    """A contribution to the zine below a move: what holds no move costs no question."""
    text = "H8w RABEN\n\n" + PROSE * 800

    reading = read_text(text)

    assert len(text) > MOST_CHARACTERS
    assert not reading.is_over_budget
    assert [shown(entry.moves) for entry in reading.entries] == [[["H8 across RABEN"]]]


@pytest.mark.parametrize("filling", [PROSE.strip(), "x" * 2_000])
def test_a_play_far_down_one_line_is_not_passed_over(filling: str) -> None:
    """Some programs write a paragraph as one line."""
    line = f"{' '.join([filling] * (20_000 // len(filling)))} und nun M9s BESEN"

    (entry,) = read_text(f"H8w RABEN\n{line}").entries

    assert entry.ambiguity is not None
