"""Dottendorf's final round: any number of plays, letters that are left deducted (rules 2 and 8)."""

from mailref.games.rounds.closing import open_round
from mailref.games.rounds.game import RoundGame, moves_in_force, undecided_words
from mailref.games.rounds.rules import EntryStatus
from mailref.tiles.moves import Syntax, TextSpan
from tests.tiles.builders import (
    ANY_WORD,
    START,
    WordList,
    board,
    joined,
    move,
    offered,
    opened,
    result,
    ruled,
    sends,
    words,
)
from tests.tiles.variants import ONE, SB, TWO

HAUS = board("F8w HAUS")
KNOWN = words("HAUS", "UND", "DER", "ER")


def final(rack: str = "NDQ?") -> RoundGame:
    game = joined(opened(ONE, HAUS, first_round=9), "Anna", "Bert")
    return offered(game, rack, is_final=True, bag="")


def row(game: RoundGame, lexicon: WordList = ANY_WORD) -> tuple[str, int, int, int]:
    """Return status, points, deduction and total of Anna."""
    found = next(each for each in result(game, lexicon).entries if each.player == "Anna")
    return found.status.value, found.points, found.deduction, found.total


def test_letters_not_laid_are_deducted() -> None:
    """Rules 8: points minus the values of the letters not laid (blank 0): 3 less Q."""
    assert row(sends(final(), "Anna", "H8s UND")) == ("valid", 3, 10, -7)


def test_a_round_that_is_not_final_deducts_nothing() -> None:
    game = offered(joined(opened(ONE, HAUS, first_round=9), "Anna"), "NDQ?")

    assert row(sends(game, "Anna", "H8s UND")) == ("valid", 3, 0, 3)


def test_silence_costs_all_letters() -> None:
    """Rules 8: no valid move: minus all of them, or silence would beat a bad move."""
    assert row(final()) == ("missing", 0, 12, -12)


def test_an_invalid_move_costs_all_letters() -> None:
    assert row(sends(final(), "Anna", "A1w UND")) == ("invalid", 0, 12, -12)


def test_any_number_of_plays_counts_though_the_game_knows_one() -> None:
    """Rules 8: any number of Teilzüge. the variant allows one."""
    game = sends(final("NDERRE"), "Anna", move("H8s UND", "H10w DER", "J10s RE", "I10s ER"))

    found = result(game, ANY_WORD).entries[0]

    assert found.status is EntryStatus.VALID
    assert found.counted is not None
    assert [play.scored.word for play in found.counted.plays] == ["UND", "DER", "RE", "ER"]
    assert found.deduction == 0


def test_a_set_without_a_valid_whole_counts_up_to_its_first_faulty_play() -> None:
    """Rules 8: if no set is wholly valid, the first counts up to its first faulty Teilzug.

    UND 3, DER with R tripled on J10: 5; Q stays.
    """
    game = sends(final("NDERQ"), "Anna", move("H8s UND", "H10w DER", "A1w QQ"))

    assert row(game) == ("valid", 8, 10, -2)


def test_the_first_set_counts_in_part_not_a_later_one() -> None:
    first, second = move("H8s UND", "A1w QQ"), move("H8s UND", "H10w DER", "A1w QQ")

    assert row(sends(final("NDERQ"), "Anna", first, second)) == ("valid", 3, 12, -9)


def test_a_whole_alternate_beats_a_part_of_the_first() -> None:
    """Rules 8: only if no set is wholly valid."""
    first, second = move("H8s UND", "H10w DER", "A1w QQ"), move("H8s UND")

    found = moves_in_force(sends(final("NDERQ"), "Anna", first, second), ANY_WORD)["Anna"]

    assert found.choice.counts == 1


def test_a_play_that_cannot_be_read_leaves_those_before_it() -> None:
    """Rules 8: its first faulty Teilzug; what could not be read is one."""
    unread = Syntax(span=TextSpan(2, 1, "H10w D3R"), hint="word")
    game = sends(final("NDERQ"), "Anna", move("H8s UND", faults=(unread,)))

    assert row(game) == ("valid", 3, 12, -9)


def test_a_first_play_that_cannot_be_read_leaves_nothing() -> None:
    unread = Syntax(span=TextSpan(1, 1, "H8s U?D"), hint="word")
    game = sends(final("NDERQ"), "Anna", move("H8s UND", faults=(unread,)))

    assert row(game) == ("invalid", 0, 14, -14)


def test_a_word_without_ruling_in_the_part_that_counts_holds_the_round_up() -> None:
    """Rules 8: an undecided word holds the round up if a counting move depends on it."""
    game = sends(final("NDERSQ"), "Anna", move("H8s UND", "H10w DES", "A1w QQ"))

    assert undecided_words(game, moves_in_force(game, KNOWN)) == ("DES",)
    assert row(ruled(game, DES=False), KNOWN)[:2] == ("valid", 3)
    assert row(ruled(game, DES=True), KNOWN)[:2] == ("valid", 8)


def test_a_rejected_entry_leaves_the_part_of_an_earlier_one() -> None:
    """Rules 8: a rejected entry leaves in force what was."""
    game = sends(final("NDERQ"), "Anna", move("H8s UND", "A1w QQ"))
    game = sends(game, "Anna", "A1w QQ", minute=1)

    assert row(game) == ("valid", 3, 12, -9)


def test_other_rounds_count_no_part_of_a_set() -> None:
    """Rules 8: a set of Teilzüge is valid only as a whole."""
    game = offered(joined(opened(TWO, HAUS, first_round=9), "Anna"), "NDERQAAABBCCEEEF")
    game = sends(game, "Anna", move("H8s UND", "A1w QQ"))

    assert row(game)[:2] == ("invalid", 0)


def test_the_best_net_result_is_laid() -> None:
    """Rules 8: the best net result is laid, not the most points.

    DER with D on the triple A1 scores 9 less J and A; JA 7 less D and A.
    """
    lying = board("B1w ER", "H8w A")
    game = offered(
        joined(opened(ONE, lying, first_round=9), "Anna", "Bert"), "DJA", is_final=True, bag=""
    )
    game = sends(sends(game, "Anna", "A1w DER"), "Bert", "G8w JA")

    found = result(game)

    assert found.laid is not None
    assert found.laid.players == ("Bert",)
    assert [(r.player, r.points, r.net) for r in found.entries] == [("Bert", 7, 5), ("Anna", 9, 2)]


def test_a_freed_blank_costs_nothing() -> None:
    """Rules 8: blank 0; the letter put for it is laid."""
    game = joined(opened(ONE, board("F8w HaUS"), first_round=9), "Anna")
    game = offered(game, "NDA", is_final=True, bag="")

    assert row(sends(game, "Anna", move("H8s UND", swaps=["G8"]))) == ("valid", 3, 0, 3)


def test_the_round_filled_with_the_last_tile_is_the_final_one() -> None:
    """Rules 8: however short the rack; exactly one."""
    game = opened(ONE, HAUS, first_round=9)

    def is_final(rules_game: RoundGame, bag: str) -> bool:
        between = offered(rules_game, "ND", bag=bag)
        return open_round(between, None, START).is_final

    assert is_final(game, "")
    assert not is_final(game, "E")
    assert not is_final(opened(SB, HAUS, first_round=9), "")
