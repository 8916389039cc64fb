"""What a mail says of the parts of its own play: asked about where the play does not have them (rules 8)."""

import pytest
from msgspec.structs import replace

from mailref.orders.at_odds import is_at_odds, is_told_otherwise
from mailref.orders.commands import People
from mailref.orders.entries import GameFace
from mailref.orders.read_entries import OneMail
from mailref.orders.remarks import PLAY
from mailref.reading.incoming_mail import Attention
from mailref.tiles.board import Axes, Board, Direction, LaidTile, Notation, Square
from mailref.tiles.moves import NOWHERE, VOCABULARIES, Play
from tests.reading.reading import READER, YERRES, lines_of, short
from tests.writing.builders import mail

DAUERT = [["H8 across DAUERT"]]
AT_ODDS = {
    "de": (
        "Es geht aber von oben nach unten.",
        "Vertippt, senkrecht!",
        "Los geht es bei K3.",
        "Das D auf I8.",
        "Das D kommt in Zeile K.",
        "Das T kommt in die Spalte 7.",
        "Hinten ein S, Ruth.",
        "Erster Buchstabe ein T.",
        "Ein Wort mit sieben Buchstaben.",
        "Schönes Wort, sieben Buchstaben.",
        "Also von G8 bis L8.",
        "Endet auf L8.",
        "Ich lege die Steine D, A, N und T.",
        "Gelegte Steine: S, O, L",
        "Steine von der Bank: S O L",
        "Lage: runter",
    ),
    "en": (
        "It runs top to bottom.",
        "Vertically!",
        "It starts at K3.",
        "The D on I8.",
        "The D goes in row K.",
        "First letter is a T.",
        "An S at the end.",
        "A word with seven letters.",
        "That is G8 to L8.",
        "Ends at L8.",
        "I lay the tiles D, A, U, E, N.",
        "Tiles used: S, O, L",
        "Direction: down",
    ),
    "fr": (
        "De haut en bas.",
        "Verticalement !",
        "Début en K3.",
        "Le D en I8.",
        "Le D en ligne K.",
        "Première lettre : T.",
        "Un S à la fin.",
        "Un mot de sept lettres.",
        "De G8 à L8.",
        "Dernière case : L8.",
        "Lettres posées : S, O, L",
    ),
}
AGREEING = {
    "de": (
        "Von links nach rechts.",
        "Nicht senkrecht!",
        "Los geht es bei H8.",
        "Das D auf H8 und das T auf M8.",
        "Das D kommt in Spalte 8, also in Reihe H.",
        "Hinten ein T, Ruth.",
        "Erster Buchstabe ein D.",
        "Ein Wort mit sechs Buchstaben.",
        "Also von H8 bis M8.",
        "Endet auf M8.",
        "Ich lege die Steine D, A, U und T.",
        "Gelegte Steine: D, A, U",
        "Lage: quer",
        "Die Spalte G2 bis G8 war zu.",
        "H8-J8 lag da schon.",
    ),
    "en": (
        "It runs left to right.",
        "It starts at H8.",
        "The D on H8.",
        "The D goes in row H.",
        "First letter is a D.",
        "A T at the end.",
        "A word with six letters.",
        "Tiles used: D, A, U, E",
        "Direction: across",
    ),
    "fr": (
        "De gauche à droite.",
        "Première lettre : D.",
        "Un T à la fin.",
        "Un mot de six lettres.",
    ),
}


def booked(text: str, game: GameFace = YERRES) -> list[list[str]]:
    """Return the moves of a mail that asks for them beyond doubt."""
    one = OneMail(READER, (game,), game, Attention(), people=("Max Mustermann", "Erika Ohlsen"))
    (entry,) = one.read_mail(mail(text)).entries
    moves = [] if entry.ambiguity is not None else [each.move for each in entry.moves]
    return [[short(play, game) for play in move.plays] for move in moves if move is not None]


def round_of(text: str) -> int | None:
    """Return the round that a mail names for its move."""
    (entry,) = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(mail(text)).entries
    return entry.round_named.number if entry.round_named is not None else None


