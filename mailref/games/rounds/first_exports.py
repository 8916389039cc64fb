"""A game in rounds as an export of the first form tells it: its causes, as events that can be decided again.

Such an export holds no events. What of it no cause determines (the words of faults, what was claimed, by which
number a correction was counted) is taken over before what the events tell is compared with it; the hashes of
the reports, which were mailed, cover it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import accumulate
from math import inf
from types import MappingProxyType
from typing import Any, NoReturn

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.events import Event
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closed_again import BY_POLICY
from mailref.games.rounds.draw import Draw
from mailref.games.rounds.results import (
    EntryStatus,
    Laid,
    PlayerResult,
    RoundResult,
    Top,
    TopMove,
)
from mailref.games.rounds.ties import Lot
from mailref.games.switches import read_rules
from mailref.record.game_json import Covering, JsonObject, SealedReport, chained
from mailref.record.read_export import (
    Adjustment,
    Export,
    ExportedDraw,
    ExportedEntry,
    ExportedMove,
    ExportedPlay,
    ExportedRound,
    ExportedTop,
    ExportedWord,
    Joining,
    Ruling,
    read_export,
)
from mailref.record.round_json import Json
from mailref.record.script import Difference, UnlikeError
from mailref.tiles.board import (
    ALPHABET,
    TILES,
    Axes,
    Board,
    Direction,
    LaidTile,
    Square,
    in_order,
    place_name,
    read_square,
    square_name,
)
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
)
from mailref.tiles.scoring import FormedWord, Judged, JudgedPlay, ScoredPlay
from mailref.tiles.variant import LateJoiner, Rules
from mailref.tiles.vocabulary import read_direction

_AT = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands for times that are not told, and that no rule looks at."""
REPLACED = -1
"""So many redraws have letters that others were put in place of: nobody knows them any more."""
_VERDICTS: Mapping[str, Verdict] = MappingProxyType(
    {
        Valid.code: Valid(),
        Accepted.code: Accepted(),
        Unknown.code: Unknown(()),
        Refused.code: Refused(Why.NAME),
    }
)
"""What a code stands for; the reasons behind it play no part."""


