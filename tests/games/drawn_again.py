"""Draws made again from docs/chance.md, the file of a tile set and an export: nothing of mailref is used here.

A tile is the text that it shows, `CH` as well as `A`; a bag is a list of them.
"""

import hashlib
import hmac
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

BLANK = "?"
CELL = re.compile(r"\[[^\]]+\]|.")
ENOUGH_VOWELS = 3
"""Classic 8.4: without a wish vowels are drawn up to so many on the rack."""


class TileFile(NamedTuple):
    """What the file of a set says."""

    order: tuple[str, ...]
    counts: Mapping[str, int]
    vowels: str

    def full_bag(self) -> list[str]:
        return [tile for tile in self.order for _ in range(self.counts[tile])]

    def in_order(self, tiles: Sequence[str]) -> list[str]:
        return sorted(tiles, key=self.order.index)

    def cells(self, row: str | Sequence[str]) -> list[str]:
        """Return what lies on the squares of a row: a blank is what the file does not name."""
        parts = CELL.findall(row) if isinstance(row, str) else row
        return [each if each in self.counts or each == "." else BLANK for each in parts]

    def of_board(self, board: Sequence[Any]) -> list[str]:
        return [cell for row in board for cell in self.cells(row)]


def read(text: str) -> TileFile:
    table = tomllib.loads(text)
    order = (*table["alphabet"].split(), BLANK)
    counts = {tile: count for tile, (count, _) in table["tiles"].items()}
    return TileFile(order, counts | {BLANK: table["blanks"]}, table["vowels"])


