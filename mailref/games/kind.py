"""What a kind of game is to all others, with default answers; and the list of kinds.

A kind of game is one folder: `kind.py` in it names what the game begins with, what happens in it and
what it is, and how one becomes the other. Nobody else names a kind. One that nobody plays is not loaded.

What is large is a *part*: a module of fixed name in that folder, loaded when it is asked for. A kind that
has none takes that of the engine whose `Kind` it extends (`by_turns/kind.py`). What its mails tell is in
`contents`, each a `Content`; `mails` beside it writes them (`writing/scene.py`).

The one function that changes a game: `apply(game, event)`.

Play, replay, preview and verify all go through it; nothing else computes what follows from what
happened. Each kind of game has its share in its own folder (`Kind.apply`).
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Protocol,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

from msgspec import Meta, Struct, ValidationError, convert

from mailref.games.events import NAMES_NOBODY, CommonEvent, Event, PlayerJoined
from mailref.games.game import G, Game, apply_common, begun
from mailref.structs import OnRecord

if TYPE_CHECKING:
    from mailref.orders.entries import Habits


_OURS = __name__.partition(".")[0]
GROUP = "mailref.games"
"""The entry points by which an installed package brings a kind of game: its name, and its `Kind`."""


class Kind(Generic[G]):
    """A kind of game."""

    name: ClassVar[str]
    """As a variant calls its `family`, and an export."""
    opened: ClassVar[type[Event]]
    """What a game of this kind begins with."""
    game: ClassVar[type[Game]]
    """A game of this kind as it stands."""
    events: ClassVar[tuple[type[Event], ...]]
    """What happens in games of this kind, beside what happens in all and their beginning."""
    unit: ClassVar[str] = "round"
    """What its exports count: a round, or a turn."""
    checked: ClassVar[tuple[str, str]] = (
        "scores, ranks and tiles",
        "scores, ranks, tiles, draws and lots",
    )
    """What of an export can be checked, without its seed and with it."""
    scores_by_round: ClassVar[bool] = False
    """Whether totals are sums of rounds, so that a correction is one of a round."""
    has_same_letters: ClassVar[bool] = False
    """Whether all have the same letters, so that nobody has a secret of his own."""
    is_at_table: ClassVar[bool] = False
    """Whether each plays at a place of his own, which nobody joins later."""
    is_seated: ClassVar[bool] = False
    """Whether players sit at a table and move one after another; else all move at once until a ZAT."""
    plays_alone: ClassVar[bool] = False
    """Whether each has a table of his own, which nobody else sees."""

    templates: ClassVar[tuple[str, ...]] = ()
    """The templates without which no mail about such a game can be written, each `NAME.j2` of its folder."""

    def begun_by(self, event: Any) -> G:
        """Return the game that *event*, one of `opened`, begins."""
        return cast(G, begun(self.game, event))

    def apply(self, game: G, event: Any) -> G:
        """Return what *game* is after an event of its own or of all games."""
        raise NotImplementedError

    @cached_property
    def known(self) -> tuple[type[Event], ...]:
        """Return whatever may happen in a game of this kind once it has begun."""
        return (*COMMON, *self.events)

    def running(self, game: G, policy: Any) -> Any:
        """Return *game* with its settings: `RUNNING` of the part `policy`, a class that extends `RunningGame`.

        TypeError if they are settings of games that pass otherwise.
        """
        settings = part(self, "policy")
        if settings is not part(kind_named(policy.family), "policy"):
            raise TypeError(f"{game.id}: {type(game).__name__} with {type(policy).__name__}")
        return settings.RUNNING(game, policy)

    def family(self, running: Any) -> Any:
        """Return the referee of a game with its settings: `FAMILY` of the part `family`, a `Family`."""
        return part(self, "family").FAMILY(running)

    def opens_with(self, _policy: Any, _seed: bytes) -> Mapping[str, Any]:
        """Return what `opened` holds of a game with those settings beside what every such event holds."""
        return {}

    def first_players(self, policy: Any, _opened: Any) -> Iterator[PlayerJoined]:
        """Yield how the players of the settings join a game that *opened* began."""
        return (PlayerJoined(each.name, each.addresses) for each in policy.players)

    def has_begun_without(self, _running: Any) -> bool:
        """Tell whether nobody can be let in any more: all places are taken, or something was drawn."""
        return False

    def seated(self, _opened: Any) -> tuple[str, ...]:
        """Return who sits down as a game begins with that event."""
        return ()

    def is_word(self, _answer: str) -> bool:
        """Tell whether an answer of a player is a word and nothing else, so that it names nobody."""
        return False

    @property
    def asks_lists(self) -> bool:
        """Tell whether words are looked up in its games: else nothing is said of a list."""
        return True

    @cached_property
    def is_from_outside(self) -> bool:
        """Whether a package brings it that is not ours."""
        return type(self).__module__.partition(".")[0] != _OURS

    def seats_of(self, _opened: Any, player: str) -> tuple[str, ...]:
        """Return the names of the seats of a player, in a game that began with that event."""
        return (player,)

    def is_settled(self, game: G) -> bool:
        """Tell whether what a game came to changes no more."""
        return game.is_over

    def final_scores(self, game: G) -> tuple[tuple[int, bool], ...]:
        """Return what each had at the end and whether he is out, in the order of joining; nothing, where nobody moved.

        TypeError if games of this kind are not played for a tournament.
        """
        raise TypeError(f"{game.id} is no game in turns")

    def rated(self, game: G) -> tuple[tuple[int, bool], ...]:  # noqa: ARG002  most kinds are a matter of chance
        """Return what each has at the end, and whether he went out, as ratings take it; nothing where there is none."""
        return ()

    def in_one_mail(self, _found: Sequence[tuple[Any, str]]) -> Any:
        """Return how several games stand that are seated, each with the player who asks."""
        raise NotImplementedError

    def ready(self, policy: Any, _find: Callable[[str], Game | None]) -> Any:
        """Return *policy* with what a game needs of others to begin, which *find* knows; None while it waits.

        ValueError says why that can never be.
        """
        return policy

    def rematch(self, _policy: Any, _game: G) -> Any:
        """Return the settings of the game that players of *game* agreed on; None: none."""
        return None

    def reveal(self, _first: Any, _second: Any, _office: Any, _now: datetime) -> Any:
        """Return the step that reveals the seed of a game once the second one with its tiles is over, or None."""
        return None

    def past(self) -> Any:
        """Return what keeps what reports told for those that follow; None: none needs it.

        That has `Reports`, which events change (`after`), `TELL_OF_REPORTS`, `CLOSED` and `OPENED_AGAIN`.
        """
        return None

    def closed_by(self, _event: Event) -> int | None:
        """Return the number of the round that an event has closed; None: it has closed none."""
        return None

    def shortened(self, means: Any) -> Any:
        """Return what the next report needs of *means*: of many closed rounds the last one whole."""
        return means

    def settings(self) -> Any:
        """Return how [[game]] of this kind is read: `SETTINGS` of the part `settings`, a `KindSettings`."""
        return part(self, "settings").SETTINGS

    def record(self) -> "RecordKind":
        """Return what the kind says of its record: its part `published`."""
        return cast(RecordKind, part(self, "published"))

    def reading(self) -> "ReadingKind":
        """Return how players of this kind write: its part `reading`."""
        return cast(ReadingKind, part(self, "reading"))

    def judged(self) -> "JudgedKind":
        """Return how the judgement of an entry for a game of this kind is said: its part `judged`."""
        return cast(JudgedKind, part(self, "judged"))

    def files(self) -> "FilesKind":
        """Return how a game is written down for others: its part `files`."""
        return cast(FilesKind, part(self, "files"))

    def shown(self) -> "ShownKind":
        """Return what commands show of a running game: its part `shown`."""
        return cast(ShownKind, part(self, "shown"))

    def demo(self) -> Any:
        """Return how a game plays itself: `SHOW` of the part `demo`, a `Show` of the demo; None: it does not."""
        return getattr(part(self, "demo"), "SHOW", None) if any(_modules(self, "demo")) else None


@cache
def part(kind: Kind[Any], name: str) -> Any:
    """Return the module *name* of the folder of *kind*, else of the engine that it extends."""
    module = next(_modules(kind, name), None)
    if module is None:
        raise ModuleNotFoundError(f"games of the kind {kind.name!r} have no part {name!r}")
    return import_module(module)


def _modules(kind: Kind[Any], name: str) -> Iterator[str]:
    """Yield the modules *name* that there are, that of the folder of *kind* first."""
    for each in type(kind).__mro__:
        module = f"{each.__module__.rpartition('.')[0]}.{name}"
        if issubclass(each, Kind) and each is not Kind and find_spec(module) is not None:
            yield module


class ReadingKind(Protocol):
    """What a module of one kind says of how its players write.

    `GRAMMARS` it may have, too: the files of `grammar/` that it alone reads by, each with its kinds of line.
    """

    def habits(self, rules: Any) -> "Habits":
        """Return how the players of a game with *rules*, which are of this kind, write."""


class JudgedKind(Protocol):
    """What a module of one kind says of how the judgement of an entry is said.

    `in_words(found)` it may have, too: what a terminal shows of that object beside moves and points.
    """

    def as_object(self, entry: Any, running: Any, office: Any) -> dict[str, Any]:
        """Return what the object of contract 3 holds of an entry in this kind; `commands`: those among its orders."""


class RecordKind(Protocol):
    """What a module of one kind of game says of its record.

    Five functions more it may have, where it differs: `words_laid(event)` returns the words that an
    event shows to all, until which a ruling on one is its player's own (where there is none, `as_seen` keeps
    that back); `as_seen(public, events, *, is_open)` the public form with what all know beside it, without
    what nobody saw; `told_until(events)` how many of them reports have told, which pages for all wait for;
    `taken_over(told, raw)` what is told of an export of the first form with what its causes leave open;
    `wrong_reports(raw)` where hashes of reports in such an export are not those of what it tells.
    """

    def public(self, event: Event, *, is_open: bool) -> Event | None:
        """Return what anybody may read of an event of its own; None: nothing. *is_open*: nothing is secret."""

    def told(self, events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Any]:
        """Return what public events tell (contract 4), times in *zone*; null is what is secret."""

    def first(self, raw: dict[str, Any]) -> Sequence[Event]:
        """Return the causes that an export of the first form tells; NotAnExportError names what is wrong."""

    def decide(self, script: Any, seed: bytes | None) -> None:
        """Decide again what is recorded (`record.script.Script`); UnlikeError at the first difference."""


class FilesKind(Protocol):
    """How a module of one kind of game writes down what has happened, nothing of it secret.

    Five functions more it may have: `gcg(log)` returns the moves as GCG, where NotInGcgError says why the
    format cannot hold the game (of no such game: `NO_GCG`); `printed` the report of a closed round, and its number;
    `figures(log)` what the game has come to for each player (`statistics.py`), as far as all may know it;
    `outs(log)` why players play no more who do not, by their names; `stands(log)` the game that the events make,
    where it is at hand.
    """

    def csv(self, log: Iterable[Event]) -> bytes:
        """Return a table for a spreadsheet."""

    def pages(self, log: Iterable[Event], means: Any) -> tuple[int, Iterator[tuple[str, Any]]]:
        """Return how many rounds or turns the archive has, and its files, pictures as a `Drawing` or drawn."""


class ShownKind(Protocol):
    """What a module of one kind of game shows of one that is running.

    A function more it may have: `open_position(running)`, what a move can be made of now, for
    `mailref top`.
    """

    def status(self, running: Any, office: Any) -> dict[str, Any]:
        """Return how a game stands as JSON: nothing of what only one player may see."""

    def preview(self, running: Any, office: Any, means: Callable[[], Any], at: datetime) -> Any:
        """Return the report as it would go out at *at*; MailrefError says why there is none."""


class Listed(Struct, frozen=True):
    """A kind of game as the list has it: by what in a record it is known before it is loaded."""

    name: str
    folder: str
    opened: str
    game: str


LIST = (
    Listed("rounds", "rounds", "GameOpened", "RoundGame"),
    Listed("turns", "classic", "TurnsOpened", "TurnGame"),
    Listed("table", "rummikub", "TableOpened", "TableGame"),
    Listed("unscrabble", "unscrabble", "UnscrabbleOpened", "UnscrabbleGame"),
    Listed("bingo", "bingo", "BingoOpened", "BingoGame"),
    Listed("solo", "solitaire", "SoloOpened", "SoloGame"),
)

TEMPLATE_FOLDERS = frozenset({
    "archive", "asked", "bingo", "by_rounds", "challenge_refused", "classic", "club", "commands", "demo", "faults",
    "games_in_hand", "mail_answer", "notices", "orders", "player_notice", "rounds", "rummikub", "solitaire", "tasks",
    "tournament", "turns", "unscrabble",
})  # fmt: skip
"""Under these names lie templates of ours; those of a package lie under the name of its kind."""

COMMON: tuple[type[Event], ...] = get_args(CommonEvent)


@cache
def kind_named(name: str) -> Kind[Game]:
    """Return the kind of that name; ValueError if there is none."""
    for each in LIST:
        if each.name == name:
            return _loaded(each)
    if found := brought().kinds.get(name):
        return found
    raise ValueError(f"no kind of game is called {name!r}")


def folder_of(name: str) -> str:
    """Return under which name templates of the kind of that name lie."""
    return next((each.folder for each in LIST if each.name == name), name)


def names() -> tuple[str, ...]:
    """Return the names of all kinds there are."""
    return (*(each.name for each in LIST), *brought().kinds)


class Brought(Struct, frozen=True):
    """What installed packages bring: each kind whole, or refused."""

    kinds: Mapping[str, Kind[Game]]
    packages: Mapping[str, str]
    """By the names of their kinds."""
    refused_packages: frozenset[str]
    """Those that bring no other."""
    refused: tuple[str, ...]
    """Why others are not taken, a line each."""

    def is_refused(self, of: type) -> bool:
        """Tell whether a class is of a package that brings no kind which is taken."""
        return any(_is_in(of, each) for each in self.refused_packages)


@cache
def brought() -> Brought:
    """Return the kinds that installed packages bring, looked up and loaded once.

    One that cannot be loaded, or takes a name that is ours or another's, is as if it were not installed: whatever
    it did would befall the games of others.
    """
    found: dict[str, Kind[Game]] = {}
    refused = []
    points = sorted({*entry_points(group=GROUP)}, key=lambda each: (each.name, each.value))
    for point in points:
        try:
            _refuse_names(point, points)
            found[point.name] = _whole(point)
        except Exception as problem:  # noqa: BLE001  whatever is wrong with it, other games go on
            why = str(problem) if isinstance(problem, _RefusedError) else repr(problem)
            refused.append(
                f"the kind of game {point.name!r} of the package {_package_of(point)!r} is not taken: {why}"
            )
    packages = {each.name: _package_of(each) for each in points if each.name in found}
    for name, why in _called_alike(found, packages) if found else ():
        refused.append(
            f"the kind of game {name!r} of the package {packages[name]!r} is not taken: {why}"
        )
        del found[name], packages[name]
    others = {*map(_package_of, points)} - {*packages.values()}
    return Brought(found, packages, frozenset(others), tuple(refused))


class _RefusedError(Exception):
    """A kind from a package is not taken; the text says why."""


def _refuse_names(point: EntryPoint, points: Sequence[EntryPoint]) -> None:
    """Refuse a kind whose name, or that of a variant of its package, is ours or another package's."""
    if point.name in TEMPLATE_FOLDERS or any(point.name == each.name for each in LIST):
        raise _RefusedError("mailref itself has something of that name")
    others = [each for each in points if each is not point]
    for other in others:
        if other.name == point.name:
            raise _RefusedError(f"the package {_package_of(other)!r} brings one of that name, too")
    mine = _variants_in(_package_of(point))
    ours = {each for listed in LIST for each in _variants_in(f"mailref.games.{listed.folder}")}
    for variant in sorted(mine & ours):
        raise _RefusedError(f"mailref itself has a variant {variant!r}")
    for package in sorted({_package_of(each) for each in others} - {_package_of(point)}):
        for variant in sorted(mine & _variants_if_any(package)):
            raise _RefusedError(f"the package {package!r} has a variant {variant!r}, too")


