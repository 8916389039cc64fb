"""A recorded game for others, whatever its kind: as JSON, CSV and GCG, and as a folder of pages.

What is secret while it runs stands in none of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import tzinfo
from itertools import chain

from mailref.games.events import Event, EventLog
from mailref.games.game import Game
from mailref.games.kind import FilesKind, kind_begun_by, replay
from mailref.games.statistics import PlayerFigures
from mailref.record.as_json import in_lines
from mailref.record.export import export_of
from mailref.report.gcg import NotInGcgError
from mailref.writing.archive import ArchiveMeans, File, PageFile, drawn


def json_of(events: Iterable[Event], zone: tzinfo, stands: Game | None = None) -> str:
    """Return the export as the text of a file; *stands*: the game as it stands, where that is known."""
    return in_lines(export_of(events, zone, stands=stands)) + "\n"


def csv_of(events: Iterable[Event]) -> bytes:
    """Return a line for each turn, or for each player of each round."""
    files, log = _begun(events)
    return files.csv(log)


def gcg_in(events: Iterable[Event]) -> str:
    """Return the moves as GCG; NotInGcgError says why the format cannot hold the game."""
    files, log = _begun(events)
    if not hasattr(files, "gcg"):
        raise NotInGcgError(getattr(files, "NO_GCG", "the format does not know such a game"))
    moves: str = files.gcg(log)
    return moves


def figures_in(events: Iterable[Event]) -> tuple[PlayerFigures, ...]:
    """Return what a game has come to for each player, as far as all may know it; nothing where that is not reckoned."""
    files, log = _begun(events)
    found: tuple[PlayerFigures, ...] = files.figures(log) if hasattr(files, "figures") else ()
    return found


def outs_in(events: Iterable[Event]) -> Mapping[str, str]:
    """Return why players play no more who were put out of a game, or gave up."""
    files, log = _begun(events)
    found: Mapping[str, str] = files.outs(log) if hasattr(files, "outs") else {}
    return found


def game_of(events: Iterable[Event]) -> Game:
    """Return the game that these events make, as far as they tell it."""
    files, log = _begun(events)
    found: Game = files.stands(log) if hasattr(files, "stands") else replay(log)
    return found


def archive_of(
    events: Callable[[], Iterable[Event]], means: ArchiveMeans
) -> tuple[int, Iterator[File]]:
    """Return how many rounds or turns the archive of a game has, and its files, the game for machines last.

    A page for each round, or one for all turns; pictures, style.
    """
    parts, files = pages_of(events, means)
    return parts, map(drawn, files)


def pages_of(
    events: Callable[[], Iterable[Event]], means: ArchiveMeans, stands: Game | None = None
) -> tuple[int, Iterator[PageFile]]:
    """Return the same with pictures that are not drawn yet; *stands*: the game, where that is known."""
    files, log = _begun(events())
    parts, pages = files.pages(log, means)
    return parts, chain(pages, _for_machines(events, means.zone, stands))


def _for_machines(
    events: Callable[[], Iterable[Event]], zone: tzinfo, stands: Game | None
) -> Iterator[File]:
    yield "game.json", json_of(events(), zone, stands).encode()
    yield "game.csv", csv_of(events())


def _begun(events: Iterable[Event]) -> tuple[FilesKind, Iterable[Event]]:
    """Return what the kind of a game says of its files, by the event with which it begins; and all of them."""
    if isinstance(events, EventLog):
        return kind_begun_by(type(events[0]).__name__).files(), events
    log = iter(events)
    opened = next(log)
    return kind_begun_by(type(opened).__name__).files(), chain((opened,), log)
