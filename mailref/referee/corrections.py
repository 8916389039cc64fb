"""What is corrected after a close: words, scores, letters; what follows is computed anew (rules 8)."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from mailref.reading.names import find_name
from mailref.referee.deadline import may_correct_last_round
from mailref.referee.findings import RunningRounds
from mailref.referee.gm_orders import (
    CorrectScore,
    GivenOrder,
    LettersWrong,
    NoClosedRound,
    NoRound,
    NoSuchRound,
    UnknownPlayer,
)
from mailref.referee.mails import Content, Decision, Opening, Owed, Step, next_round_of, step_of
from mailref.referee.policy import Undecided
from mailref.referee.reports import Means, report_of, to_all
from mailref.rules.events import (
    Event,
    LettersDrawn,
    MoveEntered,
    RoundClosed,
    RoundOpened,
    RoundReopened,
    ScoreCorrected,
    WordRuled,
    WordsAsked,
)
from mailref.rules.replay import follow
from mailref.rules.rounds.closed_round import ClosedRound
from mailref.rules.rounds.closing import Closing, result_of
from mailref.rules.rounds.draw import draw_by_hand
from mailref.rules.rounds.next_round import (
    Letters,
    NotInBag,
    WrongRackSize,
    go_on,
    is_final_next,
    is_possible_rack,
)
from mailref.rules.rounds.results import RoundResult
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.rounds.ties import AskGameMaster
from mailref.rules.tiles import in_order, missing_from


def correct_last_round(
    running: RunningRounds,
    means: Means,
    now: datetime,
    events: tuple[Event, ...],
    *,
    because: str,
    cause: str,
) -> Step | None:
    """Judge the round closed last anew under *events*; None if that changes nothing, or is too late.

    The letters follow from the same seed; those drawn by hand stay as far as the rack allows. Moves
    for the open round stay and are judged on the corrected board.
    """
    game = running.game
    last = game.last
    if last is None or game.before_close is None or not may_correct_last_round(game, now):
        return None
    open_again: list[Event] = [*events, RoundReopened(last.number, last.deadline, because)]
    settled = [word for word in last.undecided if word not in follow(game, open_again).rulings]
    open_again += [_by_policy(word, last) for word in settled]
    result = _judged_anew(follow(game, open_again), last, tuple(settled), means)
    if result is None or _same(result, last):
        return None
    undo = [WordRuled(word, None, by="policy", because="") for word in settled]
    done: list[Event] = [*open_again, RoundClosed(result), *undo]
    done += _on_again(game, follow(game, done), means, now)
    corrected = replace(running, game=follow(game, done))
    mails: tuple[Owed, ...] = ()
    if was_reported(game):
        means = means.after(done)
        mails = tuple(erratum(running, corrected, means, now, because=because, cause=cause))
    return Step(cause, Decision(tuple((game.id, event) for event in done), mails))


def was_reported(game: RoundGame) -> bool:
    """Tell whether the report of the round closed last has gone out: it opens the next round."""
    return game.round is not None or game.is_over


def _by_policy(word: str, last: ClosedRound) -> WordRuled:
    """Settle a word as it was settled at the close: nobody has ruled on it since."""
    policy = last.undecided_policy or ""
    return WordRuled(word, policy == Undecided.ACCEPT.value, by="policy", because=policy)


def _judged_anew(
    open_again: RoundGame, last: ClosedRound, settled: tuple[str, ...], means: Means
) -> RoundResult | None:
    """Return the round's result now; None where the game master would have to break a tie."""
    closing = Closing(
        last.closed,
        means.office.lexicon,
        means.chance,
        lambda *_: last.top,
        is_early=last.is_early,
        undecided=settled,
        policy=last.undecided_policy if settled else None,
    )
    result = result_of(open_again, closing)
    if isinstance(result, AskGameMaster):
        return None
    if last.top is None or _same(result, last):
        return result
    return replace(result, top=means.find_top(open_again.position, open_again.rulings))


