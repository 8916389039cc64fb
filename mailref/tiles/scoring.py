"""How a play lies on the board, and what it scores there: squares, contact, words, points, bonus.

A judged move has its plays or its faults. Rules 3: letter premiums first, then word premiums; a premium
counts once, when its square is first covered; a blank scores 0 and loses a letter premium but not a
word premium; the bonus comes last.

A move in a position: all its faults with their facts, or the scored move.

Every fault that can be told is told at once (style 25). A play that fits nowhere cannot be scored;
later plays of the same move are then judged on the board without it, as far as that makes sense.

Marked letters are; real letters are used first; the referee places a blank only where no choice is
left: where every square of a missing letter needs one. Otherwise the player is asked.

A near miss is a play that fits nowhere as written, but in one place right beside it. That is only ever
a question to the player, and only where nothing is to be chosen. A player who claims fewer points
than that place gives has meant another move, and a better one is not pointed out to him.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import chain

from msgspec import UNSET, Struct
from msgspec.structs import replace

from mailref.structs import OnRecord
from mailref.tiles import moves
from mailref.tiles.board import (
    Board,
    Direction,
    Extended,
    LaidTile,
    Laying,
    Square,
    bonus_for,
    neighbours,
)
from mailref.tiles.lexicon import verdicts
from mailref.tiles.lexicon.derivation import states_base
from mailref.tiles.lexicon.verdicts import Verdict
from mailref.tiles.tile_set import BLANK, GERMAN, TileSet, is_blank, letters_of, written_out


class Position(Struct, frozen=True):
    """A board with the letters that may be laid on it, and the switches by which plays are judged."""

    board: Board
    rack: str
    rules: Laying

    @property
    def offered(self) -> int:
        """Return how many letters are offered, as the bonus `all` counts them."""
        return len(self.rack)


class BoardAndRack(Struct, frozen=True):
    """The board and the letters left between the plays of a move."""

    board: Board
    rack: str
    tiles: TileSet = GERMAN

    def swap(self, square: Square, letter: str) -> "BoardAndRack":
        """Return board and rack after a Jokertausch: the real letter lies, the blank is on the rack."""
        board = self.board.lay([LaidTile(square, letter, is_blank=False)])
        rack = self.tiles.in_order(self.tiles.without(self.rack, letter) + BLANK)
        return BoardAndRack(board, rack, self.tiles)

    def lay(self, tiles: tuple[LaidTile, ...]) -> "BoardAndRack":
        """Return board and rack with *tiles* laid; those the rack lacks are a fault told elsewhere."""
        used = [tile.tile for tile in tiles]
        lacking = self.tiles.missing_from(self.rack, used)
        rack = self.tiles.without(self.rack + lacking, used)
        return BoardAndRack(self.board.lay(tiles), rack, self.tiles)


def overhang(play: moves.Play, size: int) -> list[moves.Fault]:
    """Return the fault that the word leaves the board, if it does."""
    beyond = sum(not square.is_on(size) for square in play.squares)
    if not beyond:
        return []
    return [
        moves.OffBoard(
            span=play.span,
            square=play.square,
            direction=play.direction,
            word=play.word,
            overhang=beyond,
        )
    ]


def collisions(play: moves.Play, new: tuple[int, ...], board: Board) -> list[moves.Fault]:
    """Return each square on which another letter lies; or that nothing new is laid."""
    occupied: list[moves.Fault] = [
        moves.Occupied(span=play.span, square=square, lies=lies, wanted=wanted)
        for square, wanted in zip(play.squares, play.word, strict=True)
        if (lies := board.letter(square)) is not None and lies != wanted
    ]
    if occupied or new:
        return occupied
    return [moves.NotNew(span=play.span, word=play.word)]


def gaps(play: moves.Play, new: tuple[int, ...], rack: str) -> dict[int, moves.Gap]:
    """Return, by index, small letters on free squares that are not offered: taken to lie there."""
    return {
        i: moves.Gap(span=play.span, square=play.squares[i], letter=play.word[i])
        for i in new
        if i in play.small and play.word[i] not in rack and not _is_named_blank(play, i)
    }


def _is_named_blank(play: moves.Play, index: int) -> bool:
    return (
        index in play.starred
        or moves.BlankOn(play.squares[index]) in play.blanks
        or moves.BlankFor(play.word[index]) in play.blanks
    )


def too_many(play: moves.Play, tiles: tuple[LaidTile, ...], rules: Laying) -> Iterator[moves.Fault]:
    """Yield the fault that the play lays more new tiles than the game allows (7-of-8)."""
    most = rules.most_tiles
    if most is not None and len(tiles) > most:
        yield moves.TooManyTiles(span=play.span, laid=len(tiles), allowed=most)


def ends(play: moves.Play, board: Board) -> Iterator[moves.IncompleteWord]:
    """Yield the fault that letters touch the ends of the word: the whole word must be named."""
    before, after = play.square.along(play.direction, -1), play.squares[-1].along(play.direction, 1)
    if board.is_free(before) and board.is_free(after):
        return
    tiles = [LaidTile(s, w, is_blank=False) for s, w in zip(play.squares, play.word, strict=True)]
    whole = board.lay(tiles)
    run = whole.run(play.square, play.direction)
    word = letters_of("".join(map(whole.cell, run)))
    yield moves.IncompleteWord(span=play.span, word=play.word, whole=word, whole_square=run[0])


def contact(
    play: moves.Play, new: tuple[int, ...], board: Board, rules: Laying
) -> Iterator[moves.Fault]:
    """Rules 3 and 8: touch what lies, or begin in the centre or in the game master's area."""
    if board.is_empty:
        area = rules.start
        start = rules.layout.start
        inside = start in play.squares if area is None else all(s in area for s in play.squares)
        if not inside:
            yield moves.StartArea(span=play.span, area=area)
    elif not _touches(play, new, board):
        yield moves.NotConnected(span=play.span, word=play.word)


