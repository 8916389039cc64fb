"""Forgeries with an aim: one thing is changed in public events, and with it all that must then fit."""

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.bingo import events as in_bingo
from mailref.games.by_turns import events as in_turns
from mailref.games.chance import Secret, receipt_of
from mailref.games.events import Event
from mailref.games.game import ranking
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds import published as of_rounds
from mailref.games.rounds.rules import PlayerResult, RoundResult
from mailref.games.rummikub import events as at_table
from mailref.games.solitaire import events as in_league
from mailref.games.unscrabble.events import TilesTaken
from mailref.record.script import Difference, Script, UnlikeError
from mailref.tiles.board import Board, in_order

Events = tuple[Event, ...]
Lie = tuple[str, Events]
"""What was forged, and the forged events."""


def aimed(events: Sequence[Event], rng: random.Random) -> Iterator[Lie]:
    """Yield a lie of each aim that the game has something for."""
    whole = tuple(events)
    for aim, forge in AIMS.items():
        if (lie := forge(whole, rng)) is not None and lie != whole:
            yield _place_of(aim, whole, lie), lie


def _place_of(aim: str, events: Events, lie: Events) -> str:
    """Return what is forged, by its event where that has several names."""
    if aim == "PlayerOut or PlayerLeft invented":
        new = next(one for one, old in zip(lie, (*events, None), strict=False) if one != old)
        return f"{type(new).__name__} invented"
    if aim.endswith((".received", ".drawn")) and aim[0] == ".":
        at = next(at for at, (one, old) in enumerate(zip(lie, events, strict=True)) if one != old)
        return f"{type(_bare(events[at])).__name__}{aim}"
    return aim


def _one(
    kind: type[Any] | tuple[type[Any], ...], change: Callable[[Any], Any]
) -> Callable[[Events, random.Random], Events | None]:
    """Return what changes one event of a kind, also at a soloist's table."""

    def forge(events: Events, rng: random.Random) -> Events | None:
        found = [at for at, each in enumerate(events) if isinstance(_bare(each), kind)]
        changed = [(at, other) for at in found if (other := change(_bare(events[at]))) is not None]
        if not changed:
            return None
        at, other = rng.choice(changed)
        old = events[at]
        new = replace(old, event=other) if isinstance(old, in_league.SoloPlayed) else other
        return (*events[:at], new, *events[at + 1 :])

    return forge


def _bare(event: Event) -> Any:
    return event.event if isinstance(event, in_league.SoloPlayed) else event


def _put(
    make: Callable[[Events, int, random.Random], Event | None],
) -> Callable[[Events, random.Random], Events | None]:
    """Return what puts an event that never was between two others."""

    def forge(events: Events, rng: random.Random) -> Events | None:
        begun = [at for at, each in enumerate(events) if type(each).__name__ in _BEGINS]
        if not begun:
            return None
        at = rng.choice(begun) + 1
        new = make(events, at, rng)
        return None if new is None else (*events[:at], new, *events[at:])

    return forge


_BEGINS = frozenset({"TurnBegan", "RoundOpened", "BingoRoundOpened", "SoloDealt"})


def _somebody(events: Events, at: int, rng: random.Random) -> str:
    names = list(getattr(events[0], "seats", ()))
    names += [each.name for each in events[:at] if isinstance(each, common.PlayerJoined)]
    for each in events[:at]:
        if isinstance(each, common.PlayerRenamed):
            names = [each.new_name if name == each.name else name for name in names]
    return str(rng.choice(names))


def _number(events: Events, at: int) -> int:
    return int(next((n for e in reversed(events[:at]) if (n := getattr(e, "number", 0))), 1))


# Of every game.


def _correction(events: Events, at: int, rng: random.Random) -> Event:
    return common.ScoreCorrected(_somebody(events, at, rng), _number(events, at), 7, "so")


def _ruling(events: Events, at: int, rng: random.Random) -> Event:  # noqa: ARG001  any place
    return common.WordRuled(rng.choice(("XYLO", "HAUS")), rng.random() < 0.5, "mail", "so")


def _exclusion(events: Events, at: int, rng: random.Random) -> Event:
    name = _somebody(events, at, rng)
    if isinstance(events[0], in_rounds.GameOpened | in_bingo.BingoOpened | in_league.SoloOpened):
        return common.PlayerLeft(name, "")
    return in_turns.PlayerOut(name, "rude")


