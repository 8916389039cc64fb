"""How a play is written: the words of each language, and the patterns that are made of them (rules 4).

Rule for editors: a way of writing stands here and nowhere else. What reads plays, finds them in a
text, keeps our own sentences from being read as plays, and prints them is made from these tables,
so a new form is one more word in one line of `GERMAN` or `ENGLISH`.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import fields

from mailref.tiles.board import Direction


class Vocabulary(Struct, frozen=True):
    """The words of one language. The first of each row is the one we write ourselves.

    Case never counts; ä is also read as a and ae, ß as ss. A word that ends with a stop needs it,
    any other may have one where abbreviations stand. `…` stands for any letters.
    """

    directions: Mapping[Direction, tuple[str, ...]]
    """One letter may follow the square at once: `M10s`."""
    letters: Mapping[Direction, str]
    """Read right behind a square only, for they are words of the language: `M10a`, `M10 d`."""
    several_words: Mapping[Direction, tuple[str, ...]]
    """Read right behind a square only: `M10 nach unten`."""
    place_follows: tuple[str, ...]
    """`ab M10`."""
    up_to: tuple[str, ...]
    """`M10 bis M14`."""
    play: tuple[str, ...]
    """What a play is called before its number or a colon: `1. Zug:`, `Teilzug 2:`."""
    place: tuple[str, ...]
    """`Feld: M10s`."""
    ladder: tuple[str, ...]
    """`HERAUSFORDERN Ben`: on a ladder; in a game other words challenge a play."""
    my: tuple[str, ...]
    alternate: tuple[str, ...]
    """`Ersatzzug:`; longer words that begin so are read too."""
    joker: tuple[str, ...]
    stands_for: tuple[str, ...]
    """`N als Joker`."""
    joker_for: tuple[str, ...]
    """`Joker auf A4`, beside what stands in `stands_for`."""
    without: tuple[str, ...]
    """`(ohne Joker)`."""
    swap: tuple[str, ...]
    """Behind a word for a joker, or alone before `=`: `Jokertausch=A12`."""
    swap_against: tuple[str, ...]
    conjunction: tuple[str, ...]
    contrast: tuple[str, ...]
    """With it another clause begins, as with a conjunction: `Nicht viel, aber M10s BEHAUE`."""
    likened: tuple[str, ...]
    """Right before a play: one like it is spoken of: `Ein Zug wie M10s BEHAUE ...`."""
    points: tuple[str, ...]
    filler: tuple[str, ...]
    """What people write around a claim and means nothing: `macht 51`."""
    right: tuple[str, ...]
    """Whether a claim is right, asked behind it: `51 Punkte, oder?`."""
    reckoned: tuple[str, ...]
    """The same said, with no question mark: `51, wenn ich richtig gerechnet habe`."""
    total: tuple[str, ...]
    """`Summe: 152`."""
    player: tuple[str, ...]
    """`Spieler=`."""
    base_form: tuple[str, ...]
    """`Grundform: ausixen`, for the play above it."""
    heading: tuple[str, ...]
    """`Spiel: Yerres`."""
    round: tuple[str, ...]
    field_word: tuple[str, ...]
    """`Wort: BEHAUE` beside `Feld: M10s`, in lines of their own or between place and word."""
    field_direction: tuple[str, ...]
    """`Richtung: senkrecht`."""
    intent: tuple[str, ...]
    """What makes a move of a play in a sentence: `Ich lege M10s BEHAUE`."""
    laying: tuple[str, ...]
    """Between a word and its place: `Ich möchte BEHAUE legen, senkrecht ab M10`."""
    lays: tuple[str, ...]
    """What a player does with a word, whatever else the sentence says: `Ich lege zehn dahin`."""
    opening: tuple[str, ...]
    """What may stand before a play and says nothing of it: `Hallo, zuerst ...`."""
    says_little: tuple[str, ...]
    """In the clause that leads to a play, beside a word that says it is meant: it changes nothing."""
    starting: tuple[str, ...]
    """Before what may stand before a square: `beginnend bei M10`."""
    polite: tuple[str, ...]
    """`Ich hätte gern M10s BEHAUE`: it is meant, though it says `hätte`."""
    reckons: tuple[str, ...]
    """Beside a number behind a play: its points are reckoned, or asked about: `müsste 40 geben?`."""
    in_place_of: tuple[str, ...]
    """Right before a play: another of the line stands for it."""
    otherwise: tuple[str, ...]
    """Before a play in the same line or the line above: it is an alternate."""
    instead: tuple[str, ...]
    """Before a play: it replaces the one before."""
    correction: tuple[str, ...]
    """The same; and below a play, without another, it says that something there is wrong."""
    unsure: tuple[str, ...]
    """Beside a play in a sentence: it is talk, withdrawn, or asked about, and never booked."""
    of_others: tuple[str, ...]
    """Before a play in a sentence: it is somebody else's, or spoken of only: `Bitte prüfe M10s BEHAUE`."""
    past: tuple[str, ...]
    """Beside a play, also in the line above it: it tells of another round."""
    formed_too: tuple[str, ...]
    """Before a word that a play forms beside its own: `macht 12, dazu HERBSTS 11`."""
    next_round: tuple[str, ...]
    """Before a play in its sentence, or behind it with a `für`: it is for a round to come."""
    turn: tuple[str, ...]
    """`Turn 5:`, where a play has no number of its own: it may be for another one."""
    meant_for: tuple[str, ...]
    """`für die nächste Runde`, `for round 6`."""
    withdrawn: tuple[str, ...]
    """Beside a play, also in the line above or below: it may be taken back."""
    myself: tuple[str, ...]
    """`Heute habe ich nur das: M10s BEHAUE`: a sentence of the writer's own that ends with a colon."""
    why: tuple[str, ...]
    """`Warum galt das nicht?` right above a play: it is asked about."""
    condition: tuple[str, ...]
    """`Wenn das Wort ungültig ist, melde dich`, below a play, takes nothing back."""
    rather: tuple[str, ...]
    """In a line below a play: a word that the play does not have is meant instead."""
    possible: tuple[str, ...]
    """`Oder geht auch BESEN?`: a word or a square beside it is offered, and not laid."""
    also: tuple[str, ...]
    idle: tuple[str, ...]
    """Beside what is offered, and nothing to lay: `oder morgen`."""
    ordinals: tuple[tuple[str, ...], ...]
    """`das zweite H ist der Joker`; the last row is the last letter of its kind."""
    article: tuple[str, ...]


