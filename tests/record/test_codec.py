"""What is written down is read back exactly, and stays readable (house 4)."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import asdict

from mailref.errors import JournalError
from mailref.games.bingo.game import BingoGame
from mailref.games.chance import Secret
from mailref.games.classic.game import TurnGame
from mailref.games.events import Event, PressReceived, WordsAsked
from mailref.games.game import Game
from mailref.games.kind import kind_named, names
from mailref.games.rounds.game import RoundGame
from mailref.games.rummikub.game import TableGame
from mailref.games.solitaire.events import (
    LettersChosen,
    MoveTakenBack,
    SoloMove,
    SoloPlayed,
    TryBegun,
)
from mailref.record import codec
from mailref.record.codec import WrittenEvent, read_event, read_game, write_event, write_game
from mailref.structs import OnRecord
from tests.effort import examples
from tests.journal.builders import NOON
from tests.journal.samples import FIRST_GOLDEN, GAME, GOLDEN, SAMPLES
from tests.journal.shapes import KINDS

pytestmark = pytest.mark.each

FIRST_KINDS = json.loads(FIRST_GOLDEN.read_text(encoding="utf-8"))
"""Of those that came later none was written in that form."""

EXHAUSTIVE = settings(
    max_examples=examples(10),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@EXHAUSTIVE
@given(data=st.data())
def test_every_event_is_read_back_as_it_was(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(st.from_type(kind))

    written = write_event(event)

    assert read_event(written) == event


@pytest.mark.parametrize("family", [RoundGame, TurnGame, TableGame, BingoGame])
@EXHAUSTIVE
@given(data=st.data())
def test_every_game_is_read_back_as_it_was(family: type[Game], data: st.DataObject) -> None:
    game = data.draw(st.from_type(family))

    written = write_game(game)

    assert read_game(written) == game


def typed(value: object) -> object:
    """Return *value* with every type inside it named."""
    match value:
        case tuple():
            inner: object = [typed(each) for each in value]
        case frozenset():
            inner = sorted(repr(each) for each in value)
        case Mapping():
            return Mapping, {key: typed(each) for key, each in value.items()}
        case Struct():
            inner = {name: typed(each) for name, each in asdict(value).items()}
        case _:
            inner = value
    return (type(value), inner)


def test_types_are_read_back_too() -> None:
    """A string is no StrEnum, a list no Square: the rules tell them apart."""
    assert typed(read_game(write_game(GAME))) == typed(GAME)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_format_of_each_event_is_as_it_was(kind: type[Event]) -> None:
    """To change it, raise the kind's version and add an upcast; new goldens: samples.py."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))[kind.__name__]
    sample = SAMPLES[kind]

    written = write_event(sample)

    assert json.loads(written.payload) == golden["payload"]
    assert written.version == golden["version"]
    assert read_event(WrittenEvent(kind.__name__, 2, json.dumps(golden["payload"]))) == sample


@pytest.mark.parametrize("kind", sorted(FIRST_KINDS), ids=str)
def test_the_first_form_of_each_event_is_read_for_ever(kind: str) -> None:
    golden = FIRST_KINDS[kind]
    sample = next(each for kind_of, each in SAMPLES.items() if kind_of.__name__ == kind)

    assert read_event(WrittenEvent(kind, 1, json.dumps(golden["payload"]))) == sample


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        (
            LettersChosen(2, "Anna", Secret("EN?"), Secret("E"), NOON),
            {"number": 2, "player": "Anna", "letters": "EN?", "put_back": "E",
             "at": "2026-12-01T12:00:00Z", "_type": "LettersChosen"},
        ),
        (MoveTakenBack("Anna"), {"player": "Anna", "_type": "MoveTakenBack"}),
        (TryBegun("Anna"), {"player": "Anna", "_type": "TryBegun"}),
    ],
)  # fmt: skip
def test_the_format_of_what_a_soloist_does_is_as_it_was(event: SoloMove, payload: object) -> None:
    written = write_event(SoloPlayed("Anna", event))

    assert json.loads(written.payload) == {"player": "Anna", "event": payload}
    assert read_event(written) == SoloPlayed("Anna", event)


def test_every_kind_of_event_has_its_sample() -> None:
    assert set(SAMPLES) == set(KINDS)


