"""Orders of Un-Scrabble: how they are written, which tiles they mean, what becomes of them (other games 1)."""

import re
from datetime import timedelta

import pytest

from mailref.games.by_turns.contents import OrderAnswer, TurnReport
from mailref.games.by_turns.switches import Challenges
from mailref.games.unscrabble.game import UnscrabbleGame
from mailref.games.unscrabble.reading import TakingReader
from mailref.games.unscrabble.rules import TilesOrder, squares_meant
from mailref.office import entry_reader
from mailref.orders.entries import GameFace, IfTakenBack, TrialAct
from mailref.reading.incoming_mail import Line
from mailref.referee.gm_orders import PassForPlayer, RuleWord, UndoTurn
from mailref.tiles.board import Axes, Notation
from mailref.tiles.lexicon.verdicts import Why
from mailref.tiles.moves import Fault, WordRefused
from mailref.writing.compose import compose_all
from tests.games.by_turns.at_table import AtTable, at_table, kiel, of
from tests.games.classic.test_random import SPAN
from tests.games.test_other_games import board_with
from tests.games.unscrabble.test_random import rules
from tests.parsed import parsed
from tests.reading.reading import read_lines
from tests.tiles.builders import WordList
from tests.writing.builders import means

READER = TakingReader(entry_reader().grammars)
HAUS = board_with(r8="....HAUS", r9=".......A", r10=".......N", r11=".......D")


def read(*lines: str) -> list[object]:
    """Return what is asked for under no condition."""
    found = READER.read(
        [Line(at, text) for at, text in enumerate(lines, start=1)], Notation(Axes.ROWS)
    )
    assert not found.faults
    return [order.asked for group in found.groups for order in group.orders]


def squares(*names: str) -> tuple[tuple[str, str], ...]:
    return tuple((first, last or first) for first, _, last in (n.partition("-") for n in names))


@pytest.mark.parametrize(
    ("line", "places", "letters", "word"),
    [
        ("NIMM H4", ["H4"], "", ""),
        ("NIMM H4 H5 H6", ["H4", "H5", "H6"], "", ""),
        ("NIMM H4-H6", ["H4-H6"], "", ""),
        ("NIMM RUCK aus RUCKEN", [], "RUCK", "RUCKEN"),
        ("nimm h4, h5 und h6", ["H4", "H5", "H6"], "", ""),
        ("ENTFERNE H4-H6", ["H4-H6"], "", ""),
        ("TAKE H4 H5", ["H4", "H5"], "", ""),
        ("TAKE H4-H6", ["H4-H6"], "", ""),
        ("REMOVE H4 TO H6", ["H4-H6"], "", ""),
        ("TAKE S FROM RUCKENS", [], "S", "RUCKENS"),
        ("Ich nehme H4 bis H6 weg.", ["H4-H6"], "", ""),
        ("Zug: NIMM 8H und 9H", ["8H", "9H"], "", ""),
        ("Mein Zug: H4-H6", ["H4-H6"], "", ""),
        ("I take off H4", ["H4"], "", ""),
        ("Nimm die Steine H4, H5 vom Brett", ["H4", "H5"], "", ""),
        ("NIMM R U C K aus RUCKEN", [], "RUCK", "RUCKEN"),
        ("nimm ruck aus ruckens", [], "RUCK", "RUCKENS"),
        ("NIMM QUARZ", [], "QUARZ", ""),
        ("H4-H6 weg", ["H4-H6"], "", ""),
        ("Bitte die Steine H4, H5 entfernen", ["H4", "H5"], "", ""),
        ("Take away H4 to H6 please", ["H4-H6"], "", ""),
        ("NIMM H4 H5, 4 Punkte", ["H4", "H5"], "", ""),
        ("NIMM das H von HAUS", [], "H", "HAUS"),
        ("NIMM H5\nnein, NIMM H5-H7", ["H5-H7"], "", ""),
        ("Ich nehme das R auf H8 weg", ["H8"], "R", ""),
        ("Das R (H8) kommt weg.", ["H8"], "R", ""),
        ("Weg mit H8 und H9!", ["H8", "H9"], "", ""),
        ("Liebe Anna, ich nehme H4 und H5 vom Brett. Gruß Karl", ["H4", "H5"], "", ""),
        ("Heute nehme ich mal H4.", ["H4"], "", ""),
        ("I take away the tiles on H4 and H5, please", ["H4", "H5"], "", ""),
        ("Alles von H4 bis H6 weg bitte", ["H4-H6"], "", ""),
        ("Ich nehme alle Buchstaben von DU", [], "DU", "DU"),
        ("Von RUCKEN nehme ich R, U, C, K", [], "RUCK", "RUCKEN"),
        ("Nehme von RUCKEN das R und das U", [], "RU", "RUCKEN"),
    ],
)
def test_every_form_is_read(line: str, places: list[str], letters: str, word: str) -> None:
    assert read(*line.split("\n")) == [(squares(*places), letters, word)]


