"""Games with a ZAT for all that play themselves, beside those in rounds: Scrabble-Bingo, a league of soloists.

In one words are sent and tiles are called until somebody has BINGO; in the other each reads board and
letters in his newest mail and answers it. What players do beside that stands in a table, by their place
among the players.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from functools import cache
from itertools import islice
from random import Random
from typing import Self

from msgspec import Struct

from mailref import assets
from mailref.demo.players import Draft, SimulatedPlayer
from mailref.demo.stage import DAY, GAME, GAME_MASTER, MINUTE, REFEREE, RunningDemo
from mailref.demo.turns import ROW, rack_in, text_of
from mailref.errors import MailrefError
from mailref.games.bingo.game import BingoGame
from mailref.games.solitaire.game import SoloGame
from mailref.tiles.board import FREE, SIZE, TILES, Board, place_name
from mailref.tiles.top.all_moves import FoundMove
from mailref.tops import search_for

_LENGTH = 7
_RARE = "QXYJÄÖÜ"
"""Who takes one of these waits longest: a player who thinks leaves them out."""
_PAUSE = timedelta(hours=2)
_ASKED = re.compile(r"[A-ZÄÖÜ]{7}")
WordPair = tuple[str, str]


@cache
def _listed() -> tuple[str, ...]:
    """Return the words of seven letters of which the tiles are enough."""
    fitting = (word for word in assets.word_list().decode().split() if len(word) == _LENGTH)
    return tuple(word for word in fitting if _is_in_set(word))


def _is_in_set(letters: str) -> bool:
    return all(count <= TILES.counts.get(tile, 0) for tile, count in Counter(letters).items())


def _pairs(rng: Random) -> Iterator[WordPair]:
    """Yield words that two players might choose, without rare letters."""
    words = _listed()
    while True:
        one, other = rng.choice(words), rng.choice(words)
        if _is_in_set(one + other) and not set(one + other) & set(_RARE):
            yield one, other


def play_bingo(
    demo: RunningDemo,
    players: tuple[SimulatedPlayer, ...],
    rng: Random,
    progress: Callable[[str], None],
) -> None:
    """Let all send their words, then tiles be called to the end, or for as many rounds as planned."""
    progress(f"{len(players)} players send their words")
    game = _game(demo)
    zat = game.due
    if zat is None:
        raise MailrefError("the demo's game has no ZAT")
    at = demo.now + _PAUSE
    pairs = _pairs(rng)
    for place, player in enumerate(players):
        for text in _texts(place, pairs):
            _write(demo, player, text, at)
            at += timedelta(minutes=20)
        if _rule(demo, at):
            at += _PAUSE
            _write(demo, player, "1. {}\n2. {}\n".format(*next(pairs)), at)
    demo.tick(zat - DAY)
    for number in range(1, demo.plan.rounds + 1):
        due = _game(demo).due
        if due is None:
            return
        progress(f"round {number}: tiles are called")
        demo.tick(due + 5 * MINUTE)
        if number == 1:
            late = "BINGO: {} {}\n".format(*next(pairs))
            _write(demo, players[-1], late, demo.now + DAY)
            _write(demo, players[0], "STAND\n", demo.now + DAY)
    progress("the game master ends the game")


def _texts(place: int, pairs: Iterator[WordPair]) -> Sequence[str]:
    """Return what a player sends before the first ZAT, one mail after the other."""
    one, other = next(pairs)
    again = next(pairs)
    match place:
        case 0:
            return (f"BINGO: {one} {other}\nPRESSE: Viel Glück euch allen! Ich setze auf das E.\n",)
        case 1:
            return (f"1. {one}\n2. {one[::-1]}\n",)  # a word in no list: the game master is asked
        case 2:
            return (f"Meine Wörter: {one}, {one[:-1]}\n", f"Meine Wörter: {one}, {other}\n")
        case 3:
            return (f"BINGO: {one} {other}\n", f"BINGO: {again[0]} {again[1]}\n")
        case 4:
            return ("REGELN\n", f"1. {one}\n2. {other}\n")
        case _:
            return (f"{one}\n{other}\n",)


def _write(demo: RunningDemo, player: SimulatedPlayer, text: str, at: datetime) -> None:
    """Let a player answer the newest mail of the game that he got, and the referee read it."""
    mails = demo.mails_to(player.writer.address)
    answers = next((mail for mail in mails if "[demo " in str(mail["Subject"])), None)
    draft = Draft(player.writer, REFEREE, text, at, demo.next_number(), answers)
    demo.send(player.client(draft), player.writer.address, at)
    demo.tick(at + MINUTE)


def _rule(demo: RunningDemo, at: datetime) -> bool:
    """Let the game master answer a question about words: no such word; tell whether there was one."""
    newest = demo.newest_to(GAME_MASTER.address)
    subject = str(newest["Subject"]) if newest is not None else ""
    asked = _ASKED.findall(subject.partition("Bitte entscheiden:")[2])
    if asked:
        demo.order("".join(f"{word} nein: steht nicht im Duden\n" for word in asked), at)
    return bool(asked)


def _game(demo: RunningDemo) -> BingoGame:
    game = demo.machine.journal.games.load(GAME)
    if not isinstance(game, BingoGame):
        raise MailrefError("the demo's game did not begin")
    return game


_BETWEEN = timedelta(hours=3)
_RANKED = 12
_CHOICES = 4
_DRAWN: Mapping[tuple[int, int], str] = {
    (0, 1): "PROBE {move}",
    (0, 2): "TAUSCHE {three}",
    (1, 2): "{wrong}",
    (1, 3): "STAND",
    (2, 2): "PASSE",
    (2, 3): "VERLAUF",
}
"""With tiles that are drawn: by the player and his move, what he sends before it."""
_CHOSEN: Mapping[tuple[int, int], str] = {
    (0, 2): "{choice}",
    (0, 3): "ZURÜCK",
    (1, 2): "1. WÄHLE QQ\n2. {move}",
    (1, 3): "NEU",
    (2, 2): "STEINE",
    (2, 3): "wähle schöne",
}
"""The same with letters that are chosen."""


class SoloMail(Struct, frozen=True):
    """What a mail tells the soloist who got it."""

    mail: EmailMessage
    board: Board
    rack: str

    @classmethod
    def read(cls, mail: EmailMessage) -> Self | None:
        """Return what stands in a mail with a board; None for any other mail."""
        text = text_of(mail)
        rows = ROW.findall(text)
        is_trial = "Probe" in str(mail["Subject"])
        if not rows or is_trial or "[demo" not in str(mail["Subject"]):
            return None  # a trial shows the board as it would be
        cells = ("".join(c if c.isalpha() else FREE for c in row[1::3]) for row in rows[:SIZE])
        return cls(mail, Board.from_rows(list(cells)), rack_in(text))


class _League(Struct):
    """The league as it runs."""

    demo: RunningDemo
    rng: Random

    @property
    def game(self) -> SoloGame:
        game = self.demo.machine.journal.games.load(GAME)
        if not isinstance(game, SoloGame):
            raise MailrefError("the demo's game did not begin")
        return game

    def known_to(self, player: SimulatedPlayer) -> SoloMail:
        found = map(SoloMail.read, self.demo.mails_to(player.writer.address))
        known = next((each for each in found if each is not None), None)
        if known is None:
            raise MailrefError(f"{player.writer.name} got no mail with a board")
        return known

    def write(self, player: SimulatedPlayer, text: str) -> None:
        """Let *player* answer the newest mail with a board that he got, and the referee read it."""
        at = self.demo.now + _BETWEEN
        answers = self.known_to(player).mail
        draft = Draft(player.writer, REFEREE, f"{text}\n", at, self.demo.next_number(), answers)
        self.demo.send(player.client(draft), player.writer.address, at)
        self.demo.tick(at + MINUTE)

    def move(self, player: SimulatedPlayer) -> str:
        """Return a good move as *player* types it, with the letters that he chooses for it; "" for none."""
        known = self.known_to(player)
        choices = self.choices(known) if self.game.rules.chosen else ("",)
        found = {chosen: self.ranked(known, chosen) for chosen in choices}
        chosen = max(choices, key=lambda each: found[each][0].points if found[each] else -1)
        ranked = found[chosen][: player.reach]
        if not ranked:
            return "" if self.game.rules.chosen else "PASSE"
        typed = self.typed(self.rng.choice(ranked))
        return f"WÄHLE {chosen}\n{typed}" if chosen else typed

    def choices(self, known: SoloMail) -> tuple[str, ...]:
        """Return the choices of letters of which a player takes the one that gives most."""
        lying = "".join(tile.tile for tile in known.board.tiles)
        free = sorted((Counter(TILES.all_tiles) - Counter(lying + known.rack)).elements())
        count = min(self.game.rules.rack - len(known.rack), len(free))
        return tuple("".join(self.rng.sample(free, count)) for _ in range(_CHOICES))

    def ranked(self, known: SoloMail, chosen: str) -> tuple[FoundMove, ...]:
        search = search_for(self.game.rules, self.game.rulings)
        return tuple(islice(search.all_moves(known.board, known.rack + chosen), _RANKED))

    def typed(self, move: FoundMove) -> str:
        place = place_name(move.square, move.direction, self.game.rules.axes)
        letters = zip(move.squares, move.word, strict=True)
        return f"{place} " + "".join(f"*{a}" if s in move.blanks else a for s, a in letters)

    def has_ended(self, player: SimulatedPlayer) -> bool:
        """Tell whether nothing can be done any more at his table."""
        table = self.game.tables.get(player.writer.name)
        return table is None or table.is_over

    def beside(self, player: SimulatedPlayer, place: int, number: int) -> str:
        """Return what *player* sends before his move; "" for nothing."""
        table = _CHOSEN if self.game.rules.chosen else _DRAWN
        text = table.get((place, number), "")
        if not text:
            return ""
        rack = self.known_to(player).rack
        choice, _, move = self.move(player).rpartition("\n")
        square, _, word = move.partition(" ")
        return text.format(
            choice=choice, move=move, three=" ".join(rack[:3]), wrong=f"{square} {word[::-1]}"
        )


def play_league(
    demo: RunningDemo,
    players: tuple[SimulatedPlayer, ...],
    rng: Random,
    progress: Callable[[str], None],
) -> None:
    """Let all make moves, each at a table of his own, to their end or as many as planned; then the ZAT passes."""
    league, going = _League(demo, rng), list(players)
    for number in range(1, demo.plan.rounds + 1):
        progress(f"move {number} of each player")
        for player in tuple(going):
            if beside := league.beside(player, players.index(player), number):
                league.write(player, beside)
            move = league.move(player)
            if move:
                league.write(player, move)
            if not move or league.has_ended(player):
                going.remove(player)
        if not going:
            break
    zat = league.game.deadline
    progress("the ZAT passes: all get the table")
    demo.tick(max(demo.now + MINUTE, zat - DAY))
    demo.tick(zat + 5 * MINUTE)
