"""A game in rounds as an export of the first form tells it: its causes, as events that can be decided again.

Such an export holds no events. What of it no cause determines (the words of faults, what was claimed, by which
number a correction was counted) is taken over before what the events tell is compared with it; the hashes of
the reports, which were mailed, cover it.

What exports of the first form tell of a game in rounds, as values: their shape.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from operator import itemgetter
from string import ascii_lowercase
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.events import BY_POLICY, Event
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.rules import Draw, EntryStatus, Laid, Lot, PlayerResult, RoundResult
from mailref.games.rounds.switches import SWITCHES, LateJoiner, Rules
from mailref.games.rounds.told import Covering, Made, chained
from mailref.record import export as exports
from mailref.record.as_json import Json, JsonObject, SealedReport
from mailref.record.proving import taking_part
from mailref.record.script import NO_TIME, Difference, UnlikeError
from mailref.tiles.board import Axes, Board, Direction, LaidTile, Square, read_square
from mailref.tiles.lexicon.verdicts import Accepted, Refused, Unknown, Valid, Verdict, Why
from mailref.tiles.moves import (
    NOWHERE,
    ClaimDiffers,
    Fault,
    Move,
    Play,
    Swap,
    Syntax,
    TooManyMoves,
    WordRefused,
    WordUnknown,
    WrittenMove,
    play_on,
    read_direction,
)
from mailref.tiles.scoring import FormedWord, Judged, JudgedPlay, ScoredPlay
from mailref.tiles.tile_set import GERMAN
from mailref.tiles.top.found import Top, TopMove

_PLAY: Final = rf"{exports.SQUARE}[a-z]? {exports.WORD}(?: {exports.SQUARE}=\?)*"
SquareName = Annotated[str, Meta(pattern=f"^{exports.SQUARE}$")]
MoveName = Annotated[str, Meta(pattern=f"^{_PLAY}(?:; {_PLAY})*(?: <> {exports.SQUARE})*$")]


class ExportedWord(Struct, frozen=True):
    """A word formed."""

    word: str
    points: int
    verdict: str


class ExportedPlay(Struct, frozen=True):
    """A play with the words it forms."""

    square: SquareName
    direction: Direction
    word: exports.Word
    blanks: tuple[SquareName, ...]
    words: tuple[ExportedWord, ...]
    points: int


class ExportedFault(Struct, frozen=True):
    """What is wrong with a move, and where in the player's text it stands."""

    code: str
    line: int
    column: int
    text: str


class ExportedMove(Struct, frozen=True):
    """A move object of contract 3."""

    swaps: tuple[SquareName, ...]
    plays: tuple[ExportedPlay, ...]
    faults: tuple[ExportedFault, ...]
    claimed: int | None


class Adjustment(Struct, frozen=True):
    """A correction; `order` counts those of the game."""

    points: int
    order: int
    because: str


class ExportedRow(Struct, frozen=True):
    """Who has a total after a round."""

    player: str
    adjustments: tuple[Adjustment, ...]


class ExportedEntry(ExportedRow, frozen=True):
    """A player's row of a round in which he takes part."""

    received: exports.Instant | None
    moves: tuple[ExportedMove, ...]
    counts: int | None
    status: EntryStatus


class ExportedLaid(Struct, frozen=True):
    """Who found the move that was laid, and a lot by which it was chosen."""

    players: tuple[str, ...]
    lot: Lot | None


class ExportedTop(Struct, frozen=True):
    """The best moves that were possible, as text: `M9s BEHAUE M11=?`."""

    points: int
    exact: bool
    moves: tuple[MoveName, ...]


class MixedWord(Struct, frozen=True):
    """A player's word for draws and lots, under the name he had then."""

    player: str
    word: str


class ExportedDraw(Struct, frozen=True):
    """Letters drawn for a round."""

    drawn: exports.Tiles
    redraws: int
    by_hand: bool
    corrected: bool
    anew: tuple[str, ...] = ()
    """Why they were drawn anew, once for each time. Version 0.2.0 did not know that."""
    mix: tuple[MixedWord, ...] | None = None
    """What was mixed into draws and lots of that round; None where the seed alone decides."""


