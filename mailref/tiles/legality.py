"""A move in a position: all its faults with their facts, or the scored move.

Every fault that can be told is told at once (style 25). A play that fits nowhere cannot be scored;
later plays of the same move are then judged on the board without it, as far as that makes sense.

Marked letters are; real letters are used first; the referee places a blank only where no choice is
left: where every square of a missing letter needs one. Otherwise the player is asked.

A near miss is a play that fits nowhere as written, but in one place right beside it. That is only ever
a question to the player, and only where nothing is to be chosen. A player who claims fewer points
than that place gives has meant another move, and a better one is not pointed out to him.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from mailref.tiles import moves, scoring
from mailref.tiles.board import ALPHABET, BLANK, Board, LaidTile, Square, in_order, neighbours
from mailref.tiles.lexicon import verdicts
from mailref.tiles.lexicon.derivation import states_base


class Judge(Struct, frozen=True):
    """Judges moves of one round: position, words, rulings."""

    position: scoring.Position
    lexicon: verdicts.Lexicon
    rulings: verdicts.Rulings

    def judge(self, written: moves.WrittenMove) -> scoring.Judged:
        """Return every fault of *written*, or its score."""
        faults = [*written.faults]
        laid_out = scoring.BoardAndRack(self.position.board, self.position.rack)
        plays: tuple[scoring.JudgedPlay, ...] = ()
        swaps: tuple[Square, ...] = ()
        if written.move is not None:
            laid_out, swaps, found = self._swap(laid_out, written.move.swaps)
            faults += found
            plays, laid_out, found = self._judge_plays(written.move.plays, laid_out)
            faults += found
            if all(fault.asks or fault.remarks for fault in faults):
                faults += _claims(written.move, plays)
        return scoring.Judged(
            written=written,
            plays=plays,
            swaps=swaps,
            faults=tuple(faults),
            rack_left=laid_out.rack,
            board=laid_out.board,
        )

    def _swap(
        self, laid_out: scoring.BoardAndRack, swaps: tuple[moves.Swap, ...]
    ) -> tuple[scoring.BoardAndRack, tuple[Square, ...], list[moves.Fault]]:
        """Exchange blanks on the board before the first play (rules 8, Jokertausch)."""
        done: list[Square] = []
        faults: list[moves.Fault] = []
        for swap in swaps:
            letter = laid_out.board.letter(swap.square)
            if why := self._no_swap(laid_out, swap.square, done):
                faults.append(
                    moves.SwapImpossible(span=swap.span, square=swap.square, why=why, letter=letter)
                )
            elif letter is not None:
                done.append(swap.square)
                laid_out = laid_out.swap(swap.square, letter)
        return laid_out, tuple(done), faults

    def _no_swap(
        self, laid_out: scoring.BoardAndRack, square: Square, done: list[Square]
    ) -> str | None:
        if not self.position.rules.swap:
            return "not_allowed"
        if square in done:
            return "twice"
        if not self.position.board.is_blank(square):
            return "no_blank"
        return None if laid_out.board.cell(square).upper() in laid_out.rack else "no_letter"

    def _judge_plays(
        self, asked: tuple[moves.Play, ...], laid_out: scoring.BoardAndRack
    ) -> tuple[tuple[scoring.JudgedPlay, ...], scoring.BoardAndRack, list[moves.Fault]]:
        """Judge plays in order, each on the board as the earlier ones leave it."""
        judged: list[scoring.JudgedPlay] = []
        absent: list[moves.Play] = []
        faults: list[moves.Fault] = []
        for play in asked:
            fit = self._fit(play, laid_out)
            found = scoring.despite(absent, play, fit.faults) if absent else fit.faults
            faults += found
            if fit.judged is not None and len(found) == len(fit.faults):
                judged.append(fit.judged)
            if fit.laid_out is laid_out:
                absent.append(play)
            laid_out = fit.laid_out
        return tuple(judged), laid_out, faults

    def _fit(self, play: moves.Play, laid_out: scoring.BoardAndRack) -> "_Fit":
        """Lay one play and judge it; where it fits nowhere all stays as it is."""
        if off := scoring.overhang(play):
            return _Fit(None, laid_out, [*off, *self._word_alone(play)])
        if any(letter not in ALPHABET for letter in play.word):
            return _Fit(None, laid_out, [*self._word_alone(play)])
        squares = play.squares
        new = tuple(i for i, square in enumerate(squares) if laid_out.board.is_free(square))
        if faults := scoring.collisions(play, new, laid_out.board):
            return _Fit(None, laid_out, [*faults, *self._word_alone(play)])
        rules = self.position.rules
        missed = scoring.gaps(play, new, laid_out.rack)
        from_rack = tuple(i for i in new if i not in missed)
        blanks = place_blanks(play, from_rack, laid_out.board, laid_out.rack)
        tiles = tuple(LaidTile(squares[i], play.word[i], i in blanks.indices) for i in new)
        faults = [*missed.values(), *blanks.faults, *scoring.too_many(play, tiles, rules)]
        incomplete = list(scoring.ends(play, laid_out.board))
        faults += [*incomplete, *scoring.contact(play, new, laid_out.board, rules)]
        scored = scoring.Scorer(rules).score(
            laid_out.board, tiles, play.direction, self.position.offered
        )
        stated = play.comment or ""
        judged = scoring.JudgedPlay(
            scored, tuple(self._verdict(word.word, stated) for word in scored.words)
        )
        faults += self._words(play, judged, incomplete)
        fits = all(f.remarks or f.asks or isinstance(f, moves.WordRefused) for f in faults)
        return _Fit(judged if fits else None, laid_out.lay(tiles), faults)

    def _verdict(self, word: str, stated: str) -> verdicts.Verdict:
        if len(word) == 1:
            return verdicts.Refused(verdicts.Why.ONE_LETTER)
        verdict = self.lexicon.verdict(word, self.position.rules, self.rulings)
        if isinstance(verdict, verdicts.Valid):
            bases = self.lexicon.bases_needed(word, self.position.rules)
            if bases and not states_base(stated, bases):
                return verdicts.Refused(verdicts.Why.BASE_FORM)
        return verdict

    def _word_alone(self, play: moves.Play) -> Iterator[moves.Fault]:
        """Judge the word of a play that fits nowhere: the player may move it elsewhere."""
        yield from _word_faults(play, play.word, self._verdict(play.word, play.comment or ""))

    def _words(
        self, play: moves.Play, judged: scoring.JudgedPlay, incomplete: list[moves.IncompleteWord]
    ) -> Iterator[moves.Fault]:
        """Judge the words formed; one that was not named whole is not asked about."""
        pairs = zip(judged.scored.words, judged.verdicts, strict=True)
        for word, verdict in tuple(pairs)[len(incomplete) :]:
            yield from _word_faults(play, word.word, verdict)


class _Fit(Struct, frozen=True):
    """One play on the board: judged where it could be laid, with all its faults."""

    judged: scoring.JudgedPlay | None
    laid_out: scoring.BoardAndRack
    faults: list[moves.Fault]


def _word_faults(play: moves.Play, word: str, verdict: verdicts.Verdict) -> Iterator[moves.Fault]:
    match verdict:
        case verdicts.Refused(why):
            yield moves.WordRefused(span=play.span, word=word, reason=why.value)
        case verdicts.Unknown():
            yield moves.WordUnknown(span=play.span, word=word)
        case _:
            return


def _claims(move: moves.Move, plays: tuple[scoring.JudgedPlay, ...]) -> Iterator[moves.Fault]:
    """Compare the player's sums with the referee's: checks, not authority (rules 4)."""
    total = sum(play.scored.points for play in plays)
    for asked, judged in zip(move.plays, plays, strict=True):
        if asked.claimed is not None and asked.claimed != judged.scored.points:
            points = judged.scored.points
            yield moves.ClaimDiffers(span=asked.span, claimed=asked.claimed, points=points)
    if move.plays and move.total_claimed is not None and move.total_claimed != total:
        yield moves.ClaimDiffers(span=move.plays[-1].span, claimed=move.total_claimed, points=total)


def up_to_first_fault(written: moves.WrittenMove, plays: int) -> moves.WrittenMove:
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


class Blanks(Struct, frozen=True):
    """The indices of a word's letters that are blanks, and what is wrong with how they are named."""

    indices: frozenset[int]
    faults: tuple[moves.Fault, ...]


