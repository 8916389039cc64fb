"""What asks for something beside a command, or beside a move in another game, is never passed over in silence."""

import pytest

from mailref.orders.entries import GameFace
from mailref.orders.read_entries import OneMail
from mailref.reading.incoming_mail import Attention
from tests.orders.test_free_words import OAK
from tests.reading.reading import LEIPZIG, READER, YERRES
from tests.reading.test_budget import KINDS
from tests.writing.builders import mail

_, _, *TABLES = KINDS
ULM, BONN, _, HERBST = TABLES
FACES = (YERRES, LEIPZIG, OAK, *TABLES)


def is_asked(text: str, face: GameFace) -> bool:
    entries = OneMail(READER, FACES, face, Attention()).read_mail(mail(text)).entries
    return any(entry.ambiguity is not None for entry in entries)


@pytest.mark.parametrize(
    ("face", "text"),
    [
        (BONN, "Vielleicht: NIMM K8 K10. Ich bin bis Mittwoch im Urlaub."),
        (BONN, "Once Mareike is done: TAKE K8 K10. I will be offline until Wednesday."),
        (OAK, "I am away from 5 to 12 December. Perhaps I exchange A and O."),
        (
            HERBST,
            "I will be on holiday from the 9th. My words are DRUCKER and RECHNER, or should I wait?",
        ),
    ],
)
def test_beside_an_absence_it_is_asked_about(face: GameFace, text: str) -> None:
    assert is_asked(text, face)


@pytest.mark.parametrize("face", [BONN, OAK, HERBST])
@pytest.mark.parametrize("said", ["Bis bald!", "Das S war gemein.", "Danke für die Leitung."])
def test_talk_beside_an_absence_is_not(face: GameFace, said: str) -> None:
    assert not is_asked(f"Ich bin vom 5. bis 12.12. im Urlaub. {said}", face)


@pytest.mark.parametrize(
    ("face", "text"),
    [
        (ULM, "I lay BESSER. In Bonn I take H5."),
        (ULM, "Ich lege BESSER.\nIn Bonn nehme ich H5."),
        (BONN, "NIMM H5. In Ulm lege ich BESSER."),
        (YERRES, "L4s GURDE. In Leipzig lege ich MASKE."),
        (OAK, "I exchange A and O. In Ulm I lay BESSER."),
    ],
)
def test_a_move_of_another_game_in_a_sentence_is_asked_about(face: GameFace, text: str) -> None:
    assert is_asked(text, face)


@pytest.mark.parametrize(
    "said",
    [
        *("Zu Leipzig fällt mir nichts ein.", "In Leipzig hatte ich MASKE gelegt."),
        *("Viele Grüße aus Leipzig", "In Ulm warte ich auf Nils.", "War am Sonntag in Ulm."),
    ],
)
def test_talk_of_another_game_is_not(said: str) -> None:
    assert not is_asked(f"L4s GURDE. {said}", YERRES)
