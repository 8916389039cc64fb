"""What is corrected after a close: words, scores, letters; what follows is computed anew (rules 8).

When a round is done again, moves for the next round are kept, mail that was late counts if the new
ZAT is ahead of it, and a late joiner's base follows the round before his first one.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from msgspec.structs import replace

from mailref.games.events import (
    FROM_SETTINGS,
    Event,
    PressReceived,
    ScoreCorrected,
    WordRuled,
    WordsAsked,
)
from mailref.games.replay import follow
from mailref.games.rounds.closed_round import ClosedRound
from mailref.games.rounds.closing import Closing, result_of
from mailref.games.rounds.contents import (
    Change,
    EntryAnswer,
    Erratum,
    JudgedAnew,
    Opening,
    WhyAnew,
    next_round_of,
)
from mailref.games.rounds.done_again import (
    bases_fixed,
    letters_once_more,
    opened_once_more,
    rules_again,
)
from mailref.games.rounds.events import (
    BaseFixed,
    MoveEntered,
    MoveWasLate,
    RoundClosed,
    RoundReopened,
)
from mailref.games.rounds.in_force import InForce, in_force_now
from mailref.games.rounds.policy import DrawBy, RunningRounds
from mailref.games.rounds.reports import had_report, report_of, rounds_before, rounds_in, seal_of
from mailref.games.rounds.results import RoundResult
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rounds.ties import AskGameMaster
from mailref.games.schedule import is_in_time
from mailref.referee.contents import Content
from mailref.referee.deadline import may_correct_last_round
from mailref.referee.findings import Considered, Office, Outcome
from mailref.referee.gm_orders import (
    CorrectScore,
    GivenOrder,
    NoClosedRound,
    NoSuchRound,
    NothingToCorrect,
    UnknownPlayer,
)
from mailref.referee.identity import find_player_named
from mailref.referee.mails import Decision, Owed, Step, owe_to_player, step_of
from mailref.referee.policy import Undecided
from mailref.referee.reports import Means, to_all


def late_after_all(game: RoundGame, deadline: datetime | None) -> Iterator[MoveEntered]:
    """Yield the entries of the open round that were late and are in time for *deadline*."""
    if game.round is None:
        return
    there = {player.name for player in game.active}
    late = [
        (entry.arrival, player, entry)
        for player, each in game.round.late_entries.items()
        if player in there
        for entry in each
    ]
    for _, player, entry in sorted(late, key=lambda found: found[0]):
        if is_in_time(entry.received, deadline):
            yield MoveEntered(player, game.round.number, entry.received, entry.mail, entry.moves)


def entries_again(game: RoundGame) -> Iterator[Event]:
    """Yield what was sent for the open round of *game*, to be entered again in its order."""
    if game.round is None:
        return
    number = game.round.number
    entered = [
        (entry.order, player, entry)
        for player, each in game.round.entries.items()
        for entry in each
    ]
    for _, player, entry in sorted(entered, key=lambda found: found[0]):
        yield MoveEntered(player, number, entry.received, entry.mail, entry.moves)
    for player, received in game.round.late.items():
        if player not in game.round.late_entries:
            yield MoveWasLate(player, number, received, ())
    for player, each in game.round.late_entries.items():
        for entry in each:
            yield MoveWasLate(player, number, entry.received, entry.moves, entry.mail)


def bases_told(
    running: RunningRounds, bases: Iterable[BaseFixed], *, because: str, cause: str, now: datetime
) -> Iterator[Owed]:
    """Show late joiners how the game stands, whose base is another since somebody left or came back."""
    for name in dict.fromkeys(each.player for each in bases):
        player = running.game.players[name]
        if not player.has_left:
            content = Opening(
                running.game, running.policy, next_round_of(running.game), name, because
            )
            yield from owe_to_player(running, player, content, f"base:{cause}", now)


def judged_anew(
    before: Mapping[str, InForce],
    after: RunningRounds,
    office: Office,
    why: WhyAnew,
    *,
    because: str,
    cause: str,
    now: datetime,
) -> Iterator[Owed]:
    """Owe a mail to each player whose move of the open round is not worth what it was *before*."""
    is_now = in_force_now(office, after.game)
    for name, found in is_now.items():
        player = after.game.players[name]
        if worth(found) == worth(before.get(name)) or player.has_left:
            continue
        content = JudgedAnew(why, because, answer_of(after, name, found))
        yield from owe_to_player(after, player, content, f"anew:{cause}", now)


def worth(found: InForce | None) -> object:
    """Return what a player would notice: which mail's move counts, for how much, what is open."""
    if found is None:
        return None
    choice = found.choice
    points = choice.counted.points if choice.counted else None
    return found.entry.mail, choice.counts, points, choice.undecided


def own_move(running: RunningRounds, player: str, office: Office) -> Considered | None:
    """Return what is in force for a player in the open round; None where nothing is."""
    found = in_force_now(office, running.game).get(player)
    if found is None or not found.choice.holds_something:
        return None
    return answer_of(running, player, found).considered


def answer_of(running: RunningRounds, player: str, found: InForce) -> EntryAnswer:
    """Return what is in force for a player as the answer to an entry would show it."""
    choice = found.choice
    if choice.undecided:
        outcome = Outcome.PENDING
    else:
        outcome = Outcome.REJECTED if choice.counts is None else Outcome.ACCEPTED
    considered = Considered(
        outcome,
        game=running.policy.id,
        round=running.game.round_number,
        player=player,
        found=choice,
    )
    return EntryAnswer(
        considered=considered,
        game=running.game,
        policy=running.policy,
        replaces=False,
        still_in_force=None,
    )


