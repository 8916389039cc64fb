"""Robots without a telling header field: subjects, daemons, complaints (contract 3, mail 3)."""

import pytest

from mailref.reading.incoming_mail import IncomingMail, Robot
from tests.reading.mails import read_mail

pytestmark = pytest.mark.each

AWAY = "Ich bin bis 14. Dezember nicht da.\n"


def received(subject: str, text: str = AWAY, sender: str = "max@example.org") -> IncomingMail:
    head = f"From: {sender}\nSubject: {subject}\nMessage-ID: <1@example.org>\n"
    return read_mail(f"{head}Content-Type: text/plain; charset=utf-8\n\n{text}".encode())


@pytest.mark.parametrize(
    "subject",
    [
        "Abwesenheitsnotiz",
        "Abwesenheitsnotiz [yerres R4] Auswertung Runde 4",
        "Automatische Rückmeldung: Zug",
        "[Autoreply] Zug",
        "*** Automatic response ***",
        "Risposta automatica: [yerres R4]",
        "Respuesta automática: Zug",
        "Réponse automatique : Zug",
        "REPONSE AUTOMATIQUE Zug",
        "Afwezig: Zug",
        "Automatisch antwoord: Zug",
        "Autosvar: Zug",
        "Autoodpowiedź: Zug",
        "Autoodpowiedz Zug",
        "Automatická odpověď: Zug",
        "Automatikus válasz: Zug",
        "Automaattinen vastaus: Zug",
        "Αυτόματη απάντηση: Zug",
        "Автоматический ответ: Zug",
        "Otomatik yanıt: Zug",
        "Empfangsbestätigung",
        "Gelesen: [yerres R4] Auswertung Runde 4",
        "Nicht gelesen: Zug",
        "Read: Zug",
        "Lu : Zug",
        "Przeczytano: Zug",
    ],
)
def test_the_subject_of_a_program_is_known_in_many_languages(subject: str) -> None:
    mail = received(subject)

    assert mail.robot is Robot.AUTO_REPLY
    assert mail.is_robot_by_words


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Abwesenheitsnotiz", "H8w BESEN\n"),
        ("Automatische Antwort: Zug", "H8w BESEN\n"),
        ("Gelesen: [yerres R4] Auswertung Runde 4", "Danke!\n\nH8w BESEN\n\n> M9s BASEN\n"),
        ("Afwezig", "STAND\n"),
        ("Urlaub: [yerres R4] Zug", "Vorher noch etwas ab R17.\n"),
        ("Urlaub: [yerres R4] Zug", "Vorher noch etwas ab G4v.\n"),
        ("Empfangsbestätigung", "ABMELDEN\n"),
        ("Re: Abwesenheitsnotiz", AWAY),
        ("AW: Automatische Antwort: Zug", AWAY),
        ("Gelesen und verstanden", AWAY),
        ("Read me", AWAY),
        ("Lust auf Scrabble: Zug", AWAY),
        ("Abwesenheitsnotizen im Zine", AWAY),
    ],
)
def test_a_person_who_writes_a_move_a_command_or_such_a_word_is_read(
    subject: str, text: str
) -> None:
    """The sender's own text with a move or a command is a person's, whatever the subject says."""
    mail = received(subject, text)

    assert mail.robot is None
    assert not mail.is_robot_by_words


@pytest.mark.parametrize(
    "tag", ["yerres R4", "kiel Z12", "bath T12", "kiel Ende", "kiel End", "mailref"]
)
def test_a_subject_that_a_person_may_write_is_a_programs_before_our_tag(tag: str) -> None:
    mail = received(f"Urlaub: [{tag}] Du bist am Zug", "Ich melde mich bald.\n")

    assert mail.robot is Robot.AUTO_REPLY


ON_HOLIDAY = "Ich bin vom 1.12. bis zum 8. Dezember im Urlaub.\n"


