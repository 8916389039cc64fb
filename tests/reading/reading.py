"""Four games and one reader: what the tests of entries read mails with."""

from collections.abc import Sequence

from mailref.office import entry_reader
from mailref.orders.entries import Entry, GameFace, Reading, WrittenOrders, orders_in
from mailref.orders.read_entries import EntryReader, OneMail
from mailref.reading.incoming_mail import Attention, Line, OverBudgetError
from mailref.tiles.board import place_name
from mailref.tiles.moves import Play, WrittenMove
from tests.tiles.variants import MONO, ONE, SB, SIMULTAN, TWO

YERRES = GameFace("yerres", "1-Zug-Scrabble Yerres", ONE)
AEGYPTEN = GameFace("aegypten", "2-Zug-Scrabble Ägypten", TWO)
LEIPZIG = GameFace("leipzig", "SB-Scrabble Leipzig", SB)
GENF = GameFace("genf", "Simultan-Scrabble Genf", SIMULTAN)
NORD = GameFace("nord", "mono Nordlicht", MONO)
GAMES = (YERRES, AEGYPTEN, LEIPZIG, GENF, NORD)

READER = entry_reader()


def lines_of(text: str) -> list[Line]:
    """Return *text* as incoming gives it: dashes as `-`."""
    cleaned = text.replace("–", "-")
    return [Line(number, line) for number, line in enumerate(cleaned.split("\n"), start=1)]


def read(
    text: str,
    *,
    subject: str = "",
    games: Sequence[GameFace] = GAMES,
    default: GameFace | None = None,
) -> Reading:
    return read_lines(lines_of(text), subject, games, default)


def read_lines(
    lines: Sequence[Line],
    subject: str,
    games: Sequence[GameFace],
    default: GameFace | None,
    reader: EntryReader = READER,
) -> Reading:
    """Return what *lines* ask for, whatever stands around them."""
    try:
        return OneMail(reader, games, default, Attention()).read(lines, subject)
    except OverBudgetError:
        return Reading((), (), is_over_budget=True)


def only_entry(text: str, *, default: GameFace | None = None) -> Entry:
    """Return the one entry of a mail."""
    entries = read(text, default=default).entries
    assert len(entries) == 1, entries
    return entries[0]


def moves(text: str, game: GameFace = YERRES) -> tuple[WrittenMove, ...]:
    """Return the moves of an entry for *game* that consists of *text*."""
    return only_entry(f"{game.title}\n{text}").moves


def only_play(text: str, game: GameFace = YERRES) -> Play:
    """Return the play of an entry of one faultless line."""
    (written,) = moves(text, game)
    assert written.faults == ()
    assert written.move is not None
    (play,) = written.move.plays
    return play


def short(play: Play, game: GameFace = YERRES) -> str:
    """Return place, direction and word: `M10 down EUBÖA`."""
    place = place_name(play.square, play.direction, game.rules.axes)
    return f"{place} {play.direction} {play.word}"


def shown(written: Sequence[WrittenMove], game: GameFace = YERRES) -> list[list[str]]:
    """Return the plays of each move in short."""
    return [
        [short(play, game) for play in (each.move.plays if each.move else ())] for each in written
    ]


def codes(written: WrittenMove) -> list[str]:
    return [fault.code for fault in written.faults]


def orders_of(entry: Entry) -> WrittenOrders:
    """Return the orders that stand in *entry*."""
    found = orders_in(entry)
    assert found is not None
    return found
