"""[[game]] of a game in rounds: its ZATs, letters, switches, and how it starts (contract 2).

[game.start] and letters give board, scores and letters of one that is under way.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial

from mailref.games.by_rounds.settings import warn_of_zats
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.policy import RoundPolicy, TakenOver
from mailref.games.rounds.switches import SWITCHES, Rules
from mailref.games.switches import NOTHING
from mailref.games.table_reader import (
    TomlTable,
    list_of,
    number,
    one_of,
    shown,
    suggestion,
    table_of,
)
from mailref.referee.policy import GamePolicy
from mailref.settings import games
from mailref.settings.values import Findings, moment, said_of, schedule
from mailref.tiles.board import Board
from mailref.tiles.tile_set import GERMAN


class ReportColumn(StrEnum):
    """An optional column of the score sheet."""

    BETTER = "better"
    PERCENT = "percent"
    SOLO = "solo"


_SAID = "absence min_round publish draw columns solo_bonus"


class SettingsInRounds(games.KindSettings):
    """How a game in rounds is read."""

    group = games.IN_ROUNDS
    switches = SWITCHES

    def read(self, table: TomlTable, findings: Findings) -> RoundPolicy:
        common = games.read_common(table, findings)
        names = [player.name for player in common.players]
        values = table.take("start", table_of(partial(_start_in, common=common)), None)
        foreign = self.elsewhere("start")
        start = (
            read_start(TomlTable(values, foreign=foreign), common, names, findings)
            if values is not None
            else None
        )
        rack = table.take("letters", games.letters_of(common.tiles), None)
        variant = findings.around.variants.get(common.variant, NOTHING)
        rules, is_sure = self.read_rules(table, common, findings, is_taken_over=_has_words(start))
        check_tiles(start, rack, rules if is_sure else None, findings)
        lots = games.read_lots(table)
        return RoundPolicy(
            **{**games.fields_of(common), **lots},
            rules=rules,
            house_rules=self.house_rules(rules, variant, table, is_taken_over=_has_words(start))
            if is_sure
            else (),
            deadline=table.take("deadline", moment(common.zone), None),
            schedule=table.take("schedule", schedule(common.zone), None),
            letters=rack,
            **said_of(table, RoundPolicy, _SAID, {"columns": list_of(one_of(ReportColumn))}),
            taken_over=start,
        )

    def warn(self, game: RoundPolicy, findings: Findings) -> None:
        warn_of_zats(game, findings)
        if game.solo_bonus and ReportColumn.SOLO not in game.columns:
            findings.warn("solo_bonus", 'is not shown without columns = ["solo"]')
        if game.lots and game.announce <= game.lots_until:
            said = "is not longer than lots_until: the first letters are drawn without any word"
            findings.warn("announce", said)

    def start(self, game: RoundPolicy) -> TakenOver | None:
        return game.taken_over

    def agreed(self, _game: RoundPolicy) -> None:
        """Rules may change from round to round."""

    def unlike(self, policy: RoundPolicy, game: RoundGame) -> Iterator[tuple[str, str]]:
        """Contract 2: what cannot change after the first event, and letters that have been mailed."""
        yield from games.other_sets(policy, game)
        if (policy.taken_over is not None) is not game.is_taken_over:
            yield "[game.start]", "cannot be added or taken away after the game has begun"
        given = policy.letters
        in_order = game.next_rules.tiles.in_order
        if given is None or game.round is None or in_order(given) == game.rack:
            return
        if not game.is_spent("letters", given):
            yield "letters", f"{game.rack} have been mailed for round {game.round.number}"


SETTINGS = SettingsInRounds()


def _start_in(table: TomlTable, common: GamePolicy) -> TakenOver:
    return TakenOver(
        round=table.need("round", number(1, 100_000), 1, "4"),
        board=table.take(
            "board", games.board_of(common.tiles, common.layout), Board.empty(common.layout.size)
        ),
        scores=table.take("scores", games.scores, ()),
        missed=table.take("missed", games.by_name(number(0, 100_000)), ()),
    )


def read_start(
    table: TomlTable, common: GamePolicy, players: Sequence[str], findings: Findings
) -> TakenOver:
    """Read [game.start]; what is wrong goes to *findings*."""
    start = _start_in(table, common)
    table.refuse_unknown()
    scored = dict(start.scores)
    for name, _ in start.missed:
        if name not in scored:
            table.fault(
                "missed", f"names {shown(name)}, who has no score{suggestion(name, list(scored))}"
            )
    findings.add(table.faults, section="[game.start]")
    games.warn_of_board(start.board, common.layout, findings)
    games.warn_of_scores(tuple(scored), players, findings)
    return start


def check_tiles(
    start: TakenOver | None, rack: str | None, rules: Rules | None, findings: Findings
) -> None:
    """Refuse tiles beyond the set, and warn of a rack of an unusual size."""
    on_board = games.tiles_on(start.board) if start else ""
    tiles = GERMAN if rules is None else rules.tiles
    if over := tiles.missing_from(tiles.all_tiles, on_board):
        findings.fault(
            "[game.start] board", f"lays more than the set holds: {games.named_tiles(over, tiles)}"
        )
    elif rack and (over := tiles.missing_from(tiles.all_tiles, on_board + rack)):
        findings.fault(
            "letters",
            f"are more than the set less the board holds: {games.named_tiles(over, tiles)}",
        )
    if rack and rules and not over:
        _warn_of_number(start.round if start else 1, on_board, rack, rules, findings)


def _warn_of_number(
    number_of_round: int, on_board: str, rack: str, rules: Rules, findings: Findings
) -> None:
    expected = rules.letters_in(number_of_round)
    left = len(rules.tiles.all_tiles) - len(on_board) - len(rack)
    if len(rack) != expected and (left > 0 or len(rack) > expected):
        findings.warn(
            "letters", f"are {len(rack)}; round {number_of_round} of this game has {expected}"
        )


def _has_words(start: TakenOver | None) -> bool:
    return start is not None and not start.board.is_empty
