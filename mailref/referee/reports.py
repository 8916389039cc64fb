"""Who is told what when a round has been closed: the reports, and the opening of a game."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from mailref.export.sealed_reports import newest_seal
from mailref.referee.findings import Office, RunningRounds
from mailref.referee.mails import (
    Content,
    Opening,
    Owed,
    Report,
    addresses_of,
    next_round_of,
    owe_to_game_master,
    owe_to_player,
    owe_to_subscriber,
    subscribers_of,
)
from mailref.rules.chance import Chance
from mailref.rules.events import Event, GameEnded
from mailref.rules.game import Player
from mailref.rules.rounds.closed_round import ClosedRound
from mailref.rules.rounds.closing import TopFinder
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.rounds.told import Reports


@dataclass(frozen=True, slots=True)
class Means:
    """What a step needs beside the game: chance, the search for the top, the closed rounds."""

    office: Office
    chance: Chance
    find_top: TopFinder
    history: Reports | None = None
    """What has been told of this record's rounds; only read when a report may be made."""

    def after(self, events: Iterable[Event]) -> "Means":
        """Return the means for what is decided after *events*."""
        return self if self.history is None else replace(self, history=self.history.after(events))

    def rounds(self, game: RoundGame) -> tuple[ClosedRound, ...]:
        """Return the closed rounds of *game*; without a history, the last one only."""
        if self.history is not None:
            return self.history.history.rounds
        return (game.last,) if game.last else ()

    def seal(self) -> str:
        """Return the hash of what the report owed now tells; "" where the record is not whole."""
        return newest_seal(self.history) if self.history is not None else ""


def announcements(
    running: RunningRounds, means: Means, events: tuple[Event, ...], now: datetime
) -> Iterator[Owed]:
    """Owe the report to all who take part, or the opening where no round was closed yet.

    *running* and *means* are those after *events*.
    """
    game, rounds = running.game, means.rounds(running.game)
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    seal = means.seal()

    def content(recipient: str | None) -> Content:
        if game.last is None:
            following = next_round_of(game)
            return Opening(game, running.policy, following, recipient, comment_of(running))
        return report_of(running, rounds, recipient, ended=ended, sha256=seal)

    number = game.last.number if game.last else 0
    key = f"report:{game.id}:{number}:{game.reopened}"
    yield from to_all(running, means.office, content, key, now)


def report_of(
    running: RunningRounds,
    rounds: tuple[ClosedRound, ...],
    recipient: str | None,
    *,
    ended: GameEnded | None = None,
    is_preview: bool = False,
    sha256: str = "",
) -> Report:
    """Return the report of the last of *rounds* as one participant gets it."""
    press = running.game.before_close.press if running.game.before_close else ()
    return Report(
        rounds=rounds,
        game=running.game,
        policy=running.policy,
        next_round=next_round_of(running.game),
        press=tuple(item for item in press if item.is_released),
        comment=comment_of(running),
        recipient=recipient,
        ended=ended.because if ended else None,
        seed=ended.seed if ended else None,
        is_preview=is_preview,
        sha256=sha256,
    )


def comment_of(running: RunningRounds) -> str:
    """Return the game master's comment if it was not printed in an earlier round's report."""
    comment = running.policy.comment
    number = running.game.round_number
    is_old = any(n < number and k == "comment" and v == comment for n, k, v in running.game.spent)
    return "" if is_old else comment


def to_all(
    running: RunningRounds,
    office: Office,
    content: Callable[[str | None], Content],
    key: str,
    now: datetime,
) -> Iterator[Owed]:
    """Owe one mail each to players, game master and subscribers."""
    readers = _readers(running.game)
    for player in readers:
        yield from owe_to_player(running, player, content(player.name), key, now)
    is_player = any(office.house.gamemaster_address in addresses_of(player) for player in readers)
    if not is_player:
        yield owe_to_game_master(
            office.house, content(None), key, now, policy=running.policy, game=running.game
        )
    for address in subscribers_of(running):
        if address != office.house.gamemaster_address:
            yield owe_to_subscriber(running, address, content(None), key, now)


def _readers(game: RoundGame) -> tuple[Player, ...]:
    """Return the players who get the report: also him who left with the round it is about."""
    rows = {row.player for row in game.last.rows} if game.last else set()
    return tuple(
        player for player in game.players.values() if not player.has_left or player.name in rows
    )
