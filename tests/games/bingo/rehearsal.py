"""Games of Scrabble-Bingo for tests: settings, and a game in which decisions take effect at once."""

from collections.abc import Sequence
from datetime import timedelta

from mailref.games.bingo.game import BingoGame
from mailref.referee.mails import Owed
from tests.games.by_turns.at_table import AtTable, at_table
from tests.tiles.builders import WordList

NAMES = ("Anna", "Ben", "Cleo")
LISTED = WordList(
    frozenset({"STERNEN", "GARTENS", "KUCHENS", "RASTENS", "NADELST", "XYLITEN", "QUARZEN"})
)
"""What the tests' players know; other words are asked about."""
WEEKLY = 'schedule = "every week on monday at 20:00"\nmin_round = "1d"'
ANNAS, BENS, CLEOS = (
    "BINGO: STERNEN GARTENS",
    "1. KUCHENS\n2. GARTENS",
    "Meine Wörter: RASTENS, NADELST",
)


def herbst(
    keys: str = "",
    inner: str = "",
    players: Sequence[str] = NAMES,
    id: str = "herbst",  # noqa: A002  as in the file
    zats: str = WEEKLY,
) -> str:
    """Return a [[game]] of Scrabble-Bingo, with a ZAT each Monday."""
    listed = "\n".join(
        f'[[game.player]]\nname = "{name}"\naddresses = ["{name.lower()}@example.org"]'
        for name in players
    )
    head = f'id = "{id}"\ntitle = "{id.title()}-Bingo"\nvariant = "bingo"\n'
    return f'[[game]]\n{head}zone = "Europe/Berlin"\n{zats}\n{keys}\n{inner}\n{listed}'


def begun(
    keys: str = "",
    inner: str = "",
    words: WordList = LISTED,
    players: Sequence[str] = NAMES,
    zats: str = WEEKLY,
) -> AtTable:
    """Return a game that has been opened and takes words."""
    return at_table(herbst(keys, inner, players, zats=zats), words=words, seed=bytes(32))


def state(table: AtTable) -> BingoGame:
    found = table.office.games["herbst"].game
    assert isinstance(found, BingoGame)
    return found


def till_zat(table: AtTable) -> timedelta:
    """Return how long it is until the open round may be closed."""
    zat = state(table).due
    assert zat is not None
    return zat + timedelta(minutes=3) - table.now


def words_seen_late(table: AtTable, who: str) -> Sequence[Owed]:
    """Let words surface that arrived before the first ZAT; return the mails that are owed for it."""
    zat = state(table).draws[0].deadline
    assert zat is not None
    now, table.now = table.now, zat - timedelta(hours=1)
    owed = table.receives(who, "BINGO: KUCHENS GARTENS")
    table.now = now
    return owed
