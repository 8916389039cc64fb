"""Rulings kept in step with the settings, and what orders have led to in any game.

The file wins over commands (contract 2): what it says is compared with the game's record, and events make
them agree.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.game import Game
from mailref.referee import gm_orders as orders
from mailref.referee.identity import find_player_named
from mailref.referee.policy import GamePolicy


def file_rulings(policy: GamePolicy, game: Game | None) -> Iterator[happened.WordRuled]:
    """Make the rulings agree with `[game.words]`, which wins over commands and replies."""
    wanted = dict.fromkeys(policy.accept, True) | dict.fromkeys(policy.refuse, False)
    known = game.rulings if game else {}
    for word, accepted in wanted.items():
        is_mine = game is not None and word in game.settings_rulings
        if known.get(word) is not accepted or not is_mine:
            yield happened.WordRuled(word, accepted, happened.FROM_SETTINGS, "")
    for word in sorted(game.settings_rulings - set(wanted)) if game else ():
        yield happened.WordRuled(word, None, happened.FROM_SETTINGS, "")


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
