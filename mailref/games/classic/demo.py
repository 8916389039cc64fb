"""A classic game that plays itself, by two players who know no more than their mails.

Board, rack, open word and whose move it is stand there.
"""

from itertools import islice

from mailref.demo.players import SimulatedPlayer
from mailref.demo.shows import DemoScript
from mailref.demo.stage import listed_words
from mailref.games.by_turns import demo
from mailref.tiles.board import place_name
from mailref.tiles.top.all_moves import FoundMove
from mailref.tops import search_for

_RANKED = 60
_LEAST_BAG = 7
"""An exchange needs so many tiles in the bag."""
_SCRIPT = DemoScript.beside(__file__)
"""The word of turn 3 is challenged rightly, that of turn 5 in vain."""


class _Table(demo.Seats):
    """The game as it runs, with a board."""

    script = _SCRIPT

    def move(self, player: SimulatedPlayer, known: demo.TurnMail) -> str:
        moves = self.moves(player, known)
        if moves:
            return self.written(player, moves[0])
        orders = self.demo.speech.orders
        return orders.exchange_all if _may_exchange(known) else orders.pass_

    def said(self, what: str, player: SimulatedPlayer, known: demo.TurnMail) -> str:
        match what:
            case "three":
                return " ".join(known.rack[:3]) if _may_exchange(known) else ""
            case "no_word":
                return self.no_word(player, known)
            case _:
                return super().said(what, player, known)

    def moves(self, player: SimulatedPlayer, known: demo.TurnMail) -> tuple[FoundMove, ...]:
        """Return the moves that *player* finds with his rack, the best first."""
        game = self.game
        found = search_for(game.rules, game.rulings).all_moves(known.board, known.rack)
        ranked = tuple(islice(found, _RANKED))
        return ranked[self.demo.rng.randrange(min(player.reach, len(ranked))) :] if ranked else ()

    def written(self, player: SimulatedPlayer, move: FoundMove, word: str = "") -> str:
        """Return a move as *player* types it, with *word* in the place of his own if given."""
        place = place_name(move.square, move.direction, self.game.rules.axes)
        if word:
            return f"{place} {demo.typed(move, word)}"
        if player is self.demo.players[0]:
            return f"{place} {demo.typed(move)} {move.points} {player.style.words['points'][0]}"
        return f"{demo.typed(move)} {place}"

    def no_word(self, player: SimulatedPlayer, known: demo.TurnMail) -> str:
        """Return a move that fits the board with a word that no list knows, of the same letters."""
        for move in self.moves(player, known):
            new = [place for place, at in enumerate(move.squares) if known.board.is_free(at)]
            letters = list(move.word)
            for place, letter in zip(new, [move.word[each] for each in reversed(new)], strict=True):
                letters[place] = letter
            word = "".join(letters)
            if not move.blanks and len(new) > 2 and word not in listed_words(self.game.rules):
                return self.written(player, move, word)
        return ""


def _may_exchange(known: demo.TurnMail) -> bool:
    bag = known.found(known.said.reads.bag)
    return bag is not None and int(bag[1]) >= _LEAST_BAG


class ClassicShow(demo.ByTurns):
    """Two with racks, who challenge, exchange and pass."""

    script = _SCRIPT
    seats = _Table


SHOW = ClassicShow()
