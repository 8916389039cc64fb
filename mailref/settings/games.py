"""[[game]] and the tables within it, and [[tournament]], which makes several (other games 4).

A game has its rules, players, words, dates and how it starts: [game.start] and letters give the board, scores
and rack of one that is under way. A tournament says who meets whom; what is no key of its own is one of each
of its games.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from msgspec.structs import fields, replace

from mailref.games.bingo.policy import BingoPolicy
from mailref.games.bingo.rules import BINGO_SWITCHES, bingo_rules_and_faults
from mailref.games.by_turns.policy import TurnPolicy
from mailref.games.by_turns.rules import SoloRules
from mailref.games.by_turns.switches import OWN_TURN_SWITCHES, solo_rules_and_faults
from mailref.games.rounds.policy import DrawBy, Publish, RoundPolicy, TakenOver
from mailref.games.rounds.rules import Rules
from mailref.games.schedule import Weekly
from mailref.games.solitaire.policy import SoloPolicy
from mailref.games.switches import (
    IN_ROUNDS,
    IN_TURNS,
    contradictory,
    family_named,
    rules_and_faults,
)
from mailref.games.table_reader import (
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
from mailref.games.tournament.pairing import division_sizes
from mailref.games.tournament.tournament import (
    System,
    TournamentPlan,
    is_game_of,
    most_rounds,
    usual_rounds,
)
from mailref.games.unscrabble.rules import UnscrabbleRules
from mailref.referee.policy import GamePolicy, Registration
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
    read_players,
    refuse_foreign,
    tables,
    tiles_on,
    warn_of_all,
    warn_of_board,
    warn_of_scores,
)
from mailref.settings.turn_games import OWN_TURN_KEYS, read_turns
from mailref.settings.values import (
    DecidedBy,
    Findings,
    Surroundings,
    TournamentPolicy,
    moment,
    schedule,
)
from mailref.tiles.board import TILES, Board, missing_from

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


OWN_ROUND_KEYS = (
    "deadline", "schedule", "letters", "draw", "min_round", "columns", "solo_bonus", "publish",
)  # fmt: skip
"""What only games in rounds have."""
_NOT_IN_BINGO = (
    "letters", "draw", "columns", "solo_bonus", "publish", "announce", "lots_until", "start",
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
        case "rounds":
            game: GamePolicy = _read_rounds(table, label, around, findings)
            refuse_foreign(table, OWN_TURN_KEYS, IN_TURNS, label, findings)
        case "turns" | "table" | "unscrabble":
            game = read_turns(table, label, around, findings)
            refuse_foreign(table, OWN_ROUND_KEYS, IN_ROUNDS, label, findings)
        case "bingo":
            game = _read_bingo(table, label, around, findings)
            table.foreign = dict.fromkeys(_NOT_IN_BINGO, IN_ROUNDS)
            refuse_foreign(table, OWN_TURN_KEYS, IN_TURNS, label, findings)
        case "solo":
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
    lots = read_lots(table)
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
        **lots,
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
    if game.lots and game.announce <= game.lots_until:
        said = "is not longer than lots_until: the first letters are drawn without any word"
        findings.warn(label, "announce", said)


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


_TWO = [{"name": name, "addresses": [f"{name}@example.org"]} for name in "ab"]
"""They stand for those who will play, while the settings of the games are read."""
_LONGEST_ID = 24
_LONGEST_TITLE = 60
_OWN = ("system", "rounds", "games_each", "decided_by", "same_tiles", "start")
_BOARD = ("board", "from")
"""From which board the games of Un-Scrabble start: what [game.start] says of one game."""
NOT_OF_TOURNAMENTS = ("places", "registration")
"""What a game has that its tournament decides."""


def read_tournament(
    values: Mapping[str, object], label: str, around: Surroundings, findings: Findings
) -> TournamentPolicy:
    """Read one [[tournament]]; what is wrong goes to *findings*, and stand-ins go on."""
    table = TomlTable({key: each for key, each in values.items() if key in (*_OWN, "player")})
    own = Findings(findings.path, lines=findings.lines, tables=dict(findings.tables))
    players = read_players(table.take("player", tables, ()), label, own)
    game = _read_game(values, label, around, own)
    for found, kept in ((own.faults, findings.faults), (own.warnings, findings.warnings)):
        kept += [replace(each, key=_key_here(each.key)) for each in found]
    system = table.need("system", one_of(System), System.ROUND_ROBIN, '"swiss"')
    _check_players(table, system, len(players))
    most = most_rounds(system, len(players))
    usual = usual_rounds(system, len(players))
    same_tiles = table.take("same_tiles", flag, default=False)
    usual_decision = DecidedBy.SUM if same_tiles else DecidedBy.GAMES
    plan = TournamentPlan(
        id=game.id,
        title=game.title,
        system=system,
        players=tuple(player.name for player in players),
        rounds=table.take("rounds", number(1, most), usual),
        games_each=table.take("games_each", number(1, 10), 2 if same_tiles else 1),
        is_sum=table.take("decided_by", one_of(DecidedBy), usual_decision) is DecidedBy.SUM,
        same_tiles=same_tiles,
    )
    start = table.take("start", moment(game.zone), None)
    _check_names(table, game)
    _check_same_tiles(table, plan, game)
    findings.add(label, table.faults)
    return TournamentPolicy(plan, players, game, start)


def _key_here(key: str) -> str:
    """Return a key of a game as a tournament has it; the board of Un-Scrabble is a key of its own."""
    in_start = key.removeprefix("[game.start]")
    if in_start != key:
        return in_start.strip() or "board"
    return key.replace("[game.", "[tournament.")


def _check_players(table: TomlTable, system: System, players: int) -> None:
    if players < 2:
        table.fault("player", f"there are {players}; a tournament has two at least")
    elif system is System.LEAGUE and not division_sizes(players):
        table.fault("player", f"there are {players}: they make no divisions of 5 to 8")


def _check_same_tiles(table: TomlTable, plan: TournamentPlan, game: GamePolicy) -> None:
    """Refuse double games that cannot have the same tiles, or of which nobody plays the second."""
    if not plan.same_tiles or not isinstance(game, TurnPolicy):
        return
    if plan.games_each % 2:
        said = f"is {plan.games_each}; with same_tiles every second game follows one before it"
        table.fault("games_each", said)
    if isinstance(game.rules, UnscrabbleRules):
        table.fault("same_tiles", "says nothing in Un-Scrabble: no tiles are drawn")
    elif game.rules.bags > 1:
        table.fault("same_tiles", "is for games with one bag")
    if game.lots:
        table.fault(
            "same_tiles", "is for games without lots: words mixed in would change the order"
        )


def _check_names(table: TomlTable, game: GamePolicy) -> None:
    """Leave room for the names of the games: `club-r2-t1`, `Vereinsturnier R2T1`."""
    if len(game.id) > _LONGEST_ID:
        table.fault("id", f"must be at most {_LONGEST_ID} letters: its games are {game.id}-r1-t1")
    if len(game.title) > _LONGEST_TITLE:
        table.fault("title", f"must be at most {_LONGEST_TITLE} characters")


def _read_game(
    values: Mapping[str, object], label: str, around: Surroundings, findings: Findings
) -> GamePolicy:
    """Read what each game has, as a game of the first two players."""
    others = (*_OWN, *_BOARD, *NOT_OF_TOURNAMENTS)
    of_two = {
        "id": values.get("id", ""),
        **{key: each for key, each in values.items() if key not in others},
        "player": _TWO,
    }
    if start := {key: values[key] for key in _BOARD if key in values}:
        of_two["start"] = start
    game = read_game(of_two, label, around, findings)
    for key in NOT_OF_TOURNAMENTS:
        if key in values:
            findings.fault(label, key, "is no key of a tournament")
    variant = str(values.get("variant", ""))
    if isinstance(game, TurnPolicy):
        if start and game.full is None:
            key = next(iter(start))
            findings.fault(label, key, 'is for variant = "unscrabble" alone')
        rules = replace(game.rules, seats="listed")
        if not isinstance(
            rules, UnscrabbleRules
        ):  # there who sits first begins, and no lot is drawn
            rules = replace(rules, starter="listed")
        return replace(
            game, rules=rules, registration=Registration.CLOSED, places=2, has_rematch=False
        )
    if around.variants.get(variant, NOTHING):
        findings.fault(label, "variant", f"must be one of games in turns, not {shown(variant)}")
    return game


def refuse_twin_tournaments(
    tournaments: Sequence[TournamentPolicy],
    games: Sequence[GamePolicy],
    labels: Sequence[str],
    findings: Findings,
) -> None:
    """Note ids that are those of a game, or of a game that a tournament will make."""
    for place, (tournament, label) in enumerate(zip(tournaments, labels, strict=True)):
        own = tournament.plan.id
        for game in games:
            if own and game.id.lower() == own.lower():
                findings.fault(label, "id", "is that of a game")
            elif own and is_game_of(own.lower(), game.id.lower()):
                findings.fault(label, "id", f"makes games such as {game.id!r}, which is there")
        earlier = [each.plan.id.lower() for each in tournaments[:place]]
        if own and own.lower() in earlier:
            findings.fault(label, "id", "is that of another tournament")
