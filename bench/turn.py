"""A mail with a move, until its answer is handed over: in a game in turns and in a game in rounds.

Run by `python -m bench.turn [TURNS]`; exits 1 where a limit is not kept: an answer to its sender alone
(a trial; in rounds every move is answered so) at most 1.2 times, a turn, which is told to all with
board and printed sheet, at most 1.2 times for each mail, and a tick without mail over 200 games that
run at most 1.2 times that over 200 in rounds of which none is due. CPU of this process, mailbox and
outbox in memory, the record a real one; both kinds in alternation, so that whatever else the machine
does meets both.
"""

import statistics
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from email.message import EmailMessage
from itertools import count, islice
from pathlib import Path
from time import process_time

from bench.growth import HEAD, World, begun, in_turns, world
from bench.house import BEFORE_ZAT, address_of, move_mail
from mailref.games.classic.game import TurnGame
from mailref.post.ports import Letter
from mailref.tiles.board import place_name
from mailref.tops import search_for

LIMIT = 1.2
GAMES = 12
"""In which the moves are made, one after another: none comes to its end."""
RUNNING = 200
WARM = 6
MAILS = 3
"""Two players and the game master."""
_GAME = """
[[game]]
id = "{id}"
title = "Tisch {id}"
variant = "classic"
zone = "Europe/Berlin"
[[game.player]]
name = "Anna"
addresses = ["anna.{id}@example.org"]
[[game.player]]
name = "Ben"
addresses = ["ben.{id}@example.org"]
"""


class Noting(list[Letter]):
    """What was handed over, and when the letter to *awaited* was."""

    awaited = ""
    at = 0.0

    def append(self, letter: Letter) -> None:
        if letter.recipient == self.awaited and not self.at:
            self.at = process_time()
        super().append(letter)


def settings_in_turns(games: int) -> str:
    """Return the file of so many games of two."""
    return "\n".join((HEAD, *(_GAME.format(id=f"t{number}") for number in range(games))))


def answered(found: World, sender: str, data: bytes) -> tuple[float, float]:
    """Return how long the answer to a mail took, and the whole tick."""
    taken = Noting()
    taken.awaited = sender
    found.outbox.taken = taken
    found.mailbox.deliver(data, BEFORE_ZAT)
    start = process_time()
    found.tick()
    whole = process_time() - start
    assert taken.at, f"no answer to {sender}"
    return taken.at - start, whole


def turn_mail(game: TurnGame, number: int, order: str) -> tuple[str, bytes]:
    """Return who is to move, and his mail with one of his best plays behind *order*."""
    assert game.turn is not None
    player = game.turn.player
    search = search_for(game.rules, game.rulings)
    moves = tuple(islice(search.all_moves(game.board, game.hands[player].rack.value), 4))
    line = "TAUSCHE ALLE"
    if moves:
        move = moves[-1]
        letters = zip(move.squares, move.word, strict=True)
        word = "".join(f"*{each}" if square in move.blanks else each for square, each in letters)
        line = f"{place_name(move.square, move.direction, game.rules.axes)} {word}"
    sender = f"{player.lower()}.{game.id}@example.org"
    mail = EmailMessage()
    mail["From"] = f"{player} <{sender}>"
    mail["To"] = "Scrabble <referee@example.org>"
    mail["Subject"] = f"Re: [{game.id} Z{game.turn.number}] Du bist am Zug"
    mail["Date"] = "Mon, 01 Dec 2036 12:00:00 +0100"
    mail["Message-ID"] = f"<{game.id}.{number}.{order.strip()}@client.example.org>"
    mail.set_content(f"Tisch {game.id}\nSpieler={player}\n{order}{line}\n\nViele Grüße\n{player}\n")
    return sender, mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))


def turns_of(found: World, order: str = "") -> Callable[[], tuple[float, float]]:
    """Return what takes in the next move of the games in turns, one game after another."""
    numbers = count()

    def one() -> tuple[float, float]:
        number = next(numbers)
        game = found.machine.journal.games.load(f"t{number % GAMES}")
        assert isinstance(game, TurnGame)
        return answered(found, *turn_mail(game, number, order))

    return one


def rounds_of(found: World) -> Callable[[], tuple[float, float]]:
    """Return what takes in a move of the game in rounds, each valid."""
    numbers = count()

    def one() -> tuple[float, float]:
        number = next(numbers)
        return answered(found, address_of(number % 8), move_mail(number % 8, number * 6))

    return one


def mails_are_kept(folder: Path, turns: int) -> bool:
    """Measure a mail in both kinds of game; tell whether the limits are kept."""
    with ExitStack() as stack:
        rounds = rounds_of(stack.enter_context(world(folder / "rounds")))
        tables = stack.enter_context(begun(folder / "turns", settings_in_turns(GAMES)))
        trial, turn = turns_of(tables, "PROBE "), turns_of(tables)
        found = [(rounds(), trial(), turn()) for _ in range(turns + WARM)][WARM:]
    answer, alone = (statistics.median(each[at][0] for each in found) * 1000 for at in (0, 1))
    whole, told = (statistics.median(each[at][1] for each in found) * 1000 for at in (0, 2))
    each = told / MAILS / whole
    print(
        f"an answer to its sender: rounds {answer:.1f} ms, turns {alone:.1f} ms,"
        f" {alone / answer:.2f} times (at most {LIMIT:g})\n"
        f"a turn, told to {MAILS}: {told:.1f} ms, for each mail {each:.2f} times a tick in rounds"
        f" (at most {LIMIT:g})",
        flush=True,
    )
    return alone <= answer * LIMIT and each <= LIMIT


def idle_is_kept(folder: Path) -> bool:
    """Measure a tick without mail; tell whether the limit is kept."""
    with ExitStack() as stack:
        rounds = stack.enter_context(world(folder / "many", RUNNING))
        tables = stack.enter_context(begun(folder / "tables", settings_in_turns(RUNNING)))
        took = in_turns({0: rounds.tick, 1: tables.tick}, 21)
    print(
        f"a tick without mail, {RUNNING} games: rounds {took[0] * 1e3:.2f} ms,"
        f" turns {took[1] * 1e3:.2f} ms, {took[1] / took[0]:.2f} times (at most {LIMIT:g})"
    )
    return took[1] <= took[0] * LIMIT


def main() -> int:
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    with tempfile.TemporaryDirectory() as folder:
        kept = [mails_are_kept(Path(folder), turns), idle_is_kept(Path(folder))]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
