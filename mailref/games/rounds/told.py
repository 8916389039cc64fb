"""A whole game in rounds, and what an export tells of it (contract 4), without addresses.

The archive and the export tell a game from its closed rounds, and how it came to them. A round that was
reopened is told as it was closed the last time, a player under his present name.

Keys beyond the contract's are what `mailref verify` needs to replay the game from the export alone.
One is the hash that each report carries: what was told by then, so that no later export can tell
otherwise. A hash covers how the game began, the round reported with every move, time, word and
switch, who had come, all rulings and corrections made by then, and a hash of the reports before it.
Players stand in it by their places in the order of joining, so that a renaming changes nothing;
totals and ranks, which follow, are left out.

What was told is each closed round as it stood when a report of it was owed, for `verify` to hold. Only the
events in `TELL_OF_REPORTS` tell of it, so that nobody need read the others.

Moves and rounds of games in rounds as JSON (contract 3 and 4).

Who is told what of a game in rounds: that it is opened, what a closed round came to.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import partial
from operator import itemgetter
from types import MappingProxyType
from typing import TypeVar, cast

from msgspec import UNSET, Struct, field
from msgspec.structs import asdict, replace

from mailref.games import events as happened
from mailref.games.by_rounds.absences import who_is_away
from mailref.games.events import DrawsMixed, Event, WordRuled
from mailref.games.game import Game, Press, RankedPlayer, plus, ranked
from mailref.games.kind import apply
from mailref.games.naming import in_parts, rename
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closing import first_players
from mailref.games.rounds.contents import Opening, Report, opening_of, rounds_face
from mailref.games.rounds.events import GameOpened, LettersDrawn, RoundOpened
from mailref.games.rounds.game import (
    MOST_ROWS_TOLD,
    Clock,
    ClosedRound,
    ClosedRow,
    Correction,
    EarlierRounds,
    RoundGame,
    open_rounds,
)
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.rules import Laid
from mailref.games.rounds.statistics import figures_of
from mailref.games.rounds.switches import SWITCHES, Rules
from mailref.games.switches import told_rules
from mailref.record.as_json import (
    PLACE,
    Json,
    JsonObject,
    SealedReport,
    Telling,
    _play,
    _squares,
    as_shown,
    move_to_json,
    opened_to_json,
    plain,
    ruling_to_json,
    sha256_of,
)
from mailref.referee.mails import Owed
from mailref.referee.reports import Means, comment_of, to_all
from mailref.structs import Memo, OnRecord, PlayerName
from mailref.tiles.board import Square, place_name, square_name
from mailref.tiles.moves import BlankOn, Play, play_name
from mailref.tiles.scoring import Judged, Status
from mailref.tiles.top.found import Top

TELL_OF_REPORTS: tuple[type[Event], ...] = (
    GameOpened, happened.PlayerJoined, happened.PlayerRenamed, in_rounds.BaseFixed,
    in_rounds.RoundOpened, in_rounds.RoundClosed, in_rounds.RoundReopened, LettersDrawn,
    in_rounds.BoardCleared, DrawsMixed, WordRuled, happened.ScoreCorrected, happened.GameEnded,
    happened.DeadlineMoved, happened.GamePaused, happened.GameResumed,
)  # fmt: skip
"""The events that tell of closed rounds and of reports."""
_OWES_A_REPORT = (
    in_rounds.RoundOpened, happened.GameEnded, LettersDrawn,
    happened.ScoreCorrected, in_rounds.BaseFixed, WordRuled,
)  # fmt: skip
"""Those after which a report may be owed; all of them tell of reports, so that whoever reads all that
happened finds the same ones as whoever reads only those."""
CLOSED, OPENED_AGAIN = in_rounds.RoundClosed.__name__, in_rounds.RoundReopened.__name__
"""The events by which a round is closed, and by which the one before is wanted whole again."""

_Of = TypeVar("_Of")
_Part = TypeVar("_Part", bound=OnRecord)


class Made(OnRecord, frozen=True):
    """What had been decided in a game by some time, counted."""

    corrections: int
    reopened: int
    """How often a round had been reopened."""


class Entrant(OnRecord, frozen=True):
    """How a player came into the game, by his present name."""

    name: PlayerName
    round: int
    base: int
    missed: int
    is_late: bool
    corrections: int
    """How many corrections had been made by then."""
    reopened: int
    """How often a round of the game had been reopened by then."""
    fixed: Made | None = None
    """What had been decided when his base was told anew; None where it is as it was when he came."""


class Told(OnRecord, frozen=True):
    """A closed round with all that was known of it when it was reported."""

    closed: ClosedRound
    clock: Clock
    entrants: tuple[Entrant, ...]
    rulings: tuple[tuple[int, WordRuled], ...]
    """Each with the round it was made in."""
    rulings_at_close: int
    """How many of them had been made when the round was closed."""
    first_draw: LettersDrawn | None
    is_first_redrawn: bool
    mixes: Mapping[int, DrawsMixed]
    corrections: tuple[Correction, ...]
    """All that had been made; those undone are in no total."""


class Reports(OnRecord, frozen=True):
    """What has been told of a game, report by report."""

    game: RoundGame | None = None
    """As those events make it that tell of reports."""
    before: tuple[ClosedRound, ...] = ()
    """The closed rounds before the last one that are kept whole: all, or none."""
    earlier: EarlierRounds = field(default_factory=EarlierRounds)
    """Those before them."""
    opened: GameOpened | None = None
    entrants: tuple[Entrant, ...] = ()
    rulings: tuple[tuple[int, WordRuled], ...] = ()
    rulings_at: Mapping[int, int] = MappingProxyType({})
    """How many rulings had been made when a round was closed, by its number."""
    clocks: Mapping[int, Clock] = MappingProxyType({})
    """By the number of the round."""
    first_draw: LettersDrawn | None = None
    is_first_redrawn: bool = False
    sealed: str = ""
    """The hash of the reports owed before those in `owed`; "" where there were none."""
    owed: tuple[Told, ...] = ()
    """What the reports told that have been owed: all, or the last one."""

    @property
    def last(self) -> ClosedRound | None:
        return self.game.last if self.game is not None else None

    @property
    def rounds(self) -> tuple[ClosedRound, ...]:
        """Return the closed rounds that are kept whole, as they stand now: all, or the last one."""
        return self.before if self.last is None else (*self.before, self.last)

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """Return all that were made, in order."""
        return self.game.corrections if self.game is not None else ()

    @property
    def mixes(self) -> Mapping[int, DrawsMixed]:
        """Return what was mixed into draws, by the number of the round whose draws these were."""
        mixes = self.game.mixes if self.game is not None else ()
        return MappingProxyType({each.number: each for each in mixes})

    @property
    def told(self) -> tuple[Told, ...]:
        """Return what the reports told, and what one would tell now, if that is something else."""
        now = _as_told(self)
        return self.owed if now is None or self.owed[-1:] == (now,) else (*self.owed, now)

    @property
    def first_told(self) -> tuple[Correction, ...]:
        """Return the corrections of which no report told before the one that is owed now."""
        is_now = bool(self.owed) and self.owed[-1].closed == self.last
        before = self.owed[:-1] if is_now else self.owed
        known = len(before[-1].corrections) if before else 0
        return tuple(each for each in self.corrections[known:] if not each.is_undone)

    @property
    def is_told_by_row(self) -> bool:
        """Tell whether a report tells all rounds row by row; then they are kept as they are."""
        rows = len(self.last.everybody) if self.last else 0
        return rows * (self.earlier.count + len(self.rounds)) <= MOST_ROWS_TOLD

    def shortened(self, sealed: str) -> "Reports":
        """Return what the next report needs of all this: the last round whole, of those before it the scores.

        *sealed* is the hash of all reports owed before the last one. No round can be opened again
        after this: the one before it would be wanted whole.
        """
        owed, game, earlier = self.owed[-1:], self.game, self.earlier
        rounds = (*self.rounds[-1:], *(each.closed for each in owed))
        oldest = min((each.number for each in rounds), default=0)
        first = self.first_draw.number if self.first_draw else oldest

        def wanted(known: Mapping[int, _Of]) -> Mapping[int, _Of]:
            return MappingProxyType(
                {at: each for at, each in known.items() if at >= oldest or at == first}
            )

        if game is not None:
            mixes = tuple(wanted(self.mixes).values())
            game = replace(game, before_close=None, ahead=None, mixes=mixes)
        for each in self.before:
            earlier = earlier.after(each.scored, each.summed)
        return replace(
            self,
            game=game,
            before=(),
            earlier=earlier,
            rulings_at=wanted(self.rulings_at),
            clocks=wanted(self.clocks),
            sealed=sealed,
            owed=tuple(replace(each, mixes=wanted(each.mixes)) for each in owed),
        )

    @property
    def count_before(self) -> int:
        """Return how many closed rounds are not kept whole any more."""
        return self.earlier.count

    def after(self, events: Iterable[Event]) -> "Reports":
        """Return what has been told after *events*."""
        found = self
        for event in events:
            if isinstance(event, TELL_OF_REPORTS):
                found = _after(found, event)
                if found.is_out and isinstance(event, _OWES_A_REPORT):
                    found = replace(found, owed=found.told)
        return found

    @property
    def rows(self) -> int:
        """Return how many players' rows are kept of rounds, whole or not, and one for the game itself."""
        whole = sum(len(each.everybody) for each in self.rounds)
        return 1 + whole + sum(len(each.scores) for each in self.earlier.scored)

    @property
    def is_out(self) -> bool:
        """Tell whether the report of the round closed last has gone out: it opens the next round."""
        game = self.game
        return game is not None and bool(game.last) and (game.is_over or game.round is not None)


