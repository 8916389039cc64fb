"""The first schema: games and their events, mails seen and mails owed, facts and leases."""

from mailref.journal.migrations import make_index, make_table

revision = "r0001"
down_revision = None


def upgrade() -> None:
    """Create every table."""
    _create_games()
    _create_mails()
    make_table(
        "baselines",
        "account:string uid_validity:big uid_next:big moment:instant since:instant?",
        key="account",
    )
    make_table("facts", "name:string value:text", key="name")
    make_table("leases", "name:string boot:string host:string pid:int until:instant", key="name")


def _create_games() -> None:
    make_table(
        "games",
        "id:string seed:bytes last_number:int deadline:instant? is_over:bool recorded_at:instant",
        key="id",
    )
    make_table("causes", "cause:string recorded_at:instant", key="cause")
    make_table(
        "events",
        "game:string number:int kind:string version:int payload:text cause:string recorded_at:instant",
        key="game number",
        cause="causes.cause",
        game="games.id",
    )
    make_index("events", "game kind number")
    make_table(
        "snapshots", "game:string number:int code:string payload:text", key="game", game="games.id"
    )


def _create_mails() -> None:
    make_table(
        "inbox",
        "id:int account:string uid_validity:big uid:big state:string first_seen:instant begun:int "
        "failed:int last_error:text? is_filed:bool fingerprint:string? message_id:text? sender:text? "
        "received:instant? reason:string? has_move:bool settled_at:instant? raw:bytes?",
        key="id",
        unique="account uid_validity uid",
    )
    make_index("inbox", "fingerprint")
    make_index("inbox", "state is_filed")
    make_table(
        "outbox",
        "id:int recipient:string message_id:text kind:string game:string? round_tag:string? "
        "cause:string recorded_at:instant state:string due:instant attempts:int last_error:text? "
        "settled_at:instant?",
        key="id",
        unique="message_id recipient",
        cause="causes.cause",
        game="games.id",
    )
    make_index("outbox", "recorded_at")
    make_index("outbox", "state due")
    make_index("outbox", "game round_tag kind recipient")
    make_table("blobs", "sha256:string data:bytes", key="sha256")
    make_table(
        "segments",
        "mail:int position:int data:bytes? blob:string?",
        key="mail position",
        blob="blobs.sha256",
        mail="outbox.id CASCADE",
    )
    make_index("segments", "blob")
