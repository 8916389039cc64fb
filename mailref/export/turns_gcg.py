"""A game in turns as a GCG file, for Quackle, macondo and their like (classic 14).

The format (poslfit.com/scrabble/gcg) knows two players and one deduction that is no rack: `(time)`.
"""

from collections.abc import Iterator

from mailref.export.gcg import NotInGcgError, gcg_place, gcg_tiles
from mailref.rules.turns.turn_record import EXCHANGE, OUT, PLAY, RecordedTurn, TurnsRecord

_PLAYERS = 2


def gcg_of_turns(record: TurnsRecord) -> str:
    """Return the game as a GCG file; NotInGcgError says what in it the format does not know."""
    for why in _obstacles(record):
        raise NotInGcgError(why)
    opened, seats = record.opened, record.game.seats
    nicks = {name: f"player{at}" for at, name in enumerate(seats, start=1)}
    title = _line(opened.title)
    head = [
        "#character-encoding UTF-8",
        *(f"#{nicks[name]} {nicks[name]} {_line(name)}" for name in seats),
        f"#title {title}",
        f"#id mailref {opened.id}",
        f"#lexicon {_line(opened.lexicon)}",
    ]
    return "\n".join((*head, *_Lines(record, nicks).all())) + "\n"


def _line(text: str) -> str:
    return " ".join(text.split())


def _obstacles(record: TurnsRecord) -> Iterator[str]:
    rules, players = record.opened.rules, len(record.game.seats)
    if not record.game.is_over:
        yield "it goes on: racks and letters exchanged are secret until its end"
    if players != _PLAYERS:
        yield f"{players} play, and GCG knows two players"
    if rules.bags > 1:
        yield "it has two bags, which GCG does not know"
    if record.opened.is_taken_over:
        yield "it was taken over in mid-course, which GCG has no way to state"
    for turn in record.turns:
        if turn.swaps and turn.undone is None:
            yield f"turn {turn.number}: GCG knows no exchange of a blank on the board"
    if record.corrections:
        yield "the game master corrected a total, which GCG does not know"


class _Lines:
    """The events of a game, each with the total after it."""

    def __init__(self, record: TurnsRecord, nicks: dict[str, str]) -> None:
        self._record = record
        self._nicks = nicks
        self._totals = dict.fromkeys(nicks, 0)

    def all(self) -> Iterator[str]:
        for turn in self._record.turns:
            if turn.undone is None and turn.kind != OUT:
                yield from self._turn(turn)
        yield from self._costs()
        yield from self._rest()

    def _event(self, player: str, rack: str, event: str, points: int) -> str:
        self._totals[player] += points
        return f">{self._nicks[player]}: {rack} {event} {points:+d} {self._totals[player]}"

    def _turn(self, turn: RecordedTurn) -> Iterator[str]:
        rack = turn.rack.value
        if turn.kind == PLAY and turn.scored is not None:
            noted = turn.scored.points + turn.theme + sum(each.points for each in turn.themed)
            yield self._event(turn.player, rack, _laid(turn), noted)
            if turn.is_taken_back:
                yield self._event(turn.player, rack, "--", -noted)
        elif turn.kind == EXCHANGE:
            yield self._event(turn.player, rack, f"-{turn.letters.value}", 0)
        else:
            yield self._event(turn.player, rack, "-", 0)

    def _costs(self) -> Iterator[str]:
        """Yield what challenges in vain have cost, for each player at once."""
        made = [c for turn in self._record.turns for c in turn.challenges if turn.undone is None]
        for name in self._nicks:
            cost = sum(c.decided.cost for c in made if c.player == name and c.decided is not None)
            if cost:
                rack = self._record.game.hands[name].rack.value
                yield self._event(name, rack, "(time)", -cost)
                yield f"#note {cost} points for challenges in vain; GCG has no other name for them"

    def _rest(self) -> Iterator[str]:
        """Yield what the end takes for the tiles that are left, and gives."""
        end = self._record.end
        if end is None:
            return
        for name, points in end.deductions.items():
            left = "".join(rack for other, rack in end.racks.items() if other != name)
            own = end.racks[name]
            if points > 0:
                yield self._event(name, own, f"({left})", points)
            elif points < 0:
                yield self._event(name, own, f"({own})", points)


def _laid(turn: RecordedTurn) -> str:
    if turn.scored is None:
        raise ValueError(f"turn {turn.number} is no play")
    return f"{gcg_place(turn.scored)} {gcg_tiles(turn.scored)}"
