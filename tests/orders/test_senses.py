"""Words beside a play that make it another round's, another word, or no move at all (rules 8).

None of them is booked without a question; and what people say beside a play that is meant is no doubt.
"""

import pytest

from tests.orders.test_at_odds import DAUERT, booked
from tests.reading.reading import YERRES, read

PLAY = "F8w RABEN"


def counts(text: str) -> bool:
    """Tell whether a play is booked for the open round, and nothing beside it asked."""
    reading = read(text, games=(YERRES,), default=YERRES)
    return any(
        each.holds_move and each.ambiguity is None and not each.named and each.round_named is None
        for each in reading.entries
    )


@pytest.mark.parametrize(
    ("text", "is_meant"),
    [
        (f"{PLAY}\n\nPending word from my brother-in-law, who owns the big dictionary.", False),
        (f"{PLAY}\n\nI am by no means wedded to it.", False),
        (f"{PLAY}\n\nDas entscheidet sich nach dem Mittagessen.", False),
        (f"Frage zum Wörterbuch:\n{PLAY}", False),
        (f"{PLAY}. My neighbour tells me it is German for tins.", True),
        (f"Mein Mann meint, das Wort gäbe es nicht, ich sage: doch.\n{PLAY}", True),
        (f"Na warte, Fred:\n{PLAY}", True),
        (f"Perhaps I will play:\n{PLAY}", False),
        (f"Vielleicht lege ich:\n{PLAY}", False),
        (f"Possibly this one:\n{PLAY}", False),
        (f"Vielleicht nicht genial, aber hier mein Zug:\n{PLAY}", True),
        (f"{PLAY}\n\nBodo, nimm's mir nicht krumm!", True),
    ],
)
def test_what_people_at_home_say_is_told_from_what_a_word_means(
    text: str, *, is_meant: bool
) -> None:
    assert counts(text) is is_meant


@pytest.mark.parametrize(
    ("further", "is_meant"),
    [
        ("Please wait, I must think again.", False),
        ("Bitte noch nicht werten, ich muss noch mal überlegen.", False),
        ("Der Zug gilt noch nicht.", False),
        ("Warte nicht mit dem Essen auf mich.", True),
    ],
)
@pytest.mark.parametrize("between", ["The weather is nice.", "> Only Ben has not sent his."])
def test_a_play_is_taken_back_some_paragraphs_below_it(
    further: str, between: str, *, is_meant: bool
) -> None:
    assert counts(f"{PLAY}\n\n{between}\n\n{further}") is is_meant


@pytest.mark.parametrize(
    "text",
    [
        "Für Runde 6 schon mal: {}",
        "Vorab für R6: {}",
        "Hier schon mal für die nächste Runde:\n{}",
        "Hier schon mal für die nächste Runde: {}",
        "{} (für Runde 6)",
        "{} (Runde 6)",
        "Runde: 6\n{}",
        "{}\nRunde: 6",
        "{}\n(Runde 6)",
        "{}\nfür Runde sechs",
        "{} (6. Runde, noch mal geschickt)",
        "{} (6th round)",
        "{} für die nächste Runde",
        "{}, das ist schon für die 6. Runde",
        "Für nächste Woche schon mal {}",
        "For round 4: {}",
        "My move for the next round: {}",
        "My next move: {}",
        "Letztes Mal: {}",
        "Last time: {}",
        "Last round:\n{}",
        "round 4 (sorry, I know it's late): {}",
        "Late entry, round 1: {}",
        "Nachzügler, Runde 3: {}",
    ],
)
def test_a_play_for_another_round_is_not_booked_for_this_one(text: str) -> None:
    assert not counts(text.format(PLAY))


@pytest.mark.parametrize(
    "behind",
    [
        ", vielmehr BESEN",
        ", pardon, BESEN",
        ", pardon: Besen",
        ", Entschuldigung: BESEN",
        ", besser gesagt BESEN",
        ", Blödsinn: BESEN",
        ", ach was, Besen",
        ", or rather BESEN",
        ", das war nix, nehmt einfach BESEN dafür",
        ", with an L for the I",
        ", mit H statt K",
        " minus the D",
        " plus S.",
        ", bloß mit N am Ende",
        " ohne N",
        ", das H als C",
        ", but with an S on the end",
        ", spelt with a C",
        ", no R",
        " (-S)",
        ", only with an A instead of the I",
        " minus the first R",
        "; please put an R after it",
        ", plural",
        "\n\nMax\n\nPS: Das S am Ende bitte weglassen.",
        "\n\nMax\n\nPS: Am Anfang soll ein N statt dem H hin.",
    ],
)
def test_another_word_behind_a_play_is_asked_about(behind: str) -> None:
    assert not counts(f"{PLAY}{behind}")


