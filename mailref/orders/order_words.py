"""How orders in games in turns are written: the words of each language (turns 11).

Rule for editors: a way of writing stands here and nowhere else; what reads orders is made from these
tables. Plays themselves are written as in every game (`tiles/vocabulary.py`).
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import fields

from mailref.tiles.vocabulary import any_of, filled


class TurnVocabulary(Struct, frozen=True):
    """The words of one language; the first of each row is the one we write ourselves."""

    i: tuple[str, ...]
    before_order: tuple[str, ...]
    """Before an order, and says nothing of it: `Ok, angenommen`."""
    filler: tuple[str, ...]
    """Inside an order, and says nothing of it: `Ich muss leider passen`."""
    connective: tuple[str, ...]
    """Before a clause that may be an order: `Nichts geht, also passe ich`."""
    because: tuple[str, ...]
    """Before a clause that is none, but behind one: `Ich passe, weil nichts geht`."""
    verb: tuple[str, ...]
    """A verb that says of oneself what one does, also without `ich`."""
    you: tuple[str, ...]
    """In a sentence that explains something to somebody, and asks for nothing."""
    not_now: tuple[str, ...]
    """Beside an order in a sentence, what makes a story or a wish of it."""
    inner: tuple[str, ...]
    """The same, but only behind its first word: `Also passe ich`."""
    no: tuple[str, ...]
    """Before a comma and an order that takes the place of the one above: `nein, ich passe`."""
    rather: tuple[str, ...]
    """The same, without a comma: `doch lieber PASSE`."""
    please: tuple[str, ...]  # beside an order, in front or behind
    advance: tuple[str, ...]
    """A move in advance, before its colon: `Vorauszug: J5 AUF`."""
    exchange: tuple[str, ...]
    exchange_off: tuple[str, ...]
    """The end of a verb in two parts, in small letters: `Ich tausche A und E um`."""
    exchange_last: tuple[str, ...]
    """Behind the letters: `Ich möchte A und E tauschen`."""
    numbers: tuple[str, ...]
    """From two on, before what is counted: `drei Buchstaben`."""
    namely: tuple[str, ...]
    the_tiles: tuple[str, ...]
    """Between EXCHANGE and the letters, and behind ALL."""
    the: tuple[str, ...]
    """The same, with something behind it; in capitals it is letters: `TAUSCHE DIE`."""
    all_tiles: tuple[str, ...]
    tile_names: tuple[str, ...]
    """Behind ALL: `ALLE SIEBEN`, `all tiles`."""
    blank: tuple[str, ...]
    maybe_blank: tuple[str, ...]
    """What a blank may be called, and other things are: beside tiles it is asked about."""
    articles: tuple[str, ...]
    """Before one more tile: `und einen Stern`."""
    and_: tuple[str, ...]
    pass_: tuple[str, ...]
    this_time: tuple[str, ...]
    """Behind a pass, or inside it: `Ich setze diese Runde aus`."""
    set_out: tuple[tuple[str, str], ...]
    """A pass in two parts."""
    challenge: tuple[str, ...]
    challenge_last: tuple[str, ...]
    """Behind one word: `Ich möchte GÖTZE anfechten`."""
    challenge_parts: tuple[tuple[str, str], ...]
    """A challenge in two parts, the words between or behind: `Ich fechte GÖTZE an`."""
    the_word: tuple[str, ...]
    accept: tuple[str, ...]
    accept_parts: tuple[tuple[str, str], ...]
    what_stands: tuple[str, ...]
    """What is accepted: `das`, `the play`."""
    accepts_all: tuple[str, ...]
    on: tuple[str, ...]
    off: tuple[str, ...]
    resign: tuple[str, ...]
    trial: tuple[str, ...]
    draw: tuple[str, ...]
    vowels: tuple[str, ...]
    consonants: tuple[str, ...]
    away: tuple[str, ...]
    history: tuple[str, ...]
    tiles: tuple[str, ...]
    if_: tuple[str, ...]
    maybe_if: tuple[str, ...]
    """Begins a condition only where one can be read: `Sollte Ben passen:`."""
    at_turn: tuple[str, ...]
    """Begins one only where it names no play: `Bei Pass:`, for `Bei H4 RUCKEN` is a play."""
    before_if: tuple[str, ...]
    """Before FALLS: `Nur falls er passt`."""
    unless: tuple[str, ...]
    """When something is not to be done: no condition that the referee can tell."""
    else_: tuple[str, ...]
    or_: tuple[str, ...]
    then: tuple[str, ...]
    """Between a condition and what it is for, on one line."""
    harmless: tuple[str, ...]
    """Behind a move and FALLS, what makes no condition of it: `wenn möglich`."""
    negation: tuple[str, ...]
    """What makes another condition of one."""
    no_doubt: tuple[str, ...]
    """What makes no challenge of a word that would be one: `ohne Zweifel`."""
    someone: tuple[str, ...]
    """The player just before, without a name."""
    nobody: tuple[str, ...]
    """What no player is called: `Wenn es passt`."""
    around: tuple[str, ...]
    """Beside what somebody does, and says nothing."""
    passes: tuple[str, ...]
    passes_first: tuple[str, ...]
    """Before who does it: `Passt Ben:`."""
    exchanges: tuple[str, ...]
    exchanges_first: tuple[str, ...]
    some: tuple[str, ...]
    """How many tiles somebody exchanges."""
    a_play: tuple[str, ...]
    """Behind a name: `Bens Zug`."""
    what_goes_back: tuple[str, ...]
    goes_back: tuple[str, ...]
    goes_first: tuple[str, ...]
    back: tuple[str, ...]
    """`Geht der Zug zurück:`, in two parts."""
    challenge_won: tuple[str, ...]
    lays: tuple[str, ...]
    """Beside a play in a condition: `Falls er H4 RUCKEN legt`."""
    lays_first: tuple[str, ...]
    """Before who does it: `Legt er H4 RUCKEN, ...`."""
    at: tuple[str, ...]
    """Between a word and its square there."""
    lay: tuple[str, ...]
    """From here on: words of who lays them on a table without squares."""
    from_: tuple[str, ...]
    into: tuple[str, ...]
    with_: tuple[str, ...]
    left: tuple[str, ...]
    make: tuple[str, ...]
    """Behind the old word: `Aus LIEBEN mache ich VERLIEBEN`."""
    extend: tuple[str, ...]
    rob: tuple[str, ...]
    """Before a colon and a word robbed for."""
    own: tuple[str, ...]
    """Behind letters that come from the player's rack."""
    the_top: tuple[str, ...]
    """Between TAKE and the tile or the stack: `NIMM das E`."""
    from_the: tuple[str, ...]
    nth: tuple[str, ...]
    """The stacks from one on: `Stapel zwei`."""
    ordinals: tuple[str, ...]
    """The same before the stack, without an ending: `vom zweiten Stapel`."""
    take: tuple[str, ...]
    stack: tuple[str, ...]
    wish: tuple[str, ...]
    foreign: tuple[str, ...]
    remove: tuple[str, ...]
    """From here on: words of who takes tiles off the board."""
    to: tuple[str, ...]
    """Between the ends of a stretch of squares."""
    off_board: tuple[str, ...]
    """Behind what is taken."""
    choose: tuple[str, ...]
    """From here on: words of who chooses his letters himself."""
    step_back: tuple[str, ...]
    last_move: tuple[str, ...]
    """Beside STEP_BACK: `Den letzten Zug bitte zurücknehmen`."""
    anew: tuple[str, ...]


