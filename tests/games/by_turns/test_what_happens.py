"""Events of games in turns, one by one: what each changes, and what an undone turn leaves."""

from datetime import UTC, date, datetime, timedelta
from functools import reduce

import pytest
from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import AcceptedHow, PassedWhy
from mailref.games.by_turns.switches import ThemeClaim
from mailref.games.chance import Secret
from mailref.games.classic.game import TurnGame
from mailref.games.events import (
    DeadlineMoved,
    DrawsMixed,
    Event,
    GamePaused,
    LotWordGiven,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    ScoreCorrected,
)
from mailref.games.kind import apply, replay
from mailref.games.rounds.events import RoundOpened
from mailref.tiles.board import TILES, Board, Direction, LaidTile, Square
from mailref.tiles.scoring import FormedWord, ScoredPlay
from tests.games.classic.examples import STANDARD
from tests.journal.samples import SAMPLES

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
H4 = Square(7, 3)
U4 = Square(7, 4)
OPENED = happened.TurnsOpened(
    "kiel", "Kiel", "classic", STANDARD, (), "", "", "", Board(), Secret(TILES.all_tiles)
)
SCORED = ScoredPlay(
    square=H4,
    direction=Direction.ACROSS,
    words=(FormedWord("DU", (H4, U4), 2, 2),),
    new_tiles=(LaidTile(H4, "D", is_blank=False), LaidTile(U4, "U", is_blank=False)),
    bonus=0,
)


def drawn(number: int, player: str, letters: str, put_back: str = "") -> happened.TilesDrawn:
    return happened.TilesDrawn(
        number, player, len(letters), Secret(letters), Secret(put_back), "", Secret(""), NOON
    )


def laid(number: int, player: str, left: str, *claims: str) -> happened.PlayLaid:
    board = Board().lay(SCORED.new_tiles)
    return happened.PlayLaid(
        number, player, NOON, "1", SCORED, (), board, Secret(left), 0, Secret(None), claims
    )


BEGUN: tuple[Event, ...] = (
    OPENED,
    PlayerJoined("Anna", ("anna@example.org",), 40),
    PlayerJoined("Ben", ("ben@example.org",)),
    drawn(1, "Anna", "DUENRST"),
    drawn(2, "Ben", "AEINRST"),
    happened.TurnBegan(1, "Anna", NOON + timedelta(days=5), NOON),
)


def after(*events: Event) -> TurnGame:
    game = replay(BEGUN)
    assert isinstance(game, TurnGame)
    return reduce(apply, events, game)


def test_who_joins_sits_down_in_the_next_seat() -> None:
    game = after()

    assert game.seats == ("Anna", "Ben")
    assert [(p.name, p.addresses, p.total) for p in game.players.values()] == [
        ("Anna", ("anna@example.org",), 40),
        ("Ben", ("ben@example.org",), 0),
    ]
    assert game.hands["Ben"].rack.value == "AEINRST"


def test_who_leaves_before_the_first_turn_leaves_his_seat() -> None:
    assert replay([*BEGUN[:3], PlayerLeft("Anna", "ABMELDEN")]).active[0].name == "Ben"
    game = replay([*BEGUN[:3], PlayerLeft("Anna", "ABMELDEN")])
    assert isinstance(game, TurnGame)
    assert game.seats == ("Ben",)


def test_seats_are_taken_by_lot() -> None:
    game = replay([*BEGUN[:3], happened.SeatsDrawn(("Ben", "Anna"))])

    assert isinstance(game, TurnGame)
    assert game.seats == ("Ben", "Anna")


def test_a_turn_that_is_undone_leaves_everything_as_it_was_before_its_move() -> None:
    """Only the number of the drawing goes on: those letters have been seen."""
    before = after()

    game = after(
        laid(1, "Anna", "ENRST"),
        happened.TurnBegan(2, "Ben", None, NOON),
        happened.PlayAccepted(1, "Anna", "Ben", AcceptedHow.MOVE),
        drawn(3, "Anna", "AE"),
        drawn(4, "Ben", "QX", "AE"),
        happened.TilesExchanged(2, "Ben", 2, Secret("AE")),
        happened.TurnBegan(3, "Anna", None, NOON),
        ScoreCorrected("Ben", 2, 3, "forgotten"),
        happened.TurnUndone(2, "read wrongly"),
    )

    assert game.hands["Ben"].rack.value == before.hands["Ben"].rack.value == "AEINRST"
    assert game.hands["Anna"].rack.value == "AEENRST"
    assert len(game.bag.value) == 86
    assert game.turn == after(happened.TurnBegan(2, "Ben", None, NOON)).turn
    assert {name: player.total for name, player in game.players.items()} == {"Anna": 44, "Ben": 3}
    assert game.drawings == 4
    assert game.board.letter(H4) == "D"


