"""A play that can be laid and brings what its writer claims is the one that is meant (rules 8)."""

import pytest

from mailref.orders.entries import Ambiguity, GameFace, Insight, Reading, orders_in, play_written
from mailref.orders.free_words import key_of
from mailref.orders.read_entries import OneMail
from mailref.orders.reckoned import play_reckoned
from mailref.orders.table import Command
from mailref.reading.incoming_mail import Attention
from mailref.tiles.board import Board, Direction, Square
from tests.games.classic.examples import STANDARD
from tests.orders.test_free_words import plays_in
from tests.reading.reading import READER
from tests.writing.builders import mail

OAK = GameFace("oak", "Oak Classic", STANDARD)
_NONE = "." * 15
BOARD = Board.from_rows((*(_NONE,) * 7, "....NETZ.......", *(_NONE,) * 7))
WORTH = {
    (Square(7, 8), Direction.DOWN, "EIGEN"): 40,  # 8 of EIGEN, doubled, and NETZE
    (Square(2, 4), Direction.DOWN, "ANFANG"): 22,
    (Square(5, 6), Direction.DOWN, "BUTTER"): 26,
}
"""What is on the rack, and what it brings: all else cannot be laid."""


def read(text: str) -> Reading:
    """Return what is read of a mail where these plays, and no others, can be laid."""
    insight = Insight(BOARD, points=lambda play: WORTH.get(key_of(play)))
    return OneMail(READER, (OAK,), OAK, Attention(), insight=insight).read_mail(mail(text))


def asks(text: str) -> tuple[list[str], bool]:
    """Return the plays of a mail, and whether they are asked about, or are for a round or a case that it names."""
    entries = read(text).entries
    plays = [play_written(play, OAK.rules.axes) for each in entries for play in plays_in(each)]
    written = [orders for each in entries if (orders := orders_in(each)) is not None]
    is_told = any(each.ambiguity or each.round_named for each in entries)
    return plays, is_told or any(each.faults for each in written)


SAID = [
    "eigen ab 9h nach unten, vierzig sag ich mal, 40 punkte",
    "Eigen. 9H. Abwärts. 40. Mehr hab ich davon heute nicht.",
    "9H: E-I-G-E-N, abwärts, das E an NETZ. 40.",
    "In Spalte 9 ab Feld H abwärts E, I, G, E und N, macht 40 Punkte.",
    "EIGEN (steht drin, hab nachgeguckt) auf 9H runter, E an NETZ = NETZE. Macht 40, wenn mein Ausdruck stimmt.",
    "Spalte 9, ab Reihe H abwärts, da kommt EIGEN hin. Vierzig, also 40 Punkte.",
    "EIGEN liegt dann senkrecht ab 9H, das erste E macht aus NETZ die NETZE, zusammen 40.",
    "Gestern die Oper, heute die Steine: EIGEN! Bitte 9H abwärts, das E macht das NETZ zu NETZE. 40 Punkte.",
    "9H EIGEN 40 😀",
]


@pytest.mark.parametrize("text", SAID)
def test_the_one_play_that_brings_what_is_claimed_is_meant(text: str) -> None:
    assert asks(text) == (["9H EIGEN"], False)


@pytest.mark.parametrize(
    "text",
    [
        "Oak: ab 9H abwärts,\nEIGEN,\n40 Punkte",
        "Das ist mir EIGEN, und zwar auf 9H, abwärts, über das NETZ hinweg. 40.",
        "Reihe H, ab Spalte 9, abwärts: EIGEN. Das E schließt an NETZ an, gibt NETZE. 40 Zähler.",
    ],
)
def test_words_that_make_no_play_together_leave_the_one_that_does(text: str) -> None:
    assert asks(text) == (["9H EIGEN"], False)


@pytest.mark.parametrize(
    "text",
    [
        "Ich lege EIGEN senkrecht, 40 Punkte.",
        "EIGEN going down, 40 points.",
        "EIGEN senkrecht in Spalte 9, macht 40 Punkte.",
        "EIGEN senkrecht, macht NETZE, 40 Punkte.",
    ],
)
def test_a_word_without_a_square_lies_where_it_brings_what_is_claimed(text: str) -> None:
    assert asks(text) == (["9H EIGEN"], False)


