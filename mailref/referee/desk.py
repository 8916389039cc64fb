"""What the game master decides, carried out: an action and a game to a step, or to a refusal.

The same for the shell and for mail. Everything is an appended event with its reason; what follows
from it is computed anew, and those concerned are told (rules 8, custom; issue 4).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from mailref.mail.entries.names import find_name
from mailref.referee import actions as act
from mailref.referee.addressing import owe_to_player
from mailref.referee.errata import correct_last_round, erratum
from mailref.referee.model import Table
from mailref.referee.owed import DeadlineNotice, Decision, Owed
from mailref.referee.rounds import Held, Means, close
from mailref.referee.rulings import ruling_notices
from mailref.referee.steps import Step
from mailref.rules.adjudication import Closing, result_of
from mailref.rules.draw import draw_by_hand
from mailref.rules.events import (
    AddressesChanged,
    DeadlineMoved,
    Event,
    GamePaused,
    GameResumed,
    LettersDrawn,
    Noted,
    PlayerLeft,
    PlayerRenamed,
    PressRuled,
    RoundReopened,
    ScoreCorrected,
    TieRuled,
    WordRuled,
)
from mailref.rules.game import Game
from mailref.rules.progress import Letters, WrongLettersError, end_of, follow, go_on
from mailref.rules.ties import AskGameMaster
from mailref.rules.tiles import in_order, missing_from


@dataclass(frozen=True, slots=True)
class Order:
    """An action with its reason and where it came from (`command` or `mail`)."""

    action: act.Action
    because: str
    by: str
    cause: str
    """Unique: the same order carried out twice changes nothing."""


def carry_out(order: Order, table: Table, means: Means, now: datetime) -> Step | act.Refusal:
    """Return what an order records and which mails it owes, or why it cannot be."""
    match order.action:
        case act.RuleWord():
            return _rule(order, order.action, table, means, now)
        case act.CloseRound():
            return _close(order.action, table, means, now)
        case act.DrawTiles(tiles):
            return _draw(order, tiles, table, means, now)
        case act.PublishReport():
            return _publish(order, table, now)
        case act.ExtendDeadline() | act.PauseGame() | act.ResumeGame() | act.ReopenRound():
            return _about_time(order, table, now)
        case act.CorrectScore() | act.CorrectDraw():
            return _correct(order, table, means, now)
        case act.ExcludePlayer() | act.RenamePlayer() | act.ChangeAddresses():
            return _about_player(order, order.action, table)
        case act.DecideTie(number):
            return _decide_tie(order, number, table, means, now)
        case act.RulePress(mail, is_released):
            if mail not in (item.mail for item in table.game.press):
                return act.Refusal("no_press")
            return _step(order, table, PressRuled(mail, is_released))
        case _:
            assert_never(order.action)


def _step(order: Order, table: Table, *events: Event, mails: Iterator[Owed] | None = None) -> Step:
    id_ = table.policy.id
    return Step(order.cause, Decision(tuple((id_, event) for event in events), tuple(mails or ())))


def _rule(
    order: Order, action: act.RuleWord, table: Table, means: Means, now: datetime
) -> Step | act.Refusal:
    """Rule on a word; a word of the round closed last corrects that round until the next ZAT."""
    in_file = dict.fromkeys(table.policy.accept, True) | dict.fromkeys(table.policy.refuse, False)
    if in_file.get(action.word, action.accepted) is not action.accepted:
        return act.Refusal("settings_win", (action.word,))
    event = WordRuled(action.word, action.accepted, order.by, order.because)
    corrected = correct_last_round(
        table, means, now, (event,), because=order.because, cause=order.cause
    )
    if corrected is not None:
        return corrected
    after = Table(follow(table.game, (event,)), table.policy)
    notices = ruling_notices(table, after, means.desk, event, cause=order.cause, now=now)
    return _step(order, table, event, mails=notices)


def _close(action: act.CloseRound, table: Table, means: Means, now: datetime) -> Step | act.Refusal:
    playing = table.game.round
    if playing is None:
        return act.Refusal("no_round")
    is_before = playing.deadline is None or now < playing.deadline
    if is_before and not action.is_early:
        zat = playing.deadline.isoformat() if playing.deadline else ""
        return act.Refusal("before_zat", (zat,))
    step = close(table, means, now, is_early=is_before, policy=action.undecided)
    if isinstance(step, Held):
        if step.tie is not None:
            return act.Refusal("tie", step.tie.choices)
        return act.Refusal("undecided", step.words)
    return step


def is_waiting_for_letters(game: Game) -> bool:
    """Tell whether letters for the next round may be given by hand now."""
    is_drawn = game.last_draw is not None and game.last_draw.number == game.next_round
    return game.round is None and not game.is_over and not is_drawn and end_of(game) is None


def _draw(
    order: Order, tiles: str, table: Table, means: Means, now: datetime
) -> Step | act.Refusal:
    if not is_waiting_for_letters(table.game):
        return act.Refusal("not_waiting_for_letters")
    try:
        letters = Letters(by_hand=True, drawn=tiles)
        events = go_on(table.game, letters, means.chance, now)
    except WrongLettersError as error:
        return act.Refusal("wrong_letters", (str(error),))
    return _step(order, table, *events)


def _publish(order: Order, table: Table, now: datetime) -> Step | act.Refusal:
    last = table.game.last
    if last is None or table.game.round is not None:
        return act.Refusal("nothing_to_publish")
    return _step(order, table, Noted(f"released:{last.number}:{table.game.reopened}", now))


def _about_time(order: Order, table: Table, now: datetime) -> Step | act.Refusal:
    game, playing = table.game, table.game.round
    match order.action:
        case act.ExtendDeadline(deadline):
            if playing is None:
                return act.Refusal("no_round")
            if deadline <= now:
                return act.Refusal("past", (deadline.isoformat(),))
            moved: Event = DeadlineMoved(playing.number, deadline, order.because)
            return _told(order, table, "moved", now, moved)
        case act.PauseGame():
            if game.is_paused or game.is_over:
                return act.Refusal("already_paused" if game.is_paused else "over")
            return _told(order, table, "paused", now, GamePaused(order.because))
        case act.ResumeGame(deadline):
            return _resume(order, deadline, table, now)
        case act.ReopenRound(deadline):
            return _reopen(order, deadline, table, now)
        case _:
            raise AssertionError(order.action)


def _resume(
    order: Order, deadline: datetime | None, table: Table, now: datetime
) -> Step | act.Refusal:
    game, playing = table.game, table.game.round
    if not game.is_paused:
        return act.Refusal("not_paused")
    zat = deadline or (playing.deadline if playing else None)
    if playing is not None and zat is not None and zat <= now:
        return act.Refusal("needs_deadline", (zat.isoformat(),))
    events: list[Event] = [GameResumed(order.because)]
    if playing is not None and deadline is not None and deadline != playing.deadline:
        events.append(DeadlineMoved(playing.number, deadline, order.because))
    return _told(order, table, "resumed", now, *events)


def _reopen(
    order: Order, deadline: datetime | None, table: Table, now: datetime
) -> Step | act.Refusal:
    """Open the round closed last again; after the next ZAT only totals can be corrected (rules 8)."""
    game = table.game
    if game.last is None or game.before_close is None:
        return act.Refusal("nothing_to_reopen")
    if is_past_next_zat(game, now):
        return act.Refusal("too_late_to_reopen")
    if deadline is None or deadline <= now:
        return act.Refusal("needs_deadline", (deadline.isoformat() if deadline else "",))
    event = RoundReopened(game.last.number, deadline, order.because)
    return _told(order, table, "reopened", now, event)


def is_past_next_zat(game: Game, now: datetime) -> bool:
    """Tell whether the ZAT after the last closed round has passed."""
    return game.round is not None and game.round.deadline is not None and now > game.round.deadline


def _told(order: Order, table: Table, what: str, now: datetime, *events: Event) -> Step:
    """Record *events* and tell every player what was moved, and why."""
    before = table.game.round.deadline if table.game.round else None
    after = Table(follow(table.game, events), table.policy)
    content = DeadlineNotice(what, after.game, after.policy, before, order.because)
    mails = (
        owed
        for player in after.game.active
        for owed in owe_to_player(after, player, content, order.cause, now)
    )
    return _step(order, table, *events, mails=mails)


def _correct(order: Order, table: Table, means: Means, now: datetime) -> Step | act.Refusal:
    match order.action:
        case act.CorrectScore(player, points, number):
            name = find_name(player, tuple(table.game.players))
            last = table.game.last
            if not isinstance(name, str):
                return act.Refusal("unknown_player", name)
            if last is None:
                return act.Refusal("no_closed_round")
            event: Event = ScoreCorrected(name, number or last.number, points, order.because)
            after = Table(follow(table.game, (event,)), table.policy)
            mails = erratum(table, after, means, now, because=order.because, cause=order.cause)
            return _step(order, table, event, mails=mails)
        case act.CorrectDraw(rack):
            return _new_letters(order, rack, table, now)
        case _:
            raise AssertionError(order.action)


def _new_letters(order: Order, rack: str, table: Table, now: datetime) -> Step | act.Refusal:
    """Replace the letters of the open round; its moves are judged anew with them."""
    game = table.game
    if game.round is None:
        return act.Refusal("no_round")
    everything = in_order(game.rack + game.bag)
    if missing := missing_from(everything, rack):
        return act.Refusal("wrong_letters", (missing,))
    draw = draw_by_hand("", everything, rack)
    event = LettersDrawn(game.round.number, draw, now)
    return _told(order, table, "letters", now, event)


def _about_player(
    order: Order,
    action: act.ExcludePlayer | act.RenamePlayer | act.ChangeAddresses,
    table: Table,
) -> Step | act.Refusal:
    name = find_name(action.player, tuple(table.game.players))
    if not isinstance(name, str):
        return act.Refusal("unknown_player", name)
    match action:
        case act.ExcludePlayer():
            return _step(order, table, PlayerLeft(name, order.because or "excluded"))
        case act.RenamePlayer(_, new_name):
            taken = find_name(new_name, tuple(n for n in table.game.players if n != name))
            if isinstance(taken, str):
                return act.Refusal("name_taken", (taken,))
            return _step(order, table, PlayerRenamed(name, new_name, order.because))
        case act.ChangeAddresses(_, addresses):
            return _step(order, table, AddressesChanged(name, addresses, order.because or order.by))
        case _:
            assert_never(action)


def _decide_tie(
    order: Order, number: int, table: Table, means: Means, now: datetime
) -> Step | act.Refusal:
    """Choose among the equal best moves as they were listed; asked anew, so that none is stale."""
    if table.game.round is None:
        return act.Refusal("no_round")
    closing = Closing(now, means.desk.lexicon, means.chance, lambda *_: None)
    result = result_of(table.game, closing)
    if not isinstance(result, AskGameMaster):
        return act.Refusal("no_tie")
    if not 1 <= number <= len(result.choices):
        return act.Refusal("tie", result.choices)
    choice = result.choices[number - 1]
    return _step(order, table, TieRuled(table.game.round.number, choice, order.because))
