"""What the game master says of the one word that he was asked about, in sentences of his own."""

from zoneinfo import ZoneInfo

import pytest

from mailref.referee import gm_orders as gm
from mailref.referee.gm_order_lines import Ordered, Unclear, read_orders

BERLIN = ZoneInfo("Europe/Berlin")
WORD = "LÖXEN"

REFUSED = """\
Das lasse ich nicht gelten
Das lass ich nicht gelten.
LÖXEN gibt es nicht, also nein
LÖXEN lasse ich nicht zu.
Hallo! Das kann ich leider nicht gelten lassen.
Das Wort gilt leider nicht.
LÖXEN zählt nicht.
Von mir ein klares Nein.
Da sage ich nein.
Ich sage nein dazu.
Das Wort ist nicht zulässig.
LÖXEN ist ungültig, steht nicht im Duden
Das erkenne ich nicht an.
Das lehne ich ab.
Tut mir leid, aber das geht nicht.
Das lassen wir nicht durchgehen.
Das muss ich leider ablehnen.
LÖXEN wird nicht anerkannt.
Ich akzeptiere das nicht.
Leider nein, LÖXEN ist kein Wort.
"LÖXEN" ist abgelehnt.
Steht nicht im Duden und ist damit ungültig.
Also das ist für mich kein gültiges Wort, nein.
Abgelehnt, das gibt es nicht
Meine Entscheidung: nein.
Ich bin dagegen.
Kommt nicht in Frage!
Das Wort LÖXEN ist nicht erlaubt, sorry.
nee, das lass ich nicht durchgehen
LÖXEN kann ich nicht werten.
Das lasse ich nicht gelten, liebe Lea.
Das kann ich beim besten Willen nicht durchgehen lassen, Lea!
so it's a no from me
It's a no.
That's a no from me, I'm afraid.
I won't allow it.
I'm not allowing LÖXEN.
LÖXEN is not allowed.
Sorry, I can't accept that.
I can't let that stand.
LÖXEN doesn't exist, so no.
Not in Collins, so it's not valid.
I say no.
I'd say no to that.
Rejected, I'm afraid.
That word isn't acceptable.
It's not a word, so it doesn't count.
I'm going to disallow it.
LÖXEN does not count.
We don't accept that.
QUIRI n'est pas dans l'ODS, c'est non
Je ne l'accepte pas.
Je refuse ce mot.
C'est non pour moi.
Désolé, ce n'est pas valable.
LÖXEN n'existe pas, donc non.
Non, je ne le valide pas.
Ce mot n'est pas admis.
Pour moi c'est non.
Le mot LÖXEN n'est pas accepté.
Je dis non.
LÖXEN est refusé.
Ce n'est pas un mot valable, désolé.
Je ne peux pas l'accepter.
On ne l'accepte pas.
Ça ne passe pas, malheureusement.
Ce mot ne compte pas.
Je suis contre.
Ich lasse das Wort nicht zu
Ich lasse das Wort nicht zu.
Ich lasse LÖXEN nicht zu.
LÖXEN wird abgelehnt
LÖXEN wird abgelehnt.
LÖXEN wird nicht zugelassen.
LÖXEN wird nicht gewertet.
LÖXEN wird gestrichen.
LÖXEN ist raus.
LÖXEN fliegt raus.
LÖXEN geht nicht durch.
LÖXEN geht leider nicht durch, steht nicht im Duden.
Das geht nicht durch.
Das wird nichts mit LÖXEN.
LÖXEN wird von mir nicht akzeptiert.
Das Wort wird nicht gezählt.
LÖXEN kann nicht gewertet werden.
LÖXEN darf nicht gelegt werden.
Den Zug lasse ich nicht zu.
LÖXEN bleibt ungültig.
LÖXEN wurde abgelehnt.
LÖXEN habe ich abgelehnt.
Ich habe LÖXEN abgelehnt.
Ich werde LÖXEN nicht zulassen.
Ich muss LÖXEN streichen.
LÖXEN lehne ich ab.
Für LÖXEN gibt es keine Punkte.
Das Wort gibt es nicht, wird abgelehnt.
LÖXEN fällt durch.
LÖXEN scheidet aus.
LÖXEN is out.
LÖXEN is out, I'm afraid.
I won't allow LÖXEN.
I won't allow the word.
I will not allow LÖXEN.
LÖXEN is disallowed.
LÖXEN has been rejected.
LÖXEN won't be allowed.
LÖXEN will not be counted.
LÖXEN does not stand.
LÖXEN doesn't go through.
LÖXEN is refused.
LÖXEN has to go.
LÖXEN is struck out.
I'm ruling LÖXEN out.
I have to reject LÖXEN.
No go for LÖXEN.
LÖXEN is a no-go.
LÖXEN fails.
LÖXEN gets no points.
I am not going to allow LÖXEN.
LÖXEN shall not count.
LÖXEN can't be allowed.
LÖXEN isn't going to count.
LÖXEN est rejeté.
Le mot est refusé.
Je n'autorise pas LÖXEN.
Je ne laisse pas passer LÖXEN.
LÖXEN ne passe pas.
LÖXEN n'est pas accepté.
LÖXEN n'est pas valable.
LÖXEN sera refusé.
LÖXEN a été refusé.
LÖXEN ne sera pas accepté.
LÖXEN ne compte pas.
Je rejette LÖXEN.
LÖXEN est éliminé.
LÖXEN est exclu.
LÖXEN, c'est refusé.
On ne garde pas LÖXEN.
Je n'accepte pas LÖXEN.
LÖXEN ne peut pas être accepté.
Je ne peux pas accepter LÖXEN.
LÖXEN est à rejeter.
Der Löxer ist die Larve des Neunauges, LÖXEN aber ist keine Form davon. Ich lasse das Wort nicht zu.
LÖXEN wird abgelehnt, den Fisch gibt es nur als LÖXENER.
I looked in Collins, but it only has LOXES. LÖXEN is out.
""".splitlines()

