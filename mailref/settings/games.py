"""[[game]] and the tables within it: one game with its rules, players, words, dates and how it starts.

[game.start] and letters give the board, scores and rack of a game that is under way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from mailref.referee.policy import (
    BingoPolicy,
    DrawBy,
    GamePolicy,
    Publish,
    RoundPolicy,
    SoloPolicy,
    TakenOver,
)
from mailref.rules.bingo.bingo_rules import (
    BINGO_SWITCHES,
    bingo_rules_and_faults,
)
from mailref.rules.board import (
    GERMAN,
    Board,
    missing_from,
)
from mailref.rules.schedule import Weekly
from mailref.rules.switches import (
    IN_ROUNDS,
    IN_TURNS,
    contradictory,
    family_named,
    rules_and_faults,
)
from mailref.rules.table_reader import (
    TomlTable,
    duration,
    flag,
    list_of,
    mapping,
    number,
    one_of,
    shown,
    suggestion,
)
from mailref.rules.turns.solo_events import SoloRules
from mailref.rules.turns.turn_switches import OWN_TURN_SWITCHES, solo_rules_and_faults
from mailref.rules.variant import FamilyName, Rules
from mailref.settings.game_parts import (
    MOST_POINTS,
    NOTHING,
    board,
    by_name,
    fields_of,
    letters,
    named_tiles,
    read_common,
    refuse_foreign,
    tiles_on,
    warn_of_all,
    warn_of_board,
    warn_of_scores,
)
from mailref.settings.turn_games import OWN_TURN_KEYS, read_turns
from mailref.settings.values import (
    Findings,
    Surroundings,
    moment,
    schedule,
)

_NEVER = datetime.max.replace(tzinfo=UTC)
"""Stands for the ZAT that a league of soloists must have."""


def read_start(
    values: Mapping[str, object], players: Sequence[str], label: str, findings: Findings
) -> TakenOver:
    """Read [game.start]; what is wrong goes to *findings*."""
    table = TomlTable(values)
    start = TakenOver(
        round=table.need("round", number(1, 100_000), 1, "4"),
        board=table.take("board", board, Board()),
        scores=table.take("scores", by_name(-MOST_POINTS, MOST_POINTS), ()),
        missed=table.take("missed", by_name(0, 100_000), ()),
    )
    table.foreign = dict.fromkeys(("turn", "to_move", "racks"), IN_TURNS)
    table.refuse_unknown()
    scored = dict(start.scores)
    for name, _ in start.missed:
        if name not in scored:
            table.fault(
                "missed", f"names {shown(name)}, who has no score{suggestion(name, list(scored))}"
            )
    findings.add(label, table.faults, section="[game.start]")
    warn_of_board(start.board, label, findings)
    warn_of_scores(tuple(scored), players, label, findings)
    return start


def check_tiles(
    start: TakenOver | None, rack: str | None, rules: Rules | None, label: str, findings: Findings
) -> None:
    """Refuse tiles beyond the set, and warn of a rack of an unusual size."""
    on_board = tiles_on(start.board) if start else ""
    if over := missing_from(GERMAN.all_tiles, on_board):
        findings.fault(
            label, "[game.start] board", f"lays more than the set holds: {named_tiles(over)}"
        )
    elif rack and (over := missing_from(GERMAN.all_tiles, on_board + rack)):
        findings.fault(
            label, "letters", f"are more than the set less the board holds: {named_tiles(over)}"
        )
    if rack and rules and not over:
        _warn_of_number(start, rack, rules, label, findings)


def _warn_of_number(
    start: TakenOver | None, rack: str, rules: Rules, label: str, findings: Findings
) -> None:
    number_of_round = start.round if start else 1
    expected = rules.letters_in(number_of_round)
    left = len(GERMAN.all_tiles) - len(tiles_on(start.board) if start else "") - len(rack)
    if len(rack) != expected and (left > 0 or len(rack) > expected):
        findings.warn(
            label,
            "letters",
            f"are {len(rack)}; round {number_of_round} of this game has {expected}",
        )


OWN_ROUND_KEYS = (
    "deadline", "schedule", "letters", "draw", "min_round", "columns", "solo_bonus", "publish",
    "announce",
)  # fmt: skip
"""What only games in rounds have."""
_NOT_IN_BINGO = (
    "letters", "draw", "columns", "solo_bonus", "publish", "announce", "start",
)  # fmt: skip
"""What of that Scrabble-Bingo does not have: its tiles are always drawn by the referee."""


class ReportColumn(StrEnum):
    """An optional column of the score sheet."""

    BETTER = "better"
    PERCENT = "percent"
    SOLO = "solo"


def read_game(
    values: Mapping[str, object], label: str, around: Surroundings, findings: Findings
) -> GamePolicy:
    """Read one [[game]]; what is wrong goes to *findings*, and stand-ins go on."""
    table = TomlTable(values)
    variant = str(values.get("variant", ""))
    match family_named(around.variants.get(variant, NOTHING)):
        case FamilyName.ROUNDS:
            game: GamePolicy = _read_rounds(table, label, around, findings)
            refuse_foreign(table, OWN_TURN_KEYS, IN_TURNS, label, findings)
        case FamilyName.TURNS | FamilyName.TABLE | FamilyName.UNSCRABBLE:
            game = read_turns(table, label, around, findings)
            refuse_foreign(table, OWN_ROUND_KEYS, IN_ROUNDS, label, findings)
        case FamilyName.BINGO:
            game = _read_bingo(table, label, around, findings)
            table.foreign = dict.fromkeys(_NOT_IN_BINGO, IN_ROUNDS)
            refuse_foreign(table, OWN_TURN_KEYS, IN_TURNS, label, findings)
        case FamilyName.SOLO:
            game = _read_solo(table, label, around, findings)
            refuse_foreign(table, (*OWN_TURN_KEYS, "start"), IN_TURNS, label, findings)
    warn_of_all(game, label, findings)
    if isinstance(game, RoundPolicy | BingoPolicy):
        _warn_of_zats(game, label, findings)
    if isinstance(game, RoundPolicy):
        _warn(game, label, findings)
    return game


def _read_rounds(
    table: TomlTable, label: str, around: Surroundings, findings: Findings
) -> RoundPolicy:
    common = read_common(table, label, around, findings)
    names = [player.name for player in common.players]
    values = table.take("start", mapping, None)
    start = None if values is None else read_start(values, names, label, findings)
    rack = table.take("letters", letters, None)
    variant = around.variants.get(common.variant, NOTHING)
    rules, is_sure = _read_rules(table, variant, start, label, findings)
    check_tiles(start, rack, rules if is_sure else None, label, findings)
    lots = table.take("lots", flag, default=False)
    return RoundPolicy(
        **fields_of(common),
        rules=rules,
        house_rules=tuple(_house_rules(rules, variant, start)) if is_sure else (),
        deadline=table.take("deadline", moment(common.zone), None),
        schedule=table.take("schedule", schedule(common.zone), None),
        letters=rack,
        min_round=table.take("min_round", duration(), timedelta(days=7)),
        publish=table.take("publish", one_of(Publish), Publish.AUTO),
        draw=table.take("draw", one_of(DrawBy), DrawBy.REFEREE),
        columns=tuple(
            str(each) for each in table.take("columns", list_of(one_of(ReportColumn)), ())
        ),
        solo_bonus=table.take("solo_bonus", number(0, 1000), 0),
        taken_over=start,
        lots=lots,
        announce=table.take("announce", duration(), timedelta(hours=24 if lots else 0)),
    )


def _read_bingo(
    table: TomlTable, label: str, around: Surroundings, findings: Findings
) -> BingoPolicy:
    """Read a game of Scrabble-Bingo; what is wrong goes to *findings*, and stand-ins go on."""
    common = read_common(table, label, around, findings)
    variant = around.variants.get(common.variant, NOTHING)
    rules, faults = bingo_rules_and_faults(variant, table.take("rules", mapping, NOTHING))
    findings.add(label, faults, section="[game.rules]")
    usual, _ = bingo_rules_and_faults(variant, NOTHING)
    return BingoPolicy(
        **fields_of(common),
        rules=rules,
        house_rules=tuple(
            key for key in BINGO_SWITCHES if getattr(rules, key) != getattr(usual, key)
        ),
        deadline=table.take("deadline", moment(common.zone), None),
        schedule=table.take("schedule", schedule(common.zone), None),
        min_round=table.take("min_round", duration(), timedelta(days=1)),
    )


def _read_solo(
    table: TomlTable, label: str, around: Surroundings, findings: Findings
) -> SoloPolicy:
    """Read a league of soloists; what is wrong goes to *findings*, and stand-ins go on."""
    common = read_common(table, label, around, findings)
    variant = around.variants.get(common.variant, NOTHING)
    rules, faults = solo_rules_and_faults(variant, table.take("rules", mapping, NOTHING))
    findings.add(label, faults, section="[game.rules]")
    usual, _ = solo_rules_and_faults(variant, NOTHING)
    return SoloPolicy(
        **fields_of(common),
        rules=rules,
        house_rules=tuple(
            each.name
            for each in fields(SoloRules)
            if variant and getattr(rules, each.name) != getattr(usual, each.name)
        ),
        deadline=table.need("deadline", moment(common.zone), _NEVER, "2027-01-31T20:00:00"),
        history=table.take("history", number(1, 1000), 12),
    )


def _read_rules(
    table: TomlTable,
    variant: Mapping[str, object],
    start: TakenOver | None,
    label: str,
    findings: Findings,
) -> tuple[Rules, bool]:
    """Return the game's rules, and whether they are right (else stand-ins, with the faults noted)."""
    overrides = table.take("rules", mapping, NOTHING)
    rules, faults = rules_and_faults(
        variant,
        overrides,
        is_taken_over=_has_words(start),
        foreign=dict.fromkeys(OWN_TURN_SWITCHES, IN_TURNS),
    )
    if not variant:  # that fault is noted; without a variant all switches are missing
        return rules, False
    faults += tuple(contradictory(overrides))
    findings.add(label, faults, section="[game.rules]")
    return rules, not faults


