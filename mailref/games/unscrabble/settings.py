"""[[game]] of a game of Un-Scrabble: from which board it starts, and what it has not (other games 1)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from mailref.games.by_turns.policy import FullBoard, TurnPolicy
from mailref.games.by_turns.rules import Challenges, CostPer, ThemeWords, Unlisted
from mailref.games.by_turns.settings import KEYS_IN_TURNS, SettingsInTurns
from mailref.games.by_turns.switches import SEATS
from mailref.games.switches import IN_CLASSIC, IN_ROUNDS
from mailref.games.table_reader import (
    KeyFault,
    TomlTable,
    shown,
    suggestion,
    text,
)
from mailref.games.unscrabble.rules import UnscrabbleRules
from mailref.games.unscrabble.switches import unscrabble_rules_and_faults
from mailref.referee.policy import GamePolicy
from mailref.settings.game_parts import (
    NOTHING,
    board,
    is_connected,
    named_tiles,
    tiles_on,
)
from mailref.settings.kinds import settings_of
from mailref.settings.schema import (
    BOARD,
    FLAG,
    TEXT,
    WINDOW,
    Schema,
    keyed,
    one_word_of,
    whole,
)
from mailref.settings.values import Findings
from mailref.tiles.board import TILES, Axes, Board, missing_from
from mailref.tiles.variant import Accents

_RULES = keyed(
    {
        "most": whole(1, 15),
        "challenge": one_word_of(Challenges),
        "challenge_cost": whole(0, 1000),
        "challenge_per": one_word_of(CostPer),
        "challenge_forfeit": FLAG,
        "challenge_time": WINDOW,
        "unlisted": one_word_of(Unlisted),
        "axes": one_word_of(Axes),
        "accents": one_word_of(Accents),
        "names": FLAG,
        "seats": one_word_of(SEATS),
    }
)


class UnscrabbleSettings(SettingsInTurns):
    """How a game of Un-Scrabble is read."""

    keys: ClassVar[Mapping[str, Schema]] = {
        **KEYS_IN_TURNS,
        "rules": _RULES,
        "start": keyed({"from": TEXT, "board": BOARD}),
    }
    needed = ("start",)
    of_tournament: ClassVar[Mapping[str, Schema]] = {**keys, "board": BOARD, "from": TEXT}
    says_nothing: ClassVar[Mapping[str, str]] = {"theme": ""}
    double_game = "says nothing in Un-Scrabble: no tiles are drawn"
    leaves_board = False

    def rules(
        self,
        variant: Mapping[str, object],
        overrides: Mapping[str, object],
        _theme: ThemeWords | None,
    ) -> tuple[UnscrabbleRules, tuple[KeyFault, ...]]:
        return unscrabble_rules_and_faults(variant, overrides)

    def read_start(
        self,
        values: Mapping[str, object] | None,
        _common: GamePolicy,
        _rules: UnscrabbleRules,
        label: str,
        findings: Findings,
    ) -> Mapping[str, Any]:
        return {"full": _read_full_board(values or NOTHING, label, findings)}

    def warn_of_others(
        self, game: TurnPolicy, label: str, named: Mapping[str, GamePolicy], findings: Findings
    ) -> None:
        """Note a game that starts from one which cannot give it a board, or is not named."""
        if game.full is None or not game.full.of_game:
            return
        of_game = game.full.of_game
        source = named.get(of_game)
        if source is None:
            said = f"{shown(of_game)} is no game of this file; it must be in the record"
            findings.warn(label, "[game.start] from", f"{said}{suggestion(of_game, [*named])}")
        elif not settings_of(source.family).leaves_board:
            said = f"{shown(of_game)} leaves no board to be taken down"
            findings.fault(label, "[game.start] from", said)

    def for_tournament(
        self, game: TurnPolicy, start: Sequence[str], label: str, findings: Findings
    ) -> TurnPolicy | None:
        """Return the settings of a meeting of two; who sits first begins as it is, by no rule."""
        of_two = super().for_tournament(game, start, label, findings)
        return of_two and replace(of_two, rules=replace(of_two.rules, starter=game.rules.starter))


SETTINGS = UnscrabbleSettings()


def _read_full_board(values: Mapping[str, object], label: str, findings: Findings) -> FullBoard:
    """Read [game.start] of Un-Scrabble: the board that is taken down, or whose last one it is."""
    foreign = dict.fromkeys(("round", "missed"), IN_ROUNDS)
    foreign |= dict.fromkeys(("turn", "to_move", "scores", "racks"), IN_CLASSIC)
    table = TomlTable(values, foreign=foreign)
    laid = table.take("board", board, None)
    of_game = table.take("from", text, "")
    table.refuse_unknown()
    if (laid is None) is not bool(of_game) and not table.faults:
        said = 'needs from = "kiel", a game here that is over, or board, and not both'
        findings.fault(label, "[game.start]", said)
    findings.add(label, table.faults, section="[game.start]")
    if laid is not None and (wrong := unfit_to_be_taken_down(laid)):
        findings.fault(label, "[game.start] board", wrong)
    return FullBoard(laid, of_game)


def unfit_to_be_taken_down(laid: Board) -> str:
    """Return why Un-Scrabble cannot start from a board; "" where it can."""
    if laid.is_empty:
        return "has no tiles"
    if over := missing_from(TILES.all_tiles, tiles_on(laid)):
        return f"lays more than the set holds: {named_tiles(over)}"
    if not is_connected(laid):
        return "has tiles that are not all connected"
    if sum(1 for _ in laid.tiles) == 1:
        return "has one tile, which is no word"
    return ""
