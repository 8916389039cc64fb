"""Which letter of a word is a blank, in plain words (rules 4 and 8)."""

import pytest

from mailref.orders.jokers_said import with_jokers_said
from tests.reading.reading import lines_of


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("H4s RUCKEN\nwobei das E durch den Joker dargestellt wird.", "H4s RUCK*EN\n."),
        ("H4s RUCKEN, der Blankostein vertritt das E (12)", "H4s RUCK*EN (12)"),
        ("H4s RUCKEN. Joker als E, 12", "H4s RUCK*EN. , 12"),
        ("H4d RUCKEN, with the blank used as the E", "H4d RUCK*EN"),
        ("H4v RUCKEN, le joker tient lieu de E", "H4v RUCK*EN"),
        ("H4s RUCKEN, U ist der joker, müssten 12 sein", "H4s R*UCKEN , müssten 12 sein"),
        ("H4s RUCKEN, E ist der Joker", "H4s RUCK*EN"),
        (
            "Schönen zweiten Advent. H4s ECKE, das letzte E stellt der Joker dar.",
            "Schönen zweiten Advent. H4s ECK*E, .",
        ),
        ("H4s RUCKEN; das E sei der Joker", "H4s RUCK*EN"),
        ("H4s KREKELN, E ist der Joker", "H4s KREKELN, Blanko = E"),
        ("H4s RUCKEN\n/H4s RICKEN\nJoker = E", "H4s RUCKEN\n/H4s RICKEN\nJoker = E"),
        ("H4s RUCKEN, der Joker mimt das E, 12", "H4s RUCK*EN , 12"),
        ("H4d RUCKEN, the blank impersonates the E", "H4d RUCK*EN"),
        ("H4s ECKE\nJoker: 4. Buchstabe (zweites E)", "H4s ECK*E\n"),
        ("H4s ECKE\nJoker: E an Stelle 4", "H4s ECK*E\n"),
        ("H4s ECKE, der vierte Buchstabe ist mein Joker", "H4s ECK*E"),
        ("H4s ECKE, der letzte Buchstabe ist der Joker", "H4s ECK*E"),
        ("H4d ECKE, last letter is the blank", "H4d ECK*E"),
        ("H4s RUCKEN, E Blanko", "H4s RUCK*EN"),
        ("H4s RUCKEN, E (Joker), 12", "H4s RUCK*EN , 12"),
        ("H4d RUCKEN, E blank", "H4d RUCK*EN"),
        ("H4s RUCKEN, das E mache ich mit dem Joker", "H4s RUCK*EN"),
        ("H4s RUCKEN, wobei der Joker ein E darstellt", "H4s RUCK*EN"),
        ("H4d ECKE, the fourth letter is the blank", "H4d ECK*E"),
        ("H4v ECKE, joker : la quatrième lettre", "H4v ECK*E"),
        ("H4s ECKE\nJoker: 2. Buchstabe (zweites E)", "H4s ECKE\nJoker: 2. Buchstabe (zweites E)"),
        ("H4s ECKE\nJoker: 5. Buchstabe", "H4s ECKE\nJoker: 5. Buchstabe"),
        ("H4s ECKE\nJoker: E (das nach dem K)", "H4s ECKE\nJoker: E (das nach dem K)"),
        ("H4s AMTENDE\nJoker: E (das zwischen T und N)", "H4s AMT*ENDE\n"),
        ("H4s AMTENDE, das E zwischen T und N ist der Joker", "H4s AMT*ENDE"),
        ("H4d AMTENDE. The blank is the E between T and N.", "H4d AMT*ENDE. ."),
        ("H4v AMTENDE, le joker est le E entre T et N", "H4v AMT*ENDE"),
        (
            "H4s AMTENDE, Joker: E (das zwischen K und N)",
            "H4s AMTENDE, Joker: E (das zwischen K und N)",
        ),
        ("H4s R*UCKEN (* = Joker)", "H4s R*UCKEN"),
        ("H4s R*UCKEN. Der Stern steht für den Joker.", "H4s R*UCKEN.."),
        ("H4d R*UCKEN, the star marks the blank", "H4d R*UCKEN,"),
        ("H4v R*UCKEN (l'astérisque est le joker)", "H4v R*UCKEN"),
        ("H4s RUCK(E)N - das eingeklammerte E ist der Joker", "H4s RUCK(E)N -"),
        ("H4s RUCK(E)N, das E in Klammern ist der Blanko.", "H4s RUCK(E)N,."),
        ("H4d RUCK(E)N, the bracketed E is the blank", "H4d RUCK(E)N,"),
        ("H4s RUCK(E)N, Joker in Klammern", "H4s RUCK(E)N,"),
        ("H4s RUCKEN (* = Joker)", "H4s RUCKEN (* = Joker)"),
        ("H4s R*UCKEN. Kein Stern, kein Joker.", "H4s R*UCKEN. Kein Stern, kein Joker."),
        ("H4s RuCKEN, kleines u = Blanko", "H4s RuCKEN, u = Blanko"),
        ("H4s RuCKEN, das kleine u ist der Joker", "H4s RuCKEN, das u ist der Joker"),
        ("H4s RuCKEN (klein = Joker)", "H4s RuCKEN (Blanko = U)"),
        ("H4s RuCKEN, der kleine Buchstabe ist der Joker", "H4s RuCKEN, Blanko = U"),
        ("H4d RuCKEN, lower case = blank", "H4d RuCKEN, Blanko = U"),
        ("H4v RuCKEN, minuscule = joker", "H4v RuCKEN, Blanko = U"),
        ("H4s R?CKEN, ?=U", "H4s R*UCKEN"),
        ("R?CKEN ab H4 senkrecht (? = U)", "R*UCKEN ab H4 senkrecht"),
        ("H4s R?CKEN 12, Joker = U", "H4s R*UCKEN 12"),
        ("H4s R_CKEN, der Joker ist ein U", "H4s R*UCKEN"),
        ("?UCKEN H4 senkrecht, das Fragezeichen ist ein R", "*RUCKEN H4 senkrecht"),
        ("H4d R?CKEN, the question mark is a U", "H4d R*UCKEN"),
        ("H4s R?CKEN\nU als Joker", "H4s R*UCKEN\n"),
        ("H4s RUCKEN\nJoker: zweites K", "H4s RUCKEN\nJoker: zweites K"),
        ("H4s ECKE 9\nDas zweite E ist der Joker", "H4s ECK*E 9\n"),
        ("H4s ECKE 9\nDas zweite E ist mein Joker", "H4s ECK*E 9\n"),
        ("H4d ECKE 9\nThe second E is my blank", "H4d ECK*E 9\n"),
        ("H4s ECKE 9\nJoker ist das E hinten", "H4s ECK*E 9\n"),
        ("H4s ECKE 9\nDas E vorne ist mein Joker", "H4s *ECKE 9\n"),
        ("H4d ECKE 9\nThe E at the end is the blank", "H4d ECK*E 9\n"),
        ("H4v ECKE 9\nLe E au début est le joker", "H4v *ECKE 9\n"),
        ("H4s ECKE. Für das zweite E muß der Blankostein herhalten.", "H4s ECK*E. ."),
        ("H4s ECKE, das zweite E ist mein leerer Stein", "H4s ECK*E, "),
        ("H4s RUCKEN, das K mittels Blankostein.", "H4s RUC*KEN ."),
        ("RUCKEN, Reihe 4 ab H, das K ist mein Joker", "RUC*KEN, Reihe 4 ab H "),
        ("H4s ECKE. Das erste E wird durch den Joker dargestellt.", "H4s *ECKE. ."),
        ("H4s ECKE, der 2. e-stein ist der joker, das vordere e ist echt", "H4s ECK*E, ,"),
        ("H4s ECKE, das 2. E ist der Joker, das andere ist echt", "H4s ECK*E, ,"),
        ("H4s ECKE mit Joker als zweitem E", "H4s ECK*E mit"),
        ("H4d ECKE. The blank stands in for the second E.", "H4d ECK*E. ."),
        ("H4d ECKE, the last E tile is the blank, the other one is real", "H4d ECK*E, ,"),
        (
            "H4s ECKE. Das zweite E ist nicht der Joker.",
            "H4s ECKE. Das zweite E ist nicht der Joker.",
        ),
        ("H4s RUCKEN (das K liegt, das U ist der Joker)", "H4s R*UCKEN (das K liegt )"),
        ("H4d ECKE\nThe first E is the blank.", "H4d *ECKE\n."),
        (
            "H4s ECKE\nDas zweite E ist ein Joker, das K liegt schon",
            "H4s ECK*E\n, das K liegt schon",
        ),
    ],
)
def test_which_letter_is_a_blank_is_read_in_plain_words(text: str, said: str) -> None:
    lines = with_jokers_said(lines_of(text))

    assert "\n".join(" ".join(line.text.split()) for line in lines) == said.rstrip(" ")


