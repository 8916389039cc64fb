"""Corrections of a closed round: until the next ZAT the board too, later totals only (rules 8)."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from mailref.referee.model import Table
from mailref.referee.owed import Content, Decision, Owed
from mailref.referee.policy import Undecided
from mailref.referee.reporting import Means, report_of, to_all
from mailref.referee.steps import Step
from mailref.rules.adjudication import Closing, result_of
from mailref.rules.events import (
    Event,
    LettersDrawn,
    MoveEntered,
    RoundClosed,
    RoundOpened,
    RoundReopened,
    WordRuled,
    WordsAsked,
)
from mailref.rules.game import Game, OpenRound
from mailref.rules.progress import Letters, follow, go_on
from mailref.rules.results import RoundResult
from mailref.rules.ties import AskGameMaster


def correct_last_round(
    table: Table,
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
    game = table.game
    last = game.last
    if last is None or game.before_close is None or _is_too_late(game, now):
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
    corrected = Table(follow(game, done), table.policy)
    mails: tuple[Owed, ...] = ()
    if was_reported(game):
        mails = tuple(erratum(table, corrected, means, now, because=because, cause=cause))
    return Step(cause, Decision(tuple((game.id, event) for event in done), mails))


def was_reported(game: Game) -> bool:
    """Tell whether the report of the round closed last has gone out: it opens the next round."""
    return game.round is not None or game.is_over


def _by_policy(word: str, last: RoundResult) -> WordRuled:
    """Settle a word as it was settled at the close: nobody has ruled on it since."""
    policy = last.undecided_policy or ""
    return WordRuled(word, policy == Undecided.ACCEPT.value, by="policy", because=policy)


def _judged_anew(
    open_again: Game, last: RoundResult, settled: tuple[str, ...], means: Means
) -> RoundResult | None:
    """Return the round's result now; None where the game master would have to break a tie."""
    closing = Closing(
        last.closed,
        means.desk.lexicon,
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


def _is_too_late(game: Game, now: datetime) -> bool:
    deadline = game.round.deadline if game.round else None
    return deadline is not None and now > deadline


def _same(one: RoundResult, other: RoundResult) -> bool:
    """Tell whether two results give all the same points and lay the same move."""
    rows = [
        sorted((row.player, row.points, row.deduction, row.status) for row in each.entries)
        for each in (one, other)
    ]
    return rows[0] == rows[1] and one.board == other.board


def _on_again(game: Game, after: Game, means: Means, now: datetime) -> Iterator[Event]:
    """Open the next round again as it was, its entries in it."""
    playing = game.round
    if playing is None:
        if game.is_over:
            yield from go_on(after, Letters(), means.chance, now)
        return
    drawn = game.last_draw.draw if game.last_draw else None
    rack = game.rack if drawn and drawn.by_hand and after.rack + after.bag else None
    letters = Letters(rack=rack) if rack and _still_fits(after, rack) else Letters()
    for event in go_on(after, letters, means.chance, now):
        yield event
        after = follow(after, (event,))
    if after.is_over or not isinstance(after.last_draw, LettersDrawn):
        return
    is_final = _is_final(after, playing)
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


def _still_fits(game: Game, rack: str) -> bool:
    available = list(game.rack + game.bag)
    for letter in rack:
        if letter not in available:
            return False
        available.remove(letter)
    return all(rack.count(letter) >= game.rack.count(letter) for letter in set(game.rack))


def _is_final(game: Game, playing: OpenRound) -> bool:
    return playing.is_final or (not game.bag and game.next_rules.end.value == "final_round")


def erratum(
    before: Table, after: Table, means: Means, now: datetime, *, because: str, cause: str
) -> Iterator[Owed]:
    """Owe everybody the corrected report, which names the change and the reason."""
    result = after.game.last
    if result is None:
        return
    changes = tuple(
        (name, before.game.players[name].total, player.total)
        for name, player in after.game.players.items()
        if name in before.game.players and before.game.players[name].total != player.total
    )
    history = (*(each for each in means.history if each.number != result.number), result)
    with_history = replace(means, history=history)

    def content(recipient: str | None) -> Content:
        report = report_of(after, with_history, result, recipient)
        return replace(report, erratum=because, changes=changes)

    yield from to_all(after, means.desk, content, f"erratum:{cause}", now)
