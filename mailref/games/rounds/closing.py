"""Closing a round: who counts, who wins, what is laid, totals and ranks (rules 2 and 8).

`now` is an argument.

A closed round judged again from the moves in its result: who counts, who wins, what is laid.

Verdicts on words are those that the result holds, as far as no ruling says otherwise; that nothing better
than the top was possible is not for a record to prove: it would need the word list.

What follows a closed round, or begins a game: letters, the next round, the end (rules 2 and 8).

Where a round is done again: letters that became known, the next round with its moves, newcomers' bases.

Words of players mixed into the draws of a game in rounds: for which round one counts (chance).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.chance import Chance
from mailref.games.game import has_come, is_in_time, ranking, unread_note
from mailref.games.kind import apply, follow
from mailref.games.rounds.events import (
    BaseFixed,
    BoardCleared,
    DrawnAnew,
    LettersDrawn,
    MoveEntered,
    MoveWasLate,
    RoundClosed,
    RoundOpened,
    RulesChanged,
    TieRuled,
)
from mailref.games.rounds.game import (
    Clock,
    InForce,
    OpenRound,
    ReceivedEntry,
    RoundGame,
    RoundPlayer,
    in_force,
    judge_of,
    moves_in_force,
    total_of_newcomer,
)
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.rules import (
    AskGameMaster,
    Contender,
    Draw,
    EntryStatus,
    Laid,
    PlayerResult,
    RoundResult,
    can_be_met,
    decide,
    draw_by_hand,
    fill,
    lacks_a_kind,
    least_of_each,
    meets_minimum,
    move_name,
)
from mailref.games.rounds.switches import End, LateJoiner, Rules
from mailref.record.script import NO_TIME, Difference, UnlikeError, first_unlike
from mailref.referee import gm_orders
from mailref.referee.policy import Office, Undecided
from mailref.referee.reports import draws_at, is_word_in_time
from mailref.tiles.board import Laying
from mailref.tiles.lexicon.verdicts import (
    Accepted,
    EveryWord,
    Lexicon,
    Refused,
    Rulings,
    Unknown,
    Valid,
    Verdict,
    Why,
)
from mailref.tiles.moves import (
    NOWHERE,
    Move,
    Swap,
    TooManyMoves,
    WordRefused,
    WordUnknown,
    WrittenMove,
    play_on,
)
from mailref.tiles.scoring import Judge, Judged, MoveKey, Status
from mailref.tiles.tile_set import TileSet
from mailref.tiles.top.found import Top, TopFinder, TopMove


class Closing(Struct, frozen=True):
    """All that closing a round asks for beside the game."""

    now: datetime
    lexicon: Lexicon
    chance: Chance
    find_top: TopFinder
    is_early: bool = False
    settled: Sequence[common.WordRuled] = ()
    """The words that the policy ruled on rather than the game master."""
    in_force: Mapping[str, InForce] | None = None
    """What is in force in this very game, where it has just been judged; None: judge it."""


def result_of(game: RoundGame, closing: Closing) -> RoundResult | AskGameMaster:
    """Return the result of the open round, or ask the game master to decide between equal moves.

    Every move is judged now, under the rulings in force; undecided words must be settled before.
    """
    playing = game.round
    if playing is None:
        raise ValueError(f"{game.id}: no round is open")
    moves = closing.in_force
    if moves is None:
        moves = moves_in_force(game, closing.lexicon)
    laid = _laid(game, playing, moves, closing.chance)
    if isinstance(laid, AskGameMaster):
        return laid
    judged = laid.judged if laid else None
    return RoundResult(
        number=playing.number,
        letters=game.rack,
        deadline=playing.deadline,
        closed=closing.now,
        is_final=playing.is_final,
        is_early=closing.is_early,
        entries=_rows(game, playing, moves),
        laid=laid,
        top=_not_beaten(
            closing.find_top(game.position, game.rulings), judged, playing, game.tile_set
        ),
        board=judged.board if judged else game.board,
        kept=judged.rack_left if judged else game.rack,
        undecided=tuple(each.word for each in closing.settled),
        undecided_policy=_policy_of(closing.settled),
    )


def _policy_of(settled: Sequence[common.WordRuled]) -> str | None:
    if not settled:
        return None
    return Undecided.ACCEPT.value if settled[-1].accepted else Undecided.REFUSE.value


def close_of(result: RoundResult, settled: Iterable[common.WordRuled]) -> tuple[common.Event, ...]:
    """Return the close of a round; what the policy ruled for it waits for the game master again."""
    undone = (
        common.WordRuled(each.word, None, by=common.BY_POLICY, because="") for each in settled
    )
    return (RoundClosed(result), *undone)


def _not_beaten(
    top: Top | None, laid: Judged | None, playing: OpenRound, tiles: TileSet
) -> Top | None:
    """Return the best that is known: of several plays a player may find more than the search did."""
    if top is None or laid is None or top.is_exact:
        return top
    points = net_points(laid, tiles, is_final=playing.is_final)
    if points <= top.points:
        return top
    plays = tuple(
        (play.scored.square, play.scored.direction, play.scored.word, play.scored.blanks)
        for play in laid.plays
    )
    return Top(points, (TopMove(plays, laid.swaps),), is_exact=False)


def net_points(judged: Judged, tiles: TileSet, *, is_final: bool) -> int:
    """Return points less, in the final round, the values of the letters not laid (blank 0)."""
    return judged.points - (tiles.sum_of(judged.rack_left) if is_final else 0)


def _laid(
    game: RoundGame, playing: OpenRound, moves: Mapping[str, InForce], chance: Chance
) -> Laid | AskGameMaster | None:
    """Find the best move of all who take part; None in an empty round."""
    counted = [
        (player.name, found.choice.counted, found.entry.arrival)
        for player in game.active
        if (found := moves.get(player.name)) and found.choice.counted is not None
    ]
    if not counted:
        return None
    nets = [
        net_points(judged, game.tile_set, is_final=playing.is_final) for _, judged, _ in counted
    ]
    contenders: dict[MoveKey, Contender] = {}
    for (name, judged, arrival), net in zip(counted, nets, strict=True):
        if net == max(nets):
            same = contenders.get(judged.key) or Contender(judged, (), arrival)
            contenders[judged.key] = Contender(
                same.judged, (*same.players, name), min(same.first_arrival, arrival)
            )
    chance = game.chance_of(chance, playing.number)
    return decide(
        tuple(contenders.values()), game.rules, chance, playing.number, playing.tie_choice
    )


def _rows(
    game: RoundGame, playing: OpenRound, moves: Mapping[str, InForce]
) -> tuple[PlayerResult, ...]:
    nets = {p.name: _score(game, playing, moves.get(p.name)) for p in game.active}
    totals = {player.name: player.total for player in game.players.values()}
    for name, (points, deduction) in nets.items():
        totals[name] += points - deduction
    ranks = ranking(totals)

    def row(player: RoundPlayer) -> PlayerResult:
        name, found = player.name, moves.get(player.name)
        points, deduction = nets[name]
        return PlayerResult(
            player=name,
            status=_status(game, playing, name, found),
            received=found.entry.received if found else playing.late.get(name),
            moves=found.choice.moves if found else (),
            counts=found.choice.counts if found else None,
            points=points,
            base=player.base,
            deduction=deduction,
            total=totals[name],
            rank=ranks[name],
            rank_before=player.rank,
        )

    return tuple(sorted(map(row, game.active), key=lambda each: each.rank))


def _score(game: RoundGame, playing: OpenRound, found: InForce | None) -> tuple[int, int]:
    """Return points and deduction; without a valid move all letters are deducted in the final round."""
    judged = found.choice.counted if found else None
    left = judged.rack_left if judged else game.rack
    deduction = game.next_rules.tiles.sum_of(left) if playing.is_final else 0
    return (judged.points if judged else 0), deduction


def _status(game: RoundGame, playing: OpenRound, name: str, found: InForce | None) -> EntryStatus:
    if found is not None:
        if found.choice.counts is not None:
            return EntryStatus.VALID
        return EntryStatus.PENDING if found.choice.undecided else EntryStatus.INVALID
    if name in playing.late:
        return EntryStatus.LATE
    is_unread = unread_note(game, playing.number, name) in game.noted
    return EntryStatus.UNREAD if is_unread else EntryStatus.MISSING


def base_of_newcomer(game: RoundGame, *, is_of_staying: bool = True) -> int:
    """Return what somebody starts with who joins now, after the first round was closed."""
    if game.next_rules.late_joiner is LateJoiner.LOWEST:
        return late_joiner_base(game, is_of_staying=is_of_staying)
    return 0


def late_joiner_base(game: RoundGame, *, is_of_staying: bool = True) -> int:
    """Return what a late joiner starts with under `lowest` (rules 8).

    The lowest total, after the last closed round, of the players of round 1 who missed no round;
    else of those with the fewest absences; 0 if there are none. Who leaves with the open round, or was
    excluded, does not count: only those who are still in the game do. In old records, not *is_of_staying*,
    who left with the open round did.
    """
    first = first_players(game.staying if is_of_staying else game.active)
    if not first:
        return 0
    fewest = min(player.missed for player in first)
    return min(player.total for player in first if player.missed == fewest)


def first_players(players: Iterable[RoundPlayer]) -> tuple[RoundPlayer, ...]:
    """Return those who are no late joiners: a late joiner begins with the lowest of their totals."""
    return tuple(player for player in players if not player.is_late_joiner)


class RecordedLot(Chance, frozen=True):
    """Stands for an unknown seed: the lot fell where the record says."""

    chosen: int = 0

    def pick(self, purpose: str, choices: int) -> int:  # noqa: ARG002  Chance's signature
        """Return what was recorded, if it is one of the choices."""
        return min(max(self.chosen, 0), choices - 1)


class RecordedWords(EveryWord, Struct, frozen=True):
    """The verdicts that were recorded; rulings win, and a word that was not recorded is valid."""

    verdicts: Mapping[str, Verdict]

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:
        """Return what was recorded; what only a ruling may have said is a question without it."""
        known = self.verdicts.get(word, Valid())
        if not set(word) <= set(rules.tiles.alphabet):
            return known
        if word in rulings:
            return Accepted() if rulings[word] else Refused(Why.RULING)
        is_ruled = known in (Accepted(), Refused(Why.RULING))
        return Unknown(()) if is_ruled else known


def words_in(moves: Sequence[Judged]) -> RecordedWords:
    """Return the verdicts in *moves*: on the words formed, and in the faults of what fits nowhere."""
    verdicts: dict[str, Verdict] = {}
    for judged in moves:
        for play in judged.plays:
            for formed, verdict in zip(play.scored.words, play.verdicts, strict=False):
                verdicts.setdefault(formed.word, verdict)
        for fault in judged.faults:
            match fault:
                case WordRefused(word=word, reason=reason):
                    why = Why(reason) if reason in set(Why) else Why.RULING
                    verdicts.setdefault(word, Refused(why))
                case WordUnknown(word=word):
                    verdicts.setdefault(word, Unknown(()))
                case _:
                    pass
    return RecordedWords(MappingProxyType(verdicts))


class Close(Struct, frozen=True):
    """A close as it is recorded, with what is known of its round beside the game."""

    result: RoundResult
    clock: Clock
    """When its moves could be in time."""
    earlier: Sequence[datetime]
    """When it was closed before."""
    settled: Sequence[common.WordRuled]
    """The words that the game's policy settled for it."""
    chance: Chance | None


