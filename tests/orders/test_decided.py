"""The move that a mail decides on counts beside others that it names (rules 8)."""

import pytest

from mailref.orders.decided import (
    with_places_put_right,
    without_corrected_at_once,
    without_other_rounds,
    without_undecided,
    without_wrong_squares_told,
)
from mailref.orders.entries import GameFace
from mailref.orders.read_entries import OneMail
from mailref.reading.incoming_mail import Attention, Line
from tests.orders.test_free_words import plays_in
from tests.orders.test_known_words import FULDA, booked
from tests.reading.reading import LEIPZIG, READER, YERRES, lines_of
from tests.writing.builders import mail


@pytest.mark.parametrize(
    "text",
    [
        "Anna hat mir am Telefon erzählt, sie hätte G5s TALES. Kann sie machen.\n\nMein Zug: H8w RABEN",
        "Anna meint, G5s TALES wäre besser. Es bleibt bei H8w RABEN",
        "Hallo Ruth,\nAnna meint, G5s TALES wäre besser. Mein Zug: H8w RABEN, 20 Punkte.",
        "I nearly played G5 down TALES there, it was tempting. My move: H8 across RABEN",
        "G5s TALES hätte mir auch gut gefallen!\nEntschieden: H8w RABEN",
        "J'ai failli jouer TALES en G5, dommage.\nMon coup : H8w RABEN",
        "Ich könnte TALES, BASEN oder RABEN legen. Gespielt wird H8w RABEN",
        "Kandidaten: TALES, BASEN, RABEN. Ich nehme H8w RABEN",
        "Ich hatte TALES, BASEN und RABEN zur Auswahl. Also nehme ich H8w RABEN",
        "I could have played TALES or BASEN. I'm playing H8 across RABEN.",
        "Anna hat mir gestern TALES vorgeschlagen (nett gemeint). Ich bleibe bei H8w RABEN.",
        "Von den Kandidaten (G5s TALES, M7s BASEN) ist keiner übrig geblieben, ich spiele H8w RABEN.",
        "Lange habe ich überlegt, ob TALES oder BASEN. Ich habe mich für H8w RABEN entschieden.",
        "Über TALES und BASEN habe ich nachgedacht, nun wird es H8w RABEN.",
        "Anna sah nur TALES, die Arme. Ich dagegen: H8w RABEN, das B liegt schon.",
        "Zunächst hatte ich TALES auf dem Zettel, das habe ich gestrichen. Gespielt wird RABEN von H8 an waagerecht.",
        "I had TALES first, then crossed it out for BASEN. Final answer: RABEN, H8 going across.",
    ],
)
def test_a_move_that_was_decided_on_counts_beside_what_is_told_of_another(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "G5s TALES\n\nMein Zug: H8w RABEN",
        "Am liebsten hätte ich ja G5s TALES gelegt. Mein Zug: H8w RABEN, falls ungültig.",
        "Anna hat mir erzählt, sie hätte G5s TALES. Mein Zug: H8w RABEN, ersatzweise.",
        "Ich lege dann mal G5s TALES. Mein Zug: H8w RABEN",
        "Nächste Runde lege ich wohl G5s TALES. Mein Zug: H8w RABEN",
        "Anna meint, G5s TALES wäre besser. Mein Zug: H8w RABEN\n\nOder doch M7s BASEN?",
        "Anna meint, G5s TALES wäre besser.\nNicht mein Zug: H8w RABEN",
        "Anna meint, wir sollten\nG5s TALES nicht mehr legen dürfen.\nMein Zug: H8w RABEN, sagt sie",
        "Als Ersatz hätte ich dann wohl G5s TALES. Mein Zug: H8w RABEN",
        "Falls G5s TALES nicht gilt, nehme ich das da. Mein Zug: H8w RABEN",
        "If G5 down TALES is no good, take this one. My move: H8 across RABEN",
        "Wahrscheinlich TALES. Ich lege H8w RABEN.",
        "TALES. Ich lege H8w RABEN",
        "Lieber TALES. Ich lege H8w RABEN.",
        "Wenn TALES nicht gilt. Ich lege H8w RABEN.",
        "G5s TALES vielleicht. Oder ich lege H8w RABEN.",
    ],
)
def test_a_move_beside_another_that_is_not_only_told_of_is_asked_about(text: str) -> None:
    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    "text",
    [
        "Dazu lege ich noch TALES an der alten Stelle. Mein Zug: H8w RABEN",
        "Von G5 bis zum Mond geht heute gar nichts. Mein Zug: H8w RABEN",
        "TALES nehme ich und dazu noch eins. Mein Zug: H8w RABEN",
    ],
)
def test_what_is_not_said_to_be_told_stays(text: str) -> None:
    """In a game of two plays a move it may be the other."""
    assert [line.text for line in without_undecided([Line(1, text)], 2)] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "G5s TALES\n\nNein, warte. Streich TALES, ich sehe gerade H8w RABEN. RABEN soll es sein, bitte buchen.",
        "G5 down TALES\n\nNo, wait. Scrap TALES, I have just seen H8 across RABEN. RABEN it is, please book that one.",
        "G5s TALES\n\nOh dear no, what was I thinking. Please cancel TALES. My move is H8 across RABEN.",
        "G5s TALES kannst du knicken, ich nehm jetzt H8w RABEN (20). Das gilt!",
        "G5s TALES sollte es sein. Ist es aber nicht mehr, denn H8w RABEN ist mir lieber. Bitte RABEN eintragen.",
        "G5s TALES. Moment, H8w RABEN bringt mehr, also bitte H8w RABEN statt TALES eintragen. Danke!",
        "Statt G5s TALES, das Sie bitte vergessen wollen, spiele ich H8w RABEN.",
        "G5s TALES   <- nein, gestrichen\nH8w RABEN   <- das gilt",
        "First: G5 down TALES.\nSecond: M7 down BASEN.\nThird and last, this is my entry: H8 across RABEN.",
        "Erst wollte ich G5s TALES, das ziehe ich zurück. Gewertet werden soll H8w RABEN. Elke",
        "Meine Rechnung:\nG5s TALES .. 24\nM7s BASEN .. 31\nGespielt wird natürlich das letzte, H8w RABEN.",
        "Zug: TALES von G5 bis zum Mond, 5000 Punkte.\n\nSpaß beiseite. Gilt: H8w RABEN.",
        "G5 down TALES takes 29 but M7 down BASEN keeps my rack.\n\nFINAL MOVE: H8 across RABEN",
        "Analyse : TALES en G5 vertical, ou BASEN. Coup final : H8h RABEN",
    ],
)
def test_a_move_that_was_surely_decided_on_counts_beside_others(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "G5s TALES\nAnna sagt, gespielt wird H8w RABEN",
        "G5s TALES. Bei Anna gilt: H8w RABEN",
        "G5s TALES\nH8w RABEN gilt auch",
        "G5s TALES oder H8w RABEN, was gilt?",
        "G5s TALES\nMoment, H8w RABEN?",
        "G5s TALES. RABEN soll es sein? H8w RABEN",
        "G5s TALES ist mein Zug. Nächste Runde nehme ich H8w RABEN",
        "Für Runde 6: G5s TALES. Für Runde 5 gilt: H8w RABEN",
        "Im Ernst: G5s TALES ist zu schlecht. H8w RABEN bringt mehr.",
        "Ernsthaft: G5s TALES? H8w RABEN nehme ich",
        "G5s TALES. Das gilt wohl, H8w RABEN auch.",
        "G5s TALES, H8w RABEN. RABEN soll es nicht sein.",
        "G5s TALES, H8w RABEN. RABEN it is not.",
        "G5s TALES. Gilt nicht: H8w RABEN",
        "G5s TALES. Gespielt wird morgen H8w RABEN",
        "Mein Zug ist G5s TALES. Gültig ist übrigens auch H8w RABEN.",
        "G5s TALES. Endgültiger Zug meiner frau: H8w RABEN",
        "G5s TALES. Endgültiger Zug fürs nächste mal: H8w RABEN",
        "G5 down TALES. Final answer from my husband: H8 across RABEN.",
        "G5 down TALES. H8 across RABEN. RABEN it is, unless you object",
        "G5 down TALES. H8 across RABEN. RABEN it is, says my wife",
        "G5 down TALES. H8 across RABEN next round. RABEN it is.",
        "G5s TALES. H8w RABEN, wenn es im Duden steht. RABEN soll es sein.",
        "G5s TALES. Es gilt: H8w RABEN. Bis morgen überlege ich noch.",
    ],
)
def test_a_move_that_is_not_surely_the_one_is_asked_about_beside_another(text: str) -> None:
    assert booked(text, YERRES) == []