def _whole(point: EntryPoint) -> Kind[Game]:
    """Return the kind of a package; whatever is wrong with it is raised."""
    kind = point.load()
    if not isinstance(kind, Kind):
        raise _RefusedError(f"{point.value} is no kind of game")
    if kind.name != point.name:
        raise _RefusedError(f"{point.value} calls itself {kind.name!r}")
    for module in iter_modules(import_module(_package_of(point)).__path__):
        if not (module.ispkg or module.name.startswith(_NOT_READ)):
            loaded = import_module(f"{_package_of(point)}.{module.name}")
            for each in vars(loaded).values():
                if (
                    isinstance(each, type)
                    and issubclass(each, OnRecord)
                    and not _is_in(each, _OURS)
                ):
                    _refuse_hidden_fields(each)
                    _refuse_texts(each)
    return kind


def _refuse_hidden_fields(owner: type[Struct]) -> None:
    """Refuse a class of the record in which something else stands under the name of a field of ours."""
    for base in owner.__mro__[1:]:
        fields = getattr(base, "__struct_fields__", ()) if _is_in(base, _OURS) else ()
        for name in vars(owner).keys() & set(fields) - owner.__annotations__.keys():
            raise _RefusedError(
                f"{owner.__name__}.{name} hides the field {name!r} of {base.__name__}"
            )


