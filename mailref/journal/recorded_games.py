"""What is recorded of the games: events appended once, snapshots, games kept up to date; and what goes in.

By which code a snapshot was made: what other code made is not used, but made anew from the events.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import count, islice
from types import MappingProxyType
from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from mailref.errors import JournalError, NotKnownHereError, StaleGameError
from mailref.games.events import Event, GameEnded, PlayerJoined
from mailref.games.game import Game
from mailref.games.kind import apply, kind_of
from mailref.journal import schema
from mailref.journal.prepared import ask, change
from mailref.journal.schema import Database, RecordPart, put
from mailref.record import codec
from mailref.structs import shown_without


@cache
def snapshot_code() -> str:
    """Return what a snapshot depends on beside the events: a hash of the code of the rules.

    A snapshot that other code made is not used; the game is replayed instead.
    """
    digest = sha256((resources.files("mailref.record") / "codec.py").read_bytes())
    for source in _sources(resources.files("mailref.games")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


@cache
def reports_code() -> str:
    """Return what kept reports depend on: a snapshot's code, and how they are sealed."""
    digest = sha256(snapshot_code().encode())
    for source in _sources(resources.files("mailref.record")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _sources(each)
        elif each.name.endswith(".py"):
            yield each


class Blob(Struct, frozen=True):
    """Bytes that many mails share: stored once."""

    data: bytes

    __repr__ = shown_without("data")


Segment = bytes | Blob


class OutgoingMail(Struct, frozen=True):
    """A mail owed: its bytes, in order, are fixed before the first try."""

    recipient: str
    message_id: str
    kind: str  # what it is (`report`, `confirmation` ...): counted apart
    game: str | None
    round_tag: str | None  # the round for which a reply would be a move (`4`, `Ende`)
    segments: tuple[Segment, ...]
    not_before: datetime | None = None
    is_private: bool = False
    """Whether only its reader may see it: its bytes are dropped as soon as it is handed over."""
    box: str = ""  # the id of the mailbox from which it leaves; empty: that of [mail]

    __repr__ = shown_without("segments")


class OwedMail(Struct, frozen=True):
    """A mail that is due to be sent."""

    id: int
    recipient: str
    message_id: str
    kind: str
    game: str | None
    round_tag: str | None
    attempts: int
    """Tries that failed."""
    recorded_at: datetime
    data: bytes
    cause: str
    """Of the decision that owes it."""
    is_followed: bool = False
    """Whether others that are due come after it."""
    dotted: bytes | None = None
    """As SMTP takes it, dots doubled that begin lines; None where a line does not end in CRLF."""

    __repr__ = shown_without("data", "dotted")


class OutgoingCounts(Struct, frozen=True):
    """How many mails wait, were sent and were given up."""

    owed: int
    """Not tried yet."""
    deferred: int
    """Tried in vain, to be tried again."""
    dead: int
    """Given up."""
    oldest: datetime | None
    """When the oldest of those not given up was recorded."""
    last_error: str | None
    sent: int
    last_sent: datetime | None


_PAGE = 100
_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
_MANY = 200
"""After replaying so many events a snapshot is worth its while, as after a change of the code."""
_CROWD = 100
"""A snapshot of so many players takes longer to write than their round to read."""
_KEPT_EACH = 4
"""Of such a game so many rounds at most are read after its last snapshot."""

_ROWS_AT_HAND = 30_000
"""So many players' rows of rounds at most, as the next reports need them: 5 MB."""

_games, _events, _snapshots = schema.games, schema.events, schema.snapshots
_reports, _outbox = schema.kept_reports, schema.outbox
# Built once: they are asked before each decision.
_LAST_NUMBERS = sa.select(_games.c.id, _games.c.last_number).where(
    _games.c.id.in_(sa.bindparam("games", expanding=True))
)
_ALL_EVENTS = sa.select(sa.func.sum(_games.c.last_number))
"""How many events there are of all games: it grows with whatever happens to any of them."""
_DEADLINES = (
    sa.select(_games.c.id, _games.c.deadline)
    .where(_games.c.deadline.between(sa.bindparam("since"), sa.bindparam("until")))
    .order_by(_games.c.deadline, _games.c.id)
)


@lru_cache(maxsize=8)
def _next_deadlines(most: int | None) -> sa.Select[tuple[str, datetime]]:
    return _DEADLINES if most is None else _DEADLINES.limit(most)


_BEGUN = sa.insert(_games)
_ADDED = sa.insert(_events)
_ADVANCED = (
    sa.update(_games)
    .where(_games.c.id == sa.bindparam("game"), _games.c.last_number == sa.bindparam("before"))
    .values(
        last_number=sa.bindparam("after"),
        deadline=sa.bindparam("due"),
        is_over=sa.bindparam("has_ended"),
    )
)


class RecordedReports(Struct, frozen=True):
    """What reports told, after event *number*."""

    number: int
    reports: Any
    """As its kind keeps it; None: there is nothing to keep."""
    closed: int
    """How many rounds were closed since it was kept last."""
    has_more: bool = False
    """Whether there are events that were not read yet."""


class _GameThen(Struct, frozen=True):
    """A game as it was after event *number*."""

    number: int
    game: Game | None


class _Loaded(Struct, frozen=True):
    """Games as they were when there were so many events in the whole record."""

    ids: tuple[str, ...] = ()
    games: Mapping[str, Game] = MappingProxyType({})
    count: int = 0

    def after(self, games: Mapping[str, _GameThen], events: int) -> "_Loaded":
        """Return them after *events* more; what others recorded meanwhile shows in the count."""
        if not games:
            return self
        if not self.games.keys() >= games.keys():
            return _Loaded()
        own = {id_: each.game for id_, each in games.items() if each.game is not None}
        return _Loaded(self.ids, MappingProxyType({**self.games, **own}), self.count + events)


class RecordedGames(RecordPart):
    """What is recorded of the games."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known: dict[str, _GameThen] = {}
        self._seeds: dict[str, bytes] = {}
        self._told: dict[str, RecordedReports] = {}
        self._rows_at_hand = 0
        self._loaded = _Loaded()

    def ids(self) -> tuple[str, ...]:
        """Return the id of every game, in the order they began."""
        return tuple(id_ for (id_,) in self._database.rows(_IDS))

    def count(self) -> int:
        """Return how many games there are."""
        return int(self._database.scalar(_HOW_MANY) or 0)

    def deadlines(
        self,
        *,
        since: datetime = _FIRST,
        until: datetime = _LAST,
        most: int | None = None,
        among: Collection[str] | None = None,
    ) -> Mapping[str, datetime]:
        """Return the ZAT of each open round that has one, the next first; not of games that rest.

        Only those from *since* to *until*, *among* those, and at most so many.
        """
        wanted = _next_deadlines(most)
        if among is not None:
            wanted = wanted.where(_games.c.id.in_(among))
        rows = self._database.rows(wanted, since=since, until=until)
        return {row.id: row.deadline for row in rows}

    def load(self, id: str) -> Game | None:  # noqa: A002  the game's own word
        """Return the game as it stands: the last known state plus the events after it."""
        return self._brought_up((id,)).get(id)

    def standing(self, ids: Collection[str]) -> frozenset[str]:
        """Return those of the games that stand as they were loaded last."""
        found = self._database.rows(_LAST_NUMBERS, games=list(ids))
        return frozenset(row.id for row in found if self._is_known_so(row.id, row.last_number))

    def _is_known_so(self, id: str, number: int) -> bool:  # noqa: A002  the game's own word
        known = self._known.get(id)
        if known is None or known.number != number:
            return False
        # It may have been brought up to date by itself, after all were loaded.
        return self._loaded.games.get(id, known.game) is known.game

    def catch_up(self, ids: Collection[str]) -> bool:
        """Bring these games up to date, and no others; tell whether something had happened in them."""
        if self.standing(ids) == set(ids):
            return False
        self._brought_up(tuple(ids))
        self._loaded = self._loaded.after({id_: self._known[id_] for id_ in ids}, 0)
        return True

    def load_all(self, ids: Sequence[str], *, asks: bool = True) -> Mapping[str, Game]:
        """Return those of *ids* that have begun as they stand, all at one moment.

        Where nothing has happened since they were asked for last, it is the same mapping.
        """
        wanted = tuple(ids)
        if not asks and self._loaded.ids == wanted:  # as they stand after what we recorded
            return self._loaded.games
        # Asked first: what is recorded meanwhile may be in the games, and shows at the next call.
        count = int(self._database.scalar(_ALL_EVENTS) or 0)
        if (self._loaded.ids, self._loaded.count) != (wanted, count):
            games = MappingProxyType(self._brought_up(wanted))
            self._loaded = _Loaded(wanted, games, count)
        return self._loaded.games

    def _brought_up(self, ids: Sequence[str]) -> dict[str, Game]:
        with self._database.reading() as connection:
            before = {id_: self._known.get(id_) or _snapshot(connection, id_) for id_ in ids}
            after = _brought_up(connection, before)
        for id_, known in after.items():
            if known.number - before[id_].number > _MANY:
                with self._database.writing() as connection:
                    _keep_snapshot(connection, id_, known)
        self._known.update(after)
        return {id_: known.game for id_, known in after.items() if known.game is not None}

    def events(self, id: str) -> Iterator[Event]:  # noqa: A002  the game's own word
        """Return every event of a game, oldest first; other work may go on meanwhile."""
        return map(_read, self.as_recorded(id), count(1))

    def as_recorded(self, id: str) -> Iterator[codec.WrittenEvent]:  # noqa: A002  the game's own word
        """Yield the same as they stand in the record."""
        for _, kind, version, payload in self._pages(_A_PAGE, game=id):
            yield codec.WrittenEvent(kind, version, payload)

    def count_events(self, id: str) -> int:  # noqa: A002  the game's own word
        """Return how many events of a game are recorded."""
        return self._database.count(_events.c.game == id)

    def reports(self, id: str) -> Any:  # noqa: A002  the game's own word
        """Return what has been told of a game's rounds, if it is kept; only what tells of it is read."""
        past = self._past(id)
        if past is None:
            return None
        return past.Reports().after(event_of(row) for row in self._telling(id, past, 0))

    def newest_reports(
        self,
        id: str,  # noqa: A002  the game's own word
        most: int | None = None,
    ) -> RecordedReports:
        """Return what the next report needs of those before it: from what was kept last, if it can be.

        Where a round was opened again since, the one before it is wanted whole, and so all is read. Else no
        more than *most* events are, if a number is given: the rest another time.
        """
        past = self._past(id)
        if past is None:
            return RecordedReports(0, None, 0)
        kept = self._told.get(id) or self._kept_reports(id, past)
        rows = tuple(islice(self._telling(id, past, kept.number), most))
        if kept.number and any(row.kind == past.OPENED_AGAIN for row in rows):
            kept = RecordedReports(0, past.Reports(), 0)
            rows = tuple(self._telling(id, past, 0))
        closed = sum(row.kind == past.CLOSED for row in rows)
        reports = kept.reports.after(map(event_of, rows))
        number = rows[-1].number if rows else kept.number
        return RecordedReports(number, reports, kept.closed + closed, len(rows) == most)

    def remember_reports(self, id: str, found: RecordedReports) -> None:  # noqa: A002  the game's own word
        """Have at hand what the next report of a game needs; of few games, those that closed last."""
        former = self._told.pop(id, None)
        self._rows_at_hand -= former.reports.rows if former is not None else 0
        self._told[id] = found
        self._rows_at_hand += found.reports.rows
        while self._rows_at_hand > _ROWS_AT_HAND:
            self._rows_at_hand -= self._told.pop(next(iter(self._told))).reports.rows

    def keep_reports(self, id: str, number: int, reports: Struct) -> None:  # noqa: A002  the game's own word
        """Keep what the next report needs, as it was after event *number*."""
        kept = {"code": reports_code(), "payload": codec.write_reports(reports)}
        self._database.change(put(_reports, game=id, number=number, **kept))

    def _past(self, id: str) -> Any:  # noqa: A002  the game's own word
        """Return what the kind of a game keeps of its reports; None: nothing, or there is no such game."""
        known = self._known.get(id)
        game = self.load(id) if known is None else known.game
        return None if game is None else kind_of(game).past()

    def _kept_reports(self, id: str, past: Any) -> RecordedReports:  # noqa: A002  the game's own word
        row = next(iter(self._database.rows(_REPORTS, game=id)), None)
        if row is None or row.code != reports_code():
            return RecordedReports(0, past.Reports(), 0)
        return RecordedReports(row.number, codec.read_reports(row.payload, past.Reports), 0)

    def _telling(
        self,
        id: str,  # noqa: A002  the game's own word
        past: Any,
        after: int,
    ) -> Iterator[Any]:
        kinds = [kind.__name__ for kind in past.TELL_OF_REPORTS]
        return self._pages(_A_PAGE_TOLD, after, game=id, kinds=kinds)

    def count_closed(self, id: str) -> int:  # noqa: A002  the game's own word
        """Return how often a round of a game was closed."""
        past = self._past(id)
        if past is None:
            return 0
        return self._database.count(_events.c.game == id, _events.c.kind == past.CLOSED)

    def joined_by_mail(self, id: str, since: datetime) -> int:  # noqa: A002  the game's own word
        """Count the players whose own mails registered them at or after *since*."""
        return self._database.count(
            _events.c.game == id,
            _events.c.kind == PlayerJoined.__name__,
            _events.c.cause.startswith("mail:"),
            _events.c.recorded_at >= since,
        )

    def seed(self, id: str) -> bytes:  # noqa: A002  the game's own word
        """Return the secret seed of a game."""
        known = self._seeds.get(id)
        if known is not None:
            return known
        seed: bytes | None = self._database.scalar(_SEED, game=id)
        if seed is None:
            raise JournalError(f"no game {id!r} is recorded in {self._database.name}")
        return self._seeds.setdefault(id, seed)

    def handed_over(self, game: str, tag: str, addresses: Collection[str]) -> datetime | None:
        """Return when the first mail with a tag reached one of *addresses*; the far future: it waits."""
        recipients = [address.lower() for address in addresses]
        return first_handed_over(self._database, _TO_ONE, game=game, tag=tag, recipients=recipients)

    def append(
        self,
        connection: sa.Connection,
        cause: str,
        at: datetime,
        events: Sequence[tuple[str, Event]],
        seeds: Mapping[str, bytes],
    ) -> dict[str, _GameThen]:
        """Append *events* in the transaction of their decision; what it returns is kept in mind after."""
        for game, seed in seeds.items():
            row = {"id": game, "seed": seed, "last_number": 0, "is_over": False, "recorded_at": at}
            change(connection, _BEGUN, row)
        after = {}
        for game in dict.fromkeys(game for game, _ in events):
            before = _GameThen(0, None) if game in seeds else self._known.get(game)
            if before is None:
                before = _brought_up(connection, {game: _snapshot(connection, game)})[game]
            own = [event for name, event in events if name == game]
            after[game] = _extend(connection, game, before, own, cause=cause, at=at)
        return after

    def keep_in_mind(self, after: Mapping[str, _GameThen], events: int) -> None:
        """Keep games to which so many events were recorded for the next time they are loaded."""
        self._known.update(after)
        self._loaded = self._loaded.after(after, events)

    def forget_what_is_kept_in_mind(self) -> None:
        """Read every game anew: its past was rewritten."""
        self._known.clear()
        self._told.clear()
        self._rows_at_hand = 0
        self._loaded = _Loaded()

    def _pages(self, wanted: sa.Executable, after: int = 0, **values: object) -> Iterator[Any]:
        """Yield rows page by page, so that no transaction stays open while they are used."""
        while True:
            page = self._database.rows(wanted, after=after, **values)
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1].number


