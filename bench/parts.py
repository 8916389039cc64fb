"""The record of a large service on PostgreSQL: mails in parts by month, and all in one table.

Run by `python -m bench.parts [MAILS]`, ten million by default (half an hour, 10 GB). Mails are made, not sent,
and have one segment each. Times on the clock, of both by turns, the least of `ROUNDS`; needs Debian's postgresql.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count

import sqlalchemy as sa

from mailref.journal.installation import SCHEMA
from mailref.journal.journal import Journal
from mailref.journal.parts import make_room
from tests.journal.builders import mail
from tests.journal.moved_back import moved_back
from tests.servers.postgres import Postgres, postgres

MAILS = 10_000_000
ROUNDS = 25
_LOT = 250_000
NOW = datetime(2027, 12, 1, tzinfo=UTC)
YEAR = timedelta(days=365)
_numbers = count(1)

_MAILS = """
INSERT INTO outbox (id, recipient, message_id, kind, cause, recorded_at, state, due, attempts, settled_at, is_private)
SELECT n, 'player' || n % 100000 || '@example.org', '<' || n || '@referee.example.org>',
  CASE n % 3 WHEN 0 THEN 'answer' WHEN 1 THEN 'report' ELSE 'reminder' END,
  'made', moment, 'sent', moment, 1, moment, false
FROM (SELECT n, CAST(:begun AS timestamptz) + n * CAST(:step AS interval) AS moment
      FROM generate_series(CAST(:low AS int), CAST(:high AS int)) n) made
"""
_BYTES = """
INSERT INTO segments (mail, position, data)
SELECT n, 0, decode(repeat(md5(n::text), 8), 'hex') FROM generate_series(CAST(:low AS int), CAST(:high AS int)) n
"""


def filled(url: str, mails: int) -> None:
    """Make so many mails of a year, all sent."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text("INSERT INTO causes VALUES ('made', now())"))
    for low in range(1, mails + 1, _LOT):
        lot = {"low": low, "high": min(low + _LOT - 1, mails)}
        with engine.begin() as connection:
            # What refers to what we know; to look for each row takes half the time.
            connection.execute(sa.text("SET LOCAL session_replication_role = replica"))
            step = {"begun": NOW - YEAR, "step": YEAR / mails}
            connection.execute(sa.text(_MAILS), lot | step)
            connection.execute(sa.text(_BYTES), lot)
    with engine.begin() as connection:
        connection.execute(sa.select(sa.func.setval("outbox_id_seq", mails)))
    vacuumed(engine)
    engine.dispose()


def vacuumed(engine: sa.Engine) -> None:
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("VACUUM ANALYZE"))


def took(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def recorded(journal: Journal) -> None:
    number = next(_numbers)
    journal.record(f"bench{number}", at=NOW, mails=[mail(number)])


def sent(journal: Journal) -> None:
    for owed in journal.outgoing.unsent(NOW):
        journal.outgoing.mark_sent(owed.id, NOW)


def rows(journal: Journal, mails: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is measured, by its name."""
    outgoing = journal.outgoing
    yield "a mail recorded", lambda: recorded(journal)
    yield "sent and noted", lambda: sent(journal)
    yield "a tick that finds none due", lambda: (list(outgoing.unsent(NOW)), outgoing.next_due())
    yield (
        "mails found by Message-ID",
        lambda: outgoing.find_sent((f"<{mails // 2}@referee.example.org>",)),
    )
    yield "bytes of one mail looked for", lambda: outgoing.is_kept(mails // 2)


def measured(journals: Mapping[str, Journal], mails: int) -> None:
    names = [name for name, _ in rows(next(iter(journals.values())), mails)]
    found: dict[tuple[str, str], list[float]] = {}
    for _ in range(ROUNDS):
        for which, journal in journals.items():
            for name, work in rows(journal, mails):
                found.setdefault((which, name), []).append(took(work))
    print(f"{'ms, the least':32}" + "".join(f"{which:>14}" for which in journals))
    for name in names:
        times = [min(found[which, name]) * 1000 for which in journals]
        print(f"{name:32}" + "".join(f"{each:14.2f}" for each in times), flush=True)


def made(server: Postgres, mails: int) -> Mapping[str, str]:
    """Return the urls of both records."""
    parted, before = server.begun(), server.begun()
    engine = sa.create_engine(parted)
    with engine.begin() as connection:
        make_room(connection, mails)
    engine.dispose()
    moved_back(before, "r0007")
    for which, url in (("parts", parted), ("one table", before)):
        print(f"made in {which}: {took(partial(filled, url, mails)):.0f} s", flush=True)
    return {"one table": before, "parts": parted}


def called(url: str, schema: str) -> None:
    """Let a database be called of another schema than it is: each asks the same."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :it"), {"it": schema})
    engine.dispose()


def forgotten(journals: Mapping[str, Journal], days: int) -> None:
    before = NOW - timedelta(days=days)
    for which, journal in journals.items():
        begun = time.perf_counter()
        dropped = journal.outgoing.forget_bytes(before, private_before=before)
        seconds = time.perf_counter() - begun
        print(
            f"bytes older than {days} days, {which}: of {dropped:,} in {seconds:.1f} s", flush=True
        )


def main() -> None:
    mails = int(sys.argv[1]) if len(sys.argv) > 1 else MAILS
    urls = made(postgres(is_durable=True), mails)
    called(urls["one table"], SCHEMA)
    with ExitStack() as opened:
        journals = {which: opened.enter_context(Journal.open(url)) for which, url in urls.items()}
        measured(journals, mails)
        for days in (330, 37, 36):
            forgotten(journals, days)
        measured(journals, mails)
    called(urls["one table"], "r0007")
    print(f"brought into parts: {took(lambda: Journal.open(urls['one table']).close()):.1f} s")


if __name__ == "__main__":
    main()