def correct_last_round(
    running: RunningRounds,
    means: Means,
    now: datetime,
    events: tuple[Event, ...],
    *,
    because: str,
    cause: str,
) -> Step | AskGameMaster | None:
    """Judge the round closed last anew under *events*; None if that changes nothing, or is too late.

    Where the game master must choose among equal best moves first, the round stays as it is.
    The letters follow from the same seed; those drawn by hand stay as far as the rack allows. Moves
    for the open round stay and are judged on the corrected board.
    """
    game = running.game
    last = game.last
    if last is None or game.before_close is None or not may_correct_last_round(game, now):
        return None
    reopened = RoundReopened(last.number, last.deadline, because, keeps=True)
    open_again: list[Event] = [*events, reopened]
    settled = [word for word in last.undecided if word not in follow(game, open_again).rulings]
    open_again += [_by_policy(word, last) for word in settled]
    result = _judged_anew(follow(game, open_again), last, tuple(settled), means)
    if isinstance(result, AskGameMaster):
        return result
    if _same(result, last):
        return None
    undo = [WordRuled(word, None, by="policy", because="") for word in settled]
    done: list[Event] = [*open_again, RoundClosed(result), *undo]
    done += bases_fixed(follow(game, done))
    done += _on_again(running, follow(game, done), means, now)
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
) -> RoundResult | AskGameMaster:
    """Return the round's result now, or the equal best moves among which the game master must choose."""
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
    if isinstance(result, AskGameMaster) or last.top is None or _same(result, last):
        return result
    return replace(result, top=means.find_top(open_again.position, open_again.rulings))


def _same(result: RoundResult, last: ClosedRound) -> bool:
    """Tell whether a result gives all the same points as before and lays the same move."""
    rows = [
        sorted((row.player, row.points, row.deduction, row.status) for row in each)
        for each in (result.entries, last.rows)
    ]
    return rows[0] == rows[1] and result.board == last.board


def _on_again(
    running: RunningRounds, after: RoundGame, means: Means, now: datetime
) -> Iterator[Event]:
    """Open the next round again as it was, with its entries and the press for its report."""
    game, by_hand = running.game, running.policy.draw is DrawBy.HAND
    letters = tuple(letters_once_more(game, after, means.chance, now, by_hand=by_hand))
    yield from letters
    after = follow(after, letters)
    opened = opened_once_more(game, after)
    if opened is None:
        return
    yield opened
    yield from entries_again(game)
    yield from rules_again(after, game.next_rules)
    for item in game.press:
        if item.is_released:
            yield PressReceived(item.player, item.text, item.mail, is_released=True)
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
    """Owe the corrected report to all who had the report before; *means* are those after it.

    Who has joined since had none: he is told how the game stands where that has changed for him.
    """
    rounds = rounds_in(means, after.game)
    if not rounds:
        return
    said = because if because != FROM_SETTINGS else ""
    is_laid_anew = before.game.last is not None and before.game.last.board != rounds[-1].board
    is_drawn_anew = before.game.rack != after.game.rack
    corrected = after.game.corrections[len(before.game.corrections) :]
    number = corrected[-1].number if corrected else rounds[-1].number
    wrong = Erratum(said, number, tuple(_changes(before, after)), is_laid_anew, is_drawn_anew)

    seal = seal_of(means)

    def content(recipient: str | None) -> Content:
        report = report_of(
            after, rounds, recipient, sha256=seal, earlier=rounds_before(means), corrected=corrected
        )
        return replace(report, erratum=wrong)

    told = {each.player for each in wrong.changes}
    readers = had_report(before.game)
    readers += tuple(name for name in after.game.players if name in told - set(readers))
    yield from to_all(after, means.office, content, f"erratum:{cause}", now, readers=readers)
    for player in after.game.players.values():
        was = before.game.players.get(player.name)
        is_new = was is not None and player.name not in readers and not player.has_left
        if is_new and (is_laid_anew or is_drawn_anew or was != player):
            game = after.game
            opening = Opening(game, after.policy, next_round_of(game), player.name, said)
            yield from owe_to_player(after, player, opening, f"erratum:{cause}", now)


def _changes(before: RunningRounds, after: RunningRounds) -> Iterator[Change]:
    """Yield what has changed in the last closed round: totals, then ranks alone."""
    was, is_now = before.game.last, after.game.last
    if was is None or is_now is None:
        return
    totals, ranks = was.totals, was.ranks
    found = [
        Change(row.player, totals[row.player], row.total, ranks[row.player], row.rank)
        for row in is_now.everybody
        if row.player in totals and (totals[row.player], ranks[row.player]) != (row.total, row.rank)
    ]
    yield from sorted(found, key=lambda each: (each.total == each.total_before, each.rank))


def correct_score(
    given: GivenOrder, order: CorrectScore, running: RunningRounds, means: Means, now: datetime
) -> Step | UnknownPlayer | NoClosedRound | NoSuchRound | NothingToCorrect:
    """Add points to a player's total; all get the corrected report."""
    game, last, number = running.game, running.game.last, order.round
    name = find_player_named(order.player, game.players.values())
    if not isinstance(name, str):
        return UnknownPlayer(name, () if name else tuple(game.players))
    if last is None:
        return NoClosedRound()
    if order.points == 0:
        return NothingToCorrect()
    if number is not None and not game.first_round <= number <= last.number:
        return NoSuchRound(number)
    events: list[Event] = [ScoreCorrected(name, number or last.number, order.points, given.because)]
    events += bases_fixed(follow(game, events))
    after = replace(running, game=follow(game, events))
    if not was_reported(game):
        return step_of(given.cause, running, *events)
    mails = erratum(
        running, after, means.after(events), now, because=given.because, cause=given.cause
    )
    return step_of(given.cause, running, *events, mails=mails)