CASES = [(language, said) for language in VOCABULARIES for said in AT_ODDS[language]]
AGREED = [(language, said) for language in VOCABULARIES for said in AGREEING[language]]


@pytest.mark.parametrize(("language", "said"), CASES)
def test_a_move_that_its_mail_describes_otherwise_is_asked_about(language: str, said: str) -> None:
    assert booked(f"H8w DAUERT\n\n{said}") == [], language
    assert booked(f"{said}\n\nH8w DAUERT") == [], language


@pytest.mark.parametrize(("language", "said"), AGREED)
def test_a_move_that_its_mail_describes_as_it_is_is_booked(language: str, said: str) -> None:
    assert booked(f"H8w DAUERT\n\n{said}") == DAUERT, language


@pytest.mark.parametrize(
    ("way", "is_booked"),
    [
        ("waagerecht (w)", True),
        ("waagerecht (s)", False),
        ("across (a)", True),
        ("across (d)", False),
    ],
)
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_a_field_that_names_both_directions_is_asked_about(
    way: str, is_booked: bool, order: tuple[int, ...]
) -> None:
    fields = ("Feld: H8", f"Richtung: {way}", "Wort: DAUERT")

    assert booked("\n".join(fields[each] for each in order)) == (DAUERT if is_booked else [])


@pytest.mark.parametrize(
    "said", ["Settle down, boys!", "Auf der A3 war wieder Stau.", "Mein Zimmer ist B12."]
)
def test_what_speaks_of_something_else_is_no_part_of_the_move(said: str) -> None:
    assert booked(f"H8w DAUERT\n\n{said}") == DAUERT


@pytest.mark.parametrize(
    "text",
    [
        "Kein Zug von mir: H8w DAUERT",
        "Throw out H8 across DAUERT please",
        "Raus mit H8w DAUERT",
        "Jetez H8 horizontalement DAUERT",
        "No move from me: H8w DAUERT",
        "Sein Zug: H8w DAUERT",
        "Sein Wort ist DAUERT, H8 waagerecht",
        "Deren Zug lautet H8w DAUERT",
        "Sein schöner Zug: H8w DAUERT",
        "Seiner: H8w DAUERT",
        "Opa: H8w DAUERT",
        "Mein Zug ist alles andere als H8w DAUERT",
        "Meine Frau: H8w DAUERT",
        "Zug der Gegnerin: H8w DAUERT",
        "Zug meines Vaters: H8w DAUERT",
        "Karl: H8w DAUERT",
        "Dein Zug: H8w DAUERT",
        "Your move: H8 across DAUERT",
        "Grandma: H8 across DAUERT",
        "My husband: H8 across DAUERT",
        "Mon mari : H8 horizontalement DAUERT",
        "H8w DAUERT (meine Frau)",
        "H8w DAUERT (ihrer)",
        "H8 across DAUERT (hers)",
        "Ich lege DAUERT beiseite, H8 waagerecht.",
        "H8w DAUERT. Bis morgen überlege ich noch.",
        "Her word is DAUERT, H8 across",
        "Their move is H8 across DAUERT",
        "Hers: H8 across DAUERT",
        "Son coup : H8 horizontalement DAUERT",
        "H8w DAUERT (das H soll ein K sein)",
        "H8w DAUERT, the R should be an L",
    ],
)
def test_a_move_that_is_denied_or_changed_is_asked_about(text: str) -> None:
    assert booked(text) == []


@pytest.mark.parametrize(
    ("said", "is_booked"),
    [
        ("Den Stern hab ich gesetzt, der Joker ist das U.", True),
        ("Den Stern hab ich vergessen, der Joker ist das E.", False),
        ("Nebenbei, der Joker ist nicht das U.", False),
        ("By the way, the blank is the E.", False),
    ],
)
def test_a_blank_that_is_named_is_the_one_that_is_marked(said: str, *, is_booked: bool) -> None:
    assert booked(f"H8w DA*UERT\n\n{said}") == (DAUERT if is_booked else [])


