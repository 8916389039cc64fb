"""`mailref forget`: nothing of a person is left in the record, and the game replays as before."""

import json
import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import fields, replace

from mailref.games import events as happened
from mailref.games.events import Event
from mailref.journal.installation import LEASE
from mailref.journal.packing import unpacked
from mailref.record.as_json import Json
from mailref.record.renaming import Rewriting, people_of, replacing
from tests.commands.games import recorded
from tests.commands.invoke import Called, mailref
from tests.commands.test_decide import AFTER, call, closed
from tests.games.at_random import solo
from tests.games.by_turns.test_in_a_tick import going, table
from tests.journal.shapes import KINDS
from tests.record.games import play
from tests.referee.rehearsal import MINUTE, MONDAY, game
from tests.tick.machines import Post, begun
from tests.tick.test_club import ANNA, BEN, House
from tests.tiles.variants import ONE


def left_the_file(machine: Post) -> None:
    """Take Max out of the settings, without a tick."""
    text = machine.path.read_text(encoding="utf-8")
    at = text.index('[[game.player]]\nname = "Max Mustermann"')
    end = text.index("[[game.player]]", at + 1)
    machine.path.write_text(text[:at] + text[end:], encoding="utf-8")


def bytes_kept(folder: Path) -> bytes:
    """Return all bytes of the database, free pages and the log of changes included, and what lies packed."""
    with closing(sqlite3.connect(folder / "mailref.db")) as connection:
        packed = [
            unpacked(payload).encode()
            for table in ("events", "snapshots", "kept_reports")
            for (payload,) in connection.execute(f"SELECT payload FROM {table}")  # noqa: S608  names of ours
        ]
    return b"".join([*packed, *(each.read_bytes() for each in sorted(folder.glob("mailref.db*")))])


def forget(machine: Post, who: str = "Max Mustermann") -> Called:
    return call(machine, "forget", who, "--yes", now=AFTER + 2 * MINUTE)