class ExportedRound(Struct, frozen=True, kw_only=True):
    """A round, closed or open."""

    number: int
    letters: exports.Tiles
    deadline: exports.Instant | None
    closed: exports.Instant | None
    final: bool
    early: bool
    reopened: int
    rules: exports.Switches
    rulings: int
    entries: tuple[ExportedEntry, ...]
    former: tuple[ExportedRow, ...]
    laid: ExportedLaid | None
    top: ExportedTop | None
    draw: ExportedDraw | None
    undecided: tuple[str, ...]
    policy: str | None
    deadlines: tuple[exports.Instant | None, ...] | None = None
    """The ZATs of the round in order; the last one is `deadline`. Version 0.2.0 did not say."""
    paused: bool = False
    """Whether the clock stood still for a while."""

    @property
    def zats(self) -> tuple[exports.Instant | None, ...]:
        """Return the ZATs of the round, as far as they are known."""
        return self.deadlines or (self.deadline,)

    @property
    def rows(self) -> tuple[ExportedRow, ...]:
        """Return all who have a total after the round."""
        return (*self.entries, *self.former)


class Joining(ExportedRow, frozen=True, kw_only=True):
    """A player as he came into the game."""

    round: int
    base: int
    missed: int
    late: bool
    among: tuple[str, ...]
    corrections: int
    reopened: int
    fixed: Made | None = None
    """None where the base is as it was when he came."""

    @property
    def based_on(self) -> Made:
        """Return what had been decided when his base was told last."""
        return self.fixed or Made(self.corrections, self.reopened)


class ExportedStart(Struct, frozen=True):
    """What a game that was taken over began with."""

    round: int
    board: tuple[str, ...]


class Export(exports.Beginning, frozen=True, kw_only=True):
    """A whole game in rounds."""

    start: ExportedStart | None
    """None where the game was not taken over."""
    finished: bool
    ended: str | None
    seed: str | None
    rulings: tuple[exports.Ruling, ...]
    players: tuple[Joining, ...]
    first_draw: ExportedDraw | None
    rounds: tuple[ExportedRound, ...]
    reports: tuple[SealedReport, ...] | None = None
    """None in an export of version 0.2.0, whose reports carried no hash."""


def read_export(value: Json) -> Export:
    """Return the export of a game in rounds in *value*."""
    return exports.read_as(Export, value)


REPLACED = -1
"""So many redraws have letters that others were put in place of: nobody knows them any more."""
_VERDICTS: Mapping[str, Verdict] = {
    Valid.code: Valid(),
    Accepted.code: Accepted(),
    Unknown.code: Unknown(()),
    Refused.code: Refused(Why.NAME),
}
"""What a code stands for; the reasons behind it play no part."""


def first(raw: Json) -> Sequence[Event]:
    """Return the causes that an export of the first form tells, as events; NotAnExportError where it is none."""
    return tuple(_FirstForm(read_export(raw)).events())


