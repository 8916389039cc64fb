"""An export read as values, with nothing taken from who wrote it but the contract (section 4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from mailref.rules.board import Board

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class NotAnExportError(ValueError):
    """What was given is no export; the message names the key and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word formed."""

    word: str
    points: int
    verdict: str


@dataclass(frozen=True, slots=True)
class Play:
    square: str
    direction: str
    word: str
    blanks: tuple[str, ...]
    words: tuple[Word, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Fault:
    code: str
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """A move object of contract 3."""

    swaps: tuple[str, ...]
    plays: tuple[Play, ...]
    faults: tuple[Fault, ...]
    status: str
    formula: str | None
    points: int | None
    claimed: int | None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A correction; `order` counts those of the game."""

    points: int
    order: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A player's row of a round."""

    player: str
    received: datetime | None
    moves: tuple[Move, ...]
    counts: int | None
    status: str
    move: Move | None
    square: str | None
    direction: str | None
    word: str | None
    formula: str | None
    faults: tuple[Fault, ...]
    points: int
    base: int
    deduction: int
    adjustments: tuple[Adjustment, ...]
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class Former:
    """Who has a total but took no part in a round."""

    player: str
    adjustments: tuple[Adjustment, ...]
    total: int
    rank: int


Row = Entry | Former
"""Whoever has a total after a round."""