def _after(reports: Reports, event: Event) -> Reports:
    last, game = reports.last, cast(RoundGame, apply(reports.game, event))
    reports = replace(reports, game=game)
    match event:
        case GameOpened():
            return replace(reports, opened=event)
        case happened.PlayerJoined():
            return replace(reports, entrants=(*reports.entrants, _entrant(game, event)))
        case in_rounds.BaseFixed(name):
            fixed = (_fixed(e, event, game) if e.name == name else e for e in reports.entrants)
            return replace(reports, entrants=tuple(fixed))
        case happened.PlayerRenamed():
            return _renamed(reports, event)
        case happened.ScoreCorrected():
            made = game.corrections[-1]
            before = tuple(each.corrected(made) for each in reports.before)
            return replace(reports, before=before, earlier=reports.earlier.corrected(made))
        case WordRuled():
            rulings = (*reports.rulings, (game.round_number, event))
            return replace(reports, rulings=rulings)
        case in_rounds.RoundClosed(result):
            known = {**reports.rulings_at, result.number: len(reports.rulings)}
            before = reports.before if last is None else (*reports.before, last)
            return replace(reports, before=before, rulings_at=MappingProxyType(known))
        case in_rounds.RoundReopened():
            return _timed(replace(reports, before=reports.before[:-1]), game)
        case (
            in_rounds.RoundOpened() | happened.DeadlineMoved()
            | happened.GamePaused() | happened.GameResumed()
        ):  # fmt: skip
            return _timed(reports, game)
        case LettersDrawn() if last is None:
            is_redrawn = reports.first_draw is not None and event.draw.by_hand
            return replace(reports, first_draw=event, is_first_redrawn=is_redrawn)
        case _:
            return reports


