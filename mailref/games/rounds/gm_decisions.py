"""Carry out what the game master orders: each order becomes a step in a game, or a refusal.

The same for the shell and for mail. Everything is an appended event with its reason; what follows
from it is computed anew, and those concerned are told (rules 8, custom).
"""

from collections.abc import Iterator
from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from mailref.games.by_rounds.orders import paused, resumed, zat_moved
from mailref.games.events import (
    BY_GAME_MASTER,
    Event,
    GameEnded,
    Noted,
    WordRuled,
)
from mailref.games.replay import follow
from mailref.games.rounds.closing import Closing, result_of
from mailref.games.rounds.contents import DeadlineNotice, WhyAnew
from mailref.games.rounds.corrections import (
    bases_told,
    correct_last_round,
    correct_score,
    judged_anew,
    late_after_all,
    own_move,
    was_reported,
)
from mailref.games.rounds.done_again import bases_fixed
from mailref.games.rounds.events import RoundReopened, TieRuled
from mailref.games.rounds.in_force import in_force_now
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.register import join_by_himself, ruling_notices, welcome_to_rounds
from mailref.games.rounds.reports import announcements, rounds_in
from mailref.games.rounds.revoked import undoing
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rounds.steps import (
    Held,
    close,
    correct_draw,
    draw_by_order,
    draw_letters_anew,
    released,
    shown,
    waiting_preview,
    what_follows,
)
from mailref.games.rounds.ties import AskGameMaster
from mailref.referee import gm_orders as orders
from mailref.referee.deadline import is_ahead, is_before_zat, may_correct_last_round
from mailref.referee.findings import Office
from mailref.referee.gm_orders import (
    GivenOrder,
    GmOrder,
    NoteAbsence,
    OtherFamily,
    PassForPlayer,
    Refusal,
    ReplacePlayer,
    RuleTheme,
    UndoTurn,
)
from mailref.referee.gm_results import (
    LastRoundTied,
    LettersKnown,
    LettersNow,
    MoveChosen,
    ReportGoesOut,
    Result,
    RoundIsClosed,
    RulingTooLate,
    TotalNow,
    ZatNow,
    press_ruled,
    word_ruled,
)
from mailref.referee.identity import game_master_plays
from mailref.referee.mails import Step, owe_to_player, owe_to_subscriber, step_of, subscribers_of
from mailref.referee.notices import ZatChange
from mailref.referee.order_results import common_result, named
from mailref.referee.register import PlayerOrder, decide_about_player
from mailref.referee.reports import Means


def carry_out(  # noqa: C901, PLR0912  one branch for each order
    given: GivenOrder, running: RunningRounds, means: Means, now: datetime
) -> Step | Refusal:
    """Return what an order records and which mails it owes, or why it cannot be carried out."""
    match given.order:
        case orders.RuleWord() as order:
            return _rule_word(given, order, running, means, now)
        case orders.CloseRound() as order:
            return _close(given, order, running, means, now)
        case orders.ExtendDeadline() | orders.PauseGame() | orders.ResumeGame() as order:
            return _set_clock(given, order, running, means, now)
        case orders.DrawTiles(tiles):
            return draw_by_order(given, tiles, running, means, now)
        case orders.PublishReport():
            return _publish(given, running, means, now)
        case orders.ReopenRound(deadline, number):
            last = running.game.last
            if number is not None and last is not None and number != last.number:
                return orders.NotTheLastRound(number, last.number)
            return _reopen(given, deadline, running, means, now)
        case orders.CorrectScore() as order:
            return correct_score(given, order, running, means, now)
        case orders.CorrectDraw(rack):
            return correct_draw(given, rack, running, means, now)
        case orders.DrawAnew():
            return draw_letters_anew(given, running, means, now)
        case (
            orders.ExcludePlayer() | orders.AdmitPlayer() | orders.RenamePlayer()
            | orders.ChangeAddresses() as order
        ):  # fmt: skip
            return _decide_about_player(given, order, running, means, now)
        case orders.EndGame():
            return _end(given, running, means, now)
        case orders.DecideTie(number):
            return _decide_tie(given, number, running, means, now)
        case orders.RulePress() as order:
            ruled = press_ruled(running.game, order)
            return step_of(given.cause, running, *ruled) if isinstance(ruled, tuple) else ruled
        case orders.RevokeOrder():
            return _revoke(given, running, means, now)
        case (
            UndoTurn() | PassForPlayer() | ReplacePlayer() | NoteAbsence() | RuleTheme()
        ):  # fmt: skip
            return OtherFamily("turns")
        case _:
            assert_never(given.order)


