"""A person in the record under another name: his names and addresses give way to a stand-in, results stay.

Nothing that a rule judges is touched here: draws, lots, points and the hashes of the reports know players
by their places, so a replay gives the same game.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import TypeAlias, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.chance import Secret
from mailref.games.game import Game
from mailref.games.kind import Kind, kind_begun_by
from mailref.games.naming import is_forgotten
from mailref.games.recollection import Recollection
from mailref.record import codec
from mailref.record.addresses import LEFT_OUT, without_addresses
from mailref.record.texts import texts_of

_Json: TypeAlias = "dict[str, _Json] | list[_Json] | str | int | float | bool | None"

_NAMES = frozenset({
    "player", "players", "name", "new_name", "seats", "order", "drawings", "tiles", "by", "starter",
    "to", "muted",
})  # fmt: skip
"""Fields that hold names of players and nothing else."""
_OF_TOURNAMENTS = frozenset({"player", "players", "order"})
"""The same in events of tournaments."""
_BY_NAME = frozenset({"racks", "deductions"})
"""Fields that hold something for each player, by his name."""
_PROSE = frozenset({"because", "reason", "what", "value", "anew", "said"})
"""Fields in which somebody may have written a name."""
_WRITTEN_FREELY = frozenset({"text", "because", "reason"})
"""Those in which parts of names stand alone, too."""
_OF_KIND = frozenset({"task", "answer"})
"""Fields of our engines in which a kind says what it likes."""
_RECEIPT = "receipt"
"""The field with what binds tiles to the name of who drew them.

