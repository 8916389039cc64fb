"""A whole tick after 10 rounds and after 1,000: one move mail, taken in, answered, filed away.

Run by `python -m bench.rounds [TICKS]`; exits 1 where the limit is not kept: at most 1.2
times. The rounds are recorded as the machine records them, with the mails that came and went; both
games tick in alternation, so that whatever else the machine does meets both.
`bench.journal` measures the record alone.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from time import perf_counter

from msgspec.structs import replace

from bench.house import (
    BEFORE_ZAT,
    REFEREE,
    address_of,
    embedded_server,
    machine_at,
    move_mail,
    name_of,
    write_settings,
)
from mailref.games.events import Event
from mailref.games.rounds.events import LettersDrawn, MoveEntered, RoundClosed, RoundOpened
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import EntryStatus
from mailref.journal.journal import Journal
from mailref.journal.recorded_games import OutgoingMail
from mailref.journal.recorded_mails import InboxMark, MailKey, MailState
from mailref.post.ports import Baseline
from mailref.service import tick
from mailref.tick.machine import Machine
from tests.journal.samples import JUDGED, MOVE, RESULT
from tests.servers.faulty import FaultyServer

LIMIT = 1.2
PLAYERS = 8
WARM = 5
FEW, MANY = 10, 1000
GAME = "yerres"


@dataclass(frozen=True, slots=True)
class Referee:
    """A machine on a server of its own."""

    server: FaultyServer
    machine: Machine
    baseline: Baseline

    def tick(self, number: int) -> float:
        """Return the seconds for one mail."""
        data = move_mail(number % PLAYERS, number)
        self.server.deliver(REFEREE, data, received=BEFORE_ZAT)
        start = perf_counter()
        done = tick(self.machine, self.baseline, BEFORE_ZAT)
        took = perf_counter() - start
        assert done.sent >= 1
        return took


@contextmanager
def referee_after(folder: Path, rounds: int) -> Iterator[Referee]:
    folder.mkdir()
    with embedded_server() as server:
        config = write_settings(folder, server, PLAYERS)
        with machine_at(config) as (machine, baseline):
            tick(machine, baseline, BEFORE_ZAT)
            for number in range(rounds):
                record_round(machine.journal, machine.first.account, number)
            tick(machine, baseline, BEFORE_ZAT)
            yield Referee(server, machine, baseline)


def record_round(journal: Journal, account: str, number: int, players: int = PLAYERS) -> None:
    """Record a round of so many players: their mails, our answers, the close, the reports."""
    game = journal.games.load(GAME)
    assert isinstance(game, RoundGame)
    assert game.round is not None
    at = BEFORE_ZAT - timedelta(days=1)
    for player in range(players):
        journal.record(
            f"mail:{number}:{player}",
            at=at,
            game_events=[(GAME, MoveEntered(name_of(player), game.round.number, at, "x", (MOVE,)))],
            mails=[_mail(f"a{number}.{player}", player, "EntryAnswer", game.round.number)],
            inbox=InboxMark(
                MailKey(9, number * players + player + 1, account),
                MailState.DONE,
                fingerprint=f"{number}:{player}",
            ),
        )
    entry = replace(RESULT.entries[0], moves=(JUDGED, JUDGED), status=EntryStatus.VALID)
    entries = tuple(replace(entry, player=name_of(p), total=number) for p in range(players))
    closed = replace(RESULT, number=game.round.number, entries=entries)
    following = game.round.number + 1
    drawn = game.last_draw
    assert drawn is not None
    events: tuple[Event, ...] = (
        RoundClosed(closed),
        LettersDrawn(following, drawn.draw, at),
        RoundOpened(following, game.round.deadline, game.rules, is_final=False, at=at),
    )
    journal.record(
        f"bench:{number}",
        at=at,
        game_events=[(GAME, event) for event in events],
        mails=[_mail(f"r{number}.{p}", p, "Report", following) for p in range(players)],
    )
    for owed in journal.outgoing.unsent(at):
        journal.outgoing.mark_sent(owed.id, at)
    journal.inbox.mark_filed(
        [MailKey(9, number * players + p + 1, account) for p in range(players)]
    )


def _mail(id_: str, player: int, kind: str, round_number: int) -> OutgoingMail:
    return OutgoingMail(
        recipient=address_of(player),
        message_id=f"<{id_}@example.org>",
        kind=kind,
        game=GAME,
        round_tag=str(round_number),
        segments=(b"x" * 5000,),
    )


def main() -> int:
    ticks = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        few = stack.enter_context(referee_after(Path(name, "few"), FEW))
        many = stack.enter_context(referee_after(Path(name, "many"), MANY))
        pairs = [(few.tick(number), many.tick(number)) for number in range(ticks + WARM)][WARM:]
    first, second = (statistics.median(each) * 1000 for each in zip(*pairs, strict=True))
    ratio = statistics.median(after / before for before, after in pairs)
    print(
        f"a tick: {first:.1f} ms after {FEW} rounds, {second:.1f} ms after {MANY}: "
        f"median ratio {ratio:.2f} (at most {LIMIT})"
    )
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
