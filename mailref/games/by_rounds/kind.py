"""A kind of game in rounds that end at a ZAT for all: what its kind need not say itself."""

from typing import Any, Generic, TypeVar, cast

from mailref.games.by_rounds.state import GameByRounds
from mailref.games.events import Event
from mailref.games.kind import Kind, part

G = TypeVar("G", bound=GameByRounds)


class KindByRounds(Kind[G], Generic[G]):
    """Such a kind; its rules are a value that its game holds."""

    def begun_by(self, event: Any) -> G:
        begins = cast(Any, self.game)
        return cast(
            G,
            begins(
                id=event.id,
                title=event.title,
                variant=event.variant,
                commitment=event.commitment,
                lexicon=event.lexicon,
                lexicon_sha256=event.lexicon_sha256,
                rules=event.rules,
            ),
        )

    def begin(self, policy: Any, seed: bytes, lexicon: Any) -> tuple[Event, ...]:
        return cast(tuple[Event, ...], part(self, "beginning").begin(self, policy, seed, lexicon))
