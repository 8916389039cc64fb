"""What the game master and the players do after a close, in every order of two and in many of up to eight.

After each step every rendering says the same, no tile and no point is lost, `verify` finds no
difference, and whom the step concerns was told, and nobody else (rules 8, second thoughts).
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from mailref.games.rounds.contents import (
    DeadlineNotice,
    EntryAnswer,
    JudgedAnew,
    Opening,
    Report,
    RulingNotice,
)
from mailref.games.rounds.game import ClosedRound, RoundGame, in_force_now
from mailref.games.rounds.told import record_of
from mailref.record.verify import Verified, verify
from mailref.referee.contents import PlayerNotice
from mailref.tiles.board import TILES
from tests.effort import Effort, effort, sample, seed
from tests.games.replayed import all_tiles
from tests.record.first_form import first_form
from tests.referee.rehearsal import EVA, FRED, MAX, MINUTE, WEEK, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.renderings import agree

HOUR = timedelta(hours=1)
BERLIN = ZoneInfo("Europe/Berlin")
SEED = bytes(range(32))
LISA = "lisa@example.org"
"""She only reads the reports."""
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
    seen: tuple[ClosedRound, ...] = ()
    """The closed rounds whose renderings have been compared."""

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


def redraw(play: Play) -> None:
    play.orders(f"NEUZIEHEN: bekannt geworden, zum {play.turn('redraw')}. Mal")


DEEDS: Mapping[str, Callable[[Play], None]] = {
    each.__name__: each
    for each in (
        correct, rule, reopen, extend, exclude, rename, leave, join, adopt, publish, pause, redraw,
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
    keys = f'registration = "open"\nsubscribers = ["{LISA}"]' + (
        '\npublish = "approve"' if approve else ""
    )
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


@dataclass(frozen=True, slots=True)
class Facts:
    """What people must know of a game: a change must be told to those whom it concerns."""

    published: object
    """The round closed last, and the letters drawn, as the report tells them; None before it goes out."""
    of_all: object
    """What all who play must know of the open round."""
    clock: object
    """Of these, what all know who read the reports, too."""
    opening: str
    """The letters that an opening tells: to readers, too; empty where it is a report that tells them."""
    own: Mapping[str, Mapping[str, object]]
    """What each player must know of himself, by address."""
    readers: frozenset[str]
    """Who had the report: by address, without the game master."""


def facts(play: Play) -> Facts:
    now = play.machine.game()
    last = now.last if now.round is not None or now.is_over else None
    address = {name: player.addresses[0] for name, player in now.players.items()}
    rows = sorted((address[r.player], r.total, r.rank) for r in last.everybody) if last else []
    zat = now.round.deadline if now.round else None
    rack = now.rack if now.round else ""
    moves = in_force_now(play.machine.machine.office(), now)
    own: dict[str, dict[str, object]] = {}
    for name, player in now.players.items():
        found = moves.get(name)
        counted = found.choice.counted if found else None
        own[address[name]] = {
            "name": name,
            "part": player.has_left or player.is_leaving,
            "base": player.base,
            "move": (counted.points, found.entry.mail) if counted and found else None,
        }
    there = {address[row.player] for row in last.rows} if last else set()
    return Facts(
        published=(last.number, rows, last.board, rack) if last else None,
        of_all=(now.round_number, zat, now.is_paused, now.is_over, rack),
        clock=(zat, now.is_paused),
        opening=rack if now.round_number == 1 else "",
        own=own,
        readers=frozenset({*there, LISA} if last else ()),
    )


def done(play: Play, deed: str) -> None:
    """Do something, and look at everything that must hold after it."""
    before, there = facts(play), play.machine.game()
    play.now += HOUR
    play.wrote = set()
    play.machine.letters.owed.clear()
    DEEDS[deed](play)
    told(play, deed, before, there)
    rounds = sound(play, deed)
    if rounds != play.seen:
        play.seen = rounds
        agree(play.machine, play.machine.path.parent)


def sound(play: Play, deed: str) -> tuple[ClosedRound, ...]:
    """Return the closed rounds of a game from which no tile and no point is lost."""
    now = play.machine.game()
    events = tuple(play.machine.machine.journal.games.events("yerres"))
    record = record_of(events)
    if now.round is not None:
        assert all_tiles(now) == TILES.all_tiles, deed
    assert record.game == now, deed
    assert record.rounds[-1:] == ((now.last,) if now.last else ()), deed
    sums(now, record.rounds, deed)
    exported = first_form(events, BERLIN)
    found = verify(exported, None if now.is_over else SEED)
    assert isinstance(found, Verified), (deed, found)
    reports = [o.content for o in play.machine.letters.owed if isinstance(o.content, Report)]
    if reports:
        # A preview tells of letters that are not drawn yet.
        newest = [replace(each, drawn=None) for each in reports[-1].rounds]
        assert newest == [replace(each, drawn=None) for each in record.rounds], deed
    return record.rounds


def sums(now: RoundGame, rounds: tuple[ClosedRound, ...], deed: str) -> None:
    """A total is what a player began with, what he scored, and what was corrected."""
    made = {name: player.base for name, player in now.players.items()}
    for closed in rounds:
        for row in closed.rows:
            made[row.player] += row.net
    for each in now.corrections:
        made[each.player] += each.points
    assert {name: player.total for name, player in now.players.items()} == made, deed


TELLS: Mapping[str, tuple[type, ...]] = {
    "name": (PlayerNotice,),
    "part": (PlayerNotice, Report),
    "base": (Opening, Report),
    "move": (JudgedAnew, RulingNotice, EntryAnswer, DeadlineNotice, Report),
}
"""By what is told what has changed for one player alone."""


def told(play: Play, deed: str, before: Facts, there: RoundGame) -> None:
    """Who must know of a change has a mail that tells it, and nobody else has any.

    Who wrote himself has an answer in any case.
    """
    after = facts(play)
    got: dict[str, set[type]] = {}
    for owed in play.machine.letters.owed:
        got.setdefault(owed.recipient, set()).add(type(owed.content))
    got.pop("gm@example.org", None)
    concerned: set[str] = set()
    players = {player.addresses[0]: player for player in there.players.values()}
    for address in players:
        was, now = before.own[address], after.own[address]
        changed = {key for key in was if was[key] != now[key]}
        if before.published is None or after.published is None:
            changed -= {"base"}  # it stands in no report yet, or no more
        concerned |= {address} if changed else set()
        for key in changed - ({"move"} if now["part"] else set()):
            if address not in play.wrote:
                assert got.get(address, set()) & {*TELLS[key]}, (deed, address, key, was, now, got)
    if before.of_all != after.of_all:
        there_now = {p.addresses[0] for p in play.machine.game().active}
        concerned |= there_now | {a for a, p in players.items() if not p.has_left}
    if before.clock != after.clock and DeadlineNotice in got.get(LISA, set()):
        concerned |= {LISA}  # who reads along hears of a ZAT that moved
    if before.opening and after.opening and before.opening != after.opening:
        concerned |= {LISA}
    if before.published != after.published:
        concerned |= before.readers | after.readers
    missing = concerned - got.keys() - play.wrote
    assert not missing, (deed, missing, before, after)
    beside = got.keys() - concerned - play.wrote
    assert not beside, (deed, beside, got, before, after)


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
        sound(play, "the end")
    agree(play.machine, play.machine.path.parent)


RELEASED = sample(list(DEEDS), 2)
"""What is tried first where reports wait for their release, and the first has not been released."""


def seconds_to(first: str) -> list[str]:
    """Return what is tried after *first*: a twelfth of the deeds, another for each; a soak tries all."""
    deeds = list(DEEDS)
    if effort() is Effort.SOAK:
        return deeds
    return [each for at, each in enumerate(deeds) if (at + deeds.index(first) + seed()) % 12 == 0]


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("first", "approve"), [(each, False) for each in DEEDS] + [(each, True) for each in RELEASED]
)
def test_in_every_order_of_two(tmp_path: Path, first: str, *, approve: bool) -> None:
    for second in seconds_to(first):
        (folder := tmp_path / second).mkdir()
        play = second_round(folder, approve=approve)
        done(play, first)
        done(play, second)
        to_the_end(play)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *sample(range(1, 16), 1)])
def test_in_any_order_of_up_to_eight(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    play = second_round(tmp_path, approve=seed % 3 == 2)
    for deed in chance.choices(list(DEEDS), k=chance.randint(3, 8)):
        done(play, deed)
    to_the_end(play)
