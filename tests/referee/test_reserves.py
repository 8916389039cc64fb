"""A mail that says only what is for want of a move: it is put behind the one that its player sent before (rules 8)."""

from enum import StrEnum

import pytest

from mailref.referee.policy import Outcome, Reason
from tests.referee.rehearsal import game, only, rehearse

RABEN = "H8w RABEN"
ABER = "H8w ABER"


def words(text: str, *, before: str = "") -> list[str] | StrEnum | None:
    """Return the first word of each move that a mail makes, or why it makes none."""
    rehearsal = rehearse()
    if before:
        rehearsal.receives(before)
    found = only(rehearsal.considers(text.replace("§", ABER)))
    if found.outcome is not Outcome.ACCEPTED or found.entry is None:
        return found.reason
    return [each.move.plays[0].word for each in found.entry.moves if each.move]


@pytest.mark.parametrize(
    "text",
    [
        "/§",
        "Ersatz: §",
        "Als Ersatz noch §, bitte.",
        "Mein Zug bleibt. Reserve: §",
        "Die Reserve bitte ändern in §",
        "Nur der Ersatzzug ändert sich: §\n\nViele Grüße\nMax Mustermann",
        "Please change my reserve to §",
        "My backup is now §",
    ],
)
def test_a_reserve_alone_goes_behind_the_move_sent_before(text: str) -> None:
    assert words(text, before=RABEN) == ["RABEN", "ABER"]
    assert words(text) is Reason.AMBIGUOUS


def test_it_takes_the_place_of_the_reserve_sent_before() -> None:
    assert words("Ersatz: §", before=f"{RABEN}\n/H8w RABE") == ["RABEN", "ABER"]


@pytest.mark.parametrize(
    "text",
    [
        "Ich lege TASSE vom T aus.\nErsatz: §",
        "ich leg tasse runter\nersatz: §",
        "tasse, ab dem T\nErsatz: §",
        "Darf ich TASSE antragen, vom T aus? Sollte das nicht gelten, nehmen Sie ersatzweise §.",
        "Ersatz streichen: §",
        "Ersatz für Runde 5: §",
        "Hätte ich bloß\n/§\ngenommen!",
        "(Ersatz: §)\n– Oscar Wilde",
    ],
)
def test_beside_what_may_be_another_move_or_leaves_it_open_it_is_asked_about(text: str) -> None:
    assert words(text, before=RABEN) is Reason.AMBIGUOUS


def test_where_one_move_is_all_there_is_no_reserve() -> None:
    rehearsal = rehearse(game(variant="mono", title="Mono Yerres", letters="ABEENRTT"))
    rehearsal.receives(RABEN)

    assert only(rehearsal.considers(f"/{ABER}")).reason is Reason.AMBIGUOUS
