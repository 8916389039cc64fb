"""A game in turns as GCG, read by a reader written from the format's description (poslfit.com/scrabble/gcg)."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate, groupby

import pytest
from msgspec.structs import replace

from mailref.game_files import csv_of
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.course import told_of
from mailref.games.by_turns.history import TurnHistory, TurnKind, steps_of
from mailref.games.classic.files import gcg_of_turns
from mailref.games.classic.game import TurnGame, classic
from mailref.games.events import Event, ScoreCorrected
from mailref.report.gcg import NotInGcgError
from tests.games.classic.test_random import Game
from tests.games.classic.test_told import events_of, half

EVENT = re.compile(r">(\S+):\s+(.*?)\s*([+-]\d+)\s+(-?\d+)")
"""Nick, what lies between, score, cumulative score."""
PLACE = re.compile(r"(?:(\d{1,2})([A-O])|([A-O])(\d{1,2}))")


@dataclass
class Reader:
    """A game as a program would take it from the file."""

    players: list[str] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=dict)
    board: dict[tuple[int, int], str] = field(default_factory=dict)
    lasts: list[dict[tuple[int, int], str]] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    def read(self, text: str) -> "Reader":
        for line in text.splitlines():
            if line.startswith("#player"):
                self.players.append(line.split()[1])
                self.totals[line.split()[1]] = 0
            elif line.startswith(">"):
                self._event(line)
            else:
                assert re.match(r"#(?:character-encoding|title|id|lexicon|note)\b", line), line
        return self

    def _event(self, line: str) -> None:
        found = EVENT.fullmatch(line)
        assert found is not None, line
        nick, between, score, total = found.groups()
        self.totals[nick] += int(score)
        assert self.totals[nick] == int(total), line
        tokens = between.split()
        rack = tokens.pop(0) if tokens[0][0] not in "(-" else ""
        self._do(rack, tokens, int(score))

    def _do(self, rack: str, tokens: list[str], score: int) -> None:
        match tokens:
            case ["-"]:
                self.kinds["pass"] += 1
                assert score == 0
            case ["--"]:
                self.kinds["withdrawn"] += 1
                self.board = self.lasts.pop()
            case ["(time)"]:
                self.kinds["time"] += 1
                assert score < 0
            case [left] if left.startswith("("):
                self.kinds["rack"] += 1
                assert not rack or score < 0
            case [exchanged] if exchanged.startswith("-"):
                self.kinds["exchange"] += 1
                assert not Counter(exchanged[1:]) - Counter(rack)
            case [place, word]:
                self.kinds["play"] += 1
                self._lay(place, word, rack)
            case _:
                raise AssertionError(tokens)

    def _lay(self, place: str, word: str, rack: str) -> None:
        self.lasts.append(dict(self.board))
        found = PLACE.fullmatch(place)
        assert found is not None, place
        is_across = found[1] is not None
        row = int(found[1] or found[4]) - 1
        column = ord(found[2] or found[3]) - ord("A")
        new = []
        for step, letter in enumerate(word):
            square = (row, column + step) if is_across else (row + step, column)
            assert (square in self.board) is (letter == ".")
            if letter != ".":
                self.board[square] = letter
                new.append("?" if letter.islower() else letter)
        assert not Counter(new) - Counter(rack)

    @property
    def rows(self) -> list[str]:
        return [
            "".join(self.board.get((row, column), ".") for column in range(15)) for row in range(15)
        ]


def seed_of_two(variant: str) -> int:
    """Return the seed of a whole game of two."""
    return next(seed for seed in range(40) if len(Game(variant, seed).seats) == 2)


def told(events: Iterable[Event]) -> tuple[TurnGame, TurnHistory]:
    """Return how a game stands after *events*, and what they tell."""
    steps = tuple(steps_of(events))
    return classic(steps[-1][1]), told_of(steps)


@pytest.mark.parametrize("variant", ["classic", "booklet", "open"])
def test_a_reader_comes_to_the_same_game(variant: str) -> None:
    game, history = told(events_of(variant, seed_of_two(variant)))

    text = gcg_of_turns(game, history)
    read = Reader().read(text)

    assert text.startswith("#character-encoding UTF-8\n#player1 player1 ")
    assert list(read.totals.values()) == [game.final[name] for name in game.seats]
    assert read.rows == list(game.board.rows)
    kinds = Counter(turn.kind for turn in history.turns)
    assert read.kinds["play"] == kinds[TurnKind.PLAY]
    assert read.kinds["withdrawn"] == sum(turn.is_taken_back for turn in history.turns)
    assert read.kinds["exchange"] == kinds[TurnKind.EXCHANGE]
    assert read.kinds["rack"] > 0


@pytest.mark.parametrize("variant", ["classic", "booklet", "open"])
def test_the_totals_are_those_that_mails_gave(variant: str) -> None:
    """After each move that lies, also between a challenge in vain and the end."""
    steps = tuple(steps_of(events_of(variant, seed_of_two(variant))))
    game, history = classic(steps[-1][1]), told_of(steps)
    names = dict(zip(("player1", "player2"), game.seats, strict=True))
    read: dict[str, list[int]] = {name: [0] for name in names.values()}
    for line in gcg_of_turns(game, history).splitlines():
        found = EVENT.fullmatch(line)
        if found is not None and not re.search(r"\((?!time)", found[2]):
            read[names[found[1]]].append(int(found[4]))

    for name, totals in read.items():
        in_game = [after.players[name].total for _, after in steps if name in after.players]
        assert [total for total, _ in groupby(totals)] == [total for total, _ in groupby(in_game)]


def test_costs_of_challenges_have_a_note() -> None:
    game, history = told(events_of("classic", seed_of_two("classic")))
    costs = [made.cost for turn in history.turns for made in turn.challenges]

    lines = gcg_of_turns(game, history).splitlines()

    timed = [line for line in lines if "(time)" in line]
    assert sum(-int(line.split()[-2]) for line in timed) == sum(costs) > 0
    notes = [line for line in lines if line.startswith("#note")]
    assert len(notes) == len(timed)


def test_the_table_has_a_row_for_what_a_challenge_cost() -> None:
    """Without it the total of the next turn was less by points that no row told of."""
    events = events_of("classic", seed_of_two("classic"))
    _, history = told(events)
    costs = [made.cost for turn in history.turns for made in turn.challenges if made.cost]

    rows = [*csv.DictReader(io.StringIO(csv_of(events).decode()))]

    assert [-int(row["points"]) for row in rows if row["kind"] == "challenge"] == costs != []
    for player in {row["player"] for row in rows}:
        own = [row for row in rows if row["player"] == player and not row["kind"].startswith("out")]
        sums = [*accumulate(int(row["points"]) for row in own)]
        assert sums == [int(row["total"]) for row in own]


def refused(*events: Event) -> str:
    with pytest.raises(NotInGcgError) as why:
        gcg_of_turns(*told(events))
    return str(why.value)


@pytest.mark.slow
def test_what_the_format_cannot_hold_is_said() -> None:
    seed = seed_of_two("classic")
    whole = list(events_of("classic", seed))
    opened = whole[0]
    assert isinstance(opened, happened.TurnsOpened)
    three = next(seed for seed in range(40) if len(Game("classic", seed).seats) == 3)

    assert "secret until its end" in refused(*whole[: half("classic", seed)])
    assert "3 play" in refused(*events_of("classic", three))
    assert "two bags" in refused(replace(opened, rules=replace(opened.rules, bags=2)), *whole[1:])
    assert "taken over" in refused(replace(opened, is_taken_over=True), *whole[1:])
    assert "corrected" in refused(*whole, ScoreCorrected("Anna", 3, 5, "miscounted"))