def closed_again(game: RoundGame, close: Close) -> RoundResult:
    """Return the result of the open round; UnlikeError where the record cannot come of any mails."""
    result, playing = close.result, game.round
    assert playing is not None  # noqa: S101  it was looked at
    for row in result.entries:
        for field, expected, found in _never_entered(game, close, row):
            raise UnlikeError(Difference(playing.number, row.player, field, expected, found))
    rows = {row.player: row for row in result.entries}
    game = _with_entries(game, result)
    lot = result.laid.lot if result.laid else None
    found = result_of(
        game,
        Closing(
            now=result.closed,
            lexicon=words_in(()),
            chance=close.chance or RecordedLot(b"", chosen=lot.chosen if lot else 0),
            find_top=lambda *_: result.top,
            is_early=is_early(game, result),
            settled=close.settled,
            in_force=_in_force(game, rows),
        ),
    )
    if isinstance(found, AskGameMaster):
        laid = result.laid.players if result.laid else None
        raise UnlikeError(Difference(playing.number, None, "laid", found.choices, laid))
    for field, expected, shown in _wrong_top(game, found):
        raise UnlikeError(Difference(playing.number, None, field, expected, shown))
    return found


def is_early(game: RoundGame, result: RoundResult) -> bool:
    """A round is closed after its ZAT, unless the game master closes it early."""
    deadline = game.round.deadline if game.round else None
    return result.is_early if deadline is None else not has_come(deadline, result.closed)