def test_what_is_decided_on_in_one_game_leaves_the_move_of_another() -> None:
    two = (YERRES, LEIPZIG)
    one = OneMail(READER, two, YERRES, Attention())

    found = one.read_mail(mail("Yerres: M10s EUBÖA\nLeipzig\nEndgültig: H4s RUCKEN")).entries

    assert [[play.word for play in plays_in(each)] for each in found] == [["EUBÖA"], ["RUCKEN"]]


@pytest.mark.parametrize(
    "text", ["H4s RUCKEN\nGespielt wird auch K4s NETZE", "H4s RUCKEN. Gilt: K4s NETZE"]
)
def test_in_a_game_of_two_plays_a_move_no_word_decides_for_one(text: str) -> None:
    lines = [Line(number, each) for number, each in enumerate(text.split("\n"), start=1)]

    assert without_undecided(lines, 2) == lines


@pytest.mark.parametrize(
    "text",
    [
        "Runde 5: H8w RABEN\nRunde 6: später",
        "Rd. 5: H8w RABEN\nRd. 6: schicke ich von dort, sobald die Buchstaben da sind",
        "Runde 5: H8w RABEN. Runde 6 schicke ich morgen.",
        "5. Runde: H8w RABEN\n6. Runde: folgt",
        "Round 5: H8 across RABEN\nRound 6: to follow",
    ],
)
def test_what_is_said_of_another_round_leaves_the_move_of_this(text: str) -> None:
    (entry,) = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(mail(text)).entries

    assert entry.ambiguity is None
    assert entry.round_named is not None
    assert entry.round_named.number == 5


