"""A game begins in which rounds end at a ZAT for all: its rules, its players, what is ruled already."""

from typing import Any

from mailref.games.by_rounds.kind import KindByRounds
from mailref.games.by_rounds.policy import PolicyByRounds
from mailref.games.chance import commitment
from mailref.games.events import Event, PlayerJoined
from mailref.referee.register import file_rulings
from mailref.tiles.lexicon.verdicts import Lexicon


def begin(
    kind: KindByRounds[Any], policy: PolicyByRounds, seed: bytes, lexicon: Lexicon
) -> tuple[Event, ...]:
    """Return the events with which a game begins, up to its first round."""
    opened: Any = kind.opened
    first = opened(
        id=policy.id,
        title=policy.title,
        variant=policy.variant,
        rules=policy.rules,
        commitment=commitment(seed),
        lexicon=lexicon.name,
        lexicon_sha256=lexicon.sha256,
    )
    players = (PlayerJoined(each.name, each.addresses) for each in policy.players)
    return (first, *players, *file_rulings(policy, None))
