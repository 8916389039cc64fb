"""Whole games by mail with other tiles and on other boards: played, told, exported, and decided again."""

import json
import re
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from mailref.assembly import archive_means
from mailref.game_files import archive_of, csv_of, gcg_in, json_of
from mailref.record.verify import Verified, verify
from mailref.tiles.board import Axes, Square, square_name
from mailref.writing.compose import compose_all
from tests.games.any_set import game_at, played, played_to_the_end
from tests.games.by_turns.at_table import at_table, kiel
from tests.games.scored_again import points_of_turns
from tests.tiles.builders import WordList
from tests.writing.builders import means
from tests.writing.composed import body, read_back

BERLIN = ZoneInfo("Europe/Berlin")
PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")

GAMES = [
    pytest.param("english", "standard", id="english"),
    pytest.param("french", "standard", id="french"),
    pytest.param("english-super", "super", id="super"),
    pytest.param("spanish", "standard", id="spanish"),
    pytest.param("catalan", "standard", id="catalan"),
    pytest.param("polish", "standard", id="polish"),
    pytest.param("turkish", "standard", id="turkish"),
    pytest.param("greek", "standard", id="greek"),
    pytest.param("hungarian", "standard", id="hungarian"),
    pytest.param("ukrainian", "wwf", id="ukrainian"),
]


@pytest.mark.parametrize(("tiles", "layout"), GAMES)
def test_a_game_is_played_told_and_decided_again(tiles: str, layout: str) -> None:
    table = played(tiles, layout)
    events, game = tuple(table.records.log["kiel"]), game_at(table)

    exported = json.loads(json_of(events, BERLIN))

    found = verify(exported)
    assert isinstance(found, Verified), found
    assert found.with_chance
    assert (exported["tile_set"]["name"], exported["tile_set"]["version"]) == (tiles, 1)
    assert exported.get("layout", {"name": "standard"})["name"] == layout
    assert [turn["points"] for turn in exported["turns"]] == points_of_turns(exported)
    assert sum(turn["kind"] == "play" for turn in exported["turns"]) >= 4
    racks = [turn["rack"] for turn in exported["turns"]]
    assert all(isinstance(rack, list) == bool(game.tile_set.digraphs) for rack in racks)
    size = game.layout.size
    assert all(len(row) == size for row in exported["turns"][0]["board"])
    gcg = gcg_in(events)
    assert f"#tile-distribution {tiles}" in gcg
    for text in (gcg, csv_of(events).decode(), json.dumps(exported["turns"], ensure_ascii=False)):
        assert PRIVATE.search(text) is None


@pytest.mark.parametrize(("tiles", "layout"), GAMES)
def test_its_mails_and_pages_show_tiles_as_people_write_them(tiles: str, layout: str) -> None:
    table = played(tiles, layout)
    owed = [replace(each, language="en") for each in table.mails[-6:]]

    for mail in compose_all(owed, means()):
        message = read_back(mail.data)
        text = body(message, "plain")
        assert PRIVATE.search(text + body(message, "html")) is None
        for part in message.walk():
            if part.get_content_maintype() == "text":
                assert PRIVATE.search(str(part.get_content())) is None, part.get_filename()
        assert max(map(len, text.splitlines())) <= 72
    events = tuple(table.records.log["kiel"])
    for name, data in archive_of(lambda: events, archive_means("en", BERLIN))[1]:
        if name.endswith(".html"):
            assert PRIVATE.search(data.decode()) is None


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("tiles", "layout", "language"),
    [
        pytest.param("english", "standard", "en", id="english"),
        pytest.param("english-super", "super", "en", id="super"),
        pytest.param("french", "standard", "fr", id="french"),
        pytest.param("spanish", "standard", "en", id="spanish"),
        pytest.param("polish", "standard", "en", id="polish"),
        pytest.param("turkish", "standard", "en", id="turkish"),
        pytest.param("greek", "standard", "en", id="greek"),
    ],
)
def test_a_whole_game_by_mail_ends_with_an_empty_bag(
    tiles: str, layout: str, language: str
) -> None:
    table = played_to_the_end(tiles, layout, language)
    game = game_at(table)

    exported = json.loads(json_of(table.records.log["kiel"], BERLIN))

    assert game.ended in {"out", "passes"}
    assert game.bag.value == ""
    found = verify(exported)
    assert isinstance(found, Verified), found
    assert [turn["points"] for turn in exported["turns"]] == points_of_turns(exported)
    laid = len([*game.board.tiles])
    assert laid + sum(len(hand.rack.value) for hand in game.hands.values()) == len(
        game.tile_set.all_tiles
    )
    assert laid > 60
    assert PRIVATE.search(gcg_in(table.records.log["kiel"])) is None


def test_the_last_square_of_a_large_board_is_played_on() -> None:
    table = at_table(kiel('tiles = "english"\nlayout = "super"'), words=WordList())
    board = game_at(table).board

    assert board.size == 21
    assert square_name(Square(20, 20), Axes.ROWS) == "U21"
