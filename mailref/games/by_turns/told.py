"""What an export tells of every game of players at a table, in the same words (contract 4)."""

from collections.abc import Collection, Iterable, Mapping

from mailref.games.by_turns.history import ToldTurn, TurnHistory
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.game import SameTiles
from mailref.games.ranking import ranking
from mailref.record.as_json import Json


def players_to_json(history: TurnHistory) -> dict[str, Json]:
    """Return who came, each with what he began with, the words mixed into the draws, the lot for the seats."""
    lots = history.lots
    return {
        "players": [{"player": name, "base": base} for name, base in history.players],
        "lots": None if lots is None else [{"player": n, "word": word} for n, word in lots],
        "lot_of_seats": None if history.seats is None else list(history.seats),
    }


def adjustments_to_json(history: TurnHistory) -> Json:
    """Return what the game master gave or took, each with the number of turns before it."""
    return [
        {
            "player": each.player,
            "points": each.event.points,
            "because": each.event.because,
            "after": each.then.after,
        }
        for each in history.corrections
    ]


def places_to_json(game: SeatedGame) -> Json:
    """Return the places of those at the table, by their totals of now."""
    totals = {name: player.total for name, player in game.players.items()} | dict(game.final)
    outs = {name for name in game.seats if game.hands[name].is_out}
    return standings_to_json({name: totals[name] for name in game.seats}, outs)


def standings_to_json(totals: Mapping[str, int], outs: Collection[str] = ()) -> Json:
    """Return the places, 1 1 3; who is out stands behind all who are not (classic 7.6)."""
    ranks = ranking({name: total for name, total in totals.items() if name not in outs})
    outside = ranking({name: total for name, total in totals.items() if name in outs})
    inside = len(ranks)
    ranks |= {name: rank + inside for name, rank in outside.items()}
    return [
        {"rank": ranks[name], "player": name, "points": totals[name]}
        for name in sorted(ranks, key=lambda name: (ranks[name], name))
    ]


def same_tiles_to_json(same: SameTiles | None) -> dict[str, Json]:
    """Return with which game another has the same tiles; nothing is said of all others."""
    return {} if same is None else {"same_tiles": {"game": same.other, "second": same.is_second}}


def open_play_to_json(turn: ToldTurn) -> dict[str, Json]:
    """Return what became of a play: its challenges, who accepted it, whether it was taken back."""
    return {
        "challenges": [
            {
                "player": each.player,
                "words": list(each.words),
                "verdicts": verdicts_to_json(each.verdicts),
                "stands": each.stands,
                "cost": each.cost,
            }
            for each in turn.challenges
        ],
        "accepted": None
        if turn.accepted is None
        else {"how": str(turn.accepted), "by": turn.accepted_by},
        "taken_back": turn.is_taken_back,
    }


def verdicts_to_json(verdicts: Iterable[tuple[str, bool]]) -> Json:
    """Return the words that were looked up, each with what was found."""
    return [{"word": word, "valid": valid} for word, valid in verdicts]


def to_move_to_json(game: SeatedGame) -> dict[str, Json] | None:
    """Return whose turn it is; None where it is nobody's."""
    turn = game.turn
    return None if turn is None else {"number": turn.number, "player": turn.player}
