"""Words of players for draws in whole ticks: announced, taken up to a limit, mixed in (docs/chance.md)."""

import hmac
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from mailref.games.by_turns.contents import TurnCommandAnswer, TurnsOpening
from mailref.games.by_turns.events import TilesDrawn
from mailref.games.by_turns.game import SeatedGame
from mailref.games.events import DrawsMixed
from mailref.games.rounds.contents import CommandAnswer
from mailref.orders.table import NotDone
from mailref.referee.contents import Announcement
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.games.classic.test_draws import BAG, drawn, ordered
from tests.referee.rehearsal import DAY, ERIKA, MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun, post
from tests.tick.test_rings import lettered, mails_to, text_of

HOUR = timedelta(hours=1)
ANNA, BEN = "Anna <anna@example.org>", "Ben <ben@example.org>"
EVA = "eva@example.org"


def table(post: Post) -> SeatedGame:
    found = post.machine.journal.games.load("kiel")
    assert isinstance(found, SeatedGame)
    return found


def refused(post: Post) -> tuple[NotDone, ...]:
    """Return what the last command was refused for."""
    answers = [
        each.content.refused
        for each in post.letters.owed
        if isinstance(each.content, CommandAnswer | TurnCommandAnswer)
    ]
    return answers[-1]


# Games in turns.


@pytest.mark.parametrize("variant", ["classic", "rummikub"])
def test_a_game_in_turns_announces_its_draws_and_waits_for_words(
    tmp_path: Path, variant: str
) -> None:
    there = post(tmp_path, kiel("lots = true", variant=variant))

    there.tick(MONDAY)

    assert there.left() == ["anna Announcement", "ben Announcement", "gm Announcement"]
    told = there.letters.owed[0].content
    assert isinstance(told, Announcement)
    assert told.commitment == sha256(bytes(range(32))).hexdigest()
    assert (told.opens, told.words_until) == (MONDAY + DAY, MONDAY + 23 * HOUR)
    there.tick(MONDAY + DAY - MINUTE)
    assert table(there).turn is None
    assert there.left() == []
    there.tick(MONDAY + DAY)
    assert table(there).turn is not None
    assert sorted(there.left()) == ["anna TurnsOpening", "ben TurnsOpening", "gm TurnsOpening"]


def test_words_that_came_in_time_are_mixed_into_every_draw_of_listed_players(
    tmp_path: Path,
) -> None:
    """The key is computed here from its one line (docs/chance.md)."""
    there = post(tmp_path, kiel("lots = true", '[game.rules]\nstarter = "Anna"'))
    there.tick(MONDAY)
    there.arrives("LOSWORT Kranich", ANNA, MONDAY + MINUTE)
    there.arrives("LOSWORT Otter", BEN, MONDAY + 23 * HOUR)
    there.arrives("LOSWORT Wal", ANNA, MONDAY + 23 * HOUR + MINUTE)
    there.tick(MONDAY + 23 * HOUR + 2 * MINUTE)
    assert refused(there) == (NotDone.TOO_LATE_FOR_WORDS,)

    there.tick(MONDAY + DAY)

    key = hmac.digest(bytes(range(32)), b"mix\nAnna=Kranich\nBen=Otter\n", "sha256")
    events = there.machine.journal.games.events("kiel")
    first = next(each for each in events if isinstance(each, TilesDrawn))
    assert ordered(first.letters.value) == ordered(drawn(key, "rack 1", BAG, 7))
    openings = [e.content for e in there.letters.owed if isinstance(e.content, TurnsOpening)]
    assert {each.lot_words for each in openings} == {(("Anna", "Kranich"), ("Ben", "Otter"))}
    there.machine.journal.close()
    assert mailref("verify", "kiel", "-c", str(there.path)).code == 0


