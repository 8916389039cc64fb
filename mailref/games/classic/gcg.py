"""A game as a GCG file, for Quackle, macondo and their like (classic 14).

The format (poslfit.com/scrabble/gcg): pragmas, then an event a line, `>nick: RACK 8H W.RT +20 20`.
A number first means across, whatever the game's own notation; a tile that lies already is a dot, a
blank is `?` on the rack and a small letter in the word. It knows two players and one deduction that
is no rack: `(time)`. A game in rounds is told as the moves laid, by one player named after the game.
"""

from collections.abc import Iterator

from mailref.games.by_turns.history import ToldTurn, TurnHistory, TurnKind
from mailref.games.classic.game import TurnGame
from mailref.games.rounds.closed_round import ClosedRound
from mailref.games.rounds.record import GameRecord
from mailref.tiles.board import TILES, Axes, Direction, in_order, square_name
from mailref.tiles.scoring import ScoredPlay


class NotInGcgError(ValueError):
    """The format cannot hold this game; the message says why."""


def gcg_of(record: GameRecord) -> str:
    """Return the game as a GCG file; NotInGcgError says what in it the format does not know."""
    for why in _obstacles(record):
        raise NotInGcgError(why)
    opened = record.opened
    title = " ".join(opened.title.split())
    lines = [
        "#character-encoding UTF-8",
        f"#player1 {opened.id} {title}",
        f"#title {title}",
        f"#lexicon {opened.lexicon}",
    ]
    if not record.game.is_over:
        lines.append("#incomplete")
    total = 0
    for closed in record.rounds:
        for rack, event, points in _events(closed):
            total += points
            lines.append(f">{opened.id}: {rack} {event} {points:+d} {total}")
    return "\n".join(lines) + "\n"


def _obstacles(record: GameRecord) -> Iterator[str]:
    if not record.opened.board.is_empty:
        yield "it was taken over with tiles on the board, which GCG has no way to state"
    for closed in record.rounds:
        laid = closed.laid
        if laid and len(laid.judged.plays) > 1:
            yield f"round {closed.number}: a move of several plays is no single GCG move"
        if laid and laid.judged.swaps:
            yield f"round {closed.number}: GCG knows no exchange of a blank on the board"
        if closed.is_cleared:
            yield f"round {closed.number}: the board was cleared, which GCG does not know"


def _events(closed: ClosedRound) -> Iterator[tuple[str, str, int]]:
    """Yield rack, event and points: the move laid, or a pass, or an exchange of the whole rack."""
    if closed.laid is None:
        returned = closed.drawn.draw.returned if closed.drawn else ""
        yield closed.letters, f"-{returned}", 0
        return
    (play,) = closed.laid.judged.plays
    yield closed.letters, f"{gcg_place(play.scored)} {gcg_tiles(play.scored)}", play.scored.points
    if closed.is_final and closed.kept:
        yield _rest(closed)


def _rest(closed: ClosedRound) -> tuple[str, str, int]:
    """Return the deduction for what is left on the rack at the end."""
    return closed.kept, f"({closed.kept})", -TILES.sum_of(closed.kept)


def gcg_place(play: ScoredPlay) -> str:
    """Return `8H` for across, `H8` for down."""
    name = square_name(play.square, Axes.COLUMNS)
    return name[1:] + name[0] if play.direction is Direction.ACROSS else name


def gcg_tiles(play: ScoredPlay) -> str:
    """Return the word with a dot for each tile that lies already, a blank in small letters."""
    new = {tile.square: tile for tile in play.new_tiles}
    letters = []
    for square in play.words[0].squares:
        tile = new.get(square)
        if tile is None:
            letters.append(".")
        else:
            letters.append(tile.letter.lower() if tile.is_blank else tile.letter)
    return "".join(letters)


_PLAYERS = 2


def gcg_of_turns(game: TurnGame, history: TurnHistory) -> str:
    """Return the game as a GCG file; NotInGcgError says what in it the format does not know."""
    for why in _turn_obstacles(game, history):
        raise NotInGcgError(why)
    nicks = {name: f"player{at}" for at, name in enumerate(game.seats, start=1)}
    title = _line(game.title)
    head = [
        "#character-encoding UTF-8",
        *(f"#{nicks[name]} {nicks[name]} {_line(name)}" for name in game.seats),
        f"#title {title}",
        f"#id mailref {game.id}",
        f"#lexicon {_line(game.lexicon)}",
    ]
    return "\n".join((*head, *_Lines(game, history, nicks).all())) + "\n"


def _line(text: str) -> str:
    return " ".join(text.split())


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


class _Lines:
    """The events of a game, each with the total after it."""

    def __init__(self, game: TurnGame, history: TurnHistory, nicks: dict[str, str]) -> None:
        self._game = game
        self._history = history
        self._nicks = nicks
        self._totals = dict.fromkeys(nicks, 0)

    def all(self) -> Iterator[str]:
        for turn in self._history.turns:
            yield from self._turn(turn)
        yield from self._costs()
        yield from self._rest()

    def _event(self, player: str, rack: str, event: str, points: int) -> str:
        self._totals[player] += points
        return f">{self._nicks[player]}: {rack} {event} {points:+d} {self._totals[player]}"

    def _turn(self, turn: ToldTurn) -> Iterator[str]:
        rack = turn.rack.value
        if turn.scored is not None:
            noted = turn.scored.points + turn.theme
            laid = f"{gcg_place(turn.scored)} {gcg_tiles(turn.scored)}"
            yield self._event(turn.player, rack, laid, noted)
            if turn.is_taken_back:
                yield self._event(turn.player, rack, "--", -noted)
        elif turn.kind is TurnKind.EXCHANGE:
            yield self._event(turn.player, rack, f"-{in_order(turn.letters.value)}", 0)
        else:
            yield self._event(turn.player, rack, "-", 0)

    def _costs(self) -> Iterator[str]:
        """Yield what challenges in vain have cost, for each player at once."""
        made = [each for turn in self._history.turns for each in turn.challenges]
        for name in self._nicks:
            cost = sum(each.cost for each in made if each.player == name)
            if cost:
                rack = self._game.hands[name].rack.value
                yield self._event(name, rack, "(time)", -cost)
                yield f"#note {cost} points for challenges in vain; GCG has no other name for them"

    def _rest(self) -> Iterator[str]:
        """Yield what the end takes for the tiles that are left, and gives."""
        if self._history.end is None:
            return
        end = self._history.end.value
        for name, points in end.deductions.items():
            left = "".join(rack for other, rack in end.racks.items() if other != name)
            own = end.racks[name]
            if points > 0:
                yield self._event(name, own, f"({left})", points)
            elif points < 0:
                yield self._event(name, own, f"({own})", points)