def _renamed(reports: Reports, event: happened.PlayerRenamed) -> Reports:
    """Return them with the rounds and players under his new name; what was told in `owed` was told."""

    def anew(value: _Part) -> _Part:
        return rename(value, event.name, event.new_name)

    return replace(
        reports,
        before=tuple(anew(each) for each in reports.before),
        earlier=anew(reports.earlier),
        entrants=tuple(anew(each) for each in reports.entrants),
    )


def _entrant(game: RoundGame, event: happened.PlayerJoined) -> Entrant:
    return Entrant(
        name=event.name,
        round=game.round_number,
        base=event.total,
        missed=event.missed,
        is_late=event.is_late,
        corrections=len(game.corrections),
        reopened=game.reopened,
    )


def _fixed(entrant: Entrant, event: in_rounds.BaseFixed, game: RoundGame) -> Entrant:
    """Return how a late joiner came, with the base that the round before his first one gives now.

    Old records forgot when he came; then the hash of an earlier report was no longer that of its mail.
    """
    made = Made(len(game.corrections), game.reopened)
    if event.change is None:
        return replace(entrant, base=event.base, fixed=made)
    return replace(entrant, base=event.base, corrections=made.corrections, reopened=made.reopened)


def _timed(reports: Reports, game: RoundGame) -> Reports:
    """Note the ZAT of the open round, and whether the clock stands still."""
    if game.round is None:
        return reports
    number = game.round.number
    clock = reports.clocks.get(number, Clock()).after(game.round.deadline)
    if game.is_paused:
        clock = replace(clock, was_paused=True)
    return replace(reports, clocks=MappingProxyType({**reports.clocks, number: clock}))


def _as_told(reports: Reports) -> Told | None:
    """Return the round closed last as it is told now; None before any is, or without its beginning."""
    last = reports.last
    if last is None or reports.opened is None:
        return None
    return Told(
        closed=last,
        clock=reports.clocks.get(last.number, Clock()),
        entrants=reports.entrants,
        rulings=reports.rulings,
        rulings_at_close=reports.rulings_at[last.number],
        first_draw=reports.first_draw,
        is_first_redrawn=reports.is_first_redrawn,
        mixes=reports.mixes,
        corrections=reports.corrections,
    )


_Among = Mapping[PlayerName, tuple[PlayerName, ...]]


class GameRecord(Struct, frozen=True):
    """All that is told of a game."""

    opened: in_rounds.GameOpened
    game: RoundGame
    reports: Reports
    among: _Among = MappingProxyType({})
    """Who took part when a late joiner came, late joiners left out: his base is the lowest of theirs."""

    @property
    def rounds(self) -> tuple[ClosedRound, ...]:
        """Return the closed rounds as they stand now, oldest first."""
        return self.reports.rounds

    def corrected_before(self, player: str) -> tuple[Correction, ...]:
        """Return a player's corrections that stand in no closed round yet.

        No round of his is closed, or the one that they are about is open again.
        """
        closed, last = self.game.round_number - 1, self.game.last
        is_new = last is None or player not in last.totals
        return tuple(
            each
            for each in self.game.corrections
            if each.player == player and not each.is_undone and (is_new or each.number > closed)
        )

    @property
    def places(self) -> tuple[RankedPlayer, ...]:
        """Return the table as it stands now, with those who have come since the last close."""
        return ranked({name: player.total for name, player in self.game.players.items()})


