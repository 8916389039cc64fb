"""[[game]] of Un-Scrabble: its switches, and from which board it starts (other games 1)."""

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.policy import FullBoard
from mailref.games.by_turns.switches import Challenges, CostPer, SeatOrder, Unlisted
from mailref.games.unscrabble.switches import SWITCHES, UnscrabbleRules
from mailref.settings.load import fixed_for_good, variants
from mailref.tiles.board import Accents, Axes
from tests.games.by_turns.test_settings import file, policy, said
from tests.games.test_other_games import board_with
from tests.settings.written import load, settings

HAUS = board_with(r8="....HAUS", r9=".......A")
BOARD = "[game.start]\nboard = '''\n{}\n'''".format("\n".join(HAUS.rows))
FROM = '[game.start]\nfrom = "bonn"'


def test_the_variant_names_every_switch_with_its_default() -> None:
    rules, faults = SWITCHES.read(variants()["unscrabble"], {})
    bare, _ = SWITCHES.read({}, {})

    assert faults == ()
    assert rules == bare
    assert (rules.most, rules.challenge, rules.axes) == (6, Challenges.NONE, Axes.ROWS)


def test_every_switch_can_be_set() -> None:
    inner = """[game.rules]
most = 4
challenge = "allowed"
challenge_cost = 3
challenge_per = "word"
challenge_forfeit = true
challenge_time = "36h"
unlisted = "refuse"
axes = "columns"
accents = "refuse"
names = true
seats = "lot"
"""
    rules = policy(inner=f"{inner}\n{BOARD}", variant="unscrabble").rules

    assert isinstance(rules, UnscrabbleRules)
    assert rules == replace(
        SWITCHES.read({}, {})[0],
        most=4,
        challenge=Challenges.ALLOWED,
        challenge_cost=3,
        challenge_per=CostPer.WORD,
        challenge_forfeit=True,
        challenge_time=timedelta(hours=36),
        unlisted=Unlisted.REFUSE,
        axes=Axes.COLUMNS,
        accents=Accents.REFUSE,
        names=True,
        seats=SeatOrder.LOT,
    )
    assert SWITCHES.read({}, SWITCHES.table(rules)) == (rules, ())


def test_it_starts_from_a_board_or_from_another_game() -> None:
    assert policy(inner=BOARD, variant="unscrabble").full == FullBoard(HAUS)
    assert policy(inner=FROM, variant="unscrabble").full == FullBoard(None, "bonn")


@pytest.mark.parametrize(
    ("inner", "fault"),
    [
        ("", '[game.start]: needs from = "kiel", a game here that is over, or board, and not both'),
        (
            f'{BOARD}\nfrom = "bonn"',
            '[game.start]: needs from = "kiel", a game here that is over, or board, and not both',
        ),
        (BOARD.replace("HAUS", "H.US"), "[game.start] board: has tiles that are not all connected"),
        (BOARD.replace("HAUS", "....").replace("A", "."), "[game.start] board: has no tiles"),
        (BOARD.replace("HAUS", "....", 1), "[game.start] board: has one tile, which is no word"),
        (BOARD.replace("HAUS", "QQUS"), "[game.start] board: lays more than the set holds: Q"),
        (
            f"{BOARD}\n[game.rules]\nchallenge_cost = 3",
            '[game.rules] challenge_cost: says nothing where challenge = "none"; one of them must go',
        ),
        (f"{BOARD}\n[game.rules]\nrack = 7", "[game.rules] rack: belongs to classic games"),
        (f"{BOARD}\n[game.rules]\nplays = 1", "[game.rules] plays: belongs to games in rounds"),
        (f"{BOARD}\n[game.rules]\nmost = 0", "[game.rules] most: must be"),
        (f"{BOARD}\nturn = 3", "[game.start] turn: belongs to classic games"),
        (f"{BOARD}\nround = 3", "[game.start] round: belongs to games in rounds"),
        (
            f'{BOARD}\n[game.theme]\nname = "Küche"',
            '[game.theme]: says nothing in variant = "unscrabble"',
        ),
    ],
)
def test_what_cannot_be_is_a_fault(inner: str, fault: str) -> None:
    faults = said(file(inner=inner, variant="unscrabble"))

    assert any(each.startswith(fault) for each in faults), faults


def test_a_game_that_leaves_no_board_or_is_not_there_is_named() -> None:
    other = file(variant="rummikub").replace('"kiel"', '"bonn"').replace('"Kiel"', '"Bonn"')
    game = file(inner=FROM, variant="unscrabble")

    loaded = load(game)
    both = said(other + game[game.index("[[game]]") :])

    assert any("bonn" in each.line and "in the record" in each.line for each in loaded.warnings)
    assert any("leaves no board to be taken down" in each for each in both)


def test_the_board_cannot_change_once_the_game_has_begun() -> None:
    old = settings(file(inner=BOARD, variant="unscrabble"))
    new = settings(file(inner=BOARD.replace("HAUS", "MAUS"), variant="unscrabble"))

    (fault,) = fixed_for_good(Path("config.toml"), old, new)

    assert "[game.start]" in fault.line
