"""Cases of the classic game, played through `games/by_turns`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from mailref.games.by_turns.course import Course, FromMail, Illegal, TurnAnswer, WordsWait
from mailref.games.by_turns.events import OrderDropped, TurnsOpened
from mailref.games.by_turns.game import Hand, Turn
from mailref.games.by_turns.switches import Challenges, CostPer, ThemeWords, Timeout, TurnRules
from mailref.games.chance import Secret
from mailref.games.classic.book import ClassicBook, LegalExchange, LegalPlay, try_play
from mailref.games.classic.game import TurnGame, classic, open_turns, starter_among
from mailref.games.events import WordRuled
from mailref.office import entry_reader
from mailref.orders.commands import command_in
from mailref.orders.entries import PlayOrder, WrittenOrders
from mailref.orders.order_lines import OrderReader
from mailref.orders.table import Command
from mailref.reading.incoming_mail import Line
from mailref.referee.policy import Outcome
from mailref.tiles.board import (
    SIZE,
    TILES,
    Accents,
    Axes,
    Board,
    BonusTable,
    Extended,
    Laying,
    in_order,
    without,
)
from mailref.tiles.lexicon.verdicts import Refused, Rulings, Unknown, Valid, Verdict, Why
from mailref.tiles.tile_set import FREE

Case = Mapping[str, Any]
START = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
STANDARD = TurnRules(
    most_tiles=None,
    bonus=BonusTable(((7, 50),)),
    extended=Extended.PREMIUMS,
    start=None,
    swap=False,
    names=False,
    accents=Accents.ASK,
    axes=Axes.ROWS,
)
"""The variant `classic`."""
READER = OrderReader(entry_reader().grammars)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a case: all, or those it names."""

    trusts: bool
    valid: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    name: str = "examples"
    sha256: str = ""

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:  # noqa: ARG002  whatever the rules
        """Judge a word as the case says; rulings first."""
        ruled = rulings.get(word)
        if ruled is not None:
            return Valid() if ruled else Refused(Why.RULING)
        if word in self.refused:
            return Refused(Why.NAME)
        return Valid() if self.trusts or word in self.valid else Unknown(())

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:  # noqa: ARG002  none for any
        """Ask for none."""
        return ()


@dataclass(slots=True)
class Given:
    """Tiles as the step gives them, drawing by drawing."""

    drawings: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def tiles(self, purpose: str, bag: str, count: int) -> str:
        """Take the tiles of the next drawing; of two bags each gets its share of one."""
        if not self.drawings:
            self.wrong.append(f"draws {count} tiles, the case none")
            return bag[:count]
        given = self.drawings[0]
        tiles, rest = given[:count], given[count:]
        self.drawings[0] = rest
        if not rest:
            self.drawings.pop(0)
        elif not purpose.endswith("V"):
            self.wrong.append(f"draws {count} tiles of {given}")
            self.drawings.pop(0)
        if any(tiles.count(tile) > bag.count(tile) for tile in tiles):
            self.wrong.append(f"{tiles} is not in the bag")
        return tiles

    def nonce(self, number: int) -> str:
        """Bind nothing."""
        return f"{number:032x}"


def rules_of(wanted: Case) -> TurnRules:
    """Return the switches of a case."""
    rules = STANDARD
    for key, value in wanted.items():
        match key:
            case "challenge":
                rules = replace(rules, challenge=Challenges(value))
            case "challenge_time":
                rules = replace(rules, challenge_time=timedelta(days=1 if value else 0))
            case "challenge_per":
                rules = replace(rules, challenge_per=CostPer(value))
            case "theme":
                theme = ThemeWords(
                    value.get("name", ""), value["points"], tuple(sorted(value["words"]))
                )
                rules = replace(rules, theme=theme)
            case "axes":
                rules = replace(rules, axes=Axes(value))
            case _:
                current = getattr(rules, key)
                kind = type(current)
                rules = replace(rules, **{key: value if isinstance(current, int) else kind(value)})
    if "challenge_time" not in wanted:
        rules = replace(rules, challenge_time=timedelta(0))
    return rules


