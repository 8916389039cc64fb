"""Before a close our clock is compared with the mailbox server's, by which mail is in time or late.

A clock that is ahead would close a round early and show its letters to players who may still move.
"""

import logging
from datetime import datetime, timedelta

from mailref.errors import MailServerError
from mailref.referee.findings import Office, RunningGame
from mailref.referee.mails import Decision, Step, owe_to_game_master
from mailref.referee.notices import ClockAhead, ClockUnknown, Notice
from mailref.tick.machine import Machine, record

log = logging.getLogger(__name__)
MOST_AHEAD = timedelta(minutes=2)


def may_close(machine: Machine, office: Office, running: RunningGame, now: datetime) -> bool:
    """Tell whether *now* has come by the server's clock too; what is wrong is told once a close.

    Where the server's clock cannot be learnt, the round closes all the same.
    """
    if not machine.compares_clocks:
        return True
    try:
        theirs = machine.mailbox.server_time()
    except MailServerError as problem:
        log.warning("the server's clock could not be compared: %s", problem)
        _tell(machine, office, running, ClockUnknown(), now)
        return True
    if now - theirs <= MOST_AHEAD:
        return True
    log.warning("our clock is %s ahead of the server's: nothing is closed", now - theirs)
    _tell(machine, office, running, ClockAhead(int((now - theirs).total_seconds() // 60)), now)
    return False


def _tell(
    machine: Machine,
    office: Office,
    running: RunningGame,
    about: ClockAhead | ClockUnknown,
    now: datetime,
) -> None:
    due = running.game.due
    cause = f"{about.code}:{running.policy.id}:{due.isoformat() if due else ''}"
    if machine.journal.is_decided(cause):
        return
    mail = owe_to_game_master(
        office.house,
        Notice(about, running.policy, running.game),
        cause,
        now,
        policy=running.policy,
        game=running.game,
    )
    record(machine, Step(cause, Decision((), (mail,))), office, now)