def _refuse(number: int | None, player: str | None, field: str, *unlike: object) -> NoReturn:
    expected, found = unlike
    raise UnlikeError(Difference(number, player, field, expected, found))


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
        self.rules = self._rules_of(None)
        self.by_round = [self._rules_of(shown) for shown in export.rounds]
        self.in_force = self.by_round[0] if self.by_round else self.rules
        """For the next round."""

    def _rules_of(self, shown: ExportedRound | None) -> Rules:
        export = self.export
        own = shown.rules if shown else {}
        rules = read_rules(export.rules, own, is_taken_over=export.is_taken_over)
        if not isinstance(rules, Rules):
            number = shown.number if shown else None
            _refuse(number, None, f"rules.{rules[0].key}", rules[0].message, None)
        return rules

    def events(self) -> Iterator[Event]:
        export = self.export
        yield in_rounds.GameOpened(
            id=export.game,
            title=export.title,
            variant=export.variant,
            rules=self.in_force,
            board=export.first_board,
            first_round=export.first_round,
            commitment=export.commitment,
            lexicon=export.lexicon.name,
            lexicon_sha256=export.lexicon.sha256,
            is_taken_over=export.is_taken_over,
        )
        drawn = export.first_draw
        for at, (shown, rules) in enumerate(zip(export.rounds, self.by_round, strict=True)):
            yield from self._come_and_gone(shown)
            if rules != self.in_force:
                yield in_rounds.RulesChanged(rules)
            self.in_force = rules
            yield from self._letters(drawn, shown.letters, shown.number)
            yield from self._opened(shown, rules)
            yield from self._open_again(shown)
            yield from self._ruled(shown)
            is_last = at == len(export.rounds) - 1
            if is_last and self.rules != rules:
                self.in_force = self.rules
                yield in_rounds.RulesChanged(self.rules)
            if shown.closed is not None:
                yield in_rounds.RoundClosed(_result(shown, rules.axes))
                yield from self._taken_back()
                drawn = shown.draw
            elif not is_last:
                _refuse(shown.number, None, "closed", "a time, for a round follows", None)
            elif export.finished:
                _refuse(shown.number, None, "closed", "a time, for the game is over", None)
            else:
                drawn = None
        yield from self._after_the_last(drawn)

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
        at = shown.closed or _AT
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
            number = last.number + 1 if last else export.first_round
            yield from self._letters(drawn, "", number)
            if last is not None and any(each[1] == number for each in self.corrections):
                # It was open again when the game master ended the game.
                yield in_rounds.RoundOpened(number, None, self.rules, is_final=False, at=_AT)
                ended = replace(last, number=number, deadline=None)
                yield from self._corrected_again(ended, inf)
        yield from map(_ruling, export.rulings[self.ruled :])
        yield from self._corrected(len(self.corrections) + inf, inf)
        if export.finished or export.ended is not None:
            yield happened.GameEnded(export.seed or "", export.ended or "", _AT)

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
            yield from self._taking_part({name: name in playing for name in self.there})

    def _taking_part(self, wanted: Mapping[str, bool]) -> Iterator[Event]:
        for name, is_there in wanted.items():
            if is_there is not self.there[name]:
                yield happened.PlayerReturned(name) if is_there else happened.PlayerLeft(name, "")
        self.there |= wanted

    def _joined(self, joining: Joining, number: float) -> Iterator[Event]:
        """Let a player in, while those take part whose lowest total his base is."""
        export, before = self.export, dict(self.there)
        is_fixed = self._was_reopened(joining)
        is_based = joining.late and joining.round > export.first_round and not is_fixed
        if joining.among and not joining.late:
            _refuse(joining.round, joining.player, "among", (), joining.among)
        if is_based:
            if strangers := set(joining.among) - set(before):
                wanted = "players of the game"
                _refuse(joining.round, joining.player, "among", wanted, tuple(sorted(strangers)))
            yield from self._corrected(joining.based_on.corrections, number)
            firsts = {each.player for each in export.players if not each.late}
            at_his_time = {n: n in joining.among for n in before if n in firsts}
            yield from self._taking_part(at_his_time)
        rules = self._rules_for(joining) if is_based else self.in_force
        is_other = rules != self.in_force
        if is_other:
            yield in_rounds.RulesChanged(rules)
        yield happened.PlayerJoined(
            joining.player,
            (),
            joining.base,
            joining.missed,
            is_late=joining.late,
            is_of_staying=is_based,
        )
        if is_other:
            yield in_rounds.RulesChanged(self.in_force)
        self.there[joining.player] = True
        yield from self._taking_part(before)

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

    # Words, letters, and the round

    def _taken_back(self) -> Iterator[Event]:
        """Take back the rulings of the policy: they were for the round that was closed."""
        for ruling in self.export.rulings[self.ruled :]:
            if ruling.by != BY_POLICY or ruling.accepted is not None:
                return
            self.ruled += 1
            yield _ruling(ruling)

    def _letters(self, drawn: ExportedDraw | None, letters: str, number: int) -> Iterator[Event]:
        if drawn is None:
            _refuse(number - 1, None, "draw", "letters for the next round", None)
        if drawn.mix is not None:
            words = tuple((each.player, each.word) for each in drawn.mix)
            yield happened.DrawsMixed(number, words)
        if drawn.by_hand and drawn.anew:
            _refuse(number - 1, None, "draw.anew", (), drawn.anew)
        yield from (in_rounds.DrawnAnew(number, because) for because in drawn.anew)
        if set(drawn.drawn) - set(TILES.counts):
            _refuse(number - 1, None, "draw.drawn", "tiles of the game", drawn.drawn)
        draw = Draw(
            drawn.drawn,
            drawn.returned,
            in_order(letters if set(letters) <= set(TILES.counts) else drawn.drawn),
            "",
            drawn.redraws,
            drawn.relaxed,
            drawn.by_hand,
        )
        if drawn.corrected:
            replaced = Draw("", "", "", "", redraws=REPLACED)
            yield in_rounds.LettersDrawn(number, replaced, _AT)
            draw = Draw(drawn.drawn, "", in_order(drawn.drawn), "", by_hand=True)
        yield in_rounds.LettersDrawn(number, draw, _AT)

    def _opened(self, shown: ExportedRound, rules: Rules) -> Iterator[Event]:
        zats = shown.zats
        if zats[-1:] != (shown.deadline,):
            _refuse(shown.number, None, "deadline", zats[-1:], shown.deadline)
        yield in_rounds.RoundOpened(shown.number, zats[0], rules, shown.final, _AT)
        yield from (happened.DeadlineMoved(shown.number, zat, "") for zat in zats[1:])
        if shown.paused:
            yield from (happened.GamePaused(""), happened.GameResumed(""))

    def _ruled(self, shown: ExportedRound) -> Iterator[Event]:
        if not 0 <= shown.rulings <= len(self.export.rulings):
            _refuse(shown.number, None, "rulings", len(self.export.rulings), shown.rulings)
        yield from map(_ruling, self.export.rulings[self.ruled : shown.rulings])
        self.ruled = max(self.ruled, shown.rulings)


