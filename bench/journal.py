"""What a tick costs the record: after 10 rounds and after 1,000, and with a report to 400.

Run by `python -m bench.journal`; exits 1 where a limit is not kept. Both games of a pair
are measured in turn, so that whatever else the machine does meets both.
"""

import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

from msgspec.structs import replace

from mailref.games.events import Event
from mailref.games.rounds.events import MoveEntered, RoundClosed
from mailref.games.rounds.game import RoundGame
from mailref.journal.journal import Journal
from mailref.journal.recorded_games import Blob, OutgoingMail
from tests.databases import url_of
from tests.journal.builders import NOON, begin, drawn, mail, mark, round_opened
from tests.journal.samples import JUDGED, MOVE, RESULT

PLAYERS = tuple(f"Player {number}" for number in range(8))
LIMIT = 1.2
PICTURE = bytes(range(256)) * 160  # 40 kB, as a board
OWN = b"x" * 15_000  # text and HTML of one participant


def closed(number: int) -> Event:
    entry = replace(RESULT.entries[0], moves=(JUDGED, JUDGED))
    entries = tuple(replace(entry, player=name, total=number) for name in PLAYERS)
    return RoundClosed(replace(RESULT, number=number, entries=entries))


def play(journal: Journal, rounds: int) -> None:
    begin(journal, "yerres", *PLAYERS)
    for number in range(1, rounds + 1):
        moves = [MoveEntered(name, number, NOON, "1", (MOVE, MOVE)) for name in PLAYERS]
        events = (*moves, closed(number), drawn(number + 1), round_opened(number + 1))
        record(journal, f"close:{number}", events)


def record(journal: Journal, cause: str, events: Sequence[Event]) -> None:
    journal.record(cause, at=NOON, game_events=[("yerres", event) for event in events])


def tick(journal: Journal, number: int) -> None:
    """Do what one mail costs: look for it, take the game, record move, answer and mail."""
    key = mark(number).key
    journal.inbox.begin(key, NOON)
    journal.inbox.has_seen(f"{number}")
    game = journal.games.load("yerres")
    assert isinstance(game, RoundGame)
    journal.record(
        f"mail:{number}",
        at=NOON,
        game_events=[("yerres", MoveEntered(PLAYERS[0], game.round_number, NOON, "1", (MOVE,)))],
        mails=[mail(number, OWN, Blob(PICTURE))],
        inbox=mark(number, fingerprint=f"{number}"),
    )


def restart(url: str) -> None:
    """Open the database anew and take the game, as after a crash or for a command."""
    with Journal.open(url) as journal:
        assert journal.games.load("yerres") is not None


def seconds(work: Callable[[], None]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def both(few: Callable[[int], None], many: Callable[[int], None], turn: int) -> tuple[float, float]:
    return seconds(lambda: few(turn)), seconds(lambda: many(turn))


def compare(name: str, few: Callable[[int], None], many: Callable[[int], None]) -> bool:
    times = [both(few, many, turn) for turn in range(1, 201)]
    first, second = (statistics.median(each) for each in zip(*times, strict=True))
    ratio: float = second / first
    print(
        f"{name}: {first * 1e3:.2f} ms after 10 rounds, {second * 1e3:.2f} ms after 1,000: "
        f"{ratio:.2f} (at most {LIMIT})"
    )
    return ratio <= LIMIT


def report_to_400(journal: Journal) -> None:
    mails: list[OutgoingMail] = [mail(10_000 + n, OWN, Blob(PICTURE), OWN) for n in range(400)]
    recorded = seconds(lambda: record_mails(journal, mails))
    handed = seconds(lambda: hand_over(journal))
    print(f"400 reports of 70 kB: {recorded * 1e3:.0f} ms to record, {handed * 1e3:.0f} ms to mark")


def record_mails(journal: Journal, mails: Sequence[OutgoingMail]) -> None:
    journal.record("report", at=NOON, mails=mails)


def hand_over(journal: Journal) -> None:
    for owed in journal.outgoing.unsent(NOON):
        journal.outgoing.mark_sent(owed.id, NOON)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("few", "many")]
        for path, rounds in zip(paths, (10, 1000), strict=True):
            path.mkdir()
            with Journal.open(url_of(path)) as journal:
                play(journal, rounds)
        few_url, many_url = (url_of(path) for path in paths)
        restarts = compare("restart", lambda _: restart(few_url), lambda _: restart(many_url))
        with Journal.open(few_url) as few, Journal.open(many_url) as many:
            ticks = compare("tick", lambda i: tick(few, i), lambda i: tick(many, i))
            report_to_400(many)
    return 0 if ticks and restarts else 1


if __name__ == "__main__":
    sys.exit(main())
