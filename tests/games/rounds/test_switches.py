"""Variants and their switches (rules 2 and 8): what is read, what is refused and why."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from mailref import assets
from mailref.games.rounds.switches import SWITCHES, Counts, End, LateJoiner, LateVowel, Rules, Tie
from mailref.games.switches import family_named
from mailref.games.table_reader import KeyFault
from mailref.tiles.board import (
    ALPHABET,
    Accents,
    Area,
    Axes,
    BaseForm,
    BonusForAll,
    BonusTable,
    Extended,
    Square,
)
from tests.tiles.variants import ROUND_VARIANTS


def rules_of(variant: str, overrides: str = "", *, is_taken_over: bool = False) -> Rules:
    rules, faults = SWITCHES.read(
        tomllib.loads(assets.variant_text(variant)),
        tomllib.loads(overrides),
        is_taken_over=is_taken_over,
    )
    assert not faults, faults
    return rules


def faults_of(variant: str, overrides: str) -> list[tuple[str, str]]:
    _, faults = SWITCHES.read(tomllib.loads(assets.variant_text(variant)), tomllib.loads(overrides))
    assert faults
    return [(fault.key, fault.message) for fault in faults]


ONE = Rules(
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
    vowels="AÄEIOÖUÜ",
    min_vowels=(),
    min_consonants=(),
    end=End.FINAL_ROUND,
)
TWO = replace(ONE, letters=16, letters_first=16, plays=2, bonus=BonusTable(((8, 50),)))
SIMULTAN = replace(
    ONE,
    letters=7,
    moves=1,
    bonus=BonusTable(((7, 50),)),
    swap=False,
    names=False,
    accents=Accents.ASK,
    axes=Axes.ROWS,
    min_vowels=((1, 2), (16, 1)),
    min_consonants=((1, 2), (16, 1)),
    end=End.EXHAUSTED,
)
VARIANTS = {
    "dottendorf-1zug": ONE,
    "dottendorf-2zug": TWO,
    "dottendorf-3zug": replace(TWO, letters=24, letters_first=24, plays=3),
    "dottendorf-4zug": replace(TWO, letters=32, letters_first=32, plays=4),
    "sb": replace(
        ONE,
        letters_first=8,
        moves=3,
        counts=Counts.BEST,
        extended=Extended.PLAIN,
        swap=False,
        late_joiner=LateJoiner.ZERO,
        names=False,
        accents=Accents.ASK,
        end=End.BAG_EMPTY,
    ),
    "simultan": SIMULTAN,
    "mono": replace(
        ONE,
        moves=1,
        swap=False,
        ties=(Tie.MORE_TILES, Tie.LOT),
        late_joiner=LateJoiner.ZERO,
        end=End.CLEAR_BOARD,
    ),
    "duplicate-7of8": replace(SIMULTAN, letters=8, letters_first=8, most_tiles=7),
    "duplicate-7and8": replace(
        SIMULTAN, letters=8, letters_first=8, most_tiles=8, bonus=BonusTable(((7, 50), (8, 75)))
    ),
    "duplicate-super": SIMULTAN,
}


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_a_shipped_variant_has_the_switches_of_the_rules(name: str) -> None:
    """Rules 2, the table of switches; rules 8, mono and duplicate."""
    assert rules_of(name, is_taken_over=name == "sb") == VARIANTS[name]


def test_every_shipped_variant_is_checked_here() -> None:
    assert set(ROUND_VARIANTS) == set(VARIANTS)


@pytest.mark.parametrize(
    ("override", "changed"),
    [
        ("letters_first = 8", {"letters_first": 8}),
        ("bonus = { 8 = 50 }", {"bonus": BonusTable(((8, 50),))}),
        ("bonus = { 8 = 75, 7 = 50 }", {"bonus": BonusTable(((7, 50), (8, 75)))}),
        ("bonus = { all = 40 }", {"bonus": BonusForAll(40)}),
        ("bonus = {}", {"bonus": BonusTable(())}),
        ('start = "F6-J10"', {"start": Area(Square(5, 5), Square(9, 9))}),
        ('start = "j10-f6"', {"start": Area(Square(5, 5), Square(9, 9))}),
        ('axes = "rows"\nstart = "F6-F10"', {"axes": Axes.ROWS, "start": Area(Square(5, 5), Square(5, 9))}),
        ("most_tiles = 7\nbonus = { 7 = 50 }", {"most_tiles": 7, "bonus": BonusTable(((7, 50),))}),
        ('most_tiles = "all"', {"most_tiles": None}),
        ("moves = 3", {"moves": 3}),
        ('counts = "best"', {"counts": Counts.BEST}),
        ('extended = "plain"', {"extended": Extended.PLAIN}),
        ("swap = false", {"swap": False}),
        ('ties = ["more_tiles", "fewer_blanks", "earliest"]',
         {"ties": (Tie.MORE_TILES, Tie.FEWER_BLANKS, Tie.EARLIEST, Tie.LOT)}),
        ('ties = ["alphabetical", "game_master"]', {"ties": (Tie.ALPHABETICAL, Tie.GAME_MASTER)}),
        ("ties = []", {"ties": (Tie.LOT,)}),
        ('late_joiner = "zero"', {"late_joiner": LateJoiner.ZERO}),
        ("names = false", {"names": False}),
        ('accents = "ask"', {"accents": Accents.ASK}),
        ('vowels = "aeiouyäöü"', {"vowels": "AÄEIOÖUÜY"}),
        ("min_vowels = 2", {"min_vowels": ((1, 2),)}),
        ("min_vowels = { 16 = 1, 1 = 2 }", {"min_vowels": ((1, 2), (16, 1))}),
        ('end = "clear_board"', {"end": End.CLEAR_BOARD}),
        ("plays = 2", {"plays": 2}),
        ('base_form = "required"', {"base_form": BaseForm.REQUIRED}),
        ('late_vowel = "both"', {"late_vowel": LateVowel.BOTH}),
    ],
)  # fmt: skip
def test_a_game_may_override_any_switch_alone(override: str, changed: dict[str, object]) -> None:
    """Rules 2: the game master may override any switch of a game."""
    expected = replace(ONE, **changed)  # type: ignore[arg-type]  # a table of overrides is of many types

    assert rules_of("dottendorf-1zug", override) == expected


@pytest.mark.parametrize(
    ("variant", "override", "key", "reason"),
    [
        ("sb", "", "start", ('must name the area of the first word, such as start = "F6-J10", or "centre"; '
         "only a game taken over with a board needs none")),
        ("sb", 'start = "F6-F6"', "start", '"F6-F6" is a single square; no word fits into it'),
        ("sb", 'start = "F6"', "start", "'F6' is not an area such as F6-J10"),
        ("sb", 'start = "F6-Z10"', "start", "'Z10' is not on the board (A1 to O15)"),
        ("dottendorf-1zug", "letter = 7", "letter", 'is no known key; did you mean "letters"?'),
        ("dottendorf-1zug", "xyzzy = 7", "xyzzy", "is no known key"),
        ("dottendorf-1zug", 'letters = "8"', "letters", 'must be a whole number, not "8"'),
        ("dottendorf-1zug", "letters = true", "letters", "must be a whole number, not true"),
        ("dottendorf-1zug", "letters = 103", "letters", "must be from 1 to 102, not 103"),
        ("dottendorf-1zug", "letters_first = 1", "letters_first", "must be from 2 to 102, not 1"),
        ("dottendorf-1zug", 'counts = "frist"', "counts",
         'must be "first" or "best", not "frist"; did you mean "first"?'),
        ("dottendorf-1zug", 'swap = "yes"', "swap", 'must be true or false, not "yes"'),
        ("dottendorf-1zug", "bonus = 50", "bonus", "must be a table, not 50"),
        ("dottendorf-1zug", "bonus = { all = 50, 7 = 50 }", "bonus",
         '"all" is not a number of tiles, or "all" alone'),
        ("dottendorf-1zug", 'bonus = { 7 = "50" }', "bonus", 'must be a whole number, not "50"'),
        ("dottendorf-1zug", "bonus = { 9 = 50 }", "bonus", "9 tiles can never be laid in one play; at most 8"),
        ("duplicate-7of8", "bonus = { all = 50 }", "bonus",
         '"all" cannot be earned: 8 letters are offered, at most 7 laid'),
        ("dottendorf-1zug", "letters = 6\nletters_first = 6", "bonus",
         '"all" needs at least 7 letters, not 6 (rules 8)'),
        ("dottendorf-1zug", "most_tiles = 9", "most_tiles",
         '9 tiles can never be laid of 8 letters; write "all"'),
        ("dottendorf-1zug", 'most_tiles = "any"', "most_tiles", 'must be a number or "all", not "any"'),
        ("dottendorf-2zug", 'counts = "best"', "plays",
         ('2 plays in a move go only with counts = "first": with "best" each line is a move of its own, '
         "and nobody could tell plays from moves")),
        ("dottendorf-1zug", "plays = 8", "plays", "8 plays need 8 letters, but 7 are offered"),
        ("dottendorf-1zug", 'ties = ["lot", "earliest"]', "ties",
         'nothing can follow "lot": it decides every tie'),
        ("dottendorf-1zug", 'ties = ["earliest", "earliest"]', "ties", 'names "earliest" twice'),
        ("dottendorf-1zug", 'ties = "lot"', "ties", 'must be a list such as [...], not "lot"'),
        ("dottendorf-1zug", 'ties = ["chance"]', "ties",
         ('entry 1 must be "more_tiles" or "fewer_blanks" or "earliest" or "alphabetical" or "lot" or '
         '"game_master", not "chance"')),
        ("dottendorf-1zug", 'vowels = "AEÉ"', "vowels", "'É' is not a letter of the game"),
        ("dottendorf-1zug", "min_vowels = 5\nmin_consonants = 3", "min_vowels",
         "5 vowels and 3 consonants in round 1 are more than the 7 letters offered"),
        ("simultan", "min_vowels = { 1 = 2, 30 = 7 }", "min_vowels",
         "7 vowels and 1 consonants in round 30 are more than the 7 letters offered"),
        ("simultan", 'vowels = "Ö"\nmin_vowels = 4', "min_vowels",
         "the bag holds 3 vowels and 101 consonants, blanks counted as both"),
        ("simultan", 'vowels = ""', "vowels",
         ('none are named, and without them there is no min_vowels or min_consonants or end = "exhausted"; '
          'write vowels = "AEIOU", or what they are, here or into the file of the tiles')),
        ("dottendorf-1zug", 'late_vowel = "either"', "late_vowel",
         '"either" loosens the rounds that ask for one vowel and one consonant, and this game has none'),
        ("simultan", "min_vowels = { 0 = 2 }", "min_vowels", '"0" is not a round'),
        ("simultan", "min_vowels = { 0010000 = 2 }", "min_vowels", '"0010000" is not a round'),
    ],
)  # fmt: skip
def test_what_no_game_can_follow_is_refused_with_the_reason(
    variant: str, override: str, key: str, reason: str
) -> None:
    """An impossible combination is refused with the reason."""
    assert faults_of(variant, override) == [(key, reason)]


def test_all_faults_are_found_at_once() -> None:
    found = faults_of("dottendorf-1zug", 'letters = 0\nplays = "two"\nendd = "x"')

    assert [key for key, _ in found] == ["letters", "plays", "endd"]


def test_a_variant_must_say_everything() -> None:
    """A new variant is a new file: what it forgets is named."""
    incomplete = {
        key: value
        for key, value in tomllib.loads(assets.variant_text("simultan")).items()
        if key != "axes"
    }

    assert SWITCHES.read(incomplete)[1] == (
        KeyFault("axes", 'is missing; write for instance axes = "columns"'),
    )


numbers_from_round = st.dictionaries(
    st.integers(1, 40), st.integers(0, 2), min_size=1, max_size=3
).map(lambda table: tuple(sorted(table.items())))
areas = st.tuples(*[st.integers(0, 14)] * 4).filter(lambda corners: corners[:2] != corners[2:]).map(
    lambda c: Area(
        Square(min(c[0], c[2]), min(c[1], c[3])), Square(max(c[0], c[2]), max(c[1], c[3]))
    )
)  # fmt: skip
any_rules = st.builds(
    Rules,
    letters=st.integers(8, 20),
    letters_first=st.integers(8, 20),
    most_tiles=st.sampled_from([None, 8]),
    plays=st.just(1),
    moves=st.sampled_from([None, 1, 3]),
    counts=st.sampled_from(Counts),
    bonus=st.one_of(
        st.builds(
            lambda table: BonusTable(tuple(sorted(table.items()))),
            st.dictionaries(st.integers(1, 8), st.integers(0, 99)),
        )
    ),
    extended=st.sampled_from(Extended),
    start=st.none() | areas,
    swap=st.booleans(),
    ties=st.permutations([Tie.MORE_TILES, Tie.EARLIEST, Tie.ALPHABETICAL]).map(
        lambda order: (*order, Tie.LOT)
    ),
    late_joiner=st.sampled_from(LateJoiner),
    names=st.booleans(),
    accents=st.sampled_from(Accents),
    axes=st.sampled_from(Axes),
    vowels=st.just("AÄEIOÖUÜ"),
    min_vowels=st.just(()) | numbers_from_round,
    min_consonants=st.just(()) | numbers_from_round,
    end=st.sampled_from(End),
)


@given(any_rules)
def test_rules_survive_their_table(rules: Rules) -> None:
    """The export's `rules` say the whole of them: reading them gives the same rules."""
    assert SWITCHES.read(SWITCHES.table(rules)) == (rules, ())


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_the_table_names_every_switch(name: str) -> None:
    rules = VARIANTS[name]

    assert set(SWITCHES.table(rules)) == {field.name for field in fields(Rules)} - {
        "tile_set",
        "premiums",
        "listed",
        "short_listed",
    }
    assert SWITCHES.read(SWITCHES.table(rules)) == (rules, ())


def test_the_alphabet_is_that_of_the_vowels() -> None:
    assert set(ONE.vowels) < set(ALPHABET)


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_each_variant_names_its_family(name: str) -> None:
    assert tomllib.loads(assets.variant_text(name))["family"] == "rounds"


def test_a_variant_without_a_family_is_played_in_rounds() -> None:
    assert family_named({}) == "rounds"


def test_no_game_overrides_its_family() -> None:
    _, faults = SWITCHES.read(SWITCHES.table(ONE), {"family": "rounds"})

    assert [fault.key for fault in faults] == ["family"]