@pytest.mark.parametrize(
    "text",
    [
        "YERRES R4\nH8w DAUERT",
        "Yerres R4 -> H8w DAUERT",
        "Runde 4 → H8w DAUERT",
        "[H8w DAUERT] 12",
        "H8w DAUERT 🎉 passed my driving test today, so everything's going right",
        "H8w DAUERT 🎄 frohes Fest",
        "alright Erika, h8w dauert",
        "h8w dauert, mehr war nicht",
        "Ab Feld: H8\nRichtung: waagerecht\nWort: DAUERT",
    ],
)
def test_what_stands_around_a_move_in_its_line_is_no_part_of_it(text: str) -> None:
    assert booked(text) == DAUERT


@pytest.mark.parametrize(
    "text",
    [
        "Mein Wort lautet DAUERT, waagerecht, Feld H8",
        "Mein Wort heißt DAUERT, H8 waagerecht",
        "Ich lege DAUERT, waagerecht, Feld H8",
    ],
)
def test_a_sentence_each_word_of_which_leads_to_a_move_makes_one(text: str) -> None:
    assert booked(text) == DAUERT
    assert booked(text.replace("DAUERT", "nicht DAUERT")) == []


@pytest.mark.parametrize("text", ["Yerres R6 -> H8w DAUERT", "H8w DAUERT 👍 oder lieber nicht"])
def test_what_says_something_else_around_a_move_is_asked_about(text: str) -> None:
    assert booked(text) == [] or round_of(text) == 6


@pytest.mark.parametrize(
    "lead",
    [
        "Statt zu passen lege ich",
        "Ich passe nicht!\n",
        "Ich tausche nicht, sondern lege",
        "I'm not passing!",
        "Instead of exchanging I play",
        "Je ne passe pas !",
        "Heute gibt es",
        "Es gilt:",
        "Wer wagt, gewinnt:",
        "Geht es dir gut, Anna? Hier mein Zug:",
        "Ist das ein Wetter!",
        "Hast du auch solche Buchstaben, ich lege:",
        "May I present:",
        "Was sein muss, muss sein:",
        "Zum Schluss:",
        "Final:",
        "Bitteschön:",
        "Mit Verlaub:",
        "Voilà:",
        "Es möge sein. Zug:",
        "Mein Wort soll sein:",
        "Her word was good. Mine:",
        "No regrets:",
        "Die Enkel waren da und spielten damit. Ich habe aber alles aufgebaut und möchte wie folgt legen:\n\n",
    ],
)
def test_what_leads_to_a_move_in_the_end_of_its_sentence_does_not_take_it_away(lead: str) -> None:
    assert booked(f"{lead} H8w DAUERT") == DAUERT


@pytest.mark.parametrize(
    "lead",
    [
        "Statt zu legen passe ich,",
        "Ich habe das Brett verwechselt und möchte erst später legen:\n\n",
        "Wenn das Brett stimmt, möchte ich wie folgt legen:\n\n",
        "Would the word below be accepted, do you know?\n\n",
        "Gilt das Wort unten?\n\n",
        "Le mot ci-dessous est-il admis ?\n\n",
        "That's what I would like to do next time round:\n\n",
        "Das wäre, was ich nächste Runde lege.\n\n",
        "Ein Scherz zum Feierabend:\n\n",
        "Fifty-fifty at best on this:\n\n",
        "Mein alter Zug, der jetzt nicht mehr gilt, war\n\n",
        "Unschlüssig bin ich noch bei",
        "Any thoughts on",
        "Nicht für unsere Partie, sondern für den Problemwettbewerb im Heft:",
        "Kein Zug, sondern die Lösung des Rätsels:",
        "Puzzle answer:",
        "Puzzle answer:\n\n",
        "Pour l'énigme du mois :",
        "Opinions on",
        "I regret",
        "Gibt es",
        "Darf man",
        "Ich bereue",
        "Un avis sur",
        "Je regrette",
        "Ist das gültig, Anna:",
        "Anna, geht das:",
        "Kann ich das so legen, Anna:\n\n",
        "Is this allowed, Anna,",
        "Does that work, Anna:",
        "Est-ce que ça passe, Anna :",
        "Entscheide du:",
        "R4 / Moritz /",
        "R4; nicht;",
        "Moritz / R4 /",
    ],
)
def test_a_doubt_in_the_sentence_that_leads_to_a_move_stays_one(lead: str) -> None:
    assert booked(f"{lead} H8w DAUERT") == []


