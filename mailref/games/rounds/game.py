"""The state of a game in rounds: one board and rack for all, the open round, the totals.

What events change in a game in rounds: the open round, the letters, the close, and back again.

What is in force in an open round: which entry of each player, and which of its moves counts.

The closed rounds of a game, each as it stands now, and what of them is kept when they are many.

A closed round is its result, with every later correction and renaming in it. Whoever shows totals, ranks
or names of a closed round takes them from here. A `RoundResult` is what was decided at the close; only the
close itself reads it. A ruling that changes a closed round reopens it and closes it again, so it needs
nothing of its own. Rule for editors: a round is brought up to date by itself, without the rounds before it,
so that it may be stored one by one.

A report of the thousandth round costs what the first one did: where a report is made after many rounds the
last is kept whole and those before it by points and totals alone, the oldest of them only in what adds up
over a game (rules 2, other switches). A correction is of one round, and in force until it is taken back.
"""

from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar, assert_never

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from mailref.games import events as happened
from mailref.games.by_rounds.game import GameByRounds
from mailref.games.chance import Chance
from mailref.games.events import DrawsMixed, Event, ScoreCorrected
from mailref.games.game import Player, begun, less, plus, ranking, with_player
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.events import BoardCleared, DrawnAnew, InRoundGame, LettersDrawn
from mailref.games.rounds.rules import EntryStatus, Laid, PlayerResult, RoundResult
from mailref.games.rounds.switches import Counts, Rules
from mailref.games.worth import Found
from mailref.referee.policy import Office
from mailref.structs import Memo, OnRecord, PlayerName
from mailref.tiles.board import Board, Direction, Layout, Square, square_name
from mailref.tiles.lexicon.verdicts import Accepted, Lexicon, Valid
from mailref.tiles.moves import WrittenMove, play_name
from mailref.tiles.scoring import Judge, Judged, Status, up_to_first_fault
from mailref.tiles.tile_set import TileSet
from mailref.tiles.top.found import SetPosition, Top


class Correction(OnRecord, frozen=True):
    """A change of a player's total that the game master made; `order` counts those of the game."""

    order: int
    number: int
    """The round it is about; it stands in the table of that round, or of the player's first one."""
    player: PlayerName
    points: int
    because: str
    is_undone: bool = False
    """Whether the round was opened again since: it is judged anew, and this is in no total."""


def next_correction(
    event: ScoreCorrected, corrections: Sequence[Correction], last: int
) -> Correction:
    """Return the correction that *event* makes, about no later round than *last*, the one closed last."""
    number = min(event.number, last)
    return Correction(len(corrections) + 1, number, event.player, event.points, event.because)


def corrections_reopened(
    corrections: Iterable[Correction], number: int, players: Container[str]
) -> tuple[Correction, ...]:
    """Return the corrections after the round *number* is open again, in which those *players* were.

    Those of that round itself are undone: it will be judged anew.
    """
    return tuple(
        replace(each, is_undone=True) if each.number >= number and each.player in players else each
        for each in corrections
    )


def total_of_newcomer(player: str, base: int, corrections: Iterable[Correction]) -> int:
    """Return the total of a player of whom no round is closed yet: his base, and what was corrected."""
    own = (each for each in corrections if each.player == player and not each.is_undone)
    return base + sum(each.points for each in own)


ENOUGH_FOR_SOLO = 16
"""So many must play for a solo bonus (rules 2, other switches)."""
MOST_SCORED = 60
"""Of so many rounds, the newest, a report has the scores."""


class RoundScore(OnRecord, frozen=True):
    """What a player scored in one round, and his total after it."""

    points: int
    total: int
    status: EntryStatus | None
    """None: he took no part."""

    @property
    def is_valid(self) -> bool:
        return self.status is EntryStatus.VALID


class ScoredRound(OnRecord, frozen=True):
    """A closed round as it stands now, by its scores."""

    number: int
    scores: Mapping[PlayerName, RoundScore]

    def corrected(self, correction: Correction) -> "ScoredRound":
        """Return the round with a correction of this round or of one before it."""
        score = self.scores.get(correction.player)
        if correction.number > self.number or score is None:
            return self
        score = replace(score, total=score.total + correction.points)
        return replace(self, scores=MappingProxyType({**self.scores, correction.player: score}))


class Share(OnRecord, frozen=True):
    """Points, and the points of the best possible moves they are a share of (rules 8)."""

    points: int = 0
    tops: int = 0

    def __add__(self, other: "Share") -> "Share":
        return Share(self.points + other.points, self.tops + other.tops)


class SummedUp(OnRecord, frozen=True):
    """What adds up over rounds, by player."""

    worse: Mapping[PlayerName, int] = MappingProxyType({})
    """How many better moves others had."""
    solos: Mapping[PlayerName, int] = MappingProxyType({})
    """How often he alone had the best move where enough played."""
    shares: Mapping[PlayerName, Share] = MappingProxyType({})
    """Of the rounds in which he moved and a top is known."""

    def __add__(self, other: "SummedUp") -> "SummedUp":
        shares = dict(self.shares)
        for name, share in other.shares.items():
            shares[name] = shares.get(name, Share()) + share
        return SummedUp(
            _added(self.worse, other.worse),
            _added(self.solos, other.solos),
            MappingProxyType(shares),
        )


class EarlierRounds(OnRecord, frozen=True):
    """All closed rounds before those that are kept whole."""

    count: int = 0
    scored: tuple[ScoredRound, ...] = ()
    """The newest of them, at most `MOST_SCORED`."""
    summed: SummedUp = field(default_factory=SummedUp)
    """Over all of them."""

    def after(self, scored: ScoredRound, summed: SummedUp) -> "EarlierRounds":
        """Return them with one more, the newest."""
        newest = (*self.scored, scored)[-MOST_SCORED:]
        return EarlierRounds(self.count + 1, newest, self.summed + summed)

    def corrected(self, correction: Correction) -> "EarlierRounds":
        """Return them with a correction of a total; no sum knows of it."""
        return replace(self, scored=tuple(each.corrected(correction) for each in self.scored))


