"""A game is its last snapshot plus the events after it (house 4)."""

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, select, update

from mailref.errors import JournalError
from mailref.games.events import Event, GameEnded, Noted, PressReceived, ScoreCorrected, WordRuled
from mailref.games.kind import replay
from mailref.games.rounds.events import MoveEntered, RoundOpened, RoundReopened
from mailref.games.rounds.game import RoundGame
from mailref.journal import schema
from mailref.journal.journal import Journal
from tests.databases import begun_in, url_of
from tests.effort import examples
from tests.journal.builders import NOON, RULES, begin, closed, drawn, later, round_opened
from tests.journal.samples import BERLIN, MOVE

pytestmark = pytest.mark.usefixtures("kind")

TURNS: tuple[tuple[Event, ...], ...] = (
    (Noted("opening", NOON),),
    (WordRuled("EUBÖA", accepted=True, by="command", because=""),),
    (MoveEntered("Max", 1, NOON, "17", (MOVE,)),),
    (PressReceived("Max", "Grüße", "17", is_released=True), Noted("press", NOON)),
    (ScoreCorrected("Max", 1, -3, ""),),
)


def record(journal: Journal, cause: str, *events: Event) -> None:
    assert journal.record(cause, at=NOON, game_events=[("yerres", event) for event in events])


def play_round(journal: Journal, number: int) -> None:
    events = (closed(number), drawn(number + 1), round_opened(number + 1))
    record(journal, f"close:yerres:{number}", *events)


def numbers_kept(folder: Path) -> Sequence[int]:
    engine = create_engine(url_of(folder))
    with engine.connect() as connection:
        found = connection.scalars(select(schema.snapshots.c.number)).all()
    engine.dispose()
    return found


def spoil_events(folder: Path, *, up_to: int) -> None:
    engine = create_engine(url_of(folder))
    spoilt = update(schema.events).where(schema.events.c.number <= up_to)
    with engine.begin() as connection:
        connection.execute(spoilt.values(payload="unreadable"))
    engine.dispose()


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(turns=st.lists(st.sampled_from([*TURNS, "close", "reopen"]), max_size=12))
def test_a_game_is_its_full_replay(turns: list[tuple[Event, ...] | str]) -> None:
    with tempfile.TemporaryDirectory() as folder, Journal.open(begun_in(Path(folder))) as journal:
        begin(journal)
        number = 1
        for index, turn in enumerate(turns):
            if turn == "close":
                play_round(journal, number)
                number += 1
            elif turn == "reopen":
                if number > 1:
                    number -= 1
                    record(journal, f"{index}", RoundReopened(number, None, ""), closed(number))
                    record(journal, f"{index}b", drawn(number + 1), round_opened(number + 1))
                    number += 1
            else:
                record(journal, f"{index}", *[e for e in turn if not isinstance(e, str)])

        with Journal.open(begun_in(Path(folder))) as restarted:
            assert restarted.games.load("yerres") == replay(journal.games.events("yerres"))
            assert journal.games.load("yerres") == replay(journal.games.events("yerres"))


def test_a_snapshot_is_stored_with_each_closed_round(tmp_path: Path) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)  # 4 events
        at_first = numbers_kept(tmp_path)
        play_round(journal, 1)
        after_one = numbers_kept(tmp_path)
        play_round(journal, 2)
        after_two = numbers_kept(tmp_path)

    assert (at_first, after_one, after_two) == ([], [7], [10])


def test_of_a_crowd_a_snapshot_is_stored_with_each_fourth_round(tmp_path: Path) -> None:
    names = [f"Player {number}" for number in range(100)]
    kept = []
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal, "yerres", *names)  # 103 events
        for number in range(1, 6):
            events = (closed(number, *names), drawn(number + 1), round_opened(number + 1))
            record(journal, f"close:yerres:{number}", *events)
            kept.append(numbers_kept(tmp_path))

    assert kept == [[], [], [], [115], [115]]


def test_the_end_of_a_game_is_a_snapshot_too(tmp_path: Path) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        record(journal, "close:yerres:1", closed(1))
        record(journal, "end:yerres", GameEnded("00ff", "final_round", NOON))

    assert numbers_kept(tmp_path) == [6]


