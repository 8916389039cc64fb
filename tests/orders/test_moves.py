"""Lines to moves: Teilzüge, alternates, swaps, blank lines, several games (rules 4 and 8)."""

import pytest

from mailref.orders.entries import Ambiguity, GameFace
from mailref.tiles.board import Square
from tests.reading.reading import (
    AEGYPTEN,
    GENF,
    LEIPZIG,
    NORD,
    YERRES,
    codes,
    moves,
    only_entry,
    read,
    shown,
)

D, A = "D1 down KORSE", "A1 across BREK"


@pytest.mark.parametrize(
    ("text", "game", "expected"),
    [
        pytest.param(
            "M9s BESEN\n/M7s BASEN", YERRES, [["M9 down BESEN"], ["M7 down BASEN"]], id="alternate"
        ),
        pytest.param(
            "M9s BESEN\n/senkrecht M7 BASEN",
            YERRES,
            [["M9 down BESEN"], ["M7 down BASEN"]],
            id="the direction right behind the slash",
        ),
        pytest.param(
            "M9s BESEN\n/1. M7s BASEN\n/2. A1s ES",
            YERRES,
            [["M9 down BESEN"], ["M7 down BASEN"], ["A1 down ES"]],
            id="numbered alternates of a 1-Zug game",
        ),
        pytest.param(
            "M9s BESEN\nErsatzzug: M7s BASEN",
            YERRES,
            [["M9 down BESEN"], ["M7 down BASEN"]],
            id="Ersatzzug in words",
        ),
        pytest.param("1. D1s KORSE\n2. A1w BREK", AEGYPTEN, [[D, A]], id="two Teilzüge"),
        pytest.param(
            "D1s KORSE\n2. A1w BREK", AEGYPTEN, [[D, A]], id="the first without its number"
        ),
        pytest.param(
            "1. A1w BREK\n/1. D1s KORSE\n/2. A1w BREK",
            AEGYPTEN,
            [[A], [D, A]],
            id="fewer Teilzüge than allowed",
        ),
        pytest.param(
            "1. A1w BREK\n/1. D1s KORSE\n/1. A1w BREK",
            AEGYPTEN,
            [[A], [D], [A]],
            id="each /1. begins an alternate",
        ),
        pytest.param(
            "1. D1s KORSE\n/1. A1w ES\n2. A1w BREK",
            AEGYPTEN,
            [[D, A], ["A1 across ES"]],
            id="without a slash the move goes on",
        ),
        pytest.param(
            "D1s KORSE\n/D1s KORSE\n/A1w BREK",
            AEGYPTEN,
            [[D], [D, A]],
            id="slashes without numbers fill the set",
        ),
        pytest.param(
            "H4-H8 BEINE\n/K4-K8 BEINE\n2. K4s BIENE",
            LEIPZIG,
            [["H4 down BEINE"], ["K4 down BEINE"], ["K4 down BIENE"]],
            id="SB: any form is a move",
        ),
    ],
)
def test_lines_become_moves(text: str, game: GameFace, expected: list[list[str]]) -> None:
    """Rules 8, moves."""
    assert shown(moves(text, game)) == expected


def test_a_second_teilzug_in_a_1_zug_game_is_too_many_plays() -> None:
    """Rules 8: the first n plays stand."""
    (written,) = moves("M9s BESEN\n2. M7s BASEN")

    assert shown([written]) == [["M9 down BESEN"]]
    assert [(fault.code, fault.span.line) for fault in written.faults] == [("too_many_plays", 3)]


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("M9s BESEN\nM7s BASEN", YERRES),
        ("D1s KORSE\nA1w BREK", AEGYPTEN),
        ("1. D1s KORSE\nA1w BREK", AEGYPTEN),
    ],
)
def test_a_second_plain_play_is_ambiguous(text: str, game: GameFace) -> None:
    """Rules 8: nothing counts and the answer shows how to mark an alternate."""
    entry = only_entry(f"{game.title}\n{text}")

    assert entry.ambiguity is Ambiguity.SECOND_PLAY
    assert entry.ambiguous_at is not None
    assert entry.ambiguous_at.line == 3
    assert len(entry.moves) == 2