@pytest.mark.parametrize(
    "text",
    [
        "Runde 5: H8w RABEN\nRunde 6: G5s TALES",
        "H8w RABEN\nRunde 6: später",
        "Runde 5: H8w RABEN\nIn Runde 6 nicht",
        "Runde 5: H8w RABEN\nRunde 6 natürlich, Tippfehler.",
        "Runde 5: H8w RABEN\nRunde 6: derselbe Zug, hier setze ich aus",
    ],
)
def test_lines_of_rounds_stay_where_only_one_has_a_label_or_both_a_play(text: str) -> None:
    lines = [Line(number, each) for number, each in enumerate(text.split("\n"), start=1)]

    assert without_other_rounds(lines) == lines


@pytest.mark.each_once
@pytest.mark.parametrize(
    "text",
    [
        *(
            "H8w RABEN, nicht BASEN!",
            "H8w RABEN (nicht BASEN)",
            "Ich lege H8w RABEN und nicht BASEN.",
        ),
        *("H8w RABEN.\nNicht BASEN!", "H8w RABEN, not BASEN!", "H8w RABEN - and not BASEN."),
        *("H8w RABEN, nicht M7s BASEN.", "I play H8w RABEN, not M7s BASEN."),
        *("H8w RABEN gilt, M7s BASEN nicht", "M7s BASEN gilt nicht, H8w RABEN gilt."),
        *("H8w RABEN counts, M7s BASEN doesn't", "M7s BASEN doesn't count, H8w RABEN does."),
        *("H8w RABEN gilt.", "H8w RABEN counts."),
        *(
            "M7s BASEN oder H8w RABEN ... hm ... ja, ich nehme RABEN.",
            "M7 across BASEN or H8 across RABEN? I'll take RABEN.",
        ),
        *(
            "M7s BASEN\n\nÄh, H8w RABEN, 20 Punkte",
            "h8w rabne\nSorry - H8w RABEN. The dog jumped up.",
        ),
        "M7s RABEN sind 14, aber H8w RABEN 20. Ich nehme H8w RABEN.",
        *("M7s BASEN, äh H8w RABEN", "M7s BASEN - halt, H8w RABEN", "M7s BASEN, nein H8w RABEN"),
        *(
            "M7s BASEN, er, H8w RABEN",
            "M7s BASEN, um, H8w RABEN",
            "M7s BASEN ... äh, nein: H8w RABEN",
        ),
    ],
)
@pytest.mark.parametrize("face", [YERRES, FULDA])
def test_what_is_denied_or_corrected_right_beside_a_play_is_no_second_one(
    text: str, face: GameFace
) -> None:
    assert booked(text, face) == ["RABEN"]


