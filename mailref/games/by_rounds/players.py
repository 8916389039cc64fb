"""Players excluded, let in, renamed, given other addresses: what an order, or the settings, make of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from mailref.games.events import Event, PlayerLeft, PlayerRenamed, PlayerReturned
from mailref.games.game import JoinWish, Player
from mailref.orders.shapes import find_name
from mailref.referee import gm_orders as orders
from mailref.referee.identity import find_player_named, ordered_addresses
from mailref.referee.player_names import fit_name
from mailref.referee.policy import House, RunningGame

PlayerOrder = (
    orders.ExcludePlayer | orders.AdmitPlayer | orders.RenamePlayer | orders.ChangeAddresses
)


def changed_by(
    given: orders.GivenOrder,
    order: PlayerOrder,
    player: Player,
    running: RunningGame,
    *,
    house: House,
    now: datetime,
) -> Event | orders.Refusal:
    """Return what an order makes of a player, or why it cannot be carried out."""
    match order:
        case orders.ExcludePlayer():
            return _exclude(player, given.because)
        case orders.AdmitPlayer():
            return _admit(player, running)
        case orders.RenamePlayer(_, new_name) if fit_name(new_name) != " ".join(new_name.split()):
            return orders.UnfitName(new_name)
        case orders.RenamePlayer(_, new_name):
            others = [each for each in running.game.players.values() if each is not player]
            taken = find_player_named(new_name, [replace(each, former_names=()) for each in others])
            if isinstance(taken, str):
                return orders.NameTaken(taken)
            return PlayerRenamed(player.name, new_name, given.because)
        case orders.ChangeAddresses(_, written):
            return ordered_addresses(given, written, player, running, house=house, now=now)
        case _:
            assert_never(order)


def wish_of(written: str, wishes: Sequence[JoinWish]) -> JoinWish | tuple[str, ...]:
    """Return whose wish is meant, by name or address; else the names it resembles."""
    by_address = [each for each in wishes if each.address == written.strip(" <>").lower()]
    found = find_name(written, tuple(each.name for each in wishes))
    named = by_address or [each for each in wishes if each.name == found]
    if len(named) == 1:
        return named[0]
    return tuple(each.address for each in named) or (() if isinstance(found, str) else found)


def _exclude(player: Player, because: str) -> PlayerLeft | orders.HasLeft:
    if player.has_left or player.is_leaving:
        return orders.HasLeft(player.name)
    return PlayerLeft(player.name, because or "excluded")


def _admit(
    player: Player, running: RunningGame
) -> PlayerReturned | orders.TakesPart | orders.NotInFile:
    if not (player.has_left or player.is_leaving):
        return orders.TakesPart(player.name)
    named = {each.name for each in running.policy.players}
    if player.is_configured and not named & {player.name, *player.former_names}:
        return orders.NotInFile(player.name)
    return PlayerReturned(player.name)


def renamed_in_file(running: RunningGame) -> dict[str, str]:
    """Return the old names of players whom the file renames: same addresses, old name gone.

    By new name. Taken for one who leaves and another who joins late, a player would lose his points.
    """
    named = {player.name for player in running.policy.players}
    gone = [
        player
        for name, player in running.game.players.items()
        if player.is_configured and not named & {name, *player.former_names}
    ]
    known = {n for p in running.game.players.values() for n in (p.name, *p.former_names)}
    found: dict[str, str] = {}
    for new in running.policy.players:
        same = [each.name for each in gone if each.from_settings == new.addresses]
        if new.name not in known and new.addresses and len(same) == 1:
            found[new.name] = same[0]
    return found if len(set(found.values())) == len(found) else {}
