"""Which part of a sentence is for which game (contract 3)."""

import pytest

from mailref.orders.games_apart import puts_off_itself, with_games_apart, without_announced
from mailref.orders.read_entries import OneMail
from mailref.orders.shapes import GameNames
from mailref.reading.incoming_mail import Attention
from tests.orders.test_free_words import plays_in
from tests.reading.reading import AEGYPTEN, GAMES, LEIPZIG, READER, YERRES, lines_of
from tests.writing.builders import mail

NAMES = GameNames.of(GAMES)


def games_of(text: str) -> list[tuple[str | None, list[str], bool]]:
    """Return the games that a mail is for, each with the words that are laid and whether it is asked about."""
    one = OneMail(READER, GAMES, YERRES, Attention())
    entries = one.read_mail(mail(text)).entries
    return [
        (str(entry.game), [play.word for play in plays_in(entry)], entry.ambiguity is not None)
        for entry in entries
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Für das Yerres M10s EUBÖA, für das Leipzig H4s RUCKEN. Danke dir!",
        "Für Yerres: M10s EUBÖA, für Leipzig: H4s RUCKEN.",
        "Yerres: M10s EUBÖA, Leipzig: H4s RUCKEN",
        "Yerres M10s EUBÖA; Leipzig H4s RUCKEN",
        "In Yerres lege ich M10s EUBÖA, in Leipzig H4s RUCKEN.",
        "Für Yerres M10s EUBÖA und für Leipzig H4s RUCKEN",
        "Hallo Ruth, für Yerres M10s EUBÖA, für Leipzig H4s RUCKEN.",
        "Für 1-Zug-Scrabble Yerres M10s EUBÖA.\nFür SB Leipzig H4s RUCKEN.",
        "For Yerres M10 down EUBÖA, for Leipzig H4 down RUCKEN.",
        "Pour Yerres M10 vertical EUBÖA, pour Leipzig H4 vertical RUCKEN.",
    ],
)
def test_each_game_named_before_a_play_has_that(text: str) -> None:
    assert games_of(text) == [("yerres", ["EUBÖA"], False), ("leipzig", ["RUCKEN"], False)]


@pytest.mark.parametrize(
    "rest", ["kommt morgen", "ich schicke den Zug separat", "noch nichts gefunden"]
)
def test_what_a_mail_says_of_another_game_leaves_the_move(rest: str) -> None:
    first, *others = games_of(f"Yerres: M10s EUBÖA\nLeipzig: {rest}")

    assert first == ("yerres", ["EUBÖA"], False)
    assert all(not words for _, words, _ in others)


def test_a_doubt_is_one_of_the_game_of_its_clause() -> None:
    found = games_of("Für Yerres M10s EUBÖA lieber nicht, für Leipzig H4s RUCKEN.")

    assert found == [("yerres", ["EUBÖA"], True), ("leipzig", ["RUCKEN"], False)]


@pytest.mark.parametrize(
    "text",
    [
        "Für Yerres M10s EUBÖA.",
        "Für Yerres M10s EUBÖA, für Paris H4s RUCKEN.",
        "Nicht für Yerres M10s EUBÖA, für Leipzig H4s RUCKEN.",
        "Falls es noch geht, für Yerres M10s EUBÖA, für Leipzig H4s RUCKEN.",
        "Yerres ist schwer, Leipzig H4s RUCKEN.",
        "Yerres und Leipzig machen Spaß. M10s EUBÖA",
        "Bitte noch nicht eintragen. Yerres: M10s EUBÖA, Leipzig: H4s RUCKEN",
        "Yerres: M10s EUBÖA, Leipzig: H4s RUCKEN. Ich ziehe beides zurück.",
        "Für Yerres M10s EUBÖA, für Leipzig H4s RUCKEN, das erste aber noch nicht fest",
        "Yerres: M10s EUBÖA, Leipzig: H4s RUCKEN; Yerres: zurück!",
        "Yerres: M10s EUBÖA | Leipzig: Korrektur, oben meinte ich Leipzig",
    ],
)
def test_lines_in_which_not_each_game_leads_to_a_play_stay(text: str) -> None:
    assert with_games_apart(lines_of(text), NAMES) == lines_of(text)


def test_the_parts_of_a_line_stand_where_they_stood() -> None:
    (line,) = lines_of("Für Yerres M10s EUBÖA, für Leipzig H4s RUCKEN.")

    apart = with_games_apart([line], GameNames.of((YERRES, AEGYPTEN, LEIPZIG)))

    assert [each.text.strip() for each in apart] == [
        "Yerres", "M10s EUBÖA,", "Leipzig", "H4s RUCKEN.",
    ]  # fmt: skip
    assert all(
        line.text.startswith(each.text.strip(), len(each.text) - len(each.text.lstrip()))
        for each in apart
    )


@pytest.mark.parametrize(
    "rest", ["kommt morgen", "schicke ich am Freitag, da grüble ich noch", "kommt später."]
)
def test_another_game_that_is_only_announced_is_left_out_below_a_move(rest: str) -> None:
    lines = lines_of(f"M10s EUBÖA\nLeipzig {rest}")

    assert list(without_announced(lines, NAMES, "yerres")) == list(lines[:1])


@pytest.mark.parametrize(
    ("text", "default"),
    [
        ("M10s EUBÖA\nYerres kommt morgen", "yerres"),
        ("M10s EUBÖA\nLeipzig kommt morgen, dieser Zug auch", "yerres"),
        ("M10s EUBÖA\nLeipzig kommt morgen, da geht Yerres auch hin", "yerres"),
        ("M10s EUBÖA\nLeipzig macht Spaß", "yerres"),
        ("Leipzig kommt morgen", "yerres"),
        ("M10s EUBÖA\nLeipzig kommt morgen", None),
    ],
)
def test_whatever_else_is_said_of_games_stays(text: str, default: str | None) -> None:
    assert list(without_announced(lines_of(text), NAMES, default)) == list(lines_of(text))


@pytest.mark.parametrize(
    "behind",
    [
        "In Leipzig komme ich später, da fehlt mir noch was.",
        "leipzig kommt morgen.",
        "Zu Leipzig melde ich mich morgen.",
    ],
)
def test_what_is_put_off_in_another_game_behind_the_move_is_left_out(behind: str) -> None:
    (line,) = without_announced(lines_of(f"M10s EUBÖA 24. {behind}"), NAMES, "yerres")

    assert line.text.strip() == "M10s EUBÖA 24."


def test_what_stands_behind_a_game_that_is_put_off_stays() -> None:
    lines = without_announced(
        lines_of("M10s EUBÖA\nLeipzig kommt morgen. Bitte noch nicht werten"), NAMES, "yerres"
    )

    assert [line.text for line in lines] == ["M10s EUBÖA", "Bitte noch nicht werten"]


@pytest.mark.parametrize(
    ("said", "is_off"),
    [
        ("M10s EUBÖA 24. Yerres kommt später.", True),
        ("Zu Yerres melde ich mich morgen.", True),
        ("Yerres folgt:", False),
        ("Leipzig kommt später.", False),
        ("Yerres macht Spaß.", False),
    ],
)
def test_who_puts_the_game_itself_off_is_asked(said: str, *, is_off: bool) -> None:
    assert puts_off_itself(said, NAMES, "yerres") is is_off
