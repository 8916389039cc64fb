"""Which of a player's moves counts, and which of his entries is in force (rules 2 and 8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mailref.games.events import PlayerLeft
from mailref.games.rounds import game as rounds
from mailref.games.rounds.events import MoveWithdrawn
from mailref.games.rounds.game import InForce, Memory, RoundGame, moves_in_force
from mailref.games.rounds.rules import EntryStatus, PlayerResult
from mailref.games.rounds.switches import Rules
from tests.tiles.builders import (
    WordList,
    after,
    board,
    joined,
    offered,
    opened,
    result,
    ruled,
    sends,
    words,
)
from tests.tiles.variants import ONE, SB

HAUS = board("F8w HAUS")
KNOWN = words("HAUS", "UND", "UNS", "DU")
"""UNDER and the like are unknown."""


def game_of(rules: Rules = ONE) -> RoundGame:
    game = joined(opened(rules, HAUS, first_round=2), "Anna", "Bert")
    return offered(game, "UNDSERXQ")


def undecided_words(game: RoundGame) -> tuple[str, ...]:
    return rounds.undecided_words(game, moves_in_force(game, KNOWN))


def remembered(memory: Memory, game: RoundGame) -> tuple[str, ...]:
    return rounds.undecided_words(game, memory.moves_in_force(game, KNOWN))


def in_force(game: RoundGame, lexicon: WordList = KNOWN) -> InForce:
    return moves_in_force(game, lexicon)["Anna"]


def row(game: RoundGame, lexicon: WordList = KNOWN) -> PlayerResult:
    return next(row for row in result(game, lexicon).entries if row.player == "Anna")


VALID, PENDING, INVALID = "H8s UND", "H8s UNDER", "A1w UND"


class TestFirstThatIsValid:
    """Rules 2, Dottendorf: the first that is valid counts."""

    def test_the_first_counts_though_an_alternate_scores_more(self) -> None:
        found = in_force(sends(game_of(), "Anna", "H8s UND", "H8s UNDSER"), words("UND", "UNDSER"))

        assert found.choice.counts == 0

    def test_an_alternate_counts_where_the_first_is_invalid(self) -> None:
        found = in_force(sends(game_of(), "Anna", INVALID, VALID))

        assert (found.choice.counts, found.choice.undecided) == (1, ())

    def test_a_pending_move_before_the_first_valid_one_leaves_it_open(self) -> None:
        """Contract 3: Dottendorf, first move pending: `counts` null."""
        found = in_force(sends(game_of(), "Anna", PENDING, VALID))

        assert (found.choice.counts, found.choice.undecided) == (None, ("UNDER",))

    def test_a_pending_move_after_the_first_valid_one_asks_nobody(self) -> None:
        """Rules 8: an undecided word holds the round up only if a counting move depends on it."""
        game = sends(game_of(), "Anna", VALID, PENDING)

        assert in_force(game).choice.undecided == ()
        assert undecided_words(game) == ()

    def test_each_pending_move_before_the_valid_one_is_asked_about(self) -> None:
        game = sends(game_of(), "Anna", PENDING, "H8s UNSERE", "H8s UNDX", VALID)

        assert undecided_words(game) == ("UNDER", "UNDX")  # UNSERE lacks an E

    @pytest.mark.parametrize(("accepted", "counts"), [(True, 0), (False, 1)])
    def test_the_ruling_decides(self, accepted: bool, counts: int) -> None:
        game = ruled(sends(game_of(), "Anna", PENDING, VALID), UNDER=accepted)

        assert in_force(game).choice.counts == counts


class TestBestThatIsValid:
    """Rules 2, SB: the valid one with most points counts."""

    def test_the_best_counts_wherever_it_stands(self) -> None:
        game = sends(game_of(SB), "Anna", "H8s UN", "H8s UNDX", "H8s UND")

        found = in_force(game, words("UN", "UND", "UNDX"))

        assert found.choice.counts == 1

    def test_of_equal_moves_the_first_counts(self) -> None:
        """Rules 8: equal own moves: the first counts."""
        found = in_force(sends(game_of(SB), "Anna", INVALID, "H8s UNS", "H8s UND"))

        assert found.choice.counts == 1

    def test_a_pending_move_with_more_points_is_asked_about(self) -> None:
        """Contract 3: outcome pending, `counts` the best valid one so far."""
        found = in_force(sends(game_of(SB), "Anna", VALID, PENDING))

        assert (found.choice.counts, found.choice.undecided) == (0, ("UNDER",))

    def test_a_pending_move_with_no_more_points_asks_nobody(self) -> None:
        """Rules 8: SB, a pending one with more points than his best valid one."""
        found = in_force(sends(game_of(SB), "Anna", "H8s UND", "H8s UNE"))

        assert (found.choice.counts, found.choice.undecided) == (0, ())

    def test_a_pending_move_alone_is_asked_about(self) -> None:
        found = in_force(sends(game_of(SB), "Anna", INVALID, PENDING))

        assert (found.choice.counts, found.choice.undecided) == (None, ("UNDER",))


class TestReplacing:
    """Rules 8: the newest entry that holds a valid or pending move replaces the earlier one."""

    def test_a_newer_valid_entry_replaces(self) -> None:
        game = sends(game_of(), "Anna", "H8s UNS")
        game = sends(game, "Anna", VALID, minute=1)

        assert in_force(game).entry.mail == "Anna-1"

    def test_a_newer_entry_replaces_though_it_scores_less(self) -> None:
        game = sends(sends(game_of(), "Anna", "H8s UND"), "Anna", "I7s DS", minute=1)

        found = in_force(game, words("UND", "DS"))

        assert found.entry.mail == "Anna-1"

    def test_a_rejected_entry_leaves_the_confirmed_move_in_force(self) -> None:
        game = sends(game_of(), "Anna", VALID)
        game = sends(game, "Anna", INVALID, minute=1)

        assert in_force(game).entry.mail == "Anna-0"
        assert row(game).points == 3

    def test_a_pending_replacement_is_in_force_while_nobody_ruled(self) -> None:
        game = sends(sends(game_of(), "Anna", VALID), "Anna", PENDING, minute=1)

        assert in_force(game).entry.mail == "Anna-1"
        assert undecided_words(game) == ("UNDER",)

    def test_a_refused_replacement_falls_back_to_the_confirmed_move(self) -> None:
        """Rules 8: if every move of a pending replacement is refused, the earlier one counts."""
        game = sends(sends(game_of(), "Anna", VALID), "Anna", PENDING, minute=1)

        found = in_force(ruled(game, UNDER=False))

        assert (found.entry.mail, found.choice.counts) == ("Anna-0", 0)

    def test_an_accepted_replacement_stays(self) -> None:
        game = sends(sends(game_of(), "Anna", VALID), "Anna", PENDING, minute=1)

        assert in_force(ruled(game, UNDER=True)).entry.mail == "Anna-1"

    def test_a_confirmed_move_whose_word_is_refused_later_counts_no_more(self) -> None:
        """Contract 2: stored moves are judged again when rulings change."""
        game = ruled(sends(game_of(), "Anna", VALID), UND=False)

        assert row(game).status is EntryStatus.INVALID
        assert row(game).points == 0

    def test_of_invalid_entries_the_newest_is_shown(self) -> None:
        game = sends(sends(game_of(), "Anna", INVALID), "Anna", "H8s OND", minute=1)

        assert in_force(game).entry.mail == "Anna-1"
        assert in_force(game).choice.counts is None

    def test_a_withdrawn_move_leaves_none(self) -> None:
        game = sends(game_of(), "Anna", VALID)
        assert game.round is not None
        game = after(game, MoveWithdrawn("Anna", 2, game.round.opened))

        assert moves_in_force(game, KNOWN) == {}
        assert row(game).status is EntryStatus.MISSING


def test_a_player_who_leaves_in_mid_round_still_counts_in_it() -> None:
    """Contract 2: excluded from the next round on."""
    game = after(sends(game_of(), "Anna", PENDING), PlayerLeft("Anna", "asked"))

    assert undecided_words(game) == ("UNDER",)


def test_no_round_no_moves() -> None:
    assert moves_in_force(opened(), KNOWN) == {}


class TestMemory:
    """What is remembered of a round answers as if everything were judged anew."""

    def test_an_entry_that_came_since_is_judged(self) -> None:
        memory, game = Memory(), game_of()
        assert remembered(memory, game) == ()

        game = sends(game, "Bert", PENDING)

        assert remembered(memory, game) == ("UNDER",)
        assert remembered(memory, sends(game, "Anna", "H8s UNSER")) == ("UNDER", "UNSER")

    def test_a_move_that_replaces_another_is_judged(self) -> None:
        memory, game = Memory(), sends(game_of(), "Anna", PENDING)
        assert remembered(memory, game) == ("UNDER",)

        assert remembered(memory, sends(game, "Anna", VALID, minute=1)) == ()

    def test_a_withdrawn_move_is_forgotten(self) -> None:
        memory, game = Memory(), sends(game_of(), "Anna", PENDING)
        assert remembered(memory, game) == ("UNDER",)

        assert game.round is not None
        withdrawn = after(game, MoveWithdrawn("Anna", 2, game.round.opened))

        assert remembered(memory, withdrawn) == ()

    def test_a_ruling_lets_nothing_remembered_hold(self) -> None:
        memory, game = Memory(), sends(game_of(), "Anna", PENDING)
        assert remembered(memory, game) == ("UNDER",)

        assert remembered(memory, ruled(game, UNDER=True)) == ()

    def test_another_rack_lets_nothing_remembered_hold(self) -> None:
        memory, game = Memory(), sends(game_of(), "Anna", PENDING)
        assert remembered(memory, game) == ("UNDER",)

        assert remembered(memory, replace(game, rack="XXQQ")) == ()

    def test_two_games_are_kept_apart(self) -> None:
        memory, game = Memory(), sends(game_of(), "Anna", PENDING)
        other = replace(sends(game_of(), "Anna", "H8s UNSER"), id="other")

        assert remembered(memory, game) == ("UNDER",)
        assert remembered(memory, other) == ("UNSER",)
        assert remembered(memory, game) == ("UNDER",)


@given(steps=st.lists(st.tuples(st.sampled_from("AB+-"), st.integers(0, 3)), max_size=8))
def test_what_is_remembered_is_what_would_be_judged_anew(steps: list[tuple[str, int]]) -> None:
    """A look after each mail judges only what is new, and finds the same words."""
    game, memory = game_of(), Memory()
    for minute, (what, index) in enumerate(steps):
        if what in "AB":
            texts = [(PENDING,), (VALID, PENDING), (INVALID, "H8s UNSX"), ("H8s UNDX", VALID)]
            game = sends(game, {"A": "Anna", "B": "Bert"}[what], *texts[index], minute=minute)
        else:
            game = ruled(game, **{["UNDER", "UNDX", "UNSX", "UND"][index]: what == "+"})

        assert remembered(memory, game) == undecided_words(game)