class _FirstForm:
    """An export of the first form as it is gone through."""

    def __init__(self, export: Export) -> None:
        self.export = export
        self.there: dict[str, bool] = {}
        """Who has come, and whether he takes part."""
        self.ruled = 0
        """How many rulings have been told."""
        self.corrections = sorted(_corrections(export), key=lambda each: each[0].order)
        """With the round in whose table each stands, and whose it is."""
        self.rules = self._rules_of({}, "rules")
        self.by_round = [
            self._rules_of(each.rules, f"rounds[{at}].rules")
            for at, each in enumerate(export.rounds)
        ]
        self.in_force = self.by_round[0] if self.by_round else self.rules
        """For the next round."""

    def _rules_of(self, own: Mapping[str, object], place: str) -> Rules:
        export = self.export
        found = SWITCHES.read(export.rules, own, is_taken_over=export.start is not None)
        return exports.checked(*found, place)

    def events(self) -> Iterator[Event]:
        export, start = self.export, self.export.start
        yield in_rounds.GameOpened(
            **export.opened,
            rules=self.in_force,
            board=Board.from_rows(start.board) if start else Board(),
            first_round=start.round if start else 1,
            is_taken_over=start is not None,
        )
        drawn = export.first_draw
        for shown, rules in zip(export.rounds, self.by_round, strict=True):
            yield from self._come_and_gone(shown)
            yield from self._switched(rules)
            yield from _letters(drawn, shown.letters, shown.number)
            yield from _opened(shown, rules)
            yield from self._open_again(shown)
            yield from self._ruled(shown.rulings)
            if shown is export.rounds[-1]:
                yield from self._switched(self.rules)
            drawn = None
            if shown.closed is not None:
                yield in_rounds.RoundClosed(_result(shown, rules.axes))
                yield from self._taken_back()
                drawn = shown.draw
        yield from self._after_the_last(drawn)

    def _switched(self, rules: Rules) -> Iterator[Event]:
        if rules != self.in_force:
            self.in_force = rules
            yield in_rounds.RulesChanged(rules)

    def _open_again(self, shown: ExportedRound) -> Iterator[Event]:
        """Let those in who came when corrections of the open round had been made: it had been closed before.

        Who plays no more in the last round, which is open again, has his corrections in no round.
        """
        deferred = [each for each in self.export.players if each.player not in self.there]
        for joining in deferred:
            if joining.round <= shown.number:
                yield from self._corrected_again(shown, joining.based_on.corrections)
                yield from self._joined(joining, shown.number)
        if shown.closed is None:
            yield from self._corrected_again(shown, inf)

    def _corrected_again(self, shown: ExportedRound, known: float) -> Iterator[Event]:
        """Close a round, make the first *known* corrections, as far as they are of it, and open it again."""
        if not any(
            e.order <= known and number == shown.number for e, number, _ in self.corrections
        ):
            return
        at = shown.closed or NO_TIME
        nothing = replace(
            shown, entries=(), laid=None, top=None, undecided=(), policy=None, closed=at
        )
        yield in_rounds.RoundClosed(_result(nothing, Axes.COLUMNS))
        yield from self._corrected(known, shown.number + 1)
        yield in_rounds.RoundReopened(shown.number, shown.deadline, "", keeps=True)

    def _after_the_last(self, drawn: ExportedDraw | None) -> Iterator[Event]:
        export = self.export
        last = export.rounds[-1] if export.rounds else None
        for joining in export.players:
            if joining.player not in self.there:
                yield from self._joined(joining, inf)
        if drawn is not None:
            number = last.number + 1 if last else _first_round(export)
            yield from _letters(drawn, "", number)
            if last is not None and any(each[1] == number for each in self.corrections):
                # It was open again when the game master ended the game.
                yield in_rounds.RoundOpened(number, None, self.rules, is_final=False, at=NO_TIME)
                ended = replace(last, number=number, deadline=None)
                yield from self._corrected_again(ended, inf)
        yield from self._ruled(len(export.rulings))
        yield from self._corrected(len(self.corrections) + inf, inf)
        if export.finished or export.ended is not None:
            yield happened.GameEnded(export.seed or "", export.ended or "", NO_TIME)

    # Players

    def _come_and_gone(self, shown: ExportedRound) -> Iterator[Event]:
        """Let players in who came by the time *shown* was closed, and those take part who have a row in it."""
        rows = {row.player for row in shown.rows}
        of_it = [each.order for each, number, _ in self.corrections if number == shown.number]
        for joining in self.export.players:
            is_there = joining.round <= shown.number or joining.player in rows
            if joining.round == shown.number and of_it:
                is_there = joining.based_on.corrections < min(of_it)
            if is_there and joining.player not in self.there:
                yield from self._joined(joining, shown.number)
        if shown.closed is not None:
            playing = {entry.player for entry in shown.entries}
            yield from taking_part(self.there, {name: name in playing for name in self.there})

    def _joined(self, joining: Joining, number: float) -> Iterator[Event]:
        """Let a player in, while those take part whose lowest total his base is."""
        export, before, rules = self.export, dict(self.there), self.in_force
        is_fixed = self._was_reopened(joining)
        is_based = joining.late and joining.round > _first_round(export) and not is_fixed
        if is_based:
            yield from self._corrected(joining.based_on.corrections, number)
            firsts = {each.player for each in export.players if not each.late}
            yield from taking_part(
                self.there, {n: n in joining.among for n in before if n in firsts}
            )
            yield from self._switched(self._rules_for(joining))
        yield happened.PlayerJoined(
            joining.player,
            (),
            joining.base,
            joining.missed,
            is_late=joining.late,
            is_of_staying=is_based,
        )
        yield from self._switched(rules)
        self.there[joining.player] = True
        yield from taking_part(self.there, before)

    def _rules_for(self, joining: Joining) -> Rules:
        """The switch is that of the round in which he came, or of the next if it was just changed."""
        numbers = {shown.number: at for at, shown in enumerate(self.export.rounds)}
        near = [
            self.by_round[numbers[n]] for n in (joining.round, joining.round + 1) if n in numbers
        ]
        kinds = {each.late_joiner for each in near or [self.rules]}
        is_lowest = LateJoiner.ZERO not in kinds or (joining.base != 0 and len(kinds) > 1)
        switch = LateJoiner.LOWEST if is_lowest else LateJoiner.ZERO
        return replace(self.in_force, late_joiner=switch)

    def _was_reopened(self, joining: Joining) -> bool:
        """Tell whether a round was judged anew since: the base was fixed by what is gone (rules 8)."""
        before = (each for each in self.export.rounds if each.number < joining.round)
        return any(each.reopened > joining.based_on.reopened for each in before)

    def _corrected(self, known: float, number: float) -> Iterator[Event]:
        """Make the first *known* corrections, as far as they are of rounds before *number*."""
        made = [
            (each, of_round, player)
            for each, of_round, player in self.corrections
            if each.order <= known and of_round < number and player in self.there
        ]
        self.corrections = [each for each in self.corrections if each not in made]
        for each, of_round, player in made:
            yield happened.ScoreCorrected(player, of_round, each.points, each.because)

    # Words

    def _ruled(self, upto: int) -> Iterator[Event]:
        """Make the first so many rulings, as far as they are not made yet."""
        yield from (each.made for each in self.export.rulings[self.ruled : max(upto, 0)])
        self.ruled = max(self.ruled, upto)

    def _taken_back(self) -> Iterator[Event]:
        """Take back the rulings of the policy: they were for the round that was closed."""
        for ruling in self.export.rulings[self.ruled :]:
            if ruling.by != BY_POLICY or ruling.accepted is not None:
                return
            self.ruled += 1
            yield ruling.made


