"""What people write in a game of Scrabble-Bingo, and what is made of it (other games 2)."""

import pytest

from mailref.games.bingo.rules import words_in
from mailref.games.bingo.switches import SWITCHES
from mailref.orders.entries import Ambiguity, Entry, GameFace, Insight, Reading, orders_in
from mailref.reading.incoming_mail import Line
from tests.games.classic.examples import STANDARD as CLASSIC
from tests.reading.mails import mail_of, read_mail
from tests.reading.reading import READER, read_lines

RULES, _ = SWITCHES.read({}, {})
HERBST = GameFace("herbst", "Herbst-Bingo", RULES)
BINGO = GameFace("b", "Bingo", RULES)
KIEL = GameFace("kiel", "Classic Kiel", CLASSIC)
TWO = ("STERNEN", "GARTENS")


def read(
    text: str,
    subject: str = "",
    games: tuple[GameFace, ...] = (HERBST,),
    default: GameFace | None = HERBST,
) -> Reading:
    lines = [Line(at, line) for at, line in enumerate(text.split("\n"), start=1)]
    return read_lines(lines, subject, games, default)


def read_whole(text: str) -> Reading:
    """Return what is read of a mail, looked at once more where nothing is read at first."""
    mail = read_mail(mail_of(f"{text}\n"))
    return READER.read_mail(mail, (HERBST,), HERBST, people=["Mareike Kessler", "Ben Otto"])


def said(reading: Reading) -> list[tuple[tuple[str, ...], bool]]:
    found = (words_in(entry) for entry in reading.entries)
    return [(each.words, each.is_call) for each in found if each is not None]


def only(reading: Reading) -> Entry:
    (entry,) = reading.entries
    return entry


@pytest.mark.parametrize(
    "text",
    [
        "Meine Wörter: STERNEN, GARTENS",
        "Meine Wörter: Sternen und Gartens.",
        "1. STERNEN\n2. GARTENS",
        "1) Sternen\n2) Gartens\nDanke, Manfred",
        "Mein 1. Wort: STERNEN\nMein 2. Wort: GARTENS",
        "WORDS: STERNEN GARTENS",
        "My words: STERNEN and GARTENS",
        "My two words are sternen, gartens.",
        "My words are STERNEN and GARTENS, thanks!",
        "for the bingo I choose STERNEN and GARTENS please.",
        "Fürs Bingo nehme ich STERNEN und GARTENS, bitte.",
        "Words: STERNEN, GARTENS. Thanks! F.",
        "Meine Wörter: STERNEN und GARTENS. Viel Glück euch allen!",
        "Meine Wörter: das erste ist STERNEN, das zweite GARTENS.",
        "My two words: first one is STERNEN, second one is GARTENS",
        "Hi,\n\nmy bingo words are\nSternen\nGartens\n\nCheers, A.",
        "meine Bingowörter sind\nSternen\nGartens\nGruß, A.",
        "Hallo Erika,\n\nmeine beiden Wörter sind Sternen und Gartens.\n\nGruß Manfred",
        "Hier sind meine Wörter:\n- STERNEN\n- GARTENS\nViele Grüße\nMANFRED",
        "STERNEN GARTENS",
        "STERNEN\nGARTENS\n\nLG Manfred",
        "sternen, gartens",
        "Sternen Gartens",
        "Hallo Erika,\nSternen\nGartens\nviele Grüße Manfred",
        "Wort 1: STERNEN\nWort 2: GARTENS",
        "Wort A = STERNEN\nWort B = GARTENS",
        "Mein erstes Wort: STERNEN\nMein zweites Wort: GARTENS",
        "Mein Wort: STERNEN\nMein zweites Wort: GARTENS",
        "Mein Wort ist STERNEN\nMein zweites Wort ist GARTENS",
        "STERNEN und GARTENS\nAndreas",
        "STERNEN GARTENS\nSTERNEN GARTENS",
        "\n".join(["STERNEN GARTENS"] * 3),
        "Spieler=Anna\n1. STERNEN\n2. GARTENS",
        "Herbst-Bingo\n1. STERNEN\n2. GARTENS",
    ],
)
def test_two_words_are_read_however_they_are_written(text: str) -> None:
    assert said(read(text)) == [(TWO, False)]