GERMAN = Vocabulary(
    directions={
        Direction.ACROSS: (
            "w", "waagerecht", "waag.", "waagrecht", "waager", "waagr", "wgr.", "horizontal",
            "quer", "wagerecht", "wagrecht", "waagrechts", "waagerechts",
        ),
        Direction.DOWN: ("s", "senkrecht", "senkr.", "senkr", "senk.", "vertikal", "abwärts", "runter", "senkrechts"),
    },
    letters={},
    several_words={
        Direction.ACROSS: ("nach rechts", "von links nach rechts", "rechts"),
        Direction.DOWN: ("nach unten", "von oben nach unten", "hinunter"),
    },
    place_follows=("ab", "von", "auf", "in", "bei"),
    up_to=("bis", "nach"),
    play=("Zug", "Teilzug", "Teil", "Wort"),
    place=("Feld", "Platz", "Position", "Koordinaten", "Koordinate", "Ort", "Startfeld", "Start"),
    ladder=("HERAUSFORDERN", "Herausforderung"),
    my=("mein",),
    alternate=("Ersatz", "Alternativ", "Reserve"),
    joker=("Blanko", "Joker", "Blankos", "Blankostein"),
    stands_for=("als", "ist", "steht für"),
    joker_for=("auf", "für", "bei", "steht auf", "liegt auf", "ist auf"),
    without=("ohne", "kein"),
    swap=("tausch",),
    swap_against=("gegen", "für"),
    conjunction=("und", "bzw."),
    contrast=("aber", "denn"),
    likened=("wie",),
    points=("Punkte", "Punkten", "Pkt", "Pkte", "P", "Bonus", "Bonuspunkte", "Zähler"),
    filler=(
        "macht", "ergibt", "gibt", "bringt", "mit", "und", "für", "ca.", "circa", "etwa", "rund", "wobei", "dabei",
        "davon", "insgesamt",
    ),
    right=(
        "oder", "oder nicht", "richtig", "korrekt", "stimmt das", "stimmt's", "stimmts", "stimmt", "gell",
        "nicht wahr", "ne",
    ),
    reckoned=(
        "wenn ich richtig gerechnet habe", "wenn ich richtig rechne", "wenn ich mich nicht verrechnet habe",
        "falls ich richtig gerechnet habe", "wenn ich mich nicht verrechne", "glaube ich", "glaub ich", "denke ich",
    ),
    total=("Summe", "Gesamt", "Gesamtsumme", "Gesamtpunkte", "Gesamtpunktzahl", "Insgesamt", "Zusammen"),
    player=("Spieler", "Spielerin", "Name", "Spielername"),
    base_form=("Grundform", "Infinitiv"),
    heading=("Spiel", "Partie", "Überschrift", "Titel"),
    round=("Runde", "Rd.", "Rd", "R"),
    field_word=("Wort", "Begriff"),
    field_direction=("Richtung",),
    intent=(
        "lege", "leg", "spiele", "spiel", "nehme", "nehm", "nimm", "nehmt", "nehmen Sie", "setze", "setz", "ziehe",
        "zieh", "wähle", "bilde", "baue", "mache", "biete", "probiere", "versuche", "möchte", "will", "melde",
        "schicke", "gebe", "hier", "hiermit", "anbei", "bitte", "mein…", "unser…", "neuer", "neues", "…zug", "…züge",
        "…zugabgabe", "…abgabe", "…wort", "…wörter", "…worte", "Lösung", "Antwort", "Versuch", "Beitrag", "Vorschlag",
        "Eintrag", "entscheide…", "entschieden", "Wahl", "Favorit", "bleibe", "…änderung", "Fassung", "nämlich",
        "halte dagegen",
        "kontere", "antworte", "punkte", "Punkte mit",
    ),
    laying=(
        "legen", "anlegen", "spielen", "setzen", "nehmen", "bilden", "lege ich", "leg ich", "nehme ich", "setze ich",
        "spiele ich", "bilde ich",
    ),
    lays=("lege", "leg", "spiele", "spiel"),
    opening=(
        "ich", "wir", "also", "so", "dann", "nun", "jetzt", "heute", "diesmal", "zuerst", "erst", "erstens", "zweitens",
        "drittens", "und", "ok", "okay", "ja", "na", "gut", "da", "ist", "sind", "lautet", "lauten", "kommt", "folgt",
        "der", "die", "das", "den", "es", "von mir", "zu", "zur", "zum", "für", "in", "im", "auf", "an", "als", "mal",
        "wieder", "noch", "schnell", "nur", "gern…", "einfach", "euch", "dir", "Ihnen", "Teil", "Runde", "Nr.", "Spiel",
        "Partie", "leider", "bloß", "halt", "sorry", "ups", "hoppla", "zwar", "eben", "heut", "vorläufig",
        "unverändert", "richtig", "noch einmal", "nochmal", "endgültig", "bin", "habe mich", "hab mich",
        "äh", "ähm", "hm", "ach", "oh", "mist", "schon", "Voraus", "vorab",
    ),
    says_little=(
        "ganz", "frech", "dieser", "diese", "dieses", "diesem", "diesen", "mutig", "brav", "doch", "einmal", "auch",
        "hab", "habe", "hätte", "werde", "wird", "dem", "einen", "eine", "ein", "mich", "mir", "uns", "folgenden",
        "folgendes", "folgende", "ersten", "zweiten", "dritten", "vierten", "fünften", "sechsten", "fünfte",
        "vierte", "natürlich", "selbstverständlich", "höflich", "gehorsamst", "ergebenst", "freundlich", "herzlich",
        "endlich", "mit", "aktuellen", "aktuelle", "laufenden", "laufende", "Woche", "Mal", "kurz", "schließlich",
        "entsprechend", "demnach", "deshalb", "daher", "darum", "trotzdem", "gleich", "sofort", "prompt",
        "pünktlich", "frohgemut", "tapfer", "bescheiden", "I",
    ),
    starting=("beginnend", "startend", "anfangend", "Beginn", "Anfang"),
    polite=(
        "hätte gern…", "hätte ich gern…", "würde gern…", "würde ich gern…", "nach langem Überlegen",
        "nach langem Grübeln", "nach langem Nachdenken", "nach langer Überlegung", "nach reiflicher Überlegung",
        "lange überlegt", "überlegt habe", "mehr war nicht drin", "mehr ist nicht drin", "nichts Besseres",
        "nichts Gescheites", "nicht mehr als das hier", "nicht ganz sicher", "nicht sicher", "auf den letzten Drücker",
        "Zeit gehabt", "bin mir nicht sicher", "bin nicht sicher", "bin unsicher", "wenn's recht ist",
        "wenn es recht ist",
        "wenn's genehm ist", "wenn ich darf", "wenn Sie so freundlich …", "wenn du so freundlich …",
        "wenn du so lieb …",
        "wenn Sie so lieb …", "wenn Sie erlauben", "wenn ihr erlaubt", "wenn du erlaubst", "wenn ich bitten darf",
        "soll es sein", "sollen es sein", "soll's sein", "ohne viel Worte",
        "ohne viele Worte", "ohne Gewähr", "ohne lange zu überlegen", "sorry für die Verspätung",
        "Entschuldigung für die Verspätung", "entschuldige die Verspätung", "entschuldigt die Verspätung",
        "bin spät dran", "besser spät als nie", "wenn ich mich nicht irre", "wenn ich nicht irre", "hoffe ich",
        "nicht wundern", "keine Ahnung", "keine Zeit", "nicht viel", "nichts Tolles", "nicht toll",
    ),
    reckons=(
        "müsste", "müssten", "müsst", "sollte", "sollten", "dürfte", "dürften", "das", "es", "geben",
        "sein", "bringen", "machen", "ergeben", "werden", "oder", "so", "wohl", "glaub", "glaube", "denke", "ich",
    ),
    in_place_of=("statt", "anstatt", "anstelle", "anstelle von"),
    otherwise=(
        "Ersatz…", "Alternativ…", "Reserve…", "sonst", "ansonsten", "falls nicht", "wenn nicht", "falls das nicht …",
        "falls es nicht …", "falls der nicht …", "falls er nicht …", "wenn das nicht …", "wenn es nicht …",
        "wenn der nicht …", "wenn er nicht …", "sollte das nicht …", "falls ungültig", "falls das ungültig",
        "wenn das ungültig", "falls das nicht mehr …", "falls es nicht mehr …", "wenn das nicht mehr …",
        "wenn es nicht mehr …", "sollte das nicht mehr …", "notfalls", "andernfalls", "hilfsweise", "zur Not",
        "zweite Wahl", "2. Wahl", "dritte Wahl", "3. Wahl", "Plan B", "E:", "Ers.", "Alt.",
    ),
    instead=(
        "doch lieber", "lieber doch", "lieber", "doch", "stattdessen", "statt dessen", "sondern", "nein", "nee",
        "ersetz…", "ersetzt durch", "änder…", "geändert…", "tausche", "besser", "PS", "P.S.", "Nachtrag", "neuer Zug",
        "ich meine", "stopp",
    ),
    correction=(
        "Korrektur", "Korrigier…", "Berichtig…", "Quatsch", "meinte", "meine ich", "gemeint", "verschrieben",
        "vertippt", "verguckt", "pardon", "vielmehr", "besser gesagt", "genauer gesagt", "Blödsinn", "Unsinn",
        "ach was", "ach nein", "ich wollte sagen", "will sagen", "muss heißen", "soll heißen",
    ),
    unsure=(
        "nicht", "nichts", "nie", "kein…", "ohne", "wäre…", "hätte…", "würde…", "könnte…", "ginge", "warum", "wieso",
        "weshalb", "ob", "statt", "anstatt", "anstelle", "fast", "beinahe", "falls", "wenn", "oder", "entweder",
        "vielleicht", "eventuell", "evtl.", "schade", "wurde…", "gelegt", "zurück", "gespielt", "gesehen", "dachte",
        "überleg…", "schwank…", "fand", "vergessen", "spielte…", "legte…", "nahm", "nächstes Mal", "nächste Runde lege",
        "nächste Runde spiele", "nächste Runde nehme", "erst morgen", "morgen lege", "morgen schicke", "morgen spiele",
        "morgen nehme", "heißt", "bedeutet", "ersetzt", "wollte…", "gefällt", "gefiel", "wahrscheinlich", "womöglich",
        "möglicherweise", "unter Umständen", "mal sehen", "mal schauen", "sofern", "vorausgesetzt", "solange",
        "es sei denn", "unter der Bedingung", "nirgends", "nirgendwo", "niemandem", "heb…", "spare", "spar", "sähe",
        "käme", "brächte", "gäbe", "stünde", "läge", "täte", "träum…", "Traum…", "Beispiel…", "Idee…", "Variante…",
        "Möglichkeit…", "Option…", "Plan", "Entwurf", "Theorie…", "theoretisch", "rein hypothetisch", "angenommen",
        "engere Wahl", "engeren Wahl", "läuft", "Spalten", "Zeilen", "gutschreib…", "gutzuschreib…", "liegen lassen",
        "liegen zu lassen",
        "aufbewahr…",
        "zurückhalt…", "zurückleg…", "andere Partie", "anderen Partie", "anderes Spiel", "anderen Spiel", "gehört",
    ),
    of_others=(
        "dein…", "euer…", "eure…", "seine…", "ihr", "ihre…", "toll…", "super", "schöner", "schönes", "klasse",
        "Glückwunsch…", "gratul…", "hast", "hat", "haben", "gilt", "geht", "ging", "sah", "Höchst…", "Top…", "Best…",
        "schreibt", "sagt", "meint", "steht", "zitiere", "lese", "frage", "sehe", "suche", "verstehe", "prüf…",
        "erklär…", "Fehler", "Problem", "Frage", "Schluss", "Sorgen", "Wette", "Sieger…", "Notiz", "Archiv",
        "melde mich", "schicke dir", "zählt", "verrate…", "gefunden haben", "legt", "spielt", "setzt", "mein Mann",
        "meine Frau", "mein Gegner", "Einspruch", "schrieb", "schrieben", "Zitat", "check", "explain", "mistake",
        "problem", "question", "bet", "rät", "riet", "empfiehlt", "findet", "glaubt", "denkt", "flüstert", "behauptet",
        "vermutet", "schwört", "winner", "winning", "note", "plays", "lays", "puts", "takes", "objection",
        "wrote",
    ),
    past=(
        "letzte…", "alter Zug", "alten Zug", "altes Wort", "im Archiv gefunden", "vorige…", "vorherige…", "vorletzte…",
        "gestern", "gestrig…", "neulich", "damals", "vorhin", "war", "waren", "hatte…", "gehabt", "gewesen",
    ),
    formed_too=("dazu", "damit", "dadurch", "dabei", "außerdem", "sowie", "plus", "bildet", "entsteht", "und auch"),
    next_round=(
        "nächste Runde", "nächsten Runde", "kommende Runde", "kommenden Runde", "folgende Runde", "folgenden Runde",
        "nächste Woche", "nächster Woche", "kommende Woche", "nächsten Zug", "nächster Zug", "übernächste…",
        "Runde drauf", "Runde danach", "Folgerunde", "nächste Mal", "nächstes Mal",
    ),
    turn=("Zugnummer", "Zug Nummer", "Zug Nr."),
    meant_for=("für", "fürs", "zu", "zur"),
    withdrawn=(
        "streich…", "gestrichen", "lösch…", "gelöscht", "zurückzieh…", "zurückgezogen", "zurücknehm…", "zurückgenommen",
        "nehme zurück", "vergiss", "vergesst", "vergessen Sie", "ignorier…", "ungültig", "storn…", "annullier…",
        "widerruf…", "verwerf…", "hinfällig", "hat sich erledigt", "doch nicht", "gilt nicht", "nicht gelten",
        "nicht werten", "nicht zählen", "nicht mehr", "verworfen", "ziehe ich zurück", "ziehe ihn zurück",
        "nehme ich zurück", "nehme ihn zurück", "lass mal", "Zug zurück", "gilt noch nicht", "doch noch nicht",
        "nur ein Test", "nur ein Entwurf", "bitte vergessen", "überlege es mir", "ich passe", "passe ich", "setze aus",
        "Scherz", "nur Spaß", "als Beispiel",
    ),
    myself=("ich", "mir", "mich", "wir", "uns", "und zwar"),
    why=("warum", "wieso", "weshalb"),
    condition=("falls", "wenn", "sollte", "sofern"),
    rather=("statt", "anstatt", "anstelle", "soll", "muss"),
    possible=(
        "geht", "ginge", "ging", "gehe", "gehen", "passt", "passte", "passen", "klappt", "klappte", "gilt", "gälte",
        "wäre…", "möglich", "denkbar", "erlaubt", "zulässig", "dürfte", "könnte…", "würde…", "habe ich", "hätte…",
    ),
    also=("auch", "ebenso", "genauso", "ebenfalls", "noch"),
    idle=(
        "morgen", "später", "bald", "danach", "hier", "dort", "wohl", "was", "wie", "wer", "wo", "wann", "welches",
        "welcher", "anders", "egal", "falsch", "niemand", "jemand", "etwas", "sonst", "bis", "immer", "vielleicht",
        "irre ich mich", "meinst du", "man", "du", "sie", "er", "dir", "mir", "mich", "dich", "ihr", "euch", "uns",
        "nehmen", "legen", "setzen", "spielen", "habe", "hab", "kann", "soll", "darf", "muss", "warten", "werden",
        "gelten", "zählen", "sein", "von", "aus", "bei", "eher",
    ),
    ordinals=(
        ("erste", "ersten", "erster", "erstes", "erstens", "1."),
        ("zweite", "zweiten", "zweiter", "zweites", "zweitens", "2."),
        ("dritte", "dritten", "dritter", "drittes", "drittens", "3."),
        ("letzte", "letzten", "letztes", "hintere"),
    ),
    article=("der", "die", "das", "den", "dem", "ein", "einem"),
)  # fmt: skip

