"""An entry for a game in rounds: for which round it is, what it is worth, what is recorded and told."""

from collections.abc import Iterator
from dataclasses import replace

from mailref.reading.entries import Entry, GameFace
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee.deadline import game_of_round, round_meant
from mailref.referee.findings import (
    STORED,
    Considered,
    Judgement,
    Office,
    Outcome,
    Reason,
    Receipt,
    RunningRounds,
)
from mailref.referee.policy import Confirm
from mailref.rules.events import Event, MoveEntered, MoveWasLate
from mailref.rules.lexicon.verdicts import Lexicon
from mailref.rules.moves import Play
from mailref.rules.near_miss import meant_in
from mailref.rules.rounds.in_force import choose_move, judge_of
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.scoring import Status
from mailref.rules.variant import UNLIMITED

_MOST_KEPT = 200
"""With so many moves of a player recorded in a round, another rejected one is only answered."""


def face_of(running: RunningRounds) -> GameFace:
    """Return what reading needs of a game; the final round allows any number of plays."""
    rules = running.game.rules
    if running.game.position.is_final:
        rules = replace(rules, plays=UNLIMITED)
    return GameFace(running.policy.id, running.policy.title, rules)


def seen_by(running: RunningRounds, player: str | None) -> RunningRounds:
    """Return the game as it is for a player.

    Who joined since takes no part in a round that is open again: what he sends is for his first one.
    """
    game = running.game
    known = game.players.get(player or "")
    if known is None or game.round is None or game.ahead is None:
        return running
    is_later = max(known.joined_in, known.back_in) > game.round.number
    return replace(running, game=game.ahead) if is_later else running


def judge(
    entry: Entry, mail: IncomingMail, receipt: Receipt, running: RunningRounds, lexicon: Lexicon
) -> Judgement:
    """Judge an entry in the round that it is for, where that is still known."""
    number, is_late = round_meant(mail, receipt, running)
    game = game_of_round(running.game, number)
    judge = judge_of(game, lexicon)
    moves = tuple(judge.judge(written) for written in entry.moves)
    return Judgement(number, is_late, choose_move(moves, game.rules))


def events_of(entry: Considered, receipt: Receipt, game: RoundGame) -> Iterator[Event]:
    """Yield what an entry records: also a rejected one, since a ruling may still save it."""
    if entry.player is None or entry.entry is None:
        return
    moves = entry.entry.moves
    if entry.reason is Reason.LATE and entry.round is not None:
        if _is_kept_late(game, entry.round, entry.player):
            yield MoveWasLate(entry.player, entry.round, receipt.received, moves, receipt.key)
        return
    if game.round is None:
        return
    number = game.round.number
    kept = sum(len(each.moves) for each in game.round.entries.get(entry.player, ()))
    is_kept = entry.reason is Reason.NO_VALID_MOVE and kept < _MOST_KEPT
    if entry.outcome in STORED or is_kept:
        yield MoveEntered(entry.player, number, receipt.received, receipt.key, moves)


def _is_kept_late(game: RoundGame, number: int, player: str) -> bool:
    """Tell whether a late entry may still come to count: if the round gets another ZAT (rules 8)."""
    for state in (game, game.before_close):
        if state is not None and state.round is not None and state.round.number == number:
            late = state.round.late_entries.get(player, ())
            return sum(len(each.moves) for each in late) < _MOST_KEPT
    return False


def in_force(running: RunningRounds, player: str | None, office: Office) -> Considered | None:
    """Return what is in force for a player if anything is."""
    game = running.game
    if player is None or game.round is None or player not in game.round.entries:
        return None
    found = office.moves_in_force(game).get(player)
    if found is None or not found.choice.holds_something:
        return None
    outcome = Outcome.PENDING if found.choice.undecided else Outcome.ACCEPTED
    return Considered(
        outcome, game=game.id, round=game.round.number, player=player, choice=found.choice
    )


def still_in_force(running: RunningRounds, entry: Considered, office: Office) -> Considered | None:
    """Return what counts beside a rejected entry: an earlier one, or what the final round saves.

    Rules 8: if no set is wholly valid there, the first counts up to its first faulty play.
    """
    return None if entry.outcome in STORED else in_force(running, entry.player, office)


def meant(entry: Considered, running: RunningRounds, office: Office) -> tuple[Play | None, ...]:
    """Return what may have been meant by moves whose place alone is wrong.

    The question says that the word is one: so it is asked only where verdicts are told.
    """
    if entry.choice is None or entry.reason not in (None, Reason.NO_VALID_MOVE):
        return ()
    if running.policy.confirm is not Confirm.FULL:
        return ()
    judge = judge_of(running.game, office.lexicon)
    found = tuple(
        meant_in(judged.written, judge) if judged.status is Status.INVALID else None
        for judged in entry.choice.moves
    )
    return found if any(found) else ()
