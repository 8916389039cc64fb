"""A game in rounds for others: its score sheets, GCG, and its archive, an index and a page for each round.

A game in rounds as a GCG file: the moves laid, by one player named after the game.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from mailref.errors import MailrefError
from mailref.games.events import Event
from mailref.games.game import RankedPlayer
from mailref.games.kind import replay_as
from mailref.games.rounds import mails
from mailref.games.rounds.contents import Report
from mailref.games.rounds.game import ClosedRound, RoundGame
from mailref.games.rounds.mails import sheet_data
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.statistics import figures_of
from mailref.games.rounds.told import GameRecord, Reports, record_of, report_again
from mailref.games.statistics import PlayerFigures
from mailref.report.chart import SHOWN_HEIGHT, SHOWN_WIDTH
from mailref.report.gcg import NotInGcgError, gcg_file, gcg_place, gcg_sets, gcg_text, gcg_tiles
from mailref.report.picture import SHOWN
from mailref.report.sheet import PageFormat, SheetData, SheetFact, amounts, signed
from mailref.tiles.tile_set import BLANK, TileSet
from mailref.writing.archive import ArchiveMeans, PageFile, Picture, page_of
from mailref.writing.never_a_move import name_seen
from mailref.writing.scene import ReplyMeans, position_in_words


def gcg(log: Iterable[Event]) -> str:
    """Return the game as a GCG file; NotInGcgError says what in it the format does not know."""
    record = record_of(log)
    for why in _obstacles(record):
        raise NotInGcgError(why)
    opened = record.opened
    title = gcg_text(opened.title)
    pragmas = [
        f"#player1 {opened.id} {title}",
        f"#title {title}",
        f"#lexicon {opened.lexicon}",
        *gcg_sets(opened.rules),
        *(() if record.game.is_over else ("#incomplete",)),
    ]
    course = ((opened.id, *each) for closed in record.rounds for each in _events(closed))
    return gcg_file(pragmas, course)


def _obstacles(record: GameRecord) -> Iterator[str]:
    if not record.opened.board.is_empty:
        yield "it was taken over with tiles on the board, which GCG has no way to state"
    for closed in record.rounds:
        laid = closed.laid
        if laid and len(laid.judged.plays) > 1:
            yield f"round {closed.number}: a move of several plays is no single GCG move"
        if laid and laid.judged.swaps:
            yield f"round {closed.number}: GCG knows no exchange of a blank on the board"
        if closed.is_cleared:
            yield f"round {closed.number}: the board was cleared, which GCG does not know"


def _events(closed: ClosedRound) -> Iterator[tuple[str, str, int]]:
    """Yield rack, event and points: the move laid, or a pass, or an exchange of the whole rack."""
    if closed.laid is None:
        returned = closed.drawn.draw.returned if closed.drawn else ""
        yield closed.letters, f"-{returned}", 0
        return
    (play,) = closed.laid.judged.plays
    yield (
        closed.letters,
        f"{gcg_place(play.scored)} {gcg_tiles(play.scored, closed.rules.tiles)}",
        play.scored.points,
    )
    if closed.is_final and closed.kept:
        yield _rest(closed)


def _rest(closed: ClosedRound) -> tuple[str, str, int]:
    """Return the deduction for what is left on the rack at the end."""
    return closed.kept, f"({closed.kept})", -closed.rules.tiles.sum_of(closed.kept)


class RoundPage(Struct, frozen=True):
    """One closed round."""

    number: int
    file: str
    laid: str
    """What was laid, in a sentence."""
    letters: str
    tiles: tuple[tuple[str, int], ...]
    facts: tuple[SheetFact, ...]
    sheet: SheetData
    board: Picture
    chart: Picture | None


def archive_files(record: GameRecord, means: ArchiveMeans) -> Iterator[PageFile]:
    """Yield every file of the archive, round by round, the index last."""
    title, game = name_seen(record.opened.title), record.game
    late = {name for name, player in game.players.items() if player.is_late_joiner}
    numbers = tuple(closed.number for closed in record.rounds)
    pages: list[RoundPage] = []
    for place in range(1, len(record.rounds) + 1):
        page, pictures = round_files(record.rounds[:place], title, means, late)
        pages.append(page)
        yield from pictures
        seen = {"page": page, "numbers": numbers, "amounts": amounts, "signed": signed}
        yield page.file, means.page("round", title=title, **seen)
    places = record.places
    table = {
        "places": [(_called(each, game, means), each.total, each.rank) for each in places],
        "winners": [name_seen(e.player) for e in places if pages and e.rank == 1],
    }
    if means.is_on_site and pages:
        yield (
            "replay.html",
            means.page("replay", title=title, pages=pages, is_over=game.is_over, **table),
        )
    zat = game.round.deadline if game.round is not None else None
    yield from means.page_of_game(
        "index",
        game,
        number=game.round.number if game.round is not None else None,
        pages=pages[::-1],
        numbers=numbers,
        **table,
        letters=tiles(game.rack, means, game.tile_set),
        zat=means.words.phrase("zat", zat, means.zone),
    )


def _called(place: RankedPlayer, game: RoundGame, means: ArchiveMeans) -> str:
    """Return a name, with the note that somebody plays no more."""
    name = name_seen(place.player)
    has_left = game.players[place.player].has_left
    return f"{name} ({means.words.phrase('note_former')})" if has_left else name


def round_files(
    rounds: Sequence[ClosedRound], title: str, means: ArchiveMeans, late: Collection[str]
) -> tuple[RoundPage, Sequence[PageFile]]:
    """Return the page of the last of *rounds*, with the course of all of them; and its pictures."""
    closed, words = rounds[-1], means.words
    notes = mails.Notes(words, closed.rules, means.zone)
    former = words.phrase("note_former")
    sheet = sheet_data(
        title, rounds, note=notes.note, late=late, former=former, language=words.language
    )
    view = replace(mails.view_after(closed, words), start=None)
    board = Picture(
        f"board-{closed.number}.png",
        f"{words.phrase('board_after', closed.number)} {position_in_words(view, words)}",
        SHOWN,
        SHOWN,
    )
    pictures: list[PageFile] = [(board.file, means.board(view))]
    chart = None
    if len(sheet.rounds) > 1:
        leading, alt = mails.chart_of(sheet, words)
        chart = Picture(f"chart-{sheet.round_number}.png", alt, SHOWN_WIDTH, SHOWN_HEIGHT)
        pictures.append((chart.file, means.chart(leading)))
    page = RoundPage(
        number=closed.number,
        file=page_of(closed.number),
        laid=mails.said_of_laid(closed, words),
        letters=closed.letters,
        tiles=tiles(closed.letters, means, closed.rules.tiles),
        facts=tuple(_facts(closed, means)),
        sheet=sheet,
        board=board,
        chart=chart,
    )
    return page, pictures


def tiles(letters: str, means: ArchiveMeans, tile_set: TileSet) -> tuple[tuple[str, int], ...]:
    """Return letters with their values, a blank as the language writes it."""
    blank = means.words.label("blank")
    return tuple((blank if each == BLANK else each, tile_set.value(each)) for each in letters)


def _facts(closed: ClosedRound, means: ArchiveMeans) -> Iterator[SheetFact]:
    words = means.words
    yield SheetFact(means.say("zat"), words.phrase("zat", closed.deadline, means.zone))
    yield SheetFact(means.say("closed"), words.phrase("when", closed.closed, means.zone))
    yield from mails.facts_of_laid(closed, words)
    if closed.drawn is not None:
        drawn = closed.drawn.draw
        yield SheetFact(means.say("drawn"), means.say("drawn_letters", drawn.drawn, drawn.by_hand))
        yield SheetFact(means.say("bag"), words.phrase("tiles", len(drawn.bag)))
    if closed.undecided:
        policy = closed.undecided_policy == "accept"
        yield SheetFact(means.say("undecided"), means.say("settled", closed.undecided, policy))


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each player of each round."""
    record = record_of(log)
    return mails.csv_of_rounds(record.opened.title, record.rounds)