def exported(out: str = "test.json") -> dict[str, Json]:
    mailref("export", "test", "--out", out)
    found = json.loads(Path(out).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def test_no_byte_of_the_database_names_who_was_forgotten(tmp_path: Path) -> None:
    machine = closed(tmp_path)
    reason = "Max Mustermann irrt, max@example.org auch"
    call(
        machine, "correct", "yerres", "Max Mustermann", "+5", "--because", reason,
        now=AFTER + MINUTE,
    )  # fmt: skip
    machine.arrives("PRESSE: Gruß aus Yerres von Max Mustermann", at=AFTER)
    machine.tick(AFTER + MINUTE)
    left_the_file(machine)
    before = bytes_kept(tmp_path)
    assert b"Max Mustermann" in before
    assert b"max@example.org" in before
    assert b"aus Yerres" in before

    called = forget(machine)

    assert (called.code, called.err) == (0, "")
    after = bytes_kept(tmp_path).lower()
    assert b"mustermann" not in after
    assert b"max@example.org" not in after
    assert b"aus yerres" not in after
    assert b"eva@example.org" in after


def test_what_was_made_for_pages_goes_with_him(tmp_path: Path) -> None:
    machine = closed(tmp_path)
    left_the_file(machine)
    pieces = tmp_path / "mailref.db.pieces"
    pieces.mkdir()
    (pieces / "test.pieces").write_text("Max Mustermann")

    forget(machine)

    assert [*pieces.iterdir()] == []


def test_his_results_stay_under_a_stand_in(tmp_path: Path) -> None:
    machine = closed(tmp_path)
    totals = [each.total for each in machine.game().players.values()]
    left_the_file(machine)

    forget(machine)

    machine.machine.journal.games.forget_what_is_kept_in_mind()
    players = machine.game().players
    assert list(players) == ["N.N. 1", "Eva Muster"]
    assert [each.total for each in players.values()] == totals
    assert players["N.N. 1"].addresses == ()
    assert totals[0] > 0


@pytest.mark.parametrize("is_noticed", [False, True])
def test_a_game_that_he_left_or_is_leaving_is_verified_afterwards(
    here: Path, *, is_noticed: bool
) -> None:
    """Whether or not the daemon had noticed before that he was taken out of the settings."""
    machine = closed(here)
    left_the_file(machine)
    if is_noticed:
        machine.tick(AFTER + MINUTE)

    assert forget(machine).code == 0

    verified = mailref("verify", "yerres", "-c", str(machine.path))
    assert (verified.code, verified.err) == (0, "")


def test_it_says_what_cannot_be_called_back(tmp_path: Path) -> None:
    machine = closed(tmp_path)
    left_the_file(machine)

    lines = forget(machine).out.splitlines()

    assert lines[:2] == ["yerres: Max Mustermann becomes N.N. 1", "addresses: max@example.org"]
    assert lines[2:4] == [
        "forgotten in games, exports to come, mails in and out",
        "what cannot be called back:",
    ]
    # Two openings, a confirmation, a top and two reports, one mail to the game master for each.
    assert lines[4].endswith("mails of these games were sent; whoever got them has them")
    assert lines[5:] == [
        "- his mails in the folders INBOX, Processed and Quarantine of the mailbox",
        "- backups, and copies of the database beside it, made before",
    ]


def test_the_game_goes_on_without_him_and_no_mail_reaches_him(tmp_path: Path) -> None:
    machine = closed(tmp_path)
    machine.arrives("STAND", at=AFTER)
    machine.outbox.is_down = True
    machine.tick(AFTER + MINUTE)
    machine.outbox.is_down = False
    left_the_file(machine)
    forget(machine)
    machine.machine.journal.games.forget_what_is_kept_in_mind()

    machine.tick(AFTER + 9 * MINUTE)
    machine.arrives("H8w RABEN", at=AFTER + 10 * MINUTE)
    machine.tick(AFTER + 11 * MINUTE)

    assert not [each for each in machine.left() if each.startswith("max")]
    assert machine.entries() == {}


def test_who_plays_at_a_table_is_out_there_and_the_others_are_told(here: Path) -> None:
    """Nobody waits for somebody who cannot move any more, and what is recorded is verified."""
    machine = table(here, 'registration = "open"\nplaces = 2')
    text = machine.path.read_text(encoding="utf-8")
    at = text.index('[[game.player]]\nname = "Anna"')
    end = text.index("[[game.player]]", at + 1)
    machine.path.write_text(
        (text[:at] + text[end:]).replace('starter = "Anna"', ""), encoding="utf-8"
    )

    called = forget(machine, "Anna")

    assert (called.code, called.err) == (0, "")
    machine.machine.journal.games.forget_what_is_kept_in_mind()
    assert going(machine).is_over
    assert going(machine).final["Ben"] == 0
    assert going(machine).hands["N.N. 1"].is_out
    machine.tick(AFTER + 3 * MINUTE)
    left = machine.left()
    assert any(each.startswith("ben") for each in left)
    assert not any(each.startswith("anna") for each in left)
    verified = mailref("verify", "kiel", "-c", str(machine.path))
    assert (verified.code, verified.err) == (0, "")


def test_a_kept_mail_of_somebody_else_that_names_him_is_dropped(tmp_path: Path) -> None:
    """He may stand in a subject or a quotation, without his address."""
    machine = closed(tmp_path)
    said = "Re: Max Mustermann spielt RABEN"
    machine.arrives("H8w RABEN", "Wer <wer@example.com>", at=AFTER, subject=said)
    machine.tick(AFTER + MINUTE)
    left_the_file(machine)
    assert said.encode() in bytes_kept(tmp_path)

    forget(machine)

    assert b"mustermann" not in bytes_kept(tmp_path).lower()


def test_mails_of_a_club_to_others_do_not_name_him_afterwards(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.reply("JA", BEN, house.to("ben"))
    house.post.tick(house.now + MINUTE)
    path = house.post.path
    assert house.begun() == ["kieler-1"]
    text = path.read_text(encoding="utf-8")
    at = text.index('[[game.player]]\nname = "Ben')
    end = text.index("[[game.player]]", at + 1)
    path.write_text(text[:at] + text[end:], encoding="utf-8")
    assert b"Ben Beispiel" in bytes_kept(tmp_path)

    checked = call(house.post, "check", now=house.now)
    called = call(house.post, "forget", "Ben Beispiel", "--yes", now=house.now + 2 * MINUTE)

    assert "it rests" not in checked.err
    assert (called.code, called.err) == (0, "")
    assert b"ben beispiel" not in bytes_kept(tmp_path).lower()
    assert b"ben@example.org" not in bytes_kept(tmp_path).lower()


def test_who_stands_in_the_settings_is_not_forgotten(tmp_path: Path) -> None:
    """The file wins: he would be back at the next tick."""
    machine = closed(tmp_path)
    before = bytes_kept(tmp_path)

    called = forget(machine, "MAX@example.org")

    assert called.code == 1
    assert called.err == (
        f"mailref: {machine.path}: 'yerres' still names 'Max Mustermann': take him out there first\n"
    )
    assert bytes_kept(tmp_path) == before


def works_elsewhere(machine: Post, now: datetime) -> None:
    with machine.machine.journal._database.writing() as connection:
        connection.exec_driver_sql(
            "INSERT INTO leases (name, boot, host, pid, until) VALUES (?, ?, ?, ?, ?)",
            ("machine", "", "elsewhere", 1, (now + LEASE).astimezone(UTC).replace(tzinfo=None)),
        )


WHOSE = (
    "mailref: another mailref runs on this database, or on the one of which this is a copy "
    "(process 1 on elsewhere): end it first\n"
)


def test_nobody_is_forgotten_beside_a_daemon(tmp_path: Path) -> None:
    """It holds the games in its memory, and would write the name once more."""
    machine = closed(tmp_path)
    left_the_file(machine)
    works_elsewhere(machine, AFTER + 2 * MINUTE)

    called = forget(machine)

    assert (called.code, called.out, called.err) == (1, "", WHOSE)
    assert "Max Mustermann" in machine.game().players


def test_a_daemon_beside_another_says_whose_the_database_is_and_not_that_it_runs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    machine = closed(tmp_path)
    works_elsewhere(machine, datetime.now(UTC))
    caplog.set_level(logging.INFO)

    called = mailref("run", "-c", str(machine.path))

    assert (called.code, called.err) == (1, WHOSE)
    assert "the referee runs" not in caplog.text


def test_it_asks_before_it_does_so(tmp_path: Path) -> None:
    machine = closed(tmp_path)
    left_the_file(machine)

    called = mailref("forget", "Max Mustermann", "-c", str(machine.path), stdin="n\n")

    assert called.code == 1
    assert "This cannot be undone. Go on? [y/N]" in called.out + called.err
    assert b"Max Mustermann" in bytes_kept(tmp_path)


def test_nobody_is_found_under_a_name_that_nobody_has(tmp_path: Path) -> None:
    called = forget(closed(tmp_path), "Moritz")

    assert (called.code, called.err) == (1, "mailref: nobody called 'Moritz' is recorded\n")


@pytest.mark.slow
def test_exports_and_hashes_of_reports_stay_but_for_the_name(here: Path) -> None:
    table = play(ONE, 3, most_rounds=3)
    recorded(here, "test", table.seed, table.events)
    before = exported()
    who = table.events[1]
    assert isinstance(who, happened.PlayerJoined)

    called = mailref("forget", who.name, "--yes")

    assert (called.code, called.err) == (0, "")
    verified = mailref("verify", "test")
    assert verified.out.splitlines()[0] == (
        "test: 3 rounds replayed, no difference: scores, ranks, tiles, draws and lots"
    )
    after = exported("after.json")
    assert after["reports"] == before["reports"]
    told = json.dumps(before).replace(f'"{who.name}"', '"N.N. 1"')
    renamed = json.loads(told)
    assert after["rounds"] == renamed["rounds"]
    assert who.name not in json.dumps(after["players"])


def test_what_was_mixed_into_draws_stays_and_is_named(tmp_path: Path) -> None:
    """Chance: the key of a round holds name and word, or nobody could compute the draw anew."""
    machine = begun(tmp_path, game(keys='lots = true\nannounce = "0h"'))
    machine.arrives("LOSWORT Pflaume")
    machine.arrives("H8w RABEN")
    machine.tick(MONDAY + MINUTE)
    machine.tick(AFTER)
    left_the_file(machine)

    called = forget(machine)

    assert (
        "- yerres: his name beside his word in the draws; without both nobody could check them"
    ) in called.out.splitlines()
    verified = call(machine, "verify", "yerres")
    assert verified.out.startswith("yerres: 1 round replayed, no difference")


def test_a_soloist_with_two_racks_is_forgotten_on_both_seats(here: Path) -> None:
    """They are named after him: `Anna I` and `Anna II`."""
    league = solo(25)
    recorded(here, "test", league.seed, league.events)
    assert b"Anna II" in bytes_kept(here)

    called = mailref("forget", "Anna", "--yes")

    assert (called.code, called.err) == (0, "")
    assert b"Anna" not in bytes_kept(here)
    assert mailref("verify", "test").code == 0
    assert mailref("export", "test", "--format", "html").code == 0


def joined(name: str, *addresses: str) -> happened.PlayerJoined:
    return happened.PlayerJoined(name, addresses)


def test_a_person_is_known_under_every_name_and_address_he_had() -> None:
    """A name that he gave up may be another's today."""
    events: Sequence[Event] = (
        joined("Max", "max@example.org"),
        happened.PlayerRenamed("Max", "Moritz", ""),
        happened.AddressesChanged("Moritz", ("moritz@example.org",), ""),
        joined("Max", "other@example.org"),
    )

    first, second = people_of("yerres", events)

    assert (first.names, first.stand_ins) == (("Max", "Moritz"), ("N.N. 1.1", "N.N. 1"))
    assert first.addresses == {"max@example.org", "moritz@example.org"}
    assert (second.names, second.stand_in) == (("Max",), "N.N. 2")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("Erna Rabe irrt", "N.N. 1 irrt", id="name"),
        pytest.param("ERNA RABE: nein", "N.N. 1: nein", id="other case"),
        pytest.param("an erna@example.org.", "an forgotten-0@mailref.invalid.", id="address"),
        pytest.param("verna@example.org", "verna@example.org", id="another address"),
        pytest.param("Erna Raben irrt", "Erna Raben irrt", id="another name"),
    ],
)
def test_only_the_whole_name_is_replaced_in_a_text(text: str, said: str) -> None:
    (person,) = people_of("yerres", [joined("Erna Rabe", "erna@example.org")])

    assert replacing([person], person.addresses)(text) == said