def test_one_of_a_sentence_that_nobody_knows_is_asked_about_with_that_place() -> None:
    """`EIGEN kimmt ganz rechts nachad pfeilgrad owe`: its writer need only say yes."""
    text = "EIGEN kimmt da niba nachad pfeilgrad owe, ob's wos wead wais i ned. 40 Punkte."

    assert asks(text) == (["9H EIGEN"], True)


@pytest.mark.parametrize(
    "text",
    [
        "Ich lege EIGEN waagerecht, 40 Punkte.",
        "Ich lege EIGEN in Spalte 10, senkrecht, 40 Punkte.",
        "Ich lege EIGEN senkrecht, 41 Punkte.",
        "Ich lege EIGEN oder BRAUT senkrecht, 40 Punkte.",
        "Ich lege EIGEN senkrecht.",
    ],
)
def test_a_word_is_laid_nowhere_where_what_is_named_does_not_agree(text: str) -> None:
    assert asks(text)[0] == []


@pytest.mark.parametrize(
    "text",
    [
        "Anna legt EIGEN senkrecht, 40 Punkte.",
        "Vielleicht EIGEN senkrecht, 40 Punkte?",
        "EIGEN senkrecht hätte 40 Punkte gebracht, aber ich warte noch.",
        "Ich lege EIGEN nicht, 40 Punkte hin oder her.",
    ],
)
def test_a_word_without_a_square_that_is_not_meant_is_not_booked(text: str) -> None:
    plays, is_asked = asks(text)

    assert is_asked or not plays


def test_a_play_that_stands_there_is_not_exchanged_for_one_that_brings_more() -> None:
    plays, _ = asks("Oak\n9H EIFEL, 30. EIGEN wären 40.")

    assert "9H EIGEN" not in plays


@pytest.mark.parametrize(
    "text",
    [
        "Round ... 3\nStart ... 9H\nDirection ... down\nWord ... EIGEN (all mine)\nClaim ... 40",
        "In Runde 3 lege ich Eigen auf 9H nach unten, 40 Punkte.",
        "Glückwunsch zu Runde 2, das war was! In Runde 3 lege ich eigen ab 9h nach unten, 40 Punkte.",
    ],
)
def test_a_round_that_is_named_is_told_the_referee(text: str) -> None:
    """He asks where it is another than the one that is open."""
    named = [each.round_named for each in read(text).entries]

    assert [each and each.number for each in named] == [3]


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("Nächste Runde lege ich Eigen auf 9H nach unten, 40 Punkte.", True),
        ("Eigen auf 9H nach unten, 40 Punkte, für die nächste Runde.", True),
        ("Next round I'll play eigen down from 9H, 40 points", True),
        ("Eigen auf 9H nach unten, 40 Punkte, bis zur nächsten Runde!", False),
    ],
)
def test_what_is_for_the_next_round_is_asked_about(text: str, *, is_asked: bool) -> None:
    assert asks(text)[1] is is_asked


def test_days_are_no_points() -> None:
    """What is counted there are not the points of the one word that could be laid."""
    lines = mail("Mir ist das EIGEN, 9H hin oder her, 40 Tage Urlaub reichen.").lines
    found = play_reckoned(lines, OAK.rules.notation, BOARD, lambda it: WORTH.get(key_of(it)))

    assert found is not None
    assert not found.is_claimed


@pytest.mark.parametrize(
    ("text", "is_claimed"),
    [
        ("Da lacht das Herz: eigen in 9H, von oben. 14. Mager!", True),
        ("Da lacht das Herz: eigen in 9H, von oben, 14", True),
        ("Da lacht das Herz: eigen in 9H, von oben. Am 14. fahre ich.", False),
        ("Da lacht das Herz: eigen in 9H, von oben. Zeile 14 war auch frei.", False),
    ],
)
def test_a_small_number_alone_between_stops_is_what_a_play_brings(
    text: str, is_claimed: bool
) -> None:
    found = play_reckoned(
        mail(text).lines, OAK.rules.notation, BOARD, lambda it: SMALL.get(key_of(it))
    )

    assert (found is not None and found.is_claimed) is is_claimed


