"""What the game master and the players do after a close, in every order of two and in many of up to eight.

After each step every rendering says the same, no tile and no point is lost, `verify` finds no
difference, and whom the step concerns was told, and nobody else (rules 8, second thoughts).
"""

import csv
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from mailref import assets
from mailref.export.game_json import export_of
from mailref.export.verify import Verified, verify
from mailref.reading.html_to_lines import lines_of_html
from mailref.referee.contents import Opening, Report
from mailref.referee.mails import Owed
from mailref.referee.notices import DeadlineNotice
from mailref.report.sheet import sheet_data
from mailref.report.sheet_text import sheet_csv
from mailref.rules.board import GERMAN
from mailref.rules.rounds.closed_round import ClosedRound
from mailref.rules.rounds.next_round import all_tiles
from mailref.rules.rounds.record import record_of
from mailref.rules.rounds.round_game import RoundGame
from mailref.writing.compose import compose_all
from mailref.writing.scene import reply_means
from tests.commands.test_one_closed_round import attached
from tests.referee.rehearsal import EVA, FRED, MAX, MINUTE, WEEK, ZAT, game
from tests.tick.machines import Post, begun
from tests.writing.builders import means
from tests.writing.composed import body, read_back

HOUR = timedelta(hours=1)
BERLIN = ZoneInfo("Europe/Berlin")
SEED = bytes(range(32))
OTTO = "Otto Muster <otto@example.org>"
PLAYERS = {
    "Max Mustermann": "max@example.org",
    "Eva Muster": "eva@example.org",
    "Otto Muster": "otto@example.org",
}


@dataclass(slots=True)
class Play:
    """A game in its second round, and what has been done to it since."""

    machine: Post
    now: datetime
    times: dict[str, int] = field(default_factory=dict)
    wrote: set[str] = field(default_factory=set)
    """Who wrote in this step: answers to him are no news."""

    def turn(self, what: str) -> int:
        """Return how often something has been done before."""
        self.times[what] = self.times.get(what, 0) + 1
        return self.times[what]

    def orders(self, text: str) -> None:
        self.machine.orders(text, self.now)

    def writes(self, text: str, sender: str) -> None:
        self.wrote.add(sender[sender.index("<") + 1 : -1])
        self.machine.arrives(text, sender, self.now)
        self.machine.tick(self.now)

    def when(self, hours: int) -> str:
        later = (self.now + hours * HOUR).astimezone(BERLIN)
        return later.strftime("%d.%m.%Y um %H:%M")


def correct(play: Play) -> None:
    play.orders(f"KORREKTUR {eva(play)} +{play.turn('correct')}: verrechnet")


def rule(play: Play) -> None:
    play.orders(f"REGEL ABER {'nein' if play.turn('rule') % 2 else 'ja'}")


def reopen(play: Play) -> None:
    play.orders(f"ÖFFNEN {play.when(30)}: ein Zug fehlt")


def extend(play: Play) -> None:
    play.orders(f"VERLÄNGERN {play.when(200 + 24 * play.turn('extend'))}: Ferien")


def exclude(play: Play) -> None:
    verb = "AUSSCHLIESSEN" if play.turn("exclude") % 2 else "AUFNEHMEN"
    play.orders(f"{verb} Otto Muster")


def rename(play: Play) -> None:
    play.orders(f"UMBENENNEN {eva(play)} = Eva Nummer{play.turn('rename')}")


def leave(play: Play) -> None:
    play.writes("ABMELDEN" if play.turn("leave") % 2 else "ANMELDEN", MAX)


def join(play: Play) -> None:
    play.writes("ANMELDEN", FRED if play.turn("join") == 1 else MAX)


def adopt(play: Play) -> None:
    """Let a stranger's mail count that came in time for the first round, or the second."""
    mails = play.machine.machine.journal.inbox.set_aside()
    if mails:
        play.wrote |= {"otto@example.org", "gm@example.org"}
        play.orders(f"U{mails[0].id} Otto Muster")


def publish(play: Play) -> None:
    play.orders("FREIGEBEN")


def pause(play: Play) -> None:
    play.orders("PAUSE" if play.turn("pause") % 2 else f"WEITER {play.when(220)}")


DEEDS: Mapping[str, Callable[[Play], None]] = {
    each.__name__: each
    for each in (
        correct, rule, reopen, extend, exclude, rename, leave, join, adopt, publish, pause,
    )
}  # fmt: skip


def eva(play: Play) -> str:
    """Return what Eva is called by now."""
    return next(
        name
        for name, player in play.machine.game().players.items()
        if "eva@example.org" in player.addresses
    )


def second_round(folder: Path, *, approve: bool = False) -> Play:
    """Return a game whose first round is closed: RABEN 16, ABER 12; all have moved in the second."""
    keys = 'registration = "open"' + ('\npublish = "approve"' if approve else "")
    machine = begun(folder, game(players=PLAYERS, keys=keys))
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("H8w ABER", EVA)
    machine.arrives("Spieler=Otto Muster\nH8w RABE", "Ein Fremder <other@example.net>")
    machine.tick()
    machine.tick(ZAT + 3 * MINUTE)
    if not approve:
        machine.arrives("K7s TEE", EVA, ZAT + HOUR)
        machine.arrives("K7s TEE", MAX, ZAT + HOUR)
        machine.tick(ZAT + HOUR)
    return Play(machine, ZAT + HOUR)


