"""What a player's entries are worth to a judge, each judged once while nothing changes.

All entries of a player are asked about after each of his mails, for a ruling may bring any of them
into force again. Whoever sends a thousand would otherwise have half a million judged.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mailref.rules.game import ReceivedEntry
from mailref.rules.judged import Judged
from mailref.rules.legality import Judge

_MOST_JUDGES = 4
_MOST_MOVES = 5000
"""So many judged moves are remembered for each judge."""


@dataclass(slots=True)
class _Memory:
    judge: Judge
    found: dict[int, tuple[ReceivedEntry, tuple[Judged, ...]]] = field(default_factory=dict)
    """By the identity of the entry, which stays the same object because it is kept here."""
    size: int = 0

    def of(self, entry: ReceivedEntry) -> tuple[Judged, ...]:
        known = self.found.get(id(entry))
        if known is not None:
            return known[1]
        if self.size > _MOST_MOVES:
            self.found.clear()
            self.size = 0
        moves = tuple(self.judge.judge(written) for written in entry.moves)
        self.found[id(entry)] = entry, moves
        self.size += len(moves)
        return moves


_memories: list[_Memory] = []
"""The judges asked last. What is remembered is what would be judged anew, so nobody can tell."""


def _memory(judge: Judge) -> _Memory:
    for at, known in enumerate(_memories):
        if known.judge == judge:
            _memories.insert(0, _memories.pop(at))
            return known
    _memories.insert(0, _Memory(judge))
    del _memories[_MOST_JUDGES:]
    return _memories[0]


def worth(
    entries: Sequence[ReceivedEntry], judge: Judge
) -> Iterator[tuple[ReceivedEntry, tuple[Judged, ...]]]:
    """Yield each entry with its moves judged."""
    memory = _memory(judge)
    return ((entry, memory.of(entry)) for entry in entries)
