"""Evidence for the game master (contract 2): only what the shipped lists know, never a guess."""

import pytest

from mailref import assets
from mailref.tiles.lexicon.evidence import Base, Evidence, WordPart, WordStanding
from mailref.tiles.lexicon.german import gather
from tests.tiles.variants import SB

LEXICON = assets.lexicon()


def evidence(word: str, stated: str = "") -> Evidence:
    return gather(word, stated, LEXICON, SB)


def base(word: str, stated: str = "") -> Base:
    found = evidence(word, stated).base
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("word", "stated", "other"),
    [
        pytest.param("GEHTE", "gehen", "GEHE", id="weak form of a strong verb"),
        pytest.param("SPRINGTE", "von springen", "SPRINGE", id="another"),
        pytest.param("GESINGT", "singen", "SINGE", id="weak participle"),
        pytest.param("KATZES", "Katze", "KATZEN", id="genitive of a feminine noun"),
        pytest.param("BÄUMER", "Baum", "BAUMES", id="umlaut plural that is none"),
    ],
)
def test_a_form_that_the_list_lacks_beside_others_speaks_against_itself(
    word: str, stated: str, other: str
) -> None:
    found = base(word, stated)

    assert found.is_stated
    assert found.speaks_against
    assert other in found.forms


def test_without_a_stated_base_the_listed_one_is_found() -> None:
    found = base("KATZES")

    assert (found.word, found.is_stated, found.speaks_against) == ("KATZE", False, True)


def test_an_unlisted_base_is_said_to_be_unlisted() -> None:
    found = base("XIFFT", "xiffen")

    assert (found.word, found.standing, found.speaks_against) == (
        "XIFFEN",
        WordStanding.UNLISTED,
        False,
    )


def test_a_form_of_a_name_is_said_to_be_one() -> None:
    found = base("GÜNTERS")

    assert (found.word, found.standing) == ("GÜNTER", WordStanding.NAME)


def test_a_comment_about_something_else_is_no_base() -> None:
    assert evidence("XQWZ", "das kennt jeder") == Evidence()


def test_the_parts_of_a_compound_are_counted() -> None:
    """SCHNEE begins 239 longer words of the list, KATZE ends 22, counted with grep."""
    assert evidence("SCHNEEKATZE").parts == (WordPart("SCHNEE", 239), WordPart("KATZE", 22))


def test_words_one_slip_away_are_named() -> None:
    """A letter swapped with its neighbour, another letter, one too many, one too few."""
    assert "HASTIG" in evidence("HAUSTIG").near
    assert "FLASCHE" in evidence("FLACSHE").near
    assert "BLOCKTE" in evidence("BLORKTE").near
    assert "KIFFT" in evidence("XIFFT").near


def test_a_short_word_has_too_many_neighbours_to_name_them() -> None:
    assert evidence("QX").near == ()


def test_where_nothing_is_known_there_is_nothing() -> None:
    assert evidence("XQWZ").is_empty


def test_of_words_that_are_asked_about_half_and_more_have_evidence() -> None:
    """As invented, misspelt or put together by players; nonsense among them."""
    asked = [
        "GEHTE",
        "SINGTE",
        "KATZES",
        "BÄUMER",
        "AUTOEN",
        "GUTERE",
        "SCHNEEKATZE",
        "TISCHMOND",
        "LAMPENHUND",
        "BERGLÖFFEL",
        "HASTICH",
        "FLACSHE",
        "WASSRE",
        "STRASE",
        "ZWOLTE",
        "KNÖRPS",
        "TRONKEL",
        "VÖMPEL",
        "GNASTE",
        "XQWZ",
    ]

    known = [word for word in asked if not evidence(word).is_empty]

    assert len(known) >= len(asked) * 3 // 4