_Wrong = Iterator[tuple[str, object, object]]
"""A field, what should stand in it, and what does."""


def _never_entered(game: RoundGame, close: Close, row: PlayerResult) -> _Wrong:
    """Yield what no mail of a player can have been, or what contradicts its time."""
    if row.player not in game.players:
        yield "player", tuple(game.players), row.player
        return
    has_mail = not row.status.is_missing
    if has_mail is (row.received is None):
        yield "received", "a time" if has_mail else None, row.received
    elif row.received is not None:
        is_late = row.status is EntryStatus.LATE
        yield from _of_its_zat(close, row.received, is_late=is_late)
    for index, judged in enumerate(row.moves):
        codes = tuple(fault.code for fault in judged.faults)
        most, plays = game.rules.moves, judged.written.move.plays if judged.written.move else ()
        if most is not None and index >= most and TooManyMoves.code not in codes:
            yield f"moves[{index}].faults", (*codes, TooManyMoves.code), codes
        if game.position.most_plays is not None and len(plays) > game.position.most_plays:
            yield f"moves[{index}].plays", f"at most {game.rules.plays}", len(plays)


def _of_its_zat(close: Close, received: datetime, *, is_late: bool) -> _Wrong:
    """A move that counts was in time for a ZAT that the round had, a late one too late for one."""
    clock = close.clock
    zats = [zat for zat in clock.deadlines if zat is not None]
    is_timed = len(zats) == len(clock.deadlines) and not clock.was_paused
    shown = " or ".join(zat.isoformat() for zat in zats)
    is_of_a_close = any(received > closed for closed in (*close.earlier, close.result.closed))
    if is_late and not is_of_a_close and all(is_in_time(received, zat) for zat in zats):
        yield "received", f"after {shown}", received.isoformat()
    elif not is_late and is_timed and not any(is_in_time(received, zat) for zat in zats):
        yield "received", f"not after {shown}", received.isoformat()