HANDED_OVER: Final = sa.select(
    sa.func.min(_outbox.c.settled_at).filter(_outbox.c.state == "sent"),
    sa.func.count().filter(_outbox.c.state == "owed"),
).where(_outbox.c.game == sa.bindparam("game"), _outbox.c.round_tag == sa.bindparam("tag"))
"""When the first mail with a tag reached the server, and how many wait."""
_TO_ONE: Final = HANDED_OVER.where(
    sa.func.lower(_outbox.c.recipient).in_(sa.bindparam("recipients", expanding=True))
)


def first_handed_over(
    database: Database, wanted: sa.Executable, **values: object
) -> datetime | None:
    """Return when the first mail reached the server of those that `HANDED_OVER` is *wanted* of (rules 8).

    The far future where one waits and none has been taken over yet; None where there is none.
    """
    first, waiting = list(database.rows(wanted, **values)[0])
    return first or (_LAST if waiting else None)


_IDS: Final = sa.select(_games.c.id).order_by(_games.c.recorded_at, _games.c.id)
_SEED: Final = sa.select(_games.c.seed).where(_games.c.id == sa.bindparam("game"))
_HOW_MANY: Final = sa.select(sa.func.count()).select_from(_games)
_AFTER: Final = (
    sa.select(_events.c.number, _events.c.kind, _events.c.version, _events.c.payload)
    .where(_events.c.game == sa.bindparam("game"), _events.c.number > sa.bindparam("after"))
    .order_by(_events.c.number)
)
"""What happened in a game after so many events; built once, as the others: that takes as long as to ask."""
_REPORTS: Final = sa.select(_reports).where(_reports.c.game == sa.bindparam("game"))
_SNAPSHOT: Final = sa.select(_snapshots).where(_snapshots.c.game == sa.bindparam("game"))
_A_PAGE: Final = _AFTER.limit(_PAGE)
_A_PAGE_TOLD: Final = _A_PAGE.where(_events.c.kind.in_(sa.bindparam("kinds", expanding=True)))


