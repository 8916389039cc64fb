"""A second implementation of draws and lots, written from docs/chance.md alone: nothing of mailref.

It is given an export as JSON and the seed, and says what every draw and every lot had to be.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

ALPHABET = "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ?"
EMPTY = ("." * 15,) * 15
MOST_REDRAWS = 1000

Square = tuple[int, int]
"""Row and column from 0."""
Place = tuple[list[tuple[Square, str, str, list[Square]]], list[Square]]
"""By what the choices of a lot are put in order: plays, then exchanged blanks."""
JsonObject = Mapping[str, Any]
"""An object of the export, whose keys docs/chance.md names."""


def numbers(key: bytes, purpose: str) -> Iterator[int]:
    """Yield the numbers of a purpose, without end."""
    counter = 0
    while True:
        message = purpose.encode() + b"\0" + counter.to_bytes(4, "big")
        block = hmac.new(key, message, hashlib.sha256).digest()
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
        counter += 1


def below(n: int, stream: Iterator[int]) -> int:
    """Return the next number below *n*, without bias."""
    limit = 2**32 - 2**32 % n
    return next(number for number in stream if number < limit) % n


def drawn(key: bytes, purpose: str, bag: Counter[str], count: int) -> Counter[str]:
    """Return *count* tiles drawn from the bag."""
    tiles, stream = sorted(bag.elements(), key=ALPHABET.index), numbers(key, purpose)
    return Counter(tiles.pop(below(len(tiles), stream)) for _ in range(count))


def key_of(seed: bytes, number: int, mix: Sequence[JsonObject] | None) -> bytes:
    """Return the key of a round, with the words of the players where there are any."""
    if mix is None:
        return seed
    message = f"mix {number}\n" + "".join(f"{each['player']}={each['word']}\n" for each in mix)
    return hmac.new(seed, message.encode(), hashlib.sha256).digest()


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a draw had to be."""

    drawn: str
    returned: str
    redraws: int
    relaxed: bool
    rack: str
    bag: int


