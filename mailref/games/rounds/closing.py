"""Closing a round: who counts, who wins, what is laid, totals and ranks (rules 2 and 8).

`now` is an argument. What follows the close - letters, the next round, the end - is in next_round.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from mailref.games.chance import Chance
from mailref.games.events import BY_POLICY, Event, WordRuled
from mailref.games.game import unread_note
from mailref.games.ranking import ranking
from mailref.games.rounds.events import RoundClosed
from mailref.games.rounds.in_force import InForce, moves_in_force
from mailref.games.rounds.results import EntryStatus, Laid, PlayerResult, RoundResult
from mailref.games.rounds.round_game import OpenRound, RoundGame, RoundPlayer
from mailref.games.rounds.rules import LateJoiner
from mailref.games.rounds.ties import AskGameMaster, Contender, Winner, decide
from mailref.referee.policy import Undecided
from mailref.tiles.board import TILES
from mailref.tiles.lexicon.verdicts import Lexicon
from mailref.tiles.scoring import Judged, MoveKey
from mailref.tiles.top.found import Top, TopFinder, TopMove


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
    winner = _winner(game, playing, moves, closing.chance)
    if isinstance(winner, AskGameMaster):
        return winner
    judged = winner.contender.judged if winner else None
    return RoundResult(
        number=playing.number,
        letters=game.rack,
        deadline=playing.deadline,
        closed=closing.now,
        is_final=playing.is_final,
        is_early=closing.is_early,
        entries=_rows(game, playing, moves),
        laid=Laid(winner.contender.players, judged, winner.tie, winner.lot)
        if winner and judged
        else None,
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


def _winner(
    game: RoundGame, playing: OpenRound, moves: Mapping[str, InForce], chance: Chance
) -> Winner | AskGameMaster | None:
    """Find the best move of all who take part; None in an empty round."""
    found = [(player.name, moves[player.name]) for player in game.active if player.name in moves]
    counted = [
        (name, each.choice.counted, each.entry.arrival)
        for name, each in found
        if each.choice.counted is not None
    ]
    if not counted:
        return None
    nets = [net_points(judged, is_final=playing.is_final) for _, judged, _ in counted]
    contenders: dict[MoveKey, Contender] = {}
    for (name, judged, arrival), net in zip(counted, nets, strict=True):
        if net == max(nets):
            same = contenders.get(judged.key)
            contenders[judged.key] = Contender(
                judged=same.judged if same else judged,
                players=(*same.players, name) if same else (name,),
                first_arrival=min(same.first_arrival, arrival) if same else arrival,
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
    rows = [
        _row(
            player,
            playing,
            moves.get(player.name),
            net=nets[player.name],
            total=totals[player.name],
            rank=ranks[player.name],
            is_unread=unread_note(game, playing.number, player.name) in game.noted,
        )
        for player in game.active
    ]
    return tuple(sorted(rows, key=lambda row: row.rank))


def _score(game: RoundGame, playing: OpenRound, found: InForce | None) -> tuple[int, int]:
    """Return points and deduction; without a valid move all letters are deducted in the final round."""
    judged = found.choice.counted if found else None
    left = judged.rack_left if judged else game.rack
    deduction = TILES.sum_of(left) if playing.is_final else 0
    return (judged.points if judged else 0), deduction


def _row(
    player: RoundPlayer,
    playing: OpenRound,
    found: InForce | None,
    *,
    net: tuple[int, int],
    total: int,
    rank: int,
    is_unread: bool,
) -> PlayerResult:
    return PlayerResult(
        player=player.name,
        status=_status(player, playing, found, is_unread=is_unread),
        received=found.entry.received if found else playing.late.get(player.name),
        moves=found.choice.moves if found else (),
        counts=found.choice.counts if found else None,
        points=net[0],
        base=player.base,
        deduction=net[1],
        total=total,
        rank=rank,
        rank_before=player.rank,
    )


def _status(
    player: RoundPlayer, playing: OpenRound, found: InForce | None, *, is_unread: bool
) -> EntryStatus:
    if found is not None:
        if found.choice.counts is not None:
            return EntryStatus.VALID
        return EntryStatus.PENDING if found.choice.undecided else EntryStatus.INVALID
    if player.name in playing.late:
        return EntryStatus.LATE
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
