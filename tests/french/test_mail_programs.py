"""How French mail programs quote, and what they say by themselves."""

import pytest

from mailref.reading.robots import is_robots_subject
from tests.reading.reply_text import reply_text

OWN = "H8 verticalement RABEN"
QUOTED = "Tirage: A B E\n\nM10v BESEN, 20 points"
PREFIXED = "> Tirage: A B E\n>\n> M10v BESEN, 20 points"


@pytest.mark.parametrize(
    "quote",
    [
        f"Le lun. 7 déc. 2026 à 10:12, Scrabble <referee@example.org> a écrit :\n\n{PREFIXED}",
        f"Le 07/12/2026 à 10:12, Scrabble a écrit\u00a0:\n{PREFIXED}",
        f"Le lundi 7 décembre 2026 à 10:12:33 UTC+1,\nScrabble <referee@example.org> a écrit :\n\n{QUOTED}",
        f"Le 7 déc. 2026 à 10:12, referee@example.org a écrit :\n\n{PREFIXED}",
        ("-----Message d'origine-----\nDe : Scrabble [mailto:referee@example.org]\n"
        f"Envoyé : lundi 7 décembre 2026 10:12\nÀ : Max Mustermann\nObjet : [yerres R4] Rapport\n\n{QUOTED}"),
        ("________________________________\nDe : Scrabble <referee@example.org>\nEnvoyé : lundi 7 décembre 2026 10:12\n"
        f"À : Max Mustermann <max@example.org>\nObjet : [yerres R4] Rapport du tour 4\n\n{QUOTED}"),
        ("De: referee@example.org\nEnvoyé: Lundi 7 Décembre 2026 10:12:33\nÀ: max@example.org\n"
        f"Objet: [yerres R4] Rapport\n\n{QUOTED}"),
        (f"-------- Message transféré --------\nSujet : Rapport\nDate : Mon, 7 Dec 2026 10:12:33 +0100\n"
        f"De : Scrabble <referee@example.org>\nPour : max@example.org\n\n{QUOTED}"),
        f"-- merci de répondre au-dessus de cette ligne --\n\n{QUOTED}",
        "Envoyé de mon iPhone",
        "Envoyé depuis mon smartphone Samsung Galaxy.",
        "Télécharger Outlook pour Android",
        "Obtenez Outlook pour iOS",
    ],
)  # fmt: skip
def test_what_stands_above_a_quote_is_the_answer(quote: str) -> None:
    assert reply_text(f"{OWN}\n\n{quote}\n") == OWN


@pytest.mark.parametrize(
    ("subject", "is_robots"),
    [
        ("Réponse automatique : [yerres R4] Rapport", True),
        ("Absence du bureau Re: [yerres R4] Rapport", True),
        ("Accusé de réception", True),
        ("Lu : [yerres R4] Rapport", True),
        ("Mon coup", False),
        ("Lu et approuvé", False),
        ("Absence", False),
    ],
)
def test_what_a_program_writes_by_itself_is_told_from_a_person(
    subject: str, is_robots: bool
) -> None:
    assert is_robots_subject(subject) is is_robots
