"""A game of Un-Scrabble as JSON, and the check of it (other games 1).

The check takes the board down again: each turn's tiles lie, belong to one word and leave a board that
hangs together; words, points, totals and places follow. Which words are valid, no export can prove.
"""

from collections.abc import Iterable
from datetime import tzinfo

from msgspec import Struct, field

from mailref.record.again import adjust, agree, agree_in, checked
from mailref.record.game_json import JsonObject, sha256_of
from mailref.record.read_export import Difference, NotAnExportError
from mailref.record.round_json import Json, plain, ruling_to_json
from mailref.record.turns_json import (
    NotedInTurns,
    adjustments_to_json,
    lots_to_json,
    open_play_to_json,
    standings_to_json,
)
from mailref.record.verify import Verified
from mailref.rules import events as common
from mailref.rules.board import TILES, Axes, Board, LaidTile, read_square, square_name
from mailref.rules.events import Event
from mailref.rules.moves import NOWHERE
from mailref.rules.turns import turn_events as of_turns
from mailref.rules.turns.turn_game import SeedDraws
from mailref.rules.turns.turn_history import ToldTurn, TurnHistory, TurnKind, steps_of
from mailref.rules.turns.turn_switches import unscrabble_rules_table
from mailref.rules.turns.unscrabble import (
    TilesTaken,
    Unscrabble,
    UnscrabbleOpened,
    new_words,
    points_of,
    runs_of,
    without_tiles,
)
from mailref.rules.turns.unscrabble_book import ALL_TAKEN, unscrabble_history_of
from mailref.rules.turns.unscrabble_game import UnscrabbleGame, unscrabble_game
from mailref.rules.variant import FamilyName


class _TakingNoted(NotedInTurns):
    """What an export tells beside the turns."""

    opened: UnscrabbleOpened
    sat: tuple[str, ...] = ()
    """In which order they sat before the lot."""
    turns: set[int] = field(default_factory=set)
    outs: list[tuple[str, str, int]] = field(default_factory=list)

    def note(self, event: Event, game: UnscrabbleGame) -> None:
        """Note what *event* has made of *game*."""
        self.note_common(event, len(self.turns))
        match event:
            case common.PlayerJoined():
                self.sat = game.seats
            case common.PlayerLeft() | common.PlayerReturned() if self.seats is None:
                self.sat = game.seats
            case TilesTaken() | of_turns.TurnPassed():
                self.turns.add(event.number)
            case of_turns.TurnUndone():
                self.turns = {number for number in self.turns if number < event.number}
            case of_turns.PlayerOut():
                self.outs.append((event.player, event.why, len(self.turns)))
            case _:
                pass


