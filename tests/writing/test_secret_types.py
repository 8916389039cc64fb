"""What a mail tells is built of public values: no field of it leads to what is one player's alone (style 56).

Every type that reaches a template is walked by its hints, a mail's, or that of a page of the archive; so is what
exports and commands show. `Secret` is opaque; whatever holds an address, a move that is not laid, a text that waits
for its release or a mail of somebody must be in one, or in a field that is its reader's own.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo

import pytest
from msgspec import Struct

import mailref
from mailref.assembly import archive_means
from mailref.game_files import archive_of
from mailref.games.bingo.family import BingoFace
from mailref.games.bingo.game import CalledTiles
from mailref.games.by_rounds.tasks.family import TaskFace
from mailref.games.by_rounds.tasks.game import ClosedTask
from mailref.games.by_turns.game import Hand
from mailref.games.chance import Secret
from mailref.games.game import Game, JoinWish, Player, Press
from mailref.games.kind import kind_named, names
from mailref.games.rounds.contents import EntryAnswer
from mailref.games.rounds.game import ReceivedEntry
from mailref.orders.entries import Entry
from mailref.referee.contents import Content
from mailref.referee.policy import House
from mailref.writing.archive import ArchiveMeans
from tests.games.at_random import KINDS
from tests.journal.samples import SAMPLES
from tests.writing.samples import ALL

ROOT = Path(mailref.__file__).parent
S = TypeVar("S", bound=Struct)
SECRET = (Player, Hand, JoinWish, Press, ReceivedEntry, Entry, House, Game)
"""Addresses, unlaid moves, texts not released, mails, the secret of the installation; and what has all of them."""
OWN = frozenset({"own", "considered", "answer", "still_in_force"})
"""Fields that hold what their reader has written, or what is his; `public_part` leaves them out."""
OF_KINDS: Mapping[str, tuple[type, ...]] = {
    "face": (BingoFace, TaskFace),
    "closed": (CalledTiles, ClosedTask),
    "rules": (),
}
"""What stands in fields of no type: what all may know of a game, of a round that is closed, and its switches."""
SHOWS = ("status", "preview", "open_position")
"""What the part `shown` of a kind has for commands."""
PRINTED = "press"
"""Texts that are printed are picked from those that wait: they are the value that a report is given."""
SETTINGS = "policy"
"""The settings of a game are handed on whole, with the addresses in them."""


def contents() -> Iterator[type[Content]]:
    """Yield every class of contents that a mail of ours may tell."""
    for name in ("contents", "notices"):
        for path in ROOT.rglob(f"{name}.py"):
            import_module(".".join(path.relative_to(ROOT.parent).with_suffix("").parts))
    yield from extending(Content)


def extending(base: type[S]) -> Iterator[type[S]]:
    """Yield what of ours extends *base*: a field of that type may hold it."""
    for each in base.__subclasses__():
        if each.__module__.startswith("mailref."):
            yield each
        yield from extending(each)


def types_in(hint: Any) -> Iterator[Any]:
    """Yield the types in a hint, but for what a `Secret` holds."""
    origin = get_origin(hint)
    if origin is Secret or isinstance(hint, TypeVar):
        return
    yield hint if origin is None else origin
    for each in get_args(hint):
        yield from types_in(each)


def leaks(content: type[Struct]) -> Iterator[str]:
    """Yield the way to each secret that lies open in a content, and to each field that may be anything."""
    seen, waiting = {content}, [(content, content.__name__)]
    while waiting:
        kind, way = waiting.pop()
        hints = get_type_hints(kind)
        for name in set(kind.__struct_fields__) - OWN - {SETTINGS}:
            path = f"{way}.{name}"
            found = [*types_in(hints[name])]
            if Any in found:
                found += OF_KINDS.get(name, ())
                if name not in OF_KINDS:
                    yield f"{path}: anything"
            for each in found:
                if not (isinstance(each, type) and issubclass(each, Struct)):
                    continue
                may_be = [each, *extending(each)]
                secret = [kind for kind in may_be if issubclass(kind, SECRET)]
                if secret and not (each is Press and name == PRINTED):
                    yield f"{path}: {secret[0].__name__}"
                elif not secret:
                    waiting += [(kind, path) for kind in may_be if kind not in seen]
                    seen.update(may_be)


def open_in(types: Iterable[type[Struct]]) -> dict[str, set[str]]:
    """Return the ways to secrets that lie open in some of *types*."""
    found = {each.__name__: {*leaks(each)} for each in types if not issubclass(each, SECRET)}
    whole = {each.__name__: {"whole"} for each in types if issubclass(each, SECRET)}
    return {name: ways for name, ways in (found | whole).items() if ways}


def structs_in(value: object) -> Iterator[type[Struct]]:
    """Yield the types of the values in what is handed over."""
    match value:
        case Struct():
            yield type(value)
        case Mapping():
            yield from chain.from_iterable(map(structs_in, chain(value, value.values())))
        case str() | bytes():
            return
        case Iterable():
            yield from chain.from_iterable(map(structs_in, value))


def test_no_mail_holds_a_secret_in_the_clear() -> None:
    found = {*contents()}

    assert len(found) > 30
    assert open_in(found) == {}


def given_to_pages(monkeypatch: pytest.MonkeyPatch) -> set[type[Struct]]:
    """Return the types of the values that pages of an archive are given from now on."""
    given = set[type[Struct]]()
    make = ArchiveMeans.page

    def page(means: ArchiveMeans, name: str, **values: object) -> bytes:
        given.add(ArchiveMeans)
        given.update(structs_in(values))
        return make(means, name, **values)

    monkeypatch.setattr(ArchiveMeans, "page", page)
    return given


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_of_an_archive_is_given_a_secret_in_the_clear(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a game runs, and once it is over: what is told then is picked, too."""
    given = given_to_pages(monkeypatch)
    events = KINDS[kind](3).events

    for now in (events[: len(events) * 2 // 3], events):
        [*archive_of(partial(iter, now), archive_means("de", ZoneInfo("UTC")))[1]]

    assert ArchiveMeans in given
    assert open_in(given - {ArchiveMeans}) == {}


@pytest.mark.parametrize("name", names())
def test_no_export_tells_of_an_event_that_holds_a_secret_in_the_clear(name: str) -> None:
    kind = kind_named(name)
    happens = [each for each in (kind.opened, *kind.events) if each in SAMPLES]

    told = {each for each in happens if kind.record().public(SAMPLES[each], is_open=False)}

    assert told
    assert open_in(told) == {}


@pytest.mark.parametrize("name", names())
def test_no_command_shows_a_game_as_a_whole(name: str) -> None:
    """What it shows is JSON, which `tests/test_game_files.py` searches, or such a value."""
    functions = (getattr(kind_named(name).shown(), each, None) for each in SHOWS)
    hints = (get_type_hints(each).get("return") for each in functions if each is not None)

    found = chain.from_iterable(map(types_in, hints))
    shown = {each for each in found if isinstance(each, type) and issubclass(each, Struct)}

    assert shown
    assert open_in(shown) == {}


def test_a_copy_for_the_game_master_holds_no_move_that_was_replaced() -> None:
    content = ALL["accepted_replacing"]().content
    assert isinstance(content, EntryAnswer)
    assert content.replaced is not None

    for left in (content.copy_for_game_master(), content.without_moves()):
        assert isinstance(left, EntryAnswer)
        assert left.replaced is None


class OfAll(Content, frozen=True):
    players: Mapping[str, Player]


class OfSomebody(Struct, frozen=True):
    wish: JoinWish


class Deeper(Content, frozen=True):
    who: tuple[OfSomebody, ...] | None


class Untyped(Content, frozen=True):
    what: Any


class Wrapped(Content, frozen=True):
    rack: Secret[OfSomebody]
    own: OfSomebody


@pytest.mark.parametrize(
    ("content", "ways"),
    [
        pytest.param(OfAll, {"OfAll.players: Player"}, id="in a mapping"),
        pytest.param(Deeper, {"Deeper.who.wish: JoinWish"}, id="below another value"),
        pytest.param(Untyped, {"Untyped.what: anything"}, id="of no type"),
        pytest.param(Wrapped, set(), id="wrapped, and the reader's own"),
    ],
)
def test_the_walk_finds_what_is_open_and_passes_what_is_wrapped(
    content: type[Content], ways: set[str]
) -> None:
    assert {*leaks(content)} == ways
