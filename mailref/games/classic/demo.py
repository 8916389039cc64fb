"""A classic game that plays itself, by two players who know no more than their mails.

Board, rack, open word and whose move it is stand there. What happens beside good moves stands in a table, by
the number of the turn.
"""

import re
from collections.abc import Mapping
from email.message import EmailMessage
from enum import StrEnum
from itertools import islice
from typing import ClassVar, Self

from msgspec import Struct

from mailref.demo.players import SimulatedPlayer
from mailref.games.by_turns.demo import (
    MINE,
    OPEN_WORD,
    ByTurns,
    Seats,
    board_in,
    listed_words,
    rack_in,
    said_in,
    turn_of,
    with_blanks,
)
from mailref.tiles.board import Board, place_name
from mailref.tiles.top.all_moves import FoundMove
from mailref.tops import search_for

_BAG = re.compile(r"^Im Beutel: +(\d+) ", re.MULTILINE)
_RANKED = 60
_LEAST_BAG = 7
"""An exchange needs so many tiles in the bag."""


class Twist(StrEnum):
    """What the player to move does instead of laying the best word he sees."""

    EXCHANGE = "exchange"
    NO_WORD = "no word"
    """He lays what stands in no list."""
    CHALLENGE = "challenge"
    """He challenges the word before, where the mail offers that; then he moves."""
    PASSE = "passe"
    """He passes; his opponent has sent a move for that case before."""
    SILENCE = "silence"
    """He lets his time run out."""


_TWISTS: Mapping[int, Twist] = {
    2: Twist.EXCHANGE,
    3: Twist.NO_WORD,
    4: Twist.CHALLENGE,
    6: Twist.CHALLENGE,
    7: Twist.EXCHANGE,
    8: Twist.PASSE,
    11: Twist.SILENCE,
}
"""By the number of the turn: the word of turn 3 is challenged rightly, that of turn 5 in vain."""


class TurnMail(Struct, frozen=True):
    """What a mail tells the player who got it."""

    mail: EmailMessage
    number: int
    board: Board
    rack: str
    bag: int
    is_mine: bool
    open_word: str
    """The word that may be challenged; "" if none."""
    only_accepts: bool
    """The play before ends the game, unless it is challenged."""

    @classmethod
    def read(cls, mail: EmailMessage) -> Self | None:
        """Return what stands in a turn's mail; None for any other mail."""
        text, number = said_in(mail), turn_of(mail)
        board = board_in(text)
        if number is None or board is None:
            return None
        sentences = " ".join(text.split())
        bag, word = _BAG.search(text), OPEN_WORD.search(sentences)
        return cls(
            mail=mail,
            number=number,
            board=board,
            rack=rack_in(text),
            bag=int(bag[1]) if bag else 0,
            is_mine=MINE.search(text) is not None,
            open_word=word[1] if word else "",
            only_accepts="Ziehen kann deshalb niemand mehr" in sentences,
        )


class _Table(Seats[TurnMail]):
    """The game as it runs, with a board."""

    def read(self, mail: EmailMessage) -> TurnMail | None:
        return TurnMail.read(mail)

    def act(self, player: SimulatedPlayer, known: TurnMail) -> None:
        twist = _TWISTS.get(known.number) if self.is_first_try(known.number) else None
        if known.only_accepts:
            self.write(player, known, "ANNEHMEN\n")
            return
        match twist:
            case Twist.SILENCE:
                self.let_time_pass()
            case Twist.EXCHANGE if known.bag >= _LEAST_BAG:
                self.write(player, known, f"TAUSCHE {' '.join(known.rack[:3])}\n")
            case Twist.CHALLENGE if known.open_word:
                self.write(player, known, f"ANFECHTEN {known.open_word}\n")
            case Twist.PASSE:
                other = next(each for each in self.players if each is not player)
                _send_for_a_pass(self, other)
                self.write(player, known, "PASSE\n")
            case Twist.NO_WORD:
                self.write(player, known, _nonsense(self, player, known))
            case _:
                self.write(player, known, _good_move(self, player, known))

    def moves(self, player: SimulatedPlayer, known: TurnMail) -> tuple[FoundMove, ...]:
        """Return the moves that *player* finds with his rack, the best first."""
        game = self.game
        found = search_for(game.rules, game.rulings).all_moves(known.board, known.rack)
        ranked = tuple(islice(found, _RANKED))
        return ranked[self.rng.randrange(min(player.reach, len(ranked))) :] if ranked else ()

    def written(self, player: SimulatedPlayer, move: FoundMove, word: str = "") -> str:
        """Return a move as *player* types it, with *word* in the place of his own if given."""
        place = place_name(move.square, move.direction, self.game.rules.axes)
        typed = with_blanks(move, word)
        if word:
            return f"{place} {typed}\n"
        if player is self.players[0]:
            return f"{place} {typed} {move.points} Punkte\n"
        return f"{typed} {place}\n"


class ClassicShow(ByTurns):
    """Two with racks, who challenge, exchange and pass."""

    titles: ClassVar[Mapping[str, str]] = {
        "classic": "Klassisches Scrabble",
        "classic-open": "Scrabble mit offenem Wörterbuch",
    }
    written: ClassVar[Mapping[str, str]] = {
        **ByTurns.written,
        "ANFECHTEN": "challenge",
        "FALLS ": "kept",
        "TAUSCHE": "exchange",
    }
    seats = _Table


SHOW = ClassicShow()


def _good_move(table: _Table, player: SimulatedPlayer, known: TurnMail) -> str:
    moves = table.moves(player, known)
    if moves:
        return table.written(player, moves[0])
    return "TAUSCHE ALLE\n" if known.bag >= _LEAST_BAG else "PASSE\n"


def _send_for_a_pass(table: _Table, player: SimulatedPlayer) -> None:
    """Let *player* send in advance what he lays if his opponent passes."""
    known = table.known_to(player)
    if known is None:
        return
    moves = table.moves(player, known)
    if moves:
        table.write(player, known, f"FALLS PASS:\n{table.written(player, moves[0])}")


def _nonsense(table: _Table, player: SimulatedPlayer, known: TurnMail) -> str:
    """Return a move that fits the board with a word that no list knows, of the same letters."""
    for move in table.moves(player, known):
        new = [place for place, at in enumerate(move.squares) if known.board.is_free(at)]
        letters = list(move.word)
        for place, letter in zip(new, [move.word[each] for each in reversed(new)], strict=True):
            letters[place] = letter
        word = "".join(letters)
        if not move.blanks and len(new) > 2 and word not in listed_words():
            return table.written(player, move, word)
    return _good_move(table, player, known)
