"""The tables within a [[game]]: [game.start], [[game.player]], [game.words]; and the letters given."""

import re
from collections.abc import Mapping, Sequence

from mailref.reading.names import folded
from mailref.referee.policy import (
    ConfiguredPlayer,
    TakenOver,
)
from mailref.rules.board import CENTRE, SIZE, Board, Square, neighbours
from mailref.rules.lexicon.spelling import spell
from mailref.rules.table_reader import (
    Reader,
    TomlTable,
    WrongValueError,
    list_of,
    mapping,
    number,
    shown,
    suggestion,
    text,
)
from mailref.rules.tiles import ALPHABET, GERMAN, missing_from, read_letters
from mailref.rules.variant import Rules
from mailref.settings.model import Findings
from mailref.settings.values import address

_MOST_POINTS = 1_000_000


def read_start(
    values: Mapping[str, object], players: Sequence[str], label: str, findings: Findings
) -> TakenOver:
    """Read [game.start]; what is wrong goes to *findings*."""
    table = TomlTable(values)
    start = TakenOver(
        round=table.need("round", number(1, 100_000), 1, "4"),
        board=table.take("board", board, Board()),
        scores=table.take("scores", by_name(-_MOST_POINTS, _MOST_POINTS), ()),
        missed=table.take("missed", by_name(0, 100_000), ()),
    )
    table.refuse_unknown()
    scored = [name for name, _ in start.scores]
    for name, _ in start.missed:
        if name not in scored:
            table.fault(
                "missed", f"names {shown(name)}, who has no score{suggestion(name, scored)}"
            )
    findings.add(label, table.faults, section="[game.start]")
    _warn_of_board(start.board, label, findings)
    for name in scored:
        if name not in players:
            findings.warn(
                label,
                "[game.start] scores",
                f"{shown(name)} is no player of this game{suggestion(name, players)}",
            )
    return start


def _warn_of_board(laid: Board, label: str, findings: Findings) -> None:
    """Contract 2: a board that is not connected or misses the centre is a warning."""
    if laid.is_empty:
        return
    if laid.is_free(CENTRE):
        findings.warn(label, "[game.start] board", "no tile lies on the centre square")
    if not is_connected(laid):
        findings.warn(label, "[game.start] board", "the tiles are not all connected")


def board(value: object) -> Board:
    """Read 15 lines of 15 squares, or a list of 15 such texts."""
    rows = value.splitlines() if isinstance(value, str) else list_of(text)(value)
    try:
        return Board.from_rows([row.strip() for row in rows if row.strip()])
    except ValueError as wrong:
        raise WrongValueError(
            f"{wrong}; {SIZE} lines of {SIZE}: '.' free, capital a tile, small letter a joker"
        ) from wrong


def by_name(least: int, most: int) -> Reader[tuple[tuple[str, int], ...]]:
    """Read a table of names and numbers."""

    def read(value: object) -> tuple[tuple[str, int], ...]:
        found = []
        for name, entry in mapping(value).items():
            try:
                found.append((name, number(least, most)(entry)))
            except ValueError as wrong:
                raise WrongValueError(f"{shown(name)} {wrong}") from wrong
        return tuple(found)

    return read


def letters(value: object) -> str:
    """Read a rack of at least one tile."""
    if not isinstance(value, str):
        raise WrongValueError(f'must be letters such as "ABEENÖR?", not {shown(value)}')
    found = read_letters(value)
    if not found:
        raise WrongValueError("must not be empty; leave it out and the referee draws")
    return found


def is_connected(laid: Board) -> bool:
    """Tell whether all tiles hang together."""
    occupied = {tile.square for tile in laid.tiles}
    reached: set[Square] = set()
    waiting = [min(occupied)] if occupied else []
    while waiting:
        square = waiting.pop()
        if square not in reached:
            reached.add(square)
            waiting += [each for each in neighbours(square) if each in occupied]
    return reached == occupied


