"""Whom a ruling concerns: players whose move it makes valid, invalid or better are told."""

from collections.abc import Iterator
from datetime import datetime

from mailref.referee.addressing import owe_to_player
from mailref.referee.model import Considered, Desk, Outcome, Table
from mailref.referee.owed import EntryAnswer, Owed, RulingNotice
from mailref.rules.events import WordRuled
from mailref.rules.standing import InForce, standing_moves


def ruling_notices(
    before: Table, after: Table, desk: Desk, event: WordRuled, *, cause: str, now: datetime
) -> Iterator[Owed]:
    """Yield a mail to each player for whom *event* changed what is in force, or what it is worth."""
    if event.accepted is None:
        return
    was = standing_moves(before.game, desk.lexicon)
    is_now = standing_moves(after.game, desk.lexicon)
    for name, found in is_now.items():
        player = after.game.players[name]
        if _worth(found) == _worth(was.get(name)) or player.has_left:
            continue
        answer = EntryAnswer(
            considered=considered_of(after, name, found),
            game=after.game,
            policy=after.policy,
            replaces=False,
            still_in_force=None,
        )
        content = RulingNotice(event.word, event.accepted, event.because, answer)
        yield from owe_to_player(after, player, content, f"ruling:{cause}", now)


def _worth(found: InForce | None) -> object:
    """Return what a player would notice: which mail's move counts, for how much, what is open."""
    if found is None:
        return None
    choice = found.choice
    points = choice.counted.points if choice.counted else None
    return found.entry.mail, choice.counts, points, choice.undecided


def considered_of(table: Table, player: str, found: InForce) -> Considered:
    """Return what is in force for a player as the answer to an entry would show it."""
    choice = found.choice
    if choice.undecided:
        outcome = Outcome.PENDING
    else:
        outcome = Outcome.REJECTED if choice.counts is None else Outcome.ACCEPTED
    return Considered(
        outcome, game=table.policy.id, round=table.game.round_number, player=player, choice=choice
    )