_STAND_INS = "N.N. 1", "N.N. 1234.12..."
"""What a forgotten player is called in a record: the shortest, and one as long as any will be."""


def _refuse_texts(owner: type[Struct]) -> None:
    """Refuse a class of the record with a text that may name a player and cannot hold his stand-in."""
    shapes = get_type_hints(owner, include_extras=True)
    for field in owner.__struct_fields__:
        for text in _limited_texts(shapes[field]):
            for stand_in in _STAND_INS:
                try:
                    convert(stand_in, text)
                except ValidationError:
                    raise _RefusedError(
                        f"the text {owner.__name__}.{field} cannot hold {stand_in!r}, which stands in it for a player "
                        "who is forgotten: let it, or declare it a NoName, if it never names one"
                    ) from None


def _limited_texts(shape: Any) -> Iterator[Any]:
    """Yield the types within *shape* of texts that are not just any, and are not declared to name nobody."""
    if get_origin(shape) is not Annotated:
        for each in get_args(shape):
            yield from _limited_texts(each)
        return
    kept, *said = get_args(shape)
    if any((each.extra or {}).get(NAMES_NOBODY) for each in said if isinstance(each, Meta)):
        return
    if kept is str:
        yield shape
    else:
        yield from _limited_texts(kept)


_NOT_READ = ("demo", "__main__", "test", "conftest")
"""Modules of a package that define nothing of its record; those of all others must be known to read it."""


