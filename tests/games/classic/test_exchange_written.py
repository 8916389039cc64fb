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
    ("english", "E A B C D ? F", "Exchange, please: A, E and B. Keeping the rest.", "A E B"),
    ("english", "E A B C D ? F", "Exchange please, A, E and B.", "A E B"),
    ("german", "E A B C D Ä F", "Tausch, bitte: A und B", "A B"),
    ("english", "E A B C D ? F", "Exchange, please: A, E and X.", ASKED),
    ("english", "E A B C D ? F", "exchange A, blank", "A ?"),
    ("english", "E A B C D ? F", "EXCHANGE A BLANK", ASKED),
    ("english", "E A B C D ? F", "exchange A blank", ASKED),
    ("german", "E A B C D ? F", "TAUSCHE A JOKER", "A ?"),
    ("german", "E A B C D ? F", "tausche das E und einen Joker", "E ?"),
    ("french", "E A B C D ? F", "échange le A et un joker", "A ?"),
    ("french", "E A B C D ? F", "Je rends B et C", "B C"),
    ("english", "E A B C D ? F", "I trade in B, C and D", "B C D"),
    ("german", "E A B C D Ä F", "Ich tausche alle außer Ä.", "E A B C D F"),
    ("german", "E A B C D Ä F", "Tausche alles bis auf das Ä und das B, danke", "E A C D F"),
    ("german", "E A B C D Ä F", "Ich möchte alles außer E und A tauschen", "B C D Ä F"),
    ("german", "E A B C D Ä F", "TAUSCHE alle außer X", ASKED),
    ("german", "E A B C D Ä F", "TAUSCHE alles außer Haus", ASKED),
    ("german", "E E B C D Ä F", "TAUSCHE alle außer E", ASKED),  # one of them or both
    ("german", "E E B C D Ä F", "TAUSCHE alle außer E E", "B C D Ä F"),
    ("german", "E A B C D Ä F", "Ich tausche alle sieben: E, A, B, C, D, Ä, F", "E A B C D Ä F"),
    ("german", "E A B C D Ä F", "ich würde gern tauschen, und zwar E und A", "E A"),
    ("german", "E A B C D Ä F", "Ich tausche diesmal: bitte das E und das A", "E A"),
    ("german", "E A B C D Ä F", "Tausch von E und A. vg", "E A"),
    ("german", "E A B C D Ä F", "Kannst du mir bitte A und B tauschen?", "A B"),
    ("german", "E A B C D Ä F", "Würdest du A und B tauschen?", ASKED),  # he asks for advice
    ("german", "E A B C D Ä F", "Bitte B, C, D abgeben und drei andere ziehen.", "B C D"),
    ("german", "E A B C D Ä F", "Ich passe und tausche B.", ASKED),
    ("german", "E A B C D Ä F", "Tausche ich B, lacht Bodo.", ASKED),
    ("german", "E A B C D Ä F", "Tausche ich A, B und C, bitte.", "A B C"),
    ("german", "E A B C D Ä F", "Ich tausche B - nein, ich passe.", ASKED),
    ("german", "E A B C D Ä F", "~~Tausche B~~", ASKED),
    ("english", "E A B C D ? F", "I exchange all but the B and the blank", "E A C D F"),
    ("english", "E A B C D ? F", "I'm changing everything except A", "E B C D ? F"),
    (
        "english",
        "E A B C D ? F",
        "I shall exchange three tiles this turn, namely A, E and B",
        "A E B",
    ),
    ("english", "E A B C D ? F", "i'll swap two please, A and E. fed up with this rack", "A E"),
    ("french", "E A B C D ? F", "j'échange tout sauf le A", "E B C D ? F"),
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