@dataclass(slots=True)
class Outsider:
    """An export with its seed, and what was found in it."""

    export: JsonObject
    seed: bytes
    draws: int = 0
    lots: int = 0
    redraws: int = 0

    def wrong(self) -> list[str]:
        """Return every draw and lot that is not what the page makes of the seed."""
        found = [] if self._keeps_its_promise() else ["commitment"]
        board = tuple(self.export["start"]["board"]) if self.export["start"] else EMPTY
        rounds = self.export["rounds"]
        first = rounds[0]["number"] if rounds else 1
        found += self._compared(self.export["first_draw"], self._rules(0), board, Counter(), first)
        quiet = 0
        for place, shown in enumerate(rounds):
            if shown["closed"] is None:
                break
            quiet = 0 if shown["laid"] else quiet + 1
            found += self._wrong_lot(place)
            found += self._wrong_draw(place, board, quiet)
            board = EMPTY if shown["cleared"] else tuple(shown["board"])
        return found

    def _keeps_its_promise(self) -> bool:
        promised: str = self.export["commitment"]
        return hashlib.sha256(self.seed).hexdigest() == promised

    @property
    def _everything(self) -> Counter[str]:
        return Counter({each: tile["count"] for each, tile in self.export["tiles"].items()})

    def _rules(self, place: int) -> JsonObject:
        """Return the switches of a round; of one that is not there yet, those of the game."""
        rounds = self.export["rounds"]
        own = rounds[place]["rules"] if place < len(rounds) else {}
        return {**self.export["rules"], **own}

    def _wrong_draw(self, place: int, board: Sequence[str], quiet: int) -> list[str]:
        """Return what is wrong in the letters drawn when a round was closed."""
        shown, rules = self.export["rounds"][place], self._rules(place + 1)
        if shown["draw"] is None:
            return []
        number, after = shown["number"] + 1, shown["board"]
        kept = Counter(shown["letters"])
        kept.subtract(tiles_of(after))
        kept.update(tiles_of(board))
        bag = self._everything - tiles_of(after) - +kept
        is_short = kept.total() + bag.total() < letters_in(rules, number)
        clears = rules["end"] == "clear_board" and is_short and tiles_of(after).total() > 0
        if clears is not shown["cleared"]:
            return [f"round {number}: cleared {shown['cleared']}"]
        if clears:
            return self._compared(shown["draw"], rules, EMPTY, Counter(), number)
        if quiet % 2 and kept.total():
            return differing(number, nothing_drawn(+kept, bag), shown["draw"])
        goes_back = quiet > 0 and kept.total() > 0
        return self._compared(shown["draw"], rules, after, +kept, number, goes_back=goes_back)

    def _compared(
        self,
        draw: JsonObject | None,
        rules: JsonObject,
        board: Sequence[str],
        kept: Counter[str],
        number: int,
        *,
        goes_back: bool = False,
    ) -> list[str]:
        """Return where a recorded draw is not what it had to be; a draw by hand may be anything."""
        if draw is None or draw["by_hand"]:
            return []
        expected = self._draw(draw, rules, board, kept, number, goes_back=goes_back)
        self.draws += 1
        self.redraws += expected.redraws
        return differing(number, expected, draw)

    def _draw(
        self,
        draw: JsonObject,
        rules: JsonObject,
        board: Sequence[str],
        kept: Counter[str],
        number: int,
        *,
        goes_back: bool,
    ) -> Drawn:
        everything = self._everything - tiles_of(board)
        back, kept = (kept, Counter[str]()) if goes_back else (Counter[str](), kept)
        bag, key = everything - kept, key_of(self.seed, number, draw.get("mix"))
        anew = f" {len(draw['anew'])}" if draw.get("anew") else ""
        size = letters_in(rules, number)
        wanted = max(0, min(size - kept.total(), bag.total()))
        new = drawn(key, f"draw {number} 0{anew}", bag, wanted)
        rack, times = kept + new, 0
        while can_do(rules, number, everything, size) and not will_do(rules, number, rack):
            if times == MOST_REDRAWS:
                break
            times, back = times + 1, back + (kept if times == 0 else Counter[str]())
            purpose, most = f"draw {number} {times}{anew}", min(size, everything.total())
            rack = new = drawn(key, purpose, everything, most)
        return Drawn(
            drawn=as_text(new),
            returned=as_text(back),
            redraws=times,
            relaxed=not will_do(rules, number, rack),
            rack=as_text(rack),
            bag=(everything - rack).total(),
        )

    def _wrong_lot(self, place: int) -> list[str]:
        """Return what is wrong in the lot of a round, if there was one."""
        rounds = self.export["rounds"]
        shown = rounds[place]
        lot = shown["laid"] and shown["laid"]["lot"]
        if not lot:
            return []
        self.lots += 1
        number = shown["number"]
        draw = rounds[place - 1]["draw"] if place else self.export["first_draw"]
        stream = numbers(key_of(self.seed, number, draw.get("mix")), f"lot {number}")
        choices, axes = lot["choices"], self._rules(place)["axes"]
        wrong = []
        if lot["purpose"] != f"lot {number}" or below(len(choices), stream) != lot["chosen"]:
            wrong.append(f"round {number}: lot {lot['chosen']} of {len(choices)}")
        places = [place_of(choice, axes) for choice in choices]
        if not all(one < other for one, other in pairwise(places)):
            wrong.append(f"round {number}: choices {choices}")
        if self._rules(place)["ties"] == ["lot"] and set(choices) != best_moves(shown):
            wrong.append(f"round {number}: choices {choices}, but {best_moves(shown)} were best")
        return wrong


def tiles_of(rows: Sequence[str]) -> Counter[str]:
    """Return the tiles that lie; a small letter is a blank."""
    cells = [cell for row in rows for cell in row if cell != "."]
    return Counter("?" if cell.islower() else cell for cell in cells)


