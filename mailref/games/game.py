"""The state of a game, as far as every kind has it: a value that holds what counts now, not the history.

A game changes only by events (`games/kind.py`); what those do that every game knows stands here.
What the games of one kind have beside it is in that kind's folder, in games in rounds `games/rounds/game.py`.

When the next ZAT is, and on which side of a ZAT an instant lies.

Dates are reckoned by the clock on the wall in the game's zone, right on both clock changes.

The zone is an argument and so is every instant; nothing here reads a clock.

Places by points: equals share one.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from itertools import islice
from types import MappingProxyType
from typing import ClassVar, Self, TypeVar, assert_never, cast

from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.chance import Secret
from mailref.games.events import CommonEvent
from mailref.games.naming import rename
from mailref.structs import OnRecord, PlayerName
from mailref.tiles.board import STANDARD, Board, Layout
from mailref.tiles.tile_set import GERMAN, TileSet


class Stage(StrEnum):
    """What a game waits for."""

    PLAYING = "playing"
    """For moves; in a pause, too, where the clock alone stands still."""
    GOING_ON = "going_on"
    """For what follows: the referee takes the next step, or the game master gives him the letters."""
    RESTING = "resting"
    """For the end of a pause, with nothing to play meanwhile."""
    OVER = "over"


class Rest(StrEnum):
    """Why no clock runs though a game is not over."""

    PAUSE = "pause"
    RULING = "ruling"
    """The game master has to decide."""


NOTHING_KEPT: Secret[tuple[tuple[str, str], ...]] = Secret(())


class Player(OnRecord, frozen=True, kw_only=True):
    """A player with what he has so far."""

    name: str
    addresses: tuple[str, ...]
    total: int
    rank: int | None = None
    has_left: bool = False
    left_because: str = ""
    former_names: tuple[str, ...] = ()
    from_settings: tuple[str, ...] = ()
    """The addresses that the settings gave last; a command may have changed them since."""
    new_addresses: tuple[str, ...] = ()
    """Those of his addresses that are shown nothing of his own before `shown_from`."""
    asked_addresses: tuple[str, ...] = ()
    """Those that were his before them: a yes from there ends the wait, a no takes the new ones away."""
    shown_from: datetime | None = None
    wants_reminder: bool = True
    language: str = ""
    """What he asked for; empty: as he writes, or as the settings say."""
    spoken: str = ""
    """In which language he clearly wrote last, where that is followed."""
    kept: Secret[tuple[tuple[str, str], ...]] = NOTHING_KEPT
    """The texts that he keeps to himself, each with the name of its order."""
    away: tuple[tuple[datetime, datetime], ...] = ()
    """From when to when he is away, where all play at once; rising."""
    mutes: tuple[PlayerName, ...] = ()
    """From whom he wants no messages; an empty name: from nobody."""
    is_configured: bool = True
    is_leaving: bool = False
    """Whether he leaves when the open round is closed; his move of that round still counts."""
    shows_name: bool = False
    """Whether public pages show his name and not his initials."""

    def is_away(self, at: datetime | None) -> bool:
        """Tell whether he has said that he is away at a time."""
        return at is not None and any(begins <= at < ends for begins, ends in self.away)

    def with_name(self, old: str, new: str) -> Self:
        """Return him under a new name, if *old* is his, and keep that one in mind."""
        if self.name != old:
            return self
        return replace(self, name=new, former_names=(*self.former_names, old))


class Press(OnRecord, frozen=True):
    """A text for the next report."""

    player: str
    text: str
    mail: str
    is_released: bool


class MessageNoted(OnRecord, frozen=True):
    """That a player has written to others."""

    player: PlayerName
    at: datetime


class JoinWish(OnRecord, frozen=True):
    """Somebody who asked to be let in, and waits for the game master."""

    name: str
    address: str
    said: str
    at: datetime


MOST_WISHES = 100
"""So many of the newest are kept: anybody can write such a mail."""

TRIAL = "trial"
"""What is noted of a game that began as a trial: its players saw nothing of it."""


class Game(OnRecord, frozen=True, kw_only=True):
    """A game as it stands; each kind extends it."""

    family: ClassVar[str]
    """The name of its kind."""
    letter: ClassVar[str] = "R"
    """How the numbers of its rounds, or turns, begin wherever they are shown."""
    id: str
    title: str
    variant: str
    commitment: str
    lexicon: str
    lexicon_sha256: str
    players: Mapping[PlayerName, Player] = MappingProxyType({})
    rulings: Mapping[str, bool] = MappingProxyType({})
    settings_rulings: frozenset[str] = frozenset()
    """Words whose ruling comes from the settings file, which wins over others."""
    asked: frozenset[str] = frozenset()
    """Words that were put before the game master."""
    press: tuple[Press, ...] = ()
    messages: tuple[MessageNoted, ...] = ()
    """Those of the last day, oldest first."""
    join_wishes: tuple[JoinWish, ...] = ()
    """Of all who asked, also of those who play by now; see `waiting_to_join`."""
    is_paused: bool = False
    spent: frozenset[tuple[int, str, str]] = frozenset()
    noted: frozenset[str] = frozenset()
    left_subscribers: frozenset[str] = frozenset()
    subscriber_languages: Mapping[str, str] = MappingProxyType({})
    """What subscribers asked for, by their addresses."""
    is_over: bool = False
    ended: str = ""
    """Why the game is over."""
    end_reason: str = ""
    """What the game master says of it, if he ended it."""
    seed: str | None = None
    """Revealed when the game is over."""

    def with_player_called(self, old: str, new: str) -> Self:
        """Return it with a player renamed, in his place among the others."""
        return rename(self, old, new)

    @property
    def number_now(self) -> int:
        """Return the number of the round or turn that is open, or comes next."""
        raise NotImplementedError

    @property
    def tile_set(self) -> TileSet:
        """Return the tiles that it is played with."""
        return GERMAN

    @property
    def layout(self) -> Layout:
        """Return the board that it is played on."""
        return STANDARD

    @property
    def board_left(self) -> Board:
        """Return the board that it leaves to a game which takes that down; an empty one where it has none."""
        return Board()

    @property
    def are_seats_taken(self) -> bool:
        """Tell whether who leaves now resigns: others at the table go on, or have won."""
        return False

    @property
    def turn_before(self) -> tuple[int, str] | None:
        """Return number and player of the turn to which the game would go back; None: to none."""
        return None

    @property
    @abstractmethod
    def stage(self) -> Stage:
        """Return what the game waits for."""

    @property
    @abstractmethod
    def due(self) -> datetime | None:
        """Return when the next thing is due by the clock; None where the game waits for somebody."""

    @property
    def rests(self) -> Rest | None:
        """Return what all may know it waits for, while no clock runs; None where it goes on."""
        return Rest.PAUSE if self.is_paused and not self.is_over else None

    @property
    def tells_all(self) -> bool:
        """Tell whether nothing of it is secret any more."""
        return self.is_over

    @property
    def is_trial(self) -> bool:
        """Tell whether the game was begun while all mail went to one address (`divert`)."""
        return TRIAL in self.noted

    @property
    def waiting_to_join(self) -> tuple[JoinWish, ...]:
        """Return those who asked to be let in and have no part in the game, oldest first."""
        mine = {each.lower() for player in self.players.values() for each in player.addresses}
        return tuple(wish for wish in self.join_wishes if wish.address not in mine)

    @property
    def active(self) -> tuple[Player, ...]:
        """Return the players who take part, in the order they joined."""
        return tuple(player for player in self.players.values() if not player.has_left)


def unread_note(game: Game, number: int, player: str) -> str:
    """Return what is noted of mail that could not be read, for the round or turn of that number.

    By seat, for a player may be renamed.
    """
    return f"unread:{number}:{tuple(game.players).index(player)}"


V = TypeVar("V")
G = TypeVar("G", bound=Game)


def apply_common(game: G, event: CommonEvent) -> G:
    """Return *game* after an event that every game knows."""
    match event:
        case happened.WordRuled():
            return _rule(game, event)
        case happened.WordsAsked():
            return replace(game, asked=game.asked | set(event.words))
        case happened.GamePaused() | happened.GameResumed():
            return replace(game, is_paused=isinstance(event, happened.GamePaused))
        case happened.SettingSpent():
            return replace(game, spent=game.spent | {(event.number, event.key, event.value)})
        case happened.Noted():
            return replace(game, noted=game.noted | {event.what})
        case happened.JoinAsked():
            return _wish(game, event)
        case happened.SubscriberLeft():
            return replace(game, left_subscribers=game.left_subscribers | {event.address})
        case happened.SubscriberLanguageSet():
            languages = plus(game.subscriber_languages, event.address, event.language)
            return replace(game, subscriber_languages=languages)
        case happened.PressReceived() | happened.PressRuled() | happened.MessageSent():
            return _written(game, event)
        case happened.GameEnded():
            why, said = event.because, event.reason
            return replace(game, is_over=True, ended=why, end_reason=said, seed=event.seed)
        case (
            happened.PlayerJoined() | happened.DeadlineMoved()
            | happened.LotWordGiven() | happened.DrawsMixed()
        ):  # fmt: skip
            return game  # each kind has players, clocks and lots of its own
        case _:
            return _of_players(game, event)


A_DAY = timedelta(days=1)


def _written(
    game: G, event: happened.PressReceived | happened.PressRuled | happened.MessageSent
) -> G:
    if not isinstance(event, happened.MessageSent):
        return replace(game, press=_pressed(game.press, event))
    recent = (each for each in game.messages if each.at > event.at - A_DAY)
    return replace(game, messages=(*recent, MessageNoted(event.player, event.at)))


def _wish(game: G, event: happened.JoinAsked) -> G:
    if not event.address:
        return game
    wish = JoinWish(event.name, event.address, event.said, event.at)
    others = (each for each in game.join_wishes if each.address != wish.address)
    return replace(game, join_wishes=(*others, wish)[-MOST_WISHES:])


def _with_language(game: G, event: happened.LanguageSet) -> G:
    if event.is_chosen:
        return with_player(game, event.player, language=event.language)
    return with_player(game, event.player, spoken=event.language)


def _of_players(game: G, event: happened.KnownPlayerEvent) -> G:
    match event:
        case happened.PlayerLeft():
            return with_player(game, event.name, has_left=True, left_because=event.because)
        case happened.PlayerReturned():
            return with_player(game, event.name, has_left=False)
        case happened.PlayerRenamed():
            return game.with_player_called(event.name, event.new_name)
        case happened.AddressesChanged():
            return _readdress(game, event)
        case happened.ReminderSet():
            return with_player(game, event.player, wants_reminder=event.wanted)
        case happened.LanguageSet():
            return _with_language(game, event)
        case happened.NameShown():
            return with_player(game, event.player, shows_name=event.is_shown)
        case happened.TextKept():
            texts = dict(game.players[event.player].kept.value) | {event.order: event.text.value}
            kept = tuple((order, text) for order, text in texts.items() if text)
            return with_player(game, event.player, kept=Secret(kept))
        case happened.AbsenceNoted() | happened.AbsenceEnded():
            away = _away_after(game.players[event.player].away, event)
            return with_player(game, event.player, away=away)
        case happened.PlayerMuted():
            is_none = not event.is_muted and not event.muted
            before = () if is_none else game.players[event.player].mutes
            others = [each for each in before if each != event.muted]
            mutes = (*others, event.muted) if event.is_muted else tuple(others)
            return with_player(game, event.player, mutes=mutes)
        case happened.ScoreCorrected():
            total = game.players[event.player].total + event.points
            return with_player(game, event.player, total=total)
        case _:
            assert_never(event)


def _away_after(
    away: tuple[tuple[datetime, datetime], ...],
    event: happened.AbsenceNoted | happened.AbsenceEnded,
) -> tuple[tuple[datetime, datetime], ...]:
    """Return absences after one more, or without what of them lies behind a time."""
    if isinstance(event, happened.AbsenceEnded):
        return tuple((begins, min(ends, event.at)) for begins, ends in away if begins < event.at)
    joined_up: list[tuple[datetime, datetime]] = []
    for begins, ends in sorted((*away, (event.begins, event.ends))):
        if joined_up and begins <= joined_up[-1][1]:
            first, last = joined_up.pop()
            joined_up.append((first, max(last, ends)))
        else:
            joined_up.append((begins, ends))
    return tuple(joined_up)


def _readdress(game: G, event: happened.AddressesChanged) -> G:
    if event.because == happened.FROM_SETTINGS:
        game = with_player(game, event.name, from_settings=event.addresses)
    return with_player(
        game,
        event.name,
        addresses=event.addresses,
        new_addresses=event.new,
        asked_addresses=event.asked,
        shown_from=event.shown_from,
    )


def _rule(game: G, event: happened.WordRuled) -> G:
    mine = {event.word} if event.by == "settings" and event.accepted is not None else set()
    from_settings = (game.settings_rulings - {event.word}) | mine
    if event.accepted is None:
        rulings = less(game.rulings, event.word)
    else:
        rulings = plus(game.rulings, event.word, event.accepted)
    return replace(game, rulings=rulings, settings_rulings=from_settings)


def _pressed(
    press: tuple[Press, ...], event: happened.PressReceived | happened.PressRuled
) -> tuple[Press, ...]:
    if isinstance(event, happened.PressReceived):
        return (*press, Press(event.player, event.text, event.mail, event.is_released))
    released = (
        replace(item, is_released=True) if item.mail == event.mail else item for item in press
    )
    return tuple(item for item in released if event.is_released or item.mail != event.mail)


def with_player(game: G, name: str, **changes: object) -> G:
    """Return *game* with *changes* of one player's fields."""
    player = replace(game.players[name], **changes)  # type: ignore[arg-type]  # names of the player's fields
    return replace(game, players=plus(game.players, name, player))


