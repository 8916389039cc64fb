"""A name alone in a line is a signature, whatever its words mean beside a move (rules 8)."""

import pytest

from mailref.referee.policy import Outcome
from tests.referee.rehearsal import game, only, rehearse

PLAYERS = {"Hildegard von Trotha": "h@example.org", "Eva zu Berg": "eva@example.org"}
SENDER = "H. Trotha <h@example.org>"


def outcome(text: str, sender: str = SENDER) -> Outcome:
    return only(rehearse(game(players=PLAYERS)).considers(text, sender)).outcome


@pytest.mark.parametrize(
    "signed",
    [
        *("Hildegard von Trotha", "Es grüßt Sie freundlich\nHildegard von Trotha", "H. v. Trotha"),
        *("- Hildegard von Trotha -", "hildegard von trotha", "Es grüßt\nHildegard v. Trotha"),
    ],
)
def test_the_writers_own_name_below_a_move_is_a_signature(signed: str) -> None:
    assert outcome(f"H8w RABEN\n\n{signed}") is Outcome.ACCEPTED


def test_the_name_that_his_mail_program_shows_is_one_too() -> None:
    sender = "Hilde van der Spalte <h@example.org>"

    assert outcome("H8w RABEN\nHilde van der Spalte", sender) is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "text",
    [
        *("H8w RABEN\nvon Eva zu Berg", "H8w RABEN\nZug von Eva", "H8w RABEN\nnicht von Trotha"),
        *("H8w RABEN\nZug von Hildegard von Trotha?", "H8w RABEN\nWort von Jonas"),
    ],
)
def test_who_made_the_move_is_still_asked_about(text: str) -> None:
    assert outcome(text) is not Outcome.ACCEPTED


@pytest.mark.parametrize(
    "signed",
    [
        "Eva",
        "Gruß Eva",
        "Liebe Grüße\ndeine Eva",
        "Eva zu Berg",
        "E. z. Berg",
        "i. A. E. zu Berg",
        "EZB",
    ],
)
def test_a_move_below_which_another_player_signs_is_asked_about(signed: str) -> None:
    assert outcome(f"H8w RABEN\n\n{signed}") is not Outcome.ACCEPTED
    assert outcome(f"H8w RABEN\n\n{signed}", "Eva <eva@example.org>") is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "behind", [" (Eva)", " (Eva zu Berg)", ", Eva", " 20 (Eva)", " (Eva) 20", ". Eva", " (Evas)"]
)
def test_a_move_behind_which_another_player_is_named_alone_is_asked_about(behind: str) -> None:
    assert outcome(f"H8w RABEN{behind}") is not Outcome.ACCEPTED
    assert (
        outcome(f"H8w RABEN{behind.replace(' zu Berg', '')}", "Eva <eva@example.org>")
        is Outcome.ACCEPTED
    )


@pytest.mark.parametrize("behind", [" [Eva]", " <- Eva", " (von Eva)"])
def test_a_mark_that_says_whose_a_move_is_is_asked_about(behind: str) -> None:
    assert outcome(f"H8w RABEN{behind}") is not Outcome.ACCEPTED


@pytest.mark.parametrize(
    "behind", [" (Hildegard)", " (mit Eva ausgeheckt)", ", Eva!", ", schöne Grüße an Eva", " (HvT)"]
)
def test_a_name_behind_a_move_that_says_nothing_of_whose_it_is_leaves_it(behind: str) -> None:
    assert outcome(f"H8w RABEN{behind}") is Outcome.ACCEPTED


@pytest.mark.parametrize("below", ["Danke, Eva", "Gruß an Eva", "Eva!", "Viel Glück, Eva"])
def test_who_is_greeted_below_a_move_does_not_sign(below: str) -> None:
    assert outcome(f"H8w RABEN\n\n{below}") is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "below",
    [
        "Kommando zurück, das S passt nicht.",
        "Wait, no! Don't enter that one please.",
        "Bitte nicht werten!",
        "Hull\n\nP.P.S. the move up top is void, grandkids had the phone.",
        "PS: Der Zug oben ist nichtig.",
        "Diese Nachricht war noch ein Entwurf und ist mir versehentlich hinausgegangen.",
    ],
)
@pytest.mark.parametrize("mark", ["-- ", "--", "Sent from my iPhone"])
def test_what_takes_a_move_back_below_the_mark_of_a_signature_is_seen(
    mark: str, below: str
) -> None:
    assert outcome(f"H8w RABEN\n\nHildegard\n{mark}\n{below}") is not Outcome.ACCEPTED


@pytest.mark.parametrize(
    "motto",
    [
        *("Wer nicht wagt, der nicht gewinnt", "Don't give up.", "Please do not print this mail."),
        "PS: Ich weiß nicht, ob ich Samstag komme.",
    ],
)
def test_a_motto_below_the_mark_of_a_signature_takes_nothing_back(motto: str) -> None:
    assert outcome(f"H8w RABEN\n\nHildegard\n-- \n{motto}") is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "text", ["H8w RABEN. Ich setze diese Runde aus.", "H8w RABEN\nPasse", "H8w RABEN\n\nI pass"]
)
def test_who_also_passes_is_asked(text: str) -> None:
    assert outcome(text) is not Outcome.ACCEPTED


@pytest.mark.parametrize(
    "text",
    [
        "Ich ziehe den Zug\n\nH8w RABEN\n\nzurück. Bis Freitag hast du was Neues.",
        "Meinen Zug\n\nH8w RABEN\n\nnehme ich zurück.",
    ],
)
def test_a_sentence_around_a_move_and_empty_lines_takes_it_back(text: str) -> None:
    assert outcome(text) is not Outcome.ACCEPTED


@pytest.mark.parametrize(
    "text",
    [
        "Heute lege ich\n\nH8w RABEN\n\nmehr geht leider nicht",
        "Hallo Ruth\n\nH8w RABEN\n\nliebe Grüße",
        "moin\n\nH8w RABEN\n\nschönes wochenende",
    ],
)
def test_talk_around_a_move_and_empty_lines_does_not(text: str) -> None:
    assert outcome(text) is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "quote", ["> Noch kein Zug von dir.", "Am Montag schrieb Eva zu Berg:\n> Runde 3 ist offen."]
)
def test_what_stands_below_a_quote_alone_is_read_as_freely_as_above_one(quote: str) -> None:
    below = "Danke fürs Anschubsen. Ich lege RABEN, H8 waagerecht.\n\nHildegard"

    assert outcome(f"{quote}\n\n{below}") is Outcome.ACCEPTED
    assert outcome(f"{quote}\n\nVielleicht lege ich RABEN, H8 waagerecht.") is not Outcome.ACCEPTED


@pytest.mark.parametrize(
    "text",
    [
        "I hear Eva is on NABE. I'm going my own way: H8w RABEN",
        "I hear Eva is on NABE. My move: H8w RABEN",
        "Eva hat gestern Abend lange gelacht. H8w RABEN",
    ],
)
def test_of_whom_a_sentence_of_its_own_tells_the_move_is_not(text: str) -> None:
    assert outcome(text) is Outcome.ACCEPTED


@pytest.mark.parametrize(
    "text",
    [
        "Eva bat mich zu schicken: H8w RABEN",
        "Eva zieht. H8w RABEN",
        "Message from Eva. H8w RABEN",
        "NABE von Eva: H8w RABEN",
    ],
)
def test_a_move_that_another_may_have_made_is_asked_about(text: str) -> None:
    assert outcome(text) is not Outcome.ACCEPTED
