"""A play that its mail as a whole clearly means is booked, whatever words a rule would ask about (rules 8)."""

import pytest

from tests.orders.test_free_words import OAK, read

PLAY = "8H RABEN"


def counts(text: str) -> bool:
    (entry,) = read(text, OAK).entries
    return entry.holds_move and entry.ambiguity is None


@pytest.mark.parametrize(
    "text",
    [
        "{}. Nein, ich gehe nicht zum Karneval. Ja, ich weiß, dass alle das fragen werden.",
        "Danke für den Aufschub, den brauche ich nun doch nicht. {}, das ist alles für diesmal.",
        "{}\nPS not bad for a man who was dead last in round 2",
    ],
)
def test_what_a_rule_asks_about_is_booked_where_each_sentence_is_clearly_talk(text: str) -> None:
    assert counts(text.format(PLAY))


@pytest.mark.parametrize(
    "text",
    [
        "{}. Nein, den lege ich nicht. Ja, ich weiß, dass alle das fragen werden.",
        "Sehr geehrte Frau Ellerbrock, es eilt nicht: {}, vielleicht. Mit freundlichen Grüßen N. Quast",
        "{}\nPS not my move, it is Dad's from round 2",
        "Hello, funny coincidence, if I also want {}. Ingrid",
        "I can't believe you left that open, but MASTER is better. With thanks: {}.",
        "{}. Bis dahin nichts festmachen!",
        "~~{}~~ Danke für den Aufschub, den brauche ich nun doch nicht.",
    ],
)
def test_one_sentence_sign_word_or_square_more_leaves_it_asked_about(text: str) -> None:
    assert not counts(text.format(PLAY))


def test_a_play_that_cannot_be_laid_is_asked_about_all_the_same() -> None:
    """What was only clear from the words around it may have been read wrongly."""
    text = f"{PLAY}. Nein, ich gehe nicht zum Karneval."
    (entry,) = read(text, OAK).entries

    assert entry.said_at is not None


@pytest.mark.parametrize(
    ("text", "is_booked"),
    [
        ("H8 SCHREIBEN. Alle sieben weg, Bodo kann die Kekse rausrücken!", True),
        ("H8 SCHREIBEN, alle sieben Steine weg, 84 Punkte, schönen Feierabend", True),
        ("H8 SCHREIBEN 84 – alles weg 😎", True),
        ("H8 SCHREIBEN. Ich tausche alle sieben.", False),
        ("H8 RABEN, alle sieben Steine weg", False),
        ("H8 RABEN. Alle sieben weg!", False),
    ],
)
def test_all_tiles_are_gone_with_a_long_play_and_not_exchanged(text: str, is_booked: bool) -> None:
    assert counts(text) is is_booked
