"""Plays with other tiles and on other boards, in rounds and in turns: points from real games and an independent scorer.

What is in `languages/plays.json`, and from where, says its README. Small letters in a play are jokers.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from mailref.commands.judge import as_object, judge_mail
from mailref.commands.sources import office_without_effect
from tests.judge.agreement import Json
from tests.judge.cases import HERE
from tests.settings.written import GAMEMASTER, MAIL, load

CASES = json.loads((HERE / "languages" / "plays.json").read_text("utf-8"))["cases"]
RECEIVED = datetime(2026, 11, 30, 12, tzinfo=UTC)
IN_ROUNDS = """
deadline = 2026-12-11T20:00:00
letters = {rack}
[game.rules]
min_vowels = 0
min_consonants = 0
[game.start]
round = 4
scores = {{ "Max" = 0 }}
"""
IN_TURNS = """
[game.start]
turn = 4
to_move = "Max"
racks = {{ "Max" = {rack} }}
"""
PLAYERS = """
[[game.player]]
name = "Max"
addresses = ["max@example.org"]
[[game.player]]
name = "Eva"
addresses = ["eva@example.org"]
"""


def settings_of(case: Mapping[str, Any], variant: str) -> str:
    start = (IN_ROUNDS if variant == "simultan" else IN_TURNS).format(
        rack=json.dumps(case["rack"], ensure_ascii=False)
    )
    return f"""{MAIL}{GAMEMASTER}
[[game]]
id = "kiel"
title = "Kiel"
variant = "{variant}"
zone = "Europe/Berlin"
tiles = "{case["tiles"]}"
layout = "{case["board_name"]}"
{start}
board = {json.dumps(case["board"], ensure_ascii=False)}
{PLAYERS}"""


def judged(case: Mapping[str, Any], variant: str) -> dict[str, Json]:
    loaded = load(settings_of(case, variant), Path("/srv"))
    assert loaded.settings is not None, [fault.line for fault in loaded.faults]
    settings = loaded.settings
    office = office_without_effect(settings, RECEIVED)
    mail = (
        "From: max@example.org\r\nTo: referee@example.org\r\nSubject: [kiel]\r\n"
        "Message-ID: <1@example.org>\r\nDate: Mon, 30 Nov 2026 12:00:00 +0000\r\n"
        "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        f"{case['text']}\r\n"
    ).encode()
    (entry,) = judge_mail(mail, settings, office, RECEIVED, RECEIVED).entries
    return as_object("x.eml", judge_mail(mail, settings, office, RECEIVED, RECEIVED), entry, office)


@pytest.mark.sampled(60)
@pytest.mark.each_once
@pytest.mark.parametrize("variant", ["simultan", "classic"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_play_counts_what_it_counted(case: dict[str, Any], variant: str) -> None:
    found = judged(case, variant)

    moves = found["moves"]
    assert isinstance(moves, list), found
    (move,) = moves
    assert isinstance(move, dict)
    wanted = case["expect"]
    faults = move["faults"]
    assert isinstance(faults, list)
    other = [each for each in faults if isinstance(each, dict) and each["code"] not in ALLOWED]
    plays = move["plays"]
    assert isinstance(plays, list)
    assert (other, [play["points"] for play in plays if isinstance(play, dict)]) == (
        [],
        [wanted["points"]],
    )


ALLOWED = {"word_unknown", "word_refused"}
"""What the lists say of a word is asked elsewhere."""
