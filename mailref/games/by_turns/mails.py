"""The mails of a game in turns, as their templates see it: report, opening, answers, reminder (classic 10).

Rule for editors: a value is taken out of a `Secret` in `own_seen` and `orders_seen` only, and both are
given what belongs to the reader of the mail.

Attached are the printed sheet, the ZAT, the game once it is over: before the end what all may know, the same
bytes for every reader of a language. The archive is one page with a picture of each board; racks stand on it
once the game is over (classic 12.5).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, timedelta
from functools import partial
from hashlib import sha256
from itertools import dropwhile, takewhile, zip_longest
from typing import Any, Literal

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_turns import contents, statistics
from mailref.games.by_turns import history as told
from mailref.games.by_turns.course import game_and_history, places_at, steward_of, winners_at
from mailref.games.by_turns.events import AwayEnded, AwaySet, PlayAccepted, TilesDrawn
from mailref.games.by_turns.figures import as_pictured, figures_of, picture_after
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.policy import TurnPolicy
from mailref.games.by_turns.switches import TurnRules
from mailref.games.chance import Secret
from mailref.games.events import Event, GamePaused, GameResumed, recollection_of
from mailref.games.in_hand import Seat
from mailref.games.kind import folder_of, lexicon_of
from mailref.games.recollection import Recollection
from mailref.games.statistics import MOST_FIGURES, PlayerFigures
from mailref.orders.entries import IfPlay
from mailref.orders.table import Command
from mailref.record.as_json import Telling
from mailref.referee.contents import Content
from mailref.referee.mails import Owed
from mailref.referee.policy import GamePolicy, Reason
from mailref.report.chart import MOST_LINES, SHOWN_HEIGHT, SHOWN_WIDTH, ChartData, ChartLine
from mailref.report.picture import Band, RememberedRows, Row
from mailref.report.sheet import (
    LedgerRow,
    LetterGroup,
    LetterLabels,
    PdfLabels,
    ScoreColumns,
    SheetFact,
    TurnSheet,
    close_sum,
    csv_lines,
    figure,
    letters_left,
    shown_name,
    shown_sum,
    signed,
)
from mailref.tiles.board import Axes, Board, place_name, square_name
from mailref.tiles.moves import Fault
from mailref.tiles.tile_set import BLANK, TileSet, written_out
from mailref.writing import document
from mailref.writing import scene as views
from mailref.writing.archive import ArchiveMeans, BoardDrawing, Drawing, PageFile, Picture
from mailref.writing.mail_bytes import Attached, file_stem, shared_base64
from mailref.writing.mails import asked_scene
from mailref.writing.never_a_move import fenced, lines_of, name_seen


class PlayedSeen(Struct, frozen=True, kw_only=True):
    """A turn or a move of one, its squares named."""

    it: Any
    kind: str
    """Under which name the templates of its kind of game lie."""
    axes: Axes
    number: int = 1

    @property
    def play(self) -> views.PlaySeen | None:
        laid = self.it.scored
        return None if laid is None else views.scored_seen(laid, self.number, self.axes)

    @property
    def own(self) -> Any:
        """Return what templates of its kind are told of it."""
        return self.it.own(self.axes)

    @property
    def word(self) -> str:
        """Return the word that it lays, or the letters that it takes off; "" where it does neither."""
        return self.it.word or (self.play.word if self.play is not None else "")


class TurnSeen(PlayedSeen, frozen=True, kw_only=True):
    """One turn as everybody may know it."""

    it: told.ToldTurn

    @property
    def swaps(self) -> tuple[views.BlankSeen, ...]:
        board = self.it.board or Board()
        return tuple(
            views.BlankSeen(board.letter(square) or "", square_name(square, self.axes))
            for square in self.it.swaps
        )


def in_a_line(turn: told.ToldTurn, rules: TurnRules, words: views.Words) -> str:
    """Return what a turn was in one line."""
    return words.of_kind(folder_of(rules.family), "in_a_line", turn.form, _turn_seen(turn, rules))


def _turn_seen(turn: told.ToldTurn, rules: TurnRules) -> TurnSeen:
    return TurnSeen(it=turn, kind=folder_of(rules.family), axes=rules.axes)


def groups_left(tiles: str, tile_set: TileSet) -> tuple[LetterGroup, ...]:
    """Return the booklet's groups of *tiles*, but those of which none is left."""
    return tuple(group for group in letters_left(tiles, tile_set) if group.left)


class OrderSeen(PlayedSeen, frozen=True, kw_only=True):
    """A move that is not carried out: kept, tried or waiting."""

    it: contents.ShownOrder
    letters: tuple[str, ...]

    @property
    def condition(self) -> str:
        """Return the name of what it depends on; "": of nothing."""
        return views.named(type(self.it.condition)) if self.it.condition is not None else ""

    @property
    def where(self) -> str:
        """Return in which place a play must lie for it."""
        play = self.it.condition if isinstance(self.it.condition, IfPlay) else None
        return place_name(play.square, play.direction, self.axes) if play is not None else ""

    @property
    def said(self) -> str:
        """Return the word, or the letters, by which a heading names it; "" where it has none."""
        return self.it.said or self.word