def record_of(events: Iterable[Event]) -> GameRecord:
    """Return what *events* say of a game; ValueError if they begin none."""
    record: GameRecord | None = None
    for event in events:
        if isinstance(event, in_rounds.GameOpened):
            record = GameRecord(event, open_rounds(event), Reports().after((event,)))
        elif record is not None:
            record = _with(record, event)
    if record is None:
        raise ValueError("no events, no game")
    return record


def _with(record: GameRecord, event: Event) -> GameRecord:
    before = record.game
    record = replace(record, game=apply(before, event), reports=record.reports.after((event,)))
    match event:
        case happened.PlayerJoined():
            firsts = _firsts(before, is_of_staying=event.is_of_staying) if event.is_late else ()
            return replace(record, among=plus(record.among, event.name, firsts))
        case in_rounds.BaseFixed(name):
            firsts = _firsts(before, is_of_staying=event.change is None)
            return replace(record, among=plus(record.among, name, firsts))
        case happened.PlayerRenamed(old, new, _):
            return replace(record, among=in_parts(record.among, _Among, old, new))
        case _:
            return record


def _firsts(game: RoundGame, *, is_of_staying: bool) -> tuple[str, ...]:
    """Return whose lowest total the base is; in old records who left with the open round was one of them."""
    players = game.staying if is_of_staying else game.active
    return tuple(player.name for player in first_players(players))


def moves_to_json(
    moves: Sequence[Judged],
    counts: int | None,
    rules: Rules,
    *,
    may_be_unused: bool = True,
    shows_asked: bool = False,
) -> list[Json]:
    """Return the moves in the order written; a valid one that does not count is `unused`.

    With *shows_asked* the plays of an invalid move are all shown as they were asked for, those that
    fit nowhere without points: what was understood.
    """
    shown: list[Json] = []
    for index, judged in enumerate(moves):
        is_unused = may_be_unused and judged.status is Status.VALID and index != counts
        move = move_to_json(judged, rules, is_unused=is_unused)
        if shows_asked and judged.status is Status.INVALID:
            move["plays"] = _asked(judged, rules)
        shown.append(move)
    return shown


def _asked(judged: Judged, rules: Rules) -> list[Json]:
    """Return every play of a move as it was asked for; those that fit the board with their words."""
    laid = {
        (play.scored.square, play.scored.direction, play.scored.word): play for play in judged.plays
    }
    asked: list[Json] = []
    for play in judged.written.move.plays if judged.written.move else ():
        fits = laid.get((play.square, play.direction, play.word))
        asked.append(_play(fits, rules) if fits else _unlaid(play, rules))
    return asked


def _unlaid(play: Play, rules: Rules) -> Json:
    marked = [play.squares[index] for index in sorted(play.starred)]
    named = [blank.square for blank in play.blanks if isinstance(blank, BlankOn)]
    blanks = [
        square for square in dict.fromkeys((*marked, *named)) if square.is_on(rules.layout.size)
    ]
    return {
        "square": place_name(play.square, play.direction, rules.axes),
        "direction": play.direction.value,
        "word": play.word,
        "blanks": _squares(blanks, rules),
        "points": None,
        "words": [],
    }


_ROUND = """
    number letters deadline deadlines paused closed final=is_final early=is_early reopened rules
    rulings entries former laid top drawn draw bag cleared=is_cleared undecided
    policy=undecided_policy board
"""
_NOT_YET: Mapping[str, object] = {
    **dict.fromkeys(("closed", "laid", "top", "draw", "policy")),
    **dict.fromkeys(("entries", "former", "undecided"), ()),
    "early": False,
    "cleared": False,
    "drawn": "",
}
"""What is told of a round that is open."""
_ENTRY = """
    player received status square direction word formula points base deduction adjustments total
    rank move faults moves counts
"""
_DRAW = """
    mix round=number drawn=draw.drawn by_hand=draw.by_hand returned redraws=draw.redraws anew
    relaxed=draw.is_relaxed corrected
"""
_ENTRANT = "player=name round base missed late=is_late corrections reopened fixed"
_PLAIN = Telling(zone=UTC, is_open=True)


def start_to_json(opened: GameOpened) -> Json:
    """Return what a game taken over began with, else null."""
    if not opened.is_taken_over:
        return None
    return {"round": opened.first_round, "board": list(opened.board.rows)}


def entrant_to_json(entrant: Entrant) -> dict[str, Json]:
    """Return when a player came, and with what."""
    return _PLAIN.row(entrant, _ENTRANT, fixed=entrant.fixed or UNSET)


