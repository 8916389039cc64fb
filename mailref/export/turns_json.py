"""A whole game in turns as JSON (classic 14); what is secret is null until the end."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, tzinfo

from mailref.export.game_json import sha256_of
from mailref.export.round_json import Json, beginning_to_json, plain, ruling_to_json
from mailref.rules.board import Axes, Square, place_name, square_name
from mailref.rules.events import Event, ScoreCorrected
from mailref.rules.rounds.closed_round import ranking
from mailref.rules.switches import told_rules
from mailref.rules.turns.orders import Wish
from mailref.rules.turns.turn_history import ToldTurn
from mailref.rules.turns.turn_record import (
    EXCHANGE,
    RecordedChallenge,
    RecordedDrawing,
    RecordedRuling,
    RecordedTurn,
    Then,
    TurnsRecord,
    turns_record_of,
)
from mailref.rules.turns.turn_rules import SameTiles, Secret
from mailref.rules.turns.turn_switches import theme_table, turn_rules_table
from mailref.rules.variant import FamilyName


def export_of_turns(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the whole game with the hash of its canonical JSON; times in *zone*.

    With *reveals* what is secret is told though the game goes on: for the check against the seed alone.
    """
    exported = turns_to_json(turns_record_of(events), zone, reveals=reveals)
    return {**exported, "sha256": sha256_of(exported)}


def turns_to_json(record: TurnsRecord, zone: tzinfo, *, reveals: bool = False) -> dict[str, Json]:
    """Return the whole game; the hash is added by `export_of_turns`."""
    told = _Told(zone, record.opened.rules.axes, is_open=reveals or record.game.tells_all)
    game = record.game
    outs = [name for name in game.seats if game.hands[name].is_out]
    return {
        **_beginning(record),
        "finished": game.is_over,
        "ended": game.ended or None,
        "ended_at": told.time(record.ended.at) if record.ended else None,
        "seed": game.seed if game.tells_all else None,
        "players": [{"player": name, "base": base} for name, base in record.joined],
        "lots": lots_to_json(record.lots),
        "lot_of_seats": None if record.seats is None else list(record.seats),
        "starter": _starter(record),
        "seats": list(game.seats),
        "drawings": [told.drawing(each) for each in record.drawings],
        "turns": [told.turn(each, record) for each in record.turns],
        "to_move": _to_move(record, told),
        "out": [
            {"player": each.player, "why": each.why, **_then(each.then)} for each in record.outs
        ],
        "rulings": [_ruling(each) for each in record.rulings if told.may_tell(each, record)],
        "adjustments": [
            {
                "player": each.player,
                "points": each.points,
                "because": each.because,
                **_then(each.then),
            }
            for each in record.corrections
        ],
        "racks": {name: told.secret(game.hands[name].rack) for name in game.seats},
        "deductions": None if record.end is None else dict(record.end.deductions),
        "standings": standings_to_json({name: record.totals[name] for name in game.seats}, outs),
    }


def _beginning(record: TurnsRecord) -> dict[str, Json]:
    """Return what was fixed when the game began."""
    opened = record.opened
    return {
        "family": str(FamilyName.TURNS),
        **beginning_to_json(opened, _start(record)),
        "rules": plain(told_rules(turn_rules_table(opened.rules))),
        "theme": plain(theme_table(opened.rules.theme) or {}) or None,
        **same_tiles_to_json(opened.same_tiles),
    }


def same_tiles_to_json(same: SameTiles | None) -> dict[str, Json]:
    """Return with which game another has the same tiles; nothing is said of all others."""
    return {} if same is None else {"same_tiles": {"game": same.other, "second": same.is_second}}


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


def lots_to_json(lots: Iterable[tuple[str, str]] | None) -> Json:
    """Return the words that were mixed into the draws, each with its player."""
    return None if lots is None else [_pair(row, "word") for row in lots]


def adjustments_to_json(
    corrections: Iterable[tuple[int, ScoreCorrected]], called: Callable[[str], str]
) -> Json:
    """Return what the game master gave or took, each with the number of turns before it."""
    return [
        {
            "player": called(event.player),
            "points": event.points,
            "because": event.because,
            "after": after,
        }
        for after, event in corrections
    ]


