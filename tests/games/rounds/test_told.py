"""The JSON export key by key, on a small game by hand (contract 4)."""

import hashlib
import json
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import rfc8785

from mailref.games.events import ScoreCorrected
from mailref.games.rounds import told as told_of_rounds
from mailref.games.rounds.game import ClosedRound
from mailref.games.rounds.told import round_to_json
from mailref.record.as_json import Json, canonical, in_lines
from tests.record.by_hand import Told, yerres
from tests.record.first_form import first_form
from tests.record.games import play
from tests.tiles.variants import ONE

BERLIN = ZoneInfo("Europe/Berlin")
KEYS = [
    "game", "title", "variant", "rules", "tiles", "start", "finished", "commitment", "seed",
    "lexicon", "rulings", "rounds", "standings", "sha256",
]  # fmt: skip
UND = {
    "status": "valid",
    "points": 6,
    "formula": "3*2=6",
    "claimed": None,
    "swaps": [],
    "plays": [
        {
            "square": "H8",
            "direction": "across",
            "word": "UND",
            "blanks": [],
            "points": 6,
            "words": [{"word": "UND", "points": 6, "verdict": "valid"}],
        }
    ],
    "faults": [],
}


def exported() -> dict[str, Json]:
    return first_form(yerres(), BERLIN)


def rounds() -> list[dict[str, Json]]:
    found = exported()["rounds"]
    assert isinstance(found, list)
    return [each for each in found if isinstance(each, dict)]


def entries(number: int) -> dict[str, dict[str, Json]]:
    rows = rounds()[number - 1]["entries"]
    assert isinstance(rows, list)
    return {str(row["player"]): row for row in rows if isinstance(row, dict)}


def column(number: int, *keys: str) -> dict[str, tuple[Json, ...]]:
    return {name: tuple(row[key] for key in keys) for name, row in entries(number).items()}


def test_every_key_of_the_contract_is_there() -> None:
    found = exported()

    assert [key for key in KEYS if key not in found] == []
    assert (found["game"], found["title"]) == ("yerres", "1-Zug-Scrabble Yerres")
    assert (found["variant"], found["finished"], found["start"]) == ("dottendorf-1zug", True, None)
    assert found["lexicon"] == {"name": "test", "sha256": "0" * 64}
    assert found["tiles"]["Q"] == {"count": 1, "value": 10}  # type: ignore[index,call-overload]  # an object
    assert found["seed"] == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    assert found["commitment"] == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_an_entry_holds_the_move_that_counts() -> None:
    anna = entries(1)["Anna"]

    assert anna == {
        "player": "Anna",
        "received": "2026-12-04T21:00:00+01:00",
        "status": "valid",
        "square": "H8",
        "direction": "across",
        "word": "UND",
        "formula": "3*2=6",
        "points": 6,
        "base": 0,
        "deduction": 0,
        "adjustments": [{"points": 5, "because": "verzählt", "order": 1}],
        "total": 11,
        "rank": 1,
        "move": UND,
        "faults": [],
        "moves": [UND],
        "counts": 0,
    }


def test_a_round_tells_when_it_was_closed_and_what_was_laid_by_which_lot() -> None:
    """Contract 4: after a tie `tie` lists the rules applied, and `lot` what was drawn."""
    first = rounds()[0]

    assert (first["number"], first["letters"]) == (1, "BDHNRSU")
    assert first["deadline"] == "2026-12-11T20:00:00+01:00"
    assert first["closed"] == "2026-12-11T20:03:00+01:00"
    assert first["laid"] == {
        "players": ["Anna"],
        "move": UND,
        "tie": ["lot"],
        "lot": {"purpose": "lot 1", "choices": ["H8 across UND", "H8 down UND"], "chosen": 0},
    }
    assert first["top"] == {"points": 10, "exact": True, "moves": ["G8w HUND"]}
    assert (first["drawn"], first["bag"]) == ("AEO?", 91)
    assert first["board"][7] == ".......UND....."  # type: ignore[index]  # a list of rows


def test_what_does_not_count_says_why_and_scores_nothing() -> None:
    """Contract 4: points of a missing, late or invalid entry are 0."""
    assert column(2, "status", "points", "word", "formula", "received") == {
        "Anna": ("valid", 4, "RUND", "4=4", "2026-12-11T21:00:00+01:00"),
        "Bertram": ("missing", 0, None, None, None),
        "Dora": ("valid", 3, "BUND", "3=3", "2026-12-11T21:00:00+01:00"),
        "Cora": ("late", 0, None, None, "2026-12-18T20:01:00+01:00"),
    }
    assert entries(3)["Bertram"]["faults"] == [
        {"code": "occupied", "line": 1, "column": 1, "text": "G8s HUND"}
    ]
    assert entries(1)["Cora"]["status"] == "pending"


def test_a_correction_shifts_the_totals_of_all_later_rounds() -> None:
    """Everything after is recomputed."""
    assert column(1, "total", "rank") == {"Anna": (11, 1), "Bertram": (6, 2), "Cora": (0, 3)}
    assert column(2, "total", "rank") == {
        "Anna": (15, 1),
        "Bertram": (6, 2),
        "Dora": (3, 3),
        "Cora": (0, 4),
    }