@pytest.mark.parametrize("end", ["Viele Grüße\nMANFRED", "Gruß\nAnna", "LG", "Cheers, A."])
def test_a_closing_below_words_that_nobody_knows_puts_none_of_them_in_doubt(end: str) -> None:
    reading = read(f"Zorfels\nGartnem\n\n{end}")

    assert said(reading) == [(("ZORFELS", "GARTNEM"), False)]
    assert only(reading).ambiguity is None


@pytest.mark.parametrize(
    "text", ["BINGO: STERNEN GARTENS", "*BINGO:* Sternen / Gartens", "Bingo! STERNEN GARTENS"]
)
def test_bingo_before_words_may_be_a_call(text: str) -> None:
    """Which of the two is meant, the round tells."""
    assert said(read(text)) == [(TWO, True)]


@pytest.mark.parametrize(
    "text",
    ["BINGO", "Bingo!!!", "bingoooo", "Ich rufe BINGO!", "I call bingo", "Das ist ein Bingo."],
)
def test_a_call_is_a_line_of_its_own(text: str) -> None:
    assert said(read(f"Hallo Erika,\n{text}\nGruß Anna")) == [((), True)]


@pytest.mark.parametrize(
    "text",
    [
        "Ich glaube, ich habe BINGO!",
        "Hurra, bingo!!",
        "Liebe Leute, BINGO! Endlich!",
        "Alle meine Buchstaben sind durchgestrichen. Ich habe jetzt Bingo.",
        "I think I've got BINGO!",
        "B I N G O !",
        "BINGO BINGO BINGO",
        "Ich habe ein Bingo, juhu!",
    ],
)
def test_a_call_may_stand_inside_a_sentence(text: str) -> None:
    assert said(read(text)) == [((), True)]


def test_words_beside_a_call_are_not_dropped() -> None:
    assert said(read("Ich habe STERNEN und GARTENS vollständig: BINGO!")) == [(TWO, True)]


@pytest.mark.parametrize(
    "text",
    [
        "Fast BINGO, nur das C fehlt noch!",
        "Wenn das C kommt, habe ich BINGO!",
        "Morgen habe ich BINGO!",
        "Hast du BINGO? Du hast BINGO!",
        "Ich hätte gern BINGO!",
        "Das Bingo am Freitag war toll!",
        "Ich freue mich auf das Spiel.",
        "Noch kein Bingo",
        "BINGO ist ein tolles Spiel",
        "Words of praise",
        "1. Danke",
        "Manfred",
        "Die Wörter sind schwer zu finden",
        "A B",
    ],
)
def test_prose_is_neither(text: str) -> None:
    assert said(read(text)) == []


def test_words_of_another_length_are_read_as_they_are() -> None:
    """So that the answer can say what is wrong with them."""
    assert said(read("BINGO: STERN GARTEN")) == [(("STERN", "GARTEN"), True)]
    assert said(read("STERNE GARTEN")) == [(("STERNE", "GARTEN"), False)]
    assert said(read("1. Straßen\n2. GARTENS")) == [(("STRASSEN", "GARTENS"), False)]
    assert said(read("Meine Wörter: STERNEN")) == [(("STERNEN",), False)]


@pytest.mark.parametrize(
    "below",
    [
        "Korrektur: KUCHENS statt GARTENS",
        "Halt, doch nicht!",
        "Oder doch lieber LATERNE.",
        "LATERNE gefällt mir besser als GARTENS",
    ],
)
def test_words_that_are_taken_back_below_are_asked_about(below: str) -> None:
    entry = only(read(f"STERNEN\nGARTENS\n\n{below}"))

    assert entry.ambiguity is Ambiguity.UNREAD_PLAY


@pytest.mark.parametrize(
    "text",
    [
        "Ich setze auf STERNEN, GARTENS. Wer beide errät, dem schulde ich ein Bier.",
        "Liebe Runde,\nzum Bingo trage ich STERNEN sowie GARTENS bei. Nachgezählt mit Brille.\nManfred",
        "Here you go: STERNEN and GARTENS. Sorry for the delay, the boiler broke.",
        "Put me down for STERNEN and GARTENS.",
        *("Erstes Wort STERNEN, zweites Wort GARTENS.", "Meine beiden sind STERNEN und GARTENS."),
        *("Ich tausche beide aus: STERNEN, GARTENS.", "STERNEN und GARTENS, liebe Ruth."),
        *("STERNEN, GARTENS. LATERNE hatte ich auch überlegt.",),
        "Habe auf der Rückfahrt meine zwei Wörter gefunden: STERNEN und GARTENS. Die sollen es sein.",
    ],
)
def test_two_words_in_capitals_inside_a_sentence_are_those_meant(text: str) -> None:
    assert said(read(text)) == [(TWO, False)]


