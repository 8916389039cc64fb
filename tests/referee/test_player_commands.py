"""Commands by mail: what they do, where, and who is told (contract 3)."""

from datetime import datetime

import pytest

from mailref.games.events import PlayerJoined, PlayerLeft, PlayerReturned, PressReceived
from mailref.games.rounds.contents import CommandAnswer, EntryAnswer, Opening
from mailref.games.rounds.game import choice_in
from mailref.orders.table import OF_READERS, OF_SUBSCRIBERS, TOLD_IN_HELP, Command
from mailref.referee.contents import JoinRequest, Notice
from mailref.referee.mails import Decision
from mailref.referee.policy import Outcome, Reason, WhyNotIn
from tests.referee.rehearsal import (
    ERIKA,
    EVA,
    FRED,
    MAX,
    MINUTE,
    MONDAY,
    ZAT,
    Rehearsal,
    answers,
    content,
    contents,
    game,
    only,
    rehearse,
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
        ("SPRACHE DE", Command.LANGUAGE),
        ("LANGUAGE EN", Command.LANGUAGE),
        ("PRESSE: Hallo!", Command.PRESS),
        ("PRESS: hello", Command.PRESS),
    ],
)
def test_a_command_in_either_language_is_answered(written: str, command: Command) -> None:
    """Contract 3: a line of its own in the body, or the whole subject."""
    rehearsal = rehearse()
    considered = rehearsal.considers(written)
    mails = rehearsal.receives(written)

    assert (only(considered).outcome, only(considered).reason) == (Outcome.COMMAND, None)
    assert only(considered).player == "Max Mustermann"
    assert considered.commands == (command,)
    assert to(mails)[0] == "max@example.org"
    assert content(mails, CommandAnswer).commands == (command,)


def test_a_command_may_be_the_whole_subject() -> None:
    assert rehearse().considers("", subject="Re: [yerres R1] STAND").commands == (Command.STATUS,)


def test_without_a_games_name_a_command_concerns_all_games_of_the_sender() -> None:
    """Contract 3: commands concern the game of tag or heading, else all games of the sender."""
    mails = rehearse(game(), sb()).receives("STAND")

    assert [mail.game for mail in mails] == ["yerres", "sb"]


@pytest.mark.parametrize("text", ["STAND", "NOTIZ: Joker aufheben"])
def test_what_answers_a_mail_of_a_game_concerns_that_alone_whatever_its_subject(text: str) -> None:
    mails = rehearse(game(), sb()).receives(
        text, subject="Anderes Thema", receipt=answers(("sb", 1))
    )

    assert [mail.game for mail in mails] == ["sb"]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("SB-Scrabble Sb\nSTAND", "Anderes Thema"),
        ("SB-Scrabble Sb\nF8w RABEN\n\nSTAND", "Anderes Thema"),
        ("STAND", "SB-Scrabble Sb"),
        ("STAND", "Re: [sb R1] Zug"),
    ],
)
def test_a_heading_tag_or_title_says_more_than_the_mail_that_is_answered(
    text: str, subject: str
) -> None:
    mails = rehearse(game(), sb()).receives(text, subject=subject, receipt=answers(("yerres", 1)))

    assert {mail.game for mail in mails} == {"sb"}


@pytest.mark.parametrize(
    ("body", "subject"),
    [("ZURÜCKZIEHEN", "Re: [sb R1] Zug"), ("SB-Scrabble Sb\nZURÜCKZIEHEN", "Zug")],
)
def test_a_command_with_tag_or_heading_concerns_that_game_only(body: str, subject: str) -> None:
    rehearsal = rehearse(game(), sb())
    rehearsal.receives(f"1-Zug-Scrabble Yerres\n{RABEN}\n\nSB-Scrabble Sb\nF8w RABEN")
    mails = rehearsal.receives(body, subject=subject)

    assert [mail.game for mail in mails] == ["sb"]
    assert "Max Mustermann" in entries(rehearsal, "yerres")
    assert entries(rehearsal, "sb") == ()


def entries(rehearsal: Rehearsal, id: str = "yerres") -> tuple[str, ...]:  # noqa: A002  as in the file
    playing = rehearsal.running(id).game.round
    return tuple(playing.entries) if playing else ()


def test_a_command_under_one_heading_leaves_the_other_games_move_alone() -> None:
    """A withdrawal in one game must not take back what the same mail moves in another."""
    rehearsal = rehearse(game(), sb())
    rehearsal.receives("SB-Scrabble Sb\nF8w RABEN")
    rehearsal.receives(f"1-Zug-Scrabble Yerres\n{RABEN}\n\nSB-Scrabble Sb\nZURÜCKZIEHEN")

    assert entries(rehearsal, "yerres") == ("Max Mustermann",)
    assert entries(rehearsal, "sb") == ()


