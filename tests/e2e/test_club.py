"""A game begun by mail over the embedded servers, from the offer to the last move; and the daemon killed meanwhile."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from mailref.assembly import baseline_of, open_machine
from mailref.games.classic import book as turn_classic
from mailref.games.classic.game import TurnGame
from mailref.games.club.club import OfferMade
from mailref.journal.journal import Journal
from mailref.service import tick
from mailref.tick.machine import Machine
from tests.commands.invoke import mailref
from tests.e2e.installation import player_mail, text_of
from tests.e2e.test_killed import SETTINGS, House
from tests.e2e.worlds import MORNING
from tests.effort import Effort, effort
from tests.games.by_turns.at_table import GivenDraws
from tests.servers.faulty import FaultyServer
from tests.servers.sink import parsed

pytestmark = pytest.mark.slow
REFEREE, GAME_MASTER = "referee@example.org", "gm@example.org"
ADDRESSES = {"Anna": "anna@example.org", "Ben": "ben@example.org"}
CASES = json.loads((Path(__file__).parents[1] / "games/cases/classic.json").read_text("utf-8"))[
    "cases"
]
SETTINGS_OF_CLUB = (
    SETTINGS.partition("[[game]]")[0]
    + """
[[game]]
id = "yerres"
title = "1-Zug-Scrabble Yerres"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = 2036-12-05T20:00:00
letters = "BEEINNR"

[[game.player]]
name = "Anna"
addresses = ["anna@example.org"]

[[game.player]]
name = "Ben"
addresses = ["ben@example.org"]

[club]
tag = "kieler"
variants = ["classic"]
zone = "Europe/Berlin"
"""
)


def newest(server: FaultyServer, address: str) -> EmailMessage:
    """Return the last mail that somebody got."""
    data = [parcel.data for parcel in server.parcels if parcel.recipient == address][-1]
    return parsed(data)


class Evening:
    """Two people at their mail programs, and a machine that is started anew now and then."""

    def __init__(
        self, folder: Path, server: FaultyServer, settings: str = SETTINGS_OF_CLUB
    ) -> None:
        self.path, self.server = folder / "config.toml", server
        text = settings.format(imap=server.imap_port, smtp=server.smtp_port)
        self.path.write_text(text, encoding="utf-8")
        self.now = MORNING
        self.count = 0
        self.machine: Machine = open_machine(self.path)
        self.ticks()

    def ticks(self) -> None:
        baseline, _ = baseline_of(self.machine, self.now, None)
        while tick(self.machine, baseline, self.now + timedelta(seconds=30)).has_more:
            pass

    def restart(self) -> None:
        self.machine.mailbox.close()
        self.machine.journal.close()
        self.machine = open_machine(self.path)

    def write(self, name: str, text: str, **headers: str) -> EmailMessage:
        """Let somebody write; return the newest mail that he gets then."""
        self.count += 1
        self.now += timedelta(minutes=1)
        headers |= {"Message_ID": f"<{self.count}@example.org>"}
        mail = player_mail(name, ADDRESSES[name], text, **headers)
        self.server.deliver(REFEREE, mail.as_bytes(), self.now)
        self.ticks()
        return newest(self.server, ADDRESSES[name])

    def reply(self, name: str, text: str) -> EmailMessage:
        answered = newest(self.server, ADDRESSES[name])
        headers = {
            "Subject": f"Re: {answered['Subject']}", "In_Reply_To": str(answered["Message-ID"])
        }  # fmt: skip
        return self.write(name, text, **headers)


def test_a_game_from_the_offer_to_its_last_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sample game of seed 002, begun by mail: 26 moves, 349:361; the program is started anew in between."""
    case = next(each for each in CASES if each["name"] == "sample-game-whole")
    draws = GivenDraws([case["setup"]["racks"][name] for name in ADDRESSES])
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: draws)
    with FaultyServer(dict.fromkeys((REFEREE, GAME_MASTER, *ADDRESSES.values()), "pw")) as server:
        evening = Evening(tmp_path, server)
        asked = evening.write("Ben", "Hallo,\n\nNEUES SPIEL classic mit Anna\n\nViele Grüße\nBen")
        assert "NEUES SPIEL classic mit Anna" in text_of(asked)  # nothing proves that it is he
        evening.restart()
        evening.reply("Ben", "JA")
        offered = newest(server, ADDRESSES["Anna"])
        assert str(offered["Subject"]).startswith("[Scrabble] ")  # by the name in its address
        evening.restart()
        evening.reply("Anna", "Ja, gerne!")
        evening.ticks()
        for number, step in enumerate(case["steps"], start=1):
            if number % 7 == 0:
                evening.restart()
            draws.racks.extend(step["draws"])
            evening.reply(step["mail"], "\n".join(step["lines"]))
        state = evening.machine.journal.games.load("kieler-1")
        last = text_of(newest(server, GAME_MASTER))
        evening.machine.mailbox.close()
    assert isinstance(state, TurnGame)
    assert dict(state.final) == {"Anna": 349, "Ben": 361}
    assert "349" in last
    assert "361" in last