GERMAN_ORDERS = TurnVocabulary(
    i=(
        "ich", "ick", "ich möchte", "ich will", "ich muss", "ich werde", "ich würde gern", "ich würde gerne",
        "würde gern", "würde gerne", "muss", "möchte", "werde",
    ),
    before_order=(
        "ok", "okay", "gut", "na gut", "also", "dann", "ja", "leider", "diesmal", "heute", "jetzt", "nun", "hiermit",
    ),
    filler=(
        "leider", "mal", "ma", "halt", "eben", "gern", "gerne", "wohl", "auch", "jetzt", "dann", "also", "hiermit",
        "heute", "diesmal", "einfach", "nun", "natürlich", "jedenfalls", "wieder", "erneut", "mir", "somit", "damit",
        "daher", "deshalb", "deswegen", "dazu", "dafür", "daraus", "bitte", "für mich", "gegen neue", "gegen andere",
        "gegen frische",
    ),
    connective=("und", "also", "aber", "denn", "drum", "daher"),
    because=("weil", "da", "dass", "daß"),
    verb=("passe", "tausche", "wechsle", "setze", "setz", "fechte", "zweifle", "zweifele", "bezweifle", "muss",
          "möchte", "werde", "würde", "lege", "leg", "nehme", "nehm", "mache", "bilde", "ziehe", "zieh", "klaue",
          "raube", "verlängere", "erweitere", "entferne", "hätte gern", "hätte gerne"),
    you=("du", "ihr", "man"),
    not_now=(
        "nicht dass", "hätte", "hatte", "wollte", "wäre", "gestern", "neulich", "damals", "letztes Mal", "vorhin",
        "beinahe", "fast", "vielleicht", "überlege", "glaube", "sagte", "meinte", "Scherz",
    ),
    inner=("ich", "muss", "möchte", "will", "werde"),
    no=("nein", "nee", "halt", "stopp", "quatsch", "ach nein", "Korrektur"),
    rather=("doch lieber", "lieber doch", "lieber", "stattdessen", "statt dessen"),
    please=("bitte", "danke"),
    advance=("Vorauszug", "Zug im Voraus", "im Voraus", "vorab"),
    exchange=("TAUSCHE", "Tausch", "tauschen", "austauschen", "wechsle", "wechseln"),
    exchange_off=("um", "aus", "ein"),
    exchange_last=("tauschen", "austauschen", "umtauschen", "eintauschen", "wechseln", "tausche", "wechsle"),
    numbers=("zwei", "drei", "vier", "fünf", "sechs", "sieben"),
    namely=("und zwar", "nämlich"), the=("die", "das", "den", "mein", "meine", "diese"),
    the_tiles=(
        "die Steine", "die Buchstaben", "Buchstaben", "Steine", "meine Steine", "meine Buchstaben", "den Buchstaben",
        "den Stein", "folgende", "folgende Buchstaben", "folgende Steine", "diese Buchstaben", "diese Steine",
        "die folgenden", "die folgenden Buchstaben", "die folgenden Steine",
    ),
    all_tiles=(
        "ALLE", "alles", "alle meine", "sämtliche", "meine sämtlichen", "die ganze Bank", "meine ganze Bank",
        "das ganze Bänkchen", "mein ganzes Bänkchen",
    ),
    tile_names=("Steine", "Buchstaben", "sieben", "meine Steine", "meine Buchstaben"),
    blank=("Joker", "Blanko", "Blankostein", "Jokerstein"),
    maybe_blank=("Stern", "Sternchen", "Leerstein", "Fragezeichen", "Wildcard"),
    articles=("ein", "eine", "einen", "der", "die", "das", "den", "mein", "meine", "meinen", "beide", "beiden"),
    and_=("und", "sowie"),
    pass_=(
        "PASSE", "passen", "Pass", "aussetzen", "weiter", "passe weiter", "passe ich",
        "muss ich passen", "muss passen", "möchte ich passen",
    ),
    this_time=(
        "diesmal", "diese Runde", "diesen Zug", "dieses Mal", "heute", "einmal", "jetzt", "mal", "auch",
        "in dieser Runde", "in diesem Zug", "für diesmal", "für diese Runde", "für heute", "leider", "lieber",
        "hiermit",
    ),
    set_out=(("setze", "aus"), ("setz", "aus"), ("setze ich", "aus")),
    challenge=("ANFECHTEN", "Anfechtung", "anzweifeln", "Einspruch", "Zweifel", "angefochten", "bezweifle"),
    challenge_last=("anfechten", "anzweifeln"),
    challenge_parts=(("fechte", "an"), ("zweifle", "an"), ("zweifele", "an"), ("ficht", "an")),
    the_word=("das Wort", "die Wörter", "Wort", "Wörter", "gegen", "gegen das Wort", "gegen die Wörter",
              "folgendes Wort", "das folgende Wort", "das neue Wort"),
    accept=(
        "ANNEHMEN", "angenommen", "Annahme", "akzeptiert", "akzeptiere", "akzeptieren", "anerkannt",
        "erkenne an", "kein Einspruch", "keine Anfechtung", "keine Einwände", "einverstanden",
    ),
    accept_parts=(("nehme", "an"), ("nehme ich", "an"), ("nehm", "an"), ("erkenne", "an")),
    what_stands=("das", "es", "ihn", "den Zug", "das Wort", "die Wörter", "alles"),
    accepts_all=("ANNAHME",),
    on=("AN", "ein"),
    off=("AUS",),
    resign=("AUFGABE", "gebe auf", "geb auf", "aufgeben", "ich gebe die Partie auf", "gebe das Spiel auf"),
    trial=("PROBE", "prüfe", "teste", "Test", "probiere", "was wäre"),
    draw=("ZIEHE", "ziehen", "zieh"),
    vowels=("V", "Vokale", "Vokal"),
    consonants=("K", "Konsonanten", "Konsonant"),
    away=("URLAUB", "bin im Urlaub", "ich bin im Urlaub", "abwesend"),
    history=("VERLAUF",),
    tiles=("STEINE",),
    if_=(
        "FALLS", "wenn", "sofern", "im Falle dass", "im Falle, dass", "im Fall dass", "im Fall, dass",
        "für den Fall dass", "für den Fall, dass", "im Falle daß", "im Fall daß",
    ),
    maybe_if=("sollte", "im Falle von", "im Falle", "im Fall", "für den Fall", "sobald", "nachdem", "vorausgesetzt"),
    at_turn=("bei", "nach"),
    before_if=("nur", "und", "aber", "doch", "oder", "Vorauszug", "mein Vorauszug"),
    unless=("es sei denn", "es sei denn,", "außer", "außer wenn", "außer falls", "ausgenommen"),
    else_=(
        "SONST", "sonst immer", "ansonsten", "andernfalls", "anderenfalls", "falls nicht", "wenn nicht",
        "in allen anderen Fällen", "in jedem anderen Fall", "in jedem anderen Falle", "falls nichts davon",
        "falls nichts davon zutrifft", "falls nichts davon eintritt", "wenn nichts davon zutrifft",
        "falls keins davon", "alles andere", "bei allem anderen",
    ),
    or_=("oder", "bzw."),
    then=("dann", "so"),
    harmless=(
        "noch möglich", "das noch geht", "es noch geht", "das dann noch geht", "es dann noch geht", "dann noch möglich",
        "möglich", "es geht", "das geht", "geht", "gültig", "erlaubt", "zulässig", "ich darf", "das reicht",
        "ich richtig", "ich mich nicht", "ich mich recht", "ich nicht irre", "ich alles richtig", "das so geht",
        "es so geht", "du magst", "ihr mögt", "mich nicht alles täuscht", "ich nichts übersehen", "ich recht sehe",
        "ich das richtig", "ich es richtig", "ich dran", "alles passt", "alles geht", "das erlaubt", "das gültig",
        "das möglich", "es möglich", "niemand widerspricht", "ich noch darf", "ich schon darf",
        "das stimmt", "das passt", "es passt", "es recht ist", "alles stimmt", "du nichts dagegen hast",
        "niemand etwas dagegen hat",
    ),
    negation=("nicht", "nichts", "nie", "kein", "keine", "keiner", "keinen", "niemand", "niemals"),
    no_doubt=("ohne", "im", "außer", "hätte", "wollte", "würde", "könnte", "überlegt"),
    someone=(
        "er", "sie", "man", "jemand", "einer", "mein Gegner", "meine Gegnerin", "der Gegner", "die Gegnerin",
        "mein Vorgänger", "meine Vorgängerin", "der Vorgänger", "die Vorgängerin", "mein Gegenüber",
        "mein Mitspieler", "meine Mitspielerin", "der andere", "die andere", "der Spieler vor mir",
        "die Spielerin vor mir", "der vor mir", "die vor mir", "mein Vordermann",
    ),
    nobody=("es", "das", "dir", "euch", "dies", "alles", "was", "so"),
    around=("wieder", "noch einmal", "nochmal", "erneut", "davor", "vorher", "vor mir", "nur", "einfach"),
    passes=(
        "PASS", "PASSE", "passt", "paßt", "passen", "gepasst hat", "gepaßt hat", "gepasst wird", "gepaßt wird",
        "gepasst", "aussetzt",
        "aussetzen", "ausgesetzt wird", "einem Pass", "eines Passes", "dem Pass", "seinem Pass", "ihrem Pass",
    ),
    passes_first=("passt", "paßt"),
    exchanges=(
        "TAUSCH", "TAUSCHE", "tauscht", "getauscht hat", "tauschen", "getauscht wird", "austauscht", "umtauscht",
        "wechselt",
        "ausgetauscht werden", "getauscht werden", "einem Tausch", "eines Tausches", "dem Tausch",
    ),
    exchanges_first=("tauscht", "wechselt"),
    some=(
        "ein paar", "einige", "alle", "seine", "ihre", "die", "einen", "zwei", "drei", "vier", "fünf", "sechs",
        "sieben",
    ),
    a_play=("Zug", "Wort"),
    what_goes_back=(
        "das", "es", "er", "sie", "das Wort", "der Zug", "sein Wort", "ihr Wort", "sein Zug", "ihr Zug",
        "das Wort davor", "der Zug davor", "der offene Zug",
    ),
    goes_back=(
        "ZURÜCK", "zurückgeht", "zurück geht", "zurückkommt", "zurück kommt", "zurück muss", "zurückmuss",
        "zurückgehen", "zurückgenommen", "zurückgenommen wird", "zurückgenommen werden", "zurückgenommen werden muss",
    ),
    goes_first=("geht", "kommt", "muss"), back=("zurück", "rückgängig"),
    challenge_won=(
        "die Anfechtung Erfolg hat", "meine Anfechtung Erfolg hat", "die Anfechtung erfolgreich ist",
        "meine Anfechtung erfolgreich ist", "die Anfechtung gelingt", "die Anfechtung durchgeht",
        "meine Anfechtung durchgeht", "die Anfechtung durchkommt", "erfolgreich angefochten wird",
    ),
    lays=("legt", "gelegt hat", "gespielt hat", "spielt", "setzt", "bringt", "kommt", "liegt", "gelegt wird",
        "gespielt wird", "legen",
          "kommen", "liegen", "spielen", "gelegt werden"),
    lays_first=("legt", "spielt", "setzt", "bringt"),
    at=("auf", "ab", "bei", "in", "an", "von"),
    lay=("LEGE", "leg", "legen", "auslegen", "lege aus", "bilde", "bilden"),
    from_=("aus", "von"), into=("zu", "wird", "wird zu"), with_=("mit",),
    left=("bleibt", "bleiben", "es bleibt", "es bleiben", "übrig bleibt", "übrig bleiben", "Rest"),
    make=("mache", "mach", "bilde", "lege", "wird"),
    extend=("verlängere", "erweitere", "ergänze", "verlängern", "erweitern", "verändern", "verändere", "mache"),
    rob=("rauben", "raube", "klau", "klaue", "stehle", "stibitze"),
    own=("vom Brett", "vom Bänkchen", "von meinem Brett", "von meiner Bank", "aus der Hand", "aus meiner Hand",
         "von meiner Hand", "mit meinen Buchstaben", "mit meinen Steinen"),
    the_top=(
        "das", "den", "dem", "die", "ein", "den Stein", "einen Stein", "einen Stein von", "einen Stein vom",
        "den Buchstaben", "einen Buchstaben", "den obersten Stein", "den obersten Stein von", "den obersten Buchstaben",
        "den obersten Stein vom", "den obersten vom", "den obersten von", "den obersten",
    ),
    from_the=("vom", "von dem", "von", "auf", "auf dem"), nth=("eins", "zwei", "drei", "vier"),
    ordinals=("erste", "zweite", "dritte", "vierte"),
    take=("NIMM", "nehme", "nehm", "nehm'", "nehm’", "nehmen", "ziehe", "ziehen", "zieh", "gib", "hätte gern",
          "hätte gerne"),
    stack=("Stapel",), wish=("WUNSCH", "Wünsche"), foreign=("Fremdwort",),
    remove=("ENTFERNE", "entfernen", "entfern", "nimm weg", "wegnehmen"), to=("bis",),
    off_board=("weg", "raus", "heraus", "fort", "vom Brett", "kommt weg", "kommen weg", "muss weg", "müssen weg"),
    choose=("WÄHLE", "wähl"),
    step_back=("ZURÜCK", "ZURÜCKNEHMEN", "ZURÜCKZIEHEN", "nehme zurück", "nimm zurück", "Zug zurück",
               "rückgängig machen"),
    last_move=("den letzten Zug", "meinen letzten Zug", "letzten Zug", "den Zug", "diesen Zug", "meinen Zug",
               "das letzte Wort", "mein letztes Wort"),
    anew=("NEU", "von vorn anfangen", "von vorne anfangen", "neu anfangen", "neu beginnen", "fange neu an",
          "beginne neu", "von vorn", "von vorne", "noch einmal von vorn", "neuer Versuch", "ein neuer Versuch"),
)  # fmt: skip

