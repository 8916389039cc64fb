"""One decision, one transaction, once (mail 3, Exactly-once effect)."""

from pathlib import Path

import pytest

from mailref.errors import JournalError, StaleGameError
from mailref.games.events import GamePaused, Noted, WordRuled
from mailref.games.rounds.events import MoveWithdrawn
from mailref.games.rounds.game import RoundGame
from mailref.journal.journal import Journal
from mailref.journal.recorded_games import OutgoingCounts
from mailref.journal.recorded_mails import MailKey, MailState, passed_on
from tests.databases import begun_in
from tests.journal.builders import NOON, SEED, begin, beginning, closed, later, mail, mark

pytestmark = pytest.mark.usefixtures("kind")


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(begun_in(tmp_path))


def noted(what: str) -> tuple[str, Noted]:
    return ("yerres", Noted(what, NOON))


def test_a_decision_writes_events_mails_the_incoming_mail_and_what_else_belongs_to_it(
    journal: Journal,
) -> None:
    written = journal.record(
        "open:yerres",
        at=NOON,
        game_events=beginning(),
        mails=[mail()],
        inbox=mark(3),
        seeds={"yerres": SEED},
        also=[passed_on("max@example.org", NOON.date())],
    )

    game = journal.games.load("yerres")
    assert written
    assert journal.games.ids() == ("yerres",)
    assert isinstance(game, RoundGame)
    assert game.rack == "ABEENÖR"
    assert [owed.recipient for owed in journal.outgoing.unsent(NOON)] == ["p1@example.org"]
    assert journal.inbox.is_known(MailKey(7, 3))
    assert journal.backlog.passed_on("max@example.org", NOON.date()) == 1
    assert journal.games.seed("yerres") == SEED


def test_a_cause_is_decided_once(journal: Journal) -> None:
    """House 3: a restart, a second worker or a clock step cannot close twice."""
    begin(journal)
    close = [("yerres", closed(1))]

    first = journal.record("close:yerres:1", at=later(62), game_events=close, mails=[mail(1)])
    second = journal.record("close:yerres:1", at=later(63), game_events=close, mails=[mail(2)])

    assert (first, second) == (True, False)
    assert journal.is_decided("close:yerres:1")
    assert not journal.is_decided("close:yerres:2")
    assert [owed.recipient for owed in journal.outgoing.unsent(later(99))] == ["p1@example.org"]
    assert len(list(journal.games.events("yerres"))) == 5


def test_the_same_mail_delivered_twice_is_done_twice_and_decided_once(journal: Journal) -> None:
    """Contract 5: the same mail delivered twice is answered once."""
    journal.record("mail:f", at=NOON, mails=[mail(1)], inbox=mark(3, fingerprint="f"))

    again = journal.record("mail:f", at=NOON, mails=[mail(2)], inbox=mark(4, fingerprint="f"))

    assert not again
    assert journal.inbox.is_known(MailKey(7, 4))
    assert journal.outgoing.counts() == OutgoingCounts(1, 0, 0, NOON, None, 0, None)
    assert [key.uid for key, _ in journal.inbox.to_file()] == [3, 4]


def test_what_fails_halfway_leaves_nothing(journal: Journal) -> None:
    begin(journal)
    impossible = ("yerres", MoveWithdrawn("Max", 1, NOON))

    with pytest.raises(JournalError, match="MoveWithdrawn cannot follow"):
        journal.record(
            "close:yerres:1",
            at=NOON,
            game_events=[("yerres", closed(1)), impossible],
            mails=[mail()],
            inbox=mark(3),
        )

    assert len(list(journal.games.events("yerres"))) == 4
    assert list(journal.outgoing.unsent(NOON)) == []
    assert not journal.inbox.is_known(MailKey(7, 3))
    assert journal.record("close:yerres:1", at=NOON, game_events=[("yerres", closed(1))])


def test_one_decision_may_concern_several_games(journal: Journal) -> None:
    begin(journal)
    begin(journal, "aegypten")

    journal.record(
        "pause",
        at=NOON,
        game_events=[("yerres", GamePaused("")), ("aegypten", GamePaused("")), noted("a")],
    )

    yerres, aegypten = journal.games.load("yerres"), journal.games.load("aegypten")
    assert yerres is not None
    assert aegypten is not None
    assert (yerres.is_paused, aegypten.is_paused) == (True, True)
    assert yerres.noted == {"a"}


