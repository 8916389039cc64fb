"""Corrections of a closed round: until the next ZAT the board too, later totals only (rules 8)."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from mailref.referee.model import Table
from mailref.referee.owed import Content, Decision, Owed
from mailref.referee.rounds import Means, report_of, to_all
from mailref.referee.steps import Step
from mailref.rules.adjudication import Closing, result_of
from mailref.rules.events import (
    Event,
    LettersDrawn,
    MoveEntered,
    RoundClosed,
    RoundOpened,
    RoundReopened,
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
    last, before = game.last, game.before_close
    if last is None or before is None or _is_too_late(game, now):
        return None
    reopened = RoundReopened(last.number, last.deadline, because)
    open_again = follow(game, (*events, reopened))
    closing = Closing(last.closed, means.desk.lexicon, means.chance, means.find_top, last.is_early)
    result = result_of(open_again, closing)
    if isinstance(result, AskGameMaster) or _same(result, last):
        return None
    done: list[Event] = [*events, reopened, RoundClosed(result)]
    after = follow(game, done)
    done += _on_again(game, after, means, now)
    after = follow(game, done)
    corrected = Table(after, table.policy)
    mails = tuple(erratum(table, corrected, means, now, because=because, cause=cause))
    return Step(cause, Decision(tuple((game.id, event) for event in done), mails))


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
        return
    drawn = game.last_draw.draw if game.last_draw else None
    rack = game.rack if drawn and drawn.by_hand and after.rack + after.bag else None
    letters = Letters(rack=rack) if rack and _still_fits(after, rack) else Letters()
    for event in go_on(after, letters, means.chance, now):
        yield event
        after = follow(after, (event,))
    if after.is_over or not isinstance(after.last_draw, LettersDrawn):
        return
    yield RoundOpened(
        playing.number, playing.deadline, after.next_rules, _is_final(after, playing), now
    )
    for player, entries in playing.entries.items():
        for entry in entries:
            yield MoveEntered(player, playing.number, entry.received, entry.mail, entry.moves)


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
