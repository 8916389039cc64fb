"""Printing an entry in any notation and style and reading it gives the same entry."""

import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace

from mailref.demo.players import (
    BlankStyle,
    ClaimStyle,
    PlaceStyle,
    Style,
    print_entry,
    print_play,
    print_word,
)
from mailref.orders.entries import Entry, GameFace, PlayOrder, laid
from mailref.orders.read_entries import habits_of
from mailref.orders.table import Behind, Command
from mailref.tiles.board import ALPHABET, SIZE, Axes, Direction, Square
from mailref.tiles.moves import NOWHERE, BlankFor, BlankOn, Move, Play, Swap, TextSpan, WrittenMove
from tests.reading.reading import AEGYPTEN, GENF, LEIPZIG, YERRES, only_entry

LETTERS = some.sampled_from(ALPHABET)
STYLES = some.builds(
    Style,
    place=some.sampled_from(PlaceStyle),
    claim=some.sampled_from(ClaimStyle),
    blank=some.sampled_from(BlankStyle),
    has_colon=some.booleans(),
    is_small=some.booleans(),
    numbers_plays=some.booleans(),
    marks_moves=some.booleans(),
)
SQUARES = some.builds(Square, some.integers(0, SIZE - 1), some.integers(0, SIZE - 1))


@some.composite
def plays(draw: some.DrawFn) -> Play:
    """Any play on the board, as a reader can tell it: not all letters small, stars once a letter."""
    length = draw(some.integers(2, 9))
    word = list(draw(some.text(LETTERS, min_size=length, max_size=length)))
    eszett = frozenset[int]()
    if length > 3 and draw(some.booleans()):
        at = draw(some.integers(0, length - 2))
        word[at : at + 2] = "SS"
        eszett = frozenset({at, at + 1})
    plain = [index for index in range(length) if index not in eszett]
    small = draw(some.frozensets(some.sampled_from(plain), max_size=len(plain) - 1))
    firsts = plain + ([min(eszett)] if eszett else [])
    direction = draw(some.sampled_from(Direction))
    start = draw(some.integers(0, SIZE - length))
    other = draw(some.integers(0, SIZE - 1))
    across = direction is Direction.ACROSS
    square = Square(other, start) if across else Square(start, other)
    on = some.integers(0, length - 1).map(lambda step: BlankOn(square.along(direction, step)))
    return Play(
        square=square,
        direction=direction,
        word="".join(word),
        span=NOWHERE,
        small=small,
        starred=draw(some.frozensets(some.sampled_from(firsts), max_size=2)),
        eszett=eszett,
        blanks=tuple(draw(some.lists(on | LETTERS.map(BlankFor), max_size=2))),
        also=tuple(draw(some.lists(some.from_regex(r"\A\*?[a-zäöü]{2,8}[A-ZÄÖÜ]?\Z"), max_size=2))),
        claimed=draw(some.none() | some.integers(0, 400)),
        comment=draw(some.none() | some.just("griech. Insel (14*2=28)")),
    )


def is_written_with_a_direction_word(play: Play) -> bool:
    """A word such as SENKRECHT behind a square is a direction to any reader."""
    return play.word in {"DOWN", "ACROSS"}


@some.composite
def moves(draw: some.DrawFn, game: GameFace) -> Move:
    found = draw(some.lists(plays(), min_size=1, max_size=habits_of(game.rules).plays))
    swaps = draw(some.lists(SQUARES, max_size=2, unique=True)) if game.rules.swap else []
    total = draw(some.none() | some.integers(0, 900))
    return Move(tuple(found), tuple(Swap(square, NOWHERE) for square in swaps), total)


@some.composite
def entries(draw: some.DrawFn) -> tuple[GameFace, Entry]:
    game = draw(some.sampled_from([YERRES, AEGYPTEN, LEIPZIG, GENF]))
    most = habits_of(game.rules).moves or 3
    written = draw(some.lists(moves(game), min_size=1, max_size=most))
    commands = draw(some.lists(some.sampled_from([Command.STATUS, Command.HELP]), unique=True))
    press = draw(some.sampled_from(["", "Es grüßt\nder Norden"]))
    entry = Entry(
        game=game.id,
        heading=NOWHERE,
        player=draw(some.none() | some.just(replace(NOWHERE, text="Jürgen Böttcher"))),
        written=laid([PlayOrder(WrittenMove(move, (), NOWHERE)) for move in written]),
        commands=(*commands, *([Command.PRESS] if press else [])),
        said=Behind(((Command.PRESS, press),)) if press else Behind(),
    )
    return game, entry


def without_spans(entry: Entry) -> Entry:
    """Return what an entry says, wherever and in whatever notation it stands."""
    written = []
    for each in entry.moves:
        assert each.move is not None, each
        plays = tuple(replace(play, span=NOWHERE, last=None) for play in each.move.plays)
        swaps = tuple(Swap(swap.square, NOWHERE) for swap in each.move.swaps)
        move = Move(plays, swaps, each.move.total_claimed)
        written.append(PlayOrder(WrittenMove(move, each.faults, NOWHERE)))
    player = None if entry.player is None else replace(NOWHERE, text=entry.player.text)
    return replace(entry, heading=NOWHERE, player=player, written=laid(written))


@given(entries(), STYLES)
def test_what_is_printed_is_read_back(asked: tuple[GameFace, Entry], style: Style) -> None:
    game, entry = asked
    if any(
        w.move and any(map(is_written_with_a_direction_word, w.move.plays)) for w in entry.moves
    ):
        return

    text = print_entry(entry, game, style)

    assert without_spans(only_entry(text)) == entry, text


PLAY = Play(
    Square(3, 0), Direction.DOWN, "HEFTE", TextSpan(1, 1, ""), blanks=(BlankOn(Square(3, 0)),)
)


@pytest.mark.parametrize(
    ("style", "printed"),
    [
        (Style(), "A4s HEFTE, A4 = Blanko"),
        (Style(place=PlaceStyle.WIDE_RANGE, has_colon=True), "A4 - A 8: HEFTE, A4 = Blanko"),
        (Style(place=PlaceStyle.BEFORE, is_small=True), "senkrecht A4 hefte, A4 = Blanko"),
        (Style(place=PlaceStyle.BACKWARDS, blank=BlankStyle.JOKER), "A8-A4 HEFTE, Joker = A4"),
    ],
)
def test_styles_of_a_play(style: Style, printed: str) -> None:
    assert print_play(PLAY, Axes.COLUMNS, style) == printed


def test_where_letters_are_rows_down_is_written_number_first() -> None:
    """Rules 4: Simultan, `8H RUCKEN` runs down."""
    play = Play(Square(7, 7), Direction.DOWN, "RUCKEN", NOWHERE)

    assert print_play(play, Axes.ROWS, Style()) == "8Hs RUCKEN"


def test_an_eszett_is_printed_as_typed() -> None:
    play = Play(Square(0, 0), Direction.DOWN, "FUSSSSE", NOWHERE, eszett=frozenset({2, 3, 4, 5}))

    assert print_word(play) == "FUßßE"