def event_of(row: Any) -> Event:
    """Return the event that a row holds."""
    return _read(codec.WrittenEvent(row.kind, row.version, row.payload), row.number)


def _read(written: codec.WrittenEvent, number: int) -> Event:
    """Return an event of a game; the first one is known wherever the kind of the game is."""
    try:
        return codec.read_event(written)
    except NotKnownHereError as unknown:
        if number > 1 or written.version > codec.VERSION:
            raise
        said = f"a game that began with {written.kind!r} is of a kind that is not installed"
        raise NotKnownHereError(said) from unknown


def _snapshot(connection: sa.Connection, game: str) -> _GameThen:
    """Return the last snapshot; nothing, and so a full replay, if other code wrote it."""
    row = next(iter(ask(connection, _SNAPSHOT, {"game": game})), None)
    if row is None or row.code != snapshot_code():
        return _GameThen(0, None)
    try:
        return _GameThen(row.number, codec.read_game(row.payload))
    except NotKnownHereError:  # its beginning says of which kind it is
        return _GameThen(0, None)


def _brought_up(connection: sa.Connection, games: Mapping[str, _GameThen]) -> dict[str, _GameThen]:
    """Return *games* after the events that follow what is known of each; only those are read."""
    found = ask(connection, _LAST_NUMBERS, {"games": list(games)})
    numbers = {row.id: row.last_number for row in found}
    return {
        game: _replayed(connection, game, known, last)
        if (last := numbers.get(game, 0)) > known.number
        else known
        for game, known in games.items()
    }


