"""[[game]] of a game in turns: its clock, seats and house rules, and how it starts (classic 14)."""

from collections.abc import Mapping, Sequence
from datetime import time, timedelta

from msgspec.structs import replace

from mailref.games.by_turns.policy import FullBoard, ReadersGet, TurnPolicy, TurnsTakenOver
from mailref.games.by_turns.rules import Secret, ThemeWords, Timeout, TurnRules, Unlisted
from mailref.games.by_turns.switches import (
    DRAWN,
    LISTED,
    read_theme,
    turn_rules_and_faults,
    unscrabble_rules_and_faults,
)
from mailref.games.game import SameTiles
from mailref.games.rummikub.orders import TableRules, table_rules_and_faults
from mailref.games.switches import IN_CLASSIC, IN_ROUNDS, family_named
from mailref.games.table_reader import (
    TomlTable,
    ValueReader,
    WrongValueError,
    duration,
    mapping,
    number,
    one_of,
    shown,
    suggestion,
    text,
)
from mailref.games.unscrabble.rules import UnscrabbleRules
from mailref.referee.policy import ConfiguredPlayer, GamePolicy, Registration
from mailref.settings.game_parts import (
    MOST_POINTS,
    NOTHING,
    board,
    by_name,
    fields_of,
    is_connected,
    letters,
    named_tiles,
    read_common,
    read_lots,
    tiles_on,
    warn_of_board,
    warn_of_scores,
)
from mailref.settings.values import Findings, Surroundings
from mailref.tiles.board import TILES, Board, missing_from

OWN_TURN_KEYS = (
    "move_time", "until", "grace", "bank", "timeout", "timeouts", "vacation", "readers_get",
    "history", "places", "theme", "same_tiles",
)  # fmt: skip
"""What only games in turns have."""
_FEWEST, _MOST = 2, 4


def read_turns(
    table: TomlTable, label: str, around: Surroundings, findings: Findings
) -> TurnPolicy:
    """Read a game in turns; what is wrong goes to *findings*, and stand-ins go on."""
    common = read_common(table, label, around, findings)
    names = [player.name for player in common.players]
    values = table.take("start", mapping, None)
    rules = _read_rules(table, common, label, around, findings)
    start: TurnsTakenOver | None = None
    full: FullBoard | None = None
    if isinstance(rules, UnscrabbleRules):
        _refuse(table, common, ("theme",), findings, label)
        full = _read_full_board(values or NOTHING, label, findings)
    else:
        start = None if values is None else _read_start(values, names, label, findings)
    if isinstance(rules, TableRules):
        _refuse(table, common, ("theme", "start"), findings, label)
    elif start is not None:
        _check_tiles(start, rules, label, findings)
    # Where players join one by one, words come with that; only then is nothing announced.
    lots = read_lots(table, is_listed=common.registration is Registration.CLOSED)
    policy = TurnPolicy(
        **fields_of(common),
        rules=rules,
        move_time=table.take("move_time", duration(least=timedelta(minutes=1)), timedelta(days=5)),
        until=table.take("until", _hour, time(20)),
        grace=table.take("grace", duration(), timedelta(0)),
        bank=table.take("bank", duration(), timedelta(0)),
        timeout=table.take("timeout", one_of(Timeout), Timeout.PASS),
        timeouts=table.take("timeouts", number(0, 100), 3),
        vacation=table.take("vacation", duration(), timedelta(days=21)),
        readers_get=table.take("readers_get", one_of(ReadersGet), ReadersGet.TURN),
        history=table.take("history", number(1, 1000), 12),
        **lots,
        places=_places(table, common),
        taken_over=start,
        full=full,
    )
    _check_starter(policy, label, findings)
    _check_lots(policy, label, findings)
    first = table.take("same_tiles", _other_game, "")
    return replace(policy, same_tiles=SameTiles(first, is_second=True)) if first else policy


def _other_game(value: object) -> str:
    """Read the id of another game; "" for none."""
    return "" if value == "" else text(value)


def with_double_games(
    games: Sequence[GamePolicy], labels: Sequence[str], findings: Findings
) -> tuple[GamePolicy, ...]:
    """Return the games with the first ones of double games knowing their second ones (other games 4)."""
    named = {game.id: game for game in games}
    for game, label in zip(games, labels, strict=True):
        same = game.same_tiles if isinstance(game, TurnPolicy) else None
        if same is None or not isinstance(game, TurnPolicy):
            continue
        first = named.get(same.other)
        why = _why_not_of_two(first, game)
        if why:
            findings.fault(label, "same_tiles", why)
        elif isinstance(first, TurnPolicy):
            is_first = SameTiles(game.id, is_second=False)
            named[first.id] = replace(first, same_tiles=is_first)
    return tuple(named[game.id] for game in games) if len(named) == len(games) else tuple(games)