def round_to_json(
    closed: ClosedRound,
    clock: Clock,
    rulings: int,
    mixes: Mapping[int, DrawsMixed],
    *,
    switches: Mapping[str, object],
    zone: tzinfo,
) -> dict[str, Json]:
    """Return a closed round; its rules are told as far as they differ from the game's *switches*.

    *rulings* says how many had been made when it was closed.
    """
    drawn, of = closed.drawn, Telling(zone=zone, is_open=True)
    return of.row(
        closed,
        _ROUND,
        deadlines=clock.deadlines,
        paused=clock.was_paused,
        rules=_other_rules(closed.rules, switches),
        rulings=rulings,
        entries=[_entry(row, closed.rules, of) for row in closed.rows],
        former=[
            of.row(row, "player adjustments total rank", adjustments=adjustments(row.corrections))
            for row in closed.former
        ],
        laid=_laid(closed.laid, closed.rules),
        top=top_to_json(closed.top, closed.rules),
        drawn=drawn.draw.drawn if drawn else "",
        draw=draw_to_json(drawn, closed.kept, mixes, is_redrawn=closed.is_redrawn),
        bag=len(drawn.draw.bag) if drawn else _bag_after(closed),
        board=closed.board.rows,
    )


def _other_rules(rules: Rules, switches: Mapping[str, object]) -> Json:
    """Return the switches that were otherwise in this round."""
    own = SWITCHES.table(rules)
    return plain({key: value for key, value in own.items() if value != switches[key]})


def draw_to_json(
    drawn: LettersDrawn | None, kept: str, mixes: Mapping[int, DrawsMixed], *, is_redrawn: bool
) -> Json:
    """Return how the letters were drawn, so that anybody can check it."""
    if drawn is None:
        return None
    mix = mixes.get(drawn.number)
    words = UNSET if mix is None else [{"player": name, "word": word} for name, word in mix.words]
    returned = kept if is_redrawn else drawn.draw.returned
    own = {"returned": returned, "anew": drawn.anew or UNSET, "corrected": is_redrawn}
    return _PLAIN.row(drawn, _DRAW, mix=words, **own)


def _bag_after(closed: ClosedRound) -> int:
    """Return how many tiles are neither on the board nor among the letters kept."""
    if closed.is_cleared:
        return len(closed.rules.tiles.all_tiles)
    on_board = sum(1 for _ in closed.board.tiles)
    return len(closed.rules.tiles.all_tiles) - on_board - len(closed.kept)


def open_round_to_json(game: RoundGame, clock: Clock, rulings: int, zone: tzinfo) -> Json:
    """Return the open round of *game*; null where none is open."""
    return Telling(zone=zone, is_open=True).row(
        game.round,
        _ROUND,
        **_NOT_YET,
        letters=game.rack,
        deadlines=clock.deadlines,
        paused=clock.was_paused,
        reopened=game.reopened,
        rulings=rulings,
        rules={},
        bag=len(game.bag),
        board=game.board.rows,
    )


def _entry(row: ClosedRow, rules: Rules, of: Telling) -> Json:
    shown = row.counted or (row.moves[0] if row.moves else None)
    moves = moves_to_json(row.moves, row.counts, rules)
    move = None if row.counts is None else moves[row.counts]
    if not isinstance(move, dict):  # none counts
        move = move_to_json(shown, rules) if shown else None
    first = shown.plays[0].scored if shown and shown.plays else None
    return of.row(
        row,
        _ENTRY,
        square=place_name(first.square, first.direction, rules.axes) if first else None,
        direction=first.direction if first else None,
        word=first.word if first else None,
        formula=row.counted.formula if row.counted else None,
        adjustments=adjustments(row.corrections),
        move=move,
        faults=move["faults"] if move else [],
        moves=moves,
    )


def adjustments(corrections: Sequence[Correction]) -> list[Json]:
    """Return what the game master added or took away."""
    return _PLAIN.rows(corrections, "points because order")


def _laid(laid: Laid | None, rules: Rules) -> Json:
    move = move_to_json(laid.judged, rules) if laid else None
    return _PLAIN.row(laid, "players move tie lot", move=move)


def top_to_json(top: Top | None, rules: Rules) -> Json:
    """Return the top with its moves in words (`M9s BEHAUE`), or null where it is not known."""
    if top is None:
        return None
    moves: list[Json] = []
    for move in top.moves:
        plays = [
            f"{play_name(square, direction, word, rules.axes)}{_blanks(blanks, rules)}"
            for square, direction, word, blanks in move.plays
        ]
        swaps = "".join(f" <> {square_name(square, rules.axes)}" for square in move.swaps)
        moves.append("; ".join(plays) + swaps)
    return {"points": top.points, "exact": top.is_exact, "moves": moves}


def _blanks(blanks: Sequence[Square], rules: Rules) -> str:
    return "".join(f" {square_name(square, rules.axes)}=?" for square in blanks)


_BEGINNING = ("game", "title", "variant", "tiles", "start", "commitment", "lexicon")
_OF_A_PLAYER = ("round", "missed", "late", "corrections", "reopened")
_FOLLOWS = ("adjustments", "total", "rank")
"""What changes with later corrections, or follows from what is covered."""


def sealed(reports: Reports) -> tuple[SealedReport, ...]:
    """Return every report with its hash, in the order in which they were owed."""
    return _sealed(reports, reports.told, _seal)


