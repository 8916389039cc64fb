"""Random leagues of soloists: a naive referee agrees, tiles are conserved, replay equals play, exports verify."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, timedelta
from itertools import islice
from typing import Any

import pytest

from mailref.games.by_turns.course import Course, FromMail
from mailref.games.by_turns.events import TilesDrawn
from mailref.games.chance import commitment, common_order
from mailref.games.classic.book import fill
from mailref.games.events import Event, GameEnded, PlayerJoined
from mailref.games.kind import follow, replay
from mailref.games.solitaire.book import DrawsInOrder, SoloBook
from mailref.games.solitaire.events import SoloDealt, SoloOpened, SoloPlayed
from mailref.games.solitaire.files import solo_csv
from mailref.games.solitaire.game import SoloGame, SoloTable, seats_of, under
from mailref.games.solitaire.kind import KIND
from mailref.games.solitaire.switches import SoloRules
from mailref.orders.entries import (
    AnyOrder,
    ExchangeOrder,
    OrdersIf,
    PassOrder,
    PlayOrder,
    WrittenOrders,
)
from mailref.record.as_json import sha256_of
from mailref.record.codec import read_event, read_game, write_event, write_game
from mailref.record.verify import Verified, verify
from mailref.referee.policy import Outcome
from mailref.tiles.board import (
    TILES,
    Axes,
    Board,
    BonusTable,
    LaidTile,
    Square,
    in_order,
    place_name,
)
from mailref.tiles.moves import Move, Play, WrittenMove
from mailref.tiles.top.all_moves import FoundMove
from tests.effort import Tried, sample
from tests.games.classic.examples import STANDARD
from tests.games.classic.test_random import KNOWN, SPAN, START, Listed, search
from tests.games.solitaire.test_by_mail import ZAT, league
from tests.games.solitaire.test_by_mail import game as game_of
from tests.record.first_form import first_form
from tests.tiles.builders import WordList
from tests.tiles.naive import At, Tile, score

CHUNK = 2
SOLOISTS = ("Anna", "Ben")
TURNS = 12


def rules(racks: int = 1) -> SoloRules:
    return SoloRules(
        most_tiles=None,
        bonus=BonusTable(((7, 50),)),
        extended=STANDARD.extended,
        start=None,
        swap=STANDARD.swap,
        names=STANDARD.names,
        accents=STANDARD.accents,
        axes=Axes.ROWS,
        racks=racks,
    )


@dataclass
class Naive:
    """One soloist as the page has it: tiles from the top of an order, back under it, points, the rest."""

    order: str
    racks: list[str] = field(default_factory=list)
    board: dict[At, Tile] = field(default_factory=dict)
    total: int = 0
    at: int = 0

    def draw(self, count: int) -> str:
        drawn, self.order = self.order[:count], self.order[count:]
        return drawn

    def lay(self, found: FoundMove, new: dict[At, Tile], bonus: SoloRules) -> None:
        rack = Counter(self.racks[self.at])
        rack -= Counter("?" if blank else letter for letter, blank in new.values())
        across = found.direction.value == "across"
        points, _ = score(self.board, new, across=across, rules=bonus, offered=7)
        self.total += points
        self.board |= new
        rest = "".join(rack.elements())
        self._next(rest + self.draw(7 - len(rest)))

    def exchange(self, given: str) -> None:
        rest = Counter(self.racks[self.at]) - Counter(given)
        drawn = self.draw(len(given))
        self.order += in_order(given)
        self._next("".join(rest.elements()) + drawn)

    def pass_(self) -> None:
        self._next(self.racks[self.at])

    def _next(self, rack: str) -> None:
        self.racks[self.at] = rack
        self.at = (self.at + 1) % len(self.racks)

    @property
    def result(self) -> int:
        return self.total - sum(TILES.value(tile) for rack in self.racks for tile in rack)


class League:
    """A league played at random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seed = seed.to_bytes(32)
        racks = self.rng.choice((1, 2))
        self.events: list[Event] = [
            SoloOpened("pat", "Patience", "solitaire", rules(racks), commitment(self.seed), "", "",
                       START + timedelta(days=60)),
            *(PlayerJoined(name, ()) for name in SOLOISTS),
        ]  # fmt: skip
        first = self.events[0]
        assert isinstance(first, SoloOpened)
        self.game: SoloGame = follow(KIND.begun_by(first), self.events[1:])
        self.naive = {name: Naive(common_order(self.seed)) for name in SOLOISTS}
        for name in SOLOISTS:
            self.happen(SoloDealt(name, seats_of(name, racks)))
            course = self.course(name)
            for seat in seats_of(name, racks):
                fill(course, seat)
                self.naive[name].racks.append(self.naive[name].draw(7))
            course.begin(seats_of(name, racks)[0])
            self.take(name, course)

    def happen(self, event: Event) -> None:
        self.events.append(event)
        self.game = follow(self.game, [event])

    def take(self, name: str, course: Course) -> None:
        for event in under(name, course.events):
            self.happen(event)

    def table(self, name: str) -> SoloTable:
        return self.game.tables[name]

    def course(self, name: str) -> Course:
        played = [e.event for e in self.events if isinstance(e, SoloPlayed) and e.player == name]
        drawn = [each for each in played if isinstance(each, TilesDrawn)]
        draws = DrawsInOrder.after(self.seed, drawn)
        return Course(self.table(name), SoloBook(), Listed(), draws, START, lambda *_: None)

    def move(self, name: str) -> None:
        course, naive = self.course(name), self.naive[name]
        board, rack = self.table(name).board, naive.racks[naive.at]
        best = list(islice(search().all_moves(board, in_order(rack)), 20))
        order: AnyOrder
        if best and self.rng.random() < 0.85:
            found = self.rng.choice(best)
            new = {
                (tile.square.row, tile.square.column): (tile.letter, tile.is_blank)
                for tile in found.new_tiles(board)
            }
            order = play_of(found, board_letters(self.table(name)), new)
            naive.lay(found, new, self.game.rules)
        elif len(naive.order) >= 7 and self.rng.random() < 0.6:
            given = "".join(self.rng.sample(rack, self.rng.randint(1, len(rack))))
            order = ExchangeOrder(given, SPAN)
            naive.exchange(given)
        else:
            order = PassOrder(SPAN)
            naive.pass_()
        written = WrittenOrders((OrdersIf(None, (order,)),))
        answer = course.respond(FromMail(course.player, START, "mail"), written)
        assert answer.outcome is Outcome.ACCEPTED, (answer, order)
        self.take(name, course)

    def end(self) -> None:
        """Let the ZAT come: every table ends, and the league."""
        for name in SOLOISTS:
            if not self.table(name).is_over:
                course = self.course(name)
                course.end("deadline")
                self.take(name, course)
        self.happen(GameEnded(self.seed.hex(), "deadline", START))

    def compare(self, name: str) -> None:
        table, naive = self.table(name), self.naive[name]
        racks = [Counter(table.hands[seat].rack.value) for seat in table.seats]
        assert racks == [Counter(rack) for rack in naive.racks]
        assert sum(p.total for p in table.players.values()) == naive.total
        assert table.result == naive.result
        lies = {(t.square.row, t.square.column): (t.letter, t.is_blank) for t in table.board.tiles}
        assert lies == naive.board
        tiles = table.bag.value + "".join(tile.tile for tile in table.board.tiles)
        tiles += "".join(hand.rack.value for hand in table.hands.values())
        assert in_order(tiles) == TILES.all_tiles


