"""Nothing that is published of a game tells what is secret: every kind of game, at any moment, and after `forget`.

Searched are the export, the table, the moves as GCG and the pages of the archive, as `game_files.py` makes them,
for what tests/published_secrets.py finds in the record (contract 4; classic 12.5).
"""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from mailref.assembly import archive_means
from mailref.game_files import archive_of, csv_of, gcg_in, json_of
from mailref.games.by_turns.course import told_of
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.history import steps_of
from mailref.games.events import DrawsMixed, Event, PlayerJoined
from mailref.games.kind import replay
from mailref.journal.journal import Journal
from mailref.record.codec import read_event, write_event
from mailref.report.gcg import NotInGcgError
from tests.commands.games import recorded
from tests.commands.invoke import mailref
from tests.earlier.unpacked import GAMES, RECORDS, old_game, record_in
from tests.effort import Tried, fewer, sample
from tests.games.at_random import KINDS
from tests.published_secrets import ADDRESS, PRIVATE, STRANGER, hidden_in, with_private_things

BERLIN = ZoneInfo("Europe/Berlin")
MORE = 6
"""So many private events at least stand at the beginning of each game."""
CUTS = fewer(4, 1)
"""So often a game is looked at while it runs."""
DEMOS = [name for name in RECORDS if not name.startswith("club")]
NAME_OF_A_KIND = re.compile(r"\b[A-Z]\w+\.[A-Z_]+\b")
"""As Python shows one: the letters of `Direction.ACROSS` may be a rack."""
OLD_GAMES = [name for name in GAMES if not name.startswith("tournament-")]


def published(events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of all that is published of a game."""
    yield "json", json_of(events, BERLIN)
    yield "csv", csv_of(events).decode()
    with suppress(NotInGcgError):
        yield "gcg", gcg_in(events)
    if isinstance(replay(events), SeatedGame):
        told = repr(told_of(steps_of(events)))
        yield "what mails are made of", NAME_OF_A_KIND.sub("", told)
    for name, data in archive_of(lambda: events, archive_means("de", BERLIN))[1]:
        if not name.endswith((".png", ".css")):
            yield f"archive/{name}", data.decode()


def shown(events: Sequence[Event], seed: bytes) -> list[tuple[str, str]]:
    """Return what is published of a game that should not be, and where."""
    hidden = hidden_in(events, seed)
    return [(where, what) for where, text in published(events) for what in hidden.found_in(text)]


def moments(events: Sequence[Event], chance: random.Random) -> Iterator[Sequence[Event]]:
    """Yield the game as it was at some moments, and as it is."""
    first = 1 + max((n for n, e in enumerate(events) if isinstance(e, PlayerJoined)), default=1)
    for count in chance.sample(range(first, len(events)), min(CUTS, len(events) - first)):
        yield events[:count]
    yield events


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", sample(range(1, 43), 1))
def test_no_game_played_at_random_tells_a_secret(kind: str, seed: int, tried: Tried) -> None:
    log = KINDS[kind](seed)
    events = with_private_things(log.events)

    for now in moments(events, random.Random(seed)):
        assert shown(now, log.seed) == []
        tried("moments of games searched for secrets", 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", sample(OLD_GAMES, fewer(2, 1)))
def test_no_earlier_game_tells_a_secret(name: str) -> None:
    game = old_game(name)
    events = with_private_things([read_event(each) for each in game.written])

    for now in moments(events, random.Random(name)):
        assert shown(now, game.seed) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", sample(DEMOS, fewer(2, 1)))
def test_no_game_played_by_mail_tells_a_secret(tmp_path: Path, name: str) -> None:
    record_in(tmp_path, name)
    with Journal.open(f"sqlite:///{tmp_path / 'mailref.db'}") as journal:
        events, seed = tuple(journal.games.events("demo")), journal.games.seed("demo")

    for now in moments(events, random.Random(name)):
        assert shown(now, seed) == []


def test_the_search_finds_what_the_record_holds() -> None:
    """What the tests above are worth: in the events themselves it finds words, tiles, nonces, ids and addresses."""
    for kind, play in KINDS.items():
        log = play(5)
        events = with_private_things(log.events)[: len(log.events) * 2 // 3 + MORE]
        hidden = hidden_in(events, log.seed)
        written = "\n".join(json.dumps(write_event(e).payload, ensure_ascii=False) for e in events)

        found = set(hidden.found_in(json.loads(json.dumps(written))))

        assert {PRIVATE + " 1", PRIVATE + " 2", PRIVATE + " 3", STRANGER} <= found, kind
        assert any(ADDRESS.fullmatch(each) for each in found), kind
        assert hidden.words & found or kind in {"unscrabble", "turns"}, kind
        if kind in {"turns", "table", "solo"}:
            assert hidden.tiles & found, kind
            assert hidden.texts & found, kind


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", sample(range(1, 43), 1))
def test_who_was_forgotten_stands_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, seed: int
) -> None:
    """Nor does anything that was secret before. Chance: a word mixed into draws keeps its name."""
    monkeypatch.chdir(tmp_path)
    log = KINDS[kind](seed)
    for number, now in enumerate(moments(with_private_things(log.events), random.Random(seed))):
        recorded(tmp_path, f"game-{number}", log.seed, now)
    players = {name for game in now_recorded(tmp_path).values() for name in replay(game).players}
    name = min(players - mixed(log.events))

    called = mailref("forget", name, "--yes")

    assert called.code == 0, called.err
    for events in now_recorded(tmp_path).values():
        assert shown(events, log.seed) == []
        for where, text in published(events):
            assert not re.search(rf"(?<!\w){name}(?!\w)", text), where


def now_recorded(folder: Path) -> Mapping[str, tuple[Event, ...]]:
    with Journal.open(f"sqlite:///{folder / 'mailref.db'}") as journal:
        return {each: tuple(journal.games.events(each)) for each in journal.games.ids()}


def mixed(events: Sequence[Event]) -> set[str]:
    """Return the names that stand beside their words in the draws."""
    return {name for each in events if isinstance(each, DrawsMixed) for name, _ in each.words}