@pytest.mark.parametrize(
    "text",
    [
        "Ben hat kein Internet, er lässt ausrichten: STERNEN und GARTENS.",
        "Auf keinen Fall STERNEN und GARTENS, das wäre ja zu leicht :-)",
        "Scrap STERNEN and GARTENS, I'm having second thoughts.",
        "Do plurals such as STERNEN count, and what about GARTENS?",
        "Drei hätte ich: STERNEN, GARTENS, KELLER. Such dir zwei aus!",
        *("Odas erstes Wort STERNEN, zweites Wort GARTENS", "STERNEN und GARTENS, Laterne"),
        *(
            "Wort A = STERNEN\nWort B = GARTENS?",
            "Gestern waren wir in STERNEN und GARTENS. Das bleibt.",
        ),
        *("Ich tausche beide aus: STERNEN, GARTENS?", "Erstes Wort STERNEN, zweites GARTENS?"),
        *("STERNEN und GARTENS wären nett.", "Odas Wörter waren STERNEN und GARTENS."),
        *("Toll, STERNEN und GARTENS!", "Bisher fallen mir nur STERNEN und GARTENS ein."),
    ],
)
def test_two_words_that_are_not_meant_are_asked_about(text: str) -> None:
    assert only(read(text)).ambiguity is Ambiguity.UNREAD_PLAY


def test_words_inside_a_sentence_are_asked_about() -> None:
    entry = only(read("Ich nehme wohl STERNEN und GARTENS, oder was meinst du?"))

    assert entry.ambiguity is Ambiguity.UNREAD_PLAY
    assert entry.ambiguous_line == "Ich nehme wohl STERNEN und GARTENS, oder was meinst du?"


def test_the_subject_alone_may_call() -> None:
    assert said(read("", "BINGO!")) == [((), True)]
    assert said(read("Gruß\nAnna", "Bingo")) == [((), True)]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        pytest.param("STAND", "Bingo", id="above a command"),
        pytest.param("Wann ist denn der nächste ZAT?", "Bingo", id="above a text"),
        pytest.param("", "Re: [herbst R2] BINGO", id="in a reply"),
    ],
)
def test_elsewhere_the_subject_is_the_name_of_the_game(text: str, subject: str) -> None:
    assert said(read(text, subject)) == []


def test_a_game_called_bingo_can_be_called_in() -> None:
    """The line is its heading, and nothing else stands below."""
    assert said(read("BINGO", games=(BINGO, KIEL), default=None)) == [((), True)]
    assert said(read("Bingo\n1. STERNEN\n2. GARTENS", games=(BINGO, KIEL), default=None)) == [
        (TWO, False)
    ]
    assert said(read("Bingo\nSTAND", games=(BINGO, KIEL), default=None)) == []


def test_games_of_both_kinds_stand_in_one_mail() -> None:
    reading = read(
        "Herbst-Bingo\n1. STERNEN\n2. GARTENS\n\nClassic Kiel\nTAUSCHE E N",
        games=(HERBST, KIEL),
        default=None,
    )

    assert [entry.game for entry in reading.entries] == ["herbst", "kiel"]
    assert said(reading) == [(TWO, False)]
    assert orders_in(reading.entries[1]) is not None
    assert words_in(reading.entries[1]) is None


def test_two_different_pairs_for_one_game_are_asked_about() -> None:
    reading = read("Herbst-Bingo\nSTERNEN GARTENS\n\nHerbst-Bingo\nKUCHENS GARTENS")

    assert {entry.ambiguity for entry in reading.entries} == {Ambiguity.TWO_ENTRIES}