def board_letters(table: SoloTable) -> dict[At, str]:
    return {(t.square.row, t.square.column): t.letter for t in table.board.tiles}


def play_of(found: FoundMove, lying: dict[At, str], new: dict[At, Tile]) -> PlayOrder:
    places = [(square.row, square.column) for square in found.squares]
    word = "".join(new[at][0] if at in new else lying[at] for at in places)
    starred = frozenset(n for n, at in enumerate(places) if at in new and new[at][1])
    play = Play(found.square, found.direction, word, SPAN, starred=starred)
    return PlayOrder(WrittenMove(Move((play,)), (), SPAN))


@pytest.mark.slow
@pytest.mark.parametrize("first", sample(range(0, 500, CHUNK), 1))
def test_random_leagues_of_soloists(first: int, tried: Tried) -> None:
    for seed in range(first, first + CHUNK):
        league = League(seed)
        for _ in range(TURNS):
            name = league.rng.choice(SOLOISTS)
            if league.table(name).is_over:
                continue
            before = {n: league.table(n) for n in SOLOISTS if n != name}
            league.move(name)
            league.compare(name)
            assert {n: league.table(n) for n in SOLOISTS if n != name} == before

        read_back = [read_event(write_event(event)) for event in league.events]
        assert read_back == league.events
        assert replay(read_back) == league.game
        assert read_game(write_game(league.game)) == league.game
        running = first_form(league.events, UTC)
        assert (running["tables"], running["standings"], running["seed"]) == (None, None, None)
        league.end()
        export = json.loads(json.dumps(first_form(league.events, UTC)))
        found = verify(export)
        assert isinstance(found, Verified), found
        results = {row["player"]: row["points"] for row in export["standings"]}
        assert results == {name: naive.result for name, naive in league.naive.items()}
    tried("leagues of soloists played at random", CHUNK)


