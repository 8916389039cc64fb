"""A league of soloists as JSON, and the check of it (other games 3); before its ZAT no table is told.

The check deals every table anew from the seed, tile by tile in the common order, or takes the letters
chosen from those that were left. Every turn is played again by the rules: squares, words, points, what
is drawn and what is left must come out. Which words are valid, no export can prove.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import tzinfo

from msgspec import Struct

from mailref.record.again import AnyWord, agree, checked
from mailref.record.game_json import JsonObject, sha256_of
from mailref.record.read_export import Difference
from mailref.record.round_json import Json, plain, ruling_to_json
from mailref.record.seated_told import standings_to_json
from mailref.record.verify import Verified
from mailref.rules import events as common
from mailref.rules.board import (
    TILES,
    Axes,
    Board,
    Direction,
    in_order,
    missing_from,
    place_name,
    read_square,
    without,
)
from mailref.rules.events import Event
from mailref.rules.legality import Judge
from mailref.rules.moves import NOWHERE, Move, Play, Swap, WrittenMove
from mailref.rules.replay import replay
from mailref.rules.scoring import Position, ScoredPlay
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.solitaire import common_order, soloist_total
from mailref.rules.turns.solo_game import SoloGame, solo_game, tries_at
from mailref.rules.turns.turn_events import SoloOpened, SoloPlayed
from mailref.rules.turns.turn_game import TurnGame
from mailref.rules.turns.turn_rules import SoloRules
from mailref.rules.turns.turn_switches import solo_rules_and_faults, solo_rules_table
from mailref.rules.variant import FamilyName


def export_of_solo(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the league with the hash of its canonical JSON; times in *zone*.

    With *reveals* the tables are told though the league goes on: for the check against the seed alone.
    """
    log = tuple(events)
    opened, game = log[0], solo_game(replay(log))
    if not isinstance(opened, SoloOpened):
        raise TypeError(f"no league of soloists begins with {type(opened).__name__}")
    is_open = reveals or game.is_over
    rulings = (event for event in log if isinstance(event, common.WordRuled))
    ended = next((event for event in log if isinstance(event, common.GameEnded)), None)
    exported: dict[str, Json] = {
        "family": str(FamilyName.SOLO),
        "game": opened.id,
        "title": opened.title,
        "variant": opened.variant,
        "rules": plain(solo_rules_table(opened.rules)),
        "tiles": {
            letter: {"count": count, "value": TILES.value(letter)}
            for letter, count in TILES.counts.items()
        },
        "commitment": opened.commitment,
        "lexicon": {"name": opened.lexicon, "sha256": opened.lexicon_sha256},
        "deadline": game.deadline.astimezone(zone).isoformat(),
        "players": list(game.players),
        "rulings": [ruling_to_json(1, event) for event in rulings],
        "tables": [_table(name, game, log, zone) for name in game.tables] if is_open else None,
        "finished": game.is_over,
        "ended": game.ended or None,
        "ended_at": ended.at.astimezone(zone).isoformat() if ended else None,
        "seed": game.seed if game.is_over else None,
        "standings": standings_to_json({n: t.counting.result for n, t in game.tables.items()})
        if game.is_over
        else None,
    }
    return {**exported, "sha256": sha256_of(exported)}


def _table(name: str, game: SoloGame, log: tuple[Event, ...], zone: tzinfo) -> Json:
    """Return everything that happened at one table."""
    table, axes = game.tables[name], game.rules.axes
    if game.rules.chosen:
        return {
            "player": name,
            "tries": [_try(at, axes, zone) for at in tries_at(game, name, log)],
            "counts": table.counting.tries,
            "ended": table.ended or None,
            "result": table.counting.result,
        }
    names = {name, *game.players[name].former_names}
    played = [e.event for e in log if isinstance(e, SoloPlayed) and e.player in names]
    return {
        "player": name,
        "turns": list(_turns(played, axes, zone)),
        "ended": table.ended or None,
        "racks_left": [table.hands[seat].rack.value for seat in table.seats],
        "board": list(table.board.rows),
        "result": table.result,
    }


