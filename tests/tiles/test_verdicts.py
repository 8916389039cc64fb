"""The words of a move: valid, asked about, refused; every fault at once (contract 3)."""

import pytest
from msgspec.structs import replace

from mailref import assets
from mailref.tiles.lexicon.verdicts import Why
from mailref.tiles.moves import Syntax, WordRefused, WordUnknown
from mailref.tiles.scoring import Judge, Judged, Position, Status
from tests.tiles.builders import ANY_WORD, SPAN, board, codes, judged, move, play, words
from tests.tiles.variants import ONE, rules_of

HAUS = board("F8w HAUS")


def facts(found: Judged) -> list[dict[str, object]]:
    return [fault.facts for fault in found.faults]


def test_every_word_formed_must_be_valid() -> None:
    """Rules 3: also the further ones; each that is not is told."""
    found = judged("J8s TOT", on=HAUS, rack="TOTXXXXX", lexicon=words("HAUS"))

    assert found.status is Status.PENDING
    assert found.faults == (
        WordUnknown(span=found.faults[0].span, word="TOT"),
        WordUnknown(span=found.faults[0].span, word="HAUST"),
    )
    assert found.undecided == ("TOT", "HAUST")


def test_an_unknown_word_leaves_the_move_pending_with_its_points() -> None:
    """Contract 3: a pending move has the points it would score."""
    found = judged("H8s UND", on=HAUS, rack="NDXXXXXX", lexicon=words("HAUS"))

    assert (found.status, found.points) == (Status.PENDING, 3)


@pytest.mark.parametrize("why", [Why.NAME, Why.ABBREVIATION, Why.ACCENT, Why.UMLAUT])
def test_a_refused_word_says_why_and_is_shown_with_its_verdict(why: Why) -> None:
    """Contract 3: `word_refused`; the verdict `refused` stands in the words of the play."""
    found = judged("H8s UND", on=HAUS, rack="NDXXXXXX", lexicon=words("HAUS", UND=why))

    assert found.status is Status.INVALID
    assert found.faults == (WordRefused(span=found.faults[0].span, word="UND", reason=why.value),)
    assert [verdict.code for verdict in found.plays[0].verdicts] == ["refused"]


def test_an_undecided_word_beside_a_refused_one_asks_nobody() -> None:
    """Contract 3: a move with any fault is invalid, not pending."""
    found = judged("J8s UN", on=HAUS, rack="UNXXXXXX", lexicon=words("HAUS", UN=Why.NAME))

    assert codes(found) == ["word_refused", "word_unknown"]
    assert found.status is Status.INVALID


def test_a_ruling_wins_over_the_lists() -> None:
    """Contract 2: the game master's rulings win over every list."""
    known, none = words("UND"), words("HAUS", UND=Why.NAME)

    refused = judged("H8s UND", on=HAUS, rack="NDXXXXXX", lexicon=known, rulings={"UND": False})
    accepted = judged("H8s UND", on=HAUS, rack="NDXXXXXX", lexicon=none, rulings={"UND": True})

    assert facts(refused) == [{"word": "UND", "reason": "ruling"}]
    assert accepted.status is Status.VALID


def test_a_word_of_one_letter_is_refused() -> None:
    """Contract 3: `word_refused` (also a word of one letter): name the word that is formed."""
    found = judged("J8s E", on=HAUS, rack="EXXXXXXX")

    assert facts(found) == [{"word": "E", "reason": "one_letter"}]


def test_the_same_tile_named_with_the_word_it_forms_is_valid() -> None:
    found = judged("F8w HAUSE", on=HAUS, rack="EXXXXXXX")

    assert found.status is Status.VALID


def test_what_is_no_tile_is_refused_once() -> None:
    """Rules 3: no accents; the word is told once, whatever else it lacks."""
    found = judged("H8s UNÉ", on=HAUS, rack="NXXXXXXX")

    assert facts(found) == [{"word": "UNÉ", "reason": "characters"}]


def test_a_word_that_fits_nowhere_is_judged_all_the_same() -> None:
    """Style 25: all faults at once; the player may move it elsewhere."""
    found = judged("F8w XAXS", on=HAUS, rack="XXAABCDE", lexicon=words("HAUS"))

    assert codes(found) == ["occupied", "occupied", "word_unknown"]


def test_all_faults_are_told_at_once() -> None:
    """Style 25: report all faults, not the first."""
    found = judged("A1w QxZY", on=HAUS, rack="AAAAAAAA", lexicon=words("HAUS"))

    assert codes(found) == ["gap", "not_on_rack", "not_connected", "word_unknown"]


def test_the_faults_of_reading_come_first_and_make_the_move_invalid() -> None:
    """Style 25: what could not be read is told beside what cannot be laid."""
    written = move("A1w UND", faults=(Syntax(span=SPAN, hint="place"),))
    judge = Judge(Position(HAUS, "DNU", ONE), ANY_WORD, {})

    found = judge.judge(written)

    assert codes(found) == ["syntax", "not_connected"]
    assert found.status is Status.INVALID


@pytest.mark.parametrize(
    ("overrides", "comment", "found"),
    [
        pytest.param('base_form = "required"', None, [{"word": "IXTE", "reason": "base_form"}],
                     id="required, not stated"),
        pytest.param('base_form = "required"', "er ixte aus", [], id="required and stated"),
        pytest.param('base_form = "required"', "ausixen", [], id="the infinitive will do"),
        pytest.param("", None, [], id="not required: the default"),
    ],
)  # fmt: skip
def test_a_form_of_a_separable_verb_may_need_its_base_form(
    overrides: str, comment: str | None, found: list[dict[str, object]]
) -> None:
    """Seed 003: `ixte von "er ixte aus"`, "dabei muss aber auch die Grundform angegeben werden"."""
    rules = rules_of("dottendorf-1zug", overrides)
    position = Position(board("F8w HAUS"), "ITEXNNNN", rules)
    asked = replace(play("J6s IXTE"), comment=comment)

    judged_move = Judge(position, assets.lexicon(), {}).judge(move(asked))

    assert [f for f in facts(judged_move) if f.get("reason") == "base_form"] == found


def test_a_ruling_makes_a_base_form_needless() -> None:
    """Rules 8: the game master's word is final."""
    rules = rules_of("dottendorf-1zug", 'base_form = "required"')
    position = Position(board("F8w HAUS"), "ITEXNNNN", rules)
    asked = replace(play("J6s IXTE"), comment=None)

    found = Judge(position, assets.lexicon(), {"IXTE": True}).judge(move(asked))

    assert [f for f in facts(found) if f.get("reason") == "base_form"] == []
