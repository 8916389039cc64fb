"""Names that a kind from another package keeps in fields of its own give way as all others do."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mailref.games.by_rounds.tasks.events import ScoredAnswer, TaskClosed, TaskSet
from mailref.games.events import Event, PlayerJoined
from mailref.games.kind import kind_named
from mailref.record.codec import write_event
from mailref.record.renaming import Rewriting, by_initials, people_of
from tests.outside import packages
from tests.referee.rehearsal import MONDAY

_EVENTS = """
class Row(OnRecord, frozen=True):
    whose: str
    word: NoName

class Doubted(Event, frozen=True):
    of: str
    word: NoName
    tiles: NoName
    among: tuple[str, ...] = ()
    votes: dict[str, int] = {}
    words: dict[str, NoName] = {}
    rows: tuple[Row, ...] = ()
    why: str = ""
    value: str = ""

{Name}Kind.events = (*TASK_EVENTS, Doubted)
"""


@pytest.fixture
def log(tmp_path: Path) -> Iterator[list[Event]]:
    """A game of such a kind with its players, and a row of whatever it tells of them."""
    packages.write(tmp_path, "vote", _EVENTS.replace("{Name}", "Vote"))
    with packages.installed(tmp_path):
        kind: Any = import_module("vote.kind")
        texts = dict.fromkeys(("id", "title", "variant", "commitment", "lexicon"), "vote")
        begun = kind.VoteOpened(rules=kind.VoteRules(), lexicon_sha256="", **texts)
        doubted = kind.Doubted(
            "Ben", "Ben", "Ben", ("Anna", "Ben"), {"Ben": 2}, {"Ben": "Nest"},
            (kind.Row("Ben", "Ben"),), "of Ben!", "Ben",
        )  # fmt: skip
        yield [
            begun,
            PlayerJoined("Anna", ("anna@example.org",)),
            PlayerJoined("Ben", ("ben@example.org",)),
            TaskSet(1, "Who is it? Ben?", None, MONDAY),
            TaskClosed(1, (ScoredAnswer("Anna", "Ben", 0),), None, MONDAY),
            doubted,
        ]


def test_every_text_gives_way_but_those_that_name_nobody(log: list[Event]) -> None:
    *_, asked, closed, shown = by_initials("vote", log, {"Anna"})

    assert isinstance(asked, TaskSet)
    assert isinstance(closed, TaskClosed)
    assert asked.task == "Who is it? B.?"
    assert closed.rows[0].answer == "B."
    before: Any = log[-1]
    row = replace(before.rows[0], whose="B.")
    assert shown == replace(
        before,
        of="B.",
        among=("Anna", "B."),
        votes={"B.": 2},
        words={"B.": "Nest"},
        rows=(row,),
        why="of B.!",
        value="B.",
    )


def test_it_is_the_same_where_the_text_in_the_record_is_known(log: list[Event]) -> None:
    rows = [write_event(each) for each in log]

    assert by_initials("vote", log, (), None, rows) == by_initials("vote", log, ())


def test_who_is_forgotten_stands_nowhere_in_the_record(log: list[Event]) -> None:
    ben = people_of("vote", log)[1]
    rewriting = Rewriting((ben,), ben.addresses)

    written = [rewriting.payload_after(each, write_event(each)) for each in log]

    assert not any("Ben" in each for each in written[:-1])
    assert written[-1].count("Ben") == 3  # the words that name nobody
    assert written[-1].count("N.N. 2") == 7


def test_an_answer_that_is_a_word_stays(log: list[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(kind_named("vote")), "looks_up_words", True)

    closed = by_initials("vote", log, ())[4]

    assert isinstance(closed, TaskClosed)
    assert (closed.rows[0].player, closed.rows[0].answer) == ("A.", "Ben")