def as_text(tiles: Counter[str]) -> str:
    return "".join(sorted(tiles.elements(), key=ALPHABET.index))


def letters_in(rules: JsonObject, number: int) -> int:
    return int(rules["letters_first"] if number == 1 else rules["letters"])


def in_force(wanted: int | Mapping[str, int], number: int) -> int:
    """Return a number, or that of the last entry not after the round."""
    if isinstance(wanted, int):
        return wanted
    entries = [(int(since), least) for since, least in wanted.items() if int(since) <= number]
    return max(entries, default=(0, 0))[1]


def least(rules: JsonObject, number: int) -> tuple[int, int]:
    """Return the least vowels and consonants in force in a round."""
    vowels = in_force(rules["min_vowels"], number)
    consonants = in_force(rules["min_consonants"], number)
    if rules.get("late_vowel") == "either" and vowels == consonants == 1:
        return 0, 0
    return vowels, consonants


def will_do(rules: JsonObject, number: int, tiles: Counter[str]) -> bool:
    """Tell whether vowels and consonants are enough; each blank makes up for one that is wanting."""
    vowels = sum(count for letter, count in tiles.items() if letter in rules["vowels"])
    consonants = tiles.total() - vowels - tiles["?"]
    want_vowels, want_consonants = least(rules, number)
    return max(0, want_vowels - vowels) + max(0, want_consonants - consonants) <= tiles["?"]


def can_do(rules: JsonObject, number: int, everything: Counter[str], size: int) -> bool:
    fits = sum(least(rules, number)) <= min(size, everything.total())
    return fits and will_do(rules, number, everything)


def nothing_drawn(kept: Counter[str], bag: Counter[str]) -> Drawn:
    """Return what an export holds where the same letters are offered again."""
    return Drawn("", "", 0, relaxed=False, rack=as_text(kept), bag=bag.total())


def differing(number: int, expected: Drawn, draw: JsonObject) -> list[str]:
    if draw["by_hand"]:
        return []
    pairs = {
        "round": (number, draw["round"]),
        "drawn": (expected.drawn, draw["drawn"]),
        "returned": (expected.returned, draw["returned"]),
        "redraws": (expected.redraws, draw["redraws"]),
        "relaxed": (expected.relaxed, draw["relaxed"]),
    }
    return [
        f"round {number}: {key} {found!r}, not {wanted!r}"
        for key, (wanted, found) in pairs.items()
        if wanted != found
    ]


def square(name: str, axes: str) -> Square:
    """Return row and column of `M10`, of which the letter is the column or the row."""
    letter, figure = ord(name[0]) - ord("A"), int(name[1:]) - 1
    return (figure, letter) if axes == "columns" else (letter, figure)


def place_of(choice: str, axes: str) -> Place:
    """Return by what a choice such as `A1<>; M9 down BEHAUE M11=?` is put in order."""
    parts = choice.split("; ")
    swaps = sorted(square(part[:-2], axes) for part in parts if part.endswith("<>"))
    plays = [part.split(" ") for part in parts if not part.endswith("<>")]
    return (
        [
            (square(at, axes), direction, word, [square(each[:-2], axes) for each in blanks])
            for at, direction, word, *blanks in plays
        ],
        swaps,
    )


def best_moves(shown: JsonObject) -> set[str]:
    """Return the moves that scored most, less what was left on the rack in a final round."""
    nets = {
        name_of(entry["move"]): entry["points"] - entry["deduction"]
        for entry in shown["entries"]
        if entry["counts"] is not None
    }
    return {name for name, net in nets.items() if net == max(nets.values())}


def name_of(move: JsonObject) -> str:
    """Return a move as the choices name it."""
    swaps = "".join(f"{each}<>; " for each in move["swaps"])
    plays = [
        " ".join(
            [
                "".join(sorted(play["square"], key=str.isdigit)),
                play["direction"],
                play["word"],
                *(f"{each}=?" for each in play["blanks"]),
            ]
        )
        for play in move["plays"]
    ]
    return swaps + "; ".join(plays)
