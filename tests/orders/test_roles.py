"""Every word around a play has a role, or the writer is asked: which words do, and how they are looked up."""

import pytest

from mailref.orders.roles import SMALL_TALK, Forms, SingleWords, small_talk, tells_of, unknown_in
from mailref.tiles.moves import VOCABULARIES, said_as


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("So, heute lege ich mal: ", []),
        ("Nach drei Tagen Sturm ist der Strom wieder da", []),
        ("nach drei TAGEN sturm", []),
        ("Ich lege Karins Quarkstrudel", ["Karins", "Quarkstrudel"]),
        ("So I'll go for this one, folks", []),
        (
            "vielleicht, niemand, später, soon, she",
            ["vielleicht", "niemand", "später", "soon", "she"],
        ),
        ("ich fuer meinen Teil", []),
        ("sooo, heute lege ich maaal", []),
        ("aber Schlachtfeeest", ["Schlachtfeeest"]),
    ],
)
def test_a_word_has_a_role_or_is_unknown(text: str, unknown: list[str]) -> None:
    assert unknown_in(text) == unknown


@pytest.mark.parametrize(
    ("form", "words", "others"),
    [
        ("Schnee…", ["Schnee", "Schneemann", "schneefrei"], ["Neuschnee"]),
        ("…wetter", ["Wetter", "Sauwetter"], ["Wetterau"]),
        ("müh-", ["mühe", "muehe", "MÜHES"], ["mühsam"]),
        ("bis", ["BIS"], ["bisher"]),
    ],
)
def test_forms_go_on_or_begin_as_they_say(form: str, words: list[str], others: list[str]) -> None:
    forms = Forms(SingleWords.of([form]))

    assert [each for each in (*words, *others) if each in forms] == words


ALIKE = {"er", "her", "du"}
"""`um`, `er`, `hin und her` and `du matin` of another language."""


@pytest.mark.parametrize(
    "row", ["later", "others_do", "relatives", "unsettles", "withdrawn", "next_round"]
)
def test_no_small_talk_has_a_sense(row: str) -> None:
    """A word that takes a move away must not be one that says nothing."""
    telling = [form for form in said_as(row) if " " not in form and not form.endswith("…")]

    assert {form for form in telling if form in small_talk()} <= ALIKE


SHIELDS = ("weather", "health", "home", "food", "nature", "travel", "leisure", "feasts", "time")
"""Rows that say what a sentence is about, so that it is not about the play."""


@pytest.mark.parametrize(
    "row", ["does", "done", "enters", "possible", "correction", "tells", "of_play"]
)
def test_no_subject_is_what_one_does_with_a_play(row: str) -> None:
    """`leg` and `book` are names of other things in another language."""
    telling = [form for form in said_as(row) if " " not in form and not form.endswith("…")]

    assert {form for form in telling if tells_of(form, *SHIELDS)} <= {"leg", "book", "buch"}


def test_every_row_of_small_talk_says_something_in_each_language() -> None:
    assert len(VOCABULARIES) >= 2
    assert all(len(row) > 20 for row in SMALL_TALK.values())
