"""What is public of an event is public by its types: no `Secret` in it holds what it held, in no kind of game.

`tests/writing/test_secret_types.py` walks what mails are told; here it is what exports, the archive, CSV and GCG
are made of: of each event that there is, its public form while the game runs.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec import Struct

from mailref.game_files import figures_in
from mailref.games.chance import Secret
from mailref.games.events import Event
from mailref.games.kind import COMMON, Kind, kind_named, names, replay
from mailref.games.rummikub.events import StacksBuilt
from mailref.record.codec import write_event
from mailref.record.export import PublicLog, public_form
from mailref.tiles.tile_set import BLANK
from tests.games.at_random import KINDS as GAMES
from tests.journal.samples import SAMPLES
from tests.test_game_files import published

KINDS = [kind_named(name) for name in names()]
OF_KINDS = [(kind, event) for kind in KINDS for event in (kind.opened, *kind.events)]
TOPS = 1
"""So many tiles of a stack lie face up."""
OWN = frozenset({"addresses", "address", "mail"})
"""Fields that say to whom something is sent, or in which mail it came."""


def secrets(value: object, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what each `Secret` holds, and where it stands."""
    match value:
        case Secret():
            yield path, value.value
        case Struct():
            for name in value.__struct_fields__:
                yield from secrets(getattr(value, name), f"{path}.{name}")
        case Mapping():
            for key, each in value.items():
                yield from secrets(each, f"{path}.{key}")
        case tuple() | list():
            for at, each in enumerate(value):
                yield from secrets(each, f"{path}[{at}]")
        case _:
            pass


def is_hidden(held: object) -> bool:
    """Tell whether there is nothing in it but tiles that lie face down."""
    if isinstance(held, tuple):
        return all(map(is_hidden, held))
    return not held or (isinstance(held, str) and set(held) == {BLANK})


def own_in(value: object) -> Iterator[object]:
    """Yield what stands in fields that are nobody else's business."""
    match value:
        case Struct():
            for name in value.__struct_fields__:
                if name in OWN:
                    yield getattr(value, name)
                yield from own_in(getattr(value, name))
        case tuple() | list():
            for each in value:
                yield from own_in(each)
        case _:
            pass


def of_one_kind(kind: Kind[Any], event: type[Event]) -> str:
    return f"{kind.name}-{event.__name__}"


@pytest.mark.parametrize(
    ("kind", "event"), [pytest.param(*row, id=of_one_kind(*row)) for row in OF_KINDS]
)
def test_no_secret_of_a_game_that_runs_is_in_the_public_form_of_an_event(
    kind: Kind[Any], event: type[Event]
) -> None:
    sample = SAMPLES[event]
    had = {path: held for path, held in secrets(sample) if not is_hidden(held)}

    public = kind.record().public(sample, is_open=False)

    shown = dict(secrets(public))
    if isinstance(sample, StacksBuilt):
        shown = {path: held[TOPS:] for path, held in shown.items()}
    assert [path for path in had if not is_hidden(shown.get(path))] == []
    assert not any(own_in(public))


@pytest.mark.parametrize("event", COMMON, ids=lambda event: event.__name__)
def test_of_what_happens_in_any_game_no_address_text_or_mail_is_public(event: type[Event]) -> None:
    """Its public form is the same in all kinds of game."""
    begun, sample = SAMPLES[kind_named("rounds").opened], SAMPLES[event]

    public = public_form((begun, sample), is_open=False)[1:]

    written = " ".join(write_event(each).payload for each in public)
    assert not any(own_in(public))
    assert not any(map(dict(secrets(public)).get, dict(secrets(sample))))
    assert "@" not in written


@pytest.mark.parametrize("kind", GAMES)
def test_pages_and_exports_are_made_of_the_public_form_alone(kind: str) -> None:
    """What it is made of first and last is the same: nothing else is needed, so nothing else is at hand."""
    log = GAMES[kind](2).events
    for events in (log[: len(log) // 2], log):
        game = replay(events)
        public = PublicLog.of(events, is_open=game.tells_all)

        assert dict(published(public)) == dict(published(events))
        assert figures_in(public) == figures_in(events)


def test_the_walk_finds_a_secret_that_is_shown() -> None:
    """A public form that leaves everything as it is does not pass."""
    shown = {
        event for _, event in OF_KINDS if any(not is_hidden(e) for _, e in secrets(SAMPLES[event]))
    }

    assert len(shown) > 8
    assert any(own_in(SAMPLES[next(e for e in COMMON if e.__name__ == "PlayerJoined")]))


ON_PAGES = """
    DeadlineMoved DrawsMixed GameEnded GamePaused GameResumed PlayerJoined PlayerLeft PlayerRenamed PlayerReturned
    ScoreCorrected WordRuled
"""
"""What pages for all tell of what happens in every game: no absences, wishes, languages, reminders, notes, messages."""


def test_pages_tell_these_events_of_all_games_and_no_others() -> None:
    """What comes to be recorded beside them stands on no page before it is written here."""
    begun = SAMPLES[kind_named("turns").opened]
    logs = [PublicLog.of((begun, SAMPLES[each]), is_open=True) for each in COMMON]

    assert {type(each).__name__ for log in logs for each in log[1:]} == {*ON_PAGES.split()}


AT_A_TABLE = """
    ChallengeDecided FirstRackWished PlayAccepted PlayChallenged PlayTakenBack PlayerOut RacksRevealed SeatsDrawn
    SeedRevealed TurnBegan TurnPassed TurnUndone
"""
OWN_ON_PAGES = {
    "rounds": "BaseFixed BoardCleared DrawnAnew LettersDrawn RoundClosed RoundOpened RoundReopened RulesChanged",
    "turns": f"{AT_A_TABLE} PlayLaid StarterDrawn ThemeRuled TilesDrawn TilesExchanged",
    "table": f"{AT_A_TABLE} FirstTilesDealt RackDealt StacksBuilt TableWordLaid TileTaken TileTurnedUp WishSet",
    "unscrabble": f"{AT_A_TABLE} TilesTaken",
    "bingo": "BingoCalled BingoReached BingoRoundOpened LettersLeft TilesCalled WordsFixed",
    "solo": "SoloDealt SoloPlayed",
}
"""The same of what happens in games of one kind alone."""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_pages_tell_these_events_of_games_of_a_kind_and_no_others(kind: Kind[Any]) -> None:
    """An event that a kind gets later is told to nobody before somebody has decided that it may be."""
    told = [kind.record().public(SAMPLES[each], is_open=True) for each in kind.events]

    assert {type(each).__name__ for each in told if each} == {*OWN_ON_PAGES[kind.name].split()}
