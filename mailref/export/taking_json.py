"""A game of Un-Scrabble as JSON, a mail's moves in it, and the check of such a game (other games 1).

The check takes the board down again: each turn's tiles lie, belong to one word and leave a board that
hangs together; words, points, totals and places follow. Which words are valid, no export can prove.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo

from mailref.export.game_json import JsonObject, sha256_of
from mailref.export.read_export import Difference, NotAnExportError
from mailref.export.round_json import Json, fault_to_json, plain, ruling_to_json
from mailref.export.turns_shown import UnlikeError, checked, digest_of
from mailref.export.verify import Verified
from mailref.rules import events as common
from mailref.rules.board import GERMAN, Axes, Board, LaidTile, read_square, square_name
from mailref.rules.chance import commitment
from mailref.rules.events import Event
from mailref.rules.lexicon.verdicts import Lexicon
from mailref.rules.moves import TextSpan
from mailref.rules.rounds.closed_round import ranking
from mailref.rules.turns import turn_events as of_turns
from mailref.rules.turns.course import Illegal, LegalMove, Tried, WordsWait
from mailref.rules.turns.orders import AnyOrder, PassOrder, WrittenOrders
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
from mailref.rules.turns.unscrabble_book import (
    ALL_TAKEN,
    LegalTaking,
    UnscrabbleBook,
    unscrabble_history_of,
)
from mailref.rules.turns.unscrabble_game import UnscrabbleGame, unscrabble_game
from mailref.rules.variant import FamilyName

# What a mail asks for, as `judge --json` has it.


def taking_orders_to_json(
    game: UnscrabbleGame,
    player: str,
    written: WrittenOrders,
    lexicon: Lexicon,
    legal: LegalMove | None,
) -> tuple[list[Json], int | None]:
    """Return the moves in the order written, and the index of the one that was taken."""
    moves: list[Json] = []
    counts: int | None = None
    for group in written.groups:
        position = UnscrabbleBook().as_if(game, group.condition)
        for order in group.orders:
            tried = UnscrabbleBook().try_order(position, player, order, lexicon)
            move = tried.play if isinstance(tried, WordsWait) else tried
            if counts is None and legal is not None and move == legal:
                counts = len(moves)
            moves.append(_move(order, tried, game.rules.axes))
    return moves, counts


def _move(order: AnyOrder, tried: Tried, axes: Axes) -> Json:
    faults = tried.faults if isinstance(tried, Illegal) else ()
    move = tried.play if isinstance(tried, WordsWait) else tried
    status = "invalid" if faults else "undecided" if isinstance(tried, WordsWait) else "valid"
    found: dict[str, Json] = {
        "kind": "pass" if isinstance(order, PassOrder) else "take",
        "status": status,
        "points": None,
        "faults": [fault_to_json(fault) for fault in faults],
    }
    if isinstance(move, LegalTaking):
        taken = _taken(move.tiles, move.words, axes)
        found |= {**taken, "points": move.points}
    return found


def _taken(tiles: Iterable[LaidTile], words: Iterable[str], axes: Axes) -> dict[str, Json]:
    lying = tuple(tiles)
    return {
        "squares": [square_name(tile.square, axes) for tile in lying],
        "tiles": "".join(tile.letter.lower() if tile.is_blank else tile.letter for tile in lying),
        "words": list(words),
    }


# The whole game.


@dataclass(slots=True)
class _TakingNoted:
    """What an export tells beside the turns."""

    opened: UnscrabbleOpened
    players: dict[str, int] = field(default_factory=dict)
    lots: tuple[tuple[str, str], ...] | None = None
    sat: tuple[str, ...] = ()
    """In which order they sat before the lot."""
    seats: tuple[str, ...] | None = None
    turns: set[int] = field(default_factory=set)
    outs: list[tuple[str, str, int]] = field(default_factory=list)
    rulings: list[tuple[int, common.WordRuled]] = field(default_factory=list)
    corrections: list[tuple[int, common.ScoreCorrected]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """How who sat down is called now."""
    ended: common.GameEnded | None = None

    def note(self, event: Event, game: UnscrabbleGame) -> None:
        """Note what *event* has made of *game*."""
        match event:
            case common.PlayerJoined():
                self.players[event.name] = event.total
                self.sat = game.seats
            case common.PlayerLeft() | common.PlayerReturned() if self.seats is None:
                self.sat = game.seats
            case common.PlayerRenamed():
                self.names[event.name] = event.new_name
            case common.DrawsMixed():
                self.lots = event.words
            case of_turns.SeatsDrawn():
                self.seats = event.seats
            case TilesTaken() | of_turns.TurnPassed():
                self.turns.add(event.number)
            case of_turns.TurnUndone():
                self.turns = {number for number in self.turns if number < event.number}
            case of_turns.PlayerOut():
                self.outs.append((event.player, event.why, len(self.turns)))
            case common.WordRuled():
                self.rulings.append((len(self.turns), event))
            case common.ScoreCorrected():
                self.corrections.append((len(self.turns), event))
            case common.GameEnded():
                self.ended = event
            case _:
                pass

    def called(self, name: str) -> str:
        """Return how somebody is called now."""
        while name in self.names:
            name = self.names[name]
        return name


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


@dataclass(frozen=True, slots=True)
class _TakingTold:
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
                letter: {"count": count, "value": GERMAN.value(letter)}
                for letter, count in GERMAN.counts.items()
            },
            "commitment": opened.commitment,
            "lexicon": {"name": opened.lexicon, "sha256": opened.lexicon_sha256},
            "start": {"board": list(opened.board.rows), "from": opened.of_game or None},
            "players": [
                {"player": noted.called(n), "base": base} for n, base in noted.players.items()
            ],
            "lots": None
            if noted.lots is None
            else [{"player": name, "word": word} for name, word in noted.lots],
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
            "adjustments": [
                {
                    "player": noted.called(event.player),
                    "points": event.points,
                    "because": event.because,
                    "after": after,
                }
                for after, event in noted.corrections
            ],
        }

    def _turn(self, turn: ToldTurn) -> Json:
        off = turn.off
        none: dict[str, Json] = {"squares": [], "tiles": "", "words": []}
        taken = none if off is None else _taken(off.tiles, off.words, self.game.rules.axes)
        is_pass = turn.kind in (TurnKind.PASS, TurnKind.PASSED_ON)
        return {
            "number": turn.number,
            "player": turn.player,
            "kind": "take" if off is not None else "pass" if is_pass else turn.kind.value,
            "received": turn.received.astimezone(self.zone).isoformat() if turn.received else None,
            **taken,
            "points": turn.points,
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
            "standings": _standings({name: totals[name] for name in game.seats}, outs),
        }


def _standings(totals: Mapping[str, int], outs: set[str]) -> list[Json]:
    """Return the players by their places; who is out stands behind those who are not."""
    ranks = ranking({name: total for name, total in totals.items() if name not in outs})
    outside = ranking({name: total for name, total in totals.items() if name in outs})
    ranks |= {name: rank + len(totals) - len(outside) for name, rank in outside.items()}
    return [
        {"rank": ranks[name], "player": name, "points": totals[name]}
        for name in sorted(ranks, key=lambda name: (ranks[name], name))
    ]


# The check.


def verify_taking(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, or none.

    *seed* is that of a game which still runs; one that has ended carries its own. NotAnExportError
    names what is no export.
    """
    return checked(raw, seed, _verified)