def _with_entries(game: RoundGame, result: RoundResult) -> RoundGame:
    """Enter the moves; of equal seconds the winner's came first, as far as anybody can still tell."""
    winners = result.laid.players if result.laid else ()
    for row in sorted(result.entries, key=lambda each: each.player not in winners):
        if row.status is EntryStatus.UNREAD:
            game = apply(game, common.Noted(unread_note(game, result.number, row.player), NO_TIME))
        elif row.status is EntryStatus.LATE:
            game = apply(game, MoveWasLate(row.player, result.number, row.received or NO_TIME, ()))
        elif row.status is not EntryStatus.MISSING:
            moves = tuple(each.written for each in row.moves)
            entered = MoveEntered(row.player, result.number, row.received or NO_TIME, "", moves)
            game = apply(game, entered)
    if result.laid is None:
        return game
    return apply(game, TieRuled(result.number, move_name(result.laid.judged, game.rules), ""))


def _in_force(game: RoundGame, rows: Mapping[str, PlayerResult]) -> Mapping[str, InForce]:
    """Judge what each player has in force, each move by the verdicts that were recorded with it."""
    found: dict[str, InForce] = {}
    for name, entries in (game.round.entries if game.round else {}).items():
        recorded = rows[name].moves

        def judged(
            entry: ReceivedEntry, recorded: Sequence[Judged] = recorded
        ) -> tuple[Judged, ...]:
            return tuple(
                judge_of(game, words_in((known,))).judge(written)
                for written, known in zip(entry.moves, recorded, strict=True)
            )

        each = in_force(entries, judge_of(game, words_in(recorded)), judged)
        if each is not None:
            found[name] = each
    return found


def _wrong_top(game: RoundGame, result: RoundResult) -> _Wrong:
    """Yield what is wrong in the top of the open round: its moves are legal, and none is better."""
    top = result.top
    if top is None:
        return
    judge = Judge(game.position, words_in(()), {})
    for index, move in enumerate(top.moves):
        judged = judge.judge(_as_written(move))
        if judged.status is not Status.VALID:
            faults = ", ".join(fault.code for fault in judged.faults)
            yield f"top.moves[{index}]", f"a move without {faults}", move
        elif (
            points := net_points(judged, game.rules.tiles, is_final=result.is_final)
        ) != top.points:
            yield "top.points", points, top.points
    is_exact = game.position.most_plays == 1
    if top.is_exact is not is_exact:
        yield "top.exact", is_exact, top.is_exact
    left = game.rules.tiles.sum_of(game.rack) if result.is_final else 0
    if not top.moves and top.points != -left:
        yield "top.points", -left, top.points
    best = max((row.net for row in result.entries if row.counts is not None), default=top.points)
    if best > top.points:
        yield "top.points", f"{best} or more", top.points


