"""A backup of a game in turns is put back: what the game went on by was not only mail."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.e2e.installation import player_mail
from tests.e2e.worlds import ERIKA, World
from tests.games.by_turns.at_table import kiel
from tests.servers.sink import parsed

pytestmark = pytest.mark.sampled(1)  # on one of the two kinds of servers

ANNA, BEN = "anna@example.org", "ben@example.org"
START = """[game.start]
turn = 2
to_move = "Anna"
racks = { Anna = "QXYÖJCV", Ben = "AEINRST" }
"""


@dataclass(frozen=True, slots=True)
class Played:
    """A game in turns that began a minute from now, and a backup of then."""

    world: World
    saved: Path
    began: datetime

    def after(self, minutes: int) -> str:
        return (self.began + timedelta(minutes=minutes)).isoformat()

    def answers(self, name: str, address: str, text: str, minutes: int) -> None:
        """Let somebody answer the last mail that he got, and the referee read it at once."""
        last = newest(self.world, address)
        subject, id_ = f"Re: {last['Subject']}", str(last["Message-ID"])
        mail = player_mail(name, address, text, Subject=subject, In_Reply_To=id_)
        self.world.arrives(mail, self.began + timedelta(minutes=minutes))
        self.world.once("--now", self.after(minutes))


@pytest.fixture
def played(world: World, tmp_path: Path) -> Played:
    head = world.config.read_text(encoding="utf-8").partition("[[game]]")[0]
    game = kiel(inner=START, variant="classic-open", id="yerres")
    world.config.write_text(f"{head}\n{game}", encoding="utf-8")
    found = Played(
        world,
        tmp_path / "saved.db",
        datetime.now(UTC).replace(microsecond=0) + timedelta(minutes=1),
    )
    world.once("--now", found.after(0))
    assert world.call("backup", str(found.saved)).code == 0
    return found


def newest(world: World, address: str) -> EmailMessage:
    return parsed(world.to(address)[-1])


@pytest.mark.slow
def test_a_ruling_by_a_bare_yes_is_booked_again_and_the_game_is_where_it_was(
    played: Played,
) -> None:
    """The question that it answers was asked between two mails."""
    world = played.world
    played.answers("Anna", ANNA, "H8 QXJ", 1)
    played.answers("Erika Musterfrau", ERIKA, "ja", 2)
    played.answers("Ben", BEN, "PASSE", 3)
    before, count = world.export(), len(world.taken())
    assert "QXJ" in before

    done = world.call("restore", str(played.saved), "--now", played.after(5))

    assert done.code == 0, done.err
    assert world.export() == before
    world.once("--now", played.after(6))
    assert len(world.taken()) == count


@pytest.mark.slow
def test_a_game_that_went_on_by_what_is_in_no_mailbox_waits_for_the_game_master(
    played: Played,
) -> None:
    """A mail answers one of ours that the copy, gone through once more, never came to."""
    world = played.world
    played.answers("Anna", ANNA, "H8 QXJ", 1)
    assert world.call("rule", "yerres", "QXJ", "accept", "--now", played.after(2)).code == 0
    world.once("--now", played.after(2))
    played.answers("Ben", BEN, "PASSE", 3)
    count = len(world.taken())

    done = world.call("restore", str(played.saved), "--now", played.after(5))

    assert done.code == 0, done.err
    assert "nothing is sent before 'mailref proceed'" in done.out
    world.once("--now", played.after(6))
    assert [address for address, _ in world.taken()[count:]] == [ERIKA]
    assert (
        newest(world, ERIKA)["Subject"] == "[mailref] Bitte entscheiden: Datenbank zurückgespielt"
    )