def _taken_back(events: Events, rng: random.Random) -> Events | None:
    """Let a play that was accepted be taken back instead."""
    found = [at for at, each in enumerate(events) if isinstance(each, in_turns.PlayAccepted)]
    if not found:
        return None
    at = rng.choice(found)
    accepted = events[at]
    assert isinstance(accepted, in_turns.PlayAccepted)
    back = in_turns.PlayTakenBack(accepted.number, accepted.player)
    return (*events[:at], back, *events[at + 1 :])


def _later(name: str) -> Callable[[Any], Any]:
    def change(event: Any) -> Any:
        at = getattr(event, name)
        return None if at is None else replace(event, **{name: at + timedelta(hours=1)})

    return change


def _better(event: Any) -> Any:
    """Return a play with two points more; whatever adds up points takes them from here."""
    match event:
        case in_turns.PlayLaid():
            return replace(event, scored=replace(event.scored, bonus=event.scored.bonus + 2))
        case TilesTaken():
            return replace(event, points=event.points + 2)
        case at_table.TableWordLaid(made=made):
            return replace(event, made=replace(made, own=made.own + "E"))
        case _:
            return None


def _other_letter(event: in_turns.PlayLaid) -> Any:
    """Return a play with another letter, in its words, in its tiles and on the board."""
    scored = event.scored
    tile = scored.new_tiles[0]
    letter = "E" if tile.letter != "E" else "N"
    changed = tile._replace(letter=letter)
    at = tile.square.row * 15 + tile.square.column
    cells = event.board.cells
    lower = cells[at].islower()
    board = Board(cells[:at] + (letter.lower() if lower else letter) + cells[at + 1 :])
    first = scored.words[0]
    words = (replace(first, word=first.word.replace(tile.letter, letter, 1)), *scored.words[1:])
    new = (changed, *scored.new_tiles[1:])
    return replace(event, board=board, scored=replace(scored, words=words, new_tiles=new))


def _turned(event: in_turns.ChallengeDecided) -> Any:
    verdicts = tuple((word, not event.stands) for word, _ in event.verdicts)
    return replace(event, stands=not event.stands, verdicts=verdicts)


def _other_deductions(event: in_turns.RacksRevealed) -> Any:
    return replace(event, deductions={name: n + 1 for name, n in event.deductions.items()})


def _other_racks(event: in_turns.RacksRevealed) -> Any:
    return replace(event, racks={name: "E" * len(rack) for name, rack in event.racks.items()})


def _other_drawing(event: in_turns.TilesDrawn) -> Any:
    drawn = event.letters.value
    if not drawn or set(drawn) == {"?"}:
        return None
    other = "E" if drawn[0] != "E" else "N"
    return replace(event, letters=Secret(other + drawn[1:]))


def _bound(event: in_turns.TilesDrawn) -> Any:
    """Return a drawing with other letters, and the receipt that would bind a rack of these alone."""
    other = _other_drawing(event)
    if other is None:
        return None
    receipt = receipt_of(
        "kiel", event.number, event.player, in_order(other.letters.value), event.nonce.value
    )
    return replace(other, receipt=receipt)


def _drawn_letter(event: Any) -> Any:
    drawn = event.drawn
    return (
        None if not drawn else replace(event, drawn=("E" if drawn[0] != "E" else "N") + drawn[1:])
    )


# Of games in rounds: all totals and ranks after it are made to fit.


def _refitted(events: Events, since: int, player: str, points: int) -> Events:
    """Return events in which somebody has so many points more from one on."""
    found = list(events)
    for at, event in enumerate(events):
        if isinstance(event, common.PlayerRenamed) and event.name == player and at > since:
            player = event.new_name
        if at < since or not isinstance(event, in_rounds.RoundClosed):
            continue
        rows = tuple(
            replace(row, total=row.total + points) if row.player == player else row
            for row in event.result.entries
        )
        ranks = ranking({row.player: row.total for row in rows})
        ranked = [replace(row, rank=ranks[row.player]) for row in rows]
        found[at] = in_rounds.RoundClosed(
            replace(event.result, entries=tuple(sorted(ranked, key=lambda row: row.rank)))
        )
    return tuple(found)


def _closed(events: Events) -> list[tuple[int, RoundResult]]:
    return [(at, e.result) for at, e in enumerate(events) if isinstance(e, in_rounds.RoundClosed)]


