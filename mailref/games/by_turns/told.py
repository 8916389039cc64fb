"""What an export tells of every game of players at a table, in the same words (contract 4)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import tzinfo
from typing import Any, ClassVar, Self

from msgspec import UNSET, Struct

from mailref.games.by_turns.history import ToldTurn, TurnHistory
from mailref.games.by_turns.play import game_and_history
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.events import Event
from mailref.games.ranking import ranking
from mailref.record.as_json import Json, Telling

RULING = """
    word=event.value.word accepted=event.value.accepted round=then.after
    by=event.value.by because=event.value.because
"""
"""What is told of a ruling: in which round is by how many turns stood."""


class TableTold(Telling, frozen=True, kw_only=True):
    """What is told of one game; each kind adds its own, and says in which order."""

    opened: Struct
    game: SeatedGame
    history: TurnHistory
    when: ClassVar[str] = "after=then.after"
    """How it is said when something happened beside the turns: after so many."""
    when_out: ClassVar[str] = when
    ruling: ClassVar[str] = RULING

    @classmethod
    def of(cls, events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> Self:
        """Return what tells of a game; times in *zone*."""
        game, history = game_and_history(events)
        return cls(
            zone=zone,
            is_open=is_open,
            axes=game.rules.axes,
            opened=events[0],
            game=game,
            history=history,
        )

    def whole(self, keys: str, **own: Any) -> dict[str, Json]:
        """Return the whole game under *keys* in their order: what all kinds tell, and what is this one's *own*.

        A ruling on a word in a move that nobody has seen is its player's own (classic 10).
        """
        history, game = self.history, self.game
        same, laid = game.same_tiles, {word for turn in history.course for word in turn.words}
        rulings = (e for e in history.rulings if self.is_open or e.event.value.word in laid)
        told = {
            **self.of_all(game, self.opened, history.ended),
            "same_tiles": self.row(same, "game=other second=is_second") if same else UNSET,
            "players": [{"player": name, "base": base} for name, base in history.players],
            "lots": None
            if history.lots is None
            else [{"player": name, "word": word} for name, word in history.lots],
            "lot_of_seats": history.seats,
            "to_move": self.row(game.turn, "number player"),
            "out": self.rows(history.outs, f"player why=event.why {self.when_out}"),
            "rulings": self.rows(rulings, self.ruling),
            "adjustments": self.rows(
                history.corrections, f"player points=event.points because=event.because {self.when}"
            ),
            "standings": places_to_json(game),
        }
        whole: dict[str, Json] = self.row(game, keys, **{**told, **own})
        return whole

    def turn_row(self, turn: ToldTurn, keys: str, **own: Any) -> Any:
        """Return a turn with what became of its play: its challenges, who accepted it, whether it was taken back."""
        told = {
            "challenges": [
                self.row(e, "player words verdicts stands cost", verdicts=verdicts(e.verdicts))
                for e in turn.challenges
            ],
            "accepted": turn.accepted and {"how": turn.accepted.value, "by": turn.accepted_by},
            "taken_back": turn.is_taken_back,
        }
        return self.row(turn, keys, **{**told, **own})


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


def verdicts(found: Iterable[tuple[str, bool]]) -> Json:
    """Return the words that were looked up, each with what was found."""
    return [{"word": word, "valid": valid} for word, valid in found]