@pytest.mark.each_once
@pytest.mark.parametrize(
    "text",
    [
        *("H8w RABEN nicht, BASEN!", "nicht H8w RABEN, BASEN!", "H8w RABEN, nicht BASEN?"),
        *(
            "H8w RABEN, warum nicht BASEN?",
            "H8w RABEN, wenn nicht BASEN",
            "H8w RABEN, oder nicht BASEN",
        ),
        *("H8w RABEN, not BASEN but TALES", "H8w RABEN, nicht BASEN, sondern TALES"),
        *("H8w RABEN gilt, M7s BASEN nicht?", "Wenn H8w RABEN gilt, M7s BASEN nicht"),
        *(
            "H8w RABEN gilt nicht, M7s BASEN auch nicht",
            "H8w RABEN gilt, M7s BASEN vielleicht nicht",
        ),
        "H8w RABEN doesn't count, M7s BASEN maybe",
        "M7s BASEN oder H8w RABEN ... ja, ich nehme RABEN nicht.",
        "Nächste Runde M7s BASEN oder H8w RABEN. Ich nehme RABEN.",
        *("M7s RABEN\n\nSorry, H8w RABEN?", "M7s BASEN\n\nSorry, vielleicht H8w RABEN"),
        "M7s BASEN oder H8w RABEN. Ich nehme RABEN, falls es gilt.",
        *("H8w RABEN gilt?", "H8w RABEN gilt nur bis morgen.", "Wenn H8w RABEN gilt"),
        *(
            "M7s BASEN, äh, vielleicht H8w RABEN",
            "M7s BASEN, äh H8w RABEN?",
            "M7s BASEN, hm H8w RABEN",
        ),
    ],
)
@pytest.mark.parametrize("face", [YERRES, FULDA])
def test_what_leaves_open_which_play_is_meant_is_asked_about(text: str, face: GameFace) -> None:
    assert booked(text, face) == []


def test_a_word_that_is_denied_and_laid_all_the_same_is_asked_about() -> None:
    assert booked("H8w RABEN, nicht BASEN.\nErsatz: M7s BASEN", YERRES) == []


@pytest.mark.parametrize("mark", ["P.S.", "P. S.", "p.s.", "PS:"])
def test_a_postscript_names_no_direction(mark: str) -> None:
    assert booked(f"Schönes Wochenende!\n\n{mark} H8w RABEN", YERRES) == ["RABEN"]


@pytest.mark.each_once
@pytest.mark.parametrize(
    "text",
    [
        "Ich lege nicht BASEN, sondern RABEN, waagerecht ab H8.",
        "Ich wollte erst BASEN legen, aber mein Mann hat recht: Ich lege nicht BASEN, sondern RABEN, waagerecht ab H8.",
        "Ich nehme nun aber doch nicht BASEN, sondern RABEN, waagerecht ab H8. Dabei bleibt es.",
        "Also bitte RABEN, H8 waagerecht, BASEN vergessen wir.",
        "Erst hatte ich BASEN, jetzt habe ich RABEN gesehen. Also RABEN, H8 waagerecht, BASEN lasse ich.",
        "RABEN, H8 waagerecht, BASEN gilt nicht mehr.",
        "I had settled on BASEN, but on reflection I shall not play BASEN; I play RABEN instead, H8 across.",
        "I'm not playing BASEN. I'm playing RABEN, H8 across.",
        "I won't play BASEN after all but RABEN, H8 across.",
        "I had settled on BASEN. I play RABEN, H8 across.",
        *("RABEN, H8 across; let's forget BASEN.", "RABEN, H8 across, forget BASEN."),
        "Je ne joue pas BASEN, mais RABEN en H8 horizontal.",
        "RABEN nicht ab H7, sondern ab H8 waagerecht.",
        "M7s BASEN? Nein, H8w RABEN! Beides schön, aber RABEN klingt netter.",
        *("H8w RABEN. BASEN ist damit vom Tisch.", "BASEN lasse ich. H8w RABEN."),
        "Ich lege RABEN nicht auf G8, sondern waagerecht auf H8.",
        "RABEN, not at H7 but at H8, across.",
        "Vergesst bitte den BASEN, ich möchte lieber H8w RABEN.",
    ],
)
@pytest.mark.parametrize("face", [YERRES, FULDA])
def test_a_word_put_aside_leaves_the_play_that_is_laid(text: str, face: GameFace) -> None:
    assert booked(text, face) == ["RABEN"]


