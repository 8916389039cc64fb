"""What orders of the game master have led to, where it is the same in any game."""

from msgspec.structs import replace

from mailref.games.game import Game
from mailref.referee import gm_orders as orders
from mailref.referee.identity import find_player_named


def common_result(order: orders.GmOrder, game: Game) -> orders.Result | None:
    """Return what an order has led to in any game as it stands after it; None: its kind says more, or nothing."""
    match order:
        case orders.RuleWord(word, accepted):
            return orders.WordSettled(word, accepted)
        case orders.PauseGame():
            return orders.Rests()
        case (
            orders.RenamePlayer(new_name=player) | orders.ExcludePlayer(player)
            | orders.AdmitPlayer(player)
        ):  # fmt: skip
            return player_now(player, game)
        case orders.ChangeAddresses(player):
            return readdressed(player_now(player, game), game)
        case orders.NoteAbsence(player, first, last):
            return orders.AwayNow(named(player, game), first, last)
        case orders.EndGame():
            return orders.GameIsEnded()
        case orders.RulePress(is_released=is_released):
            return orders.PressSettled(
                is_released, sum(not each.is_released for each in game.press)
            )
        case _:
            return None


def named(written: str, game: Game) -> str:
    """Return the player whom an order calls so."""
    found = find_player_named(written, game.players.values())
    return found if isinstance(found, str) else written


def player_now(written: str, game: Game) -> orders.PlayerNow:
    """Return who a player is now, and whether he takes part."""
    name = named(written, game)
    player = game.players[name]
    takes_part = not (player.has_left or player.is_leaving)
    return orders.PlayerNow(name, tuple(player.addresses), takes_part)


def readdressed(now: orders.PlayerNow, game: Game) -> orders.PlayerNow:
    """Return who somebody is now, with how long the addresses just given to him must wait."""
    return replace(now, shown_from=game.players[now.player].shown_from)
