"""What the search decides by rule: readings of one tile, swaps, switches, words of the game."""

import pytest

from mailref.tiles.board import Area, Board, BonusForAll, BonusTable, Direction, Extended, Square
from mailref.tiles.top.all_moves import FoundMove, Tops
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.words import TopTables
from tests.tiles.top.games import board, game, search


def words_of(tops: Tops) -> set[str]:
    return {move.word for move in tops.moves}


def test_without_any_move_the_top_is_nothing() -> None:
    assert search("HAUS").tops(Board(), "") == Tops(0, ())
    assert search("HAUS").tops(Board(), "HAU") == Tops(0, ())
    assert search().tops(Board(), "HAUS") == Tops(0, ())
    assert list(search("HAUS").all_moves(Board(), "")) == []


def test_a_play_that_scores_nothing_is_a_move_all_the_same() -> None:
    """Rules 3: a blank scores 0."""
    tops = search("AB").tops(Board(), "??")

    assert tops.points == 0
    assert words_of(tops) == {"AB"}


def test_one_tile_in_two_words_is_one_move_named_by_the_longer() -> None:
    """A one-tile move once. E on L8 makes HAUSE across and EX down."""
    lying = board("H8w HAUS", "L9w X")
    tops = search("HAUSE", "EX").tops(lying, "E")

    assert [(move.word, move.direction) for move in tops.moves] == [("HAUSE", Direction.ACROSS)]


def test_of_two_equally_long_readings_the_one_across_is_named() -> None:
    """N on I8 makes AN across and NB down, on H9 NB across and AN down."""
    lying = board("H8w A", "I9w B")
    tops = search("AN", "NB").tops(lying, "N")

    assert [(move.word, move.direction) for move in tops.moves] == [
        ("AN", Direction.ACROSS),
        ("NB", Direction.ACROSS),
    ]


def test_with_plain_scoring_the_two_readings_are_two_moves_and_the_better_wins() -> None:
    """Rules 8. A on H1 (triple word): HA (2+1)*3 and AE 2, or AE (1+1)*3 and HA 3; on G2 nothing counts more."""
    lying = board("G1w H", "H2w E")
    tops = search("HA", "AE", extended=Extended.PLAIN).tops(lying, "A")

    assert tops.points == (2 + 1) * 3 + (1 + 1)
    assert [(move.word, move.direction) for move in tops.moves] == [("HA", Direction.ACROSS)]
    everything = search("HA", "AE", extended=Extended.PLAIN).all_moves(lying, "A")
    assert [(move.word, move.points) for move in everything] == [
        ("HA", 11),
        ("AE", 9),
        ("HA", 5),
        ("AE", 5),
    ]


def test_a_swap_frees_a_blank_for_a_letter_the_rack_lacks() -> None:
    """Rules 8, Jokertausch: the A of HaUS goes back for an A of the rack; HAUSE needs an E."""
    lying = board("H8w HaUS")
    tops = search("HAUSE", swap=True).tops(lying, "A")

    assert tops.moves == (
        FoundMove(
            square=Square(7, 7),
            direction=Direction.ACROSS,
            word="HAUSE",
            blanks=(Square(7, 11),),
            points=2 + 1 + 1 + 1 + 0,
            swaps=(Square(7, 8),),
        ),
    )
    assert search("HAUSE", swap=False).tops(lying, "A") == Tops(0, ())


def test_a_swap_that_gains_no_point_is_not_named() -> None:
    """A swap that neither lays the freed blank nor counts in a word formed changes no point."""
    lying = board("H8w HaUS", "H12w B")
    tops = search("NB", swap=True, most_tiles=1).tops(lying, "AN")

    assert [(move.word, move.swaps) for move in tops.moves] == [("NB", ()), ("NB", ())]


def test_both_blanks_are_swapped_where_that_is_best() -> None:
    """The E is laid on L8, a double letter."""
    lying = board("H8w HaUs")
    tops = search("HAUSE", swap=True).tops(lying, "AES")

    assert [(move.points, move.swaps) for move in tops.moves] == [
        (2 + 1 + 1 + 1 + 1 * 2, (Square(7, 8), Square(7, 10)))
    ]