def test_a_command_under_a_heading_that_names_no_game_is_not_carried_out_elsewhere() -> None:
    """Contract 3: such a heading is unknown_game; a guess could withdraw the wrong move."""
    rehearsal = rehearse(game(), sb())
    rehearsal.receives(f"1-Zug-Scrabble Yerres\n{RABEN}")
    found = rehearsal.considers("1-Zug-Scrabble Yeres\nZURÜCKZIEHEN")
    rehearsal.receives("1-Zug-Scrabble Yeres\nZURÜCKZIEHEN")

    assert only(found).reason is Reason.UNKNOWN_GAME
    assert entries(rehearsal) == ("Max Mustermann",)


def test_a_command_beside_a_heading_that_names_no_game_is_not_carried_out_either() -> None:
    rehearsal = rehearse(game(), sb())
    rehearsal.receives(f"1-Zug-Scrabble Yerres\n{RABEN}")
    rehearsal.receives("1-Zug-Scrabble Yeres\nH8w ABER", subject="ZURÜCKZIEHEN")

    assert entries(rehearsal) == ("Max Mustermann",)


def test_zurueckziehen_takes_back_the_move_of_this_round() -> None:
    rehearsal = rehearse()
    rehearsal.receives(RABEN)
    answer = content(rehearsal.receives("ZURÜCKZIEHEN"), CommandAnswer)

    assert (answer.withdrawn, answer.own, answer.refused) == (True, None, ())
    assert entries(rehearsal) == ()


def test_with_a_move_beside_it_the_outcome_is_the_moves() -> None:
    """Contract 3; the earlier move is replaced anyway, the new one is not withdrawn."""
    rehearsal = rehearse()
    rehearsal.receives("H8w ABER")
    found = rehearsal.considers(f"ZURÜCKZIEHEN\n{RABEN}")
    mails = rehearsal.receives(f"ZURÜCKZIEHEN\n{RABEN}")

    assert only(found).outcome is Outcome.ACCEPTED
    assert found.commands == (Command.WITHDRAW,)
    assert contents(mails) == ["max EntryAnswer"]
    assert entries(rehearsal) == ("Max Mustermann",)


def test_beside_a_rejected_move_the_withdrawal_is_carried_out() -> None:
    rehearsal = rehearse()
    rehearsal.receives("H8w ABER")
    mails = rehearsal.receives("ZURÜCKZIEHEN\nH8w QUATSCH")

    assert content(mails, CommandAnswer).withdrawn
    assert content(mails, EntryAnswer).still_in_force is None


@pytest.mark.parametrize(
    ("body", "code"), [("ZURÜCKZIEHEN", "nothing_to_withdraw"), ("ANMELDEN", "already_in")]
)
def test_what_cannot_be_done_is_said(body: str, code: str) -> None:
    assert content(rehearse().receives(body), CommandAnswer).refused == (code,)


def test_a_player_of_an_open_game_is_in_under_whatever_name_he_asks() -> None:
    answer = content(rehearse(game(keys=OPEN)).receives("Spieler=Zwei\nANMELDEN"), CommandAnswer)

    assert answer.refused == ("already_in",)


def test_a_withdrawal_after_the_zat_is_too_late() -> None:
    rehearsal = rehearse()
    rehearsal.receives(RABEN)
    answer = content(rehearsal.receives("ZURÜCKZIEHEN", at=ZAT + MINUTE), CommandAnswer)

    assert answer.refused == ("too_late",)
    assert entries(rehearsal) == ("Max Mustermann",)


@pytest.mark.parametrize("asked", ["STAND", "Ist mein Zug angekommen?"])
def test_a_move_that_comes_into_force_answers_the_question_beside_it(asked: str) -> None:
    rehearsal = rehearse()

    both = rehearsal.receives(f"{RABEN}\n\n{asked}")
    in_vain = rehearsal.receives(f"H8w QUATSCH\n\n{asked}")

    assert [type(each.content) for each in both] == [EntryAnswer]
    assert CommandAnswer in [type(each.content) for each in in_vain]


def test_stand_says_which_move_is_in_force_not_whether_a_mail_came() -> None:
    rehearsal = rehearse()
    rehearsal.receives("H8w QUATSCH")
    before = content(rehearsal.receives("STAND"), CommandAnswer)
    rehearsal.receives(RABEN)
    after = content(rehearsal.receives("STAND"), CommandAnswer)

    assert before.own is None
    assert after.own is not None
    choice = choice_in(after.own.found)
    assert choice is not None
    assert [play.scored.word for play in choice.moves[0].plays] == ["RABEN"]


