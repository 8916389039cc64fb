"""Letters by order of the game master: given by hand, put in place of wrong ones, or drawn anew."""

from dataclasses import replace
from datetime import datetime

from mailref.referee.contents import Content, Opening, WhyAnew, next_round_of
from mailref.referee.corrections import erratum, judged_anew
from mailref.referee.gm_orders import (
    GameIsOver,
    GivenOrder,
    LettersWrong,
    NeedsReason,
    NoRound,
    NothingToDraw,
    NotWaitingForLetters,
)
from mailref.referee.gm_results import DrawnAtClose
from mailref.referee.mails import Step, step_of
from mailref.referee.policy import DrawBy, Publish, RunningRounds
from mailref.referee.reports import Means, readers_of, to_all
from mailref.rules.board import in_order, missing_from
from mailref.rules.events import DrawnAnew, Event, LettersDrawn
from mailref.rules.replay import follow
from mailref.rules.rounds.draw import draw_by_hand
from mailref.rules.rounds.next_round import (
    Letters,
    NotInBag,
    WrongLettersError,
    WrongRackSize,
    draw_anew,
    end_of,
    go_on,
    lacks_minimum,
)
from mailref.rules.rounds.round_game import RoundGame


def is_waiting_for_letters(game: RoundGame) -> bool:
    """Tell whether letters for the next round may be given by hand now."""
    return game.round is None and not game.is_over and not game.is_drawn and end_of(game) is None


def draw_by_order(
    given: GivenOrder, tiles: str, running: RunningRounds, means: Means, now: datetime
) -> Step | NotWaitingForLetters | LettersWrong:
    """Take the tiles that the game master has drawn for the next round."""
    if not is_waiting_for_letters(running.game):
        return NotWaitingForLetters()
    try:
        letters = Letters(by_hand=True, drawn=tiles)
        events = go_on(running.game, letters, means.chance, now)
    except WrongLettersError as error:
        return LettersWrong(error.fault)
    return step_of(given.cause, running, *events)


def correct_draw(
    given: GivenOrder, rack: str, running: RunningRounds, means: Means, now: datetime
) -> Step | NoRound | LettersWrong:
    """Replace the letters of the open round; its moves are judged anew with them."""
    game = running.game
    if game.round is None:
        return NoRound()
    everything = in_order(game.rack + game.bag)
    if len(rack) != len(game.rack):
        return LettersWrong(WrongRackSize(len(game.rack), len(rack)))
    if missing := missing_from(everything, rack):
        return LettersWrong(NotInBag(missing))
    if fault := lacks_minimum(game, rack):
        return LettersWrong(fault)
    event = LettersDrawn(game.round.number, draw_by_hand("", everything, rack), now)
    return _with_other_letters(given, running, means, now, event)


def draw_letters_anew(
    given: GivenOrder, running: RunningRounds, means: Means, now: datetime
) -> Step | GameIsOver | NoRound | NeedsReason | NothingToDraw:
    """Let chance draw again the letters that became known, those of the later of two such rounds.

    While the round before is open again, or its report waits for release, they are drawn when the
    next round opens; else at once, and its moves are judged anew.
    """
    game = running.game
    if game.is_over:
        return GameIsOver()
    if not given.because:
        return NeedsReason()
    if running.policy.draw is DrawBy.HAND:
        return NothingToDraw()
    if game.ahead is not None and game.ahead.round is not None:
        number = game.ahead.round.number
        step = step_of(given.cause, running, DrawnAnew(number, given.because))
        return replace(step, remarks=(DrawnAtClose(number),))
    if game.round is None:
        if game.last is None or running.policy.publish is not Publish.APPROVE:
            return NoRound()
        return step_of(given.cause, running, DrawnAnew(game.next_round, given.because))
    events = draw_anew(game, given.because, means.chance, now)
    if events is None:
        return NothingToDraw()
    return _with_other_letters(given, running, means, now, *events)


def _with_other_letters(
    given: GivenOrder, running: RunningRounds, means: Means, now: datetime, *events: Event
) -> Step:
    """Tell all of the other letters, and each player whose move is not worth what it was."""
    game = running.game
    after = replace(running, game=follow(game, events))
    anew = judged_anew(
        means.office.moves_in_force(game),
        after,
        means.office,
        WhyAnew.LETTERS,
        because=given.because,
        cause=given.cause,
        now=now,
    )
    if game.last is not None:
        means = means.after(events)
        mails = erratum(running, after, means, now, because=given.because, cause=given.cause)
        return step_of(given.cause, running, *events, mails=(*mails, *anew))

    def opening(recipient: str | None) -> Content:
        return Opening(
            after.game, after.policy, next_round_of(after.game), recipient, given.because
        )

    readers = readers_of(after.game)
    mails = to_all(after, means.office, opening, f"letters:{given.cause}", now, readers=readers)
    return step_of(given.cause, running, *events, mails=(*mails, *anew))
