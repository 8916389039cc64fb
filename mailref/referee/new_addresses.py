"""A new address of a player: who is told, what it is shown, and what his old one says (contract 5, new addresses).

Who reads a player's mail holds his rack and the moves that are kept for him. So a new address, whoever
gave it, is shown only what all may see until somebody answers yes at the one that was his, or a time
has passed.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.events import AddressesChanged, Event
from mailref.games.game import Player
from mailref.games.kind import kind_of
from mailref.games.replay import follow
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee.findings import Office
from mailref.referee.gm_orders import GivenOrder, OwnAddress
from mailref.referee.identity import one_time_token, one_time_tokens_in
from mailref.referee.mails import (
    Answered,
    Decision,
    Owed,
    addresses_of,
    is_held_out,
    owe_to_game_master,
    owe_to_player,
)
from mailref.referee.notices import (
    AddressAgreed,
    AddressAsked,
    AddressIsNew,
    AddressOfAnother,
    AddressRefused,
    Matter,
    Notice,
)
from mailref.referee.policy import House, RunningGame

LONGEST_WAIT = timedelta(days=3)
"""So long a new address waits at most; in a game in turns no longer than a turn takes."""
BY_OLD_ADDRESS = "old_address"
"""Why addresses change where the old one has answered."""


def change_of_addresses(
    running: RunningGame,
    player: Player,
    addresses: tuple[str, ...],
    because: str,
    *,
    house: House,
    now: datetime,
) -> AddressesChanged:
    """Return the event that gives *player* these addresses, and how long the new ones must wait.

    Those of the game master's own place need not: what stands there he has read so far.
    """
    his = trusted_addresses(player, now)
    new = tuple(each for each in dict.fromkeys(map(str.lower, addresses)) if each not in his)
    is_own = house.gamemaster_address.lower() in his
    if not new or is_own or running.game.is_over:
        return AddressesChanged(player.name, addresses, because)
    until = now + _wait_of(running)
    return AddressesChanged(player.name, addresses, because, new, his, until)


def ordered_addresses(
    given: GivenOrder,
    written: tuple[str, ...],
    player: Player,
    running: RunningGame,
    *,
    house: House,
    now: datetime,
) -> AddressesChanged | OwnAddress:
    """Return what an order that names a player's addresses changes; the referee's own are nobody's."""
    addresses = tuple(address.lower() for address in written)
    if own := house.own_among(addresses):
        return OwnAddress(own)
    because = given.because or given.by.value
    return change_of_addresses(running, player, addresses, because, house=house, now=now)


def _wait_of(running: RunningGame) -> timedelta:
    least = running.policy.least_time
    return LONGEST_WAIT if least is None else min(least, LONGEST_WAIT)


def trusted_addresses(player: Player, now: datetime) -> tuple[str, ...]:
    """Return the addresses at which a player reads all his mail, or read it before a change that waits."""
    known = tuple(each for each in addresses_of(player) if not is_held_out(player, each, now))
    waits = player.shown_from is not None and now < player.shown_from
    return tuple(dict.fromkeys((*player.asked_addresses, *known))) if waits else known


def address_mails(
    events: Iterable[Event],
    before: RunningGame,
    after: RunningGame,
    house: House,
    *,
    cause: str,
    now: datetime,
    because: str = "",
) -> Iterator[Owed]:
    """Owe what is told of new addresses: a question to the old one, a word to the new one, and to all.

    To all where each has something of his own that nobody else may see; no address is named.
    """
    for event in events:
        if isinstance(event, AddressesChanged) and event.shown_from is not None:
            seat = list(after.game.players).index(event.name)
            was, player = (list(each.game.players.values())[seat] for each in (before, after))
            change = _Change(after, seat, was, player, event, event.shown_from, because)
            yield from _told(change, house, cause, now)


class _Change(Struct, frozen=True):
    """A change of addresses that waits."""

    running: RunningGame
    """After it."""
    seat: int
    """The player's place in the order of joining, which no renaming changes."""
    was: Player
    player: Player
    event: AddressesChanged
    until: datetime
    because: str = ""
    """The game master's reason."""