def _corrections(export: Export) -> Iterator[tuple[Adjustment, int, str]]:
    """Yield every correction, with the round in whose table it stands: of the last one, where it is open again."""
    closed, open_round = set(), export.first_round
    for shown in export.rounds:
        open_round = shown.number + (shown.closed is not None)
        for row in shown.rows:
            closed.add(row.player)
            yield from ((each, shown.number, row.player) for each in row.adjustments)
    for player in export.players:
        number = open_round if player.player in closed else export.first_round
        yield from ((each, number, player.player) for each in player.adjustments)


def _ruling(ruling: Ruling) -> happened.WordRuled:
    return happened.WordRuled(ruling.word, ruling.accepted, ruling.by, ruling.because)


def _result(shown: ExportedRound, axes: Axes) -> RoundResult:
    assert shown.closed is not None  # noqa: S101  it was looked at
    entries = tuple(_row(shown, entry, axes) for entry in shown.entries)
    laid = None
    if shown.laid is not None:
        lot = shown.laid.lot
        laid = Laid(
            shown.laid.players,
            _judged(shown, None, "laid.move", shown.laid.move, axes),
            shown.laid.tie,
            Lot(lot.purpose, lot.choices, lot.chosen) if lot else None,
        )
    return RoundResult(
        number=shown.number,
        letters=shown.letters,
        deadline=shown.deadline,
        closed=shown.closed,
        is_final=shown.final,
        is_early=shown.early,
        entries=entries,
        laid=laid,
        top=_top(shown, shown.top, axes),
        board=shown.board,
        kept="",
        undecided=shown.undecided,
        undecided_policy=shown.policy,
    )


def _row(shown: ExportedRound, entry: ExportedEntry, axes: Axes) -> PlayerResult:
    if entry.status not in set(EntryStatus):
        _refuse(shown.number, entry.player, "status", tuple(map(str, EntryStatus)), entry.status)
    moves = (
        _judged(shown, entry.player, f"moves[{at}]", move, axes)
        for at, move in enumerate(entry.moves)
    )
    return PlayerResult(
        player=entry.player,
        status=EntryStatus(entry.status),
        received=entry.received,
        moves=tuple(moves),
        counts=entry.counts,
        points=entry.points,
        base=entry.base,
        deduction=entry.deduction,
        total=entry.total,
        rank=entry.rank,
        rank_before=None,
    )


