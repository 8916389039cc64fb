"""What plainly leads to a move, over it or before it: it is played; in doubt, or on a condition, it is asked about."""

from itertools import chain

import pytest

from mailref.games.by_turns.contents import OrderAnswer, TurnReport
from mailref.games.classic import book as turn_classic
from mailref.referee.policy import Reason
from tests.games.by_turns.at_table import AtTable, GivenDraws, at_table, kiel, of

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
