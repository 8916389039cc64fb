"""A game in turns that plays itself: two players who know no more than the mails they got.

Board, rack, open word and whose move it is: each reads them in his newest mail, as people do, and
answers that. What happens beside good moves stands in a table, by the number of the turn.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from enum import StrEnum
from itertools import islice
from random import Random
from typing import Self

from mailref import assets
from mailref.demo.players import SimulatedPlayer
from mailref.demo.seats import Seats
from mailref.demo.stage import RunningDemo
from mailref.rules.board import FREE, SIZE, Board, place_name
from mailref.rules.top.all_moves import FoundMove
from mailref.tops import search_for

_TAG = re.compile(r"\[demo Z(\d+)\]")
_ROW = re.compile(rf"^ +[A-O] \|(.{{{3 * SIZE}}})\| [A-O]$", re.MULTILINE)
_RACK = re.compile(r"^Deine Buchstaben: (.+)$", re.MULTILINE)
_MINE = re.compile(r"^Am Zug: +du,", re.MULTILINE)
_BAG = re.compile(r"^Im Beutel: +(\d+) ", re.MULTILINE)
_OPEN = re.compile(r"Zweifelst du an ([A-ZÄÖÜ]+)")
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


@dataclass(frozen=True, slots=True)
class TurnMail:
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
        part, tag = mail.get_body(("plain",)), _TAG.search(str(mail["Subject"]))
        text = str(part.get_content()).replace("\r\n", "\n") if part is not None else ""
        rack, rows = _RACK.search(text), _ROW.findall(text)
        if tag is None or mail["Auto-Submitted"] != "auto-generated" or not rows:
            return None
        sentences = " ".join(text.split())
        bag, word = _BAG.search(text), _OPEN.search(sentences)
        return cls(
            mail=mail,
            number=int(tag[1]),
            board=Board.from_rows([_cells(row) for row in rows[:SIZE]]),
            rack=rack[1].replace(" ", "") if rack else "",
            bag=int(bag[1]) if bag else 0,
            is_mine=_MINE.search(text) is not None,
            open_word=word[1] if word else "",
            only_accepts="Ziehen kann deshalb niemand mehr" in sentences,
        )


def _cells(row: str) -> str:
    """Return a row of the board as it is printed, each square between two marks."""
    return "".join(char if char.isalpha() else FREE for char in row[1::3])


@dataclass(slots=True)
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
        game = self.demo.table
        found = search_for(game.rules, game.rulings).all_moves(known.board, known.rack)
        ranked = tuple(islice(found, _RANKED))
        return ranked[self.rng.randrange(min(player.reach, len(ranked))) :] if ranked else ()

    def written(self, player: SimulatedPlayer, move: FoundMove, word: str = "") -> str:
        """Return a move as *player* types it, with *word* in the place of his own if given."""
        place = place_name(move.square, move.direction, self.demo.table.rules.axes)
        typed = "".join(
            f"*{letter}" if square in move.blanks else letter
            for square, letter in zip(move.squares, word or move.word, strict=True)
        )
        if word:
            return f"{place} {typed}\n"
        if player is self.players[0]:
            return f"{place} {typed} {move.points} Punkte\n"
        return f"{typed} {place}\n"


def play_turns(
    demo: RunningDemo,
    players: tuple[SimulatedPlayer, ...],
    rng: Random,
    progress: Callable[[str], None],
) -> None:
    """Play until the game ends by itself or has had as many turns as planned."""
    _Table(demo, players, rng).play(progress)


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
    words = frozenset(assets.word_list().decode().split())
    for move in table.moves(player, known):
        new = [place for place, at in enumerate(move.squares) if known.board.is_free(at)]
        letters = list(move.word)
        for place, letter in zip(new, [move.word[each] for each in reversed(new)], strict=True):
            letters[place] = letter
        word = "".join(letters)
        if not move.blanks and len(new) > 2 and word not in words:
            return table.written(player, move, word)
    return _good_move(table, player, known)
