"""A toy in rounds whose answers are worth what those of others leave them, from a purse of each player's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.invoke import mailref
from tests.e2e.installation import text_of
from tests.e2e.worlds import World
from tests.toys.test_longest import ANNA, BEN, DAY, MINUTE, Played, _settings


@pytest.fixture
def bids(world: World) -> Iterator[Played]:
    """The game, opened."""
    _settings(world, Played.begins(), variant="sealed-bids")
    game = Played(world)
    game.tick()
    yield game
    game.close()


def _bid(bids: Played, anna: str, ben: str) -> None:
    bids.writes(ANNA, anna)
    bids.writes(BEN, ben)
    bids.tick(2 * DAY + 5 * MINUTE)


def _totals(bids: Played) -> dict[str, int]:
    return {player.name: player.total for player in bids.game.players.values()}


def test_what_a_bid_is_worth_nobody_is_told_before_the_others_are_in(
    bids: Played, tmp_path: Path
) -> None:
    assert "Wortliste" not in text_of(bids.mails(ANNA)[0])
    noted = text_of(bids.writes(ANNA, "7"))
    assert "deine Antwort 7 ist da" in noted
    assert "Punkt" not in noted
    assert "answer 9 is here" in text_of(bids.writes(BEN, "9"))
    bids.tick(2 * DAY + 5 * MINUTE)

    assert _totals(bids) == {"Anna": 0, "Ben": 6}
    assert bids.game.round.task == "10", "one more than the best bid"
    config, file = str(bids.world.config), tmp_path / "wort.json"
    file.write_text(mailref("export", "wort", "-c", config).out, encoding="utf-8")
    assert mailref("verify", "wort", "-c", config).code == 0
    assert mailref("verify", "--file", str(file)).code == 0


def test_the_same_bid_takes_nothing_and_a_purse_is_ones_own(bids: Played) -> None:
    _bid(bids, "12", "12")
    assert _totals(bids) == {"Anna": 0, "Ben": 0}

    refused = text_of(bids.writes(ANNA, "9"))
    assert "So viel hast du nicht mehr." in refused
    bids.writes(BEN, "8")


def test_who_resigns_is_told_how_to_leave(bids: Played) -> None:
    assert "das Wort ABMELDEN" in text_of(bids.writes(ANNA, "AUFGABE"))
    assert "the word LEAVE" in text_of(bids.writes(BEN, "I resign."))