def test_a_round_that_was_reopened_is_told_as_it_was_closed_at_last() -> None:
    assert [each["number"] for each in rounds()] == [1, 2, 3]
    assert rounds()[1]["closed"] == "2026-12-19T20:03:00+01:00"


def test_in_the_final_round_letters_not_laid_are_deducted() -> None:
    """Rules 8: without a valid move all of them: A1 B3 E1 H2 O2 S1 and a blank are 10."""
    assert rounds()[2]["letters"] == "ABEHOS?"
    assert column(3, "points", "deduction", "total") == {
        "Anna": (0, 10, 5),
        "Bertram": (0, 10, -4),
        "Dora": (0, 10, -7),
        "Cora": (0, 10, -10),
    }
    assert rounds()[2]["laid"] is None
    assert exported()["standings"] == [
        {"rank": 1, "player": "Anna", "points": 5},
        {"rank": 2, "player": "Bertram", "points": -4},
        {"rank": 3, "player": "Dora", "points": -7},
        {"rank": 4, "player": "Cora", "points": -10},
    ]


def test_the_open_round_is_the_last_and_keeps_the_seed_secret() -> None:
    """Contract 4: `closed` null, `entries` [], `laid` null; the seed is null until the game has ended."""
    told = Told()
    told.join("Anna")
    told.open("BDHNRSU")
    told.send("Anna", "H8w UND")

    found = first_form(told.events, BERLIN)

    assert (found["finished"], found["seed"]) == (False, None)
    assert isinstance(found["rounds"], list)
    (only,) = found["rounds"]
    assert isinstance(only, dict)
    assert (only["closed"], only["entries"], only["laid"], only["drawn"]) == (None, [], None, "")
    assert (only["letters"], only["bag"]) == ("BDHNRSU", 95)


def test_a_correction_of_a_round_before_the_player_came_stands_in_his_first_round() -> None:
    told = Told()
    told.join("Anna")
    told.open("BDHNRSU")
    told.close()
    told.join("Dora", is_late=True)
    told.happen(ScoreCorrected("Dora", 1, 7, "Geschenk"))
    told.open("")
    told.close()

    found = first_form(told.events, BERLIN)

    rounds = found["rounds"]
    assert isinstance(rounds, list)
    dora = rounds[1]["entries"][0]
    assert dora["adjustments"] == [{"points": 7, "because": "Geschenk", "order": 1}]
    assert [row["player"] for row in rounds[0]["entries"]] == ["Anna"]
    assert found["standings"][0] == {"rank": 1, "player": "Dora", "points": 7}


def test_the_hash_is_that_of_the_canonical_json_without_it() -> None:
    """Contract 4: RFC 8785 of the object without `sha256`."""
    found = exported()
    rest = {key: value for key, value in found.items() if key != "sha256"}

    assert found["sha256"] == hashlib.sha256(rfc8785.dumps(rest)).hexdigest()
    assert list(found)[-1] == "sha256"


def test_addresses_are_never_exported() -> None:
    """Contract 4."""
    assert "secret.example" not in json.dumps(exported())
    assert "@" not in json.dumps(exported())


def test_a_round_is_made_into_json_once_though_its_report_covers_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []
    once = round_to_json

    def counted(closed: ClosedRound, *rest: Any, **more: Any) -> Any:
        made.append(closed.number)
        return once(closed, *rest, **more)

    monkeypatch.setattr(told_of_rounds, "round_to_json", counted)

    found = first_form(play(ONE, 2, most_rounds=3).events, BERLIN)

    assert made == [1, 2, 3]
    assert len(found["reports"]) == 3


@pytest.mark.parametrize(
    "value",
    [{}, [], {"a": {}, "b": [], "c": [[1, [2]], {"d": {"e": {"f": [1, "ö\n"]}}}]}, "x", None, 1.5],
)
def test_a_file_in_lines_is_the_same_json(value: Any) -> None:
    assert json.loads(in_lines(value)) == value


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"b": [1, -2, True, None, 'ÄÖ"\\/'], "a": {}, "": []}, id="plain"),
        pytest.param({"\n\x00\x1f\x7f\u2028é€😀": "\n\t\b\f\r\x00\x1f\x7f\u2028😀"}, id="escapes"),
        pytest.param({"😀": 1, "\ufb33": 2, "ö": 3, "z": 4}, id="keys-in-the-order-of-utf-16"),
        pytest.param({"share": 0.5, "small": 1e-7, "large": 1e21}, id="fractions"),
        pytest.param([9007199254740991, -9007199254740991], id="the-largest-numbers"),
    ],
)
def test_canonical_json_is_that_of_rfc_8785(value: Any) -> None:
    """However it is written: another byte would be another hash."""
    assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize("value", [2**53, ["\ud800"], float("nan")])
def test_what_canonical_json_cannot_say_is_refused(value: Any) -> None:
    with pytest.raises(rfc8785.CanonicalizationError):
        canonical(value)