def test_anmelden_registers_a_stranger_in_an_open_game_with_confirmation_and_opening() -> None:
    """Contract 2: registers that address first and is then answered; opening for each new player."""
    rehearsal = rehearse(game(keys=OPEN))
    mails = rehearsal.receives("ANMELDEN\nSpieler=Freddy", FRED)

    assert contents(mails) == ["fred CommandAnswer", "fred Opening"]
    assert content(mails, CommandAnswer).done.joined
    assert content(mails, Opening).recipient == "Freddy"
    assert rehearsal.running().game.players["Freddy"].addresses == ("fred@example.net",)


def test_anmelden_with_a_move_registers_and_moves() -> None:
    rehearsal = rehearse(game(keys=OPEN))
    mails = rehearsal.receives(f"ANMELDEN\n{RABEN}", FRED)

    assert contents(mails) == ["fred CommandAnswer", "fred Opening", "fred EntryAnswer"]
    assert content(mails, CommandAnswer).refused == ()
    assert next(e for _, e in rehearsal.events if isinstance(e, PlayerJoined)).name == "Fred Fremd"
    assert entries(rehearsal) == ("Fred Fremd",)


def test_anmelden_in_a_closed_game_is_put_before_the_game_master_once() -> None:
    """Contract 2: a stranger is not answered, his request is put before the game master."""
    rehearsal = rehearse()
    first = rehearsal.receives("ANMELDEN", FRED)
    second = rehearsal.receives("ANMELDEN", FRED)

    assert contents(first) == ["gm Notice"]
    assert content(first, Notice).about == JoinRequest("fred@example.net", "Fred Fremd")
    assert second == ()


def test_anmelden_among_several_open_games_is_asked_of_the_game_master() -> None:
    rehearsal = rehearse(game(keys=OPEN), sb(keys=OPEN))
    mails = rehearsal.receives("ANMELDEN", FRED)

    about = content(mails, Notice).about
    assert about == JoinRequest("fred@example.net", "Fred Fremd", WhyNotIn.WHICH_GAME)
    assert rehearsal.events[0][0] == "yerres"


@pytest.mark.parametrize("line", ["ANMELDEN", RABEN])
def test_a_taken_name_is_put_before_the_game_master_and_nobody_is_registered(line: str) -> None:
    """He is told that registration is open: what is wrong is the name."""
    rehearsal = rehearse(game(keys=OPEN))
    mails = rehearsal.receives(f"Spieler=Max Mustermann\n{line}", FRED)

    assert contents(mails) == ["gm Notice"]
    about = content(mails, Notice).about
    assert isinstance(about, JoinRequest)
    assert about.why is WhyNotIn.NAME
    assert not any(isinstance(event, PlayerJoined) for _, event in rehearsal.events)


def test_a_player_of_another_game_is_told_that_this_one_is_closed() -> None:
    rehearsal = rehearse(game(players={"Max Mustermann": "max@example.org"}), sb())
    mails = rehearsal.receives("1-Zug-Scrabble Yerres\nANMELDEN", EVA)

    assert contents(mails) == ["eva CommandAnswer", "gm Notice"]
    assert content(mails, CommandAnswer).refused == ("closed",)


def test_abmelden_takes_effect_after_this_round_and_anmelden_takes_it_back() -> None:
    """ABMELDEN (after this round)."""
    rehearsal = rehearse()
    rehearsal.receives(RABEN)
    left = content(rehearsal.receives("ABMELDEN"), CommandAnswer)
    again = content(rehearsal.receives("ABMELDEN"), CommandAnswer)
    joined = content([rehearsal.receives("ANMELDEN")[0]], CommandAnswer)

    assert (left.done.left, again.refused, joined.done.joined) == (True, ("already_left",), True)
    assert rehearsal.running().game.players["Max Mustermann"].is_leaving is False


def test_who_left_comes_back_by_anmelden_also_in_a_closed_game() -> None:
    rehearsal = rehearse()
    rehearsal.receives("ABMELDEN")
    rehearsal.closes()
    rehearsal.goes_on()
    mails = rehearsal.receives("ANMELDEN", at=ZAT + 60 * MINUTE)

    assert contents(mails) == ["max CommandAnswer", "max Opening"]
    assert isinstance(rehearsal.events[-1][1], PlayerReturned)


def test_whom_the_game_master_excluded_does_not_let_himself_in() -> None:
    rehearsal = rehearse()
    rehearsal.take(Decision((("yerres", PlayerLeft("Max Mustermann", "rude")),), ()))
    mails = rehearsal.receives("ANMELDEN")

    assert content(mails, CommandAnswer).refused == ("closed",)
    assert isinstance(content(mails, Notice).about, JoinRequest)


