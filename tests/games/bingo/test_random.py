"""Whole random games of Scrabble-Bingo by mail: a naive referee agrees, and every export proves itself."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from mailref.games.bingo.course import is_complete
from mailref.games.by_rounds.contents import ReportByRounds
from mailref.games.kind import replay
from mailref.record.as_json import sha256_of
from mailref.record.codec import read_event, read_game, write_event, write_game
from mailref.record.export import Difference
from mailref.record.verify import Verified, verify
from mailref.tiles.board import TILES
from tests.effort import Tried, sample
from tests.games.bingo.rehearsal import NAMES, herbst, state, till_zat
from tests.games.by_turns.at_table import AtTable, at_table
from tests.games.naive_others import play_bingo
from tests.record.first_form import first_form
from tests.tiles.builders import WordList
from tests.tiles.finder import some_words

CHUNK = 2
BERLIN = ZoneInfo("Europe/Berlin")
THERE = Counter(TILES.all_tiles.replace("?", ""))
SEVENS = tuple(word for word in some_words(20_000) if len(word) == 7)


def two_words(rng: random.Random) -> tuple[str, ...]:
    """Return two words that the tiles suffice for."""
    while True:
        words = tuple(rng.choices(SEVENS, k=2))
        if Counter("".join(words)) <= THERE:
            return words


class Played:
    """A game played at random, and what was noted of it with a pencil."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        self.names = (*NAMES, "Dora", "Emil")[: rng.randint(1, 5)]
        self.calls = rng.random() < 0.5
        self.blanks = rng.random() < 0.7
        self.per_round = rng.choice((5, 10, 10, 17, 40))
        rules = f"per_round = {self.per_round}\nblanks = {str(self.blanks).lower()}"
        rules += '\ncall = "player"' if self.calls else ""
        game = herbst("", f"[game.rules]\n{rules}", self.names)
        self.seed = rng.randbytes(32)
        self.table: AtTable = at_table(game, words=WordList(frozenset(SEVENS)), seed=self.seed)
        self.words: dict[str, tuple[str, ...]] = {}
        self.called: dict[int, list[tuple[int, str]]] = {}
        self.reports: list[tuple[str | None, ReportByRounds]] = []
        """Each with who reads it."""

    def play(self) -> None:
        self._send_words()
        while not state(self.table).is_over:
            number = state(self.table).round_number
            if self.calls:
                self._call(number)
            mails = self.table.waits(till_zat(self.table), "herbst")
            self.reports += [
                (each.player, each.content)
                for each in mails
                if isinstance(each.content, ReportByRounds)
            ]

    def _send_words(self) -> None:
        for name in self.names:
            for _ in range(self.rng.choice((1, 1, 2))):
                words = two_words(self.rng)
                self.table.receives(name, f"1. {words[0]}\n2. {words[1]}")
                self.words[name] = words

    def _call(self, number: int) -> None:
        """Let some call who are complete, and some who are not."""
        for name in self.rng.sample(self.names, len(self.names)):
            chance = 0.5 if is_complete(state(self.table), name) else 0.1
            if number > 1 and self.rng.random() < chance:
                self.table.receives(name, "BINGO")
                self.called.setdefault(number, []).append((self.table.number, name))

    def tiles(self) -> list[str]:
        return [each.tiles for each in state(self.table).draws]

    def export(self, *, reveals: bool = False) -> dict[str, Any]:
        told = first_form(self.table.records.log["herbst"], BERLIN, reveals=reveals)
        found: dict[str, Any] = json.loads(json.dumps(told))
        return found


def played(seed: int) -> Played:
    game = Played(seed)
    game.play()
    return game


@pytest.mark.parametrize("first", sample(range(0, 500, CHUNK), 2))
def test_a_naive_referee_agrees_on_whole_games(first: int, tried: Tried) -> None:
    for seed in range(first, first + CHUNK):
        game = played(seed)
        tiles = game.tiles()

        outcome = state(game.table).outcome
        calls = game.called if game.calls else None
        rounds = [*tiles, *[""] * (len("".join(tiles)) < 102)] if not game.calls else tiles
        number, won = play_bingo(game.words, rounds, blanks=game.blanks, calls=calls)
        assert outcome is not None
        assert (outcome.number, set(outcome.players)) == (number, won), seed
        assert Counter("".join(tiles)) <= Counter(TILES.all_tiles)
        assert {len(each) for each in tiles[:-1]} <= {game.per_round}
        _replay_equals_play(game)
        _export_proves_itself(game)
        _reports_tell_the_same(game)
    tried("games of Scrabble-Bingo by mail", CHUNK)


