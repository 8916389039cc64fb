"""The checks of a classic game and of WORT-Rummikub, each played again from its export (classic 12, table games 9).

An export in turns, and another made of what it says was done, are compared: every value that differs is
named by its place; with the seed so is every draw, lot and receipt. At the table, after each turn the letters
of all words, what racks hold and what lies on the stacks make up the set; with the seed racks, stacks and
receipts are dealt anew, and every word is laid from the rack it came from.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, field

from mailref.record.again import adjust, agree, agree_in, checked
from mailref.record.game_json import JsonObject
from mailref.record.read_export import Difference
from mailref.record.round_json import Json
from mailref.record.seated_told import standings_to_json
from mailref.record.turns_json import verify_turns
from mailref.record.verify import Verified
from mailref.rules.board import in_order, missing_from, without
from mailref.rules.table.forming import rests_of
from mailref.rules.table.table_book import ALL_TILES, STACKS
from mailref.rules.turns.turn_game import SeedDraws, receipt_of
from mailref.rules.variant import FamilyName

__all__ = ["verify_table", "verify_turns"]
_DEALT = 13


def verify_table(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, as `checked` does."""
    return checked(raw, seed, FamilyName.TABLE, _table_again)


def _table_again(export: JsonObject, seed: bytes | None) -> int:
    agree(
        "tiles",
        {t: {"count": n, "value": 1} for t, n in Counter(ALL_TILES).items()},
        export["tiles"],
    )
    again = _Again(export)
    if seed is not None and export["first_tiles"] is not None:
        again.deal(seed)
    again.play()
    again.end()
    return len(export["turns"])