def _why_not_of_two(first: GamePolicy | None, second: TurnPolicy) -> str:
    """Return why two games cannot be played with the same tiles; "" where they can."""
    if first is None or first.id == second.id:
        return 'must be the id of another game of this file, such as "kiel"'
    if not isinstance(first, TurnPolicy) or first.variant != second.variant:
        return f"{shown(first.id)} must have the same variant"
    if isinstance(first.rules, UnscrabbleRules):
        return "says nothing in Un-Scrabble: no tiles are drawn"
    if first.same_tiles is not None:
        return f"{shown(first.id)} is one of a double game already"
    if first.rules.bags > 1 or first.lots or second.lots or first.taken_over or second.taken_over:
        return "is for games with one bag, from their beginning, and without lots"
    names = [tuple(player.name for player in each.players) for each in (first, second)]
    if sorted(names[0]) != sorted(names[1]) or len(names[0]) != _FEWEST:
        return f"{shown(first.id)} must be played by the same two"
    begin = [_beginner(each) for each in (first, second)]
    if "" in begin or begin[0] == begin[1]:
        return 'needs [game.rules] starter = "listed", or a name, in both games: each begins once'
    return ""


def _beginner(policy: TurnPolicy) -> str:
    """Return who begins by the settings; "" where a lot says so."""
    names = [player.name for player in policy.players]
    starter = policy.rules.starter
    if starter in names:
        return starter
    return names[0] if starter == LISTED and policy.rules.seats == LISTED else ""


def _hour(value: object) -> time:
    """Read `20:00`, or a TOML time."""
    if isinstance(value, str):
        try:
            value = time.fromisoformat(value.strip().zfill(5))
        except ValueError:
            raise WrongValueError(f'must be an hour such as "20:00", not {shown(value)}') from None
    if not isinstance(value, time) or value.tzinfo is not None:
        raise WrongValueError(f'must be an hour such as "20:00", not {shown(value)}')
    return value


def _places(table: TomlTable, common: GamePolicy) -> int:
    """Read how many play: those who are listed, unless others may join."""
    listed = len(common.players)
    if listed > _MOST:
        table.fault("player", f"there are {listed}; a game in turns has 2 to 4")
    places = table.take("places", number(_FEWEST, _MOST), max(_FEWEST, min(listed, _MOST)))
    if common.registration is Registration.CLOSED:
        if listed == 1:
            table.fault("player", "there is one; a game in turns has 2 to 4")
        elif listed and "places" in table.values and places != listed:
            table.fault("places", f'says {places}, but {listed} play and registration is "closed"')
    elif listed > places:
        table.fault("places", f"says {places}, but {listed} players are listed")
    return places


def _read_rules(
    table: TomlTable, common: GamePolicy, label: str, around: Surroundings, findings: Findings
) -> TurnRules:
    theme: ThemeWords | None = None
    values = table.take("theme", mapping, None)
    if values is not None:
        theme, wrong = read_theme(values)
        findings.add(label, wrong, section="[game.theme]")
    overrides = table.take("rules", mapping, NOTHING)
    variant = around.variants.get(common.variant, NOTHING)
    rules: TurnRules
    match family_named(variant):
        case "table":
            rules, faults = table_rules_and_faults(variant, overrides)
        case "unscrabble":
            rules, faults = unscrabble_rules_and_faults(variant, overrides)
        case _:
            rules, faults = turn_rules_and_faults(variant, overrides, theme)
    findings.add(label, faults, section="[game.rules]")
    return rules


def _refuse(
    table: TomlTable, common: GamePolicy, keys: Sequence[str], findings: Findings, label: str
) -> None:
    """Refuse what says nothing in a variant: a theme, a game that is under way."""
    said = f'says nothing in variant = "{common.variant}"'
    more = {"start": f"{said}: it begins with the first tiles"}
    for key in keys:
        if key in table.values:
            findings.fault(label, f"[game.{key}]", more.get(key, said))


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