def _as_written(move: TopMove) -> WrittenMove:
    plays = tuple(
        play_on(square, direction, word, blanks, NOWHERE)
        for square, direction, word, blanks in move.plays
    )
    swaps = tuple(Swap(square, NOWHERE) for square in move.swaps)
    return WrittenMove(Move(plays, swaps), (), NOWHERE)


def unlike_result(expected: RoundResult, found: RoundResult) -> Difference:
    """Return the first difference of two results of a round, in a player's row by his name."""
    ours, theirs = ([row.player for row in each.entries] for each in (expected, found))
    if ours != theirs:
        return Difference(expected.number, None, "entries", tuple(ours), tuple(theirs))
    for one, other in zip(expected.entries, found.entries, strict=True):
        if one != other:
            return Difference(expected.number, one.player, *_place(one, other))
    return Difference(expected.number, None, *_place(expected, found))


def _place(one: Struct, other: Struct) -> tuple[str, object, object]:
    path, expected, found = first_unlike(one, other, "")
    return path.removeprefix("."), expected, found


class Letters(Struct, frozen=True):
    """Where the letters of the next round come from."""

    by_hand: bool = False
    """Whether the game master draws: without `drawn` or `rack` the game waits for him."""
    drawn: str | None = None
    """The newly drawn tiles only."""
    rack: str | None = None
    """The whole rack of the round, as the settings give it."""


def end_of(game: RoundGame) -> str | None:
    """Return why the game is over now that its last round is closed; None while it goes on."""
    last = game.last
    if last is None:
        return None
    if last.is_final:
        return "final_round"
    if last.laid is None:
        is_second = game.empty_rounds % 2 == 0
        return "nobody_moves" if is_second and len(game.bag) < len(game.rack) else None
    match game.rules.end:
        case End.BAG_EMPTY if _needed(game) > 0 and not game.bag:
            return "bag_empty"
        case End.EXHAUSTED if not game.rack + game.bag:
            return "all_played"
        case End.EXHAUSTED if lacks_a_kind(game.rules, game.rack + game.bag):
            return "no_vowels_or_consonants"
        case _:
            return None


def is_waiting_for_letters(game: RoundGame) -> bool:
    """Tell whether letters for the next round may be given by hand now."""
    return game.round is None and not game.is_over and not game.is_drawn and end_of(game) is None


def go_on(
    game: RoundGame, letters: Letters, chance: Chance, now: datetime
) -> tuple[common.Event, ...]:
    """Return what follows the last close up to the letters of the next round, or the end.

    Empty where the game waits for letters drawn by hand. Raises WrongLettersError.
    """
    if because := end_of(game):
        return (common.GameEnded(chance.seed.hex(), because, now),)
    events: list[common.Event] = []
    if _must_clear(game):
        events.append(BoardCleared(game.next_round))
        game = apply(game, events[0])
    draw = _next_draw(game, letters, chance)
    if draw is not None:
        reasons = () if draw.by_hand else game.reasons_anew(game.next_round)
        events.append(LettersDrawn(game.next_round, draw, now, reasons))
    return tuple(events)


def draw_anew(
    game: RoundGame, because: str, chance: Chance, now: datetime
) -> tuple[DrawnAnew, LettersDrawn] | None:
    """Draw the letters of the open round once more; None where none were to be drawn for it."""
    if game.round is None:
        return None
    number, ordered = game.round.number, DrawnAnew(game.round.number, because)
    before = before_draw(apply(game, ordered))
    draw = _next_draw(before, Letters(), chance)
    if draw is None or not draw.drawn:
        return None
    return ordered, LettersDrawn(number, draw, now, before.reasons_anew(number))


def before_draw(game: RoundGame) -> RoundGame:
    """Return the game as it was before the letters of the open round were drawn."""
    if game.round is None:
        return game
    is_first = game.last is None or game.last.is_cleared
    kept = "" if is_first or game.last is None else game.last.kept
    return replace(
        game,
        round=None,
        next_round=game.round.number,
        next_rules=game.rules,
        rack=kept,
        bag=game.rules.tiles.without(game.rack + game.bag, kept),
    )


def tiles_to_draw(game: RoundGame) -> int:
    """Return how many tiles the next round needs from the bag, as far as it holds them."""
    if _must_clear(game):
        game = apply(game, BoardCleared(game.next_round))
    return _wanted(with_rack_back(game))


