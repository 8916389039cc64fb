"""[[tournament]]: who meets whom, and the settings of every game that it makes (other games 4).

What is no key of the tournament itself is one of each of its games, as in [[game]].
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mailref.referee.policy import GamePolicy, Registration, TurnPolicy
from mailref.rules.table_reader import TomlTable, flag, number, one_of, shown
from mailref.rules.tournament.pairing import division_sizes
from mailref.rules.tournament.tournament import (
    System,
    TournamentPlan,
    is_game_of,
    most_rounds,
    usual_rounds,
)
from mailref.rules.turns.unscrabble import UnscrabbleRules
from mailref.settings.game_parts import NOTHING, read_players, tables
from mailref.settings.games import read_game
from mailref.settings.values import (
    DecidedBy,
    Findings,
    Surroundings,
    TournamentPolicy,
    moment,
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