def _touches(play: moves.Play, new: tuple[int, ...], board: Board) -> bool:
    """Tell whether letters of the play lie already, or lie beside it."""
    return len(new) < len(play.word) or any(
        not board.is_free(beside) for square in play.squares for beside in neighbours(square)
    )


_MAY_FOLLOW = (moves.NotConnected, moves.StartArea, moves.Gap, moves.NotOnRack, moves.BlankUnmarked)


def despite(
    absent: Iterable[moves.Play], play: moves.Play, faults: Iterable[moves.Fault]
) -> list[moves.Fault]:
    """Return those of a play's *faults* that do not come from earlier plays being *absent*.

    A play that could not be laid is missing to those built on it: they seem unconnected, or to
    need letters that would lie there; what they form across it is another word.
    """
    if not _leans_on(play, absent):
        return [fault for fault in faults if not isinstance(fault, moves.StartArea)]
    return [
        fault
        for fault in faults
        if not isinstance(fault, _MAY_FOLLOW)
        and not (
            isinstance(fault, moves.WordRefused | moves.WordUnknown) and fault.word != play.word
        )
    ]


def _leans_on(play: moves.Play, absent: Iterable[moves.Play]) -> bool:
    squares = {square for each in absent for square in each.squares}
    return any(
        square in squares or not squares.isdisjoint(neighbours(square)) for square in play.squares
    )


class FormedWord(OnRecord, frozen=True):
    """A word formed or extended by a play: its squares and `sum_of_letters * factor = points`."""

    word: str
    squares: tuple[Square, ...]
    sum_of_letters: int
    """Letter values with letter premiums, before the word premium."""
    factor: int

    @property
    def points(self) -> int:
        return self.sum_of_letters * self.factor

    @property
    def formula(self) -> str:
        """Return `14*2`, or `23` where no word premium counts."""
        return (
            f"{self.sum_of_letters}*{self.factor}" if self.factor > 1 else f"{self.sum_of_letters}"
        )