@pytest.mark.each_once
@pytest.mark.parametrize(
    "text",
    [
        "Ich lege nicht BASEN, sondern vielleicht RABEN, waagerecht ab H8.",
        "Meine Frau legt nicht BASEN, sondern RABEN, H8 waagerecht.",
        "Meine Frau legt nicht M7s BASEN, sie legt H8w RABEN.",
        "My wife plays not BASEN but RABEN, H8 across.",
        "Mein Sohn sagt, ich lege nicht BASEN, sondern RABEN, H8 waagerecht.",
        "H8w RABEN, BASEN vergessen wir. Oder doch BASEN?",
        "Ich lege nicht RABEN, sondern BASEN. H8 waagerecht RABEN.",
        "Ich spiele nicht BASEN, H8 waagerecht RABEN auch nicht.",
        *("Ich spiele nicht RABEN, H8 waagerecht.", "H8 waagerecht RABEN, RABEN vergessen wir."),
        *("I shall not play RABEN, H8 across.", "RABEN, H8 across; forget RABEN."),
        "I shall not play BASEN. Tom plays RABEN, H8 across.",
        "I shall not play BASEN; I might play RABEN, H8 across.",
        "I would not play BASEN but RABEN, H8 across.",
        "BASEN or RABEN, H8 across; let's forget BASEN if it is no good.",
    ],
)
@pytest.mark.parametrize("face", [YERRES, FULDA])
def test_a_word_put_aside_beside_a_play_in_doubt_changes_nothing(text: str, face: GameFace) -> None:
    assert booked(text, face) == []


@pytest.mark.each_once
@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN, 20 Punkte. Bitte noch nicht verbuchen, ich muss zuerst in Ruhe nachrechnen.",
        "H8w RABEN 20 lege ich lieber doch nicht, da macht Jonas mir sonst den Rest kaputt.",
        "H8w RABEN\n\nPS: Nimm die letzte Mail als hinfällig und diese auch.",
        "Zwischen Tür und Angel meinte der Schornsteinfeger:\nH8w RABEN",
        "Der Zahnarzt hat auf mein Blatt geguckt und gesagt:\nH8w RABEN",
        "The dentist looked at my sheet and said:\nH8w RABEN",
        "Mon dentiste a dit :\nH8v RABEN",
        "H8w RABEN. Dafür bräuchte ich deine Erlaubnis, weil's ein Name ist.",
        "H8w RABEN. Da müsste ich vorher Jutta fragen, wir spielen ja im Team.",
        "H8w RABEN. You tell me, Ruth, you're the one with the dictionary.",
        "H8w RABEN. What's your honest opinion, as a friend?",
        "H8w RABEN\n\nPS: Diese Mail ist hinfällig, die letzte auch.",
        "H8w RABEN\n\nPlease forget my last mail and this one too.",
        "H8w RABEN\n\nOubliez mon dernier mail et celui-ci aussi.",
        "H8w RABEN. Please don't book it yet, my husband is still counting.",
        "H8w RABEN, 20 Punkte. Anna hat wie immer recht, damit falle ich auf die Nase. Den vergessen wir also.",
        *("H8w RABEN 20 ???", "H8w RABEN ??"),
        *("H8w RABEN. RABEN ist vom Tisch.", "H8 across RABEN. RABEN is off the table."),
        *("H8w RABEN. Let's forget that one then.", "H8w RABEN. Is it in the list we use?"),
        *("H8w RABEN, mein Zug aus der letzten Runde.", "H8w RABEN (my word from last week)"),
        "H8w RABEN, mein Wort von letzter Woche, wurde mit 20 Punkten gewertet.",
        *("Wort: BASEN\nZug: H8w RABEN\nPunkte: 20", "Zug: H8w RABEN\nWort: BASEN"),
        "H8w RABEN, going down.",
        "H8w RABEN, so heißt unser Hund. Aufs Brett schaue ich erst morgen.",
        *(
            "H8w RABEN. Na, gspielt is des net, i hab nur an Hunger.",
            "H8w RABEN. Gelegt ist damit nichts.",
        ),
        "H8w RABEN! Die Ergebnisse sind da. Meine Buchstaben habe ich mir noch gar nicht angesehen.",
        "H8w RABEN! The results are fine. I haven't so much as glanced at my letters today.",
        "H8w RABEN from sunny Margate. Back on the 9th and I'll look at the board then.",
        *(
            "H8w RABEN\n\n---\nZwischengespeichert um 23:14 Uhr.",
            "H8w RABEN\n\nDraft saved at 10:12 pm",
            "H8w RABEN\n\nYou have not released this message yet.",
        ),
    ],
)
@pytest.mark.parametrize("face", [YERRES, FULDA])
def test_a_play_withheld_dropped_or_of_another_time_is_asked_about(
    text: str, face: GameFace
) -> None:
    assert booked(text, face) == []


