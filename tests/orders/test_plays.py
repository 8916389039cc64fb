"""One line, one play: every notation of rules 4."""

import pytest

from mailref.orders.move_lines import value_of
from mailref.orders.shapes import read_word
from mailref.tiles.board import Square
from mailref.tiles.moves import BlankFor, BlankOn
from tests.reading.reading import AEGYPTEN, GENF, LEIPZIG, YERRES, codes, moves, only_play, short


@pytest.mark.parametrize(
    "line",
    [
        "M10s EUBÖA",
        "M10 s EUBÖA",
        "M 10 s EUBÖA",
        "m10 s euböa",
        "M10S EUBÖA",
        "10M s EUBÖA",
        "M10/s EUBÖA",
        "M10,s EUBÖA",
        "M10 (s) EUBÖA",
        "M10s: EUBÖA",
        "M10 senkrecht EUBÖA",
        "M10 senkr. EUBÖA",
        "M10 senkr EUBÖA",
        "M10 down EUBÖA",
        "M10 senkrecht: EUBÖA",
        "senkrecht M10 EUBÖA",
        "M10 EUBÖA senkrecht",
        "EUBÖA M10 senkrecht",
        "EUBÖA, M10s",
        "EUBÖA auf M10-M14",
        "EUBÖA (M10 - M14)",
        "1. Wort: EUBÖA, M10-M14",
        "M10 / senkrecht / EUBÖA",
        "1 M10s EUBÖA",
        "M10-M14 EUBÖA",
        "M10 - M 14: EUBÖA",
        "M10 bis M14 EUBÖA",
        "von M10 bis M14: EUBÖA",
        "M10..M14 EUBÖA",
        "M10-14 EUBÖA",
        "M14-M10 EUBÖA",
        "M10-M14 senkrecht EUBÖA",
        "1. M10s EUBÖA",
        "1) M10s EUBÖA",
        "1. Zug: M10s EUBÖA",
        "Mein Zug: M10s EUBÖA",
        "- M10s EUBÖA",
        "*M10s EUBÖA*",
        "*M10s* *EUBÖA*",
        "__M10s__ __EUBÖA__",
        'M10s "EUBÖA"',
        "M10s E U B Ö A",
        "M10s EUBÖA.",
        "M10s EUBÖA  // griech. Insel",
        "M10s EUBÖA (griech. Insel)",
    ],
)
def test_one_play_in_every_notation(line: str) -> None:
    """Rules 4 and 8: square and direction, ranges, before or after the word, loosely written."""
    assert short(only_play(line)) == "M10 down EUBÖA"


@pytest.mark.parametrize(
    "line",
    [
        "M10w ES",
        "M10 waagerecht ES",
        "M10 waagrecht ES",
        "M10 waag. ES",
        "M10 waagr. ES",
        "M10 across ES",
        "M10-N10 ES",
        "N10-M10 ES",
    ],
)
def test_every_word_for_across(line: str) -> None:
    """Rules 8: directions; a range written backwards is read as meant."""
    assert short(only_play(line)) == "M10 across ES"


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("i'll play deer, H5 across please", "H5 across DEER"),
        ("please put deer at H5, across", "H5 across DEER"),
        ("Please put DEER at H5 across", "H5 across DEER"),
        ("je joue trous en L4 horizontal", "L4 across TROUS"),
        ("Je joue roussant, horizontalement à partir de I3.", "I3 across ROUSSANT"),
        ("REX en J8, horizontalement (le R est déjà posé)", "J8 across REX"),
        ("Stands, en O5 horizontalement svp", "O5 across STANDS"),
        ("ich lege held, ab G9 nach unten", "G9 down HELD"),
        ("Ich spiele rüsten, F9 waagr. bitte", "F9 across RÜSTEN"),
        ("bitte rüsten ab F9 waagerecht", "F9 across RÜSTEN"),
        ("E11 across OKE (makes joke)", "E11 across OKE"),
    ],
)
def test_a_word_in_small_letters_is_read_before_its_square_in_a_sentence(
    line: str, read: str
) -> None:
    """As by itself: `deer, H5 across`."""
    assert short(only_play(line)) == read


@pytest.mark.parametrize(
    "line",
    [
        *(
            "I would play deer, H5 across",
            "du legst held, ab G9 nach unten",
            "Ben joue trous en L4 horizontal",
        ),
        *(
            "ich lege held, ab G9 nach unten, oder doch nicht",
            "je joue trous en L4 horizontal ou vertical",
        ),
    ],
)
def test_a_sentence_that_says_more_of_a_word_in_small_letters_is_no_play(line: str) -> None:
    assert not [each for each in moves(line) if each.move is not None and not each.faults]