def orders_seen(
    orders: Secret[tuple[contents.ShownOrder, ...]] | None, rules: TurnRules, labels: LetterLabels
) -> tuple[OrderSeen, ...]:
    """Return the orders of the reader."""
    kind, axes = folder_of(rules.family), rules.axes
    return tuple(
        OrderSeen(it=each, kind=kind, axes=axes, number=at, letters=_letters(each.letters, labels))
        for at, each in enumerate(orders.value if orders is not None else (), start=1)
    )


def _letters(letters: str, labels: LetterLabels) -> tuple[str, ...]:
    return tuple(labels.blank if letter == BLANK else letter for letter in letters)


class ReceiptSeen(Struct, frozen=True):
    number: int
    receipt: str
    nonce: str
    drawn: tuple[str, ...]


class OwnSeen(Struct, frozen=True):
    """What the reader alone may see."""

    rack: str
    unseen: int
    groups: tuple[LetterGroup, ...]
    receipts: tuple[ReceiptSeen, ...]
    kept: tuple[OrderSeen, ...]
    swap: "SwapSeen | None" = None
    """The tiles of the one exchange of which it tells."""
    wish: tuple[str, ...] = ()
    tries: contents.SoloTries | None = None


class SwapSeen(Struct, frozen=True):
    """Which tiles went back for which, as their owner alone may see."""

    back: tuple[str, ...]
    drawn: tuple[str, ...]
    """Empty where they are still to be drawn."""


def own_seen(
    own: contents.OwnFace | None, rules: TurnRules, labels: LetterLabels
) -> OwnSeen | None:
    """Return what the mail to its owner shows; None for everybody else."""
    if own is None:
        return None
    return OwnSeen(
        rack=own.rack.value,
        unseen=len(own.unseen.value),
        groups=groups_left(own.unseen.value, rules.tiles),
        receipts=tuple(
            ReceiptSeen(
                each.number, each.receipt, each.nonce.value, _letters(each.letters.value, labels)
            )
            for each in own.receipts
        ),
        kept=orders_seen(own.kept, rules, labels),
        swap=_swap_seen(own, rules, labels),
        wish=tuple(own.wish.value),
        tries=own.tries.value if own.tries is not None else None,
    )


def _swap_seen(own: contents.OwnFace, rules: TurnRules, labels: LetterLabels) -> SwapSeen | None:
    drawn = [
        each.letters.value
        for each in own.receipts
        if isinstance(each, TilesDrawn) and each.put_back.value
    ]
    back, new = (
        _letters(rules.tiles.in_order(letters), labels)
        for letters in (own.given_back.value, drawn[0] if len(drawn) == 1 else "")
    )
    return SwapSeen(back, new) if back else None


def ledger_lines(
    history: told.TurnHistory, rules: TurnRules, words: views.Words
) -> tuple[LedgerRow, ...]:
    """Return every turn, and where they belong what challenges cost, corrections and the end."""
    return tuple(_ledger_line(line, history, rules, words) for line in history.sheet)


def _ledger_line(
    line: told.SheetLine, history: told.TurnHistory, rules: TurnRules, words: views.Words
) -> LedgerRow:
    turn = history.turn(line.number) if line.why == "turn" else None
    if turn is None:
        said, formula = words.of("turns/beside_turn", line.why), ""
    else:
        said = in_a_line(turn, rules, words)
        formula = "" if turn.is_taken_back else close_sum(turn.formula)
    player = name_seen(line.player)
    return LedgerRow(
        f"{line.number}", player, said, formula, figure(line.points), figure(line.total)
    )


