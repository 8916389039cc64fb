"""The room that is taken in the database: by a move and its answer, and by a club that plays for a year.

Run by `python -m bench.room [move] [year [GAMES [WEEKS]]]`. All moves differ and are valid, the clock is
simulated, the servers are embedded. `move`: what 200 moves add to the file, at once and once their mails are
at rest. `year`: each game has eight players, a round a week and all moves in each; printed at its end are the
size of the file, what was written to the disk, and what a start, a backup and `verify` take.
"""

import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time

from bench.house import (
    BEFORE_ZAT,
    REFEREE,
    embedded_server,
    game_text,
    machine_at,
    move_mail,
    write_settings,
)
from bench.real import valid_moves
from mailref.games.rounds.game import RoundGame
from mailref.journal.journal import Journal
from mailref.post.ports import Baseline
from mailref.service import tick
from mailref.tick.machine import Machine

LIMIT_MOVE = 12_000
LIMIT_YEAR = 150_000_000
PLAYERS = 8
_DAY, _WEEK = timedelta(days=1), timedelta(days=7)
_FIRST_ZAT = datetime(2036, 12, 5, 19, tzinfo=UTC)


def pages(database: Path) -> dict[str, int]:
    """Return how many bytes the pages of each table and index take."""
    with sqlite3.connect(database) as connection:
        wanted = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name"
        return dict(connection.execute(wanted).fetchall())


def of_a_move(moves: int = 200) -> bool:
    """Print what a move and its answer take; tell whether that is within the aim once at rest."""
    with tempfile.TemporaryDirectory() as name, embedded_server() as server:
        folder = Path(name)
        config = write_settings(folder, server, PLAYERS)
        with machine_at(config) as (machine, begin):
            tick(machine, begin, BEFORE_ZAT)
            game = machine.journal.games.load("yerres")
            assert isinstance(game, RoundGame)
            plays = valid_moves(game)
            before = pages(folder / "mailref.db")
            for number in range(moves):
                data = move_mail(number % PLAYERS, number, plays)
                server.deliver(REFEREE, data, received=BEFORE_ZAT)
            tick(machine, begin, BEFORE_ZAT)
            at_once = pages(folder / "mailref.db")
            machine.journal.outgoing.thin_out(BEFORE_ZAT + 2 * _DAY)
            at_rest = pages(folder / "mailref.db")
    for what, found in (("at once", at_once), ("a day later", at_rest)):
        each = {key: (found[key] - before.get(key, 0)) / moves for key in found}
        largest = sorted(each.items(), key=lambda item: -item[1])[:5]
        shown = ", ".join(f"{key} {value / 1e3:.1f}" for key, value in largest)
        print(f"a move and its answer, {what}: {sum(each.values()) / 1e3:.1f} kB ({shown})")
    return sum(each.values()) <= LIMIT_MOVE


