"""A classic game for others: a line for each turn, its moves as GCG, the pages of its archive (classic 14).

GCG knows two players, for Quackle, macondo and their like, and one deduction that is no rack: `(time)`.
"""

from collections.abc import Iterable, Iterator

from mailref.games.by_turns.course import game_and_history
from mailref.games.by_turns.events import RacksRevealed
from mailref.games.by_turns.history import SheetLine, ToldTurn, TurnHistory, TurnKind
from mailref.games.by_turns.mails import turn_game as stands  # noqa: F401  the same
from mailref.games.by_turns.mails import turn_outs as outs  # noqa: F401  the same
from mailref.games.by_turns.mails import turn_pages as pages  # noqa: F401  as at every table
from mailref.games.by_turns.mails import turn_statistics as figures  # noqa: F401  the same
from mailref.games.by_turns.mails import turns_csv
from mailref.games.classic.game import TurnGame, classic
from mailref.games.events import Event
from mailref.report import gcg as as_gcg
from mailref.tiles.board import Axes, place_name
from mailref.tiles.tile_set import TileSet

_PLAYERS = 2


def gcg_of_turns(game: TurnGame, history: TurnHistory) -> str:
    """Return the game as a GCG file; NotInGcgError says what in it the format does not know."""
    for why in _turn_obstacles(game, history):
        raise as_gcg.NotInGcgError(why)
    nicks = {name: f"player{at}" for at, name in enumerate(game.seats, start=1)}
    pragmas = [
        *(f"#{nicks[name]} {nicks[name]} {as_gcg.gcg_text(name)}" for name in game.seats),
        f"#title {as_gcg.gcg_text(game.title)}",
        f"#id mailref {game.id}",
        f"#lexicon {as_gcg.gcg_text(game.lexicon)}",
        *as_gcg.gcg_sets(game.rules),
    ]
    return as_gcg.gcg_file(pragmas, _course(game, history, nicks))


def _turn_obstacles(game: TurnGame, history: TurnHistory) -> Iterator[str]:
    players = len(game.seats)
    if not game.tells_all:
        yield "it goes on, or another with the same tiles does: racks and letters exchanged are secret until its end"
    if players != _PLAYERS:
        yield f"{players} play, and GCG knows two players"
    if game.rules.bags > 1:
        yield "it has two bags, which GCG does not know"
    if game.is_taken_over:
        yield "it was taken over in mid-course, which GCG has no way to state"
    for turn in history.turns:
        if turn.swaps:
            yield f"turn {turn.number}: GCG knows no exchange of a blank on the board"
    if history.corrections:
        yield "the game master corrected a total, which GCG does not know"


def _course(
    game: TurnGame, history: TurnHistory, nicks: dict[str, str]
) -> Iterator[as_gcg.GcgLine]:
    turns = {turn.number: turn for turn in history.turns}
    for line in history.sheet:
        nick = nicks[line.player]
        if line.why == "turn":
            turn = turns[line.number]
            yield from ((nick, turn.rack.value, *each) for each in _turn(turn, game.tile_set))
        elif line.why == "cost":
            yield from _cost(nick, _rack_after(line, game, history), -line.points)
    if history.end is not None:
        yield from _rest(history.end.value, nicks)


def _turn(turn: ToldTurn, tiles: TileSet) -> Iterator[tuple[str, int]]:
    """Yield what was done in a turn, and its points."""
    if turn.scored is not None:
        noted = turn.scored.points + turn.theme
        yield f"{as_gcg.gcg_place(turn.scored)} {as_gcg.gcg_tiles(turn.scored, tiles)}", noted
        if turn.is_taken_back:
            yield "--", -noted
    elif turn.kind is TurnKind.EXCHANGE:
        yield f"-{tiles.in_order(turn.letters.value)}", 0
    else:
        yield "-", 0


def _rack_after(line: SheetLine, game: TurnGame, history: TurnHistory) -> str:
    """Return what a player has on the rack after a line of the score sheet: what he makes his next turn of."""
    later = (each for each in history.turns if each.player == line.player)
    following = next((each for each in later if each.number > line.number), None)
    return (following.rack if following is not None else game.hands[line.player].rack).value


def _cost(nick: str, rack: str, cost: int) -> Iterator[as_gcg.GcgLine]:
    """Yield what a challenge in vain has cost, when it did: the totals are those of the mails."""
    yield nick, rack, "(time)", -cost
    yield f"#note {cost} points for a challenge in vain; GCG has no other name for it"


def _rest(end: RacksRevealed, nicks: dict[str, str]) -> Iterator[as_gcg.GcgLine]:
    """Yield what the end takes for the tiles that are left, and gives."""
    for name, points in end.deductions.items():
        left = "".join(rack for other, rack in end.racks.items() if other != name)
        own = end.racks[name]
        if points > 0:
            yield nicks[name], own, f"({left})", points
        elif points < 0:
            yield nicks[name], own, f"({own})", points


_KEYS = """
    turn=number player kind=recorded_kind word=scored.word square direction=scored.direction
    formula points total=noted count
"""


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each turn."""
    return turns_csv(log, _KEYS, _square, has_outs=True)


def _square(turn: ToldTurn, axes: Axes) -> dict[str, str]:
    laid = turn.scored
    return {"square": place_name(laid.square, laid.direction, axes) if laid else ""}


def gcg(log: Iterable[Event]) -> str:
    """Return the moves as GCG; NotInGcgError says why the format cannot hold the game."""
    game, history = game_and_history(log)
    return gcg_of_turns(classic(game), history)
