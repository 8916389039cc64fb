"""What players of WORT-Rummikub write wrongly, or to try the referee: each is answered, none is guessed."""

import pytest

from mailref.games.by_turns import course as turn_course
from mailref.games.by_turns.contents import OrderAnswer, OrderHints, TurnReport
from mailref.games.by_turns.events import OrderKept
from mailref.games.family import family_of
from mailref.games.rummikub.game import TableGame
from mailref.games.rummikub.game import at_table as as_table
from mailref.record.codec import read_event, write_event
from mailref.tiles.board import without
from mailref.tiles.moves import ClaimDiffers
from tests.games.by_turns.at_table import AtTable, at_table, kiel, of
from tests.tiles.builders import WordList

_RACKS = {"rack 1": "LIEBENVERUNDT", "rack 2": "MASTHORNUEKIE"}
_TOPS = "EHSN"


class _Given:
    """Anna has the S and LIEBENVERUNDT, Ben the A and MASTHORNUEKIE; E H S N lie open."""

    def tiles(self, purpose: str, bag: str, count: int) -> str:
        if purpose == "first":
            return "SA"
        if purpose in _RACKS:
            return _RACKS[purpose]
        assert count == len(bag)
        return without(bag, _TOPS) + _TOPS

    def nonce(self, number: int) -> str:
        return f"{number:032x}"