def year(games: int = 50, weeks: int = 52) -> bool:
    """Print what a club takes that plays for a year; tell whether its file is within the aim.

    A game is over when its tiles are: each is followed by another one, and by a third.
    """
    with tempfile.TemporaryDirectory() as name, embedded_server() as server:
        folder = Path(name)
        config = write_settings(folder, server, PLAYERS)
        text = config.read_text(encoding="utf-8")
        text = text[: text.index("\n[[game]]")]
        text += "".join(
            game_text(
                f"club{number}",
                f"Spiel {number}",
                _players_of(number % games),
                _first(number // games),
            )
            for number in range(3 * games)
        )
        text = text.replace('close_delay = "0s"', 'close_delay = "0s"\nmin_round = "5d"')
        config.write_text(text, encoding="utf-8")
        ids = [f"club{number}" for number in range(3 * games)]
        written, busy, moves, sent = _written(), process_time(), 0, 0
        with machine_at(config) as (machine, begin):
            now = BEFORE_ZAT
            for week in range(weeks):
                zat_at = _FIRST_ZAT + week * _WEEK
                _to_the_end(machine, begin, now)
                for number, id_ in enumerate(ids):
                    game = machine.journal.games.load(id_)
                    assert isinstance(game, RoundGame)
                    if game.round is None or game.round.deadline is None:
                        continue
                    if game.round.deadline.date() != zat_at.date():
                        continue
                    for data in _moves(game, _players_of(number % games), week):
                        server.deliver(REFEREE, data, received=zat_at - 2 * _DAY)
                        moves += 1
                for at in (zat_at - 2 * _DAY, zat_at - _DAY, zat_at + timedelta(minutes=1)):
                    _to_the_end(machine, begin, at)
                for day in range(1, 5):
                    _to_the_end(machine, begin, zat_at + day * _DAY)
                now = zat_at + 5 * _DAY
                sent += len(server.parcels)
                server.call(server._post.parcels.clear)  # noqa: SLF001  two gigabytes a quarter
                if week % 13 == 12:
                    size = (folder / "mailref.db").stat().st_size
                    print(f"  after {week + 1} weeks {size / 1e6:.1f} MB", flush=True)
            numbers = [_rounds(machine.journal.games.load(id_)) for id_ in ids]
        written, busy = _written() - written, process_time() - busy
        size = sum(each.stat().st_size for each in folder.glob("mailref.db*"))
        print(f"  rounds played: {min(numbers)} to {max(numbers)}")
        print(
            f"{games} games, {weeks} weeks: {moves} moves, {sent} mails, {busy:.0f} s of a processor, the"
            f" servers included; the file {size / 1e6:.1f} MB (at most {LIMIT_YEAR / 1e6:.0f}), written"
            f" {written / 1e6:.0f} MB"
        )
        largest = sorted(pages(folder / "mailref.db").items(), key=lambda item: -item[1])[:8]
        print("  " + ", ".join(f"{key} {value / 1e6:.1f} MB" for key, value in largest))
        _at_the_end(folder, config, ids[0])
        return size <= LIMIT_YEAR


def _to_the_end(machine: Machine, begin: Baseline, now: datetime) -> None:
    """Tick until nothing waits for its turn, as the daemon does."""
    while tick(machine, begin, now).has_more:
        pass


def _rounds(game: object) -> int:
    assert isinstance(game, RoundGame)
    return game.last.number if game.last is not None else 0


def _players_of(number: int) -> range:
    return range(number * PLAYERS, (number + 1) * PLAYERS)


def _first(generation: int) -> str:
    """Return the first ZAT of the games of a generation, as the settings say it."""
    return (_FIRST_ZAT + 17 * generation * _WEEK).strftime("%Y-%m-%dT20:00:00")


def _moves(game: RoundGame, players: range, week: int) -> Iterator[bytes]:
    """Yield a mail of each player with a move of his own, as far as there are some."""
    assert game.round is not None
    plays = valid_moves(game, PLAYERS * 5)
    subject = f"[{game.id} R{game.round.number}] {game.title}".encode()
    for at, player in enumerate(players if plays else ()):
        mail = move_mail(player, week, plays[at % len(plays) : at % len(plays) + 1])
        mail = mail.replace(b"[yerres R4] 1-Zug-Scrabble Yerres", subject)
        yield mail.replace(b"1-Zug-Scrabble Yerres", game.title.encode())


def _at_the_end(folder: Path, config: Path, game: str) -> None:
    """Print what a start, a backup and the proof of one game take."""
    began = perf_counter(), process_time()
    with Journal.open(f"sqlite:///{folder / 'mailref.db'}") as journal:
        journal.games.load_all(journal.games.ids())
    print(f"  all games read at a start: {process_time() - began[1]:.2f} s")
    for words in (
        ("status",),
        ("backup", str(folder / "copy.db")),
        ("export", game, "--out", str(folder / "game.json")),
        ("verify", game),
    ):
        began = perf_counter(), process_time()
        command = (sys.executable, "-m", "mailref", *words)
        command = (*command, "-c", str(config))
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        said = "" if done.returncode == 0 else f" FAILED: {(done.stderr or done.stdout)[-200:]}"
        print(f"  mailref {words[0]}: {perf_counter() - began[0]:.2f} s on the clock{said}")


def _written() -> int:
    """Return how many bytes this process has had written to the disk."""
    for line in Path("/proc/self/io").read_text(encoding="ascii").splitlines():
        if line.startswith("write_bytes"):
            return int(line.split()[1])
    return 0


def main(words: Sequence[str]) -> int:
    is_kept = True
    if not words or "move" in words:
        is_kept = of_a_move()
    if not words or "year" in words:
        numbers = [int(each) for each in islice((w for w in words if w.isdigit()), 2)]
        is_kept = year(*numbers) and is_kept
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