def game_of(setup: Case) -> TurnGame:
    """Return the position that a case begins with."""
    board = Board.from_rows(setup["board"]) if setup.get("board") else Board(FREE * SIZE * SIZE)
    players = tuple(setup["players"])
    racks = {name: in_order(setup["racks"][name]) for name in players}
    if "bag" in setup:
        bag = setup["bag"] if isinstance(setup["bag"], str) else "".join(setup["bag"])
    else:
        bag = TILES.all_tiles
        for tiles in ("".join(tile.tile for tile in board.tiles), *racks.values()):
            bag = _less(bag, tiles)
    opened = TurnsOpened(
        id="kiel",
        title="Classic Kiel",
        variant="classic",
        rules=rules_of(setup.get("rules", {})),
        seats=players,
        commitment="",
        lexicon="",
        lexicon_sha256="",
        board=board,
        bag=Secret(in_order(bag)),
    )
    game = open_turns(opened)
    hands = {
        name: Hand(
            rack=Secret(racks[name]),
            timed_out=setup.get("timed_out", {}).get(name, 0),
            accepts_all=name in setup.get("auto_accept", ()),
        )
        for name in players
    }
    totals = setup.get("totals", {})
    with_totals = {
        name: replace(player, total=totals.get(name, 0)) for name, player in game.players.items()
    }
    to_move = setup.get("to_move", players[0])
    return replace(
        game,
        hands=MappingProxyType(hands),
        players=MappingProxyType(with_totals),
        turn=Turn(setup.get("turn", 1), to_move, START, None),
    )


def _less(bag: str, tiles: str) -> str:
    return without(bag, tiles)


def words_of(case: Case) -> Words:
    """Return the words that a case knows."""
    return Words(
        case.get("trust", False),
        frozenset(case.get("valid", ())),
        frozenset(case.get("refused", ())),
    )


def lines_of(texts: list[str]) -> list[Line]:
    """Return the lines of a mail."""
    return [Line(number, text) for number, text in enumerate(texts, start=1)]


def starter(case: Case) -> Iterator[str]:
    """Yield where another player would begin."""
    front = tuple(case["players"])
    for drawing in case["drawings"]:
        front = starter_among(front, [(name, tile) for name, tile in drawing])
    if front != (case["expect"]["starts"],):
        yield f"{front} begin"


def play(case: Case) -> Iterator[str]:
    """Yield where one play is judged otherwise."""
    setup = {
        "players": ["Anna"],
        "racks": {"Anna": case["rack"]},
        "board": case["board"],
        "rules": case.get("rules", {}),
        "bag": "",
        "trust": True,
    }
    game = game_of(setup)
    written = READER.read(lines_of(case["text"].split("\n")), game.rules.notation)
    order = written.groups[0].orders[0] if written.groups else None
    if not isinstance(order, PlayOrder):
        yield f"no play is read: {written}"
        return
    tried = try_play(game, "Anna", order, Words(trusts=True))
    wanted = case["expect"]
    faults = [fault.code for fault in tried.faults] if isinstance(tried, Illegal) else []
    if not same_faults(faults, wanted["faults"]):
        yield f"faults {faults}, not {wanted['faults']}"
    legal = tried.play if isinstance(tried, WordsWait) else tried
    if isinstance(legal, LegalPlay):
        points, formula = legal.scored.points, legal.scored.formula
        if points != wanted.get("points", points):
            yield f"{points} points, not {wanted['points']}"
        if formula != wanted.get("formula", formula):
            yield f"{formula}, not {wanted['formula']}"


def same_faults(found: list[str], wanted: list[str]) -> bool:
    """Tell whether all that is wanted was found, and nothing where nothing is wrong.

    A play is told all that is wrong with it, a case names what it is about.
    """
    return set(wanted) <= set(found) and bool(wanted) == bool(found)