def tiles_on(laid: Board) -> str:
    """Return the tiles that lie there, a blank as `?`."""
    return "".join(tile.tile for tile in laid.tiles)


def check_tiles(
    start: TakenOver | None, rack: str | None, rules: Rules | None, label: str, findings: Findings
) -> None:
    """Refuse tiles beyond the set, and warn of a rack of an unusual size."""
    on_board = tiles_on(start.board) if start else ""
    if over := missing_from(GERMAN.all_tiles, on_board):
        findings.fault(label, "[game.start] board", f"lays more than the set holds: {_named(over)}")
    elif rack and (over := missing_from(GERMAN.all_tiles, on_board + rack)):
        findings.fault(
            label, "letters", f"are more than the set less the board holds: {_named(over)}"
        )
    if rack and rules and not over:
        _warn_of_number(start, rack, rules, label, findings)


def _named(tiles: str) -> str:
    """Return `E, E, N`; a blank as `? (blank)`."""
    return re.sub(r"\?", "? (blank)", ", ".join(tiles))


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


def read_players(
    tables: Sequence[Mapping[str, object]], label: str, findings: Findings
) -> tuple[ConfiguredPlayer, ...]:
    """Read every [[game.player]]; one name twice is a fault, one address for several is not."""
    players: list[ConfiguredPlayer] = []
    earlier: dict[str, str] = {}
    for position, values in enumerate(tables, start=1):
        table = TomlTable(values)
        player = ConfiguredPlayer(
            name=table.need("name", player_name, "", '"Max Mustermann"'),
            addresses=table.take("addresses", addresses, ()),
        )
        table.refuse_unknown()
        if player.name and (other := earlier.get(folded(player.name))):
            table.fault("name", f"is that of another player, {shown(other)}")
        earlier[folded(player.name)] = player.name
        players.append(player)
        place = f'"{player.name}"' if player.name else f"number {position}"
        findings.add(label, table.faults, section=f"[[game.player]] {place}")
    return tuple(players)


def player_name(value: object) -> str:
    """Read a name that a table can print and `Spieler=` can name."""
    name = text(value)
    if not folded(name):
        raise WrongValueError(f"must hold letters, not {shown(name)}")
    if len(name) > 60 or any(char in name for char in '"<>[]='):
        raise WrongValueError(
            f'must be at most 60 characters without " < > [ ] =, not {shown(name)}'
        )
    return name


def addresses(value: object) -> tuple[str, ...]:
    """Read a list of addresses, none twice."""
    found = list_of(address)(value)
    lower = [each.lower() for each in found]
    for position, each in enumerate(lower):
        if each in lower[:position]:
            raise WrongValueError(f"names {found[position]} twice")
    return found


def read_rulings(
    values: Mapping[str, object], label: str, findings: Findings
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read [game.words]: the words accepted and the words refused."""
    table = TomlTable(values)
    accept = table.take("accept", list_of(word), ())
    refuse = table.take("refuse", list_of(word), ())
    table.refuse_unknown()
    for each in accept:
        if each in refuse:
            table.fault("refuse", f"holds {each}, which accept holds too; one of them must go")
    findings.add(label, table.faults, section="[game.words]")
    return tuple(dict.fromkeys(accept)), tuple(dict.fromkeys(refuse))


def word(value: object) -> str:
    """Read a word as the lists spell it."""
    written = text(value)
    spelled = spell(written)
    if not set(ALPHABET).issuperset(spelled) or len(spelled) > SIZE:
        raise WrongValueError(f"must be one word of at most {SIZE} letters, not {shown(written)}")
    return spelled


def tables(value: object) -> tuple[Mapping[str, object], ...]:
    """Read what [[double brackets]] make."""
    if isinstance(value, Mapping):
        raise WrongValueError("needs double brackets: [[...]] for each of them")
    read: Reader[tuple[Mapping[str, object], ...]] = list_of(mapping)
    return read(value)
