"""Any legal move, printed in any style and wrapped by any client, is judged as what it is."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.commands.judge import as_object, judge_mail
from mailref.commands.sources import office_without_effect, settings_at
from mailref.demo.players import BlankStyle, ClaimStyle, PlaceStyle, Style, Writer, print_entry
from mailref.games.family import family_of
from mailref.games.rounds.shown import in_rounds
from mailref.orders.entries import Entry, GameFace, PlayOrder, laid
from mailref.tiles.board import TILES, Board, in_order, place_name, square_name, without
from mailref.tiles.moves import BlankOn, Move, Play, WrittenMove
from mailref.tiles.top.all_moves import FoundMove
from mailref.tops import search_for
from tests.effort import Tried, fewer, sample
from tests.judge.cases import HERE
from tests.judge.clients import AT, WRAPS

GAMES = {
    "spree": ("spree", Writer("Paul Probst", "paul@example.org")),
    "kiel": ("dreifach", Writer("Paul Probst", "paul@example.org")),
    "zwickau": ("zwickau", Writer("Stefan Falke", "stefan.falke@example.org")),
    "goerlitz": ("goerlitz", Writer("Stefan Falke", "stefan.falke@example.org")),
    "wurzen": ("sb_zwei", Writer("Stefan Falke", "stefan.falke@example.org")),
    "bern": ("bern", Writer("Rita Hahn", "rita.hahn@example.org")),
    "oesterreich": ("oesterreich", Writer("Uwe Öhler", "uwe@example.org")),
}
LOOKED_AT = 3_000
"""So many of the best moves of a position are chosen from."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A set of plays that a position allows, found by the search for the top."""

    plays: tuple[FoundMove, ...]

    @property
    def points(self) -> int:
        return sum(play.points for play in self.plays)


class Round:
    """One game of `games/` in a position of its own."""

    def __init__(self, game: str, folder: Path, board: Board | None, letters: str | None) -> None:
        settings, self.writer = GAMES[game]
        source = (HERE / "games" / f"{settings}.toml").read_text("utf-8")
        if board is not None and letters is not None:
            source = _with_position(source, game, board, letters)
        path = folder / f"{game}.toml"
        path.write_text(source, "utf-8")
        self.game = game
        self.settings = settings_at(path, needs_secrets=False)
        self.office = office_without_effect(self.settings, AT)
        self.running = in_rounds(self.office.games[game])
        self.position = self.running.game.position

    @property
    def face(self) -> GameFace:
        return family_of(self.running).face()

    def choose(self, rng: random.Random) -> Chosen | None:
        """Return a random legal move of as many plays as the game allows."""
        search = search_for(self.position.rules, self.running.game.rulings)
        board, rack = self.position.board, self.position.rack
        plays: list[FoundMove] = []
        for _ in range(self.position.rules.plays):
            found = search.all_moves(board, rack, self.position.offered)
            moves = [m for m in islice(found, LOOKED_AT) if not plays or not m.swaps]
            if not moves:
                break
            move = rng.choice(moves)
            plays.append(move)
            board, rack = move.after(board), _left(rack, move, board)
        return Chosen(tuple(plays)) if plays else None

    def after(self, chosen: Chosen, rng: random.Random, folder: Path) -> "Round":
        """Return the game with the move laid and the rack filled from what is left."""
        board = self.position.board
        for play in chosen.plays:
            board = play.after(board)
        bag = list(without(TILES.all_tiles, [tile.tile for tile in board.tiles]))
        rng.shuffle(bag)
        return Round(self.game, folder, board, "".join(bag[: self.position.offered]))

    def answer(self, data: bytes) -> list[dict[str, object]]:
        considered = judge_mail(data, self.settings, self.office, AT, AT)
        found = [as_object("x.eml", considered, entry, self.office) for entry in considered.entries]
        return [dict(each) for each in found]


def _left(rack: str, move: FoundMove, board: Board) -> str:
    for square in move.swaps:
        rack = in_order(without(rack, board.letter(square) or "") + "?")
    return without(rack, [tile.tile for tile in move.new_tiles(board)])


