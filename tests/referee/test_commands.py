"""Commands by mail: what they do, where, and who is told (contract 3, issue 4 item 14)."""

import pytest

from mailref.reading.entries import Command
from mailref.referee.findings import Outcome, Reason
from mailref.referee.mails import CommandAnswer, Decision, EntryAnswer, Notice, Opening
from mailref.rules.events import PlayerJoined, PlayerLeft, PlayerReturned, PressReceived
from tests.referee.tables import (
    ERIKA,
    EVA,
    FRED,
    MAX,
    MINUTE,
    ZAT,
    Office,
    content,
    contents,
    game,
    office,
    only,
    sb,
    to,
)

RABEN = "H8w RABEN"
OPEN = 'registration = "open"'


@pytest.mark.parametrize(
    ("written", "command"),
    [
        ("HILFE", Command.HELP),
        ("Help", Command.HELP),
        ("Regeln", Command.RULES),
        ("rules", Command.RULES),
        ("STAND", Command.STATUS),
        ("STATUS", Command.STATUS),
        ("Bericht", Command.REPORT),
        ("REPORT", Command.REPORT),
        ("ZURÜCKZIEHEN", Command.WITHDRAW),
        ("Zurück", Command.WITHDRAW),
        ("WITHDRAW", Command.WITHDRAW),
        ("ANMELDEN", Command.JOIN),
        ("join", Command.JOIN),
        ("ABMELDEN", Command.LEAVE),
        ("LEAVE", Command.LEAVE),
        ("ERINNERUNG AN", Command.REMINDER_ON),
        ("reminder on", Command.REMINDER_ON),
        ("ERINNERUNG AUS", Command.REMINDER_OFF),
        ("REMINDER OFF", Command.REMINDER_OFF),
        ("PRESSE: Hallo!", Command.PRESS),
        ("PRESS: hello", Command.PRESS),
    ],
)
def test_a_command_in_either_language_is_answered(written: str, command: Command) -> None:
    """Contract 3: a line of its own in the body, or the whole subject."""
    desk = office()
    considered = desk.considers(written)
    mails = desk.receives(written)

    assert (only(considered).outcome, only(considered).reason) == (Outcome.COMMAND, None)
    assert only(considered).player == "Max Mustermann"
    assert considered.commands == (command,)
    assert to(mails)[0] == "max@example.org"
    assert content(mails, CommandAnswer).commands == (command,)


def test_a_command_may_be_the_whole_subject() -> None:
    assert office().considers("", subject="Re: [yerres R1] STAND").commands == (Command.STATUS,)


def test_without_a_games_name_a_command_concerns_all_games_of_the_sender() -> None:
    """Contract 3: commands concern the game of tag or heading, else all games of the sender."""
    mails = office(game(), sb()).receives("STAND")

    assert [mail.game for mail in mails] == ["yerres", "sb"]


@pytest.mark.parametrize(
    ("body", "subject"),
    [("ZURÜCKZIEHEN", "Re: [sb R1] Zug"), ("SB-Scrabble Sb\nZURÜCKZIEHEN", "Zug")],
)
def test_a_command_with_tag_or_heading_concerns_that_game_only(body: str, subject: str) -> None:
    desk = office(game(), sb())
    desk.receives(f"1-Zug-Scrabble Yerres\n{RABEN}\n\nSB-Scrabble Sb\nF8w RABEN")
    mails = desk.receives(body, subject=subject)

    assert [mail.game for mail in mails] == ["sb"]
    assert "Max Mustermann" in entries(desk, "yerres")
    assert entries(desk, "sb") == ()


def entries(desk: Office, id: str = "yerres") -> tuple[str, ...]:  # noqa: A002  as in the file
    playing = desk.table(id).game.round
    return tuple(playing.entries) if playing else ()


def test_a_command_under_one_heading_leaves_the_other_games_move_alone() -> None:
    """A withdrawal in one game must not take back what the same mail moves in another."""
    desk = office(game(), sb())
    desk.receives("SB-Scrabble Sb\nF8w RABEN")
    desk.receives(f"1-Zug-Scrabble Yerres\n{RABEN}\n\nSB-Scrabble Sb\nZURÜCKZIEHEN")

    assert entries(desk, "yerres") == ("Max Mustermann",)
    assert entries(desk, "sb") == ()


def test_a_command_under_a_heading_that_names_no_game_is_not_carried_out_elsewhere() -> None:
    """Contract 3: such a heading is unknown_game; a guess could withdraw the wrong move."""
    desk = office(game(), sb())
    desk.receives(f"1-Zug-Scrabble Yerres\n{RABEN}")
    found = desk.considers("1-Zug-Scrabble Yeres\nZURÜCKZIEHEN")
    desk.receives("1-Zug-Scrabble Yeres\nZURÜCKZIEHEN")

    assert only(found).reason is Reason.UNKNOWN_GAME
    assert entries(desk) == ("Max Mustermann",)


