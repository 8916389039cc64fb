"""A move in a position: all its faults with their facts, or the scored move.

Every fault that can be told is told at once (style 25). A play that fits nowhere cannot be scored;
later plays of the same move are then judged on the board without it, as far as that makes sense.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mailref.rules.asked import WrittenMove
from mailref.rules.blanks import place_blanks
from mailref.rules.board import CENTRE, Board, LaidTile, Square, neighbours
from mailref.rules.faults import (
    ClaimDiffers,
    Fault,
    Gap,
    IncompleteWord,
    NotConnected,
    NotNew,
    Occupied,
    OffBoard,
    StartArea,
    SwapImpossible,
    TooManyTiles,
    WordRefused,
    WordUnknown,
)
from mailref.rules.judged import Judged, JudgedPlay
from mailref.rules.lexicon.model import Lexicon, Refused, Rulings, Unknown, Verdict, Why
from mailref.rules.moves import Move, Play, Swap
from mailref.rules.position import Position
from mailref.rules.scoring import Scorer
from mailref.rules.tiles import ALPHABET, BLANK, in_order, missing_from, without


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges moves of one round: position, words, rulings."""

    position: Position
    lexicon: Lexicon
    rulings: Rulings

    def judge(self, written: WrittenMove) -> Judged:
        """Return every fault of *written*, or its score."""
        faults = [*written.faults]
        table = _Table(self.position.board, self.position.rack)
        plays: list[JudgedPlay] = []
        swaps: tuple[Square, ...] = ()
        if written.move is not None:
            table, swaps, found = self._swap(table, written.move.swaps)
            faults += found
            is_whole = True
            for play in written.move.plays:
                judged, table, found = self._judge_play(play, table)
                faults += (
                    found if is_whole else (f for f in found if not isinstance(f, NotConnected))
                )
                is_whole = is_whole and judged is not None
                plays += [judged] if judged is not None else []
            if is_whole:
                faults += _claims(written.move, plays)
        return Judged(
            written=written,
            plays=tuple(plays),
            swaps=swaps,
            faults=tuple(faults),
            rack_left=table.rack,
            board=table.board,
        )

    def _swap(
        self, table: "_Table", swaps: tuple[Swap, ...]
    ) -> tuple["_Table", tuple[Square, ...], list[Fault]]:
        """Exchange blanks on the board before the first play (rules 8, Jokertausch)."""
        done: list[Square] = []
        faults: list[Fault] = []
        for swap in swaps:
            letter = table.board.letter(swap.square)
            if why := self._no_swap(table, swap.square, done):
                faults.append(
                    SwapImpossible(span=swap.span, square=swap.square, why=why, letter=letter)
                )
            elif letter is not None:
                done.append(swap.square)
                table = table.swap(swap.square, letter)
        return table, tuple(done), faults

    def _no_swap(self, table: "_Table", square: Square, done: list[Square]) -> str | None:
        if not self.position.rules.swap:
            return "not_allowed"
        if square in done:
            return "twice"
        if not self.position.board.is_blank(square):
            return "no_blank"
        return None if table.board.cell(square).upper() in table.rack else "no_letter"

    def _judge_play(
        self, play: Play, table: "_Table"
    ) -> tuple[JudgedPlay | None, "_Table", list[Fault]]:
        if fault := _cannot_stand(play):
            return None, table, [*fault, *self._word_alone(play)]
        new = tuple(i for i, square in enumerate(play.squares) if table.board.is_free(square))
        if faults := _collisions(play, new, table.board):
            return None, table, [*faults, *self._word_alone(play)]
        gaps = _gaps(play, new, table.rack)
        blanks = place_blanks(play, new, table.board, _padded(table.rack, gaps))
        tiles = tuple(LaidTile(play.squares[i], play.word[i], i in blanks.indices) for i in new)
        faults = [*gaps, *blanks.faults, *self._too_many(play, tiles)]
        faults += _ends(play, table.board)
        faults += self._contact(play, new, table.board)
        scorer = Scorer(self.position.rules)
        scored = scorer.score(table.board, tiles, play.direction, self.position.offered)
        judged = JudgedPlay(scored, tuple(self._verdict(word.word) for word in scored.words))
        is_incomplete = any(isinstance(fault, IncompleteWord) for fault in faults)
        faults += self._words(play, judged, skip=1 if is_incomplete else 0)
        fits = all(fault.remarks or fault.asks for fault in faults)
        return judged if fits else None, table.lay(tiles), faults

    def _verdict(self, word: str) -> Verdict:
        if len(word) == 1:
            return Refused(Why.ONE_LETTER)
        return self.lexicon.verdict(word, self.position.rules, self.rulings)

    def _word_alone(self, play: Play) -> Iterator[Fault]:
        """Judge the word of a play that fits nowhere: the player may move it elsewhere."""
        yield from _word_faults(play, play.word, self._verdict(play.word))

    def _words(self, play: Play, judged: JudgedPlay, skip: int) -> Iterator[Fault]:
        pairs = zip(judged.scored.words, judged.verdicts, strict=True)
        for word, verdict in tuple(pairs)[skip:]:
            yield from _word_faults(play, word.word, verdict)

    def _too_many(self, play: Play, tiles: tuple[LaidTile, ...]) -> Iterator[Fault]:
        most = self.position.rules.most_tiles
        if most is not None and len(tiles) > most:
            yield TooManyTiles(span=play.span, laid=len(tiles), allowed=most)

    def _contact(self, play: Play, new: tuple[int, ...], board: Board) -> Iterator[Fault]:
        """Rules 3 and 8: touch what lies, or begin in the centre or in the game master's area."""
        if board.is_empty:
            area = self.position.rules.start
            inside = (
                CENTRE in play.squares if area is None else all(s in area for s in play.squares)
            )
            if not inside:
                yield StartArea(span=play.span, area=area)
        elif len(new) == len(play.word) and not any(
            not board.is_free(beside) for i in new for beside in neighbours(play.squares[i])
        ):
            yield NotConnected(span=play.span, word=play.word)