def _called_alike(
    found: Mapping[str, Kind[Game]], packages: Mapping[str, str]
) -> Sequence[tuple[str, str]]:
    """Return the kinds with classes by whose names a record is read, but with two of one name, and why."""
    kinds = [*map(_loaded, LIST), *found.values()]
    ours = _read_by_name(_OURS, kinds)
    by_package = {each: _read_by_name(each, kinds) for each in {*packages.values()}}
    refused = []
    for name, package in packages.items():
        own = by_package[package]
        twice = [key[1] for key, classes in own.items() if len(classes) > 1]
        taken = sorted(key[1] for key in own.keys() & ours.keys())
        refused += [(name, f"it has two classes {each!r}") for each in twice[:1]]
        refused += [
            (name, f"mailref itself has a class {each!r}") for each in taken[:1] if not twice
        ]
        for other, its in by_package.items() if not (twice or taken) else ():
            if other != package and (shared := sorted(key[1] for key in own.keys() & its.keys())):
                refused.append((name, f"the package {other!r} has a class {shared[0]!r}, too"))
                break
    return refused


def _read_by_name(package: str, kinds: Iterable[Kind[Game]]) -> Mapping[tuple[str, str], set[str]]:
    """Return the classes of a package by whose names a record is read, by what each stands for, and its name."""
    found: dict[tuple[str, str], set[str]] = {}
    recorded = [each for kind in kinds for each in (kind.opened, kind.game, *kind.events)]
    for each in (*COMMON, *recorded):
        if _is_in(each, package):
            found.setdefault(("", each.__name__), set()).add(
                f"{each.__module__}.{each.__qualname__}"
            )
    for one in _all_below(Struct):
        is_named = one.__struct_config__.tag is not None and _is_in(one, package)
        for base in one.__mro__[1:] if is_named else ():
            if _is_in(base, _OURS) and base.__module__ != OnRecord.__module__:
                key = (f"{base.__module__}.{base.__qualname__}", one.__name__)
                found.setdefault(key, set()).add(f"{one.__module__}.{one.__qualname__}")
    return found