@pytest.mark.parametrize(
    "text",
    [
        "{} ... oder lieber nicht?",
        "{}, oder doch nicht?",
        "{} wollte ich erst legen, aber dann",
        "{} gefällt mir",
        "{}, wahrscheinlich",
        "{}, actually no",
        "{}, or perhaps not",
        "I might play {}",
        "I won't play {}",
        "{}, on second thought no",
        "Sollte morgen die Sonne scheinen, nehme ich {}",
        "Von einem Zug wie {} kann ich nur träumen.",
        "Vorläufig {}, aber bitte noch nirgends eintragen.",
        "{}, vorausgesetzt, dass ich darf.",
        "{} heb ich mir fürs nächste Mal auf.",
        "My grandson reckons {} is the one.",
        "{}, but only on the understanding that I may change it.",
        "Das gehört in meine andere Partie:\n{}",
        "For turn 6: {}",
        "Lieber fresse ich einen Besen, als dass ich {} lege.",
        "Mein Vierjähriger ist für {}, der Familienrat tagt noch.",
        "My girlfriend dared me to send you {}",
        "Over my dead body will I put down {}.",
        "In der engeren Wahl:\n{}",
        "Mal angenommen, ich käme damit – wie viele Punkte gäbe das?\n{}",
        "Ich hatte doch geschrieben: {}",
        "Morgen dann {}",
        "Bodo meinte, ich soll {} legen",
        "Von meiner Frau: {}",
        "{}, so hat es Bodo mir am Telefon durchgegeben",
        "{}\nAbsender ist eigentlich Aylin, sie sitzt neben mir.",
        "{}\nPS: Besen bringt mehr. Dann also das.",
        "{}, to be used the round after next",
        "Jonas mailed this to me instead of you:\n{}",
        "{}, so put it down for her",
        "Thinking about {}",
    ],
)
def test_a_doubt_beside_a_play_is_one(text: str) -> None:
    assert not counts(text.format(PLAY))


@pytest.mark.parametrize(
    "text",
    [
        "{}, müsste 40 geben?",
        "{} macht 36 oder 37, bin mir nicht sicher",
        "{} wenn's recht ist",
        "Danke für die Auswertung. {} soll es sein.",
        "Sorry für die Verspätung, {}",
        "{}, sorry für die Verspätung",
        "Ohne viel Worte: {}",
        "{} und herzlichen Glückwunsch an Sabine zum Geburtstag!",
        "Diesmal {}, in der nächsten Runde hoffentlich mehr",
        "Schade um die letzte Runde. Jetzt: {}",
        "{}, without further ado",
        "Sorry I'm late, {}",
        "Bescheidene 36 Punkte mit {} und allen ein schönes Wochenende.",
        "Ich spiele {}, wenn Sie so freundlich sein wollen, das einzutragen.",
        "Ich habe doch noch etwas gefunden, nämlich {}, und bin ganz zufrieden damit.",
        "Ich halte dagegen mit {}.",
        "Trotz Grippe: {}",
        "So, jetzt aber: {}",
        "Etwas Besseres fällt mir nicht ein: {}",
        "Nach einer halben Stunde Grübeln bleibt es bei {}",
        "Diesmal wird es {}",
        "Wird wohl nicht reichen, aber {}",
        "Kein Geniestreich, aber immerhin: {}",
        "Habe mich nach langem Hin und Her für {} entschieden",
        "Zug von mir: {}",
        "Trag bitte {} ein",
        "Mein Zug wäre {}",
        "Kurz vor knapp: {}",
        "Liebe Ruth, vielen Dank für deine Mühe! {}",
        "{}, das war's",
        "{}, mehr ging nicht",
        "{}. Nicht toll, aber der Rest ging gar nicht.",
        "{}, anderes passte nicht",
        "{}, it was that or nothing",
        "{}. Fünf Steine auf einen Streich!",
        "{}. 36 Pkt. nach meiner Rechnung, bitte nachprüfen",
        "{}. Hope the cat is on the mend, give him a scratch behind the ears.",
        "{}. Nothing else would fit.",
        "{}. Rien d'autre ne passait.",
        "{}, mal sehen was die anderen haben",
        "{}, den Joker hebe ich mir auf",
        "{} Joker behalte ich",
        "{}, 36 Punkte, wenn alles stimmt",
        "{}\nNächstes Mal wird's besser.",
        "This round I'm going with {}",
        "I'll go for {}",
        "I'll have {} please",
        "It'll have to be {}",
        "I've gone for {}",
        "After much thought, {}",
        "Finally a good one: {}",
        "Not much, but here goes: {}",
        "All I could find was {}",
        "Please enter {} for me",
        "Just in time: {}",
        "{}, that was it",
        "{} keeping the blank",
        "{}\n\nI make it 33, though Harold says I never could add up.",
        "{}\n\nThat's 25 I think",
        "{}\nthats 25 i think",
        "{}, das gäbe 33 Punkte",
        "{}, 20 oder so",
        "{}. Ich freue mich auf Runde 6.",
        "{}. Looking forward to round 6!",
        "{}. Not my proudest moment.",
        "{}. Next time I'll do better.",
    ],
)
def test_what_people_say_beside_their_move_is_no_doubt(text: str) -> None:
    assert counts(text.format(PLAY))


