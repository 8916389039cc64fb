"""What an order of the game master has led to where it is the same in several kinds of game."""

from msgspec.structs import replace

from mailref.games.game import Game
from mailref.referee import gm_orders as orders
from mailref.referee.gm_orders import GmOrder
from mailref.referee.gm_results import (
    GameIsEnded,
    PlayerNow,
    PressSettled,
    Rests,
    Result,
    WordSettled,
)
from mailref.referee.identity import find_player_named


def common_result(order: GmOrder, game: Game) -> Result | None:
    """Return what an order has led to in any game as it stands after it; None: its kind says more, or nothing."""
    match order:
        case orders.RuleWord(word, accepted):
            return WordSettled(word, accepted)
        case orders.PauseGame():
            return Rests()
        case (
            orders.RenamePlayer(new_name=player) | orders.ExcludePlayer(player)
            | orders.AdmitPlayer(player)
        ):  # fmt: skip
            return player_now(player, game)
        case orders.ChangeAddresses(player):
            return readdressed(player_now(player, game), game)
        case orders.EndGame():
            return GameIsEnded()
        case orders.RulePress(is_released=is_released):
            return PressSettled(is_released, sum(not each.is_released for each in game.press))
        case _:
            return None


def named(written: str, game: Game) -> str:
    """Return the player whom an order calls so."""
    found = find_player_named(written, game.players.values())
    return found if isinstance(found, str) else written


def player_now(written: str, game: Game) -> PlayerNow:
    """Return who a player is now, and whether he takes part."""
    name = named(written, game)
    player = game.players[name]
    takes_part = not (player.has_left or player.is_leaving)
    return PlayerNow(name, tuple(player.addresses), takes_part)


def readdressed(now: PlayerNow, game: Game) -> PlayerNow:
    """Return who somebody is now, with how long the addresses just given to him must wait."""
    return replace(now, shown_from=game.players[now.player].shown_from)
