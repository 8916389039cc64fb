"""[[game]] of a kind of game in which rounds end at a ZAT for all: its rules, and when that is."""

from datetime import timedelta
from itertools import islice, pairwise
from typing import Any

from mailref.games.by_rounds.policy import Absence, PolicyByRounds
from mailref.games.game import Dates, Weekly
from mailref.games.switches import NOTHING, Switches
from mailref.games.table_reader import TomlTable
from mailref.settings.games import KindSettings, fields_of, read_common
from mailref.settings.values import Findings, moment, said_of, schedule


class SettingsByRounds(KindSettings):
    """How a game of such a kind is read: its group, and its switches, are all that it has of its own."""

    def __init__(self, group: str, switches: Switches[Any]) -> None:
        self.group = group
        self.switches = switches

    def read(self, table: TomlTable, findings: Findings) -> PolicyByRounds:
        common = read_common(table, findings)
        variant = findings.around.variants.get(common.variant, NOTHING)
        rules, is_sure = self.read_rules(table, common, findings)
        policy = PolicyByRounds(
            **fields_of(common),
            rules=rules,
            house_rules=self.house_rules(rules, variant, table) if is_sure else (),
            deadline=table.take("deadline", moment(common.zone), None),
            schedule=table.take("schedule", schedule(common.zone), None),
            **said_of(table, PolicyByRounds, "absence min_round"),
        )
        if policy.absence is Absence.ADVANCE:
            findings.fault(
                "absence", 'must be "excused" or "ask" here: no move can be sent in advance'
            )
        return policy

    def warn(self, game: PolicyByRounds, findings: Findings) -> None:
        warn_of_zats(game, findings)


def warn_of_zats(game: PolicyByRounds, findings: Findings) -> None:
    """Note what can be meant of ZATs but seldom is."""
    if game.deadline is None and game.schedule is None:
        findings.warn("deadline", "without it and without a schedule no round has a deadline")
    if isinstance(game.schedule, Weekly):
        _warn_of_skipped_dates(game, game.schedule, findings)
    if isinstance(game.schedule, Dates):
        _warn_of_near_dates(game, game.schedule, findings)


def _warn_of_near_dates(game: PolicyByRounds, schedule: Dates, findings: Findings) -> None:
    """Note the first dates that lie so near to each other that the second is passed over."""
    moments = schedule.moments
    if game.deadline is not None:
        moments = (game.deadline.astimezone(game.zone).replace(tzinfo=None), *moments)
    near = ((a, b) for a, b in pairwise(moments) if timedelta() < b - a < game.min_round)
    for first, second in islice(near, 1):
        days = f"{game.min_round / timedelta(days=1):g}d"
        findings.warn(
            "schedule",
            f"{second:%Y-%m-%d %H:%M} is less than min_round = {days} after {first:%Y-%m-%d %H:%M}: "
            "it is passed over",
        )


def _warn_of_skipped_dates(game: PolicyByRounds, schedule: Weekly, findings: Findings) -> None:
    """Note a schedule that `min_round` stretches: the report goes out after the ZAT it counts from."""
    apart = timedelta(weeks=schedule.weeks)
    if game.min_round < apart:
        return
    weeks = schedule.weeks * (game.min_round // apart + 1)
    days = f"{game.min_round / timedelta(days=1):g}d"
    findings.warn(
        "min_round",
        f"is not below the {schedule.weeks * 7} days of the schedule: "
        f"with min_round = {days} every round takes {weeks} weeks, "
        f"with {schedule.weeks * 7 - 2}d it takes {'one' if schedule.weeks == 1 else schedule.weeks}",
    )
