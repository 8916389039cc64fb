"""What each event changes in a game (house 1: the one `apply`)."""

from datetime import timedelta

import pytest

from mailref.games import events as happened
from mailref.games.chance import Chance
from mailref.games.game import Stage
from mailref.games.kind import apply, follow, replay
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closing import Letters, go_on, open_round
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import Draw
from mailref.tiles.board import TILES
from tests.games.replayed import all_tiles
from tests.tiles.builders import (
    SEED,
    START,
    after,
    board,
    closed,
    joined,
    offered,
    opened,
    result,
    sends,
)
from tests.tiles.variants import ONE, rules_of

HAUS = board("F8w HAUS")


def game_of(*players: str) -> RoundGame:
    return offered(
        joined(opened(ONE, HAUS, first_round=2), *(players or ("Anna", "Bert"))), "UNDSERXQ"
    )


def next_round(game: RoundGame) -> RoundGame:
    """Draw and open what follows."""
    game = follow(game, go_on(game, Letters(), Chance(SEED), START))
    return after(game, open_round(game, None, START))


def test_a_game_begins_with_all_tiles_in_the_bag() -> None:
    assert opened().bag == TILES.all_tiles
    assert all_tiles(opened(ONE, HAUS)) == TILES.all_tiles


def test_nothing_happens_before_a_game_is_opened() -> None:
    with pytest.raises(ValueError, match="no game begins with GamePaused"):
        apply(None, happened.GamePaused(""))
    with pytest.raises(ValueError, match="no events, no game"):
        replay([])


def test_a_round_lays_the_best_move_and_ends() -> None:
    game = closed(sends(game_of(), "Anna", "H8s UND"))

    assert game.board == board("F8w HAUS", "H8s UND")
    assert (game.rack, game.round, game.next_round) == ("EQRSUX", None, 3)
    assert game.last is not None
    assert game.last.number == 2


def test_switches_that_change_hold_from_the_next_round_on() -> None:
    """Contract 2: `[game.rules]` from the next round."""
    changed = rules_of("dottendorf-1zug", "letters = 9")

    game = after(game_of(), in_rounds.RulesChanged(changed))

    assert game.rules == ONE
    assert next_round(closed(sends(game, "Anna", "H8s UND"))).rules == changed


def test_a_deadline_moves() -> None:
    game = after(game_of(), happened.DeadlineMoved(2, START, "holiday"))

    assert game.round is not None
    assert game.round.deadline == START


def test_a_ruling_is_taken_back() -> None:
    game = after(game_of(), happened.WordRuled("UND", accepted=False, by="command", because=""))
    back = after(game, happened.WordRuled("UND", accepted=None, by="command", because=""))

    assert dict(game.rulings) == {"UND": False}
    assert dict(back.rulings) == {}


def test_a_pause_ends() -> None:
    game = after(game_of(), happened.GamePaused("holiday"))

    assert game.is_paused
    assert not after(game, happened.GameResumed("")).is_paused


def test_a_renamed_player_keeps_what_he_has_and_sent() -> None:
    """Rename a player."""
    game = sends(closed_once(), "Anna", "I8s SEX")

    game = after(game, happened.PlayerRenamed("Anna", "Änne", "asked"))

    assert list(game.players) == ["Änne", "Bert"]
    assert game.players["Änne"].total == 3
    assert [row.player for row in result(game).entries if row.points] == ["Änne"]


def closed_once() -> RoundGame:
    """Return a game in round 3, Anna having scored 3 in round 2."""
    return next_round(closed(sends(game_of(), "Anna", "H8s UND")))


def test_a_player_who_left_returns() -> None:
    game = after(game_of(), happened.PlayerLeft("Anna", "asked"), happened.PlayerReturned("Anna"))

    assert [player.name for player in closed(game).active] == ["Anna", "Bert"]