@pytest.mark.parametrize(
    "text",
    [
        "Moin, ich hätte dann gern STERNEN und GARTENS. Gruß Ben",
        "Ich habe mich für Sternen und Gartens entschieden.\nBen",
        "Als Wörter nehme ich Sternen und Gartens.\n\nBen",
        "Bitte notiere für mich: Sternen, Gartens.\nGruß\nBen Otto",
        "Trag bitte Sternen und Gartens für mich ein!",
        "Sternen und Gartens wären meine Wörter.\nGrüße aus Kiel, Ben",
        "Sternen und Gartens, das sind meine Wörter!",
        "Ich gebe ab: Sternen + Gartens\n\nBis dann\nBen",
        "Diesmal probiere ich es mit Sternen und Gartens.",
        "Für das Bingo: Sternen / Gartens. Schönes Wochenende!",
        "Sehr geehrte Frau Muster, hiermit reiche ich die Wörter STERNEN und GARTENS ein. Mit freundlichen Grüßen, Ben",
        "Danke für die Erinnerung, hier meine Wörter: Sternen und Gartens.",
        "Danke, ich nehme Sternen und Gartens.",
        "Guten Tag, hier meine Auswahl: Sternen und Gartens. Gruß B. Otto",
        "Für die neue Runde nehme ich Sternen und Gartens.",
        "bitte sternen und gartens eintragen, danke",
        "Please put me down for Sternen and Gartens.",
        "My words this time will be Sternen and Gartens.",
        "Moin Ruth, Sternen und Gartens bitte. Tschüs, Ben",
        "Liebe Ruth, bei mir sollen es Sternen und Gartens sein.\nBis Freitag, Ben",
        "ich setze auf sternen und gartens",
        "meine zwei: sternen gartens, lg ben",
        "Meine Wörter: Sternen, Gartens LG Ben",
        "Meine Wörter sind Sternen und Gartens und liebe Grüße, Ben",
        "Mein erstes Wort ist Sternen.\nDas zweite ist Gartens.\nHerzlich Ben",
        "Das erste Wort heißt STERNEN, das zweite GARTENS.",
        "Mein erstes Wort ist Sternen. Mein zweites Wort lautet Gartens. Bis bald!",
        "I'd like to go with STERNEN and GARTENS, please.\nBen",
        "Could you put down Sternen and Gartens for me?\nThanks, Ben",
        "My picks: Sternen and Gartens",
        "Diesmal: STERNEN + GARTENS",
        "Heute: Sternen und Gartens",
        "Meine Wörter für Herbst: Sternen und Gartens.",
        "My words for Herbst: STERNEN, GARTENS",
        "Here: STERNEN and GARTENS",
        "My first word is Sternen and the other one is Gartens.",
        "I'm going with Sternen and Gartens this time. Good luck everyone!",
        "J'aimerais prendre Sternen et Gartens.",
    ],
)
def test_two_words_side_by_side_are_read_in_whatever_sentence_takes_them(text: str) -> None:
    assert said(read_whole(text)) == [(TWO, False)]


@pytest.mark.parametrize(
    "text",
    [
        "Ich hätte gern Sternen und Gartens genommen, aber die sind wohl zu leicht.",
        "Wie wäre es mit Sternen und Gartens?",
        "Sternen und Gartens nehme ich, wenn es recht ist.",
        "Morgen nehme ich Sternen und Gartens.",
        "Ben hat bestimmt Sternen und Gartens.",
        "Für Ben: Sternen und Gartens.",
        "Letztes Mal: Sternen und Gartens",
        "Beispiel: Sternen und Gartens",
        "Bitte Sternen und Gartens streichen.",
        "Die Wörter Sternen und Gartens wären mir zu schwer.",
        "Sternen, das zweite Gartens, ist beides erlaubt?",
        "Ich nehme Kuchens, Sternen und Gartens.",
        "Ich nehme Freitag und Samstag.",
        "Ich möchte spielen und siegten.",
        "Ich schicke Mareike und Günther liebe Grüße.",
        "Liebe Grüße an Mareike und Günther.",
        "Das zweite ist besser.",
        "Can I change Sternen and Gartens?",
    ],
)
def test_two_words_side_by_side_in_another_sentence_are_no_entry(text: str) -> None:
    assert said(read_whole(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "STERNEN und GARTENS nehme ich.\n\nMAREIKE",
        "Sternen\nGartens\nMareike",
        "STERNEN\nGARTENS\nMAREIKE",
        "1. STERNEN\n2. GARTENS\n\n\nMAREIKE\nHAMBURG",
        "STERNEN\nGARTENS\n\nANDREAS",
    ],
)
def test_who_signs_below_his_words_names_none(text: str) -> None:
    """In a line of its own below an empty one, or by his own name."""
    assert said(read_whole(text)) == [(TWO, False)]


