"""REVANCHE after a game in turns: all say so in time, and the next one begins (other games 5)."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from mailref.games.by_turns.contents import RematchWanted, TurnCommandAnswer, TurnsOpening
from mailref.games.classic.game import TurnGame
from mailref.games.rounds.contents import CommandAnswer
from mailref.orders.table import NotDone
from mailref.referee.contents import YesToNone
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY
from tests.tick.machines import Post, begun

ANNA, BEN = "Anna <anna@example.org>", "Ben <ben@example.org>"
HOUR = timedelta(hours=1)


def over(folder: Path, keys: str = "") -> Post:
    """Return a machine whose game is over: Anna began, Ben has resigned."""
    post = begun(folder, kiel(keys, '[game.rules]\nstarter = "Anna"'))
    writes(post, "AUFGABE", BEN, MONDAY + MINUTE)
    assert state(post, "kiel").is_over
    post.left()
    post.letters.owed.clear()
    return post


def writes(
    post: Post, text: str, who: str, at: datetime, subject: str = "[kiel Ende] Ende"
) -> None:
    post.arrives(text, who, at, f"Re: {subject}")
    post.tick(at + MINUTE)


def state(post: Post, id: str) -> TurnGame:  # noqa: A002  as in the file
    found = post.machine.journal.games.load(id)
    assert isinstance(found, TurnGame)
    return found


def games(post: Post) -> list[str]:
    return list(post.machine.journal.games.ids())


def test_a_rematch_begins_when_all_have_said_so_and_the_other_begins(tmp_path: Path) -> None:
    post = over(tmp_path)
    writes(post, "REVANCHE", ANNA, MONDAY + HOUR)
    assert post.left() == ["anna TurnCommandAnswer", "ben RematchWanted"]
    asked = post.letters.owed[-1].content
    assert isinstance(asked, RematchWanted)
    assert (asked.by, asked.rematch.begins) == ("Anna", "Ben")
    assert asked.rematch.until == MONDAY + HOUR + timedelta(hours=24)
    assert games(post) == ["kiel"]

    post.letters.owed.clear()
    writes(post, "rematch", BEN, MONDAY + 2 * HOUR)
    post.tick(MONDAY + 2 * HOUR + 2 * MINUTE)

    assert games(post) == ["kiel", "kiel-2"]
    again = state(post, "kiel-2")
    assert again.title == "Classic Kiel 2"
    assert again.turn is not None
    assert (again.seats, again.turn.player) == (("Ben", "Anna"), "Ben")
    assert again.rules.may_challenge == state(post, "kiel").rules.may_challenge
    (answer,) = (o.content for o in post.letters.owed if isinstance(o.content, TurnCommandAnswer))
    assert answer.rematch is not None
    assert answer.rematch.is_agreed
    openings = [o for o in post.letters.owed if isinstance(o.content, TurnsOpening)]
    assert sorted(o.recipient.partition("@")[0] for o in openings) == ["anna", "ben", "gm"]


@pytest.mark.parametrize("said", ["JA", "Yes, I would love to!", "Ja, sehr gern.\n\nBen"])
def test_a_yes_is_enough_for_who_was_asked(tmp_path: Path, said: str) -> None:
    post = over(tmp_path)
    writes(post, "REVANCHE", ANNA, MONDAY + HOUR)

    writes(post, said, BEN, MONDAY + 2 * HOUR)
    post.tick(MONDAY + 2 * HOUR + 2 * MINUTE)

    assert games(post) == ["kiel", "kiel-2"]


@pytest.mark.parametrize("asked", [False, True])
def test_a_yes_of_whom_nobody_has_asked_begins_nothing(tmp_path: Path, asked: bool) -> None:
    """He is told that nothing waits for it, but not a robot."""
    post = over(tmp_path)
    if asked:
        writes(post, "REVANCHE", BEN, MONDAY + HOUR)
    post.letters.owed.clear()

    writes(post, "JA", BEN, MONDAY + 2 * HOUR)
    post.arrives(
        "JA", BEN, MONDAY + 3 * HOUR, "Re: [kiel Ende] Ende", "Auto-Submitted: auto-replied\n"
    )
    post.tick(MONDAY + 3 * HOUR + MINUTE)

    assert games(post) == ["kiel"]
    assert [each.recipient for each in post.letters.owed] == ["ben@example.org"]
    assert post.matters == [YesToNone()]


def test_a_yes_after_the_time_for_a_rematch_is_too_late(tmp_path: Path) -> None:
    post = over(tmp_path)
    writes(post, "REVANCHE", ANNA, MONDAY + HOUR)
    post.letters.owed.clear()

    writes(post, "JA", BEN, MONDAY + 26 * HOUR)

    assert games(post) == ["kiel"]
    assert post.matters == [YesToNone()]


def test_the_new_game_is_there_after_a_restart_and_may_be_followed_too(tmp_path: Path) -> None:
    post = over(tmp_path)
    for at, who in enumerate((ANNA, BEN)):
        writes(post, "REVANCHE", who, MONDAY + HOUR * (1 + at))
    post.tick(MONDAY + 4 * HOUR)
    writes(post, "AUFGABE", ANNA, MONDAY + 5 * HOUR, "[kiel-2 Z1] Zug")
    for at, who in enumerate((BEN, ANNA)):
        writes(post, "REVANCHE", who, MONDAY + HOUR * (6 + at), "[kiel-2 Ende] Ende")
    post.tick(MONDAY + 9 * HOUR)
    assert games(post) == ["kiel", "kiel-2", "kiel-3"]
    assert state(post, "kiel-3").seats == ("Anna", "Ben")
    assert state(post, "kiel-3").title == "Classic Kiel 3"

    post.machine.journal.close()
    config = ("-c", str(tmp_path / "config.toml"))
    status = mailref("status", *config)
    verified = mailref("verify", "kiel-2", *config)

    assert "kiel-3" in status.out
    assert verified.code == 0


def test_nobody_wants_one_under_the_name_of_another(tmp_path: Path) -> None:
    post = over(tmp_path)
    writes(post, "REVANCHE", ANNA, MONDAY + HOUR)
    post.letters.owed.clear()
    writes(post, "Spieler=Ben\nREVANCHE", ANNA, MONDAY + 2 * HOUR)

    (answer,) = (o.content for o in post.letters.owed)
    assert isinstance(answer, TurnCommandAnswer)
    assert (answer.refused, answer.rematch) == ((NotDone.NOT_HIS_NAME,), None)
    assert games(post) == ["kiel"]


def test_who_waits_too_long_asks_anew(tmp_path: Path) -> None:
    post = over(tmp_path, 'reminder = "2h"')
    writes(post, "REVANCHE", ANNA, MONDAY + HOUR)
    writes(post, "REVANCHE", BEN, MONDAY + 4 * HOUR)
    post.tick(MONDAY + 5 * HOUR)
    assert games(post) == ["kiel"]
    wanted = [o.content for o in post.letters.owed if isinstance(o.content, RematchWanted)]
    assert [(each.player, each.by) for each in wanted] == [("Ben", "Anna"), ("Anna", "Ben")]

    writes(post, "REVANCHE", ANNA, MONDAY + 5 * HOUR)
    post.tick(MONDAY + 6 * HOUR)
    assert games(post) == ["kiel", "kiel-2"]


def test_the_title_of_a_rematch_of_a_game_with_a_number_has_that_once(tmp_path: Path) -> None:
    """Games of a club are `Classic Scrabble 3`: their rematch is no `Classic Scrabble 3 2`."""
    config = kiel("", '[game.rules]\nstarter = "Anna"').replace("Classic Kiel", "Scrabble 3")
    post = begun(tmp_path, config)
    writes(post, "AUFGABE", BEN, MONDAY + MINUTE)
    for at, (id_, ended) in enumerate((("kiel", "kiel"), ("kiel-2", "kiel-2"))):
        if at:
            writes(post, "AUFGABE", BEN, MONDAY + 9 * HOUR, f"[{ended} Z1] Zug")
        for hours, who in enumerate((ANNA, BEN), start=1):
            writes(post, "REVANCHE", who, MONDAY + (9 * at + hours) * HOUR, f"[{id_} Ende] Ende")
        post.tick(MONDAY + (9 * at + 3) * HOUR)

    assert [state(post, id_).title for id_ in games(post)] == [
        "Scrabble 3",
        "Scrabble 3.2",
        "Scrabble 3.3",
    ]


@pytest.mark.parametrize("title", ["Classic Kiel 2", "classic-kiel-2"])
def test_a_rematch_takes_no_name_that_is_taken(tmp_path: Path, title: str) -> None:
    other = kiel(inner='[game.rules]\nstarter = "Anna"').replace('"kiel"', '"bonn"')
    first = kiel(inner='[game.rules]\nstarter = "Anna"')
    post = begun(tmp_path, first, other.replace('"Classic Kiel"', f'"{title}"'))
    writes(post, "AUFGABE", BEN, MONDAY + MINUTE, "[kiel Z1] Zug")
    for at, who in enumerate((ANNA, BEN)):
        writes(post, "REVANCHE", who, MONDAY + HOUR * (1 + at))
    post.tick(MONDAY + 4 * HOUR)

    assert games(post) == ["bonn", "kiel", "kiel-3"]


def test_it_is_wanted_in_a_sentence_beside_a_text_for_the_press(tmp_path: Path) -> None:
    post = over(tmp_path)
    writes(post, "Sehr gern, Revanche!\n\nPRESSE: Danke für das Spiel!", ANNA, MONDAY + HOUR)

    (answer,) = (o.content for o in post.letters.owed if isinstance(o.content, TurnCommandAnswer))
    assert answer.rematch is not None
    assert answer.rematch.missing == ("Ben",)
    assert answer.refused == (NotDone.PRESS_TOO_LATE,)  # no mail to everybody follows


def test_one_that_has_been_agreed_on_is_named_as_the_reason_and_not_offered(tmp_path: Path) -> None:
    post = over(tmp_path)
    for at, who in enumerate((ANNA, BEN)):
        writes(post, "REVANCHE", who, MONDAY + HOUR * (1 + at))
    post.tick(MONDAY + 4 * HOUR)
    post.letters.owed.clear()

    writes(post, "REVANCHE", BEN, MONDAY + 5 * HOUR, "Re: [kiel Ende] Ende")

    (told,) = (o.content for o in post.letters.owed if isinstance(o.content, TurnCommandAnswer))
    assert told.refused == (NotDone.REMATCH_AGREED,)
    assert told.face.has_next


def test_while_a_game_goes_on_and_in_rounds_there_is_none(tmp_path: Path) -> None:
    post = begun(tmp_path, kiel(inner='[game.rules]\nstarter = "Anna"'))
    writes(post, "REVANCHE", ANNA, MONDAY + MINUTE, "[kiel Z1] Zug")
    (answer,) = (o.content for o in post.letters.owed if isinstance(o.content, TurnCommandAnswer))
    assert answer.refused == (NotDone.NO_REMATCH,)

    (tmp_path / "rounds").mkdir()
    rounds = begun(tmp_path / "rounds")
    rounds.arrives("REVANCHE", at=MONDAY + MINUTE)
    rounds.tick(MONDAY + 2 * MINUTE)
    (told,) = (o.content for o in rounds.letters.owed if isinstance(o.content, CommandAnswer))
    assert told.refused == (NotDone.NO_REMATCH,)
