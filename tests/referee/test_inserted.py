"""What is written beside a move: talk changes nothing, and what takes the move away is never passed over.

The sentences were written by people who had seen neither the reader nor its words (`inserted.toml`).
"""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from mailref.referee.policy import Outcome, Reason
from tests.effort import fewer, sample
from tests.referee.rehearsal import Rehearsal, only, rehearse

PLAY = "H8w RABEN"
SAID = tomllib.loads((Path(__file__).parent / "inserted.toml").read_text(encoding="utf-8"))
HARMLESS = [text for each in SAID["harmless"].values() for text in each]
AROUND = [text for each in SAID["around"].values() for text in each]
HARMFUL = [text for each in SAID["harmful"].values() for text in each]
ASKED_AT_MOST = 0.03
BOOKED = {
    "Vorläufig {}, die Entscheidung schicke ich am Abend.",
    "Spiel du doch {}",
    "Damals, in Runde 1, da lag {} noch auf der Hand. Und heute? Nichts.",
    "{}\nUnser Jüngster wollte auch mal tippen.",
}
"""A move for now is one: what comes later replaces it. The other three should be asked about, and are not yet."""


@cache
def house() -> Rehearsal:
    """One for all: a mail that is considered leaves no trace in it."""
    return rehearse()


def books(text: str) -> bool:
    found = only(house().considers(text))
    return found.outcome in (Outcome.ACCEPTED, Outcome.PENDING)


@pytest.mark.parametrize("form", ["{said}\n{play}", "{play}\n{said}"], ids=["above", "below"])
def test_talk_leaves_a_move_as_it_was(form: str) -> None:
    tried = sample(HARMLESS, len(HARMLESS) // fewer(2, 16), form)

    asked = [said for said in tried if not books(form.format(said=said, play=PLAY))]

    assert len(asked) <= ASKED_AT_MOST * len(tried), asked


def test_talk_around_a_move_leaves_it_as_it_was() -> None:
    tried = sample(AROUND, len(AROUND) // fewer(1, 8))

    asked = [text for text in tried if not books(text.replace("{}", PLAY))]

    assert len(asked) <= ASKED_AT_MOST * len(tried), asked


def test_what_takes_a_move_away_is_never_passed_over() -> None:
    tried = sample(HARMFUL, len(HARMFUL) // fewer(1, 20))

    booked = {text for text in tried if books(text.replace("{}", PLAY))}

    assert booked <= BOOKED


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Vielleicht lege ich das nicht.\n{}", id="doubt above"),
        pytest.param("Was hältst du von\n{}", id="sentence that goes on"),
        pytest.param("Der Zug gehört meiner Frau.\n{}", id="somebody else's above"),
        pytest.param("{}, das Wort gilt (hoffentlich)", id="in brackets behind"),
        pytest.param("Vielleicht lege ich {}.", id="doubt before"),
        pytest.param("Mit {} komme ich wohl nicht weit.", id="negation around"),
        pytest.param("PRESSE:\n{}", id="in place of a text"),
    ],
)
def test_what_is_in_doubt_is_asked_about_with_the_move(text: str) -> None:
    found = only(house().considers(text.replace("{}", PLAY)))

    assert found.reason is Reason.AMBIGUOUS
    assert found.entry is not None
    assert found.entry.moves[0].move is not None
    assert found.entry.moves[0].move.plays[0].word == "RABEN"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Hut ab.\n{}", id="a verb's second half ends a sentence"),
        pytest.param("PRESSE: Gruß an alle!\n\n{}", id="below a text"),
    ],
)
def test_what_stands_above_a_move_and_says_nothing_of_it_leaves_it(text: str) -> None:
    assert books(text.replace("{}", PLAY))
