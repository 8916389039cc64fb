"""What lay as JSON under the names of facts gets tables; so do questions, bounces and restorations.

Tables of now: questions to senders whose mails wait for a yes, and the orders given in answer to our
mails; mails that came back, so that none more go to an address that is gone; a database put back from
a copy; mails in which nothing could be read, so that no program is answered without end; what keeps
the machine from its work, and how far it has come; tournaments; what the
next report needs of those before it; indexes for what each tick asks.
"""

import json
from collections.abc import Iterator
from datetime import date

import sqlalchemy as sa
from alembic import op

from mailref.journal.migrations import drop_index, make_index, make_tables, table_of

revision = "r0002"
down_revision = "r0001"

_INDEXES = (
    ("games", "deadline"),
    ("inbox", "account is_filed state"),
    ("outbox", "recorded_at kind"),
    ("outbox", "recipient recorded_at kind"),
)
"""By which each tick finds what it looks for, however many mails were handled before."""

_facts = table_of("facts", "name:string value:text")
_secrets = table_of("secrets", "id:int secret:bytes")
_causes = table_of("causes", "cause:string recorded_at:instant")
_inbox = table_of("inbox", "id:int has_move:bool listed_at:instant is_adopted:bool")
_withheld = table_of(
    "withheld_answers", "recipient:string day:date title:text round_tag:string move:text"
)
_notices = table_of("sender_notices", "sender:text day:date line:text")


def upgrade() -> None:
    """Make the tables, carry over what the facts hold, and drop these."""
    _create_first()
    complete()
    _carry_secret()
    _carry_withheld()
    _carry_notices()
    _carry_lists()
    _carry_adopted()
    op.drop_table("facts")


def _create_first() -> None:
    make_tables("r0002")
    op.add_column("inbox", sa.Column("listed_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("inbox", _yes_or_no("is_adopted"))
    make_index("inbox", "has_move listed_at")


def _yes_or_no(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())


def complete() -> None:
    """Make what this schema has got since version 0.2.0, whose databases bear its name without that."""
    if sa.inspect(op.get_bind()).has_table("progress"):
        return
    make_tables("since_0_2_0")
    op.add_column("outbox", _yes_or_no("is_private"))
    drop_index("outbox", "recorded_at")
    for table, columns in _INDEXES:
        make_index(table, columns)


def _found(prefix: str) -> Iterator[tuple[str, str]]:
    """Yield what follows *prefix* in the names of facts, with their values."""
    wanted = sa.select(_facts).where(_facts.c.name.startswith(prefix, autoescape=True))
    for row in op.get_bind().execute(wanted).all():
        yield row.name.removeprefix(prefix), row.value


def _carry_secret() -> None:
    for _, value in _found("secret"):
        op.get_bind().execute(sa.insert(_secrets), {"id": 1, "secret": bytes.fromhex(value)})


def _carry_withheld() -> None:
    for recipient, value in _found("withheld:"):
        kept = json.loads(value)
        listed = [["", "", ""]] * kept.get("more", 0) + kept.get("rows", [])
        rows = [
            {
                "recipient": recipient,
                "day": date.fromisoformat(kept["day"]),
                "title": title,
                "round_tag": tag,
                "move": move,
            }
            for title, tag, move in listed
        ]
        if rows:
            op.get_bind().execute(sa.insert(_withheld), rows)


def _carry_notices() -> None:
    for sender, value in _found("notices:"):
        told = json.loads(value)
        lines = told["rows"] + [""] * (told["held"] - len(told["rows"]))
        rows = [{"sender": sender, "day": told["day"], "line": None}] * told["sent"]
        rows += [{"sender": sender, "day": told["since"], "line": line} for line in lines]
        if rows:
            dated = [{**row, "day": date.fromisoformat(row["day"])} for row in rows]
            op.get_bind().execute(sa.insert(_notices), dated)


def _carry_lists() -> None:
    """Tell each mail when it was listed: the cause of a list names the newest of its mails."""
    wanted = sa.select(_causes).where(_causes.c.cause.startswith("strangers:"))
    lists = [
        (int(row.cause.removeprefix("strangers:")), row.recorded_at)
        for row in op.get_bind().execute(wanted)
    ]
    for newest, moment in sorted(lists):
        listed = _inbox.c.has_move & (_inbox.c.id <= newest) & _inbox.c.listed_at.is_(None)
        op.get_bind().execute(sa.update(_inbox).where(listed).values(listed_at=moment))


def _carry_adopted() -> None:
    for number, _ in _found("adopted:"):
        adopted = _inbox.c.id == int(number)
        op.get_bind().execute(sa.update(_inbox).where(adopted).values(is_adopted=True))
