"""Keeping games in step with the settings: their players and the rulings; what is ordered about a player.

The file wins over commands (contract 2). Everything here compares what the settings say with what
the game's record says, and returns the events that make them agree. Players who are excluded, let in
again, renamed or given other addresses are told, whether the game master ordered it or the file says so.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TypeVar, assert_never

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.game import Game, JoinWish, Player
from mailref.games.kind import follow
from mailref.orders.shapes import find_name
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Content, PlayerChange, PlayerNotice
from mailref.referee.identity import (
    address_mails,
    change_of_addresses,
    find_player_named,
    fit_name,
    looks_like,
    may_be_admitted,
    ordered_addresses,
)
from mailref.referee.mails import Owed, Step, owe_to_player, step_of
from mailref.referee.policy import ConfiguredPlayer, GamePolicy, House, RunningGame

PlayerOrder = (
    orders.ExcludePlayer | orders.AdmitPlayer | orders.RenamePlayer | orders.ChangeAddresses
)


Running = TypeVar("Running", bound=RunningGame)
Welcome = Callable[[Running, str], Content]
"""What shows a player how the game stands."""
Join = Callable[[Running, str, str], happened.PlayerJoined]
"""What registers a newcomer, by name and address."""


def decide_about_player(  # noqa: PLR0917  the order, the game, and how its players are told
    given: orders.GivenOrder,
    order: PlayerOrder,
    running: Running,
    welcome: Welcome[Running],
    join: Join[Running],
    house: House,
    now: datetime,
) -> Step | orders.Refusal:
    """Carry out what is ordered about a player, and tell him."""
    players = running.game.players
    name = find_player_named(order.player, players.values())
    if not isinstance(name, str) and isinstance(order, orders.AdmitPlayer):
        return _admit_newcomer(given, order, running, welcome, join, now=now)
    if not isinstance(name, str):
        return orders.UnknownPlayer(name, () if name else tuple(players))
    event: happened.Event | orders.Refusal
    match order:
        case orders.ExcludePlayer():
            event = _exclude(players[name], given.because)
        case orders.AdmitPlayer():
            event = _admit(players[name], running)
        case orders.RenamePlayer(_, new_name) if fit_name(new_name) != " ".join(new_name.split()):
            return orders.UnfitName(new_name)
        case orders.RenamePlayer(_, new_name):
            others = [player for player in players.values() if player.name != name]
            taken = find_player_named(new_name, [replace(each, former_names=()) for each in others])
            if isinstance(taken, str):
                return orders.NameTaken(taken)
            event = happened.PlayerRenamed(name, new_name, given.because)
        case orders.ChangeAddresses(_, written):
            player = players[name]
            event = ordered_addresses(given, written, player, running, house=house, now=now)
        case _:
            assert_never(order)
    if not isinstance(event, happened.Event):
        return event
    after = replace(running, game=follow(running.game, (event,)))
    cause, because = given.cause, given.because
    told = notices_of((event,), running, after, welcome, because=because, cause=cause, now=now)
    asked = address_mails((event,), running, after, house, cause=cause, now=now, because=because)
    mails = (*told, *asked)
    return step_of(given.cause, running, event, mails=mails)


def _admit_newcomer(
    given: orders.GivenOrder,
    order: orders.AdmitPlayer,
    running: Running,
    welcome: Welcome[Running],
    join: Join[Running],
    *,
    now: datetime,
) -> Step | orders.Refusal:
    """Let in who asked for it, with the address from which he wrote; he gets what every player got."""
    players, wishes = running.game.players, running.game.waiting_to_join
    wish = _wish_of(order.player, wishes)
    if not isinstance(wish, JoinWish):
        every = (*players, *(each.name for each in wishes))
        return orders.UnknownPlayer(wish, () if wish else every)
    if not fit_name(wish.name):
        return orders.UnfitName(wish.name)
    if not may_be_admitted(running):
        return orders.UnknownPlayer((), tuple(players))
    if (taken := looks_like(wish.name, players)) is not None:
        return orders.NameTaken(taken)
    event = join(running, wish.name, wish.address)
    after = replace(running, game=follow(running.game, (event,)))
    player = after.game.players[wish.name]
    mails = owe_to_player(after, player, welcome(after, wish.name), f"opening:{given.cause}", now)
    step = step_of(given.cause, running, event, mails=mails)
    return replace(step, instead=orders.AdmitPlayer(wish.name))


def _wish_of(written: str, wishes: Sequence[JoinWish]) -> JoinWish | tuple[str, ...]:
    """Return whose wish is meant, by name or address; else the names it resembles."""
    by_address = [each for each in wishes if each.address == written.strip(" <>").lower()]
    found = find_name(written, tuple(each.name for each in wishes))
    named = by_address or [each for each in wishes if each.name == found]
    if len(named) == 1:
        return named[0]
    return tuple(each.address for each in named) or (() if isinstance(found, str) else found)


def _exclude(player: Player, because: str) -> happened.PlayerLeft | orders.HasLeft:
    if player.has_left or player.is_leaving:
        return orders.HasLeft(player.name)
    return happened.PlayerLeft(player.name, because or "excluded")


def _admit(
    player: Player, running: RunningGame
) -> happened.PlayerReturned | orders.TakesPart | orders.NotInFile:
    if not (player.has_left or player.is_leaving):
        return orders.TakesPart(player.name)
    named = {each.name for each in running.policy.players}
    if player.is_configured and not named & {player.name, *player.former_names}:
        return orders.NotInFile(player.name)
    return happened.PlayerReturned(player.name)


def notices_of(
    events: Iterable[happened.Event],
    before: Running,
    after: Running,
    welcome: Welcome[Running],
    *,
    because: str,
    cause: str,
    now: datetime,
) -> Iterator[Owed]:
    """Owe a mail to each player whom *events* exclude, let in again or rename.

    Who was away is shown how the game stands.
    """
    said = because if because != happened.FROM_SETTINGS else ""
    for event in events:
        match event:
            case happened.PlayerLeft(name):
                change, old = PlayerChange.EXCLUDED, name
            case happened.PlayerReturned(name):
                change, old = PlayerChange.READMITTED, name
            case happened.PlayerRenamed(old, name):
                change = PlayerChange.RENAMED
            case _:
                continue
        player = after.game.players[name]
        content = PlayerNotice.of(change, after, name, old, said)
        yield from owe_to_player(after, player, content, f"{change}:{cause}", now)
        was = before.game.players.get(old)
        if change is PlayerChange.READMITTED and was is not None and was.has_left:
            opening = welcome(after, name)
            yield from owe_to_player(after, player, opening, f"opening:{cause}", now)


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


def players_unless_agreed(
    running: Running,
    join: Callable[[Running, ConfiguredPlayer], happened.Event | None],
    house: House,
    now: datetime,
) -> tuple[happened.Event, ...]:
    """Compare the players with the file unless that was done and none of them has changed since."""
    players = running.game.players
    if running.book.agreed is players:
        return ()
    events = tuple(_players(running, join, house, now))
    if not events:
        running.book.agreed = players
    return events


def _players(
    running: Running,
    join: Callable[[Running, ConfiguredPlayer], happened.Event | None],
    house: House,
    now: datetime,
) -> Iterator[happened.Event]:
    """The file names players as they are or were called; a command may have renamed one."""
    configured = {player.name: player for player in running.policy.players}
    known_as = {
        name: player
        for player in running.game.players.values()
        for name in (*player.former_names, player.name)
    }
    renamed = _renamed(running)
    for name, player in configured.items():
        known = known_as.get(name)
        if name in renamed:
            yield happened.PlayerRenamed(renamed[name], name, happened.FROM_SETTINGS)
        elif known is None:
            joined = join(running, player)
            yield from (joined,) if joined is not None else ()
        elif (known.has_left or known.is_leaving) and known.left_because == happened.FROM_SETTINGS:
            yield happened.PlayerReturned(known.name)
        elif known.from_settings != player.addresses:
            yield change_of_addresses(
                running, known, player.addresses, happened.FROM_SETTINGS, house=house, now=now
            )
    for name, known in running.game.players.items():
        is_named = bool(configured.keys() & {name, *known.former_names})
        is_named = is_named or name in renamed.values()
        if known.is_configured and not is_named and not (known.has_left or known.is_leaving):
            yield happened.PlayerLeft(name, happened.FROM_SETTINGS)


def _renamed(running: RunningGame) -> dict[str, str]:
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