def test_a_word_after_the_first_draw_is_too_late_in_a_game_in_turns(tmp_path: Path) -> None:
    there = begun(tmp_path, kiel("lots = true"))
    there.tick(MONDAY + DAY)
    there.arrives("LOSWORT Wal", ANNA, MONDAY + DAY + MINUTE)
    there.tick(MONDAY + DAY + 2 * MINUTE)

    assert refused(there) == (NotDone.TOO_LATE_FOR_WORDS,)


def test_a_commitment_may_be_announced_without_words_too(tmp_path: Path) -> None:
    there = post(tmp_path, kiel('announce = "3h"'))
    there.tick(MONDAY)
    there.tick(MONDAY + 3 * HOUR)

    assert there.left()[:3] == ["anna Announcement", "ben Announcement", "gm Announcement"]
    assert table(there).turn is not None
    assert table(there).mixed is None


@pytest.mark.parametrize(
    ("written", "id_"), [(kiel("lots = true"), "kiel"), (game(keys="lots = true"), "yerres")]
)
def test_a_word_in_time_counts_though_the_machine_slept_through_the_draw(
    tmp_path: Path, written: str, id_: str
) -> None:
    """Rules 8: what came in time is read before anything is decided that depends on it."""
    there = begun(tmp_path, written)
    sender = ANNA if id_ == "kiel" else MAX
    there.arrives("LOSWORT Kranich", sender, MONDAY + HOUR)

    there.tick(MONDAY + 2 * DAY)

    events = there.machine.journal.games.events(id_)
    (mixed,) = [each for each in events if isinstance(each, DrawsMixed)]
    assert "Kranich" in dict(mixed.words).values()


# Games in rounds.


def test_a_word_counts_for_the_next_draw_up_to_the_limit_and_then_for_the_one_after(
    tmp_path: Path,
) -> None:
    """ZAT 20:00, `lots_until` an hour: 19:00 is in time, a minute later is not."""
    there = begun(tmp_path, game(keys='lots = true\nannounce = "0h"'))
    there.arrives("LOSWORT Pflaume", MAX, ZAT - HOUR)
    there.arrives("H8w RABEN", MAX, ZAT - HOUR)
    there.arrives("LOSWORT Otter", EVA, ZAT - HOUR + MINUTE)
    there.tick(ZAT - HOUR + 2 * MINUTE)
    there.tick(ZAT + 5 * MINUTE)

    found = there.game()
    assert found.mixes[-1] == DrawsMixed(2, (("Max Mustermann", "Pflaume"),))
    assert found.lot_words["Eva Muster"] == ((3, "Otter"),)
    told = [e.content.done for e in there.letters.ever if isinstance(e.content, CommandAnswer)]
    assert [(each.lot_word, each.mixed_from) for each in told] == [("Pflaume", 2), ("Otter", 3)]


def test_what_came_before_an_early_close_is_mixed_in_a_round_later(tmp_path: Path) -> None:
    """Whoever closes early knows all words of the round, and could pick the moment."""
    there = begun(tmp_path, game(keys='lots = true\nannounce = "0h"'))
    there.arrives("H8w RABEN\nLOSWORT Pflaume", MAX, MONDAY + HOUR)
    there.tick(MONDAY + 2 * HOUR)
    there.orders("ABSCHLIESSEN VORZEITIG", MONDAY + DAY, kind="Opening")

    found = there.game()
    assert found.round_number == 2
    assert found.mixes[-1] == DrawsMixed(2, ())
    assert found.lot_words["Max Mustermann"] == ((2, "Pflaume"),)


def test_what_came_before_a_zat_was_brought_forward_is_mixed_in_a_round_later(
    tmp_path: Path,
) -> None:
    there = begun(tmp_path, game(keys='lots = true\nannounce = "0h"'))
    there.arrives("H8w RABEN\nLOSWORT Pflaume", MAX, MONDAY + HOUR)
    there.tick(MONDAY + 2 * HOUR)
    sooner = (MONDAY + DAY).isoformat()
    at = ("--now", (MONDAY + 3 * HOUR).isoformat(), "-c", str(there.path))
    assert mailref("extend", "yerres", sooner, *at).code == 0
    there.tick(MONDAY + DAY + 5 * MINUTE)

    assert there.game().round_number == 2
    assert there.game().mixes[-1] == DrawsMixed(2, ())