def test_the_letters_offered_count_for_all_also_after_a_swap() -> None:
    """Rules 8: the number of letters offered, and so `all`, does not change."""
    lying = board("H8w a")
    found = search("BBBBBBB", "ABBBBBBB", swap=True, bonus=BonusForAll(50))

    tops = found.tops(lying, "ABBBBBB")

    assert tops.points == max(move.points for move in found.all_moves(lying, "ABBBBBB"))
    best = tops.moves[0]
    assert best.swaps == (Square(7, 7),)
    assert len(best.new_tiles(best.swapped(lying))) == 7


def test_the_first_word_lies_wholly_in_the_area() -> None:
    """Rules 8: or wholly in the game master's area."""
    area = Area(Square(0, 0), Square(1, 3))
    tops = search("HAUS", "OH", start=area).tops(Board(), "AHSU")

    assert {(move.square, move.direction) for move in tops.moves} == {
        (Square(0, 0), Direction.ACROSS)
    }
    assert tops.points == (2 + 1 + 1 + 1 * 2) * 3
    assert words_of(search("HAUS", "OH", start=area).tops(Board(), "OH")) == {"OH"}


def test_most_tiles_limits_a_play() -> None:
    """Rules 2: 7-of-8."""
    assert words_of(search("ABEND", "AB", most_tiles=4).tops(Board(), "ABDEN")) == {"AB"}
    assert words_of(search("ABEND", "AB", most_tiles=5).tops(Board(), "ABDEN")) == {"ABEND"}


def test_sixteen_letters_are_searched_like_eight() -> None:
    """Rules 2: a 2-Zug game offers 16."""
    tops = search("DONAUDAMPFERS", "AB").tops(Board(), "AADDEFMNOPRSUXXX")

    assert words_of(tops) == {"DONAUDAMPFERS"}


def test_the_greatest_entry_not_above_the_tiles_laid_is_the_bonus() -> None:
    """Rules 8: {7 = 50, 8 = 75}; ABENDE is 6 tiles and gets what 5 get."""
    with_bonus = search("ABENDE", bonus=BonusTable(((5, 20), (7, 50)))).tops(Board(), "ABDEEN")
    without = search("ABENDE", bonus=BonusTable(())).tops(Board(), "ABDEEN")

    assert with_bonus.points == without.points + 20


@pytest.mark.parametrize("length", [12, 13, 14, 15])
def test_a_long_crossing_word_is_looked_up_exactly(length: int) -> None:
    """No verdict rests on a hash; above 12 letters there is no key, but a look-up."""
    crossing = "ABCDEFGHIJKLMNO"[:length]
    lying = board(f"A1s {crossing[:-1]}")
    end = Square(length - 1, 0)
    across = crossing[-1] + "AB"

    listed = search(across, crossing).tops(lying, across[0] + "AB")
    absent = search(across, crossing[:-1] + "Z").tops(lying, across[0] + "AB")
    extra = TopSearch(TopTables.build([across]), game(), extra=frozenset({crossing}))
    excluded = TopSearch(
        TopTables.build([across, crossing]), game(), excluded=frozenset({crossing})
    )

    assert end in {move.squares[0] for move in listed.moves if move.word == across}
    assert all(end not in move.squares for move in absent.moves)
    assert extra.tops(lying, across[0] + "AB").moves[0].squares[0] == end
    assert all(end not in move.squares for move in excluded.tops(lying, across[0] + "AB").moves)


def test_refused_words_are_no_words_and_accepted_ones_are_without_a_rebuild() -> None:
    """The game master's rulings are merged in."""
    tables = TopTables.build(["ABEND", "BAND"])
    letters = "ABDENX"

    assert words_of(TopSearch(tables, game()).tops(Board(), letters)) == {"ABEND"}
    refused = TopSearch(tables, game(), excluded=frozenset({"ABEND"}))
    assert words_of(refused.tops(Board(), letters)) == {"BAND"}
    accepted = TopSearch(tables, game(), extra=frozenset({"XBEND"}))
    assert words_of(accepted.tops(Board(), letters)) == {"XBEND"}
    both = TopSearch(
        tables, game(), excluded=frozenset({"ABEND"}), extra=frozenset({"ABEND", "x", "ß"})
    )
    assert words_of(both.tops(Board(), letters)) == {"ABEND"}


def test_a_list_in_any_order_with_doubles_and_foreign_words_is_read() -> None:
    tables = TopTables.build(
        ["ZU", "AB", "ZU", "A", "", "Abc", "ÉTÉ", "ÜBEL", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    )

    assert tables.sizes.sum() == 3
    assert TopTables.build("AB\r\nZU\nÜBEL".encode()).sizes.sum() == 3