Once the tiles and the number that opens it are told it says no more than the name: whoever tries names finds it.
"""
_CUT = "[...]"
_NOTHING = "(?!)"
"""A pattern that is found nowhere."""


_CALLS = (happened.PlayerJoined, happened.PlayerRenamed)
"""Events after which somebody is called otherwise."""


_TEXTS = (happened.PressReceived, happened.TextKept)
_SAID = (happened.PressReceived, happened.MessageSent)
_WITH_ADDRESSES = (happened.PlayerJoined, happened.AddressesChanged)
_WITH_MORE = (*_TEXTS, *_WITH_ADDRESSES, happened.MessageSent)
"""Events of which more than names gives way."""


class Person(Struct, frozen=True):
    """A player of one game under all his names and addresses, and what takes their place."""

    game: str
    number: int
    """In the order of joining, from 1."""
    names: tuple[str, ...]
    """In the order in which he had them."""
    addresses: frozenset[str]
    stand_ins: tuple[str, ...] = ()
    """One for each name."""

    @property
    def stand_in(self) -> str:
        """Return what he is called from now on."""
        return self.stand_ins[-1]


def named_nowhere(
    registered: Iterable[Iterable[str]], named: Iterable[Iterable[str]]
) -> frozenset[str]:
    """Return who has agreed in no game to be named; of each game the *registered*, and of those the *named*."""
    return frozenset(
        name
        for name in frozenset[str]().union(*registered).difference(*named)
        if not is_forgotten(name)
    )


class Besides(Struct, frozen=True):
    """People who do not play a game, but may be named in what is written in it."""

    names: tuple[str, ...] = ()
    named: frozenset[str] = frozenset()
    """First names and surnames of who plays and is named: by such a one alone he is meant."""

    @property
    def people(self) -> tuple[Person, ...]:
        """Return them, each with initials as stand-in."""
        return tuple(
            Person("", _NEVER_JOINED, (name,), frozenset(), (initials(name),))
            for name in self.names
        )


def people_of(game: str, events: Iterable[happened.Event]) -> tuple[Person, ...]:
    """Return everybody who ever played a game, in the order of joining."""
    found: list[Person] = []
    joined = 0
    for event in events:
        match event:
            case happened.PlayerJoined(name, addresses):
                joined += 1
                found.append(Person(game, joined, (name,), frozenset(addresses)))
            case happened.PlayerRenamed(name, new_name):
                seat = _seat(found, name, game)
                found[seat] = replace(found[seat], names=(*found[seat].names, new_name))
            case happened.AddressesChanged(name, addresses):
                seat = _seat(found, name, game)
                known = found[seat].addresses | frozenset(addresses)
                found[seat] = replace(found[seat], addresses=known)
            case _:
                pass
    taken = {name for person in found for name in person.names}
    return tuple(replace(person, stand_ins=_stand_ins(person, taken)) for person in found)


def _seat(people: list[Person], name: str, game: str) -> int:
    """Return where somebody stands among *people*; of whom nothing says that he joined, he is added."""
    found = next((seat for seat, each in enumerate(people) if each.names[-1] == name), None)
    if found is None:
        people.append(Person(game, _NEVER_JOINED, (name,), frozenset()))
    return len(people) - 1 if found is None else found


def _stand_ins(person: Person, taken: Collection[str]) -> tuple[str, ...]:
    """Call a player by his number: `N.N. 3`, and by earlier names `N.N. 3.1`."""
    name = f"N.N. {person.number}"
    while name in taken:
        name += "."
    earlier = {each: f"{name}.{place}" for place, each in enumerate(person.names, start=1)}
    return tuple(earlier[each] if each != person.names[-1] else name for each in person.names)


def by_initials(
    game: str,
    events: Sequence[happened.Event],
    named: Collection[str],
    recollection: Recollection | None = None,
    recorded: Sequence[codec.WrittenEvent] = (),
    *,
    besides: Collection[str] = (),
) -> Sequence[happened.Event]:
    """Return the events with initials in the place of each name that is not in *named*, and no address.

    *named* are present names. Everybody is called from the beginning what he is called now, or by the initials of
    that: nothing stays of his earlier names, nor that there were some.

    What players wrote for all stays, with initials for names in it, and for first
    names or surnames alone, and with a sign for each address, whosever it is. *besides* are people who do not
    play here: where they are written of their names give way, too. A word that
    was mixed into draws keeps its name, without which the draws could not be proved (docs/chance.md).

    *recollection*: how those of them read that had happened before; *recorded*: all of them as they stand in the
    record, where that is known.
    """
    rows = {id(event): row for event, row in zip(events, recorded, strict=bool(recorded))}
    people = [*people_of(game, events)]
    people += _seated_alone(game, events, {each.names[0] for each in people})
    taken = {name for person in people for name in person.names}
    hidden = []
    for person in people:
        now = person.names[-1]
        if now in named and len(person.names) == 1:
            continue
        is_kept = now in named or is_forgotten(now)
        stand_in = now if is_kept else free_of(initials(now), taken)
        hidden.append(replace(person, stand_ins=(stand_in,) * len(person.names)))
    addresses = frozenset(address for person in people for address in person.addresses)
    parts = frozenset(part for name in named for part in name.split())
    others = Besides(tuple(sorted({*besides} - taken - parts)), parts)
    _, found = (recollection or Recollection()).folded(
        "by initials",
        (hidden, addresses, others),
        events,
        lambda: (Rewriting(hidden, addresses, keeps_texts=True, besides=others), ()),
        lambda so_far, more: _rewritten(so_far, more, rows),
    )
    return found


def _rewritten(
    so_far: tuple["Rewriting", tuple[happened.Event, ...]],
    more: Sequence[happened.Event],
    rows: Mapping[int, codec.WrittenEvent],
) -> tuple["Rewriting", tuple[happened.Event, ...]]:
    rewriting, found = so_far
    rewritten = [rewriting.rewritten(each, rows.get(id(each))) for each in more]
    return rewriting, (*found, *(each for each in rewritten if not _changes_no_name(each)))


def _changes_no_name(event: happened.Event) -> bool:
    """Tell whether by an event somebody is called what he was called before it, too."""
    return isinstance(event, happened.PlayerRenamed) and event.name == event.new_name


def _seated_alone(
    game: str, events: Sequence[happened.Event], known: Collection[str]
) -> Iterator[Person]:
    """Yield who has a seat by the beginning of a game, and of whom nothing else tells; *known* are the others."""
    for name in kind_begun_by(type(events[0]).__name__).seated(events[0]):
        if name not in known:
            yield Person(game, _NEVER_JOINED, (name,), frozenset())


_NEVER_JOINED = -1


def initials(name: str) -> str:
    """Return `M. P.-S.` of `Monika Pfeiffer-Sommer`; who was forgotten is called `N.N. 3` everywhere."""
    if is_forgotten(name):
        return name
    parts = (
        "-".join(f"{each[0].upper()}." for each in part.split("-") if each) for part in name.split()
    )
    return " ".join(part for part in parts if part)


def free_of(wanted: str, taken: set[str]) -> str:
    """Return *wanted*, with a number where it is taken; it is taken from now on."""
    found = next(
        name
        for name in (wanted, *(f"{wanted} {number}" for number in range(2, len(taken) + 3)))
        if name and name not in taken
    )
    taken.add(found)
    return found


def with_players_called(payload: str, called: Mapping[str, str]) -> str:
    """Return the payload of an event of a tournament with other names of its players."""
    fields: _Json = json.loads(payload)
    return json.dumps(_with_names(fields, "", called), separators=(",", ":"))


def _with_names(value: _Json, key: str, called: Mapping[str, str]) -> _Json:
    match value:
        case dict():
            return {inner: _with_names(each, inner, called) for inner, each in value.items()}
        case list():
            return [_with_names(each, key, called) for each in value]
        case str() if key in _OF_TOURNAMENTS:
            return called.get(value, value)
        case _:
            return value


class _Called:
    """One person, and by which of his names he is known at one moment of the game."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._renamed = 0
        is_there = person.number == _NEVER_JOINED
        self.names = dict(zip(person.names[:1], person.stand_ins, strict=False)) if is_there else {}
        """Each with what takes its place."""

    def begin(self, event: happened.Event, seated: Collection[str], joined: int) -> None:
        """Learn what he is called from *event* on, by which *seated* sat down, or somebody came *joined*."""
        person = self._person
        if person.names[0] in seated or joined == person.number:
            self.names = {person.names[0]: person.stand_ins[0]}
        elif isinstance(event, happened.PlayerRenamed) and event.name in self.names:
            self._renamed += 1
            self.names |= {person.names[self._renamed]: person.stand_ins[self._renamed]}
        elif len(self.names) > 1:
            self.names = {person.names[self._renamed]: person.stand_ins[self._renamed]}


