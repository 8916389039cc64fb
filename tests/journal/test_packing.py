"""Long texts of the record are packed on SQLite, and read whatever wrote them."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
import sqlalchemy as sa

from mailref.journal import packing, schema
from mailref.journal.installation import open_database
from mailref.journal.packing import PACKED, packed, unpacked
from tests.databases import begun_in

_LONG = '{"said": "%s"}' % ("Käse ½ 🙂 " * 100)
_SHORT = '{"said": "Käse"}'
_KEPT = schema.snapshots


@pytest.mark.parametrize("text", [_LONG, _LONG * 200, _SHORT, ""])
def test_a_text_is_the_same_when_unpacked(text: str) -> None:
    assert unpacked(packed(text)) == text


def test_what_was_packed_once_is_read_for_ever() -> None:
    """Nothing that stands before each text may change: what is there was packed by it."""
    said = sha256(packing._said()).hexdigest()

    assert said == "fb77c15d4073952bb9632a7944e1469fa6ea6681e488c55e7d853794ebef3485"
    assert unpacked(b"\x00j1\xc3\x1dU\x86\xb5\x00") == '{"player":"Anna","number":1}'


def test_long_texts_are_packed_on_sqlite_and_nowhere_else(kind: str, tmp_path: Path) -> None:
    url = begun_in(tmp_path)
    game = {"seed": b"", "last_number": 1, "is_over": False, "recorded_at": datetime.now(UTC)}
    texts = {"long": _LONG, "short": _SHORT}
    with open_database(url) as database:
        with database.writing() as connection:
            for name, text in texts.items():
                connection.execute(sa.insert(schema.games).values(id=name, **game))
                row = {"game": name, "number": 1, "code": "", "payload": text}
                connection.execute(sa.insert(_KEPT), row)
        read = {row.game: row.payload for row in database.rows(sa.select(_KEPT))}
        wanted = sa.text("SELECT game, payload FROM snapshots")
        as_it_lies = {row.game: row.payload for row in database.rows(wanted)}

    assert read == texts
    assert as_it_lies["short"] == _SHORT
    if kind == "sqlite":
        assert as_it_lies["long"].startswith(PACKED)
        assert len(as_it_lies["long"]) < len(_LONG) / 10
    else:
        assert as_it_lies["long"] == _LONG


def test_what_an_earlier_version_wrote_is_read_as_it_lies(tmp_path: Path) -> None:
    with open_database(f"sqlite:///{tmp_path / 'mailref.db'}") as database:
        with database.writing() as connection:
            connection.exec_driver_sql(
                "INSERT INTO games VALUES ('a', x'', 1, NULL, 0, '2036-12-01')"
            )
            connection.exec_driver_sql("INSERT INTO snapshots VALUES ('a', 1, '', ?)", (_LONG,))

        assert database.scalar(sa.select(_KEPT.c.payload)) == _LONG