CHANGES = {
    "points": (("tables", 0, "turns", 0, "points"), 999, "tables[0].turns[0].points"),
    "word": (("tables", 0, "turns", 0, "words"), ["XYZ"], "tables[0].turns[0].words[0]"),
    "place": (("tables", 0, "turns", 0, "place"), "A1", "events"),
    "rack": (("tables", 1, "racks_left", 0), "Q", "tables[1].racks_left[0]"),
    "board": (("tables", 0, "board", 0), "A" + "." * 14, "tables[0].board[0]"),
    "result": (("tables", 0, "result"), 5, "tables[0].result"),
    "standings": (("standings", 0, "points"), 1000, "standings[0].points"),
    "seed": (("seed",), "11" * 32, "commitment"),
    "title": (("title",), "Geduld", "sha256"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_was_changed_is_named(name: str) -> None:
    """Also with a new hash: the values contradict the rules, or the seed."""
    path, value, wanted = CHANGES[name]
    league = League(3)
    league.rng = random.Random(1)  # begins with a play
    league.move("Anna")
    league.end()
    export = json.loads(json.dumps(first_form(league.events, UTC)))
    at = export
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    if wanted != "sha256":
        export["sha256"] = sha256_of(export)

    found = verify(export)

    assert not isinstance(found, Verified)
    assert found.field == wanted, found


# With chosen letters.

MAILS = 12


@dataclass
class NaiveTry:
    """One try as the page has it: what is left, the rack, the letters chosen since the last play."""

    left: str = TILES.all_tiles
    rack: str = ""
    chosen: str = ""
    board: dict[At, Tile] = field(default_factory=dict)
    total: int = 0

    @property
    def result(self) -> int:
        return self.total - sum(TILES.value(tile) for tile in self.rack)

    def choose(self, letters: str) -> "NaiveTry":
        kept = "".join((Counter(self.rack) - Counter(self.chosen)).elements())
        left = Counter(self.left) + Counter(self.chosen) - Counter(letters)
        return NaiveTry("".join(left.elements()), kept + letters, letters, self.board, self.total)

    def lay(self, new: dict[At, Tile], *, across: bool, bonus: SoloRules) -> "NaiveTry":
        rack = Counter(self.rack) - Counter("?" if blank else a for a, blank in new.values())
        points, _ = score(self.board, new, across=across, rules=bonus, offered=7)
        rest = "".join(rack.elements())
        return NaiveTry(self.left, rest, "", self.board | new, self.total + points)


@dataclass
class NaiveChooser:
    """A soloist: what he has done in this try, step by step, and what the tries before it brought."""

    before: list[NaiveTry] = field(default_factory=lambda: [NaiveTry()])
    """How the try stood after each move, the first of nothing."""
    now: NaiveTry = field(default_factory=NaiveTry)
    finished: list[int] = field(default_factory=list)

    def back(self) -> bool:
        """Take back the letters chosen since the last move, else that move."""
        if not self.now.chosen:
            if len(self.before) == 1:
                return False
            self.before.pop()
        self.now = self.before[-1]
        return True

    def anew(self) -> None:
        self.finished.append(self.now.result)
        self.before, self.now = [NaiveTry()], NaiveTry()


class Choosing:
    """Two soloists who choose their letters at random, in several moves a mail."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.naive = {name: NaiveChooser() for name in SOLOISTS}
        words = WordList(frozenset({*KNOWN, "HAUS"}))
        self.table = league(variant="solitaire-choice", players=SOLOISTS, words=words)

    @property
    def game(self) -> SoloGame:
        return game_of(self.table)

    def mail(self, name: str) -> None:
        """Send one mail of one to four moves; each of them can be carried out."""
        lines = [self.step(name) for _ in range(self.rng.randint(1, 4))]
        numbered = [f"{at}. {line}" for at, line in enumerate(filter(None, lines), start=1)]
        if numbered:
            self.table.receives(name, "\n".join(numbered))

    def step(self, name: str) -> str:
        """Do something at random as the page has it; return how it is written, "" if nothing was done."""
        soloist, chance = self.naive[name], self.rng.random()
        if chance < 0.15:
            return "ZURÜCK" if soloist.back() else ""
        if chance < 0.22:
            soloist.anew()
            return "NEU"
        if chance < 0.6 or not soloist.now.rack:
            return self.choose(soloist)
        return self.lay(soloist)

    def choose(self, soloist: NaiveChooser) -> str:
        now = soloist.now
        kept = (Counter(now.rack) - Counter(now.chosen)).total()
        free = sorted(now.left + now.chosen)
        count = min(self.rng.randint(1, 7) if kept else 7, 7 - kept, len(free))
        if not count:
            return ""
        letters = "".join(self.rng.sample(free, count))
        soloist.now = now.choose(letters)
        return f"WÄHLE {letters}"

    def lay(self, soloist: NaiveChooser) -> str:
        now = soloist.now
        board = board_of(now.board)
        best = list(islice(search().all_moves(board, in_order(now.rack)), 20))
        if not best:
            return ""
        found = self.rng.choice(best)
        new = {
            (tile.square.row, tile.square.column): (tile.letter, tile.is_blank)
            for tile in found.new_tiles(board)
        }
        across = found.direction.value == "across"
        soloist.now = now.lay(new, across=across, bonus=self.game.rules)
        soloist.before.append(soloist.now)
        lying = {at: letter for at, (letter, _) in now.board.items()}
        move = play_of(found, lying, new).written.move
        assert move is not None
        (play,) = move.plays
        word = "".join(f"*{a}" if at in play.starred else a for at, a in enumerate(play.word))
        return f"{place_name(play.square, play.direction, Axes.ROWS)} {word}"

    def compare(self, name: str) -> None:
        table, naive = self.game.tables[name], self.naive[name]
        now = naive.now
        assert Counter(table.hands[name].rack.value) == Counter(now.rack)
        assert Counter(table.bag.value) == Counter(now.left)
        lies = {(t.square.row, t.square.column): (t.letter, t.is_blank) for t in table.board.tiles}
        assert lies == now.board
        assert (table.players[name].total, table.result) == (now.total, now.result)
        assert table.tries == len(naive.finished) + 1
        assert table.counting.result == max(*naive.finished, now.result, now.result)
        assert in_order(table.bag.value + now.rack + tiles_of(now.board)) == TILES.all_tiles

    @property
    def log(self) -> list[Event]:
        return self.table.records.log["kiel"]

    def over(self) -> dict[str, Any]:
        """Return the export of the league after its ZAT."""
        self.table.waits(ZAT + timedelta(minutes=2) - self.table.now)
        exported: dict[str, Any] = json.loads(json.dumps(first_form(self.log, UTC)))
        return exported


def tiles_of(board: dict[At, Tile]) -> str:
    return "".join("?" if blank else letter for letter, blank in board.values())


def board_of(tiles: dict[At, Tile]) -> Board:
    laid = (LaidTile(Square(*at), letter, is_blank=blank) for at, (letter, blank) in tiles.items())
    return Board().lay(laid)


@pytest.mark.slow
@pytest.mark.parametrize("first", sample(range(0, 500, CHUNK), 1))
def test_random_leagues_with_chosen_letters(first: int, tried: Tried) -> None:
    for seed in range(first, first + CHUNK):
        choosing = Choosing(seed)
        for _ in range(MAILS):
            name = choosing.rng.choice(SOLOISTS)
            choosing.mail(name)
            choosing.compare(name)

        assert replay(read_event(write_event(event)) for event in choosing.log) == choosing.game
        assert read_game(write_game(choosing.game)) == choosing.game
        running = first_form(choosing.log, UTC)
        assert (running["tables"], running["standings"], running["seed"]) == (None, None, None)
        export = choosing.over()
        found = verify(export)
        assert isinstance(found, Verified), found
        results = {row["player"]: row["points"] for row in export["standings"]}
        assert results == {
            name: max([*naive.finished, naive.now.result]) for name, naive in choosing.naive.items()
        }
        assert len(solo_csv(export).splitlines()) == 1 + sum(
            len(each["turns"]) for row in export["tables"] for each in row["tries"]
        )
    tried("leagues with chosen letters played at random", CHUNK)


@pytest.mark.parametrize("seed", [368, 441], ids=["WÄHLE DIE", "2. 8G WENN"])
def test_a_mail_of_chosen_letters_once_misread_is_read(seed: int) -> None:
    choosing = Choosing(seed)
    for _ in range(MAILS):
        name = choosing.rng.choice(SOLOISTS)
        choosing.mail(name)
        choosing.compare(name)


CHOICE_CHANGES = {
    "chosen": (("tables", 0, "tries", 0, "turns", 0, "chosen"), "QQQQQQQ", "events"),
    "points": (
        ("tables", 0, "tries", 0, "turns", 0, "points"),
        999,
        "tables[0].tries[0].turns[0].points",
    ),
    "result": (("tables", 0, "tries", 0, "result"), 5000, "tables[0].tries[0].result"),
    "counts": (("tables", 0, "counts"), 2, "tables[0].counts"),
    "racks": (("tables", 0, "tries", 0, "racks_left", 0), "QX", "tables[0].tries[0].racks_left[0]"),
    "total": (("tables", 0, "result"), 5000, "tables[0].result"),
    "standings": (("standings", 0, "points"), 1000, "standings[0].points"),
}


@pytest.mark.parametrize("name", CHOICE_CHANGES)
def test_what_was_changed_of_chosen_letters_is_named(name: str) -> None:
    path, value, wanted = CHOICE_CHANGES[name]
    choosing = Choosing(1)
    choosing.table.receives("Anna", "WÄHLE HAUSAND\nH5 HAUS\nNEU\nWÄHLE Q")
    export = choosing.over()
    at: Any = export
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    export["sha256"] = sha256_of(export)

    found = verify(export)

    assert not isinstance(found, Verified)
    assert found.field == wanted, found