@pytest.mark.parametrize(
    "below",
    [
        "Das ist für Runde 7 gedacht.",
        "Den darfst du nicht buchen.",
        "Bitte nicht werten.",
        "Das wollte ich letzte Runde spielen.",
        "Damit setze ich besser doch nicht.",
        "Sag Bescheid, falls das nicht gilt.",
        "Let me know if that isn't allowed.",
        "I would not play that one.",
        "Please don't record this.",
        "Mein Bruder hat das eingetippt, während ich am Herd stand, ich habe es nicht freigegeben.",
        "My brother sent this without asking me.",
        "I am not.",
    ],
)
def test_a_sentence_below_that_speaks_against_a_play_is_asked_about(below: str) -> None:
    assert not counts(f"{PLAY}\n{below}")


@pytest.mark.parametrize(
    "below",
    [
        "Das bringt leider nicht viel.",
        "Das Wetter ist nicht schön.",
        "Den ganzen Tag habe ich nichts Besseres gefunden.",
        "That isn't worth much, I know.",
    ],
)
def test_what_a_sentence_below_says_of_its_worth_is_no_doubt(below: str) -> None:
    assert counts(f"{PLAY}\n{below}")


@pytest.mark.parametrize(
    "text",
    [
        "Ich will {} legen.",
        "Ich möchte heute {} spielen.",
        "Hallo Ruth, bitte {} legen. Danke!",
        "Bitte {} werten.",
        "Es soll {} sein.",
        "{} ist meine Wahl.",
        "{}, 24 Punkte, von mir.",
        "{}, mehr nicht.",
        *("Mehr als {} geht nicht.", "Besseres als {} fällt mir nicht ein.", "{} it is."),
        "Was anderes als {} sehe ich nicht.",
        "I want to play {}.",
        "I've chosen {} this time.",
        "Could I play {}, please?",
        "I could only find {}.",
        "Je voudrais poser {}.",
        "{} est mon choix.",
    ],
)
def test_a_sentence_that_does_nothing_but_lay_a_play_means_it(text: str) -> None:
    assert booked(text.format("H8w DAUERT")) == DAUERT


@pytest.mark.parametrize(
    "text",
    [
        "Ich will nicht {} legen.",
        "Ich will morgen {} legen.",
        "Bitte nicht {} legen.",
        "Bitte erst morgen {} legen.",
        *("Er will {} legen.", "Mehr als {} geht immer!", "Hände weg von {}", "{} it is not."),
        *("Besser als {} ist einiges.", "Hands off {}", "Please postpone {}"),
        "{} ist seine Wahl.",
        "Es soll nicht {} sein.",
        "Could I play {}?",
        "I wanted to play {}.",
    ],
)
def test_a_word_more_in_such_a_sentence_leaves_it_in_doubt(text: str) -> None:
    assert booked(text.format("H8w DAUERT")) == []