def _try(events: tuple[Event, ...], axes: Axes, zone: tzinfo) -> Json:
    """Return what stands of a try with chosen letters; what was taken back is in no export."""
    over = replay(events)
    if not isinstance(over, TurnGame):
        raise TypeError("a try begins as a classic game")
    return {
        "turns": list(_with_choices(events, axes, zone)),
        "racks_left": [over.hands[seat].rack.value for seat in over.seats],
        "board": list(over.board.rows),
        "result": soloist_total(over),
    }


def _with_choices(events: tuple[Event, ...], axes: Axes, zone: tzinfo) -> Iterator[Json]:
    """Yield each play with the letters chosen for it; letters chosen last may lie on the rack yet."""
    chosen, number = Counter[str](), 0
    for event in events:
        match event:
            case happened.TilesDrawn():
                chosen -= Counter(event.put_back.value)
                chosen += Counter(event.letters.value)
            case happened.PlayLaid():
                number = event.number
                letters = in_order(chosen.elements())
                yield from ({**turn, "chosen": letters} for turn in _turns([event], axes, zone))
                chosen = Counter()
            case _:
                continue
    if chosen:
        left = in_order(chosen.elements())
        yield {**_NO_PLAY, "number": number + 1, "kind": "choice", "chosen": left}


def _turns(played: Iterable[object], axes: Axes, zone: tzinfo) -> Iterator[dict[str, Json]]:
    """Yield each turn; an exchange is recorded after what was drawn for it."""
    for event in played:
        match event:
            case happened.PlayLaid(scored=scored):
                yield {
                    "number": event.number,
                    "kind": "play",
                    "received": event.received.astimezone(zone).isoformat(),
                    "place": place_name(scored.square, scored.direction, axes),
                    "direction": scored.direction.value,
                    "word": _with_blanks(scored),
                    "words": [word.word for word in scored.words],
                    "swaps": [place_name(s, Direction.ACROSS, axes) for s in event.swaps],
                    "exchanged": None,
                    "points": event.points,
                }
            case happened.TilesExchanged():
                yield {**_NO_PLAY, "number": event.number, "kind": "exchange",
                       "exchanged": event.letters.value}  # fmt: skip
            case happened.TurnPassed():
                yield {**_NO_PLAY, "number": event.number, "kind": "pass"}
            case _:
                continue


_NO_PLAY: dict[str, Json] = {
    "received": None,
    "place": None,
    "direction": None,
    "word": None,
    "words": [],
    "swaps": [],
    "exchanged": None,
    "points": 0,
}


def _with_blanks(scored: ScoredPlay) -> str:
    """Return the word, a letter that is a new blank small."""
    blanks = {tile.square for tile in scored.new_tiles if tile.is_blank}
    squares = scored.words[0].squares
    return "".join(
        letter.lower() if square in blanks else letter
        for square, letter in zip(squares, scored.word, strict=True)
    )


# The check.


