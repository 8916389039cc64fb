"""A changed settings file and a running game (contract 2)."""

from datetime import datetime

from mailref.games.events import PlayerJoined, PlayerLeft, PlayerRenamed
from mailref.games.rounds.contents import DeadlineNotice, Opening, Report, RulingNotice
from mailref.referee import gm_orders as gm
from mailref.referee.contents import Notice, SettingsFaulty
from mailref.referee.gm_orders import GivenBy, GivenOrder
from mailref.referee.mails import Step
from tests.referee.rehearsal import (
    DAY,
    EVA,
    MAX,
    MINUTE,
    MONDAY,
    WEEK,
    ZAT,
    Rehearsal,
    content,
    contents,
    game,
    rehearse,
    to,
    total,
)

RABEN = "H8w RABEN"
AFTER = ZAT + 2 * MINUTE
MAX_AND_EVA = {"Max Mustermann": "max@example.org", "Eva Muster": "eva@example.org"}


def follows(rehearsal: Rehearsal, *games: str, now: datetime = MONDAY) -> list[str]:
    """Let the file change, and the game follow it; return who is told what."""
    rehearsal.with_settings(*(games or (game(),)))
    step = rehearsal.referee().synchronise(rehearsal.means(), now, f"settings:{now.isoformat()}")
    return contents(rehearsal.take(step))


def kinds(rehearsal: Rehearsal) -> list[str]:
    return [type(event).__name__ for _, event in rehearsal.events]


def test_an_unchanged_file_changes_nothing() -> None:
    assert follows(rehearse()) == []


def test_a_new_player_joins_at_once_and_gets_the_opening() -> None:
    """Contract 2: players at once; later each new player an opening."""
    rehearsal = rehearse()

    assert follows(rehearsal, game(players={**MAX_AND_EVA, "Udo": "udo@example.org"})) == [
        "udo Opening"
    ]
    assert content(rehearsal.mails, Opening).recipient == "Udo"
    assert follows(rehearsal, game(players={**MAX_AND_EVA, "Udo": "udo@example.org"})) == []


def test_who_is_added_together_with_a_new_zat_gets_the_opening_alone() -> None:
    """It has the new date; he has not heard of the one until then."""
    rehearsal = rehearse()
    players = {**MAX_AND_EVA, "Udo": "udo@example.org"}

    told = follows(rehearsal, game(players=players, deadline="2026-12-13T20:00:00"))

    assert sorted(told) == ["eva DeadlineNotice", "max DeadlineNotice", "udo Opening"]


def test_who_only_reads_the_reports_hears_of_a_zat_in_the_settings_as_a_reader() -> None:
    reader = 'subscribers = ["zoe@example.com"]'
    rehearsal = rehearse(game(keys=reader))

    told = follows(rehearsal, game(keys=reader, deadline="2026-12-13T20:00:00"))

    assert told[-1] == "zoe DeadlineNotice"
    last = rehearsal.mails[-1].content
    assert isinstance(last, DeadlineNotice)
    assert last.is_to_reader


def test_a_player_added_after_round_one_is_a_late_joiner() -> None:
    """Rules 8: he starts with the lowest total of those who missed no round."""
    rehearsal = rehearse()
    rehearsal.receives(RABEN, MAX)
    rehearsal.receives("H8w ABER", EVA)
    rehearsal.closes()
    rehearsal.goes_on()
    follows(rehearsal, game(players={**MAX_AND_EVA, "Udo": "udo@example.org"}), now=AFTER)

    assert total(rehearsal, "Udo") == 12


def test_a_player_taken_out_leaves_after_the_round_and_comes_back_with_the_file() -> None:
    """Contract 2: excluded from the next round on, his row stays."""
    rehearsal = rehearse()
    follows(rehearsal, game(players={"Eva Muster": "eva@example.org"}))
    assert kinds(rehearsal)[-1:] == ["PlayerLeft"]
    assert follows(rehearsal, game(players={"Eva Muster": "eva@example.org"})) == []

    follows(rehearsal, game())
    assert kinds(rehearsal)[-1:] == ["PlayerReturned"]