CLUB_ALONE = (
    SETTINGS.partition("[[game]]")[0]
    + """
[club]
tag = "kieler"
variants = ["classic"]
members = "confirmed"
zone = "Europe/Berlin"
"""
)


def agreed(evening: Evening) -> None:
    """Let two strangers come in and agree on a game, with nothing but answers to our mails."""
    evening.write("Ben", "NEUES SPIEL classic gegen jeden")
    evening.reply("Ben", "JA")
    evening.write("Anna", "ANGEBOT 1 ANNEHMEN")
    evening.reply("Anna", "JA")
    evening.ticks()


def test_the_first_game_of_a_club_begins_though_its_players_mails_are_filed(tmp_path: Path) -> None:
    """What they have answered to our questions is no sign that their game was going on before."""
    with FaultyServer(dict.fromkeys((REFEREE, GAME_MASTER, *ADDRESSES.values()), "pw")) as server:
        evening = Evening(tmp_path, server, CLUB_ALONE)
        agreed(evening)
        games = evening.machine.journal.games.ids()
        opened = newest(server, ADDRESSES["Anna"])
        evening.machine.mailbox.close()
    assert games == ("kieler-1",)
    assert str(opened["Subject"]).startswith("[kieler-1 ")


@pytest.mark.parametrize(
    "header",
    [
        {"Subject": "AW: [kieler-1 Z4] Zug"},
        {"In_Reply_To": f"<kieler-1.opening.{'a1' * 12}@example.org>", "Subject": "mein Zug"},
    ],
    ids=["tag", "id"],
)
def test_a_game_of_a_lost_record_is_not_begun_anew_under_its_id(
    tmp_path: Path, header: dict[str, str]
) -> None:
    """After a loss ids are counted from one again; a move of the old game still lies in the mailbox."""
    with FaultyServer(dict.fromkeys((REFEREE, GAME_MASTER, *ADDRESSES.values()), "pw")) as server:
        evening = Evening(tmp_path, server, CLUB_ALONE)
        old = player_mail(
            "Ben", ADDRESSES["Ben"], "HALLO", Message_ID="<old@example.org>", **header
        )
        server.deliver(REFEREE, old.as_bytes(), evening.now)
        agreed(evening)
        known, games = evening.machine.club().games, evening.machine.journal.games.ids()
        evening.machine.mailbox.close()
    assert [each.game for each in known] == ["kieler-1"]
    assert games == ()


def offers(folder: Path) -> list[OfferMade]:
    with Journal.open(f"sqlite:///{folder}/mailref.db") as journal:
        return [each for each in journal.club.events() if isinstance(each, OfferMade)]