def test_the_fourth_move_of_an_sb_game_is_too_many() -> None:
    """Rules 8: the first three stand."""
    found = moves("H4-H8 BEINE\nK4-K8 BEINE\nK4s BIENE\nA1s ABC", LEIPZIG)

    assert [codes(each) for each in found] == [[], [], [], ["too_many_moves"]]


@pytest.mark.parametrize(
    ("text", "game"), [("H8 RUCKEN\nD7 SKALDEN", GENF), ("M9s BESEN\nM7s BASEN", NORD)]
)
def test_where_one_move_is_allowed_a_second_is_too_many(text: str, game: GameFace) -> None:
    """Rules 2: Simultan and mono have one move and no alternates."""
    entry = only_entry(f"{game.title}\n{text}")

    assert entry.ambiguity is None
    assert [codes(each) for each in entry.moves] == [[], ["too_many_moves"]]


@pytest.mark.parametrize("points", ["(24)", "(9)", "24", "(24 Punkte)"])
def test_points_in_brackets_are_no_number_of_the_play_behind_them(points: str) -> None:
    entry = only_entry(f"{YERRES.title}\nM9s BESEN {points}, M7s BASEN (22)")

    assert entry.ambiguity is Ambiguity.SECOND_PLAY
    assert [codes(each) for each in entry.moves] == [[], []]


@pytest.mark.parametrize("between", [" & ", " und ", " + ", ", ", " sowie ", " | "])
def test_where_one_move_is_allowed_a_second_beside_it_is_ambiguous(between: str) -> None:
    """Rules 8: who puts two on one line has not said which is the move."""
    entry = only_entry(f"{GENF.title}\nH8 RUCKEN{between}D7 SKALDEN")

    assert entry.ambiguity is Ambiguity.SECOND_PLAY


@pytest.mark.parametrize(
    ("text", "swaps"),
    [
        pytest.param(
            "M10s EUBÖA\n/  Jokertausch=A12\n/M9s BEHAUE",
            [[], ["A12"]],
            id="next of the same slash",
        ),
        pytest.param(
            "Jokertausch=A12\nM9s BEHAUE\n/M10s EUBÖA", [["A12"], []], id="without a slash"
        ),
        pytest.param("M9s BEHAUE\nJokertausch=A12", [["A12"]], id="else the one before"),
        pytest.param(
            "M10s EUBÖA\n/M9s BEHAUE\n/Jokertausch=A12", [[], ["A12"]], id="the alternate before"
        ),
        pytest.param("Jokertausch: A12, B3\nM9s BEHAUE", [["A12", "B3"]], id="several by comma"),
        pytest.param(
            "Joker-Tausch A12\nJokertausch = B 3\nM9s BEHAUE",
            [["A12", "B 3"]],
            id="several by line",
        ),
        pytest.param("Jokertausch=A12 gegen N\nM9s BEHAUE", [["A12"]], id="with its letter"),
        pytest.param("M9s BEHAUE Jokertausch=A12", [["A12"]], id="behind the play"),
        pytest.param("Jokertausch=A12 M9s BEHAUE", [["A12"]], id="before the play in one line"),
        pytest.param("Jokertausch H7, dann B8s e*NQUETE", [["H7"]], id="then the play"),
        pytest.param("Jokertausch=H7, B8s e*NQUETE", [["H7"]], id="a comma and the play"),
        pytest.param("Jokertausch H7; danach B8 senkrecht ENQUETE", [["H7"]], id="after that"),
        pytest.param("joker swap H7 and then B8s ENQUETE", [["H7"]], id="and then, in English"),
        pytest.param("Jokertausch A12, B3, dann M9s BEHAUE", [["A12", "B3"]], id="two, then"),
    ],
)
def test_a_swap_belongs_to_the_move_whose_lines_follow(text: str, swaps: list[list[str]]) -> None:
    """Rules 4 and 8."""
    found = [[swap.span.text for swap in each.move.swaps] for each in moves(text) if each.move]

    assert found == swaps


