"""A whole game in turns as JSON (classic 14), secrets null until the end; and such an export read again.

What it shows is read for playing it again.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from typing import Any, TypeGuard

from msgspec import Struct

from mailref.record.game_json import JsonObject, sha256_of
from mailref.record.read_export import NotAnExportError
from mailref.record.round_json import Json, beginning_to_json, plain, ruling_to_json
from mailref.record.seated_told import lots_to_json, same_tiles_to_json, standings_to_json
from mailref.rules import events as common
from mailref.rules.board import BLANK, Axes, Board, Square, place_name, square_name
from mailref.rules.events import Event
from mailref.rules.moves import Play, Swap
from mailref.rules.switches import told_rules
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.orders import Wish
from mailref.rules.turns.respond import BY_POLICY
from mailref.rules.turns.turn_record import (
    EXCHANGE,
    OUT,
    RecordedChallenge,
    RecordedDrawing,
    RecordedRuling,
    RecordedTurn,
    Then,
    TurnsRecord,
    turns_record_of,
)
from mailref.rules.turns.turn_rules import SameTiles, Secret, TurnRules
from mailref.rules.turns.turn_switches import (
    read_theme,
    theme_table,
    turn_rules_and_faults,
    turn_rules_table,
)
from mailref.rules.variant import FamilyName


def export_of_turns(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the whole game with the hash of its canonical JSON; times in *zone*.

    With *reveals* what is secret is told though the game goes on: for the check against the seed alone.
    """
    exported = turns_to_json(turns_record_of(events), zone, reveals=reveals)
    return {**exported, "sha256": sha256_of(exported)}


def turns_to_json(record: TurnsRecord, zone: tzinfo, *, reveals: bool = False) -> dict[str, Json]:
    """Return the whole game; the hash is added by `export_of_turns`."""
    told = _Told(zone, record.opened.rules.axes, is_open=reveals or record.game.tells_all)
    game = record.game
    outs = [name for name in game.seats if game.hands[name].is_out]
    return {
        **_beginning(record),
        "finished": game.is_over,
        "ended": game.ended or None,
        "ended_at": told.time(record.ended.at) if record.ended else None,
        "seed": game.seed if game.tells_all else None,
        "players": [{"player": name, "base": base} for name, base in record.joined],
        "lots": lots_to_json(record.lots),
        "lot_of_seats": None if record.seats is None else list(record.seats),
        "starter": _starter(record),
        "seats": list(game.seats),
        "drawings": [told.drawing(each) for each in record.drawings],
        "turns": [told.turn(each, record) for each in record.turns],
        "to_move": _to_move(record, told),
        "out": [
            {"player": each.player, "why": each.why, **_then(each.then)} for each in record.outs
        ],
        "rulings": [_ruling(each) for each in record.rulings if told.may_tell(each, record)],
        "adjustments": [
            {
                "player": each.player,
                "points": each.points,
                "because": each.because,
                **_then(each.then),
            }
            for each in record.corrections
        ],
        "racks": {name: told.secret(game.hands[name].rack) for name in game.seats},
        "deductions": None if record.end is None else dict(record.end.deductions),
        "standings": standings_to_json({name: record.totals[name] for name in game.seats}, outs),
    }


def _beginning(record: TurnsRecord) -> dict[str, Json]:
    """Return what was fixed when the game began."""
    opened = record.opened
    return {
        "family": str(FamilyName.TURNS),
        **beginning_to_json(opened, _start(record)),
        "rules": plain(told_rules(turn_rules_table(opened.rules))),
        "theme": plain(theme_table(opened.rules.theme) or {}) or None,
        **same_tiles_to_json(opened.same_tiles),
    }


def _start(record: TurnsRecord) -> Json:
    """Return what a game taken over began with, else null."""
    if not record.opened.is_taken_over:
        return None
    return {"turn": record.opened.first_turn, "board": list(record.opened.board.rows)}


def _starter(record: TurnsRecord) -> Json:
    if record.starter is None:
        return None
    drawings: list[Json] = [
        [{"player": each[0], "tile": each[1]} for each in row] for row in record.starter.drawings
    ]
    return {"drawings": drawings, "order": list(record.starter.order)}


def _then(then: Then) -> dict[str, Json]:
    return {"turn": then.turn, "undos": then.undos, "open": then.is_open}