def _same(result: RoundResult, last: ClosedRound) -> bool:
    """Tell whether a result gives all the same points as before and lays the same move."""
    rows = [
        sorted((row.player, row.points, row.deduction, row.status) for row in each)
        for each in (result.entries, last.rows)
    ]
    return rows[0] == rows[1] and result.board == last.board


def _on_again(game: RoundGame, after: RoundGame, means: Means, now: datetime) -> Iterator[Event]:
    """Open the next round again as it was, its entries in it."""
    playing = game.round
    if playing is None:
        if game.is_over:
            yield from go_on(after, Letters(), means.chance, now)
        return
    drawn = game.last_draw.draw if game.last_draw else None
    rack = game.rack if drawn and drawn.by_hand and after.rack + after.bag else None
    letters = Letters(rack=rack) if rack and is_possible_rack(after, rack) else Letters()
    for event in go_on(after, letters, means.chance, now):
        yield event
        after = follow(after, (event,))
    if after.is_over or not isinstance(after.last_draw, LettersDrawn):
        return
    is_final = playing.is_final or is_final_next(after)
    yield RoundOpened(playing.number, playing.deadline, game.rules, is_final, playing.opened)
    in_order = sorted(
        (
            (entry.order, player, entry)
            for player, each in playing.entries.items()
            for entry in each
        ),
        key=lambda found: found[0],
    )
    for _, player, entry in in_order:
        yield MoveEntered(player, playing.number, entry.received, entry.mail, entry.moves)
    if game.asked:
        yield WordsAsked(tuple(sorted(game.asked)), now)


def erratum(
    before: RunningRounds,
    after: RunningRounds,
    means: Means,
    now: datetime,
    *,
    because: str,
    cause: str,
) -> Iterator[Owed]:
    """Owe everybody the corrected report, which names the change and the reason.

    *means* are those after the correction.
    """
    rounds = means.rounds(after.game)
    if not rounds:
        return
    changes = tuple(
        (name, before.game.players[name].total, player.total)
        for name, player in after.game.players.items()
        if name in before.game.players and before.game.players[name].total != player.total
    )

    seal = means.seal()

    def content(recipient: str | None) -> Content:
        report = report_of(after, rounds, recipient, sha256=seal)
        return replace(report, erratum=because, changes=changes)

    yield from to_all(after, means.office, content, f"erratum:{cause}", now)


def correct_score(
    given: GivenOrder, order: CorrectScore, running: RunningRounds, means: Means, now: datetime
) -> Step | UnknownPlayer | NoClosedRound | NoSuchRound:
    """Add points to a player's total; all get the corrected report."""
    game, last, number = running.game, running.game.last, order.round
    name = find_name(order.player, tuple(game.players))
    if not isinstance(name, str):
        return UnknownPlayer(name)
    if last is None:
        return NoClosedRound()
    if number is not None and not game.first_round <= number <= last.number:
        return NoSuchRound(number)
    event = ScoreCorrected(name, number or last.number, order.points, given.because)
    after = replace(running, game=follow(game, (event,)))
    if not was_reported(game):
        return step_of(given.cause, running, event)
    means = means.after((event,))
    mails = erratum(running, after, means, now, because=given.because, cause=given.cause)
    return step_of(given.cause, running, event, mails=mails)


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
    event = LettersDrawn(game.round.number, draw_by_hand("", everything, rack), now)
    after = replace(running, game=follow(game, (event,)))
    if game.last is not None:
        means = means.after((event,))
        mails = erratum(running, after, means, now, because=given.because, cause=given.cause)
        return step_of(given.cause, running, event, mails=mails)

    def opening(recipient: str | None) -> Content:
        return Opening(
            after.game, after.policy, next_round_of(after.game), recipient, given.because
        )

    mails = to_all(after, means.office, opening, f"letters:{given.cause}", now)
    return step_of(given.cause, running, event, mails=mails)
