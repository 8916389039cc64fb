"""A play that its mail as a whole clearly means is booked, whatever words a rule would ask about (rules 8)."""

import pytest

from mailref.orders.clearly_meant import is_clearly_meant, names_nothing_else
from mailref.orders.commands import People
from mailref.orders.remarks import PLAY as SIGN
from mailref.tiles.board import Axes, Direction, Square
from mailref.tiles.moves import Play, TextSpan
from tests.orders.test_free_words import OAK, read
from tests.reading.reading import lines_of

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


@pytest.mark.parametrize(
    ("beside", "names"),
    [
        ("no wait, 12A AHNE is 24. AHNE it is", False),
        ("no wait, 12Aa ahne is 24", False),
        ("lucky me", True),
    ],
)
def test_a_square_with_its_direction_names_another_play(beside: str, names: bool) -> None:
    play = Play(Square(7, 7), Direction.ACROSS, "RABEN", TextSpan(1, 1, "8Ha RABEN"))
    (line,) = lines_of(f"8Ha RABEN... {beside}")

    assert names_nothing_else(play, [line], [line], Axes.ROWS) is names


def test_whom_a_mail_greets_is_no_owner_of_the_play_below() -> None:
    others = People(("Heike", "Gero"), writers=("Gero",))
    said = ["Hallo Heike,", "", f"{SIGN}. Nein, ich gehe nicht zum Karneval."]

    assert is_clearly_meant(said, [], others)
    assert not is_clearly_meant(["Von Heike:", *said[1:]], [], others)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("8Ha R*ABEN, blank = A", True),
        ("* 8Ha RABEN", True),
        ("8Ha RABEN *", False),
        ("8Ha RABEN % 2", False),
    ],
)
def test_the_star_of_a_blank_or_before_a_field_is_nothing_odd(text: str, *, names: bool) -> None:
    play = Play(Square(7, 7), Direction.ACROSS, "RABEN", TextSpan(1, 1, text))
    (line,) = lines_of(text)

    assert names_nothing_else(play, [line], [line], Axes.ROWS) is names