class ScoredPlay(OnRecord, frozen=True):
    """A play that can be laid: the tiles it lays and what it scores."""

    square: Square
    direction: Direction
    words: tuple[FormedWord, ...]
    """The word laid first, then the further words in the order of their squares."""
    new_tiles: tuple[LaidTile, ...]
    bonus: int

    @property
    def word(self) -> str:
        return self.words[0].word

    @property
    def blanks(self) -> tuple[Square, ...]:
        """Return the squares on which this play lays blanks."""
        return tuple(tile.square for tile in self.new_tiles if tile.is_blank)

    @property
    def points(self) -> int:
        return sum(word.points for word in self.words) + self.bonus

    @property
    def formula(self) -> str:
        """Return `14*2+23=51`: the word laid first, the bonus last (contract 3)."""
        parts = [word.formula for word in self.words]
        if self.bonus:
            parts.append(str(self.bonus))
        return f"{'+'.join(parts)}={self.points}"

    def formula_with(self, more: int) -> str:
        """Return `7+13+10=30`, points that are earned beside the play last."""
        if not more:
            return self.formula
        plain = self.formula.rpartition("=")[0]
        return f"{plain}+{more}={self.points + more}"


class Scorer(Struct, frozen=True):
    """Scores plays under one game's tiles, layout and switches."""

    rules: Laying

    def score(
        self, board: Board, new_tiles: tuple[LaidTile, ...], direction: Direction, offered: int
    ) -> ScoredPlay:
        """Score *new_tiles*, which lie in one line along *direction* without gaps on *board*.

        *offered* is the number of letters of the round (for the bonus `all`). The word laid is
        the one along *direction*; legality is not asked here.
        """
        after = board.lay(new_tiles)
        new = {tile.square for tile in new_tiles}
        squares = after.run(new_tiles[0].square, direction)
        words = [self._word(after, squares, new, with_premiums=True)]
        premiums = self.rules.extended is Extended.PREMIUMS
        for tile in new_tiles:
            crossing = after.run(tile.square, direction.other)
            if len(crossing) > 1:
                words.append(self._word(after, crossing, new, with_premiums=premiums))
        return ScoredPlay(
            square=squares[0],
            direction=direction,
            words=tuple(words),
            new_tiles=new_tiles,
            bonus=bonus_for(self.rules, len(new_tiles), offered),
        )

    def _word(
        self, board: Board, squares: tuple[Square, ...], new: set[Square], *, with_premiums: bool
    ) -> FormedWord:
        total, factor = 0, 1
        values, layout = self.rules.tiles.values, self.rules.layout
        cells = "".join(map(board.cell, squares))
        for square, cell in zip(squares, cells, strict=True):
            value = 0 if is_blank(cell) else values[cell]
            if with_premiums and square in new:
                letter_factor, word_factor = layout.factors(square)
                value, factor = value * letter_factor, factor * word_factor
            total += value
        return FormedWord(
            word=letters_of(cells), squares=squares, sum_of_letters=total, factor=factor
        )


class Status(StrEnum):
    """What a move is worth by itself; whether another one counts is said elsewhere."""

    VALID = "valid"
    PENDING = "pending"
    INVALID = "invalid"


class JudgedPlay(OnRecord, frozen=True):
    """A play that fits the board, with the verdict on each of its words."""

    scored: ScoredPlay
    verdicts: tuple[Verdict, ...]
    """One for each of `scored.words`."""


class Judged(OnRecord, frozen=True):
    """What the referee says of one move."""

    written: moves.WrittenMove
    plays: tuple[JudgedPlay, ...]
    """The plays that could be laid, in order; not all of them where the move is invalid."""
    swaps: tuple[Square, ...]
    """The squares whose blanks are taken, where that is possible."""
    faults: tuple[moves.Fault, ...]
    rack_left: str
    """The letters offered that these plays leave."""
    board: Board
    """The board with these swaps and plays."""

    @property
    def status(self) -> Status:
        if self.plays and moves.is_valid(self.faults):
            return Status.VALID
        if self.plays and moves.is_pending(self.faults):
            return Status.PENDING
        return Status.INVALID

    @property
    def points(self) -> int:
        """Return what the plays score, or would score."""
        return sum(play.scored.points for play in self.plays)

    @property
    def formula(self) -> str:
        """Return the plays' formulas joined by `; ` (contract 3)."""
        return "; ".join(play.scored.formula for play in self.plays)

    @property
    def new_tiles(self) -> int:
        return sum(len(play.scored.new_tiles) for play in self.plays)

    @property
    def new_blanks(self) -> int:
        return sum(len(play.scored.blanks) for play in self.plays)

    @property
    def undecided(self) -> tuple[str, ...]:
        """Return the words that wait for a ruling, each once."""
        words = (fault.word for fault in self.faults if isinstance(fault, moves.WordUnknown))
        return tuple(dict.fromkeys(words))

    @property
    def key(self) -> "MoveKey":
        """Return what tells two moves apart: square, direction, word as it is written, squares of blanks, swaps."""
        plays = tuple(
            (
                play.scored.square,
                play.scored.direction,
                written_out(play.scored.word),
                play.scored.blanks,
            )
            for play in self.plays
        )
        return (plays, tuple(sorted(self.swaps)))

    @property
    def words(self) -> tuple[str, ...]:
        """Return every word formed, in order."""
        return tuple(
            chain.from_iterable((w.word for w in play.scored.words) for play in self.plays)
        )


