"""Plays that a mail holds and does not ask for: amid a sentence, in a quotation, of somebody else (rules 8)."""

import pytest
from msgspec.structs import replace

from mailref.orders.entries import GameFace
from mailref.orders.read_entries import OneMail
from mailref.reading.incoming_mail import Attention
from tests.orders.test_free_words import plays_in
from tests.orders.test_known_words import FULDA, booked, entry_of, is_booked
from tests.orders.test_senses import PLAY
from tests.reading.reading import READER, YERRES
from tests.writing.builders import mail

IN_ROUNDS_AND_TURNS = pytest.mark.parametrize("face", [YERRES, FULDA])


def is_laid(text: str, face: GameFace) -> bool:
    """Tell whether a mail, with `§` for a play, asks for it beyond doubt."""
    return booked(text.replace("§", PLAY), face) == ["RABEN"]


@pytest.mark.each_once
@pytest.mark.parametrize(
    "text",
    [
        "BASEN? Nein. NABER? Auch nein. §",
        "BASEN? No. NABER? Nope. I'll go for §",
        "Stop moaning, Tom. My move is §",
        "Hör auf zu jammern, Tom. Mein Zug: §",
        "Nicht meckern, Tom! Ich lege §",
        "Ich lege §, evtl. 24 Punkte.",
        "§. Kommt vielleicht doppelt, das Handy spinnt.",
        "§. Wenn das hier doppelt ankommt: gleiche Mail, nur zweimal auf Senden gedrückt.",
        "§. Sorry if this arrives twice, the wifi is playing up.",
        "§. Falls die Mail zweimal kommt, bitte eine ignorieren.",
        "Zur Sicherheit noch einmal, falls die erste Mail nicht ankam: §",
        "Falls meine Mail von heute früh verloren ging: §",
        "Falls es vorhin nicht geklappt hat: §",
        "In case my first mail got lost: §",
        "Danke, Anke! Falls meine Mail von gestern nicht ankam: §. Hoffentlich kommt mal ein Joker.",
        "Just in case you didn't get it: §",
        "§. Falls was fehlt, sag Bescheid.",
        "§\n\nBitte kurze Bestätigung, falls angekommen.",
        "§. Let me know if anything is missing.",
        *("§. Hoffentlich kommt jetzt mal ein Joker...", "§. Wo bleiben die Joker?"),
        "§. Any chance of a blank?",
        "§. Wenn das nicht im Duden steht, fresse ich einen Besen.",
        "§. Gesetzt den Fall, es steht nicht in Ihrer Liste, so steht es in meinen Protokollen.",
        "Sollte einer der Mitspieler Einwände erheben, bitte ich um Nachricht. §",
        *(
            "Alles gut bei euch? Dann mal los: §",
            "Bist du bereit? Dann los: §",
            "Ready? Then here goes: §",
        ),
        *("§, und wo ist eigentlich Peter?", "§. Geht es dir besser?", "Mein Bauch sagt: §"),
        "§. If Tom objects, tell him to look it up.",
        "§, falls jemand fragt.",
        *("Zug von heute:\n\n§", "Today's move: §", "Viele Grüße von Wolf und Klein!\n\n§"),
        *("Der RABEN ist los:\n\n§", "Mir blieb nur RABEN:\n§"),
        "§\n\nWenn ich mich nicht verzählt habe, ist das mein bester Zug.",
        "§\n\nWenn die Sonne scheint, gehe ich baden.",
        "§\n\nDas gilt auch, wenn Tom meckert.",
        "§\n\nIf I counted right that's my best of the season.",
        "§\n\nCount me in for Friday if there's cake.",
        "Kommando zurück, ich habe mich eben vertan. Bitte nur diesen Zug nehmen: §",
        "I made a mistake just now. Please take only this move: §",
        *("In ihrem Sinne spiele ich §", "Beim Abwasch fand ich §", "On the way home I found §"),
        *("Ich bin am Ende bei § hängen geblieben.", "Of two ideas I have settled on §"),
        *("§\n\nThirteen-ish?", "ich wiederhole es: §", "I repeat it: §"),
        "Ich soll einen Dinosaurierkuchen backen. Wie das gehen soll, weiß ich noch nicht.\n\n§",
        "Wir ziehen im März um. Wann das sein wird, steht in den Sternen. Mein Zug: §",
        "We have twelve guests tomorrow. How I shall manage that, goodness knows.\n\n§",
        "A7 mal wieder dicht, zwei Stunden gestanden. Zeit zum Grübeln hatte ich also: §",
        *("Stau auf der B6. §", "A1 closed again. §", "Stuck on the M6, so I had time to think: §"),
        *("die Kleine schläft, ich nicht\n\n§", "kein Internet bis zum Ersten, Umzug halt\n\n§"),
        *("der Hund schnarcht, ich nicht\n\n§", "alle krank hier, nur ich nicht\n\n§"),
        *("the baby sleeps, I don't\n\n§", "moved house, no broadband till the 23rd\n\n§"),
        "Für den Fall, dass Ihnen mein Schreiben mit der kühnen Wendung RABEN abhandengekommen sein sollte: §",
        *("Falls meine Mail mit RABEN nicht ankam: §", "In case my mail with RABEN got lost: §"),
    ],
)
@IN_ROUNDS_AND_TURNS
def test_what_is_rejected_before_it_or_said_to_another_player_takes_nothing_of_it(
    text: str, face: GameFace
) -> None:
    assert is_laid(text, face)


