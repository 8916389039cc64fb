"""What is remembered of a game: what has not changed is not made again, and nobody can tell."""

from collections.abc import Sequence

import pytest

from mailref.games.chance import Secret
from mailref.games.events import Event, GamePaused, GameResumed
from mailref.games.recollection import Pieces, Recollection, Recollections


def test_only_what_is_new_is_made() -> None:
    kept, made = Recollection(), list[str]()

    def doubled(item: str) -> str:
        made.append(item)
        return item * 2

    assert kept.each("words", None, ["a", "b"], doubled) == ("aa", "bb")
    assert kept.each("words", None, ["a", "x", "c"], doubled) == ("aa", "xx", "cc")
    assert made == ["a", "b", "x", "c"]


def test_what_follows_from_something_else_is_made_again() -> None:
    kept = Recollection()
    kept.each("words", "de", ["a"], lambda each: f"{each} auf Deutsch")

    assert kept.each("words", "fr", ["a"], lambda each: f"{each} en français") == ("a en français",)


def test_it_goes_on_where_it_was_as_long_as_all_that_was_is_still_there() -> None:
    kept, taken = Recollection(), list[Sequence[str]]()

    def longer(text: str, more: Sequence[str]) -> str:
        taken.append(more)
        return text + "".join(more)

    for items, then in (("ab", "ab"), ("abc", "abc"), ("abc", "abc"), ("axc", "axc"), ("a", "a")):
        assert kept.folded("text", None, items, str, longer) == then

    assert ["".join(each) for each in taken] == ["ab", "c", "", "axc", "a"]


def test_what_failed_halfway_is_begun_again() -> None:
    kept = Recollection()

    def noted(so_far: list[str], more: Sequence[str]) -> list[str]:
        for each in more:
            so_far.append(each)
            if each == "!":
                raise ValueError(each)
        return so_far

    kept.folded("notes", None, ("a",), list[str], noted)
    with pytest.raises(ValueError, match="!"):
        kept.folded("notes", None, ("a", "b", "!"), list[str], noted)

    assert kept.folded("notes", None, ("a", "b"), list[str], noted) == ["a", "b"]


@pytest.mark.parametrize(
    ("most_games", "most_events"),
    [pytest.param(2, 99, id="games"), pytest.param(99, 7, id="events")],
)
def test_of_more_games_than_that_the_one_longest_ago_is_forgotten(
    most_games: int, most_events: int
) -> None:
    kept = Recollections(most_games, most_events)
    games = {id_: Recollection() for id_ in "abc"}
    for id_, game in games.items():
        game.each("words", None, "xyz", str)
        kept.put_back(id_, game)

    assert [kept.taken(id_) is game for id_, game in games.items()] == [False, True, True]


def test_what_another_process_has_made_of_the_same_is_taken_from_its_pieces() -> None:
    made = list[tuple[str, int]]()

    def doubled(item: tuple[str, int]) -> str:
        made.append(item)
        return item[0] * item[1]

    first = Recollection(Pieces("0.2.0", {}))
    first.kept("words", "de", [("a", 2), ("b", 3)], doubled, str)
    pieces = first.as_pieces()
    then = Recollection(Pieces("0.2.0", pieces))

    assert then.kept("words", "de", [("b", 3), ("c", 1)], doubled, str) == ("bbb", "c")

    assert made == [("a", 2), ("b", 3), ("c", 1)]
    assert len(then.as_pieces()) == 2


def numbered(until: int, changed: int = -1) -> list[tuple[str, int]]:
    """Return so many items, one of which is another than it was."""
    return [(str(at), at + 100 * (at == changed)) for at in range(until)]


@pytest.mark.parametrize(
    ("now", "again"),
    [
        pytest.param(numbered(20), [], id="as before"),
        pytest.param(numbered(21), [20], id="one more"),
        pytest.param(
            numbered(30), [*range(20, 30)], id="many more: those that were alone are together"
        ),
        pytest.param(numbered(21, changed=19), [19, 20], id="the last one is another"),
        pytest.param(
            numbered(21, changed=3), [*range(8), 20], id="one long ago: those beside it, too"
        ),
        pytest.param(numbered(5), [0, 1, 2, 3, 4], id="those that were together are alone"),
    ],
)
def test_of_many_several_make_one_piece_and_the_last_ones_one_each(
    now: Sequence[tuple[str, int]], again: Sequence[int]
) -> None:
    made = list[int]()

    def told(item: tuple[str, int]) -> str:
        made.append(int(item[0]))
        return f"{item[0]}: {item[1]}"

    first = Recollection(Pieces("0.2.0", {}))
    first.kept("words", None, numbered(20), told, str)
    pieces = first.as_pieces()
    made.clear()
    then = Recollection(Pieces("0.2.0", pieces))

    found = then.kept("words", None, now, told, str)

    assert len(pieces) == 6
    assert made == list(again)
    assert found == tuple(f"{name}: {value}" for name, value in now)


def test_what_stays_the_same_is_the_same_piece_in_the_process_that_made_it() -> None:
    kept = Recollection(Pieces("0.2.0", {}))
    kept.kept("words", None, numbered(20), str, str)
    before = kept.as_pieces()

    kept.kept("words", None, numbered(21, changed=12), str, str)
    now = kept.as_pieces()

    assert len(now) == 7
    assert len(before.keys() & now.keys()) == 5
    assert Recollection(Pieces("0.2.0", now)).kept(
        "words", None, numbered(21, changed=12), lambda _: "made", str
    ) == tuple(map(str, numbered(21, changed=12)))


def test_two_that_say_the_same_of_different_things_are_two_pieces() -> None:
    """A pause and what ends it have one field, the reason, which is told of neither."""
    happened: tuple[Event, ...] = (GamePaused(""), GameResumed(""), GamePaused(""))

    def named(event: Event) -> str:
        return type(event).__name__

    first = Recollection(Pieces("0.2.0", {}))
    first.kept("events", None, happened, named, str)
    then = Recollection(Pieces("0.2.0", first.as_pieces()))

    assert then.kept("events", None, happened, named, str) == tuple(map(named, happened))


@pytest.mark.parametrize(
    ("by", "what", "of", "item"),
    [
        pytest.param("0.3.0", "words", "de", Secret("A"), id="another release"),
        pytest.param("0.2.0", "lines", "de", Secret("A"), id="something else"),
        pytest.param("0.2.0", "words", "fr", Secret("A"), id="another language"),
        pytest.param("0.2.0", "words", "de", Secret("B"), id="another secret"),
    ],
)
def test_what_follows_from_anything_else_is_no_piece_of_it(
    by: str, what: str, of: str, item: Secret[str]
) -> None:
    first = Recollection(Pieces("0.2.0", {}))
    first.kept("words", "de", [Secret("A")], lambda each: each.value, str)

    found = Recollection(Pieces(by, first.as_pieces())).kept(what, of, [item], lambda _: "new", str)

    assert found == ("new",)
