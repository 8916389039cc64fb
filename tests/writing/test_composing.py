"""Composed mails as the record keeps them."""

from mailref import assets
from mailref.assembly import composer
from mailref.journal.recorded_games import Blob
from mailref.report.picture import BoardPainter
from mailref.writing.compose import compose_all
from tests.report.views import shipped_fonts
from tests.writing.builders import HOUSE, means
from tests.writing.samples import ALL


def test_the_record_gets_the_same_bytes_with_what_is_shared_apart() -> None:
    """What many mails share is stored once."""
    owed = (ALL["report"](), ALL["accepted"](), ALL["report_ended"](), ALL["test"]())
    compose = composer(assets.template_environment, BoardPainter(shipped_fonts()))

    mails = compose(owed, HOUSE)

    assert [(mail.kind, mail.game, mail.round_tag) for mail in mails] == [
        ("Report", "yerres", "5"),
        ("EntryAnswer", "yerres", "4"),
        ("Report", "yerres", "Ende"),
        ("Notice", None, None),
    ]
    for mail, composed in zip(mails, compose_all(owed, means()), strict=True):
        parts = [part.data if isinstance(part, Blob) else part for part in mail.segments]
        assert b"".join(parts) == composed.data
        assert mail.message_id == composed.message_id
        assert mail.recipient == composed.recipient


def test_nothing_owed_is_nothing_composed() -> None:
    compose = composer(assets.template_environment, BoardPainter(shipped_fonts()))

    assert compose((), HOUSE) == ()
