"""Closing a round: who counts, who wins, what is laid, totals and ranks (rules 2 and 8).

`now` is an argument. What follows the close - letters, the next round, the end - is in next_round.py.

A closed round judged again from the moves in its result: who counts, who wins, what is laid.

Verdicts on words are those that the result holds, as far as no ruling says otherwise; that nothing better
than the top was possible is not for a record to prove: it would need the word list.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from msgspec import Struct

from mailref.games.chance import Chance
from mailref.games.events import BY_POLICY, Event, Noted, WordRuled
from mailref.games.game import unread_note
from mailref.games.ranking import ranking
from mailref.games.replay import apply
from mailref.games.rounds.events import MoveEntered, MoveWasLate, RoundClosed, TieRuled
from mailref.games.rounds.game import OpenRound, ReceivedEntry, RoundGame, RoundPlayer
from mailref.games.rounds.in_force import InForce, in_force, judge_of, moves_in_force
from mailref.games.rounds.past_rounds import Clock
from mailref.games.rounds.results import (
    AskGameMaster,
    Contender,
    EntryStatus,
    Laid,
    PlayerResult,
    RoundResult,
    decide,
    move_name,
)
from mailref.games.rounds.rules import LateJoiner
from mailref.games.schedule import has_come, is_in_time
from mailref.record.script import NO_TIME, Difference, UnlikeError, first_unlike
from mailref.referee.policy import Undecided
from mailref.tiles.board import ALPHABET, TILES
from mailref.tiles.legality import Judge
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
from mailref.tiles.scoring import Judged, MoveKey, Status
from mailref.tiles.top.found import Top, TopFinder, TopMove
from mailref.tiles.variant import Laying


class Closing(Struct, frozen=True):
    """All that closing a round asks for beside the game."""

    now: datetime
    lexicon: Lexicon
    chance: Chance
    find_top: TopFinder
    is_early: bool = False
    settled: Sequence[WordRuled] = ()
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
        top=_not_beaten(closing.find_top(game.position, game.rulings), judged, playing),
        board=judged.board if judged else game.board,
        kept=judged.rack_left if judged else game.rack,
        undecided=tuple(each.word for each in closing.settled),
        undecided_policy=_policy_of(closing.settled),
    )


def _policy_of(settled: Sequence[WordRuled]) -> str | None:
    if not settled:
        return None
    return Undecided.ACCEPT.value if settled[-1].accepted else Undecided.REFUSE.value


def close_of(result: RoundResult, settled: Iterable[WordRuled]) -> tuple[Event, ...]:
    """Return the close of a round; what the policy ruled for it waits for the game master again."""
    undone = (WordRuled(each.word, None, by=BY_POLICY, because="") for each in settled)
    return (RoundClosed(result), *undone)


def _not_beaten(top: Top | None, laid: Judged | None, playing: OpenRound) -> Top | None:
    """Return the best that is known: of several plays a player may find more than the search did."""
    if top is None or laid is None or top.is_exact:
        return top
    points = net_points(laid, is_final=playing.is_final)
    if points <= top.points:
        return top
    plays = tuple(
        (play.scored.square, play.scored.direction, play.scored.word, play.scored.blanks)
        for play in laid.plays
    )
    return Top(points, (TopMove(plays, laid.swaps),), is_exact=False)


def net_points(judged: Judged, *, is_final: bool) -> int:
    """Return points less, in the final round, the values of the letters not laid (blank 0)."""
    return judged.points - (TILES.sum_of(judged.rack_left) if is_final else 0)


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
    nets = [net_points(judged, is_final=playing.is_final) for _, judged, _ in counted]
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
    deduction = TILES.sum_of(left) if playing.is_final else 0
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

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:  # noqa: ARG002  the protocol's
        """Return what was recorded; what only a ruling may have said is a question without it."""
        known = self.verdicts.get(word, Valid())
        if not set(word) <= set(ALPHABET):
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
    settled: Sequence[WordRuled]
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
            chance=close.chance or RecordedLot(b"", lot.chosen if lot else 0),
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
            game = apply(game, Noted(unread_note(game, result.number, row.player), NO_TIME))
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
        elif (points := net_points(judged, is_final=result.is_final)) != top.points:
            yield "top.points", points, top.points
    is_exact = game.position.most_plays == 1
    if top.is_exact is not is_exact:
        yield "top.exact", is_exact, top.is_exact
    left = TILES.sum_of(game.rack) if result.is_final else 0
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
