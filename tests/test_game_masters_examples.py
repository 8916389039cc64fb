"""Each order and each command of docs/spielleiter.de.md, carried out in a game in which it makes sense."""

import re
import shlex
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mailref.games.rounds.contents import EntryAnswer
from mailref.referee.contents import Notice, OrdersDone, OrdersUnproven
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY, WEEK, ZAT, game
from tests.test_game_masters_page import blocks, calls, orders
from tests.tick.machines import Post, begun

ERNA = "Erna Beispiel <erna@example.org>"
MAX = "Max Mustermann <max@example.org>"
SEAT = re.compile(r"Max (?:Mustermann|Muster)|Max")
LATER = ZAT + 3 * WEEK + 4 * MINUTE
"""After the close of round 4."""
IN_TURNS = "in turns"
LETTERS = {"open": "EUBÖAXQ", "drawing": "ERNABEN", "tied": "ABEENRT"}
KEYS = {
    "open": 'press = "moderated"',
    "drawing": 'draw = "hand"',
    "releasing": 'publish = "approve"',
}


def started(folder: Path, state: str, name: str) -> Post:
    """Return a game in *state*, in which one of the players is called *name*."""
    if state == IN_TURNS:
        return seated(folder)
    players = {name: "max@example.org", "Erna Beispiel": "erna@example.org"}
    ties = '[game.rules]\nties = ["game_master"]' if state == "tied" else ""
    settings = game(
        players=players, keys=KEYS.get(state, ""), tables=ties,
        letters=LETTERS.get(state, "ABEENRT"),
    )  # fmt: skip
    machine = begun(folder, settings)
    for number in range(11):
        machine.arrives(f"Werbung {number}", f"spam{number}@example.net")
    machine.arrives("1-Zug-Scrabble Yerres\nH8w BAU", f"{name} <max@work.example>")
    machine.tick()
    STATES[state](machine)
    machine.letters.owed.clear()
    return machine


def seated(folder: Path) -> Post:
    """Return a game in turns in which both have passed, and Anna is to move."""
    players = ("Anna Beispiel", "Ben Beispiel")
    starter = '[game.rules]\nstarter = "Anna Beispiel"'
    table = kiel(inner=starter, players=players).replace(" beispiel@", "@")
    machine = begun(folder, table)
    for number, name in enumerate(players):
        machine.arrives(
            "PASSE", f"<{name.split()[0].lower()}@example.org>", MONDAY + (2 * number) * MINUTE
        )
        machine.tick(MONDAY + (2 * number + 1) * MINUTE)
    machine.letters.owed.clear()
    return machine


def words_open(machine: Post) -> None:
    machine.arrives("H4s EUBÖA\n\nPRESSE: Hallo zusammen", MAX)
    machine.arrives("H7s XQ", ERNA)
    machine.tick()


def nothing_yet(machine: Post) -> None:
    machine.tick()


def resting(machine: Post) -> None:
    machine.orders("PAUSE", MONDAY, kind="Opening")


def max_excluded(machine: Post) -> None:
    (name,) = set(machine.game().players) - {"Erna Beispiel"}
    machine.orders(f"AUSSCHLIESSEN {name}", MONDAY, kind="Opening")
    machine.tick(ZAT + 3 * MINUTE)


def erna_excluded(machine: Post) -> None:
    machine.orders("AUSSCHLIESSEN Erna Beispiel", MONDAY, kind="Opening")
    machine.tick(ZAT + 3 * MINUTE)


def one_round_closed(machine: Post) -> None:
    machine.arrives("H8w TRABEN", MAX)
    machine.tick()
    machine.tick(ZAT + 3 * MINUTE)
    machine.tick(ZAT + 4 * MINUTE)


def four_rounds_closed(machine: Post) -> None:
    for number in range(4):
        machine.tick(ZAT + number * WEEK + 3 * MINUTE)