def place_blanks(play: moves.Play, new: tuple[int, ...], board: Board, rack: str) -> Blanks:
    """Find the blanks among the letters at indices *new* of *play*, laid from *rack*."""
    marked, faults = _marked(play, new, board)
    needed = Counter(play.word[i] for i in new if i not in marked)
    available = Counter(rack)
    missing = needed - available
    wanting = BLANK * max(0, len(marked) - available[BLANK])
    to_place = missing.total()
    if wanting or to_place > available[BLANK] - len(marked):
        lacking = in_order([*missing.elements(), *wanting])
        return Blanks(
            marked, (*faults, moves.NotOnRack(span=play.span, missing=lacking, available=rack))
        )
    placed: set[int] = set()
    for letter, count in missing.items():
        where = tuple(i for i in new if i not in marked and play.word[i] == letter)
        if count == len(where):
            placed.update(where)
        else:
            squares = tuple(play.squares[i] for i in where)
            faults = (*faults, moves.BlankUnmarked(span=play.span, letter=letter, squares=squares))
    return Blanks(marked | placed, faults)


def _marked(
    play: moves.Play, new: tuple[int, ...], board: Board
) -> tuple[frozenset[int], tuple[moves.Fault, ...]]:
    named: set[int] = set(play.starred)
    faults: list[moves.Fault] = []
    for_letter: Counter[str] = Counter()
    for blank in play.blanks:
        match blank:
            case moves.BlankFor(letter):
                for_letter[letter] += 1
            case moves.BlankOn(square):
                if square in play.squares:
                    named.add(play.squares.index(square))
                else:
                    faults.append(moves.BlankLetter(span=play.span, named=play.word, square=square))
    for letter, count in for_letter.items():
        indices, fault = _for_letter(play, new, board, letter, count)
        named.update(indices)
        faults += fault
    if named & play.eszett:
        faults.append(moves.BlankLetter(span=play.span, named="ß", square=None))
    for index in sorted(named - set(new)):
        square = play.squares[index]
        if not board.is_free(square) and not board.is_blank(square):
            faults.append(moves.StarOnTile(span=play.span, square=square))
    return frozenset(named & set(new)), tuple(faults)