def _decide_about_player(
    given: GivenOrder, order: PlayerOrder, running: RunningRounds, means: Means, now: datetime
) -> Step | Refusal:
    """Carry out what is ordered about a player; late joiners' bases follow who is still in the game."""
    step = decide_about_player(
        given, order, running, welcome_to_rounds, join_by_himself, means.office.house, now
    )
    if not isinstance(step, Step):
        return step
    events = [event for _, event in step.decision.events]
    after = replace(running, game=follow(running.game, events))
    bases = tuple(bases_fixed(after.game))
    after = replace(after, game=follow(after.game, bases))
    told = bases_told(after, bases, because=given.because, cause=given.cause, now=now)
    mails = (*step.decision.mails, *told)
    done = step_of(given.cause, running, *events, *bases, mails=mails)
    return replace(done, instead=step.instead)


def _tell_all(
    given: GivenOrder,
    running: RunningRounds,
    office: Office,
    change: ZatChange,
    now: datetime,
    *events: Event,
) -> Step:
    """Record *events* and tell every player what became of the ZAT, and why.

    What takes a report back, or ends the reports, concerns the subscribers too.
    """
    before = running.game.round.deadline if running.game.round else None
    after = replace(running, game=follow(running.game, events))
    content = DeadlineNotice(change, after.game, after.policy, before, given.because)
    players = [player for player in after.game.players.values() if not player.has_left]
    mails = [
        owed
        for player in players
        for owed in owe_to_player(
            after,
            player,
            replace(content, own=own_move(after, player.name, office)),
            given.cause,
            now,
        )
    ]
    is_of_all = change is ZatChange.REOPENED and was_reported(running.game)
    if is_of_all or change is ZatChange.ENDED:
        readers = subscribers_of(after)
        mails += [owe_to_subscriber(after, each, content, given.cause, now) for each in readers]
    return step_of(given.cause, running, *events, mails=mails)


def _with_new_zat(
    given: GivenOrder,
    running: RunningRounds,
    means: Means,
    now: datetime,
    change: ZatChange,
    *events: Event,
) -> Step:
    """Give the open round another ZAT; late mail that is in time for it counts, and its sender is told."""
    office = means.office
    moved = follow(running.game, events)
    late = tuple(late_after_all(moved, moved.round.deadline if moved.round else None))
    step = _tell_all(given, running, office, change, now, *events, *late)
    if not late:
        return step
    told = judged_anew(
        in_force_now(office, moved),
        replace(running, game=follow(moved, late)),
        office,
        WhyAnew.LATE,
        because=given.because,
        cause=given.cause,
        now=now,
    )
    mails = (*step.decision.mails, *told)
    return replace(step, decision=replace(step.decision, mails=mails))


def _set_clock(
    given: GivenOrder,
    order: orders.ExtendDeadline | orders.PauseGame | orders.ResumeGame,
    running: RunningRounds,
    means: Means,
    now: datetime,
) -> Step | Refusal:
    """Set, stop or start the clock of the open round; all are told."""
    game, because = running.game, given.because
    match order:
        case orders.ExtendDeadline(deadline):
            change, events = ZatChange.MOVED, zat_moved(game, deadline, because, now)
        case orders.PauseGame():
            change, events = ZatChange.PAUSED, paused(game, because)
        case orders.ResumeGame(deadline):
            change, events = ZatChange.RESUMED, resumed(game, deadline, because, now)
        case _:
            assert_never(order)
    if not isinstance(events, tuple):
        return events
    if change is ZatChange.PAUSED:
        return _tell_all(given, running, means.office, change, now, *events)
    return _with_new_zat(given, running, means, now, change, *events)


