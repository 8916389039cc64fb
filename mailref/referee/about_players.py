"""What becomes of players without their doing: excluded, let in again, renamed, given other addresses.

Whoever it happens to is told, whether the game master ordered it or the settings file says so.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from mailref.referee import gm_orders as orders
from mailref.referee.findings import RunningRounds
from mailref.referee.gm_orders import GivenOrder, Refusal
from mailref.referee.identity import find_player_named
from mailref.referee.mails import Opening, Owed, Step, next_round_of, owe_to_player, step_of
from mailref.referee.notices import PlayerChange, PlayerNotice
from mailref.referee.policy import House
from mailref.rules.events import (
    FROM_SETTINGS,
    AddressesChanged,
    Event,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
)
from mailref.rules.replay import follow
from mailref.rules.rounds.round_game import RoundPlayer

PlayerOrder = (
    orders.ExcludePlayer | orders.AdmitPlayer | orders.RenamePlayer | orders.ChangeAddresses
)


def decide_about_player(
    given: GivenOrder, order: PlayerOrder, running: RunningRounds, house: House, now: datetime
) -> Step | Refusal:
    """Carry out what is ordered about a player, and tell him."""
    players = running.game.players
    name = find_player_named(order.player, players.values())
    if not isinstance(name, str):
        return orders.UnknownPlayer(name)
    event: Event | Refusal
    match order:
        case orders.ExcludePlayer():
            event = _exclude(players[name], given.because)
        case orders.AdmitPlayer():
            event = _admit(players[name], running)
        case orders.RenamePlayer(_, new_name):
            others = [player for player in players.values() if player.name != name]
            taken = find_player_named(new_name, [replace(each, former_names=()) for each in others])
            if isinstance(taken, str):
                return orders.NameTaken(taken)
            event = PlayerRenamed(name, new_name, given.because)
        case orders.ChangeAddresses(_, written):
            addresses = tuple(address.lower() for address in written)
            if house.address in addresses:
                return orders.OwnAddress(house.address)
            event = AddressesChanged(name, addresses, given.because or given.by.value)
        case _:
            assert_never(order)
    if not isinstance(event, Event):
        return event
    after = replace(running, game=follow(running.game, (event,)))
    mails = notices_of((event,), running, after, because=given.because, cause=given.cause, now=now)
    return step_of(given.cause, running, event, mails=mails)


def _exclude(player: RoundPlayer, because: str) -> PlayerLeft | orders.HasLeft:
    if player.has_left or player.is_leaving:
        return orders.HasLeft(player.name)
    return PlayerLeft(player.name, because or "excluded")


def _admit(
    player: RoundPlayer, running: RunningRounds
) -> PlayerReturned | orders.TakesPart | orders.NotInFile:
    if not (player.has_left or player.is_leaving):
        return orders.TakesPart(player.name)
    named = {each.name for each in running.policy.players}
    if player.is_configured and not named & {player.name, *player.former_names}:
        return orders.NotInFile(player.name)
    return PlayerReturned(player.name)


def notices_of(
    events: Iterable[Event],
    before: RunningRounds,
    after: RunningRounds,
    *,
    because: str,
    cause: str,
    now: datetime,
) -> Iterator[Owed]:
    """Owe a mail to each player whom *events* exclude, let in again or rename.

    Who was away is shown how the game stands.
    """
    said = because if because != FROM_SETTINGS else ""
    for event in events:
        match event:
            case PlayerLeft(name):
                change, old = PlayerChange.EXCLUDED, name
            case PlayerReturned(name):
                change, old = PlayerChange.READMITTED, name
            case PlayerRenamed(old, name):
                change = PlayerChange.RENAMED
            case _:
                continue
        game, player = after.game, after.game.players[name]
        content = PlayerNotice(change, game, after.policy, name, old, said)
        yield from owe_to_player(after, player, content, f"{change}:{cause}", now)
        was = before.game.players.get(old)
        if change is PlayerChange.READMITTED and was is not None and was.has_left:
            opening = Opening(game, after.policy, next_round_of(game), name, "")
            yield from owe_to_player(after, player, opening, f"opening:{cause}", now)