def _is_in(which: type, package: str) -> bool:
    return f"{which.__module__}.".startswith(f"{package}.")


def _all_below(base: type[Struct]) -> Iterator[type[Struct]]:
    """Yield the classes that extend *base*, however far below."""
    for each in base.__subclasses__():
        yield each
        yield from _all_below(each)


def _package_of(point: EntryPoint) -> str:
    return point.module.rpartition(".")[0] or point.module


def _variants_in(package: str) -> set[str]:
    folder = files(package) / "variants"
    if not folder.is_dir():
        return set()
    return {
        each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml")
    }


def _variants_if_any(package: str) -> set[str]:
    """Return the variants of another package: none of one that is broken."""
    try:
        return _variants_in(package)
    except Exception:  # noqa: BLE001  why, it is told itself
        return set()


def installed_packages() -> Mapping[str, str]:
    """Return the kinds that installed packages bring, each with its package."""
    return brought().packages


def packages() -> tuple[str, ...]:
    """Return the packages of all kinds: what lies beside their code is found there."""
    listed = (f"mailref.games.{each.folder}" for each in LIST)
    return (*listed, *installed_packages().values())


@cache
def kind_begun_by(opened: str) -> Kind[Game]:
    """Return the kind of the games that begin with an event of that name; ValueError if none do."""
    return _kind_with("opened", opened, f"no game begins with {opened}")