def _judged(
    shown: ExportedRound, player: str | None, place: str, move: ExportedMove, axes: Axes
) -> Judged:
    """Return a move as it can be judged again; faults of what is not shown keep it invalid."""

    def refuse(field: str, wanted: object, found: object) -> NoReturn:
        _refuse(shown.number, player, f"{place}.{field}", wanted, found)

    for index, fault in enumerate(move.faults):
        if fault.code not in _CODES:
            refuse(f"faults[{index}].code", "a code of the contract", fault.code)
    for name in move.swaps:
        if _square(name, axes) is None:
            refuse("swaps", "squares of the board", move.swaps)
    plays, judged = [], []
    for index, each in enumerate(move.plays):
        found = _play(each, axes)
        if isinstance(found, tuple):
            field, wanted, value = found
            refuse(f"plays[{index}].{field}", wanted, value)
        plays.append(found)
        judged.append(_judged_play(found, each))
    swaps = tuple(read_square(name, axes) for name in move.swaps)
    asked = Move(tuple(plays), tuple(Swap(square, NOWHERE) for square in swaps))
    hidden = (Syntax(span=NOWHERE, hint=""),) if _has_hidden_faults(_counted(move)) else ()
    written = WrittenMove(asked if plays or swaps else None, hidden, NOWHERE)
    is_beyond = any(fault.code == TooManyMoves.code for fault in move.faults)
    faults = (TooManyMoves(span=NOWHERE, allowed=0),) if is_beyond else ()
    return Judged(written, tuple(judged), swaps, faults, "", Board())


def _square(name: str, axes: Axes) -> Square | None:
    try:
        square = read_square(name, axes)
    except ValueError:
        return None
    return square if square_name(square, axes) == name else None


def _play(play: ExportedPlay, axes: Axes) -> Play | tuple[str, object, object]:
    """Return a play as written; or a field, what should stand in it, and what does."""
    if not set(play.word) <= set(ALPHABET):
        return "word", "letters of the game", play.word
    if play.direction not in set(Direction):
        return "direction", "across or down", play.direction
    direction = Direction(play.direction)
    try:
        square = read_square(play.square, axes)
    except ValueError:
        return "square", "a square of the board", play.square
    if play.square != (name := place_name(square, direction, axes)):
        return "square", name, play.square
    bare = Play(square, direction, play.word, NOWHERE)
    names = [square_name(each, axes) if each.is_on_board else "" for each in bare.squares]
    if not set(play.blanks) <= set(names):
        return "blanks", "squares of the word", play.blanks
    return replace(bare, starred=frozenset(i for i, n in enumerate(names) if n in play.blanks))


def _judged_play(play: Play, shown: ExportedPlay) -> JudgedPlay:
    blanks = tuple(
        LaidTile(play.squares[index], play.word[index], is_blank=True)
        for index in sorted(play.starred)
    )
    words = shown.words or (ExportedWord(play.word, 0, Valid.code),)
    formed = tuple(FormedWord(each.word, (), each.points, 1) for each in words)
    verdicts = tuple(_VERDICTS.get(each.verdict, Valid()) for each in words)
    first_word = replace(formed[0], word=play.word)
    scored = ScoredPlay(play.square, play.direction, (first_word, *formed[1:]), blanks, 0)
    return JudgedPlay(scored, verdicts)


def _top(shown: ExportedRound, top: ExportedTop | None, axes: Axes) -> Top | None:
    if top is None:
        return None
    moves = []
    for index, text in enumerate(top.moves):
        move = _top_move(text, axes)
        if move is None:
            wanted = "a move such as M9s BEHAUE M11=?"
            _refuse(shown.number, None, f"top.moves[{index}]", wanted, text)
        moves.append(move)
    return Top(top.points, tuple(moves), is_exact=top.exact)


def _top_move(text: str, axes: Axes) -> TopMove | None:
    """Read `M9s BEHAUE M11=?; A1w AB <> A12`; None if it is not of that form."""
    words, *swaps = text.split(" <> ")
    squares = tuple(_square(name, axes) for name in swaps)
    plays = tuple(_top_play(each.split(" "), axes) for each in words.split("; "))
    known = tuple(each for each in squares if each is not None)
    found = tuple(each for each in plays if each is not None)
    is_read = (len(found), len(known)) == (len(plays), len(swaps))
    return TopMove(found, known) if is_read else None