def _with_position(source: str, game: str, board: Board, letters: str) -> str:
    head, mark, tail = source.partition(f'id = "{game}"')
    tail = re.sub(r'letters = "[^"]*"', f'letters = "{letters}"', tail, count=1)
    rows = "\n".join(board.rows)
    return head + mark + re.sub(r'"""[^"]*"""', f'"""\n{rows}\n"""', tail, count=1)


def styles(rng: random.Random) -> Style:
    return Style(
        place=rng.choice(list(PlaceStyle)),
        claim=rng.choice(list(ClaimStyle)),
        blank=rng.choice(list(BlankStyle)),
        has_colon=rng.random() < 0.4,
        is_small=rng.random() < 0.2,
        numbers_plays=rng.random() < 0.2,
        marks_moves=rng.random() < 0.3,
    )


def as_typed(chosen: Chosen, at: Round, rng: random.Random) -> str:
    """Return the entry as some player would type it."""
    board = at.position.board
    plays: list[Play] = []
    for move in chosen.plays:
        here = move.swapped(board)
        play = move.as_play()
        if rng.random() < 0.4:
            play = replace(play, starred=frozenset(), blanks=tuple(map(BlankOn, move.blanks)))
        if rng.random() < 0.5:
            on_board = [i for i, square in enumerate(play.squares) if not here.is_free(square)]
            play = replace(play, small=frozenset(on_board))
        if rng.random() < 0.5:
            play = replace(play, claimed=move.points)
        plays.append(play)
        board = move.after(board)
    asked = Move(tuple(plays), chosen.plays[0].as_move().swaps)
    written = WrittenMove(asked, (), asked.plays[0].span)
    entry = Entry(at.game, None, None, laid([PlayOrder(written)]))
    return print_entry(entry, at.face, styles(rng))


def rounds(
    game: str, folder: Path, rng: random.Random, count: int
) -> Iterator[tuple[Round, Chosen]]:
    """Yield *count* positions of a game played at random, each with a legal move."""
    now = Round(game, folder, None, None)
    for _ in range(count):
        chosen = now.choose(rng)
        if chosen is None:
            now = Round(game, folder, None, None)
            continue
        yield now, chosen
        now = now.after(chosen, rng, folder)


def check(game: str, folder: Path, seed: int, positions: int) -> None:
    rng = random.Random(f"{game} {seed}")
    for at, chosen in rounds(game, folder, rng, positions):
        for name, wrap in WRAPS.items():
            typed = as_typed(chosen, at, rng)
            tag = f"{game} R{at.running.game.round_number}"

            answers = at.answer(wrap(at.writer, typed, at.face.title, tag))

            assert [each["outcome"] for each in answers] == ["accepted"], (name, typed, answers)
            assert answers[0]["points"] == chosen.points, (name, typed, answers)
            assert_same(answers[0]["moves"], chosen, at)


def assert_same(moves: object, chosen: Chosen, at: Round) -> None:
    """Nothing but the move itself was read, and all of it."""
    axes = at.position.rules.axes
    assert isinstance(moves, list)
    assert len(moves) == 1
    found = moves[0]
    assert isinstance(found, dict)
    assert found["status"] == "valid"
    assert found["swaps"] == [square_name(s, axes) for s in chosen.plays[0].swaps]
    assert [
        (play["square"], play["direction"], play["word"], play["blanks"], play["points"])
        for play in found["plays"]
    ] == [
        (
            place_name(move.square, move.direction, axes),
            move.direction.value,
            move.word,
            [square_name(s, axes) for s in move.blanks],
            move.points,
        )
        for move in chosen.plays
    ]


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_legal_move_in_any_style_is_judged_as_what_it_is(game: str, tmp_path: Path) -> None:
    """Printing any entry in any notation and style and reading it gives the same entry."""
    check(game, tmp_path, seed=1, positions=4)


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", sample(range(2, 42), 1))
def test_many_legal_moves_in_any_style_are_judged_as_what_they_are(
    game: str, seed: int, tmp_path: Path, tried: Tried
) -> None:
    check(game, tmp_path, seed=seed, positions=fewer(8, 2))
    tried("moves printed, wrapped and judged", fewer(8, 2) * len(WRAPS))
