"""What is told in one mail a day or a week: answers withheld, mails held back, moves from unknown
addresses, the games of who plays many.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from mailref.errors import CONCERNS_ALL
from mailref.games.family import family_of
from mailref.games.game import Player
from mailref.games.in_hand import most_urgent_first
from mailref.journal import inbox
from mailref.journal import senders as backlog
from mailref.journal.inbox import StoredMail
from mailref.journal.senders import HeldNotice, WithheldAnswer
from mailref.office import read_policy
from mailref.reading.read_mail import read
from mailref.referee import notices
from mailref.referee.answer import put_before
from mailref.referee.contents import Content, Summary, WeeklyGames
from mailref.referee.findings import Office
from mailref.referee.identity import may_be_admitted
from mailref.referee.mails import (
    Decision,
    Owed,
    Step,
    addresses_of,
    is_held_out,
    owe_to_game_master,
    owe_to_player,
)
from mailref.referee.policy import RunningGame
from mailref.tick.machine import Machine, record

_DAY = timedelta(days=1)
_NONE = timedelta(0)
_MOST_SUMMED_UP = 50
"""A summary names the newest of them and counts the others."""
_MOST_HELD = 50
"""Of one sender; the others are counted."""
_LATEST_DAYS = 30
"""Who asked so long ago is not listed any more, but can still be let in."""
_MOST_QUOTED = 20
_MOST_MOVES = 100
"""A list names so many; the others stand in the next one."""
_PAUSE = timedelta(minutes=10)
"""Between two lists on the last day of a round, after as many of them as anybody gets answers.