@pytest.mark.slow
def test_after_a_hundred_rounds_only_the_events_after_the_snapshot_are_read(tmp_path: Path) -> None:
    """The cost of a tick does not grow with the number of rounds played.

    Events that are read would be found unreadable here.
    """
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        for number in range(1, 101):
            play_round(journal, number)
        record(journal, "x", Noted("a", NOON))
    spoil_events(tmp_path, up_to=304)

    with Journal.open(begun_in(tmp_path)) as restarted:
        game = restarted.games.load("yerres")
        record(restarted, "y", Noted("b", NOON))

        assert isinstance(game, RoundGame)
        assert game.round_number == 101
        assert game.noted == {"a"}
        with pytest.raises(JournalError, match="cannot be read"):
            next(restarted.games.events("yerres"))


@pytest.mark.slow
def test_a_tick_reads_only_what_is_new_to_it(tmp_path: Path) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        journal.games.load("yerres")
        spoil_events(tmp_path, up_to=4)
        record(journal, "x", Noted("a", NOON))

        game = journal.games.load("yerres")

    assert isinstance(game, RoundGame)
    assert game.noted == {"a"}


def test_one_decision_may_follow_another_at_once(tmp_path: Path) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        journal.games.load("yerres")

        record(journal, "x", Noted("a", NOON))
        record(journal, "y", Noted("b", NOON))
        game = journal.games.load("yerres")

    assert isinstance(game, RoundGame)
    assert game.noted == {"a", "b"}


def test_a_snapshot_of_other_code_is_not_used(tmp_path: Path) -> None:
    """After an update of mailref a game is what its events say, whatever was kept before."""
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        play_round(journal, 1)
    engine = create_engine(url_of(tmp_path))
    with engine.begin() as connection:
        connection.execute(update(schema.snapshots).values(code="older", payload="unreadable"))
    engine.dispose()

    with Journal.open(begun_in(tmp_path)) as updated:
        game = updated.games.load("yerres")

    assert isinstance(game, RoundGame)
    assert game.round_number == 2


def test_a_long_replay_is_done_once(tmp_path: Path) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        record(journal, "many", *(Noted(f"{number}", NOON) for number in range(300)))
    with Journal.open(begun_in(tmp_path)) as restarted:
        restarted.games.load("yerres")

    assert numbers_kept(tmp_path) == [304]


def test_each_closed_round_is_told_with_the_letters_drawn_after_it(tmp_path: Path) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        play_round(journal, 1)
        record(journal, "note", Noted("a", NOON))
        record(journal, "close:yerres:2", closed(2))

        rounds = journal.games.reports("yerres").rounds

    assert [each.number for each in rounds] == [1, 2]
    assert [each.drawn and each.drawn.number for each in rounds] == [2, None]


def test_what_a_reopened_round_was_before_is_told_no_more(tmp_path: Path) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        play_round(journal, 1)
        record(journal, "reopen", RoundReopened(1, later(120), "a mail was lost"))
        reopened = journal.games.reports("yerres").rounds
        record(journal, "close again", closed(1))
        closed_again = journal.games.reports("yerres").rounds

    assert reopened == ()
    assert [each.number for each in closed_again] == [1]
    assert closed_again[0].drawn is None


def test_many_events_come_in_order(tmp_path: Path) -> None:
    """More than one page of them."""
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        record(journal, "many", *(Noted(f"{number}", NOON) for number in range(250)))

        events = [event for event in journal.games.events("yerres") if isinstance(event, Noted)]

    assert [event.what for event in events] == [f"{number}" for number in range(250)]


def test_what_is_in_memory_is_what_a_restarted_process_reads(tmp_path: Path) -> None:
    """The same record gives the same mails, byte for byte: times are in UTC at once."""
    with Journal.open(begun_in(tmp_path)) as journal, Journal.open(begun_in(tmp_path)) as restarted:
        begin(journal)
        in_berlin = RoundOpened(
            2, datetime(2026, 12, 18, 20, 0, tzinfo=BERLIN), RULES, is_final=False, at=NOON
        )
        record(journal, "open", closed(1), drawn(2), in_berlin)

        known, read = journal.games.load("yerres"), restarted.games.load("yerres")
        assert known == read
        assert isinstance(known, RoundGame)
        assert known.due is not None
        assert (known.due.tzinfo, known.due.hour) == (UTC, 19)