def test_a_decision_about_a_game_that_went_on_is_refused(tmp_path: Path) -> None:
    """A command may record beside the daemon; what the daemon decided before it saw that is void."""
    with Journal.open(begun_in(tmp_path)) as daemon, Journal.open(begun_in(tmp_path)) as command:
        begin(daemon)
        daemon.games.load("yerres")
        command.record(
            "rule:1", at=NOON, game_events=[("yerres", WordRuled("EUBÖA", True, "command", ""))]
        )

        with pytest.raises(StaleGameError):
            daemon.record("close:yerres:1", at=NOON, game_events=[("yerres", closed(1))])

        game = daemon.games.load("yerres")
        assert isinstance(game, RoundGame)
        assert game.rulings == {"EUBÖA": True}
        assert daemon.record("close:yerres:1", at=NOON, game_events=[("yerres", closed(1))])


def test_a_game_nobody_recorded_is_none(journal: Journal) -> None:
    assert journal.games.load("yerres") is None
    with pytest.raises(JournalError, match="no game 'yerres'"):
        journal.games.seed("yerres")


def test_a_mail_for_a_game_that_is_not_recorded_is_our_fault(journal: Journal) -> None:
    with pytest.raises(JournalError):
        journal.record("x", at=NOON, game_events=[noted("a")])


def test_the_deadline_table_follows_the_game(journal: Journal) -> None:
    """House 3: the deadline table in the database is the truth."""
    begin(journal)
    open_round = journal.games.deadlines()
    journal.record("pause", at=NOON, game_events=[("yerres", GamePaused(""))])
    resting = journal.games.deadlines()

    assert open_round == {"yerres": later(60)}
    assert resting == {}


def test_a_time_without_a_zone_is_refused(journal: Journal) -> None:
    begin(journal)

    with pytest.raises(JournalError, match="without a zone"):
        journal.record(
            "x", at=NOON, game_events=[("yerres", Noted("a", NOON.replace(tzinfo=None)))]
        )


def test_an_ignored_mail_may_be_adopted(journal: Journal) -> None:
    """Contract 5: each listed mail is adoptable by one word."""
    journal.record("mail:f", at=NOON, inbox=mark(3, MailState.IGNORED, "f"))
    journal.record("adopt:1", at=later(1), inbox=mark(3))

    assert journal.inbox.to_file() == ((MailKey(7, 3), MailState.DONE),)
    assert journal.inbox.has_seen("f")


@pytest.fixture
def other(journal: Journal, tmp_path: Path) -> Journal:
    """Another worker on the same record; both know the games "one" and "two"."""
    begin(journal, "one")
    begin(journal, "two")
    beside = Journal.open(begun_in(tmp_path))
    for each in (journal, beside):
        each.games.load_all(("one", "two"))
    return beside


def test_catching_up_with_some_games_leaves_the_others_as_they_were_known(
    journal: Journal, other: Journal
) -> None:
    """Where several workers close games at one ZAT, none replays what the others did."""
    for id_ in ("one", "two"):
        journal.record(f"close:{id_}:1", at=later(62), game_events=[(id_, closed(1))])

    has_changed = other.games.catch_up(["one"])

    known = other.games.load_all(("one", "two"), asks=False)
    assert has_changed
    assert known["one"] == journal.games.load("one")
    assert known["two"] != journal.games.load("two")
    assert other.games.load_all(("one", "two"))["two"] == journal.games.load("two")
    assert not other.games.catch_up(["one", "two"])


def test_a_game_stands_as_all_were_loaded_not_as_it_was_loaded_by_itself(
    journal: Journal, other: Journal
) -> None:
    """What is decided is decided on what all were loaded as."""
    before = other.games.standing(("one", "two"))
    journal.record("close:one:1", at=later(62), game_events=[("one", closed(1))])
    changed = other.games.standing(("one", "two"))
    other.games.load("one")

    assert before == {"one", "two"}
    assert changed == other.games.standing(("one", "two")) == {"two"}


def test_of_some_games_only_their_deadlines_are_told(journal: Journal, other: Journal) -> None:
    assert journal.games.deadlines(among=("two", "three")).keys() == {"two"}
    assert other.games.deadlines(among=()) == {}