def figures(log: Iterable[Event]) -> tuple[PlayerFigures, ...]:
    """Return what each player has come to in the closed rounds."""
    events = tuple(log)
    return figures_of(replay_as(RoundGame, events), events)


def pages(log: Iterable[Event], means: ArchiveMeans) -> tuple[int, Iterator[PageFile]]:
    """Return how many rounds the archive has, and its files."""
    record = record_of(log)
    return len(record.rounds), archive_files(record, means)


def printed(  # noqa: PLR0917  what the command has at hand
    running: RunningRounds,
    history: Reports,
    events: Iterable[Event],
    number: int | None,
    means: ReplyMeans,
    page: PageFormat,
) -> tuple[int, bytes]:
    """Return the report of a closed round, None: the last, as a PDF, and the number of that round."""
    report = _closed_round(running, history, events, number)
    return report.round.number, mails.printed_report(report, means, page)


def _closed_round(
    running: RunningRounds, history: Reports, events: Iterable[Event], number: int | None
) -> Report:
    """Return the report of a closed round; MailrefError says which rounds there are."""
    id_ = running.policy.id
    closed = [each.number for each in history.rounds]
    if not closed:
        raise MailrefError(f"{id_}: no round has been closed yet: there is nothing to print")
    report = report_again(running, events, history, closed[-1] if number is None else number)
    if report is None:
        raise MailrefError(
            f"{id_}: round {number} is not closed; closed are {closed[0]} to {closed[-1]}"
        )
    return report