S = TypeVar("S", bound=Struct)


def begun(kind: type[S], opened: Struct, **beside: object) -> S:
    """Return the value of that class which *opened* begins: what both call the same, and *beside* it."""
    same = (name for name in opened.__struct_fields__ if name in kind.__struct_fields__)
    return kind(**{name: getattr(opened, name) for name in same} | beside)


def joined(game: G, event: happened.PlayerJoined) -> G:
    """Return *game* with one more player."""
    player = Player(
        name=event.name,
        addresses=event.addresses,
        total=event.total,
        from_settings=event.addresses if event.is_configured else (),
        is_configured=event.is_configured,
    )
    return replace(game, players=plus(game.players, event.name, player))


def plus(mapping: Mapping[str, V], key: str, value: V) -> Mapping[str, V]:
    """Return *mapping* with *value* at *key*."""
    more = cast(dict[str, V], mapping).copy()  # of whatever it is; half of what `**` takes
    more[key] = value
    return MappingProxyType(more)


def less(mapping: Mapping[str, V], key: str) -> Mapping[str, V]:
    """Return *mapping* without *key*."""
    return MappingProxyType({k: v for k, v in mapping.items() if k != key})


def renamed(mapping: Mapping[str, V], old: str, new: str) -> Mapping[str, V]:
    """Return *mapping* with a player under his new name."""
    return MappingProxyType({new if name == old else name: each for name, each in mapping.items()})