SMALL = {(Square(7, 8), Direction.DOWN, "EIGEN"): 14}


@pytest.mark.parametrize(
    "text",
    [
        "9H EIGEN 40, falls Anna nicht vorher da hinlegt.",
        "9H EIGEN. Nicht vor Dienstag eintragen!",
        "9H EIGEN, bitte nicht vor Samstag eintragen.",
        "9H EIGEN. Please do not enter it before Tuesday.",
        "9H EIGEN, but please hang it up only when I ring.",
        "Soll ich 9H EIGEN für 40 Punkte legen?",
        "9H EIGEN?",
        "9H EIGEN (??)",
        "9H EIGEN wäre 40, aber das hebe ich mir auf.",
        "9H EIGEN 40 oder 5C ANFANG 22",
        "Runde 17: 9H EIGEN bringt 40.",
        "9H EIGEN 40. Oder lieber ANFANG?",
    ],
)
def test_no_reckoning_settles_whether_it_is_meant_at_all(text: str) -> None:
    _, is_asked = asks(text)

    assert is_asked


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("H9 quer EIGEN, macht 40", "H9 EIGEN"),
        ("H9 EIGEN 40", "H9 EIGEN"),
        ("8H EIGEN 40, also 9 runter", "8H EIGEN"),
    ],
)
def test_a_place_that_is_written_is_not_put_right_by_the_points(text: str, line: str) -> None:
    plays, is_asked = asks(text)

    assert plays == [line] or is_asked


@pytest.mark.parametrize(
    "text",
    [
        "Gestern die Oper, heute die Steine: EIGEN! Bitte 9H abwärts, das E macht das NETZ zu NETZE.",
        "EIGEN (steht drin, hab nachgeguckt) auf 9H runter, E an NETZ = NETZE.",
    ],
)
def test_the_one_play_that_can_be_laid_at_all_is_meant_without_its_points(text: str) -> None:
    assert asks(text) == (["9H EIGEN"], False)


@pytest.mark.parametrize(
    "line", ["Spieler=Karin", "Spieler: Karin", "NOTIZ: Joker aufheben", "PRESSE: Gruß an alle!"]
)
def test_whose_it_is_and_what_is_asked_beside_it_is_not_dropped(line: str) -> None:
    reading = read(f"{line}\n\nMensch, und zwar EIGEN! Auf 9H, hab lange gegrübelt, 40.")

    kept = [each.player or each.commands for each in reading.entries]
    assert reading.player or reading.commands or any(kept)


def test_where_two_plays_bring_what_is_claimed_neither_is_guessed() -> None:
    both, is_asked = asks("EIGEN runter auf 9H, bringt 40, der ANFANG auf 5C dagegen nur 22.")

    assert is_asked or not both


def test_all_tiles_gone_are_not_exchanged_beside_a_word_of_a_whole_rack() -> None:
    assert asks("KUGELNS!!! alle sieben weg!!! danke lieber Buchstabengott") == ([], False)


def test_a_play_that_brings_what_is_claimed_lies_where_it_is_said_to() -> None:
    """Of `the E of NETZ` no rule can tell whether the word begins there."""
    plays, is_asked = asks(
        "9H EIGEN, das E ist das neben dem Z von NETZ. 40 Punkte, nicht schlecht."
    )

    assert (plays, is_asked) == (["9H EIGEN"], False)


SPOKEN = "Mensch, Eigen! Und zwar auf 9H, hab lange gegrübelt, 40 Punkte."