ACCEPTED = """\
Das lasse ich gelten
Das lass ich gelten.
LÖXEN gibt es, also ja
LÖXEN lasse ich zu.
Hallo! Das kann man gelten lassen.
Das Wort gilt.
LÖXEN zählt.
Von mir ein klares Ja.
Da sage ich ja.
Ich sage ja dazu.
Das Wort ist zulässig.
LÖXEN ist gültig, steht im Duden
Das erkenne ich an.
Das nehme ich an.
Das geht in Ordnung.
Das lassen wir durchgehen.
Das ist für mich in Ordnung.
LÖXEN wird anerkannt.
Ich akzeptiere das.
Meinetwegen, LÖXEN soll gelten.
"LÖXEN" ist angenommen.
Steht im Duden und ist damit gültig.
Also das ist für mich ein gültiges Wort, ja.
Genehmigt, das gibt es
Meine Entscheidung: ja.
Ich bin dafür.
Das darf so stehen bleiben.
Das Wort LÖXEN ist erlaubt.
na gut, das lass ich durchgehen
LÖXEN kann gewertet werden.
so it's a yes from me
It's a yes.
That's a yes from me.
I'll allow it.
I'm allowing LÖXEN.
LÖXEN is allowed.
I can accept that.
I'll let that stand, dear Tom.
LÖXEN exists, so yes.
It's in Collins, so it's valid.
I say yes.
I'd say yes to that.
Accepted!
That word is acceptable.
It's a word, so it counts.
I'm going to allow it.
LÖXEN counts.
We accept that.
QUIRI est dans l'ODS, c'est oui
Je l'accepte.
J'accepte ce mot.
C'est oui pour moi.
C'est valable.
LÖXEN existe, donc oui.
Oui, je le valide.
Ce mot est admis.
Pour moi c'est oui.
Le mot LÖXEN est accepté.
Je dis oui.
LÖXEN est accepté.
C'est un mot valable.
Je peux l'accepter.
On l'accepte.
Ça passe.
Ce mot compte.
Je suis pour.
Ich lasse das Wort zu.
LÖXEN wird zugelassen.
LÖXEN wird akzeptiert.
LÖXEN wird gewertet.
LÖXEN geht durch.
LÖXEN geht in Ordnung.
LÖXEN ist drin.
LÖXEN bleibt drin.
LÖXEN bleibt stehen.
LÖXEN darf gelegt werden.
LÖXEN habe ich zugelassen.
Ich werde LÖXEN zulassen.
LÖXEN is in.
LÖXEN has been accepted.
LÖXEN will be allowed.
LÖXEN goes through.
LÖXEN stands.
LÖXEN will count.
I'll let LÖXEN through.
LÖXEN is good.
LÖXEN is a yes.
LÖXEN sera accepté.
LÖXEN a été accepté.
LÖXEN passe.
Je laisse passer LÖXEN.
LÖXEN peut être accepté.
Je garde LÖXEN.
On garde LÖXEN.
LÖXEN est bon.
""".splitlines()

ASKED = [  # what it probably means is put to him
    ("LÖXEN gibt es nicht.", False),
    ("Steht nicht im Duden.", False),
    ("Meine Frau sagt, das gilt nicht.", False),
    ("Ich glaube, das lasse ich gelten.", True),
    ("Das gilt bei uns in der Kneipe immer.", True),
    ("I think I'll allow it.", True),
    ("Tom reckons it's not valid.", False),
    ("Not in Collins.", False),
    ("Je pense que c'est valable.", True),
    ("Ma femme dit que ce n'est pas valable.", False),
    ("Il n'est pas dans l'ODS.", False),
    ("It's in Chambers.", True),
    ("Das würde ich eher nicht gelten lassen.", False),
    ("Im Zweifel für den Spieler: Das lasse ich gelten.", True),
]

