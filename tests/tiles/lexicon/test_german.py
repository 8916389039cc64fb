"""The order of verdicts (shared lexicon README, rules 8 'Words'), on lists of a few words."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from mailref.games.rounds.switches import Counts, End, LateJoiner, Rules, Tie
from mailref.tiles.board import Accents, Axes, BonusForAll, Extended
from mailref.tiles.lexicon.german import GermanLexicon, WordBlock
from mailref.tiles.lexicon.verdicts import (
    Accepted,
    Hint,
    Refused,
    Unknown,
    Valid,
    Verdict,
    Why,
    fold_accents,
)

DOTTENDORF = Rules(
    letters=8,
    letters_first=7,
    most_tiles=None,
    plays=1,
    moves=None,
    counts=Counts.FIRST,
    bonus=BonusForAll(50),
    extended=Extended.PREMIUMS,
    start=None,
    swap=True,
    ties=(Tie.LOT,),
    late_joiner=LateJoiner.LOWEST,
    names=True,
    accents=Accents.REFUSE,
    axes=Axes.COLUMNS,
    vowels="AEIOUÄÖÜ",
    min_vowels=(),
    min_consonants=(),
    end=End.FINAL_ROUND,
)
SB = replace(DOTTENDORF, names=False, accents=Accents.ASK)


def lexicon() -> GermanLexicon:
    words = sorted(
        w.encode()
        for w in (
            "ATLANTIK",
            "BAUER",
            "GRÄTE",
            "HAUS",
            "JUNGFRAU",
            "MASSE",
            "POESIE",
            "ÖLE",
            "ÜBÄREN",
        )
    )
    accented = ("Abbé", "Straßencafé", "Cañon", "Flüchtlingscafé")
    return GermanLexicon(
        name="a few words",
        sha256="00",
        words=WordBlock.of(b"".join(word + b"\n" for word in words)),
        suspects=frozenset({"ATLANTIK", "JUNGFRAU"}),
        names={
            Hint.NAME_GEO: frozenset({"AACHEN", "ATLANTIK", "HAUS", "JUNGFRAU", "OB"}),
            Hint.NAME_PERSON: frozenset({"AACHEN", "ADELHEID"}),
            Hint.NAME_OTHER: frozenset({"AIRBUS"}),
        },
        abbreviations=frozenset({"ADAC", "OB"}),
        accented=frozenset(map(fold_accents, accented)),
        probable=lambda: {"AALFISCH"},
    )


def judge(
    word: str, rules: Rules = DOTTENDORF, rulings: Mapping[str, bool] | None = None
) -> Verdict:
    return lexicon().verdict(word, rules, rulings or {})


@pytest.mark.parametrize(
    ("word", "dottendorf", "sb"),
    [
        pytest.param("HAUS", Valid(), Valid(), id="a word, though a place bears its name"),
        pytest.param("Masse", Valid(), Valid(), id="case does not matter"),
        pytest.param("maße", Valid(), Valid(), id="ß is SS"),
        pytest.param("MAẞE", Valid(), Valid(), id="capital ß is SS"),
        pytest.param("GRA\u0308TE", Valid(), Valid(), id="umlaut as two code points"),
        pytest.param("", Refused(Why.CHARACTERS), Refused(Why.CHARACTERS), id="nothing"),
        pytest.param("ABBÉ", Refused(Why.CHARACTERS), Refused(Why.CHARACTERS), id="accent typed"),
        pytest.param("НAUS", Refused(Why.CHARACTERS), Refused(Why.CHARACTERS), id="Cyrillic Н"),
        pytest.param("H2O", Refused(Why.CHARACTERS), Refused(Why.CHARACTERS), id="digit"),
        pytest.param("A", Refused(Why.ONE_LETTER), Refused(Why.ONE_LETTER), id="one letter"),
        pytest.param("GRAETE", Refused(Why.UMLAUT), Refused(Why.UMLAUT), id="AE for Ä"),
        pytest.param("OELE", Refused(Why.UMLAUT), Refused(Why.UMLAUT), id="OE for Ö"),
        pytest.param("UEBAEREN", Refused(Why.UMLAUT), Refused(Why.UMLAUT), id="UE and AE"),
        pytest.param("ÜBAEREN", Refused(Why.UMLAUT), Refused(Why.UMLAUT), id="only AE"),
        pytest.param("BAUER", Valid(), Valid(), id="UE that is none"),
        pytest.param("POESIE", Valid(), Valid(), id="OE that is none"),
        pytest.param(
            "AACHEN",
            Unknown((Hint.NAME_GEO, Hint.NAME_PERSON)),
            Refused(Why.NAME),
            id="name: asked where allowed, else refused",
        ),
        pytest.param("AIRBUS", Unknown((Hint.NAME_OTHER,)), Refused(Why.NAME), id="other name"),
        pytest.param(
            "ATLANTIK",
            Valid(),
            Unknown((Hint.SUSPECT, Hint.NAME_GEO)),
            id="suspect: valid where names are allowed, else asked",
        ),
        pytest.param(
            "OB", Unknown((Hint.NAME_GEO,)), Refused(Why.NAME), id="a name before an abbreviation"
        ),
        pytest.param(
            "ADAC", Refused(Why.ABBREVIATION), Refused(Why.ABBREVIATION), id="abbreviation"
        ),
        pytest.param("ABBE", Refused(Why.ACCENT), Unknown((Hint.ACCENT,)), id="only with accent"),
        pytest.param("CANON", Refused(Why.ACCENT), Unknown((Hint.ACCENT,)), id="tilde"),
        pytest.param(
            "FLÜCHTLINGSCAFE", Refused(Why.ACCENT), Unknown((Hint.ACCENT,)), id="umlaut kept"
        ),
        pytest.param(
            "AALFISCH", Unknown((Hint.PROBABLE,)), Unknown((Hint.PROBABLE,)), id="probable"
        ),
        pytest.param("XQ", Unknown((Hint.NONE,)), Unknown((Hint.NONE,)), id="in no list"),
        pytest.param(
            "AE" * 500, Unknown((Hint.NONE,)), Unknown((Hint.NONE,)), id="longer than the board"
        ),
    ],
)
def test_verdict(word: str, dottendorf: Verdict, sb: Verdict) -> None:
    """Names are allowed in the Dottendorf rules and accents refused; in SB the other way round."""
    assert judge(word, DOTTENDORF) == dottendorf
    assert judge(word, SB) == sb


@pytest.mark.parametrize("word", ["HAUS", "GRAETE", "AACHEN", "ADAC", "ABBE", "XQ", "A"])
def test_a_ruling_wins_over_every_list(word: str) -> None:
    """Every refusal can be overruled; a ruling also takes a word out."""
    assert judge(word.lower(), SB, {word: True}) == Accepted()
    assert judge(word.lower(), SB, {word: False}) == Refused(Why.RULING)


def test_no_ruling_makes_a_word_of_what_is_no_tile() -> None:
    """The characters come first in the order."""
    assert judge("H2O", SB, {"H2O": True}) == Refused(Why.CHARACTERS)


def test_probable_words_are_not_fetched_for_a_word_that_is_listed() -> None:
    def never() -> frozenset[str]:
        raise AssertionError("fetched")

    listed = replace(lexicon(), probable=never)

    assert listed.verdict("HAUS", SB, {}) == Valid()
    assert listed.verdict("ABBE", SB, {}) == Unknown((Hint.ACCENT,))
    with pytest.raises(AssertionError, match="fetched"):
        listed.verdict("XQ", SB, {})


@pytest.mark.parametrize(
    ("accented", "folded"),
    [
        ("Abbé", "ABBE"),
        ("Bijoutière", "BIJOUTIERE"),
        ("Ångström", "ANGSTRÖM"),
        ("Österreich", "ÖSTERREICH"),
    ],
)
def test_folding_takes_the_accents_and_leaves_the_umlauts(accented: str, folded: str) -> None:
    assert fold_accents(accented) == folded


def test_the_top_is_searched_in_words_valid_without_asking_and_by_ruling() -> None:
    """Rules 8: valid for that game without asking, plus accepted, less refused ones."""
    rulings = {"EUBÖA": True, "HAUS": False, "JUNGFRAU": True, "XQ": False, "BAUER": True}

    with_names = lexicon().changes(DOTTENDORF, rulings)
    without_names = lexicon().changes(SB, rulings)

    assert with_names.added == {"EUBÖA"}
    assert with_names.removed == {"HAUS"}
    assert without_names.added == {"EUBÖA"}
    assert without_names.removed == {"HAUS", "ATLANTIK"}
