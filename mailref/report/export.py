"""A whole game as the JSON object of CONTRACT.md section 4, from its events; without addresses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from mailref.report.contract import Json, move_to_json
from mailref.rules.board import Axes, Direction, Square, place_name, square_name
from mailref.rules.events import (
    BoardCleared,
    Event,
    GameOpened,
    LettersDrawn,
    RoundClosed,
    RoundReopened,
    ScoreCorrected,
    WordRuled,
)
from mailref.rules.game import Game, ranking
from mailref.rules.replay import apply
from mailref.rules.results import Laid, PlayerResult, RoundResult, Top
from mailref.rules.switches import rules_table
from mailref.rules.tiles import GERMAN
from mailref.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class _Closed:
    """A closed round with what was decided about it later."""

    result: RoundResult
    rules: Rules
    drawn: LettersDrawn | None = None
    cleared: bool = False
    adjustments: tuple[ScoreCorrected, ...] = ()


@dataclass(frozen=True, slots=True)
class _Record:
    """A game's record as the export needs it."""

    opened: GameOpened
    game: Game
    closed: tuple[_Closed, ...] = ()
    rulings: tuple[tuple[int, WordRuled], ...] = ()


def game_to_json(events: Iterable[Event], zone: tzinfo) -> dict[str, Json]:
    """Return the whole game; times in *zone*. The hash is added by the caller."""
    record = _record(events)
    opened, game = record.opened, record.game
    rounds: list[Json] = [_round(record, index, zone) for index in range(len(record.closed))]
    if game.round is not None:
        rounds.append(_open_round(game, zone))
    totals = {name: player.total for name, player in game.players.items()}
    ranks = ranking(totals)
    return {
        "game": opened.id,
        "title": opened.title,
        "variant": opened.variant,
        "rules": _plain(rules_table(game.rules)),
        "tiles": {
            letter: {"count": count, "value": GERMAN.value(letter)}
            for letter, count in GERMAN.counts.items()
        },
        "start": _start(record),
        "finished": game.is_over,
        "commitment": opened.commitment,
        "seed": game.seed,
        "lexicon": {"name": opened.lexicon, "sha256": opened.lexicon_sha256},
        "rulings": [_ruling(number, event) for number, event in record.rulings],
        "rounds": rounds,
        "standings": [
            {"rank": ranks[name], "player": name, "points": totals[name]}
            for name in sorted(totals, key=lambda name: (ranks[name], name))
        ],
    }


def _record(events: Iterable[Event]) -> _Record:
    record: _Record | None = None
    for event in events:
        if isinstance(event, GameOpened):
            record = _Record(event, apply(None, event))
        elif record is not None:
            record = _with(record, event)
    if record is None:
        raise ValueError("no events, no game")
    return record


def _with(record: _Record, event: Event) -> _Record:
    number, rules = record.game.round_number, record.game.rules
    record = replace(record, game=apply(record.game, event))
    match event:
        case RoundClosed(result):
            return replace(record, closed=(*record.closed, _Closed(result, rules)))
        case LettersDrawn() if record.closed:
            return _with_last(record, drawn=event)
        case BoardCleared():
            return _with_last(record, cleared=True)
        case RoundReopened():
            return replace(record, closed=record.closed[:-1])
        case WordRuled():
            return replace(record, rulings=(*record.rulings, (number, event)))
        case ScoreCorrected():
            return replace(record, closed=_corrected(record.closed, event))
        case _:
            return record


def _with_last(record: _Record, **changes: object) -> _Record:
    last = replace(record.closed[-1], **changes)  # type: ignore[arg-type]  # names of _Closed's fields
    return replace(record, closed=(*record.closed[:-1], last))


def _corrected(closed: Sequence[_Closed], event: ScoreCorrected) -> tuple[_Closed, ...]:
    return tuple(
        replace(each, adjustments=(*each.adjustments, event))
        if each.result.number >= event.number
        else each
        for each in closed
    )


def _start(record: _Record) -> Json:
    """Return what a game taken over began with, else null."""
    opened = record.opened
    if not opened.is_taken_over:
        return None
    rows: list[Json] = list(opened.board.rows)
    return {"round": opened.first_round, "board": rows}


def _ruling(number: int, event: WordRuled) -> Json:
    return {
        "word": event.word,
        "accepted": event.accepted,
        "round": number,
        "by": event.by,
        "because": event.because,
    }