def test_another_word_for_want_of_the_first_may_be_in_small_letters() -> None:
    written = moves("M9s BESEN\nersatzweise rüsten, F9 waagr.")
    assert [short(each.move.plays[0]) for each in written if each.move] == [
        "M9 down BESEN",
        "F9 across RÜSTEN",
    ]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("H8 RUCKEN", "H8 across RUCKEN"),
        ("8H RUCKEN", "8H down RUCKEN"),
        ("1C SKANDALE", "1C down SKANDALE"),
        ("D7 skalden", "D7 across SKALDEN"),
        ("D7 Skalden", "D7 across SKALDEN"),
        ("H8 waagerecht RUCKEN", "H8 across RUCKEN"),
        ("H8-H13 RUCKEN", "H8 across RUCKEN"),
        ("H8-M8: RUCKEN", "8H down RUCKEN"),
        ("8H-8M: RUCKEN", "8H down RUCKEN"),
        ("H8 senkrecht RUCKEN", "8H down RUCKEN"),
        ("RUCKEN H8 abwärts", "8H down RUCKEN"),
        ("H8 down rucken", "8H down RUCKEN"),
        ("RUCKEN going down from H8", "8H down RUCKEN"),
        ("RUCKEN from H8, going down", "8H down RUCKEN"),
        ("Ich lege RUCKEN ab H8 nach unten", "8H down RUCKEN"),
        ("RUCKEN en H8, verticalement", "8H down RUCKEN"),
        ("RUCKEN, verticalement à partir de H8", "8H down RUCKEN"),
    ],
)
def test_where_letters_are_rows_their_order_gives_the_direction(line: str, read: str) -> None:
    """Rules 4: `H8 RUCKEN` runs across row H from column 8, `8H RUCKEN` down; a word for down says so, too."""
    assert short(only_play(line, GENF), GENF) == read


@pytest.mark.parametrize(
    "line", ["H8s RUCKEN", "8H waagerecht RUCKEN", "8H w RUCKEN", "8H-13H RUCKEN"]
)
def test_a_direction_against_the_order_is_asked_back(line: str) -> None:
    """Rules 4: the convention is never guessed."""
    (written,) = moves(line, GENF)

    assert codes(written) == ["range_mismatch"]


@pytest.mark.parametrize(
    ("line", "small", "starred", "eszett"),
    [
        ("M9s BE*HAUE", [], [2], []),
        ("M9s EUB*ÖA", [], [3], []),
        ("M9s *BEHAUE", [], [0], []),
        ("H8s müllSA*CK", [0, 1, 2, 3], [6], []),
        ("EN*TE auf M9s", [], [2], []),
        ("IN*SEL M9s", [], [2], []),
        ("L1s QUe*Rt", [2, 4], [3], []),
        ("M9s behaue", [], [], []),
        ("J14w FUß", [], [], [2, 3]),
        ("J14w fuß", [], [], [2, 3]),
        ("J14w HA*ß", [], [2], [2, 3]),
        ("M9s *BESEN*", [], [], []),
    ],
)
def test_letters_tell_what_lies_and_what_is_a_joker(
    line: str, small: list[int], starred: list[int], eszett: list[int]
) -> None:
    """Rules 4: small letters lie already, `*` marks the following letter; ß is SS."""
    play = only_play(line)

    assert (sorted(play.small), sorted(play.starred), sorted(play.eszett)) == (
        small,
        starred,
        eszett,
    )


def test_eszett_is_two_squares() -> None:
    """Rules 3: ß does not exist: SS."""
    assert read_word("Straße").letters == "STRASSE"


@pytest.mark.parametrize(
    ("line", "blanks"),
    [
        ("A1 - A 5 HEFTE, A4 = Blanko", (BlankOn(Square(3, 0)),)),
        ("A1s HEFTE A4=Joker", (BlankOn(Square(3, 0)),)),
        ("A1s HEFTE, Blanko auf A4", (BlankOn(Square(3, 0)),)),
        ("A1s HEFTE; Joker: A4, A5", (BlankOn(Square(3, 0)), BlankOn(Square(4, 0)))),
        ("A1s HEFTE Joker = T", (BlankFor("T"),)),
        ("A1s HEFTE (Blanko = T)", (BlankFor("T"),)),
        ("A1s HEFTE, Blanko: T", (BlankFor("T"),)),
        ("A1s HEFTE (T=Joker)", (BlankFor("T"),)),
        ("A1s HEFTE, T als Joker", (BlankFor("T"),)),
        ("A1s HEFTE, Joker = T, H", (BlankFor("T"), BlankFor("H"))),
        ("A1s HEFTE, T = Joker, H = Joker", (BlankFor("T"), BlankFor("H"))),
        ("A1s HEFTE, S = Joker und E = Joker", (BlankFor("S"), BlankFor("E"))),
        ("A1s HEFTE\nA4 = Blanko", (BlankOn(Square(3, 0)),)),
        ("A1s HEFTE\n(Joker = T)", (BlankFor("T"),)),
    ],
)
def test_jokers_named_in_words(line: str, blanks: tuple[BlankFor | BlankOn, ...]) -> None:
    """Rules 4: `A4 = Blanko`, `Joker = T`, `(Blanko = T)`, in any game."""
    assert only_play(line, LEIPZIG).blanks == blanks


