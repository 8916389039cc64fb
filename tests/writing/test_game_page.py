"""Reports name the page of their game, where pages that anybody may read are to be seen."""

from functools import cache

import pytest
from msgspec.structs import replace

from mailref.writing.compose import compose_all
from mailref.writing.scene import Words
from tests.effort import fewer, sample
from tests.tiles.variants import ONE
from tests.writing.builders import HOUSE, means
from tests.writing.composed import body, read_back
from tests.writing.samples import ALL
from tests.writing.test_never_a_move import moves_in_any, quoted

SITE = "https://club.example.org/scrabble/"
OTHERS = ("accepted", "status", "club_list", "word_questions")


@cache
def reports() -> list[str]:
    """Return the names of some reports, found when first asked: it takes samples to tell."""
    some = sample(list(ALL), fewer(len(ALL), 300))
    found = [name for name in some if ALL[name]().content.is_report]
    of_each = {type(ALL[name]().content).__module__: name for name in found}
    return [*dict.fromkeys((*of_each.values(), *found[:: fewer(12, 8)]))]


def texts(name: str, language: str = "de") -> tuple[str, str]:
    """Return text and page of a mail of a club whose pages are to be seen."""
    with_site = replace(means(), house=replace(HOUSE, site_url=SITE))
    (found,) = compose_all((replace(ALL[name](), language=language),), with_site)
    mail = read_back(found.data)
    return body(mail, "plain"), body(mail, "html")


def test_a_report_names_its_page_and_holds_no_move_for_that() -> None:
    for name in reports():
        game = ALL[name]().game
        plain, page = texts(name)
        assert f"Seite des Spiels: {SITE}game-{game}/index.html" in plain, name
        assert f'href="{SITE}game-{game}/index.html"' in page, name
        lines = [line for line in plain.split("\n") if SITE in line or "Seite des Spiels" in line]
        assert moves_in_any(name, quoted(lines)) == [], name


@pytest.mark.parametrize("name", [each for each in OTHERS if each in ALL])
def test_what_is_no_report_names_none(name: str) -> None:
    assert SITE not in "".join(texts(name))


def test_there_are_reports_of_several_kinds() -> None:
    assert len(reports()) > 3
    assert len({type(ALL[name]().content).__module__ for name in reports()}) > 2


def test_where_nothing_is_to_be_seen_nothing_is_named() -> None:
    (found,) = compose_all((ALL[reports()[0]](),), means())
    assert "Seite des Spiels" not in body(read_back(found.data), "plain")


@pytest.mark.parametrize("language", ["de", "en", "fr"])
@pytest.mark.parametrize("name", ["press", "help", "turn_help"])
def test_who_writes_for_the_press_is_told_that_it_stands_on_the_web(
    name: str, language: str
) -> None:
    """Only where there are pages."""
    told = {"de": "auf den Seiten im Netz", "en": "on the web pages", "fr": "sur les pages web"}
    (elsewhere,) = compose_all((replace(ALL[name](), language=language),), means())
    plain, _ = texts(name, language)
    assert told[language] in " ".join(plain.split())
    assert told[language] not in " ".join(body(read_back(elsewhere.data), "plain").split())


@pytest.mark.parametrize(
    ("language", "code", "word"),
    [
        ("de", "de", "EUBÖA"),
        ("de", "en", "QUEST"),
        ("de", "fr", "LIVRE"),
        ("en", "en", "QUEST"),
        ("en", "fr", "LIVRE"),
        ("fr", "fr", "CHAISE"),
    ],
)
def test_an_example_is_a_word_of_the_language_that_is_played_in(
    language: str, code: str, word: str
) -> None:
    rules = replace(ONE, tile_set=replace(ONE.tiles, code=code))
    assert f" {word} " in Words(means().templates[language]).phrase("example", rules)