class SameTiles(OnRecord, frozen=True):
    """That a game is one of two which are played one after the other, with the same tiles (other games 4)."""

    other: str
    """The id of the other game."""
    is_second: bool


AGREED = "rematch:"
"""What is noted of a game that its players agreed to play once more, before the id of the next."""


def next_id(game: Game) -> str:
    """Return the id of the game that follows; "" where none was agreed on."""
    return next((what.removeprefix(AGREED) for what in game.noted if what.startswith(AGREED)), "")


_TRIES = 10_000
"""A schedule whose next 10,000 dates are all skipped has no next date."""


def is_in_time(received: datetime, deadline: datetime | None) -> bool:
    """Tell whether what arrived at *received* came at or before the ZAT, to the second (rules 8)."""
    return deadline is None or received.replace(microsecond=0) <= deadline


def has_come(deadline: datetime | None, now: datetime) -> bool:
    """Tell whether the ZAT is reached; one that is not fixed never is."""
    return deadline is not None and now >= deadline


class Weekly(Struct, frozen=True):
    """Every *weeks* weeks on a day of the week: `every 3 weeks on friday at 20:00`."""

    weeks: int
    weekday: int
    """0 is Monday."""
    at: time
    """By the clock on the wall; naive."""


class Dates(Struct, frozen=True):
    """A list of dates and hours by the clock on the wall; naive, rising."""

    moments: tuple[datetime, ...]