def game(case: Case) -> Iterator[str]:
    """Yield where a game goes otherwise, step by step."""
    now = game_of(case["setup"])
    words = words_of(case["setup"])
    at = START
    for number, step in enumerate(case["steps"], start=1):
        at += timedelta(days=2) if "window" in step else timedelta(minutes=1)
        draws = Given(list(step.get("draws", ())))
        course = Course(now, ClassicBook(), words, draws, at, lambda *_: None)
        read = partial(READER.read, notation=now.rules.notation)
        answer = carry_out(course, step, at, read)
        now = classic(course.game)
        for line in (*draws.wrong, *_unlike(course, answer, step["expect"])):
            yield f"step {number}: {line}"
        if draws.drawings:
            yield f"step {number}: {draws.drawings} was not drawn"


def carry_out(
    course: Course, step: Case, at: datetime, read: Callable[[list[Line]], WrittenOrders]
) -> TurnAnswer:
    """Do what a step says: a mail with lines to *read*, a ruling, a time-out, the end of a window."""
    if "mail" in step:
        if all(command_in(text) is Command.WITHDRAW for text in step["lines"]):
            course.record(OrderDropped(step["mail"], "withdrawn"))
            return TurnAnswer(Outcome.COMMAND)
        return course.respond(FromMail(step["mail"], at, "mail"), read(lines_of(step["lines"])))
    if "ruling" in step:
        word, is_valid = step["ruling"]
        return course.rule(WordRuled(word, is_valid, "mail", ""))
    if "timeout" in step:
        return course.time_out(Timeout.PASS, 3)
    course.settle()
    return TurnAnswer(Outcome.ACCEPTED)


def _unlike(course: Course, answer: TurnAnswer, wanted: Case) -> Iterator[str]:
    found: dict[str, Any] = {
        "outcome": answer.outcome.value,
        "reason": answer.reason,
        "effect": answer.effect.value if answer.effect else None,
        "faults": [fault.code for fault in answer.faults],
        "asked": list(answer.asked),
    }
    legal = answer.legal
    if isinstance(legal, LegalPlay):
        found["points"] = legal.promise.points
        found["words"] = list(legal.promise.words)
        found["formula"] = _formula(legal)
    if isinstance(legal, LegalExchange):
        found["exchanged"] = len(legal.letters)
    for key, value in wanted.items():
        is_same = found.get(key) == value
        if key == "faults":
            is_same = same_faults(found[key], value)
        if key != "state" and not is_same:
            yield f"{key} is {found.get(key)!r}, not {value!r}"
    yield from _state_unlike(classic(course.game), wanted.get("state", {}))


def _formula(legal: LegalPlay) -> str:
    if not legal.theme:
        return legal.scored.formula
    return f"{legal.scored.formula.rpartition('=')[0]}+{legal.theme}={legal.promise.points}"


def _state_unlike(game: TurnGame, wanted: Case) -> Iterator[str]:
    found: dict[str, Any] = {
        "to_move": game.turn.player if game.turn else None,
        "turn": game.turn.number if game.turn else None,
        "bag": len(game.bag.value),
        "standing": game.open_play is not None,
        "held": game.is_held,
        "kept": sorted(game.kept),
        "out": [name for name in game.seats if game.hands[name].is_out],
        "ended": game.ended or None,
        "board": list(game.board.rows),
        "min_open": game.opening.least if game.opening else None,
    }
    for key, value in wanted.items():
        match key:
            case "totals":
                is_same = {name: game.players[name].total for name in value} == value
                shown: Any = {name: player.total for name, player in game.players.items()}
            case "final":
                is_same, shown = dict(game.final) == value, dict(game.final)
            case "racks":
                racks = {name: game.hands[name].rack.value for name in value}
                is_same = racks == {name: in_order(rack) for name, rack in value.items()}
                shown = racks
            case _:
                shown = found.get(key, "unknown")
                is_same = shown == value
        if not is_same:
            yield f"{key} is {shown!r}, not {value!r}"