class _Again(Struct):
    """The game as it is played again; racks and stacks letter by letter where the seed is known."""

    export: JsonObject
    table: list[str] = field(default_factory=list)
    tops: list[str] = field(default_factory=list)
    heights: list[int] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    table_before: list[str] = field(default_factory=list)
    """As it lay before the last word."""
    gone: set[str] = field(default_factory=set)
    racks: dict[str, str] | None = None
    stacks: list[str] | None = None

    def __post_init__(self) -> None:
        self.totals = {each["player"]: each["base"] for each in self.export["players"]}
        self.heights = [each["count"] for each in self.export["stacks"]]
        self.tops = [each["top"] for each in self.export["stacks"]]
        first = self.export["first_tiles"]
        dealt = dict.fromkeys(first["order"], _DEALT + 1) if first is not None else {}
        self.sizes = dict.fromkeys(self.totals, 0) | dealt
        if first is not None:
            self._count(None)

    def deal(self, seed: bytes) -> None:
        """Deal first tiles, racks and stacks from the seed (table games 1)."""
        export, first = self.export, self.export["first_tiles"]
        lots = export["lots"]
        words = None if lots is None else tuple((each["player"], each["word"]) for each in lots)
        draws = SeedDraws(seed, words)
        shown = [(each["player"], each["tile"]) for each in first["tiles"]]
        others = "".join(tile for tile in ALL_TILES if tile not in "AS")
        more = draws.tiles("others", others, len(shown) - 2) if len(shown) > 2 else ""
        is_drawn = export["rules"].get("starter", "draw") == "draw"
        tiles = draws.tiles("first", in_order("AS" + more), len(shown)) if is_drawn else "SA" + more
        names = [name for name, _ in shown]
        agree("first_tiles.tiles", list(tiles), [tile for _, tile in shown])
        at = tiles.index("S")
        agree("first_tiles.order", [*names[at:], *names[:at]], first["order"])
        bag, racks = without(ALL_TILES, tiles), {}
        for number, row in enumerate(export["racks"], start=1):
            letters = in_order(draws.tiles(f"rack {number}", bag, _DEALT))
            bag = without(bag, letters)
            rack = dict(shown)[row["player"]] + letters
            nonce = draws.nonce(number)
            receipt = receipt_of(export["game"], number, row["bound_to"], rack, nonce)
            expected = {
                **row,
                "number": number,
                "drawn": letters,
                "receipt": receipt,
                "nonce": nonce,
            }
            agree(f"racks[{number - 1}]", expected, row)
            racks[row["player"]] = rack
        self.racks = racks
        self._build(draws, bag)

    def _build(self, draws: SeedDraws, bag: str) -> None:
        drawn = draws.tiles("stacks", bag, len(bag))
        self.stacks = [drawn[at::STACKS][::-1] for at in range(STACKS)]
        first = len(self.export["racks"]) + 1
        for at, row in enumerate(self.export["stacks"]):
            number, tiles = first + at, self.stacks[at]
            bound = self.export["game"], number, f"stack {at + 1}", tiles, draws.nonce(number)
            receipt = receipt_of(*bound, in_its_order=row.get("binds_order", False))
            expected = {
                **row,
                "number": number,
                "stack": at + 1,
                "count": len(tiles),
                "top": tiles[:1],
                "tiles": tiles,
                "receipt": receipt,
            }
            agree(f"stacks[{at}]", expected, row)

    def play(self) -> None:
        """Play the turns again, each compared with what is told of it."""
        outs = list(self.export["out"])
        adjustments = list(self.export["adjustments"])
        for at, turn in enumerate(self.export["turns"]):
            adjust(self.totals, adjustments, at)
            self._put_out(outs, at, turn, is_open=False)
            self._move(turn)
            self._put_out(outs, at + 1, turn, is_open=True)
            if turn["taken_back"]:
                self._give_back(turn)
            for taken in turn["taken"] if turn["word"] is not None else ():
                self._take(turn, taken)
            agree_in(turn, "table", self.table, turn["table"])
            agree_in(turn, "heights", self.heights, turn["heights"])
            self._see(turn["tops"], turn)
            agree_in(turn, "total", self.totals[turn["player"]], turn["total"])
            for challenge in turn["challenges"]:
                self.totals[challenge["player"]] -= challenge["cost"]
            self._count(turn)
        adjust(self.totals, adjustments, len(self.export["turns"]))
        for is_open in (False, True):
            self._put_out(outs, len(self.export["turns"]), None, is_open=is_open)

    def _move(self, turn: JsonObject) -> None:
        if turn["word"] is not None:
            self.table_before = list(self.table)
            self._lay(turn)
            agree_in(turn, "points", 0 if turn["taken_back"] else len(turn["word"]), turn["points"])
            self.totals[turn["player"]] += turn["points"]
            return
        agree_in(turn, "points", 0, turn["points"])
        for taken in turn["taken"]:
            self._take(turn, taken)

    def _give_back(self, turn: JsonObject) -> None:
        """Let the table be as before the word; its letters go where the rack of its owner is."""
        self.table = self.table_before
        name, own = turn["player"], turn["own"]
        if name in self.gone:
            self._under_the_stacks(own, len(own))
            return
        self.sizes[name] += len(own)
        if self.racks is not None:
            self.racks[name] += own

    def _lay(self, turn: JsonObject) -> None:
        """Change the words robbed or extended, and lay the new one from its letters."""
        given = turn["own"]
        left: dict[int, str] = {}
        for source in turn["sources"]:
            place = source["place"] - 1
            agree_in(turn, "sources.word", self.table[place], source["word"])
            given += source["letters"]
            rest = source["left"] or ""
            if rest not in rests_of(source["word"], source["letters"]):
                agree_in(turn, "sources.left", rests_of(source["word"], source["letters"]), rest)
            left[place] = rest
        agree_in(turn, "own", in_order(turn["word"]), in_order(given))
        kept = [left.get(place, word) for place, word in enumerate(self.table)]
        self.table = [*(word for word in kept if word), turn["word"]]
        name = turn["player"]
        self.sizes[name] -= len(turn["own"])
        if self.racks is not None:
            agree_in(turn, "own", "", missing_from(self.racks[name], turn["own"]))
            self.racks[name] = without(self.racks[name], turn["own"])

    def _take(self, turn: JsonObject, taken: JsonObject) -> None:
        at, name = taken["stack"] - 1, turn["player"]
        if self.tops[at]:
            agree_in(turn, "taken.tile", self.tops[at], taken["tile"])
        self.tops[at] = ""
        self.heights[at] -= 1
        self.sizes[name] += 1
        if self.stacks is not None and self.racks is not None:
            agree_in(turn, "taken.tile", self.stacks[at][:1], taken["tile"])
            self.stacks[at] = self.stacks[at][1:]
            self.tops[at] = self.stacks[at][:1]
            self.racks[name] += taken["tile"]

    def _see(self, tops: Sequence[str], turn: JsonObject) -> None:
        """Compare the open tiles; one that was uncovered is seen for the first time."""
        for at, top in enumerate(tops):
            known = self.tops[at] or (top if self.heights[at] else "")
            agree_in(turn, f"tops[{at}]", known, top)
            self.tops[at] = top

    def _put_out(
        self, outs: list[JsonObject], at: int, turn: JsonObject | None, *, is_open: bool
    ) -> None:
        """Put the tiles of who is out under stack 1, 2, 3, 4 in turn (table games 5)."""
        for each in [out for out in outs if out["after"] == at and out["open"] is is_open]:
            outs.remove(each)
            name = each["player"]
            self._under_the_stacks((self.racks or {}).get(name, ""), self.sizes[name])
            if self.racks is not None:
                self.racks[name] = ""
            self.sizes[name] = 0
            self.gone.add(name)
            self._count(turn)

    def _under_the_stacks(self, tiles: str, count: int) -> None:
        for at in range(count):
            self.heights[at % STACKS] += 1
        if self.stacks is not None:
            for at, tile in enumerate(in_order(tiles)):
                self.stacks[at % STACKS] += tile
            self.tops = [stack[:1] for stack in self.stacks]

    def _count(self, turn: JsonObject | None) -> None:
        """Count all tiles: on the table, on racks, on stacks."""
        lying = sum(map(len, self.table))
        found = lying + sum(self.sizes.values()) + sum(self.heights)
        agree_in(turn, "number of tiles", len(ALL_TILES), found)

    def end(self) -> None:
        """Compare totals, places, and what is left."""
        export = self.export
        outs = {each["player"] for each in export["out"]}
        agree("standings", standings_to_json(self.totals, outs), export["standings"])
        if self.racks is not None and self.stacks is not None:
            agree(
                "racks_left",
                {name: in_order(rack) for name, rack in self.racks.items()},
                {name: in_order(rack) for name, rack in export["racks_left"].items()},
            )
            agree("stacks_left", self.stacks, export["stacks_left"])