@cache
def kind_kept_as(game: str) -> Kind[Game]:
    """Return the kind whose games are of the class of that name; ValueError if there is none."""
    return _kind_with("game", game, f"no kind of game is kept as {game}")


def _kind_with(what: str, name: str, otherwise: str) -> Kind[Game]:
    """Return the kind whose class for *what* has that name; ValueError says *otherwise*."""
    for each in LIST:
        if getattr(each, what) == name:
            return _loaded(each)
    for kind in _installed():
        if getattr(kind, what).__name__ == name:
            return kind
    raise ValueError(otherwise)


def kind_of(game: Game) -> Kind[Game]:
    """Return of which kind *game* is."""
    return kind_named(game.family)


def lexicon_of(game: Game) -> str:
    """Return the name of the list by which words count in a game; "" where none is asked."""
    return game.lexicon if kind_of(game).asks_lists else ""


@cache
def event_named(name: str) -> type[Event] | None:
    """Return the event of that name, of all games or of any kind; None if there is none.

    Kinds that are played are asked first: others need not be loaded for what several have.
    """
    if found := next((each for each in COMMON if each.__name__ == name), None):
        return found
    listed = sorted(LIST, key=lambda each: _module(each) not in sys.modules)
    kinds = (kind for kinds in (map(_loaded, listed), _installed()) for kind in kinds)
    events = (each for kind in kinds for each in (kind.opened, *kind.events))
    return next((each for each in events if each.__name__ == name), None)


def _module(listed: Listed) -> str:
    return f"mailref.games.{listed.folder}.kind"


def _loaded(listed: Listed) -> Kind[Game]:
    return cast(Kind[Game], import_module(_module(listed)).KIND)


def _installed() -> Iterator[Kind[Game]]:
    """Yield the kinds that installed packages bring."""
    yield from brought().kinds.values()


@overload
def apply(game: G, event: Event) -> G: ...
@overload
def apply(game: None, event: Event) -> Game: ...
def apply(game: Game | None, event: Event) -> Game:
    """Return the game after *event*; the only place where anything in it changes.

    Its kind never changes.
    """
    if game is None:
        return kind_begun_by(type(event).__name__).begun_by(event)
    kind = kind_of(game)
    begins, may_happen, is_common = _what_is(type(event), kind)
    if begins:
        raise ValueError(f"{game.id} has begun already")
    if not may_happen:
        raise ValueError(f"{type(event).__name__} does not happen in a {type(game).__name__}")
    if is_common:
        game = apply_common(game, cast(CommonEvent, event))
    return kind.apply(game, event)


@cache
def _what_is(happened: type[Event], kind: Kind[Game]) -> tuple[bool, bool, bool]:
    """Tell whether such an event begins a game of the kind, happens in one, and happens in games of all kinds.

    Asked of each event of a long game it would take longer than what the event changes.
    """
    opens, known = issubclass(happened, kind.opened), issubclass(happened, kind.known)
    return opens, known, issubclass(happened, CommonEvent)


def replay(events: Iterable[Event]) -> Game:
    """Return the game that *events* make, the first of which opens it."""
    game: Game | None = None
    for event in events:
        game = apply(game, event)
    if game is None:
        raise ValueError("no events, no game")
    return game


def replay_as(kind: type[G], events: Iterable[Event]) -> G:
    """Return the game that *events* make, which is one of that class; TypeError if it is not."""
    game = replay(events)
    if not isinstance(game, kind):
        raise TypeError(f"{game.id} is a {type(game).__name__}, no {kind.__name__}")
    return game


def follow(game: G, events: Iterable[Event]) -> G:
    """Return *game* after *events*."""
    for event in events:
        game = apply(game, event)
    return game