NOT_A_RULING = """\
Das schaue ich heute Abend nach.
Gilt das denn überhaupt?
Das gilt nicht nur in Bayern.
Ich lasse es gelten, aber nicht bei Max.
Wenn es im Duden steht, gilt es.
Das ist nicht unzulässig.
Warum sollte das nicht gelten?
Is that allowed?
I'll allow it if it is in Chambers.
It's allowed in Collins, but not valid in Chambers.
I can't say that it's not valid.
C'est valable ?
Je l'accepte s'il est dans l'ODS.
C'est dans le Robert, mais ce n'est pas valable dans l'ODS.
Was meint denn Anna dazu?
Danke für die Mail!
Morgen sage ich dir, ob es gilt.
Ich lasse das Wort zu. Aber nur in dieser Runde.
Wenn es im Duden steht, ist es gut. LÖXEN wird abgelehnt.
Das gilt bei Max. Aber LÖXEN lasse ich nicht zu.
""".splitlines()


def read(text: str, word: str = "") -> tuple[object, ...]:
    asked = next((each for each in text.replace('"', " ").split() if each in {WORD, "QUIRI"}), word)
    return read_orders(text.splitlines(), (asked or WORD,), BERLIN, question=(asked or WORD,))


def ruling(text: str) -> tuple[bool | None, bool] | None:
    """Return the verdict that is read, and whether it is asked about first."""
    found = read(text)
    if len(found) != 1 or not isinstance(found[0], Ordered):
        return None
    order = found[0].order
    assert isinstance(order, gm.RuleWord)
    assert order.word in {WORD, "QUIRI"}
    return order.accepted, found[0].is_doubtful


@pytest.mark.parametrize("text", REFUSED)
def test_a_word_is_refused_in_a_sentence(text: str) -> None:
    assert ruling(text) == (False, False)


def test_a_name_below_a_sentence_is_none_of_its_words() -> None:
    assert ruling("Das lasse ich nicht gelten.\n\nHeinz Krüger") == (False, False)


@pytest.mark.parametrize("text", ACCEPTED)
def test_a_word_is_accepted_in_a_sentence(text: str) -> None:
    assert ruling(text) == (True, False)


@pytest.mark.parametrize(("text", "accepted"), ASKED)
def test_what_probably_rules_is_put_to_him(text: str, accepted: bool) -> None:
    assert ruling(text) == (accepted, True)


@pytest.mark.parametrize("text", NOT_A_RULING)
def test_what_leaves_it_open_rules_on_nothing(text: str) -> None:
    assert all(isinstance(each, Unclear) for each in read(text))


@pytest.mark.parametrize(
    ("text", "accepted", "because"),
    [
        ("nein denn das ist Dialekt", False, "das ist Dialekt"),
        ("Das lasse ich nicht gelten, denn es ist ein Eigenname.", False, "es ist ein Eigenname."),
        ("Ich lasse es gelten, denn meine Oma sagt das auch.", True, "meine Oma sagt das auch."),
        ("LÖXEN nein, denn es ist ein Name", False, "es ist ein Name"),
        ("Ja, weil es im Duden steht", True, "weil es im Duden steht"),
        ("No, because it is a name.", False, "it is a name."),
        ("LÖXEN is not valid because I cannot find it", False, "I cannot find it"),
        ("Non, car c'est un nom propre.", False, "c'est un nom propre."),
    ],
)
def test_a_clause_behind_a_ruling_is_its_reason(text: str, accepted: bool, because: str) -> None:
    (found,) = read(text)

    assert isinstance(found, Ordered)
    assert (found.order, found.because) == (gm.RuleWord(WORD, accepted), because)
    assert not found.is_doubtful


@pytest.mark.parametrize(
    ("text", "accepted", "because"),
    [
        ("Ich denke, das gilt, weil es im Duden steht.", True, "weil es im Duden steht."),
        ("LÖXEN gilt wohl, weil meine Frau es kennt.", True, "weil meine Frau es kennt."),
        ("Probably not valid, because it is a name.", False, "it is a name."),
    ],
)
def test_a_ruling_that_is_asked_back_keeps_its_reason(
    text: str, accepted: bool, because: str
) -> None:
    (found,) = read(text)

    assert isinstance(found, Ordered)
    assert found.is_doubtful
    assert (found.order, found.because) == (gm.RuleWord(WORD, accepted), because)


@pytest.mark.parametrize(
    "text",
    [
        "Ja, weil es im Duden steht, aber nur mit Bindestrich",
        "Nein, denn es ist ein gültiges Wort",
        "Das gilt nur, weil du es bist, sonst nicht.",
        "Gilt das nicht, weil es ein Name ist?",
    ],
)
def test_a_clause_that_speaks_against_the_ruling_is_none_of_its_reasons(text: str) -> None:
    assert not any(isinstance(each, Ordered) and not each.is_doubtful for each in read(text))