@pytest.mark.parametrize(
    ("subject", "more", "is_person"),
    [
        ("Urlaub", "User-Agent: Mozilla Thunderbird\n", True),
        ("Abwesend", "X-Mailer: iPhone Mail (21F90)\n", True),
        ("Out of office", "X-Mailer: Microsoft Outlook 16.0\n", True),
        ("Urlaub", "", False),
        ("Urlaub", "X-Mailer: Autoresponder 2.1\n", False),
        ("Urlaub", "User-Agent: Mozilla Thunderbird\nIn-Reply-To: <a@example.org>\n", False),
        ("Urlaub: [kiel Z12] Zug", "User-Agent: Mozilla Thunderbird\n", False),
        ("Abwesenheitsnotiz", "User-Agent: Mozilla Thunderbird\n", False),
    ],
)
def test_who_writes_anew_that_he_is_away_is_a_person(
    subject: str, more: str, *, is_person: bool
) -> None:
    """Nobody would tell him that his holiday was not noted."""
    head = f"From: max@example.org\nSubject: {subject}\nMessage-ID: <1@example.org>\n{more}"
    mail = read_mail(f"{head}Content-Type: text/plain; charset=utf-8\n\n{ON_HOLIDAY}".encode())

    assert (mail.robot is None) is is_person


def test_a_move_in_a_quote_makes_no_person_of_a_program() -> None:
    mail = received("Autosvar: [yerres R4]", "Jeg er ikke til stede.\n\n> H8w BESEN\n> STAND\n")

    assert mail.robot is Robot.AUTO_REPLY


@pytest.mark.parametrize(
    "sender",
    [
        "ndr@example.net",
        "post_master@example.net",
        "Mail Delivery Subsystem <MAILER-DAEMON>",
        "MAILER-DAEMON (Mail Delivery System)",
        "mailer_daemon@example.net",
    ],
)
def test_a_daemon_is_no_person(sender: str) -> None:
    assert received("Zug", "H8w BESEN\n", sender).robot is Robot.AUTO_REPLY


def test_a_complaint_is_a_report_of_a_program_whatever_holds_it() -> None:
    """RFC 5965; some mailbox providers leave out `report-type`."""
    fields = "From: fbl@example.net\nSubject: complaint\n"
    parts = (
        "--b\nContent-Type: text/plain\n\nH8w BESEN\n"
        "--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n--b--\n"
    )
    data = f"{fields}Content-Type: multipart/mixed; boundary=b\n\n{parts}".encode()

    assert read_mail(data).robot is Robot.AUTO_REPLY


NOTES = [
    "Danke für deine Mail! Ich bin bis 6.1. im Urlaub.\n(Dies ist eine automatische Antwort)\n",
    "Thanks for your email. I'm currently on vacation and will reply when I return.\nThis is an automated response.\n",
    "Je suis en vacances jusqu'au 6 janvier.\nCeci est une réponse automatique.\n",
]


@pytest.mark.parametrize(
    "text",
    [
        *NOTES,
        "Hallo! Bis zum 10.12. bin ich auf Kur und lese keine Mails. Diese Antwort wurde automatisch erstellt.\n",
        "Thanks for getting in touch! I'm away from my desk, back on Monday. This is an automated response.\n",
        "Ich ziehe um und habe eine Weile kein Netz.\n\n*** Diese Nachricht wurde automatisch verschickt ***\n",
    ],
)
def test_who_is_away_and_says_that_a_program_writes_is_none(text: str) -> None:
    assert received("Re: [kiel T1] Du bist am Zug", text).robot is Robot.AUTO_REPLY


@pytest.mark.parametrize(
    "text",
    [
        *(f"{text}\nH8 BESEN\n" for text in NOTES),
        "Ich bin bis 6.1. im Urlaub, kann ich vorher noch ziehen?\n",
        "My company adds this to each mail: this is an automated response. Sorry!\n",
        'Ich bekam nur das zurück: "Diese Antwort wurde automatisch erstellt." Was nun, weiß ich nicht.\n',
        "Diese Antwort wurde automatisch erstellt. Spaß! Wann ist noch mal der ZAT?\n",
    ],
)
def test_a_move_or_one_of_both_signs_alone_makes_nobody_a_program(text: str) -> None:
    assert received("Re: [kiel T1] Du bist am Zug", text).robot is None


CALENDAR = """From: max@example.org
Subject: Accepted: Deadline
Message-ID: <1@example.org>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8

{text}
--b
Content-Type: text/calendar; charset=utf-8; method={method}

BEGIN:VCALENDAR
END:VCALENDAR
--b--
"""


