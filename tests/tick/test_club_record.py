"""What a club's members begin lives in the record: restarts, people taken out, names changed, another worker."""

from pathlib import Path

import pytest

from mailref.errors import UnfitError
from mailref.games.club.club import GameAgreed, Member
from mailref.journal.journal import Journal
from mailref.journal.recorded_club import happened_in_club
from mailref.settings.load import SettingsWatch
from mailref.tick.machine import Machine
from tests.commands.invoke import mailref
from tests.databases import begun_in
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import ERIKA, MINUTE
from tests.settings.written import MAIL
from tests.tick.machines import SECRET, Letters, settings_text
from tests.tick.test_club import ANNA, BEN, CILLY, House, club
from tests.tick.test_trust import PASS


def agreed(house: House) -> None:
    """Let Anna and Ben begin a game."""
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.write("ANGEBOT 1 ANNEHMEN", BEN)


def other_process(house: House) -> House:
    """Return the same installation as another process sees it, which has nothing in mind."""
    before = house.post.machine
    fresh = Machine(
        watch=SettingsWatch.of(house.post.path, {}),
        journal=Journal.open(begun_in(house.post.path.parent), patience=0.1),
        mailbox=before.mailbox,
        outbox=before.outbox,
        compose=Letters(),
        find_top=lambda *_: None,
        connect=before.connect,
        secret=SECRET,
        new_seed=lambda: bytes(range(32)),
    )
    house.post.machine = fresh
    house.post.letters = fresh.compose  # type: ignore[assignment]  # its own
    return house


def test_a_restart_between_offer_yes_and_opening_changes_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house = other_process(house)
    house.write("ANGEBOT 1 ANNEHMEN", BEN)
    assert house.said("ben") == ["begins"]
    house = other_process(house)
    house.post.tick(house.now + MINUTE)
    assert house.begun() == ["kieler-1"]
    house = other_process(house)
    house.post.tick(house.now + 2 * MINUTE)
    turn = house.game("kieler-1").turn
    assert turn is not None
    who = {"Anna Muster": ANNA, "Ben Beispiel": BEN}[turn.player]
    house.write("AUFGABE", who, subject="[kieler-1 Z1] Zug")
    assert house.game("kieler-1").is_over


def test_a_mail_that_is_read_twice_offers_once(tmp_path: Path) -> None:
    """The process ends after the record was written, and before the mail was filed away."""
    house = House(tmp_path)
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.post.number -= 1  # the same Message-ID once more
    house.post.arrives("NEUES SPIEL classic mit Ben", ANNA, house.now, "Hallo", PASS)
    house = other_process(house)
    house.post.tick(house.now + MINUTE)
    assert [*house.club.offers] == [1]


def test_what_was_decided_on_an_older_state_is_not_recorded(tmp_path: Path) -> None:
    """Two workers take one offer at once: the second one finds that something else has happened."""
    house = House(tmp_path)
    agreed(house)
    journal = house.post.machine.journal
    event = next(each for each in journal.club.events() if isinstance(each, GameAgreed))
    late = happened_in_club([event], house.club.count - 1, "mail:late", house.now)
    with pytest.raises(UnfitError):
        journal.record("mail:late", at=house.now, also=[*late])


def test_who_is_forgotten_is_nowhere_and_the_game_ends_as_it_must(tmp_path: Path) -> None:
    house = House(tmp_path)
    agreed(house)
    house.post.tick(house.now + MINUTE)
    house.write("NEUES SPIEL classic mit Cilly", BEN)
    path = house.post.path
    server = f'{MAIL}authserv_id = "mx.example.org"\n'
    path.write_text(settings_text(kiel(players=("Anna", "Cilly")), club(), mail=server))
    house.post.machine.journal.close()
    done = mailref("forget", "ben@example.org", "--yes", "-c", str(path))
    assert done.code == 0, done.err
    house = other_process(house)
    events = [*house.post.machine.journal.club.events()]
    assert not any("ben" in repr(each).lower() for each in events)
    begun = next(each for each in events if isinstance(each, GameAgreed))
    assert begun.players[1] == Member("N.N. 2", ())
    house.post.tick(house.now + 2 * MINUTE)
    assert "Ben Beispiel" not in house.game("kieler-1").players


def test_a_renamed_player_is_himself(tmp_path: Path) -> None:
    house = House(tmp_path)
    agreed(house)
    house.post.tick(house.now + MINUTE)
    opening = house.to("gm")
    house.reply("UMBENENNEN Ben Beispiel = Benno Beispiel", ERIKA, opening, header=PASS)
    if house.to("gm").one_time:
        house.reply("JA", ERIKA, house.to("gm"), header=PASS)
    assert "Benno Beispiel" in house.game("kieler-1").players
    house.post.tick(house.now + 5 * MINUTE)
    assert set(house.game("kieler-1").players) == {"Anna Muster", "Benno Beispiel"}
    house.write("AUFGABE", BEN, subject="[kieler-1 Z1] Zug")
    assert house.game("kieler-1").is_over


def test_status_shows_what_was_begun_and_check_takes_the_file(tmp_path: Path) -> None:
    house = House(tmp_path)
    agreed(house)
    house.post.tick(house.now + MINUTE)
    config = ("-c", str(house.post.path))
    assert "kieler-1" in mailref("status", *config).out
    assert mailref("check", *config).code == 0


@pytest.mark.parametrize(
    ("word", "is_told"), [("", True), ("ABLEHNEN", False), ("ANNEHMEN", False)]
)
def test_status_counts_an_offer_as_asked_while_it_is_open(
    tmp_path: Path, word: str, is_told: bool
) -> None:
    house = House(tmp_path)
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    if word:
        house.write(f"ANGEBOT 1 {word}", ANNA)

    told = mailref("status", "-c", str(house.post.path), "--now", house.now.isoformat()).out

    assert ("anna@example.org: an offer of a game" in told) is is_told
    assert ("asked back: 1, waiting" in told) is is_told


def test_an_old_game_goes_on_by_what_it_began_with(tmp_path: Path) -> None:
    house = House(tmp_path, 'move_time = "3d"')
    agreed(house)
    house.post.tick(house.now + MINUTE)
    server = f'{MAIL}authserv_id = "mx.example.org"\n'
    text = settings_text(kiel(players=("Anna", "Cilly")), club('move_time = "9d"'), mail=server)
    house.post.path.write_text(text, encoding="utf-8")
    house.post.tick(house.now + 2 * MINUTE)
    least = house.post.machine.office().games["kieler-1"].policy.least_time
    assert least is not None
    assert least.days == 3


def test_a_club_that_is_read_piece_by_piece_is_the_same(tmp_path: Path) -> None:
    house = House(tmp_path)
    agreed(house)
    house.write("EINLADEN fred@example.net", CILLY)
    kept = house.club
    with Journal.open(begun_in(tmp_path)) as journal:
        assert journal.club.load() == kept
