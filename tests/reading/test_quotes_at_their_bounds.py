"""Quotes that have just so many lines as they may, and one more or less."""

import pytest

from tests.reading.mails import mail_of, read_mail, texts

QUOTE = "> M9s BESEN"


def own(text: str) -> list[str]:
    """Return the lines of a mail that are taken for the person's own, empty ones left out."""
    return [line for line in texts(read_mail(mail_of(text)).lines) if line]


@pytest.mark.parametrize(
    "lead",
    [
        "My move for round 2, since you said it never arrived:",
        "Für Runde 2, da du schriebst, er sei nie angekommen:",
    ],
)
def test_what_tells_what_somebody_wrote_begins_no_quote(lead: str) -> None:
    assert lead in own(f"{lead}\nH8w RABEN")


@pytest.mark.parametrize(
    "marker",
    [
        "##- Please type your reply above this line -##",
        "## In replies all text above this line is added to the ticket ##",
        "--- Bitte antworten Sie oberhalb dieser Zeile ---",
        "##- Bitte geben Sie Ihre Antwort über dieser Zeile ein -##",
    ],
)
def test_below_the_line_of_a_help_desk_all_is_quoted(marker: str) -> None:
    assert own(f"H8w RABEN\n\n{marker}\n\nM9s BESEN") == ["H8w RABEN"]


def test_what_stands_below_a_help_desks_line_is_an_answer_where_none_stands_above() -> None:
    marker = "##- Please type your reply above this line -##"

    assert own(f"{marker}\n\nH8w RABEN please\n\nMax") == ["H8w RABEN please", "Max"]


def test_a_line_that_says_who_wrote_goes_over_four_lines_at_most() -> None:
    four = "Am 1. Dezember 2026,\num 11:58 Uhr,\nhat Max\n<max@example.org> geschrieben:"
    five = (
        "Am 1. Dezember 2026,\num 11:58 Uhr,\nhat Max\nMustermann\n<max@example.org> geschrieben:"
    )

    assert own(f"H8w RABEN\n\n{four}\n{QUOTE}") == ["H8w RABEN"]
    assert own(f"H8w RABEN\n\n{five}\n{QUOTE}") == ["H8w RABEN", *five.split("\n")[:-1]]


@pytest.mark.parametrize(
    ("head", "is_header"),
    [
        pytest.param("Von: Max\nAn: Erika\nBetreff: Zug", True, id="three fields"),
        pytest.param("Von: Max\nBetreff: Zug", False, id="two fields"),
        pytest.param("-----\nVon: Max\nBetreff: Zug", True, id="two under a rule"),
        pytest.param("-----\nVon: Max", False, id="one under a rule"),
    ],
)
def test_three_fields_are_the_header_of_a_mail_and_two_below_a_rule(
    head: str, is_header: bool
) -> None:
    found = own(f"H8w RABEN\n\n{head}\n\nM9s BESEN")

    assert ("M9s BESEN" not in found) is is_header


@pytest.mark.parametrize(("empty", "is_quote"), [(0, True), (2, True), (3, False)])
def test_a_name_that_wrote_stands_at_most_two_empty_lines_above_its_quote(
    empty: int, is_quote: bool
) -> None:
    found = own("H8w RABEN\n\nScrabble schrieb:\n" + "\n" * empty + QUOTE)

    assert ("Scrabble schrieb:" not in found) is is_quote


@pytest.mark.parametrize(
    ("sender", "is_own"),
    [("Max Mustermann", True), ("MAX <max@example.org>", True), ("Erika", False)],
)
def test_the_header_of_the_mail_itself_above_its_words_is_no_quotes(
    sender: str, is_own: bool
) -> None:
    """Some programs print it above an answer; who is named in it as the sender tells."""
    head = f"Von: {sender}\nAn: Runde\nBetreff: AW: Zug"
    report = "Von: Runde\nAn: Max\nBetreff: Bericht\n\nM9s BESEN"

    found = own(f"{head}\n\nH8w RABEN\n\n{report}")

    assert found == (["H8w RABEN"] if is_own else [])


def test_a_mail_that_is_no_answer_stays_below_its_header() -> None:
    """Its subject may say anything of it: `Entwurf`."""
    assert own("Von: Max Mustermann\nAn: Runde\nBetreff: Entwurf\n\nH8w RABEN") == []


def test_a_forwarded_mail_of_ones_own_stays_one() -> None:
    head = "Von: Max Mustermann\nAn: Runde\nBetreff: AW: Zug"

    mail = mail_of(f"{head}\n\nH8w RABEN")

    assert texts(read_mail(mail).lines)
    assert not texts(read_mail(mail.replace(b"Subject: ", b"Subject: Fwd: ")).lines)


def test_who_wrote_what_is_not_marked_as_a_quote_is_told() -> None:
    """Some programs print the line above an answer; others lose the marks of the quote below it."""
    lead = "Am 1.12.2026 schrieb Erika Ohlsen:"

    assert read_mail(mail_of(f"{lead}\nH8w RABEN")).attributed == lead
    assert read_mail(mail_of(f"H8w RABEN\n\n{lead}\nH8w RABEN")).attributed == ""
    assert read_mail(mail_of(f"{lead}\n{QUOTE}\nH8w RABEN")).attributed == ""
