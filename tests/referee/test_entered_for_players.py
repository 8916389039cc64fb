"""What the game master enters for a player at a table: done, but of racks he learns nothing (classic 10)."""

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.contents import OrderAnswer, TurnCommandAnswer, TurnReport
from mailref.orders.table import Command
from mailref.referee.contents import Content
from mailref.referee.mails import Owed
from mailref.referee.policy import Considered, Outcome, Reason, Receipt
from tests.games.by_turns.at_table import AtTable, at_table, kiel

GM = "gm@example.org"


def proven(receipt: Receipt) -> Receipt:
    return replace(receipt, answers_game_master=True)


def begun() -> AtTable:
    made = at_table(kiel("", '[game.rules]\nstarter = "Anna"'))
    made.mails.clear()
    return made


def enters(made: AtTable, line: str, player: str = "Ben") -> dict[str, Content]:
    """Let the game master write for a player; return what each is told of it."""
    owed = made.receives(GM, f"Spieler={player}\n{line}", receipt=proven)
    return {mail.recipient: mail.content for mail in owed}


def test_a_trial_is_answered_to_the_player_alone() -> None:
    made = begun()
    told = enters(made, "PROBE H8 QQQ")
    his, copy = told["ben@example.org"], told[GM]
    assert isinstance(his, OrderAnswer)
    assert his.own is not None
    assert his.faults
    assert his.by_game_master
    assert isinstance(copy, OrderAnswer)
    assert (copy.own, copy.faults, copy.shown, copy.hints) == (None, (), None, type(copy.hints)())
    assert copy.considered.found is None


def test_why_an_exchange_fails_is_told_to_the_player_alone() -> None:
    made = begun()
    told = enters(made, "TAUSCHE Q Q Q", "Anna")
    his, copy = told["anna@example.org"], told[GM]
    assert isinstance(his, OrderAnswer)
    assert his.faults
    assert isinstance(copy, OrderAnswer)
    assert copy.considered.reason is Reason.NO_VALID_MOVE
    assert (copy.own, copy.faults) == (None, ())


@pytest.mark.parametrize("line", ["STAND", "STEINE", "VERLAUF"])
def test_what_only_shows_is_shown_to_the_player_alone(line: str) -> None:
    made = begun()
    told = enters(made, line)
    his, copy = told["ben@example.org"], told[GM]
    assert isinstance(his, TurnCommandAnswer)
    assert his.own is not None
    assert his.by_game_master
    assert isinstance(copy, TurnCommandAnswer)
    assert copy.own is None
    assert copy.for_game_master


def test_a_turn_is_played_and_the_player_is_told_who_entered_it() -> None:
    made = begun()
    told = enters(made, "PASSE", "Anna")
    his, copy = told["anna@example.org"], told[GM]
    assert isinstance(his, TurnReport)
    assert his.by_game_master
    assert his.own is not None
    assert isinstance(copy, TurnReport)
    assert (copy.own, copy.by_game_master, copy.faults) == (None, False, ())
    other = told["ben@example.org"]
    assert isinstance(other, TurnReport)
    assert not other.by_game_master


def test_whether_something_was_kept_is_not_told() -> None:
    """A row of its own in the table of classic 10: as other players, the game master never learns it."""
    copies = []
    for earlier in ((), ("PASSE",)):
        made = begun()
        for line in earlier:
            made.receives("Ben", line)
        copy = enters(made, "ZURÜCK")[GM]
        assert isinstance(copy, TurnCommandAnswer)
        copies.append((copy.commands, copy.withdrawn, copy.refused, copy.own))
    assert copies[0] == copies[1] == ((Command.WITHDRAW,), True, (), None)
    made = begun()
    made.receives("Ben", "PASSE")
    copy = enters(made, "PASSE")[GM]
    assert isinstance(copy, OrderAnswer)
    assert not copy.replaces


def judged(made: AtTable, body: str, *, is_answer: bool) -> Considered:
    (found,) = made.considers(GM, body, receipt=proven if is_answer else lambda each: each)
    return found


def test_a_move_in_turns_needs_the_proof_of_an_order() -> None:
    made = begun()
    move = "Spieler=Anna\nPASSE"
    assert judged(made, move, is_answer=False).reason is Reason.UNKNOWN_SENDER
    assert judged(made, move, is_answer=True).outcome is Outcome.ACCEPTED
    assert judged(made, "Spieler=Anna\nSTAND", is_answer=False).outcome is Outcome.COMMAND


def test_a_game_master_who_plays_may_name_himself() -> None:
    text = kiel("", '[game.rules]\nstarter = "Anna"').replace("anna@example.org", GM)
    made = at_table(text)
    assert judged(made, "Spieler=Anna\nPASSE", is_answer=False).outcome is Outcome.ACCEPTED
    assert judged(made, "Spieler=Ben\nPASSE", is_answer=False).reason is Reason.UNKNOWN_SENDER


def test_who_writes_to_a_person_is_told_that_nobody_reads_it() -> None:
    made = begun()
    (his,) = (each for each in made.receives("Ben", "Hallo Erika!") if each.recipient != GM)
    assert isinstance(his.content, OrderAnswer)
    assert his.content.text_hidden


def test_without_an_address_of_his_own_nobody_gets_the_players_answer() -> None:
    text = kiel("", '[game.rules]\nstarter = "Anna"').replace('"ben@example.org"', "")
    made = at_table(text)
    made.mails.clear()
    owed: tuple[Owed, ...] = made.receives(GM, "Spieler=Ben\nPROBE H8 QQQ", receipt=proven)
    assert [mail.recipient for mail in owed] == [GM]