def _for_letter(
    play: moves.Play, new: tuple[int, ...], board: Board, letter: str, count: int
) -> tuple[tuple[int, ...], tuple[moves.Fault, ...]]:
    """Return what `Joker = T` names: clear where T stands once, but for natural tiles that lie."""
    everywhere = tuple(i for i, each in enumerate(play.word) if each == letter)
    if not everywhere:
        return (), (moves.BlankLetter(span=play.span, named=letter, square=None),)
    may_be = tuple(i for i in everywhere if i in new or board.is_blank(play.squares[i]))
    if len(may_be) <= count:
        return may_be or everywhere[:count], ()
    squares = tuple(play.squares[i] for i in may_be)
    return (), (moves.BlankUnmarked(span=play.span, letter=letter, squares=squares),)


_OF_THE_PLACE = (
    moves.Occupied,
    moves.OffBoard,
    moves.NotNew,
    moves.NotOnRack,
    moves.Gap,
    moves.IncompleteWord,
    moves.NotConnected,
    moves.StartArea,
)
_OF_A_WORD = (moves.WordRefused, moves.WordUnknown)


def meant(
    play: moves.Play,
    position: scoring.Position,
    lexicon: verdicts.Lexicon,
    rulings: verdicts.Rulings,
    judged: scoring.Judged | None = None,
) -> moves.Play | None:
    """Return the one play right beside *play* that would be valid; None where there is not one.

    *judged*: what is known of *play* there.
    """
    verdict = lexicon.verdict(play.word, position.rules, rulings)
    if not isinstance(verdict, verdicts.Valid | verdicts.Accepted):
        return None
    judge = Judge(position, lexicon, rulings)
    if not _is_misplaced(judged or _judged(play, judge)):
        return None
    found = [each for each in _beside(play) if _would_do(each, play, judge)]
    return found[0] if len(found) == 1 else None


def meant_in(written: moves.WrittenMove, judge: Judge) -> moves.Play | None:
    """Return what may have been meant by the first play of a move that does not fit.

    What stands before it in the same move, swaps included, has been laid by then.
    """
    if written.move is None or written.faults:
        return None
    for number, play in enumerate(written.move.plays):
        before = judge.judge(up_to_first_fault(written, number))
        position = replace(judge.position, board=before.board, rack=before.rack_left)
        found = _judged(play, replace(judge, position=position))
        if found.status is scoring.Status.INVALID:
            return meant(play, position, judge.lexicon, judge.rulings, found)
    return None


def _judged(play: moves.Play, judge: Judge) -> scoring.Judged:
    return judge.judge(moves.WrittenMove(moves.Move((play,)), (), play.span))


def _is_misplaced(judged: scoring.Judged) -> bool:
    """Tell whether nothing but the place is wrong; words formed there by accident aside."""
    faults = [fault for fault in judged.faults if not fault.remarks]
    places = [fault for fault in faults if isinstance(fault, _OF_THE_PLACE)]
    return bool(places) and all(_may_come_of_the_place(fault) for fault in faults)


def _may_come_of_the_place(fault: moves.Fault) -> bool:
    return isinstance(fault, (*_OF_THE_PLACE, *_OF_A_WORD))


def _beside(play: moves.Play) -> Iterator[moves.Play]:
    """Yield the word on the four squares around the one named, and there in the other direction."""
    for square in neighbours(play.square):
        yield replace(play, square=square, last=None)
    if play.last is None:  # a range has said which way the word runs
        yield replace(play, direction=play.direction.other)


def _would_do(candidate: moves.Play, play: moves.Play, judge: Judge) -> bool:
    judged = _judged(candidate, judge)
    if judged.status is not scoring.Status.VALID:
        return False
    if play.claimed is not None and judged.points > play.claimed:
        return False
    return not play.small or play.small == _lying(candidate, judge)


def _lying(play: moves.Play, judge: Judge) -> frozenset[int]:
    """Return the letters that lie on the board already, as a word in mixed case writes them small."""
    board = judge.position.board
    return frozenset(i for i, square in enumerate(play.squares) if not board.is_free(square))
