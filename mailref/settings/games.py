"""[[game]] and the tables within it, and [[tournament]], which makes several (other games 4).

A game has its rules, players, words, dates and how it starts; its kind reads them. A tournament
says who meets whom; what is no key of its own is one of each of its games.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from mailref.games.kind import names as kind_names
from mailref.games.switches import NOTHING, family_named
from mailref.games.table_reader import (
    Reader,
    Schema,
    TomlTable,
    flag,
    number,
    one_of,
    plain_tables,
    shown,
    table_schema,
)
from mailref.games.tournament.pairing import division_sizes
from mailref.games.tournament.tournament import (
    System,
    TournamentPlan,
    is_game_of,
    most_rounds,
    usual_rounds,
)
from mailref.referee.policy import ConfiguredPlayer, GamePolicy
from mailref.settings.game_parts import players_of, read_players, warn_of_all
from mailref.settings.kinds import keys_in, schema_of, settings_of
from mailref.settings.values import DecidedBy, Findings, Surroundings, TournamentPolicy, moment


def read_game(
    values: Mapping[str, object], label: str, around: Surroundings, findings: Findings
) -> GamePolicy:
    """Read one [[game]]; what is wrong goes to *findings*, and stand-ins go on."""
    table = TomlTable(values)
    variant = str(values.get("variant", ""))
    kind = settings_of(family_named(around.variants.get(variant, NOTHING)))
    game = kind.read(table, label, around, findings)
    table.foreign = kind.elsewhere()
    table.refuse_unknown()
    findings.add(label, table.faults)
    warn_of_all(game, label, findings)
    kind.warn(game, label, findings)
    return game


def with_double_games(
    games: Sequence[GamePolicy], labels: Sequence[str], findings: Findings
) -> tuple[GamePolicy, ...]:
    """Return the games with what they say of one another: the first ones of double games know their second ones."""
    named = {game.id: game for game in games}
    for game, label in zip(games, labels, strict=True):
        named |= settings_of(game.family).with_others(game, label, named, findings)
    return tuple(named[game.id] for game in games) if len(named) == len(games) else tuple(games)


def warn_of_others(games: Sequence[GamePolicy], labels: Sequence[str], findings: Findings) -> None:
    """Note what is wrong or odd with what games say of others."""
    named = {game.id: game for game in games}
    for game, label in zip(games, labels, strict=True):
        settings_of(game.family).warn_of_others(game, label, named, findings)


def warn_of_playing_master(
    game: GamePolicy,
    players: Sequence[ConfiguredPlayer],
    gamemaster: str,
    label: str,
    findings: Findings,
) -> None:
    """Note what cannot be as its players wish because the game master is one of them."""
    if said := settings_of(game.family).warn_of_master(game, players, gamemaster):
        findings.warn(label, "deputy", said)


_TWO = [{"name": name, "addresses": [f"{name}@example.org"]} for name in "ab"]
"""They stand for those who will play, while the settings of the games are read."""
_LONGEST_ID = 24
_LONGEST_TITLE = 60
_OWN = ("system", "rounds", "games_each", "decided_by", "same_tiles", "start")
_BOARD = ("board", "from")
"""From which board the games start, where they do: what [game.start] says of one game."""
NOT_OF_TOURNAMENTS = ("places", "registration")
"""What a game has that its tournament decides."""


def read_tournament(
    values: Mapping[str, object], label: str, around: Surroundings, findings: Findings
) -> TournamentPolicy:
    """Read one [[tournament]]; what is wrong goes to *findings*, and stand-ins go on."""
    table = TomlTable({key: each for key, each in values.items() if key in (*_OWN, "player")})
    found = _in_table(table, values, label, around, findings)
    findings.add(label, table.faults)
    return found


def _in_table(
    table: TomlTable,
    values: Mapping[str, object],
    label: str,
    around: Surroundings,
    findings: Findings,
) -> TournamentPolicy:
    """Read the keys that only a tournament has from *table*, and those of its games from *values*."""
    own = Findings(findings.path, lines=findings.lines, tables=dict(findings.tables))
    players = read_players(table.take("player", players_of, ()), label, own)
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
    return TournamentPolicy(plan, players, game, start)


def _key_here(key: str) -> str:
    """Return a key of a game as a tournament has it; the board of its games is a key of its own."""
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
    kind = settings_of(game.family)
    if not plan.same_tiles or not kind.has_tournaments:
        return
    if plan.games_each % 2:
        said = f"is {plan.games_each}; with same_tiles every second game follows one before it"
        table.fault("games_each", said)
    for said in kind.no_double_games(game):
        table.fault("same_tiles", said)


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
    meeting = settings_of(game.family).for_tournament(game, tuple(start), label, findings)
    variant = str(values.get("variant", ""))
    if meeting is None and around.variants.get(variant, NOTHING):
        findings.fault(label, "variant", f"must be one of games in turns, not {shown(variant)}")
    return meeting or game


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


def game_tables(around: Surroundings) -> Reader[tuple[Mapping[str, object], ...]]:
    """Return what reads every [[game]]: its variant says of which kind it is."""
    return _double_brackets(
        lambda: [
            _of_variants(family, schema_of(settings_of(family)), around) for family in kind_names()
        ]
    )


def tournament_tables(around: Surroundings) -> Reader[tuple[Mapping[str, object], ...]]:
    """Return what reads every [[tournament]]: its own keys, and those of its games."""
    with_tournaments = [each for each in kind_names() if settings_of(each).has_tournaments]
    return _double_brackets(lambda: [_of_meetings(family, around) for family in with_tournaments])


def _double_brackets(
    kinds: Callable[[], Sequence[Schema]],
) -> Reader[tuple[Mapping[str, object], ...]]:
    return Reader(plain_tables, lambda: {"type": "array", "items": {"oneOf": [*kinds()]}})


def _of_variants(family: str, schema: Schema, around: Surroundings) -> Schema:
    """Return the keys of games of a kind, which only its variants have."""
    names = [name for name, its in sorted(around.variants.items()) if family_named(its) == family]
    needed = schema.get("required", ())
    return table_schema(
        {**keys_in(schema), "variant": {"enum": names}}, cast(Sequence[str], needed)
    )


def _of_meetings(family: str, around: Surroundings) -> Schema:
    own = TomlTable({})
    _in_table(own, {}, "", around, Findings(""))
    game = schema_of(settings_of(family))
    start = {key: each for key, each in keys_in(game, "start").items() if key in _BOARD}
    is_board_needed = "from" in start
    kept = {key: each for key, each in keys_in(game).items() if key not in NOT_OF_TOURNAMENTS}
    keys = {**kept, **(start if is_board_needed else {}), **keys_in(own.schema)}
    needed = [key for key in cast(Sequence[str], game["required"]) if key != "start"]
    return _of_variants(family, table_schema(keys, [*needed, "system"]), around)