def _first_round(export: Export) -> int:
    return export.start.round if export.start else 1


def _letters(drawn: ExportedDraw | None, letters: str, number: int) -> Iterator[Event]:
    if drawn is None:
        return
    if drawn.mix is not None:
        words = tuple((each.player, each.word) for each in drawn.mix)
        yield happened.DrawsMixed(number, words)
    if not drawn.by_hand:
        yield from (in_rounds.DrawnAnew(number, because) for because in drawn.anew)
    rack = GERMAN.in_order(letters or drawn.drawn)
    draw = Draw(drawn.drawn, "", rack, "", drawn.redraws, by_hand=drawn.by_hand)
    if drawn.corrected:
        replaced = Draw("", "", "", "", redraws=REPLACED)
        yield in_rounds.LettersDrawn(number, replaced, NO_TIME)
        draw = Draw(drawn.drawn, "", GERMAN.in_order(drawn.drawn), "", by_hand=True)
    yield in_rounds.LettersDrawn(number, draw, NO_TIME)


def _opened(shown: ExportedRound, rules: Rules) -> Iterator[Event]:
    zat, *later = shown.zats
    yield in_rounds.RoundOpened(shown.number, zat, rules, shown.final, NO_TIME)
    yield from (happened.DeadlineMoved(shown.number, each, "") for each in later)
    if shown.paused:
        yield from (happened.GamePaused(""), happened.GameResumed(""))


