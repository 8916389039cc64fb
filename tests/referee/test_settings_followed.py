"""A changed settings file and a running game (contract 2)."""

from datetime import datetime

from mailref.referee import gm_orders as act
from mailref.referee.gm_decisions import carry_out
from mailref.referee.gm_orders import Order
from mailref.referee.mails import DeadlineNotice, Notice, Opening, Report, RulingNotice, Step
from mailref.referee.register import synchronise
from mailref.rules.events import PlayerJoined, PlayerLeft, PlayerRenamed
from tests.referee.tables import (
    DAY,
    EVA,
    MAX,
    MINUTE,
    MONDAY,
    WEEK,
    ZAT,
    Office,
    content,
    contents,
    game,
    office,
    to,
    total,
)

RABEN = "H8w RABEN"
AFTER = ZAT + 2 * MINUTE
MAX_AND_EVA = {"Max Mustermann": "max@example.org", "Eva Muster": "eva@example.org"}


def follows(desk: Office, *games: str, now: datetime = MONDAY) -> list[str]:
    """Let the file change, and the game follow it; return who is told what."""
    desk.with_settings(*(games or (game(),)))
    step = synchronise(desk.table(), desk.means(), now, f"settings:{now.isoformat()}")
    return contents(desk.take(step))


def kinds(desk: Office) -> list[str]:
    return [type(event).__name__ for _, event in desk.events]


def test_an_unchanged_file_changes_nothing() -> None:
    assert follows(office()) == []


def test_a_new_player_joins_at_once_and_gets_the_opening() -> None:
    """Contract 2: players at once; later each new player an opening."""
    desk = office()

    assert follows(desk, game(players={**MAX_AND_EVA, "Udo": "udo@example.org"})) == ["udo Opening"]
    assert content(desk.mails, Opening).recipient == "Udo"
    assert follows(desk, game(players={**MAX_AND_EVA, "Udo": "udo@example.org"})) == []


def test_a_player_added_after_round_one_is_a_late_joiner() -> None:
    """Rules 8: he starts with the lowest total of those who missed no round."""
    desk = office()
    desk.receives(RABEN, MAX)
    desk.receives("H8w ABER", EVA)
    desk.closes()
    desk.goes_on()
    follows(desk, game(players={**MAX_AND_EVA, "Udo": "udo@example.org"}), now=AFTER)

    assert total(desk, "Udo") == 12


def test_a_player_taken_out_leaves_after_the_round_and_comes_back_with_the_file() -> None:
    """Contract 2: excluded from the next round on, his row stays."""
    desk = office()
    follows(desk, game(players={"Eva Muster": "eva@example.org"}))
    assert kinds(desk)[-1:] == ["PlayerLeft"]
    assert follows(desk, game(players={"Eva Muster": "eva@example.org"})) == []

    follows(desk, game())
    assert kinds(desk)[-1:] == ["PlayerReturned"]


def test_a_player_spelled_anew_at_the_same_address_keeps_his_points() -> None:
    """As a leaver and a late joiner he would lose them."""
    desk = office()
    desk.receives(RABEN, MAX)
    desk.closes()
    desk.goes_on()
    players = {"Max Mustermann-Meier": "max@example.org", "Eva Muster": "eva@example.org"}
    follows(desk, game(players=players), now=AFTER)
    happened = {type(event) for _, event in desk.events}

    assert total(desk, "Max Mustermann-Meier") == 16
    assert PlayerRenamed in happened
    assert not happened & {PlayerJoined, PlayerLeft}


def test_a_player_with_another_address_is_another_player() -> None:
    desk = office()
    players = {"Moritz": "moritz@example.org", "Eva Muster": "eva@example.org"}
    follows(desk, game(players=players))

    assert {type(event) for _, event in desk.events} == {PlayerJoined, PlayerLeft}


def test_a_player_renamed_by_command_may_keep_his_old_name_in_the_file() -> None:
    desk = office()
    order = Order(act.RenamePlayer("Max Mustermann", "Max Meier"), "", "command", "c1")
    step = carry_out(order, desk.table(), desk.means(), MONDAY)
    assert isinstance(step, Step)
    desk.take(step)

    assert follows(desk) == []
    assert "Max Meier" in desk.table().game.players


def test_an_address_changed_by_command_holds_until_the_file_changes() -> None:
    desk = office()
    order = Order(act.ChangeAddresses("Max Mustermann", ("new@example.org",)), "", "command", "c1")
    step = carry_out(order, desk.table(), desk.means(), MONDAY)
    assert isinstance(step, Step)
    desk.take(step)

    assert follows(desk) == []
    assert desk.table().game.players["Max Mustermann"].addresses == ("new@example.org",)
    follows(desk, game(players={**MAX_AND_EVA, "Max Mustermann": "home@example.org"}))
    assert desk.table().game.players["Max Mustermann"].addresses == ("home@example.org",)