@pytest.mark.each_once
@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN 20?",
        *("H8w RABEN. Das vergessen wir nie!", "H8w RABEN, mein Zug für heute."),
        *(
            "H8w RABEN. I haven't touched the garden all week.",
            "H8w RABEN. Ich habe lange aufs Brett geschaut.",
        ),
        *("H8w RABEN. Gut gespielt ist das nicht gerade.", "H8w RABEN. Gelegt ist gelegt!"),
        "Ich habe zwei Tage lang gar nicht auf das Brett geschaut. Mein Zug: H8w RABEN",
        *("Wort: RABEN\nZug: H8w RABEN", "Zug: H8w RABEN\nPunkte: 20"),
    ],
)
@pytest.mark.parametrize("face", [YERRES, FULDA])
def test_what_only_sounds_like_that_leaves_the_play(text: str, face: GameFace) -> None:
    assert booked(text, face) == ["RABEN"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("IHRES auf M5, nee, M6 waagerecht, 19 Punkte.", "IHRES M6 waagerecht, 19 Punkte."),
        ("IHRES ab M5 ... äh, ab M6 waagerecht", "IHRES ab M6 waagerecht"),
        ("RODEL at O7, sorry, O8 down", "RODEL O8 down"),
        # Another word or a question leaves both.
        ("RODEL at O7, no, is it O8?", "RODEL at O7, no, is it O8?"),
        ("RODEL O7, no, O8 HOLDE", "O8 HOLDE"),
        ("RODEL at O7, wait, it is fine", "RODEL at O7, wait, it is fine"),
    ],
)
def test_a_place_that_is_put_right_at_once_is_the_one_that_counts(text: str, left: str) -> None:
    (line,) = without_corrected_at_once([Line(1, text)])

    assert " ".join(line.text.split()) == left


@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN brächte 20, aber M7s BASEN bringt 22. Ich nehme BASEN ab M7 senkrecht.",
        "H8w RABEN would be 20, but M7s BASEN scores 22. I'm taking BASEN at M7 down.",
        "H8w RABEN brächte 20, aber M7s BASEN bringt 22. Ich nehme M7s BASEN.",
    ],
)
def test_the_play_that_is_taken_may_be_named_in_the_other_order(text: str) -> None:
    assert booked(text, YERRES) == ["BASEN"]


@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN brächte 20, aber M7s BASEN bringt 22. Ich nehme BASEN ab M8 senkrecht.",
        "H8w RABEN brächte 20, aber M7s BASEN bringt 22. Ich nehme vielleicht BASEN ab M7.",
        "H8w RABEN brächte 20, aber M7s BASEN bringt 22. Nehme ich BASEN ab M7?",
    ],
)
def test_one_named_elsewhere_or_not_taken_leaves_both(text: str) -> None:
    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("G8w RABEN. Ups, H8 nicht G8!", "H8w RABEN."),
        ("G8w RABEN, 20 Punkte\nSorry, H8 muss es sein, nicht G8.", "H8w RABEN, 20 Punkte\n"),
        ("G8w RABEN nicht G8, sondern H8", "H8w RABEN"),
        ("G8 across RABEN - not G8, but H8", "H8 across RABEN -"),
        ("Oops, I wrote G8 across RABEN. H8 not G8!", "Oops, I wrote H8 across RABEN."),
        ("G8h RABEN, oups, H8 pas G8", "H8h RABEN,"),
    ],
)
def test_the_place_of_a_play_is_put_right_behind_it(text: str, right: str) -> None:
    assert "\n".join(each.text.strip() for each in with_places_put_right(lines_of(text))) == right


