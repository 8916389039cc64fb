"""The public form of what happened in a game: what anybody may read of its record.

Addresses, the names of mails, private texts and what players keep for themselves are left out always;
seed, racks, bag and words that nobody has seen until their time: until then tiles lie face down, as
blanks. The same fold that makes a game of its events takes them.
"""

from collections.abc import Container, Sequence
from datetime import tzinfo
from importlib import import_module
from types import MappingProxyType
from typing import Protocol, cast

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.events import CommonEvent, Event
from mailref.games.game import Game
from mailref.record.game_json import JsonObject
from mailref.record.round_json import Json
from mailref.record.script import Script
from mailref.tiles.variant import FamilyName


class RecordKind(Protocol):
    """What a module of one kind of game says of its record.

    Four functions more it may have, where it differs: `words_laid(event)` returns the words that an
    event shows to all, until which a ruling on one is its player's own; `as_seen(public, events, *,
    is_open)` the public form with what all know beside it, without what nobody saw;
    `taken_over(told, raw)` what is told of an export of the first form with what its causes leave open;
    `wrong_reports(raw)` where hashes of reports in such an export are not those of what it tells.
    """

    def public(self, event: Event, *, is_open: bool) -> Event | None:
        """Return what anybody may read of an event of its own; None: nothing. *is_open*: nothing is secret."""

    def told(self, events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:
        """Return what public events tell (contract 4), times in *zone*; null is what is secret."""

    def first(self, raw: JsonObject) -> Sequence[Event]:
        """Return the causes that an export of the first form tells; NotAnExportError names what is wrong."""

    def decide(self, script: Script, seed: bytes | None) -> None:
        """Decide again what is recorded; UnlikeError at the first difference."""


_MODULES = MappingProxyType(
    {
        FamilyName.ROUNDS: "of_rounds",
        FamilyName.TURNS: "of_turns",
        FamilyName.TABLE: "of_table",
        FamilyName.UNSCRABBLE: "of_taking",
        FamilyName.BINGO: "of_bingo",
        FamilyName.SOLO: "of_solo",
    }
)
_BEGIN = MappingProxyType(
    {
        "GameOpened": FamilyName.ROUNDS,
        "TurnsOpened": FamilyName.TURNS,
        "TableOpened": FamilyName.TABLE,
        "UnscrabbleOpened": FamilyName.UNSCRABBLE,
        "BingoOpened": FamilyName.BINGO,
        "SoloOpened": FamilyName.SOLO,
    }
)


def kind_of(family: FamilyName) -> RecordKind:
    """Return the kind of a family of games, loaded when it is first asked for."""
    return cast(RecordKind, import_module(f"mailref.record.{_MODULES[family]}"))


def family_of(opened: Event) -> FamilyName:
    """Return of which family the game is that *opened* begins; ValueError if it begins none."""
    family = _BEGIN.get(type(opened).__name__)
    if family is None:
        raise ValueError(f"no game begins with {type(opened).__name__}")
    return family


def tells_all(game: Game) -> bool:
    """Tell whether nothing of a game is secret any more."""
    return game.tells_all if isinstance(game, SeatedGame) else game.is_over


def public_form(events: Sequence[Event], *, is_open: bool) -> tuple[Event, ...]:
    """Return what anybody may read of *events*, all of one game; *is_open*: nothing is secret any more."""
    kind = kind_of(family_of(events[0]))
    seen = None if is_open else _words_seen(kind, events)
    shown = (
        _common(event, seen)
        if isinstance(event, CommonEvent)
        else kind.public(event, is_open=is_open)
        for event in events
    )
    public = tuple(each for each in shown if each is not None)
    as_seen = getattr(kind, "as_seen", None)
    return public if as_seen is None else tuple(as_seen(public, events, is_open=is_open))


_KEPT = happened.PlayerReturned | happened.ScoreCorrected | happened.DrawsMixed | happened.GameEnded
"""What all are told as it stands in the record."""
_WITHOUT_REASON = (
    happened.PlayerLeft
    | happened.PlayerRenamed
    | happened.DeadlineMoved
    | happened.GamePaused
    | happened.GameResumed
)


def _common(event: CommonEvent, seen: Container[str] | None) -> Event | None:
    """Return what may be read of what happens in every game; *seen*: the words that lay for all to see."""
    if isinstance(event, _KEPT):
        return event
    if isinstance(event, _WITHOUT_REASON):
        return replace(event, because="")
    if isinstance(event, happened.PlayerJoined):
        return replace(event, addresses=(), is_configured=True)
    if isinstance(event, happened.WordRuled):
        return event if seen is None or event.word in seen else None
    return None


def _words_seen(kind: RecordKind, events: Sequence[Event]) -> Container[str] | None:
    """Return which words all have seen, where others are a player's own until he lays them (classic 10)."""
    words_laid = getattr(kind, "words_laid", None)
    if words_laid is None:
        return None
    return {word for event in events for word in words_laid(event)}