@pytest.mark.parametrize(
    "text",
    [
        "Wann ist denn Schluss?\nANDREAS",
        "Wann ist denn Schluss?\nMAREIKE\nHAMBURG",
        "Wie viele Buchstaben?\nSCHMIDT GMBH & Co\nHAMBURG",
    ],
)
def test_who_signs_below_a_question_names_no_word(text: str) -> None:
    assert said(read_whole(text)) == []


@pytest.mark.parametrize("text", ["FREITAG, SAMSTAG", "FREITAG\nSAMSTAG"])
def test_days_alone_are_asked_about(text: str) -> None:
    """They may say when their writer comes."""
    assert only(read(text)).ambiguity is not None
    assert only(read(f"Meine Wörter: {text.replace(chr(10), ', ')}")).ambiguity is None


def test_days_behind_a_time_are_asked_about() -> None:
    assert only(read("Heute: FREITAG, SAMSTAG")).ambiguity is not None


def test_a_word_that_somebody_speaks_of_is_none_of_his() -> None:
    assert read("Das Wort ist schwierig.").entries == ()


@pytest.mark.parametrize(
    "text",
    [
        "Two words, seven letters each: STERNEN and GARTENS. Singing all evening here.",
        "BINGO:\nSTERNEN\nGARTENS",
        *("Zwei Wörter, je sieben Buchstaben: STERNEN, GARTENS.", "BINGO-Wörter:\nSTERNEN\nGARTENS\n\nMehr nicht."),
        "Meine Bingo-Wörter: STERNEN und GARTENS. Mehr fällt mir nicht ein.",
        ("Vom Martinszug klebt bei uns noch immer Wachs auf dem Teppich, und abends wird weiterhin gesungen, auch im "
        "Dezember, auch um halb sechs Uhr früh, auch wenn keiner zuhört. BINGO: STERNEN, GARTENS. Wünsch mir Schlaf."),
        "Word: STERNEN\nWord: GARTENS\n\nTischlerei Otto - current delivery FEBRUAR",
        "Ich ersetze GITARRE und KLAVIER durch STERNEN und GARTENS.",
        "Please swap GITARRE and KLAVIER for STERNEN and GARTENS.",
        "GITARRE und KLAVIER von gestern bitte ersetzen. Neu: STERNEN, GARTENS.",
        "Moin, das mit GITARRE und KLAVIER von gestern ersetze ich, hier schneit es. Neu: STERNEN, GARTENS.",
        "| No. | Word | Letters |\n|---|---|---|\n| 1 | STERNEN | 7 |\n| 2 | GARTENS | 7 |",
    ],
)  # fmt: skip
def test_two_words_stand_below_a_heading_or_take_the_place_of_two(text: str) -> None:
    assert [words for words, _ in said(read_whole(text))] == [TWO]


@pytest.mark.parametrize(
    "text",
    [
        *("Noch überlege ich. Meine Wörter: STERNEN, GARTENS", "Nicht eintragen! Meine Wörter: STERNEN, GARTENS."),
        *("Two words, seven letters each: STERNEN and GARTENS, which Ben took.", "Neu vielleicht: STERNEN, GARTENS."),
        "Ich ersetze GITARRE und KLAVIER vielleicht durch STERNEN und GARTENS.",
        "Soll ich GITARRE und KLAVIER durch STERNEN und GARTENS ersetzen?",
        "Ben ersetzt GITARRE und KLAVIER durch STERNEN und GARTENS.",
        "I don't want to replace GITARRE and KLAVIER with STERNEN and GARTENS.",
        "Please replace GITARRE and KLAVIER with STERNEN and GARTENS tomorrow.",
        "GITARRE und KLAVIER ersetze ich morgen. Neu: STERNEN, GARTENS.",
        "GITARRE und KLAVIER ersetze ich. Neu vielleicht: STERNEN, GARTENS.",
        "GITARRE und KLAVIER ersetze ich. Neu: STERNEN.",
        "| 1 | STERNEN |\n| 2 | GARTENS |\n| 3 | KELLERS |",
    ],
)  # fmt: skip
def test_two_words_that_may_not_replace_others_are_asked_about(text: str) -> None:
    entries = read_whole(text).entries

    assert all(each.ambiguity is not None for each in entries)


