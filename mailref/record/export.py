"""A whole game as one JSON object (contract 4): how it began, its events in their public form, what they tell.

The public form is what anybody may read of the record of a game. Addresses, the names of mails, private texts
and what players keep for themselves are left out always; seed, racks, bag and words that nobody has seen until
their time: until then tiles lie face down, as blanks. The same fold that makes a game of its events takes them.

What exports of the first form tell, as values: their shape, and every fault in it named by its place.

Nothing of it is believed: `verify` decides all anew and compares. So only that stands here of which something
is made, or which is taken over; what follows from it is looked at when it is compared.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime, tzinfo
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeVar, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import astuple, replace

from mailref.games import events as happened
from mailref.games.chance import Secret
from mailref.games.events import CommonEvent, Event, EventLog, WordRuled
from mailref.games.game import Game
from mailref.games.kind import RecordKind, kind_begun_by, replay
from mailref.games.recollection import Recollection
from mailref.games.table_reader import KeyFault
from mailref.record import as_json, script
from mailref.record.codec import event_to_json
from mailref.tiles.board import ALPHABET
from mailref.tiles.tile_set import BLANK

FORMAT = 2
"""The form in which exports are written: the first one held no events."""


def export_of(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False, stands: Game | None = None
) -> as_json.JsonObject:
    """Return the whole game with the hash of its canonical JSON; times that are told in *zone*.

    With *reveals* what is secret is told though the game goes on: for the check against the seed alone.
    *stands*: the game as it stands, where that is known, by whatever names.
    """
    log = events if isinstance(events, PublicLog) else tuple(events)
    game = stands or replay(log)
    public: Sequence[Event]
    if isinstance(log, PublicLog) and not reveals:
        public, is_open = log, log.is_open
    else:
        is_open = reveals or game.tells_all
        public = public_form(log, is_open=is_open)
    told = kind_begun_by(type(log[0]).__name__).record().told(public, zone, is_open=is_open)
    exported: as_json.JsonObject = {
        "format": FORMAT,
        **as_json.as_shown(told, game.tile_set),
        "events": _as_json(public),
    }
    return {**exported, "sha256": as_json.sha256_of(exported)}


def _as_json(public: Sequence[Event]) -> list[Any]:
    """Return events as JSON; of a log that is written again when more has happened, as they are written."""
    if not isinstance(public, PublicLog):
        return [event_to_json(each) for each in public]
    made = public.recollection.kept(
        "events as JSON",
        None,
        public,
        lambda each: as_json.written_object(event_to_json(each)),
        as_json.WrittenObject,
    )
    return list(made)


class PublicLog(EventLog):
    """What pages for all tell of a game: its events in their public form, but for those that are told to players alone.

    What is made of them tells nobody more.
    """

    is_open: bool
    _with_the_rest: Sequence[Event] = ()

    @property
    def counted(self) -> Sequence[Event]:
        """Return the same with what is told to players alone, for figures: a round missed while away is none missed."""
        return self._with_the_rest or self

    @classmethod
    def of(
        cls, events: Sequence[Event], *, is_open: bool, recollection: Recollection | None = None
    ) -> "PublicLog":
        """Return what anybody may read of *events*; *is_open*: nothing is secret any more.

        *recollection*: what was made of those of them that had happened before. What was made of a log is
        remembered only where the new one goes on behind it.
        """
        kept = recollection or Recollection()
        form = public_form(events, is_open=is_open, recollection=kept)
        found = cls(each for each in form if not _is_for_players(type(each)))
        found.is_open = is_open
        if len(form) > len(found):
            found._with_the_rest = form
        found.recollection = kept.folded(
            "made of the log",
            is_open,
            found,
            lambda: Recollection(kept.pieces),
            lambda made, _: made,
        )
        return found


E = TypeVar("E", bound=Event)


def public_form(
    events: Sequence[Event], *, is_open: bool, recollection: Recollection | None = None
) -> tuple[Event, ...]:
    """Return what anybody may read of *events*, all of one game; *is_open*: nothing is secret any more.

    *recollection*: what may be read of those of them that had happened before.
    """
    kind = kind_begun_by(type(events[0]).__name__).record()
    shown = (recollection or Recollection()).each(
        "public form",
        is_open,
        events,
        lambda event: (
            _common(cast(CommonEvent, event))
            if _is_common(type(event))
            else kind.public(event, is_open=is_open)
        ),
    )
    seen = None if is_open else _words_seen(kind, events)
    public = tuple(
        each
        for each in shown
        if each is not None
        and (seen is None or not isinstance(each, WordRuled) or each.word in seen)
    )
    as_seen = getattr(kind, "as_seen", None)
    return public if as_seen is None else tuple(as_seen(public, events, is_open=is_open))


def by_its_types(event: E, *, is_open: bool) -> E:
    """Return an event without the mail in which it came; before the end, with every `Secret` face down.

    Of tiles all may know how many there are, of anything else nothing.
    """
    changes: dict[str, Any] = {}
    fields = event.__struct_fields__
    if not is_open:
        for name, held in zip(fields, astuple(event), strict=True):
            if isinstance(held, Secret):
                changes[name] = _UNSAID if name == "nonce" else face_down(held)
    if "mail" in fields:
        changes["mail"] = ""
    return replace(event, **changes) if changes else event


_UNSAID: Final = Secret("")


@cache
def _is_common(happened: type[Event]) -> bool:
    """Tell whether such an event happens in games of all kinds: a union of many is slow to ask."""
    return issubclass(happened, CommonEvent)


@cache
def _is_for_players(happened: type[Event]) -> bool:
    """Tell whether reports and exports tell of such an event, and no page for all."""
    return _is_common(happened) and not issubclass(happened, _ON_PAGES)


def all_face_down(event: E) -> E:
    """Return an event whose secrets say nothing at all, not even how many letters there are."""
    names = event.__struct_fields__
    held = {name: getattr(event, name) for name in names}
    unsaid = {name: each for name, each in held.items() if isinstance(each, Secret)}
    return replace(event, **{name: _unsaid(each) for name, each in unsaid.items()})


def _unsaid(held: Secret[Any]) -> Secret[Any]:
    return Secret("") if isinstance(held.value, str) else face_down(held)


def face_down(held: Secret[Any]) -> Secret[Any]:
    """Return as many blanks as there are tiles; of a number or a wish none."""
    match held.value:
        case str():
            return Secret(BLANK * len(held.value))
        case int():
            return Secret(0)
        case _:
            return Secret(None)


_KEPT = happened.PlayerReturned | happened.ScoreCorrected | happened.DrawsMixed | happened.GameEnded
"""What all are told as it stands in the record."""
_FOR_PLAYERS = happened.AbsenceNoted | happened.AbsenceEnded
"""The same, but on no page for all: whose house is empty, and when, is told to those who play with him."""
_AS_RECORDED = _KEPT | _FOR_PLAYERS
_WITHOUT_REASON = (
    happened.PlayerLeft
    | happened.PlayerRenamed
    | happened.DeadlineMoved
    | happened.GamePaused
    | happened.GameResumed
)


_ON_PAGES = _KEPT | _WITHOUT_REASON | happened.PlayerJoined | happened.WordRuled
"""What pages for all tell of what happens in every game; nothing else of it, whatever comes to be recorded."""


def _common(event: CommonEvent) -> Event | None:
    """Return what may be read of what happens in every game; of a ruling where all have seen its word."""
    if isinstance(event, _AS_RECORDED):
        return event
    if isinstance(event, _WITHOUT_REASON):
        return replace(event, because="")
    if isinstance(event, happened.PlayerJoined):
        return replace(event, addresses=(), is_configured=True)
    if isinstance(event, happened.WordRuled):
        return event
    return None


def _words_seen(kind: RecordKind, events: Sequence[Event]) -> Container[str] | None:
    """Return which words all have seen, where others are a player's own until he lays them (turns 10)."""
    words_laid = getattr(kind, "words_laid", None)
    if words_laid is None:
        return None
    return {word for event in events for word in words_laid(event)}


