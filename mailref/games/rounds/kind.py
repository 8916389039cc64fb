"""Games in rounds as a kind of game."""

from collections.abc import Iterator, Mapping
from typing import Any, cast, get_args

from mailref.games.events import Event, PlayerJoined
from mailref.games.kind import Kind, part
from mailref.games.rounds.events import GameOpened, RoundClosed, RoundEvent
from mailref.games.rounds.game import RoundGame, apply_in_rounds, open_rounds
from mailref.tiles.board import Board


class Rounds(Kind[RoundGame]):
    """Games in rounds: state and events."""

    name = "rounds"
    opened = GameOpened
    game = RoundGame
    events = get_args(RoundEvent)
    scores_by_round = True
    has_same_letters = True

    def rated(self, game: RoundGame) -> tuple[tuple[int, bool], ...]:
        """Return the totals: who has left has lost to all who stayed; nothing where no round was closed."""
        if game.last is None:
            return ()
        return tuple((player.total, player.has_left) for player in game.players.values())

    def past(self) -> Any:
        return part(self, "told")

    def closed_by(self, event: Event) -> int | None:
        return event.result.number if isinstance(event, RoundClosed) else None

    def opens_with(self, policy: Any, _seed: bytes) -> Mapping[str, Any]:
        over = policy.taken_over
        return {
            "board": over.board if over else Board.empty(policy.rules.layout.size),
            "first_round": over.round if over else 1,
            "is_taken_over": over is not None,
        }

    def first_players(self, policy: Any, opened: GameOpened) -> Iterator[PlayerJoined]:
        return cast(Iterator[PlayerJoined], part(self, "referee").first_players(policy, opened))

    def begun_by(self, event: GameOpened) -> RoundGame:
        return open_rounds(event)

    def apply(self, game: RoundGame, event: Any) -> RoundGame:
        return apply_in_rounds(game, event)

    def shortened(self, means: Any) -> Any:
        return part(self, "told").shortened_means(means)


KIND = Rounds()
