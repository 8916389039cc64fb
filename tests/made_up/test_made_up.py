"""A language is a folder: two games are played by mail in one that nobody speaks.

Its folder is made of the English one by turning every word. The program that reads and writes it is a copy
with that folder and no other change: a word of German or English in what it says stands in the code.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel import Locale
from babel.dates import format_timedelta

from mailref import assets
from mailref.languages import DEFAULT, LANGUAGES, TEMPLATES
from tests.made_up.turning import LOCALE, MARK, make_folder
from tests.referee.rehearsal import DAY, MINUTE

ROOT = Path(__file__).parents[2]
_WORD = re.compile(r"[^\W\d_]{2,}")
_NO_WORD = re.compile(r"\S*(?:@|://)\S*|\w*\d\w*")
"""Addresses, squares, hashes and times."""
NAMES = frozenset({
    "Max", "Mustermann", "Eva", "Muster", "Meier", "Erika", "Musterfrau", "Fred", "Anna", "Ben",
    "Zug", "Scrabble", "Yerres", "yerres", "Classic", "Kiel", "kiel",
    "german", "wordlist", "tanglet", "data", "mailref",
    "DE", "EN", "FR", "Ende",
    "RABEN", "TRABEN", "RABTEN", "NABEL", "XQ", "RATTEN",
})  # fmt: skip
"""People, games, the word list, languages as they are asked for, the tag of a game that is over,
words laid, and one near RABTEN that is a word of orders, too."""


def of_locale() -> Iterator[str]:
    """Yield the words that Babel says: days, months, lengths of time, languages, where a time is."""
    locale = Locale(LOCALE)
    for names in (locale.days, locale.months):
        for forms in names["format"].values():
            yield from forms.values()
    for length in (MINUTE, 2 * MINUTE, 60 * MINUTE, 120 * MINUTE, DAY, 2 * DAY):
        yield format_timedelta(length, threshold=1, locale=locale)
        yield format_timedelta(length, "hour", threshold=1000, locale=locale)
    yield from (locale.languages[each] for each in (*LANGUAGES, LOCALE))
    yield locale.time_zones["Europe/Berlin"]["city"]


def of_tiles() -> set[str]:
    """Return the words that may be laid: they are German in any language."""
    return set(assets.word_list().decode().split())


def of_orders() -> set[str]:
    """Return the words that are written in German and English, in capitals."""
    files = (each for language in LANGUAGES for each in (TEMPLATES / language).glob("*.toml"))
    return {word.upper() for each in files for word in _WORD.findall(each.read_text("utf-8"))}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What the program says in that language: mails with their subjects, refusals, pictures."""
    if TEMPLATES.parent != ROOT:
        pytest.skip("the templates lie in the wheel here")
    folder = tmp_path_factory.mktemp("made_up")
    for name in ("mailref", "templates", "grammar"):
        shutil.copytree(
            ROOT / name, folder / name
        )  # what was compiled of it, too: its dates are kept
    make_folder(folder / "templates")
    for language in set(LANGUAGES) - {
        DEFAULT,
        "en",
    }:  # words of each language are worked out: seconds
        shutil.rmtree(folder / "templates" / language)
    played = subprocess.run(
        [sys.executable, "-m", "tests.made_up.play"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (folder, ROOT)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, "")  # no mail was set aside either
    found: dict[str, list[str]] = json.loads(played.stdout)
    return found


@pytest.mark.slow
def test_nothing_is_said_in_german_or_english(said: dict[str, list[str]]) -> None:
    of_dates = {word for each in of_locale() for word in _WORD.findall(each)}
    known = NAMES | of_dates | set(said.pop("laid")) | (of_tiles() - of_orders())
    strange = {
        (where, word)
        for where, texts in said.items()
        for text in texts
        for word in _WORD.findall(_NO_WORD.sub(" ", text))
        if not word.lower().endswith(MARK) and word not in known
    }

    assert strange == set()


@pytest.mark.slow
def test_what_is_written_in_it_is_understood(said: dict[str, list[str]]) -> None:
    assert said["not understood"] == []
    assert min(len(said["rounds"]), len(said["classic"])) > 40