Difference = script.Difference
T = TypeVar("T")


class NotAnExportError(ValueError):
    """What was given is no export; the message names the key and what is wrong with it."""


Switches = Mapping[str, Any]
"""Switches as written; those who know them judge them."""
Instant = Annotated[datetime, Meta(tz=True)]
"""A time with an offset."""

SQUARE: Final = "(?:[A-O](?:1[0-5]|[1-9])|(?:1[0-5]|[1-9])[A-O])"
"""The pattern of a square's name."""
WORD: Final = f"[{ALPHABET}]+"
"""The pattern of a word."""
Word = Annotated[str, Meta(pattern=f"^{WORD}$")]
Tiles = Annotated[str, Meta(pattern=f"^[{ALPHABET}{BLANK}]*$")]


class ExportedLexicon(Struct, frozen=True):
    """The word list, told apart from others by its hash."""

    name: str
    sha256: str


class Beginning(Struct, frozen=True, kw_only=True):
    """What every game tells of how it began."""

    game: str
    title: str
    variant: str
    rules: Switches
    commitment: str
    lexicon: ExportedLexicon

    @property
    def opened(self) -> dict[str, Any]:
        """Return what the first event of each kind of game holds of it."""
        return {
            "id": self.game,
            "title": self.title,
            "variant": self.variant,
            "commitment": self.commitment,
            "lexicon": self.lexicon.name,
            "lexicon_sha256": self.lexicon.sha256,
        }


