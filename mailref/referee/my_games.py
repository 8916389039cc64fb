"""MEINE SPIELE: all games of somebody, of whatever kind, with what is wanted of him, in one mail.

What it shows of each game is what the list of Mondays does. Whoever is registered may ask; it needs no proof,
as STAND does, and goes to the registered address.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from mailref.games.family import family_of
from mailref.games.in_hand import GameInHand, InHand, most_urgent_first
from mailref.orders.table import Command
from mailref.referee import identity
from mailref.referee.contents import GamesInHand
from mailref.referee.mails import Owed, is_held_out, owe_to_game_master, owe_to_sender
from mailref.referee.policy import Consideration, Office, Request, RunningGame


def listed(mail: Consideration, office: Office) -> Iterator[Owed]:
    """Owe the list to who has asked for it, where he is registered."""
    sender, now = mail.mail.sender or "", mail.receipt.received
    if not identity.is_registered(office, sender):
        return
    found = tuple(_games_of(mail, office))
    key = f"my_games:{mail.receipt.key}"
    his = [office.games[id_] for id_ in office.games_at(sender)]
    if mail.from_game_master and not his:
        content = GamesInHand(office.house.gamemaster_name, most_urgent_first(found))
        yield owe_to_game_master(office.house, content, key, now, answers=mail.reference)
        return
    owner = identity.owner_of(office, his[0], sender)
    content = GamesInHand(owner.name, most_urgent_first(found))
    # What a new address may not be shown is not in the list: it goes there as it is.
    here = replace(owner, new_addresses=())
    for owed in owe_to_sender(mail, his[0], here, content, key):
        yield replace(owed, game=None, tag=None)


def _games_of(mail: Consideration, office: Office) -> Iterator[GameInHand]:
    """Yield each game that the sender plays, leads or follows and that goes on."""
    sender = mail.mail.sender or ""
    for id_, running in office.games.items():
        if running.game.is_over:
            continue
        playing = [each for each in identity.players_at(running, sender) if not each.has_left]
        if playing:
            yield from _as_player(mail, office, running)
        elif mail.from_game_master:
            yield _from_outside(running, InHand.LED)
        elif id_ in office.games_at(sender) and identity.is_subscriber(running, sender):
            yield _from_outside(running, InHand.FOLLOWED)


def _as_player(mail: Consideration, office: Office, running: RunningGame) -> Iterator[GameInHand]:
    sender, now = mail.mail.sender or "", mail.receipt.received
    mine = [each for each in identity.players_at(running, sender) if not each.has_left]
    needs_proof = identity.needs_a_proof((Command.MY_GAMES,), running)
    if needs_proof and not identity.is_proven(mail.mail, running, office.house, mine):
        return
    for player in mine:
        seen = _seen_by(running, player.name)
        game = (
            None
            if is_held_out(player, sender, now)
            else family_of(seen).in_hand(player.name, office)
        )
        if game is not None:
            name = f" ({player.name})" if len(mine) > 1 else ""
            yield replace(game, title=f"{game.title}{name}")


def _seen_by(running: RunningGame, player: str) -> RunningGame:
    """Return the game as it is for a player."""
    seen: RunningGame = family_of(running).seen_by(player)
    return seen


def _from_outside(running: RunningGame, state: InHand) -> GameInHand:
    """Return a game as who does not play in it is shown it."""
    policy, tag = running.policy, family_of(running).tag
    return GameInHand(policy.title, tag, policy.zone, state=state, zat=running.game.due)


def without(mail: Consideration) -> Consideration:
    """Return a mail without its wish for the list, for what else it asks."""
    requests = (_without(each) for each in mail.requests)
    return replace(
        mail,
        commands=_others(mail.commands),
        requests=tuple(each for each in requests if each.commands),
        outside=None if mail.outside is None else _without(mail.outside),
    )


def _others(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    return tuple(each for each in commands if each is not Command.MY_GAMES)


def _without(request: Request) -> Request:
    return replace(request, commands=_others(request.commands))