@dataclass(frozen=True, slots=True)
class _Table:
    """The board and the letters left between the plays of a move."""

    board: Board
    rack: str

    def swap(self, square: Square, letter: str) -> "_Table":
        board = self.board.lay([LaidTile(square, letter, is_blank=False)])
        return _Table(board, in_order(without(self.rack, letter) + BLANK))

    def lay(self, tiles: tuple[LaidTile, ...]) -> "_Table":
        used = [tile.tile for tile in tiles]
        lacking = missing_from(self.rack, used)
        return _Table(self.board.lay(tiles), without(in_order(self.rack + lacking), used))


def _cannot_stand(play: Play) -> list[Fault]:
    """Return why the word stands on no board: it leaves it, or holds what is no tile."""
    overhang = sum(not square.is_on_board for square in play.squares)
    if overhang:
        return [
            OffBoard(
                span=play.span,
                square=play.square,
                direction=play.direction,
                word=play.word,
                overhang=overhang,
            )
        ]
    if any(letter not in ALPHABET for letter in play.word):
        return [WordRefused(span=play.span, word=play.word, reason=Why.CHARACTERS.value)]
    return []


def _collisions(play: Play, new: tuple[int, ...], board: Board) -> list[Fault]:
    occupied: list[Fault] = [
        Occupied(span=play.span, square=square, lies=lies, wanted=wanted)
        for square, wanted in zip(play.squares, play.word, strict=True)
        if (lies := board.letter(square)) is not None and lies != wanted
    ]
    if occupied or new:
        return occupied
    return [NotNew(span=play.span, word=play.word)]


def _gaps(play: Play, new: tuple[int, ...], rack: str) -> list[Gap]:
    """Return small letters on free squares that are not offered: the player took them to lie there."""
    return [
        Gap(span=play.span, square=play.squares[i], letter=play.word[i])
        for i in new
        if i in play.small and i not in play.starred and play.word[i] not in rack
    ]


def _padded(rack: str, gaps: list[Gap]) -> str:
    """Return the rack with the letters of gaps: each is told once, not as missing too."""
    return in_order(rack + "".join(gap.letter for gap in gaps))


def _ends(play: Play, board: Board) -> Iterator[Fault]:
    before, after = play.square.along(play.direction, -1), play.squares[-1].along(play.direction, 1)
    if board.is_free(before) and board.is_free(after):
        return
    tiles = [LaidTile(s, w, is_blank=False) for s, w in zip(play.squares, play.word, strict=True)]
    whole = board.lay(tiles)
    run = whole.run(play.square, play.direction)
    word = "".join(whole.cell(square).upper() for square in run)
    yield IncompleteWord(span=play.span, word=play.word, whole=word, whole_square=run[0])


def _word_faults(play: Play, word: str, verdict: Verdict) -> Iterator[Fault]:
    match verdict:
        case Refused(why):
            yield WordRefused(span=play.span, word=word, reason=why.value)
        case Unknown():
            yield WordUnknown(span=play.span, word=word)
        case _:
            return


def _claims(move: Move, plays: list[JudgedPlay]) -> Iterator[Fault]:
    """Compare the player's sums with the referee's: checks, not authority (rules 4)."""
    total = sum(play.scored.points for play in plays)
    for asked, judged in zip(move.plays, plays, strict=True):
        if asked.claimed is not None and asked.claimed != judged.scored.points:
            points = judged.scored.points
            yield ClaimDiffers(span=asked.span, claimed=asked.claimed, points=points)
    if move.total_claimed is not None and move.total_claimed != total:
        yield ClaimDiffers(span=move.plays[-1].span, claimed=move.total_claimed, points=total)


def up_to_first_fault(written: WrittenMove, plays: int) -> WrittenMove:
    """Return the move with its first *plays* plays only (rules 8, final round)."""
    if written.move is None:
        return written
    return replace(written, move=replace(written.move, plays=written.move.plays[:plays]))