def _corrections(export: Export) -> Iterator[tuple[Adjustment, int, str]]:
    """Yield every correction, with the round in whose table it stands: of the last one, where it is open again."""
    closed, open_round = set(), _first_round(export)
    for shown in export.rounds:
        open_round = shown.number + (shown.closed is not None)
        for row in shown.rows:
            closed.add(row.player)
            yield from ((each, shown.number, row.player) for each in row.adjustments)
    for player in export.players:
        number = open_round if player.player in closed else _first_round(export)
        yield from ((each, number, player.player) for each in player.adjustments)


def _result(shown: ExportedRound, axes: Axes) -> RoundResult:
    """Return what was decided with when a round was closed; all else follows from it."""
    entries = tuple(_row(entry, axes) for entry in shown.entries)
    counted = {each.player: each.counted for each in entries}
    laid = shown.laid
    found = counted.get(laid.players[0]) if laid is not None and laid.players else None
    return RoundResult(
        number=shown.number,
        letters="",
        deadline=None,
        closed=shown.closed or NO_TIME,
        is_final=shown.final,
        is_early=shown.early,
        entries=entries,
        laid=Laid(laid.players, found, (), laid.lot) if laid and found else None,
        top=_top(shown.top, axes) if shown.top is not None else None,
        board=Board(),
        kept="",
        undecided=shown.undecided,
        undecided_policy=shown.policy,
    )


def _row(entry: ExportedEntry, axes: Axes) -> PlayerResult:
    moves = tuple(_judged(move, axes) for move in entry.moves)
    known = (entry.player, entry.status, entry.received, moves, entry.counts)
    return PlayerResult(*known, points=0, base=0, deduction=0, total=0, rank=0, rank_before=None)


def _judged(move: ExportedMove, axes: Axes) -> Judged:
    """Return a move as it can be judged again; faults of what is not shown keep it invalid."""
    plays = tuple(_play(each, axes) for each in move.plays)
    swaps = tuple(read_square(name, axes) for name in move.swaps)
    asked = Move(plays, tuple(Swap(square, NOWHERE) for square in swaps))
    hidden = (Syntax(span=NOWHERE, hint=""),) if _has_hidden_faults(move) else ()
    written = WrittenMove(asked if plays or swaps else None, hidden, NOWHERE)
    is_beyond = any(fault.code == TooManyMoves.code for fault in move.faults)
    faults = (TooManyMoves(span=NOWHERE, allowed=0),) if is_beyond else ()
    judged = tuple(map(_judged_play, plays, move.plays))
    return Judged(written, judged, swaps, faults, "", Board())


def _play(shown: ExportedPlay, axes: Axes) -> Play:
    blanks = [read_square(name, axes) for name in shown.blanks]
    return play_on(read_square(shown.square, axes), shown.direction, shown.word, blanks, NOWHERE)


def _judged_play(play: Play, shown: ExportedPlay) -> JudgedPlay:
    blanks = (LaidTile(each, "", is_blank=True) for each in _blanks(play))
    further = (each.word for each in shown.words[1:])
    words = tuple(FormedWord(each, (), 0, 1) for each in (play.word, *further))
    verdicts = tuple(_VERDICTS.get(each.verdict, Valid()) for each in shown.words)
    return JudgedPlay(ScoredPlay(play.square, play.direction, words, tuple(blanks), 0), verdicts)


def _blanks(play: Play) -> tuple[Square, ...]:
    return tuple(play.squares[index] for index in sorted(play.starred))


def _top(top: ExportedTop, axes: Axes) -> Top:
    """Read moves such as `M9s BEHAUE M11=?; A1w AB <> A12`."""
    moves = []
    for text in top.moves:
        words, *swaps = text.split(" <> ")
        plays = (_top_play(each.split(" "), axes) for each in words.split("; "))
        shown = tuple((e.square, e.direction, e.word, _blanks(e)) for e in plays)
        moves.append(TopMove(shown, tuple(read_square(name, axes) for name in swaps)))
    return Top(top.points, tuple(moves), is_exact=top.exact)