def _replayed(connection: sa.Connection, game: str, known: _GameThen, last: int) -> _GameThen:
    state = known.game
    after = {"game": game, "after": known.number}
    is_short = last - known.number <= _PAGE
    found: Iterable[sa.Row[Any]] = (
        ask(connection, _AFTER, after) if is_short else connection.execute(_AFTER, after)
    )
    for row in found:
        state = _applied(game, state, event_of(row))
    return _GameThen(last, state)


def _applied(id: str, game: Game | None, event: Event) -> Game:  # noqa: A002  the game's own word
    try:
        return apply(game, event)
    except (ValueError, LookupError) as problem:
        raise JournalError(f"{id}: {type(event).__name__} cannot follow: {problem}") from problem


def _extend(
    connection: sa.Connection,
    game: str,
    before: _GameThen,
    events: Iterable[Event],
    *,
    cause: str,
    at: datetime,
) -> _GameThen:
    state, rows, is_kept = before.game, [], False
    for number, event in enumerate(events, start=before.number + 1):
        written = codec.write_event(event)
        # What is kept in memory is what a restarted process will read.
        state = _applied(game, state, codec.read_event(written))
        is_kept = is_kept or _is_worth_keeping(state, event)
        said = {"game": game, "number": number, "cause": cause, "recorded_at": at}
        rows.append(said | asdict(written))
    after = _GameThen(before.number + len(rows), state)
    _advance(connection, game, before.number, after)
    change(connection, _ADDED, *rows)
    if is_kept:
        _keep_snapshot(connection, game, after)
    return after


def _is_worth_keeping(game: Game, event: Event) -> bool:
    """Tell whether a snapshot is kept with *event*: with each closed round, or each fourth of a crowd.

    Who reads more than `_MANY` events after the last one keeps the next, so that a reader pays for it.
    """
    number = kind_of(game).closed_by(event)
    if number is None:
        return isinstance(event, GameEnded)
    return len(game.players) < _CROWD or number % _KEPT_EACH == 0


def _advance(connection: sa.Connection, id: str, before: int, after: _GameThen) -> None:  # noqa: A002  the game's own word
    """Claim the numbers after *before*: whoever else was writing the same ones must decide again."""
    game = after.game
    due, has_ended = (game.due, game.is_over) if game is not None else (None, False)
    stands = {"after": after.number, "due": due, "has_ended": has_ended}
    if change(connection, _ADVANCED, {"game": id, "before": before, **stands}) != 1:
        raise StaleGameError(f"{id}: the game went on after event {before}")


def _keep_snapshot(connection: sa.Connection, game: str, known: _GameThen) -> None:
    if known.game is None:
        return
    kept = {"code": snapshot_code(), "payload": codec.write_game(known.game)}
    connection.execute(put(_snapshots, game=game, number=known.number, **kept))
