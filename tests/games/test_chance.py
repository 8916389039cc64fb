"""Chance that can be checked: docs/chance.md, verified as an outsider would."""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailref.games.chance import Chance, choose, commitment
from mailref.tiles.board import TILES, in_order, without
from tests.tiles.builders import SEED

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "chance.md"
LETTERS = st.text(alphabet=TILES.all_tiles, min_size=1, max_size=102)


def outsiders_numbers(seed: bytes, purpose: str) -> Iterator[int]:
    """Make numbers from the words of the document alone."""
    for i in count():
        message = purpose.encode("utf-8") + bytes([0]) + bytes.fromhex(f"{i:08x}")
        block = hmac.new(seed, message, hashlib.sha256).hexdigest()
        yield from (int(block[k : k + 8], 16) for k in range(0, 64, 8))


def outsiders_draw(
    seed: bytes, purpose: str, bag: str, tiles: int
) -> list[tuple[int, int, int, str]]:
    """Return each number used, the tiles left, the place and the tile."""
    alphabet = "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ?"
    left = sorted(bag, key=alphabet.index)
    stream = outsiders_numbers(seed, purpose)
    rows = []
    for _ in range(tiles):
        number = next(n for n in stream if n < 2**32 - 2**32 % len(left))
        rows.append((number, len(left), number % len(left), left[number % len(left)]))
        del left[number % len(left)]
    return rows


def test_the_worked_example_of_the_document_is_what_an_outsider_gets() -> None:
    """A short document lets an outsider write his own verifier."""
    text = DOCUMENT.read_text(encoding="utf-8")
    written = [
        (int(number), int(left), int(place), tile)
        for number, left, place, tile in re.findall(r"\| (\d+) \| (\d+) \| (\d+) \| (.) \|", text)
    ]

    assert len(written) == 7
    assert written == outsiders_draw(SEED, "draw 1 0", TILES.all_tiles, 7)
    assert hashlib.sha256(SEED).hexdigest() in text
    first_block = hmac.new(SEED, b"draw 1 0\0\0\0\0\0", hashlib.sha256).hexdigest()
    assert first_block in text


def test_the_worked_example_is_what_the_referee_draws() -> None:
    assert Chance(SEED).draw("draw 1 0", TILES.all_tiles, 7) == "AIKNTTX"
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_lot_of_the_document() -> None:
    chance = Chance(SEED)

    assert next(chance.numbers("lot 4")) == 3549810507
    assert chance.pick("lot 4", 2) == 1
    assert choose(chance, "lot 4", ("first", "second")) == "second"


@given(seed=st.binary(min_size=32, max_size=32), bag=LETTERS, tiles=st.integers(0, 102))
def test_referee_and_outsider_always_draw_the_same(seed: bytes, bag: str, tiles: int) -> None:
    tiles = min(tiles, len(bag))

    drawn = Chance(seed).draw("draw 3 1", bag, tiles)

    assert drawn == in_order(row[3] for row in outsiders_draw(seed, "draw 3 1", bag, tiles))


@given(seed=st.binary(min_size=32, max_size=32), bag=LETTERS, tiles=st.integers(0, 102))
def test_what_is_drawn_was_in_the_bag(seed: bytes, bag: str, tiles: int) -> None:
    """Draws are without replacement: the tiles drawn can be taken out of the bag."""
    tiles = min(tiles, len(bag))

    drawn = Chance(seed).draw("draw 1 0", bag, tiles)

    assert len(drawn) == tiles
    assert len(without(bag, drawn)) == len(bag) - tiles


def test_the_order_in_which_the_bag_is_named_does_not_matter() -> None:
    bag = "ZYXABÄ?"

    assert Chance(SEED).draw("draw 1 0", bag, 3) == Chance(SEED).draw("draw 1 0", bag[::-1], 3)


def test_numbers_beyond_the_greatest_multiple_are_skipped() -> None:
    """Unbiased: with n = 2**31 + 1 nearly half of all numbers must be thrown away."""
    limit = 2**31 + 1
    kept = [n for n in islice(outsiders_numbers(SEED, "lot 4"), 40) if n < limit]

    assert Chance(SEED).pick("lot 4", limit) == kept[0]
    assert next(outsiders_numbers(SEED, "lot 4")) >= limit


def test_purposes_have_numbers_of_their_own() -> None:
    chance = Chance(SEED)

    assert next(chance.numbers("draw 1 0")) != next(chance.numbers("draw 1 1"))


def test_the_seed_is_not_shown() -> None:
    """It is secret while the game runs: no log line may print it."""
    assert repr(Chance(SEED)) == "Chance()"


def chi_squared(found: Counter[str], expected: dict[str, float]) -> float:
    return sum((found[key] - e) ** 2 / e for key, e in expected.items())


@pytest.mark.slow
def test_draws_are_fair() -> None:
    """Chi-squared over 10**5 draws from documented seeds (SHA-256 of 0, 1, 2 ...).

    One tile each from the full bag: 30 kinds, 29 degrees of freedom; 58.3 is exceeded by chance
    once in a thousand.
    """
    draws = 100_000
    found: Counter[str] = Counter()
    for number in range(draws // 10):
        chance = Chance(hashlib.sha256(str(number).encode()).digest())
        for k in range(10):
            found[chance.draw(f"draw 1 {k}", TILES.all_tiles, 1)] += 1

    expected = {letter: draws * n / 102 for letter, n in TILES.counts.items()}

    assert sum(found.values()) == draws
    assert chi_squared(found, expected) < 58.3


@pytest.mark.slow
def test_every_place_in_a_rack_is_fair() -> None:
    """Each of 10,000 racks of 8 holds a tile with chance 8 in 102; the blanks are looked at.

    Expected 1568.6 blanks in 10,000 racks; the standard deviation is about 37.
    """
    blanks = sum(
        Chance(hashlib.sha256(str(n).encode()).digest())
        .draw("draw 1 0", TILES.all_tiles, 8)
        .count("?")
        for n in range(10_000)
    )

    assert 1568.6 - 130 < blanks < 1568.6 + 130


@pytest.mark.slow
@pytest.mark.parametrize("choices", [2, 3, 7])
def test_lots_are_fair(choices: int) -> None:
    """20,000 lots; the bound is exceeded by chance once in a thousand (1, 2 and 6 degrees)."""
    found = Counter(
        str(Chance(hashlib.sha256(str(n).encode()).digest()).pick("lot 1", choices))
        for n in range(20_000)
    )

    expected = {str(i): 20_000 / choices for i in range(choices)}

    assert chi_squared(found, expected) < {2: 10.83, 3: 13.82, 7: 22.46}[choices]


def test_the_worked_example_with_words_is_what_the_page_says() -> None:
    """docs/chance.md, computed there with nothing of mailref: key, rack, redraw and lot."""
    chance = Chance(bytes(range(32))).mixed(1, [("Anna", "Pflaume"), ("Bert", "x-7")])

    assert chance.seed.hex() == "383ac96cbf06fac3a86a379aef12f0a33908fce7e225df93469e5259e9a9526f"
    assert chance.draw("draw 1 0", TILES.all_tiles, 7) == "DEEIJRS"
    assert chance.draw("draw 1 1", TILES.all_tiles, 7) == "EGHRTUY"
    assert chance.pick("lot 1", 3) == 2
