"""What commands show of a running game, whatever its kind: its line of `status`, and what `preview` makes."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from mailref.games.game import Game
from mailref.record.as_json import Json
from mailref.referee.contents import Content
from mailref.referee.policy import GamePolicy, RunningGame


class Previewed(Struct, frozen=True):
    """The report as it would go out now."""

    content: Content
    policy: GamePolicy
    game: Game
    number: int | None
    """Of the round or turn that it is about; None: there is but one."""
    says: str
    """What it is, in words."""
    assumed: tuple[str, ...] = ()
    """What was assumed for it, a line each."""


def status_row(
    running: RunningGame,
    *,
    number: int,
    is_open: bool,
    deadline: datetime | None,
    players: Iterable[str],
    moved: Iterable[str] | None,
    undecided: Iterable[str],
    waits_for: str | None = None,
    is_final: bool = False,
    letters: str = "",
    head: dict[str, Json] | None = None,
    beside: dict[str, Json] | None = None,
) -> dict[str, Json]:
    """Return how a game stands as JSON; *head* and *beside* are what games of its kind tell more."""
    game = running.game
    return {
        "game": game.id,
        "title": running.policy.title,
        **(head or {}),
        "round": number,
        "open": is_open,
        "final": is_final,
        "finished": game.is_over,
        "paused": game.is_paused,
        "letters": letters,
        "deadline": deadline.astimezone(running.policy.zone).isoformat() if deadline else None,
        "players": [*players],
        "moved": None if moved is None else [*moved],
        **(beside or {}),
        "undecided": [*undecided],
        "waits_for": waits_for,
        "press": sum(not item.is_released for item in game.press),
    }
