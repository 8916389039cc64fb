"""Draws and receipts of games in turns computed a second time, from docs/chance.md alone (classic 12)."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.commands.invoke import mailref
from tests.games.classic.test_told import export

ALPHABET = "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ?"
SET = "A5 Ä1 B2 C2 D4 E15 F2 G3 H4 I6 J1 K2 L3 M4 N9 O3 Ö1 P1 Q1 R6 S7 T6 U6 Ü1 V1 W1 X1 Y1 Z1 ?2"
BAG = "".join(each[0] * int(each[1:]) for each in SET.split())
EXAMPLE = bytes(range(32))


def ordered(tiles: str) -> str:
    return "".join(sorted(tiles, key=ALPHABET.index))


def stream(key: bytes, purpose: str) -> Iterator[int]:
    block = 0
    while True:
        message = purpose.encode() + b"\x00" + block.to_bytes(4, "big")
        digest = hmac.new(key, message, hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def drawn(key: bytes, purpose: str, bag: str, count: int) -> str:
    """Return tiles in the order drawn."""
    left, numbers, found = list(ordered(bag)), stream(key, purpose), ""
    for _ in range(count):
        limit = 2**32 - 2**32 % len(left)
        number = next(each for each in numbers if each < limit)
        found += left.pop(number % len(left))
    return found


def less(bag: str, tiles: str) -> str:
    left = list(bag)
    for tile in tiles:
        left.remove(tile)
    return "".join(left)


def receipt(seed: bytes, game: str, number: int, player: str, rack: str) -> tuple[str, str]:
    nonce = hmac.new(seed, f"receipt {number}".encode(), hashlib.sha256).hexdigest()[:32]
    lines = ["mailref receipt", game, str(number), player, ordered(rack), nonce]
    return nonce, hashlib.sha256("".join(f"{each}\n" for each in lines).encode()).hexdigest()


def test_the_example_of_the_page() -> None:
    """Classic 12.2: `start 1` gives M, L, M; two racks and their receipts."""
    assert len(BAG) == 102
    assert drawn(EXAMPLE, "start 1", BAG, 3) == "MLM"
    first = drawn(EXAMPLE, "rack 1", BAG, 7)
    second = drawn(EXAMPLE, "rack 2", less(BAG, first), 7)
    assert (ordered(first), ordered(second)) == ("EEIMRUÜ", "EGIKPRS")
    assert receipt(EXAMPLE, "kiel", 1, "Anna", first) == (
        "5e2c46a687d200cd5819db67a7cb79f3",
        "a927274cad177a8c75da3411f8c67697dde15df7c5090a6c2b92b17b4ec48484",
    )
    assert receipt(EXAMPLE, "kiel", 2, "Ben", second)[1] == (
        "2287fc39570f5a8feeec720dd20890cc2266a30153f7f3f597e1a1cd4e497e6b"
    )


def played_again(told: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """Return drawn tiles, racks, nonces and receipts, by the export's other facts alone."""
    seed = bytes.fromhex(told["seed"])
    bag, racks = BAG, dict.fromkeys(told["seats"], "")
    of_turns = {number: row for row in told["turns"] for number in row["drawings"]}
    found, rows = [], iter(told["turns"])
    settled = 0
    for shown in told["drawings"]:
        row = of_turns.get(shown["number"])
        # All plays up to this drawing have left the racks; those taken back have returned.
        for turn in rows if row is not None else ():
            if turn["kind"] == "play" and not turn["taken_back"]:
                racks[turn["player"]] = less(racks[turn["player"]], _laid(turn))
            settled = turn["number"]
            if row is not None and settled >= row["number"]:
                break
        player, back = shown["player"], shown["put_back"]
        tiles = ordered(drawn(seed, f"rack {shown['number']}", bag, shown["count"]))
        bag = less(bag, tiles) + back
        racks[player] = less(racks[player], back) + tiles
        nonce, bound = receipt(seed, told["game"], shown["number"], player, racks[player])
        found.append((tiles, ordered(racks[player]), nonce, bound))
    return found


def _laid(turn: dict[str, Any]) -> str:
    """Return the tiles that a play took from the rack: what its rack holds more than before the draw."""
    return ordered(less(turn["rack"], turn["left"]))


@pytest.mark.parametrize(("variant", "seed"), [("classic", 1), ("open", 1), ("booklet", 3)])
def test_a_second_hand_draws_the_same(variant: str, seed: int) -> None:
    told = export(variant, seed)
    for turn in told["turns"]:
        turn["left"] = _left(turn, told)

    assert played_again(told) == [
        (each["drawn"], each["rack"], each["nonce"], each["receipt"]) for each in told["drawings"]
    ]


def _left(turn: dict[str, Any], told: dict[str, Any]) -> str:
    """Return what stayed on a rack: tiles of the word less those that lay on the board already."""
    if turn["kind"] != "play":
        return str(turn["rack"])
    at = told["turns"].index(turn)
    before = next((t["board"] for t in reversed(told["turns"][:at]) if t["board"]), ["." * 15] * 15)
    new = [
        "?" if now.islower() else now
        for row, was in zip(turn["board"], before, strict=True)
        for now, then in zip(row, was, strict=True)
        if now != then and then == "."
    ]
    return less(turn["rack"], "".join(new))


def test_the_command_prints_the_same_receipt() -> None:
    called = mailref("receipt", "kiel", "1", "Anna", "üeeimru", "5e2c46a687d200cd5819db67a7cb79f3")

    assert (called.code, called.err) == (0, "")
    assert called.out == "a927274cad177a8c75da3411f8c67697dde15df7c5090a6c2b92b17b4ec48484\n"
    stack = mailref("receipt", "--in-order", "kiel", "4", "stack 2", "E N R a", "00")
    lines = b"mailref receipt in order\nkiel\n4\nstack 2\nENRA\n00\n"
    assert stack.out == f"{hashlib.sha256(lines).hexdigest()}\n"
    wrong = mailref("receipt", "kiel", "1", "Anna", "E1", "00")
    assert wrong.code == 2
    assert "RACK" in wrong.err
    assert json.dumps(called.out)
