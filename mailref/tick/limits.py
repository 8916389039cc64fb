"""How much we answer: at most so many answers to one address a day, and in all in an hour.

Circuit breakers against loops that no rule foresaw (mail 3). Reports are never held back, and a
move counts also where its answer is withheld: one summary on the next day says so (contract 2).
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mailref.journal.journal import Journal
from mailref.journal.records import OutgoingMail
from mailref.referee.mails import CommandAnswer, EntryAnswer, MailAnswer, Owed, Summary
from mailref.rules.rounds.in_force import move_in_words
from mailref.settings.model import Settings

ANSWERS = ("EntryAnswer", "MailAnswer", "CommandAnswer", "Summary")
"""Kinds of outgoing mail that answer somebody."""
_HOUR = timedelta(hours=1)
WITHHELD = "withheld"
_MOST_LISTED = 50
"""A summary lists the newest of them and counts the others."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """Mails that go out now, those that wait an hour, and what is noted of those withheld."""

    now: tuple[Owed, ...]
    later: tuple[Owed, ...]
    facts: Mapping[str, str]

    @staticmethod
    def delayed(mails: Sequence[OutgoingMail], now: datetime) -> list[OutgoingMail]:
        """Return *mails* with the hour they wait."""
        return [replace(mail, not_before=now + _HOUR) for mail in mails]


def within_limits(
    mails: Sequence[Owed], journal: Journal, settings: Settings, now: datetime
) -> Allowed:
    """Sort *mails* by what the limits allow."""
    answers = [mail for mail in mails if is_answer(mail)]
    if not answers:
        return Allowed(tuple(mails), (), {})
    withheld = _too_many(answers, journal, settings, now)
    in_hour = journal.recorded_since(now - _HOUR, kinds=ANSWERS)
    is_full = in_hour + len(answers) > settings.mail.per_hour
    later = [mail for mail in answers if is_full and mail not in withheld]
    rest = tuple(mail for mail in mails if mail not in withheld and mail not in later)
    return Allowed(rest, tuple(later), _noted(withheld, journal, now))


def is_answer(mail: Owed) -> bool:
    """Tell whether a mail answers somebody (and is no copy for the game master)."""
    return isinstance(mail.content, EntryAnswer | MailAnswer | CommandAnswer | Summary)


def _too_many(
    answers: Sequence[Owed], journal: Journal, settings: Settings, now: datetime
) -> list[Owed]:
    """Return the answers beyond what an address may get in a day; one mail may ask for several."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    found: list[Owed] = []
    sent: Counter[str] = Counter()
    for mail in answers:
        to = mail.recipient
        if to not in sent:
            sent[to] = journal.recorded_since(midnight, kinds=ANSWERS, recipient=to)
        if sent[to] >= settings.mail.per_address_day:
            found.append(mail)
        sent[to] += 1
    return found


def _noted(withheld: Sequence[Owed], journal: Journal, now: datetime) -> dict[str, str]:
    """Keep, for the summary, what was withheld from each address today."""
    facts: dict[str, str] = {}
    for mail in withheld:
        name = f"{WITHHELD}:{mail.recipient}"
        kept = json.loads(facts.get(name) or journal.fact(name) or "{}")
        rows = [*kept.get("rows", []), _row(mail)]
        more = kept.get("more", 0) + max(0, len(rows) - _MOST_LISTED)
        day = now.date().isoformat()
        facts[name] = json.dumps({"day": day, "rows": rows[-_MOST_LISTED:], "more": more})
    return facts


def _row(mail: Owed) -> list[str]:
    content = mail.content
    if not isinstance(content, EntryAnswer):
        return ["", "", ""]
    return [
        content.policy.title,
        mail.tag or "",
        move_in_words(content.considered.choice, content.game.rules),
    ]
