"""What a mail tells is built of public values: no field of it leads to what is one player's alone (style 56).

Every type that reaches a template is walked by its hints. `Secret` is opaque; whatever holds an address, a move
that is not laid, a text that waits for its release or a mail of somebody must be in one, or in a field that is its
reader's own.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

import mailref
from mailref.games.bingo.family import BingoFace
from mailref.games.bingo.game import CalledTiles
from mailref.games.by_rounds.tasks.family import TaskFace
from mailref.games.by_rounds.tasks.game import ClosedTask
from mailref.games.by_turns.seated_game import Hand
from mailref.games.chance import Secret
from mailref.games.game import Game, JoinWish, Player, Press
from mailref.games.rounds.game import ReceivedEntry
from mailref.orders.entries import Entry
from mailref.referee.contents import Content
from mailref.referee.policy import House

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


def test_no_mail_holds_a_secret_in_the_clear() -> None:
    found = {each: {*leaks(each)} for each in {*contents()}}

    assert len(found) > 30
    assert {each.__name__: ways for each, ways in found.items() if ways} == {}


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
