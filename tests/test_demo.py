"""The demo in other languages than German: who plays there writes and reads that language alone."""

import re
import subprocess
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace

import pytest

from mailref.assembly import words_of
from mailref.assets import template_sources
from mailref.demo.speech import PHRASEBOOKS
from mailref.demo.stage import played_with
from mailref.languages import LANGUAGES, rows
from mailref.settings import offered
from tests.commands.invoke import mailref
from tests.german import german_words
from tests.needs import need_program
from tests.parsed import parsed

_MARKUP = re.compile(r"<style.*?</style>|<[^>]+>", re.DOTALL)


def mails_of(out: Path) -> Iterator[EmailMessage]:
    for file in sorted((out / "mails").glob("*.eml")):
        yield parsed(file.read_bytes())


def said_in(mail: EmailMessage) -> Iterator[str]:
    """Yield what a reader sees of a mail: its subject, its texts, the names of its files."""
    yield str(mail["Subject"])
    for part in mail.walk():
        yield part.get_filename() or ""
        if part.get_content_maintype() == "text":
            yield _MARKUP.sub(" ", str(part.get_content()))


def printed(pdf: Path) -> str:
    program = need_program("pdftotext", "poppler-utils")
    return subprocess.run([program, pdf, "-"], capture_output=True, text=True, check=True).stdout


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("variant", "rounds"), [("dottendorf-1zug", "2"), ("classic", "4")])
def test_nothing_of_an_english_demo_is_german(variant: str, rounds: str, tmp_path: Path) -> None:
    """No mail, page, picture's text or printed sheet; the words that are laid are those of ENABLE."""
    out = tmp_path / "out"

    called = mailref(
        *("demo", "--language", "en", "--variant", variant, "--rounds", rounds, "--out", str(out))
    )

    assert called.code == 0, called.err
    mails = list(mails_of(out))
    texts = [text for mail in mails for text in said_in(mail)]
    pages = [_MARKUP.sub(" ", file.read_text("utf-8")) for file in out.rglob("*.html")]
    sheets = [printed(file) for file in out.rglob("*.pdf")]
    assert min(len(mails), len(pages), len(sheets)) > 1
    assert {word for text in (*texts, *pages, *sheets) for word in german_words(text)} == set()
    assert any("[demo End]" in str(mail["Subject"]) for mail in mails)
    assert any("ENABLE" in text for text in texts)


def test_a_demo_is_played_with_other_tiles_and_a_list_of_ones_own(tmp_path: Path) -> None:
    out, words = tmp_path / "out", tmp_path / "words"
    words.write_text(
        "été\nétés\nlune\nlunes\nnuit\nnuits\nroi\nrois\nsable\ntable\nrats\n", "utf-8"
    )
    options = ("--language", "en", "--tiles", "french", "--words", str(words), "--rounds", "1")

    called = mailref("demo", *options, "--players", "2", "--out", str(out))

    assert called.code == 0, called.err
    opening = next(text for mail in mails_of(out) for text in said_in(mail) if "rules of" in text)
    assert "102 tiles" in opening
    every = (text for mail in mails_of(out) for text in said_in(mail))
    assert any("Word list: words," in " ".join(text.split()) for text in every)


def test_a_demo_is_played_with_tiles_of_several_letters(tmp_path: Path) -> None:
    """Its players know racks and board from their mails alone; an exchange of `[CH]` is among what they write."""
    out, words = tmp_path / "out", tmp_path / "words"
    parts = ("ca", "che", "lla", "rro", "sa", "ne", "ti", "do")
    listed = {a + b for a in parts for b in parts} | {f"{a}s" for a in parts}
    words.write_text("\n".join(sorted({*listed, "el", "en", "es", "la", "no", "se"})), "utf-8")
    options = ("--language", "en", "--tiles", "spanish", "--words", str(words))

    called = mailref("demo", *options, "--variant", "classic", "--rounds", "10", "--out", str(out))

    assert called.code == 0, called.err
    texts = [text for mail in mails_of(out) for text in said_in(mail)]
    assert any("exchanges 3 tiles" in text for text in texts)
    assert any(re.search(r"Your letters: .*\[(CH|LL|RR)\]", text) for text in texts)
    assert not any(re.search("[\U000f0000-\U0010fffd]", text) for text in texts)


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("variant", ["bingo", "solitaire", "unscrabble", "dottendorf-1zug"])
def test_what_is_played_with_other_tiles_is_verified(variant: str, tmp_path: Path) -> None:
    """Every kind that takes tiles is decided again from its record."""
    out = tmp_path / "out"
    options = ("--language", "en", "--variant", variant, "--rounds", "2", "--out", str(out))

    called = mailref("demo", *options)
    checked = mailref("verify", "demo", "-c", str(out / "config.toml"))

    assert (called.code, checked.code) == (0, 0), called.err + checked.err


def test_a_demo_takes_an_installed_list_where_none_is_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "french").write_text("lune\nnuit\n", "utf-8")
    monkeypatch.setattr(offered, "DICTIONARIES", tmp_path)

    means = played_with("dottendorf-1zug", "fr", None, None)

    assert (means.tiles, means.words) == ("french", str(tmp_path / "french"))


def test_words_formed_beside_are_listed_as_people_list_them() -> None:
    """`also forming A, B and C`."""
    found = SimpleNamespace(words=[SimpleNamespace(word=each) for each in "WABC"])

    said = [words_of(each).of("turns/phrases", "formed", found) for each in ("de", "en", "fr")]

    assert said == [
        ", und dabei auch A, B und C gebildet",
        ", also forming A, B and C",
        ", et en même temps A, B et C",
    ]


def test_a_demo_without_any_list_is_wrong_use(tmp_path: Path) -> None:
    called = mailref("demo", "--tiles", "greek", "--out", str(tmp_path / "out"))

    assert called.code == 2
    assert "no list is shipped for 'greek': name one by --words" in called.err


_IN = {
    "player_orders.toml": ("help", "rules", "status", "press"),
    "turn_orders.toml": (
        *("history", "exchange", "pass", "challenge", "accept", "trial", "lay", "from", "take"),
        *("wish", "choose", "anew", "tiles"),
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_people_of_the_demo_write_orders_as_we_do(language: str) -> None:
    speech = PHRASEBOOKS[language]
    said = {
        (file, key): (speech.order(key).rstrip(": "), rows(file)[language][key])
        for file, keys in _IN.items()
        for key in keys
    }

    assert {key for key, (word, known) in said.items() if word not in known} == set()


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_what_the_people_of_the_demo_look_for_is_what_mails_say(language: str) -> None:
    """Sentences that tell them what to do: changed in a template alone, a demo would never end."""
    reads = PHRASEBOOKS[language].reads
    said = "\n".join(template_sources(language).values())
    sought = {each: getattr(reads, each) for each in ("only_accepts", "erratum", "trial")}

    assert [key for key, sentence in sought.items() if sentence not in said] == []