def test_a_word_counts_for_the_next_draw_though_the_zat_was_put_off(tmp_path: Path) -> None:
    there = begun(tmp_path, game(keys='lots = true\nannounce = "0h"'))
    there.arrives("H8w RABEN\nLOSWORT Pflaume", MAX, MONDAY + HOUR)
    there.tick(MONDAY + 2 * HOUR)
    later = (ZAT + DAY).isoformat()
    at = ("--now", (MONDAY + 3 * HOUR).isoformat(), "-c", str(there.path))
    assert mailref("extend", "yerres", later, *at).code == 0
    there.tick(ZAT + DAY + 5 * MINUTE)

    assert there.game().mixes[-1] == DrawsMixed(2, (("Max Mustermann", "Pflaume"),))


def test_a_player_without_an_address_of_his_own_adds_no_word(tmp_path: Path) -> None:
    """Paul has none, and the game master writes for him; Max and Eva share one."""
    players = {"Max Mustermann": "max@example.org", "Eva Muster": "max@example.org", "Paul": ""}
    there = begun(tmp_path, game(players=players, keys='lots = true\nannounce = "0h"'))
    there.arrives("Spieler=Paul\nLOSWORT Wal", ERIKA, MONDAY + HOUR)
    there.tick(MONDAY + 2 * HOUR)
    assert refused(there) == (NotDone.NO_ADDRESS_OF_HIS_OWN,)
    there.arrives("Spieler=Eva Muster\nLOSWORT Otter", MAX, MONDAY + 3 * HOUR)
    there.tick(MONDAY + 4 * HOUR)

    assert refused(there) == (NotDone.NO_ADDRESS_OF_HIS_OWN,)
    assert dict(there.game().lot_words) == {}


def test_the_game_master_who_plays_adds_a_word_for_himself(tmp_path: Path) -> None:
    players = {"Max Mustermann": "max@example.org", "Erika": "gm@example.org"}
    there = begun(tmp_path, game(players=players, keys='lots = true\nannounce = "0h"'))
    there.arrives("LOSWORT Wal", ERIKA, MONDAY + HOUR)
    there.tick(MONDAY + 2 * HOUR)

    assert dict(there.game().lot_words) == {"Erika": ((2, "Wal"),)}


def test_without_a_wait_the_opening_alone_tells_the_commitment(tmp_path: Path) -> None:
    """`announce` is 0h: a mail of its own in the same tick would prove nothing more."""
    there = post(tmp_path, game(keys="lots = true\nannounce = '0h'"))
    there.tick(MONDAY)

    assert there.left() == ["max Opening", "eva Opening", "gm Opening"]


@pytest.mark.parametrize(
    ("language", "title", "told"),
    [
        ("de", "Das Spiel hat noch nicht begonnen", "sind noch keine Buchstaben gezogen"),
        ("en", "The game has not begun", "no letters have been drawn yet"),
    ],
)
def test_a_move_before_the_letters_are_drawn_is_too_early_not_too_late(
    tmp_path: Path, language: str, title: str, told: str
) -> None:
    there = post(tmp_path, game(keys=f'announce = "1d"\nlanguage = "{language}"'))
    there.tick(MONDAY)
    lettered(there).outbox.taken.clear()

    there.arrives("H8w RABEN", MAX, MONDAY + MINUTE)
    there.tick(MONDAY + MINUTE)

    (answer,) = mails_to(there, "max@example.org")
    assert answer["subject"] == f"[yerres R1] {title}"
    assert told in " ".join(text_of(answer).split())