ENGLISH_ORDERS = TurnVocabulary(
    i=(
        "I", "I'll", "I’ll", "I will", "I'd like to", "I’d like to", "I would like to", "I want to", "I have to",
        "I must", "I shall", "I need to", "I'm going to", "I’m going to", "I am going to", "I've got to", "I’ve got to",
        "I'm", "I’m", "I am", "have to", "must",
    ),
    before_order=("ok", "okay", "yes", "well", "so", "then", "today", "this time", "now", "sadly", "unfortunately"),
    filler=(
        "just", "sorry", "simply", "I guess", "I suppose", "I'm afraid", "I’m afraid", "therefore", "sadly",
        "unfortunately", "for new ones", "for new tiles", "please",
    ),
    connective=("and", "but", "so"), because=("because", "since", "as", "that"), verb=("have to", "must"),
    you=("you",),
    not_now=(
        "yesterday", "last time", "almost", "maybe", "perhaps", "would have", "had", "was", "were", "thought", "said",
        "kidding",
    ),
    inner=(), no=("no", "stop", "wait", "correction"), rather=("rather", "instead", "actually"),
    please=("please", "pls", "thanks", "thank you"), advance=("move in advance",),
    exchange=("EXCHANGE", "change", "swap", "exchanging", "swapping"), exchange_off=(), exchange_last=(),
    numbers=("two", "three", "four", "five", "six", "seven"), namely=("namely",), the=("the", "my", "these"),
    the_tiles=(
        "the letters", "the tiles", "letters", "tiles", "my tiles", "my letters", "these tiles", "these letters",
        "the following", "the following tiles", "the following letters",
    ),
    all_tiles=("ALL", "everything", "all my", "all of my", "the whole rack", "my whole rack", "my entire rack"),
    tile_names=("tiles", "letters", "my tiles", "my letters", "of them", "seven"), blank=("blank", "blank tile"),
    maybe_blank=("star", "asterisk", "wildcard", "wild card", "empty tile", "question mark"),
    articles=("a", "an", "one", "the", "my", "both"), and_=("and",),
    pass_=(
        "PASS", "skip", "pass on", "sit out", "pass my turn", "skip my turn", "passing", "passing on", "skipping",
        "think I'll pass", "think I’ll pass",
    ),
    this_time=(
        "this turn", "this time", "this round", "now", "today", "for now", "this one", "too", "as well",
        "for this round", "for this turn", "on this one", "in this round",
    ),
    set_out=(("sit", "out"),), challenge=("CHALLENGE", "doubt", "objection", "object to", "dispute"), challenge_last=(),
    challenge_parts=(), the_word=("the word", "the words", "word", "words", "to", "the following word"),
    accept=("ACCEPT", "accepted", "no challenge", "no objection", "no objections", "agreed", "agree"),
    accept_parts=(), what_stands=("it", "that", "this", "the play", "the move", "the word"), accepts_all=("ACCEPT",),
    on=("ON",), off=("OFF",), resign=("RESIGN", "give up", "resign the game", "give up the game"),
    trial=("TRIAL", "try", "test", "what if"), draw=("DRAW",), vowels=("V", "vowels", "vowel"),
    consonants=("C", "consonants", "consonant"), away=("VACATION", "away", "I am away", "holiday"),
    history=("HISTORY",), tiles=("TILES",), if_=("IF", "in case", "provided", "provided that", "in the event that"),
    maybe_if=("when", "should", "in case of", "once", "as soon as", "assuming"), at_turn=("on", "upon", "after"),
    before_if=("only", "and", "but", "or"), unless=("unless", "except if", "except when", "except"),
    else_=(
        "ELSE", "otherwise", "if not", "in all other cases", "in any other case", "in every other case",
        "if none of these", "if none of those", "anything else", "or else",
    ),
    or_=("or",), then=("then",),
    harmless=(
        "possible", "valid", "allowed", "legal", "I may", "that works", "it works", "that is allowed", "it fits",
        "that is all right", "that is okay", "that’s okay", "that's okay", "that's ok", "that’s ok", "that is ok",
        "I counted",
        "I have counted", "I haven't miscounted", "I see it right", "it is my turn", "it's my turn", "I can",
        "you like", "all is well", "I counted right", "I am right", "I'm right",
        "I am not mistaken", "I'm not mistaken", "nobody objects",
    ),
    negation=("not", "nothing", "never", "no", "nobody", "doesn't", "doesn’t", "does not", "don't", "don’t"),
    no_doubt=("without", "beyond", "would", "could", "might", "wanted"),
    someone=(
        "he", "she", "they", "someone", "somebody", "my opponent", "the opponent", "the other", "the other player",
        "the player before me", "the previous player", "the player before",
    ),
    nobody=("it", "that", "this", "everything", "you"), around=("again", "before me", "just", "simply"),
    passes=(
        "PASS", "passes", "has passed", "passes on", "passed", "skips", "skip", "sits out", "a pass", "his pass",
        "her pass",
        "passes his turn", "passes her turn", "passes their turn", "skips his turn", "skips her turn",
        "skips a turn", "skips the turn", "skips their turn",
    ),
    passes_first=(),
    exchanges=(
        "EXCHANGE", "exchanges", "has exchanged", "swaps", "swap", "changes", "an exchange", "a swap", "exchanged",
    ),
    exchanges_first=(),
    some=(
        "some", "all", "his", "her", "their", "the", "a", "one", "two", "three", "four", "five", "six", "seven",
        "a few",
    ),
    a_play=("play", "word", "move"),
    what_goes_back=(
        "it", "that", "the play", "the word", "the move", "his play", "her play", "his word", "her word",
        "their play", "their word", "the play before", "the open play",
    ),
    goes_back=(
        "TAKEN BACK", "is taken back", "be taken back", "taken off", "is taken off", "comes off", "goes back",
        "comes back", "must go back", "has to go back", "go back",
    ),
    goes_first=(), back=(),
    challenge_won=(
        "my challenge succeeds", "the challenge succeeds", "my challenge is successful",
        "the challenge is successful", "it is challenged off", "the play is challenged off",
        "the word is challenged off",
    ),
    lays=(
        "plays", "has played", "has laid", "lays", "puts", "puts down", "lays down", "is played", "is laid",
        "play", "lay", "comes",
    ),
    lays_first=(), at=("at", "on", "from", "to"), lay=("LAY", "lay down", "play"), from_=("from", "of"),
    into=("to", "becomes", "into"), with_=("with",), left=("leaves", "leaving", "rest"), make=("make", "becomes"),
    extend=("extend", "lengthen", "change", "make"), rob=("rob", "steal"),
    own=("from my rack", "of my rack", "from my hand", "from my tiles", "with my tiles", "with my letters"),
    the_top=(
        "the", "the tile", "a tile", "a tile of", "a tile from", "the letter", "the top tile", "the top letter",
        "the top of", "the top tile of", "the top from", "the top tile from", "the top of the", "the top tile of the",
        "the top tile from the", "the tile from the", "a tile from the",
    ),
    from_the=("from", "of", "from the", "on", "off", "on the"), nth=("one", "two", "three", "four"),
    ordinals=("first", "second", "third", "fourth"), take=("TAKE", "draw", "pick", "give me"), stack=("pile", "stack"),
    wish=("WISH",), foreign=("foreign word", "foreign"), remove=("REMOVE", "take off", "take away"),
    to=("to", "through"),
    off_board=("off", "away", "off the board", "from the board"),
    choose=("CHOOSE", "pick"),
    step_back=("BACK", "TAKE BACK", "UNDO", "WITHDRAW", "step back", "go back", "take it back"),
    last_move=("the last move", "my last move", "my move", "that move", "this move", "my last play", "my last word"),
    anew=("NEW", "ANEW", "START AGAIN", "start over", "begin again", "begin anew", "new try", "a new try"),
)  # fmt: skip

