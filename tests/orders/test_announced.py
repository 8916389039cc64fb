"""What plainly leads to a move, over it or before it: it is played; in doubt, or on a condition, it is asked about."""

from itertools import chain

import pytest

from mailref.games.by_turns.contents import OrderAnswer, TurnReport
from mailref.games.classic import book as turn_classic
from mailref.orders.table import Command
from mailref.referee.policy import Reason
from tests.games.by_turns.at_table import AtTable, GivenDraws, at_table, kiel, of
from tests.orders.test_free_words import read
from tests.orders.test_known_words import booked
from tests.reading.reading import YERRES

LEADS = {
    "en": [
        "Then I'll rather play",
        "Then I would rather play this:",
        "Well then, let me try",
        "Let me try this",
        "Let me see, I'll play",
        "Then I'll just play",
        "I'd better lay",
        "OK, then rather",
    ],
    "de": [
        "Dann lieber",
        "Dann spiele ich lieber",
        "Dann nehme ich doch lieber",
        "Na gut, dann muss ich wohl legen",
        "Dann lege ich eben",
        "Lass mich mal probieren",
        "Also gut, dann halt so:",
    ],
    "fr": [
        "Alors plutôt",
        "Bon, alors je joue plutôt",
        "Je préfère alors jouer",
        "Laisse-moi essayer",
        "Je vais plutôt poser",
        "D'accord, alors je tente ceci :",
    ],
}
DOUBTS = [
    "Maybe then I'll rather play\nH4 RABEN",
    "Then I'd rather not play\nH4 RABEN",
    "Shall I then rather play\nH4 RABEN?",
    "Let me think about\nH4 RABEN",
    "Let me try H4 RABEN?",
    "If Ben challenges, then I'll rather play\nH4 RABEN",
    "Next turn I'll rather play\nH4 RABEN",
    "Then I'll rather play\nH4 RABEN\n\nBut not now, I will decide tomorrow.",
    "In that case I'll play\nH4 RABEN",
    "Wenn Ben passt, dann spiele ich lieber\nH4 RABEN",
    "Dann lieber nicht\nH4 RABEN",
    "Soll ich dann lieber\nH4 RABEN",
    "Lass mich mal überlegen:\nH4 RABEN",
    "Dann spiele ich lieber\nH4 RABEN\noder doch nicht?",
    "Je préfère ne pas jouer\nH4 RABEN",
    "Laisse-moi réfléchir\nH4 RABEN",
]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> AtTable:
    """Return a game in which Anna, who is to move, can lay RABEN and BARNE."""
    draws = GivenDraws(["BEENRAT", "EIRSTUL", "AAAAA"])
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: draws)
    return at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))


@pytest.mark.sampled(10)
@pytest.mark.parametrize("lead", [*chain(*LEADS.values())])
@pytest.mark.parametrize("gap", [" ", "\n", "\n\n"], ids=["before", "over", "apart"])
def test_what_it_leads_to_is_played(table: AtTable, lead: str, gap: str) -> None:
    owed = table.receives("anna", f"Hi Ben,\n\n{lead}{gap}H4 RABEN\n\nAnna")

    assert of(owed, "anna", TurnReport).face.history.turns[-1].words == ("RABEN",)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("text", DOUBTS)
def test_a_doubt_or_a_condition_beside_it_stays_asked_about(table: AtTable, text: str) -> None:
    owed = table.receives("anna", text)

    assert of(owed, "anna", OrderAnswer).considered.reason is Reason.AMBIGUOUS


@pytest.mark.parametrize("lead", ["Then I'll rather play", "Dann lieber", "Alors plutôt :"])
def test_it_takes_the_place_of_a_play_above(table: AtTable, lead: str) -> None:
    owed = table.receives("anna", f"H4 BARNE\n{lead}\nH4 RABEN")

    assert of(owed, "anna", TurnReport).face.history.turns[-1].words == ("RABEN",)


@pytest.mark.parametrize(
    "over",
    [
        "Ich bitte, folgenden Zug zu werten:",
        "Ich bitte um Verbuchung folgenden Zuges:",
        "Ich möchte folgenden Zug abgeben:",
        "Hiermit gebe ich nachstehenden Zug zu Protokoll:",
        "Kindly record the following:",
        "May I submit the following:",
        "Veuillez noter le coup suivant :",
        "Before anything else, please forgive my poor English:",
        "My grandson has set up this tablet for me, so bear with me:",
    ],
)
def test_a_move_below_what_formally_leads_to_it_is_played(over: str) -> None:
    assert booked(f"{over}\nH8w RABEN", YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "over",
    [
        "Ich bitte, folgenden Zug zu streichen:",
        "Bitte folgenden Zug nicht werten:",
        "Anna hat folgenden Zug vorgeschlagen:",
        "Ich überlege folgenden Zug:",
        "May I play the following:",
        "Please ignore the following:",
    ],
)
def test_a_move_below_what_takes_it_away_is_asked_about(over: str) -> None:
    assert booked(f"{over}\nH8w RABEN", YERRES) == []


def test_a_round_that_was_is_not_that_of_the_move_below() -> None:
    text = "Runde 1 war ja ein Trauerspiel für mich. Jetzt:\n\nH8w RABEN"

    (entry,) = read(text, YERRES).entries

    assert booked(text, YERRES) == ["RABEN"]
    assert entry.round_named is None


@pytest.mark.parametrize(
    ("remark", "is_booked"),
    [
        ("comment: hymn book, believe it or not", True),
        ("Bemerkung: könnte ich bei meinem Husten gerade selber brauchen", True),
        ("comment: not sure this is a word", False),
        ("Bemerkung: noch nicht eintragen", False),
        ("Bemerkung: lieber doch M7s BASEN", False),
    ],
)
def test_a_remark_in_its_own_field_is_talk_unless_it_speaks_of_the_move(
    remark: str, *, is_booked: bool
) -> None:
    text = f"Wort: RABEN\nFeld: H8\nRichtung: waagerecht\n{remark}"

    assert booked(text, YERRES) == (["RABEN"] if is_booked else [])


def test_an_order_in_the_field_of_a_remark_is_carried_out() -> None:
    text = "Wort: RABEN\nFeld: H8\nRichtung: waagerecht\nBemerkung: bitte keine Erinnerungen mehr"

    assert read(text, YERRES).commands == (Command.REMINDER_OFF,)
