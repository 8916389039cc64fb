"""The search against an exhaustive one and against the referee, in random positions, every switch."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mailref.games.rounds.switches import Rules
from mailref.tiles.board import (
    SIZE,
    Area,
    Board,
    Bonus,
    BonusForAll,
    BonusTable,
    Extended,
    Laying,
    Square,
    in_order,
)
from mailref.tiles.lexicon.verdicts import Rulings, Unknown, Valid, Verdict
from mailref.tiles.moves import TextSpan, WrittenMove
from mailref.tiles.scoring import Judge, Position, Status
from mailref.tiles.tile_set import FREE
from mailref.tiles.top.all_moves import order_of
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.words import TopTables
from tests.effort import examples
from tests.tiles.top.exhaustive import Exhaustive, laid
from tests.tiles.top.games import game

LETTERS = "AENSTÜQ"


@dataclass(frozen=True)
class Case:
    """A position with the list and the rulings it is searched in."""

    board: Board
    rack: str
    rules: Rules
    listed: frozenset[str]
    excluded: frozenset[str]
    extra: frozenset[str]

    @property
    def words(self) -> frozenset[str]:
        return (self.listed - self.excluded) | self.extra

    @property
    def search(self) -> TopSearch:
        tables = TopTables.build(sorted(self.listed))
        return TopSearch(tables, self.rules, self.excluded, self.extra)


@dataclass(frozen=True)
class FewWords:
    """A lexicon of a few words."""

    words: frozenset[str]
    name: str = "test"
    sha256: str = ""

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:  # noqa: ARG002  the protocol's
        return Valid() if word in self.words else Unknown(())

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:  # noqa: ARG002  the protocol's
        return ()


def words() -> st.SearchStrategy[str]:
    short = st.text("AEN", min_size=2, max_size=3) | st.text(LETTERS, min_size=2, max_size=5)
    return short | st.text("AE", min_size=2, max_size=SIZE)


@st.composite
def boards(draw: st.DrawFn, known: Sequence[str]) -> Board:
    """Draw words of the list, or others, at random places; some tiles are blanks."""
    cells = [FREE] * (SIZE * SIZE)
    for _ in range(draw(st.integers(0, 5))):
        word = draw(st.sampled_from(known) | words())
        line, place = draw(st.integers(5, 9)), draw(st.integers(0, SIZE - len(word)))
        across = draw(st.booleans())
        for step, letter in enumerate(word):
            index = line * SIZE + place + step if across else (place + step) * SIZE + line
            cells[index] = letter
    for index in draw(st.sets(st.integers(0, SIZE * SIZE - 1), max_size=2)):
        nearest = next((at for at in range(index, len(cells)) if cells[at] != FREE), None)
        if nearest is not None:
            cells[nearest] = cells[nearest].lower()
    return Board("".join(cells))


def bonuses() -> st.SearchStrategy[Bonus]:
    table = st.dictionaries(st.integers(1, 9), st.integers(1, 60), max_size=3)
    return st.builds(BonusForAll, st.integers(1, 60)) | table.map(
        lambda points: BonusTable(tuple(sorted(points.items())))
    )


def areas() -> st.SearchStrategy[Area]:
    return st.builds(
        Area,
        st.builds(Square, st.integers(0, 6), st.integers(0, 6)),
        st.builds(Square, st.integers(7, 12), st.integers(6, 14)),
    )


@st.composite
def cases(draw: st.DrawFn, most_letters: int = 9) -> Case:
    listed = draw(st.lists(words(), min_size=10, max_size=30, unique=True))
    letters = "".join(
        draw(st.lists(st.sampled_from("AENAEN" + LETTERS), min_size=3, max_size=most_letters))
    )
    rules = game(
        most_tiles=draw(st.none() | st.integers(1, 9)),
        bonus=draw(bonuses()),
        extended=draw(st.sampled_from(Extended)),
        start=draw(st.none() | areas()),
        swap=draw(st.booleans()),
    )
    return Case(
        board=draw(boards(listed)),
        rack=in_order(letters + "?" * draw(st.integers(0, 2))),
        rules=rules,
        listed=frozenset(listed),
        excluded=frozenset(draw(st.sets(st.sampled_from(listed), max_size=2))),
        extra=frozenset(draw(st.sets(st.sampled_from(listed) | words(), max_size=3))),
    )


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(cases())
def test_all_moves_are_those_of_an_exhaustive_search(case: Case) -> None:
    """A slow exhaustive search agrees on small lists; ranked means points never rise."""
    found = list(case.search.all_moves(case.board, case.rack))

    event(f"moves: {len(found).bit_length()} bits, swaps: {any(move.swaps for move in found)}")
    points = [move.points for move in found]
    assert points == sorted(points, reverse=True)
    assert len(set(found)) == len(found)
    by_what_they_do = [laid(case.board, move, case.rules) for move in found]
    assert len(set(by_what_they_do)) == len(by_what_they_do)
    every = Exhaustive(case.rules, case.words, case.words.__contains__)
    assert set(by_what_they_do) == every.moves(case.board, case.rack)


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(cases(most_letters=16))
def test_the_top_is_every_best_move_of_all(case: Case) -> None:
    """Exact, ties included; two different ways through the tables find the same."""
    tops = case.search.tops(case.board, case.rack)

    found = list(case.search.all_moves(case.board, case.rack))
    best = max((move.points for move in found), default=0)
    assert found == sorted(found, key=order_of)
    assert tops.points == best
    assert list(tops.moves) == [move for move in found if move.points == best]


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(cases(most_letters=16))
def test_the_referee_finds_each_top_legal_and_scores_it_alike(case: Case) -> None:
    """The points of the top equal the referee's own score of that move."""
    tops = case.search.tops(case.board, case.rack)

    judge = Judge(Position(case.board, case.rack, case.rules), FewWords(case.words), {})
    for top in tops.moves:
        span = TextSpan(line=1, column=1, text=top.word)
        judged = judge.judge(WrittenMove(top.as_move(), (), span))
        assert judged.status is Status.VALID, judged.faults
        assert judged.points == tops.points
        assert judged.board == top.after(case.board)
        assert judged.swaps == top.swaps


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(cases(), st.integers(0, 20))
def test_offered_letters_count_for_the_bonus_even_when_fewer_are_in_hand(
    case: Case, more: int
) -> None:
    """Rules 8: `all` means every letter offered in the round, and the plays before have used some."""
    rules = replace(case.rules, bonus=BonusForAll(50))
    search = TopSearch(TopTables.build(case.listed), rules)

    tops = search.tops(case.board, case.rack, offered=len(case.rack) + more)

    for move in tops.moves:
        new = move.new_tiles(case.board)
        plain = TopSearch(TopTables.build(case.listed), replace(rules, bonus=BonusTable(())))
        without = max(
            each.points
            for each in plain.all_moves(case.board, case.rack)
            if (each.square, each.direction, each.word, each.blanks, each.swaps)
            == (move.square, move.direction, move.word, move.blanks, move.swaps)
        )
        bonus = 50 if len(new) == len(case.rack) + more >= 7 else 0
        assert move.points == without + bonus