@dataclass(frozen=True, slots=True)
class Lot:
    purpose: str
    choices: tuple[str, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Laid:
    move: Move
    players: tuple[str, ...]
    tie: tuple[str, ...]
    lot: Lot | None


@dataclass(frozen=True, slots=True)
class Top:
    points: int
    exact: bool
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Letters drawn for a round."""

    round: int
    drawn: str
    returned: str
    redraws: int
    relaxed: bool
    by_hand: bool
    corrected: bool


@dataclass(frozen=True, slots=True)
class Round:
    """A round, closed or open."""

    number: int
    letters: str
    deadline: datetime | None
    closed: datetime | None
    final: bool
    early: bool
    reopened: int
    rules: Mapping[str, Json]
    rulings: int
    entries: tuple[Entry, ...]
    former: tuple[Former, ...]
    laid: Laid | None
    top: Top | None
    drawn: str
    draw: Drawn | None
    bag: int
    cleared: bool
    undecided: tuple[str, ...]
    policy: str | None
    board: tuple[str, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return all who have a total after the round."""
        return (*self.entries, *self.former)


@dataclass(frozen=True, slots=True)
class Joining:
    """A player as he came into the game."""

    player: str
    round: int
    base: int
    missed: int
    late: bool
    among: tuple[str, ...]
    corrections: int
    reopened: int
    adjustments: tuple[Adjustment, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    word: str
    accepted: bool | None
    by: str


@dataclass(frozen=True, slots=True)
class Standing:
    rank: int
    player: str
    points: int


@dataclass(frozen=True, slots=True)
class Tile:
    count: int
    value: int


@dataclass(frozen=True, slots=True)
class Export:
    """A whole game as exported."""

    game: str
    title: str
    variant: str
    rules: Mapping[str, Json]
    tiles: Mapping[str, Tile]
    start_round: int | None
    """None where the game was not taken over."""
    start_board: Board
    finished: bool
    ended: str | None
    commitment: str
    seed: str | None
    lexicon: str
    lexicon_sha256: str
    rulings: tuple[Ruling, ...]
    players: tuple[Joining, ...]
    first_draw: Drawn | None
    rounds: tuple[Round, ...]
    standings: tuple[Standing, ...]
    sha256: str


Fact = object
"""What was expected or found: a number, a text, a tuple of them, None."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where an export is not what the rules make of it."""

    round: int | None
    player: str | None
    field: str
    expected: Fact
    found: Fact


@dataclass(frozen=True, slots=True)
class Verified:
    """Everything is as the rules make it."""

    rounds: int
    """How many closed rounds were replayed."""
    with_chance: bool
    """Whether the seed was known, so that draws and lots were checked too."""
    by_hand: tuple[int, ...] = ()
    """Rounds whose letters were drawn by hand: no seed says what they had to be."""


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Node:
    """A value in the JSON and where it stands."""

    value: Json
    path: str = ""

    def __getitem__(self, key: str) -> "Node":
        table = self.table
        path = f"{self.path}.{key}" if self.path else key
        if key not in table:
            raise NotAnExportError(f"{path} is missing")
        return Node(table[key], path)

    @property
    def table(self) -> Mapping[str, Json]:
        if not isinstance(self.value, dict):
            raise self._wrong("an object")
        return self.value

    @property
    def nodes(self) -> tuple["Node", ...]:
        """Return the members of a list."""
        if not isinstance(self.value, list):
            raise self._wrong("a list")
        return tuple(Node(each, f"{self.path}[{i}]") for i, each in enumerate(self.value))

    @property
    def number(self) -> int:
        if type(self.value) is not int:  # True is an int for isinstance
            raise self._wrong("a whole number")
        return self.value

    @property
    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self._wrong("a text")
        return self.value

    @property
    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self._wrong("true or false")
        return self.value

    @property
    def time(self) -> datetime:
        try:
            found = datetime.fromisoformat(self.text)
        except ValueError:
            raise self._wrong("a time such as 2026-12-11T20:00:00+01:00") from None
        if found.tzinfo is None:
            raise self._wrong("a time with an offset")
        return found

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.nodes)

    def optional(self, read: Callable[["Node"], T]) -> T | None:
        """Return what *read* makes of it, or None for null."""
        return None if self.value is None else read(self)

    def each(self, read: Callable[["Node"], T]) -> tuple[T, ...]:
        """Return what *read* makes of each member of a list."""
        return tuple(read(node) for node in self.nodes)

    def _wrong(self, wanted: str) -> NotAnExportError:
        return NotAnExportError(f"{self.path or 'the file'} must be {wanted}")


def read_export(value: Json) -> Export:
    """Return the export in *value*; NotAnExportError names the first key that is missing or wrong."""
    node = Node(value)
    return Export(
        game=node["game"].text,
        title=node["title"].text,
        variant=node["variant"].text,
        rules=node["rules"].table,
        tiles=_tiles(node["tiles"]),
        start_round=node["start"].optional(lambda start: start["round"].number),
        start_board=node["start"].optional(lambda start: _board(start["board"])) or Board(),
        finished=node["finished"].flag,
        ended=node["ended"].optional(_text),
        commitment=node["commitment"].text,
        seed=node["seed"].optional(_text),
        lexicon=node["lexicon"]["name"].text,
        lexicon_sha256=node["lexicon"]["sha256"].text,
        rulings=node["rulings"].each(_ruling),
        players=node["players"].each(_joining),
        first_draw=node["first_draw"].optional(_drawn),
        rounds=node["rounds"].each(_round),
        standings=node["standings"].each(_standing),
        sha256=node["sha256"].text,
    )


def _tiles(node: Node) -> dict[str, Tile]:
    return {
        letter: Tile(node[letter]["count"].number, node[letter]["value"].number)
        for letter in node.table
    }


def _board(node: Node) -> Board:
    try:
        return Board.from_rows(node.texts)
    except ValueError as wrong:
        raise NotAnExportError(f"{node.path}: {wrong}") from None


def _text(node: Node) -> str:
    return node.text


def _number(node: Node) -> int:
    return node.number


def _flag(node: Node) -> bool:
    return node.flag


def _ruling(node: Node) -> Ruling:
    return Ruling(node["word"].text, node["accepted"].optional(_flag), node["by"].text)


def _joining(node: Node) -> Joining:
    return Joining(
        player=node["player"].text,
        round=node["round"].number,
        base=node["base"].number,
        missed=node["missed"].number,
        late=node["late"].flag,
        among=node["among"].texts,
        corrections=node["corrections"].number,
        reopened=node["reopened"].number,
        adjustments=node["adjustments"].each(_adjustment),
    )


def _adjustment(node: Node) -> Adjustment:
    return Adjustment(node["points"].number, node["order"].number)


def _drawn(node: Node) -> Drawn:
    return Drawn(
        round=node["round"].number,
        drawn=node["drawn"].text,
        returned=node["returned"].text,
        redraws=node["redraws"].number,
        relaxed=node["relaxed"].flag,
        by_hand=node["by_hand"].flag,
        corrected=node["corrected"].flag,
    )


def _round(node: Node) -> Round:
    return Round(
        number=node["number"].number,
        letters=node["letters"].text,
        deadline=node["deadline"].optional(lambda each: each.time),
        closed=node["closed"].optional(lambda each: each.time),
        final=node["final"].flag,
        early=node["early"].flag,
        reopened=node["reopened"].number,
        rules=node["rules"].table,
        rulings=node["rulings"].number,
        entries=node["entries"].each(_entry),
        former=node["former"].each(_former),
        laid=node["laid"].optional(_laid),
        top=node["top"].optional(_top),
        drawn=node["drawn"].text,
        draw=node["draw"].optional(_drawn),
        bag=node["bag"].number,
        cleared=node["cleared"].flag,
        undecided=node["undecided"].texts,
        policy=node["policy"].optional(_text),
        board=_board(node["board"]).rows,
    )


def _entry(node: Node) -> Entry:
    return Entry(
        player=node["player"].text,
        received=node["received"].optional(lambda each: each.time),
        moves=node["moves"].each(_move),
        counts=node["counts"].optional(_number),
        status=node["status"].text,
        move=node["move"].optional(_move),
        square=node["square"].optional(_text),
        direction=node["direction"].optional(_text),
        word=node["word"].optional(_text),
        formula=node["formula"].optional(_text),
        faults=node["faults"].each(_fault),
        points=node["points"].number,
        base=node["base"].number,
        deduction=node["deduction"].number,
        adjustments=node["adjustments"].each(_adjustment),
        total=node["total"].number,
        rank=node["rank"].number,
    )


def _former(node: Node) -> Former:
    return Former(
        player=node["player"].text,
        adjustments=node["adjustments"].each(_adjustment),
        total=node["total"].number,
        rank=node["rank"].number,
    )


def _move(node: Node) -> Move:
    return Move(
        swaps=node["swaps"].texts,
        plays=node["plays"].each(_play),
        faults=node["faults"].each(_fault),
        status=node["status"].text,
        formula=node["formula"].optional(_text),
        points=node["points"].optional(_number),
        claimed=node["claimed"].optional(_number),
    )


def _play(node: Node) -> Play:
    return Play(
        square=node["square"].text,
        direction=node["direction"].text,
        word=node["word"].text,
        blanks=node["blanks"].texts,
        words=node["words"].each(_word),
        points=node["points"].number,
    )


def _word(node: Node) -> Word:
    return Word(node["word"].text, node["points"].number, node["verdict"].text)


def _fault(node: Node) -> Fault:
    return Fault(node["code"].text, node["line"].number, node["column"].number, node["text"].text)


def _laid(node: Node) -> Laid:
    return Laid(
        move=_move(node["move"]),
        players=node["players"].texts,
        tie=node["tie"].texts,
        lot=node["lot"].optional(_lot),
    )


def _lot(node: Node) -> Lot:
    return Lot(node["purpose"].text, node["choices"].texts, node["chosen"].number)


def _top(node: Node) -> Top:
    return Top(node["points"].number, node["exact"].flag, node["moves"].texts)


def _standing(node: Node) -> Standing:
    return Standing(node["rank"].number, node["player"].text, node["points"].number)