def open_round(game: RoundGame, deadline: datetime | None, now: datetime) -> RoundOpened:
    """Open the next round, its letters drawn."""
    return RoundOpened(game.next_round, deadline, game.next_rules, is_final_next(game), now)


def is_final_next(game: RoundGame) -> bool:
    """Tell whether the round to open is the final one: Dottendorf's last letters are drawn."""
    return game.next_rules.end is End.FINAL_ROUND and not game.bag


def _needed(game: RoundGame) -> int:
    return game.next_rules.letters_in(game.next_round) - len(game.rack)


def _wanted(game: RoundGame) -> int:
    return min(max(0, _needed(game)), len(game.bag))


def _must_clear(game: RoundGame) -> bool:
    wanted = game.next_rules.letters_in(game.next_round)
    is_short = len(game.rack) + len(game.bag) < wanted
    return game.next_rules.end is End.CLEAR_BOARD and is_short and not game.board.is_empty


def _was_empty(game: RoundGame) -> bool:
    return game.last is not None and game.last.laid is None and bool(game.rack)


def with_rack_back(game: RoundGame) -> RoundGame:
    """Rules 8: after a second empty round in a row the whole rack goes back before the draw."""
    if not _was_empty(game) or game.empty_rounds % 2:
        return game
    return replace(game, rack="", bag=_all_left(game))


def _next_draw(game: RoundGame, letters: Letters, chance: Chance) -> Draw | None:
    if _was_empty(game) and game.empty_rounds % 2:
        return Draw("", "", game.rack, game.bag)
    before = with_rack_back(game)
    draw = _draw_from(before, letters, chance)
    is_back = before is not game
    return replace(draw, returned=game.rack) if is_back and draw is not None else draw


def _draw_from(game: RoundGame, letters: Letters, chance: Chance) -> Draw | None:
    if letters.rack is not None:
        return whole_rack(game, letters.rack)
    if letters.drawn is not None:
        return _drawn(game, letters.drawn)
    if letters.by_hand and _wanted(game) > 0:
        return None
    chance = game.chance_of(chance, game.next_round)
    times_anew = len(game.reasons_anew(game.next_round))
    return fill(game.next_rules, game.next_round, game.rack, game.bag, chance, times_anew)


def _drawn(game: RoundGame, drawn: str) -> Draw:
    wanted, all_letters = _wanted(game), game.next_rules.letters_in(game.next_round)
    if len(drawn) == all_letters != wanted and lacks_minimum(game, ""):
        return _drawn_anew(game, drawn)
    if len(drawn) != wanted:
        raise gm_orders.WrongLettersError(gm_orders.WrongCount(wanted, len(drawn)))
    tiles = game.next_rules.tiles
    if missing := tiles.missing_from(game.bag, drawn):
        raise gm_orders.WrongLettersError(gm_orders.NotInBag(missing))
    if fault := lacks_minimum(game, tiles.in_order(game.rack + drawn)):
        raise gm_orders.WrongLettersError(fault)
    return draw_by_hand(game.rack, game.bag, drawn, tiles)


def _all_left(game: RoundGame) -> str:
    """Return the letters on the rack and in the bag."""
    return game.next_rules.tiles.in_order(game.rack + game.bag)


def _drawn_anew(game: RoundGame, drawn: str) -> Draw:
    """Take a whole rack: the one that lacked vowels or consonants went back."""
    everything, tiles = _all_left(game), game.next_rules.tiles
    if missing := tiles.missing_from(everything, drawn):
        raise gm_orders.WrongLettersError(gm_orders.NotInBag(missing))
    if fault := lacks_minimum(game, tiles.in_order(drawn)):
        raise gm_orders.WrongLettersError(fault)
    return replace(draw_by_hand("", everything, drawn, tiles), returned=game.rack)


def lacks_minimum(game: RoundGame, rack: str) -> gm_orders.MinimumNotMet | None:
    """Return what a rack drawn by hand lacks, where bag and rack together could give it."""
    number, rules = game.round_number, game.next_rules if game.round is None else game.rules
    if meets_minimum(rules, number, rack):
        return None
    everything = _all_left(game)
    if not can_be_met(rules, number, everything, max(len(rack), rules.letters_in(number))):
        return None
    return gm_orders.MinimumNotMet(rack, *least_of_each(rules, number))