_Basis = tuple[ClosedRound, Clock, int, DrawsMixed | None]
"""Of what the JSON of a closed round is made: the round, its clock, how many rulings there were, words mixed in."""
_AsItStands = Mapping[int, tuple[_Basis, JsonObject]]
"""Closed rounds as they stand at the end, each with its JSON: a hash covers this where a report said the same."""
_NONE: _AsItStands = MappingProxyType({})


def _basis(
    closed: ClosedRound, clock: Clock, rulings: int, mixes: Mapping[int, DrawsMixed]
) -> _Basis:
    return closed, clock, rulings, mixes.get(closed.drawn.number) if closed.drawn else None


_Seal = Callable[[GameOpened, Told, str], SealedReport]
"""What seals one report of a game that began so, after those with that hash."""


def _sealed(reports: Reports, owed: Iterable[Told], seal: _Seal) -> tuple[SealedReport, ...]:
    """Return the reports *owed*, each with its hash."""
    found: list[SealedReport] = []
    before = reports.sealed
    for told in owed:
        assert reports.opened is not None  # noqa: S101  a round was closed
        found.append(seal(reports.opened, told, before))
        before = chained(before, found[-1])
    return tuple(found)


def _seal(
    opened: GameOpened, told: Told, before: str, standing: _AsItStands = _NONE
) -> SealedReport:
    """Return a report with its hash; a round that still stands so need not be told again."""
    report = SealedReport(
        round=told.closed.number,
        players=len(told.entrants),
        rulings=len(told.rulings),
        corrections=len(told.corrections),
        sha256="",
    )
    basis = _basis(told.closed, told.clock, told.rulings_at_close, told.mixes)
    stands = standing.get(report.round)
    same = stands[1] if stands is not None and stands[0] == basis else None
    digest = Covering.of(_as_exported(opened, told, same)).hash_of(report, before)
    assert digest is not None  # noqa: S101  the round is closed
    return replace(report, sha256=digest)


class Seals(Memo):
    """The hashes of the last reports of some games: each is wanted again for those after it.

    What is remembered is what would be found anew, so nobody can tell.
    """

    _kept: dict[str, tuple[tuple[GameOpened, Told, str, SealedReport], ...]] = field(
        default_factory=dict
    )

    def seal(self, opened: GameOpened, told: Told, before: str) -> SealedReport:
        """Return a report of a game that began so with its hash, after those with the hash *before*."""
        kept = self._kept.pop(opened.id, ())
        found = next((each for each in kept if each[:3] == (opened, told, before)), None)
        if found is None:
            found = opened, told, before, _seal(opened, told, before)
            kept = (*kept, found)[-_REPORTS_KEPT:]
        self._kept[opened.id] = kept
        if len(self._kept) > _GAMES_KEPT:
            del self._kept[next(iter(self._kept))]
        return found[3]


_REPORTS_KEPT = 2
"""That on which the next hash is built, and the one before it, which is still in doubt."""


_GAMES_KEPT = 32


def newest_seal(reports: Reports, seals: Seals | None = None) -> str:
    """Return the hash of the report owed last; "" before one is, or without the game's beginning."""
    last = reports.last
    if last is None or not reports.owed or reports.owed[-1].closed != last:
        return ""
    told = replace(reports, owed=reports.owed[:-1]).told
    return _sealed(reports, told, (seals or Seals()).seal)[-1].sha256


def shortened(reports: Reports, seals: Seals | None = None) -> Reports:
    """Return what the next report needs of *reports*; its hash is what it would be with all of them."""
    before = reports.sealed
    if reports.is_told_by_row:
        return reports
    for report in _sealed(reports, reports.owed[:-1], (seals or Seals()).seal):
        before = chained(before, report)
    return reports.shortened(before)


def _as_exported(opened: GameOpened, told: Told, same: JsonObject | None) -> JsonObject:
    """Return what an export of that moment holds of the round, as far as a hash covers it.

    *same* is its JSON where that was made before, by the switches that hold now.
    """
    switches = SWITCHES.table(told.closed.rules)
    closed = same or round_to_json(
        told.closed, told.clock, told.rulings_at_close, told.mixes, switches=switches, zone=UTC
    )
    found: JsonObject = {
        **opened_to_json(opened),
        "start": start_to_json(opened),
        "rules": plain(switches),
        "rulings": [ruling_to_json(number, event) for number, event in told.rulings],
        "players": [{**entrant_to_json(each), "adjustments": []} for each in told.entrants],
        "first_draw": draw_to_json(
            told.first_draw, "", told.mixes, is_redrawn=told.is_first_redrawn
        ),
        "rounds": [
            closed,
            {
                "entries": [
                    {"player": each.player, "adjustments": adjustments([each])}
                    for each in told.corrections
                    if not each.is_undone
                ],
                "former": [],
            },
        ],
    }
    shown: JsonObject = as_shown(found, opened.rules.tiles)
    return shown