@pytest.mark.parametrize(
    ("text", "method", "is_robot"),
    [
        ("Max has accepted this invitation.", "REPLY", True),
        ("H8 BESEN", "REPLY", False),
        ("Shall we meet?", "REQUEST", False),
    ],
)
def test_what_a_calendar_answers_by_itself_gets_no_answer(
    text: str, method: str, is_robot: bool
) -> None:
    mail = read_mail(CALENDAR.format(text=text, method=method).encode())
    assert (mail.robot is Robot.AUTO_REPLY) == is_robot


APPOINTMENT = """BEGIN:VCALENDAR
BEGIN:VEVENT
SUMMARY:Deadline club-5
LOCATION:Room B4
DESCRIPTION:Bring your racks\\, and some
  coffee.
END:VEVENT
END:VCALENDAR"""


def invited(text: str, method: str = "REQUEST") -> IncomingMail:
    data = CALENDAR.format(text=text, method=method)
    empty = "BEGIN:VCALENDAR\nEND:VCALENDAR"
    return read_mail(data.replace(empty, APPOINTMENT).encode())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Deadline club-5",
        "Bring your racks, and some coffee.",
        "When: Monday, 7 December 2026 20:00-21:00 Berlin\nWhere: Room B4\n\nBring your racks, and some",
        "Wann: Montag, 7. Dezember 2026 20:00\nWo: Room B4",
        "You have been invited to the following event.\nDeadline club-5\nGoing (max@example.org)? Yes",
        "Sie wurden zu folgendem Termin eingeladen.\nDeadline club-5",
        "Vous avez été invité à l'événement suivant.\nQuand : lundi 7 décembre 2026",
    ],
)
@pytest.mark.parametrize("method", ["REQUEST", "CANCEL", "COUNTER"])
def test_what_a_calendar_invites_to_is_listed_and_not_answered(text: str, method: str) -> None:
    mail = invited(text, method)

    assert mail.robot is Robot.AUTO_REPLY
    assert mail.is_robot_by_words


@pytest.mark.parametrize(
    "text",
    [
        "Deadline club-5\n\nH8 BESEN",
        "You have been invited to the following event.\nH8w BESEN",
        "Shall we meet?",
        "Das ist der Termin, den du meintest. Passt das so?",
        "STAND",
        "When: tonight\nI will not make it in time for the deadline.",
    ],
)
def test_what_somebody_writes_beside_an_appointment_is_read(text: str) -> None:
    assert invited(text).robot is None


@pytest.mark.parametrize(
    "text", ["Scrabble at Annegret's on Sunday", "Hallo zusammen, wir treffen uns am Sonntag."]
)
def test_what_is_told_of_an_appointment_beside_it_is_the_calendars_too(text: str) -> None:
    assert invited(text).is_robot_by_words


def test_what_a_calendar_wants_may_stand_in_it_alone() -> None:
    data = CALENDAR.format(text="Deadline", method="X").replace("; method=X", "")
    data = data.replace("BEGIN:VCALENDAR\n", "BEGIN:VCALENDAR\nMETHOD:REQUEST\n")

    assert read_mail(data.encode()).is_robot_by_words


SENT_BY_DESKS_AND_SITES = [
    ("Ticket 992: mitspielen", "Your request 'Ich möchte mitspielen' has been received and assigned to an agent."),
    ("Re: Ich spiele mit", "Thank you for contacting Support. Our team will get back to you.\nYour message:\nIch auch"),
    ("Ihre Anfrage [#88123]", "Ihr Anliegen „Ich möchte mitspielen“ wurde unter der Nummer 88123 erfasst."),
    ("Votre demande", "Nous avons bien reçu votre demande. Un conseiller vous répondra sous 48 heures."),
    ("Word games", "Would you like to play Scrabble online?\n\nView in browser | Unsubscribe | Privacy policy"),
    ("Word of the week", "I would like to play more, says our reader Tom.\n\nTo unsubscribe click here"),
    ("Spielewelt", "Ich möchte mitspielen, sagen immer mehr!\n\nIm Browser ansehen | Abmelden | Datenschutz"),
    ("Nos jeux", "Venez jouer au Scrabble !\n\nVoir dans le navigateur | Se désabonner | Confidentialité"),
    ("Annegret invites you to play Scrabble", "Participate now: https://poll.example/meeting/abc"),
    ("Tom", "Hi, I'd like to add you to my professional network. Can I join yours?\n\nAccept invitation\nView profile"),
    ("Join me on Wordly", "I'm inviting you to play Scrabble with me on Wordly.\n\nJoin now\nhttps://wordly.example/x"),
    ("Komm zu mir", "Ich lade dich ein, mit mir zu spielen!\n\nEinladung annehmen"),
    ("Invitation", "Je vous invite à jouer avec moi au Scrabble.\n\nAccepter l'invitation"),
]  # fmt: skip