def test_a_play_that_is_undone_lies_no_longer() -> None:
    game = after(laid(1, "Anna", "ENRST", "DU"), happened.TurnUndone(1, "read wrongly"))

    assert game.board == Board()
    assert (game.open_play, game.claims) == (None, ())
    assert game.players["Anna"].total == 40
    assert game.hands == after().hands
    with pytest.raises(ValueError, match="no move can be undone"):
        apply(game, happened.TurnUndone(1, "again"))


def test_an_undone_pass_is_no_pass() -> None:
    passed = happened.TurnPassed(1, "Anna", PassedWhy.PASSED)

    assert after(passed).hands["Anna"].recent == ("passed",)
    assert after(passed, happened.TurnUndone(1, "misread")).hands["Anna"].recent == ()


def test_points_of_a_theme_follow_and_go_back_with_an_open_play() -> None:
    claimed = after(laid(1, "Anna", "ENRST", "DU"))
    ruled = apply(claimed, happened.ThemeRuled(1, "Anna", "DU", 5))

    assert claimed.claims == (ThemeClaim(1, "Anna", "DU"),)
    assert (ruled.claims, ruled.players["Anna"].total) == ((), 49)
    assert apply(ruled, happened.PlayTakenBack(1, "Anna")).players["Anna"].total == 40


def test_a_substitute_goes_on_with_everything() -> None:
    game = after(laid(1, "Anna", "ENRST"), PlayerRenamed("Anna", "Cleo", "substitute"))

    assert game.seats == ("Cleo", "Ben")
    assert game.hands["Cleo"].rack.value == "ENRST"
    assert game.open_play is not None
    assert game.open_play.player == "Cleo"
    assert game.turn is not None
    assert game.turn.player == "Cleo"
    undone = apply(game, happened.TurnUndone(1, "misread"))
    assert undone.hands["Cleo"].rack.value == "DENRSTU"


def test_the_clock_of_a_turn() -> None:
    later = NOON + timedelta(days=9)
    away = (date(2026, 12, 3), date(2026, 12, 9))

    game = after(
        DeadlineMoved(1, later, "snow"),
        happened.BankUsed("Anna", 60),
        happened.BankUsed("Anna", 40),
        happened.AwaySet("Anna", *away),
    )

    assert game.due == later
    assert (game.hands["Anna"].bank_used, game.hands["Anna"].away) == (100, (away,))
    assert apply(game, GamePaused("")).due is None


def test_words_for_the_draws_keep_the_name_they_were_given_under() -> None:
    mixed = (("Anna", "kranich"), ("Ben", ""))

    game = after(
        LotWordGiven("Anna", "kranich", 1), DrawsMixed(1, mixed), PlayerRenamed("Anna", "Cleo", "")
    )

    assert dict(game.lot_words) == {"Cleo": "kranich"}
    assert game.mixed == mixed


@pytest.mark.parametrize("kind", [RoundOpened, happened.TurnsOpened])
def test_what_happens_in_other_games_does_not_happen_here(kind: type[Event]) -> None:
    with pytest.raises(ValueError, match=r"does not happen in a TurnGame|has begun already"):
        apply(after(), SAMPLES[kind])


def test_what_happens_at_a_table_does_not_happen_in_rounds() -> None:
    rounds = replay([event for event in SAMPLES.values() if type(event).__name__ == "GameOpened"])

    with pytest.raises(ValueError, match="TurnBegan does not happen in a RoundGame"):
        apply(rounds, SAMPLES[happened.TurnBegan])


def test_a_hand_keeps_what_was_settled_since_an_undone_move() -> None:
    game = after(
        laid(1, "Anna", "ENRST"),
        happened.AcceptsAllSet("Ben", wanted=True),
        happened.BankUsed("Anna", 60),
        happened.TurnUndone(1, "misread"),
    )

    assert game.hands["Ben"] == replace(after().hands["Ben"], accepts_all=True)
    assert game.hands["Anna"] == replace(after().hands["Anna"], bank_used=60)