def test_a_player_spelled_anew_at_the_same_address_keeps_his_points() -> None:
    """As a leaver and a late joiner he would lose them."""
    rehearsal = rehearse()
    rehearsal.receives(RABEN, MAX)
    rehearsal.closes()
    rehearsal.goes_on()
    players = {"Max Mustermann-Meier": "max@example.org", "Eva Muster": "eva@example.org"}
    follows(rehearsal, game(players=players), now=AFTER)
    happened = {type(event) for _, event in rehearsal.events}

    assert total(rehearsal, "Max Mustermann-Meier") == 16
    assert PlayerRenamed in happened
    assert not happened & {PlayerJoined, PlayerLeft}


def test_a_player_with_another_address_is_another_player() -> None:
    rehearsal = rehearse()
    players = {"Moritz": "moritz@example.org", "Eva Muster": "eva@example.org"}
    follows(rehearsal, game(players=players))

    assert {type(event) for _, event in rehearsal.events} == {PlayerJoined, PlayerLeft}


def test_a_player_renamed_by_command_may_keep_his_old_name_in_the_file() -> None:
    rehearsal = rehearse()
    given = GivenOrder(gm.RenamePlayer("Max Mustermann", "Max Meier"), "", GivenBy.COMMAND, "c1")
    step = rehearsal.referee().carry_out(given, rehearsal.means(), MONDAY)
    assert isinstance(step, Step)
    rehearsal.take(step)

    assert follows(rehearsal) == []
    assert "Max Meier" in rehearsal.running().game.players


def test_an_address_changed_by_command_holds_until_the_file_changes() -> None:
    rehearsal = rehearse()
    given = GivenOrder(
        gm.ChangeAddresses("Max Mustermann", ("new@example.org",)), "", GivenBy.COMMAND, "c1"
    )
    step = rehearsal.referee().carry_out(given, rehearsal.means(), MONDAY)
    assert isinstance(step, Step)
    rehearsal.take(step)

    assert follows(rehearsal) == []
    assert rehearsal.running().game.players["Max Mustermann"].addresses == ("new@example.org",)
    follows(rehearsal, game(players={**MAX_AND_EVA, "Max Mustermann": "home@example.org"}))
    assert rehearsal.running().game.players["Max Mustermann"].addresses == ("home@example.org",)


def test_a_ruling_in_the_file_judges_stored_moves_again_and_tells_those_concerned() -> None:
    """Contract 2: at once (stored moves are judged again, those affected are told)."""
    rehearsal = rehearse()
    rehearsal.receives("H8w BARTEN")

    assert follows(rehearsal, game(tables='[game.words]\naccept = ["BARTEN"]')) == [
        "max RulingNotice"
    ]
    assert content(rehearsal.mails[-1:], RulingNotice).answer.considered.outcome == "accepted"


def test_two_rulings_on_one_move_are_told_in_one_mail() -> None:
    rehearsal = rehearse()
    rehearsal.receives("H8w BARTEN\n/H8w TREBEN")
    told = follows(rehearsal, game(tables='[game.words]\naccept = ["BARTEN", "TREBEN"]'))

    assert told == ["max RulingNotice"]


def test_a_ruling_in_the_file_wins_over_a_command_and_may_be_taken_back() -> None:
    """Contract 2: the file wins."""
    rehearsal = rehearse()
    given = GivenOrder(gm.RuleWord("BARTEN", accepted=True), "", GivenBy.COMMAND, "c1")
    step = rehearsal.referee().carry_out(given, rehearsal.means(), MONDAY)
    assert isinstance(step, Step)
    rehearsal.take(step)
    follows(rehearsal, game(tables='[game.words]\nrefuse = ["BARTEN"]'))
    assert rehearsal.running().game.rulings == {"BARTEN": False}

    follows(rehearsal, game())
    assert rehearsal.running().game.rulings == {}