def test_three_words_below_each_other_are_not_cut_to_two() -> None:
    assert said(read_whole("STERNEN\nGARTENS\nKUCHENS")) == [((*TWO, "KUCHENS"), False)]


@pytest.mark.parametrize(
    "text",
    [
        "S T E R N E N\nG A R T E N S",
        "STERNEN bleibt. Statt KELLERS jetzt GARTENS. Also zusammen STERNEN + GARTENS.",
        "Ich möchte tauschen. Raus mit KELLERS und BRUNNEN, rein mit STERNEN und GARTENS.\nDanke, Ben",
        "Wort 1 ist STERNEN. Wort 2 ist GARTNS, äh, GARTENS natürlich, der mit Zaun.",
        "STERNEN, GARTENS - that's me done.\n\nBen",
        "Erst wollte ich TROMPETE, das hat aber acht. Deshalb STERNEN. Und das zweite ist GARTENS, die sind grün.",
        ("Beim Lüften fiel mein Blick erst auf die STERNEN und dann, als ich mich umdrehte, auf den GARTENS, der schon "
        "wieder Laub bläst. Damit wären meine beiden Wörter gefunden."),
        "Passend zur Jahreszeit: STERNEN. Und weil Ihr so nett seid: GARTENS.\nHerzlich, Ben",
        "STERNEN (mit zwei E, ja) und dazu GARTENS. Meine Tastatur spinnt.",
    ],
)  # fmt: skip
def test_two_words_are_told_from_those_that_go_out_and_from_talk(text: str) -> None:
    assert said(read_whole(text)) == [(TWO, False)]


def test_a_word_without_its_umlauts_is_written_with_them() -> None:
    assert said(read_whole("KOENIGIN, STRASSE")) == [(("KÖNIGIN", "STRASSE"), False)]


@pytest.mark.parametrize(
    "text",
    [
        *("S T E R N E N\noder\nG A R T E N S", "S T E R N E N und G A R T E N S sind leider schon weg."),
        *("STERNEN bleibt. Statt KELLERS jetzt GARTENS?", "Ben hat jetzt STERNEN + GARTENS statt KELLERS."),
        "Wenn das noch geht: raus mit KELLERS und BRUNNEN, rein mit STERNEN und GARTENS.",
        "Ben sagt: raus mit KELLERS und BRUNNEN, rein mit STERNEN und GARTENS.",
        *("STERNEN, GARTENS - nicht werten!", "STERNEN, GARTENS - die hat Oda genommen."),
        "STERNEN und GARTENS. Das wären meine beiden Wörter, wenn ich dran wäre.",
        "Passend zur Jahreszeit: STERNEN. Und mein Mann meint: GARTENS.",
        *("Odas Wörter: STERNEN, GARTENS", "Heute im Kino: STERNEN. Und im Theater: GARTENS."),
        "STERNEN (mit zwei E?) und GARTENS. Darf man das?",
    ],
)  # fmt: skip
def test_two_words_that_go_nowhere_are_no_entry(text: str) -> None:
    read_as = read_whole(text).entries
    assert not any(each.ambiguity is None and words_in(each) for each in read_as)


def test_a_third_word_that_was_only_considered_is_nobodys_wish() -> None:
    text = (
        "STERNEN, GARTENS. Das Wort LATERNE hatte ich auch überlegt, aber das nimmt bestimmt jeder."
    )

    (entry,) = read_whole(text).entries

    assert entry.ambiguity is None


LISTED = {
    *TWO,
    "FENSTER",
    "WOHNUNG",
    "GESTERN",
    "MORGENS",
    "ZEITUNG",
    "STRASSE",
    "TERMINE",
    "ANDEREM",
}