def causes(folder: Path) -> int:
    """Return how many decisions are recorded."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(folder / "mailref.db")) as reader:
        return int(reader.execute("SELECT count(*) FROM causes").fetchone()[0])
    return 0


def until(house: House, wanted: Callable[[], bool]) -> None:
    """Kill the daemon as soon as it has written a decision, and start it again, until it has come so far."""
    for _ in range(_MOST_KILLS):
        before = causes(house.folder)
        house.start()
        house.wait(lambda before=before: wanted() or causes(house.folder) > before, "anything")  # type: ignore[misc]  # a default
        house.kill()
        if wanted():
            return
    raise AssertionError("it never came so far")


_MOST_KILLS = 30


@pytest.mark.skipif(effort() is not Effort.SOAK, reason="a minute of starts: make soak")
def test_a_daemon_that_is_killed_again_and_again_begins_one_game(tmp_path: Path) -> None:
    accounts = dict.fromkeys((REFEREE, GAME_MASTER, *ADDRESSES.values()), "pw")
    with FaultyServer(accounts) as server:
        text = SETTINGS_OF_CLUB.format(imap=server.imap_port, smtp=server.smtp_port)
        (tmp_path / "config.toml").write_text(text, encoding="utf-8")
        house = House(tmp_path, server)

        def got(address: str, subject: str) -> list[EmailMessage]:
            mails = [
                parsed(each.data)
                for each in server.parcels
                if each.recipient == ADDRESSES.get(address, address)
            ]
            return [each for each in mails if subject in str(each["Subject"])]

        def delivers(name: str, line: str, to: EmailMessage | None, number: int) -> None:
            headers = {"Message_ID": f"<club.{number}@example.org>"}
            if to is not None:
                headers |= {"In_Reply_To": str(to["Message-ID"]), "Subject": "Re: Spiel"}
            server.deliver(REFEREE, player_mail(name, ADDRESSES[name], line, **headers).as_bytes())

        until(house, lambda: bool(got("Anna", "[yerres R1]")))
        delivers("Anna", "NEUES SPIEL classic mit Ben", None, 1)
        until(house, lambda: bool(got("Anna", "Warst du das?")))
        delivers("Anna", "JA", got("Anna", "Warst du das?")[0], 2)
        until(house, lambda: bool(got("Ben", "Spielst du mit?")))
        delivers("Ben", "JA", got("Ben", "Spielst du mit?")[0], 3)
        until(house, lambda: bool(got("Anna", "[kieler-1 ") and got("Ben", "[kieler-1 ")))

        assert len(offers(tmp_path)) == 1
        for name in ADDRESSES:
            assert len({str(each["Message-ID"]) for each in got(name, "[kieler-1 ")}) == 1
        with sqlite3.connect(tmp_path / "mailref.db") as reader:
            ids = [row[0] for row in reader.execute("SELECT id FROM games ORDER BY id")]
        assert ids == ["kieler-1", "yerres"]


class TestRestored:
    """A backup is put back: what came since is decided again, as for games of the settings."""

    def begin(self, evening: Evening) -> None:
        evening.write("Ben", "NEUES SPIEL classic mit Anna")
        evening.reply("Ben", "JA")
        evening.reply("Anna", "JA")

    def put_back(self, evening: Evening, saved: Path) -> None:
        evening.machine.mailbox.close()
        evening.machine.journal.close()
        done = mailref("restore", str(saved), "-c", str(evening.path))
        assert done.code == 0, done.err
        evening.machine = open_machine(evening.path)

    def save(self, evening: Evening) -> Path:
        saved = evening.path.with_name("saved.db")
        assert mailref("backup", str(saved), "-c", str(evening.path)).code == 0
        return saved

    def test_offers_and_answers_since_are_taken_again_and_nobody_is_asked_twice(
        self, tmp_path: Path
    ) -> None:
        with FaultyServer(
            dict.fromkeys((REFEREE, GAME_MASTER, *ADDRESSES.values()), "pw")
        ) as server:
            evening = Evening(tmp_path, server)
            saved = self.save(evening)
            evening.write("Ben", "NEUES SPIEL classic mit Anna")
            evening.reply("Ben", "JA")
            before, sent = [*evening.machine.journal.club.events()], len(server.parcels)
            self.put_back(evening, saved)
            assert [*evening.machine.journal.club.events()] == before
            evening.ticks()
            assert len(server.parcels) == sent
            evening.reply("Anna", "JA")
            assert evening.machine.journal.games.load("kieler-1") is not None
            evening.machine.mailbox.close()

    def test_a_game_whose_tiles_are_lost_is_not_begun_with_others(self, tmp_path: Path) -> None:
        """Its players have seen racks of which nobody knows any more: the game master says what is to be done."""
        with FaultyServer(
            dict.fromkeys((REFEREE, GAME_MASTER, *ADDRESSES.values()), "pw")
        ) as server:
            evening = Evening(tmp_path, server)
            saved = self.save(evening)
            self.begin(evening)
            assert evening.machine.journal.games.load("kieler-1") is not None
            evening.reply("Anna", "PASSE")
            self.put_back(evening, saved)
            evening.ticks()
            assert [each.game for each in evening.machine.journal.club.load().games] == ["kieler-1"]
            assert evening.machine.journal.games.load("kieler-1") is None
            assert "kieler-1" in text_of(newest(server, GAME_MASTER))
            evening.machine.mailbox.close()