def chained(before: str, report: SealedReport) -> str:
    """Return the hash of all reports up to *report*; *before* is that of those before it, "" for none.

    One hash in place of them all: what a report costs does not grow with those before it.
    """
    return sha256_of({"before": before, "report": asdict(report)})


class Covering(Struct, frozen=True):
    """An export in which all is looked up that the hashes of its reports cover."""

    export: JsonObject
    rounds: Mapping[int, JsonObject]
    seats: Mapping[str, int]
    corrections: Sequence[tuple[int, int, int, str]]
    """Each once, wherever they stand, in their order."""

    @classmethod
    def of(cls, export: JsonObject) -> "Covering":
        """Look up what stands in *export*, which was read or is being made."""
        seats = {each["player"]: seat for seat, each in enumerate(export["players"])}
        # The first one is meant where a number stands there twice.
        rounds = {each.get("number"): each for each in reversed(export["rounds"])}
        return cls(export, rounds, seats, sorted(_corrections(export, seats)))

    def hash_of(self, report: SealedReport, before: str) -> str | None:
        """Return the hash that *report* must carry after those *before*; None if its round is not closed."""
        export, shown = self.export, self.rounds.get(report.round)
        if shown is None or shown["closed"] is None:
            return None
        covered = {
            **{key: export[key] for key in _BEGINNING},
            "first_draw": export["first_draw"],
            "report": {key: value for key, value in asdict(report).items() if key != "sha256"},
            "before": before,
            "round": _covered(shown, export["rules"], self.seats),
            "players": [
                _beginning_of(each, report.round) for each in export["players"][: report.players]
            ],
            "rulings": export["rulings"][: report.rulings],
            "corrections": self.corrections[: self._made_by(report)],
        }
        return sha256_of(covered)

    def _made_by(self, report: SealedReport) -> int:
        return bisect_right(self.corrections, report.corrections, key=itemgetter(0))


def _beginning_of(player: JsonObject, number: int) -> list[Json]:
    """Return how a player came; when his base was told anew, once his first round was closed for good."""
    came = [player[key] for key in _OF_A_PLAYER]
    fixed = player.get("fixed") if player["round"] <= number else None
    return came if fixed is None else [*came, fixed]


def _covered(shown: JsonObject, rules: JsonObject, seats: Mapping[str, int]) -> JsonObject:
    entries = [
        {
            **{key: value for key, value in entry.items() if key not in _FOLLOWS},
            "player": seats.get(entry["player"]),
            "received": _utc(entry["received"]),
        }
        for entry in shown["entries"]
    ]
    laid = shown["laid"]
    if laid is not None:
        laid = {**laid, "players": [seats.get(name) for name in laid["players"]]}
    return {
        **shown,
        "rules": told_rules({**rules, **shown["rules"]}),
        "deadline": _utc(shown["deadline"]),
        "deadlines": [_utc(each) for each in shown.get("deadlines") or ()],
        "closed": _utc(shown["closed"]),
        "entries": sorted(entries, key=lambda entry: entry["player"] or 0),
        "former": sorted(seats.get(row["player"], -1) for row in shown["former"]),
        "laid": laid,
    }


def _corrections(export: JsonObject, seats: Mapping[str, int]) -> set[tuple[int, int, int, str]]:
    rows = [row for each in export["rounds"] for row in (*each["entries"], *each["former"])]
    return {
        (each["order"], seats.get(row["player"], -1), each["points"], each["because"])
        for row in (*export["players"], *rows)
        for each in row["adjustments"]
    }


def _utc(time: str | None) -> str | None:
    return None if time is None else datetime.fromisoformat(time).astimezone(UTC).isoformat()


def record_to_json(record: GameRecord, zone: tzinfo) -> dict[str, Json]:
    """Return the whole game, as *record* tells of it, without its hash."""
    game, told = record.game, record.reports
    switches = SWITCHES.table(game.rules)
    standing = {}
    for closed in record.rounds:
        known = closed, told.clocks[closed.number], told.rulings_at[closed.number], told.mixes
        exported = round_to_json(*known, switches=switches, zone=zone)
        standing[closed.number] = _basis(*known), exported
    rounds: list[Json] = [exported for _, exported in standing.values()]
    if game.round is not None:
        clock = told.clocks[game.round.number]
        rounds.append(open_round_to_json(game, clock, len(told.rulings), zone))
    return {
        **opened_to_json(record.opened),
        "start": start_to_json(record.opened),
        "rules": plain(told_rules(switches)),
        "finished": game.is_over,
        "ended": game.ended if game.is_over else None,
        "seed": game.seed if game.is_over else None,
        "rulings": [ruling_to_json(number, event) for number, event in told.rulings],
        "players": [_player(each, record) for each in told.entrants],
        "first_draw": draw_to_json(
            told.first_draw, "", told.mixes, is_redrawn=told.is_first_redrawn
        ),
        "rounds": rounds,
        "reports": [
            asdict(each) for each in _sealed(told, told.told, partial(_seal, standing=standing))
        ],
        "standings": _PLAIN.rows(record.places, PLACE),
    }