def test_squares_below_that_correct_what_is_taken_are_asked_about() -> None:
    lines = [Line(1, "NIMM H5"), Line(2, "nein, doch lieber H5-H7")]
    assert READER.read(lines, Notation(Axes.ROWS)).unread_at is not None


@pytest.mark.parametrize(
    "line",
    [
        "Nimm dir ruhig Zeit",
        "nimm etwas von allem",
        "Take your time",
        "H4",
        "Hallo Ben,",
        "Take it easy on H8",
        "Weg mit dem Speck!",
        "Ich bin dann mal weg, bis Sonntag",
        "H8 war ein guter Zug von dir.",
        "Das R auf H8 liegt da noch von Ben.",
        "Kann man H4 überhaupt nehmen?",
        "Ich mache mich vom Acker, bin weg.",
    ],
)
def test_prose_is_no_order(line: str) -> None:
    assert READER.read([Line(1, line)], Notation(Axes.ROWS)).is_empty


@pytest.mark.parametrize(
    "line", ["Ich nehme H4 oder H5.", "Ich nehme H4. Halt, nein, H5!", "Ich nehme H4, bleibt UCKEN"]
)
def test_squares_in_a_sentence_that_leaves_doubt_are_asked_about(line: str) -> None:
    assert READER.read([Line(1, line)], Notation(Axes.ROWS)).unread_at is not None


def test_two_takings_without_a_slash_are_asked_about_and_one_behind_it_is_an_alternate() -> None:
    def second(*lines: str) -> bool:
        found = READER.read(
            [Line(at, text) for at, text in enumerate(lines, start=1)], Notation(Axes.ROWS)
        )
        return found.ambiguous_at is not None

    assert second("NIMM H4", "NIMM H5")
    assert not second("NIMM H4", "/NIMM H5")
    assert not second("NIMM H4", "NIMM H4")


def test_a_trial_and_a_condition_are_read() -> None:
    tried = READER.read([Line(1, "PROBE NIMM H4")], Notation(Axes.ROWS))
    bound = READER.read([Line(1, "FALLS ZURÜCK: NIMM H4")], Notation(Axes.ROWS))

    (act,) = tried.acts
    assert isinstance(act, TrialAct)
    assert act.order == TilesOrder(act.order.span, squares("H4"))
    assert [group.condition for group in bound.groups] == [IfTakenBack()]


def test_a_mail_to_a_game_of_unscrabble_is_read_as_one() -> None:
    face = GameFace("ab", "Rückwärts", rules())

    reading = read_lines([Line(1, "NIMM H4-H6")], "Zug", (face,), face)

    (entry,) = reading.entries
    assert entry.written is not None
    assert entry.written.holds_move


def meant(places: str = "", letters: str = "", word: str = "") -> str:
    """Return the squares that an order means, or the codes of what is wrong with it."""
    named = squares(*places.split())
    found = squares_meant(TilesOrder(SPAN, named, letters, word), HAUS, Axes.ROWS)
    return " ".join(
        each.code if isinstance(each, Fault) else f"{'ABCDEFGHIJKLMNO'[each.row]}{each.column + 1}"
        for each in found
    )


def test_letters_name_tiles_where_there_is_no_choice() -> None:
    """HAUS lies at H5, SAND down from H8: A and S are in both, each once in either word."""
    assert meant(letters="HU", word="HAUS") == "H5 H7"
    assert meant(letters="A", word="SAND") == "I8"
    assert meant(letters="A") == "which_letter"
    assert meant(letters="H") == "H5"
    assert meant(letters="HAUS") == "H5 H6 H7 H8"
    assert meant(letters="X") == "no_tile"
    assert meant(letters="N", word="HAUS") == "no_tile"
    assert meant(letters="N", word="HAND") == "no_tile"


def test_squares_are_named_one_by_one_or_in_a_line() -> None:
    assert meant("H5-H7") == "H5 H6 H7"
    assert meant("H7-H5") == "H5 H6 H7"
    assert meant("8H-8J H5") == "H8 I8 J8 H5"
    assert meant("H5-J7") == "not_one_word"
    assert meant("P4") == "off_board"
    assert meant("H6", letters="A") == "H6"
    assert meant("H5-H7", letters="UHA") == "H5 H6 H7"
    assert meant("H6", letters="R") == "no_tile"
    assert meant("H4", letters="H") == "no_tile"
    assert meant("H5 H16") == "off_board"