def closed_with_a_move(machine: Post) -> None:
    machine.arrives("H8w NABE", MAX)
    machine.tick()
    machine.tick(ZAT + 3 * MINUTE)
    machine.tick(ZAT + 4 * MINUTE)


def two_equal_moves(machine: Post) -> None:
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("8Hs RABEN" if machine.game().rules.axes == "rows" else "H8s RABEN", ERNA)
    machine.tick()
    machine.tick(ZAT + 3 * MINUTE)
    machine.tick(ZAT + 4 * MINUTE)


STATES: dict[str, Callable[[Post], None]] = {
    "open": words_open,
    "nothing": nothing_yet,
    "resting": resting,
    "without Max": max_excluded,
    "without Erna": erna_excluded,
    "second": one_round_closed,
    "later": four_rounds_closed,
    "drawing": closed_with_a_move,
    "releasing": closed_with_a_move,
    "tied": two_equal_moves,
}
AT = {
    "open": MONDAY + MINUTE,
    "nothing": MONDAY + MINUTE,
    "resting": MONDAY + MINUTE,
    "later": LATER,
}
"""When the order is given; in the other states right after the close of round 1."""
MAKES_SENSE = (
    (r"RÜCKNAHME|PASSE FÜR|ERSETZEN|URLAUB FÜR Anna|mailref \w+ kiel", IN_TURNS),
    (r"WEITER|mailref resume", "resting"),
    (r"(AUFNEHMEN|mailref admit).*Erna", "without Erna"),
    (r"AUFNEHMEN|mailref admit", "without Max"),
    (r"KORREKTUR|mailref correct .*[+-]\d", "later"),
    (r"ÖFFNEN|NEUZIEHEN|mailref (correct .*letters|reopen|draw .*anew)", "second"),
    (r"mailref (print|verify|export)", "later"),
    (r"BUCHSTABEN|mailref draw", "drawing"),
    (r"FREIGEBEN|mailref publish", "releasing"),
    (r"GLEICHSTAND|mailref correct .*--tie", "tied"),
    (r"ABSCHLIESSEN VORZEITIG(:|$)|mailref close (?!.*undecided)", "nothing"),
)  # fmt: skip
"""Where an example is at home; everything else in an open round in which two words wait."""


def state_of(line: str) -> str:
    return next((state for pattern, state in MAKES_SENSE if re.match(pattern, line)), "open")


def seat_of(line: str) -> str:
    found = SEAT.search(line.partition(" = ")[0] if "UMBENENNEN" in line else line)
    return found[0] if found else "Max Mustermann"


def fate_of(line: str, folder: Path) -> str:
    """Carry out an order by mail; return what became of it, "" if all is well."""
    state = state_of(line)
    machine = started(folder, state, seat_of(line))
    if "revoke" in line.lower() or line == "WIDERRUF":
        machine.orders("PAUSE", MONDAY, kind="Opening")
    machine.orders(line, AT.get(state, ZAT + 5 * MINUTE), kind=kind_for(line))
    told = [owed.content for owed in machine.letters.owed if owed.recipient == "gm@example.org"]
    if line.startswith("U12"):
        return "" if any(isinstance(each, EntryAnswer) for each in told) else repr(told)
    about = [each.about for each in told if isinstance(each, Notice)]
    done = [each for each in about if isinstance(each, OrdersDone)]
    is_done = bool(done) and all(each.is_all_done for each in done)
    return "" if is_done and OrdersUnproven() not in about else repr(about or told)


def is_carried_out_here(line: str, state: str) -> bool:
    """Tell whether; that of the theme needs a play: tests/games/classic/test_theme.py."""
    return not line.startswith("THEMA") and state_of(line) == state


