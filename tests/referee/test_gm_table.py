"""The table of the game master's orders: read by mail, ordered in the shell, explained everywhere."""

from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from zoneinfo import ZoneInfo

import click
import pytest
from msgspec.structs import fields

from mailref.cli import COMMANDS
from mailref.commands import decide
from mailref.games.kind import kind_named
from mailref.games.rounds import referee as rounds_referee
from mailref.games.rounds.contents import MayOrder
from mailref.languages import LANGUAGES, rows_of
from mailref.referee.gm_order_lines import Ordered, read_orders
from mailref.referee.gm_orders import GM_ROWS, GmKinds, GmOrder, GmRow, OtherFamily
from tests.games.by_turns.at_table import at_table
from tests.games.rounds.test_gm_decisions import orders
from tests.referee.rehearsal import rehearse
from tests.template_text import with_included_orders

pytestmark = pytest.mark.each

PAGES = Path(__file__).parents[2]
BERLIN = ZoneInfo("Europe/Berlin")
rows = pytest.mark.parametrize("row", GM_ROWS, ids=lambda row: row.words["en"][0])
languages = pytest.mark.parametrize("language", LANGUAGES)


def line_of(row: GmRow) -> str:
    """Return a row as the table of the contract has it."""
    shown = [
        *(f"`{row.examples[language]}`" for language in ("de", "en")),
        " ".join(f"`{each}`" for each in row.commands),
        row.kinds,
        "yes" if row.is_weighty else "no",
        "yes" if row.is_revocable else "no",
    ]
    return f"| {' | '.join(shown)} |"


def ordered(line: str) -> Iterator[GmOrder]:
    for each in read_orders([line], (), BERLIN):
        assert isinstance(each, Ordered), each
        yield each.order


def test_the_contract_lists_every_order() -> None:
    contract = (PAGES / "docs" / "contract.md").read_text(encoding="utf-8").splitlines()
    head = next(at for at, line in enumerate(contract) if line.startswith("| by mail, German |"))

    assert contract[head + 2 : head + 2 + len(GM_ROWS)] == [line_of(row) for row in GM_ROWS]


def test_every_order_that_has_words_has_a_row() -> None:
    """A row without words cannot be made."""
    named = rows_of("gm_orders.toml", dict[str, object]).values()

    assert {len(each) for each in named} == {len(GM_ROWS)}


@rows
@languages
def test_every_example_is_read_as_what_it_comes_to(row: GmRow, language: str) -> None:
    (order,) = ordered(row.examples[language])

    assert isinstance(order, row.comes_to)
    assert row.examples[language].startswith(row.words[language][0])


@rows
def test_all_languages_order_the_same(row: GmRow) -> None:
    first, *others = ([*ordered(each)] for each in row.examples.values())

    assert all(each == first for each in others)


@rows
@languages
def test_every_word_of_an_order_is_read(row: GmRow, language: str) -> None:
    _, _, rest = row.examples[language].partition(" ")
    for word in row.words[language]:
        assert [*ordered(f"{word} {rest}")] == [*ordered(row.examples[language])]


@rows
def test_a_game_refuses_the_orders_of_other_kinds_and_no_others(row: GmRow) -> None:
    (order,) = ordered(row.examples["en"])
    came = {"rounds": orders(rehearse(), order), "turns": at_table().refuses(order)}

    refused = {where: each for where, each in came.items() if isinstance(each, OtherFamily)}
    others = {"rounds": GmKinds.TURNS, "turns": GmKinds.ROUNDS}
    assert refused == {where: OtherFamily(k) for where, k in others.items() if k is row.kinds}


def test_the_desk_names_orders_of_the_table_alone() -> None:
    """What STAND says can be ordered now."""
    in_rounds = {row.words["en"][0].lower() for row in GM_ROWS if row.kinds is not GmKinds.TURNS}

    assert in_rounds >= {each.value for each in MayOrder}


@rows
def test_every_command_of_an_order_is_one(row: GmRow) -> None:
    assert set(row.commands) <= COMMANDS.keys()


@rows
def test_a_command_of_one_order_takes_what_the_order_holds(row: GmRow) -> None:
    """Nothing is said of it in the shell but what it does, and what was done."""
    for name in row.commands:
        if "done" not in COMMANDS[name]:
            continue
        command = getattr(decide, name)
        taken = [each.name for each in command.params if isinstance(each, click.Argument)]
        (order,) = row.comes_to

        assert taken == ["game", *(each.name for each in fields(order) if each.required)]
        assert {each for _, each, *_ in Formatter().parse(COMMANDS[name]["done"]) if each} <= {
            *taken
        }


def test_every_order_there_is_has_a_row() -> None:
    assert {each for row in GM_ROWS for each in row.comes_to} == set(GmOrder.__subclasses__())


@rows
@languages
def test_help_names_every_order_where_it_is_one(row: GmRow, language: str) -> None:
    """In HILFE about no game all of them stand, in one about a game those of its kind."""
    folder = PAGES / "templates" / language
    pages = {
        GmKinds.ROUNDS: ["rounds/orders"],
        GmKinds.TURNS: ["turns/orders", "rounds/orders"],
        GmKinds.ALL: ["turns/orders", "rounds/orders", "bingo/orders", "tasks/orders"],
    }[row.kinds]
    word = row.words[language][0]
    if row.words["en"][0] == "CORRECT":
        pages.remove("bingo/orders")
    for page in pages:
        assert word in with_included_orders(folder, f"{page}.j2"), page


@rows
def test_the_game_masters_book_names_every_order(row: GmRow) -> None:
    book = (PAGES / "docs" / "spielleiter.de.md").read_text(encoding="utf-8")

    assert row.words["de"][0] in book
    assert all(f"mailref {command}" in book for command in row.commands)


def test_what_can_be_taken_back_is_what_undoing_knows() -> None:
    """In games in rounds, where WIDERRUF finds the opposite of the last order in the record."""
    undone = set(rounds_referee.undoing.__code__.co_names)
    opposites = {
        "RULE": "WordRuled", "EXTEND": "DeadlineMoved", "PAUSE": "GamePaused", "RESUME": "GameResumed",
        "REDRAW": "LettersDrawn", "CORRECT": "ScoreCorrected", "EXCLUDE": "PlayerLeft",
        "RENAME": "PlayerRenamed", "ADDRESS": "AddressesChanged",
    }  # fmt: skip

    assert {row.words["en"][0] for row in GM_ROWS if row.is_revocable} == set(opposites)
    assert set(opposites.values()) <= undone
    assert kind_named("rounds").name == "rounds"
