"""What is kept when a round is done again, and whom it concerns (rules 8, second thoughts).

Moves for the next round are kept, mail that was late counts if the new ZAT is ahead of it, and a
late joiner's base follows the round before his first one. Everything here returns events or mails;
when a round is done again is decided in `corrections.py`, `gm_decisions.py` and `rounds.py`.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from mailref.referee.findings import Considered, Office, Outcome, RunningRounds
from mailref.referee.mails import EntryAnswer, JudgedAnew, Owed, WhyAnew, owe_to_player
from mailref.rules.events import BaseFixed, Event, MoveEntered, MoveWasLate
from mailref.rules.rounds.closing import base_of_newcomer
from mailref.rules.rounds.in_force import InForce
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.schedule import is_in_time


def late_after_all(game: RoundGame, deadline: datetime | None) -> Iterator[MoveEntered]:
    """Yield the entries of the open round that were late and are in time for *deadline*."""
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
        if is_in_time(entry.received, deadline):
            yield MoveEntered(player, game.round.number, entry.received, entry.mail, entry.moves)


def entries_again(game: RoundGame) -> Iterator[Event]:
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


def bases_fixed(game: RoundGame) -> Iterator[BaseFixed]:
    """Yield what late joiners start with now, where the round before their first one has changed.

    A base is fixed when that round is closed for good, which is when the first one is closed.
    """
    last = game.last
    if last is None:
        return
    base = base_of_newcomer(game)
    for player in game.players.values():
        is_new = player.is_late_joiner and player.joined_in == last.number + 1
        if is_new and player.base != base:
            yield BaseFixed(player.name, base, base - player.base)


def judged_anew(
    before: Mapping[str, InForce],
    after: RunningRounds,
    office: Office,
    why: WhyAnew,
    *,
    because: str,
    cause: str,
    now: datetime,
) -> Iterator[Owed]:
    """Owe a mail to each player whose move of the open round is not worth what it was *before*."""
    is_now = office.moves_in_force(after.game)
    for name, found in is_now.items():
        player = after.game.players[name]
        if worth(found) == worth(before.get(name)) or player.has_left:
            continue
        content = JudgedAnew(why, because, answer_of(after, name, found))
        yield from owe_to_player(after, player, content, f"anew:{cause}", now)


def worth(found: InForce | None) -> object:
    """Return what a player would notice: which mail's move counts, for how much, what is open."""
    if found is None:
        return None
    choice = found.choice
    points = choice.counted.points if choice.counted else None
    return found.entry.mail, choice.counts, points, choice.undecided


def answer_of(running: RunningRounds, player: str, found: InForce) -> EntryAnswer:
    """Return what is in force for a player as the answer to an entry would show it."""
    choice = found.choice
    if choice.undecided:
        outcome = Outcome.PENDING
    else:
        outcome = Outcome.REJECTED if choice.counts is None else Outcome.ACCEPTED
    considered = Considered(
        outcome,
        game=running.policy.id,
        round=running.game.round_number,
        player=player,
        choice=choice,
    )
    return EntryAnswer(
        considered=considered,
        game=running.game,
        policy=running.policy,
        replaces=False,
        still_in_force=None,
    )