@pytest.mark.each_once
@pytest.mark.parametrize(
    "text",
    [
        *("BASEN? Nein. §? Auch nein.", "§? Nein. BASEN? Ja!", "RABEN? Nein. §"),
        *("Stop! §", "Nicht werten, Tom! §", "Evtl. §"),
        "§. Falls das nicht gilt, passe ich.",
        *("§. Der zweite Buchstabe kommt vom Joker.", "§. Joker kommt auf das E."),
        "Falls meine erste Mail nicht zählt: §",
        "Falls meine Mail mit BASEN nicht ankam: §",
        "beim letzten Turnier in Bad Hersfeld legte meine Gegnerin\n\n§",
        *("mein guter alter Kumpel sagt\n\n§", "what my late husband always loved was\n\n§"),
        *("In ihrem Namen lege ich §", "On her behalf I play §", "Ich fand § zu gewagt"),
        *(
            "Ich wäre fast bei § hängen geblieben",
            "I got stuck on §",
            "Nehmt nur diesen Zug raus: §",
        ),
        "Ich habe ein schönes Wort gefunden. Wie das zählt, weiß ich noch nicht.\n\n§",
        "It is raining. Where to lay it I don't know yet.\n\n§",
        *("Ich habe mich eben vertan: §", "Ich habe mich vertan. Bitte diesen Zug streichen: §"),
        *("§. Ich habe mich vertan.", "RABEN war falsch. Bitte nur diesen Zug streichen: §"),
        *("§. Oder auf A7?", "§, or A1?"),
        *(
            "die Kleine schläft, ich lege noch nicht\n\n§",
            "was ich nicht lege, weil es keiner kennt\n\n§",
        ),
        *("Ben told me to take this, I don't\n\n§", "no move till the 23rd\n\n§"),
        "§, wenn nicht noch was kommt.",
        "Falls ich nicht rechtzeitig da bin: §",
        "§. Falls was fehlt, passe ich.",
        "In case I don't find a better one: §",
        "§. Sollte jemand meckern, ziehe ich zurück.",
        "§. If Tom objects, swap the R.",
        "§. Bitte die Mail ignorieren, kommt noch einmal.",
        *("RABEN! Nicht auf H4.", "RABEN! H4s oder H5s?", "RABEN! H4s geht aber nicht."),
        *(
            "§\n\nWenn die Rente kommt, spiele ich das.",
            "§\n\nFalls die Rente kommt, bleibt es dabei.",
        ),
        *("§\n\nSollte es morgen regnen, dann ja.", "§\n\nThat's my go if United win."),
        *("§\n\nProvided the doctor says yes, that is my move.", "§\n\nIf it rains, count it."),
        *(
            "Zug von Wolf:\n\n§",
            "Hier der Zug von Klein:\n§",
            "§ (von Sommer)",
            "§\n\nZug von Wolf",
        ),
        *(
            "Move by Hope: §",
            "Ben's move:\n\n§",
            "From Holly:\n\n§",
            "§ by Rich",
            "Zug von Ben:\n\n§",
        ),
        *(
            "Nicht RABEN!\n\n§",
            "§\nNicht RABEN!",
            "§\n\nIch gebe nicht auf, aber RABEN lege ich nicht.",
        ),
        *("§ ist meine Antwort auf das Rätsel im Heft.", "§ is my answer to the quiz at the club."),
        "§ (oder BASEN)",
        "§ (or BASEN?)",
        *("Ist § besser?", "§ erlaubt?", "Ist § am besten?", "Is § better?", "§ allowed?"),
        *("Meine Katze meint: §", "Our dog barks: §", "Im Hilfetext lese ich: §"),
        *("Is the bag empty? Then §", "Ist Runde 6 schon offen? Dann §"),
        *("Our dog barks: I play §", "Unser Hund bellt gerade: ich lege §"),
        *("Grund: §", "The reason: §", "Mein Chef meinte dazu nur: §", "Is that legal? §"),
    ],
)
@IN_ROUNDS_AND_TURNS
def test_what_is_rejected_or_stopped_itself_is_asked_about(text: str, face: GameFace) -> None:
    assert not is_laid(text, face)