def test_a_ruling_in_the_file_before_the_next_zat_corrects_the_closed_round() -> None:
    """Rules 8: until the next ZAT a correction may change the board."""
    rehearsal = rehearse()
    rehearsal.receives(RABEN, MAX)
    rehearsal.closes()
    rehearsal.goes_on()
    told = follows(rehearsal, game(tables='[game.words]\nrefuse = ["RABEN"]'), now=AFTER)

    assert told == ["max Report", "eva Report", "gm Report"]
    assert total(rehearsal, "Max Mustermann") == 0


def test_changed_rules_hold_from_the_next_round() -> None:
    """Contract 2: `[game.rules]` from the next round."""
    rehearsal = rehearse()
    follows(rehearsal, game(tables="[game.rules]\nswap = false"))

    assert (rehearsal.running().game.rules.swap, rehearsal.running().game.next_rules.swap) == (
        True,
        False,
    )


def test_a_deadline_changed_in_mid_round_moves_the_zat_and_tells_all() -> None:
    """Contract 2."""
    rehearsal = rehearse()
    told = follows(rehearsal, game(deadline="2026-12-13T20:00:00"))
    playing = rehearsal.running().game.round

    assert told == ["max DeadlineNotice", "eva DeadlineNotice"]
    assert content(rehearsal.mails[:1], DeadlineNotice).before == ZAT
    assert playing is not None
    assert playing.deadline == ZAT + 2 * DAY
    assert follows(rehearsal, game(deadline="2026-12-13T20:00:00")) == []


def test_a_deadline_not_after_the_last_close_is_ignored() -> None:
    """Contract 2: a deadline not after the last close is ignored."""
    rehearsal = rehearse()
    rehearsal.closes()
    rehearsal.goes_on()

    assert follows(rehearsal, game(deadline="2026-12-11T19:00:00"), now=AFTER) == []
    playing = rehearsal.running().game.round
    assert playing is not None
    assert playing.deadline == ZAT + WEEK


def test_letters_changed_once_they_were_mailed_are_a_fault_said_once() -> None:
    """Contract 2: changed `letters` are a fault once mailed."""
    rehearsal = rehearse()

    assert follows(rehearsal, game(letters="NEBELST")) == ["gm Notice"]
    assert content(rehearsal.mails, Notice).about == SettingsFaulty(
        ("[[game]] \"yerres\" letters: round 1 has been mailed with 'ABEENRT'",)
    )
    assert follows(rehearsal, game(letters="NEBELST"), now=MONDAY + DAY) == []
    assert rehearsal.running().game.rack == "ABEENRT"


def test_another_variant_of_a_game_that_has_begun_is_a_fault_said_once() -> None:
    """Contract 2: `variant` after the first event is a fault; the rules stay."""
    rehearsal = rehearse()
    changed = game(variant="dottendorf-2zug", letters=None)

    assert follows(rehearsal, changed) == ["gm Notice"]
    assert follows(rehearsal, changed, now=MONDAY + DAY) == []
    assert rehearsal.running().game.next_rules.plays == 1


def test_errata_go_to_all_that_get_reports() -> None:
    rehearsal = rehearse(game(keys='subscribers = ["zoe@example.com"]'))
    rehearsal.receives(RABEN, MAX)
    rehearsal.closes()
    rehearsal.goes_on()
    rehearsal.mails.clear()
    follows(
        rehearsal,
        game(keys='subscribers = ["zoe@example.com"]', tables='[game.words]\nrefuse = ["RABEN"]'),
        now=AFTER,
    )

    assert to(rehearsal.mails) == [
        "max@example.org", "eva@example.org", "gm@example.org", "zoe@example.com",
    ]  # fmt: skip
    assert isinstance(rehearsal.mails[0].content, Report)