def _told(change: _Change, house: House, cause: str, now: datetime) -> Iterator[Owed]:
    for address in change.event.asked:
        key = f"address_asked:{cause}:{change.seat}"
        yield from _question(change, house, address, key=key, now=now)
    for address in change.event.new:
        about = Notice(AddressIsNew(change.player.name, change.until), change.running.policy)
        key = f"address_is_new:{cause}:{change.seat}"
        yield from owe_to_player(change.running, change.player, about, key, now, address=address)
    yield from _to_the_others(
        change.running,
        change.player.name,
        AddressOfAnother(change.was.name, change.until),
        f"address_of_another:{cause}:{change.seat}",
        now,
    )


def _question(
    change: _Change,
    house: House,
    address: str,
    *,
    key: str,
    now: datetime,
    answers: Answered | None = None,
) -> Iterator[Owed]:
    is_other = change.was.name != change.player.name
    successor = change.player.name if is_other else ""
    asked = AddressAsked(change.was.name, change.until, successor, change.because)
    about = Notice(asked, change.running.policy)
    token = _token(house, change.running, change.seat, change.until, address)
    for owed in owe_to_player(
        change.running, change.was, about, key, now, address=address, answers=answers
    ):
        yield replace(owed, one_time=token)


def _token(house: House, running: RunningGame, seat: int, until: datetime, address: str) -> str:
    """Return the secret word of the question to one old address: who answers with it reads it there."""
    return one_time_token(house, f"address:{running.game.id}:{seat}:{until.isoformat()}:{address}")


def _to_the_others(
    running: RunningGame, name: str, about: Matter, key: str, now: datetime
) -> Iterator[Owed]:
    """Owe it to the other players, but where all have the same letters anyway."""
    if kind_of(running.game).has_same_letters:
        return
    for other in running.game.active:
        if other.name != name:
            notice = Notice(about, running.policy)
            yield from owe_to_player(running, other, notice, f"{key}:{other.name}", now)


def answered_at_old_address(
    mail: IncomingMail, is_yes: bool | None, office: Office, reference: Answered, key: str
) -> Decision | None:
    """Return what follows where *mail* answers our question at an address that was a player's.

    A no counts also when the time has passed, as long as nothing else has changed since. What is
    neither yes nor no is asked about once more.
    """
    found = _asked_there(mail, office)
    if found is None:
        return None
    if is_yes is not None:
        return _settled(found, mail.sender or "", office.house, reference, key=key, agreed=is_yes)
    again = _question(
        found,
        office.house,
        mail.sender or "",
        key=f"address_asked:{key}",
        now=reference.received,
        answers=reference,
    )
    return Decision((), tuple(again))


def _asked_there(mail: IncomingMail, office: Office) -> _Change | None:
    """Return the change about which *mail* answers our question; None where it answers none."""
    tokens, sender = one_time_tokens_in(mail.references), mail.sender or ""
    if not tokens or mail.robot is not None:
        return None
    for running in office.games.values():
        for seat, player in enumerate(running.game.players.values()):
            until = player.shown_from
            if until is None or sender not in player.asked_addresses:
                continue
            if _token(office.house, running, seat, until, sender) in tokens:
                event = AddressesChanged(player.name, player.addresses, BY_OLD_ADDRESS)
                return _Change(running, seat, player, player, event, until)
    return None


def _settled(
    change: _Change, sender: str, house: House, reference: Answered, *, key: str, agreed: bool
) -> Decision:
    """End the wait, or give the player back the addresses that were his; all concerned are told."""
    running, player, event = change.running, change.player, change.event
    if not agreed:
        event = replace(event, addresses=player.asked_addresses)
    after = replace(running, game=follow(running.game, (event,)))
    about = AddressAgreed(player.name) if agreed else AddressRefused(player.name)
    notice, now, key = Notice(about, after.policy), reference.received, f"{about.code}:{key}"
    mails: list[Owed] = []
    for address in dict.fromkeys((sender, *player.asked_addresses, *addresses_of(player))):
        owed = owe_to_player(
            after, after.game.players[player.name], notice, key, now, address=address
        )
        mails += (replace(o, answers=reference if address == sender else None) for o in owed)
    mails += _to_the_others(after, player.name, about, key, now)
    mails.append(owe_to_game_master(house, notice, key, now, running=after))
    return Decision(((running.game.id, event),), tuple(mails))
