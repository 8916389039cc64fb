"""The public form of what happened in a game: what anybody may read of its record.

Addresses, the names of mails, private texts and what players keep for themselves are left out always;
seed, racks, bag and words that nobody has seen until their time: until then tiles lie face down, as
blanks. The same fold that makes a game of its events takes them.
"""

from collections.abc import Container, Iterable, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from mailref.record import of_bingo, of_rounds, of_solo, of_table, of_taking, of_turns
from mailref.rules import events as happened
from mailref.rules.bingo.bingo_events import BingoOpened
from mailref.rules.events import CommonEvent, Event, GameOpened
from mailref.rules.game import Game
from mailref.rules.replay import replay
from mailref.rules.table.table_events import TableOpened, TableWordLaid
from mailref.rules.turns.seated_game import SeatedGame
from mailref.rules.turns.turn_events import PlayLaid, SoloOpened, TurnsOpened
from mailref.rules.turns.unscrabble import TilesTaken, UnscrabbleOpened
from mailref.rules.variant import FamilyName

KINDS = MappingProxyType(
    {
        FamilyName.ROUNDS: of_rounds,
        FamilyName.TURNS: of_turns,
        FamilyName.TABLE: of_table,
        FamilyName.UNSCRABBLE: of_taking,
        FamilyName.BINGO: of_bingo,
        FamilyName.SOLO: of_solo,
    }
)
_BEGIN = MappingProxyType(
    {
        GameOpened: FamilyName.ROUNDS,
        TurnsOpened: FamilyName.TURNS,
        TableOpened: FamilyName.TABLE,
        UnscrabbleOpened: FamilyName.UNSCRABBLE,
        BingoOpened: FamilyName.BINGO,
        SoloOpened: FamilyName.SOLO,
    }
)


def family_of(opened: Event) -> FamilyName:
    """Return of which family the game is that *opened* begins; ValueError if it begins none."""
    family = _BEGIN.get(type(opened))
    if family is None:
        raise ValueError(f"no game begins with {type(opened).__name__}")
    return family


def tells_all(game: Game) -> bool:
    """Tell whether nothing of a game is secret any more."""
    return game.tells_all if isinstance(game, SeatedGame) else game.is_over


def public_form(events: Sequence[Event], *, is_open: bool) -> tuple[Event, ...]:
    """Return what anybody may read of *events*, all of one game; *is_open*: nothing is secret any more."""
    kind = KINDS[family_of(events[0])]
    seen = None if is_open else _words_seen(events)
    shown = (
        _common(event, seen)
        if isinstance(event, CommonEvent)
        else kind.public(event, is_open=is_open)
        for event in events
    )
    return tuple(each for each in shown if each is not None)


def public_events(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return what anybody may read now of a game that is made by *events*."""
    log = tuple(events)
    return public_form(log, is_open=tells_all(replay(log)))


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


def _words_seen(events: Sequence[Event]) -> Container[str] | None:
    """Return which words all have seen, where others are a player's own until he lays them (classic 10)."""
    if family_of(events[0]) not in _WORDS_ARE_LAID:
        return None
    seen: set[str] = set()
    for event in events:
        match event:
            case PlayLaid():
                seen.update(word.word for word in event.scored.words)
            case TableWordLaid():
                seen.add(event.made.word)
            case TilesTaken():
                seen.update(event.words)
            case _:
                pass
    return seen


_WORDS_ARE_LAID = frozenset({FamilyName.TURNS, FamilyName.TABLE, FamilyName.UNSCRABBLE})
