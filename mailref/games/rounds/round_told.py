"""Moves and rounds of games in rounds as JSON (contract 3 and 4)."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo

from mailref.games.events import DrawsMixed
from mailref.games.rounds.closed_round import ClosedRound, ClosedRow
from mailref.games.rounds.events import GameOpened, LettersDrawn
from mailref.games.rounds.past_rounds import Clock, Entrant
from mailref.games.rounds.past_scores import Correction
from mailref.games.rounds.results import Laid
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rounds.rules import Rules
from mailref.games.rounds.switches import SWITCHES
from mailref.record.as_json import Json, _play, _squares, move_to_json, plain, time_to_json
from mailref.tiles.board import TILES, Square, place_name, square_name
from mailref.tiles.moves import BlankOn, Play, play_name
from mailref.tiles.scoring import Judged, Status
from mailref.tiles.top.found import Top


def moves_to_json(
    moves: Sequence[Judged],
    counts: int | None,
    rules: Rules,
    *,
    may_be_unused: bool = True,
    shows_asked: bool = False,
) -> list[Json]:
    """Return the moves in the order written; a valid one that does not count is `unused`.

    With *shows_asked* the plays of an invalid move are all shown as they were asked for, those that
    fit nowhere without points: what was understood.
    """
    shown: list[Json] = []
    for index, judged in enumerate(moves):
        is_unused = may_be_unused and judged.status is Status.VALID and index != counts
        move = move_to_json(judged, rules, is_unused=is_unused)
        if shows_asked and judged.status is Status.INVALID:
            move["plays"] = _asked(judged, rules)
        shown.append(move)
    return shown


def _asked(judged: Judged, rules: Rules) -> list[Json]:
    """Return every play of a move as it was asked for; those that fit the board with their words."""
    laid = {
        (play.scored.square, play.scored.direction, play.scored.word): play for play in judged.plays
    }
    asked: list[Json] = []
    for play in judged.written.move.plays if judged.written.move else ():
        fits = laid.get((play.square, play.direction, play.word))
        asked.append(_play(fits, rules) if fits else _unlaid(play, rules))
    return asked


def _unlaid(play: Play, rules: Rules) -> Json:
    marked = [play.squares[index] for index in sorted(play.starred)]
    named = [blank.square for blank in play.blanks if isinstance(blank, BlankOn)]
    blanks = [square for square in dict.fromkeys((*marked, *named)) if square.is_on_board]
    return {
        "square": place_name(play.square, play.direction, rules.axes),
        "direction": play.direction.value,
        "word": play.word,
        "blanks": _squares(blanks, rules),
        "points": None,
        "words": [],
    }


def start_to_json(opened: GameOpened) -> Json:
    """Return what a game taken over began with, else null."""
    if not opened.is_taken_over:
        return None
    return {"round": opened.first_round, "board": list(opened.board.rows)}


def entrant_to_json(entrant: Entrant) -> dict[str, Json]:
    """Return when a player came, and with what."""
    fixed = entrant.fixed
    told_anew: dict[str, Json] = (
        {"fixed": {"corrections": fixed.corrections, "reopened": fixed.reopened}} if fixed else {}
    )
    return {
        "player": entrant.name,
        "round": entrant.round,
        "base": entrant.base,
        "missed": entrant.missed,
        "late": entrant.is_late,
        "corrections": entrant.corrections,
        "reopened": entrant.reopened,
        **told_anew,
    }


def round_to_json(
    closed: ClosedRound,
    clock: Clock,
    rulings: int,
    mixes: Mapping[int, DrawsMixed],
    *,
    switches: Mapping[str, object],
    zone: tzinfo,
) -> dict[str, Json]:
    """Return a closed round; its rules are told as far as they differ from the game's *switches*.

    *rulings* says how many had been made when it was closed.
    """
    drawn = closed.drawn
    return {
        "number": closed.number,
        "letters": closed.letters,
        "deadline": time_to_json(closed.deadline, zone),
        "deadlines": [time_to_json(each, zone) for each in clock.deadlines],
        "paused": clock.was_paused,
        "closed": time_to_json(closed.closed, zone),
        "final": closed.is_final,
        "early": closed.is_early,
        "reopened": closed.reopened,
        "rules": _other_rules(closed.rules, switches),
        "rulings": rulings,
        "entries": [_entry(row, closed.rules, zone) for row in closed.rows],
        "former": [
            {
                "player": row.player,
                "adjustments": adjustments(row.corrections),
                "total": row.total,
                "rank": row.rank,
            }
            for row in closed.former
        ],
        "laid": _laid(closed.laid, closed.rules),
        "top": top_to_json(closed.top, closed.rules),
        "drawn": drawn.draw.drawn if drawn else "",
        "draw": draw_to_json(drawn, closed.kept, mixes, is_redrawn=closed.is_redrawn),
        "bag": len(drawn.draw.bag) if drawn else _bag_after(closed),
        "cleared": closed.is_cleared,
        "undecided": list(closed.undecided),
        "policy": closed.undecided_policy,
        "board": list(closed.board.rows),
    }


def _other_rules(rules: Rules, switches: Mapping[str, object]) -> Json:
    """Return the switches that were otherwise in this round."""
    own = SWITCHES.table(rules)
    return plain({key: value for key, value in own.items() if value != switches[key]})


def draw_to_json(
    drawn: LettersDrawn | None, kept: str, mixes: Mapping[int, DrawsMixed], *, is_redrawn: bool
) -> Json:
    """Return how the letters were drawn, so that anybody can check it."""
    if drawn is None:
        return None
    draw, mix = drawn.draw, mixes.get(drawn.number)
    words: list[Json] | None = None
    if mix is not None:
        words = [{"player": name, "word": word} for name, word in mix.words]
    return {
        **({} if words is None else {"mix": words}),
        "round": drawn.number,
        "drawn": draw.drawn,
        "by_hand": draw.by_hand,
        "returned": kept if is_redrawn else draw.returned,
        "redraws": draw.redraws,
        **({"anew": list(drawn.anew)} if drawn.anew else {}),
        "relaxed": draw.is_relaxed,
        "corrected": is_redrawn,
    }


def _bag_after(closed: ClosedRound) -> int:
    """Return how many tiles are neither on the board nor among the letters kept."""
    if closed.is_cleared:
        return len(TILES.all_tiles)
    on_board = sum(1 for _ in closed.board.tiles)
    return len(TILES.all_tiles) - on_board - len(closed.kept)


def open_round_to_json(game: RoundGame, clock: Clock, rulings: int, zone: tzinfo) -> Json:
    """Return the open round of *game*; null where none is open."""
    playing = game.round
    if playing is None:
        return None
    return {
        "number": playing.number,
        "letters": game.rack,
        "deadline": time_to_json(playing.deadline, zone),
        "deadlines": [time_to_json(each, zone) for each in clock.deadlines],
        "paused": clock.was_paused,
        "closed": None,
        "final": playing.is_final,
        "early": False,
        "reopened": game.reopened,
        "rules": {},
        "rulings": rulings,
        "entries": [],
        "former": [],
        "laid": None,
        "top": None,
        "drawn": "",
        "draw": None,
        "bag": len(game.bag),
        "cleared": False,
        "undecided": [],
        "policy": None,
        "board": list(game.board.rows),
    }


def _entry(row: ClosedRow, rules: Rules, zone: tzinfo) -> Json:
    shown = row.counted or (row.moves[0] if row.moves else None)
    moves = moves_to_json(row.moves, row.counts, rules)
    move = None if row.counts is None else moves[row.counts]
    if not isinstance(move, dict):  # none counts
        move = move_to_json(shown, rules) if shown else None
    first = shown.plays[0].scored if shown and shown.plays else None
    axes = rules.axes
    return {
        "player": row.player,
        "received": time_to_json(row.received, zone),
        "status": row.status.value,
        "square": place_name(first.square, first.direction, axes) if first else None,
        "direction": first.direction.value if first else None,
        "word": first.word if first else None,
        "formula": row.counted.formula if row.counted else None,
        "points": row.points,
        "base": row.base,
        "deduction": row.deduction,
        "adjustments": adjustments(row.corrections),
        "total": row.total,
        "rank": row.rank,
        "move": move,
        "faults": move["faults"] if move else [],
        "moves": moves,
        "counts": row.counts,
    }


def adjustments(corrections: Sequence[Correction]) -> Json:
    """Return what the game master added or took away."""
    return [
        {"points": each.points, "because": each.because, "order": each.order}
        for each in corrections
    ]


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