def worse_than(nets: Mapping[str, int]) -> Mapping[str, int]:
    """Return for each player how many had more than he in a round, by what each had."""
    ordered = sorted(nets.values())
    return MappingProxyType(
        {player: len(ordered) - bisect_right(ordered, net) for player, net in nets.items()}
    )


def _added(one: Mapping[str, int], other: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType(
        {**one, **{name: one.get(name, 0) + more for name, more in other.items()}}
    )


MOST_ROWS_TOLD = 200
"""Up to so many rows of players a report tells all rounds row by row, in its table for spreadsheets."""


class ClosedRow(PlayerResult, frozen=True):
    """What a player has in a closed round as it stands now, by his present name.

    His rank before is that after the round before, as that one stands now; None in his first round.
    """

    corrections: tuple[Correction, ...]
    """Those of this round; a later round's are in the later round."""
    seat: int
    """The place at the close, by which equal ranks are ordered."""

    @property
    def total_before(self) -> int:
        return self.total - self.net - sum(each.points for each in self.corrections)


class FormerRow(OnRecord, frozen=True):
    """A player who took no part in a round, but keeps his total and his rank."""

    player: PlayerName
    corrections: tuple[Correction, ...]
    total: int
    rank: int
    rank_before: int | None

    @property
    def total_before(self) -> int:
        return self.total - sum(each.points for each in self.corrections)


class ClosedRound(OnRecord, frozen=True):
    """A closed round as it stands now, whole: all that is told of it is made of this."""

    number: int
    letters: str
    deadline: datetime | None
    closed: datetime
    is_final: bool
    is_early: bool
    rules: Rules
    """In force in this round."""
    rows: tuple[ClosedRow, ...]
    """Who took part, by rank."""
    former: tuple[FormerRow, ...]
    """Who has a total but took no part, by rank."""
    laid: Laid | None
    top: Top | None
    board: Board
    """After the move was laid."""
    kept: str
    """The letters the laid move left."""
    undecided: tuple[str, ...]
    """Words nobody ruled on in time, settled by the game's policy."""
    undecided_policy: str | None
    reopened: int
    """How often a round of the game had been reopened when it was closed."""
    drawn: LettersDrawn | None = None
    """The letters of the next round."""
    is_redrawn: bool = False
    """Whether the game master has put these in place of others."""
    is_cleared: bool = False
    """Whether the board was cleared after it."""

    @property
    def everybody(self) -> tuple[ClosedRow | FormerRow, ...]:
        """Return all who have a total after this round: who took part, then who did not."""
        return (*self.rows, *self.former)

    @property
    def table(self) -> "tuple[ClosedRow | FormerRow, ...]":
        """Return all by rank: who plays no more keeps his row (contract 2)."""
        return tuple(sorted(self.everybody, key=lambda row: row.rank))

    @property
    def totals(self) -> Mapping[str, int]:
        return {row.player: row.total for row in self.everybody}

    @property
    def ranks(self) -> Mapping[str, int]:
        return {row.player: row.rank for row in self.everybody}

    def verdict_on(self, word: str) -> bool | None:
        """Tell whether a word was taken as valid in a move of this round; None: it is in none."""
        found = (
            verdict
            for row in self.rows
            for move in row.moves
            for play in move.plays
            for formed, verdict in zip(play.scored.words, play.verdicts, strict=True)
            if formed.word == word
        )
        verdict = next(found, None)
        return None if verdict is None else isinstance(verdict, Valid | Accepted)

    @property
    def scored(self) -> ScoredRound:
        """Return the round by its scores alone."""
        scores = {row.player: _score(row) for row in self.everybody}
        return ScoredRound(self.number, MappingProxyType(scores))

    @property
    def summed(self) -> SummedUp:
        """Return what this round adds to what is summed up over a game."""
        tops = self.top.points if self.top is not None else None
        shares = {
            row.player: Share(row.points, tops)
            for row in self.rows
            if tops is not None and row.moves
        }
        best = self.laid.players if self.laid else ()
        played = sum(not row.status.is_missing for row in self.rows)
        is_solo = len(best) == 1 and played >= ENOUGH_FOR_SOLO
        return SummedUp(
            worse_than({row.player: row.net for row in self.rows}),
            MappingProxyType(dict.fromkeys(best, 1) if is_solo else {}),
            MappingProxyType(shares),
        )

    def row_of(self, player: str | None) -> ClosedRow | None:
        """Return the row of a player; None if he took no part."""
        return next((row for row in self.rows if row.player == player), None)

    def after(self, event: LettersDrawn | BoardCleared) -> "ClosedRound":
        """Return the round with what followed it: the letters of the next one, a board cleared."""
        match event:
            case LettersDrawn():
                is_redrawn = self.drawn is not None and event.draw.by_hand
                return replace(self, drawn=event, is_redrawn=is_redrawn)
            case BoardCleared():
                return replace(self, is_cleared=True)
            case _:
                assert_never(event)

    def corrected(self, correction: Correction) -> "ClosedRound":
        """Return the round with a correction of this round or of one before it."""
        if correction.number > self.number or correction.player not in self.totals:
            return self
        rows = (_corrected(row, correction, self.number) for row in self.rows)
        former = (_corrected(row, correction, self.number) for row in self.former)
        return _ranked(replace(self, rows=tuple(rows), former=tuple(former)))


def closed_round(
    result: RoundResult,
    rules: Rules,
    absent: Iterable[FormerRow],
    corrections: Sequence[Correction],
    reopened: int,
) -> ClosedRound:
    """Return a round as it stands at its close; *absent*: who has a total, but takes no part in it.

    *corrections* are those of the game so far: those of this round were made before it was opened
    again, and what was corrected before a player's first round was closed stands in that round.
    """

    def until_close(row: PlayerResult | FormerRow) -> tuple[Correction, ...]:
        his = (e for e in corrections if e.player == row.player and not e.is_undone)
        return tuple(e for e in his if row.rank_before is None or e.number == result.number)

    rows = (
        ClosedRow(**asdict(row), corrections=until_close(row), seat=seat)
        for seat, row in enumerate(result.entries)
    )
    former = (replace(row, corrections=until_close(row)) for row in absent)
    decided = asdict(result)
    del decided["entries"]
    return _ranked(
        ClosedRound(
            **decided, rules=rules, rows=tuple(rows), former=tuple(former), reopened=reopened
        )
    )


def _ranked(closed: ClosedRound) -> ClosedRound:
    """Rank everybody anew: after the round, and after the one before it."""
    ranks = ranking(closed.totals)
    ranked = (row for row in closed.everybody if row.rank_before is not None)
    before = ranking({row.player: row.total_before for row in ranked})
    rows = [_placed(row, ranks[row.player], before.get(row.player)) for row in closed.rows]
    former = [_placed(row, ranks[row.player], before.get(row.player)) for row in closed.former]
    return replace(
        closed,
        rows=tuple(sorted(rows, key=lambda row: (row.rank, row.seat))),
        former=tuple(sorted(former, key=lambda row: (row.rank, row.player))),
    )


def _score(row: ClosedRow | FormerRow) -> RoundScore:
    match row:
        case ClosedRow():
            return RoundScore(row.points, row.total, row.status)
        case FormerRow():
            return RoundScore(0, row.total, None)
        case _:
            assert_never(row)


Row = TypeVar("Row", ClosedRow, FormerRow)


def _placed(row: Row, rank: int, before: int | None) -> Row:
    if (row.rank, row.rank_before) == (rank, before):
        return row
    return replace(row, rank=rank, rank_before=before)


def _corrected(row: Row, correction: Correction, number: int) -> Row:
    if row.player != correction.player:
        return row
    is_own = correction.number == number or row.rank_before is None
    corrections = (*row.corrections, correction) if is_own else row.corrections
    return replace(row, corrections=corrections, total=row.total + correction.points)


class Clock(OnRecord, frozen=True):
    """When moves of a round could be in time."""

    deadlines: tuple[datetime | None, ...] = ()
    """Its ZATs in order, the one in force last."""
    was_paused: bool = False
    """Whether the clock stood still for a while."""

    def after(self, deadline: datetime | None) -> "Clock":
        """Return the clock with the ZAT that holds from now on."""
        if self.deadlines[-1:] == (deadline,):
            return self
        return replace(self, deadlines=(*self.deadlines, deadline))


class RoundPlayer(Player, frozen=True, kw_only=True):
    """A player of a game in rounds: he may join late, and miss rounds."""

    base: int
    """What he started with."""
    missed: int
    """Rounds without a move in time."""
    missed_in_a_row: int = 0
    is_late_joiner: bool = False
    joined_in: int = 1
    """The round that was open when he joined."""
    back_in: int = 0
    """The round in which he came back, where he had left."""
    leaves_after: int | None = None
    """The last round in which he takes part, where it is known: also if an earlier one is redone."""

    def is_active_in(self, number: int) -> bool:
        """Tell whether he takes part in this round, the open one."""
        return not self.has_left and self.joined_in <= number and self.back_in <= number

    def leaves_by(self, number: int) -> bool:
        """Tell whether he leaves with this round, or with one before it."""
        return self.is_leaving and (self.leaves_after or number) <= number


class ReceivedEntry(OnRecord, frozen=True):
    """An entry of the open round as it came in."""

    received: datetime
    mail: str
    moves: tuple[WrittenMove, ...]
    order: int = 0
    """By which entries of equal seconds follow each other (rules 8: in order of UID)."""

    @property
    def arrival(self) -> tuple[datetime, int]:
        return self.received, self.order


class OpenRound(OnRecord, frozen=True):
    """The round that is being played."""

    number: int
    deadline: datetime | None
    is_final: bool
    opened: datetime
    entries: Mapping[PlayerName, tuple[ReceivedEntry, ...]] = MappingProxyType({})
    """By player, in the order they came; the newest that holds something valid is in force."""
    late: Mapping[PlayerName, datetime] = MappingProxyType({})
    """Players whose only entry came after the ZAT, and when."""
    late_entries: Mapping[PlayerName, tuple[ReceivedEntry, ...]] = MappingProxyType({})
    """Those entries by player: they count if the round is still open when they come after all."""
    tie_choice: str | None = None


class RoundPosition(SetPosition, frozen=True):
    """The position of an open round: the letters are everybody's, and a move may have several plays."""

    rules: Rules

    @property
    def most_plays(self) -> int | None:
        """Return how many plays a move may have; None: any number."""
        return None if self.is_final else self.rules.plays


class KeptMove(OnRecord, frozen=True):
    """A move for a round that is not open yet."""

    player: PlayerName
    number: int
    mail: str
    moves: tuple[WrittenMove, ...]


class RoundGame(GameByRounds, frozen=True, kw_only=True):
    """A game in rounds as it stands."""

    family: ClassVar[str] = "rounds"
    rules: Rules
    """In force for the open round."""
    next_rules: Rules
    """In force from the next round on."""
    board: Board
    rack: str
    bag: str
    first_round: int
    is_taken_over: bool
    players: Mapping[PlayerName, RoundPlayer] = MappingProxyType({})
    round: OpenRound | None = None
    """None before the first round opens, between close and draw by hand, and after the end."""
    next_round: int = 1
    """The number of the round to open next, where none is open."""
    last: ClosedRound | None = None
    """The round closed last."""
    last_draw: LettersDrawn | None = None
    before_close: "RoundGame | None" = None
    """The state in which the last round was closed, so that it can be reopened."""
    corrections: tuple[Correction, ...] = ()
    """All that were made, in order."""
    empty_rounds: int = 0
    """Rounds in a row in which nobody had a valid move."""
    drawn_anew: tuple[DrawnAnew, ...] = ()
    """Each time that the game master had letters drawn anew, in order."""
    ahead: "RoundGame | None" = None
    """The state in which a round was opened again: what was sent for the next one is kept in it."""
    lot_words: Mapping[PlayerName, tuple[tuple[int, str], ...]] = MappingProxyType({})
    """By player: his words for draws and lots, each with the round from which it is mixed in."""
    mixes: tuple[DrawsMixed, ...] = ()
    """What was mixed into the draws of rounds; none where the seed alone decides."""
    kept_moves: tuple[KeptMove, ...] = ()
    """What players who are away have sent for later rounds."""

    @property
    def layout(self) -> Layout:
        """Return the board that it is played on."""
        return self.next_rules.layout

    @property
    def tile_set(self) -> TileSet:
        """Return the tiles that it is played with."""
        return self.next_rules.tiles

    @property
    def board_left(self) -> Board:
        return self.board

    @property
    def position(self) -> RoundPosition:
        """Return what the moves of the open round are judged in."""
        is_final = self.round is not None and self.round.is_final
        return RoundPosition(self.board, self.rack, self.rules, is_final=is_final)

    @property
    def active(self) -> tuple[RoundPlayer, ...]:
        """Return the players who take part, in the order they joined.

        Nobody takes part in a round that had been closed before he joined (rules 8).
        """
        number = self.round_number
        return tuple([player for player in self.players.values() if player.is_active_in(number)])

    @property
    def staying(self) -> tuple[RoundPlayer, ...]:
        """Return those of the active who do not leave with the open round, or the one to open next."""
        number = self.round_number
        return tuple(player for player in self.active if not player.leaves_by(number))

    def has_active(self, name: str) -> bool:
        """Tell whether the player of this name takes part."""
        return name in self.players and self.players[name].is_active_in(self.round_number)

    @property
    def round_number(self) -> int:
        """Return the open round's number, or that of the next to open."""
        return self.round.number if self.round else self.next_round

    @property
    def is_drawn(self) -> bool:
        """Tell whether the letters of the round to open next are drawn."""
        return self.last_draw is not None and self.last_draw.number == self.next_round

    def reasons_anew(self, number: int) -> tuple[str, ...]:
        """Return why the letters of a round are drawn anew, once for each time."""
        return tuple(each.because for each in self.drawn_anew if each.number == number)

    @property
    def mix_of_next(self) -> DrawsMixed:
        """Return what is mixed into the draws of the round to open next, once and for all."""
        known = self.mix_of(self.next_round)
        return known or DrawsMixed(self.next_round, tuple(self._words(self.next_round)))

    @property
    def mix_of_earlier(self) -> DrawsMixed:
        """Return what is mixed in where no word counts that came during the round closed last."""
        known = self.mix_of(self.next_round)
        return known or DrawsMixed(self.next_round, tuple(self._words(self.next_round - 1)))

    @property
    def first_mixed(self) -> int:
        """Return the first round into whose draws a word is mixed that comes now (docs/chance.md)."""
        if self.round is not None:
            return self.round.number + 1
        return self.next_round + 1 if self.last is not None else self.next_round

    def mix_of(self, number: int) -> DrawsMixed | None:
        """Return what was mixed into the draws of a round; None where nothing was."""
        return next((each for each in self.mixes if each.number == number), None)

    def chance_of(self, chance: Chance, number: int) -> Chance:
        """Return *chance* with what was mixed into the draws and lots of a round."""
        mix = self.mix_of(number)
        return chance if mix is None else chance.mixed(number, mix.words)

    def _words(self, number: int) -> Iterator[tuple[str, str]]:
        for name in self.players:
            words = [word for first, word in self.lot_words.get(name, ()) if first <= number]
            if words:
                yield name, words[-1]

    @property
    def has_started(self) -> bool:
        """Tell whether a round has ever been closed in this record, or the game was taken over."""
        return self.last is not None or (self.is_taken_over and self.first_round > 1)


V = TypeVar("V")


def open_rounds(event: in_rounds.GameOpened) -> RoundGame:
    """Return the game as it begins; the bag is the tile set less what lies on the board."""
    on_board = [tile.tile for tile in event.board.tiles]
    return begun(
        RoundGame,
        event,
        next_rules=event.rules,
        rack="",
        bag=event.rules.tiles.without(event.rules.tiles.all_tiles, on_board),
        next_round=event.first_round,
    )


def apply_in_rounds(game: RoundGame, event: InRoundGame) -> RoundGame:
    """Return *game* after *event*; what every game knows of it has been applied before."""
    change = CHANGES.get(type(event))
    return game if change is None else change(game, event)


def _open(game: RoundGame, event: in_rounds.RoundOpened) -> RoundGame:
    opened = OpenRound(event.number, event.deadline, event.is_final, event.at)
    still = tuple(each for each in game.kept_moves if each.number >= event.number)
    game = replace(game, kept_moves=still)
    game = _with_press_printed(game) if event.prints_press else game
    return replace(game, round=opened, rules=event.rules, next_round=event.number, ahead=None)


def _draw(game: RoundGame, event: in_rounds.LettersDrawn) -> RoundGame:
    draw, last = event.draw, game.last.after(event) if game.last else None
    return replace(game, rack=draw.rack, bag=draw.bag, last=last, last_draw=event)


def _clear(game: RoundGame, event: in_rounds.BoardCleared) -> RoundGame:
    last = game.last.after(event) if game.last else None
    board, bag = Board.empty(game.board.size), game.next_rules.tiles.all_tiles
    return replace(game, board=board, rack="", bag=bag, last=last)


def _take_word(game: RoundGame, event: happened.LotWordGiven) -> RoundGame:
    words = (*game.lot_words.get(event.player, ()), (event.number, event.word))
    return replace(game, lot_words=plus(game.lot_words, event.player, words))


def _rule_tie(game: RoundGame, event: in_rounds.TieRuled) -> RoundGame:
    """Note which of equal moves is laid: in the open round, or in the last one if it is done again."""
    before = game.before_close
    is_of_last = before is not None and before.round and before.round.number == event.number
    if before is not None and is_of_last:
        return replace(game, before_close=_with_round(before, tie_choice=event.choice))
    return _with_round(game, tie_choice=event.choice)


def _leave(game: RoundGame, event: happened.PlayerLeft) -> RoundGame:
    if game.round is None:
        number = game.next_round - 1
        return with_player(game, event.name, is_leaving=False, leaves_after=number)
    number = max(game.round.number, game.players[event.name].joined_in)
    return with_player(game, event.name, has_left=False, is_leaving=True, leaves_after=number)


def _return(game: RoundGame, event: happened.PlayerReturned) -> RoundGame:
    player = game.players[event.name]
    back_in = player.back_in if player.is_leaving else game.round_number
    return with_player(game, event.name, is_leaving=False, leaves_after=None, back_in=back_in)


def _enter(game: RoundGame, event: in_rounds.MoveEntered) -> RoundGame:
    if (ahead := _where_it_is_kept(game, event.number)) is not None:
        return replace(game, ahead=_enter(ahead, event))
    game = replace(game, kept_moves=_others_kept(game, event.player, event.number))
    entries = _entries(game)
    entry = _received(event, entries)
    # One that was late until the round got another ZAT may have come before one that was not.
    mine = sorted((*entries.get(event.player, ()), entry), key=lambda each: each.received)
    late = game.round.late_entries.get(event.player, ()) if game.round else ()
    left = tuple(each for each in late if each.mail != event.mail)
    return _with_late(
        _with_round(game, entries=plus(entries, event.player, tuple(mine))), event.player, left
    )


def _keep_move(game: RoundGame, event: in_rounds.MoveKept) -> RoundGame:
    """Keep a move for a later round in place of an earlier one."""
    kept = KeptMove(event.player, event.number, event.mail, event.moves)
    return replace(game, kept_moves=(*_others_kept(game, event.player, event.number), kept))


def _others_kept(game: RoundGame, player: str, number: int) -> tuple[KeptMove, ...]:
    return tuple(each for each in game.kept_moves if (each.player, each.number) != (player, number))


def _withdraw(game: RoundGame, event: in_rounds.MoveWithdrawn) -> RoundGame:
    """Take back a move for the open round, or one that is kept for a later one."""
    is_open = game.round is not None and event.number == game.round.number
    others = _others_kept(game, event.player, event.number)
    if not is_open and len(others) < len(game.kept_moves):
        return replace(game, kept_moves=others)
    return _with_round(game, entries=less(_entries(game), event.player))


def _received(
    event: in_rounds.MoveEntered | in_rounds.MoveWasLate,
    known: Mapping[str, tuple[ReceivedEntry, ...]],
) -> ReceivedEntry:
    """Return an entry as the one that came after all that are *known*."""
    orders = (entry.order for each in known.values() for entry in each)
    return ReceivedEntry(event.received, event.mail, event.moves, max(orders, default=0) + 1)


def _where_it_is_kept(game: RoundGame, number: int) -> RoundGame | None:
    """Return the state in which moves for a later round wait while an earlier one is open again."""
    is_later = game.round is not None and number > game.round.number
    return game.ahead if is_later else None


def _note_late(game: RoundGame, event: in_rounds.MoveWasLate) -> RoundGame:
    """Note a late entry for the open round, or for the one closed last should it be opened again."""
    before = game.before_close
    if game.round is not None and game.round.number == event.number:
        game = _with_round(game, late=plus(game.round.late, event.player, event.received))
        return _keep_late(game, event)
    if before and before.round and before.round.number == event.number:
        return replace(game, before_close=_keep_late(before, event))
    return game


def _keep_late(game: RoundGame, event: in_rounds.MoveWasLate) -> RoundGame:
    if game.round is None or not event.mail:
        return game
    known = game.round.late_entries.get(event.player, ())
    entry = _received(event, game.round.late_entries)
    return _with_round(
        game, late_entries=plus(game.round.late_entries, event.player, (*known, entry))
    )


def _with_late(game: RoundGame, player: str, left: tuple[ReceivedEntry, ...]) -> RoundGame:
    """Return the game with those late entries of a player left that do not count after all."""
    if game.round is None or player not in game.round.late_entries:
        return game
    if left:
        return _with_round(game, late_entries=plus(game.round.late_entries, player, left))
    return _with_round(
        game, late=less(game.round.late, player), late_entries=less(game.round.late_entries, player)
    )


def _join(game: RoundGame, event: happened.PlayerJoined) -> RoundGame:
    player = RoundPlayer(
        name=event.name,
        addresses=event.addresses,
        total=event.total,
        base=event.total,
        missed=event.missed,
        is_late_joiner=event.is_late,
        joined_in=game.round_number,
        is_configured=event.is_configured,
        from_settings=event.addresses if event.is_configured else (),
    )
    return replace(game, players=plus(game.players, event.name, player))


def _fix_base(game: RoundGame, event: in_rounds.BaseFixed) -> RoundGame:
    """Let a late joiner begin with another base, in the states that may come back, too.

    Old records added to what he had, and not in the state in which the last round was closed.
    """
    if event.change is None:
        total = total_of_newcomer(event.player, event.base, game.corrections)
        before = _if_there(game.before_close, event)
    else:
        total, before = game.players[event.player].total + event.change, game.before_close
    game = with_player(game, event.player, base=event.base, total=total)
    return replace(game, before_close=before, ahead=_if_there(game.ahead, event))


def _if_there(game: RoundGame | None, event: in_rounds.BaseFixed) -> RoundGame | None:
    """Return a state that may come back with another base, where it knows the player."""
    if game is None or event.player not in game.players:
        return game
    return _fix_base(game, event)


def _correct_score(game: RoundGame, event: happened.ScoreCorrected) -> RoundGame:
    last = game.last.number if game.last else game.first_round - 1
    return _correct(game, next_correction(event, game.corrections, last))


def _correct(game: RoundGame, correction: Correction) -> RoundGame:
    """Note a correction that the total holds already; an earlier round's total may come back."""
    before, name = game.before_close, correction.player
    if (
        before
        and before.round
        and correction.number < before.round.number
        and name in before.players
    ):
        total = before.players[name].total + correction.points
        before = _correct(with_player(before, name, total=total), correction)
    last = game.last.corrected(correction) if game.last else None
    ranks = last.ranks if last else {}
    players = {
        name: replace(player, rank=ranks.get(name, player.rank))
        for name, player in game.players.items()
    }
    return replace(
        game,
        players=MappingProxyType(players),
        last=last,
        corrections=(*game.corrections, correction),
        before_close=before,
    )


def _close(game: RoundGame, event: in_rounds.RoundClosed) -> RoundGame:
    """Return the game after a round: the move laid, totals, ranks and absences brought up to date."""
    result = event.result
    playing = {row.player for row in result.entries}
    absent = (
        FormerRow(name, (), player.total, 0, player.rank)
        for name, player in game.players.items()
        if name not in playing and player.joined_in <= result.number
    )
    last = closed_round(result, game.rules, absent, game.corrections, game.reopened)
    ranks, rows = last.ranks, {row.player: row for row in last.rows}
    players = {
        name: _after_close(player, rows.get(name), ranks.get(name), last)
        for name, player in game.players.items()
    }
    return replace(
        game,
        board=result.board,
        rack=result.kept,
        players=MappingProxyType(players),
        round=None,
        rules=game.next_rules,
        next_round=result.number + 1,
        last=last,
        before_close=replace(game, before_close=None, ahead=None),
        empty_rounds=game.empty_rounds + 1 if last.laid is None else 0,
        press=tuple(item for item in game.press if not item.is_released),
        asked=frozenset(),
    )


def _after_close(
    player: RoundPlayer, row: ClosedRow | None, rank: int | None, closed: ClosedRound
) -> RoundPlayer:
    """Return a player after the close of a round: who leaves with it has left; who is away is excused."""
    leaves = player.leaves_by(closed.number)
    is_absent = row is not None and (row.status.is_missing or row.status is EntryStatus.LATE)
    in_a_row = player.missed_in_a_row
    is_excused = is_absent and player.is_away(closed.deadline or closed.closed)
    return replace(
        player,
        total=player.total if row is None else row.total,
        missed=player.missed + is_absent,
        missed_in_a_row=in_a_row
        if row is None or is_excused
        else (in_a_row + 1 if is_absent else 0),
        rank=rank,
        has_left=player.has_left or leaves,
        is_leaving=player.is_leaving and not leaves,
    )


def _with_press_printed(game: RoundGame) -> RoundGame:
    """Put what was released since the close with what the report of the closed round prints."""
    before = game.before_close
    if before is None:
        return game
    printed = tuple(item for item in game.press if item.is_released)
    known = {item.mail for item in printed}
    kept = tuple(item for item in before.press if item.mail not in known)
    return replace(
        game,
        press=tuple(item for item in game.press if not item.is_released),
        before_close=replace(before, press=(*kept, *printed)),
    )


def _reopen(game: RoundGame, event: in_rounds.RoundReopened) -> RoundGame:
    """Return to the state in which the last round was closed; what was decided since stays decided.

    Old records undid the corrections of that round's scores, and the moves for the next one.
    """
    before = game.before_close
    if before is None or before.round is None or before.round.number != event.number:
        raise ValueError(f"round {event.number} cannot be reopened")
    corrections = game.corrections
    players = _players_again(game, before, in_old_records=not event.keeps)
    if event.keeps:
        players = _with_corrections_since(game, before, players)
    else:
        corrections = corrections_reopened(corrections, event.number, before.players)
    known = {item.mail for item in game.press}
    return replace(
        before,
        players=MappingProxyType(players),
        rulings=game.rulings,
        settings_rulings=game.settings_rulings,
        corrections=corrections,
        reopened=game.reopened + 1,
        round=replace(before.round, deadline=event.deadline),
        next_rules=game.next_rules,
        drawn_anew=game.drawn_anew,
        lot_words=game.lot_words,
        mixes=game.mixes,
        kept_moves=game.kept_moves,
        messages=game.messages,
        is_paused=game.is_paused,
        spent=game.spent,
        noted=game.noted,
        left_subscribers=game.left_subscribers,
        press=(*(p for p in before.press if p.is_released and p.mail not in known), *game.press),
        ahead=_kept_ahead(game) if event.keeps else None,
    )


def _kept_ahead(game: RoundGame) -> RoundGame | None:
    """Return the state in which moves for the round after the one to be opened again stand."""
    if game.round is None:
        return game.ahead
    return replace(game, before_close=None, ahead=None)


def _with_corrections_since(
    game: RoundGame, before: RoundGame, players: Mapping[str, RoundPlayer]
) -> dict[str, RoundPlayer]:
    """Add what was corrected since the close: it stays, whatever the round comes out as (rules 8)."""
    known = {each.order for each in before.corrections}
    found = dict(players)
    for each in game.corrections:
        if each.order not in known and not each.is_undone and each.player in before.players:
            player = found[each.player]
            found[each.player] = replace(player, total=player.total + each.points)
    return found


def _players_again(
    game: RoundGame, before: RoundGame, *, in_old_records: bool
) -> dict[str, RoundPlayer]:
    """Return the players with what they had before the close; who has left since takes part again.

    In old records all take part, and who leaves does so at this close.
    """
    players = {}
    for name, player in game.players.items():
        if (was := before.players.get(name)) is None:
            latest = before.round_number if in_old_records else player.joined_in
            joined_in = min(player.joined_in, latest)
            players[name] = replace(player, rank=None, joined_in=joined_in)
            continue
        has_left = was.has_left and (in_old_records or player.has_left)
        has_left_since = player.has_left and (in_old_records or not was.has_left)
        players[name] = replace(
            player,
            total=was.total,
            missed=was.missed,
            missed_in_a_row=was.missed_in_a_row,
            rank=was.rank,
            has_left=has_left,
            is_leaving=player.is_leaving or has_left_since,
            leaves_after=None if in_old_records else player.leaves_after,
            back_in=player.back_in if was.has_left and not in_old_records else was.back_in,
        )
    return players


def _entries(game: RoundGame) -> Mapping[str, tuple[ReceivedEntry, ...]]:
    return game.round.entries if game.round else {}


def _with_round(game: RoundGame, **changes: object) -> RoundGame:
    if game.round is None:
        raise ValueError(f"{game.id}: no round is open")
    return replace(game, round=replace(game.round, **changes))  # type: ignore[arg-type]  # names of OpenRound's fields


CHANGES: Mapping[type[Event], Callable[[RoundGame, Any], RoundGame]] = {
    in_rounds.RoundOpened: _open,
    in_rounds.RoundClosed: _close,
    in_rounds.RoundReopened: _reopen,
    in_rounds.MoveEntered: _enter,
    in_rounds.MoveWithdrawn: _withdraw,
    in_rounds.MoveKept: _keep_move,
    in_rounds.MoveWasLate: _note_late,
    in_rounds.TieRuled: _rule_tie,
    in_rounds.LettersDrawn: _draw,
    in_rounds.DrawnAnew: lambda game, event: replace(game, drawn_anew=(*game.drawn_anew, event)),
    in_rounds.BoardCleared: _clear,
    in_rounds.RulesChanged: lambda game, event: replace(game, next_rules=event.rules),
    in_rounds.BaseFixed: _fix_base,
    happened.DeadlineMoved: lambda game, event: _with_round(game, deadline=event.deadline),
    happened.LotWordGiven: _take_word,
    happened.DrawsMixed: lambda game, event: replace(game, mixes=(*game.mixes, event)),
    happened.PlayerJoined: _join,
    happened.PlayerLeft: _leave,
    happened.PlayerReturned: _return,
    happened.ScoreCorrected: _correct_score,
    happened.GameEnded: lambda game, _: replace(game, round=None),
}
"""What each event changes that is one of these games alone, or changes more in them than in others."""


class RoundJudge(Judge, frozen=True):
    """Judges the moves of an open round."""

    position: RoundPosition


def judge_of(game: RoundGame, lexicon: Lexicon) -> RoundJudge:
    """Return the judge of the game's open round."""
    return RoundJudge(game.position, lexicon, game.rulings)


class Choice(Struct, Found, frozen=True):
    """Which of an entry's moves counts, and what still has to be decided."""

    stays_when_asked = True

    moves: tuple[Judged, ...]
    counts: int | None
    """Index of the move that counts as far as is known; None if none does yet."""
    undecided: tuple[str, ...]
    """Words whose ruling could change which move counts, or whether one does."""

    @property
    def counted(self) -> Judged | None:
        return None if self.counts is None else self.moves[self.counts]

    @property
    def holds_something(self) -> bool:
        """Tell whether the entry has a move that counts, or that may count after a ruling."""
        return self.counts is not None or bool(self.undecided)

    @property
    def lays_blank(self) -> bool:
        moves = self.moves if self.counted is None else (self.counted,)
        return any(play.scored.blanks for move in moves for play in move.plays)


def choice_in(found: Found | None) -> Choice | None:
    """Return what an entry of a game in rounds was found to be worth; None of any other."""
    return found if isinstance(found, Choice) else None


def choose_move(moves: Sequence[Judged], rules: Rules) -> Choice:
    """Choose by the game's switch: the first that is valid, or the valid one with most points.

    Rules 8: an undecided word matters in Dottendorf if a pending move stands before the first
    valid one, in SB if a pending one has more points than the best valid one.
    """
    match rules.counts:
        case Counts.FIRST:
            return _first(tuple(moves))
        case Counts.BEST:
            return _best(tuple(moves))
        case _:
            assert_never(rules.counts)


def _first(moves: tuple[Judged, ...]) -> Choice:
    undecided: list[str] = []
    for index, move in enumerate(moves):
        match move.status:
            case Status.VALID:
                return Choice(moves, None if undecided else index, tuple(dict.fromkeys(undecided)))
            case Status.PENDING:
                undecided += move.undecided
            case Status.INVALID:
                continue
    return Choice(moves, None, tuple(dict.fromkeys(undecided)))


def _best(moves: tuple[Judged, ...]) -> Choice:
    valid = [i for i, move in enumerate(moves) if move.status is Status.VALID]
    best = max(valid, key=lambda i: moves[i].points, default=None)
    floor = -1 if best is None else moves[best].points
    words = (
        word
        for move in moves
        if move.status is Status.PENDING and move.points > floor
        for word in move.undecided
    )
    return Choice(moves, best, tuple(dict.fromkeys(words)))


class InForce(Struct, frozen=True):
    """A player's entry that is in force, with what its moves are worth."""

    entry: ReceivedEntry
    choice: Choice


JudgeEntry = Callable[[ReceivedEntry], tuple[Judged, ...]]


def in_force(
    entries: Sequence[ReceivedEntry], judge: RoundJudge, judge_entry: JudgeEntry
) -> InForce | None:
    """Return the newest entry that holds a valid or pending move; else the newest, all invalid.

    Rules 8: a rejected entry leaves the confirmed move in force, and if every move of a pending
    replacement is refused, the earlier one counts: so every entry is looked at anew each time, by
    *judge_entry*, which may remember what it was worth.
    """
    newest_first: list[InForce] = []
    for entry in reversed(entries):
        found = InForce(entry, choose_move(judge_entry(entry), judge.position.rules))
        if found.choice.holds_something:
            return found
        newest_first.append(found)
    if judge.position.is_final:
        newest_first = [_with_remainder(found, judge) for found in newest_first]
    held = (found for found in newest_first if found.choice.holds_something)
    return next(held, newest_first[0] if newest_first else None)


def _with_remainder(found: InForce, judge: RoundJudge) -> InForce:
    """Rules 8: in the final round, if no set is wholly valid, the first counts up to its fault.

    A word in what is left that nobody ruled on holds the round up like any other.
    """
    first = found.entry.moves[0] if found.entry.moves else None
    if first is None or first.move is None:
        return found
    most = min(len(first.move.plays), len(judge.position.rack))  # each play lays a tile
    for number in range(most, 0, -1):
        shorter = judge.judge(up_to_first_fault(first, number))
        if shorter.status is not Status.INVALID:
            counts = 0 if shorter.status is Status.VALID else None
            moves = (shorter, *found.choice.moves[1:])
            return InForce(found.entry, Choice(moves, counts, shorter.undecided))
    return found


def moves_in_force(game: RoundGame, lexicon: Lexicon) -> Mapping[str, InForce]:
    """Return, for each player who sent something readable, what is in force now."""
    return Memory().moves_in_force(game, lexicon)


def in_force_now(office: Office, game: RoundGame) -> Mapping[str, InForce]:
    """Return the same as the office remembers it, which judges only what is new."""
    return office.memories.of(Memory).moves_in_force(game, office.lexicon)


def judged_now(office: Office, game: RoundGame, moves: Iterable[WrittenMove]) -> tuple[Judged, ...]:
    """Judge moves of an open round, which may be recorded next."""
    return office.memories.of(Memory).judged(game, office.lexicon, moves)


def undecided_words(game: RoundGame, moves: Mapping[str, InForce]) -> tuple[str, ...]:
    """Return the words over which a round with these *moves* in force cannot be closed, each once."""
    waiting = [(name, each.choice.undecided) for name, each in moves.items()]
    words = (word for name, words in waiting if words and game.has_active(name) for word in words)
    return tuple(dict.fromkeys(words))


_MOST_JUDGES = 4
"""So many judges are remembered for each game: as it is, and as it was before a ruling."""


_MOST_MOVES = 5000
"""So many judged moves are remembered for each judge."""


class Memory(Memo):
    """What was in force in open rounds, so that only the entries that are new since are judged.

    A game of 400 is looked at after each mail, and each mail changes what one player has in force.
    The machine keeps it; what is remembered is what would be judged anew, so nobody can tell.
    """

    _rounds: dict[str, "list[_Remembered]"] = field(default_factory=dict)
    """By game; the judge asked last comes first."""

    def moves_in_force(self, game: RoundGame, lexicon: Lexicon) -> Mapping[str, InForce]:
        """Return, for each player who sent something readable, what is in force now."""
        if game.round is None:
            self._rounds.pop(game.id, None)
            return {}
        return self._remembered(game.id, judge_of(game, lexicon)).look_at(game.round.entries)

    def judged(
        self, game: RoundGame, lexicon: Lexicon, moves: Iterable[WrittenMove]
    ) -> tuple[Judged, ...]:
        """Judge moves of the open round that may be recorded next: then they are not judged again."""
        judge = judge_of(game, lexicon)
        if game.round is None:
            return tuple(map(judge.judge, moves))
        return tuple(map(self._remembered(game.id, judge).judged, moves))

    def _remembered(self, game: str, judge: RoundJudge) -> "_Remembered":
        known = self._rounds.setdefault(game, [])
        at = next((at for at, each in enumerate(known) if each.judge == judge), None)
        known.insert(0, _Remembered(judge) if at is None else known.pop(at))
        del known[_MOST_JUDGES:]
        return known[0]


class _Remembered(Struct):
    """A round as one judge saw it."""

    judge: RoundJudge
    """With another board, rack, ruling or switch nothing remembered holds."""
    _entries: Mapping[str, tuple[ReceivedEntry, ...]] = field(default_factory=dict)
    _found: dict[str, InForce] = field(default_factory=dict)
    _judged: dict[WrittenMove, Judged] = field(default_factory=dict)

    def look_at(self, entries: Mapping[str, tuple[ReceivedEntry, ...]]) -> Mapping[str, InForce]:
        found: dict[str, InForce] = {}
        for name, own in entries.items():
            # The same object: nothing has come from this player since.
            is_new = self._entries.get(name) is not own
            each = in_force(own, self.judge, self._judge_entry) if is_new else self._found.get(name)
            if each is not None:
                found[name] = each
        self._entries, self._found = entries, found
        return found

    def _judge_entry(self, entry: ReceivedEntry) -> tuple[Judged, ...]:
        return tuple(map(self.judged, entry.moves))

    def judged(self, written: WrittenMove) -> Judged:
        """Judge a move once: whoever sends a thousand would have half a million judged."""
        known = self._judged.get(written)
        if known is None:
            if len(self._judged) >= _MOST_MOVES:
                self._judged.clear()
            known = self._judged[written] = self.judge.judge(written)
        return known


def move_in_words(choice: Choice | None, rules: Rules, language: str) -> str:
    """Return the move of a choice that counts, else its first one; "" where there is none."""
    if choice is None or not choice.moves:
        return ""
    laid = [each.scored for each in (choice.counted or choice.moves[0]).plays]
    plays = [(each.square, each.direction, each.word, each.blanks) for each in laid]
    return plays_in_words(plays, rules, language)


def plays_in_words(
    plays: Iterable[tuple[Square, Direction, str, Iterable[Square]]], rules: Rules, language: str
) -> str:
    """Return plays as players write them, each with the squares of its blanks."""
    return "; ".join(
        play_name(square, direction, word, rules.axes, language)
        + "".join(f", {square_name(blank, rules.axes)} = ?" for blank in blanks)
        for square, direction, word, blanks in plays
    )