@pytest.mark.parametrize(
    ("above", "below", "commands", "acts"),
    [
        ("", "STATUS", ["status"], []),
        ("", "PRESSE: Gruß an Ben!\nNOTIZ: Joker aufheben", ["press", "note"], []),
        ("", "PRESSE:\nEs war einmal\nein ALTER Mann.", ["press"], []),
        ("", "URLAUB 3.12.-9.12.", [], ["away"]),
        ("STEINE", "", [], ["tiles"]),
    ],
)
def test_a_play_beside_other_orders_is_meant_as_alone(
    above: str, below: str, commands: list[str], acts: list[str]
) -> None:
    reading = read("\n\n".join(part for part in (above, SPOKEN, below) if part))
    orders = [orders for each in reading.entries if (orders := orders_in(each)) is not None]

    assert [play_written(x, OAK.rules.axes) for e in reading.entries for x in plays_in(e)] == [
        "9H EIGEN"
    ]
    assert not any(each.ambiguity for each in reading.entries)
    assert list(reading.commands) == commands
    assert [act.code for each in orders for act in each.acts] == acts


@pytest.mark.parametrize(
    "text",
    [
        "Mensch, Eigen! Und zwar auf 9H, 41 Punkte.\n\nPRESSE: Gruß!",
        "Auf 9H wären mit Eigen 40 Punkte zu holen.\n\nNOTIZ: Joker aufheben",
        f"PRESSE: Gruß an Ben!\n\n{SPOKEN}",
    ],
    ids=["other points", "not sure", "inside the press"],
)
def test_a_play_beside_other_orders_is_never_passed_over(text: str) -> None:
    reading = read(text)

    assert [each.ambiguity for each in reading.entries] == [Ambiguity.UNREAD_PLAY]
    assert reading.commands


@pytest.mark.parametrize(
    "text",
    [
        "PRESSE: Auf 9H hätte ich gern mit Eigen 40 Punkte gemacht.",
        "Bei uns gab es auf Platz 9H 40 Punkte für den Kuchen.\n\nPRESSE: Gruß!",
    ],
)
def test_what_names_no_play_that_is_meant_stays_beside_other_orders(text: str) -> None:
    reading = read(text)

    assert reading.entries == ()
    assert list(reading.commands) == [Command.PRESS]


IN_WORDS = [
    "Eigen auf 9H nach unten, 40 Punkte",
    "ich lege EIGEN auf 9H senkrecht",
    "EIGEN, 9H abwärts, 40",
    "I play EIGEN down from 9H",
]
AGAINST = [
    "Ben sagt: {}",
    "Meine Frau sagt: {}",
    "{} (für Ben)",
    "{} (Scherz)",
    "{} (joke)",
    "Bitte {} streichen.",
    "Fast hätte ich geschrieben: {}",
    "{} lege ich nicht.",
    "Entwurf: {}",
    "Beispiel: {}",
    "Noch unsicher: {}",
    "{} behalte ich mir vor.",
    "Ich überlege noch: {}",
    "Laut Programm: {}",
    "Mein Vorschlag für dich: {}",
    "Had I one more T: {}",
    "Still thinking: {}",
    "{} would have scored 40.",
    "{}, no, I don't.",
    "Nächste Runde: {}",
    "In Runde 9: {}",
]


SENTENCES = [
    against.format(said)
    for against in AGAINST
    for said in (IN_WORDS if against.endswith("{}") else IN_WORDS[::2])
]


@pytest.mark.parametrize("text", [*SENTENCES, "I play EIGEN down from 9H (joke)"])
def test_no_play_in_words_is_booked_against_what_is_said_of_it(text: str) -> None:
    """Where it lies and what it brings outweighed what the sentence said of it."""
    plays, is_told = asks(text)

    assert is_told or not plays


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("9H EIGEN, alle sieben Steine raus, 40!", True),
        ("9H EIGEN, alle fünf Steine raus, 40!", False),
        ("9H EIGEN, hinten an NETZ dran, 40", False),
        ("Spalte 7, von H nach unten: 9H EIGEN, 40 P.", True),
        ("Spalte 9, von H nach unten: 9H EIGEN, 40 P.", False),
    ],
)
def test_what_a_mail_says_otherwise_of_its_play_asks_though_the_points_are_right(
    text: str, is_asked: bool
) -> None:
    assert asks(text)[1] is is_asked
