"""What was possible in each turn of a game that is over: told to its players, and to nobody else."""

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from mailref import tops
from mailref.games.by_turns.contents import BestOfTurn, TurnReport
from mailref.games.classic import book as turn_classic
from mailref.referee import gm_orders as orders
from mailref.referee.mails import Owed
from mailref.tiles.board import Direction
from mailref.tiles.moves import Move, Play, TextSpan
from mailref.tiles.scoring import Position
from tests.games.by_turns.at_table import AtTable, GivenDraws, at_table, kiel, of
from tests.games.by_turns.test_by_mail import CASES
from tests.tiles.builders import square

READERS = 'subscribers = ["leser@example.org"]'
RACKS = ("BCEKNRU", "AÄEHMRS")


class Finder:
    """Finds the same words from H8 to the right, and keeps what it was asked."""

    def __init__(self, *found: tuple[int, str]) -> None:
        self.found = found
        self.asked: list[tuple[str, Mapping[str, bool]]] = []

    def __call__(
        self, position: Position, rulings: Mapping[str, bool]
    ) -> Sequence[tuple[int, Move]]:
        self.asked.append((position.rack, rulings))
        return [
            (points, Move((Play(square("H8"), Direction.ACROSS, word, TextSpan(1, 1, word)),)))
            for points, word in self.found
        ]


def ended(
    monkeypatch: pytest.MonkeyPatch,
    finder: Finder,
    *lines: tuple[str, str],
    drawn: str = "",
    inner: str = "",
) -> tuple[Owed, ...]:
    """Return the mails of a game that the game master ends after some moves."""
    table = _table(monkeypatch, [*RACKS, *([drawn] if drawn else [])], inner)
    table.office = replace(table.office, find_plays=finder)
    for name, line in lines:
        table.receives(name, line)
    return table.orders(orders.EndGame())


def _table(monkeypatch: pytest.MonkeyPatch, racks: list[str], inner: str = "") -> AtTable:
    draws = GivenDraws(racks)
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: draws)
    return at_table(kiel(READERS, f'[game.rules]\nstarter = "Anna"\n{inner}'))


def rows(owed: Sequence[Owed], who: str) -> list[tuple[int, str, str, int, int, str]]:
    def row(each: BestOfTurn) -> tuple[int, str, str, int, int, str]:
        word = each.best.word if each.best is not None else ""
        return each.number, each.player, each.rack, each.points, each.best_points, word

    return [row(each) for each in of(owed, who, TurnReport).best]


def test_the_rack_of_a_turn_is_what_it_was_before_the_exchange(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """RUCK on the star: (1+1+4+4)*2; ZZ is on no rack, and of Ben's neither can be laid."""
    finder = Finder((99, "ZZ"), (1, "RUCK"))
    moves = (("Anna", "TAUSCHE B"), ("Ben", "PASSE"))
    owed = ended(monkeypatch, finder, *moves, drawn="X")

    wanted = [(1, "Anna", "BCEKNRU", 0, 20, "RUCK"), (2, "Ben", "AÄEHMRS", 0, 0, "")]
    assert rows(owed, "anna") == rows(owed, "ben") == wanted
    assert rows(owed, "gm") == rows(owed, "leser@example.org") == []


def test_a_play_that_stood_and_scored_more_than_what_is_found_was_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """RUCKEN on the star, its E on a double letter: (1+1+4+4+2+1)*2."""
    owed = ended(monkeypatch, Finder((20, "RUCK")), ("Anna", "H8 RUCKEN"), drawn="ADDFSW")
    assert rows(owed, "anna") == [(1, "Anna", "BCEKNRU", 26, 26, "RUCKEN")]


@pytest.mark.parametrize(
    ("inner", "found", "points", "word"),
    [
        ("", ((26, "RUCKEN"), (20, "RUCK")), 26, "RUCKEN"),
        (
            '[game.theme]\nname = "Stöße"\npoints = 9\nwords = ["RUCK"]',
            ((26, "RUCKEN"), (20, "RUCK")),
            29,
            "RUCK",
        ),
        ("opening = 5", ((30, "RUCK"), (26, "RUCKEN")), 26, "RUCKEN"),
    ],
    ids=["plain", "theme", "jack"],
)
def test_theme_and_opening_word_decide_what_was_best(
    monkeypatch: pytest.MonkeyPatch,
    inner: str,
    found: tuple[tuple[int, str], ...],
    points: int,
    word: str,
) -> None:
    owed = ended(monkeypatch, Finder(*found), ("Anna", "PASSE"), inner=inner)
    assert rows(owed, "anna") == [(1, "Anna", "BCEKNRU", 0, points, word)]


def test_nothing_is_searched_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    finder = Finder((20, "RUCK"))
    table = _table(monkeypatch, [*RACKS])
    table.office = replace(table.office, find_plays=finder)
    owed = table.receives("Anna", "PASSE")
    assert rows(owed, "ben") == rows(owed, "anna") == []
    assert finder.asked == []


@pytest.mark.slow
def test_the_sample_game_could_have_brought_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """BRUCKEN from the star on, its K on a double letter: (15+4)*2, and 50 for all seven."""
    case = CASES["sample-game-whole"]
    draws = [case["setup"]["racks"][each] for each in ("Anna", "Ben")]
    table = _table(monkeypatch, [*draws, *(d for step in case["steps"] for d in step["draws"])])
    table.office = replace(table.office, find_plays=tops.find_plays)
    for step in case["steps"]:
        owed = table.receives(step["mail"], "\n".join(step["lines"]))
    best = of(owed, "anna", TurnReport).best
    assert [each.number for each in best] == list(range(1, 27))
    assert all(each.best_points >= each.points for each in best)
    found = rows(owed, "ben")
    assert found[0] == (1, "Anna", "BCEKNRU", 26, 88, "BRUCKEN")
    assert found[9] == (10, "Ben", "EGILNNR", 79, 79, "RINGELN")
    assert found[25] == (26, "Ben", "DEELS", 29, 29, "EDLES")