@pytest.mark.parametrize(("subject", "text"), SENT_BY_DESKS_AND_SITES)
def test_what_a_help_desk_or_a_site_sends_without_any_field_is_listed_and_not_answered(
    subject: str, text: str
) -> None:
    assert received(subject, text + "\n").is_robot_by_words


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Anfrage", "Vielen Dank für Ihre Mail. Ich möchte mitspielen."),
        ("Frage", "Ist meine Anfrage bei Ihnen eingegangen? Ich möchte mitspielen."),
        ("Unsubscribe?", "I would like to play Scrabble, but how do I unsubscribe later?"),
        ("Scrabble", "Annegret invited me to play. Can I join? My page: https://tom.example"),
        ("Newsletter", "Bitte den Newsletter abbestellen. Danke"),
        (
            "Einladung",
            "Ich lade dich zu meinem Fest ein, der Weg: https://karte.example/fest\nKann ich mitspielen?",
        ),
        (
            "Invitation",
            "I'd like to invite you to our club night. And can I join your game?\nTom\nwww.tom.example",
        ),
        ("Hi", "I'm inviting my sister, too. Can we join?\n\nTom"),
        ("Newsletter", "Please unsubscribe this address from the list."),
        ("Frage", "Kann man das Brett auch im Browser ansehen?"),
        ("Frage", "The page won't open in a web browser, is that known?"),
        ("Re: Zug", "H8 BESEN\n\nTo unsubscribe click here"),
        ("Zug", "Your request was received by my team.\nH8 BESEN"),
    ],
)
def test_a_person_who_speaks_of_requests_and_invitations_is_none(subject: str, text: str) -> None:
    assert received(subject, text + "\n").robot is None


NOT_DELIVERED = [
    (
        "Re: [kiel T1] Your turn",
        "The mailbox of dora is over its quota. Your message was not delivered.",
    ),
    (
        "Warning: message delayed 4 hours",
        "Your message has not yet been delivered. Delivery will be tried again for 3 days.",
    ),
    (
        "[SPAM Quarantine] Digest",
        "The following messages have been quarantined. Click here to release them.",
    ),
    ("Confirm", "Your message is being held. To deliver it click here to confirm."),
    ("Re: Zug", "Your email could not be delivered because the recipient's mailbox is full."),
    (
        "Zustellung verzögert",
        "Ihre Nachricht konnte noch nicht zugestellt werden. Es wird weiter versucht.",
    ),
    ("Re: Zug", "Das Postfach des Empfängers ist voll.\nIhre Nachricht wurde nicht zugestellt."),
    (
        "Quarantäne-Bericht",
        "Folgende Nachrichten wurden zurückgehalten. Klicken Sie hier, um sie freizugeben.",
    ),
    (
        "Re: Coup",
        "La boîte aux lettres du destinataire est pleine. Votre message n'a pas été remis.",
    ),
    (
        "Avertissement",
        "Votre message n'a pas encore été remis. Une nouvelle tentative aura lieu dans 4 heures.",
    ),
]


@pytest.mark.parametrize(("subject", "text"), NOT_DELIVERED)
def test_a_note_of_a_mail_system_without_any_field_is_listed_and_not_answered(
    subject: str, text: str
) -> None:
    mail = received(subject, text + "\n")

    assert mail.robot is Robot.AUTO_REPLY
    assert mail.is_robot_by_words


