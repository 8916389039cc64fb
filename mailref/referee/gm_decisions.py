"""What the game master decides, carried out: an action and a game to a step, or to a refusal.

The same for the shell and for mail. Everything is an appended event with its reason; what follows
from it is computed anew, and those concerned are told (rules 8, custom).
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from mailref.reading.names import find_name
from mailref.referee import gm_orders as act
from mailref.referee.corrections import about_player, correct, correct_last_round, was_reported
from mailref.referee.deadline import is_ahead, is_before_zat, may_correct_last_round
from mailref.referee.findings import RunningGame
from mailref.referee.gm_orders import Order, step_of, told
from mailref.referee.identity import game_master_plays
from mailref.referee.mails import Step
from mailref.referee.policy import Publish
from mailref.referee.register import ruling_notices
from mailref.referee.reports import Means
from mailref.referee.rounds import Held, close, released
from mailref.rules.events import (
    DeadlineMoved,
    Event,
    GamePaused,
    GameResumed,
    Noted,
    PressRuled,
    RoundReopened,
    TieRuled,
    WordRuled,
)
from mailref.rules.game import RoundGame
from mailref.rules.rounds.closing import Closing, result_of
from mailref.rules.rounds.next_round import Letters, WrongLettersError, end_of, follow, go_on
from mailref.rules.rounds.ties import AskGameMaster


def carry_out(
    order: Order, running: RunningGame, means: Means, now: datetime
) -> Step | act.Refusal:
    """Return what an order records and which mails it owes, or why it cannot be."""
    match order.action:
        case act.RuleWord():
            return _rule(order, order.action, running, means, now)
        case act.CloseRound():
            return _close(order, order.action, running, means, now)
        case act.DrawTiles(tiles):
            return _draw(order, tiles, running, means, now)
        case act.PublishReport():
            return _publish(order, running, now)
        case act.ExtendDeadline() | act.PauseGame() | act.ResumeGame() | act.ReopenRound():
            return _about_time(order, running, now)
        case act.CorrectScore() | act.CorrectDraw():
            return correct(order, running, means, now)
        case act.ExcludePlayer() | act.RenamePlayer() | act.ChangeAddresses():
            return about_player(order, order.action, running, means.office.house)
        case act.DecideTie(number):
            return _decide_tie(order, number, running, means, now)
        case act.RulePress():
            return _rule_press(order, order.action, running)
        case _:
            assert_never(order.action)


def _rule(
    order: Order, action: act.RuleWord, running: RunningGame, means: Means, now: datetime
) -> Step | act.Refusal:
    """Rule on a word; a word of the round closed last corrects that round until the next ZAT."""
    in_file = dict.fromkeys(running.policy.accept, True) | dict.fromkeys(
        running.policy.refuse, False
    )
    if in_file.get(action.word, action.accepted) is not action.accepted:
        return act.Refusal("settings_win", (action.word,))
    event = WordRuled(action.word, action.accepted, order.by, order.because)
    corrected = correct_last_round(
        running, means, now, (event,), because=order.because, cause=order.cause
    )
    if corrected is not None:
        changed = RunningGame(follow(running.game, _own(running, corrected)), running.policy)
        told = ruling_notices(running, changed, means.office, event, cause=order.cause, now=now)
        mails = (*corrected.decision.mails, *told)
        return replace(corrected, decision=replace(corrected.decision, mails=mails))
    after = RunningGame(follow(running.game, (event,)), running.policy)
    notices = ruling_notices(running, after, means.office, event, cause=order.cause, now=now)
    return step_of(order, running, event, mails=notices)


def _own(running: RunningGame, step: Step) -> Iterator[Event]:
    return (event for game, event in step.decision.events if game == running.policy.id)


def _close(
    order: Order, action: act.CloseRound, running: RunningGame, means: Means, now: datetime
) -> Step | act.Refusal:
    """Close the open round; before its ZAT all players are told (contract 1, close)."""
    playing = running.game.round
    if playing is None:
        return act.Refusal("no_round")
    is_before = is_before_zat(playing, now)
    if is_before and not action.is_early:
        return _before_zat(playing.deadline, running)
    step = close(running, means, now, is_early=is_before, policy=action.undecided)
    if isinstance(step, Held):
        if step.tie is not None:
            return act.Refusal("tie", step.tie.choices)
        return act.Refusal("undecided", step.words)
    if not is_before:
        return step
    all_told = told(order, running, "closed_early", now, *_own(running, step))
    return replace(step, decision=all_told.decision)


def _before_zat(deadline: datetime | None, running: RunningGame) -> act.Refusal:
    zat = deadline.astimezone(running.policy.zone).isoformat() if deadline else ""
    return act.Refusal("before_zat", (zat,))


def is_waiting_for_letters(game: RoundGame) -> bool:
    """Tell whether letters for the next round may be given by hand now."""
    is_drawn = game.last_draw is not None and game.last_draw.number == game.next_round
    return game.round is None and not game.is_over and not is_drawn and end_of(game) is None


def _draw(
    order: Order, tiles: str, running: RunningGame, means: Means, now: datetime
) -> Step | act.Refusal:
    if not is_waiting_for_letters(running.game):
        return act.Refusal("not_waiting_for_letters")
    try:
        letters = Letters(by_hand=True, drawn=tiles)
        events = go_on(running.game, letters, means.chance, now)
    except WrongLettersError as error:
        return act.Refusal("wrong_letters", error.facts)
    return step_of(order, running, *events)


def _publish(order: Order, running: RunningGame, now: datetime) -> Step | act.Refusal:
    game, last = running.game, running.game.last
    is_waiting = running.policy.publish is Publish.APPROVE and not was_reported(game)
    if last is None or not is_waiting or (release := released(game)) in game.noted:
        return act.Refusal("nothing_to_publish")
    return step_of(order, running, Noted(release, now))


def _about_time(order: Order, running: RunningGame, now: datetime) -> Step | act.Refusal:
    game, playing = running.game, running.game.round
    match order.action:
        case act.ExtendDeadline(deadline):
            if playing is None:
                return act.Refusal("no_round")
            if not is_ahead(deadline, now):
                return act.Refusal("past", (deadline.isoformat(),))
            moved: Event = DeadlineMoved(playing.number, deadline, order.because)
            return told(order, running, "moved", now, moved)
        case act.PauseGame():
            if game.is_paused or game.is_over:
                return act.Refusal("already_paused" if game.is_paused else "over")
            return told(order, running, "paused", now, GamePaused(order.because))
        case act.ResumeGame(deadline):
            return _resume(order, deadline, running, now)
        case act.ReopenRound(deadline):
            return _reopen(order, deadline, running, now)
        case _:
            raise AssertionError(order.action)


def _resume(
    order: Order, deadline: datetime | None, running: RunningGame, now: datetime
) -> Step | act.Refusal:
    game, playing = running.game, running.game.round
    if not game.is_paused:
        return act.Refusal("not_paused")
    zat = deadline or (playing.deadline if playing else None)
    if playing is not None and zat is not None and not is_ahead(zat, now):
        return act.Refusal("needs_deadline", (zat.isoformat(),))
    events: list[Event] = [GameResumed(order.because)]
    if playing is not None and deadline is not None and deadline != playing.deadline:
        events.append(DeadlineMoved(playing.number, deadline, order.because))
    return told(order, running, "resumed", now, *events)


def _reopen(
    order: Order, deadline: datetime | None, running: RunningGame, now: datetime
) -> Step | act.Refusal:
    """Open the round closed last again; after the next ZAT only totals can be corrected (rules 8)."""
    game = running.game
    if game.last is None or game.before_close is None:
        return act.Refusal("nothing_to_reopen")
    if not may_correct_last_round(game, now):
        return act.Refusal("too_late_to_reopen")
    if deadline is None or not is_ahead(deadline, now):
        return act.Refusal("needs_deadline", (deadline.isoformat() if deadline else "",))
    event = RoundReopened(game.last.number, deadline, order.because)
    return told(order, running, "reopened", now, event)


def _rule_press(order: Order, action: act.RulePress, running: RunningGame) -> Step | act.Refusal:
    """Release or drop the texts that wait: of one mail, of one player, or all."""
    author = action.player and find_name(action.player, tuple(running.game.players))
    waiting = [
        item.mail
        for item in running.game.press
        if not item.is_released
        and action.mail in (None, item.mail)
        and (author is None or author == item.player)
    ]
    if not waiting:
        return act.Refusal("no_press")
    events = (PressRuled(mail, action.is_released) for mail in dict.fromkeys(waiting))
    return step_of(order, running, *events)


def _decide_tie(
    order: Order, number: int, running: RunningGame, means: Means, now: datetime
) -> Step | act.Refusal:
    """Choose among the equal best moves as they were listed; asked anew, so that none is stale."""
    playing = running.game.round
    if playing is None:
        return act.Refusal("no_round")
    is_before = is_before_zat(playing, now)
    if is_before and game_master_plays(running, means.office):
        # Before the ZAT a game master who plays sees no moves, equal best ones included.
        return _before_zat(playing.deadline, running)
    closing = Closing(now, means.office.lexicon, means.chance, lambda *_: None)
    result = result_of(running.game, closing)
    if not isinstance(result, AskGameMaster):
        return act.Refusal("no_tie")
    if not 1 <= number <= len(result.choices):
        return act.Refusal("tie", result.choices)
    choice = result.choices[number - 1]
    return step_of(order, running, TieRuled(playing.number, choice, order.because))