def _correction_refitted(events: Events, rng: random.Random) -> Events | None:
    """Give somebody points for a round while the next one is open; all that is closed later is made to fit."""
    opened = [
        at for at, e in enumerate(events) if isinstance(e, in_rounds.RoundOpened) and e.number > 1
    ]
    if not opened:
        return None
    at = rng.choice(opened)
    number = _number(events, at + 1) - 1
    made = common.ScoreCorrected(_somebody(events, at, rng), number, 12, "so")
    return _repaired((*events[: at + 1], made, *events[at + 1 :]))


def _repaired(events: Events) -> Events | None:
    """Return forged events with the sums as the rules want them: whatever is refused is adjusted."""
    for _ in range(80):
        try:
            of_rounds.decide(Script(events, is_whole=True), None)
        except UnlikeError as unlike:
            patched = _patched(events, unlike.difference)
            if patched is None:
                return None
            events = patched
        else:
            return events
    return None


def _patched(events: Events, wanted: Difference) -> Events | None:
    """Return events with a row of a closed round as it is wanted there, the first that is otherwise."""
    for at, result in _closed(events):
        if result.number != wanted.round:
            continue
        rows = {row.player: row for row in result.entries}
        if wanted.field == "entries" and isinstance(wanted.expected, tuple):
            if tuple(rows) != wanted.found:
                continue
            entries = tuple(rows[name] for name in wanted.expected)
        elif wanted.field in ("total", "rank", "rank_before") and wanted.player in rows:
            row = rows[wanted.player]
            if getattr(row, wanted.field) != wanted.found:
                continue
            values: dict[str, Any] = {wanted.field: wanted.expected}
            rows[row.player] = replace(row, **values)
            entries = tuple(rows.values())
        else:
            return None
        made = in_rounds.RoundClosed(replace(result, entries=entries))
        return (*events[:at], made, *events[at + 1 :])
    return None


def _points_refitted(events: Events, rng: random.Random) -> Events | None:
    return _entry(events, rng, lambda row: replace(row, points=row.points + 5), 5)


def _arrival(events: Events, rng: random.Random) -> Events | None:
    def earlier(row: PlayerResult) -> PlayerResult | None:
        then = row.received
        return None if then is None else replace(row, received=then - timedelta(minutes=1))

    return _entry(events, rng, earlier, 0)


def _entry(
    events: Events,
    rng: random.Random,
    change: Callable[[PlayerResult], PlayerResult | None],
    points: int,
) -> Events | None:
    rows = [
        (at, number, other)
        for at, result in _closed(events)
        for number, row in enumerate(result.entries)
        if (other := change(row)) is not None
    ]
    if not rows:
        return None
    at, number, other = rng.choice(rows)
    event = events[at]
    assert isinstance(event, in_rounds.RoundClosed)
    entries = event.result.entries
    made = replace(event.result, entries=(*entries[:number], other, *entries[number + 1 :]))
    lie = (*events[:at], in_rounds.RoundClosed(made), *events[at + 1 :])
    return _refitted(lie, at, other.player, points) if points else lie


def _other_rack(events: Events, rng: random.Random) -> Events | None:
    """Exchange a letter drawn with one left in the bag."""
    found = [
        at for at, e in enumerate(events) if isinstance(e, in_rounds.LettersDrawn) and e.draw.drawn
    ]
    if not found:
        return None
    at = rng.choice(found)
    event = events[at]
    assert isinstance(event, in_rounds.LettersDrawn)
    draw = event.draw
    one, other = draw.drawn[0], next((t for t in draw.bag if t != draw.drawn[0]), None)
    if other is None:
        return None
    made = replace(
        draw,
        drawn=in_order(draw.drawn.replace(one, other, 1)),
        rack=in_order(draw.rack.replace(one, other, 1)),
        bag=in_order(draw.bag.replace(other, one, 1)),
    )
    lie = (*events[:at], replace(event, draw=made), *events[at + 1 :])
    opened = events[at + 1 :]
    return None if not opened else lie


def _swapped_entries(events: Events, rng: random.Random) -> Events | None:
    """Give one player the move of another, with what it scores."""
    closed = [(at, r) for at, r in _closed(events) if len({row.points for row in r.entries}) > 1]
    if not closed:
        return None
    at, result = rng.choice(closed)
    best, worst = result.entries[0], min(result.entries, key=lambda row: row.points)
    gained = best.points - worst.points
    took = replace(
        worst, status=best.status, moves=best.moves, counts=best.counts, points=best.points,
        received=best.received, deduction=best.deduction,
    )  # fmt: skip
    entries = tuple(took if row is worst else row for row in result.entries)
    lie = (*events[:at], in_rounds.RoundClosed(replace(result, entries=entries)), *events[at + 1 :])
    return _refitted(lie, at, worst.player, gained)


