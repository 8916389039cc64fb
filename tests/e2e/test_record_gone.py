"""A database that is empty or missing: the game does not begin anew by accident."""

import re

import pytest

from tests.e2e.installation import player_mail
from tests.e2e.worlds import MAX, World

pytestmark = pytest.mark.sampled(1)  # on one of the two kinds of servers

OPENINGS = 3
"""To both players and the game master."""


def message_id(data: bytes) -> str:
    found = re.search(rb"(?im)^Message-ID:\s*(<[^>]+>)", data)
    assert found is not None
    return found[1].decode()


def played_and_lost(world: World) -> None:
    """Begin the game, take in a move that no mail of ours is named in, lose the database."""
    world.once()
    world.move()
    world.once()
    assert len(world.taken()) == OPENINGS + 1
    world.lose_record()


@pytest.mark.slow
def test_a_missing_database_stops_it_where_a_players_mail_is_filed(world: World) -> None:
    played_and_lost(world)

    done = world.call("once")

    assert done.code == 1
    assert "'yerres' has begun before, as mail filed away shows" in done.err
    assert "--new-game yerres" in done.err
    assert len(world.taken()) == OPENINGS + 1


@pytest.mark.slow
def test_the_daemon_stops_as_well(world: World) -> None:
    played_and_lost(world)

    done = world.call("run")

    assert done.code == 1
    assert "'yerres' has begun before" in done.err
    assert len(world.taken()) == OPENINGS + 1


@pytest.mark.slow
def test_an_empty_database_is_like_a_missing_one(world: World) -> None:
    played_and_lost(world)
    world.database.touch()

    assert world.call("once").code == 1
    assert len(world.taken()) == OPENINGS + 1


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("header", ["References", "In_Reply_To"])
def test_an_answer_to_our_mail_that_nobody_has_read_yet_stops_it(world: World, header: str) -> None:
    world.once()
    (opening,) = world.to(MAX)
    world.lose_record()
    own_words = {header: f"<other@example.org> {message_id(opening)}", "Subject": "mein Zug"}
    world.arrives(player_mail("Max Mustermann", "max@elsewhere.example", "HALLO\n", **own_words))

    done = world.call("once")

    assert done.code == 1
    assert "'yerres' has begun before, as a mail in the inbox shows" in done.err
    assert len(world.taken()) == OPENINGS


@pytest.mark.slow
def test_a_tag_in_a_subject_stops_it(world: World) -> None:
    world.arrives(player_mail("Wer", "wer@example.net", "HALLO", Subject="AW: [Yerres R3] Zug ü"))

    assert world.call("once").code == 1


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("subject", ["Zug", "[yerres-2 R3] Zug", "[Bochum Ende] Tabelle"])
def test_other_mail_stops_nothing(world: World, subject: str) -> None:
    """Also a player's, as long as no mailref has filed it away."""
    world.arrives(player_mail("Max Mustermann", MAX, "HALLO", Subject=subject))

    world.once()

    assert len(world.taken()) == OPENINGS


@pytest.mark.slow
def test_a_second_game_begins_beside_the_first(world: World) -> None:
    """Mail of the same players has been filed; it is of the game that the record knows."""
    world.once()
    world.move()
    world.once()
    game = world.config.read_text(encoding="utf-8").partition("[[game]]")[2]
    second = game.replace("yerres", "halle").replace("Yerres", "Halle")
    with world.config.open("a", encoding="utf-8") as file:
        file.write("\n[[game]]" + second)

    world.once()

    assert len(world.taken()) == 2 * OPENINGS + 1


@pytest.mark.slow
def test_a_game_is_begun_anew_on_purpose(world: World) -> None:
    played_and_lost(world)

    world.once("--new-game", "yerres")

    assert len(world.taken()) == 2 * OPENINGS + 1
    world.once("--new-game", "yerres")
    assert len(world.taken()) == 2 * OPENINGS + 1


def test_a_game_that_is_none_cannot_be_begun(world: World) -> None:
    done = world.call("once", "--new-game", "yeres")

    assert done.code == 2
    assert "no game 'yeres'; there are: yerres" in done.err
