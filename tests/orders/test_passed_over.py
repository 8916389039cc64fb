"""What asks for something beside a command, or beside a move in another game, is never passed over in silence."""

from collections.abc import Sequence

import pytest

from mailref.orders.entries import GameFace, Reading
from mailref.orders.read_entries import OneMail
from mailref.orders.table import Command
from mailref.reading.incoming_mail import Attention, Line
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


@pytest.mark.each_once
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


@pytest.mark.parametrize(
    ("face", "text"),
    [
        (YERRES, "L4s GURDE und dann bitte zwei Wochen Urlaub für mich, ab Montag."),
        (YERRES, "L4s GURDE. Bitte streich mich von der Liste."),
        (OAK, "H4 RUCKEN and that's my last, please take me off the list."),
    ],
)
def test_what_a_clause_behind_the_play_asks_for_is_not_lost(face: GameFace, text: str) -> None:
    assert is_asked(text, face)


def test_a_question_behind_the_play_is_answered() -> None:
    reading = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(
        mail("L4s GURDE. Wie ist der Spielstand?")
    )

    assert Command.STATUS in reading.commands
    assert [entry.ambiguity for entry in reading.entries] == [None]


@pytest.mark.parametrize(
    ("subject", "text", "is_in_doubt"),
    [
        ("Zug 4: tausche AEI", "H4 RUCKEN", True),
        ("Eiche - passe", "H4 RUCKEN", True),
        ("Ich gebe auf", "H4 RUCKEN", True),
        ("Eiche, tausche KGS", "Tausche K, G, U.", True),
        ("Eiche, tausche KGS", "Tausche S, G, K.", False),
        ("Tausch", "Tausche K, G, U.", False),
        ("Tausch", "H4 RUCKEN", True),
        ("Re: Ich passe", "H4 RUCKEN", False),
    ],
)
def test_an_order_in_the_subject_is_the_one_of_the_mail(
    subject: str, text: str, is_in_doubt: bool
) -> None:
    entries = (
        OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(text, subject=subject)).entries
    )

    assert [entry.ambiguity is not None for entry in entries] == [is_in_doubt]


def test_a_round_has_no_pass_over_its_move() -> None:
    entries = (
        OneMail(READER, (YERRES,), YERRES, Attention())
        .read_mail(mail("L4s GURDE", subject="Passing this round"))
        .entries
    )

    assert [entry.ambiguity is not None for entry in entries] == [True]


@pytest.mark.parametrize(
    ("end", "breaks_off"),
    [
        *(
            (", aber", True),
            (" for 27, but only", True),
            ("\n2.", True),
            ("\n- oder besser:", True),
            ("\n\n16.", False),
        ),
        *((", bis dann", False), (". Und danke", False), ("\nViele Grüße und bis bald", False)),
    ],
)
def test_a_mail_that_breaks_off_is_asked_about(end: str, breaks_off: bool) -> None:
    assert is_asked(f"H4 RUCKEN{end}", OAK) is breaks_off


def test_a_word_that_joins_clauses_may_be_laid() -> None:
    assert not is_asked("H8w ABER", YERRES)


@pytest.mark.parametrize("play", ["Danach lege ich F5 Rat.", "Afterwards I play h4 ruck."])
def test_a_play_below_a_challenge_is_not_lost(play: str) -> None:
    assert is_asked(f"Ich fechte Eugen an.\n{play}", OAK)


def test_a_challenge_alone_is_carried_out() -> None:
    assert not is_asked("Ich fechte Eugen an.\nViele Grüße", OAK)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("L4s GURDE. Und schick mir bitte die Regeln.", Command.RULES),
        ("Wie sind die Regeln? L4s GURDE", Command.RULES),
        ("L4s GURDE\n\nUnd STAND.", Command.STATUS),
        ("L4s GURDE\n\nGruß\nMax\n\nPS: Schick mir bitte die Regeln.", Command.RULES),
        ("L4s GURDE. Bitte keine Erinnerungen mehr.", Command.REMINDER_OFF),
        ("L4s GURDE. Please write to me in German.", Command.LANGUAGE),
    ],
)
def test_an_order_in_a_sentence_beside_the_play_is_done(text: str, command: Command) -> None:
    reading = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(mail(text))

    assert command in reading.commands
    assert [entry.ambiguity for entry in reading.entries] == [None]


@pytest.mark.parametrize(
    ("face", "text"),
    [
        (OAK, "H4 RUCKEN then exchange A"),
        (OAK, "H4 RUCKEN in Oak, and in Ulm I lay BESSER."),
        (YERRES, "L4s GURDE. In Oak gebe ich auf."),
        (ULM, "Mein Wort: BESSER. Sollte das nicht gehen, STREBE."),
    ],
)
def test_a_further_move_beside_one_is_asked_about(face: GameFace, text: str) -> None:
    assert is_asked(text, face)


def test_a_move_named_once_more_with_a_condition_of_its_turn_is_no_other() -> None:
    assert not is_asked("Ich krieg kein Wort hin. Also nehm ich Stapel 2 wenn ich dran komm.", ULM)


def test_the_play_of_the_subject_beside_a_command_is_read() -> None:
    reading = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(
        mail("Hi, see subject.\n\nURLAUB AUS", subject="L4s GURDE")
    )

    assert Command.AWAY_OFF in reading.commands
    assert [entry.ambiguity for entry in reading.entries] == [None]
    assert reading.entries[0].holds_move


def test_titles_and_names_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands beside a move is read again by itself; a line that could only be what it was is not."""
    read, alone = OneMail.read, list[str]()

    def noted(one: OneMail, lines: Sequence[Line], subject: str) -> Reading:
        alone.extend(lines[0].text for _ in lines[:1] if len(lines) == 1)
        return read(one, lines, subject)

    monkeypatch.setattr(OneMail, "read", noted)
    text = f"{YERRES.title}\nSpieler=Max Mustermann\nM10s EUBÖA\nDer Abend gestern war sehr schön."

    assert not is_asked(text, YERRES)
    assert alone == ["Der Abend gestern war sehr schön."]