def _top_play(
    parts: list[str], axes: Axes
) -> tuple[Square, Direction, str, tuple[Square, ...]] | None:
    if len(parts) < 2:
        return None
    place, word, *blanks = parts
    if not place or not word or not all(blank.endswith("=?") for blank in blanks):
        return None
    if axes is Axes.COLUMNS:
        place, direction = place[:-1], read_direction(place[-1])
    else:
        direction = Direction.DOWN if place[0].isdigit() else Direction.ACROSS
    if direction is None:
        return None
    names = tuple(blank.removesuffix("=?") for blank in blanks)
    play = _play(ExportedPlay(place, direction.value, word, names, (), 0), axes)
    if not isinstance(play, Play):
        return None
    starred = tuple(play.squares[index] for index in sorted(play.starred))
    return play.square, play.direction, word, starred


# What is taken over before the comparison, and what covers it


def taken_over(told: JsonObject, raw: JsonObject) -> JsonObject:
    """Return *told* with what of it no cause in *raw* determines as *raw* has it; UnlikeError where it cannot be."""
    late = {key: raw[key] for key in ("reports",) if key in raw}
    told = {key: each for key, each in told.items() if key != "reports"} | late
    rulings = zip(told["rulings"], raw["rulings"], strict=False)
    rounds = zip(told["rounds"], raw["rounds"], strict=False)
    return {
        **told,
        "rulings": [{**one, "round": other["round"]} for one, other in rulings]
        + told["rulings"][len(raw["rulings"]) :],
        "players": _in_order(told["players"], raw["players"], _as_came),
        "rounds": [_as_closed(one, other) for one, other in rounds]
        + told["rounds"][len(raw["rounds"]) :],
    }


def _in_order(told: list[Any], raw: list[Any], merged: Any) -> list[Any]:
    """Return the rows of players in the order of *raw*, each with what *merged* takes over from there."""
    ours = {row["player"]: row for row in told}
    names = [row["player"] for row in raw]
    rows = [merged(ours[row["player"]], row) for row in raw if row["player"] in ours]
    return rows + [row for name, row in ours.items() if name not in names]


def _as_came(one: JsonObject, other: JsonObject) -> JsonObject:
    keys = ("round", "corrections", "reopened", "among", "fixed")
    return {**_as_corrected(one, other), **{key: other[key] for key in keys if key in other}}


def _as_corrected(one: JsonObject, other: JsonObject) -> JsonObject:
    """Return a row whose corrections are counted as they were."""
    made = sorted(other["adjustments"], key=lambda each: int(each["order"]))
    same = [
        {**ours, "order": each["order"]}
        for ours, each in zip(one["adjustments"], made, strict=False)
    ]
    return {**one, "adjustments": same + one["adjustments"][len(made) :]}


