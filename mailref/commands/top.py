"""`mailref top`: the best possible moves of a game's open round, or of positions in a file."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from mailref import tops
from mailref.commands.options import options
from mailref.commands.sources import office_without_effect, settings_at, settings_option
from mailref.errors import MailrefError, SettingsError
from mailref.games.kind import kind_of
from mailref.games.switches import bonus
from mailref.games.table_reader import TomlTable, WrongValueError, flag, text
from mailref.languages import DEFAULT
from mailref.record.as_json import Json
from mailref.referee.identity import game_master_plays
from mailref.settings.games import board_of, letters_of
from mailref.settings.sets import read_board_layout, read_lexicon, read_short_words, read_tiles
from mailref.settings.values import Findings, Surroundings
from mailref.tiles import board as boards
from mailref.tiles.moves import play_name, swap_name
from mailref.tiles.scoring import Position
from mailref.tiles.tile_set import BLANK, TileSet
from mailref.tiles.top.all_moves import FoundMove
from mailref.tiles.top.found import SetPosition
from mailref.tiles.top.search import FoundSet, TopSearch


class NamedPosition(Struct, frozen=True):
    """One position of the file."""

    name: str
    position: Position


def read_positions(path: Path) -> list[NamedPosition]:
    """Read the positions in the file at *path*; SettingsError holds a line for each fault."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise SettingsError(f"{path}: {wrong.strerror or wrong}") from wrong
    except (ValueError, RecursionError) as wrong:
        raise SettingsError(f"{path}: is no JSON: {wrong}") from wrong
    if not isinstance(found, list):
        raise SettingsError(f"{path}: must be a list of positions")
    positions, faults = [], []
    for number, entry in enumerate(found, start=1):
        try:
            positions.append(_position(entry, number, path.parent))
        except ValueError as wrong:
            faults.append(f"{path}: {_called(entry, number)}: {wrong}")
    if faults:
        raise SettingsError("\n".join(faults))
    return positions


def _called(entry: object, number: int) -> str:
    name = entry.get("name") if isinstance(entry, dict) else None
    return f'position {number} "{name}"' if isinstance(name, str) else f"position {number}"


_KEYS = (
    "name",
    "board",
    "letters",
    "bonus",
    "tiles",
    "layout",
    "lexicon",
    "short_words",
    "anagrams",
)


def _position(entry: object, number: int, folder: Path) -> NamedPosition:
    """Read one position as the settings of a game are read; the files that it names lie from *folder* on."""
    if not isinstance(entry, dict):
        raise WrongValueError("must be an object with board, letters and bonus")
    table = TomlTable({key: entry[key] for key in _KEYS if key in entry})
    findings = Findings("", Surroundings(folder, {}, {}))
    tiles, layout = read_tiles(table, findings), read_board_layout(table, findings)
    said: dict[str, Any] = {
        **boards.sets_of(tiles, layout),
        "listed": read_lexicon(table, tiles, layout, findings),
        "short_listed": read_short_words(table, tiles, layout, findings),
        "anagrams": table.take("anagrams", flag, default=False),
    }
    points = table.take("bonus", bonus, boards.BonusTable(()))
    rules = replace(plain_rules(points), **said)
    name = table.take("name", text, str(number))
    empty = boards.Board.empty(layout.size)
    board = table.need("board", board_of(tiles, layout), empty, "a list of rows")
    rack = table.need("letters", letters_of(tiles), "", '"ABEENR?"')
    most, most_blanks = len(tiles.all_tiles), tiles.blanks
    if len(rack) > most or rack.count(BLANK) > most_blanks:
        table.fault("letters", f"are more than {most}, or {most_blanks} blanks")
    table.end()
    return NamedPosition(name, Position(board, rack, rules))


def plain_rules(bonus: boards.Bonus) -> boards.Laying:
    """Return the rules in which such positions are meant: one play, nothing out of the ordinary."""
    return boards.Laying(
        most_tiles=None,
        bonus=bonus,
        extended=boards.Extended.PREMIUMS,
        start=None,
        swap=False,
        names=True,
        accents=boards.Accents.ASK,
        axes=boards.Axes.COLUMNS,
    )


class FoundTop(Struct, frozen=True):
    """What was found for one position."""

    name: str
    position: Position
    moves: Sequence[FoundMove]
    found_set: FoundSet | None
    """Where several plays make a move: the best set found."""
    ms: float

    language: str = DEFAULT
    """In which moves are written."""

    @property
    def points(self) -> int:
        return self.moves[0].points if self.moves else 0


@click.command()
@click.argument("game", required=False)
@options("top", count=click.IntRange(min=1))
@settings_option
def command(
    game: str | None, file: str | None, as_json: bool, count: int | None, config: str
) -> None:
    """Find the best possible moves of a position."""
    if (game is None) == (file is None):
        raise click.UsageError("name a game, or a file with --positions")
    if game is not None:
        position, search, language = position_of_game(Path(config), game)
        found = replace(_answer(game, position, search, count), language=language)
        _show(found, as_json=as_json)
        return
    searches: dict[boards.Laying, TopSearch] = {}
    for named in read_positions(Path(file or "")):
        rules = named.position.rules
        search = searches.setdefault(rules, TopSearch(tops.tables_for(rules), rules))
        _show(_answer(named.name, named.position, search, count), as_json=as_json)


