"""Each command loads what it uses: no library and no kind of game beside (house, a quick start)."""

import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import mailref.games
from tests.servers import sink

PLAYERS = ("Anna Beispiel", "Ben Muster")
_SETTINGS = """
[mail]
spool = "mail"
smtp = "smtp://127.0.0.1:{port}"
address = "Scrabble <referee@example.org>"

[storage]
url = "sqlite:///mailref.db"

[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"

[[game]]
id = "yerres"
title = "1-Zug-Scrabble Yerres"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = 2036-12-05T20:00:00
schedule = "every week on friday at 20:00"
letters = "BEEINNR"
"""
_PLAYER = """
[[game.player]]
name = "{name}"
addresses = ["{address}"]
"""
_LOADED = """
import json, sys
from mailref.cli import run
code = run(sys.argv[1:])
print(json.dumps(sorted(sys.modules)))
sys.exit(code)
"""

FOR_FEW = (
    "alembic", "apscheduler", "babel", "css_inline", "dkim", "icalendar", "numpy", "PIL", "reportlab",
    "sqlalchemy.dialects.postgresql",
)  # fmt: skip
"""Libraries that only few commands need: migrations, the daemon, mails with boards, print, the top."""
TO_READ = ("lark", "selectolax")
_OTHERS = ("bingo", "by_turns", "classic", "rummikub", "solitaire", "unscrabble")
OTHER_KINDS = tuple(
    f"mailref.games.{folder}.{module.stem}"
    for folder in _OTHERS
    for module in (Path(mailref.games.__file__ or "").parent / folder).glob("[a-z]*.py")
)
"""Every module of the kinds that nobody plays here: what they decide, read, write, and their settings."""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a game in rounds that has been opened, and a mail with a move."""
    folder = tmp_path_factory.mktemp("begun")
    with sink.running() as server:
        text = _SETTINGS.format(port=server.port)
        for name in PLAYERS:
            text += _PLAYER.format(name=name, address=f"{name.split()[0].lower()}@example.org")
        (folder / "config.toml").write_text(text, encoding="utf-8")
        (folder / "mail.eml").write_bytes(
            b"From: Anna Beispiel <anna@example.org>\r\nTo: referee@example.org\r\n"
            b"Subject: Re: [yerres R1]\r\nMessage-ID: <1@example.org>\r\n\r\nH8w BEIN\r\n"
        )
        loaded_by(folder, "once")
        assert len(server.taken) >= len(PLAYERS)
    return folder


def loaded_by(folder: Path, *arguments: str) -> set[str]:
    """Return the modules that are loaded at the end of a command."""
    ran = subprocess.run(
        [sys.executable, "-c", _LOADED, *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return set(json.loads(ran.stdout.splitlines()[-1]))


loaded_once = cache(loaded_by)
"""What two tests look at is run once."""


def too_much(loaded: set[str], *barred: str) -> list[str]:
    return sorted(
        each for each in loaded if f"{each}.".startswith(tuple(f"{bar}." for bar in barred))
    )


@pytest.mark.parametrize(
    ("arguments", "barred"),
    [
        (("--help",), (*FOR_FEW, *TO_READ, "rich", "sqlalchemy", "jinja2", "mailref.games")),
        (("status",), (*FOR_FEW, *TO_READ, "jinja2")),
        (("status", "--json"), (*FOR_FEW, *TO_READ, "jinja2", "rich")),
        (("once",), (*FOR_FEW, "jinja2", "rich", "mailref.writing")),
        (("judge", "mail.eml"), (*FOR_FEW, "rich", "mailref.writing", "mailref.tick")),
    ],
    ids=" ".join,
)
def test_a_command_loads_no_library_that_it_does_not_use(
    arguments: tuple[str, ...], barred: tuple[str, ...], begun: Path
) -> None:
    assert too_much(loaded_once(begun, *arguments), *barred) == []


@pytest.mark.parametrize("arguments", [("status",), ("once",), ("judge", "mail.eml")], ids=" ".join)
def test_a_kind_of_game_that_nobody_plays_is_not_loaded(
    arguments: tuple[str, ...], begun: Path
) -> None:
    assert too_much(loaded_once(begun, *arguments), *OTHER_KINDS) == []


def test_a_mail_is_judged_without_a_database_where_nothing_is_recorded(
    begun: Path, tmp_path: Path
) -> None:
    for name in ("config.toml", "mail.eml"):
        shutil.copy(begun / name, tmp_path)
    assert too_much(loaded_by(tmp_path, "judge", "mail.eml"), "sqlalchemy", "sqlite3") == []


def test_migrations_alone_need_alembic(begun: Path) -> None:
    loaded = loaded_by(begun, "backup", "copy.db")
    assert too_much(loaded, "alembic", "mailref.journal.migrations") == []
