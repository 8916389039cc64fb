"""What a step needs beside the game; who is told what of any game: the commitment, a mail to all."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.chance import Chance
from mailref.games.events import Event, Noted
from mailref.games.game import Player
from mailref.games.schedule import has_come
from mailref.referee.contents import Announcement, Content
from mailref.referee.findings import Office
from mailref.referee.lots import ANNOUNCED, announced_at, draws_at
from mailref.referee.mails import (
    Decision,
    Owed,
    Step,
    addresses_of,
    owe_to_game_master,
    owe_to_player,
    owe_to_subscriber,
    subscribers_of,
)
from mailref.referee.policy import RunningGame
from mailref.tiles.top.found import TopFinder


class History(Protocol):
    """What has been told of the rounds of a game."""

    @property
    def count_before(self) -> int:
        """Return how many closed rounds are not kept whole any more."""

    def after(self, events: Iterable[Event]) -> "History":
        """Return what has been told after *events*."""


class Means(Struct, frozen=True):
    """What a step needs beside the game: chance, the search for the top, the closed rounds."""

    office: Office
    chance: Chance
    find_top: TopFinder
    history: History | None = None
    """What has been told of this record's rounds; only read when a report may be made."""
    log: tuple[Event, ...] = ()
    """All that has happened in the game; only read where an order may be taken back."""

    def after(self, events: Iterable[Event]) -> "Means":
        """Return the means for what is decided after *events*."""
        happened = tuple(events)
        history = None if self.history is None else self.history.after(happened)
        return replace(self, history=history, log=(*self.log, *happened))


def comment_of(running: RunningGame) -> str:
    """Return the game master's comment if it was not printed in an earlier round's report."""
    comment = running.policy.comment
    number = running.game.number_now
    is_old = any(n < number and k == "comment" and v == comment for n, k, v in running.game.spent)
    return "" if is_old else comment


def to_all(
    running: RunningGame,
    office: Office,
    content: Callable[[str | None], Content],
    key: str,
    now: datetime,
    *,
    readers: Iterable[str],
    by_name: bool = False,
) -> Iterator[Owed]:
    """Owe one mail each to players, game master and subscribers; *readers* names the players.

    *by_name*: players who share an address get one each, for each has something of his own.
    """
    players = [running.game.players[name] for name in readers]
    for player in players:
        of_his = f"{key}:{player.name}" if by_name else key
        yield from owe_to_player(running, player, content(player.name), of_his, now)
    yield from to_game_master_beside(players, running, office, content(None), key=key, now=now)
    for address in subscribers_of(running):
        if address != office.house.gamemaster_address.lower():
            yield owe_to_subscriber(running, address, content(None), key, now)


def to_game_master_beside(
    players: Iterable[Player],
    running: RunningGame,
    office: Office,
    content: Content,
    *,
    key: str,
    now: datetime,
) -> Iterator[Owed]:
    """Owe it to the game master, unless he has it as one of the *players*."""
    master = office.house.gamemaster_address.lower()
    if not any(master in addresses_of(player) for player in players):
        yield owe_to_game_master(office.house, content.for_the_desk(), key, now, running=running)


def announce(
    running: RunningGame, means: Means, now: datetime, *, readers: Iterable[str]
) -> Step | None:
    """Mail the commitment to all, once, some time before the first letters; else the opening has it."""
    game, policy = running.game, running.policy
    if not policy.announce or announced_at(game) is not None:
        return None
    opens = now + policy.announce
    content = Announcement(game.commitment, policy, opens, opens - policy.lots_until)
    key = f"announcement:{game.id}"
    mails = tuple(to_all(running, means.office, lambda _: content, key, now, readers=readers))
    noted = Noted(ANNOUNCED + now.isoformat(), now)
    return Step(key, Decision(((game.id, noted),), mails))


def is_before_opening(running: RunningGame, now: datetime) -> bool:
    """Tell whether words may still come before the first letters are drawn (`announce`)."""
    drawn = draws_at(running)
    return drawn is not None and not has_come(drawn, now)