def whole_rack(game: RoundGame, rack: str) -> Draw:
    """Take *rack* as the letters of the round: kept letters must be in it, the rest in the bag."""
    if fault := _wrong_with(game, rack):
        raise gm_orders.WrongLettersError(fault)
    tiles = game.next_rules.tiles
    return draw_by_hand(game.rack, game.bag, tiles.without(rack, game.rack), tiles)


def put_in_place(game: RoundGame, rack: str) -> Draw | gm_orders.LettersFault:
    """Take *rack* in place of letters that were drawn; all of it must lie there or in the bag."""
    everything, tiles = _all_left(game), game.next_rules.tiles
    if len(rack) != len(game.rack):
        return gm_orders.WrongRackSize(len(game.rack), len(rack))
    if missing := tiles.missing_from(everything, rack):
        return gm_orders.NotInBag(missing)
    return draw_by_hand("", everything, rack, tiles)


def _wrong_with(game: RoundGame, rack: str) -> gm_orders.LettersFault | None:
    tiles = game.next_rules.tiles
    if missing := tiles.missing_from(rack, game.rack):
        return gm_orders.KeptMissing(missing)
    if missing := tiles.missing_from(game.bag, tiles.without(rack, game.rack)):
        return gm_orders.NotInBag(missing)
    return lacks_minimum(game, rack)


def is_before_the_first_letters(game: RoundGame) -> bool:
    """Tell whether nothing has been drawn yet."""
    return game.last is None and game.last_draw is None and game.round is None


def _when_drawn_next(running: RunningRounds) -> datetime | None:
    """Return when letters are drawn next; None where nobody can know."""
    game = running.game
    if is_before_the_first_letters(game):
        return draws_at(running)
    return game.round.deadline if game.round is not None else None


def word_in_rounds(
    running: RunningRounds, player: str, word: str, received: datetime
) -> common.LotWordGiven:
    """Return a word with the first round into whose draws it is mixed: the next, if it is in time."""
    game = running.game
    is_between = game.round is None and game.last is not None  # drawn for already
    is_late = not is_between and not is_word_in_time(running, _when_drawn_next(running), received)
    return common.LotWordGiven(player, word, game.first_mixed + is_late)


def was_closed_early(running: RunningRounds, office: Office) -> bool:
    """Tell whether the last round was closed before its words had to be there, which nobody knew.

    That is by the latest of the ZATs that it had: one that is brought forward is an early close, too.
    """
    last = running.game.last
    if last is None:
        return False
    told = [
        event.deadline
        for event in office.log(running.game.id)
        if isinstance(event, RoundOpened | common.DeadlineMoved) and event.number == last.number
    ]
    zats = [zat for zat in (*told, last.deadline) if zat is not None]
    return bool(zats) and not has_come(max(zats) - running.policy.lots_until, last.closed)


def bases_fixed(game: RoundGame) -> Iterator[BaseFixed]:
    """Yield what late joiners start with now, where the round before their first one has changed.

    A base is fixed when that round is closed for good, which is when the first one is closed. Until then
    it follows who is still in the game, too.
    """
    last = game.last
    if last is None:
        return
    first = last.number + 1
    newcomers = [p for p in game.players.values() if p.is_late_joiner and p.joined_in == first]
    base = base_of_newcomer(game) if newcomers else 0
    for player in newcomers:
        total = total_of_newcomer(player.name, base, game.corrections)
        if (player.base, player.total) != (base, total):
            yield BaseFixed(player.name, base)


def letters_once_more(
    known: RoundGame,
    after: RoundGame,
    chance: Chance,
    now: datetime,
    *,
    by_hand: bool,
    is_as_before: bool = False,
) -> Iterator[common.Event]:
    """Yield what draws the letters again that were drawn in *known*, or ends the game again.

    Where they are drawn by hand and do not fit any more, the game waits for others.
    """
    if known.is_over and known.ended == common.BY_GAME_MASTER:
        yield common.GameEnded(chance.seed.hex(), common.BY_GAME_MASTER, now, known.end_reason)
    elif known.round is not None or known.is_over or _letters_known(known, after) is not None:
        yield from draw_again(known, after, chance, now, by_hand=by_hand, is_as_before=is_as_before)


def opened_once_more(known: RoundGame, after: RoundGame) -> RoundOpened | None:
    """Return how the round that was open in *known* is opened again, its letters drawn in *after*."""
    playing = known.round
    if playing is None or after.is_over or not after.is_drawn:
        return None
    is_final = playing.is_final or is_final_next(after)
    return RoundOpened(playing.number, playing.deadline, known.rules, is_final, playing.opened)