def given_racks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Anna and Ben draw what `_Given` says."""
    monkeypatch.setattr(turn_course, "SeedDraws", lambda *_, **_more: _Given())


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> AtTable:
    """Return a game in which LIEBEN lies, and Anna is to move with D E N R S T U V."""
    given_racks(monkeypatch)
    words = WordList(frozenset({"LIEBEN", "VERLIEBEN", "EBEN", "LIST"}))
    table = at_table(kiel(variant="rummikub", id="tisch"), words=words)
    table.receives("Anna", "LIEBEN")
    table.receives("Ben", "NIMM 2")
    return table


def game(table: AtTable) -> TableGame:
    return as_table(table.running("tisch").game)


def refused(table: AtTable, who: str, text: str) -> OrderAnswer:
    """Let somebody write what is not carried out; return the answer."""
    before = game(table)
    answer = of(table.receives(who, text), who, OrderAnswer)
    assert game(table) == before
    return answer


def codes(answer: OrderAnswer) -> list[str]:
    return [fault.code for fault in answer.faults]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        pytest.param("VERLIEBEN", ("VERLIEBEN", "BEEILN", "LIEBEN", ""), id="a bare word"),
        pytest.param("VERLIEBEN aus LEBEN", ("VERLIEBEN", "BEEILN", "LIEBEN", ""), id="of no word"),
        pytest.param("LIST", ("LIST", "IL", "LIEBEN", "EBEN"), id="robbed without saying so"),
        pytest.param("LIST: L I", ("LIST", "IL", "LIEBEN", "EBEN"), id="without the robbed word"),
        pytest.param("LIST mit LI", ("LIST", "IL", "LIEBEN", "EBEN"), id="the same with mit"),
        pytest.param("LIST: LI aus LEBEN", ("LIST", "IL", "LIEBEN", "EBEN"), id="of a wrong word"),
        pytest.param("LIST: I aus LIEBEN", ("LIST", "IL", "LIEBEN", "EBEN"), id="too few letters"),
    ],
)
def test_who_writes_a_change_wrongly_is_asked_whether_he_meant_it(
    table: AtTable, text: str, meant: tuple[str, str, str, str]
) -> None:
    """Table games 7: never taken for a change, where exactly one is possible."""
    answer = refused(table, "Anna", text)

    assert answer.hints.meant is not None
    made = answer.hints.meant.value
    (source,) = made.sources
    assert (made.word, source.letters, source.word, source.left) == meant


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("SEHR", id="a letter that occurs twice: which is not known"),
        pytest.param("QUARK", id="no word has the letters"),
        pytest.param("UND: E aus LIEBEN", id="all on his rack"),
    ],
)
def test_nothing_is_suggested_where_it_would_be_guessed(table: AtTable, text: str) -> None:
    assert refused(table, "Anna", text).hints == OrderHints()


def test_who_must_lay_first_is_not_told_of_changes(table: AtTable) -> None:
    table.receives("Anna", "NIMM 1")

    answer = refused(table, "Ben", "BELIEBEN")

    assert answer.hints == OrderHints()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("LEGE UND\nLEGE TRUND", "ambiguous", id="two words"),
        pytest.param("NIMM 1\nNIMM 2", "ambiguous", id="two tiles"),
        pytest.param("LEGE UND\nNIMM 1", "ambiguous", id="a word and a tile"),
        pytest.param("LIST: LI aus LIEBEN\nUND", "ambiguous", id="robbed and laid"),
        pytest.param("> LEGE UND\n> > NIMM 1", "no_move", id="quoted"),
        pytest.param("LEGE L?EBEN", "no_move", id="a blank: there is none"),
        pytest.param("ZWEIFLE AN: LIEBEN", "nothing_to_challenge", id="a word that stands"),
    ],
)
def test_what_is_no_single_move_changes_nothing(table: AtTable, text: str, expected: str) -> None:
    answer = refused(table, "Anna", text)

    assert answer.considered.reason is not None
    assert answer.considered.reason.value == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NIMM 5", ["no_such_tile"]),
        ("NIMM 0", ["no_such_tile"]),
        ("Stapel 5 bitte", ["no_such_tile"]),
        ("NIMM Q", ["no_such_tile"]),
        ("NIMM Ä", ["no_such_tile"]),
        ("NIMM Q von Stapel 1", ["no_such_tile"]),
        ("NIMM E von Stapel 5", ["no_such_tile"]),
        ("Ich nehme einen Stein vom Stapel.", ["which_stack"]),
        ("Also ziehe ich vom Konsonantenstapel", ["which_stack"]),
        ("bitte einen ausm Haufen", ["which_stack"]),
        ("I'll draw one off the pile, please.", ["which_stack"]),
        ("Je pioche un jeton de la pile", ["which_stack"]),
        ("PASSE", ["must_take"]),
        ("LIEBEN", ["word_repeated", "not_on_rack"]),
        ("UNDE: UND aus LIEBEN", ["letter_not_there"]),
        ("LIB: L I B aus LIEBEN", ["nothing_of_his_own"]),
        ("NEUN: N aus LIEBEN, N aus LIEBEN", ["letter_not_there"]),
        ("TUR: E aus 1", ["which_letter", "robbed_not_used"]),
        ("LIST: LI aus 7", ["no_such_word"]),
        ("UNDEN: UND aus LIEBEN", ["letter_not_there"]),
        ("LIST: LI aus LIEBEN, bleibt EBNE", ["left_differs"]),
        ("LIEBENS aus LIEBN", ["no_such_word"]),
        ("NEBLIG aus LIEBEN", ["not_an_extension", "not_on_rack"]),
        ("NEBLIG aus 1", ["not_an_extension", "not_on_rack"]),
        ("VERLIEBEN aus 7", ["no_such_word"]),
        ("LI aus LIEBEN", ["too_short", "not_an_extension"]),
        ("ÄRGER", ["not_on_rack"]),
        ("AERGER", ["not_on_rack"]),
    ],
)
def test_what_breaks_the_rules_is_named(table: AtTable, text: str, expected: list[str]) -> None:
    assert codes(refused(table, "Anna", text)) == expected


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        ("UND 5 Punkte", 5),
        ("UND = 4", 4),
        ("UND 3 Punkte", None),
        ("UND", None),
        ("VERLIEBEN aus LIEBEN 10 Punkte", 10),
        ("VERLIEBEN aus LIEBEN 9 Punkte", None),
        ("VERLIEBEN aus 1", None),
        ("VERLIEBEN aus 1 = 10", 10),
        ("LIST: LI aus 1", None),
        ("LIST: L und I aus LIEBEN", None),
        ("LIST: L, I aus LIEBEN", None),
        ("LIST: L + I aus LIEBEN", None),
        ("LIST: LI aus 1 = 4", None),
        ("LIST: LI aus LIEBEN, bleibt EBEN 5 Punkte", 5),
    ],
)
def test_who_counts_otherwise_is_told_and_the_word_stands(
    table: AtTable, text: str, claimed: int | None
) -> None:
    """Classic 3.6: a point for each letter, whatever he writes."""
    report = of(table.receives("Anna", text), "Anna", TurnReport)

    told = [fault.claimed for fault in report.faults if isinstance(fault, ClaimDiffers)]
    assert told == ([] if claimed is None else [claimed])
    assert game(table).open_play is not None
    assert game(table).players["Anna"].total == 6 + len(game(table).table[-1])


def test_a_word_sent_in_advance_is_kept_with_the_sum_beside_it(table: AtTable) -> None:
    table.receives("Ben", "MASTHORN 9 Punkte")

    (kept,) = [e for e in table.records.log["tisch"] if isinstance(e, OrderKept)]
    assert read_event(write_event(kept)) == kept
    table.receives("Anna", "NIMM 1")
    assert game(table).table == ("LIEBEN", "MASTHORN")


def test_letters_robbed_twice_of_one_word_are_robbed_together(table: AtTable) -> None:
    table.receives("Anna", "list: l aus lieben, i aus lieben")

    assert game(table).table == ("EBEN", "LIST")
    assert game(table).hands["Anna"].rack.value == "DENRUV"


def test_nobody_doubts_his_own_word_or_one_that_was_not_made(table: AtTable) -> None:
    table.receives("Anna", "LIST: LI aus LIEBEN")

    own = refused(table, "Anna", "ZWEIFLE AN: LIST")
    other = refused(table, "Ben", "ZWEIFLE AN: LIEBEN")
    both = of(table.receives("Ben", "Ich zweifle EBEN an"), "Ben", TurnReport)

    assert own.considered.reason is not None
    assert own.considered.reason.value == "own_play"
    assert codes(other) == ["word_not_formed"]
    assert both.happened
    assert game(table).table == ("EBEN", "LIST")


def test_a_wish_for_what_lies_nowhere_takes_from_the_first_stack(table: AtTable) -> None:
    """Table games 5: else the first stack that has a tile; small letters are read, too."""
    table.receives("Anna", "wish you luck\nDENRSTUV")
    assert game(table).wishes == {}
    table.receives("Anna", "wunsch: q ä")
    assert game(table).wishes["Anna"].value == "QÄ"
    first = game(table).stacks[0].value

    table.receives("Ben", "NIMM 3")

    assert game(table).stacks[0].value == first[7:]
    assert sorted(game(table).hands["Anna"].rack.value) == sorted(first[:7])


def test_a_tile_that_is_gone_when_a_kept_move_comes_is_replaced_by_a_wish(table: AtTable) -> None:
    """Table games 5: E lies on the first stack and N on the fourth when Ben asks for them in advance."""
    table.receives("Ben", "NIMM E\nWUNSCH: Q N")
    before = game(table)

    table.receives("Anna", "NIMM 1")

    assert before.tops == ("E", "Y", "S", "N")
    assert len(game(table).hands["Ben"].rack.value) == 16
    assert sum(before.heights) - sum(game(table).heights) == 2
    assert game(table).heights[3] == before.heights[3] - 1
    turn = game(table).turn
    assert turn is not None
    assert turn.player == "Anna"


def test_a_tile_that_is_gone_is_not_taken_elsewhere_without_a_wish(table: AtTable) -> None:
    table.receives("Ben", "NIMM E")

    table.receives("Anna", "NIMM 1")

    turn = game(table).turn
    assert turn is not None
    assert (turn.player, dict(game(table).kept)) == ("Ben", {})


def test_who_takes_while_somebody_fills_an_empty_rack_is_told_what_comes_first(
    table: AtTable,
) -> None:
    """Table games 5: the seven tiles come before the next turn, and never by NIMM."""
    table.receives("Anna", "DENRSTUV")

    own = of(table.receives("Anna", "NIMM 1"), "Anna", OrderAnswer)
    other = refused(table, "Ben", "NIMM Q")

    assert own.hints.refills == "Anna"
    assert other.hints.refills == "Anna"


def test_a_mail_is_read_by_the_tiles_of_its_writer_alone(table: AtTable) -> None:
    """Table games 7: nobody else's are looked at, so that no answer tells of them, not by what it asks either."""
    family = family_of(table.running("tisch"))
    anna, ben = (family.insight(name, table.office).of_kind for name in ("Anna", "Ben"))

    assert (anna.can_lay("VERLIEBEN"), ben.can_lay("VERLIEBEN")) == (True, False)
    assert (anna.at.rack, ben.at.rack) == tuple(
        game(table).hands[name].rack.value for name in ("Anna", "Ben")
    )
    assert family.insight(None, table.office).of_kind is None
    assert family.insight("Cilly", table.office).of_kind is None