def position_of_game(config: Path, game: str) -> tuple[Position, TopSearch, str]:
    """Return the open round of *game*, a search among its words, its language; MailrefError if none is open."""
    settings = settings_at(config, needs_secrets=False)
    office = office_without_effect(settings, datetime.now(UTC))
    running = office.games.get(game)
    if running is None:
        raise MailrefError(f"{config} names no game {game!r}")
    if game_master_plays(running, office):
        raise MailrefError(f"you play in {game!r}: its top is told when the round is closed")
    shown = kind_of(running.game).shown()
    if not hasattr(shown, "open_position"):
        raise MailrefError(f"{game!r} is no game in which a round has letters for a common board")
    position: Position | None = shown.open_position(running)
    if position is None:
        raise MailrefError(f"no round of {game!r} is open")
    search = tops.search_for(position.rules, running.game.rulings)
    return position, search, running.policy.language


def _answer(name: str, position: Position, search: TopSearch, count: int | None) -> FoundTop:
    began = perf_counter()
    moves: Sequence[FoundMove]
    if count is None:
        moves = search.tops(position.board, position.rack, position.offered).moves
    else:
        ranked = search.all_moves(position.board, position.rack, position.offered)
        moves = tuple(islice(ranked, count))
    found_set = _found_set(position, search) if count is None else None
    return FoundTop(name, position, moves, found_set, (perf_counter() - began) * 1000)


def _found_set(position: Position, search: TopSearch) -> FoundSet | None:
    """Look for the best set of plays, where a move may hold several."""
    if not isinstance(position, SetPosition) or position.most_plays == 1:
        return None
    return search.best_set(
        position.board,
        position.rack,
        position.most_plays,
        position.offered,
        is_rest_deducted=position.is_final,
    )


def _show(answer: FoundTop, *, as_json: bool) -> None:
    click.echo(json.dumps(_as_object(answer), ensure_ascii=False) if as_json else _in_words(answer))


def _as_object(answer: FoundTop) -> dict[str, Json]:
    found: dict[str, Json] = {
        "name": answer.name,
        "points": answer.points,
        "moves": [_move(move, answer.position.rules) for move in answer.moves],
        "ms": round(answer.ms, 3),
    }
    if answer.found_set is not None:
        found["best_found"] = _set(answer.found_set, answer.position.rules)
    return found


def _set(found: FoundSet, rules: boards.Laying) -> Json:
    return {
        "points": found.points,
        "swaps": _squares(found.swaps, rules.axes),
        "plays": [_move(play, rules) for play in found.plays],
        "bound": found.width,
    }


def _move(move: FoundMove, rules: boards.Laying) -> Json:
    axes, tiles = rules.axes, rules.tiles
    return {
        "square": boards.place_name(move.square, move.direction, axes),
        "direction": move.direction.value,
        "word": list(tiles.named(move.word)) if tiles.digraphs else move.word,
        "blanks": _squares(move.blanks, axes),
        "swaps": _squares(move.swaps, axes),
        "points": move.points,
    }


def _squares(squares: Sequence[boards.Square], axes: boards.Axes) -> list[Json]:
    return [boards.square_name(square, axes) for square in squares]


def _in_words(answer: FoundTop) -> str:
    """Return the moves in one line, as players write them: lying letters small, `*` before a blank."""
    board, rules = answer.position.board, answer.position.rules
    language = answer.language
    moves = [
        f"{_as_written(move, board, rules, language)} {move.points}" for move in answer.moves
    ] or ["no move"]
    line = f"{answer.name}: {'; '.join(moves)}"
    return (
        line if answer.found_set is None else f"{line}\n{_set_in_words(answer, answer.found_set)}"
    )


def _set_in_words(answer: FoundTop, found: FoundSet) -> str:
    """Return the best set found, with its bound, in a line of its own."""
    rules = answer.position.rules
    board, language = answer.position.board, answer.language
    plays = []
    for number, play in enumerate(found.plays, start=1):
        plays.append(f"{number}. {_as_written(play, board, rules, language)} {play.points}")
        board = play.after(board)
    sets = "; ".join(plays) or "no move"
    return (
        f"{answer.name}: best found, following {found.width} sets: "
        f"{f'{swap_name(found.swaps, rules.axes, language)} ' if found.swaps else ''}{sets}: {found.points}"
    )


def _as_written(move: FoundMove, board: boards.Board, rules: boards.Laying, language: str) -> str:
    """Return `Jokertausch=A12 M9s BE*HAUE`, in English `swap=A12 M9d BE*HAUE`."""
    axes = rules.axes
    word = "".join(
        _letter(square, letter, move, board, rules.tiles)
        for square, letter in zip(move.squares, move.word, strict=True)
    )
    play = play_name(move.square, move.direction, word, axes, language)
    return f"{swap_name(move.swaps, axes, language)} {play}" if move.swaps else play


def _letter(
    square: boards.Square, letter: str, move: FoundMove, board: boards.Board, tiles: TileSet
) -> str:
    if not board.is_free(square):
        return tiles.lower(tiles.shown(letter))
    return f"*{tiles.shown(letter)}" if square in move.blanks else tiles.shown(letter)
