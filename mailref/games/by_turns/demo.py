"""What games in turns have in common that play themselves: who is to move, what he answers, how time passes.

A player knows no more than his newest mail of a turn. What happens beside good moves stands in a table of each
game, by the number of the turn. Their index tells them turn by turn.
"""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from string import Formatter
from typing import ClassVar, Self

from msgspec import Struct, field

from mailref.demo.players import SimulatedPlayer, text_of
from mailref.demo.shows import TO_THE_END, Chapter, DemoScript, ListedMail, Show, between, has_ended
from mailref.demo.speech import Phrasebook
from mailref.demo.stage import DAY, GAME_MASTER, MINUTE, RunningDemo
from mailref.errors import MailrefError
from mailref.games.by_turns.course import game_and_history
from mailref.games.by_turns.events import TurnBegan
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.mails import TurnRow, places_at_table, turn_rows
from mailref.games.events import Event
from mailref.orders.entries import word_written
from mailref.orders.shapes import subject_tag
from mailref.tiles.board import Board
from mailref.tiles.tile_set import FREE, GERMAN, TileSet
from mailref.tiles.top.all_moves import FoundMove
from mailref.writing.archive import ArchiveMeans

_MOST_TRIES = 4
_ROW = re.compile(r"^ +[A-Z] \|((?:.{3})+)\| [A-Z]$", re.MULTILINE)
_PAUSE = timedelta(hours=5)
"""Between a mail and its answer."""
_TOLD = timedelta(hours=1)
"""By then all have been mailed that a turn began; the first answer comes hours later."""


def said_in(mail: EmailMessage) -> str:
    """Return what a mail says to its reader, line by line."""
    return text_of(mail).replace("\r\n", "\n")


