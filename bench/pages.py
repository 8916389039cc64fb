"""The pages of a club after a turn in one of its games: only what changed is written, however many there are.

Run by `python -m bench.pages [GAMES]`: so many games in turns, begun by mail, half of them over, of players
half of whom stand there by name. In a running one its third play is laid, its eleventh, or its twenty-fifth: all
pages of a game grow with its turns. First in the workshop that has written the pages of all games, and remembers
other games alone; then after each has had a report there: what was made for that is remembered; last, of other
games, in a workshop just begun. Processor time of the workshop, the process that writes the pages, from one report
to the next, what is sent to it included; of a fixed piece of work beside it, by which runs can be compared.
"""

import os
import sys
from collections.abc import Sequence
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import msgspec
from msgspec.structs import replace

from mailref.games.by_turns.events import PlayLaid, TurnBegan, TurnsOpened
from mailref.games.club.club import GameAgreed, Member
from mailref.games.events import Event, GameEnded, NameShown
from mailref.journal.journal import Journal
from mailref.journal.recorded_club import happened_in_club
from mailref.record.codec import read_event, write_event
from mailref.settings.load import load_settings
from mailref.tick.pages import as_sent, standing
from mailref.workshop import Workshop
from tests.games.at_random import Log
from tests.games.by_turns.at_table import START
from tests.games.classic.test_random import Game
from tests.settings.written import file

AIM_MS, PLAYS, TRIES = 20, (2, 10, 24), 15
HOW = ((0, 0, ""), (1, 0, " since the last"), (0, TRIES, " in a workshop just begun"))
"""After how many plays more, in which games, and how that is said."""
SETTINGS = """
[site]
folder = "public"
url = "https://club.example.org/"

[club]
variants = ["classic"]
zone = "Europe/Berlin"
move_time = "3d"
"""
PEOPLE = tuple(f"{first} {last}" for first in ("Anna", "Ben", "Carla", "Dirk", "Eva") for last in (
    "Ahlers", "Brandt", "Conradi", "Dehn", "Ebert", "Funk"))  # fmt: skip
SHOWN = frozenset(PEOPLE[::2])


def main(games: int) -> None:
    logs = [played(seed) for seed in range(TRIES)]
    parts = [[parted(log.events, plays) for log in logs] for plays in PLAYS]
    with TemporaryDirectory() as there:
        config = Path(there) / "config.toml"
        config.write_text(SETTINGS + file(), encoding="utf-8")
        settings = load_settings(config, os.environ, needs_secrets=False).faultless()
        if settings.club is None:
            raise SystemExit("the settings have no club")
        keys = msgspec.json.encode(dict(settings.club.keys)["classic"]).decode()
        ids = [f"club-{number}" for number in range(1, games + 1)]
        pairs = cycle(zip(PEOPLE, PEOPLE[7:] + PEOPLE[:7], strict=True))
        seated = dict(zip(ids, pairs, strict=False))
        played_as = dict(zip(ids, (at // 6 % TRIES for at in range(games)), strict=True))
        running = {
            id_: part[played_as[id_]] for at, part in enumerate(parts) for id_ in ids[2 * at :: 6]
        }
        with Journal.open(settings.database) as journal:
            journal.installation.secret_or(bytes(32))
            agreed = [
                GameAgreed(number, id_, f"Spiel {number}", members(seated[id_]), keys, START)
                for number, id_ in enumerate(ids, start=1)
            ]
            journal.record("club", at=START, also=[*happened_in_club(agreed, 0, "club", START)])
            for id_ in ids:
                log = logs[played_as[id_]]
                so_far = running[id_][0] if id_ in running else log.events
                events = of_game(id_, seated[id_], so_far)
                journal.record(
                    id_, at=START, game_events=[(id_, e) for e in events], seeds={id_: log.seed}
                )
            how = {id_: standing(game) for id_, game in journal.games.load_all(ids).items()}
            workshop = Workshop()
            workshop.publish(str(config), START, as_sent(how))
            for step, first, known in HOW:
                if first:
                    workshop.end()
                    workshop.publish(str(config), START, as_sent(how))
                for at, plays in enumerate(PLAYS):
                    taken, compared = [], []
                    for hour, id_ in enumerate(ids[2 * at :: 6][first : first + TRIES]):
                        events = of_game(id_, seated[id_], running[id_][1 + step])
                        more = [(id_, event) for event in events]
                        journal.record(f"{step}:{id_}", at=START, game_events=more)
                        how[id_] = standing(journal.games.load_all(ids)[id_])
                        before = used(workshop)
                        workshop.publish(str(config), START + timedelta(hours=hour), as_sent(how))
                        taken.append(used(workshop) - before)
                        compared.append(yardstick())
                    print(
                        f"{games} games, play {plays + step} of one{known}: {median(taken):.1f} ms ({AIM_MS} ms), "
                        f"least {min(taken):.1f} ms; yardstick {median(compared):.1f} ms"
                    )
            count = sum(1 for each in (Path(there) / "public").rglob("*") if each.is_file())
            print(f"{count} files")
            workshop.end()


def yardstick() -> float:
    """Return how long a fixed piece of work takes, in milliseconds: 5 on the machine when it is idle."""
    begun = process_time()
    found: dict[int, str] = {}
    for number in range(60_000):
        found[number % 997] = str(number)
    return 1000 * (process_time() - begun)


def played(seed: int) -> Log:
    """Play a classic game to its end."""
    game = Game("classic", seed, has_house_rules=False)
    while not game.game.is_over:
        game.play_on()
    return Log([game.opened, *game.course.events], seed.to_bytes(32))


Parted = tuple[Sequence[Event], Sequence[Event], Sequence[Event]]


def parted(log: Sequence[Event], count: int) -> Parted:
    """Return a game up to one play fewer, and twice what happens until the turn after the next play begins."""
    plays = [at for at, event in enumerate(log) if isinstance(event, PlayLaid)]
    begins = [at for at, event in enumerate(log) if isinstance(event, TurnBegan)]
    ends = (next(at for at in begins if at > plays[n]) + 1 for n in (count - 2, count - 1, count))
    first, then, last = ends
    return log[:first], log[first:then], log[then:last]


def members(names: Sequence[str]) -> tuple[Member, ...]:
    return tuple(Member(each, (f"{each.replace(' ', '.').lower()}@example.org",)) for each in names)


def of_game(id_: str, names: Sequence[str], log: Sequence[Event]) -> list[Event]:
    """Return the events of a game of others, half of whom stand there by name."""
    found: list[Event] = []
    for event in log:
        written = write_event(event)
        payload = written.payload
        for known, name in zip(("Anna", "Ben"), names, strict=True):
            payload = payload.replace(f'"{known}"', f'"{name}"')
        one = read_event(replace(written, payload=payload))
        found.append(replace(one, id=id_, title=id_) if isinstance(one, TurnsOpened) else one)
    if isinstance(log[0], TurnsOpened):
        shown = (NameShown(name, is_shown=True) for name in names if name in SHOWN)
        at = -1 if isinstance(log[-1], GameEnded) else len(found)
        found[at:at] = shown
    return found


def used(workshop: Workshop) -> float:
    """Return the processor time that the workshop has used, in milliseconds."""
    if workshop.process is None:
        raise SystemExit("there is no workshop")
    told = Path(f"/proc/{workshop.process.pid}/schedstat").read_text(encoding="ascii")
    return int(told.split()[0]) / 1e6


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
