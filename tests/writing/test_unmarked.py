"""A whole mail of ours that comes back without its marker line or any sign of quoting is nobody's word (contract 5)."""

from textwrap import wrap

import pytest

from mailref.reading.incoming_mail import IncomingMail
from mailref.reading.quotes import OUR_MARKER
from tests.reading.mails import read_mail
from tests.writing.test_golden import GOLDEN

EACH = 23
"""Of some fifteen hundred mails."""
MOVE = "H8w BESEN"
_SHORT = ("hostile_named", "mail_", "unknown_game_of_several")
"""How those are called that are short and about no game."""


def unmarked() -> list[tuple[str, list[str]]]:
    """Return mails of ours, a line each, from below their marker line on, but the short ones about no game."""
    found = []
    for path in sorted(GOLDEN.glob("*.txt"))[::EACH]:
        lines = path.read_text(encoding="utf-8").splitlines()
        marker = next((at for at, line in enumerate(lines) if OUR_MARKER.match(line)), None)
        if marker is not None and not path.name.startswith(_SHORT):
            found.append((path.stem, lines[marker + 1 :]))
    return found


def comes_back(lines: list[str], above: str) -> IncomingMail:
    head = "From: max@example.org\nSubject: Re: Zug\nMessage-ID: <1@example.org>\n"
    text = "\n".join((above, "", *lines))
    return read_mail(f"{head}Content-Type: text/plain; charset=utf-8\n\n{text}\n".encode())


def wrapped_anew(lines: list[str]) -> list[str]:
    """Return lines as a program wraps them at 60, pictures of boards aside."""
    return [each for line in lines for each in ([line] if "|" in line else wrap(line, 60) or [""])]


def said(mail: IncomingMail) -> list[str]:
    return [line.text for block in (mail.lines, *mail.below) for line in block if line.text.strip()]


@pytest.mark.parametrize(
    ("name", "lines"), [pytest.param(*each, id=each[0]) for each in unmarked()]
)
def test_of_a_mail_of_ours_without_its_marker_nothing_is_its_senders(
    name: str, lines: list[str]
) -> None:
    for form in (lines, [f"\t{line}" for line in lines], wrapped_anew(lines)):
        assert said(comes_back(form, MOVE)) == [MOVE], name


@pytest.mark.parametrize("language", ["de", "en"])
def test_nor_are_words_that_we_pass_on_with_a_greeting_of_their_own(language: str) -> None:
    """Above `| Liebe Erika,` stood our words as those of whoever sent them back."""
    lines = (GOLDEN / f"passed_on.{language}.txt").read_text(encoding="utf-8").splitlines()
    marker = next(at for at, line in enumerate(lines) if OUR_MARKER.match(line))

    assert said(comes_back(lines[marker + 1 :], MOVE)) == [MOVE]


OURS = """✓ Dein Zug gilt: EUBÖA, 51 Punkte

Hallo Max Mustermann,

dein Zug ist da. Zum Kopieren:

1-Zug-Scrabble Yerres
Spieler=Max Mustermann
 {move}
/__ __

In jede Zeile kommen zuerst Feld und Richtung, dann das Wort: M10s EUBÖA
steht für EUBÖA senkrecht ab Spalte M, Zeile 10; w heißt waagerecht.

Spielleitung: Erika Musterfrau, gm@example.org; dorthin bitte alle
Fragen. Diese Mail kommt vom Schiedsrichter-Automaten,
referee@example.org. Schick ihm das Wort HILFE, und du erfährst,
was er versteht.{below}"""


def test_what_somebody_fills_in_there_is_his() -> None:
    mail = comes_back(OURS.format(move="H8w RABEN", below="").splitlines(), "")

    filled = ["1-Zug-Scrabble Yerres", "Spieler=Max Mustermann", " H8w RABEN"]
    assert [each.strip() for each in said(mail)] == [each.strip() for each in filled]


def test_what_somebody_writes_below_it_is_his() -> None:
    mail = comes_back(OURS.format(move="__ __", below="\n\nH8w RABEN\n\nMax").splitlines(), "")

    assert said(mail) == ["H8w RABEN", "Max"]


@pytest.mark.parametrize(
    "text",
    [
        "Hallo Erika,\n\nH8w RABEN\n\nSteht da wirklich: Diese Mail kommt vom Schiedsrichter?",
        "Hallo Erika,\nH8w RABEN\n\nDiese Mail kommt von mir, Max.",
    ],
)
def test_who_says_something_like_our_last_sentence_is_heard(text: str) -> None:
    assert "H8w RABEN" in said(comes_back(text.splitlines(), ""))