def _rule_word(
    given: GivenOrder, order: orders.RuleWord, running: RunningRounds, means: Means, now: datetime
) -> Step | Refusal:
    """Rule on a word; a word of the round closed last corrects that round until the next ZAT."""
    event = word_ruled(given, order, running.policy)
    if not isinstance(event, WordRuled):
        return event
    corrected = correct_last_round(
        running, means, now, (event,), because=given.because, cause=given.cause
    )
    if isinstance(corrected, Step):
        changed = replace(running, game=follow(running.game, _own(running, corrected)))
        told = ruling_notices(running, changed, means.office, event, cause=given.cause, now=now)
        mails = (*corrected.decision.mails, *told)
        return replace(corrected, decision=replace(corrected.decision, mails=mails))
    after = replace(running, game=follow(running.game, (event,)))
    notices = ruling_notices(running, after, means.office, event, cause=given.cause, now=now)
    step = step_of(given.cause, running, event, mails=notices)
    tied = _last_round_tied(running, corrected) if corrected is not None else ()
    return replace(step, remarks=(*tied, *_too_late(order, running, means, now)))


def _last_round_tied(running: RunningRounds, tie: AskGameMaster) -> tuple[LastRoundTied, ...]:
    last = running.game.last
    return (LastRoundTied(last.number, tie.choices),) if last is not None else ()


def _too_late(
    order: orders.RuleWord, running: RunningRounds, means: Means, now: datetime
) -> Iterator[RulingTooLate]:
    """Say in which rounds the word was judged otherwise and stays so (rules 8, custom)."""
    game = running.game
    if order.accepted is None:
        return
    last = game.last.number if game.last and may_correct_last_round(game, now) else None
    rounds = tuple(
        closed.number
        for closed in rounds_in(means, game)
        if closed.number != last and closed.verdict_on(order.word) is (not order.accepted)
    )
    if rounds:
        yield RulingTooLate(order.word, rounds)


def _own(running: RunningRounds, step: Step) -> Iterator[Event]:
    return (event for game, event in step.decision.events if game == running.policy.id)


def _close(
    given: GivenOrder, order: orders.CloseRound, running: RunningRounds, means: Means, now: datetime
) -> Step | Refusal:
    """Close the open round; before its ZAT all players are told (contract 1, close)."""
    playing = running.game.round
    if playing is None:
        return orders.NoRound()
    is_before = is_before_zat(playing, now)
    if is_before and not order.is_early:
        return _before_zat(playing.deadline, running)
    step = close(running, means, now, is_early=is_before, policy=order.undecided)
    if isinstance(step, Held):
        if step.tie is not None:
            return orders.EqualMoves(step.tie.choices)
        return orders.WordsUndecided(step.words)
    if not is_before:
        return step
    told = _tell_all(
        given, running, means.office, ZatChange.CLOSED_EARLY, now, *_own(running, step)
    )
    return replace(step, decision=told.decision)


def _before_zat(deadline: datetime | None, running: RunningRounds) -> orders.BeforeZat:
    return orders.BeforeZat(deadline.astimezone(running.policy.zone) if deadline else None)


def _reopen(
    given: GivenOrder,
    deadline: datetime | None,
    running: RunningRounds,
    means: Means,
    now: datetime,
) -> Step | Refusal:
    """Open the round closed last again; after the next ZAT only totals can be corrected (rules 8)."""
    game = running.game
    if game.last is None or game.before_close is None:
        return orders.NothingToReopen()
    if not may_correct_last_round(game, now):
        return orders.TooLateToReopen()
    if deadline is None or not is_ahead(deadline, now):
        return orders.NeedsDeadline()
    event = RoundReopened(game.last.number, deadline, given.because, keeps=True)
    step = _with_new_zat(given, running, means, now, ZatChange.REOPENED, event)
    if game.round is None:
        return step
    return replace(step, remarks=(LettersKnown(game.round.number, game.rack),))


def _publish(
    given: GivenOrder, running: RunningRounds, means: Means, now: datetime
) -> Step | Refusal:
    """Release the report that was shown last; one that has changed since must be shown first."""
    game = running.game
    if was_reported(game):
        return orders.NothingToPublish()
    preview = waiting_preview(running, means, what_follows(running, means, now))
    if preview is None or released(preview) in game.noted:
        return orders.NothingToPublish()
    if shown(preview) not in game.noted:
        return orders.ChangedSincePreview()
    return step_of(given.cause, running, Noted(released(preview), now))


