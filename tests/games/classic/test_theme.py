"""Words said to fit the theme: from the mail to the points (classic 8.2)."""

from collections.abc import Sequence

import pytest

from mailref.games.by_turns.contents import RulingAskedAtTable, TurnReport
from mailref.games.by_turns.events import ThemeRuled
from mailref.games.by_turns.history import SheetLine
from mailref.games.by_turns.proving import tried_orders
from mailref.games.classic import book as turn_classic
from mailref.games.classic.game import classic
from mailref.games.classic.judged import show
from mailref.games.family import family_of
from mailref.office import entry_reader
from mailref.orders.entries import PlayOrder
from mailref.orders.order_lines import OrderReader
from mailref.referee import gm_orders as in_turns
from mailref.referee import gm_orders as orders
from mailref.referee.gm_orders import GivenBy, GivenOrder
from tests.games.by_turns.at_table import MINUTE, AtTable, GivenDraws, at_table, kiel, of
from tests.games.classic.examples import STANDARD
from tests.reading.reading import lines_of

THEME = '[game.rules]\nstarter = "Anna"\n[game.theme]\nname = "Reise"\nwords = ["Sack"]'
READER = OrderReader(entry_reader().grammars)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> AtTable:
    """Return a game in which Anna can lay RUCKEN, and Ben SACK."""
    draws = GivenDraws(["CEKNRUX", "ACKSSAE", "EEEEEE", "TTTT", "LLL"])
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: draws)
    return at_table(kiel(inner=THEME))


def totals(table: AtTable) -> dict[str, int]:
    return {name: player.total for name, player in table.running().game.players.items()}


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("H4 RUCKEN // Thema: Rucken", ("RUCKEN",)),
        ("H4 RUCKEN 26 // theme: RUCKEN, SAE", ("RUCKEN", "SAE")),
        ("H4 RUCKEN // Thema", ()),
        ("H4 RUCKEN\n// Thema: RUCKEN", ("RUCKEN",)),
        ("H4 RUCKEN\nThema: RUCKEN", ("RUCKEN",)),
        ("// Thema: RUCKEN\nH4 RUCKEN", ("RUCKEN",)),
        ("H4 RUCKEN // was für ein Thema", None),
        ("H4 RUCKEN", None),
    ],
)
def test_what_is_said_of_the_theme_beside_a_play_is_read(
    text: str, claims: Sequence[str] | None
) -> None:
    (group,) = READER.read(lines_of(text), STANDARD.notation).groups
    (order,) = group.orders
    assert isinstance(order, PlayOrder)
    assert order.claims == claims


def test_each_alternate_has_its_own_claim() -> None:
    text = "H4 RUCKEN\n/ H4 RUCK // Thema: RUCK\n"
    (group,) = READER.read(lines_of(text), STANDARD.notation).groups
    assert [isinstance(o, PlayOrder) and o.claims for o in group.orders] == [None, ("RUCK",)]


def test_the_points_follow_with_the_ruling_and_nothing_waits_for_it(table: AtTable) -> None:
    """26 for RUCKEN; 5 more when the game master agrees."""
    owed = table.receives("Anna", "H4 RUCKEN // Thema: Rucken")
    assert totals(table) == {"Anna": 26, "Ben": 0}
    assert of(owed, "ben", TurnReport).face.history.turns[0].unruled == ("RUCKEN",)
    asked = of(table.waits(MINUTE), "gm", RulingAskedAtTable)
    (word,) = asked.words
    assert (word.word, word.player, asked.doubted) == ("RUCKEN", "Anna", "theme")
    assert table.waits(MINUTE) == ()
    table.receives("Ben", "ANNEHMEN")

    owed = table.orders(in_turns.RuleTheme("RUCKEN", fits=True))

    report = of(owed, "ben", TurnReport)
    assert ThemeRuled(1, "Anna", "RUCKEN", 5) in report.happened
    (turn,) = report.face.history.turns
    assert (turn.formula, turn.points, turn.total, turn.unruled) == ("13*2+5=31", 31, 31, ())
    assert report.face.history.sheet == (SheetLine("Anna", "turn", 1, 31, 31),)
    assert totals(table) == {"Anna": 31, "Ben": 0}
    again = table.refuses(in_turns.RuleTheme("RUCKEN", fits=True))
    assert again == in_turns.NotClaimed("RUCKEN")


def test_a_yes_by_mail_to_the_question_about_the_theme_rules_on_nothing_else(
    table: AtTable,
) -> None:
    table.receives("Anna", "H4 RUCKEN // Thema: Rucken")
    given = GivenOrder(orders.RuleWord("RUCKEN", accepted=False), "", GivenBy.MAIL, "mail:1")
    table.take(
        family_of(table.running()).carry_out(given, table.means(), table.now)  # as a reply would
    )
    game = classic(table.running().game)
    assert (game.rulings, game.claims, totals(table)["Anna"]) == ({}, (), 26)


def test_points_ruled_on_after_the_end_count(table: AtTable) -> None:
    table.receives("Anna", "H4 RUCKEN // Thema: Rucken")
    table.orders(orders.EndGame())
    before = dict(table.running().game.final)
    table.orders(in_turns.RuleTheme("RUCKEN", fits=True))
    after = dict(table.running().game.final)
    assert (after["Anna"] - before["Anna"], after["Ben"] - before["Ben"]) == (5, 0)


def test_words_of_the_list_count_by_themselves_and_are_not_asked_about(table: AtTable) -> None:
    """SACK lies at once for 10*2 and 5 of the theme."""
    table.receives("Anna", "PASSE")
    written = READER.read(lines_of("H5 SACK"), STANDARD.notation)
    (it,) = tried_orders(classic(table.running().game), "Ben", written, table.office.lexicon)
    move = show(it)
    assert (move["points"], move["theme"], move["formula"]) == (25, 5, "10*2+5=25")
    table.receives("Ben", "H5 SACK // Thema: Sack")
    assert totals(table)["Ben"] == 2 * (1 + 1 + 4 + 4) + 5
    assert table.waits(MINUTE) == ()


def test_a_claim_goes_with_a_play_that_is_taken_back(table: AtTable) -> None:
    table.receives("Anna", "H4 RUCKEN // Thema: Rucken")
    table.orders(in_turns.RuleTheme("RUCKEN", fits=True))
    table.orders(orders.RuleWord("RUCKEN", accepted=False))
    table.receives("Ben", "ANFECHTEN")
    assert totals(table) == {"Anna": 0, "Ben": 0}


def test_points_ruled_on_later_stay_when_a_later_turn_is_undone(table: AtTable) -> None:
    table.receives("Anna", "H4 RUCKEN // Thema: Rucken")
    table.receives("Ben", "PASSE")
    table.orders(in_turns.RuleTheme("RUCKEN", fits=True))
    table.orders(in_turns.UndoTurn())
    assert totals(table) == {"Anna": 31, "Ben": 0}
    assert classic(table.running().game).claims == ()


def test_a_claim_of_somebody_renamed_since_stays_when_a_later_turn_is_undone(
    table: AtTable,
) -> None:
    table.receives("Anna", "H4 RUCKEN // Thema: Rucken")
    table.receives("Ben", "PASSE")
    table.orders(orders.RenamePlayer("Anna", "Zoe"), "umbenannt")
    table.orders(in_turns.UndoTurn())

    table.orders(in_turns.RuleTheme("RUCKEN", fits=True))

    assert totals(table) == {"Zoe": 31, "Ben": 0}
