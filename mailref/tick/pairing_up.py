"""Tournaments go on by themselves: begun, results taken from their games, rounds paired, ended."""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Executable

from mailref.errors import CONCERNS_ALL
from mailref.games.kind import kind_of
from mailref.games.tournament import news
from mailref.games.tournament.tournament import (
    OutcomeTaken,
    PlayerWithdrew,
    RoundPaired,
    System,
    Tournament,
    TournamentEnded,
    TournamentEvent,
    TournamentOpened,
    begins,
    is_decided,
    next_step,
    opened,
    outcome_of,
)
from mailref.journal.recorded_tournaments import begun, claimed, happened
from mailref.orders.commands import challenged_in
from mailref.reading.incoming_mail import IncomingMail, Line
from mailref.referee.findings import Office
from mailref.referee.mails import Decision, Owed, Step
from mailref.settings.values import TournamentPolicy
from mailref.tick.begun_before import in_doubt
from mailref.tick.health import WAS_TRIAL, note_stuck, tell_of_fault
from mailref.tick.machine import Machine, record

log = logging.getLogger(__name__)


def keep_tournaments(machine: Machine, now: datetime) -> None:
    """Take every tournament as far as it goes: the games that it makes are opened afterwards."""
    known = machine.tournaments() if machine.settings.tournaments else ()
    is_new = any(policy.plan.id not in known for policy in machine.settings.tournaments)
    doubtful = in_doubt(machine, now) if is_new else ()
    for policy in machine.settings.tournaments:
        if policy.plan.id in doubtful:
            continue
        try:
            while _went_on(machine, policy, now):
                pass
        except CONCERNS_ALL:
            raise
        except Exception as problem:  # noqa: BLE001  logged; one over which we stumble keeps no game waiting
            machine.failing.add(policy.plan.id)
            note_stuck(machine, policy.plan.id, problem, now)


def reveal_seeds(machine: Machine, now: datetime) -> None:
    """Reveal the seeds of games whose second ones, with the same tiles, are over, too."""
    for policy in machine.settings.games:
        same = policy.same_tiles
        if same is None or not same.is_second:
            continue
        office = machine.office()
        first, second = office.games.get(same.other), office.games.get(policy.id)
        if first is not None and second is not None:
            step = kind_of(first.game).reveal(first, second, office, now)
            if step is not None and record(machine, step, office, now):
                log.info("game %s: its seed is revealed", same.other)


def _went_on(machine: Machine, policy: TournamentPolicy, now: datetime) -> bool:
    """Take one step of a tournament; tell whether there was one."""
    id_ = policy.plan.id
    tournament = machine.tournaments().get(id_)
    if tournament is None:
        if policy.start is not None and now < policy.start:
            return False
        seed = machine.new_seed()
        is_trial = bool(machine.settings.box(policy.game.mailbox).divert)
        event = opened(policy.plan, seed, now, is_trial=is_trial)
        return is_recorded(machine, policy, event, [begun(id_, seed, now)])
    if id_ in machine.resting_tournaments():
        tell_of_fault(
            machine, f"trial:tournament:{id_}", f'[[tournament]] "{id_}": {WAS_TRIAL}', now
        )
        return False
    seed = machine.journal.tournaments.seed(id_)
    step = next(_outcomes(machine, tournament, now), None) or next_step(tournament, seed, now)
    return step is not None and is_recorded(machine, policy, step)


def _cause(tournament: str, step: TournamentEvent) -> str:
    match step:
        case TournamentOpened():
            return f"tournament:{tournament}"
        case OutcomeTaken():
            return f"outcome:{step.game}"
        case RoundPaired():
            return f"pair:{tournament}:{step.number}"
        case PlayerWithdrew():
            return f"withdrew:{tournament}:{step.player}:{step.at.isoformat()}"
        case TournamentEnded():
            return f"tournament_ended:{tournament}"
        case _:
            assert_never(step)


def is_recorded(
    machine: Machine,
    policy: TournamentPolicy,
    event: TournamentEvent,
    also: Sequence[Executable] = (),
) -> bool:
    """Record and tell what happens in a tournament; tell whether it was not recorded before."""
    id_, office = policy.plan.id, machine.office()
    cause = _cause(id_, event)
    written = happened(id_, event, cause, event.at)
    before = machine.tournaments().get(id_)
    spoken = policy.game.language
    mails = news.tournament_mails(before, event, policy.players, spoken, office.house, event.at)
    step = Step(cause, Decision((), tuple(mails)))
    is_done = record(machine, step, office, event.at, also=[*also, written])
    if is_done:
        log.info("tournament %s: %s", id_, cause)
    return is_done


class Challenged(Struct, frozen=True):
    """What the challenges on ladders in a mail come to, and the mail without them."""

    mail: IncomingMail
    mails: tuple[Owed, ...] = ()
    also: tuple[Executable, ...] = ()
    """What is recorded in the tournaments with the decision about the mail."""
    has_any: bool = False


def take_challenges(
    machine: Machine, mail: IncomingMail, received: datetime, office: Office
) -> Challenged:
    """Carry out the lines by which a player of a ladder challenges another; the two are told."""
    done = Challenged(mail)
    if mail.robot is not None or not machine.settings.tournaments:
        return done
    for line in mail.lines:
        named = challenged_in(line.text)
        if named is not None:
            done = _challenge(machine, done, line, named, received, office)
    return done


def _challenge(  # noqa: PLR0917  the mail so far, and one line of it
    machine: Machine, done: Challenged, line: Line, named: str, received: datetime, office: Office
) -> Challenged:
    """Carry out one line: on the first ladder on which it can be done, else refused on the first."""
    if done.also:
        return done  # nobody is in two challenges at once: the second line is left to be answered
    refused: tuple[Owed, ...] = ()
    resting = machine.resting_tournaments()
    rest = replace(done.mail, lines=tuple(each for each in done.mail.lines if each != line))
    for policy in machine.settings.tournaments:
        id_ = policy.plan.id
        now = machine.tournaments().get(id_)
        if now is None or now.plan.system is not System.LADDER or id_ in resting:
            continue
        ladder = news.Ladder(now, policy.players, policy.game)
        seed = machine.journal.tournaments.seed(id_)
        found = news.challenge_by_mail(ladder, done.mail, named, seed, received)
        if isinstance(found, RoundPaired):
            spoken = policy.game.language
            told = news.tournament_mails(now, found, policy.players, spoken, office.house, received)
            cause = _cause(id_, found)
            also = claimed(cause, received), happened(id_, found, cause, received)
            return Challenged(rest, (*done.mails, *told), also, has_any=True)
        if found is not None and not refused:
            key = f"{done.mail.fingerprint}:{line.number}"
            refused = (news.challenge_refused(found, ladder, done.mail, key, received),)
    if not refused:
        return done
    return Challenged(rest, (*done.mails, *refused), done.also, has_any=True)


def _outcomes(machine: Machine, now: Tournament, at: datetime) -> Iterator[OutcomeTaken]:
    """Yield what the finished games came to that the tournament waits for."""
    games = machine.journal.games.load_all(now.waits_for)
    for meeting in now.meetings:
        for id_ in meeting.games:
            game = games.get(id_)
            if id_ in now.waits_for and game is not None and is_decided(game):
                yield OutcomeTaken(id_, outcome_of(game, begins(meeting, id_)), at)
