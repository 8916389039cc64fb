"""What cannot be read: the fault, its place in the player's own line, the label of its hint."""

import pytest

from mailref import assets
from mailref.orders.entries import Ambiguity, GameFace
from mailref.orders.grammar import Grammar, Unreadable, read_examples
from mailref.reading.incoming_mail import Line
from mailref.tiles.moves import MissingPlace, OffBoard, RangeMismatch, Syntax, TextSpan
from tests.reading.reading import (
    AEGYPTEN,
    LEIPZIG,
    YERRES,
    codes,
    moves,
    only_entry,
    read,
    read_lines,
    shown,
)

pytestmark = pytest.mark.each

WRONG = assets.grammars()["wrong_plays.txt"]
GRAMMAR = Grammar(assets.grammars()["rounds.lark"], WRONG, assets.ready)
EXAMPLES = [(label, text) for label, texts in read_examples(WRONG).items() for text in texts]


@pytest.mark.parametrize(("label", "text"), EXAMPLES)
@pytest.mark.parametrize("prefix", ["", "/"])
def test_each_wrong_example_gets_its_own_label(label: str, text: str, prefix: str) -> None:
    """Style 27: labelled wrong examples, kept beside the grammar and tested."""
    with pytest.raises(Unreadable) as stop:
        GRAMMAR.read(prefix + text, "play")

    assert GRAMMAR.hint(stop.value) == label


def test_an_example_that_can_be_read_is_refused() -> None:
    grammar = Grammar(assets.grammars()["rounds.lark"], "letter: M9s BESEN")
    with pytest.raises(Unreadable) as stop:
        grammar.read("M9s 43", "play")

    with pytest.raises(ValueError, match="can be read"):
        grammar.hint(stop.value)


@pytest.mark.parametrize(
    ("line", "hint", "column", "marked"),
    [
        ("M9s", "word_missing", 1, "M9s"),
        ("/M9s:", "word_missing", 1, "/M9s:"),
        ("M9s 43", "number_for_word", 5, "43"),
        ("/1. M9s BE-SENx 43 oder was", "after_word", 12, "SENx"),
        ("M9s CAFÉ", "letter", 8, "É"),
        ("M9s BE-SENx", "after_word", 8, "SENx"),
        ("M9s BEHAUE Joker", "joker", 1, "M9s BEHAUE Joker"),
        ("M9s BESEN 20*", "claim", 13, "*"),
        ("M9s ВESEN", "confusable", 5, "В"),
        ("М9s BESEN", "confusable", 1, "М"),
        ("M9s BESΕN", "confusable", 8, "Ε"),
        ("M9s ＢESEN", "confusable", 5, "Ｂ"),
    ],
)
def test_a_botched_play_is_marked_with_a_hint(
    line: str, hint: str, column: int, marked: str
) -> None:
    """Line and column in the player's own text, and the marked place."""
    (written,) = moves(line)

    assert written.move is None
    assert written.faults == (Syntax(span=TextSpan(2, column, marked), hint=hint),)


@pytest.mark.parametrize(
    ("line", "lacks", "column", "marked"),
    [
        ("BEINE", "square", 1, "BEINE"),
        (" beine senkrecht", "square", 2, "beine"),
        ("/ BEINE 20", "square", 3, "BEINE"),
        ("H4 BEINE", "direction", 1, "H4"),
        ("H4: Beine", "direction", 1, "H4"),
    ],
)
def test_a_word_without_its_place(line: str, lacks: str, column: int, marked: str) -> None:
    """Seed 001, rule 6: without the coordinates the word does not count."""
    (written,) = moves(line, LEIPZIG)

    (fault,) = written.faults
    assert fault == MissingPlace(span=TextSpan(2, column, marked), word="BEINE", lacks=lacks)


@pytest.mark.parametrize("square", ["P3", "A16", "A0", "Z99"])
def test_a_place_on_no_board(square: str) -> None:
    """Contract 3: off_board."""
    (written,) = moves(f"{square}s BESEN")

    (fault,) = written.faults
    assert isinstance(fault, OffBoard)
    assert (fault.square, fault.word, fault.span.text) == (None, "BESEN", square)


@pytest.mark.parametrize(
    ("line", "count"),
    [("H4-H7 BEINE", 4), ("H4-H8 waagerecht BEINE", 5), ("H4-K8 BEINE", None), ("J14-L14 FUß", 3)],
)
def test_a_range_that_does_not_fit(line: str, count: int | None) -> None:
    """Rules 8: range and direction that differ, or a range not as long as its word."""
    (written,) = moves(line, LEIPZIG)

    (fault,) = written.faults
    assert isinstance(fault, RangeMismatch)
    assert fault.squares_named == count


