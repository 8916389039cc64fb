"""What the game master is told beside the games: faulty settings, strangers' moves; and summaries."""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial

from mailref.journal.records import StoredMail
from mailref.office import read_policy
from mailref.reading.read_mail import read
from mailref.referee.deadline import is_last_day
from mailref.referee.findings import Office, RunningGame
from mailref.referee.mails import (
    Content,
    Decision,
    Owed,
    Step,
    Summary,
    addresses_of,
    owe_to_game_master,
    owe_to_player,
)
from mailref.referee.notices import Notice, SettingsFaulty, StrangersMail, StrangersMoves
from mailref.rules.game import Player
from mailref.tick.daily_lists import list_of_held_back
from mailref.tick.limits import WITHHELD
from mailref.tick.machine import Machine, record

_DAY = timedelta(days=1)
_NONE = timedelta(0)
_MOST_QUOTED = 20
_MOST_MOVES = 100
"""A list names so many; the others stand in the next one."""
_PAUSE = timedelta(minutes=10)
"""Between two lists on the last day of a round, after as many of them as anybody gets answers.

Who sends a move a minute must not get the game master a mail a minute.
"""
_MOST_OF_A_MAIL = 500
_Owe = Callable[[Content, str], Iterator[Owed]]
REPORTED = "settings_reported"
"""The file whose faults the game master knows."""
LISTED = "strangers_listed"
"""Up to which stored mail the game master has been told, and when."""


def report_settings(machine: Machine, now: datetime) -> None:
    """Tell the game master once that the settings file has faults; the last good ones hold."""
    sha256 = machine.watch.sha256
    if not machine.watch.faults or machine.journal.fact(REPORTED) == sha256:
        return
    office = machine.office()
    cause = f"settings_fault:{sha256[:32]}"
    notice = Notice(SettingsFaulty(tuple(fault.line for fault in machine.watch.faults)))
    mail = owe_to_game_master(office.house, notice, cause, now)
    record(machine, Step(cause, Decision((), (mail,))), office, now)
    machine.journal.note(REPORTED, sha256)


def report_strangers(machine: Machine, now: datetime) -> None:
    """List readable moves from unknown addresses: once a day, at once in the last day before a ZAT.

    Each can be adopted by one word (contract 5): a known player writing from elsewhere must not
    lose his move in silence.
    """
    told = json.loads(machine.journal.fact(LISTED) or "{}")
    waiting = [mail for mail in machine.journal.set_aside(told.get("id", 0)) if mail.has_move]
    moves = waiting[:_MOST_MOVES]
    if not moves:
        return
    office = machine.office()
    lists = _lists_today(told, now)
    is_flood = lists >= machine.settings.mail.per_address_day
    pause = (_PAUSE if is_flood else _NONE) if _is_urgent(office, now) else _DAY
    if told and now - datetime.fromisoformat(told["at"]) < pause:
        return
    newest = max(mail.id for mail in moves)
    zone = next((running.policy.zone for running in office.games.values()), UTC)
    mails = tuple(_seen(mail, zone) for mail in moves)
    quoted = "\n\n".join(_wording(machine, mail) for mail in moves[:_MOST_QUOTED])
    cause = f"strangers:{newest}"
    notice = Notice(StrangersMoves(mails), quoted=quoted)
    mail = owe_to_game_master(office.house, notice, cause, now)
    if record(machine, Step(cause, Decision((), (mail,))), office, now):
        told = {"id": newest, "at": now.isoformat(), "lists": lists + 1}
        machine.journal.note(LISTED, json.dumps(told))


def _lists_today(told: Mapping[str, str | int], now: datetime) -> int:
    is_today = str(told.get("at", "")).startswith(now.date().isoformat())
    return int(told.get("lists", 1)) if is_today else 0


def _seen(mail: StoredMail, zone: tzinfo) -> StrangersMail:
    """Return the sender, and when the mail arrived by the clocks of the game master's games."""
    received = mail.received.astimezone(zone) if mail.received else None
    return StrangersMail(f"U{mail.id}", mail.sender or "?", received)


def _wording(machine: Machine, stored: StoredMail) -> str:
    """Return who wrote what, so that the game master can tell whose move it is."""
    mail = read(
        machine.journal.raw_mail(stored.id) or b"", read_policy(machine.settings, machine.secret)
    )
    text = "\n".join(line.text for line in mail.lines)[:_MOST_OF_A_MAIL]
    return f"U{stored.id} {mail.sender_name}".rstrip() + f"\n{text}"


def _is_urgent(office: Office, now: datetime) -> bool:
    return any(is_last_day(running.game, now) for running in office.games.values())


def send_summaries(machine: Machine, now: datetime) -> None:
    """Send those whose answers were withheld yesterday one summary of what counts."""
    withheld = machine.journal.facts(f"{WITHHELD}:")
    if not withheld:
        return
    office = machine.office()
    for address, owe in _who_may_be_owed(office, now).items():
        kept = json.loads(withheld.get(f"{WITHHELD}:{address}", "{}"))
        if not kept.get("rows") or kept["day"] >= now.date().isoformat():
            continue
        rows = tuple((row[0], row[1], row[2]) for row in kept["rows"])
        content = Summary(rows, kept.get("more", 0))
        cause = f"summary:{kept['day']}:{address}"
        step = Step(cause, Decision((), tuple(owe(content, f"summary:{kept['day']}"))))
        if record(machine, step, office, now):
            machine.journal.note(f"{WITHHELD}:{address}", "{}")


def list_held_back(machine: Machine, now: datetime) -> None:
    """List for the game master, on the next day, what was not put before him mail by mail."""
    listed = list_of_held_back(machine.office, machine.journal, now)
    if listed is not None and record(machine, listed.step, machine.office(), now):
        for name, value in listed.facts.items():
            machine.journal.note(name, value)


def _who_may_be_owed(office: Office, now: datetime) -> dict[str, _Owe]:
    """Return how a summary is owed to each registered address that sends moves."""

    def to_game_master(content: Content, key: str) -> Iterator[Owed]:
        yield owe_to_game_master(office.house, content, key, now)

    found: dict[str, _Owe] = {office.house.gamemaster_address: to_game_master}
    for running in office.games.values():
        for player in running.game.players.values():
            for address in addresses_of(player):
                found.setdefault(
                    address,
                    partial(_to_player, running=running, player=player, now=now, to=address),
                )
    return found


def _to_player(
    content: Content, key: str, *, running: RunningGame, player: Player, now: datetime, to: str
) -> Iterator[Owed]:
    return owe_to_player(running, player, content, key, now, address=to)