def test_half_a_character_and_nul_survive() -> None:
    """Mail may hold anything; a text that breaks the record would lose the move beside it.

    UTF-8 has no half characters: an event that holds one is written in the first form, escaped.
    """
    event = PressReceived("Max", "a\x00b\udce4", "1", is_released=True)

    written = write_event(event)

    assert written.version == 1
    assert written.payload.isascii()
    assert "\x00" not in written.payload
    assert read_event(written) == event


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_version_is_brought_up_to_date(
    monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    def with_time(found: codec.Json) -> codec.Json:
        return {"words": found["words"], "at": "2026-12-01T12:00:00Z"}

    def split(found: codec.Json) -> codec.Json:
        return {"words": found["words"].split()}

    monkeypatch.setattr(codec, "VERSIONS", {"WordsAsked": 4})
    monkeypatch.setattr(codec, "UPCASTS", {("WordsAsked", 2): split, ("WordsAsked", 3): with_time})

    read = read_event(WrittenEvent("WordsAsked", version, '{"words": "NE NIXE"}'))

    assert read == WordsAsked(("NE", "NIXE"), NOON)
    assert write_event(read).version == 4


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(WrittenEvent("GameLost", 1, "{}"), id="kind of a later program"),
        pytest.param(WrittenEvent("GamePaused", 3, '{"because":""}'), id="version of a later program"),
        pytest.param(WrittenEvent("GamePaused", 1, "{"), id="no JSON"),
        pytest.param(WrittenEvent("GamePaused", 1, "[]"), id="no object"),
        pytest.param(WrittenEvent("GamePaused", 1, "{}"), id="lacks a field"),
        pytest.param(WrittenEvent("GamePaused", 1, '{"because":"","by":""}'), id="unknown field"),
        pytest.param(
            WrittenEvent("MoveWithdrawn", 1, '{"player":"","number":1,"received":"soon"}'), id="no time"
        ),
        pytest.param(
            WrittenEvent("WordsAsked", 1, '{"words":3,"at":"2026-12-01T12:00:00+00:00"}'), id="no list"
        ),
        pytest.param(
            WrittenEvent("WordsAsked", 1, '{"words":null,"at":"2026-12-01T12:00:00+00:00"}'), id="null for a list"
        ),
        pytest.param(
            WrittenEvent("MoveEntered", 1, json.dumps({
                "player": "", "number": 1, "received": "2026-12-01T12:00:00+00:00", "mail": "",
                "moves": [{"move": None, "span": {"line": 1, "column": 1, "text": ""},
                           "faults": [{"_type": "Laziness"}]}],
            })),
            id="unknown fault",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_our_fault(written: WrittenEvent) -> None:
    """Style 28 and 30: one border, one kind of exception."""
    with pytest.raises(JournalError):
        read_event(written)


@pytest.mark.parametrize(
    "payload", ["", "RoundGame", "RoundGame {", "RoundGame []", "RoundGame {}", 'Chess {"id": 1}']
)
def test_a_snapshot_that_cannot_be_read_is_our_fault(payload: str) -> None:
    with pytest.raises(JournalError):
        read_game(payload)


def reached(shape: Any, found: dict[type, None]) -> None:
    """Note every kind of value that may stand in what is annotated as *shape*."""
    if isinstance(shape, type) and issubclass(shape, Struct):
        if shape not in found:
            found[shape] = None
            for each in get_type_hints(shape).values():
                reached(each, found)
    elif get_origin(shape) is not ClassVar:
        for each in get_args(shape):
            reached(each, found)


def test_what_a_later_version_added_is_refused_wherever_it_stands() -> None:
    """House 4: passed over, it would be lost with the next event."""
    found: dict[type, None] = {}
    for kind in (*KINDS, *(kind_named(name).game for name in names())):
        reached(kind, found)

    assert [each for each in found if not issubclass(each, OnRecord)] == []
    assert len(found) > 150


def kinds_of(kind: type[Struct]) -> list[type[Struct]]:
    return [kind, *(each for below in kind.__subclasses__() for each in kinds_of(below))]


def test_what_is_on_record_never_changes() -> None:
    """Also a kind that forgets to say so: a game as it was is kept and compared."""
    kinds = kinds_of(OnRecord)

    assert RoundGame in kinds
    assert [each.__name__ for each in kinds if not each.__struct_config__.frozen] == []