def board_in(text: str, tiles: TileSet = GERMAN) -> Board | None:
    """Return the board as a mail prints it, three characters a square; None for none."""
    found = _ROW.findall(text)
    rows = [_cells(row, tiles) for row in found[: len(found[0]) // 3]] if found else []
    return Board.from_rows(rows, tiles, len(rows)) if rows else None


def _cells(row: str, tiles: TileSet) -> tuple[str, ...]:
    """Return a row of the board, tile by tile."""
    return tuple(_cell(row[at : at + 3], tiles) for at in range(0, len(row), 3))


_NO_LETTER = "*"
"""A blank for a sign that has no small form."""


def _cell(shown: str, tiles: TileSet) -> str:
    """Return what lies on a square; what was just taken off it has a curly bracket, or a stroke, before it."""
    letters = shown[1:].rstrip(" ])").replace("Ŀ", "L·")
    if shown[0] in "{-":
        return FREE
    if letters == _NO_LETTER:
        return f"[{next(each for each in tiles.alphabet if not each.isalpha())}]"
    is_tile = letters[:1].isalpha() or letters in tiles.alphabet
    return letters if is_tile else FREE


def typed(move: FoundMove, word: str = "") -> str:
    """Return the word of a move as players type it, or *word* in its place: each blank behind a star, or `[ch]`."""
    squares = list(move.squares)
    starred = frozenset(at for at, square in enumerate(squares) if square in move.blanks)
    return word_written(word or move.word, starred)


class TurnMail(Struct, frozen=True):
    """What a mail tells the player who got it; what stands only in the mails of some games its text says."""

    mail: EmailMessage
    number: int
    """Of the turn."""
    text: str
    board: Board
    """Empty where the mail shows none."""
    said: Phrasebook
    """By which he knows what it says."""
    tiles: TileSet = GERMAN
    """Those of his game."""

    @classmethod
    def read(cls, mail: EmailMessage, said: Phrasebook, tiles: TileSet = GERMAN) -> Self | None:
        """Return what stands in a turn's mail; None for any other mail."""
        _, number = subject_tag(str(mail["Subject"])) or ("", None)
        if number is None or mail["Auto-Submitted"] != "auto-generated":
            return None
        text = said_in(mail)
        return cls(mail, number, text, board_in(text, tiles) or Board(), said, tiles)

    @property
    def sentences(self) -> str:
        """Return the text without its lines."""
        return " ".join(self.text.split())

    @property
    def rack(self) -> str:
        """Return the reader's letters, as the mail names them; "" for none."""
        rack = self.found(self.said.reads.rack)
        return self.tiles.tiles_as_written(rack[1]) if rack else ""

    @property
    def is_mine(self) -> bool:
        """Tell whether it is the reader's turn."""
        return self.found(self.said.reads.mine) is not None

    @property
    def open_word(self) -> str:
        """Return the word that may be challenged; "" if none."""
        word = re.search(self.said.reads.open_word, self.sentences)
        return word[1] if word else ""

    @property
    def only_accepts(self) -> bool:
        """Tell whether the play before ends the game, unless it is challenged."""
        return self.said.reads.only_accepts in self.sentences

    def found(self, pattern: str) -> re.Match[str] | None:
        """Return where a line of the mail says what *pattern* finds."""
        return re.search(pattern, self.text, re.MULTILINE)


class Seats(Struct):
    """The game as it runs: who sits there, and what has happened already."""

    demo: RunningDemo
    tries: Counter[int] = field(default_factory=Counter)
    """How often somebody wrote, or did not, in each turn."""
    script: ClassVar[DemoScript]
    """By the number of the turn, what the player to move says instead of the best move he sees.

    He makes that where it cannot be said; where it is nothing he lets his time run out.
    """

    @property
    def game(self) -> SeatedGame:
        return self.demo.game(SeatedGame)

    @abstractmethod
    def move(self, player: SimulatedPlayer, known: TurnMail) -> str:
        """Return the best move that a player sees, as he writes it."""

    def said(self, what: str, player: SimulatedPlayer, known: TurnMail) -> str:
        """Return what a player says where a text leaves it open; "" where there is nothing to be said."""
        match what:
            case "move":
                return self.move(player, known)
            case "open_word":
                return known.open_word
            case _:
                return self.demo.speech.order(what)

    def known_to(self, player: SimulatedPlayer) -> TurnMail | None:
        """Return what the newest turn mail told *player*."""
        mails = self.demo.mails_to(player.writer.address)
        found = (TurnMail.read(mail, self.demo.speech, self.game.tile_set) for mail in mails)
        return next((known for known in found if known is not None), None)

    def act(self, player: SimulatedPlayer, known: TurnMail) -> None:
        """Let the player to move do what he does in this turn."""
        is_first, said = self._is_first_try(known.number), self.script.said
        text = said.get(str(known.number), "{move}") if is_first else "{move}"
        if known.only_accepts:
            self._write(player, known, self.demo.speech.orders.accept)
        elif not text:
            self._let_time_pass()
        else:
            if is_first:
                self._keep(player, self.script.kept.get(str(known.number), ""))
            self._write(
                player, known, self._filled(text, player, known) or self.move(player, known)
            )

    def _keep(self, player: SimulatedPlayer, kept: str) -> None:
        """Let the opponent of *player* write what he keeps for that case."""
        other = next(each for each in self.demo.players if each is not player)
        his = self.known_to(other) if kept else None
        if his is not None and (text := self._filled(kept, other, his)):
            self._write(other, his, text)

    def _filled(self, text: str, player: SimulatedPlayer, known: TurnMail) -> str:
        """Return a text with what it leaves open; "" where a part of that cannot be said."""
        names = (name for _, name, _, _ in Formatter().parse(text) if name)
        said = {name: self.said(name, player, known) for name in names}
        return text.format_map(said) if all(said.values()) else ""

    def _is_first_try(self, number: int) -> bool:
        """Tell whether somebody is to move in a turn for the first time."""
        self.tries[number] += 1
        if self.tries[number] > _MOST_TRIES:
            raise MailrefError(f"the players of the demo do not get beyond turn {number}")
        return self.tries[number] == 1

    def _write(self, player: SimulatedPlayer, known: TurnMail, text: str) -> None:
        """Let *player* answer the mail he knows, and the referee read it."""
        at = self.demo.now + _PAUSE
        self.demo.write(player, f"{text}\n", at, known.mail)
        self.demo.tick(at + MINUTE)
        newest = self.demo.newest_to(GAME_MASTER)
        asked = (
            self.demo.speech.asked.search(str(newest["Subject"])) if newest is not None else None
        )
        if asked is not None and self.game.is_held:
            self.demo.refuse(asked["words"].split()[:1], at + _PAUSE)

    def _let_time_pass(self) -> None:
        """Let the reminder go out, then the ZAT pass."""
        turn = self.game.turn
        if turn is not None and turn.deadline is not None:
            self.demo.tick(turn.deadline - DAY)
            self.demo.tick(turn.deadline + 10 * MINUTE)

    def play(self) -> None:
        """Play until the game ends by itself or has had as many turns as planned."""
        while not self.demo.is_over:
            mover, known = self._to_move()
            if known.number > self.demo.plan.rounds:
                self.demo.progress("the game master ends the game")
                return
            self.demo.progress(f"turn {known.number}: {mover.writer.name}")
            self.act(mover, known)

    def _to_move(self) -> tuple[SimulatedPlayer, TurnMail]:
        """Return who reads in his newest mail that it is his move."""
        for player in self.demo.players:
            known = self.known_to(player)
            if known is not None and known.is_mine:
                return player, known
        raise MailrefError("no player of the demo was told that it is his move")


class TurnChapter(Chapter, frozen=True, kw_only=True):
    """What belongs to a turn in the index: what became of it, and the mails from its beginning to the next."""

    row: TurnRow | None
    """None for the end, where no turn was made any more."""


class ByTurns(Show):
    """Two players, until the game ends by itself or has had as many turns as planned."""

    rounds = TO_THE_END
    players = 2
    told = "turn by turn"
    template = "demo/turns.html.j2"
    seats: ClassVar[type[Seats]]
    """Who plays."""

    def play(self, demo: RunningDemo) -> None:
        self.seats(demo).play()

    def tell(
        self, events: Sequence[Event], mails: Sequence[ListedMail], means: ArchiveMeans
    ) -> Mapping[str, object]:
        game, history = game_and_history(events)
        began: dict[int, datetime] = {}
        for event in events:
            if isinstance(event, TurnBegan):
                began.setdefault(event.number, event.at + _TOLD)
        told = [row for row, _ in turn_rows(game, history, means)]
        ends = [began.get(row.number + 1) for row in told]
        rest = tuple(between(mails, ends[-1], None)) if ends and ends[-1] is not None else ()
        return {
            "opening": tuple(mail for mail in mails if mail.received <= began[1]),
            "chapters": tuple(
                TurnChapter(row=row, mails=tuple(between(mails, began[row.number], until)))
                for row, until in zip(told, ends, strict=True)
            ),
            "end": TurnChapter(row=None, mails=rest),
            "places": tuple(places_at_table(game, history, means.words)),
            "has_racks": game.has_racks,
            "labels": means.words.table,
            "last": next((m for m in reversed(mails) if has_ended(m.subject) and m.pdf), None),
        }
