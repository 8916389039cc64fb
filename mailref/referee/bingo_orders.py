"""Carry out what the game master orders in Scrabble-Bingo (other games 2)."""

from dataclasses import replace
from datetime import datetime

from mailref.reading.names import find_name
from mailref.referee import gm_orders as orders
from mailref.referee.bingo_steps import (
    WaitsForWords,
    close_bingo,
    opening_for,
    reports_of,
    told_of_rulings,
    told_of_zat,
)
from mailref.referee.contents import Content
from mailref.referee.deadline import is_ahead, is_before_zat
from mailref.referee.findings import Office
from mailref.referee.gm_orders import GivenOrder, Refusal
from mailref.referee.mails import Step, step_of
from mailref.referee.notices import ZatChange
from mailref.referee.policy import RunningBingo
from mailref.referee.register import decide_about_player
from mailref.referee.reports import Means
from mailref.referee.turn_gm_orders import (
    NoteAbsence,
    OtherFamily,
    PassForPlayer,
    ReplacePlayer,
    RuleTheme,
    UndoTurn,
)
from mailref.rules.events import (
    BY_GAME_MASTER,
    DeadlineMoved,
    Event,
    GameEnded,
    GamePaused,
    GameResumed,
    PressRuled,
    WordRuled,
)
from mailref.rules.replay import follow


def carry_out_in_bingo(
    given: GivenOrder, running: RunningBingo, means: Means, now: datetime
) -> Step | Refusal:
    """Return what an order records and which mails it owes, or why it cannot be carried out."""
    office = means.office
    match given.order:
        case orders.RuleWord() as order:
            return _rule_word(given, order, running, office, now)
        case orders.CloseRound() as order:
            return _close(given, order, running, means, now)
        case orders.ExtendDeadline(deadline):
            return _extend(given, deadline, running, office, now)
        case orders.PauseGame():
            return _pause(given, running, office, now)
        case orders.ResumeGame(deadline):
            return _resume(given, deadline, running, office, now)
        case (
            orders.ExcludePlayer() | orders.AdmitPlayer() | orders.RenamePlayer()
            | orders.ChangeAddresses() as order
        ):  # fmt: skip

            def welcome(after: RunningBingo, name: str) -> Content:
                return opening_for(after, office, name)

            return decide_about_player(given, order, running, welcome, office.house, now)
        case orders.EndGame():
            return _end(given, running, means, now)
        case orders.RulePress() as order:
            return _rule_press(given, order, running)
        case UndoTurn() | PassForPlayer() | ReplacePlayer() | NoteAbsence() | RuleTheme():
            return OtherFamily("turns")
        case _:
            return OtherFamily("rounds")


def _rule_word(
    given: GivenOrder, order: orders.RuleWord, running: RunningBingo, office: Office, now: datetime
) -> Step | Refusal:
    """Rule on a word; from the first ZAT on it changes nothing any more."""
    policy = running.policy
    in_file = dict.fromkeys(policy.accept, True) | dict.fromkeys(policy.refuse, False)
    if in_file.get(order.word, order.accepted) is not order.accepted:
        return orders.SettingsWin(order.word)
    event = WordRuled(order.word, order.accepted, given.by.value, given.because)
    after = replace(running, game=follow(running.game, (event,)))
    mails = told_of_rulings(running, after, office, (event,), given.cause, now)
    return step_of(given.cause, running, event, mails=mails)


def _close(
    given: GivenOrder, order: orders.CloseRound, running: RunningBingo, means: Means, now: datetime
) -> Step | Refusal:
    playing = running.game.round
    if playing is None:
        return orders.NoRound()
    is_before = is_before_zat(playing, now)
    if is_before and not order.is_early:
        zat = playing.deadline
        return orders.BeforeZat(zat.astimezone(running.policy.zone) if zat else None)
    step = close_bingo(
        running, means, now, is_early=is_before, policy=order.undecided, because=given.because
    )
    return orders.WordsUndecided(step.words) if isinstance(step, WaitsForWords) else step


def _extend(
    given: GivenOrder, deadline: datetime, running: RunningBingo, office: Office, now: datetime
) -> Step | Refusal:
    playing = running.game.round
    if playing is None:
        return orders.NoRound()
    if not is_ahead(deadline, now):
        return orders.InThePast(deadline)
    moved = DeadlineMoved(playing.number, deadline, given.because)
    return _told_all(given, running, office, ZatChange.MOVED, now, moved)


def _pause(
    given: GivenOrder, running: RunningBingo, office: Office, now: datetime
) -> Step | Refusal:
    if running.game.is_paused:
        return orders.AlreadyPaused()
    if running.game.is_over:
        return orders.GameIsOver()
    paused = GamePaused(given.because)
    return _told_all(given, running, office, ZatChange.PAUSED, now, paused)


def _resume(
    given: GivenOrder,
    deadline: datetime | None,
    running: RunningBingo,
    office: Office,
    now: datetime,
) -> Step | Refusal:
    game, playing = running.game, running.game.round
    if not game.is_paused:
        return orders.NotPaused()
    zat = deadline or (playing.deadline if playing else None)
    if playing is not None and zat is not None and not is_ahead(zat, now):
        return orders.NeedsDeadline()
    events: list[Event] = [GameResumed(given.because)]
    if playing is not None and deadline is not None and deadline != playing.deadline:
        events.append(DeadlineMoved(playing.number, deadline, given.because))
    return _told_all(given, running, office, ZatChange.RESUMED, now, *events)


def _told_all(
    given: GivenOrder,
    running: RunningBingo,
    office: Office,
    change: ZatChange,
    now: datetime,
    *events: Event,
) -> Step:
    after = replace(running, game=follow(running.game, events))
    mails = told_of_zat(running, after, office, change, given.cause, now, because=given.because)
    return step_of(given.cause, running, *events, mails=mails)


def _end(given: GivenOrder, running: RunningBingo, means: Means, now: datetime) -> Step | Refusal:
    """End the game: nobody has won; all get the last report with the seed and all words."""
    if running.game.is_over:
        return orders.GameIsOver()
    ended: list[Event] = [GameEnded(means.chance.seed.hex(), BY_GAME_MASTER, now)]
    mails = reports_of(running, means.office, ended, given.cause, now, because=given.because)
    return step_of(given.cause, running, *ended, mails=mails)


def _rule_press(
    given: GivenOrder, order: orders.RulePress, running: RunningBingo
) -> Step | Refusal:
    """Release or drop the texts that wait: of one mail, of one player, or all."""
    author = order.player and find_name(order.player, tuple(running.game.players))
    waiting = [
        item.mail
        for item in running.game.press
        if not item.is_released
        and order.mail in {None, item.mail}
        and (author is None or author == item.player)
    ]
    if not waiting:
        return orders.NoPress()
    events = (PressRuled(mail, order.is_released) for mail in dict.fromkeys(waiting))
    return step_of(given.cause, running, *events)
