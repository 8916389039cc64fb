"""Who plays more than two games is told of all of them on Mondays, once (other games 5)."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailref.games.events import ReminderSet
from mailref.games.in_hand import InHand
from mailref.referee.contents import LooksForGame, WeeklyGames
from mailref.referee.mails import Decision, Owed
from mailref.referee.policy import Office
from mailref.tick import deadlines
from mailref.tick.deadlines import weekly_lists
from tests.games.bingo.rehearsal import herbst
from tests.games.by_turns.at_table import AtTable, at_table, kiel
from tests.tick.machines import Post, post

MONDAY = datetime(2026, 12, 7, 7, 0, tzinfo=UTC)
"""Eight o'clock in Berlin."""
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
THREE = (kiel(), kiel(id="ulm"), kiel(id="bonn", variant="rummikub"))


def lists(table: AtTable, now: datetime = MONDAY) -> Sequence[Owed]:
    return tuple(weekly_lists(table.office, now))


def test_three_games_are_listed_with_those_first_in_which_it_is_ones_turn() -> None:
    table = at_table(*THREE)

    owed = lists(table)

    assert sorted(mail.recipient for mail in owed) == ["anna@example.org", "ben@example.org"]
    assert {(mail.game, mail.tag, mail.answers) for mail in owed} == {(None, None, None)}
    for mail in owed:
        assert isinstance(mail.content, WeeklyGames)
        mine = [game.is_mine for game in mail.content.games]
        assert mine == sorted(mine, reverse=True)
        titles = {game.title for game in mail.content.games}
        assert titles == {"Classic Kiel", "Classic Ulm", "Classic Bonn"}
    assert sorted(mail.key for mail in owed) == [
        "weekly:2026-W50:anna@example.org",
        "weekly:2026-W50:ben@example.org",
    ]


@pytest.mark.parametrize(
    "now",
    [MONDAY - MINUTE, MONDAY - DAY, MONDAY + DAY, MONDAY + timedelta(hours=16)],
    ids=["a minute before eight", "on Sunday", "on Tuesday", "at midnight in Berlin"],
)
def test_the_list_comes_on_mondays_from_eight_o_clock_where_the_game_is_played(
    now: datetime,
) -> None:
    assert lists(at_table(*THREE), now) == ()


def test_two_games_are_no_reason() -> None:
    assert lists(at_table(*THREE[:2])) == ()


def test_a_game_that_is_over_does_not_count() -> None:
    table = at_table(*THREE)
    table.receives("Anna", "Classic Ulm\nAUFGABE")

    assert lists(table) == ()


def test_a_game_without_reminders_does_not_count() -> None:
    table = at_table(*THREE)
    table.take(Decision((("kiel", ReminderSet("Anna", False)),), ()))

    assert [mail.recipient for mail in lists(table)] == ["ben@example.org"]


def told(there: Post, now: datetime) -> list[str]:
    there.letters.owed.clear()
    there.tick(now)
    found = [each for each in there.letters.owed if isinstance(each.content, WeeklyGames)]
    return sorted(each.recipient.partition("@")[0] for each in found)


def test_who_writes_nothing_gets_the_list_once_a_week(tmp_path: Path) -> None:
    there = post(tmp_path, *THREE)
    there.tick(MONDAY - timedelta(days=3))

    assert told(there, MONDAY - MINUTE) == []
    assert told(there, MONDAY) == ["anna", "ben"]
    assert told(there, MONDAY + MINUTE) == []
    there.machine.listed.clear()  # as after a restart
    assert told(there, MONDAY + 2 * MINUTE) == []
    assert told(there, MONDAY + 7 * DAY) == ["anna", "ben"]


def test_a_monday_that_lies_in_two_weeks_of_utc_brings_one_list(tmp_path: Path) -> None:
    far = (game.replace("Europe/Berlin", "Pacific/Auckland") for game in THREE)
    there = post(tmp_path, *far)
    there.tick(MONDAY - timedelta(days=3))
    eight_there = datetime(2026, 12, 6, 19, 0, tzinfo=UTC)

    assert told(there, eight_there - MINUTE) == []
    assert told(there, eight_there) == ["anna", "ben"]
    there.machine.listed.clear()  # as after a restart
    assert told(there, MONDAY) == []
    assert told(there, eight_there + 7 * DAY) == ["anna", "ben"]


def test_the_games_are_looked_through_for_lists_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a thousand games each tick of a Monday would take 50 ms for nothing."""
    there = post(tmp_path, *THREE)
    looked: list[datetime] = []

    def counted(office: Office, now: datetime, looking: tuple[LooksForGame, ...]) -> Iterator[Owed]:
        looked.append(now)
        return weekly_lists(office, now, looking)

    monkeypatch.setattr(deadlines, "weekly_lists", counted)
    for minutes in range(-1, 3):
        there.tick(MONDAY + minutes * MINUTE)

    assert looked == [MONDAY]


def test_the_list_can_be_switched_off(tmp_path: Path) -> None:
    there = post(tmp_path, *THREE, keys="weekly = false")
    there.tick(MONDAY - timedelta(days=3))

    assert told(there, MONDAY) == []


YERRES = """[[game]]
id = "yerres"
title = "1-Zug-Scrabble Yerres"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = "11.12.2026 20:00"
schedule = "every week on friday at 20:00"
[[game.player]]
name = "Anna"
addresses = ["anna@example.org"]
"""
PAT = """[[game]]
id = "pat"
title = "Solitaire Pat"
variant = "solitaire"
zone = "Europe/Berlin"
deadline = "18.12.2026 20:00"
[[game.player]]
name = "Anna"
addresses = ["anna@example.org"]
"""


def test_games_of_all_families_are_listed_once_each_with_what_is_wanted(tmp_path: Path) -> None:
    """Other games 5: those first that wait for the reader, by their ZAT."""
    there = post(tmp_path, kiel(), YERRES, PAT, herbst(players=("Anna", "Ben")))
    there.tick(MONDAY - timedelta(days=3))
    there.arrives("BINGO: STERNEN GARTENS", "anna@example.org", MONDAY - DAY, "[herbst R1] Zug")
    there.letters.owed.clear()
    there.tick(MONDAY)

    (listed,) = [each for each in there.letters.owed if isinstance(each.content, WeeklyGames)]
    assert listed.recipient == "anna@example.org"  # Ben plays two
    assert isinstance(listed.content, WeeklyGames)
    told = {each.title: (each.state, each.is_mine) for each in listed.content.games}
    kiel_turn = next(each.turn for each in listed.content.games if each.title == "Classic Kiel")
    assert kiel_turn is not None
    assert told == {
        "Classic Kiel": (None, kiel_turn.player == "Anna"),
        "1-Zug-Scrabble Yerres": (InHand.MOVE_WANTED, True),
        "Solitaire Pat": (InHand.OWN_TABLE, True),
        "Herbst-Bingo": (InHand.WORDS_SENT, False),
    }
    zats = [each.turn.deadline if each.turn else each.zat for each in listed.content.games]
    mine = [zat for zat, each in zip(zats, listed.content.games, strict=True) if each.is_mine]
    assert mine == sorted(mine, key=str)
    assert [each.is_mine for each in listed.content.games] == sorted(
        (each.is_mine for each in listed.content.games), reverse=True
    )