@cache
def _of_one_name(happened: type[happened.Event]) -> tuple[str, ...]:
    """Return the fields of such events in which the name of one player may stand."""
    return tuple(each for each in happened.__struct_fields__ if each in _NAMES)


@cache
def _of_prose(happened: type[happened.Event]) -> tuple[str, ...]:
    """Return the fields of such events in which somebody may have written what he liked."""
    prose = _PROSE | {"text"} if issubclass(happened, _SAID) else _PROSE
    return tuple(each for each in happened.__struct_fields__ if each in prose)


@cache
def _holds_names_alone(happened: type[happened.Event]) -> bool:
    """Tell whether nothing but names gives way in such events, as in most of a game."""
    return not (issubclass(happened, _WITH_MORE) or _of_prose(happened))


def may_name_anybody(event: happened.Event) -> bool:
    """Tell whether something stands in an event that somebody wrote as he liked; our own words are small."""
    return bool(_of_prose(type(event))) and any(
        not _OURS.fullmatch(text) for _, text in _prose_in(event)
    )


def _prose_in(event: happened.Event) -> Iterator[tuple[str, str]]:
    """Yield the fields of an event in which somebody may have written what he liked, each with its text."""
    for key in _of_prose(type(event)):
        text = getattr(event, key)
        if isinstance(text, str):
            yield key, text


_OURS = re.compile(r"[a-z_]*")


def words_in_texts(events: Iterable[happened.Event], named: Iterable[str]) -> frozenset[str]:
    """Return the words with a capital in what somebody wrote, but for those of *named*: each may be a name."""
    own = {part for name in named for part in name.split()}
    prose = (each for event in events for each in _prose_in(event))
    words = (word for key, text in prose if key in _WRITTEN_FREELY for word in _WORD.findall(text))
    return frozenset(word for word in words if word[0].isupper() and word not in own)


_WORD = re.compile(r"(?<![\w.-])(?=[^\W\d_])\w{2,}(?:-\w+)*")