def warn_of_sources(games: Sequence[GamePolicy], labels: Sequence[str], findings: Findings) -> None:
    """Note a game of Un-Scrabble that starts from one which cannot give it a board, or is not named."""
    named = {game.id: game for game in games}
    for game, label in zip(games, labels, strict=True):
        full = game.full if isinstance(game, TurnPolicy) else None
        if full is None or not full.of_game:
            continue
        source = named.get(full.of_game)
        if source is None:
            said = f"{shown(full.of_game)} is no game of this file; it must be in the record"
            findings.warn(label, "[game.start] from", f"{said}{suggestion(full.of_game, [*named])}")
        elif isinstance(source, TurnPolicy) and isinstance(
            source.rules, TableRules | UnscrabbleRules
        ):
            said = f"{shown(full.of_game)} leaves no board to be taken down"
            findings.fault(label, "[game.start] from", said)


def _check_lots(policy: TurnPolicy, label: str, findings: Findings) -> None:
    """Refuse a game whose words could never be mixed in: all is drawn by one key, once."""
    is_open = policy.registration is Registration.OPEN
    if policy.lots and policy.announce <= policy.lots_until and (policy.announce or not is_open):
        said = "must be longer than lots_until, or no word could come before all is drawn"
        findings.fault(label, "announce", said)


def warn_of_playing_master(
    game: GamePolicy,
    players: Sequence[ConfiguredPlayer],
    gamemaster: str,
    label: str,
    findings: Findings,
) -> None:
    """Note a game in which nobody can say whether a word counts that lies nowhere yet (classic 10)."""
    if not isinstance(game, TurnPolicy) or game.deputy is not None:
        return
    rules = game.rules
    if rules.may_challenge or rules.unlisted is Unlisted.REFUSE:
        return
    if gamemaster.lower() in {each.lower() for one in players for each in one.addresses}:
        said = "is missing, and the game master plays: words that no list knows are refused"
        findings.warn(label, "deputy", said)


def _check_starter(policy: TurnPolicy, label: str, findings: Findings) -> None:
    names = [player.name for player in policy.players]
    starter = policy.rules.starter
    if starter in (DRAWN, LISTED, *names) or policy.registration is Registration.OPEN:
        return
    findings.fault(
        label,
        "[game.rules] starter",
        f'must be "draw", "listed" or a player, not {shown(starter)}{suggestion(starter, names)}',
    )


def _read_start(
    values: Mapping[str, object], players: Sequence[str], label: str, findings: Findings
) -> TurnsTakenOver:
    """Read [game.start]: board, totals, racks, and whose turn it is."""
    table = TomlTable(values, foreign=dict.fromkeys(("round", "missed"), IN_ROUNDS))
    start = TurnsTakenOver(
        turn=table.need("turn", number(1, 100_000), 1, "12"),
        to_move=table.need("to_move", text, "", '"Anna"'),
        board=table.take("board", board, Board()),
        scores=table.take("scores", by_name(-MOST_POINTS, MOST_POINTS), ()),
        racks=table.take("racks", _racks, ()),
    )
    table.refuse_unknown()
    if start.to_move and start.to_move not in players:
        written = shown(start.to_move)
        guess = suggestion(start.to_move, players)
        table.fault("to_move", f"{written} is no player of this game{guess}")
    for name, _ in start.racks:
        if name not in players:
            guess = suggestion(name, players)
            table.fault("racks", f"{shown(name)} is no player of this game{guess}")
    findings.add(label, table.faults, section="[game.start]")
    warn_of_board(start.board, label, findings)
    warn_of_scores([name for name, _ in start.scores], players, label, findings)
    return start


def _racks(value: object) -> tuple[tuple[str, Secret[str]], ...]:
    read: ValueReader[str] = letters
    found = []
    for name, entry in mapping(value).items():
        try:
            found.append((name, Secret(read(entry))))
        except ValueError as wrong:
            raise WrongValueError(f"{shown(name)} {wrong}") from wrong
    return tuple(found)


def _check_tiles(start: TurnsTakenOver, rules: TurnRules, label: str, findings: Findings) -> None:
    """Refuse tiles beyond the set, and racks that are too large."""
    used = tiles_on(start.board)
    if over := missing_from(TILES.all_tiles, used):
        said = f"lays more than the set holds: {named_tiles(over)}"
        findings.fault(label, "[game.start] board", said)
        return
    for name, rack in start.racks:
        used += rack.value
        if len(rack.value) > rules.rack:
            said = f"{shown(name)} has {len(rack.value)} tiles; a rack holds {rules.rack}"
            findings.fault(label, "[game.start] racks", said)
    if over := missing_from(TILES.all_tiles, used):
        said = f"are more than the set less the board holds: {named_tiles(over)}"
        findings.fault(label, "[game.start] racks", said)