@pytest.mark.parametrize(
    "lead",
    [
        "Runde 4, Max:",
        "Runde 4 / Max Mustermann:",
        "R4 / Mustermann /",
        "R4; Max;",
        "R4 - Mustermann -",
        "M. Mustermann, Runde 4:",
        "Mustermann / R4 /",
        "Kein toller Zug:",
        "No great move:",
    ],
)
def test_a_round_with_its_writers_name_leads_to_his_move(lead: str) -> None:
    assert booked(f"{lead} H8w DAUERT") == DAUERT


@pytest.mark.parametrize(
    ("lead", "is_booked"),
    [
        ("Max spielt", True),
        ("Der Max legt", True),
        ("Max Mustermann plays", True),
        ("Max joue", True),
        ("Zug von Max:", True),
        ("Zug von Mustermann:", True),
        ("Moritz spielt", False),
        ("Zug von Moritz:", False),
        ("Max spielt nicht", False),
    ],
)
def test_who_speaks_of_himself_by_his_name_lays_his_move(lead: str, is_booked: bool) -> None:
    assert booked(f"{lead} H8w DAUERT") == (DAUERT if is_booked else [])


@pytest.mark.parametrize("text", ["Runde 5, Jonas: L3s DAUERT", "R5 Jonas L3s DAUERT 24"])
def test_who_is_called_by_a_rarer_name_may_write_it_beside_the_round(text: str) -> None:
    one = OneMail(READER, (YERRES,), YERRES, Attention(), people=("Jonas Reuter",))
    (entry,) = one.read_mail(mail(text)).entries

    assert entry.ambiguity is None


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("across, not down", False),
        ("Whoops, down not across!", True),
        ("nicht waagerecht", True),
        ("the R on B2", False),
        ("the E on B2", True),
        ("the R on C2", True),
        ("the R on K9", True),
    ],
)
def test_what_a_text_says_of_a_play_and_of_the_board(text: str, is_so: bool) -> None:
    """Elsewhere weights say the same of a denial."""
    board = Board.empty(15).lay([LaidTile(Square(1, 1), "R", is_blank=False)])
    play = Play(Square(7, 7), Direction.ACROSS, "DAUERT", NOWHERE)

    assert is_at_odds(text, [play], board, Axes.COLUMNS) is is_so


@pytest.mark.parametrize(
    ("play", "remark", "is_booked"),
    [
        (play, *rest)
        for play in ("F8w RABEN", "Wort: RABEN\nFeld: F8\nRichtung: waagerecht")
        for rest in (
            ("Bemerkung: nur so eine Idee", False),
            ("nur so eine Idee", False),
            ("Comment: just a thought", False),
            ("Bemerkung: schöne Grüße aus Kiel", True),
            ("Bemerkung: keine", True),
        )
    ],
)
def test_a_remark_counts_the_same_behind_its_label(play: str, remark: str, is_booked: bool) -> None:
    assert bool(booked(f"{play}\n{remark}")) is is_booked


@pytest.mark.parametrize(
    ("attributed", "is_asked"),
    [
        ("Am 1.12.2026 schrieb Erika Ohlsen:", True),
        ("On 1 Dec 2026, Erika Ohlsen wrote:", True),
        ("Am 1.12.2026 schrieb Max Mustermann:", False),
        ("Am 1.12.2026 schrieb Zugpost <runde@example.org>:", False),
    ],
)
def test_what_stands_unmarked_below_the_name_of_another_player_is_asked_about(
    attributed: str, is_asked: bool
) -> None:
    one = OneMail(READER, (YERRES,), YERRES, Attention(), people=_TWO)
    sent = replace(mail(""), lines=(), below=(tuple(lines_of("H8w RABEN")),), attributed=attributed)

    (entry,) = one.read_mail(sent).entries

    assert (entry.ambiguity is not None) is is_asked