def test_a_word_that_was_laid_is_no_name() -> None:
    (person,) = people_of("yerres", [joined("Rabe")])

    assert replacing([person], [])("RABE gilt nicht, sagt Rabe") == "RABE gilt nicht, sagt N.N. 1"


def test_the_reason_of_an_end_names_nobody_who_is_forgotten() -> None:
    events = play(ONE, 3, most_rounds=1).events
    person, *_ = people_of("yerres", events)
    ended = happened.GameEnded(
        "00", happened.BY_GAME_MASTER, MONDAY, f"{person.names[-1]} ist fort"
    )
    rewriting = Rewriting((person,), frozenset())

    *_, rewritten = map(rewriting.rewritten, (*events, ended))

    assert rewritten == replace(ended, reason=f"{person.stand_in} ist fort")


def test_a_name_is_found_however_it_is_written_in_the_record() -> None:
    """Payloads are searched for names before they are read: in JSON a quotation mark stands otherwise."""
    events = play(ONE, 3, most_rounds=1).events
    came = joined('Jörg "Jo" Öhm')
    *_, person = people_of("yerres", [*events, came])
    ended = happened.GameEnded("00", happened.BY_GAME_MASTER, MONDAY, 'JÖRG "jo" öhm ist fort')
    rewriting = Rewriting((person,), frozenset())

    *_, joining, rewritten = map(rewriting.rewritten, (*events, came, ended))

    assert joining == replace(came, name=person.stand_in)
    assert rewritten == replace(ended, reason=f"{person.stand_in} ist fort")


