"""Answers to mails about no known game or without anything to judge, and what is passed on."""

from collections.abc import Iterator
from dataclasses import replace

from mailref.referee.addressing import owe_to_game_master, owe_to_player
from mailref.referee.identity import is_subscriber, owner_of, players_at
from mailref.referee.model import Consideration, Considered, Desk, Reason
from mailref.referee.owed import Answered, MailAnswer, Notice, Owed


def about_the_mail(
    desk: Desk, mail: Consideration, entry: Considered, key: str, reference: Answered
) -> Iterator[Owed]:
    """Answer a mail that is about no known game, or that cannot be read at all."""
    now, sender = mail.delivery.received, mail.mail.sender or ""
    is_passed_on = entry.reason in (Reason.NO_MOVE, Reason.UNREADABLE, Reason.TOO_LARGE)
    if is_passed_on:
        yield from passed_on(desk, mail, entry, key, reference)
    mine = tuple(
        table.policy
        for table in desk.tables.values()
        if players_at(table, sender) or is_subscriber(table, sender)
    )
    content = MailAnswer(entry, mine, passed_on=is_passed_on)
    if mail.from_game_master:
        yield owe_to_game_master(desk.house, content, key, now, answers=reference)
        return
    table = desk.tables.get(entry.game or "") or next(
        (desk.tables[policy.id] for policy in mine), None
    )
    if table is None:
        return
    owner = owner_of(desk, table, sender)
    for owed in owe_to_player(table, owner, content, key, now, address=sender, answers=reference):
        yield owed if entry.game else replace(owed, game=None, tag=None)


def passed_on(
    desk: Desk, mail: Consideration, entry: Considered, key: str, reference: Answered
) -> Iterator[Owed]:
    """Put a mail with neither move nor command before the game master (contract 5)."""
    if mail.from_game_master:
        return
    table = desk.tables.get(entry.game or "")
    facts = (
        ("sender", mail.mail.sender or ""),
        ("name", entry.player or mail.mail.sender_name),
        ("subject", mail.mail.subject),
        ("reason", entry.reason.value if entry.reason else ""),
    )
    notice = Notice("passed_on", facts, quoted=reference.quoted)
    yield owe_to_game_master(
        desk.house,
        notice,
        f"passed:{key}",
        mail.delivery.received,
        policy=table.policy if table else None,
        game=table.game if table else None,
    )