def _has_words(start: TakenOver | None) -> bool:
    return start is not None and not start.board.is_empty


def _house_rules(
    rules: Rules, variant: Mapping[str, object], start: TakenOver | None
) -> Iterator[str]:
    """Yield the switches in which *rules* differ from those of their variant."""
    usual, _ = rules_and_faults(variant, NOTHING, is_taken_over=_has_words(start))
    for switch in fields(Rules):
        if getattr(rules, switch.name) != getattr(usual, switch.name):
            yield switch.name


def _warn_of_zats(game: RoundPolicy | BingoPolicy, label: str, findings: Findings) -> None:
    """Note what can be meant of ZATs but seldom is."""
    if game.deadline is None and game.schedule is None:
        findings.warn(label, "deadline", "without it and without a schedule no round has a ZAT")
    if isinstance(game.schedule, Weekly):
        _warn_of_skipped_dates(game, game.schedule, label, findings)


def _warn(game: RoundPolicy, label: str, findings: Findings) -> None:
    """Note what can be meant in a game in rounds but seldom is."""
    if game.solo_bonus and ReportColumn.SOLO not in game.columns:
        findings.warn(label, "solo_bonus", 'is not shown without columns = ["solo"]')


def _warn_of_skipped_dates(
    game: RoundPolicy | BingoPolicy, schedule: Weekly, label: str, findings: Findings
) -> None:
    """Note a schedule that `min_round` stretches: the report goes out after the ZAT it counts from."""
    apart = timedelta(weeks=schedule.weeks)
    if game.min_round < apart:
        return
    weeks = schedule.weeks * (game.min_round // apart + 1)
    days = f"{game.min_round / timedelta(days=1):g}d"
    findings.warn(
        label,
        "min_round",
        f"is not below the {schedule.weeks * 7} days of the schedule: "
        f"with min_round = {days} every round takes {weeks} weeks",
    )