def _top_play(parts: Sequence[str], axes: Axes) -> Play:
    place, word, *blanks = parts
    direction = Direction.DOWN if place[0].isdigit() else Direction.ACROSS
    if axes is Axes.COLUMNS:
        direction = read_direction(place[-1]) or direction
    squares = [read_square(blank.removesuffix("=?"), axes) for blank in blanks]
    square = read_square(place.rstrip(ascii_lowercase), axes)
    return play_on(square, direction, word, squares, NOWHERE)


# What is taken over before the comparison, and what covers it


def taken_over(told: JsonObject, raw: JsonObject) -> JsonObject:
    """Return *told* with what of it no cause in *raw* determines as *raw* has it; UnlikeError where it cannot be."""
    late = {key: raw[key] for key in ("reports",) if key in raw}
    return {
        **{key: each for key, each in told.items() if key != "reports"},
        **late,
        "rulings": _each(_taking("round"), told["rulings"], raw["rulings"]),
        "players": _in_order(_as_came, told["players"], raw["players"]),
        "rounds": _each(_as_closed, told["rounds"], raw["rounds"]),
    }


_Merged = Callable[[JsonObject, JsonObject], JsonObject]
"""What is told with what is taken over from another."""


def _each(merged: _Merged, told: list[JsonObject], raw: list[JsonObject]) -> list[JsonObject]:
    return [*map(merged, told, raw), *told[len(raw) :]]


def _in_order(merged: _Merged, told: list[JsonObject], raw: list[JsonObject]) -> list[JsonObject]:
    """Return the rows of players in the order of *raw*."""
    theirs = {row["player"]: at for at, row in enumerate(raw)}
    ours = sorted(told, key=lambda row: theirs.get(row["player"], len(raw)))
    there = {row["player"] for row in told}
    return _each(merged, ours, [row for row in raw if row["player"] in there])


def _taking(*keys: str) -> _Merged:
    """Return what takes over some values."""
    return lambda one, other: {**one, **{key: other[key] for key in keys if key in other}}


def _as_came(one: JsonObject, other: JsonObject) -> JsonObject:
    among = ("among",) if one["late"] else ()
    taking = _taking("round", "corrections", "reopened", "fixed", *among)
    return taking(_as_corrected(one, other), other)


def _as_corrected(one: JsonObject, other: JsonObject) -> JsonObject:
    """Return a row whose corrections are counted as they were."""
    made = sorted(other["adjustments"], key=itemgetter("order"))
    return {**one, "adjustments": _each(_taking("order"), one["adjustments"], made)}


def _as_closed(one: JsonObject, other: JsonObject) -> JsonObject:
    number = one["number"]
    ranks = [row["rank"] for row in other["entries"]]
    if ranks != sorted(ranks):
        raise UnlikeError(Difference(number, None, "entries", "by rank", tuple(ranks)))
    is_final = one["final"]

    def entry(ours: JsonObject, theirs: JsonObject) -> JsonObject:
        return _as_judged(number, _as_corrected(ours, theirs), theirs, is_final=is_final)

    found = {
        **one,
        "reopened": other["reopened"],
        "entries": _in_order(entry, one["entries"], other["entries"]),
        "former": _in_order(_as_corrected, one["former"], other["former"]),
    }
    if other.get("deadlines") is None:  # version 0.2.0 did not say
        found["deadlines"] = None
    found = {key: each for key, each in found.items() if key in other or key not in _LATER}
    laid, theirs = one["laid"], other["laid"]
    if laid is not None and theirs is not None:
        players = theirs["players"]
        same = players if sorted(players) == sorted(laid["players"]) else laid["players"]
        rows = {row["player"]: row for row in found["entries"]}
        found["laid"] = {**laid, "players": same, "move": rows[same[0]]["move"]}
    return found


_LATER = frozenset({"deadlines", "paused"})
"""What version 0.2.0 did not tell of a round."""


