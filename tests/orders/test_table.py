"""The table of orders: whatever it lists is read, decided, explained in HILFE and in the contract."""

import re
from functools import cache
from pathlib import Path
from unicodedata import combining, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as some
from jinja2 import Environment, nodes

from mailref import assets
from mailref.assembly import words_of
from mailref.games.rummikub.reading import TableReader
from mailref.languages import LANGUAGES
from mailref.office import entry_reader
from mailref.orders.commands import command_in
from mailref.orders.entries import Act, GiveWayAct, WishAct
from mailref.orders.order_lines import OrderReader
from mailref.orders.order_words import ORDERS_IN_TURNS
from mailref.orders.table import (
    HARMLESS,
    KEPT,
    NOTHING_BEHIND,
    ROW_OF,
    ROWS,
    SEVERAL,
    TOLD_IN_HELP,
    Behind,
    Command,
    ListedOrder,
    Value,
    Who,
    forms,
    written,
)
from mailref.reading.incoming_mail import Line
from mailref.referee.player_commands import DECIDES
from mailref.tiles.board import Axes, Notation

pytestmark = pytest.mark.each

PAGES = Path(__file__).parents[2]
KINDS_IN_TURNS = ("turns", "classic", "rummikub", "unscrabble", "solitaire")
BEHIND = {
    Value.NOTHING: "",
    Value.WORD: "word",
    Value.LANGUAGE: "name",
    Value.TEXT: "text",
    Value.LINES: "text",
    Value.NAME: "player",
    Value.ADDRESSED: "name and text",
}
EXAMPLES = {
    "": "",
    "word": " Pflaume",
    "words": "",
    "name": " Englisch",
    "text": ": abc",
    "player": " Max",
    "name and text": " Max: abc",
    "letters": ": E N",
    "on or off": " AN",
    "play": " H4 RUCKEN",
    "days": " 1.8.2027-14.8.2027",
}
"""Something of each sort that can stand behind an order."""
TOLD_WITH = {
    Command.REMINDER_OFF: Command.REMINDER_ON,
    Command.ACCEPT_OFF: Command.ACCEPT_ON,
    Command.PAGE_OFF: Command.PAGE_ON,
    Command.UNMUTE: Command.MUTE,
    Command.AWAY_OFF: Command.AWAY,
}
"""Orders whose line in HILFE is that of another."""


def line_of(row: ListedOrder) -> str:
    """Return a row as the table of the contract has it."""
    words = (" or ".join(row.words[language]) for language in ("de", "en"))
    shown = [f"`{row.command}`", *words, BEHIND[row.value], row.who]
    marks = (row.needs_proof, row.is_final)
    return f"| {' | '.join((*shown, *map(yes_or_no, marks)))} |"


def yes_or_no(mark: bool) -> str:
    return "yes" if mark else "no"


ACTS = [each for each in Act.__subclasses__() if each is not GiveWayAct]
"""Every order of games in turns beside moves that has a word of its own: who gives way says `ZURÜCK`."""


def line_ordering(order: ListedOrder | type[Act], language: str = "de") -> str:
    """Return a line with which somebody orders that, in a language."""
    if isinstance(order, ListedOrder):
        return order.words[language][0] + EXAMPLES[BEHIND[order.value]]
    said = ORDERS_IN_TURNS[language]
    behind = f" {said['on'][0]}" if order.behind == "on or off" else EXAMPLES[order.behind]
    return said[order.name][0] + behind


def line_of_act(act: type[Act]) -> str:
    """Return a row as the second table of the contract has it."""
    words = (ORDERS_IN_TURNS[language][act.name][0] for language in ("de", "en"))
    marks = map(yes_or_no, (act.is_move, act.is_at_once, act.is_final))
    return f"| {' | '.join((f'`{act.name}`', *words, act.behind, *marks))} |"


def test_the_contract_lists_every_order() -> None:
    contract = (PAGES / "docs" / "contract.md").read_text(encoding="utf-8")
    listed = [line for line in contract.splitlines() if line.startswith("| `")]

    givers = tuple(f"| {who} | {proof} |" for who in Who for proof in ("yes", "no"))
    assert [line for line in listed if any(giver in line for giver in givers)] == [
        line_of(row) for row in ROWS
    ]