def test_a_blank_on_no_board() -> None:
    (written,) = moves("A1-A5 HEFTE, P4 = Blanko", LEIPZIG)

    assert [(fault.code, fault.span.text) for fault in written.faults] == [("blank_letter", "P4")]


def test_a_swap_on_no_board_or_without_its_square() -> None:
    (off,) = moves("Jokertausch=P12\nM9s BESEN")
    (without,) = moves("Jokertausch=\nM9s BESEN")

    assert (codes(off), codes(without)) == (["off_board"], ["syntax"])


def test_a_faulty_teilzug_spoils_its_set_and_leaves_the_others_readable() -> None:
    (main, alternate) = moves("1. D1s KORSE\n2. A1 BREK\n/1. A1s REST", AEGYPTEN)

    assert shown([main, alternate]) == [["D1 down KORSE"], ["A1 down REST"]]
    assert (codes(main), codes(alternate)) == (["missing_place"], [])


def test_faults_stand_where_the_player_wrote_them() -> None:
    """Columns count in the text before anything was cut (contract 3)."""
    places = tuple((7, column) for column in range(3, 20))
    line = Line(number=2, text="M9s BE-SENx oder", places=places)

    reading = read_lines([Line(1, YERRES.title), line], "", [YERRES], None)

    (fault,) = reading.entries[0].moves[0].faults
    assert (fault.span.line, fault.span.column) == (7, 10)


@pytest.mark.parametrize("line", ["M9s BESEN oder", "Ich hätte M9s BESEN legen können"])
def test_a_play_in_doubt_by_its_own_line_is_asked_about_as_it_was_read(line: str) -> None:
    (entry,) = read(line, default=LEIPZIG).entries

    assert entry.ambiguity is Ambiguity.UNREAD_PLAY
    assert [each.span.text for each in entry.moves] == ["M9s BESEN"]


@pytest.mark.slow
def test_many_botched_lines_cost_little_and_all_are_named() -> None:
    found = moves("\n".join(f"/M9s BE-SENx oder was {n}" for n in range(100)))

    assert len(found) == 100
    assert {codes(each)[0] for each in found} == {"syntax"}


@pytest.mark.parametrize(
    "line",
    [
        "Tel. 0341/9805658",
        "Kopierladen Adler, A4 - B5, Tel. 0341/9805658",
        "A4 ist alle",
        "A4 - B5",
        "Wir treffen uns um 20:00 Uhr",
        "8h reicht",
        "am 11.12. in H4",
        "04317 Leipzig-Mitte, Haus B 5",
        "Der Zug um 8:30 war pünktlich",
        "DANKE",
        "E-Mail: max@example.org",
        "10 Punkte wären schön",
        "3 Äpfel",
    ],
)
def test_numbers_and_paper_sizes_in_prose_are_no_moves(line: str) -> None:
    before, after = moves(f"{line}\nM9s BESEN"), moves(f"M9s BESEN\n{line}")

    assert shown(before) == shown(after) == [["M9 down BESEN"]]
    assert read(line, default=LEIPZIG).entries == () or line == "DANKE"
    assert not [fault for each in (*before, *after) for fault in each.faults]


@pytest.mark.parametrize("template", ["__ __", "1. __ __\n2. __ __\n/1. __ __", "Spieler=\n__ __"])
def test_the_template_left_empty_is_no_move(template: str) -> None:
    """Contract 5: the template holds `__` for square and word; example 120."""
    reading = read(f"{YERRES.title}\n{template}\n\nViele Grüße\nMax")

    assert [entry.moves for entry in reading.entries] == [()]
    assert not reading.prose


@pytest.mark.parametrize("second", ["MANIE 32", "MANIE waagerecht", "waagerecht MANIE"])
@pytest.mark.parametrize("game", [YERRES, AEGYPTEN, LEIPZIG])
def test_a_play_line_without_its_place_is_reported_beside_another(
    second: str, game: GameFace
) -> None:
    """Contract 3: in no game does a faulty second line go unsaid."""
    assert [codes(each) for each in moves(f"L4s HEFTE\n{second}", game)] == [[], ["missing_place"]]


@pytest.mark.parametrize("line", ["RUNDE 7", "UWE", "LG\nUWE", "S. POHL", "BONUS 50"])
def test_what_labels_or_signs_is_no_play_line_without_its_place(line: str) -> None:
    (written,) = moves(f"L4s HEFTE\n{line}")

    assert written.faults == ()


@pytest.mark.parametrize(
    "text", ["MANIE 32\nL4s HEFTE", "L4s HEFTE\n\nMANIE 32", "L4s HEFTE\nMANIE\nLG Uwe"]
)
def test_a_word_that_counts_for_nothing_is_named(text: str) -> None:
    entry = only_entry(f"{YERRES.title}\n{text}")

    assert shown(entry.moves) == [["L4 down HEFTE"]]
    assert [span.text.split()[0] for span in entry.unused] == ["MANIE"]