Who sends a move a minute must not get the game master a mail a minute.
"""
_MOST_OF_A_MAIL = 500
_Owe = Callable[[Content, str], Iterator[Owed]]
log = logging.getLogger(__name__)


def send_lists(machine: Machine, now: datetime) -> None:
    """Owe every list that is due; one that cannot be made keeps nothing else waiting."""
    for owe in (list_strangers, send_summaries, send_weekly_lists, list_held_back):
        try:
            owe(machine, now)
        except CONCERNS_ALL:
            raise
        except Exception:
            log.exception("%s failed", owe.__name__)


def send_summaries(machine: Machine, now: datetime) -> None:
    """Send those whose answers were withheld on a day before one summary of what counts."""
    today = now.date()
    withheld: dict[str, list[WithheldAnswer]] = defaultdict(list)
    for each in machine.journal.backlog.withheld_before(today):
        withheld[each.recipient].append(each)
    if not withheld:
        return
    office = machine.office()
    for address, owe in _who_may_be_owed(office, now).items():
        answers = withheld.get(address)
        if not answers:
            continue
        rows = tuple((each.title, each.round_tag, each.move) for each in answers)
        more = max(0, len(rows) - _MOST_SUMMED_UP)
        day = answers[-1].day.isoformat()
        mails = tuple(owe(Summary(rows[more:], more), f"summary:{day}"))
        step = Step(f"summary:{day}:{address}", Decision((), mails))
        record(machine, step, office, now, also=[backlog.summed_up(address, before=today)])


def send_weekly_lists(machine: Machine, now: datetime) -> None:
    """Tell on Mondays who plays more than two games how they stand; each once a week.

    They are made at the first tick after eight, zone by zone, not looked for again at each tick.
    """
    if not machine.settings.mail.weekly or now.weekday() not in _ABOUT_MONDAY:
        return
    office = machine.office()
    zones = {running.policy.zone for running in office.games.values()}
    due = {(_week_of(now, zone), zone.key) for zone in zones if _is_time_for_lists(now, zone)}
    if due <= machine.listed:
        return
    for mail in weekly_lists(office, now):
        if not machine.journal.is_decided(mail.key):
            record(machine, Step(mail.key, Decision((), (mail,))), office, now)
    machine.listed.update(due)


_ABOUT_MONDAY = (6, 0, 1)
"""By UTC it is Sunday or Tuesday where it is Monday elsewhere."""
_MORE_THAN = 2
"""Who plays more games is told of all of them once a week (other games 5)."""
_MONDAY, _MORNING = 0, time(8)


def _is_time_for_lists(now: datetime, zone: ZoneInfo) -> bool:
    """Tell whether it is Monday after eight in *zone*."""
    local = now.astimezone(zone)
    return local.weekday() == _MONDAY and local.time() >= _MORNING


def _week_of(now: datetime, zone: ZoneInfo) -> str:
    """Return the week in *zone*, under which its lists are recorded: a Monday there is one Monday."""
    year, week, _ = now.astimezone(zone).isocalendar()
    return f"{year}-W{week:02}"


def weekly_lists(office: Office, now: datetime) -> Iterator[Owed]:
    """Owe to everybody who plays more than two games, of whatever kind, how they stand.

    Games in which he wants no reminders (ERINNERUNG AUS) do not count.
    """
    found: dict[str, list[tuple[RunningGame, Player, Any]]] = defaultdict(list)
    for running in office.games.values():
        told: set[str] = set()
        for name, player in running.game.players.items():
            game = family_of(running).in_hand(name, office) if player.wants_reminder else None
            for address in addresses_of(player)[:1]:
                if game is None or is_held_out(player, address, now):
                    continue
                if address not in told:
                    told.add(address)
                    found[address].append((running, player, game))
    for address, games in found.items():
        first, player, _ = games[0]
        zone = first.policy.zone
        if len(games) <= _MORE_THAN or not _is_time_for_lists(now, zone):
            continue
        content = WeeklyGames(player.name, most_urgent_first(game for *_, game in games))
        key = f"weekly:{_week_of(now, zone)}"
        for owed in owe_to_player(first, player, content, key, now, address=address):
            yield replace(owed, game=None, tag=None)


def _who_may_be_owed(office: Office, now: datetime) -> dict[str, _Owe]:
    """Return how a summary is owed to each registered address that sends moves."""

    def to_game_master(content: Content, key: str) -> Iterator[Owed]:
        yield owe_to_game_master(office.house, content, key, now)

    found: dict[str, _Owe] = {office.house.gamemaster_address: to_game_master}
    for running in office.games.values():
        for player in running.game.players.values():
            for address in addresses_of(player):
                owe = partial(owe_to_player, running, player, now=now, address=address)
                found.setdefault(address, owe)
    return found


def list_held_back(machine: Machine, now: datetime) -> None:
    """List for the game master, on the next day, what was not put before him mail by mail.

    Also, once after each new one, who asked to be let in and still waits.
    """
    today = now.date()
    held = machine.journal.backlog.held_before(today)
    office = machine.office()
    waiting = _waiting_to_join(machine, office, now)
    if not (held or waiting):
        return
    counts = Counter(each.sender for each in held)
    senders = tuple(notices.HeldBack(sender, count) for sender, count in counts.items())
    lines = [
        *(f"{each.sender} {said}" for each, said in waiting if said),
        *(line for sender in counts for line in _first_lines(held, sender)),
    ]
    cause = f"more_mail:{today.isoformat()}"
    about = notices.Notice(
        notices.MoreMail(senders, tuple(each for each, _ in waiting)), quoted="\n".join(lines)
    )
    mail = owe_to_game_master(office.house, about, cause, now)
    step = Step(cause, Decision((), (mail,)))
    record(machine, step, office, now, also=[backlog.listed(before=today)])


def _waiting_to_join(
    machine: Machine, office: Office, now: datetime
) -> tuple[tuple[notices.WantsToJoin, str], ...]:
    """Return who waits to be let in, and his words, if one of them has been in no list yet."""
    found: list[tuple[notices.WantsToJoin, str]] = []
    days: list[date] = []
    for running in office.games.values():
        if not running.game.join_wishes or not may_be_admitted(running):
            continue
        for wish in running.game.waiting_to_join:
            asked_on = wish.at.astimezone(UTC).date()
            if asked_on < now.date():
                days.append(asked_on)
                who = notices.WantsToJoin(running.policy.title, wish.name, wish.address)
                found.append((who, " ".join(wish.said.split())))
    is_new = bool(days) and not _was_list_after(machine, max(days), now.date())
    return tuple(found[-_MOST_HELD:]) if is_new else ()


def _was_list_after(machine: Machine, day: date, today: date) -> bool:
    """Tell whether a list went out after *day*: it named who had asked by then."""
    after = (day + timedelta(days=number) for number in range(1, _LATEST_DAYS))
    return today - day >= _LATEST_DAYS * _DAY or any(
        machine.journal.is_decided(f"more_mail:{each.isoformat()}")
        for each in after
        if each <= today
    )


def _first_lines(held: Sequence[HeldNotice], sender: str) -> list[str]:
    return [each.line for each in held if each.sender == sender][:_MOST_HELD]


def list_strangers(machine: Machine, now: datetime) -> None:
    """List readable moves from unknown addresses: once a day, at once in the last day before a ZAT.

    Each can be adopted by one word (contract 5): a known player writing from elsewhere must not
    lose his move in silence.
    """
    moves = machine.journal.inbox.unlisted_moves(_MOST_MOVES)
    if not moves:
        return
    office = machine.office()
    last = machine.journal.inbox.last_listed()
    if last is not None and now - last < _pause_between_lists(machine, office, now):
        return
    zone = next((running.policy.zone for running in office.games.values()), UTC)
    mails = tuple(_seen(mail, zone) for mail in moves)
    quoted = [_wording(machine, mail) for mail in moves[:_MOST_QUOTED]]
    cause = f"strangers:{moves[-1].id}"
    owed = put_before(
        office,
        notices.StrangersMoves(mails),
        "\n\n".join(f"{who}\n{text}" for who, text in quoted),
        cause,
        now,
        with_words="\n".join(who for who, _ in quoted),
    )
    step = Step(cause, Decision((), tuple(owed)))
    record(machine, step, office, now, also=[inbox.listed([each.id for each in moves], now)])


def _pause_between_lists(machine: Machine, office: Office, now: datetime) -> timedelta:
    if not _is_urgent(office, now):
        return _DAY
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    lists = machine.journal.inbox.lists_since(midnight)
    return _PAUSE if lists >= machine.settings.mail.per_address_day else _NONE


def _is_urgent(office: Office, now: datetime) -> bool:
    return any(family_of(running).is_urgent(now) for running in office.games.values())


def _seen(mail: StoredMail, zone: tzinfo) -> notices.StrangersMail:
    """Return the sender, and when the mail arrived by the clocks of the game master's games."""
    received = mail.received.astimezone(zone) if mail.received else None
    return notices.StrangersMail(f"U{mail.id}", mail.sender or "?", received)


def _wording(machine: Machine, stored: StoredMail) -> tuple[str, str]:
    """Return who wrote, and what, so that the game master can tell whose move it is."""
    mail = read(
        machine.journal.inbox.raw(stored.id) or b"",
        read_policy(machine.settings, machine.secret, machine.office()),
    )
    text = "\n".join(line.text for line in mail.lines)[:_MOST_OF_A_MAIL]
    return f"U{stored.id} {mail.sender_name}".rstrip(), text