@pytest.mark.parametrize(
    "text",
    [
        "Wäre mir gestern bloß\n§\neingefallen!",
        "Dürfte man\n§\nspielen",
        "Ohne\n§\n!",
        "Würde\n§\nzählen",
        "Kann ich denn\n§\nmachen",
        "Wie viel brächte mir wohl\n§",
        "Wie viele Punkte sind\n§",
        "Wem gehört\n§",
        "Except\n§\n!",
        "Would\n§\ncount",
        "Could one\n§\nplay",
        "How many points is\n§",
        "What does\n§\nscore",
        "Who had\n§",
        "Scared of\n§",
        "§\n?",
    ],
)
@IN_ROUNDS_AND_TURNS
def test_a_sentence_broken_over_lines_around_a_play_is_read_as_one(
    text: str, face: GameFace
) -> None:
    assert not is_laid(text, face)


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg\n§",
        "Spielstand egal\n§",
        "Hallo zusammen\n§\nbis bald",
        "Mein Zug\n§\n!",
        "heute einfach mal\n§\nbitte",
        "I am going for\n§\nplease",
        "my word for this round\n§\ncheers",
        "Wer rastet, der rostet.\n§",
    ],
)
@IN_ROUNDS_AND_TURNS
def test_what_stands_above_a_play_and_is_no_piece_of_its_sentence_leaves_it(
    text: str, face: GameFace
) -> None:
    assert is_laid(text, face)


@pytest.mark.parametrize(
    "text",
    [
        "„Herr Wirt,\n§\nund ein Bier!“ rief der Gast.",
        "Mein Opa immer: „\n§\n“",
        "»Noch einmal\n\n§\n«",
        '"Write down\n§\nor else," said the pirate.',
        'Then the parrot said "\n§\n" and fell off its perch.',
    ],
)
@IN_ROUNDS_AND_TURNS
def test_a_play_inside_a_quotation_over_several_lines_is_asked_about(
    text: str, face: GameFace
) -> None:
    assert not is_laid(text, face)


@pytest.mark.parametrize(
    "text", ['Unser "Leierkasten" ist da.\n§\nGrüße von "Oma"', 'I have a 15" screen now.\n§\nAnna']
)
@IN_ROUNDS_AND_TURNS
def test_quotations_that_end_on_their_line_leave_the_play_below(text: str, face: GameFace) -> None:
    assert is_laid(text, face)


