"""Tiles to be exchanged as people name them: one too many is gone for good, so what is in doubt is asked back."""

import json

import pytest

from mailref.games.by_turns.events import TilesExchanged
from tests.games.by_turns.at_table import at_table, kiel
from tests.tiles.builders import WordList

ASKED = None
ROWS = [
    ("english", "E A B C D ? F", "exchange E and a blank", "E ?"),
    ("english", "E A B C D ? F", "exchange a blank", "?"),
    ("english", "E A B C D ? F", "exchange an A, an E and a B", "A E B"),
    ("english", "E A B C D ? F", "exchange the A and my blank", "A ?"),
    ("english", "E A B C D ? F", "exchange a e b", "A E B"),
    ("english", "E A B C D ? F", "exchange A, blank", "A ?"),
    ("english", "E A B C D ? F", "EXCHANGE A BLANK", ASKED),
    ("english", "E A B C D ? F", "exchange A blank", ASKED),
    ("german", "E A B C D ? F", "TAUSCHE A JOKER", "A ?"),
    ("german", "E A B C D ? F", "tausche das E und einen Joker", "E ?"),
    ("french", "E A B C D ? F", "échange le A et un joker", "A ?"),
    ("french", "E A B C D ? F", "Je rends B et C", "B C"),
    ("english", "E A B C D ? F", "I trade in B, C and D", "B C D"),
    ("turkish", "I İ A B C D E", "tausche i", "İ"),
    ("turkish", "I İ A B C D E", "exchange ı", "I"),
    ("turkish", "I İ A B C D E", "exchange i, ı", "I İ"),
    ("turkish", "I İ A B C D E", "EXCHANGE I", "I"),
    ("turkish", "İ A B C D E K", "exchange ı", ASKED),
    ("spanish", "CH LL A B C D ?", "EXCHANGE [CH] LL", "CH LL"),
    ("spanish", "CH LL A B C D ?", "exchange [ll] and a blank", "LL ?"),
    ("spanish", "CH LL A B C D ?", "EXCHANGE C", "C"),
    ("catalan", "L·L QU NY T A O ?", "exchange L·L", "L·L"),
    ("greek", "Α Σ Τ Λ Ο Γ ?", "exchange ς τ", "Σ Τ"),
    ("polish", "Ż Ó Ł W Z A ?", "EXCHANGE Ł, Z", "Ł Z"),
    ("ukrainian", "М ' Я Т А О Ґ", "exchange '", "'"),
    ("ukrainian", "М ' Я Т А О Ґ", "exchange ґ ’", "Ґ '"),
    ("russian", "Ё Е Я Т А О Г", "EXCHANGE ЁЕ", "Ё Е"),
]


@pytest.mark.parametrize(
    ("tiles", "rack", "line", "named"), ROWS, ids=[f"{row[0]} {row[2]}" for row in ROWS]
)
def test_tiles_are_exchanged_as_they_are_named(
    tiles: str, rack: str, line: str, named: str | None
) -> None:
    held = json.dumps(rack.split(), ensure_ascii=False)
    start = f'[game.start]\nturn = 4\nto_move = "Anna"\nracks = {{ "Anna" = {held} }}'
    table = at_table(kiel(f'tiles = "{tiles}"\nlanguage = "en"', start), words=WordList())

    owed = table.receives("Anna", line)

    assert owed
    exchanged = [
        event.letters.value
        for event in table.records.log["kiel"]
        if isinstance(event, TilesExchanged)
    ]
    own = table.running().game.tile_set
    wanted = [] if named is None else [sorted(named.split())]
    assert [sorted(own.named(letters)) for letters in exchanged] == wanted