START = """[game.start]
board = '''
{}
'''
"""
WORDS = WordList(frozenset({"AUS", "HAU", "SAU", "AND"}))


def game(
    inner: str = "",
    keys: str = "",
    rows: str = "",
    words: WordList = WORDS,
    players: tuple[str, ...] = ("Anna", "Ben"),
) -> AtTable:
    board = rows or "\n".join(HAUS.rows)
    text = kiel(keys, START.format(board) + inner, players=players, variant="unscrabble")
    return at_table(text, words=words)


def state(table: AtTable) -> UnscrabbleGame:
    found = table.running().game
    assert isinstance(found, UnscrabbleGame)
    return found


def to_move(table: AtTable) -> str:
    turn = state(table).turn
    assert turn is not None
    return turn.player


def faults(table: AtTable, who: str, text: str) -> list[str]:
    """Return the codes of what is wrong with a mail."""
    answer = of(table.receives(who, text), who, OrderAnswer)
    return sorted(fault.code for fault in answer.faults)


def test_a_game_goes_from_the_first_turn_to_the_last_as_worked_out_by_hand() -> None:
    """H 2, A 1, U 1 and S 1 of HAUS; then S lies in SAND alone, whose four are 4 points."""
    table = game()
    table.receives("anna", "NIMM H5-H7")
    report = of(table.receives("ben", "NIMM SAND"), "anna", TurnReport)

    over = state(table)
    assert (over.ended, over.board.is_empty) == ("all_taken", True)
    assert dict(over.final) == {"Anna": 4, "Ben": 4}
    assert report.finished is not None
    assert [seat.rank for seat in report.face.seats] == [1, 1]


def test_every_fault_has_its_code() -> None:
    table = game(rows="\n".join(board_with(r8="...RUCKENS", r9=".........A").rows))

    assert faults(table, "anna", "NIMM A1") == ["no_tile"]
    assert "too_many_tiles" in faults(table, "anna", "NIMM H4-H10")
    assert faults(table, "anna", "NIMM H4 I10") == ["not_one_word", "word_unknown"]
    assert "single_letter" in faults(table, "anna", "NIMM H5-H10")
    assert "not_connected" in faults(table, "anna", "NIMM H6")
    assert faults(table, "anna", "NIMM N aus NEUN") == ["no_tile"]
    assert faults(table, "anna", "PASSE") == ["no_pass"]
    assert to_move(table) == "Anna"


def test_a_word_in_no_list_waits_for_the_game_master_or_is_refused() -> None:
    rows = "\n".join(board_with(r8="....HAUST").rows)
    asked, refused = game(rows=rows), game('[game.rules]\nunlisted = "refuse"', rows=rows)

    asked.receives("anna", "NIMM H5")

    assert (state(asked).waiting is not None, state(asked).asked) == (True, frozenset({"AUST"}))
    asked.orders(RuleWord("AUST", accepted=True))
    assert state(asked).board == board_with(r8=".....AUST")
    assert faults(refused, "anna", "NIMM H5") == ["word_refused"]


@pytest.mark.parametrize("why", [Why.ABBREVIATION, Why.NAME, Why.RULING, None])
@pytest.mark.parametrize("variant", ["rummikub", "unscrabble"])
def test_a_refused_word_is_told_with_its_own_reason(variant: str, why: Why | None) -> None:
    """Not as one that no list has, where a list or the game master says what it is."""
    refused: dict[str, Why] = {}
    words = WordList(frozenset({"HAUS"}), refused)
    switches = '[game.rules]\nchallenge = "none"\nunlisted = "refuse"\n'
    if variant == "unscrabble":
        table, order = game(switches, words=words), "NIMM H5"
    else:
        table = at_table(kiel("", switches + 'starter = "Anna"', variant=variant), words=words)
        order = "LEGE " + table.running().game.hands["Anna"].rack.value[:6]
    word = "AUS" if variant == "unscrabble" else order.removeprefix("LEGE ")
    if why is not None:
        refused[word] = why

    told = of(table.receives("anna", order), "anna", OrderAnswer).faults

    assert [(f.word, f.reason) for f in told if isinstance(f, WordRefused)] == [
        (word, why or "unlisted")
    ]


def test_a_word_of_the_start_is_one_though_no_list_has_it() -> None:
    """XYZ and ZAUN: without XY, ZAUN is left."""
    table = game(
        rows="\n".join(board_with(r8="....XYZ", r9="......A", r10="......U", r11="......N").rows)
    )

    table.receives("anna", "NIMM H5 H6")

    assert state(table).ended == ""
    assert state(table).players["Anna"].total == 8 + 10


