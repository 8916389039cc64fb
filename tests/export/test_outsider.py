"""An outsider's verifier, written from docs/chance.md with nothing of mailref."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC

import pytest

from mailref.export.game_json import export_of
from mailref.rules.variant import Rules
from tests.export.games import play
from tests.rules.variants import ONE, SIMULTAN

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


def on_board(rows: Sequence[str]) -> Counter[str]:
    """Return the tiles that lie; a small letter is a blank."""
    cells = [cell for row in rows for cell in row if cell != "."]
    return Counter("?" if cell.islower() else cell for cell in cells)


@pytest.mark.parametrize("rules", [ONE, SIMULTAN], ids=["one", "simultan"])
def test_every_draw_and_lot_can_be_recomputed_from_the_export_and_the_seed(rules: Rules) -> None:
    table = play(rules, 3, most_rounds=6)
    seed = table.seed
    export = json.loads(json.dumps(export_of(table.events, UTC)))
    everything = Counter({letter: tile["count"] for letter, tile in export["tiles"].items()})
    rack: Counter[str] = Counter()
    before = ["." * 15] * 15
    draw = export["first_draw"]

    for round_ in export["rounds"]:
        bag = everything - on_board(before) - rack + Counter(draw["returned"])
        if draw["redraws"]:
            bag = everything - on_board(before)
        purpose = f"draw {draw['round']} {draw['redraws']}"
        letters = drawn(seed, purpose, "".join(bag.elements()), len(draw["drawn"]))
        assert letters == draw["drawn"]
        lot = round_["laid"]["lot"]
        if lot is not None:
            assert below(len(lot["choices"]), numbers(seed, lot["purpose"])) == lot["chosen"]
        rack = Counter(round_["letters"]) - (on_board(round_["board"]) - on_board(before))
        before, draw = round_["board"], round_["draw"]

    assert len(export["rounds"]) == 6
    assert any(round_["laid"]["lot"] for round_ in export["rounds"])
    assert hashlib.sha256(seed).hexdigest() == export["commitment"]
