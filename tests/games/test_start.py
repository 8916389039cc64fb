"""Who begins, the first racks and their receipts, from the seed 00 01 ... 1f (classic 12.2)."""

from datetime import UTC, datetime

from mailref.games.by_turns.course import Course
from mailref.games.by_turns.events import TilesDrawn, TurnsOpened
from mailref.games.chance import Secret, SeedDraws, receipt_of
from mailref.games.classic.book import ClassicBook, fill
from mailref.games.classic.game import draw_starter, open_turns
from mailref.tiles.board import TILES, Board
from tests.games.classic.examples import STANDARD, Words

DRAWS = SeedDraws(bytes(range(32)))


def first_racks() -> list[TilesDrawn]:
    opened = TurnsOpened(
        id="kiel",
        title="Kiel",
        variant="classic",
        rules=STANDARD,
        seats=("Anna", "Ben"),
        commitment="",
        lexicon="",
        lexicon_sha256="",
        board=Board(),
        bag=Secret(TILES.all_tiles),
    )
    at = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
    course = Course(
        open_turns(opened), ClassicBook(), Words(trusts=True), DRAWS, at, lambda *_: None
    )
    fill(course, "Anna")
    fill(course, "Ben")
    return [event for event in course.events if isinstance(event, TilesDrawn)]


def test_who_draws_the_earliest_letter_begins_and_the_seats_go_round() -> None:
    start = draw_starter(("Anna", "Ben", "Cleo"), DRAWS)

    assert start.drawings == ((("Anna", "M"), ("Ben", "L"), ("Cleo", "M")),)
    assert start.order == ("Ben", "Cleo", "Anna")


def test_the_first_racks_follow_from_the_seed() -> None:
    anna, ben = first_racks()

    assert (anna.number, anna.player, anna.letters.value) == (1, "Anna", "EEIMRUÜ")
    assert (ben.number, ben.player, ben.letters.value) == (2, "Ben", "EGIKPRS")


def test_each_rack_is_bound_by_a_receipt() -> None:
    anna, ben = first_racks()

    assert anna.nonce == Secret("5e2c46a687d200cd5819db67a7cb79f3")
    assert anna.receipt == "a927274cad177a8c75da3411f8c67697dde15df7c5090a6c2b92b17b4ec48484"
    assert ben.receipt == "2287fc39570f5a8feeec720dd20890cc2266a30153f7f3f597e1a1cd4e497e6b"


def test_a_receipt_is_of_the_whole_rack_in_alphabetical_order() -> None:
    nonce = "5e2c46a687d200cd5819db67a7cb79f3"

    receipt = receipt_of("kiel", 1, "Anna", "ÜREMIEU", nonce)

    assert receipt == "a927274cad177a8c75da3411f8c67697dde15df7c5090a6c2b92b17b4ec48484"
