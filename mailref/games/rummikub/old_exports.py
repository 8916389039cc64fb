"""What exports of format 1 tell of a game of WORT-Rummikub, read as rough events: causes, tiles, no rules.

What was done in a turn that was undone no such export tells: a time-out stands in its place.
"""

from collections.abc import Iterator

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.old_exports import (
    PASSED,
    Asides,
    before_the_deal,
    joined,
    opened,
    over,
    read_time,
)
from mailref.games.events import Event
from mailref.games.rummikub.forming import SWITCHES, ChangedWord, MadeWord
from mailref.games.rummikub.game import (
    FirstTilesDealt,
    RackDealt,
    StacksBuilt,
    TableOpened,
    TableWordLaid,
    TakenWhy,
    TileTaken,
    TileTurnedUp,
)
from mailref.games.secret import Secret
from mailref.record.as_json import JsonObject
from mailref.record.read_export import checked
from mailref.tiles.board import BLANK

_DEALT = 13


def first_of_table(raw: JsonObject) -> list[Event]:
    """Return what happened by an export of format 1, as far as that tells it."""
    bound = {each["player"]: each["bound_to"] for each in raw["racks"]}
    names = {each["player"]: bound.get(each["player"], each["player"]) for each in raw["players"]}
    asides = Asides.of(raw, names)
    rules = checked(*SWITCHES.read({}, raw["rules"]))
    events: list[Event] = [TableOpened(**opened(raw), rules=rules)]
    events += joined(raw["players"], names)
    events += asides.after(0)
    seats = raw["lot_of_seats"]
    events += before_the_deal(raw, seats and [names[each] for each in seats])
    events += _dealt(raw, names)
    undone, number = list(raw["undone"]), 0
    heights = sum(each["count"] for each in raw["stacks"])
    for at, row in enumerate((*raw["turns"], None)):
        outs = list(asides.out(at))
        while undone and (row is None or undone[0]["number"] <= row["number"]):
            each = undone.pop(0)
            events += _moved_again(each, names, heights)
            if each["number"] == number + 1:
                events += outs
                outs = []
            events.append(happened.TurnUndone(each["number"], each["because"]))
        events += outs
        if row is not None:
            events += _moved(row, names)
            if row["word"] is None:
                events += _tops(row)
            for each in asides.became(row, at + 1):
                events += (each, *(_tops(row) if isinstance(each, happened.PlayerOut) else ()))
            events += _tiles(row, names)
            if row["word"] and row["taken"]:
                events += _tops(row)
            events += asides.after(at + 1)
            heights, number = sum(row["heights"]), row["number"]
    events += over(raw)
    events += (common.PlayerRenamed(old, new, "") for new, old in names.items() if old != new)
    return events


def _dealt(raw: JsonObject, names: dict[str, str]) -> Iterator[Event]:
    """Yield what was dealt before the first turn."""
    shown = raw["first_tiles"]
    if shown is None:
        return
    tiles = tuple((names[each["player"]], each["tile"]) for each in shown["tiles"])
    yield FirstTilesDealt(tiles, tuple(names[each] for each in shown["order"]))
    for row in raw["racks"]:
        letters = row["drawn"] if row["drawn"] is not None else BLANK * _DEALT
        nonce = Secret(row["nonce"] or "")
        yield RackDealt(row["number"], names[row["player"]], Secret(letters), row["receipt"], nonce)
    stacks = tuple(Secret(_stack(raw, at)) for at in range(len(raw["stacks"])))
    receipts = tuple(row["receipt"] for row in raw["stacks"])
    binds_order = any(row.get("binds_order", False) for row in raw["stacks"])
    yield StacksBuilt(stacks, receipts, binds_order)


def _stack(raw: JsonObject, at: int) -> str:
    """Return a stack as far as it was seen: what was taken from it, and the top that followed."""
    row = raw["stacks"][at]
    if row["tiles"] is not None:
        return str(row["tiles"])
    seen = row["top"]
    for turn in raw["turns"]:
        seen += "".join(BLANK for each in turn["taken"] if each["stack"] == at + 1)
        place = len(seen) - 1
        if turn["tops"][at] and seen[place:] == BLANK:
            seen = seen[:place] + turn["tops"][at]
    return str((seen + BLANK * row["count"])[: row["count"]])


def _moved_again(shown: JsonObject, names: dict[str, str], heights: int) -> Iterator[Event]:
    """Yield what stands in the place of a turn that was undone: a time-out."""
    number, player = shown["number"], names[shown["player"]]
    if heights:
        yield TileTaken(number, player, 0, "", TakenWhy.TIMEOUT)
    else:
        yield happened.TurnPassed(number, player, happened.PassedWhy.TIMEOUT)


def _moved(row: JsonObject, names: dict[str, str]) -> Iterator[Event]:
    number, player = row["number"], names[row["player"]]
    if row["word"] is not None:
        sources = tuple(
            ChangedWord(each["place"] - 1, each["word"], each["letters"], each["left"] or "")
            for each in row["sources"]
        )
        made = MadeWord(row["word"], row["own"], sources)
        yield TableWordLaid(number, player, read_time(row["received"]), "", made)
    elif not row["taken"]:
        yield happened.TurnPassed(number, player, PASSED[row["kind"]])
    else:
        yield from _tiles({**row, "word": ""}, names)


def _tops(row: JsonObject) -> Iterator[Event]:
    """Yield which tiles lay open after a turn: a player who was out may have put them under the stacks."""
    for at, tile in enumerate(row["tops"], start=1):
        if tile:
            yield TileTurnedUp(at, tile)


def _tiles(row: JsonObject, names: dict[str, str]) -> Iterator[Event]:
    """Yield the tiles that were taken for a word, or when it was taken back."""
    if row["word"] is None:
        return
    for each in row["taken"]:
        why = TakenWhy(each["why"])
        yield TileTaken(row["number"], names[row["player"]], each["stack"], each["tile"], why)
