"""[[game]] of a game of Un-Scrabble: from which board it starts, and what it has not (other games 1)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from mailref.games.by_turns.policy import FullBoard, TurnPolicy
from mailref.games.by_turns.settings import SettingsInTurns
from mailref.games.table_reader import TomlTable, shown, suggestion, text
from mailref.games.unscrabble.switches import SWITCHES, UnscrabbleRules
from mailref.referee.policy import GamePolicy
from mailref.settings.games import board_of, named_tiles, settings_of, tiles_on
from mailref.settings.values import Findings
from mailref.tiles.board import Board
from mailref.tiles.tile_set import TileSet


class UnscrabbleSettings(SettingsInTurns):
    """How a game of Un-Scrabble is read."""

    called = "Un-Scrabble"
    switches = SWITCHES
    has_tournaments = True
    says_nothing: ClassVar[Mapping[str, str]] = {"theme": ""}
    double_game = "says nothing in Un-Scrabble: no tiles are drawn"
    leaves_board = False

    def read(self, table: TomlTable, findings: Findings) -> TurnPolicy:
        table.needed.append("start")
        return super().read(table, findings)

    def start_in(self, table: TomlTable, common: GamePolicy) -> FullBoard:
        board = table.take("board", board_of(common.tiles, common.layout), None)
        return FullBoard(board, table.take("from", text, ""))

    def read_start(
        self,
        table: TomlTable | None,
        common: GamePolicy,
        _rules: UnscrabbleRules,
        findings: Findings,
    ) -> Mapping[str, Any]:
        began = TomlTable({}) if table is None else table
        full = self.start_in(began, common)
        laid = full.board
        began.refuse_unknown()
        if (laid is None) is not bool(full.of_game) and not began.faults:
            said = 'needs from = "kiel", a game here that is over, or board, and not both'
            findings.fault("[game.start]", said)
        findings.add(began.faults, section="[game.start]")
        if laid is not None and (wrong := unfit_to_be_taken_down(laid, common.tiles)):
            findings.fault("[game.start] board", wrong)
        return {"full": full}

    def warn_of_others(
        self, game: TurnPolicy, named: Mapping[str, GamePolicy], findings: Findings
    ) -> None:
        """Note a game that starts from one which cannot give it a board, or is not named."""
        if game.full is None or not game.full.of_game:
            return
        of_game = game.full.of_game
        source = named.get(of_game)
        if source is None:
            said = f"{shown(of_game)} is no game of this file; it must be in the record"
            findings.warn("[game.start] from", f"{said}{suggestion(of_game, [*named])}")
        elif not settings_of(source.family).leaves_board:
            said = f"{shown(of_game)} leaves no board to be taken down"
            findings.fault("[game.start] from", said)

    def for_tournament(
        self, game: TurnPolicy, start: Sequence[str], findings: Findings
    ) -> TurnPolicy | None:
        """Return the settings of a meeting of two; who sits first begins as it is, by no rule."""
        of_two = super().for_tournament(game, start, findings)
        return of_two and replace(of_two, rules=replace(of_two.rules, starter=game.rules.starter))


SETTINGS = UnscrabbleSettings()


def unfit_to_be_taken_down(laid: Board, tiles: TileSet) -> str:
    """Return why Un-Scrabble cannot start from a board; "" where it can."""
    if laid.is_empty:
        return "has no tiles"
    if over := tiles.missing_from(tiles.all_tiles, tiles_on(laid)):
        return f"lays more than the set holds: {named_tiles(over, tiles)}"
    if not laid.is_connected:
        return "has tiles that are not all connected"
    if sum(1 for _ in laid.tiles) == 1:
        return "has one tile, which is no word"
    return ""
