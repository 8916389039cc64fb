"""[[game]] of a game of Scrabble-Bingo (other games 2)."""

from datetime import timedelta

from mailref.games.bingo.policy import BingoPolicy
from mailref.games.bingo.rules import SWITCHES
from mailref.games.switches import NOTHING
from mailref.games.table_reader import TomlTable, duration
from mailref.settings.game_parts import fields_of, read_common, warn_of_zats
from mailref.settings.kinds import KindSettings
from mailref.settings.values import Findings, Surroundings, moment, schedule


class BingoSettings(KindSettings):
    """How a game of Scrabble-Bingo is read."""

    group = "Scrabble-Bingo"

    def read(
        self, table: TomlTable, label: str, around: Surroundings, findings: Findings
    ) -> BingoPolicy:
        common = read_common(table, label, around, findings)
        variant = around.variants.get(common.variant, NOTHING)
        rules, faults = SWITCHES.read(
            variant,
            table.take("rules", SWITCHES.reader, NOTHING),
            foreign=self.elsewhere("rules"),
        )
        findings.add(label, faults, section="[game.rules]")
        usual, _ = SWITCHES.read(variant)
        return BingoPolicy(
            **fields_of(common),
            rules=rules,
            house_rules=SWITCHES.differing(rules, usual),
            deadline=table.take("deadline", moment(common.zone), None),
            schedule=table.take("schedule", schedule(common.zone), None),
            min_round=table.take("min_round", duration(), timedelta(days=1)),
        )

    def warn(self, game: BingoPolicy, label: str, findings: Findings) -> None:
        warn_of_zats(game, label, findings)


SETTINGS = BingoSettings()