_TWO = People(
    ["Max Mustermann"], [People(["Max Mustermann", "Erika Ohlsen"])], writers=["Max Mustermann"]
)


AUERT = Board.empty(15).lay(
    [
        *(LaidTile(Square(at, 8), letter, is_blank=False) for at, letter in enumerate("KORB", 2)),
        LaidTile(Square(7, 7), "D", is_blank=False),
        *(LaidTile(Square(12, at), letter, is_blank=False) for at, letter in enumerate("RAD", 2)),
    ]
)
"""`DAUERT` from H8 goes on from a D that lies there, and stands under no word; KORB ends two rows above it."""


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        (f"{PLAY}, alle sechs Steine raus, 76!", True),
        (f"{PLAY}, alle fünf Steine raus", False),
        (f"{PLAY}, alle Steine bis auf einen", False),
        (f"{PLAY}, fast alle sieben Steine", False),
        (f"{PLAY}. Alle sieben Enkel waren da!", False),
        (f"{PLAY}, seven tiles gone at once", True),
        (f"{PLAY}, five tiles gone, two left", False),
        (f"{PLAY}, les sept lettres d'un coup", True),
        (f"{PLAY}, drei Steine.", True),
        (f"{PLAY}, sechs Steine.", False),
        ("Im Beutel sind noch sieben Steine.", False),
        ("Ihr habt mir D G L M N O B zugeschickt.", True),
        ("My letters are B, C, F, G, I, J, K.", True),
        ("Meine Steine sind A E R T U X Y.", False),
        ("Im Beutel sind noch B C F G I J K.", False),
        (f"{PLAY}, das T hinten an RAD dran", True),
        (f"{PLAY}, quer durch KORB", True),
        (f"{PLAY}, hooking onto RAD", True),
        (f"{PLAY}. Leider passte nichts an RAD.", False),
        (f"{PLAY}, das A von AUERT", False),
        (f"{PLAY}. Das A ist das von RAD.", True),
        (f"{PLAY}, das R ist das von KORB (nicht das von RAD)", True),
        (f"{PLAY}, and the D is the one from RAD", True),
        (f"{PLAY}. The D is the one from AUERT.", False),
        (f"Spalte K, von Zeile 8 nach rechts: {PLAY}", True),
        (f"Zeile 8, ab Spalte H: {PLAY}", False),
        (f"Zeile 9: {PLAY}", True),
        (f"{PLAY} (row 8, from column H)", False),
        (f"{PLAY}, das A in Zeile 9", False),
        ("Samstag sitzen wir in Reihe 7.", False),
    ],
)
def test_what_a_text_says_of_the_tiles_the_neighbours_and_the_place_of_a_play(
    text: str, is_so: bool
) -> None:
    play = Play(Square(7, 7), Direction.ACROSS, "DAUERT", NOWHERE)

    assert is_told_otherwise(text, play, AUERT, Notation()) is is_so


@pytest.mark.parametrize("said", ["Ganz ohne Joker gelegt.", "Sans joker."])
def test_a_blank_that_is_marked_and_denied_is_asked_about(said: str) -> None:
    assert booked(f"H8w D*AUERT\n\n{said}") == []


@pytest.mark.parametrize(
    ("text", "is_denied"),
    [
        (f"If that's no word: {PLAY}", False),
        (f"H8w BASEN. Falls das kein Wort ist: {PLAY}", False),
        (f"No word: {PLAY}", True),
        (f"Falls es regnet, gehe ich. Kein Zug: {PLAY}", True),
    ],
)
def test_what_a_condition_denies_is_another_play(text: str, *, is_denied: bool) -> None:
    play = Play(Square(7, 7), Direction.ACROSS, "DAUERT", NOWHERE)

    assert is_at_odds(text, [play], None, Axes.ROWS) is is_denied
