"""What is recorded of a game is decided once more: what kinds have in common of that whose players move at once.

What is ordered in any such game, or done by its players: what must be so for it to happen.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar, cast

from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.chance import Chance, commitment
from mailref.games.events import Event
from mailref.games.game import Game
from mailref.games.kind import apply
from mailref.record.script import Difference, Script, UnlikeError


def wanting(game: Game, event: Event) -> str | None:
    """Return what would have to be so for *event* to happen; None where it may."""
    match event:
        case common.PlayerJoined(name):
            return None if name not in game.players else "each player once"
        case common.PlayerLeft(name, because):
            # Who was leaving already was once recorded as leaving again when he was forgotten.
            is_there = _takes_part(game, name) or (because == "forgotten" and name in game.players)
            return None if is_there else "a player who takes part"
        case common.AbsenceNoted(name, begins, ends):
            is_possible = _takes_part(game, name) and begins < ends
            return None if is_possible else "an absence of a player"
        case common.AbsenceEnded(name):
            return None if name in game.players else "an absence of a player"
        case common.PlayerReturned(name):
            is_gone = name in game.players and not _takes_part(game, name)
            return None if is_gone else "a player who has left"
        case common.PlayerRenamed(name, new):
            is_free = name in game.players and new not in game.players
            return None if is_free else "a player's new name"
        case common.DeadlineMoved():
            is_open = getattr(game, "round", game) is not None  # a league has none, and one ZAT
            return None if is_open else "an open round"
        case common.GamePaused():
            return None if not (game.is_paused or game.is_over) else "a game that is played"
        case common.GameResumed():
            return None if game.is_paused else "a pause"
        case common.WordRuled():
            return None
        case _:
            return "what an export tells"


def _takes_part(game: Game, name: str) -> bool:
    player = game.players.get(name)
    return player is not None and not (player.has_left or player.is_leaving)


def taking_part(there: dict[str, bool], wanted: Mapping[str, bool]) -> Iterator[Event]:
    """Yield who goes or comes back, so that of those *there* the *wanted* take part; it is noted there."""
    for name, is_there in wanted.items():
        if there[name] is not is_there:
            yield common.PlayerReturned(name) if is_there else common.PlayerLeft(name, "")
    there |= wanted


def as_ordered(game: Game, event: Event) -> Event:
    """Return *event* with what follows from the game: of which round it is."""
    if isinstance(event, common.DeadlineMoved):
        return replace(event, number=game.number_now)
    return event


G = TypeVar("G", bound=Game)
T = TypeVar("T")


class DecidedAgain(Generic[G]):
    """A game as its events are decided again, each from what had happened before it."""

    def __init__(self, script: Script, opened: Event, seed: bytes | None) -> None:
        """Let the game begin with *opened*, if that is what is recorded."""
        if seed is not None:
            opened = replace(cast(Any, opened), commitment=commitment(seed))
        script.agree(opened)
        self.script = script
        self.game = cast(G, apply(None, opened))
        self.chance = Chance(seed, self.game.tile_set) if seed is not None else None

    def play(self) -> None:
        """Decide again whatever is recorded; UnlikeError says where the rules make something else of it."""
        while (event := self.script.next) is not None:
            left = len(self.script.left)
            try:
                self.go_on(event)
            except (LookupError, ValueError):
                self.must(is_so=False, wanted="what can happen then")
            self.must(is_so=len(self.script.left) < left, wanted="what follows from what was")

    def go_on(self, event: Event) -> None:
        """Decide what is recorded next, and all that has to follow it at once; here: what is ordered."""
        if isinstance(event, common.PlayerJoined):
            event = common.PlayerJoined(event.name, ())
        wanted = wanting(self.game, event)
        self.must(wanted is None, wanted or "")
        self.agree(as_ordered(self.game, event))

    def must(self, is_so: bool, wanted: str) -> None:
        """Refuse what is recorded next, where something is not so."""
        if not is_so:
            found = type(self.script.next).__name__
            raise UnlikeError(Difference(self.game.number_now, None, "events", wanted, found))

    def there(self, found: T | None, wanted: str) -> T:
        """Return what was *found*; refuse what is recorded next where nothing was."""
        self.must(found is not None, wanted)
        assert found is not None  # noqa: S101  it must be so
        return found

    def agree(self, event: Event) -> None:
        """Let *event* happen, if it is what is recorded next."""
        self.script.agree(event)
        self.game = apply(self.game, event)