def test_a_command_beside_a_heading_that_names_no_game_is_not_carried_out_either() -> None:
    desk = office(game(), sb())
    desk.receives(f"1-Zug-Scrabble Yerres\n{RABEN}")
    desk.receives("1-Zug-Scrabble Yeres\nH8w ABER", subject="ZURÜCKZIEHEN")

    assert entries(desk) == ("Max Mustermann",)


def test_zurueckziehen_takes_back_the_move_of_this_round() -> None:
    desk = office()
    desk.receives(RABEN)
    answer = content(desk.receives("ZURÜCKZIEHEN"), CommandAnswer)

    assert (answer.withdrawn, answer.moved, answer.refused) == (True, False, ())
    assert entries(desk) == ()


def test_with_a_move_beside_it_the_outcome_is_the_moves() -> None:
    """Contract 3; the earlier move is replaced anyway, the new one is not withdrawn."""
    desk = office()
    desk.receives("H8w ABER")
    found = desk.considers(f"ZURÜCKZIEHEN\n{RABEN}")
    mails = desk.receives(f"ZURÜCKZIEHEN\n{RABEN}")

    assert only(found).outcome is Outcome.ACCEPTED
    assert found.commands == (Command.WITHDRAW,)
    assert contents(mails) == ["max EntryAnswer"]
    assert entries(desk) == ("Max Mustermann",)


def test_beside_a_rejected_move_the_withdrawal_is_carried_out() -> None:
    desk = office()
    desk.receives("H8w ABER")
    mails = desk.receives("ZURÜCKZIEHEN\nH8w QUATSCH")

    assert content(mails, CommandAnswer).withdrawn
    assert content(mails, EntryAnswer).still_in_force is None


@pytest.mark.parametrize(
    ("body", "code"),
    [("ZURÜCKZIEHEN", "nothing_to_withdraw"), ("ANMELDEN", "already_in")],
)
def test_what_cannot_be_done_is_said(body: str, code: str) -> None:
    assert content(office().receives(body), CommandAnswer).refused == (code,)


def test_a_withdrawal_after_the_zat_is_too_late() -> None:
    desk = office()
    desk.receives(RABEN)
    answer = content(desk.receives("ZURÜCKZIEHEN", at=ZAT + MINUTE), CommandAnswer)

    assert answer.refused == ("too_late",)
    assert entries(desk) == ("Max Mustermann",)


def test_stand_says_whether_a_move_is_in_force_not_whether_a_mail_came() -> None:
    desk = office()
    desk.receives("H8w QUATSCH")
    before = content(desk.receives("STAND"), CommandAnswer)
    desk.receives(RABEN)
    after = content(desk.receives("STAND"), CommandAnswer)

    assert (before.moved, after.moved) == (False, True)


def test_anmelden_registers_a_stranger_in_an_open_game_with_confirmation_and_opening() -> None:
    """Contract 2: registers that address first and is then answered; opening for each new player."""
    desk = office(game(keys=OPEN))
    mails = desk.receives("ANMELDEN\nSpieler=Freddy", FRED)

    assert contents(mails) == ["fred CommandAnswer", "fred Opening"]
    assert content(mails, CommandAnswer).joined
    assert content(mails, Opening).recipient == "Freddy"
    assert desk.table().game.players["Freddy"].addresses == ("fred@example.net",)


def test_anmelden_with_a_move_registers_and_moves() -> None:
    desk = office(game(keys=OPEN))
    mails = desk.receives(f"ANMELDEN\n{RABEN}", FRED)

    assert contents(mails) == ["fred CommandAnswer", "fred Opening", "fred EntryAnswer"]
    assert content(mails, CommandAnswer).refused == ()
    assert next(e for _, e in desk.events if isinstance(e, PlayerJoined)).name == "Fred Fremd"
    assert entries(desk) == ("Fred Fremd",)


def test_anmelden_in_a_closed_game_is_put_before_the_game_master_once() -> None:
    """Contract 2: a stranger is not answered, his request is put before the game master."""
    desk = office()
    first = desk.receives("ANMELDEN", FRED)
    second = desk.receives("ANMELDEN", FRED)

    assert contents(first) == ["gm Notice"]
    notice = content(first, Notice)
    assert notice.what == "join_request"
    assert dict(notice.facts)["sender"] == "fred@example.net"
    assert second == ()


def test_anmelden_among_several_open_games_is_asked_of_the_game_master() -> None:
    desk = office(game(keys=OPEN), sb(keys=OPEN))
    mails = desk.receives("ANMELDEN", FRED)

    assert contents(mails) == ["gm Notice"]
    assert desk.events[0][0] == "yerres"