def kind_for(line: str) -> str:
    if state_of(line) == IN_TURNS:
        return "TurnReport"
    return "WordQuestions" if re.match(r"(EUBÖA|XQ) ", line) else "Opening"


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("state", [*STATES, IN_TURNS])
def test_every_order_of_the_page_is_carried_out_in_a_game(state: str, tmp_path: Path) -> None:
    lines = sorted({line for line in orders() if is_carried_out_here(line, state)})
    assert lines

    fates: dict[str, str] = {}
    for number, line in enumerate(lines):
        folder = tmp_path / str(number)
        folder.mkdir()
        fates[line] = fate_of(line, folder)

    assert {line: fate for line, fate in fates.items() if fate} == {}


ELSEWHERE = {
    "rule kiel": "tests/games/classic/test_theme.py",
    "challenge": "tests/tick/test_tournaments.py",
    "withdraw": "tests/tick/test_tournaments.py",
    "export club": "tests/tick/test_tournaments.py",
    "verify club": "tests/tick/test_tournaments.py",
    "verify herbst": "tests/games/bingo/test_in_a_tick.py",
    "init": "tests/commands/test_init.py",
    "site": "tests/test_publish.py",
    "run": "tests/e2e/test_three_rounds.py",
    "check --online": "tests/commands/test_check_online.py",
    "service": "tests/commands/test_service.py",
    "close": "tests/e2e/test_three_rounds.py",
    "forget": "tests/commands/test_forget.py",
    "restore": "tests/e2e/test_restored.py",
    "resend": "tests/tick/test_returned.py",
    "proceed": "tests/e2e/test_restored.py",
    "login": "tests/post/test_oauth.py",
    "demo": "tests/looks/test_story.py",
    "--version": "tests/commands/test_cli.py",
}
"""Commands that need a server, a person or long, and who tries them."""


def test_each_example_that_is_tried_elsewhere_has_its_test() -> None:
    for command, path in ELSEWHERE.items():
        text = (Path(__file__).parent.parent / path).read_text(encoding="utf-8")
        assert command.split()[0] in text, command


def is_tried_here(line: str) -> bool:
    return not line.removeprefix("mailref ").startswith(tuple(ELSEWHERE))


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("state", [*STATES, IN_TURNS])
def test_every_command_of_the_page_does_its_work(
    state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = sorted({each for each in calls() if is_tried_here(each) and state_of(each) == state})

    wrong: dict[str, str] = {}
    for number, line in enumerate(lines):
        folder = tmp_path / str(number)
        folder.mkdir()
        machine = started(folder, state, seat_of(line))
        machine.machine.journal.close()
        monkeypatch.chdir(folder)
        prepare(folder)
        called = mailref(*shlex.split(line)[1:], stdin="ja\n")
        if called.code != 0:
            wrong[line] = called.err + called.out

    assert wrong == {}


def prepare(folder: Path) -> None:
    """Put there what examples name."""
    mail = b"From: Max <max@example.org>\nSubject: Zug\n\n1-Zug-Scrabble Yerres\nH8w RABEN\n"
    (folder / "mail.eml").write_bytes(mail)
    mailref("export", "yerres", "--format", "json", "--out", "yerres.json")


@pytest.fixture
def _in_berlin() -> Iterator[None]:
    """`status` tells times by the machine's clock."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("_in_berlin")
def test_status_prints_what_the_page_shows(tmp_path: Path) -> None:
    (shown,) = (text for text in blocks("text") if text.startswith("Game "))
    players = {
        "Max Mustermann": "max@example.org",
        "Erna Beispiel": "erna@example.org",
        "Paul Ohnemail": "paul@example.org",
    }
    machine = begun(tmp_path, game(players=players, letters="ABEENÖR"))
    tuesday = datetime(2026, 12, 8, 17, 1, tzinfo=UTC)
    machine.arrives("H8w NABE", MAX, tuesday)
    machine.arrives("E8w BÖRE", ERNA, tuesday)
    machine.tick(tuesday)
    machine.tick(tuesday + MINUTE)

    printed = mailref("status", "-c", str(machine.path)).out

    assert [line.rstrip() for line in printed.splitlines()] == shown.splitlines()