def _as_closed(one: JsonObject, other: JsonObject) -> JsonObject:
    number = one["number"]
    ranks = [row["rank"] for row in other["entries"]]
    if ranks != sorted(ranks):
        _refuse(number, None, "entries", "by rank", tuple(ranks))
    is_final = one["final"]

    def entry(ours: JsonObject, theirs: JsonObject) -> JsonObject:
        return _as_judged(number, _as_corrected(ours, theirs), theirs, is_final=is_final)

    found = {
        **one,
        "reopened": other["reopened"],
        "entries": _in_order(one["entries"], other["entries"], entry),
        "former": _in_order(one["former"], other["former"], _as_corrected),
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
        for field, expected, found in _wrong_faults(ours, theirs):
            _refuse(number, one["player"], f"moves[{at}].{field}", expected, found)
        kept = ["faults", "claimed"]
        if _has_hidden_faults(_counted(theirs)) and (is_final or len(theirs["plays"]) != 1):
            kept.append("plays")
        moves.append({**ours, **{key: theirs[key] for key in kept}})
    if not moves:
        return {**one, "moves": moves}
    move = moves[one["counts"] or 0]
    play = move["plays"][0] if move["plays"] else {"square": None, "direction": None, "word": None}
    shown = {key: play[key] for key in ("square", "direction", "word")}
    return {**one, **shown, "moves": moves, "move": move, "faults": move["faults"]}


def _wrong_faults(ours: JsonObject, theirs: JsonObject) -> Iterator[tuple[str, object, object]]:
    """Yield faults that do not fit the words' verdicts, or a claim that is wrong and not remarked on."""
    codes = tuple(fault["code"] for fault in theirs["faults"])
    if not _has_hidden_faults(_counted(theirs)):
        expected = tuple(each["code"] for each in ours["faults"] if each["code"] in _ASKED)
        if expected != tuple(code for code in codes if code in _ASKED):
            yield "faults", expected, codes
    is_wrong = theirs["claimed"] is not None and theirs["claimed"] != ours["points"]
    if ours["status"] in ("valid", "unused") and is_wrong and ClaimDiffers.code not in codes:
        yield "claimed", ours["points"], theirs["claimed"]


def _kinds(base: type[Fault]) -> Iterator[type[Fault]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


_REMARKS = frozenset(kind.code for kind in _kinds(Fault) if kind.remarks)
_CODES = frozenset(kind.code for kind in _kinds(Fault))
_ASKED = (WordUnknown.code, WordRefused.code)


_Counted = tuple[Counter[str], Counter[str]]
"""The codes of a move's faults, and of the verdicts on its words."""


def _counted(move: ExportedMove | JsonObject) -> _Counted:
    if isinstance(move, ExportedMove):
        verdicts = [word.verdict for play in move.plays for word in play.words]
        return Counter(fault.code for fault in move.faults), Counter(verdicts)
    verdicts = [word["verdict"] for play in move["plays"] for word in play["words"]]
    return Counter(fault["code"] for fault in move["faults"]), Counter(verdicts)


def _has_hidden_faults(counted: _Counted) -> bool:
    """Tell whether faults make a move invalid that its plays do not show."""
    codes, verdicts = counted
    return (
        any(code not in _REMARKS and code not in _ASKED for code in codes)
        or codes[WordRefused.code] > verdicts[Refused.code]
        or codes[WordUnknown.code] > verdicts[Unknown.code]
    )


def wrong_reports(raw: JsonObject) -> Iterator[Difference]:
    """Yield the hash of a report that told otherwise than *raw* does, which was read.

    A round that was closed anew, or other letters after it, have a later report of their own.
    """
    export = read_export(raw)
    if export.reports is None:
        return
    closed = [shown.number for shown in export.rounds if shown.closed is not None]
    before = ""
    following = _earliest_after(export.reports)
    covering = Covering.of(raw)
    for index, found in enumerate(export.reports):
        expected = covering.hash_of(found, before)
        before = chained(before, found)
        is_told_anew = following[index] <= found.round
        if expected != found.sha256 and not is_told_anew and closed:
            yield Difference(found.round, None, f"reports[{index}].sha256", expected, found.sha256)
    told = {report.round for report in export.reports}
    for number in closed:
        if number not in told:
            yield Difference(number, None, "reports", "a report of the round", None)
    if closed and export.reports and export.reports[-1].round == closed[-1]:
        yield from _untold(export, export.reports[-1], f"reports[{len(export.reports) - 1}]")


def _earliest_after(reports: Sequence[SealedReport]) -> tuple[float, ...]:
    """Return, for each report, the earliest round of which one of those after it tells."""
    rounds = [float(report.round) for report in reports]
    return (*reversed([*accumulate(reversed(rounds[1:]), min)]), inf) if rounds else ()


def _untold(export: Export, newest: SealedReport, place: str) -> Iterator[Difference]:
    """Yield where players, rulings or corrections stand in *export* that no report tells of."""
    rows = (*export.players, *(row for shown in export.rounds for row in shown.rows))
    orders = [each.order for row in rows for each in row.adjustments]
    pairs = (
        ("players", len(export.players), newest.players),
        ("rulings", len(export.rulings), newest.rulings),
        ("corrections", max((newest.corrections, *orders)), newest.corrections),
    )
    for field, there, told in pairs:
        if there != told:
            yield Difference(newest.round, None, f"{place}.{field}", there, told)