def _as_judged(number: int, one: JsonObject, other: JsonObject, *, is_final: bool) -> JsonObject:
    """Return an entry with its faults as they were told, where they fit what was judged."""
    moves = []
    for at, (ours, theirs) in enumerate(zip(one["moves"], other["moves"], strict=False)):
        told = exports.read_as(ExportedMove, theirs)
        for field, expected, found in _wrong_faults(ours, told):
            place = f"moves[{at}].{field}"
            raise UnlikeError(Difference(number, one["player"], place, expected, found))
        kept = ["faults", "claimed"]
        if _has_hidden_faults(told) and (is_final or len(told.plays) != 1):
            kept.append("plays")
        moves.append({**ours, **{key: theirs[key] for key in kept}})
    if not moves:
        return {**one, "moves": moves}
    move = moves[one["counts"] or 0]
    play = move["plays"][0] if move["plays"] else {"square": None, "direction": None, "word": None}
    shown = {key: play[key] for key in ("square", "direction", "word")}
    return {**one, **shown, "moves": moves, "move": move, "faults": move["faults"]}


def _wrong_faults(ours: JsonObject, told: ExportedMove) -> Iterator[tuple[str, object, object]]:
    """Yield faults that do not fit the words' verdicts, or a claim that is wrong and not remarked on."""
    codes = [fault.code for fault in told.faults]
    expected = [each["code"] for each in ours["faults"] if each["code"] in _ASKED]
    if not _has_hidden_faults(told) and expected != [code for code in codes if code in _ASKED]:
        yield "faults", expected, codes
    is_wrong = told.claimed is not None and told.claimed != ours["points"]
    if ours["status"] in ("valid", "unused") and is_wrong and ClaimDiffers.code not in codes:
        yield "claimed", ours["points"], told.claimed


def _kinds(base: type[Fault]) -> Iterator[type[Fault]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


_REMARKS = frozenset(kind.code for kind in _kinds(Fault) if kind.remarks)
_ASKED: Mapping[str, str] = {WordUnknown.code: Unknown.code, WordRefused.code: Refused.code}
"""Faults that follow from verdicts on words."""


def _has_hidden_faults(move: ExportedMove) -> bool:
    """Tell whether faults make a move invalid that its plays do not show."""
    codes = [fault.code for fault in move.faults]
    verdicts = [word.verdict for play in move.plays for word in play.words]
    return any(code not in _REMARKS and code not in _ASKED for code in codes) or any(
        codes.count(code) > verdicts.count(verdict) for code, verdict in _ASKED.items()
    )


def wrong_reports(raw: JsonObject) -> Iterator[Difference]:
    """Yield the hash of a report that told otherwise than *raw* does, which was read.

    A round that was closed anew, or other letters after it, have a later report of their own.
    """
    export = read_export(raw)
    closed = [shown.number for shown in export.rounds if shown.closed is not None]
    if export.reports is None or not closed:
        return
    before, covering = "", Covering.of(raw)
    for at, found in enumerate(export.reports):
        expected = covering.hash_of(found, before)
        before = chained(before, found)
        is_told_anew = any(later.round <= found.round for later in export.reports[at + 1 :])
        if expected != found.sha256 and not is_told_anew:
            yield Difference(found.round, None, f"reports[{at}].sha256", expected, found.sha256)
    for number in sorted({*closed}.difference(report.round for report in export.reports)):
        yield Difference(number, None, "reports", "a report of the round", None)
    if not export.reports or export.reports[-1].round != closed[-1]:
        return
    newest = export.reports[-1]
    rows = (*export.players, *(row for shown in export.rounds for row in shown.rows))
    made = (each.order for row in rows for each in row.adjustments)
    there = {
        "players": len(export.players),
        "rulings": len(export.rulings),
        "corrections": max((newest.corrections, *made)),
    }
    for field, number in there.items():  # of these no report tells
        if number != (told := getattr(newest, field)):
            place = f"reports[{len(export.reports) - 1}].{field}"
            yield Difference(newest.round, None, place, number, told)