def open_play_to_json(turn: ToldTurn) -> dict[str, Json]:
    """Return what became of a play: its challenges, who accepted it, whether it was taken back."""
    return {
        "challenges": [
            {
                "player": each.player,
                "words": list(each.words),
                "verdicts": [{"word": w, "valid": valid} for w, valid in each.verdicts],
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


def _start(record: TurnsRecord) -> Json:
    """Return what a game taken over began with, else null."""
    if not record.opened.is_taken_over:
        return None
    return {"turn": record.opened.first_turn, "board": list(record.opened.board.rows)}


def _starter(record: TurnsRecord) -> Json:
    if record.starter is None:
        return None
    drawings: list[Json] = [
        [_pair(each, "tile") for each in row] for row in record.starter.drawings
    ]
    return {"drawings": drawings, "order": list(record.starter.order)}


def _pair(row: tuple[str, str], of: str) -> Json:
    return {"player": row[0], of: row[1]}


def _then(then: Then) -> dict[str, Json]:
    return {"turn": then.turn, "undos": then.undos, "open": then.is_open}


def _ruling(ruling: RecordedRuling) -> Json:
    return {**ruling_to_json(ruling.turn, ruling.made), "undos": ruling.undos}


def _to_move(record: TurnsRecord, told: "_Told") -> Json:
    turn = record.game.turn
    if turn is None:
        return None
    return {"number": turn.number, "player": turn.player, "began": told.time(turn.began)}


class _Told:
    """How values of one game are told."""

    def __init__(self, zone: tzinfo, axes: Axes, *, is_open: bool) -> None:
        self._zone = zone
        self._axes = axes
        self._is_open = is_open

    def time(self, moment: datetime | None) -> str | None:
        return None if moment is None else moment.astimezone(self._zone).isoformat()

    def secret(self, held: Secret[str]) -> str | None:
        return held.value if self._is_open else None

    def may_tell(self, ruling: RecordedRuling, record: TurnsRecord) -> bool:
        """Tell whether a ruling is on a word that lay: another was in a move unseen (classic 10)."""
        scored = (turn.scored for turn in record.turns if turn.scored is not None)
        laid = (word.word for play in scored for word in play.words)
        return self._is_open or ruling.made.word in laid

    def _wish(self, held: Secret[Wish | None]) -> Json:
        if held.value is None or not self._is_open:
            return None
        return {"vowels": held.value.vowels, "consonants": held.value.consonants}

    def drawing(self, recorded: RecordedDrawing) -> Json:
        drawn = recorded.drawn
        return {
            "number": drawn.number,
            "player": recorded.player,
            "bound_to": drawn.player,
            "at": self.time(drawn.at),
            "count": drawn.count,
            "drawn": self.secret(drawn.letters),
            "put_back": self.secret(drawn.put_back),
            "rack": self.secret(recorded.rack),
            "receipt": drawn.receipt,
            "nonce": self.secret(drawn.nonce),
            "by_hand": drawn.by_hand,
            "wish": self._wish(drawn.wish),
        }

    def turn(self, turn: RecordedTurn, record: TurnsRecord) -> Json:
        scored = turn.scored
        is_exchange = turn.kind == EXCHANGE
        drawn = "".join(record.drawing(number).drawn.letters.value for number in turn.draws)
        last = turn.draws[-1] if turn.draws else None
        return {
            "number": turn.number,
            "player": turn.player,
            "kind": turn.kind,
            "why": str(turn.why) or None,
            "began": self.time(turn.began),
            "received": self.time(turn.received),
            "square": place_name(scored.square, scored.direction, self._axes) if scored else None,
            "direction": scored.direction.value if scored else None,
            "word": scored.word if scored else None,
            "blanks": self._squares(scored.blanks) if scored else [],
            "words": [{"word": w.word, "points": w.points} for w in scored.words] if scored else [],
            "formula": turn.formula or None,
            "points": turn.points,
            "theme": turn.theme,
            "claims": list(turn.claims),
            "themed": [
                {"word": each.word, "points": each.points, **_then(each.then)}
                for each in turn.themed
            ],
            "swaps": self._squares(turn.swaps),
            "wish": self._wish(turn.wish),
            "challenges": [self._challenge(each) for each in turn.challenges],
            "accepted": None
            if turn.accepted is None
            else {"how": str(turn.accepted), "by": turn.accepted_by},
            "taken_back": turn.is_taken_back,
            "count": turn.count,
            "rack": self.secret(turn.rack),
            "put_back": self.secret(turn.letters) if is_exchange else None,
            "drawings": list(turn.draws),
            "drawn": self.secret(Secret(drawn)),
            "receipt": None if last is None else record.drawing(last).drawn.receipt,
            "bag": turn.bag,
            "total": turn.total,
            "board": list(turn.board.rows),
            "undone": turn.undone,
        }

    def _squares(self, squares: Sequence[Square]) -> list[Json]:
        return [square_name(square, self._axes) for square in squares]

    def _challenge(self, challenge: RecordedChallenge) -> Json:
        made, decided = challenge.made, challenge.decided
        return {
            "player": challenge.player,
            "received": self.time(made.received),
            "words": list(made.words),
            "verdicts": None
            if decided is None
            else [{"word": word, "valid": valid} for word, valid in decided.verdicts],
            "stands": None if decided is None else decided.stands,
            "cost": 0 if decided is None else decided.cost,
        }