def export_of_taking(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the whole game with the hash of its canonical JSON; times in *zone*.

    There is no secret in it but moves kept in advance, which are never told; so *reveals* adds nothing.
    """
    del reveals
    steps = [(event, unscrabble_game(game)) for event, game in steps_of(events)]
    opened = steps[0][0]
    if not isinstance(opened, UnscrabbleOpened):
        raise TypeError(f"no game of Un-Scrabble begins with {type(opened).__name__}")
    noted = _TakingNoted(opened)
    for event, game in steps:
        noted.note(event, game)
    told = _TakingTold(zone, noted, steps[-1][1])
    history = unscrabble_history_of(steps)
    exported = {**told.beginning(), **told.course(history), **told.end()}
    return {**exported, "sha256": sha256_of(exported)}


class _TakingTold(Struct, frozen=True):
    """How the values of one game are told."""

    zone: tzinfo
    noted: _TakingNoted
    game: UnscrabbleGame

    def beginning(self) -> dict[str, Json]:
        noted, opened = self.noted, self.noted.opened
        seats = noted.seats
        return {
            "family": str(FamilyName.UNSCRABBLE),
            "game": opened.id,
            "title": opened.title,
            "variant": opened.variant,
            "rules": plain(unscrabble_rules_table(opened.rules)),
            "tiles": {
                letter: {"count": count, "value": TILES.value(letter)}
                for letter, count in TILES.counts.items()
            },
            "commitment": opened.commitment,
            "lexicon": {"name": opened.lexicon, "sha256": opened.lexicon_sha256},
            "start": {"board": list(opened.board.rows), "from": opened.of_game or None},
            "players": [
                {"player": noted.called(n), "base": base} for n, base in noted.players.items()
            ],
            "lots": lots_to_json(noted.lots),
            "lot_of_seats": None
            if seats is None
            else {
                "among": [noted.called(name) for name in noted.sat],
                "seats": [noted.called(name) for name in seats],
            },
        }

    def course(self, history: TurnHistory) -> dict[str, Json]:
        turn, noted = self.game.turn, self.noted
        return {
            "turns": [self._turn(each) for each in history.turns],
            "to_move": None if turn is None else {"number": turn.number, "player": turn.player},
            "out": [
                {"player": noted.called(name), "why": why, "after": after}
                for name, why, after in noted.outs
            ],
            "rulings": [ruling_to_json(number, event) for number, event in noted.rulings],
            "adjustments": adjustments_to_json(noted.corrections, noted.called),
        }

    def _turn(self, turn: ToldTurn) -> Json:
        off = turn.off
        none: dict[str, Json] = {"squares": [], "tiles": "", "words": []}
        taken = none if off is None else taking_to_json(off.tiles, off.words, self.game.rules.axes)
        is_pass = turn.kind in (TurnKind.PASS, TurnKind.PASSED_ON)
        return {
            "number": turn.number,
            "player": turn.player,
            "kind": "take" if off is not None else "pass" if is_pass else turn.kind.value,
            "received": turn.received.astimezone(self.zone).isoformat() if turn.received else None,
            **taken,
            "points": turn.points,
            **open_play_to_json(turn),
            "total": turn.total,
        }

    def end(self) -> dict[str, Json]:
        game, ended = self.game, self.noted.ended
        totals = {name: player.total for name, player in game.players.items()} | dict(game.final)
        outs = {name for name in game.seats if game.hands[name].is_out}
        return {
            "board": list(game.board.rows),
            "finished": game.is_over,
            "ended": game.ended or None,
            "ended_at": ended.at.astimezone(self.zone).isoformat() if ended else None,
            "seed": game.seed if game.is_over else None,
            "standings": standings_to_json({name: totals[name] for name in game.seats}, outs),
        }


def taking_to_json(tiles: Iterable[LaidTile], words: Iterable[str], axes: Axes) -> dict[str, Json]:
    """Return tiles that were taken, or could be, and the words that they leave."""
    lying = tuple(tiles)
    return {
        "squares": [square_name(tile.square, axes) for tile in lying],
        "tiles": "".join(tile.letter.lower() if tile.is_blank else tile.letter for tile in lying),
        "words": list(words),
    }


# The check.


def verify_taking(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, as `checked` does."""
    return checked(raw, seed, FamilyName.UNSCRABBLE, _play_again)


def _play_again(export: JsonObject, seed: bytes | None) -> int:
    if seed is not None:
        _check_lot(export, seed)
    _TakenAgain(export, Board.from_rows(export["start"]["board"])).play()
    return len(export["turns"])


def _check_lot(export: JsonObject, seed: bytes) -> None:
    """Draw the seats anew (docs/chance.md)."""
    lot, lots = export["lot_of_seats"], export["lots"]
    if lot is None:
        return
    words = None if lots is None else tuple((each["player"], each["word"]) for each in lots)
    among = lot["among"]
    tiles = "".join(chr(ord("A") + at) for at in range(len(among)))
    drawn = SeedDraws(seed, words).tiles("seats", tiles, len(among))
    agree("lot_of_seats", [among[ord(each) - ord("A")] for each in drawn], lot["seats"])


class _TakenAgain(Struct):
    """The board as it is taken down again."""

    export: JsonObject
    board: Board
    totals: dict[str, int] = field(default_factory=dict)

    def play(self) -> None:
        """Take the tiles of each turn again, and compare what comes of it."""
        export = self.export
        self.totals = {each["player"]: each["base"] for each in export["players"]}
        adjustments = list(export["adjustments"])
        for at, turn in enumerate(export["turns"]):
            adjust(self.totals, adjustments, at)
            self._take(turn)
            agree_in(turn, "total", self.totals[turn["player"]], turn["total"])
            for challenge in turn["challenges"]:
                self.totals[challenge["player"]] -= challenge["cost"]
        adjust(self.totals, adjustments, len(export["turns"]))
        agree("board", list(self.board.rows), export["board"])
        if export["finished"]:
            agree("ended", self.board.is_empty, export["ended"] == ALL_TAKEN)
        outs = {each["player"] for each in export["out"]}
        there = {each["player"] for each in export["standings"]}
        seated = {name: total for name, total in self.totals.items() if name in there}
        agree("standings", standings_to_json(seated, outs), export["standings"])

    def _take(self, turn: JsonObject) -> None:
        if not turn["squares"]:
            agree_in(turn, "points", 0, turn["points"])
            return
        axes = Axes(self.export["rules"]["axes"])
        squares = tuple(read_square(each, axes) for each in turn["squares"])
        words_lying = frozenset(runs_of(self.board))
        judge = Unscrabble(words_lying, lambda _: True, self.export["rules"]["most"])
        faults = judge.faults(self.board, squares, NOWHERE)
        agree_in(turn, "squares", [], [fault.code for fault in faults])
        tiles = "".join(self.board.cell(each) for each in squares)
        agree_in(turn, "tiles", tiles, turn["tiles"])
        left = without_tiles(self.board, squares)
        agree_in(turn, "words", list(new_words(self.board, left)), turn["words"])
        self._agree_about_words(turn)
        points = 0 if turn["taken_back"] else points_of(self.board, squares)
        agree_in(turn, "points", points, turn["points"])
        self.totals[turn["player"]] += points
        if not turn["taken_back"]:
            self.board = left

    def _agree_about_words(self, turn: JsonObject) -> None:
        """Compare what challenges say: only new words are looked at, and one that is not valid goes back."""
        judged = [row for each in turn["challenges"] for row in each["verdicts"]]
        if any(row["word"] not in turn["words"] for row in judged):
            raise NotAnExportError(f"turn {turn['number']}: a word was challenged that is not new")
        agree_in(turn, "taken_back", any(not row["valid"] for row in judged), turn["taken_back"])
