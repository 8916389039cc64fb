"""[[game]] of a game in rounds: its ZATs, letters, switches, and how it starts (contract 2).

[game.start] and letters give board, scores and letters of one that is under way.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from typing import ClassVar

from msgspec.structs import fields

from mailref.games.by_turns.switches import OWN_TURN_SWITCHES
from mailref.games.rounds.policy import DrawBy, Publish, RoundPolicy, TakenOver
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rounds.rules import Counts, End, LateJoiner, LateVowel, Rules, Tie
from mailref.games.rounds.switches import contradictory, rules_and_faults
from mailref.games.switches import IN_TURNS, OWN_TURN_KEYS
from mailref.games.table_reader import (
    TomlTable,
    duration,
    list_of,
    mapping,
    number,
    one_of,
    shown,
    suggestion,
)
from mailref.referee.deadline import is_spent
from mailref.settings.game_parts import (
    MOST_POINTS,
    NOTHING,
    board,
    by_name,
    fields_of,
    letters,
    named_tiles,
    read_common,
    read_lots,
    tiles_on,
    warn_of_board,
    warn_of_scores,
    warn_of_zats,
)
from mailref.settings.kinds import KindSettings
from mailref.settings.schema import (
    BOARD,
    BY_NAME,
    BY_ROUND,
    DURATION,
    FLAG,
    SCHEDULE,
    TEXT,
    WHEN,
    Schema,
    keyed,
    one_word_of,
    several,
    whole,
    whole_or,
)
from mailref.settings.values import Findings, Surroundings, moment, schedule
from mailref.tiles.board import TILES, Axes, Board, in_order, missing_from
from mailref.tiles.variant import Accents, BaseForm, Extended


class ReportColumn(StrEnum):
    """An optional column of the score sheet."""

    BETTER = "better"
    PERCENT = "percent"
    SOLO = "solo"


_START = keyed(
    {
        "round": whole(1, 100_000),
        "board": BOARD,
        "scores": BY_NAME,
        "missed": BY_NAME,
    },
    "round",
)
_RULES = keyed(
    {
        **dict.fromkeys(("letters", "letters_first"), whole(1, 1000)),
        **dict.fromkeys(("swap", "names"), FLAG),
        **dict.fromkeys(("start", "vowels"), TEXT),
        **dict.fromkeys(("min_vowels", "min_consonants"), BY_ROUND),
        "plays": {"type": "integer", "minimum": 1},
        "most_tiles": whole_or("all"),
        "moves": whole_or("any"),
        "bonus": BY_NAME,
        "counts": one_word_of(Counts),
        "extended": one_word_of(Extended),
        "ties": several(one_word_of(Tie)),
        "late_joiner": one_word_of(LateJoiner),
        "accents": one_word_of(Accents),
        "base_form": one_word_of(BaseForm),
        "axes": one_word_of(Axes),
        "late_vowel": one_word_of(LateVowel),
        "end": one_word_of(End),
    }
)
KEYS: Mapping[str, Schema] = {
    **dict.fromkeys(("min_round", "announce", "lots_until"), DURATION),
    "letters": TEXT,
    "deadline": WHEN,
    "schedule": SCHEDULE,
    "publish": one_word_of(Publish),
    "draw": one_word_of(DrawBy),
    "columns": several(one_word_of(ReportColumn)),
    "solo_bonus": whole(0, 1000),
    "rules": _RULES,
    "start": _START,
}


class SettingsInRounds(KindSettings):
    """How a game in rounds is read."""

    keys = KEYS
    foreign: ClassVar[Mapping[str, str]] = dict.fromkeys(OWN_TURN_KEYS, IN_TURNS)

    def read(
        self, table: TomlTable, label: str, around: Surroundings, findings: Findings
    ) -> RoundPolicy:
        common = read_common(table, label, around, findings)
        names = [player.name for player in common.players]
        values = table.take("start", mapping, None)
        start = None if values is None else read_start(values, names, label, findings)
        rack = table.take("letters", letters, None)
        variant = around.variants.get(common.variant, NOTHING)
        rules, is_sure = _read_rules(table, variant, start, label, findings)
        check_tiles(start, rack, rules if is_sure else None, label, findings)
        lots = read_lots(table)
        return RoundPolicy(
            **{**fields_of(common), **lots},
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
        )

    def warn(self, game: RoundPolicy, label: str, findings: Findings) -> None:
        warn_of_zats(game, label, findings)
        if game.solo_bonus and ReportColumn.SOLO not in game.columns:
            findings.warn(label, "solo_bonus", 'is not shown without columns = ["solo"]')
        if game.lots and game.announce <= game.lots_until:
            said = "is not longer than lots_until: the first letters are drawn without any word"
            findings.warn(label, "announce", said)

    def start(self, game: RoundPolicy) -> TakenOver | None:
        return game.taken_over

    def agreed(self, _game: RoundPolicy) -> None:
        """Rules may change from round to round."""

    def unlike(self, policy: RoundPolicy, game: RoundGame) -> Iterator[tuple[str, str]]:
        """Contract 2: what cannot change after the first event, and letters that have been mailed."""
        if (policy.taken_over is not None) is not game.is_taken_over:
            yield "[game.start]", "cannot be added or taken away after the game has begun"
        given = policy.letters
        if given is None or game.round is None or in_order(given) == game.rack:
            return
        if not is_spent(game, "letters", given):
            yield "letters", f"{game.rack} have been mailed for round {game.round.number}"


SETTINGS = SettingsInRounds()


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
    if over := missing_from(TILES.all_tiles, on_board):
        findings.fault(
            label, "[game.start] board", f"lays more than the set holds: {named_tiles(over)}"
        )
    elif rack and (over := missing_from(TILES.all_tiles, on_board + rack)):
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
    left = len(TILES.all_tiles) - len(tiles_on(start.board) if start else "") - len(rack)
    if len(rack) != expected and (left > 0 or len(rack) > expected):
        findings.warn(
            label,
            "letters",
            f"are {len(rack)}; round {number_of_round} of this game has {expected}",
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