Schedule = Weekly | Dates


def local_instant(wall: datetime, zone: tzinfo) -> datetime:
    """Return the instant at which the clocks of *zone* show *wall*, which is naive.

    An hour that comes twice is meant the first time; one that the clock change leaves out is taken
    as much later as the clocks were put forward (02:30 becomes 03:30).
    """
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC).astimezone(zone)


def next_deadline(
    schedule: Schedule,
    *,
    previous: datetime | None,
    zone: tzinfo,
    not_before: datetime,
    skip: Collection[date] = (),
) -> datetime | None:
    """Return the first ZAT of *schedule* after *previous* that is at *not_before* or later.

    Without a previous ZAT it is the schedule's next date (contract 2). None: no date is left.
    """
    try:
        for wall in islice(_walls(schedule, previous, zone, not_before), _TRIES):
            instant = local_instant(wall, zone)
            is_ahead = instant >= not_before and (previous is None or instant > previous)
            if is_ahead and wall.date() not in skip:
                return instant
    except OverflowError:  # the calendar ends with the year 9999
        return None
    return None


def _walls(
    schedule: Schedule, previous: datetime | None, zone: tzinfo, not_before: datetime
) -> Iterator[datetime]:
    """Yield what the clocks show at the schedule's dates, rising, from about *not_before* on."""
    match schedule:
        case Dates(moments):
            yield from moments
        case Weekly():
            earliest = not_before.astimezone(zone).date() - timedelta(days=1)
            day, apart = _first_day(schedule, previous, zone, earliest)
            if day < earliest:  # after a standstill: no need to count through the weeks that passed
                day += (earliest - day) // apart * apart
            while True:
                yield datetime.combine(day, schedule.at)
                day += apart