def _other_lot(event: in_rounds.RoundClosed) -> Any:
    laid = event.result.laid
    if laid is None or laid.lot is None:
        return None
    lot = replace(laid.lot, chosen=(laid.lot.chosen + 1) % len(laid.lot.choices))
    return replace(event, result=replace(event.result, laid=replace(laid, lot=lot)))


def _other_winner(event: in_bingo.BingoReached) -> Any:
    return replace(event, players=(*event.players[1:], "Anna") if event.players else ("Anna",))


def _other_words(event: in_bingo.WordsFixed) -> Any:
    words = event.words.value
    if not words or "?" in words[0][0]:
        return None
    return replace(event, words=Secret((("XXXXXXX", "YYYYYYY"), *words[1:])))


def _based(event: common.PlayerJoined) -> Any:
    return replace(event, total=event.total + 5)


def _reversed(name: str) -> Callable[[Any], Any]:
    def change(event: Any) -> Any:
        return replace(event, **{name: getattr(event, name)[::-1]})

    return change


def _exchanged(events: Events, rng: random.Random) -> Events | None:
    """Let two turns follow in another order."""
    turns = [at for at, each in enumerate(events) if isinstance(each, in_turns.TurnBegan)]
    if len(turns) < 3:
        return None
    first = rng.randrange(len(turns) - 2)
    one, two, three = turns[first : first + 3]
    return (*events[:one], *events[two:three], *events[one:two], *events[three:])


_LAID = (in_turns.PlayLaid, TilesTaken, at_table.TableWordLaid)
AIMS = MappingProxyType[str, Callable[[Events, random.Random], Events | None]](
    {
        "ScoreCorrected invented": _put(_correction),
        "ScoreCorrected invented, all totals and ranks adjusted": _correction_refitted,
        "WordRuled invented": _put(_ruling),
        "WordRuled turned": _one(common.WordRuled, lambda e: replace(e, accepted=not e.accepted)),
        "PlayerOut or PlayerLeft invented": _put(_exclusion),
        "PlayerJoined with another base": _one(common.PlayerJoined, _based),
        "BaseFixed with another base": _one(
            in_rounds.BaseFixed, lambda e: replace(e, base=e.base + 3)
        ),
        "points of a play, all sums adjusted": _one(_LAID, _better),
        "points of an entry, all totals and ranks adjusted": _points_refitted,
        "RoundClosed.result.entries[].received (with an aim)": _arrival,
        ".received": _one(_LAID, _later("received")),
        "RoundClosed.result.entries[].moves (those of another)": _swapped_entries,
        "PlayLaid.scored.new_tiles (another letter)": _one(in_turns.PlayLaid, _other_letter),
        "TilesDrawn.letters (others)": _one(in_turns.TilesDrawn, _other_drawing),
        "TilesDrawn.letters (with a receipt)": _one(in_turns.TilesDrawn, _bound),
        "LettersDrawn.draw (the bag adjusted)": _other_rack,
        "TilesCalled.drawn": _one(in_bingo.TilesCalled, _drawn_letter),
        "another lot": _one(in_rounds.RoundClosed, _other_lot),
        "a challenge turned": _one(in_turns.ChallengeDecided, _turned),
        "another cost of a challenge": _one(
            in_turns.ChallengeDecided, lambda e: replace(e, cost=e.cost + 5)
        ),
        "RacksRevealed.deductions (others)": _one(in_turns.RacksRevealed, _other_deductions),
        "other racks at the end": _one(in_turns.RacksRevealed, _other_racks),
        "an accepted play taken back": _taken_back,
        "SeatsDrawn.seats (reversed)": _one(in_turns.SeatsDrawn, _reversed("seats")),
        "StarterDrawn.order (reversed)": _one(in_turns.StarterDrawn, _reversed("order")),
        "another order of turns": _exchanged,
        "another winner": _one(in_bingo.BingoReached, _other_winner),
        "other words": _one(in_bingo.WordsFixed, _other_words),
        "TileTaken.stack": _one(at_table.TileTaken, lambda e: replace(e, stack=e.stack % 4 + 1)),
        "TileTaken.tile": _one(
            at_table.TileTaken, lambda e: replace(e, tile="E" if e.tile != "E" else "N")
        ),
    }
)