def _player(entrant: Entrant, record: GameRecord) -> Json:
    """Return how a player came into the game: from what a late joiner's base can be recomputed."""
    return {
        **entrant_to_json(entrant),
        "among": list(record.among[entrant.name]),
        "adjustments": adjustments(record.corrected_before(entrant.name)),
    }


def told_by(means: Means) -> Reports | None:
    """Return what has been told of this record's rounds; None where it is not known."""
    assert means.history is None or isinstance(means.history, Reports)  # noqa: S101  of a game in rounds
    return means.history


def rounds_in(means: Means, game: RoundGame) -> tuple[ClosedRound, ...]:
    """Return the closed rounds of *game* that are whole; without a history, the last one only."""
    told = told_by(means)
    if told is not None:
        return told.rounds
    return (game.last,) if game.last else ()


def shortened_means(means: Means) -> Means:
    """Return what the next report needs of these means: of many rounds the last one whole."""
    told = told_by(means)
    return means if told is None else replace(means, history=shortened(told, _seals(means)))


def _seals(means: Means) -> Seals:
    """Return the hashes of the reports before, as they are remembered."""
    return means.office.memories.of(Seals)


def announcements(running: RunningRounds, means: Means, now: datetime) -> Iterator[Owed]:
    """Owe the report to all who take part, or the opening where no round was closed yet."""
    game = running.game
    told: Report | Opening
    if game.last is None:
        told = opening_of(game, running.policy, None, comment_of(running))
    else:
        told = report_now(running, means)
    number = game.last.number if game.last else 0
    key = f"report:{game.id}:{number}:{game.reopened}"
    readers = readers_of(game)
    yield from to_all(running, means.office, told.told_to, key, now, readers=readers)


def report_now(running: RunningRounds, means: Means) -> Report:
    """Return the report that is owed now, with the hash of what it tells."""
    told = told_by(means)
    report = report_of(running, rounds_in(means, running.game))
    if running.game.is_over:
        log = means.office.log(running.game.id)
        report = replace(report, statistics=figures_of(running.game, log))
    if told is None:  # the record is not whole
        return report
    return replace(
        report,
        sha256=newest_seal(told, _seals(means)),
        earlier=told.earlier,
        corrected=told.first_told,
    )


def report_of(running: RunningRounds, rounds: tuple[ClosedRound, ...]) -> Report:
    """Return the report of the last of *rounds*, to nobody yet."""
    game = running.game
    return Report(
        rounds=rounds,
        game=rounds_face(game, who_is_away(game, running.policy.zone)),
        policy=running.policy,
        press=press_of(game),
        comment=comment_of(running),
        recipient=None,
        ended=game.ended or None,
        because=game.end_reason,
        seed=game.seed,
    )


def report_again(
    running: RunningRounds, events: Iterable[Event], history: Reports, number: int
) -> Report | None:
    """Return the report of an earlier round for print: as it went out, but for what was corrected since.

    None where that round is not closed. *events* are all that the game's record holds.
    """
    rounds = tuple(closed for closed in history.rounds if closed.number <= number)
    then = _when_reported(events, number)
    if then is None or not rounds or rounds[-1].number != number:
        return None
    report = report_of(replace(running, game=then), rounds)
    if then.round is None:
        return report
    printed = [
        value
        for opened, key, value in running.game.spent
        if key == "comment" and opened == then.round.number
    ]
    return replace(report, comment=printed[-1] if printed else "")


def _when_reported(events: Iterable[Event], number: int) -> RoundGame | None:
    """Return the game as it was when the report of round *number* went out, the last time it did."""
    found: RoundGame | None = None
    game: Game | None = None
    for event in events:
        game = apply(game, event)
        if not isinstance(game, RoundGame) or game.last is None or game.last.number != number:
            continue
        if game.round is None or isinstance(event, RoundOpened):
            found = game
    return found


def press_of(game: RoundGame) -> tuple[Press, ...]:
    """Return the texts that the report of the last closed round prints.

    What has been released since the close is among them until the report opens the next round;
    then it is for the next report.
    """
    before = game.before_close.press if game.before_close else ()
    since = {item.mail for item in game.press}
    printed = tuple(item for item in before if item.mail not in since)
    printed = printed if game.round is not None else (*printed, *game.press)
    return tuple(item for item in printed if item.is_released)


def readers_of(game: RoundGame) -> tuple[str, ...]:
    """Return the players who get the report: also him who left with the round it is about."""
    rows = {row.player for row in game.last.rows} if game.last else set()
    return tuple(
        name for name, player in game.players.items() if not player.has_left or name in rows
    )


def had_report(game: RoundGame) -> tuple[str, ...]:
    """Return those of the readers who were there when the last round was closed."""
    number = game.last.number if game.last else game.round_number
    return tuple(name for name in readers_of(game) if game.players[name].joined_in <= number)