ENGLISH = Vocabulary(
    directions={Direction.ACROSS: ("across", "horizontal"), Direction.DOWN: ("down", "vertical")},
    letters={Direction.ACROSS: "a", Direction.DOWN: "d"},
    several_words={Direction.ACROSS: ("to the right", "going across"), Direction.DOWN: ("downwards", "going down")},
    place_follows=("from", "at"),
    up_to=("to",),
    play=("Move", "Play", "Word"),
    place=("Square", "Position", "Start"),
    ladder=("CHALLENGE PLAYER",),
    my=("my",),
    alternate=("Alternate",),
    joker=("blank", "blanks"),
    stands_for=("as", "is"),
    joker_for=("for", "on", "at", "is on", "is at"),
    without=("no", "without"),
    swap=("swap",),
    swap_against=("for",),
    conjunction=("and",),
    contrast=("but",),
    likened=("like", "such as"),
    points=("points", "point", "pts", "pt"),
    filler=("with", "for", "about", "scores", "scoring"),
    right=("right", "correct", "is that right", "isn't it", "or"),
    reckoned=("if I counted right", "if I counted correctly", "if my sums are right", "I think", "I believe"),
    total=("Total", "Sum"),
    player=("Player",),
    base_form=("Base form", "Infinitive"),
    heading=("Game", "Heading"),
    round=("Round",),
    field_word=("Word",),
    field_direction=("Direction",),
    intent=(
        "play", "playing", "lay", "I place", "put", "take", "choose", "go with", "going with", "going for", "submit",
        "here", "please", "my", "our", "move", "moves", "word", "entry", "answer", "new", "first choice", "decide…",
        "namely", "points with",
    ),
    laying=("to play",),
    lays=("lay", "laying", "play", "playing"),
    opening=(
        "I", "I'll", "we", "so", "then", "now", "today", "this time", "first", "second", "and", "ok", "okay", "yes",
        "well", "is", "are", "will be", "the", "it", "a", "to", "for", "in", "on", "of", "just", "let's", "round",
        "game", "am", "would like", "advance",
    ),
    says_little=(
        "I'm", "I've", "we'll", "shall", "will", "let me", "this", "simply", "gonna", "going to", "got", "be",
        "have", "with", "think", "guess", "hereby", "finally", "at last", "here's", "that's", "it's",
    ),
    starting=("starting", "beginning"),
    polite=(
        "would like", "I'd like", "if that's ok", "if that's okay", "if that's all right", "if I may",
        "if you'd be so kind", "if you would be so kind", "if you would", "if you please",
        "if you don't mind", "if you'll allow me", "I'm not sure",
        "not sure", "sorry for the delay", "sorry I'm late", "without further ado", "no idea", "not much", "not great",
        "better late than never", "if I'm not mistaken", "I hope",
    ),
    reckons=("should", "must", "that", "it", "be", "makes", "make", "give", "gives", "or", "I", "think", "guess"),
    in_place_of=("instead of", "rather than", "in place of"),
    otherwise=(
        "Alternat…", "otherwise", "else", "if not", "if not …", "if that fails", "if that is invalid",
        "if that is not …", "if that's not …", "if it is not …", "if this is not …", "if that does not …", "if invalid",
        "failing that", "backup", "fallback", "second choice", "2nd choice", "reserve", "plan B",
    ),
    instead=("instead", "rather", "no", "actually", "better", "change", "replace", "PS", "P.S."),
    correction=("correction", "corrected", "I mean", "I meant", "meant", "make that", "make it", "scratch that",
        "pardon", "I beg your pardon", "or rather", "I should say", "that is to say", "oh no", "no wait", "actually no",
        "should read"),
    unsure=(
        "not", "never", "don't", "didn't", "doesn't", "can't", "couldn't", "would", "could", "should", "replaces",
        "why", "whether", "if", "or", "either", "maybe", "perhaps", "pity", "played", "laid", "seen", "thought",
        "almost", "nearly", "means", "tomorrow", "next time", "might", "won't", "wouldn't", "shouldn't", "isn't",
        "wasn't", "haven't", "probably", "possibly", "likely", "wanted", "unless", "second thought…",
        "provided", "as long as", "only if", "on condition", "understanding", "holding fire", "hold fire",
        "holding off", "hold off", "saving", "nowhere", "dream…", "example…", "idea…", "option…", "in theory",
        "hypothetically", "runs", "columns", "rows", "the one after", "shortlist…", "short list", "hold on to",
        "keep back", "suppose",
        "supposing", "other game", "another game", "belongs", "fancy if",
    ),
    of_others=(
        "your", "his", "her", "their", "nice", "great", "congrat…", "well done", "has", "have", "top…", "best",
        "reckons", "thinks", "says", "said", "suggests", "suggested", "tells", "told", "believes", "recommends",
        "swears",
    ),
    past=("last", "previous", "yesterday", "was", "were", "had", "earlier"),
    formed_too=("plus", "also", "forming", "forms", "making", "makes", "as well as", "extending", "extends"),
    next_round=(
        "next round", "next week", "next move", "next turn", "following round", "coming round", "round after",
        "next time",
    ),
    turn=("turn",),
    meant_for=("for",),
    withdrawn=(
        "withdraw…", "cancel…", "delete", "remove", "scratch", "ignore", "forget", "disregard", "void", "take back",
        "retract…",
    ),
    myself=("I", "me", "we"),
    why=("why",),
    condition=("if", "should"),
    rather=("instead of", "should", "must"),
    possible=(
        "work", "works", "would", "could", "might", "fit", "fits", "possible", "allowed", "valid", "go", "goes",
        "what about", "how about",
    ),
    also=("also", "too", "as well", "just as well"),
    idle=(
        "tomorrow", "later", "soon", "there", "what", "how", "who", "when", "where", "which", "wrong", "nobody",
        "somebody", "something", "else", "maybe", "perhaps", "am", "are", "be", "do", "does", "did", "can", "it",
        "that", "this", "you", "they", "he", "she", "him", "her", "it's", "of", "late", "wait", "not", "a",
    ),
    ordinals=(
        ("first", "1st", "firstly"), ("second", "2nd", "secondly"), ("third", "3rd"), ("last", "final"),
    ),
    article=("the",),
)  # fmt: skip


