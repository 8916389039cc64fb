"""Of a move of several plays the mails name the play that is at fault, not the first.

M10s EUBÖA can be laid, and L14w NA through it; A1w NA and A15w NA touch nothing.
"""

from email.message import EmailMessage

import pytest
from msgspec.structs import replace

from mailref.games.kind import apply
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.mails import Notes
from mailref.languages import LANGUAGES
from mailref.writing.compose import compose_all
from mailref.writing.scene import Words
from tests.tiles.builders import move
from tests.tiles.variants import TWO
from tests.writing.builders import ARRIVED, BERLIN, means, playing, sent
from tests.writing.composed import body, read_back
from tests.writing.rounds import closed

RACK = "ABEEENNÖRUNIOLUA"


def answered(*lines: str, language: str = "de") -> EmailMessage:
    owed, *_ = sent("\n".join(lines), playing(TWO, RACK))
    (composed,) = compose_all([replace(owed, language=language)], means())
    return read_back(composed.data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_subject_names_the_play_at_fault(language: str) -> None:
    subject = answered("1. M10s EUBÖA", "2. A1w NA", language=language)["Subject"]

    assert subject.endswith(": NA")
    assert "EUBÖA" not in subject


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Nummer 2, „A1w NA“, gilt nicht. Das Wort NA berührt keinen Stein"),
        ("en", "Number 2, “A1w NA”, is not valid."),
        ("fr", "Numéro 2, « A1w NA », n'est pas valable."),
    ],
)
def test_the_line_at_fault_of_an_alternate_is_quoted(language: str, line: str) -> None:
    mail = answered(
        "1. M10s EUBÖA", "2. L14w NA", "/1. M10s EUBÖA", "/2. A1w NA", language=language
    )

    assert line in " ".join(body(mail, "plain").replace("\u00a0", " ").split())


def test_each_line_at_fault_is_quoted_with_what_is_wrong_there() -> None:
    mail = answered("1. M10s EUBÖA", "2. L14w NA", "/1. A1w NA", "/2. A15w NA")

    text = " ".join(body(mail, "plain").split())
    assert "„/1. A1w NA“, gilt nicht. Das Wort NA berührt keinen Stein" in text
    assert "„A15w NA“, gilt nicht. Das Wort NA berührt keinen Stein" in text


def test_the_table_of_the_report_quotes_it() -> None:
    game = playing(TWO, RACK)
    written = (move("M10s EUBÖA", "A1w NA"),)
    game = apply(game, in_rounds.MoveEntered("Max Mustermann", 4, ARRIVED, "m1", written))
    _, last = closed(game)
    row = last.row_of("Max Mustermann")
    assert row is not None

    note = Notes(Words.of_mails(means().templates["de"]), TWO, BERLIN).note(row)

    assert note == "ungültig: A1w NA (liegt nicht an)"