_ALL = (GERMAN_ORDERS, ENGLISH_ORDERS)
_IN_TWO_PARTS = ("set_out", "challenge_parts", "accept_parts")


def forms(row: str) -> tuple[str, ...]:
    """Return every way to write what stands under a name, in every language."""
    return tuple(form for each in _ALL for form in getattr(each, row))


def _pieces() -> Mapping[str, str]:
    pieces: dict[str, str] = {}
    for field in fields(TurnVocabulary):
        if field.name in _IN_TWO_PARTS:
            pairs = [pair for each in _ALL for pair in getattr(each, field.name)]
            pieces[f"{field.name}1"] = any_of(first for first, _ in pairs)
            pieces[f"{field.name}2"] = any_of(second for _, second in pairs)
        else:
            pieces[field.name.rstrip("_")] = any_of(forms(field.name))
    return MappingProxyType(pieces)


_PIECES = _pieces()
_PIECE = re.compile(r"\[\[([a-z_0-9]+)\]\]")


def filled_turns(pattern: str) -> str:
    r"""Return *pattern* with each `[[name]]` replaced by the words of orders, then as `filled`.

    >>> print(filled_turns("[[else]]{end}"))
    (?:andernfalls|ansonsten|otherwise|SONST|ELSE)(?![A-Za-zÄÖÜäöüßẞ])
    """
    return filled(_PIECE.sub(lambda piece: _PIECES[piece[1]], pattern))