LANGUAGES: Mapping[str, Vocabulary] = MappingProxyType({"de": GERMAN, "en": ENGLISH})
_ALL = tuple(LANGUAGES.values())

# Signs that every language shares.
ALTERNATE_MARK = "/"
COMMENT_MARK = "//"
ANY_LETTERS = "…"
FURTHER_WORD_MARK = "+"
JOKER_MARK = "*"


def direction_forms(direction: Direction) -> tuple[str, ...]:
    """Return every way to write *direction*, in every language."""
    return tuple(form for each in _ALL for form in each.directions[direction])


def letter_forms(direction: Direction) -> tuple[str, ...]:
    """Return the letters for *direction* that are read right behind a square only."""
    return tuple(each.letters[direction] for each in _ALL if direction in each.letters)


def phrases_of(direction: Direction) -> tuple[str, ...]:
    """Return the ways to say *direction* in several words, in every language."""
    return tuple(phrase for each in _ALL for phrase in each.several_words[direction])


def direction_letter(direction: Direction) -> str:
    """Return the letter that follows a square: `s` in `M10s`."""
    return next(form for form in direction_forms(direction) if len(form) == 1)


def direction_word(direction: Direction, language: str) -> str:
    """Return the whole word that a person reads: `senkrecht`."""
    return next(form for form in LANGUAGES[language].directions[direction] if len(form) > 1)