@pytest.mark.parametrize(
    "text",
    [
        "G8w RABEN. H8 nicht G8?",
        "G8w RABEN. Falls das nicht geht, H8, nicht G8.",
        "G8w RABEN, nicht H8",
        "G8w RABEN\nG8w BASEN\nH8 nicht G8!",
        "H8 nicht G8!\nG8w RABEN",
        "G8w RABEN, H8 nicht G8w BASEN",
    ],
)
def test_a_place_that_is_not_surely_wrong_stays(text: str) -> None:
    assert "\n".join(each.text for each in with_places_put_right(lines_of(text))) == text


@pytest.mark.parametrize(
    "text",
    [
        "G8w RABEN, Verzeihung, H8w RABEN",
        "G8 across RABEN, no, sorry, can't count: H8 across RABEN",
        "G8w RABEN ... naa, H8w muss es heißen: H8w RABEN",
    ],
)
def test_the_same_word_at_the_right_place_is_the_one_that_counts(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]
    assert [each.text for each in without_corrected_at_once(lines_of(text), 2)] != [text]


def test_where_a_move_may_have_two_plays_another_word_corrects_none() -> None:
    text = "G8w RABEN, halt, H8w BASEN"

    assert [each.text for each in without_corrected_at_once(lines_of(text), 2)] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "In meiner Mail von eben stand H9, das wäre ja falsch. Gemeint war natürlich H8, waagerecht: RABEN.",
        "Vorhin schrieb ich H9.\nEs muss heißen: H8w RABEN",
        "I typed H9 in my message of this morning. It should have been H8. To be quite clear:\nH8 across RABEN",
        "In my last mail I put H9. What I meant was H8 across RABEN",
        "Dans mon message j'ai mis H9. Je voulais dire H8w RABEN",
    ],
)
def test_what_is_told_of_a_wrong_square_in_an_earlier_mail_is_no_other_play(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "Stand in meiner Mail von eben H9? H8w RABEN",
        "In meiner Mail von eben stand H9.",
        "In meiner Mail von eben stand H9w BASEN, das gilt. H8w RABEN ist von Anna.",
        "Das hier stand auf H9 in meiner ersten Mail:\nH8w RABEN",
        "Wenn in meiner Mail H9 stand, dann H8w RABEN",
    ],
)
def test_what_asks_or_leads_on_from_an_earlier_mail_stays(text: str) -> None:
    assert "\n".join(each.text for each in without_wrong_squares_told(lines_of(text))) == text


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Die ersten beiden bitte vergessen. Mein Zug: H8w RABEN", "RABEN"),
        ("Me again. Ignore the first two. My move is H8w RABEN", "RABEN"),
    ],
)
def test_earlier_mails_are_taken_back_by_their_number_or_word(text: str, word: str) -> None:
    assert booked(text, YERRES) == [word]


@pytest.mark.parametrize(
    "subject",
    [
        *("Tippfehler", "typo, sorry", "anders überlegt", "Korrektur Runde 4", "Changed my mind"),
        *("Correction", "changement d'avis", "Yerres, Zug 4", "Yerres no. 4", "Abgabe Runde 4"),
    ],
)
def test_a_subject_that_says_that_a_move_takes_the_place_of_another_heads_one(subject: str) -> None:
    sent = mail("H8w RABEN", subject=subject)
    (entry,) = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(sent).entries

    assert entry.ambiguity is None


@pytest.mark.parametrize("subject", ["Entwurf", "Yerres: Entwurf", "Nur ein Test", "Elbe Runde 4"])
def test_a_subject_that_calls_it_none_is_asked_about(subject: str) -> None:
    sent = mail("H8w RABEN", subject=subject)
    (entry,) = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(sent).entries

    assert entry.ambiguity is not None