def verify_solo(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, as `checked` does."""
    return checked(raw, seed, FamilyName.SOLO, _play_again)


def _play_again(export: JsonObject, seed: bytes | None) -> int:
    turns = 0
    rules, faults = solo_rules_and_faults(export["rules"], {})
    agree("rules", [], [fault.message for fault in faults])
    results: dict[str, int] = {}
    for row in export["tables"] or ():
        if rules.chosen:
            results[row["player"]] = _best_again(row, rules)
            turns += sum(len(each["turns"]) for each in row["tries"])
            continue
        if seed is not None:
            results[row["player"]] = _SoloAgain.of(row, rules, seed).play()
        turns += len(row["turns"])
    if export["finished"] and seed is not None:
        agree("standings", standings_to_json(results), export["standings"])
    return turns


def _best_again(row: JsonObject, rules: SoloRules) -> int:
    """Play every try of a table again; return what the best brings, of equal ones the first."""
    found = [
        _SoloAgain(
            {**each, "player": row["player"]}, rules, "", [""], Board(), TILES.all_tiles
        ).play()
        for each in row["tries"]
    ]
    at_end = (None, row["player"])
    agree("counts", found.index(max(found)) + 1, row["counts"], *at_end)
    agree("result", max(found), row["result"], *at_end)
    return max(found)


class _SoloAgain(Struct):
    """One table as it is played again."""

    row: JsonObject
    rules: SoloRules
    left: str
    racks: list[str]
    board: Board
    free: str = ""
    """What may still be chosen, where letters are."""
    total: int = 0

    @classmethod
    def of(cls, row: JsonObject, rules: SoloRules, seed: bytes) -> "_SoloAgain":
        again = cls(row, rules, common_order(seed), [""] * rules.racks, Board())
        for at in range(rules.racks):
            again._fill(at)
        return again

    def _fill(self, at: int) -> None:
        """Fill a rack from the top of the order."""
        lacking = self.rules.rack - len(self.racks[at])
        self.racks[at] += self.left[:lacking]
        self.left = self.left[lacking:]

    def play(self) -> int:
        """Play the turns again; return the result."""
        row, player = self.row, self.row["player"]
        for number, turn in enumerate(row["turns"], start=1):
            here = (number, player)
            agree("number", number, turn["number"], *here)
            at = (number - 1) % self.rules.racks
            if self.rules.chosen:
                self._choose(turn["chosen"], here)
            if turn["kind"] == "play":
                self._lay(turn, at, here)
            elif turn["kind"] == "exchange":
                self._exchange(turn["exchanged"], at, here)
            agree("points", turn["points"] if turn["kind"] == "play" else 0, turn["points"], *here)
            self.total += turn["points"]
        at_end = (None, player)
        agree("board", list(self.board.rows), row["board"], *at_end)
        agree("racks_left", [in_order(rack) for rack in self.racks], row["racks_left"], *at_end)
        left = sum(TILES.sum_of(rack) for rack in self.racks)
        agree("result", self.total - left, row["result"], *at_end)
        return self.total - left

    def _choose(self, letters: str, here: tuple[int, str]) -> None:
        agree("chosen", "", missing_from(self.free, letters), *here)
        self.racks[0], self.free = self.racks[0] + letters, without(self.free, letters)
        agree("chosen", True, len(self.racks[0]) <= self.rules.rack, *here)

    def _lay(self, turn: JsonObject, at: int, here: tuple[int, str]) -> None:
        square = read_square(turn["place"], self.rules.axes)
        word = turn["word"]
        starred = frozenset(place for place, letter in enumerate(word) if letter.islower())
        swaps = tuple(Swap(read_square(s, self.rules.axes), NOWHERE) for s in turn["swaps"])
        play = Play(square, Direction(turn["direction"]), word.upper(), NOWHERE, starred=starred)
        judged = Judge(Position(self.board, self.racks[at], self.rules), AnyWord(), {}).judge(
            WrittenMove(Move((play,), swaps), (), NOWHERE)
        )
        wrong = [fault.code for fault in judged.faults if not fault.remarks]
        agree("faults", [], wrong, *here)
        (laid,) = judged.plays
        agree("words", [each.word for each in laid.scored.words], turn["words"], *here)
        agree("points", laid.scored.points, turn["points"], *here)
        self.board, self.racks[at] = judged.board, judged.rack_left
        self._fill(at)

    def _exchange(self, letters: str, at: int, here: tuple[int, str]) -> None:
        """Draw first, then put back under the order, in alphabetical order (other games 3)."""
        agree("exchanged", "", missing_from(self.racks[at], letters), *here)
        self.racks[at] = without(self.racks[at], letters) + self.left[: len(letters)]
        self.left = self.left[len(letters) :] + in_order(letters)