RECALLED = [
    ("Recall: [kiel T1] H8w BESEN", 'Max Mustermann would like to recall the message, "[kiel T1] H8w BESEN".'),
    ("Rückruf: Zug 4", "Mustermann, Max möchte die Nachricht \"Zug 4\" zurückrufen."),
    ("Rückruf: Re: Zug", "Max Mustermann möchte die Nachricht „Re: Zug“\nzurückrufen."),
    ("Rappel : Coup 4", "Max Mustermann souhaite rappeler le message « Coup 4 »."),
]  # fmt: skip


@pytest.mark.parametrize(("subject", "text"), RECALLED)
def test_a_mail_that_asks_for_another_back_is_listed_and_not_answered(
    subject: str, text: str
) -> None:
    mail = received(subject, text + "\n")

    assert mail.robot is Robot.AUTO_REPLY
    assert mail.is_robot_by_words


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        *((subject, f"{text}\nH9w BESEN") for subject, text in RECALLED),
        *((subject, f"{text}\n\nGruß\nMax") for subject, text in RECALLED),
        *((f"Re: {subject}", text) for subject, text in RECALLED),
        *(("Zug 4", text) for _, text in RECALLED),
        ("Recall: Zug 4", 'I would like to recall the message "Zug 4".'),
        ("Recall: Zug 4", 'Max would like to recall the message "BESEN".'),
        ("Recall: Zug 4", "Please take it back."),
        ("Rückruf: Zug 4", "Ich möchte die Nachricht „Zug 4“ zurückrufen."),
        ("Rückruf: Zug 4", "Bitte um Rückruf wegen Zug 4."),
        ("Rückruf: Zug 4", "H9w BESEN"),
        ("Recall", "I recall that H8w BESEN was laid."),
    ],
)
def test_a_person_who_writes_of_a_mail_that_he_wants_back_is_read(subject: str, text: str) -> None:
    assert received(subject, text + "\n").robot is None


@pytest.mark.parametrize(
    "text",
    [
        *(f"{text}\nH8w BESEN" for _, text in NOT_DELIVERED),
        *(f"Hallo Erika,\n{text}" for _, text in NOT_DELIVERED),
        *(f"{text}\n\nViele Grüße\nMax" for _, text in NOT_DELIVERED),
        *(f"{text}\nMax" for _, text in NOT_DELIVERED),
        "My mailbox is full, your last message was not delivered.",
        "Mein Postfach ist voll, deine Nachricht wurde nicht zugestellt.",
        "Ma boîte aux lettres est pleine, ton message n'a pas été remis.",
        "Your message was not delivered to Ben, his mailbox is full.",
        "Your message was not delivered. What now?",
        "Das Postfach ist voll, H8w BESEN",
        "My mailbox is full.",
        "Your message was delayed.",
        "Ihre Nachricht wurde nicht zugestellt.",
        "Your turn took 4 days, the mail was held up somewhere, sorry.",
        "Die Mail mit dem Zug war verzögert, 4 Stunden.",
        "Delivery failed for Ben, 2 days now",
        "Spam! Die Nachricht wurde blockiert.",
    ],
)
def test_a_person_who_tells_of_such_a_thing_is_read(text: str) -> None:
    assert received("Re: [kiel T1] Du bist am Zug", text + "\n").robot is None