MoveKey = tuple[tuple[tuple[Square, str, str, tuple[Square, ...]], ...], tuple[Square, ...]]


class Judge(Struct, frozen=True):
    """Judges moves of one round: position, words, rulings."""

    position: Position
    lexicon: verdicts.Lexicon
    rulings: verdicts.Rulings

    def judge(self, written: moves.WrittenMove) -> Judged:
        """Return every fault of *written*, or its score."""
        faults = [*written.faults]
        laid_out = BoardAndRack(self.position.board, self.position.rack, self.position.rules.tiles)
        plays: tuple[JudgedPlay, ...] = ()
        swaps: tuple[Square, ...] = ()
        if written.move is not None:
            laid_out, swaps, found = self._swap(laid_out, written.move.swaps)
            faults += found
            plays, laid_out, found = self._judge_plays(written.move.plays, laid_out)
            faults += found
            if all(fault.asks or fault.remarks for fault in faults):
                faults += _claims(written.move, plays)
        return Judged(
            written=written,
            plays=plays,
            swaps=swaps,
            faults=tuple(faults),
            rack_left=laid_out.rack,
            board=laid_out.board,
        )

    def points(self, play: moves.Play) -> int | None:
        """Return what a play brings that can be laid, also where its words wait for somebody to decide."""
        judged = self.judge(moves.alone(play))
        return None if judged.status is Status.INVALID else judged.points

    def _swap(
        self, laid_out: BoardAndRack, swaps: tuple[moves.Swap, ...]
    ) -> tuple[BoardAndRack, tuple[Square, ...], list[moves.Fault]]:
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

    def _no_swap(self, laid_out: BoardAndRack, square: Square, done: list[Square]) -> str | None:
        if not self.position.rules.swap:
            return "not_allowed"
        if square in done:
            return "twice"
        if not self.position.board.is_blank(square):
            return "no_blank"
        return None if (laid_out.board.letter(square) or "") in laid_out.rack else "no_letter"

    def _judge_plays(
        self, asked: tuple[moves.Play, ...], laid_out: BoardAndRack
    ) -> tuple[tuple[JudgedPlay, ...], BoardAndRack, list[moves.Fault]]:
        """Judge plays in order, each on the board as the earlier ones leave it."""
        judged: list[JudgedPlay] = []
        absent: list[moves.Play] = []
        faults: list[moves.Fault] = []
        for play in asked:
            fit = self._fitting(play, laid_out)
            found = despite(absent, play, fit.faults) if absent else fit.faults
            faults += found
            if fit.judged is not None and len(found) == len(fit.faults):
                judged.append(fit.judged)
            if fit.laid_out is laid_out:
                absent.append(play)
            laid_out = fit.laid_out
        return tuple(judged), laid_out, faults

    def _fitting(self, play: moves.Play, laid_out: BoardAndRack) -> "_Fit":
        """Lay one play, its word cut into those tiles that rack and board allow, where the set allows more than one.

        Where more than one cut fits the player is asked.
        """
        fit = self._fit(play, laid_out)
        tiles = laid_out.tiles
        if play.otherwise is UNSET or not tiles.is_cut_apart:
            return fit
        others = (each for each in play.otherwise if set(each.word) <= set(tiles.alphabet))
        ways = ((play, fit), *((each, self._fit(each, laid_out)) for each in others))
        fitting = [(each, found) for each, found in ways if not _is_misfit(found.faults)]
        if not fitting:
            return fit
        if len(fitting) == 1:
            return fitting[0][1]
        words = tuple(each.word for each, _ in fitting)
        unclear = moves.TilesUnclear(span=play.span, word=play.word, ways=words)
        first = fitting[0][1]
        return _Fit(None, first.laid_out, [unclear, *first.faults])

    def _fit(self, play: moves.Play, laid_out: BoardAndRack) -> "_Fit":
        """Lay one play and judge it; where it fits nowhere all stays as it is."""
        if off := overhang(play, laid_out.board.size):
            return _Fit(None, laid_out, [*off, *self._word_alone(play)])
        if any(letter not in laid_out.tiles.alphabet for letter in play.word):
            return _Fit(None, laid_out, [*self._word_alone(play)])
        squares = play.squares
        new = tuple(i for i, square in enumerate(squares) if laid_out.board.is_free(square))
        play = _with_small_blanks(play, new, laid_out)
        if faults := collisions(play, new, laid_out.board):
            return _Fit(None, laid_out, [*faults, *self._word_alone(play)])
        rules = self.position.rules
        missed = gaps(play, new, laid_out.rack)
        from_rack = tuple(i for i in new if i not in missed)
        blanks = place_blanks(play, from_rack, laid_out.board, laid_out.rack, laid_out.tiles)
        tiles = tuple(LaidTile(squares[i], play.word[i], i in blanks.indices) for i in new)
        faults = [*missed.values(), *blanks.faults, *too_many(play, tiles, rules)]
        incomplete = list(ends(play, laid_out.board))
        faults += [*incomplete, *contact(play, new, laid_out.board, rules)]
        scored = Scorer(rules).score(laid_out.board, tiles, play.direction, self.position.offered)
        stated = play.comment or ""
        judged = JudgedPlay(
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
        self, play: moves.Play, judged: JudgedPlay, incomplete: list[moves.IncompleteWord]
    ) -> Iterator[moves.Fault]:
        """Judge the words formed; one that was not named whole is not asked about."""
        pairs = zip(judged.scored.words, judged.verdicts, strict=True)
        for word, verdict in tuple(pairs)[len(incomplete) :]:
            yield from _word_faults(play, word.word, verdict)