def numbers(key: bytes, purpose: str) -> Iterator[int]:
    block = 0
    while True:
        message = purpose.encode() + b"\0" + block.to_bytes(4, "big")
        digest = hmac.digest(key, message, "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def drawn(key: bytes, purpose: str, bag: Sequence[str], count: int) -> list[str]:
    """Return *count* tiles of a sorted *bag*, in the order drawn."""
    stream, left, found = numbers(key, purpose), list(bag), []
    for _ in range(count):
        limit = 2**32 - 2**32 % len(left)
        found.append(left.pop(next(each for each in stream if each < limit) % len(left)))
    return found


def less(tiles: Sequence[str], taken: Sequence[str]) -> list[str]:
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return left


def laid(tiles: TileFile, before: Sequence[Any], after: Sequence[Any]) -> list[str]:
    """Return the tiles that lie on *after* and not on *before*."""
    was, now = tiles.of_board(before), tiles.of_board(after)
    return [cell for cell, old in zip(now, was, strict=True) if cell != old]


# Games in rounds


class Drawn(NamedTuple):
    """What came of the draw for a round."""

    drawn: list[str]
    returned: list[str]
    redraws: int
    relaxed: bool


def rounds(told: Mapping[str, Any], tiles: TileFile) -> Iterator[tuple[Drawn, Drawn]]:
    """Yield for each draw what must have been drawn, and what the export says."""
    filling = Filling(bytes.fromhex(told["seed"]), told["rules"], tiles)
    board: Sequence[Any] = [["."] * len(row) for row in told["rounds"][0]["board"]]
    rack: list[str] = []
    empty = 0
    made = filling.fill(1, tiles.full_bag(), rack)
    yield made, said(told["first_draw"])
    rack = made.drawn
    for row in told["rounds"]:
        if row["draw"] is None:
            return
        new = laid(tiles, board, row["board"])
        board, rack, empty = row["board"], less(rack, new), 0 if new else empty + 1
        bag = less(less(tiles.full_bag(), less(tiles.of_board(board), free(tiles, board))), rack)
        goes_back = empty > 0 and empty % 2 == 0
        if empty % 2:
            made = Drawn([], [], 0, relaxed=row["draw"]["relaxed"])
        elif goes_back:
            made = filling.fill(row["number"] + 1, tiles.in_order(bag + rack), [])._replace(
                returned=rack
            )
        else:
            made = filling.fill(row["number"] + 1, bag, rack)
        yield made, said(row["draw"])
        rack = tiles.in_order([*made.drawn, *([] if made.returned else rack)])


def said(draw: Mapping[str, Any]) -> Drawn:
    return Drawn(list(draw["drawn"]), list(draw["returned"]), draw["redraws"], draw["relaxed"])


def free(tiles: TileFile, board: Sequence[Any]) -> list[str]:
    return [cell for cell in tiles.of_board(board) if cell == "."]


class Filling(NamedTuple):
    """How racks are filled in one game."""

    key: bytes
    rules: Mapping[str, Any]
    tiles: TileFile

    def fill(self, number: int, bag: list[str], kept: list[str]) -> Drawn:
        wanted = self.rules["letters_first" if number == 1 else "letters"]
        everything = self.tiles.in_order(bag + kept)
        count = max(0, min(wanted - len(kept), len(bag)))
        found = self.tiles.in_order(drawn(self.key, f"draw {number} 0", bag, count))
        rack, redraws = kept + found, 0
        size = min(wanted, len(everything))
        while (
            self.can_be_met(number, everything, size)
            and self.lacks(number, rack)
            and redraws < 1000
        ):
            redraws += 1
            rack = found = self.tiles.in_order(
                drawn(self.key, f"draw {number} {redraws}", everything, size)
            )
        return Drawn(found, kept if redraws else [], redraws, self.lacks(number, rack))

    def least(self, number: int) -> tuple[int, int]:
        return self._in_force("min_vowels", number), self._in_force("min_consonants", number)

    def _in_force(self, switch: str, number: int) -> int:
        said = self.rules[switch]
        table = said if isinstance(said, Mapping) else {"1": said}
        last = max((int(first) for first in table if int(first) <= number), default=None)
        return 0 if last is None else int(table[str(last)])

    def wanting(self, number: int, letters: Sequence[str]) -> int:
        """Return how many blanks *letters* would need to have vowels and consonants enough."""
        vowels, consonants = self.least(number)
        has = sum(each in self.tiles.vowels for each in letters)
        others = len(letters) - has - letters.count(BLANK)
        return max(0, vowels - has) + max(0, consonants - others)

    def lacks(self, number: int, rack: Sequence[str]) -> bool:
        return self.wanting(number, rack) > rack.count(BLANK)

    def can_be_met(self, number: int, everything: Sequence[str], size: int) -> bool:
        return sum(self.least(number)) <= size and not self.lacks(number, everything)


# Games in turns


class Drawing(NamedTuple):
    """A drawing of a game in turns, as all see it once the game is over."""

    drawn: list[str]
    rack: list[str]
    nonce: str
    receipt: str


def key_of_turns(
    told: Mapping[str, Any], joined: Sequence[str], words: Mapping[str, str] | None
) -> bytes:
    """Return the key of every draw, with the words of players mixed in where there are any."""
    seed = bytes.fromhex(told["seed"])
    if words is None:
        return seed
    lines = ["mix", *(f"{name}={words.get(name, '')}" for name in joined)]
    return hmac.digest(seed, "".join(f"{line}\n" for line in lines).encode(), "sha256")


def seats(key: bytes, joined: Sequence[str]) -> list[str]:
    """Return who sits where by lot."""
    letters = "ABCD"[: len(joined)]
    return [joined[letters.index(each)] for each in drawn(key, "seats", letters, len(joined))]


def starters(key: bytes, seated: Sequence[str], tiles: TileFile) -> list[list[tuple[str, str]]]:
    """Return the drawings for who begins: a blank is in front, then the order of the set."""
    bag, front = tiles.full_bag(), list(seated)
    found: list[list[tuple[str, str]]] = []
    while len(front) > 1:
        row = drawn(key, f"start {len(found) + 1}", bag, len(front))
        bag = less(bag, row)
        found.append(list(zip(front, row, strict=True)))
        ranks = [-1 if tile == BLANK else tiles.order.index(tile) for tile in row]
        front = [name for name, rank in zip(front, ranks, strict=True) if rank == min(ranks)]
    return found


def receipt(
    told: Mapping[str, Any], number: int, player: str, rack: Sequence[str]
) -> tuple[str, str]:
    """Return nonce and receipt of a drawing."""
    seed = bytes.fromhex(told["seed"])
    nonce = hmac.new(seed, f"receipt {number}".encode(), hashlib.sha256).hexdigest()[:32]
    shown = "".join(each if len(each) == 1 else f"[{each}]" for each in rack)
    lines = ["mailref receipt", told["game"], str(number), player, shown, nonce]
    return nonce, hashlib.sha256("".join(f"{each}\n" for each in lines).encode()).hexdigest()


class Bags:
    """The bag of a game in turns, or its two: that of the vowels, and that of all others."""

    def __init__(self, told: Mapping[str, Any], key: bytes, tiles: TileFile) -> None:
        self.key, self.tiles, self.has_two = key, tiles, told["rules"]["bags"] == 2
        blanks = tiles.counts[BLANK]
        of_rules = {"each": blanks // 2, "vowels": blanks, "consonants": 0}
        self.first_blanks = self.blanks = of_rules[told["rules"]["blanks_in"]]
        self.left = tiles.full_bag()

    def draw(self, number: int, rack: Sequence[str], count: int, back: Sequence[str]) -> list[str]:
        """Return drawn tiles; what goes back goes into the bag afterwards."""
        if self.has_two:
            found = self._from_two(number, rack, count, back.count(BLANK))
        else:
            found = drawn(self.key, f"rack {number}", self.left, count)
        self.left = self.tiles.in_order([*less(self.left, found), *back])
        return self.tiles.in_order(found)

    def _from_two(
        self, number: int, rack: Sequence[str], count: int, blanks_back: int
    ) -> list[str]:
        vowels = [each for each in self.left if each in self.tiles.vowels]
        others = [each for each in self.left if each not in vowels and each != BLANK]
        blanks = self.left.count(BLANK)
        mine = min(self.blanks, blanks)
        vowels, others = vowels + [BLANK] * mine, others + [BLANK] * (blanks - mine)
        held = sum(each in self.tiles.vowels for each in rack)
        first = min(count, max(0, ENOUGH_VOWELS - held), len(vowels))
        first = max(first, count - len(others))
        of_vowels = drawn(self.key, f"rack {number} V", vowels, first)
        self.blanks -= of_vowels.count(BLANK)
        self.blanks += max(0, min(blanks_back, self.first_blanks - self.blanks))
        return of_vowels + drawn(self.key, f"rack {number} K", others, count - first)


def turns(
    told: Mapping[str, Any], tiles: TileFile, key: bytes
) -> Iterator[tuple[Drawing, Drawing]]:
    """Yield each drawing of racks as it must have been, and as the export says."""
    bags = Bags(told, key, tiles)
    racks: dict[str, list[str]] = {name: [] for name in told["seats"]}
    laid_in = dict(_laid_in(told, tiles))
    of_turns = {number: row["number"] for row in told["turns"] for number in row["drawings"]}
    left = [row for row in told["turns"] if row["kind"] == "play" and not row["taken_back"]]
    for shown in told["drawings"]:
        while left and left[0]["number"] <= of_turns.get(shown["number"], 0):
            row = left.pop(0)
            racks[row["player"]] = less(racks[row["player"]], laid_in[row["number"]])
        player, back = shown["player"], list(shown["put_back"])
        kept = less(racks[player], back)
        found = bags.draw(shown["number"], kept, shown["count"], back)
        racks[player] = tiles.in_order(kept + found)
        proof = receipt(told, shown["number"], player, racks[player])
        yield (
            Drawing(found, racks[player], *proof),
            Drawing(list(shown["drawn"]), list(shown["rack"]), shown["nonce"], shown["receipt"]),
        )


def _laid_in(told: Mapping[str, Any], tiles: TileFile) -> Iterator[tuple[int, list[str]]]:
    board: Sequence[Any] = [["."] * len(row) for row in told["turns"][0]["board"]]
    for row in told["turns"]:
        if row["board"]:
            yield row["number"], laid(tiles, board, row["board"])
            board = row["board"]
