"""A move in a position: all its faults with their facts, or the scored move.

Every fault that can be told is told at once (style 25). A play that fits nowhere cannot be scored;
later plays of the same move are then judged on the board without it, as far as that makes sense.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mailref.rules.asked import WrittenMove
from mailref.rules.blanks import place_blanks
from mailref.rules.board import LaidTile, Square
from mailref.rules.faults import (
    ClaimDiffers,
    Fault,
    IncompleteWord,
    SwapImpossible,
    WordRefused,
    WordUnknown,
)
from mailref.rules.judged import Judged, JudgedPlay
from mailref.rules.lexicon.model import Lexicon, Refused, Rulings, Unknown, Verdict, Why
from mailref.rules.moves import Move, Play, Swap
from mailref.rules.placing import (
    Table,
    collisions,
    contact,
    despite,
    ends,
    gaps,
    overhang,
    too_many,
)
from mailref.rules.position import Position
from mailref.rules.scoring import Scorer
from mailref.rules.tiles import ALPHABET


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges moves of one round: position, words, rulings."""

    position: Position
    lexicon: Lexicon
    rulings: Rulings

    def judge(self, written: WrittenMove) -> Judged:
        """Return every fault of *written*, or its score."""
        faults = [*written.faults]
        table = Table(self.position.board, self.position.rack)
        plays: tuple[JudgedPlay, ...] = ()
        swaps: tuple[Square, ...] = ()
        if written.move is not None:
            table, swaps, found = self._swap(table, written.move.swaps)
            faults += found
            plays, table, found = self._judge_plays(written.move.plays, table)
            faults += found
            if all(fault.asks or fault.remarks for fault in faults):
                faults += _claims(written.move, plays)
        return Judged(
            written=written,
            plays=plays,
            swaps=swaps,
            faults=tuple(faults),
            rack_left=table.rack,
            board=table.board,
        )

    def _swap(
        self, table: Table, swaps: tuple[Swap, ...]
    ) -> tuple[Table, tuple[Square, ...], list[Fault]]:
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

    def _no_swap(self, table: Table, square: Square, done: list[Square]) -> str | None:
        if not self.position.rules.swap:
            return "not_allowed"
        if square in done:
            return "twice"
        if not self.position.board.is_blank(square):
            return "no_blank"
        return None if table.board.cell(square).upper() in table.rack else "no_letter"

    def _judge_plays(
        self, asked: tuple[Play, ...], table: Table
    ) -> tuple[tuple[JudgedPlay, ...], Table, list[Fault]]:
        """Judge plays in order, each on the board as the earlier ones leave it."""
        judged: list[JudgedPlay] = []
        absent: list[Play] = []
        faults: list[Fault] = []
        for play in asked:
            fit = self._fit(play, table)
            found = despite(absent, play, fit.faults) if absent else fit.faults
            faults += found
            if fit.judged is not None and len(found) == len(fit.faults):
                judged.append(fit.judged)
            if fit.table is table:
                absent.append(play)
            table = fit.table
        return tuple(judged), table, faults

    def _fit(self, play: Play, table: Table) -> "_Fit":
        """Lay one play and judge it; where it fits nowhere the table stays as it is."""
        if off := overhang(play):
            return _Fit(None, table, [*off, *self._word_alone(play)])
        if any(letter not in ALPHABET for letter in play.word):
            return _Fit(None, table, [*self._word_alone(play)])
        new = tuple(i for i, square in enumerate(play.squares) if table.board.is_free(square))
        if faults := collisions(play, new, table.board):
            return _Fit(None, table, [*faults, *self._word_alone(play)])
        rules = self.position.rules
        missed = gaps(play, new, table.rack)
        from_rack = tuple(i for i in new if i not in missed)
        blanks = place_blanks(play, from_rack, table.board, table.rack)
        tiles = tuple(LaidTile(play.squares[i], play.word[i], i in blanks.indices) for i in new)
        faults = [*missed.values(), *blanks.faults, *too_many(play, tiles, rules)]
        incomplete = list(ends(play, table.board))
        faults += [*incomplete, *contact(play, new, table.board, rules)]
        scored = Scorer(rules).score(table.board, tiles, play.direction, self.position.offered)
        judged = JudgedPlay(scored, tuple(self._verdict(word.word) for word in scored.words))
        faults += self._words(play, judged, incomplete)
        fits = all(f.remarks or f.asks or isinstance(f, WordRefused) for f in faults)
        return _Fit(judged if fits else None, table.lay(tiles), faults)

    def _verdict(self, word: str) -> Verdict:
        if len(word) == 1:
            return Refused(Why.ONE_LETTER)
        return self.lexicon.verdict(word, self.position.rules, self.rulings)

    def _word_alone(self, play: Play) -> Iterator[Fault]:
        """Judge the word of a play that fits nowhere: the player may move it elsewhere."""
        yield from _word_faults(play, play.word, self._verdict(play.word))

    def _words(
        self, play: Play, judged: JudgedPlay, incomplete: list[IncompleteWord]
    ) -> Iterator[Fault]:
        """Judge the words formed; one that was not named whole is not asked about."""
        pairs = zip(judged.scored.words, judged.verdicts, strict=True)
        for word, verdict in tuple(pairs)[len(incomplete) :]:
            yield from _word_faults(play, word.word, verdict)


@dataclass(frozen=True, slots=True)
class _Fit:
    """One play on the table: judged where it could be laid, with all its faults."""

    judged: JudgedPlay | None
    table: Table
    faults: list[Fault]


def _word_faults(play: Play, word: str, verdict: Verdict) -> Iterator[Fault]:
    match verdict:
        case Refused(why):
            yield WordRefused(span=play.span, word=word, reason=why.value)
        case Unknown():
            yield WordUnknown(span=play.span, word=word)
        case _:
            return


def _claims(move: Move, plays: tuple[JudgedPlay, ...]) -> Iterator[Fault]:
    """Compare the player's sums with the referee's: checks, not authority (rules 4)."""
    total = sum(play.scored.points for play in plays)
    for asked, judged in zip(move.plays, plays, strict=True):
        if asked.claimed is not None and asked.claimed != judged.scored.points:
            points = judged.scored.points
            yield ClaimDiffers(span=asked.span, claimed=asked.claimed, points=points)
    if move.plays and move.total_claimed is not None and move.total_claimed != total:
        yield ClaimDiffers(span=move.plays[-1].span, claimed=move.total_claimed, points=total)


def up_to_first_fault(written: WrittenMove, plays: int) -> WrittenMove:
    """Return the move with its first *plays* plays only (rules 8, final round).

    What could not be read after them is left out with the rest.
    """
    if written.move is None:
        return written
    kept = written.move.plays[:plays]
    last = kept[-1].span.line if kept else 0
    return replace(
        written,
        move=replace(written.move, plays=kept),
        faults=tuple(fault for fault in written.faults if fault.span.line <= last),
    )