def test_a_time_out_brings_nothing_and_the_board_stays() -> None:
    table = game()
    table.waits(timedelta(days=6))

    assert state(table).board == HAUS
    assert to_move(table) == "Ben"
    assert [each.total for each in state(table).players.values()] == [0, 0]


@pytest.mark.parametrize(
    ("kept", "words", "is_made"),
    [("NIMM H5", {"AU"}, True), ("NIMM H5", set(), False), ("NIMM H aus HAUS", {"AU"}, False)],
)
def test_a_kept_move_is_made_if_it_still_takes_the_same_tiles(
    kept: str, words: set[str], is_made: bool
) -> None:
    """Anna leaves HAU: without H that is AU; a word HAUS lies no more."""
    table = game(
        '[game.rules]\nunlisted = "refuse"',
        rows="\n".join(board_with(r8="....HAUS").rows),
        words=WordList(frozenset({"AUS", "HAU", *words})),
    )
    table.receives("ben", kept)
    assert "Ben" in state(table).kept

    table.receives("anna", "NIMM H8")

    assert state(table).players["Ben"].total == (2 if is_made else 0)
    assert state(table).kept == {}


def test_an_undone_turn_puts_the_tiles_back() -> None:
    table = game()
    table.receives("anna", "NIMM H5")
    table.orders(UndoTurn(), "vertippt")

    assert state(table).board == HAUS
    assert state(table).players["Anna"].total == 0


def test_who_has_resigned_stays_out_as_the_turn_before_is_undone() -> None:
    """What he wrote of his seat is his, as in every game in turns."""
    table = game(players=("Anna", "Ben", "Cleo"))
    table.receives("anna", "NIMM H5")
    table.receives("ben", "AUFGABE")
    table.orders(UndoTurn(), "vertippt")

    assert state(table).board == HAUS
    assert state(table).playing == ("Anna", "Cleo")
    table.receives("anna", "NIMM H5")
    assert to_move(table) == "Cleo"


def test_the_game_master_may_pass_for_somebody() -> None:
    table = game()
    table.orders(PassForPlayer("Anna"))

    assert to_move(table) == "Ben"


def test_a_challenge_puts_the_tiles_back_on_the_board() -> None:
    """As classic 5, where it is played: US is in no list, so H and A lie on the board again."""
    table = game('[game.rules]\nchallenge = "allowed"\nunlisted = "refuse"')
    assert state(table).rules.challenge is Challenges.ALLOWED
    table.receives("anna", "NIMM H5 H6")
    assert state(table).players["Anna"].total == 3

    table.receives("ben", "ANFECHTEN US")

    assert state(table).board == HAUS
    assert state(table).players["Anna"].total == 0
    assert to_move(table) == "Ben"


def test_a_challenge_in_vain_costs_five_points() -> None:
    table = game('[game.rules]\nchallenge = "allowed"')
    table.receives("anna", "NIMM H5")
    table.receives("ben", "ANFECHTEN AUS")

    assert {n: p.total for n, p in state(table).players.items()} == {"Anna": 2, "Ben": -5}


def test_a_game_ends_where_no_turn_is_left_also_by_a_ruling() -> None:
    """All that could be taken of RAUSTEN is the R, and the game master refuses AUSTEN."""
    rows = "\n".join(board_with(r8="...RAUSTEN").rows)
    table = game(rows=rows, words=WordList(frozenset({"AUSTEN"})))
    table.orders(RuleWord("AUSTEN", accepted=False), "steht nirgends")

    assert state(table).ended == "no_turn"


def test_a_board_of_which_nothing_can_be_taken_is_at_its_end_before_it_begins() -> None:
    table = game(
        rows="\n".join(board_with(r8="...RAUSTEN").rows), words=WordList(frozenset({"XY"}))
    )

    assert state(table).ended == "no_turn"
    assert {mail.recipient for mail in table.mails} >= {"anna@example.org", "ben@example.org"}


def test_nobody_else_learns_of_a_move_kept_or_tried() -> None:
    table = game()
    told = [
        *table.receives("ben", "NIMM H5-H7"),
        *table.receives("ben", "PROBE NIMM I8-K8"),
        *table.receives("anna", "NIMM H5"),
    ]

    assert [mail.recipient for mail in told[:2]] == ["ben@example.org"] * 2
    texts = [
        (mail.recipient, part.get_content())
        for mail in compose_all(told, means())
        for part in parsed(mail.data).walk()
        if part.get_content_maintype() == "text"
    ]
    mine = [text for recipient, text in texts if recipient == "ben@example.org"]
    others = [text for recipient, text in texts if recipient != "ben@example.org"]
    assert any("vorgemerkt" in text for text in mine)
    assert others
    assert not any(
        re.search(r"\bI8\b|\bH7\b|ist vorgemerkt|Dein vorgemerkter", text) for text in others
    )