def facts(play: Play) -> tuple[object, object, dict[str, object]]:
    """Return what was published, what all must know of the open round, and what each must know."""
    now = play.machine.game()
    last = now.last if now.round is not None or now.is_over else None
    address = {name: player.addresses[0] for name, player in now.players.items()}
    rows = (
        sorted((address[row.player], row.total, row.rank) for row in last.everybody) if last else []
    )
    published = (rows, last.board) if last else None
    zat = now.round.deadline if now.round else None
    of_all = (now.round_number, zat, now.is_paused, now.is_over, now.rack if now.round else "")
    own: dict[str, object] = {}
    moves = play.machine.machine.office().moves_in_force(now)
    for name, player in now.players.items():
        found = moves.get(name)
        counted = found.choice.counted if found else None
        own[player.addresses[0]] = (
            name, player.has_left or player.is_leaving, player.base,
            (counted.points, found.entry.mail) if counted and found else None,
        )  # fmt: skip
    return published, of_all, own


def done(play: Play, deed: str) -> None:
    """Do something, and look at everything that must hold after it."""
    before, there = facts(play), play.machine.game()
    play.now += HOUR
    play.wrote = set()
    play.machine.letters.owed.clear()
    DEEDS[deed](play)
    whole(play, deed)
    told(play, deed, before, there)


def whole(play: Play, deed: str) -> None:
    now = play.machine.game()
    events = tuple(play.machine.machine.journal.games.events("yerres"))
    record = record_of(events)
    if now.round is not None:
        assert all_tiles(now) == GERMAN.all_tiles, deed
    assert record.game == now, deed
    assert record.rounds[-1:] == ((now.last,) if now.last else ()), deed
    sums(now, record.rounds, deed)
    exported = export_of(events, BERLIN)
    found = verify(exported, None if now.is_over else SEED)
    assert isinstance(found, Verified), (deed, found)
    alike(play, record.rounds, deed)


def sums(now: RoundGame, rounds: tuple[ClosedRound, ...], deed: str) -> None:
    """A total is what a player began with, what he scored, and what was corrected."""
    made = {name: player.base for name, player in now.players.items()}
    for closed in rounds:
        for row in closed.rows:
            made[row.player] += row.net
    for each in now.corrections:
        made[each.player] += each.points
    assert {name: player.total for name, player in now.players.items()} == made, deed


def alike(play: Play, rounds: tuple[ClosedRound, ...], deed: str) -> None:
    """The newest report says in text, HTML and CSV what the export's CSV says."""
    if not rounds:
        return
    table = list(
        csv.DictReader(StringIO(sheet_csv(sheet_data("", (each,)) for each in rounds).decode()))
    )
    newest = [row for row in table if row["round"] == str(rounds[-1].number)]
    reports = [o for o in play.machine.letters.owed if isinstance(o.content, Report)]
    if not reports:
        return
    own = reply_means(
        assets.template_environment, means().painter, play.machine.machine.office().house
    )
    (composed,) = compose_all([reports[-1]], own)
    mail = read_back(composed.data)
    lines = body(mail, "plain").replace("\u00a0", " ").split("\n")
    html = [row.text for row in lines_of_html(body(mail, "html"))[0]]
    for row in newest:
        shown = (
            rf"{row['player']} +{row['rank']} +(?:[+-]\d+|=)? +{row['points']} +{row['total']}\b"
        )
        assert any(re.match(shown, line) for line in lines), (deed, row)
        end = re.compile(rf" {row['points']} {row['total']} {row['rank']}(?: \([+-]\d+\))?$")
        assert any(t.startswith(row["player"]) and end.search(t) for t in html), (deed, row)
    attachment = csv.DictReader(StringIO(attached(composed.data, "text/csv").decode()))
    numbers = ("round", "player", "points", "total", "rank")
    assert [[r[n] for n in numbers] for r in attachment] == [[r[n] for n in numbers] for r in table]


def told(
    play: Play, deed: str, before: tuple[object, object, dict[str, object]], there: RoundGame
) -> None:
    """Whom it concerns has a mail, and nobody else but who wrote himself."""
    after = facts(play)
    got = {each.recipient for each in play.machine.letters.owed} - {"gm@example.org"}
    players = {p.addresses[0]: p for p in there.players.values()}
    is_general = before[:2] != after[:2]
    concerned = {
        address
        for address, player in players.items()
        if before[2][address] != after[2].get(address) or (is_general and not player.has_left)
    }
    missing = concerned - got - play.wrote
    assert not missing, (deed, missing, before, after)
    had_report = {a for a, p in players.items() if is_general or _is_of_all(play)}
    assert got <= concerned | play.wrote | had_report, (deed, got, concerned)


def _is_of_all(play: Play) -> bool:
    """Tell whether something went to all: a report, an opening, news of the ZAT."""
    return any(
        isinstance(each.content, Report | DeadlineNotice | Opening)
        for each in _to_players(play.machine.letters.owed)
    )


def _to_players(owed: list[Owed]) -> Iterator[Owed]:
    return (each for each in owed if each.recipient != "gm@example.org")


def to_the_end(play: Play) -> None:
    """Let the rounds that are open close, and look at everything once more."""
    now = play.machine.game()
    if now.is_paused:
        play.now += HOUR
        pause(play)
        if play.machine.game().is_paused:
            pause(play)
    play.machine.letters.owed.clear()
    for _ in range(3):
        play.now += 2 * WEEK
        play.machine.tick(play.now)
        whole(play, "the end")


@pytest.mark.slow
@pytest.mark.parametrize("first", DEEDS)
def test_in_every_order_of_two(tmp_path: Path, first: str) -> None:
    for second in DEEDS:
        (folder := tmp_path / second).mkdir()
        play = second_round(folder)
        done(play, first)
        done(play, second)
        to_the_end(play)


@pytest.mark.parametrize(
    "seed", [0, 2, *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 40))]
)
def test_in_any_order_of_up_to_eight(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    play = second_round(tmp_path, approve=seed % 3 == 2)
    for deed in chance.choices(list(DEEDS), k=chance.randint(3, 8)):
        done(play, deed)
    to_the_end(play)
