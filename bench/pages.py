"""The pages of a club after a turn in one of its games: only what changed is written, however many there are.

Run by `python -m bench.pages [GAMES]`: so many games in turns, begun by mail, all running. Processor time of
the process that writes them, the changed game's own page included.
"""

import os
import sys
from datetime import timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import msgspec
from msgspec.structs import replace

from mailref.games.by_turns.events import TurnsOpened
from mailref.games.club.club import GameAgreed, Member
from mailref.journal.journal import Journal
from mailref.journal.recorded_club import happened_in_club
from mailref.publish import publish_at
from mailref.settings.load import load_settings
from mailref.tick.pages import standing
from tests.games.by_turns.at_table import SEED, START, at_table, kiel
from tests.settings.written import file

AIM_MS, TURNS, TRIES = 20, 4, 9
SETTINGS = """
[site]
folder = "public"
url = "https://club.example.org/"

[club]
variants = ["classic"]
zone = "Europe/Berlin"
move_time = "3d"
"""


def main(games: int) -> None:
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))
    counts = []
    for at in range(TURNS + 1):
        counts.append(len(table.records.log["kiel"]))
        who = ("Anna", "Ben")[at % 2]
        table.receives(who, f"TAUSCHE {table.running().game.hands[who].rack.value[0]}")
    opened, *log = table.records.log["kiel"]
    if not isinstance(opened, TurnsOpened):
        raise SystemExit(f"{opened} begins no game in turns")
    begun, turn = log[: counts[-1] - 1], log[counts[-1] - 1 :]
    with TemporaryDirectory() as there:
        config = Path(there) / "config.toml"
        config.write_text(SETTINGS + file(), encoding="utf-8")
        settings = load_settings(config, os.environ, needs_secrets=False).faultless()
        if settings.club is None:
            raise SystemExit("the settings have no club")
        keys = msgspec.json.encode(dict(settings.club.keys)["classic"]).decode()
        two = tuple(Member(name, (f"{name.lower()}@example.org",)) for name in ("Anna", "Ben"))
        ids = [f"club-{number}" for number in range(1, games + 1)]
        with Journal.open(settings.database) as journal:
            agreed = [
                GameAgreed(number, id_, f"Spiel {number}", two, keys, START)
                for number, id_ in enumerate(ids, start=1)
            ]
            also = [*happened_in_club(agreed, 0, "club", START)]
            journal.record("club", at=START, also=also)
            for id_ in ids:
                events = [replace(opened, id=id_, title=id_), *begun]
                journal.record(
                    id_, at=START, game_events=[(id_, e) for e in events], seeds={id_: SEED}
                )
            how = {id_: standing(game) for id_, game in journal.games.load_all(ids).items()}
            publish_at(str(config), START, how)
            taken = []
            for at, id_ in enumerate(ids[:: max(1, games // TRIES)][:TRIES]):
                journal.record(f"more:{id_}", at=START, game_events=[(id_, e) for e in turn])
                how[id_] = standing(journal.games.load_all(ids)[id_])
                before = process_time()
                publish_at(str(config), START + timedelta(hours=at), how)
                taken.append(1000 * (process_time() - before))
    print(
        f"{games} games, one of which changed: {median(taken):.1f} ms ({AIM_MS} ms), least {min(taken):.1f} ms"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
