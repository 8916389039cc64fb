"""What a mail takes back of earlier mails stands in nobody's way: what is left counts (rules 8)."""

import pytest

from mailref.orders.entries import GameFace
from mailref.orders.order_lines import TakesBack, taken_back
from mailref.orders.taken_back import without_taken_back
from mailref.reading.incoming_mail import Line
from tests.orders.test_free_words import OAK
from tests.orders.test_known_words import booked
from tests.reading.reading import YERRES

MOVES = {"yerres": "H8w RABEN", "oak": "H8 across RABEN"}


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("Vergiss bitte die Mail von 14:03. Jetzt gilt: §", YERRES),
        ("bitte meine Mail von heute früh vergessen, da war ich noch nicht wach. Es gilt jetzt:\n§", YERRES),
        ("Ich ziehe G5s MENUS zurück und spiele dafür\n§", YERRES),
        ("streiche bitte G5s TALES von heute Mittag. Stattdessen: §, 29 Punkte.", YERRES),
        ("Meine Mail von eben bitte wegwerfen. Es soll nicht G5 LAKENS heißen, sondern\n\n§", YERRES),
        ("Falls es noch nicht zu spät ist: vergiss G5s TALES und nimm §.", YERRES),
        ("L3s KOHLEN bitte streichen. Dafür §.", YERRES),
        ("Mein Zug vom Sonntag ist hinfällig; es gilt einzig dieser:\n§", YERRES),
        ("Streich bitte den Zug, den ich gestern geschickt habe. Neu: §", YERRES),
        ("Please disregard the email I sent at lunchtime, it had the wrong word in it. My move is this:\n\n§", OAK),
        ("Meine Mail von 9 Uhr ist hinfällig, bitte nehmen Sie: §", YERRES),
        ("Neuer Zug von mir, der vorige ist hinfällig: §", YERRES),
        ("Please ignore what I sent this morning. My move is §.", OAK),
        ("Vergiss, was ich gestern geschickt habe, und nimm §", YERRES),
        ("Oublie le message que j'ai envoyé ce matin. Je joue §", YERRES),
        ("On reflection I should like to withdraw D8 down CANON, which I sent on Tuesday, and replace it by\n\n§", OAK),
        ("So sorry, please scrap the LINS I sent at lunchtime. I should like to play § instead, 15 points.", OAK),
        ("Please replace my earlier entry (L2 down TAUGE) with:\n\n§", OAK),
        ("If it isn't too late, forget LINS and let me have § instead.", OAK),
        ("Me again, scratch my last one. I'll have §.", OAK),
        ("Erst stand hier G5s TALES, das streiche ich, zu wenig Punkte. Mein Zug ist: §.", YERRES),
        ("Mein G5s TALES gilt nicht mehr, bitte dafür § eintragen.", YERRES),
        ("scratch 5G TALES, § it is", OAK),
        ("I'd first put 5G TALES but please disregard it: my move is §.", OAK),
        ("§ statt TALES", YERRES),
        ("§ statt des TALES aus meiner ersten Mail.", YERRES),
        ("§ anstelle von TALES von gestern", YERRES),
        ("Scrap the TALES from this morning, will you? I'm having § instead.", OAK),
        ("Streich bitte mein TALES von heute früh, ja? §", YERRES),
        ("Having slept on it I withdraw the exchange I sent last night (D and H), and play §.", OAK),
        ("Ich ziehe meinen Tausch (A und I) zurück und lege §.", YERRES),
        ("Je retire mon échange et je joue §.", YERRES),
    ],
)  # fmt: skip
def test_a_move_counts_in_place_of_what_is_taken_back(text: str, face: GameFace) -> None:
    assert booked(text.replace("§", MOVES[face.id]), face) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "Please ignore my earlier mail with H8 across RABEN.",
        "Ignore H8 across RABEN and G5 down TALES",
        "Vergiss H8w RABEN, das nehme ich nicht.",
        "Should I scrap G5s TALES? H8w RABEN",
        "Wenn Anna mag, streiche G5s TALES und nimm H8w RABEN.",
        "Anna möchte G5s TALES streichen und dafür H8w RABEN legen.",
        "G5s TALES\n\nDoch statt TALES lieber RABEN",
        "H8w RABEN statt TALES? Was meinst du?",
        "Soll ich H8w RABEN statt TALES legen?",
        "H8w RABEN statt TALES wäre möglich",
        "Streiche G5s TALES. G5s TALES oder H8w RABEN?",
    ],
)
def test_what_is_taken_back_in_doubt_is_asked_about(text: str) -> None:
    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("annulez mon coup précédent, je joue H4 LOUP", "je joue H4 LOUP"),
        ("Korrektur meiner Mail von 10:12 Uhr: nicht MAHLT sondern LAHMEN", "LAHMEN"),
        ("Don't forget H8w RABEN please", None),
        ("Bitte nicht H8w RABEN streichen!", None),
        ("H8w RABEN, nicht G5s TALES", None),
    ],
)
def test_only_what_is_taken_back_goes(text: str, left: str | None) -> None:
    (line,) = without_taken_back([Line(1, text)])

    assert line.text == (text if left is None else left)


@pytest.mark.parametrize(
    "text", ["Tausche nicht AEH, sondern HI", "I don't exchange A, but rather H"]
)
def test_who_exchanges_others_than_he_names_first_takes_no_move_back(text: str) -> None:
    assert taken_back(text, is_in_turns=True) is not TakesBack.SURELY


@pytest.mark.parametrize(
    "text",
    [
        *("H8w RABEN\n\nIch gebe nicht auf!", "So schnell gebe ich nicht auf. H8w RABEN", "I don't resign.\nH8w RABEN"),
        *("H8w RABEN. I'm not giving up yet!", "Niemals aufgeben!\n\nH8w RABEN", "H8w RABEN\nJe n'abandonne pas !"),
        *("H8w RABEN\n\nIch will nicht passen.", "I won't pass today!\n\nH8w RABEN"),
    ],
)  # fmt: skip
def test_who_goes_on_says_no_more_beside_his_play(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text", ["H8w RABEN\n\nIch gebe auf!", "Ich gebe nicht auf, H8w RABEN zu finden."]
)
def test_who_resigns_or_says_more_beside_his_play_is_asked(text: str) -> None:
    assert booked(text, YERRES) == []