def listed(text: str) -> list[tuple[tuple[str, ...], bool]]:
    """Return what is read of a mail where the lists know the words in it."""
    mail = read_mail(mail_of(f"{text}\n"))
    insight = Insight(of_kind=LISTED.__contains__)
    people = ["Mareike Kessler", "Ben Otto"]
    reading = READER.read_mail(mail, (HERBST,), HERBST, people=people, insight=insight)
    return [
        (words.words, words.is_call)
        for each in reading.entries
        if each.ambiguity is None and (words := words_in(each)) and not words.unread_at
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("moin, sternen + gartens, beides sieben gezählt\nben", TWO),
        ("Strasse (mit SS, sind dann sieben) und Termine.\nB. O.", ("STRASSE", "TERMINE")),
        ("Als erstes Wort habe ich mir STERNEN ausgesucht, und als zweites GARTENS.", TWO),
        ("Nummer eins ist FENSTER. Nummer zwei ist WOHNUNG.", ("FENSTER", "WOHNUNG")),
        ("1: Sternen 2: Gartens", TWO),
        ("1) Fenster 2) Wohnung.", ("FENSTER", "WOHNUNG")),
        ("1.) Fenster; 2.) Wohnung, bitte. Gruß, Ben", ("FENSTER", "WOHNUNG")),
        ("Meine zwei: a) Fenster b) Wohnung", ("FENSTER", "WOHNUNG")),
        ("Hi, 1. Fenster and 2. Wohnung, cheers", ("FENSTER", "WOHNUNG")),
        ("Meine beiden Siebener heißen STERNEN und GARTENS. Frohes Auslosen!", TWO),
        ("Please replace whatever I had before with STERNEN and GARTENS.", TWO),
        ("Bitte ersetze meine Wörter durch STERNEN und GARTENS.", TWO),
    ],
)  # fmt: skip
def test_the_only_two_words_that_lists_know_are_meant(text: str, words: tuple[str, ...]) -> None:
    assert listed(text) == [(words, False)]


@pytest.mark.parametrize(
    "text",
    [
        *("Gestern, morgens, war ich da.", "Fenster, Wohnung, Küche: alles geputzt."),
        *("1. Fenster putzen 2. Wohnung saugen", "Schöne Wörter, FENSTER und WOHNUNG."),
        *("Fenster und Wohnung, das nimmt doch jeder.", "moin, fenster + wohnung?"),
        "Als erstes fiel mir FENSTER ein, als zweites WOHNUNG, aber beide sind zu leicht.",
        "Das erste Wort von Ben war FENSTER, das zweite WOHNUNG.",
        "Ben nimmt als erstes FENSTER, als zweites WOHNUNG.",
        "Als erstes putze ich das Fenster, als zweites die Wohnung.",
        "Can I replace my words with STERNEN and GARTENS?",
        "Please replace Ben's words with STERNEN and GARTENS.",
        "Als erstes FENSTER, als zweites WOHNUNG oder STERNEN.",
        *("Ich grüße mit Fenster, Wohnung inklusive.", "Ich mag FENSTER und WOHNUNG."),
        "moin, sternen + gartens, beides sieben gezählt\nben\n\nPS: Doch nicht, ich melde mich.",
        "1: Sternen 2: Gartens\n\nGruß Ben\n\nPS: Bitte noch nicht eintragen.",
        *("Meine Wörter im Sommer waren STERNEN, GARTENS.", "FENSTER und WOHNUNG haben je sieben Buchstaben."),
        "Zimmer eins hat FENSTER, Zimmer zwei ist eine WOHNUNG.",
        *("Heute noch: 1) Fenster 2) Wohnung", "To do today: 1) Fenster 2) Wohnung"),
        *("1) Fenster oder 2) Wohnung", "1) Fenster? 2) Wohnung?", "Ben hat 1) Fenster 2) Wohnung."),
        "1) Fenster 2) Wohnung - no wait, let me think.",
    ],
)  # fmt: skip
def test_two_words_that_lists_know_are_not_therefore_meant(text: str) -> None:
    assert listed(text) == []


def test_words_behind_their_label_that_are_dropped_there_are_not_taken() -> None:
    reading = read_whole(
        "Meine Wörter: STERNEN, GARTENS fallen beide weg, die sind mir zu gewöhnlich."
    )

    assert (TWO, False) not in said(reading)