def test_the_contract_lists_every_order_of_games_in_turns() -> None:
    contract = (PAGES / "docs" / "contract.md").read_text(encoding="utf-8").splitlines()
    head = next(at for at, line in enumerate(contract) if line.startswith("| in turns |"))

    assert contract[head + 2 : head + 3 + len(ACTS)] == [*map(line_of_act, ACTS), ""]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_every_order_of_games_in_turns_is_read(act: type[Act], language: str) -> None:
    lines = [Line(1, line_ordering(act, language))]
    grammars = entry_reader().grammars
    written = (
        TableReader(grammars).read(lines, Notation(Axes.ROWS))
        if act is WishAct
        else OrderReader(grammars).read(lines, Notation(Axes.ROWS))
    )

    assert [*map(type, written.acts)] == [act]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_mails_of_games_in_turns_name_every_order(act: type[Act], language: str) -> None:
    """In HILFE, or where it can be given: what a mail says of an open play names ANFECHTEN."""
    folder = PAGES / "templates" / language
    pages = [page for kind in KINDS_IN_TURNS for page in sorted((folder / kind).rglob("*.j2"))]

    assert len(pages) >= 50
    word = ORDERS_IN_TURNS[language][act.name][0].upper()
    assert any(word in page.read_text(encoding="utf-8") for page in pages)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.command)
def test_help_has_a_line_for_every_order(row: ListedOrder, language: str) -> None:
    """Of all games, or of those of a kind; what is turned off stands in the line of what is turned on."""
    told = TOLD_WITH.get(row.command, row.command)
    lines = [
        said
        for name, said in _lines_of_help(language)
        if re.fullmatch(rf"help_{told}(_[a-z]+)?", name)
    ]

    assert any(written(row.command, language) in line for line in lines)


@cache
def _lines_of_help(language: str) -> list[tuple[str, str]]:
    """Return the name of each macro in which a line of HILFE may stand, with its tree."""
    return [
        (macro.name, repr(macro.body))
        for name, source in assets.template_sources(language).items()
        if name.endswith(("player_orders.j2", "help_said.j2", "/phrases.j2"))
        for macro in Environment().parse(source).find_all(nodes.Macro)  # noqa: S701  only parsed
        if macro.name.startswith("help_")
    ]


def test_help_goes_through_all_orders() -> None:
    assert {*TOLD_IN_HELP, *TOLD_WITH, Command.FIRST_RACK} == {*Command}
    assert len(TOLD_IN_HELP) + len(TOLD_WITH) + 1 == len(Command)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", sorted({*KEPT, Command.PRESS}))
def test_what_a_player_keeps_to_himself_is_shown_to_him(command: Command, language: str) -> None:
    words = words_of(language)

    assert "abc" in words.of("player_orders", f"kept_{command}", "abc")
    assert words.of("player_orders", f"kept_{command}", "")


def test_every_order_that_does_something_is_decided() -> None:
    shown_only = {Command.HELP, Command.RULES, Command.REPORT, Command.MY_GAMES}

    assert {row.command for row in ROWS} - set(DECIDES) == shown_only
    assert {Command.HELP, Command.RULES, Command.STATUS, Command.MY_GAMES} == HARMLESS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", [row for row in ROWS if not row.value], ids=lambda row: row.command)
def test_every_way_to_write_an_order_is_read(row: ListedOrder, language: str) -> None:
    """In capitals or small, with its accents or without."""
    for form in row.words[language]:
        bare = "".join(each for each in normalize("NFD", form) if not combining(each))
        ways = (form, form.lower(), form.capitalize(), bare if language == "fr" else form)
        assert {*map(command_in, ways)} == {row.command}


def test_no_two_orders_are_written_alike() -> None:
    """Two languages may say the same: REVANCHE is German and French."""
    found = [form for row in ROWS for form in set(forms([row]))]

    assert len(found) == len(set(found))
    assert all(tuple(row.words) == LANGUAGES for row in ROWS)


def test_what_a_stranger_may_ask_is_little() -> None:
    """Contract 5: a report, a language or a way out may be wanted by who only reads along."""
    anyones = {row.command for row in ROWS if row.who is Who.ANYONE}

    assert anyones == {
        Command.HELP, Command.RULES, Command.STATUS, Command.MY_GAMES, Command.REPORT,
        Command.JOIN, Command.LEAVE, Command.LANGUAGE,
    }  # fmt: skip


@given(
    some.lists(some.tuples(some.sampled_from([r.command for r in ROWS if r.value]), some.text()))
)
def test_of_words_the_last_counts_and_of_texts_all(given_values: list[tuple[Command, str]]) -> None:
    found = NOTHING_BEHIND
    for pair in given_values:
        found = found.then(Behind((pair,)))

    for command in {command for command, _ in given_values}:
        said = [value for each, value in given_values if each is command and value]
        if ROW_OF[command].value in {Value.WORD, Value.LANGUAGE}:
            assert found[command] == (said[-1] if said else "")
        elif command in SEVERAL:
            every = [value for each, value in given_values if each is command]
            assert found.every(command) == tuple(dict.fromkeys(every))
        elif ROW_OF[command].value is Value.LINES:
            assert found[command] == [value for each, value in given_values if each is command][-1]
        else:
            assert all(value in found[command] for value in said)