def scores_figure(
    history: told.TurnHistory, seats: tuple[Seat, ...], words: views.Words, *, last: int = 0
) -> document.ScoresFigure:
    """Return the score sheet as the booklet prints it; the lines of the *last* turns, 0: all.

    A cell is a turn. What changed the total beside it (a challenge in vain, a correction) stands in
    the cell of the turn before, or of the first one: every sum can be followed.
    """
    labels = words.table
    columns = [
        [_cell(lines, history, words) for lines in _by_turn(_lines(history, seat))]
        for seat in seats
    ]
    rows = tuple(zip_longest(*columns, fillvalue=("", "")))
    cut = max(0, len(rows) - -(-last // max(1, len(seats)))) if last else 0
    gap = (tuple(("…", "…") for _ in columns),) if cut else ()
    return document.ScoresFigure(
        tuple(name_seen(seat.name) for seat in seats),
        labels.points,
        labels.total,
        (*gap, *rows[cut:], *_last_row(history, seats)),
    )


def _lines(history: told.TurnHistory, seat: Seat) -> list[told.SheetLine]:
    return [line for line in history.sheet if line.player == seat.name]


def _is_of_turn(line: told.SheetLine) -> bool:
    return line.why == "turn"


def _by_turn(lines: Sequence[told.SheetLine]) -> Sequence[Sequence[told.SheetLine]]:
    """Return a player's lines before the end, those of each turn and beside it together."""
    cells: list[list[told.SheetLine]] = []
    for line in takewhile(lambda line: line.why != "end", lines):
        has_begun = any(map(_is_of_turn, cells[-1])) if cells else False
        if not cells or (has_begun and _is_of_turn(line)):
            cells.append([])
        cells[-1].append(line)
    return cells


def _cell(
    lines: Sequence[told.SheetLine], history: told.TurnHistory, words: views.Words
) -> tuple[str, str]:
    """Return `18` or `18-5`, and the total after it."""
    said = "".join(_points_of(line, history, words, is_first=line is lines[0]) for line in lines)
    return said, figure(lines[-1].total)


def _points_of(
    line: told.SheetLine, history: told.TurnHistory, words: views.Words, *, is_first: bool
) -> str:
    turn = history.turn(line.number) if _is_of_turn(line) else None
    if turn is not None and turn.kind is told.TurnKind.TIMEOUT:
        return words.label("table_missed")
    if is_first and _is_of_turn(line):
        return figure(line.points)
    return signed(line.points) if line.points else "+0"  # `=` would be read as the sum


def _last_row(
    history: told.TurnHistory, seats: tuple[Seat, ...]
) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield, once tiles were counted, what each got or lost by that and after it, and his total."""
    if any(line.why == "end" for line in history.sheet):
        yield tuple(_at_the_end(_lines(history, seat)) for seat in seats)


def _at_the_end(lines: Sequence[told.SheetLine]) -> tuple[str, str]:
    if not lines:
        return "", ""
    after = dropwhile(lambda line: line.why != "end", lines)
    return "".join(signed(line.points) for line in after), figure(lines[-1].total)


class FaultsTold(Struct, frozen=True):
    """What is wrong in a mail, line by line, and what is only remarked."""

    spots: tuple[views.SpotSeen, ...]
    remarks: tuple[views.FaultSeen, ...]


def faults_told(
    faults: Sequence[Fault], face: contents.TurnFace, passage: str | None = None, language: str = ""
) -> FaultsTold:
    """Return what is told of *faults*; *passage*: what is asked about, in the words of the mail."""
    seen = tuple(views.fault_seen(fault, (fault.span,), face.rules) for fault in faults)
    seen = views.as_asked(seen, passage, language)
    spots = views.spots_of(tuple(fault for fault in seen if not fault.remarks))
    return FaultsTold(spots, tuple(fault for fault in seen if fault.remarks))


AboutTable = (
    contents.TurnReport
    | contents.TurnsOpening
    | contents.OrderAnswer
    | contents.TurnCommandAnswer
    | contents.TurnReminder
    | contents.ForDesk
)


Can = Literal["nothing", "wait", "say", "move", "replace", "move_ahead"]
"""What the reader can write now; its template is named so.

`wait`: places are free; `say`: whether the play stands that ends the game; `replace`: his move, which waits for
a ruling.
"""


GivesWay = Literal["challenge", "play", ""]


class TableSeen(Struct, frozen=True):
    """How the table stands for the reader of a mail."""

    own: OwnSeen | None
    plays: bool
    """Whether the reader has a place at the table and may still move."""
    is_mine: bool
    """Whether it is the reader's turn."""
    held: bool
    """Whether nobody can move now: a ruling or a pause is waited for."""
    can: Can
    tells_of_challenges: bool
    """Whether he is told how a play is challenged, and accepted: one lies open that is not his."""
    may_challenge: bool
    gives_way: GivesWay
    """What he may take back while the game master is waited for (classic 5.6)."""
    has_accepted: bool
    """Whether the reader has accepted the open play, which others may still challenge."""
    window: timedelta | None
    unseen: tuple[LetterGroup, ...]


def table_seen(
    face: contents.TurnFace, own: contents.OwnFace | None, words: views.Words, reader: str | None
) -> TableSeen:
    """Return how the table stands for a reader; *own* is his, or nothing."""
    rules = face.rules
    name = own.player if own is not None else reader
    seat = face.seat(name)
    plays = seat is not None and not seat.is_out and not face.ended
    open_play = face.open_play
    time = rules.open_for(len(face.seats)) if rules.may_challenge else timedelta(0)
    is_his = open_play is not None and open_play.player == name
    may = plays and not is_his and face.challenge is None
    is_mine = plays and face.turn is not None and face.turn.player == name
    held = face.is_paused or (face.turn is not None and face.turn.waits)
    return TableSeen(
        own=own_seen(own, rules, words.letters),
        plays=plays,
        is_mine=is_mine,
        held=held,
        can=_can(face, plays=plays, is_his_open=is_his, is_mine=is_mine, held=held),
        tells_of_challenges=rules.may_challenge and open_play is not None and not is_his,
        may_challenge=may and open_play is not None and bool(open_play.words),
        gives_way=_gives_way(face, own, name),
        has_accepted=own is not None and own.has_accepted,
        window=time or None,
        unseen=groups_left(figures_of(face, words).not_laid(), face.rules.tiles),
    )


def _gives_way(face: contents.TurnFace, own: contents.OwnFace | None, name: str | None) -> GivesWay:
    """Return what a reader may take back: his challenge, or his play that is challenged."""
    if face.challenge is None or face.ended:
        return ""
    if name == face.challenge.challenger or (own is not None and own.holds_challenge):
        return "challenge"
    return "play" if face.open_play is not None and name == face.open_play.player else ""


def _can(
    face: contents.TurnFace, *, plays: bool, is_his_open: bool, is_mine: bool, held: bool
) -> Can:
    if not plays:
        return "nothing"
    if face.turn is None and not face.is_alone:
        return "wait"
    if face.open_play is not None and face.open_play.ends_game:
        return "nothing" if is_his_open else "say"
    if is_mine and not held:
        return "move"
    waits = face.turn is not None and face.turn.waits and face.challenge is None
    return "replace" if is_mine and waits else "move_ahead"


def table_figures(
    face: contents.TurnFace, own: OwnSeen | None, policy: TurnPolicy, words: views.Words
) -> dict[str, document.Figure]:
    """Return board, score sheet, the reader's rack and the template to copy."""
    shown = figures_of(face, words)
    figures: dict[str, document.Figure] = {
        "board": shown.figure(),
        "scores": scores_figure(face.history, face.seats, words, last=policy.history),
        "copy": document.CopyFigure(
            (policy.title, f"{words.label('player_key')}={views.NAME}", *shown.to_copy())
        ),
    }
    if own is not None and own.rack:
        figures["rack"] = shown.rack(own.rack)
    return figures


def scene(
    content: Content, owed: Owed, words: views.Words, means: views.ReplyMeans
) -> views.MailScene:
    """Return what the template of a mail of a game in turns is given."""
    match content:
        case contents.TurnReport():
            return _report_scene(content, owed, words, means)
        case contents.TurnsOpening():
            return _opening_scene(content, owed, words, means)
        case contents.OrderAnswer():
            return _answer_scene(content, owed, words, means)
        case contents.TurnCommandAnswer():
            return _command_scene(content, words)
        case contents.RematchWanted():
            return views.MailScene("turns/rematch.j2", {"c": content, "policy": content.policy})
        case contents.TurnReminder():
            return views.MailScene("turns/reminder.j2", *_told(content, words))
        case contents.RulingAskedAtTable(face=face):
            board = figures_of(face, words).figure(words.phrase("board_now"))
            return asked_scene(content, words, folder_of(face.rules.family), board=board)
        case contents.ForDesk():
            return views.MailScene("turns/desk.j2", *_told(content, words))
        case _:
            raise TypeError(f"nobody writes {type(content).__name__}")


def _report_scene(
    content: contents.TurnReport, owed: Owed, words: views.Words, means: views.ReplyMeans
) -> views.MailScene:
    face, policy = content.face, content.policy
    wrong = faults_told(content.faults, face)
    big, small = _headlines(content.happened)
    headline = next(iter((*reversed(big), *reversed(small))), None)
    gone = [each for each in big if isinstance(each, contents.TakenBack) and each is not headline]
    values, figures = _told(
        content,
        words,
        told=wrong,
        draws=tuple(each.draw for each in content.happened if isinstance(each, contents.Drew)),
        headline=headline,
        gone=next(iter(gone), None) if isinstance(headline, contents.TurnTaken) else None,
        reasoned=next(iter((*big, *reversed(small))), None),
        lost=_lost(content.best) if content.own is not None else (),
        figures=content.statistics[:MOST_FIGURES],
        in_order=face.rules.tiles.in_order,
        seen=lambda turn: _turn_seen(turn, face.rules),
    )
    views.quoted(content.press, figures)
    if content.finished is not None:
        figures["standings"] = _standings(face, words)
    if content.best and content.own is not None:
        figures["best"] = _best(content, words)
    figures |= {spot.figure: spot.at for spot in wrong.spots}
    attachments = (
        turns_pdf(face, policy, words, means),
        *game_files(content, words),
        *turn_appointment(content, owed, words, means),
    )
    name = "turns/revealed.j2" if content.later else "turns/report.j2"
    return views.MailScene(name, values, figures, attachments)


def _told(
    content: AboutTable, words: views.Words, reader: str | None = None, **more: object
) -> tuple[dict[str, object], dict[str, document.Figure]]:
    """Return what every template about a table is told, with what only one is, and their figures."""
    face, own = content.face, getattr(content, "own", None)
    table = table_seen(face, own, words, reader)
    figures = table_figures(face, table.own, content.policy, words)
    if comment := getattr(content, "comment", "").strip():
        figures["comment"] = document.Quotation(lines_of(comment))
    values = {
        "c": content,
        "s": table,
        "f": face,
        "r": face.rules,
        "policy": content.policy,
        "kind": folder_of(face.rules.family),
        "differs": (),
        "draws": (),
        "receipts_attached": False,
        "comment": comment,
    }
    return {**values, **more}, figures


_SMALL = (PlayAccepted, AwaySet, AwayEnded, contents.ClockMoved, GamePaused, GameResumed)


def _headlines(
    happened: Sequence[contents.Happening],
) -> tuple[list[contents.Happening], list[contents.Happening]]:
    """Return what makes a headline, and what does where nothing else happened; a drawing never does."""
    small: list[contents.Happening] = [
        each
        for each in happened
        if isinstance(each, _SMALL)
        or (isinstance(each, contents.TurnTaken) and each.turn.kind is told.TurnKind.FORFEIT)
    ]
    return [each for each in happened if not _is_aside(each) and each not in small], small


def _is_aside(each: contents.Happening) -> bool:
    return isinstance(each, contents.Drew) or (
        isinstance(each, contents.ToldByKind) and each.is_aside
    )


def _standings(face: contents.TurnFace, words: views.Words) -> document.ListFigure:
    labels = words.table
    seats = sorted(face.seats, key=lambda seat: seat.rank or 0)
    named = (called(e.name, face.history, words, is_out=e.is_out) for e in seats)
    return document.ListFigure(
        (labels.player, labels.rank, labels.total),
        tuple(
            (shown_name(name), str(seat.rank or ""), figure(seat.total))
            for name, seat in zip(named, seats, strict=True)
        ),
    )


def _best(content: contents.TurnReport, words: views.Words) -> document.ListFigure:
    """Return what was possible in each turn; the player first, so that no line begins as a move."""
    heads = map(words.label, ("table_turn_number", "table_possible", "table_best_play"))
    number, possible, best_play = heads
    return document.ListFigure(
        (words.table.player, number, words.table.points, possible, best_play),
        tuple(
            (
                shown_name(name_seen(each.player)),
                str(each.number),
                str(each.points),
                str(each.best_points),
                f"{each.rack}: {_possible(each, content, words)}",
            )
            for each in content.best
        ),
    )


def _possible(each: contents.BestOfTurn, content: contents.TurnReport, words: views.Words) -> str:
    if each.best is None:
        return "–"
    seen = views.scored_seen(each.best, 1, content.face.rules.axes)
    return words.of("phrases", "placed", seen)


def _lost(best: Sequence[contents.BestOfTurn]) -> tuple[tuple[str, int], ...]:
    """Return what each player has left lying in all turns, in the order of their first ones."""
    lost: Counter[str] = Counter()
    for each in best:
        lost[name_seen(each.player)] += each.best_points - each.points
    return tuple(lost.items())


def _opening_scene(
    content: contents.TurnsOpening, owed: Owed, words: views.Words, means: views.ReplyMeans
) -> views.MailScene:
    receipts = receipts_file(content, words)
    values, figures = _told(
        content, words, differs=content.differs, receipts_attached=bool(receipts), game=None
    )
    attached = (*receipts, *turn_appointment(content, owed, words, means))
    name = "turns/gathering.j2" if content.gathers else "turns/opening.j2"
    return views.MailScene(name, values, figures, attached)


def receipts_file(content: contents.TurnsOpening, words: views.Words) -> tuple[Attached, ...]:
    """Return the receipts of the first drawings, with the numbers of the reader's own, as a file."""
    draws = content.face.history.first_draws
    if not draws or content.face.is_alone:
        return ()
    say = partial(words.of, "turns/receipts_said")
    own = own_seen(content.own, content.face.rules, words.letters)
    lines = [say("receipt", each) for each in draws]
    lines += [say("own", each) for each in (own.receipts if own is not None else ())]
    head = (say("title", content.policy), "", say("what_for"), say("how"), "")
    text = "\r\n".join((*head, *map(fenced, lines), ""))
    name = f"{content.policy.id}-{words.label('file_receipts')}.txt"
    data = shared_base64(text.encode())
    is_own = own is not None
    utf8 = (("charset", "utf-8"),)
    return (Attached("text/plain", data.data if is_own else data, name, parameters=utf8),)


def _answer_scene(
    content: contents.OrderAnswer, owed: Owed, words: views.Words, means: views.ReplyMeans
) -> views.MailScene:
    face, entry, meant = content.face, content.considered.entry, content.hints.meant
    orders = orders_seen(content.shown, face.rules, words.letters)
    drawn = next((order.it for order in orders if order.it.board is not None), None)
    line = entry.ambiguous_line if entry is not None else None
    wrong = faults_told(content.faults, face, line, words.language)
    values, figures = _told(
        content,
        words,
        content.reader,
        said=_said(content, owed, means),
        told=wrong,
        orders=orders,
        set_aside=orders_seen(content.set_aside, face.rules, words.letters),
        first=next((order for order in orders if order.it.goes), None),
        has_proposal=drawn is not None,
        answers=owed.answers,
        line=line,
        asks=content.meaning(),
        left_undone=content.left_undone(),
        meant=meant.value if meant is not None else None,
    )
    figures |= {spot.figure: spot.at for spot in wrong.spots}
    if drawn is not None and drawn.board is not None:
        figures["proposal"] = figures_of(face, words).proposed(drawn, drawn.board)
    name = "turns/entered.j2" if content.is_copy else "turns/answer.j2"
    return views.MailScene(name, values, figures)


def _said(content: contents.OrderAnswer, owed: Owed, means: views.ReplyMeans) -> str:
    """Return what an answer says; the game master is told how to give orders."""
    is_to_game_master = bool(owed.answers) and owed.recipient == means.house.gamemaster_address
    is_nothing = content.said in (Reason.NOT_A_PLAYER, Reason.NO_MOVE)
    return "no_order" if is_to_game_master and is_nothing else content.said


def _command_scene(content: contents.TurnCommandAnswer, words: views.Words) -> views.MailScene:
    values, figures = _told(content, words, content.reader, game=None)
    if Command.HELP in content.commands:  # it tells what can be written at any time, not only now
        seen = table_seen(content.face, content.own, words, content.reader)
        values["s"] = replace(seen, tells_of_challenges=content.face.rules.may_challenge)
    if content.own is not None:
        values["days_left"] = content.own.vacation_left
    figures["ledger"] = _ledger(content.face, words)
    return views.MailScene("turns/command.j2", values, figures)


def _ledger(face: contents.TurnFace, words: views.Words) -> document.ListFigure:
    labels = words.table
    return document.ListFigure(
        (labels.player, words.label("table_turn_number"), labels.points, labels.total, labels.move),
        tuple(
            (shown_name(line.player), line.number, line.points, line.total, line.said)
            for line in ledger_lines(face.history, face.rules, words)
        ),
    )


def turns_pdf(
    face: contents.TurnFace, policy: GamePolicy, words: views.Words, means: views.ReplyMeans
) -> Attached:
    """Return the sheet of all turns as an attachment."""
    number = face.history.turns[-1].number if face.history.turns else 0
    page = views.page_format(means.house.paper, means.house.ink)
    data = means.printed.of(
        (face, policy.language, words.label("file_sheet"), page),
        lambda: means.maker.sheet(
            _sheet(face, words),
            figures_of(face, words).view(),
            _labels(face, policy, words, means),
            page,
        ),
    )
    name = file_stem(f"{policy.id}-{words.label('file_sheet')}", f"Z{number}", words.language)
    return Attached("application/pdf", shared_base64(data), f"{name}.pdf")


def _sheet(face: contents.TurnFace, words: views.Words) -> TurnSheet:
    figure = scores_figure(face.history, face.seats, words)
    return TurnSheet(
        ScoreColumns(figure.players, figure.points, figure.total, figure.rows),
        ledger_lines(face.history, face.rules, words),
        letters_left(figures_of(face, words).counted(), face.rules.tiles),
    )


def _labels(
    face: contents.TurnFace, policy: GamePolicy, words: views.Words, means: views.ReplyMeans
) -> PdfLabels:
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
    shown = figures_of(face, words)
    if shown.fact:
        facts.append(SheetFact(words.label(shown.fact), shown.left()))
    return PdfLabels(
        title=policy.title,
        subtitle=words.phrase("subtitle_turns", turns[-1].number if turns else 0),
        facts=tuple(facts),
        letters_heading=words.phrase(shown.letters, len(shown.counted())),
        history_heading=words.label("ledger_heading"),
        footer=words.phrase("footer_turns", policy, means.house),
        page=words.label("page"),
        table=words.table,
        letters=words.letters,
        language=policy.language,
    )


def game_files(content: contents.TurnReport, words: views.Words) -> tuple[Attached, ...]:
    """Return, after the end, every drawing with the number that opens its receipt, and the game as GCG."""
    end = content.finished
    if end is None or not end.draws:
        return ()
    lines = [
        f"| {each.draw.number} | {each.draw.player} | {' '.join(each.letters)} | {each.nonce} | {each.draw.receipt}"
        for each in end.draws
    ]
    drawn = written_out("\r\n".join((words.phrase("draws_head"), "", *lines, "")))
    texts = {f"{content.policy.id}-{words.label('file_draws')}.txt": drawn}
    if content.gcg:
        texts[f"{content.policy.id}.gcg"] = content.gcg
    utf8 = (("charset", "utf-8"),)
    return tuple(
        Attached("text/plain", shared_base64(text.encode()), name, parameters=utf8)
        for name, text in texts.items()
    )


def turn_appointment(
    content: contents.TurnReport | contents.TurnsOpening,
    owed: Owed,
    words: views.Words,
    means: views.ReplyMeans,
) -> tuple[Attached, ...]:
    """Return the ZAT of the turn for the calendar of who is to move; none where no clock runs."""
    policy, turn = content.policy, content.face.turn
    is_mine = turn is not None and content.own is not None and content.own.player == turn.player
    is_held = content.face.is_paused or content.face.challenge is not None
    if turn is None or turn.deadline is None or is_held or not is_mine:
        return ()
    zat = views.ZatSeen(
        1
        if content.face.is_alone
        else turn.number,  # a soloist's is that of his league, as its tag
        turn.began,
        turn.deadline,
        words.phrase("event_turn", policy.title),
        words.phrase("event_turn_text", means.house.address),
        "Z",
    )
    return views.calendar_entry(zat, policy, owed, means)


class TurnRow(Struct, frozen=True):
    """A turn as the page tells it."""

    number: int
    player: str
    said: str
    beside: tuple[str, ...]
    """The words that its play formed beside the one it is called by."""
    formula: str
    total: int
    challenges: tuple[str, ...]
    board: Picture | None = None
    """None where nothing lies that did not lie before; on a site that where nothing lies."""


def turn_archive_files(
    game: SeatedGame, history: told.TurnHistory, means: ArchiveMeans, recollection: Recollection
) -> Iterator[PageFile]:
    """Yield every file of the archive of a game in turns, the index last."""
    rows: list[TurnRow] = []
    for row, data in turn_rows(game, history, means, recollection):
        if row.board is not None and data is not None:
            yield row.board.file, data
        rows.append(row)
    chart, drawing = _chart(game, history, means)
    if drawing is not None and chart is not None:
        yield chart.file, drawing
    zat = game.turn.deadline if game.turn is not None and game.rests is None else None
    yield from means.page_of_game(
        "turns",
        game,
        lexicon=lexicon_of(game),
        chart=chart,
        turns=tuple(rows),
        steps=_steps(rows, means, recollection),
        has_racks=game.tells_all and game.has_racks,
        places=tuple(places_at_table(game, history, means.words)),
        winners=[name_seen(each) for each in winners_at(game)],
        board=rows[-1].board if rows else None,
        to_move=name_seen(game.turn.player) if game.turn is not None else "",
        zat=means.words.phrase("zat", zat, means.zone) if zat else "",
        rests=game.rests,
        asked=game.challenge.words if game.challenge is not None else (),
        left=means.say(*left) if (left := steward_of(game).left(game)) else "",
        start=history.start,
        end_counted=_end_counted(game, means),
        settled=tuple(settled_at_end(game, history)) if game.tells_all else (),
    )


def settled_at_end(game: SeatedGame, history: told.TurnHistory) -> Iterator[tuple[str, str, int]]:
    """Yield what each had left when a game ended, and what that took from his total or added to it.

    Nothing where nothing was counted, so that the total after the last turn is the last one.
    """
    end = history.end.value if history.end is not None else None
    if end is None or not any(end.deductions.values()):
        return
    for each in places_at(game):
        if each.player in end.deductions:
            rack, points = end.racks.get(each.player, ""), end.deductions[each.player]
            yield name_seen(each.player), rack, points


def _end_counted(game: SeatedGame, means: ArchiveMeans) -> str:
    """Return how the end of a game is counted, said while it goes on."""
    says = steward_of(game).end_counted
    return means.say(says, game.rules) if says and not game.is_over else ""


def _steps(
    rows: Iterable[TurnRow], means: ArchiveMeans, recollection: Recollection
) -> Sequence[Markup]:
    """Return each turn as it stands on the page: of a long game all but the last stand there already."""
    made = recollection.kept(
        "turns as HTML",
        (means.language, means.is_on_site),
        rows,
        lambda row: means.rendered("step", turn=row).removesuffix("\n"),
        str,
    )
    return [Markup(each) for each in made]  # noqa: S704  made by a template, which escapes


def _chart(
    game: SeatedGame, history: told.TurnHistory, means: ArchiveMeans
) -> tuple[Picture, Drawing] | tuple[None, None]:
    """Return the chart of the totals, turn by turn, for the page of a club.

    Drawn once, when the game is over: after each turn it would take as long as all else that is written.
    """
    if not (means.is_on_site and game.is_over):
        return None, None
    totals = totals_over_turns(history)
    numbers = tuple(each.number for each in history.turns)
    if len(numbers) < _LEAST_IN_CHART:
        return None, None
    lines = [
        ChartLine(name_seen(each.player), totals[each.player])
        for each in places_at(game)
        if each.player in totals
    ]
    points = means.words.label("chart_points")
    data = ChartData(
        numbers, tuple(lines[:MOST_LINES]), means.words.label("table_turn_number"), points
    )
    said = means.words.phrase("chart_alt", [f"{e.name} {e.totals[-1]}" for e in data.lines])
    return Picture("totals.png", said, SHOWN_WIDTH, SHOWN_HEIGHT), means.chart(data)


_LEAST_IN_CHART = 2


def totals_over_turns(history: told.TurnHistory) -> Mapping[str, tuple[int | None, ...]]:
    """Return each player's total after each turn that stands; what was noted behind the last is in that."""
    lines, now = list(history.sheet), dict(history.players)
    after: list[Mapping[str, int]] = []
    for turn in history.turns:
        is_last = len(after) == len(history.turns) - 1
        while lines and (is_last or lines[0].number <= turn.number):
            line = lines.pop(0)
            now[line.player] = line.total
        after.append(dict(now))
    return {player: tuple(each.get(player) for each in after) for player in now}


def turn_rows(
    game: SeatedGame,
    history: told.TurnHistory,
    means: ArchiveMeans,
    recollection: Recollection | None = None,
) -> Iterator[tuple[TurnRow, Drawing | None]]:
    """Yield each turn as the page tells it, with the picture of its board if that is a new one."""
    drawings: dict[bytes, Drawing] = {}
    remembered = recollection or Recollection()

    def pictured(turn: told.ToldTurn) -> _PictureAsPiece:
        picture, drawing = picture_after(turn, game, means)
        if drawing is None:
            return _PictureAsPiece(picture, b"")
        follows_from = sha256(drawing.made_of).digest()
        if isinstance(drawing, BoardDrawing):
            drawing = drawing.by(remembered_rows(remembered))
        drawings[follows_from] = drawing
        return _PictureAsPiece(picture, follows_from)

    of = means.language, means.zone, means.is_on_site, game.rules
    shown = [as_pictured(turn, game) for turn in history.turns]
    pieces = remembered.kept("pictures of turns", of, shown, pictured, _PictureAsPiece)
    rows = remembered.kept(
        "turns on a page", of, history.turns, lambda turn: _turn_row(turn, game, means), TurnRow
    )
    lying: Picture | None = None
    for turn, row, piece in zip(shown, rows, pieces, strict=True):
        picture, follows_from = piece.picture, piece.follows_from
        lying = picture or lying
        drawing = drawings.get(follows_from)
        if drawing is None and follows_from:
            drawing = Drawing(follows_from, partial(_drawn_again, turn, game, means))
        elif drawing is not None:
            drawing = replace(drawing, made_of=follows_from)
        # A page of a club shows one turn at a time.
        yield replace(row, board=lying if means.is_on_site else picture), drawing


def remembered_rows(recollection: Recollection) -> RememberedRows:
    """Return where the rows of a board lie as they were packed for the turn before."""

    def remembered(
        of: object, rows: Sequence[Row], packed: Callable[[Row], Band]
    ) -> Sequence[Band]:
        return recollection.kept("rows of a board", of, rows, packed, Band, together=1)

    return remembered


class _PictureAsPiece(Struct, frozen=True):
    """What lay after a turn, and what its picture follows from, in short; nothing where it has none."""

    picture: Picture | None
    follows_from: bytes


def _drawn_again(turn: told.ToldTurn, game: SeatedGame, means: ArchiveMeans) -> bytes:
    """Draw the picture of a turn of which it was thought that it lies there."""
    _, drawing = picture_after(turn, game, means)
    return drawing.draw() if drawing is not None else b""


def _turn_row(turn: told.ToldTurn, game: SeatedGame, means: ArchiveMeans) -> TurnRow:
    """Return a turn as a page tells it, by the rules of its game; its picture is another matter."""
    challenges = (
        means.say("challenged", name_seen(e.player), e.words, e.stands, e.cost)
        for e in turn.challenges
    )
    return TurnRow(
        number=turn.number,
        player=name_seen(turn.player),
        said=in_a_line(turn, game.rules, means.words),
        beside=turn.words[1:],
        formula="" if turn.is_taken_back else _sum_told(turn.formula, turn.points, means.words),
        total=turn.total,
        challenges=tuple(challenges),
    )


def _sum_told(formula: str, points: int, words: views.Words) -> str:
    """Return how a play came to its points; where that is one number, these alone."""
    return shown_sum(formula) or (words.phrase("points", points) if formula else "")


def places_at_table(
    game: SeatedGame, history: told.TurnHistory, words: views.Words
) -> Iterator[tuple[str, int, str]]:
    """Yield the players by their places, with what was left on their racks once the game is over."""
    for each in places_at(game):
        rack = game.hands[each.player].rack.value if game.tells_all else ""
        yield called(each.player, history, words, is_out=each.is_out), each.total, rack


def called(player: str, history: told.TurnHistory, words: views.Words, *, is_out: bool) -> str:
    """Return a name, with what became of who plays no more."""
    why = history.why_out(player) if is_out else ""
    return words.of("turns/phrases", "called", name_seen(player), why)


def turn_statistics(log: Iterable[Event]) -> tuple[PlayerFigures, ...]:
    """Return what each player has come to by the turns that all were told of."""
    game, history = game_and_history(log)
    return statistics.figures_of(history, game.rulings)


def turn_game(log: Iterable[Event]) -> SeatedGame:
    """Return the game that the events make: what is told of it has been asked for, too."""
    game, _ = game_and_history(log)
    return game


def turn_outs(log: Iterable[Event]) -> dict[str, str]:
    """Return why each player plays no more of whom that was told."""
    _, history = game_and_history(log)
    return {each.player: each.event.why for each in history.outs}


def turns_csv(
    log: Iterable[Event],
    keys: str,
    own: Callable[[told.ToldTurn, Axes], Mapping[str, object]],
    *,
    has_outs: bool = False,
) -> bytes:
    """Return a line for each turn that was not undone; *has_outs*: also for one in which a player was put out.

    *keys* are told as in an export, what is the kind's *own* by that.
    """
    game, history = game_and_history(log)
    axes = game.rules.axes
    of = Telling(zone=UTC, is_open=False, axes=axes)
    shown = (e for e in history.course if e.stands or (has_outs and e.undone is None))
    columns = [each.partition("=")[0] for each in keys.split()]

    def written(turn: told.ToldTurn) -> _LineOfTurn:
        row = of.row(turn, keys, **own(turn, axes))
        return _LineOfTurn(row.get("turn"), csv_lines([tuple(map(_as_written, row.items()))]))

    lines = recollection_of(log).kept("turns as CSV", (axes, keys), shown, written, _LineOfTurn)
    paid = [line for line in history.sheet if line.why == "cost"]

    def with_costs() -> Iterator[str]:
        """Yield the lines, and below its turn what a challenge in vain has cost: else no total tells of it."""
        for line in lines:
            yield line.text
            for each in (cost for cost in paid if cost.number == line.turn):
                said = {"turn": each.number, "player": each.player, "kind": "challenge"}
                noted: dict[str, Any] = {**said, "points": each.points, "total": each.total}
                yield csv_lines([[noted.get(column) for column in columns]])

    return "".join((csv_lines([columns]), *with_costs())).encode()


class _LineOfTurn(Struct, frozen=True):
    """A turn as a line for a spreadsheet."""

    turn: int | None
    """Its number; None where the table does not tell it."""
    text: str


def _as_written(cell: tuple[str, Any]) -> Any:
    """Return a field of a table, a word with its tiles as people write them."""
    key, value = cell
    return written_out(value) if key == "word" and isinstance(value, str) else value


def turn_pages(log: Iterable[Event], means: ArchiveMeans) -> tuple[int, Iterator[PageFile]]:
    """Return how many turns the archive has, and its files."""
    game, history = game_and_history(log)
    files = turn_archive_files(game, history, means, recollection_of(log))
    return len(history.turns), files
