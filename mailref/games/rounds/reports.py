"""Who is told what of a game in rounds: that it is opened, what a closed round came to."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec.structs import replace

from mailref.games.events import Event
from mailref.games.game import Game, Press
from mailref.games.replay import apply
from mailref.games.rounds.contents import Opening, Report, opening_of, rounds_face
from mailref.games.rounds.events import RoundOpened
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.past_rounds import ClosedRound
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.told import Reports, Seals, newest_seal, shortened
from mailref.referee.mails import Owed
from mailref.referee.reports import Means, comment_of, to_all


def told_by(means: Means) -> Reports | None:
    """Return what has been told of this record's rounds; None where it is not known."""
    assert means.history is None or isinstance(means.history, Reports)  # noqa: S101  of a game in rounds
    return means.history


def rounds_in(means: Means, game: RoundGame) -> tuple[ClosedRound, ...]:
    """Return the closed rounds of *game* that are whole; without a history, the last one only."""
    told = told_by(means)
    if told is not None:
        return told.rounds
    return (game.last,) if game.last else ()


def shortened_means(means: Means) -> Means:
    """Return what the next report needs of these means: of many rounds the last one whole."""
    told = told_by(means)
    return means if told is None else replace(means, history=shortened(told, _seals(means)))


def _seals(means: Means) -> Seals:
    """Return the hashes of the reports before, as they are remembered."""
    return means.office.memories.of(Seals)


def announcements(running: RunningRounds, means: Means, now: datetime) -> Iterator[Owed]:
    """Owe the report to all who take part, or the opening where no round was closed yet."""
    game = running.game
    told: Report | Opening
    if game.last is None:
        told = opening_of(game, running.policy, None, comment_of(running))
    else:
        told = report_now(running, means)
    number = game.last.number if game.last else 0
    key = f"report:{game.id}:{number}:{game.reopened}"
    readers = readers_of(game)
    yield from to_all(running, means.office, told.told_to, key, now, readers=readers)


def report_now(running: RunningRounds, means: Means) -> Report:
    """Return the report that is owed now, with the hash of what it tells."""
    told = told_by(means)
    report = report_of(running, rounds_in(means, running.game))
    if told is None:  # the record is not whole
        return report
    return replace(
        report,
        sha256=newest_seal(told, _seals(means)),
        earlier=told.earlier,
        corrected=told.first_told,
    )


def report_of(running: RunningRounds, rounds: tuple[ClosedRound, ...]) -> Report:
    """Return the report of the last of *rounds*, to nobody yet."""
    game = running.game
    return Report(
        rounds=rounds,
        game=rounds_face(game),
        policy=running.policy,
        press=press_of(game),
        comment=comment_of(running),
        recipient=None,
        ended=game.ended or None,
        seed=game.seed,
    )


def report_again(
    running: RunningRounds, events: Iterable[Event], history: Reports, number: int
) -> Report | None:
    """Return the report of an earlier round for print: as it went out, but for what was corrected since.

    None where that round is not closed. *events* are all that the game's record holds.
    """
    rounds = tuple(closed for closed in history.rounds if closed.number <= number)
    then = _when_reported(events, number)
    if then is None or not rounds or rounds[-1].number != number:
        return None
    report = report_of(replace(running, game=then), rounds)
    if then.round is None:
        return report
    printed = [
        value
        for opened, key, value in running.game.spent
        if key == "comment" and opened == then.round.number
    ]
    return replace(report, comment=printed[-1] if printed else "")


def _when_reported(events: Iterable[Event], number: int) -> RoundGame | None:
    """Return the game as it was when the report of round *number* went out, the last time it did."""
    found: RoundGame | None = None
    game: Game | None = None
    for event in events:
        game = apply(game, event)
        if not isinstance(game, RoundGame) or game.last is None or game.last.number != number:
            continue
        if game.round is None or isinstance(event, RoundOpened):
            found = game
    return found


def press_of(game: RoundGame) -> tuple[Press, ...]:
    """Return the texts that the report of the last closed round prints.

    What has been released since the close is among them until the report opens the next round;
    then it is for the next report.
    """
    before = game.before_close.press if game.before_close else ()
    since = {item.mail for item in game.press}
    printed = tuple(item for item in before if item.mail not in since)
    printed = printed if game.round is not None else (*printed, *game.press)
    return tuple(item for item in printed if item.is_released)


def readers_of(game: RoundGame) -> tuple[str, ...]:
    """Return the players who get the report: also him who left with the round it is about."""
    rows = {row.player for row in game.last.rows} if game.last else set()
    return tuple(
        name for name, player in game.players.items() if not player.has_left or name in rows
    )


def had_report(game: RoundGame) -> tuple[str, ...]:
    """Return those of the readers who were there when the last round was closed."""
    number = game.last.number if game.last else game.round_number
    return tuple(name for name in readers_of(game) if game.players[name].joined_in <= number)
