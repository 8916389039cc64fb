"""A record that was put back, or is somebody else's: nothing goes on as if nothing had been.

After the database was put back from a copy, what lies filed away was decided and answered; it is
decided again, at the time it came, and what is owed for it counts as sent. So does what time brought
about before the next mail that was filed away: somebody was there to close the round, to ask about
words, to remind. What is uncertain, the game master decides before anything is sent: his word from
the shell is in no mailbox, so a round may have ended otherwise than it does now. That a game went on
otherwise is seen where a mail answers one of ours that was not come to again.
"""

import heapq
import logging
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from mailref.errors import OtherInstallationError
from mailref.games.family import family_of
from mailref.journal.installation import RestorationState
from mailref.office import read_policy
from mailref.post.ports import Baseline, RawMail
from mailref.reading.mime import cut_header
from mailref.reading.read_mail import read
from mailref.referee.notices import DatabaseRestored
from mailref.terminal import counted
from mailref.tick.begun_before import domains_of, own_ids
from mailref.tick.health import tell
from mailref.tick.machine import Box, Machine
from mailref.tick.progress import act_when_due, go_on, remind
from mailref.tick.read_mailbox import take_in_filed
from mailref.tick.standing import WAITS

_MOST_HEADER = 100_000
_NAMED = 5
"""So many games are named that are another installation's."""


def refuse_anothers(machine: Machine) -> None:
    """Raise OtherInstallationError where the record is of other games that run, read from other mailboxes.

    A mailbox may move, and games may follow others; where both are unknown, and the record's own are
    not over, the settings name somebody else's database.
    """
    installation, recorded = machine.journal.installation, machine.journal.games.ids()
    named = {policy.id for policy in machine.settings.games}
    if named.intersection(recorded) or not recorded:
        return
    if any(installation.baseline(box.account) is not None for box in machine.boxes):
        return
    running = [
        id_ for id_, game in machine.journal.games.load_all(recorded).items() if not game.is_over
    ]
    if running:
        raise OtherInstallationError(
            f"the database holds other games ({', '.join(running[:_NAMED])}), and none of these mailboxes "
            "was read with it: it is another installation's; name a database of its own in "
            "[storage] url, or begin in this one with --new-game ID"
        )


log = logging.getLogger(__name__)
_EARLIER = timedelta(days=7)
"""So long before the last that the copy knows a mail may have come that was filed after it."""

_CLOCKS = timedelta(minutes=10)
"""So far the clocks of the server and of ours may be apart when the baseline is set."""


def take_up(machine: Machine, now: datetime) -> int:
    """Record what was done since the copy, if the database was put back; nothing is sent.

    Return how many mails were booked that the copy did not know.
    """
    _tell_a_copy(machine, now)
    restoration = machine.journal.restorations.last()
    if restoration is not None and restoration.state is RestorationState.WAITING:
        log.warning("%s", WAITS)
    if restoration is None or restoration.state is not RestorationState.TAKING_UP:
        return 0
    before = _closed_rounds(machine)
    ahead: set[str] = set()
    known, taken = machine.journal.inbox.count_decided(), 0
    for box, raw in _filed_since(machine, restoration.copied_at - _EARLIER):
        machine.pulse()
        if raw.received > restoration.copied_at:
            _go_on_silently(machine, raw.received)
            ahead |= _games_ahead(machine, raw)
        take_in_filed(machine, box, raw, raw.received)
        go_on(machine, raw.received)  # before it was filed or soon after: a turn's time begins here
        machine.journal.outgoing.mark_all_sent(raw.received)
        taken += 1
    log.info("the database was put back; looked through what was filed: %s", counted(taken, "mail"))
    closed = [game for game, number in _closed_rounds(machine).items() if number != before[game]]
    uncertain = sorted({*closed, *ahead, *_due_games(machine, now)})
    if uncertain:
        _ask_game_master(machine, uncertain, restoration.copied_at, now)
    state = RestorationState.WAITING if uncertain else RestorationState.DONE
    machine.journal.restorations.advance(state)
    return machine.journal.inbox.count_decided() - known


def _tell_a_copy(machine: Machine, now: datetime) -> None:
    """Find out whether a record that was carried over was an older copy: mail was filed that it lacks.

    Then it counts as put back; else all goes on, what it owes is sent.
    """
    restoration = machine.journal.restorations.last()
    if restoration is None or restoration.state is not RestorationState.CARRIED:
        return
    since = restoration.copied_at - _CLOCKS
    if any(_is_new(machine, box, raw, since) for box, raw in _filed_since(machine, since)):
        log.warning("the record that was carried over is an older copy: it counts as put back")
        machine.journal.restorations.was_a_copy(now)
    else:
        machine.journal.restorations.was_current()


def _is_new(machine: Machine, box: Box, raw: RawMail, since: datetime) -> bool:
    """Tell whether the record knows nothing of a mail that came after *since* and was filed."""
    if raw.received < since:
        return False
    policy = read_policy(machine.settings, machine.secret, machine.office(), box.mail)
    mail = read(raw.data, policy, is_truncated=raw.is_truncated)
    return not machine.journal.inbox.has_seen(mail.fingerprint)


def _filed_since(machine: Machine, since: datetime) -> Iterator[tuple[Box, RawMail]]:
    """Yield what this installation filed away, of all mailboxes, in order of arrival."""
    found = (_filed_in(machine, box, since) for box in machine.boxes)
    return heapq.merge(*found, key=lambda each: each[1].received)


def _filed_in(machine: Machine, box: Box, since: datetime) -> Iterator[tuple[Box, RawMail]]:
    baseline = machine.journal.installation.baseline(box.account)
    for raw in box.mailbox.filed_mail(since):
        if baseline is not None and raw.received < _first_moment(baseline):
            continue  # filed by an earlier installation
        yield box, raw


def _games_ahead(machine: Machine, raw: RawMail) -> set[str]:
    """Return the games of which a mail answers one of ours that the record has not come to again."""
    games = {id_.lower(): id_ for id_ in machine.office().games}
    if not games:
        return set()
    header, _ = cut_header(raw.data, 0, len(raw.data), _MOST_HEADER)
    domains = domains_of(machine)
    answered = {
        found[0]: games[found["game"].lower()]
        for found in own_ids(header, ("references", "in-reply-to"), games, domains)
    }
    there = {each.message_id for each in machine.journal.outgoing.find_sent(list(answered))}
    return {game for id_, game in answered.items() if id_ not in there}


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
        act_when_due(machine, now, sent)
        go_on(machine, now, sent)
        machine.journal.outgoing.mark_all_sent(now, after=owed)
    machine.journal.restorations.advance(RestorationState.DONE)


def _go_on_silently(machine: Machine, now: datetime) -> None:
    """Do what a tick did before it filed the mail that came at *now*; all of it counts as sent."""
    machine.forget_office()
    act_when_due(machine, now)
    go_on(machine, now)
    remind(machine, now, is_complete=True)
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
    about = DatabaseRestored(titles, tuple(games), copied_at.astimezone(zone))
    tell(machine, about, what, now)