@pytest.mark.parametrize(
    "text",
    [
        "(§)",
        "Hallo!\n(§)\nGruß, Anna",
        "( § )!",
        "§ (Jux)",
        "§ (April, April, ein Ulk)",
        "§ (just kidding)",
        "§ (hoax, joke)",
        "Vorhin spielte ich §",
        "In Celle nahm ich da §.",
        "Back then I laid §",
    ],
)
@IN_ROUNDS_AND_TURNS
def test_a_play_in_brackets_in_jest_or_of_once_is_asked_about(text: str, face: GameFace) -> None:
    assert not is_laid(text, face)


@pytest.mark.parametrize("text", ["§ (schönes Wort)", "§ (12)", "§ (thanks, all)", "(Ich lege §)"])
@IN_ROUNDS_AND_TURNS
def test_what_is_added_in_brackets_and_unsettles_nothing_leaves_the_play(
    text: str, face: GameFace
) -> None:
    assert is_laid(text, face)


@pytest.mark.parametrize("behind", [" (Mehrzahl)", " (-S)", "+S", " with a C before the K"])
@IN_ROUNDS_AND_TURNS
def test_a_word_that_is_amended_right_behind_it_is_asked_about(behind: str, face: GameFace) -> None:
    assert not is_laid(f"§{behind}", face)


@pytest.mark.parametrize("below", ["– Bertolt Brecht", "- Agatha Christie", "— Wilhelm Busch"])
@pytest.mark.parametrize("face", [YERRES, FULDA])
def test_a_play_that_is_said_to_be_from_somebody_is_asked_about(below: str, face: GameFace) -> None:
    assert not is_laid(f"§\n{below}", face)


@pytest.mark.parametrize("below", ["– Anna", "- Anna Berg", "– Tante Anna", "- Frohes Fest"])
@pytest.mark.parametrize("face", [YERRES, FULDA])
def test_the_name_of_who_writes_behind_a_dash_is_no_author(below: str, face: GameFace) -> None:
    one = OneMail(READER, (face,), face, Attention(), people=("Anna Berg",))
    (entry,) = one.read_mail(mail(f"{PLAY}\n{below}")).entries

    assert is_booked(entry)


@pytest.mark.parametrize("text", ["/§", "Reserve: §", "Falls das nicht geht: §", "Backup: §"])
@IN_ROUNDS_AND_TURNS
def test_a_play_for_want_of_one_that_is_not_there_is_asked_about(text: str, face: GameFace) -> None:
    assert not is_laid(text, face)


@pytest.mark.parametrize(
    "text",
    [
        "Den Ersatz bitte ändern: §",
        "Mein Ersatzzug lautet jetzt anders, nämlich §",
        "Die Reserve ändere ich zu §",
        "Please replace my alternate with §",
        "My backup changes to §",
    ],
)
@IN_ROUNDS_AND_TURNS
def test_a_change_of_what_is_for_want_of_a_play_lays_nothing(text: str, face: GameFace) -> None:
    assert not is_laid(text, face)


@pytest.mark.parametrize(
    "text",
    [
        "Jetzt neu: §. Der bisherige ist hinfällig.",
        "Bitte §. Den alten streichen.",
        "Neues Wort: §. Das alte gilt nicht mehr.",
        "§ it is now. Forget the old one.",
    ],
)
@IN_ROUNDS_AND_TURNS
def test_a_play_beside_what_takes_back_the_one_before_is_meant(text: str, face: GameFace) -> None:
    assert is_laid(text, face)


@pytest.mark.parametrize("text", ["Plan A: §\nPlan B: J7s OBHUT", "Plan A - §\nPlan B - J7s OBHUT"])
@IN_ROUNDS_AND_TURNS
def test_the_second_of_two_plans_is_an_alternate(text: str, face: GameFace) -> None:
    assert booked(text.replace("§", PLAY), face) == ["RABEN", "OBHUT"]


@pytest.mark.parametrize(
    "text",
    [
        "Wie wäre es mit §? Nein danke.",
        "Keine § mehr!",
        "Nicht §",
        "§ bitte streichen",
        "Bitte vergiss §",
        "§ vielleicht, vielleicht auch J7s OBHUT",
        "No § for me",
        "Not §",
        "§: no.",
        "RABEN, ab H8 nach rechts: nein.",
    ],
)
@IN_ROUNDS_AND_TURNS
def test_no_answer_offers_a_play_that_its_mail_declines(text: str, face: GameFace) -> None:
    entry = entry_of(text.replace("§", PLAY), face)

    assert entry.ambiguity is not None
    assert entry.is_declined or not plays_in(entry)