def _round(record: _Record, index: int, zone: tzinfo) -> Json:
    closed = record.closed[index]
    result, drawn = closed.result, closed.drawn
    rows: list[Json] = list(result.board.rows)
    return {
        "number": result.number,
        "letters": result.letters,
        "deadline": _time(result.deadline, zone),
        "closed": _time(result.closed, zone),
        "final": result.is_final,
        "early": result.is_early,
        "entries": [_entry(row, closed, zone) for row in result.entries],
        "laid": _laid(result.laid, closed.rules),
        "top": top_to_json(result.top, closed.rules),
        "drawn": drawn.draw.drawn if drawn else "",
        "draw": _draw(drawn),
        "bag": len(drawn.draw.bag) if drawn else _bag_after(result),
        "cleared": closed.cleared,
        "undecided": list(result.undecided),
        "board": rows,
    }


def _draw(drawn: LettersDrawn | None) -> Json:
    """Return how the letters were drawn, so that anybody can check it."""
    if drawn is None:
        return None
    draw = drawn.draw
    return {
        "round": drawn.number,
        "by_hand": draw.by_hand,
        "returned": draw.returned,
        "redraws": draw.redraws,
        "relaxed": draw.is_relaxed,
    }


def _bag_after(result: RoundResult) -> int:
    """Return how many tiles are neither on the board nor among the letters kept."""
    on_board = sum(1 for _ in result.board.tiles)
    return len(GERMAN.all_tiles) - on_board - len(result.kept)


def _open_round(game: Game, zone: tzinfo) -> Json:
    playing = game.round
    if playing is None:
        return None
    rows: list[Json] = list(game.board.rows)
    return {
        "number": playing.number,
        "letters": game.rack,
        "deadline": _time(playing.deadline, zone),
        "closed": None,
        "final": playing.is_final,
        "early": False,
        "entries": [],
        "laid": None,
        "top": None,
        "drawn": "",
        "draw": None,
        "bag": len(game.bag),
        "cleared": False,
        "undecided": [],
        "board": rows,
    }


def _entry(row: PlayerResult, closed: _Closed, zone: tzinfo) -> Json:
    shown = row.counted or (row.moves[0] if row.moves else None)
    move = move_to_json(shown, closed.rules) if shown else None
    first = shown.plays[0].scored if shown and shown.plays else None
    mine = [a for a in closed.adjustments if a.player == row.player]
    axes = closed.rules.axes
    return {
        "player": row.player,
        "received": _time(row.received, zone),
        "status": row.status.value,
        "square": place_name(first.square, first.direction, axes) if first else None,
        "direction": first.direction.value if first else None,
        "word": first.word if first else None,
        "formula": row.counted.formula if row.counted else None,
        "points": row.points,
        "base": row.base,
        "deduction": row.deduction,
        "adjustments": [
            {"points": a.points, "because": a.because}
            for a in mine
            if a.number == closed.result.number
        ],
        "total": row.total + sum(a.points for a in mine),
        "rank": row.rank,
        "move": move,
        "faults": move["faults"] if move else [],
    }


def _laid(laid: Laid | None, rules: Rules) -> Json:
    if laid is None:
        return None
    lot = laid.lot
    return {
        "players": list(laid.players),
        "move": move_to_json(laid.judged, rules),
        "tie": list(laid.tie),
        "lot": {"purpose": lot.purpose, "choices": list(lot.choices), "chosen": lot.chosen}
        if lot
        else None,
    }


def top_to_json(top: Top | None, rules: Rules) -> Json:
    """Return the top with its moves in words (`M9s BEHAUE`), or null where it is not known."""
    if top is None:
        return None
    moves: list[Json] = []
    for move in top.moves:
        plays = [
            f"{play_name(square, direction, word, rules.axes)}{_blanks(blanks, rules)}"
            for square, direction, word, blanks in move.plays
        ]
        swaps = "".join(f" <> {square_name(square, rules.axes)}" for square in move.swaps)
        moves.append("; ".join(plays) + swaps)
    return {"points": top.points, "exact": top.is_exact, "moves": moves}


def _blanks(blanks: Sequence[Square], rules: Rules) -> str:
    return "".join(f" {square_name(square, rules.axes)}=?" for square in blanks)


def play_name(square: Square, direction: Direction, word: str, axes: Axes) -> str:
    """Return a play as players write it: `M9s BEHAUE`, or `8H BEHAUE` where letters are rows."""
    place = place_name(square, direction, axes)
    if axes is Axes.COLUMNS:
        place += "w" if direction is Direction.ACROSS else "s"
    return f"{place} {word}"


def _time(moment: datetime | None, zone: tzinfo) -> str | None:
    return None if moment is None else moment.astimezone(zone).isoformat()


def _plain(table: Mapping[str, object]) -> Json:
    return {key: _value(value) for key, value in table.items()}


def _value(value: object) -> Json:
    match value:
        case None | bool() | int() | str():
            return value
        case Mapping():
            return {str(key): _value(each) for key, each in value.items()}
        case Sequence():
            return [_value(each) for each in value]
        case _:
            raise TypeError(f"a switch holds {value!r}, which JSON does not know")
