"""After the database was put back from a copy: what a mailref did since is recorded once more.

What lies filed away was decided and answered; it is decided again, at the time it came, and what is
owed for it counts as sent. A round is closed on the way where a mail filed away came after its close:
then somebody was there to close it. What is uncertain, the game master decides before anything is
sent: his word from the shell is in no mailbox, so a round may have ended otherwise than it does now.
"""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta

from mailref.journal.restorations import RestorationState
from mailref.post.ports import Baseline
from mailref.referee.family import family_of
from mailref.referee.mails import Decision, Step, owe_to_game_master
from mailref.referee.notices import DatabaseRestored, Notice
from mailref.tick.machine import Machine, record
from mailref.tick.progress import act_when_due, go_on
from mailref.tick.read_mailbox import take_in

log = logging.getLogger(__name__)
_EARLIER = timedelta(days=7)
"""So long before the last that the copy knows a mail may have come that was filed after it."""

_CLOCKS = timedelta(minutes=10)
"""So far the clocks of the server and of ours may be apart when the baseline is set."""


def take_up(machine: Machine, now: datetime) -> None:
    """Record what was done since the copy, if the database was put back; nothing is sent."""
    restoration = machine.journal.restorations.last()
    if restoration is None or restoration.state is not RestorationState.TAKING_UP:
        return
    before = _closed_rounds(machine)
    baseline = machine.journal.installation.baseline(machine.account)
    taken = 0
    for raw in machine.mailbox.filed_mail(restoration.copied_at - _EARLIER):
        machine.pulse()
        if baseline is not None and raw.received < _first_moment(baseline):
            continue  # filed by an earlier installation
        if raw.received > restoration.copied_at:
            _close_silently(machine, raw.received)
        take_in(machine, raw, raw.received, account=f"{machine.account} filed")
        machine.journal.outgoing.mark_all_sent(raw.received)
        taken += 1
    log.info("the database was put back: %d mails filed away were looked through", taken)
    closed = [game for game, number in _closed_rounds(machine).items() if number != before[game]]
    uncertain = sorted({*closed, *_due_games(machine, now)})
    if uncertain:
        _ask_game_master(machine, uncertain, restoration.copied_at, now)
    state = RestorationState.WAITING if uncertain else RestorationState.DONE
    machine.journal.restorations.advance(state)


def _first_moment(baseline: Baseline) -> datetime:
    return min(baseline.moment - _CLOCKS, baseline.since or baseline.moment)


def is_waiting(machine: Machine) -> bool:
    """Tell whether the game master has yet to decide how it goes on after a restoration."""
    restoration = machine.journal.restorations.last()
    return restoration is not None and restoration.state is not RestorationState.DONE


def proceed(machine: Machine, sent: Collection[str], now: datetime) -> None:
    """Let all go on; the reports that are due in the games *sent* have gone out already."""
    if sent:
        owed = machine.journal.outgoing.last_number()
        _close_silently(machine, now, only=sent)
        machine.journal.outgoing.mark_all_sent(now, after=owed)
    machine.journal.restorations.advance(RestorationState.DONE)


def _close_silently(machine: Machine, now: datetime, only: Collection[str] | None = None) -> None:
    act_when_due(machine, now, only)
    go_on(machine, now, only)
    if only is None:
        machine.journal.outgoing.mark_all_sent(now)


def _closed_rounds(machine: Machine) -> dict[str, int]:
    """Return how many events each game has that end a round, however it was opened again since."""
    machine.forget_office()
    ids = machine.office().games
    return {id_: machine.journal.games.count_closed(id_) for id_ in ids}


def _due_games(machine: Machine, now: datetime) -> list[str]:
    games = machine.office().games
    return [id_ for id_, running in games.items() if family_of(running).is_due(now)]


def _ask_game_master(
    machine: Machine, games: Collection[str], copied_at: datetime, now: datetime
) -> None:
    office = machine.office()
    what = f"restored:{now.isoformat()}"
    titles = tuple(office.games[game].policy.title for game in games)
    zone = office.games[next(iter(games))].policy.zone
    notice = Notice(DatabaseRestored(titles, tuple(games), copied_at.astimezone(zone)))
    mail = owe_to_game_master(office.house, notice, what, now)
    record(machine, Step(what, Decision((), (mail,))), office, now)