def read_direction(text: str) -> Direction | None:
    """Return the direction of `s`, `/w`, `(senkr.)`, `across`.

    >>> read_direction("(senkr.)")
    <Direction.DOWN: 'down'>
    """
    word = text.strip(" \t-,:./()").casefold()
    return next((way for way in Direction if word in _bare_forms(way)), None)


def _bare_forms(direction: Direction) -> Iterable[str]:
    forms = (*direction_forms(direction), *letter_forms(direction))
    return (form.rstrip(".").casefold() for form in forms)


_LETTERS = "A-Za-zÄÖÜäöüßẞ"
_SPELLED = str.maketrans(
    {
        ANY_LETTERS: f"[{_LETTERS}]*",
        "ä": "(?:ä|ae?)",
        "ö": "(?:ö|oe?)",
        "ü": "(?:ü|ue?)",
        "Ü": "(?:ü|ue?)",
        "ß": "(?:ß|ss)",
    }
)


def any_of(forms: Iterable[str]) -> str:
    r"""Return the pattern that finds one of *forms*, the longest first.

    >>> print(any_of(["für", "bis zu"]))
    (?:bis\s+zu|f(?:ü|ue?)r)
    """
    ordered = sorted(dict.fromkeys(forms), key=lambda form: (-len(form), form))
    alternatives = (
        r"\s+".join(map(re.escape, form.split())).translate(_SPELLED) for form in ordered
    )
    return f"(?:{'|'.join(alternatives)})"


