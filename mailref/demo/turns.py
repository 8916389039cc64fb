"""Two games in turns that play themselves: who is to move, what he answers, how time passes; the classic game.

A player knows no more than his newest mail of a turn: board, rack, open word and whose move it is; how that
is read each game says itself. What happens beside good moves stands in a table, by the number of the turn.
"""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import timedelta
from email.message import EmailMessage
from enum import StrEnum
from itertools import islice
from random import Random
from typing import Generic, Protocol, Self, TypeVar

from msgspec import Struct, field

from mailref import assets
from mailref.demo.players import Draft, SimulatedPlayer
from mailref.demo.stage import DAY, GAME_MASTER, MINUTE, REFEREE, RunningDemo
from mailref.errors import MailrefError
from mailref.tiles.board import FREE, SIZE, Board, place_name
from mailref.tiles.top.all_moves import FoundMove
from mailref.tops import search_for

_ASKED = re.compile(r"Bitte entscheiden: ([A-ZÄÖÜ]+)")
_MOST_TRIES = 4
_TAG = re.compile(r"\[demo Z(\d+)\]")
ROW = re.compile(rf"^ +[A-O] \|(.{{{3 * SIZE}}})\| [A-O]$", re.MULTILINE)
MINE = re.compile(r"^Am Zug: +du,", re.MULTILINE)
OPEN_WORD = re.compile(r"Zweifelst du an ([A-ZÄÖÜ]+)")
_RACK = re.compile(r"^Deine Buchstaben: (.+)$", re.MULTILINE)
_PAUSE = timedelta(hours=5)
"""Between a mail and its answer."""


def text_of(mail: EmailMessage) -> str:
    """Return what a mail says to its reader."""
    part = mail.get_body(("plain",))
    return str(part.get_content()).replace("\r\n", "\n") if part is not None else ""


def turn_of(mail: EmailMessage) -> int | None:
    """Return the number of the turn that the referee tells in a mail; None for any other mail."""
    tag = _TAG.search(str(mail["Subject"]))
    return int(tag[1]) if tag is not None and mail["Auto-Submitted"] == "auto-generated" else None


def rack_in(text: str) -> str:
    """Return the reader's letters, as a mail names them; "" for none."""
    rack = _RACK.search(text)
    return rack[1].replace(" ", "") if rack else ""


class MailOfTurn(Protocol):
    """What a mail tells the player who got it, in whatever game in turns."""

    @property
    def mail(self) -> EmailMessage:
        """Return the mail itself."""

    @property
    def number(self) -> int:
        """Return the number of the turn."""

    @property
    def is_mine(self) -> bool:
        """Tell whether it is the reader's turn."""


Noticed = TypeVar("Noticed", bound=MailOfTurn)


class Seats(Struct, Generic[Noticed]):
    """The game as it runs: who sits there, and what has happened already."""

    demo: RunningDemo
    players: tuple[SimulatedPlayer, ...]
    rng: Random
    tries: Counter[int] = field(default_factory=Counter)
    """How often somebody wrote, or did not, in each turn."""

    @abstractmethod
    def read(self, mail: EmailMessage) -> Noticed | None:
        """Return what stands in a turn's mail; None for any other mail."""

    @abstractmethod
    def act(self, player: SimulatedPlayer, known: Noticed) -> None:
        """Let the player to move do what he does in this turn."""

    def known_to(self, player: SimulatedPlayer) -> Noticed | None:
        """Return what the newest turn mail told *player*."""
        found = map(self.read, self.demo.mails_to(player.writer.address))
        return next((known for known in found if known is not None), None)

    def is_first_try(self, number: int) -> bool:
        """Tell whether somebody is to move in a turn for the first time."""
        self.tries[number] += 1
        if self.tries[number] > _MOST_TRIES:
            raise MailrefError(f"the players of the demo do not get beyond turn {number}")
        return self.tries[number] == 1

    def write(self, player: SimulatedPlayer, known: Noticed, text: str) -> None:
        """Let *player* answer the mail he knows, and the referee read it."""
        at = self.demo.now + _PAUSE
        draft = Draft(player.writer, REFEREE, text, at, self.demo.next_number(), known.mail)
        self.demo.send(player.client(draft), player.writer.address, at)
        self.demo.tick(at + MINUTE)
        newest = self.demo.newest_to(GAME_MASTER.address)
        asked = _ASKED.search(str(newest["Subject"])) if newest is not None else None
        if asked is not None and self.demo.table.is_held:
            self.demo.order(f"{asked[1]} nein: steht nicht im Duden\n", at + _PAUSE)

    def let_time_pass(self) -> None:
        """Let the reminder go out, then the ZAT pass."""
        turn = self.demo.table.turn
        if turn is not None and turn.deadline is not None:
            self.demo.tick(turn.deadline - DAY)
            self.demo.tick(turn.deadline + 10 * MINUTE)

    def play(self, progress: Callable[[str], None]) -> None:
        """Play until the game ends by itself or has had as many turns as planned."""
        while not self.demo.is_over:
            mover, known = self._to_move()
            if known.number > self.demo.plan.rounds:
                progress("the game master ends the game")
                return
            progress(f"turn {known.number}: {mover.writer.name}")
            self.act(mover, known)

    def _to_move(self) -> tuple[SimulatedPlayer, Noticed]:
        """Return who reads in his newest mail that it is his move."""
        for player in self.players:
            known = self.known_to(player)
            if known is not None and known.is_mine:
                return player, known
        raise MailrefError("no player of the demo was told that it is his move")


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
        text, number = text_of(mail), turn_of(mail)
        rows = ROW.findall(text)
        if number is None or not rows:
            return None
        sentences = " ".join(text.split())
        bag, word = _BAG.search(text), OPEN_WORD.search(sentences)
        return cls(
            mail=mail,
            number=number,
            board=Board.from_rows([_cells(row) for row in rows[:SIZE]]),
            rack=rack_in(text),
            bag=int(bag[1]) if bag else 0,
            is_mine=MINE.search(text) is not None,
            open_word=word[1] if word else "",
            only_accepts="Ziehen kann deshalb niemand mehr" in sentences,
        )


def _cells(row: str) -> str:
    """Return a row of the board as it is printed, each square between two marks."""
    return "".join(char if char.isalpha() else FREE for char in row[1::3])


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