class _AnyOf:
    """Texts that are looked for in whatever letters, capital or small."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        small = [each.lower() for each in texts]
        are_apart = not any(
            one in other for at, one in enumerate(small) for other in small[:at] + small[at + 1 :]
        )
        self._small = small if are_apart and all(map(_is_western, texts)) else None
        """Of which it is enough that they are the same in small letters; None: it is not."""

    def count_in(self, text: str) -> int:
        """Return how often one of them stands in a text.

        Counted one by one that takes a tenth of what a pattern takes that finds any of them.
        """
        if self._small is None or not _is_western(text):
            return len(self._pattern.findall(text))
        lowered = text.lower()
        return sum(map(lowered.count, self._small))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, self._texts)) or _NOTHING, re.IGNORECASE)


def _is_western(text: str) -> bool:
    """Tell whether a text has none but letters of which each has one small form, and is that of one capital."""
    if text.isascii():
        return True
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True


class Rewriting:
    """The events of a game in their order, each without what names people."""

    def __init__(
        self,
        people: Sequence[Person],
        gone: frozenset[str],
        *,
        keeps_texts: bool = False,
        besides: "Besides | None" = None,
    ) -> None:
        """*gone*: their addresses.

        *keeps_texts*: what they wrote for all stays, but for names in it, also those of *besides*, and for addresses.
        """
        self._people = [_Called(person) for person in people]
        self._keeps_texts = keeps_texts
        self._whole = people, gone
        self._besides = besides or Besides()
        self._joined = 0
        self._is_just_renamed = False
        """Whether the next event still calls somebody by two names."""
        self._called: dict[str, str] = {}
        self._seats: dict[str, str] | None = None
        """What stands in for names and for seats of theirs; None where it was not asked for yet."""
        self._opened: happened.Event | None = None
        """With what the game began."""

    @cached_property
    def _in_prose(self) -> Callable[[str], str]:
        """What puts stand-ins in a text; made, as the others, for the first that needs it: many games have none."""
        people, gone = self._whole
        if not self._keeps_texts:
            return replacing(people, gone)
        named = replacing((*self._besides.people, *people), ())
        return lambda text: named(self._in_moves(text))

    @cached_property
    def _in_press(self) -> Callable[[str], str] | None:
        if not self._keeps_texts:
            return None
        here, others = ((*_parts_of(each),) for each in (self._whole[0], self._besides.people))
        return _shortening({*here, *others} - (self._besides.named - {*here}))

    @cached_property
    def _in_moves(self) -> Callable[[str], str]:
        """The same where moves are written: there a name of one word may be a word that was laid."""
        gone = replacing((), self._whole[1], LEFT_OUT if self._keeps_texts else "")
        return (lambda text: without_addresses(gone(text))) if self._keeps_texts else gone

    def rewritten(
        self, event: happened.Event, recorded: codec.WrittenEvent | None = None
    ) -> happened.Event:
        """Return the next event as it would be read once it was written anew.

        *recorded*: as it stands in the record; of one in an older form not its text counts, but what it says now.
        """
        is_current = recorded is not None and codec.is_current(recorded)
        self._follow(event)
        may_be_plain = is_current and not self._is_from_outside
        if not _holds_names_alone(type(event)):
            may_be_plain &= not (isinstance(event, _WITH_MORE) or self._has_prose(event))
        if recorded is not None and may_be_plain:
            found = self._in_names_alone(event, recorded.payload)
            if found is not None:
                return found
        written = recorded if recorded and is_current else codec.write_event(event)
        fields = self._fields_without(event, written)
        if fields is None:
            return event
        # Half a character is written by the standard library alone; it takes five times as long.
        is_first_form = written.version == codec.FIRST
        payload = _escaped(fields) if is_first_form else msgspec.json.encode(fields).decode()
        return codec.read_event(replace(written, payload=payload))

    def _in_names_alone(self, event: happened.Event, payload: str) -> happened.Event | None:
        """Return the event where names stand in fields of single names alone; None: they may stand elsewhere, too.

        A receipt of its own goes with the name of its player; where more is bound, more is to be looked at.
        """
        if "\\u" in payload:
            return None
        count = self._any_name.count_in(payload)
        if count == 0:
            return event
        named: dict[str, str] = {}
        for key in _of_one_name(type(event)):
            it = getattr(event, key)
            if isinstance(it, str) and (now := self._now(it)) != it:
                named[key] = now
        if len(named) != count:
            return None
        if bound := payload.count(_RECEIPT):
            if bound > 1 or "player" not in named or _RECEIPT not in event.__struct_fields__:
                return None
            named[_RECEIPT] = ""
        return replace(event, **named)

    def payload_after(self, event: happened.Event, written: codec.WrittenEvent) -> str:
        """Return the payload of the next event; the same text where it does not name them."""
        self._follow(event)
        fields = self._fields_without(event, written)
        return written.payload if fields is None else _escaped(fields)

    def _fields_without(
        self, event: happened.Event, written: codec.WrittenEvent
    ) -> dict[str, _Json] | None:
        """Return the fields of the event that was followed last; None where it does not name them."""
        if not (self._may_name(written) or self._has_prose(event)):
            return None
        found: dict[str, _Json] = msgspec.json.decode(written.payload)
        fields = dict(found)
        is_prose = isinstance(event, _SAID)
        if isinstance(event, _TEXTS) and event.player in self._called and not self._keeps_texts:
            fields["text"] = _CUT
        if isinstance(event, happened.MessageSent) and self._is_of_them(event):
            fields["text"] = _CUT
        if isinstance(event, _WITH_ADDRESSES) and event.name in self._called:
            fields |= {key: [] for key in ("addresses", "new", "asked") if key in fields}
        prose = _PROSE | {"text"} if is_prose else _PROSE
        player = str(fields.get("player"))
        if self._now(player) != player:
            fields = {key: _unbound(key, value) for key, value in fields.items()}
        new = {
            key: self._in_prose(value)
            if key in prose and isinstance(value, str) and key not in texts_of(type(event))
            else self._field(event, key, value)
            for key, value in fields.items()
        }
        if self._in_press is not None:
            for key in _WRITTEN_FREELY & {key for key, _ in _prose_in(event)}:
                new[key] = self._in_press(str(new[key]))
        return None if new == found else new

    def _has_prose(self, event: happened.Event) -> bool:
        """Tell whether somebody else may be named in an event, or an address stand in it."""
        if not self._keeps_texts:
            return False
        return self._is_from_outside or may_name_anybody(event)

    @cached_property
    def _any_name(self) -> "_AnyOf":
        """What finds a name, a seat or an address of theirs in a payload, and more."""
        people, addresses = self._whole
        names = {name for person in people for name in person.names}
        seats = {seat for who in names for seat in self._kind.seats_of(self._opened, who)}
        escaped = (json.dumps(each, ensure_ascii=False) for each in names | seats | addresses)
        return _AnyOf(sorted(each[1:-1] for each in escaped))

    def _may_name(self, written: codec.WrittenEvent) -> bool:
        """Tell whether a name, a seat or an address of theirs may stand in a payload: in most there is none."""
        is_plain = "\\u" not in written.payload
        return not (is_plain and self._any_name.count_in(written.payload) == 0)

    def _is_of_them(self, event: happened.MessageSent) -> bool:
        return not self._called.keys().isdisjoint((event.player, *event.to))

    def _follow(self, event: happened.Event) -> None:
        """Learn what they are called from this event on."""
        is_first, self._opened = self._opened is None, self._opened or event
        if not (is_first or self._is_just_renamed or isinstance(event, _CALLS)):
            return
        seated = self._kind.seated(event) if is_first else ()
        has_joined = isinstance(event, happened.PlayerJoined) and not seated
        self._joined += isinstance(event, happened.PlayerJoined)
        for person in self._people:
            person.begin(event, seated, self._joined if has_joined else 0)
        self._is_just_renamed = any(len(each.names) > 1 for each in self._people)
        called = {name: it for each in self._people for name, it in each.names.items()}
        if called != self._called:
            self._called, self._seats = called, None

    def _field(self, owner: Struct, key: str, value: _Json) -> _Json:
        """Return a field of *owner* without them: of a class from outside every text, unless it names nobody."""
        if not self._is_from_outside:
            return self._value(key, value)
        it = getattr(owner, key, None)
        may_name = texts_of(type(owner)).get(key)
        return self._value(key, value, it) if may_name is None else self._told(value, it, may_name)

    def _value(self, key: str, value: _Json, it: object = None) -> _Json:
        """Return what a field of ours holds without them; *it*: the value that was written so, where that counts."""
        it = it.value if isinstance(it, Secret) else it
        if isinstance(value, str):
            if key in _NAMES:
                return self._now(value)
            if key in _OF_KIND and self._is_from_outside:
                return self._told(value, it, not (key == "answer" and self._kind.is_word(value)))
            return self._in_moves(value) if key in {"text", "address"} else value
        match value:
            case dict() if key in _BY_NAME:
                return {self._now(name): each for name, each in value.items()}
            case dict() if isinstance(it, Struct):
                return {inner: self._field(it, inner, each) for inner, each in value.items()}
            case dict():
                within = it if isinstance(it, Mapping) else {}
                return {
                    inner: self._value(inner, each, within.get(inner))
                    for inner, each in value.items()
                }
            case list():
                return [self._value(key, each, its) for each, its in _beside(value, it)]
            case _:
                return value

    def _told(self, value: _Json, it: object, may_name: bool) -> _Json:
        """Return what a kind from outside holds without them, keys as well."""
        it = it.value if isinstance(it, Secret) else it
        match value:
            case str() if may_name and (it is None or isinstance(it, str)):
                now = self._now(value)
                return self._in_prose(value) if now == value else now
            case dict() if isinstance(it, Struct):
                return {inner: self._field(it, inner, each) for inner, each in value.items()}
            case dict():
                within = it if isinstance(it, Mapping) else {}
                return {
                    str(self._told(inner, inner, may_name)): self._told(
                        each, within.get(inner), may_name
                    )
                    for inner, each in value.items()
                }
            case list():
                return [self._told(each, its, may_name) for each, its in _beside(value, it)]
            case _:
                return value

    def _now(self, name: str) -> str:
        """Return what stands in for a name, or for that of a seat of his."""
        if self._seats is None:
            self._seats = dict(self._called)
            for each, stand_in in self._called.items():
                seats = (self._kind.seats_of(self._opened, who) for who in (each, stand_in))
                self._seats |= dict(zip(*seats, strict=True))
        return self._seats.get(name, name)

    @cached_property
    def _kind(self) -> Kind[Game]:
        """The kind of the game, which the first event tells: it is asked for at each."""
        return kind_begun_by(type(self._opened).__name__)

    @property
    def _is_from_outside(self) -> bool:
        return self._kind.is_from_outside


def _unbound(key: str, value: _Json) -> _Json:
    """Return what a field of an event holds without receipts, also of an event within it."""
    if isinstance(value, dict):
        return {inner: _unbound(inner, each) for inner, each in value.items()}
    return "" if key == _RECEIPT else value


def _beside(value: Sequence[_Json], it: object) -> Iterator[tuple[_Json, object]]:
    """Yield what was written of the parts of *it*, each with that part; None where it cannot be told which."""
    is_known = isinstance(it, tuple | list) and len(it) == len(value)
    yield from zip(
        value, cast(Sequence[object], it) if is_known else [None] * len(value), strict=True
    )


def _escaped(fields: Mapping[str, _Json]) -> str:
    return json.dumps(fields, separators=(",", ":"))


def replacing(
    people: Iterable[Person], addresses: Iterable[str], sign: str = ""
) -> Callable[[str], str]:
    """Return what puts stand-ins for names and addresses in a text; *sign*: that in place of all addresses."""
    wanted = {
        name.lower(): stand_in
        for person in people
        for name, stand_in in zip(person.names, person.stand_ins, strict=True)
    }
    exact = {name.lower(): name for person in people for name in person.names}
    wanted |= {
        address.lower(): sign or forgotten(place) for place, address in enumerate(sorted(addresses))
    }
    longest_first = sorted(wanted, key=len, reverse=True)
    if not longest_first:
        return lambda text: text
    # A name of one word may be a word that was laid: those stand in capitals.
    any_of_them = "|".join(
        re.escape(exact.get(each, each))
        if re.search(r"[ @]", each)
        else f"(?-i:{re.escape(exact[each])})"
        for each in longest_first
    )
    pattern = re.compile(rf"(?<![\w.-])(?:{any_of_them})(?!\w)", re.IGNORECASE)

    def instead_of(found: re.Match[str]) -> str:
        written = found[0].lower()
        if written in wanted:
            return wanted[written]
        # In letters that the pattern takes for others, as a small i without its dot.
        alike = (each for each in wanted if re.fullmatch(re.escape(each), found[0], re.IGNORECASE))
        return wanted.get(next(alike, ""), "…")  # whose letters nobody compares: no name stays

    return lambda text: pattern.sub(instead_of, text)


def _parts_of(people: Iterable[Person]) -> Iterator[str]:
    """Yield first names and surnames, but for those that stand in what takes their place."""
    for each in people:
        names = (name for name in each.names if not is_forgotten(name))
        parts = (part for name in names for part in name.split())
        yield from (part for part in parts if part not in each.stand_in.split())


def _shortening(parts: Iterable[str]) -> Callable[[str], str] | None:
    """Return what puts initials for a part of a name that stands alone in a text; None where nobody is meant."""
    wanted = [
        part for part in sorted(parts, key=len, reverse=True) if len(part) > 1 and part[0].isupper()
    ]
    if not wanted:
        return None
    any_of_them = "|".join(map(re.escape, wanted))
    pattern = re.compile(rf"(?<![\w.-])({any_of_them})(?:\.|('?s\b)|(?!\w))")
    return lambda text: pattern.sub(lambda it: initials(it[1]) + (it[2] or ""), text)


def forgotten(place: int) -> str:
    """Return an address that no mail ever reaches (RFC 2606)."""
    return f"forgotten-{place}@mailref.invalid"
