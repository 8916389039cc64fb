"""Solitaire with chosen letters by mail: several moves in a mail, back, anew, the best try (other games 3)."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.contents import (
    OrderAnswer,
    SoloTries,
    TurnCommandAnswer,
    TurnReport,
    TurnsOpening,
    TurnTaken,
)
from mailref.games.events import PlayerRenamed
from mailref.games.kind import follow
from mailref.games.solitaire.contents import BeganAnew, LeagueNews, LettersTaken, WentBack
from mailref.games.solitaire.game import SoloTable
from mailref.record.codec import read_game, write_game
from mailref.referee.gm_orders import ExcludePlayer, RuleWord
from mailref.referee.mails import Owed
from mailref.referee.policy import Reason
from mailref.tiles.board import TILES
from tests.games.by_turns.at_table import AtTable, contents, of
from tests.games.solitaire.test_by_mail import GM, ZAT, at, game, league, rack, recipients
from tests.tiles.builders import WordList

WORDS = WordList(frozenset({"HAUS", "HAUSE", "LAUS", "SAND", "AN"}))


def choosing(players: Sequence[str] = ("Anna", "Ben"), keys: str = "") -> AtTable:
    return league(keys=keys, variant="solitaire-choice", players=players, words=WORDS)


def report(table: AtTable, body: str) -> TurnReport:
    return of(table.receives("anna", body), "anna", TurnReport)


def answer(table: AtTable, body: str) -> OrderAnswer:
    return of(table.receives("anna", body), "anna", OrderAnswer)


def told(content: TurnReport) -> list[str]:
    return [type(each).__name__ for each in content.happened]


def codes(content: TurnReport | OrderAnswer) -> list[tuple[str, str]]:
    return [(fault.code, fault.span.text) for fault in content.faults]


def anna(table: AtTable) -> SoloTable:
    return at(table, "Anna")


def test_everybody_begins_with_an_empty_rack_and_all_tiles() -> None:
    table = choosing()

    assert contents(table.mails) == ["anna TurnsOpening", "ben TurnsOpening", "gm LeagueNews"]
    opening = of(table.mails, "anna", TurnsOpening)
    assert opening.own is not None
    assert (opening.own.rack.value, opening.own.unseen.value) == ("", TILES.all_tiles)


def test_letters_chosen_and_a_play_with_them_are_told_to_their_player_alone() -> None:
    """HAUS at H5 to H8: 2 + 1 + 1 + 1 = 5, double on H8: 10; the Q that is kept costs 10."""
    table = choosing()

    mails = table.receives("anna", "WÄHLE HAUSQ\nH5 HAUS")

    content = of(mails, "anna", TurnReport)
    assert recipients(mails) == {"anna"}
    assert told(content) == ["TurnTaken"]
    assert content.own is not None
    assert (content.own.rack.value, len(content.own.unseen.value)) == ("Q", 102 - 5)
    assert content.own.tries is not None
    assert content.own.tries.value == SoloTries(1, 0, 0, None)
    assert anna(table).players["Anna"].total == 10
    assert rack(table, "Ben") == ""


def test_several_moves_are_carried_out_up_to_the_first_that_cannot_be() -> None:
    table = choosing()

    content = report(
        table, "1. WÄHLE HAUSSAN\n2. H5 HAUS\n3. 8H SAND\n4. WÄHLE D\n5. 8H SAND\n6. NEU"
    )

    assert told(content) == ["TurnTaken"]
    assert codes(content) == [
        ("not_on_rack", "8H SAND"),
        ("not_reached", "4. WÄHLE D"),
        ("not_reached", "5. 8H SAND"),
        ("not_reached", "6. NEU"),
    ]
    assert (anna(table).played, rack(table, "Anna")) == (1, "ANS")


def test_moves_of_one_mail_build_on_each_other() -> None:
    """After HAUS (10) SAND down from H8: its S lies there; 1 + 1 + 1 + 1 = 4, D on K8 doubles nothing else."""
    table = choosing()

    content = report(table, "WÄHLE HAUS\nH5 HAUS\nWÄHLE AND\n8H SAND")

    assert told(content) == ["TurnTaken", "TurnTaken"]
    turns = [each.turn for each in content.happened if isinstance(each, TurnTaken)]
    assert [(turn.number, turn.scored and turn.scored.word) for turn in turns] == [
        (1, "HAUS"),
        (2, "SAND"),
    ]
    assert anna(table).board.rows[7][4:8] == "HAUS"
    assert "".join(anna(table).board.rows[row][7] for row in range(7, 11)) == "SAND"


def test_only_what_is_left_can_be_chosen_and_as_much_as_a_rack_holds() -> None:
    """There is one Q; with a Q on the rack six more fit."""
    table = choosing()
    assert codes(answer(table, "WÄHLE QQ")) == [("letters_gone", "WÄHLE QQ")]
    assert codes(answer(table, "WÄHLE AEINRSTX")) == [("too_many_tiles", "WÄHLE AEINRSTX")]

    report(table, "WÄHLE HAUSQ\nH5 HAUS")

    assert codes(answer(table, "WÄHLE AEINRST")) == [("too_many_tiles", "WÄHLE AEINRST")]
    assert told(report(table, "WÄHLE AEINRS")) == ["LettersTaken"]


def test_letters_chosen_again_for_the_same_move_take_the_place_of_the_first() -> None:
    table = choosing()
    first = report(table, "WÄHLE AEINRSQ")
    assert first.happened == (LettersTaken(7),)

    report(table, "WÄHLE QUAL")

    assert rack(table, "Anna") == "ALQU"
    assert len(anna(table).bag.value) == 98
    report(table, "WÄHLE HAUS\nH5 HAUS")
    assert anna(table).bag.value.count("Q") == 1


def test_what_is_no_choice_is_asked_back() -> None:
    table = choosing()

    assert codes(answer(table, "wähle aeinr")) == [("which_chosen", "wähle aeinr")]
    for line in ("PASSE", "TAUSCHE A"):
        assert codes(answer(table, line)) == [("chosen_here", line)]


def test_zurueck_takes_back_the_letters_and_then_one_move_after_another() -> None:
    table = choosing()
    report(table, "WÄHLE HAUS\nH5 HAUS\nWÄHLE AND\n8H SAND\nWÄHLE EE")

    assert report(table, "ZURÜCK").happened == (WentBack(3, ""),)
    assert (rack(table, "Anna"), anna(table).played) == ("", 2)
    assert report(table, "ZURÜCK").happened == (WentBack(2, "SAND"),)
    assert (anna(table).played, len(anna(table).bag.value)) == (1, 98)
    turn = anna(table).turn
    assert turn is not None
    assert turn.number == 2
    content = report(table, "ZURÜCK\nZURÜCK")
    assert content.happened == (WentBack(1, "HAUS"),)
    assert codes(content) == [("nothing_done", "ZURÜCK")]
    assert anna(table).board.is_empty
    assert anna(table).bag.value == TILES.all_tiles


def test_the_command_in_the_subject_takes_back_as_well() -> None:
    table = choosing()
    report(table, "WÄHLE HAUS\nH5 HAUS")

    content = of(table.receives("anna", "", subject="ZURÜCK"), "anna", TurnCommandAnswer)

    assert content.withdrawn
    assert anna(table).board.is_empty
    again = of(table.receives("anna", "", subject="ZURÜCK"), "anna", TurnCommandAnswer)
    assert [each.value for each in again.refused] == ["nothing_to_withdraw"]


def test_what_is_taken_back_in_the_same_mail_is_told_once() -> None:
    table = choosing()

    content = report(table, "WÄHLE HAUSL\nH5 HAUS\nZURÜCK\nWÄHLE LAUS\nH5 LAUS")

    assert told(content) == ["WentBack", "TurnTaken"]
    (turn,) = content.face.history.turns
    assert turn.scored is not None
    assert turn.scored.word == "LAUS"


def test_neu_begins_from_the_empty_board_and_the_best_try_counts() -> None:
    """HAUS 10; LAUS 2 + 1 + 1 + 1 doubled: 10, and an X of 8 kept: 2. Of the two the first counts."""
    table = choosing()
    report(table, "WÄHLE HAUS\nH5 HAUS")

    content = report(table, "NEU\nWÄHLE LAUSX\nH5 LAUS")

    assert content.happened[0] == BeganAnew(2, 10)
    assert told(content) == ["BeganAnew", "TurnTaken"]
    assert content.own is not None
    assert content.own.tries is not None
    assert content.own.tries.value == SoloTries(2, 2, 10, 10)
    assert (anna(table).result, anna(table).counting.result) == (2, 10)
    news = of(table.waits(ZAT + timedelta(minutes=2) - table.now), "anna", LeagueNews)
    assert {row.name: (row.rank, row.total, row.turns) for row in news.rows} == {
        "Anna": (1, 10, 1),
        "Ben": (2, 0, 0),
    }


def test_no_move_of_an_earlier_try_comes_back() -> None:
    table = choosing()
    report(table, "WÄHLE HAUS\nH5 HAUS")
    report(table, "NEU")

    assert codes(answer(table, "ZURÜCK")) == [("nothing_done", "ZURÜCK")]


def test_a_trial_is_answered_apart_before_the_moves_or_behind_them() -> None:
    table = choosing()

    above = table.receives("anna", "PROBE H5 HAUS\nWÄHLE HAUS")
    below = table.receives("anna", "ZURÜCK\nWÄHLE HAUS\nPROBE H5 HAUS")

    assert contents(above) == ["anna OrderAnswer", "anna TurnReport"]
    assert codes(of(above, "anna", OrderAnswer)) == [("not_on_rack", "H5 HAUS")]
    assert contents(below) == ["anna TurnReport", "anna OrderAnswer"]
    assert of(below, "anna", OrderAnswer).shown is not None
    assert anna(table).board.is_empty


def test_who_closes_is_done_and_his_best_try_counts() -> None:
    table = choosing()
    report(table, "WÄHLE HAUS\nH5 HAUS\nNEU")

    over = report(table, "AUFGABE")

    assert over.finished is not None
    assert anna(table).counting.result == 10
    late = answer(table, "NEU")
    assert late.considered.reason is Reason.LATE
    assert answer(choosing(), "AUFGABE\nWÄHLE A").considered.reason is Reason.AMBIGUOUS


def test_after_the_zat_nothing_counts() -> None:
    table = choosing()
    table.now = ZAT + timedelta(seconds=1)

    assert answer(table, "WÄHLE HAUS\nH5 HAUS").considered.reason is Reason.LATE
    assert anna(table).bag.value == TILES.all_tiles


def test_a_word_in_no_list_is_refused_until_the_game_master_rules_for_it() -> None:
    table = choosing()
    assert codes(report(table, "WÄHLE SUAH\nH5 SUAH")) == [("word_refused", "H5 SUAH")]

    table.orders(RuleWord("SUAH", accepted=True))

    assert told(report(table, "H5 SUAH")) == ["TurnTaken"]


def test_the_game_master_who_enters_moves_sees_no_table() -> None:
    table = choosing()

    owed = table.receives(
        GM, "Spieler=Anna\nWÄHLE HAUS\nH5 HAUS",
        receipt=lambda it: replace(it, answers_game_master=True),
    )  # fmt: skip

    assert recipients(owed) == {"anna", "gm"}
    (copy,) = (each.content for each in owed if each.recipient == GM)
    assert isinstance(copy, OrderAnswer)
    assert (copy.own, copy.face.seats, copy.face.history.turns) == (None, (), ())
    assert anna(table).played == 1


def test_a_soloist_keeps_his_tries_under_another_name() -> None:
    table = choosing()
    report(table, "WÄHLE HAUS\nH5 HAUS\nNEU\nWÄHLE LAUS\nH5 LAUS")

    renamed = follow(game(table), [PlayerRenamed("Anna", "Änne", "")])

    now = renamed.tables["Änne"]
    assert now.seats == ("Änne",)
    assert {each.player for each in now.done if hasattr(each, "player")} == {"Änne"}
    assert (now.result, now.counting.result, now.tries) == (10, 10, 2)
    assert read_game(write_game(renamed)) == renamed


def test_who_is_put_out_moves_no_more() -> None:
    table = choosing()
    table.orders(ExcludePlayer("Anna"))

    assert "WÄHLE" not in str(contents(table.receives("anna", "WÄHLE HAUS\nH5 HAUS")))
    assert anna(table).board.is_empty


@pytest.mark.parametrize("who", ["ben", GM])
def test_nobody_else_is_shown_anything(who: str) -> None:
    table = choosing()
    report(table, "WÄHLE HAUS\nH5 HAUS")

    content = of(table.receives(who, "kiel\nSTAND"), who, TurnCommandAnswer)

    assert content.face.history.turns == ()
    assert all(seat.name == "Ben" for seat in content.face.seats)


POSITION_WORDS = WordList(
    frozenset({"HAUS", "HAUSE", "LAUS", "SAND", "SANDERS", "SANDIG", "AN", "QUAL", "JOKER"})
)
_HAUS = "WÄHLE HAUS\nH5 HAUS"
_BACK, _ANEW = "ZURÜCK", "NEU"
POSITIONS = {
    # HAUS over H8: (2+1+1+1)*2
    "a-word": ((_HAUS,), 10, "", ()),
    "choice-and-play-on-a-line": (("WÄHLE HAUS, H5 HAUS",), 10, "", ()),
    # H9 is plain: 2+1+1+1+1 more
    "extended": ((_HAUS, "WÄHLE E\nH5 HAUSE"), 16, "", ()),
    "extended-and-back": ((_HAUS, "WÄHLE E\nH5 HAUSE", _BACK), 10, "", ()),
    # a blank counts nothing: (2+1+1+0)*2
    "a-blank": (("WÄHLE HAU?\nH5 HAU*S",), 8, "", ()),
    # N on H4 doubled, all doubled, 50 for seven tiles: (1+1+2+1+1+1+1)*2+50
    "all-seven": (("WÄHLE SANDERS\nH2 SANDERS",), 66, "", ()),
    # the Q that is left costs 10
    "a-q-left": (("WÄHLE HAUSQ\nH5 HAUS",), 0, "Q", ()),
    # two blanks left cost nothing
    "blanks-left": (("WÄHLE HAUS??\nH5 HAUS",), 10, "??", ()),
    # SAND down from H8 uses the S of HAUS: 1+1+1+1
    "crossing": ((_HAUS, "WÄHLE AND\n8H SAND"), 14, "", ()),
    # L8 doubles the I: 1+1+1+1+1*2+2
    "crossing-a-premium": ((_HAUS, "WÄHLE ANDIG\n8H SANDIG"), 18, "", ()),
    "not-over-the-middle": (("WÄHLE HAUS\nH1 HAUS",), -5, "AHSU", ("start_area",)),
    "letters-of-the-board-are-gone": (
        ("WÄHLE QUAL\nH5 QUAL", "WÄHLE Q"),
        28,
        "",
        ("letters_gone",),
    ),
    "three-blanks": (("WÄHLE ???",), 0, "", ("letters_gone",)),
    "nothing-to-take-back": ((_BACK,), 0, "", ("nothing_done",)),
    # equal tries: the first counts; LAUS (2+1+1+1)*2
    "equal-tries": ((_HAUS, _ANEW, "WÄHLE LAUS\nH5 LAUS"), 10, "", ()),
    "the-best-of-three": (
        ("WÄHLE QUAL\nH5 QUAL", _ANEW, _HAUS, _ANEW, "WÄHLE AN\nH8 AN"),
        28,
        "",
        (),
    ),
    # letters that are back can be chosen anew
    "back-and-chosen-again": (("WÄHLE QUAL\nH5 QUAL", _BACK, "WÄHLE QUAL\nH5 QUAL"), 28, "", ()),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_worked_out_by_hand(name: str) -> None:
    """Result, rack of the try that counts, and what is wrong with the last mail."""
    bodies, result, left, wrong = POSITIONS[name]
    table = league(variant="solitaire-choice", words=POSITION_WORDS)

    mails: Sequence[Owed] = ()
    for body in bodies:
        mails = table.receives("anna", body)

    counting = anna(table).counting
    assert (counting.result, counting.hands["Anna"].rack.value) == (result, left)
    (mail,) = mails
    assert isinstance(mail.content, OrderAnswer | TurnReport)
    assert tuple(fault.code for fault in mail.content.faults) == wrong