def test_a_ruling_in_the_file_judges_stored_moves_again_and_tells_those_concerned() -> None:
    """Contract 2: at once (stored moves are judged again, those affected are told)."""
    desk = office()
    desk.receives("H8w BARTEN")

    assert follows(desk, game(tables='[game.words]\naccept = ["BARTEN"]')) == ["max RulingNotice"]
    assert content(desk.mails[-1:], RulingNotice).answer.considered.outcome == "accepted"


def test_two_rulings_on_one_move_are_told_in_one_mail() -> None:
    desk = office()
    desk.receives("H8w BARTEN\n/H8w TREBEN")
    told = follows(desk, game(tables='[game.words]\naccept = ["BARTEN", "TREBEN"]'))

    assert told == ["max RulingNotice"]


def test_a_ruling_in_the_file_wins_over_a_command_and_may_be_taken_back() -> None:
    """Contract 2: the file wins."""
    desk = office()
    order = Order(act.RuleWord("BARTEN", accepted=True), "", "command", "c1")
    step = carry_out(order, desk.table(), desk.means(), MONDAY)
    assert isinstance(step, Step)
    desk.take(step)
    follows(desk, game(tables='[game.words]\nrefuse = ["BARTEN"]'))
    assert desk.table().game.rulings == {"BARTEN": False}

    follows(desk, game())
    assert desk.table().game.rulings == {}


def test_a_ruling_in_the_file_before_the_next_zat_corrects_the_closed_round() -> None:
    """Rules 8: until the next ZAT a correction may change the board."""
    desk = office()
    desk.receives(RABEN, MAX)
    desk.closes()
    desk.goes_on()
    told = follows(desk, game(tables='[game.words]\nrefuse = ["RABEN"]'), now=AFTER)

    assert told == ["max Report", "eva Report", "gm Report"]
    assert total(desk, "Max Mustermann") == 0


def test_changed_rules_hold_from_the_next_round() -> None:
    """Contract 2: `[game.rules]` from the next round."""
    desk = office()
    follows(desk, game(tables="[game.rules]\nswap = false"))

    assert (desk.table().game.rules.swap, desk.table().game.next_rules.swap) == (True, False)


def test_a_deadline_changed_in_mid_round_moves_the_zat_and_tells_all() -> None:
    """Contract 2."""
    desk = office()
    told = follows(desk, game(deadline="2026-12-13T20:00:00"))
    playing = desk.table().game.round

    assert told == ["max DeadlineNotice", "eva DeadlineNotice"]
    assert content(desk.mails[:1], DeadlineNotice).before == ZAT
    assert playing is not None
    assert playing.deadline == ZAT + 2 * DAY
    assert follows(desk, game(deadline="2026-12-13T20:00:00")) == []


def test_a_deadline_not_after_the_last_close_is_ignored() -> None:
    """Contract 2: a deadline not after the last close is ignored."""
    desk = office()
    desk.closes()
    desk.goes_on()

    assert follows(desk, game(deadline="2026-12-11T19:00:00"), now=AFTER) == []
    playing = desk.table().game.round
    assert playing is not None
    assert playing.deadline == ZAT + WEEK


def test_letters_changed_once_they_were_mailed_are_a_fault_said_once() -> None:
    """Contract 2: changed `letters` are a fault once mailed."""
    desk = office()

    assert follows(desk, game(letters="NEBELST")) == ["gm Notice"]
    notice = content(desk.mails, Notice)
    assert notice.what == "settings_fault"
    assert "letters" in notice.facts[0][1]
    assert follows(desk, game(letters="NEBELST"), now=MONDAY + DAY) == []
    assert desk.table().game.rack == "ABEENRT"


def test_another_variant_of_a_game_that_has_begun_is_a_fault_said_once() -> None:
    """Contract 2: `variant` after the first event is a fault; the rules stay."""
    desk = office()
    changed = game(variant="dottendorf-2zug", letters=None)

    assert follows(desk, changed) == ["gm Notice"]
    assert follows(desk, changed, now=MONDAY + DAY) == []
    assert desk.table().game.next_rules.plays == 1


def test_errata_go_to_all_that_get_reports() -> None:
    desk = office(game(keys='subscribers = ["zoe@example.com"]'))
    desk.receives(RABEN, MAX)
    desk.closes()
    desk.goes_on()
    desk.mails.clear()
    follows(
        desk,
        game(keys='subscribers = ["zoe@example.com"]', tables='[game.words]\nrefuse = ["RABEN"]'),
        now=AFTER,
    )

    assert to(desk.mails) == [
        "max@example.org", "eva@example.org", "gm@example.org", "zoe@example.com",
    ]  # fmt: skip
    assert isinstance(desk.mails[0].content, Report)