def _end(given: GivenOrder, running: RunningRounds, means: Means, now: datetime) -> Step | Refusal:
    """End the game: all get the last report with seed and ranks."""
    game = running.game
    if game.is_over:
        return orders.GameIsOver()
    ended = GameEnded(means.chance.seed.hex(), BY_GAME_MASTER, now)
    if game.last is None:
        return _tell_all(given, running, means.office, ZatChange.ENDED, now, ended)
    after = replace(running, game=follow(game, (ended,)))
    return step_of(
        given.cause, running, ended, mails=announcements(after, means.after((ended,)), now)
    )


def _decide_tie(
    given: GivenOrder, number: int, running: RunningRounds, means: Means, now: datetime
) -> Step | Refusal:
    """Choose among the equal best moves as they were listed; asked anew, so that none is stale.

    A ruling may have brought a tie into the round closed last: that one is asked about first.
    """
    again = correct_last_round(running, means, now, (), because=given.because, cause=given.cause)
    if isinstance(again, AskGameMaster) and running.game.last is not None:
        return _decide_last_tie(given, number, again, running, means, now)
    playing = running.game.round
    if playing is None:
        return orders.NoRound()
    if is_before_zat(playing, now) and game_master_plays(running, means.office):
        # Before the ZAT a game master who plays sees no moves, equal best ones included.
        return _before_zat(playing.deadline, running)
    closing = Closing(now, means.office.lexicon, means.chance, lambda *_: None)
    result = result_of(running.game, closing)
    if not isinstance(result, AskGameMaster):
        return orders.NoTie()
    if not 1 <= number <= len(result.choices):
        return orders.EqualMoves(result.choices)
    choice = result.choices[number - 1]
    return step_of(given.cause, running, TieRuled(playing.number, choice, given.because))


def _revoke(
    given: GivenOrder, running: RunningRounds, means: Means, now: datetime
) -> Step | Refusal:
    """Undo the last order by its opposite, so that all are told who were told of it."""
    opposite = undoing(means.log)
    if opposite is None:
        return orders.NothingToRevoke()
    done = carry_out(replace(given, order=opposite), running, means, now)
    return replace(done, instead=opposite) if isinstance(done, Step) else done


def _decide_last_tie(  # noqa: PLR0917  the order, the tie, and what it is decided with
    given: GivenOrder,
    number: int,
    tie: AskGameMaster,
    running: RunningRounds,
    means: Means,
    now: datetime,
) -> Step | Refusal:
    """Choose among equal best moves of the round closed last; all get the corrected report."""
    last = running.game.last
    assert last is not None  # noqa: S101  it was judged anew
    if not 1 <= number <= len(tie.choices):
        return orders.EqualMoves(tie.choices)
    ruled = TieRuled(last.number, tie.choices[number - 1], given.because)
    corrected = correct_last_round(
        running, means, now, (ruled,), because=given.because, cause=given.cause
    )
    return corrected if isinstance(corrected, Step) else step_of(given.cause, running, ruled)


def result_in_rounds(order: GmOrder, running: RunningRounds) -> Result | None:
    """Return what an order has led to in a game in rounds as it stands after it."""
    game = running.game
    match order:
        case orders.ExtendDeadline() | orders.ResumeGame() | orders.ReopenRound():
            return ZatNow(game.round_number, game.round.deadline if game.round else None)
        case orders.CloseRound():
            return RoundIsClosed(game.last.number if game.last else game.round_number)
        case orders.DrawAnew() if game.round is None or game.ahead is not None:
            return None
        case orders.DrawTiles() | orders.CorrectDraw() | orders.DrawAnew():
            return LettersNow(game.round_number, game.rack)
        case orders.PublishReport():
            return ReportGoesOut(game.last.number if game.last else game.round_number)
        case orders.CorrectScore(player):
            name = named(player, game)
            return TotalNow(name, game.players[name].total)
        case orders.DecideTie():
            return MoveChosen(_chosen(game) or _chosen(game.before_close))
        case _:
            return common_result(order, game)


def _chosen(game: RoundGame | None) -> str:
    return (game.round.tie_choice or "") if game is not None and game.round else ""
