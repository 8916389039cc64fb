"""How a game stands, for who runs it: who has moved and how, who is missing, what waits for him.

A game master who plays sees before the ZAT only who has moved, and words alone; a deputy, who does
not play, is shown all of it.
"""

from collections.abc import Iterator
from datetime import datetime

from mailref.referee.contents import Desk, Digest, MayOrder, MoveInForce, OpenWord
from mailref.referee.deadline import is_time_for_digest, may_correct_last_round
from mailref.referee.findings import Office, RunningRounds
from mailref.referee.identity import game_master_plays
from mailref.referee.letters import is_waiting_for_letters
from mailref.referee.mails import Decision, Owed, Step, owe_to_deputy, owe_to_game_master
from mailref.referee.policy import DrawBy, Publish
from mailref.rules.events import Noted
from mailref.rules.game import Stage
from mailref.rules.rounds.in_force import undecided_words
from mailref.rules.scoring import Judged


def desk_of(
    running: RunningRounds, office: Office, now: datetime, *, for_deputy: bool = False
) -> Desk:
    """Return how a game stands at *now*."""
    game = running.game
    is_hidden = game_master_plays(running, office) and not for_deputy
    found = office.moves_in_force(game)
    there = [player.name for player in game.active] if game.round is not None else []
    moved = tuple(name for name in there if name in found and found[name].choice.holds_something)
    words = undecided_words(game, found)
    return Desk(
        moved=moved,
        moves=() if is_hidden else tuple(_moves(running, office, moved)),
        missing=tuple(name for name in there if name not in moved),
        words=tuple(
            OpenWord(word, () if is_hidden else moves_with(running, office, word)) for word in words
        ),
        press=tuple(item for item in game.press if not item.is_released),
        may_order=tuple(_may_order(running, now, has_words=bool(words))),
        is_hidden=is_hidden,
    )


def _moves(running: RunningRounds, office: Office, moved: tuple[str, ...]) -> Iterator[MoveInForce]:
    found = office.moves_in_force(running.game)
    for name in moved:
        choice = found[name].choice
        waiting = (move for move in choice.moves if move.undecided)
        judged = choice.counted or next(waiting, None)
        if judged is not None:
            yield MoveInForce(name, judged)


def moves_with(running: RunningRounds, office: Office, word: str) -> tuple[MoveInForce, ...]:
    """Return the moves of the open round in which *word* waits for a ruling."""
    active = {player.name for player in running.game.active}
    return tuple(
        MoveInForce(name, judged)
        for name, found in office.moves_in_force(running.game).items()
        if name in active
        for judged in _first_with(found.choice.moves, word)
    )


def _first_with(moves: tuple[Judged, ...], word: str) -> Iterator[Judged]:
    found = next((judged for judged in moves if word in judged.undecided), None)
    if found is not None:
        yield found


def _may_order(running: RunningRounds, now: datetime, *, has_words: bool) -> Iterator[MayOrder]:
    game = running.game
    if game.is_over:
        return
    if has_words:
        yield MayOrder.RULE
    if any(not item.is_released for item in game.press):
        yield MayOrder.PRESS
    if game.is_paused:
        yield MayOrder.RESUME
    elif game.round is not None:
        yield from (MayOrder.EXTEND, MayOrder.CLOSE, MayOrder.PAUSE)
    elif game.stage is Stage.GOING_ON:
        yield from _between_rounds(running)
    if game.last is not None:
        if may_correct_last_round(game, now):
            yield MayOrder.REOPEN
        yield MayOrder.CORRECT


def _between_rounds(running: RunningRounds) -> Iterator[MayOrder]:
    if running.policy.publish is Publish.APPROVE and running.game.last is not None:
        yield MayOrder.PUBLISH
    if running.policy.draw is DrawBy.HAND and is_waiting_for_letters(running.game):
        yield MayOrder.DRAW


def digest(running: RunningRounds, office: Office, now: datetime) -> Step | None:
    """Tell the game master once, `digest` before the ZAT, how his game stands; his deputy in full."""
    game, playing = running.game, running.game.round
    if playing is None or playing.deadline is None or not is_time_for_digest(running, now):
        return None
    day = playing.deadline.astimezone(running.policy.zone).date()
    what = f"digest:{playing.number}:{day}"
    if what in game.noted:
        return None
    mails = list(_digests(running, office, f"{what}:{game.id}", now))
    return Step(f"{what}:{game.id}", Decision(((game.id, Noted(what, now)),), tuple(mails)))


def _digests(running: RunningRounds, office: Office, key: str, now: datetime) -> Iterator[Owed]:
    game, policy = running.game, running.policy
    content = Digest(game, policy, desk_of(running, office, now))
    yield owe_to_game_master(office.house, content, key, now, policy=policy, game=game)
    if content.desk.is_hidden:
        full = Digest(game, policy, desk_of(running, office, now, for_deputy=True), for_deputy=True)
        yield from owe_to_deputy(running, full, key, now)