def test_a_swap_names_its_square() -> None:
    (written,) = moves("Jokertausch=A12\nM9s BEHAUE")

    assert written.move is not None
    assert [swap.square for swap in written.move.swaps] == [Square(11, 0)]


def test_a_swap_without_a_play_is_no_move() -> None:
    """Rules 8."""
    assert moves("Jokertausch=A12") == ()


def test_blank_lines_before_the_first_play_are_skipped() -> None:
    assert shown(moves("\nSpieler=Max\n\n\nM9s BESEN")) == [["M9 down BESEN"]]


def test_a_blank_line_ends_the_entry() -> None:
    """Rules 8: what follows and is no complete play is ignored (example 045)."""
    text = "SB-Scrabble Leipzig\nH4 – H8: BEINE\n\nMichael Adler\nKopierladen Adler, A4 - B5\nA3 Plakate"

    entry = only_entry(text)

    assert shown(entry.moves, LEIPZIG) == [["H4 down BEINE"]]
    assert entry.ambiguity is None


@pytest.mark.parametrize("second", ["M7s BASEN", "/M7s BASEN", "Basen M7s oder so\nM7s BASEN"])
def test_a_complete_play_behind_the_blank_line_is_ambiguous(second: str) -> None:
    """Rules 8."""
    entry = only_entry(f"{YERRES.title}\nM9s BESEN\n\n{second}")

    assert entry.ambiguity is Ambiguity.AFTER_EMPTY_LINE
    assert entry.ambiguous_at is not None
    assert entry.ambiguous_at.text == second.rsplit("\n", maxsplit=1)[-1]


@pytest.mark.parametrize(
    "text",
    [
        "1) c3s ausbot\n2) n11s heile\n\nersatzzug:\n1) f13w mulis\n2) n8s dekret",
        "1. C3s AUSBOT\n2. N11s HEILE\n\n/1. F13w MULIS\n/2. N8s DEKRET",
        "C3s AUSBOT und N11s HEILE.\n\nSollte etwas nicht gelten, dann F13w MULIS und N8s DEKRET.",
    ],
)
def test_alternates_of_a_reply_may_stand_behind_the_blank_line(text: str) -> None:
    (entry,) = read(text, default=AEGYPTEN).entries

    assert entry.ambiguity is None
    assert [[p.word for p in m.move.plays] for m in entry.moves if m.move] == [
        ["AUSBOT", "HEILE"],
        ["MULIS", "DEKRET"],
    ]


def test_the_same_play_again_behind_a_blank_line_is_no_second_one() -> None:
    entry = only_entry(f"{YERRES.title}\nM9s BESEN\n\nGruß\nM9s BESEN")

    assert (entry.ambiguity, shown(entry.moves)) == (None, [["M9 down BESEN"]])


@pytest.mark.parametrize(
    ("text", "blanks", "claimed"),
    [
        ("M9s BESEN\nM9s BESEN", [], None),
        ("BESEN senkrecht ab M9, also M9s BESEN. 28.", [], 28),
        ("M9s BESEN 24\nM9s BESEN 28", [], 28),
        ("M9s B*ESEN\nM9s BESEN", [1], None),
        ("M9s BESEN\nM9s B*ESEN", [1], None),
    ],
)
def test_a_play_that_is_said_once_more_is_one(
    text: str, blanks: list[int], claimed: int | None
) -> None:
    entry = only_entry(f"{YERRES.title}\n{text}")

    assert entry.ambiguity is None
    ((play,),) = [each.move.plays for each in entry.moves if each.move]
    assert (play.word, sorted(play.starred), play.claimed) == ("BESEN", blanks, claimed)


@pytest.mark.parametrize(
    "text",
    [
        "M9s B*ESEN\nM9s BE*SEN",
        "M9s BESEN\noder M9s BESEN?",
        "M9s BESEN. Nicht M9s BESEN.",
        "Entwurf: M9s BESEN\nM9s BESEN",
    ],
)
def test_a_play_that_is_said_once_more_and_otherwise_is_asked_about(text: str) -> None:
    assert only_entry(f"{YERRES.title}\n{text}").ambiguity is not None


