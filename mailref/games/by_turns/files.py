"""What is kept of a game in turns: files attached to its mails, and its archive, told turn by turn.

Attached are the printed sheet, the ZAT, the game once it is over: before the end what all may know, the same
bytes for every reader of a language. The archive is one page with a picture of each board; racks stand on it
once the game is over (classic 12.5).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC
from typing import assert_never

from msgspec import Struct

from mailref.games.by_turns.contents import TurnReport, TurnsOpening
from mailref.games.by_turns.faces import LeftOnBoard, OnBoard, OnTable, TurnFace
from mailref.games.by_turns.history import TableThen, ToldTurn, TurnHistory, steps_of
from mailref.games.by_turns.play import told_of
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.by_turns.views import in_a_line, ledger_lines, scores_figure, table_view
from mailref.games.classic.game import classic
from mailref.games.events import Event
from mailref.games.rummikub.book import table_words
from mailref.games.rummikub.game import TableGame
from mailref.games.rummikub.picture import TableView
from mailref.games.rummikub.views import table_of, words_of
from mailref.games.unscrabble.game import UnscrabbleGame
from mailref.record.as_json import Telling
from mailref.referee.mails import Owed
from mailref.referee.policy import GamePolicy
from mailref.report.attachments import PdfLabels, ScoreColumns, SheetFact, TurnSheet
from mailref.report.board_view import BoardView
from mailref.report.picture import SHOWN, draw_pieces, picture_of_pieces
from mailref.report.sheet import csv_of_rows, letters_left
from mailref.tiles.board import TILES, Axes, in_order, without
from mailref.writing.archive import ArchiveMeans, File, Picture
from mailref.writing.mail_bytes import Attached, shared_base64
from mailref.writing.never_a_move import MOST_NAME, one_line
from mailref.writing.scene import (
    ReplyMeans,
    Words,
    ZatSeen,
    calendar_entry,
    page_format,
    position_in_words,
)


def turns_pdf(face: TurnFace, policy: GamePolicy, words: Words, means: ReplyMeans) -> Attached:
    """Return the sheet of all turns as an attachment."""
    number = face.history.turns[-1].number if face.history.turns else 0
    page = page_format(means.house.paper, means.house.ink)
    data = means.printed.of(
        (face, policy.language, words.label("file_sheet"), page),
        lambda: means.maker.sheet(
            _sheet(face, words), _view(face, words), _labels(face, policy, words, means), page
        ),
    )
    name = f"{policy.id}-{words.label('file_sheet')}-{words.label('turn_sign')}{number}.pdf"
    return Attached("application/pdf", shared_base64(data), name)


def _view(face: TurnFace, words: Words) -> BoardView | TableView:
    """Return what lies, for the picture."""
    if isinstance(face.lies, OnTable):
        return table_of(face.lies, is_open=face.open_play is not None)
    return table_view(face, words)


def letters_not_laid(face: TurnFace) -> str:
    """Return the tiles that do not lie on the board; nothing where there are stacks to be counted."""
    if not isinstance(face.lies, OnBoard):
        return ""
    return without(TILES.all_tiles, [tile.tile for tile in face.lies.board.tiles])


def _letters_listed(face: TurnFace) -> str:
    """Return the tiles that the sheet counts: those not laid, in Un-Scrabble those that lie still."""
    if isinstance(face.lies, LeftOnBoard):
        return face.lies.tiles
    return letters_not_laid(face)


def _sheet(face: TurnFace, words: Words) -> TurnSheet:
    figure = scores_figure(face.history, face.seats, words)
    return TurnSheet(
        ScoreColumns(figure.players, figure.points, figure.total, figure.rows),
        ledger_lines(face.history, face.rules, words),
        letters_left(_letters_listed(face), TILES),
    )


def _labels(face: TurnFace, policy: GamePolicy, words: Words, means: ReplyMeans) -> PdfLabels:
    turns = face.history.turns
    facts = [
        SheetFact(words.label("fact_table"), words.of("turns/phrases", "standing", face.seats))
    ]
    if turns:
        last = in_a_line(turns[-1], face.rules, words)
        facts.insert(0, SheetFact(words.label("fact_last_turn"), f"{turns[-1].player}: {last}"))
    if face.turn is not None:
        zat = words.phrase("zat", face.turn.deadline, policy.zone)
        facts.append(SheetFact(words.label("fact_to_move"), f"{face.turn.player}, {zat}"))
    match face.lies:
        case OnBoard(bag=bag):
            facts.append(SheetFact(words.label("fact_bag"), words.phrase("tiles", bag)))
        case LeftOnBoard() as lies:
            left = words.phrase("tiles", len(lies.tiles))
            facts.append(SheetFact(words.label("fact_left"), left))
        case OnTable() as lies:
            facts.append(
                SheetFact(words.label("fact_stacks"), words.of("rummikub/phrases", "stacks", lies))
            )
        case _:
            assert_never(face.lies)
    return PdfLabels(
        title=policy.title,
        subtitle=words.phrase("subtitle_turns", turns[-1].number if turns else 0),
        facts=tuple(facts),
        letters_heading=words.phrase(
            "letters_lying" if isinstance(face.lies, LeftOnBoard) else "letters_not_laid",
            len(_letters_listed(face)),
        ),
        history_heading=words.label("ledger_heading"),
        footer=words.phrase("footer_turns", policy, means.house),
        page=words.label("page"),
        table=words.table,
        letters=words.letters,
        language=policy.language,
    )


def game_files(content: TurnReport, words: Words) -> tuple[Attached, ...]:
    """Return, after the end, every drawing with the number that opens its receipt, and the game as GCG."""
    end = content.finished
    if end is None or not end.draws:
        return ()
    lines = [
        f"| {each.draw.number} | {each.draw.player} | {' '.join(each.letters)} | {each.nonce} | {each.draw.receipt}"
        for each in end.draws
    ]
    data = shared_base64("\r\n".join((words.phrase("draws_head"), "", *lines, "")).encode())
    name = f"{content.policy.id}-{words.label('file_draws')}.txt"
    opened = Attached("text/plain", data, name, parameters=(("charset", "utf-8"),))
    if not content.gcg:
        return (opened,)
    game = shared_base64(content.gcg.encode())
    utf8 = (("charset", "utf-8"),)
    return (opened, Attached("text/plain", game, f"{content.policy.id}.gcg", parameters=utf8))


def turn_appointment(
    content: TurnReport | TurnsOpening, owed: Owed, words: Words, means: ReplyMeans
) -> tuple[Attached, ...]:
    """Return the ZAT of the turn for the calendar of who is to move; none where no clock runs."""
    policy, turn = content.policy, content.face.turn
    is_mine = turn is not None and content.own is not None and content.own.player == turn.player
    is_held = content.face.is_paused or content.face.challenge is not None
    if turn is None or turn.deadline is None or is_held or not is_mine:
        return ()
    zat = ZatSeen(
        turn.number,
        turn.began,
        turn.deadline,
        words.phrase("event_turn", policy.title),
        words.phrase("event_turn_text", means.house.address),
        "Z",
    )
    return calendar_entry(zat, policy, owed, means)


class TurnRow(Struct, frozen=True):
    """A turn as the page tells it."""

    number: int
    player: str
    said: str
    formula: str
    total: int
    challenges: tuple[str, ...]
    board: Picture | None
    """None where nothing lies that did not lie before."""


def turn_archive_files(
    game: SeatedGame, history: TurnHistory, means: ArchiveMeans
) -> Iterator[File]:
    """Yield every file of the archive of a game in turns, the index last."""
    rows: list[TurnRow] = []
    for row, data in turn_rows(game, history, means):
        if row.board is not None:
            yield row.board.file, data
        rows.append(row)
    zat = game.turn.deadline if game.turn is not None else None
    yield from means.one_page(
        "turns",
        game.title,
        game=game,
        turns=tuple(rows),
        has_racks=game.tells_all and not isinstance(game, UnscrabbleGame),
        places=tuple(places_at_table(game)),
        to_move=one_line(game.turn.player, MOST_NAME) if game.turn is not None else "",
        zat=means.words.phrase("zat", zat, means.zone),
        left=_left(game, means),
        start=history.start,
    )


def _left(game: SeatedGame, means: ArchiveMeans) -> str:
    """Return how many tiles there are still to be drawn, or taken."""
    match game:
        case TableGame():
            return means.say("on_stacks", sum(game.heights))
        case UnscrabbleGame():
            return means.say("on_board", sum(1 for _ in game.board.tiles))
        case _:
            return means.say("in_bag", len(classic(game).bag.value))


def turn_rows(
    game: SeatedGame, history: TurnHistory, means: ArchiveMeans
) -> Iterator[tuple[TurnRow, bytes]]:
    """Yield each turn as the page tells it, with the picture of its board if it has one."""
    for turn in history.turns:
        picture, data = _picture(turn, game, means)
        challenges = (
            means.say("challenged", one_line(e.player, MOST_NAME), e.words, e.stands, e.cost)
            for e in turn.challenges
        )
        row = TurnRow(
            number=turn.number,
            player=one_line(turn.player, MOST_NAME),
            said=in_a_line(turn, game.rules, means.words),
            formula="" if turn.is_taken_back else turn.formula,
            total=turn.total,
            challenges=tuple(challenges),
            board=picture,
        )
        yield row, data


def places_at_table(game: SeatedGame) -> Iterator[tuple[str, int, str]]:
    """Yield the players by points, with what was left on their racks once the game is over."""
    totals = {name: player.total for name, player in game.players.items()} | dict(game.final)
    for name in sorted(totals, key=lambda each: -totals[each]):
        rack = in_order(game.hands[name].rack.value) if game.tells_all else ""
        yield one_line(name, MOST_NAME), totals[name], rack


def _picture(turn: ToldTurn, game: SeatedGame, means: ArchiveMeans) -> tuple[Picture | None, bytes]:
    """Return the board after a play, with the play marked, also where it came off later."""
    if turn.made is not None and turn.table is not None:
        return _of_table(turn, turn.table, means)
    if turn.board is None or (turn.scored is None and turn.off is None):
        return None, b""
    new = turn.scored.new_tiles if turn.scored is not None else ()
    is_off = turn.off is not None and not turn.is_taken_back
    view = BoardView(
        turn.board,
        game.rules.axes,
        means.words.premiums,
        marked=frozenset(tile.square for tile in new),
        swapped=frozenset(turn.swaps),
        gone=turn.off.tiles if turn.off is not None and is_off else (),
    )
    caption = means.words.phrase("board_after_turn", turn.number)
    alt = f"{caption} {position_in_words(view, means.words)}"
    name = f"turn-{turn.number:03}.png"
    return Picture(name, alt, SHOWN, SHOWN), means.painter.draw(view)


def _of_table(turn: ToldTurn, then: TableThen, means: ArchiveMeans) -> tuple[Picture | None, bytes]:
    """Return the table after a word; one that was taken back is told without a picture."""
    if turn.is_taken_back:
        return None, b""
    view = words_of(tuple(table_words(then.words, turn)), is_open=False)
    drawn = picture_of_pieces(view, means.painter.fonts)
    caption = means.words.of("rummikub/phrases", "caption", turn.number, len(then.words))
    alt = f"{caption} {', '.join(then.words)}"
    picture = Picture(f"turn-{turn.number:03}.png", alt, drawn.width // 2, drawn.height // 2)
    return picture, draw_pieces(view, means.painter.fonts)


def turns_csv(
    log: Iterable[Event],
    keys: str,
    own: Callable[[ToldTurn, Axes], Mapping[str, object]],
    *,
    has_outs: bool = False,
) -> bytes:
    """Return a line for each turn that was not undone; *has_outs*: also for one in which a player was put out.

    *keys* are told as in an export, what is the kind's *own* by that.
    """
    steps = tuple(steps_of(log))
    axes, course = steps[-1][1].rules.axes, told_of(steps).course
    of = Telling(zone=UTC, is_open=False, axes=axes)
    shown = (each for each in course if each.stands or (has_outs and each.undone is None))
    rows = [of.row(turn, keys, **own(turn, axes)) for turn in shown]
    columns = [each.partition("=")[0] for each in keys.split()]
    return csv_of_rows(columns, (tuple(row.values()) for row in rows))


def turn_pages(log: Iterable[Event], means: ArchiveMeans) -> tuple[int, Iterator[File]]:
    """Return how many turns the archive has, and its files."""
    steps = tuple(steps_of(log))
    history = told_of(steps)
    return len(history.turns), turn_archive_files(steps[-1][1], history, means)