class Ruling(Struct, frozen=True):
    """A word that was decided; `accepted` is null where a decision was taken back."""

    word: str
    accepted: bool | None
    round: int
    by: str
    because: str

    @property
    def made(self) -> WordRuled:
        """Return it as an event."""
        return WordRuled(self.word, self.accepted, self.by, self.because)


def read_as(shape: type[T], value: as_json.Json) -> T:
    """Return *value* in a shape; NotAnExportError names the first key that is missing or wrong."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as wrong:
        raise NotAnExportError(_said_of(str(wrong))) from None
    except UnicodeEncodeError:
        raise NotAnExportError("the file holds half a character") from None


def checked(rules: T, faults: Sequence[KeyFault], place: str = "rules") -> T:
    """Return the rules that switches make; NotAnExportError names one that is wrong."""
    for each in faults:
        raise NotAnExportError(f"{place}.{each.key}: {each.message}")
    return rules


def _said_of(wrong: str) -> str:
    """Return where the fault stands (`rounds[2].entries[0].points`), then what it is."""
    fault, _, found = wrong.partition(" - at `")
    place = found.rstrip("`").removeprefix("$").removeprefix(".")
    if fault.startswith(_MISSING):
        return f"{place}.{fault.removeprefix(_MISSING).rstrip('`')} is missing".removeprefix(".")
    said = next(
        (f"must be {said}" for begin, said in _WANTED.items() if fault.startswith(begin)), fault
    )
    return f"{place or 'the file'} {said}"


_MISSING: Final = "Object missing required field `"
_WANTED: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{
            f"Expected `str` matching regex '^{pattern}$'".replace("\\", "\\\\"): said
            for pattern, said in (
                (SQUARE, "a square of the board"),
                (WORD, "letters of the game"),
                (f"[{ALPHABET}{BLANK}]*", "tiles of the game"),
            )
        },
        "Expected `str` matching regex": "a move such as M9s BEHAUE M11=?",
        "Expected `int": "a whole number",
        "Expected `str": "a text",
        "Expected `bool": "true or false",
        "Expected `array": "a list",
        "Expected `object": "an object",
        "Expected `datetime": "a time such as 2026-12-11T20:00:00+01:00",
        "Invalid RFC3339": "a time such as 2026-12-11T20:00:00+01:00",
        "Invalid enum value": "what the rules know",
    }
)