def test_a_taken_name_is_put_before_the_game_master_and_nobody_is_registered() -> None:
    desk = office(game(keys=OPEN))
    mails = desk.receives("ANMELDEN\nSpieler=Max Mustermann", FRED)

    assert contents(mails) == ["gm Notice"]
    assert not any(isinstance(event, PlayerJoined) for _, event in desk.events)


def test_a_player_of_another_game_is_told_that_this_one_is_closed() -> None:
    desk = office(game(players={"Max Mustermann": "max@example.org"}), sb())
    mails = desk.receives("1-Zug-Scrabble Yerres\nANMELDEN", EVA)

    assert contents(mails) == ["eva CommandAnswer", "gm Notice"]
    assert content(mails, CommandAnswer).refused == ("closed",)


def test_abmelden_takes_effect_after_this_round_and_anmelden_takes_it_back() -> None:
    """Issue 4: ABMELDEN (after this round)."""
    desk = office()
    desk.receives(RABEN)
    left = content(desk.receives("ABMELDEN"), CommandAnswer)
    again = content(desk.receives("ABMELDEN"), CommandAnswer)
    joined = content([desk.receives("ANMELDEN")[0]], CommandAnswer)

    assert (left.left, again.refused, joined.joined) == (True, ("already_left",), True)
    assert desk.table().game.players["Max Mustermann"].is_leaving is False


def test_who_left_comes_back_by_anmelden_also_in_a_closed_game() -> None:
    desk = office()
    desk.receives("ABMELDEN")
    desk.closes()
    desk.goes_on()
    mails = desk.receives("ANMELDEN", at=ZAT + 60 * MINUTE)

    assert contents(mails) == ["max CommandAnswer", "max Opening"]
    assert isinstance(desk.events[-1][1], PlayerReturned)


def test_whom_the_game_master_excluded_does_not_let_himself_in() -> None:
    desk = office()
    desk.take(Decision((("yerres", PlayerLeft("Max Mustermann", "rude")),), ()))
    mails = desk.receives("ANMELDEN")

    assert content(mails, CommandAnswer).refused == ("closed",)
    assert content(mails, Notice).what == "join_request"


def test_who_left_an_open_game_is_told_how_to_come_back() -> None:
    """He is no newcomer whose name is taken: it is his own."""
    desk = office(game(keys=OPEN))
    desk.receives("ABMELDEN")
    desk.closes()
    desk.goes_on()
    found = only(desk.considers(RABEN, at=ZAT + 60 * MINUTE))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.NOT_A_PLAYER)


def test_a_player_who_left_is_still_answered() -> None:
    desk = office()
    desk.receives("ABMELDEN")
    desk.closes()
    desk.goes_on()

    assert contents(desk.receives("HILFE", at=ZAT + 60 * MINUTE)) == ["max CommandAnswer"]


def test_a_subscribers_abmelden_stops_the_reports() -> None:
    """Issue 4: ABMELDEN for a subscriber: no more reports; List-Unsubscribe carries no tag."""
    desk = office(game(keys='subscribers = ["Zoe@example.com"]'))
    mails = desk.receives("", "zoe@example.com", subject="ABMELDEN")
    desk.closes()

    assert contents(mails) == ["zoe CommandAnswer"]
    assert content(mails, CommandAnswer).left
    assert "zoe@example.com" not in to(desk.goes_on())


def test_moderated_press_waits_for_the_game_master() -> None:
    """Issue 4: PRESSE, moderated by the game master if so set."""
    desk = office(game(keys='press = "moderated"'))
    mails = desk.receives("PRESSE: Hört, hört!")

    assert contents(mails) == ["max CommandAnswer", "gm Notice"]
    assert content(mails, Notice).quoted == "Hört, hört!"
    event = desk.events[-1][1]
    assert isinstance(event, PressReceived)
    assert not event.is_released


def test_at_a_shared_address_a_command_must_say_for_whom() -> None:
    both = {"Max Mustermann": "home@example.org", "Eva Muster": "home@example.org"}
    desk = office(game(players=both))
    unclear = content(desk.receives("ABMELDEN", "home@example.org"), CommandAnswer)
    clear = content(
        desk.receives("ABMELDEN\nSpieler=Eva Muster", "home@example.org"), CommandAnswer
    )

    assert unclear.refused == ("which_player",)
    assert (clear.left, clear.player) == (True, "Eva Muster")


def test_the_game_master_withdraws_for_a_player_and_both_are_told() -> None:
    """Contract 5: `Spieler=NAME` from his address; the confirmation goes to both."""
    desk = office()
    desk.receives(RABEN, MAX)
    mails = desk.receives("Spieler=Max Mustermann\nZURÜCKZIEHEN", ERIKA)

    assert contents(mails) == ["gm CommandAnswer", "max CommandAnswer"]
    assert entries(desk) == ()
