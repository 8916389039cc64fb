"""An outsider's verifier, written from docs/chance.md with nothing of mailref."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC
from typing import Any

import pytest

from mailref.export.game_json import export_of
from mailref.rules.variant import Rules
from tests.effort import Tried, sample
from tests.export.games import Table, play
from tests.rules.variants import MONO, ONE, SEVEN_OF_EIGHT, SIMULTAN, TWO

ORDER = "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ?"


def numbers(seed: bytes, purpose: str) -> Iterator[int]:
    counter = 0
    while True:
        message = purpose.encode() + b"\0" + counter.to_bytes(4, "big")
        block = hmac.new(seed, message, hashlib.sha256).digest()
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
        counter += 1


def below(n: int, stream: Iterator[int]) -> int:
    limit = 2**32 - 2**32 % n
    return next(number for number in stream if number < limit) % n


def drawn(seed: bytes, purpose: str, bag: str, count: int) -> str:
    tiles, stream = sorted(bag, key=ORDER.index), numbers(seed, purpose)
    taken = [tiles.pop(below(len(tiles), stream)) for _ in range(count)]
    return "".join(sorted(taken, key=ORDER.index))


def key_of(seed: bytes, draw: dict[str, Any]) -> bytes:
    """Return the key of the round that *draw* is for."""
    if "mix" not in draw:
        return seed
    lines = [f"mix {draw['round']}", *(f"{each['player']}={each['word']}" for each in draw["mix"])]
    message = "".join(f"{line}\n" for line in lines).encode()
    return hmac.new(seed, message, hashlib.sha256).digest()


def on_board(rows: Sequence[str]) -> Counter[str]:
    """Return the tiles that lie; a small letter is a blank."""
    cells = [cell for row in rows for cell in row if cell != "."]
    return Counter("?" if cell.islower() else cell for cell in cells)


def check(table: Table) -> tuple[int, int]:
    """Recompute every draw and lot of a game; return how many draws and lots there were."""
    seed = table.seed
    export = json.loads(json.dumps(export_of(table.events, UTC)))
    everything = Counter({letter: tile["count"] for letter, tile in export["tiles"].items()})
    rack: Counter[str] = Counter()
    before = ["." * 15] * 15
    draw, lots = export["first_draw"], 0
    for round_ in export["rounds"]:
        bag = everything - on_board(before) - rack + Counter(draw["returned"])
        if draw["redraws"]:
            bag = everything - on_board(before)
        key = key_of(seed, draw)
        purpose = f"draw {draw['round']} {draw['redraws']}"
        letters = drawn(key, purpose, "".join(bag.elements()), len(draw["drawn"]))
        assert letters == draw["drawn"]
        lot = round_["laid"] and round_["laid"]["lot"]
        if lot is not None:
            lots += 1
            assert below(len(lot["choices"]), numbers(key, lot["purpose"])) == lot["chosen"]
        rack = Counter(round_["letters"]) - (on_board(round_["board"]) - on_board(before))
        before, draw = (["." * 15] * 15 if round_["cleared"] else round_["board"]), round_["draw"]
        if round_["cleared"]:
            rack = Counter()
    assert hashlib.sha256(seed).hexdigest() == export["commitment"]
    return len(export["rounds"]), lots


@pytest.mark.parametrize("has_words", [False, True], ids=["seed alone", "with words"])
@pytest.mark.parametrize("rules", [ONE, SIMULTAN], ids=["one", "simultan"])
def test_every_draw_and_lot_can_be_recomputed_from_the_export_and_the_seed(
    rules: Rules, *, has_words: bool
) -> None:
    rounds, lots = check(play(rules, 3, most_rounds=6, has_words=has_words))

    assert rounds == 6
    assert lots > 0 or has_words


@pytest.mark.slow
@pytest.mark.parametrize("number", sample(range(300), 6))
def test_every_draw_and_lot_of_three_hundred_games(number: int, tried: Tried) -> None:
    rules = (ONE, SIMULTAN, MONO, SEVEN_OF_EIGHT, TWO)[number % 5]

    check(play(rules, number, most_rounds=25, has_words=number % 2 == 0))

    tried("games whose draws and lots were recomputed", 1)