def also_lacking(
    written: moves.WrittenMove, faults: Sequence[moves.Fault], position: Position
) -> tuple[moves.NotOnRack, ...]:
    """Return the letters that a play lacks, too, which does not fit the board; mails say so beside *faults*.

    What is recorded of a move, and printed of it (contract 3), stops at what the board does not allow.
    """
    if written.move is None or len(written.move.plays) != 1 or written.move.swaps:
        return ()
    if not any(isinstance(fault, moves.Occupied | moves.OffBoard) for fault in faults):
        return ()
    (play,), board, tiles = written.move.plays, position.board, position.rules.tiles
    if any(letter not in tiles.alphabet for letter in play.word):
        return ()
    new = new_in(play, board)
    found = place_blanks(play, new, board, position.rack, tiles).faults
    return tuple(fault for fault in found if isinstance(fault, moves.NotOnRack))


def _with_small_blanks(
    play: moves.Play, new: tuple[int, ...], laid_out: BoardAndRack
) -> moves.Play:
    """Return the play with a blank where a small letter is to be laid, as all but German players write it.

    Whoever has no blank meant what lies there, as German players do.
    """
    small = play.small.intersection(new)
    if not small or laid_out.tiles == GERMAN or laid_out.rack.count(BLANK) < len(small):
        return play
    return replace(play, starred=play.starred | small)


class _Fit(Struct, frozen=True):
    """One play on the board: judged where it could be laid, with all its faults."""

    judged: JudgedPlay | None
    laid_out: BoardAndRack
    faults: list[moves.Fault]


def _is_misfit(faults: Iterable[moves.Fault]) -> bool:
    """Tell whether rack or board do not allow a play."""
    return any(isinstance(each, (*_OF_THE_PLACE, moves.BlankUnmarked)) for each in faults)


def _word_faults(play: moves.Play, word: str, verdict: verdicts.Verdict) -> Iterator[moves.Fault]:
    match verdict:
        case verdicts.Refused(why):
            yield moves.WordRefused(span=play.span, word=word, reason=why.value)
        case verdicts.Unknown():
            yield moves.WordUnknown(span=play.span, word=word)
        case _:
            return