@pytest.mark.parametrize(
    "text",
    [
        "{} bitte eintragen",
        "{} bitte notieren, danke!",
        "Bitte {} eintragen.",
        "{} bitte verbuchen.",
        "{} please enter it",
        "Wort: RABEN\nAnfangsfeld: F8\nRichtung: waagerecht",
    ],
)
def test_who_asks_that_his_move_be_entered_means_it(text: str) -> None:
    assert counts(text.format(PLAY))


@pytest.mark.parametrize("verb", ["Reicht", "Does", "Is the play", "Vaut"])
def test_a_verb_before_a_play_asks_of_its_points(verb: str) -> None:
    assert not counts(f"{verb} {PLAY} 28?")
    assert counts(f"Also {PLAY} 28?")


@pytest.mark.parametrize(
    "text",
    [
        *("{} bitte nicht eintragen", "{} noch nicht notieren", "Bitte {} streichen"),
        *("Könntest du {} legen?", "Could you perhaps not play {} for me?", "Would you play {}?"),
        *("Could you play something better for me than {}?", "Would you ever play {}, please?"),
    ],
)
def test_who_asks_that_it_be_not_is_asked(text: str) -> None:
    assert not counts(text.format(PLAY))


@pytest.mark.parametrize(
    "text",
    [
        "Könntest du für mich H8w DAUERT legen?",
        "Could you play H8 across DAUERT for me?",
        "Would you put H8 across DAUERT in for me, please?",
        "Peux-tu jouer pour moi H8 horizontalement DAUERT ?",
        "H8w DAUERT. Sag Bescheid, falls das nicht angekommen ist.",
        "H8w DAUERT\nLet me know if that didn't come through.",
        "H8w DAUERT. Dis-moi si ça n'est pas arrivé.",
    ],
)
def test_what_the_referee_is_to_do_anyway_is_no_doubt(text: str) -> None:
    assert booked(text) == DAUERT


def test_a_play_in_three_lines_may_say_whose_word_it_is() -> None:
    assert counts("Mein Wort : RABEN\nFeld : F8\nRichtung : waagerecht")


FOR_WANT = (
    "Falls das nicht geht, {}",
    "falls das nicht geht: {}",
    "Falls das nicht geht:\n{}",
    "Hallo,\n\nwenn es nicht gilt:\n\n{}\n\nGruß",
    "Danke! Sollte das nicht gehen, lege ich {}",
    "If that fails, {}",
    "If not: {}",
)


@pytest.mark.parametrize("text", FOR_WANT)
def test_what_is_meant_for_want_of_a_play_that_nobody_has_seen_is_asked_about(text: str) -> None:
    assert not counts(text.format(PLAY))


@pytest.mark.parametrize("text", [each for each in FOR_WANT if "\n\n" not in each])
def test_behind_a_play_it_is_its_alternate(text: str) -> None:
    assert counts(f"F8w BEINE\n{text.format(PLAY)}")


@pytest.mark.parametrize(
    "behind",
    [
        " verkneif ich mir",
        " mach ick nich",
        " no longer stands",
        " is for the turn after this one.",
        " soll der Otto machen",
        " kommt frühestens in zwei Wochen",
        " ist mir zu mickrig",
        " (senkrecht)",
        ", also von oben nach unten",
        ". Nee, Spaß beiseite.",
        ". Oh wait, I've a D.",
        " (noch nicht endgültig!)",
        " (provisional, real move to follow)",
        ", aber erst wenn ich es sage",
    ],
)
def test_what_stands_behind_a_play_in_its_clause_needs_a_role(behind: str) -> None:
    """A word that no list knows may be what takes the play away; another way contradicts it."""
    assert not counts(f"{PLAY}{behind}")


@pytest.mark.parametrize(
    "text",
    [
        "{}, schönes Wochenende euch allen",
        "{} und herzliche Grüße aus Kassel",
        "{} lg Max",
        "{} vielen Dank",
        "{} nach meiner Rechnung 24 Punkte",
        "{} waagerecht, wie gesagt",
        "{} - der Kater schläft auf dem Wörterbuch",
        "{} bitte, this turn",
        "Was sonst sollte man damit machen? {}",
        "{}. Moin übrigens!",
    ],
)
def test_a_remark_set_off_from_a_play_is_no_doubt(text: str) -> None:
    assert counts(text.format(PLAY))


