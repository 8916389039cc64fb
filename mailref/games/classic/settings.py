"""[[game]] of a classic game: its house rules, and how one starts that is under way (classic 14)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from mailref.games.by_turns.policy import TurnsTakenOver
from mailref.games.by_turns.rules import Secret, ThemeWords, TurnRules
from mailref.games.by_turns.settings import KEYS_IN_TURNS, RULES_IN_TURNS, SettingsInTurns
from mailref.games.by_turns.switches import turn_rules_and_faults
from mailref.games.switches import IN_ROUNDS
from mailref.games.table_reader import (
    KeyFault,
    TomlTable,
    ValueReader,
    WrongValueError,
    mapping,
    number,
    shown,
    suggestion,
    text,
)
from mailref.referee.policy import GamePolicy
from mailref.settings.game_parts import (
    MOST_POINTS,
    board,
    by_name,
    letters,
    named_tiles,
    tiles_on,
    warn_of_board,
    warn_of_scores,
)
from mailref.settings.schema import (
    BOARD,
    BY_NAME,
    TEXT,
    Schema,
    keyed,
    several,
    whole,
)
from mailref.settings.values import Findings
from mailref.tiles.board import TILES, Board, missing_from

_START = keyed(
    {
        "turn": whole(1, 100_000),
        "to_move": TEXT,
        "board": BOARD,
        "scores": BY_NAME,
        "racks": {"type": "object", "additionalProperties": TEXT},
    },
    "turn",
    "to_move",
)
_THEME = keyed({"name": TEXT, "points": whole(1, 1000), "words": several(TEXT)}, "name")


class ClassicSettings(SettingsInTurns):
    """How a classic game is read."""

    keys: ClassVar[Mapping[str, Schema]] = {
        **KEYS_IN_TURNS,
        "same_tiles": TEXT,
        "theme": _THEME,
        "rules": keyed(RULES_IN_TURNS),
        "start": _START,
    }
    of_tournament = keys

    def rules(
        self,
        variant: Mapping[str, object],
        overrides: Mapping[str, object],
        theme: ThemeWords | None,
    ) -> tuple[TurnRules, tuple[KeyFault, ...]]:
        return turn_rules_and_faults(variant, overrides, theme)

    def read_start(
        self,
        values: Mapping[str, object] | None,
        common: GamePolicy,
        rules: TurnRules,
        label: str,
        findings: Findings,
    ) -> Mapping[str, Any]:
        if values is None:
            return {}
        names = [player.name for player in common.players]
        start = _read_start(values, names, label, findings)
        _check_tiles(start, rules, label, findings)
        return {"taken_over": start}


SETTINGS = ClassicSettings()


def _read_start(
    values: Mapping[str, object], players: Sequence[str], label: str, findings: Findings
) -> TurnsTakenOver:
    """Read [game.start]: board, totals, racks, and whose turn it is."""
    table = TomlTable(values, foreign=dict.fromkeys(("round", "missed"), IN_ROUNDS))
    start = TurnsTakenOver(
        turn=table.need("turn", number(1, 100_000), 1, "12"),
        to_move=table.need("to_move", text, "", '"Anna"'),
        board=table.take("board", board, Board()),
        scores=table.take("scores", by_name(-MOST_POINTS, MOST_POINTS), ()),
        racks=table.take("racks", _racks, ()),
    )
    table.refuse_unknown()
    if start.to_move and start.to_move not in players:
        written = shown(start.to_move)
        guess = suggestion(start.to_move, players)
        table.fault("to_move", f"{written} is no player of this game{guess}")
    for name, _ in start.racks:
        if name not in players:
            guess = suggestion(name, players)
            table.fault("racks", f"{shown(name)} is no player of this game{guess}")
    findings.add(label, table.faults, section="[game.start]")
    warn_of_board(start.board, label, findings)
    warn_of_scores([name for name, _ in start.scores], players, label, findings)
    return start


def _racks(value: object) -> tuple[tuple[str, Secret[str]], ...]:
    read: ValueReader[str] = letters
    found = []
    for name, entry in mapping(value).items():
        try:
            found.append((name, Secret(read(entry))))
        except ValueError as wrong:
            raise WrongValueError(f"{shown(name)} {wrong}") from wrong
    return tuple(found)


def _check_tiles(start: TurnsTakenOver, rules: TurnRules, label: str, findings: Findings) -> None:
    """Refuse tiles beyond the set, and racks that are too large."""
    used = tiles_on(start.board)
    if over := missing_from(TILES.all_tiles, used):
        said = f"lays more than the set holds: {named_tiles(over)}"
        findings.fault(label, "[game.start] board", said)
        return
    for name, rack in start.racks:
        used += rack.value
        if len(rack.value) > rules.rack:
            said = f"{shown(name)} has {len(rack.value)} tiles; a rack holds {rules.rack}"
            findings.fault(label, "[game.start] racks", said)
    if over := missing_from(TILES.all_tiles, used):
        said = f"are more than the set less the board holds: {named_tiles(over)}"
        findings.fault(label, "[game.start] racks", said)