@pytest.mark.parametrize(
    ("claim", "number"),
    [
        ("14*2+23=51", 51),
        ("14x2+23 = 51", 51),
        ("14×2+23=51", 51),
        ("14*2+23", 51),
        ("13*2= 26", 26),
        ("51", 51),
        ("51 Punkte", 51),
        ("= 51 P.", 51),
        ("(51)", 51),
        ("[51]", 51),
        ("(51 Pkt.)", 51),
        (", 51", 51),
        ("- 51 Punkte!", 51),
        ("Punkte: 51", 51),
        ("macht 51", 51),
        ("14*2 = 28+23 = 51", 51),
        ("(4+3)*2+37=51", 51),
        ("17*2+50 Bonus = 84", 84),
    ],
)
def test_claims_in_every_form(claim: str, number: int) -> None:
    """Rules 4: points and their computation are optional; the last number is the claim."""
    assert only_play(f"M10s EUBÖA {claim}").claimed == number


def test_sums_are_worked_out() -> None:
    assert value_of("2*(3+4)+5x2") == 24


def test_further_words_and_comment_are_kept_as_written() -> None:
    play = only_play("M9s BE*HAUE+*verbüxendE + es 10*2+23=43 // Ersatz")

    assert (play.also, play.claimed, play.comment) == (("*verbüxendE", "es"), 43, "Ersatz")


def test_a_line_of_comment_belongs_to_the_play_above() -> None:
    """Rules 4: the base form may be stated in the comment."""
    assert only_play("M9s IXTE\n// er ixte aus").comment == "er ixte aus"


def test_the_end_of_a_range_is_kept() -> None:
    assert only_play("H4-H8: BEINE", LEIPZIG).last == Square(7, 7)


@pytest.mark.parametrize("word", ["MIT", "TAUSCH", "JOKER", "SUMME", "FÜR", "PUNKTE"])
def test_words_of_the_notation_are_words_too(word: str) -> None:
    """A player may lay JOKER."""
    assert short(only_play(f"M5s {word}")) == f"M5 down {word}"
    assert short(only_play(f"M5 senkrecht: {word}")) == f"M5 down {word}"


def test_the_summe_is_the_moves_claim() -> None:
    """Rules 4; contract 3: `claimed` is the Summe where written."""
    (written,) = moves("1. D1s KORSe 13*2= 26\n2. A1w B*REkZIEN 14*9=126 Summe:  152", AEGYPTEN)

    assert written.move is not None
    assert [play.claimed for play in written.move.plays] == [26, 126]
    assert (written.move.total_claimed, written.move.claimed) == (152, 152)


def test_a_summe_may_stand_alone() -> None:
    (written,) = moves("1. D1s KORSe\n2. A1w B*REkZIEN\nSumme=152", AEGYPTEN)

    assert written.move is not None
    assert written.move.total_claimed == 152


def test_the_span_is_the_players_own_text() -> None:
    play = only_play(" M10s EUBÖA+*verbüxendE   51", YERRES)

    assert (play.span.line, play.span.column, play.span.text) == (2, 2, "M10s EUBÖA+*verbüxendE")


@pytest.mark.parametrize(
    "text",
    [
        "RABEN H8 nach rechts",
        "RABEN H8 von links nach rechts",
        "H8 von links nach rechts RABEN",
        "RABEN H8 (nach rechts)",
        "H8 nach unten RABEN",
        "RABEN H8 to the right",
        "H8 going across RABEN",
        "RABEN H8 vers la droite",
        "H8 → RABEN",
    ],
)
def test_a_play_is_quoted_as_it_is_written(text: str) -> None:
    """`H8 nach rechts` was shown to its writer as `H8 waagerechts`."""
    assert only_play(text, YERRES).span.text == text
    assert only_play(f"Ich lege {text}, Grüße", YERRES).span.text == text


@pytest.mark.parametrize("word", ["TOS", "TOR", "BISS", "TOTE"])
def test_a_word_that_begins_like_to_or_bis_is_no_range(word: str) -> None:
    """`senkrecht O2 TOS 13` once read as O2 to S13."""
    play = only_play(f"senkrecht M2 {word} 13")

    assert (play.word, play.last, play.claimed) == (word, None, 13)
