"""The referee and an independent naive one agree on random boards, plays and switches."""

import dataclasses
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mailref.games.rounds.switches import Rules
from mailref.tiles.board import (
    ALPHABET,
    TILES,
    Area,
    Board,
    BonusForAll,
    BonusTable,
    Extended,
    LaidTile,
    Square,
    without,
)
from mailref.tiles.scoring import Status
from mailref.tiles.tile_set import BLANK
from tests.effort import examples
from tests.tiles import naive
from tests.tiles.builders import WordList, judged
from tests.tiles.finder import Finder, as_play, lying_on, some_words
from tests.tiles.variants import ONE

FINDER = Finder(some_words(2000))
LEXICON = WordList(frozenset(FINDER.words))

SWITCHES = st.builds(
    lambda bonus, extended, most, start: replace(
        ONE, bonus=bonus, extended=extended, most_tiles=most, start=start
    ),
    bonus=st.sampled_from(
        [BonusForAll(50), BonusTable(((7, 50),)), BonusTable(((2, 5), (4, 20), (8, 75)))]
    ),
    extended=st.sampled_from(Extended),
    most=st.sampled_from([None, 3, 7]),
    start=st.sampled_from([None, Area(Square(5, 5), Square(9, 9))]),
)


def random_position(rng: random.Random, rules: Rules) -> tuple[Board, str]:
    """Lay up to ten words legally, each with letters of its own; return the board and a rack."""
    lying, bag = Board(), TILES.all_tiles
    for _ in range(rng.randrange(10)):
        rack = "".join(rng.sample(bag, min(8, len(bag))))
        plays = FINDER.find(lying_on(lying), rack, replace(rules, start=None), rng, wanted=2)
        for found in plays[:1]:
            new = found.asked.new(lying_on(lying))
            tiles = [LaidTile(Square(*at), *tile) for at, tile in new.items()]
            lying = lying.lay(tiles)
            bag = without(bag, [tile.tile for tile in tiles])
    return lying, "".join(rng.sample(bag, rng.choice([1, 5, 7, 8, 8])))


def random_play(rng: random.Random, lying: naive.Lying, rack: str, rules: Rules) -> naive.Asked:
    """Return a legal play, one with a slip, or a word anywhere."""
    legal = FINDER.find(lying, rack, rules, rng, wanted=3)
    if legal and rng.random() < 0.4:
        return rng.choice(legal).asked
    if legal and rng.random() < 0.6:
        return slip(rng, rng.choice(legal).asked)
    word = rng.choice(FINDER.words)
    at = (rng.randrange(15), rng.randrange(15))
    tiles = tuple((letter, rng.random() < 0.05) for letter in word)
    return naive.Asked(at, rng.random() < 0.5, tiles)


def slip(rng: random.Random, asked: naive.Asked) -> naive.Asked:
    """Return *asked* with one thing wrong: the square, a letter, a blank, the length, the way."""
    tiles = list(asked.tiles)
    index = rng.randrange(len(tiles))
    match rng.randrange(5):
        case 0:
            row, column = asked.at
            shifted = (max(0, row - rng.randrange(2)), min(14, column + rng.randrange(2)))
            return dataclasses.replace(asked, at=shifted)
        case 1:
            tiles[index] = (rng.choice(ALPHABET), tiles[index][1])
        case 2:
            tiles[index] = (tiles[index][0], not tiles[index][1])
        case 3:
            tiles = tiles[: max(1, len(tiles) - 1)]
        case _:
            return dataclasses.replace(asked, across=not asked.across)
    return dataclasses.replace(asked, tiles=tuple(tiles))


@pytest.mark.slow
@settings(max_examples=examples(200))
@given(seed=st.integers(0, 2**32), rules=SWITCHES)
def test_the_referee_and_the_naive_one_find_the_same_faults_and_points(
    seed: int, rules: Rules
) -> None:
    """Rules 2, 3 and 8: legality and points under every switch."""
    rng = random.Random(seed)
    lying_board, rack = random_position(rng, rules)
    lying = lying_on(lying_board)
    asked = random_play(rng, lying, rack, rules)

    found = judged(as_play(asked), on=lying_board, rack=rack, rules=rules, lexicon=LEXICON)

    wrong = naive.problems(lying, rack, asked, rules, FINDER.known)
    assert {fault.code for fault in found.faults if not fault.remarks} == wrong
    if not wrong - {"word_unknown", "word_refused"}:
        placed, _ = naive.with_blanks(lying, rack, asked)
        points, rows = naive.score(
            lying, placed.new(lying), across=asked.across, rules=rules, offered=len(rack)
        )
        assert found.points == points
        words = found.plays[0].scored.words
        assert [(word.word, word.points) for word in words] == rows
    if not wrong:
        tiles = "".join(tile.tile for tile in found.plays[0].scored.new_tiles)
        assert found.status is Status.VALID
        assert sorted(found.rack_left + tiles) == sorted(rack)


@settings(max_examples=examples(60))
@given(seed=st.integers(0, 2**32))
def test_unmarked_blanks_lie_where_real_letters_do_not_suffice(seed: int) -> None:
    """Rules 8: real letters first; a blank only where every square of the letter needs one."""
    rng = random.Random(seed)
    board, rack = random_position(rng, ONE)
    rack = (rack + BLANK)[-8:]
    legal = FINDER.find(lying_on(board), rack, ONE, rng, wanted=4)
    for found in legal:
        unmarked = replace(found.play, starred=frozenset())

        got = judged(unmarked, on=board, rack=rack, lexicon=LEXICON)

        new = found.asked.new(lying_on(board))
        blank = {letter for letter, is_blank in new.values() if is_blank}
        real = {letter for letter, is_blank in new.values() if not is_blank}
        if blank & real:
            assert [fault.code for fault in got.faults] == ["blank_unmarked"]
        else:
            assert got.status is Status.VALID
            assert {Square(*at) for at, tile in new.items() if tile[1]} == set(
                got.plays[0].scored.blanks
            )
