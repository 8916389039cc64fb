"""What a step needs beside the game; who is told what of any game: the commitment, a mail to all.

Words of players that are mixed into draws and lots: when they are asked for, and from whom (chance).

Whoever knew all other words could choose his own by what it draws. So there is a limit that all know
beforehand, and nobody has more words than addresses of his own.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.chance import Chance
from mailref.games.events import Event, Noted
from mailref.games.game import Game, Player, has_come
from mailref.referee import mails as owing
from mailref.referee.contents import Announcement, Content
from mailref.referee.identity import players_at
from mailref.referee.policy import Office, RunningGame
from mailref.tiles.top.found import TopFinder

ANNOUNCED = "announced:"
"""How the note begins that the commitment was mailed before anything was drawn."""


def announced_at(game: Game) -> datetime | None:
    """Return when the commitment was mailed before anything was drawn; None where it was not."""
    times = (what.removeprefix(ANNOUNCED) for what in game.noted if what.startswith(ANNOUNCED))
    return next((datetime.fromisoformat(time) for time in times), None)


def draws_at(running: RunningGame) -> datetime | None:
    """Return when the first letters are drawn that were announced."""
    announced = announced_at(running.game)
    return None if announced is None else announced + running.policy.announce


def is_word_in_time(running: RunningGame, drawn: datetime | None, received: datetime) -> bool:
    """Tell whether a word counts for what is drawn then; None: nobody can know when it will be."""
    return drawn is not None and received <= drawn - running.policy.lots_until


def is_from_himself(running: RunningGame, office: Office, player: str, sender: str) -> bool:
    """Tell whether a word comes from an address at which this player plays, and nobody else.

    Who has none adds no word: whoever writes for him would have two. A newcomer is nobody else yet.
    """
    at_it = {each.name for each in players_at(running, sender)}
    is_masters = sender.lower() == office.house.gamemaster_address.lower()
    return at_it == {player} or (not at_it and not is_masters)


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
) -> Iterator[owing.Owed]:
    """Owe one mail each to players, game master and subscribers; *readers* names the players.

    *by_name*: players who share an address get one each, for each has something of his own.
    """
    players = [running.game.players[name] for name in readers]
    for player in players:
        of_his = f"{key}:{player.name}" if by_name else key
        yield from owing.owe_to_player(running, player, content(player.name), of_his, now)
    yield from to_game_master_beside(players, running, office, content(None), key=key, now=now)
    yield from owing.owe_to_subscribers(running, office.house, content(None), key, now)


def to_game_master_beside(
    players: Iterable[Player],
    running: RunningGame,
    office: Office,
    content: Content,
    *,
    key: str,
    now: datetime,
) -> Iterator[owing.Owed]:
    """Owe it to the game master, unless he has it as one of the *players*."""
    master = office.house.gamemaster_address.lower()
    if not any(master in owing.addresses_of(player) for player in players):
        yield owing.owe_to_game_master(
            office.house, content.for_the_desk(), key, now, running=running
        )


def announce(
    running: RunningGame, means: Means, now: datetime, *, readers: Iterable[str]
) -> owing.Step | None:
    """Mail the commitment to all, once, some time before the first letters; else the opening has it."""
    game, policy = running.game, running.policy
    if not policy.announce or announced_at(game) is not None:
        return None
    opens = now + policy.announce
    content = Announcement(game.commitment, policy, opens, opens - policy.lots_until)
    key = f"announcement:{game.id}"
    mails = tuple(to_all(running, means.office, lambda _: content, key, now, readers=readers))
    noted = Noted(ANNOUNCED + now.isoformat(), now)
    return owing.Step(key, owing.Decision(((game.id, noted),), mails))


def is_before_opening(running: RunningGame, now: datetime) -> bool:
    """Tell whether words may still come before the first letters are drawn (`announce`)."""
    drawn = draws_at(running)
    return drawn is not None and not has_come(drawn, now)