def test_a_second_word_in_fields_is_asked_about() -> None:
    fields = "Feld: F8\nRichtung: waagerecht\nWort: RABEN"

    assert counts(fields)
    assert not counts(f"{fields}\nWort: BASEN")


@pytest.mark.parametrize(
    "text",
    [
        "Feuer frei: {}",
        "Tataaa: {}",
        "Lange Rede, kurzer Sinn: {}",
        "Sitze grad im Zug, Empfang mies, darum kurz: {}",
        "Hier mein Zug, bitte sehr: {}",
        "Der Akku ist gleich leer, deshalb schnell: {}",
        "Here goes nothing: {}",
        "The kettle is on, so here it is: {}",
        "Battery low, so just this: {}",
        "Drum roll: {}",
    ],
)
def test_what_leads_to_a_play_may_be_talk(text: str) -> None:
    """Where the clause right before the colon has nothing but words that have a role."""
    assert counts(text.format(PLAY))


@pytest.mark.parametrize(
    "text",
    [
        "Preisfrage: {}",
        "Testmail, bitte ignorieren: {}",
        "Das hat meine Frau diktiert, bitte ignorieren: {}",
        "Letztes Mal hatte ich Pech, darum kurz, was Ben gelegt hat: {}",
        "Quiz question: {}",
        "Just testing, so: {}",
        "Only an example, please ignore: {}",
        "From her to you, so: {}",
    ],
)
def test_a_lead_with_a_word_that_no_list_knows_is_asked_about(text: str) -> None:
    assert not counts(text.format(PLAY))


@pytest.mark.parametrize(
    "said",
    [
        "Gilt nur, wenn Ben passt.",
        "Der Zug gilt nur, wenn du das Wort kennst.",
        "PS: Zählt erst, wenn ich mich noch mal melde.",
        "Bitte erst werten, wenn ich zusage.",
        "Only counts if Ben passes.",
        "This counts only when I confirm it.",
        "It does not count until I say so.",
        "Please hold my move until I confirm.",
    ],
)
@pytest.mark.parametrize("form", ["{}\n{said}", "{}\nLG Max\n{said}", "{}\n\n{said}", "{}. {said}"])
def test_what_hangs_on_something_is_asked_about(form: str, said: str) -> None:
    """Wherever it stands below the play, or behind it on its line."""
    assert not counts(form.format(PLAY, said=said))


@pytest.mark.parametrize(
    "said",
    [
        "Es gilt das gesprochene Wort.",
        "Zählt der Bonus nur, wenn alle sieben liegen?",
        "Zählt nur noch die letzte Runde?",
        "Nur wenn es regnet, bleibe ich daheim.",
        "Does the bonus only count if all seven are laid?",
        "It only rains when I am out.",
    ],
)
def test_talk_of_what_counts_is_no_doubt(said: str) -> None:
    assert counts(f"{PLAY}\n{said}")


@pytest.mark.parametrize(
    "text",
    [
        "Instead of my last mail: {}",
        "Ersetze bitte meinen vorigen Zug: {}",
        "Statt meines Zuges von heute früh bitte {}",
        "Please ignore this morning's mail, {} instead",
        "Could you swap my BESEN for {} please?",
        "{}\nDas andere kannst du vergessen.",
        "Sitze beim Kunden im Wartezimmer: {}",
        "On the train to Edinburgh: {}",
    ],
)
def test_a_play_in_place_of_one_sent_before_and_behind_talk_is_booked(text: str) -> None:
    assert counts(text.format(PLAY))


@pytest.mark.parametrize(
    "text",
    [
        "Ich lege RABEN auf den Tisch: F8 waagerecht",
        "Mein Wort: RABEN\nEs beginnt auf F8, waagerecht.",
        "RABEN in Spalte F, beginnend in Zeile 8, nach rechts",
    ],
)
def test_a_word_apart_from_its_place_is_a_play(text: str) -> None:
    assert counts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Damit warte ich noch bis morgen. Ich lege {}",
        "{}\nHat Gisela beim Frühstück entdeckt.",
        "Hat Gisela beim Frühstück entdeckt.\n{}",
        "{}\nNot sure whether I want it though.",
        "{} hat mir Torben zugespielt",
    ],
)
def test_a_play_that_a_sentence_beside_it_takes_away_is_asked_about(text: str) -> None:
    assert not counts(text.format(PLAY))
