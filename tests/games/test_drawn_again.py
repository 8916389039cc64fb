"""Draws of every tile set made again from docs/chance.md and its file alone (`drawn_again.py`)."""

import json
from collections.abc import Iterable
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from mailref.assets import tile_file
from mailref.game_files import json_of
from mailref.games.chance import common_order
from mailref.referee.gm_orders import EndGame
from tests.games import drawn_again
from tests.games.any_set import EMPTY_ROUNDS, close_round, in_rounds, played, played_in_rounds
from tests.games.by_turns.at_table import AtTable, at_table, kiel
from tests.tiles.builders import WordList

BERLIN = ZoneInfo("Europe/Berlin")
FILES = files("mailref.data") / "tiles"
SETS = sorted(each.name.removesuffix(".toml") for each in FILES.iterdir())
THREE = ("Anna", "Ben", "Cleo")
BY_LOT = 'seats = "lot"\nchallenge = "none"'


def file_of(tiles: str) -> drawn_again.TileFile:
    return drawn_again.read((FILES / f"{tiles}.toml").read_text("utf-8"))


def export(table: AtTable) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json_of(tuple(table.records.log["kiel"]), BERLIN))
    return found


def layout_of(tiles: str) -> str:
    return "super" if tiles == "english-super" else "standard"


def agree(pairs: Iterable[tuple[object, object]]) -> int:
    found = list(pairs)
    for made, said in found:
        assert made == said
    return len(found)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("tiles", SETS)
def test_a_game_in_rounds_is_drawn_again(tiles: str) -> None:
    """The opening and following draws, an empty round, a rack that goes back, too few vowels."""
    told = export(played_in_rounds(tiles, layout_of(tiles)))

    assert agree(drawn_again.rounds(told, file_of(tiles))) == 8
    draws = [told["first_draw"], *(row["draw"] for row in told["rounds"])]
    assert any(draw["redraws"] for draw in draws)
    assert (list(draws[2]["drawn"]), len(draws[3]["returned"])) == ([], 8)
    assert all(row["laid"] for row in told["rounds"] if row["number"] not in EMPTY_ROUNDS)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("tiles", SETS)
def test_a_game_in_turns_is_drawn_again(tiles: str) -> None:
    """Seats by lot, who begins, first racks, filling, an exchange; with receipts."""
    told = export(played(tiles, layout_of(tiles), players=THREE, rules=BY_LOT))
    key = drawn_again.key_of_turns(told, THREE, None)

    assert told["lot_of_seats"] == drawn_again.seats(key, THREE)
    assert [
        [(each["player"], each["tile"]) for each in row] for row in told["starter"]["drawings"]
    ] == drawn_again.starters(key, told["lot_of_seats"], file_of(tiles))
    assert agree(drawn_again.turns(told, file_of(tiles), key)) >= 10
    assert any(each["put_back"] for each in told["drawings"])


@pytest.mark.sampled(4)
@pytest.mark.parametrize("blanks_in", ["each", "vowels", "consonants"])
@pytest.mark.parametrize("tiles", ["hungarian", "greek", "spanish", "english-super"])
def test_of_two_bags_that_of_the_vowels_is_that_of_the_set(tiles: str, blanks_in: str) -> None:
    rules = f'bags = 2\nblanks_in = "{blanks_in}"'
    told = export(played(tiles, layout_of(tiles), rules=rules))
    key = drawn_again.key_of_turns(told, ("Anna", "Ben"), None)

    assert agree(drawn_again.turns(told, file_of(tiles), key)) >= 8


@pytest.mark.parametrize("tiles", SETS)
def test_one_order_for_double_games_and_soloists_is_drawn_again(tiles: str) -> None:
    made, told = file_of(tiles), tile_file(tiles).tiles
    seed = bytes(range(32))

    bag = made.full_bag()
    order = told.named(common_order(seed, told))

    assert list(order) == drawn_again.drawn(seed, "order", bag, len(bag))


def test_racks_of_a_game_taken_over_have_receipts_by_the_set() -> None:
    """They are bound by hand, in the order of the set and with `[CH]` as one tile."""
    start = (
        '[game.start]\nturn = 4\nto_move = "Anna"\n'
        'racks = { "Anna" = ["Z", "Ñ", "CH", "A", "?", "LL", "N"], "Ben" = "ABCDEFG" }'
    )
    table = at_table(kiel('tiles = "spanish"', start), words=WordList())
    table.orders(EndGame())
    told = export(table)

    made = file_of("spanish")
    assert len(told["drawings"]) == 2
    for each in told["drawings"]:
        assert each["by_hand"]
        assert each["rack"] == made.in_order(each["rack"])
        proof = drawn_again.receipt(told, each["number"], each["player"], each["rack"])
        assert proof == (each["nonce"], each["receipt"])


LIKE = 'tiles = "spanish"\nletters = ["LL", "Ñ", "O", "A", "S", "T", "E"]'


def equal_moves(ties: str) -> dict[str, Any]:
    table = in_rounds(LIKE, f"ties = {ties}")
    table.receives("Anna", "H8w ÑO")
    table.receives("Ben", "H8w [LL]O")
    close_round(table)
    table.orders(EndGame())
    laid: dict[str, Any] = export(table)["rounds"][0]["laid"]
    return laid


def test_a_lot_puts_words_in_order_as_they_are_written() -> None:
    """Eight points each: a bracket comes before Ñ by code points, whatever the program takes `[LL]` for."""
    laid = equal_moves('["lot"]')

    assert laid["lot"]["choices"] == ["H8 across [LL]O", "H8 across ÑO"]
    number = next(drawn_again.numbers(bytes(range(32)), "lot 1"))
    assert laid["lot"]["chosen"] == number % 2


def test_words_are_alphabetical_by_the_set() -> None:
    assert equal_moves('["alphabetical"]')["move"]["plays"][0]["word"] == "[LL]O"
