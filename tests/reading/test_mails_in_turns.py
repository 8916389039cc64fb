"""Mails in games in turns, and of both families at once, read as whole mails."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mailref.assets import grammars
from mailref.reading.entries import Ambiguity, GameFace
from mailref.reading.table_lines import TableReader
from mailref.reading.turn_orders import OrderReader
from mailref.rules.turns.orders import (
    ChallengeAct,
    Condition,
    ExchangeOrder,
    IfPass,
    IfTakenBack,
    Otherwise,
    PassOrder,
    PlayOrder,
)
from mailref.rules.vocabulary import Command
from tests.games.classic_examples import STANDARD
from tests.reading.reading import GAMES, YERRES, lines_of, read

KIEL = GameFace("kiel", "Classic Kiel", STANDARD)
ALL = (*GAMES, KIEL)
ORDERS = OrderReader(grammars())
TABLE_ORDERS = TableReader(grammars())
_CASES = json.loads((Path(__file__).parents[1] / "games/cases/forms.json").read_text("utf-8"))
FORMS = [case for case in _CASES["cases"] if case["game"] != "rummikub"]


@pytest.mark.parametrize("case", FORMS, ids=lambda case: case["name"])
def test_every_form_of_an_order_is_read_in_a_mail_as_by_itself(case: Mapping[str, Any]) -> None:
    text = "\n".join(case["lines"])
    alone = ORDERS.read(lines_of(text), KIEL.rules.axes)
    entries = read(text, games=ALL, default=KIEL).entries
    assert [entry.orders.asked for entry in entries if entry.orders] == [alone.asked]


def test_both_families_in_one_mail_by_their_titles() -> None:
    text = "1-Zug-Scrabble Yerres\nE4s KATZE\n\nClassic Kiel\nH4 RUCKEN\nGrüße, Anna"
    yerres, kiel = read(text, games=ALL).entries
    assert yerres.moves[0].move is not None
    assert yerres.orders is None
    assert kiel.moves == ()
    assert kiel.orders is not None
    (group,) = kiel.orders.groups
    (order,) = group.orders
    assert isinstance(order, PlayOrder)
    assert order.written.move is not None
    assert order.written.move.plays[0].word == "RUCKEN"


def test_commands_press_and_player_stand_beside_orders() -> None:
    text = "Spieler=Anna\nANFECHTEN GÖTZE\nTAUSCHE A E N\nSTAND\nPRESSE: Na warte!"
    reading = read(text, games=(YERRES, KIEL), default=KIEL)
    (entry,) = reading.entries
    assert entry.player is not None
    assert entry.player.text == "Anna"
    assert entry.orders is not None
    assert [type(act) for act in entry.orders.acts] == [ChallengeAct]
    assert isinstance(entry.orders.groups[0].orders[0], ExchangeOrder)
    assert reading.commands == (Command.STATUS, Command.PRESS)
    assert reading.press == "Na warte!"


def test_a_heading_is_none_where_a_condition_stands() -> None:
    text = "FALLS PASS:\nPASSE\nSONST:\nH4 RUCKEN"
    (entry,) = read(text, games=ALL, default=KIEL).entries
    assert entry.orders is not None
    assert len(entry.orders.groups) == 2
    assert isinstance(entry.orders.groups[0].orders[0], PassOrder)


def test_prose_alone_asks_for_nothing() -> None:
    assert read("Hallo,\nwann geht es weiter?\nAnna", games=ALL, default=KIEL).entries == ()


def test_two_sections_for_one_game_that_differ_are_asked_about() -> None:
    text = "Classic Kiel\nH4 RUCKEN\n\nYerres\nE4s KATZE\n\nClassic Kiel\nPASSE"
    found = [e for e in read(text, games=ALL).entries if e.game == "kiel"]
    assert [entry.ambiguity for entry in found] == [Ambiguity.TWO_ENTRIES] * 2
    again = "Classic Kiel\nPASSE\n\nYerres\nE4s KATZE\n\nClassic Kiel\nPasse."
    found = [e for e in read(again, games=ALL).entries if e.game == "kiel"]
    assert [entry.ambiguity for entry in found] == [None]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("FALLS ZURÜCK:\nLEGE HUNDERT", [(IfTakenBack(), "LEGE HUNDERT")]),
        ("Falls er passt: NIMM 3", [(IfPass(), "NIMM 3")]),
        (
            "IF PASS:\nTAKE 3\nELSE: LAY HUNDERT",
            [(IfPass(), "TAKE 3"), (Otherwise(), "LAY HUNDERT")],
        ),
        ("NIMM 1\nFALLS PASS:\nNIMM 3", [(None, "NIMM 1"), (IfPass(), "NIMM 3")]),
        ("Falls du fragst, mir geht es gut.\nNIMM 3", [(None, "NIMM 3")]),
    ],
)
def test_orders_at_the_table_stand_under_their_conditions(
    text: str, wanted: list[tuple[Condition | None, str]]
) -> None:
    found = TABLE_ORDERS.read(lines_of(text))
    assert not found.faults
    assert [
        (group.condition, order.span.text) for group in found.groups for order in group.orders
    ] == wanted


@pytest.mark.parametrize(
    "text",
    [
        "FALLS DIE SONNE SCHEINT:\nNIMM 3",
        "Falls Ben E nimmt, NIMM 3",
        "FALLS PASS:\nANZWEIFELN LIST",
        "NIMM 1\nFALLS ZURÜCK:",
    ],
)
def test_a_condition_at_the_table_that_cannot_be_read_is_never_passed_over(text: str) -> None:
    assert [fault.code for fault in TABLE_ORDERS.read(lines_of(text)).faults] == ["condition"]