def _ruling(ruling: RecordedRuling) -> Json:
    return {**ruling_to_json(ruling.turn, ruling.made), "undos": ruling.undos}


def _to_move(record: TurnsRecord, told: "_Told") -> Json:
    turn = record.game.turn
    if turn is None:
        return None
    return {"number": turn.number, "player": turn.player, "began": told.time(turn.began)}


class _Told:
    """How values of one game are told."""

    def __init__(self, zone: tzinfo, axes: Axes, *, is_open: bool) -> None:
        self._zone = zone
        self._axes = axes
        self._is_open = is_open

    def time(self, moment: datetime | None) -> str | None:
        return None if moment is None else moment.astimezone(self._zone).isoformat()

    def secret(self, held: Secret[str]) -> str | None:
        return held.value if self._is_open else None

    def may_tell(self, ruling: RecordedRuling, record: TurnsRecord) -> bool:
        """Tell whether a ruling is on a word that lay: another was in a move unseen (classic 10)."""
        scored = (turn.scored for turn in record.turns if turn.scored is not None)
        laid = (word.word for play in scored for word in play.words)
        return self._is_open or ruling.made.word in laid

    def _wish(self, held: Secret[Wish | None]) -> Json:
        if held.value is None or not self._is_open:
            return None
        return {"vowels": held.value.vowels, "consonants": held.value.consonants}

    def drawing(self, recorded: RecordedDrawing) -> Json:
        drawn = recorded.drawn
        return {
            "number": drawn.number,
            "player": recorded.player,
            "bound_to": drawn.player,
            "at": self.time(drawn.at),
            "count": drawn.count,
            "drawn": self.secret(drawn.letters),
            "put_back": self.secret(drawn.put_back),
            "rack": self.secret(recorded.rack),
            "receipt": drawn.receipt,
            "nonce": self.secret(drawn.nonce),
            "by_hand": drawn.by_hand,
            "wish": self._wish(drawn.wish),
        }

    def turn(self, turn: RecordedTurn, record: TurnsRecord) -> Json:
        scored = turn.scored
        is_exchange = turn.kind == EXCHANGE
        drawn = "".join(record.drawing(number).drawn.letters.value for number in turn.draws)
        last = turn.draws[-1] if turn.draws else None
        return {
            "number": turn.number,
            "player": turn.player,
            "kind": turn.kind,
            "why": str(turn.why) or None,
            "began": self.time(turn.began),
            "received": self.time(turn.received),
            "square": place_name(scored.square, scored.direction, self._axes) if scored else None,
            "direction": scored.direction.value if scored else None,
            "word": scored.word if scored else None,
            "blanks": self._squares(scored.blanks) if scored else [],
            "words": [{"word": w.word, "points": w.points} for w in scored.words] if scored else [],
            "formula": turn.formula or None,
            "points": turn.points,
            "theme": turn.theme,
            "claims": list(turn.claims),
            "themed": [
                {"word": each.word, "points": each.points, **_then(each.then)}
                for each in turn.themed
            ],
            "swaps": self._squares(turn.swaps),
            "wish": self._wish(turn.wish),
            "challenges": [self._challenge(each) for each in turn.challenges],
            "accepted": None
            if turn.accepted is None
            else {"how": str(turn.accepted), "by": turn.accepted_by},
            "taken_back": turn.is_taken_back,
            "count": turn.count,
            "rack": self.secret(turn.rack),
            "put_back": self.secret(turn.letters) if is_exchange else None,
            "drawings": list(turn.draws),
            "drawn": self.secret(Secret(drawn)),
            "receipt": None if last is None else record.drawing(last).drawn.receipt,
            "bag": turn.bag,
            "total": turn.total,
            "board": list(turn.board.rows),
            "undone": turn.undone,
        }

    def _squares(self, squares: Sequence[Square]) -> list[Json]:
        return [square_name(square, self._axes) for square in squares]

    def _challenge(self, challenge: RecordedChallenge) -> Json:
        made, decided = challenge.made, challenge.decided
        return {
            "player": challenge.player,
            "received": self.time(made.received),
            "words": list(made.words),
            "verdicts": None
            if decided is None
            else [{"word": word, "valid": valid} for word, valid in decided.verdicts],
            "stands": None if decided is None else decided.stands,
            "cost": 0 if decided is None else decided.cost,
        }


class ShownTiles(Struct, frozen=True):
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


class Aside(Struct, frozen=True):
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