def test_every_field_for_a_name_is_known() -> None:
    """An event with a new field for a player's name must not be passed over when one is forgotten."""
    strings = {
        f"{kind.__name__}.{each.name}"
        for kind in KINDS
        for each in fields(kind)
        if each.type in ("str", str) and each.name not in {"player", "name", "new_name"}
    }

    assert strings == {
        "TileTurnedUp.tile",
        "DrawnAnew.because", "GameOpened.id", "GameOpened.title", "GameOpened.variant", "GameOpened.commitment",
        "GameOpened.lexicon", "GameOpened.lexicon_sha256", "PlayerLeft.because",
        "PlayerRenamed.because", "AddressesChanged.because", "DeadlineMoved.because",
        "MoveEntered.mail", "MoveKept.mail", "MoveWasLate.mail", "WordRuled.word", "WordRuled.by",
        "WordRuled.because", "TieRuled.choice", "TieRuled.because", "RoundReopened.because",
        "ScoreCorrected.because", "GamePaused.because", "GameResumed.because",
        "PressReceived.text", "PressReceived.mail", "PressRuled.mail", "SettingSpent.key",
        "SettingSpent.value", "JoinAsked.address", "JoinAsked.said",
        "LotWordGiven.word", "Noted.what", "SubscriberLeft.address",
        "LanguageSet.language", "TextKept.order", "MessageSent.mail", "PlayerMuted.muted",
        "SubscriberLanguageSet.address",
        "SubscriberLanguageSet.language", "GameEnded.seed",
        "GameEnded.because", "GameEnded.reason",
        "TurnsOpened.id", "TurnsOpened.title", "TurnsOpened.variant", "TurnsOpened.commitment",
        "TurnsOpened.lexicon", "TurnsOpened.lexicon_sha256", "TilesDrawn.receipt", "OrderDropped.why",
        "PlayLaid.mail", "PlayAccepted.by", "PlayChallenged.mail", "ChallengeHeld.mail", "ThemeRuled.word",
        "TurnUndone.because",
        "PlayerOut.why", "RacksRevealed.why", "TableOpened.id", "TableOpened.title",
        "TableOpened.variant", "TableOpened.commitment", "TableOpened.lexicon",
        "TableOpened.lexicon_sha256", "RackDealt.receipt", "TableWordLaid.mail", "TileTaken.tile",
        "BingoOpened.id", "BingoOpened.title", "BingoOpened.variant", "BingoOpened.commitment",
        "BingoOpened.lexicon", "BingoOpened.lexicon_sha256", "WordsEntered.mail", "BingoCalled.mail",
        "TilesCalled.drawn",
        "UnscrabbleOpened.id", "UnscrabbleOpened.title", "UnscrabbleOpened.variant",
        "UnscrabbleOpened.commitment", "UnscrabbleOpened.lexicon", "UnscrabbleOpened.lexicon_sha256",
        "UnscrabbleOpened.of_game", "TilesTaken.mail", "TilesTaken.ends",
        "SoloOpened.id", "SoloOpened.title", "SoloOpened.variant", "SoloOpened.commitment",
        "SoloOpened.lexicon", "SoloOpened.lexicon_sha256", "SeedRevealed.seed",
    }  # fmt: skip