def _verified(export: JsonObject, seed: bytes | None) -> Verified:
    if seed is not None:
        _agree("commitment", commitment(seed), export["commitment"])
        _check_lot(export, seed)
    _TakenAgain(export, Board.from_rows(export["start"]["board"])).play()
    _agree("sha256", digest_of(export), export["sha256"])
    return Verified(
        len(export["turns"]),
        with_chance=seed is not None,
        commitment=export["commitment"],
        family=FamilyName.UNSCRABBLE,
    )


def _check_lot(export: JsonObject, seed: bytes) -> None:
    """Draw the seats anew (docs/chance.md)."""
    lot, lots = export["lot_of_seats"], export["lots"]
    if lot is None:
        return
    words = None if lots is None else tuple((each["player"], each["word"]) for each in lots)
    among = lot["among"]
    tiles = "".join(chr(ord("A") + at) for at in range(len(among)))
    drawn = SeedDraws(seed, words).tiles("seats", tiles, len(among))
    _agree("lot_of_seats", [among[ord(each) - ord("A")] for each in drawn], lot["seats"])


def _agree(what: str, expected: object, found: object, turn: JsonObject | None = None) -> None:
    if expected != found:
        number, player = (None, None) if turn is None else (turn["number"], turn["player"])
        raise UnlikeError(Difference(number, player, what, expected, found))


_NOWHERE = TextSpan(0, 0, "")


@dataclass(slots=True)
class _TakenAgain:
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
            self._adjust(adjustments, at)
            self._take(turn)
            _agree("total", self.totals[turn["player"]], turn["total"], turn)
            for challenge in turn["challenges"]:
                self.totals[challenge["player"]] -= challenge["cost"]
        self._adjust(adjustments, len(export["turns"]))
        _agree("board", list(self.board.rows), export["board"])
        if export["finished"]:
            _agree("ended", self.board.is_empty, export["ended"] == ALL_TAKEN)
        outs = {each["player"] for each in export["out"]}
        there = {each["player"] for each in export["standings"]}
        seated = {name: total for name, total in self.totals.items() if name in there}
        _agree("standings", _standings(seated, outs), export["standings"])

    def _take(self, turn: JsonObject) -> None:
        if not turn["squares"]:
            _agree("points", 0, turn["points"], turn)
            return
        axes = Axes(self.export["rules"]["axes"])
        squares = tuple(read_square(each, axes) for each in turn["squares"])
        words_lying = frozenset(runs_of(self.board))
        judge = Unscrabble(words_lying, lambda _: True, self.export["rules"]["most"])
        faults = judge.faults(self.board, squares, _NOWHERE)
        _agree("squares", [], [fault.code for fault in faults], turn)
        tiles = "".join(self.board.cell(each) for each in squares)
        _agree("tiles", tiles, turn["tiles"], turn)
        left = without_tiles(self.board, squares)
        _agree("words", list(new_words(self.board, left)), turn["words"], turn)
        self._agree_about_words(turn)
        points = 0 if turn["taken_back"] else points_of(self.board, squares)
        _agree("points", points, turn["points"], turn)
        self.totals[turn["player"]] += points
        if not turn["taken_back"]:
            self.board = left

    def _agree_about_words(self, turn: JsonObject) -> None:
        """Compare what challenges say: only new words are looked at, and one that is not valid goes back."""
        judged = [row for each in turn["challenges"] for row in each["verdicts"]]
        if any(row["word"] not in turn["words"] for row in judged):
            raise NotAnExportError(f"turn {turn['number']}: a word was challenged that is not new")
        _agree("taken_back", any(not row["valid"] for row in judged), turn["taken_back"], turn)

    def _adjust(self, adjustments: list[JsonObject], at: int) -> None:
        for each in [row for row in adjustments if row["after"] == at]:
            adjustments.remove(each)
            self.totals[each["player"]] += each["points"]
