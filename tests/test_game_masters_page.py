"""docs/spielleiter.de.md keeps its word: its orders are read, its commands and settings are there."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import click
import pytest

from mailref import assets
from mailref.cli import COMMANDS
from mailref.cli import mailref as command_line
from mailref.commands.init import Speech
from mailref.orders.entries import GameFace
from mailref.reading.incoming_mail import Line
from mailref.referee import gm_orders as orders_given
from mailref.referee.gm_order_lines import Adopt, Ordered, read_orders
from mailref.referee.gm_orders import GmOrder
from mailref.settings.load import parse_settings, variants
from mailref.settings.values import Findings, Surroundings
from tests.commands.invoke import mailref
from tests.reading.reading import read_lines
from tests.settings.written import file
from tests.template_text import with_included_orders
from tests.tiles.variants import ONE

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(assets.__file__).parent
# In the wheel they lie in the package.
TEMPLATES = next(each for each in (PACKAGE / "templates", ROOT / "templates") if each.is_dir())
PAGE = ROOT / "docs" / "spielleiter.de.md"
BERLIN = ZoneInfo("Europe/Berlin")
ASKED_ABOUT = {"EUBÖA", "XQ"}
COMMANDS_OF_PLAYERS = {"STAND"}
BY_MAIL = set(GmOrder.__subclasses__())
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MAIL = """
[mail]
imap = "imaps://mail.example.org"
smtp = "smtps://mail.example.org"
user = "referee@example.org"
address = "referee@example.org"
{mail}
[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"
"""
GAME = """
[[game]]
id = "yerres"
title = "1-Zug-Scrabble Yerres"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
"""


def page() -> str:
    if not PAGE.is_file():
        pytest.skip("the documents lie in the repository only")
    return PAGE.read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return [text for found, text in BLOCK.findall(page()) if found == kind]


def cheat_sheet(column: int) -> list[str]:
    """Return what a column of the table at the end names between backticks."""
    rows = [line.split(" | ") for line in page().rpartition("## 18.")[2].splitlines()]
    cells = [row[column] for row in rows if len(row) == 3]
    return [found for cell in cells for found in re.findall(r"`([^`]+)`", cell)]


def orders() -> list[str]:
    lines = [line for text in blocks("mail") for line in text.splitlines() if line]
    return [*lines, *(line for line in cheat_sheet(1) if line not in COMMANDS_OF_PLAYERS)]


def calls() -> list[str]:
    lines = [
        line.partition("  #")[0].strip() for text in blocks("sh") for line in text.splitlines()
    ]
    inline = re.findall(r"`(mailref [^`]+)`", page())
    return [line for line in (*lines, *inline) if line.startswith("mailref ")]


def test_every_order_of_the_page_is_carried_out_as_it_stands() -> None:
    found = {line: read_orders([line], ASKED_ABOUT, BERLIN) for line in orders()}

    assert len(found) > 30
    wrong = [
        line
        for line, read in found.items()
        if len(read) != 1 or not isinstance(read[0], Ordered | Adopt)
    ]
    assert wrong == []


def test_every_order_there_is_stands_on_the_page() -> None:
    """By mail, whatever the game master must decide."""
    found = read_orders(orders(), ASKED_ABOUT, BERLIN)
    given = {type(each.order) for each in found if isinstance(each, Ordered)}

    assert given == BY_MAIL
    assert any(isinstance(each, Adopt) for each in found)


IN_ROUNDS_ONLY = {
    orders_given.CloseRound, orders_given.ReopenRound, orders_given.PublishReport,
    orders_given.DrawTiles, orders_given.CorrectDraw, orders_given.DrawAnew,
    orders_given.DecideTie, orders_given.RevokeOrder, orders_given.AdmitPlayer,
}  # fmt: skip


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("template", "wanted"),
    [("rounds/orders.j2", BY_MAIL), ("turns/orders.j2", BY_MAIL - IN_ROUNDS_ONLY)],
)
def test_every_order_in_the_help_mail_is_carried_out_as_it_stands(
    template: str, wanted: set[type], language: str
) -> None:
    path = TEMPLATES / language / template
    if not path.is_file():
        pytest.skip("the templates lie in the wheel here")
    text = re.sub(
        r"\{\{ (one|two) \}\}", "Anna Beispiel", with_included_orders(path.parents[1], template)
    )
    lines = re.findall("[„“]([^„“”]+)[“”]", text)
    read = {line: read_orders([line], {"QUARZE", "QUEST"}, BERLIN) for line in lines}
    as_player = [line for line in lines if not read[line] and _is_given_by_players(line)]
    lines = [line for line in lines if line not in as_player]

    assert len(as_player) == 4

    found = [read[line] for line in lines]

    assert len(found) > 20
    assert [line for line in lines if len(read[line]) != 1] == []
    given = {type(each.order) for (each,) in found if isinstance(each, Ordered)}
    assert given == wanted


def _is_given_by_players(line: str) -> bool:
    """Tell whether a line is an order that players give as well, such as `STAND`."""
    face = GameFace("yerres", "1-Zug-Scrabble Yerres", ONE)
    return bool(read_lines([Line(1, line)], "", (face,), None).commands)


def test_the_move_that_is_entered_for_another_is_read() -> None:
    (text,) = blocks("zug")
    face = GameFace("yerres", "1-Zug-Scrabble Yerres", ONE)
    lines = [Line(at, line) for at, line in enumerate(text.splitlines(), start=1)]

    (entry,) = read_lines(lines, "", (face,), None).entries

    assert (entry.game, entry.player.text if entry.player else None) == ("yerres", "Paul Ohnemail")
    assert [move.move is not None for move in entry.moves] == [True]


def test_every_command_of_the_page_can_be_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("yerres.json", "mail.eml"):
        (tmp_path / name).touch()
    fates = {line: refused(shlex.split(line)[1:]) for line in calls()}

    assert len(fates) > 45
    assert {line: why for line, why in fates.items() if why is not None} == {}


def refused(arguments: list[str]) -> str | None:
    """Return why a call would be wrong use; nothing is carried out."""
    with click.Context(command_line) as above:
        if arguments == ["--version"]:
            return None
        command = command_line.get_command(above, arguments[0])
        if command is None:
            return "no such command"
        try:
            command.make_context(arguments[0], arguments[1:], parent=above)
        except click.UsageError as wrong:
            return wrong.format_message()
    return None


def test_every_command_of_the_desk_stands_on_the_page() -> None:
    named = {line.split()[1] for line in calls()}

    assert set(COMMANDS) - named == {"carry", "deliver", "once", "top", "unsubscribe"}


@pytest.mark.parametrize("number", range(22))
def test_every_excerpt_of_settings_is_taken(number: int, tmp_path: Path) -> None:
    excerpts = blocks("toml")
    assert len(excerpts) == 22

    for name in ("french", "kurz.txt"):
        (tmp_path / name).write_text("on\nou\n", encoding="utf-8")
    excerpt = excerpts[number].replace("/usr/share/dict/french", "french")
    around = Surroundings(tmp_path, {}, variants(), needs_secrets=False)
    loaded = parse_settings(whole(excerpt), Findings("config.toml", around))

    assert [fault.line for fault in loaded.faults] == []
    assert loaded.settings is not None


def whole(excerpt: str) -> str:
    """Return a whole file that says what an excerpt says."""
    header, _, rest = excerpt.partition("\n")
    mail = "" if "password =" in rest and header == "[mail]" else 'password = "geheim"\n'
    if header == "[mail]":
        return MAIL.format(mail=mail + rest) + GAME
    if "id = " in rest:
        return MAIL.format(mail=mail) + excerpt
    if header == "[[game]]":
        return MAIL.format(mail=mail) + GAME + rest
    return MAIL.format(mail=mail) + GAME + excerpt


def settings_named() -> Iterator[str]:
    """Yield each key that the text names with its value, such as `publish = "approve"`."""
    text = BLOCK.sub("", page())
    yield from re.findall(r"`([a-z_]+) = [^`]+`", text)


def test_every_key_named_in_the_text_is_one() -> None:
    page()
    example = (ROOT / "config.example.toml").read_text(encoding="utf-8")
    known = set(re.findall(r"(?:^|^# |, )([a-z_]+) = ", example, re.MULTILINE))

    assert {"publish", "draw", "press", "registration"} <= set(settings_named()) <= known


def test_every_link_of_the_page_leads_somewhere() -> None:
    text = page()
    headings = re.findall(r"^#{2,3} (.+)$", BLOCK.sub("", text), re.MULTILINE)
    there = {re.sub(r"[^\w\- ]", "", each).lower().replace(" ", "-") for each in headings}

    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= there


def test_the_questions_of_init_are_those_of_the_page() -> None:
    questions = Speech(assets.template_environment("de")).of("questions").values()
    table = page().partition("| Frage |")[2].partition("\n\n")[0]
    asked = [line.split(" | ")[0].strip("| ") for line in table.splitlines()[2:]]

    assert len(asked) == len(questions) == 22
    assert [each for each in asked if not any(q.startswith(each) for q in questions)] == []


def messages() -> Iterator[str]:
    """Yield what the table of troubles quotes, in the pieces between what differs each time."""
    table = page().partition("| Du siehst |")[2].partition("\n\n")[0]
    for line in table.splitlines()[2:]:
        seen = line.split(" | ")[0]
        yield from re.findall("„[ …]*([^“…]+?)[ …]*“", seen)
        for quoted in re.findall(r"`([^`]+)`", seen):
            pieces = re.split(
                r"\.\.\.|\[mail\]|\(|\)|warning:|deadline:|config\.toml:|round 4", quoted
            )
            yield from (piece.strip(" :,") for piece in pieces if piece.strip(" :,"))


def test_every_message_that_the_page_quotes_is_one_of_ours() -> None:
    """What a game master sees is what he finds there; `command not found` is the shell's."""
    places = [*PACKAGE.rglob("*.py"), *(TEMPLATES / "de").rglob("*.j2")]
    ours = " ".join(" ".join(path.read_text(encoding="utf-8").split()) for path in places)
    quoted = set(messages()) - {"command not found"}

    assert len(quoted) > 15
    assert {each for each in quoted if each not in ours} == set()


def test_the_fault_that_the_page_shows_is_what_check_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (shown,) = (text for text in blocks("text") if text.startswith("config.toml:"))
    text = file(game='publish = "aprove"').replace("\n\n\n", "\n\n")
    Path("config.toml").write_text(text, encoding="utf-8")

    called = mailref("check")

    assert called.err == shown