def _first_day(
    schedule: Weekly, previous: datetime | None, zone: tzinfo, earliest: date
) -> tuple[date, timedelta]:
    """Return a day of the schedule and how far its days stand apart.

    The n-th such weekday after the previous ZAT comes next, also where that ZAT was moved to
    another day of the week. Before the first ZAT any week will do.
    """
    if previous is None:
        return _weekday_from(earliest, schedule.weekday), timedelta(weeks=1)
    after = previous.astimezone(zone).date() + timedelta(days=1)
    apart = timedelta(weeks=schedule.weeks)
    return _weekday_from(after, schedule.weekday) + apart - timedelta(weeks=1), apart


def _weekday_from(day: date, weekday: int) -> date:
    return day + timedelta(days=(weekday - day.weekday()) % 7)


T = TypeVar("T", int, tuple[bool, int])


def ranking(totals: Mapping[str, T]) -> dict[str, int]:
    """Return ranks by total, equal ones sharing the better rank: 1 1 3 (rules 8)."""
    places: dict[T, int] = {}
    for place, total in enumerate(sorted(totals.values(), reverse=True), start=1):
        places.setdefault(total, place)
    return {name: places[total] for name, total in totals.items()}


class RankedPlayer(Struct, frozen=True):
    """A place in the table as it stands now."""

    rank: int
    player: str
    total: int
    is_out: bool


def ranked(totals: Mapping[str, int], outs: Collection[str] = ()) -> tuple[RankedPlayer, ...]:
    """Return the table, equals by name; who is out stands behind all who are not (classic 7.6)."""
    ranks = ranking({name: (name not in outs, total) for name, total in totals.items()})
    ordered = sorted(totals, key=lambda name: (ranks[name], name))
    return tuple(RankedPlayer(ranks[name], name, totals[name], name in outs) for name in ordered)