@pytest.mark.parametrize(
    "text",
    [
        "H4s R?CKEN, G?LD, ?=U",
        "H4s R?CKEN, oder RUCKEN?",
        "H4s RuCKEN, RACkEN, klein = Joker",
        "H4s RUCKEN\nDein Joker auf dem E war fies",
        "H4s RUCKEN\nDer Joker bleibt für das Q zurück",
        "H4s RUCKEN, das E ist der Joker von LAMPE",
        "H4s RUCKEN, der Joker behält das E",
        "H4s RUCKEN, der Joker gibt nicht das E",
        "H4s RUCKEN, Joker nicht E",
        "H4s RUCKEN, Joker und E",
        "H4s RUCKEN, der Joker braucht ein E",
        "H4s RUCKEN, tausche Joker und E",
        "Ich tausche:\nden Joker als E",
        "H4s RUCKEN, das E als Joker oder das K",
        "H4s ECKE. Ich hatte gedacht, für das erste E muss der Joker herhalten, es ist aber das zweite.",
        "H4s ECKE. Letztes Mal war das erste E der Joker, diesmal das zweite E.",
        "H4s ECKE. Last time the first E was the blank.",
        "H4s ECKE. Für das erste E muss der Joker herhalten, oder?",
    ],
)
def test_what_says_more_of_a_blank_stays(text: str) -> None:
    assert [line.text for line in with_jokers_said(lines_of(text))] == text.split("\n")
