"""What is recorded of a game with rounds is decided once more: what kinds have in common of that."""

from typing import Any, Generic, TypeVar, cast

from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_rounds.ordered import as_ordered, wanting
from mailref.games.by_rounds.state import GameByRounds
from mailref.games.chance import Chance, commitment
from mailref.games.events import Event
from mailref.games.replay import apply
from mailref.record.script import Difference, Script, UnlikeError

G = TypeVar("G", bound=GameByRounds)
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
        self.chance = Chance(seed) if seed is not None else None

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
            event = replace(event, total=0, missed=0, is_late=False, is_of_staying=False)
        wanted = wanting(self.game, event)
        self.must(wanted is None, wanted or "")
        self.agree(as_ordered(self.game, event))

    def must(self, is_so: bool, wanted: str) -> None:
        """Refuse what is recorded next, where something is not so."""
        if not is_so:
            found = type(self.script.next).__name__
            raise UnlikeError(Difference(self.game.round_number, None, "events", wanted, found))

    def there(self, found: T | None, wanted: str) -> T:
        """Return what was *found*; refuse what is recorded next where nothing was."""
        self.must(found is not None, wanted)
        assert found is not None  # noqa: S101  it must be so
        return found

    def agree(self, event: Event) -> None:
        """Let *event* happen, if it is what is recorded next."""
        self.script.agree(event)
        self.game = apply(self.game, event)
