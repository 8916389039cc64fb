"""What a forger hands in: forged public events, and all that they tell made anew, each hash too."""

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC
from typing import Any

from mailref.games.events import Event
from mailref.games.kind import kind_begun_by, replay
from mailref.games.solitaire.events import SoloPlayed
from mailref.record.as_json import sha256_of
from mailref.record.codec import event_to_json
from mailref.record.export import FORMAT, NotAnExportError, export_of, public_form
from mailref.record.verify import Verified, verify
from tests.record.aimed import Lie, aimed
from tests.record.forging import disordered, forged


def lies(events: Sequence[Event], rng: random.Random, most: int) -> Iterator[Lie]:
    """Yield a lie of each aim, and as many at random: one value, one event or two in another order."""
    yield from aimed(events, rng)
    for forge in (forged, disordered):
        of_kind: dict[str, list[tuple[Event, ...]]] = defaultdict(list)
        for path, lie in forge(events):
            of_kind[_named(path, events, lie)].append(lie)
        names = sorted(of_kind)
        for name in rng.sample(names, min(most // 2, len(names))):
            yield name, rng.choice(of_kind[name])


def _named(path: str, events: Sequence[Event], lie: Sequence[Event]) -> str:
    """Return what is forged, of an event at a soloist's table by that event's own name."""
    if not path.startswith("SoloPlayed.event."):
        return path
    other = next(one for one, new in zip(events, lie, strict=True) if one != new)
    assert isinstance(other, SoloPlayed)
    return path.replace("SoloPlayed.event", type(other.event).__name__, 1)


def handed_in(lie: Sequence[Event], honest: dict[str, Any], *, is_open: bool) -> dict[str, Any]:
    """Return the export of forged events, made as the program makes it; what they cannot tell is as it was."""
    try:
        told = kind_begun_by(type(lie[0]).__name__).record().told(lie, UTC, is_open=is_open)
    except Exception:  # noqa: BLE001  whatever goes wrong: no game comes of these events
        told = {key: each for key, each in honest.items() if key not in ("events", "sha256")}
    made = {**told, "format": FORMAT, "events": [event_to_json(each) for each in lie]}
    whole: dict[str, Any] = json.loads(json.dumps(made))
    return {**whole, "sha256": sha256_of(whole)}


def honest(events: Sequence[Event], *, reveals: bool) -> dict[str, Any]:
    """Return what the program exports of a game."""
    found: dict[str, Any] = json.loads(json.dumps(export_of(events, UTC, reveals=reveals)))
    return found


class Forged:
    """The lies about one game, and what came of each."""

    def __init__(self, events: Sequence[Event], seed: bytes, *, reveals: bool) -> None:
        is_over = replay(events).tells_all
        self.is_open = reveals or is_over
        self.public = public_form(tuple(events), is_open=self.is_open)
        self.export = honest(events, reveals=reveals)
        self.family = kind_begun_by(type(events[0]).__name__).name
        self.seed = seed if reveals and not is_over else None
        self.tried = 0
        self.unseen: list[str] = []
        """Lies that no rule shows."""
        self.unmailed: list[str] = []
        """Those of them that no hash of a mailed report shows either."""

    def try_all(self, rng: random.Random, most: int, mailed: frozenset[str]) -> None:
        for name, lie in lies(self.public, rng, most):
            self.tried += 1
            found = self.verified(lie)
            if found is not None and tuple(lie) != self.public[:-1]:  # where it stops
                self.unseen.append(name)
                if mailed <= {each.sha256 for each in found.reports}:
                    self.unmailed.append(name)

    def tell(
        self, rng: random.Random, aim: str, tries: int
    ) -> Iterator[tuple[Sequence[Event], Verified]]:
        """Yield lies of one aim that no rule shows, and what `verify` says of each."""
        for _ in range(tries):
            for name, lie in aimed(self.public, rng):
                if name == aim and (found := self.verified(lie)) is not None:
                    yield lie, found

    def verified(self, lie: Sequence[Event]) -> Verified | None:
        """Return what `verify` says of forged events; None where it finds the lie."""
        try:
            found = verify(handed_in(lie, self.export, is_open=self.is_open), self.seed)
        except NotAnExportError:
            return None
        return found if isinstance(found, Verified) else None
