"""What is written down is read back exactly, and stays readable (house 4)."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailref.errors import JournalError
from mailref.journal import codec
from mailref.journal.codec import WrittenEvent, read_event, read_game, write_event, write_game
from mailref.rules.bingo.bingo_game import BingoGame
from mailref.rules.events import Event, PressReceived, WordsAsked
from mailref.rules.game import Game
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.table.table_game import TableGame
from mailref.rules.turns.turn_events import (
    LettersChosen,
    MoveTakenBack,
    SoloMove,
    SoloPlayed,
    TryBegun,
)
from mailref.rules.turns.turn_game import TurnGame
from mailref.rules.turns.turn_rules import Secret
from tests.effort import examples
from tests.journal.builders import NOON
from tests.journal.samples import GAME, GOLDEN, SAMPLES
from tests.journal.shapes import KINDS

EXHAUSTIVE = settings(
    max_examples=examples(25),
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
    assert write_event(read_event(written)) == written


@pytest.mark.parametrize("family", [RoundGame, TurnGame, TableGame, BingoGame])
@EXHAUSTIVE
@given(data=st.data())
def test_every_game_is_read_back_as_it_was(family: type[Game], data: st.DataObject) -> None:
    game = data.draw(st.from_type(family))

    written = write_game(game)

    assert read_game(written) == game
    assert write_game(read_game(written)) == written


def typed(value: object) -> object:
    """Return *value* with every type inside it named."""
    match value:
        case tuple():
            inner: object = [typed(each) for each in value]
        case frozenset():
            inner = sorted(repr(each) for each in value)
        case Mapping():
            inner = {key: typed(each) for key, each in value.items()}
        case _ if is_dataclass(value):
            inner = {each.name: typed(getattr(value, each.name)) for each in fields(value)}
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
    assert read_event(WrittenEvent(kind.__name__, 1, json.dumps(golden["payload"]))) == sample


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        (
            LettersChosen(2, "Anna", Secret("EN?"), Secret("E"), NOON),
            {"number": 2, "player": "Anna", "letters": "EN?", "put_back": "E",
             "at": "2026-12-01T12:00:00+00:00", "_type": "LettersChosen"},
        ),
        (MoveTakenBack("Anna"), {"player": "Anna", "_type": "MoveTakenBack"}),
        (TryBegun("Anna"), {"player": "Anna", "_type": "TryBegun"}),
    ],
)  # fmt: skip
def test_the_format_of_what_a_soloist_does_is_as_it_was(event: SoloMove, payload: object) -> None:
    written = write_event(SoloPlayed("Anna", event))

    assert json.loads(written.payload) == {"player": "Anna", "event": payload}
    assert read_event(written) == SoloPlayed("Anna", event)


def test_a_snapshot_belongs_to_the_code_that_made_it() -> None:
    assert codec.snapshot_code() == codec.snapshot_code()
    assert len(codec.snapshot_code()) == 64


def test_every_kind_of_event_has_its_sample() -> None:
    assert set(SAMPLES) == set(KINDS)


def test_half_a_character_and_nul_survive() -> None:
    """Mail may hold anything; a text that breaks the record would lose the move beside it."""
    event = PressReceived("Max", "a\x00b\udce4", "1", is_released=True)

    written = write_event(event)

    assert written.payload.isascii()
    assert "\x00" not in written.payload
    assert read_event(written) == event


def test_an_older_version_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_time(found: codec.Json) -> codec.Json:
        return {"words": found["words"], "at": "2026-12-01T12:00:00+00:00"}

    def split(found: codec.Json) -> codec.Json:
        return {"words": found["words"].split()}

    monkeypatch.setattr(codec, "VERSIONS", {"WordsAsked": 3})
    monkeypatch.setattr(codec, "UPCASTS", {("WordsAsked", 1): split, ("WordsAsked", 2): with_time})

    read = read_event(WrittenEvent("WordsAsked", 1, '{"words": "NE NIXE"}'))

    assert read == WordsAsked(("NE", "NIXE"), NOON)
    assert write_event(read).version == 3


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(WrittenEvent("GameLost", 1, "{}"), id="kind of a later program"),
        pytest.param(WrittenEvent("GamePaused", 2, '{"because":""}'), id="version of a later program"),
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


@pytest.mark.parametrize("payload", ["{", "[]", "{}", '{"id": 1}'])
def test_a_snapshot_that_cannot_be_read_is_our_fault(payload: str) -> None:
    with pytest.raises(JournalError):
        read_game(payload)