class TestPress:
    def test_what_was_printed_is_gone_and_what_waits_stays(self) -> None:
        """Text for the report, moderated by the game master."""
        game = after(
            game_of(),
            happened.PressReceived("Anna", "Hallo", "mail-1", is_released=True),
            happened.PressReceived("Bert", "Grüße", "mail-2", is_released=False),
        )

        game = closed(game)

        assert [item.text for item in game.press] == ["Grüße"]

    def test_the_game_master_releases_or_refuses(self) -> None:
        game = after(
            game_of(), happened.PressReceived("Bert", "Grüße", "mail-2", is_released=False)
        )

        assert after(game, happened.PressRuled("mail-2", is_released=True)).press[0].is_released
        assert after(game, happened.PressRuled("mail-2", is_released=False)).press == ()


def test_a_draw_may_be_corrected_in_the_open_round() -> None:
    """Correct a draw."""
    game = game_of()
    bag = game.bag.replace("A", "", 1) + "Q"

    game = after(
        game, in_rounds.LettersDrawn(2, Draw("A", "", "UNDSERXA", bag, by_hand=True), START)
    )

    assert game.rack == "UNDSERXA"
    assert game.round is not None


def test_moves_need_an_open_round() -> None:
    game = closed(game_of())
    event = in_rounds.MoveEntered("Anna", 2, START + timedelta(1), "mail", ())

    with pytest.raises(ValueError, match="no round is open"):
        after(game, event)


def test_small_facts_are_kept() -> None:
    """What the referee must not do twice."""
    game = after(
        game_of(),
        happened.Noted("opening:Anna", START),
        happened.SettingSpent(2, "letters", "UNDSERXQ"),
        happened.SubscriberLeft("x@example.org"),
        happened.WordsAsked(("UND",), START),
        happened.ReminderSet("Anna", wanted=False),
        happened.AddressesChanged("Bert", ("b@example.org",), "asked"),
    )

    assert game.noted == {"opening:Anna"}
    assert game.spent == {(2, "letters", "UNDSERXQ")}
    assert game.left_subscribers == {"x@example.org"}
    assert game.asked == {"UND"}
    assert not game.players["Anna"].wants_reminder
    assert game.players["Bert"].addresses == ("b@example.org",)


def test_a_player_who_came_after_the_last_close_may_be_renamed() -> None:
    game = joined(next_round(closed(sends(game_of(), "Anna", "H8s UND"))), "Cleo")

    game = after(game, happened.PlayerRenamed("Cleo", "Clea", ""))

    assert list(game.players) == ["Anna", "Bert", "Clea"]
    assert game.before_close is not None
    assert list(game.before_close.players) == ["Anna", "Bert"]


def test_a_game_begins_once() -> None:
    game = game_of()
    again = in_rounds.GameOpened("test", "", "", ONE, HAUS, 1, "", "", "", is_taken_over=False)

    with pytest.raises(ValueError, match="test has begun already"):
        apply(game, again)


class TestStage:
    """What a game waits for, and until when."""

    ZAT = START + timedelta(days=7)

    def opened(self) -> RoundGame:
        return after(game_of(), happened.DeadlineMoved(2, self.ZAT, ""))

    def test_an_open_round_waits_for_moves_until_its_zat(self) -> None:
        game = self.opened()

        assert (game.stage, game.due) == (Stage.PLAYING, self.ZAT)

    def test_in_a_pause_moves_may_come_and_nothing_is_due(self) -> None:
        game = after(self.opened(), happened.GamePaused(""))

        assert (game.stage, game.due) == (Stage.PLAYING, None)

    def test_a_closed_round_is_gone_on_with(self) -> None:
        game = closed(self.opened())

        assert (game.stage, game.due) == (Stage.GOING_ON, None)

    def test_between_two_rounds_a_pause_lets_the_game_be_reported_first(self) -> None:
        """What was closed is told before the pause begins; nobody waits for it until the end of that."""
        game = after(closed(self.opened()), happened.GamePaused(""))

        assert (game.stage, game.due) == (Stage.GOING_ON, None)

    def test_a_game_that_is_over_waits_for_nothing(self) -> None:
        game = after(self.opened(), happened.GameEnded(SEED.hex(), "bag_empty", START))

        assert (game.stage, game.due, game.round) == (Stage.OVER, None, None)