def _pieces() -> Iterable[tuple[str, str]]:
    """Yield the name and the pattern of everything that a pattern may be made of."""
    directions = [form for direction in Direction for form in direction_forms(direction)]
    letters = _LETTERS
    yield "letters", letters
    yield "end", f"(?![{letters}])"
    yield "direction", any_of(directions)
    yield "direction_word", any_of(form for form in directions if len(form) > 1)
    short = "".join(sorted({form for form in directions if len(form) == 1}))
    yield "direction_letter", f"[{short}]"
    behind = "".join(form for direction in Direction for form in letter_forms(direction))
    # Behind a letter for a direction no word goes on: "M10 D*ING", "M10 W(E)IN".
    star = re.escape(JOKER_MARK)
    no_word = rf"(?![{letters}\d]|{star}|[(\[][{letters}]{star}?[)\]][{letters}])"
    yield "no_word", no_word
    # "M10a", "M10 d", "M10/a": behind a digit or the letter of "8H", or they would be words.
    yield "letter_behind", rf"(?:(?<=\d)|(?<=\d[A-O]))[\s,\/-]?[{behind}]{no_word}"
    # "M10", "M 10", and with the number first "10M", which a direction may follow at once.
    yield (
        "square",
        rf"(?:[A-Z]\s{{0,2}}\d{{1,3}}(?!\d)|\d{{1,2}}\s?[A-Z](?=[{short}{behind}]?(?![{letters}\d])))",
    )
    yield "range_sign", r"(?:-+>?|\.{2,})"
    # A slash is escaped for Lark, between whose slashes a pattern stands.
    yield "alternate_mark", ALTERNATE_MARK.replace("/", r"\/")
    yield "comment_mark", COMMENT_MARK.replace("/", r"\/")
    yield "further_word_mark", re.escape(FURTHER_WORD_MARK)
    yield "joker_mark", re.escape(JOKER_MARK)
    # A joker in a word: "BE*HAUE", "BE(H)AUE", "BE[H]AUE".
    yield "tile", rf"(?:{star}?[{letters}]|\([{letters}]{star}?\)|\[[{letters}]{star}?\])"
    yield "number_end", r"[.):]\)?(?!\d)"
    for field in fields(Vocabulary):
        rows = [getattr(each, field.name) for each in _ALL]
        if isinstance(rows[0], tuple) and field.name != "ordinals":
            yield field.name, any_of(form for row in rows for form in row)


_PIECES: Mapping[str, str] = MappingProxyType(dict(_pieces()))
_PIECE = re.compile(r"\{([a-z_]+)\}")


def filled(pattern: str, **more: str) -> str:
    r"""Return *pattern* with each `{name}` replaced by what the vocabulary has under that name.

    *more*: patterns under names of the caller's own.

    >>> print(filled(r"{up_to}\s*\d{1,2}"))
    (?:bis|to)\s*\d{1,2}
    """
    pieces = {**_PIECES, **more} if more else _PIECES
    return _PIECE.sub(lambda piece: pieces[piece[1]], pattern)