def draw_again(
    known: RoundGame,
    after: RoundGame,
    chance: Chance,
    now: datetime,
    *,
    by_hand: bool,
    is_as_before: bool = False,
) -> Iterator[common.Event]:
    """Draw for a round that was open in *known*, under its own rules.

    Letters drawn by hand stay as far as the rack allows, those put in place of others if the bag does. In old
    records, *is_as_before*, those put in place were taken for letters drawn by hand where the rack allowed it.
    """
    if known.round is not None:
        own = tuple(rules_again(after, known.rules))
        yield from own
        after = follow(after, own)
    is_replaced = known.last is not None and known.last.is_redrawn
    if is_replaced and not is_as_before and _is_of_next(known, after):
        replaced = tuple(_replaced_again(known, after, chance, now))
        if replaced:
            yield from replaced
            return
    rack = _letters_known(known, after) if is_as_before or not is_replaced else None
    yield from go_on(after, Letters(by_hand=by_hand, rack=rack), chance, now)


def _replaced_again(
    known: RoundGame, after: RoundGame, chance: Chance, now: datetime
) -> Iterator[common.Event]:
    """Draw by chance, and put the letters of *known* in place of these; nothing where they cannot be."""
    drawn = go_on(after, Letters(), chance, now)
    after = follow(after, drawn)
    replaced = put_in_place(after, known.rack) if after.is_drawn else None
    if isinstance(replaced, Draw):
        yield from drawn
        yield LettersDrawn(after.next_round, replaced, now)


def rules_again(game: RoundGame, rules: Rules) -> Iterator[RulesChanged]:
    """Put *rules* in force for the next round, where others are."""
    if game.next_rules != rules:
        yield RulesChanged(rules)


def _letters_known(known: RoundGame, after: RoundGame) -> str | None:
    """Return the letters drawn by hand, if the rack allows them; others follow from the seed."""
    is_by_hand = known.last_draw is not None and known.last_draw.draw.by_hand
    if known.is_over or not is_by_hand or not _is_of_next(known, after):
        return None
    return known.rack if _wrong_with(after, known.rack) is None else None


def _is_of_next(known: RoundGame, after: RoundGame) -> bool:
    """Tell whether the letters of *known* are those of the next round, and are not to be drawn anew."""
    number = after.next_round
    is_anew = len(after.reasons_anew(number)) > len(known.reasons_anew(number))
    return known.last_draw is not None and known.last_draw.number == number and not is_anew


def moves_kept_for(
    game: RoundGame, number: int, entered: Sequence[common.Event], now: datetime
) -> tuple[MoveEntered, ...]:
    """Return what players who are away sent for the round that opens, as if it came now; not what is entered anyway."""
    known = {each.mail for each in entered if isinstance(each, MoveEntered)}
    there = {player.name for player in game.active}
    return tuple(
        MoveEntered(each.player, number, now, each.mail, each.moves)
        for each in game.kept_moves
        if each.number == number and each.mail not in known and each.player in there
    )


def late_after_all(game: RoundGame) -> Iterator[MoveEntered]:
    """Yield the entries of the open round that were late and are in time for its ZAT now."""
    if game.round is None:
        return
    there = {player.name for player in game.active}
    late = [
        (entry.arrival, player, entry)
        for player, each in game.round.late_entries.items()
        if player in there
        for entry in each
    ]
    for _, player, entry in sorted(late, key=lambda found: found[0]):
        if is_in_time(entry.received, game.round.deadline):
            yield MoveEntered(player, game.round.number, entry.received, entry.mail, entry.moves)


def entries_again(game: RoundGame) -> Iterator[common.Event]:
    """Yield what was sent for the open round of *game*, to be entered again in its order."""
    if game.round is None:
        return
    number = game.round.number
    entered = [
        (entry.order, player, entry)
        for player, each in game.round.entries.items()
        for entry in each
    ]
    for _, player, entry in sorted(entered, key=lambda found: found[0]):
        yield MoveEntered(player, number, entry.received, entry.mail, entry.moves)
    for player, received in game.round.late.items():
        if player not in game.round.late_entries:
            yield MoveWasLate(player, number, received, ())
    for player, each in game.round.late_entries.items():
        for entry in each:
            yield MoveWasLate(player, number, entry.received, entry.moves, entry.mail)