def _claims(move: moves.Move, plays: tuple[JudgedPlay, ...]) -> Iterator[moves.Fault]:
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


def place_blanks(
    play: moves.Play, new: tuple[int, ...], board: Board, rack: str, tiles: TileSet = GERMAN
) -> Blanks:
    """Find the blanks among the letters at indices *new* of *play*, laid from *rack*."""
    marked, faults = _marked(play, new, board)
    needed = Counter(play.word[i] for i in new if i not in marked)
    available = Counter(rack)
    missing = needed - available
    wanting = BLANK * max(0, len(marked) - available[BLANK])
    to_place = missing.total()
    if wanting or to_place > available[BLANK] - len(marked):
        lacking = tiles.in_order([*missing.elements(), *wanting])
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
    starred = Counter(play.word[index] for index in play.starred)
    for letter, count in for_letter.items():
        if starred[letter] >= count:
            continue  # the star shows which: `EN*TKAMST, das T ist der Joker`
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
    position: Position,
    lexicon: verdicts.Lexicon,
    rulings: verdicts.Rulings,
    judged: Judged | None = None,
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


def meant_in(judged: Judged, judge: Judge) -> moves.Play | None:
    """Return what may have been meant by the first play of a move that does not fit.

    What stands before it in the same move, swaps included, has been laid by then.
    """
    written = judged.written
    if written.move is None or written.faults or judged.status is not Status.INVALID:
        return None
    if len(written.move.plays) == 1 and not written.move.swaps:
        alone = written.move.plays[0]
        return meant(alone, judge.position, judge.lexicon, judge.rulings, judged)
    for number, play in enumerate(written.move.plays):
        before = judge.judge(up_to_first_fault(written, number))
        position = replace(judge.position, board=before.board, rack=before.rack_left)
        found = _judged(play, replace(judge, position=position))
        if found.status is Status.INVALID:
            return meant(play, position, judge.lexicon, judge.rulings, found)
    return None


def turned(written: moves.WrittenMove, judge: Judge) -> moves.Play | None:
    """Return the one play of a move in the other direction from its square, where it fits that way alone."""
    plays = written.move.plays if written.move is not None and not written.faults else ()
    if len(plays) != 1 or plays[0].last is not None:  # a range has said which way the word runs
        return None
    other = replace(plays[0], direction=plays[0].direction.other)
    is_misplaced = _is_misplaced(_judged(plays[0], judge))
    return other if is_misplaced and _would_do(other, plays[0], judge) else None


def _judged(play: moves.Play, judge: Judge) -> Judged:
    return judge.judge(moves.alone(play))


def _is_misplaced(judged: Judged) -> bool:
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
    if _is_off(candidate, judge.position):
        return False
    judged = _judged(candidate, judge)
    if judged.status is not Status.VALID:
        return False
    if play.claimed is not None and judged.points > play.claimed:
        return False
    return not play.small or play.small == _lying(candidate, judge)


def _is_off(play: moves.Play, position: Position) -> bool:
    """Tell at a glance that a play leaves the board, touches nothing there, or more than its word says."""
    board = position.board
    if position.rules.tiles.is_cut_apart:
        return False  # its word may be cut into other tiles
    return not fits(play, board) or any(contact(play, new_in(play, board), board, position.rules))


def new_in(play: moves.Play, board: Board) -> tuple[int, ...]:
    """Return which letters of a play are new on a board."""
    return tuple(i for i, square in enumerate(play.squares) if board.is_free(square))


def fits(play: moves.Play, board: Board) -> bool:
    """Tell whether a play leaves a board as it is, adds to it, touches it, and is all that stands in its line there."""
    if overhang(play, board.size):
        return False
    before, after = play.square.along(play.direction, -1), play.squares[-1].along(play.direction, 1)
    if not (board.is_free(before) and board.is_free(after)):
        return False
    new = new_in(play, board)
    return not collisions(play, new, board) and (board.is_empty or _touches(play, new, board))


def _lying(play: moves.Play, judge: Judge) -> frozenset[int]:
    """Return the letters that lie on the board already, as a word in mixed case writes them small."""
    board = judge.position.board
    return frozenset(i for i, square in enumerate(play.squares) if not board.is_free(square))
