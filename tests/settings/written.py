"""A small right settings file for tests, to be changed in one place at a time."""

from pathlib import Path

from msgspec.structs import replace

from mailref.settings.load import parse_settings, variants
from mailref.settings.values import Findings, Loaded, Settings, Surroundings

DATABASES = '"sqlite:///mailref.db" or "postgresql+psycopg://mailref@db.example.org/mailref"'
"""Such as the url of a record must be."""
MAIL = """
[mail]
imap = "imaps://mail.example.org"
smtp = "smtps://mail.example.org"
user = "referee@example.org"
password = "geheim"
address = "Scrabble <referee@example.org>"
"""
GAMEMASTER = """
[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"
"""
GAME = """
[[game]]
id = "yerres"
title = "1-Zug-Scrabble Yerres"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = 2026-12-11T20:00:00
"""
PLAYER = """
[[game.player]]
name = "Max Mustermann"
addresses = ["max@example.org"]
"""


def around(folder: Path, *, needs_secrets: bool = True, **environ: str) -> Surroundings:
    return Surroundings(folder, environ, variants(), needs_secrets)


def load(text: str, folder: Path = Path("/srv/mailref")) -> Loaded:
    return parse_settings(text, Findings("config.toml", around(folder)))


def settings(text: str) -> Settings:
    loaded = load(text)
    assert loaded.settings is not None, [fault.line for fault in loaded.faults]
    return loaded.settings


def file(*, mail: str = "", gamemaster: str = "", game: str = "", inner: str = PLAYER) -> str:
    """Return a file whose tables have *mail*, *game* ... added; *inner* follows the game's keys."""
    return f"{MAIL}{mail}\n{GAMEMASTER}{gamemaster}\n{GAME}{game}\n{inner}\n"


def lines(text: str) -> list[str]:
    """Return the faults as they are said, but for the lines on which they stand."""
    return [replace(fault, place=()).line for fault in load(text).faults]


def warnings(text: str) -> list[str]:
    return [replace(warning, place=()).line for warning in load(text).warnings]