@pytest.mark.parametrize("face", [YERRES, FULDA])
@pytest.mark.parametrize(
    "text",
    [
        "G5s TALES 12 ... halt, da geht noch mehr: H8w RABEN, 20! Also das zweite gilt, bitte.",
        "G5s TALES\nH8w RABEN\nBitte das zweite.",
        "G5 down TALES 12, H8 across RABEN 20. The second one counts, please.",
        "H8w RABEN. G5s TALES wäre auch gegangen.\nDas erste gilt.",
    ],
)
def test_of_two_plays_counts_the_one_that_is_called_by_its_number(
    text: str, face: GameFace
) -> None:
    assert booked(text, face) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "G5s TALES 12. H8w RABEN 20. Das zweite gilt, falls TALES ungültig ist.",
        "G5s TALES 12, H8w RABEN 20. Gilt das zweite?",
        "G5s TALES 12, H8w RABEN 20. Das zweite gilt nicht.",
        "G5s TALES, falls erlaubt. H8w RABEN 20. Das erste gilt.",
        "H8w RABEN 20. G5s TALES 22. Trag mich bitte aus. Das erste gilt.",
        "H8w RABEN 20. G5s TALES 22. Ich zweifle BASEN an! Das erste gilt.",
        "H8w RABEN 20.\nTrag mich bitte aus.\nG5s TALES 22. Das zweite gilt.",
    ],
)
def test_a_number_that_hangs_on_something_or_has_another_wish_beside_it_chooses_none(
    text: str,
) -> None:
    assert booked(text, YERRES) == []


@pytest.mark.parametrize(
    "text",
    [
        "H8 across RABEN, 20. Or is it BASEN? Same score, RABEN then.",
        "H8w RABEN, 20. Oder BASEN? Nein, RABEN.",
        "G5s TALES oder H8w RABEN? Natürlich das höhere. Also RABEN.",
        "sorry, hab mich vorhin vertippt: H8w RABEN",
        "G5s TALES oder H8w RABEN, beides schön! Nimm RABEN, das klingt besser.",
        "G5s TALES oder H8w RABEN. Nimm H8w RABEN, das klingt besser.",
        "G5s TALES 12\n\nKorrektur vor dem Absenden: lieber H8w RABEN für 20.",
        "Tippfehler vorhin: nicht G8 sondern H8w RABEN.",
        "Sorry, typo in my last mail. H8 across RABEN",
        "Pardon, faute de frappe dans mon dernier mail. H8 horizontal RABEN",
    ],
)
def test_the_play_that_is_decided_on_at_last_is_the_move(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "H8w RABEN, 20. Oder BASEN? BASEN.",
        "H8w RABEN, 20. Oder ist es BASEN?",
        "G5s TALES oder H8w RABEN. Nimm RABEN, wenn es erlaubt ist.",
        "G5s TALES oder H8w RABEN. Nimm du, was dir gefällt.",
        "G5s TALES 12\n\nKorrektur folgt morgen: H8w RABEN",
        "Hab mich vorhin nicht vertippt: H8w RABEN?",
    ],
)
def test_another_word_that_is_asked_for_last_leaves_it_open(text: str) -> None:
    assert booked(text, YERRES) == []


def test_a_word_that_fits_only_elsewhere_is_laid_there() -> None:
    text = "14K INSERAT hätt ich gern gehabt, geht dort aber nicht, daher 14H INSERAT, 20 Punkte."

    assert booked(text, FULDA) == ["INSERAT"]


@pytest.mark.parametrize(
    "told",
    [
        "G5s TALES wäre auch gegangen, bringt aber weniger.",
        "G5s TALES hatte ich auch gesehen.",
        "(G5s TALES hatte ich auch, aber das glaubt mir ja keiner.)",
        "Mit G5s TALES wäre ich auf 12 gekommen.",
        "I also had G5 down TALES but it scores less.",
        "G5 down TALES would have been two points less.",
        "My daughter found TALES but I'm not putting that down in front of her grandmother.",
        "J'aurais aussi pu jouer TALES en G5.",
    ],
)
def test_what_only_tells_of_another_play_behind_the_move_leaves_it(told: str) -> None:
    assert booked(f"H8w RABEN, 20 Punkte. {told}", YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "behind",
    [
        "G5s TALES wäre auch gegangen, oder?",
        "G5s TALES bringt zwar weniger, gilt aber.",
        "G5s TALES hätte ich auch noch als Ersatz.",
        "I also had G5 down TALES, take that instead.",
    ],
)
def test_another_play_behind_the_move_that_may_take_its_place_is_asked_about(behind: str) -> None:
    assert booked(f"H8w RABEN, 20 Punkte. {behind}", YERRES) == []


@pytest.mark.parametrize(
    "text",
    [
        "14H INSERAT 23. Na, ab J natürlich, weil das T an TISCH kommt: 14J.",
        "14H INSERAT. Nein, 14J.",
    ],
)
def test_another_square_at_the_end_of_what_follows_is_asked_about(text: str) -> None:
    assert booked(text, FULDA) == []