@pytest.mark.parametrize("text", ["Vielleicht §", "Ich weiß nicht, ob § geht.", "Could I play §?"])
@IN_ROUNDS_AND_TURNS
def test_an_answer_offers_a_play_that_may_be_meant(text: str, face: GameFace) -> None:
    entry = entry_of(text.replace("§", PLAY), face)

    assert entry.ambiguity is not None
    assert not entry.is_declined
    assert [play.word for play in plays_in(entry)] == ["RABEN"]


@pytest.mark.parametrize(
    "text", ["JA (mit Vorbehalt)", "YES (if you say so)", "OUI (sous réserve)", "NEIN (leider)"]
)
def test_a_yes_with_more_beside_it_is_no_word_to_lay(text: str) -> None:
    one = OneMail(READER, (YERRES,), YERRES, Attention())

    assert not one.read_mail(mail(text)).entries


def test_a_word_that_leads_to_its_place_is_none_to_lay() -> None:
    text = "§\nSollte das nicht gehen, dann den OBHUT, senkrecht vom O aus (J7)."

    assert "AUS" not in booked(text.replace("§", PLAY), YERRES)


@IN_ROUNDS_AND_TURNS
def test_even_if_makes_no_reserve_of_a_play(face: GameFace) -> None:
    text = "I like this one even if it isn't worth much: RABEN, starting at H8 and running across."

    assert booked(text, face) == ["RABEN"]


def test_a_question_quotes_what_stands_in_the_mail() -> None:
    text = (
        "Der Ersatz soll nicht GEIST heißen, sondern\nRABEN ab H8 nach rechts. Sonst bleibt es so."
    )

    entry = entry_of(text, YERRES)

    assert entry.ambiguous_at is not None
    assert entry.ambiguous_at.text in text


@IN_ROUNDS_AND_TURNS
@pytest.mark.parametrize(
    "text",
    [
        "§ // EDIT: Tom's just messaged, says the bird's off the list?? hold fire",
        "§ // wait, not that one",
        "§ // Edit: bitte noch nicht buchen",
        "§\n\nD. M.\n\nPS: Testmail vom neuen Handy, hat mit dem Spiel nichts zu tun.",
        "§\n\nLG Eva\n\nPS: Test message from the new phone",
        "Übungsmail.\n§",
    ],
)
def test_a_move_that_a_comment_or_a_mail_for_nothing_takes_away_is_asked_about(
    text: str, face: GameFace
) -> None:
    assert not is_laid(text, face)


@IN_ROUNDS_AND_TURNS
@pytest.mark.parametrize(
    "text",
    [
        "§ // was für ein Wort",
        "§ // a bird, since you ask",
        "§ // not a pretty bird",
        "§\n\nLG Eva\n\nPS: Morgen Test im Krankenhaus, hat mit dem Knie zu tun.",
        "§\n\nLG Eva\n\nPS: Geschrieben vom neuen Handy.",
    ],
)
def test_other_comments_and_postscripts_leave_it(text: str, face: GameFace) -> None:
    assert is_laid(text, face)


@pytest.mark.parametrize(
    ("subject", "is_asked"),
    [
        ("Practice only - teaching Poppy to send e-mail", True),
        ("Trying out my new tablet - please ignore", True),
        ("Übungsmail", True),
        ("Back from practice", False),
        ("Choir practice", False),
        ("Mein Zug, vom neuen Handy", False),
    ],
)
def test_a_subject_of_which_a_part_says_that_the_mail_is_for_nothing(
    subject: str, is_asked: bool
) -> None:
    own = replace(mail(PLAY), subject=subject)
    (entry,) = OneMail(READER, (FULDA,), FULDA, Attention()).read_mail(own).entries

    assert is_booked(entry) is not is_asked
