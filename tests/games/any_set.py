"""Games with any tiles on any board, played by mail by people who lay what fits: every word counts."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

from mailref.games.classic.game import TurnGame
from mailref.games.family import family_of
from mailref.games.rounds.game import RoundGame
from mailref.orders.entries import play_written
from mailref.referee.gm_orders import CloseRound, EndGame
from mailref.tiles.board import Board, Direction, Laying, Square
from mailref.tiles.lexicon.verdicts import EveryWord
from mailref.tiles.moves import Move, Play, TextSpan, WrittenMove
from mailref.tiles.scoring import Judge, Position, Status
from mailref.tiles.tile_set import BLANK, written_out
from tests.games.by_turns.at_table import AtTable, at_table, kiel
from tests.tiles.builders import WordList

SPAN = TextSpan(1, 1, "")
MOST_TURNS = 9
TO_THE_END = 200
LEAST_IN_BAG = 7
"""With fewer tiles in it nothing is exchanged."""
ROUNDS = 7
EMPTY_ROUNDS = (2, 3)
"""Nobody sends a move for these."""


def game_at(table: AtTable) -> TurnGame:
    found = table.office.games["kiel"].game
    assert isinstance(found, TurnGame)
    return found


def possible(board: Board, rack: str, rules: Laying) -> Iterator[Play]:
    """Yield plays that may fit: from the rack behind any tile that lies, a blank for the last letter."""
    letters = [each for each in rack if each != BLANK]
    digraphs = [each for each in letters if each in rules.tiles.digraphs]
    letters = [*digraphs, *(each for each in letters if each not in digraphs)]
    last = (rules.tiles.digraphs or rules.tiles.alphabet)[-1]
    if board.is_empty:
        start = rules.layout.start
        yield Play(start.along(Direction.ACROSS, -1), Direction.ACROSS, "".join(letters[:4]), SPAN)
        return
    for tile in board.tiles:
        for direction in Direction:
            if BLANK in rack:
                word = tile.letter + letters[0] + last
                yield Play(tile.square, direction, word, SPAN, starred=frozenset({2}))
            for count in (3, 2, 1):
                word = tile.letter + "".join(letters[:count])
                yield Play(tile.square, direction, word, SPAN)


def anywhere(board: Board, rack: str, _: Laying) -> Iterator[Play]:
    """Yield plays at every square, across what lies in the way: a crowded board has room for few others."""
    letters = [each for each in rack if each != BLANK]
    lying = {tile.square: tile.letter for tile in board.tiles}
    squares = [Square(*divmod(at, board.size)) for at in range(board.size**2)]
    for count in range(min(4, len(letters)), 0, -1):
        for first, direction in product(squares, Direction):
            if first.along(direction, -1) in lying:
                continue
            word, at, left = "", first, [*letters[:count]]
            while max(at) < board.size and (at in lying or left):
                word += lying[at] if at in lying else left.pop(0)
                at = at.along(direction, 1)
            if not left and len(word) > 1:
                yield Play(first, direction, word, SPAN)


def at_its_end(board: Board, rack: str, rules: Laying) -> Iterator[Play]:
    """Yield both."""
    yield from possible(board, rack, rules)
    yield from anywhere(board, rack, rules)


Plays = Callable[[Board, str, Laying], Iterator[Play]]


def move_on(board: Board, rack: str, rules: Laying, plays: Plays = possible) -> str | None:
    """Return a move as somebody writes it; None where none was found."""
    judge = Judge(Position(board, rack, rules), EveryWord(), {})
    for play in plays(board, rack, rules):
        if not _is_read_so(play.word, rules):
            continue
        if judge.judge(WrittenMove(Move((play,)), (), SPAN)).status is Status.VALID:
            return written_out(play_written(play, rules.axes, rules.tiles))
    return None


def _is_read_so(word: str, rules: Laying) -> bool:
    """Tell whether a mail can say *word*: Spanish `HILL` is the tile LL, whatever is on the rack."""
    return rules.tiles.cut(written_out(word)) == word


def next_move(game: TurnGame, player: str, plays: Plays = possible) -> str:
    rack = game.hands[player].rack.value
    if not game.bag.value and any(not hand.rack.value for hand in game.hands.values()):
        return "ANNEHMEN"
    found = move_on(game.board, rack, game.rules, plays)
    if found is None and len(game.bag.value) < LEAST_IN_BAG:
        return "PASSE"
    return found or "TAUSCHE " + " ".join(written_out(each) for each in rack[:2])


@cache
def played(
    tiles: str,
    layout: str,
    keys: str = "",
    rules: str = "",
    players: tuple[str, ...] = ("Anna", "Ben"),
) -> AtTable:
    """Return a classic game of so many turns, the fourth of which is an exchange."""
    head = f'tiles = "{tiles}"\nlayout = "{layout}"\nlanguage = "en"\n{keys}'
    inner = f"[game.rules]\n{rules}" if rules else ""
    table = at_table(kiel(head, inner, players=players), words=WordList())
    return _go_on(table, MOST_TURNS, possible)


def played_to_the_end(tiles: str, layout: str = "standard", language: str = "en") -> AtTable:
    """Return a classic game that ended by itself."""
    keys = f'tiles = "{tiles}"\nlayout = "{layout}"\nlanguage = "{language}"'
    table = at_table(kiel(keys), words=WordList())
    return _go_on(table, TO_THE_END, at_its_end)


def _go_on(table: AtTable, turns: int, plays: Plays) -> AtTable:
    for turn in range(turns):
        game = game_at(table)
        if game.is_over or game.turn is None:
            break
        before, player = game.turn.number, game.turn.player
        rack = game.hands[player].rack.value
        swapped = "TAUSCHE " + " ".join(written_out(each) for each in rack[-3:])
        text = swapped if turn == 3 else next_move(game, player, plays)
        table.receives(player, text)
        after = game_at(table)
        assert after.is_over or (after.turn is not None and after.turn.number == before + 1), text
    if not game_at(table).is_over:
        table.orders(EndGame())
    return table


@cache
def played_in_rounds(tiles: str, layout: str, keys: str = "") -> AtTable:
    """Return a game in rounds: two rounds without a move, and in the others one of somebody."""
    rules = "min_vowels = 4\nmin_consonants = { 1 = 3, 5 = 4 }"
    table = in_rounds(f'tiles = "{tiles}"\nlayout = "{layout}"\n{keys}', rules)
    for number in range(1, ROUNDS + 1):
        game = table.office.games["kiel"].game
        assert isinstance(game, RoundGame)
        if number not in EMPTY_ROUNDS:
            text = move_on(game.board, game.rack, game.rules)
            assert text is not None
            table.receives("Anna", text)
        close_round(table)
    table.orders(EndGame())
    return table


def in_rounds(keys: str, rules: str) -> AtTable:
    """Return a game in rounds as it begins."""
    dated = "deadline = 2026-12-06T20:00:00\nschedule = 'every 1 weeks on sunday at 20:00'"
    head = f'{keys}\nlanguage = "en"\n{dated}'
    game = kiel(head, f"[game.rules]\n{rules}", variant="dottendorf-1zug")
    return at_table(game, words=WordList())


def close_round(table: AtTable) -> None:
    """Close the open round, and let the next one begin."""
    table.orders(CloseRound(is_early=True, undecided=None))
    while (family := family_of(table.office.games["kiel"])).may_go_on():
        table.take(family.go_on(table.means(), table.now))
