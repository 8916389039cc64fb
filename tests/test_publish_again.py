"""What a workshop remembers of a game is never seen: its pages are those of one which remembers nothing."""

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from mailref.games.events import DrawsMixed, Event, NameShown, PlayerRenamed
from mailref.games.kind import replay
from mailref.journal.journal import Journal
from mailref.publish import LIST, publish, publish_at
from mailref.record.codec import read_event
from mailref.record.renaming import people_of
from mailref.settings.values import Settings
from mailref.tick.machine import GameStanding
from mailref.tick.pages import as_sent, standing
from tests.effort import sample
from tests.games.at_random import KINDS
from tests.published_secrets import with_private_things
from tests.test_publish import NOW, site

STEPS = 6
"""So often more of a game happens."""
GAME = "yerres"


def files(folder: Path) -> dict[str, bytes]:
    """Return all files but those that say when something was news."""
    return {
        str(each.relative_to(folder)): each.read_bytes()
        for each in sorted(folder.rglob("*"))
        if each.is_file() and each.name not in {LIST, "feed.xml"}
    }


def versions(
    folder: Path, settings: Settings, journal: Journal, more: Sequence[Sequence[Event]]
) -> Iterator[dict[str, bytes]]:
    """Yield the pages as one workshop writes them after each lot of events, as they are written anew each time."""
    how: GameStanding | None = None
    for at, events in enumerate((*more, ())):
        if events:
            happened = [(GAME, each) for each in events]
            journal.record(f"more:{at}", at=NOW, game_events=happened)
        else:
            forgotten(journal)
        game = journal.games.load(GAME)
        assert game is not None
        before, now = how, NOW + timedelta(hours=at)
        how = standing(game)
        publish_at(str(folder / "config.toml"), now, as_sent({GAME: how}))
        if how == before:
            continue  # in the middle of what happens at once
        kept = files(folder / "public")
        assert settings.site is not None
        elsewhere = replace(settings.site, folder=str(folder / f"anew-{at}"))
        secret = journal.installation.secret() or b""

        publish(replace(settings, site=elsewhere), journal, secret, now)

        assert files(Path(elsewhere.folder)) == kept, at
        yield kept


def forgotten(journal: Journal) -> None:
    """Take the first player out of the record, whose events are written anew."""
    person, *_ = people_of(GAME, journal.games.events(GAME))
    journal.forget((person,), person.addresses, NOW)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", sample(range(1, 43), 2))
def test_pages_are_those_of_a_workshop_that_remembers_nothing(
    tmp_path: Path, kind: str, seed: int
) -> None:
    """Whatever happens, when names are shown and taken back, after a rename, when a person was forgotten."""
    log, chance = KINDS[kind](seed), random.Random(seed)
    events = with_private_things(log.events)
    first, *ends = sorted({*chance.choices(range(2, len(events)), k=STEPS), len(events)})
    settings = site(tmp_path, events[:first], log.seed)
    one = next(iter(replay(events).players))
    with Journal.open(settings.database) as journal:
        parts = [events[before:end] for before, end in zip((first, *ends), ends, strict=False)]
        shown = [[NameShown(one, is_shown=how)] for how in (True, False, True)]
        renamed = [PlayerRenamed(one, "Wanda Neuner", "")]
        for so_far in versions(tmp_path, settings, journal, [*parts, *shown, renamed]):
            written = b"\n".join(data for name, data in so_far.items() if not name.endswith("png"))

        assert one.encode() not in written or any(isinstance(each, DrawsMixed) for each in events)


def test_of_what_happened_before_nothing_is_read_again(tmp_path: Path) -> None:
    log = KINDS["turns"](6)
    settings = site(tmp_path, log.events[:-9], log.seed)
    config, found = str(tmp_path / "config.toml"), []
    with Journal.open(settings.database) as journal:
        for more in ((), log.events[-9:]):
            if more:
                journal.record("more", at=NOW, game_events=[(GAME, each) for each in more])
            game = journal.games.load(GAME)
            assert game is not None
            with patch("mailref.publish.read_event", side_effect=read_event) as reading:
                publish_at(config, NOW, as_sent({GAME: standing(game)}))
            found.append(reading.call_count)

    assert found == [len(log.events) - 9, 9]