def test_who_left_an_open_game_is_told_how_to_come_back() -> None:
    """He is no newcomer whose name is taken: it is his own."""
    rehearsal = rehearse(game(keys=OPEN))
    rehearsal.receives("ABMELDEN")
    rehearsal.closes()
    rehearsal.goes_on()
    found = only(rehearsal.considers(RABEN, at=ZAT + 60 * MINUTE))

    assert (found.outcome, found.reason) == (Outcome.REJECTED, Reason.NOT_A_PLAYER)


def test_a_player_who_left_is_still_answered() -> None:
    rehearsal = rehearse()
    rehearsal.receives("ABMELDEN")
    rehearsal.closes()
    rehearsal.goes_on()

    assert contents(rehearsal.receives("HILFE", at=ZAT + 60 * MINUTE)) == ["max CommandAnswer"]


def test_a_subscribers_abmelden_stops_the_reports() -> None:
    """ABMELDEN for a subscriber: no more reports; List-Unsubscribe carries no tag."""
    rehearsal = rehearse(game(keys='subscribers = ["Zoe@example.com"]'))
    mails = rehearsal.receives("", "zoe@example.com", subject="ABMELDEN")
    rehearsal.closes()

    assert contents(mails) == ["zoe CommandAnswer"]
    assert content(mails, CommandAnswer).done.left
    assert "zoe@example.com" not in to(rehearsal.goes_on())


def test_moderated_press_waits_for_the_game_master() -> None:
    """PRESSE, moderated by the game master if so set."""
    rehearsal = rehearse(game(keys='press = "moderated"'))
    mails = rehearsal.receives("PRESSE: Hört, hört!")

    assert contents(mails) == ["max CommandAnswer", "gm Notice"]
    assert content(mails, Notice).quoted == "Hört, hört!"
    event = rehearsal.events[-1][1]
    assert isinstance(event, PressReceived)
    assert not event.is_released


def test_at_a_shared_address_a_command_must_say_for_whom() -> None:
    both = {"Max Mustermann": "home@example.org", "Eva Muster": "home@example.org"}
    rehearsal = rehearse(game(players=both))
    unclear = content(rehearsal.receives("ABMELDEN", "home@example.org"), CommandAnswer)
    clear = content(
        rehearsal.receives("ABMELDEN\nSpieler=Eva Muster", "home@example.org"), CommandAnswer
    )

    assert unclear.refused == ("which_player",)
    assert (clear.done.left, clear.player) == (True, "Eva Muster")


def test_the_game_master_withdraws_for_a_player_and_both_are_told() -> None:
    """Contract 5: `Spieler=NAME` from his address; the confirmation goes to both."""
    rehearsal = rehearse()
    rehearsal.receives(RABEN, MAX)
    mails = rehearsal.receives("Spieler=Max Mustermann\nZURÜCKZIEHEN", ERIKA)

    assert contents(mails) == ["gm CommandAnswer", "max CommandAnswer"]
    assert entries(rehearsal) == ()


def told_in_help(rehearsal: Rehearsal, sender: str = MAX, at: datetime = MONDAY) -> set[Command]:
    answer = content(rehearsal.receives("HILFE", sender, at=at), CommandAnswer)
    return set(TOLD_IN_HELP) - answer.no_use


def test_help_tells_a_player_of_nothing_that_this_game_does_not_take_now() -> None:
    """He plays already, no words are mixed in; a day after the first ZAT nobody objects any more."""
    rehearsal = rehearse(game(keys="messages = false"))
    before = told_in_help(rehearsal)
    rehearsal.receives(RABEN)
    rehearsal.closes()
    rehearsal.goes_on()
    after = told_in_help(rehearsal, at=ZAT + 24 * 60 * MINUTE)

    assert {Command.WITHDRAW, Command.OBJECT, Command.PRESS, Command.NOTE} <= before
    assert not before & {Command.JOIN, Command.LOT_WORD, Command.MESSAGE, Command.MUTE}
    assert before - after == {Command.OBJECT}


def test_help_tells_of_words_for_draws_and_of_messages_where_the_game_has_them() -> None:
    told = told_in_help(rehearse(game(keys="lots = true\nmessages = true")))

    assert {Command.LOT_WORD, Command.MESSAGE, Command.MUTE} <= told


def test_help_tells_a_game_master_who_does_not_play_of_no_order_of_players() -> None:
    assert told_in_help(rehearse(), ERIKA) == {*OF_READERS}


def test_help_tells_who_reads_along_how_to_join_and_to_leave() -> None:
    rehearsal = rehearse(game(keys='subscribers = ["zoe@example.com"]'))

    assert told_in_help(rehearsal, "zoe@example.com") == {*OF_SUBSCRIBERS}


def test_help_at_a_shared_address_is_that_of_players() -> None:
    both = {"Max Mustermann": "home@example.org", "Eva Muster": "home@example.org"}

    assert Command.NOTE in told_in_help(rehearse(game(players=both)), "home@example.org")
