"""What an export of a game in turns shows, read for playing it again."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeGuard

from mailref.export.game_json import JsonObject
from mailref.export.read_export import NotAnExportError
from mailref.rules import events as common
from mailref.rules.board import BLANK, Board
from mailref.rules.events import Event
from mailref.rules.moves import Play, Swap
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.orders import Wish
from mailref.rules.turns.respond import BY_POLICY
from mailref.rules.turns.turn_record import OUT
from mailref.rules.turns.turn_rules import SameTiles, TurnRules
from mailref.rules.turns.turn_switches import read_theme, turn_rules_and_faults


@dataclass(frozen=True, slots=True)
class ShownTiles:
    """The tiles that were drawn for the start, where the seed is not known."""

    rows: list[tuple[tuple[str, str], ...]]

    def tiles(self, purpose: str, bag: str, count: int) -> str:  # noqa: ARG002  as they were shown
        row = self.rows[int(purpose.split()[1]) - 1]
        if len(row) != count:
            raise NotAnExportError("starter: a tile for each of those who draw")
        return "".join(tile for _, tile in row)

    def nonce(self, number: int) -> str:  # noqa: ARG002  none
        return ""


_FORGOTTEN = re.compile(r"N\.N\. [1-9][0-9]*(?:\.[0-9]+)?\.*")


def is_forgotten(player: str, bound_to: str) -> bool:
    """Tell whether a receipt was bound to a name that is forgotten: nobody can check it any more."""
    return bool(_FORGOTTEN.fullmatch(player)) and bool(_FORGOTTEN.fullmatch(bound_to))


def read_pairs(shown: Any) -> tuple[tuple[str, str], ...] | None:
    """Read the words that were mixed into the draws, each with its player."""
    return None if shown is None else tuple((each["player"], each["word"]) for each in shown)


def read_rules(export: JsonObject) -> TurnRules:
    """Read the switches of a game; NotAnExportError names one that is wrong."""
    theme = None
    if export["theme"] is not None:
        theme, wrong = read_theme(export["theme"])
        if wrong:
            raise NotAnExportError(f"theme.{wrong[0].key}: {wrong[0].message}")
    rules, faults = turn_rules_and_faults({}, export["rules"], theme)
    if faults:
        raise NotAnExportError(f"rules.{faults[0].key}: {faults[0].message}")
    return rules


def read_same_tiles(export: JsonObject) -> SameTiles | None:
    """Read with which game this one has the same tiles."""
    shown = export.get("same_tiles")
    return None if shown is None else SameTiles(str(shown["game"]), bool(shown["second"]))


def read_wish(shown: Any) -> Wish | None:
    """Read from which bag a player wanted to draw."""
    return None if shown is None else Wish(shown["vowels"], shown["consonants"])


def tiles_needed(board: Board, play: Play, swaps: tuple[Swap, ...]) -> str:
    """Return the tiles that a play takes from the rack: those laid, and those swapped for blanks."""
    laid = [
        BLANK if at in play.starred else letter
        for at, (square, letter) in enumerate(zip(play.squares, play.word, strict=True))
        if square.is_on_board and board.is_free(square)
    ]
    for swap in swaps:
        if BLANK in laid:
            laid.remove(BLANK)
        laid += board.letter(swap.square) or ""
    return "".join(laid)


@dataclass(frozen=True, slots=True)
class Aside:
    """When something happened beside the turns."""

    undos: int
    """How many turns had been undone: the number of a turn comes again after each."""
    turn: int | None
    """Whose number was the current one; None: after the end."""
    is_open: bool
    """Whether a play lay open."""


def asides_of(export: JsonObject) -> dict[Aside, list[Event]]:
    """Return what happened beside the turns, by when it did.

    Rulings come first in their turn: they change nothing, for the words of an export are believed.
    """
    found: dict[Aside, list[Event]] = {}

    def note(shown: JsonObject, event: Event) -> None:
        then = Aside(shown["undos"], shown["turn"], shown["open"])
        found.setdefault(then, []).append(event)

    for each in export["rulings"]:
        made = common.WordRuled(each["word"], each["accepted"], each["by"], each["because"])
        note({**each, "turn": each["round"], "open": True}, made)
    for row in export["turns"]:
        for each in row["themed"]:
            word, points = each["word"], each["points"]
            note(each, happened.ThemeRuled(row["number"], row["player"], word, points))
    for each in export["adjustments"]:
        points, because = each["points"], each["because"]
        note(each, common.ScoreCorrected(each["player"], each["turn"] or 0, points, because))
    # Last: who goes out in his turn ends it, and with it the total that is told of it.
    for each in export["out"]:
        note(each, happened.PlayerOut(each["player"], each["why"]))
    return found


def in_turns(asides: Iterable[Aside]) -> list[Aside]:
    """Return when in a turn something happened beside it, in order."""
    found = (each for each in asides if each.turn is not None)
    return sorted(found, key=lambda each: (each.undos, each.turn))


def is_out_of_time(event: Event) -> TypeGuard[happened.PlayerOut]:
    """Tell whether an event puts a player out for his time-outs: that comes with one alone."""
    return isinstance(event, happened.PlayerOut) and event.why == happened.OUT_OF_TIME


def put_out_after(asides: dict[Aside, list[Event]], row: JsonObject, undos: int) -> list[Event]:
    """Take out of what happened beside a turn that its player was put out by its time-out."""
    if row["kind"] == OUT:
        return []
    beside = [key for key in asides if (key.turn, key.undos) == (row["number"], undos)]
    found: list[Event] = [
        event
        for key in beside
        for event in asides[key]
        if isinstance(event, happened.PlayerOut) and event.player == row["player"]
    ]
    for key in beside:
        asides[key] = [each for each in asides[key] if each not in found]
    return found


def is_free(export: JsonObject, challenge: JsonObject) -> bool:
    """Tell whether a challenge in vain was free: the policy accepted a word of it (classic 5.6)."""
    policy = {each["word"] for each in export["rulings"] if each["by"] == BY_POLICY}
    return any(word in policy for word in challenge["words"])