def _replay_equals_play(game: Played) -> None:
    log = game.table.records.log["herbst"]
    again = replay(read_event(write_event(event)) for event in log)

    assert again == state(game.table)
    assert read_game(write_game(again)) == again


def _export_proves_itself(game: Played) -> None:
    export = game.export()
    found = verify(export)

    assert isinstance(found, Verified), found
    assert found.with_chance
    for place, changed in _changes(export, game.rng):
        changed["sha256"] = sha256_of(changed)
        assert isinstance(verify(changed), Difference), place


def _changes(export: dict[str, Any], rng: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the export with one value changed that the rules determine, its hash made anew."""

    def changed() -> dict[str, Any]:
        return deepcopy(export)

    one = changed()
    row = rng.choice([each for each in one["rounds"] if each["drawn"]])
    swapped = "X" if row["drawn"][0] != "X" else "Y"
    row["drawn"] = swapped + row["drawn"][1:]
    yield "drawn", one
    two = changed()
    row = rng.choice(two["rounds"])
    rng.choice(row["left"])["letters"] += 1
    yield "left", two
    three = changed()
    three["bingo"]["players"] = ["Niemand"]
    yield "bingo", three
    four = changed()
    player = rng.choice([each for each in four["players"] if each["words"]])
    player["words"] = ["QQQQQQQ", "YYYYYYY"]
    yield "words", four
    five = changed()
    player = rng.choice([each for each in five["players"] if each["words"]])
    player["tile"] = (player["tile"] or 0) + 1
    yield "tile", five
    six = changed()
    six["seed"] = "00" * 32
    yield "seed", six


def _reports_tell_the_same(game: Played) -> None:
    """A report shows its reader's words and nobody else's, and the end shows all."""
    for reader, report in game.reports:
        if report.own is not None:
            assert reader is not None
            shown = report.own.crossed.value.words
            words = tuple("".join(letter for letter, _ in word) for word in shown)
            assert words == game.words[reader]
        assert bool(report.face.revealed) == bool(report.face.ended)
    _, last = game.reports[-1]
    for row in last.face.revealed:
        words = tuple("".join(letter for letter, _ in word) for word in row.crossed.words)
        assert words == game.words[row.player]


def test_an_export_of_a_game_that_goes_on_tells_no_words_and_proves_its_tiles() -> None:
    game = Played(7)
    game._send_words()
    game.table.waits(till_zat(game.table), "herbst")
    export = game.export()

    assert not export["finished"]
    assert {each["words"] for each in export["players"]} == {None}
    assert (export["calls"], export["seed"]) == (None, None)
    assert isinstance(verify(export), Verified)
    assert isinstance(verify(game.export(reveals=True), game.seed), Verified)
    again = deepcopy(export)
    again["rounds"][0]["drawn"] = "Q" * len(export["rounds"][0]["drawn"])
    again["sha256"] = sha256_of(again)
    found = verify(again)
    assert isinstance(found, Difference)
    assert (found.round, found.field) == (1, "drawn")


def test_a_changed_value_is_named_by_round_player_and_field() -> None:
    game = played(3)
    export = game.export()
    row = export["rounds"][0]
    name = row["left"][0]["player"]
    right = row["left"][0]["letters"]
    row["left"][0]["letters"] = right + 1
    export["sha256"] = sha256_of(export)

    assert verify(export) == Difference(1, name, "letters", right, right + 1)


def test_who_left_in_between_is_not_counted_by_the_check() -> None:
    """`playing` says who could win at each ZAT."""
    table = at_table(
        herbst("", "[game.rules]\nper_round = 30"),
        words=WordList(frozenset(SEVENS)),
        seed=bytes(32),
    )
    words = {name: two_words(random.Random(at)) for at, name in enumerate(NAMES)}
    for name, (one, two) in words.items():
        table.receives(name, f"1. {one}\n2. {two}")
    table.waits(till_zat(table), "herbst")
    leaving = next(name for name in NAMES if not is_complete(state(table), name))
    table.receives(leaving, "ABMELDEN")
    while not state(table).is_over:
        table.waits(till_zat(table), "herbst")
    table.waits(timedelta(0), "herbst")
    export = json.loads(json.dumps(first_form(table.records.log["herbst"], BERLIN)))

    assert leaving not in export["bingo"]["players"]
    assert isinstance(verify(export), Verified)