PLAIN_ROBOTS = [
    ("Max Muster ist außer Haus.", "Ich werde ab 01.12.2026 nicht im Büro sein und kehre am 08.12.2026 zurück."),
    ("AUTO: Max Muster is out of the office (returning 08/12/2026)", 'Note: this is an answer to "[kiel T4] Zug".'),
    ("Max Muster/Leeds/ACME is out of the office.", "I will respond to your message when I return."),
    ("Max Muster est absent(e).", "Je vous répondrai dès mon retour."),
    ("away from my mail", 'Your mail concerning "[kiel T1] Zug" will be read when I am back.'),
    ("Autoantwort: [kiel Z4] Zug", "Vielen Dank für Ihre E-Mail."),
    ("Abwesenheitsregel", "Ich bin bis 9.12. nicht im Haus."),
    ("[help.example #815] AutoReply: Zug", "Greetings, there is no need to reply to this message."),
    ("Niet aanwezig: Zug", "Ik ben afwezig."),
    ("Relayed: Zug", "Delivery to these recipients is complete."),
    ("Unzustellbar: Zug", "Die eingegebene Adresse konnte nicht gefunden werden."),
    ("failure notice", "This is the qmail-send program at mx.example.org."),
    ("Angenommen: ZAT", "Max Muster hat diese Einladung angenommen."),
    ("Re: Zug", "Dieses Postfach wird nicht mehr gelesen. Wir sind umgezogen."),
    ("Re: Zug", "Dies ist eine automatisch generierte Nachricht, bitte antworten Sie nicht darauf."),
    ("Re: Zug", "This address is no longer monitored. Please update your records."),
    ("Re: Coup", "Bonjour,\ncette adresse n'est plus lue. Ceci est un message automatique."),
    ("Re: Zug", "Bin bis 9.12. im Urlaub. Ihre E-Mails werden in dieser Zeit nicht gelesen."),
    ("Re: Zug (verification)", "Max here,\nplease complete the verification: http://spamstop.example/a2?x"),
    ("Re: Zug", "I take mail from approved senders only. Ask to be one: https://mail.example/add?x"),
    ("Re: Zug", "Ich nehme Mails nur von bestätigten Absendern an: https://mail.example/x"),
    ("Re: Zug", "Antworten Sie auf diese Mail, ohne den Betreff zu ändern, damit sie zugestellt wird."),
    ("Votre message est en attente", "Merci de vous authentifier en cliquant ici : https://mail.example/x"),
]  # fmt: skip


@pytest.mark.parametrize(("subject", "text"), PLAIN_ROBOTS)
def test_what_says_in_plain_words_that_no_person_wrote_it_is_listed_and_not_answered(
    subject: str, text: str
) -> None:
    assert received(subject, text + "\n").is_robot_by_words


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        *((subject, f"{text}\n\nH8w BESEN") for subject, text in PLAIN_ROBOTS),
        ("Zug", "Deine Auswertung kam mit: dies ist eine automatisch erzeugte Mail. Darf ich trotzdem antworten?"),
        ("Zug", "This is an automated message, says yours. So I write to you by hand."),
        ("Zug", "Bei mir steht drunter: Dies ist eine automatische Antwort. Sorry!"),
        ("Zug", "Please don't reply to this before Monday, I am thinking."),
        ("Zug", "Meine alte Adresse wird nicht mehr gelesen, nimm bitte diese."),
        ("Zug", "Is Dave out of the office? His page: https://dave.example"),
        ("Re: Max ist außer Haus", "Danke für die Nachricht, dann warten wir."),
        ("Auto: Motor kaputt", "Ich komme heute nicht mehr dazu."),
        ("Angenommen: ich gewinne", "Was passiert dann mit der Liste?"),
        ("Zug", "Mein Spamfilter kennt nur Absender, die bestätigt sind."),
        ("Zug", "Your message was held in my spam folder, that is why I'm late."),
    ],
)  # fmt: skip
def test_a_person_who_mentions_such_words_is_none(subject: str, text: str) -> None:
    assert received(subject, text + "\n").robot is None


@pytest.mark.parametrize(
    ("header", "text", "is_robot"),
    [
        ("X-POST-MessageClass: 9; Autoresponder\n", "Ich bin nicht im Haus.", True),
        ("X-Mailer: Autoresponder 2.1\n", "Guten Tag", True),
        ("X-Loop: max@example.org\n", "Ihre Mail ist angekommen und wird bearbeitet.", True),
        ("RT-Ticket: help #815\nRT-Originator: max\n", "Thank you for your message.", True),
        ("X-Loop: max@example.org\n", "Wie lange habe ich noch Zeit?", False),
        ("X-Loop: max@example.org\n", "Danke für die Mail! H8w BESEN", False),
        ("X-Loop:\n", "Ihre Mail ist angekommen und wird bearbeitet.", False),
        ("X-Mailer: Apple Mail\n", "Guten Tag", False),
    ],
)
def test_fields_of_programs_against_loops_count_where_the_text_reads_so(
    header: str, text: str, *, is_robot: bool
) -> None:
    """Forwarders write X-Loop on mail that people send."""
    head = f"From: max@example.org\nSubject: Re: Zug\nMessage-ID: <1@example.org>\n{header}"
    mail = read_mail(f"{head}Content-Type: text/plain; charset=utf-8\n\n{text}\n".encode())

    assert (mail.robot is Robot.AUTO_REPLY) is is_robot
