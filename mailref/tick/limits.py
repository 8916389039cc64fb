"""How much is sent at once, to players and to the game master; the rest is told a day later.

Circuit breakers against loops that no rule foresaw (mail 3). Reports are never held back, and a
move counts also where its answer is withheld (contract 2). What players and strangers write is put
before the game master, and nothing keeps anybody from a thousand mails: beyond `per_address_day`
mails a day about one sender, all strangers being one, they are only noted; and so is every mail that
is taken for a program's by its subject. `daily_lists` tells of
both. The mails themselves lie in the mailbox all the same.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Executable

from mailref.journal.journal import Journal
from mailref.journal.senders import HeldNotice, WithheldAnswer, hold_back, passed_on, withhold
from mailref.referee import notices
from mailref.referee.contents import limited
from mailref.referee.findings import Office
from mailref.referee.identity import is_registered
from mailref.referee.mails import Owed
from mailref.referee.policy import Registration, RunningGame
from mailref.settings.values import Settings

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_LONGEST = 120
_MOST_ASKED = 3
MOST_QUESTIONS = 20
"""So many unknown addresses are asked in an hour; to the others the question leaves later."""


class Allowed(Struct, frozen=True):
    """Mails that go out now, and those that wait."""

    now: tuple[Owed, ...]
    also: tuple[Executable, ...]
    """What is recorded with their decision, for the lists of the next day."""
    delayed: tuple[tuple[datetime, tuple[Owed, ...]], ...] = ()
    """What leaves later, and when: answers in an hour, questions to unknown addresses in their turn."""


def within_limits(
    mails: Sequence[Owed], office: Office, journal: Journal, settings: Settings, now: datetime
) -> Allowed:
    """Sort *mails* by what the limits allow."""
    going, also = _notices_within_day(mails, office, journal, settings, now)
    asked_at = next_question(journal, now) if any(map(_asks_a_stranger, going)) else now
    if asked_at > now:
        others = [mail for mail in mails if not _asks_a_stranger(mail)]
        allowed = within_limits(others, office, journal, settings, now)
        asking = tuple(mail for mail in going if _asks_a_stranger(mail))
        return replace(allowed, delayed=(*allowed.delayed, (asked_at, asking)))
    answers = [mail for mail in going if mail.content.is_limited]
    if not answers:
        return Allowed(going, also)
    withheld = _too_many(answers, journal, settings, now)
    most = settings.mail.per_hour
    in_hour = journal.outgoing.recorded_since(now - _HOUR, kinds=limited(), most=most)
    is_full = in_hour + len(answers) > most
    later = tuple(mail for mail in answers if is_full and mail not in withheld)
    rest = tuple(mail for mail in going if mail not in withheld and mail not in later)
    also = (*also, *withhold([_noted(mail, now) for mail in withheld]))
    return Allowed(rest, also, ((now + _HOUR, later),))


def _asks_a_stranger(mail: Owed) -> bool:
    return isinstance(mail.content, notices.Notice) and isinstance(
        mail.content.about, notices.NewcomerAsked
    )


def next_question(journal: Journal, now: datetime) -> datetime:
    """Return when the next question to an unknown address may leave: so many an hour, in their order.

    Its sender may be forged, and then somebody reads it who never wrote.
    """
    leaves: list[datetime] = []
    asked = journal.questions.asked_since(now - 2 * _DAY, why=notices.WhyAsked.NEWCOMER.value)
    for moment in (*asked, now):
        before = leaves[-MOST_QUESTIONS] if len(leaves) >= MOST_QUESTIONS else None
        leaves.append(moment if before is None else max(moment, before + _HOUR))
    return leaves[-1]


def is_crowded(running: RunningGame, journal: Journal, settings: Settings, now: datetime) -> bool:
    """Tell whether an open game has let in, or asked, as many newcomers as it may in a day."""
    if running.policy.registration is not Registration.OPEN or running.game.is_over:
        return False
    asked = journal.questions.waiting_since(now - _DAY, why=notices.WhyAsked.NEWCOMER.value)
    joined = journal.games.joined_by_mail(running.game.id, now - _DAY)
    return asked + joined >= settings.mail.joins_per_day


def is_asked_enough(sender: str, journal: Journal, now: datetime) -> bool:
    """Tell whether an unknown address was asked as often as it may be in a day."""
    since, why = now - _DAY, notices.WhyAsked.NEWCOMER.value
    return journal.questions.waiting_since(since, why=why, sender=sender) >= _MOST_ASKED


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
            sent[to] = journal.outgoing.recorded_since(midnight, kinds=limited(), to=to)
        if sent[to] >= mail.content.as_often * settings.mail.per_address_day:
            found.append(mail)
        sent[to] += 1
    return found


def _noted(mail: Owed, now: datetime) -> WithheldAnswer:
    """Return what the summary of the next day says of a withheld answer."""
    said = mail.content.withheld
    if said is None:
        return WithheldAnswer(mail.recipient, now.date())
    title, move = said
    return WithheldAnswer(mail.recipient, now.date(), title, mail.tag or "", move)


def _notices_within_day(
    mails: Sequence[Owed], office: Office, journal: Journal, settings: Settings, now: datetime
) -> tuple[tuple[Owed, ...], tuple[Executable, ...]]:
    """Leave out what tells the game master of one sender's mails beyond so many a day."""
    passed: Counter[str] = Counter()
    going: list[Owed] = []
    also: list[Executable] = []
    today, is_going = now.date(), False
    for mail in mails:
        notice = mail.content
        if not isinstance(notice, notices.Notice) or not isinstance(
            notice.about, notices.AboutAMail
        ):
            going.append(mail)
            continue
        sender = _sender(notice.about, office)
        if sender not in passed:
            passed[sender] = journal.backlog.passed_on(sender, today)
        is_listed = isinstance(notice.about, notices.TakenForRobot)
        if notice.for_deputy:
            # With the game master's, or not at all: his list of the next day must not hold it.
            going += [mail] if is_going else []
            continue
        is_going = not is_listed and passed[sender] < settings.mail.per_address_day
        if is_going:
            going.append(mail)
            passed[sender] += 1
            also.append(passed_on(sender, today))
        else:
            also.append(
                hold_back(HeldNotice(sender, today, _beginning(notice.about, notice.quoted)))
            )
    return tuple(going), tuple(also)


def _sender(about: notices.AboutAMail, office: Office) -> str:
    """Return whom a notice is about: a registered address; "" for any stranger's."""
    if not isinstance(about, notices.AboutSender):
        return office.house.gamemaster_address
    return about.sender if is_registered(office, about.sender) else ""


def _beginning(about: notices.AboutAMail, quoted: str) -> str:
    """Return a line by which the game master knows the mail again."""
    parts = [part for part in (*_words(about), quoted.strip()) if part]
    return " ".join(" ".join(parts).split())[:_LONGEST]


def _words(about: notices.AboutAMail) -> tuple[str, ...]:
    if isinstance(about, notices.OrdersAsked):
        return about.lines
    return tuple(getattr(about, field, "") for field in _OF_WHOM)


_OF_WHOM = ("sender", "name", "player", "subject")
"""What a notice about a mail may say of who wrote it, in this order."""