def test_plays_count_where_every_line_is_so_spaced() -> None:
    """Rules 8 (mail clients do that); example 114."""
    entry = only_entry(
        "1-Zug-Scrabble Yerres\n\nSpieler=Max\n\nM7s BÖSEN\n\n/M9s BESEN\n\n/A1w\n\nMax"
    )

    assert entry.ambiguity is None
    assert shown(entry.moves) == [["M7 down BÖSEN"], ["M9 down BESEN"], []]


def test_spaced_plays_are_ambiguous_where_the_mail_names_another_game() -> None:
    """Rules 8: only if the mail names no other game."""
    text = (
        "SB-Scrabble Leipzig\n\nH4-H8: BEINE\n\nK4-K8: BEINE\n\n1-Zug-Scrabble Yerres\n\nM9s BESEN"
    )

    first, second = read(text).entries

    assert (first.ambiguity, second.ambiguity) == (Ambiguity.AFTER_EMPTY_LINE, None)


def test_several_games_in_one_mail_in_order() -> None:
    """Rules 4: one mail may hold several games (example 307)."""
    text = (
        "1-Zug-Scrabble Yerres\nSpieler=Max\nO12s KEHR+eisE\n\nSB-Scrabble Leipzig\nF8 – J8: LAGER\n\n"
        "2-Zug-Scrabble Ägypten\n1. J14w FANGOS\n2. H5w wADI"
    )

    entries = read(text).entries

    assert [entry.game for entry in entries] == ["yerres", "leipzig", "aegypten"]
    assert [len(entry.moves) for entry in entries] == [1, 1, 1]
    assert [entry.player and entry.player.text for entry in entries] == ["Max", None, None]


def test_two_different_entries_for_one_game_are_ambiguous() -> None:
    """Contract 3."""
    entries = read(f"{YERRES.title}\nM9s BESEN\n\n{YERRES.title}\nM7s BASEN").entries

    assert [entry.ambiguity for entry in entries] == [Ambiguity.TWO_ENTRIES] * 2


def test_two_equal_entries_count_once() -> None:
    for again in ("\n M9s  BESEN", "M9s Besen 43"):
        assert len(read(f"{YERRES.title}\nM9s BESEN\n\n{YERRES.title}\n{again}").entries) == 1
    assert len(read(f"{YERRES.title}\nM9s BESEN\n\n{YERRES.title}\nM9s BE*SEN").entries) == 2


def test_entries_for_two_players_stand_beside_each_other() -> None:
    """A couple writes one mail."""
    entries = read(
        f"{YERRES.title}\nSpieler=Birgit\nM9s BESEN\n\nSpieler=Holger\nM7s BASEN"
    ).entries

    assert [(entry.game, entry.ambiguity) for entry in entries] == [("yerres", None)] * 2
    assert [entry.player and entry.player.text for entry in entries] == ["Birgit", "Holger"]


def test_a_heading_alone_gives_way_to_the_entry() -> None:
    entry = only_entry(f"{YERRES.title}\n\n{YERRES.title}\nM9s BESEN")

    assert shown(entry.moves) == [["M9 down BESEN"]]


def test_without_a_heading_the_default_game_is_read() -> None:
    entry = only_entry("Hallo,\n\n8H RUCKEN\n\nLG Ulla", default=GENF)

    assert (entry.game, entry.heading) == (None, None)
    assert shown(entry.moves, GENF) == [["8H down RUCKEN"]]


def test_the_heading_is_kept_with_its_place() -> None:
    entry = only_entry("Hallo!\n\n*SB-Scrabble Leipzig:*\nH4-H8 BEINE")

    assert entry.heading is not None
    assert (entry.heading.line, entry.heading.column) == (3, 2)
    assert entry.heading.text == "SB-Scrabble Leipzig"
