"""A player's new name, put into all that was recorded under the old one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mailref.report.recorded import Closed, Correction, Joined
from mailref.rules.results import RoundResult


@dataclass(frozen=True, slots=True)
class Renaming:
    """A player was `old` and is `new`."""

    old: str
    new: str

    def name(self, name: str) -> str:
        """Return the name by which a player is known now."""
        return self.new if name == self.old else name

    def closed(self, closed: Closed) -> Closed:
        """Return a closed round with the new name."""
        return replace(
            closed,
            result=self._result(closed.result),
            former=tuple((self.name(name), total) for name, total in closed.former),
            adjustments=self._corrections(closed.adjustments),
        )

    def joined(self, joined: Joined) -> Joined:
        """Return how a player came, with the new name."""
        return replace(
            joined,
            name=self.name(joined.name),
            among=tuple(map(self.name, joined.among)),
            adjustments=self._corrections(joined.adjustments),
        )

    def _corrections(self, corrections: Sequence[Correction]) -> tuple[Correction, ...]:
        return tuple(replace(each, player=self.name(each.player)) for each in corrections)

    def _result(self, result: RoundResult) -> RoundResult:
        rows = (replace(row, player=self.name(row.player)) for row in result.entries)
        laid = result.laid
        if laid is not None:
            laid = replace(laid, players=tuple(map(self.name, laid.players)))
        return replace(result, entries=tuple(rows), laid=laid)
