"""[[game]] of a classic game: its house rules, and how one starts that is under way (classic 14)."""

from collections.abc import Mapping
from typing import Any

from mailref.games.by_turns.policy import TurnsTakenOver
from mailref.games.by_turns.settings import SettingsInTurns
from mailref.games.by_turns.switches import TurnRules
from mailref.games.chance import Secret
from mailref.games.classic.switches import SWITCHES
from mailref.games.table_reader import TomlTable, number, shown, text
from mailref.referee.policy import GamePolicy
from mailref.settings import games
from mailref.settings.values import Findings
from mailref.tiles.board import Board


class ClassicSettings(SettingsInTurns):
    """How a classic game is read."""

    called = "classic games"
    switches = SWITCHES
    has_tournaments = True

    def start_in(self, table: TomlTable, common: GamePolicy) -> TurnsTakenOver:
        laid, empty = games.board_of(common.tiles, common.layout), Board.empty(common.layout.size)
        racks = games.by_name(games.letters_of(common.tiles))
        return TurnsTakenOver(
            turn=table.need("turn", number(1, 100_000), 1, "12"),
            to_move=table.need("to_move", text, "", '"Anna"'),
            board=table.take("board", laid, empty),
            scores=table.take("scores", games.scores, ()),
            racks=tuple((name, Secret(rack)) for name, rack in table.take("racks", racks, ())),
        )

    def read_start(
        self, table: TomlTable | None, common: GamePolicy, rules: TurnRules, findings: Findings
    ) -> Mapping[str, Any]:
        if table is None:
            return {}
        names = [player.name for player in common.players]
        start = self.start_in(table, common)
        table.refuse_unknown()
        if start.to_move and start.to_move not in names:
            table.fault("to_move", games.no_player(start.to_move, names))
        for name, _ in start.racks:
            if name not in names:
                table.fault("racks", games.no_player(name, names))
        findings.add(table.faults, section="[game.start]")
        games.warn_of_board(start.board, common.layout, findings)
        games.warn_of_scores([name for name, _ in start.scores], names, findings)
        _check_tiles(start, rules, findings)
        return {"taken_over": start}


SETTINGS = ClassicSettings()


def _check_tiles(start: TurnsTakenOver, rules: TurnRules, findings: Findings) -> None:
    """Refuse tiles beyond the set, and racks that are too large."""
    used, tiles = games.tiles_on(start.board), rules.tiles
    if over := tiles.missing_from(tiles.all_tiles, used):
        said = f"lays more than the set holds: {games.named_tiles(over, tiles)}"
        findings.fault("[game.start] board", said)
        return
    for name, rack in start.racks:
        used += rack.value
        if len(rack.value) > rules.rack:
            said = f"{shown(name)} has {len(rack.value)} tiles; a rack holds {rules.rack}"
            findings.fault("[game.start] racks", said)
    if over := tiles.missing_from(tiles.all_tiles, used):
        said = f"are more than the set less the board holds: {games.named_tiles(over, tiles)}"
        findings.fault("[game.start] racks", said)
